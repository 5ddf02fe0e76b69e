package graph

// Minor is a set of disjoint connected vertex sets. Contracting each of them to a
// point gives a graph whose least degree bounds the treewidth from below.
type Minor struct {
	Sets [][]int `json:"sets"`
}

// LowerBound returns a lower bound on the treewidth and the minor that proves it
// (VerifyMinor). The minor comes from contracting, again and again, a vertex of least
// degree into the neighbour with which it shares the fewest others (minor-min-width,
// also called MMD+), and stopping where the least degree was largest.
func LowerBound(g *Graph) (bound int, witness Minor) { return lowerBound(g, true) }

// CoreBound is LowerBound without contractions, in nearly linear time: the minor is the
// subgraph of largest least degree, and the bound the degeneracy of g.
func CoreBound(g *Graph) (bound int, witness Minor) { return lowerBound(g, false) }

func lowerBound(g *Graph, contract bool) (bound int, witness Minor) {
	f := newFillGraph(g)
	queue := newBuckets()
	for v := range g.N {
		queue.push(int32(v), f.degree(int32(v)))
	}
	type step struct{ from, into int32 } // into is none where the vertex is dropped
	var steps []step
	bestAt := 0
	for alive := g.N; alive > 0; {
		v := queue.pop()
		if f.dead[v] || f.degree(v) != queue.key {
			continue
		}
		if d := f.degree(v); d > bound {
			bound, bestAt = d, len(steps)
		}
		if bound >= alive-1 {
			break // fewer vertices cannot have a larger degree
		}
		into, fewest := none, 0
		for i := 0; contract && i < f.degree(v); i++ {
			u := f.adj[v][i]
			if c := len(f.common(u, v)); into == none || c < fewest {
				into, fewest = u, c
			}
		}
		steps = append(steps, step{v, into})
		alive--
		for _, u := range f.contract(v, into) {
			queue.push(u, f.degree(u))
		}
	}
	// Replay the contractions up to the best moment.
	group := make([]int32, g.N)
	for v := range group {
		group[v] = int32(v)
	}
	for i := bestAt - 1; i >= 0; i-- { // later targets first, so that each lookup is final
		s := steps[i]
		if s.into == none {
			group[s.from] = none
		} else {
			group[s.from] = group[s.into]
		}
	}
	index := map[int32]int{}
	for v := range g.N {
		t := group[v]
		if t == none {
			continue
		}
		i, ok := index[t]
		if !ok {
			i = len(witness.Sets)
			index[t] = i
			witness.Sets = append(witness.Sets, nil)
		}
		witness.Sets[i] = append(witness.Sets[i], v)
	}
	return bound, witness
}

// contract merges v into its neighbour into (or drops v when into is none) and
// returns the vertices whose degree may have changed.
func (f *fillGraph) contract(v, into int32) []int32 {
	around := f.adj[v]
	f.dead[v], f.adj[v] = true, nil
	for _, u := range around {
		f.adj[u] = remove(f.adj[u], v)
		if into != none && u != into {
			f.adj[u] = insert(f.adj[u], into)
			f.adj[into] = insert(f.adj[into], u)
		}
	}
	return around
}
