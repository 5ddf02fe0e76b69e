package graph

import "slices"

// Kuratowski is a subdivision of K5 or K3,3: branch vertices joined by paths that
// meet nowhere else.
type Kuratowski struct {
	// Kind is "K5" or "K3,3".
	Kind string `json:"kind"`
	// Branch holds the five branch vertices of a K5, or the three of one side and
	// then the three of the other of a K3,3.
	Branch []int `json:"branch"`
	// Paths holds one path for every edge of the K5 or K3,3, as a list of vertices
	// from one branch vertex to another.
	Paths [][]int `json:"paths"`
}

// superEdge is a path of the original graph whose inner vertices have degree 2.
type superEdge struct {
	path      []int32
	essential bool // without it the rest is planar
}

func (s superEdge) ends() (u, v int32) { return s.path[0], s.path[len(s.path)-1] }

// FindKuratowski returns a Kuratowski subdivision of a non-planar graph. It panics
// when g is planar: ask IsPlanar first, or call FindPlanarity.
//
// The graph is cut down by bisection. With the edges in breadth-first order, the
// shortest non-planar prefix is found; its last edge is then in every subdivision
// that the prefix holds. What is left is smoothed (vertices of degree 1 go, those of
// degree 2 turn into longer edges), the known edges move to the front, and so on.
// A subdivision has ten edges once smoothed, so that some ten bisections suffice,
// each of O(log m) linear tests on graphs that shrink.
func FindKuratowski(g *Graph) Kuratowski {
	if IsPlanar(g) {
		panic("graph: FindKuratowski was called with a planar graph")
	}
	work := make([]superEdge, 0, g.M())
	for _, k := range breadthFirstEdges(g) {
		e := g.Edges[k]
		work = append(work, superEdge{path: []int32{int32(e[0]), int32(e[1])}})
	}
	s := subdivision{index: make([]int32, g.N)}
	for {
		work = s.smooth(work, g.N)
		slices.SortStableFunc(work, func(a, b superEdge) int {
			switch {
			case a.essential == b.essential:
				return 0
			case a.essential:
				return -1
			}
			return 1
		})
		known := 0
		for known < len(work) && work[known].essential {
			known++
		}
		if known == len(work) {
			return kuratowskiOf(work)
		}
		// Shortest non-planar prefix: work[:lo] is planar, work[:hi] is not.
		lo, hi := known-1, len(work)
		// Euler's bound caps it at once in dense graphs.
		if limit := s.denseEnough(work); limit < hi {
			hi = max(limit, known)
		}
		for hi-lo > 1 {
			mid := (lo + hi) / 2
			if s.planar(work[:mid]) {
				lo = mid
			} else {
				hi = mid
			}
		}
		work = work[:hi]
		if hi > known {
			work[hi-1].essential = true
		}
	}
}

// breadthFirstEdges orders the edges by when a breadth-first search has reached both
// of their ends, so that prefixes are connected balls.
func breadthFirstEdges(g *Graph) []int32 {
	order := make([]int32, 0, g.M())
	seen := make([]bool, g.N)
	done := make([]bool, g.N)
	var queue []int32
	for root := range g.N {
		if seen[root] {
			continue
		}
		seen[root] = true
		queue = append(queue[:0], int32(root))
		for i := 0; i < len(queue); i++ {
			v := queue[i]
			edges := g.EdgesAt(int(v))
			for j, w := range g.Neighbors(int(v)) {
				if done[w] {
					order = append(order, edges[j])
				} else if !seen[w] {
					seen[w] = true
					queue = append(queue, w)
				}
			}
			done[v] = true
		}
	}
	return order
}

// subdivision is scratch space for repeated planarity tests of super-edge lists.
type subdivision struct {
	index []int32 // compact number of a vertex plus one, 0 when unused
	used  []int32
}

// planar tests the graph whose edges are the given super edges.
func (s *subdivision) planar(work []superEdge) bool {
	edges := make([]Edge, len(work))
	for i, w := range work {
		u, v := w.ends()
		edges[i] = Edge{s.number(u), s.number(v)}
	}
	g, err := New(len(s.used), edges)
	if err != nil {
		panic("graph: super edges: " + err.Error()) // unreachable: smooth leaves a simple graph
	}
	s.reset()
	return IsPlanar(g)
}

// denseEnough returns the length of the shortest prefix with more than 3n−6 edges on
// its n vertices, or the length of work plus one.
func (s *subdivision) denseEnough(work []superEdge) int {
	defer s.reset()
	for i, w := range work {
		u, v := w.ends()
		s.number(u)
		s.number(v)
		if n := len(s.used); n >= 3 && i+1 > 3*n-6 {
			return i + 1
		}
	}
	return len(work) + 1
}

func (s *subdivision) number(v int32) int {
	if s.index[v] == 0 {
		s.used = append(s.used, v)
		s.index[v] = int32(len(s.used))
	}
	return int(s.index[v]) - 1
}

func (s *subdivision) reset() {
	for _, v := range s.used {
		s.index[v] = 0
	}
	s.used = s.used[:0]
}

// smooth removes what cannot matter to planarity (vertices of degree 1, the second
// of two parallel edges) and joins the two edges at every vertex of degree 2. The
// order of the edges is kept; a joined edge takes the later place of its two.
func (s *subdivision) smooth(work []superEdge, n int) []superEdge {
	at := make([][]int32, n) // super edges at each vertex, alive ones only
	alive := make([]bool, len(work))
	drop := func(v, e int32) {
		i := slices.Index(at[v], e)
		at[v] = slices.Delete(at[v], i, i+1)
	}
	var todo []int32
	for i, w := range work {
		u, v := w.ends()
		at[u], at[v] = append(at[u], int32(i)), append(at[v], int32(i))
		alive[i] = true
	}
	for v := range at {
		if d := len(at[v]); d == 1 || d == 2 {
			todo = append(todo, int32(v))
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch len(at[v]) {
		case 1:
			e := at[v][0]
			u := other(work[e], v)
			alive[e] = false
			at[v] = nil
			drop(u, e)
			todo = append(todo, u)
		case 2:
			a, b := min(at[v][0], at[v][1]), max(at[v][0], at[v][1])
			x, y := other(work[a], v), other(work[b], v)
			alive[a], alive[b] = false, false
			at[v] = nil
			drop(x, a)
			drop(y, b)
			// x = y closes a loop, and an edge x–y makes the joined one parallel to
			// it: either way the joined edge is of no use.
			if x == y || slices.ContainsFunc(at[x], func(e int32) bool { return other(work[e], x) == y }) {
				todo = append(todo, x, y)
				continue
			}
			work[b] = superEdge{path: join(work[a].path, work[b].path, v), essential: work[a].essential || work[b].essential}
			alive[b] = true
			at[x], at[y] = append(at[x], b), append(at[y], b)
		}
	}
	kept := work[:0]
	for i, w := range work {
		if alive[i] {
			kept = append(kept, w)
		}
	}
	return kept
}

func other(s superEdge, v int32) int32 {
	u, w := s.ends()
	if u == v {
		return w
	}
	return u
}

// join concatenates two paths that share the end v.
func join(a, b []int32, v int32) []int32 {
	p := make([]int32, 0, len(a)+len(b)-1)
	p = append(p, a...)
	if a[0] == v {
		slices.Reverse(p)
	}
	if b[0] == v {
		return append(p, b[1:]...)
	}
	for i := len(b) - 2; i >= 0; i-- {
		p = append(p, b[i])
	}
	return p
}

// kuratowskiOf reads the witness off a minimal non-planar graph without vertices of
// degree 2, which by Kuratowski's theorem is a K5 or a K3,3.
func kuratowskiOf(work []superEdge) Kuratowski {
	var branch []int
	near := map[int][]int{}
	k := Kuratowski{Kind: "K3,3"}
	for _, w := range work {
		path := make([]int, len(w.path))
		for i, v := range w.path {
			path[i] = int(v)
		}
		if path[0] > path[len(path)-1] {
			slices.Reverse(path)
		}
		k.Paths = append(k.Paths, path)
		u, v := path[0], path[len(path)-1]
		near[u], near[v] = append(near[u], v), append(near[v], u)
		branch = append(branch, u, v)
	}
	slices.Sort(branch)
	branch = slices.Compact(branch)
	slices.SortFunc(k.Paths, slices.Compare)
	if len(branch) == 5 {
		k.Kind, k.Branch = "K5", branch
		return k
	}
	for _, v := range branch {
		if !slices.Contains(near[branch[0]], v) {
			k.Branch = append(k.Branch, v)
		}
	}
	opposite := near[branch[0]]
	slices.Sort(opposite)
	k.Branch = append(k.Branch, opposite...)
	return k
}
