package lattice

import (
	"context"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := uint64(1)<<62 - 57 // a prime
		f := newField(p)
		P := new(big.Int).SetUint64(p)
		draw := func(name string) *big.Int {
			x := new(big.Int).SetUint64(rapid.Uint64().Draw(t, name))
			return x.Sub(x, new(big.Int).Lsh(big.NewInt(1), 63))
		}
		a, b := draw("a"), draw("b")
		same := func(what string, got uint64, want *big.Int) {
			if w := new(big.Int).Mod(want, P).Uint64(); f.plain(got) != w {
				t.Fatalf("%s: %d, want %d", what, f.plain(got), w)
			}
		}
		x, y := f.of(a), f.of(b)
		same("a", x, a)
		same("a·b", f.mul(x, y), new(big.Int).Mul(a, b))
		same("a+b", f.add(x, y), new(big.Int).Add(a, b))
		same("a−b", f.sub(x, y), new(big.Int).Sub(a, b))
		same("a^77", f.pow(x, 77), new(big.Int).Exp(a, big.NewInt(77), P))
		if x != 0 {
			same("a/a", f.mul(x, f.inv(x)), big.NewInt(1))
		}
		if y != 0 {
			q, ok := f.ofRat(new(big.Rat).SetFrac(a, b))
			if !ok || f.mul(q, y) != x {
				t.Fatalf("(a/b)·b is not a")
			}
		}
	})
}

func TestFromResidues(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "x")
		x := new(big.Int).SetBytes(bytes)
		if rapid.Bool().Draw(t, "negative") {
			x.Neg(x)
		}
		calls := 0
		got, err := fromResidues(ctx, x.BitLen(), func(f *field) (uint64, bool, error) {
			calls++
			return f.of(x), calls != 2, nil // the second prime is declined
		})
		if err != nil || got.Cmp(x) != 0 {
			t.Fatalf("%v (%v), want %v", got, err, x)
		}
	})
	if _, err := fromResidues(ctx, 100, func(*field) (uint64, bool, error) { return 0, false, nil }); err == nil {
		t.Error("all primes declined: no error")
	}
	if _, err := fromResidues(ctx, maxExactBits+1, nil); err == nil {
		t.Error("too many bits: no error")
	}
}

func TestDeterminant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newField(uint64(1)<<62 - 57)
		n := rapid.IntRange(0, 4).Draw(t, "n")
		a, m := make([][]int64, n), make([][]uint64, n)
		for i := range a {
			a[i], m[i] = make([]int64, n), make([]uint64, n)
			for j := range a[i] {
				a[i][j] = rapid.Int64Range(-2, 2).Draw(t, "a")
				m[i][j] = f.ofInt(a[i][j])
			}
		}
		// Leibniz by expansion along the first row.
		var det func(rows []int, col int) int64
		det = func(rows []int, col int) int64 {
			if col == n {
				return 1
			}
			sum, sign := int64(0), int64(1)
			for k, r := range rows {
				rest := append(append([]int{}, rows[:k]...), rows[k+1:]...)
				sum += sign * a[r][col] * det(rest, col+1)
				sign = -sign
			}
			return sum
		}
		var all []int
		for i := range n {
			all = append(all, i)
		}
		if got, want := f.determinant(m), f.ofInt(det(all, 0)); got != want {
			t.Fatalf("determinant %d, want %d", f.plain(got), f.plain(want))
		}
	})
}
