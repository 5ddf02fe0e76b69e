package factor

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
)

// wide is a double-double number with an exponent of its own, (hi+lo)·2^exp: 106 bits
// and no end of the range.
type wide struct {
	hi, lo float64
	exp    int64
}

const (
	// wideUnit bounds the relative error of one sum or product of wide numbers: 3u² and
	// 5u² (Joldes, Muller and Popescu, ACM TOMS 44 (2017) 15), and of an input.
	wideUnit = 0x1p-103
)

func fromFloat(x float64) wide { return wide{hi: x}.normal() }

// normal brings |hi| to [½, 1) if it is not between 2^−300 and 2^300.
func (a wide) normal() wide {
	if m := math.Abs(a.hi); m < 0x1p300 && m > 0x1p-300 {
		return a
	}
	if a.hi == 0 {
		return wide{}
	}
	hi, e := math.Frexp(a.hi)
	return wide{hi, math.Ldexp(a.lo, -e), a.exp + int64(e)}
}

func (a wide) times(b wide) wide {
	p := a.hi * b.hi
	r := math.FMA(a.hi, b.hi, -p)
	r += a.hi*b.lo + a.lo*b.hi
	hi := p + r
	return wide{hi, r - (hi - p), a.exp + b.exp}.normal()
}

func (a wide) plus(b wide) wide {
	if a.hi == 0 {
		return b
	}
	if b.hi == 0 {
		return a
	}
	if d := a.exp - b.exp; d != 0 {
		if d < 0 {
			a, b, d = b, a, -d
		}
		if d > 1000 { // b is below 2⁻⁴⁰⁰ of a
			return a
		}
		s := math.Ldexp(1, -int(d))
		b.hi, b.lo = b.hi*s, b.lo*s
	}
	s, t := twoSum(a.hi, b.hi)
	u, v := twoSum(a.lo, b.lo)
	t += u
	s, t = quickTwoSum(s, t)
	t += v
	s, t = quickTwoSum(s, t)
	return wide{s, t, a.exp}.normal()
}

func (a wide) negated() wide { return wide{-a.hi, -a.lo, a.exp} }

// quickTwoSum is twoSum for |a| ≥ |b| or a = 0.
func quickTwoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	return sum, b - (sum - a)
}

// big converts exactly, prec being at least 120.
func (a wide) big(prec uint) *big.Float {
	x := new(big.Float).SetPrec(prec).SetFloat64(a.hi)
	x.Add(x, new(big.Float).SetFloat64(a.lo))
	return x.SetMantExp(x, int(a.exp))
}

// wideFrom rounds a big number.
func wideFrom(x *big.Float) wide {
	if x.Sign() == 0 {
		return wide{}
	}
	m := new(big.Float).SetPrec(x.Prec())
	e := x.MantExp(m)
	hi, _ := m.Float64()
	m.Sub(m, new(big.Float).SetFloat64(hi))
	lo, _ := m.Float64()
	return wide{hi, lo, int64(e)}
}

// ring is an arithmetic in which to sum.
type ring[N any] interface {
	times(a, b N) N
	plus(a, b N) N
	// input is entry x of a factor over e^offset; number is the factor's, −1 for one that
	// is not in the model.
	input(number int, f *Factor, x int, offset float64) N
}

// weights makes weights of logarithms and phases at some precision, and remembers the
// last ones: models with few couplings have few weights.
type weights struct {
	p     *precise.Context
	prec  uint
	known map[weightKey][2]*big.Float
}

type weightKey struct{ log, offset, phase float64 }

const maxKnown = 1 << 16

func newWeights(prec uint) *weights {
	return &weights{precise.New(prec + 32), prec, map[weightKey][2]*big.Float{}}
}

// at returns the real and imaginary part of e^(log−offset+i·phase). It is exact for
// log = offset and quarter turns.
func (w *weights) at(log, offset, phase float64) (re, im *big.Float) {
	key := weightKey{log, offset, phase}
	if v, ok := w.known[key]; ok {
		return v[0], v[1]
	}
	num := func() *big.Float { return new(big.Float).SetPrec(w.prec + 32) }
	re, im = num(), num()
	switch {
	case math.IsInf(log, -1):
		return re, im
	case log == offset:
		re.SetInt64(1)
	default:
		// The difference of two float64 numbers of close size is short; of others the
		// precision at hand suffices.
		x := new(big.Float).SetPrec(w.prec + 128).SetFloat64(log)
		x.Sub(x, new(big.Float).SetFloat64(offset))
		re = w.p.Exp(x)
	}
	switch phase {
	case 0:
	case math.Pi, -math.Pi:
		re.Neg(re)
	case math.Pi / 2:
		re, im = im, re
	case -math.Pi / 2:
		re, im = im, re.Neg(re)
	default:
		c, s := cosSin(phase, w.prec+32)
		im = num().Mul(re, s)
		re = num().Mul(re, c)
	}
	if len(w.known) < maxKnown {
		w.known[key] = [2]*big.Float{re, im}
	}
	return re, im
}

// cosSin is the cosine and sine of |x| ≤ 4 to prec bits: the Taylor series of e^(iy) − 1
// at y = x/2^k, doubled k times by (1+z)² − 1 = 2z + z², which loses about 2k bits.
func cosSin(x float64, prec uint) (c, s *big.Float) {
	k := 8 + int(math.Sqrt(float64(prec)))/2
	work := prec + uint(3*k) + 32
	num := func() *big.Float { return new(big.Float).SetPrec(work) }
	y := num().SetFloat64(x)
	y.SetMantExp(y, -k)
	c, s = num(), num() // c is cos − 1
	term := num().SetInt64(1)
	for j := int64(1); ; j++ {
		term.Mul(term, y)
		term.Quo(term, num().SetInt64(j))
		if term.Sign() == 0 || term.MantExp(nil) < -int(work) {
			break
		}
		switch j % 4 {
		case 1:
			s.Add(s, term)
		case 2:
			c.Sub(c, term)
		case 3:
			s.Sub(s, term)
		default:
			c.Add(c, term)
		}
	}
	for range k {
		// (1+c+is)² − 1 = 2c + c² − s² + i·2s(1+c)
		cc, ss := num().Mul(c, c), num().Mul(s, s)
		cs := num().Mul(c, s)
		c = num().Add(num().SetMantExp(c, 1), cc.Sub(cc, ss))
		s = num().SetMantExp(cs.Add(cs, s), 1)
	}
	return num().Add(c, num().SetInt64(1)), s
}

// wideReal is the ring of real double-double numbers.
type wideReal struct{ w *weights }

func (wideReal) times(a, b wide) wide { return a.times(b) }
func (wideReal) plus(a, b wide) wide  { return a.plus(b) }
func (r wideReal) input(_ int, f *Factor, x int, offset float64) wide {
	re, _ := r.w.at(f.Log[x], offset, f.phase(x))
	return wideFrom(re)
}

func (f *Factor) phase(x int) float64 {
	if f.Phase == nil {
		return 0
	}
	return f.Phase[x]
}

// wideComplex is the ring of complex double-double numbers.
type wideComplex struct{ w *weights }

type wideC struct{ re, im wide }

func (wideComplex) times(a, b wideC) wideC {
	return wideC{a.re.times(b.re).plus(a.im.times(b.im).negated()), a.re.times(b.im).plus(a.im.times(b.re))}
}
func (wideComplex) plus(a, b wideC) wideC { return wideC{a.re.plus(b.re), a.im.plus(b.im)} }
func (r wideComplex) input(_ int, f *Factor, x int, offset float64) wideC {
	re, im := r.w.at(f.Log[x], offset, f.phase(x))
	return wideC{wideFrom(re), wideFrom(im)}
}
