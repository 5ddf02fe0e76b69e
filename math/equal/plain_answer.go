package equal

import (
	"regexp"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/unit"
)

// Answers in words and letters, as they stand in a box: "C)", "(C) ½mv²", p-type, "No.".

var (
	choiceFont  = regexp.MustCompile(`\\(?:mathbf|mathrm|mathsf|textbf|text|boldsymbol|bm|bf|rm)\b\s*`)
	choiceLabel = regexp.MustCompile(`^\(?([A-Za-z]|[IVX]{1,5})(?:\)|\.|:)(?:\s|$|[^A-Za-z0-9])`)
	choiceList  = regexp.MustCompile(`^[A-Z](?:\s*(?:,|;|\band\b|&)\s*[A-Z])+$`)
	romanChoice = regexp.MustCompile(`^[IVX]{2,5}$`)
	wordsOnly   = regexp.MustCompile(`^[A-Za-z]+(?:[- ][A-Za-z]+)*\.?$`)
)

// choiceText reduces a choice that repeats its formula, "C: 12", to its letter, where a choice is
// expected.
func (g *grading) choiceText(s string) string {
	if g.ctx.Kind != "choice" || len(s) > 1024 || strings.Contains(s, `\boxed`) {
		return s
	}
	t := choiceFont.ReplaceAllString(s, "")
	t = strings.TrimSpace(strings.NewReplacer(`\{`, "", `\}`, "", "{", "", "}", "", "$", "", `\,`, " ", `\ `, " ", "**", "").Replace(t))
	switch {
	case choiceLabel.MatchString(t):
		return `\text{` + choiceLabel.FindStringSubmatch(t)[1] + `}`
	case choiceList.MatchString(t), romanChoice.MatchString(t):
		return `\text{` + t + `}`
	case len(t) == 1:
		return t
	}
	return s
}

// bareWords lets words without \text be words where the other side is words.
func (g *grading) bareWords(p Pair, refs, cands []latex.Reading) (r, c []latex.Reading) {
	isText := func(rs []latex.Reading) bool { return len(rs) == 1 && rs[0].Node.Op == expr.OpText }
	read := func(rs []latex.Reading, text string, other *expr.Node) []latex.Reading {
		text = strings.TrimSpace(text)
		if isText(rs) || !wordsOnly.MatchString(text) || saysValue(plainWords(other.Name)) || g.declaredWord(text) {
			return rs
		}
		return []latex.Reading{{Node: g.pool.MakeNamed(expr.OpText, strings.TrimSuffix(text, "."))}}
	}
	switch {
	case g.ctx.Kind == "choice":
	case isText(refs):
		cands = read(cands, p.Candidate, refs[0].Node)
	case isText(cands):
		refs = read(refs, p.Reference, cands[0].Node)
	}
	return refs, cands
}

// declaredWord: the problem has a symbol of that name.
func (g *grading) declaredWord(text string) bool {
	for s := range g.quality {
		if s.Name == text || unfont(s.Name) == text {
			return true
		}
	}
	return false
}

// unhyphened writes spin-up as spin up.
func unhyphened(s string) string { return strings.ReplaceAll(s, "-", " ") }

// zeroQuantities compares quantities one of which is zero, before the canonical form drops
// its unit: 0 J is no charge, and 0 °C not 0 K.
func (g *grading) zeroQuantities(ref, cand *expr.Node) (Result, bool) {
	if !unit.HasUnits(ref) || !unit.HasUnits(cand) || !isInt(g.canon(ref), 0) && !isInt(g.canon(cand), 0) {
		return Result{}, false
	}
	if g.onlyPureUnits(ref) || g.onlyPureUnits(cand) {
		return Result{}, false
	}
	return g.quantities(ref, cand)
}

// unknownWord is a symbol of the candidate that may be a unit which is not known here: the
// problem does not declare it and the reference does not have it.
func (g *grading) unknownWord(ref, cand *expr.Node) string {
	has := map[*expr.Node]bool{}
	for _, s := range expr.FreeSymbols(ref) {
		has[s] = true
	}
	for _, s := range expr.FreeSymbols(cand) {
		if _, declared := g.quality[s]; !declared && !has[s] {
			return s.Name
		}
	}
	return ""
}
