package equal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Some signs say more than the tree of an answer keeps: ≈ and ∼ are no =, braces and double bars
// around an array are no parentheses and single bars, f∗g of functions is a convolution, F(φ|m) has
// another second argument than F(φ,k). asWritten takes an agreement back that rests on reading one
// as the other.
func (g *grading) asWritten(p Pair, r Result) Result {
	if r.Verdict != Equivalent || p.Reference == p.Candidate {
		return r
	}
	if lead := leadingApproximation(p.Candidate); lead && leadingApproximation(p.Reference) != lead && !strings.ContainsAny(p.Reference+p.Candidate, ".") && g.ctx.Form.Digits == 0 {
		if g.ctx.Form.Exact {
			return violation("form.exact", "an exact form was asked for, and the candidate is called an approximation")
		}
		return undecided("the candidate calls its value an approximation: it need not be the value itself")
	}
	for _, why := range []string{
		otherSign(p), qualifiedSign(p), equationOfMotion(p), otherBrackets(p), g.convolved(p), barredArguments(p), otherConjunction(p),
	} {
		if why != "" {
			return undecided(why)
		}
	}
	return r
}

// hasAny reports whether one of some words is in one of the two texts.
func hasAny(p Pair, words ...string) bool {
	for _, w := range words {
		if strings.Contains(p.Candidate, w) || strings.Contains(p.Reference, w) {
			return true
		}
	}
	return false
}

var (
	leadingMarks = strings.NewReplacer("$", "", `\[`, "", `\(`, "", `\,`, "", `\;`, "", `\!`, "", "{", "", "}", "", " ", "", "\n", "", "\t", "", "~", "")
	similarSign  = regexp.MustCompile(`\\(sim|cong|asymp|doteq|eqsim)([^a-zA-Z]|$)|[∼≅≍≐]`)
	dottedLeft   = regexp.MustCompile(`^(\\boxed)?\\d{1,2}ot(\\[a-z]+|[a-z])=`)
	stackedSign  = regexp.MustCompile(`\\(?:stackrel|overset|underset)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{?\s*(?:=|\\(?:to|equiv|approx|rightarrow|longrightarrow|sim|simeq)\b)`)
	starProduct  = regexp.MustCompile(`(^|[^a-zA-Z\\])([a-zA-Z])\s*(?:\*|\\ast)\s*([a-zA-Z])`)
	oneBarInside = regexp.MustCompile(`[a-zA-Z}]\s*(?:\\left\s*|\\[bB]igg?l?\s*)?\(([^()|;]|\\[,;:!])*(\\mid|\\vert|\\middle\s*\||\|)[^()|]*\)`)
	framedArray  = regexp.MustCompile(`\\begin\{([bBvVp]?)(small)?matrix\}|\\left\s*(\\\{|\\\||\\Vert|\\lVert|\||\(|\[)\s*\\begin\{(?:array|matrix)\}`)
	wordBetween  = regexp.MustCompile(`\\(?:text|mathrm|mbox|textrm)\s*\{[^{}]*\b(and|or)\b[^{}]*\}|\\(land|wedge|lor|vee)([^a-zA-Z]|$)`)
)

// leadingApproximation: ≈ x² with nothing on the left.
func leadingApproximation(text string) bool {
	if !hasAny(Pair{Candidate: text}, "approx", "sim", "cong", "doteq", "≈", "≃", "∼", "≅") {
		return false
	}
	text = strings.TrimPrefix(leadingMarks.Replace(text), `\boxed`)
	for _, sign := range []string{`\approx`, `\simeq`, `\sim`, `\cong`, `\doteq`, "≈", "≃", "∼", "≅"} {
		if strings.HasPrefix(text, sign) {
			return true
		}
	}
	return false
}

// otherSign: ∼, ≅, ≍ or ≐ where the other side has an equation or a value.
func otherSign(p Pair) string {
	if !hasAny(p, "sim", "cong", "asymp", "doteq", "∼", "≅", "≍", "≐") {
		return ""
	}
	a, b := similarSign.FindString(p.Reference), similarSign.FindString(p.Candidate)
	if (a == "") == (b == "") {
		return ""
	}
	return "one side holds up to a factor or asymptotically (" + strings.TrimSpace(a+b) + "), the other states an equality"
}

// qualifiedSign: a sign with something above it that makes it another one, ≟ or “= as x → 0”.
func qualifiedSign(p Pair) string {
	if !hasAny(p, "stackrel", "overset", "underset") {
		return ""
	}
	for _, m := range stackedSign.FindAllStringSubmatch(p.Candidate, -1) {
		above := strings.NewReplacer(`\text`, "", `\mathrm`, "", `\rm`, "", "{", "", "}", "", ".", "", "(", "", ")", "").Replace(m[1])
		if strings.Trim(above, "0123456789!^ ") != "" && !strings.EqualFold(strings.TrimSpace(above), "def") && !strings.Contains(above, `\triangle`) && !strings.Contains(p.Reference, m[0]) {
			return "a sign with “" + strings.TrimSpace(m[1]) + "” above it, which may say less than the sign"
		}
	}
	return ""
}

// equationOfMotion: ẏ = x² where the reference is a value; a rate has a capital letter, Q̇.
func equationOfMotion(p Pair) string {
	if !hasAny(p, `dot`) {
		return ""
	}
	for _, t := range [][2]string{{p.Candidate, p.Reference}, {p.Reference, p.Candidate}} {
		if dottedLeft.MatchString(leadingMarks.Replace(t[0])) && !strings.Contains(t[1], "=") {
			return "one side is an equation for a derivative, the other a value"
		}
	}
	return ""
}

// otherBrackets: a 3j symbol against a 6j symbol, a norm against a determinant.
func otherBrackets(p Pair) string {
	if !hasAny(p, "matrix", "array") {
		return ""
	}
	kinds := func(text string) string {
		var all []string
		for _, m := range framedArray.FindAllStringSubmatch(text, -1) {
			switch m[1] + m[3] {
			case "B", `\{`:
				all = append(all, "braces")
			case "V", `\|`, `\Vert`, `\lVert`:
				all = append(all, "double bars")
			}
		}
		slices.Sort(all)
		return strings.Join(slices.Compact(all), " and ")
	}
	a, b := kinds(p.Reference), kinds(p.Candidate)
	if a == b || !framedArray.MatchString(p.Reference) || !framedArray.MatchString(p.Candidate) {
		return ""
	}
	return "an array in " + strings.TrimSpace(a+" "+b) + " on one side only: another symbol than the same array in other brackets (3j and 6j, norm and determinant)"
}

// convolved: f∗g of letters that the problem declares as functions, or that are f, g, h.
func (g *grading) convolved(p Pair) string {
	if p.Syntax != "" && p.Syntax != "latex" || !hasAny(p, "*", `\ast`) {
		return ""
	}
	functions := func(text string) int {
		n := 0
		for _, m := range starProduct.FindAllStringSubmatch(text, -1) {
			if g.function(m[2]) && g.function(m[3]) {
				n++
			}
		}
		return n
	}
	if functions(p.Reference) == functions(p.Candidate) {
		return ""
	}
	return "f∗g may be the convolution of two functions, or their product"
}

// function reports whether a letter is declared as a function, or may be one.
func (g *grading) function(letter string) bool {
	if g.table.Functions[letter] != "" {
		return true
	}
	_, declared := g.quality[g.pool.Symbol(letter)]
	return !declared && (letter == "f" || letter == "g" || letter == "h")
}

// barredArguments: F(φ|m), P(A|B) against F(φ,k), P(A,B).
func barredArguments(p Pair) string {
	if !hasAny(p, "|", `\mid`, `\vert`) {
		return ""
	}
	if len(oneBarInside.FindAllString(p.Reference, -1)) == len(oneBarInside.FindAllString(p.Candidate, -1)) {
		return ""
	}
	return "arguments behind a bar on one side and behind a comma on the other: another parameter (m = k²), or a condition"
}

// otherConjunction: x = 1 or x = 2 against x = 1 and x = 2.
func otherConjunction(p Pair) string {
	if !hasAny(p, "or", "lor", "vee") || !hasAny(p, "and", "wedge") {
		return ""
	}
	joins := func(text string) (and, or bool) {
		for _, m := range wordBetween.FindAllStringSubmatch(text, -1) {
			w := m[1] + m[2]
			and = and || w == "and" || w == "land" || w == "wedge"
			or = or || w == "or" || w == "lor" || w == "vee"
		}
		return and, or
	}
	andA, orA := joins(p.Reference)
	andB, orB := joins(p.Candidate)
	if andA && !orA && orB && !andB || orA && !andA && andB && !orB {
		return "one side joins its statements by “and”, the other by “or”"
	}
	return ""
}

// sameSpelling reports whether two texts that agree but for the case of letters are the same
// words; names that differ by case (MeV and meV, CO and Co) are not.
func sameSpelling(a, b string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' })
	}
	x, y := split(a), split(b)
	if len(x) != len(y) {
		return true
	}
	for i := range x {
		if x[i] == y[i] || ordinary(x[i]) && ordinary(y[i]) && (len(x[i]) > 3 || isLower(x[i]) || isLower(y[i])) {
			continue
		}
		return false
	}
	return true
}

// ordinary words have no capitals inside, unless all letters are.
func ordinary(w string) bool {
	if len([]rune(w)) < 2 {
		return false
	}
	rest := strings.TrimLeftFunc(w, unicode.IsUpper)
	return rest == "" && len(w) > 3 || isLower(rest) && len(rest) >= len(w)-1
}

func isLower(s string) bool { return s != "" && s == strings.ToLower(s) }
