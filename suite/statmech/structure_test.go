package statmech

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-physics/assay/verify/mapping"
)

// What the literature says about each task's models, at every size and sample that a
// verifier may look at.
func TestStructureOfTheTasks(t *testing.T) {
	truth := newTruths()
	for _, task := range Tasks()[:6] {
		p, err := newProblem(task, Canonical, 3, truth)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside, mapping.Scale} {
			for _, n := range p.Sizes(r) {
				for k := range p.Samples(r) {
					in, err := p.Instance(r, n, k)
					if err != nil {
						t.Fatal(err)
					}
					s := *in.Structure
					l, _ := side(n)
					bonds := map[string]int{"P01": n - 1, "P02": n - 1, "P03": 2 * n, "P04": 2 * l * (l - 1), "P05": n * (n - 1) / 2, "P06": 3 * n / 2}[task.ID]
					want := mapping.Structure{Sites: n, Bonds: bonds}
					switch task.ID {
					case "P01", "P02":
						want.Planar, want.Balanced, want.Chain = true, true, true
						want.Field = task.ID == "P02"
						want.Uniform = s.Uniform // where J > 0
						want.Width, want.WidthLower = 1, 1
					case "P03":
						want.Torus, want.Balanced, want.Uniform = true, true, true
					case "P04":
						want.Planar = true
						want.Width, want.WidthLower = l, l
					case "P05":
						want.Balanced, want.RankOne = true, true
						want.Width, want.WidthLower = n-1, n-1
						want.Planar = n <= 4
					case "P06":
						want.Planar = s.Planar // small cubic graphs may be
						if n >= 20 && s.Planar {
							t.Errorf("P06, n = %d: planar", n)
						}
					}
					got := s
					got.Witnesses = nil
					if task.ID == "P03" || task.ID == "P06" { // no closed form for the width
						if s.Width < s.WidthLower || s.WidthLower < 3 {
							t.Errorf("%s, n = %d: width %d, at least %d", task.ID, n, s.Width, s.WidthLower)
						}
						got.Width, got.WidthLower = 0, 0
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, n = %d (%s) (-want +got):\n%s", task.ID, n, r, diff)
					}
					for name, expected := range map[string]bool{
						"rotation_system": s.Planar || s.Torus, "kuratowski": !s.Planar,
						"switching": s.Balanced, "frustrated_cycle": !s.Balanced,
						"lattice": task.ID < "P05", "elimination_order": true,
					} {
						if has := s.Witnesses[name] != nil; has != expected {
							t.Errorf("%s, n = %d: witness %q is there: %v", task.ID, n, name, has)
						}
					}
				}
			}
		}
	}
}
