package chain

import (
	"context"
	"math"
	"math/big"
	"path/filepath"
	"testing"

	"github.com/assay-physics/assay/physics/partition/partitiontest"
)

// Chains too long for diagonalisation, by another program at another precision.
func TestGolden(t *testing.T) {
	checkAll(t, partitiontest.Read(t, filepath.Join("testdata", "golden.jsonl")), 10, 1e-35)
}

// The stated values of the reference are float64 results in part.
func TestReference(t *testing.T) {
	checkAll(t, partitiontest.References(t, "tfim", "xy_chain"), 8, 1e-14)
}

// checkAll compares with values that are relatively good to digits, and wants no fewer
// than least of them.
func checkAll(t *testing.T, list []partitiontest.Reference, least int, digits float64) {
	t.Helper()
	seen := 0
	for _, r := range list {
		seen++
		m, err := Read(r.Model)
		if err != nil {
			t.Fatal(r.ID, err)
		}
		z, err := m.LogZ(context.Background())
		if err != nil {
			t.Fatal(r.ID, err)
		}
		want := r.Value(t)
		d, _ := new(big.Float).SetPrec(256).Sub(z.Value, want).Float64()
		w, _ := want.Float64()
		t.Logf("%-20s off by %8.1e, bound %.1e, relative %.1e, %s", r.ID, d, z.ErrorBound, z.Relative(), z.Method)
		if d = math.Abs(d); d > 1e-12*w || d > z.ErrorBound+digits*w {
			t.Errorf("%s: ln Z = %s, want %s", r.ID, z.Text(), r.LogZ)
		}
		if z.Relative() > 1e-10 {
			t.Errorf("%s: bound %g", r.ID, z.ErrorBound)
		}
	}
	if seen < least {
		t.Errorf("%d instances", seen)
	}
}
