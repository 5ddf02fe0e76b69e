package index_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver/index"
)

func series(tb rapid.TB, g *index.Gauge, order string) *index.SeriesResult {
	tb.Helper()
	s, err := g.Series(context.Background(), rat(order), index.Budget{})
	if err != nil {
		tb.Fatal(err)
	}
	if s.Untested != "" || !s.Complete {
		tb.Fatalf("%s: untested %q, to R = %v, %d operations", g.Name, s.Untested, s.Order, s.Operations)
	}
	return s
}

func refined(tb rapid.TB, g *index.Gauge, order string) *index.SeriesResult {
	tb.Helper()
	s, err := g.RefinedSeries(context.Background(), rat(order), index.Budget{})
	if err != nil {
		tb.Fatal(err)
	}
	if s.Untested != "" || !s.Complete {
		tb.Fatalf("%s: untested %q, to R = %v, %d operations", g.Name, s.Untested, s.Order, s.Operations)
	}
	return s
}

// sqcd is SU(n) with f flavours, R(Q) = 1 − n/f, and with mesons singlets of R = 2 − 2R(q)
// for the magnetic side.
func sqcd(n, f int, magnetic bool) *index.Gauge {
	r := big.NewRat(int64(f-n), int64(f))
	g := &index.Gauge{Name: fmt.Sprintf("SU(%d), %d flavours", n, f), Ranks: []int{n}, Matter: []index.Matter{
		{Source: index.None, Target: 0, R: r, Copies: f}, {Source: 0, Target: index.None, R: r, Copies: f},
	}}
	if magnetic {
		m := new(big.Rat).Sub(big.NewRat(2, 1), new(big.Rat).Add(r, r))
		g.Matter = append(g.Matter, index.Matter{Source: index.None, Target: index.None, R: m, Copies: f * f})
	}
	return g
}

func free(r string, copies int) *index.Gauge {
	return &index.Gauge{Name: "free", Matter: []index.Matter{{Source: index.None, Target: index.None, R: rat(r), Copies: copies}}}
}

// SU(2) with six doublets confines into 15 free mesons (Seiberg, hep-th/9411149; the
// identity of elliptic integrals is Spiridonov's beta integral).
func TestConfinement(t *testing.T) {
	for _, order := range []string{"2", "4"} {
		a, b := refined(t, sqcd(2, 3, false), order), refined(t, free("2/3", 15), order)
		t.Log(a.Coefficients, a.Operations)
		if fmt.Sprint(a.Spins) != fmt.Sprint(b.Spins) {
			t.Errorf("R ≤ %s: %v, free %v", order, a.Spins, b.Spins)
		}
	}
}

// SU(N) with N+1 flavours: mesons of R = 2/(N+1) and baryons of R = N/(N+1).
func TestSConfinement(t *testing.T) {
	for n := 2; n <= 6; n++ {
		m, b := big.NewRat(2, int64(n+1)), big.NewRat(int64(n), int64(n+1))
		confined := &index.Gauge{Name: "confined", Matter: []index.Matter{
			{Source: index.None, Target: index.None, R: m, Copies: (n + 1) * (n + 1)},
			{Source: index.None, Target: index.None, R: b, Copies: 2 * (n + 1)},
		}}
		x, y := series(t, sqcd(n, n+1, false), "5/3"), series(t, confined, "5/3")
		t.Log(x.Coefficients, x.Operations)
		if d, up := x.FirstDifference(y); d != nil || up.Cmp(rat("5/3")) != 0 {
			t.Errorf("SU(%d): %v, confined %v", n, x.Coefficients, y.Coefficients)
		}
	}
}

// Seiberg duality (the integral identity is due to Rains, Ann. Math. 171, 2010; Dolan and
// Osborn, arXiv:0801.4947).
func TestSeibergDuality(t *testing.T) {
	for _, c := range []struct {
		n, f  int
		order string
	}{{2, 4, "3"}, {3, 5, "2"}, {3, 6, "2"}, {4, 6, "2"}, {4, 7, "2"}, {5, 7, "2"}} {
		x, y := series(t, sqcd(c.n, c.f, false), c.order), series(t, sqcd(c.f-c.n, c.f, true), c.order)
		t.Log(c, x.Coefficients, x.Operations, y.Operations)
		if d, _ := x.FirstDifference(y); d != nil {
			t.Errorf("%v: R = %s: %v, magnetic %v", c, d.RatString(), x.Coefficients, y.Coefficients)
		}
		wrong := sqcd(c.f-c.n, c.f, true)
		wrong.Ranks[0]++
		z := series(t, wrong, c.order)
		if d, _ := x.FirstDifference(z); d == nil {
			t.Errorf("%v: a wrong rank is not seen", c)
		}
	}
}

func TestConifold(t *testing.T) {
	seen := 0
	for _, c := range cells(t) {
		if c.Phase != "conifold" {
			continue
		}
		seen++
		s := series(t, index.Content(c.theory), "3")
		if fmt.Sprint(s.Coefficients[:3]) != "[1 0 10]" {
			t.Errorf("%s: %v, want 1 + 10u² + …", c.Name, s.Coefficients)
		}
	}
	if seen == 0 {
		t.Error("no cell of the conifold")
	}
}

// The coefficient at pq: SU(4) with seven flavours has no marginal operator (R(M) = 6/7) and
// the currents of SU(7)×SU(7)×U(1); dP0 at any rank has the ten mesons and a gauge coupling,
// less the currents of SU(3).
func TestMarginalMinusCurrents(t *testing.T) {
	dP0 := cells(t)[0].theory
	for name, c := range map[string]struct {
		gauge *index.Gauge
		want  int64
	}{
		"SU(4), 7 flavours": {sqcd(4, 7, false), -97},
		"dP0, N = 2":        {index.Content(dP0), 3},
		"dP0, N = 5":        {withRank(index.Content(dP0), 5), 3},
	} {
		got, ok := series(t, c.gauge, "2").MarginalMinusCurrents()
		if !ok || got.Int64() != c.want {
			t.Errorf("%s: %v, want %d", name, got, c.want)
		}
	}
	if _, ok := series(t, sqcd(4, 7, false), "1").MarginalMinusCurrents(); ok {
		t.Error("a series to R = 1 has no coefficient at pq")
	}
}

func withRank(g *index.Gauge, n int) *index.Gauge {
	for v := range g.Ranks {
		g.Ranks[v] = n
	}
	return g
}

// At ranks whose baryons are too heavy to be seen the index is that of large N.
func TestLargeN(t *testing.T) {
	for _, c := range cells(t) {
		if c.Name != c.Phase && c.Name != "SPP/node 0" && c.Name != "F0-I/node 0" {
			continue
		}
		order := "2"
		want, err := index.LargeN(c.theory, rat(order))
		if err != nil {
			t.Fatal(err)
		}
		got := series(t, withRank(index.Content(c.theory), 8), order)
		if d, up := want.FirstDifference(got); d != nil || up.Cmp(rat(order)) != 0 {
			t.Errorf("%s: R = %v: %v at large N, %v at N = 8", c.Name, d, want.Coefficients, got.Coefficients)
		}
	}
}

// withTraces adds the trace of every loop as a singlet.
func withTraces(g *index.Gauge) *index.Gauge {
	for _, m := range g.Matter {
		if m.Source == m.Target && m.Source != index.None {
			g.Matter = append(g.Matter, index.Matter{Source: index.None, Target: index.None, R: m.R, Copies: m.Copies})
		}
	}
	return g
}

// Every dual of the catalogue has the index of its phase, ranks changed or not.
func TestDualsOfCatalogue(t *testing.T) {
	electric := map[string]*index.SeriesResult{}
	for _, c := range cells(t) {
		order := "2"
		if c.Name == "dP2-I/node 4" { // 21 fields, rank 6
			order = "3/2"
		}
		s := series(t, withTraces(index.Content(c.theory)), order)
		if c.Name == c.Phase {
			electric[c.Phase] = s
			continue
		}
		if d, up := electric[c.Phase].FirstDifference(s); d != nil || up.Cmp(rat(order)) != 0 {
			t.Errorf("%s: R = %v: %v, electric %v", c.Name, d, s.Coefficients, electric[c.Phase].Coefficients)
		}
	}
}

// Beyond the order all ranks are alike, and cost nothing.
func TestLargeRank(t *testing.T) {
	dP0 := index.Content(cells(t)[0].theory)
	want := series(t, withRank(dP0, 20), "4")
	got := series(t, withRank(dP0, 1_000_000_007), "4")
	if d, _ := want.FirstDifference(got); d != nil {
		t.Errorf("R = %s: %v, %v", d.RatString(), want.Coefficients, got.Coefficients)
	}
}

// The spins of a row add up to the coefficient at p = q; a power (p/q)^(j/2) needs j of p or q.
func TestSpins(t *testing.T) {
	s := refined(t, sqcd(2, 4, false), "2")
	for k, row := range s.Spins {
		sum := new(big.Int)
		for j, x := range row {
			sum.Add(sum, x)
			if j > 0 {
				sum.Add(sum, x)
			}
			if d := int(s.D.Int64()); k < j*d && x.Sign() != 0 {
				t.Errorf("u^%d (p/q)^(%d/2) has coefficient %s", k, j, x)
			}
		}
		if sum.Cmp(s.Coefficients[k]) != 0 {
			t.Errorf("u^%d: the spins add up to %s, not %s", k, sum, s.Coefficients[k])
		}
	}
	plain := series(t, sqcd(2, 4, false), "2")
	if fmt.Sprint(plain.Coefficients) != fmt.Sprint(s.Coefficients) {
		t.Errorf("p = q: %v, from spins %v", plain.Coefficients, s.Coefficients)
	}
}

// SU(2) by the definition: the plethystic exponential as a product over weights, and the
// constant term with the Haar measure.
func TestConstantTerm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &index.Gauge{Name: "random", Ranks: []int{2}}
		charge := rapid.SampledFrom([]string{"1/2", "2/3", "1", "4/3", "5/4"})
		n := rapid.IntRange(0, 3).Draw(t, "doublets")
		for range n {
			g.Matter = append(g.Matter, index.Matter{Source: 0, Target: index.None, R: rat(charge.Draw(t, "R")), Copies: rapid.IntRange(1, 3).Draw(t, "copies")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "adjoints") {
			g.Matter = append(g.Matter, index.Matter{Source: 0, Target: 0, R: rat(charge.Draw(t, "R")), Copies: 1})
		}
		for range rapid.IntRange(0, 2).Draw(t, "singlets") {
			g.Matter = append(g.Matter, index.Matter{Source: index.None, Target: index.None, R: rat(charge.Draw(t, "R")), Copies: 1})
		}
		s := series(t, g, "2")
		want := constantTerm(g, int(s.D.Int64()), len(s.Coefficients)-1)
		if fmt.Sprint(want) != fmt.Sprint(s.Coefficients) {
			t.Fatalf("%v, by constant term %v", s.Coefficients, want)
		}
	})
}

func constantTerm(g *index.Gauge, d, n int) []int64 {
	// state[e][w+n·3]: coefficient of u^e z^w; a letter has |w| ≤ 2 and at least degree 1.
	off := 2*n + 4
	state := make([][]int64, n+1)
	for e := range state {
		state[e] = make([]int64, 2*off+1)
	}
	state[0][off] = 1
	factor := func(e, w, sign int) {
		// times 1/(1 − u^e z^w) for a boson, (1 − u^e z^w) for a fermion
		if e > n {
			return
		}
		at := func(i, j int) int64 {
			if j < 0 || j > 2*off {
				return 0
			}
			return state[i][j]
		}
		if sign > 0 {
			for i := e; i <= n; i++ {
				for j := range state[i] {
					state[i][j] += at(i-e, j-w)
				}
			}
			return
		}
		for i := n; i >= e; i-- {
			for j := range state[i] {
				state[i][j] -= at(i-e, j-w)
			}
		}
	}
	letters := func(e, sign int, weights []int) {
		for k := 0; e+k*d <= n; k++ {
			for range k + 1 {
				for _, w := range weights {
					factor(e+k*d, w, sign)
				}
			}
		}
	}
	for _, m := range g.Matter {
		weights := []int{1, -1}
		switch m.Source {
		case index.None:
			weights = []int{0}
		case m.Target:
			weights = []int{2, 0, -2}
		}
		e := new(big.Rat).Mul(m.R, big.NewRat(int64(d), 1))
		r := int(e.Num().Int64())
		for range m.Copies {
			letters(r, 1, weights)
			letters(2*d-r, -1, weights)
		}
	}
	for e := d; e <= n; e += d {
		for _, w := range []int{2, 0, -2} {
			factor(e, w, -1)
			factor(e, w, -1)
		}
	}
	out := make([]int64, n+1)
	for e := range out {
		// Haar: (1 − z²)(1 − z⁻²)/2, as 1 − z² by symmetry.
		out[e] = state[e][off] - state[e][off-2]
	}
	return out
}

func TestUntested(t *testing.T) {
	for _, r := range []string{"0", "-1/3", "2", "5/2", "1/16385"} {
		s, err := free(r, 1).Series(context.Background(), rat("2"), index.Budget{})
		if err != nil || s.Untested == "" || s.Order != nil {
			t.Errorf("R = %s: %+v, %v", r, s, err)
		}
	}
	for name, g := range map[string]*index.Gauge{
		"rank 1":    {Ranks: []int{1}},
		"node 7":    {Ranks: []int{2}, Matter: []index.Matter{{Source: 7, Target: 0, R: rat("1"), Copies: 1}}},
		"no R":      {Matter: []index.Matter{{Source: index.None, Target: index.None, Copies: 1}}},
		"no copies": {Matter: []index.Matter{{Source: index.None, Target: index.None, R: rat("1")}}},
	} {
		if _, err := g.Series(context.Background(), rat("2"), index.Budget{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A budget that ends early leaves a lower order with the same coefficients, and the work
// does not exceed it by much.
func TestBudget(t *testing.T) {
	g := sqcd(3, 6, false)
	full := series(t, g, "3")
	for _, ops := range []int64{1, 1000, 20_000, 1_000_000} {
		s, err := g.Series(context.Background(), rat("12"), index.Budget{Operations: ops})
		if err != nil {
			t.Fatal(err)
		}
		if s.Complete || s.Operations > ops+200_000 {
			t.Errorf("budget %d: complete %v after %d operations", ops, s.Complete, s.Operations)
		}
		if s.Order == nil {
			continue
		}
		if d, _ := full.FirstDifference(s); d != nil {
			t.Errorf("budget %d: differs at R = %s", ops, d.RatString())
		}
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := sqcd(3, 6, false).Series(ctx, rat("2"), index.Budget{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func benchmarkSeries(b *testing.B, g *index.Gauge, order string) {
	b.ReportAllocs()
	for b.Loop() {
		if s, err := g.Series(context.Background(), rat(order), index.Budget{}); err != nil || !s.Complete {
			b.Fatal(s, err)
		}
	}
}

// The conifold at SU(2)², SU(2) with six doublets, SU(3) with six flavours, dP0 at SU(3)³.
func BenchmarkConifoldR4(b *testing.B) {
	list := cells(b)
	benchmarkSeries(b, index.Content(list[len(list)-3].theory), "4")
}
func BenchmarkConfiningR4(b *testing.B) { benchmarkSeries(b, sqcd(2, 3, false), "4") }
func BenchmarkSQCDR3(b *testing.B)      { benchmarkSeries(b, sqcd(3, 6, false), "3") }
func BenchmarkDP0R4(b *testing.B) {
	benchmarkSeries(b, withRank(index.Content(cells(b)[0].theory), 3), "4")
}
