package equal

import (
	"slices"
	"strings"
	"unicode"

	"github.com/assay-physics/assay/math/expr"
)

// words decides where both sides are text, or choices.
func (g *grading) words(ref, cand *expr.Node) (Result, bool) {
	if g.ctx.Kind == "choice" {
		return g.choices(ref, cand), true
	}
	if ref.Op != expr.OpText || cand.Op != expr.OpText {
		return Result{}, false
	}
	a, b := plainWords(ref.Name), plainWords(cand.Name)
	if a == b && !sameSpelling(ref.Name, cand.Name) {
		return undecided("the same letters in another case: names that differ by case are different names"), true
	}
	if a == b || unhyphened(a) == unhyphened(b) {
		return Result{Verdict: Equivalent, Method: methodText, Evidence: Evidence{Proved: true}, Message: "the same words"}, true
	}
	if isEmptyPhrase(b) {
		return violation("value", "the candidate states no value"), true
	}
	if affirmative(a) != 0 && affirmative(a) == affirmative(b) {
		return Result{Verdict: Equivalent, Method: methodText, Evidence: Evidence{Proved: true}, Message: "the same answer"}, true
	}
	if negation(a, b) {
		return Result{Verdict: Different, Method: methodText, Evidence: Evidence{Proved: true}, Message: "one phrase negates the other"}, true
	}
	if len(strings.Fields(a)) <= 2 && len(strings.Fields(b)) <= 2 {
		return Result{Verdict: Different, Method: methodText, Evidence: Evidence{Proved: true}, Message: "other words"}, true
	}
	return undecided("two phrases that are not the same words"), true
}

// plainWords is a text in lower case with single blanks and without punctuation.
func plainWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '+'
	}), " ")
}

// unfont takes a font command off a name.
func unfont(name string) string {
	for _, font := range []string{`\mathrm{`, `\text{`, `\mathsf{`, `\mathit{`, `\operatorname{`} {
		if rest, ok := strings.CutPrefix(name, font); ok {
			return strings.TrimSuffix(rest, "}")
		}
	}
	return name
}

func affirmative(s string) int {
	switch s {
	case "yes", "true":
		return 1
	case "no", "false":
		return 2
	}
	return 0
}

// isEmptyPhrase reports whether a text refers to a value elsewhere, or to none.
func isEmptyPhrase(s string) bool {
	for _, f := range strings.Fields(s) {
		switch f {
		case "above", "below", "derived", "shown", "given", "answer", "result", "previous", "earlier", "see", "stated":
			return true
		}
	}
	return s == ""
}

// saysValue reports whether a text states a value in words.
func saysValue(s string) bool {
	for _, f := range strings.Fields(s) {
		switch strings.TrimRight(f, "s") {
		case "diverge", "divergent", "infinite", "infinity", "undefined", "zero", "none", "vanishe", "unbounded", "indeterminate", "finite":
			return true
		}
	}
	return strings.Contains(s, "does not exist") || strings.Contains(s, "do not exist") || strings.Contains(s, "no solution")
}

// choices compares the letters or words of multiple choice.
func (g *grading) choices(ref, cand *expr.Node) Result {
	a, okA := choiceOf(ref)
	b, okB := choiceOf(cand)
	a, b = letters(a), letters(b)
	switch {
	case okA && okB && a == b:
		return Result{Verdict: Equivalent, Method: methodText, Evidence: Evidence{Proved: true}, Message: "the same choice"}
	case okA && okB:
		return Result{Verdict: Different, Method: methodText, Evidence: Evidence{Proved: true}, Message: "the reference is choice " + a + ", the candidate says " + b}
	case okA:
		return violation("choice", "the candidate is not a choice")
	}
	return undecided("the reference is not a choice")
}

// letters leaves of "Option C" and "D and A" the letters, in order; a choice that hedges with
// "or" stays as it is.
func letters(s string) string {
	var kept []string
	for _, f := range strings.Fields(s) {
		switch f {
		case "option", "choice", "answer", "options", "choices", "answers", "and", "the", "is":
			continue
		case "or":
			return s
		}
		kept = append(kept, f)
	}
	for _, k := range kept {
		if len(k) != 1 {
			return s
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, " ")
}

// choiceOf is the words of a choice: "(B)" and "B" are one.
func choiceOf(n *expr.Node) (string, bool) {
	switch n.Op {
	case expr.OpText, expr.OpSymbol, expr.OpConstant, expr.OpUnit:
		return plainWords(n.Name), plainWords(n.Name) != ""
	case expr.OpNumber:
		return n.Rat.RatString(), true
	case expr.OpTuple, expr.OpSet, expr.OpList, expr.OpOr, expr.OpAnd:
		var parts []string
		for _, a := range n.Args {
			s, ok := choiceOf(a)
			if !ok {
				return "", false
			}
			parts = append(parts, s)
		}
		if len(parts) == 1 {
			return parts[0], true
		}
		sep := " and "
		if n.Op == expr.OpOr {
			sep = " or "
		}
		return strings.Join(parts, sep), true
	default:
		return "", false
	}
}

// mixedText compares a text with a value.
func (g *grading) mixedText(a, b answer) Result {
	text, textIsCandidate := a, false
	other := b
	if b.form == formText {
		text, other, textIsCandidate = b, a, true
	}
	words := plainWords(text.value.Name)
	if name := text.value.Name; other.value != nil && other.form != formText && !strings.ContainsAny(name, " ,.") && strings.ContainsAny(name, "()0123456789") {
		if rs, err := g.readings(name); err == nil && len(rs) == 1 && rs[0].Node.Op != expr.OpText {
			if textIsCandidate {
				return g.statements(other.value, rs[0].Node)
			}
			return g.statements(rs[0].Node, other.value)
		}
	}
	if !textIsCandidate {
		if other.value != nil && other.value.Op == expr.OpSymbol && (plainWords(other.value.Name) == words || plainWords(unfont(other.value.Name)) == words) {
			return Result{Verdict: Equivalent, Method: methodText, Evidence: Evidence{Proved: true}, Message: "the same word"}
		}
		if saysValue(words) {
			return g.valueInWords(words, other.value)
		}
		return undecided("the reference is a text, the candidate is not")
	}
	if saysValue(words) {
		return g.valueInWords(words, other.value)
	}
	if r, ok := numberInWords(words); ok && other.value != nil {
		return g.statements(other.value, g.pool.Number(r))
	}
	if w := unhyphened(words); (w == "nonzero" || w == "non zero" || w == "not zero") && other.value != nil && isZero(g.canon(other.value)) {
		return Result{Verdict: Different, Method: methodText, Evidence: Evidence{Proved: true}, Message: "the reference is zero, the candidate says that it is not"}
	}
	return violation("value", "the candidate is a text and states no value")
}

// valueInWords compares "it diverges", "zero" with a value.
func (g *grading) valueInWords(words string, value *expr.Node) Result {
	if value == nil {
		return undecided("a text against a structure")
	}
	fields := strings.Fields(words)
	has := func(w ...string) bool {
		for _, f := range fields {
			for _, x := range w {
				if f == x {
					return true
				}
			}
		}
		return false
	}
	if has("not", "no", "non", "never", "finite") && !strings.Contains(words, "not exist") {
		return undecided("a text that negates something")
	}
	infiniteValue := infinite(value) != 0
	switch {
	case has("zero", "vanishes", "vanish"):
		return g.statements(value, g.pool.Int(0))
	case has("diverges", "diverge", "divergent", "infinite", "infinity", "unbounded", "undefined", "indeterminate") || strings.Contains(words, "not exist"):
		if infiniteValue {
			return undecided("infinity in words and as a value")
		}
		if ok, err := g.finiteSomewhere(value); err == nil && ok {
			return Result{Verdict: Different, Method: methodText, Evidence: Evidence{Proved: true}, Message: "one side has no finite value, the other has"}
		}
	}
	return undecided("a text against a value")
}

// negation reports whether two phrases are the same but for a "not" in one of them.
func negation(a, b string) bool {
	strip := func(s string) (rest []string, negative bool) {
		for _, w := range strings.Fields(s) {
			switch w {
			case "a", "an", "the", "is", "are", "does", "do":
			case "not", "never", "isn", "doesn", "aren", "t":
				negative = true
			default:
				rest = append(rest, w)
			}
		}
		return rest, negative
	}
	x, notX := strip(a)
	y, notY := strip(b)
	return len(x) > 0 && notX != notY && slices.Equal(x, y)
}
