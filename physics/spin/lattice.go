package spin

import (
	"fmt"
	"slices"
	"strings"
)

// Lattice names a generator: which sites are joined, in which order.
type Lattice struct {
	// Kind is chain, square, complete or random-regular.
	Kind string `json:"kind"`
	// Size is [n] (chain, complete), [rows, columns] (square), [n, d] (random-regular).
	Size  []int `json:"size"`
	Torus bool  `json:"torus,omitempty"`
	// Seed draws the random-regular graph.
	Seed uint64 `json:"seed,omitempty"`
}

// maxTerms bounds the models that are written out term by term.
const maxTerms = 1 << 23

// kinds lists the generators with the names of their sizes.
var kinds = map[string][]string{
	"chain":          {"n"},
	"square":         {"rows", "columns"},
	"complete":       {"n"},
	"random-regular": {"n", "d"},
}

// kindNames is for messages.
const kindNames = "chain, square, complete, random-regular"

// sites is the number of spins.
func (l *Lattice) sites() int {
	if l.Kind == "square" {
		return l.Size[0] * l.Size[1]
	}
	return l.Size[0]
}

// edges lists the bonds: sites row-major, at each site the horizontal bond and then
// the vertical one, absent ones skipped; complete and random-regular i < j in order.
// limit bounds their number and that of the sites.
func (l *Lattice) edges(limit int) ([][2]int, error) {
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
	if l.Torus && l.Kind != "chain" && l.Kind != "square" {
		return nil, fmt.Errorf("a %s lattice has no boundary", l.Kind)
	}
	if l.Torus {
		for i, s := range l.Size {
			if s < 2 {
				return nil, fmt.Errorf("size: %s = %d, but a periodic direction needs two sites", names[i], s)
			}
		}
	}
	n := l.sites()
	if n > limit {
		return nil, fmt.Errorf("size: %d sites are more than the %d that can be written out", n, limit)
	}
	switch l.Kind {
	case "chain":
		return squareEdges(1, n, l.Torus, limit)
	case "square":
		return squareEdges(l.Size[0], l.Size[1], l.Torus, limit)
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

// SplitMix64 is output k (from 0) of the splitmix64 generator with the given seed, the
// only source of randomness in the lattice generators.
func SplitMix64(seed, k uint64) uint64 {
	z := seed + (k+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Sign is ±1 from output k: +1 where the top bit is 0.
func Sign(seed, k uint64) int8 {
	if SplitMix64(seed, k)>>63 == 0 {
		return 1
	}
	return -1
}

// Uniform is the number in [0,1) from output k: its upper 53 bits over 2⁵³.
func Uniform(seed, k uint64) float64 { return float64(SplitMix64(seed, k)>>11) * 0x1p-53 }
