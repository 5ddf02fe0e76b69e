package sample

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// Substituted is W with every field replaced by a linear combination of fields with its ends,
// fields numbered as in Charges.
func Substituted(th *quiver.Theory, image map[int]map[int]*big.Rat) quiver.Superpotential {
	n := len(th.Arrows)
	var w quiver.Superpotential
	for _, term := range th.W {
		partial := quiver.Superpotential{{Coefficient: term.Coefficient}}
		multiply := func(field int, put func(*quiver.SuperpotentialTerm, int)) {
			var next quiver.Superpotential
			for _, p := range partial {
				for y, c := range image[field] {
					if c.Sign() == 0 {
						continue
					}
					q := quiver.SuperpotentialTerm{Coefficient: new(big.Rat).Mul(p.Coefficient, c), Singlets: slices.Clone(p.Singlets), Word: slices.Clone(p.Word)}
					put(&q, y)
					next = append(next, q)
				}
			}
			partial = next
		}
		for _, x := range term.Word {
			multiply(x, func(q *quiver.SuperpotentialTerm, y int) { q.Word = append(q.Word, y) })
		}
		for _, s := range term.Singlets {
			multiply(n+s, func(q *quiver.SuperpotentialTerm, y int) { q.Singlets = append(q.Singlets, y-n) })
		}
		w = append(w, partial...)
	}
	return w.Normalize()
}
