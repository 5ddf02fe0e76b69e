package chain

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/wide"
)

// compensated is a sum in double-double, with a running bound on what it lost.
type compensated struct {
	sum  wide.DD
	size float64 // Σ |terms|
	n    int
}

func (c *compensated) add(x float64) {
	c.sum = c.sum.Add(wide.FromFloat(x))
	c.size += math.Abs(x)
	c.n++
}

// lost bounds the rounding of the sum: each addition is good to 2^−100 of a partial sum,
// which size bounds.
func (c *compensated) lost() float64 { return float64(c.n+1) * 0x1p-100 * c.size }

// addLoose is x + y, good to 2^−100 of |x| + |y|: enough where that is what counts, and
// twice as fast as the sum that survives cancellation.
func addLoose(x, y wide.DD) wide.DD {
	s, e := wide.TwoSum(x.Hi, y.Hi)
	s, e = wide.FastTwoSum(s, e+(x.Lo+y.Lo))
	return wide.DD{Hi: s, Lo: e}
}

func ldexp(x wide.DD, exp int) wide.DD {
	return wide.DD{Hi: math.Ldexp(x.Hi, exp), Lo: math.Ldexp(x.Lo, exp)}
}

// toBig is x with 128 bits.
func toBig(x wide.DD) *big.Float {
	v := new(big.Float).SetPrec(128).SetFloat64(x.Hi)
	return v.Add(v, new(big.Float).SetFloat64(x.Lo))
}
