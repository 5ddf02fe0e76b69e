package tensor

import "math/big"

// gauss is a Gaussian rational; it is never changed.
type gauss struct{ re, im *big.Rat }

var ratZero = new(big.Rat)

func gaussInt(n int64) gauss { return gauss{big.NewRat(n, 1), ratZero} }

func gaussRat(r *big.Rat) gauss { return gauss{r, ratZero} }

func imaginary(n int64) gauss { return gauss{ratZero, big.NewRat(n, 1)} }

func (a gauss) isZero() bool { return a.re.Sign() == 0 && a.im.Sign() == 0 }

func (a gauss) isReal() bool { return a.im.Sign() == 0 }

func (a gauss) equal(b gauss) bool { return a.re.Cmp(b.re) == 0 && a.im.Cmp(b.im) == 0 }

func (a gauss) add(b gauss) gauss {
	return gauss{addRat(a.re, b.re), addRat(a.im, b.im)}
}

func (a gauss) mul(b gauss) gauss {
	re := mulRat(a.re, b.re)
	if a.im.Sign() == 0 && b.im.Sign() == 0 {
		return gauss{re, ratZero}
	}
	im := addRat(mulRat(a.re, b.im), mulRat(a.im, b.re))
	return gauss{new(big.Rat).Sub(re, mulRat(a.im, b.im)), im}
}

func addRat(a, b *big.Rat) *big.Rat {
	switch {
	case a.Sign() == 0:
		return b
	case b.Sign() == 0:
		return a
	}
	return new(big.Rat).Add(a, b)
}

func mulRat(a, b *big.Rat) *big.Rat {
	if a.Sign() == 0 || b.Sign() == 0 {
		return ratZero
	}
	return new(big.Rat).Mul(a, b)
}

func (a gauss) neg() gauss { return gauss{new(big.Rat).Neg(a.re), new(big.Rat).Neg(a.im)} }

func (a gauss) conj() gauss {
	return gauss{a.re, new(big.Rat).Neg(a.im)}
}

// inv is 1/a of a nonzero a.
func (a gauss) inv() gauss {
	n := addRat(mulRat(a.re, a.re), mulRat(a.im, a.im))
	n = new(big.Rat).Inv(n)
	return gauss{mulRat(a.re, n), mulRat(new(big.Rat).Neg(a.im), n)}
}

func (a gauss) String() string {
	switch {
	case a.im.Sign() == 0:
		return a.re.RatString()
	case a.re.Sign() == 0:
		return a.im.RatString() + "i"
	case a.im.Sign() < 0:
		return a.re.RatString() + a.im.RatString() + "i"
	}
	return a.re.RatString() + "+" + a.im.RatString() + "i"
}

var ratHalf = big.NewRat(1, 2)

func ratDiv(r *big.Rat, d *big.Int) *big.Rat {
	return new(big.Rat).Quo(r, new(big.Rat).SetInt(d))
}
