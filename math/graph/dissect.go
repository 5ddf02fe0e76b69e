package graph

import (
	"math/bits"
	"slices"
)

// Dissection is a binary tree over the vertices of a graph, from a hierarchy of
// bisections that cut few edges. Vertex v lies in the leaf Leaf[v]; node t has the
// parent Parent[t], −1 at the root, which is the last node. Children come before their
// parents. A graph without vertices has no nodes.
type Dissection struct {
	Parent []int32
	Leaf   []int32
}

// DissectOptions steers Dissect.
type DissectOptions struct {
	// LeafSize is the number of vertices that are not divided further; 0 means 4.
	LeafSize int
}

const defaultLeafSize = 4

// Dissect bisects a graph recursively. Each bisection lists the vertices by differences
// of their distances from vertices that are far apart, which on lattices and other
// meshes are straight fronts, cuts the best list near its middle, and refines the cut by
// moves of single vertices (Fiduccia and Mattheyses, DAC 1982). Where fronts cut too much,
// the graph is coarsened first. Both sides get at least two fifths of the vertices of a
// connected part. Time is near-linear in the size of the
// graph; quality is a heuristic, and nothing but speed should depend on it.
func Dissect(g *Graph, o DissectOptions) Dissection {
	leaf := o.LeafSize
	if leaf <= 0 {
		leaf = defaultLeafSize
	}
	d := Dissection{Leaf: make([]int32, g.N)}
	if g.N == 0 {
		return d
	}
	b := newBisector(g)
	part := make([]int32, g.N)
	for v := range part {
		part[v] = int32(v)
	}
	var divide func(part []int32) int32
	divide = func(part []int32) int32 {
		children := [2]int32{-1, -1}
		if len(part) > leaf {
			k := b.bisect(part)
			children[0] = divide(part[:k])
			children[1] = divide(part[k:])
		}
		node := d.add(children)
		if len(part) <= leaf {
			for _, v := range part {
				d.Leaf[v] = node
			}
		}
		return node
	}
	divide(part)
	return d
}

// add appends a node and hangs its children (−1: none) below it.
func (d *Dissection) add(children [2]int32) int32 {
	node := int32(len(d.Parent))
	d.Parent = append(d.Parent, -1)
	for _, c := range children {
		if c >= 0 {
			d.Parent[c] = node
		}
	}
	return node
}

// DissectGrid bisects the rows × cols square lattice, open or periodic, across its
// longer side again and again. Vertex (r,c) is r·cols+c. Leaves hold at most leafSize
// vertices, 0 meaning 4.
func DissectGrid(rows, cols, leafSize int) Dissection {
	if leafSize <= 0 {
		leafSize = defaultLeafSize
	}
	rows, cols = max(rows, 0), max(cols, 0)
	d := Dissection{Leaf: make([]int32, rows*cols)}
	if rows*cols == 0 {
		return d
	}
	var divide func(r0, r1, c0, c1 int) int32
	divide = func(r0, r1, c0, c1 int) int32 {
		height, width := r1-r0, c1-c0
		if height*width <= leafSize {
			node := d.add([2]int32{-1, -1})
			for r := r0; r < r1; r++ {
				for c := c0; c < c1; c++ {
					d.Leaf[r*cols+c] = node
				}
			}
			return node
		}
		var children [2]int32
		if width >= height {
			mid := c0 + width/2
			children = [2]int32{divide(r0, r1, c0, mid), divide(r0, r1, mid, c1)}
		} else {
			mid := r0 + height/2
			children = [2]int32{divide(r0, mid, c0, c1), divide(mid, r1, c0, c1)}
		}
		return d.add(children)
	}
	divide(0, rows, 0, cols)
	return d
}

// bisector holds the working arrays of the bisections of one graph, by vertex.
type bisector struct {
	g      *Graph
	region []int32    // the bisection in which a vertex takes part, by its stamp
	stamp  int32      // of the current bisection
	dist   [4][]int32 // distances from up to four sources
	near   [4][]int32 // the vertices in their order
	side   []bool     // false left, true right
	best   []bool
	gain   []int32 // cut edges less inner edges
	moved  []int32 // stamp of the pass that has moved a vertex
	pass   int32
	queue  []int32
	order  []int32
	count  []int32
	heap   []gainEntry
}

func newBisector(g *Graph) *bisector {
	b := &bisector{
		g: g, region: make([]int32, g.N), side: make([]bool, g.N), best: make([]bool, g.N),
		gain: make([]int32, g.N), moved: make([]int32, g.N), queue: make([]int32, 0, g.N), order: make([]int32, 0, g.N),
	}
	for i := range b.dist {
		b.dist[i] = make([]int32, g.N)
	}
	return b
}

// bisect reorders part so that its first k vertices are one side and the others the
// other; neither is empty. part has at least two vertices.
func (b *bisector) bisect(part []int32) (k int) {
	b.enter(part)
	// Components, largest first.
	type component struct{ from, to int }
	var components []component
	list := make([]int32, 0, len(part))
	for _, v := range part {
		b.dist[0][v] = none
	}
	for _, v := range part {
		if b.dist[0][v] != none {
			continue
		}
		from := len(list)
		list = append(list, b.distances(v, b.dist[0])...)
		components = append(components, component{from, len(list)})
	}
	slices.SortStableFunc(components, func(x, y component) int { return (y.to - y.from) - (x.to - x.from) })
	var weight [2]int
	for i, c := range components {
		members := list[c.from:c.to]
		if i == 0 && 5*len(members) > 3*len(part) {
			// Nothing but a cut through the largest one can balance the sides.
			target := len(part) / 2
			b.cut(members, target)
			for _, v := range members {
				if b.side[v] {
					weight[1]++
				} else {
					weight[0]++
				}
			}
			continue
		}
		s := 0
		if weight[1] < weight[0] {
			s = 1
		}
		for _, v := range members {
			b.side[v] = s == 1
		}
		weight[s] += len(members)
	}
	right := list[:0] // no longer needed
	at := 0
	for _, v := range part {
		if b.side[v] {
			right = append(right, v)
			continue
		}
		part[at] = v
		at++
	}
	copy(part[at:], right)
	return weight[0]
}

// enter makes part the vertices of the current bisection.
func (b *bisector) enter(part []int32) {
	b.stamp++
	for _, v := range part {
		b.region[v] = b.stamp
	}
}

// distances fills dist, which must be none on the component of source, breadth first,
// and returns the component in that order. The slice is good until the next call.
func (b *bisector) distances(source int32, dist []int32) []int32 {
	q := append(b.queue[:0], source)
	dist[source] = 0
	for i := 0; i < len(q); i++ {
		v := q[i]
		for _, w := range b.g.Neighbors(int(v)) {
			if b.region[w] == b.stamp && dist[w] == none {
				dist[w] = dist[v] + 1
				q = append(q, w)
			}
		}
	}
	b.queue = q
	return q
}

// cut divides the connected set members, aiming at target vertices on the left, and
// leaves the answer in side.
func (b *bisector) cut(members []int32, target int) {
	size := len(members)
	low := max(1, min(target-size/10, size-1))
	high := max(low, min(target+size/10, size-1))
	from := func(i int, source int32) int32 { // fills dist[i], returns the farthest vertex
		for _, v := range members {
			b.dist[i][v] = none
		}
		q := b.distances(source, b.dist[i])
		b.near[i] = append(b.near[i][:0], q...)
		far := q[len(q)-1]
		for j := len(q) - 1; j >= 0 && b.dist[i][q[j]] == b.dist[i][far]; j-- {
			if v := q[j]; b.g.Degree(int(v)) < b.g.Degree(int(far)) || b.g.Degree(int(v)) == b.g.Degree(int(far)) && v < far {
				far = v
			}
		}
		return far
	}
	if size <= 3 {
		b.sweep(members, low, high)
		return
	}
	a := from(0, slices.Min(members))
	c := from(0, a) // dist[0]: from one end a
	from(1, c)      // dist[1]: from the other end c
	// The third source is far from both ends: on a square another corner.
	third, reach := a, int32(-1)
	for _, v := range members {
		r := min(b.dist[0][v], b.dist[1][v])
		if r > reach || r == reach && (b.g.Degree(int(v)) < b.g.Degree(int(third)) || b.g.Degree(int(v)) == b.g.Degree(int(third)) && v < third) {
			third, reach = v, r
		}
	}
	fourth := from(2, third)
	from(3, fourth)
	least := -1
	fronts := [...][2]int{{0, 1}, {2, 3}, {0, 2}, {2, 1}, {0, 3}, {0, -1}, {2, -1}}
	choose := fronts[:]
	const small = 40
	if size <= small {
		choose = fronts[:3]
	}
	for _, pair := range choose {
		cost := b.sweep(b.sorted(pair[0], pair[1]), low, high)
		if least < 0 || cost < least {
			least = cost
			for _, v := range members {
				b.best[v] = b.side[v]
			}
		}
	}
	for _, v := range members {
		b.side[v] = b.best[v]
	}
	b.refine(members, low, high)
	b.escape(members, low, high)
}

// escape looks for a better cut by coarsening where fronts are no good: cuts of meshes are
// about as wide as the root of their size.
func (b *bisector) escape(members []int32, low, high int) {
	const (
		many = 200
		wide = 3
	)
	cost := b.cutEdges(members)
	if len(members) < many || cost*cost < wide*wide*len(members) {
		return
	}
	for _, v := range members {
		b.best[v] = b.side[v]
	}
	if found, balanced := b.multilevel(members, low, high, 1); balanced && found < cost {
		return
	}
	for _, v := range members {
		b.side[v] = b.best[v]
	}
}

// cutEdges counts the edges between the sides.
func (b *bisector) cutEdges(members []int32) int {
	total := 0
	for _, v := range members {
		if !b.side[v] {
			total += len(b.across(v))
		}
	}
	return total
}

// sorted lists the set by dist[i]−dist[j], equal ones by dist[i]; just by dist[i] for j < 0.
func (b *bisector) sorted(i, j int) []int32 {
	list := b.near[i]
	if j < 0 {
		return list
	}
	from, to := b.dist[i], b.dist[j]
	least, most := from[list[0]]-to[list[0]], from[list[0]]-to[list[0]]
	for _, v := range list {
		key := from[v] - to[v]
		least, most = min(least, key), max(most, key)
	}
	span := int(most-least) + 1
	if cap(b.count) < span+1 {
		b.count = make([]int32, 2*span+1)
	}
	count := b.count[:span+1]
	clear(count)
	for _, v := range list {
		count[from[v]-to[v]-least+1]++
	}
	for k := range span {
		count[k+1] += count[k]
	}
	b.order = b.order[:len(list)]
	for _, v := range list {
		k := from[v] - to[v] - least
		b.order[count[k]] = v
		count[k]++
	}
	return b.order
}

// sweep puts the vertices of a list on the left one by one and keeps the cheapest cut
// with low … high vertices there. It returns the number of edges cut.
func (b *bisector) sweep(list []int32, low, high int) int {
	for _, v := range list {
		b.side[v] = true
	}
	cost, best, at := 0, -1, 0
	middle := (low + high) / 2
	for i, v := range list[:high] {
		b.side[v] = false
		for _, w := range b.g.Neighbors(int(v)) {
			if b.region[w] != b.stamp {
				continue
			}
			if b.side[w] {
				cost++
			} else {
				cost--
			}
		}
		if k := i + 1; k >= low && (best < 0 || cost < best || cost == best && abs(k-middle) < abs(at-middle)) {
			best, at = cost, k
		}
	}
	for i, v := range list {
		b.side[v] = i >= at
	}
	return best
}

func abs(x int) int { return max(x, -x) }

// gainEntry is a candidate move; entries whose gain is out of date are skipped.
type gainEntry struct{ gain, v int32 }

func (e gainEntry) above(f gainEntry) bool { return e.gain > f.gain || e.gain == f.gain && e.v < f.v }

func (b *bisector) push(e gainEntry) {
	h := append(b.heap, e)
	i := len(h) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !h[i].above(h[p]) {
			break
		}
		h[i], h[p] = h[p], h[i]
		i = p
	}
	b.heap = h
}

func (b *bisector) pop() gainEntry {
	h := b.heap
	top := h[0]
	h[0] = h[len(h)-1]
	h = h[:len(h)-1]
	for i := 0; ; {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1].above(h[c]) {
			c++
		}
		if !h[c].above(h[i]) {
			break
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
	b.heap = h
	return top
}

// refine improves a cut by passes of single moves from the boundary, best gain first,
// each vertex at most once a pass, and undoes what came after the best point.
func (b *bisector) refine(members []int32, low, high int) {
	left := 0
	for _, v := range members {
		if !b.side[v] {
			left++
		}
	}
	const passes = 8
	for range passes {
		b.pass++
		b.heap = b.heap[:0]
		boundary := 0
		for _, v := range members {
			g, cut := int32(0), false
			for _, w := range b.g.Neighbors(int(v)) {
				if b.region[w] != b.stamp {
					continue
				}
				if b.side[w] == b.side[v] {
					g--
				} else {
					g++
					cut = true
				}
			}
			b.gain[v] = g
			if cut {
				boundary++
				b.push(gainEntry{g, v})
			}
		}
		patience := 50 + boundary // moves without progress before the pass gives up
		var moves []int32
		total, best, bestAt := 0, 0, 0
		bestLeft := left
		for len(b.heap) > 0 && len(moves)-bestAt <= patience {
			e := b.pop()
			v := e.v
			if b.moved[v] == b.pass || b.gain[v] != e.gain {
				continue
			}
			if b.side[v] && left+1 > high || !b.side[v] && left-1 < low {
				continue
			}
			b.moved[v] = b.pass
			total += int(e.gain)
			if b.side[v] {
				left++
			} else {
				left--
			}
			b.side[v] = !b.side[v]
			moves = append(moves, v)
			for _, w := range b.g.Neighbors(int(v)) {
				if b.region[w] != b.stamp {
					continue
				}
				if b.side[w] == b.side[v] {
					b.gain[w] -= 2
				} else {
					b.gain[w] += 2
				}
				if b.moved[w] != b.pass {
					b.push(gainEntry{b.gain[w], w})
				}
			}
			if total > best {
				best, bestAt, bestLeft = total, len(moves), left
			}
		}
		for _, v := range moves[bestAt:] {
			b.side[v] = !b.side[v]
		}
		left = bestLeft
		if best == 0 {
			return
		}
	}
}

// NestedDissectionOrder is an elimination order from vertex separators: both sides of a
// bisection first, then the fewest vertices that cover all of its cut edges (König's
// theorem). Parts of a few dozen vertices are ordered by least degree, with the
// separators around them taken into account.
func NestedDissectionOrder(g *Graph) []int {
	order := make([]int, 0, g.N)
	b := newBisector(g)
	part := make([]int32, g.N)
	for v := range part {
		part[v] = int32(v)
	}
	const leaf = 40
	local := make([]int32, g.N)
	var divide func(part []int32)
	divide = func(part []int32) {
		if len(part) <= leaf {
			order = leastDegreeInside(g, part, local, order)
			return
		}
		k := b.bisect(part)
		separator := b.cover(part[:k])
		b.stamp++ // marks the separator
		for _, v := range separator {
			b.region[v] = b.stamp
		}
		keep := func(side []int32) []int32 {
			return slices.DeleteFunc(slices.Clone(side), func(v int32) bool { return b.region[v] == b.stamp })
		}
		left, right := keep(part[:k]), keep(part[k:])
		divide(left)
		divide(right)
		order = leastDegreeInside(g, separator, local, order)
	}
	divide(part)
	return order
}

// cover returns a smallest set of vertices that meets every edge cut by the bisection
// that has just been made; left is one of its sides. Matching by Hopcroft and Karp.
func (b *bisector) cover(left []int32) []int32 {
	mate, level := b.dist[0], b.dist[1]
	var ends []int32 // vertices of the left side with a cut edge
	for _, v := range left {
		mate[v] = none
		cut := false
		for _, w := range b.across(v) {
			mate[w] = none
			cut = true
		}
		if cut {
			ends = append(ends, v)
		}
	}
	next := b.dist[2]
	var stack []int32
	for {
		// Layers from the free vertices on the left.
		q := b.queue[:0]
		for _, v := range ends {
			level[v] = none
			if mate[v] == none {
				level[v] = 0
				q = append(q, v)
			}
		}
		open := false
		for i := 0; i < len(q); i++ {
			v := q[i]
			for _, w := range b.across(v) {
				switch u := mate[w]; {
				case u == none:
					open = true
				case level[u] == none:
					level[u] = level[v] + 1
					q = append(q, u)
				}
			}
		}
		b.queue = q
		if !open {
			break
		}
		for _, v := range ends {
			next[v] = 0
		}
		for _, root := range ends {
			if mate[root] != none {
				continue
			}
			stack = append(stack[:0], root)
		search:
			for len(stack) > 0 {
				v := stack[len(stack)-1]
				across := b.across(v)
				for int(next[v]) < len(across) {
					w := across[next[v]]
					next[v]++
					u := mate[w]
					if u == none { // augment along the stack
						for i := len(stack) - 1; i >= 0; i-- {
							mate[w], w, mate[stack[i]] = stack[i], mate[stack[i]], w
						}
						break search
					}
					if level[u] == level[v]+1 {
						stack = append(stack, u)
						continue search
					}
				}
				stack = stack[:len(stack)-1]
			}
		}
	}
	// König: left vertices that alternating paths from free ones do not reach, right
	// vertices that they do. level is what the last, unsuccessful search reached.
	var set []int32
	seen := map[int32]bool{}
	for _, v := range ends {
		if level[v] == none {
			set = append(set, v)
			continue
		}
		for _, w := range b.across(v) {
			if !seen[w] {
				seen[w] = true
				set = append(set, w)
			}
		}
	}
	slices.Sort(set)
	return set
}

// across lists the neighbours of v on the other side of the current bisection. The slice
// is good until the next call.
func (b *bisector) across(v int32) []int32 {
	b.order = b.order[:0]
	for _, w := range b.g.Neighbors(int(v)) {
		if b.region[w] == b.stamp && b.side[w] != b.side[v] {
			b.order = append(b.order, w)
		}
	}
	return b.order
}

// leastDegreeInside appends the vertices of part to order by least degree in the graph
// that elimination leaves, in which the neighbours outside of part take part but are not
// eliminated. local is scratch space by vertex, all zero before and after.
func leastDegreeInside(g *Graph, part, local []int32, order []int) []int {
	const bitset = 64
	if len(part) > 4*bitset { // a large separator: all of it is joined in the end anyway
		for _, v := range part {
			order = append(order, int(v))
		}
		return order
	}
	members := slices.Clone(part) // then the halo
	for i, v := range members {
		local[v] = int32(i) + 1
	}
	for _, v := range part {
		for _, w := range g.Neighbors(int(v)) {
			if local[w] == 0 {
				members = append(members, w)
				local[w] = int32(len(members))
			}
		}
	}
	words := (len(members) + bitset - 1) / bitset
	rows := make([]uint64, len(part)*words)
	row := func(i int) []uint64 { return rows[i*words : (i+1)*words] }
	for i, v := range part {
		for _, w := range g.Neighbors(int(v)) {
			j := local[w] - 1
			row(i)[j/bitset] |= 1 << (j % bitset)
		}
	}
	left := make([]int, len(part))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		at, least := 0, -1
		for k, i := range left {
			d := 0
			for _, x := range row(i) {
				d += bits.OnesCount64(x)
			}
			if least < 0 || d < least {
				at, least = k, d
			}
		}
		i := left[at]
		left = slices.Delete(left, at, at+1)
		order = append(order, int(part[i]))
		for _, j := range left {
			r := row(j)
			if r[i/bitset]>>(i%bitset)&1 == 0 {
				continue
			}
			for k, x := range row(i) {
				r[k] |= x
			}
			r[i/bitset] &^= 1 << (i % bitset)
			r[j/bitset] &^= 1 << (j % bitset)
		}
	}
	for _, v := range members {
		local[v] = 0
	}
	return order
}
