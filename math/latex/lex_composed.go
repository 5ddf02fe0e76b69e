package latex

import (
	"strings"
	"unicode/utf8"
)

// combining are the marks that Unicode sets over the letter before them.
var combining = map[rune]string{
	'\u0304': `\bar`, '\u0305': `\bar`, '\u0302': `\hat`, '\u0303': `\tilde`, '\u20D7': `\vec`, '\u0307': `\dot`, '\u0308': `\ddot`, '\u20DB': `\dddot`, '\u030C': `\check`,
}

// precomposed are the letters that have their mark in one character: below each mark its
// letters, and the ASCII letters they are made of. Umlauts of vowels are left out: they are
// parts of words.
var precomposed = buildPrecomposed([][3]string{
	{`\dot`, "ȦḂĊḊĖḞĠḢṀṄṖṘṠṪẆẊẎŻȧḃċḋėḟġḣṁṅṗṙṡṫẇẋẏżȮȯ", "ABCDEFGHMNPRSTWXYZabcdefghmnprstwxyzOo"},
	{`\ddot`, "ẌẍẄẅẗḦḧŸÿ", "XxWwtHhYy"},
	{`\hat`, "ÂĈÊĜĤÎĴÔŜÛŴŶẐâĉêĝĥîĵôŝûŵŷẑ", "ACEGHIJOSUWYZaceghijosuwyz"},
	{`\tilde`, "ÃẼĨÑÕŨṼỸãẽĩñõũṽỹ", "AEINOUVYaeinouvy"},
	{`\bar`, "ĀĒḠĪŌŪȲāēḡīōūȳ", "AEGIOUYaegiouy"},
})

type marked struct {
	accent, letter string
}

func buildPrecomposed(rows [][3]string) map[rune]marked {
	m := map[rune]marked{}
	for _, row := range rows {
		k := 0
		for _, r := range row[1] {
			m[r] = marked{row[0], row[2][k : k+1]}
			k++
		}
	}
	return m
}

// composed reads a letter with its mark, in one character or as a combining mark after the
// letter.
func (l *lexer) composed(r rune, size int) bool {
	start := l.i
	if m, ok := precomposed[r]; ok {
		l.i += size
		l.put(tAccent, m.accent, start)
		l.put(tBraceOpen, "{", start)
		l.put(tLetter, m.letter, start)
		l.put(tBraceClose, "}", start)
		return true
	}
	accent, ok := combining[r]
	n := len(l.toks)
	if !ok || n == 0 || l.space != spaceNone || l.toks[n-1].kind != tLetter {
		return false
	}
	l.i += size
	letter := l.toks[n-1]
	l.toks = l.toks[:n-1]
	l.space = letter.space
	l.put(tAccent, accent, int(letter.pos))
	l.put(tBraceOpen, "{", start)
	l.emit(token{kind: letter.kind, name: letter.name, raw: letter.raw, word: letter.word, pos: letter.pos, end: letter.end})
	l.put(tBraceClose, "}", start)
	return true
}

// degreeSign reads ° after something as the superscript that it is.
func (l *lexer) degreeSign(r rune, size int) bool {
	n := len(l.toks)
	if r != '°' && r != 'º' && r != '˚' || n == 0 {
		return false
	}
	start := l.i
	l.i += size
	if k := l.toks[n-1].kind; k == tSup || k == tBraceOpen && n > 1 && l.toks[n-2].kind == tSup {
		l.put(tLetter, `\circ`, start)
		return true
	}
	l.put(tSup, "^", start)
	l.put(tBraceOpen, "{", start)
	l.put(tLetter, `\circ`, start)
	l.put(tBraceClose, "}", start)
	return true
}

// microUnit reads µm after a number.
func (l *lexer) microUnit(r rune, size int) bool {
	n := len(l.toks)
	if r != 'µ' && r != 'μ' || n == 0 || l.toks[n-1].kind != tNumber {
		return false
	}
	end := l.i + size
	for end < len(l.src) && isASCIILetter(l.src[end]) {
		end++
	}
	unit := l.src[l.i+size : end]
	if !prefixable[unit] || r == 'μ' && !l.plain {
		return false
	}
	start := l.i
	l.i = end
	l.emit(token{kind: tText, name: "μ" + unit, raw: l.src[start:end], pos: int32(start), end: int32(end)})
	return true
}

// minutes: \mathrm{min} (or the curie Ci) directly after a number, with nothing that could be an
// argument.
func (l *lexer) minutes(name string) bool {
	n := len(l.toks)
	if name != "min" && name != "Ci" || n == 0 || l.toks[n-1].kind != tNumber && l.toks[n-1].kind != tBraceClose {
		return false
	}
	rest := strings.TrimLeft(l.src[l.i:], " ")
	return rest == "" || strings.IndexByte("([_{", rest[0]) < 0 && !isASCIILetter(rest[0])
}

// markdownBold is what stands between the stars of **7**, if that is the whole text.
func markdownBold(s string) (string, bool) {
	t := strings.TrimSpace(s)
	if len(t) < 5 || !strings.HasPrefix(t, "**") || !strings.HasSuffix(t, "**") {
		return "", false
	}
	t = t[2 : len(t)-2]
	return t, !strings.Contains(t, "**") && strings.TrimSpace(t) != ""
}

// lastDot reads the rest of a period whose first digit had a dot: digits and a last digit
// with a dot.
func (l *lexer) lastDot() string {
	i := l.i
	for l.digitAt(i) {
		i++
	}
	rest, ok := strings.CutPrefix(l.src[i:], `\dot`)
	if !ok {
		return ""
	}
	braced := strings.HasPrefix(rest, "{")
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "{"), " ")
	if rest == "" || rest[0] < '0' || rest[0] > '9' || braced && (len(rest) < 2 || rest[1] != '}') {
		return ""
	}
	digits := l.src[l.i:i] + rest[:1]
	if braced {
		rest = rest[1:]
	}
	l.i = len(l.src) - len(rest) + 1
	return digits
}

// endless reads 0.333… as the repeating decimal: the digits before the dots must end in a digit
// that stands three times, or in a longer period that stands twice.
func (l *lexer) endless(text *string) bool {
	end := 0
	for _, dots := range []string{`\ldots`, `\dots`, `\cdots`, "...", "…"} {
		if strings.HasPrefix(l.src[l.i:], dots) {
			end = l.i + len(dots)
		}
	}
	if end == 0 {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(l.src[end:], " ")); strings.TrimSpace(l.src[end:]) != "" && !strings.ContainsRune(",;)}.", r) {
		return false
	}
	whole, decimals, _ := strings.Cut(*text, ".")
	if strings.Trim(decimals, "0123456789") != "" || len(decimals) > 64 {
		return false
	}
	for period := 1; period <= len(decimals)/2; period++ {
		times := 2
		if period == 1 {
			times = 3
		}
		if period*times > len(decimals) {
			continue
		}
		block := decimals[len(decimals)-period:]
		if block != strings.Repeat("0", period) && strings.HasSuffix(decimals, strings.Repeat(block, times)) {
			head := decimals
			for strings.HasSuffix(head, block) {
				head = strings.TrimSuffix(head, block)
			}
			*text = whole + "." + head + "(" + block + ")"
			l.i = end
			return true
		}
	}
	return false
}
