package lattice

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
)

// TestModels reads the models of testdata/models.jsonl: those with "log_z" are evaluated
// and survive a round trip, those with "error" are refused with these words.
func TestModels(t *testing.T) {
	data, err := os.ReadFile("testdata/models.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var c struct {
			Model  json.RawMessage `json:"model"`
			LogZ   string          `json:"log_z"`
			Source string          `json:"source"`
			Error  string          `json:"error"`
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		m, err := Parse(c.Model)
		if c.Error != "" {
			if err == nil || !strings.Contains(err.Error(), c.Error) {
				t.Errorf("line %d: %s: error %v, want %q", i+1, c.Model, err, c.Error)
			}
			continue
		}
		if err != nil {
			t.Errorf("line %d: %v", i+1, err)
			continue
		}
		z, err := m.LogZ(ctx)
		if err != nil {
			t.Errorf("line %d: %v", i+1, err)
			continue
		}
		within(t, z, c.LogZ, "2e-15", 2e-15, 1e-12)
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		m2, err := Parse(again)
		if err != nil {
			t.Errorf("line %d: written as %s: %v", i+1, again, err)
			continue
		}
		twice, err := json.Marshal(m2)
		if err != nil || !bytes.Equal(again, twice) {
			t.Errorf("line %d: written as %s, then as %s", i+1, again, twice)
		}
		if z2, err := m2.LogZ(ctx); err != nil || z2.Text() != z.Text() {
			t.Errorf("line %d: %s after a round trip (%v), %s before", i+1, z2.Text(), err, z.Text())
		}
		if m.Sites() != m2.Sites() || m.Kind() != m2.Kind() || len(m.Explain()) == 0 {
			t.Errorf("line %d: changed in a round trip", i+1)
		}
	}
}

// FuzzRead: a file is refused or makes a model that can be written and read again, that
// explains itself, and whose limits hold.
func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("testdata/models.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range bytes.Split(data, []byte("\n")) {
		var c struct {
			Model json.RawMessage `json:"model"`
		}
		if json.Unmarshal(line, &c) == nil {
			f.Add([]byte(c.Model))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := modelfile.Parse(data)
		if err != nil || hasLargeSize(root) {
			return
		}
		m, err := Read(root)
		if err != nil {
			if m != nil {
				t.Fatal("a model beside an error")
			}
			return
		}
		if m.Sites() < 1 {
			t.Fatalf("%d sites", m.Sites())
		}
		out, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(out)
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if again.Sites() != m.Sites() || again.Kind() != m.Kind() {
			t.Fatalf("%s is not the same model", out)
		}
	})
}

// hasLargeSize keeps the fuzzer from spending its time on large lattices.
func hasLargeSize(root *modelfile.Value) bool {
	for _, key := range []string{"size", "n"} {
		v := root.Get(key)
		if v == nil {
			continue
		}
		items := v.Items
		if len(items) == 0 {
			items = []*modelfile.Value{v}
		}
		for _, item := range items {
			if x, err := item.Integer(0, 1<<30); err == nil && x > 12 {
				return true
			}
		}
	}
	return false
}
