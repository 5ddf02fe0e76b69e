package equal

import (
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/ball"
)

// coordinate is an exact real number at which something is evaluated: a short fraction, a
// double or any rational. The zero value is 0.
type coordinate struct {
	kind     coordinateKind
	num, den int64
	double   float64
	exact    *big.Rat // of a rational; of the others once it has been asked for
}

type coordinateKind uint8

const (
	coordinateFraction coordinateKind = iota // num/den, den = 0 for the zero value
	coordinateDouble
	coordinateRational
)

// setFraction makes c the number num/den.
func (c *coordinate) setFraction(num, den int64) { *c = coordinate{num: num, den: den} }

// setFloat makes c the finite double f.
func (c *coordinate) setFloat(f float64) { *c = coordinate{kind: coordinateDouble, double: f} }

// setRat makes c the number r, which may not change any more.
func (c *coordinate) setRat(r *big.Rat) { *c = coordinate{kind: coordinateRational, exact: r} }

// rat is the number, not to be changed.
func (c *coordinate) rat() *big.Rat {
	if c.exact == nil {
		switch {
		case c.kind == coordinateDouble:
			c.exact = new(big.Rat).SetFloat64(c.double)
		case c.den != 0:
			c.exact = big.NewRat(c.num, c.den)
		default:
			c.exact = new(big.Rat)
		}
	}
	return c.exact
}

// sign is −1, 0 or 1; den is positive.
func (c *coordinate) sign() int {
	switch {
	case c.kind == coordinateRational:
		return c.exact.Sign()
	case c.num > 0 || c.double > 0:
		return 1
	case c.num < 0 || c.double < 0:
		return -1
	}
	return 0
}

// equal reports whether both are the same number.
func (c *coordinate) equal(d *coordinate) bool {
	switch {
	case c.kind == coordinateDouble && d.kind == coordinateDouble:
		return c.double == d.double
	case c.sign() != d.sign():
		return false
	case c.sign() == 0:
		return true
	case c.kind == coordinateFraction && d.kind == coordinateFraction && c.den == d.den:
		return c.num == d.num
	}
	return c.rat().Cmp(d.rat()) == 0
}

// float is the number, rounded to the nearest double.
func (c *coordinate) float() float64 {
	const exact = 1 << 53
	switch {
	case c.kind == coordinateDouble:
		return c.double
	case c.kind == coordinateFraction && c.den > 0 && c.den <= exact && -exact <= c.num && c.num <= exact:
		return float64(c.num) / float64(c.den)
	}
	f, _ := c.rat().Float64()
	return f
}

// real sets z to the number, rounded to that precision where it needs to be.
func (c *coordinate) real(z *ball.Real, prec uint) {
	switch {
	case c.kind == coordinateDouble:
		z.SetFloat64(c.double)
	case c.kind == coordinateRational:
		z.SetRat(c.exact, prec)
	case c.den == 0 || c.den == 1:
		z.SetInt64(c.num)
	default:
		z.SetInt64(c.num)
		z.DivInt64(z, c.den, prec)
	}
}

// quick encloses the number in double precision.
func (c *coordinate) quick() ball.Quick {
	switch {
	case c.kind == coordinateDouble:
		return ball.QuickExact(c.double)
	case c.kind == coordinateRational:
		return quickRat(c.exact)
	case c.num == 0:
		return ball.QuickExact(0)
	case c.num > 1<<53 || c.num < -1<<53 || c.den > 1<<53:
		return quickRat(c.rat())
	}
	return ball.QuickExact(float64(c.num)).Div(ball.QuickExact(float64(c.den)))
}

// point is an exact value of a symbol.
type point struct{ re, im coordinate }

// realPoint is the point r, which may not change any more.
func realPoint(r *big.Rat) *point {
	p := new(point)
	p.re.setRat(r)
	return p
}

func (p *point) quick() ball.QuickComplex {
	return ball.QuickComplex{Re: p.re.quick(), Im: p.im.quick()}
}

func (p *point) String() string {
	re, im := p.re.rat(), p.im.rat()
	if im.Sign() == 0 {
		return decimal(re)
	}
	text := decimal(im)
	if im.Sign() > 0 {
		text = "+" + text
	}
	if re.Sign() == 0 {
		return decimal(im) + "i"
	}
	return fmt.Sprintf("%s%si", decimal(re), text)
}

// decimal writes a dyadic or decimal rational exactly, any other as a fraction.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if n, exact := r.FloatPrec(); exact && n < 64 {
		return r.FloatString(n)
	}
	return r.String()
}
