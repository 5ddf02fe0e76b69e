package families_test

import (
	"fmt"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/families"
	"github.com/assay-physics/assay/physics/quiver/tiling"
)

// hull is the polygon with corners at (c0, c1), (c2, c3), …
func hull(c ...int64) tiling.Polygon {
	var points []tiling.Vector
	for i := 0; i < len(c); i += 2 {
		points = append(points, tiling.Vector{P: c[i], Q: c[i+1]})
	}
	return tiling.Hull(points)
}

// The toric diagrams of the spaces, from the papers that the package names.
func TestToricDiagrams(t *testing.T) {
	cases := []struct {
		name    string
		make    func() (*quiver.Theory, error)
		diagram tiling.Polygon
	}{
		{"dP3", func() (*quiver.Theory, error) { return families.DelPezzo3(2) }, hull(1, 0, 1, 1, 0, 1, -1, 0, -1, -1, 0, -1)},
		{"C3/Z3", func() (*quiver.Theory, error) { return families.Orbifold(3, [3]int{1, 1, 1}, 2) }, hull(1, 0, 0, 1, -1, -1)},
		{"C3/Z5", func() (*quiver.Theory, error) { return families.Orbifold(5, [3]int{1, 1, 3}, 2) }, hull(0, 0, 0, 1, 5, -1)},
		{"C3/Z2xZ2", func() (*quiver.Theory, error) { return families.ProductOrbifold(2, 2, 2) }, hull(0, 0, 2, 0, 0, 2)},
		{"C3/Z3xZ2", func() (*quiver.Theory, error) { return families.ProductOrbifold(3, 2, 2) }, hull(0, 0, 3, 0, 0, 2)},
		{"C3", func() (*quiver.Theory, error) { return families.Laba(0, 1, 2) }, hull(0, 0, 1, 0, 0, 1)},
	}
	for p := 1; p <= 6; p++ {
		for q := 0; q <= p; q++ {
			cases = append(cases, struct {
				name    string
				make    func() (*quiver.Theory, error)
				diagram tiling.Polygon
			}{fmt.Sprintf("Y%d%d", p, q), func() (*quiver.Theory, error) { return families.Ypq(p, q, 2) },
				hull(0, 0, 1, 0, 0, int64(p), -1, int64(p-q))})
		}
	}
	for b := 1; b <= 5; b++ {
		for a := 0; a <= b; a++ {
			cases = append(cases, struct {
				name    string
				make    func() (*quiver.Theory, error)
				diagram tiling.Polygon
			}{fmt.Sprintf("L%d%d", a, b), func() (*quiver.Theory, error) { return families.Laba(a, b, 2) },
				hull(0, 0, int64(a), 0, 0, 1, int64(b), 1)})
		}
	}
	for _, c := range cases {
		th, err := c.make()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		tl, beta, err := tiling.FromTheory(th)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r, err := tl.Check()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !r.Consistent || !th.EncodesR || beta.RatString() != "1" {
			t.Errorf("%s: consistent %v, R-symmetry %v, beta %v: %v", c.name, r.Consistent, th.EncodesR, beta, r.Faults)
		}
		if want := c.diagram; !r.Diagram.Equivalent(want) {
			t.Errorf("%s: diagram %v, not %v (%v, area %d)", c.name, r.Diagram.Corners, want.Corners, r.Determinant, want.TwiceArea())
		}
	}
}
