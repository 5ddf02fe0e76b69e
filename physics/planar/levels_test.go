package planar

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/pfaffian"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/spin"
)

// ferro couples every bond with +1.
func ferro(int) float64 { return 1 }

// sameLevels compares with the enumeration of all configurations, energy by energy.
func sameLevels(t rapid.TB, m *spin.Model, got Levels) {
	t.Helper()
	want, err := spin.Levels(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if got.N != want.N {
		t.Fatalf("%d spins, want %d", got.N, want.N)
	}
	counts := map[float64]*big.Int{}
	for i, c := range got.Counts {
		if c.Sign() != 0 {
			counts[float64(got.Low+2*int64(i))*got.Unit] = c
		}
	}
	levels := 0
	for i, c := range want.Counts {
		if c == 0 {
			continue
		}
		levels++
		e := float64(want.Low+2*int64(i)) * want.Unit
		if counts[e] == nil || counts[e].Cmp(new(big.Int).SetUint64(c)) != 0 {
			t.Fatalf("%v configurations with −H = %v, want %v (%+v)", counts[e], e, c, m)
		}
	}
	if levels != len(counts) {
		t.Fatalf("%d levels, want %d", len(counts), levels)
	}
}

// Planar graphs with couplings of both parities in several units, vanishing and repeated
// ones, trees, fields, and a bond that may cross others.
func TestLevelsOfRandomPlanarGraphs(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 13).Draw(t, "n")
		unit := rapid.SampledFrom([]float64{1, 0.5, 0.75, 3, 0x1p-300}).Draw(t, "unit")
		low := rapid.SampledFrom([]int{-3, -1, 1}).Draw(t, "low")
		high := rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "high")
		parity := rapid.IntRange(1, 2).Draw(t, "parity")
		j := func(int) float64 { return float64(parity*(low+r.IntN(max(high-low, 0)+1))) * unit }
		m := pairs(n, 1, randomPlanar(r, n), j)
		if len(m.Terms) > 0 && r.IntN(3) == 0 {
			m.Terms = append(m.Terms, m.Terms[r.IntN(len(m.Terms))])
		}
		for range rapid.IntRange(0, 2).Draw(t, "fields") {
			m.Terms = append(m.Terms, spin.Term{Sites: []int{r.IntN(n)}, J: j(0)})
		}
		if n > 4 && r.IntN(3) == 0 {
			p := r.Perm(n)
			m.Terms = append(m.Terms, spin.Term{Sites: p[:2], J: j(0)})
		}
		got, err := ExactLevels(ctx, m, Options{Workers: 1 + r.IntN(3)})
		if err != nil {
			t.Fatal(err)
		}
		sameLevels(t, m, got)
	})
}

// Each way in which the sum or its counts may be put together, for certain.
func TestLevelsOfEveryKind(t *testing.T) {
	fields := func(m *spin.Model, h ...float64) *spin.Model {
		for i, x := range h {
			m.Terms = append(m.Terms, spin.Term{Sites: []int{i}, J: x})
		}
		return m
	}
	complete := func(n int) (edges []graph.Edge) {
		for v := range n {
			for u := range v {
				edges = append(edges, graph.Edge{u, v})
			}
		}
		return edges
	}
	alternate := func(k int) float64 { return []float64{1, -2, 3, -1, 2}[k%5] }
	for _, c := range []struct {
		name         string
		m            *spin.Model
		step         int64
		mirror       bool
		ghost        bool
		extra, genus int
	}{
		{"ring of 4", pairs(4, 1, []graph.Edge{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, ferro), 2, true, false, 0, 0},
		{"triangle", pairs(3, 1, []graph.Edge{{0, 1}, {1, 2}, {2, 0}}, ferro), 2, false, false, 0, 0},
		{"path", pairs(3, 1, []graph.Edge{{0, 1}, {1, 2}}, alternate), 1, true, false, 0, 0},
		{"triangle with a tail", pairs(4, 1, []graph.Edge{{0, 1}, {1, 2}, {2, 0}, {2, 3}}, ferro), 1, false, false, 0, 0},
		{"no bonds", pairs(3, 1, nil, ferro), 2, true, false, 0, 0},
		{"one spin in a field", fields(pairs(1, 1, nil, ferro), -2), 1, true, true, 0, 0},
		{"bond in equal fields", fields(pairs(2, 1, []graph.Edge{{0, 1}}, ferro), 1, 1), 2, false, true, 0, 0},
		{"K5", pairs(5, 1, complete(5), alternate), 1, false, false, 1, 0},
		{"K6", pairs(6, 1, complete(6), ferro), 1, false, false, 3, 0},
		{"K3,3", pairs(6, 1, []graph.Edge{{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}}, alternate), 1, true, false, 1, 0},
		{"torus in fields", fields(lattice(t, "square", 4, 3, true, 1, alternate), 2, -1, 3), 1, false, true, 2, 1},
		{"even torus", lattice(t, "square", 4, 4, true, 1, ferro), 2, true, false, 0, 1},
	} {
		whole, _, err := integral(c.m)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(whole, Options{})
		if err != nil {
			t.Fatal(err)
		}
		k := newCounting(s)
		if k.step != c.step || k.mirror != c.mirror || (s.ghost >= 0) != c.ghost || len(s.extra) != c.extra || s.Genus() != c.genus {
			t.Errorf("%s: step %d, symmetric %t, ghost %d, %d bonds not drawn, genus %d", c.name, k.step, k.mirror, s.ghost, len(s.extra), s.Genus())
		}
		got, err := ExactLevels(context.Background(), c.m, Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		sameLevels(t, c.m, got)
	}
}

func TestLevelsOfTori(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, c := range []struct {
		kind       string
		rows, cols int
	}{
		{"square", 4, 4}, {"square", 3, 5}, {"square", 2, 4}, {"square", 2, 2}, {"square", 4, 5}, {"square", 3, 6},
		{"triangular", 3, 3}, {"triangular", 3, 4}, {"triangular", 2, 3}, {"honeycomb", 2, 3}, {"honeycomb", 3, 3},
	} {
		for _, j := range []func(int) float64{
			func(int) float64 { return float64(r.IntN(7) - 3) },
			func(int) float64 { return float64(2*r.IntN(2) - 1) },
		} {
			m := lattice(t, c.kind, c.rows, c.cols, true, 1, j)
			got, err := ExactLevels(context.Background(), m, Options{})
			if err != nil {
				t.Fatalf("%v: %v", c, err)
			}
			sameLevels(t, m, got)
		}
	}
}

// Graphs drawn badly, on surfaces of several handles: the signs of up to 4³ Pfaffians.
func TestLevelsOnSurfaces(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	genera := map[int]int{}
	for range 60 {
		n := 4 + r.IntN(3)
		var edges []graph.Edge
		rot := make(graph.Rotation, n)
		for u := range n {
			for v := range u {
				if r.IntN(8) == 0 {
					continue
				}
				edges = append(edges, graph.Edge{v, u})
				rot[u] = slices.Insert(rot[u], r.IntN(len(rot[u])+1), v)
				rot[v] = slices.Insert(rot[v], r.IntN(len(rot[v])+1), u)
			}
		}
		m := pairs(n, 1, edges, func(int) float64 { return float64(r.IntN(7) - 3) })
		o := Options{Rotation: rot}
		s, err := New(m, o)
		if err != nil {
			t.Fatal(err)
		}
		if genera[s.Genus()]++; s.Genus() > 3 || s.Genus() > 1 && genera[s.Genus()] > 3 {
			continue
		}
		got, err := ExactLevels(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		sameLevels(t, m, got)
	}
	if genera[1] < 3 || genera[2] < 3 || genera[3] < 3 {
		t.Errorf("few surfaces of some genus: %v", genera)
	}
}

// Published counts of the 4×4 torus (P. D. Beale, Phys. Rev. Lett. 76 (1996) 78, and many
// others), from the ground state upward in steps of 4.
func TestLevelsOfTheTorus(t *testing.T) {
	m := lattice(t, "square", 4, 4, true, 1, ferro)
	l, err := ExactLevels(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []int64{2, 0, 32, 64, 424, 1728, 6688, 13568, 20524, 13568, 6688, 1728, 424, 64, 32, 0, 2}
	if l.N != 16 || l.Unit != 1 || l.Low != -32 || len(l.Counts) != 33 {
		t.Fatalf("%d spins, %d levels from %d in units of %v", l.N, len(l.Counts), l.Low, l.Unit)
	}
	for i, c := range l.Counts {
		w := int64(0)
		if i%2 == 0 {
			w = want[i/2]
		}
		if c.Cmp(big.NewInt(w)) != 0 {
			t.Errorf("level %d has %v configurations, want %d", i, c, w)
		}
	}
}

// All levels of the 8×8 torus, from an integer transfer matrix that adds one spin at a
// time (numpy, modulo 2^64); from the ground state upward in steps of 4, up to energy zero.
func TestLevelsByTransferMatrix(t *testing.T) {
	want := []uint64{
		2, 0, 128, 256, 4672, 17920, 145408, 712960, 4274576, 22128384, 118551552, 610683392, 3150447680, 16043381504,
		80748258688, 396915938304, 1887270677624, 8582140066816, 36967268348032, 149536933509376, 564033837424064,
		1971511029384704, 6350698012553216, 18752030727310592, 50483110303426544, 123229776338119424,
		271209458049836032, 535138987032308224, 941564975390477248, 1469940812209435392, 2027486077172296064,
		2462494093546483712, 2627978003957146636,
	}
	l, err := ExactLevels(context.Background(), lattice(t, "square", 8, 8, true, 1, ferro), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Counts) != 129 || len(want) != 33 {
		t.Fatalf("%d levels", len(l.Counts))
	}
	for i, c := range l.Counts {
		w := uint64(0)
		if i%2 == 0 {
			w = want[min(i, 128-i)/2]
		}
		if c.Cmp(new(big.Int).SetUint64(w)) != 0 {
			t.Errorf("level %d has %v configurations, want %d", i, c, w)
		}
	}
}

// The lowest excitations of a larger ferromagnetic torus are those of the infinite
// lattice. Counts up to 2^100 take two primes.
func TestLevelsOfALargeTorus(t *testing.T) {
	const side = 10
	n := int64(side * side)
	l, err := ExactLevels(context.Background(), lattice(t, "square", side, side, true, 1, ferro), Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Energies 8, 12 and 16 above the ground state: one spin; two neighbours; three in a
	// row or in a corner (6 per site), a square, and two spins apart (n(n−5)/2).
	want := map[int64]int64{0: 2, 8: 2 * n, 12: 4 * n, 16: 2 * (6*n + n + n*(n-5)/2)}
	for above, w := range want {
		c := l.Counts[int64(len(l.Counts))-1-above/2]
		if c.Cmp(big.NewInt(w)) != 0 {
			t.Errorf("%v configurations %d above the ground state, want %d", c, above, w)
		}
		if low := l.Counts[above/2]; low.Cmp(c) != 0 {
			t.Errorf("%v configurations %d below the top", low, above)
		}
	}
	for _, beta := range []float64{0.1, 0.4406867935, 1.5, 30} { // B. Kaufman's formula
		want, err := spin.TorusKaufman(side, side, beta)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.LogZ(beta)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := new(big.Float).Sub(got.Value, want.Value).Float64()
		if !(math.Abs(d) <= got.ErrorBound+want.ErrorBound) {
			t.Errorf("β = %v: %s, want %s", beta, got.Text(), want.Text())
		}
	}
}

// An arbiter for the certified floating-point values, at low temperatures too, where those
// need hundreds of bits.
func TestLevelsAgainstPfaffians(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(25, 26))
	for _, c := range []struct {
		name string
		m    *spin.Model
	}{
		{"glass", glass(t, 10, 1, 1)},
		{"torus", lattice(t, "square", 6, 7, true, 1, func(k int) float64 { return float64(modelfile.Sign(2, uint64(k))) })},
		{"triangular", lattice(t, "triangular", 7, 6, false, 1, func(int) float64 { return float64(r.IntN(7)-3) / 2 })},
	} {
		l, err := ExactLevels(ctx, c.m, Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		escalated := false
		for _, beta := range []float64{0, 0.5, 5, 8, -0.7, -6} {
			m := *c.m
			m.Beta = beta
			want, err := LogZ(ctx, &m, Options{})
			if err != nil {
				t.Fatal(err)
			}
			escalated = escalated || want.Precision != "float64"
			got, err := l.LogZ(beta)
			if err != nil {
				t.Fatal(err)
			}
			d, _ := new(big.Float).Sub(got.Value, want.Value).Float64()
			t.Logf("%s at β = %v: %s, off by %.1e, bound %.1e, %s", c.name, beta, got.Text(), d, want.ErrorBound, want.Precision)
			if !(math.Abs(d) <= got.ErrorBound+want.ErrorBound) || got.ErrorBound > 1e-60 {
				t.Errorf("%s at β = %v: %s and %s, off by %g", c.name, beta, got.Text(), want.Text(), d)
			}
		}
		if !escalated {
			t.Errorf("%s: float64 was enough everywhere", c.name)
		}
	}
}

func TestLevelsErrors(t *testing.T) {
	ctx := context.Background()
	pair := func(j ...float64) *spin.Model {
		m := &spin.Model{N: 3, Beta: 1}
		for k, x := range j {
			m.Terms = append(m.Terms, spin.Term{Sites: []int{k % 3, (k + 1) % 3}, J: x})
		}
		return m
	}
	for name, m := range map[string]*spin.Model{
		"incommensurate": pair(1, math.Pi),
		"a wide range":   pair(1, 2000),
		"very wide":      pair(0x1p-1000, 0x1p+1000),
		"many spins":     {N: MaxLevelSpins + 1, Beta: 1},
	} {
		if _, err := ExactLevels(ctx, m, Options{}); !errors.Is(err, ErrLevels) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ExactLevels(ctx, &spin.Model{N: 2, Beta: math.NaN()}, Options{}); err == nil {
		t.Error("beta is NaN")
	}
	k12 := &spin.Model{N: 12, Beta: 1}
	for i := range 12 {
		for j := range i {
			k12.Terms = append(k12.Terms, spin.Term{Sites: []int{j, i}, J: 1})
		}
	}
	if _, err := ExactLevels(ctx, k12, Options{}); !errors.Is(err, ErrNotPlanar) {
		t.Errorf("K12: %v", err)
	}
	busy := lattice(t, "square", 14, 14, true, 1, func(k int) float64 { return float64(1 + k%3) })
	for i := range 11 {
		busy.Terms = append(busy.Terms, spin.Term{Sites: []int{17 * i}, J: 1})
	}
	if _, err := ExactLevels(ctx, busy, Options{}); !errors.Is(err, ErrLevels) {
		t.Errorf("2^12 terms: %v", err)
	}
	grid := glass(t, 8, 1, 1)
	if _, err := ExactLevels(ctx, grid, Options{MemoryLimit: 1 << 10}); !errors.Is(err, pfaffian.ErrMemory) {
		t.Errorf("a kilobyte of memory: %v", err)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := ExactLevels(gone, grid, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	l, err := ExactLevels(ctx, pair(1, 1), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, beta := range []float64{math.NaN(), math.Inf(1), math.MaxFloat64} {
		if z, err := l.LogZ(beta); err == nil {
			t.Errorf("beta = %v gave %v", beta, z)
		}
	}
	if _, err := (Levels{}).LogZ(1); err == nil {
		t.Error("ln Z of nothing")
	}
	if _, err := (Levels{N: 1, Unit: 1, Counts: []*big.Int{big.NewInt(3), big.NewInt(-1)}}).LogZ(1); err == nil {
		t.Error("a negative count")
	}
	// Where the ground state is all that is left.
	z, err := l.LogZ(1e300)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ln Z", z.Float64(), 2e300, 0)
}

// Counts that are wrong by one, in place, or in two places so that their sum is right,
// do not pass the identities.
func TestLevelsCheck(t *testing.T) {
	m := lattice(t, "square", 3, 3, false, 1, ferro)
	s, err := New(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	squares := newCounting(s).squares()
	for _, change := range [][3]int64{{0, 0, 0}, {3, 3, 1}, {3, 5, 2}, {4, 8, 2}} {
		l, err := ExactLevels(context.Background(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := big.NewInt(change[2])
		l.Counts[change[0]].Add(l.Counts[change[0]], d)
		if change[1] != change[0] {
			l.Counts[change[1]].Sub(l.Counts[change[1]], d)
		}
		if err := l.check(squares); (err == nil) != (change[2] == 0) {
			t.Errorf("change %v: %v", change, err)
		}
	}
}

// A wrong belief about which counts vanish or agree is noticed at the point that the
// polynomial was not made from.
func TestLevelsWitness(t *testing.T) {
	triangle := pairs(4, 1, []graph.Edge{{0, 1}, {1, 2}, {0, 2}, {2, 3}}, func(int) float64 { return 1 })
	for name, spoil := range map[string]func(c *counting){
		"":         func(*counting) {},
		"parity":   func(c *counting) { c.step, c.degree, c.points = 2, 2, 3 },
		"symmetry": func(c *counting) { c.mirror, c.points = true, 3 },
		"degree":   func(c *counting) { c.degree, c.points = 3, 4 },
	} {
		s, err := New(triangle, Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := newCounting(s)
		spoil(c)
		_, err = c.modulo(context.Background(), moduli(0)[0])
		if (err == nil) != (name == "") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Interpolation and remainders against big.Int arithmetic.
func TestResidues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		size := rapid.IntRange(0, 400).Draw(t, "bits")
		primes := moduli(size)
		limit := new(big.Int).Lsh(big.NewInt(1), uint(size))
		x := new(big.Int)
		for range 8 {
			x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(r.Uint64()))
		}
		x.Mod(x, limit.Add(limit, big.NewInt(1)))
		value, product := new(big.Int), big.NewInt(1)
		for i, p := range primes {
			q := new(big.Int).SetUint64(uint64(p))
			if !q.ProbablyPrime(20) || q.BitLen() != 63 || i > 0 && p >= primes[i-1] {
				t.Fatalf("modulus %d", p)
			}
			remainder(value, product, new(big.Int).Mod(x, q).Uint64(), p)
			product.Mul(product, q)
		}
		if value.Cmp(x) != 0 {
			t.Fatalf("%v from its remainders, want %v", value, x)
		}

		p := primes[0]
		n := rapid.IntRange(0, 12).Draw(t, "coefficients")
		c, at, values := make([]uint64, n), make([]uint64, n), make([]uint64, n)
		for i := range c {
			c[i], at[i] = r.Uint64N(uint64(p)), r.Uint64N(uint64(p))
		}
		for i, a := range at {
			sum, power := new(big.Int), big.NewInt(1)
			for _, k := range c {
				sum.Add(sum, new(big.Int).Mul(power, new(big.Int).SetUint64(k)))
				power.Mul(power, new(big.Int).SetUint64(a))
			}
			values[i] = sum.Mod(sum, new(big.Int).SetUint64(uint64(p))).Uint64()
			if p.value(c, a) != values[i] {
				t.Fatal("value of a polynomial")
			}
			if a != 0 && p.mul(a, p.pow(a, -1)) != 1 {
				t.Fatalf("inverse of %d", a)
			}
		}
		if got := p.interpolate(at, values); !slices.Equal(got, c) {
			t.Fatalf("%v, want %v", got, c)
		}
	})
}

// The time grows as the fourth power of the number of spins or so.
func BenchmarkExactLevels(b *testing.B) {
	for _, c := range []struct {
		side  int
		torus bool
	}{{6, false}, {10, false}, {10, true}, {14, false}, {20, false}} {
		b.Run(fmt.Sprintf("%d/torus=%t", c.side, c.torus), func(b *testing.B) {
			if c.side > 14 && !long {
				b.Skip("large")
			}
			m := lattice(b, "square", c.side, c.side, c.torus, 1, func(k int) float64 { return float64(modelfile.Sign(1, uint64(k))) })
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ExactLevels(context.Background(), m, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// At low temperature the norms of the inverse, the units and the pivots are all far
// outside of float64's range; the counts of configurations know no temperature.
func TestColdAgainstLevels(t *testing.T) {
	ctx := context.Background()
	minus := func(int) float64 { return -1 }
	for _, c := range []struct {
		m     *spin.Model
		betas []float64
	}{
		{glass(t, 4, 7, 1), []float64{40, 90, 200, 500}},
		{glass(t, 9, 3, 1), []float64{20, 60, 110}},
		{lattice(t, "square", 5, 5, true, 1, minus), []float64{10, 30}},
	} {
		l, err := ExactLevels(ctx, c.m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, beta := range c.betas {
			m := *c.m
			m.Beta = beta
			want, err := l.LogZ(beta)
			if err != nil {
				t.Fatal(err)
			}
			got, err := LogZ(ctx, &m, Options{})
			if err != nil {
				t.Errorf("%d spins, β = %g: %v", m.N, beta, err)
				continue
			}
			d, _ := new(big.Float).Sub(got.Value, want.Value).Float64()
			if math.Abs(d) > got.ErrorBound+want.ErrorBound+1e-30*math.Abs(got.Float64()) || !(got.ErrorBound > 0) {
				t.Errorf("%d spins, β = %g: %s ± %g with %s, want %s", m.N, beta, got.Text(), got.ErrorBound, got.Precision, want.Text())
			}
			t.Logf("%d spins, β = %g: %s with %s", m.N, beta, got.Text(), got.Precision)
		}
	}
}
