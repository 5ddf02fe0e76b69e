package gas

import (
	"context"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/partition/partitiontest"
)

func TestReference(t *testing.T) {
	seen := 0
	for _, r := range partitiontest.References(t, "coulomb_1d", "tonks", "spherical") {
		seen++
		m, err := Read(r.Model)
		if err != nil {
			t.Fatal(r.ID, err)
		}
		z, err := m.LogZ(context.Background())
		if err != nil {
			t.Fatal(r.ID, err)
		}
		want, rel := r.Value(t), r.Tolerance(t)
		d, _ := new(big.Float).SetPrec(256).Sub(z.Value, want).Float64()
		w, _ := want.Float64()
		t.Logf("%-20s off by %8.1e, bound %.1e, relative %.1e, %s", r.ID, d, z.ErrorBound, z.Relative(), z.Method)
		if d < 0 {
			d = -d
		}
		if d > rel*w || d > z.ErrorBound+1e-19*w {
			t.Errorf("%s: ln Z = %s, want %s", r.ID, z.Text(), r.LogZ)
		}
		if z.Relative() > 1e-20 {
			t.Errorf("%s: bound %g", r.ID, z.ErrorBound)
		}
	}
	if seen < 5 {
		t.Errorf("%d instances", seen)
	}
}
