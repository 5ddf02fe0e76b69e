package pfaffian

import (
	"math"
	"math/rand/v2"

	"github.com/assay-physics/assay/math/wide"
)

// grid is the matrix of an open ±J Ising model on a rows×cols square lattice: one index
// for each half of an edge, 1 between two halves at a site in the order of angle, and
// ±coth β along an edge, from the half with the greater angle. ln Z is ln|Pf A| + Shift.
type grid struct {
	m     Matrix
	t     Tree
	v     []float64
	sign  []bool // of entry k: whether it is an edge, negative where J = −1
	edge  []bool
	edges int
}

func splitmix(seed, k uint64) uint64 {
	z := seed + (k+1)*0x9E3779B97F4A7C15
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

func newGrid(rows, cols int, seed uint64, beta float64) *grid {
	g := &grid{}
	half := make([][4]int32, rows*cols) // right, up, left, down
	for s := range half {
		half[s] = [4]int32{-1, -1, -1, -1}
		r, c := s/cols, s%cols
		for d, has := range [4]bool{c+1 < cols, r+1 < rows, c > 0, r > 0} {
			if has {
				half[s][d] = int32(g.m.N)
				g.m.N++
			}
		}
	}
	entry := func(i, j int32, v float64, edge bool) {
		g.m.I, g.m.J, g.v = append(g.m.I, i), append(g.m.J, j), append(g.v, v)
		g.edge = append(g.edge, edge)
		g.sign = append(g.sign, v < 0)
	}
	coth := 1 / math.Tanh(beta)
	g.t.Leaf = make([]int32, g.m.N)
	for s, h := range half {
		r, c := s/cols, s%cols
		for a := range 4 {
			for b := a + 1; b < 4; b++ {
				if h[a] >= 0 && h[b] >= 0 {
					entry(h[a], h[b], 1, false)
				}
			}
		}
		for d, has := range [2]bool{c+1 < cols, r+1 < rows} {
			if has {
				j := coth
				if splitmix(seed, uint64(g.edges))>>63 == 1 {
					j = -coth
				}
				g.edges++
				other := half[s+[2]int{1, cols}[d]][d+2]
				entry(other, h[d], j, true)
			}
		}
	}
	// Bisection of the longer side.
	var build func(r0, r1, c0, c1 int) int32
	build = func(r0, r1, c0, c1 int) int32 {
		if r1-r0 == 1 && c1-c0 == 1 {
			a := int32(len(g.t.Parent))
			g.t.Parent = append(g.t.Parent, -1)
			for _, i := range half[r0*cols+c0] {
				if i >= 0 {
					g.t.Leaf[i] = a
				}
			}
			return a
		}
		var x, y int32
		if c1-c0 >= r1-r0 {
			c := (c0 + c1) / 2
			x, y = build(r0, r1, c0, c), build(r0, r1, c, c1)
		} else {
			r := (r0 + r1) / 2
			x, y = build(r0, r, c0, c1), build(r, r1, c0, c1)
		}
		a := int32(len(g.t.Parent))
		g.t.Parent = append(g.t.Parent, -1)
		g.t.Parent[x], g.t.Parent[y] = a, a
		return a
	}
	build(0, rows, 0, cols)
	return g
}

// shift is n ln 2 + |E| ln sinh β: the edge entries carry 1/tanh β.
func (g *grid) shift(n int, beta float64) float64 {
	return float64(n)*math.Ln2 + float64(g.edges)*math.Log(math.Sinh(beta))
}

// random is a sparse matrix with a random tree: the entries, some of them zero, some at
// one place, and indices that enter anywhere.
func random(rng *rand.Rand, n, entries int) (Matrix, []float64, Tree) {
	m := Matrix{N: n}
	var v []float64
	add := func(i, j int) {
		m.I, m.J = append(m.I, int32(i)), append(m.J, int32(j))
		x := rng.NormFloat64()
		switch rng.IntN(6) {
		case 0:
			x = float64(rng.IntN(3) - 1)
		case 1:
			x *= math.Exp(4 * rng.NormFloat64())
		}
		v = append(v, x)
	}
	if rng.IntN(4) > 0 { // a perfect matching, so that most are regular
		perm := rng.Perm(n)
		for k := 0; k+1 < n; k += 2 {
			add(perm[k], perm[k+1])
		}
	}
	for len(v) < entries && n > 1 {
		i, j := rng.IntN(n), rng.IntN(n)
		if i != j {
			add(i, j)
		}
	}
	nodes := 1 + rng.IntN(n+2)
	t := Tree{Parent: make([]int32, nodes), Leaf: make([]int32, n)}
	for a := range nodes {
		t.Parent[a] = -1
		if a+1 < nodes && rng.IntN(12) > 0 {
			t.Parent[a] = int32(min(nodes-1, a+1+rng.IntN(1+rng.IntN(nodes-a-1)+1)))
		}
	}
	for i := range t.Leaf {
		t.Leaf[i] = int32(rng.IntN(nodes))
	}
	return m, v, t
}

func dense(m Matrix, v []float64) [][]float64 {
	a := make([][]float64, m.N)
	for i := range a {
		a[i] = make([]float64, m.N)
	}
	for k, i := range m.I {
		a[i][m.J[k]] += v[k]
		a[m.J[k]][i] -= v[k]
	}
	return a
}

func widened(v []float64) []wide.DD {
	w := make([]wide.DD, len(v))
	for k, x := range v {
		w[k] = wide.FromFloat(x)
	}
	return w
}
