package lattice

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// holds compares a result with the exact value of Z, to its own bound, which must be
// small.
func holds(t failer, what string, z partition.LogZ, err error, want *big.Rat) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if want.Sign() == 0 {
		if !z.Value.IsInf() {
			t.Fatalf("%s: ln Z = %s, but Z = 0", what, z.Text())
		}
		return
	}
	if z.Negative != (want.Sign() < 0) {
		t.Fatalf("%s: the sign of Z is wrong", what)
	}
	p := precise.New(320)
	l := p.Log(p.New().SetRat(new(big.Rat).Abs(want)))
	d := p.New().Sub(z.Value, l)
	off, _ := d.Abs(d).Float64()
	if math.IsNaN(off) || off > z.ErrorBound+1e-60*(1+math.Abs(z.Float64())) {
		t.Fatalf("%s (%s, %s): ln Z = %s is off by %.3g, the bound is %.3g", what, z.Method, z.Precision, z.Value.Text('g', 30), off, z.ErrorBound)
	}
	if z.Relative() > 1e-11 {
		t.Fatalf("%s (%s, %s): the bound is only %.3g", what, z.Method, z.Precision, z.ErrorBound)
	}
}

// holdsFloat is holds for a Z that is known as a big.Float.
func holdsFloat(t failer, what string, z partition.LogZ, err error, want *big.Float) {
	t.Helper()
	r, _ := want.Rat(nil)
	holds(t, what, z, err, r)
}

func drawRat(t *rapid.T, name string, signs bool) *big.Rat {
	lo := 0
	if signs {
		lo = -9
	}
	return big.NewRat(int64(rapid.IntRange(lo, 9).Draw(t, name)), int64(rapid.IntRange(1, 7).Draw(t, name)))
}

func drawGraph(t *rapid.T, vertices, edges int) (n int, list [][2]int) {
	n = rapid.IntRange(1, vertices).Draw(t, "n")
	if n == 1 {
		return n, nil
	}
	for range rapid.IntRange(0, edges).Draw(t, "edges") {
		a := rapid.IntRange(0, n-1).Draw(t, "a")
		b := rapid.IntRange(0, n-2).Draw(t, "b")
		if b >= a {
			b++
		}
		list = append(list, [2]int{a, b})
	}
	return n, list
}

func latticeEdges(t testing.TB, kind string, torus bool, size ...int) [][2]int {
	t.Helper()
	l := modelfile.Lattice{Kind: kind, Size: size, Torus: torus}
	edges, err := l.Edges(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	return edges
}

// matchings counts perfect matchings by taking the first free site's dimers in turn.
func matchings(n int, edges [][2]int) int64 {
	taken := make([]bool, n)
	var count func(v int) int64
	count = func(v int) int64 {
		for v < n && taken[v] {
			v++
		}
		if v == n {
			return 1
		}
		sum := int64(0)
		taken[v] = true
		for _, e := range edges {
			u := -1
			if e[0] == v {
				u = e[1]
			} else if e[1] == v {
				u = e[0]
			}
			if u < 0 || taken[u] {
				continue
			}
			taken[u] = true
			sum += count(v + 1)
			taken[u] = false
		}
		taken[v] = false
		return sum
	}
	return count(0)
}
