package spin

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/math/wide"
)

const (
	// unit is the largest relative error of one rounding.
	unit = 0x1p-53
	// elementary is the relative error admitted to math.Exp, math.Log and math.Log1p.
	elementary = 4 * unit
)

// compensated is a sum in twice the working precision: hi+lo, with the sum of the
// absolute values and the count that bound its error.
type compensated struct {
	hi, lo, abs float64
	count       float64
}

func (s *compensated) add(x float64) {
	sum, rest := wide.TwoSum(s.hi, x)
	s.hi = sum
	s.lo += rest
	s.abs += math.Abs(x)
	s.count++
}

// addProduct adds a·b without rounding the product.
func (s *compensated) addProduct(a, b float64) {
	p, rest := wide.TwoProd(a, b)
	s.add(p)
	s.lo += rest
	s.abs += math.Abs(rest)
	s.count++
}

// bound is an absolute bound on the error of hi+lo.
func (s *compensated) bound() float64 {
	return 2 * s.count * s.count * unit * unit * s.abs
}

// big returns hi+lo as a wide number.
func (s *compensated) big() *big.Float {
	x := new(big.Float).SetPrec(widePrec).SetFloat64(s.hi)
	return x.Add(x, new(big.Float).SetFloat64(s.lo))
}

// widePrec is the precision in which the parts of a float64 result are put together.
const widePrec = 128

// assemble returns ln Z = offset + exponent·ln 2 + ln(mantissa) for a sum of positive
// terms that was found with the given relative error.
func assemble(offset *compensated, exponent int64, mantissa, relative float64, method string) LogZ {
	p := precise.New(widePrec)
	v := offset.big()
	e := new(big.Float).SetPrec(widePrec).SetInt64(exponent)
	v.Add(v, e.Mul(e, p.Ln2))
	l := math.Log(mantissa)
	v.Add(v, new(big.Float).SetFloat64(l))
	size, _ := v.Float64()
	bound := 2*relative + elementary*math.Abs(l) + offset.bound() + (math.Abs(size)+math.Abs(float64(exponent)))*0x1p-120
	return LogZ{Value: v, ErrorBound: bound, Method: method, Exact: true}
}
