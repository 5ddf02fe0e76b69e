package graph

import "fmt"

// Balance says whether the signs of a graph can be gauged away, with the witness.
type Balance struct {
	// Balanced means that every cycle has an even number of negative edges.
	Balanced bool `json:"balanced"`
	// Switching holds ξ = ±1 per vertex with sign(u,v) = ξ_u ξ_v on every edge
	// (balanced only). The smallest vertex of every component has +1.
	Switching []int8 `json:"switching,omitempty"`
	// Cycle lists the vertices of a simple cycle whose product of signs is −1
	// (unbalanced only); the last is joined to the first.
	Cycle []int `json:"frustrated_cycle,omitempty"`
}

// FindBalance looks for a switching of the signed graph (g, sign), sign[k] = ±1
// being the sign of edge k. It takes time linear in the graph. The cycle that it
// returns for an unbalanced graph is short (a breadth-first tree closed by one
// edge) but not always the shortest.
func FindBalance(g *Graph, sign []int8) (Balance, error) {
	if err := checkSigns(g, sign); err != nil {
		return Balance{}, err
	}
	xi := make([]int8, g.N)
	parent := make([]int32, g.N)
	depth := make([]int32, g.N)
	queue := make([]int32, 0, g.N)
	for root := range g.N {
		if xi[root] != 0 {
			continue
		}
		xi[root], parent[root] = 1, -1
		queue = append(queue[:0], int32(root))
		for i := 0; i < len(queue); i++ {
			v := queue[i]
			edges := g.EdgesAt(int(v))
			for j, w := range g.Neighbors(int(v)) {
				want := xi[v] * sign[edges[j]]
				switch {
				case xi[w] == 0:
					xi[w], parent[w], depth[w] = want, v, depth[v]+1
					queue = append(queue, w)
				case xi[w] != want:
					return Balance{Cycle: closeCycle(v, w, parent, depth)}, nil
				}
			}
		}
	}
	return Balance{Balanced: true, Switching: xi}, nil
}

// closeCycle joins the tree paths from v and w to their lowest common ancestor.
func closeCycle(v, w int32, parent, depth []int32) []int {
	var up, down []int
	for v != w {
		if depth[v] >= depth[w] {
			up = append(up, int(v))
			v = parent[v]
		} else {
			down = append(down, int(w))
			w = parent[w]
		}
	}
	up = append(up, int(v))
	for i := len(down) - 1; i >= 0; i-- {
		up = append(up, down[i])
	}
	return up
}

// FindBipartition colours the vertices +1 and −1 so that every edge joins both
// colours, or returns an odd cycle.
func FindBipartition(g *Graph) (side []int8, oddCycle []int) {
	minus := make([]int8, g.M())
	for k := range minus {
		minus[k] = -1
	}
	b, err := FindBalance(g, minus)
	if err != nil {
		panic("graph: bipartition: " + err.Error()) // unreachable: the signs are right by construction
	}
	return b.Switching, b.Cycle
}

func checkSigns(g *Graph, sign []int8) error {
	if len(sign) != g.M() {
		return fmt.Errorf("graph: %d signs for %d edges", len(sign), g.M())
	}
	for k, s := range sign {
		if s != 1 && s != -1 {
			return fmt.Errorf("graph: edge %d has sign %d, want +1 or -1", k, s)
		}
	}
	return nil
}
