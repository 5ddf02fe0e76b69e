package ball

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestUniqueInt counts the integers of a ball one by one: UniqueInt finds it if there is one
// and no other, and never otherwise.
func TestUniqueInt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := genReal(rapid.SampledFrom([]int{3, 12, 70}).Draw(t, "size")).Draw(t, "x")
		if !x.IsFinite() || x.rad.e > 4 {
			return
		}
		mid, _ := x.Mid().Rat(nil)
		if mid == nil {
			mid = new(big.Rat)
		}
		near := new(big.Int).Div(mid.Num(), mid.Denom())
		var inside []*big.Int
		for d := int64(-20); d <= 20; d++ {
			k := new(big.Int).Add(near, big.NewInt(d))
			if x.Contains(new(big.Rat).SetInt(k)) {
				inside = append(inside, k)
			}
		}
		k, ok := x.UniqueInt()
		switch {
		case ok && (len(inside) != 1 || k.Cmp(inside[0]) != 0):
			t.Fatalf("%v: %v, of %v", &x, k, inside)
		case !ok && len(inside) == 1 && x.rad.e <= 1 && x.rad.e < x.exp-80:
			t.Fatalf("%v: %v was not found", &x, inside[0])
		}
		floor := x.mid()
		if got := floor.floorInt(false); got.Cmp(near) != 0 {
			t.Fatalf("floor %v = %v, want %v", mid, got, near)
		}
		up := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(mid.Num()), mid.Denom()))
		if got := floor.floorInt(true); got.Cmp(up) != 0 {
			t.Fatalf("ceiling %v = %v, want %v", mid, got, up)
		}
	})
}
