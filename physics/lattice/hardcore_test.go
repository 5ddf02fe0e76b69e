package lattice

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/modelfile"
)

// independent is Σ z^|S| over all independent sets.
func independent(n int, edges [][2]int, z *big.Rat) *big.Rat {
	bySize := make([]int64, n+1)
sets:
	for s := range uint64(1) << n {
		size := 0
		for v := range n {
			size += int(s >> v & 1)
		}
		for _, e := range edges {
			if s>>e[0]&1 == 1 && s>>e[1]&1 == 1 {
				continue sets
			}
		}
		bySize[size]++
	}
	sum, power := new(big.Rat), rat(1)
	for _, c := range bySize {
		sum.Add(sum, new(big.Rat).Mul(power, rat(c)))
		power.Mul(power, z)
	}
	return sum
}

func TestHardCoreOnGraphs(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 10, 15)
		m := &HardCore{N: n, Edges: edges, Fugacity: drawRat(t, "fugacity", false)}
		z, err := m.LogZ(ctx)
		holds(t, "hard core", z, err, independent(n, edges, m.Fugacity))
	})
}

func TestHardSquares(t *testing.T) {
	ctx := context.Background()
	for _, torus := range []bool{false, true} {
		for rows := 1; rows <= 8; rows++ {
			for cols := 1; cols <= 8; cols++ {
				if rows*cols > 16 || torus && min(rows, cols) < 2 {
					continue
				}
				for _, fugacity := range []*big.Rat{rat(1), rat(3), big.NewRat(2, 7), new(big.Rat)} {
					m := &HardCore{
						N: rows * cols, Edges: latticeEdges(t, "square", torus, rows, cols), Fugacity: fugacity,
						Lattice: &modelfile.Lattice{Kind: "square", Size: []int{rows, cols}, Torus: torus},
					}
					name := fmt.Sprintf("%d×%d torus %v fugacity %v", rows, cols, torus, fugacity)
					want := independent(m.N, m.Edges, fugacity)
					z, err := m.LogZ(ctx)
					holds(t, name, z, err, want)
					if fugacity.IsInt() {
						count, err := m.Count(ctx)
						if err != nil || new(big.Rat).SetInt(count).Cmp(want) != 0 {
							t.Fatalf("%s: counted %v (%v), want %v", name, count, err, want)
						}
					}
				}
			}
		}
	}
}

// Known numbers (open ones as in OEIS A006506). The sweep on a general graph, the
// transfer in float64 and the exact one are different code.
func TestHardSquareNumbers(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		side  int
		torus bool
		want  string
	}{
		{8, false, "660647962955"}, {9, false, "770548397261707"}, {10, false, "2030049051145980050"},
		{4, true, "743"},
	} {
		m := &HardCore{
			N: c.side * c.side, Edges: latticeEdges(t, "square", c.torus, c.side, c.side), Fugacity: rat(1),
			Lattice: &modelfile.Lattice{Kind: "square", Size: []int{c.side, c.side}, Torus: c.torus},
		}
		want, _ := new(big.Rat).SetString(c.want)
		z, err := m.LogZ(ctx)
		holds(t, fmt.Sprint(c), z, err, want)
		if count, err := m.Count(ctx); err != nil || count.String() != c.want {
			t.Errorf("%v: counted %v (%v)", c, count, err)
		}
		m.Lattice = nil
		z, err = m.LogZ(ctx)
		holds(t, fmt.Sprint(c, " as a graph"), z, err, want)
	}
}

// A torus of several thousand sites at a small and a large fugacity against the exact
// integer, and a long path against Lucas and Fibonacci.
func TestHardSquaresAtScale(t *testing.T) {
	ctx := context.Background()
	m := &HardCore{N: 8 * 40, Fugacity: rat(1000003), Lattice: &modelfile.Lattice{Kind: "square", Size: []int{40, 8}, Torus: true}}
	count, err := m.Count(ctx)
	if err != nil {
		t.Fatal(err)
	}
	z, err := m.LogZ(ctx)
	holds(t, "torus", z, err, new(big.Rat).SetInt(count))

	n := 20000
	chain := &HardCore{N: n, Edges: latticeEdges(t, "chain", false, n), Fugacity: rat(1)}
	a, b := big.NewInt(1), big.NewInt(2)
	for range n {
		a, b = b, new(big.Int).Add(a, b)
	}
	z, err = chain.LogZ(ctx)
	holds(t, "chain", z, err, new(big.Rat).SetInt(a))
}

func TestHardCoreLimits(t *testing.T) {
	ctx := context.Background()
	for _, m := range []*HardCore{
		{N: 0, Fugacity: rat(1)},
		{N: 2, Edges: [][2]int{{0, 2}}, Fugacity: rat(1)},
		{N: 2, Fugacity: rat(-1)},
		{N: 2},
		{N: 3600, Fugacity: rat(1), Lattice: &modelfile.Lattice{Kind: "square", Size: []int{60, 60}}},
		{N: 900, Fugacity: rat(1), Lattice: &modelfile.Lattice{Kind: "square", Size: []int{30, 30}, Torus: true}},
		{N: 80, Fugacity: rat(1), Edges: latticeEdges(t, "complete", false, 80)},
	} {
		if _, err := m.LogZ(ctx); err == nil {
			t.Errorf("%d sites: no error", m.N)
		}
	}
}

// Fugacities so large that an empty row underflows beside a full one.
func TestHardSquaresAtLargeFugacity(t *testing.T) {
	ctx := context.Background()
	huge := new(big.Int).Lsh(big.NewInt(1), 90)
	for _, torus := range []bool{false, true} {
		m := &HardCore{N: 80, Fugacity: new(big.Rat).SetInt(huge), Edges: latticeEdges(t, "square", torus, 10, 8), Lattice: &modelfile.Lattice{Kind: "square", Size: []int{10, 8}, Torus: torus}}
		count, err := m.Count(ctx)
		if err != nil {
			t.Fatal(err)
		}
		z, err := m.LogZ(ctx)
		holds(t, "lattice", z, err, new(big.Rat).SetInt(count))
		if len(z.Escalated) == 0 {
			t.Error("the way by integers is not reported")
		}
		m.Fugacity = new(big.Rat).SetFrac(huge, big.NewInt(3))
		if _, err := m.LogZ(ctx); err == nil {
			t.Error("a fraction beyond the range: no error")
		}
	}
	// As a graph: either right or refused.
	m := &HardCore{N: 80, Fugacity: new(big.Rat).SetInt(huge), Edges: latticeEdges(t, "square", false, 10, 8)}
	if z, err := m.LogZ(ctx); err == nil {
		m.Lattice = &modelfile.Lattice{Kind: "square", Size: []int{10, 8}}
		count, err := m.Count(ctx)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, "graph", z, nil, new(big.Rat).SetInt(count))
	}
}
