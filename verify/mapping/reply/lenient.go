package reply

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file reads one value in the common superset of JSON, Python literals
// and JavaScript objects.

type valueKind int

const (
	kindString valueKind = iota
	kindNumber
	kindWord // true, None, NaN, or a word without quotes
	kindObject
	kindArray
)

func (k valueKind) String() string {
	return [...]string{"a string", "a number", "a word", "an object", "a list"}[k]
}

// value is a node of the tree. A string keeps its source, because how its
// backslashes are meant depends on the field.
type value struct {
	kind    valueKind
	pieces  []piece  // of a string; adjacent ones are joined
	word    string   // of a number or word: the source
	percent bool     // of a number: 90%
	members []member // of an object
	items   []value  // of an array
}

type member struct {
	key   string
	value value
}

// piece is the source of a string between its quotes.
type piece struct {
	source string
	quote  string // the opening quote
	raw    bool   // a Python raw string: backslashes stand for themselves
}

const (
	maxDepth = 16  // of nested values
	maxKey   = 100 // bytes in a key
)

// lenient parses from pos. It records what strict JSON would not have
// allowed.
type lenient struct {
	text  string
	pos   int
	depth int
	steps *int // work left, shared by all attempts on a reply
	notes []string
}

// parseError is why a text is no value.
type parseError struct {
	pos       int
	message   string
	truncated bool // the text ends inside the value
}

func (e *parseError) Error() string { return fmt.Sprintf("%s at byte %d", e.message, e.pos) }

func (p *lenient) fail(format string, args ...any) *parseError {
	return &parseError{pos: p.pos, message: fmt.Sprintf(format, args...), truncated: p.pos >= len(p.text)}
}

func (p *lenient) note(what string) {
	for _, n := range p.notes {
		if n == what {
			return
		}
	}
	p.notes = append(p.notes, what)
}

// spend counts work and reports whether any is left.
func (p *lenient) spend(n int) bool {
	*p.steps -= n
	return *p.steps > 0
}

// space skips white space and comments.
func (p *lenient) space() {
	for p.pos < len(p.text) && p.spend(1) {
		rest := p.text[p.pos:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.pos++
		case strings.HasPrefix(rest, "\u00a0"), strings.HasPrefix(rest, "\u200b"), strings.HasPrefix(rest, "\ufeff"):
			_, width := utf8.DecodeRuneInString(rest)
			p.pos += width
			p.note("invisible characters between the fields were skipped")
		case strings.HasPrefix(rest, "//"), rest[0] == '#':
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			p.skipComment(end)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				end = len(rest) - 2
			}
			p.skipComment(end + 2)
		default:
			return
		}
	}
}

func (p *lenient) skipComment(length int) {
	p.spend(length)
	p.pos += length
	p.note("comments were skipped")
}

func (p *lenient) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// object reads from { to }.
func (p *lenient) object() (value, *parseError) {
	out := value{kind: kindObject}
	if p.depth++; p.depth > maxDepth {
		return out, p.fail("values are nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	p.pos++ // {
	for {
		p.space()
		switch p.peek() {
		case '}':
			p.pos++
			return out, nil
		case ',':
			if len(out.members) == 0 {
				return out, p.fail("a comma without a member before it")
			}
			p.pos++
			p.note("an empty place between commas was skipped")
			continue
		}
		key, err := p.key()
		if err != nil {
			return out, err
		}
		p.space()
		if p.peek() != ':' {
			return out, p.fail("no colon after the key %q", key)
		}
		p.pos++
		v, err := p.value("},")
		if err != nil {
			return out, err
		}
		out.members = append(out.members, member{key, v})
		if err := p.separator('}', "a trailing comma was dropped"); err != nil {
			if err.truncated && len(out.members) >= len(fieldNames) {
				p.note("the closing brace is missing at the end of the reply")
				return out, nil
			}
			return out, err
		}
	}
}

// separator reads the comma between members, or stands at the closing sign.
func (p *lenient) separator(closing byte, trailing string) *parseError {
	p.space()
	switch c := p.peek(); {
	case c == ',':
		p.pos++
		p.space()
		if p.peek() == closing {
			p.note(trailing)
		}
	case c == closing:
	case closing == '}' && p.quoteAt(p.pos) != "":
		p.note("a missing comma between fields was added")
	default:
		return p.fail("neither a comma nor %q after a value", closing)
	}
	return nil
}

// key reads the name of a member, in quotes of any kind or without.
func (p *lenient) key() (string, *parseError) {
	if p.quoteAt(p.pos) != "" {
		s, err := p.quoted(":", maxKey)
		if err != nil {
			return "", err
		}
		return decode(s, false, nil), nil
	}
	start := p.pos
	for p.pos < len(p.text) && isWordByte(p.text[p.pos]) {
		p.pos++
	}
	if p.pos == start || p.pos-start > maxKey || !p.spend(p.pos-start) {
		return "", p.fail("a key should follow")
	}
	p.note("keys without quotes were read")
	return p.text[start:p.pos], nil
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-'
}

// value reads any value. A string in it ends at a quote before one of the
// followers.
func (p *lenient) value(followers string) (value, *parseError) {
	p.space()
	if !p.spend(1) {
		return value{}, p.fail("the text is too tangled to be read")
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '(':
		return p.parenthesis(followers)
	case p.stringStart() != "":
		return p.strings(followers)
	case c == 0 && p.pos >= len(p.text):
		return value{}, p.fail("the text ends where a value should follow")
	}
	return p.bare()
}

func (p *lenient) array() (value, *parseError) {
	out := value{kind: kindArray}
	if p.depth++; p.depth > maxDepth {
		return out, p.fail("values are nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	p.pos++ // [
	for {
		p.space()
		if p.peek() == ']' {
			p.pos++
			return out, nil
		}
		v, err := p.value("],")
		if err != nil {
			return out, err
		}
		out.items = append(out.items, v)
		if err := p.separator(']', "a trailing comma was dropped"); err != nil {
			return out, err
		}
	}
}

// parenthesis reads a Python string in brackets: ("a" "b").
func (p *lenient) parenthesis(followers string) (value, *parseError) {
	p.pos++
	p.space()
	if p.stringStart() == "" {
		return value{}, p.fail("only strings may stand in brackets")
	}
	v, err := p.strings(")" + followers)
	if err != nil {
		return v, err
	}
	p.space()
	if p.peek() != ')' {
		return v, p.fail("a bracket is not closed")
	}
	p.pos++
	p.note("a string in round brackets was read")
	return v, nil
}

// quotes that may begin a string, the longest first, with their ends.
var quotes = [...]struct{ open, close string }{
	{`"""`, `"""`}, {`'''`, `'''`}, {`"`, `"`}, {`'`, `'`}, {"“", "”"}, {"‘", "’"}, {"„", "“"}, {"«", "»"}, {"`", "`"}, {"”", "”"}, {"’", "’"},
}

// quoteAt is the quote at a position, empty if there is none.
func (p *lenient) quoteAt(pos int) string {
	for _, q := range quotes {
		if strings.HasPrefix(p.text[pos:], q.open) {
			return q.open
		}
	}
	return ""
}

// stringStart is the prefix and quote of a string at the current position:
// r""" for a Python raw string.
func (p *lenient) stringStart() string {
	if q := p.quoteAt(p.pos); q != "" {
		return q
	}
	if p.pos+1 < len(p.text) && strings.IndexByte("rRuUbBfF", p.text[p.pos]) >= 0 {
		if q := p.quoteAt(p.pos + 1); q == `"` || q == "'" || len(q) == 3 && q[0] < 0x80 {
			return p.text[p.pos:p.pos+1] + q
		}
	}
	return ""
}

// strings reads a string, or several that are joined by standing side by
// side or by a plus sign.
func (p *lenient) strings(followers string) (value, *parseError) {
	out := value{kind: kindString}
	for {
		start := p.stringStart()
		raw := false
		if strings.IndexByte("rRuUbBfF", start[0]) >= 0 {
			raw = start[0] == 'r' || start[0] == 'R'
			p.note("a string with a Python prefix was read")
			p.pos++
		}
		s, err := p.quoted(followers, MaxSize)
		if err != nil {
			return out, err
		}
		s.raw = raw
		out.pieces = append(out.pieces, s)
		p.space()
		if p.peek() == '+' {
			p.pos++
			p.space()
			p.note("strings joined by + were joined")
			if p.stringStart() == "" {
				return out, p.fail("a string should follow +")
			}
			continue
		}
		if p.stringStart() == "" || p.isKeyAhead() {
			return out, nil
		}
		p.note("adjacent strings were joined")
	}
}

// isKeyAhead tells the key after a missing comma from a second string.
func (p *lenient) isKeyAhead() bool {
	ahead := lenient{text: p.text, pos: p.pos, steps: p.steps}
	if _, err := ahead.key(); err != nil {
		return false
	}
	ahead.space()
	return ahead.peek() == ':'
}

// keptQuotes is the note on a string whose end had to be guessed.
const keptQuotes = "unescaped quotes inside a string were kept"

// quoted reads from an opening quote to its end, for a key at most maxKey
// bytes. In a value, a quote ends the string only where one of the followers, another string, or the end of the
// text comes next; elsewhere it is an unescaped quote inside.
func (p *lenient) quoted(followers string, most int) (piece, *parseError) {
	open := p.quoteAt(p.pos)
	end := open
	for _, q := range quotes {
		if q.open == open {
			end = q.close
		}
	}
	switch {
	case len(open) == 3 && open[0] < 0x80:
		p.note("a triple-quoted string was read")
	case open == "'":
		p.note("single quotes were read as double quotes")
	case open == "`":
		p.note("backquotes were read as double quotes")
	case open != `"`:
		p.note("typographic quotes were read as plain ones")
	}
	p.pos += len(open)
	start := p.pos
	for p.pos < len(p.text) && p.spend(1) {
		c := p.text[p.pos]
		switch {
		case p.pos-start > most:
			return piece{}, p.fail("a key of more than %d bytes", most)
		case c == '\\':
			p.pos = min(p.pos+2, len(p.text))
		case c == end[0] && strings.HasPrefix(p.text[p.pos:], end):
			if most > maxKey && !p.endsHere(p.pos+len(end), followers) {
				if len(end) < 3 || end[0] >= 0x80 {
					p.note(keptQuotes)
				}
				p.pos += len(end)
				continue
			}
			s := piece{source: p.text[start:p.pos], quote: open}
			p.pos += len(end)
			if len(open) == 1 && strings.ContainsRune(s.source, '\n') {
				p.note("unescaped line breaks inside a string were kept")
			}
			return s, nil
		default:
			p.pos++
		}
	}
	p.pos = len(p.text)
	return piece{}, p.fail("a string that begins at byte %d is not closed", start-len(open))
}

// endsHere reports whether a string may end before pos.
func (p *lenient) endsHere(pos int, followers string) bool {
	ahead := lenient{text: p.text, pos: pos, steps: p.steps}
	for ahead.pos < len(ahead.text) && strings.IndexByte(" \t\r\n", ahead.text[ahead.pos]) >= 0 && ahead.spend(1) {
		ahead.pos++
	}
	lines := strings.ContainsRune(p.text[pos:ahead.pos], '\n')
	if ahead.pos >= len(ahead.text) || strings.IndexByte(followers, ahead.text[ahead.pos]) >= 0 {
		return true
	}
	rest := ahead.text[ahead.pos:]
	switch {
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
		return true
	case rest[0] == '#':
		return lines || ahead.pos > pos
	case followers == ":":
		return false
	case rest[0] == '+':
		ahead.pos++
		ahead.space()
		return ahead.stringStart() != ""
	}
	// Another string on a line of its own: a key after a missing comma, or a
	// piece to be joined.
	return (lines || strings.HasPrefix(followers, ")")) && ahead.stringStart() != ""
}

// bare reads a number or a word without quotes.
func (p *lenient) bare() (value, *parseError) {
	start := p.pos
	for p.pos < len(p.text) && (isWordByte(p.text[p.pos]) || strings.IndexByte("+.%", p.text[p.pos]) >= 0) {
		p.pos++
	}
	word := p.text[start:p.pos]
	if word == "" || len(word) > 60 || !p.spend(len(word)) {
		p.pos = start
		return value{}, p.fail("a value should follow")
	}
	number, percent := strings.CutSuffix(word, "%")
	if _, err := strconv.ParseFloat(number, 64); err == nil && strings.ContainsAny(number, "0123456789") {
		if number[0] == '+' || number[0] == '.' || strings.HasSuffix(number, ".") {
			p.note("a number was read that JSON would write in another way")
		}
		return value{kind: kindNumber, word: number, percent: percent}, nil
	}
	switch word {
	case "true", "false", "null":
	case "True", "False", "None", "undefined", "NaN", "nan", "Infinity", "-Infinity", "inf", "-inf":
		p.note(word + " is not JSON")
	default:
		p.note("words without quotes were read as strings")
	}
	return value{kind: kindWord, word: word}, nil
}

// text gives the content of a string or word. latex asks to keep commands
// such as \frac, whose first letters are also escapes.
func (v value) text(latex bool, notes *escapes) string {
	if v.kind != kindString {
		return v.word
	}
	var b strings.Builder
	for _, s := range v.pieces {
		b.WriteString(decode(s, latex, notes))
	}
	return b.String()
}

// escapes says what decode met.
type escapes struct {
	latex   bool // \frac read as a command, not as a form feed
	unknown bool // a backslash before something that cannot be escaped
	literal bool // \n and the like kept, since the line breaks are not escaped
}

// decodeCode resolves the escapes in the source of a program. Where line
// breaks stand unescaped, the writer has escaped nothing but perhaps quotes
// and backslashes, and \n belongs to the program.
func decodeCode(s piece, met *escapes) string {
	if s.raw || !strings.Contains(s.source, "\n") {
		return decode(s, false, met)
	}
	var b strings.Builder
	for src := s.source; src != ""; {
		i := strings.IndexByte(src, '\\')
		if i < 0 || i+1 == len(src) {
			b.WriteString(src)
			break
		}
		b.WriteString(src[:i])
		c := src[i+1]
		switch {
		case c == '\\', c == '/', s.quote != "" && c == s.quote[0]:
			b.WriteByte(c)
		default:
			met.literal = true
			b.WriteString(src[i : i+2])
		}
		src = src[i+2:]
	}
	return b.String()
}

// decode resolves the escapes in the source of a string.
func decode(s piece, latex bool, met *escapes) string {
	if s.raw || strings.IndexByte(s.source, '\\') < 0 {
		return s.source
	}
	if met == nil {
		met = &escapes{}
	}
	var b strings.Builder
	b.Grow(len(s.source))
	for src := s.source; src != ""; {
		i := strings.IndexByte(src, '\\')
		if i < 0 || i+1 == len(src) {
			b.WriteString(src)
			break
		}
		b.WriteString(src[:i])
		src = src[i:]
		if latex && isCommand(src[1:]) {
			met.latex = true
			b.WriteByte('\\')
			src = src[1:]
			continue
		}
		width := decodeEscape(src, &b)
		if width == 0 {
			met.unknown = true
			b.WriteByte('\\')
			width = 1
		}
		src = src[width:]
	}
	return b.String()
}

// simpleEscapes are the escapes of one letter.
var simpleEscapes = map[byte]string{
	'n': "\n", 't': "\t", 'r': "\r", 'b': "\b", 'f': "\f", '\\': `\`, '/': "/", '"': `"`, '\'': "'", '`': "`", '\n': "", 'v': "\v", 'a': "\a",
}

// decodeEscape writes what the escape at the start of src stands for and
// returns its length, 0 if it is none.
func decodeEscape(src string, b *strings.Builder) int {
	c := src[1]
	switch c {
	case 'u':
		r, ok := hex(src, 2, 4)
		if !ok {
			return 0
		}
		if r >= 0xD800 && r < 0xDC00 && strings.HasPrefix(src[6:], `\u`) {
			if low, ok := hex(src, 8, 4); ok && low >= 0xDC00 && low < 0xE000 {
				b.WriteRune((r-0xD800)<<10 + (low - 0xDC00) + 0x10000)
				return 12
			}
		}
		b.WriteRune(r) // a lone surrogate becomes U+FFFD
		return 6
	case 'x':
		r, ok := hex(src, 2, 2)
		if !ok {
			return 0
		}
		b.WriteRune(r)
		return 4
	case 'v', 'a':
		return 0 // not in JSON; far more often the start of a LaTeX command
	}
	s, ok := simpleEscapes[c]
	if !ok {
		return 0
	}
	b.WriteString(s)
	return 2
}

func hex(s string, from, n int) (rune, bool) {
	if len(s) < from+n {
		return 0, false
	}
	x, err := strconv.ParseUint(s[from:from+n], 16, 32)
	return rune(x), err == nil
}

// commands are LaTeX commands that begin with the letter of an escape.
var commands = [...]string{
	"binom", "beta", "big", "Big", "bigl", "bigr", "bar", "bf", "boldsymbol", "bullet", "bmod", "begin",
	"frac", "forall", "flat", "frak",
	"nu", "neq", "nabla", "nolimits", "nmid", "nicefrac",
	"rho", "right", "rm", "rangle", "rfloor", "rceil", "rvert", "rightarrow", "root",
	"theta", "tau", "times", "text", "tilde", "textrm", "textbf", "tfrac", "to", "textit", "texttt", "therefore", "tanh", "tan",
	"upsilon", "underline", "underbrace", "uparrow",
}

// isCommand reports whether a LaTeX command of the list begins s: the
// command in full, and no letter after it.
func isCommand(s string) bool {
	length := 0
	for length < len(s) && (s[length] >= 'a' && s[length] <= 'z' || s[length] >= 'A' && s[length] <= 'Z') {
		length++
	}
	if length < 2 {
		return false
	}
	for _, c := range commands {
		if s[:length] == c {
			return true
		}
	}
	return false
}
