package graph

import (
	"math/rand/v2"
	"slices"
)

// The fronts of a bisection are straight on meshes. On graphs that expand in all
// directions they cut far too much, and moves of single vertices do not mend that. There
// the graph is coarsened: matched vertices are merged, again and again, the smallest
// graph is cut, and the cut is refined at every step of the way back (Hendrickson and
// Leland, Supercomputing 1995; Karypis and Kumar, SIAM J. Sci. Comput. 20, 1998).

// coarseGraph is a graph with weights on vertices (how many of the original ones each
// stands for) and edges.
type coarseGraph struct {
	weight []int32
	start  []int32 // of the neighbours of a vertex in head
	head   []int32
	heavy  []int32 // the weight of each entry of head
	into   []int32 // the vertex of the next coarser graph; nil in the coarsest one
}

func (c *coarseGraph) n() int { return len(c.weight) }

// coarsest is the number of vertices at which coarsening ends.
const coarsest = 80

// induced returns the graph of the vertices of the current bisection, numbered as listed.
func (b *bisector) induced(members []int32) *coarseGraph {
	label := b.dist[0]
	for i, v := range members {
		label[v] = int32(i)
	}
	c := &coarseGraph{weight: make([]int32, len(members)), start: make([]int32, 1, len(members)+1)}
	for i, v := range members {
		c.weight[i] = 1
		for _, w := range b.g.Neighbors(int(v)) {
			if b.region[w] == b.stamp {
				c.head = append(c.head, label[w])
				c.heavy = append(c.heavy, 1)
			}
		}
		c.start = append(c.start, int32(len(c.head)))
	}
	return c
}

// coarsen merges each vertex with the free neighbour of the heaviest edge, light ones
// first among equals, and returns the smaller graph.
func (c *coarseGraph) coarsen(random *rand.Rand) *coarseGraph {
	n := c.n()
	c.into = slices.Repeat([]int32{none}, n)
	var weight []int32
	first, second := make([]int32, 0, n), make([]int32, 0, n) // whom a new vertex is made of
	for _, at := range random.Perm(n) {
		v := int32(at)
		if c.into[v] != none {
			continue
		}
		mate := none
		most := int32(0)
		for k := c.start[v]; k < c.start[v+1]; k++ {
			w := c.head[k]
			if c.into[w] == none && (c.heavy[k] > most || c.heavy[k] == most && c.weight[w] < c.weight[mate]) {
				mate, most = w, c.heavy[k]
			}
		}
		c.into[v] = int32(len(weight))
		total := c.weight[v]
		if mate != none {
			c.into[mate] = c.into[v]
			total += c.weight[mate]
		}
		weight = append(weight, total)
		first, second = append(first, v), append(second, mate)
	}
	next := &coarseGraph{weight: weight, start: make([]int32, 1, len(weight)+1)}
	place := slices.Repeat([]int32{none}, len(weight)) // of a neighbour in head
	for u := range int32(len(weight)) {
		from := int32(len(next.head))
		for _, v := range [2]int32{first[u], second[u]} {
			if v == none {
				continue
			}
			for k := c.start[v]; k < c.start[v+1]; k++ {
				w := c.into[c.head[k]]
				switch {
				case w == u:
				case place[w] >= from:
					next.heavy[place[w]] += c.heavy[k]
				default:
					place[w] = int32(len(next.head))
					next.head = append(next.head, w)
					next.heavy = append(next.heavy, c.heavy[k])
				}
			}
		}
		next.start = append(next.start, int32(len(next.head)))
	}
	return next
}

// multilevel divides the connected set members, leaves the answer in side and returns how
// many edges it cuts, and whether there are low … high vertices on the left.
func (b *bisector) multilevel(members []int32, low, high int, seed uint64) (cost int, balanced bool) {
	random := rand.New(rand.NewPCG(uint64(len(members)), seed))
	levels := []*coarseGraph{b.induced(members)}
	for c := levels[0]; c.n() > coarsest; {
		next := c.coarsen(random)
		if 20*next.n() > 19*c.n() {
			c.into = nil
			break // stars do not match
		}
		levels = append(levels, next)
		c = next
	}
	last := len(levels) - 1
	right := levels[last].grow(low, high, random)
	for i := last - 1; i >= 0; i-- {
		fine := make([]bool, levels[i].n())
		for v, u := range levels[i].into {
			fine[v] = right[u]
		}
		right = fine
		levels[i].refine(right, low, high)
	}
	left := 0
	for i, v := range members {
		b.side[v] = right[i]
		if !right[i] {
			left++
		}
	}
	return levels[0].cutWeight(right), low <= left && left <= high
}

// cutWeight is the weight of the edges between the sides.
func (c *coarseGraph) cutWeight(right []bool) int {
	total := 0
	for v := range int32(c.n()) {
		for k := c.start[v]; k < c.start[v+1]; k++ {
			if !right[v] && right[c.head[k]] {
				total += int(c.heavy[k])
			}
		}
	}
	return total
}

// grow cuts a small graph: breadth-first from several vertices, each refined; the best.
func (c *coarseGraph) grow(low, high int, random *rand.Rand) []bool {
	const tries = 12
	var best []bool
	least := 0
	for range tries {
		right := slices.Repeat([]bool{true}, c.n())
		left := 0
		queue := make([]int32, 0, c.n())
		take := func(v int32) {
			right[v] = false
			left += int(c.weight[v])
			queue = append(queue, v)
		}
		take(int32(random.IntN(c.n())))
		for i := 0; i < len(queue); i++ {
			for k := c.start[queue[i]]; k < c.start[queue[i]+1]; k++ {
				if w := c.head[k]; right[w] && left+int(c.weight[w]) <= (low+high)/2 {
					take(w)
				}
			}
		}
		c.refine(right, low, high)
		if cost := c.cutWeight(right); best == nil || cost < least {
			best, least = right, cost
		}
	}
	return best
}

// refine is bisector.refine with weights. Where the left side is outside of low … high,
// which merged vertices may leave no way around, moves towards the middle are free.
func (c *coarseGraph) refine(right []bool, low, high int) {
	n := int32(c.n())
	left := 0
	for v, w := range c.weight {
		if !right[v] {
			left += int(w)
		}
	}
	outside := func(left int) int { return max(0, low-left, left-high) }
	gain := make([]int32, n)
	done := make([]bool, n)
	var heap bisector // for its queue only
	var moves []int32
	const passes = 8
	for range passes {
		heap.heap = heap.heap[:0]
		clear(done)
		boundary := 0
		for v := range n {
			g, cut := int32(0), false
			for k := c.start[v]; k < c.start[v+1]; k++ {
				if right[c.head[k]] == right[v] {
					g -= c.heavy[k]
				} else {
					g += c.heavy[k]
					cut = true
				}
			}
			gain[v] = g
			if cut {
				boundary++
				heap.push(gainEntry{g, v})
			}
		}
		patience := 50 + boundary
		moves = moves[:0]
		total, best, bestAt, bestLeft := 0, 0, 0, left
		startOutside := outside(left)
		bestOutside := startOutside
		for len(heap.heap) > 0 && len(moves)-bestAt <= patience {
			e := heap.pop()
			v := e.v
			if done[v] || gain[v] != e.gain {
				continue
			}
			to := left - int(c.weight[v])
			if right[v] {
				to = left + int(c.weight[v])
			}
			if outside(to) > outside(left) {
				continue
			}
			done[v] = true
			total += int(e.gain)
			left = to
			right[v] = !right[v]
			moves = append(moves, v)
			for k := c.start[v]; k < c.start[v+1]; k++ {
				w := c.head[k]
				if right[w] == right[v] {
					gain[w] -= 2 * c.heavy[k]
				} else {
					gain[w] += 2 * c.heavy[k]
				}
				if !done[w] {
					heap.push(gainEntry{gain[w], w})
				}
			}
			if o := outside(left); o < bestOutside || o == bestOutside && total > best {
				best, bestAt, bestLeft, bestOutside = total, len(moves), left, o
			}
		}
		for _, v := range moves[bestAt:] {
			right[v] = !right[v]
		}
		left = bestLeft
		if best <= 0 && bestOutside == startOutside {
			return
		}
	}
}
