package latex

import (
	"strings"
	"unicode"
)

// baseName reads a letter with its accents and fonts, but no scripts. Not ok (and nothing read)
// is an accent over an expression.
func (p *parser) baseName() (name string, ok bool, err error) {
	if err := p.enter(); err != nil {
		return "", false, err
	}
	defer p.leave()
	t := p.peek()
	switch t.kind {
	case tLetter:
		p.next()
		return p.table.synonym(t.name), true, nil
	case tText:
		if !isWordName(t.name) {
			return "", false, p.errorHere("upright text that is no name", "")
		}
		p.next()
		return romanName(t.name), true, nil
	case tFunc:
		p.next()
		return romanName(t.raw), true, nil
	case tAccent:
		i := p.i
		p.next()
		if t.name == `\slashed` || t.name == `\tensor` {
			p.i = i
			return "", false, nil
		}
		inner, ok, err := p.innerName(false)
		if !ok || err != nil {
			p.i = i
			return "", false, err
		}
		return p.table.synonym(t.name + "{" + inner + "}"), true, nil
	case tFont:
		i := p.i
		p.next()
		inner, ok, err := p.innerName(true)
		if !ok || err != nil {
			p.i = i
			return "", false, err
		}
		return p.table.synonym(fontName(t.name, inner)), true, nil
	default:
	}
	return "", false, p.errorHere("a name was expected", "")
}

// fontName is the name in a font. Roman letters are as good as italic ones.
func fontName(font, inner string) string {
	if font == "" {
		return romanName(inner)
	}
	if strings.HasPrefix(inner, `\hat{`) || strings.HasPrefix(inner, `\bar{`) || strings.HasPrefix(inner, `\tilde{`) || strings.HasPrefix(inner, `\dot{`) {
		if letter, rest, ok := cutAccent(inner); ok && rest == "" { // \mathbf{\hat n} is \hat{\mathbf n}
			return inner[:strings.IndexByte(inner, '{')+1] + fontName(font, letter) + "}"
		}
	}
	if font == `\mathbf` && strings.HasPrefix(inner, `\`) && !strings.Contains(inner, "{") {
		return `\boldsymbol{` + inner + "}"
	}
	return font + "{" + inner + "}"
}

// romanName is the name of upright letters: one letter is the letter.
func romanName(s string) string {
	s = strings.TrimSpace(s)
	if len(s) == 1 || strings.HasPrefix(s, `\`) {
		return s
	}
	return `\mathrm{` + s + "}"
}

// isWordName: letters and digits, with blanks or hyphens between them.
func isWordName(s string) bool {
	for i, r := range s {
		switch {
		case unicode.IsLetter(r):
		case i > 0 && (r >= '0' && r <= '9' || r == ' ' || r == '-'):
		default:
			return false
		}
	}
	return s != ""
}

// isLabelText: what upright text in a script may be.
func isLabelText(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -+*,/", r)
	}) < 0
}

// innerName reads the argument of an accent or a font as a name; digits and several
// letters only in a font.
func (p *parser) innerName(font bool) (string, bool, error) {
	t := p.peek()
	if t.kind != tBraceOpen {
		if !font && t.kind == tNumber && len(t.name) == 1 { // \bar 3
			p.next()
			return t.name, true, nil
		}
		if font && t.kind == tNumber {
			name := t.name[p.off:]
			if len(name) == 1 {
				p.next()
			} else {
				p.off++
			}
			return name[:1], true, nil
		}
		switch t.kind {
		case tLetter, tAccent, tFont, tText:
			return p.baseName()
		default:
		}
		return "", false, nil
	}
	end := int(t.match)
	i := p.i
	if n := p.at(i + 1); !font && n.kind == tNumber && end == i+2 { // \bar{3}
		p.i, p.off = end+1, 0
		return n.name, true, nil
	}
	name, ok := p.nameIn(i+1, end)
	if ok && !font && strings.Contains(name, "^") {
		return "", false, nil // an accent over a power is no name
	}
	if !ok && font {
		name, ok = p.lettersIn(i+1, end)
	}
	if !ok {
		return "", false, nil
	}
	p.i, p.off = end+1, 0
	return name, true, nil
}

// lettersIn joins plain letters and digits, as in \mathfrak{su} and \mathbf{10}.
func (p *parser) lettersIn(from, to int) (string, bool) {
	var b strings.Builder
	for i := from; i < to; i++ {
		t := p.at(i)
		switch t.kind {
		case tLetter, tNumber:
			if strings.Trim(t.name, "0123456789") != "" && len(t.name) > 1 {
				return "", false
			}
			b.WriteString(t.name)
		case tFunc:
			b.WriteString(t.raw)
		default:
			return "", false
		}
	}
	return b.String(), b.Len() > 0
}

// nameIn is the name that tokens [from, to) spell, with subscripts and primes.
func (p *parser) nameIn(from, to int) (string, bool) {
	braced := p.at(from).kind == tBraceOpen && int(p.at(from).match) == from+2 && to > from+3
	if k := p.at(from).kind; k != tLetter && k != tAccent && k != tFont && k != tText && !braced {
		return "", false
	}
	i, stop, off := p.i, p.stop, p.off
	defer func() { p.i, p.stop, p.off = i, stop, off }()
	p.i, p.stop, p.off = from, to, 0
	if t := p.peek(); t.kind == tBraceOpen { // {g}_k
		p.next()
	}
	name, ok, err := p.baseName()
	if err != nil || !ok {
		return "", false
	}
	if braced {
		p.next()
	}
	label, primes, sup := "", "", ""
	for p.i < to {
		t := p.peek()
		switch t.kind {
		case tSub:
			a, b, next := p.spanOfScript(p.i)
			s, ok := p.label(a, b)
			if !ok {
				return "", false
			}
			label += s
			p.i = next
		case tPrime:
			primes += t.name
			p.i++
		case tSup:
			a, b, next := p.spanOfScript(p.i)
			if q, ok := p.primesIn(a, b); ok {
				primes += q
			} else {
				s, ok := p.label(a, b)
				if !ok {
					return "", false
				}
				sup += s
			}
			p.i = next
		default:
			return "", false
		}
	}
	return composed(name, label, sup, primes), true
}

func composed(base, label, sup, primes string) string {
	if label != "" {
		base = subscripted(base, label)
	}
	if sup != "" {
		base += "^{" + sup + "}"
	}
	return base + primes
}

func subscripted(base, label string) string {
	if len(label) == 1 {
		return base + "_" + label
	}
	return base + "_{" + label + "}"
}

func (p *parser) primesIn(from, to int) (string, bool) {
	s := ""
	for i := from; i < to; i++ {
		if p.at(i).kind != tPrime {
			return "", false
		}
		s += p.at(i).name
	}
	return s, s != ""
}

// label is the canonical spelling of a script that is part of a name.
func (p *parser) label(from, to int) (string, bool) {
	var b strings.Builder
	put := func(s string) {
		if s == "" {
			return
		}
		if str := b.String(); str != "" && isASCIILetter(s[0]) && isASCIILetter(str[len(str)-1]) && strings.LastIndexByte(str, '\\') >= 0 {
			k := strings.LastIndexByte(str, '\\')
			if strings.IndexFunc(str[k+1:], func(r rune) bool { return r >= 0x80 || !isASCIILetter(byte(r)) }) < 0 {
				b.WriteByte(' ')
			}
		}
		b.WriteString(s)
	}
	if to-from > 64 {
		return "", false
	}
	for i := from; i < to; i++ {
		t := p.at(i)
		switch t.kind {
		case tLetter:
			put(p.table.synonym(t.name))
		case tText:
			if !isLabelText(t.name) {
				return "", false
			}
			put(strings.Join(strings.Fields(t.name), ""))
		case tFunc:
			put(t.raw)
		case tCommand:
			switch t.name {
			case "lim", "sup", "inf":
				put(t.name)
			default:
				return "", false
			}
		case tNumber:
			put(t.name)
		case tOp:
			put(t.name)
		case tPrime:
			put(t.name)
		case tBraceOpen, tBraceClose:
		case tOpen, tClose:
			if t.name == "{" || t.name == "}" || t.name == "." {
				return "", false
			}
			put(t.name)
		case tBar:
			put(t.name)
		case tSub, tSup:
			a, e, next := p.spanOfScript(i)
			s, ok := p.label(a, e)
			if !ok || next > to {
				return "", false
			}
			if t.kind == tSub {
				s = subscripted("", s)
			} else {
				s = "^{" + s + "}"
			}
			b.WriteString(s)
			i = next - 1
		case tAccent, tFont:
			end := p.argEnd(i)
			if end > to {
				return "", false
			}
			name, ok := p.nameIn(i, end)
			if !ok {
				return "", false
			}
			put(name)
			i = end - 1
		default:
			return "", false
		}
	}
	return sortedLabel(b.String()), b.Len() > 0
}

// wholeName reads the whole string as one name.
func (p *parser) wholeName() (string, error) {
	if name, ok := p.nameIn(0, p.stop); ok {
		return name, nil
	}
	if t := p.at(0); t.kind == tFunc && p.stop == 1 {
		return romanName(t.raw), nil
	}
	if p.at(0).kind == tBraceOpen && int(p.at(0).match) == p.stop-1 {
		if name, ok := p.nameIn(1, p.stop-1); ok {
			return name, nil
		}
	}
	if name, ok := p.lettersIn(0, p.stop); ok && p.stop > 0 && p.at(0).kind == tLetter {
		return romanName(name), nil
	}
	return "", p.errorAt(0, "not a name", "")
}

// cutAccent splits \dot{x}_1 into x and _1.
func cutAccent(name string) (inner, rest string, ok bool) {
	open := strings.IndexByte(name, '{')
	if open < 0 {
		return "", "", false
	}
	end := closingBrace(name, open)
	if end < 0 {
		return "", "", false
	}
	return name[open+1 : end], name[end+1:], true
}
