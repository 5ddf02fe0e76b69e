package factor

import (
	"math/big"
	"sync/atomic"
)

// bigReal is the ring of big floats of one precision. It notices whether every
// operation was exact.
type bigReal struct {
	w       *weights
	prec    uint
	inexact *atomic.Bool
}

func (r bigReal) new() *big.Float { return new(big.Float).SetPrec(r.prec) }

func (r bigReal) note(x *big.Float) *big.Float {
	if x.Acc() != big.Exact {
		r.inexact.Store(true)
	}
	return x
}

func (r bigReal) times(a, b *big.Float) *big.Float { return r.note(r.new().Mul(a, b)) }

// plus leaves out what is too small to matter, which big.Float would first write out in
// full.
func (r bigReal) plus(a, b *big.Float) *big.Float {
	switch {
	case a.Sign() == 0:
		return b
	case b.Sign() == 0:
		return a
	}
	gap := a.MantExp(nil) - b.MantExp(nil)
	if limit := int(r.prec) + 64; gap > limit || gap < -limit {
		r.inexact.Store(true)
		if gap > 0 {
			return a
		}
		return b
	}
	return r.note(r.new().Add(a, b))
}

func (r bigReal) input(_ int, f *Factor, x int, offset float64) *big.Float {
	re, _ := r.inputs(f, x, offset)
	return re
}

func (r bigReal) inputs(f *Factor, x int, offset float64) (re, im *big.Float) {
	re, im = r.w.at(f.Log[x], offset, f.phase(x))
	if re.Sign() != 0 && im.Sign() != 0 || f.Log[x] != offset && re.Sign()+im.Sign() != 0 {
		r.inexact.Store(true)
	}
	return r.note(r.new().Set(re)), r.note(r.new().Set(im))
}

// bigComplex is the ring of complex big floats.
type bigComplex struct{ bigReal }

type bigC struct{ re, im *big.Float }

func (r bigComplex) times(a, b bigC) bigC {
	t := r.bigReal
	x, y := t.times(a.re, b.re), t.times(a.im, b.im)
	return bigC{t.plus(x, y.Neg(y)), t.plus(t.times(a.re, b.im), t.times(a.im, b.re))}
}

func (r bigComplex) plus(a, b bigC) bigC {
	return bigC{r.bigReal.plus(a.re, b.re), r.bigReal.plus(a.im, b.im)}
}

func (r bigComplex) input(_ int, f *Factor, x int, offset float64) bigC {
	re, im := r.inputs(f, x, offset)
	return bigC{re, im}
}
