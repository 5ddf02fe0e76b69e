package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// functional: 𝔼[X^2] and ℒ[f], a letter of a special font with a square bracket.
func (p *parser) functional(s *suffix, name string) bool {
	t := p.peek()
	if t.name != "[" || t.match < 0 || t.space >= spaceThin || s.exponent != nil || p.declared(name) {
		return false
	}
	switch s.base {
	case `\mathcal{L}`, `\mathcal{F}`, `\mathcal{Z}`, `\mathcal{D}`, `\mathcal{T}`:
		return true
	}
	return strings.HasPrefix(s.base, `\mathbb{`)
}

// ofEvent: P(X>1) and N(E<E_F), a letter with a condition as its argument. A bracket with a
// relation after a formula is a definition or the range of validity; so the letter must stand
// alone, or the bracket follow without a blank, and the letter must not occur in the condition.
func (p *parser) ofEvent(s *suffix, name string, start int) bool {
	t := p.peek()
	if t.name != "(" || t.match < 0 || t.flags&hasRelation == 0 || t.space >= spaceThin || s.exponent != nil || p.declared(name) || p.noCall > 0 {
		return false
	}
	switch s.base {
	case "N", "n", "p", `\Pr`, `\mathbb{P}`, `\mathrm{Pr}`:
	default:
		if !functionLike(s.base) {
			return false
		}
	}
	// Behind another factor, 2P(X>1), only the bracket that follows at once is an argument.
	if before := p.at(start - 1); start > 0 && before.kind != tOp && before.kind != tOpen && before.kind != tBraceOpen && t.space > 0 {
		return false
	}
	for k := p.i + 1; k < int(t.match); k++ {
		if p.at(k).kind == tLetter && p.at(k).name == s.base {
			return false
		}
	}
	return true
}

func isLogic(sign string) bool {
	return sign == "⇒" || sign == "⇔" || sign == "∧" || sign == "∨"
}

// logic joins names, P ⇒ Q, and the factors of exterior products, dx ∧ dy, by their sign. Between
// formulas with relations the same signs only lead from one to the next.
func (p *parser) logic(items []item) *expr.Node {
	if len(items) < 2 {
		return nil
	}
	nodes := make([]*expr.Node, len(items))
	sign := items[1].sign
	for i, it := range items {
		if i > 0 && it.sign != sign || sign != "∧" && !isName(it.node) || it.join == roleWhere || it.join == roleIf {
			return nil
		}
		nodes[i] = it.node
	}
	if sign == "" || !noRelations(nodes) {
		return nil
	}
	return p.pool.MakeNamed(expr.OpRelation, sign, nodes...)
}
