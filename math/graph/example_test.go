package graph_test

import (
	"fmt"

	"github.com/assay-physics/assay/math/graph"
)

func ExampleFindPlanarity() {
	// The utility graph: three houses, three wells.
	g, err := graph.New(6, []graph.Edge{{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := graph.FindPlanarity(g)
	fmt.Println(p.Planar, p.Kuratowski.Kind, graph.VerifyKuratowski(g, *p.Kuratowski))
	// Output: false K3,3 <nil>
}

func ExampleFindBalance() {
	// A triangle with one antiferromagnetic bond is frustrated.
	g, err := graph.New(3, []graph.Edge{{0, 1}, {1, 2}, {0, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := graph.FindBalance(g, []int8{1, 1, -1})
	fmt.Println(b.Balanced, b.Cycle, err)
	b, err = graph.FindBalance(g, []int8{1, -1, -1})
	fmt.Println(b.Balanced, b.Switching, err)
	// Output:
	// false [1 0 2] <nil>
	// true [1 1 -1] <nil>
}

func ExampleWidth() {
	g, err := graph.Grid(4, 3, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	order := graph.MinFillOrder(g, 0)
	width, err := graph.Width(g, order)
	bound, _ := graph.LowerBound(g)
	fmt.Println(width, err, bound <= width)
	// Output: 3 <nil> true
}
