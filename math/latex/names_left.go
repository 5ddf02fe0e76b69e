package latex

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// leftScripts reads ^{14}_6\mathrm C and {}^3S_1: scripts before the letter are part of its
// name.
func (p *parser) leftScripts() (*expr.Node, bool, error) {
	i, off := p.i, p.off
	var sup, sub string
	for p.peek().kind == tSup || p.peek().kind == tSub {
		t := p.peek()
		from, to, next := p.spanOfScript(p.i)
		if to != from+1 || p.at(from).kind != tNumber {
			break
		}
		if t.kind == tSup {
			sup += p.at(from).name
		} else {
			sub += p.at(from).name
		}
		p.i, p.off = next, 0
	}
	t := p.peek()
	name := ""
	if sup != "" && t.space <= spaceBlank && (t.kind == tLetter || t.kind == tText && !t.word && isWordName(t.name)) || t.kind == tText && t.word && len(t.name) <= 2 && isWordName(t.name) && sup != "" {
		name = romanName(t.name)
	}
	if name == "" || p.hyperAt(p.i+1) {
		p.i, p.off = i, off
		return nil, false, nil
	}
	p.next()
	left := "{}^{" + sup + "}"
	if sub != "" {
		left += "_{" + sub + "}"
	}
	label := ""
	for p.peek().kind == tSub {
		from, to, next := p.spanOfScript(p.i)
		l, ok := p.label(from, to)
		if !ok {
			return nil, true, p.errorHere("a subscript that is no label", "")
		}
		label += l
		p.i, p.off = next, 0
	}
	n, err := p.postfix(p.pool.Symbol(left + composed(name, label, "", "")))
	return n, true, err
}

// sortedLabel gives the sums in a subscript one order: n+1 and 1+n are the same index.
func sortedLabel(s string) string {
	if !strings.Contains(s, "+") || strings.ContainsAny(s, "()[]{}^_*/|±∓=<>") {
		return s
	}
	parts := strings.Split(s, ",")
	for k, part := range parts {
		parts[k] = sortedTerms(part)
	}
	return strings.Join(parts, ",")
}

// sortedList gives the variables that are held fixed one order.
func sortedList(s string) string {
	if strings.ContainsAny(s, "()[]{}") {
		return s
	}
	parts := strings.Split(s, ",")
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

func sortedTerms(s string) string {
	var terms []string
	start := 0
	for i := 1; i <= len(s); i++ {
		if i == len(s) || s[i] == '+' || s[i] == '-' {
			terms = append(terms, s[start:i])
			start = i
		}
	}
	if len(terms) < 2 || s[0] == '+' || s[0] == '-' {
		return s
	}
	terms[0] = "+" + terms[0]
	if slices.ContainsFunc(terms, func(t string) bool { return len(t) < 2 }) { // E_{k+}
		return s
	}
	number := func(t string) bool { return t[1] >= '0' && t[1] <= '9' }
	slices.SortFunc(terms, func(a, b string) int {
		switch {
		case a[0] != b[0]: // what is added before what is subtracted: a label begins with no sign
			if a[0] == '+' {
				return -1
			}
			return 1
		case number(a) != number(b):
			if number(b) {
				return -1
			}
			return 1
		}
		return strings.Compare(a[1:], b[1:])
	})
	return strings.TrimPrefix(strings.Join(terms, ""), "+")
}
