package engine

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/physics/lattice"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// tori adds the closed form of square, triangular and honeycomb tori with one coupling, of
// either sign, for each direction. The lattice that a model names is believed only after its
// terms have been compared with the generator's, one by one.
func (p *planner) tori(m *spin.Model) {
	l := m.Lattice
	if l == nil || !l.Torus || l.Kind != "triangular" && l.Kind != "honeycomb" && l.Kind != "square" {
		return
	}
	directions := 3
	if l.Kind == "square" {
		directions = 2 // the triangular lattice without its diagonals
	}
	edges, err := l.Edges(len(m.Terms) + 1)
	if err != nil || len(edges) != len(m.Terms) || len(edges)%directions != 0 || len(edges) == 0 || min(l.Size[0], l.Size[1]) < 2 {
		return
	}
	var J [3]float64
	for k, t := range m.Terms {
		if len(t.Sites) != 2 || t.Sites[0] != edges[k][0] || t.Sites[1] != edges[k][1] {
			return
		}
		if k < directions {
			J[k] = t.J
		} else if t.J != J[k%directions] {
			p.refuse(ClosedForm, "the couplings of the %s torus are not uniform along its directions", l.Kind)
			return
		}
	}
	form, name := lattice.TriangularTorus, "the product over momenta in four spin structures"
	if l.Kind == "honeycomb" {
		form, name = lattice.HoneycombTorus, "star–triangle, then "+name
	}
	p.add(Plan{
		Method: ClosedForm, Name: name, Reason: fmt.Sprintf("a %d×%d %s torus with one coupling a direction", l.Size[0], l.Size[1], l.Kind),
		Log2Cost: math.Log2(float64(m.N)) + linearCost, Class: "free_fermion", Complexity: "O(n)",
		run: func(ctx context.Context, _ Options) (partition.LogZ, error) {
			var K [3]*big.Rat
			for i, j := range J { // exact products
				K[i] = new(big.Rat).SetFloat64(j)
				K[i].Mul(K[i], new(big.Rat).SetFloat64(m.Beta))
			}
			z, err := form(ctx, l.Size[0], l.Size[1], K[0], K[1], K[2])
			return z.Widen(m.Rounding), err
		},
	})
}
