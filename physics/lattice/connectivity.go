package lattice

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// This file sums over the subsets of the edges of a graph by connectivity states: which
// vertices of the frontier are joined by chosen edges already passed. The states, and
// how they follow each other, depend on the graph only; a carrier does the arithmetic
// that a model wants. On a lattice the same steps come back row by row, with the same
// states once their number has settled, and are then taken from memory.

// connectivity is the block of each position of the frontier in four bits, numbered by
// first appearance, so that equal partitions have equal words. Positions that are not in
// use are 0.
type connectivity = uint64

// maxConnectivityWidth is what fits such a word, maxConnectivityStates some gigabyte of
// memory.
const (
	maxConnectivityWidth  = 16
	maxConnectivityStates = 12_000_000
)

// settled is the state of a sum that no later edge can change: the terminals of a
// percolation problem are joined. No partition has this word.
const settled = ^connectivity(0)

// ones has the lowest bit of each position.
const ones connectivity = 0x1111111111111111

// members has a bit for each of n positions that is in block b.
func members(s, b connectivity, n int) connectivity {
	x := s ^ b*ones
	x |= x >> 1
	x |= x >> 2 // the lowest bit of a position is that of all four
	return ^x & ones & (1<<(4*n) - 1)
}

// closeGap renumbers the blocks above b, which has gone, one down.
func closeGap(s, b connectivity) connectivity {
	const lanes, tops = 0x0f0f0f0f0f0f0f0f, 0x8080808080808080
	even, odd := s&lanes, s>>4&lanes
	add := (0x7f - b) * 0x0101010101010101 // carries into the top bit of a lane above b
	even -= (even + add) & tops >> 7
	odd -= (odd + add) & tops >> 7
	return even | odd<<4
}

// merged joins blocks lo < hi of n positions. Numbers by first appearance stay such.
func merged(s, lo, hi connectivity, n int) connectivity {
	s ^= members(s, hi, n) * (lo ^ hi)
	return closeGap(s, hi)
}

// without takes out position i of n; alone says that its block goes with it.
func without(s connectivity, i, n int) (out connectivity, alone bool) {
	b := s >> (4 * i) & 15
	block := members(s, b, n)
	low := connectivity(1)<<(4*i) - 1
	out = s&low | s>>4&^low
	switch {
	case block&(block-1) == 0:
		return closeGap(out, b), true
	case block&low != 0: // the block appeared before
		return out, false
	}
	return canonical(out, n-1), false
}

// canonical numbers the blocks of n positions by first appearance.
func canonical(s connectivity, n int) connectivity {
	var name [16]uint8 // block to new number + 1
	next := uint8(0)
	var out connectivity
	for i := range n {
		b := s >> (4 * i) & 15
		if name[b] == 0 {
			next++
			name[b] = next
		}
		out |= connectivity(name[b]-1) << (4 * i)
	}
	return out
}

// carrier holds one number (or polynomial) for every state.
type carrier interface {
	// bond passes edge k: number i goes to keep[i] if the edge is not chosen and to
	// merge[i] if it is; size states there are then.
	bond(k int, keep, merge []int32, size int)
	// leave forgets a vertex: number i goes to to[i], to < 0 drops it; alone says that
	// the vertex was a cluster of its own.
	leave(to []int32, alone []bool, size int)
}

// moves is one step from one set of states to the next.
type moves struct {
	keep, merge []int32 // bond; leave uses keep as its map
	alone       []bool
	next        *stateSet
}

type stateSet struct {
	states []connectivity
	after  map[sweepStep]*moves // steps taken from here, by kind and positions
}

// connector runs carriers along a sweep. It remembers sets of states and the steps
// between them, for the next row and for the next carrier.
//
// With terminals the first two positions of the frontier are vertices that never leave:
// states in which they are joined become settled, and states in which one of them
// cannot be reached any more are dropped.
type connector struct {
	sweep      *sweep
	terminals  bool
	start      *stateSet
	known      map[uint64][]*stateSet
	remembered int // entries of tables
}

// maxRemembered bounds what a connector remembers, in entries of four or eight bytes.
const maxRemembered = 1 << 25

func newConnector(s *sweep, terminals bool) *connector {
	return &connector{
		sweep: s, terminals: terminals, known: map[uint64][]*stateSet{},
		start: &stateSet{states: []connectivity{0}, after: map[sweepStep]*moves{}},
	}
}

// connect runs one carrier along a sweep.
func connect(ctx context.Context, s *sweep, terminals bool, c carrier) ([]connectivity, error) {
	return newConnector(s, terminals).run(ctx, c)
}

// intern makes equal sets of states the same set.
func (n *connector) intern(states []connectivity) *stateSet {
	if len(states) > maxRemembered/32 {
		return &stateSet{states: states}
	}
	h := uint64(14695981039346656037)
	for _, x := range states {
		h = (h ^ x) * 1099511628211
		h ^= h >> 29
	}
	for _, old := range n.known[h] {
		if slices.Equal(old.states, states) {
			return old
		}
	}
	set := &stateSet{states: states, after: map[sweepStep]*moves{}}
	if n.remembered += len(states); n.remembered < maxRemembered {
		n.known[h] = append(n.known[h], set)
	}
	return set
}

// run returns the states that are left at the end, to which the carrier's numbers
// belong: one, unless there are terminals.
func (n *connector) run(ctx context.Context, c carrier) ([]connectivity, error) {
	s, now := n.sweep, n.start
	if s.width > maxConnectivityWidth {
		return nil, fmt.Errorf("a frontier of %d vertices, the limit is %d", s.width, maxConnectivityWidth)
	}
	size := 0 // of the frontier
	var table stateTable
	for _, step := range s.steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		key := step
		key.edge = size // steps from equal sets agree only for equal frontiers
		m := now.after[key]
		if m == nil {
			var states []connectivity
			m, states = table.step(now.states, step, size, n.terminals)
			if len(states) > maxConnectivityStates {
				return nil, fmt.Errorf("more than %d connectivity states", maxConnectivityStates)
			}
			m.next = n.intern(states)
			if now.after != nil && m.next.after != nil {
				if n.remembered += 2 * len(now.states); n.remembered < maxRemembered {
					now.after[key] = m
				}
			}
		}
		switch step.kind {
		case enter:
			size++
		case bond:
			c.bond(step.edge, m.keep, m.merge, len(m.next.states))
		case leave:
			size--
			c.leave(m.keep, m.alone, len(m.next.states))
		}
		now = m.next
	}
	return now.states, nil
}

// step finds the states after a step, sorted, and the maps to them.
func (t *stateTable) step(states []connectivity, step sweepStep, n int, terminals bool) (*moves, []connectivity) {
	m := &moves{}
	switch step.kind {
	case enter:
		// A new block, which has the largest number; the order of states stays.
		next := make([]connectivity, len(states))
		for i, s := range states {
			if s == settled {
				next[i] = s
				continue
			}
			blocks := connectivity(0)
			for rest := s; n > 0 && rest > 0; rest >>= 4 {
				blocks = max(blocks, rest&15)
			}
			if n > 0 {
				blocks++
			}
			next[i] = s | blocks<<(4*n)
		}
		return m, next
	case bond:
		t.reset(2 * len(states))
		m.keep, m.merge = make([]int32, len(states)), make([]int32, len(states))
		for i, s := range states {
			m.keep[i] = t.index(s)
		}
		for i, s := range states {
			if s == settled {
				m.merge[i] = m.keep[i]
				continue
			}
			a, b := s>>(4*step.i)&15, s>>(4*step.j)&15
			if a == b {
				m.merge[i] = m.keep[i]
				continue
			}
			s = merged(s, min(a, b), max(a, b), n)
			if terminals && s&15 == s>>4&15 {
				s = settled
			}
			m.merge[i] = t.index(s)
		}
	default:
		t.reset(len(states))
		m.keep, m.alone = make([]int32, len(states)), make([]bool, len(states))
		for i, s := range states {
			if s == settled {
				m.keep[i] = t.index(s)
				continue
			}
			s, m.alone[i] = without(s, step.i, n)
			if terminals && (step.j&1 != 0 && cut(s, 0, n-1) || step.j&2 != 0 && cut(s, 1, n-1)) {
				m.keep[i] = -1
				continue
			}
			m.keep[i] = t.index(s)
		}
	}
	next, place := t.sorted()
	for i, k := range m.keep {
		if k >= 0 {
			m.keep[i] = place[k]
		}
	}
	for i := range m.merge {
		m.merge[i] = place[m.merge[i]]
	}
	return m, next
}

// cut says that position i is a block of its own.
func cut(s connectivity, i, n int) bool {
	block := members(s, s>>(4*i)&15, n)
	return block&(block-1) == 0
}

// stateTable numbers words in the order in which they come.
type stateTable struct {
	slots []int32 // index + 1
	words []connectivity
}

func (t *stateTable) reset(expected int) {
	size := 16
	for size < 2*expected {
		size *= 2
	}
	if len(t.slots) < size || len(t.slots) > 8*size {
		t.slots = make([]int32, size)
	} else {
		clear(t.slots)
	}
	t.words = t.words[:0]
}

func (t *stateTable) index(s connectivity) int32 {
	mask := uint64(len(t.slots) - 1)
	h := s * 0x9E3779B97F4A7C15
	for h = h>>32 ^ h; ; h++ {
		at := t.slots[h&mask]
		if at == 0 {
			t.words = append(t.words, s)
			t.slots[h&mask] = int32(len(t.words))
			return int32(len(t.words)) - 1
		}
		if t.words[at-1] == s {
			return at - 1
		}
	}
}

// sorted lists the words in order, and where each one went. Large tables keep their
// order, which only costs the chance to meet it again.
func (t *stateTable) sorted() (words []connectivity, place []int32) {
	place = make([]int32, len(t.words))
	if len(t.words) <= 1<<19 {
		words = slices.Clone(t.words)
		slices.Sort(words)
		for i, s := range words {
			place[t.index(s)] = int32(i)
		}
		return words, place
	}
	for i := range place {
		place[i] = int32(i)
	}
	words, t.words = t.words, nil
	return words, place
}

// signedSum carries float64 numbers: Σ over edge subsets of ∏ (a or b per edge) times q
// per cluster, and beside it the same sum of absolute values where signs occur.
type signedSum struct {
	open, closed func(k int) float64 // weight of an edge that is chosen, or not
	q            float64
	x, abs       []float64 // abs is nil while all weights are positive
	exponent     int64
	inRange      bool
	// spread bounds the binary logarithm by which numbers may have grown or shrunk since
	// they were looked at.
	spread float64
	spare  [2][]float64
}

func newSignedSum(q float64, closed, open func(k int) float64, signs bool) *signedSum {
	s := &signedSum{open: open, closed: closed, q: q, x: []float64{1}, inRange: true}
	if signs {
		s.abs = []float64{1}
	}
	return s
}

func (s *signedSum) buffer(which, size int) []float64 {
	if cap(s.spare[which]) < size {
		s.spare[which] = make([]float64, size+size/4)
	}
	out := s.spare[which][:size]
	clear(out)
	return out
}

func (s *signedSum) bond(k int, keep, merge []int32, size int) {
	a, b := s.closed(k), s.open(k)
	for _, w := range []float64{a, b} {
		if w != 0 {
			s.spread += 1 + math.Abs(math.Log2(math.Abs(w)))
		}
	}
	if s.spread > 200 {
		s.rescale()
	}
	next := s.buffer(0, size)
	for i, x := range s.x {
		next[keep[i]] += a * x
		next[merge[i]] += b * x
	}
	s.x, s.spare[0] = next, s.x
	if s.abs == nil {
		return
	}
	a, b = math.Abs(a), math.Abs(b)
	next = s.buffer(1, size)
	for i, x := range s.abs {
		next[keep[i]] += a * x
		next[merge[i]] += b * x
	}
	s.abs, s.spare[1] = next, s.abs
}

func (s *signedSum) leave(to []int32, alone []bool, size int) {
	move := func(which int, x []float64, q float64) []float64 {
		next := s.buffer(which, size)
		for i, v := range x {
			if to[i] < 0 {
				continue
			}
			if alone[i] {
				v *= q
			}
			next[to[i]] += v
		}
		s.spare[which] = x
		return next
	}
	s.x = move(0, s.x, s.q)
	if s.abs != nil {
		s.abs = move(1, s.abs, math.Abs(s.q))
	}
	s.rescale()
}

// rescale keeps the largest number near 1 and notices those that are about to be lost.
func (s *signedSum) rescale() {
	s.spread = 0
	sizes := s.abs
	if sizes == nil {
		sizes = s.x
	}
	top, bottom := 0.0, math.Inf(1)
	for _, x := range sizes {
		if x != 0 {
			top, bottom = max(top, x), min(bottom, x)
		}
	}
	if top == 0 {
		return
	}
	if bottom < 0x1p-600 {
		s.inRange = false
	}
	if top < 0x1p200 && top > 0x1p-200 {
		return
	}
	_, e := math.Frexp(top)
	s.exponent += int64(e)
	scale := math.Ldexp(1, -e)
	for i := range s.x {
		s.x[i] *= scale
	}
	for i := range s.abs {
		s.abs[i] *= scale
	}
}

// residues carries numbers modulo a prime.
type residues struct {
	f            *field
	closed, open func(k int) uint64
	q            uint64
	x            []uint64
}

func (s *residues) bond(k int, keep, merge []int32, size int) {
	a, b, f := s.closed(k), s.open(k), s.f
	next := make([]uint64, size)
	for i, x := range s.x {
		next[keep[i]] = f.add(next[keep[i]], f.mul(a, x))
		next[merge[i]] = f.add(next[merge[i]], f.mul(b, x))
	}
	s.x = next
}

func (s *residues) leave(to []int32, alone []bool, size int) {
	next := make([]uint64, size)
	for i, x := range s.x {
		if to[i] < 0 {
			continue
		}
		if alone[i] {
			x = s.f.mul(x, s.q)
		}
		next[to[i]] = s.f.add(next[to[i]], x)
	}
	s.x = next
}

// wideSum is signedSum with big.Float numbers.
type wideSum struct {
	prec         uint
	closed, open func(k int) *big.Float
	q            *big.Float
	x, abs       []*big.Float
}

func (s *wideSum) zeros(size int) []*big.Float {
	out := make([]*big.Float, size)
	for i := range out {
		out[i] = new(big.Float).SetPrec(s.prec)
	}
	return out
}

func (s *wideSum) bond(k int, keep, merge []int32, size int) {
	each := func(x []*big.Float, a, b *big.Float) []*big.Float {
		next := s.zeros(size)
		t := new(big.Float).SetPrec(s.prec)
		for i, v := range x {
			next[keep[i]].Add(next[keep[i]], t.Mul(a, v))
			next[merge[i]].Add(next[merge[i]], t.Mul(b, v))
		}
		return next
	}
	a, b := s.closed(k), s.open(k)
	s.x = each(s.x, a, b)
	s.abs = each(s.abs, new(big.Float).Abs(a), new(big.Float).Abs(b))
}

func (s *wideSum) leave(to []int32, alone []bool, size int) {
	each := func(x []*big.Float, q *big.Float) []*big.Float {
		next := s.zeros(size)
		t := new(big.Float).SetPrec(s.prec)
		for i, v := range x {
			if alone[i] {
				v = t.Mul(v, q)
			}
			next[to[i]].Add(next[to[i]], v)
		}
		return next
	}
	s.x = each(s.x, s.q)
	s.abs = each(s.abs, new(big.Float).Abs(s.q))
}

// clusterCounts carries integers: how many subsets of so many edges, with so many
// clusters left behind, lead to a state.
type clusterCounts struct {
	x [][]big.Int // per state, coefficients by clusters·stride + edges
	// edges+1 and clusters+1 so far.
	stride, clusters int
	// countClusters keeps the number of clusters apart.
	countClusters bool
	err           error
	limit         int
}

func newClusterCounts(edges int, countClusters bool) *clusterCounts {
	c := &clusterCounts{stride: edges + 1, clusters: 1, countClusters: countClusters, limit: 1 << 24}
	c.x = [][]big.Int{make([]big.Int, c.stride)}
	c.x[0][0].SetInt64(1)
	return c
}

func (c *clusterCounts) next(size, clusters int) [][]big.Int {
	out := make([][]big.Int, size)
	if size*clusters*c.stride > c.limit {
		c.err = fmt.Errorf("more than %d coefficients", c.limit)
	}
	if c.err != nil {
		return out
	}
	for i := range out {
		out[i] = make([]big.Int, clusters*c.stride)
	}
	return out
}

func (c *clusterCounts) bond(_ int, keep, merge []int32, size int) {
	next := c.next(size, c.clusters)
	if c.err == nil {
		for i, poly := range c.x {
			kept, merged := next[keep[i]], next[merge[i]]
			for k := range poly {
				if poly[k].Sign() == 0 {
					continue
				}
				kept[k].Add(&kept[k], &poly[k])
				merged[k+1].Add(&merged[k+1], &poly[k]) // the last column stays free till the end
			}
		}
	}
	c.x = next
}

func (c *clusterCounts) leave(to []int32, alone []bool, size int) {
	clusters := c.clusters
	if c.countClusters && slices.Contains(alone, true) {
		clusters++
	}
	next := c.next(size, clusters)
	if c.err == nil {
		for i, poly := range c.x {
			if to[i] < 0 {
				continue
			}
			dst := next[to[i]]
			if alone[i] && c.countClusters {
				dst = dst[c.stride:]
			}
			for k := range poly {
				if poly[k].Sign() != 0 {
					dst[k].Add(&dst[k], &poly[k])
				}
			}
		}
	}
	c.x, c.clusters = next, clusters
}
