package index_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/assay-physics/assay/physics/quiver/index"
)

// Requests made to be expensive end within the budget, and say so.
func TestHostileSeries(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: some seconds of work")
	}
	const budget = 20_000_000
	ring := func(n int, r string) *index.Gauge {
		g := &index.Gauge{Name: fmt.Sprintf("%d nodes, R = %s", n, r)}
		for v := range n {
			g.Ranks = append(g.Ranks, 3)
			g.Matter = append(g.Matter,
				index.Matter{Source: v, Target: (v + 1) % n, R: rat(r), Copies: 1 << 40},
				index.Matter{Source: (v + 1) % n, Target: v, R: rat(r), Copies: 3},
				index.Matter{Source: v, Target: v, R: rat(r), Copies: 2})
		}
		return g
	}
	for _, g := range []*index.Gauge{ring(3, "1/3"), ring(200, "1/2"), ring(2, "1/4000"), ring(256, "1/7919"), ring(7, "3/11")} {
		begin := time.Now()
		s, err := g.RefinedSeries(context.Background(), rat("12"), index.Budget{Operations: budget})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v, to R = %v, untested %q, %d operations", g.Name, time.Since(begin).Round(time.Millisecond), s.Order, s.Untested, s.Operations)
		if s.Complete {
			t.Errorf("%s: to the end", g.Name)
		}
		if s.Operations > 2*budget {
			t.Errorf("%s: %d operations", g.Name, s.Operations)
		}
	}
}

// A complete quiver of many nodes with generic R-charges has too many minors.
func TestHostileDetChi(t *testing.T) {
	for _, n := range []int{2, 12, 21} {
		var ranks []int
		var fields []string
		for i := range n {
			ranks = append(ranks, 2)
			for j := range n {
				for k := range max(1, 3000/(n*n)) {
					fields = append(fields, fmt.Sprintf("x%d_%d_%d %d %d %d/997", i, j, k, i, j, 1+(i*31+j*17+k*7)%1900))
				}
			}
		}
		th := build("complete", ranks, fields, nil)
		begin := time.Now()
		_, err := index.DetChi(th)
		t.Logf("%d nodes, %d arrows: %v, %v", n, len(fields), time.Since(begin).Round(time.Millisecond), err)
		if n > 2 && !errors.Is(err, index.ErrBudget) {
			t.Errorf("%d nodes: %v", n, err)
		}
	}
}
