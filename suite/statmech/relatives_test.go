package statmech

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/assay-physics/assay/verify/mapping"
)

// Every identity that a verifier is told about holds between the reference values, which
// at these sizes come from enumeration.
func TestRelativesHold(t *testing.T) {
	for _, task := range Tasks() {
		for seed := range uint64(2) {
			for i, n := range task.aside[:min(2, len(task.aside))] {
				in, err := task.draw(seed, mapping.Aside, n, i)
				if err != nil {
					t.Fatal(err)
				}
				relatives := in.relatives()
				if len(relatives) == 0 {
					t.Fatalf("%s has no relatives", task.ID)
				}
				for _, r := range relatives {
					var values []*big.Float
					for _, of := range r.of {
						z, err := of.reference()
						if err != nil {
							t.Fatal(err)
						}
						values = append(values, big.NewFloat(signed(z)))
					}
					if got := r.relation(make([]mapping.Instance, len(r.of))).Residual(values); !(got < 1e-10) {
						t.Errorf("%s, n = %d, seed %d: %s is missed by %.1e", task.ID, n, seed, r.name, got)
					}
					if moved := r.relation(make([]mapping.Instance, len(r.of))).Residual(append(slices.Clone(values[:len(values)-1]), new(big.Float).Mul(values[len(values)-1], big.NewFloat(1.1)))); moved < 1e-3 {
						t.Errorf("%s, n = %d, seed %d: %s does not notice a value that is off by a tenth (%.1e)", task.ID, n, seed, r.name, moved)
					}
				}
			}
		}
	}
}

// A problem presents its relations under its own binding, the same in every call.
func TestRelationsArePresented(t *testing.T) {
	for _, task := range Tasks() {
		for _, v := range Variants() {
			p, err := newProblem(task, v, 6, newTruths())
			if err != nil {
				t.Fatal(err)
			}
			a, err := p.Relations()
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.Relations()
			if err != nil || len(a) == 0 || len(a) != len(b) {
				t.Fatalf("%s %s: %d and %d relations (%v)", task.ID, v, len(a), len(b), err)
			}
			for i := range a {
				for k, c := range a[i].Calls {
					if string(c.Params) != string(b[i].Calls[k].Params) || c.N < task.least || a[i].Name == "" || a[i].Why == "" {
						t.Errorf("%s %s: relation %d", task.ID, v, i)
					}
				}
			}
		}
	}
}

// The exact methods of the large sizes give the enumerated values of the small ones.
func TestLargeMethodsAgreeWithEnumeration(t *testing.T) {
	methods := map[string]func(instance) mapping.Reference{
		"P07": func(in instance) mapping.Reference { return in.(quantumRow).modes() },
		"P08": func(in instance) mapping.Reference { return in.(vertexGrid).sweep() },
		"P09": func(in instance) mapping.Reference { return in.(dimerGrid).profile() },
		"P11": func(in instance) mapping.Reference { return in.(links).carry() },
		"P12": func(in instance) mapping.Reference { return in.(links).carry() },
		"P13": func(in instance) mapping.Reference {
			a := in.(signAverage)
			return mapping.ReferenceTo(-a.j*float64(len(a.edges))*(1-2*a.p), 1e-14, "closed form")
		},
		"T01": func(in instance) mapping.Reference { return in.(deformed).closed() },
		"T02": beyondEnumeration, "T03": beyondEnumeration, "T04": beyondEnumeration, "T05": beyondEnumeration, "T06": beyondEnumeration, "T07": beyondEnumeration, "T08": beyondEnumeration,
		"P14": func(in instance) mapping.Reference { return in.(allPairs).counted() },
		"P15": func(in instance) mapping.Reference {
			z, err := in.(ringOnSphere).ring(true).LogZ(context.Background())
			if err != nil {
				return mapping.Reference{ErrorBound: math.NaN()}
			}
			return fromEngine(z)
		},
	}
	for _, task := range Tasks() {
		method, ok := methods[task.ID]
		if !ok {
			continue
		}
		for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside} {
			for _, n := range task.sizes(r) {
				for k := range samples(r) {
					in, err := task.draw(13, r, n, k)
					if err != nil {
						t.Fatal(err)
					}
					want, err := in.reference()
					if err != nil {
						t.Fatal(err)
					}
					got := method(in)
					if off := math.Abs(got.LogZ - want.LogZ); got.Negative != want.Negative || !(off <= got.ErrorBound+want.ErrorBound+1e-15*math.Abs(want.LogZ)) || off > 1e-9 {
						t.Errorf("%s, n = %d: %v (bound %.1e) by %s, %v (bound %.1e) by %s", task.ID, n, got.LogZ, got.ErrorBound, got.Method, want.LogZ, want.ErrorBound, want.Method)
					}
				}
			}
		}
	}
}

// On every instance of a task beyond the published ones the gold class has a witnessed
// route, and the class under which the mislabelling agent sells the program is refuted
// by a witnessed obstruction or, for Ising models, by a field.
func TestStructureOfTheFurtherTasks(t *testing.T) {
	for _, task := range Tasks() {
		if published(task) {
			continue
		}
		refuted := false
		for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside, mapping.Scale} {
			for _, n := range task.sizes(r) {
				for k := range samples(r) {
					in, err := task.draw(3, r, n, k)
					if err != nil {
						t.Fatal(err)
					}
					s, err := in.structure()
					if err != nil {
						t.Fatalf("%s, n = %d: %v", task.ID, n, err)
					}
					if s.Sites != n {
						t.Errorf("%s: %d sites at n = %d", task.ID, s.Sites, n)
					}
					if !slices.ContainsFunc(s.Routes, func(r mapping.Route) bool { return r.Class == task.Gold.Class && r.Witness != nil }) {
						t.Errorf("%s, n = %d: no witnessed route of the gold class %s", task.ID, n, task.Gold.Class)
					}
					for _, o := range s.Obstructions {
						refuted = refuted || o.Class == task.instruments.mislabel
						if slices.ContainsFunc(s.Routes, func(r mapping.Route) bool { return r.Class == o.Class }) && !o.Bounded {
							t.Errorf("%s, n = %d: %s has a route and an obstruction", task.ID, n, o.Class)
						}
					}
					refuted = refuted || s.Model == "" && s.Field && task.instruments.mislabel == "pfaffian"
				}
			}
		}
		if !refuted {
			t.Errorf("%s: nothing refutes %s", task.ID, task.instruments.mislabel)
		}
	}
}

// beyondEnumeration is the value by the method of the large sizes.
func beyondEnumeration(in instance) mapping.Reference {
	d := in.(deformed)
	z, err := d.code.beyond(d)
	if err != nil {
		return mapping.Reference{LogZ: math.NaN(), Method: err.Error()}
	}
	return z
}
