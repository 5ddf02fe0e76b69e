package factor

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/spin"
)

// distribution lists the probabilities of all joint states.
func distribution(m *Model, f func(state []int, p float64)) bool {
	sum, _ := bruteForce(m)
	z := real(sum)
	if z == 0 {
		return false
	}
	state := make([]int, len(m.Card))
	for {
		f(state, real(weightOf(m, state))/z)
		j := 0
		for ; j < len(state); j++ {
			if state[j]++; state[j] < m.Card[j] {
				break
			}
			state[j] = 0
		}
		if j == len(state) {
			return true
		}
	}
}

func compare(t *rapid.T, what string, got, want []float64, bound float64) {
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for x := range want {
		if d := math.Abs(got[x] - want[x]); !(d <= bound+1e-13) {
			t.Fatalf("%s: entry %d is %v, want %v; the bound is %g", what, x, got[x], want[x], bound)
		}
	}
}

func TestMarginalsAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 7, positive)
		n := len(m.Card)
		var pairs [][2]int
		for k := 0; k < 4 && n > 0; k++ {
			pairs = append(pairs, [2]int{rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")})
		}
		single, double, table := ones(m.Card), make([][]float64, len(pairs)), make([][]float64, len(m.Factors))
		for v := range single {
			clear(single[v])
		}
		for k, p := range pairs {
			double[k] = make([]float64, m.Card[p[0]]*m.Card[p[1]])
		}
		for i := range table {
			table[i] = make([]float64, len(m.Factors[i].Log))
		}
		possible := distribution(m, func(state []int, p float64) {
			for v, s := range state {
				single[v][s] += p
			}
			for k, pair := range pairs {
				double[k][state[pair[0]]*m.Card[pair[1]]+state[pair[1]]] += p
			}
			for i := range m.Factors {
				x := 0
				for _, s := range m.Factors[i].Sites {
					x = x*m.Card[s] + state[s]
				}
				table[i][x] += p
			}
		})
		opt := Options{Order: rapid.Permutation(identity(n)).Draw(t, "order")}
		p, bound, err := Marginals(ctx, m, opt)
		if !possible {
			if err == nil {
				t.Fatal("no error for weights that are all zero")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if bound > 1e-12 {
			t.Fatalf("bound %g", bound)
		}
		for v := range single {
			compare(t, "variable", p[v], single[v], bound)
		}
		q, bound, err := PairMarginals(ctx, m, pairs, opt)
		if err != nil {
			t.Fatal(err)
		}
		for k := range pairs {
			compare(t, "pair", q[k], double[k], bound)
		}
		r, bound, err := TableMarginals(ctx, m, opt)
		if err != nil {
			t.Fatal(err)
		}
		for i := range table {
			compare(t, "factor", r[i], table[i], bound)
		}
	})
}

func TestMomentsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 7, positive)
		g := make([][]float64, len(m.Factors))
		for i := range g {
			if rapid.Bool().Draw(t, "some") {
				for range m.Factors[i].Log {
					g[i] = append(g[i], rapid.Float64Range(-3, 3).Draw(t, "g"))
				}
			}
		}
		mean, square := 0.0, 0.0
		if !distribution(m, func(state []int, p float64) {
			sum := 0.0
			for i := range m.Factors {
				if g[i] == nil {
					continue
				}
				x := 0
				for _, s := range m.Factors[i].Sites {
					x = x*m.Card[s] + state[s]
				}
				sum += g[i][x]
			}
			mean += p * sum
			square += p * sum * sum
		}) {
			return
		}
		got, err := SumMoments(context.Background(), m, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := math.Abs(got.Mean - mean); d > got.MeanBound+1e-12 {
			t.Fatalf("mean %v, want %v", got.Mean, mean)
		}
		if d := math.Abs(got.Variance - (square - mean*mean)); d > got.VarianceBound+1e-10 {
			t.Fatalf("variance %v, want %v", got.Variance, square-mean*mean)
		}
		if got.MeanBound > 1e-14*(1+math.Abs(mean)) || got.VarianceBound > 1e-14*(1+square) {
			t.Fatalf("bounds %g and %g", got.MeanBound, got.VarianceBound)
		}
	})
}

// Pearson's χ² of samples against the exact distribution. The threshold has a chance of
// less than 1e−6 to be exceeded; the seed is fixed.
func TestSampleChiSquare(t *testing.T) {
	m := &Model{Card: []int{2, 3, 1, 2, 4}}
	k := uint64(0)
	for _, sites := range [][]int{{0, 1}, {1, 3}, {3, 4, 0}, {2, 4}, {1}} {
		f := Factor{Sites: sites}
		size := 1
		for _, s := range sites {
			size *= m.Card[s]
		}
		for range size {
			f.Log = append(f.Log, 2*modelfile.Uniform(3, k)-1)
			k++
		}
		m.Factors = append(m.Factors, f)
	}
	m.Factors[0].Log[3] = math.Inf(-1)
	const samples = 40000
	states, err := Sample(context.Background(), m, 11, samples, Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := map[[5]int]int{}
	for _, s := range states {
		count[[5]int(s)]++
	}
	chi, cells := 0.0, 0
	distribution(m, func(state []int, p float64) {
		n := float64(count[[5]int(state)])
		if p == 0 {
			if n > 0 {
				t.Errorf("impossible state %v drawn %v times", state, n)
			}
			return
		}
		chi += (n - samples*p) * (n - samples*p) / (samples * p)
		cells++
	})
	d := float64(cells - 1)
	if limit := d + 4.9*math.Sqrt(2*d) + 16; chi > limit || chi < d-4.9*math.Sqrt(2*d) {
		t.Errorf("χ² = %.1f for %v degrees of freedom", chi, d)
	}
	again, err := Sample(context.Background(), m, 11, 3, Options{Order: []int{4, 3, 2, 1, 0}, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	repeat, err := Sample(context.Background(), m, 11, 3, Options{Order: []int{4, 3, 2, 1, 0}, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for a := range again {
		if [5]int(again[a]) != [5]int(repeat[a]) {
			t.Errorf("sample %d depends on the number of workers", a)
		}
	}
}

// The open grid with fields, n = 12, by all configurations.
func TestSpinObservables(t *testing.T) {
	ctx := context.Background()
	Jh, Jv, h := randomGrid(3, 4, false, false, 9)
	g, err := newGrid(1, Jh, Jv, h)
	if err != nil {
		t.Fatal(err)
	}
	m := &spin.Model{N: 12, Beta: 0.8}
	for r := range 3 {
		for c := range 4 {
			if c < 3 {
				m.Terms = append(m.Terms, spin.Term{Sites: []int{r*4 + c, r*4 + c + 1}, J: g.kh[r][c]})
			}
			if r < 2 {
				m.Terms = append(m.Terms, spin.Term{Sites: []int{r*4 + c, r*4 + c + 4}, J: g.kv[r][c]})
			}
			m.Terms = append(m.Terms, spin.Term{Sites: []int{r*4 + c}, J: h[r][c]})
		}
	}
	m.Terms = append(m.Terms, spin.Term{Sites: []int{0, 5, 10}, J: 0.4}, spin.Term{Sites: []int{3, 8}, J: 0})
	pairs := [][2]int{{0, 11}, {0, 1}, {5, 5}, {11, 2}}
	for _, beta := range []float64{0.8, -0.3, 0} {
		m.Beta = beta
		var z, e, e2 float64
		mag, corr := make([]float64, 12), make([]float64, len(pairs))
		for x := range 1 << 12 {
			s := func(v int) float64 { return float64(1 - 2*(x>>v&1)) }
			energy := 0.0
			for _, term := range m.Terms {
				p := -term.J
				for _, v := range term.Sites {
					p *= s(v)
				}
				energy += p
			}
			w := math.Exp(-beta * energy)
			z += w
			e += w * energy
			e2 += w * energy * energy
			for v := range mag {
				mag[v] += w * s(v)
			}
			for k, p := range pairs {
				corr[k] += w * s(p[0]) * s(p[1])
			}
		}
		near := func(what string, got, want, bound float64) {
			t.Helper()
			if math.Abs(got-want) > bound+1e-12*(1+math.Abs(want)) || bound > 1e-11 {
				t.Errorf("beta %v: %s = %v ± %g, want %v", beta, what, got, bound, want)
			}
		}
		th, err := Thermal(ctx, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		near("ln Z", th.LogZ.Float64(), math.Log(z), th.LogZ.ErrorBound)
		near("energy", th.Energy, e/z, th.EnergyBound)
		near("variance", th.Variance, e2/z-e/z*e/z, th.VarianceBound)
		near("heat capacity", th.HeatCapacity, beta*beta*(e2/z-e/z*e/z), th.CapacityBound)
		got, bound, err := Magnetizations(ctx, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for v := range got {
			near("magnetization", got[v], mag[v]/z, bound)
		}
		got, bound, err = Correlations(ctx, m, pairs, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k := range got {
			near("correlation", got[k], corr[k]/z, bound)
		}
	}
	m.Beta = 0.8
	samples, err := SampleSpins(ctx, m, 4, 20000, Options{})
	if err != nil {
		t.Fatal(err)
	}
	mag, _, err := Magnetizations(ctx, m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for v := range mag {
		sum := 0.0
		for _, s := range samples {
			sum += float64(s[v])
		}
		if d := math.Abs(sum/20000 - mag[v]); d > 5*math.Sqrt((1-mag[v]*mag[v])/20000) {
			t.Errorf("spin %d: %v on average over the samples, want %v", v, sum/20000, mag[v])
		}
	}
}
