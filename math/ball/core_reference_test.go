package ball

import (
	"bufio"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"
)

// testdata/elementary.txt has lines "function argument [argument] = value". Arguments are
// exact, mantissa p exponent of two; complex numbers are re,im. The values are mpmath 1.3's
// at a working precision of 8,600 bits and more, confirmed at half as much again, printed to
// 55 or 200 digits. The arguments are zeros and poles rounded to 20–300 bits, neighbours
// of 1 and of branch points, numbers on the cuts and just off them, tiny and huge ones, and
// random ones.

type realFunc func(z, x *Real, prec uint) *Real
type realFunc2 func(z, x, y *Real, prec uint) *Real
type complexFunc func(z, x *Complex, prec uint) *Complex

var realFuncs = map[string]realFunc{
	"exp": (*Real).Exp, "expm1": (*Real).Expm1, "log": (*Real).Log, "log1p": (*Real).Log1p, "sqrt": (*Real).Sqrt,
	"sin": (*Real).Sin, "cos": (*Real).Cos, "tan": (*Real).Tan, "cot": (*Real).Cot, "atan": (*Real).Atan,
	"asin": (*Real).Asin, "acos": (*Real).Acos, "sinh": (*Real).Sinh, "cosh": (*Real).Cosh, "tanh": (*Real).Tanh,
	"asinh": (*Real).Asinh, "acosh": (*Real).Acosh, "atanh": (*Real).Atanh,
}

var realFuncs2 = map[string]realFunc2{
	"atan2": (*Real).Atan2, "pow": (*Real).Pow,
	"root": func(z, x, y *Real, prec uint) *Real {
		n, _ := y.exactInt64()
		return z.Root(x, n, prec)
	},
}

var complexFuncs = map[string]complexFunc{
	"cexp": (*Complex).Exp, "cexpm1": (*Complex).Expm1, "clog": (*Complex).Log, "clog1p": (*Complex).Log1p, "csqrt": (*Complex).Sqrt,
	"csin": (*Complex).Sin, "ccos": (*Complex).Cos, "ctan": (*Complex).Tan, "ccot": (*Complex).Cot,
	"csinh": (*Complex).Sinh, "ccosh": (*Complex).Cosh, "ctanh": (*Complex).Tanh, "ccoth": (*Complex).Coth,
	"casin": (*Complex).Asin, "cacos": (*Complex).Acos, "catan": (*Complex).Atan,
	"casinh": (*Complex).Asinh, "cacosh": (*Complex).Acosh, "catanh": (*Complex).Atanh,
}

var constants = map[string]func(z *Real, prec uint) *Real{
	"pi": (*Real).Pi, "log2": (*Real).Log2, "e": (*Real).E, "euler": (*Real).EulerGamma, "catalan": (*Real).Catalan,
}

// dyadic reads "mantissa p exponent".
func dyadic(t testing.TB, s string) (z Real) {
	m, e, ok := strings.Cut(s, "p")
	n, ok2 := new(big.Int).SetString(m, 10)
	k, err := strconv.ParseInt(e, 10, 64)
	if !ok || !ok2 || err != nil {
		t.Fatalf("not a dyadic number: %q", s)
	}
	z.SetInt(n)
	z.Mul2Exp(&z, k)
	return z
}

// reference reads a decimal, as the ball of all numbers that round to it.
func reference(t testing.TB, s string) (z Real) {
	if _, err := z.SetDecimal(s, 8000); err != nil {
		t.Fatal(err)
	}
	digits := strings.TrimLeft(strings.Replace(strings.TrimLeft(s, "-"), ".", "", 1), "0")
	if i := strings.IndexByte(digits, 'e'); i >= 0 {
		digits = digits[:i]
	}
	n := 55
	if len(digits) > 56 {
		n = 200
	}
	if len(digits) > 201 {
		n = 1999
	}
	return *z.addErr(&z, z.midUpper().mul2exp(-int64(float64(n-1)*3.32)))
}

func TestElementaryReference(t *testing.T) {
	f, err := os.Open("testdata/elementary.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	worst, where := map[string]int{}, map[string]string{}
	n := 0
	for line := 1; sc.Scan(); line++ {
		w := strings.Fields(sc.Text())
		want, args := w[len(w)-1], w[1:len(w)-2]
		precs := []uint{24, 64, 128, 160, 200}
		if len(want) > 180 {
			precs = append(precs, 300, 640)
		}
		if len(want) > 1000 {
			precs = append(precs, 2000, 6000)
		}
		for _, prec := range precs {
			n++
			lost, err := checkReference(t, w[0], args, want, prec)
			if err != nil {
				t.Errorf("line %d: %s %v to %d bits: %v", line, w[0], args, prec, err)
			}
			if lost > worst[w[0]] {
				worst[w[0]], where[w[0]] = lost, fmt.Sprint(args, " to ", prec)
			}
		}
	}
	if sc.Err() != nil || n < 10000 {
		t.Fatalf("%d checks, %v", n, sc.Err())
	}
	for name, lost := range worst {
		if lost > 4 {
			t.Errorf("%s loses %d bits at %s", name, lost, where[name])
		}
	}
}

// checkReference compares one value and returns how many bits the result is short of prec.
func checkReference(t *testing.T, name string, args []string, want string, prec uint) (lost int, err error) {
	var got Complex
	switch {
	case realFuncs[name] != nil:
		x := dyadic(t, args[0])
		realFuncs[name](&got.Re, &x, prec)
	case realFuncs2[name] != nil:
		x, y := dyadic(t, args[0]), dyadic(t, args[1])
		realFuncs2[name](&got.Re, &x, &y, prec)
	case constants[name] != nil:
		constants[name](&got.Re, prec)
	default:
		arg := func(s string) Complex {
			re, im, _ := strings.Cut(s, ",")
			return Complex{dyadic(t, re), dyadic(t, im)}
		}
		x := arg(args[0])
		if name == "cpow" {
			y := arg(args[1])
			got.Pow(&x, &y, prec)
		} else {
			complexFuncs[name](&got, &x, prec)
		}
	}
	re, im, isComplex := strings.Cut(want, ",")
	if !isComplex {
		im = "0"
	}
	ref := Complex{reference(t, re), reference(t, im)}
	if !got.Overlaps(&ref) {
		return 0, fmt.Errorf("got %v ± %v, want %s", got.Re.Mid(), got.Re.Rad(), want)
	}
	if !got.IsFinite() {
		return 0, fmt.Errorf("indeterminate, want %s", want)
	}
	return max(0, int(prec)-got.RelAccuracyBits()), nil
}
