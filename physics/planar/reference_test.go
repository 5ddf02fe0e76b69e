package planar

import (
	"context"
	"math/big"
	"os"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/partition/partitiontest"
	"github.com/assay-physics/assay/physics/spin"
)

// long unlocks tests of more than a few seconds.
var long = os.Getenv("ASSAY_LONG") != ""

func checkReference(t *testing.T, r partitiontest.Reference, z partition.LogZ) {
	t.Helper()
	want, rel := r.Value(t), r.Tolerance(t)
	d, _ := new(big.Float).Abs(new(big.Float).Sub(z.Value, want)).Float64()
	size, _ := new(big.Float).Abs(want).Float64()
	digits := 1e-28 * size // what the decimals of the reference hold
	t.Logf("%-34s off by %.1e, bound %.1e, %s %v", r.ID, d, z.ErrorBound, z.Precision, z.Escalated)
	if d > z.ErrorBound+rel*size {
		t.Errorf("%s: ln Z = %s, want %s: off by %.3g, the tolerance is %.3g", r.ID, z.Text(), r.LogZ, d, rel*size)
	}
	if rel <= 1e-12 && d > z.ErrorBound+digits {
		t.Errorf("%s: off by %.3g, over the certified bound of %.3g", r.ID, d, z.ErrorBound)
	}
	if z.ErrorBound > 1e-10*max(1, size) {
		t.Errorf("%s: the bound of %.3g is over the default tolerance", r.ID, z.ErrorBound)
	}
}

func TestReference(t *testing.T) {
	families := []string{
		"ea2d_pmJ_open", "ea2d_pmJ_open_lowT_stress", "ea2d_pmJ_torus", "gauge_removable_torus", "ising2d_torus_ferro",
		"ising_triangular_torus", "ising_triangular_torus_afm", "ising_honeycomb_torus", "ising2d_torus_aniso",
	}
	seen := map[string]int{}
	for _, r := range partitiontest.References(t) {
		if !slices.Contains(families, r.Family) {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			m, err := spin.ReadModel(r.Model)
			if err != nil {
				t.Fatal(err)
			}
			if limit := 5000; m.N > limit && !long {
				t.Skip("large")
			}
			seen[r.Family]++
			z, err := LogZ(context.Background(), m, Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkReference(t, r, z)
		})
	}
	t.Log(seen)
}
