package planar

// forest is a spanning forest of the drawn bonds: the product of an even number of spins
// in each of its trees is the product of ss' over the bonds of some paths.
type forest struct {
	up    []int32 // edge to the parent, −1 at roots
	order []int32 // vertices, parents before children
}

// newForest grows the forest breadth first, so that its paths are short.
func newForest(s *surface) forest {
	f := forest{up: make([]int32, s.n), order: make([]int32, 0, s.n)}
	for v := range f.up {
		f.up[v] = -2
	}
	for root := range s.n {
		if f.up[root] != -2 {
			continue
		}
		f.up[root] = -1
		f.order = append(f.order, int32(root))
		for i := len(f.order) - 1; i < len(f.order); i++ {
			v := f.order[i]
			d := s.first[v]
			if d < 0 {
				continue
			}
			for {
				if w := s.at[d^1]; f.up[w] == -2 {
					f.up[w] = d >> 1
					f.order = append(f.order, w)
				}
				if d = s.next[d]; d == s.first[v] {
					break
				}
			}
		}
	}
	return f
}

// join returns the edges whose product of ss' is the product of the spins given, of
// which those named twice drop out; false when a component holds an odd number of them.
func (s *System) join(spins []int) ([]int32, bool) {
	if len(spins) == 0 {
		return nil, true
	}
	odd := make([]bool, s.surface.n)
	for _, v := range spins {
		odd[v] = !odd[v]
	}
	var edges []int32
	f := s.forest()
	for i := len(f.order) - 1; i >= 0; i-- {
		v := f.order[i]
		if !odd[v] {
			continue
		}
		k := f.up[v]
		if k < 0 {
			return nil, false
		}
		edges = append(edges, k)
		u := s.surface.at[2*k]
		if u == v {
			u = s.surface.at[2*k+1]
		}
		odd[u] = !odd[u]
	}
	return edges, true
}
