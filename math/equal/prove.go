package equal

import "github.com/assay-physics/assay/math/expr"

// prove looks for a proof that two lowered expressions, which agree numerically, are equal,
// and names its method.
func (g *grading) prove(ref, cand *expr.Node) (string, bool) {
	if len(expr.FreeSymbols(ref)) == 0 && len(expr.FreeSymbols(cand)) == 0 && g.sameAlgebraic(ref, cand) {
		return methodAlgebraic, true
	}
	if g.sameNormal(ref, cand) {
		return methodNormal, true
	}
	return "", false
}

// nodeKind says in words what an expression is.
func nodeKind(n *expr.Node) string {
	switch n.Op {
	case expr.OpIntegral:
		return "an integral"
	case expr.OpSum:
		return "a sum"
	case expr.OpProduct:
		return "a product"
	case expr.OpLimit:
		return "a limit"
	case expr.OpDerivative:
		return "a derivative"
	case expr.OpEllipsis:
		return "an ellipsis"
	case expr.OpPlusMinus:
		return "an expression with ±"
	case expr.OpCall:
		return "the unknown function " + n.Name
	case expr.OpUnit:
		return "the unit " + n.Name
	case expr.OpText:
		return "a text"
	case expr.OpTuple, expr.OpList:
		return "a list"
	case expr.OpSet:
		return "a set"
	case expr.OpInterval:
		return "an interval"
	case expr.OpMatrix:
		return "a matrix"
	case expr.OpBigO:
		return "a remainder 𝒪(…)"
	case expr.OpApply:
		return "the function " + n.Name
	case expr.OpPow:
		return "a power"
	case expr.OpIndexed:
		return "an indexed object"
	default:
		return "this kind of expression (" + n.Op.String() + ")"
	}
}
