package factor

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/cmplx"
	"testing"

	"pgregory.net/rapid"
)

// bruteForce adds up all joint states in complex128, with the sum of the absolute
// values.
func bruteForce(m *Model) (sum complex128, abs float64) {
	state := make([]int, len(m.Card))
	for {
		w := weightOf(m, state)
		sum += w
		abs += cmplx.Abs(w)
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

func weightOf(m *Model, state []int) complex128 {
	log, phase := 0.0, 0.0
	for i := range m.Factors {
		f := &m.Factors[i]
		x := 0
		for _, s := range f.Sites {
			x = x*m.Card[s] + state[s]
		}
		log += f.Log[x]
		if f.Phase != nil {
			phase += f.Phase[x]
		}
	}
	return cmplx.Rect(math.Exp(log), phase)
}

// kind of weights.
const (
	positive = iota
	signed
	anyPhase
)

// drawModel makes a random model of up to n variables.
func drawModel(t *rapid.T, n, kind int) *Model {
	m := &Model{}
	states := 1
	for range rapid.IntRange(0, n).Draw(t, "n") {
		c := rapid.IntRange(1, 4).Draw(t, "card")
		if states*c > 20000 {
			break
		}
		states *= c
		m.Card = append(m.Card, c)
	}
	for range rapid.IntRange(0, 2*n).Draw(t, "factors") {
		var f Factor
		size := 1
		for range rapid.IntRange(0, min(4, len(m.Card))).Draw(t, "order") {
			s := rapid.IntRange(0, len(m.Card)-1).Draw(t, "site")
			used := false
			for _, u := range f.Sites {
				used = used || u == s
			}
			if !used {
				f.Sites = append(f.Sites, s)
				size *= m.Card[s]
			}
		}
		for range size {
			l := rapid.Float64Range(-4, 4).Draw(t, "log")
			if rapid.IntRange(0, 9).Draw(t, "zero") == 0 {
				l = math.Inf(-1)
			}
			f.Log = append(f.Log, l)
			switch kind {
			case signed:
				f.Phase = append(f.Phase, math.Pi*float64(rapid.IntRange(0, 1).Draw(t, "sign")))
			case anyPhase:
				f.Phase = append(f.Phase, rapid.Float64Range(-3.14, 3.14).Draw(t, "phase"))
			}
		}
		m.Factors = append(m.Factors, f)
	}
	return m
}

func TestLogZAgainstBruteForce(t *testing.T) {
	for kind, name := range []string{"positive", "signed", "complex"} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := drawModel(t, 8, kind)
				sum, abs := bruteForce(m)
				opt := Options{Order: rapid.Permutation(identity(len(m.Card))).Draw(t, "order")}
				if rapid.Bool().Draw(t, "choose") {
					opt.Order = nil
				}
				if rapid.Bool().Draw(t, "slices") {
					opt.MaxLog2 = rapid.IntRange(1, 6).Draw(t, "max")
				}
				opt.Tolerance = rapid.SampledFrom([]float64{0, 1e-25, 1e-60, 1e-200}).Draw(t, "tolerance")
				z, err := LogZ(context.Background(), m, opt)
				if err == nil && z.Relative() > opt.Tolerance && opt.Tolerance > 0 && z.Phase == nil && len(z.Escalated) < 3 {
					t.Fatalf("bound %g in %s after %q", z.ErrorBound, z.Precision, z.Escalated)
				}
				if opt.MaxLog2 > 0 && err != nil {
					t.Skip(err)
				}
				checkSum(t, m, z.Value, z.ErrorBound, phaseOf(z.Negative, z.Phase), sum, abs, err)
			})
		})
	}
}

func phaseOf(negative bool, phase *big.Float) float64 {
	if phase != nil {
		p, _ := phase.Float64()
		return p
	}
	if negative {
		return math.Pi
	}
	return 0
}

// checkSum compares a logarithm with a sum that is good to 1e−13 of abs.
func checkSum(t *rapid.T, m *Model, value *big.Float, bound, phase float64, sum complex128, abs float64, err error) {
	noise := 1e-12 * abs
	if err != nil {
		if cmplx.Abs(sum) > noise {
			t.Fatalf("%v, but the sum is %v of %g", err, sum, abs)
		}
		return
	}
	l, _ := value.Float64()
	got := cmplx.Rect(math.Exp(l), phase)
	if d := cmplx.Abs(got - sum); !(d <= noise+bound*cmplx.Abs(sum)) {
		t.Fatalf("%v with bound %g, the sum is %v of %g: %+v", got, bound, sum, abs, m)
	}
}

func isTooWide(err error) bool { return errors.Is(err, ErrTooWide) }
