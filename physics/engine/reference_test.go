package engine

import (
	"context"
	"math/big"
	"os"
	"testing"

	"github.com/assay-physics/assay/physics/partition/partitiontest"
)

// Every instance by the default method: within the stated tolerance, with a bound of at
// most 1e-9 relative that holds.
func TestReference(t *testing.T) {
	only := os.Getenv("ASSAY_INSTANCE")
	for _, r := range partitiontest.References(t) {
		if only != "" && r.ID != only {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			if testing.Short() && r.N > 20000 {
				t.Skip("large")
			}
			s, err := Read(r.Model)
			if err != nil {
				t.Fatal(err)
			}
			z, err := LogZ(context.Background(), s, Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, tol := r.Value(t), r.Tolerance(t)
			d, _ := new(big.Float).Sub(z.Value, want).Float64()
			d = max(d, -d)
			size, _ := want.Float64()
			size = max(size, -size)
			t.Logf("%s: %s ± %.2g (%s, %s); off by %.2g", r.ID, z.Text(), z.ErrorBound, z.Plan.Name, z.Precision, d)
			if !z.Exact {
				t.Errorf("an estimate, or not within the tolerance: tried %v", z.Failed)
			}
			if d > tol*size+z.ErrorBound {
				t.Errorf("%s by %s, want %s: off by %.3g, tolerance %.3g, bound %.3g", z.Text(), z.Plan.Name, r.LogZ, d, tol*size, z.ErrorBound)
			}
			// The stated value is itself right to its tolerance or its digits only.
			if z.ErrorBound > 1e-9*size {
				t.Errorf("the bound is %.3g, more than 1e-9 of %.3g", z.ErrorBound, size)
			}
		})
	}
}
