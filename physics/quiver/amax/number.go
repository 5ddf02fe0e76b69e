package amax

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
)

// Number is a real number: an enclosure of it, and its exact value where that is known. The
// zero Number is 0.
type Number struct {
	mid, rad *big.Rat // |x − mid| ≤ rad
	field    *field   // nil for a rational number
	coeff    []*big.Rat
}

// field is ℚ(θ), by the irreducible monic polynomial of θ. For a quadratic field θ = √d with
// an integer d > 1 without square factors that could be found.
type field struct {
	low      []*big.Rat // θ^n = −Σ low_i θ^i
	d        *big.Int   // for n = 2
	min      *poly.Uni
	mid, rad *big.Rat // an enclosure of θ that contains no other root of min
}

func (f *field) degree() int { return len(f.low) }

func rational(q *big.Rat) Number {
	return Number{mid: q, rad: new(big.Rat), coeff: []*big.Rat{q}}
}

// Exact reports whether the number is known exactly, and not only by its enclosure.
func (x Number) Exact() bool { return x.coeff != nil || x.mid == nil }

// Rat is the value if it is known to be rational.
func (x Number) Rat() (q *big.Rat, ok bool) {
	if x.mid == nil {
		return new(big.Rat), true
	}
	if x.coeff == nil {
		return nil, false
	}
	for _, c := range x.coeff[1:] {
		if c.Sign() != 0 {
			return nil, false
		}
	}
	return new(big.Rat).Set(x.coeff[0]), true
}

// Enclosure is a midpoint and a radius: the number is certainly within radius of it.
func (x Number) Enclosure() (mid, radius *big.Rat) {
	if x.mid == nil {
		return new(big.Rat), new(big.Rat)
	}
	return new(big.Rat).Set(x.mid), new(big.Rat).Set(x.rad)
}

// Float64 is the float64 nearest to the midpoint of the enclosure.
func (x Number) Float64() float64 {
	if x.mid == nil {
		return 0
	}
	f, _ := x.mid.Float64()
	return f
}

// Decimal writes the number with n digits behind the point, rounded from the midpoint of the
// enclosure.
func (x Number) Decimal(n int) string {
	m, _ := x.Enclosure()
	return m.FloatString(n)
}

// String is the exact form, such as (57 − 9√33)/16, or a decimal with its error.
func (x Number) String() string {
	if q, ok := x.Rat(); ok {
		return q.RatString()
	}
	if x.coeff == nil {
		return fmt.Sprintf("%s ± %s", x.mid.FloatString(30), x.errorText())
	}
	if x.field.d == nil {
		return fmt.Sprintf("%s (root of %s)", x.Decimal(15), x.minPoly())
	}
	p, q := x.coeff[0], x.coeff[1]
	den := big.NewInt(1)
	lcm(den, p.Denom())
	lcm(den, q.Denom())
	scale := new(big.Rat).SetInt(den)
	a := new(big.Rat).Mul(p, scale).Num()
	b := new(big.Rat).Mul(q, scale).Num()
	// The positive part goes first: 5√13 − 17, 57 − 9√33.
	surd := func(b *big.Int) string {
		if b.CmpAbs(big.NewInt(1)) == 0 {
			return "√" + x.field.d.String()
		}
		return new(big.Int).Abs(b).String() + "√" + x.field.d.String()
	}
	var text string
	switch {
	case a.Sign() == 0 && b.Sign() < 0:
		text = "−" + surd(b)
	case a.Sign() == 0:
		text = surd(b)
	case a.Sign() < 0 && b.Sign() < 0:
		text = "−" + new(big.Int).Neg(a).String() + " − " + surd(b)
	case a.Sign() < 0:
		text = surd(b) + " − " + new(big.Int).Neg(a).String()
	case b.Sign() < 0:
		text = a.String() + " − " + surd(b)
	default:
		text = a.String() + " + " + surd(b)
	}
	if den.Cmp(big.NewInt(1)) == 0 {
		return text
	}
	if a.Sign() == 0 {
		return text + "/" + den.String()
	}
	return "(" + text + ")/" + den.String()
}

// errorText is the radius, rounded up.
func (x Number) errorText() string {
	return new(big.Float).SetPrec(24).SetMode(big.AwayFromZero).SetRat(x.rad).Text('e', 0)
}

// scaled is q·x.
func (x Number) scaled(q *big.Rat) Number {
	y := Number{field: x.field, mid: new(big.Rat).Mul(x.mid, q), rad: new(big.Rat).Mul(x.rad, new(big.Rat).Abs(q))}
	for _, c := range x.coeff {
		y.coeff = append(y.coeff, new(big.Rat).Mul(c, q))
	}
	return y
}

// shifted is x + q.
func (x Number) shifted(q *big.Rat) Number {
	y := Number{field: x.field, mid: new(big.Rat).Add(x.mid, q), rad: x.rad}
	for i, c := range x.coeff {
		if i == 0 {
			c = new(big.Rat).Add(c, q)
		}
		y.coeff = append(y.coeff, c)
	}
	return y
}

// Cmp compares with a rational number. decided is false where the enclosure contains q and
// the exact value is not known.
func (x Number) Cmp(q *big.Rat) (sign int, decided bool) {
	mid, rad := x.Enclosure()
	d := mid.Sub(mid, q)
	if new(big.Rat).Abs(d).Cmp(rad) > 0 {
		return d.Sign(), true
	}
	if v, ok := x.Rat(); ok {
		return v.Cmp(q), true
	}
	if x.coeff == nil {
		return 0, false
	}
	// Irrational, but not separated yet: a better θ separates.
	for prec := uint(512); prec <= 1<<16; prec *= 2 {
		tm, tr := x.field.sharper(prec)
		y := x.field.element(x.coeff, tm, tr)
		if d := new(big.Rat).Sub(y.mid, q); new(big.Rat).Abs(d).Cmp(y.rad) > 0 {
			return d.Sign(), true
		}
	}
	return 0, false
}

// Equal reports whether two numbers are equal. decided is false where their enclosures
// overlap and one is not known exactly.
func Equal(x, y Number) (equal, decided bool) {
	xm, xr := x.Enclosure()
	ym, yr := y.Enclosure()
	gap := new(big.Rat).Sub(xm, ym)
	if gap.Abs(gap).Cmp(new(big.Rat).Add(xr, yr)) > 0 {
		return false, true
	}
	if q, ok := x.Rat(); ok {
		s, ok := y.Cmp(q)
		return ok && s == 0, ok
	}
	if q, ok := y.Rat(); ok {
		s, ok := x.Cmp(q)
		return ok && s == 0, ok
	}
	if !x.Exact() || !y.Exact() {
		return false, false
	}
	m, n := x.minPoly(), y.minPoly()
	if !m.Equal(n) {
		return false, true
	}
	// Roots of one irreducible polynomial: equal if no two roots fit in the hull.
	lo, hi := new(big.Rat).Sub(xm, xr), new(big.Rat).Add(xm, xr)
	if l := new(big.Rat).Sub(ym, yr); l.Cmp(lo) < 0 {
		lo = l
	}
	if h := new(big.Rat).Add(ym, yr); h.Cmp(hi) > 0 {
		hi = h
	}
	one := monotone(m, lo, hi)
	return one, one
}

// monotone proves that a polynomial has no two roots in an interval: its derivative, in
// powers of the distance from the middle, keeps its sign.
func monotone(m *poly.Uni, lo, hi *big.Rat) bool {
	mid := new(big.Rat).Add(lo, hi)
	mid.Quo(mid, big.NewRat(2, 1))
	r := new(big.Rat).Sub(hi, mid)
	d := m.Diff()
	least := new(big.Rat).Abs(d.Eval(mid))
	power := big.NewRat(1, 1)
	for k := 1; d.Degree() > 0; k++ {
		d = d.Diff()
		power.Mul(power, r)
		power.Quo(power, big.NewRat(int64(k), 1))
		t := new(big.Rat).Abs(d.Eval(mid))
		least.Sub(least, t.Mul(t, power))
	}
	return least.Sign() > 0
}

// minPoly is the minimal polynomial over ℤ of an exact number.
func (x Number) minPoly() *poly.Uni {
	if q, ok := x.Rat(); ok {
		return poly.NewUni(new(big.Int).Neg(q.Num()), q.Denom())
	}
	// The first power of x that depends on those before it.
	n := x.field.degree()
	power := zeros(n)
	power[0].SetInt64(1)
	var powers [][]*big.Rat
	for {
		if c, ok := combination(powers, power); ok {
			den := big.NewInt(1)
			for _, v := range c {
				lcm(den, v.Denom())
			}
			ints := make([]*big.Int, len(c)+1)
			for i, v := range c {
				ints[i] = new(big.Int).Neg(new(big.Int).Mul(v.Num(), new(big.Int).Quo(den, v.Denom())))
			}
			ints[len(c)] = den
			return poly.NewUni(ints...).Primitive()
		}
		powers = append(powers, power)
		power = x.field.mul(power, x.coeff)
	}
}

// combination solves Σ c_i rows_i = target.
func combination(rows [][]*big.Rat, target []*big.Rat) (c []*big.Rat, ok bool) {
	m := make([][]*big.Rat, len(target))
	for e := range m {
		m[e] = make([]*big.Rat, len(rows)+1)
		for i := range rows {
			m[e][i] = new(big.Rat).Set(rows[i][e])
		}
		m[e][len(rows)] = new(big.Rat).Set(target[e])
	}
	pivots, bad := reduce(m, len(rows))
	if bad >= 0 {
		return nil, false
	}
	c = zeros(len(rows))
	for i, p := range pivots {
		c[p] = m[i][len(rows)]
	}
	return c, true
}

// MinPoly is the minimal polynomial over ℤ of a number that is known exactly; the enclosure
// says which of its roots.
func (x Number) MinPoly() (*poly.Uni, error) {
	if !x.Exact() {
		return nil, errors.New("amax: the number is not known exactly, only enclosed")
	}
	return x.minPoly(), nil
}

// mul is the product in ℚ(θ); a nil field is ℚ.
func (f *field) mul(x, y []*big.Rat) []*big.Rat {
	if f == nil {
		return []*big.Rat{new(big.Rat).Mul(x[0], y[0])}
	}
	n := f.degree()
	long := zeros(2*n - 1)
	t := new(big.Rat)
	for i := range x {
		if x[i].Sign() == 0 {
			continue
		}
		for j := range y {
			if y[j].Sign() != 0 {
				long[i+j].Add(long[i+j], t.Mul(x[i], y[j]))
			}
		}
	}
	for i := len(long) - 1; i >= n; i-- {
		if long[i].Sign() == 0 {
			continue
		}
		for j, l := range f.low {
			if l.Sign() != 0 {
				long[i-n+j].Sub(long[i-n+j], t.Mul(long[i], l))
			}
		}
	}
	return long[:n]
}

// element is the number with the given coefficients, enclosed by way of an enclosure of θ.
func (f *field) element(c []*big.Rat, mid, rad *big.Rat) Number {
	if f == nil || rationalCoeff(c) {
		return rational(new(big.Rat).Set(c[0]))
	}
	// Horner's rule in mid ± rad.
	m, r := new(big.Rat), new(big.Rat)
	amid := new(big.Rat).Abs(mid)
	t := new(big.Rat)
	for i := len(c) - 1; i >= 0; i-- {
		// (m ± r)(mid ± rad): radius |m| rad + r (|mid| + rad)
		nr := new(big.Rat).Mul(new(big.Rat).Abs(m), rad)
		nr.Add(nr, t.Mul(r, new(big.Rat).Add(amid, rad)))
		m.Mul(m, mid)
		m.Add(m, c[i])
		r = nr
	}
	m, r = round(m, r)
	return Number{mid: m, rad: r, field: f, coeff: c}
}

// round gives an enclosure with a dyadic midpoint and a radius that is a power of two.
func round(mid, rad *big.Rat) (*big.Rat, *big.Rat) {
	if rad.Sign() == 0 {
		return mid, rad
	}
	// 2^−e ≥ 2·rad, midpoint rounded to 2^−e/4.
	e := rad.Denom().BitLen() - rad.Num().BitLen() - 2
	if e < 0 {
		return mid, rad
	}
	one := big.NewInt(1)
	unit := new(big.Int).Lsh(one, uint(e)+2)
	n := new(big.Int).Mul(mid.Num(), unit)
	n = nearest(n, mid.Denom())
	return new(big.Rat).SetFrac(n, unit), new(big.Rat).SetFrac(one, new(big.Int).Lsh(one, uint(e)))
}

func rationalCoeff(c []*big.Rat) bool {
	for _, v := range c[1:] {
		if v.Sign() != 0 {
			return false
		}
	}
	return true
}

// sharper encloses θ within about 2^−prec: Newton's method from the enclosure that is known,
// and a change of sign.
func (f *field) sharper(prec uint) (mid, rad *big.Rat) {
	d := f.min.Diff()
	x := new(big.Rat).Set(f.mid)
	unit := new(big.Int).Lsh(big.NewInt(1), prec+16)
	for range 64 {
		step := f.min.Eval(x)
		step.Quo(step, d.Eval(x))
		x.Sub(x, step)
		n := nearest(new(big.Int).Mul(x.Num(), unit), x.Denom())
		x.SetFrac(n, unit)
		eps := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), prec))
		lo, hi := new(big.Rat).Sub(x, eps), new(big.Rat).Add(x, eps)
		if new(big.Rat).Sub(f.mid, f.rad).Cmp(lo) <= 0 && hi.Cmp(new(big.Rat).Add(f.mid, f.rad)) <= 0 &&
			f.min.Eval(lo).Sign()*f.min.Eval(hi).Sign() < 0 {
			return x, eps
		}
	}
	return f.mid, f.rad
}
