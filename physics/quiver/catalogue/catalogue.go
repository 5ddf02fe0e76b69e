// Package catalogue holds well-known quiver gauge theories as data: the toric phases of D3
// branes at dP0, F0 (two phases), dP1, dP2, the suspended pinch point, ℂ³/(ℤ2×ℤ2) and the
// conifold.
//
// The type to know is Phase. Quivers and superpotentials are those of Feng, Hanany and He
// (hep-th/0003085, hep-th/0104259), Feng, Franco, Hanany and He (hep-th/0205144), Morrison
// and Plesser (hep-th/9810201), Uranga (hep-th/9811004), and Klebanov and Witten
// (hep-th/9807080); the superconformal R-charges follow from a-maximization (Intriligator
// and Wecht, hep-th/0304128; for dP1 Bertolini, Bigazzi and Cotrone, hep-th/0411249).
package catalogue

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"github.com/assay-physics/assay/physics/quiver"
)

// A Phase is a theory for every common rank N.
type Phase struct {
	Name, Family, Title string
	// Polygon are the corners of the toric diagram, counterclockwise.
	Polygon [][2]int
	// ZigZags is the number of zig-zag paths, the lattice points on the polygon's boundary.
	ZigZags int
	// FieldNames are the names of the arrows in the literature, in the order of the theory.
	FieldNames []string
	// Superconformal are the R-charges of the arrows that maximize a for large N. They hold
	// for every N unless the theory has adjoints, whose missing trace shifts them at finite N.
	Superconformal []Quadratic

	nodes int
	data  phaseData
}

// Quadratic is the number A + B√D.
type Quadratic struct {
	A, B *big.Rat
	D    int
}

// Float64 is the nearest value in floating point, up to rounding in its three operations.
func (q Quadratic) Float64() float64 {
	a, _ := q.A.Float64()
	b, _ := q.B.Float64()
	root, _ := new(big.Float).Sqrt(big.NewFloat(float64(q.D))).Float64()
	return a + b*root
}

func (q Quadratic) String() string {
	if q.B.Sign() == 0 {
		return q.A.RatString()
	}
	sign, b := "+", q.B
	if b.Sign() < 0 {
		sign, b = "−", new(big.Rat).Neg(b)
	}
	return fmt.Sprintf("%s %s %s√%d", q.A.RatString(), sign, b.RatString(), q.D)
}

type phaseData struct {
	Name, Family, Title string
	Nodes, Sqrt         int
	Polygon             [][2]int
	ZigZags             int
	Arrows              []struct {
		Label, Name    string
		Source, Target int
		R              string
		Superconformal [2]string
	}
	Superpotential []struct {
		Coefficient string
		Factors     []string
	}
}

//go:embed phases.json
var phasesJSON []byte

// load reads the embedded data once. It is written by us and read by a test, so what does
// not parse is a bug of this package.
var load = sync.OnceValue(func() []Phase {
	var data []phaseData
	if err := json.Unmarshal(phasesJSON, &data); err != nil {
		panic(fmt.Sprintf("catalogue: phases.json: %v", err))
	}
	phases := make([]Phase, len(data))
	for i, d := range data {
		p := Phase{Name: d.Name, Family: d.Family, Title: d.Title, Polygon: d.Polygon, ZigZags: d.ZigZags, nodes: d.Nodes, data: d}
		for _, a := range d.Arrows {
			p.FieldNames = append(p.FieldNames, a.Name)
			p.Superconformal = append(p.Superconformal, Quadratic{rat(a.Superconformal[0]), rat(a.Superconformal[1]), d.Sqrt})
		}
		phases[i] = p
	}
	return phases
})

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(fmt.Sprintf("catalogue: phases.json: %q is not a rational number", s))
	}
	return r
}

// Phases are the eight phases.
func Phases() []Phase { return slices.Clone(load()) }

// Find is the phase with a name.
func Find(name string) (Phase, error) {
	for _, p := range load() {
		if p.Name == name {
			return p, nil
		}
	}
	return Phase{}, fmt.Errorf("catalogue: there is no phase %q; Phases lists them", name)
}

// Theory is the phase with gauge group SU(n) at every node, n ≥ 2. Its R-charges are
// rational, positive and anomaly-free, and superconformal only where those are rational;
// adjoints are traceless (see quiver.Theory.WithTraces).
func (p Phase) Theory(n int) *quiver.Theory {
	t := &quiver.Theory{Name: p.Name, EncodesR: true}
	for v := range p.nodes {
		t.Nodes = append(t.Nodes, quiver.Node{Label: fmt.Sprintf("SU(%d)_%d", n, v), Rank: n})
	}
	at := make(map[string]int)
	for k, a := range p.data.Arrows {
		at[a.Label] = k
		t.Arrows = append(t.Arrows, quiver.Arrow{Label: a.Label, Source: a.Source, Target: a.Target, R: rat(a.R)})
	}
	for _, w := range p.data.Superpotential {
		term := quiver.SuperpotentialTerm{Coefficient: rat(w.Coefficient)}
		for _, x := range w.Factors {
			term.Word = append(term.Word, at[x])
		}
		t.W = append(t.W, term)
	}
	t.W = t.W.Normalize()
	return t
}
