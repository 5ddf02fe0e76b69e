package lattice

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/modelfile"
)

// kirchhoff is the determinant of the reduced Laplacian by rational elimination.
func kirchhoff(n int, edges [][2]int, weight func(k int) *big.Rat) *big.Rat {
	a := make([][]*big.Rat, n)
	for i := range a {
		a[i] = make([]*big.Rat, n)
		for j := range a[i] {
			a[i][j] = new(big.Rat)
		}
	}
	for k, e := range edges {
		if e[0] == e[1] {
			continue
		}
		w := weight(k)
		for _, v := range e {
			a[v][v].Add(a[v][v], w)
		}
		a[e[0]][e[1]].Sub(a[e[0]][e[1]], w)
		a[e[1]][e[0]].Sub(a[e[1]][e[0]], w)
	}
	det := rat(1)
	for k := range n - 1 { // without the last row and column
		p := k
		for p < n-1 && a[p][k].Sign() == 0 {
			p++
		}
		if p == n-1 {
			return new(big.Rat)
		}
		if p != k {
			a[p], a[k] = a[k], a[p]
			det.Neg(det)
		}
		det.Mul(det, a[k][k])
		for i := k + 1; i < n-1; i++ {
			c := new(big.Rat).Quo(a[i][k], a[k][k])
			for j := k; j < n-1; j++ {
				a[i][j].Sub(a[i][j], new(big.Rat).Mul(c, a[k][j]))
			}
		}
	}
	return det
}

func TestSpanningTreesOfGraphs(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 9, 20)
		m := &SpanningTree{N: n, Edges: edges, Weights: []*big.Rat{rat(1)}}
		if len(edges) > 0 && rapid.Bool().Draw(t, "weighted") {
			m.Weights = nil
			for range edges {
				m.Weights = append(m.Weights, big.NewRat(int64(rapid.IntRange(1, 99).Draw(t, "w")), int64(rapid.IntRange(1, 9).Draw(t, "w"))))
			}
		}
		want := kirchhoff(n, edges, func(k int) *big.Rat { return at(m.Weights, k) })
		z, err := m.LogZ(ctx)
		holds(t, "trees", z, err, want)
		count, err := m.Count(ctx)
		if err != nil || count.Cmp(want) != 0 {
			t.Fatalf("count %v (%v), want %v", count, err, want)
		}
	})
}

func TestSpanningTreesOfGrids(t *testing.T) {
	ctx := context.Background()
	for _, torus := range []bool{false, true} {
		for rows := 1; rows <= 6; rows++ {
			for cols := 1; cols <= 6; cols++ {
				if torus && min(rows, cols) < 2 {
					continue
				}
				m := &SpanningTree{
					N: rows * cols, Edges: latticeEdges(t, "square", torus, rows, cols), Weights: []*big.Rat{big.NewRat(3, 2)},
					Lattice: &modelfile.Lattice{Kind: "square", Size: []int{rows, cols}, Torus: torus},
				}
				name := fmt.Sprintf("%d×%d torus %v", rows, cols, torus)
				want := kirchhoff(m.N, m.Edges, func(int) *big.Rat { return m.Weights[0] })
				z, err := m.LogZ(ctx)
				holds(t, name, z, err, want)
				z, err = m.eliminate(ctx)
				holds(t, name+" eliminated", z, err, want)
			}
		}
	}
}

// Product and elimination are independent; at 40 × 30 they have to agree, and with the
// exact integer of some two thousand bits too. Cayley: n^(n−2) trees of the complete
// graph.
func TestSpanningTreesAtScale(t *testing.T) {
	ctx := context.Background()
	for _, torus := range []bool{false, true} {
		m := &SpanningTree{
			N: 1200, Edges: latticeEdges(t, "square", torus, 40, 30), Weights: []*big.Rat{rat(1)},
			Lattice: &modelfile.Lattice{Kind: "square", Size: []int{40, 30}, Torus: torus},
		}
		count, err := m.Count(ctx)
		if err != nil {
			t.Fatal(err)
		}
		z, err := m.LogZ(ctx)
		holds(t, "product", z, err, count)
		z, err = m.eliminate(ctx)
		holds(t, "elimination", z, err, count)
	}
	n := 200
	m := &SpanningTree{N: n, Edges: latticeEdges(t, "complete", false, n), Weights: []*big.Rat{rat(1)}}
	z, err := m.LogZ(ctx)
	holds(t, "Cayley", z, err, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(n-2)), nil)))
}

func TestSpanningTreeLimits(t *testing.T) {
	ctx := context.Background()
	for _, m := range []*SpanningTree{
		{N: 0, Weights: []*big.Rat{rat(1)}},
		{N: 2, Edges: [][2]int{{0, 2}}, Weights: []*big.Rat{rat(1)}},
		{N: 2, Edges: [][2]int{{0, 1}}, Weights: []*big.Rat{rat(0)}},
		{N: 2, Edges: [][2]int{{0, 1}}, Weights: []*big.Rat{rat(1), rat(1)}},
		{N: maxEliminated + 1, Weights: []*big.Rat{rat(1)}},
	} {
		if _, err := m.LogZ(ctx); err == nil {
			t.Errorf("%d vertices: no error", m.N)
		}
	}
}
