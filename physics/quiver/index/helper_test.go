package index_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
)

// cell is a theory of testdata/cells.jsonl: a phase of the catalogue or a Seiberg dual of
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

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a rational number: " + s)
	}
	return r
}

// build makes a theory from lines "label source target R" and "coefficient label …"; a
// field with ends "-" is a singlet.
func build(name string, ranks []int, fields, w []string) *quiver.Theory {
	t := &quiver.Theory{Name: name, EncodesR: true}
	for i, n := range ranks {
		t.Nodes = append(t.Nodes, quiver.Node{Label: fmt.Sprintf("SU(%d)_%d", n, i), Rank: n})
	}
	arrow, singlet := map[string]int{}, map[string]int{}
	for _, line := range fields {
		f := strings.Fields(line)
		if f[1] == "-" {
			singlet[f[0]] = len(t.Singlets)
			t.Singlets = append(t.Singlets, quiver.Singlet{Label: f[0], R: rat(f[3])})
			continue
		}
		s, err1 := strconv.Atoi(f[1])
		e, err2 := strconv.Atoi(f[2])
		if err1 != nil || err2 != nil {
			panic(line)
		}
		arrow[f[0]] = len(t.Arrows)
		t.Arrows = append(t.Arrows, quiver.Arrow{Label: f[0], Source: s, Target: e, R: rat(f[3])})
	}
	for _, line := range w {
		f := strings.Fields(line)
		term := quiver.SuperpotentialTerm{Coefficient: rat(f[0])}
		for _, x := range f[1:] {
			if k, ok := singlet[x]; ok {
				term.Singlets = append(term.Singlets, k)
			} else if k, ok := arrow[x]; ok {
				term.Word = append(term.Word, k)
			} else {
				panic(line)
			}
		}
		t.W = append(t.W, term)
	}
	if err := t.Validate(); err != nil {
		panic(err)
	}
	return t
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
