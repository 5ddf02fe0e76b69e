// Package partitiontest reads the reference values of partition functions that stand
// beside the repository, for the tests of every package that evaluates some of them.
//
// The values were computed elsewhere: closed forms, exact counts, arithmetic of 128 bits.
// Where they are not there, tests skip.
package partitiontest

import (
	"bufio"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// Reference is one instance: a model in the project's format and ln Z.
type Reference struct {
	ID     string          `json:"id"`
	Family string          `json:"family"`
	N      int             `json:"n"`
	Model  json.RawMessage `json:"model"`
	LogZ   string          `json:"log_z"`
	RelTol string          `json:"rel_tol"`
}

// Kind is the model's kind.
func (r Reference) Kind() string {
	var head struct {
		Model string `json:"model"`
	}
	if json.Unmarshal(r.Model, &head) != nil {
		return ""
	}
	return head.Model
}

// Value is ln Z to the digits that are stated.
func (r Reference) Value(t testing.TB) *big.Float {
	t.Helper()
	x, _, err := big.ParseFloat(r.LogZ, 10, 400, big.ToNearestEven)
	if err != nil {
		t.Fatalf("%s: ln Z %q: %v", r.ID, r.LogZ, err)
	}
	return x
}

// Tolerance is the relative tolerance that is stated.
func (r Reference) Tolerance(t testing.TB) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(r.RelTol, 64)
	if err != nil {
		t.Fatalf("%s: tolerance %q: %v", r.ID, r.RelTol, err)
	}
	return x
}

// References lists the instances whose model is one of the kinds, all of them without
// any. It skips the test where the file is missing.
func References(t testing.TB, kinds ...string) []Reference {
	t.Helper()
	list := Read(t, Shared(t, "reference.jsonl"))
	if len(kinds) > 0 {
		list = slices.DeleteFunc(list, func(r Reference) bool { return !slices.Contains(kinds, r.Kind()) })
	}
	if len(list) == 0 {
		t.Fatalf("the reference data has no model of the kinds %v", kinds)
	}
	return list
}

// Read reads a file of instances, one a line.
func Read(t testing.TB, path string) []Reference {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []Reference
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var r Reference
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// Shared finds a file of the reference data beside the repository, or skips the test.
func Shared(t testing.TB, name string) string {
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
