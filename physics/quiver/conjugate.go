package quiver

import "slices"

// Conjugate is the charge conjugate of t: every arrow and every word reversed. It is the
// same theory with the names of the representations exchanged.
func (t *Theory) Conjugate() *Theory {
	c := t.Clone()
	for k := range c.Arrows {
		c.Arrows[k].Source, c.Arrows[k].Target = c.Arrows[k].Target, c.Arrows[k].Source
	}
	for i := range c.W {
		slices.Reverse(c.W[i].Word)
	}
	return c
}

// Reorientations are t and the theories that differ from it by the direction of
// bifundamentals of two SU(2) nodes, which are real enough to be drawn either way; at most
// 64, because every independent set of them doubles the number.
func (t *Theory) Reorientations() []*Theory {
	list := []*Theory{t}
	for _, v := range variants(normalized(t), IsomorphismOptions{PseudoReal: true}, make([]bool, len(t.Arrows)))[1:] {
		list = append(list, v.theory)
	}
	return list
}

// flipBlocks are the sets of bifundamentals of SU(2) × SU(2) that can be reversed without
// changing the theory, because the doublet of SU(2) is pseudo-real: fields of one word are
// reversed together, with the word, and a word with any other field in it pins its fields.
func (t *Theory) flipBlocks() [][]int {
	parent := identity(len(t.Arrows))
	var root func(int) int
	root = func(k int) int {
		if parent[k] != k {
			parent[k] = root(parent[k])
		}
		return parent[k]
	}
	pinned := make([]bool, len(t.Arrows))
	real2 := func(a Arrow) bool { return t.Nodes[a.Source].Rank == 2 && t.Nodes[a.Target].Rank == 2 }
	for k, a := range t.Arrows {
		pinned[k] = !real2(a)
	}
	for _, term := range t.W {
		for _, x := range term.Word[min(1, len(term.Word)):] {
			parent[root(x)] = root(term.Word[0])
		}
	}
	blocks := make(map[int][]int)
	free := make(map[int]bool)
	for k := range t.Arrows {
		r := root(k)
		if _, seen := free[r]; !seen {
			free[r] = true
		}
		free[r] = free[r] && !pinned[k]
		blocks[r] = append(blocks[r], k)
	}
	var list [][]int
	for k := range t.Arrows {
		// A block of adjoints alone is reversed by nothing.
		if free[k] && root(k) == k && slices.ContainsFunc(blocks[k], func(x int) bool { return !t.Arrows[x].IsLoop() }) {
			list = append(list, blocks[k])
		}
	}
	return list
}

// reverse is t with the given arrows, and the words over them, reversed.
func (t *Theory) reverse(arrows []int) *Theory {
	c := t.Clone()
	in := make([]bool, len(t.Arrows))
	for _, k := range arrows {
		in[k] = true
		c.Arrows[k].Source, c.Arrows[k].Target = c.Arrows[k].Target, c.Arrows[k].Source
	}
	for i := range c.W {
		if len(c.W[i].Word) > 0 && in[c.W[i].Word[0]] {
			slices.Reverse(c.W[i].Word)
		}
	}
	return c
}

// undirected says which arrows have no direction that an isomorphism must respect: with
// PseudoReal the bifundamentals of two SU(2) nodes that are in no word. There can be any
// number of them, so that they are not reversed one by one.
func (t *Theory) undirected(opt IsomorphismOptions) []bool {
	free := make([]bool, len(t.Arrows))
	if !opt.PseudoReal || opt.IgnoreRanks {
		return free
	}
	for k, a := range t.Arrows {
		free[k] = !a.IsLoop() && t.Nodes[a.Source].Rank == 2 && t.Nodes[a.Target].Rank == 2
	}
	for _, term := range t.W {
		for _, x := range term.Word {
			free[x] = false
		}
	}
	return free
}
