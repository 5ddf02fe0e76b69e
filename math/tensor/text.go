package tensor

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// text writes a sum for a reader, with at most a few terms.
func (e *engine) text(s sum) string {
	if len(s) == 0 {
		return "0"
	}
	var parts []string
	for i, t := range s {
		if i == 6 {
			parts = append(parts, "… ("+strconv.Itoa(len(s))+" terms)")
			break
		}
		parts = append(parts, e.termText(t))
	}
	return strings.Join(parts, " + ")
}

func (e *engine) termText(t term) string {
	c := e.polyText(t.coef)
	var fs []string
	if c != "1" || len(t.factors)+len(t.word) == 0 {
		if len(t.coef) > 1 && len(t.factors)+len(t.word) > 0 {
			c = "(" + c + ")"
		}
		fs = append(fs, c)
	}
	for _, f := range t.factors {
		head := f.head
		switch f.kind {
		case metricFactor:
			head = "g"
		case epsilonFactor:
			head = "ε"
		case chainFactor:
			head = "T"
		default:
		}
		fs = append(fs, strings.Repeat("∂", f.deriv)+head+labelText(f.idx))
	}
	for _, l := range t.word {
		fs = append(fs, e.letterText(l))
	}
	return strings.Join(fs, " ")
}

func labelText(idx []label) string {
	if len(idx) == 0 {
		return ""
	}
	parts := make([]string, len(idx))
	for i, l := range idx {
		parts[i] = l.String()
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func (e *engine) letterText(l letter) string {
	head := l.head
	switch l.kind {
	case gammaLetter, cliffordLetter:
		head = "γ"
		if l.dag {
			head = "γ⁵γ"
			if len(l.idx) == 0 {
				head = "γ⁵"
			}
		}
		return head + labelText(l.idx)
	case gamma5Letter:
		head = "γ⁵"
	case generatorLetter:
		head = "T"
	case pauliLetter:
		head = "σ"
	case exponentialLetter:
		return "exp(" + e.text(l.arg) + ")"
	case ketLetter, braLetter:
		names := make([]string, len(l.parts))
		for i, p := range l.parts {
			names[i] = e.labelText(p.Name, i, l)
		}
		if l.kind == braLetter {
			return "⟨" + strings.Join(names, ",") + "|"
		}
		return "|" + strings.Join(names, ",") + "⟩"
	default:
	}
	if l.dag {
		head += "†"
	}
	return head + labelText(l.idx)
}

func (e *engine) labelText(name string, i int, l letter) string {
	if name != "" {
		return name
	}
	if p, ok := e.readScalar(l.parts[i]); ok {
		return e.polyText(p)
	}
	return "…"
}

func (e *engine) polyText(p poly) string {
	if len(p) == 0 {
		return "0"
	}
	var terms []string
	for i, t := range p.sorted() {
		if i == 12 {
			terms = append(terms, "…")
			break
		}
		var fs []string
		if c := t.c.String(); c != "1" || len(t.mono) == 0 {
			if !t.c.isReal() && t.c.re.Sign() != 0 {
				c = "(" + c + ")"
			}
			fs = append(fs, c)
		}
		for _, w := range t.mono {
			s := e.atomText(w.atom)
			if w.exp != 1 {
				s += "^" + strconv.Itoa(w.exp)
			}
			fs = append(fs, s)
		}
		terms = append(terms, strings.Join(fs, " "))
	}
	return strings.Join(terms, " + ")
}

// wordKey is a letter of a word as keys spell it: its kind, its head, its number of slots.
var wordKey = regexp.MustCompile(`\b\d([^\s()|/]+)/\d+`)

func (e *engine) atomText(i int) string {
	a := &e.atoms[i]
	switch {
	case a.kind == atomDot && a.v.kind == numberLabel:
		return a.u.name + "^" + strconv.Itoa(a.v.id)
	case a.kind == atomDot:
		return "(" + a.u.name + "·" + a.v.name + ")"
	case a.kind == atomRoot:
		return "(" + e.polyText(a.base) + ")^(1/" + strconv.Itoa(a.degree) + ")"
	case a.kind == atomInverse:
		return "(" + e.polyText(a.base) + ")^-1"
	case a.fn != "":
		return a.fn + "(" + e.polyText(a.args[0]) + ")"
	case a.node != nil && a.node.Op == expr.OpCall:
		args := make([]string, len(a.node.Args))
		for k, x := range a.node.Args {
			if args[k] = x.Name; x.Name == "" || len(x.Args) > 0 {
				args[k] = x.String()
			}
		}
		return a.node.Name + "(" + strings.Join(args, ", ") + ")"
	case a.node != nil && e.readable[a.node.Name] != "":
		return e.readable[a.node.Name]
	case a.node != nil && a.node.Name != "":
		return wordKey.ReplaceAllString(a.node.Name, "$1")
	}
	return "a" + strconv.Itoa(i)
}
