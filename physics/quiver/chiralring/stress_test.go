package chiralring_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// Theories made to be expensive end within the budget, and say so.
func TestHostileTheories(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: some seconds of work")
	}
	bipartite := func(n int, r string) *quiver.Theory {
		var fields []string
		for k := range n {
			fields = append(fields, fmt.Sprintf("a%d 0 1 %s", k, r), fmt.Sprintf("b%d 1 0 %s", k, r))
		}
		return build(fmt.Sprintf("two nodes, %d arrows", 2*n), []int{3, 3}, fields, nil)
	}
	ring := func(n int, shift bool) *quiver.Theory {
		var ranks []int
		var fields []string
		for k := range n {
			r := "1/100"
			if shift && k%2 == 0 {
				r = "-1/200"
			}
			ranks = append(ranks, 3)
			fields = append(fields, fmt.Sprintf("a%d %d %d %s", k, k, (k+1)%n, r), fmt.Sprintf("b%d %d %d %s", k, (k+1)%n, k, "3/100"))
		}
		return build(fmt.Sprintf("ring of %d nodes", n), ranks, fields, nil)
	}
	words := func(n int) *quiver.Theory {
		// One adjoint quartet and many terms of high order, no torus to help.
		var w []string
		for k := range n {
			term := "1/7"
			for i := range 10 {
				term += fmt.Sprintf(" x%d", (k>>i)&1+2*(i&1))
			}
			w = append(w, term)
		}
		return build(fmt.Sprintf("%d terms", n), []int{3}, []string{"x0 0 0 1/5", "x1 0 0 1/5", "x2 0 0 1/5", "x3 0 0 1/5"}, w)
	}
	for _, th := range []*quiver.Theory{
		bipartite(5000, "1/2"), bipartite(20, "1/1000000007"), ring(40, false), ring(40, true), ring(2000, true), words(1000),
	} {
		begin := time.Now()
		table, err := chiralring.Dimensions(context.Background(), th, chiralring.Grading{}, rat("6"), chiralring.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v, complete %v, reached %v, untested %q, %d operations", th.Name, time.Since(begin).Round(time.Millisecond), table.Complete, table.Reached, table.Untested, table.Operations)
		if table.Tested() {
			t.Errorf("%s: counted to the end", th.Name)
		}
		if table.Operations > 2*chiralring.DefaultOperations {
			t.Errorf("%s: %d operations", th.Name, table.Operations)
		}
	}
}
