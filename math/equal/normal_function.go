package equal

import (
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// function writes a known function with fewer kernels.
func (z *normalizer) function(n *expr.Node) (*poly.Frac, error) {
	if v, ok := knownValue(z.g.pool, n); ok {
		return z.normal(v)
	}
	args := make([]*poly.Frac, len(n.Args))
	for i, a := range n.Args {
		if args[i] = z.known(a); args[i] == nil {
			return z.opaque(n)
		}
	}
	if len(args) == 1 {
		if v, ok, err := z.elementary(n.Name, args[0]); ok || err != nil {
			return v, err
		}
	}
	c := z.calc()
	switch n.Name {
	case "log":
		if len(args) == 2 {
			v := c.div(c.log(args[0]), c.log(args[1]))
			return v, c.err
		}
		return z.log(args[0])
	case "root":
		return z.realRoot(n, args)
	case "gamma":
		return z.gamma(args[0])
	case "factorial":
		return z.gamma(c.add(args[0], z.one))
	case "binomial":
		num := c.do(func() (*poly.Frac, error) { return z.gamma(c.add(args[0], z.one)) })
		k := c.do(func() (*poly.Frac, error) { return z.gamma(c.add(args[1], z.one)) })
		rest := c.do(func() (*poly.Frac, error) { return z.gamma(c.add(c.sub(args[0], args[1]), z.one)) })
		v := c.div(num, c.mul(k, rest))
		return v, c.err
	case "beta":
		a := c.do(func() (*poly.Frac, error) { return z.gamma(args[0]) })
		b := c.do(func() (*poly.Frac, error) { return z.gamma(args[1]) })
		ab := c.do(func() (*poly.Frac, error) { return z.gamma(c.add(args[0], args[1])) })
		v := c.div(c.mul(a, b), ab)
		return v, c.err
	case "pochhammer":
		a := c.do(func() (*poly.Frac, error) { return z.gamma(args[0]) })
		b := c.do(func() (*poly.Frac, error) { return z.gamma(c.add(args[0], args[1])) })
		v := c.div(b, a)
		return v, c.err
	case "digamma":
		return z.polygamma(0, args[0])
	case "polygamma":
		if k, ok := smallInt(n.Args[0]); ok && k >= 0 && k <= 20 {
			return z.polygamma(int(k), args[1])
		}
	case "harmonic":
		if len(args) == 1 { // ψ(n+1) + γ
			psi := c.do(func() (*poly.Frac, error) { return z.polygamma(0, c.add(args[0], z.one)) })
			gamma := c.do(func() (*poly.Frac, error) { return z.constant(z.g.pool.Constant(expr.ConstEulerGamma)) })
			v := c.add(psi, gamma)
			return v, c.err
		}
	}
	return z.named(n.Name, args)
}

// named is a kernel for a function of normal forms.
func (z *normalizer) named(name string, args []*poly.Frac) (*poly.Frac, error) {
	keys := make([]string, len(args))
	realValue := realFunctions[name]
	for i, a := range args {
		keys[i] = describe(a)
		realValue = realValue && z.isReal(a)
	}
	return z.kernel("fn "+name+"("+strings.Join(keys, "; ")+")", generator{real: realValue})
}

// realFunctions are real for all real arguments at which they are defined.
var realFunctions = map[string]bool{
	"gamma": true, "digamma": true, "polygamma": true, "erf": true, "erfc": true, "erfi": true, "zeta": true, "si": true,
	"airyai": true, "airybi": true, "floor": true, "ceiling": true, "sign": true, "heaviside": true, "max": true, "min": true, "atan2": true,
}

// elementary functions of one argument as exponentials, logarithms and roots (DLMF 4.14,
// 4.23, 4.28, 4.37).
func (z *normalizer) elementary(name string, u *poly.Frac) (*poly.Frac, bool, error) {
	c := z.calc()
	one := z.one
	half := z.half
	var v *poly.Frac
	switch name {
	case "exp":
		v = c.exp(u)
	case "sin", "cos", "tan", "cot", "sec", "csc":
		p, q := c.expBoth(c.mul(c.i(), u))
		sin := func() *poly.Frac { return c.div(c.mul(half, c.sub(p, q)), c.i()) }
		cos := func() *poly.Frac { return c.mul(half, c.add(p, q)) }
		v = ratioOf(c, name, sin, cos)
	case "sinh", "cosh", "tanh", "coth", "sech", "csch":
		p, q := c.expBoth(u)
		sinh := func() *poly.Frac { return c.mul(half, c.sub(p, q)) }
		cosh := func() *poly.Frac { return c.mul(half, c.add(p, q)) }
		v = ratioOf(c, name, sinh, cosh)
	case "asin":
		v = z.arcsine(c, u)
	case "acos":
		v = c.sub(c.mul(half, c.do(z.pi)), z.arcsine(c, u))
	case "atan":
		v = z.arctangent(c, u)
	case "acot":
		v = z.arctangent(c, c.div(one, u))
	case "asinh": // log(u + √(u²+1))
		v = c.log(c.add(u, c.sqrt(c.add(c.mul(u, u), one))))
	case "acosh": // log(u + √(u+1)√(u−1))
		v = c.log(c.add(u, c.mul(c.sqrt(c.add(u, one)), c.sqrt(c.sub(u, one)))))
	case "atanh":
		v = c.mul(half, c.sub(c.log(c.add(one, u)), c.log(c.sub(one, u))))
	case "acoth":
		w := c.div(one, u)
		v = c.mul(half, c.sub(c.log(c.add(one, w)), c.log(c.sub(one, w))))
	case "abs":
		v = c.do(func() (*poly.Frac, error) { return z.abs(u) })
	case "conjugate":
		v = c.do(func() (*poly.Frac, error) { return z.conjugate(u) })
	case "re":
		v = c.mul(half, c.add(u, c.do(func() (*poly.Frac, error) { return z.conjugate(u) })))
	case "im":
		v = c.div(c.mul(half, c.sub(u, c.do(func() (*poly.Frac, error) { return z.conjugate(u) }))), c.i())
	case "sign":
		if !z.isReal(u) {
			return nil, false, nil
		}
		v = c.div(u, c.do(func() (*poly.Frac, error) { return z.abs(u) }))
	default:
		return nil, false, nil
	}
	return v, true, c.err
}

// ratioOf makes the six functions of sine and cosine, circular or hyperbolic.
func ratioOf(c *calculate, name string, sin, cos func() *poly.Frac) *poly.Frac {
	switch name {
	case "sin", "sinh":
		return sin()
	case "cos", "cosh":
		return cos()
	case "tan", "tanh":
		return c.div(sin(), cos())
	case "cot", "coth":
		return c.div(cos(), sin())
	case "sec", "sech":
		return c.div(c.z.one, cos())
	default:
		return c.div(c.z.one, sin())
	}
}

// arcsine is −i log(iu + √(1−u²)) (DLMF 4.23.19).
func (z *normalizer) arcsine(c *calculate, u *poly.Frac) *poly.Frac {
	w := c.sqrt(c.sub(z.one, c.mul(u, u)))
	return c.mul(c.i().Neg(), c.log(c.add(c.mul(c.i(), u), w)))
}

// arctangent is (i/2)(log(1−iu) − log(1+iu)) (DLMF 4.23.26, as a difference).
func (z *normalizer) arctangent(c *calculate, u *poly.Frac) *poly.Frac {
	iu := c.mul(c.i(), u)
	return c.mul(c.mul(z.half, c.i()), c.sub(c.log(c.sub(z.one, iu)), c.log(c.add(z.one, iu))))
}

// realRoot is the real root of a positive argument; of others it is a kernel.
func (z *normalizer) realRoot(n *expr.Node, args []*poly.Frac) (*poly.Frac, error) {
	k, ok := smallInt(n.Args[1])
	if !ok || k <= 0 {
		return z.named("root", args)
	}
	if k == 2 {
		return z.power(args[0], big.NewRat(1, 2))
	}
	parts, err := z.factor(args[0])
	if err == nil && !parts.negative && parts.rest.Equal(z.one) {
		return z.power(args[0], big.NewRat(1, k))
	}
	if err == nil && parts.negative && parts.rest.Equal(z.one) && k%2 == 1 {
		v, err := z.power(args[0].Neg(), big.NewRat(1, k))
		if err != nil {
			return nil, err
		}
		return v.Neg(), nil
	}
	key := "realroot " + n.Args[1].Rat.RatString() + " of " + describe(args[0])
	_, known := z.byKey[key]
	i, err := z.generator(key, generator{real: z.isReal(args[0]) && k%2 == 1})
	if err != nil {
		return nil, err
	}
	if !known {
		if err := z.relate(i, int(k), args[0]); err != nil {
			return nil, err
		}
	}
	return z.ring.Var(i).Frac(), nil
}

// maxShift bounds the shifts of Γ and ψ.
const maxShift = 40

// shiftOf splits a normal form into u + n with an integer n and a constant term of u in
// [0, 1).
func (z *normalizer) shiftOf(f *poly.Frac) (u *poly.Frac, n int64, err error) {
	d, ok := f.Den().Rat()
	if !ok {
		return f, 0, nil
	}
	constant := new(big.Rat)
	for q, e := range f.Num().Terms {
		zero := true
		for _, k := range e {
			zero = zero && k == 0
		}
		if zero {
			constant = new(big.Rat).Quo(q, d)
		}
	}
	floor := new(big.Int).Div(constant.Num(), constant.Denom())
	if !floor.IsInt64() || floor.Int64() > maxShift || floor.Int64() < -maxShift {
		return nil, 0, errNormal
	}
	u, err = f.Sub(z.ring.Rat(new(big.Rat).SetInt(floor)).Frac(), z.budget)
	return u, floor.Int64(), err
}

// gamma is Γ(u + n) = Γ(u) u(u+1)…(u+n−1) (DLMF 5.5.1), with Γ(1/2) = √π.
func (z *normalizer) gamma(f *poly.Frac) (*poly.Frac, error) {
	u, n, err := z.shiftOf(f)
	if err != nil {
		return nil, err
	}
	c := z.calc()
	var v *poly.Frac
	if u.IsZero() { // Γ(n) from Γ(1) = 1
		if n <= 0 {
			return nil, errNormal
		}
		u, n, v = z.one, n-1, z.one
	} else if u.Equal(c.rat(1, 2)) {
		v = c.sqrt(c.do(z.pi))
	} else {
		v = c.do(func() (*poly.Frac, error) { return z.named("gamma", []*poly.Frac{u}) })
	}
	for j := int64(0); j < n; j++ {
		v = c.mul(v, c.add(u, c.rat(j, 1)))
	}
	for j := int64(-1); j >= n; j-- {
		v = c.div(v, c.add(u, c.rat(j, 1)))
	}
	return v, c.err
}

// polygamma is ψ⁽ᵐ⁾(u + n) = ψ⁽ᵐ⁾(u) + (−1)^m m! Σ (u+j)^{−m−1} (DLMF 5.15.5).
func (z *normalizer) polygamma(m int, f *poly.Frac) (*poly.Frac, error) {
	u, n, err := z.shiftOf(f)
	if err != nil {
		return nil, err
	}
	c := z.calc()
	if u.IsZero() {
		if n <= 0 {
			return nil, errNormal
		}
		u, n = z.one, n-1
	}
	v := c.do(func() (*poly.Frac, error) { return z.polygammaBase(m, u) })
	factor := new(big.Int).MulRange(1, int64(m))
	if m%2 == 1 {
		factor.Neg(factor)
	}
	coefficient := z.ring.Rat(new(big.Rat).SetInt(factor)).Frac()
	term := func(j int64) *poly.Frac {
		p := c.do(func() (*poly.Frac, error) { return c.add(u, c.rat(j, 1)).Pow(m+1, z.budget) })
		return c.div(coefficient, p)
	}
	for j := int64(0); j < n; j++ {
		v = c.add(v, term(j))
	}
	for j := int64(-1); j >= n; j-- {
		v = c.sub(v, term(j))
	}
	return v, c.err
}

func (z *normalizer) polygammaBase(m int, u *poly.Frac) (*poly.Frac, error) {
	if r, ok := u.Num().Rat(); ok && u.Den().IsConstant() {
		if d, ok := u.Den().Rat(); ok && d.Sign() != 0 {
			p := z.g.pool
			name, args := "digamma", []*expr.Node{p.Number(new(big.Rat).Quo(r, d))}
			if m > 0 {
				name, args = "polygamma", []*expr.Node{p.Int(int64(m)), args[0]}
			}
			if v, ok := knownValue(p, p.Apply(name, args...)); ok {
				return z.normal(v)
			}
		}
	}
	return z.named("polygamma", []*poly.Frac{z.ring.Int(int64(m)).Frac(), u})
}
