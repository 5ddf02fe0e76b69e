package planar

import "context"

// matching finds a largest matching of a graph given by darts (see surface; their cyclic
// order does not matter) by J. Edmonds' algorithm, one breadth-first search with
// contracted blossoms for every vertex that a greedy start leaves over. It returns the
// dart from every vertex to its partner, −1 where there is none.
func matching(ctx context.Context, s *surface, usable func(edge int32) bool) ([]int32, error) {
	n := s.n
	mate := make([]int32, n) // dart to the partner
	for v := range mate {
		mate[v] = -1
	}
	round := func(v int32, visit func(d int32) (stop bool)) {
		d := s.first[v]
		if d < 0 {
			return
		}
		for {
			if usable(d>>1) && s.at[d^1] != v && visit(d) {
				return
			}
			if d = s.next[d]; d == s.first[v] {
				return
			}
		}
	}
	for v := range int32(n) {
		if mate[v] >= 0 {
			continue
		}
		round(v, func(d int32) bool {
			w := s.at[d^1]
			if mate[w] >= 0 {
				return false
			}
			mate[v], mate[w] = d, d^1
			return true
		})
	}
	partner := func(v int32) int32 { return s.at[mate[v]^1] }
	m := blossoms{
		link: make([]int32, n), base: make([]int32, n), used: make([]bool, n), inBlossom: make([]bool, n), mark: make([]int32, n),
	}
	for root := range int32(n) {
		if mate[root] >= 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for v := range int32(n) {
			m.link[v], m.base[v], m.used[v] = -1, v, false
		}
		m.used[root] = true
		queue := []int32{root}
		end := int32(-1)
		for i := 0; i < len(queue) && end < 0; i++ {
			v := queue[i]
			round(v, func(d int32) bool {
				w := s.at[d^1]
				if m.base[v] == m.base[w] || mate[v] >= 0 && partner(v) == w {
					return false
				}
				switch {
				case w == root || mate[w] >= 0 && m.link[partner(w)] >= 0:
					// An even vertex: an odd cycle, contracted to its base.
					b := m.common(s, v, w, mate, root)
					clear(m.inBlossom)
					m.path(s, v, b, d, mate)
					m.path(s, w, b, d^1, mate)
					for u := range int32(n) {
						if m.inBlossom[m.base[u]] {
							m.base[u] = b
							if !m.used[u] {
								m.used[u] = true
								queue = append(queue, u)
							}
						}
					}
				case m.link[w] < 0:
					m.link[w] = d ^ 1 // back to v
					if mate[w] < 0 {
						end = w
						return true
					}
					u := partner(w)
					m.used[u] = true
					queue = append(queue, u)
				}
				return false
			})
		}
		for v := end; v >= 0; { // flip the path back to the root
			d := m.link[v] // from v to its predecessor
			u := s.at[d^1]
			next := int32(-1)
			if mate[u] >= 0 {
				next = partner(u)
			}
			mate[v], mate[u] = d, d^1
			v = next
		}
	}
	return mate, nil
}

// blossoms is the state of one search.
type blossoms struct {
	link      []int32 // of odd vertices: dart to the predecessor
	base      []int32 // of the blossom that a vertex is in
	used      []bool  // even vertices
	inBlossom []bool
	mark      []int32 // stamps of common
	stamp     int32
}

// common is the base at which the alternating paths from v and w to the root meet.
func (m *blossoms) common(s *surface, v, w int32, mate []int32, root int32) int32 {
	m.stamp++
	for {
		v = m.base[v]
		m.mark[v] = m.stamp
		if v == m.base[root] {
			break
		}
		v = s.at[m.link[s.at[mate[v]^1]]^1]
	}
	for {
		w = m.base[w]
		if m.mark[w] == m.stamp {
			return w
		}
		w = s.at[m.link[s.at[mate[w]^1]]^1]
	}
}

// path marks the blossom from v down to base b and points the links round it; d is the
// dart from v over the edge that closes it.
func (m *blossoms) path(s *surface, v, b, d int32, mate []int32) {
	for m.base[v] != b {
		w := s.at[mate[v]^1]
		m.inBlossom[m.base[v]], m.inBlossom[m.base[w]] = true, true
		m.link[v] = d
		d = m.link[w] ^ 1
		v = s.at[m.link[w]^1]
	}
}
