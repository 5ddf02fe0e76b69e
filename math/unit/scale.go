package unit

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// Scale is the size of a unit in SI base units: Rational · π^Pi · the product of Roots.
type Scale struct {
	Rational *big.Rat // positive
	Pi       Exponent
	Roots    []Root
	// Uncertainty is the relative standard uncertainty, 0 for an exact unit.
	Uncertainty float64
}

// Root is a fractional power, with an exponent between 0 and 1.
type Root struct {
	Base     *big.Rat
	Exponent Exponent
}

var one = Scale{Rational: big.NewRat(1, 1)}

// Mul is the product; independent uncertainties add in quadrature.
func (s Scale) Mul(o Scale) (Scale, error) {
	pi, err := NewExponent(new(big.Rat).Add(s.Pi.Rat(), o.Pi.Rat()))
	if err != nil {
		return Scale{}, err
	}
	return Scale{
		Rational:    new(big.Rat).Mul(s.Rational, o.Rational),
		Pi:          pi,
		Roots:       append(append([]Root(nil), s.Roots...), o.Roots...),
		Uncertainty: math.Hypot(s.Uncertainty, o.Uncertainty),
	}, nil
}

// maxPower bounds the powers of a unit.
const maxPower = 100

// Pow is the power with a rational exponent between −100 and 100.
func (s Scale) Pow(r *big.Rat) (Scale, error) {
	if r.Num().CmpAbs(new(big.Int).Mul(r.Denom(), big.NewInt(maxPower))) > 0 {
		return Scale{}, ErrExponent
	}
	pi, err := NewExponent(new(big.Rat).Mul(s.Pi.Rat(), r))
	if err != nil {
		return Scale{}, err
	}
	f, _ := r.Float64()
	p := Scale{Rational: big.NewRat(1, 1), Pi: pi, Uncertainty: s.Uncertainty * math.Abs(f)}
	if err := p.times(s.Rational, r); err != nil {
		return Scale{}, err
	}
	for _, root := range s.Roots {
		if err := p.times(root.Base, new(big.Rat).Mul(root.Exponent.Rat(), r)); err != nil {
			return Scale{}, err
		}
	}
	return p, nil
}

// times multiplies by base^r: the whole part of r goes into the rational number.
func (s *Scale) times(base, r *big.Rat) error {
	whole, rest := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	k := whole.Int64()
	abs := big.NewInt(k)
	abs.Abs(abs)
	num, den := new(big.Int).Exp(base.Num(), abs, nil), new(big.Int).Exp(base.Denom(), abs, nil)
	if k < 0 {
		num, den = den, num
	}
	s.Rational = new(big.Rat).Mul(s.Rational, new(big.Rat).SetFrac(num, den))
	if rest.Sign() == 0 || base.Cmp(big.NewRat(1, 1)) == 0 {
		return nil
	}
	e, err := NewExponent(new(big.Rat).SetFrac(rest, r.Denom()))
	if err != nil {
		return err
	}
	s.Roots = append(s.Roots, Root{base, e})
	return nil
}

// Node is the scale as an expression.
func (s Scale) Node(p *expr.Pool) *expr.Node {
	factors := []*expr.Node{p.Number(s.Rational)}
	if r := s.Pi.Rat(); r.Sign() != 0 {
		factors = append(factors, p.Pow(p.Constant(expr.ConstPi), p.Number(r)))
	}
	for _, root := range s.Roots {
		factors = append(factors, p.Pow(p.Number(root.Base), p.Number(root.Exponent.Rat())))
	}
	if len(factors) == 1 {
		return factors[0]
	}
	return p.Mul(factors...)
}

// Float64 is the value to double precision.
func (s Scale) Float64() float64 {
	f, _ := s.Rational.Float64()
	pi, _ := s.Pi.Rat().Float64()
	f *= math.Pow(math.Pi, pi)
	for _, root := range s.Roots {
		b, _ := root.Base.Float64()
		e, _ := root.Exponent.Rat().Float64()
		f *= math.Pow(b, e)
	}
	return f
}
