package latex

import (
	"slices"
	"strings"
	"unicode"

	"github.com/assay-physics/assay/math/expr"
)

// skipSignature skips f\colon x\mapsto before the value of a function.
func (p *parser) skipSignature() {
	arrow := p.peekAt(3)
	if p.peek().kind != tLetter || p.peekAt(1).kind != tOp || p.peekAt(1).name != ":" || p.peekAt(2).kind != tLetter || arrow.kind != tOp || p.i+4 >= p.stop {
		return
	}
	switch p.src[arrow.pos:arrow.end] {
	case `\mapsto`, `\longmapsto`, "↦":
		p.i += 4
		p.warn("the signature of a function was skipped")
	}
}

// namedInWords: \text{speed} = 5.
func (p *parser) namedInWords(t *token) bool {
	eq := p.peekAt(1)
	if t.kind != tText || !t.word || eq.kind != tOp || eq.name != "=" && eq.name != "≈" || !isWordName(t.name) {
		return false
	}
	words := strings.Fields(strings.ToLower(t.name))
	switch words[len(words)-1] {
	case "is", "answer", "result", "then", "so", "thus", "hence", "therefore", "value", "get", "obtain", "find", "have", "which":
		return false
	}
	return len(words) <= 3 && !slices.ContainsFunc(words, func(w string) bool { return changingWords[w] || roleWords[w] != roleNone })
}

// uprightValue reads upright text that is a number, a formula of chemistry, or a name before a
// sign of equality.
func (p *parser) uprightValue(t *token) (*expr.Node, bool) {
	switch {
	case !t.word && t.name != "" && strings.Trim(t.name, "0123456789") == "" && len(t.name) < 18:
		p.next()
		return p.literal(t.name), true
	case p.namedInWords(t):
		p.next()
		return p.pool.Symbol(romanName(strings.Join(strings.Fields(t.name), " "))), true
	case isMolecule(t.name):
		p.next()
		name := strings.NewReplacer("{", "", "}", "").Replace(t.name)
		if base, number, _ := strings.Cut(name, "_"); strings.Trim(number, "0123456789") == "" { // CO_2 is \mathrm{CO}_2
			return p.pool.Symbol(subscripted(romanName(base), number)), true
		}
		return p.pool.Symbol(`\mathrm{` + name + `}`), true
	}
	return nil, false
}

// isMolecule: symbols of elements, some with a number as subscript: H_2O.
func isMolecule(s string) bool {
	numbers := false
	for i := 0; i < len(s); {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
		if i++; i < len(s) && s[i] >= 'a' && s[i] <= 'z' {
			i++
		}
		if i < len(s) && s[i] == '_' {
			rest := s[i+1:]
			k := len(rest) - len(strings.TrimLeft(rest, "{0123456789"))
			if k == 0 || strings.Trim(rest[:k], "{") == "" {
				return false
			}
			if rest[0] == '{' {
				if k >= len(rest) || rest[k] != '}' {
					return false
				}
				k++
			}
			i += 1 + k
			numbers = true
		}
	}
	return numbers
}

// countedWords are what a bare number may count: the noun adds nothing to it.
var countedWords = map[string]bool{
	"solutions": true, "solution": true, "ways": true, "photons": true, "photon": true, "particles": true, "electrons": true, "protons": true, "neutrons": true, "nucleons": true, "atoms": true, "molecules": true, "ions": true,
	"modes": true, "states": true, "times": true, "roots": true, "values": true, "nodes": true, "events": true, "loops": true, "zeros": true, "points": true, "levels": true, "lines": true, "peaks": true, "fringes": true,
	"dimensions": true, "generators": true, "exactly": true, "total": true, "in": true, "possible": true, "distinct": true, "different": true, "independent": true, "real": true, "diagrams": true, "configurations": true, "microstates": true,
	"arrangements": true, "elements": true, "vertices": true, "edges": true, "quanta": true, "phonons": true, "degrees of freedom": true, "parameters": true, "components": true, "bosons": true, "fermions": true, "steps": true, "pairs": true,
	"bound": true, "energy": true, "spectral": true, "normal": true, "multiplets": true, "families": true, "and": true, "distinguishable": true,
}

// skipCounted skips the noun that a number at the end of the text counts: 12\text{ photons}.
func (p *parser) skipCounted(n *expr.Node) bool {
	t := p.peek()
	if n.Op != expr.OpNumber || t.kind != tText || !t.word || p.i != p.stop-1 && !(p.i == p.stop-2 && p.peekAt(1).kind == tOp && p.peekAt(1).name == ".") {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(t.name), func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !countedWords[w] }) {
		return false
	}
	p.next()
	p.warn("the noun that a number counts was skipped")
	return true
}

// introduces: words that begin with "with" or "where" and name what the next equation defines:
// "with the reduced mass".
func introduces(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) < 2 || len(words) > 7 || words[0] != "with" && words[0] != "where" {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return changingWords[w] || strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) >= 0
	})
}
