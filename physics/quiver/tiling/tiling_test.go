package tiling_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/amax"
	"github.com/assay-physics/assay/physics/quiver/families"
	"github.com/assay-physics/assay/physics/quiver/tiling"
)

// catalogued is a phase of the shared catalogue with what two other programs found for it.
type catalogued struct {
	Phase     string
	N         int
	Toric     bool
	ZigZags   int    `json:"zigzags"`
	TwiceArea string `json:"twice_area"`
	Beta      string `json:"beta_invariant"`
	side
	Duals []struct {
		Node  int
		OK    bool `json:"dualisable"`
		Toric bool
		Ranks []int
		Beta  *string  `json:"beta_invariant"`
		Trace []string `json:"loops_with_trace"`
		side
	}
}

type side struct {
	Fields []struct {
		Name           string
		Source, Target int
	}
	Superpotential []struct {
		Coefficient string
		Word        []string
	}
}

func catalogue(t *testing.T) []catalogued {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "duality", "catalogue.json"))
	if os.IsNotExist(err) {
		t.Skip("the shared catalogue is not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	var list []catalogued
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func (s side) theory(name string, nodes, n int) *quiver.Theory {
	th := &quiver.Theory{Name: name}
	for range nodes {
		th.Nodes = append(th.Nodes, quiver.Node{Label: "n" + string(rune('0'+len(th.Nodes))), Rank: n})
	}
	index := map[string]int{}
	for i, f := range s.Fields {
		index[f.Name] = i
		th.Arrows = append(th.Arrows, quiver.Arrow{Label: f.Name, Source: f.Source, Target: f.Target, R: new(big.Rat)})
	}
	for _, w := range s.Superpotential {
		c, _ := new(big.Rat).SetString(w.Coefficient)
		term := quiver.SuperpotentialTerm{Coefficient: c}
		for _, x := range w.Word {
			term.Word = append(term.Word, index[x])
		}
		th.W = append(th.W, term)
	}
	return th
}

// Zig-zags, areas and coefficients of the catalogue's toric phases, electric and dual.
func TestCatalogue(t *testing.T) {
	diagrams := map[string]tiling.Polygon{}
	check := func(name, family string, th *quiver.Theory, zigzags int, area, beta string) {
		tl, b, err := tiling.FromTheory(th)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		r := tl.Check()
		if !r.Consistent {
			t.Errorf("%s: %v", name, r.Faults)
		}
		if len(r.ZigZags) != zigzags || big.NewInt(r.Diagram.TwiceArea()).String() != area || b.RatString() != beta {
			t.Errorf("%s: %d zig-zags, area %d/2, beta %v; want %d, %s/2, %s", name, len(r.ZigZags), r.Diagram.TwiceArea(), b, zigzags, area, beta)
		}
		if other, ok := diagrams[family]; ok && !other.Equivalent(r.Diagram) {
			t.Errorf("%s: another diagram than the other phases of %s", name, family)
		}
		diagrams[family] = r.Diagram
		// The derived theory is the given one.
		back, err := tl.Theory(th.Nodes[0].Rank)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if !back.EncodesR || len(back.W) != len(th.W) {
			t.Errorf("%s: derived theory has R %v, %d terms", name, back.EncodesR, len(back.W))
		}
		for e, a := range back.Arrows {
			if a.Source != th.Arrows[e].Source || a.Target != th.Arrows[e].Target {
				t.Errorf("%s: %s goes %d → %d, not %d → %d", name, a.Label, a.Source, a.Target, th.Arrows[e].Source, th.Arrows[e].Target)
			}
		}
	}
	for _, p := range catalogue(t) {
		family := strings.TrimSuffix(strings.TrimSuffix(p.Phase, "I"), "I")
		nodes := len(p.Duals)
		check(p.Phase, family, p.theory(p.Phase, nodes, p.N), p.ZigZags, p.TwiceArea, p.Beta)
		for _, d := range p.Duals {
			if !d.OK || !d.Toric {
				continue
			}
			if d.Beta == nil {
				t.Errorf("%s: toric dual at node %d without invariant", p.Phase, d.Node)
				continue
			}
			check(p.Phase+" dual", family, d.theory("dual", nodes, p.N), p.ZigZags, p.TwiceArea, *d.Beta)
		}
	}
	// hep-th/0104259, figures 1 to 3.
	for family, corners := range map[string][]tiling.Vector{
		"dP0": {{1, 0}, {0, 1}, {-1, -1}}, "F0-": {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
		"dP1": {{1, 0}, {0, 1}, {-1, 0}, {-1, -1}}, "dP2-": {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}},
		"SPP": {{0, 0}, {1, 0}, {0, 1}, {2, 1}}, "conifold": {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, "C3/Z2xZ2": {{0, 0}, {2, 0}, {0, 2}},
	} {
		if g, ok := diagrams[family]; !ok || !g.Equivalent(tiling.Hull(corners)) {
			t.Errorf("%s: diagram %v (known %v)", family, g.Corners, ok)
		}
	}
}

// F0 with the flavour indices contracted straight, ε_ij ε_kl A_i B_j C_k D_l, instead of
// crosswise, ε_ik ε_jl, is not F0: its words close to a sphere with six faces.
func TestStraightContraction(t *testing.T) {
	for _, c := range []struct {
		text       string
		consistent bool
		fault      string
	}{
		{`{"white": [["A1","B1","C2","D2"], ["A2","B2","C1","D1"]], "black": [["A1","B2","C2","D1"], ["A2","B1","C1","D2"]]}`, true, ""},
		{`{"white": [["A1","B2","C1","D2"], ["A2","B1","C2","D1"]], "black": [["A1","B2","C2","D1"], ["A2","B1","C1","D2"]]}`, false, "4 − 8 + 6 = 2"},
	} {
		tl, err := tiling.Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		r := tl.Check()
		if r.Consistent != c.consistent || !strings.Contains(strings.Join(r.Faults, "; "), c.fault) {
			t.Errorf("%s: consistent %v, Euler %d: %v", c.text, r.Consistent, tl.Euler(), r.Faults)
		}
	}
}

// The second phase of F0 with E_ab contracted straight, and the tiling made of it.
func TestStraightClaim(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "duality", "claims", "20_f0II_wrong_index_contraction.json"))
	if os.IsNotExist(err) {
		t.Skip("the shared claims are not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	var pair struct{ Electric, Magnetic json.RawMessage }
	if err := json.Unmarshal(raw, &pair); err != nil {
		t.Fatal(err)
	}
	sound := 0
	for _, side := range []json.RawMessage{pair.Electric, pair.Magnetic} {
		th, err := quiver.ParseTheory(side)
		if err != nil {
			t.Fatal(err)
		}
		tl, _, err := tiling.FromTheory(th)
		if err != nil {
			t.Log(err)
			continue
		}
		r := tl.Check()
		if r.Consistent {
			sound++
		} else {
			t.Log(r.Faults)
		}
	}
	if sound != 1 {
		t.Errorf("%d of the two theories are consistent tilings, not one", sound)
	}
}

// matchings lists all perfect matchings by trial.
func matchings(t *tiling.Tiling) [][]int {
	vertex := make([]int, len(t.Edges))
	for v, w := range t.Black {
		for _, e := range w {
			vertex[e] = v
		}
	}
	var all [][]int
	used := make([]bool, len(t.Black))
	var choose func(v int, m []int)
	choose = func(v int, m []int) {
		if v == len(t.White) {
			all = append(all, slices.Clone(m))
			return
		}
		for _, e := range t.White[v] {
			if !used[vertex[e]] {
				used[vertex[e]] = true
				choose(v+1, append(m, e))
				used[vertex[e]] = false
			}
		}
	}
	choose(0, nil)
	return all
}

// The coefficients of the Kasteleyn determinant count the perfect matchings.
func TestKasteleynCounts(t *testing.T) {
	for _, build := range []func() (*quiver.Theory, error){
		func() (*quiver.Theory, error) { return families.DelPezzo3(2) },
		func() (*quiver.Theory, error) { return families.Ypq(3, 1, 2) },
		func() (*quiver.Theory, error) { return families.Ypq(4, 3, 2) },
		func() (*quiver.Theory, error) { return families.Orbifold(7, [3]int{1, 2, 4}, 2) },
		func() (*quiver.Theory, error) { return families.ProductOrbifold(3, 3, 2) },
		func() (*quiver.Theory, error) { return families.Laba(2, 4, 2) },
	} {
		th, err := build()
		if err != nil {
			t.Fatal(err)
		}
		tl, _, err := tiling.FromTheory(th)
		if err != nil {
			t.Fatal(err)
		}
		det, err := tl.Kasteleyn()
		if err != nil {
			t.Fatal(err)
		}
		sum := new(big.Int)
		for _, m := range det {
			sum.Add(sum, new(big.Int).Abs(m.Coefficient))
		}
		if all := matchings(tl); sum.Int64() != int64(len(all)) {
			t.Errorf("%s: coefficients sum to %v, but there are %d perfect matchings", th.Name, sum, len(all))
		}
		// A corner of the diagram is one matching; a point inside a side of length k at
		// position i is binomial(k, i).
		g := tiling.NewtonPolygon(det)
		at := map[tiling.Vector]int64{}
		for _, m := range det {
			at[m.At] = new(big.Int).Abs(m.Coefficient).Int64()
		}
		for i, v := range g.Corners {
			w := g.Corners[(i+1)%len(g.Corners)]
			k := new(big.Int).GCD(nil, nil, new(big.Int).Abs(big.NewInt(w.P-v.P)), new(big.Int).Abs(big.NewInt(w.Q-v.Q))).Int64()
			for j := range k {
				p := tiling.Vector{P: v.P + j*(w.P-v.P)/k, Q: v.Q + j*(w.Q-v.Q)/k}
				if want := new(big.Int).Binomial(k, j).Int64(); at[p] != want {
					t.Errorf("%s: %d matchings at %v on the boundary, not %d", th.Name, at[p], p, want)
				}
			}
		}
	}
}

// The trial a of the zig-zag charges is (9/32)(N²/2) Σ |⟨V_i, V_j, V_k⟩| a_i a_j a_k, and its
// maximum that of the theory (A. Butti, A. Zaffaroni, hep-th/0506232).
func TestZigZagCharges(t *testing.T) {
	th, err := families.Ypq(3, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	tl, _, err := tiling.FromTheory(th)
	if err != nil {
		t.Fatal(err)
	}
	zz := tl.ZigZags()
	corner := []tiling.Vector{{}}
	for _, z := range zz[1:] {
		last := corner[len(corner)-1]
		corner = append(corner, tiling.Vector{P: last.P + z.Winding.P, Q: last.Q + z.Winding.Q})
	}
	for _, parts := range [][]*big.Rat{
		{big.NewRat(1, 2), big.NewRat(1, 2), big.NewRat(1, 2), big.NewRat(1, 2)},
		{big.NewRat(1, 3), big.NewRat(2, 3), big.NewRat(1, 5), big.NewRat(4, 5)},
		{big.NewRat(3, 4), big.NewRat(1, 7), big.NewRat(1, 2), big.NewRat(17, 28)},
	} {
		r := tl.Charges(parts)
		// N² terms of Tr R³ + ...: gauginos 1 a node, and Tr R = 0.
		tr3, tr := big.NewRat(int64(tl.Faces()), 1), big.NewRat(int64(tl.Faces()), 1)
		for _, x := range r {
			f := new(big.Rat).Sub(x, big.NewRat(1, 1))
			tr.Add(tr, f)
			tr3.Add(tr3, new(big.Rat).Mul(f, new(big.Rat).Mul(f, f)))
		}
		if tr.Sign() != 0 {
			t.Errorf("Tr R = %v at order N²", tr)
		}
		want := new(big.Rat)
		for i := range parts {
			for j := range parts {
				for k := range parts {
					u := tiling.Vector{P: corner[j].P - corner[i].P, Q: corner[j].Q - corner[i].Q}
					v := tiling.Vector{P: corner[k].P - corner[i].P, Q: corner[k].Q - corner[i].Q}
					c := u.Cross(v)
					p := big.NewRat(max(c, -c), 2)
					for _, x := range []*big.Rat{parts[i], parts[j], parts[k]} {
						p.Mul(p, x)
					}
					want.Add(want, p)
				}
			}
		}
		if tr3.Cmp(want) != 0 {
			t.Errorf("Tr R³/N² = %v, by areas %v", tr3, want)
		}
	}
}

// a-maximization over the parts of the circle is that over all charges: the charges that
// package amax finds are Charges of parts at which the cubic form of the areas is stationary
// on Σ a_i = 2 (also at points inside of sides, along which the form is linear).
func TestZigZagMaximum(t *testing.T) {
	for _, name := range []string{"Y3,2", "Y5,1", "Y4,4", "dP3", "C3/Z7(1,2,4)", "C3/Z5(1,1,3)"} {
		th, _, err := families.Named(name, 2)
		if err != nil {
			t.Fatal(err)
		}
		tl, _, err := tiling.FromTheory(th)
		if err != nil {
			t.Fatal(err)
		}
		best, err := amax.Maximize(th, amax.Options{})
		if err != nil || best.Status != amax.Found {
			t.Fatal(name, err)
		}
		zz := tl.ZigZags()
		d := len(zz)
		// An edge whose charge is parts[i] alone gives it.
		parts := make([]*big.Rat, d)
		for i := range d {
			unit := make([]*big.Rat, d)
			for j := range unit {
				unit[j] = new(big.Rat)
			}
			unit[i].SetInt64(1)
			only := tl.Charges(unit)
			unit[i].SetInt64(0)
			for j := range unit {
				if j != i {
					unit[j].SetInt64(1)
				}
			}
			rest := tl.Charges(unit)
			for e := range only {
				if only[e].Sign() > 0 && rest[e].Sign() == 0 {
					parts[i], _ = best.R[e].Enclosure()
				}
			}
			if zz[i].Winding == zz[(i+1)%d].Winding {
				parts[i] = new(big.Rat) // inside a side of the diagram: zero at the maximum
			}
			if parts[i] == nil {
				t.Fatalf("%s: no edge of the part %d alone", name, i)
			}
		}
		eps := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 200))
		near := func(x, y *big.Rat) bool {
			z := new(big.Rat).Sub(x, y)
			return z.Abs(z).Cmp(eps) < 0
		}
		for e, x := range tl.Charges(parts) {
			if m, _ := best.R[e].Enclosure(); !near(m, x) {
				t.Errorf("%s: R(%s) = %s, by zig-zags %s", name, tl.Edges[e], m.FloatString(12), x.FloatString(12))
			}
		}
		corner := []tiling.Vector{{}}
		for _, z := range zz[1:] {
			last := corner[len(corner)-1]
			corner = append(corner, tiling.Vector{P: last.P + z.Winding.P, Q: last.Q + z.Winding.Q})
		}
		var slope *big.Rat
		for i := range d {
			s := new(big.Rat)
			for j := range d {
				for k := range d {
					u := tiling.Vector{P: corner[j].P - corner[i].P, Q: corner[j].Q - corner[i].Q}
					v := tiling.Vector{P: corner[k].P - corner[i].P, Q: corner[k].Q - corner[i].Q}
					c := u.Cross(v)
					p := new(big.Rat).Mul(parts[j], parts[k])
					s.Add(s, p.Mul(p, big.NewRat(max(c, -c), 1)))
				}
			}
			if slope == nil {
				slope = s
			} else if !near(s, slope) {
				t.Errorf("%s: slopes %s and %s", name, s.FloatString(12), slope.FloatString(12))
			}
		}
	}
}

// A large orbifold is judged by its zig-zags alone, and the result says so.
func TestLarge(t *testing.T) {
	th, err := families.Orbifold(211, [3]int{1, 14, 196}, 2)
	if err != nil {
		t.Fatal(err)
	}
	tl, _, err := tiling.FromTheory(th)
	if err != nil {
		t.Fatal(err)
	}
	r := tl.Check()
	if !r.Consistent || r.Untested == "" || r.Diagram.TwiceArea() != 211 || len(r.ZigZags) != 3 || r.Diagram.Interior() != 105 {
		t.Errorf("consistent %v, %q, %+v, %v", r.Consistent, r.Untested, r.Diagram, r.Faults)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"white":[["A"]],"black":[["A"]],"white":[]}`:                  `duplicate key "white"`,
		`{"white":[["A"]],"black":[["A"]],"rank":3}`:                    "rank",
		`{"white":[["A","A"]],"black":[["A"]]}`:                         "edge A occurs at the white vertices 0 and 0",
		`{"white":[["A"],["B"]],"black":[["A","B"]]} x`:                 "after the document",
		`{"white":[["A","B"]],"black":[["A"]]}`:                         "edge B has no black end",
		`{"white":[["A"]],"black":[["A","B"]]}`:                         `edge "B" has no white end`,
		`{"white":[["A"],[]],"black":[["A"]]}`:                          "white vertex 1 has no edges",
		`{"white":[[""]],"black":[[""]]}`:                               "empty",
		`{}`:                                                            "no edges",
		`{"white":[["A","B"],["C","D"]],"black":[["A","B"],["C","D"]]}`: "2 pieces",
		strings.Repeat("[", 1000) + strings.Repeat("]", 1000):           "nested deeper",
		`[[[[[[[[[[[[]]]]]]]]]]]]`:                                      "cannot unmarshal",
		"{\"white\":[[\"\xff\"]]}":                                      "UTF-8",
	} {
		if tl, err := tiling.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %q", text, tl, err, want)
		}
	}
}

// A tiling on another surface is read, and reported.
func TestOtherSurfaces(t *testing.T) {
	sphere, err := tiling.Parse([]byte(`{"white":[["A","B"]],"black":[["A","B"]]}`))
	if err != nil {
		t.Fatal(err)
	}
	if r := sphere.Check(); r.Consistent || sphere.Euler() != 2 {
		t.Errorf("Euler characteristic %d, %+v", sphere.Euler(), r)
	}
	if _, err := sphere.Kasteleyn(); err == nil {
		t.Error("a Kasteleyn determinant without torus")
	}
	if th, err := sphere.Theory(2); err != nil || th.EncodesR {
		t.Errorf("%v %+v", err, th)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"name":"conifold","white":[["A1","B1","A2","B2"]],"black":[["A1","B2","A2","B1"]]}`))
	f.Add([]byte(`{"white":[["X","Y","Z"]],"black":[["X","Z","Y"]]}`))
	f.Add([]byte(`{"white":[["X","Y","Z","W"],["V"]],"black":[["X","Z"],["Y","W","V"]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tl, err := tiling.Parse(data)
		if err != nil || len(tl.Edges) > 60 {
			return
		}
		raw, err := json.Marshal(tl)
		if err != nil {
			t.Fatal(err)
		}
		again, err := tiling.Parse(raw)
		if err != nil || again.Faces() != tl.Faces() {
			t.Fatalf("%s: %v", raw, err)
		}
		if tl.Euler()%2 != 0 || tl.Euler() > 2 {
			t.Fatalf("Euler characteristic %d of a closed oriented surface", tl.Euler())
		}
		r := tl.Check()
		// What the zig-zags say and what the determinant says do not contradict each other.
		if tl.Euler() == 0 && r.Consistent {
			th, err := tl.Theory(2)
			if err != nil || !th.EncodesR {
				t.Fatalf("%s: consistent, but without R-symmetry: %v", raw, err)
			}
		}
	})
}

func ExampleParse() {
	tl, err := tiling.Parse([]byte(`{"name": "conifold",
		"white": [["A1", "B1", "A2", "B2"]],
		"black": [["A1", "B2", "A2", "B1"]]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := tl.Check()
	fmt.Println(r.Consistent, len(r.ZigZags), "zig-zags,", r.Faces, "gauge nodes")
	fmt.Println(len(r.Diagram.Corners), "corners, twice the area is", r.Diagram.TwiceArea())
	// Output:
	// true 4 zig-zags, 2 gauge nodes
	// 4 corners, twice the area is 2
}
