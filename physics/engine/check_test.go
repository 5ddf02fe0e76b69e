package engine

import (
	"context"
	"strconv"
	"strings"
	"testing"
)

// A cross-check that was asked for and cannot be had is said not to have been.
func TestUnchecked(t *testing.T) {
	for model, want := range map[string]string{
		`{"model":"dimer","lattice":"square","size":[4,4]}`:                                                 "no second method",
		`{"model":"ising","lattice":"square","size":[4,4],"couplings":{"pm1":7},"fields":0.5,"beta":"0.5"}`: "",
	} {
		s, err := Read([]byte(model))
		if err != nil {
			t.Fatal(err)
		}
		for _, asked := range []bool{false, true} {
			z, err := LogZ(context.Background(), s, Options{CrossCheck: asked})
			if err != nil {
				t.Fatal(err)
			}
			if said := z.Unchecked != ""; said != (asked && want != "") || !strings.Contains(z.Unchecked, want) && asked || asked && (z.Check != nil) == said {
				t.Errorf("%s, asked %v: %q, check %v", model, asked, z.Unchecked, z.Check)
			}
		}
	}
}

// A chain of factors is of bounded width however long it is.
func TestClassOfFactors(t *testing.T) {
	chain := `{"model":"factors","cardinality":[2,2,2,2,2,2,2,2,2,2,2,2],"factors":[`
	for v := range 11 {
		if v > 0 {
			chain += ","
		}
		chain += `{"sites":[` + strconv.Itoa(v) + `,` + strconv.Itoa(v+1) + `],"table":[1,2,3,4]}`
	}
	s, err := Read([]byte(chain + "]}"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyze(context.Background(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Class != "treewidth_bounded" || a.Complexity != "O(n)" {
		t.Errorf("a chain of factors is %s, %s", a.Class, a.Complexity)
	}
}
