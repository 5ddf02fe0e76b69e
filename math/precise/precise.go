// Package precise computes the few elementary functions that partition functions need
// (exponential, logarithm, 1 − cos) with big.Float numbers of any precision.
//
// Errors are bounded by analysis, not by balls: see Context.
package precise

import (
	"math"
	"math/big"
)

// Context computes elementary functions of big.Float numbers at one precision. Results
// of Exp and Versine are good to a relative 2^(8−prec), those of Log to an absolute
// 2^(8−prec)·(1+|log|); the guard bits inside are what pays for the reductions.
type Context struct {
	Prec uint // of results
	Work uint // of intermediate values
	// Ln2 and Pi are for reading only.
	Ln2, Pi *big.Float
}

// guardBits covers the squarings of exp (at most 8+1 bits), the roots of log (8 bits)
// and the roundings of a hundred or so operations.
const guardBits = 48

// New returns a context for results of prec bits.
func New(prec uint) *Context {
	p := &Context{Prec: prec, Work: prec + guardBits}
	// ln 2 = 2 artanh(1/3), π = 16 arctan(1/5) − 4 arctan(1/239).
	p.Ln2 = p.inverseSeries(3, false)
	p.Ln2.Mul(p.Ln2, p.Int(2))
	p.Pi = p.inverseSeries(5, true)
	p.Pi.Mul(p.Pi, p.Int(4))
	p.Pi.Sub(p.Pi, p.inverseSeries(239, true))
	p.Pi.Mul(p.Pi, p.Int(4))
	return p
}

// New is zero with the working precision.
func (p *Context) New() *big.Float { return new(big.Float).SetPrec(p.Work) }

// Int is n.
func (p *Context) Int(n int64) *big.Float { return p.New().SetInt64(n) }

// Float is x, exactly.
func (p *Context) Float(x float64) *big.Float { return p.New().SetFloat64(x) }

// Negligible reports whether term no longer changes sum: by less than 2^(−work−1).
func (p *Context) Negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-int(p.Work)-2
}

// Add adds term to sum in place. Unlike big.Float it does not write out the zeros
// between two numbers of very different size, which could be millions of digits.
func (p *Context) Add(sum, term *big.Float) {
	switch {
	case p.Negligible(term, sum):
	case p.Negligible(sum, term):
		sum.Set(term)
	default:
		sum.Add(sum, term)
	}
}

// inverseSeries sums artanh(1/k), or arctan(1/k) when alternating.
func (p *Context) inverseSeries(k int64, alternating bool) *big.Float {
	power := p.New().Quo(p.Int(1), p.Int(k))
	square := p.Int(k * k)
	sum := p.New().Set(power)
	for n := int64(3); ; n += 2 {
		power.Quo(power, square)
		term := p.New().Quo(power, p.Int(n))
		if p.Negligible(term, sum) {
			return sum
		}
		if alternating && n%4 == 3 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
}

// Exp returns e^x, 0 where that is below the range of big.Float (about 2^(−2³¹)).
func (p *Context) Exp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.Int(1)
	}
	// x = k ln 2 + r, with enough bits of ln 2 for k of them.
	size := max(x.MantExp(nil), 0)
	if size > 31 {
		if x.Sign() < 0 {
			return p.New()
		}
		return p.New().SetInf(false)
	}
	ln2 := p.widerLn2(uint(size))
	k := p.New().Quo(x, ln2)
	f, _ := k.Float64()
	n := int64(math.Round(f))
	r := new(big.Float).SetPrec(p.Work + uint(size)).SetInt64(n)
	r.Mul(r, ln2)
	r.Sub(new(big.Float).SetPrec(p.Work+uint(size)).Set(x), r)
	r.SetPrec(p.Work)
	// e^r by Taylor at r/2^8, squared eight times; e^r − 1 would not keep more.
	const halvings = 8
	r.SetMantExp(r, -halvings)
	sum, term := p.Int(1), p.Int(1)
	for i := int64(1); ; i++ {
		term.Mul(term, r)
		term.Quo(term, p.Int(i))
		if p.Negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return p.New().SetMantExp(sum, int(n))
}

// DoubleSinh returns 2 sinh x = e^x − e^−x, which loses the leading zeros of x.
func (p *Context) DoubleSinh(x *big.Float) *big.Float {
	e := p.Exp(x)
	inverse := p.New().Quo(p.Int(1), e)
	p.Add(e, inverse.Neg(inverse))
	return e
}

// widerLn2 is ln 2 with extra bits; where few are needed the stored one will do.
func (p *Context) widerLn2(extra uint) *big.Float {
	if extra <= 8 {
		return p.Ln2
	}
	w := Context{Work: p.Work + extra}
	l := w.inverseSeries(3, false)
	return l.Mul(l, w.Int(2))
}

// Log returns ln x for x > 0.
func (p *Context) Log(x *big.Float) *big.Float {
	// x = m·2^e with m in [1/√2, √2), then eight square roots bring m to 1 ± 0.0014.
	m := p.New()
	e := x.MantExp(m)
	m.SetPrec(p.Work)
	if m.Cmp(p.Float(math.Sqrt2/2)) < 0 {
		m.SetMantExp(m, 1)
		e--
	}
	const roots = 8
	for range roots {
		m.Sqrt(m)
	}
	// ln m = 2 artanh((m−1)/(m+1)).
	one := p.Int(1)
	t := p.New().Quo(p.New().Sub(m, one), p.New().Add(m, one))
	square := p.New().Mul(t, t)
	sum, power := p.New().Set(t), p.New().Set(t)
	for n := int64(3); ; n += 2 {
		power.Mul(power, square)
		term := p.New().Quo(power, p.Int(n))
		if p.Negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	sum.SetMantExp(sum, roots+1)
	k := p.Int(int64(e))
	return sum.Add(sum, k.Mul(k, p.Ln2))
}

// Versine returns 1 − cos x for 0 ≤ x ≤ π, without cancellation at small x.
func (p *Context) Versine(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.New()
	}
	const halvings = 8
	y := p.New().SetMantExp(x, -halvings)
	square := p.New().Mul(y, y)
	term := p.New().SetMantExp(square, -1)
	sum := p.New().Set(term)
	for n := int64(3); ; n += 2 {
		term.Mul(term, square)
		term.Quo(term, p.Int(n*(n+1)))
		term.Neg(term)
		if p.Negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	// 1 − cos 2x = 2v(2−v).
	two := p.Int(2)
	for range halvings {
		sum.Mul(sum, p.New().Sub(two, sum))
		sum.Mul(sum, two)
	}
	return sum
}
