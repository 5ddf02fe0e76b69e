package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// script is one ^ or _ of a name: a range of tokens.
type script struct {
	up       bool
	from, to int
	digit    string // of a number without braces only its first digit is the script: \sin^22x
}

// scripts reads all scripts and primes that follow a name.
func (p *parser) scripts() (all []script, primes string) {
	for len(all)+len(primes) < maxPostfix { // more are an error that the caller finds
		t := p.peek()
		switch {
		case t.kind == tSup || t.kind == tSub:
			from, to, next := p.spanOfScript(p.i)
			if t.kind == tSup {
				if q, ok := p.primesIn(from, to); ok {
					primes += q
					p.i, p.off = next, 0
					continue
				}
			}
			sc := script{up: t.kind == tSup, from: from, to: to}
			if digit := p.firstDigit(from, to, next); digit != "" {
				sc.digit = digit
				p.i, p.off = from, 1
				return append(all, sc), primes // the other digits are the next factor
			}
			all = append(all, sc)
			p.i, p.off = next, 0
		case t.kind == tPrime:
			primes += t.name
			p.next()
		case t.kind == tBraceOpen && int(t.match) == p.i+1 && (p.peekAt(2).kind == tSub || p.peekAt(2).kind == tSup) && !p.hyperAt(p.i+2):
			p.next()
			p.next()
		default:
			return all, primes
		}
	}
	return all, primes
}

// firstDigit is the first digit of a number of several digits as a script without braces, if it
// alone is the script: x^23 is set as x^2·3, but mostly means x^{23}; after a function the
// rest is the argument.
func (p *parser) firstDigit(from, to, next int) string {
	t := p.at(from)
	if t.kind != tNumber || len(t.name) < 2 || to != from+1 || next != to || strings.Trim(t.name, "0123456789") != "" || p.plain && !p.table.OneDigit {
		return ""
	}
	if p.inFunction || p.choose("script "+t.name, "x^"+t.name+" is x^{"+t.name+"}", "x^"+t.name+" is x^"+t.name[:1]+"\\cdot "+t.name[1:]) == 1 {
		return t.name[:1]
	}
	return ""
}

// suffix is what the scripts of a name mean when they are not indices.
type suffix struct {
	base, label, sup, primes string

	subs       []script // for functions, which read them as arguments
	sups       []script
	exponent   *expr.Node
	order      *expr.Node
	dagger     bool
	transpose  bool
	conjugate  bool
	degrees    bool
	slashed    bool
	superLabel bool
}

func (s *suffix) name() string { return composed(s.base, s.label, s.sup, s.primes) }

func (s *suffix) nameWithoutPrimes() string { return composed(s.base, s.label, s.sup, "") }

func (s *suffix) read(p *parser, scripts []script) error {
	for _, sc := range scripts {
		if sc.digit != "" {
			if sc.up {
				s.exponent = p.literal(sc.digit)
			} else {
				s.label += sc.digit
			}
			continue
		}
		if !sc.up {
			l, ok := p.label(sc.from, sc.to)
			if !ok {
				if p.i = sc.from; sc.from >= sc.to {
					return p.errorHere("an empty subscript", "")
				}
				return p.errorHere("a subscript that is no label", "")
			}
			s.label += l
			s.subs = append(s.subs, sc)
			continue
		}
		s.sups = append(s.sups, sc)
		if err := s.superscript(p, sc.from, sc.to); err != nil {
			return err
		}
	}
	return nil
}

// superscript decides what a superscript of a name is: a label, a mark, or an exponent.
func (s *suffix) superscript(p *parser, from, to int) error {
	for from < to && p.at(from).kind == tPrime {
		s.primes += p.at(from).name
		from++
	}
	if from >= to {
		p.i = from
		return p.errorHere("an empty superscript", "")
	}
	t, one := p.at(from), to == from+1
	switch t.kind {
	case tLetter:
		switch {
		case t.name == `\dagger`:
			s.dagger = true
			if one {
				return nil
			}
			from++
			if p.at(from).kind == tPrime {
				return p.errorAt(from, "not understood here", "")
			}
		case one && (t.name == `\circ` || t.name == `\degree`):
			s.degrees = true
			return nil
		case one && (t.name == `\top` || t.name == `\intercal`), one && t.name == "T" && s.isMatrix(p), one && t.name == "T" && s.mayTranspose(p):
			s.transpose = true
			return nil
		case one && (t.name == `\star` || t.name == `\ast`):
			s.star(p)
			return nil
		case one && (t.name == `\perp` || t.name == `\parallel` || t.name == `\odot`):
			s.sup += t.name
			return nil
		}
	case tOp:
		if one && t.name == "*" {
			s.star(p)
			return nil
		}
		if one && (t.name == "+" || t.name == "-" || t.name == "±" || t.name == "∓") {
			s.sup += t.name
			return nil
		}
	case tText:
		if one {
			if t.name == "T" || t.name == "t" {
				s.transpose = true
				return nil
			}
			if !isLabelText(t.name) {
				return p.errorAt(from, "upright text that is no label", "")
			}
			s.sup += strings.Join(strings.Fields(t.name), "")
			return nil
		}
	case tFunc:
		if one {
			s.sup += t.raw
			return nil
		}
	case tOpen:
		if t.name == "[" && int(t.match) == to-1 && p.at(from-1).kind == tBraceOpen { // x^{[2]}
			if l, ok := p.label(from+1, to-1); ok {
				s.sup += "[" + l + "]"
				return nil
			}
		}
		if t.name == "(" && int(t.match) == to-1 && p.at(from-1).kind == tBraceOpen { // E^{(1)}
			l, ok := p.label(from, to)
			if ok {
				s.sup += l
				n, err := p.exponent(from+1, to-1)
				if err == nil {
					s.order = n
				}
				s.superLabel = true
				return nil
			}
		}
	default:
	}
	if t.kind == tNumber && one && t.name == "0" && (s.label != "" || strings.Contains(`\pi K D B p k q J A`, s.base)) {
		s.sup += "0" // π^0, p^0 and Y_1^0 are no powers
		return nil
	}
	if p.scriptLabel(s, from, to) {
		return nil
	}
	p.noteSuperscript(s, from, to)
	e, err := p.exponent(from, to)
	if err != nil {
		return err
	}
	if s.exponent != nil {
		return p.errorAt(from, "two exponents", "")
	}
	s.exponent = e
	return nil
}

// star is ^*: conjugation of what can be complex, else part of the name.
func (s *suffix) star(p *parser) {
	name := s.name()
	if k, ok := p.table.symbol(name); ok {
		s.conjugate = k&(Complex|Operator|Matrix) != 0
	} else if _, ok := p.table.symbol(composed(s.base, s.label, "*", s.primes)); !ok {
		switch s.base {
		case `\psi`, `\Psi`, `\phi`, `\Phi`, `\varphi`, `\chi`, "z", "w", `\Delta`:
			s.conjugate = true
		}
	}
	if !s.conjugate {
		s.sup += "*"
	}
}

// mayTranspose: A^T of an undeclared capital, where T has no other use.
func (s *suffix) mayTranspose(p *parser) bool {
	if u := p.use["T"]; p.declared(s.name()) || p.declared("T") || u != nil && u.other > 0 || len(s.base) != 1 || s.base[0] < 'A' || s.base[0] > 'Z' {
		return false
	}
	return p.choose("transpose", "A^T is a transpose", "A^T is a power") == 0
}

func (s *suffix) isMatrix(p *parser) bool {
	k, ok := p.table.symbol(s.name())
	return ok && k&(Matrix|Vector) != 0 || strings.HasPrefix(s.base, `\mathbf{`) || strings.HasPrefix(s.base, `\boldsymbol{`)
}
