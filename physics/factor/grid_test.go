package factor

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
)

// randomGrid draws couplings and fields in −1 … 1.
func randomGrid(rows, cols int, ringH, ringV bool, seed uint64) (Jh, Jv, h [][]float64) {
	k := uint64(0)
	draw := func(rows, cols int) [][]float64 {
		a := make([][]float64, rows)
		for r := range a {
			a[r] = make([]float64, cols)
			for c := range a[r] {
				a[r][c] = 2*modelfile.Uniform(seed, k) - 1
				k++
			}
		}
		return a
	}
	wide, high := cols-1, rows-1
	if ringH {
		wide++
	}
	if ringV {
		high++
	}
	return draw(rows, wide), draw(high, cols), draw(rows, cols)
}

func TestGridTransferAgainstElimination(t *testing.T) {
	for _, c := range []struct {
		rows, cols   int
		ringH, ringV bool
		beta         float64
	}{
		{1, 1, false, false, 0.7}, {1, 5, false, false, 0.7}, {5, 1, false, false, 0.7}, {3, 4, false, false, -0.7},
		{4, 7, false, false, 1}, {7, 4, false, false, 2}, {5, 5, true, false, 1}, {5, 5, false, true, 1}, {4, 5, true, true, 1},
		{5, 3, true, true, 0.6}, {2, 2, true, true, 0.3}, {13, 14, false, false, 0.8}, {9, 13, true, false, 0.8},
		{15, 15, false, false, 0.5}, {6, 6, false, false, 9}, {6, 6, false, false, 60}, {12, 12, false, false, 25},
		{8, 8, true, false, 500}, {5, 5, true, true, 30}, {3, 3, false, false, 5000}, {16, 18, false, false, 1},
	} {
		t.Run(fmt.Sprintf("%dx%d/%v/%v/%g", c.rows, c.cols, c.ringH, c.ringV, c.beta), func(t *testing.T) {
			Jh, Jv, h := randomGrid(c.rows, c.cols, c.ringH, c.ringV, 5)
			for _, fields := range [][][]float64{h, nil} {
				got, err := GridTransfer(context.Background(), c.beta, Jh, Jv, fields, Options{})
				if err != nil {
					t.Fatal(err)
				}
				g, err := newGrid(c.beta, Jh, Jv, fields)
				if err != nil {
					t.Fatal(err)
				}
				m, err := g.model()
				if err != nil {
					t.Fatal(err)
				}
				want, err := LogZ(context.Background(), m, Options{})
				if err != nil {
					t.Fatal(err)
				}
				if d := math.Abs(got.Float64() - want.Float64()); d > got.ErrorBound+want.ErrorBound+1e-15*math.Abs(want.Float64()) {
					t.Errorf("%v ± %g by %s, %v ± %g by %s %v", got.Value, got.ErrorBound, got.Method, want.Value, want.ErrorBound, want.Method, want.Escalated)
				}
				if got.Relative() > 1e-10 {
					t.Errorf("bound %g by %s %v", got.ErrorBound, got.Method, got.Escalated)
				}
			}
		})
	}
}

// The vector instructions do what the portable code does, but for one rounding less here
// and there.
func TestOctetVector(t *testing.T) {
	if !vectorized() {
		t.Skip("no vector instructions on this processor")
	}
	s := newStrip(14, 1)
	site := make([]siteWeights, 14)
	k := uint64(0)
	for c := range site {
		for l := range 2 {
			for n := range 2 {
				for o := range 2 {
					site[c][l][n][o] = modelfile.Uniform(1, k)
					k++
				}
			}
		}
	}
	s.triples(site)
	for at := 3; at <= 11; at++ {
		for left := -1; left < 2; left++ {
			v, w := make([]float64, 1<<14), make([]float64, 1<<14)
			for x := range v {
				v[x] = modelfile.Uniform(2, uint64(x))
				w[x] = v[x]
			}
			sweepVector(v, 1<<at, &s.triple[at], left)
			sweep3(w, 1<<at, &site[at], &site[at+1], &site[at+2], left)
			for x := range v {
				if d := math.Abs(v[x] - w[x]); d > 6*unit*w[x] {
					t.Fatalf("stride 2^%d, left %d: entry %d is %v, want %v", at, left, x, v[x], w[x])
				}
			}
		}
	}
}

// Long strips, at infinite temperature and with couplings that nearly vanish or nearly
// freeze: powers of two must be taken out in time.
func TestGridTransferLongStrips(t *testing.T) {
	const rows, cols = 700, 5
	Jh, Jv, h := randomGrid(rows, cols, true, false, 3)
	for _, beta := range []float64{0, 1e-9, 0.3, 12} {
		got, err := GridTransfer(context.Background(), beta, Jh, Jv, h, Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := newGrid(beta, Jh, Jv, h)
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.model()
		if err != nil {
			t.Fatal(err)
		}
		want, err := LogZ(context.Background(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := math.Abs(got.Float64() - want.Float64()); d > got.ErrorBound+want.ErrorBound+1e-15*want.Float64() || got.Relative() > 1e-10 {
			t.Errorf("beta %v: %v ± %g, want %v", beta, got.Value, got.ErrorBound, want.Value)
		}
		if beta == 0 && math.Abs(got.Float64()-rows*cols*math.Ln2) > 1e-9 {
			t.Errorf("ln Z = %v at beta 0", got.Value)
		}
	}
}

// Many tables of large entries meet in one product.
func TestStarOfLargeTables(t *testing.T) {
	// All leaves hang on the same nine spins, and each multiplies Z by sixteen.
	m := &Model{}
	const core, leaves = 13, 240
	for range core {
		m.Card = append(m.Card, 2)
	}
	all := identity(core)
	for range leaves {
		v := len(m.Card)
		m.Card = append(m.Card, 1<<4)
		m.Factors = append(m.Factors, Factor{Sites: append([]int{v}, all[:9]...), Log: make([]float64, 1<<13)})
	}
	m.Factors = append(m.Factors, Factor{Sites: all, Log: make([]float64, 1<<core)})
	z, err := LogZ(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := float64(core+4*leaves) * math.Ln2; math.Abs(z.Float64()-want) > z.ErrorBound {
		t.Errorf("ln Z = %v ± %g, want %v", z.Value, z.ErrorBound, want)
	}
}

func BenchmarkGridTransfer(b *testing.B) {
	for _, n := range []int{16, 20, 24} {
		b.Run(fmt.Sprintf("L=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			Jh, Jv, h := randomGrid(n, n, false, false, 1)
			for b.Loop() {
				if _, err := GridTransfer(context.Background(), 0.7, Jh, Jv, h, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
