package planar

import (
	"math"
	"math/rand/v2"
	"testing"
)

// densePfaffian is the textbook elimination with pivoting.
func densePfaffian(a [][]float64) float64 {
	n := len(a)
	pf := 1.0
	for k := 0; k+1 < n; k += 2 {
		p := k + 1
		for j := k + 2; j < n; j++ {
			if math.Abs(a[k][j]) > math.Abs(a[k][p]) {
				p = j
			}
		}
		if p != k+1 {
			a[p], a[k+1] = a[k+1], a[p]
			for i := range a {
				a[i][p], a[i][k+1] = a[i][k+1], a[i][p]
			}
			pf = -pf
		}
		if a[k][k+1] == 0 {
			return 0
		}
		pf *= a[k][k+1]
		for i := k + 2; i < n; i++ {
			for j := k + 2; j < n; j++ {
				a[i][j] += (a[k+1][i]*a[k][j] - a[k][i]*a[k+1][j]) / a[k][k+1]
			}
		}
	}
	return pf
}

// denseWeight sums the even subgraphs of a surface with weight prod t by the Pfaffians of
// its spin structures, twist being flipped loops.
func denseSum(t *testing.T, s *surface, weight []float64, twist uint32) float64 {
	t.Helper()
	o, err := s.orient(true)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, st := range o.structures() {
		neg := append([]bool(nil), o.negative...)
		for i, l := range o.loops {
			if (st.flips^twist)>>i&1 == 1 {
				for _, k := range l {
					neg[k] = !neg[k]
				}
			}
		}
		size := len(s.at)
		a := make([][]float64, size)
		for i := range a {
			a[i] = make([]float64, size)
		}
		for i := range size {
			for j := range size {
				if i != j && s.at[i] == s.at[j] {
					a[i][j] = -1
					if s.before(int32(i), int32(j)) {
						a[i][j] = 1
					}
				}
			}
		}
		scale := 1.0
		for k := range s.edges() {
			e := 1 / weight[k]
			if neg[k] {
				e = -e
				scale = -scale
			}
			scale *= weight[k]
			a[2*k][2*k+1] += e
			a[2*k+1][2*k] -= e
		}
		pf := densePfaffian(a) * scale
		if st.odd {
			pf = -pf
		}
		sum += pf
	}
	return math.Ldexp(sum, -o.genus)
}

// bruteSum is the average over spins of prod (1 + t s s').
func bruteSum(n int, edges [][2]int, weight []float64) float64 {
	sum := 0.0
	for x := range 1 << n {
		w := 1.0
		for k, e := range edges {
			if (x>>e[0]^x>>e[1])&1 == 0 {
				w *= 1 + weight[k]
			} else {
				w *= 1 - weight[k]
			}
		}
		sum += w
	}
	return sum / float64(uint(1)<<n)
}

// randomSurface draws a random multigraph with loops and a random cyclic order round
// every vertex.
func randomSurface(r *rand.Rand, n, m int) (*surface, [][2]int) {
	s := &surface{n: n, first: make([]int32, n)}
	var edges [][2]int
	round := make([][]int32, n)
	for k := range m {
		u, v := r.IntN(n), r.IntN(n)
		edges = append(edges, [2]int{u, v})
		s.at = append(s.at, int32(u), int32(v))
		s.next = append(s.next, -1, -1)
		round[u] = append(round[u], int32(2*k))
		round[v] = append(round[v], int32(2*k+1))
	}
	for v := range n {
		r.Shuffle(len(round[v]), func(i, j int) { round[v][i], round[v][j] = round[v][j], round[v][i] })
		if err := s.turn(v, round[v]); err != nil {
			panic(err)
		}
	}
	return s, edges
}

func TestRandomSurfaces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	genera := map[int]int{}
	for range 300 {
		n := 1 + r.IntN(6)
		m := r.IntN(11)
		s, edges := randomSurface(r, n, m)
		o, err := s.orient(true)
		if err != nil {
			t.Fatal(err)
		}
		if o.genus > 3 || o.genus == 3 && genera[3] > 10 {
			continue
		}
		genera[o.genus]++
		weight := make([]float64, m)
		for k := range weight {
			weight[k] = r.Float64()*1.9 - 0.95
		}
		want := bruteSum(n, edges, weight)
		if got := denseSum(t, s, weight, 0); math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
			t.Fatalf("genus %d, %d vertices %v: %v, want %v", o.genus, n, edges, got, want)
		}
		// Every twist: couplings change sign across one loop after the other.
		for twist := range uint32(1 << (2 * o.genus)) {
			flipped := append([]float64(nil), weight...)
			var set []int
			for i, l := range o.loops {
				if twist>>i&1 == 1 {
					for _, k := range l {
						flipped[k] = -flipped[k]
						set = append(set, int(k))
					}
				}
			}
			want := bruteSum(n, edges, flipped)
			if got := denseSum(t, s, weight, twist); math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
				t.Fatalf("twist %b: %v, want %v", twist, got, want)
			}
			if class, ok := s.classOf(o, set); !ok || class != twist {
				t.Fatalf("class %b of loops %b (%t)", class, twist, ok)
			}
		}
		split, origin := s.split()
		w := append([]float64(nil), weight...)
		for len(w) < split.edges() {
			w = append(w, 1)
		}
		links := split.edges() - m
		if len(origin) != n+links {
			t.Fatalf("%d vertices after %d splits of %d", len(origin), links, n)
		}
		for _, d := range split.at {
			if d < 0 {
				t.Fatal("unplaced dart")
			}
		}
		if got := denseSum(t, split, w, 0); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("split: %v, want %v", got, want)
		}
	}
	for g := range 4 {
		if genera[g] < 5 {
			t.Errorf("only %d surfaces of genus %d", genera[g], g)
		}
	}
	t.Log(genera)
}
