package program

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Sizes are compared with the numbers that they stand for.
func genSize(t *rapid.T, depth int) (*size, func(n float64) float64) {
	kind := rapid.IntRange(0, 8).Draw(t, "kind")
	if depth == 0 {
		kind %= 3
	}
	switch kind {
	case 0:
		c := float64(rapid.IntRange(-3, 5).Draw(t, "c"))
		return konst(c), func(float64) float64 { return c }
	case 1:
		return sites(), func(n float64) float64 { return n }
	case 2:
		return root(), math.Sqrt
	case 3, 4:
		a, f := genSize(t, depth-1)
		b, g := genSize(t, depth-1)
		return a.plus(b), func(n float64) float64 { return f(n) + g(n) }
	case 5:
		a, f := genSize(t, depth-1)
		b, g := genSize(t, depth-1)
		return a.by(b), func(n float64) float64 { return f(n) * g(n) }
	case 6:
		a, f := genSize(t, depth-1)
		b, g := genSize(t, depth-1)
		return a.minus(b), func(n float64) float64 { return f(n) - g(n) }
	case 7:
		k := rapid.IntRange(0, 3).Draw(t, "k")
		a, f := genSize(t, depth-1)
		return a.pow(float64(k)), func(n float64) float64 { return math.Pow(f(n), float64(k)) }
	default:
		// Powers of two of linear exponents only: towers are not tracked.
		c := float64(rapid.IntRange(0, 2).Draw(t, "slope"))
		d := float64(rapid.IntRange(-2, 2).Draw(t, "shift"))
		z := root().times(c).plus(konst(d)).exp2()
		return z, func(n float64) float64 { return math.Exp2(c*math.Sqrt(n) + d) }
	}
}

func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-6*(1+math.Abs(a)+math.Abs(b))
}

func TestSizeArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z, f := genSize(t, 3)
		if z == nil {
			return // given up, which is always allowed
		}
		for _, n := range []float64{1, 4, 9, 30} {
			got, want := z.at(n), f(n)
			if !near(got, want) {
				t.Fatalf("at n = %g: %g, not %g", n, got, want)
			}
		}
	})
}

// The sign for large n is the sign at a large n.
func TestSizeSign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z, f := genSize(t, 2)
		s, ok := z.sign()
		if !ok {
			return
		}
		v := f(1e14)
		if math.IsNaN(v) {
			return
		}
		if s > 0 && v < -1e-6 || s < 0 && v > 1e-6 || s == 0 && math.Abs(v) > 1e-3 {
			t.Fatalf("sign %d, value %g", s, v)
		}
	})
}

func TestLargerAndSmaller(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, f := genSize(t, 2)
		b, g := genSize(t, 2)
		hi, lo := larger(a, b), smaller(a, b)
		if hi == nil || lo == nil {
			return
		}
		const n = 1e14 // both bounds are meant for all large n
		if math.IsInf(f(n), 0) || math.IsInf(g(n), 0) || math.IsNaN(f(n)) || math.IsNaN(g(n)) {
			return
		}
		if x := math.Max(f(n), g(n)); hi.at(n) < x-1e-6*math.Abs(x)-1e-6 {
			t.Fatalf("larger is %g, values %g and %g", hi.at(n), f(n), g(n))
		}
		if x := math.Min(f(n), g(n)); lo.at(n) > x+1e-6*math.Abs(x)+1e-6 {
			t.Fatalf("smaller is %g, values %g and %g", lo.at(n), f(n), g(n))
		}
	})
}

func TestSizeFamilies(t *testing.T) {
	n, L := sites(), root()
	side := L.minus(konst(1))
	for _, c := range []struct {
		z        *size
		family   Family
		exponent string
	}{
		{konst(7), Constant, "const"},
		{n, Polynomial, "log"},
		{symLog.size(), Polynomial, "log"},
		{n.pow(3).plus(n), Polynomial, "log"},
		{L.exp2(), Subexponential, "L"},
		{L.times(3).exp2().by(n), Subexponential, "3*L"},
		{n.exp2(), Exponential, "n"},
		{n.minus(konst(1)).exp2(), Exponential, "n-1"},
		{n.times(0.5).exp2(), Exponential, "n/2"},
		{side.by(side).exp2(), Exponential, "(L-1)^2~n"},
		{L.by(L).exp2(), Exponential, "n"},
		{L.by(symLog.size()).exp2(), Subexponential, "L*log n"},
		{n.by(symLog.size()).exp2(), Exponential, "n*log n"},
		{n.exp2().exp2(), Exponential, "2^n"},
		{symLog.size().times(2).exp2(), Polynomial, "log"}, // 2^(2 log n) = n²
		{n.exp2().over(konst(4096)), Exponential, "n"},
		{n.times(-1).exp2(), Constant, "-1*n"},
		{nil, Unknown, "unknown"},
		{(symFirst + 1).size(), Unknown, "unknown"},
	} {
		if got := c.z.family(); got != c.family {
			t.Errorf("%v: family %s, want %s", c.z, got, c.family)
		}
		if got := c.z.exponent(); got != c.exponent {
			t.Errorf("%v: exponent %s, want %s", c.z, got, c.exponent)
		}
	}
}

func TestSubstitution(t *testing.T) {
	s := symFirst
	z := s.size().times(3).plus(sites()).plus(s.size().exp2())
	got := z.subst(map[symbol]*size{s: root()})
	want := root().times(3).plus(sites()).plus(root().exp2())
	if !got.equal(want) {
		t.Errorf("got %v", got)
	}
	if a, b, ok := s.size().times(3).plus(sites()).linear(s); !ok || a != 3 || !b.equal(sites()) {
		t.Errorf("linear: %v %v %v", a, b, ok)
	}
	if _, _, ok := s.size().pow(2).linear(s); ok {
		t.Error("a square is called linear")
	}
}
