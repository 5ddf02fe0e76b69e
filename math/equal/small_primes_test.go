package equal

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestSmallPrimes: the product of the powers is the number, the factors rise, those below 1000
// are prime by trial, and none of the last has a factor below 1000 left.
func TestSmallPrimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := big.NewInt(1)
		for range rapid.IntRange(0, 8).Draw(t, "factors") {
			f := rapid.OneOf(rapid.Uint64Range(1, 40), rapid.Uint64Range(1, 2000), rapid.Uint64Min(1)).Draw(t, "f")
			n.Mul(n, new(big.Int).SetUint64(f))
		}
		product := big.NewInt(1)
		last := new(big.Int)
		for _, f := range smallPrimes(n) {
			if f.k < 1 || f.p.Cmp(last) <= 0 {
				t.Fatalf("%v: %v^%d after %v", n, f.p, f.k, last)
			}
			last = f.p
			for d := int64(2); d < largestTrial && big.NewInt(d).Cmp(f.p) < 0; d++ {
				if new(big.Int).Rem(f.p, big.NewInt(d)).Sign() == 0 {
					t.Fatalf("%v: %v is divisible by %d", n, f.p, d)
				}
			}
			product.Mul(product, new(big.Int).Exp(f.p, big.NewInt(f.k), nil))
			if f.name() != f.p.String() {
				t.Fatalf("%v is named %s", f.p, f.name())
			}
		}
		if product.Cmp(n) != 0 {
			t.Fatalf("%v: the product is %v", n, product)
		}
	})
}
