package lattice

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// freeFermionLogZ is half the sum of four products over momenta. Each pair of momenta, θ
// from column to column and φ from row to row, gives Fan and Wu's (1970)
//
//	Σω_j² (j ≤ 4) + 2(ω1ω4−ω2ω3) cos θ + 2(ω1ω3−ω2ω4) cos φ
//	  + 2(ω3ω4−ω7ω8) cos(θ−φ) + 2(ω3ω4−ω5ω6) cos(θ+φ),
//
// and the momenta 0 and π, their own partners, give the linear forms whose squares these
// are there: ω1 + ω2 + ω3 + ω4 with one of the signs turned. All four products enter
// with +; the signs of the forms tell the phases apart. Tests hold this against the
// transfer matrix for every parity of the sides and weights of either sign.
//
// Where the four products cancel beyond measure the exact transfer takes over.
func (m *Vertex) freeFermionLogZ(ctx context.Context) (partition.LogZ, error) {
	const method = "free fermions, four products over momenta"
	var escalated []string
	for prec := uint(bitsOfProducts); prec <= 1<<13; prec *= 4 {
		p := precise.New(prec)
		list, err := m.fermions(p).sectors(ctx, m.Columns, m.Rows)
		if err != nil {
			return partition.LogZ{}, err
		}
		if sum, ok := addSectors(list, [4]int{1, 1, 1, 1}); ok {
			sum.exponent--
			z := sum.log(method)
			z.Escalated = escalated
			return z, nil
		}
		escalated = append(escalated, fmt.Sprintf("big %d: the four products cancel", prec))
		if m.Rows*m.Columns > 1<<16 {
			break // more bits are not worth their time
		}
	}
	z, err := m.exactTorus(ctx)
	if err != nil {
		return partition.LogZ{}, errors.Join(errors.New("the four products of free fermions cancel"), err)
	}
	out := logOfRat(z, "row transfer")
	out.Escalated = escalated
	return out, nil
}

// fermions rounds the coefficients, which are exact, once.
func (m *Vertex) fermions(p *precise.Context) *quadratic {
	w := func(k int) *big.Rat { return m.weight(k) }
	squares := new(big.Rat)
	magnitude := new(big.Rat)
	for k := 1; k <= 4; k++ {
		squares.Add(squares, new(big.Rat).Mul(w(k), w(k)))
		magnitude.Add(magnitude, new(big.Rat).Abs(w(k)))
	}
	twice := func(a, b, c, d int) *big.Rat {
		r := m.product(a, b)
		r.Sub(r, m.product(c, d))
		return r.Add(r, r)
	}
	B, C := twice(1, 4, 2, 3), twice(1, 3, 2, 4)
	D, E := twice(3, 4, 7, 8), twice(3, 4, 5, 6)
	round := func(x *big.Rat) *big.Float { return p.New().SetRat(x) }
	scale := new(big.Rat).Set(squares)
	for _, x := range []*big.Rat{B, C, D, E} {
		scale.Add(scale, new(big.Rat).Abs(x))
	}
	q := &quadratic{
		p: p, A: round(squares), B: round(B), C: round(C),
		sum: round(new(big.Rat).Add(D, E)), cross: round(new(big.Rat).Sub(D, E)),
		scale: round(scale), selfScale: round(magnitude),
	}
	// The sign that is turned: ω2 at (0,0), ω4 at (π,0), ω3 at (0,π), ω1 at (π,π).
	for n, turned := range []int{2, 3, 4, 1} {
		f := new(big.Rat)
		for k := 1; k <= 4; k++ {
			if k == turned {
				f.Sub(f, w(k))
			} else {
				f.Add(f, w(k))
			}
		}
		q.self[n>>1][n&1] = round(f)
	}
	return q
}
