package graph

import "math/bits"

// maxDense is the number of vertices up to which elimination runs on a bit matrix:
// 16,384 of them take 32 MiB.
const maxDense = 1 << 14

// bitGraph is a graph under elimination as a matrix of bits. On sparse graphs the rows
// of vertices that were eliminated early are small; what costs time are the late, wide
// ones, whose common neighbours a row of words gives at once.
type bitGraph struct {
	words  int
	row    []uint64
	lo, hi []int32 // the words of a row that may be non-zero: lo ≤ i < hi
	degree []int
	dead   []bool
	work   int64   // words looked at by join
	around []int32 // scratch: the neighbours of the vertex being eliminated
	mask   []uint64
}

func newBitGraph(g *Graph) *bitGraph {
	b := &bitGraph{words: (g.N + 63) / 64, degree: make([]int, g.N), dead: make([]bool, g.N)}
	b.row = make([]uint64, g.N*b.words)
	b.lo, b.hi = make([]int32, g.N), make([]int32, g.N)
	b.mask = make([]uint64, b.words)
	for v := range g.N {
		b.degree[v] = g.Degree(v)
		r := b.of(int32(v))
		near := g.Neighbors(v)
		for _, w := range near {
			r[w>>6] |= 1 << (w & 63)
		}
		if len(near) > 0 { // sorted
			b.lo[v], b.hi[v] = near[0]>>6, near[len(near)-1]>>6+1
		}
	}
	return b
}

// span widens the window of v to that of another row.
func (b *bitGraph) span(v, other int32) {
	if b.lo[other] == b.hi[other] {
		return
	}
	if b.lo[v] == b.hi[v] {
		b.lo[v], b.hi[v] = b.lo[other], b.hi[other]
		return
	}
	b.lo[v], b.hi[v] = min(b.lo[v], b.lo[other]), max(b.hi[v], b.hi[other])
}

func (b *bitGraph) of(v int32) []uint64 { return b.row[int(v)*b.words : (int(v)+1)*b.words] }

// neighbors lists the neighbours of v in scratch space.
func (b *bitGraph) neighbors(v int32) []int32 {
	b.around = b.around[:0]
	r := b.of(v)
	for i := b.lo[v]; i < b.hi[v]; i++ {
		for w := r[i]; w != 0; w &= w - 1 {
			b.around = append(b.around, i<<6+int32(bits.TrailingZeros64(w)))
		}
	}
	return b.around
}

// rest finishes an order with the vertices alive, in increasing order.
func (b *bitGraph) rest(order []int) []int {
	for v, dead := range b.dead {
		if !dead {
			order = append(order, v)
		}
	}
	return order
}

// denseMinDegree is MinDegreeOrder on a bit matrix.
func denseMinDegree(g *Graph, limit int) []int {
	b := newBitGraph(g)
	order := make([]int, 0, g.N)
	queue := newBuckets()
	for v := range g.N {
		queue.push(int32(v), b.degree[v])
	}
	width := 0
	for len(order) < g.N {
		v := queue.pop()
		if b.dead[v] || b.degree[v] != queue.key {
			continue
		}
		width = max(width, b.degree[v])
		if width >= g.N-len(order)-1 || limit > 0 && width > limit {
			return b.rest(order)
		}
		order = append(order, int(v))
		b.dead[v] = true
		around, mine := b.neighbors(v), b.of(v)
		for _, u := range around {
			r, n := b.of(u), 0
			for i := b.lo[v]; i < b.hi[v]; i++ {
				r[i] |= mine[i]
			}
			b.span(u, v)
			r[u>>6] &^= 1 << (u & 63)
			r[v>>6] &^= 1 << (v & 63)
			for _, w := range r[b.lo[u]:b.hi[u]] {
				n += bits.OnesCount64(w)
			}
			b.degree[u] = n
			queue.push(u, n)
		}
	}
	return order
}

// denseMinFill is MinFillOrder on a bit matrix. The fill of every vertex (how many pairs
// of its neighbours are not joined) is kept up to date edge by edge:
//
//   - a new edge a–b lowers the fill of each common neighbour by one, and raises that
//     of a by the neighbours of a that are not joined to b, and the reverse;
//   - a vertex v that leaves, its neighbours being joined by then, lowers the fill of
//     a neighbour u by the neighbours of u that are not joined to v.
//
// After so many words of work (0: no bound) it gives up, as it does at the width limit.
func denseMinFill(g *Graph, limit int, words int64) []int {
	b := newBitGraph(g)
	order := make([]int, 0, g.N)
	fill := make([]int, g.N)
	for v := range int32(g.N) {
		around, r, joined := b.neighbors(v), b.of(v), 0
		for _, u := range around {
			x := b.of(u)
			for i := max(b.lo[u], b.lo[v]); i < min(b.hi[u], b.hi[v]); i++ {
				joined += bits.OnesCount64(x[i] & r[i])
			}
		}
		fill[v] = len(around)*(len(around)-1)/2 - joined/2
	}
	queue := newBuckets()
	key := make([]int, g.N) // fill first, then degree
	stamp := make([]int32, g.N)
	var changed []int32
	round := int32(0)
	change := func(u int32) {
		if stamp[u] != round {
			stamp[u] = round
			changed = append(changed, u)
		}
	}
	update := func(v int32) {
		if k := fill[v]*g.N + b.degree[v]; key[v] != k {
			key[v] = k
			queue.push(v, k)
		}
	}
	for v := range int32(g.N) {
		key[v] = -1
		update(v)
	}
	width := 0
	for len(order) < g.N {
		v := queue.pop()
		if b.dead[v] || key[v] != queue.key {
			continue
		}
		width = max(width, b.degree[v])
		if width >= g.N-len(order)-1 || limit > 0 && width > limit || words > 0 && b.work > words {
			return b.rest(order)
		}
		order = append(order, int(v))
		round++
		changed = changed[:0]
		around := b.neighbors(v)
		mine := b.mask // v's row, without v itself
		first, last := b.lo[v], b.hi[v]
		copy(mine[first:last], b.of(v)[first:last])
		b.dead[v] = true
		for _, u := range around { // v leaves first; its own pairs are settled below
			b.of(u)[v>>6] &^= 1 << (v & 63)
		}
		for _, u := range around {
			r := b.of(u)
			for i := first; i < last; i++ {
				for missing := mine[i] &^ r[i]; missing != 0; missing &= missing - 1 {
					x := i<<6 + int32(bits.TrailingZeros64(missing))
					if x > u {
						b.join(u, x, fill, change)
					}
				}
			}
		}
		for _, u := range around {
			// Neighbours of u other than v that v was not joined to: by now all of
			// N(v) is joined to u.
			outside := b.degree[u] - len(around)
			fill[u] -= outside
			b.degree[u]--
			change(u)
		}
		for _, u := range changed {
			update(u)
		}
	}
	return order
}

// joinCost is what a new edge costs beside its words, in words.
const joinCost = 16

// join adds the edge a–b, both of which have lost their bit for the vertex that is being
// eliminated and still count it in their degree.
func (b *bitGraph) join(a, c int32, fill []int, change func(int32)) {
	x, y := b.of(a), b.of(c)
	b.work += int64(max(0, min(b.hi[a], b.hi[c])-max(b.lo[a], b.lo[c]))) + joinCost
	common := 1 // the vertex that is being eliminated
	for i := max(b.lo[a], b.lo[c]); i < min(b.hi[a], b.hi[c]); i++ {
		for both := x[i] & y[i]; both != 0; both &= both - 1 {
			u := i<<6 + int32(bits.TrailingZeros64(both))
			fill[u]--
			change(u)
			common++
		}
	}
	fill[a] += b.degree[a] - common
	fill[c] += b.degree[c] - common
	b.degree[a]++
	b.degree[c]++
	b.set(x, a, c)
	b.set(y, c, a)
}

// set joins c to the row x of a.
func (b *bitGraph) set(x []uint64, a, c int32) {
	x[c>>6] |= 1 << (c & 63)
	if b.lo[a] == b.hi[a] {
		b.lo[a], b.hi[a] = c>>6, c>>6+1
		return
	}
	b.lo[a], b.hi[a] = min(b.lo[a], c>>6), max(b.hi[a], c>>6+1)
}

// swept runs a search on the graph relabelled along its breadth-first levels, where
// neighbours have nearby numbers and windows are short, and translates the order back.
func swept(g *Graph, search func(*Graph) []int) []int {
	if g.N <= sweptFrom {
		return search(g)
	}
	old := LevelSweepOrder(g)
	label := make([]int, g.N)
	for i, v := range old {
		label[v] = i
	}
	edges := make([]Edge, g.M())
	for k, e := range g.Edges {
		edges[k] = Edge{label[e[0]], label[e[1]]}
	}
	h, err := New(g.N, edges)
	if err != nil {
		return search(g) // unreachable: a relabelled graph is a graph
	}
	order := search(h)
	for i, v := range order {
		order[i] = old[v]
	}
	return order
}

// sweptFrom is the number of vertices from which relabelling pays.
const sweptFrom = 1024
