package planar

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/math/graph"
)

// surface is a graph drawn on closed oriented surfaces, one for each of its components,
// as a combinatorial map. Edge k has the darts 2k and 2k+1, the two ways along it; a
// dart leaves the vertex at[d] and its reverse is d^1. Darts are also the half-edges at
// the vertices they leave, and those are the modes of the Pfaffian. Parallel edges and
// loops are allowed.
type surface struct {
	n     int     // vertices
	at    []int32 // vertex that each dart leaves
	next  []int32 // dart after it round that vertex
	first []int32 // dart that follows the cut of each vertex, −1 at isolated ones
}

// edges is the number of edges.
func (s *surface) edges() int { return len(s.at) / 2 }

// newSurface reads a rotation system. Round each vertex the order starts at the cut.
func newSurface(g *graph.Graph, rot graph.Rotation) (*surface, error) {
	if len(rot) != g.N {
		return nil, fmt.Errorf("planar: a rotation of %d vertices for a graph of %d", len(rot), g.N)
	}
	s := &surface{n: g.N, at: make([]int32, 2*g.M()), next: make([]int32, 2*g.M()), first: make([]int32, g.N)}
	for d := range s.next {
		s.next[d] = -1
	}
	for k, e := range g.Edges {
		s.at[2*k], s.at[2*k+1] = int32(e[0]), int32(e[1])
	}
	var round []int32
	for v, around := range rot {
		if len(around) != g.Degree(v) {
			return nil, fmt.Errorf("planar: the rotation lists %d neighbours of vertex %d, which has %d", len(around), v, g.Degree(v))
		}
		round = round[:0]
		for _, w := range around {
			k := -1
			if w >= 0 && w < g.N {
				k = g.Find(v, w)
			}
			if k < 0 {
				return nil, fmt.Errorf("planar: the rotation joins %d and %d, the graph does not", v, w)
			}
			d := int32(2 * k)
			if g.Edges[k][0] != v {
				d++
			}
			round = append(round, d)
		}
		if err := s.turn(v, round); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// turn sets the cyclic order of the darts that leave v.
func (s *surface) turn(v int, round []int32) error {
	s.first[v] = -1
	for i, d := range round {
		if s.next[d] >= 0 {
			return fmt.Errorf("planar: the rotation at vertex %d lists a neighbour twice", v)
		}
		if i+1 < len(round) {
			s.next[d] = round[i+1]
		} else {
			s.next[d] = round[0]
		}
	}
	if len(round) > 0 {
		s.first[v] = round[0]
	}
	return nil
}

// faces labels every dart with the face to its side: a face arrives along d and leaves
// by the dart that follows d^1.
func (s *surface) faces() (face []int32, count int) {
	face = make([]int32, len(s.at))
	for d := range face {
		face[d] = -1
	}
	for start := range face {
		if face[start] >= 0 {
			continue
		}
		for d := int32(start); face[d] < 0; d = s.next[d^1] {
			face[d] = int32(count)
		}
		count++
	}
	return face, count
}

// split returns the surface in which every vertex has at most four darts round it: one
// of higher degree becomes a chain of vertices that each keep two of its darts, in their
// order. The new edges, numbered from s.edges() on, stand for infinite couplings. A
// vertex block of the Pfaffian has as many entries as pairs of darts, so that without
// this a single hub would cost the square of its degree. The second value is the vertex
// of s to which each new one belongs.
func (s *surface) split() (*surface, []int32) {
	const most = 4
	links := 0
	degree := make([]int32, s.n)
	for _, v := range s.at {
		degree[v]++
	}
	for _, d := range degree {
		if d > most {
			links += (int(d)+1)/2 - 1
		}
	}
	origin := make([]int32, s.n, s.n+links)
	for v := range origin {
		origin[v] = int32(v)
	}
	if links == 0 {
		return s, origin
	}
	m := len(s.at)
	out := &surface{
		n: s.n + links, at: make([]int32, m+2*links), next: make([]int32, m+2*links), first: make([]int32, s.n, s.n+links),
	}
	copy(out.at, s.at)
	copy(out.next, s.next)
	copy(out.first, s.first)
	link := int32(m) // the next dart to hand out
	for v := range s.n {
		if degree[v] <= most {
			continue
		}
		here, left := int32(v), degree[v]
		d, back := s.first[v], int32(-1)
		for left > 0 {
			take := min(left, 2)
			left -= take
			// In order: the link back, one or two darts, the link ahead.
			head, tail := back, back
			put := func(x int32) {
				out.at[x] = here
				if head < 0 {
					head = x
				} else {
					out.next[tail] = x
				}
				tail = x
			}
			for range take {
				after := s.next[d]
				put(d)
				d = after
			}
			if left > 0 {
				put(link)
				back = link + 1
				link += 2
			}
			out.next[tail] = head
			out.first[here] = head
			if left > 0 {
				here = int32(len(origin))
				origin = append(origin, int32(v))
				out.first = append(out.first, -1)
				out.at[back] = here
			}
		}
	}
	return out, origin
}

// orientation is what makes the Pfaffian of a surface count even subgraphs: for each
// edge the sign of its entry, so that round every face the product of signs is −1 (see
// the package comment), and the ways in which the remaining freedom changes it.
type orientation struct {
	genus int
	// negative[k]: the entry from dart 2k to dart 2k+1 has a minus sign.
	negative []bool
	// loops[i] lists the edges that the i-th closed curve of the dual graph crosses.
	// Flipping the signs on any of these 2·genus curves keeps every face right and gives
	// the other spin structures.
	loops [][]int32
	// cycles[i] is a closed walk in the graph, as darts, that crosses loops[i] once and
	// no other loop: a basis of the homology mod 2.
	cycles [][]int32
	// form[i] is the value at cycles[i] of the quadratic form of the spin structure that
	// the signs in negative define.
	form []bool
	// meets[i][j]: cycles i and j cross an odd number of times.
	meets [][]bool
}

// orient finds the signs in linear time. With turns, the product of signs round a face
// counts a minus for every cut that the face passes, as the Pfaffian of even subgraphs
// wants it; without, edges alone count, which is Kasteleyn's rule for dimers and has a
// solution if every component has an even number of vertices. A spanning forest of the dual graph takes the
// blame for wrong faces from the leaves to the root, where parity makes it vanish. The
// edges that neither this forest nor a spanning forest of the graph (chosen apart from
// it) uses are the 2·genus handles.
func (s *surface) orient(turns bool) (*orientation, error) {
	m := s.edges()
	face, count := s.faces()
	o := &orientation{negative: make([]bool, m)}

	// Wrongness of each face: every face needs an odd sum of sign bits and passed cuts.
	odd := make([]bool, count)
	for d := range face {
		f := face[d]
		if d&1 == 1 {
			odd[f] = !odd[f]
		}
		if w := s.next[d^1]; turns && w == s.first[s.at[w]] {
			odd[f] = !odd[f]
		}
	}

	// Spanning forest of the dual graph, breadth first. The arcs of a face are its darts.
	up := make([]int32, count) // dart on the face whose reverse lies on the parent
	order := make([]int32, 0, count)
	seen := make([]bool, count)
	start := make([]int32, count) // a dart of each face
	for d := len(face) - 1; d >= 0; d-- {
		start[face[d]] = int32(d)
	}
	inDual := make([]bool, m)
	components := 0
	for root := range count {
		if seen[root] {
			continue
		}
		components++
		seen[root], up[root] = true, -1
		order = append(order, int32(root))
		for i := len(order) - 1; i < len(order); i++ {
			d := start[order[i]]
			for {
				if f := face[d^1]; !seen[f] {
					seen[f], up[f] = true, d^1
					inDual[d>>1] = true
					order = append(order, f)
				}
				if d = s.next[d^1]; d == start[order[i]] {
					break
				}
			}
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		f := order[i]
		if odd[f] {
			continue
		}
		if up[f] < 0 {
			return nil, fmt.Errorf("planar: face %d cannot be oriented", f)
		}
		o.negative[up[f]>>1] = true // flips the parity of both of its faces
		p := face[up[f]^1]
		odd[p] = !odd[p]
	}
	// Euler's formula, each component that has edges on a surface of its own.
	joined := 0
	for _, d := range s.first {
		if d >= 0 {
			joined++
		}
	}
	if joined-m+count == 2*components {
		return o, nil
	}
	return o, s.handles(o, face, up, inDual)
}

// handles finds the homology of the surface: loops, cycles, the quadratic form.
func (s *surface) handles(o *orientation, face, up []int32, inDual []bool) error {
	m := s.edges()
	parent := make([]int32, s.n) // dart from each vertex to its parent in the spanning forest
	depth := make([]int32, s.n)
	for v := range parent {
		parent[v] = -2
	}
	inTree := make([]bool, m)
	var queue, roots []int32
	for root := range s.n {
		if parent[root] != -2 {
			continue
		}
		parent[root] = -1
		if s.first[root] >= 0 {
			roots = append(roots, int32(root))
		}
		queue = append(queue[:0], int32(root))
		for i := 0; i < len(queue); i++ {
			v := queue[i]
			d := s.first[v]
			if d < 0 {
				continue
			}
			for {
				w := s.at[d^1]
				if parent[w] == -2 && !inDual[d>>1] {
					parent[w], depth[w] = d^1, depth[v]+1
					inTree[d>>1] = true
					queue = append(queue, w)
				}
				if d = s.next[d]; d == s.first[v] {
					break
				}
			}
		}
	}
	handles := 0
	for k := range m {
		if !inDual[k] && !inTree[k] {
			handles++
		}
	}
	if handles > 2*maxGenus {
		return fmt.Errorf("planar: the rotation has genus %d, the limit is %d: %w", (handles+1)/2, maxGenus, ErrGenus)
	}
	number := map[int32]int{} // of each handle edge
	for k := range m {
		if inDual[k] || inTree[k] {
			continue
		}
		number[int32(k)] = len(o.cycles)
		o.cycles = append(o.cycles, s.cycleThrough(int32(2*k), parent, depth))
		o.loops = append(o.loops, dualLoop(int32(2*k), face, up))
	}
	o.genus = len(o.cycles) / 2
	if len(o.cycles)%2 != 0 {
		return fmt.Errorf("planar: the rotation is inconsistent: %d handle edges", len(o.cycles))
	}
	o.form = make([]bool, len(o.cycles))
	o.meets = make([][]bool, len(o.cycles))
	for i, c := range o.cycles {
		o.form[i] = s.quadratic(o, c)
		o.meets[i] = make([]bool, len(o.cycles))
	}
	if len(o.cycles) == 0 {
		return nil
	}
	// Contract the spanning tree: the handle edges are then chords of a disc, in the order
	// in which a walk round the tree meets them, and two cycles cross as their chords do.
	for _, root := range roots {
		var met []int
		d := s.first[root]
		for begun := false; !begun || d != s.first[root]; begun = true {
			switch i, handle := number[d>>1]; {
			case inTree[d>>1]:
				d = s.next[d^1]
			case handle:
				met = append(met, i)
				fallthrough
			default:
				d = s.next[d]
			}
		}
		for a, i := range met {
			inside := map[int]int{}
			for _, j := range met[a+1:] {
				if j == i {
					for j, times := range inside {
						if times == 1 {
							o.meets[i][j], o.meets[j][i] = true, true
						}
					}
					break
				}
				inside[j]++
			}
		}
	}
	return nil
}

// cycleThrough closes dart d by the path in the spanning forest.
func (s *surface) cycleThrough(d int32, parent, depth []int32) []int32 {
	down := []int32{d} // from the tail of d, along d, and up from its head
	var rest []int32   // from the tail upwards, to be reversed
	u, v := s.at[d], s.at[d^1]
	for u != v {
		if depth[v] >= depth[u] {
			down = append(down, parent[v])
			v = s.at[parent[v]^1]
		} else {
			rest = append(rest, parent[u]^1)
			u = s.at[parent[u]^1]
		}
	}
	for i := len(rest) - 1; i >= 0; i-- {
		down = append(down, rest[i])
	}
	return down
}

// dualLoop lists the edges crossed by the closed curve through edge d>>1 and the paths
// from its two faces up the spanning forest of the dual graph; what both paths cross
// cancels.
func dualLoop(d int32, face, up []int32) []int32 {
	crossed := map[int32]bool{d >> 1: true}
	for _, f := range [2]int32{face[d], face[d^1]} {
		for up[f] >= 0 {
			k := up[f] >> 1
			if crossed[k] {
				delete(crossed, k)
			} else {
				crossed[k] = true
			}
			f = face[up[f]^1]
		}
	}
	loop := make([]int32, 0, len(crossed))
	for k := range crossed {
		loop = append(loop, k)
	}
	slices.Sort(loop)
	return loop
}

// quadratic is the quadratic form at a simple closed walk: false where the walk is
// counted with a plus sign, that is where the product of signs round it is −1.
func (s *surface) quadratic(o *orientation, walk []int32) bool {
	plus := true
	for i, d := range walk {
		if o.negative[d>>1] != (d&1 == 1) {
			plus = !plus
		}
		if !s.before(d^1, walk[(i+1)%len(walk)]) {
			plus = !plus
		}
	}
	return plus
}

// before reports whether half-edge a comes before b round their common vertex, counted
// from the cut.
func (s *surface) before(a, b int32) bool {
	for d := s.first[s.at[a]]; ; d = s.next[d] {
		if d == a {
			return true
		}
		if d == b {
			return false
		}
	}
}

// structure is one of the 4^genus spin structures: the loops whose signs are flipped,
// bit i for loops[i], and its Arf invariant.
type structure struct {
	flips uint32
	odd   bool
}

// structures lists the spin structures in the order of flips. With the sum over them
// Z = 2^−genus Σ (−1)^Arf Pf.
func (o *orientation) structures() []structure {
	out := make([]structure, 1<<(2*o.genus))
	for f := range out {
		q := make([]bool, len(o.form))
		for i := range q {
			// Flipping loops[i] changes the form at the one basis cycle that crosses it.
			q[i] = o.form[i] != (f>>i&1 == 1)
		}
		out[f] = structure{uint32(f), arf(q, o.meets)}
	}
	return out
}

// arf is the Arf invariant of the quadratic form over GF(2) that takes the values q on a
// basis with the given intersections: the sum of q(a)q(b) over the pairs of a symplectic
// basis, found by elimination.
func arf(q []bool, meets [][]bool) bool {
	n := len(q)
	q = append([]bool(nil), q...)
	b := make([][]bool, n)
	for i := range b {
		b[i] = append([]bool(nil), meets[i]...)
	}
	// add replaces cycle i by the sum of cycles i and j; q(i+j) = q(i)+q(j)+i·j.
	add := func(i, j int) {
		q[i] = q[i] != (q[j] != b[i][j])
		for k := range n {
			b[i][k] = b[i][k] != b[j][k]
		}
		for k := range n {
			b[k][i] = b[k][i] != b[k][j]
		}
	}
	done := make([]bool, n)
	odd := false
	for i := range n {
		if done[i] {
			continue
		}
		j := i + 1
		for j < n && (done[j] || !b[i][j]) {
			j++
		}
		if j == n {
			continue // unreachable on closed surfaces, whose intersection form is regular
		}
		done[i], done[j] = true, true
		odd = odd != (q[i] && q[j])
		for k := range n {
			if done[k] {
				continue
			}
			meetsI, meetsJ := b[k][i], b[k][j]
			if meetsI {
				add(k, j)
			}
			if meetsJ {
				add(k, i)
			}
		}
	}
	return odd
}

// classOf is the twist of a set of edges on which couplings change sign: bit i says that
// cycles[i] crosses it an odd number of times. ok is false when some face meets the set
// an odd number of times, so that it is not a closed curve of the dual graph and the
// flip does more than twist the boundary conditions.
func (s *surface) classOf(o *orientation, set []int) (class uint32, ok bool) {
	in := make([]bool, s.edges())
	for _, k := range set {
		in[k] = !in[k]
	}
	face, count := s.faces()
	odd := make([]bool, count)
	for d, f := range face {
		if in[d>>1] {
			odd[f] = !odd[f]
		}
	}
	for _, bad := range odd {
		if bad {
			return 0, false
		}
	}
	for i, c := range o.cycles {
		for _, d := range c {
			if in[d>>1] {
				class ^= 1 << i
			}
		}
	}
	return class, true
}

// maxModes bounds the number of modes, whose pairs of neighbours are numbered by int32.
const maxModes = math.MaxInt32 / 8

// maxGenus bounds the genus: 4^genus Pfaffians are summed.
const maxGenus = 5

// ErrGenus says that a rotation system lives on a surface of too many handles.
var ErrGenus = errors.New("too many handles")
