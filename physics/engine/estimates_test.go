package engine

import (
	"context"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/estimate"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// The estimate of a small model is within its error of the sum by definition, and that within
// the bounds of annealed importance sampling, each with its confidence: of 24 draws one may
// fail.
func TestEstimateAndBracket(t *testing.T) {
	const draws = 24
	outside, off := 0, 0
	for seed := range draws {
		m := rapid.Custom(func(t *rapid.T) *spin.Model { return drawSpin(t) }).Example(seed)
		plans, _, err := Plans(&System{Kind: "ising", Spin: m}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := enumerate(m)
		for _, p := range plans {
			if p.Method != Estimate {
				continue
			}
			z, err := p.run(context.Background(), Options{Seed: uint64(seed)})
			if err != nil {
				t.Fatal(err)
			}
			if z.Exact || z.Bracket == nil {
				t.Fatalf("exact %v, bracket %v", z.Exact, z.Bracket)
			}
			if d := z.Float64() - want; d > z.ErrorBound || -d > z.ErrorBound {
				off++
			}
			if want < z.Bracket.Lower || want > z.Bracket.Upper {
				outside++
				t.Logf("n %d β %v: %v not in %v", m.N, m.Beta, want, *z.Bracket)
			}
		}
	}
	if off > 1 || outside > 1 {
		t.Errorf("of %d, %d estimates are off and %d values outside of the bracket, at a confidence of 0.99", draws, off, outside)
	}
}

// An estimate that the bounds exclude says so, and its error reaches them.
func TestBracketExcludes(t *testing.T) {
	ais := estimate.AISResult{Lower: 10, Upper: 11}
	for v, bound := range map[float64]float64{9: 2, 12: 2, 10.5: 0.1, 9.95: 0.1} {
		z := bracketed(partition.LogZ{Value: big.NewFloat(v), ErrorBound: 0.1}, ais)
		if says := len(z.Escalated) == 1; says != (bound > 1) || z.ErrorBound != bound {
			t.Errorf("%v: ± %v, want ± %v, says %v", v, z.ErrorBound, bound, z.Escalated)
		}
	}
}
