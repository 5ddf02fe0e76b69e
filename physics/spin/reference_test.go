package spin

import (
	"context"
	"maps"
	"math/big"
	"os"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition/partitiontest"
)

// Instances that need a Pfaffian, or a model too large to be written out.
var outOfReach = map[string]bool{
	"ea2d_open_L32_s1_b1.0": true, "ea2d_open_L64_s1_b1.0": true, "ea2d_open_L128_s1_b1.0": true,
	"ea2d_open_L32_s1_b5.0": true, "ea2d_open_L32_s1_b3.0": true, "ea2d_open_L64_s1_b3.0": true,
	"honeycomb_torus_128x128_bKc": true, "tri_torus_16x16_bln3/4": true, "tri_torus_64x64_b0.5": true, "tri_torus_64x64_bln3/4": true,
	"mattis_n1000000_b0.001": true,
}

// longSites is the size beyond which an instance runs only with ASSAY_LONG=1.
const longSites = 200000

// checkReference compares with a stated value, within the stated tolerance and within
// the certified bound (plus what the last digit of the stated value is worth).
func checkReference(t *testing.T, r partitiontest.Reference, z LogZ) {
	t.Helper()
	want, rel := r.Value(t), r.Tolerance(t)
	diff := new(big.Float).SetPrec(256).Sub(z.Value, want)
	d, _ := diff.Abs(diff).Float64()
	size, _ := want.Float64()
	t.Logf("%-30s %-50s off by %.1e, bound %.1e", r.ID, z.Method, d, z.ErrorBound)
	if d > rel*size {
		t.Errorf("%s: ln Z = %s, want %s: off by %.3g, the tolerance is %.3g (%s)", r.ID, z.Text(), r.LogZ, d, rel*size, z.Method)
	}
	if d > z.ErrorBound+1e-25*size {
		t.Errorf("%s: off by %.3g, over the certified bound of %.3g (%s)", r.ID, d, z.ErrorBound, z.Method)
	}
	if z.ErrorBound > 1e-10*size {
		t.Errorf("%s: the bound of %.3g is over the default tolerance", r.ID, z.ErrorBound)
	}
}

func TestReference(t *testing.T) {
	for _, r := range partitiontest.References(t, "ising") {
		if outOfReach[r.ID] || r.N > longSites && os.Getenv("ASSAY_LONG") == "" {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			m, err := ReadModel(r.Model)
			if err != nil {
				t.Fatal(err)
			}
			if m.N != r.N {
				t.Fatalf("%d spins, want %d", m.N, r.N)
			}
			z, err := Evaluate(context.Background(), m, Budget{})
			if err != nil {
				t.Fatal(err)
			}
			checkReference(t, r, z)
			if m.N > 2000 {
				return
			}
			// Every other method that takes it within some million steps.
			reduced, err := planReduce(context.Background(), m, Budget{})
			plans := map[string]Plan{"reduction": reduced}
			if err != nil {
				delete(plans, "reduction")
			}
			for name, plan := range map[string]func(*Model) (Plan, bool){"brute": PlanBrute, "orbits": PlanOrbits, "kernel": PlanKernel} {
				if p, ok := plan(m); ok && p.Log2Cost < 23 {
					plans[name] = p
				}
			}
			for _, name := range slices.Sorted(maps.Keys(plans)) {
				z, err := plans[name].Run(context.Background(), m)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				checkReference(t, r, z)
			}
		})
	}
}

func TestReferenceMattisMillion(t *testing.T) {
	for _, r := range partitiontest.References(t, "ising") {
		if r.ID != "mattis_n1000000_b0.001" {
			continue
		}
		z, err := MattisLogZ(0.001, r.N)
		if err != nil {
			t.Fatal(err)
		}
		// The stated value is for beta = 1/1000 exactly, the float64 next to it differs.
		v, err := modelfile.Parse([]byte(`"0.001"`))
		if err != nil {
			t.Fatal(err)
		}
		b, err := v.Number()
		if err != nil {
			t.Fatal(err)
		}
		checkReference(t, r, z.Widen(b.Err*float64(r.N)*float64(r.N-1)/2))
		return
	}
	t.Fatal("the reference data has no mattis_n1000000_b0.001")
}
