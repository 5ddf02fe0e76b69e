package tiling

import (
	"errors"
	"fmt"
	"slices"
)

// MaxCells bounds the rectangle around a polygon from which FromPolygon starts.
const MaxCells = 400

// FromPolygon makes a consistent tiling with a given toric diagram: one phase of the theory
// of D3-branes at that singularity. It starts from the square tiling whose diagram is the
// rectangle around the polygon, an orbifold of the conifold, and cuts off corners.
//
// A corner with the primitive vectors a and b of its two sides is where two zig-zags of these
// windings cross a × b = k times. If (a + b)/k is a lattice vector, the diagram without the
// corner has that, k times, as a side; to delete the k edges of the crossings joins the two
// zig-zags to k of this winding. In the order of directions it lies between a and b, where
// there is no other, so that the zig-zags stay properly ordered around every vertex (a step
// of D. Gulotta, arXiv:0807.3012). Vertices that keep two edges are mass terms, and are
// contracted.
//
// The error says that the corners are no polygon, that it is too large, or that no way to it
// by such cuts was found.
func FromPolygon(name string, corners []Vector) (*Tiling, error) {
	for _, v := range corners {
		if max(v.P, -v.P, v.Q, -v.Q) > 1<<20 {
			return nil, fmt.Errorf("tiling %q: the point (%d, %d) is too far out", name, v.P, v.Q)
		}
	}
	target := Hull(corners)
	if len(target.Corners) < 3 {
		return nil, fmt.Errorf("tiling %q: the points of the diagram lie on a line", name)
	}
	target = target.upright()
	low, size := target.bounds()
	if size.P > MaxCells || size.Q > MaxCells || size.P*size.Q > MaxCells {
		return nil, fmt.Errorf("tiling %q: the rectangle around its diagram, %d × %d, has more than %d cells", name, size.P, size.Q, MaxCells)
	}
	// A wider rectangle gives more ways.
	var cuts []corner
	var err error
	for pad := range int64(2) {
		if (size.P+2*pad)*(size.Q+2*pad) > MaxCells {
			break
		}
		if pad > 0 {
			size = Vector{size.P + 2, size.Q + 2}
			low = Vector{low.P - 1, low.Q - 1}
		}
		moved := make([]Vector, len(target.Corners))
		for i, v := range target.Corners {
			moved[i] = v.minus(low)
		}
		rectangle := Polygon{[]Vector{{0, 0}, {size.P, 0}, size, {0, size.Q}}}
		if cuts, err = cutsTo(rectangle, Polygon{moved}); err == nil {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("tiling %q: %w", name, err)
	}
	g := newGrid(int(size.P), int(size.Q))
	for _, c := range cuts {
		if err := g.cut(c.in, c.out); err != nil {
			return nil, fmt.Errorf("tiling %q: %w", name, err)
		}
	}
	t, err := g.tiling(name)
	if err != nil {
		return nil, err
	}
	if r := t.Check(); !r.Consistent || !r.Diagram.Equivalent(target) {
		return nil, fmt.Errorf("tiling %q: cutting corners did not lead to the diagram: %v", name, r.Faults)
	}
	return t, nil
}

// upright shears a polygon as long as that makes the rectangle around it smaller.
func (g Polygon) upright() Polygon {
	area := func(g Polygon) int64 {
		_, size := g.bounds()
		return size.P * size.Q
	}
	best, least := g, area(g)
	for {
		better := false
		for _, m := range [][2]int64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			moved := make([]Vector, len(best.Corners))
			for i, v := range best.Corners {
				moved[i] = Vector{v.P + m[0]*v.Q, v.Q + m[1]*v.P}
			}
			if next := (Polygon{moved}); area(next) < least {
				best, least, better = next, area(next), true
			}
		}
		if !better {
			return best
		}
	}
}

// corner is one that is cut off: the primitive vectors of the sides that enter and leave it.
type corner struct{ in, out Vector }

// cutsTo finds corners to cut off, one after the other, that lead from one polygon to
// a smaller one: a search in depth that remembers where it has been.
func cutsTo(from, to Polygon) ([]corner, error) {
	keep := map[Vector]bool{}
	for _, v := range to.lattice() {
		keep[v] = true
	}
	const most = 2000
	seen := map[string]bool{}
	var path []corner
	var search func(g Polygon) (bool, error)
	search = func(g Polygon) (bool, error) {
		key := fmt.Sprint(g.Corners)
		if seen[key] {
			return false, nil
		}
		if len(seen) == most {
			return false, fmt.Errorf("no way to its diagram among %d polygons", most)
		}
		seen[key] = true
		done := true
		n := len(g.Corners)
		for i, v := range g.Corners {
			if keep[v] {
				continue
			}
			done = false
			in := primitive(v.minus(g.Corners[(i+n-1)%n]))
			out := primitive(g.Corners[(i+1)%n].minus(v))
			k := in.Cross(out)
			if (in.P+out.P)%k != 0 || (in.Q+out.Q)%k != 0 {
				continue
			}
			points := slices.DeleteFunc(g.lattice(), func(w Vector) bool { return w == v })
			path = append(path, corner{in, out})
			if ok, err := search(Hull(points)); ok || err != nil {
				return ok, err
			}
			path = path[:len(path)-1]
		}
		return done, nil
	}
	ok, err := search(from)
	if err == nil && !ok {
		err = errors.New("no way to its diagram by cutting corners off the rectangle around it")
	}
	return path, err
}

// grid is a tiling that is being cut: words of edges, and a vector for each edge as in
// Kasteleyn's matrix, which is kept through all changes so that windings stay comparable.
type grid struct {
	white, black [][]int
	theta        []Vector
	sign         int64 // of windings against the sides of the diagram
}

// newGrid is the square tiling with the rectangle w × h as its diagram. With K = A + xB + xyC
// + yD for the conifold, a cover by h cells in the direction of x and w in that of y has as
// determinant the product of K over roots of unity, of degree w in X = x^h and h in Y = y^w.
func newGrid(w, h int) *grid {
	g := &grid{}
	edge := func(i, j, k int) int { return 4*(((i%h+h)%h)*w+(j%w+w)%w) + k }
	for range 4 * w * h {
		g.theta = append(g.theta, Vector{})
	}
	for i := range h {
		for j := range w {
			// White (i, j) meets black (i, j), (i+1, j), (i+1, j+1), (i, j+1) by A, B, C, D.
			g.white = append(g.white, []int{edge(i, j, 0), edge(i, j, 1), edge(i, j, 2), edge(i, j, 3)})
			g.black = append(g.black, []int{edge(i, j, 0), edge(i, j-1, 3), edge(i-1, j-1, 2), edge(i-1, j, 1)})
			if i == h-1 {
				g.theta[edge(i, j, 1)].P++
				g.theta[edge(i, j, 2)].P++
			}
			if j == w-1 {
				g.theta[edge(i, j, 2)].Q++
				g.theta[edge(i, j, 3)].Q++
			}
		}
	}
	// The diagram of the corner cut at (0, 0) says which sign belongs to windings: deleting an
	// edge A alone removes the matching of all A, at the origin.
	z := g.zigzags()
	g.sign = 1
	if z.windings[z.toWhite[0]].Cross(z.windings[z.toBlack[0]]) < 0 {
		g.sign = -1
	}
	return g
}

// paths are the zig-zags of a grid: that on which each edge is passed toward either end, and
// their windings. Edges that were removed have −1.
type paths struct {
	toWhite, toBlack []int
	windings         []Vector
}

func (g *grid) zigzags() paths {
	n := len(g.theta)
	p := paths{toWhite: make([]int, n), toBlack: make([]int, n)}
	nextWhite, nextBlack := make([]int, n), make([]int, n)
	for e := range n {
		p.toWhite[e], p.toBlack[e] = -1, -1
		nextWhite[e], nextBlack[e] = -1, -1
	}
	for _, side := range []struct {
		words [][]int
		next  []int
	}{{g.white, nextWhite}, {g.black, nextBlack}} {
		for _, w := range side.words {
			for i, e := range w {
				side.next[e] = w[(i+1)%len(w)]
			}
		}
	}
	for e := range n {
		if nextWhite[e] < 0 || p.toWhite[e] >= 0 {
			continue
		}
		k := len(p.windings)
		var sum Vector
		for f := e; p.toWhite[f] < 0; f = nextBlack[nextWhite[f]] {
			b := nextWhite[f]
			p.toWhite[f], p.toBlack[b] = k, k
			sum.P += g.theta[b].P - g.theta[f].P
			sum.Q += g.theta[b].Q - g.theta[f].Q
		}
		p.windings = append(p.windings, sum)
	}
	return p
}

// cut deletes the crossings of a zig-zag along the side in with one along out.
func (g *grid) cut(in, out Vector) error {
	p := g.zigzags()
	a, b := Vector{g.sign * in.P, g.sign * in.Q}, Vector{g.sign * out.P, g.sign * out.Q}
	for e := range g.theta {
		if p.toWhite[e] < 0 {
			continue
		}
		i, j := p.toWhite[e], p.toBlack[e]
		x, y := p.windings[i], p.windings[j]
		if x == a && y == b || x == b && y == a {
			for f := range g.theta {
				if p.toWhite[f] == i && p.toBlack[f] == j || p.toWhite[f] == j && p.toBlack[f] == i {
					g.remove(f)
				}
			}
			return g.contract()
		}
	}
	return fmt.Errorf("no zig-zags of windings (%d, %d) and (%d, %d) cross", a.P, a.Q, b.P, b.Q)
}

func (g *grid) remove(e int) {
	for _, words := range [][][]int{g.white, g.black} {
		for v, w := range words {
			words[v] = slices.DeleteFunc(w, func(f int) bool { return f == e })
		}
	}
}

// contract removes vertices with two edges: W = XY − XA − YB gives −AB, a vertex of the other
// colour that joins the two neighbours.
func (g *grid) contract() error {
	for {
		found := false
		for _, c := range []struct{ mine, other *[][]int }{{&g.white, &g.black}, {&g.black, &g.white}} {
			v := slices.IndexFunc(*c.mine, func(w []int) bool { return len(w) <= 2 })
			if v < 0 {
				continue
			}
			found = true
			w := (*c.mine)[v]
			if len(w) < 2 {
				return errors.New("a term of W became a single field")
			}
			x, y := w[0], w[1]
			at := func(e int) (vertex, place int) {
				for u, word := range *c.other {
					if i := slices.Index(word, e); i >= 0 {
						return u, i
					}
				}
				return -1, -1
			}
			u, i := at(x)
			k, j := at(y)
			if u == k {
				return errors.New("a mass term pairs two fields of one other term")
			}
			first, second := (*c.other)[u], (*c.other)[k]
			rest := append(slices.Clone(first[i+1:]), first[:i]...) // A
			more := append(slices.Clone(second[j+1:]), second[:j]...)
			// Shift the vectors at the second neighbour as if both edges had the same.
			shift := g.theta[x].minus(g.theta[y])
			for _, e := range more {
				g.theta[e] = Vector{g.theta[e].P + shift.P, g.theta[e].Q + shift.Q}
			}
			(*c.other)[u] = append(rest, more...)
			*c.other = slices.Delete(*c.other, k, k+1)
			*c.mine = slices.Delete(*c.mine, v, v+1)
			break
		}
		if !found {
			return nil
		}
	}
}

// tiling numbers the edges that are left, and names them by the faces beside them.
func (g *grid) tiling(name string) (*Tiling, error) {
	number := map[int]int{}
	var labels []string
	renumber := func(words [][]int) [][]int {
		out := make([][]int, len(words))
		for v, w := range words {
			for _, e := range w {
				k, ok := number[e]
				if !ok {
					k = len(labels)
					number[e] = k
					labels = append(labels, fmt.Sprintf("E%d", k))
				}
				out[v] = append(out[v], k)
			}
		}
		return out
	}
	white := renumber(g.white)
	black := renumber(g.black)
	t, err := New(name, labels, white, black)
	if err != nil {
		return nil, err
	}
	count := map[[2]int]int{}
	for e := range labels {
		ends := [2]int{t.source[e], t.target[e]}
		labels[e] = fmt.Sprintf("X%d_%d_%d", ends[0], ends[1], count[ends])
		count[ends]++
	}
	return New(name, labels, white, black)
}
