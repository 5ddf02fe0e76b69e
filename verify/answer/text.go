package answer

import "strings"

// afterThinking is where the reply proper begins, after the last </think>; only says that
// there is nothing but a reasoning section.
func afterThinking(reply string) (start int, only bool) {
	for _, tag := range []string{"think", "thinking", "reasoning"} {
		if k := strings.LastIndex(reply, "</"+tag+">"); k >= 0 {
			start = max(start, k+len(tag)+3)
		}
	}
	rest := strings.TrimSpace(reply[start:])
	unclosed := strings.HasPrefix(rest, "<think>") || strings.HasPrefix(rest, "<thinking>") || strings.HasPrefix(rest, "<reasoning>")
	return start, unclosed || start > 0 && rest == ""
}

// markers announce an answer; the rest of their line holds it.
var markers = []string{"final answer", "the answer is", "answer is", "answer:", "answer**:", "answer.**", "answer:**", "#### ", "∴"}

// announced takes what follows the last announcement. A reply in sentences has not put its
// answer into a box.
func announced(reply string) (Extraction, bool) {
	lower := asciiLower(reply)
	at, marker := -1, ""
	for _, m := range markers {
		if k := strings.LastIndex(lower, m); k > at || k == at && k >= 0 && len(m) > len(marker) {
			at, marker = k, m
		}
	}
	if at < 0 || at > 0 && isLetter(lower[at-1]) && isLetter(marker[0]) || insideGroup(reply[:at]) {
		return Extraction{}, false
	}
	start := at + len(marker)
	for {
		rest := reply[start:]
		trimmed := strings.TrimLeft(rest, " \t:*_=.-\r")
		if strings.HasPrefix(trimmed, "is ") && marker == "final answer" {
			trimmed = trimmed[len("is "):]
		}
		start += len(rest) - len(trimmed)
		if start < len(reply) && reply[start] == '\n' { // the answer is on a line of its own
			start++
			continue
		}
		break
	}
	end := start + paragraph(reply[start:])
	e := Extraction{Source: FinalAnswer, Problems: []Problem{NotBoxed}}
	e.Text, e.Start, e.End = trim(reply, start, end)
	if e.Text == "" {
		e.Problems = append(e.Problems, Empty)
	}
	return e, true
}

// insideGroup says that a brace is open at the end: \text{The answer is } is the content of a
// box, not a sentence of a reply.
func insideGroup(s string) bool {
	depth := 0
	for k := 0; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case '{':
			depth++
		case '}':
			depth = max(0, depth-1)
		}
	}
	return depth > 0
}

// paragraph is the length of a first line, or of a first display formula.
func paragraph(s string) int {
	for _, d := range displays {
		if strings.HasPrefix(s, d.open) {
			if k := strings.Index(s[len(d.open):], d.close); k >= 0 {
				return len(d.open) + k + len(d.close)
			}
		}
	}
	if k := strings.IndexByte(s, '\n'); k >= 0 {
		return k
	}
	return len(s)
}

var displays = []struct{ open, close string }{{"$$", "$$"}, {`\[`, `\]`}, {`\begin{equation}`, `\end{equation}`}, {`\begin{equation*}`, `\end{equation*}`}}

// displayed takes a display formula that ends a reply.
func displayed(reply string) (Extraction, bool) {
	end := len(strings.TrimRight(reply, " \t\r\n."))
	for _, d := range displays {
		if !strings.HasSuffix(reply[:end], d.close) || end < len(d.open)+len(d.close) {
			continue
		}
		inner := end - len(d.close)
		open := strings.LastIndex(reply[:inner], d.open)
		if open < 0 || strings.TrimSpace(reply[:open]) == "" {
			continue // the whole reply: trim takes the delimiters off
		}
		e := Extraction{Source: Display}
		e.Text, e.Start, e.End = trim(reply, open+len(d.open), inner)
		if e.Text == "" {
			e.Problems = append(e.Problems, Empty)
		}
		return e, true
	}
	return Extraction{}, false
}

// trim takes blanks, math delimiters that enclose the whole, emphasis and a final full
// stop off s[start:end].
func trim(s string, start, end int) (string, int, int) {
	for {
		from, to := start, end
		for start < end && isSpace(s[start]) {
			start++
		}
		for end > start && isSpace(s[end-1]) && !(end-1 > start && s[end-2] == '\\') {
			end--
		}
		if end > start && s[end-1] == '.' && !strings.HasSuffix(s[start:end], "..") && !strings.HasSuffix(s[start:end], `\right.`) {
			end--
		}
		for _, d := range [][2]string{{"$$", "$$"}, {"$", "$"}, {`\[`, `\]`}, {`\(`, `\)`}, {"**", "**"}, {"`", "`"}} {
			inner := s[start:end]
			if len(inner) > len(d[0])+len(d[1]) && strings.HasPrefix(inner, d[0]) && strings.HasSuffix(inner, d[1]) &&
				!strings.Contains(inner[len(d[0]):len(inner)-len(d[1])], d[1]) {
				start += len(d[0])
				end -= len(d[1])
				break
			}
		}
		if s[start:end] == "$$" || s[start:end] == "$$$$" {
			start = end
		}
		if from == start && to == end {
			return s[start:end], start, end
		}
	}
}

var withoutSpacing = strings.NewReplacer(`\,`, "", `\;`, "", `\:`, "", `\!`, "", `\ `, "", `\qquad`, "", `\quad`, "", "~", "", "{}", "", "$", "")

// isBlank says that nothing but space, spacing commands and empty groups is there.
func isBlank(text string) bool {
	return strings.TrimSpace(withoutSpacing.Replace(text)) == ""
}

func asciiLower(s string) string {
	b := []byte(s)
	for k, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[k] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func skipBlanks(s string, at int) int {
	for at < len(s) && isSpace(s[at]) {
		at++
	}
	return at
}

func isSpace(c byte) bool  { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
