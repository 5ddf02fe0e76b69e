package ball

import (
	"math"
	"math/big"
	"math/bits"
)

// mag is an unsigned number of 32 bits with a large exponent, used for radii and other
// bounds: m·2^(e−32) with m in [2³¹, 2³²), so that the value is in [2^(e−1), 2^e).
// The zero value is 0. Operations round up unless their name ends in Lower.
type mag struct {
	e int64
	m uint32
}

const (
	// maxExp bounds exponents of midpoints and radii, so that sums of a few never overflow.
	maxExp = 1 << 60
	infExp = math.MaxInt64
)

func magInf() mag          { return mag{infExp, 1 << 31} }
func (a mag) isZero() bool { return a.m == 0 }
func (a mag) isInf() bool  { return a.e == infExp }
func magPow2(e int64) mag  { return magCheck(e+1, 1<<31) }
func magUint(n uint64) mag { return magFromUint64(n, 0, true) }
func magMin(a, b mag) mag {
	if a.cmp(b) <= 0 {
		return a
	}
	return b
}

func magMax(a, b mag) mag {
	if a.cmp(b) >= 0 {
		return a
	}
	return b
}

// magCheck applies the exponent bounds to a value rounded up: too large becomes infinite, too
// small the smallest number.
func magCheck(e int64, m uint32) mag {
	if e > maxExp {
		return magInf()
	}
	if e < -maxExp {
		return mag{-maxExp, 1 << 31}
	}
	return mag{e, m}
}

// magCheckLower is magCheck for values rounded down.
func magCheckLower(e int64, m uint32) mag {
	if e > maxExp {
		return mag{maxExp, math.MaxUint32}
	}
	if e < -maxExp {
		return mag{}
	}
	return mag{e, m}
}

// magFromUint64 is n·2^e, rounded up or down.
func magFromUint64(n uint64, e int64, up bool) mag {
	if n == 0 {
		return mag{}
	}
	s := bits.LeadingZeros64(n)
	n <<= uint(s)
	e += 64 - int64(s)
	m := uint32(n >> 32)
	if !up {
		return magCheckLower(e, m)
	}
	if uint32(n) != 0 {
		if m == math.MaxUint32 {
			return magCheck(e+1, 1<<31)
		}
		m++
	}
	return magCheck(e, m)
}

// magFloat is a float64 ≥ 0 as a mag, rounded up.
func magFloat(f float64) mag {
	if f == 0 {
		return mag{}
	}
	if !(f > 0) || math.IsInf(f, 1) {
		return magInf()
	}
	fr, e := math.Frexp(f)
	return magFromUint64(uint64(math.Ldexp(fr, 53)), int64(e)-53, true)
}

func (a mag) cmp(b mag) int {
	switch {
	case a.m == 0 && b.m == 0:
		return 0
	case a.m == 0:
		return -1
	case b.m == 0:
		return 1
	case a.e != b.e:
		if a.e < b.e {
			return -1
		}
		return 1
	case a.isInf() || a.m == b.m:
		return 0
	case a.m < b.m:
		return -1
	}
	return 1
}

func (a mag) add(b mag) mag {
	if a.m == 0 {
		return b
	}
	if b.m == 0 {
		return a
	}
	if a.e < b.e {
		a, b = b, a
	}
	if a.e == infExp {
		return a
	}
	// One more than the truncated sum covers what the shift drops.
	d := uint64(a.e - b.e)
	s := uint64(a.m)
	if d < 32 {
		s += uint64(b.m) >> d
		if b.m<<(32-d) != 0 && d > 0 {
			s++
		}
	} else {
		s++
	}
	if s >= 1<<32 {
		s = (s + 1) >> 1 // < 2³², because s ≤ 2³³ − 2
		return magCheck(a.e+1, uint32(s))
	}
	return mag{a.e, uint32(s)}
}

func (a mag) mul(b mag) mag {
	if a.m == 0 || b.m == 0 {
		return mag{}
	}
	if a.isInf() || b.isInf() {
		return magInf()
	}
	return magFromUint64(uint64(a.m)*uint64(b.m), a.e+b.e-64, true)
}

func (a mag) mulLower(b mag) mag {
	if a.m == 0 || b.m == 0 {
		return mag{}
	}
	if a.isInf() || b.isInf() {
		return mag{maxExp, math.MaxUint32}
	}
	return magFromUint64(uint64(a.m)*uint64(b.m), a.e+b.e-64, false)
}

// mul2exp is a·2^e.
func (a mag) mul2exp(e int64) mag {
	if a.m == 0 || a.isInf() {
		return a
	}
	if e > 2*maxExp || e < -2*maxExp {
		if e > 0 {
			return magInf()
		}
		return mag{-maxExp, 1 << 31}
	}
	return magCheck(a.e+e, a.m)
}

// div is an upper bound of a/b where a is an upper and b a lower bound.
func (a mag) div(b mag) mag {
	switch {
	case b.m == 0 || a.isInf():
		return magInf()
	case a.m == 0:
		return mag{}
	case b.isInf():
		b = mag{maxExp, math.MaxUint32}
	}
	n := uint64(a.m) << 32
	q := n / uint64(b.m)
	if q*uint64(b.m) != n {
		q++
	}
	return magFromUint64(q, a.e-b.e-32, true)
}

// divLower is a lower bound of a/b where a is a lower and b an upper bound.
func (a mag) divLower(b mag) mag {
	if a.m == 0 || b.isInf() {
		return mag{}
	}
	if b.m == 0 || a.isInf() {
		return mag{maxExp, math.MaxUint32}
	}
	return magFromUint64((uint64(a.m)<<32)/uint64(b.m), a.e-b.e-32, false)
}

// addLower is a lower bound of a+b.
func (a mag) addLower(b mag) mag {
	if a.m == 0 {
		return b
	}
	if b.m == 0 {
		return a
	}
	if a.e < b.e {
		a, b = b, a
	}
	if a.isInf() {
		return mag{maxExp, math.MaxUint32}
	}
	s := uint64(a.m)
	if d := uint64(a.e - b.e); d < 32 {
		s += uint64(b.m) >> d
	}
	return magFromUint64(s, a.e-32, false)
}

// subLower is a lower bound of max(0, a−b) where a is a lower and b an upper bound.
func (a mag) subLower(b mag) mag {
	if b.isInf() || a.cmp(b) <= 0 {
		return mag{}
	}
	if a.isInf() {
		return mag{maxExp, math.MaxUint32}
	}
	if b.m == 0 {
		return a
	}
	x, y := uint64(a.m)<<32, uint64(b.m)<<32
	if d := uint64(a.e - b.e); d < 32 {
		y >>= d // exact: the low 32 bits were free
	} else {
		y = 1 << 32
	}
	if x <= y {
		return mag{}
	}
	return magFromUint64(x-y, a.e-64, false)
}

// sqrt is an upper bound of √a, sqrtLower a lower one.
func (a mag) sqrt() mag      { return a.root(true) }
func (a mag) sqrtLower() mag { return a.root(false) }

func (a mag) root(up bool) mag {
	if a.m == 0 || a.isInf() {
		return a
	}
	// √(n·2^k) with k even; n < 2⁶⁴ is exact and its root has 32 bits.
	n, k := uint64(a.m)<<31, a.e-63
	if k&1 != 0 {
		n, k = n<<1, k-1
	}
	s := uint64(math.Sqrt(float64(n)))
	for s > math.MaxUint32 || s*s > n {
		s--
	}
	for s < math.MaxUint32 && (s+1)*(s+1) <= n {
		s++
	}
	if up && s*s != n {
		s++
	}
	return magFromUint64(s, k/2, up)
}

// powUint is an upper bound of aⁿ.
func (a mag) powUint(n uint64) mag {
	r := magPow2(0)
	for n > 0 {
		if n&1 != 0 {
			r = r.mul(a)
		}
		if n >>= 1; n > 0 {
			a = a.mul(a)
		}
	}
	return r
}

// expm1 is an upper bound of e^a − 1.
func (a mag) expm1() mag {
	switch {
	case a.m == 0:
		return a
	case a.e > 40: // a ≥ 2⁴⁰: radii like this carry no information
		return magInf()
	case a.e > 6: // a ≥ 64: e^a < 2^(1.4427·a)
		f := float64(a.m) * math.Ldexp(1, int(a.e)-32) // exact
		return magPow2(int64(f*1.4426950408889636*(1+0x1p-50)) + 1)
	case a.e > -20: // math.Expm1 errs by less than an ulp or two; 2⁻⁴⁰ is far more
		f := float64(a.m) * math.Ldexp(1, int(a.e)-32)
		return magFloat(math.Expm1(f) * (1 + 0x1p-40))
	}
	// a < 2⁻²⁰: e^a − 1 ≤ a + a²
	return a.add(a.mul(a))
}

// float64Upper is the value as a float64, rounded up, possibly +Inf.
func (a mag) float64Upper() float64 {
	switch {
	case a.m == 0:
		return 0
	case a.e > 1024:
		return math.Inf(1)
	case a.e < -1000:
		return 0x1p-1000
	}
	return math.Ldexp(float64(a.m), int(a.e)-32)
}

// bigFloat is the value exactly; the exponent must fit big.Float, else +Inf (or the smallest
// positive number that still fits).
func (a mag) bigFloat() *big.Float {
	f := new(big.Float).SetPrec(32)
	switch {
	case a.m == 0:
		return f
	case a.e > big.MaxExp:
		return f.SetInf(false)
	case a.e < big.MinExp+40:
		return f.SetMantExp(big.NewFloat(0.5), big.MinExp+41)
	}
	return f.SetMantExp(f.SetUint64(uint64(a.m)), int(a.e)-32)
}
