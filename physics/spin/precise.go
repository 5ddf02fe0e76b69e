package spin

import (
	"math"
	"math/big"
)

// precise computes elementary functions of big.Float numbers at one precision. Results
// of exp and versine are good to a relative 2^(8−prec), those of log to an absolute
// 2^(8−prec)·(1+|log|); the guard bits inside are what pays for the reductions.
type precise struct {
	prec uint // of results
	work uint // of intermediate values
	ln2  *big.Float
	pi   *big.Float
}

// guardBits covers the squarings of exp (at most 8+1 bits), the roots of log (8 bits)
// and the roundings of a hundred or so operations.
const guardBits = 48

func newPrecise(prec uint) *precise {
	p := &precise{prec: prec, work: prec + guardBits}
	// ln 2 = 2 artanh(1/3), π = 16 arctan(1/5) − 4 arctan(1/239).
	p.ln2 = p.inverseSeries(3, false)
	p.ln2.Mul(p.ln2, p.int(2))
	p.pi = p.inverseSeries(5, true)
	p.pi.Mul(p.pi, p.int(4))
	p.pi.Sub(p.pi, p.inverseSeries(239, true))
	p.pi.Mul(p.pi, p.int(4))
	return p
}

func (p *precise) new() *big.Float { return new(big.Float).SetPrec(p.work) }

func (p *precise) int(n int64) *big.Float { return p.new().SetInt64(n) }

func (p *precise) float(x float64) *big.Float { return p.new().SetFloat64(x) }

// negligible reports whether term no longer changes sum: by less than 2^(−work−1).
func (p *precise) negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-int(p.work)-2
}

// add adds term to sum in place. Unlike big.Float it does not write out the zeros
// between two numbers of very different size, which could be millions of digits.
func (p *precise) add(sum, term *big.Float) {
	switch {
	case p.negligible(term, sum):
	case p.negligible(sum, term):
		sum.Set(term)
	default:
		sum.Add(sum, term)
	}
}

// inverseSeries sums artanh(1/k), or arctan(1/k) when alternating.
func (p *precise) inverseSeries(k int64, alternating bool) *big.Float {
	power := p.new().Quo(p.int(1), p.int(k))
	square := p.int(k * k)
	sum := p.new().Set(power)
	for n := int64(3); ; n += 2 {
		power.Quo(power, square)
		term := p.new().Quo(power, p.int(n))
		if p.negligible(term, sum) {
			return sum
		}
		if alternating && n%4 == 3 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
}

// exp returns e^x, 0 where that is below the range of big.Float (about 2^(−2³¹)).
func (p *precise) exp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.int(1)
	}
	// x = k ln 2 + r, with enough bits of ln 2 for k of them.
	size := max(x.MantExp(nil), 0)
	if size > 31 {
		if x.Sign() < 0 {
			return p.new()
		}
		return p.new().SetInf(false)
	}
	ln2 := p.widerLn2(uint(size))
	k := p.new().Quo(x, ln2)
	f, _ := k.Float64()
	n := int64(math.Round(f))
	r := new(big.Float).SetPrec(p.work + uint(size)).SetInt64(n)
	r.Mul(r, ln2)
	r.Sub(new(big.Float).SetPrec(p.work+uint(size)).Set(x), r)
	r.SetPrec(p.work)
	// e^r by Taylor at r/2^8, squared eight times; e^r − 1 would not keep more.
	const halvings = 8
	r.SetMantExp(r, -halvings)
	sum, term := p.int(1), p.int(1)
	for i := int64(1); ; i++ {
		term.Mul(term, r)
		term.Quo(term, p.int(i))
		if p.negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return p.new().SetMantExp(sum, int(n))
}

// doubleSinh returns 2 sinh x = e^x − e^−x, which loses the leading zeros of x.
func (p *precise) doubleSinh(x *big.Float) *big.Float {
	e := p.exp(x)
	inverse := p.new().Quo(p.int(1), e)
	p.add(e, inverse.Neg(inverse))
	return e
}

// widerLn2 is ln 2 with extra bits; where few are needed the stored one will do.
func (p *precise) widerLn2(extra uint) *big.Float {
	if extra <= 8 {
		return p.ln2
	}
	w := precise{work: p.work + extra}
	l := w.inverseSeries(3, false)
	return l.Mul(l, w.int(2))
}

// log returns ln x for x > 0.
func (p *precise) log(x *big.Float) *big.Float {
	// x = m·2^e with m in [1/√2, √2), then eight square roots bring m to 1 ± 0.0014.
	m := p.new()
	e := x.MantExp(m)
	m.SetPrec(p.work)
	if m.Cmp(p.float(math.Sqrt2/2)) < 0 {
		m.SetMantExp(m, 1)
		e--
	}
	const roots = 8
	for range roots {
		m.Sqrt(m)
	}
	// ln m = 2 artanh((m−1)/(m+1)).
	one := p.int(1)
	t := p.new().Quo(p.new().Sub(m, one), p.new().Add(m, one))
	square := p.new().Mul(t, t)
	sum, power := p.new().Set(t), p.new().Set(t)
	for n := int64(3); ; n += 2 {
		power.Mul(power, square)
		term := p.new().Quo(power, p.int(n))
		if p.negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	sum.SetMantExp(sum, roots+1)
	k := p.int(int64(e))
	return sum.Add(sum, k.Mul(k, p.ln2))
}

// versine returns 1 − cos x for 0 ≤ x ≤ π, without cancellation at small x.
func (p *precise) versine(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.new()
	}
	const halvings = 8
	y := p.new().SetMantExp(x, -halvings)
	square := p.new().Mul(y, y)
	term := p.new().SetMantExp(square, -1)
	sum := p.new().Set(term)
	for n := int64(3); ; n += 2 {
		term.Mul(term, square)
		term.Quo(term, p.int(n*(n+1)))
		term.Neg(term)
		if p.negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	// 1 − cos 2x = 2v(2−v).
	two := p.int(2)
	for range halvings {
		sum.Mul(sum, p.new().Sub(two, sum))
		sum.Mul(sum, two)
	}
	return sum
}
