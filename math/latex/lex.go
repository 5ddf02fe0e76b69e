package latex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer turns the source into tokens in one pass.
type lexer struct {
	src    string
	i      int
	toks   []token
	space  uint8
	neg    int // \! since the last token
	plain  bool
	depth  int     // open brackets, in which a comma never separates thousands
	braces []int32 // for each open brace, how many braces an old font command opened inside it
	split  bool    // read 1,000 as two numbers
	maybe  bool    // a number with commas was seen that may be a list
	eulerE bool    // read 3e-2 with Euler's number
	maybeE bool    // such a number was seen
}

// lex is the tokens of src, an end token last.
func lex(src string, split, eulerE bool) (*lexer, error) {
	l := &lexer{src: src, plain: !strings.ContainsRune(src, '\\'), split: split, eulerE: eulerE}
	l.toks = *spareTokens.Get().(*[]token)
	end := len(src)
	if inner, ok := markdownBold(src); ok {
		l.i = strings.Index(src, inner)
		end = l.i + len(inner)
	}
	read := l.run
	if before, _, found := strings.Cut(src, "$"); found && !strings.ContainsRune(before, '\\') && strings.TrimSpace(before) != "" {
		read = l.dollars
		l.i, end = 0, len(src)
	}
	if err := read(end); err != nil {
		return l, err
	}
	l.emit(token{kind: tEnd, pos: int32(len(src)), end: int32(len(src))})
	return l, nil
}

func (l *lexer) emit(t token) {
	t.space, t.negative = l.space, l.neg >= 2
	t.match, t.over = -1, -1
	l.space, l.neg = spaceNone, 0
	l.toks = append(l.toks, t)
}

func (l *lexer) put(kind tokenKind, name string, start int) {
	l.emit(token{kind: kind, name: name, pos: int32(start), end: int32(l.i)})
}

// beforeNabla: an arrow over ∇, or ∇ in bold type, is ∇.
func (l *lexer) beforeNabla() bool {
	rest := strings.TrimLeft(l.src[l.i:], " ")
	if inner, braced := strings.CutPrefix(rest, "{"); braced {
		rest = strings.TrimLeft(inner, " ")
	}
	after, ok := strings.CutPrefix(rest, `\nabla`)
	return ok && (after == "" || !unicode.IsLetter(rune(after[0])))
}

func (l *lexer) fail(at int, problem, hint string) error {
	found := "end"
	if at < len(l.src) {
		_, n := utf8.DecodeRuneInString(l.src[at:])
		found = quote(l.src[at : at+n])
	}
	return &Error{at, found, problem, hint}
}

func (l *lexer) widen(s uint8) { l.space = max(l.space, s) }

// run lexes up to byte stop.
func (l *lexer) run(stop int) error {
	for l.i < stop {
		c := l.src[l.i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			l.widen(spaceBlank)
			l.i++
		case c >= 0x80:
			if err := l.runeToken(); err != nil {
				return err
			}
		case c >= '0' && c <= '9' || c == '.' && l.digitAt(l.i+1):
			if err := l.number(); err != nil {
				return err
			}
		case isASCIILetter(c):
			l.letters()
		case c == '\\':
			if err := l.command(); err != nil {
				return err
			}
		default:
			if err := l.punctuation(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// dollars reads a text with mathematics between dollar signs.
func (l *lexer) dollars(stop int) error {
	from, inside := 0, false
	for i := 0; i <= stop; i++ {
		if i < stop && l.src[i] == '\\' {
			i++
			continue
		}
		if i < stop && l.src[i] != '$' {
			continue
		}
		part := l.src[from:min(i, stop)]
		l.i = from
		switch {
		case inside || strings.ContainsRune(part, '\\'):
			if err := l.run(min(i, stop)); err != nil {
				return err
			}
		case strings.Trim(part, " \t\r\n.") != "":
			l.i = min(i, stop)
			l.uprightToken(part, true, false, from)
		}
		for i+1 < stop && l.src[i+1] == '$' {
			i++
		}
		from, inside = i+1, !inside
	}
	l.i = stop
	return nil
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func (l *lexer) digitAt(i int) bool { return i < len(l.src) && l.src[i] >= '0' && l.src[i] <= '9' }

func (l *lexer) punctuation(c byte) error {
	start := l.i
	l.i++
	switch c {
	case '{':
		l.braces = append(l.braces, 0)
		l.put(tBraceOpen, "{", start)
	case '}':
		if len(l.braces) == 0 {
			return l.fail(start, "a closing brace without an opening one", "")
		}
		n := l.braces[len(l.braces)-1]
		l.braces = l.braces[:len(l.braces)-1]
		for ; n > 0; n-- {
			l.put(tBraceClose, "}", start)
		}
		l.put(tBraceClose, "}", start)
	case '(', '[':
		l.depth++
		l.put(tOpen, l.src[start:l.i], start)
	case ')', ']':
		l.depth = max(0, l.depth-1)
		l.put(tClose, l.src[start:l.i], start)
	case '|':
		l.put(tBar, "|", start)
	case '^':
		l.put(tSup, "^", start)
	case '_':
		l.put(tSub, "_", start)
	case '\'':
		l.put(tPrime, "'", start)
	case '&':
		l.put(tAmp, "&", start)
	case '~':
		l.widen(spaceThin)
	case '$':
		// Delimiters of mathematics inside mathematics say nothing.
	case '%':
		l.put(tOp, "%", start)
	case '+', '-', '/', ',', ';', ':', '<', '>', '=', '!', '.', '?', '*':
		l.put(tOp, l.operator(c), start)
	case '"', '`':
		return l.fail(start, "a quotation mark is no mathematics", "")
	default:
		return l.fail(start, "this character is no mathematics", "")
	}
	return nil
}

// operator reads the two-character operators of plain text.
func (l *lexer) operator(c byte) string {
	next := byte(0)
	if l.i < len(l.src) {
		next = l.src[l.i]
	}
	two := ""
	switch {
	case c == '<' && next == '=':
		two = "≤"
	case c == '>' && next == '=':
		two = "≥"
	case c == '=' && next == '=', c == ':' && next == '=':
		two = "="
	case c == '-' && next == '>':
		two = "→"
	case c == '*' && next == '*':
		two = "**"
	case c == '!' && next == '=' && l.plain && l.i >= 2 && l.src[l.i-2] == ' ':
		two = "≠"
	case c == '.' && strings.HasPrefix(l.src[l.i:], ".."):
		l.i += 2
		return "…"
	}
	if two != "" {
		l.i++
		return two
	}
	return l.src[l.i-1 : l.i]
}

// letters reads a run of ASCII letters: a function, a word, or one symbol a letter.
func (l *lexer) letters() {
	start := l.i
	for l.i < len(l.src) && isASCIILetter(l.src[l.i]) {
		l.i++
	}
	run := l.src[start:l.i]
	if len(run) > 1 && l.knownRun(run, start) {
		return
	}
	for k := range run {
		l.i = start + k + 1
		l.put(tLetter, run[k:k+1], start+k)
	}
	if len(run) == 1 && l.plain {
		l.gluedIndex(run[0])
	}
}

// gluedIndex reads the digits of m1 in plain text as the index that they are.
func (l *lexer) gluedIndex(letter byte) {
	end := l.i
	for l.digitAt(end) {
		end++
	}
	if letter == 'e' || letter == 'E' || end == l.i || end-l.i > 3 || end < len(l.src) && l.src[end] == '.' && l.digitAt(end+1) {
		return
	}
	start := l.i
	l.i = end
	l.put(tSub, "_", start)
	l.put(tNumber, l.src[start:end], start)
}

func (l *lexer) knownRun(run string, start int) bool {
	if bareFunctions[run] {
		l.emit(token{kind: tFunc, name: functionWords[run], raw: run, pos: int32(start), end: int32(l.i)})
		return true
	}
	if (run == "tr" || run == "Tr" || run == "Re" || run == "Im" || run == "Li") && l.i < len(l.src) && (l.src[l.i] == '(' || l.src[l.i] == '[' || l.src[l.i] == '_' && run == "Li") {
		l.emit(token{kind: tFunc, name: functionWords[run], raw: run, pos: int32(start), end: int32(l.i)})
		return true
	}
	if run == "SU" || run == "SO" || run == "Sp" || run == "USp" {
		l.put(tLetter, `\mathrm{`+run+`}`, start)
		return true
	}
	if l.plain {
		if s, ok := plainWords[run]; ok {
			l.put(tLetter, s, start)
			return true
		}
	}
	if bareWords[run] && l.blankAround(start) {
		l.emit(token{kind: tText, name: run, raw: run, word: true, pos: int32(start), end: int32(l.i)})
		return true
	}
	if n := len(l.toks); n > 0 && l.toks[n-1].kind == tNumber && l.space != spaceNone && unmistakable(run) { // 125 GeV
		l.emit(token{kind: tText, name: run, raw: run, pos: int32(start), end: int32(l.i)})
		return true
	}
	if l.word(run, start) {
		return true
	}
	for _, f := range prefixFunctions {
		if strings.HasPrefix(run, f) && len(run) <= len(f)+2 {
			end := l.i
			l.i = start + len(f)
			l.emit(token{kind: tFunc, name: functionWords[f], raw: f, pos: int32(start), end: int32(l.i)})
			for k := l.i; k < end; k++ {
				l.i = k + 1
				l.put(tLetter, l.src[k:k+1], k)
			}
			return true
		}
	}
	return false
}

// word reads a run of letters that is no product: a long one with vowels, or a short word of
// English between blanks. Words in sequence are one token.
func (l *lexer) word(run string, start int) bool {
	follows := len(l.toks) > 0 && l.toks[len(l.toks)-1].kind == tText && l.toks[len(l.toks)-1].word && l.space != spaceNone
	switch {
	case looksLikeWord(run):
	case (leadingWords[run] || follows && smallWords[run]) && l.blankAround(start):
	default:
		return false
	}
	if follows {
		t := &l.toks[len(l.toks)-1]
		t.name = l.src[t.pos:l.i]
		t.raw, t.end = t.name, int32(l.i)
		l.space = spaceNone
		return true
	}
	l.emit(token{kind: tText, name: run, raw: run, word: true, pos: int32(start), end: int32(l.i)})
	return true
}

func looksLikeWord(run string) bool {
	vowels, sorted := 0, true
	for i := range len(run) {
		switch run[i] | 0x20 {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			vowels++
		}
		sorted = sorted && (i == 0 || run[i] > run[i-1])
	}
	return len(run) >= 6 && vowels >= 2 && !sorted
}

func (l *lexer) blankAround(start int) bool {
	blank := func(i int) bool {
		return i < 0 || i >= len(l.src) || strings.IndexByte(" \t\n\r,;$~\\", l.src[i]) >= 0
	}
	return blank(start-1) && blank(l.i)
}

// commandName reads the name after a backslash.
func (l *lexer) commandName() string {
	start := l.i + 1
	end := start
	for end < len(l.src) && isASCIILetter(l.src[end]) {
		end++
	}
	if end == start && end < len(l.src) {
		_, n := utf8.DecodeRuneInString(l.src[end:])
		end += n
	} else if end < len(l.src) && l.src[end] == '*' && (l.src[start:end] == "operatorname" || l.src[start:end] == "hspace" || l.src[start:end] == "vspace" || l.src[start:end] == "tag") {
		end++
	}
	l.i = end
	return l.src[start:end]
}

func (l *lexer) command() error {
	start := l.i
	name := l.commandName()
	switch name {
	case "":
		return l.fail(start, "a backslash at the end", "")
	case "\\", "newline", "cr":
		l.skipOptional()
		l.put(tNewline, `\\`, start)
		return nil
	case "\n", "\r", "\t":
		l.widen(spaceThin)
		return nil
	case " ":
		if n := len(l.toks); n > 0 && l.i < len(l.src) && l.src[l.i] == '{' && strings.HasPrefix(l.toks[n-1].name, `\mathbb{`) { // ℝ \ {0}
			l.put(tOp, "∖", start)
			return nil
		}
	case "begin", "end":
		env, ok := l.braced()
		if !ok {
			return l.fail(l.i, `\`+name+" without the name of an environment", "")
		}
		kind := tBegin
		if name == "end" {
			kind = tEndEnv
		}
		l.put(kind, strings.TrimSuffix(strings.TrimSpace(env), "*"), start)
		return nil
	}
	c, ok := commands[name]
	if !ok {
		return &Error{start, quote(`\` + name), "unknown command", "macros are not expanded; write the mathematics itself"}
	}
	switch c.kind {
	case cSymbol:
		if c.to == `\prime` {
			l.put(tPrime, "'", start)
			return nil
		}
		l.put(tLetter, c.to, start)
	case cFunc:
		l.emit(token{kind: tFunc, name: c.to, raw: name, pos: int32(start), end: int32(l.i)})
	case cOp:
		l.put(tOp, c.to, start)
	case cThin:
		l.widen(spaceThin)
	case cWide:
		l.widen(spaceWide)
	case cNegative:
		l.neg++
	case cIgnore:
	case cIgnoreArg:
		if _, ok := l.braced(); !ok {
			return l.fail(l.i, `\`+name+" without its argument", "")
		}
	case cSize, cLeft, cRight:
		return l.delimiter(c.kind)
	case cText, cRoman, cOperator:
		return l.upright(name, c.kind, start)
	case cAccent:
		if !l.beforeNabla() {
			l.put(tAccent, c.to, start)
		}
	case cFont:
		if !l.beforeNabla() {
			l.put(tFont, c.to, start)
		}
	case cOldRoman:
		l.oldRoman(start)
	case cOldFont:
		l.oldFont(c.to, start)
	case cParsed:
		l.put(tCommand, c.to, start)
	case cOpen:
		l.depth++
		l.put(tOpen, c.to, start)
	case cClose:
		l.depth = max(0, l.depth-1)
		l.put(tClose, c.to, start)
	case cBar:
		l.bar(c.to, 0, start)
	case cSI:
		return l.siunitx(name, start)
	case cForbidden:
		return &Error{start, quote(`\` + name), "a command that is not mathematics", "macros are neither defined nor expanded"}
	}
	return nil
}

// bar emits a bar; a name may carry its side.
func (l *lexer) bar(name string, side int8, start int) {
	if s, ok := strings.CutSuffix(name, "+"); ok {
		name, side = s, 1
	} else if s, ok := strings.CutSuffix(name, "-"); ok {
		name, side = s, -1
	}
	l.emit(token{kind: tBar, name: name, side: side, pos: int32(start), end: int32(l.i)})
}

// delimiter reads what follows \left, \right, \big and so on.
func (l *lexer) delimiter(kind commandKind) error {
	start := l.i
	for l.i < len(l.src) && (l.src[l.i] == ' ' || l.src[l.i] == '\n' || l.src[l.i] == '\t' || l.src[l.i] == '\r') {
		l.i++
	}
	if l.i >= len(l.src) {
		return l.fail(l.i, "a delimiter is missing", "")
	}
	at := l.i
	c := command{}
	if l.src[l.i] == '\\' {
		c = commands[l.commandName()]
	} else {
		r, n := utf8.DecodeRuneInString(l.src[l.i:])
		l.i += n
		switch r {
		case '(', '[':
			c = command{cOpen, string(r)}
		case ')', ']':
			c = command{cClose, string(r)}
		case '<', '⟨':
			c = command{cOpen, "⟨"}
		case '>', '⟩':
			c = command{cClose, "⟩"}
		case '|':
			c = command{cBar, "|"}
		case '.':
			c = command{cOpen, "."}
		case '/':
			l.put(tOp, "/", at)
			return nil
		case '{', '}':
			return &Error{at, quote(string(r)), "not a delimiter", `write \{ or \}`}
		}
	}
	var side int8
	switch kind {
	case cLeft:
		side = 1
	case cRight:
		side = -1
	default:
	}
	switch c.kind {
	case cBar:
		l.bar(c.to, side, at)
	case cOpen, cClose:
		k := tOpen
		if c.kind == cClose && side != 1 || side == -1 {
			k = tClose
		}
		if k == tOpen {
			l.depth++
		} else {
			l.depth = max(0, l.depth-1)
		}
		l.emit(token{kind: k, name: c.to, side: side, pos: int32(start), end: int32(l.i)})
	case cOp:
		l.put(tOp, c.to, at)
	default:
		return l.fail(at, "not a delimiter", "")
	}
	return nil
}

// braced reads {…} at the current position and gives what is inside.
func (l *lexer) braced() (string, bool) {
	i := l.i
	for i < len(l.src) && (l.src[i] == ' ' || l.src[i] == '\n') {
		i++
	}
	if i >= len(l.src) || l.src[i] != '{' {
		return "", false
	}
	end := closingBrace(l.src, i)
	if end < 0 {
		return "", false
	}
	l.i = end + 1
	return l.src[i+1 : end], true
}

// closingBrace is the index of the brace that closes the one at i, or −1.
func closingBrace(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// skipOptional skips [4pt] after \\.
func (l *lexer) skipOptional() {
	if l.i < len(l.src) && l.src[l.i] == '[' {
		if end := strings.IndexByte(l.src[l.i:], ']'); end > 1 && end < 12 && strings.ContainsAny(l.src[l.i:l.i+end], "pecmx") {
			l.i += end + 1
		}
	}
}

// upright reads \text, \mathrm and \operatorname with their argument.
func (l *lexer) upright(name string, kind commandKind, start int) error {
	raw, ok := l.braced()
	if !ok {
		for l.i < len(l.src) && l.src[l.i] == ' ' {
			l.i++
		}
		if l.i >= len(l.src) {
			return l.fail(l.i, `\`+name+" without its argument", "")
		}
		from := l.i
		if l.src[l.i] == '\\' {
			l.commandName()
		} else {
			_, n := utf8.DecodeRuneInString(l.src[l.i:])
			l.i += n
		}
		raw = l.src[from:l.i]
	}
	if kind == cText && strings.ContainsAny(raw, "$") {
		return l.mixedText(start, raw)
	}
	l.uprightToken(raw, kind == cText, kind == cOperator, start)
	return nil
}

// mixedText reads the mathematics between dollar signs inside \text.
func (l *lexer) mixedText(start int, raw string) error {
	end := l.i
	from := end - 1 - len(raw) // of the text; the brace ends at end
	for k, part := range strings.Split(raw, "$") {
		if k%2 == 0 {
			if strings.TrimSpace(part) != "" {
				l.i = from + len(part)
				l.uprightToken(part, true, false, start)
			}
		} else {
			l.i = from
			if err := l.run(from + len(part)); err != nil {
				return err
			}
		}
		from += len(part) + 1
	}
	l.i = end
	return nil
}

// uprightToken decides what an upright word is as far as the word alone tells.
func (l *lexer) uprightToken(raw string, prose, operator bool, start int) {
	name := strings.TrimSpace(raw)
	name = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(name, `\,`, " "), "~", " "))
	if short := strings.ReplaceAll(name, " ", ""); strings.EqualFold(short, "p.v.") || strings.EqualFold(short, "pv") {
		name, prose = "PV", false // Cauchy's principal value
	}
	if f, ok := functionWords[strings.ReplaceAll(name, " ", "")]; ok && (!prose || len(name) > 2 || l.argumentNext()) && (operator || name != "th" && name != "li" && name != "ch" && name != "sh") && !l.minutes(name) {
		l.emit(token{kind: tFunc, name: f, raw: name, pos: int32(start), end: int32(l.i)})
		return
	}
	if f := strings.ReplaceAll(name, `\_`, "_"); operator {
		if _, ok := arity[f]; ok {
			l.emit(token{kind: tFunc, name: f, raw: f, pos: int32(start), end: int32(l.i)})
			return
		}
	}
	switch name {
	case "e", "i", "d":
		if !prose {
			l.emit(token{kind: tLetter, name: name, word: true, pos: int32(start), end: int32(l.i)})
			return
		}
	case "":
		l.widen(spaceThin)
		return
	}
	if raw[0] == ' ' {
		l.widen(spaceBlank)
	}
	l.emit(token{kind: tText, name: name, raw: raw, word: prose, pos: int32(start), end: int32(l.i)})
	if raw[len(raw)-1] == ' ' {
		l.widen(spaceBlank)
	}
}

// argumentNext: a bracket, a script or a command comes next, as after the name of a function.
func (l *lexer) argumentNext() bool {
	rest := strings.TrimLeft(l.src[l.i:], " ")
	return rest != "" && strings.IndexByte(`([_^\`, rest[0]) >= 0
}

// oldRoman reads {\rm eff}: upright to the end of the group.
func (l *lexer) oldRoman(start int) {
	end := l.groupEnd()
	raw := l.src[l.i:end]
	if c := strings.TrimSpace(raw); c != "" && c[0] >= '0' && c[0] <= '9' { // {\rm 12\ m/s}
		return
	}
	l.i = end
	if strings.TrimSpace(raw) != "" {
		l.uprightToken(strings.TrimSpace(raw), false, false, start)
	}
}

// groupEnd is the index of the brace that closes the group that we are in, or the end.
func (l *lexer) groupEnd() int {
	depth := 0
	for i := l.i; i < len(l.src); i++ {
		switch l.src[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(l.src)
}

// oldFont reads {\bf k}, as if it were {\mathbf{k}}.
func (l *lexer) oldFont(to string, start int) {
	if to == "" || len(l.braces) == 0 {
		return
	}
	l.put(tFont, to, start)
	l.put(tBraceOpen, "{", start)
	l.braces[len(l.braces)-1]++
}

func (l *lexer) runeToken() error {
	start := l.i
	r, n := utf8.DecodeRuneInString(l.src[l.i:])
	switch {
	case r == utf8.RuneError:
		return l.fail(start, "a damaged character", "")
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Cc, r), unicode.Is(unicode.Co, r):
		return &Error{start, quoteRune(r), "an invisible character that can change what is seen", "type the formula without it"}
	case unicode.Is(unicode.Zs, r):
		l.i += n
		if r == '\u2003' || r == '\u2001' {
			l.widen(spaceWide)
		} else {
			l.widen(spaceThin)
		}
		return nil
	}
	if _, ok := superscripts[r]; ok {
		return l.scriptRun(superscripts, tSup)
	}
	if _, ok := subscripts[r]; ok {
		return l.scriptRun(subscripts, tSub)
	}
	if l.composed(r, n) {
		return nil
	}
	if name := mathLetter(r); name != "" {
		l.i += n
		l.put(tLetter, name, start)
		return nil
	}
	if r == '∣' && strings.Count(l.src, "∣")%2 == 0 && !strings.ContainsAny(l.src, "{P") { // bars of a modulus
		l.i += n
		l.put(tBar, "|", start)
		return nil
	}
	if l.degreeSign(r, n) || l.microUnit(r, n) {
		return nil
	}
	u, ok := unicodeTokens[r]
	if !ok {
		return &Error{start, quoteRune(r), "this character is no mathematics", ""}
	}
	l.i += n
	switch u.kind {
	case tOpen:
		l.depth++
	case tClose:
		l.depth = max(0, l.depth-1)
	case tNumber:
		l.vulgar(u.name, start)
		return nil
	default:
	}
	l.put(u.kind, u.name, start)
	return nil
}

// scriptRun reads consecutive superscript (subscript) characters as one script.
func (l *lexer) scriptRun(table map[rune]string, kind tokenKind) error {
	start := l.i
	var b strings.Builder
	for l.i < len(l.src) {
		r, n := utf8.DecodeRuneInString(l.src[l.i:])
		s, ok := table[r]
		if !ok {
			break
		}
		b.WriteString(s)
		l.i += n
	}
	l.put(kind, "^", start)
	l.put(tBraceOpen, "{", start)
	end := l.i
	inner, err := lex(b.String(), false, false)
	if err != nil {
		return err
	}
	for _, t := range inner.toks[:len(inner.toks)-1] {
		t.pos, t.end = int32(start), int32(end)
		l.toks = append(l.toks, t)
	}
	l.put(tBraceClose, "}", start)
	return nil
}
