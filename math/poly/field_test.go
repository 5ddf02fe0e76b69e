package poly

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// testFields has the Mersenne prime, the next primes and one with many roots of unity.
func testFields(t testing.TB) []Field {
	f := Mersenne()
	g, err := f.Next()
	if err != nil {
		t.Fatal(err)
	}
	h, err := FieldWithRoots(5040)
	if err != nil {
		t.Fatal(err)
	}
	return []Field{f, g, h}
}

// Field arithmetic against math/big.
func TestFieldArithmetic(t *testing.T) {
	for _, f := range testFields(t) {
		p := new(big.Int).SetUint64(f.P())
		if !p.ProbablyPrime(20) {
			t.Fatalf("%d is not a prime", f.P())
		}
		element := rapid.OneOf(rapid.Uint64Range(0, f.P()-1), rapid.Uint64Range(f.P()-5, f.P()-1), rapid.Uint64Range(0, 3))
		rapid.Check(t, func(t *rapid.T) {
			x, y := element.Draw(t, "x"), element.Draw(t, "y")
			bx, by := new(big.Int).SetUint64(x), new(big.Int).SetUint64(y)
			same := func(what string, got uint64, want *big.Int) {
				if want.Mod(want, p); want.Uint64() != got {
					t.Fatalf("%s(%d, %d) = %d modulo %v, want %v", what, x, y, got, p, want)
				}
			}
			same("add", f.Add(x, y), new(big.Int).Add(bx, by))
			same("sub", f.Sub(x, y), new(big.Int).Sub(bx, by))
			same("neg", f.Neg(x), new(big.Int).Neg(bx))
			same("mul", f.Mul(x, y), new(big.Int).Mul(bx, by))
			same("pow", f.Pow(x, y), new(big.Int).Exp(bx, by, p))
			if x != 0 {
				same("inv", f.Inv(x), new(big.Int).ModInverse(bx, p))
				q, ok := f.FromRat(new(big.Rat).SetFrac(by, bx))
				if !ok {
					t.Fatal("FromRat")
				}
				same("mul", f.Mul(q, x), by)
			}
			n := rapid.Int64().Draw(t, "n")
			same("FromInt64", f.FromInt64(n), big.NewInt(n))
			big1 := new(big.Int).Mul(big.NewInt(n), new(big.Int).Mul(bx, by))
			same("FromInt", f.FromInt(big1), new(big.Int).Set(big1))
		})
	}
}

func TestFieldInvAll(t *testing.T) {
	f := Mersenne()
	x := []uint64{1, 2, f.P() - 1, 12345}
	y := append([]uint64(nil), x...)
	if !f.InvAll(y) {
		t.Fatal("InvAll refused nonzero elements")
	}
	for i := range x {
		if f.Mul(x[i], y[i]) != 1 {
			t.Errorf("1/%d = %d", x[i], y[i])
		}
	}
	if f.InvAll([]uint64{3, 0}) {
		t.Error("InvAll inverted 0")
	}
}

func TestFieldRoots(t *testing.T) {
	for _, f := range testFields(t) {
		rapid.Check(t, func(t *rapid.T) {
			x := rapid.Uint64Range(0, f.P()-1).Draw(t, "x")
			n := rapid.Uint64Range(1, 12).Draw(t, "n")
			y, ok := f.Root(f.Pow(x, n), n)
			if !ok || f.Pow(y, n) != f.Pow(x, n) {
				t.Fatalf("root %d of %d^%d modulo %d: %d, %v", n, x, n, f.P(), y, ok)
			}
			if y, ok := f.Root(x, n); ok && f.Pow(y, n) != x {
				t.Fatalf("root %d of %d modulo %d: %d", n, x, f.P(), y)
			}
		})
	}
	f := testFields(t)[2]
	for _, n := range []uint64{1, 2, 3, 4, 8, 24, 5040} {
		w, ok := f.RootOfUnity(n)
		if !ok || f.Pow(w, n) != 1 {
			t.Fatalf("no root of unity of order %d", n)
		}
		for d := uint64(1); d < n; d++ {
			if f.Pow(w, d) == 1 {
				t.Fatalf("the root of unity of order %d has order %d", n, d)
			}
		}
	}
	// Powers of one root are compatible: ζ₈ + 1/ζ₈ is a square root of 2.
	w, _ := f.RootOfUnity(8)
	if s := f.Add(w, f.Inv(w)); f.Mul(s, s) != 2 {
		t.Error("(ζ₈ + 1/ζ₈)² ≠ 2")
	}
	if _, ok := Mersenne().Sqrt(Mersenne().P() - 1); ok {
		t.Error("−1 is a square modulo 2⁶¹ − 1 ≡ 3 mod 4")
	}
	for _, p := range []uint64{0, 7, 1<<61 - 3, 1 << 61} {
		if _, err := NewField(p); err == nil {
			t.Errorf("NewField(%d) took it", p)
		}
	}
}

// One-loop running with thresholds, as a physicist writes it and expanded: the zero test of
// a pair of rational functions with four inversions at one point.
func BenchmarkFieldZeroTest(b *testing.B) {
	f := Mersenne()
	n, nf, g := uint64(123456789123), uint64(987654321987), uint64(5555555555555)
	three, eleven, two, sixteen := f.FromInt64(3), f.FromInt64(11), f.FromInt64(2), f.FromInt64(16)
	pi2 := uint64(77777777777777777)
	var sink uint64
	for b.Loop() {
		g3 := f.Mul(f.Mul(g, g), g)
		// −g³/(16π²)·(11N/3 − 2n_f/3)
		l := f.Sub(f.Mul(f.Mul(eleven, n), f.Inv(three)), f.Mul(f.Mul(two, nf), f.Inv(three)))
		l = f.Neg(f.Mul(f.Mul(g3, f.Inv(f.Mul(sixteen, pi2))), l))
		// g³(2n_f − 11N)/(48π²)
		r := f.Mul(g3, f.Sub(f.Mul(two, nf), f.Mul(eleven, n)))
		r = f.Mul(r, f.Inv(f.Mul(f.Mul(three, sixteen), pi2)))
		sink |= f.Sub(l, r)
	}
	if sink != 0 {
		b.Fatal("the two sides differ")
	}
}

func BenchmarkFieldMul(b *testing.B) {
	for _, f := range testFields(b)[:2] {
		b.Run(big.NewInt(int64(f.c)).String(), func(b *testing.B) {
			x := uint64(123456789123456789)
			for b.Loop() {
				for range 1000 {
					x = f.Mul(x, x)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/mul")
		})
	}
}
