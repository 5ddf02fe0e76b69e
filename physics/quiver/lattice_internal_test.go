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
		work := kernelWork
		want, ok := kernel(toBig(m), n, &work)
		if !ok {
			t.Fatal("too much work")
		}
		if both, ok := integerKernel(m, n); !ok || len(both) != len(want) {
			t.Fatalf("kernels of dimensions %d and %d", len(both), len(want))
		} else {
			for i := range want {
				for k := range n {
					if both[i][k].Cmp(want[i][k]) != 0 {
						t.Fatalf("kernels %v and %v", both, want)
					}
				}
			}
		}
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
		b, m, ok := splitBaryonic(toBig(lattice), large, n)
		if !ok {
			t.Fatal("too much work")
		}
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

// Traces and anomalies on machine integers are those on big ones: charges that are scaled by
// 2^80 take the other way.
func TestLargeCharges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := &Theory{}
		n := rapid.IntRange(1, 3).Draw(t, "nodes")
		for range n {
			th.Nodes = append(th.Nodes, Node{Rank: rapid.IntRange(2, 1000).Draw(t, "rank")})
		}
		var q, large Charges
		scale := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 80))
		for range rapid.IntRange(0, 6).Draw(t, "arrows") {
			th.Arrows = append(th.Arrows, Arrow{Source: rapid.IntRange(0, n-1).Draw(t, "s"), Target: rapid.IntRange(0, n-1).Draw(t, "t")})
			x := big.NewRat(rapid.Int64Range(-1000, 1000).Draw(t, "p"), rapid.Int64Range(1, 60).Draw(t, "q"))
			q = append(q, x)
			large = append(large, new(big.Rat).Mul(x, scale))
		}
		dims := th.dims()
		for power := 1; power <= 3; power++ {
			var a, b []numerators
			want := big.NewRat(1, 1)
			for range power {
				a, b = append(a, numeratorsOf(q)), append(b, numeratorsOf(large))
				want.Mul(want, scale)
			}
			if len(q) > 0 && b[0].small != nil && b[0].largest > 0 {
				t.Fatal("charges of 2^80 on machine integers")
			}
			want.Mul(want, trace(dims, a...))
			if got := trace(dims, b...); got.Cmp(want) != 0 {
				t.Fatalf("trace %v, want %v", got, want)
			}
		}
		a, b := th.MixedAnomalies(q), th.MixedAnomalies(large)
		for v := range a {
			if a[v].Mul(a[v], scale).Cmp(b[v]) != 0 {
				t.Fatalf("node %d: %v, want %v", v, b[v], a[v])
			}
		}
	})
}
