package expr

import (
	"math/big"
	"slices"
)

// power brings OpPow into canonical form.
func (c *Canonizer) power(n *Node) *Node {
	if len(n.Args) != 2 {
		return c.pool.With(n, c.args(n))
	}
	e := c.node(n.Args[1])
	if isExact(e) && e.Rat.IsInt() && e.Rat.Sign() != 0 {
		return c.product(c.pool.Pow(n.Args[0], e))
	}
	b := c.node(n.Args[0])
	f := factors{c: c}
	switch {
	case b == c.complexInf && isExact(e) && e.Rat.Sign() > 0:
		return b
	case b == c.complexInf && isExact(e) && e.Rat.Sign() < 0:
		return c.zero
	case b == c.zero && e == c.zero, b == c.complexInf && e == c.zero, b == c.undefined, e == c.undefined:
		return c.undefined
	case e.Op == OpNumber && e.Digits > 0, !c.commutesWithAll(b), !c.commutesWithAll(e),
		b.Op == OpConstant && !c.finite(b), hasEllipsis(b):
		return c.pool.Pow(b, e)
	case e == c.zero:
		f.base(b, new(big.Rat))
	case isExact(e):
		f.principal(b, e.Rat)
	default:
		f.symbolic(b, leaf{oneRat, e})
	}
	return f.build()
}

// number multiplies by r^e, e rational.
func (f *factors) number(r, e *big.Rat) {
	c := f.c
	switch {
	case r.Sign() == 0:
		f.zeroUp = f.zeroUp || e.Sign() >= 0
		f.zeroDown = f.zeroDown || e.Sign() <= 0
		return
	case r.Sign() < 0:
		f.minusPower(e)
		r = negRat(r)
	}
	if isOneRat(r) || e.Sign() == 0 {
		return
	}
	if !e.IsInt() {
		f.primeFactors(r, func(p *primePower, k *big.Rat) { p.rational = addRat(p.rational, mulRat(k, e)) })
		return
	}
	if power, ok := ratPower(r, e.Num()); ok {
		if f.coefficient == nil {
			f.coefficient = power
			return
		}
		if product := mulRat(f.coefficient, power); ratBits(product) <= maxBits {
			f.coefficient = product
			return
		}
	}
	f.base(c.pool.Number(r), e)
}

// ratPower is r^n, if it has at most maxBits bits.
func ratPower(r *big.Rat, n *big.Int) (*big.Rat, bool) {
	if !n.IsInt64() {
		return nil, false
	}
	k := n.Int64()
	if k == 1 {
		return r, true
	}
	abs := k
	if k < 0 {
		abs = -k
	}
	if abs < 0 || abs > maxBits || int64(ratBits(r))*abs > maxBits {
		return nil, false
	}
	if k == -1 {
		return new(big.Rat).Inv(r), true
	}
	if n, ok := smallInt(r); ok && k > 0 && int64(ratBits(r))*k < 63 {
		power := int64(1)
		for range k {
			power *= n
		}
		return intRat(power), true
	}
	num, den := r.Num(), r.Denom()
	if k < 0 {
		num, den = den, num
	}
	e := big.NewInt(abs)
	return new(big.Rat).SetFrac(new(big.Int).Exp(num, e, nil), new(big.Int).Exp(den, e, nil)), true
}

// primeFactors calls f for each prime factor p^k of a positive rational; what is left after the
// primes below 1000 counts as one, unless it is a perfect power.
func (f *factors) primeFactors(r *big.Rat, visit func(p *primePower, k *big.Rat)) {
	for _, pk := range factorRat(r) {
		visit(f.primeAt(pk.prime), pk.rational)
	}
}

func (f *factors) primeAt(p *big.Int) *primePower {
	k, ok := slices.BinarySearchFunc(f.primes, p, func(a primePower, p *big.Int) int { return a.prime.Cmp(p) })
	if !ok {
		f.primes = slices.Insert(f.primes, k, primePower{prime: p, rational: new(big.Rat)})
	}
	return &f.primes[k]
}

// radicals are the powers of positive integers in the product; whole powers go into the
// coefficient, and primes with the same exponent share a radical.
func (f *factors) radicals() []*Node {
	c := f.c
	type group struct {
		exponent *Node
		base     *big.Int
	}
	var groups []group
	join := func(p *big.Int, e *Node) {
		for k := range groups {
			if groups[k].exponent == e && groups[k].base.BitLen()+p.BitLen() <= maxBits {
				groups[k].base = new(big.Int).Mul(groups[k].base, p)
				return
			}
		}
		groups = append(groups, group{e, p})
	}
	for _, p := range f.primes {
		rational := p.rational
		if len(p.symbolic) > 0 {
			t := terms{c: c}
			for _, s := range p.symbolic {
				t.add(s.weight, s.node)
			}
			if k := t.position(c.one); k >= 0 { // 2^{x+1} = 2·2^x
				rational = addRat(rational, t.list[k].coefficient)
				t.list[k].coefficient = new(big.Rat)
			}
			if sum := t.build(); sum != c.zero {
				join(p.prime, sum)
			}
		}
		whole, rest := floorRat(rational)
		if whole.Sign() != 0 {
			if q, ok := ratPower(new(big.Rat).SetInt(p.prime), whole); !ok {
				join(p.prime, c.pool.Number(new(big.Rat).SetInt(whole)))
			} else if f.coefficient == nil {
				f.coefficient = q
			} else {
				f.coefficient = mulRat(f.coefficient, q)
			}
		}
		if rest.Sign() != 0 {
			join(p.prime, c.pool.Number(rest))
		}
	}
	out := make([]*Node, len(groups))
	for k, g := range groups {
		out[k] = c.pool.Pow(c.pool.Number(new(big.Rat).SetInt(g.base)), g.exponent)
	}
	return out
}

// minusRoot is (−1)^minus up to sign, which goes into the coefficient; nil for 1.
func (f *factors) minusRoot() *Node {
	c := f.c
	if f.minus == nil {
		return nil
	}
	whole, rest := floorRat(f.minus)
	if whole.Bit(0) == 1 {
		if f.coefficient == nil {
			f.coefficient = oneRat
		}
		f.coefficient = negRat(f.coefficient)
	}
	switch {
	case rest.Sign() == 0:
		return nil
	case equalRat(rest, halfRat):
		return c.i
	default:
		return c.pool.Pow(c.minusOne, c.pool.Number(rest))
	}
}

// floorRat is the whole part, rounded down, and the rest in [0, 1); neither is to be changed.
func floorRat(r *big.Rat) (*big.Int, *big.Rat) {
	if r.IsInt() {
		return r.Num(), zeroRat
	}
	whole, m := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	return whole, new(big.Rat).SetFrac(m, r.Denom())
}

// factorRat is the factorization of a positive rational over the primes below 1000, with
// what is left as a further "prime" (its root, if it is a perfect power).
func factorRat(r *big.Rat) []primePower {
	out := factorInt(r.Num(), 1)
	return append(out, factorInt(r.Denom(), -1)...)
}

func factorInt(n *big.Int, sign int64) []primePower {
	if n.IsUint64() {
		return factorWord(n.Uint64(), sign)
	}
	var out []primePower
	n = new(big.Int).Set(n)
	q, m := new(big.Int), new(big.Int)
	for p := int64(2); p < 1000; p++ {
		if p > 2 && p%2 == 0 {
			continue
		}
		prime := big.NewInt(p) // composite p no longer divides n
		k := int64(0)
		for q.QuoRem(n, prime, m); m.Sign() == 0; q.QuoRem(n, prime, m) {
			n, q = q, n
			k++
		}
		if k > 0 {
			out = append(out, primePower{prime: prime, rational: big.NewRat(sign*k, 1)})
		}
		if n.IsUint64() {
			break
		}
	}
	if n.IsUint64() { // the primes found so far no longer divide it
		return append(out, factorWord(n.Uint64(), sign)...)
	}
	root, k := perfectPower(n)
	return append(out, primePower{prime: root, rational: big.NewRat(sign*k, 1)})
}

// factorWord is factorInt in machine words.
func factorWord(n uint64, sign int64) []primePower {
	var out []primePower
	for p := uint64(2); p < 1000 && p*p <= n; p++ {
		k := int64(0)
		for n%p == 0 {
			n /= p
			k++
		}
		if k > 0 {
			out = append(out, primePower{prime: new(big.Int).SetUint64(p), rational: intRat(sign * k)})
		}
		if p > 2 {
			p++ // odd numbers only
		}
	}
	switch {
	case n == 1:
		return out
	case n < 1000*1000: // a prime: it has no factor below 1000
		return append(out, primePower{prime: new(big.Int).SetUint64(n), rational: intRat(sign)})
	}
	root, k := perfectPower(new(big.Int).SetUint64(n))
	return append(out, primePower{prime: root, rational: intRat(sign * k)})
}

// perfectPower writes n = root^k with k as large as the prime exponents up to 13 give.
func perfectPower(n *big.Int) (*big.Int, int64) {
	k := int64(1)
	if n.BitLen() > maxBits {
		return n, k
	}
	for _, p := range []int64{2, 3, 5, 7, 11, 13} {
		for {
			root, ok := exactRoot(n, p)
			if !ok {
				break
			}
			n, k = root, k*p
		}
	}
	return n, k
}

// exactRoot is the p-th root of a positive integer, if it is one: Newton's iteration from
// above falls until it reaches the whole part of the root.
func exactRoot(n *big.Int, p int64) (*big.Int, bool) {
	exponent, less := big.NewInt(p), big.NewInt(p-1)
	x := new(big.Int).Lsh(bigOne, uint(n.BitLen())/uint(p)+1)
	for {
		// y = ((p−1)x + n/x^{p−1})/p
		y := new(big.Int).Exp(x, less, nil)
		y.Quo(n, y)
		y.Add(y, new(big.Int).Mul(less, x))
		y.Quo(y, exponent)
		if y.Cmp(x) >= 0 {
			break
		}
		x = y
	}
	return x, new(big.Int).Exp(x, exponent, nil).Cmp(n) == 0
}
