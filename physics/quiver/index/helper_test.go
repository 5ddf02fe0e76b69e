package index_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
)

// cell is a theory of ../chiralring/testdata/cells.jsonl: a phase of the catalogue or a Seiberg dual of
// one, with det χ of the phase. Loops are U(N) matrices.
type cell struct {
	Name   string
	Phase  string
	Ranks  []int
	Fields []string
	W      []string
	Det    struct {
		D    int64
		Poly map[string]int64
	}
	theory *quiver.Theory
}

func rat(s string) *big.Rat { return sample.Rat(s) }

func build(name string, ranks []int, fields, w []string) *quiver.Theory {
	return sample.Build(name, ranks, fields, w)
}

func cells(tb testing.TB) []cell {
	data, err := os.ReadFile("../chiralring/testdata/cells.jsonl")
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
