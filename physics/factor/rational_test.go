package factor

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/modelfile"
)

// Tables of small fractions, of which many sums are zero: exactly zero where the sum of
// fractions is, and else its logarithm and sign, in JSON and (decimals) in UAI files.
func TestExactSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		uai := rapid.Bool().Draw(t, "uai")
		type table struct {
			sites []int
			w     []*big.Rat
		}
		var tables []table
		for range rapid.IntRange(1, 4).Draw(t, "factors") {
			f := table{sites: rapid.Permutation(identity(n)).Draw(t, "sites")[:rapid.IntRange(0, min(n, 2)).Draw(t, "order")]}
			for range 1 << len(f.sites) {
				d := rapid.SampledFrom([]int64{1, 2, 3, 7}).Draw(t, "below")
				if uai {
					d = rapid.SampledFrom([]int64{1, 2, 5, 10}).Draw(t, "below")
				}
				f.w = append(f.w, big.NewRat(rapid.Int64Range(-2, 2).Draw(t, "above"), d))
			}
			tables = append(tables, f)
		}
		want := new(big.Rat)
		for s := range 1 << n {
			w := big.NewRat(1, 1)
			for _, f := range tables {
				x := 0
				for _, v := range f.sites {
					x = 2*x + s>>v&1
				}
				w.Mul(w, f.w[x])
			}
			want.Add(want, w)
		}
		var m *Model
		var err error
		if uai {
			var b strings.Builder
			fmt.Fprintf(&b, "MARKOV %d %s %d\n", n, strings.Repeat("2 ", n), len(tables))
			for _, f := range tables {
				fmt.Fprintln(&b, len(f.sites), strings.Trim(fmt.Sprint(f.sites), "[]"))
			}
			for _, f := range tables {
				fmt.Fprint(&b, len(f.w))
				for _, w := range f.w {
					fmt.Fprint(&b, " ", w.FloatString(1))
				}
				fmt.Fprintln(&b)
			}
			m, err = ReadUAI(strings.NewReader(b.String()))
		} else {
			var list []string
			for _, f := range tables {
				list = append(list, fmt.Sprintf(`{"sites":%s,"table":[%s]}`, strings.ReplaceAll(fmt.Sprint(f.sites), " ", ","), quoted(f.w)))
			}
			var root *modelfile.Value
			root, err = modelfile.Parse(fmt.Appendf(nil, `{"model":"factors","cardinality":[%s],"factors":[%s]}`,
				strings.TrimSuffix(strings.Repeat("2,", n), ","), strings.Join(list, ",")))
			if err == nil {
				m, err = Read(root)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		z, err := LogZ(context.Background(), m, Options{Tolerance: rapid.SampledFrom([]float64{0, 1e-40}).Draw(t, "tolerance")})
		if err != nil {
			t.Fatalf("%v, the sum is %v", err, want)
		}
		if want.Sign() == 0 {
			if !z.Value.IsInf() || z.ErrorBound != 0 {
				t.Fatalf("%v ± %g, the sum is 0", z.Value, z.ErrorBound)
			}
			return
		}
		f, _ := new(big.Rat).Abs(want).Float64()
		if z.Value.IsInf() || math.Abs(z.Float64()-math.Log(f)) > 1e-12 || z.Negative != (want.Sign() < 0) {
			t.Fatalf("%v, negative %t, the sum is %v", z.Value, z.Negative, want)
		}
	})
}

func quoted(list []*big.Rat) string {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q", x.RatString())
	}
	return b.String()
}

// Logarithms that someone has changed after reading are what counts.
func TestExactSumsAfterChanges(t *testing.T) {
	root, err := modelfile.Parse([]byte(`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":[2,-2]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	m.Factors[0].Log[0] = math.Log(3)
	z, err := LogZ(context.Background(), m, Options{})
	if err != nil || math.Abs(z.Float64()) > 1e-12 {
		t.Errorf("%v, %v; want 0", z.Value, err)
	}
}
