package sample

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
)

// Rat reads a rational number; a test that misspells one panics.
func Rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a rational number: " + s)
	}
	return r
}

// Build makes a theory from lines "label source target R" and "coefficient label …"; a
// field with ends "-" is a singlet.
func Build(name string, ranks []int, fields, w []string) *quiver.Theory {
	t := &quiver.Theory{Name: name, EncodesR: true}
	for i, n := range ranks {
		t.Nodes = append(t.Nodes, quiver.Node{Label: fmt.Sprintf("SU(%d)_%d", n, i), Rank: n})
	}
	arrow, singlet := map[string]int{}, map[string]int{}
	for _, line := range fields {
		f := strings.Fields(line)
		if f[1] == "-" {
			singlet[f[0]] = len(t.Singlets)
			t.Singlets = append(t.Singlets, quiver.Singlet{Label: f[0], R: Rat(f[3])})
			continue
		}
		s, err1 := strconv.Atoi(f[1])
		e, err2 := strconv.Atoi(f[2])
		if err1 != nil || err2 != nil {
			panic(line)
		}
		arrow[f[0]] = len(t.Arrows)
		t.Arrows = append(t.Arrows, quiver.Arrow{Label: f[0], Source: s, Target: e, R: Rat(f[3])})
	}
	for _, line := range w {
		f := strings.Fields(line)
		term := quiver.SuperpotentialTerm{Coefficient: Rat(f[0])}
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
