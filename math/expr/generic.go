package expr

import "slices"

// class is what is known of an expression by construction.
type class uint8

const (
	classKnown    class = 1 << iota // the other bits have been computed
	classFinite                     // finite for generic values of the symbols
	classNonzero                    // not identically zero
	classMonomial                   // rational times powers of symbols and π, perhaps times i
	classVaries                     // a monomial or sum of monomials in which a symbol occurs
)

// finite says that n is finite for all but special values of its symbols, by construction:
// 1/x is, 1/(sin² x + cos² x − 1) is not known to be. n is canonical.
func (c *Canonizer) finite(n *Node) bool { return c.classify(n)&classFinite != 0 }

// nonzero says that n is not zero but for special values of its symbols. A sum passes if
// it is a sum of different monomials, which are linearly independent: rational powers of
// symbols, of π (transcendental) and i to the first power.
func (c *Canonizer) nonzero(n *Node) bool { return c.classify(n)&classNonzero != 0 }

func (c *Canonizer) classify(n *Node) class {
	switch n.Op {
	case OpNumber:
		if n.Rat.Sign() == 0 {
			return classFinite | classMonomial
		}
		return classFinite | classNonzero | classMonomial
	case OpSymbol:
		return classFinite | classNonzero | classMonomial | classVaries
	case OpUnit:
		return classFinite | classNonzero
	case OpConstant:
		switch n.Name {
		case ConstPi, ConstI:
			return classFinite | classNonzero | classMonomial
		case ConstE, ConstEulerGamma, ConstCatalan:
			return classFinite | classNonzero
		}
		return 0
	default:
	}
	if v := c.about(n).class; v != 0 {
		return v
	}
	v := c.classifyCompound(n) | classKnown
	c.about(n).class = v
	return v
}

func (c *Canonizer) classifyCompound(n *Node) class {
	all, some := classFinite|classNonzero|classMonomial, class(0)
	for _, a := range n.Args {
		k := c.classify(a)
		all &= k
		some |= k
	}
	switch n.Op {
	case OpAdd:
		v := all & classFinite
		if all&classMonomial != 0 && all&classNonzero != 0 {
			v |= classNonzero | some&classVaries
		}
		return v
	case OpMul:
		if all&classMonomial != 0 {
			all |= some & classVaries
		}
		return all
	case OpPow:
		return c.classifyPower(n.Args[0], n.Args[1])
	case OpApply:
		return c.classifyApply(n, all)
	case OpCall, OpIndexed, OpPrime, OpBra, OpKet, OpExpectation, OpDagger, OpUpper, OpLower:
		return classFinite | classNonzero
	case OpDot, OpCross, OpCommutator, OpAnticommutator, OpDerivative, OpTensorProduct:
		return all & classFinite
	default:
		return 0
	}
}

func (c *Canonizer) classifyPower(b, e *Node) class {
	base := c.classify(b)
	if isExact(e) && e.Rat.Sign() > 0 && base&classNonzero == 0 {
		return base & classFinite
	}
	if base&classFinite == 0 || base&classNonzero == 0 || !c.finite(e) {
		return 0
	}
	v := classFinite | classNonzero
	if isExact(e) && (b.Op == OpSymbol || b == c.pi) {
		v |= classMonomial | base&classVaries
	}
	return v
}

// Functions without poles for finite arguments, and functions that are neither constant nor
// have more than isolated zeros and poles (branch points included).
var (
	boundedFunctions = []string{"sin", "cos", "sinh", "cosh", "atan2", "abs", "sign", "re", "im", "arg", "conjugate", "floor", "ceiling",
		"min", "max", "erf", "erfc", "erfi", "dawson", "fresnels", "fresnelc", "si", "shi", "airyai", "airybi", "heaviside", "sinc", "kronecker",
		"asin", "acos", "asinh"}
	variableFunctions = []string{"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch",
		"asin", "acos", "atan", "acot", "asinh", "acosh", "atanh", "acoth", "log", "factorial", "gamma", "loggamma", "digamma",
		"erf", "erfc", "erfi", "dawson", "ei", "si", "ci", "zeta", "airyai", "airybi", "elliptick", "elliptice", "lambertw"}
)

func (c *Canonizer) classifyApply(n *Node, all class) class {
	switch {
	case n.Name == "exp" && all&classFinite != 0:
		return classFinite | classNonzero
	case len(n.Args) == 1 && c.classify(n.Args[0])&classVaries != 0 && slices.Contains(variableFunctions, n.Name):
		return classFinite | classNonzero
	case n.Name == "log" && len(n.Args) == 1 && all&classFinite != 0 && all&classNonzero != 0:
		return classFinite
	case all&classFinite != 0 && slices.Contains(boundedFunctions, n.Name):
		return classFinite
	default:
		return 0
	}
}
