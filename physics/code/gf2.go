package code

import "math/bits"

// span is a row space over GF(2) in echelon form, built one vector at a time. It
// remembers of which of the vectors each row is a sum when it is made to.
type span struct {
	rows   [][]uint64
	combos [][]uint64 // of the vectors added so far, by their number; nil unless traced
	lead   map[int]int
	traced bool
	added  int
}

func newSpan(traced bool) *span { return &span{lead: map[int]int{}, traced: traced} }

// rank is the dimension.
func (s *span) rank() int { return len(s.rows) }

// reduce subtracts rows from a copy of v until it is zero or leads where no row does.
// The second value says which added vectors were subtracted, if traced.
func (s *span) reduce(v []uint64) (rest, combo []uint64) {
	rest = append([]uint64(nil), v...)
	if s.traced {
		combo = make([]uint64, words(s.added+1))
	}
	for i := 0; i < len(rest); {
		if rest[i] == 0 {
			i++
			continue
		}
		at := i*64 + bits.TrailingZeros64(rest[i])
		r, ok := s.lead[at]
		if !ok {
			return rest, combo
		}
		xor(rest, s.rows[r])
		if s.traced {
			xor(combo, s.combos[r])
		}
	}
	return rest, combo
}

// add appends v; it reports whether v was independent of what is there. When it is not,
// combo names vectors that add up to v.
func (s *span) add(v []uint64) (independent bool, combo []uint64) {
	rest, combo := s.reduce(v)
	number := s.added
	s.added++
	at := leading(rest)
	if at < 0 {
		return false, combo
	}
	s.lead[at] = len(s.rows)
	s.rows = append(s.rows, rest)
	if s.traced {
		combo[number/64] ^= 1 << (number % 64)
		s.combos = append(s.combos, combo)
	}
	return true, nil
}

// contains reports whether v is in the span.
func (s *span) contains(v []uint64) bool {
	rest, _ := s.reduce(v)
	return leading(rest) < 0
}

func leading(v []uint64) int {
	for i, w := range v {
		if w != 0 {
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// xor adds src to dst, which is at least as long.
func xor(dst, src []uint64) {
	for i, w := range src {
		dst[i] ^= w
	}
}

// kernel returns a basis of the vectors of nWords words whose product with every row is
// zero and that are zero outside of the given columns.
func kernel(rows [][]uint64, nWords int, columns []int) [][]uint64 {
	// Column operations: the span of the columns, each traced.
	s := newSpan(true)
	var basis [][]uint64
	for k, c := range columns {
		col := make([]uint64, words(len(rows)))
		for i, r := range rows {
			col[i/64] |= (r[c/64] >> (c % 64) & 1) << (i % 64)
		}
		independent, combo := s.add(col)
		if independent {
			continue
		}
		v := make([]uint64, nWords)
		v[c/64] |= 1 << (c % 64)
		for j := range k {
			if combo[j/64]>>(j%64)&1 != 0 {
				at := columns[j]
				v[at/64] ^= 1 << (at % 64)
			}
		}
		basis = append(basis, v)
	}
	return basis
}

// paulisCommuting is a basis of the Pauli operators on n qubits that commute with all
// of ops.
func paulisCommuting(n int, ops []Pauli) []Pauli { return commutingIn(n, ops, X|Z) }

// commutingIn is the same among products of X alone, of Z alone, or of both.
func commutingIn(n int, ops []Pauli, kinds int) []Pauli {
	rows := make([][]uint64, len(ops))
	for i, g := range ops {
		rows[i] = g.dual()
	}
	var columns []int
	if kinds&X != 0 {
		for q := range n {
			columns = append(columns, q)
		}
	}
	if kinds&Z != 0 {
		for q := range n {
			columns = append(columns, words(n)*64+q)
		}
	}
	var out []Pauli
	for _, v := range kernel(rows, 2*words(n), columns) {
		out = append(out, fromVec(n, v))
	}
	return out
}

// independent picks from ops, in order, those that are not products of earlier ones.
func independent(ops []Pauli) (picked []int) {
	s := newSpan(false)
	for k, g := range ops {
		if ok, _ := s.add(g.vec()); ok {
			picked = append(picked, k)
		}
	}
	return picked
}

// rankOf is the number of independent operators among ops. Where every qubit is met by
// at most two of them it counts the components of a graph instead of eliminating.
func rankOf(n int, ops []Pauli) int {
	if r, ok := graphRank(n, ops); ok {
		return r
	}
	return len(independent(ops))
}

// graphRank is the rank of operators of one kind (all X or all Z) of which at most two
// meet at a qubit: then they are the vertices of a graph whose edges are the qubits,
// and a product of them is the identity exactly if it takes whole components without a
// loose end. (The rank of an incidence matrix over GF(2).)
func graphRank(n int, ops []Pauli) (int, bool) {
	onlyX, onlyZ := true, true
	for _, g := range ops {
		onlyX, onlyZ = onlyX && g.pureX(), onlyZ && g.pureZ()
	}
	if !onlyX && !onlyZ {
		return 0, false
	}
	first, second := make([]int, n), make([]int, n) // numbers plus one
	for k, g := range ops {
		for _, q := range g.Support() {
			switch {
			case first[q] == 0:
				first[q] = k + 1
			case second[q] == 0:
				second[q] = k + 1
			default:
				return 0, false
			}
		}
	}
	parent := make([]int, len(ops)+1) // 0 is where loose ends go
	for k := range parent {
		parent[k] = k
	}
	find := func(k int) int {
		for parent[k] != k {
			parent[k] = parent[parent[k]]
			k = parent[k]
		}
		return k
	}
	rank := 0
	for q := range n {
		if first[q] == 0 {
			continue
		}
		if a, b := find(first[q]), find(second[q]); a != b {
			parent[max(a, b)] = min(a, b)
			rank++
		}
	}
	return rank, true
}
