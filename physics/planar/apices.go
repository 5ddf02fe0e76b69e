package planar

import (
	"fmt"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/spin"
)

// Apices says what stands between a model and a planar one without fields.
type Apices struct {
	// Ghost: the fields are bonds to one ghost spin.
	Ghost bool
	// Fields lists the sites whose fields, and Bonds the pairs of sites whose couplings,
	// are left out of the drawing. Each doubles the number of Pfaffians. Both are empty
	// for a planar model, and also where all sites with a field can lie on one face.
	Fields []int
	Bonds  []graph.Edge
	// Rotation embeds the spins with the bonds that are drawn, without the ghost.
	Rotation graph.Rotation
}

// FindApices looks for few fields and bonds, at most limit, without which the model and
// its ghost spin are planar: one edge after the other of Kuratowski subdivisions is
// taken away, fields first, and put back at the end if it fits. The error wraps
// ErrNotPlanar if limit is not enough.
func FindApices(m *spin.Model, limit int) (Apices, error) {
	o := Options{MaxExtra: limit}
	if limit <= 0 {
		o.MaxExtra = -1
	}
	d, err := draw(m, o)
	if err != nil {
		return Apices{}, err
	}
	if c, err := d.surface.orient(true); err != nil {
		return Apices{}, err
	} else if c.genus > 0 {
		// A lattice on a torus was recognised: look for a planar part of it instead.
		plain := *m
		plain.Lattice = nil
		if d, err = draw(&plain, o); err != nil {
			return Apices{}, err
		}
	}
	a := Apices{Ghost: d.ghost >= 0, Rotation: make(graph.Rotation, m.N)}
	for _, k := range d.extra {
		b := d.bonds[k]
		if int(b.v) == d.ghost {
			a.Fields = append(a.Fields, int(b.u))
		} else {
			a.Bonds = append(a.Bonds, graph.Edge{int(b.u), int(b.v)})
		}
	}
	s := d.surface
	for v := range m.N {
		first := s.first[v]
		if first < 0 {
			continue
		}
		for x := first; ; {
			if w := int(s.at[x^1]); w != d.ghost {
				a.Rotation[v] = append(a.Rotation[v], w)
			}
			if x = s.next[x]; x == first {
				break
			}
		}
	}
	return a, nil
}

// String says it in words.
func (a Apices) String() string {
	switch {
	case len(a.Fields)+len(a.Bonds) == 0 && a.Ghost:
		return "planar with its fields as bonds to a ghost spin"
	case len(a.Fields)+len(a.Bonds) == 0:
		return "planar"
	}
	return fmt.Sprintf("planar up to %d fields and %d bonds", len(a.Fields), len(a.Bonds))
}
