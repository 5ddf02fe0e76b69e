package expr

import (
	"math/big"
	"slices"
)

// apply brings a known function into canonical form.
func (c *Canonizer) apply(n *Node) *Node {
	args := c.args(n)
	if slices.Contains(args, c.undefined) {
		return c.undefined
	}
	m := c.pool.With(n, args)
	switch n.Name {
	case "min", "max", "gcd", "lcm", "beta", "kronecker":
		args = slices.Clone(args)
		slices.SortFunc(args, Compare)
		if n.Name != "beta" && n.Name != "kronecker" {
			args = slices.Compact(args)
			if len(args) == 1 && n.Name != "gcd" && n.Name != "lcm" {
				return args[0]
			}
		}
		return c.pool.With(n, args)
	case "log":
		return c.logarithm(m)
	}
	if len(args) == 0 {
		return m
	}
	x := args[0]
	switch n.Name {
	case "exp":
		f := factors{c: c, exponents: []leaf{{oneRat, x}}}
		return f.build()
	case "root":
		return c.root(m)
	case "sin", "cos", "tan", "cot", "sec", "csc":
		if v := c.specialAngle(n.Name, x); v != nil {
			return v
		}
	case "sinh", "tanh", "asin", "atan", "asinh", "erf", "erfi", "si", "shi", "dawson":
		if x == c.zero {
			return c.zero
		}
	case "cosh", "sech", "erfc":
		if x == c.zero {
			return c.one
		}
	case "abs", "sign", "floor", "ceiling", "re", "im", "conjugate":
		if v := c.roundOff(n.Name, x); v != nil {
			return v
		}
	case "factorial", "gamma", "binomial":
		if v := c.combinatorial(m); v != nil {
			return v
		}
	}
	return c.parity(m)
}

var (
	oddFunctions = []string{"sin", "tan", "cot", "csc", "sinh", "tanh", "coth", "csch", "atan", "asinh",
		"erf", "erfi", "si", "shi", "dawson", "fresnels", "fresnelc", "sign"}
	evenFunctions = []string{"cos", "sec", "cosh", "sech", "abs", "sinc"}
)

// parity gives the argument of an even or odd function a positive leading coefficient. The
// arctangents are odd off their cuts, where both sides are defined.
func (c *Canonizer) parity(n *Node) *Node {
	if len(n.Args) != 1 || !c.leadsNegative(n.Args[0]) {
		return n
	}
	odd := slices.Contains(oddFunctions, n.Name)
	if !odd && !slices.Contains(evenFunctions, n.Name) {
		return n
	}
	n = c.pool.With(n, []*Node{c.times(minusOneRat, n.Args[0])})
	if odd {
		return c.times(minusOneRat, n)
	}
	return n
}

func (c *Canonizer) leadsNegative(n *Node) bool {
	if n.Op == OpAdd && len(n.Args) > 1 { // as content does
		terms := n.Args
		if n = terms[0]; isExact(n) {
			n = terms[1]
		}
	}
	r, _ := c.split(n)
	return r.Sign() < 0
}

// logarithm uses log(r x) = log r + log x for r > 0 and writes log of a rational over its
// primes.
func (c *Canonizer) logarithm(n *Node) *Node {
	x := n.Args[0]
	if len(n.Args) == 2 {
		quotient := c.pool.Div(c.pool.Apply("log", x), c.pool.Apply("log", n.Args[1]))
		return c.node(quotient)
	}
	t := terms{c: c}
	var take func(*Node, *big.Rat)
	take = func(p *Node, k *big.Rat) { // k·log p for a positive number p
		switch {
		case p == c.e:
			t.add(k, c.one)
		case p.Op == OpApply: // exp of a rational number
			t.add(mulRat(k, p.Args[0].Rat), c.one)
		case p.Op == OpPow:
			take(p.Args[0], mulRat(k, p.Args[1].Rat))
		case p.Op == OpNumber:
			for _, f := range factorRat(p.Rat) {
				t.add(mulRat(k, f.rational), c.pool.Apply("log", c.pool.Number(new(big.Rat).SetInt(f.prime))))
			}
		default:
			t.add(k, c.pool.Apply("log", p))
		}
	}
	switch {
	case x == c.one:
		return c.zero
	case isPositiveNumber(x):
		take(x, oneRat)
	case x.Op == OpMul && !hasEllipsis(x) && c.commutesWithAll(x):
		f := factors{c: c}
		sign, rest := f.withoutPositive(x, func(p *Node) { take(p, oneRat) })
		if sign < 0 {
			rest = c.times(minusOneRat, rest)
		}
		if rest != c.one {
			t.add(oneRat, c.pool.Apply("log", rest))
		}
	case x.Op == OpAdd && !hasEllipsis(x):
		r := new(big.Rat).Abs(c.content(x))
		if isOneRat(r) {
			return n
		}
		take(c.pool.Number(r), oneRat)
		t.add(oneRat, c.pool.Apply("log", c.scaleSum(new(big.Rat).Inv(r), x)))
	case isExact(x) && x.Rat.Sign() < 0 && x != c.minusOne:
		take(c.pool.Number(negRat(x.Rat)), oneRat)
		t.add(oneRat, c.pool.Apply("log", c.minusOne))
	default:
		return n
	}
	return t.build()
}

// root is the real root where the radicand is a positive number or the index even.
func (c *Canonizer) root(n *Node) *Node {
	if len(n.Args) != 2 {
		return n
	}
	x, index := n.Args[0], n.Args[1]
	k, ok := small(index, 1<<40)
	if !ok || k <= 0 {
		return n
	}
	f := factors{c: c}
	switch {
	case k%2 == 0 || k == 1 || x == c.zero || isPositiveNumber(x) || x.Op == OpMul && !slices.ContainsFunc(x.Args, func(a *Node) bool { return !isPositiveNumber(a) }):
		f.principal(x, big.NewRat(1, k))
	case isExact(x): // negative, odd index
		f.number(negRat(x.Rat), big.NewRat(1, k))
		f.minusPower(oneRat)
	default:
		return n
	}
	return f.build()
}

// specialAngle evaluates trigonometric functions at 0 and multiples of π/4 and π/6.
func (c *Canonizer) specialAngle(name string, x *Node) *Node {
	r, rest := c.split(x)
	if rest != c.pi && x != c.zero {
		return nil
	}
	if x == c.zero {
		r = new(big.Rat)
	}
	twelfths := new(big.Rat).Mul(r, big.NewRat(12, 1))
	if !twelfths.IsInt() {
		return nil
	}
	k := new(big.Int).Mod(twelfths.Num(), big.NewInt(24)).Int64()
	if k%2 != 0 && k%3 != 0 {
		return nil
	}
	sine, cosine := c.sine(k), c.sine((k+6)%24)
	switch name {
	case "sin":
		return sine
	case "cos":
		return cosine
	case "tan":
		return c.node(c.pool.Div(sine, cosine))
	case "cot":
		return c.node(c.pool.Div(cosine, sine))
	case "sec":
		return c.node(c.pool.Pow(cosine, c.minusOne))
	default:
		return c.node(c.pool.Pow(sine, c.minusOne))
	}
}

// sine is sin(kπ/12) for k in [0, 24) divisible by 2 or 3.
func (c *Canonizer) sine(k int64) *Node {
	if k > 12 {
		return c.times(minusOneRat, c.sine(k-12))
	}
	halfOf := func(n int64) *Node { return c.node(c.pool.Mul(c.pool.Number(halfRat), c.pool.Sqrt(c.pool.Int(n)))) }
	switch min(k, 12-k) {
	case 0:
		return c.zero
	case 2:
		return c.pool.Number(halfRat)
	case 3:
		return halfOf(2)
	case 4:
		return halfOf(3)
	default: // 6
		return c.one
	}
}

// modulus is |p x| = p|x| for p > 0; nil if nothing can be taken out.
func (c *Canonizer) modulus(x *Node) *Node {
	f := factors{c: c}
	rest := x
	switch {
	case isPositiveNumber(x):
		return x
	case x == c.i:
		return c.one
	case x.Op == OpMul && !hasEllipsis(x) && c.commutesWithAll(x):
		_, rest = f.withoutPositive(x, func(p *Node) { f.factor(p, oneRat) })
	case x.Op == OpAdd && !hasEllipsis(x):
		if r := new(big.Rat).Abs(c.content(x)); !isOneRat(r) {
			f.number(r, oneRat)
			rest = c.scaleSum(new(big.Rat).Inv(r), x)
		}
	}
	switch rest {
	case x:
		return nil
	case c.one, c.i:
	default:
		if m := c.modulus(rest); m != nil {
			f.factor(m, oneRat)
		} else {
			f.factor(c.parity(c.pool.Apply("abs", rest)), oneRat)
		}
	}
	return f.build()
}

// roundOff evaluates functions of rational numbers, and moduli.
func (c *Canonizer) roundOff(name string, x *Node) *Node {
	if !isExact(x) {
		if name == "abs" {
			return c.modulus(x)
		}
		return nil
	}
	r := x.Rat
	switch name {
	case "abs":
		return c.pool.Number(new(big.Rat).Abs(r))
	case "sign":
		return c.pool.Int(int64(r.Sign()))
	case "re", "conjugate":
		return x
	case "im":
		return c.zero
	case "floor":
		whole, _ := floorRat(r)
		return c.pool.Number(new(big.Rat).SetInt(whole))
	default: // ceiling
		whole, _ := floorRat(negRat(r))
		return c.pool.Number(new(big.Rat).SetInt(new(big.Int).Neg(whole)))
	}
}

const (
	maxFactorial = 533  // the largest n whose factorial has at most maxBits bits
	maxBinomial  = 1000 // of the upper argument: a binomial has fewer bits than that
)

// combinatorial evaluates factorials, binomials, and Γ at integers and half-integers.
func (c *Canonizer) combinatorial(n *Node) *Node {
	fromInt := func(x *big.Int) *Node { return c.pool.Number(new(big.Rat).SetInt(x)) }
	x := n.Args[0]
	switch n.Name {
	case "binomial":
		if len(n.Args) != 2 {
			return nil
		}
		a, okA := small(x, maxBinomial)
		b, okB := small(n.Args[1], maxBinomial)
		if !okA || !okB || a < 0 || b < 0 {
			return nil
		}
		if b > a {
			return c.zero
		}
		return fromInt(new(big.Int).Binomial(a, b))
	case "factorial":
		if k, ok := small(x, maxFactorial); ok {
			if k < 0 {
				return c.complexInf
			}
			return fromInt(new(big.Int).MulRange(1, k))
		}
	case "gamma":
		if k, ok := small(x, maxFactorial); ok {
			if k <= 0 {
				return c.complexInf
			}
			return fromInt(new(big.Int).MulRange(1, k-1))
		}
		if isExact(x) && x.Rat.Denom().Cmp(big.NewInt(2)) == 0 && x.Rat.Num().IsInt64() {
			return c.halfGamma(x.Rat.Num().Int64())
		}
	}
	return nil
}

// halfGamma is Γ(k/2) for odd k (DLMF 5.4.6 and 5.5.1), or nil for a large one.
func (c *Canonizer) halfGamma(k int64) *Node {
	if k > 400 || k < -400 {
		return nil
	}
	r := big.NewRat(1, 1)
	for j := int64(1); j < k; j += 2 {
		r.Mul(r, big.NewRat(j, 2))
	}
	for j := k; j < 1; j += 2 {
		r.Quo(r, big.NewRat(j, 2))
	}
	return c.times(r, c.pool.Sqrt(c.pi))
}
