package complexity

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind int

const (
	tEnd      tokenKind = iota
	tNumber             // value in num
	tWord               // a name; Greek letters by their English names
	tOperator           // + - * / ^ ! _ √
	tOpen               // ( [ { ⌊ ⌈
	tClose              // ) ] } ⌋ ⌉
	tBar                // |
	tRelation           // = < > ≤ ≥ ~ ≈ ∈ …
	tComma              // , and ; inside lists
	tBreak              // end of a sentence, quotes, dollar signs, hyphens in prose
	tUnknown            // a sign or command outside the grammar
)

type token struct {
	kind  tokenKind
	text  string // the name or the sign, in its plain spelling
	num   float64
	pos   int  // byte offset in the text
	end   int  // byte offset after it
	space bool // white space stands before it
	whole bool // a \text{…}: not to be taken apart
	match int  // of a bracket: index of its partner; of an unclosed one, of the end token
	depth int  // number of brackets around it
}

// lexer turns a text into tokens in one pass. LaTeX commands and Unicode
// signs are brought to one plain spelling on the way.
type lexer struct {
	text   string
	pos    int
	space  bool
	tokens []token
}

// lex reads the whole text. The last token is tEnd.
func lex(text string) []token {
	l := &lexer{text: text}
	for l.pos < len(text) {
		l.next()
	}
	l.emit(tEnd, "", len(text))
	matchBrackets(l.tokens)
	return l.tokens
}

// emit adds a token that starts at start and ends where the lexer stands.
func (l *lexer) emit(kind tokenKind, text string, start int) *token {
	l.tokens = append(l.tokens, token{kind: kind, text: text, pos: start, end: l.pos, space: l.space})
	l.space = false
	return &l.tokens[len(l.tokens)-1]
}

func (l *lexer) next() {
	start := l.pos
	r, width := utf8.DecodeRuneInString(l.text[l.pos:])
	r = plainLetter(r)
	switch {
	case unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff':
		l.pos += width
		l.space = true
	case r == '\\':
		l.command()
	case r >= '0' && r <= '9' || r == '.' && l.digitAt(l.pos+1):
		l.number()
	case vulgarFractions[r] != 0:
		l.pos += width
		l.emit(tNumber, string(r), start).num = vulgarFractions[r]
	case superscripts[r] != 0:
		l.shifted("^", superscripts)
	case subscripts[r] != 0:
		l.shifted("_", subscripts)
	case unicode.IsLetter(r):
		l.word()
	default:
		l.pos += width
		l.sign(r, start)
	}
}

// signs maps single signs to tokens.
var signs = map[rune]struct {
	kind tokenKind
	text string
}{
	'+': {tOperator, "+"}, '-': {tOperator, "-"}, '−': {tOperator, "-"},
	'·': {tOperator, "*"}, '⋅': {tOperator, "*"}, '•': {tOperator, "*"}, '×': {tOperator, "*"}, '∗': {tOperator, "*"}, '∙': {tOperator, "*"},
	'/': {tOperator, "/"}, '÷': {tOperator, "/"}, '⁄': {tOperator, "/"}, '∕': {tOperator, "/"},
	'^': {tOperator, "^"}, '!': {tOperator, "!"}, '_': {tOperator, "_"}, '√': {tOperator, "√"},
	'(': {tOpen, "("}, '[': {tOpen, "["}, '{': {tOpen, "{"}, '⌊': {tOpen, "⌊"}, '⌈': {tOpen, "⌈"},
	')': {tClose, "("}, ']': {tClose, "["}, '}': {tClose, "{"}, '⌋': {tClose, "⌊"}, '⌉': {tClose, "⌈"},
	'|': {tBar, "|"}, '∣': {tBar, "|"},
	'=': {tRelation, "="}, '<': {tRelation, "<"}, '>': {tRelation, ">"}, '≤': {tRelation, "<"}, '≥': {tRelation, ">"},
	'≲': {tRelation, "<"}, '≳': {tRelation, ">"}, '⩽': {tRelation, "<"}, '⩾': {tRelation, ">"},
	'∼': {tRelation, "="}, '≈': {tRelation, "="}, '≃': {tRelation, "="}, '∈': {tRelation, "="}, '∝': {tRelation, "="}, '≡': {tRelation, "="}, '≪': {tRelation, "<"},
	',': {tComma, ","},
	';': {tBreak, ";"}, '.': {tBreak, "."}, ':': {tBreak, ":"}, '$': {tBreak, "$"}, '`': {tBreak, "`"}, '"': {tBreak, `"`}, '\'': {tBreak, "'"},
	'“': {tBreak, `"`}, '”': {tBreak, `"`}, '’': {tBreak, "'"}, '‘': {tBreak, "'"}, '–': {tBreak, "–"}, '—': {tBreak, "—"}, '→': {tBreak, "→"}, '?': {tBreak, "?"}, '#': {tBreak, "#"},
}

func (l *lexer) sign(r rune, start int) {
	switch r {
	case '*':
		if strings.HasPrefix(l.text[l.pos:], "*") {
			l.pos++
			l.emit(tOperator, "^", start).whole = true
			return
		}
		l.emit(tOperator, "*", start)
	case '~':
		// Õ typed as O~, a relation where something follows, else a space.
		if n := len(l.tokens); n > 0 && l.tokens[n-1].kind == tWord && l.tokens[n-1].text == "O" && !l.space {
			l.tokens[n-1].text, l.tokens[n-1].end = softO, l.pos
			return
		}
		l.emit(tRelation, "=", start)
	case '\u0303', '\u02dc': // combining tilde after a letter
		if n := len(l.tokens); n > 0 && l.tokens[n-1].kind == tWord && (l.tokens[n-1].text == "O" || l.tokens[n-1].text == "Theta") {
			l.tokens[n-1].text, l.tokens[n-1].end = softO, l.pos
		}
	case '\u2061', '\u2062', '\u2063': // invisible operators
	case '<', '>', '=', '!':
		if strings.HasPrefix(l.text[l.pos:], "=") {
			l.pos++
			l.emit(tRelation, strings.Replace(string(r), "!", "≠", 1), start)
			return
		}
		l.emit(signs[r].kind, signs[r].text, start)
	case '-':
		l.hyphen(start)
	default:
		if s, ok := signs[r]; ok {
			l.emit(s.kind, s.text, start)
			return
		}
		l.emit(tUnknown, string(r), start)
	}
}

// hyphen tells a hyphen inside prose ("min-fill", "polynomial-time") from a
// minus sign. "quasi-polynomial" becomes one word if the grammar knows it.
func (l *lexer) hyphen(start int) {
	n := len(l.tokens)
	if n == 0 || l.space || l.tokens[n-1].kind != tWord || l.tokens[n-1].end != start {
		l.emit(tOperator, "-", start)
		return
	}
	rest := l.text[l.pos:]
	length := 0
	for length < len(rest) && isASCIILetter(rest[length]) {
		length++
	}
	first, second := l.tokens[n-1].text, rest[:length]
	joined := strings.ToLower(first + "-" + second)
	if _, ok := growthWords[joined]; ok {
		l.pos += length
		l.tokens[n-1].text, l.tokens[n-1].end = joined, l.pos
		return
	}
	if length > 1 && (len(first) > 1 || !isMathWord(second)) {
		l.emit(tBreak, "-", start)
		return
	}
	l.emit(tOperator, "-", start)
}

func (l *lexer) digitAt(i int) bool { return i < len(l.text) && l.text[i] >= '0' && l.text[i] <= '9' }

func (l *lexer) digits() {
	for l.digitAt(l.pos) {
		l.pos++
	}
}

func (l *lexer) number() {
	start := l.pos
	l.digits()
	if l.pos < len(l.text) && l.text[l.pos] == '.' && l.digitAt(l.pos+1) {
		l.pos++
		l.digits()
	}
	if l.pos < len(l.text) && (l.text[l.pos] == 'e' || l.text[l.pos] == 'E') {
		sign := 1
		if l.pos+1 < len(l.text) && (l.text[l.pos+1] == '-' || l.text[l.pos+1] == '+') {
			sign = 2
		}
		if l.digitAt(l.pos + sign) {
			l.pos += sign
			l.digits()
		}
	}
	// Out of range gives ±Inf, which the evaluation rejects.
	num, err := strconv.ParseFloat(l.text[start:l.pos], 64)
	if err != nil && num == 0 {
		l.emit(tUnknown, l.text[start:l.pos], start)
		return
	}
	l.emit(tNumber, l.text[start:l.pos], start).num = num
}

// shifted reads a run of superscripts or subscripts as ^{…} or _{…}.
func (l *lexer) shifted(operator string, table map[rune]rune) {
	start := l.pos
	var plain strings.Builder
	for l.pos < len(l.text) {
		r, width := utf8.DecodeRuneInString(l.text[l.pos:])
		plainRune := table[r]
		if r == '/' || r == '⁄' { // 2ⁿ/² has its slash on the line
			if next, _ := utf8.DecodeRuneInString(l.text[l.pos+width:]); table[next] != 0 {
				plainRune = '/'
			}
		}
		if r == '·' || r == '⋅' || r == '.' { // n²·⁵
			if next, _ := utf8.DecodeRuneInString(l.text[l.pos+width:]); plain.Len() > 0 && next > 0x7F && table[next] >= '0' && table[next] <= '9' {
				plainRune = '.'
			}
		}
		if plainRune == 0 {
			break
		}
		plain.WriteRune(plainRune)
		l.pos += width
	}
	space := l.space
	l.emit(tOperator, operator, start).space = space
	l.emit(tOpen, "{", start)
	inner := &lexer{text: plain.String()}
	for inner.pos < len(inner.text) {
		inner.next()
	}
	for _, t := range inner.tokens {
		t.pos, t.end = start, l.pos
		l.tokens = append(l.tokens, t)
	}
	l.emit(tClose, "{", start)
}

func (l *lexer) word() {
	start := l.pos
	var b strings.Builder
	for l.pos < len(l.text) {
		r, width := utf8.DecodeRuneInString(l.text[l.pos:])
		r = plainLetter(r)
		if !unicode.IsLetter(r) || superscripts[r] != 0 || subscripts[r] != 0 {
			break
		}
		if name := greek[r]; name != "" {
			// A Greek letter is a symbol of its own.
			if b.Len() > 0 {
				break
			}
			l.pos += width
			l.emit(tWord, name, start).whole = true
			return
		}
		b.WriteRune(r)
		l.pos += width
	}
	l.words(b.String(), start)
}

// words emits a run of letters, taken apart where it is a product written
// without spaces: nlogn, nm, VE.
func (l *lexer) words(run string, start int) {
	pieces := splitWord(run)
	end, at := l.pos, start
	for _, piece := range pieces {
		l.pos = at + len(piece)
		l.emit(tWord, piece, at)
		at = l.pos
	}
	l.pos = end
	l.tokens[len(l.tokens)-1].end = end
}

// command reads a LaTeX command.
func (l *lexer) command() {
	start := l.pos
	l.pos++
	if l.pos == len(l.text) {
		return
	}
	if !isASCIILetter(l.text[l.pos]) {
		r, width := utf8.DecodeRuneInString(l.text[l.pos:])
		l.pos += width
		switch {
		case strings.ContainsRune(",;:! \\", r):
			l.space = true
		case strings.ContainsRune("()[]", r):
			l.emit(tBreak, "$", start)
		case r == '|':
			l.emit(tBar, "|", start)
		default:
			l.sign(r, start)
		}
		return
	}
	for l.pos < len(l.text) && isASCIILetter(l.text[l.pos]) {
		l.pos++
	}
	name := l.text[start+1 : l.pos]
	switch {
	case spacingCommands[name]:
		l.space = true
	case styleCommands[name]:
		l.styled(start)
	case name == "tilde" || name == "widetilde" || name == "hat":
		l.tilde(start)
	case commandSigns[name] != 0:
		l.sign(commandSigns[name], start)
	case commandWords[name] != "":
		l.emit(tWord, commandWords[name], start).whole = true
	default:
		l.emit(tUnknown, `\`+name, start)
	}
}

// styled reads the argument of \text, \mathcal and the like. A word in it
// becomes a token of its own; several words become one name.
func (l *lexer) styled(start int) {
	at := l.pos
	for at < len(l.text) && l.text[at] == ' ' {
		at++
	}
	if at == len(l.text) || l.text[at] != '{' {
		l.space = l.space || at > l.pos // {\cal O}, \rm n: a change of style only
		return
	}
	length := strings.IndexAny(l.text[at+1:], "{}\\$")
	if length < 0 || l.text[at+1+length] != '}' {
		return // braces or commands inside: the group reads by itself
	}
	name := strings.TrimSpace(l.text[at+1 : at+1+length])
	if name == "" || strings.ContainsAny(name, "()^*+/=|") {
		return
	}
	l.pos = at + 1 + length + 1
	if r := []rune(name); len(r) == 1 && greek[r[0]] != "" {
		name = greek[r[0]]
	} else if len(r) == 1 {
		name = string(plainLetter(r[0]))
	}
	l.emit(tWord, name, start).whole = true
}

// tilde reads \tilde O, \tilde{O} and \tilde{\mathcal{O}} as one word.
func (l *lexer) tilde(start int) {
	rest := l.text[l.pos:]
	for _, spelling := range softSpellings {
		trimmed := strings.TrimLeft(rest, " ")
		if strings.HasPrefix(trimmed, spelling) {
			l.pos += len(rest) - len(trimmed) + len(spelling)
			l.emit(tWord, softO, start).whole = true
			return
		}
	}
	l.emit(tUnknown, l.text[start:l.pos], start)
}

// matchBrackets pairs brackets. A closing bracket without partner becomes a
// break, an opening one is taken to close at the end.
func matchBrackets(tokens []token) {
	end := len(tokens) - 1
	var open []int
	for i := range tokens {
		t := &tokens[i]
		t.depth = len(open)
		switch t.kind {
		case tOpen:
			t.match = end
			open = append(open, i)
		case tClose:
			at := len(open) - 1
			for at >= 0 && at > len(open)-4 && tokens[open[at]].text != t.text {
				at--
			}
			if at < 0 || tokens[open[at]].text != t.text {
				t.kind = tBreak
				continue
			}
			t.match = open[at]
			tokens[open[at]].match = i
			open = open[:at]
			t.depth = len(open)
		default: // not a bracket
		}
	}
}

func isASCIILetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// plainLetter maps mathematical alphabets (italic, script, bold …) to plain
// letters and digits.
func plainLetter(r rune) rune {
	const letters, lettersEnd, digits, digitsEnd = 0x1D400, 0x1D6A3, 0x1D7CE, 0x1D7FF
	switch {
	case r >= letters && r <= lettersEnd:
		at := (r - letters) % 52
		if at < 26 {
			return 'A' + at
		}
		return 'a' + at - 26
	case r >= digits && r <= digitsEnd:
		return '0' + (r-digits)%10
	case r == 'ⅇ' || r == 'ℯ':
		return 'e'
	case r >= '！' && r <= '～': // full-width forms
		return r - '！' + '!'
	}
	return r
}
