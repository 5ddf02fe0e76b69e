package catalogue

import (
	"errors"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// The phases and all their duals against an independent catalogue.
func TestReference(t *testing.T) {
	cells := 0
	phases := Phases()
	for i, ref := range readReference(t) {
		p := phases[i]
		if p.Family != ref.Family || p.ZigZags != ref.ZigZags {
			t.Errorf("%s: family %s, %d zig-zags; the reference has %s, %d", p.Name, p.Family, p.ZigZags, ref.Family, ref.ZigZags)
		}
		th := p.Theory(ref.N)
		want := build(t, ref.Phase, repeat(ref.N, len(th.Nodes)), ref.Fields, ref.Superpotential)
		iso, err := quiver.FindIsomorphism(t.Context(), th, want, quiver.IsomorphismOptions{})
		if err != nil || iso == nil {
			t.Errorf("%s is not isomorphic to the reference: %v", p.Name, err)
			continue
		}
		full, err := th.WithTraces()
		if err != nil {
			t.Fatal(err)
		}
		if n := len(full.Symmetries().Flavour()); n != ref.U1 {
			t.Errorf("%s: %d anomaly-free U(1)s, reference %d", p.Name, n, ref.U1)
		}
		r1, r3 := th.Traces()
		a, c := th.TrialCentralCharges()
		if r1.Cmp(mustRat(t, ref.TrR)) != 0 || p.Family != "SPP" && (r3.Cmp(mustRat(t, ref.TrR3)) != 0 || a.Cmp(mustRat(t, ref.A)) != 0 || c.Cmp(mustRat(t, ref.C)) != 0) {
			t.Errorf("%s: Tr R = %v, Tr R³ = %v, a = %v, c = %v; reference %s, %s, %s, %s", p.Name, r1, r3, a, c, ref.TrR, ref.TrR3, ref.A, ref.C)
		}
		// A toric phase has two mesonic and d − 3 anomaly-free baryonic U(1)s, d the number of
		// lattice points on the boundary of its diagram (Butti and Zaffaroni, hep-th/0506232).
		if s := full.Symmetries(); len(s.Mesonic) != 2 || len(s.Baryonic) != p.ZigZags-3 {
			t.Errorf("%s: %d mesonic and %d baryonic U(1)s, want 2 and %d", p.Name, len(s.Mesonic), len(s.Baryonic), p.ZigZags-3)
		}
		if beta, ok := th.Beta(); !ok || beta.RatString() != ref.Beta {
			t.Errorf("%s: β = %v, want %s", p.Name, beta, ref.Beta)
		}
		for _, d := range ref.Duals {
			got, err := seiberg.Dualize(full, d.Node, seiberg.Options{})
			if !d.Dualisable {
				var refusal *seiberg.Refusal
				if !errors.As(err, &refusal) || refusal.Reason != seiberg.HasAdjoint {
					t.Errorf("%s node %d: error %v, want a refusal because of the adjoint", p.Name, d.Node, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s node %d: %v", p.Name, d.Node, err)
				continue
			}
			cells++
			want := build(t, "reference", d.Ranks, d.Fields, d.Superpotential)
			if want, err = want.WithTraces(); err != nil {
				t.Fatal(err)
			}
			iso, err := quiver.FindIsomorphism(t.Context(), got.Theory, want, quiver.IsomorphismOptions{})
			if err != nil || iso == nil {
				t.Errorf("%s node %d: the dual is not the reference's (%v): %v", p.Name, d.Node, err, show(got.Theory))
			}
			checkDual(t, p.Name, got)
		}
	}
	if cells != 28 {
		t.Errorf("%d cells, want 28", cells)
	}
}

func show(t *quiver.Theory) []string {
	var list []string
	for _, a := range t.Arrows {
		list = append(list, a.Label+":"+a.R.RatString())
	}
	for _, w := range t.W {
		list = append(list, t.Text(w))
	}
	return list
}

// checkDual compares everything that a duality preserves and that this floor computes.
func checkDual(t *testing.T, name string, d *seiberg.Dual) {
	t.Helper()
	for label, side := range map[string]struct {
		theory *quiver.Theory
		m      seiberg.SymmetryMap
	}{"dual": {d.Theory, d.Map}, "bare dual": {d.Bare, d.BareMap}} {
		th := side.theory
		for _, a := range th.GaugeAnomalies() {
			if !a.Cancels() {
				t.Errorf("%s node %d, %s: anomaly %v", name, d.Node, label, a)
			}
		}
		if !th.IsAnomalyFreeR(th.RCharges()) {
			t.Errorf("%s node %d, %s: R is not an anomaly-free symmetry", name, d.Node, label)
		}
		electric := d.Electric.Symmetries()
		f := electric.Flavour()
		var image []quiver.Charges
		for _, q := range f {
			m := side.m.Flavour(q)
			if !th.IsFlavour(m) {
				t.Errorf("%s node %d, %s: the image of a flavour symmetry is none", name, d.Node, label)
			}
			image = append(image, m)
		}
		r := side.m.R(electric.R)
		for k, x := range th.RCharges() {
			if x.Cmp(r[k]) != 0 {
				t.Errorf("%s node %d, %s: R-charge %d is %v and the map says %v", name, d.Node, label, k, x, r[k])
			}
		}
		a, b := d.Electric.Hooft(electric.R, f), th.Hooft(r, image)
		if diff := a.Compare(b); len(diff) > 0 {
			t.Errorf("%s node %d, %s: 't Hooft anomalies differ: %v", name, d.Node, label, diff)
		}
	}
}

// Of the 202 sign flips of single terms in the duals of the six families 54 are removed by a
// redefinition of fields, and no dropped term is.
func TestRemovableFlips(t *testing.T) {
	flips, removable, drops := 0, 0, 0
	for _, ref := range readReference(t) {
		if ref.Family == "conifold" {
			continue
		}
		for _, d := range ref.Duals {
			if !d.Dualisable {
				continue
			}
			dual := build(t, "reference", d.Ranks, d.Fields, d.Superpotential)
			dual.W = dual.W.Normalize()
			for _, p := range dual.Flips() {
				flips++
				r, err := quiver.Redefinition(dual, p.Theory)
				if err != nil {
					t.Fatal(err)
				}
				if r.Exists {
					removable++
				}
				if r.Exists != (r.Signs != nil) {
					t.Errorf("%s node %d: a flip is removed by a rescaling that is not a choice of signs", ref.Phase, d.Node)
				}
			}
			for _, p := range dual.Drops() {
				drops++
				if _, err := quiver.Redefinition(dual, p.Theory); err == nil {
					t.Errorf("%s node %d: a dropped term was not noticed", ref.Phase, d.Node)
				}
			}
		}
	}
	if flips != 202 || drops != 202 || removable != 54 {
		t.Errorf("%d flips, %d drops, %d removable; want 202, 202, 54", flips, drops, removable)
	}
}

// The dual of the dual is the original.
func TestInvolution(t *testing.T) {
	for _, p := range Phases() {
		for _, n := range []int{2, 3} {
			for _, traces := range []bool{false, true} {
				th := p.Theory(n)
				if traces {
					var err error
					if th, err = th.WithTraces(); err != nil {
						t.Fatal(err)
					}
				}
				for v := range th.Nodes {
					d, err := seiberg.Dualize(th, v, seiberg.Options{})
					var refusal *seiberg.Refusal
					if errors.As(err, &refusal) {
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					checkDual(t, p.Name, d)
					back, err := seiberg.Dualize(d.Theory, v, seiberg.Options{})
					if err != nil {
						t.Errorf("%s N=%d node %d and back: %v", p.Name, n, v, err)
						continue
					}
					iso, err := quiver.FindIsomorphism(t.Context(), th, back.Theory, quiver.IsomorphismOptions{})
					if err != nil || iso == nil {
						t.Errorf("%s N=%d traces=%v node %d and back is another theory (%v): %v → %v → %v", p.Name, n, traces, v, err, show(th), show(d.Theory), show(back.Theory))
					}
					// The symmetries come back as themselves, up to an automorphism of the theory.
					there, f := d.Map.Then(back.Map), th.Symmetries()
					var image []quiver.Charges
					for _, q := range f.Flavour() {
						image = append(image, there.Flavour(q))
					}
					if diff := th.Hooft(f.R, f.Flavour()).Compare(back.Theory.Hooft(there.R(f.R), image)); len(diff) > 0 {
						t.Errorf("%s N=%d node %d and back: 't Hooft anomalies differ: %v", p.Name, n, v, diff)
					}
				}
			}
		}
	}
}
