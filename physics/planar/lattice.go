package planar

import (
	"math"

	"github.com/assay-physics/assay/physics/spin"
)

// latticeBond is one bond of a lattice: its ends and its places in the cyclic orders
// round them.
type latticeBond struct {
	u, v        int
	p, q        int
	right, down bool // leads to the next column, to the next row
}

// latticeBonds lists the bonds of the unit cell (r,c) in the order in which model files
// generate them, and the number of places round a vertex. The places follow the
// directions in the plane: right, down, left, up on the square lattice; right,
// right-down, down, left, left-up, up on the triangular one; the three kinds of bond on
// both sublattices of the honeycomb, whose directions are opposite.
func latticeBonds(l *spin.Lattice) (cell func(r, c int, out []latticeBond) []latticeBond, places int) {
	rows, cols := l.Size[0], l.Size[1]
	site := func(r, c int) int { return r%rows*cols + c%cols }
	switch l.Kind {
	case "square":
		return func(r, c int, out []latticeBond) []latticeBond {
			if l.Torus || c+1 < cols {
				out = append(out, latticeBond{site(r, c), site(r, c+1), 0, 2, true, false})
			}
			if l.Torus && rows > 1 || r+1 < rows {
				out = append(out, latticeBond{site(r, c), site(r+1, c), 1, 3, false, true})
			}
			return out
		}, 4
	case "triangular":
		return func(r, c int, out []latticeBond) []latticeBond {
			right, down := l.Torus || c+1 < cols, l.Torus || r+1 < rows
			if right {
				out = append(out, latticeBond{site(r, c), site(r, c+1), 0, 3, true, false})
			}
			if down {
				out = append(out, latticeBond{site(r, c), site(r+1, c), 2, 5, false, true})
			}
			if right && down {
				out = append(out, latticeBond{site(r, c), site(r+1, c+1), 1, 4, true, true})
			}
			return out
		}, 6
	case "honeycomb":
		return func(r, c int, out []latticeBond) []latticeBond {
			b := 2*site(r, c) + 1
			out = append(out, latticeBond{b, b - 1, 0, 0, false, false})
			if l.Torus || c+1 < cols {
				out = append(out, latticeBond{b, 2 * site(r, c+1), 1, 1, true, false})
			}
			if l.Torus || r+1 < rows {
				out = append(out, latticeBond{b, 2 * site(r+1, c), 2, 2, false, true})
			}
			return out
		}, 3
	}
	return nil, 0
}

// drawLattice draws a model whose terms are the bonds of a square, triangular or
// honeycomb lattice in the order of its generator; nil for any other. The generator is
// not trusted: every bond is compared. On a torus with a side of 1 or 2 the bonds
// between the same two spins stay separate.
func drawLattice(m *spin.Model) *drawing {
	l := m.Lattice
	if l == nil || len(l.Size) != 2 || l.Size[0] < 1 || l.Size[1] < 1 {
		return nil
	}
	rows, cols := l.Size[0], l.Size[1]
	cells := rows * cols
	if cells > m.N || cells != m.N && l.Kind != "honeycomb" || l.Kind == "honeycomb" && 2*cells != m.N {
		return nil
	}
	cell, places := latticeBonds(l)
	if cell == nil {
		return nil
	}
	d := &drawing{n: m.N, ghost: -1, bonds: make([]bond, 0, len(m.Terms))}
	d.rows, d.cols = rows, m.N/rows // the two sites of a honeycomb cell lie side by side
	at := make([]int32, 0, 2*len(m.Terms))
	place := make([]int32, places*m.N) // 1 + the dart in each place
	rest := m.Terms
	var list []latticeBond
	for r := range rows {
		for c := range cols {
			list = cell(r, c, list[:0])
			if len(list) > len(rest) {
				return nil
			}
			for k, b := range list {
				t := &rest[k]
				if len(t.Sites) != 2 || t.Sites[0] != b.u || t.Sites[1] != b.v {
					return nil
				}
				bond := newBond(b.u, b.v, m.Beta, t.J)
				if math.Abs(bond.hi) < negligible {
					d.lost += math.Abs(bond.hi) + math.Abs(bond.lo)
					continue
				}
				dart := int32(len(at))
				place[places*b.u+b.p], place[places*b.v+b.q] = dart+1, dart+2
				at = append(at, int32(b.u), int32(b.v))
				if b.right && c+1 == cols {
					d.wraps[0] = append(d.wraps[0], int(dart/2))
				}
				if b.down && r+1 == rows {
					d.wraps[1] = append(d.wraps[1], int(dart/2))
				}
				d.bonds = append(d.bonds, bond)
			}
			rest = rest[len(list):]
		}
	}
	if len(rest) > 0 {
		return nil
	}
	s := &surface{n: m.N, at: at, next: make([]int32, len(at)), first: make([]int32, m.N)}
	for v := range m.N {
		first, last := int32(-1), int32(-1)
		for _, x := range place[places*v : places*(v+1)] {
			if x == 0 {
				continue
			}
			if first < 0 {
				first = x - 1
			} else {
				s.next[last] = x - 1
			}
			last = x - 1
		}
		if last >= 0 {
			s.next[last] = first
		}
		s.first[v] = first
	}
	d.surface = s
	d.number()
	return d
}

// addGhost adds the spin that carries the fields to a lattice. One field is drawn, as a
// pendant edge; the others are extra.
func (d *drawing) addGhost(fields []bond) {
	d.ghost = d.n
	d.n++
	s := d.surface
	s.n++
	s.first = append(s.first, -1)
	for i, b := range fields {
		if i > 0 {
			d.extra = append(d.extra, len(d.bonds))
			d.bonds = append(d.bonds, b)
			continue
		}
		d.bonds = append(d.bonds, b)
		x, u := int32(len(s.at)), b.u
		s.at = append(s.at, u, b.v)
		s.next = append(s.next, x, x+1)
		if first := s.first[u]; first >= 0 {
			s.next[x], s.next[first] = s.next[first], x
		} else {
			s.first[u] = x
		}
		s.first[b.v] = x + 1
	}
	d.number()
}
