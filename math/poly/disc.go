package poly

import (
	"math"
	"math/big"
)

// disc is a complex disc in fixed point: the numbers within err·2^−prec of
// (re + i·im)·2^−prec. The precision is that of its discArith. Every operation encloses the
// exact results for all numbers of its operands. A disc is never changed once made.
type disc struct{ re, im, err *big.Int }

// discArith is the arithmetic of discs at one precision, in bits after the point.
type discArith struct{ prec uint }

var zeroInt = new(big.Int) // never changed

func (a discArith) rat(q *big.Rat) disc {
	n := new(big.Int).Lsh(q.Num(), a.prec)
	r := new(big.Int)
	n.QuoRem(n, q.Denom(), r)
	if r.Sign() == 0 {
		return disc{n, zeroInt, zeroInt}
	}
	return disc{n, zeroInt, one}
}

func (a discArith) add(x, y disc) disc {
	return disc{new(big.Int).Add(x.re, y.re), new(big.Int).Add(x.im, y.im), new(big.Int).Add(x.err, y.err)}
}

func (a discArith) neg(x disc) disc {
	return disc{new(big.Int).Neg(x.re), new(big.Int).Neg(x.im), x.err}
}

func (x disc) conj() disc { return disc{x.re, new(big.Int).Neg(x.im), x.err} }

// mul: |xy − x₀y₀| ≤ |x₀|·e_y + |y₀|·e_x + e_x·e_y; two roundings down cost less than 2.
func (a discArith) mul(x, y disc) disc {
	re := new(big.Int).Mul(x.re, y.re)
	im := new(big.Int)
	var t big.Int
	if x.im.Sign() != 0 || y.im.Sign() != 0 {
		re.Sub(re, t.Mul(x.im, y.im))
		im.Mul(x.re, y.im)
		im.Add(im, t.Mul(x.im, y.re))
	}
	re.Rsh(re, a.prec)
	im.Rsh(im, a.prec)
	err := new(big.Int)
	if x.err.Sign() != 0 || y.err.Sign() != 0 {
		err.Mul(x.above(), y.err)
		err.Add(err, t.Mul(y.above(), x.err))
		err.Add(err, t.Mul(x.err, y.err))
		err.Rsh(err, a.prec)
		err.Add(err, one)
	}
	return disc{re, im, err.Add(err, big.NewInt(2))}
}

// above is at least the modulus of the centre.
func (x disc) above() *big.Int {
	s := new(big.Int).Abs(x.re)
	if x.im.Sign() != 0 {
		s.Add(s, new(big.Int).Abs(x.im))
	}
	return s
}

// below is at most the modulus of the centre, and at least its 1/√2.
func (x disc) below() *big.Int {
	re, im := new(big.Int).Abs(x.re), new(big.Int).Abs(x.im)
	if re.Cmp(im) < 0 {
		return im
	}
	return re
}

// nonzero reports whether the disc excludes 0.
func (x disc) nonzero() bool {
	if x.below().Cmp(x.err) > 0 {
		return true
	}
	var s, t big.Int
	s.Mul(x.re, x.re)
	s.Add(&s, t.Mul(x.im, x.im))
	return s.Cmp(t.Mul(x.err, x.err)) > 0
}

// inv is 1/x; ok is false where the disc comes too near to 0.
// |1/x − 1/x₀| ≤ e/(|x₀|(|x₀| − e)).
func (a discArith) inv(x disc) (r disc, ok bool) {
	m := x.below()
	gap := new(big.Int).Sub(m, x.err)
	if gap.Sign() <= 0 {
		return disc{}, false
	}
	norm := new(big.Int).Mul(x.re, x.re)
	norm.Add(norm, new(big.Int).Mul(x.im, x.im))
	quo := func(n *big.Int) *big.Int {
		n = new(big.Int).Lsh(n, 2*a.prec)
		return n.Quo(n, norm)
	}
	err := new(big.Int).Lsh(x.err, 2*a.prec)
	err.Quo(err, gap.Mul(gap, m))
	return disc{quo(x.re), quo(new(big.Int).Neg(x.im)), err.Add(err, big.NewInt(3))}, true
}

// sqr is x²: (re − im)(re + im) + 2i·re·im.
func (a discArith) sqr(x disc) disc {
	if x.im.Sign() == 0 {
		return a.mul(x, x)
	}
	re := new(big.Int).Sub(x.re, x.im)
	re.Mul(re, new(big.Int).Add(x.re, x.im))
	im := new(big.Int).Mul(x.re, x.im)
	re.Rsh(re, a.prec)
	im.Rsh(im, a.prec-1)
	err := new(big.Int)
	if x.err.Sign() != 0 { // 2|x₀|e + e²
		err.Lsh(x.above(), 1)
		err.Add(err, x.err)
		err.Mul(err, x.err)
		err.Rsh(err, a.prec)
		err.Add(err, one)
	}
	return disc{re, im, err.Add(err, big.NewInt(2))}
}

// pow is xⁿ for n ≥ 1.
func (a discArith) pow(x disc, n int) disc {
	r, started := x, false
	for ; ; x = a.sqr(x) {
		if n&1 == 1 {
			if started {
				r = a.mul(r, x)
			} else {
				r, started = x, true
			}
		}
		if n >>= 1; n == 0 {
			return r
		}
	}
}

// onCut reports whether the disc meets (−∞, 0].
func (x disc) onCut() bool {
	return new(big.Int).Abs(x.im).Cmp(x.err) <= 0 && x.re.Cmp(x.err) <= 0
}

// root is the principal n-th root (n ≥ 2) of a disc off the cut (−∞, 0]; ok is false for others.
func (a discArith) root(x disc, n int) (disc, bool) {
	if x.onCut() {
		return disc{}, false
	}
	return a.someRoot(x, n)
}

// someRoot is one of the n-th roots, the same branch for the whole disc, near the principal root of the
// centre; ok is false where the disc comes too near to 0.
//
// Let w be near it, in whatever way it was found. With x = wⁿ(1+ρ), w(1+ρ)^{1/n} is a root, and for
// |ρ| ≤ 1/2 it is w(1 + ρ/n) up to |w||ρ|², as the coefficients of the binomial series are below 1/n.
// The argument of the float64 start is within 10⁻¹² of that of the root, and roots are 2π/n
// apart: a w within |w|/4n of the start belongs to the branch that is meant.
func (a discArith) someRoot(x disc, n int) (disc, bool) {
	if n == 2 && x.im.Sign() == 0 && x.re.Sign() > 0 && x.re.Cmp(x.err) > 0 {
		return a.sqrt(x), true
	}
	if x.below().Cmp(new(big.Int).Lsh(x.err, 1)) <= 0 {
		return disc{}, false
	}
	w, digits, ok := a.seedRoot(x, n)
	for ; ok && 2*digits < a.prec; digits *= 2 {
		w, ok = a.newton(disc{x.re, x.im, zeroInt}, w, n)
	}
	if !ok || !a.onBranch(w, x, n) {
		return disc{}, false
	}
	rho, ok := a.excess(x, w, n)
	if !ok {
		return disc{}, false
	}
	gap := rho.above()
	gap.Add(gap, rho.err)
	if new(big.Int).Lsh(gap, 1).BitLen() > int(a.prec) {
		return disc{}, false // |ρ| may exceed 1/2
	}
	r := a.correct(w, rho, n)
	gap.Mul(gap, gap)
	gap.Rsh(gap, a.prec)
	gap.Mul(gap.Add(gap, one), w.above())
	gap.Rsh(gap, a.prec)
	r.err = gap.Add(gap.Add(gap, one), r.err)
	return r, true
}

// onBranch reports whether w is within |w|/4n of the principal root in float64.
func (a discArith) onBranch(w, x disc, n int) bool {
	start, ok := a.rootStart(x, n)
	drift := a.add(w, a.neg(start)).above()
	return ok && drift.Mul(drift, big.NewInt(int64(4*n))).Cmp(start.below()) <= 0
}

// excess is the ρ of x = wⁿ(1+ρ).
func (a discArith) excess(x, w disc, n int) (disc, bool) {
	power := a.pow(w, n)
	inv, ok := a.inv(power)
	if !ok {
		return disc{}, false
	}
	return a.mul(a.add(x, a.neg(power)), inv), true
}

// correct is w(1 + ρ/n), which is also one step of Newton's iteration.
func (a discArith) correct(w, rho disc, n int) disc {
	d := a.mul(w, rho)
	k := big.NewInt(int64(n))
	d = disc{new(big.Int).Quo(d.re, k), new(big.Int).Quo(d.im, k), d.err}
	d = a.add(w, d)
	d.err = new(big.Int).Add(d.err, one)
	return d
}

// sqrt of a positive real disc: |√x − √x₀| ≤ e/√x₀.
func (a discArith) sqrt(x disc) disc {
	w := new(big.Int).Lsh(x.re, a.prec)
	w.Sqrt(w)
	err := new(big.Int).Lsh(x.err, a.prec)
	err.Quo(err, w)
	return disc{w, zeroInt, err.Add(err, big.NewInt(2))}
}

// seedRoot approximates the principal root of the centre of x, without a bound on the error, to about the
// digits that it tells: from half the precision, or from float64.
func (a discArith) seedRoot(x disc, n int) (w disc, digits uint, ok bool) {
	if h := (discArith{a.prec/2 + 16}); h.prec+32 < a.prec {
		shift := a.prec - h.prec
		small := disc{new(big.Int).Rsh(x.re, shift), new(big.Int).Rsh(x.im, shift), zeroInt}
		if small.below().BitLen() >= 80 {
			w, digits, ok = h.seedRoot(small, n)
			for ; ok && digits < h.prec; digits *= 2 {
				w, ok = h.newton(small, w, n)
			}
			return disc{new(big.Int).Lsh(w.re, shift), new(big.Int).Lsh(w.im, shift), zeroInt}, h.prec, ok
		}
	}
	w, ok = a.rootStart(x, n)
	return w, 48, ok
}

// newton is one step of the iteration for wⁿ = x.
func (a discArith) newton(x, w disc, n int) (disc, bool) {
	rho, ok := a.excess(x, w, n)
	if !ok {
		return w, false
	}
	w = a.correct(w, rho, n)
	w.err = zeroInt
	return w, true
}

// rootStart is the principal root in float64. The sign of a tiny imaginary part survives.
func (a discArith) rootStart(x disc, n int) (disc, bool) {
	scale := x.below().BitLen()
	if scale == 0 {
		return disc{}, false
	}
	re, im := scaled(x.re, scale), scaled(x.im, scale)
	if im == 0 && x.im.Sign() != 0 {
		im = math.Copysign(math.SmallestNonzeroFloat64, float64(x.im.Sign()))
	}
	// x = (re + i·im)·2^e; the power of two splits into q whole ones and a rest.
	e := scale - int(a.prec)
	q := e / n
	mod := math.Exp((math.Log(math.Hypot(re, im)) + float64(e-q*n)*math.Ln2) / float64(n))
	sin, cos := math.Sincos(math.Atan2(im, re) / float64(n))
	w := disc{a.fixed(mod*cos, q), a.fixed(mod*sin, q), zeroInt}
	return w, w.below().Sign() > 0
}

// scaled is x·2^−scale in float64.
func scaled(x *big.Int, scale int) float64 {
	f := new(big.Float).SetInt(x)
	v, _ := f.SetMantExp(f, -scale).Float64()
	return v
}

// fixed is v·2^q in fixed point, rounded.
func (a discArith) fixed(v float64, q int) *big.Int {
	f := new(big.Float).SetFloat64(v)
	z, _ := f.SetMantExp(f, q+int(a.prec)).Int(nil)
	return z
}

// unity is exp(2πi·p/q) for 0 ≤ p < q: the q-th root of 1 nearest to its value in float64.
func (a discArith) unity(p, q int64) disc {
	switch {
	case p == 0:
		return a.rat(big.NewRat(1, 1))
	case 2*p == q:
		return a.rat(big.NewRat(-1, 1))
	case 4*p == q:
		return disc{zeroInt, a.rat(big.NewRat(1, 1)).re, zeroInt}
	case 4*p == 3*q:
		return disc{zeroInt, a.rat(big.NewRat(-1, 1)).re, zeroInt}
	}
	// As in someRoot for 1 = w^q(1+ρ), where the start says which of the roots is meant.
	// ρ′ = 1 − w^q is the ρ of someRoot up to 2|ρ′|² for |ρ′| ≤ 1/4: with it w(1 + ρ′/q) is a root up to 4|w||ρ′|².
	angle := 2 * math.Pi * float64(p) / float64(q)
	start := disc{a.fixed(math.Cos(angle), 0), a.fixed(math.Sin(angle), 0), zeroInt}
	w, digits := a.seedUnity(start, q)
	for ; 2*digits < a.prec; digits *= 2 {
		w = a.correct(w, a.lack(w, q), int(q))
		w.err = zeroInt
	}
	rho := a.lack(w, q)
	r := a.correct(w, rho, int(q))
	gap := rho.above()
	gap.Add(gap, rho.err)
	drift := a.add(w, a.neg(start)).above()
	if gap.BitLen()+2 > int(a.prec) || drift.Mul(drift, big.NewInt(q)).BitLen() > int(a.prec) {
		return disc{w.re, w.im, new(big.Int).Lsh(one, a.prec+2)} // no information: |w| ≤ 2
	}
	gap.Mul(gap, gap)
	gap.Rsh(gap, a.prec-3) // 4|w| ≤ 8
	r.err = gap.Add(gap.Add(gap, one), r.err)
	return r
}

// lack is 1 − w^q.
func (a discArith) lack(w disc, q int64) disc {
	d := a.neg(a.pow(w, int(q)))
	d.re.Add(d.re, new(big.Int).Lsh(one, a.prec))
	return d
}

// seedUnity improves the start, correct to 44 bits, to about half the precision.
func (a discArith) seedUnity(start disc, q int64) (w disc, digits uint) {
	h := discArith{a.prec/2 + 16}
	if h.prec+32 >= a.prec {
		return start, 44
	}
	shift := a.prec - h.prec
	small := disc{new(big.Int).Rsh(start.re, shift), new(big.Int).Rsh(start.im, shift), zeroInt}
	w, digits = h.seedUnity(small, q)
	for ; digits < h.prec; digits *= 2 {
		w = h.correct(w, h.lack(w, q), int(q))
	}
	return disc{new(big.Int).Lsh(w.re, shift), new(big.Int).Lsh(w.im, shift), zeroInt}, h.prec
}
