package graph

// Rotation lists, for every vertex, its neighbours in the cyclic order in which an
// embedding draws them (counter-clockwise, or clockwise everywhere: the mirror image
// is the same witness).
type Rotation [][]int

// Planarity is the answer to whether a graph can be drawn in the plane, with the
// witness for either answer.
type Planarity struct {
	Planar bool `json:"planar"`
	// Rotation is an embedding of genus 0 (planar only).
	Rotation Rotation `json:"rotation,omitempty"`
	// Kuratowski is a subdivision of K5 or K3,3 in the graph (non-planar only).
	Kuratowski *Kuratowski `json:"kuratowski,omitempty"`
}

// FindPlanarity decides planarity with a witness. The decision and the embedding
// take time linear in the graph; for the subdivision of a non-planar graph see
// FindKuratowski.
func FindPlanarity(g *Graph) Planarity {
	if rot, ok := Embed(g); ok {
		return Planarity{Planar: true, Rotation: rot}
	}
	k := FindKuratowski(g)
	return Planarity{Kuratowski: &k}
}

// IsPlanar decides planarity, in linear time, without a witness.
func IsPlanar(g *Graph) bool {
	if tooDense(g) {
		return false
	}
	t := newLeftRight(g)
	t.orient()
	return t.test()
}

// Embed returns a planar rotation system of g, or false when there is none.
func Embed(g *Graph) (Rotation, bool) {
	if tooDense(g) {
		return nil, false
	}
	t := newLeftRight(g)
	t.orient()
	if !t.test() {
		return nil, false
	}
	return t.embed(), true
}

// tooDense applies Euler's bound: a simple planar graph on n ≥ 3 vertices has at
// most 3n−6 edges.
func tooDense(g *Graph) bool { return g.N >= 3 && g.M() > 3*g.N-6 }

// none marks an absent edge or vertex.
const none int32 = -1

// interval is a set of back edges that must lie on one side, linked from high to
// low through ref. Both ends are none when it is empty.
type interval struct{ low, high int32 }

func (i interval) empty() bool { return i.low == none && i.high == none }

// conflictPair is two intervals that must lie on opposite sides.
type conflictPair struct{ left, right interval }

func (p *conflictPair) swap() { p.left, p.right = p.right, p.left }

// leftRight holds the three depth-first passes of the left-right test. A first pass
// orients the graph into tree edges and back edges and finds how far up each edge
// returns; a second partitions the back edges into left and right, or fails; a third
// reads the embedding off the partition.
type leftRight struct {
	g *Graph

	height []int32 // depth of each vertex in the tree, none before its visit
	parent []int32 // tree edge into each vertex, none at a root
	roots  []int32

	tail, head []int32 // of each edge, as oriented; tail none before that
	lowpt      []int32 // height of the lowest return point of each edge
	lowpt2     []int32 // of the next to lowest
	nesting    []int32 // order of the edges round their tail, outermost first

	out      []int32 // edges sorted by tail, then nesting
	outStart []int32

	ref      []int32 // edge relative to which a side is defined
	side     []int8  // +1 right, −1 left
	lowptE   []int32 // the back edge through which an edge reaches its lowpt
	bottom   []int32 // height of the conflict stack when the edge was entered
	conflict []conflictPair
}

func newLeftRight(g *Graph) *leftRight {
	n, m := g.N, g.M()
	t := &leftRight{g: g}
	block := make([]int32, 2*n+9*m)
	take := func(k int) []int32 {
		s := block[:k:k]
		block = block[k:]
		return s
	}
	t.height, t.parent = take(n), take(n)
	t.tail, t.head, t.lowpt, t.lowpt2, t.nesting = take(m), take(m), take(m), take(m), take(m)
	t.ref, t.lowptE, t.bottom, t.out = take(m), take(m), take(m), take(m)
	t.side = make([]int8, m)
	for v := range n {
		t.height[v], t.parent[v] = none, none
	}
	for e := range m {
		t.tail[e], t.ref[e], t.side[e] = none, none, 1
	}
	return t
}

// orient is the first pass.
func (t *leftRight) orient() {
	g := t.g
	next := append([]int32(nil), g.Start[:g.N]...)
	var stack []int32
	for root := range g.N {
		if t.height[root] != none {
			continue
		}
		t.height[root] = 0
		t.roots = append(t.roots, int32(root))
		stack = append(stack[:0], int32(root))
	visit:
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			for ; next[v] < g.Start[v+1]; next[v]++ {
				e, w := g.EdgeOf[next[v]], g.Head[next[v]]
				switch t.tail[e] {
				case none:
					t.tail[e], t.head[e] = v, w
					t.lowpt[e], t.lowpt2[e] = t.height[v], t.height[v]
					if t.height[w] == none {
						t.parent[w], t.height[w] = e, t.height[v]+1
						stack = append(stack, w)
						continue visit // next[v] stays: we come back to finish e
					}
					t.lowpt[e] = t.height[w]
				case v: // a tree edge whose subtree is done
				default:
					continue // oriented from its other end
				}
				t.finishOrient(e, v)
			}
			stack = stack[:len(stack)-1]
		}
	}
	t.sortOut(2*g.N + 1)
}

// finishOrient sets the nesting depth of e, which leaves v, and lets the tree edge
// into v know how far up e returns.
func (t *leftRight) finishOrient(e, v int32) {
	t.nesting[e] = 2 * t.lowpt[e]
	if t.lowpt2[e] < t.height[v] {
		t.nesting[e]++ // chordal: it encloses another return point
	}
	p := t.parent[v]
	if p == none {
		return
	}
	switch {
	case t.lowpt[e] < t.lowpt[p]:
		t.lowpt2[p] = min(t.lowpt[p], t.lowpt2[e])
		t.lowpt[p] = t.lowpt[e]
	case t.lowpt[e] > t.lowpt[p]:
		t.lowpt2[p] = min(t.lowpt2[p], t.lowpt[e])
	default:
		t.lowpt2[p] = min(t.lowpt2[p], t.lowpt2[e])
	}
}

// sortOut fills out with two counting sorts: by nesting depth, which lies in
// −limit … limit, then by tail.
func (t *leftRight) sortOut(limit int) {
	m := t.g.M()
	count := make([]int32, 2*limit+2)
	for e := range m {
		count[int(t.nesting[e])+limit+1]++
	}
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	sorted := make([]int32, m)
	for e := range m {
		k := int(t.nesting[e]) + limit
		sorted[count[k]] = int32(e)
		count[k]++
	}
	t.outStart = make([]int32, t.g.N+1)
	for e := range m {
		t.outStart[t.tail[e]+1]++
	}
	for v := range t.g.N {
		t.outStart[v+1] += t.outStart[v]
	}
	fill := append([]int32(nil), t.outStart[:t.g.N]...)
	for _, e := range sorted {
		t.out[fill[t.tail[e]]] = e
		fill[t.tail[e]]++
	}
}

// test is the second pass: it reports whether a left-right partition exists.
func (t *leftRight) test() bool {
	next := append([]int32(nil), t.outStart[:t.g.N]...)
	entered := make([]bool, t.g.M())
	var stack []int32
	for _, root := range t.roots {
		stack = append(stack[:0], root)
	visit:
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			p := t.parent[v]
			for ; next[v] < t.outStart[v+1]; next[v]++ {
				e := t.out[next[v]]
				if !entered[e] {
					entered[e] = true
					t.bottom[e] = int32(len(t.conflict))
					if w := t.head[e]; t.parent[w] == e {
						stack = append(stack, w)
						continue visit
					}
					t.lowptE[e] = e
					t.conflict = append(t.conflict, conflictPair{interval{none, none}, interval{e, e}})
				}
				if t.lowpt[e] >= t.height[v] {
					continue // nothing below e returns above v
				}
				if next[v] == t.outStart[v] {
					t.lowptE[p] = t.lowptE[e]
				} else if !t.constrain(e, p) {
					return false
				}
			}
			if p != none {
				t.leave(p)
			}
			stack = stack[:len(stack)-1]
		}
	}
	return true
}

// conflicting reports whether the interval returns higher than edge b does.
func (t *leftRight) conflicting(i interval, b int32) bool {
	return !i.empty() && t.lowpt[i.high] > t.lowpt[b]
}

// constrain merges the return edges of e, an edge that leaves the head of tree edge
// p, with those of its earlier siblings; false means that they cannot be separated.
func (t *leftRight) constrain(e, p int32) bool {
	merged := conflictPair{interval{none, none}, interval{none, none}}
	// The return edges of e all go to one side.
	for len(t.conflict) > int(t.bottom[e]) {
		q := t.pop()
		if !q.left.empty() {
			q.swap()
		}
		if !q.left.empty() {
			return false
		}
		if t.lowpt[q.right.low] > t.lowpt[p] {
			t.append(&merged.right, q.right)
		} else {
			t.ref[q.right.low] = t.lowptE[p]
		}
	}
	// Those of its siblings that return above lowpt(e) go to the other.
	for len(t.conflict) > 0 {
		top := t.conflict[len(t.conflict)-1]
		if !t.conflicting(top.left, e) && !t.conflicting(top.right, e) {
			break
		}
		q := t.pop()
		if t.conflicting(q.right, e) {
			q.swap()
		}
		if t.conflicting(q.right, e) {
			return false
		}
		t.append(&merged.right, q.right)
		t.append(&merged.left, q.left)
	}
	if !merged.left.empty() || !merged.right.empty() {
		t.conflict = append(t.conflict, merged)
	}
	return true
}

// append links interval b below interval a.
func (t *leftRight) append(a *interval, b interval) {
	if b.empty() {
		return
	}
	if a.empty() {
		*a = b
		return
	}
	t.ref[a.low] = b.high
	a.low = b.low
}

func (t *leftRight) pop() conflictPair {
	q := t.conflict[len(t.conflict)-1]
	t.conflict = t.conflict[:len(t.conflict)-1]
	return q
}

// lowest is the height of the lowest return point of a pair.
func (t *leftRight) lowest(p conflictPair) int32 {
	switch {
	case p.left.empty():
		return t.lowpt[p.right.low]
	case p.right.empty():
		return t.lowpt[p.left.low]
	}
	return min(t.lowpt[p.left.low], t.lowpt[p.right.low])
}

// leave drops the back edges that end at the tail u of tree edge p, whose subtree is
// done, and ties the side of p to its highest return edge.
func (t *leftRight) leave(p int32) {
	u := t.tail[p]
	for len(t.conflict) > 0 && t.lowest(t.conflict[len(t.conflict)-1]) == t.height[u] {
		if q := t.pop(); q.left.low != none {
			t.side[q.left.low] = -1
		}
	}
	if len(t.conflict) > 0 {
		q := t.pop()
		t.trim(&q.left, q.right.low, u)
		t.trim(&q.right, q.left.low, u)
		t.conflict = append(t.conflict, q)
	}
	if t.lowpt[p] >= t.height[u] {
		return
	}
	top := t.conflict[len(t.conflict)-1]
	l, r := top.left.high, top.right.high
	if l != none && (r == none || t.lowpt[l] > t.lowpt[r]) {
		t.ref[p] = l
	} else {
		t.ref[p] = r
	}
}

// trim takes the back edges to u off the high end of an interval. If that empties
// it, the last of them is tied to the low end of the opposite interval.
func (t *leftRight) trim(i *interval, opposite, u int32) {
	for i.high != none && t.head[i.high] == u {
		i.high = t.ref[i.high]
	}
	if i.high == none && i.low != none {
		t.ref[i.low] = opposite
		t.side[i.low] = -1
		i.low = none
	}
}

// embed is the third pass: with every back edge on its side, order the edges round
// each vertex.
func (t *leftRight) embed() Rotation {
	g := t.g
	var chain []int32
	for e := range int32(g.M()) {
		chain = t.resolve(e, chain[:0])
		t.nesting[e] *= int32(t.side[e])
	}
	t.sortOut(2*g.N + 1)

	// Half-edge 2e leaves the tail of e, 2e+1 its head; next and prev link those of
	// one vertex into a circle that starts at first.
	next, prev := make([]int32, 2*g.M()), make([]int32, 2*g.M())
	first := make([]int32, g.N)
	insertAfter := func(h, ref int32) {
		n := next[ref]
		next[ref], prev[h], next[h], prev[n] = h, ref, n, h
	}
	for v := range g.N {
		first[v] = none
		last := none
		for _, e := range t.out[t.outStart[v]:t.outStart[v+1]] {
			h := 2 * e
			if last == none {
				first[v], next[h], prev[h] = h, h, h
			} else {
				insertAfter(h, last)
			}
			last = h
		}
	}
	leftRef, rightRef := make([]int32, g.N), make([]int32, g.N) // half-edges at v next to which back edges into v go
	pos := append([]int32(nil), t.outStart[:g.N]...)
	var stack []int32
	for _, root := range t.roots {
		stack = append(stack[:0], root)
	visit:
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			for pos[v] < t.outStart[v+1] {
				e := t.out[pos[v]]
				pos[v]++
				w, h := t.head[e], 2*e+1
				if t.parent[w] == e {
					if first[w] == none {
						next[h], prev[h] = h, h
					} else {
						insertAfter(h, prev[first[w]])
					}
					first[w] = h
					leftRef[v], rightRef[v] = 2*e, 2*e
					stack = append(stack, w)
					continue visit
				}
				if t.side[e] == 1 {
					insertAfter(h, rightRef[w])
					continue
				}
				insertAfter(h, prev[leftRef[w]])
				if leftRef[w] == first[w] {
					first[w] = h
				}
				leftRef[w] = h
			}
			stack = stack[:len(stack)-1]
		}
	}

	rot := make(Rotation, g.N)
	cells := make([]int, 2*g.M())
	for v := range g.N {
		d := g.Degree(v)
		at := cells[:0:d]
		cells = cells[d:]
		if h := first[v]; h != none {
			for {
				far := t.head[h/2]
				if h%2 == 1 {
					far = t.tail[h/2]
				}
				at = append(at, int(far))
				if h = next[h]; h == first[v] {
					break
				}
			}
		}
		rot[v] = at
	}
	return rot
}

// resolve turns the side of e, given relative to a chain of references, into an
// absolute one, and shortens the chain for those who come later.
func (t *leftRight) resolve(e int32, chain []int32) []int32 {
	for t.ref[e] != none {
		chain = append(chain, e)
		e = t.ref[e]
	}
	for i := len(chain) - 1; i >= 0; i-- {
		c := chain[i]
		t.side[c] *= t.side[e]
		t.ref[c] = none
		e = c
	}
	return chain
}
