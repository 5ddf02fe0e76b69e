package pysyntax_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/pysyntax"
)

func isUnit(name string) bool { return name == "m" || name == "s" || name == "kg" || name == "K" }

// What is read, as S-expressions. The meaning of each notation was decided by hand, for
// SymPy with its documentation.
var sympyCases = map[string]string{
	"x**2 + exp(-x)*Rational(1, 2)": "(+ (^ x 2) (* (exp (* -1 x)) 1/2))",
	"-3**2":                         "(* -1 (^ 3 2))",
	"2**-x":                         "(^ 2 (* -1 x))",
	"2**x**y":                       "(^ 2 (^ x y))",
	"-x*y":                          "(* -1 x y)",
	"a/b/c":                         "(* a (^ b -1) (^ c -1))",
	"1/3":                           "1/3",
	"2/3*x":                         "(* 2/3 x)",
	"1e-5":                          "1/100000~1",
	"3.00":                          "3~3",
	"0.0120":                        "3/250~3",
	"1e999999999":                   "(* 1~1 (^ 10 999999999))",
	"alpha_s*m_eff + x1 + hbar":     `(+ (* \alpha_s m_{eff}) x_1 \hbar)`,
	"mubar + nhat + xprime":         `(+ \bar{\mu} \hat{n} x')`,
	"lamda - lambda_":               `(+ \lambda (* -1 \lambda))`,
	"I*E*pi":                        "(* %i %e %pi)",
	"sp.sqrt(sympy.pi)":             "(^ %pi 1/2)",
	"S(1)/2 + S.Half":               "(+ 1/2 1/2)",
	"Function('f')(x) + g(y)":       "(+ (call f x) (call g y))",
	"log(x, 10)":                    "(log x 10)",
	"root(x, 3)":                    "(^ x 1/3)",
	"Integral(f(x, y), (x, 0, 1), (y, 0, x))": "(integral (integral (call f x y) x 0 1) y 0 x)",
	"Sum(i**2, (i, 1, n))":                    "(sum (^ i 2) i 1 n)",
	"Derivative(f(x, y), x, 2, y)":            "(derivative partial (call f x y) x 2 y 1)",
	"f(x).diff(x)":                            "(derivative partial (call f x) x 1)",
	"limit(1/x, x, 0)":                        "(limit + (* 1 (^ x -1)) x 0)",
	"limit(1/x, x, oo)":                       "(limit (* 1 (^ x -1)) x %infinity)",
	"Matrix([[1, 2], [3, 4]])":                "(matrix/2 1 2 3 4)",
	"Matrix(2, 3, [1, 2, 3, 4, 5, 6])":        "(matrix/3 1 2 3 4 5 6)",
	"Matrix([1, 2])":                          "(matrix/1 1 2)",
	"Piecewise((x, x < 0), (1, True))":        "(piecewise x (relation < x 0) 1)",
	"Interval(0, 1, left_open=True)":          "(interval {(]} 0 1)",
	"Interval.open(0, 1)":                     "(interval {()} 0 1)",
	"Union(Interval(-oo, 1), FiniteSet(3))":   "(union (interval {(]} (* -1 %infinity) 1) (set 3))",
	"{1, 2}":                                  "(set 1 2)",
	"(1, 2)":                                  "(tuple 1 2)",
	"[1, [2]]":                                "(list 1 (list 2))",
	"1, 2":                                    "(list 1 2)",
	"Eq(x, 2)":                                "(relation = x 2)",
	"a < b < c":                               "(and (relation < a b) (relation < b c))",
	"(x > 0) & (x < 1) | (x > 2)":             "(or (and (relation > x 0) (relation < x 1)) (relation > x 2))",
	"x^2":                                     "(^ x 2)",
	"A.T*Dagger(B)":                           "(* (transpose A) (dagger B))",
	"Commutator(x, p)":                        "(commutator x p)",
	"x[i, j]":                                 "(indexed x (down i) (down j))",
	"Symbol('e')*e":                           "(* e %e)",
	"Symbol('\\\\hat{n}')":                    `\hat{n}`,
	"Add(Mul(Integer(-1), Symbol('x')), Rational(1, 3))": "(+ (* -1 x) 1/3)",
	"Float('2.50', precision=53)":                        "5/2~3",
	"hyper((1, 2), (3,), x)":                             "(hyper (tuple 1 2) (tuple 3) x)",
	"Heaviside(x, 1)":                                    "(heaviside x)",
	"factorial2(5) % 3":                                  "(mod (factorial2 5) 3)",
}

var textCases = map[string]string{
	"2 pi r^2":              "(* 2 %pi (^ r 2))",
	"√2/2":                  "(* (^ 2 1/2) (^ 2 -1))",
	"sqrt 2":                "(^ 2 1/2)",
	"e^(-x)":                "(^ %e (* -1 x))",
	"sin 2x cos y":          "(* (sin (* 2 x)) (cos y))",
	"sin^2 x + cos²x":       "(+ (^ (sin x) 2) (^ (cos x) 2))",
	"tan^-1(y/x)":           "(atan (* y (^ x -1)))",
	"ln(2)/3":               "(* (log 2) (^ 3 -1))",
	"x²+y²":                 "(+ (^ x 2) (^ y 2))",
	"|x-1|/2":               "(* (abs (+ x -1)) (^ 2 -1))",
	"n! + (2n)!!":           "(+ (factorial n) (factorial2 (* 2 n)))",
	"f(x) + x(y+1)":         "(+ (call f x) (* x (+ y 1)))",
	"f'(x) + x'":            "(+ (prime/1 (call f x)) x')",
	"mc^2":                  "(* m (^ c 2))",
	"gamma(1/2)":            "(gamma 1/2)",
	"gamma (x+1)":           `(* \gamma (+ x 1))`,
	"(0,1]":                 "(interval {(]} 0 1)",
	"[0,1)":                 "(interval {[)} 0 1)",
	"[x+1](x-1)":            "(* (+ x 1) (+ x -1))",
	"½ m v²":                "(* 1/2 m (^ v 2))",
	"ħω(n+1/2)":             `(* \hbar \omega (+ n 1/2))`,
	"−5 × 3 ÷ 2":            "(* -5 3 (^ 2 -1))",
	"x = 1 or x = 2":        "(or (relation = x 1) (relation = x 2))",
	"x ≤ 3":                 "(relation ≤ x 3)",
	"5 m/s":                 "(* 5 [m] (^ [s] -1))",
	"3*10^8 m s^-1":         "(* 3 (^ 10 8) [m] (^ [s] -1))",
	"500 K":                 "(* 500 [K])",
	"12.6%":                 "(* 63/5~3 [%])",
	"1.0 ± 0.2":             "(plusminus 1~2 1/5~1)",
	"α/(2π)":                `(* \alpha (^ (* 2 %pi) -1))`,
	"x₁ + x_2":              "(+ x_1 x_2)",
	"exp(-i k x)":           "(exp (* -1 %i k x))",
	"It diverges":           `"It diverges"`,
	"ferromagnetic":         `"ferromagnetic"`,
	"1, 2, 3":               "(list 1 2 3)",
	"n*(n+1)/2":             "(* n (+ n 1) (^ 2 -1))",
	"A ∪ B":                 "(union A B)",
	"∞":                     "%infinity",
	"\tx\r\n+ 1":            "(+ x 1)",
	"-1 + exp(16)":          "(+ -1 (exp 16))",
	"2x/3y":                 "(* 2 x (^ 3 -1) y)",
	"cos(pi/5)^2":           "(^ (cos (* %pi (^ 5 -1))) 2)",
	"(x+1)(x-1)":            "(* (+ x 1) (+ x -1))",
	"log 2x / log 3":        "(* (log (* 2 x)) (^ (log 3) -1))",
	"integrate(x, (x,0,1))": "(integral x x 0 1)",
	"Sum(2^i, (i,0,n))":     "(sum (^ 2 i) i 0 n)",
}

func TestParse(t *testing.T) {
	for src, want := range sympyCases {
		n, err := pysyntax.Parse(expr.NewPool(), src, nil)
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if n.String() != want {
			t.Errorf("%s\n\tread as %s\n\twant    %s", src, n, want)
		}
	}
	for src, want := range textCases {
		n, err := pysyntax.ParseText(expr.NewPool(), src, &pysyntax.Options{Units: isUnit})
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if n.String() != want {
			t.Errorf("%s\n\tread as %s\n\twant    %s", src, n, want)
		}
	}
}

func TestDeclarations(t *testing.T) {
	o := &pysyntax.Options{
		Functions: map[string]string{`\psi`: "digamma", "T": "function"},
		Symbols:   map[string]bool{"e": true, `\beta`: true, "kT": true, "f": true},
	}
	for src, want := range map[string]string{
		"psi(x)": "(digamma x)", "T(x+1)": "(call T (+ x 1))", "e^2": "(^ e 2)", "beta(x)": `(* \beta x)`, "exp(-E/kT)": "(exp (* -1 E (^ kT -1)))", "f(x)": "(* f x)",
	} {
		n, err := pysyntax.ParseText(expr.NewPool(), src, o)
		if err != nil || n.String() != want {
			t.Errorf("%s: %s %v, want %s", src, n, err, want)
		}
	}
	if _, err := pysyntax.Parse(expr.NewPool(), "psi(x)", &pysyntax.Options{Functions: map[string]string{`\psi`: "no such"}}); err == nil {
		t.Error("an unknown kind of function was accepted")
	}
}

func TestAmbiguous(t *testing.T) {
	p := expr.NewPool()
	r, err := pysyntax.Read(p, "1/2x", &pysyntax.Options{Text: true})
	if err != nil || r.Node.String() != "(* 1/2 x)" || r.Other == nil || expr.Canon(p, r.Other, nil) != expr.Canon(p, p.Div(p.Int(1), p.Mul(p.Int(2), p.Symbol("x"))), nil) {
		t.Errorf("1/2x: %+v %v", r, err)
	}
	if r, err := pysyntax.Read(p, "1/(2x) + x/2*y", &pysyntax.Options{Text: true}); err != nil || r.Other != nil {
		t.Errorf("two readings of an unambiguous text: %+v %v", r, err)
	}
}

func TestAssumptions(t *testing.T) {
	p := expr.NewPool()
	r, err := pysyntax.Read(p, "Symbol('x', positive=True, integer=True) + Symbol('y', real=False)", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Assumptions[p.Symbol("x")], r.Assumptions[p.Symbol("y")]); got != "[positive integer] []" {
		t.Error(got)
	}
}

// What is not read, and where reading stops.
func TestErrors(t *testing.T) {
	deep := strings.Repeat("(", 100_000)
	for _, c := range []struct {
		src    string
		text   bool
		offset int
	}{
		{"", false, 0}, {"x +", false, 3}, {"x y", false, 2}, {"(x", false, 2}, {"x)", false, 1}, {"1 2", true, 2}, {"1 2 3", false, 2},
		{"x(", false, 2}, {`\frac12`, false, 0}, {"1\x002", true, 1}, {"1\u200b3", true, 1}, {"\u202e1-x", true, 0}, {"１２", true, 0}, {"\xed\xa0\x80", true, 0},
		{"{1: 2}", false, 2}, {"sin()", false, 0}, {"sin(1, 2)", false, 0}, {"Matrix([[1, 2], [3]])", false, 0}, {"Integral(x, 2)", false, 0}, {"Sum(x, x)", false, 0},
		{"'abc", false, 0}, {"x.__class__", false, 2}, {"__import__('os').system('ls')", false, 17}, {"lambda x: x", false, 7}, {"|x", true, 2}, {"x = ", true, 4}, {"Piecewise(x)", false, 0},
		{deep, false, 400}, {strings.Repeat("-", 100_000), false, 399}, {strings.Repeat("2**", 100_000), false, 0}, {strings.Repeat("x+", 200_000), false, pysyntax.MaxBytes}, {strings.Repeat("9", 30_000), false, 0},
		{strings.Repeat("not ", 50_000), false, 0}, {strings.Repeat("√", 80_000), true, 0}, {strings.Repeat("sin ", 60_000), true, 0}, {strings.Repeat("[", 100_000), true, 0}, {strings.Repeat("f(", 100_000), false, 0}, {strings.Repeat("|", 100_000), true, 0},
	} {
		name := c.src
		if len(name) > 20 {
			name = name[:20] + "…"
		}
		n, err := pysyntax.Read(expr.NewPool(), c.src, &pysyntax.Options{Text: c.text})
		var e *pysyntax.Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%q was read as %.80v (%v)", name, n, err)
		case c.offset != 0 && e.Offset != c.offset && len(c.src) < 1000, e.Offset < 0 || e.Offset > len(c.src):
			t.Errorf("%q: stopped at %d, want %d: %v", name, e.Offset, c.offset, e)
		}
	}
}

func TestSymbolName(t *testing.T) {
	for name, want := range map[string]string{
		"x": "x", "alpha": `\alpha`, "m_e": "m_e", "m_eff": "m_{eff}", "x1": "x_1", "x12": "x_{12}", "mu_0": `\mu_0`, "Omega_Lambda": `\Omega_\Lambda`, "k_B": "k_B", "epsilon_0": `\epsilon_0`,
		"xbar": `\bar{x}`, "hbar": `\hbar`, "phi'": `\phi'`, "phi_1'": `\phi_1'`, "pdot": `\dot{p}`, "lamda": `\lambda`, "Ntilde": `\tilde{N}`, `\hat{n}`: `\hat{n}`, "alphabet": "alphabet", "rebar": "rebar", "T_mu_nu": `T_{\mu\nu}`,
	} {
		if got := pysyntax.SymbolName(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// draw makes expressions of every kind that both forms can write.
func draw(t *rapid.T, p *expr.Pool, depth int) *expr.Node {
	atom := func() *expr.Node {
		switch rapid.IntRange(0, 4).Draw(t, "atom") {
		case 0:
			return p.Constant(rapid.SampledFrom([]string{expr.ConstPi, expr.ConstE, expr.ConstI, expr.ConstInfinity, expr.ConstEulerGamma}).Draw(t, "constant"))
		case 1:
			return p.Number(big.NewRat(rapid.Int64Range(-99, 99).Draw(t, "num"), rapid.Int64Range(1, 9).Draw(t, "den")))
		case 2:
			digits := rapid.IntRange(1, 5).Draw(t, "digits")
			r := big.NewRat(rapid.Int64Range(1, 9).Draw(t, "mantissa"), 1)
			ten := big.NewRat(10, 1)
			for range rapid.IntRange(0, 12).Draw(t, "exponent") {
				r.Quo(r, ten)
			}
			return p.Decimal(r, digits)
		default:
			return p.Symbol(rapid.SampledFrom([]string{"x", "y", "e", "I", `\alpha`, `m_{eff}`, `\hat{n}`, `x_1`, `\lambda'`, `\mathbf{k}`, "N", "S", `\gamma`, `a_{b,c}`, "_1"}).Draw(t, "symbol"))
		}
	}
	if depth == 0 {
		return atom()
	}
	sub := func() *expr.Node { return draw(t, p, depth-1) }
	x := p.Symbol("x")
	switch rapid.IntRange(0, 22).Draw(t, "kind") {
	case 0, 1, 2:
		return p.Add(sub(), sub(), sub())
	case 3, 4, 5:
		return p.Mul(sub(), sub(), sub())
	case 6:
		return p.Pow(sub(), sub())
	case 7:
		return p.Pow(sub(), p.Number(big.NewRat(rapid.Int64Range(-3, 3).Draw(t, "n"), rapid.Int64Range(1, 3).Draw(t, "d"))))
	case 8:
		f := rapid.SampledFrom(expr.Functions).Draw(t, "function")
		args := make([]*expr.Node, f.Min)
		for k := range args {
			args[k] = sub()
		}
		return p.Apply(f.Name, args...)
	case 9:
		return p.MakeNamed(expr.OpCall, rapid.SampledFrom([]string{"f", `\phi`, "sin", `u'`}).Draw(t, "head"), sub())
	case 10:
		return p.Make(expr.OpIntegral, sub(), x, sub(), sub())
	case 11:
		return p.Make(expr.OpSum, sub(), x, sub(), sub())
	case 12:
		return p.MakeNamed(expr.OpDerivative, "partial", sub(), x, p.Int(2))
	case 13:
		return p.MakeNamed(expr.OpLimit, rapid.SampledFrom([]string{"", "+", "-"}).Draw(t, "side"), sub(), x, p.Int(0))
	case 14:
		return p.MakeNamed(expr.OpRelation, rapid.SampledFrom([]string{expr.RelEqual, expr.RelNotEqual, expr.RelLess, expr.RelGreaterEqual, expr.RelElement, expr.RelApprox}).Draw(t, "relation"), sub(), sub())
	case 15:
		return p.Make(rapid.SampledFrom([]expr.Op{expr.OpAnd, expr.OpOr}).Draw(t, "op"), p.MakeNamed(expr.OpRelation, "<", x, sub()), p.MakeNamed(expr.OpRelation, ">", x, sub()))
	case 16:
		return p.Make(rapid.SampledFrom([]expr.Op{expr.OpTuple, expr.OpList, expr.OpSet, expr.OpUnion, expr.OpSetMinus, expr.OpCommutator, expr.OpTensorProduct, expr.OpDot, expr.OpKet, expr.OpPlusMinus}).Draw(t, "op"), sub(), sub())
	case 17:
		return p.MakeNamed(expr.OpInterval, rapid.SampledFrom([]string{"()", "(]", "[)", "[]"}).Draw(t, "ends"), x, p.Int(3))
	case 18:
		return p.MakeCounted(expr.OpMatrix, 2, sub(), sub(), sub(), sub())
	case 19:
		return p.Make(expr.OpPiecewise, sub(), p.MakeNamed(expr.OpRelation, "<", x, p.Int(0)), sub())
	case 20:
		return p.Make(rapid.SampledFrom([]expr.Op{expr.OpNot, expr.OpDagger, expr.OpTranspose, expr.OpExpectation, expr.OpSlashed, expr.OpBigO}).Draw(t, "op"), sub())
	case 21:
		return p.MakeNamed(rapid.SampledFrom([]expr.Op{expr.OpText, expr.OpUnit}).Draw(t, "op"), rapid.SampledFrom([]string{"km", `it's`, `\mu m`, "°"}).Draw(t, "text"))
	default:
		return p.Make(expr.OpIndexed, p.Symbol("F"), p.Make(expr.OpUpper, p.Symbol(`\mu`)), p.Make(expr.OpLower, p.Symbol(`\nu`)))
	}
}

// Reading what was written gives the expression back: exactly for srepr, up to canonical
// form for text.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		n := draw(t, p, 3)
		repr, err := pysyntax.FormatRepr(n)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := pysyntax.Parse(p, repr, nil); err != nil || back != n {
			t.Fatalf("%s\nwritten %s\nread    %s %v", n, repr, back, err)
		}
		text, err := pysyntax.Format(n)
		if err != nil {
			t.Fatal(err)
		}
		back, err := pysyntax.Parse(p, text, nil)
		if err != nil {
			t.Fatalf("%s\nwritten %s\n%v", n, text, err)
		}
		if a, b := expr.Canon(p, n, nil), expr.Canon(p, back, nil); a != b {
			t.Fatalf("%s\nwritten %s\nread    %s", a, text, b)
		}
	})
}

func TestFormatIsBounded(t *testing.T) {
	p := expr.NewPool()
	n := p.Symbol("x")
	for range 60 {
		n = p.Add(n, p.Pow(n, p.Int(2)))
	}
	if _, err := pysyntax.Format(n); !errors.Is(err, pysyntax.ErrTooLong) {
		t.Errorf("2^60 terms were written: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for src := range sympyCases {
		f.Add(src, false)
	}
	for src := range textCases {
		f.Add(src, true)
	}
	f.Fuzz(func(t *testing.T, src string, text bool) {
		p := expr.NewPool()
		r, err := pysyntax.Read(p, src, &pysyntax.Options{Text: text, Units: isUnit})
		var e *pysyntax.Error
		if err != nil {
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(src) {
				t.Fatalf("error %#v", err)
			}
			return
		}
		expr.Canon(p, r.Node, nil)
		written, err := pysyntax.FormatRepr(r.Node)
		if err != nil {
			return
		}
		if back, err := pysyntax.Parse(p, written, nil); err != nil || back != r.Node {
			t.Fatalf("%q is %s\nwritten %s\nread    %s %v", src, r.Node, written, back, err)
		}
	})
}

func ExampleParse() {
	p := expr.NewPool()
	n, err := pysyntax.Parse(p, "sqrt(hbar/(2*m*omega))*exp(-x**2/2)", nil)
	fmt.Println(n, err)
	fmt.Println(expr.LaTeX(n, nil))

	_, err = pysyntax.Parse(p, "Matrix([[1, 2], [3]])", nil)
	fmt.Println(err)
	// Output:
	// (* (^ (* \hbar (^ (* 2 m \omega) -1)) 1/2) (exp (* -1 (^ x 2) (^ 2 -1)))) <nil>
	// \sqrt{\frac{\hbar}{2 m\omega}} e^{-\frac{x^{2}}{2}}
	// offset 0: "Matrix": row 2 has not the length of the first
}

func ExampleParseText() {
	p := expr.NewPool()
	n, err := pysyntax.ParseText(p, "½ m v² + ħω(n + 1/2)", nil)
	text, _ := pysyntax.Format(n)
	fmt.Println(text, err)
	// Output: m*v**2/2 + hbar*omega*(n + 1/2) <nil>
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := pysyntax.Parse(expr.NewPool(), "-alpha/(3*pi)*(log(Q**2/m_e**2) - Rational(5, 3))", nil); err != nil {
			b.Fatal(err)
		}
	}
}
