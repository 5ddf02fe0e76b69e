package lattice

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/partition/partitiontest"
)

// isTorusOfTriangles says whether an Ising model is on one of the lattices of the
// closed forms.
func isTorusOfTriangles(root *modelfile.Value) bool {
	v := root.Get("lattice")
	if v == nil {
		return false
	}
	kind, err := v.Text()
	return err == nil && (kind == "triangular" || kind == "honeycomb")
}

// torusInstance evaluates the Ising instances on the triangular and honeycomb torus.
func torusInstance(ctx context.Context, t *testing.T, root *modelfile.Value) (partition.LogZ, bool) {
	kind, err := root.Get("lattice").Text()
	if err != nil {
		t.Fatal(err)
	}
	size, err := root.Get("size").Integers(1, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	beta, err := root.Get("beta").Rational()
	if err != nil {
		t.Fatal(err)
	}
	J, err := root.Get("couplings").Rational()
	if err != nil {
		return partition.LogZ{}, false
	}
	K := beta.Mul(beta, J)
	torus := TriangularTorus
	if kind == "honeycomb" {
		torus = HoneycombTorus
	}
	z, err := torus(ctx, size[0], size[1], K, K, K)
	if err != nil {
		t.Fatal(err)
	}
	return z, true
}

func TestReferenceInstances(t *testing.T) {
	ctx := context.Background()
	seen := 0
	for _, r := range partitiontest.References(t) {
		root, err := modelfile.Parse(r.Model)
		if err != nil {
			t.Fatal(err)
		}
		kind, err := root.Get("model").Text()
		if err != nil {
			t.Fatal(err)
		}
		ising := kind == "ising" && isTorusOfTriangles(root)
		if !ising && !slices.Contains(Kinds(), kind) {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			var z partition.LogZ
			if ising {
				var ok bool
				if z, ok = torusInstance(ctx, t, root); !ok {
					t.Fatal("not understood")
				}
			} else {
				m, err := Read(root)
				if err != nil {
					t.Fatal(err)
				}
				if m.Sites() != r.N {
					t.Errorf("%d sites, want %d", m.Sites(), r.N)
				}
				if len(m.Explain()) == 0 {
					t.Error("no explanation")
				}
				if z, err = m.LogZ(ctx); err != nil {
					t.Fatal(err)
				}
			}
			seen++
			within(t, z, r.LogZ, r.RelTol, 1e-28, 1e-12)
		})
	}
	if seen < 50 {
		t.Errorf("only %d instances were seen", seen)
	}
}

// within compares with a value that is right to a relative tolerance, and with that of
// the result up to the slack that the digits of the value leave; it asks for a relative
// bound below limit.
func within(t *testing.T, z partition.LogZ, value, tolerance string, slack, limit float64) {
	t.Helper()
	want, _, err := big.ParseFloat(value, 10, 200, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	tol, _, err := big.ParseFloat(tolerance, 10, 64, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	if z.Value == nil {
		t.Fatal("no value")
	}
	diff := new(big.Float).SetPrec(300).Sub(z.Value, want)
	off, _ := diff.Abs(diff).Float64()
	rel, _ := tol.Float64()
	size, _ := want.Float64()
	if off > rel*max(1, size) {
		t.Errorf("ln Z = %s, want %s", z.Text(), value)
	}
	if off > z.ErrorBound+slack*max(1, size) {
		t.Errorf("ln Z = %s is off by %.3g, the bound is %.3g", z.Text(), off, z.ErrorBound)
	}
	if z.Relative() > limit {
		t.Errorf("the relative bound is %.3g (%s, %s)", z.Relative(), z.Method, z.Precision)
	}
	if !z.Exact || z.Negative {
		t.Errorf("exact %v, negative %v", z.Exact, z.Negative)
	}
}
