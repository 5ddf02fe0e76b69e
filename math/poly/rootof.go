package poly

import "math/big"

// polyRoots are the isolated roots of an irreducible polynomial.
type polyRoots struct {
	poly  *Uni
	roots []Root
}

// AlgebraicRoots are the different roots of u as exact numbers: those of each irreducible factor
// in the order of Roots.
func (u *Uni) AlgebraicRoots(b *Budget) ([]*Algebraic, error) {
	b = b.orDefault()
	factors, err := u.Factor(b)
	if err != nil {
		return nil, err
	}
	var list []*Algebraic
	for _, f := range factors {
		if f.Base.Degree() == 1 {
			list = append(list, NewAlgebraic(new(big.Rat).SetFrac(new(big.Int).Neg(f.Base.c[0]), f.Base.c[1])))
			continue
		}
		roots, err := f.Base.Roots(32, b)
		if err != nil {
			return nil, err
		}
		of := &polyRoots{f.Base, roots}
		for k := range roots {
			list = append(list, of.number(k))
		}
	}
	return list, nil
}

func (r *polyRoots) number(k int) *Algebraic {
	z := &Algebraic{kind: algRootOf, of: r, which: k, n: len(r.roots), real: r.roots[k].Real}
	return z.finish()
}

// conjugate is the number of the root whose disc meets the mirror image of that of root k.
func (r *polyRoots) conjugate(k int) int {
	x := r.roots[k]
	for j, y := range r.roots {
		re, im := new(big.Rat).Sub(x.Re, y.Re), new(big.Rat).Add(x.Im, y.Im)
		rad := new(big.Rat).Add(x.Rad, y.Rad)
		if re.Add(re.Mul(re, re), im.Mul(im, im)).Cmp(rad.Mul(rad, rad)) <= 0 {
			return j
		}
	}
	return k // not reached: the conjugate of a root is a root
}

// size bounds the roots, by Cauchy's 1 + max |cₖ/lc|.
func (r *polyRoots) size() *big.Int {
	n := r.poly.Degree()
	m := new(big.Int)
	for _, c := range r.poly.c[:n] {
		if m.CmpAbs(c) < 0 {
			m.Abs(c)
		}
	}
	m.Quo(m, r.poly.c[n])
	return m.Add(m, big.NewInt(2))
}

func (r *polyRoots) bound() bound {
	n := r.poly.Degree()
	lead := r.poly.c[n]
	b := bound{order: 1}
	b.setInteger(lead)
	b.lInt = lead // minpoly needs it exactly
	b.u = log2(lead) + log2(r.size())
	return b
}

// polyRoot encloses root k; ok is false where the precision does not reach the isolating disc.
//
// The disc about any z of the radius n·|f(z)/f′(z)| has a root of f, as f′/f is the sum of n terms 1/(z − α). Within the
// isolating disc it can only be root k.
func (a discArith) polyRoot(r *polyRoots, k int) (disc, bool) {
	iso := r.roots[k]
	c := disc{a.rat(iso.Re).re, a.rat(iso.Im).re, zeroInt}
	z := c
	n := big.NewInt(int64(r.poly.Degree()))
	for digits := uint(16); ; digits *= 2 {
		f, df := a.evalUni(r.poly, z)
		inv, ok := a.inv(df)
		if !ok {
			return disc{}, false
		}
		step := a.mul(f, inv)
		if digits < 2*a.prec {
			z = a.add(z, a.neg(step))
			z.err = zeroInt
			if iso.Real {
				z.im = zeroInt
			}
			continue
		}
		rad := step.above()
		rad.Add(rad, step.err)
		rad.Mul(rad, n)
		reach := a.add(z, a.neg(c)).above()
		reach.Add(reach, rad)
		reach.Add(reach, big.NewInt(3)) // the rounding of c and of the radius
		return disc{z.re, z.im, rad}, reach.Cmp(a.rat(iso.Rad).re) <= 0
	}
}
