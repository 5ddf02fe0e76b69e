package equal

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// The natural domain of √x and of ln x is where they are real. A reference with an i in it, or
// with a complex symbol, is a complex number by intention: its domain is where it is finite, for
// of iⁿ only the even powers are real, and at those it is (−i)ⁿ as well. So it is with integers
// alone, which leave nothing to a choice of the sign of x: √((−1)ⁿ) is i at odd n.

// everywhereComplex reports whether complex values of the reference count beside real ones.
func (c *comparison) everywhereComplex() bool {
	return len(c.symbols) > 0 && c.onlyIntegers() || c.writtenComplex(c.ref)
}

// writtenComplex reports whether an i or a complex symbol is in an expression, outside of moduli,
// real and imaginary parts.
func (c *comparison) writtenComplex(n *expr.Node) bool {
	seen := map[*expr.Node]bool{}
	var visit func(*expr.Node) bool
	visit = func(n *expr.Node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		switch n.Op {
		case expr.OpConstant:
			return n.Name == expr.ConstI
		case expr.OpSymbol:
			return c.g.qualityOf(n).has(qComplex)
		case expr.OpApply:
			switch n.Name {
			case "abs", "re", "im", "arg":
				return false
			}
		case expr.OpIntegral:
			return len(n.Args) > 0 && visit(n.Args[0])
		default:
		}
		return slices.ContainsFunc(n.Args, visit)
	}
	return visit(n)
}

// hidden tells whether the values where the reference is not real are part of what is asked: the
// problem declares the symbols to be real, or the candidate cuts these values off by a step of its
// own. That it writes ln|x| for ln x is the custom.
func (c *comparison) hidden() bool {
	if c.g.solving {
		return false
	}
	declared := true
	for _, s := range c.symbols {
		q := c.g.quality[s]
		declared = declared && q.has(qReal) && !q.signed()
	}
	if declared && len(c.symbols) > 0 {
		return true
	}
	return containsAmong(c.cand, cutsOff, expr.OpApply, expr.OpPiecewise) && !containsAmong(c.ref, cutsOff, expr.OpApply, expr.OpPiecewise)
}

// cutsOff reports whether a node has another form on one side of a zero.
func cutsOff(n *expr.Node) bool {
	if n.Op == expr.OpPiecewise {
		return true
	}
	if n.Op != expr.OpApply {
		return false
	}
	switch n.Name {
	case "sign", "heaviside", "max", "min":
		return true
	}
	return false
}
