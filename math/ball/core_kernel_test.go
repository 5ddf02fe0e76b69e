package ball

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The kernels' error bounds, as their comments prove them, against the integer algorithms
// at 200 bits more.

func genFraction(below uint64, n int) *rapid.Generator[[]uint64] {
	return rapid.Custom(func(t *rapid.T) []uint64 {
		w := make([]uint64, n)
		for i := range w {
			w[i] = rapid.Uint64().Draw(t, "limb")
		}
		w[n-1] = rapid.Uint64Max(below).Draw(t, "top")
		if w[n-1] == below {
			w[n-1]-- // stay below even with the lower limbs
		}
		return w
	})
}

// exactFraction is w/2^(64n).
func exactFraction(w []uint64) (z Real) {
	n := new(big.Int)
	for i := len(w) - 1; i >= 0; i-- {
		n.Lsh(n, 64)
		n.Add(n, new(big.Int).SetUint64(w[i]))
	}
	z.SetInt(n)
	return *z.Mul2Exp(&z, -int64(64*len(w)))
}

// checkUnits fails unless lo ≤ got − want ≤ hi, in units of 2^(−64n).
func checkUnits(t *rapid.T, what string, got []uint64, want *Real, lo, hi int64) {
	t.Helper()
	g := exactFraction(got)
	g.Sub(&g, want, 64*uint(len(got))+200)
	g.Mul2Exp(&g, int64(64*len(got)))
	var a, b Real
	if g.Cmp(a.SetInt64(lo)) < 0 || g.Cmp(b.SetInt64(hi)) > 0 {
		t.Fatalf("%s errs by %v units, not in [%d, %d]", what, &g, lo, hi)
	}
}

func TestKernels192(t *testing.T) {
	tab := tables()
	t.Run("mul", rapid.MakeCheck(func(t *rapid.T) {
		x, y := genFraction(1<<64-1, 3).Draw(t, "x"), genFraction(1<<64-1, 3).Draw(t, "y")
		a, b := exactFraction(x), exactFraction(y)
		a.Mul(&a, &b, 400)
		p := mul3((*fix3)(x), (*fix3)(y))
		checkUnits(t, "product", p[:], &a, -1, 0)
	}))
	t.Run("expm1", rapid.MakeCheck(func(t *rapid.T) {
		x := genFraction(tab.log2[4], 3).Draw(t, "x")
		want := exactFraction(x)
		if !want.IsZero() {
			want.expWide(&want, 400)
			want.AddInt64(&want, -1, 400)
		}
		got := tab.expm1Fix((*fix3)(x))
		checkUnits(t, "e^x − 1", got[:], &want, -11, 0)
	}))
	t.Run("sincos", rapid.MakeCheck(func(t *rapid.T) {
		x := genFraction(0xca<<56, 3).Draw(t, "x")
		want := exactFraction(x)
		var c Real
		want.sinCosAny(&c, &want, 400)
		c.AddInt64(&c, -1, 400)
		c.Neg(&c)
		s, k := tab.sinVerFix((*fix3)(x))
		checkUnits(t, "sin", s[:], &want, -16, 16)
		checkUnits(t, "1 − cos", k[:], &c, -16, 16)
	}))
	t.Run("atan", rapid.MakeCheck(func(t *rapid.T) {
		x := genFraction(1<<64-1, 3).Draw(t, "x")
		x[2] |= 1 << 43
		want, one := exactFraction(x), new(Real).SetInt64(1)
		want.atan2Wide(&want, one, 400)
		got, ok := tab.atanFast((*fix3)(x))
		if !ok {
			t.Fatal("no result")
		}
		checkUnits(t, "arctan", got[:], &want, -64, 64)
	}))
}

func TestKernelsLimbs(t *testing.T) {
	tab := limbTable()
	size := rapid.IntRange(4, maxLimbs)
	t.Run("mul", rapid.MakeCheck(func(t *rapid.T) {
		n := size.Draw(t, "n")
		x, y := genFraction(1<<64-1, n).Draw(t, "x"), genFraction(1<<64-1, n).Draw(t, "y")
		a, b := exactFraction(x), exactFraction(y)
		a.Mul(&a, &b, 3000)
		p := make([]uint64, n)
		mulLimbs(p, x, y)
		checkUnits(t, "product", p, &a, -2, 0)
	}))
	t.Run("expm1", rapid.MakeCheck(func(t *rapid.T) {
		n := size.Draw(t, "n")
		x := genFraction(tab.log2[maxLimbs], n).Draw(t, "x")
		want := exactFraction(x)
		if !want.IsZero() {
			want.expWide(&want, uint(64*n)+200)
			want.AddInt64(&want, -1, uint(64*n)+200)
		}
		got := make([]uint64, n)
		tab.expm1(got, x)
		checkUnits(t, "e^x − 1", got, &want, -1<<9, 0)
	}))
	t.Run("sincos", rapid.MakeCheck(func(t *rapid.T) {
		n := size.Draw(t, "n")
		x := genFraction(0xca<<56, n).Draw(t, "x")
		want := exactFraction(x)
		var c Real
		wp := uint(64*n) + 200
		want.sinCosAny(&c, &want, wp)
		c.AddInt64(&c, -1, wp)
		c.Neg(&c)
		s, k := make([]uint64, n), make([]uint64, n)
		tab.sinVer(s, k, x)
		checkUnits(t, "sin", s, &want, -1<<9, 1<<9)
		checkUnits(t, "1 − cos", k, &c, -1<<9, 1<<9)
	}))
}

// TestKernelsUsed: the fast paths succeed wherever their conditions hold, with the accuracy they
// promise, and agree with the integer algorithms.
func TestKernelsUsed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := genReal(20).Draw(t, "x")
		m := x.mid()
		m.Abs(&m)
		m.SetRound(&m, uint(rapid.IntRange(40, 192).Draw(t, "bits")))
		m.rad = mag{}
		if m.IsZero() || m.exp < -13 || m.exp > 58 {
			return
		}
		// Fast kernels are asked for all of their 192 bits here, so that their own error bounds
		// and not the rounding are what is compared.
		const full = 192
		var z, w, c, d, one Real
		one.SetInt64(1)
		check := func(what string, ok bool, z *Real, bits int, w *Real) {
			t.Helper()
			if !ok || z.RelAccuracyBits() < bits || !z.Overlaps(w) {
				t.Fatalf("%s of %s: %v, %d bits, %s, want %s", what, m.Text(80), ok, z.RelAccuracyBits(), z.Text(80), w.Text(80))
			}
		}
		far := d.AddInt64(&m, -1, 300).exp > -14
		if m.mant[3]&m.mant[2] != 1<<64-1 {
			check("√", z.sqrtFast(&m, full), &z, fastPrec+10, w.sqrtExact(&m, 400))
		}
		check("exp", z.expFast(&m, full).IsFinite(), &z, fastPrec+10, w.expWide(&m, 400))
		check("exp", z.expLimbs(&m, limbPrec).IsFinite(), &z, limbPrec-1, w.expWide(&m, 1300))
		if far && !d.IsZero() {
			check("log", z.logFast(&m, full), &z, fastPrec+10, w.logWide(&m, 400))
			check("log", z.logLimbs(&m, limbPrec), &z, limbPrec-1, w.logWide(&m, 1300))
			if m.exp < 20 && m.exp > -18 {
				check("arctan", z.atan2Fast(&m, &one, full), &z, fastPrec+5, w.atan2Wide(&m, &one, 400))
				check("arctan", z.atan2Limbs(&m, &one, limbPrec), &z, limbPrec-1, w.atan2Wide(&m, &one, 1300))
			}
		}
		var u, v Real
		v.sinCosExact(&u, &m, 1300) // beyond both kernels
		if z.sinCosFast(&c, &m, full) {
			check("sin", true, &z, fastPrec+10, &v)
			check("cos", true, &c, fastPrec+10, &u)
			check("sin", z.sinCosLimbs(&c, &m, limbPrec), &z, limbPrec-1, &v)
			check("cos", true, &c, limbPrec-1, &u)
		} else if s, _ := reduceHalfPi(&m, 100); s.exp > -13 {
			t.Fatalf("no sine of %v", &m)
		}
	})
}
