package equal

import (
	"testing"

	"github.com/assay-physics/assay/math/latex"
)

// openKindsD1 are the rows of the table that have another verdict than they state, and why.
var openKindsD1 = map[string]Verdict{
	"DK148": Undecided, // the reference: a functional derivative
	"DK156": Undecided, // the text has more than one reading, and they lead to different verdicts
	"DK157": Undecided, // the text has more than one reading, and they lead to different verdicts
	"DK222": Undecided, // equal if the repeated index \mu, written twice at the same height, is contracted with the metric
	"DK228": Undecided, // a derivative without an operand
	"DK232": Undecided, // an exponential of a vector or tensor
}

// TestKindsD1 compares differentials, variations and differences, and fields under derivatives.
func TestKindsD1(t *testing.T) { gradeTable(t, "kinds_D1.jsonl", openKindsD1) }

func TestPrefixOf(t *testing.T) {
	for _, c := range []struct {
		ref, cand string
		letter    string
		want      latex.Prefix
	}{
		{`x\,dy`, `y\,dx`, "d", latex.PrefixName},
		{`TdS-PdV`, `SdT-PdV`, "d", latex.PrefixName},
		{`2dJ`, `2Jd`, "d", latex.PrefixEither},
		{`2dJ`, `(d-1)J`, "d", latex.PrefixFactor},
		{`\frac{x}{d}`, `dx`, "d", latex.PrefixFactor},
		{`J\cdot 2d`, `2dJ`, "d", latex.PrefixFactor},
		{`\frac{dy}{dx}`, `\frac{d}{dx}y`, "d", latex.PrefixEither},
		{`\frac{d}{dx}f`, `g`, "d", latex.PrefixEither},
		{`(\Delta+k^2)\phi`, `\Delta\phi`, `\Delta`, latex.PrefixFactor},
		{`\frac{\Delta E}{E}`, `\Delta`, `\Delta`, latex.PrefixEither},
		{`\Delta x\Delta p`, `\hbar`, `\Delta`, latex.PrefixName},
		{`\delta m`, `m\delta`, `\delta`, latex.PrefixEither},
		{`\mathbf F\cdot d\mathbf r`, `0`, "d", latex.PrefixName},
	} {
		if got := prefixesOf(Pair{Reference: c.ref, Candidate: c.cand}, &Context{})[c.letter]; got != c.want {
			t.Errorf("%s | %s: %s is %d, want %d", c.ref, c.cand, c.letter, got, c.want)
		}
	}
	for _, syntax := range []string{"sympy", "text"} {
		if got := prefixesOf(Pair{Reference: "x*dy", Candidate: "y*dx", Syntax: syntax}, &Context{}); got != nil {
			t.Errorf("%s: %v", syntax, got)
		}
	}
}

// TestSwappedDifferentials: A dB and B dA never agree, A dB and dB A always do, d(AB) is the sum
// of both.
func TestSwappedDifferentials(t *testing.T) {
	letters := []string{"T", "S", "p", "V", `\mu`, "N", "x", `\theta`, "r_1", `\lambda`}
	check := func(ref, cand string, want Verdict) {
		t.Helper()
		for _, p := range []Pair{{Reference: ref, Candidate: cand}, {Reference: cand, Candidate: ref}} {
			if got := Compare(t.Context(), p, Options{}); got.Verdict != want {
				t.Errorf("%s | %s: %v, want %s", p.Reference, p.Candidate, got, want)
			}
		}
	}
	for i, a := range letters {
		b := letters[(i+3)%len(letters)]
		ab, ba := a+`\,d`+b, b+`\,d`+a
		check(ab, ba, Different)
		check("d"+b+`\,`+a, ab, Equivalent)
		check("d("+a+" "+b+")", ab+"+"+ba, Equivalent)
		check("d("+a+" "+b+")", ab+"-"+ba, Different)
		check(a+`\,\mathrm{d}`+b+"-"+b+`\,\mathrm{d}`+a, "0", Different)
		if got := Compare(t.Context(), Pair{Reference: a + `\Delta ` + b, Candidate: b + `\Delta ` + a}, Options{}); got.Verdict == Equivalent {
			t.Errorf("Δ: %s, %s: %v", a, b, got)
		}
	}
}

// TestProductRule: a letter beside a differentiated one leaves ∇, ∂ and □ only where it is said to
// be constant.
func TestProductRule(t *testing.T) {
	for _, f := range []string{"f", `\rho`, `\kappa`, "n", `\sigma`, "D", "a"} {
		for _, g := range []string{`\phi`, "T", "u"} {
			for _, d := range []string{`\nabla`, `\partial_x`, `\partial_t`, `\nabla^2`} {
				p := Pair{Reference: d + "(" + f + " " + g + ")", Candidate: f + d + " " + g}
				if got := Compare(t.Context(), p, Options{}); got.Verdict == Equivalent {
					t.Errorf("%s | %s: %v", p.Reference, p.Candidate, got)
				}
				p.Context = &Context{Symbols: map[string]Assumptions{f: {"constant"}}}
				if got := Compare(t.Context(), p, Options{}); got.Verdict != Equivalent {
					t.Errorf("%s | %s with %s constant: %v", p.Reference, p.Candidate, f, got)
				}
			}
		}
	}
}
