package poly

import "fmt"

// Det is the determinant of a square matrix of polynomials, by fraction-free elimination
// (E. H. Bareiss, Math. Comp. 22, 1968).
func Det(m [][]*Poly, b *Budget) (*Poly, error) {
	n := len(m)
	if n == 0 {
		return nil, fmt.Errorf("poly: the determinant of an empty matrix has no ring")
	}
	a := make([][]*Poly, n)
	for i, row := range m {
		if len(row) != n {
			return nil, fmt.Errorf("poly: row %d of the matrix has %d entries, not %d", i, len(row), n)
		}
		a[i] = append([]*Poly(nil), row...)
	}
	b = b.orDefault()
	ring := a[0][0].ring
	previous := ring.Int(1)
	negative := false
	for k := range n - 1 {
		pivot := smallestPivot(a, k)
		if pivot < 0 {
			return ring.Zero(), nil
		}
		if pivot != k {
			a[k], a[pivot] = a[pivot], a[k]
			negative = !negative
		}
		for i := k + 1; i < n; i++ {
			for j := k + 1; j < n; j++ {
				t, err := sumOfProducts(a[k][k], a[i][j], a[i][k].Neg(), a[k][j], b)
				if err != nil {
					return nil, err
				}
				if a[i][j], err = quotient(t, previous, b); err != nil {
					return nil, err
				}
			}
		}
		previous = a[k][k]
	}
	if negative {
		return a[n-1][n-1].Neg(), nil
	}
	return a[n-1][n-1], nil
}

func smallestPivot(a [][]*Poly, k int) int {
	best := -1
	for i := k; i < len(a); i++ {
		if !a[i][k].IsZero() && (best < 0 || a[i][k].Len() < a[best][k].Len()) {
			best = i
		}
	}
	return best
}

// Solve is the solution x of m·x = v by Cramer's rule; ErrDivision where the determinant is 0.
func Solve(m [][]*Poly, v []*Poly, b *Budget) ([]*Frac, error) {
	if len(v) != len(m) {
		return nil, fmt.Errorf("poly: %d equations, %d right sides", len(m), len(v))
	}
	b = b.orDefault()
	det, err := Det(m, b)
	if err != nil {
		return nil, err
	}
	x := make([]*Frac, len(m))
	for k := range m {
		column := make([][]*Poly, len(m))
		for i, row := range m {
			column[i] = append([]*Poly(nil), row...)
			column[i][k] = v[i]
		}
		d, err := Det(column, b)
		if err != nil {
			return nil, err
		}
		if x[k], err = NewFrac(d, det, b); err != nil {
			return nil, err
		}
	}
	return x, nil
}
