package equal

import (
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// Agreement to a fixed number of bits says nothing about e^{1000} and e^{1000} + 1. How many
// bits are needed is read off the expressions: the sizes of their constants, of powers of them
// and of what functions make of them.

const (
	precHuge     = 1 << 13 // the most bits to which an agreement is confirmed
	slackBits    = 192
	ordinaryBits = 128 // constants up to this size are ordinary
	hugeBudget   = 1 << 18
)

// neededBits is the precision at which the numbers of an expression can no longer hide a
// summand: twice the largest binary exponent that occurs, and some more; 0 if nothing large
// occurs. It may exceed what is affordable.
func neededBits(roots ...*expr.Node) float64 {
	most := largestBits(roots...)
	if most <= ordinaryBits {
		return 0
	}
	return 2*most + slackBits
}

// largestBits is the largest binary exponent, of either sign, of the numbers in expressions.
func largestBits(roots ...*expr.Node) float64 {
	size := map[*expr.Node]float64{} // |log₂ |value|| of constants
	most := 0.0
	for _, n := range reachable(roots...) {
		s := 0.0
		switch n.Op {
		case expr.OpNumber:
			s = float64(max(n.Rat.Num().BitLen(), n.Rat.Denom().BitLen()))
		case expr.OpPow:
			if e, ok := numericValue(n.Args[1]); ok {
				base := max(size[n.Args[0]], 1)
				if isConstant(n.Args[0], expr.ConstE) {
					base = math.Log2E
				}
				if len(expr.FreeSymbols(n.Args[0])) == 0 {
					s = math.Abs(e) * base
				}
			}
		case expr.OpMul, expr.OpAdd:
			for _, a := range n.Args {
				s += size[a]
			}
		case expr.OpApply:
			for _, a := range n.Args {
				s = max(s, size[a])
			}
			if len(n.Args) == 1 {
				if v, ok := numericValue(n.Args[0]); ok {
					s = max(s, functionBits(n.Name, math.Abs(v)))
				}
			}
		default:
		}
		size[n] = s
		most = max(most, s)
	}
	return most
}

// functionBits is the binary exponent by which a function of a number x ≥ 0 differs from 0, 1
// or the simple function that dominates it.
func functionBits(name string, x float64) float64 {
	switch name {
	case "exp", "sinh", "cosh", "sech", "csch":
		return x * math.Log2E
	case "tanh", "coth":
		return 2 * x * math.Log2E
	case "erf", "erfc", "erfi", "dawson":
		return x * x * math.Log2E
	case "gamma", "factorial", "loggamma":
		return x * math.Log2(x+2)
	case "zeta":
		return x
	case "besseli", "besselk", "airyai", "airybi":
		return x * math.Sqrt(x+1) * math.Log2E
	}
	return 0
}

// numericValue is a rough value of an expression without symbols that is built of rational
// numbers, π and e; it is exact enough to choose a precision.
func numericValue(n *expr.Node) (float64, bool) {
	switch n.Op {
	case expr.OpNumber:
		v, _ := n.Rat.Float64()
		return v, true
	case expr.OpConstant:
		switch n.Name {
		case expr.ConstPi:
			return math.Pi, true
		case expr.ConstE:
			return math.E, true
		}
		return 0, false
	case expr.OpAdd, expr.OpMul:
		v := float64(b2i(n.Op == expr.OpMul))
		for _, a := range n.Args {
			w, ok := numericValue(a)
			if !ok {
				return 0, false
			}
			if n.Op == expr.OpAdd {
				v += w
			} else {
				v *= w
			}
		}
		return v, true
	case expr.OpPow:
		b, okB := numericValue(n.Args[0])
		e, okE := numericValue(n.Args[1])
		v := math.Pow(b, e)
		return v, okB && okE && !math.IsNaN(v)
	default:
		return 0, false
	}
}

// difference decides an agreement by the canonical form of ref − cand, in which equal parts
// have cancelled: of 10^{10^5} and 10^{10^5} + 1 it is −1.
func (c *comparison) difference() (Result, bool) {
	if c.loose || c.heavy || len(c.agree) == 0 {
		return Result{}, false
	}
	d := c.g.canon(c.g.pool.Sub(c.ref, c.cand))
	if isZero(d) {
		return Result{Verdict: Equivalent, Method: methodCanonical, Evidence: Evidence{Proved: true}, Message: "the difference cancels in the canonical form"}, true
	}
	m, err := c.g.compile(c.g.ctx.Branch == "real", d)
	if err != nil {
		return Result{}, false
	}
	for _, at := range c.agree[:min(len(c.agree), 2)] {
		if !m.eval(precSpecial, at, pointBudget) || m.loose || !m.roots[0].IsFinite() || m.roots[0].ContainsZero() {
			continue
		}
		gap := show(m.roots[0])
		if !c.m.eval(precFirst, at, pointBudget) {
			continue
		}
		c.witness = c.witnessAt(at, c.m.roots[0], c.m.roots[1])
		r := c.different()
		r.Message += fmt.Sprintf("; reference − candidate is %s", gap)
		return r, true
	}
	return Result{}, false
}

// farDigits repeats an agreement at the precision that the constants of the pair ask for.
func (c *comparison) farDigits() (Result, bool) {
	need := neededBits(c.ref, c.cand)
	if need == 0 || c.heavy {
		return Result{}, false
	}
	if need > precHuge || math.IsNaN(need) {
		return undecided("the values agree, but the numbers in them are so large or small that more digits would be needed than were computed"), true
	}
	at, size := c.smallest()
	if need += float64(max(size, 0)); need > precHuge {
		return undecided("the values agree, but they are so large that more digits would be needed than were computed to see the small numbers in them"), true
	}
	prec := uint(need)
	if !c.m.eval(prec, at, hugeBudget) {
		return undecided("the budget of operations ended before an agreement was confirmed with as many digits as its constants ask for"), true
	}
	r, k := c.m.roots[0], c.m.roots[1]
	switch {
	case !r.IsFinite() || !k.IsFinite():
		return undecided("an agreement could not be confirmed with as many digits as its constants ask for"), true
	case !r.Overlaps(k):
		var d ball.Complex
		d.Sub(r, k, prec)
		c.witness = c.witnessAt(at, r, k)
		out := c.different()
		out.Evidence.Bits = prec
		out.Message += fmt.Sprintf("; reference − candidate is %s", show(&d))
		return out, true
	}
	return Result{}, false
}

// smallest is the point of agreement at which the reference is smallest, with its binary
// exponent: of 2ˣ + 10^{−70} the second term is seen best there.
func (c *comparison) smallest() (at map[*expr.Node]*point, size int64) {
	for i, p := range c.agree[:min(len(c.agree), 16)] {
		if !c.m.eval(precFirst, p, pointBudget) || !c.m.roots[0].IsFinite() {
			continue
		}
		if e := exponent(c.m.roots[0]); at == nil || e < size {
			at, size = c.agree[i], e
		}
	}
	if at == nil {
		return c.agree[0], 0
	}
	return at, size
}

// confirmRatio repeats that the ratio a/b, which m evaluates, is one number at all points with
// as many bits as the constants ask for: (1 + 10^{−99})x = y is not x = y.
func (g *grading) confirmRatio(m *machine, at []map[*expr.Node]*point, a, b *expr.Node) (constant, monomial bool, err error) {
	need := max(neededBits(a, b), precConfirm)
	if need > precHuge {
		return false, false, errNoEvaluator{"two equations with very large or small numbers"}
	}
	var first ball.Complex
	for i, p := range at[:min(len(at), 3)] {
		if !m.eval(uint(need), p, hugeBudget) || !m.roots[0].IsFinite() {
			return false, false, errNoEvaluator{"the two equations to enough digits"}
		}
		if i == 0 {
			first = *m.roots[0]
		} else if !first.Overlaps(m.roots[0]) {
			return false, false, nil
		}
	}
	return true, true, nil
}
