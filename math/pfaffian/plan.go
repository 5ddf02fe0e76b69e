package pfaffian

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// smallSubtree is the largest number of indices of a subtree that is eliminated as one
// front: below it the bookkeeping of more fronts costs more than it saves.
const smallSubtree = 16

// nodeCost is what a front costs beside its flops, in flops.
const nodeCost = 2000

// plan is the symbolic part of an elimination: where each entry is assembled, where
// each index may go, and in which order fronts follow each other. Nodes are numbered in
// postorder; small subtrees have become one node; a forest has got a common root.
type plan struct {
	nodes    int
	parent   []int32
	children lists     // of each node, in order
	entering lists     // indices
	entries  lists     // entries of the matrix
	fs       []int32   // for each index: the node where it is fully summed
	front    []int32   // for each node: predicted order of its front
	pivots   []int32   // and predicted eliminations
	flops    []float64 // predicted, of each node
	subtree  []float64 // predicted, of its subtree
	first    []int32   // first node of the subtree of a node; it is contiguous
	roots    []int32   // tasks of this plan, and the nodes above them
	top      []int32
}

// lists holds one list for each of many owners in two slices.
type lists struct{ start, item []int32 }

func (l lists) of(a int32) []int32 { return l.item[l.start[a]:l.start[a+1]] }

// group sorts items 0…n−1 stably by owner.
func group(owners int, owner []int32) lists {
	l := lists{make([]int32, owners+1), make([]int32, len(owner))}
	for _, a := range owner {
		l.start[a+1]++
	}
	for a := range owners {
		l.start[a+1] += l.start[a]
	}
	next := slices.Clone(l.start[:owners])
	for k, a := range owner {
		l.item[next[a]] = int32(k)
		next[a]++
	}
	return l
}

func newPlan(m Matrix, t Tree) *plan {
	parent, leaf := merged(t)
	parent, leaf = postorder(parent, leaf)
	p := &plan{nodes: len(parent), parent: parent}
	n := p.nodes
	p.entering = group(n, leaf)

	kids := make([]int32, n) // the root owns itself in a list that is cut off below
	for a, b := range parent {
		kids[a] = b
		if b < 0 {
			kids[a] = int32(n)
		}
	}
	p.children = group(n+1, kids)

	tree := newAncestors(parent)
	at := make([]int32, len(m.I))
	p.fs = make([]int32, m.N)
	copy(p.fs, leaf)
	for k, i := range m.I {
		j := m.J[k]
		a := tree.common(leaf[i], leaf[j])
		at[k] = a
		p.fs[i] = max(p.fs[i], a)
		p.fs[j] = max(p.fs[j], a)
	}
	p.entries = group(n, at)

	p.front = make([]int32, n)
	p.pivots = make([]int32, n)
	p.flops = make([]float64, n)
	p.subtree = make([]float64, n)
	p.first = make([]int32, n)
	for _, a := range p.fs {
		p.pivots[a]++
	}
	for a := range int32(n) {
		p.front[a] += int32(len(p.entering.of(a)))
		rest := p.front[a] - p.pivots[a]
		x, y := float64(p.front[a]), float64(rest)
		p.flops[a] = (x - y) * (x*x + x*y + y*y) / 3
		p.subtree[a] += p.flops[a] + nodeCost
		p.first[a] = a
		if c := p.children.of(a); len(c) > 0 {
			p.first[a] = p.first[c[0]]
		}
		if b := parent[a]; b >= 0 {
			p.front[b] += rest
			p.subtree[b] += p.subtree[a]
		}
	}
	return p
}

// ancestors finds common ancestors in O(log n) with two pointers for each node (Myers,
// Inform. Process. Lett. 17, 1983): to its parent, and to some node above that.
type ancestors struct{ parent, jump, depth []int32 }

func newAncestors(parent []int32) ancestors {
	n := len(parent)
	t := ancestors{parent, make([]int32, n), make([]int32, n)}
	for a := n - 1; a >= 0; a-- {
		p := parent[a]
		if p < 0 {
			t.jump[a] = int32(a)
			continue
		}
		t.depth[a] = t.depth[p] + 1
		t.jump[a] = p
		if q := t.jump[p]; t.depth[p]-t.depth[q] == t.depth[q]-t.depth[t.jump[q]] {
			t.jump[a] = t.jump[q]
		}
	}
	return t
}

// common is the lowest common ancestor of two nodes of one tree.
func (t *ancestors) common(a, b int32) int32 {
	if t.depth[a] < t.depth[b] {
		a, b = b, a
	}
	for t.depth[a] > t.depth[b] {
		if t.depth[t.jump[a]] >= t.depth[b] {
			a = t.jump[a]
		} else {
			a = t.parent[a]
		}
	}
	for a != b {
		if t.jump[a] != t.jump[b] {
			a, b = t.jump[a], t.jump[b]
		} else {
			a, b = t.parent[a], t.parent[b]
		}
	}
	return a
}

// merged makes one node of each subtree with few indices, and one tree of a forest.
func merged(t Tree) (parent, leaf []int32) {
	n := len(t.Parent)
	size := make([]int32, n)
	for _, a := range t.Leaf {
		size[a]++
	}
	roots := 0
	for a, b := range t.Parent {
		if b >= 0 {
			size[b] += size[a]
		} else {
			roots++
		}
	}
	name := make([]int32, n) // first the representative, then its new number
	kept := make([]bool, n)
	for a := n - 1; a >= 0; a-- {
		name[a] = int32(a)
		if b := t.Parent[a]; b >= 0 && size[b] <= smallSubtree {
			name[a] = name[b]
		} else {
			kept[a] = true
		}
	}
	number := make([]int32, n)
	count := int32(0)
	for a := range n {
		if kept[a] {
			number[a] = count
			count++
		}
	}
	total := count
	if roots != 1 {
		total++
	}
	parent = make([]int32, total)
	parent[total-1] = -1
	for a, b := range t.Parent {
		switch {
		case !kept[a]:
		case b >= 0:
			parent[number[a]] = number[name[b]]
		case roots != 1:
			parent[number[a]] = total - 1
		default:
			parent[number[a]] = -1
		}
	}
	leaf = make([]int32, len(t.Leaf))
	for i, a := range t.Leaf {
		leaf[i] = number[name[a]]
	}
	return parent, leaf
}

// postorder renumbers the nodes of a tree so that each subtree is contiguous and ends
// with its root.
func postorder(parent, leaf []int32) (newParent, newLeaf []int32) {
	n := len(parent)
	// The size of a subtree tells where it ends; children in order of their number.
	size := make([]int32, n)
	for a := range n {
		size[a]++
		if b := parent[a]; b >= 0 {
			size[b] += size[a]
		}
	}
	number := make([]int32, n) // number of a node; while going down: first of its subtree
	free := make([]int32, n)   // where the next child of a node starts
	for a := n - 1; a >= 0; a-- {
		start := int32(0)
		if b := parent[a]; b >= 0 {
			free[b] -= size[a]
			start = free[b]
		}
		free[a] = start + size[a] - 1
		number[a] = start + size[a] - 1
	}
	newParent = make([]int32, n)
	for a, b := range parent {
		newParent[number[a]] = -1
		if b >= 0 {
			newParent[number[a]] = number[b]
		}
	}
	newLeaf = make([]int32, len(leaf))
	for i, a := range leaf {
		newLeaf[i] = number[a]
	}
	return newParent, newLeaf
}

// memory predicts bytes from the sizes of fronts without delayed pivots.
func (p *plan) memory(elementSize, indices, vectors int, factors bool) int64 {
	var stored, front, stack, high float64
	for a := range p.nodes {
		m, k := float64(p.front[a]), float64(p.pivots[a])
		r := m - k
		if factors {
			stored += k * (m + r) / 2
		}
		front = max(front, (m+4)*(m+4))
		stack += r * r / 2
		high = max(high, stack)
		for _, c := range p.children.of(int32(a)) {
			r := float64(p.front[c] - p.pivots[c])
			stack -= r * r / 2
		}
	}
	return int64((stored + front + high + float64(indices*vectors)) * float64(elementSize))
}

func (p *plan) checkMemory(elementSize, indices, vectors int, factors bool, limit int64) error {
	if need := p.memory(elementSize, indices, vectors, factors); need > limit {
		return fmt.Errorf("pfaffian: the elimination needs about %d MiB of %d MiB: %w", need>>20, limit>>20, ErrMemory)
	}
	return nil
}

// tasks cuts the tree for a number of workers: disjoint subtrees (their roots, in
// order) that can be eliminated side by side, and the nodes above them, in order. It
// picks the cut that should be done first, given that a front above the cut shares its
// work among the workers with some loss.
func (p *plan) tasks(workers int) (roots, top []int32) {
	if p.nodes == 0 {
		return nil, nil
	}
	last := int32(p.nodes - 1)
	if workers == 1 {
		return []int32{last}, nil
	}
	const shared = 0.75 // of a worker's time in a shared front is of use
	best := math.Inf(1)
	for _, part := range [...]float64{0.6, 0.35, 0.2, 0.1, 0.05, 0.02} {
		r, t := p.cut(part * p.subtree[last])
		if len(r) < workers && part > 0.02 {
			continue
		}
		time := p.makespan(r, workers)
		for _, a := range t {
			time += (p.flops[a] + nodeCost) / (shared * float64(workers))
		}
		if time < best {
			best, roots, top = time, r, t
		}
	}
	return roots, top
}

// cut separates the nodes with more work than limit in their subtrees from the roots of
// the other subtrees.
func (p *plan) cut(limit float64) (roots, top []int32) {
	for a := range int32(p.nodes) {
		b := p.parent[a]
		switch {
		case p.subtree[a] > limit:
			top = append(top, a)
		case b < 0 || p.subtree[b] > limit:
			roots = append(roots, a)
		}
	}
	return roots, top
}

// makespan is when the last worker is ready, when each takes the largest task left.
func (p *plan) makespan(roots []int32, workers int) float64 {
	busy := make([]float64, workers)
	for _, a := range p.largestFirst(roots) {
		w := 0
		for k, t := range busy {
			if t < busy[w] {
				w = k
			}
		}
		busy[w] += p.subtree[a]
	}
	return slices.Max(busy)
}

// largestFirst sorts tasks by work, ties by number.
func (p *plan) largestFirst(roots []int32) []int32 {
	order := slices.Clone(roots)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(p.subtree[b], p.subtree[a]) })
	return order
}
