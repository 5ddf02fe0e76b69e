package chiralring_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// The dimensions of the catalogue, and equality of every dual with its phase to R = 4.
func TestCatalogue(t *testing.T) {
	g := chiralring.Grading{TracePart: true}
	want := map[string]string{}
	for _, c := range cells(t) {
		table := dimensions(t, c.theory, g, "4")
		t.Log(c.Name, levels(table), table.Method, table.Operations)
		if table.Method != chiralring.Exact {
			t.Errorf("%s: method %s", c.Name, table.Method)
		}
		top := new(big.Rat)
		for r, n := range c.Ring {
			if table.Dim(rat(r)) != n {
				t.Errorf("%s: R = %s: %d operators, want %d", c.Name, r, table.Dim(rat(r)), n)
			}
			if rat(r).Cmp(top) > 0 {
				top = rat(r)
			}
		}
		for _, l := range table.Levels {
			if _, ok := c.Ring[l.R.RatString()]; !ok && l.R.Cmp(top) <= 0 {
				t.Errorf("%s: R = %s: %d operators, want none", c.Name, l.R.RatString(), l.Dim)
			}
		}
		if c.Name == c.Phase {
			want[c.Phase] = levels(table)
		}
		if got := levels(table); got != want[c.Phase] {
			t.Errorf("%s: levels\n%s, of its phase\n%s", c.Name, got, want[c.Phase])
		}
	}
}

// The 28 duals of the catalogue, each beside its phase: 56 tables to R = 4.
func BenchmarkCells28(b *testing.B) {
	list := cells(b)
	g := chiralring.Grading{TracePart: true}
	b.ReportAllocs()
	for b.Loop() {
		var electric chiralring.Side
		for _, c := range list {
			side := chiralring.Side{Theory: c.theory, Grading: g}
			if c.Name == c.Phase {
				electric = side
				continue
			}
			if d, err := chiralring.Compare(context.Background(), electric, side, big.NewRat(4, 1), chiralring.Budget{}); err != nil || !d.Equal() {
				b.Fatal(d, err)
			}
		}
	}
}

func benchmarkPair(b *testing.B, top int64) {
	list := cells(b)
	x, y := chiralring.Side{Theory: list[0].theory}, chiralring.Side{Theory: list[1].theory}
	b.ReportAllocs()
	for b.Loop() {
		if d, err := chiralring.Compare(context.Background(), x, y, big.NewRat(top, 1), chiralring.Budget{}); err != nil || !d.Equal() {
			b.Fatal(d, err)
		}
	}
}

// dP0 beside its dual at the first node.
func BenchmarkDP0PairR4(b *testing.B) { benchmarkPair(b, 4) }
func BenchmarkDP0PairR6(b *testing.B) { benchmarkPair(b, 6) }

// dP0 beside its dual without one term of W, whose ring is larger: seen at R = 2.
func BenchmarkBrokenDP0PairR6(b *testing.B) {
	list := cells(b)
	broken := list[1].theory.Clone()
	broken.W = broken.W[1:]
	x, y := chiralring.Side{Theory: list[0].theory}, chiralring.Side{Theory: broken}
	b.ReportAllocs()
	for b.Loop() {
		if d, err := chiralring.Compare(context.Background(), x, y, big.NewRat(6, 1), chiralring.Budget{}); err != nil || d.Difference == nil {
			b.Fatal(d, err)
		}
	}
}
