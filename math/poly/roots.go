package poly

import (
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"slices"
)

// Root is an isolated root of a square-free polynomial: the only one in its disc. A real one has
// the centre of its disc on the real line.
type Root struct {
	Disc
	Real bool
}

// Roots isolates all complex roots of a square-free u in disjoint discs of radius at most 2^−bits: the real
// ones first, in increasing order, then the others by real and imaginary part.
//
// Approximations zᵢ come from the iteration of O. Aberth (Math. Comp. 27, 1973) and prove nothing. But the discs about zᵢ
// of radius n·|u(zᵢ)|/|lc ∏_{j≠i}(zᵢ − zⱼ)| cover the roots, each component with as many as it has
// discs (B. T. Smith, J. ACM 17, 1970): where they are disjoint, each has one.
func (u *Uni) Roots(bits uint, b *Budget) ([]Root, error) {
	b = b.orDefault()
	if u.Degree() < 1 {
		return nil, fmt.Errorf("poly: the roots of the constant %v", u)
	}
	if g, err := u.GCD(u.Diff(), b); err != nil || g.Degree() > 0 {
		if err == nil {
			err = fmt.Errorf("poly: %v is not square-free", u)
		}
		return nil, err
	}
	start, scale, err := u.aberthFloat(b)
	if err != nil {
		return nil, err
	}
	z := make([]disc, len(start))
	var old discArith
	for prec := max(96, bits+64+uint(max(0, -scale))); ; prec *= 2 {
		if prec > maxPrecision {
			return nil, fmt.Errorf("%w: roots of a polynomial need more than %d bits", ErrBudget, maxPrecision)
		}
		a := discArith{prec}
		for i := range z {
			if old.prec == 0 {
				z[i] = disc{a.fixed(real(start[i]), scale), a.fixed(imag(start[i]), scale), zeroInt}
			} else {
				shift := a.prec - old.prec
				z[i] = disc{new(big.Int).Lsh(z[i].re, shift), new(big.Int).Lsh(z[i].im, shift), zeroInt}
			}
		}
		old = a
		for sweep := 0; sweep < 12; sweep++ {
			n := int64(len(z))
			if err := b.spend(n*n*(2+int64(prec)/16), "the roots of a polynomial"); err != nil {
				return nil, err
			}
			if roots, ok := a.certify(u, z, bits); ok {
				return roots, nil
			}
			a.aberth(u, z)
		}
	}
}

// RealRoots isolates the real roots; see Roots.
func (u *Uni) RealRoots(bits uint, b *Budget) ([]Root, error) {
	roots, err := u.Roots(bits, b)
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(roots, func(r Root) bool { return !r.Real })
	if n >= 0 {
		roots = roots[:n]
	}
	return roots, nil
}

// aberthFloat approximates the roots over 2^scale in complex128.
func (u *Uni) aberthFloat(b *Budget) (z []complex128, scale int, err error) {
	n := u.Degree()
	if u.c[0].Sign() != 0 {
		scale = int(math.Round((log2(u.c[0]) - log2(u.c[n])) / float64(n)))
	}
	top := math.Inf(-1) // of log₂ |cₖ|·2^{k·scale}
	for k, c := range u.c {
		if c.Sign() != 0 {
			top = max(top, log2(c)+float64(k*scale))
		}
	}
	c := make([]complex128, n+1)
	for k, x := range u.c {
		f := new(big.Float).SetInt(x)
		v, _ := f.SetMantExp(f, k*scale-int(top)).Float64()
		c[k] = complex(v, 0)
	}
	z = make([]complex128, n)
	for i := range z { // no symmetry of the start survives: it would never be broken
		z[i] = cmplx.Rect(1+0.05*float64(i)/float64(n), 2*math.Pi*(float64(i)+0.35)/float64(n))
	}
	for range 60 + 10*n {
		if err := b.spend(1+int64(n)*int64(n)/4, "the roots of a polynomial"); err != nil {
			return nil, 0, err
		}
		moved := 0.0
		for i := range z {
			var f, df complex128
			for k := n; k >= 0; k-- {
				df = df*z[i] + f
				f = f*z[i] + c[k]
			}
			if f == 0 {
				continue
			}
			step := df / f
			for j := range z {
				if j != i && z[j] != z[i] {
					step -= 1 / (z[i] - z[j])
				}
			}
			step = 1 / step
			if cmplx.IsNaN(step) || cmplx.IsInf(step) {
				step = complex(1e-3, 1e-3)
			}
			z[i] -= step
			moved = max(moved, cmplx.Abs(step)/(1e-300+cmplx.Abs(z[i])))
		}
		if moved < 1e-14 {
			break
		}
	}
	for i := range z {
		if cmplx.IsNaN(z[i]) || cmplx.IsInf(z[i]) {
			z[i] = cmplx.Rect(2, float64(i)+0.1)
		}
	}
	return z, scale, nil
}

// eval encloses u(z) and u′(z).
func (a discArith) evalUni(u *Uni, z disc) (f, df disc) {
	f, df = disc{zeroInt, zeroInt, zeroInt}, disc{zeroInt, zeroInt, zeroInt}
	for k := len(u.c) - 1; k >= 0; k-- {
		df = a.add(a.mul(df, z), f)
		f = a.mul(f, z)
		f.re.Add(f.re, new(big.Int).Lsh(u.c[k], a.prec))
	}
	return f, df
}

// aberth improves the approximations by one sweep; steps that cannot be computed are left out.
func (a discArith) aberth(u *Uni, z []disc) {
	for i := range z {
		f, df := a.evalUni(u, z[i])
		f.err, df.err = zeroInt, zeroInt
		inv, ok := a.inv(f)
		if !ok {
			continue
		}
		step := a.mul(df, inv)
		for j := range z {
			if j == i {
				continue
			}
			if inv, ok := a.inv(a.add(z[i], a.neg(z[j]))); ok {
				step = a.add(step, a.neg(inv))
			}
		}
		step.err = zeroInt
		if step, ok = a.inv(step); ok {
			next := a.add(z[i], a.neg(step))
			next.err = zeroInt
			z[i] = next
		}
	}
}

// certify turns approximations into isolated roots, if their discs are small and apart.
func (a discArith) certify(u *Uni, z []disc, bits uint) ([]Root, bool) {
	n := len(z)
	lead := new(big.Int).Abs(u.c[n])
	small := new(big.Int).Lsh(one, a.prec-bits)
	rad := make([]*big.Int, n)
	for i := range z {
		f, _ := a.evalUni(u, z[i])
		up := f.above()
		up.Add(up, f.err)
		product := disc{new(big.Int).Lsh(lead, a.prec), zeroInt, zeroInt}
		for j := range z {
			if j != i {
				product = a.mul(product, a.add(z[i], a.neg(z[j])))
			}
		}
		low := product.below()
		if low.Sub(low, product.err).Sign() <= 0 {
			return nil, false
		}
		up.Mul(up, big.NewInt(int64(n)))
		up.Lsh(up, a.prec)
		rad[i] = up.Quo(up, low)
		rad[i].Add(rad[i], one)
		if rad[i].Cmp(small) > 0 {
			return nil, false
		}
	}
	apart := func(x, y disc, r *big.Int) bool {
		d := disc{new(big.Int).Sub(x.re, y.re), new(big.Int).Sub(x.im, y.im), r}
		return d.nonzero()
	}
	roots := make([]Root, n)
	for i := range z {
		isReal := new(big.Int).Abs(z[i].im).Cmp(rad[i]) <= 0
		for j := range z {
			if j == i {
				continue
			}
			r := new(big.Int).Add(rad[i], rad[j])
			// A disc that meets the real line alone, with its mirror image, has a real root.
			if !apart(z[i], z[j], r) || isReal && !apart(z[i].conj(), z[j], r) {
				return nil, false
			}
		}
		d := disc{z[i].re, z[i].im, rad[i]}
		if isReal {
			d.im = zeroInt
		}
		roots[i] = Root{a.disc(d), isReal}
	}
	slices.SortFunc(roots, func(x, y Root) int {
		if x.Real != y.Real {
			if x.Real {
				return -1
			}
			return 1
		}
		if c := x.Re.Cmp(y.Re); c != 0 {
			return c
		}
		return x.Im.Cmp(y.Im)
	})
	return roots, true
}
