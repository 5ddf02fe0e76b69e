package graph

import (
	"slices"
	"sync"
)

// Ordering is an elimination order with its width and how it was found.
type Ordering struct {
	Order []int  `json:"order"`
	Width int    `json:"width"`
	By    string `json:"by"`
}

// searchLimit is the width at which the greedy searches without a budget give up: no
// table is that wide, and on large dense cores they would take minutes.
const searchLimit = 200

// fillWords bounds the work of least fill to about a tenth of a second. Graphs on which it
// ends within the limit come first: meshes up to the size of a bit matrix, and cubic
// graphs of 3,000 vertices. On larger graphs that expand in all directions the separators
// of nested dissection are narrower by far.
const fillWords = 1 << 24

// FindOrder returns the narrowest of several elimination orders: the exact optimum of
// small graphs; otherwise least fill, least degree, nested dissection, a sweep by
// breadth-first levels, the vertices as they are numbered, and the ones given. It is never
// wider than any of these that was not given up: least degree for exceeding a width of
// 200, least fill for its budget of work (beyond 16,384 vertices for the same width).
// Among equals the ones given win.
func FindOrder(g *Graph, given ...[]int) Ordering {
	if g.N <= MaxExactWidth {
		if o, w, err := ExactOrder(g); err == nil {
			return Ordering{o, w, "exact"}
		}
	}
	finders := []struct {
		by   string
		find func() []int
	}{
		{"as numbered", func() []int { return identity(g.N) }},
		{"level sweep", func() []int { return LevelSweepOrder(g) }},
		{"least fill", func() []int {
			switch {
			case g.N <= maxDense:
				return swept(g, func(g *Graph) []int { return denseMinFill(g, 0, fillWords) })
			case g.M() > 8*g.N:
				return nil
			}
			return sparseMinFill(g, searchLimit)
		}},
		{"least degree", func() []int { return MinDegreeOrder(g, searchLimit) }},
		{"nested dissection", func() []int { return NestedDissectionOrder(g) }},
	}
	found := make([]Ordering, 0, len(given)+len(finders))
	for _, o := range given {
		found = append(found, measure(g, o, "given"))
	}
	at := len(found)
	found = slices.Grow(found, len(finders))[:at+len(finders)]
	// The searches are independent; which one ends first does not matter.
	var wait sync.WaitGroup
	for i, f := range finders {
		wait.Go(func() { found[at+i] = measure(g, f.find(), f.by) })
	}
	wait.Wait()
	best := -1
	for i, o := range found {
		if o.Order != nil && (best < 0 || o.Width < found[best].Width) {
			best = i
		}
	}
	return found[best]
}

// measure drops what is no order.
func measure(g *Graph, order []int, by string) Ordering {
	if order == nil {
		return Ordering{}
	}
	w, err := Width(g, order)
	if err != nil {
		return Ordering{}
	}
	return Ordering{order, w, by}
}

func identity(n int) []int {
	order := make([]int, n)
	for v := range order {
		order[v] = v
	}
	return order
}

// LevelSweepOrder sweeps each component from one end to the other by breadth-first
// levels (Cuthill and McKee, 1969): from a vertex far away, neighbours in the order of
// their degrees. On strips and lattices it is nearly as narrow as the shorter side, however the
// vertices are numbered.
func LevelSweepOrder(g *Graph) []int {
	order := make([]int, 0, g.N)
	placed := make([]bool, g.N)
	dist := make([]int32, g.N)
	for v := range dist {
		dist[v] = none
	}
	var queue []int32
	bfs := func(source int32) int32 {
		queue = append(queue[:0], source)
		dist[source] = 0
		for i := 0; i < len(queue); i++ {
			for _, w := range g.Neighbors(int(queue[i])) {
				if dist[w] == none {
					dist[w] = dist[queue[i]] + 1
					queue = append(queue, w)
				}
			}
		}
		last := queue[len(queue)-1]
		// Of the farthest ones, a vertex of least degree.
		for i := len(queue) - 1; i >= 0 && dist[queue[i]] == dist[last]; i-- {
			if g.Degree(int(queue[i])) < g.Degree(int(last)) {
				last = queue[i]
			}
		}
		for _, v := range queue {
			dist[v] = none
		}
		return last
	}
	for s := range int32(g.N) {
		if placed[s] {
			continue
		}
		start := bfs(bfs(s))
		from := len(order)
		order = append(order, int(start))
		placed[start] = true
		var near []int32
		for i := from; i < len(order); i++ {
			near = near[:0]
			for _, w := range g.Neighbors(order[i]) {
				if !placed[w] {
					placed[w] = true
					near = append(near, w)
				}
			}
			slices.SortStableFunc(near, func(a, b int32) int { return g.Degree(int(a)) - g.Degree(int(b)) })
			for _, w := range near {
				order = append(order, int(w))
			}
		}
	}
	return order
}
