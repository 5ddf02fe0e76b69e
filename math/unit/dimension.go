package unit

import (
	"errors"
	"math/big"
	"strings"
)

// Exponent is a rational exponent num/den in lowest terms; the zero value is 0.
type Exponent struct{ num, den int32 }

// maxExponent bounds numerators and denominators.
const maxExponent = 1 << 20

// ErrExponent says that an exponent of a unit is too large or no rational number.
var ErrExponent = errors.New("unit: an exponent is not a rational number of moderate size")

// NewExponent is a rational exponent.
func NewExponent(r *big.Rat) (Exponent, error) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return Exponent{}, ErrExponent
	}
	num, den := r.Num().Int64(), r.Denom().Int64()
	switch {
	case num == 0:
		return Exponent{}, nil
	case num > maxExponent || num < -maxExponent || den > maxExponent:
		return Exponent{}, ErrExponent
	}
	return Exponent{int32(num), int32(den)}, nil
}

// Rat is the value.
func (e Exponent) Rat() *big.Rat {
	if e.num == 0 {
		return new(big.Rat)
	}
	return big.NewRat(int64(e.num), int64(e.den))
}

// The dimensions of the SI base units, in the order of Dimension. Angles are numbers.
const (
	Length = iota
	Mass
	Time
	Current
	Temperature
	Amount
	Luminosity
	bases
)

// Dimension is a product of powers of the base dimensions; the zero value is that of a
// number. Dimensions are compared with ==.
type Dimension [bases]Exponent

var symbols = [bases]string{"m", "kg", "s", "A", "K", "mol", "cd"}

// dimension is one with whole exponents.
func dimension(exponents [bases]int8) Dimension {
	var d Dimension
	for k, e := range exponents {
		if e != 0 {
			d[k] = Exponent{int32(e), 1}
		}
	}
	return d
}

// IsNumber says that all exponents are zero.
func (d Dimension) IsNumber() bool { return d == Dimension{} }

// Mul is the dimension of a product.
func (d Dimension) Mul(o Dimension) (Dimension, error) {
	for k := range d {
		e, err := NewExponent(new(big.Rat).Add(d[k].Rat(), o[k].Rat()))
		if err != nil {
			return Dimension{}, err
		}
		d[k] = e
	}
	return d, nil
}

// Pow is the dimension of a power.
func (d Dimension) Pow(r *big.Rat) (Dimension, error) {
	for k := range d {
		e, err := NewExponent(new(big.Rat).Mul(d[k].Rat(), r))
		if err != nil {
			return Dimension{}, err
		}
		d[k] = e
	}
	return d, nil
}

// String writes the dimension in SI base units: "kg m^2 s^-2"; "1" for a number.
func (d Dimension) String() string {
	var parts []string
	for _, k := range []int{Mass, Length, Time, Current, Temperature, Amount, Luminosity} {
		switch r := d[k].Rat(); {
		case r.Sign() == 0:
		case r.Cmp(big.NewRat(1, 1)) == 0:
			parts = append(parts, symbols[k])
		default:
			parts = append(parts, symbols[k]+"^"+r.RatString())
		}
	}
	if len(parts) == 0 {
		return "1"
	}
	return strings.Join(parts, " ")
}
