package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// quality is what is known about a symbol.
type quality uint16

const (
	qDeclared quality = 1 << iota // something is declared of it
	qReal
	qPositive
	qNegative
	qNonnegative
	qNonzero
	qInteger
	qComplex
	qForcedInteger // can only be an integer where it stands: n!, a bound of a sum
	qVector
	qMatrix
	qOperator
	qAlgebra // stands for an operator or an indexed object, by a commutator, a relation or its use
)

func (q quality) has(p quality) bool { return q&p != 0 }

// signed reports whether the sign is declared.
func (q quality) signed() bool { return q.has(qPositive | qNegative | qNonnegative) }

var qualityOf = map[string]quality{
	"positive": qPositive | qReal, "negative": qNegative | qReal, "nonnegative": qNonnegative | qReal, "nonzero": qNonzero,
	"real": qReal, "complex": qComplex, "integer": qInteger | qReal,
	// A constant or a coupling is a symbol and not a number of the language; its sign is open.
	"constant": 0, "coupling": 0,
	"vector": qVector, "matrix": qMatrix, "operator": qOperator,
}

// qualities reads the assumptions of one symbol.
func qualities(a Assumptions) quality {
	var q quality
	for _, name := range a {
		q |= qualityOf[name]
		if name != "constant" && name != "coupling" {
			q |= qDeclared
		}
	}
	return q
}

// forceIntegers marks the symbols that can only be integers where they stand in n:
// arguments of factorials and binomials, limits of sums and products.
func forceIntegers(n *expr.Node, mark func(*expr.Node)) {
	if !n.HasOp(expr.OpSum, expr.OpProduct) && !n.HasFact(expr.FactSpecial) {
		return
	}
	symbolsOfInteger := func(a *expr.Node) {
		// n, n−1, 2n, n+k: an integer combination of symbols.
		for _, s := range integerCombination(a) {
			mark(s)
		}
	}
	expr.Walk(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpApply:
			switch m.Name {
			case "factorial", "factorial2", "subfactorial", "multinomial", "fibonacci":
				for _, a := range m.Args {
					symbolsOfInteger(a)
				}
			case "binomial":
				for _, a := range m.Args {
					symbolsOfInteger(a)
				}
			}
		case expr.OpSum, expr.OpProduct:
			for _, a := range m.Args[2:] {
				symbolsOfInteger(a)
			}
		default:
		}
		return true
	})
}

// integerCombination lists the symbols of n if it is a sum of symbols and integers with
// integer coefficients, products of symbols included.
func integerCombination(n *expr.Node) []*expr.Node {
	switch n.Op {
	case expr.OpSymbol:
		return []*expr.Node{n}
	case expr.OpAdd, expr.OpMul:
		var all []*expr.Node
		for _, a := range n.Args {
			if isNumber(a) {
				if !a.Rat.IsInt() {
					return nil
				}
				continue
			}
			s := integerCombination(a)
			if s == nil {
				return nil
			}
			all = append(all, s...)
		}
		return all
	default:
		return nil
	}
}

// looksLikeVector reports whether the spelling of an undeclared symbol says that it is a
// vector: an arrow, or upright bold.
func looksLikeVector(name string) bool {
	if boldNumber(name) != "" {
		return false
	}
	return strings.HasPrefix(name, `\vec{`) || strings.HasPrefix(name, `\mathbf{`) || strings.HasPrefix(name, `\boldsymbol{`) ||
		strings.HasPrefix(name, `\bm{`) || strings.HasPrefix(name, `\hat{\mathbf{`) || strings.HasPrefix(name, `\hat{\boldsymbol{`) || strings.HasPrefix(name, `\hat{\vec{`)
}

// boldNumber is the number in a bold spelling of one, \mathbf{42}.
func boldNumber(name string) string {
	for _, font := range []string{`\mathbf{`, `\boldsymbol{`, `\bm{`} {
		if rest, ok := strings.CutPrefix(name, font); ok {
			rest = strings.TrimSuffix(rest, "}")
			if rest != "" && strings.Trim(rest, "0123456789") == "" && len(rest) < 19 {
				return rest
			}
		}
	}
	return ""
}

// sortedSymbols are the free symbols of several expressions in canonical order.
func sortedSymbols(roots ...*expr.Node) []*expr.Node {
	var all []*expr.Node
	for _, r := range roots {
		all = append(all, expr.FreeSymbols(r)...)
	}
	slices.SortFunc(all, func(a, b *expr.Node) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(all)
}
