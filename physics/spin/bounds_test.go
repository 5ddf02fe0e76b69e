package spin

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// extreme lists inverse temperatures from nothing to far beyond what a product of weights
// can hold.
var extreme = []float64{0, 1e-300, 1e-8, 0.1, 0.44, 1, -1, 5, -20, 90, 300, -700, 700}

// offBy is |z − want|.
func offBy(z LogZ, want *big.Float) float64 {
	d := new(big.Float).SetPrec(256).Sub(z.Value, want)
	return floatOf(d.Abs(d))
}

// Every method that takes a model of any kind, at every temperature, with parallel terms
// and terms that vanish, against 128 bits.
func TestBoundsHoldAtAnyTemperature(t *testing.T) {
	ctx := context.Background()
	cancelled, kernels := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 7, rapid.IntRange(1, 4).Draw(t, "max order"))
		if rapid.Bool().Draw(t, "classes") {
			m = drawClasses(t, 7)
		}
		m.Beta = rapid.SampledFrom(extreme).Draw(t, "beta")
		for range rapid.IntRange(0, 2).Draw(t, "repeated") {
			if len(m.Terms) > 0 {
				term := m.Terms[rapid.IntRange(0, len(m.Terms)-1).Draw(t, "which")]
				m.Terms = append(m.Terms, term, Term{term.Sites, 0})
			}
		}
		want := enumerateBig(m)
		hold := func(name string, z LogZ, err error) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			// 128 bits do not hold exponents that differ by more than 88.
			if d, size := offBy(z, want), math.Abs(floatOf(want)); d > z.ErrorBound+1e-33*(1+size) {
				t.Fatalf("%s: off by %.3g, the bound is %.3g", name, d, z.ErrorBound)
			} else if z.ErrorBound > 1e-11*(1+size) {
				t.Fatalf("%s: the bound is %.3g", name, z.ErrorBound)
			}
		}
		z, err := BruteForce(ctx, m)
		hold("brute force", z, err)
		z, err = ReduceLogZ(ctx, m, Budget{})
		hold("reduction", z, err)
		z, err = Evaluate(ctx, m, Budget{MaxBrute: 1})
		hold("evaluate", z, err)
		if m.MaxOrder() <= 2 {
			z, err = OrbitLogZ(ctx, m)
			hold("orbits", z, err)
		}
		kernels++
		z, err = KernelLogZ(ctx, m)
		if errors.Is(err, errCancels) && math.Abs(m.Beta) > 50 {
			cancelled++ // said so, as it should
			return
		}
		hold("kernel", z, err)
	})
	t.Logf("%d of %d high-temperature expansions cancelled beyond the largest precision", cancelled, kernels)
}

// Hand-picked cases with values that need no other program.
func TestClosedForms(t *testing.T) {
	ctx := context.Background()
	type method func(*Model) (LogZ, error)
	methods := map[string]method{
		"brute":  func(m *Model) (LogZ, error) { return BruteForce(ctx, m) },
		"reduce": func(m *Model) (LogZ, error) { return ReduceLogZ(ctx, m, Budget{}) },
		"orbits": func(m *Model) (LogZ, error) { return OrbitLogZ(ctx, m) },
		"kernel": func(m *Model) (LogZ, error) { return KernelLogZ(ctx, m) },
		"choose": func(m *Model) (LogZ, error) { return Evaluate(ctx, m, Budget{}) },
	}
	triangle := []Term{{[]int{0, 1}, -1}, {[]int{1, 2}, -1}, {[]int{2, 0}, -1}}
	for _, c := range []struct {
		name string
		m    *Model
		want float64
	}{
		{"no terms", &Model{N: 3, Beta: 2}, 3 * math.Ln2},
		{"beta 0", &Model{N: 3, Terms: triangle}, 3 * math.Ln2},
		{"one spin in a field", &Model{N: 1, Beta: 1, Terms: []Term{{[]int{0}, 1}}}, math.Log(2 * math.Cosh(1))},
		// Six ground states of energy −1 and two states of energy 3.
		{"frustrated triangle", &Model{N: 3, Beta: 1, Terms: triangle}, math.Log(6*math.E + 2*math.Exp(-3))},
		{"frustrated triangle, cold", &Model{N: 3, Beta: 700, Terms: triangle}, 700 + math.Log(6)},
		{"triangle, negative beta", &Model{N: 3, Beta: -700, Terms: triangle}, 2100 + math.Ln2},
		{"terms that cancel", &Model{N: 2, Beta: 1, Terms: []Term{{[]int{0, 1}, 0.7}, {[]int{1, 0}, -0.7}}}, 2 * math.Ln2},
		{"parallel terms", &Model{N: 2, Beta: 1, Terms: []Term{{[]int{0, 1}, 0.5}, {[]int{1, 0}, 0.5}}}, math.Log(4 * math.Cosh(1))},
	} {
		for name, f := range methods {
			z, err := f(c.m)
			if err != nil {
				t.Errorf("%s by %s: %v", c.name, name, err)
				continue
			}
			if d := math.Abs(z.Float64() - c.want); d > z.ErrorBound+4e-16*(1+math.Abs(c.want)) || z.Relative() > 1e-12 {
				t.Errorf("%s by %s: %v, want %v, bound %.2g", c.name, name, z.Float64(), c.want, z.ErrorBound)
			}
		}
	}
}
