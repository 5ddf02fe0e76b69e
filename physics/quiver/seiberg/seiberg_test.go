package seiberg_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

func phase(t testing.TB, name string, n int) *quiver.Theory {
	t.Helper()
	p, err := catalogue.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return p.Theory(n)
}

// line is SU(n) at node 0 with multiplicity · rank flavours from nodes 1 and 2.
func line(n, multiplicity, rank int) *quiver.Theory {
	th := &quiver.Theory{Name: "line", EncodesR: true, Nodes: []quiver.Node{{Label: "c", Rank: n}, {Label: "l", Rank: rank}, {Label: "r", Rank: rank}}}
	for k := range multiplicity {
		th.Arrows = append(th.Arrows,
			quiver.Arrow{Label: fmt.Sprint("Q", k), Source: 1, Target: 0, R: big.NewRat(1, 2)},
			quiver.Arrow{Label: fmt.Sprint("P", k), Source: 0, Target: 2, R: big.NewRat(1, 2)})
	}
	return th
}

// Nodes without a dual are refused with the reason.
func TestRefusals(t *testing.T) {
	odd := line(3, 2, 3)
	odd.Arrows = odd.Arrows[:3]
	spp := phase(t, "SPP", 2)
	su2 := line(2, 2, 3)
	su2.Arrows = su2.Arrows[:3]
	for _, c := range []struct {
		theory *quiver.Theory
		node   int
		reason seiberg.RefusalReason
		text   string
	}{
		{spp, 1, seiberg.HasAdjoint, "has an adjoint"},
		{odd, 0, seiberg.Anomalous, "not as many incoming as outgoing flavours"},
		{su2, 0, seiberg.Anomalous, "orient its doublets"},
		{line(5, 2, 3), 0, seiberg.Confining, "N_f = N + 1 = 6: it confines"},
		{line(6, 2, 3), 0, seiberg.DeformedSpace, "N_f = N = 6"},
		{line(7, 2, 3), 0, seiberg.NoVacuum, "N_f = 6 < N = 7"},
		{line(3, 0, 3), 0, seiberg.NoFlavours, "has no flavours"},
	} {
		_, err := seiberg.Dualize(c.theory, c.node, seiberg.Options{})
		var refusal *seiberg.Refusal
		if !errors.As(err, &refusal) || refusal.Reason != c.reason || !strings.Contains(err.Error(), c.text) {
			t.Errorf("node %d of %s: error %v, want reason %d, %q", c.node, c.theory.Name, err, c.reason, c.text)
		}
	}
	if _, err := seiberg.Dualize(spp, 3, seiberg.Options{}); err == nil || !strings.Contains(err.Error(), "there is no node 3") {
		t.Errorf("node 3 of SPP: error %v", err)
	}
}

// SQCD: SU(N) with N_f flavours, gauged on either side, has N_f² mesons and W = M q q̃, the
// quarks R = N/N_f and the baryon map of charges.
func TestSQCD(t *testing.T) {
	const n, f = 3, 5 // SU(3) with 5 flavours; R(Q) = 1 − 3/5
	th := line(n, 1, f)
	for k := range th.Arrows {
		th.Arrows[k].R = big.NewRat(f-n, f)
	}
	d, err := seiberg.Dualize(th, 0, seiberg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.Theory.Nodes[0].Rank != f-n || len(d.Theory.Arrows) != 3 || len(d.Theory.W) != 1 || d.Shift.Sign() != 0 {
		t.Fatalf("dual: %+v, shift %v", d.Theory, d.Shift)
	}
	want := map[string]string{"X02[0]": "", "X01[0]": "3/5", "X20[0]": "3/5", "X12[0]": "4/5"}
	for k, a := range d.Theory.Arrows {
		if a.R.RatString() != want[a.Label] {
			t.Errorf("%s (%v): R = %v, want %s", a.Label, d.Origins[k], a.R, want[a.Label])
		}
	}
	// Baryon number 1/3 of Q goes to 1/2 of q, and the mesons are neutral.
	baryon := quiver.Charges{big.NewRat(1, 3), big.NewRat(-1, 3)}
	image := d.Map.Flavour(baryon)
	for k, o := range d.Origins {
		want := map[string]string{"dual quark of field 0": "1/2", "dual quark of field 1": "-1/2", "meson of fields 0, 1": "0"}[o.String()]
		if image[k].RatString() != want {
			t.Errorf("%v has baryon number %v, want %s", o, image[k], want)
		}
	}
}

// SPP with a traceless adjoint: the dual has the adjoint of node 2 with its trace, and a
// singlet that flips what the massive meson's trace was coupled to; with traces on one side
// it has them on the other.
func TestTraces(t *testing.T) {
	spp := phase(t, "SPP", 3)
	d, err := seiberg.Dualize(spp, 0, seiberg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := labels(d.Theory); got != "X01[0] X02[0] X10[0] X12[0] X20[0] X21[0] Phi2[0] S1[0] S2[0]" {
		t.Errorf("fields %s", got)
	}
	var flips int
	for _, w := range d.Theory.W {
		if len(w.Singlets) == 1 && len(w.Word) == 2 {
			flips++
		}
	}
	// S1 flips X10 X01; S2 comes with Phi2 in both its terms.
	if flips != 3 || len(d.Theory.W) != 7 {
		t.Errorf("W: %v", text(d.Theory))
	}
	full, err := spp.WithTraces()
	if err != nil {
		t.Fatal(err)
	}
	if d, err = seiberg.Dualize(full, 0, seiberg.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := labels(d.Theory); got != "X01[0] X02[0] X10[0] X12[0] X20[0] X21[0] Phi2[0] S2[0]" {
		t.Errorf("with traces: fields %s", got)
	}
	if len(d.Theory.W) != 6 {
		t.Errorf("with traces: W: %v", text(d.Theory))
	}
	// The bare dual keeps Φ, the mesons and their traces.
	if len(d.Bare.Arrows) != 4+4+3 || len(d.Bare.Singlets) != 1+2 {
		t.Errorf("bare dual: fields %s", labels(d.Bare))
	}
}

func labels(t *quiver.Theory) string {
	var list []string
	for _, a := range t.Arrows {
		list = append(list, a.Label)
	}
	for _, s := range t.Singlets {
		list = append(list, s.Label)
	}
	return strings.Join(list, " ")
}

func text(t *quiver.Theory) []string {
	var list []string
	for _, w := range t.W {
		list = append(list, t.Text(w))
	}
	return list
}

// Doublets are drawn in either direction: turning some round changes neither the anomalies of
// an SU(2) theory nor its dual.
func TestOrientation(t *testing.T) {
	th := line(2, 2, 2)
	th.Arrows[1].Source, th.Arrows[1].Target = 2, 0 // P0: in place of 0 → 2
	for k := range 2 {
		th.Arrows = append(th.Arrows, quiver.Arrow{Label: fmt.Sprint("F", k), Source: 1, Target: 2, R: big.NewRat(1, 2)})
	}
	if a := th.GaugeAnomalies()[0]; a.In != 6 || a.Out != 2 || !a.Cancels() {
		t.Fatalf("node 0: %+v", a)
	}
	d, err := seiberg.Dualize(th, 0, seiberg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a := d.Electric.GaugeAnomalies()[0]; a.In != a.Out {
		t.Errorf("the electric theory was not turned: %+v", a)
	}
	if s := th.Symmetries(); s.R == nil || !d.Theory.IsAnomalyFreeR(d.Map.R(s.R)) || d.Theory.Nodes[0].Rank != 2 {
		t.Fatalf("dual: %v, R %v", labels(d.Theory), s.R)
	}
	checkHooft(t, th, d)
}

func checkHooft(t *testing.T, th *quiver.Theory, d *seiberg.Dual) {
	t.Helper()
	s := th.Symmetries()
	var image []quiver.Charges
	for _, q := range s.Flavour() {
		image = append(image, d.Map.Flavour(q))
	}
	if diff := th.Hooft(s.R, s.Flavour()).Compare(d.Theory.Hooft(d.Map.R(s.R), image)); len(diff) > 0 {
		t.Errorf("'t Hooft anomalies differ: %v", diff)
	}
}

// The bare dual with its masses integrated out is the dual.
func TestIntegrateOut(t *testing.T) {
	for _, p := range catalogue.Phases() {
		th := p.Theory(3)
		for v := range th.Nodes {
			d, err := seiberg.Dualize(th, v, seiberg.Options{})
			var refusal *seiberg.Refusal
			if errors.As(err, &refusal) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			reduced, m, err := seiberg.IntegrateOut(d.Bare)
			if err != nil {
				t.Fatal(err)
			}
			iso, err := quiver.FindIsomorphism(t.Context(), reduced, d.Theory, quiver.IsomorphismOptions{})
			if err != nil || iso == nil {
				t.Errorf("%s node %d: %v: %v and %v", p.Name, v, err, text(reduced), text(d.Theory))
			}
			for k, r := range m.R(d.Bare.RCharges()) {
				if r.Cmp(reduced.RCharges()[k]) != 0 {
					t.Errorf("%s node %d: the map gives field %d R = %v", p.Name, v, k, r)
				}
			}
			again, _, err := seiberg.IntegrateOut(d.Theory)
			if err != nil {
				t.Fatal(err)
			}
			if iso, err := quiver.FindIsomorphism(t.Context(), again, d.Theory, quiver.IsomorphismOptions{}); err != nil || iso == nil {
				t.Errorf("%s node %d: integrating out nothing changes the theory (%v)", p.Name, v, err)
			}
		}
	}
}

// Any mass matrix: n fields A (0 → 1) and m fields B (1 → 0) with W = Σ μ_ij A_i B_j +
// Σ A_i P_i + Σ B_j Q_j leave n + m − 2 rank μ fields, and for a square invertible μ
// W = −Σ (μ⁻¹)_ji P_i Q_j, where P (1 → 2 → 0) and Q (0 → 3 → 1) are products of two others.
func TestSchurComplement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		th := &quiver.Theory{Name: "masses"}
		for v := range 4 {
			th.Nodes = append(th.Nodes, quiver.Node{Label: fmt.Sprint("n", v), Rank: 3})
		}
		arrow := func(label string, s, e int, r int64) int {
			th.Arrows = append(th.Arrows, quiver.Arrow{Label: label, Source: s, Target: e, R: big.NewRat(r, 2)})
			return len(th.Arrows) - 1
		}
		var a, b []int
		var p, q [][]int
		for i := range n {
			a = append(a, arrow(fmt.Sprint("A", i), 0, 1, 2))
			b = append(b, arrow(fmt.Sprint("B", i), 1, 0, 2))
			p = append(p, []int{arrow(fmt.Sprint("p", i), 1, 2, 1), arrow(fmt.Sprint("pp", i), 2, 0, 1)})
			q = append(q, []int{arrow(fmt.Sprint("q", i), 0, 3, 1), arrow(fmt.Sprint("qq", i), 3, 1, 1)})
		}
		mu := make([][]*big.Rat, n)
		add := func(c *big.Rat, word ...int) {
			if c.Sign() != 0 {
				th.W = append(th.W, quiver.SuperpotentialTerm{Coefficient: c, Word: word})
			}
		}
		for i := range n {
			for j := range n {
				mu[i] = append(mu[i], big.NewRat(rapid.Int64Range(-3, 3).Draw(t, "mass"), rapid.Int64Range(1, 3).Draw(t, "over")))
				add(mu[i][j], a[i], b[j])
			}
			add(big.NewRat(1, 1), a[i], p[i][0], p[i][1])
			add(big.NewRat(1, 1), b[i], q[i][0], q[i][1])
		}
		out, _, err := seiberg.IntegrateOut(th)
		if err != nil {
			t.Fatal(err)
		}
		inverse, rank := invert(mu)
		if got := len(th.Arrows) - len(out.Arrows); got != 2*rank {
			t.Fatalf("%d fields are gone, want twice the rank %d", got, rank)
		}
		if inverse == nil {
			return
		}
		want := th.Clone()
		want.W = nil
		for i := range n {
			for j := range n {
				if c := inverse[j][i]; c.Sign() != 0 {
					// A = −μ⁻¹ᵀ…: Tr P_i Q_j closes as q_j qq_j p_i pp_i.
					want.W = append(want.W, quiver.SuperpotentialTerm{Coefficient: new(big.Rat).Neg(c), Word: []int{q[j][0], q[j][1], p[i][0], p[i][1]}})
				}
			}
		}
		// Leave the massive fields out by comparing words as texts of labels.
		names := func(th *quiver.Theory, label func(int) string) map[string]string {
			m := make(map[string]string)
			for _, w := range th.W {
				var word []string
				for _, x := range w.Word {
					word = append(word, label(x))
				}
				m[strings.Join(word, " ")] = w.Coefficient.RatString()
			}
			return m
		}
		// The fields that remain keep their order within each edge.
		count := make(map[string]int)
		name := make(map[int]string)
		for k, x := range th.Arrows {
			if !strings.ContainsAny(x.Label, "AB") {
				e := fmt.Sprintf("%d%d", x.Source, x.Target)
				name[k] = fmt.Sprintf("X%s[%d]", e, count[e])
				count[e]++
			}
		}
		want.W = want.W.Normalize()
		got := names(out, func(x int) string { return out.Arrows[x].Label })
		for w, c := range names(want, func(x int) string { return name[x] }) {
			if !anyRotation(got, w, c) {
				t.Fatalf("the term %s %s is missing in %v", c, w, got)
			}
		}
		if len(got) != len(want.W) {
			t.Fatalf("%d terms, want %d", len(got), len(want.W))
		}
	})
}

func anyRotation(got map[string]string, word, coefficient string) bool {
	letters := strings.Fields(word)
	for i := range letters {
		if got[strings.Join(append(append([]string{}, letters[i:]...), letters[:i]...), " ")] == coefficient {
			return true
		}
	}
	return false
}

// invert is the inverse of a matrix, or nil, and its rank.
func invert(m [][]*big.Rat) ([][]*big.Rat, int) {
	n := len(m)
	w := make([][]*big.Rat, n)
	for i := range m {
		for j := range n {
			w[i] = append(w[i], new(big.Rat).Set(m[i][j]))
		}
		for j := range n {
			x := new(big.Rat)
			if i == j {
				x.SetInt64(1)
			}
			w[i] = append(w[i], x)
		}
	}
	rank := 0
	for c := range n {
		p := rank
		for p < n && w[p][c].Sign() == 0 {
			p++
		}
		if p == n {
			continue
		}
		w[rank], w[p] = w[p], w[rank]
		inv := new(big.Rat).Inv(w[rank][c])
		for j := range w[rank] {
			w[rank][j].Mul(w[rank][j], inv)
		}
		for i := range n {
			if i == rank || w[i][c].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Set(w[i][c])
			for j := range w[i] {
				w[i][j].Sub(w[i][j], new(big.Rat).Mul(f, w[rank][j]))
			}
		}
		rank++
	}
	if rank < n {
		return nil, rank
	}
	for i := range w {
		w[i] = w[i][n:]
	}
	return w, rank
}

// A massive adjoint with a coupling: W = ½ m Tr Φ² + Tr Φ q q̃ gives −1/2m Tr (q q̃)² and, as
// Φ is traceless, the multiplier's flip of Tr q q̃.
func TestMassiveAdjoint(t *testing.T) {
	half := big.NewRat(1, 2)
	th := &quiver.Theory{
		Name:  "massive adjoint",
		Nodes: []quiver.Node{{Label: "a", Rank: 3}, {Label: "b", Rank: 3}},
		Arrows: []quiver.Arrow{
			{Label: "Phi", Source: 0, Target: 0, R: big.NewRat(1, 1)},
			{Label: "q", Source: 0, Target: 1, R: half}, {Label: "qt", Source: 1, Target: 0, R: half},
		},
		W: quiver.Superpotential{
			{Coefficient: big.NewRat(3, 2), Word: []int{0, 0}}, {Coefficient: big.NewRat(1, 1), Word: []int{0, 1, 2}},
		},
	}
	// With the trace, Φ̂ + S, the answer is a single trace.
	full, err := th.WithTraces()
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := seiberg.IntegrateOut(full)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(text(out)); got != "[-1/6 Tr X01[0] X10[0] X01[0] X10[0]]" || len(out.Singlets) != 0 {
		t.Errorf("with the trace: %s, singlets %v", got, out.Singlets)
	}
	// Without it (Tr q q̃)² cannot be written as a single trace: a singlet with a mass stays,
	// whose equation of motion is that term: W = −(1/6) Tr (q q̃ + Λ)², Tr 1 = 3.
	if out, _, err = seiberg.IntegrateOut(th); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(text(out)); got != "[-1/2 S0[0] S0[0] -1/3 S0[0] Tr X01[0] X10[0] -1/6 Tr X01[0] X10[0] X01[0] X10[0]]" {
		t.Errorf("traceless: %s", got)
	}
}

// Equations of motion that do not end are an error, not a hang.
func TestIntractable(t *testing.T) {
	// A B + A B A B + A C C with R-charges that are no symmetry's.
	th := &quiver.Theory{
		Name:  "endless",
		Nodes: []quiver.Node{{Label: "a", Rank: 3}, {Label: "b", Rank: 3}},
		Arrows: []quiver.Arrow{
			{Label: "A", Source: 0, Target: 1, R: new(big.Rat)}, {Label: "B", Source: 1, Target: 0, R: new(big.Rat)},
			{Label: "C", Source: 1, Target: 0, R: new(big.Rat)}, {Label: "D", Source: 0, Target: 1, R: new(big.Rat)},
		},
		W: quiver.Superpotential{
			{Coefficient: big.NewRat(1, 1), Word: []int{0, 1}}, {Coefficient: big.NewRat(1, 1), Word: []int{0, 1, 0, 1}},
			{Coefficient: big.NewRat(1, 1), Word: []int{0, 2}}, {Coefficient: big.NewRat(1, 1), Word: []int{3, 1}},
		},
	}
	_, _, err := seiberg.IntegrateOut(th)
	var intractable *seiberg.IntractableError
	if !errors.As(err, &intractable) || !strings.Contains(err.Error(), "cannot be integrated out") {
		t.Errorf("error %v", err)
	}
}

// Limits of a search are reported, and it stops when it is told to.
func TestExploreLimits(t *testing.T) {
	th := phase(t, "dP2-I", 2)
	equal := quiver.IsomorphismOptions{Conjugation: true, IgnoreR: true}
	for _, opt := range []seiberg.ExploreOptions{{Depth: 2, MaxTheories: 4, Equal: equal}, {Depth: 2, MaxFields: 15, Equal: equal}} {
		e, err := seiberg.Explore(t.Context(), th, opt)
		if err != nil {
			t.Fatal(err)
		}
		limited := 0
		for _, l := range e.Links {
			if errors.Is(l.Err, seiberg.ErrLimit) {
				limited++
			}
			if (l.To < 0) != (l.Err != nil) {
				t.Errorf("link %+v", l)
			}
		}
		if e.Complete || limited == 0 || opt.MaxTheories > 0 && len(e.Theories) > opt.MaxTheories {
			t.Errorf("%+v: complete %v, %d theories, %d links cut", opt, e.Complete, len(e.Theories), limited)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := seiberg.Explore(ctx, th, seiberg.ExploreOptions{Depth: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Maps compose: two steps at once are one after the other.
func TestThen(t *testing.T) {
	th := phase(t, "dP1", 2)
	e, err := seiberg.Explore(t.Context(), th, seiberg.ExploreOptions{Depth: 3})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Theories) < 10 {
		t.Fatalf("%d theories", len(e.Theories))
	}
	s := th.Symmetries()
	for _, f := range e.Theories {
		r := f.Map.R(s.R)
		for k, x := range f.Theory.RCharges() {
			if x.Cmp(r[k]) != 0 {
				t.Errorf("path %v: field %d has R = %v, the map says %v", f.Path, k, x, r[k])
			}
		}
		var image []quiver.Charges
		for _, q := range s.Flavour() {
			image = append(image, f.Map.Flavour(q))
		}
		if diff := th.Hooft(s.R, s.Flavour()).Compare(f.Theory.Hooft(r, image)); len(diff) > 0 {
			t.Errorf("path %v: %v", f.Path, diff)
		}
	}
}

func ExampleDualize() {
	p, err := catalogue.Find("dP0")
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := seiberg.Dualize(p.Theory(3), 0, seiberg.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Theory.Nodes, len(d.Theory.Arrows), "arrows,", d.Massive, "integrated out")
	fmt.Println(d.Theory.Arrows[0].Label, "R =", d.Theory.Arrows[0].R, d.Origins[0])
	fmt.Println(d.Theory.Text(d.Theory.W[0]))
	_, err = seiberg.Dualize(d.Theory, 1, seiberg.Options{})
	fmt.Println(err)
	// Output:
	// [{SU(6)_0 6} {SU(3)_1 3} {SU(3)_2 3}] 12 arrows, 6 integrated out
	// X02[0] R = 1/3 dual quark of field 6
	// Tr X02[0] X21[0] X10[0]
	// <nil>
}
