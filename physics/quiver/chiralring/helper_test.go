package chiralring_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
)

// cell is a theory of testdata/cells.jsonl: a phase of the catalogue or a Seiberg dual of
// one, with the ring dimensions and det χ of the phase. Loops are U(N) matrices.
type cell struct {
	Name   string
	Phase  string
	Ranks  []int
	Fields []string
	W      []string
	Ring   map[string]int
	theory *quiver.Theory
}

func rat(s string) *big.Rat { return sample.Rat(s) }

func build(name string, ranks []int, fields, w []string) *quiver.Theory {
	return sample.Build(name, ranks, fields, w)
}

func cells(tb testing.TB) []cell {
	data, err := os.ReadFile("testdata/cells.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	var list []cell
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		var c cell
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			tb.Fatal(err)
		}
		c.theory = build(c.Name, c.Ranks, c.Fields, c.W)
		list = append(list, c)
	}
	return list
}

func dimensions(tb testing.TB, t *quiver.Theory, g chiralring.Grading, top string) *chiralring.Table {
	tb.Helper()
	table, err := chiralring.Dimensions(context.Background(), t, g, rat(top), chiralring.Budget{})
	if err != nil {
		tb.Fatal(err)
	}
	if table.Untested != "" || !table.Complete {
		tb.Fatalf("%s: untested %q, complete %v", t.Name, table.Untested, table.Complete)
	}
	return table
}

func levels(t *chiralring.Table) string {
	var b strings.Builder
	for _, l := range t.Levels {
		fmt.Fprintf(&b, "%s:%d ", l.R.RatString(), l.Dim)
	}
	return strings.TrimSpace(b.String())
}
