package modelfile

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Lattice names a generator: which sites are joined, in which order.
type Lattice struct {
	// Kind is chain, square, triangular, honeycomb, cubic, complete, bipartite or
	// random-regular.
	Kind string `json:"kind"`
	// Size is [n] (chain, complete), [rows, columns] (square, triangular, and honeycomb,
	// which has two sites a cell), [layers, rows, columns] (cubic), [m, k] (bipartite),
	// [n, d] (random-regular).
	Size  []int `json:"size"`
	Torus bool  `json:"torus,omitempty"`
	// Seed draws the random-regular graph.
	Seed uint64 `json:"seed,omitempty"`
}

// MaxTerms bounds the models that are written out term by term.
const MaxTerms = 1 << 23

// kinds lists the generators with the names of their sizes.
var kinds = map[string][]string{
	"chain":          {"n"},
	"square":         {"rows", "columns"},
	"triangular":     {"rows", "columns"},
	"honeycomb":      {"rows", "columns"},
	"cubic":          {"layers", "rows", "columns"},
	"complete":       {"n"},
	"bipartite":      {"m", "k"},
	"random-regular": {"n", "d"},
}

// kindNames is for messages.
const kindNames = "chain, square, triangular, honeycomb, cubic, complete, bipartite, random-regular"

// ReadLattice reads the keys lattice, size, boundary and seed of a model and lists the
// bonds, at most limit of them.
func ReadLattice(root *Value, limit int) (*Lattice, [][2]int, error) {
	kind, err := root.Need("lattice")
	if err != nil {
		return nil, nil, err
	}
	l := &Lattice{}
	if l.Kind, err = kind.Text(); err != nil {
		return nil, nil, err
	}
	size, err := root.Need("size")
	if err != nil {
		return nil, nil, err
	}
	if l.Size, err = size.Integers(1, math.MaxInt32); err != nil {
		return nil, nil, err
	}
	if b := root.Get("boundary"); b != nil {
		s, err := b.Text()
		if err != nil {
			return nil, nil, err
		}
		if s != "open" && s != "torus" {
			return nil, nil, b.Errorf("%q is neither \"open\" nor \"torus\"", s)
		}
		l.Torus = s == "torus"
	}
	if s := root.Get("seed"); s != nil {
		if l.Kind != "random-regular" {
			return nil, nil, s.Errorf("a %s lattice is not random; the seed of couplings or fields stands beside them", l.Kind)
		}
		if l.Seed, err = s.Seed(); err != nil {
			return nil, nil, err
		}
	} else if l.Kind == "random-regular" {
		return nil, nil, root.Errorf("key \"seed\" is missing: a random-regular lattice is drawn from it")
	}
	edges, err := l.Edges(limit)
	if err != nil {
		return nil, nil, root.Errorf("%w", err)
	}
	return l, edges, nil
}

// Sites is their number.
func (l *Lattice) Sites() int {
	switch l.Kind {
	case "square", "triangular":
		return l.Size[0] * l.Size[1]
	case "honeycomb":
		return 2 * l.Size[0] * l.Size[1]
	case "cubic":
		return l.Size[0] * l.Size[1] * l.Size[2]
	case "bipartite":
		return l.Size[0] + l.Size[1]
	}
	return l.Size[0]
}

// Edges lists the bonds: sites row-major, at each site the horizontal bond and then
// the vertical one, absent ones skipped; complete and random-regular i < j in order.
// limit bounds their number and that of the sites.
func (l *Lattice) Edges(limit int) ([][2]int, error) {
	names, ok := kinds[l.Kind]
	if !ok {
		return nil, fmt.Errorf("lattice %q is not one of %s", l.Kind, kindNames)
	}
	if len(l.Size) != len(names) {
		return nil, fmt.Errorf("size of a %s lattice is [%s], not %d numbers", l.Kind, strings.Join(names, ", "), len(l.Size))
	}
	for i, s := range l.Size {
		if s < 1 || s > limit {
			return nil, fmt.Errorf("size: %s = %d is outside of 1 … %d", names[i], s, limit)
		}
	}
	if l.Torus && (l.Kind == "complete" || l.Kind == "bipartite" || l.Kind == "random-regular") {
		return nil, fmt.Errorf("a %s lattice has no boundary", l.Kind)
	}
	product := 1
	for _, s := range l.Size {
		if l.Kind != "bipartite" && l.Kind != "random-regular" {
			if product *= s; product > limit {
				return nil, fmt.Errorf("size: the lattice has more sites than the %d that can be written out", limit)
			}
		}
	}
	if l.Torus {
		for i, s := range l.Size {
			if s < 2 && l.Kind != "honeycomb" {
				return nil, fmt.Errorf("size: %s = %d, but a periodic direction needs two sites", names[i], s)
			}
		}
	}
	n := l.Sites()
	if n > limit {
		return nil, fmt.Errorf("size: %d sites are more than the %d that can be written out", n, limit)
	}
	switch l.Kind {
	case "chain":
		return squareEdges(1, n, l.Torus, limit)
	case "square":
		return squareEdges(l.Size[0], l.Size[1], l.Torus, limit)
	case "triangular":
		return triangularEdges(l.Size[0], l.Size[1], l.Torus, limit)
	case "honeycomb":
		return honeycombEdges(l.Size[0], l.Size[1], l.Torus, limit)
	case "cubic":
		return cubicEdges(l.Size, l.Torus, limit)
	case "bipartite":
		if l.Size[0] > limit/l.Size[1] {
			return nil, fmt.Errorf("a bipartite lattice of %d and %d sites has more bonds than the %d that can be written out", l.Size[0], l.Size[1], limit)
		}
		edges := make([][2]int, 0, l.Size[0]*l.Size[1])
		for i := range l.Size[0] {
			for j := range l.Size[1] {
				edges = append(edges, [2]int{i, l.Size[0] + j})
			}
		}
		return edges, nil
	case "complete":
		if n*(n-1)/2 > limit {
			return nil, fmt.Errorf("a complete lattice of %d sites has %d bonds, more than the %d that can be written out", n, n*(n-1)/2, limit)
		}
		edges := make([][2]int, 0, n*(n-1)/2)
		for i := range n {
			for j := i + 1; j < n; j++ {
				edges = append(edges, [2]int{i, j})
			}
		}
		return edges, nil
	default:
		return regularEdges(n, l.Size[1], l.Seed, limit)
	}
}

// squareEdges lists the bonds of a grid or torus; a single row is a chain or ring.
func squareEdges(rows, cols int, torus bool, limit int) ([][2]int, error) {
	if 2*rows*cols > 2*limit {
		return nil, fmt.Errorf("a %d×%d lattice is larger than the %d bonds that can be written out", rows, cols, limit)
	}
	edges := make([][2]int, 0, 2*rows*cols)
	for r := range rows {
		for c := range cols {
			if torus || c+1 < cols {
				edges = append(edges, [2]int{r*cols + c, r*cols + (c+1)%cols})
			}
			if torus && rows > 1 || r+1 < rows {
				edges = append(edges, [2]int{r*cols + c, (r+1)%rows*cols + c})
			}
		}
	}
	return edges, nil
}

// triangularEdges lists the bonds of the square lattice with one diagonal, from (r,c)
// to (r+1,c+1).
func triangularEdges(rows, cols int, torus bool, limit int) ([][2]int, error) {
	if 3*rows*cols > 3*limit {
		return nil, fmt.Errorf("a %d×%d lattice is larger than the %d bonds that can be written out", rows, cols, limit)
	}
	edges := make([][2]int, 0, 3*rows*cols)
	for r := range rows {
		for c := range cols {
			right, down := torus || c+1 < cols, torus || r+1 < rows
			if right {
				edges = append(edges, [2]int{r*cols + c, r*cols + (c+1)%cols})
			}
			if down {
				edges = append(edges, [2]int{r*cols + c, (r+1)%rows*cols + c})
			}
			if right && down {
				edges = append(edges, [2]int{r*cols + c, (r+1)%rows*cols + (c+1)%cols})
			}
		}
	}
	return edges, nil
}

// honeycombEdges lists the bonds of the lattice with two sites a cell, A(r,c) =
// 2(r·cols+c) and B = A+1: B(r,c) is joined with A(r,c), A(r,c+1) and A(r+1,c). A torus
// of one row or column joins the same two sites more than once.
func honeycombEdges(rows, cols int, torus bool, limit int) ([][2]int, error) {
	if 2*rows*cols > limit {
		return nil, fmt.Errorf("a %d×%d lattice is larger than the %d bonds that can be written out", rows, cols, limit)
	}
	edges := make([][2]int, 0, 3*rows*cols)
	for r := range rows {
		for c := range cols {
			b := 2*(r*cols+c) + 1
			edges = append(edges, [2]int{b, b - 1})
			if torus || c+1 < cols {
				edges = append(edges, [2]int{b, 2 * (r*cols + (c+1)%cols)})
			}
			if torus || r+1 < rows {
				edges = append(edges, [2]int{b, 2 * ((r+1)%rows*cols + c)})
			}
		}
	}
	return edges, nil
}

// cubicEdges lists the bonds of the simple cubic lattice: at each site along its row,
// then to the next row, then to the next layer.
func cubicEdges(size []int, torus bool, limit int) ([][2]int, error) {
	layers, rows, cols := size[0], size[1], size[2]
	if layers*rows*cols > limit {
		return nil, fmt.Errorf("a %d×%d×%d lattice is larger than the %d bonds that can be written out", layers, rows, cols, limit)
	}
	edges := make([][2]int, 0, 3*layers*rows*cols)
	at := func(l, r, c int) int { return (l%layers*rows+r%rows)*cols + c%cols }
	for l := range layers {
		for r := range rows {
			for c := range cols {
				if torus || c+1 < cols {
					edges = append(edges, [2]int{at(l, r, c), at(l, r, c+1)})
				}
				if torus || r+1 < rows {
					edges = append(edges, [2]int{at(l, r, c), at(l, r+1, c)})
				}
				if torus || l+1 < layers {
					edges = append(edges, [2]int{at(l, r, c), at(l+1, r, c)})
				}
			}
		}
	}
	return edges, nil
}

// regularEdges draws a random d-regular simple graph on n sites, edges i < j in order.
// Every site gets d stubs; the free stubs are paired at random (splitmix64 in the order
// of its outputs), a pair that would make a loop or a second bond being drawn again; a
// dead end starts all over with the generator where it stands. This is the algorithm of
// Steger and Wormald (Combin. Probab. Comput. 8 (1999) 377), close to uniform.
func regularEdges(n, d int, seed uint64, limit int) ([][2]int, error) {
	if d >= n || n*d%2 != 0 {
		return nil, fmt.Errorf("size: no %d-regular graph on %d sites exists", d, n)
	}
	if n*d/2 > limit {
		return nil, fmt.Errorf("size: %d bonds are more than the %d that can be written out", n*d/2, limit)
	}
	var k uint64
	draw := func(below int) int {
		z := SplitMix64(seed, k)
		k++
		return int(z % uint64(below))
	}
	const attempts = 1000
	for range attempts {
		near, ok := pairStubs(n, min(d, n-1-d), draw)
		if !ok {
			continue
		}
		edges := make([][2]int, 0, n*d/2)
		for u, far := range near {
			if 2*d > n-1 {
				far = missing(far, u+1, n)
			}
			for _, v := range far {
				edges = append(edges, [2]int{u, v})
			}
		}
		return edges, nil
	}
	return nil, fmt.Errorf("random-regular: no %d-regular graph on %d sites found in %d attempts", d, n, attempts)
}

// missing lists the numbers from lo up to hi−1 that are not in a sorted list.
func missing(list []int, lo, hi int) []int {
	var out []int
	for v := lo; v < hi; v++ {
		if len(list) > 0 && list[0] == v {
			list = list[1:]
		} else {
			out = append(out, v)
		}
	}
	return out
}

// pairStubs is one attempt at a simple d-regular graph: the larger neighbours of each
// site, sorted.
func pairStubs(n, d int, draw func(below int) int) (near [][]int, ok bool) {
	stubs := make([]int, 0, n*d)
	for v := range n {
		for range d {
			stubs = append(stubs, v)
		}
	}
	near = make([][]int, n)
	misses := 0
	for len(stubs) > 0 {
		last := len(stubs) - 1
		i, j := draw(len(stubs)), draw(len(stubs))
		u, v := min(stubs[i], stubs[j]), max(stubs[i], stubs[j])
		if u == v || slices.Contains(near[u], v) {
			// The remaining stubs admit a pair with a chance of at least 1/len² unless
			// they admit none.
			if misses++; misses > 20*len(stubs)*len(stubs)+100 {
				return nil, false
			}
			continue
		}
		misses = 0
		near[u] = insertSorted(near[u], v)
		i, j = min(i, j), max(i, j)
		stubs[j] = stubs[last]
		stubs = stubs[:last]
		stubs[i] = stubs[last-1]
		stubs = stubs[:last-1]
	}
	return near, true
}

func insertSorted(s []int, x int) []int {
	s = append(s, x)
	for i := len(s) - 1; i > 0 && s[i-1] > x; i-- {
		s[i], s[i-1] = s[i-1], x
	}
	return s
}
