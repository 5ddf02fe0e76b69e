package tiling_test

import (
	"encoding/json"
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
		r, err := tl.Check()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
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

// F0 with the flavour indices contracted straight instead of crosswise is not F0.
func TestStraightContraction(t *testing.T) {
	tl, err := tiling.Parse([]byte(`{"name": "straight",
		"white": [["A1","B1","C1","D1"], ["A2","B2","C2","D2"], ["E","F"]],
		"black": [["A1","B1","C1","D1"], ["A2","B2","C2","D2"], ["E","F"]]}`))
	if err == nil {
		r, err := tl.Check()
		t.Fatalf("disconnected pieces are no tiling: %v %v", r, err)
	}
	// W = Σ_ijk... with A_i B_i: A_i B_j C_i D_j (−1)^(i+j) pairs A with C and B with D.
	crossed := `{"white": [["A1","B1","C2","D2"], ["A2","B2","C1","D1"]], "black": [["A1","B2","C2","D1"], ["A2","B1","C1","D2"]]}`
	straight := `{"white": [["A1","B1","C1","D1"], ["A2","B2","C2","D2"]], "black": [["A1","B1","C2","D2"], ["A2","B2","C1","D1"]]}`
	for _, c := range []struct {
		text string
		want bool
	}{{crossed, true}, {straight, false}} {
		tl, err := tiling.Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := tl.Check()
		if err != nil {
			t.Fatal(err)
		}
		if r.Consistent != c.want {
			t.Errorf("consistent %v, want %v: %v", r.Consistent, c.want, r.Faults)
		}
		if !c.want {
			t.Log(r.Faults)
		}
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
		sum, _ := amax.Maximize(th, amax.Options{})
		_ = sum
	}
}
