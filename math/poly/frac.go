package poly

import "math/big"

// Frac is a rational function in lowest terms: the denominator is primitive (integer
// coefficients without common divisor, the leading one positive) and prime to the numerator.
// Equal functions have equal numerators and denominators.
type Frac struct{ num, den *Poly }

// NewFrac is num/den in lowest terms.
func NewFrac(num, den *Poly, b *Budget) (*Frac, error) {
	if num.ring != den.ring {
		return nil, ErrRing
	}
	if den.IsZero() {
		return nil, ErrDivision
	}
	switch {
	case num.IsZero():
		return num.Frac(), nil
	case den.isOne():
		return &Frac{num, den}, nil
	}
	b = b.orDefault()
	if !den.isPrimitive() {
		c, part := den.Primitive()
		num, den = num.Scale(c.Inv(c)), part
	}
	if den.IsConstant() || num.IsConstant() {
		return &Frac{num, den}, nil
	}
	g, err := num.GCD(den, b)
	if err != nil {
		return nil, err
	}
	if num, err = quotient(num, g, b); err != nil {
		return nil, err
	}
	if den, err = quotient(den, g, b); err != nil {
		return nil, err
	}
	return &Frac{num, den}, nil
}

// Frac is p as a rational function.
func (p *Poly) Frac() *Frac { return &Frac{p, p.ring.unit} }

// Num is the numerator.
func (x *Frac) Num() *Poly { return x.num }

// Den is the denominator.
func (x *Frac) Den() *Poly { return x.den }

// IsZero reports whether x = 0.
func (x *Frac) IsZero() bool { return x.num.IsZero() }

// Equal reports whether x = y.
func (x *Frac) Equal(y *Frac) bool { return x.num.Equal(y.num) && x.den.Equal(y.den) }

// String writes x as SymPy reads it.
func (x *Frac) String() string {
	if x.den.IsConstant() {
		return x.num.String()
	}
	return "(" + x.num.String() + ")/(" + x.den.String() + ")"
}

// Neg is −x.
func (x *Frac) Neg() *Frac { return &Frac{x.num.Neg(), x.den} }

// Add is x + y, with gcds of denominators only (P. Henrici, J. ACM 3, 1956).
func (x *Frac) Add(y *Frac, b *Budget) (*Frac, error) {
	if x.num.ring != y.num.ring {
		return nil, ErrRing
	}
	switch {
	case x.IsZero():
		return y, nil
	case y.IsZero():
		return x, nil
	}
	b = b.orDefault()
	if x.den.Equal(y.den) {
		num, err := x.num.Add(y.num, b)
		if err != nil {
			return nil, err
		}
		return NewFrac(num, x.den, b)
	}
	switch {
	case x.den.isOne():
		return x.num.addTo(y, b)
	case y.den.isOne():
		return y.num.addTo(x, b)
	}
	g, err := x.den.GCD(y.den, b)
	if err != nil {
		return nil, err
	}
	dx, err := quotient(x.den, g, b)
	if err != nil {
		return nil, err
	}
	dy, err := quotient(y.den, g, b)
	if err != nil {
		return nil, err
	}
	num, err := sumOfProducts(x.num, dy, y.num, dx, b)
	if err != nil {
		return nil, err
	}
	// Only g can still share a factor with the numerator.
	rest, err := NewFrac(num, g, b)
	if err != nil {
		return nil, err
	}
	den, err := dx.Mul(dy, b)
	if err != nil {
		return nil, err
	}
	if den, err = den.Mul(rest.den, b); err != nil {
		return nil, err
	}
	if rest.IsZero() {
		return rest, nil
	}
	return &Frac{rest.num, den}, nil
}

// addTo is p + y: p·den + num has no factor with den in common that num does not have.
func (p *Poly) addTo(y *Frac, b *Budget) (*Frac, error) {
	num, err := p.Mul(y.den, b)
	if err != nil {
		return nil, err
	}
	if num, err = num.Add(y.num, b); err != nil {
		return nil, err
	}
	return &Frac{num, y.den}, nil
}

// Sub is x − y.
func (x *Frac) Sub(y *Frac, b *Budget) (*Frac, error) { return x.Add(y.Neg(), b) }

// Mul is x·y, reduced crosswise before anything is multiplied.
func (x *Frac) Mul(y *Frac, b *Budget) (*Frac, error) {
	switch {
	case x.num.ring != y.num.ring:
		return nil, ErrRing
	case x.den.isOne() && x.num.isOne():
		return y, nil
	case y.den.isOne() && y.num.isOne():
		return x, nil
	}
	b = b.orDefault()
	if x.den.isOne() && y.den.isOne() {
		num, err := x.num.Mul(y.num, b)
		if err != nil {
			return nil, err
		}
		return &Frac{num, x.den}, nil
	}
	left, err := NewFrac(x.num, y.den, b)
	if err != nil {
		return nil, err
	}
	right, err := NewFrac(y.num, x.den, b)
	if err != nil {
		return nil, err
	}
	num, err := left.num.Mul(right.num, b)
	if err != nil {
		return nil, err
	}
	den, err := left.den.Mul(right.den, b)
	if err != nil {
		return nil, err
	}
	return &Frac{num, den}, nil
}

// Inv is 1/x; ErrDivision for x = 0.
func (x *Frac) Inv() (*Frac, error) {
	if x.IsZero() {
		return nil, ErrDivision
	}
	if x.num.isPrimitive() {
		return &Frac{x.den, x.num}, nil
	}
	c, den := x.num.Primitive()
	return &Frac{x.den.Scale(c.Inv(c)), den}, nil
}

// Div is x/y; ErrDivision for y = 0.
func (x *Frac) Div(y *Frac, b *Budget) (*Frac, error) {
	inverse, err := y.Inv()
	if err != nil {
		return nil, err
	}
	return x.Mul(inverse, b)
}

// Pow is xⁿ for any integer n; ErrDivision for 0 to a negative power.
func (x *Frac) Pow(n int, b *Budget) (*Frac, error) {
	if n == 1 {
		return x, nil
	}
	if n < 0 {
		inverse, err := x.Inv()
		if err != nil {
			return nil, err
		}
		x, n = inverse, -n
	}
	b = b.orDefault()
	num, err := x.num.Pow(n, b)
	if err != nil {
		return nil, err
	}
	den, err := x.den.Pow(n, b)
	if err != nil {
		return nil, err
	}
	return &Frac{num, den}, nil
}

// Diff is ∂x/∂xᵢ.
func (x *Frac) Diff(i int, b *Budget) (*Frac, error) {
	b = b.orDefault()
	num, err := sumOfProducts(x.num.Diff(i), x.den, x.num.Neg(), x.den.Diff(i), b)
	if err != nil {
		return nil, err
	}
	square, err := x.den.Mul(x.den, b)
	if err != nil {
		return nil, err
	}
	return NewFrac(num, square, b)
}

// EvalMod is the value modulo the characteristic of f; ok is false at a pole.
func (x *Frac) EvalMod(f Field, point []uint64) (v uint64, ok bool) {
	n, ok := x.num.EvalMod(f, point)
	if !ok {
		return 0, false
	}
	d, ok := x.den.EvalMod(f, point)
	return f.Mul(n, f.Inv(d)), ok && d != 0
}

// Eval is the value at a rational point; ErrDivision at a zero of the denominator.
func (x *Frac) Eval(point []*big.Rat, b *Budget) (*big.Rat, error) {
	n, err := x.num.Eval(point, b)
	if err != nil {
		return nil, err
	}
	d, err := x.den.Eval(point, b)
	if err != nil {
		return nil, err
	}
	if d.Sign() == 0 {
		return nil, ErrDivision
	}
	return n.Quo(n, d), nil
}

// sumOfProducts is a·b + c·d.
func sumOfProducts(a, b, c, d *Poly, budget *Budget) (*Poly, error) {
	ab, err := a.Mul(b, budget)
	if err != nil {
		return nil, err
	}
	cd, err := c.Mul(d, budget)
	if err != nil {
		return nil, err
	}
	return ab.Add(cd, budget)
}

// quotient is p/q for a q that divides p.
func quotient(p, q *Poly, b *Budget) (*Poly, error) {
	if q.isOne() {
		return p, nil
	}
	if q.IsConstant() {
		c, _ := q.Rat()
		if c.Sign() == 0 {
			return nil, ErrDivision
		}
		return p.Scale(c.Inv(c)), nil
	}
	r, ok, err := p.Div(q, b)
	if err == nil && !ok {
		err = ErrDivision // not reached where the caller keeps its promise
	}
	return r, err
}
