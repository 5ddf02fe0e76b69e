package quiver_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
)

// A theory in another basis of its multiplets is never declared another theory, and what is
// found takes one superpotential to the other.
func TestRotatedTheories(t *testing.T) {
	found, undecided := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a := sample.Theory(t)
		half := big.NewRat(1, 2)
		class := make(map[string][]int)
		for k := range a.Arrows {
			a.Arrows[k].R = half
			c := fmt.Sprint(a.Arrows[k].Source, a.Arrows[k].Target)
			class[c] = append(class[c], k)
		}
		for k := range a.Singlets {
			a.Singlets[k].R = half
			class["singlets"] = append(class["singlets"], len(a.Arrows)+k)
		}
		image := make(map[int]map[int]*big.Rat)
		var names []string
		for c := range class {
			names = append(names, c)
		}
		slices.Sort(names)
		for _, c := range names {
			for _, k := range class[c] {
				image[k] = map[int]*big.Rat{k: big.NewRat(1, 1)}
			}
			for range len(class[c]) - 1 {
				i, j := rapid.SampledFrom(class[c]).Draw(t, "row"), rapid.SampledFrom(class[c]).Draw(t, "row")
				factor := big.NewRat(rapid.Int64Range(-2, 2).Draw(t, "factor"), 1)
				if i == j {
					continue
				}
				for y, x := range image[j] {
					if image[i][y] == nil {
						image[i][y] = new(big.Rat)
					}
					image[i][y].Add(image[i][y], new(big.Rat).Mul(factor, x))
				}
			}
		}
		b := a.Clone()
		b.W = sample.Substituted(a, image)
		if len(b.W) > 200 {
			t.Skip("large")
		}
		iso, err := quiver.FindIsomorphism(t.Context(), a, b, quiver.IsomorphismOptions{Rotations: true, Budget: 20_000_000})
		if errors.Is(err, quiver.ErrUndecided) {
			undecided++
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if iso == nil {
			t.Fatalf("another basis was declared another theory")
		}
		found++
		if !iso.Rotated {
			verify(t, a, b, iso)
			return
		}
		back := make(map[int]map[int]*big.Rat)
		for _, r := range iso.Rotations {
			for i, f := range r.From {
				back[f] = make(map[int]*big.Rat)
				for j, g := range r.To {
					back[f][g] = r.Matrix[i][j]
				}
			}
		}
		c := b.Clone()
		c.W = sample.Substituted(a, back)
		if r, err := quiver.Redefinition(c, b); err != nil || !r.Exists {
			t.Fatalf("the rotation does not take W to W: %v", err)
		}
	})
	if found < 2*undecided {
		t.Errorf("%d found, %d undecided", found, undecided)
	}
}
