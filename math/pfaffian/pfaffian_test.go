package pfaffian

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/math/wide"
)

func TestRandomAgainstDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	singular := 0
	for trial := range 1500 {
		n := 1 + rng.IntN(60)
		m, v, tree := random(rng, n, n/2+rng.IntN(2*n))
		r, err := Float64(context.Background(), m, v, 0, tree, Options{Workers: 1 + trial%3})
		if err != nil {
			t.Fatal(err)
		}
		want, sign := Dense(dense(m, v))
		got, _ := r.Log.Float64()
		if sign == 0 || r.Sign == 0 || want < -25 {
			singular++
			continue
		}
		if r.Sign != sign || math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
			t.Errorf("trial %d: n = %d: %d·exp %.12g, want %d·exp %.12g (%+v)", trial, n, r.Sign, got, sign, want, r.Stats)
		}
	}
	if singular > 1200 {
		t.Errorf("%d of 1500 matrices were singular", singular)
	}
}

func TestBoundRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	certified, worst := 0, 0.0
	for trial := range 600 {
		n := 2 * (1 + rng.IntN(40))
		m, v, tree := random(rng, n, n/2+rng.IntN(2*n))
		r, err := Float64(context.Background(), m, v, 0, tree, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		s, err := DoubleDouble(context.Background(), m, widened(v), 0, tree, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if math.IsInf(r.Bound, 0) || math.IsInf(s.Bound, 0) || r.Sign == 0 {
			continue
		}
		certified++
		diff, _ := new(big.Float).Sub(r.Log, s.Log).Float64()
		if r.Sign != s.Sign || math.Abs(diff) > r.Bound+s.Bound {
			t.Errorf("trial %d: %v and %v differ by %g, bounds %g, %g", trial, r.Log, s.Log, diff, r.Bound, s.Bound)
		}
		worst = max(worst, math.Abs(diff)/r.Bound)
	}
	if certified < 300 {
		t.Errorf("only %d matrices were certified", certified)
	}
	// The factor of confidence left out, the bound must all but hold by itself.
	if worst > 3/confidence(6, 1) {
		t.Errorf("errors reach %g of the bound", worst)
	}
	t.Logf("%d certified, worst error %.2g of the bound", certified, worst)
}

// The same matrix in all kinds of numbers; complex values are turned by a phase that
// multiplies the Pfaffian by its N/2-th power.
func TestKindsAgree(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(5, 6))
	regular := 0
	for trial := range 30 {
		n := 2 * (1 + rng.IntN(20))
		m, v, tree := random(rng, n, n/2+rng.IntN(2*n))
		o := Options{Workers: 1 + trial%2}
		bigs, zeros := make([]*big.Float, len(v)), make([]*big.Float, len(v))
		wides, turned := make([]wide.DD, len(v)), make([]complex128, len(v))
		phase := rng.Float64()*6 - 3
		turn := cmplx.Rect(1, phase)
		re, im := make([]*big.Float, len(v)), make([]*big.Float, len(v))
		wre, wim := make([]wide.DD, len(v)), make([]wide.DD, len(v))
		for k, x := range v {
			bigs[k], zeros[k], wides[k] = big.NewFloat(x), new(big.Float), wide.FromFloat(x)
			turned[k] = complex(x, 0) * turn
			re[k], im[k] = big.NewFloat(real(turned[k])), big.NewFloat(imag(turned[k]))
			wre[k], wim[k] = wide.FromFloat(real(turned[k])), wide.FromFloat(imag(turned[k]))
		}
		want, err := Big(ctx, m, bigs, 500, 0, tree, o)
		if err != nil {
			t.Fatal(err)
		}
		if want.Sign == 0 || want.Bound > 1e-100 {
			continue
		}
		regular++
		reals := map[string]func() (Result, error){
			"float64": func() (Result, error) { return Float64(ctx, m, v, 0, tree, o) },
			"wide":    func() (Result, error) { return DoubleDouble(ctx, m, wides, 0, tree, o) },
		}
		for _, prec := range []uint{64, 130, 200, 300, 700, 1500} {
			reals[fmt.Sprint("big ", prec)] = func() (Result, error) { return Big(ctx, m, bigs, prec, 0, tree, o) }
		}
		for name, f := range reals {
			got, err := f()
			if err != nil {
				t.Fatal(err)
			}
			diff, _ := new(big.Float).Sub(got.Log, want.Log).Float64()
			if math.Abs(diff) > got.Bound+want.Bound || !math.IsInf(got.Bound, 1) && got.Sign != want.Sign {
				t.Errorf("trial %d, %s: %v (sign %d), want %v (%d), bound %g", trial, name, got.Log, got.Sign, want.Log, want.Sign, got.Bound)
			}
		}
		arg := math.Mod(float64(n/2)*phase, 2*math.Pi)
		if want.Sign < 0 {
			arg += math.Pi
		}
		complexes := map[string]func() (Result, error){
			"complex128":   func() (Result, error) { return Complex128(ctx, m, turned, 4e-16, tree, o) },
			"complex wide": func() (Result, error) { return ComplexDoubleDouble(ctx, m, wre, wim, 4e-16, tree, o) },
		}
		for _, prec := range []uint{64, 200, 300, 600} {
			complexes[fmt.Sprint("complex big ", prec)] = func() (Result, error) { return ComplexBig(ctx, m, re, im, prec, math.Ldexp(4e-16, int(prec)), tree, o) }
		}
		for name, f := range complexes {
			got, err := f()
			if err != nil {
				t.Fatal(err)
			}
			diff, _ := new(big.Float).Sub(got.Log, want.Log).Float64()
			p, _ := got.Phase.Float64()
			turn := math.Remainder(p-arg, 2*math.Pi)
			if math.Abs(diff) > got.Bound+want.Bound || math.Abs(turn) > got.PhaseBound+1e-14*float64(n) {
				t.Errorf("trial %d, %s: %v ∠ %v, want %v ∠ %g, bound %g", trial, name, got.Log, got.Phase, want.Log, arg, got.Bound)
			}
		}
	}
	if regular < 10 {
		t.Errorf("only %d of 30 matrices were regular", regular)
	}
}

// The inverse against Gauss–Jordan elimination in 500-bit numbers, and its bound.
func TestInverse(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(7, 8))
	checked, worst := 0, 0.0
	for trial := range 60 {
		n := 2 * (1 + rng.IntN(12))
		m, v, tree := random(rng, n, n/2+rng.IntN(2*n))
		inv, ok := gaussJordan(m, v)
		if !ok {
			continue
		}
		w, bigs, zeros := make([]wide.DD, len(v)), make([]*big.Float, len(v)), make([]*big.Float, len(v))
		turned := make([]complex128, len(v))
		for k, x := range v {
			w[k], bigs[k], turned[k] = wide.FromFloat(x), big.NewFloat(x), complex(0, x)
			zeros[k] = new(big.Float)
		}
		o := Options{Workers: 1 + trial%3, Inverse: true}
		var results [4]Result
		var errs [4]error
		results[0], errs[0] = Float64(ctx, m, v, 0, tree, o)
		results[1], errs[1] = DoubleDouble(ctx, m, w, 0, tree, o)
		results[2], errs[2] = Big(ctx, m, bigs, 120, 0, tree, o)
		results[3], errs[3] = Complex128(ctx, m, turned, 0, tree, o)
		for kind, r := range results {
			if errs[kind] != nil {
				t.Fatal(errs[kind])
			}
			if r.Sign == 0 {
				continue
			}
			for k, i := range m.I {
				want, _ := inv[m.J[k]][i].Float64()
				got, bound := r.Inverse[k], r.InverseBound[k]
				if kind == 3 { // (iA)⁻¹ = −iA⁻¹
					got = -r.InverseImag[k]
				}
				if math.IsInf(bound, 1) {
					continue
				}
				checked++
				if math.Abs(got-want) > bound {
					t.Errorf("trial %d kind %d: inverse (%d, %d) = %g, want %g, bound %g", trial, kind, m.J[k], i, got, want, bound)
				}
				if kind == 0 {
					worst = max(worst, math.Abs(got-want)/bound)
				}
				if kind == 1 && bound > 1e-10*(1+math.Abs(want)) && r.Bound < 1e-20 {
					t.Errorf("trial %d: bound %g of %g", trial, bound, want)
				}
			}
		}
	}
	if checked < 2000 {
		t.Errorf("only %d numbers were checked", checked)
	}
	if worst < 1e-9 {
		t.Errorf("bounds are %g times too wide", 1/worst)
	}
}

func gaussJordan(m Matrix, v []float64) ([][]*big.Float, bool) {
	n := m.N
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(500).SetFloat64(x) }
	b := make([][]*big.Float, n)
	for i := range b {
		b[i] = make([]*big.Float, 2*n)
		for j := range n {
			b[i][j], b[i][n+j] = num(0), num(0)
		}
		b[i][n+i] = num(1)
	}
	for k, i := range m.I {
		j := m.J[k]
		b[i][j].Add(b[i][j], num(v[k]))
		b[j][i].Sub(b[j][i], num(v[k]))
	}
	for j := range n {
		p := j
		for i := j + 1; i < n; i++ {
			if new(big.Float).Abs(b[i][j]).Cmp(new(big.Float).Abs(b[p][j])) > 0 {
				p = i
			}
		}
		b[p], b[j] = b[j], b[p]
		if f, _ := b[j][j].Float64(); math.Abs(f) < 1e-100 {
			return nil, false
		}
		d := num(0).Set(b[j][j])
		for k := range b[j] {
			b[j][k].Quo(b[j][k], d)
		}
		for i := range b {
			if i != j && b[i][j].Sign() != 0 {
				c := num(0).Set(b[i][j])
				for k := range b[i] {
					b[i][k].Sub(b[i][k], num(0).Mul(c, b[j][k]))
				}
			}
		}
	}
	for i := range b {
		b[i] = b[i][n:]
	}
	return b, true
}

func BenchmarkKernelWide(b *testing.B) {
	const pairs = 32
	left, right := make([]float64, 4*pairs), make([]float64, 4*pairs)
	for b.Loop() {
		kernelWide(left, right)
	}
	b.ReportMetric(float64(b.N)*4*pairs/b.Elapsed().Seconds()/1e9, "GF/s")
}

// Every exchange of two elements changes the parity.
func TestOddPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{0, 1, 2, 7, 100, 1 << 14, 1<<14 + 1, 20_000, 100_003} {
		order := make([]int32, n)
		for i := range order {
			order[i] = int32(i)
		}
		want := false
		for i := n - 1; i > 0; i-- {
			if k := rng.IntN(i + 1); k != i {
				order[i], order[k] = order[k], order[i]
				want = !want
			}
		}
		if oddPermutation(order) != want {
			t.Errorf("a permutation of %d: odd = %t, want %t", n, !want, want)
		}
	}
}

func BenchmarkTiles(b *testing.B) {
	const pairs, count = 32, 16
	left, right, c := make([]float64, 8*pairs), make([]float64, 16*pairs*count), make([]float64, 4*8*count)
	run := func(f func()) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.N)*4*32*pairs*count/b.Elapsed().Seconds()/1e9, "GF/s")
		}
	}
	b.Run("portable", run(func() { tilesPortable(left, right, c, 8*count) }))
	if vectorized() {
		b.Run("vector", run(func() { tilesVector(&left[0], &right[0], pairs/2, pairs/2, &c[0], 8*count, count) }))
	}
}
