package latex

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// Notation is what a string leaves open although it has one likely reading: letters before
// brackets that may be functions, superscripts that may be indices.
type Notation struct {
	// Products are letters before a bracket that were read as its factors.
	Products []Product
	// Superscripts are those of letters that were read as exponents.
	Superscripts []Superscript
	// Bare are names that stand outside of scripts and not before a bracket.
	Bare map[string]bool
	// Numbers are letters that stand outside of superscripts, Sums those that stand in a
	// superscript beside signs or numbers, or of a bracket or a number.
	Numbers, Sums map[string]bool
	// Spaces tells that powers of letters are joined by ×.
	Spaces bool
}

// Product is a letter before a bracket that was read as a factor.
type Product struct {
	Head     string
	Argument Argument
}

// Argument is what stands in the bracket after a letter.
type Argument uint8

// Arguments of letters, from those that hardly are factors to those that mostly are.
const (
	ArgumentZero Argument = iota
	ArgumentNumber
	ArgumentSymbol
	ArgumentDifference // of coordinates
	ArgumentOther
)

// Superscript is one that consists of letters, or of one number; letters are empty then. Mixed
// ones, like 0i and i0, are no products that anybody writes.
type Superscript struct {
	Head    string
	Letters []string
	Number  string
	Mixed   bool
}

// NotationOf reads the first reading of src, and notes what it leaves open; nil for what cannot
// be read.
func NotationOf(pool *expr.Pool, src string, t *Table) *Notation {
	if len(src) > maxBytes {
		return nil
	}
	p, err := newParser(pool, antisymmetrized(src), t, nil)
	defer p.release()
	if err != nil {
		return nil
	}
	n := &Notation{Bare: map[string]bool{}, Numbers: map[string]bool{}, Sums: map[string]bool{}}
	p.notes = n
	if _, err := p.document(); err != nil {
		return nil
	}
	p.headUse("")
	for name, h := range p.heads {
		if h.bare {
			n.Bare[name] = true
		}
	}
	p.noteLetters()
	n.Spaces = p.productOfSpaces()
	return n
}

// noteProduct notes a letter before the bracket at which the parser stands.
func (p *parser) noteProduct(s *suffix, name string) {
	if p.notes == nil || p.declared(name) || p.declared(s.base) || s.dagger || s.transpose {
		return
	}
	switch name {
	case "e", "i", "d", `\pi`, `\infty`, `\hbar`, `\gamma_E`, `\Delta`, `\delta`, `\partial`, `\nabla`:
		return
	}
	if s.exponent != nil && !p.zeroArgument(p.i) || p.algebraName() {
		return
	}
	a := ArgumentOther
	switch {
	case p.zeroArgument(p.i):
		a = ArgumentZero
	case p.numberArgument(p.i):
		a = ArgumentNumber
	case p.loneArgument(p.i) || p.lonePower(p.i):
		a = ArgumentSymbol
	case p.coordinates(p.i) && fieldLike(s.base):
		a = ArgumentDifference
	}
	x := Product{name, a}
	if !slices.Contains(p.notes.Products, x) {
		p.notes.Products = append(p.notes.Products, x)
	}
}

// algebraName: the two letters before the bracket are the name of a Lie algebra, su(2).
func (p *parser) algebraName() bool {
	if p.at(p.i-1).kind != tLetter || p.at(p.i-2).kind != tLetter || p.at(p.i-1).space != spaceNone {
		return false
	}
	switch p.at(p.i-2).name + p.at(p.i-1).name {
	case "su", "so", "sp", "sl", "gl":
		return true
	}
	return false
}

// zeroArgument: the bracket at i holds 0.
func (p *parser) zeroArgument(i int) bool {
	t := p.at(i + 1)
	return int(p.at(i).match) == i+2 && t.kind == tNumber && t.name == "0"
}

// fieldLike heads are letters of which a difference of coordinates is more likely the argument
// than a factor.
func fieldLike(base string) bool {
	switch base {
	case "f", "F", "G", "u", "D", "W", "S", "U", "V", `\Sigma`, `\Pi`, `\phi`, `\Phi`, `\varphi`, `\psi`, `\Psi`, `\chi`, `\Delta`:
		return true
	}
	return false
}

// coordinates: the bracket at i holds a sum of coordinates, like x − y, x − ct and t − t'.
func (p *parser) coordinates(i int) bool {
	letters, sum := 0, false
	for k := i + 1; k < int(p.at(i).match); k++ {
		switch t := p.at(k); t.kind {
		case tLetter:
			switch t.name {
			case "x", "y", "z", "t", "r", "s", `\tau`, "k", "p", "q", `\omega`:
				letters++
			case "c", "v":
			default:
				return false
			}
		case tOp:
			if t.name != "+" && t.name != "-" {
				return false
			}
			sum = true
		case tPrime, tFont, tAccent, tBraceOpen, tBraceClose:
		default:
			return false
		}
	}
	return sum && letters > 0
}

// noteSuperscript notes a superscript that is going to be read as an exponent.
func (p *parser) noteSuperscript(s *suffix, from, to int) {
	if p.notes == nil || s.base == "e" || len(p.notes.Superscripts) > 256 {
		return
	}
	x := Superscript{Head: s.base}
	if t := p.at(from); t.kind == tNumber && to == from+1 {
		x.Number = t.name
	} else if x.Letters = p.letterRun(from, to); x.Letters == nil {
		if x.Mixed = p.mixedRun(from, to); !x.Mixed {
			return
		}
	}
	p.notes.Superscripts = append(p.notes.Superscripts, x)
}

// mixedRun: letters and digits, with a zero in front or a digit after a letter.
func (p *parser) mixedRun(from, to int) bool {
	letters, numbers := 0, 0
	for k := from; k < to; k++ {
		switch t := p.at(k); {
		case t.kind == tLetter:
			letters++
		case t.kind == tNumber && len(t.name) == 1 && (letters > 0 || t.name == "0"):
			numbers++
		default:
			return false
		}
	}
	return letters > 0 && numbers > 0
}

// scriptLabel reads a superscript as a label where the table says that those of the head are.
func (p *parser) scriptLabel(s *suffix, from, to int) bool {
	if len(p.table.Labelled) == 0 || !p.table.Labelled[s.base] {
		return false
	}
	if t := p.at(from); p.letterRun(from, to) == nil && !p.mixedRun(from, to) && (t.kind != tNumber || to != from+1 || !p.table.LabelNumbers) {
		return false
	}
	l, ok := p.label(from, to)
	if ok {
		s.sup += l
	}
	return ok
}

// noteLetters notes where letters stand: in superscripts of letters alone, in other superscripts,
// or elsewhere. Subscripts say nothing.
func (p *parser) noteLetters() {
	for i := 0; i < len(p.toks)-1; i++ {
		switch t := &p.toks[i]; t.kind {
		case tSup:
			from, to, next := p.spanOfScript(i)
			if p.letterRun(from, to) == nil {
				for k := from; k < to; k++ {
					if n := p.at(k); n.kind == tLetter {
						p.notes.Sums[n.name] = true
					}
				}
			} else if i > 0 && (p.toks[i-1].kind == tClose || p.toks[i-1].kind == tNumber || p.toks[i-1].name == "e") {
				for k := from; k < to; k++ { // (…)^n, 2^n, e^x
					p.notes.Sums[p.at(k).name] = true
				}
			}
			i = max(i, next-1)
		case tSub:
			from, to, next := p.spanOfScript(i)
			if i > 0 && p.toks[i-1].kind == tCommand { // the n of \sum_{n=0}
				for k := from; k < to; k++ {
					if n := p.at(k); n.kind == tLetter {
						p.notes.Numbers[n.name] = true
					}
				}
			}
			i = max(i, next-1)
		case tLetter:
			p.notes.Numbers[t.name] = true
		default:
		}
	}
}

// setBefore: a letter like ℝ, with or without a power, stands before the token i.
func (p *parser) setBefore(i int) bool {
	for k := i - 1; k >= max(0, i-8); k-- {
		switch t := p.at(k); t.kind {
		case tFont:
			return t.name == "mathbb"
		case tLetter, tNumber, tSup, tBraceOpen, tBraceClose:
		default:
			return false
		}
	}
	return false
}

// productOfSpaces: letters with numbers on them are joined by ×, as in S^2\times S^1; a product of
// numbers would be written together.
func (p *parser) productOfSpaces() bool {
	power := func(i int) (next int, ok bool) {
		if p.at(i).kind != tLetter || p.at(i+1).kind != tSup {
			return i, false
		}
		from, to, next := p.spanOfScript(i + 1)
		return next, to == from+1 && p.at(from).kind == tNumber && strings.Trim(p.at(from).name, "0123456789") == ""
	}
	for i := range p.toks {
		head := p.at(i).name
		if t := p.at(i); t.kind == tOp && t.name == "×" && (p.at(i+1).kind == tFont && p.at(i+1).name == "mathbb" || p.setBefore(i)) {
			return true
		}
		if k, ok := power(i); ok && p.at(k).kind == tOp && p.at(k).name == "×" {
			if _, ok := power(k + 1); ok && p.at(k+1).name == head {
				return true
			}
		}
	}
	return false
}
