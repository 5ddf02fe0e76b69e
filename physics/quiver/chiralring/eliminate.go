package chiralring

import "slices"

// elimination brings rows over n columns into reduced echelon form, the leading entry of a
// row being its last one. A row is put together with add and taken in with insert.
type elimination struct {
	s     *scalars
	n     int
	rank  int
	row   []int32 // of each column: the row that leads there, −1
	lead  []int32 // of each row: its column
	at    []int32 // of each row: where its entries start, the leading one left out; and the end
	cols  []int32
	coefs []uint64
	spent int64

	acc    []uint64 // the row in the making, all zero in between
	lo, hi int32

	// After reduceFully.
	rat    []int32
	rcols  []int32
	rcoefs []uint64

	name []int32 // scratch of the caller: new names of columns
}

func (e *elimination) start(s *scalars, n int) {
	e.s, e.n, e.rank, e.spent = s, n, 0, 0
	e.row = slices.Grow(e.row[:0], n)[:n]
	for i := range e.row {
		e.row[i] = -1
	}
	e.lead, e.cols, e.coefs = e.lead[:0], e.cols[:0], e.coefs[:0]
	e.at = append(e.at[:0], 0)
	if len(e.acc) < n {
		e.acc = make([]uint64, max(n, 2*len(e.acc)))
	}
	e.lo, e.hi = int32(n), -1
}

func (e *elimination) add(col int32, coef uint64) {
	e.acc[col] = e.s.add(e.acc[col], coef)
	e.lo = min(e.lo, col)
	e.hi = max(e.hi, col)
}

// insert reduces the row that was put together and keeps what is new of it.
func (e *elimination) insert() {
	one := e.s.one()
	c := e.hi
	first := c
	for ; c >= e.lo; c-- {
		x := e.acc[c]
		if x == 0 {
			continue
		}
		k := e.row[c]
		if k < 0 {
			break
		}
		e.acc[c] = 0
		from, to := e.at[k], e.at[k+1]
		x = e.s.neg(x)
		e.spent += int64(to-from) + 1
		for i := from; i < to; i++ {
			col := e.cols[i]
			e.acc[col] = e.s.add(e.acc[col], e.s.mul(x, e.coefs[i]))
		}
		if to > from {
			e.lo = min(e.lo, e.cols[to-1]) // entries descend
		}
	}
	if c >= e.lo {
		x := e.acc[c]
		e.acc[c] = 0
		scale := x != one
		if scale {
			x = e.s.inv(x)
		}
		e.row[c] = int32(e.rank)
		e.lead = append(e.lead, c)
		e.rank++
		for i := c - 1; i >= e.lo; i-- {
			if y := e.acc[i]; y != 0 {
				if scale {
					y = e.s.mul(x, y)
				}
				e.cols = append(e.cols, i)
				e.coefs = append(e.coefs, y)
				e.acc[i] = 0
			}
		}
		e.at = append(e.at, int32(len(e.cols)))
	}
	// Columns that were looked at, four an operation.
	if first >= e.lo {
		e.spent += int64(first-e.lo) / 4
	}
	e.spent++
	e.lo, e.hi = int32(e.n), -1
}

// reduceFully removes leading columns from all rows, in ascending order of their own. It
// gives up, and reports false, when more than limit has been spent.
func (e *elimination) reduceFully(limit int64) bool {
	e.rat, e.rcols, e.rcoefs = e.rat[:0], e.rcols[:0], e.rcoefs[:0]
	if e.rank == 0 {
		return true
	}
	e.rat = resized(e.rat, 2*e.rank)
	for c := int32(0); c < int32(e.n); c++ {
		k := e.row[c]
		if k < 0 {
			continue
		}
		begin := int32(len(e.rcols))
		plain := true
		for i := e.at[k]; i < e.at[k+1]; i++ {
			if e.row[e.cols[i]] >= 0 {
				plain = false
				break
			}
		}
		if plain {
			e.rcols = append(e.rcols, e.cols[e.at[k]:e.at[k+1]]...)
			e.rcoefs = append(e.rcoefs, e.coefs[e.at[k]:e.at[k+1]]...)
		} else {
			e.combine(k)
		}
		e.rat[2*k], e.rat[2*k+1] = begin, int32(len(e.rcols))
		if e.spent += int64(len(e.rcols)) - int64(begin) + 1; e.spent > limit {
			return false
		}
	}
	return true
}

func (e *elimination) combine(k int32) {
	lo, hi := int32(e.n), int32(-1)
	for i := e.at[k]; i < e.at[k+1]; i++ {
		c, x := e.cols[i], e.coefs[i]
		r := e.row[c]
		if r < 0 {
			e.acc[c] = e.s.add(e.acc[c], x)
			lo, hi = min(lo, c), max(hi, c)
			continue
		}
		x = e.s.neg(x)
		for j := e.rat[2*r]; j < e.rat[2*r+1]; j++ {
			d := e.rcols[j]
			e.acc[d] = e.s.add(e.acc[d], e.s.mul(x, e.rcoefs[j]))
			lo, hi = min(lo, d), max(hi, d)
		}
		e.spent += int64(e.rat[2*r+1] - e.rat[2*r])
	}
	if hi > lo {
		e.spent += int64(hi-lo) / 4
	}
	for c := hi; c >= lo; c-- {
		if y := e.acc[c]; y != 0 {
			e.rcols = append(e.rcols, c)
			e.rcoefs = append(e.rcoefs, y)
			e.acc[c] = 0
		}
	}
}

// reduced is row k without its leading entry: that column is minus this combination.
func (e *elimination) reduced(k int32) ([]int32, []uint64) {
	return e.rcols[e.rat[2*k]:e.rat[2*k+1]], e.rcoefs[e.rat[2*k]:e.rat[2*k+1]]
}
