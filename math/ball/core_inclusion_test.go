package ball

import (
	"maps"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// genReal draws balls of all kinds: exact and wide ones, tiny and huge ones, neighbours of
// small integers, and balls around zero.
func genReal(maxExp int) *rapid.Generator[Real] {
	return rapid.Custom(func(t *rapid.T) Real {
		var x, y Real
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0: // small integer or half
			x.SetInt64(int64(rapid.IntRange(-6, 6).Draw(t, "n")))
			x.Mul2Exp(&x, -int64(rapid.IntRange(0, 1).Draw(t, "halves")))
		case 1: // small integer and a little
			x.SetInt64(int64(rapid.IntRange(-3, 3).Draw(t, "n")))
			y.SetUint64(rapid.Uint64().Draw(t, "m"))
			y.Mul2Exp(&y, -int64(rapid.IntRange(64, 300).Draw(t, "e")))
			y.neg = rapid.Bool().Draw(t, "below")
			x.Add(&x, &y, 400)
		default:
			limbs := rapid.IntRange(1, 5).Draw(t, "limbs")
			n := new(big.Int)
			for range limbs {
				n.Lsh(n, 64)
				n.Add(n, new(big.Int).SetUint64(rapid.Uint64().Draw(t, "limb")))
			}
			x.SetInt(n)
			x.Mul2Exp(&x, int64(rapid.IntRange(-maxExp, maxExp).Draw(t, "exp"))-int64(n.BitLen()))
			x.neg = rapid.Bool().Draw(t, "neg") && !x.IsZero()
		}
		if rapid.IntRange(0, 2).Draw(t, "exact") > 0 {
			r := magPow2(x.exp - int64(rapid.IntRange(-2, 150).Draw(t, "width")))
			r.m |= rapid.Uint32().Draw(t, "radmant")
			x.rad = r
		}
		return x
	})
}

// pointIn draws an exact number of the ball, its ends included.
func pointIn(t *rapid.T, x *Real, label string) Real {
	var h Real
	h.setMag(x.rad)
	k := int64(rapid.IntRange(-16, 16).Draw(t, label))
	h.MulInt64(&h, k, 64)
	h.Mul2Exp(&h, -4)
	m := x.mid()
	wp := uint(600)
	if d := x.exp - x.rad.e; d > 0 && !x.rad.isZero() {
		wp += uint(d)
	}
	h.Add(&m, &h, wp)
	if !h.IsExact() {
		t.Fatalf("point of %v is not exact", x)
	}
	return h
}

// TestInclusion: for a ball x and a number p in it, f(p), computed to twice the precision,
// overlaps f(x), and the ball f(x) is no wider than needed to call it finite when f is.
func TestInclusion(t *testing.T) {
	for name, f := range realFuncs {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			x := genReal(12).Draw(t, "x")
			prec := uint(rapid.IntRange(2, 300).Draw(t, "prec"))
			p := pointIn(t, &x, "p")
			var fx, fp Real
			f(&fx, &x, prec)
			f(&fp, &p, 2*prec+100)
			if !fx.IsFinite() {
				return
			}
			if !fp.IsFinite() {
				t.Fatalf("f(x) = %v is finite but f(p) is not", &fx)
			}
			if !fx.Overlaps(&fp) || fp.RelAccuracyBits() > 2*int(prec) && !fx.containsWithin(&fp) {
				t.Fatalf("f(%v) = %v does not contain f(%v) = %v", &x, &fx, &p, &fp)
			}
		}))
	}
}

// containsWithin tells whether the midpoint of y is in z, up to y's own radius.
func (z *Real) containsWithin(y *Real) bool {
	w := *z
	w.rad = w.rad.add(y.rad)
	m := y.mid()
	return w.ContainsReal(&m)
}

func TestInclusion2(t *testing.T) {
	fs := map[string]realFunc2{
		"add": (*Real).Add, "sub": (*Real).Sub, "mul": (*Real).Mul, "div": (*Real).Div,
		"min": (*Real).Min, "max": (*Real).Max,
		"pow": (*Real).Pow, "atan2": (*Real).Atan2, "hypot": (*Real).Hypot,
	}
	for name, f := range fs {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			x, y := genReal(8).Draw(t, "x"), genReal(8).Draw(t, "y")
			prec := uint(rapid.IntRange(2, 300).Draw(t, "prec"))
			p, q := pointIn(t, &x, "p"), pointIn(t, &y, "q")
			var fx, fp Real
			f(&fx, &x, &y, prec)
			f(&fp, &p, &q, 2*prec+400)
			if !fx.IsFinite() {
				return
			}
			if !fp.IsFinite() || !fx.Overlaps(&fp) || fp.RelAccuracyBits() > 2*int(prec) && !fx.containsWithin(&fp) {
				t.Fatalf("f(%v, %v) = %v does not contain f(%v, %v) = %v", &x, &y, &fx, &p, &q, &fp)
			}
		}))
	}
}

func TestInclusionComplex(t *testing.T) {
	for name, f := range complexFuncs {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			x := Complex{genReal(6).Draw(t, "re"), genReal(6).Draw(t, "im")}
			prec := uint(rapid.IntRange(2, 300).Draw(t, "prec"))
			p := Complex{pointIn(t, &x.Re, "p"), pointIn(t, &x.Im, "q")}
			var fx, fp Complex
			f(&fx, &x, prec)
			f(&fp, &p, 2*prec+100)
			if !fx.IsFinite() {
				return
			}
			if !fp.IsFinite() || !fx.Overlaps(&fp) {
				t.Fatalf("f(%v + i %v) = %v + i %v does not contain f(%v + i %v) = %v + i %v",
					&x.Re, &x.Im, &fx.Re, &fx.Im, &p.Re, &p.Im, &fp.Re, &fp.Im)
			}
		}))
	}
}

func TestInclusionComplex2(t *testing.T) {
	for name, f := range map[string]func(z, x, y *Complex, prec uint) *Complex{
		"add": (*Complex).Add, "sub": (*Complex).Sub, "mul": (*Complex).Mul, "div": (*Complex).Div, "pow": (*Complex).Pow,
		"sqr":  func(z, x, _ *Complex, prec uint) *Complex { return z.Sqr(x, prec) },
		"inv":  func(z, x, _ *Complex, prec uint) *Complex { return z.Inv(x, prec) },
		"abs":  func(z, x, _ *Complex, prec uint) *Complex { return z.Abs(x, prec) },
		"arg":  func(z, x, _ *Complex, prec uint) *Complex { return z.Arg(x, prec) },
		"root": func(z, x, _ *Complex, prec uint) *Complex { return z.Root(x, 5, prec) },
	} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			x := Complex{genReal(5).Draw(t, "re"), genReal(5).Draw(t, "im")}
			y := Complex{genReal(3).Draw(t, "re"), genReal(3).Draw(t, "im")}
			prec := uint(rapid.IntRange(2, 300).Draw(t, "prec"))
			p := Complex{pointIn(t, &x.Re, "p"), pointIn(t, &x.Im, "q")}
			q := Complex{pointIn(t, &y.Re, "p"), pointIn(t, &y.Im, "q")}
			var fx, fp Complex
			f(&fx, &x, &y, prec)
			f(&fp, &p, &q, 2*prec+100)
			if fx.IsFinite() && (!fp.IsFinite() || !fx.Overlaps(&fp)) {
				t.Fatalf("f(%v, %v) = %v does not contain f(%v, %v) = %v", &x, &y, &fx, &p, &q, &fp)
			}
		}))
	}
}

// Exact rational arithmetic is the judge of the four operations.
func TestArithmeticAgainstRat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := genReal(40).Draw(t, "x"), genReal(40).Draw(t, "y")
		p, q := pointIn(t, &x, "p"), pointIn(t, &y, "q")
		prec := uint(rapid.IntRange(2, 400).Draw(t, "prec"))
		rp, _ := p.Mid().Rat(nil)
		rq, _ := q.Mid().Rat(nil)
		if rp == nil {
			rp = new(big.Rat)
		}
		if rq == nil {
			rq = new(big.Rat)
		}
		var z Real
		check := func(op string, want *big.Rat) {
			t.Helper()
			if !z.Contains(want) {
				t.Fatalf("%v %s %v = %v does not contain %v", &x, op, &y, &z, want.FloatString(60))
			}
			if x.IsExact() && y.IsExact() && z.IsFinite() && !z.rad.isZero() && z.exp-z.rad.e < int64(prec)-1 {
				t.Fatalf("%v %s %v loses bits: %d of %d", &x, op, &y, z.exp-z.rad.e, prec)
			}
		}
		z.Add(&x, &y, prec)
		check("+", new(big.Rat).Add(rp, rq))
		z.Sub(&x, &y, prec)
		check("−", new(big.Rat).Sub(rp, rq))
		z.Mul(&x, &y, prec)
		check("·", new(big.Rat).Mul(rp, rq))
		z.Sqr(&x, prec)
		if want := new(big.Rat).Mul(rp, rp); !z.Contains(want) || z.IsNegative() {
			t.Fatalf("%v² = %v", &x, &z)
		}
		if z.Div(&x, &y, prec); rq.Sign() == 0 && z.IsFinite() {
			t.Fatalf("%v / %v = %v", &x, &y, &z)
		} else if rq.Sign() != 0 {
			check("/", new(big.Rat).Quo(rp, rq))
		}
		z.SetRound(&x, prec)
		if !z.Contains(rp) {
			t.Fatalf("%v rounded to %d bits is %v", &x, prec, &z)
		}
		z.Union(&x, &y, prec)
		if !z.Contains(rp) || !z.Contains(rq) {
			t.Fatalf("hull of %v and %v is %v", &x, &y, &z)
		}
		if ok := z.Intersect(&x, &y, prec); x.Contains(rq) && (!ok || !z.Contains(rq)) {
			t.Fatalf("%v and %v meet in %v", &x, &y, &z)
		}
		if c := x.Cmp(&y); c != 0 && c != rp.Cmp(rq) {
			t.Fatalf("Cmp(%v, %v) = %d", &x, &y, c)
		}
		z.Floor(&x, prec)
		if fl := floorRat(rp); !z.Contains(fl) {
			t.Fatalf("⌊%v⌋ = %v", &x, &z)
		}
		z.Ceil(&x, prec)
		if fl := floorRat(new(big.Rat).Neg(rp)); !z.Contains(fl.Neg(fl)) {
			t.Fatalf("⌈%v⌉ = %v", &x, &z)
		}
		z.Sign(&x)
		if !z.Contains(big.NewRat(int64(rp.Sign()), 1)) || z.magUpper().cmp(magPow2(0)) > 0 {
			t.Fatalf("sign of %v = %v", &x, &z)
		}
		z.Abs(&x)
		if !z.Contains(new(big.Rat).Abs(rp)) || z.IsNegative() {
			t.Fatalf("|%v| = %v", &x, &z)
		}
	})
}

func floorRat(q *big.Rat) *big.Rat {
	n := new(big.Int).Div(q.Num(), q.Denom()) // Euclidean, and denominators are positive
	return new(big.Rat).SetInt(n)
}

// A result may be one of its arguments.
func TestAliasing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := genReal(6).Draw(t, "x"), genReal(6).Draw(t, "y")
		u, v := Complex{x, y}, Complex{genReal(3).Draw(t, "re"), genReal(3).Draw(t, "im")}
		prec := uint(rapid.IntRange(2, 300).Draw(t, "prec"))
		n := int64(rapid.IntRange(-9, 9).Draw(t, "n"))
		unary := map[string]realFunc{
			"sqr":    (*Real).Sqr,
			"floor":  (*Real).Floor,
			"powint": func(z, x *Real, prec uint) *Real { return z.PowInt(x, n, prec) },
			"root":   func(z, x *Real, prec uint) *Real { return z.Root(x, n, prec) },
			"cos2":   func(z, x *Real, prec uint) *Real { new(Real).SinCos(z, x, prec); return z },
			"cosh2":  func(z, x *Real, prec uint) *Real { new(Real).SinhCosh(z, x, prec); return z },
		}
		maps.Copy(unary, realFuncs)
		for name, f := range unary {
			var z Real
			w := x
			if f(&z, &x, prec); !f(&w, &w, prec).Equal(&z) {
				t.Fatalf("%s(%v): %v in place, else %v", name, &x, &w, &z)
			}
		}
		for name, f := range map[string]realFunc2{
			"add": (*Real).Add, "sub": (*Real).Sub, "mul": (*Real).Mul, "div": (*Real).Div, "pow": (*Real).Pow,
			"atan2": (*Real).Atan2, "hypot": (*Real).Hypot, "union": (*Real).Union, "min": (*Real).Min, "max": (*Real).Max,
		} {
			var z Real
			w := x
			if f(&z, &x, &y, prec); !f(&w, &w, &y, prec).Equal(&z) {
				t.Fatalf("%s(%v, %v): %v in place of the first, else %v", name, &x, &y, &w, &z)
			}
			w = y
			if !f(&w, &x, &w, prec).Equal(&z) {
				t.Fatalf("%s(%v, %v): %v in place of the second, else %v", name, &x, &y, &w, &z)
			}
		}
		same := func(name string, a, b *Complex) {
			if !a.Re.Equal(&b.Re) || !a.Im.Equal(&b.Im) {
				t.Fatalf("%s of %v, %v: %v in place, else %v", name, &u, &v, a, b)
			}
		}
		for name, f := range complexFuncs {
			var z Complex
			w := u
			f(&z, &u, prec)
			same(name, f(&w, &w, prec), &z)
		}
		for name, f := range map[string]func(z, x, y *Complex, prec uint) *Complex{
			"add": (*Complex).Add, "sub": (*Complex).Sub, "mul": (*Complex).Mul, "div": (*Complex).Div, "pow": (*Complex).Pow,
		} {
			var z Complex
			f(&z, &u, &v, prec)
			w := u
			same(name, f(&w, &w, &v, prec), &z)
			w = v
			same(name, f(&w, &u, &w, prec), &z)
			w = u
			f(&z, &u, &u, prec)
			same(name, f(&w, &w, &w, prec), &z)
		}
	})
}

// A number of any exponent has a text, at once; what can be read back contains the number.
func TestTextOfEveryExponent(t *testing.T) {
	for _, e := range []int64{900, 1 << 12, 1 << 20, 1 << 40, 1 << 50, 1 << 55, 1 << 58, 1 << 59, 1<<60 - 100} {
		for _, e := range []int64{e, -e} {
			var x, root, back Real
			x.SetInt64(3)
			x.Mul2Exp(&x, e)
			root.Sqrt(&x, 100)
			for _, z := range []*Real{&x, &root} {
				s := z.String()
				if s == "" {
					t.Errorf("3·2^%d has no text", e)
				}
				if _, err := back.SetDecimal(s, 128); err == nil && !back.Overlaps(z) {
					t.Errorf("3·2^%d, or its root, is written %s", e, s)
				}
			}
		}
	}
}
