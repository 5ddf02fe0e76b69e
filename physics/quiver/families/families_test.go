package families_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/amax"
	"github.com/assay-physics/assay/physics/quiver/families"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
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
		r := tl.Check()
		if !r.Consistent || !th.EncodesR || beta.RatString() != "1" {
			t.Errorf("%s: consistent %v, R-symmetry %v, beta %v: %v", c.name, r.Consistent, th.EncodesR, beta, r.Faults)
		}
		if want := c.diagram; !r.Diagram.Equivalent(want) {
			t.Errorf("%s: diagram %v, not %v (%v, area %d)", c.name, r.Diagram.Corners, want.Corners, r.Determinant, want.TwiceArea())
		}
	}
}

func TestNamed(t *testing.T) {
	for name, nodes := range map[string]int{"Y3,1": 6, "Y^{4,2}": 8, "L1,2,1": 3, "L^{2,3,2}": 5, "L1,5,2": 6, "L2,4,3": 6, "L3,4,2": 7, "toric:1,0;0,1;-1,-1": 3, "C3/Z5(1,1,3)": 5, "C^3/Z_7 (1,2,4)": 7, "C3/Z3:1,1,1": 3, "C3/Z2xZ3": 6, "dP3": 6} {
		th, known, err := families.Named(name, 2)
		if !known || err != nil || len(th.Nodes) != nodes {
			t.Errorf("%s: %v %v %v", name, th, known, err)
		}
	}
	for name, known := range map[string]bool{"Y1,3": true, "L4,2,2": true, "L2,4,9": true, "L2,4,6": true, "L2,4,2x": false, "toric:1,2": true, "toric:": true, "toric:0,0;1,x;3,4": true, "C3/Z5(1,1,1)": true, "C3/Z4(2,2,0)": true, "Y9999,1": true, "C3/Z0xZ1": true, "C3/Z9999xZ9999": true, "dP9": false, "": false} {
		if th, k, err := families.Named(name, 2); k != known || (known && err == nil) || th != nil {
			t.Errorf("%q: %v %v %v", name, th, k, err)
		}
	}
	if _, _, err := families.Named("dP3", 1); err == nil {
		t.Error("rank 1 is no gauge group here")
	}
}

// L^{a,b,c} in its minimal phases has a + 3b fields for a ≤ c ≤ d ≤ b, and L^{p−q,p+q,p} is
// Y^{p,q} (S. Franco, A. Hanany, D. Martelli, J. Sparks, D. Vegh, B. Wecht, hep-th/0505211):
// the same diagram and a.
func TestLabc(t *testing.T) {
	for _, c := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {4, 1}, {5, 2}} {
		p, q := c[0], c[1]
		l, err := families.Labc(p-q, p+q, p, 2)
		if err != nil {
			t.Fatal(err)
		}
		y, err := families.Ypq(p, q, 2)
		if err != nil {
			t.Fatal(err)
		}
		tl, _, err := tiling.FromTheory(l)
		if err != nil {
			t.Fatal(err)
		}
		ty, _, err := tiling.FromTheory(y)
		if err != nil {
			t.Fatal(err)
		}
		if !tl.Check().Diagram.Equivalent(ty.Check().Diagram) {
			t.Errorf("L and Y^%v have different diagrams", c)
		}
		rl, err := amax.Maximize(l, amax.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ry, err := amax.Maximize(y, amax.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if eq, ok := amax.Equal(rl.A, ry.A); !eq || !ok {
			t.Errorf("Y^%v: a = %v and %v", c, rl.A, ry.A)
		}
	}
	// The maximum of the cubic form of areas (A. Butti, A. Zaffaroni, hep-th/0506232) over the
	// toric diagram, by mpmath: 4 a − 3/16 a node for SU(2).
	golden := map[[3]int]string{{1, 5, 2}: "4.2911358585560212716", {2, 7, 3}: "6.2908765835975601505"}
	for _, c := range [][3]int{{1, 5, 2}, {1, 4, 2}, {1, 7, 3}, {2, 7, 3}, {2, 5, 3}, {3, 8, 4}} {
		th, err := families.Labc(c[0], c[1], c[2], 2)
		if err != nil {
			t.Error(err)
			continue
		}
		r, err := amax.Maximize(th, amax.Options{})
		if err != nil || r.Status != amax.Found || !r.A.Exact() {
			t.Errorf("L^%v: %v %+v", c, err, r)
			continue
		}
		if len(th.Arrows) < c[0]+3*c[1] {
			t.Errorf("L^%v: %d fields, fewer than %d", c, len(th.Arrows), c[0]+3*c[1])
		}
		if m, err := r.A.MinPoly(); err != nil || m.Degree() != 4 {
			t.Errorf("L^%v: a = %v, %v", c, r.A, err)
		}
		if want := golden[c]; want != "" && r.A.Decimal(20)[:len(want)] != want {
			t.Errorf("L^%v: a = %s, want %s", c, r.A.Decimal(20), want)
		}
	}
}

// The toric phases of dP3 are four, with 12, 14, 14 and 18 fields (B. Feng, S. Franco, A.
// Hanany, Y.-H. He, hep-th/0209228), and all have the hexagon as their diagram.
func TestDelPezzo3Phases(t *testing.T) {
	th, err := families.DelPezzo3(2)
	if err != nil {
		t.Fatal(err)
	}
	e, err := seiberg.Explore(context.Background(), th, seiberg.ExploreOptions{Depth: 3, MaxTheories: 60, Equal: quiver.IsomorphismOptions{Conjugation: true, IgnoreR: true}})
	if err != nil {
		t.Fatal(err)
	}
	var fields []int
	for _, f := range e.Theories {
		if slices.ContainsFunc(f.Ranks(), func(n int) bool { return n != 2 }) {
			continue
		}
		tl, beta, err := tiling.FromTheory(f.Theory)
		if err != nil {
			t.Errorf("%v: %v", f.Path, err)
			continue
		}
		if r := tl.Check(); !r.Consistent || beta.RatString() != "1" || !r.Diagram.Equivalent(hull(1, 0, 1, 1, 0, 1, -1, 0, -1, -1, 0, -1)) {
			t.Errorf("%v: %v, beta %v, diagram %v", f.Path, r.Faults, beta, r.Diagram)
		}
		fields = append(fields, len(f.Theory.Arrows))
	}
	slices.Sort(fields)
	if !slices.Equal(fields, []int{12, 14, 14, 18}) {
		t.Errorf("toric phases with %v fields", fields)
	}
}

func ExampleYpq() {
	th, err := families.Ypq(2, 1, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(th.Nodes), "nodes,", len(th.Arrows), "fields,", len(th.W), "terms")
	fmt.Println(th.Text(th.W[0]))
	// Output:
	// 4 nodes, 10 fields, 6 terms
	// Tr U1_1 V1_2 Y1
}
