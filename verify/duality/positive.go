package duality

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// positive moves an R-symmetry along flavour symmetries until closed words of the theory e
// and of its image m have R > 0. Words are blind to node potentials, R(X) + p_target −
// p_source, so those may move as well, on each side by themselves; it is enough that every
// field is positive after some shift.
func positive(r quiver.Charges, flavour []quiver.Charges, e, m *quiver.Theory, imageR, imageF func(quiver.Charges) quiver.Charges) (quiver.Charges, bool) {
	values := slices.Concat(r, imageR(r))
	var moves []quiver.Charges
	for _, f := range flavour {
		moves = append(moves, slices.Concat(f, imageF(f)))
	}
	offset := 0
	for _, t := range []*quiver.Theory{e, m} {
		for v := range t.Nodes {
			p := zeros(len(values))
			for k, a := range t.Arrows {
				if a.Target == v {
					p[offset+k].Add(p[offset+k], big.NewRat(1, 1))
				}
				if a.Source == v {
					p[offset+k].Sub(p[offset+k], big.NewRat(1, 1))
				}
			}
			moves = append(moves, p)
		}
		offset += len(t.Arrows) + len(t.Singlets)
	}
	x, ok := raise(values, moves)
	if !ok {
		return nil, false
	}
	shifted := zeros(len(r))
	for k := range r {
		shifted[k].Set(r[k])
		for i, f := range flavour {
			shifted[k].Add(shifted[k], new(big.Rat).Mul(x[i], f[k]))
		}
	}
	return shifted, true
}

func zeros(n int) quiver.Charges {
	list := make(quiver.Charges, n)
	for i := range list {
		list[i] = new(big.Rat)
	}
	return list
}

// maxPivots bounds the work of raise.
const maxPivots = 2000

// raise looks for x with values + Σ x_i moves_i > 0 in every component: it maximizes the
// least component, at most 1, by the simplex method over ℚ with Bland's rule. ok is false if
// there is no such x, or none within the bound of pivots.
//
// In the tableau the variables are x_i⁺, x_i⁻ ≥ 0 and s, the rise of the least component
// above its present value; row k says s − Σ x_i moves_i[k] ≤ values[k] − least.
func raise(values quiver.Charges, moves []quiver.Charges) (x quiver.Charges, ok bool) {
	if len(values) == 0 {
		return zeros(len(moves)), true
	}
	least := values[0]
	for _, v := range values {
		if v.Cmp(least) < 0 {
			least = v
		}
	}
	if least.Sign() > 0 {
		return zeros(len(moves)), true
	}
	n, rows := 2*len(moves)+1, len(values)+1
	tableau := make([]quiver.Charges, rows+1) // the last row is the objective
	for k := range tableau {
		tableau[k] = zeros(n + 1)
		switch {
		case k < len(values):
			for i, m := range moves {
				tableau[k][2*i].Neg(m[k])
				tableau[k][2*i+1].Set(m[k])
			}
			tableau[k][n-1].SetInt64(1)
			tableau[k][n].Sub(values[k], least)
		case k == len(values):
			tableau[k][n-1].SetInt64(1)
			tableau[k][n].Sub(big.NewRat(1, 1), least)
		default:
			tableau[k][n-1].SetInt64(-1)
		}
	}
	// A slack variable of row k has the number n + k; outside lists those that are zero.
	outside, basis := make([]int, n), make([]int, rows)
	for j := range outside {
		outside[j] = j
	}
	for k := range basis {
		basis[k] = n + k
	}
	for range maxPivots {
		column := -1
		for j := range n {
			if tableau[rows][j].Sign() < 0 && (column < 0 || outside[j] < outside[column]) {
				column = j
			}
		}
		if column < 0 {
			return solution(tableau, basis, least, moves)
		}
		row := -1
		var best *big.Rat
		for k := range rows {
			if tableau[k][column].Sign() <= 0 {
				continue
			}
			q := new(big.Rat).Quo(tableau[k][n], tableau[k][column])
			if row < 0 || q.Cmp(best) < 0 || q.Cmp(best) == 0 && basis[k] < basis[row] {
				row, best = k, q
			}
		}
		if row < 0 {
			return nil, false
		}
		pivot(tableau, row, column)
		basis[row], outside[column] = outside[column], basis[row]
	}
	return nil, false
}

func solution(tableau []quiver.Charges, basis []int, least *big.Rat, moves []quiver.Charges) (quiver.Charges, bool) {
	n := len(tableau[0]) - 1
	x := zeros(len(moves))
	rise := new(big.Rat)
	for k, variable := range basis {
		value := tableau[k][n]
		switch {
		case variable == n-1:
			rise = value
		case variable >= n:
		case variable%2 == 0:
			x[variable/2].Add(x[variable/2], value)
		default:
			x[variable/2].Sub(x[variable/2], value)
		}
	}
	return x, new(big.Rat).Add(least, rise).Sign() > 0
}

// pivot exchanges the basic variable of a row with the outside one of a column.
func pivot(tableau []quiver.Charges, row, column int) {
	p := new(big.Rat).Inv(tableau[row][column])
	for j := range tableau[row] {
		if j != column {
			tableau[row][j].Mul(tableau[row][j], p)
		}
	}
	tableau[row][column].Set(p)
	for k := range tableau {
		if k == row || tableau[k][column].Sign() == 0 {
			continue
		}
		f := new(big.Rat).Set(tableau[k][column])
		for j := range tableau[k] {
			if j != column {
				tableau[k][j].Sub(tableau[k][j], new(big.Rat).Mul(f, tableau[row][j]))
			}
		}
		tableau[k][column].Neg(new(big.Rat).Mul(f, p))
	}
}
