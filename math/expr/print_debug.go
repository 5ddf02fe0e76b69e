package expr

import (
	"strconv"
	"strings"
)

// opNames are the heads of the S-expressions that String writes.
var opNames = [opCount]string{
	OpInvalid: "invalid", OpNumber: "number", OpSymbol: "symbol", OpConstant: "constant", OpText: "text", OpUnit: "unit",
	OpAdd: "+", OpMul: "*", OpPow: "^", OpApply: "apply", OpCall: "call", OpPlusMinus: "plusminus", OpBigO: "bigo", OpEllipsis: "ellipsis",
	OpDerivative: "derivative", OpPrime: "prime", OpIntegral: "integral", OpSum: "sum", OpProduct: "product", OpLimit: "limit",
	OpRelation: "relation", OpAnd: "and", OpOr: "or", OpNot: "not", OpTuple: "tuple", OpList: "list", OpSet: "set",
	OpInterval: "interval", OpUnion: "union", OpIntersection: "intersection", OpSetMinus: "setminus", OpSetBuilder: "setbuilder",
	OpMatrix: "matrix", OpPiecewise: "piecewise", OpWhere: "where",
	OpIndexed: "indexed", OpUpper: "up", OpLower: "down", OpBra: "bra", OpKet: "ket", OpExpectation: "expectation",
	OpCommutator: "commutator", OpAnticommutator: "anticommutator", OpDagger: "dagger", OpTranspose: "transpose",
	OpTensorProduct: "tensorproduct", OpDirectSum: "directsum", OpDot: "dot", OpCross: "cross", OpSlashed: "slashed",
	OpNabla: "nabla", OpPartial: "partial",
}

// String is the name of the op, as String of a Node writes it.
func (o Op) String() string {
	if o < opCount {
		return opNames[o]
	}
	return "invalid"
}

// debugLimit bounds the bytes of String: a shared subexpression is written at each of its
// places, so the text can be exponentially longer than the expression.
const debugLimit = 1 << 16

// String is the expression as an S-expression, for tests and debugging:
//
//	number    3, -1/2; a decimal as value~digits: 5/2~2 for 2.5
//	symbol    x, \mu, {m_{eff}}        (in braces if it contains a blank, bracket or quote)
//	constant  %pi, %e, %i
//	text      "ferromagnetic"
//	unit      [MeV]
//	others    (+ a b), (* a b), (^ a b), (sin x), (call f x), (relation = a b), (matrix/2 a b c d)
//
// Text over 64 KiB is cut and ends in "…".
func (n *Node) String() string {
	var w debugWriter
	w.node(n)
	return w.String()
}

type debugWriter struct {
	strings.Builder
	cut bool
}

func (w *debugWriter) put(s string) {
	switch {
	case w.cut:
	case w.Len()+len(s) > debugLimit:
		w.cut = true
		w.WriteString("…")
	default:
		w.WriteString(s)
	}
}

func (w *debugWriter) node(n *Node) {
	if w.cut {
		return
	}
	if n == nil {
		w.put("nil")
		return
	}
	switch n.Op {
	case OpNumber:
		w.put(ratString(n))
	case OpSymbol:
		w.put(debugName(n.Name))
	case OpConstant:
		w.put("%" + n.Name)
	case OpText:
		w.put(`"` + n.Name + `"`)
	case OpUnit:
		w.put("[" + n.Name + "]")
	default:
		w.compound(n)
	}
}

func (w *debugWriter) compound(n *Node) {
	w.put("(")
	if n.Op == OpApply {
		w.put(n.Name)
	} else {
		w.put(n.Op.String())
		if n.Rat != nil {
			w.put("/" + n.Rat.RatString())
		}
		if n.Name != "" {
			w.put(" " + debugName(n.Name))
		}
	}
	for _, a := range n.Args {
		w.put(" ")
		w.node(a)
	}
	w.put(")")
}

func debugName(s string) string {
	if s == "" || strings.ContainsAny(s, " ()[]\"") {
		return "{" + s + "}"
	}
	return s
}

// ratString is the value of a number; one of thousands of digits is written "big".
func ratString(n *Node) string {
	if n.Rat == nil {
		return "nil"
	}
	s := "big"
	if n.Rat.Num().BitLen() < 1<<14 && n.Rat.Denom().BitLen() < 1<<14 {
		s = n.Rat.RatString()
	}
	if n.Digits > 0 {
		s += "~" + strconv.Itoa(n.Digits)
	}
	return s
}
