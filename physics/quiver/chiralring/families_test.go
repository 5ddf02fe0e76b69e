package chiralring_test

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
	"github.com/assay-physics/assay/physics/quiver/families"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// Beyond the catalogue: every dual of every phase agrees with it to R = 4; of the duals
// without adjoints every dropped term and every flip that no redefinition of fields undoes
// is seen, and every other flip is not.
func TestFamilies(t *testing.T) {
	duals, drops, flips, removed := 0, 0, 0, 0
	for _, name := range []string{"dP3", "Y3,1", "Y3,2", "Y4,1", "L1,5,2", "C3/Z5(1,1,3)", "C3/Z6(1,2,3)", "C3/Z6(1,1,4)", "C3/Z7(1,2,4)"} {
		electric, known, err := families.Named(name, 3)
		if err != nil || !known {
			t.Fatalf("%s: %v, %v", name, known, err)
		}
		check, err := chiralring.CheckHilbert(context.Background(), electric, rat("3"), chiralring.Budget{})
		if err != nil || check.Failure != nil || check.Untested != "" {
			t.Errorf("%s: %+v, %v", name, check, err)
		}
		for v := range electric.Nodes {
			d, err := seiberg.Dualize(electric, v, seiberg.Options{})
			if err != nil {
				if len(electric.Loops(v)) == 0 {
					t.Errorf("%s at node %d: %v", name, v, err)
				}
				continue
			}
			duals++
			if c := compare(t, electric, d.Theory, chiralring.Grading{}); !c.Equal() {
				t.Errorf("%s at node %d: %v %s", name, v, c.Difference, c.Untested)
			}
			if slices.ContainsFunc(d.Theory.Arrows, quiver.Arrow.IsLoop) || len(d.Theory.Singlets) > 0 {
				continue
			}
			for k := range d.Theory.W {
				dropped := d.Theory.Clone()
				dropped.W = slices.Delete(dropped.W, k, k+1)
				drops++
				if c := compare(t, electric, dropped, chiralring.Grading{}); c.Difference == nil {
					t.Errorf("%s at node %d: dropped term %d: %+v", name, v, k, c)
				}
				flipped := d.Theory.Clone()
				flipped.W[k].Coefficient.Neg(flipped.W[k].Coefficient)
				flips++
				c := compare(t, electric, flipped, chiralring.Grading{})
				if c.Equal() {
					removed++
				}
				if c.Equal() != removable(d.Theory, k) {
					t.Errorf("%s at node %d: flipped term %d: equal %v, removable %v", name, v, k, c.Equal(), removable(d.Theory, k))
				}
			}
		}
	}
	if duals < 50 || drops < 500 || removed == 0 {
		t.Error("the families are not those that they were")
	}
	t.Logf("%d duals, %d drops, %d flips, %d of them removable", duals, drops, flips, removed)
}
