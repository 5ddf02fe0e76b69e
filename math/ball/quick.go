package ball

import "math"

// Quick is a real ball in double precision, and QuickComplex a rectangle of two: enclosures
// at a fiftieth of the cost of Real, for looking at many points before a few are computed
// properly. Sums, products, quotients and square roots are rounded as IEEE 754 says, and their
// errors are bounded from that. The elementary functions are those of package math with an
// allowance of 2⁻⁴⁴, a few hundred times the error that its sources (FreeBSD's msun, Cephes)
// state; a test compares them with Real. So a Quick says what is worth a look, and what is
// reported is confirmed by a Real.
//
// A radius that is not finite means indeterminate, as for Real. Values go by copy; there is
// no precision to choose, and nothing allocates.
type Quick struct{ mid, rad float64 }

const (
	quickUnit  = 0x1p-53 // half a unit of the last place of 1
	quickSlack = 1 + 0x1p-48
	// quickTiny covers underflow: what is below it is as good as zero, and is not divided by.
	quickTiny = 0x1p-500
	// quickAllowance is the relative error granted to a function of package math.
	quickAllowance = 0x1p-44
)

// QuickExact is exactly f; indeterminate for infinities and NaN.
func QuickExact(f float64) Quick { return Quick{f, f - f} }

// QuickNear is f, the nearest double of a number.
func QuickNear(f float64) Quick { return Quick{f, math.Abs(f)*quickUnit + quickTiny} }

// QuickPi is π.
func QuickPi() Quick { return QuickNear(math.Pi) }

func quickNone() Quick { return Quick{0, math.Inf(1)} }

// IsFinite tells whether a is anything but indeterminate.
func (a Quick) IsFinite() bool { return a.rad <= math.MaxFloat64 }

// IsZero tells whether a is exactly 0.
func (a Quick) IsZero() bool { return a.mid == 0 && a.rad == 0 }

// IsExact tells whether a is a single number.
func (a Quick) IsExact() bool { return a.rad == 0 }

// Sign is 1 or −1 where all of a is positive or negative, 0 otherwise.
func (a Quick) Sign() int {
	switch {
	case a.mid > a.rad:
		return 1
	case -a.mid > a.rad:
		return -1
	}
	return 0
}

// Mid is the midpoint.
func (a Quick) Mid() float64 { return a.mid }

// mag is at least the largest |x| in a.
func (a Quick) mag() float64 { return (math.Abs(a.mid) + a.rad) * quickSlack }

// Overlaps tells whether a and b may have a number in common. False is a proof that they
// have none.
func (a Quick) Overlaps(b Quick) bool {
	d := a.Sub(b)
	return d.Sign() == 0
}

// Neg is −a.
func (a Quick) Neg() Quick { return Quick{-a.mid, a.rad} }

// Abs is |a|; across zero it is [0, max |a|].
func (a Quick) Abs() Quick {
	if a.Sign() == 0 && a.rad != 0 {
		u := a.mag() / 2
		return Quick{u, u * quickSlack}
	}
	return Quick{math.Abs(a.mid), a.rad}
}

// Add is a + b. The error of a rounded sum is a double (D. Knuth, "The Art of Computer
// Programming", vol. 2, 4.2.2, theorem B), so sums of short numbers stay exact.
func (a Quick) Add(b Quick) Quick {
	s := a.mid + b.mid
	t := s - a.mid
	e := math.Abs((a.mid - (s - t)) + (b.mid - t))
	r := a.rad + b.rad
	if r != 0 || e != 0 {
		return Quick{s, (r + e) * quickSlack}
	}
	return Quick{s, e}
}

// Sub is a − b.
func (a Quick) Sub(b Quick) Quick { return a.Add(Quick{-b.mid, b.rad}) }

// Mul is a·b.
func (a Quick) Mul(b Quick) Quick {
	m := a.mid * b.mid
	e := math.Abs(math.FMA(a.mid, b.mid, -m))
	if a.rad == 0 && b.rad == 0 && e == 0 {
		if m != 0 && math.Abs(m) < quickTiny || m == 0 && a.mid != 0 && b.mid != 0 {
			return Quick{0, quickTiny}
		}
		return Quick{m, e}
	}
	if a.IsZero() && b.IsFinite() || b.IsZero() && a.IsFinite() {
		return Quick{}
	}
	// |xy − mx·my| ≤ |mx|·ry + (|my| + ry)·rx
	r := math.Abs(a.mid)*b.rad + (math.Abs(b.mid)+b.rad)*a.rad
	return Quick{m, (r+e)*quickSlack + quickTiny}
}

// Sqr is a², which is never negative.
func (a Quick) Sqr() Quick {
	if a.rad != 0 && a.Sign() == 0 {
		u := a.mag()
		u = (u*u*quickSlack + quickTiny) / 2
		return Quick{u, u * quickSlack}
	}
	return a.Mul(a)
}

// Inv is 1/a; indeterminate where a contains 0.
func (a Quick) Inv() Quick {
	low := math.Abs(a.mid) - a.rad
	if !(low > quickTiny) {
		return quickNone()
	}
	m := 1 / a.mid
	// The residue 1 − m·mid is a double; the rest as in Real.Div.
	e := math.Abs(math.FMA(m, a.mid, -1))
	if a.rad == 0 && e == 0 {
		return Quick{m, 0}
	}
	r := (e + math.Abs(m)*a.rad) / low
	return Quick{m, r*quickSlack + quickTiny}
}

// Div is a/b; indeterminate where b contains 0.
func (a Quick) Div(b Quick) Quick {
	low := math.Abs(b.mid) - b.rad
	if !(low > quickTiny) {
		return quickNone()
	}
	m := a.mid / b.mid
	e := math.Abs(math.FMA(m, b.mid, -a.mid))
	if a.rad == 0 && b.rad == 0 && e == 0 && (math.Abs(m) > quickTiny || a.mid == 0) {
		return Quick{m, 0}
	}
	// |x/y − m| ≤ (|x − m·my| + |m|·ry)/min |y|
	r := (a.rad + e + math.Abs(m)*b.rad) / low
	return Quick{m, r*quickSlack + quickTiny}
}

// Sqrt is √a where all of a is positive, and 0 for 0; otherwise indeterminate.
func (a Quick) Sqrt() Quick {
	if a.IsZero() {
		return a
	}
	low := a.mid - a.rad
	if !(low > quickTiny) {
		return quickNone()
	}
	m := math.Sqrt(a.mid)
	e := math.Abs(math.FMA(m, m, -a.mid))
	if a.rad == 0 && e == 0 {
		return Quick{m, 0}
	}
	// |√x − m| = |x − m²|/(√x + m)
	return Quick{m, (a.rad + e) / (m + math.Sqrt(low)) * quickSlack}
}

// Exp is e^a.
func (a Quick) Exp() Quick {
	if a.IsZero() {
		return Quick{1, 0}
	}
	if a.mid < -600 { // where package math underflows
		if a.mid+a.rad < -400 {
			return Quick{0, quickTiny}
		}
		return quickNone()
	}
	m := math.Exp(a.mid)
	return Quick{m, m * (math.Expm1(a.rad)*(1+4*quickAllowance) + 2*quickAllowance) * quickSlack}
}

// Log is log a where all of a is positive; otherwise indeterminate.
func (a Quick) Log() Quick {
	low := a.mid - a.rad
	if !(low > quickTiny) {
		return quickNone()
	}
	m := math.Log(a.mid)
	return Quick{m, (a.rad/low + math.Abs(m)*quickAllowance) * quickSlack}
}

// maxQuickAngle bounds the arguments of sine and cosine: beyond it their reduction is left to
// Real.
const maxQuickAngle = 1 << 20

// SinCos is sin a and cos a.
func (a Quick) SinCos() (s, c Quick) {
	if !(math.Abs(a.mid) < maxQuickAngle) {
		return quickNone(), quickNone()
	}
	if a.IsZero() {
		return Quick{}, Quick{1, 0}
	}
	sin, cos := math.Sincos(a.mid)
	r := (a.rad + quickAllowance) * quickSlack
	s, c = Quick{sin, r}, Quick{cos, r}
	if math.Abs(a.mid) < 0.5 { // no reduction, and the error is relative
		s.rad = (a.rad+math.Abs(sin)*quickAllowance)*quickSlack + quickTiny
	}
	return s, c
}

// Sinh is sinh a.
func (a Quick) Sinh() Quick {
	m := math.Sinh(a.mid)
	return Quick{m, (a.slope()*a.rad+math.Abs(m)*2*quickAllowance)*quickSlack + quickTiny}.unless(a)
}

// Cosh is cosh a.
func (a Quick) Cosh() Quick {
	m := math.Cosh(a.mid)
	return Quick{m, (a.slope()*a.rad + m*2*quickAllowance) * quickSlack}
}

// slope bounds |sinh| and |cosh| on a.
func (a Quick) slope() float64 { return math.Cosh(a.mag()) * (1 + quickAllowance) }

// unless is a, but exactly 0 for a function with f(0) = 0 of exactly 0.
func (a Quick) unless(argument Quick) Quick {
	if argument.IsZero() {
		return Quick{}
	}
	return a
}

// Tanh is tanh a.
func (a Quick) Tanh() Quick {
	m := math.Tanh(a.mid)
	return Quick{m, (a.rad+math.Abs(m)*quickAllowance)*quickSlack + quickTiny}.unless(a)
}

// Atan is arctan a.
func (a Quick) Atan() Quick {
	m := math.Atan(a.mid)
	r := a.rad
	if low := math.Abs(a.mid) - a.rad; low > 0 {
		r /= 1 + low*low
	}
	return Quick{m, (r+math.Abs(m)*quickAllowance)*quickSlack + quickTiny}.unless(a)
}

// inner is 1/√(1−x²) at its largest on a, which lies in (−1, 1); ok is false where it does
// not.
func (a Quick) inner() (slope float64, ok bool) {
	u := a.mag()
	d := (1 - u) * (1 + u)
	if !(d > 0x1p-40) {
		return 0, false
	}
	return quickSlack / math.Sqrt(d), true
}

// Asin is arcsin a inside (−1, 1); otherwise indeterminate.
func (a Quick) Asin() Quick {
	slope, ok := a.inner()
	if !ok {
		return quickNone()
	}
	// The root 1 − x² that package math uses has an error that grows as the slope.
	m := math.Asin(a.mid)
	return Quick{m, (slope*(a.rad+math.Abs(m)*quickAllowance))*quickSlack + quickTiny}.unless(a)
}

// Acos is arccos a inside (−1, 1); otherwise indeterminate.
func (a Quick) Acos() Quick {
	slope, ok := a.inner()
	if !ok {
		return quickNone()
	}
	return Quick{math.Acos(a.mid), (slope*(a.rad+quickAllowance) + 2*quickAllowance) * quickSlack}
}

// Asinh is arsinh a.
func (a Quick) Asinh() Quick {
	m := math.Asinh(a.mid)
	return Quick{m, (a.rad+math.Abs(m)*quickAllowance)*quickSlack + quickTiny}.unless(a)
}

// Acosh is arcosh a beyond 1; otherwise indeterminate.
func (a Quick) Acosh() Quick {
	low := a.mid - a.rad
	if !(low > 1+0x1p-20) {
		return quickNone()
	}
	m := math.Acosh(a.mid)
	return Quick{m, (a.rad/(math.Sqrt(low-1)*math.Sqrt(low+1)) + m*quickAllowance) * quickSlack}
}

// Atanh is artanh a inside (−1, 1); otherwise indeterminate.
func (a Quick) Atanh() Quick {
	slope, ok := a.inner()
	if !ok {
		return quickNone()
	}
	m := math.Atanh(a.mid)
	return Quick{m, (slope*slope*a.rad+math.Abs(m)*quickAllowance)*quickSlack + quickTiny}.unless(a)
}

// Floor is ⌊a⌋ where it is one integer on all of a; otherwise indeterminate.
func (a Quick) Floor() Quick {
	f := math.Floor(a.mid)
	switch {
	case !(math.Abs(a.mid) < 1<<50):
		return quickNone()
	case a.rad == 0, a.mid-f > a.rad && f+1-a.mid > a.rad:
		return Quick{f, 0}
	}
	return quickNone()
}

// Int is the integer that a exactly is.
func (a Quick) Int() (int64, bool) {
	if a.rad != 0 || !(math.Abs(a.mid) < 1<<50) || math.Floor(a.mid) != a.mid {
		return 0, false
	}
	return int64(a.mid), true
}

// QuickInterval contains the numbers between a and b, and those next to them.
func QuickInterval(a, b float64) Quick {
	r := math.Abs(b-a)/2*quickSlack + max(math.Abs(a), math.Abs(b))*0x1p-50
	return Quick{a + (b-a)/2, r + quickTiny}
}
