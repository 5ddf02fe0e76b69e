package answer

import (
	"regexp"
	"slices"
	"strings"
)

// afterMarkup is the end of a comment of HTML at the position, if there is one.
func (f *boxFinder) afterMarkup() int {
	if f.noMarkup || !strings.HasPrefix(f.s[f.pos:], "<!--") {
		return f.pos + 1
	}
	k := strings.Index(f.s[f.pos:], "-->")
	if k < 0 {
		f.noMarkup = true
		return f.pos + 1
	}
	return f.pos + k + len("-->")
}

// invisibleCommands print nothing of their argument.
var invisibleCommands = []string{"phantom", "hphantom", "vphantom", "label", "iffalse"}

// invisible is the end of what a command hides: the argument of \phantom, the text of \verb.
func invisible(s, name string, at int) (end int, hidden bool) {
	switch {
	case name == "verb":
		if at < len(s) && s[at] == '*' {
			at++
		}
		if at >= len(s) || isSpace(s[at]) || s[at] == '{' || isLetter(s[at]) {
			return at, false
		}
		line := s[at+1 : min(len(s), at+1+maxHidden)]
		if k := strings.IndexByte(line, '\n'); k >= 0 {
			line = line[:k]
		}
		if k := strings.IndexByte(line, s[at]); k >= 0 {
			return at + 2 + k, true
		}
		return at, false
	case name == "iffalse":
		if k := strings.Index(s[at:min(len(s), at+maxHidden)], `\fi`); k >= 0 {
			return at + k, true
		}
		return at, false
	case name == "begin" && strings.HasPrefix(s[at:], "{comment}"):
		if k := strings.Index(s[at:min(len(s), at+maxHidden)], `\end{comment}`); k >= 0 {
			return at + k, true
		}
		return at, false
	case slices.Contains(invisibleCommands, name):
		from := skipBlanks(s, at)
		if from >= len(s) || s[from] != '{' {
			return at, false
		}
		if k := groupEnd(s, from); k > 0 {
			return k, true
		}
	}
	return at, false
}

// maxHidden bounds the text in which the end of a hidden group is looked for.
const maxHidden = 1024

// groupEnd is the position after the brace that closes the one at from, 0 if there is none near.
func groupEnd(s string, from int) int {
	depth := 0
	for k := from; k < min(len(s), from+maxHidden); k++ {
		switch s[k] {
		case '\\':
			k++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return k + 1
			}
		}
	}
	return 0
}

// afterComment is the end of the line, if the percent sign at the position begins a comment:
// not after a number, where it is the sign of per cent, and not between words. In a comment a
// box is looked for only.
func (f *boxFinder) afterComment() int {
	k := f.pos
	for k > 0 && (f.s[k-1] == ' ' || f.s[k-1] == '\t') {
		k--
	}
	line := f.s[f.pos:min(len(f.s), f.pos+maxHidden+1)]
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	if k > 0 && f.s[k-1] >= '0' && f.s[k-1] <= '9' || len(line) > maxHidden || !strings.Contains(line, "box") {
		return f.pos + 1
	}
	return f.pos + len(line)
}

// transparent commands and environments set their argument as it is.
var transparent = []string{
	"text", "textbf", "textit", "textrm", "textsf", "emph", "mbox", "hbox", "mathbf", "mathrm", "mathit", "bm", "boldsymbol", "color", "textcolor", "colorbox", "fcolorbox",
	"underline", "uline", "displaystyle", "centerline", "begin", "end", "large", "Large", "LARGE", "huge", "Huge", "mathbin", "mathord", "mathopen", "mathinner", "hl", "ensuremath", "tag", "section", "paragraph",
	"subsection", "title", "caption", "item", "footnote", "parbox", "makebox", "fbox", "framebox", "boxed", "bbox", "answer", "ans", "solution", "hspace", "vspace", "href",
}

// argumentOf names what a brace that follows the text opens the argument of: a command, ^ or _.
// A second argument belongs to the command of the first.
func argumentOf(before string) string { return argumentWithin(before, 1) }

// argumentWithin looks past so many arguments of the same command.
func argumentWithin(before string, more int) string {
	for range 3 {
		before = strings.TrimRight(before[max(0, len(before)-400):], " \t\r\n")
		if before == "" {
			return ""
		}
		switch last := before[len(before)-1]; {
		case last == '^' || last == '_':
			return string(last)
		case last == ']': // \sqrt[3]{
			k := strings.LastIndexByte(before, '[')
			if k < 0 {
				return ""
			}
			before = before[:k]
			continue
		case last == '}':
			depth, k := 0, len(before)-1
			for ; k >= 0; k-- {
				if before[k] == '}' {
					depth++
				} else if before[k] == '{' {
					if depth--; depth == 0 {
						break
					}
				}
			}
			if k < 0 || more == 0 {
				return ""
			}
			if of := argumentWithin(before[:k], more-1); of == "frac" || of == "dfrac" || of == "tfrac" || of == "cfrac" || of == "binom" || of == "textcolor" || of == "colorbox" || of == "color" {
				return of
			}
			return ""
		case isLetter(last):
			k := len(before)
			for k > 0 && isLetter(before[k-1]) {
				k--
			}
			if k > 0 && before[k-1] == '\\' && (k < 2 || before[k-2] != '\\') {
				return before[k:]
			}
			return ""
		default:
			return ""
		}
	}
	return ""
}

// argument is the command around a box that makes a formula of it, or "".
func (f *boxFinder) argument() string {
	for k := len(f.stack) - 1; k >= 0; k-- {
		if of := f.stack[k].of; of != "" && !slices.Contains(transparent, of) {
			return of
		}
	}
	return ""
}

// surroundings looks at what stands before and after the boxes of the answer: other parts of a
// formula, or words that deny it.
func surroundings(s string, group []box) Problem {
	for _, b := range group {
		if b.inside != "" {
			return Inside
		}
	}
	first, last := group[0], group[len(group)-1]
	end := last.end
	if end < len(s) && s[end] == '}' {
		end++
	}
	before, after := s[max(0, first.command-400):first.command], s[end:min(len(s), end+400)]
	math := inMath(s[:first.command])
	for {
		b, a := spacedBefore.FindStringIndex(before), spacedAfter.FindStringIndex(after)
		if b == nil || a == nil {
			break
		}
		before, after, math = before[:b[0]], after[a[1]:], true // (\boxed{x})
	}
	if operandBefore(before, math, strings.Contains(s, "\n")) || operandAfter(after, math) {
		return Inside
	}
	if strings.HasSuffix(before, "~~") && strings.HasPrefix(after, "~~") || strings.HasSuffix(before, "<s>") || strings.HasSuffix(before, "<del>") || alternative.MatchString(after) || denied(before, after) {
		return Denied
	}
	return ""
}

// inMath says that a dollar, \( or \[ is open at the end of a text.
func inMath(s string) bool {
	paragraph := s
	if k := strings.LastIndex(s, "\n\n"); k >= 0 {
		paragraph = s[k:]
	}
	open := false
	for k := 0; k < len(paragraph); k++ {
		switch paragraph[k] {
		case '$':
			if k+1 < len(paragraph) && paragraph[k+1] == '$' {
				k++
			}
			open = !open
		case '\\':
			if k++; k < len(paragraph) {
				switch paragraph[k] {
				case '(', '[':
					open = true
				case ')', ']':
					open = false
				}
			}
		}
	}
	return open
}

var (
	spacingBefore = regexp.MustCompile(`(\\[,;:! ]|\\quad|\\qquad|\\displaystyle|\\left\.|~|\{\}|[ \t\r\n{]|\\(textbf|textit|text|mathbf|mathrm|bm|boldsymbol|large|Large|huge|color|textcolor)|\{[a-z]+\}|\\left)$`)
	endsText      = regexp.MustCompile(`\\(text|textbf|textit|textrm|mathrm|mbox|mathbf|tag|label)\s*\{[^{}]*\}$`)
	endsCommand   = regexp.MustCompile(`\\([a-zA-Z]+)$`)
	spacedBefore  = regexp.MustCompile(`(\\left|\\[bB]igg?l?)\s*[(\[]\s*$`)
	spacedAfter   = regexp.MustCompile(`^\s*(\\right|\\[bB]igg?r?)\s*[)\]]`)
	spacingAfter  = regexp.MustCompile(`^(\\[,;:! ]|\\quad|\\qquad|\\hfill|\\nonumber|\\notag|\\right\.|~|\{\}|[ \t}])+`)
	startsCommand = regexp.MustCompile(`^\\([a-zA-Z]+)`)
)

// betweenFormulas are commands that do not continue a formula.
var betweenFormulas = []string{
	"text", "textbf", "textit", "textrm", "mbox", "tag", "label", "end", "begin", "quad", "qquad", "Rightarrow", "implies", "Longrightarrow", "iff", "Leftrightarrow", "therefore", "because",
	"checkmark", "blacksquare", "square", "qed", "Box", "hfill", "nonumber", "notag", "newline", "par", "item", "boxed", "approx", "simeq", "equiv", "to", "rightarrow", "longrightarrow", "sim", "cong", "mapsto", "quad",
	"triangleq", "coloneqq", "doteq", "leftarrow", "ldots", "dots", "cdots", "land", "lor", "wedge", "vee", "colon", "Longleftrightarrow", "right", "middle", "bigskip", "medskip", "smallskip", "vspace", "hspace", "displaystyle", "hline", "big", "Big", "bigl", "bigr",
	"fbox", "framebox", "bbox", "noindent", "centering", "ding", "footnote", "ref", "eqref", "cite", "le", "ge", "leq", "geq",
}

// operandBefore says that a formula goes on into the box: 2\boxed{x}, -\boxed{x}.
func operandBefore(before string, math, lines bool) bool {
	for {
		if strings.HasSuffix(before, "\n") && !math {
			return false
		}
		trimmed := before
		if m := spacingBefore.FindStringIndex(trimmed); m != nil {
			trimmed = trimmed[:m[0]]
		}
		if trimmed == before {
			break
		}
		before = trimmed
	}
	blank := before == "" || isBlank(before)
	if blank || endsText.MatchString(before) {
		return false
	}
	last := before[len(before)-1]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	switch last {
	case '+', '/', '^', '_', '<', '>':
		return true
	case '-', '*': // of a list of points
		return strings.TrimSpace(line) != string(last) || !lines
	}
	if m := endsCommand.FindStringSubmatch(before); m != nil {
		if strings.HasSuffix(before, `\\`+m[1]) { // a line ends, then letters
			return math
		}
		return !slices.Contains(betweenFormulas, m[1])
	}
	if last >= '0' && last <= '9' && !math {
		return adjacent(before)
	}
	if math {
		return isLetter(last) || last >= '0' && last <= '9' || last == ')' || last == '}' || last == '!' || last == '|'
	}
	return false
}

// adjacent: a number right before the box, not at the end of words.
func adjacent(before string) bool {
	k := strings.LastIndexFunc(before, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	return k < 0 || before[k] == '=' || before[k] == '+' || before[k] == '-'
}

// operandAfter says that the formula of the box goes on: \boxed{x}^2, \boxed{x}\cdot 3.
func operandAfter(after string, math bool) bool {
	spaced := false
	for {
		if strings.HasPrefix(after, "\n") || strings.HasPrefix(after, `\\`) && !startsBox(after[2:]) {
			return false
		}
		m := spacingAfter.FindString(after)
		if m == "" {
			break
		}
		spaced = true
		after = after[len(m):]
	}
	if after == "" {
		return false
	}
	if m := startsCommand.FindStringSubmatch(after); m != nil {
		if end, hidden := invisible(after, m[1], len(m[0])); hidden {
			return operandAfter(after[end:], math)
		}
		return !slices.Contains(betweenFormulas, m[1])
	}
	switch c := after[0]; {
	case c == '^' || c == '_' || c == '/' || c == '+':
		return true
	case c == '*':
		return !strings.HasPrefix(after, "**") && !spaced
	case c == '-':
		return math || !spaced
	case c == '!':
		return math
	case isLetter(c) || c >= '0' && c <= '9':
		return math || !spaced
	case c == '(':
		return math && !strings.Contains(after[:min(len(after), 60)], "\\text")
	}
	return false
}

var (
	denyingBefore = regexp.MustCompile(`(?i)\b(not|cannot|can't|isn't|wasn't|never|neither|nor|wrong|incorrect|incorrectly|mistakenly|n't)\b[^a-z]*((be|equal|equals|to|is|the|a|an|simply|just|answer|result|value|give|gives|as|by|written|claimed|said|obtain|obtained|get|got|correct|would|was|were|have|been|it)\b[^a-z]*)*$`)
	denyingAfter  = regexp.MustCompile(`(?i)^[\s$*_.)}\]\\]*(\?|(is|are|was|would be|seems)\s+(not|wrong|incorrect|false|never|no)\b|(is|was)n't\b|cannot\b|can't\b|\(?(wrong|incorrect|false)\b)`)
	alternative   = regexp.MustCompile(`(?i)^[\s$*).,;\]\\]*(or|alternatively)[\s,]+((is|it|was)\s+)?(perhaps|maybe|possibly|else|instead|\$|\\\(|\\\[|-?[0-9])`)
	clauseEnd     = regexp.MustCompile(`[.;:,\n]|\b(so|thus|hence|therefore|but|instead|then)\b`)
)

// denied: "the answer is not \boxed{x}", "\boxed{x} is wrong", "\boxed{x}?".
func denied(before, after string) bool {
	if ends := clauseEnd.FindAllStringIndex(before, -1); ends != nil {
		before = before[ends[len(ends)-1][1]:]
	}
	before = strings.NewReplacer("$", " ", "*", " ", `\(`, " ", `\[`, " ", `\text{`, " ", "{", " ", "}", " ").Replace(before)
	return denyingBefore.MatchString(strings.TrimRight(before, " \t")) || denyingAfter.MatchString(after)
}
