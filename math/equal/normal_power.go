package equal

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/assay-physics/assay/math/poly"
)

var ratOne = big.NewRat(1, 1) // never changed

// factored is a product of powers: what is known to be positive apart from the rest.
type factored struct {
	content  *big.Rat // > 0
	negative bool     // a factor −1
	gens     []genPower
	positive []polyPower // polynomials that are positive
	even     []polyPower // real polynomials of unknown sign to even powers
	rest     *poly.Frac  // everything else
}

type genPower struct {
	gen int
	e   *big.Rat // of what the generator's key names
}

type polyPower struct {
	f *poly.Poly
	e int
}

// factor takes f apart. The product of all parts is f.
func (z *normalizer) factor(f *poly.Frac) (*factored, error) {
	out := &factored{content: ratOne, rest: z.one}
	for _, side := range []struct {
		p    *poly.Poly
		sign int
	}{{f.Num(), 1}, {f.Den(), -1}} {
		if err := z.factorPoly(side.p, side.sign, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (z *normalizer) factorPoly(p *poly.Poly, sign int, out *factored) error {
	if p.IsZero() {
		return errNormal
	}
	// The monomial that divides every term.
	common := make([]int, z.ring.Len())
	first := true
	for _, e := range p.Monomials {
		for i, k := range e {
			if first || k < common[i] {
				common[i] = k
			}
		}
		first = false
	}
	c := z.calc()
	for i, k := range common {
		if k == 0 || i >= len(z.gens) {
			continue
		}
		g := z.gens[i]
		switch {
		case g.sign == 1:
			out.gens = append(out.gens, genPower{i, big.NewRat(int64(sign*k), g.scale)})
		case g.real && k%2 == 0:
			out.even = append(out.even, polyPower{z.ring.Var(i), sign * k})
		case g.real && k > 2: // an even power and one more
			out.even = append(out.even, polyPower{z.ring.Var(i), sign * (k - 1)})
			out.rest = c.mul(out.rest, c.do(func() (*poly.Frac, error) { return z.ring.Var(i).Frac().Pow(sign, z.budget) }))
		default:
			out.rest = c.mul(out.rest, c.do(func() (*poly.Frac, error) { return z.ring.Var(i).Frac().Pow(sign*k, z.budget) }))
		}
	}
	if slices.ContainsFunc(common, func(k int) bool { return k != 0 }) {
		mono, err := z.ring.Term(big.NewRat(1, 1), common...)
		if err != nil {
			return err
		}
		q, exact, err := p.Div(mono, z.budget)
		if err != nil || !exact {
			return errNormal
		}
		p = q
	}
	content, part := p.Primitive()
	if r, ok := part.Rat(); ok {
		content.Mul(content, r)
		part = z.ring.Int(1)
	}
	if content.Sign() < 0 {
		out.negative = !out.negative
		content.Neg(content)
	}
	if sign < 0 {
		content.Inv(content)
	}
	if out.content.Cmp(ratOne) == 0 {
		out.content = content
	} else {
		out.content = content.Mul(content, out.content)
	}
	if part.IsConstant() {
		return c.err
	}
	unit, factors, err := part.SquareFree(z.budget)
	if err != nil {
		return err
	}
	if r, ok := unit.Rat(); ok {
		if r.Sign() < 0 {
			out.negative = !out.negative
			r = new(big.Rat).Neg(r)
		}
		if sign < 0 {
			r = new(big.Rat).Inv(r)
		}
		out.content = r.Mul(r, out.content)
	} else {
		out.rest = c.mul(out.rest, c.do(func() (*poly.Frac, error) { return unit.Frac().Pow(sign, z.budget) }))
	}
	for _, s := range factors {
		f, e := s.Base, sign*s.Multiplicity
		if r, ok := f.Rat(); ok && r.Cmp(big.NewRat(1, 1)) == 0 {
			continue
		}
		switch z.signOfPoly(f) {
		case 1:
			out.positive = append(out.positive, polyPower{f, e})
			continue
		case -1:
			out.positive = append(out.positive, polyPower{f.Neg(), e})
			if e%2 != 0 {
				out.negative = !out.negative
			}
			continue
		}
		if z.isRealPoly(f) && e%2 == 0 {
			out.even = append(out.even, polyPower{f, e})
			continue
		}
		out.rest = c.mul(out.rest, c.do(func() (*poly.Frac, error) { return f.Frac().Pow(e, z.budget) }))
	}
	return c.err
}

// power is f^r, principal.
func (z *normalizer) power(f *poly.Frac, r *big.Rat) (*poly.Frac, error) {
	if r.IsInt() {
		if !r.Num().IsInt64() || r.Num().Int64() > 512 || r.Num().Int64() < -512 {
			return nil, errNormal
		}
		if f.IsZero() && r.Sign() <= 0 {
			return nil, errNormal
		}
		return f.Pow(int(r.Num().Int64()), z.budget)
	}
	if f.IsZero() {
		if r.Sign() > 0 {
			return f, nil
		}
		return nil, errNormal
	}
	if !r.Denom().IsInt64() || r.Denom().Int64() > 12 || !r.Num().IsInt64() {
		return nil, errNormal
	}
	parts, err := z.factor(f)
	if err != nil {
		return nil, err
	}
	c := z.calc()
	v := c.do(func() (*poly.Frac, error) { return z.rationalPower(parts.content, r) })
	for _, g := range parts.gens {
		v = c.mul(v, c.do(func() (*poly.Frac, error) { return z.variable(g.gen, new(big.Rat).Mul(g.e, r)) }))
	}
	for _, p := range parts.positive {
		v = c.mul(v, c.do(func() (*poly.Frac, error) {
			return z.rootOf(p.f.Frac(), new(big.Rat).Mul(r, big.NewRat(int64(p.e), 1)), true)
		}))
	}
	for _, p := range parts.even { // (f²)^{e r/2} = |f|^{e r}
		e := new(big.Rat).Mul(r, big.NewRat(int64(p.e), 1))
		v = c.mul(v, c.do(func() (*poly.Frac, error) {
			if e.IsInt() && e.Num().Bit(0) == 0 {
				return p.f.Frac().Pow(int(e.Num().Int64()), z.budget)
			}
			a, err := z.absolute(p.f)
			if err != nil {
				return nil, err
			}
			return z.power(a, e)
		}))
	}
	rest := parts.rest
	if parts.negative {
		rest = rest.Neg()
	}
	switch {
	case rest.Equal(z.one):
	case z.quarterTurns(rest) != 0: // e^{iπk/2} to the r
		v = c.mul(v, c.do(func() (*poly.Frac, error) {
			w, err := z.generator(unityKey, generator{conj: z.conjUnity})
			if err != nil {
				return nil, err
			}
			return z.variable(w, new(big.Rat).Mul(r, big.NewRat(int64(z.quarterTurns(rest)), 2)))
		}))
	default:
		v = c.mul(v, c.do(func() (*poly.Frac, error) { return z.rootOf(rest, r, false) }))
	}
	return v, c.err
}

// quarterTurns is k for f = e^{iπk/2} with −1 ≤ k ≤ 2, 0 for any other f.
func (z *normalizer) quarterTurns(f *poly.Frac) int {
	if f.Equal(z.one.Neg()) {
		return 2
	}
	k, ok := z.byKey[imaginaryKey]
	if !ok {
		return 0
	}
	i := z.ring.Var(k).Frac()
	switch {
	case f.Equal(i):
		return 1
	case f.Equal(i.Neg()):
		return -1
	}
	return 0
}

// rationalPower is c^r for a positive rational c, over its small primes.
func (z *normalizer) rationalPower(c, r *big.Rat) (*poly.Frac, error) {
	calc := z.calc()
	v := z.one
	for _, side := range []struct {
		n    *big.Int
		sign int64
	}{{c.Num(), 1}, {c.Denom(), -1}} {
		for _, f := range smallPrimes(side.n) {
			e := new(big.Rat).Mul(r, big.NewRat(side.sign*f.k, 1))
			v = calc.mul(v, calc.do(func() (*poly.Frac, error) { return z.primePower(f, e) }))
		}
	}
	return v, calc.err
}

// primePower is p^e: integer powers are numbers, the rest powers of the generator p^{1/L}.
func (z *normalizer) primePower(p primePower, e *big.Rat) (*poly.Frac, error) {
	whole := new(big.Int).Div(e.Num(), e.Denom())
	rest := new(big.Rat).Sub(e, new(big.Rat).SetInt(whole))
	if !whole.IsInt64() || whole.Int64() > 200 || whole.Int64() < -200 {
		return nil, errNormal
	}
	v, err := z.ring.Rat(new(big.Rat).SetInt(p.p)).Frac().Pow(int(whole.Int64()), z.budget)
	if err != nil || rest.Sign() == 0 {
		return v, err
	}
	key := "prime " + p.name()
	_, known := z.byKey[key]
	if z.scale[key] == 0 {
		z.scale[key] = rest.Denom().Int64()
	}
	i, err := z.generator(key, generator{real: true, sign: 1})
	if err != nil {
		return nil, err
	}
	if !known {
		if err := z.relate(i, int(z.gens[i].scale), z.ring.Rat(new(big.Rat).SetInt(p.p)).Frac()); err != nil {
			return nil, err
		}
	}
	w, err := z.variable(i, rest)
	if err != nil {
		return nil, err
	}
	return v.Mul(w, z.budget)
}

// rootOf is f^e by a generator g with g^q = f, q the denominator of e.
func (z *normalizer) rootOf(f *poly.Frac, e *big.Rat, positive bool) (*poly.Frac, error) {
	if e.IsInt() {
		return z.power(f, e)
	}
	if !positive {
		// Only (f^e) with |e| < 1 is one principal root times whole powers of f.
		whole := new(big.Int).Div(e.Num(), e.Denom())
		rest := new(big.Rat).Sub(e, new(big.Rat).SetInt(whole))
		if !whole.IsInt64() || whole.Int64() > 64 || whole.Int64() < -64 {
			return nil, errNormal
		}
		v, err := f.Pow(int(whole.Int64()), z.budget)
		if err != nil {
			return nil, err
		}
		w, err := z.simpleRoot(f, rest, false)
		if err != nil {
			return nil, err
		}
		return v.Mul(w, z.budget)
	}
	return z.simpleRoot(f, e, true)
}

func (z *normalizer) simpleRoot(f *poly.Frac, e *big.Rat, positive bool) (*poly.Frac, error) {
	q := e.Denom().Int64()
	key := "root " + strconv.FormatInt(q, 10) + " of " + describe(f)
	_, known := z.byKey[key]
	gen := generator{real: positive}
	if positive {
		gen.sign = 1
	}
	i, err := z.generator(key, gen)
	if err != nil {
		return nil, err
	}
	if z.gens[i].scale != 1 { // roots of roots are generators of their own
		return nil, errNormal
	}
	if !known {
		if err := z.relate(i, int(q), f); err != nil {
			return nil, err
		}
	}
	if !e.Num().IsInt64() || e.Num().Int64() > 400 || e.Num().Int64() < -400 {
		return nil, errNormal
	}
	return z.ring.Var(i).Frac().Pow(int(e.Num().Int64()), z.budget)
}

// absolute is |p| of a real polynomial: a nonnegative generator with a square.
func (z *normalizer) absolute(p *poly.Poly) (*poly.Frac, error) {
	switch z.signOfPoly(p) {
	case 1:
		return p.Frac(), nil
	case -1:
		return p.Neg().Frac(), nil
	}
	if p.Lead().Sign() < 0 {
		p = p.Neg()
	}
	key := "abs " + p.String()
	_, known := z.byKey[key]
	i, err := z.generator(key, generator{real: true, sign: 1})
	if err != nil {
		return nil, err
	}
	if z.gens[i].scale != 1 {
		return nil, errNormal
	}
	if !known {
		sq, err := p.Pow(2, z.budget)
		if err != nil {
			return nil, err
		}
		if err := z.relate(i, 2, sq.Frac()); err != nil {
			return nil, err
		}
	}
	return z.ring.Var(i).Frac(), nil
}

// abs is |f|: by sign, by factors, or √(f f̄).
func (z *normalizer) abs(f *poly.Frac) (*poly.Frac, error) {
	if f.IsZero() {
		return f, nil
	}
	c := z.calc()
	if !z.isReal(f) {
		conj := c.do(func() (*poly.Frac, error) { return z.conjugate(f) })
		v := c.sqrt(c.mul(f, conj))
		return v, c.err
	}
	v := z.one
	for _, side := range []struct {
		p    *poly.Poly
		sign int
	}{{f.Num(), 1}, {f.Den(), -1}} {
		var parts factored
		parts.content, parts.rest = ratOne, z.one
		if err := z.factorPoly(side.p, side.sign, &parts); err != nil {
			return nil, err
		}
		v = c.mul(v, z.ring.Rat(parts.content).Frac())
		for _, g := range parts.gens {
			v = c.mul(v, c.do(func() (*poly.Frac, error) { return z.variable(g.gen, g.e) }))
		}
		for _, p := range append(parts.positive, parts.even...) {
			v = c.mul(v, c.do(func() (*poly.Frac, error) { return p.f.Frac().Pow(p.e, z.budget) }))
		}
		if !parts.rest.Equal(z.one) {
			num, den := parts.rest.Num(), parts.rest.Den()
			v = c.mul(v, c.do(func() (*poly.Frac, error) { return z.absolute(num) }))
			v = c.div(v, c.do(func() (*poly.Frac, error) { return z.absolute(den) }))
		}
	}
	return v, c.err
}

// conjugate maps every generator to its conjugate.
func (z *normalizer) conjugate(f *poly.Frac) (*poly.Frac, error) {
	num, err := z.conjugatePoly(f.Num())
	if err != nil {
		return nil, err
	}
	den, err := z.conjugatePoly(f.Den())
	if err != nil {
		return nil, err
	}
	if den.IsZero() {
		return nil, errNormal
	}
	return num.Div(den, z.budget)
}

func (z *normalizer) conjugatePoly(p *poly.Poly) (*poly.Frac, error) {
	c := z.calc()
	sum := z.ring.Zero().Frac()
	for q, e := range p.Terms {
		t := z.ring.Rat(q).Frac()
		for i, k := range e {
			if k == 0 {
				continue
			}
			if i >= len(z.gens) {
				return nil, errNormal
			}
			g := z.gens[i]
			v := z.ring.Var(i).Frac()
			if !g.real {
				if g.conj == nil || g.scale != 1 && g.key != unityKey && g.log == nil {
					return nil, errNormal
				}
				v = c.do(g.conj)
				if g.scale != 1 { // conj is of what the key names; the generator is its root
					v = c.do(func() (*poly.Frac, error) { return z.ring.Var(i).Frac().Pow(-1, z.budget) })
				}
			}
			t = c.mul(t, c.do(func() (*poly.Frac, error) { return v.Pow(k, z.budget) }))
		}
		sum = c.add(sum, t)
		if c.err != nil {
			return nil, c.err
		}
	}
	return sum, c.err
}

// log is log f, principal: a sum over the positive factors, and the logarithm of the rest.
func (z *normalizer) log(f *poly.Frac) (*poly.Frac, error) {
	if f.IsZero() {
		return nil, errNormal
	}
	parts, err := z.factor(f)
	if err != nil {
		return nil, err
	}
	c := z.calc()
	sum := z.ring.Zero().Frac()
	add := func(k *big.Rat, v *poly.Frac) { sum = c.add(sum, c.mul(z.ring.Rat(k).Frac(), v)) }
	for _, side := range []struct {
		n    *big.Int
		sign int64
	}{{parts.content.Num(), 1}, {parts.content.Denom(), -1}} {
		for _, f := range smallPrimes(side.n) {
			v := c.do(func() (*poly.Frac, error) {
				return z.logKernel("prime "+f.name(), z.ring.Rat(new(big.Rat).SetInt(f.p)).Frac(), true)
			})
			add(big.NewRat(side.sign*f.k, 1), v)
		}
	}
	for _, g := range parts.gens {
		gen := z.gens[g.gen]
		if gen.log != nil && gen.key[0] == 'e' { // log e^u = u for real u
			add(g.e, gen.log)
			continue
		}
		named := c.do(func() (*poly.Frac, error) { return z.variable(g.gen, big.NewRat(1, 1)) })
		v := c.do(func() (*poly.Frac, error) { return z.logKernel(gen.key, named, true) })
		add(g.e, v)
	}
	for _, p := range parts.positive {
		v := c.do(func() (*poly.Frac, error) { return z.logKernel(p.f.String(), p.f.Frac(), true) })
		add(big.NewRat(int64(p.e), 1), v)
	}
	for _, p := range parts.even {
		a := c.do(func() (*poly.Frac, error) { return z.absolute(p.f) })
		v := c.do(func() (*poly.Frac, error) { return z.logKernel("|"+a.String()+"|", a, true) })
		add(big.NewRat(int64(p.e), 1), v)
	}
	rest := parts.rest
	if parts.negative {
		rest = rest.Neg()
	}
	switch {
	case rest.Equal(z.one):
	case z.quarterTurns(rest) != 0:
		sum = c.add(sum, c.mul(c.rat(int64(z.quarterTurns(rest)), 2), c.mul(c.i(), c.do(z.pi))))
	default:
		v := c.do(func() (*poly.Frac, error) { return z.logKernel(describe(rest), rest, false) })
		sum = c.add(sum, v)
	}
	return sum, c.err
}

func (z *normalizer) logKernel(key string, argument *poly.Frac, positive bool) (*poly.Frac, error) {
	i, err := z.generator("log "+key, generator{real: positive, log: argument})
	if err != nil {
		return nil, err
	}
	if z.gens[i].scale != 1 {
		return nil, errNormal
	}
	return z.ring.Var(i).Frac(), nil
}
