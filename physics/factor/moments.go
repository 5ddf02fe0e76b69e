package factor

import (
	"context"
	"fmt"
	"math"
	"math/big"
)

// Moments are the mean and the variance of a sum over the factors, with bounds on the
// absolute errors that the arithmetic made of them. What Err and Rounding of the model
// leave open is not in the bounds.
type Moments struct {
	Mean, MeanBound         float64
	Variance, VarianceBound float64
}

// SumMoments returns the moments of G(x) = Σ g[i][entry of factor i in state x] under
// the distribution that m defines; g[i] may be nil for zeros. Weights must be ≥ 0 and
// not all zero. They are the first two derivatives of ln Z when the entries of Log move
// along g.
//
// Every table holds Σw, ΣwG and ΣwG² in double-double numbers, in which the difference
// ⟨G²⟩ − ⟨G⟩² keeps its digits.
func SumMoments(ctx context.Context, m *Model, g [][]float64, opt Options) (Moments, error) {
	if len(g) != len(m.Factors) {
		return Moments{}, fmt.Errorf("factor: moments: %d tables for %d factors", len(g), len(m.Factors))
	}
	s, err := newSetup(m, opt)
	if err != nil {
		return Moments{}, err
	}
	if m.Signed() {
		return Moments{}, fmt.Errorf("factor: moments: some weight is not a number ≥ 0: %w", ErrSigned)
	}
	reach := 0.0 // the largest possible |G|
	for i, t := range g {
		if t != nil && len(t) != len(m.Factors[i].Log) {
			return Moments{}, fmt.Errorf("factor: moments: g[%d] has %d entries, the factor %d", i, len(t), len(m.Factors[i].Log))
		}
		most := 0.0
		for x, v := range t {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return Moments{}, fmt.Errorf("factor: moments: g[%d][%d] is %v", i, x, v)
			}
			most = max(most, math.Abs(v))
		}
		reach += most
	}
	const bytes = 72
	if limit := math.Exp2(float64(max(s.opt.MaxLog2+6, smallMemory))); s.plan.peak*bytes > limit || s.count > 1 {
		return Moments{}, fmt.Errorf("factor: moments: the tables have up to %.4g entries of %d bytes in all, the limit is %.4g bytes: %w",
			s.plan.peak*float64(s.count), bytes, limit, ErrTooWide)
	}
	z, _, ops, err := eliminateIn(ctx, m, s.plan, ring[jet](jets{newWeights(128), g, m}), s.opt.Workers, nil)
	if err != nil {
		return Moments{}, err
	}
	if z.v.hi == 0 {
		return Moments{}, fmt.Errorf("factor: moments: all weights are zero: %w", ErrSigned)
	}
	const prec = 256
	v, d1, d2 := z.v.big(prec), z.d1.big(prec), z.d2.big(prec)
	mean := new(big.Float).SetPrec(prec).Quo(d1, v)
	square := new(big.Float).SetPrec(prec).Quo(d2, v)
	variance := square.Sub(square, new(big.Float).SetPrec(prec).Mul(mean, mean))
	// |ΣwG|, ΣwG² and what is added up on the way to them are at most reach·Z and
	// reach²·Z, term by term; a product of jets has up to five operations in it.
	rho := 6 * ops * wideUnit * (1 + 0x1p-20)
	var out Moments
	out.Mean, _ = mean.Float64()
	out.Variance, _ = variance.Float64()
	out.MeanBound = 2*rho*reach + unit*math.Abs(out.Mean)
	out.VarianceBound = 6*rho*reach*reach + unit*math.Abs(out.Variance)
	return out, nil
}

// jet is a weight with the first two derivatives of e^(tG)·weight at t = 0.
type jet struct{ v, d1, d2 wide }

type jets struct {
	w *weights
	g [][]float64
	m *Model
}

func (jets) times(a, b jet) jet {
	cross := a.d1.times(b.d1)
	cross.exp++ // twice
	return jet{
		a.v.times(b.v),
		a.v.times(b.d1).plus(a.d1.times(b.v)),
		a.v.times(b.d2).plus(a.d2.times(b.v)).plus(cross),
	}
}

func (jets) plus(a, b jet) jet { return jet{a.v.plus(b.v), a.d1.plus(b.d1), a.d2.plus(b.d2)} }

func (r jets) input(number int, f *Factor, x int, offset float64) jet {
	re, _ := r.w.at(f.Log[x], offset, 0)
	v := wideFrom(re)
	if number < 0 || r.g[number] == nil {
		return jet{v: v}
	}
	g := fromFloat(r.g[number][x])
	d1 := v.times(g)
	return jet{v, d1, d1.times(g)}
}
