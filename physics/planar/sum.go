package planar

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
)

// logNumber is ±e^log with an absolute error bound on log; sign 0 is zero, certified if
// the bound is 0 and otherwise not distinguished from it.
type logNumber struct {
	log   *big.Float
	sign  int
	bound float64
}

// unknown reports that nothing is certified about the number.
func (x logNumber) unknown() bool { return math.IsInf(x.bound, 1) }

// balance is a sum with cancellation: e^top·(total ± lost). top is nil for an empty sum,
// which is zero; lost is infinite if a term is not known at all.
type balance struct {
	top   *big.Float
	total *big.Float
	lost  float64
}

// signedSum adds numbers given by their logarithms, scaled by the largest. The error of
// the sum is at most the sum of the errors of its terms.
func signedSum(terms []logNumber, p *precise.Context) balance {
	b := balance{total: p.New()}
	for _, t := range terms {
		if t.sign == 0 {
			if t.bound > 0 {
				b.lost = math.Inf(1)
			}
			continue
		}
		if b.top == nil || t.log.Cmp(b.top) > 0 {
			b.top = t.log
		}
	}
	for _, t := range terms {
		if t.sign == 0 {
			continue
		}
		x := p.Exp(p.New().Sub(t.log, b.top))
		size, _ := x.Float64()
		// The last term covers the rounding of the difference, of Exp and of the addition.
		at, _ := t.log.Float64()
		b.lost += (size + 0x1p-1000) * (math.Expm1(t.bound)*(1+0x1p-50) + (2+math.Abs(at))*ulps(p, 12))
		if t.sign < 0 {
			x.Neg(x)
		}
		p.Add(b.total, x)
	}
	return b
}

// log is the logarithm of the sum. Its bound is infinite where the sum is zero within
// its error.
func (b balance) log(p *precise.Context) logNumber {
	zero := logNumber{log: new(big.Float).SetInf(true)}
	if b.top == nil {
		if b.lost > 0 {
			zero.bound = math.Inf(1)
		}
		return zero
	}
	if b.total.Sign() == 0 {
		zero.bound = math.Inf(1)
		return zero
	}
	size := new(big.Float).Abs(b.total)
	v := logNumber{log: p.New().Add(b.top, p.Log(size)), sign: b.total.Sign(), bound: math.Inf(1)}
	if left, _ := size.Float64(); b.lost < left {
		v.bound = -math.Log1p(-b.lost/left) * (1 + 0x1p-50)
	}
	at, _ := v.log.Float64()
	v.bound += (2 + math.Abs(at)) * ulps(p, 12)
	return v
}

// over is the ratio of the sum to a positive number, with an absolute error bound.
func (b balance) over(z logNumber, p *precise.Context) (value, bound float64) {
	if b.top == nil {
		if b.lost > 0 {
			return 0, math.Inf(1)
		}
		return 0, 0
	}
	scale := p.Exp(p.New().Sub(b.top, z.log))
	size, _ := scale.Float64()
	value, _ = scale.Mul(scale, b.total).Float64()
	at, _ := b.top.Float64()
	bound = size*b.lost*(1+0x1p-50) + math.Abs(value)*(math.Expm1(z.bound)+0x1p-50+(2+math.Abs(at))*ulps(p, 12))
	return value, bound
}
