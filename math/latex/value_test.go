package latex

import (
	"bufio"
	"encoding/json"
	"math"
	"math/cmplx"
	"os"
	"testing"

	"github.com/assay-physics/assay/math/expr"
)

// point gives the symbols of the value tables their values.
var point = map[string]complex128{
	"x": 0.37, "y": 1.21, "a": 0.83, "b": 2.3, `\mu`: 0.59, `\alpha`: 1.7, "m_1": 0.71,
	`\theta`: 0.7, `\beta`: 1.3, "h": 0.4, "J": 0.9, "k_B": 1.1, "T": 0.8, "n": 5, "k": 3, "N": 4, "z": 0.6, "r": 1.4, "m": 1.9, `\ell`: 2, `\omega`: 1.15, `\hbar`: 0.95, "E": 2.1, "t": 0.33, "p": 0.45,
}

// TestValues evaluates what was read against values that were not made here. sympy.jsonl: random
// SymPy expressions printed by SymPy in its various LaTeX styles, with SymPy's value at the point.
// notation.jsonl: formulas as physicists write them, each transcribed by hand to mpmath (the
// transcription stands beside it).
func TestValues(t *testing.T) {
	for _, file := range []string{"testdata/sympy.jsonl", "testdata/notation.jsonl"} {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for sc := bufio.NewScanner(f); sc.Scan(); rows++ {
			var row struct {
				Latex string
				Value [2]float64
			}
			if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			r, err := Parse(expr.NewPool(), row.Latex, nil)
			if err != nil {
				t.Errorf("%s: %v", row.Latex, err)
				continue
			}
			want := complex(row.Value[0], row.Value[1])
			got, ok := evaluate(r.Readings[0].Node, point)
			if !ok {
				t.Errorf("%s: no value: %v", row.Latex, r.Readings[0].Node)
				continue
			}
			if cmplx.Abs(got-want) > 1e-9*(1+cmplx.Abs(want)) {
				t.Errorf("%s: %v, want %v; read as %v", row.Latex, got, want, r.Readings[0].Node)
			}
		}
		f.Close()
		if rows < 100 {
			t.Errorf("%s: only %d rows", file, rows)
		}
	}
}

// evaluate is the value of an expression of elementary functions, in float64.
func evaluate(n *expr.Node, at map[string]complex128) (complex128, bool) {
	args := make([]complex128, len(n.Args))
	all := func() bool {
		for i, a := range n.Args {
			v, ok := evaluate(a, at)
			if !ok {
				return false
			}
			args[i] = v
		}
		return true
	}
	switch n.Op {
	case expr.OpNumber:
		f, _ := n.Rat.Float64()
		return complex(f, 0), true
	case expr.OpSymbol:
		v, ok := at[n.Name]
		return v, ok
	case expr.OpUnit:
		switch n.Name {
		case "%":
			return 0.01, true
		case "°":
			return math.Pi / 180, true
		}
		return 0, false
	case expr.OpConstant:
		switch n.Name {
		case expr.ConstPi:
			return math.Pi, true
		case expr.ConstE:
			return math.E, true
		case expr.ConstI:
			return 1i, true
		case expr.ConstEulerGamma:
			return 0.57721566490153286061, true
		}
		return 0, false
	case expr.OpSum, expr.OpProduct:
		return evaluateSum(n, at)
	case expr.OpPiecewise:
		for i := 0; i+1 < len(n.Args); i += 2 {
			c := n.Args[i+1]
			l, ok1 := evaluate(c.Args[0], at)
			r, ok2 := evaluate(c.Args[1], at)
			if !ok1 || !ok2 {
				return 0, false
			}
			if c.Name == expr.RelLess && real(l) < real(r) || c.Name == expr.RelGreaterEqual && real(l) >= real(r) {
				return evaluate(n.Args[i], at)
			}
		}
		return 0, false
	case expr.OpApply:
		if n.Name == "det" && n.Args[0].Op == expr.OpMatrix && len(n.Args[0].Args) == 4 {
			var e [4]complex128
			for i, m := range n.Args[0].Args {
				v, ok := evaluate(m, at)
				if !ok {
					return 0, false
				}
				e[i] = v
			}
			return e[0]*e[3] - e[1]*e[2], true
		}
		if !all() {
			return 0, false
		}
		return evaluateFunction(n.Name, args)
	default:
	}
	if !all() {
		return 0, false
	}
	switch n.Op {
	case expr.OpAdd:
		s := complex128(0)
		for _, a := range args {
			s += a
		}
		return s, true
	case expr.OpMul:
		s := complex128(1)
		for _, a := range args {
			s *= a
		}
		return s, true
	case expr.OpPow:
		return cmplx.Pow(args[0], args[1]), true
	default:
	}
	return 0, false
}

func evaluateSum(n *expr.Node, at map[string]complex128) (complex128, bool) {
	if len(n.Args) != 4 {
		return 0, false
	}
	lo, ok1 := evaluate(n.Args[2], at)
	hi, ok2 := evaluate(n.Args[3], at)
	if !ok1 || !ok2 {
		return 0, false
	}
	inner := map[string]complex128{}
	for k, v := range at {
		inner[k] = v
	}
	total := complex128(0)
	if n.Op == expr.OpProduct {
		total = 1
	}
	for k := real(lo); k <= real(hi); k++ {
		inner[n.Args[1].Name] = complex(k, 0)
		v, ok := evaluate(n.Args[0], inner)
		if !ok {
			return 0, false
		}
		if n.Op == expr.OpSum {
			total += v
		} else {
			total *= v
		}
	}
	return total, true
}

func evaluateFunction(name string, a []complex128) (complex128, bool) {
	x := a[0]
	re := func(f float64) (complex128, bool) { return complex(f, 0), true }
	one := map[string]func(complex128) complex128{
		"sin": cmplx.Sin, "cos": cmplx.Cos, "tan": cmplx.Tan, "cot": cmplx.Cot, "sinh": cmplx.Sinh, "cosh": cmplx.Cosh, "tanh": cmplx.Tanh,
		"asin": cmplx.Asin, "acos": cmplx.Acos, "atan": cmplx.Atan, "asinh": cmplx.Asinh, "acosh": cmplx.Acosh, "atanh": cmplx.Atanh,
		"exp": cmplx.Exp, "conjugate": cmplx.Conj,
		"coth": func(z complex128) complex128 { return 1 / cmplx.Tanh(z) },
	}
	if f, ok := one[name]; ok {
		return f(x), true
	}
	switch name {
	case "log":
		if len(a) == 2 {
			return cmplx.Log(x) / cmplx.Log(a[1]), true
		}
		return cmplx.Log(x), true
	case "root":
		if imag(x) == 0 && real(x) >= 0 {
			return cmplx.Pow(x, 1/a[1]), true
		}
		return cmplx.Pow(x, 1/a[1]), true
	case "abs":
		return re(cmplx.Abs(x))
	case "re":
		return re(real(x))
	case "im":
		return re(imag(x))
	case "floor":
		return re(math.Floor(real(x)))
	case "ceiling":
		return re(math.Ceil(real(x)))
	case "max":
		return re(math.Max(real(x), real(a[1])))
	case "min":
		return re(math.Min(real(x), real(a[1])))
	case "sign":
		return re(math.Copysign(1, real(x)))
	case "factorial2":
		f := 1.0
		for k := real(x); k > 1; k -= 2 {
			f *= k
		}
		return re(f)
	case "binomial":
		return re(math.Gamma(real(x)+1) / math.Gamma(real(a[1])+1) / math.Gamma(real(x)-real(a[1])+1))
	case "gamma", "factorial":
		if name == "factorial" {
			x++
		}
		return gammaLanczos(x), true
	case "erf":
		if imag(x) == 0 {
			return re(math.Erf(real(x)))
		}
		s, term := x, x // the series is good enough for what the tables hold
		for k := 1; k < 200; k++ {
			term *= -x * x / complex(float64(k), 0)
			s += term / complex(float64(2*k+1), 0)
		}
		return s * complex(2/math.Sqrt(math.Pi), 0), true
	case "zeta":
		return zetaSum(a)
	case "polylog":
		return dilogarithm(a)
	}
	return 0, false
}

// gammaLanczos: Lanczos' approximation with g = 7, n = 9 (Numerical Recipes 6.1 gives the method).
func gammaLanczos(z complex128) complex128 {
	if real(z) < 0.5 {
		return math.Pi / (cmplx.Sin(math.Pi*z) * gammaLanczos(1-z))
	}
	z--
	c := []float64{0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7}
	s := complex(c[0], 0)
	for i := 1; i < len(c); i++ {
		s += complex(c[i], 0) / (z + complex(float64(i), 0))
	}
	t := z + 7.5
	return complex(math.Sqrt(2*math.Pi), 0) * cmplx.Pow(t, z+0.5) * cmplx.Exp(-t) * s
}

// zetaSum is Euler–Maclaurin with 40 terms, for Re s > −3.
func zetaSum(a []complex128) (complex128, bool) {
	s, shift := a[0], complex128(1)
	if len(a) == 2 {
		shift = a[1]
	}
	total := complex128(0)
	const n = 40
	for k := range n {
		total += cmplx.Pow(shift+complex(float64(k), 0), -s)
	}
	w := shift + n
	total += cmplx.Pow(w, 1-s)/(s-1) + cmplx.Pow(w, -s)/2 + s*cmplx.Pow(w, -s-1)/12 - s*(s+1)*(s+2)*cmplx.Pow(w, -s-3)/720
	return total, real(s) > -3
}

// dilogarithm sums the series, after inversion where |z| > 1 (DLMF 25.12.4).
func dilogarithm(a []complex128) (complex128, bool) {
	z := a[1]
	if a[0] != 2 {
		return 0, false
	}
	if cmplx.Abs(z) > 1 {
		l := cmplx.Log(-z)
		inner, ok := dilogarithm([]complex128{2, 1 / z})
		return -inner - math.Pi*math.Pi/6 - l*l/2, ok
	}
	total, power := complex128(0), complex128(1)
	for k := 1; k < 20000; k++ {
		power *= z
		total += power / complex(float64(k)*float64(k), 0)
		if cmplx.Abs(power) < 1e-18 {
			break
		}
	}
	return total, true
}
