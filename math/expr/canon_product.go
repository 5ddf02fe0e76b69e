package expr

import (
	"math/big"
	"slices"
)

// product brings OpMul, and OpPow with an integer exponent, into canonical form.
func (c *Canonizer) product(n *Node) *Node {
	if hasEllipsis(n) {
		return c.pool.With(n, c.args(n))
	}
	f := factors{c: c}
	if c.commutesWithAll(n) {
		for _, l := range c.leaves(n, c.productParts) {
			if l.node == n { // a power that is not opened
				f.factor(c.node(n.Args[0]), n.Args[1].Rat)
			} else {
				f.factor(c.node(l.node), l.weight)
			}
		}
		return f.build()
	}
	if n.Op == OpPow {
		f.factor(c.node(n.Args[0]), n.Args[1].Rat)
		return f.build()
	}
	for _, a := range n.Args {
		f.factor(c.node(a), oneRat)
	}
	return f.build()
}

// productParts opens nested products and integer powers.
func (c *Canonizer) productParts(n *Node) ([]*Node, *big.Rat, bool) {
	switch {
	case n.Op == OpMul && !hasEllipsis(n) && len(n.Args) > 0:
		return n.Args, oneRat, true
	case n.Op == OpPow && isExact(n.Args[1]) && n.Args[1].Rat.IsInt() && n.Args[1].Rat.Sign() != 0 && !c.indexed(n.Args[0]):
		return n.Args[:1], n.Args[1].Rat, true
	default:
		return nil, nil, false
	}
}

// indexed says that a tensor with indices is part of n: a power of it is not the product of
// powers, for a repeated index is summed over.
func (c *Canonizer) indexed(n *Node) bool {
	if len(n.Args) == 0 {
		return false
	}
	if v := c.about(n).hasIndex; v != unasked {
		return v == yes
	}
	v := n.Op == OpIndexed || n.Op == OpPartial || slices.ContainsFunc(n.Args, c.indexed)
	c.about(n).hasIndex = answerOf(v)
	return v
}

// factors collects a product.
type factors struct {
	c *Canonizer

	coefficient        *big.Rat // nil: 1
	zeroUp, zeroDown   bool     // zero to a positive power, to a negative power
	undefined          bool
	minus              *big.Rat // exponent of −1; nil: 0; i counts 1/2
	primes             []primePower
	exponents          []leaf // of e
	bases              []basePower
	at                 map[*Node]int // position in bases
	ordered            []basePower   // what does not commute, in order
	afterDifferentials bool
}

// basePower is base^(rational + symbolic terms).
type basePower struct {
	base     *Node
	rational *big.Rat
	symbolic []leaf
}

type primePower struct {
	prime    *big.Int
	rational *big.Rat
	symbolic []leaf
}

// factor multiplies by n^w, n canonical and w an integer.
func (f *factors) factor(n *Node, w *big.Rat) {
	c := f.c
	if f.afterDifferentials && n.Op != OpNumber && n != c.i && n != c.pi {
		f.inOrder(n, w)
		return
	}
	switch {
	case n == c.undefined:
		f.undefined = true
	case n.Op == OpMul && !hasEllipsis(n):
		f.factorProduct(n, w)
	case !c.commutesWithAll(n):
		f.factorOrdered(n, w)
	case n.Op == OpPow:
		f.factorPower(n.Args[0], n.Args[1], w)
	case n.Op == OpApply && n.Name == "exp":
		f.exponents = append(f.exponents, leaf{w, n.Args[0]})
	case n == c.e:
		f.exponents = append(f.exponents, leaf{w, c.one})
	case n == c.i:
		f.minusPower(mulRat(w, halfRat))
	case isExact(n):
		f.number(n.Rat, w)
	case n.Op == OpNumber && n.Rat.Sign() < 0:
		f.number(minusOneRat, w)
		f.base(c.pool.Decimal(negRat(n.Rat), n.Digits), w)
	case n.Op == OpAdd && !hasEllipsis(n):
		if r := c.content(n); w.Sign() != 0 && !isOneRat(r) {
			f.number(r, w)
			n = c.scaleSum(new(big.Rat).Inv(r), n)
		}
		f.base(n, w)
	default:
		f.base(n, w)
	}
}

func (f *factors) factorProduct(n *Node, w *big.Rat) {
	if isOneRat(w) {
		for _, a := range n.Args {
			f.factor(a, w)
		}
		return
	}
	var indexed, rest []*Node
	for _, a := range n.Args {
		switch {
		case !f.c.commutesWithAll(a):
			rest = append(rest, a)
		case f.c.indexed(a):
			indexed = append(indexed, a)
		default:
			f.factor(a, w)
		}
	}
	switch len(indexed) {
	case 0:
	case 1:
		f.factor(indexed[0], w)
	default: // a power of F_ij G_ij is not the product of the powers
		f.base(f.c.pool.Mul(indexed...), w)
	}
	switch len(rest) {
	case 0:
	case 1:
		f.factorOrdered(rest[0], w)
	default:
		f.inOrder(f.c.pool.Mul(rest...), w)
	}
}

func (f *factors) factorPower(b, e *Node, w *big.Rat) {
	if !isExact(e) {
		f.symbolic(b, leaf{w, e})
		return
	}
	exponent := mulRat(e.Rat, w)
	if isExact(b) {
		f.number(b.Rat, exponent)
	} else {
		f.base(b, exponent)
	}
}

// factorOrdered multiplies from the right by what does not commute.
func (f *factors) factorOrdered(n *Node, w *big.Rat) {
	b, e := n, w
	if n.Op == OpPow && isExact(n.Args[1]) {
		b, e = n.Args[0], mulRat(n.Args[1].Rat, w)
	}
	f.inOrder(b, e)
	f.afterDifferentials = f.afterDifferentials || b.Op == OpNabla || b.Op == OpPartial
}

func (f *factors) inOrder(b *Node, e *big.Rat) {
	last := len(f.ordered) - 1
	mergeable := !f.afterDifferentials && b.Op != OpPartial && b.Op != OpNabla && !f.c.indexed(b)
	if last < 0 || f.ordered[last].base != b || !mergeable {
		f.ordered = append(f.ordered, basePower{base: b, rational: e})
		return
	}
	sum := addRat(f.ordered[last].rational, e)
	if sum.Sign() == 0 {
		f.ordered = f.ordered[:last]
		return
	}
	f.ordered[last].rational = sum
}

// principal multiplies by the principal value of n^e, n canonical, e rational.
func (f *factors) principal(n *Node, e *big.Rat) {
	c := f.c
	switch {
	case e.IsInt() || n == c.e:
		f.factor(n, e)
	case isExact(n):
		f.number(n.Rat, e)
	case n == c.i:
		f.minusPower(mulRat(e, halfRat))
	case n.Op == OpApply && isPositiveNumber(n):
		f.exponents = append(f.exponents, leaf{e, n.Args[0]})
	case n.Op == OpPow && isExact(n.Args[1]) && (insideUnit(n.Args[1].Rat) || isPositiveNumber(n.Args[0])):
		f.principal(n.Args[0], mulRat(n.Args[1].Rat, e))
	case !c.commutesWithAll(n):
		f.inOrder(n, e)
	case n.Op == OpMul && !hasEllipsis(n):
		sign, rest := f.withoutPositive(n, func(positive *Node) { f.principal(positive, e) })
		switch {
		case rest == c.one && sign < 0:
			f.minusPower(e)
		case rest == c.one:
		case rest == c.i:
			f.minusPower(mulRat(e, big.NewRat(int64(sign), 2)))
		case sign < 0:
			f.base(c.times(minusOneRat, rest), e)
		case rest.Op == OpMul:
			f.base(rest, e)
		default:
			f.principal(rest, e)
		}
	case n.Op == OpAdd && !hasEllipsis(n):
		r := new(big.Rat).Abs(c.content(n))
		f.number(r, e)
		f.base(c.scaleSum(new(big.Rat).Inv(r), n), e)
	default:
		f.base(n, e)
	}
}

// symbolic multiplies by the principal value of n^(w·s) for a canonical exponent s that is
// not a rational number.
func (f *factors) symbolic(n *Node, s leaf) {
	c := f.c
	switch {
	case n == c.e:
		f.exponents = append(f.exponents, s)
	case n.Op == OpApply && isPositiveNumber(n):
		f.exponents = append(f.exponents, leaf{mulRat(s.weight, n.Args[0].Rat), s.node})
	case isExact(n) && n.Rat.Sign() > 0:
		if n == c.one && !c.finite(s.node) {
			f.symbolicBase(n, s)
		}
		f.primeFactors(n.Rat, func(p *primePower, k *big.Rat) {
			p.symbolic = append(p.symbolic, leaf{mulRat(s.weight, k), s.node})
		})
	case isExact(n) && n.Rat.Sign() < 0 && n != c.minusOne:
		f.symbolicBase(c.minusOne, s)
		f.symbolic(c.pool.Number(negRat(n.Rat)), s)
	case n.Op == OpPow && isExact(n.Args[1]) && (insideUnit(n.Args[1].Rat) || isPositiveNumber(n.Args[0])):
		f.symbolic(n.Args[0], leaf{mulRat(n.Args[1].Rat, s.weight), s.node})
	case n.Op == OpMul && !hasEllipsis(n) && c.commutesWithAll(n):
		sign, rest := f.withoutPositive(n, func(positive *Node) { f.symbolic(positive, s) })
		switch {
		case sign < 0:
			f.symbolicBase(c.times(minusOneRat, rest), s)
		case rest.Op == OpMul:
			f.symbolicBase(rest, s)
		default:
			f.symbolic(rest, s)
		}
	default:
		f.symbolicBase(n, s)
	}
}

// withoutPositive hands the positive numeric factors of a canonical product to take, and
// returns the sign and the product of the others.
func (f *factors) withoutPositive(n *Node, take func(*Node)) (sign int, rest *Node) {
	c := f.c
	sign = 1
	var others []*Node
	for _, a := range n.Args {
		switch {
		case isExact(a) && a.Rat.Sign() < 0:
			sign = -sign
			if a != c.minusOne {
				take(c.pool.Number(negRat(a.Rat)))
			}
		case isPositiveNumber(a):
			take(a)
		default:
			others = append(others, a)
		}
	}
	switch len(others) {
	case 0:
		return sign, c.one
	case 1:
		return sign, others[0]
	default:
		return sign, c.pool.Mul(others...)
	}
}

// isPositiveNumber says that a canonical expression is a positive number at sight.
func isPositiveNumber(n *Node) bool {
	switch n.Op {
	case OpNumber:
		return n.Digits == 0 && n.Rat.Sign() > 0
	case OpConstant:
		return n.Name == ConstPi || n.Name == ConstE || n.Name == ConstEulerGamma || n.Name == ConstCatalan
	case OpPow:
		return isPositiveNumber(n.Args[0]) && isExact(n.Args[1])
	case OpApply:
		return n.Name == "exp" && isExact(n.Args[0])
	default:
		return false
	}
}

// insideUnit says that −1 < r < 1: then the argument of x^r lies in (−π, π) for every x, and
// (x^r)^s = x^{rs} for every s.
func insideUnit(r *big.Rat) bool { return r.Num().CmpAbs(r.Denom()) < 0 }

func (f *factors) minusPower(e *big.Rat) {
	if f.minus == nil {
		f.minus = zeroRat
	}
	f.minus = addRat(f.minus, e)
}

func (f *factors) base(n *Node, e *big.Rat) {
	b := f.baseAt(n)
	b.rational = addRat(b.rational, e)
}

func (f *factors) symbolicBase(n *Node, s leaf) {
	b := f.baseAt(n)
	b.symbolic = append(b.symbolic, s)
}

func (f *factors) baseAt(n *Node) *basePower {
	k := f.position(n)
	if k < 0 {
		k = len(f.bases)
		f.bases = append(f.bases, basePower{base: n, rational: zeroRat})
		if f.at != nil {
			f.at[n] = k
		}
	}
	return &f.bases[k]
}

// position finds a base, in a short list by looking.
func (f *factors) position(n *Node) int {
	if len(f.bases) < fewParts {
		return slices.IndexFunc(f.bases, func(b basePower) bool { return b.base == n })
	}
	if f.at == nil {
		f.at = make(map[*Node]int, 2*fewParts)
		for k, b := range f.bases {
			f.at[b.base] = k
		}
	}
	if k, ok := f.at[n]; ok {
		return k
	}
	return -1
}

// fewParts is the length from which a map is faster than looking through a list.
const fewParts = 16

// build is the canonical product.
func (f *factors) build() *Node {
	c := f.c
	list := f.exponential(nil)
	f.infinities()
	for _, b := range f.bases {
		list = f.emit(list, b)
	}
	list = append(list, f.radicals()...)
	if root := f.minusRoot(); root != nil {
		list = append(list, root)
	}
	if f.undefined || f.zeroUp && f.zeroDown {
		return c.undefined
	}
	slices.SortStableFunc(list, compareFactors)
	commuting := len(list)
	for _, b := range f.ordered {
		if p := c.powerNode(b.base, c.pool.Number(b.rational)); p != nil {
			list = append(list, p)
		}
	}
	plain, infinite := true, false
	for _, n := range list {
		infinite = infinite || n == c.complexInf
		plain = plain && (n == c.complexInf || c.finite(n) && (f.zeroUp || c.nonzero(n)))
	}
	r := f.coefficient
	switch {
	case f.zeroUp && infinite:
		return c.undefined
	case f.zeroUp && plain:
		return c.zero
	case f.zeroUp:
		return c.pool.Mul(append([]*Node{c.zero}, list...)...)
	case infinite && plain:
		return c.complexInf
	case r == nil:
		r = oneRat
	}
	return c.assemble(r, list, commuting)
}

// infinities joins powers of complex infinity with those of zero: 1/∞̃ = 0.
func (f *factors) infinities() {
	c := f.c
	if k := f.position(c.complexInf); k >= 0 && len(f.bases[k].symbolic) == 0 {
		sign := f.bases[k].rational.Sign()
		f.zeroUp = f.zeroUp || sign <= 0
		f.zeroDown = f.zeroDown || sign >= 0
		f.bases[k] = basePower{base: c.one, rational: zeroRat}
		delete(f.at, c.complexInf)
	}
	if f.zeroDown {
		f.base(c.complexInf, oneRat)
	}
}

// assemble is r times sorted factors, of which the first ones commute.
func (c *Canonizer) assemble(r *big.Rat, list []*Node, commuting int) *Node {
	if slices.ContainsFunc(list, c.absorbs) {
		r = oneRat
	}
	if !isOneRat(r) && powerOfTen(r) {
		if k := soleDecimal(list); k >= 0 {
			list[k] = c.pool.Decimal(mulRat(r, list[k].Rat), list[k].Digits)
			r = oneRat
			slices.SortStableFunc(list[:commuting], compareFactors)
		}
	}
	switch {
	case len(list) == 0:
		return c.pool.Number(r)
	case isOneRat(r) && len(list) == 1:
		return list[0]
	case isOneRat(r):
		return c.pool.Mul(list...)
	case len(list) == 1 && list[0].Op == OpAdd && !hasEllipsis(list[0]):
		return c.scaleSum(r, list[0])
	default:
		return c.pool.Mul(append([]*Node{c.pool.Number(r)}, list...)...)
	}
}

// soleDecimal is the position of the only decimal, or −1.
func soleDecimal(list []*Node) int {
	at := -1
	for k, n := range list {
		if n.Op == OpNumber && n.Digits > 0 {
			if at >= 0 {
				return -1
			}
			at = k
		}
	}
	return at
}

// powerOfTen says that r is ±10^k.
func powerOfTen(r *big.Rat) bool {
	num, den := new(big.Int).Abs(r.Num()), r.Denom()
	if den.Cmp(num) > 0 {
		num, den = den, num
	}
	if den.Cmp(bigOne) != 0 {
		return false
	}
	// 10^k has k decimal zeros, and log₂ 10 is between 3.32 and 3.33.
	k := int64(num.BitLen()) * 100 / 332
	for j := max(0, k-1); j <= k; j++ {
		if num.Cmp(new(big.Int).Exp(big.NewInt(10), big.NewInt(j), nil)) == 0 {
			return true
		}
	}
	return false
}

var bigOne = big.NewInt(1)

// powerNode is b^e without simplification but e = 1 and e = 0 of what is finite and nonzero
// (nil).
func (c *Canonizer) powerNode(b, e *Node) *Node {
	switch {
	case e == c.one:
		return b
	case e == c.zero && c.finite(b) && c.nonzero(b):
		return nil
	default:
		return c.pool.Pow(b, e)
	}
}

// settle adds up the exponents of every base; where an exponent has become an integer,
// a product, power or sum under it is taken apart as factor does, which may add to a base
// that has been passed: hence the rounds, as many as expressions are nested.
func (f *factors) settle() {
	for changed := true; changed; {
		changed = false
		for k := 0; k < len(f.bases); k++ {
			f.addExponents(&f.bases[k])
			b := f.bases[k]
			if len(b.symbolic) > 0 || !b.rational.IsInt() || b.rational.Sign() == 0 || !f.opens(b) {
				continue
			}
			f.bases[k] = basePower{base: f.c.one, rational: zeroRat} // the place stays, empty
			delete(f.at, b.base)
			f.factor(b.base, b.rational)
			changed = true
		}
	}
}

// addExponents leaves a rational exponent or one symbolic term.
func (f *factors) addExponents(b *basePower) {
	if len(b.symbolic) == 0 || len(b.symbolic) == 1 && b.symbolic[0].weight == oneRat && b.rational.Sign() == 0 && b.symbolic[0].node.Op != OpAdd {
		return
	}
	t := terms{c: f.c}
	t.add(b.rational, f.c.one)
	for _, s := range b.symbolic {
		t.add(s.weight, s.node)
	}
	if sum := t.build(); isExact(sum) {
		b.rational, b.symbolic = sum.Rat, nil
	} else {
		b.rational, b.symbolic = zeroRat, []leaf{{oneRat, sum}}
	}
}

// opens says that factor would take a base with this integer exponent apart.
func (f *factors) opens(b basePower) bool {
	c := f.c
	switch b.base.Op {
	case OpMul:
		return !hasEllipsis(b.base) && (isOneRat(b.rational) || slices.ContainsFunc(b.base.Args, func(a *Node) bool { return !c.indexed(a) }))
	case OpPow:
		return true
	case OpApply:
		return b.base.Name == "exp"
	case OpAdd:
		return !hasEllipsis(b.base) && !isOneRat(c.content(b.base))
	case OpConstant:
		return b.base == c.i || b.base == c.e
	default:
		return b.base == c.minusOne
	}
}

// emit appends the factors of one base: powers of tensors with indices stay products.
func (f *factors) emit(list []*Node, b basePower) []*Node {
	c := f.c
	e := c.pool.Number(b.rational)
	if len(b.symbolic) > 0 {
		e = b.symbolic[0].node
	}
	if n, ok := small(e, 64); ok && (n > 1 || n < -1) && b.base.Op == OpIndexed {
		copies := slices.Repeat([]*Node{b.base}, int(max(n, -n)))
		if n < 0 {
			return append(list, c.pool.Pow(c.pool.Mul(copies...), c.minusOne))
		}
		return append(list, copies...)
	}
	if p := c.powerNode(b.base, e); p != nil && p != c.one {
		return append(list, p)
	}
	return list
}

// exponential settles the bases and appends e to the sum of the exponents. Terms q·iπ become
// powers of −1, terms s·log x powers of x.
func (f *factors) exponential(list []*Node) []*Node {
	c := f.c
	kept := terms{c: c}
	f.settle()
	for rounds := 0; len(f.exponents) > 0; rounds++ {
		t := terms{c: c}
		for _, l := range f.exponents {
			t.add(l.weight, l.node)
		}
		f.exponents = nil
		for _, x := range t.list {
			f.exponentTerm(x, &kept, rounds < maxBinders)
		}
		f.settle() // exp((log exp x)·s) brings exponents back in
	}
	switch sum := kept.build(); sum {
	case c.zero:
		return list
	case c.one:
		return append(list, c.e)
	default:
		return append(list, c.pool.Apply("exp", sum))
	}
}

func (f *factors) exponentTerm(x term, kept *terms, useLogs bool) {
	c := f.c
	b, rest := c.soleLog(x.rest)
	switch {
	case x.rest.Op == OpMul && len(x.rest.Args) == 2 && x.rest.Args[0] == c.i && x.rest.Args[1] == c.pi:
		f.minusPower(x.coefficient)
	case b == nil || !useLogs:
		kept.add(x.coefficient, x.rest)
	case rest == c.one:
		f.principal(b, x.coefficient)
	default:
		f.symbolic(b, leaf{x.coefficient, rest})
	}
}

// soleLog writes a canonical term as s·log b, if it has exactly one logarithm as a factor.
func (c *Canonizer) soleLog(n *Node) (b, s *Node) {
	isLog := func(m *Node) bool { return m.Op == OpApply && m.Name == "log" && len(m.Args) == 1 }
	if isLog(n) {
		return n.Args[0], c.one
	}
	if n.Op != OpMul {
		return nil, nil
	}
	at := -1
	for k, a := range n.Args {
		if isLog(a) {
			if at >= 0 {
				return nil, nil
			}
			at = k
		}
	}
	if at < 0 {
		return nil, nil
	}
	rest := slices.Delete(slices.Clone(n.Args), at, at+1)
	if len(rest) == 1 {
		return n.Args[at].Args[0], rest[0]
	}
	return n.Args[at].Args[0], c.pool.Mul(rest...)
}
