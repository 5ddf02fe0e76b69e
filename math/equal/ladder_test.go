package equal

import (
	"context"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

func newTestGrading(t testing.TB, c *Context) *grading {
	t.Helper()
	if c == nil {
		c = &Context{}
	}
	g, err := newGrading(c, "latex", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *grading) mustParse(t testing.TB, text string) *expr.Node {
	t.Helper()
	n, err := g.one(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// TestKnownValues evaluates both sides of every identity that the normal form uses.
func TestKnownValues(t *testing.T) {
	g := newTestGrading(t, &Context{Symbols: map[string]Assumptions{"x": {"positive"}}, Constraints: []string{"x < 1"}})
	p := g.pool
	x := p.Symbol("x")
	rat := func(a, b int64) *expr.Node { return p.Number(big.NewRat(a, b)) }
	var all []*expr.Node
	for k := int64(-9); k <= 12; k++ {
		if k != 1 && (k <= 0 || k%2 == 0) {
			all = append(all, p.Apply("zeta", p.Int(k)))
		}
	}
	all = append(all, p.Apply("dirichlet_eta", p.Int(1)), p.Apply("dirichlet_eta", p.Int(3)))
	for _, r := range [][2]int64{{1, 1}, {1, 2}, {1, 4}, {3, 4}, {1, 3}, {2, 3}} {
		all = append(all, p.Apply("digamma", rat(r[0], r[1])))
	}
	for k := int64(1); k <= 4; k++ {
		all = append(all, p.Apply("polygamma", p.Int(k), p.Int(1)), p.Apply("polygamma", p.Int(k), rat(1, 2)))
	}
	for k := int64(-1); k <= 1; k++ {
		all = append(all, p.Apply("polylog", p.Int(k), x))
	}
	for _, s := range []int64{2, 3} {
		for _, z := range []*expr.Node{p.Int(1), p.Int(-1), rat(1, 2)} {
			all = append(all, p.Apply("polylog", p.Int(s), z))
		}
	}
	for _, f := range []string{"legendre", "hermite", "laguerre", "chebyshevt", "chebyshevu"} {
		for n := int64(0); n <= 5; n++ {
			all = append(all, p.Apply(f, p.Int(n), x))
		}
	}
	for _, f := range []string{"besselj", "bessely", "besseli", "besselk"} {
		for _, n := range []int64{-3, -1, 1, 3} {
			all = append(all, p.Apply(f, rat(n, 2), x))
		}
	}
	all = append(all, p.Apply("sphericalj", p.Int(0), x), p.Apply("sphericalj", p.Int(1), x), p.Apply("erfc", x),
		p.Apply("elliptick", p.Int(0)), p.Apply("elliptice", p.Int(0)))
	checked := 0
	for _, n := range all {
		v, ok := knownValue(p, n)
		if !ok {
			continue
		}
		checked++
		m, err := compile(ownWorkspace(p), false, n, v)
		if err != nil {
			t.Errorf("%v: %v", n, err)
			continue
		}
		at := map[*expr.Node]*point{x: realPoint(big.NewRat(5, 16))}
		if !m.eval(256, at, 1<<24) || !m.roots[0].IsFinite() || !m.roots[0].Overlaps(m.roots[1]) || !closeEnough(m.roots[0], m.roots[1], 256) {
			t.Errorf("%v: %s against %s", n, show(m.roots[0]), show(m.roots[1]))
		}
	}
	if checked < 70 {
		t.Errorf("only %d identities were evaluated", checked)
	}
}

// TestDerivatives compares each rule with a difference quotient.
func TestDerivatives(t *testing.T) {
	for _, text := range []string{
		`x^3`, `3^x`, `x^x`, `\sin x`, `\cos x^2`, `\tan x`, `\cot x`, `\sec x`, `\csc x`, `\sinh x`, `\cosh x`, `\tanh x`, `\coth x`,
		`\arcsin x`, `\arccos x`, `\arctan x`, `\operatorname{arsinh}x`, `\operatorname{arcosh}(2+x)`, `\operatorname{artanh}x`,
		`e^{-x^2}`, `\ln(1+x)`, `\log_2 x`, `\sqrt{1+x}`, `\sqrt[3]{x}`, `|x-3|`, `\Gamma(x)`, `\Gamma(2x+1)\sin x`, `\operatorname{erf}(x)`,
		`\operatorname{Li}_2(x)`, `\frac{x}{1+x}`, `\operatorname{Si}(x)`,
	} {
		g := newTestGrading(t, nil)
		n, x := g.mustParse(t, text), g.pool.Symbol("x")
		d, err := diff(g.pool, n, x)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		m, err := compile(g.room, false, n, d)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		const prec = 512
		at := func(r *big.Rat) (f, d ball.Complex) {
			if !m.eval(prec, map[*expr.Node]*point{x: realPoint(r)}, 1<<24) {
				t.Fatalf("%s: no value", text)
			}
			return *m.roots[0], *m.roots[1]
		}
		h := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 100))
		point := big.NewRat(11, 32)
		_, want := at(point)
		up, _ := at(new(big.Rat).Add(point, h))
		down, _ := at(new(big.Rat).Sub(point, h))
		var q ball.Complex
		q.Sub(&up, &down, prec)
		q.Mul2Exp(&q, 99) // over 2h; the error is h²/6 times the third derivative
		q.Sub(&q, &want, prec)
		if !q.IsFinite() || radiusExponent(&q) > exponent(&want)-150 {
			t.Errorf("%s: the derivative %s is off by 2^%d", text, show(&want), radiusExponent(&q))
		}
	}
}

// TestProofsAreSound asks the normal form and the algebraic numbers for proofs of pairs that
// are known to be different.
func TestProofsAreSound(t *testing.T) {
	asked := 0
	for _, name := range []string{"equality_cases.jsonl", "equality_cases_2.jsonl"} {
		for _, r := range readRows(t, name) {
			if r.Verdict != Different || r.boxed() || r.heavy() {
				continue
			}
			c := &Context{}
			if len(r.Context) > 0 {
				var err error
				if c, err = ReadContext(r.Context); err != nil {
					t.Fatal(err)
				}
			}
			g := newTestGrading(t, c)
			ref, errA := g.one(r.Reference)
			cand, errB := g.one(r.Candidate)
			if errA != nil || errB != nil || g.classify(ref).form != formValue || g.classify(cand).form != formValue ||
				g.tensorial(ref) || g.tensorial(cand) || g.shaped(ref) || g.shaped(cand) {
				continue
			}
			a, errA := g.lower(g.applySolved(ref))
			b, errB := g.lower(g.applySolved(cand))
			if errA != nil || errB != nil {
				continue
			}
			asked++
			if method, ok := g.prove(a, b); ok {
				t.Errorf("%s: %s and %s are different, and proved equal by %s", r.ID, r.Reference, r.Candidate, method)
			}
		}
	}
	if asked < 80 {
		t.Errorf("only %d pairs were asked for", asked)
	}
}

// TestNormalForm asks for proofs of identities of textbooks.
func TestNormalForm(t *testing.T) {
	positive := &Context{Symbols: map[string]Assumptions{"a": {"positive"}, "b": {"positive"}, "c": {"positive"}}}
	for _, p := range [][2]string{
		{`\frac{1}{a}-\frac{1}{a+b}`, `\frac{b}{a(a+b)}`},
		{`\ln\frac{a^2}{b}`, `2\ln a-\ln b`},
		{`\sqrt{a^2b}`, `a\sqrt b`},
		{`\sqrt{1+\frac{a}{b}}`, `\frac{\sqrt{a+b}}{\sqrt b}`},
		{`\frac{1}{\sqrt a+\sqrt b}`, `\frac{\sqrt a-\sqrt b}{a-b}`},
		{`e^{x+y}`, `e^xe^y`}, {`\sin^2x+\cos^2x`, `1`}, {`\sin 3x`, `3\sin x-4\sin^3x`},
		{`\tanh\frac x2`, `\frac{e^x-1}{e^x+1}`}, {`|e^{ix}|`, `1`}, {`|1+e^{ix}|^2`, `2+2\cos x`},
		{`\operatorname{arsinh}x`, `\ln(x+\sqrt{x^2+1})`}, {`a^{b+1}`, `a\,a^b`}, {`(ab)^{c}`, `a^cb^c`},
		{`\Gamma(x+2)`, `x(x+1)\Gamma(x)`}, {`\Gamma\left(\tfrac72\right)`, `\frac{15\sqrt\pi}{8}`},
		{`\cos\frac{\pi}{5}`, `\frac{1+\sqrt5}{4}`}, {`e^{i\pi/4}`, `\frac{1+i}{\sqrt2}`}, {`i^i`, `e^{-\pi/2}`},
		{`\sqrt{x^4}`, `x^2`}, {`\sqrt{x^2}`, `|x|`}, {`2^{x/2}`, `\sqrt2^{x}`}, {`\ln 12`, `2\ln2+\ln3`},
		{`\binom{x}{2}`, `\frac{x(x-1)}{2}`}, {`\operatorname{Re}\frac{1}{a+ib}`, `\frac{a}{a^2+b^2}`},
		{`\psi\left(\tfrac12\right)`, `-\gamma_E-2\ln2`}, {`\sqrt{-a}`, `i\sqrt a`}, {`(-8)^{1/3}`, `1+i\sqrt3`},
	} {
		c := *positive
		c.Functions = map[string]string{`\psi`: "digamma"}
		g := newTestGrading(t, &c)
		a, errA := g.lower(g.mustParse(t, p[0]))
		b, errB := g.lower(g.mustParse(t, p[1]))
		if errA != nil || errB != nil {
			t.Errorf("%v: %v, %v", p, errA, errB)
			continue
		}
		if _, ok := g.prove(a, b); !ok && g.canon(a) != g.canon(b) {
			t.Errorf("%s = %s was not proved", p[0], p[1])
		}
	}
}

// TestSymmetricAndDeterministic swaps the sides of pairs without conditions of form, and
// grades twice.
func TestSymmetricAndDeterministic(t *testing.T) {
	for i, r := range readRows(t, "equality_cases.jsonl") {
		if r.boxed() || r.heavy() {
			continue
		}
		first := r.compare(t)
		if i%4 == 0 {
			if again := r.compare(t); !reflect.DeepEqual(first, again) {
				t.Errorf("%s: %v, then %v", r.ID, first, again)
			}
		}
		swapped := r
		swapped.Reference, swapped.Candidate = r.Candidate, r.Reference
		other := swapped.compare(t)
		if first.Verdict == Equivalent && other.Verdict == Different || first.Verdict == Different && other.Verdict == Equivalent {
			t.Errorf("%s: %v; with the sides exchanged %v", r.ID, first, other)
		}
	}
}

// TestWitnesses evaluates both sides of different pairs anew at the exact decimals that the
// witness states: the values are disjoint, and those that it reports.
func TestWitnesses(t *testing.T) {
	checked := 0
	for _, name := range []string{"equality_cases.jsonl", "equality_cases_2.jsonl"} {
		for _, r := range readRows(t, name) {
			if r.Verdict != Different || r.boxed() || r.heavy() || strings.Contains(r.Candidate, "where") || strings.Contains(r.Candidate, "quad") ||
				strings.Contains(r.Reference, "circ") {
				continue
			}
			got := r.compare(t)
			w := got.Evidence.Witness
			if got.Method != methodBalls || w == nil || w.Of != "" {
				continue
			}
			if checkWitness(t, r, w) {
				checked++
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d witnesses were evaluated", checked)
	}
}

func checkWitness(t *testing.T, r row, w *Witness) bool {
	t.Helper()
	c := &Context{}
	if len(r.Context) > 0 {
		var err error
		if c, err = ReadContext(r.Context); err != nil {
			t.Fatal(err)
		}
	}
	g := newTestGrading(t, c)
	value := func(text string) *expr.Node {
		n, err := g.one(text)
		if err != nil {
			return nil
		}
		for n.Op == expr.OpRelation {
			n = n.Args[1]
		}
		if g.classify(n).form != formValue || g.shaped(n) {
			return nil
		}
		n, err = g.lower(g.applySolved(n))
		if err != nil {
			return nil
		}
		return n
	}
	a, b := value(r.Reference), value(r.Candidate)
	if a == nil || b == nil {
		return false
	}
	m, err := compile(g.room, c.Branch == "real", a, b)
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	at := map[*expr.Node]*point{}
	for _, v := range m.vars {
		s := v.symbol
		value, ok := new(big.Rat).SetString(w.At[s.Name])
		if !ok {
			return false // a complex value, or a vector
		}
		at[s] = realPoint(value)
	}
	if !m.eval(200, at, pointBudget) || m.roots[0].Overlaps(m.roots[1]) {
		t.Errorf("%s: at %v the sides are %s and %s", r.ID, w.At, show(m.roots[0]), show(m.roots[1]))
	}
	same := func(x, y string) bool {
		x, _, _ = strings.Cut(x, " ±")
		y, _, _ = strings.Cut(y, " ±")
		return x[:min(12, len(x))] == y[:min(12, len(y))]
	}
	if !same(show(m.roots[0]), w.Reference) || !same(show(m.roots[1]), w.Candidate) {
		t.Errorf("%s: the witness says %s and %s, evaluation %s and %s", r.ID, w.Reference, w.Candidate, show(m.roots[0]), show(m.roots[1]))
	}
	return true
}

func TestContextIsStrict(t *testing.T) {
	for _, bad := range []string{
		`{"unknown":1}`, `{"symbols":{"x":"posit"}}`, `{"symbols":{"x":3}}`, `{"branch":"imaginary"}`, `{"kind":"poem"}`,
		`{"dimension":0}`, `{"form":{"digits":-1}}`, `{"form":{"colour":"red"}}`, `{"signature":"+0"}`, `{} {}`, `[]`,
	} {
		if _, err := ReadContext([]byte(bad)); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
	for _, bad := range []*Context{
		{Relations: []string{`\frac{`}}, {Constraints: []string{`x >`}}, {Symbols: map[string]Assumptions{`x+`: {"real"}}},
	} {
		r := Compare(context.Background(), Pair{Reference: "1", Candidate: "1", Context: bad}, Options{})
		if r.Verdict != Malformed {
			t.Errorf("%+v: %v", bad, r)
		}
	}
}
