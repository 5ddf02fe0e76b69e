package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// role is what words (or a comma) between formulas do; stronger ones are larger.
type role uint8

const (
	roleNone role = iota
	roleFirst
	roleComma
	roleAnd
	roleOr
	roleSo
	roleIf
	roleWhere
	roleDescription
	roleEnd
	roleUnknown
)

var roleWords = map[string]role{
	"or": roleOr, "and": roleAnd, "where": roleWhere, "with": roleWhere, "given": roleWhere, "using": roleWhere, "here": roleWhere,
	"if": roleIf, "for": roleIf, "when": roleIf, "provided": roleIf, "assuming": roleIf, "whenever": roleIf, "at": roleIf, "as": roleIf, "on": roleIf,
	"so": roleSo, "thus": roleSo, "hence": roleSo, "therefore": roleSo, "then": roleSo, "i.e.": roleSo, "i.e": roleSo, "ie": roleSo, "giving": roleSo, "namely": roleSo, "implies": roleSo, "that": roleSo,
	"is": roleDescription, "are": roleDescription, "denotes": roleDescription, "denote": roleDescription, "being": roleDescription, "stands": roleDescription, "represents": roleDescription,
	"while": roleAnd, "but": roleAnd, "respectively": roleComma, "resp.": roleAnd,
}

// fillerWords may follow or precede the word that has the role.
var fillerWords = map[string]bool{
	"we": true, "have": true, "defined": true, "define": true, "the": true, "that": true, "which": true, "in": true, "case": true, "definition": true, "definitions": true, "also": true,
	"gives": true, "get": true, "equivalently": true, "all": true, "any": true, "every": true, "by": true, "it": true, "follows": true, "set": true, "note": true, "us": true, "let": true, "now": true, "both": true,
	"abbreviation": true, "notation": true, "shorthand": true, "and": true, "is": true, "where": true, "so": true, "then": true, "here": true, "follow": true, "i.e.": true, "using": true, "obtain": true, "find": true, "a": true, "an": true,
}

// roleOf is what the words of a \text do.
func roleOf(text string) role {
	if strings.Trim(text, " ,;.") == "" {
		return roleComma
	}
	words := strings.Fields(strings.ToLower(text))
	r := roleUnknown
	for _, w := range words {
		w = strings.Trim(w, ",;:()")
		if w == "" {
			continue
		}
		if r == roleUnknown {
			if k, ok := roleWords[w]; ok {
				r = k
				if r == roleDescription {
					return r
				}
				continue
			}
		}
		if k, ok := roleWords[w]; ok && k == roleWhere && (r == roleAnd || r == roleSo) {
			r = k
			continue
		}
		if !fillerWords[w] {
			return roleUnknown
		}
	}
	return r
}

// changingWords are words before a formula that make it another statement.
var changingWords = map[string]bool{
	"not": true, "never": true, "neither": true, "less": true, "more": true, "greater": true, "than": true, "minus": true, "plus": true, "times": true, "half": true, "twice": true,
	"squared": true, "square": true, "root": true, "negative": true, "inverse": true, "reciprocal": true, "either": true, "if": true, "unless": true, "wrong": true, "incorrect": true, "least": true, "most": true,
	"below": true, "above": true, "order": true, "scales": true, "cannot": true, "can't": true, "isn't": true, "no": true, "double": true, "triple": true, "third": true, "quarter": true, "except": true, "false": true, "log": true, "logarithm": true, "derivative": true, "integral": true, "doesn't": true, "without": true, "opposite": true, "nor": true, "conjugate": true, "absolute": true, "modulus": true, "magnitude": true,
	"units": true, "unit": true, "modulo": true, "mod": true, "would": true, "might": true, "perhaps": true, "possibly": true, "percent": true, "per": true, "multiplied": true, "divided": true,
	"sum": true, "difference": true, "ratio": true, "product": true, "naive": true, "naively": true, "guess": true, "instead": true, "rather": true, "however": true, "ignoring": true, "neglecting": true, "claimed": true, "incorrectly": true,
	"about": true, "roughly": true, "around": true, "like": true, "bounded": true, "up": true,
}

// leadIn skips "The result is" before a formula. It returns the relation that the words state, if
// they state one (proportional to).
func (p *parser) leadIn() (relation string, err error) {
	for p.peek().kind == tText && p.peek().word && !p.namedInWords(p.peek()) {
		t := p.peek()
		words := strings.Fields(strings.ToLower(t.name))
		if len(words) == 0 {
			p.next()
			continue
		}
		text := strings.Join(words, " ")
		switch strings.Trim(text, ":,. ") {
		case "proportional to", "is proportional to", "scales as", "scales like", "it is proportional to", "the answer is proportional to":
			p.next()
			return expr.RelProportional, nil
		case "spin", "spin-", "spin -":
			if p.i+1 < p.stop && p.peekAt(1).kind != tText { // spin-½ is the value ½
				p.next()
				p.warn("“spin” was skipped")
				continue
			}
		case "approximately", "approx", "approx.", "about", "roughly":
			p.next()
			p.warn("“approximately” was skipped")
			continue
		}
		last := strings.Trim(words[len(words)-1], ",")
		ends := strings.HasSuffix(last, ":") || last == "is" || last == "are" || last == "equals" || last == "gives" || last == "by" || last == "get" || last == "obtain" || last == "find" || last == "have" || last == "answer" || last == "result" || last == "be" || last == "therefore" || last == "hence" || last == "thus" || last == "so" || last == "that" || last == "to" || last == "as" || last == "for" || last == "where" || last == "let"
		if !ends || p.i+1 >= p.stop {
			return "", p.errorHere("these words are not understood", "")
		}
		for _, w := range words {
			if changingWords[strings.Trim(w, ",.:;()")] {
				return "", p.errorHere("these words change what the formula says", "")
			}
		}
		p.next()
		p.warn("words before the formula were skipped")
		for p.op(":") || p.op(",") {
			p.next()
		}
	}
	return "", nil
}

// description skips "is the speed of light" after a symbol. Words that define the symbol, and
// mathematics among them, are not skipped.
func (p *parser) description() error {
	for {
		t := p.peek()
		if t.kind == tEnd || t.kind == tOp && (t.name == "," || t.name == ";" || t.name == ".") {
			return nil
		}
		if t.kind != tText || !t.word {
			return p.errorHere("mathematics in the description of a symbol", "")
		}
		for _, w := range strings.Fields(strings.ToLower(t.name)) {
			if changingWords[strings.Trim(w, ",.:;()")] {
				return p.errorHere("these words are not understood", "")
			}
		}
		p.next()
	}
}

// onlyWords reads a string that is nothing but words: a choice, a property.
func (p *parser) onlyWords() *expr.Node {
	var words []string
	long := 0
	for i := 0; i < p.stop; i++ {
		t := p.at(i)
		switch {
		case t.kind == tText:
			words = append(words, t.name)
			if t.word || len(t.name) > 3 {
				long += 6
			}
		case t.kind == tOp && (t.name == "." || t.name == ",") && i > 0:
		case t.kind == tBraceOpen && i == 0, t.kind == tBraceClose && i == p.stop-1, t.kind == tBraceOpen && p.at(i-1).kind == tBraceOpen:
		case p.plain && t.kind == tLetter && t.pos < t.end && isASCIILetter(p.src[t.pos]):
		default:
			if !p.plain {
				return nil
			}
			return p.plainSentence()
		}
	}
	if p.plain {
		return p.plainSentence()
	}
	if long == 0 || len(words) == 0 {
		return nil
	}
	text := strings.Join(words, " ")
	if p.stop == 1 && !p.at(0).word {
		return nil // \mathrm{x}: a symbol or a unit
	}
	return p.pool.MakeNamed(expr.OpText, cleanWords(text))
}

// plainSentence takes a text without mathematics as words: letters and blanks only, with a
// run of letters that is too long for a product.
func (p *parser) plainSentence() *expr.Node {
	s := strings.TrimSpace(p.src)
	run, longest, blanks := 0, 0, 0
	from, known := 0, true
	for i := 0; i <= len(s); i++ {
		if i < len(s) && isASCIILetter(s[i]) {
			if run == 0 {
				from = i
			}
			run++
			continue
		}
		if run > 0 {
			w := s[from:i]
			if !bareFunctions[w] && plainWords[w] == "" {
				longest = max(longest, run)
				known = false
			}
		}
		run = 0
		if i < len(s) {
			switch s[i] {
			case ' ', '\n', '\t', '\r':
				blanks++
			case '-', '.', ',', '\'':
			default:
				return nil
			}
		}
	}
	if known || longest < 6 && (blanks == 0 || longest < 4) {
		return nil
	}
	return p.pool.MakeNamed(expr.OpText, cleanWords(s))
}

// cleanWords drops blanks, the final stop and the parentheses of "(B)".
func cleanWords(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = strings.TrimRight(s, ".")
	if len(s) > 2 && s[0] == '(' && s[len(s)-1] == ')' && !strings.ContainsAny(s[1:len(s)-1], "()") {
		s = s[1 : len(s)-1]
	}
	return s
}
