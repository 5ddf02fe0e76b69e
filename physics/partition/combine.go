package partition

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
)

// Term is one real summand or factor: ±exp(Log), the logarithm being known to an
// absolute Bound.
type Term struct {
	Log      *big.Float
	Negative bool
	Bound    float64
}

// combinePrec is the precision in which terms are put together.
const combinePrec = 256

// Multiply returns the product of the terms.
func Multiply(terms []Term) LogZ {
	z := LogZ{Value: new(big.Float).SetPrec(combinePrec)}
	zero := false
	for _, t := range terms {
		if t.Log.IsInf() && t.Log.Signbit() {
			zero = true
			continue
		}
		z.Value.Add(z.Value, t.Log)
		z.ErrorBound += t.Bound
		z.Negative = z.Negative != t.Negative
	}
	if zero {
		return LogZ{Value: new(big.Float).SetInf(true)}
	}
	size, _ := z.Value.Float64()
	z.ErrorBound += math.Abs(size) * math.Ldexp(float64(len(terms)+1), -combinePrec)
	return z
}

// Add returns the sum of the terms. With terms of both signs the error bound grows by
// Σ|terms|/|sum|, and is +Inf when the sum cannot be told from zero.
func Add(terms []Term) LogZ {
	var top *big.Float
	for _, t := range terms {
		if !t.Log.IsInf() && (top == nil || t.Log.Cmp(top) > 0) {
			top = t.Log
		}
	}
	if top == nil {
		return LogZ{Value: new(big.Float).SetInf(true)}
	}
	p := precise.New(combinePrec)
	sum, uncertain := p.New(), 0.0
	for _, t := range terms {
		if t.Log.IsInf() {
			continue
		}
		w := p.Exp(p.New().Sub(t.Log, top))
		f, _ := w.Float64()
		uncertain += f * math.Expm1(t.Bound)
		if t.Negative {
			w.Neg(w)
		}
		p.Add(sum, w)
	}
	size, _ := new(big.Float).Abs(sum).Float64()
	// Rounding: each exponential is good to 2^(8−prec) and at most 1.
	uncertain += float64(len(terms)) * math.Ldexp(1, 10-combinePrec)
	z := LogZ{Negative: sum.Sign() < 0}
	if size <= uncertain || sum.Sign() == 0 {
		z.Value, z.ErrorBound = new(big.Float).SetInf(true), math.Inf(1)
		return z
	}
	z.Value = p.Log(sum.Abs(sum))
	z.Value.Add(z.Value, top)
	z.Value.SetPrec(combinePrec)
	at, _ := z.Value.Float64()
	z.ErrorBound = -math.Log1p(-uncertain/size) + math.Abs(at)*math.Ldexp(1, 4-combinePrec)
	return z
}
