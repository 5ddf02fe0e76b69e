package engine

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
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

// What the float64 numbers of a file cannot carry is refused at once, whatever the method;
// numbers that are exact in binary carry any precision.
func TestPrecisionOfTheFile(t *testing.T) {
	for _, c := range []struct {
		model     string
		precision uint
		refused   bool
	}{
		{`{"model":"ising","lattice":"triangular","size":[3,3],"boundary":"torus","couplings":"-2/7","beta":"20","fields":{"beta_h":"0.3"}}`, 200, true},
		{`{"model":"ising","lattice":"square","size":[64,64],"couplings":{"uniform":[-1,1],"seed":1},"beta":"0.7"}`, 90, true},
		{`{"model":"ising","lattice":"square","size":[4,4],"couplings":"0.1","beta":1}`, 40, false},
		{`{"model":"ising","lattice":"square","size":[4,4],"couplings":"0.25","beta":"1.5"}`, 200, false},
	} {
		s, err := Read([]byte(c.model))
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		z, err := LogZ(context.Background(), s, Options{Precision: c.precision})
		switch {
		case c.refused && (!errors.Is(err, ErrRounded) || !strings.Contains(err.Error(), "float64") || time.Since(begun) > time.Second):
			t.Errorf("%s, %d bits: %v after %v", c.model, c.precision, err, time.Since(begun))
		case !c.refused && (err != nil || !z.Exact):
			t.Errorf("%s, %d bits: %+v, %v", c.model, c.precision, z.LogZ, err)
		}
		t.Log(err)
	}
}

// Terms that cancel change nothing: the fields and the triple of a planar model with both
// signs are gone before it is analyzed, and a triple that stays joins its sites.
func TestTermsThatCancel(t *testing.T) {
	const bonds = `{"sites":[0,1],"J":1},{"sites":[1,2],"J":-1},{"sites":[2,3],"J":1},{"sites":[3,0],"J":1}`
	for _, c := range []struct {
		terms             string
		field             bool
		order, components int
	}{
		{`{"sites":[0],"J":0.5},` + bonds + `,{"sites":[0],"J":-0.5},{"sites":[0,1,2],"J":2},{"sites":[2,0,1],"J":-2}`, false, 2, 3},
		{bonds + `,{"sites":[3,4,5],"J":1}`, false, 3, 1},
		{`{"sites":[0],"J":1e16},{"sites":[0],"J":1},{"sites":[0],"J":-1e16}`, true, 1, 6}, // 1 is lost on the way
	} {
		s, err := Read([]byte(`{"model":"ising","n":6,"beta":"0.5","terms":[` + c.terms + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		a, err := Analyze(context.Background(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if st := a.Structure; st.Field != c.field || st.MaxOrder != c.order || st.Components != c.components {
			t.Errorf("%s: field %t, order %d, %d components", c.terms, st.Field, st.MaxOrder, st.Components)
		}
		if c.field {
			continue
		}
		z, err := LogZ(context.Background(), s, Options{CrossCheck: true})
		if err != nil || math.Abs(z.Float64()-enumerate(s.Spin)) > 1e-12 {
			t.Errorf("%s: %+v, %v, want %v", c.terms, z.LogZ, err, enumerate(s.Spin))
		}
	}
}
