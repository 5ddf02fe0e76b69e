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
	degree []int
	dead   []bool
	around []int32 // scratch: the neighbours of the vertex being eliminated
	mask   []uint64
}

func newBitGraph(g *Graph) *bitGraph {
	b := &bitGraph{words: (g.N + 63) / 64, degree: make([]int, g.N), dead: make([]bool, g.N)}
	b.row = make([]uint64, g.N*b.words)
	b.mask = make([]uint64, b.words)
	for v := range g.N {
		b.degree[v] = g.Degree(v)
		r := b.of(int32(v))
		for _, w := range g.Neighbors(v) {
			r[w>>6] |= 1 << (w & 63)
		}
	}
	return b
}

func (b *bitGraph) of(v int32) []uint64 { return b.row[int(v)*b.words : (int(v)+1)*b.words] }

// neighbors lists the neighbours of v in scratch space.
func (b *bitGraph) neighbors(v int32) []int32 {
	b.around = b.around[:0]
	for i, w := range b.of(v) {
		for ; w != 0; w &= w - 1 {
			b.around = append(b.around, int32(i<<6+bits.TrailingZeros64(w)))
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
			for i, w := range mine {
				r[i] |= w
			}
			r[u>>6] &^= 1 << (u & 63)
			r[v>>6] &^= 1 << (v & 63)
			for _, w := range r {
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
func denseMinFill(g *Graph, limit int) []int {
	b := newBitGraph(g)
	order := make([]int, 0, g.N)
	fill := make([]int, g.N)
	for v := range int32(g.N) {
		around, r, joined := b.neighbors(v), b.of(v), 0
		for _, u := range around {
			for i, w := range b.of(u) {
				joined += bits.OnesCount64(w & r[i])
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
		if width >= g.N-len(order)-1 || limit > 0 && width > limit {
			return b.rest(order)
		}
		order = append(order, int(v))
		round++
		changed = changed[:0]
		around := b.neighbors(v)
		mine := b.mask // v's row, without v itself
		copy(mine, b.of(v))
		b.dead[v] = true
		for _, u := range around { // v leaves first; its own pairs are settled below
			b.of(u)[v>>6] &^= 1 << (v & 63)
		}
		for _, u := range around {
			r := b.of(u)
			for i, w := range mine {
				for missing := w &^ r[i]; missing != 0; missing &= missing - 1 {
					x := int32(i<<6 + bits.TrailingZeros64(missing))
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

// join adds the edge a–b, both of which have lost their bit for the vertex that is being
// eliminated and still count it in their degree.
func (b *bitGraph) join(a, c int32, fill []int, change func(int32)) {
	x, y := b.of(a), b.of(c)
	common := 1 // the vertex that is being eliminated
	for i, w := range x {
		for both := w & y[i]; both != 0; both &= both - 1 {
			u := int32(i<<6 + bits.TrailingZeros64(both))
			fill[u]--
			change(u)
			common++
		}
	}
	fill[a] += b.degree[a] - common
	fill[c] += b.degree[c] - common
	b.degree[a]++
	b.degree[c]++
	x[c>>6] |= 1 << (c & 63)
	y[a>>6] |= 1 << (a & 63)
}
