package factor

import (
	"container/heap"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assay-physics/assay/math/graph"
)

const (
	// minFillVertices and minFillEdges bound the graphs on which minimal fill is tried.
	minFillVertices = 20000
	minFillEdges    = 60000
)

// Order returns an elimination order of the graph for variables with the given numbers
// of values, and the binary logarithm of the number of products that elimination in it
// adds up. The cheapest of a fixed portfolio is taken, the earliest of equals: the orders
// that are given, increasing index (the sweep, for lattices in their natural numbering),
// the sweep in breadth-first order, minimal degree, and on graphs of moderate size
// minimal fill and the smallest table first. The search ends early where an order costs
// little more than that of a path.
func Order(g *graph.Graph, card []int, given ...[]int) (order []int, log2cost float64, err error) {
	if len(card) != g.N {
		return nil, 0, fmt.Errorf("factor: order: %d cardinalities for a graph of %d vertices", len(card), g.N)
	}
	weight := make([]float64, g.N)
	uniform := true
	for v, c := range card {
		if c < 1 {
			return nil, 0, fmt.Errorf("factor: order: variable %d has %d values", v, c)
		}
		weight[v] = math.Log2(float64(c))
		uniform = uniform && c == card[0]
	}
	log2cost = math.Inf(1)
	consider := func(candidate []int) error {
		cost, err := orderCost(g, weight, candidate, log2cost)
		if err != nil {
			return err
		}
		if cost < log2cost || order == nil {
			order, log2cost = candidate, cost
		}
		return nil
	}
	for _, o := range given {
		if err := consider(o); err != nil {
			return nil, 0, err
		}
	}
	candidates := []func() []int{
		func() []int { return identity(g.N) },
		func() []int { return breadthFirst(g) },
		func() []int { return graph.MinDegreeOrder(g, hopeless) },
	}
	if g.N <= minFillVertices && g.M() <= minFillEdges {
		candidates = append(candidates, func() []int { return graph.MinFillOrder(g, hopeless) })
		if !uniform {
			candidates = append(candidates, func() []int { return minTable(g, weight) })
		}
	}
	for _, candidate := range candidates {
		if order != nil && log2cost <= pathCost(weight)+cheapEnough {
			break // the sum takes less time than the search would
		}
		if err := consider(candidate()); err != nil {
			return nil, 0, err
		}
	}
	return order, log2cost, nil
}

// cheapEnough is how far above the cost of a path, in binary logarithms, an order may lie
// for the search to end.
const cheapEnough = 2

// pathCost bounds what eliminating a path of the same variables costs.
func pathCost(weight []float64) float64 {
	sum := 0.0
	for _, w := range weight {
		sum += math.Exp2(2 * w)
	}
	return math.Log2(max(sum, 1))
}

// orderCost is the binary logarithm of Σ ∏ card over the steps, +Inf as soon as it
// exceeds limit or the scopes grow beyond the memory of a plan.
func orderCost(g *graph.Graph, weight []float64, order []int, limit float64) (float64, error) {
	place, err := placesOf(order, g.N)
	if err != nil {
		return 0, err
	}
	head, next := make([]int32, g.N), make([]int32, g.N)
	mark := make([]int32, g.N)
	for i := range head {
		head[i], mark[i] = -1, -1
	}
	scopes := make([][]int32, g.N)
	var free [][]int32
	live := 0
	total := 0.0
	bound := math.Exp2(min(limit, 2*hopeless))
	for i, v := range order {
		if weight[v] == 0 {
			continue // a single value: it stands in no table
		}
		var scope []int32
		if len(free) > 0 {
			scope = free[len(free)-1][:0]
			free = free[:len(free)-1]
		}
		size := weight[v]
		first := int32(-1)
		mark[i] = int32(i)
		join := func(j int32) {
			if j > int32(i) && mark[j] != int32(i) && weight[order[j]] > 0 {
				mark[j] = int32(i)
				scope = append(scope, j)
				size += weight[order[j]]
				if first < 0 || j < first {
					first = j
				}
			}
		}
		for _, w := range g.Neighbors(v) {
			join(place[w])
		}
		for c := head[i]; c >= 0; c = next[c] {
			for _, j := range scopes[c] {
				join(j)
			}
			live -= len(scopes[c])
			free = append(free, scopes[c])
			scopes[c] = nil
		}
		total += math.Exp2(size)
		live += len(scope)
		if total > bound || live > maxScopes {
			return math.Inf(1), nil
		}
		scopes[i] = scope
		if first >= 0 {
			next[i], head[first] = head[first], int32(i)
		}
	}
	return math.Log2(max(total, 1)), nil
}

func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// breadthFirst lists the vertices by their distance from one end of each component,
// which sweeps over long graphs from one end to the other.
func breadthFirst(g *graph.Graph) []int {
	order := make([]int, 0, g.N)
	seen := make([]int32, g.N)
	walk := func(from int, round int32) []int {
		start := len(order)
		seen[from] = round
		order = append(order, from)
		for at := start; at < len(order); at++ {
			for _, w := range g.Neighbors(order[at]) {
				if seen[w] != round {
					seen[w] = round
					order = append(order, int(w))
				}
			}
		}
		return order[start:]
	}
	for v := range g.N {
		if seen[v] != 0 {
			continue
		}
		start := len(order)
		for round := int32(1); round <= 2; round++ { // twice: to an end, and from it
			reached := walk(v, round)
			v = reached[len(reached)-1]
			order = order[:start]
		}
		walk(v, 3)
	}
	return order
}

// hopeless is the width, or the binary logarithm of a table, from which on the search for
// an order gives up.
const hopeless = 64

// minTable eliminates at every step the vertex that leaves the smallest table.
func minTable(g *graph.Graph, weight []float64) []int {
	near := make([]map[int32]bool, g.N)
	size := make([]float64, g.N)
	var queue sizeHeap
	for v := range g.N {
		near[v] = make(map[int32]bool, g.Degree(v))
		for _, w := range g.Neighbors(v) {
			near[v][w] = true
		}
		size[v] = tableSize(near[v], weight)
		queue = append(queue, sized{size[v], v})
	}
	heap.Init(&queue)
	order := make([]int, 0, g.N)
	for len(order) < g.N {
		next := heap.Pop(&queue).(sized)
		v := next.vertex
		if near[v] == nil || next.size != size[v] {
			continue // an outdated entry
		}
		if next.size > hopeless {
			break
		}
		order = append(order, v)
		around := near[v]
		near[v] = nil
		for u := range around {
			delete(near[u], int32(v))
			for w := range around {
				if w != u {
					near[u][w] = true
				}
			}
			size[u] = tableSize(near[u], weight)
			heap.Push(&queue, sized{size[u], int(u)})
		}
	}
	for v := range g.N {
		if near[v] != nil {
			order = append(order, v)
		}
	}
	return order
}

// tableSize is the logarithm of the table over a set. It adds up in increasing order, so
// that the rounded sum depends on the set alone.
func tableSize(set map[int32]bool, weight []float64) float64 {
	sum := 0.0
	for _, v := range slices.Sorted(maps.Keys(set)) {
		sum += weight[v]
	}
	return sum
}

// sized orders by size, then by index.
type sized struct {
	size   float64
	vertex int
}

type sizeHeap []sized

func (h sizeHeap) Len() int { return len(h) }
func (h sizeHeap) Less(i, j int) bool {
	return h[i].size < h[j].size || h[i].size == h[j].size && h[i].vertex < h[j].vertex
}
func (h sizeHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *sizeHeap) Push(x any)   { *h = append(*h, x.(sized)) }
func (h *sizeHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
