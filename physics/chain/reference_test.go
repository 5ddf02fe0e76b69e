package chain

import (
	"bufio"
	"context"
	"encoding/json"
	"math"
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

// Chains too long for diagonalisation, by another program at another precision.
func TestGolden(t *testing.T) {
	checkFile(t, filepath.Join("testdata", "golden.jsonl"), 10, 1e-35)
}

// The stated values of the reference are float64 results in part.
func TestReference(t *testing.T) { checkFile(t, shared(t, "reference.jsonl"), 8, 1e-14) }

// checkFile compares with the values in a file, which are relatively good to digits, and
// wants no fewer than least of them.
func checkFile(t *testing.T, path string, least int, digits float64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	seen := 0
	for lines.Scan() {
		var r struct {
			ID    string          `json:"id"`
			Model json.RawMessage `json:"model"`
			LogZ  string          `json:"log_z"`
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if s := string(r.Model); !strings.Contains(s, `"tfim"`) && !strings.Contains(s, `"xy_chain"`) {
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
