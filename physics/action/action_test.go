package action

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/chain"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// drawModel draws a model of few spins, terms of one, two and (if so) three of them.
func drawModel(t *rapid.T, least, most, order int) *spin.Model {
	m := &spin.Model{N: rapid.IntRange(least, most).Draw(t, "n"), Beta: rapid.SampledFrom([]float64{1, 0.3, -0.7, 2.5}).Draw(t, "beta")}
	sites := make([]int, m.N)
	for i := range sites {
		sites[i] = i
	}
	for range rapid.IntRange(0, 14).Draw(t, "terms") {
		k := rapid.IntRange(1, min(order, m.N)).Draw(t, "order")
		at := rapid.Permutation(sites).Draw(t, "sites")[:k]
		J := rapid.OneOf(rapid.SampledFrom([]float64{1, -1, 0, 0.5}), rapid.Float64Range(-2, 2)).Draw(t, "J")
		m.Terms = append(m.Terms, spin.Term{Sites: slices.Clone(at), J: J})
	}
	return m
}

// drawPlanar draws a connected planar graph: a random tree plus the edges that keep it
// planar, ferromagnetic, with its drawing.
func drawPlanar(t *rapid.T) (*spin.Model, graph.Rotation) {
	n := rapid.IntRange(1, 8).Draw(t, "n")
	var edges []graph.Edge
	for v := 1; v < n; v++ {
		edges = append(edges, graph.Edge{rapid.IntRange(0, v-1).Draw(t, "parent"), v})
	}
	for range rapid.IntRange(0, 10).Draw(t, "more") {
		u, v := rapid.IntRange(0, n-1).Draw(t, "u"), rapid.IntRange(0, n-1).Draw(t, "v")
		if u == v {
			continue
		}
		g, err := graph.New(n, append(slices.Clone(edges), graph.Edge{u, v}))
		if err == nil && graph.IsPlanar(g) {
			edges = append(edges, graph.Edge{u, v})
		}
	}
	m := &spin.Model{N: n, Beta: rapid.SampledFrom([]float64{1, 0.4, 2}).Draw(t, "beta")}
	for _, e := range edges {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{e[0], e[1]}, J: rapid.Float64Range(0.01, 2).Draw(t, "J")})
	}
	g, err := graph.New(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return m, graph.FindPlanarity(g).Rotation
}

// holds carries the action out, evaluates both sides by enumeration, replays the step
// from its JSON, and holds altered copies of it to be refused.
func holds(t *rapid.T, before State, a Action) Step {
	ctx := context.Background()
	states, step, err := Do(before, a)
	if err != nil {
		t.Fatalf("%s: %v", a.Kind(), err)
	}
	want := value(ctx, t, before)
	branches := make([]partition.LogZ, len(states))
	for i, s := range states {
		branches[i] = value(ctx, t, s)
	}
	got, err := step.Combine(branches)
	if err != nil {
		t.Fatal(err)
	}
	d := new(big.Float).Sub(got.Value, want.Value)
	diff, _ := d.Float64()
	// The weights of a spin model are positive, but a difference of two branches may
	// cancel to nothing that can be told from zero: then nothing is claimed.
	if math.IsInf(got.ErrorBound, 1) {
		return step
	}
	if got.Negative || math.Abs(diff) > got.ErrorBound+want.ErrorBound+1e-50 {
		t.Fatalf("%s: ln Z = %v before, %v after, off by %g; bounds %g and %g", a.Kind(), want.Text(), got.Text(), diff, want.ErrorBound, got.ErrorBound)
	}
	// A bound that is always met because it is large says nothing.
	// (The even sets of a frustrated model cancel by nature.)
	if size := math.Abs(want.Float64()); got.ErrorBound > 1e-9*(1+size) && len(states) == 1 && a.Kind() != "high_temperature" {
		t.Fatalf("%s: an error bound of %g", a.Kind(), got.ErrorBound)
	}
	raw, err := json.Marshal(step)
	if err != nil {
		t.Fatal(err)
	}
	var read Step
	if err := json.Unmarshal(raw, &read); err != nil {
		t.Fatal(err)
	}
	if _, err := Replay(before, []Step{read}); err != nil {
		t.Fatalf("%s: replay: %v", a.Kind(), err)
	}
	for name, alter := range map[string]func(s *Step){
		"another scale":  func(s *Step) { s.After[0].Log += 1 + 4*s.After[0].Bound },
		"another sign":   func(s *Step) { s.After[0].Sign = -s.After[0].Sign },
		"another state":  func(s *Step) { s.After[0].After = s.Before + "0" },
		"another start":  func(s *Step) { s.Before = s.After[0].After + "0" },
		"a branch less":  func(s *Step) { s.After = s.After[:len(s.After)-1] },
		"unknown kind":   func(s *Step) { s.Kind = "magic" },
		"unknown params": func(s *Step) { s.Params = json.RawMessage(`{"extra":1}`) },
	} {
		var bad Step
		if err := json.Unmarshal(raw, &bad); err != nil {
			t.Fatal(err)
		}
		alter(&bad)
		if _, err := Replay(before, []Step{bad}); err == nil {
			t.Fatalf("%s: a step with %s was replayed without complaint", a.Kind(), name)
		}
	}
	return step
}

func value(ctx context.Context, t *rapid.T, s State) partition.LogZ {
	if m, ok := s.(Ising); ok {
		z, err := spin.BruteForce(ctx, m.Model)
		if err != nil {
			t.Fatal(err)
		}
		return z.Widen(m.Rounding)
	}
	z, err := s.LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestGauge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 1, 7, 3)
		flip := rapid.SliceOfN(rapid.IntRange(0, m.N-1), 0, 5).Draw(t, "flip")
		holds(t, Ising{m}, &Gauge{Flip: flip})
	})
}

func TestMergeAndSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 1, 8, 3)
		holds(t, Ising{m}, &Merge{})
		holds(t, Ising{m}, &Split{})
	})
}

func TestCondition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 2, 7, 3)
		sites := rapid.SliceOfNDistinct(rapid.IntRange(0, m.N-1), 1, min(3, m.N-1), rapid.ID[int]).Draw(t, "sites")
		holds(t, Ising{m}, &Condition{Sites: sites})
	})
}

func TestDeleteContract(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 2, 7, 3)
		m.Terms = append(m.Terms, spin.Term{Sites: []int{0, 1}, J: rapid.SampledFrom([]float64{0.4, -1.3, 2}).Draw(t, "bond")})
		holds(t, Ising{m}, &DeleteContract{Term: len(m.Terms) - 1})
	})
}

func TestDecimateAndStarTriangle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 4, 8, 2)
		hub := m.N - 1 // gets the neighbours that the action asks for
		kept := m.Terms[:0:0]
		for _, term := range m.Terms {
			if !slices.Contains(term.Sites, hub) {
				kept = append(kept, term)
			}
		}
		d := rapid.IntRange(0, 3).Draw(t, "degree")
		for i := range d {
			kept = append(kept, spin.Term{Sites: []int{i, hub}, J: rapid.Float64Range(-2, 2).Draw(t, "K")})
		}
		m.Terms = kept
		if d == 3 {
			for i := range d { // a bond of strength zero is no bond
				if m.Terms[len(m.Terms)-1-i].J == 0 {
					return
				}
			}
			holds(t, Ising{m}, &StarTriangle{Sites: []int{hub}})
			return
		}
		if rapid.Bool().Draw(t, "field") {
			m.Terms = append(m.Terms, spin.Term{Sites: []int{hub}, J: 0.7})
		}
		holds(t, Ising{m}, &Decimate{Sites: []int{hub}})
	})
}

// A field-free chain decimates to tanh L = ∏ tanh K.
func TestDecimateChain(t *testing.T) {
	m, err := spin.NewChain(0.8, []float64{1, -0.5, 2, 0.3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	states, _, err := Do(Ising{m}, &Decimate{Sites: []int{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	got := states[0].(Ising).Terms
	want := math.Atanh(math.Tanh(0.8) * math.Tanh(-0.4) * math.Tanh(1.6) * math.Tanh(0.24))
	if len(got) != 1 || math.Abs(got[0].J-want) > 1e-15 {
		t.Errorf("terms %v, want one bond of %v", got, want)
	}
}

// The isotropic star: e^{4L} = cosh 3K / cosh K (Baxter 1982, eq. 6.4.8).
func TestIsotropicStar(t *testing.T) {
	m, err := spin.NewPairs(4, 1, [][2]int{{3, 0}, {3, 1}, {3, 2}}, []float64{0.6, 0.6, 0.6})
	if err != nil {
		t.Fatal(err)
	}
	states, _, err := Do(Ising{m}, &StarTriangle{Sites: []int{3}})
	if err != nil {
		t.Fatal(err)
	}
	want := math.Log(math.Cosh(1.8)/math.Cosh(0.6)) / 4
	terms := states[0].(Ising).Terms
	if len(terms) != 3 {
		t.Fatalf("%d bonds", len(terms))
	}
	for _, b := range terms {
		if math.Abs(b.J-want) > 1e-15 {
			t.Errorf("bond %v, want %v", b, want)
		}
	}
}

func TestKramersWannier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, rot := drawPlanar(t)
		holds(t, Ising{m}, &KramersWannier{Rotation: rot})
	})
}

// The self-dual point of the square lattice: K* = K at ln(1+√2)/2.
func TestSelfDualPoint(t *testing.T) {
	K := math.Log(1+math.Sqrt2) / 2
	if d := dualCoupling(K); math.Abs(d-K) > 4e-16 {
		t.Errorf("K* = %v at K = %v", d, K)
	}
}

func TestHighTemperature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 1, 7, 3)
		holds(t, Ising{m}, &HighTemperature{})
	})
}

func TestHubbardStratonovich(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xi := make([]int8, rapid.IntRange(2, 9).Draw(t, "n"))
		for i := range xi {
			xi[i] = rapid.SampledFrom([]int8{1, -1}).Draw(t, "xi")
		}
		c := rapid.Float64Range(0.05, 1.5).Draw(t, "c")
		m, err := spin.NewMattis(0.8, c, xi)
		if err != nil {
			t.Fatal(err)
		}
		one, err := spin.Analyze(m)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, Ising{m}, &HubbardStratonovich{C: one.RankOne.C, Xi: one.RankOne.Xi})
	})
}

func TestJordanWigner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		ring := rapid.Bool().Draw(t, "ring")
		list := func(k int) []float64 { return rapid.SliceOfN(rapid.Float64Range(-2, 2), k, k).Draw(t, "numbers") }
		bonds := n - 1
		if ring {
			bonds = n
		}
		m := &chain.Model{Family: rapid.SampledFrom([]string{"tfim", "xy_chain"}).Draw(t, "family"), N: n, Beta: 0.8, Ring: ring, J: list(bonds), H: list(n)}
		if m.Family == "xy_chain" {
			m.Gamma = list(bonds)
		}
		if m.Validate() != nil {
			return
		}
		holds(t, Quantum{m}, &JordanWigner{})
	})
	// A field along the bonds is no product of two Majorana operators.
	m := &chain.Model{Family: "pauli_chain", N: 4, Beta: 1}
	for i := range 3 {
		for _, ops := range []string{"XX", "YY", "ZZ"} {
			m.Terms = append(m.Terms, chain.PauliTerm{Sites: []int{i, i + 1}, Ops: ops, J: 1})
		}
	}
	if _, _, err := Do(Quantum{m}, &JordanWigner{}); err == nil {
		t.Error("the Heisenberg chain has no free fermions")
	}
}

func TestRefusals(t *testing.T) {
	field := &spin.Model{N: 2, Beta: 1, Terms: []spin.Term{{Sites: []int{0}, J: 1}, {Sites: []int{0, 1}, J: 1}}}
	bond := &spin.Model{N: 2, Beta: 1, Terms: []spin.Term{{Sites: []int{0, 1}, J: -1}}}
	for name, c := range map[string]struct {
		s State
		a Action
	}{
		"gauge out of range":      {Ising{field}, &Gauge{Flip: []int{2}}},
		"duality with a field":    {Ising{field}, &KramersWannier{Rotation: graph.Rotation{{1}, {0}}}},
		"duality of a negative":   {Ising{bond}, &KramersWannier{Rotation: graph.Rotation{{1}, {0}}}},
		"duality with no drawing": {Ising{bond}, &KramersWannier{}},
		"star of one neighbour":   {Ising{bond}, &StarTriangle{Sites: []int{0}}},
		"all sites summed out":    {Ising{bond}, &Decimate{Sites: []int{0, 1}}},
		"all sites fixed":         {Ising{bond}, &Condition{Sites: []int{0, 1}}},
		"no such bond":            {Ising{bond}, &DeleteContract{Term: 1}},
		"a field is not a bond":   {Ising{field}, &DeleteContract{Term: 0}},
		"imaginary field":         {Ising{bond}, &HubbardStratonovich{C: -1, Xi: []int8{1, 1}}},
		"gauge of a form":         {&GaussianField{N: 2, K: 1}, &Gauge{}},
	} {
		if _, _, err := Do(c.s, c.a); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Replay(Ising{bond}, []Step{{Kind: "gauge", Branch: 1}}); err == nil {
		t.Error("a step on a branch that does not exist was replayed")
	}
}
