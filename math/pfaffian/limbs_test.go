package pfaffian

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawn is a number of about 64·words bits with a wild mantissa.
func drawn[L limb](t *rapid.T, name string) float[L] {
	var x float[L]
	for i := range len(x.m) {
		x.m[i] = rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, math.MaxUint64, 1 << 63})).Draw(t, name)
	}
	x.m[len(x.m)-1] |= 1 << 63
	x.e = rapid.Int64Range(-200, 200).Draw(t, name+" exponent")
	x.s = rapid.SampledFrom([]int64{-1, 0, 1, 1, -1}).Draw(t, name+" sign")
	if x.s == 0 {
		return float[L]{}
	}
	return x
}

func testLimbs[L limb](t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawn[L](t, "x"), drawn[L](t, "y")
		if rapid.Bool().Draw(t, "near") {
			y = x.negated()
			y.m[0] ^= rapid.Uint64Range(0, 7).Draw(t, "low bits")
			y.e += rapid.Int64Range(-1, 1).Draw(t, "shift")
		}
		num := func() *big.Float { return new(big.Float).SetPrec(6000) }
		bx, by := num().Set(x.big()), num().Set(y.big())
		unit := limbUnit(len(x.m))
		within := func(name string, got float[L], want *big.Float, scale float64) {
			if !got.zero() && got.m[len(got.m)-1]>>63 == 0 {
				t.Fatalf("%s: %v is not normal", name, got)
			}
			diff, _ := num().Sub(got.big(), want).Float64()
			if math.Abs(diff) > unit*scale {
				t.Fatalf("%s of %v and %v: off by %g, scale %g", name, bx, by, diff, scale)
			}
		}
		larger := max(x.size(), y.size()) * 1.0001
		within("sum", x.plus(y), num().Add(bx, by), larger)
		within("difference", x.minus(y), num().Sub(bx, by), larger)
		within("product", x.times(y), num().Mul(bx, by), x.size()*y.size()*1.0001)
		if !y.zero() {
			within("quotient", x.over(y), num().Quo(bx, by), x.size()/y.size()*1.0001)
		}
		if back := limbsOf[L](x.big()); back != x {
			t.Fatalf("%v came back as %v", x, back)
		}
		if f, _ := bx.Float64(); math.Abs(x.size()-math.Abs(f)) > 1e-12*math.Abs(f) {
			t.Fatalf("size %g of %v", x.size(), bx)
		}
	})
}

func TestLimbs(t *testing.T) {
	t.Run("2", testLimbs[[2]uint64])
	t.Run("3", testLimbs[[3]uint64])
	t.Run("6", testLimbs[[6]uint64])
	t.Run("32", testLimbs[[32]uint64])
}

func BenchmarkLimbs(b *testing.B) {
	b.ReportAllocs()
	x := limbsOf[[2]uint64](big.NewFloat(1.2345))
	y := limbsOf[[2]uint64](big.NewFloat(-0.6789))
	z := x
	for b.Loop() {
		z = x.minus(z.times(y))
		z = x.plus(z.times(y))
	}
	if z.zero() {
		b.Fatal("zero")
	}
}
