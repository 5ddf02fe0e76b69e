package statmech

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	codes "github.com/assay-physics/assay/physics/code"
	"github.com/assay-physics/assay/verify/mapping"
)

// codeTasks are the tasks about quantum codes.
func codeTasks() (out []Task) {
	for _, t := range Tasks() {
		if _, ok := t.model.(mapped); ok {
			out = append(out, t)
		}
	}
	return out
}

// The sums are the class probabilities of package code, which enumerates its own groups in
// exact rational numbers, times how often each product of the generators occurs.
func TestSumsAreClassProbabilities(t *testing.T) {
	exact := func(x *codes.Instance, err error, flipped []int) *big.Rat {
		t.Helper()
		if err == nil {
			x, err = x.At(flipped...)
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := x.Exact(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, id := range []string{"T01", "T02", "T03", "T06", "T08"} {
		task, err := taskByID(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside} {
			for k := range samples(r) {
				n := 9
				drawn, err := task.draw(21, r, n, k)
				if err != nil {
					t.Fatal(err)
				}
				in := drawn.(deformed)
				var flipped []int
				for i, on := range in.start {
					if on {
						flipped = append(flipped, i)
					}
				}
				rate := new(big.Rat).SetFloat64(in.rates[0])
				var p *big.Rat
				times := 1.0
				switch id {
				case "T01":
					x, err := codes.RepetitionBitFlip(n, rate)
					p = exact(x, err, flipped)
				case "T02":
					x, err := codes.ToricBitFlip(3, 3, rate)
					p = exact(x, err, flipped)
					times = 2 // all stars together are the identity
				case "T03":
					x, err := codes.SurfaceBitFlip(3, 3, rate)
					p = exact(x, err, flipped)
				case "T08":
					x, err := codes.BaconShorBitFlip(3, 3, rate)
					p = exact(x, err, flipped)
				case "T06":
					x, err := codes.SurfaceCoherent(3, 3, new(big.Rat).SetFloat64(math.Tan(in.rates[0])))
					if err != nil {
						t.Fatal(err)
					}
					x.Error = codes.OnX(n, flipped...)
					a, err := x.Exact()
					if err != nil {
						t.Fatal(err)
					}
					p = a.Probability()
				}
				want, _ := p.Float64()
				z, err := in.reference()
				if err != nil {
					t.Fatal(err)
				}
				if got := signed(z) / times; !(math.Abs(got/want-1) < 1e-10) {
					t.Errorf("%s, sample %d (%s): %v, package code has %v", id, k, r, got, want)
				}
			}
		}
	}
}

// The sums over faults are those of package code, which has the stars at all times among
// its generators: the first ones with the generators along time make the same group, and
// the product of the four stars is the identity, so that every error occurs twice. Three
// rounds are beyond the enumeration of the suite, and are enumerated here.
func TestSumsOverFaultsAreClassProbabilities(t *testing.T) {
	task := faultyTask()
	for _, n := range []int{1, 2, 3} {
		for k := range samples(mapping.Aside) {
			drawn, err := task.draw(22, mapping.Aside, n, k)
			if err != nil {
				t.Fatal(err)
			}
			in := drawn.(deformed)
			var flipped []int
			for i, on := range in.start {
				if on {
					flipped = append(flipped, i)
				}
			}
			x, err := codes.ToricFaulty(faultySide, faultySide, n, new(big.Rat).SetFloat64(in.rates[0]), new(big.Rat).SetFloat64(in.rates[1]))
			if err != nil {
				t.Fatal(err)
			}
			if x, err = x.At(flipped...); err != nil {
				t.Fatal(err)
			}
			p, err := x.Exact(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want, _ := p.Float64()
			z, err := in.reference()
			if err != nil {
				t.Fatal(err)
			}
			direct := in.enumerated()
			for _, got := range []mapping.Reference{z, direct} {
				if off := math.Abs(got.LogZ - math.Log(2*want)); !(off <= got.ErrorBound+1e-14) || got.ErrorBound > 1e-10 {
					t.Errorf("n = %d, sample %d: ln Z = %v (bound %.1e) by %s, package code has %v", n, k, got.LogZ, got.ErrorBound, got.Method, math.Log(2*want))
				}
			}
		}
	}
}

// The spin models, whose couplings programs are held to, have the value of the sums.
func TestSpinModelsGiveTheSums(t *testing.T) {
	for _, task := range codeTasks() {
		if complexWeights(task.model.(mapped)) {
			continue
		}
		for k := range 3 {
			drawn, err := task.draw(4, mapping.Aside, task.aside[0], k)
			if err != nil {
				t.Fatal(err)
			}
			in := drawn.(deformed)
			want, err := in.evaluated(byTables)
			if err != nil {
				t.Fatal(err)
			}
			if got := in.enumerated(); !(math.Abs(got.LogZ-want.LogZ) <= got.ErrorBound+want.ErrorBound) || got.ErrorBound > 1e-9 {
				t.Errorf("%s: %v by enumeration, %v by its spin model (bounds %.1e, %.1e)", task.ID, got.LogZ, want.LogZ, got.ErrorBound, want.ErrorBound)
			}
		}
	}
}

// Every error is reached once from each start by each choice, so that the sums over all
// starts add up to the number of choices.
func TestSumsOverAllStarts(t *testing.T) {
	for _, id := range []string{"T01", "T08"} {
		task, err := taskByID(id)
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := task.draw(1, mapping.Aside, 4, 0)
		if err != nil {
			t.Fatal(err)
		}
		in := drawn.(deformed)
		var total float64
		for e := range 1 << in.n {
			one := in
			one.start = make([]bool, in.n)
			for i := range one.start {
				one.start[i] = e>>i&1 == 1
			}
			total += signed(one.enumerated())
		}
		if want := math.Ldexp(1, len(in.gens)); !(math.Abs(total/want-1) < 1e-12) {
			t.Errorf("%s: the sums over all starts add up to %v, want %v", id, total, want)
		}
	}
}

// A program with right values is refused for wrong couplings, for wrong strengths, and for
// leaving either function out; where no spin model is asked for, nothing is held against it.
func TestWrongCouplingsAreRefused(t *testing.T) {
	verifier := SharedVerifier(t)
	const seed = 5
	s, err := New(Config{Seed: seed, Tasks: []string{"P01", "T01", "T06"}, Variants: []Variant{Canonical}, Verifier: verifier})
	if err != nil {
		t.Fatal(err)
	}
	for _, sub := range s.Subjects() {
		reply, err := Reply("reference", Ask{Task: sub.ID(), Variant: sub.Variant(), Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			old, new            string
			couplings, relation claim.Status
		}{
			{"", "", claim.Certified, claim.Certified},
			{"-strength if e else strength", "strength if e else -strength", claim.Failed, claim.Certified},
			{"[[ks, ", "[[ks[:1], ", claim.Failed, claim.Certified},
			{"[[ks, ", "[[[k + 99 for k in ks], ", claim.Failed, claim.Certified},
			{`return {"K": `, `return {"K": 2.0 * `, claim.Certified, claim.Failed},
			{`return {"K": `, `return {"L": `, claim.Certified, claim.Failed},
			{`return {"K": `, `return {"K": float("nan") * `, claim.Certified, claim.Failed},
			{"def exponents(", "def powers(", claim.Failed, claim.Certified},
			{"def special(", "def usual(", claim.Certified, claim.Failed},
		} {
			a := codeOf(t, reply)
			if c.old != "" {
				if !strings.Contains(a.Code, c.old) {
					if sub.ID() == "P01" {
						continue
					}
					t.Fatalf("%s: the program has no %q", sub.ID(), c.old)
				}
				a.Code = strings.ReplaceAll(a.Code, c.old, c.new)
			}
			text, err := a.text()
			if err != nil {
				t.Fatal(err)
			}
			checked, err := sub.Check(t.Context(), text, claim.Final)
			if err != nil {
				t.Fatal(err)
			}
			couplings, _ := checked.Certificate.Finding(mapping.PhysicsCouplings)
			relation, _ := checked.Certificate.Finding(mapping.PhysicsRelation)
			if sub.ID() == "P01" {
				c.couplings, c.relation = claim.NotApplicable, claim.NotApplicable
			}
			if couplings.Status != c.couplings || relation.Status != c.relation {
				t.Errorf("%s with %q for %q: couplings %s (%s), relation %s (%s)", sub.ID(), c.new, c.old, couplings.Status, couplings.Message, relation.Status, relation.Message)
			}
			if want := c.couplings != claim.Failed && c.relation != claim.Failed; (checked.Certificate.Verdict == claim.VerdictCertified) != want {
				t.Errorf("%s with %q for %q: verdict %s (%s)", sub.ID(), c.new, c.old, checked.Certificate.Verdict, checked.Certificate.Reason)
			}
			if mode := checked.Labels["mode"]; (c.couplings == claim.Failed || c.relation == claim.Failed) && mode != "couplings" {
				t.Errorf("%s with %q for %q: mode %q", sub.ID(), c.new, c.old, mode)
			}
		}
	}
}

// Every description binds the reference programs alike.
func TestCodeTasksInEveryVariant(t *testing.T) {
	if os.Getenv("ASSAY_LONG") == "" {
		t.Skip("set ASSAY_LONG=1: full audits under further bindings")
	}
	verifier := SharedVerifier(t)
	for seed := range uint64(2) {
		s, err := New(Config{Seed: seed, Variants: []Variant{Paraphrased, Templated}, Verifier: verifier})
		if err != nil {
			t.Fatal(err)
		}
		for _, sub := range s.Subjects() {
			if _, ok := sub.Card().model.(mapped); !ok {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/%d", sub.ID(), sub.Variant(), seed), func(t *testing.T) {
				t.Parallel()
				reply, err := Reply("reference", Ask{Task: sub.ID(), Variant: sub.Variant(), Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				checked, err := sub.Check(t.Context(), reply, claim.Final)
				if err != nil {
					t.Fatal(err)
				}
				if checked.Certificate.Verdict != claim.VerdictCertified {
					t.Errorf("%s: %s", checked.Certificate.Verdict, checked.Certificate.Reason)
				}
			})
		}
	}
}
