package tiling

import (
	"errors"
	"fmt"
	"slices"
)

// Report is what a tiling says about itself.
type Report struct {
	White, Black, Edges, Faces, Euler int
	ZigZags                           []ZigZag
	// Determinant is the Kasteleyn determinant, Diagram its Newton polygon. Where the
	// determinant is too large, as Untested says, Diagram is the polygon with the windings of
	// the zig-zags as sides.
	Determinant []Monomial
	Diagram     Polygon
	Untested    string
	// Consistent reports whether the tiling describes D3-branes at a toric singularity: it
	// lies on a torus, its zig-zags are properly ordered, the Newton polygon has their windings
	// as sides, and twice its area is the number of faces. Faults says what fails.
	Consistent bool
	Faults     []string
}

// Check examines a tiling.
func (t *Tiling) Check() *Report {
	r := &Report{White: len(t.White), Black: len(t.Black), Edges: len(t.Edges), Faces: t.faces, Euler: t.Euler()}
	fault := func(format string, args ...any) { r.Faults = append(r.Faults, fmt.Sprintf(format, args...)) }
	list, toWhite, toBlack := t.zigzags()
	r.ZigZags = list
	if r.Euler != 0 {
		fault("Euler characteristic %d − %d + %d = %d: the words do not close to a torus", r.White+r.Black, r.Edges, r.Faces, r.Euler)
		return r
	}
	if r.White != r.Black {
		fault("%d white and %d black vertices: there is no perfect matching", r.White, r.Black)
	}
	if err := t.ordered(list, toWhite, toBlack); err != nil {
		fault("%v", err)
	}
	var err error
	r.Determinant, err = t.Kasteleyn()
	switch {
	case errors.Is(err, ErrSize):
		r.Untested = err.Error()
		r.Diagram = sided(list)
	case err != nil:
		fault("%v", err)
	default:
		r.Diagram = NewtonPolygon(r.Determinant)
	}
	if area := r.Diagram.TwiceArea(); area != int64(t.faces) {
		fault("twice the area of the toric diagram is %d, but there are %d faces", area, t.faces)
	}
	if r.Untested == "" && !parallel(r.Diagram, list) {
		fault("the sides of the toric diagram are not the windings of the zig-zags")
	}
	r.Consistent = len(r.Faults) == 0
	return r
}

// sided is the polygon with the given windings, which are ordered by angle, as sides.
func sided(list []ZigZag) Polygon {
	var at Vector
	points := []Vector{at}
	for _, z := range list {
		at = Vector{at.P + z.Winding.P, at.Q + z.Winding.Q}
		points = append(points, at)
	}
	return Hull(points)
}

// ordered checks the zig-zags: none is contractible, none passes an edge twice, and around
// every vertex they follow each other in the order of their directions, once around the
// circle. That is equivalent to the absence of bigons of parallel zig-zags in the universal
// cover (Gulotta; Ishii and Ueda); zig-zags in opposite directions may cross each other.
func (t *Tiling) ordered(list []ZigZag, toWhite, toBlack []int) error {
	if t.Euler() != 0 {
		return errors.New("the surface is not a torus")
	}
	for i, z := range list {
		if z.Winding == (Vector{}) {
			return fmt.Errorf("zig-zag %d (%s …) is contractible", i, t.Edges[z.Edges[0]])
		}
	}
	for e, i := range toWhite {
		if i == toBlack[e] {
			return fmt.Errorf("zig-zag %d crosses itself at %s", i, t.Edges[e])
		}
	}
	// The place of each direction on the circle.
	place := make([]int, len(list))
	for i := 1; i < len(list); i++ {
		place[i] = place[i-1]
		if byAngle(list[i-1].Winding, list[i].Winding) != 0 {
			place[i]++
		}
	}
	for _, c := range []struct {
		colour string
		words  [][]int
		strand []int
	}{{"white", t.White, toWhite}, {"black", t.Black, toBlack}} {
		ups, downs := true, true
		for v, w := range c.words {
			up, down := 0, 0
			for k, e := range w {
				a, b := place[c.strand[e]], place[c.strand[w[(k+1)%len(w)]]]
				switch {
				case a == b && len(w) > 1:
					return fmt.Errorf("two parallel zig-zags meet at %s vertex %d, at %s", c.colour, v, t.Edges[e])
				case a < b:
					up++
				default:
					down++
				}
			}
			ups, downs = ups && down == 1, downs && up == 1
			if !ups && !downs {
				return fmt.Errorf("the zig-zags at %s vertex %d are not in the order of their directions: two of them cross where they need not", c.colour, v)
			}
		}
	}
	return nil
}

// parallel compares the sides of the diagram with the windings. Neighbouring perfect matchings
// on the boundary of the diagram differ by the edges of a zig-zag, taken with alternating
// signs, so that their exponents differ by its winding; the sign and a mirror image depend on
// orientations.
func parallel(g Polygon, list []ZigZag) bool {
	var windings []Vector
	for _, z := range list {
		windings = append(windings, z.Winding)
	}
	slices.SortFunc(windings, byAngle)
	for _, sign := range []int64{1, -1} {
		for _, swap := range []bool{false, true} {
			sides := g.Sides()
			for i, s := range sides {
				sides[i] = Vector{sign * s.P, sign * s.Q}
				if swap {
					sides[i] = Vector{sign * s.Q, sign * s.P}
				}
			}
			slices.SortFunc(sides, byAngle)
			if slices.Equal(sides, windings) {
				return true
			}
		}
	}
	return false
}
