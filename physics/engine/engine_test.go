package engine

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/action"
	"github.com/assay-physics/assay/physics/spin"
)

// drawSpin draws a small model of any shape: lattices and free graphs, terms of one to
// three spins, parallel and vanishing ones, any sign of β.
func drawSpin(t *rapid.T) *spin.Model {
	m := &spin.Model{N: rapid.IntRange(1, 9).Draw(t, "n"), Beta: rapid.SampledFrom([]float64{1, 0.4, -0.8, 0, 3}).Draw(t, "beta")}
	order := rapid.SampledFrom([]int{1, 2, 2, 2, 3}).Draw(t, "order")
	sites := make([]int, m.N)
	for i := range sites {
		sites[i] = i
	}
	for range rapid.IntRange(0, 16).Draw(t, "terms") {
		k := min(m.N, rapid.IntRange(1, order).Draw(t, "size"))
		if order == 2 && rapid.Bool().Draw(t, "bond") {
			k = min(m.N, 2)
		}
		at := rapid.Permutation(sites).Draw(t, "sites")[:k]
		J := rapid.OneOf(rapid.SampledFrom([]float64{1, -1, 0, 0.5}), rapid.Float64Range(-2, 2)).Draw(t, "J")
		m.Terms = append(m.Terms, spin.Term{Sites: slices.Clone(at), J: J})
	}
	return m
}

// enumerate is ln Z by its definition, in 300 bits on exact exponents up to rounding.
func enumerate(m *spin.Model) float64 {
	top, logs := math.Inf(-1), make([]float64, 1<<m.N)
	for x := range logs {
		for _, term := range m.Terms {
			e := m.Beta * term.J
			for _, s := range term.Sites {
				if x>>s&1 == 1 {
					e = -e
				}
			}
			logs[x] += e
		}
		top = max(top, logs[x])
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum)
}

// Every plan that applies gives the sum by definition, within its bound.
func TestEveryPlanAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSpin(t)
		s := &System{Kind: "ising", Spin: m}
		plans, _, err := Plans(s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := enumerate(m)
		seen := 0
		for _, p := range plans {
			if p.Method == Estimate {
				continue
			}
			z, err := p.run(context.Background(), Options{})
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			seen++
			if d := math.Abs(z.Float64() - want); d > z.ErrorBound+1e-13*(4+math.Abs(want)) || z.Negative {
				t.Fatalf("%s: %s ± %.2g, want %.17g, off by %.2g", p.Name, z.Text(), z.ErrorBound, want, d)
			}
			if !(z.ErrorBound <= 1e-10*max(1, math.Abs(want))) {
				t.Errorf("%s: a bound of %g", p.Name, z.ErrorBound)
			}
		}
		if seen < 2 {
			t.Fatalf("only %d plans for %d spins", seen, m.N)
		}
	})
}

// The mapping of an analysis is a chain of steps that can be replayed, and its scales
// lead from ln Z of the end back to that of the beginning.
func TestMappingsReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSpin(t)
		a, err := Analyze(context.Background(), &System{Kind: "ising", Spin: m}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Facts) == 0 || len(a.Argument) == 0 || a.Class == "" || a.Complexity == "" {
			t.Fatalf("an analysis without facts, argument or class: %+v", a)
		}
		raw, err := json.Marshal(a.Mapping)
		if err != nil {
			t.Fatal(err)
		}
		var steps []action.Step
		if err := json.Unmarshal(raw, &steps); err != nil {
			t.Fatal(err)
		}
		states, err := action.Replay(action.Ising{Model: m}, steps)
		if err != nil {
			t.Fatal(err)
		}
		if len(states) != 1 {
			t.Fatalf("%d states at the end", len(states))
		}
		z, err := states[0].LogZ(context.Background())
		if err != nil {
			t.Skip(err.Error()) // even sets that cancel, or too many of them
		}
		got, bound := z.Float64(), z.ErrorBound
		for _, s := range steps {
			got += s.After[0].Log
			bound += s.After[0].Bound
		}
		want := enumerate(m)
		if d := math.Abs(got - want); d > bound+1e-12*(4+math.Abs(want)) {
			t.Fatalf("%v at the end of the mapping, want %v, off by %g", got, want, d)
		}
	})
}

func TestOptions(t *testing.T) {
	s, err := Read([]byte(`{"model":"ising","lattice":"square","size":[4,4],"couplings":{"pm1":1},"fields":1,"beta":1}`))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if _, err := LogZ(ctx, s, Options{Method: "magic"}); err == nil || !strings.Contains(err.Error(), "treewidth") {
		t.Errorf("method magic: %v", err)
	}
	if _, err := LogZ(ctx, s, Options{Method: ClosedForm}); !errors.Is(err, ErrIntractable) {
		t.Errorf("no closed form exists: %v", err)
	}
	if _, err := LogZ(ctx, s, Options{Method: Brute, MaxLog2Cost: 4}); !errors.Is(err, ErrIntractable) {
		t.Errorf("a budget of 16 steps: %v", err)
	}
	z, err := LogZ(ctx, s, Options{CrossCheck: true})
	if err != nil || z.Check == nil || z.CheckMethod == z.Plan.Name {
		t.Errorf("cross-check: %+v, %v", z, err)
	}
	canceled, stop := context.WithCancel(ctx)
	stop()
	big, err := Read([]byte(`{"model":"ising","lattice":"square","size":[20,20],"couplings":{"pm1":1},"fields":1,"beta":1}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LogZ(canceled, big, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancellation: %v", err)
	}
}

// A wrong second opinion does not pass.
func TestDisagreementIsAnError(t *testing.T) {
	s, err := Read([]byte(`{"model":"ising","n":3,"beta":1,"terms":[{"sites":[0,1],"J":1},{"sites":[1,2],"J":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := LogZ(context.Background(), s, Options{CrossCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	r.Value = new(big.Float).Add(r.Value, big.NewFloat(1e-9))
	if err := r.crossCheck(context.Background(), s, -1, Options{CrossCheck: true}); err == nil || !strings.Contains(err.Error(), "disagree") {
		t.Errorf("a value off by 1e-9 passed: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"model":"ising","n":2,"beta":1,"terms":[{"sites":[0,1],"J":0.5}]}`,
		`{"model":"ising","lattice":"complete","size":[1000000],"couplings":{"mattis":3},"beta":"0.1"}`,
		`{"model":"potts","q":3,"lattice":"chain","size":[4],"boundary":"torus","couplings":1,"beta":"0.8"}`,
		`{"model":"factors","cardinality":[2,3],"factors":[{"sites":[0,1],"table":[1,2,3,4,5,6]}]}`,
		`{"model":"dimer","lattice":"aztec","size":[4]}`,
		`{"model":"tfim","size":[4],"boundary":"torus","J":"1.0","h":"0.7","beta":"1.0"}`,
		`{"model":"tonks","size":[10],"length":"20","rod":"1"}`,
		"MARKOV\n2\n2 2\n1\n2 0 1\n\n4\n1 2 3 4\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		s, err := Read(data)
		if err != nil {
			return
		}
		if s.Sites() > 12 { // reading is what is tested; sums of a few sites come for free
			return
		}
		r, err := LogZ(context.Background(), s, Options{MaxLog2Cost: 20})
		if err == nil && r.Value == nil {
			t.Fatal("neither a value nor an error")
		}
	})
}

// Means and samples against enumeration.
func TestObserveAndSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSpin(t)
		s := &System{Kind: "ising", Spin: m}
		got, err := Observe(context.Background(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		z, energy, square := 0.0, 0.0, 0.0
		mean := make([]float64, m.N)
		top := enumerate(m)
		for x := range 1 << m.N {
			h := 0.0
			for _, term := range m.Terms {
				e := -term.J
				for _, v := range term.Sites {
					if x>>v&1 == 1 {
						e = -e
					}
				}
				h += e
			}
			p := math.Exp(-m.Beta*h - top)
			z += p
			energy += p * h
			square += p * h * h
			for v := range mean {
				mean[v] += p * float64(1-2*(x>>v&1))
			}
		}
		if d := math.Abs(got.Energy.Value - energy/z); d > got.Energy.Error+1e-11 {
			t.Fatalf("energy %v, want %v", got.Energy, energy/z)
		}
		heat := m.Beta * m.Beta * (square/z - energy/z*energy/z)
		if d := math.Abs(got.HeatCapacity.Value - heat); d > got.HeatCapacity.Error+1e-9 {
			t.Fatalf("heat capacity %v, want %v", got.HeatCapacity, heat)
		}
		for v := range mean {
			if math.Abs(got.Magnetization[v]-mean[v]/z) > got.Error+1e-11 {
				t.Fatalf("⟨s_%d⟩ = %v, want %v", v, got.Magnetization[v], mean[v]/z)
			}
		}
		const count = 400
		samples, err := Sample(context.Background(), s, count, Options{Seed: 5})
		if err != nil || len(samples) != count {
			t.Fatalf("%d samples, %v", len(samples), err)
		}
		for v := range mean {
			sum := 0.0
			for _, x := range samples {
				sum += float64(x[v])
			}
			// Six standard deviations of a mean of ±1.
			if math.Abs(sum/count-mean[v]/z) > 6/math.Sqrt(count) {
				t.Fatalf("the mean of s_%d over samples is %v, want %v", v, sum/count, mean[v]/z)
			}
		}
	})
}

// A torus is found in the bonds when no generator names it, and takes four Pfaffians.
func TestUnnamedTorus(t *testing.T) {
	named, err := Read([]byte(`{"model":"ising","lattice":"square","size":[5,6],"boundary":"torus","couplings":{"pm1":3},"beta":"0.7"}`))
	if err != nil {
		t.Fatal(err)
	}
	m := *named.Spin
	m.Lattice = nil
	label := []int{7, 3, 22, 14, 0, 29, 11, 5, 18, 26, 1, 9, 13, 27, 4, 20, 16, 8, 24, 2, 19, 6, 28, 12, 23, 10, 17, 25, 15, 21}
	m.Terms = slices.Clone(m.Terms)
	for k, term := range m.Terms {
		m.Terms[k].Sites = []int{label[term.Sites[0]], label[term.Sites[1]]}
	}
	for _, s := range []*System{named, {Kind: "ising", Spin: &m}} {
		z, err := LogZ(context.Background(), s, Options{Method: Pfaffian, CrossCheck: true})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(z.Plan.Name, "4 Pfaffians") || z.Check == nil {
			t.Errorf("%s, checked by %q", z.Plan.Name, z.CheckMethod)
		}
	}
}

// A sum of rounded weights that may be zero is an error, whatever its size: neither zero
// nor a value is claimed. Weights that are known exactly make an exact zero, or a value.
func TestSumsThatMayVanish(t *testing.T) {
	for _, c := range []struct {
		table string
		zero  bool
		value float64 // 0: an error
	}{
		{`["1/3","-0.333333333333333333333333333333333333333333"]`, false, -math.Log(3) - 42*math.Ln10},
		{`["0.1","-0.1000000000000000000000000000001"]`, false, -31 * math.Ln10},
		{`["0.1","-0.1"]`, true, 0},
		{`["1","-1"]`, true, 0},
		{`[2,-2]`, true, 0},
		{`["1/3","-1/3"]`, true, 0},
		{`[["0.6","0.8"],["-0.6","-0.8"]]`, false, 0},
	} {
		s, err := Read([]byte(`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":` + c.table + `}]}`))
		if err != nil {
			t.Fatal(err)
		}
		z, err := LogZ(context.Background(), s, Options{})
		switch {
		case c.zero && (err != nil || !z.Value.IsInf() || z.ErrorBound != 0 || !z.Exact):
			t.Errorf("%s: %+v, %v; want an exact zero", c.table, z.LogZ, err)
		case c.value != 0 && (err != nil || math.Abs(z.Float64()-c.value) > 1e-12 || z.ErrorBound > 1e-20 || !z.Exact):
			t.Errorf("%s: %+v, %v; want %v", c.table, z.LogZ, err, c.value)
		case !c.zero && c.value == 0 && (err == nil || !strings.Contains(err.Error(), "zero")):
			t.Errorf("%s: %+v, %v; want an error that speaks of zero", c.table, z.LogZ, err)
		}
	}
}

// A model whose cheapest plan fails is answered by the next: planning goes on where it had
// stopped at a cheap plan.
func TestTheNextPlanRuns(t *testing.T) {
	for _, c := range []struct {
		model  string
		failed string
	}{
		// The four products cancel to more bits than the closed form takes.
		{`{"model":"ising","lattice":"square","size":[3,201],"boundary":"torus","couplings":-1,"beta":80}`, ClosedForm},
		{`{"model":"ising","lattice":"square","size":[21,21],"boundary":"torus","couplings":-1,"beta":30}`, ""},
	} {
		s, err := Read([]byte(c.model))
		if err != nil {
			t.Fatal(err)
		}
		z, err := LogZ(context.Background(), s, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.model, err)
			continue
		}
		if !z.Exact || (len(z.Failed) > 0) != (c.failed != "") || c.failed != "" && z.Failed[0].Method != c.failed {
			t.Errorf("%s: %s by %s, exact %v; tried %v", c.model, z.Text(), z.Plan.Method, z.Exact, z.Failed)
		}
		t.Logf("%s by %s, after %v", z.Text(), z.Plan.Name, z.Failed)
	}
}
