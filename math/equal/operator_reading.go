package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

// Undeclared letters are numbers, and commute. Some forms are written only of letters that do
// not: A⁻¹BA, e^{iHt}Ae^{−iHt}, UρU†, xp − px, c_i†c_j, MᵀM. Where such a form stands in a pair
// that is equal for numbers, it has to be equal for operators as well.

// asOperators is the reading of the letters in such forms as operators.
func (g *grading) asOperators(p Pair, ref, cand *expr.Node) (rereading, bool) {
	if containsOp(ref, expr.OpMatrix) || containsOp(cand, expr.OpMatrix) {
		return rereading{}, false
	}
	found := map[string]bool{}
	if !ref.HasOp(expr.OpMul) && !cand.HasOp(expr.OpMul) {
		return rereading{}, false
	}
	for i, n := range []*expr.Node{ref, cand} {
		inverses := strings.Contains([]string{p.Reference, p.Candidate}[i], "^{-1}")
		expr.Walk(n, func(m *expr.Node) bool {
			switch m.Op {
			case expr.OpMul:
				if conjugates(m) {
					g.conjugations(flatFactors(m), inverses, found)
				}
			case expr.OpAdd:
				g.exchanged(m, found)
			default:
			}
			return m.HasOp(expr.OpMul)
		})
	}
	g.daggered(ref, cand, found)
	names := sortedKeys(found)
	if len(names) == 0 {
		return rereading{}, false
	}
	letters := strings.Join(names[:min(len(names), 3)], ", ")
	if len(names) == 1 {
		letters += " commutes with what it stands beside"
	} else {
		letters += " commute"
	}
	return rereading{
		prepare: func(o *grading) {
			for _, name := range names {
				o.quality[o.pool.Symbol(name)] |= qOperator | qDeclared
			}
			for _, name := range names {
				if _, function := o.table.Functions[name]; !function && !called(name, ref, cand) {
					o.table.DeclareName(name, latex.Operator|latex.Matrix) // so that M^T is a transpose
				}
			}
			clear(o.tensorials)
		},
		first: letters, other: "they are operators",
	}, true
}

// conjugates: there are inverses, daggers, transposes or exponentials among the factors.
func conjugates(product *expr.Node) bool {
	for _, a := range product.Args {
		switch a.Op {
		case expr.OpMul, expr.OpDagger, expr.OpTranspose, expr.OpApply:
			return true
		case expr.OpPow:
			if isInt(a.Args[1], -1) || isConstant(a.Args[0], expr.ConstE) {
				return true
			}
		default:
		}
	}
	return false
}

// called: the letter stands with arguments.
func called(name string, ref, cand *expr.Node) bool {
	is := func(m *expr.Node) bool { return m.Op == expr.OpCall && m.Name == name }
	return contains(ref, is) || contains(cand, is)
}

// flatFactors are the factors of a product, and of the products among them.
func flatFactors(n *expr.Node) []*expr.Node {
	var all []*expr.Node
	for _, a := range n.Args {
		if a.Op == expr.OpMul {
			all = append(all, flatFactors(a)...)
		} else {
			all = append(all, a)
		}
	}
	return all
}

// conjugations finds X⁻¹…X, X…X†, Xᵀ…X and e^{A}…e^{−A} among factors.
func (g *grading) conjugations(factors []*expr.Node, inverses bool, found map[string]bool) {
	if len(factors) > 64 {
		return
	}
	for i, a := range factors {
		for j := i + 1; j < len(factors); j++ {
			wing, transposed := g.partners(a, factors[j], inverses)
			if wing == nil {
				continue
			}
			inner := map[string]bool{}
			for _, f := range factors[i+1 : j] {
				g.operatorLetters(f, inner)
			}
			if len(inner) == 0 && !transposed {
				continue
			}
			for name := range inner {
				found[name] = true
			}
			outer := map[string]bool{}
			g.operatorLetters(wing, outer)
			if wing.Op != expr.OpSymbol {
				generators(outer)
			}
			for name := range outer {
				found[name] = true
			}
		}
	}
}

// partners is X for two factors X⁻¹ and X, X and X†, Xᵀ and X, and A for e^{A} and e^{−A}.
func (g *grading) partners(a, b *expr.Node, inverses bool) (wing *expr.Node, transposed bool) {
	of := func(x, y *expr.Node) *expr.Node {
		switch {
		case x.Op == expr.OpPow && isInt(x.Args[1], -1) && inverses && x.Args[0] == y && y.Op == expr.OpSymbol,
			x.Op == expr.OpDagger && x.Args[0] == y && y.Op == expr.OpSymbol,
			x.Op == expr.OpTranspose && x.Args[0] == y && y.Op == expr.OpSymbol:
			transposed = x.Op == expr.OpTranspose
			return y
		}
		return nil
	}
	if w := of(a, b); w != nil {
		return w, transposed
	}
	if w := of(b, a); w != nil {
		return w, transposed
	}
	x, y := exponentOf(a), exponentOf(b)
	if x == nil || y == nil || !imaginaryOrCapital(x) {
		return nil, false
	}
	if g.canon(g.pool.Neg(x)) == g.canon(y) || g.canon(x) == g.canon(g.pool.Neg(y)) || isZero(g.canon(g.pool.Add(x, y))) {
		return x, false
	}
	return nil, false
}

func exponentOf(n *expr.Node) *expr.Node {
	switch {
	case n.Op == expr.OpPow && isConstant(n.Args[0], expr.ConstE):
		return n.Args[1]
	case n.Op == expr.OpApply && n.Name == "exp" && len(n.Args) == 1:
		return n.Args[0]
	}
	return nil
}

func imaginaryOrCapital(n *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool {
		return isConstant(m, expr.ConstI) || m.Op == expr.OpSymbol && capital(m.Name)
	})
}

func capital(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// generators keeps of the letters of an exponent those that are its operators: capitals if there
// are any.
func generators(names map[string]bool) {
	some := false
	for name := range names {
		some = some || capital(name)
	}
	for name := range names {
		if some && !capital(name) && !strings.HasPrefix(name, `\hat{`) || slices.Contains([]string{"t", "T", `\theta`, `\omega`, `\alpha`, `\lambda`, `\epsilon`, `\beta`, "m"}, name) {
			delete(names, name)
		}
	}
}

// operatorLetters are the undeclared letters in n that may be operators.
func (g *grading) operatorLetters(n *expr.Node, into map[string]bool) {
	expr.Walk(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpSymbol:
			if q, declared := g.quality[m]; (!declared || q.has(qAlgebra) || q == 0) && m.Name != `\hbar` && !g.isVector(m) {
				into[m.Name] = true
			}
		case expr.OpCall:
			if _, declared := g.quality[g.pool.Symbol(m.Name)]; !declared {
				into[m.Name] = true
			}
			return false
		case expr.OpIndexed, expr.OpSlashed:
			return false
		default:
		}
		return true
	})
}

// exchanged finds ab − ba and ab + ba in a sum: two terms that differ in the order of their
// factors, which nobody writes of numbers.
func (g *grading) exchanged(sum *expr.Node, found map[string]bool) {
	products := 0
	for _, t := range sum.Args {
		products += b2i(t.Op == expr.OpMul && len(t.Args) > 1)
	}
	if len(sum.Args) > 32 || products < 2 {
		return
	}
	var terms [][]*expr.Node
	for _, t := range sum.Args {
		if t.Op != expr.OpMul || t.HasOp(expr.OpNabla, expr.OpPartial, expr.OpDerivative) {
			continue
		}
		var letters []*expr.Node
		for _, f := range flatFactors(t) {
			if f.Op != expr.OpNumber && f.Op != expr.OpConstant {
				letters = append(letters, f)
			}
		}
		if len(letters) > 1 {
			terms = append(terms, letters)
		}
	}
	byID := func(a, b *expr.Node) int { return a.ID - b.ID }
	for i, a := range terms {
		for _, b := range terms[i+1:] {
			if len(a) != len(b) || slices.Equal(a, b) {
				continue
			}
			x, y := slices.Clone(a), slices.Clone(b)
			slices.SortFunc(x, byID)
			slices.SortFunc(y, byID)
			if !slices.Equal(x, y) {
				continue
			}
			for k, f := range a {
				if f != b[k] {
					g.operatorLetters(f, found)
				}
			}
		}
	}
}

// daggered finds letters that carry a dagger with one subscript and stand without with another:
// the c_j beside c_i†.
func (g *grading) daggered(ref, cand *expr.Node, found map[string]bool) {
	if len(g.commutators) > 0 || !ref.HasOp(expr.OpDagger) && !cand.HasOp(expr.OpDagger) {
		return
	}
	stemOf := func(n *expr.Node) string {
		if n.Op != expr.OpSymbol {
			return ""
		}
		s, _, _ := strings.Cut(n.Name, "_")
		return s
	}
	stems := map[string]bool{}
	for _, n := range []*expr.Node{ref, cand} {
		expr.Walk(n, func(m *expr.Node) bool {
			if m.Op == expr.OpDagger && stemOf(m.Args[0]) != "" {
				stems[stemOf(m.Args[0])] = true
			}
			return true
		})
	}
	for _, s := range sortedSymbols(ref, cand) {
		if _, declared := g.quality[s]; stems[stemOf(s)] && s.Name != stemOf(s) && (!declared || g.quality[s] == qAlgebra) {
			found[s.Name] = true
		}
	}
}
