package poly

import (
	"fmt"
	"math/big"
)

// MaxMinPolyDegree bounds the degree D (see bound) up to which minimal polynomials are computed.
const MaxMinPolyDegree = 64

// MinPoly is the minimal polynomial of z over ℤ: irreducible, primitive, with a positive leading coefficient. It is the
// certificate that goes with a value: z is the root of it that Approx encloses.
//
// With z = U/L as in bound, ∏ (L_σ·x − U_σ) over all choices σ of branches of the roots and of
// primitive roots of unity is symmetric in the conjugates, so that it has rational integers as coefficients: discs smaller
// than 1/2 determine them. One of its irreducible factors vanishes at z.
func (z *Algebraic) MinPoly(b *Budget) (*Uni, error) {
	if q, ok := z.Rat(); ok {
		return NewUni(new(big.Int).Neg(q.Num()), q.Denom()), nil
	}
	b = b.orDefault()
	d := z.bound.degree()
	if d > MaxMinPolyDegree {
		return nil, fmt.Errorf("%w: a minimal polynomial of a number in a field of degree up to %.4g, at most %d is computed", ErrBudget, d, MaxMinPolyDegree)
	}
	u, err := z.annihilator(b)
	if err != nil {
		return nil, err
	}
	factors, err := u.Factor(b)
	if err != nil {
		return nil, err
	}
	var live []*Uni
	for _, f := range factors {
		live = append(live, f.Base)
	}
	if len(live) == 1 {
		return live[0], nil
	}
	err = z.refine(0, b, func(a discArith, d disc) bool {
		var left []*Uni
		for _, f := range live {
			if v, _ := a.evalUni(f, d); !v.nonzero() {
				left = append(left, f)
			}
		}
		live = left
		return len(live) <= 1
	})
	if err == nil && len(live) != 1 {
		err = fmt.Errorf("poly: no factor of %v vanishes at %v", u, z)
	}
	if err != nil {
		return nil, err
	}
	return live[0], nil
}

// annihilator is a polynomial with the root z.
func (z *Algebraic) annihilator(b *Budget) (*Uni, error) {
	d := z.bound.degree()
	prec := uint(d*(max(z.bound.u, z.bound.l, 0)+2)) + 64
	for ; prec <= maxPrecision; prec *= 2 {
		c := &conjugation{discArith: discArith{prec}, budget: b, roots: z.rootsOf(), order: z.bound.order}
		product, err := c.product(z)
		if err != nil {
			return nil, err
		}
		if u, ok := c.round(product); ok {
			return u.Primitive(), nil
		}
	}
	return nil, fmt.Errorf("%w: a minimal polynomial needs more than %d bits", ErrBudget, maxPrecision)
}

// conjugation computes one formal conjugate after the other.
type conjugation struct {
	discArith
	budget *Budget
	roots  []*Algebraic
	order  int64 // of the roots of unity
	power  int64 // ζ goes to ζ^power
	branch map[[16]byte]int64
	done   map[[16]byte]quotientDisc
}

type quotientDisc struct{ u, l disc }

// product is ∏ (L_σ·x − U_σ), constant term first.
func (c *conjugation) product(z *Algebraic) ([]disc, error) {
	zero := disc{zeroInt, zeroInt, zeroInt}
	product := []disc{c.rat(big.NewRat(1, 1))}
	for c.power = 1; c.power <= c.order; c.power++ {
		if gcd64(c.power, c.order) != 1 {
			continue
		}
		choice := make([]int64, len(c.roots))
		for more := true; more; {
			c.branch, c.done = map[[16]byte]int64{}, map[[16]byte]quotientDisc{}
			for i, r := range c.roots {
				c.branch[r.key] = choice[i]
			}
			q, err := c.eval(z)
			if err != nil {
				return nil, err
			}
			if err := c.budget.spend(int64(len(product))*(2+int64(c.prec)/32), "a minimal polynomial"); err != nil {
				return nil, err
			}
			next := make([]disc, len(product)+1)
			for k := range next {
				next[k] = zero
				if k > 0 {
					next[k] = c.mul(product[k-1], q.l)
				}
				if k < len(product) {
					next[k] = c.add(next[k], c.neg(c.mul(product[k], q.u)))
				}
			}
			product = next
			more = false
			for i, r := range c.roots {
				if choice[i]++; choice[i] < int64(r.n) {
					more = true
					break
				}
				choice[i] = 0
			}
		}
	}
	return product, nil
}

func (c *conjugation) eval(z *Algebraic) (q quotientDisc, err error) {
	if q, ok := c.done[z.key]; ok {
		return q, nil
	}
	args := make([]quotientDisc, len(z.args))
	for i, a := range z.args {
		if args[i], err = c.eval(a); err != nil {
			return q, err
		}
	}
	e := evaluation{discArith: c.discArith}
	if err := c.budget.spend(3*e.price(z), "a minimal polynomial"); err != nil {
		return q, err
	}
	integer := func(n *big.Int) disc { return c.rat(new(big.Rat).SetInt(n)) }
	switch z.kind {
	case algRational:
		q = quotientDisc{integer(z.rat.Num()), integer(z.rat.Denom())}
	case algUnity:
		turn := fraction(new(big.Rat).Mul(z.rat, big.NewRat(c.power, 1)))
		q = quotientDisc{c.unity(turn.Num().Int64(), turn.Denom().Int64()), integer(one)}
	case algSum:
		x, y := args[0], args[1]
		bx, by := z.args[0].bound.lInt, z.args[1].bound.lInt
		if l := z.bound.lInt; l != nil && bx != nil && by != nil {
			cx, cy := integer(new(big.Int).Quo(l, bx)), integer(new(big.Int).Quo(l, by))
			q = quotientDisc{c.add(c.mul(x.u, cx), c.mul(y.u, cy)), integer(l)}
		} else {
			q = quotientDisc{c.add(c.mul(x.u, y.l), c.mul(y.u, x.l)), c.mul(x.l, y.l)}
		}
	case algProduct:
		q = quotientDisc{c.mul(args[0].u, args[1].u), c.mul(args[0].l, args[1].l)}
	case algInverse:
		q = quotientDisc{args[0].l, args[0].u}
	case algPower:
		q = quotientDisc{c.pow(args[0].u, z.n), c.pow(args[0].l, z.n)}
	case algRootOf:
		root, ok := c.polyRoot(z.of, int(c.branch[z.key]))
		if !ok {
			root = disc{zeroInt, zeroInt, new(big.Int).Lsh(z.of.size(), c.prec)}
		}
		lead := integer(z.bound.lInt)
		q = quotientDisc{c.mul(root, lead), lead}
	case algRoot:
		radicand := args[0].u
		for range z.n - 1 {
			radicand = c.mul(radicand, args[0].l)
		}
		root := c.anyRoot(radicand, z.n)
		turn := big.NewRat(c.branch[z.key], int64(z.n))
		q = quotientDisc{c.mul(root, c.unity(turn.Num().Int64(), turn.Denom().Int64())), args[0].l}
	}
	c.done[z.key] = q
	return q, nil
}

// anyRoot encloses an n-th root of each number of the disc, also of 0.
func (a discArith) anyRoot(x disc, n int) disc {
	if r, ok := a.someRoot(x, n); ok {
		return r
	}
	m := x.above()
	m.Add(m, x.err)
	if m.Sign() == 0 {
		return x
	}
	m = intRoot(m.Lsh(m, uint(n-1)*a.prec), n)
	return disc{zeroInt, zeroInt, m.Add(m, one)}
}

// round finds the integers that the discs enclose; ok is false where a disc is too large to tell.
func (a discArith) round(c []disc) (*Uni, bool) {
	half := new(big.Int).Lsh(one, a.prec-1)
	list := make([]*big.Int, len(c))
	for k, d := range c {
		if d.err.BitLen() > int(a.prec)-2 {
			return nil, false
		}
		list[k] = new(big.Int).Add(d.re, half)
		list[k].Rsh(list[k], a.prec)
	}
	u := trimUni(list)
	return u, len(u.c) > 0
}
