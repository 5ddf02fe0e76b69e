package spin

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/precise"
)

// withCores evaluates a reduction by enumerating its cores.
func withCores(m *Model, opt ReduceOptions) (LogZ, Reduction, error) {
	r, err := Reduce(context.Background(), m, opt)
	if err != nil {
		return LogZ{}, r, err
	}
	var plans []Plan
	for _, c := range r.Cores {
		plans = append(plans, Plan{run: func(ctx context.Context) (LogZ, error) { return BruteForce(ctx, c.Model) }})
	}
	z, err := r.run(context.Background(), plans)
	return z, r, err
}

// drawSparse draws a graph that reductions can work on: a random tree with a few more
// bonds, and fields on some sites or none.
func drawSparse(t *rapid.T, maxN int) *Model {
	n := rapid.IntRange(1, maxN).Draw(t, "n")
	kind := rapid.IntRange(0, 2).Draw(t, "couplings")
	m := &Model{N: n, Beta: drawBeta(t)}
	for v := 1; v < n; v++ {
		m.Terms = append(m.Terms, Term{[]int{rapid.IntRange(0, v-1).Draw(t, "parent"), v}, drawCoupling(t, kind, "J")})
	}
	for range rapid.IntRange(0, n).Draw(t, "more") {
		u, v := rapid.IntRange(0, n-1).Draw(t, "u"), rapid.IntRange(0, n-1).Draw(t, "v")
		if u != v {
			m.Terms = append(m.Terms, Term{[]int{u, v}, drawCoupling(t, kind, "J")})
		}
	}
	if rapid.Bool().Draw(t, "fields") {
		for v := range n {
			if rapid.Bool().Draw(t, "field") {
				m.Terms = append(m.Terms, Term{[]int{v}, drawCoupling(t, kind, "h")})
			}
		}
	}
	return m
}

func TestReduceAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSparse(t, 12)
		if rapid.Bool().Draw(t, "p-spin") {
			m = drawModel(t, 10, rapid.IntRange(1, 4).Draw(t, "max order"))
		}
		z, r, err := withCores(m, ReduceOptions{StarTriangle: rapid.Bool().Draw(t, "star-triangle"), Record: true})
		agree(t, m, z, err, enumerate(m))
		if err := VerifyReduction(m, r); err != nil {
			t.Fatal(err)
		}
	})
}

// Steps that are not what they say are refused.
func TestVerifyReductionRefuses(t *testing.T) {
	// Two triangles that share a site, a tail with a field on another triangle, a square
	// with both diagonals that stays as a core.
	var terms []Term
	for i, e := range [][]int{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}, {5, 6}, {6, 7}, {7, 8}, {6, 8}, {8},
		{9, 10}, {10, 11}, {11, 12}, {12, 9}, {9, 11}, {10, 12}, {9, 13}, {13, 14}, {14, 15}, {15, 9}, {13, 15}, {9, 14}} {
		terms = append(terms, Term{e, 0.3 + 0.1*float64(i%4)})
	}
	m := &Model{N: 16, Beta: 0.9, Terms: terms}
	fresh := func() Reduction {
		r, err := Reduce(context.Background(), m, ReduceOptions{Record: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := fresh()
	if err := VerifyReduction(m, r); err != nil {
		t.Fatal(err)
	}
	if r.Copies == 0 || len(r.Cores) == 0 {
		t.Fatalf("the example has %d splits and %d cores", r.Copies, len(r.Cores))
	}
	refused := 0
	for i := range r.Steps {
		for name, lie := range map[string]func(s *Step){
			"scale": func(s *Step) { s.LogScale += 1e-9 },
			"site":  func(s *Step) { s.Site++ },
			"added": func(s *Step) {
				for j := range s.Added {
					s.Added[j].J *= 1.0001
				}
			},
			"removed": func(s *Step) { s.Removed = s.Removed[:max(len(s.Removed)-1, 0)] },
			"kind":    func(s *Step) { s.Kind = map[string]string{"sum": "split", "split": "sum"}[s.Kind] },
		} {
			l := fresh()
			before := fmt.Sprint(l.Steps[i])
			lie(&l.Steps[i])
			if fmt.Sprint(l.Steps[i]) == before {
				continue
			}
			refused++
			if VerifyReduction(m, l) == nil {
				t.Errorf("step %d (%s): a wrong %s was accepted", i, l.Steps[i].Kind, name)
			}
		}
	}
	l := fresh()
	l.Cores[0].Model.Terms[0].J = 7
	if VerifyReduction(m, l) == nil {
		t.Error("a wrong core was accepted")
	}
	t.Logf("%d lies", refused)
}

// Chains, rings, trees, ladders and cactuses vanish.
func TestReduceCompletely(t *testing.T) {
	const n = 3000
	tree := &Model{N: n, Beta: 0.8}
	cactus := &Model{N: 2*n + 1, Beta: -1.1}
	for v := 1; v < n; v++ {
		tree.Terms = append(tree.Terms, Term{[]int{int(mix(uint64(v)) % uint64(v)), v}, float64(v%7) - 3})
	}
	for v := range n {
		tree.Terms = append(tree.Terms, Term{[]int{v}, math.Sin(float64(v))})
		a, b, root := 2*v+1, 2*v+2, 2*int(mix(uint64(v))%uint64(v+1))
		cactus.Terms = append(cactus.Terms, Term{[]int{a, b}, 1}, Term{[]int{root, a}, -0.5}, Term{[]int{root, b}, 2})
	}
	models := map[string]*Model{"tree": tree, "cactus": cactus}
	for name, text := range map[string]string{
		"ring":             `{"model":"ising","lattice":"chain","size":[3000],"boundary":"torus","couplings":{"uniform":[-2,2],"seed":5},"beta":1}`,
		"ring with fields": `{"model":"ising","lattice":"chain","size":[3000],"boundary":"torus","couplings":{"pm1":5},"fields":{"uniform":[-1,1],"seed":2},"beta":20}`,
		"ladder":           `{"model":"ising","lattice":"square","size":[2,1500],"couplings":{"pm1":5},"fields":{"uniform":[-1,1],"seed":2},"beta":2}`,
		"ladder 500":       `{"model":"ising","lattice":"square","size":[2,1500],"couplings":{"pm1":6},"beta":500}`,
	} {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		models[name] = m
	}
	for name, m := range models {
		z, err := ReduceLogZ(context.Background(), m, Budget{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Reduce(context.Background(), m, ReduceOptions{Record: true})
		if err != nil || len(r.Cores) != 0 {
			t.Fatalf("%s: %d cores, error %v", name, len(r.Cores), err)
		}
		if err := VerifyReduction(m, r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		g, err := m.Interaction()
		if err != nil {
			t.Fatal(err)
		}
		order, width := bestOrder(g, nil)
		want, err := Eliminate(context.Background(), m, order, 0)
		if err != nil {
			t.Fatal(err)
		}
		p := precise.New(128)
		d := math.Abs(floatOf(p.New().Sub(z.Value, want.Value)))
		if d > z.ErrorBound+want.ErrorBound || z.Relative() > 1e-12 {
			t.Errorf("%s: off by %.3g, bounds %.3g and %.3g", name, d, z.ErrorBound, want.ErrorBound)
		}
		t.Logf("%s: width %d, off by %.1g, bound %.1g", name, width, d, z.ErrorBound)
	}
}

func TestReduceCancels(t *testing.T) {
	m, err := ReadModel([]byte(`{"model":"ising","lattice":"chain","size":[50],"couplings":1,"beta":1}`))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Reduce(ctx, m, ReduceOptions{}); err == nil || !strings.Contains(err.Error(), "reduce") {
		t.Errorf("under a cancelled context: %v", err)
	}
}

func BenchmarkReduce(b *testing.B) {
	for _, c := range []struct{ name, model string }{
		{"ring with fields", `{"model":"ising","lattice":"chain","size":[100000],"boundary":"torus","couplings":1,"fields":{"beta_h":"0.2"},"beta":"0.7"}`},
		{"ladder", `{"model":"ising","lattice":"square","size":[2,50000],"couplings":{"pm1":1},"beta":"0.5"}`},
	} {
		m, err := ReadModel([]byte(c.model))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Reduce(context.Background(), m, ReduceOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
