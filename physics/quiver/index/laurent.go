package index

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
)

// ErrBudget says that an operation budget was exhausted.
var ErrBudget = errors.New("index: operation budget exhausted")

// Laurent is a Laurent polynomial in u = t^(3/D): a chiral field of R-charge r is u^(D·r),
// and pq = t⁶ = u^(2D).
type Laurent struct {
	// D is the common denominator of the R-charges.
	D *big.Int
	// Terms by ascending exponent, none of them zero.
	Terms []LaurentTerm
}

// LaurentTerm is Coefficient · u^Exponent.
type LaurentTerm struct {
	Exponent    int64
	Coefficient *big.Int
}

// Equal reports whether p and q are the same function of t; their D may differ.
func (p *Laurent) Equal(q *Laurent) bool {
	return p.FirstDifference(q) == nil
}

// FirstDifference is the R-charge r of the lowest power u^(D·r) = t^(3r) with different
// coefficients, nil if there is none.
func (p *Laurent) FirstDifference(q *Laurent) *big.Rat {
	i, j := 0, 0
	for i < len(p.Terms) || j < len(q.Terms) {
		var order int
		switch {
		case i == len(p.Terms):
			order = 1
		case j == len(q.Terms):
			order = -1
		default:
			order = p.charge(i).Cmp(q.charge(j))
		}
		switch {
		case order < 0:
			return p.charge(i)
		case order > 0:
			return q.charge(j)
		case p.Terms[i].Coefficient.Cmp(q.Terms[j].Coefficient) != 0:
			return p.charge(i)
		}
		i++
		j++
	}
	return nil
}

func (p *Laurent) charge(i int) *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(p.Terms[i].Exponent), p.D)
}

// String is the polynomial in ascending powers of u.
func (p *Laurent) String() string {
	if len(p.Terms) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, t := range p.Terms {
		c := new(big.Int).Abs(t.Coefficient)
		switch {
		case t.Coefficient.Sign() < 0 && i == 0:
			b.WriteString("−")
		case t.Coefficient.Sign() < 0:
			b.WriteString(" − ")
		case i > 0:
			b.WriteString(" + ")
		}
		one := c.IsInt64() && c.Int64() == 1
		if !one || t.Exponent == 0 {
			b.WriteString(c.String())
		}
		switch t.Exponent {
		case 0:
		case 1:
			b.WriteString("u")
		default:
			fmt.Fprintf(&b, "u^%d", t.Exponent)
		}
	}
	return b.String()
}

// scale is the least common denominator of the R-charges, and the charges times it.
func scale(t *quiver.Theory) (d *big.Int, arrows, singlets []int64, err error) {
	d = big.NewInt(1)
	each := func(f func(label string, r *big.Rat) error) error {
		for _, a := range t.Arrows {
			if err := f(a.Label, a.R); err != nil {
				return err
			}
		}
		for _, s := range t.Singlets {
			if err := f(s.Label, s.R); err != nil {
				return err
			}
		}
		return nil
	}
	err = each(func(label string, r *big.Rat) error {
		g := new(big.Int).GCD(nil, nil, d, r.Denom())
		d.Mul(d, g.Quo(r.Denom(), g))
		if d.BitLen() > 48 {
			return fmt.Errorf("index: theory %q: with field %s the R-charges have a common denominator above 2⁴⁸", t.Name, label)
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	var all []int64
	err = each(func(label string, r *big.Rat) error {
		n := new(big.Int).Mul(r.Num(), new(big.Int).Quo(d, r.Denom()))
		if n.BitLen() > 54 {
			return fmt.Errorf("index: theory %q: field %s has R = %s, above 2⁵⁴ in units of the common denominator", t.Name, label, r.RatString())
		}
		all = append(all, n.Int64())
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return d, all[:len(t.Arrows)], all[len(t.Arrows):], nil
}

// TraceCorrection is Σ (u^(DR) − u^(2D−DR)) over the singlets, minus the same over the
// loops. det χ reads a loop as a U(N) matrix; this is what the large-N index of the theory
// with SU(N) adjoints and singlets has beyond it, times 1/((1−p)(1−q)) and inside a
// plethystic exponential. It vanishes when every loop comes with its trace as a singlet.
//
// det χ depends on pq alone and the factor 1/((1−p)(1−q)) does not, so that a difference in
// one cannot make up for a difference in the other: two theories with the same index at
// large N have the same det χ and the same correction.
func TraceCorrection(t *quiver.Theory) (*Laurent, error) {
	d, arrows, singlets, err := scale(t)
	if err != nil {
		return nil, err
	}
	sum := make(map[int64]int64)
	two := 2 * d.Int64()
	for _, r := range singlets {
		sum[r]++
		sum[two-r]--
	}
	for k, r := range arrows {
		if t.Arrows[k].IsLoop() {
			sum[r]--
			sum[two-r]++
		}
	}
	p := &Laurent{D: d}
	for e, c := range sum {
		if c != 0 {
			p.Terms = append(p.Terms, LaurentTerm{e, big.NewInt(c)})
		}
	}
	slices.SortFunc(p.Terms, func(x, y LaurentTerm) int { return cmp.Compare(x.Exponent, y.Exponent) })
	return p, nil
}
