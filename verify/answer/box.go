package answer

import (
	"slices"
	"strings"
)

// boxCommands put a frame around their argument.
var boxCommands = []string{"boxed", "fbox", "framebox", "bbox"}

// box is one box at top level.
type box struct {
	start, end int // of the content
	command    int // where the command begins
	closed     bool
	depth      int // braces open inside the content where the text ends
	inner      []span
	inside     string // the command whose argument the box is in, if it is in one
}

// span is a nested box: the whole command and its content.
type span struct{ start, contentStart, contentEnd, end int }

// boxed finds the last box and takes its content.
func boxed(reply string) (Extraction, bool) {
	boxes := findBoxes(reply, true)
	if len(boxes) == 0 {
		boxes = findBoxes(reply, false)
	}
	if len(boxes) == 0 {
		return Extraction{}, false
	}
	last := boxes[len(boxes)-1]
	e := Extraction{Source: Box, Start: last.start, End: last.end}
	for _, b := range boxes {
		e.Boxes = append(e.Boxes, b.content(reply))
	}
	e.Text = e.Boxes[len(e.Boxes)-1]
	group := neighbours(reply, boxes)
	if len(group) > 1 {
		e.Text = joinGroup(reply, group)
		e.Start = group[0].start
	}
	if last.closed {
		switch around := surroundings(reply, group); around {
		case "":
		default:
			e.Problems = append(e.Problems, around)
		}
	}
	if !last.closed {
		e.Problems = append(e.Problems, last.cut(e.Text))
	} else if last.end < len(reply) {
		e.Definitions = definitions(strings.TrimPrefix(reply[last.end:], "}"))
	}
	if isBlank(e.Text) && !e.Has(Empty) {
		e.Problems = append(e.Problems, Empty)
	}
	if first := e.Boxes[0]; len(group) < len(boxes) && slices.ContainsFunc(e.Boxes, func(s string) bool { return s != first }) {
		e.Problems = append(e.Problems, Several)
	}
	return e, true
}

// cut says how a box without its closing brace ends: nowhere inside a group or after an
// operator it may be whole.
func (b box) cut(text string) Problem {
	switch {
	case isBlank(text):
		return Empty
	case b.depth > 0 || strings.HasSuffix(text, `\`) || endsOpen(text):
		return Truncated
	default:
		return Unterminated
	}
}

// endsOpen says that a formula cannot end as this one does.
func endsOpen(text string) bool {
	text = strings.TrimRight(text, " \t\r\n$")
	if text == "" || strings.ContainsAny(text[len(text)-1:], "+-*/=<>^_(,&") {
		return true
	}
	at := strings.LastIndexByte(text, '\\')
	return at >= 0 && slices.Contains([]string{"frac", "dfrac", "tfrac", "sqrt", "left", "cdot", "times", "text", "mathrm", "pm", "mp", "le", "ge", "to"}, text[at+1:]) ||
		strings.Count(text, `\left`)-strings.Count(text, `\leftarrow`)-strings.Count(text, `\leftrightarrow`) >
			strings.Count(text, `\right`)-strings.Count(text, `\rightarrow`)
}

// findBoxes returns the boxes at top level in one pass over the text. With skipCode, those
// between backquotes are talked about, not given.
func findBoxes(s string, skipCode bool) []box {
	f := boxFinder{s: s, skipCode: skipCode}
	for f.pos < len(s) {
		f.step()
	}
	return f.finish()
}

type boxFinder struct {
	s     string
	pos   int
	stack []brace
	boxes []box
	open  *box // the outermost box that is not yet closed
	code  bool // inside `…`

	skipCode bool
	noMarkup bool // no comment of HTML ends after here
}

// brace is an open brace; a box's knows its command.
type brace struct {
	isBox   bool
	command int
	content int
	of      string // what the brace is an argument of: a command, ^ or _
}

func (f *boxFinder) step() {
	switch c := f.s[f.pos]; c {
	case '\\':
		f.command()
	case '{':
		f.stack = append(f.stack, brace{of: argumentOf(f.s[:f.pos])})
		f.pos++
	case '%':
		f.pos = f.afterComment()
	case '<':
		f.pos = f.afterMarkup()
	case '}':
		f.close()
		f.pos++
	case '`':
		f.code = !f.code
		f.pos++
	case '\n':
		f.code = false
		f.pos++
	default:
		f.pos++
	}
}

func (f *boxFinder) command() {
	start := f.pos
	f.pos++
	end := f.pos
	for end < len(f.s) && isLetter(f.s[end]) {
		end++
	}
	if end == f.pos { // \{ and \\; a doubly escaped \\boxed is read as a box
		if end < len(f.s) && !(f.s[end] == '\\' && startsBox(f.s[end+1:])) {
			f.pos++
		}
		return
	}
	name := f.s[f.pos:end]
	f.pos = end
	if end, hidden := invisible(f.s, name, end); hidden {
		f.pos = end
		return
	}
	if !slices.Contains(boxCommands, name) || f.code && f.skipCode {
		return
	}
	at := skipBlanks(f.s, end)
	if at < len(f.s) && f.s[at] == '[' && name != "boxed" {
		if k := strings.IndexByte(f.s[at:min(len(f.s), at+200)], ']'); k >= 0 {
			at = skipBlanks(f.s, at+k+1)
		}
	}
	switch {
	case at < len(f.s) && f.s[at] == '{':
		if f.open == nil {
			f.open = &box{start: at + 1, command: start, inside: f.argument()}
		}
		f.stack = append(f.stack, brace{isBox: true, command: start, content: at + 1})
		f.pos = at + 1
	case f.open == nil && at < len(f.s) && (isLetter(f.s[at]) || f.s[at] >= '0' && f.s[at] <= '9') && at > end:
		// \boxed 5: the argument is one character
		f.boxes = append(f.boxes, box{start: at, end: at + 1, command: start, closed: true, inside: f.argument()})
		f.pos = at + 1
	}
}

func startsBox(s string) bool {
	for _, name := range boxCommands {
		if rest, ok := strings.CutPrefix(s, name); ok && rest != "" && !isLetter(rest[0]) {
			return true
		}
	}
	return false
}

func (f *boxFinder) close() {
	if len(f.stack) == 0 {
		return
	}
	b := f.stack[len(f.stack)-1]
	f.stack = f.stack[:len(f.stack)-1]
	if !b.isBox || f.open == nil {
		return
	}
	if b.command != f.open.command {
		f.open.inner = append(f.open.inner, span{b.command, b.content, f.pos, f.pos + 1})
		return
	}
	f.open.end, f.open.closed = f.pos, true
	f.boxes = append(f.boxes, *f.open)
	f.open = nil
}

// finish handles a box that is open at the end: complete boxes inside it come after it,
// so the last of them is the answer; else it is the last box itself.
func (f *boxFinder) finish() []box {
	if f.open == nil {
		return f.boxes
	}
	if n := len(f.open.inner); n > 0 && !f.innermostOpen() {
		in := f.open.inner[n-1]
		return append(f.boxes, box{start: in.contentStart, end: in.contentEnd, command: in.start, closed: true, inner: within(f.open.inner, in)})
	}
	// The innermost open box is the last.
	last, depth := *f.open, 0
	for k := len(f.stack) - 1; k >= 0; k-- {
		if f.stack[k].isBox {
			last = box{start: f.stack[k].content, command: f.stack[k].command}
			break
		}
		depth++
	}
	last.end, last.depth = f.formulaEnd(last.start), depth
	return append(f.boxes, last)
}

// formulaEnd is where the formula around a box that is never closed ends: at a dollar or
// delimiter that the content did not open, else at the end of the text.
func (f *boxFinder) formulaEnd(start int) int {
	content := f.s[start:]
	if k := strings.IndexByte(content, '$'); k >= 0 && strings.Count(content, "$")%2 == 1 {
		return start + k
	}
	for _, d := range []struct{ open, close string }{{`\(`, `\)`}, {`\[`, `\]`}} {
		if k := strings.Index(content, d.close); k >= 0 && !strings.Contains(content[:k], d.open) {
			return start + k
		}
	}
	return len(f.s)
}

// innermostOpen says that a box was opened after the last complete one and never closed.
func (f *boxFinder) innermostOpen() bool {
	last := f.open.inner[len(f.open.inner)-1]
	for _, b := range f.stack {
		if b.isBox && b.command > last.start {
			return true
		}
	}
	return false
}

func within(spans []span, outer span) []span {
	var out []span
	for _, s := range spans {
		if s.start >= outer.contentStart && s.end <= outer.contentEnd {
			out = append(out, s)
		}
	}
	return out
}

// content is what stands in a box, with nested boxes opened.
func (b box) content(s string) string {
	if len(b.inner) == 0 {
		text, _, _ := trim(s, b.start, b.end)
		return text
	}
	// Every command and brace of a nested box is dropped, in order of position.
	type cut struct{ from, to int }
	var cuts []cut
	for _, in := range b.inner {
		cuts = append(cuts, cut{in.start, in.contentStart}, cut{in.contentEnd, in.end})
	}
	slices.SortFunc(cuts, func(x, y cut) int { return x.from - y.from })
	var out strings.Builder
	at := b.start
	for _, c := range cuts {
		if c.from >= at {
			out.WriteString(s[at:c.from])
			at = c.to
		}
	}
	out.WriteString(s[at:b.end])
	text, _, _ := trim(out.String(), 0, out.Len())
	return text
}

// neighbours are the boxes at the end that only a comma, "and" or "or" separates.
func neighbours(s string, boxes []box) []box {
	k := len(boxes) - 1
	for k > 0 && boxes[k-1].closed && connects(s[boxes[k-1].end:boxes[k].command]) != "" {
		k--
	}
	return boxes[k:]
}

// withoutMarkup leaves the words and punctuation between two boxes.
var withoutMarkup = strings.NewReplacer(`\qquad`, " ", `\quad`, " ", `\text`, " ", `\mathrm`, " ", `\,`, " ", `\;`, " ", `\ `, " ",
	"$", " ", "{", " ", "}", " ", "*", " ", `\)`, " ", `\(`, " ", `\]`, " ", `\[`, " ")

// connects is the separator that stands between two boxes of one list, or "".
func connects(between string) string {
	if len(between) > 60 {
		return ""
	}
	switch strings.Join(strings.Fields(withoutMarkup.Replace(between)), " ") {
	case ",", ";", "and", ", and", "; and", `\land`, "(b)", "(c)", "(d)", "b)", "c)", "d)", "(ii)", "(iii)":
		return ", "
	case "or", ", or", `\lor`:
		return ` \text{ or } `
	}
	return ""
}

func joinGroup(s string, group []box) string {
	var out strings.Builder
	for k, b := range group {
		if k > 0 {
			out.WriteString(connects(s[group[k-1].end:b.command]))
		}
		out.WriteString(b.content(s))
	}
	return out.String()
}
