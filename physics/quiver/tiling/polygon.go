package tiling

import (
	"cmp"
	"slices"
)

// Polygon is a convex lattice polygon.
type Polygon struct {
	// Corners are counterclockwise.
	Corners []Vector
}

// NewtonPolygon is the convex hull of the exponents of a polynomial.
func NewtonPolygon(m []Monomial) Polygon {
	points := make([]Vector, len(m))
	for i, x := range m {
		points[i] = x.At
	}
	return Hull(points)
}

// Hull is the convex hull of points (A. Andrew, Inf. Process. Lett. 9, 1979).
func Hull(points []Vector) Polygon {
	p := slices.Clone(points)
	slices.SortFunc(p, func(a, b Vector) int { return cmp.Or(cmp.Compare(a.P, b.P), cmp.Compare(a.Q, b.Q)) })
	p = slices.Compact(p)
	if len(p) < 3 {
		return Polygon{p}
	}
	var hull []Vector
	for pass := range 2 {
		start := len(hull)
		for i := range p {
			v := p[i]
			if pass == 1 {
				v = p[len(p)-1-i]
			}
			for len(hull) >= start+2 && hull[len(hull)-1].minus(hull[len(hull)-2]).Cross(v.minus(hull[len(hull)-2])) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, v)
		}
		hull = hull[:len(hull)-1]
	}
	return Polygon{hull}
}

// TwiceArea is twice the area, the number of gauge nodes of a consistent tiling.
func (g Polygon) TwiceArea() int64 {
	sum := int64(0)
	for i, v := range g.Corners {
		sum += v.Cross(g.Corners[(i+1)%len(g.Corners)])
	}
	return sum
}

// Boundary is the number of lattice points on the boundary, Interior inside: TwiceArea =
// 2·Interior + Boundary − 2 (Pick).
func (g Polygon) Boundary() int64 {
	sum := int64(0)
	for i, v := range g.Corners {
		d := g.Corners[(i+1)%len(g.Corners)].minus(v)
		sum += gcd(d.P, d.Q)
	}
	return sum
}

// Interior is the number of lattice points inside.
func (g Polygon) Interior() int64 { return (g.TwiceArea() - g.Boundary() + 2) / 2 }

// Sides are the primitive vectors along the boundary, counterclockwise, repeated as often as
// they fit.
func (g Polygon) Sides() []Vector {
	var list []Vector
	for i, v := range g.Corners {
		d := g.Corners[(i+1)%len(g.Corners)].minus(v)
		k := gcd(d.P, d.Q)
		for range k {
			list = append(list, Vector{d.P / k, d.Q / k})
		}
	}
	return list
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Normal is the same polygon up to translations and GL(2,ℤ): the first, in lexicographic
// order of the corners, of its forms with a corner at the origin, the next one on the
// positive axis, and the third at (r, h) with 0 ≤ r < h. Two polygons are equivalent if and
// only if their normal forms are equal.
func (g Polygon) Normal() Polygon {
	n := len(g.Corners)
	if n < 3 {
		return Polygon{slices.Clone(g.Corners)}
	}
	var best []Vector
	for _, mirror := range []bool{false, true} {
		c := slices.Clone(g.Corners)
		if mirror {
			// The exchange reverses the orientation, and so does Reverse.
			slices.Reverse(c)
			for i, v := range c {
				c[i] = Vector{v.Q, v.P}
			}
		}
		for start := range n {
			f := straighten(append(slices.Clone(c[start:]), c[:start]...))
			if best == nil || slices.CompareFunc(f, best, func(a, b Vector) int {
				return cmp.Or(cmp.Compare(a.P, b.P), cmp.Compare(a.Q, b.Q))
			}) < 0 {
				best = f
			}
		}
	}
	return Polygon{best}
}

// straighten moves the first corner to the origin, the second to the positive axis and the
// third next to it.
func straighten(c []Vector) []Vector {
	o := c[0]
	for i := range c {
		c[i] = c[i].minus(o)
	}
	// (a, b) with a·P + b·Q = gcd for the second corner; the other row is (−Q, P)/gcd.
	d, a, b := bezout(c[1].P, c[1].Q)
	p, q := c[1].P/d, c[1].Q/d
	for i, v := range c {
		c[i] = Vector{a*v.P + b*v.Q, p*v.Q - q*v.P}
	}
	h := c[2].Q // > 0: counterclockwise
	k := (c[2].P - ((c[2].P%h)+h)%h) / h
	for i, v := range c {
		c[i].P = v.P - k*v.Q
	}
	return c
}

// bezout: a·x + b·y = d = gcd(x, y) > 0.
func bezout(x, y int64) (d, a, b int64) {
	a0, b0, a1, b1 := int64(1), int64(0), int64(0), int64(1)
	for y != 0 {
		q := x / y
		x, y = y, x-q*y
		a0, a1 = a1, a0-q*a1
		b0, b1 = b1, b0-q*b1
	}
	if x < 0 {
		return -x, -a0, -b0
	}
	return x, a0, b0
}

// Equivalent reports whether two polygons differ by a translation and GL(2,ℤ).
func (g Polygon) Equivalent(h Polygon) bool {
	return slices.Equal(g.Normal().Corners, h.Normal().Corners)
}

// bounds is the rectangle around a polygon: its lower left corner, and its sides.
func (g Polygon) bounds() (low, size Vector) {
	low, high := g.Corners[0], g.Corners[0]
	for _, v := range g.Corners {
		low = Vector{min(low.P, v.P), min(low.Q, v.Q)}
		high = Vector{max(high.P, v.P), max(high.Q, v.Q)}
	}
	return low, high.minus(low)
}

func primitive(v Vector) Vector {
	k := gcd(v.P, v.Q)
	return Vector{v.P / k, v.Q / k}
}

// lattice lists the lattice points of a polygon, the boundary included.
func (g Polygon) lattice() []Vector {
	low, size := g.bounds()
	var list []Vector
	for p := low.P; p <= low.P+size.P; p++ {
		for q := low.Q; q <= low.Q+size.Q; q++ {
			w := Vector{p, q}
			inside := true
			for i, v := range g.Corners {
				side := g.Corners[(i+1)%len(g.Corners)].minus(v)
				inside = inside && side.Cross(w.minus(v)) >= 0
			}
			if inside {
				list = append(list, w)
			}
		}
	}
	return list
}
