package quiver

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Both implementations give the same Hermite basis, on small entries and where the machine
// integers give up.
func TestKernelsAgree(t *testing.T) {
	gaveUp := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "columns")
		most := rapid.SampledFrom([]int64{1, 3, 50, 1 << 20, 1 << 40}).Draw(t, "size")
		m := make([][]int64, rapid.IntRange(0, 6).Draw(t, "rows"))
		for i := range m {
			for range n {
				m[i] = append(m[i], rapid.Int64Range(-most, most).Draw(t, "entry"))
			}
		}
		want := kernel(toBig(m), n)
		got, ok := kernel64(m, n)
		if !ok {
			gaveUp++
			got = nil
		}
		for i, v := range want {
			sum := new(big.Int)
			for _, row := range toBig(m) {
				sum.SetInt64(0)
				for k := range n {
					sum.Add(sum, new(big.Int).Mul(row[k], v[k]))
				}
				if sum.Sign() != 0 {
					t.Fatalf("%v is not in the kernel", v)
				}
			}
			for k := range n {
				if ok && (len(got) != len(want) || v[k].Cmp(big.NewInt(got[i][k])) != 0) {
					t.Fatalf("kernels %v and %v", want, got)
				}
			}
		}
	})
	if gaveUp == 0 {
		t.Error("the machine integers were never given up")
	}
}

// The split does not depend on the implementation.
func TestSplitsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "columns")
		draw := func(name string) [][]int64 {
			m := make([][]int64, rapid.IntRange(0, 5).Draw(t, name))
			for i := range m {
				for range n {
					m[i] = append(m[i], rapid.Int64Range(-4, 4).Draw(t, name))
				}
			}
			return m
		}
		lattice, ok := kernel64(draw("conditions"), n)
		if !ok {
			t.Skip("large entries")
		}
		rows := draw("rows")
		b64, m64, ok := splitBaryonic64(lattice, rows, n)
		if !ok {
			t.Skip("large entries")
		}
		// Scaling the rows by a large number sends the general function to big integers and
		// changes nothing in the answer.
		large := toBig(rows)
		for _, row := range large {
			for _, x := range row {
				x.Lsh(x, 40)
			}
		}
		b, m := splitBaryonic(toBig(lattice), large, n)
		for _, pair := range [][2][]intVector{{b, toBig(b64)}, {m, toBig(m64)}} {
			if len(pair[0]) != len(pair[1]) {
				t.Fatalf("%d and %d vectors", len(pair[0]), len(pair[1]))
			}
			for i := range pair[0] {
				for k := range n {
					if pair[0][i][k].Cmp(pair[1][i][k]) != 0 {
						t.Fatalf("%v and %v", pair[0], pair[1])
					}
				}
			}
		}
	})
}
