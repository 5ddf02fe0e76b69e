package planar

import (
	"fmt"
	"sync"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/pfaffian"
	"github.com/assay-physics/assay/physics/spin"
)

// Options steer the evaluation of a System. The zero value is a good choice.
type Options struct {
	// Tolerance is the bound asked for, relative to max(1, |ln Z|); 0 means 1e-10.
	// Arithmetic gets wider until the certified bound is below it.
	Tolerance float64
	// MaxPrecision is the widest arithmetic tried, in bits; 0 means all that there is.
	MaxPrecision uint
	// MaxExtra bounds the number of bonds and fields that are not drawn, each of which
	// doubles the work: at most 16; 0 means 12, a negative number none.
	MaxExtra int
	// Rotation is an embedding of the graph of the spins in any surface of few handles
	// (neighbours whose coupling vanishes may be listed too); nil to look for one.
	Rotation graph.Rotation
	// Workers bounds the goroutines; 0 means GOMAXPROCS.
	Workers int
	// MemoryLimit bounds the bytes of one elimination; 0 means 8 GiB.
	MemoryLimit int64
}

func (o Options) tolerance() float64 {
	if o.Tolerance > 0 {
		return o.Tolerance
	}
	return 1e-10
}

func (o Options) maxPrecision() uint {
	if o.MaxPrecision > 0 {
		return min(o.MaxPrecision, pfaffian.MaxPrec)
	}
	return pfaffian.MaxPrec
}

func (o Options) maxExtra() int {
	switch {
	case o.MaxExtra > 0:
		return min(o.MaxExtra, 16)
	case o.MaxExtra < 0:
		return 0
	}
	return 12
}

func (o Options) kernel() pfaffian.Options {
	return pfaffian.Options{Workers: o.Workers, MemoryLimit: o.MemoryLimit}
}

// System is a model drawn on a surface and ready for its Pfaffians: the embedding, the
// signs of the entries and the assembly tree are found once, in New. A System is
// read-only and may be used by several goroutines.
type System struct {
	drawing
	orientation *orientation
	structures  []structure
	matrix      pfaffian.Matrix // entries: the edges of the surface, its links, then pairs of half-edges at a vertex
	tree        pfaffian.Tree
	split       *surface // the surface with vertices of small degree
	rounding    float64  // bound on what the numbers of the model add to the error of ln Z
	beta        float64
	options     Options
	forest      func() forest // of the drawn bonds, for paths; grown when first needed
}

// New draws a model and prepares its evaluation. Errors wrap ErrNotPlanar if no drawing
// is found, ErrGenus if there are too many handles.
func New(m *spin.Model, o Options) (*System, error) {
	d, err := draw(m, o)
	if err != nil {
		return nil, err
	}
	return newSystem(*d, m.Rounding+d.lost, m.Beta, o)
}

func newSystem(d drawing, rounding, beta float64, o Options) (*System, error) {
	s := &System{drawing: d, rounding: rounding, beta: beta, options: o}
	s.forest = sync.OnceValue(func() forest { return newForest(s.surface) })
	if err := s.prepare(); err != nil {
		return nil, err
	}
	return s, nil
}

// prepare finds everything that does not depend on the couplings.
func (s *System) prepare() error {
	var origin []int32
	s.split, origin = s.surface.split()
	if len(s.split.at) > maxModes {
		return fmt.Errorf("planar: %d half-edges are over the supported size", len(s.split.at))
	}
	var err error
	if s.orientation, err = s.split.orient(true); err != nil {
		return err
	}
	s.structures = s.orientation.structures()
	s.matrix = pattern(s.split)
	s.tree = assembly(s.surface, s.split, origin, s.rows, s.cols)
	return nil
}

// Genus is the number of handles of the surfaces on which the bonds are drawn.
func (s *System) Genus() int { return s.orientation.genus }

// Pfaffians is the number of Pfaffians that ln Z takes: 4^genus for the spin structures,
// times 2^k for k bonds or fields that are not drawn (fewer where symmetry makes terms
// vanish).
func (s *System) Pfaffians() int { return len(s.structures) << len(s.extra) }

// Extra lists the bonds that are not drawn, as pairs of sites; the second is −1 for a
// field.
func (s *System) Extra() [][2]int {
	out := make([][2]int, 0, len(s.extra))
	for _, k := range s.extra {
		b := s.bonds[k]
		e := [2]int{int(b.u), int(b.v)}
		if e[1] == s.ghost {
			e[1] = -1
		}
		out = append(out, e)
	}
	return out
}

// pattern lists the entries of the matrix of a surface: one for each edge, between its
// two half-edges, and one for each pair of half-edges at a vertex, positive from the
// former to the latter in the order from the cut.
func pattern(s *surface) pfaffian.Matrix {
	pairs := s.edges()
	degree := make([]int32, s.n)
	for _, v := range s.at {
		pairs += int(degree[v])
		degree[v]++
	}
	m := pfaffian.Matrix{N: len(s.at), I: make([]int32, 0, pairs), J: make([]int32, 0, pairs)}
	for k := range s.edges() {
		m.I = append(m.I, int32(2*k))
		m.J = append(m.J, int32(2*k+1))
	}
	for v := range s.n {
		first := s.first[v]
		if first < 0 {
			continue
		}
		for a := first; ; {
			after := s.next[a]
			if after == first {
				break
			}
			for b := after; b != first; b = s.next[b] {
				m.I = append(m.I, a)
				m.J = append(m.J, b)
			}
			a = after
		}
	}
	return m
}

// assembly is the tree of the elimination for a surface that was split: recursive
// bisection by coordinates if the vertices are those of a square lattice, by the graph
// otherwise. That is the graph before vertices were split, unless there are hubs in it
// that belong on both sides of a cut.
func assembly(s, split *surface, origin []int32, rows, cols int) pfaffian.Tree {
	const hub = 32
	degree := make([]int, s.n)
	large := false
	for _, v := range s.at {
		degree[v]++
		large = large || degree[v] > hub
	}
	var d graph.Dissection
	switch {
	case rows*cols == s.n && s.n > 0:
		d = graph.DissectGrid(rows, cols, 0)
	case large:
		d = graph.Dissect(simple(split, split.n), graph.DissectOptions{})
		origin = nil
	default:
		d = graph.Dissect(simple(s, s.n), graph.DissectOptions{})
	}
	t := pfaffian.Tree{Parent: d.Parent, Leaf: make([]int32, len(split.at))}
	for i, v := range split.at {
		if origin != nil {
			v = origin[v]
		}
		t.Leaf[i] = d.Leaf[v]
	}
	return t
}

// simple is the graph of a surface without loops and parallel edges.
func simple(s *surface, n int) *graph.Graph {
	edges := make([]graph.Edge, 0, s.edges())
	last := make([]int32, n) // the last neighbour-maker of each vertex
	for v := range last {
		last[v] = -1
	}
	for v := range n {
		first := s.first[v]
		if first < 0 {
			continue
		}
		for d := first; ; {
			w := int(s.at[d^1])
			if w > v && last[w] != int32(v) {
				last[w] = int32(v)
				edges = append(edges, graph.Edge{v, w})
			}
			if d = s.next[d]; d == first {
				break
			}
		}
	}
	g, err := graph.New(n, edges)
	if err != nil {
		panic("planar: " + err.Error()) // unreachable: every pair is listed once
	}
	return g
}
