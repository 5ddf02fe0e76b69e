package ball

import "math/big"

// The algorithms in this file and in elementary_wide.go work on integers X that stand for
// X/2^wp, at any precision. Errors are counted in units of 2^−wp ("ulp").

// toInt is the midpoint of z times 2^wp, cut off towards zero: the error is less than 1 ulp.
// The caller bounds z.exp + wp.
func (z *Real) toInt(wp int64) *big.Int {
	if z.mant[3] == 0 || z.exp+wp <= 0 {
		return new(big.Int)
	}
	m := z.limbs()
	n := limbsInt(m)
	if s := z.exp + wp - int64(64*len(m)); s >= 0 {
		n.Lsh(n, uint(s))
	} else {
		n.Rsh(n, uint(-s))
	}
	if z.neg {
		n.Neg(n)
	}
	return n
}

// setIntScaled makes z the ball n·2^exp ± err·2^exp.
func (z *Real) setIntScaled(n *big.Int, exp int64, err uint64, prec uint) *Real {
	rad := magFromUint64(err, exp, true)
	if n.Sign() == 0 {
		*z = Real{rad: rad}
		return z
	}
	w := intLimbs(n)
	exp += int64(64*len(w)) - normalize(w)
	return z.setWide(w, exp, n.Sign() < 0, rad, clampPrec(prec))
}

// mulShift is z = ⌊x·y/2^wp⌋.
func mulShift(z, x, y *big.Int, wp uint) *big.Int {
	z.Mul(x, y)
	return z.Rsh(z, wp)
}
