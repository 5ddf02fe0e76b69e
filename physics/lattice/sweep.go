package lattice

import (
	"cmp"
	"slices"
)

// sweep is an order in which a graph is built up and forgotten again: a vertex enters
// the frontier, its bonds to the frontier are made, and it leaves once all its bonds
// are there. Vertices on the frontier are known by their positions; one that leaves
// moves those behind it forward, one that enters goes to the end.
type sweep struct {
	steps []sweepStep
	width int // the largest frontier
}

type stepKind uint8

const (
	enter stepKind = iota
	bond
	leave
)

type sweepStep struct {
	kind stepKind
	// i and j are the positions of a bond; i that of a vertex that enters or leaves, and
	// then j has a bit for each of the first two vertices to keep that has all its bonds.
	i, j int
	edge int // of bond
}

// newSweep takes the best of a few orders of the vertices: the given hints, as they are
// numbered, breadth first from a far corner, and greedily by the frontier. Vertices in
// keep never leave.
func newSweep(n int, edges [][2]int, keep []int, hints ...[]int) *sweep {
	natural := make([]int, n)
	for v := range natural {
		natural[v] = v
	}
	start, near := adjacency(n, edges)
	candidates := append(slices.Clone(hints), natural)
	last := breadthFirst(start, near, 0)
	candidates = append(candidates, breadthFirst(start, near, last[len(last)-1]), greedyFrontier(start, near, last[len(last)-1]))
	var best []int
	bestWidth, bestSum := 0, 0
	for _, order := range candidates {
		width, sum := frontierSize(start, near, order)
		if best == nil || width < bestWidth || width == bestWidth && sum < bestSum {
			best, bestWidth, bestSum = order, width, sum
		}
	}
	return sweepAlong(n, edges, keep, best)
}

// adjacency lists neighbours: those of v are near[start[v]:start[v+1]].
func adjacency(n int, edges [][2]int) (start, near []int32) {
	start = make([]int32, n+1)
	for _, e := range edges {
		start[e[0]+1]++
		start[e[1]+1]++
	}
	for v := range n {
		start[v+1] += start[v]
	}
	fill := slices.Clone(start[:n])
	near = make([]int32, 2*len(edges))
	for _, e := range edges {
		near[fill[e[0]]] = int32(e[1])
		fill[e[0]]++
		near[fill[e[1]]] = int32(e[0])
		fill[e[1]]++
	}
	return start, near
}

func breadthFirst(start, near []int32, root int) []int {
	n := len(start) - 1
	seen := make([]bool, n)
	order := make([]int, 0, n)
	for k := -1; k < n; k++ {
		v := k
		if k < 0 {
			v = root
		}
		if seen[v] {
			continue
		}
		seen[v] = true
		order = append(order, v)
		for i := len(order) - 1; i < len(order); i++ {
			for _, u := range near[start[order[i]]:start[order[i]+1]] {
				if !seen[u] {
					seen[u] = true
					order = append(order, int(u))
				}
			}
		}
	}
	return order
}

// greedyFrontier next takes the vertex beside the frontier that makes it grow the
// least, the one that came beside it first among equals. It looks at no more than a
// few hundred candidates a step.
func greedyFrontier(start, near []int32, root int) []int {
	n := len(start) - 1
	const window = 256
	done, queued := make([]bool, n), make([]bool, n)
	open := make([]int32, n) // neighbours that are not done
	for v := range n {
		open[v] = start[v+1] - start[v]
	}
	order := make([]int, 0, n)
	var queue []int
	push := func(v int) {
		if !queued[v] {
			queued[v] = true
			queue = append(queue, v)
		}
	}
	push(root)
	for next := 0; len(order) < n; {
		if len(queue) == 0 {
			for queued[next] {
				next++
			}
			push(next)
		}
		best, bestGrowth := 0, int32(1<<30)
		for i, v := range queue[:min(len(queue), window)] {
			growth := int32(1)
			if open[v] == 0 {
				growth--
			}
			for _, u := range near[start[v]:start[v+1]] {
				if done[u] && open[u] == 1 {
					growth--
				}
			}
			if growth < bestGrowth {
				best, bestGrowth = i, growth
			}
		}
		v := queue[best]
		queue = slices.Delete(queue, best, best+1)
		done[v] = true
		order = append(order, v)
		for _, u := range near[start[v]:start[v+1]] {
			open[u]--
			if !done[u] {
				push(int(u))
			}
		}
	}
	return order
}

// frontierSize is the largest frontier of an order, and the sum over all steps.
func frontierSize(start, near []int32, order []int) (width, sum int) {
	n := len(start) - 1
	done := make([]bool, n)
	open := make([]int32, n)
	for v := range n {
		open[v] = start[v+1] - start[v]
	}
	size := 0
	for _, v := range order {
		done[v] = true
		size++
		width = max(width, size)
		for _, u := range near[start[v]:start[v+1]] {
			open[u]--
			if done[u] && open[u] == 0 && int(u) != v {
				size--
			}
		}
		if open[v] == 0 {
			size--
		}
		sum += size
	}
	return width, sum
}

func sweepAlong(n int, edges [][2]int, keep []int, order []int) *sweep {
	at := make([]int, n) // time of entry
	for i, v := range order {
		at[v] = i
	}
	// Bonds are made when their later end enters, in the order of its earlier end.
	made := make([][]int, n)
	open := make([]int, n)
	for k, e := range edges {
		later := e[0]
		if at[e[1]] > at[e[0]] {
			later = e[1]
		}
		made[later] = append(made[later], k)
		open[e[0]]++
		open[e[1]]++
	}
	kept := make([]bool, n)
	for _, v := range keep {
		kept[v] = true
	}
	s := &sweep{steps: make([]sweepStep, 0, 2*n+len(edges))}
	var frontier []int
	forget := func(v int) {
		if open[v] == 0 && !kept[v] {
			i := slices.Index(frontier, v)
			frontier = slices.Delete(frontier, i, i+1)
			done := 0
			for bit, u := range keep[:min(len(keep), 2)] {
				if open[u] == 0 {
					done |= 1 << bit
				}
			}
			s.steps = append(s.steps, sweepStep{kind: leave, i: i, j: done})
		}
	}
	for _, v := range order {
		frontier = append(frontier, v)
		s.width = max(s.width, len(frontier))
		s.steps = append(s.steps, sweepStep{kind: enter, i: len(frontier) - 1})
		slices.SortStableFunc(made[v], func(a, b int) int {
			return cmp.Compare(at[edges[a][0]]+at[edges[a][1]], at[edges[b][0]]+at[edges[b][1]])
		})
		for _, k := range made[v] {
			other := edges[k][0] + edges[k][1] - v
			i := slices.Index(frontier, other)
			s.steps = append(s.steps, sweepStep{bond, i, len(frontier) - 1, k})
			open[v]--
			open[other]--
			if other != v {
				forget(other)
			}
		}
		forget(v)
	}
	return s
}
