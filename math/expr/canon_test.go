package expr_test

import (
	"math"
	"math/big"
	"math/cmplx"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/pysyntax"
)

func parse(t testing.TB, p *expr.Pool, text string) *expr.Node {
	t.Helper()
	n, err := pysyntax.Parse(p, text, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// same are pairs with one canonical form: identities of arithmetic, principal powers and
// elementary functions (DLMF 4.2, 4.21, 4.28, 5.4).
var same = [][2]string{
	{"x + y", "y + x"}, {"(a + b) + c", "c + (b + a)"}, {"x*(y*z)", "z*x*y"}, {"x + x", "2*x"}, {"3*x - x/2", "5*x/2"}, {"x - x", "0"},
	{"x*x", "x**2"}, {"x**a*x**b", "x**(a+b)"}, {"x/x", "1"}, {"x**2/x**5", "1/x**3"}, {"exp(x)*exp(y)", "exp(y+x)"}, {"exp(x)**3", "exp(3*x)"}, {"E**x", "exp(x)"},
	{"(a*b)**3", "a**3*b**3"}, {"(x**2)**3", "x**6"}, {"sqrt(sqrt(x))", "x**(1/4)"}, {"sqrt(x)**4", "x**2"}, {"sqrt(4*x)", "2*sqrt(x)"}, {"sqrt(pi*x)", "sqrt(pi)*sqrt(x)"},
	{"sqrt(8)", "2*sqrt(2)"}, {"1/sqrt(2)", "sqrt(2)/2"}, {"sqrt(2)*sqrt(3)", "sqrt(6)"}, {"sqrt(6)/sqrt(2)", "sqrt(3)"}, {"(1/2)**(1/2)", "sqrt(2)/2"},
	{"8**(2/3)", "4"}, {"(27/8)**(1/3)", "3/2"}, {"sqrt(1018081)", "1009"}, {"sqrt(-4)", "2*I"}, {"(-1)**(1/2)", "I"}, {"I**2", "-1"}, {"I**5", "I"}, {"1/I", "-I"}, {"sqrt(-I)*sqrt(-I)", "-I"},
	{"exp(I*pi)", "-1"}, {"exp(-I*pi/2)", "-I"}, {"exp(x + I*pi)", "-exp(x)"}, {"exp(2*log(x))", "x**2"}, {"exp(a*log(x))", "x**a"}, {"exp(log(x)/2)", "sqrt(x)"}, {"exp(x*log(2))", "2**x"},
	{"4**x", "2**(2*x)"}, {"2*2**x", "2**(x+1)"}, {"6**x", "2**x*3**x"}, {"(1/2)**x", "2**(-x)"}, {"2**(x + 1/2)", "sqrt(2)*2**x"}, {"(-2)**x", "(-1)**x*2**x"},
	{"2*(x+y)", "2*x+2*y"}, {"-(a-b)", "b-a"}, {"(2*x+2*y)*z", "2*(x+y)*z"}, {"(a-b)**2", "(b-a)**2"}, {"(b-a)**3", "-(a-b)**3"}, {"1/(2*x-2)", "1/(x-1)/2"}, {"sqrt(2*x+2*y)", "sqrt(2)*sqrt(x+y)"}, {"(x+y)**(1/2)*(x+y)**(1/2)", "x+y"},
	{"sqrt(x*y)*sqrt(x*y)", "x*y"}, {"log(4)", "2*log(2)"}, {"log(1/6)", "-log(2)-log(3)"}, {"log(2*x)", "log(2)+log(x)"}, {"log(4*pi)", "2*log(2)+log(pi)"}, {"log(x, 10)", "log(x)/log(10)"}, {"log(E)", "1"}, {"log(sqrt(2))", "log(2)/2"}, {"log(1)", "0"}, {"log(sqrt(E))", "1/2"}, {"sqrt(exp(3)*x)", "exp(3/2)*sqrt(x)"}, {"real_root(sqrt(2)/2, 3)", "2**(-1/6)"},
	{"sin(-x)", "-sin(x)"}, {"cos(y-x)", "cos(x-y)"}, {"tanh(2-x)", "-tanh(x-2)"}, {"Abs(-3*x)", "3*Abs(x)"}, {"sin(pi/6)", "1/2"}, {"cos(pi/4)", "1/sqrt(2)"}, {"sin(4*pi/3)", "-sqrt(3)/2"}, {"tan(pi/3)", "sqrt(3)"}, {"cos(0)", "1"}, {"sin(7*pi)", "0"},
	{"factorial(5)", "120"}, {"binomial(10, 3)", "120"}, {"gamma(5)", "24"}, {"gamma(1/2)", "sqrt(pi)"}, {"gamma(-3/2)", "4*sqrt(pi)/3"}, {"gamma(7/2)", "15*sqrt(pi)/8"}, {"floor(-7/2)", "-4"}, {"ceiling(7/2)", "4"}, {"real_root(-8, 3)", "-2"},
	{"Max(x, y)", "Max(y, x)"}, {"x > y", "y < x"}, {"{1, 2, 1}", "{2, 1}"}, {"Union(A, Union(B, C))", "Union(C, B, A)"}, {"And(a < b, c < d)", "And(d > c, b > a)"},
	{"Integral(exp(-t**2), (t, 0, oo))", "Integral(exp(-s**2), (s, 0, oo))"}, {"Sum(Sum(i*j**2, (i, 1, j)), (j, 1, n))", "Sum(Sum(j*i**2, (j, 1, i)), (i, 1, n))"}, {"Limit(sin(x)/x, x, 0)", "Limit(sin(u)/u, u, 0)"},
	{"Integral(x*Integral(y*x, (y, 0, x)), (x, 0, 1))", "Integral(y*Integral(x*y, (x, 0, y)), (y, 0, 1))"},
	{"Derivative(f(x, y), x, y)", "Derivative(f(x, y), y, x)"}, {"Derivative(f(x), x, (x, 2))", "Derivative(f(x), (x, 3))"}, {"Commutator(A, B)", "-Commutator(B, A)"}, {"Commutator(A, A)", "0"},
	{"3.0*10**8", "3.0e8"}, {"-2.5e-3", "-2.5*10**-3"}, {"x - (-2.5)", "x + 2.5"}, {"0*x", "0"}, {"0*exp(x)", "0"}, {"1/0", "zoo"}, {"0/0", "nan"}, {"1**x", "1"}, {"x**0", "1"},
	{"O(2*x)", "O(x)"}, {"2 + O(x) + O(x)", "2 + 5*O(3*x)"}, {"10**400/10**399", "10"},
}

// different are pairs that must keep two forms: they differ, or nobody has shown here that
// they do not.
var different = [][2]string{
	{"sqrt(x**2)", "x"}, {"log(x*y)", "log(x)+log(y)"}, {"sqrt(x*y)", "sqrt(x)*sqrt(y)"}, {"(x**3)**(1/2)", "x**(3/2)"}, {"log(exp(x))", "x"}, {"sqrt(-x)", "I*sqrt(x)"}, {"log(-x)", "log(x)+I*pi"},
	{"oo - oo", "0"}, {"oo/oo", "1"}, {"0*oo", "0"}, {"zoo*0", "0"}, {"sqrt(exp(x))", "exp(x/2)"}, {"0*Integral(1/t, (t, 0, 1))", "0"}, {"1**oo", "1"}, {"0**0", "1"}, {"0/0", "1"}, {"(x-x)/(x-x)", "1"},
	{"0/(sin(x)**2+cos(x)**2-1)", "0"}, {"x_1", "x_2"}, {"m", "M"}, {"exp(x)**(1/2)", "exp(x/2)"}, {"2**(10**10)", "2**(10**10+1)"}, {"0.5", "1/2"}, {"0.5", "0.50"},
	{"Integral(f(t, x), (t, 0, 1))", "Integral(f(x, t), (t, 0, 1))"}, {"Integral(Integral(x*y**2, (x, 0, 1)), (y, 0, 2))", "Integral(Integral(y*x**2, (x, 0, 1)), (y, 0, 2))"},
	{"Bra(a)*Ket(b)", "Ket(b)*Bra(a)"}, {"Matrix([[1, 2]])", "Matrix([[1], [2]])"}, {"(x, y)", "(y, x)"}, {"1/2**99", "1/2**98"}, {"factorial(600)", "factorial(601)"}, {"x < y", "x > y"}, {"f(x)", "f(-x)"},
	{"x*y", "x + y"}, {"1.0*x", "x"}, {"real_root(x, 3)", "x**(1/3)"},
}

func TestCanon(t *testing.T) {
	for _, c := range same {
		p := expr.NewPool()
		if a, b := expr.Canon(p, parse(t, p, c[0]), nil), expr.Canon(p, parse(t, p, c[1]), nil); a != b {
			t.Errorf("%s is %s, but %s is %s", c[0], a, c[1], b)
		}
	}
	for _, c := range different {
		p := expr.NewPool()
		if a, b := expr.Canon(p, parse(t, p, c[0]), nil), expr.Canon(p, parse(t, p, c[1]), nil); a == b {
			t.Errorf("%s and %s are both %s", c[0], c[1], a)
		}
	}
}

func TestCanonOperators(t *testing.T) {
	p := expr.NewPool()
	operators := map[*expr.Node]bool{p.Symbol("A"): true, p.Symbol("B"): true, p.Symbol("C"): true}
	commutes := func(n *expr.Node) bool { return expr.Commutes(n) && !operators[n] }
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"A*B", "B*A", false}, {"A*x*B*2", "2*x*A*B", true}, {"A*A*B", "A**2*B", true}, {"A*B*B**-1", "A", true}, {"(A*B)**2", "A**2*B**2", false}, {"(x*A)**2", "x**2*A**2", true},
		{"A + B", "B + A", true}, {"exp(A)*exp(B)", "exp(A+B)", false}, {"exp(A)*exp(B)", "exp(B)*exp(A)", false}, {"A*B - A*B", "0", false}, {"(A*B)**-1", "A**-1*B**-1", false}, {"exp(x)*A*exp(y)", "exp(x+y)*A", true},
		{"sin(A)*B", "B*sin(A)", false}, {"Trace(A)*B", "B*Trace(A)", true}, {"Commutator(A, B)*x", "-x*Commutator(B, A)", true},
	} {
		a, b := expr.Canon(p, parse(t, p, c.a), commutes), expr.Canon(p, parse(t, p, c.b), commutes)
		if c.a == "A*B - A*B" { // zero by construction: a product of symbols is finite
			c.same = true
		}
		if (a == b) != c.same {
			t.Errorf("%s is %s, %s is %s", c.a, a, c.b, b)
		}
	}
}

// Radicals are exact: (r^(1/k))^k = r for all numbers, and √(r²s) = r√s for those whose primes
// are below 1000.
func TestRadicals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		limit := rapid.SampledFrom([]int64{50, 900, 1 << 40}).Draw(t, "size")
		draw := func(name string) *big.Int {
			n := big.NewInt(1)
			for range rapid.IntRange(1, 4).Draw(t, name+" words") {
				n.Mul(n, big.NewInt(rapid.Int64Range(1, limit).Draw(t, name)))
			}
			return n
		}
		r, s := p.Number(new(big.Rat).SetFrac(draw("num"), draw("den"))), p.Number(new(big.Rat).SetFrac(draw("num"), draw("den")))
		k := rapid.Int64Range(2, 7).Draw(t, "k")
		root := expr.Canon(p, p.Pow(r, p.Number(big.NewRat(1, k))), nil)
		if back := expr.Canon(p, p.Pow(root, p.Int(k)), nil); back != r {
			t.Fatalf("%s^(1/%d) is %s, whose power is %s", r, k, root, back)
		}
		a, b := expr.Canon(p, p.Sqrt(p.Mul(r, r, s)), nil), expr.Canon(p, p.Mul(r, p.Sqrt(s)), nil)
		if a != b && limit < 1000 {
			t.Fatalf("√(r²s) is %s, r√s is %s", a, b)
		}
	})
}

// What stands after ∂ is its operand and stays there; repeated indices are no powers.
func TestCanonIndices(t *testing.T) {
	p := expr.NewPool()
	mu := p.Make(expr.OpLower, p.Symbol(`\mu`))
	d := p.Make(expr.OpPartial, mu)
	phi, psi := p.Symbol(`\phi`), p.Symbol(`\psi`)
	if a, b := expr.Canon(p, p.Mul(phi, d, psi), nil), expr.Canon(p, p.Mul(psi, d, phi), nil); a == b {
		t.Errorf("φ∂ψ = ψ∂φ: %s", a)
	}
	f := p.Make(expr.OpIndexed, p.Symbol("F"), mu)
	square := expr.Canon(p, p.Mul(f, f), nil)
	if square.Op != expr.OpMul || len(square.Args) != 2 {
		t.Errorf("F_μ F_μ is %s", square)
	}
	if n := expr.Canon(p, p.Pow(p.Mul(f, f), p.Int(2)), nil); n.Op != expr.OpPow {
		t.Errorf("(F_μ F_μ)² is %s", n)
	}
}

// Huge powers, deep nesting and shared parts take neither time nor memory.
func TestCanonBounds(t *testing.T) {
	p := expr.NewPool()
	x := p.Symbol("x")
	shared := x
	for range 2000 {
		shared = p.Add(shared, shared)
	}
	if got := expr.Canon(p, shared, nil); got != p.Mul(p.Number(new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 2000))), x) {
		t.Errorf("x doubled 2000 times is %.80s", got)
	}
	product := p.Add(x, p.Int(1))
	for range 2000 {
		product = p.Mul(product, product)
	}
	if got := expr.Canon(p, product, nil); got.Op != expr.OpPow {
		t.Errorf("x+1 squared 2000 times is %.80s", got)
	}
	tower := p.Int(9)
	for range 5 {
		tower = p.Pow(p.Int(9), tower)
	}
	expr.Canon(p, tower, nil)
	nested := x
	for k := range 5000 {
		if nested = p.Add(p.Symbol("x_"+string(rune('a'+k%26))), p.Mul(p.Int(int64(k%7)-3), nested)); k%3 == 0 {
			nested = p.Mul(nested, p.Symbol("y"))
		}
	}
	expr.Canon(p, nested, nil)
	fractions := x
	for range 3000 {
		fractions = p.Add(p.Int(1), p.Div(p.Int(1), fractions))
	}
	expr.Canon(p, fractions, nil)
	var binders = x
	for range 500 {
		binders = p.Make(expr.OpIntegral, binders, x)
	}
	expr.Canon(p, binders, nil)
}

// generator draws expressions whose values evaluate can tell.
func generator(p *expr.Pool) func(t *rapid.T, depth int) *expr.Node {
	leaves := []*expr.Node{p.Symbol("x"), p.Symbol("y"), p.Symbol("z"), p.Constant(expr.ConstPi), p.Constant(expr.ConstI), p.Constant(expr.ConstE), p.Int(0), p.Int(1), p.Int(-1), p.Int(2)}
	var draw func(t *rapid.T, depth int) *expr.Node
	draw = func(t *rapid.T, depth int) *expr.Node {
		kind := rapid.IntRange(0, 9).Draw(t, "kind")
		if depth == 0 || kind == 0 {
			if rapid.Bool().Draw(t, "symbol") {
				return rapid.SampledFrom(leaves).Draw(t, "leaf")
			}
			return p.Number(big.NewRat(rapid.Int64Range(-12, 12).Draw(t, "num"), rapid.Int64Range(1, 6).Draw(t, "den")))
		}
		var args []*expr.Node
		for range rapid.IntRange(2, 3).Draw(t, "count") {
			args = append(args, draw(t, depth-1))
		}
		switch kind {
		case 1, 2, 3:
			return p.Add(args...)
		case 4, 5:
			return p.Mul(args...)
		case 6:
			return p.Pow(args[0], p.Int(rapid.Int64Range(-3, 3).Draw(t, "power")))
		case 7:
			return p.Pow(args[0], p.Number(big.NewRat(rapid.Int64Range(-3, 3).Draw(t, "num"), rapid.Int64Range(2, 4).Draw(t, "den"))))
		case 8:
			return p.Pow(args[0], args[1])
		default:
			return p.Apply(rapid.SampledFrom([]string{"exp", "log", "sin", "cos", "tanh", "abs", "conjugate"}).Draw(t, "function"), args[0])
		}
	}
	return draw
}

// evaluate computes with complex128; ok = false where rounding could decide (near a pole,
// beside a cut, after cancellation).
func evaluate(n *expr.Node, at map[string]complex128) (v complex128, ok bool) {
	args := make([]complex128, len(n.Args))
	for k, a := range n.Args {
		if args[k], ok = evaluate(a, at); !ok {
			return 0, false
		}
	}
	sound := func(v complex128) (complex128, bool) {
		m := cmplx.Abs(v)
		return complex(real(v)+0, imag(v)+0), !math.IsNaN(m) && m < 1e30 && (m > 1e-30 || m == 0)
	}
	cut := func(v complex128) bool {
		return cmplx.Abs(v) < 1e-3 || real(v) < 0 && imag(v) != 0 && math.Abs(imag(v)) < 1e-6*math.Abs(real(v))
	}
	switch n.Op {
	case expr.OpNumber:
		f, _ := n.Rat.Float64()
		return complex(f, 0), true
	case expr.OpSymbol:
		return at[n.Name], true
	case expr.OpConstant:
		v, ok := map[string]complex128{expr.ConstPi: math.Pi, expr.ConstE: math.E, expr.ConstI: 1i}[n.Name]
		return v, ok
	case expr.OpAdd:
		largest := 0.0
		for _, a := range args {
			v += a
			largest = max(largest, cmplx.Abs(a))
		}
		if largest > 0 && cmplx.Abs(v) < 1e-4*largest {
			return 0, false
		}
		return sound(v)
	case expr.OpMul:
		v = 1
		for _, a := range args {
			v *= a
		}
		return sound(v)
	case expr.OpPow:
		e := n.Args[1]
		if e.Op == expr.OpNumber && e.Rat.IsInt() {
			if cmplx.Abs(args[0]) < 1e-3 {
				return 0, false
			}
			return sound(cmplx.Exp(args[1] * cmplx.Log(args[0])))
		}
		if cut(args[0]) || imag(args[0]) != 0 && math.Abs(imag(args[0])) < 1e-9 {
			return 0, false
		}
		exponent := args[1] * cmplx.Log(complex(real(args[0])+0, imag(args[0])+0))
		if cmplx.Abs(exponent) > 100 {
			return 0, false
		}
		return sound(cmplx.Exp(exponent))
	case expr.OpApply:
		sound := func(v complex128) (complex128, bool) {
			if cmplx.Abs(v) < 1e-6 { // sin π
				return 0, false
			}
			return sound(v)
		}
		if cmplx.Abs(args[0]) > 100 { // a phase without digits
			return 0, false
		}
		switch n.Name {
		case "exp":
			return sound(cmplx.Exp(args[0]))
		case "log":
			if cut(args[0]) {
				return 0, false
			}
			return sound(cmplx.Log(args[0]))
		case "sin":
			return sound(cmplx.Sin(args[0]))
		case "cos":
			return sound(cmplx.Cos(args[0]))
		case "tanh":
			return sound(cmplx.Tanh(args[0]))
		case "abs":
			return sound(complex(cmplx.Abs(args[0]), 0))
		case "conjugate":
			return sound(cmplx.Conj(args[0]))
		}
	default:
	}
	return 0, false
}

// Canon does not change values, and does nothing the second time.
func TestCanonKeepsValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		n := generator(p)(t, 4)
		c := expr.Canon(p, n, nil)
		if again := expr.Canon(p, c, nil); again != c {
			t.Fatalf("%s\nis        %s\nand then  %s", n, c, again)
		}
		at := map[string]complex128{}
		for _, s := range expr.FreeSymbols(n) {
			at[s.Name] = complex(rapid.Float64Range(-2, 2).Draw(t, "re"), rapid.Float64Range(-2, 2).Draw(t, "im"))
		}
		before, ok := evaluate(n, at)
		if !ok {
			return
		}
		after, ok := evaluate(c, at)
		if ok && cmplx.Abs(before-after) > 1e-6*(cmplx.Abs(before)+cmplx.Abs(after)) {
			t.Fatalf("%s = %v\n%s = %v at %v", n, before, c, after, at)
		}
	})
}

// The canonical form does not depend on the order in which things are written.
func TestCanonOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		n := generator(p)(t, 4)
		if a, b := expr.Canon(p, n, nil), expr.Canon(p, shuffle(t, p, n), nil); a != b {
			t.Fatalf("%s\nis       %s\nshuffled %s", n, a, b)
		}
	})
}

func shuffle(t *rapid.T, p *expr.Pool, n *expr.Node) *expr.Node {
	if len(n.Args) == 0 {
		return n
	}
	args := make([]*expr.Node, len(n.Args))
	for k, a := range n.Args {
		args[k] = shuffle(t, p, a)
	}
	if n.Op == expr.OpAdd || n.Op == expr.OpMul {
		args = rapid.Permutation(args).Draw(t, "order")
		if k := len(args); k > 2 && rapid.Bool().Draw(t, "nest") {
			args = append(slices.Clone(args[:k-2]), p.Make(n.Op, args[k-2:]...))
		}
	}
	return p.With(n, args)
}

func TestCompareIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		draw := generator(p)
		a, b, c := draw(t, 3), draw(t, 3), draw(t, 3)
		if expr.Compare(a, b) != -expr.Compare(b, a) || (expr.Compare(a, b) == 0) != (a == b) {
			t.Fatalf("%s against %s", a, b)
		}
		if expr.Compare(a, b) <= 0 && expr.Compare(b, c) <= 0 && expr.Compare(a, c) > 0 {
			t.Fatalf("%s ≤ %s ≤ %s", a, b, c)
		}
	})
}

func BenchmarkCanon(b *testing.B) {
	for _, text := range []string{"g**2*N/(16*pi**2)*(11/3 - 2*n/3)", "sqrt(hbar/(2*m*omega))*(a + b)*exp(-I*omega*t)/sqrt(2)", "-alpha/(3*pi)*(log(Q**2/m**2) - 5/3)"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				p := expr.NewPool()
				n, err := pysyntax.Parse(p, text, nil)
				if err != nil {
					b.Fatal(err)
				}
				expr.Canon(p, n, nil)
			}
		})
	}
}
