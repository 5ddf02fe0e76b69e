package quiver

import "math/big"

// An intVector is a row of an integer matrix.
type intVector = []*big.Int

func newIntVector(n int) intVector {
	v := make(intVector, n)
	for i := range v {
		v[i] = new(big.Int)
	}
	return v
}

// echelon brings rows to row echelon form on their first width columns by unimodular row
// operations (Euclid's algorithm column by column), in place, and returns the rank. What
// stands to the right of these columns is carried along. Entries above a pivot are reduced
// below it, so that the nonzero rows are the Hermite normal form if width is all of them.
// ok is false, and the rows spoilt, if the work is used up.
func echelon(rows []intVector, width int, work *int) (rank int, ok bool) {
	q := new(big.Int)
	for col := 0; col < width && rank < len(rows); col++ {
		for {
			// The row of smallest nonzero |entry| reduces the others.
			best := -1
			others := false
			for i := rank; i < len(rows); i++ {
				if rows[i][col].Sign() == 0 {
					continue
				}
				if best >= 0 {
					others = true
				}
				if best < 0 || rows[i][col].CmpAbs(rows[best][col]) < 0 {
					best = i
				}
			}
			if best < 0 {
				break
			}
			rows[rank], rows[best] = rows[best], rows[rank]
			if rows[rank][col].Sign() < 0 {
				for _, x := range rows[rank] {
					x.Neg(x)
				}
			}
			if !others {
				for i := range rank {
					*work -= subtractFloor(rows[i], rows[rank], col, q)
				}
				rank++
				break
			}
			for i := rank + 1; i < len(rows); i++ {
				*work -= subtractFloor(rows[i], rows[rank], col, q)
			}
			if *work < 0 {
				return 0, false
			}
		}
	}
	return rank, true
}

// subtractFloor subtracts ⌊row[col]/pivot[col]⌋ pivot from row. It returns the number of
// machine words that it went through.
func subtractFloor(row, pivot intVector, col int, q *big.Int) int {
	if row[col].Sign() == 0 {
		return 1
	}
	q.Div(row[col], pivot[col]) // Euclidean, and pivot[col] > 0: the floor
	if q.Sign() == 0 {
		return 1
	}
	words := len(row)
	product := new(big.Int)
	for j := range row {
		if pivot[j].Sign() != 0 {
			row[j].Sub(row[j], product.Mul(q, pivot[j]))
			words += len(row[j].Bits())
		}
	}
	return words
}

// kernelWork bounds the computation of one lattice, in machine words: about a second. Quivers
// of hundreds of fields that come from dualities need a thousandth of it.
const kernelWork = 30_000_000

// kernel is the Hermite basis of the lattice {x ∈ ℤⁿ : m·x = 0 for every row m}; ok is false
// if the work is used up.
func kernel(m []intVector, n int, work *int) (basis []intVector, ok bool) {
	// The rows [column j of m | e_j]: once the left part is in echelon form, the rows with
	// nothing left of the bar generate the kernel.
	rows := make([]intVector, n)
	for j := range rows {
		rows[j] = newIntVector(len(m) + n)
		for i := range m {
			rows[j][i].Set(m[i][j])
		}
		rows[j][len(m)+j].SetInt64(1)
	}
	rank, ok := echelon(rows, len(m), work)
	if !ok {
		return nil, false
	}
	basis = make([]intVector, 0, n-rank)
	for _, row := range rows[rank:] {
		basis = append(basis, row[len(m):])
	}
	_, ok = echelon(basis, n, work)
	return basis, ok
}

// solveRational is one solution x of rows·x = right over ℚ, or nil if there is none; the
// variables without a pivot are 0. ok is false if the work is used up.
func solveRational(rows []Charges, right Charges, n int, work *int) (solution Charges, ok bool) {
	m := make([]Charges, len(rows))
	for i, row := range rows {
		m[i] = make(Charges, n+1)
		for j := range n {
			m[i][j] = new(big.Rat).Set(row[j])
		}
		m[i][n] = new(big.Rat).Set(right[i])
	}
	var pivots []int
	f, x := new(big.Rat), new(big.Rat)
	for col := 0; col <= n && len(pivots) < len(m); col++ {
		r := len(pivots)
		p := r
		for p < len(m) && m[p][col].Sign() == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		if col == n {
			return nil, true // 0 = a nonzero number
		}
		m[r], m[p] = m[p], m[r]
		inv := new(big.Rat).Inv(m[r][col])
		for j := col; j <= n; j++ {
			m[r][j].Mul(m[r][j], inv)
		}
		for i := range m {
			if i == r || m[i][col].Sign() == 0 {
				continue
			}
			f.Set(m[i][col])
			for j := col; j <= n; j++ {
				if m[r][j].Sign() != 0 {
					m[i][j].Sub(m[i][j], x.Mul(f, m[r][j]))
					// A rational operation is a few dozen of an integer one.
					*work -= 30 * (1 + len(m[i][j].Num().Bits()))
				}
			}
			if *work < 0 {
				return nil, false
			}
		}
		pivots = append(pivots, col)
	}
	solution = newCharges(n)
	for i, col := range pivots {
		solution[col].Set(m[i][n])
	}
	return solution, true
}
