package planar

import (
	"bufio"
	"context"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// instance is one line of the reference data.
type instance struct {
	ID     string          `json:"id"`
	Family string          `json:"family"`
	Model  json.RawMessage `json:"model"`
	LogZ   string          `json:"log_z"`
	RelTol string          `json:"rel_tol"`
}

// reference reads the reference data beside the repository, if it is there.
func reference(t testing.TB) []instance {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var f *os.File
	for {
		if f, err = os.Open(filepath.Join(dir, "shared", "statmech", "reference.jsonl")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("the reference data (shared/statmech/reference.jsonl beside the repository) is not here")
		}
		dir = up
	}
	defer f.Close()
	var out []instance
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var i instance
		if err := json.Unmarshal(lines.Bytes(), &i); err != nil {
			t.Fatal(err)
		}
		out = append(out, i)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// long unlocks tests of more than a few seconds.
var long = os.Getenv("ASSAY_LONG") != ""

func checkReference(t *testing.T, r instance, z partition.LogZ) {
	t.Helper()
	want, _, err := big.ParseFloat(r.LogZ, 10, 400, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	tol, _, err := big.ParseFloat(r.RelTol, 10, 64, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	d, _ := new(big.Float).Abs(new(big.Float).Sub(z.Value, want)).Float64()
	size, _ := new(big.Float).Abs(want).Float64()
	rel, _ := tol.Float64()
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
	for _, r := range reference(t) {
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
