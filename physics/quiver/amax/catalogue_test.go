package amax_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/amax"
)

// The shared catalogue: phases with all their duals, and their charges and central charges
// from two independent programs.
type phase struct {
	Phase string  `json:"phase"`
	N     int     `json:"N"`
	A     float64 `json:"a_max_float"`
	C     float64 `json:"c_max_float"`
	U1    int     `json:"n_anomaly_free_u1_nonR"`
	side
	Duals []struct {
		Node      int  `json:"node"`
		OK        bool `json:"dualisable"`
		Ranks     []int
		WithTrace []string `json:"loops_with_trace"`
		side
	} `json:"duals"`
}

type side struct {
	Fields []struct {
		Name   string
		Source int
		Target int
		R      float64 `json:"R_superconformal_float_at_N"`
		Trace  bool    `json:"trace_part_included"`
	} `json:"fields"`
	W []struct {
		Coefficient string   `json:"coefficient"`
		Word        []string `json:"word"`
	} `json:"superpotential"`
}

func shared(t *testing.T) []phase {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "duality", "catalogue.json"))
	if os.IsNotExist(err) {
		t.Skip("the shared catalogue is not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	var list []phase
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func (s side) theory(name string, ranks []int) *quiver.Theory {
	th := &quiver.Theory{Name: name}
	for i, n := range ranks {
		th.Nodes = append(th.Nodes, quiver.Node{Label: fmt.Sprintf("SU(%d)_%d", n, i), Rank: n})
	}
	index := map[string]int{}
	for i, f := range s.Fields {
		index[f.Name] = i
		th.Arrows = append(th.Arrows, quiver.Arrow{Label: f.Name, Source: f.Source, Target: f.Target, R: new(big.Rat)})
	}
	for _, w := range s.W {
		c, _ := new(big.Rat).SetString(w.Coefficient)
		term := quiver.SuperpotentialTerm{Coefficient: c}
		for _, x := range w.Word {
			term.Word = append(term.Word, index[x])
		}
		th.W = append(th.W, term)
	}
	return th
}

// withTraces gives loops that stand for N×N matrices with trace a singlet for it: the trace
// of Φ multiplies the identity.
func withTraces(th *quiver.Theory, labels []string) *quiver.Theory {
	for _, l := range labels {
		k := slices.IndexFunc(th.Arrows, func(a quiver.Arrow) bool { return a.Label == l })
		s := len(th.Singlets)
		th.Singlets = append(th.Singlets, quiver.Singlet{Label: "tr " + l, R: new(big.Rat)})
		for _, w := range slices.Clone(th.W) {
			if i := slices.Index(w.Word, k); i >= 0 {
				th.W = append(th.W, quiver.SuperpotentialTerm{
					Coefficient: w.Coefficient,
					Singlets:    append(slices.Clone(w.Singlets), s),
					Word:        slices.Delete(slices.Clone(w.Word), i, i+1),
				})
			}
		}
	}
	return th
}

func equal(n, k int) []int { return slices.Repeat([]int{k}, n) }

func TestCatalogue(t *testing.T) {
	for _, p := range shared(t) {
		nodes := len(p.Duals)
		var traces []string
		for _, f := range p.Fields {
			if f.Trace {
				traces = append(traces, f.Name)
			}
		}
		th := withTraces(p.theory(p.Phase, equal(nodes, p.N)), traces)
		r, err := amax.Maximize(th, amax.Options{})
		if err != nil || r.Status != amax.Found {
			t.Errorf("%s: %v %+v", p.Phase, err, r)
			continue
		}
		if math.Abs(r.A.Float64()-p.A) > 1e-9*p.A || math.Abs(r.C.Float64()-p.C) > 1e-9*p.C {
			t.Errorf("%s: a, c = %v, %v, not %v, %v", p.Phase, r.A, r.C, p.A, p.C)
		}
		if r.U1 != p.U1 {
			t.Errorf("%s: %d U(1)s, not %d", p.Phase, r.U1, p.U1)
		}
		for i, f := range p.Fields {
			if math.Abs(r.R[i].Float64()-f.R) > 1e-9 {
				t.Errorf("%s: R(%s) = %v, not %v", p.Phase, f.Name, r.R[i], f.R)
			}
		}
		for _, d := range p.Duals {
			if !d.OK {
				continue
			}
			m, err := amax.Maximize(withTraces(d.theory("dual", d.Ranks), d.WithTrace), amax.Options{})
			if err != nil || m.Status != amax.Found {
				t.Errorf("%s at %d: %v %+v", p.Phase, d.Node, err, m)
				continue
			}
			if eq, ok := amax.Equal(r.A, m.A); !eq || !ok {
				t.Errorf("%s at %d (trace %v): a = %v, not %v", p.Phase, d.Node, d.WithTrace, m.A, r.A)
			}
		}
	}
}
