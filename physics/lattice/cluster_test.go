package lattice

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
)

// clusters is the number of clusters of a set of edges.
func clusters(n int, edges [][2]int, chosen func(k int) bool) (count int, find func(v int) int) {
	root := make([]int, n)
	for v := range root {
		root[v] = v
	}
	find = func(v int) int {
		for root[v] != v {
			v = root[v]
		}
		return v
	}
	count = n
	for k, e := range edges {
		if a, b := find(e[0]), find(e[1]); chosen(k) && a != b {
			root[a] = b
			count--
		}
	}
	return count, find
}

func enumerateClusters(m *RandomCluster) *big.Rat {
	sum := new(big.Rat)
	for s := range 1 << len(m.Edges) {
		k, _ := clusters(m.N, m.Edges, func(k int) bool { return s>>k&1 == 1 })
		w := power(m.Q, int64(k))
		for e := range m.Edges {
			if s>>e&1 == 1 {
				w.Mul(w, at(m.V, e))
			}
		}
		sum.Add(sum, w)
	}
	return sum
}

func TestRandomClusterAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		signs := rapid.Bool().Draw(t, "signs")
		m := &RandomCluster{Q: drawRat(t, "q", signs)}
		m.N, m.Edges = drawGraph(t, 7, 9)
		m.V = []*big.Rat{drawRat(t, "v", signs)}
		if rapid.Bool().Draw(t, "each") {
			m.V = nil
			for range m.Edges {
				m.V = append(m.V, drawRat(t, "v", signs))
			}
			if len(m.Edges) == 1 {
				m.V = m.V[:1]
			}
		}
		if len(m.V) == 0 {
			m.V = []*big.Rat{rat(1)}
		}
		want := enumerateClusters(m)
		z, err := m.LogZ(ctx)
		holds(t, "random clusters", z, err, want)
		if got, err := m.Partition(ctx); err != nil || got.Cmp(want) != 0 {
			t.Fatalf("Z = %v (%v), want %v", got, err, want)
		}
		poly, err := m.Polynomial(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.V) == 1 {
			sum := new(big.Rat)
			for k := range poly {
				for e, c := range poly[k] {
					w := new(big.Rat).Mul(power(m.Q, int64(k)), power(m.V[0], int64(e)))
					sum.Add(sum, w.Mul(w, new(big.Rat).SetInt(c)))
				}
			}
			if sum.Cmp(want) != 0 {
				t.Fatalf("polynomial gives %v, want %v", sum, want)
			}
		}
	})
}

// At q = 1 the sum is (1+v)^edges, on any lattice; at q = 2 it is an Ising model, which
// has a product formula on the torus.
func TestRandomClusterOnLattices(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		kind  string
		torus bool
		size  []int
	}{
		{"square", false, []int{6, 30}}, {"square", false, []int{80, 3}}, {"square", true, []int{4, 9}}, {"square", true, []int{5, 4}},
		{"triangular", true, []int{4, 4}}, {"honeycomb", true, []int{3, 3}}, {"cubic", false, []int{2, 2, 4}}, {"chain", true, []int{12}},
	} {
		l := &modelfile.Lattice{Kind: c.kind, Size: c.size, Torus: c.torus}
		edges := latticeEdges(t, c.kind, c.torus, c.size...)
		m := &RandomCluster{N: l.Sites(), Edges: edges, Lattice: l, Q: rat(1), V: []*big.Rat{big.NewRat(3, 7)}}
		z, err := m.LogZ(ctx)
		holds(t, fmt.Sprint(c), z, err, power(big.NewRat(10, 7), int64(len(edges))))
		// The same with v = −3/7 at q = 1: signs, and no cancellation to zero.
		m.V[0].Neg(m.V[0])
		z, err = m.LogZ(ctx)
		holds(t, fmt.Sprint(c, " negative"), z, err, power(big.NewRat(4, 7), int64(len(edges))))
	}
	// q = 2, v = e^(2K) − 1: Z = e^(K edges) Z_Ising(K).
	K := big.NewRat(2, 5)
	for _, size := range [][2]int{{4, 5}, {3, 7}, {5, 5}} {
		ising, err := TriangularTorus(ctx, size[0], size[1], K, K, new(big.Rat))
		if err != nil {
			t.Fatal(err)
		}
		n := size[0] * size[1]
		m := &Potts{Q: 2, N: n, Beta: 0.4}
		for _, e := range latticeEdges(t, "square", true, size[0], size[1]) {
			m.Terms = append(m.Terms, PottsTerm{Sites: []int{e[0], e[1]}, J: 2})
		}
		c, _ := m.clusters()
		z, err := m.connect(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		if d := z.Float64() - ising.Float64() - 0.4*2*float64(n); math.Abs(d) > 1e-12 {
			t.Errorf("%v: q = 2 differs from Ising by %g", size, d)
		}
	}
}

// At v = −1 Z is the chromatic polynomial, which cancels to small integers or to zero: K4
// has q(q−1)(q−2)(q−3) colourings.
func TestChromaticPolynomials(t *testing.T) {
	ctx := context.Background()
	for q := int64(0); q <= 5; q++ {
		m := &RandomCluster{N: 4, Edges: latticeEdges(t, "complete", false, 4), Q: rat(q), V: []*big.Rat{rat(-1)}}
		want := rat(q * (q - 1) * (q - 2) * (q - 3))
		z, err := m.LogZ(ctx)
		holds(t, "K4", z, err, want)
	}
	// On the square torus they are a sum of 2^18 or 2^32 terms of either sign.
	for _, n := range []int{3, 4} {
		edges := latticeEdges(t, "square", true, n, n)
		count := int64(0)
		colour := make([]int, n*n)
		var paint func(v int)
		paint = func(v int) {
			if v == n*n {
				count++
				return
			}
		colours:
			for c := range 3 {
				for _, e := range edges {
					if o := e[0] + e[1] - v; (e[0] == v || e[1] == v) && o < v && colour[o] == c {
						continue colours
					}
				}
				colour[v] = c
				paint(v + 1)
			}
		}
		paint(0)
		m := &RandomCluster{N: n * n, Edges: edges, Q: rat(3), V: []*big.Rat{rat(-1)}}
		z, err := m.LogZ(ctx)
		holds(t, fmt.Sprint("3-colourings ", n), z, err, rat(count))
	}
}

func enumeratePotts(m *Potts) *big.Float {
	p := precise.New(256)
	sum := p.New()
	state := make([]int, m.N)
	known := map[string]*big.Float{}
	for {
		e := p.New()
		for _, t := range m.Terms {
			hit := len(t.Sites) > 1 || state[t.Sites[0]] == t.State
			for _, s := range t.Sites {
				hit = hit && (len(t.Sites) == 1 || state[s] == state[t.Sites[0]])
			}
			if hit {
				e.Add(e, p.New().Mul(p.Float(m.Beta), p.Float(t.J)))
			}
		}
		key := e.Text('p', 0)
		if known[key] == nil {
			known[key] = p.Exp(e)
		}
		p.Add(sum, known[key])
		i := 0
		for i < m.N {
			if state[i]++; state[i] < m.Q {
				break
			}
			state[i] = 0
			i++
		}
		if i == m.N {
			return sum
		}
	}
}

func TestPottsAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		m := &Potts{Q: rapid.IntRange(1, 4).Draw(t, "q"), Beta: rapid.Float64Range(-3, 3).Draw(t, "beta")}
		var edges [][2]int
		m.N, edges = drawGraph(t, 5, 8)
		for _, e := range edges {
			m.Terms = append(m.Terms, PottsTerm{Sites: []int{e[0], e[1]}, J: rapid.Float64Range(-2, 2).Draw(t, "J")})
		}
		if rapid.Bool().Draw(t, "fields") {
			m.Terms = append(m.Terms, PottsTerm{Sites: []int{rapid.IntRange(0, m.N-1).Draw(t, "site")}, State: rapid.IntRange(0, m.Q-1).Draw(t, "state"), J: rapid.Float64Range(-2, 2).Draw(t, "h")})
			if m.N > 2 {
				m.Terms = append(m.Terms, PottsTerm{Sites: []int{2, 0, 1}, J: rapid.Float64Range(-2, 2).Draw(t, "J3")})
			}
		}
		want := enumeratePotts(m)
		z, err := m.LogZ(ctx)
		holdsFloat(t, "Potts", z, err, want)
		z, err = m.eliminate(ctx)
		holdsFloat(t, "tables", z, err, want)
		if c, ok := m.clusters(); ok {
			z, err = m.connect(ctx, c)
			holdsFloat(t, "clusters", z, err, want)
		}
	})
}

// Cold models: the sum over clusters of a frozen antiferromagnet cancels to some
// e^(−40 × frustrated bonds) of its terms, and has to come out all the same.
func TestPottsAtLowTemperature(t *testing.T) {
	ctx := context.Background()
	for _, K := range []float64{-40, 40, 900} {
		m := &Potts{Q: 3, N: 9, Beta: 1}
		for _, e := range latticeEdges(t, "square", true, 3, 3) {
			m.Terms = append(m.Terms, PottsTerm{Sites: []int{e[0], e[1]}, J: K})
		}
		want := enumeratePotts(m)
		c, _ := m.clusters()
		z, err := m.connect(ctx, c)
		holdsFloat(t, fmt.Sprint("clusters at ", K), z, err, want)
		z, err = m.LogZ(ctx)
		holdsFloat(t, fmt.Sprint("default at ", K), z, err, want)
	}
}

func TestPottsRing(t *testing.T) {
	ctx := context.Background()
	m := &Potts{Q: 4, N: 300000, Beta: 0.5}
	for _, e := range latticeEdges(t, "chain", true, m.N) {
		m.Terms = append(m.Terms, PottsTerm{Sites: []int{e[0], e[1]}, J: 1})
	}
	z, err := m.LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// (e^K + q − 1)ⁿ, the other term is nothing.
	p := precise.New(256)
	l := p.Log(p.New().Add(p.Exp(p.Float(0.5)), p.Int(3)))
	l.Mul(l, p.Int(int64(m.N)))
	if d, _ := l.Sub(l, z.Value).Float64(); math.Abs(d) > z.ErrorBound || z.ErrorBound > 1e-50 {
		t.Errorf("off by %g, the bound is %g", d, z.ErrorBound)
	}
}

func TestReliabilityAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		net := &Network{}
		net.N, net.Edges = drawGraph(t, 7, 10)
		if net.N == 1 {
			return
		}
		net.S = rapid.IntRange(0, net.N-1).Draw(t, "s")
		net.T = (net.S + rapid.IntRange(1, net.N-1).Draw(t, "t")) % net.N
		if rapid.Bool().Draw(t, "some certain") {
			for range net.Edges {
				net.Certain = append(net.Certain, rapid.IntRange(0, 3).Draw(t, "certain") == 0)
			}
		}
		open := make([]*big.Rat, len(net.Edges))
		uncertain := 0
		for k := range open {
			open[k] = big.NewRat(int64(rapid.IntRange(0, 6).Draw(t, "p")), 6)
			if !net.certain(k) {
				uncertain++
			}
		}
		if len(open) == 0 {
			open = []*big.Rat{rat(1)}
		}
		want := new(big.Rat)
		counts := make([]int64, uncertain+1)
	sets:
		for s := range 1 << len(net.Edges) {
			w, size := rat(1), bits.OnesCount(uint(s))
			for k := range net.Edges {
				switch {
				case net.certain(k):
					if s>>k&1 == 0 {
						continue sets
					}
					size--
				case s>>k&1 == 1:
					w.Mul(w, at(open, k))
				default:
					w.Mul(w, new(big.Rat).Sub(rat(1), at(open, k)))
				}
			}
			if _, find := clusters(net.N, net.Edges, func(k int) bool { return s>>k&1 == 1 }); find(net.S) == find(net.T) {
				want.Add(want, w)
				counts[size]++
			}
		}
		z, err := net.Reliability(ctx, open)
		holds(t, "reliability", z, err, want)
		if got, err := net.Probability(ctx, open); err != nil || got.Cmp(want) != 0 {
			t.Fatalf("probability %v (%v), want %v", got, err, want)
		}
		got, err := net.Paths(ctx)
		if err != nil || len(got) != len(counts) {
			t.Fatalf("%v (%v)", got, err)
		}
		for k := range got {
			if !got[k].IsInt64() || got[k].Int64() != counts[k] {
				t.Fatalf("counts %v, want %v", got, counts)
			}
		}
	})
}

// A strip with one more column than rows is its own dual: ½ at p = ½, exactly. And the
// two ways to evaluate agree at other p.
func TestCrossing(t *testing.T) {
	ctx := context.Background()
	for n := 1; n <= 7; n++ {
		got, err := Crossing(ctx, n, n+1, big.NewRat(1, 2))
		if err != nil || got.Cmp(big.NewRat(1, 2)) != 0 {
			t.Errorf("%d×%d: %v (%v), want 1/2", n, n+1, got, err)
		}
	}
	for n := 7; n <= 8; n++ {
		z, err := CrossingLog(ctx, n, n+1, big.NewRat(1, 2))
		holds(t, fmt.Sprint("self-dual ", n), z, err, big.NewRat(1, 2))
	}
	for _, c := range []struct {
		rows, cols int
		p          *big.Rat
	}{{1, 5, big.NewRat(1, 3)}, {4, 4, big.NewRat(2, 5)}, {3, 8, big.NewRat(3, 4)}, {5, 2, big.NewRat(1, 10)}} {
		want, err := Crossing(ctx, c.rows, c.cols, c.p)
		if err != nil {
			t.Fatal(err)
		}
		z, err := CrossingLog(ctx, c.rows, c.cols, c.p)
		holds(t, fmt.Sprint(c), z, err, want)
		if c.rows == 1 && want.Cmp(power(c.p, int64(c.cols-1))) != 0 {
			t.Errorf("a chain: %v", want)
		}
	}
	if z, err := CrossingLog(ctx, 6, 500, big.NewRat(1, 2)); err != nil || z.Relative() > 1e-12 {
		t.Errorf("a long strip: %v %v", z.Relative(), err)
	}
}

func TestClusterLimits(t *testing.T) {
	ctx := context.Background()
	edges := latticeEdges(t, "complete", false, 40)
	m := &RandomCluster{N: 40, Edges: edges, Q: rat(3), V: []*big.Rat{rat(1)}}
	if _, err := m.LogZ(ctx); err == nil {
		t.Error("a complete graph of 40 sites: no error")
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	m = &RandomCluster{N: 49, Edges: latticeEdges(t, "square", false, 7, 7), Q: rat(3), V: []*big.Rat{rat(1)}}
	if _, err := m.LogZ(stopped); err == nil {
		t.Error("the context was ignored")
	}
	if _, err := Strip(0, 3); err == nil {
		t.Error("a strip without rows: no error")
	}
	if _, err := Crossing(ctx, 2, 2, rat(2)); err == nil {
		t.Error("probability 2: no error")
	}
}

// The moves on packed partitions against the definition.
func TestConnectivityMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 16).Draw(t, "n")
		var s connectivity
		for i := range n {
			s |= connectivity(rapid.IntRange(0, n-1).Draw(t, "block")) << (4 * i)
		}
		s = canonical(s, n)
		i := rapid.IntRange(0, n-1).Draw(t, "i")
		j := rapid.IntRange(0, n-1).Draw(t, "j")
		a, b := s>>(4*i)&15, s>>(4*j)&15
		if a != b {
			want := s
			for k := range n {
				if s>>(4*k)&15 == max(a, b) {
					want ^= (a ^ b) << (4 * k)
				}
			}
			if got := merged(s, min(a, b), max(a, b), n); got != canonical(want, n) {
				t.Fatalf("%x: blocks %d and %d merge to %x, want %x", s, a, b, got, canonical(want, n))
			}
		}
		low := connectivity(1)<<(4*i) - 1
		want := canonical(s&low|s>>4&^low, n-1)
		alone := true
		for k := range n {
			alone = alone && (k == i || s>>(4*k)&15 != a)
		}
		if got, single := without(s, i, n); got != want || single != alone || cut(s, i, n) != alone {
			t.Fatalf("%x without %d is %x (%v), want %x (%v)", s, i, got, single, want, alone)
		}
	})
}

// Weights at the ends of the admitted range on a hub of many bonds, where products of
// them over- or underflow between two vertices.
func TestClusterRange(t *testing.T) {
	ctx := context.Background()
	for _, v := range []string{"1e30", "1e-30", "1e60", "1e-60", "-1e30"} {
		x, _ := new(big.Rat).SetString(v)
		m := &RandomCluster{N: 42, Q: big.NewRat(5, 2), V: []*big.Rat{x}}
		for k := range 40 { // two hubs and 40 vertices between them
			m.Edges = append(m.Edges, [2]int{0, k + 2}, [2]int{1, k + 2}, [2]int{0, 1})
		}
		want, err := m.Partition(ctx)
		if err != nil {
			t.Fatal(err)
		}
		z, err := m.LogZ(ctx)
		holds(t, v, z, err, want)
	}
}

// Deletion and contraction of a bond, Z(G) = Z(G−e) + v Z(G/e), and the product over
// disjoint parts, on graphs beyond enumeration.
func TestDeletionAndContraction(t *testing.T) {
	ctx := context.Background()
	evaluate := func(m *RandomCluster) *big.Rat {
		z, err := m.Partition(ctx)
		if err != nil {
			t.Fatal(err)
		}
		l, err := m.LogZ(ctx)
		holds(t, "ln Z", l, err, z)
		return z
	}
	edges := latticeEdges(t, "square", true, 4, 4)
	v := make([]*big.Rat, len(edges))
	for k := range v {
		v[k] = big.NewRat(int64(k%7-2), int64(k%5+1))
	}
	for _, q := range []*big.Rat{big.NewRat(7, 3), big.NewRat(-1, 2), rat(0)} {
		whole := evaluate(&RandomCluster{N: 16, Edges: edges, Q: q, V: v})
		for _, e := range []int{0, 7, 31} {
			rest := append(append([][2]int{}, edges[:e]...), edges[e+1:]...)
			weights := append(append([]*big.Rat{}, v[:e]...), v[e+1:]...)
			deleted := evaluate(&RandomCluster{N: 16, Edges: rest, Q: q, V: weights})
			// Site b becomes site a, and the last site takes its number.
			a, b := min(edges[e][0], edges[e][1]), max(edges[e][0], edges[e][1])
			joined := make([][2]int, len(rest))
			for k, x := range rest {
				for i, s := range x {
					switch s {
					case b:
						s = a
					case 15:
						s = b
					}
					joined[k][i] = s
				}
			}
			contracted := evaluate(&RandomCluster{N: 15, Edges: joined, Q: q, V: weights})
			if sum := contracted.Add(contracted.Mul(contracted, v[e]), deleted); sum.Cmp(whole) != 0 {
				t.Errorf("q = %v, edge %d: %v + %v, want %v", q, e, deleted, contracted, whole)
			}
		}
		double := append([][2]int{}, edges...)
		for _, e := range edges {
			double = append(double, [2]int{e[0] + 16, e[1] + 16})
		}
		if z := evaluate(&RandomCluster{N: 32, Edges: double, Q: q, V: append(append([]*big.Rat{}, v...), v...)}); z.Cmp(new(big.Rat).Mul(whole, whole)) != 0 {
			t.Errorf("q = %v: two copies have %v, want the square of %v", q, z, whole)
		}
	}
}

// q + v and q − 1 so close to zero that the first precision loses them.
func TestClusterCancellation(t *testing.T) {
	ctx := context.Background()
	bit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(120), nil))
	third := big.NewRat(1, 3)
	for _, m := range []*RandomCluster{
		{N: 3, Edges: [][2]int{{0, 1}, {1, 2}}, Q: third, V: []*big.Rat{new(big.Rat).Neg(new(big.Rat).Add(third, bit))}},
		{N: 3, Edges: [][2]int{{0, 1}, {1, 2}}, Q: third, V: []*big.Rat{new(big.Rat).Neg(third), rat(1)}},
		{N: 3, Edges: [][2]int{{0, 1}, {1, 2}, {0, 2}}, Q: new(big.Rat).Add(rat(1), bit), V: []*big.Rat{rat(-1)}},
		{N: 4, Edges: [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}, {1, 3}}, Q: new(big.Rat).Add(rat(3), bit), V: []*big.Rat{rat(-1)}},
	} {
		z, err := m.LogZ(ctx)
		holds(t, fmt.Sprint(m.Q.FloatString(5), len(m.Edges)), z, err, enumerateClusters(m))
	}
}

// At q = 0 every set of edges has weight zero, whatever the cycles.
func TestRandomClusterAtZero(t *testing.T) {
	for _, edges := range [][][2]int{
		nil, {{0, 1}}, {{0, 1}, {1, 2}, {0, 2}}, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {0, 3}, {0, 1}},
	} {
		m := &RandomCluster{N: 4, Edges: edges, Q: new(big.Rat), V: []*big.Rat{big.NewRat(-1, 3)}}
		z, err := m.LogZ(context.Background())
		if err != nil || !z.Value.IsInf() || z.Value.Sign() > 0 || z.ErrorBound != 0 || !z.Exact || enumerateClusters(m).Sign() != 0 {
			t.Errorf("%v: %+v, %v", edges, z, err)
		}
	}
}
