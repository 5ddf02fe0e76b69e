package planar

import (
	"errors"
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/spin"
)

// bond is one pair of spins with its dimensionless coupling K = βJ, as the sum of two
// floats that together hold the product to twice the usual precision.
type bond struct {
	u, v   int32
	hi, lo float64
}

func newBond(u, v int, beta, j float64) bond {
	k := beta * j
	return bond{u: int32(u), v: int32(v), hi: k, lo: math.FMA(beta, j, -k)}
}

// size is |K|.
func (b bond) size() [2]float64 {
	if b.hi < 0 {
		return [2]float64{-b.hi, -b.lo}
	}
	return [2]float64{b.hi, b.lo}
}

// negligible is the size of K below which a bond is left out. That changes ln Z by at
// most |K|, since |∂ ln Z/∂K| = |⟨ss'⟩| ≤ 1, and keeps 1/tanh K in range.
const negligible = 0x1p-140

// drawing is a set of spins and bonds of which most are drawn on a surface.
type drawing struct {
	n     int // spins, including the ghost
	ghost int // the spin that carries the fields, −1 without fields
	bonds []bond
	// extra lists the bonds that are not drawn; the others have the edges of the
	// surface in their order.
	extra   []int
	drawn   []int // bond of each edge of the surface
	edge    []int // edge of each bond, −1 for extra ones
	surface *surface
	// rows and cols are set if vertex r·cols+c lies at (r,c) and bonds are short.
	rows, cols int
	// wraps are the edges that close a torus: from the last column to the first, and from
	// the last row to the first.
	wraps [2][]int
	lost  float64 // bound on what left-out bonds and rounded sums do to ln Z
}

// ErrNotPlanar says that no drawing was found: the model is neither planar nor on a
// surface of few handles that is known, nor so up to few bonds and fields.
var ErrNotPlanar = errors.New("no drawing on a surface of few handles is known")

// draw finds the surface for a model.
func draw(m *spin.Model, o Options) (*drawing, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if k := m.MaxOrder(); k > 2 {
		return nil, fmt.Errorf("planar: a term joins %d spins; only pairs and fields can be drawn", k)
	}
	if int64(m.N)+int64(len(m.Terms)) > maxModes/4 {
		return nil, fmt.Errorf("planar: %d spins and %d terms are over the supported size", m.N, len(m.Terms))
	}
	fields := m.HasField() && m.Beta != 0
	if !fields && o.Rotation == nil {
		if d := drawLattice(m); d != nil {
			return d, nil
		}
	}
	b, err := m.Bonds()
	if err != nil {
		return nil, err
	}
	d := &drawing{n: m.N, ghost: -1, lost: math.Abs(m.Beta) * b.Rounding}
	var edges []graph.Edge
	add := func(u, v int, j float64) {
		k := newBond(u, v, m.Beta, j)
		if math.Abs(k.hi) < negligible {
			d.lost += math.Abs(k.hi) + math.Abs(k.lo)
			return
		}
		d.bonds = append(d.bonds, k)
		edges = append(edges, graph.Edge{u, v})
	}
	for k, e := range b.Graph.Edges {
		add(e[0], e[1], b.J[k])
	}
	inner := len(edges)
	if fields {
		h, rounding := m.Fields()
		d.ghost = m.N
		d.n++
		d.lost += math.Abs(m.Beta) * rounding
		for i, x := range h {
			if x != 0 {
				add(i, m.N, x)
			}
		}
	}
	if fields && o.Rotation == nil && m.Lattice != nil && m.Lattice.Torus {
		// With its fields it is hardly planar, but the lattice alone may be drawn on a torus.
		plain := *m
		plain.Terms = nil
		for _, t := range m.Terms {
			if len(t.Sites) == 2 {
				plain.Terms = append(plain.Terms, t)
			}
		}
		if t := drawLattice(&plain); t != nil && len(edges)-inner <= o.maxExtra()+1 {
			t.lost += d.lost
			t.addGhost(d.bonds[inner:])
			return t, nil
		}
	}
	return d, d.embed(edges, inner, o)
}

// embed draws the graph with the given edges, of which those from inner on end at the
// ghost, leaving out as few as it can find.
func (d *drawing) embed(edges []graph.Edge, inner int, o Options) error {
	g, err := graph.New(d.n, edges)
	if err != nil {
		return fmt.Errorf("planar: %w", err)
	}
	if o.Rotation != nil {
		// The embedding is given for the spins; a field can only be drawn along with it at
		// one site, so the others are extra.
		keep := edges[:min(inner+1, len(edges))]
		for k := len(keep); k < len(edges); k++ {
			d.extra = append(d.extra, k)
		}
		if len(d.extra) > o.maxExtra() {
			return fmt.Errorf("planar: %d fields beside a given rotation, the limit is %d: %w", len(d.extra)+1, o.maxExtra()+1, ErrNotPlanar)
		}
		return d.withRotation(keep, o.Rotation)
	}
	if rot, ok := graph.Embed(g); ok {
		return d.finish(g, rot)
	}
	keep, extra, err := planarPart(edges, d.n, inner, o.maxExtra())
	if err != nil {
		return err
	}
	d.extra = extra
	g, err = graph.New(d.n, keep)
	if err != nil {
		return fmt.Errorf("planar: %w", err)
	}
	rot, ok := graph.Embed(g)
	if !ok {
		return fmt.Errorf("planar: the planar part does not embed: %w", ErrNotPlanar) // unreachable: planarPart has just tested it
	}
	return d.finish(g, rot)
}

// withRotation draws edges by a given rotation, from which neighbours without an edge are
// left out; the one edge to the ghost, if present, is appended.
func (d *drawing) withRotation(edges []graph.Edge, rot graph.Rotation) error {
	g, err := graph.New(d.n, edges)
	if err != nil {
		return fmt.Errorf("planar: %w", err)
	}
	spins := d.n
	if d.ghost >= 0 {
		spins--
	}
	if len(rot) != spins {
		return fmt.Errorf("planar: a rotation of %d vertices for %d spins", len(rot), spins)
	}
	own := make(graph.Rotation, d.n)
	for v := range rot {
		for _, w := range rot[v] {
			if w < 0 || w >= spins {
				return fmt.Errorf("planar: the rotation names vertex %d of %d", w, spins)
			}
			if g.Find(v, w) >= 0 {
				own[v] = append(own[v], w)
			}
		}
	}
	if d.ghost >= 0 {
		for _, v := range g.Neighbors(d.ghost) {
			own[d.ghost] = append(own[d.ghost], int(v))
			own[v] = append(own[v], d.ghost)
		}
	}
	return d.finish(g, own)
}

// finish records the surface of the drawn bonds, which are all but d.extra in order.
func (d *drawing) finish(g *graph.Graph, rot graph.Rotation) error {
	s, err := newSurface(g, rot)
	if err != nil {
		return err
	}
	d.surface = s
	d.number()
	return nil
}

// number fills drawn and edge.
func (d *drawing) number() {
	d.edge = make([]int, len(d.bonds))
	for _, k := range d.extra {
		d.edge[k] = -1
	}
	d.drawn = make([]int, 0, len(d.bonds)-len(d.extra))
	for k := range d.bonds {
		if d.edge[k] == 0 {
			d.edge[k] = len(d.drawn)
			d.drawn = append(d.drawn, k)
		}
	}
}

// planarPart takes edges away, at most limit, until the rest is planar: each time one of
// a Kuratowski subdivision, an edge to the ghost if there is one. Edges that fit in again
// at the end are put back.
func planarPart(edges []graph.Edge, n, inner, limit int) (keep []graph.Edge, extra []int, err error) {
	out := make([]bool, len(edges))
	rest := func() (*graph.Graph, []int, error) {
		var list []graph.Edge
		var index []int
		for k, e := range edges {
			if !out[k] {
				list = append(list, e)
				index = append(index, k)
			}
		}
		g, err := graph.New(n, list)
		return g, index, err
	}
	for {
		g, index, err := rest()
		if err != nil {
			return nil, nil, fmt.Errorf("planar: %w", err)
		}
		if graph.IsPlanar(g) {
			break
		}
		if len(extra) >= limit {
			return nil, nil, fmt.Errorf("planar: more than %d bonds and fields stand in the way of planarity: %w", limit, ErrNotPlanar)
		}
		k, err := obstacle(g, index, inner)
		if err != nil {
			return nil, nil, err
		}
		out[k] = true
		extra = append(extra, k)
	}
	for i := 0; i < len(extra); {
		out[extra[i]] = false
		g, _, err := rest()
		if err != nil {
			return nil, nil, fmt.Errorf("planar: %w", err)
		}
		if graph.IsPlanar(g) {
			extra = append(extra[:i], extra[i+1:]...)
			continue
		}
		out[extra[i]] = true
		i++
	}
	g, _, err := rest()
	if err != nil {
		return nil, nil, fmt.Errorf("planar: %w", err)
	}
	return g.Edges, extra, nil
}

// obstacle picks an edge of a Kuratowski subdivision of g: the last one to the ghost, or
// else the last one. index translates the edges of g.
func obstacle(g *graph.Graph, index []int, inner int) (int, error) {
	w := graph.FindKuratowski(g)
	last, lastGhost := -1, -1
	for _, path := range w.Paths {
		for i := 0; i+1 < len(path); i++ {
			e := g.Find(path[i], path[i+1])
			if e < 0 {
				return 0, errors.New("planar: a Kuratowski path leaves the graph")
			}
			k := index[e]
			last = max(last, k)
			if k >= inner {
				lastGhost = max(lastGhost, k)
			}
		}
	}
	if lastGhost >= 0 {
		return lastGhost, nil
	}
	if last < 0 {
		return 0, errors.New("planar: an empty Kuratowski subdivision")
	}
	return last, nil
}
