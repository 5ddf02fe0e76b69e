package expr_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/pysyntax"
)

// How expressions are written; read back in the head.
func TestPrint(t *testing.T) {
	for _, c := range []struct{ source, latex, unicode string }{
		{"x/3 - 2*y/z**2", `\frac{x}{3} - \frac{2 y}{z^{2}}`, "x/3 − 2y/z²"},
		{"-(a - b)", `-\left(a - b\right)`, "−(a − b)"},
		{"a - (b + c)", `a - \left(b + c\right)`, "a − (b + c)"},
		{"x*(x + 1)", `x \cdot \left(x + 1\right)`, "x·(x + 1)"},
		{"x**2*(x + 1)", `x^{2} \cdot \left(x + 1\right)`, "x²·(x + 1)"},
		{"f(x + 1)*(x + 1)", `f\left(x + 1\right)\left(x + 1\right)`, "f(x + 1)·(x + 1)"},
		{"sin(x)**2/(2*pi*m_e)", `\frac{\sin^{2}\left(x\right)}{2\pi m_e}`, "sin(x)²/(2π·m_e)"},
		{"2*3*x", `2 \cdot 3 x`, "2·3·x"}, {"(-2)**x", `\left(-2\right)^{x}`, "(−2)^x"}, {"(x**2)**y", `\left(x^{2}\right)^{y}`, "(x²)^y"}, {"-x**2", `-x^{2}`, "−x²"},
		{"sqrt(x**2 + 1)", `\sqrt{x^{2} + 1}`, "√(x² + 1)"}, {"x**Rational(1, 3)", `x^{1/3}`, "x^(1/3)"}, {"2**Rational(1, 3)", `\sqrt[3]{2}`, "2^(1/3)"}, {"x**Rational(-3, 2)", `\frac{1}{x^{3/2}}`, "1/x^(3/2)"},
		{"6.02e23*x", `6.02 \times 10^{23} x`, "6.02×10²³·x"}, {"-0.50", "-0.50", "−0.50"}, {"Rational(-1, 2)", `-\frac{1}{2}`, "−1/2"},
		{"(x + 1)/(y*z)", `\frac{x + 1}{y z}`, "(x + 1)/(y·z)"}, {"exp(-x/2)", `e^{-\frac{x}{2}}`, "e^(−x/2)"}, {"factorial(n + 1)", `\left(n + 1\right)!`, "(n + 1)!"}, {"binomial(n, k)", `\binom{n}{k}`, "binomial(n, k)"},
		{"besselj(nu, x)", `J_{\nu}\left(x\right)`, "besselj(ν, x)"}, {"polylog(2, x)", `\operatorname{Li}_{2}\left(x\right)`, "polylog(2, x)"}, {"Abs(x)", `\left|x\right|`, "|x|"},
		{"Integral(x**2, (x, 0, 1))", `\int_{0}^{1} x^{2}\, dx`, "∫[0, 1] x² dx"}, {"Sum(k, (k, 1, n))", `\sum_{k=1}^{n} k`, "∑(k, k, 1, n)"},
		{"2*Sum(k, (k, 1, n))*x", `2\left(\sum_{k=1}^{n} k\right) x`, "2·(∑(k, k, 1, n))·x"},
		{"Derivative(f(x), x, 2)", `\frac{\partial^{2}}{\partial x^{2}} f\left(x\right)`, "derivative(f(x), x, 2)"}, {"Limit(1/x, x, 0, '+')", `\lim_{x \to 0^{+}} \frac{1}{x}`, "limit(1/x, x, 0)"},
		{"Eq(x, -2)", "x = -2", "x = −2"}, {"Interval(0, 1, True)", `\left(0, 1\right]`, "(0, 1]"}, {"FiniteSet(1, 2)", `\left\{1, 2\right\}`, "{1, 2}"}, {"Matrix([[1, 2], [3, 4]])", `\begin{pmatrix}1 & 2 \\ 3 & 4\end{pmatrix}`, "[1, 2; 3, 4]"},
		{"Piecewise((x, x < 0), (1, True))", `\begin{cases}x & x < 0 \\ 1 & \text{otherwise}\end{cases}`, "piecewise(x, x < 0, 1)"},
		{"Bra(a)*Ket(b)", `\left\langle a\right|\left|b\right\rangle`, "⟨a|·|b⟩"}, {"Commutator(x, p)", `\left[x, p\right]`, "[x, p]"}, {"Dagger(a)*a", `a^{\dagger} a`, "a†·a"},
		{"Indexed(F, Upper(mu), Upper(nu), Lower(rho))", `F^{\mu \nu}{}_{\rho}`, "F^μ^ν_ρ"}, {"hbar*omega", `\hbar\omega`, "ħ·ω"}, {"mubar_0", `\bar{\mu}_0`, "μ̄_0"}, {"PlusMinus(1, x)", `1 \pm x`, "1 ± x"}, {"3*Unit('km')", `3\,\mathrm{km}`, "3 km"},
	} {
		p := expr.NewPool()
		n := parse(t, p, c.source)
		if got := expr.LaTeX(n, nil); got != c.latex {
			t.Errorf("%s: LaTeX %s, want %s", c.source, got, c.latex)
		}
		if got := expr.Unicode(n, nil); got != c.unicode {
			t.Errorf("%s: Unicode %s, want %s", c.source, got, c.unicode)
		}
	}
}

// The LaTeX of an expression is read back as the expression, up to canonical form.
func TestLaTeXRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		n := generator(p)(t, 3)
		pion := false // π^0 is a name
		expr.Walk(n, func(m *expr.Node) bool {
			pion = pion || m.Op == expr.OpPow && m.Args[1] == p.Int(0)
			return true
		})
		if pion {
			return
		}
		text := expr.LaTeX(n, nil)
		r, err := latex.Parse(p, text, nil)
		if err != nil {
			t.Fatalf("%s\nwritten %s\n%v", n, text, err)
		}
		if a, b := expr.Canon(p, n, nil), expr.Canon(p, r.Readings[0].Node, nil); a != b {
			t.Fatalf("%s\nwritten %s\nread    %s", a, text, b)
		}
	})
}

// Shared parts are written out, up to a bound.
func TestPrintIsBounded(t *testing.T) {
	p := expr.NewPool()
	n := p.Symbol("x")
	for range 60 {
		n = p.Add(n, p.Pow(n, p.Int(2)))
	}
	for name, text := range map[string]string{"String": n.String(), "LaTeX": expr.LaTeX(n, nil), "Unicode": expr.Unicode(n, nil)} {
		if len(text) > 1<<20+16 || len(text) < 1<<10 {
			t.Errorf("%s: %d bytes", name, len(text))
		}
	}
}

func ExampleCanon() {
	p := expr.NewPool()
	for _, text := range []string{"sqrt(8)*(x - y)/(2*y - 2*x)", "exp(I*pi/2)*log(4)", "Integral(exp(-t**2), (t, 0, x + x))"} {
		n, err := pysyntax.Parse(p, text, nil)
		fmt.Println(expr.Unicode(expr.Canon(p, n, nil), nil), err)
	}
	// Output:
	// −√2 <nil>
	// 2i·ln(2) <nil>
	// ∫[0, 2x] e^(−•1²) d•1 <nil>
}

func ExampleLaTeX() {
	p := expr.NewPool()
	x, m := p.Symbol("x"), p.Symbol("m")
	fmt.Println(expr.LaTeX(p.Add(p.Div(p.Pow(x, p.Int(2)), p.Mul(p.Int(2), m)), p.Neg(p.Sqrt(x))), nil))
	// Output: \frac{x^{2}}{2 m} - \sqrt{x}
}

func ExampleSubst() {
	p := expr.NewPool()
	x, t := p.Symbol("x"), p.Symbol("t")
	integral := p.Make(expr.OpIntegral, p.Mul(x, t), t, p.Int(0), x)
	// The bound t is renamed, so that it does not capture the t that comes in.
	fmt.Println(expr.Subst(p, integral, map[*expr.Node]*expr.Node{x: p.Add(t, p.Int(1))}))
	fmt.Println(expr.FreeSymbols(integral))
	// Output:
	// (integral (* (+ t 1) t') t' 0 (+ t 1))
	// [x]
}
