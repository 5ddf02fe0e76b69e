package poly

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// bound limits how near to 0 a nonzero number can be (C. Burnikel, S. Funke, K. Mehlhorn, S. Schirra, S. Schmitt, Algorithmica 55, 2009).
//
// z = U/L for algebraic integers U and L of a field of degree at most D. If all conjugates of U are at most
// u in modulus, those of L at most l, then for z ≠ 0 the norm of U is a nonzero integer, so that
// |U| ≥ u^{1−D} and |z| ≥ u^{1−D}/l. Every rule below is one for algebraic integers, of
// any branch of the roots, real or complex:
//
//	rational a/b    U = a, L = b
//	root of unity   U = ζ, L = 1
//	sum             U = U₁L₂ + U₂L₁, L = L₁L₂; with rational L₁, L₂ over their lcm
//	product         U = U₁U₂, L = L₁L₂
//	inverse         U = L₁, L = U₁
//	n-th root       U = (U₁L₁ⁿ⁻¹)^{1/n}, L = L₁; or U = U₁, L = (U₁ⁿ⁻¹L₁)^{1/n}
//	root of f       U = lc(f)·α, L = lc(f); |α| ≤ 1 + max |cₖ/lc|
//
// D is the product of the indices of the different roots that occur, the degrees of the f and φ(N), where N is the lcm of
// the orders of the roots of unity.
type bound struct {
	u, l  float64          // log₂ of u and l, rounded up
	lInt  *big.Int         // L where it is a rational integer, else nil
	index map[[16]byte]int // of the roots; shared, not changed
	order int64            // N
}

// maxIntegerBits is where a rational L is no longer kept exactly.
const maxIntegerBits = 4096

func boundOf(z *Algebraic) bound {
	r := bound{order: 1}
	switch z.kind {
	case algRational:
		r.lInt = z.rat.Denom()
		r.l = log2(r.lInt)
		if z.rat.Sign() != 0 {
			r.u = log2(z.rat.Num())
		}
	case algUnity:
		r.lInt, r.order = one, z.rat.Denom().Int64()
	case algSum:
		x, y := z.args[0].bound, z.args[1].bound
		r = x.join(y)
		if x.lInt != nil && y.lInt != nil {
			g := new(big.Int).GCD(nil, nil, x.lInt, y.lInt)
			cx, cy := new(big.Int).Quo(y.lInt, g), new(big.Int).Quo(x.lInt, g)
			r.setInteger(new(big.Int).Mul(x.lInt, cx))
			r.u = logSum(x.u+log2(cx), y.u+log2(cy))
		} else {
			r.u, r.l = logSum(x.u+y.l, y.u+x.l), x.l+y.l
		}
	case algProduct:
		x, y := z.args[0].bound, z.args[1].bound
		r = x.join(y)
		r.u, r.l = x.u+y.u, x.l+y.l
		if x.lInt != nil && y.lInt != nil {
			r.setInteger(new(big.Int).Mul(x.lInt, y.lInt))
		}
	case algInverse:
		r = z.args[0].bound
		r.u, r.l, r.lInt = r.l, r.u, nil
	case algPower:
		r = z.args[0].bound
		n := float64(z.n)
		r.u, r.l = n*r.u, n*r.l
		if r.lInt != nil {
			if r.l < maxIntegerBits {
				r.setInteger(new(big.Int).Exp(r.lInt, big.NewInt(int64(z.n)), nil))
			} else {
				r.lInt = nil
			}
		}
	case algRoot:
		r = z.args[0].bound
		n := float64(z.n)
		if r.lInt != nil || r.l <= r.u {
			r.u = (r.u + (n-1)*r.l) / n
		} else {
			r.l, r.lInt = ((n-1)*r.u+r.l)/n, nil
		}
		r = r.withRoot(z.key, z.n)
	case algRootOf:
		r = z.of.bound()
	}
	r.u *= 1 + 1e-12 // more than the rounding of a few operations
	r.l *= 1 + 1e-12
	return r
}

func (r *bound) setInteger(l *big.Int) {
	r.l, r.lInt = log2(l), l
	if l.BitLen() > maxIntegerBits {
		r.lInt = nil
	}
}

// logSum is log₂(2^x + 2^y), rounded up.
func logSum(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	return x + math.Log2(1+math.Exp2(y-x)) + 1e-9
}

// join has the roots of both.
func (r bound) join(s bound) bound {
	j := bound{order: r.order}
	if s.order != r.order {
		j.order = min(r.order/gcd64(r.order, s.order)*s.order, 1<<40)
	}
	if len(r.index) < len(s.index) {
		r, s = s, r
	}
	j.index = r.index
	copied := false
	for k, n := range s.index {
		if _, ok := r.index[k]; ok {
			continue
		}
		if !copied {
			j.index = make(map[[16]byte]int, len(r.index)+len(s.index))
			for k, n := range r.index {
				j.index[k] = n
			}
			copied = true
		}
		j.index[k] = n
	}
	return j
}

func (r bound) withRoot(key [16]byte, n int) bound {
	single := bound{order: 1, index: map[[16]byte]int{key: n}}
	j := r.join(single)
	j.u, j.l, j.lInt = r.u, r.l, r.lInt
	return j
}

// degree is D; large values are only approximate.
func (r bound) degree() float64 {
	d := float64(phi(r.order))
	for _, n := range r.index {
		d *= float64(n)
	}
	return d
}

// separation is a number of bits b such that |z| < 2^−b means z = 0.
func (r bound) separation() float64 {
	return (r.degree()-1)*max(r.u, 0) + max(r.l, 0) + 1
}

// phi is Euler's function; for orders that are too large to factor, an upper bound.
func phi(n int64) int64 {
	primes, ok := distinctPrimes(uint64(n))
	if !ok {
		return n
	}
	for _, q := range primes {
		n = n / int64(q) * int64(q-1)
	}
	return n
}

// evaluation computes discs for a number and its parts, each once.
type evaluation struct {
	discArith
	budget *Budget
	done   map[[16]byte]disc

	unities map[[2]int64]disc
}

// eval encloses z; ok is false where the precision is too small to enclose it at all.
func (e *evaluation) eval(z *Algebraic) (d disc, ok bool, err error) {
	if d, ok := e.done[z.key]; ok {
		return d, true, nil
	}
	args := make([]disc, len(z.args))
	for i, a := range z.args {
		if args[i], ok, err = e.eval(a); !ok || err != nil {
			return d, ok, err
		}
	}
	if err := e.budget.spend(e.price(z), "an algebraic number"); err != nil {
		return d, false, err
	}
	ok = true
	switch z.kind {
	case algRational:
		d = e.rat(z.rat)
	case algUnity:
		d = e.unityOnce(z.rat.Num().Int64(), z.rat.Denom().Int64())
	case algSum:
		d = e.add(args[0], args[1])
	case algProduct:
		d = e.mul(args[0], args[1])
	case algInverse:
		d, ok = e.inv(args[0])
	case algPower:
		d = e.pow(args[0], z.n)
	case algRoot:
		if z.args[0].real {
			args[0].im = zeroInt
		}
		d, ok = e.root(args[0], z.n)
	case algRootOf:
		d, ok = e.polyRoot(z.of, z.which)
	}
	if z.real {
		d.im = zeroInt // its disc is symmetric about the real line
	}
	e.done[z.key] = d
	return d, ok, nil
}

// unityOnce computes one of ζ and its conjugate only.
func (e *evaluation) unityOnce(p, q int64) disc {
	if 2*p > q {
		return e.unityOnce(q-p, q).conj()
	}
	d, ok := e.unities[[2]int64{p, q}]
	if !ok {
		d = e.unity(p, q)
		e.unities[[2]int64{p, q}] = d
	}
	return d
}

// price counts multiplications of the precision, with the size of the number before the point.
func (e *evaluation) price(z *Algebraic) int64 {
	words := 1 + (float64(e.prec)+max(z.bound.u, 0)+max(z.bound.l, 0))/64
	mul := 3 + words*math.Sqrt(words)/20 // Karatsuba, and what a disc takes beside it
	switch z.kind {
	case algInverse:
		mul *= 2
	case algPower:
		mul *= 2 * math.Log2(float64(z.n))
	case algRoot, algUnity:
		mul *= 10 * (1 + math.Log2(float64(1+z.degreeHint())))
	case algRootOf:
		mul *= 4 * float64(z.n)
	default:
	}
	return int64(min(mul, 1<<50))
}

// degreeHint is the power that Newton's iteration takes in each step.
func (z *Algebraic) degreeHint() int64 {
	if z.kind == algUnity {
		return z.rat.Denom().Int64()
	}
	return int64(z.n)
}

// maxPrecision bounds the bits of an evaluation.
const maxPrecision = 1 << 20

// refine evaluates z at growing precision, up to the bits given, until decided says that the disc is good.
func (z *Algebraic) refine(bits float64, b *Budget, decided func(discArith, disc) bool) error {
	for prec := uint(96); ; prec *= 2 {
		if prec > maxPrecision {
			return fmt.Errorf("%w: an algebraic number needs more than %d bits (separation bound %.3g bits)", ErrBudget, maxPrecision, bits)
		}
		// The last step goes just as far as the bound asks, with the room that rounding takes.
		if last := bits + 64; float64(prec) > last && prec < 2*uint(last) {
			prec = uint(last)
		}
		e := &evaluation{discArith: discArith{prec}, budget: b, done: map[[16]byte]disc{}, unities: map[[2]int64]disc{}}
		d, ok, err := e.eval(z)
		if err != nil {
			return err
		}
		if ok && decided(e.discArith, d) {
			return nil
		}
	}
}

// IsZero reports whether z = 0, exactly.
func (z *Algebraic) IsZero(b *Budget) (zero bool, err error) {
	switch z.kind {
	case algRational:
		return z.rat.Sign() == 0, nil
	case algUnity, algInverse:
		return false, nil
	default:
	}
	bits := z.bound.separation()
	err = z.refine(bits, b.orDefault(), func(a discArith, d disc) bool {
		zero = a.isBelow(d, bits)
		return zero || d.nonzero()
	})
	return zero, err
}

// isBelow reports whether every number of the disc is below 2^−bits in modulus.
func (a discArith) isBelow(d disc, bits float64) bool {
	if float64(a.prec) <= bits {
		return false
	}
	s := d.above()
	s.Add(s, d.err)
	return float64(s.BitLen()) < float64(a.prec)-bits
}

// isNegative reports whether z is on the cut (−∞, 0) of the principal root; z is not 0.
func (z *Algebraic) isNegative(b *Budget) (bool, error) {
	if z.real {
		sign, err := z.Sign(b)
		return sign < 0, err
	}
	im := z.Im()
	bits := im.bound.separation()
	off := false
	err := z.refine(bits, b, func(a discArith, d disc) bool {
		off = !d.onCut()
		return off || a.isBelow(disc{zeroInt, d.im, d.err}, bits)
	})
	if err != nil || off {
		return false, err
	}
	// The imaginary part is 0; the real part, which the disc did not separate from positive ones, decides.
	sign, err := z.positive().Sign(b)
	return sign < 0, err
}

// IsReal reports whether the imaginary part is 0.
func (z *Algebraic) IsReal(b *Budget) (bool, error) {
	if z.real {
		return true, nil
	}
	return z.Im().IsZero(b)
}

// Sign is −1, 0 or 1 for a real z; an error for others.
func (z *Algebraic) Sign(b *Budget) (int, error) {
	if z.kind == algRational {
		return z.rat.Sign(), nil
	}
	b = b.orDefault()
	if ok, err := z.IsReal(b); err != nil || !ok {
		if err == nil {
			err = fmt.Errorf("poly: the sign of %v, which is not real", z)
		}
		return 0, err
	}
	sign := 0
	bits := z.bound.separation()
	err := z.refine(bits, b, func(a discArith, d disc) bool {
		sign = 0
		if new(big.Int).Abs(d.re).Cmp(d.err) > 0 {
			sign = d.re.Sign()
		}
		return sign != 0 || a.isBelow(disc{d.re, zeroInt, d.err}, bits)
	})
	return sign, err
}

// Equal reports whether x = y, exactly.
func (z *Algebraic) Equal(y *Algebraic, b *Budget) (bool, error) {
	if z.key == y.key {
		return true, nil
	}
	return z.Sub(y).IsZero(b)
}

// Cmp is the sign of x − y for real numbers.
func (z *Algebraic) Cmp(y *Algebraic, b *Budget) (int, error) {
	if z.key == y.key {
		return 0, nil
	}
	return z.Sub(y).Sign(b)
}

// Disc is the closed disc of the complex numbers within Rad of Re + i·Im.
type Disc struct{ Re, Im, Rad *big.Rat }

// Approx encloses z in a disc of radius at most 2^−bits.
func (z *Algebraic) Approx(bits uint, b *Budget) (Disc, error) {
	var r Disc
	err := z.refine(float64(bits), b.orDefault(), func(a discArith, d disc) bool {
		if a.prec < bits || d.err.BitLen() > int(a.prec-bits) {
			return false
		}
		r = a.disc(d)
		return true
	})
	return r, err
}

func (a discArith) disc(d disc) Disc {
	scale := new(big.Int).Lsh(one, a.prec)
	rat := func(n *big.Int) *big.Rat { return new(big.Rat).SetFrac(n, scale) }
	return Disc{rat(d.re), rat(d.im), rat(d.err)}
}

// rootsOf lists the roots that z is built with, inner ones first.
func (z *Algebraic) rootsOf() []*Algebraic {
	var list []*Algebraic
	seen := map[[16]byte]bool{}
	var visit func(*Algebraic)
	visit = func(z *Algebraic) {
		if seen[z.key] {
			return
		}
		seen[z.key] = true
		for _, a := range z.args {
			visit(a)
		}
		if z.kind == algRoot || z.kind == algRootOf {
			list = append(list, z)
		}
	}
	visit(z)
	return slices.Clip(list)
}
