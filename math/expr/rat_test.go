package expr

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestRat compares the shortcuts for small numbers with math/big, which also must find the
// arguments unchanged.
func TestRat(t *testing.T) {
	gen := rapid.Custom(func(t *rapid.T) *big.Rat {
		num := rapid.OneOf(rapid.Int64Range(-20, 20), rapid.Int64Range(-1<<32, 1<<32), rapid.Int64()).Draw(t, "num")
		den := rapid.OneOf(rapid.Just(int64(1)), rapid.Int64Range(1, 12), rapid.Int64Min(1)).Draw(t, "den")
		return big.NewRat(num, den)
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
		was := [2]string{a.String(), b.String()}
		same := func(name string, got, want *big.Rat) {
			if got.Cmp(want) != 0 {
				t.Fatalf("%s of %v and %v: %v, want %v", name, a, b, got, want)
			}
		}
		same("product", mulRat(a, b), new(big.Rat).Mul(a, b))
		same("sum", addRat(a, b), new(big.Rat).Add(a, b))
		same("opposite", negRat(a), new(big.Rat).Neg(a))
		if cmpRat(a, b) != a.Cmp(b) || equalRat(a, b) != (a.Cmp(b) == 0) || isOneRat(a) != (a.Cmp(big.NewRat(1, 1)) == 0) {
			t.Fatalf("comparison of %v and %v", a, b)
		}
		if ratBits(a) != max(a.Num().BitLen(), a.Denom().BitLen()) {
			t.Fatalf("%v has %d bits", a, ratBits(a))
		}
		if was != [2]string{a.String(), b.String()} {
			t.Fatalf("%v was changed", was)
		}
	})
}
