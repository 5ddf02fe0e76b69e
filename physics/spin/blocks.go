package spin

import (
	"slices"

	"github.com/assay-physics/assay/math/graph"
)

// Blocks is the decomposition of a graph into its blocks, the largest parts without a cut
// vertex. Each ear decomposition proves that its block has none (Whitney, Trans. Amer.
// Math. Soc. 34 (1932) 339), and that blocks and sites form a forest proves that no two
// belong together.
type Blocks struct {
	// Ears holds the blocks with more than one edge: first a cycle, its first site
	// repeated at the end, then paths that start and end on different sites of what is
	// there already and are new in between. Edges on no ear are bridges, blocks by
	// themselves.
	Ears [][][]int `json:"ears,omitempty"`
	// Bridges counts those edges.
	Bridges int `json:"bridges"`
	// Cuts lists the sites that belong to more than one block, in increasing order.
	Cuts []int `json:"cut_sites,omitempty"`
}

// FindBlocks decomposes a graph in linear time, by the chains of J. M. Schmidt, Inform.
// Process. Lett. 113 (2013) 241.
func FindBlocks(g *graph.Graph) Blocks {
	c := newChains(g)
	b := Blocks{Ears: make([][][]int, c.cycles)}
	for i, chain := range c.list {
		b.Ears[c.block[i]] = append(b.Ears[c.block[i]], chain)
	}
	if c.cycles == 0 {
		b.Ears = nil
	}
	blocks := make([]int32, g.N) // of each site
	last := make([]int32, g.N)   // 1 + last block counted there
	note := func(v int, block int32) {
		if last[v] != block+1 {
			last[v] = block + 1
			blocks[v]++
		}
	}
	for i, ears := range b.Ears {
		for _, ear := range ears {
			for _, v := range ear {
				note(v, int32(i))
			}
		}
	}
	for k, e := range g.Edges {
		if c.ofEdge[k] < 0 {
			b.Bridges++
			blocks[e[0]]++
			blocks[e[1]]++
		}
	}
	for v, n := range blocks {
		if n > 1 {
			b.Cuts = append(b.Cuts, v)
		}
	}
	return b
}

// edgeBlocks labels every edge with the number of its block.
func edgeBlocks(g *graph.Graph) (label []int32, count int) {
	c := newChains(g)
	label = make([]int32, g.M())
	count = c.cycles
	for k, chain := range c.ofEdge {
		if chain < 0 {
			label[k] = int32(count)
			count++
			continue
		}
		label[k] = c.block[chain]
	}
	return label, count
}

// chains is Schmidt's decomposition: from every vertex in depth-first order, each back
// edge and the tree path from its far end up to the first vertex visited before. A chain
// that is a cycle opens a block, any other belongs to that of the tree edge above its end.
type chains struct {
	list   [][]int
	block  []int32 // of each chain
	ofEdge []int32 // chain of each edge, −1 for a bridge
	cycles int
}

func newChains(g *graph.Graph) chains {
	c := chains{ofEdge: make([]int32, g.M())}
	for k := range c.ofEdge {
		c.ofEdge[k] = -1
	}
	up := make([]int32, g.N)     // edge to the parent, −1 at roots
	parent := make([]int32, g.N) // −1 at roots
	number := make([]int32, g.N) // depth-first, from 1
	next := make([]int32, g.N)   // arc to look at
	order := make([]int32, 0, g.N)
	copy(next, g.Start[:g.N])
	var stack []int32
	for root := range g.N {
		if number[root] != 0 {
			continue
		}
		stack = append(stack[:0], int32(root))
		order = append(order, int32(root))
		number[root], up[root], parent[root] = int32(len(order)), -1, -1
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			if next[v] == g.Start[v+1] {
				stack = stack[:len(stack)-1]
				continue
			}
			a := next[v]
			next[v]++
			if w := g.Head[a]; number[w] == 0 {
				order = append(order, w)
				number[w], up[w], parent[w] = int32(len(order)), g.EdgeOf[a], v
				stack = append(stack, w)
			}
		}
	}
	visited := make([]bool, g.N)
	for _, v := range order {
		for a := g.Start[v]; a < g.Start[v+1]; a++ {
			w, k := g.Head[a], g.EdgeOf[a]
			if number[w] < number[v] || up[w] == k {
				continue // not a back edge from above
			}
			id := int32(len(c.list))
			visited[v] = true
			chain := []int{int(v)}
			c.ofEdge[k] = id
			x := w
			for !visited[x] {
				visited[x] = true
				chain = append(chain, int(x))
				c.ofEdge[up[x]] = id
				x = parent[x]
			}
			chain = append(chain, int(x))
			if x == v {
				c.block = append(c.block, int32(c.cycles))
				c.cycles++
			} else {
				c.block = append(c.block, c.block[c.ofEdge[up[x]]])
			}
			c.list = append(c.list, slices.Clip(chain))
		}
	}
	return c
}
