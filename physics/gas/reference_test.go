package gas

import (
	"bufio"
	"context"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared finds a file of the reference data beside the repository.
func shared(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(dir, "shared", "statmech", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skipf("the reference data (shared/statmech/%s beside the repository) is not here", name)
		}
		dir = up
	}
}

func TestReference(t *testing.T) {
	f, err := os.Open(shared(t, "reference.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	seen := 0
	for lines.Scan() {
		var r struct {
			ID     string          `json:"id"`
			Model  json.RawMessage `json:"model"`
			LogZ   string          `json:"log_z"`
			RelTol string          `json:"rel_tol"`
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if s := string(r.Model); !strings.Contains(s, `"coulomb_1d"`) && !strings.Contains(s, `"tonks"`) && !strings.Contains(s, `"spherical"`) {
			continue
		}
		seen++
		m, err := Read(r.Model)
		if err != nil {
			t.Fatal(r.ID, err)
		}
		z, err := m.LogZ(context.Background())
		if err != nil {
			t.Fatal(r.ID, err)
		}
		want, _, err := big.ParseFloat(r.LogZ, 10, 256, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := new(big.Float).SetPrec(256).Sub(z.Value, want).Float64()
		w, _ := want.Float64()
		tol, _, _ := big.ParseFloat(r.RelTol, 10, 64, big.ToNearestEven)
		rel, _ := tol.Float64()
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
