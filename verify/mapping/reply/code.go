package reply

import (
	"slices"
	"strings"
)

// This file reads the program, from the field or from a block of its own.

// entry is the function that a program should define.
const entry = "Z_efficient"

// block is the content of a fenced block, r.text[from:to].
type block struct {
	language string
	from, to int
}

// findBlocks lists the fenced blocks after a position. A fence is a line
// that begins with three or more ` or ~; the closing one is at least as
// long. A block that is not closed ends with the text.
func findBlocks(text string, from int) []block {
	var out []block
	var fence string
	for start := from; start < len(text); {
		end := start + strings.IndexByte(text[start:], '\n') + 1
		if end == start {
			end = len(text)
		}
		line := strings.TrimSpace(text[start:end])
		mark := fenceMark(line)
		switch {
		case fence == "" && mark != "":
			fence = mark
			out = append(out, block{language: strings.ToLower(strings.TrimSpace(line[len(mark):])), from: end, to: len(text)})
		case fence != "" && line == mark && mark != "" && mark[0] == fence[0] && len(mark) >= len(fence):
			out[len(out)-1].to = start
			fence = ""
		}
		start = end
	}
	return out
}

// fenceMark is the run of ` or ~ that makes a line a fence, else empty.
func fenceMark(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := 0
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 3 || strings.IndexByte(line[n:], line[0]) >= 0 {
		return ""
	}
	return line[:n]
}

// findPrograms lists the blocks that may hold the program: those that define
// the entry, else those that mention it, else those that define anything.
func (r *reader) findPrograms() []string {
	var python, mentions, definitions []string
	for _, b := range r.blocks {
		source := r.text[b.from:b.to]
		if strings.HasPrefix(strings.TrimSpace(source), "{") {
			continue // the object itself
		}
		language, _, _ := strings.Cut(strings.Trim(b.language, "{}."), " ")
		switch language {
		case "python", "py", "python3":
		case "":
			if !strings.Contains(source, "def "+entry) {
				continue
			}
		default:
			continue
		}
		switch {
		case strings.Contains(source, "def "+entry), strings.Contains(source, entry+" ="), strings.Contains(source, entry+"="):
			definitions = append(definitions, source)
		case strings.Contains(source, entry):
			mentions = append(mentions, source)
		case strings.Contains(source, "def "):
			python = append(python, source)
		}
	}
	switch {
	case len(definitions) > 0:
		return definitions
	case len(mentions) > 0:
		return mentions
	}
	return python
}

// code reads the program.
func (r *reader) code(o object) (string, error) {
	const expected = "Python source that defines " + entry + "(params, n)"
	v, ok := o.get(fieldCode)
	source := ""
	switch {
	case !ok || v.isNull():
	case v.kind == kindString:
		var met escapes
		var b strings.Builder
		for _, s := range v.pieces {
			b.WriteString(decodeCode(s, &met))
		}
		source = b.String()
		switch {
		case met.unknown:
			r.repair(fieldCode, "backslashes that escape nothing were kept")
		case met.literal:
			r.repair(fieldCode, "escapes were kept as part of the program, since its line breaks are not escaped")
		}
	case v.kind == kindArray && len(v.items) > 0 && !slices.ContainsFunc(v.items, func(i value) bool { return i.kind != kindString }):
		lines := make([]string, len(v.items))
		for i, item := range v.items {
			lines[i] = strings.TrimSuffix(item.text(false, nil), "\n")
		}
		source = strings.Join(lines, "\n")
		r.repair(fieldCode, "a list of %d lines was joined", len(lines))
	default:
		return "", mistyped(fieldCode, expected, v)
	}
	if isPlaceholder(source) {
		programs := r.programs
		if len(programs) == 0 {
			switch {
			case !ok:
				return "", missing(fieldCode, expected)
			case strings.TrimSpace(source) == "" || strings.Contains(source, "`"):
				return "", mistyped(fieldCode, expected, v)
			}
			return "", &FieldError{Field: fieldCode, Expected: expected, Got: "the placeholder " + quote(source)}
		}
		source = programs[len(programs)-1]
		if len(programs) > 1 {
			r.repair(fieldCode, "the program was taken from the last of %d separate code blocks", len(programs))
		} else {
			r.repair(fieldCode, "the program was taken from a separate code block")
		}
	}
	return r.normalise(source), nil
}

func quote(s string) string { return `"` + shorten(strings.TrimSpace(s)) + `"` }

// isPlaceholder reports a text that stands where the program should be: "see
// below", "...". Anything that could be Python is taken at its word.
func isPlaceholder(source string) bool {
	s := strings.TrimSpace(source)
	if strings.Contains(s, entry) && strings.ContainsAny(s, "=\n:") {
		return false
	}
	for _, line := range strings.Split(s, "\n") {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && !strings.HasPrefix(line, "```") && isStatement(line) {
			return false
		}
	}
	return len(s) < 400
}

// isStatement recognises a line of Python by its first word or an
// assignment.
func isStatement(line string) bool {
	for _, word := range [...]string{"def ", "import ", "from ", "class ", "return ", "for ", "if ", "while ", "with ", "@", "try:", "lambda "} {
		if strings.HasPrefix(line, word) && strings.ContainsAny(line, ":.=(") || strings.HasPrefix(line, "import ") {
			return true
		}
	}
	name, _, ok := strings.Cut(line, "=")
	return ok && !strings.ContainsAny(strings.TrimSpace(name), " <>")
}

// normalise removes what is around a program: fences, a second layer of
// escapes, indentation that all lines share. All else stays as it is.
func (r *reader) normalise(source string) string {
	source = r.unescapeTwice(source)
	if blocks := findBlocks(source, 0); len(blocks) > 0 && isOnlyBlocks(source, blocks) {
		last := blocks[len(blocks)-1]
		for _, b := range blocks {
			if strings.Contains(source[b.from:b.to], entry) {
				last = b
			}
		}
		source = source[last.from:last.to]
		r.repair(fieldCode, "a fence inside the code was removed")
	}
	if dedented, ok := dedent(source); ok {
		source = dedented
		r.repair(fieldCode, "indentation shared by all lines was removed")
	}
	return source
}

// isOnlyBlocks reports whether the program stands inside the fences: not so
// when a fence is only mentioned in a docstring.
func isOnlyBlocks(source string, blocks []block) bool {
	return fenceMark(strings.TrimSpace(strings.SplitN(strings.TrimSpace(source), "\n", 2)[0])) != "" ||
		strings.Contains(source[blocks[0].from:blocks[0].to], "def "+entry)
}

// unescapeTwice resolves \n in a program that has it in place of all its
// line breaks.
func (r *reader) unescapeTwice(source string) string {
	if strings.Contains(source, "\n") || !strings.Contains(source, `:\n`) && !strings.Contains(source, `\nimport`) && !strings.Contains(source, `\ndef`) {
		return source
	}
	r.repair(fieldCode, "line breaks that were escaped twice were restored")
	return decode(piece{source: source}, false, nil)
}

// dedent removes the indentation that all lines with content share. Lines
// inside strings count as lines: where one starts further left, nothing is
// removed.
func dedent(source string) (string, bool) {
	shared, first := "", true
	lines := strings.SplitAfter(source, "\n")
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if first {
			shared, first = indent, false
			continue
		}
		for !strings.HasPrefix(indent, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	if shared == "" {
		return source, false
	}
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			lines[i] = strings.TrimLeft(line, " \t")
		} else {
			lines[i] = line[len(shared):]
		}
	}
	return strings.Join(lines, ""), true
}
