package factor

import (
	"context"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/precise"
)

const brutePrec = 6000

// bruteBig adds up all joint states of a model with signs in 6000 bits, which holds
// numbers that lie 2^4000 apart, and returns the sum and the sum of the absolute values.
func bruteBig(m *Model, f func(state []int, w *big.Float)) (sum, abs *big.Float) {
	p := precise.New(200)
	num := func() *big.Float { return new(big.Float).SetPrec(brutePrec) }
	sum, abs = num(), num()
	state := make([]int, len(m.Card))
	for {
		log, negative := new(big.Float).SetPrec(200), false
		zero := false
		for i := range m.Factors {
			g := &m.Factors[i]
			x := 0
			for _, s := range g.Sites {
				x = x*m.Card[s] + state[s]
			}
			if zero = zero || math.IsInf(g.Log[x], -1); !zero {
				log.Add(log, new(big.Float).SetFloat64(g.Log[x]))
				negative = negative != (g.phase(x) != 0)
			}
		}
		if !zero {
			w := num().Set(p.Exp(log))
			abs.Add(abs, w)
			if negative {
				w.Neg(w)
			}
			sum.Add(sum, w)
			if f != nil {
				f(state, w)
			}
		}
		j := 0
		for ; j < len(state); j++ {
			if state[j]++; state[j] < m.Card[j] {
				break
			}
			state[j] = 0
		}
		if j == len(state) {
			return sum, abs
		}
	}
}

// drawWideModel has weights far outside of the range of float64.
func drawWideModel(t *rapid.T, kind int) *Model {
	m := &Model{Card: []int{2, 3, 2, 2, 2}}
	for _, sites := range [][]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0}, {3}, {2, 4}} {
		f := Factor{Sites: sites}
		size := 1
		for _, s := range sites {
			size *= m.Card[s]
		}
		reach := rapid.SampledFrom([]float64{1, 100, 350, 700}).Draw(t, "reach")
		for range size {
			f.Log = append(f.Log, rapid.Float64Range(-reach, reach).Draw(t, "log"))
			if rapid.IntRange(0, 9).Draw(t, "zero") == 0 {
				f.Log[len(f.Log)-1] = math.Inf(-1)
			}
			if kind == signed {
				f.Phase = append(f.Phase, math.Pi*float64(rapid.IntRange(0, 1).Draw(t, "sign")))
			}
		}
		m.Factors = append(m.Factors, f)
	}
	return m
}

func TestLogZWideRange(t *testing.T) {
	p := precise.New(200)
	for kind, name := range []string{"positive", "signed"} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := drawWideModel(t, kind)
				sum, abs := bruteBig(m, nil)
				opt := Options{Order: rapid.Permutation(identity(5)).Draw(t, "order")}
				if rapid.Bool().Draw(t, "slices") {
					opt.MaxLog2 = 1
				}
				z, err := LogZ(context.Background(), m, opt)
				if err != nil {
					// Terms that cancel exactly leave what rounding made of them.
					if sum.Sign() != 0 && sum.MantExp(nil) > abs.MantExp(nil)-180 {
						t.Fatal(err)
					}
					return
				}
				if sum.Sign() == 0 {
					if !z.Value.IsInf() {
						t.Fatalf("%v for an empty sum", z.Value)
					}
					return
				}
				want := p.Log(new(big.Float).SetPrec(300).Abs(sum))
				d, _ := want.Sub(want, z.Value).Float64()
				if !(math.Abs(d) <= z.ErrorBound+1e-40) || z.Negative != (sum.Sign() < 0) || z.Relative() > 1e-10 {
					t.Fatalf("ln Z = %v ± %g (%v, %s), off by %g", z.Value, z.ErrorBound, z.Negative, z.Precision, d)
				}
			})
		})
	}
}

func TestMarginalsWideRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWideModel(t, positive)
		want := make([][]*big.Float, len(m.Card))
		for v, c := range m.Card {
			for range c {
				want[v] = append(want[v], new(big.Float).SetPrec(brutePrec))
			}
		}
		sum, _ := bruteBig(m, func(state []int, w *big.Float) {
			for v, s := range state {
				want[v][s].Add(want[v][s], w)
			}
		})
		if sum.Sign() == 0 {
			return
		}
		opt := Options{Order: rapid.Permutation(identity(5)).Draw(t, "order")}
		p, bound, err := Marginals(context.Background(), m, opt)
		if err != nil || bound > 1e-10 {
			t.Fatalf("bound %g, error %v", bound, err)
		}
		for v := range want {
			for s, w := range want[v] {
				exact, _ := new(big.Float).Quo(w, sum).Float64()
				if d := math.Abs(exact - p[v][s]); !(d <= bound+1e-15) {
					t.Fatalf("P(%d = %d) is %v ± %g, want %v", v, s, p[v][s], bound, exact)
				}
			}
		}
		states, err := Sample(context.Background(), m, rapid.Uint64().Draw(t, "seed"), 20, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, state := range states {
			for v, s := range state {
				if p[v][s] < 1e-12 { // a chance of less than 2e−11 among the twenty
					t.Fatalf("state %v drawn, but P(%d = %d) = %g", state, v, s, p[v][s])
				}
			}
		}
	})
}

// A variable whose only factor is the table of another, in the arithmetic for wide ranges.
func TestMarginalsWideEmptyProduct(t *testing.T) {
	m := &Model{Card: []int{2, 2, 3}, Factors: []Factor{{Sites: []int{0, 1}, Log: []float64{0, -3000, -6000, -3001}}, {Sites: []int{1}, Log: []float64{-3000, 0}}}}
	p, bound, err := Marginals(context.Background(), m, Options{Order: []int{0, 1, 2}, Tolerance: 1e-30})
	if err != nil {
		t.Fatal(err)
	}
	// The weights of (0,0) and (0,1) are e^-3000, that of (1,1) is e^-3001.
	want := 2 / (2 + math.Exp(-1))
	if math.Abs(p[0][0]-want) > bound || math.Abs(p[2][1]-1./3) > bound || bound > 1e-14 {
		t.Errorf("%v ± %g, want %v first", p, bound, want)
	}
}

// alternating is the independence polynomial of a path at −1: the sum over sets of
// vertices no two of which are neighbours, even ones less odd ones. It is 1, 0, −1, −1,
// 0, 1 and so on, while the sum of the absolute values is a Fibonacci number.
func alternating(n int) *Model {
	m := &Model{}
	for v := range n {
		m.Card = append(m.Card, 2)
		m.Factors = append(m.Factors, Factor{Sites: []int{v}, Log: []float64{0, 0}, Phase: []float64{0, math.Pi}})
		if v > 0 {
			m.Factors = append(m.Factors, Factor{Sites: []int{v - 1, v}, Log: []float64{0, 0, 0, math.Inf(-1)}})
		}
	}
	return m
}

func TestCancellation(t *testing.T) {
	for n, want := range map[int]int{5: 1, 30: 1, 31: 0, 32: -1, 33: -1, 34: 0, 35: 1, 299: 1, 300: 1, 301: 0, 302: -1} {
		z, err := LogZ(context.Background(), alternating(n), Options{})
		if err != nil {
			t.Fatalf("n = %d: %v", n, err)
		}
		switch {
		case want == 0:
			if !z.Value.IsInf() || z.ErrorBound != 0 || z.Report().Sign == nil {
				t.Errorf("n = %d: %v ± %g, want exactly 0", n, z.Value, z.ErrorBound)
			}
		case math.Abs(z.Float64()) > z.ErrorBound || z.ErrorBound > 1e-10 || z.Negative != (want < 0):
			t.Errorf("n = %d: %v ± %g (%v) in %s, want ln 1 and sign %d", n, z.Value, z.ErrorBound, z.Negative, z.Precision, want)
		case n >= 299 && (z.Precision != "big 256" || len(z.Escalated) != 2):
			t.Errorf("n = %d: found in %s after %q", n, z.Precision, z.Escalated)
		}
	}
}

// A sum that vanishes but for rounding is an error and no number.
func TestZeroThatCannotBeTold(t *testing.T) {
	x := math.Log(3)
	m := &Model{Card: []int{2, 2}, Factors: []Factor{
		{Sites: []int{0}, Log: []float64{x, x / 2}, Phase: []float64{0, 0}},
		{Sites: []int{0, 1}, Log: []float64{1, 1, 0.5, 0.5}, Phase: []float64{0, math.Pi, 0, math.Pi}},
		{Sites: []int{1}, Log: []float64{0.1, 0.1}, Err: 1e-12},
	}}
	_, err := LogZ(context.Background(), m, Options{})
	if err == nil || !strings.Contains(err.Error(), "cannot be told from zero") {
		t.Errorf("error %v", err)
	}
}

// The ring in an imaginary field iθ: Z = λ₊ⁿ + λ₋ⁿ with λ± = e^K cos θ ±
// √(e^(−2K) − e^(2K) sin²θ), complex conjugates beyond the Yang–Lee edge.
func TestImaginaryField(t *testing.T) {
	for _, c := range []struct {
		n        int
		k, theta float64
	}{{7, 0.3, 0.2}, {60, 0.4, 1.1}, {400, 0.7, 1.4}, {90, -0.5, 0.9}} {
		m := &Model{}
		for v := range c.n {
			m.Card = append(m.Card, 2)
			m.Factors = append(m.Factors,
				Factor{Sites: []int{v, (v + 1) % c.n}, Log: []float64{c.k, -c.k, -c.k, c.k}},
				Factor{Sites: []int{v}, Log: []float64{0, 0}, Phase: []float64{c.theta, -c.theta}})
		}
		z, err := LogZ(context.Background(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := math.Exp(c.k) * math.Cos(c.theta)
		d := math.Exp(-2*c.k) - math.Exp(2*c.k)*math.Pow(math.Sin(c.theta), 2)
		var want float64
		n := float64(c.n)
		if d >= 0 {
			want = n*math.Log(a+math.Sqrt(d)) + math.Log1p(math.Pow((a-math.Sqrt(d))/(a+math.Sqrt(d)), n))
		} else {
			r, phi := math.Hypot(a, math.Sqrt(-d)), math.Atan2(math.Sqrt(-d), a)
			want = n*math.Log(r) + math.Log(2*math.Abs(math.Cos(n*phi)))
		}
		if math.Abs(z.Float64()-want) > z.ErrorBound+1e-11*(1+math.Abs(want)) || z.Relative() > 1e-10 {
			t.Errorf("%+v: ln|Z| = %v ± %g in %s %q, want %v", c, z.Value, z.ErrorBound, z.Precision, z.Escalated, want)
		}
		// Z is real: the phase is 0 or ±π.
		phase, _ := z.Phase.Float64()
		if s := math.Abs(math.Sin(phase)); s > z.PhaseBound+1e-15 || z.PhaseBound > 1e-8 {
			t.Errorf("%+v: phase %v ± %g", c, phase, z.PhaseBound)
		}
	}
}

func TestCosSin(t *testing.T) {
	for _, x := range []float64{1, -3, 0.001, 3.141592653589793, 1e-300} {
		c, s := cosSin(x, 400)
		// cos² + sin² = 1, and the first digits agree.
		one := new(big.Float).SetPrec(500).Mul(c, c)
		one.Add(one, new(big.Float).SetPrec(500).Mul(s, s))
		one.Sub(one, big.NewFloat(1))
		if one.Sign() != 0 && one.MantExp(nil) > -390 {
			t.Errorf("cos² + sin² − 1 is 2^%d at %v", one.MantExp(nil), x)
		}
		cf, _ := c.Float64()
		sf, _ := s.Float64()
		if math.Abs(cf-math.Cos(x)) > 1e-15 || math.Abs(sf-math.Sin(x)) > 1e-15*math.Abs(math.Sin(x))+1e-16 {
			t.Errorf("(cos, sin) of %v: %v, %v", x, cf, sf)
		}
	}
	// 40 digits of cos 1 and sin 1 from the OEIS, A049470 and A049469.
	c, s := cosSin(1, 200)
	if got := c.Text('f', 40); got != "0.5403023058681397174009366074429766037323" {
		t.Error("cos 1 =", got)
	}
	if got := s.Text('f', 40); got != "0.8414709848078965066525023216302989996226" {
		t.Error("sin 1 =", got)
	}
}
