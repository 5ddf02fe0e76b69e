package planar

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/physics/partition"
)

// Estimate is a number with a bound on its absolute error.
type Estimate struct {
	Value float64
	Bound float64
}

// BondMean is the mean of the product of the two spins of a bond, or of the one spin of
// a field, then with V = −1.
type BondMean struct {
	U, V int
	Mean Estimate
}

// Correlation returns ⟨∏ s_i⟩ over the sites given, an absolute error bound below the
// tolerance with it. A site named twice drops out. On a planar model it takes one
// Pfaffian beside the one of Z, two where it vanishes: the couplings along paths that join the sites in pairs
// are replaced by their duals, tanh K for 1/tanh K (Kadanoff and Ceva, Phys. Rev. B 3
// (1971) 3918). Without fields an odd number of spins has mean zero.
func (s *System) Correlation(ctx context.Context, sites ...int) (Estimate, error) {
	spins := s.n
	if s.ghost >= 0 {
		spins--
	}
	for _, v := range sites {
		if v < 0 || v >= spins {
			return Estimate{}, fmt.Errorf("planar: correlation: site %d is outside of 0 … %d", v, spins-1)
		}
	}
	if len(sites) == 0 {
		return Estimate{Value: 1}, nil
	}
	e := s.newEvaluation([]sum{s.whole(0), s.whole(0, sites...)}, true)
	if err := e.run(ctx); err != nil {
		return Estimate{}, err
	}
	return Estimate{e.ratio[1], e.bound[1] + 2*math.Expm1(s.rounding)}, nil
}

// Observables are means that follow from one factorization.
type Observables struct {
	LogZ partition.LogZ
	// Energy is U = −∂ ln Z/∂β.
	Energy Estimate
	// Bonds lists ⟨ss'⟩ for the bonds of the model, and ⟨s⟩ for its fields, in the order
	// of the first term that names them; bonds with a vanishing coupling are left out.
	Bonds []BondMean
}

// Observables computes ln Z, the energy and the mean of every bond from the inverse of
// the matrix on its own pattern: ⟨ss'⟩ = c − (c²−1) ∂ ln Pf/∂c with c = 1/tanh K.
//
// Inverses are not certified as Pfaffians are. They are computed in two arithmetics, of
// which the wider one gives the means and the narrower one their bounds: the difference
// of both, which is the error of the narrower one and far above that of the wider one,
// and what rounding to float64 costs. Arithmetic gets wider until these bounds are below
// 1e-8. Bonds with |K| far below 1 lose 1/|K| units to the rounding.
func (s *System) Observables(ctx context.Context) (Observables, error) {
	e := s.newEvaluation([]sum{s.whole(0)}, false)
	if err := e.run(ctx); err != nil {
		return Observables{}, err
	}
	out := Observables{LogZ: e.result(0)}
	const goal = 1e-8
	narrow, err := s.bondMeans(ctx, e.level)
	if err != nil {
		return Observables{}, err
	}
	mean, bound := make([]float64, len(s.bonds)), make([]float64, len(s.bonds))
	for level := e.level; ; {
		next := level.widen(1<<32, 0, s.options.maxPrecision())
		wide, err := s.bondMeans(ctx, next)
		if err != nil {
			return Observables{}, err
		}
		worst := 0.0
		for k := range mean {
			mean[k] = wide.mean[k]
			difference := math.Abs(wide.mean[k] - narrow.mean[k])
			if !(difference <= 2) { // both are means of ±1
				difference = math.Inf(1)
			}
			worst = max(worst, difference)
			bound[k] = difference + wide.rounding[k]
		}
		if worst <= goal {
			break
		}
		if next == level {
			return Observables{}, fmt.Errorf("planar: means of bonds are not known better than %.1g with %v: %w", worst, level, ErrPrecision)
		}
		level, narrow = next, wide
	}
	u := new(big.Float).SetPrec(128)
	for k, b := range s.bonds {
		m := BondMean{int(b.u), int(b.v), Estimate{mean[k], bound[k] + 2*math.Expm1(s.rounding)}}
		if m.V == s.ghost {
			m.V = -1
		}
		out.Bonds = append(out.Bonds, m)
		u.Sub(u, new(big.Float).SetPrec(128).Mul(big.NewFloat(b.hi), big.NewFloat(mean[k])))
		out.Energy.Bound += math.Abs(b.hi) * (m.Mean.Bound + 0x1p-50)
	}
	if s.beta != 0 {
		u.Quo(u, big.NewFloat(s.beta))
		out.Energy.Bound = (out.Energy.Bound + s.rounding) / math.Abs(s.beta)
	}
	out.Energy.Value, _ = u.Float64()
	out.Energy.Bound += math.Abs(out.Energy.Value) * 0x1p-51
	return out, nil
}

// SpecificHeat computes C = β² ∂² ln Z/∂β² from second differences of ln Z(β(1+δ)) at
// δ = 0, ±h, ±2h, each certified to far more digits than float64 holds. The two
// differences are extrapolated to h → 0; the bound is the correction that this makes,
// which is as large as the error without it, and what the errors of ln Z can do. The
// first part of it is an argument, not a proof: it supposes that ln Z is smooth on the
// scale of h = 2⁻¹⁶ of β. What rounding to float64 did to the numbers of the model is in
// the bound.
func (s *System) SpecificHeat(ctx context.Context) (Estimate, error) {
	if len(s.bonds) == 0 {
		return Estimate{}, nil
	}
	const log2h = 16
	var f [5]*big.Float // at δ = −2h … 2h
	lost := 0.0
	for i := range f {
		e := s.newEvaluation([]sum{s.whole(0)}, false)
		e.level = wideArithmetic
		e.tolerance = 1e-24
		e.factor = new(big.Float).SetInt64(1<<log2h + int64(i) - 2)
		e.factor.SetMantExp(e.factor, -log2h)
		if err := e.run(ctx); err != nil {
			return Estimate{}, fmt.Errorf("planar: specific heat: %w", err)
		}
		v := e.values[0]
		f[i] = v.log
		size, _ := v.log.Float64()
		lost = max(lost, v.bound+(1+math.Abs(size))*0x1p-160)
	}
	const prec = 256
	second := func(i int, shift int) *big.Float { // over (i·h)²
		x := new(big.Float).SetPrec(prec).Add(f[2+i], f[2-i])
		x.Sub(x, new(big.Float).SetMantExp(f[2], 1))
		return x.SetMantExp(x, shift)
	}
	near, far := second(1, 2*log2h), second(2, 2*log2h-2)
	correction := new(big.Float).Sub(near, far)
	correction.Quo(correction, big.NewFloat(3))
	c, _ := new(big.Float).Add(near, correction).Float64()
	d, _ := correction.Float64()
	bound := math.Abs(d) + math.Ldexp(6*lost, 2*log2h) + 0x1p-50*math.Abs(c)
	// With every βH off by at most ε, weights relative to each other change by factors
	// within e^(±2ε) and the root of C moves by ε beside.
	size := max(0, c+bound)
	return Estimate{c, bound + math.Expm1(2*s.rounding)*size + 2*s.rounding*math.Exp(s.rounding)*math.Sqrt(size) + s.rounding*s.rounding}, nil
}

// bondMeans are the means of all bonds as one arithmetic gives them, and the error of
// putting them together in float64.
type bondMeans struct{ mean, rounding []float64 }

// bondMeans returns ∂ ln Z/∂K for every bond: the mean over the terms of Z of their own
// derivatives, weighted by the terms.
func (s *System) bondMeans(ctx context.Context, level arithmetic) (bondMeans, error) {
	e := s.newEvaluation([]sum{s.whole(0)}, false)
	e.level = level
	w := newWeights(level)
	o := s.options.kernel()
	o.Inverse = true
	out := bondMeans{make([]float64, len(s.bonds)), make([]float64, len(s.bonds))}
	slopes, rounding := make([][]float64, len(e.terms)), make([][]float64, len(e.terms))
	for i, t := range e.terms {
		r, err := s.pfaffian(ctx, w, s.matrix, t, o)
		if err != nil {
			return bondMeans{}, err
		}
		e.results[i] = []logNumber{s.scaled(w, t, r)}
		if r.Sign == 0 {
			return bondMeans{}, fmt.Errorf("planar: means of bonds: a Pfaffian vanishes, and has no inverse: %w", ErrPrecision)
		}
		slopes[i], rounding[i] = s.slopes(t, r.Inverse)
	}
	list := e.contributions(0, w)
	z := signedSum(numbers(list), w.context).log(w.context)
	if z.sign == 0 {
		return bondMeans{}, fmt.Errorf("planar: means of bonds: Z vanishes: %w", ErrPrecision)
	}
	for j, r := range list { // one for each part: nothing is lifted here
		d := w.context.Exp(w.context.New().Sub(r.log, z.log))
		share, _ := d.Float64()
		share *= float64(r.sign)
		for k := range s.bonds {
			var slope, lost float64
			switch x := s.edge[k]; {
			case x >= 0:
				slope, lost = slopes[r.term][x], rounding[r.term][x]
			default:
				slope, lost = s.extraSlope(k, e.sums[0].parts[j].taken)
			}
			out.mean[k] += share * slope
			out.rounding[k] += math.Abs(share) * (lost + math.Abs(slope)*0x1p-50)
		}
	}
	return out, nil
}

// extraSlope is ∂ ln/∂K of the factor of a bond that is not drawn: sinh K if it is taken,
// else cosh K.
func (s *System) extraSlope(k int, taken uint32) (slope, bound float64) {
	b := s.bonds[k]
	slope = math.Tanh(b.hi)
	for j, x := range s.extra {
		if x == k && taken>>j&1 == 1 {
			slope = cothFloat(b.hi)
		}
	}
	return slope, 16 * 0x1p-53 * math.Abs(slope)
}

// slopes are the derivatives of ln(a Pf) of one term by the couplings of its edges:
// c + c' ∂ ln Pf/∂c with c' = −(c²−1) for c = 1/tanh K, and 1−c² for tanh K; and what
// rounding costs them.
func (s *System) slopes(t term, inverse []float64) (slope, rounding []float64) {
	slope, rounding = make([]float64, len(s.drawn)), make([]float64, len(s.drawn))
	flipped := s.marked(t.flipped)
	for k, negative := range s.signs(t.flips)[:len(s.drawn)] {
		K := s.bonds[s.drawn[k]].hi
		g := inverse[k]
		if negative {
			g = -g
		}
		c := cothFloat(K)
		e := math.Exp(-math.Abs(K)) // sinh |K| = (1−e²)/(2e), cosh K = (1+e²)/(2e)
		by := -square(2 * e / math.Expm1(-2*math.Abs(K)))
		if flipped[k] {
			c = 1 / c
			by = square(2 * e / (1 + e*e))
		}
		slope[k] = c + by*g
		// A dozen units for the elementary functions, the inverse and the roundings here.
		rounding[k] = 16 * 0x1p-53 * (math.Abs(c) + math.Abs(by*g))
	}
	return slope, rounding
}

func square(x float64) float64 { return x * x }
