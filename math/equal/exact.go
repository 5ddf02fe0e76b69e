package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// Bounds of exact rational arithmetic.
const (
	maxExactBits = 1 << 16
	maxFactorial = 4096
)

// rational is the exact value of an expression of numbers, if that is a rational number of
// moderate size.
func rational(n *expr.Node) (*big.Rat, bool) { return rationalMetered(nil, n) }

// rational is the function with charges.
func (g *grading) rational(n *expr.Node) (*big.Rat, bool) {
	return rationalMetered(g.opts.ledger, n)
}

// maxExactCost bounds a single sum or product of fractions; a dearer one is left to balls.
const maxExactCost = pairBudget / 8

// exactCost is the price of a sum, product or function of fractions: what has been added up
// so far grows until it has the bits of all together.
func exactCost(n *expr.Node, values map[*expr.Node]*big.Rat) int {
	words := 0
	for _, a := range n.Args {
		if v := values[a]; v != nil {
			words += (v.Num().BitLen() + v.Denom().BitLen() + 63) / 64
		}
	}
	words = min(words, 2*maxExactBits/64)
	if len(n.Args) < 2 || words <= len(n.Args) {
		return costVisit + len(n.Args) + words
	}
	return costVisit + len(n.Args)*(1+words+words*words/64)/3
}

func rationalMetered(l *ledger, n *expr.Node) (*big.Rat, bool) {
	values := map[*expr.Node]*big.Rat{}
	for _, m := range reachable(n) {
		cost := exactCost(m, values)
		if cost > maxExactCost {
			return nil, false
		}
		l.charge(cost)
		v := rationalOf(m, values)
		if v == nil || v.Num().BitLen() > maxExactBits || v.Denom().BitLen() > maxExactBits {
			return nil, false
		}
		values[m] = v
	}
	return values[n], true
}

func rationalOf(n *expr.Node, values map[*expr.Node]*big.Rat) *big.Rat {
	v := new(big.Rat)
	switch n.Op {
	case expr.OpNumber:
		return n.Rat
	case expr.OpAdd:
		for _, a := range n.Args {
			v.Add(v, values[a])
		}
		return v
	case expr.OpMul:
		v.SetInt64(1)
		for _, a := range n.Args {
			v.Mul(v, values[a])
			if v.Num().BitLen() > maxExactBits || v.Denom().BitLen() > maxExactBits {
				return nil
			}
		}
		return v
	case expr.OpPow:
		return rationalPower(values[n.Args[0]], values[n.Args[1]])
	case expr.OpApply:
		return rationalFunction(n, values)
	default:
		return nil
	}
}

func rationalPower(b, e *big.Rat) *big.Rat {
	if !e.IsInt() {
		return exactRoot(b, e)
	}
	if !e.Num().IsInt64() {
		return nil
	}
	k := e.Num().Int64()
	bits := int64(max(b.Num().BitLen(), b.Denom().BitLen()))
	if b.Sign() == 0 {
		if k <= 0 {
			return nil
		}
		return new(big.Rat)
	}
	if k > maxExactBits || k < -maxExactBits || bits*max(k, -k) > 2*maxExactBits {
		return nil
	}
	abs := big.NewInt(max(k, -k))
	num, den := new(big.Int).Exp(b.Num(), abs, nil), new(big.Int).Exp(b.Denom(), abs, nil)
	if k < 0 {
		num, den = den, num
	}
	return new(big.Rat).SetFrac(num, den)
}

// exactRoot is b^{p/2} of a rational square, nil otherwise.
func exactRoot(b, e *big.Rat) *big.Rat {
	if e.Denom().Cmp(big.NewInt(2)) != 0 || b.Sign() < 0 {
		return nil
	}
	num, den := new(big.Int).Sqrt(b.Num()), new(big.Int).Sqrt(b.Denom())
	r := new(big.Rat).SetFrac(num, den)
	if new(big.Rat).Mul(r, r).Cmp(b) != 0 {
		return nil
	}
	return rationalPower(r, new(big.Rat).SetInt(e.Num()))
}

func rationalFunction(n *expr.Node, values map[*expr.Node]*big.Rat) *big.Rat {
	x := values[n.Args[0]]
	switch n.Name {
	case "abs":
		return new(big.Rat).Abs(x)
	case "sign":
		return big.NewRat(int64(x.Sign()), 1)
	case "re", "conjugate":
		return x
	case "im":
		return new(big.Rat)
	case "floor":
		return new(big.Rat).SetInt(new(big.Int).Div(x.Num(), x.Denom()))
	case "ceiling":
		return new(big.Rat).SetInt(new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(x.Num()), x.Denom())))
	case "max", "min":
		v := x
		for _, a := range n.Args[1:] {
			if c := values[a].Cmp(v); c > 0 == (n.Name == "max") && c != 0 {
				v = values[a]
			}
		}
		return v
	case "gcd", "lcm":
		v := new(big.Int)
		for i, a := range n.Args {
			k := values[a]
			if !k.IsInt() {
				return nil
			}
			switch d := new(big.Int).GCD(nil, nil, new(big.Int).Abs(v), new(big.Int).Abs(k.Num())); {
			case i == 0:
				v.Abs(k.Num())
			case n.Name == "gcd":
				v = d
			case d.Sign() == 0:
				return new(big.Rat)
			default:
				v.Abs(v.Mul(v, new(big.Int).Quo(k.Num(), d)))
			}
		}
		return new(big.Rat).SetInt(v)
	case "factorial", "factorial2":
		if !x.IsInt() || x.Sign() < 0 || x.Num().Cmp(big.NewInt(maxFactorial)) > 0 {
			return nil
		}
		k := x.Num().Int64()
		if n.Name == "factorial" {
			return new(big.Rat).SetInt(new(big.Int).MulRange(1, k))
		}
		p := big.NewInt(1)
		for ; k > 1; k -= 2 {
			p.Mul(p, big.NewInt(k))
		}
		return new(big.Rat).SetInt(p)
	case "binomial":
		k := values[n.Args[1]]
		if !x.IsInt() || !k.IsInt() || x.Sign() < 0 || k.Sign() < 0 || x.Num().Cmp(big.NewInt(maxFactorial)) > 0 || k.Cmp(x) > 0 {
			return nil
		}
		return new(big.Rat).SetInt(new(big.Int).Binomial(x.Num().Int64(), k.Num().Int64()))
	}
	return nil
}

// exact decides two rational numbers.
func (g *grading) exact(ref, cand *expr.Node) (Result, bool) {
	if infinite(ref) != 0 || infinite(cand) != 0 {
		return g.infinities(ref, cand)
	}
	a, ok := rational(ref)
	if !ok {
		return Result{}, false
	}
	b, ok := rational(cand)
	if !ok {
		return Result{}, false
	}
	if a.Cmp(b) == 0 {
		return Result{Verdict: Equivalent, Method: methodExact, Evidence: Evidence{Proved: true}, Message: "both are " + shortRat(a)}, true
	}
	w := &Witness{At: map[string]string{}, Reference: shortRat(a), Candidate: shortRat(b)}
	return Result{Verdict: Different, Method: methodExact, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}, true
}

func shortRat(r *big.Rat) string {
	if s := r.RatString(); len(s) <= 60 {
		return s
	}
	return new(big.Float).SetPrec(128).SetRat(r).Text('g', 30)
}

// infinite is ±1 for ±∞ written as such, 2 for complex infinity, 0 otherwise.
func infinite(n *expr.Node) int {
	switch {
	case isConstant(n, expr.ConstInfinity):
		return 1
	case isConstant(n, expr.ConstComplexInf):
		return 2
	case n.Op == expr.OpMul:
		sign, inf := 1, 0
		for _, a := range n.Args {
			switch {
			case isNumber(a) && a.Rat.Sign() != 0:
				sign *= a.Rat.Sign()
			case infinite(a) != 0 && inf == 0:
				inf = infinite(a)
			default:
				return 0
			}
		}
		if inf == 1 || inf == -1 {
			return sign * inf
		}
		return inf
	}
	return 0
}

// infinities compares where a side is infinite.
func (g *grading) infinities(ref, cand *expr.Node) (Result, bool) {
	a, b := infinite(ref), infinite(cand)
	switch {
	case a == b:
		return Result{Verdict: Equivalent, Method: methodExact, Evidence: Evidence{Proved: true}, Message: "both are infinite"}, true
	case a != 0 && b != 0:
		return Result{Verdict: Different, Method: methodExact, Evidence: Evidence{Proved: true}, Message: "different infinities"}, true
	}
	other := ref
	if a != 0 {
		other = cand
	}
	if containsOp(other, expr.OpIntegral, expr.OpSum, expr.OpLimit, expr.OpProduct) || contains(other, func(n *expr.Node) bool { return isConstant(n, expr.ConstInfinity) }) {
		return undecided("one side is infinite, and whether the other is was not decided"), true
	}
	m, err := g.finiteSomewhere(other)
	if err != nil || !m {
		return undecided("one side is infinite, and whether the other is was not decided"), true
	}
	return Result{Verdict: Different, Method: methodExact, Evidence: Evidence{Proved: true}, Message: "one side is infinite, the other finite"}, true
}

// finiteSomewhere reports whether an expression has a finite value at a point of the domain.
func (g *grading) finiteSomewhere(n *expr.Node) (bool, error) {
	low, err := g.lower(n)
	if err != nil {
		return false, err
	}
	m, err := g.compile(g.ctx.Branch == "real", low)
	if err != nil {
		return false, err
	}
	s := g.newSampler(sortedSymbols(low), g.qualityOf, nil)
	for class := range 4 {
		if at := s.draw(class); at != nil && m.eval(precFirst, at, pointBudget) && m.roots[0].IsFinite() {
			return true, nil
		}
	}
	return false, nil
}
