package graph

import (
	"fmt"
	"math/bits"
	"slices"
)

// Width returns the width of an elimination order: the largest number of neighbours
// that a vertex has when its turn comes, every eliminated vertex having left a clique
// behind. The treewidth is the least width over all orders. The time is nearly linear
// in the graph, whatever the width: the fill is counted, not made.
func Width(g *Graph, order []int) (int, error) {
	pos, err := positions(g, order)
	if err != nil {
		return 0, err
	}
	parent := eliminationTree(g, order, pos)
	width := 0
	for _, c := range columnCounts(g, order, pos, parent) {
		width = max(width, int(c)-1)
	}
	return width, nil
}

// positions inverts an order and checks that it is one.
func positions(g *Graph, order []int) ([]int32, error) {
	if len(order) != g.N {
		return nil, fmt.Errorf("graph: elimination order of %d vertices for a graph of %d", len(order), g.N)
	}
	pos := make([]int32, g.N)
	for v := range pos {
		pos[v] = none
	}
	for i, v := range order {
		if v < 0 || v >= g.N || pos[v] != none {
			return nil, fmt.Errorf("graph: elimination order has %d at place %d, outside of the graph or for a second time", v, i)
		}
		pos[v] = int32(i)
	}
	return pos, nil
}

// eliminationTree returns, for every place in the order, the place of the first
// vertex that its elimination still touches, or none.
func eliminationTree(g *Graph, order []int, pos []int32) []int32 {
	parent := make([]int32, g.N)
	ancestor := make([]int32, g.N)
	for k := range int32(g.N) {
		parent[k], ancestor[k] = none, none
		for _, w := range g.Neighbors(order[k]) {
			for i := pos[w]; i != none && i < k; {
				up := ancestor[i]
				ancestor[i] = k
				if up == none {
					parent[i] = k
				}
				i = up
			}
		}
	}
	return parent
}

// columnCounts returns for every place one more than the number of later vertices
// that are neighbours when its vertex is eliminated (Gilbert, Ng and Peyton: the
// leaves of the row subtrees are counted, and their overlaps taken off at lowest
// common ancestors).
func columnCounts(g *Graph, order []int, pos, parent []int32) []int32 {
	n := g.N
	post := postorder(parent)
	first := make([]int32, n)    // place in post of the first descendant
	maxFirst := make([]int32, n) // largest first seen in a row subtree
	prevLeaf := make([]int32, n)
	ancestor := make([]int32, n)
	count := make([]int32, n)
	for i := range n {
		first[i], maxFirst[i], prevLeaf[i], ancestor[i] = none, none, none, int32(i)
	}
	for k, j := range post {
		if first[j] == none {
			count[j] = 1
		}
		for ; j != none && first[j] == none; j = parent[j] {
			first[j] = int32(k)
		}
	}
	for _, j := range post {
		if parent[j] != none {
			count[parent[j]]--
		}
		for _, w := range g.Neighbors(order[j]) {
			i := pos[w]
			if i <= j || first[j] <= maxFirst[i] {
				continue // not below the diagonal, or j is no leaf of row i
			}
			maxFirst[i] = first[j]
			last := prevLeaf[i]
			prevLeaf[i] = j
			count[j]++
			if last == none {
				continue
			}
			q := last
			for q != ancestor[q] {
				q = ancestor[q]
			}
			for last != q {
				last, ancestor[last] = ancestor[last], q
			}
			count[q]--
		}
		if parent[j] != none {
			ancestor[j] = parent[j]
		}
	}
	for j := range n { // a parent comes after its children
		if parent[j] != none {
			count[parent[j]] += count[j]
		}
	}
	return count
}

// postorder lists the nodes of a forest, children before parents and each subtree
// together.
func postorder(parent []int32) []int32 {
	n := len(parent)
	head, next := make([]int32, n), make([]int32, n)
	for i := range head {
		head[i] = none
	}
	for i := n - 1; i >= 0; i-- {
		if p := parent[i]; p != none {
			next[i], head[p] = head[p], int32(i)
		}
	}
	post := make([]int32, 0, n)
	var stack []int32
	for root := range n {
		if parent[root] != none {
			continue
		}
		stack = append(stack[:0], int32(root))
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			if c := head[v]; c != none {
				head[v] = next[c]
				stack = append(stack, c)
				continue
			}
			stack = stack[:len(stack)-1]
			post = append(post, v)
		}
	}
	return post
}

// MinDegreeOrder eliminates a vertex of least degree at every step. It suits large
// sparse graphs; MinFillOrder is usually narrower and slower. Where the width exceeds
// limit (0: never), the search is given up and the remaining vertices follow in
// increasing order: ask Width what became of it.
func MinDegreeOrder(g *Graph, limit int) []int {
	if g.N <= maxDense {
		return swept(g, func(g *Graph) []int { return denseMinDegree(g, limit) })
	}
	return sparseMinDegree(g, limit)
}

func sparseMinDegree(g *Graph, limit int) []int {
	f := newFillGraph(g)
	order := make([]int, 0, g.N)
	width := 0
	queue := newBuckets()
	for v := range g.N {
		queue.push(int32(v), f.degree(int32(v)))
	}
	for len(order) < g.N {
		v := queue.pop()
		if f.dead[v] || f.degree(v) != queue.key {
			continue // an outdated entry: the vertex waits under its present degree too
		}
		width = max(width, f.degree(v))
		if width >= g.N-len(order)-1 || limit > 0 && width > limit {
			return f.appendRest(order) // too few are left to be any wider, or too wide already
		}
		order = append(order, int(v))
		around := f.eliminate(v, nil)
		for _, u := range around {
			queue.push(u, f.degree(u))
		}
	}
	return order
}

// MinFillOrder eliminates at every step a vertex that adds the fewest edges, of these
// one of least degree. For limit see MinDegreeOrder.
func MinFillOrder(g *Graph, limit int) []int {
	if g.N <= maxDense {
		return swept(g, func(g *Graph) []int { return denseMinFill(g, limit, 0) })
	}
	return sparseMinFill(g, limit)
}

func sparseMinFill(g *Graph, limit int) []int {
	f := newFillGraph(g)
	order := make([]int, 0, g.N)
	width := 0
	queue := newBuckets()
	key := make([]int, g.N) // fill first, then degree
	mark := make([]int32, g.N)
	stamp := int32(0)
	update := func(v int32) {
		stamp++
		key[v] = f.fill(v, mark, stamp)*g.N + f.degree(v)
		queue.push(v, key[v])
	}
	for v := range g.N {
		update(int32(v))
	}
	touched := make([]int32, g.N)
	round := int32(0)
	for len(order) < g.N {
		v := queue.pop()
		if f.dead[v] || key[v] != queue.key {
			continue
		}
		width = max(width, f.degree(v))
		if width >= g.N-len(order)-1 || limit > 0 && width > limit {
			return f.appendRest(order)
		}
		order = append(order, int(v))
		round++
		var changed []int32
		change := func(u int32) {
			if touched[u] != round {
				touched[u] = round
				changed = append(changed, u)
			}
		}
		around := f.eliminate(v, func(a, b int32) {
			// A new edge a–b alters the fill of every common neighbour.
			for _, u := range f.common(a, b) {
				change(u)
			}
		})
		for _, u := range around {
			change(u)
		}
		slices.Sort(changed)
		for _, u := range changed {
			if !f.dead[u] {
				update(u)
			}
		}
	}
	return order
}

// fillGraph is a graph under elimination: sorted lists of the neighbours alive.
type fillGraph struct {
	adj  [][]int32
	dead []bool
	temp []int32
}

func newFillGraph(g *Graph) *fillGraph {
	f := &fillGraph{adj: make([][]int32, g.N), dead: make([]bool, g.N)}
	flat := slices.Clone(g.Head)
	for v := range g.N {
		f.adj[v] = flat[g.Start[v]:g.Start[v+1]:g.Start[v+1]]
	}
	return f
}

func (f *fillGraph) degree(v int32) int { return len(f.adj[v]) }

// appendRest finishes an order with the vertices alive, in increasing order.
func (f *fillGraph) appendRest(order []int) []int {
	for v, dead := range f.dead {
		if !dead {
			order = append(order, v)
		}
	}
	return order
}

// eliminate removes v, joins its neighbours to one another and returns them. It calls
// added, if given, for every new edge once all of them are in place.
func (f *fillGraph) eliminate(v int32, added func(a, b int32)) []int32 {
	around := f.adj[v]
	f.dead[v], f.adj[v] = true, nil
	var news [][2]int32
	for _, u := range around {
		// adj[u] = (adj[u] ∪ around) \ {u, v}, both sorted.
		old, merged := f.adj[u], f.temp[:0]
		i, j := 0, 0
		for i < len(old) || j < len(around) {
			switch {
			case j == len(around) || i < len(old) && old[i] < around[j]:
				if old[i] != v {
					merged = append(merged, old[i])
				}
				i++
			case i == len(old) || around[j] < old[i]:
				if around[j] != u {
					merged = append(merged, around[j])
					if added != nil && u < around[j] {
						news = append(news, [2]int32{u, around[j]})
					}
				}
				j++
			default:
				merged = append(merged, old[i])
				i++
				j++
			}
		}
		f.temp = merged
		f.adj[u] = append(old[:0], merged...)
	}
	for _, e := range news {
		added(e[0], e[1])
	}
	return around
}

// fill counts the edges that eliminating v would add.
func (f *fillGraph) fill(v int32, mark []int32, stamp int32) int {
	around := f.adj[v]
	for _, u := range around {
		mark[u] = stamp
	}
	present := 0
	for _, u := range around {
		for _, w := range f.adj[u] {
			if mark[w] == stamp {
				present++
			}
		}
	}
	return len(around)*(len(around)-1)/2 - present/2
}

// common returns the common neighbours of a and b, in scratch space.
func (f *fillGraph) common(a, b int32) []int32 {
	x, y, out := f.adj[a], f.adj[b], f.temp[:0]
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] < y[j]:
			i++
		case x[i] > y[j]:
			j++
		default:
			out = append(out, x[i])
			i++
			j++
		}
	}
	f.temp = out
	return out
}

// MaxExactWidth is the largest number of vertices that ExactOrder takes.
const MaxExactWidth = 16

// ExactOrder returns an elimination order of least width, and that width, which is
// the treewidth of g. It runs over all subsets of the vertices and takes at most
// MaxExactWidth of them.
func ExactOrder(g *Graph) (order []int, width int, err error) {
	if g.N > MaxExactWidth {
		return nil, 0, fmt.Errorf("graph: exact treewidth of %d vertices, the limit is %d", g.N, MaxExactWidth)
	}
	if g.N == 0 {
		return nil, 0, nil
	}
	near := make([]uint32, g.N)
	for _, e := range g.Edges {
		near[e[0]] |= 1 << e[1]
		near[e[1]] |= 1 << e[0]
	}
	// degree counts the neighbours of v once the set gone is eliminated: those that a
	// path through gone reaches.
	degree := func(gone uint32, v int) int {
		inside, outside := near[v]&gone, near[v]&^gone
		for seen := inside; inside != 0; {
			u := bits.TrailingZeros32(inside)
			inside &^= 1 << u
			fresh := near[u] & gone &^ seen
			seen |= fresh
			inside |= fresh
			outside |= near[u] &^ gone
		}
		return bits.OnesCount32(outside &^ (1 << v))
	}
	best := make([]uint8, 1<<g.N) // least width of eliminating exactly this set first
	last := make([]uint8, 1<<g.N)
	for set := uint32(1); set < 1<<g.N; set++ {
		best[set] = 255
		for rest := set; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros32(rest)
			before := set &^ (1 << v)
			if best[before] >= best[set] {
				continue
			}
			if w := max(best[before], uint8(degree(before, v))); w < best[set] {
				best[set], last[set] = w, uint8(v)
			}
		}
	}
	order = make([]int, g.N)
	for set, i := uint32(1)<<g.N-1, g.N-1; i >= 0; i-- {
		order[i] = int(last[set])
		set &^= 1 << last[set]
	}
	return order, int(best[len(best)-1]), nil
}

// Decomposition is a tree decomposition: every edge lies in a bag, and the bags that
// hold a vertex are connected.
type Decomposition struct {
	Bags [][]int `json:"bags"`
	// Parent gives for each bag a later one, or −1 at a root (one per component).
	Parent []int `json:"parent"`
}

// Decompose turns an elimination order into a tree decomposition of the same width:
// bag i holds the i-th vertex and its neighbours at its turn.
func Decompose(g *Graph, order []int) (Decomposition, error) {
	pos, err := positions(g, order)
	if err != nil {
		return Decomposition{}, err
	}
	d := Decomposition{Bags: make([][]int, g.N), Parent: make([]int, g.N)}
	later := make([][]int, g.N) // places of the later neighbours, handed down the tree
	for i, v := range order {
		for _, w := range g.Neighbors(v) {
			if int(pos[w]) > i {
				later[i] = append(later[i], int(pos[w]))
			}
		}
		slices.Sort(later[i])
		later[i] = slices.Compact(later[i])
		d.Bags[i] = []int{v}
		for _, p := range later[i] {
			d.Bags[i] = append(d.Bags[i], order[p])
		}
		d.Parent[i] = -1
		if len(later[i]) > 0 {
			up := later[i][0]
			d.Parent[i] = up
			later[up] = append(later[up], later[i][1:]...)
		}
		later[i] = nil
	}
	return d, nil
}
