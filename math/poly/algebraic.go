package poly

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Algebraic is an algebraic number, given by how it is built: rationals, roots of unity,
// sums, products, inverses, powers, principal roots and roots of polynomials. It is exact: IsZero, Sign and Cmp decide
// by a separation bound (see bound), without minimal polynomials, so that √(5+2√6) − √2 − √3
// is recognised as 0 in microseconds. MinPoly gives the minimal polynomial.
//
// Shared parts of an expression are computed once. An Algebraic is immutable and safe for
// concurrent use.
type Algebraic struct {
	kind  algebraicKind
	rat   *big.Rat     // algRational; algUnity: p/q in [0, 1) for exp(2πi p/q)
	args  []*Algebraic // algSum, algProduct: two; algInverse, algPower, algRoot: one
	n     int          // algPower: exponent ≥ 2; algRoot: index ≥ 2; algRootOf: degree
	of    *polyRoots   // algRootOf: all the roots, of which this is number which
	which int
	real  bool     // known to be real (false: not known)
	key   [16]byte // of the structure; collisions do not happen in practice (SHA-256)
	bound bound
	size  int64 // nodes, shared ones counted each time, saturating
}

type algebraicKind uint8

const (
	algRational algebraicKind = iota
	algUnity
	algSum
	algProduct
	algInverse
	algPower
	algRoot
	algRootOf
)

// Limits on what is built. Beyond them the constructors answer ErrBudget.
const (
	maxRootIndex  = 1 << 10
	maxUnityOrder = 1 << 14
	maxRatBits    = 1 << 17
	maxPower      = 1 << 16
)

// NewAlgebraic is the rational number q.
func NewAlgebraic(q *big.Rat) *Algebraic {
	z := &Algebraic{kind: algRational, rat: new(big.Rat).Set(q), real: true}
	return z.finish()
}

func algebraicInt(n int64) *Algebraic { return NewAlgebraic(big.NewRat(n, 1)) }

// RootOfUnity is exp(2πi·p/q), q > 0.
func RootOfUnity(p, q int64) (*Algebraic, error) {
	if q <= 0 {
		return nil, fmt.Errorf("poly: root of unity exp(2πi·%d/%d)", p, q)
	}
	return unity(big.NewRat(p, q))
}

func unity(turn *big.Rat) (*Algebraic, error) {
	turn = fraction(turn)
	switch d := turn.Denom(); {
	case d.Cmp(big.NewInt(maxUnityOrder)) > 0:
		return nil, fmt.Errorf("%w: a root of unity of order %v", ErrBudget, d)
	case d.Int64() <= 2:
		return algebraicInt(1 - 2*turn.Num().Int64()), nil
	}
	z := &Algebraic{kind: algUnity, rat: turn}
	return z.finish(), nil
}

// fraction is q − ⌊q⌋.
func fraction(q *big.Rat) *big.Rat {
	n := new(big.Int).Mod(q.Num(), q.Denom())
	return new(big.Rat).SetFrac(n, q.Denom())
}

// CosPi is cos(π·t) for a rational t.
func CosPi(t *big.Rat) (*Algebraic, error) {
	z, err := unity(new(big.Rat).Mul(t, big.NewRat(1, 2)))
	if err != nil {
		return nil, err
	}
	return z.Re(), nil
}

// SinPi is sin(π·t) = cos(π(1/2 − t)) for a rational t.
func SinPi(t *big.Rat) (*Algebraic, error) { return CosPi(new(big.Rat).Sub(big.NewRat(1, 2), t)) }

// finish computes what depends on the structure.
func (z *Algebraic) finish() *Algebraic {
	h := sha256.New()
	h.Write([]byte{byte(z.kind)})
	if z.rat != nil {
		num, den := z.rat.Num().Bytes(), z.rat.Denom().Bytes()
		h.Write([]byte{byte(z.rat.Sign() + 1)})
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(num))))
		h.Write(num)
		h.Write(den)
	}
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(z.n)))
	if z.of != nil {
		h.Write([]byte(z.of.poly.String()))
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(z.which)))
	}
	z.size = 1
	for _, a := range z.args {
		h.Write(a.key[:])
		z.size = min(z.size+a.size, 1<<40)
	}
	copy(z.key[:], h.Sum(nil))
	z.bound = boundOf(z)
	return z
}

// Rat is the value of a number that was built from rationals only; ok is false for others.
func (z *Algebraic) Rat() (q *big.Rat, ok bool) {
	if z.kind != algRational {
		return nil, false
	}
	return new(big.Rat).Set(z.rat), true
}

func (z *Algebraic) isInt(n int64) bool {
	return z.kind == algRational && z.rat.IsInt() && z.rat.Num().IsInt64() && z.rat.Num().Int64() == n
}

// smallRats reports whether an operation on rationals keeps within maxRatBits.
func smallRats(x, y *Algebraic) bool {
	return x.kind == algRational && y.kind == algRational && ratBits(x.rat)+ratBits(y.rat) < maxRatBits
}

func ratBits(q *big.Rat) int { return q.Num().BitLen() + q.Denom().BitLen() }

// Add is x + y.
func (z *Algebraic) Add(y *Algebraic) *Algebraic {
	switch {
	case z.isInt(0):
		return y
	case y.isInt(0):
		return z
	case smallRats(z, y):
		return NewAlgebraic(new(big.Rat).Add(z.rat, y.rat))
	}
	return z.pair(algSum, y)
}

// pair is the sum or product, the same for both orders.
func (z *Algebraic) pair(kind algebraicKind, y *Algebraic) *Algebraic {
	args := []*Algebraic{z, y}
	if slices.Compare(y.key[:], z.key[:]) < 0 {
		args[0], args[1] = y, z
	}
	r := &Algebraic{kind: kind, args: args, real: z.real && y.real}
	return r.finish()
}

// Mul is x·y.
func (z *Algebraic) Mul(y *Algebraic) *Algebraic {
	switch {
	case z.isInt(0) || y.isInt(1):
		return z
	case y.isInt(0) || z.isInt(1):
		return y
	case smallRats(z, y):
		return NewAlgebraic(new(big.Rat).Mul(z.rat, y.rat))
	case z.kind == algUnity && y.kind == algUnity:
		if r, err := unity(new(big.Rat).Add(z.rat, y.rat)); err == nil {
			return r
		}
	}
	return z.pair(algProduct, y)
}

// Neg is −z.
func (z *Algebraic) Neg() *Algebraic { return algebraicInt(-1).Mul(z) }

// Sub is x − y.
func (z *Algebraic) Sub(y *Algebraic) *Algebraic { return z.Add(y.Neg()) }

// Inv is 1/z; ErrDivision for z = 0.
func (z *Algebraic) Inv(b *Budget) (*Algebraic, error) {
	switch z.kind {
	case algRational:
		if z.rat.Sign() == 0 {
			return nil, ErrDivision
		}
		return NewAlgebraic(new(big.Rat).Inv(z.rat)), nil
	case algUnity:
		return z.Conj(), nil
	case algInverse:
		return z.args[0], nil
	default:
	}
	zero, err := z.IsZero(b)
	if err != nil {
		return nil, err
	}
	if zero {
		return nil, ErrDivision
	}
	r := &Algebraic{kind: algInverse, args: []*Algebraic{z}, real: z.real}
	return r.finish(), nil
}

// Div is x/y; ErrDivision for y = 0.
func (z *Algebraic) Div(y *Algebraic, b *Budget) (*Algebraic, error) {
	inverse, err := y.Inv(b)
	if err != nil {
		return nil, err
	}
	return z.Mul(inverse), nil
}

// PowInt is zⁿ; ErrDivision for 0 to a negative power, and 0⁰ = 1.
func (z *Algebraic) PowInt(n int, b *Budget) (*Algebraic, error) {
	if n < 0 {
		if n < -maxPower {
			return nil, fmt.Errorf("%w: the power %d of an algebraic number", ErrBudget, n)
		}
		inverse, err := z.Inv(b)
		if err != nil {
			return nil, err
		}
		return inverse.PowInt(-n, b)
	}
	switch {
	case n == 0:
		return algebraicInt(1), nil
	case n == 1 || z.isInt(0) || z.isInt(1):
		return z, nil
	case z.kind == algUnity:
		return unity(new(big.Rat).Mul(z.rat, big.NewRat(int64(n), 1)))
	case n > maxPower || z.kind == algRational && ratBits(z.rat)*n > maxRatBits:
		return nil, fmt.Errorf("%w: the power %d of an algebraic number", ErrBudget, n)
	case z.kind == algRational:
		e := big.NewInt(int64(n))
		num, den := new(big.Int).Exp(z.rat.Num(), e, nil), new(big.Int).Exp(z.rat.Denom(), e, nil)
		return NewAlgebraic(new(big.Rat).SetFrac(num, den)), nil
	case z.kind == algRoot && n%z.n == 0:
		return z.args[0].PowInt(n/z.n, b)
	}
	r := &Algebraic{kind: algPower, args: []*Algebraic{z}, n: n, real: z.real}
	return r.finish(), nil
}

// Pow is the principal value z^q = exp(q·log z), −π < Im log z ≤ π, for rational q.
func (z *Algebraic) Pow(q *big.Rat, b *Budget) (*Algebraic, error) {
	if !q.Num().IsInt64() || !q.Denom().IsInt64() || q.Num().BitLen() > 31 || q.Denom().BitLen() > 31 {
		return nil, fmt.Errorf("%w: the power %v of an algebraic number", ErrBudget, q)
	}
	b = b.orDefault()
	root, err := z.Root(int(q.Denom().Int64()), b)
	if err != nil {
		return nil, err
	}
	return root.PowInt(int(q.Num().Int64()), b)
}

// Sqrt is the principal square root.
func (z *Algebraic) Sqrt(b *Budget) (*Algebraic, error) { return z.Root(2, b) }

// Root is the principal n-th root, n ≥ 1: for z = r·e^{iφ}, −π < φ ≤ π, it is r^{1/n}·e^{iφ/n}.
// So the cube root of −8 is 1 + i√3; RealRoot gives −2.
func (z *Algebraic) Root(n int, b *Budget) (*Algebraic, error) {
	switch {
	case n < 1:
		return nil, fmt.Errorf("poly: root with the index %d", n)
	case n > maxRootIndex:
		return nil, fmt.Errorf("%w: a root with the index %d", ErrBudget, n)
	case n == 1 || z.isInt(0) || z.isInt(1):
		return z, nil
	case z.kind == algUnity:
		turn := new(big.Rat).Set(z.rat)
		if turn.Cmp(big.NewRat(1, 2)) > 0 {
			turn.Sub(turn, big.NewRat(1, 1))
		}
		return unity(turn.Mul(turn, big.NewRat(1, int64(n))))
	case z.kind == algRational:
		return rationalRoot(z.rat, n)
	}
	b = b.orDefault()
	zero, err := z.IsZero(b)
	if err != nil || zero {
		return algebraicInt(0), err
	}
	negative, err := z.isNegative(b)
	if err != nil {
		return nil, err
	}
	if negative {
		root, err := z.Neg().positive().Root(n, b)
		if err != nil {
			return nil, err
		}
		phase, err := RootOfUnity(1, 2*int64(n))
		if err != nil {
			return nil, err
		}
		return root.Mul(phase), nil
	}
	r := &Algebraic{kind: algRoot, args: []*Algebraic{z}, n: n, real: z.real}
	return r.finish(), nil
}

// positive is z, known to be a positive real number.
func (z *Algebraic) positive() *Algebraic {
	if z.real {
		return z
	}
	r := *z
	r.real = true
	return &r
}

// RealRoot is the real n-th root of a real z: for odd n it has the sign of z. The error
// says so where there is none.
func (z *Algebraic) RealRoot(n int, b *Budget) (*Algebraic, error) {
	b = b.orDefault()
	sign, err := z.Sign(b)
	if err != nil {
		return nil, err
	}
	if sign >= 0 {
		return z.Root(n, b)
	}
	if n%2 == 0 {
		return nil, fmt.Errorf("poly: a negative number has no real root with the index %d", n)
	}
	root, err := z.Neg().Root(n, b)
	if err != nil {
		return nil, err
	}
	return root.Neg(), nil
}

// rationalRoot is the principal n-th root of q ≠ 0: (u/v)^{1/n} = s·(uvⁿ⁻¹/sⁿ)^{1/n}/v,
// where s collects the n-th powers of small primes.
func rationalRoot(q *big.Rat, n int) (*Algebraic, error) {
	if ratBits(q)*n > maxRatBits {
		return nil, fmt.Errorf("%w: a root with the index %d of a number of %d bits", ErrBudget, n, ratBits(q))
	}
	v := q.Denom()
	u := new(big.Int).Exp(v, big.NewInt(int64(n-1)), nil)
	u.Mul(u, new(big.Int).Abs(q.Num()))
	outside, inside, index := simplifyRoot(u, n)
	result := NewAlgebraic(new(big.Rat).SetFrac(outside, v))
	if index > 1 {
		root := &Algebraic{kind: algRoot, args: []*Algebraic{NewAlgebraic(new(big.Rat).SetInt(inside))}, n: index, real: true}
		result = result.Mul(root.finish())
	}
	if q.Sign() > 0 {
		return result, nil
	}
	phase, err := RootOfUnity(1, 2*int64(n))
	if err != nil {
		return nil, err
	}
	return result.Mul(phase), nil
}

// simplifyRoot writes u^{1/n} as outside·inside^{1/index} with the smallest index, as far as the primes
// below 2¹⁰ and exact powers show.
func simplifyRoot(u *big.Int, n int) (outside, inside *big.Int, index int) {
	outside = big.NewInt(1)
	primes, exponents := []*big.Int{}, []int{}
	rest, quo, rem := new(big.Int).Set(u), new(big.Int), new(big.Int)
	for p := int64(2); p < 1<<10 && rest.Cmp(one) > 0; p++ {
		q := big.NewInt(p)
		e := 0
		for quo.QuoRem(rest, q, rem); rem.Sign() == 0; quo.QuoRem(rest, q, rem) {
			rest.Set(quo)
			e++
		}
		if e > 0 {
			primes, exponents = append(primes, q), append(exponents, e)
		}
	}
	if rest.Cmp(one) > 0 {
		base, e := perfectPower(rest, n)
		primes, exponents = append(primes, base), append(exponents, e)
	}
	common := n
	for i, e := range exponents {
		outside.Mul(outside, new(big.Int).Exp(primes[i], big.NewInt(int64(e/n)), nil))
		exponents[i] = e % n
		common = int(gcd64(int64(common), int64(e%n)))
	}
	inside = big.NewInt(1)
	for i, e := range exponents {
		inside.Mul(inside, new(big.Int).Exp(primes[i], big.NewInt(int64(e/common)), nil))
	}
	return outside, inside, n / common
}

// perfectPower writes u > 1 as base^e with the largest e ≤ 64 that divides a power of n, or e = 1.
func perfectPower(u *big.Int, n int) (base *big.Int, e int) {
	base, e = u, 1
	for again := true; again; {
		again = false
		for q := 2; q <= n && q <= 64; q++ {
			if n%q != 0 {
				continue
			}
			if r := intRoot(base, q); new(big.Int).Exp(r, big.NewInt(int64(q)), nil).Cmp(base) == 0 {
				base, e, again = r, e*q, true
				break
			}
		}
	}
	return base, e
}

// intRoot is ⌊u^{1/q}⌋ for u > 0, by Newton's iteration from above.
func intRoot(u *big.Int, q int) *big.Int {
	if q == 2 {
		return new(big.Int).Sqrt(u)
	}
	n, m := big.NewInt(int64(q)), big.NewInt(int64(q-1))
	x := new(big.Int).Lsh(one, uint((u.BitLen()+q-1)/q))
	for {
		y := new(big.Int).Exp(x, m, nil)
		y.Quo(u, y)
		y.Add(y, new(big.Int).Mul(x, m))
		y.Quo(y, n)
		if y.Cmp(x) >= 0 {
			return x
		}
		x = y
	}
}

func gcd64(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Conj is the complex conjugate.
func (z *Algebraic) Conj() *Algebraic { return z.conj(map[*Algebraic]*Algebraic{}) }

func (z *Algebraic) conj(done map[*Algebraic]*Algebraic) *Algebraic {
	if z.real {
		return z
	}
	if c := done[z]; c != nil {
		return c
	}
	c := &Algebraic{kind: z.kind, n: z.n}
	switch z.kind {
	case algUnity:
		c.rat = fraction(new(big.Rat).Neg(z.rat))
	case algRootOf:
		c = z.of.number(z.of.conjugate(z.which))
	case algSum, algProduct:
		c = z.args[0].conj(done).pair(z.kind, z.args[1].conj(done))
	default: // a root that is not known to be real is off the cut, where conjugation commutes with it
		c.args = []*Algebraic{z.args[0].conj(done)}
	}
	if c.size == 0 {
		c.finish()
	}
	done[z] = c
	return c
}

// Re is the real part.
func (z *Algebraic) Re() *Algebraic {
	if z.real {
		return z
	}
	return z.Add(z.Conj()).Mul(NewAlgebraic(big.NewRat(1, 2))).positive()
}

// Im is the imaginary part.
func (z *Algebraic) Im() *Algebraic {
	if z.real {
		return algebraicInt(0)
	}
	minusHalfI, _ := unity(big.NewRat(3, 4))
	return z.Sub(z.Conj()).Mul(minusHalfI).Mul(NewAlgebraic(big.NewRat(1, 2))).positive()
}

// Abs is the modulus.
func (z *Algebraic) Abs(b *Budget) (*Algebraic, error) {
	if z.real {
		sign, err := z.Sign(b)
		if sign < 0 {
			z = z.Neg()
		}
		return z, err
	}
	if z.kind == algUnity {
		return algebraicInt(1), nil
	}
	return z.Mul(z.Conj()).positive().Root(2, b)
}

// String writes z as SymPy reads it.
func (z *Algebraic) String() string {
	if z.size > 1<<12 {
		return fmt.Sprintf("algebraic number of %d nodes", z.size)
	}
	var b strings.Builder
	z.write(&b)
	return b.String()
}

func (z *Algebraic) write(b *strings.Builder) {
	switch z.kind {
	case algRational:
		fmt.Fprintf(b, "(%s)", z.rat.RatString())
	case algUnity:
		fmt.Fprintf(b, "exp(2*I*pi*(%s))", z.rat.RatString())
	case algSum, algProduct:
		op := map[bool]string{true: " + ", false: "*"}[z.kind == algSum]
		b.WriteString("(")
		z.args[0].write(b)
		b.WriteString(op)
		z.args[1].write(b)
		b.WriteString(")")
	case algInverse:
		z.args[0].write(b)
		b.WriteString("**(-1)")
	case algPower:
		z.args[0].write(b)
		fmt.Fprintf(b, "**%d", z.n)
	case algRoot:
		z.args[0].write(b)
		fmt.Fprintf(b, "**(1/%d)", z.n)
	case algRootOf:
		fmt.Fprintf(b, "CRootOf(%v, %d)", z.of.poly, z.which)
	}
}

// log2 of |n| for n ≠ 0, rounded up by a part in 10⁹.
func log2(n *big.Int) float64 {
	f := new(big.Float).SetInt(n)
	mant := new(big.Float)
	e := f.MantExp(mant)
	m, _ := mant.Float64()
	return math.Log2(math.Abs(m)) + float64(e) + 1e-9
}
