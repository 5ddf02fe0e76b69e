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

func BenchmarkCells(b *testing.B) {
	list := cells(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range list {
			if _, err := chiralring.Dimensions(context.Background(), c.theory, chiralring.Grading{TracePart: true}, big.NewRat(4, 1), chiralring.Budget{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func benchmarkPair(b *testing.B, top int64) {
	list := cells(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range list[:2] {
			if _, err := chiralring.Dimensions(context.Background(), c.theory, chiralring.Grading{TracePart: true}, big.NewRat(top, 1), chiralring.Budget{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkDP0PairR4(b *testing.B) { benchmarkPair(b, 4) }
func BenchmarkDP0PairR6(b *testing.B) { benchmarkPair(b, 6) }
