package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// head counts how a letter is used: with a bracket that must be an argument, or without any.
type head struct{ called, bare bool }

// headUse scans, once, how each name with its subscripts is used in the string.
func (p *parser) headUse(name string) head {
	if p.heads == nil {
		p.heads = map[string]head{}
		for i := range p.toks {
			t := &p.toks[i]
			if t.kind != tLetter || i > 0 && (p.toks[i-1].kind == tSub || p.toks[i-1].kind == tSup) {
				continue
			}
			label := ""
			k := i + 1
			for p.at(k).kind == tSub || p.at(k).kind == tSup || p.at(k).kind == tPrime {
				if p.at(k).kind == tPrime {
					k++
					continue
				}
				sub := p.at(k).kind == tSub
				var from, to int
				from, to, k = p.spanOfScript(k)
				if l, ok := p.label(from, to); ok && sub {
					label += l
				}
			}
			key := composed(t.name, label, "", "")
			h := p.heads[key]
			if n := p.at(k); n.kind == tOpen && n.name == "(" && n.space != spaceWide && n.match > 0 {
				if n.flags&hasComma != 0 || p.loneArgument(k) {
					h.called = true
				}
			} else {
				h.bare = true
			}
			p.heads[key] = h
			if label != "" && h.bare { // θ_0 beside θ(t): an angle, not a step
				base := p.heads[t.name]
				base.bare = true
				p.heads[t.name] = base
			}
		}
	}
	return p.heads[name]
}

// callsOf counts, up to two, the brackets that follow the letter.
func (p *parser) callsOf(base string) int {
	n := 0
	for i := range p.toks {
		if t := &p.toks[i]; t.kind == tLetter && t.name == base && p.at(i+1).kind == tOpen {
			if n++; n > 1 {
				break
			}
		}
	}
	return n
}

// loneArgument: the bracket at i holds one symbol with scripts.
func (p *parser) loneArgument(i int) bool {
	end := int(p.at(i).match)
	k := i + 1
	switch p.at(k).kind {
	case tLetter:
		if n := p.at(k).name; n == "e" || n == "i" || n == `\pi` {
			return false
		}
		k++
	case tAccent, tFont:
		k = p.argEnd(k)
	default:
		return false
	}
	for k < end {
		switch p.at(k).kind {
		case tSub:
			_, _, k = p.spanOfScript(k)
		case tPrime:
			k++
		case tSup:
			from, to, next := p.spanOfScript(k)
			if _, ok := p.primesIn(from, to); !ok {
				return false
			}
			k = next
		default:
			return false
		}
	}
	return k == end
}

// functionLike heads are letters that mostly are functions.
func functionLike(base string) bool {
	switch base {
	case "f", "g", "h", "F", "G", "H", "u", "w", "y", "V", "U", "W", `\phi`, `\Phi`, `\varphi`, `\psi`, `\Psi`, `\chi`, `\rho`, `\Pi`, `\Sigma`, `\beta`, "S", "Z", "P", "Q":
		return true
	}
	return false
}

// isUnknownFunction: letters that are functions also before a sum in brackets.
func isUnknownFunction(base string) bool {
	switch base {
	case "f", "F", `\phi`, `\Phi`, `\varphi`, `\psi`, `\Psi`:
		return true
	}
	return false
}

// call makes a function call of a name if the bracket that follows is its argument.
func (p *parser) call(s *suffix, start int) (*expr.Node, bool, error) {
	t := p.peek()
	if t.kind != tOpen || t.space == spaceWide || t.match < 0 && t.name != "(" {
		return nil, false, nil
	}
	name := s.nameWithoutPrimes()
	if t.name == "{" {
		if s.base == "T" && !p.declared("T") && t.flags&hasComma == 0 {
			args, err := p.bracketArgs()
			if err != nil {
				return nil, true, err
			}
			n, err := p.finish(p.pool.Apply("time_ordered", args[0]), s)
			return n, true, err
		}
		return nil, false, nil
	}
	kind, yes := p.isCall(s, name, start)
	if !yes {
		if t.name == "(" {
			p.noteProduct(s, name)
		}
		return nil, false, nil
	}
	args, err := p.callArgs()
	if err != nil {
		return nil, true, err
	}
	n, err := p.applyHead(kind, name, s, args)
	if err != nil {
		return nil, true, err
	}
	n, err = p.postfix(n)
	return n, true, err
}

func (p *parser) callArgs() ([]*expr.Node, error) { return p.bracketArgs() }

// isCall decides between a function and a product, as far as possible by the table.
func (p *parser) isCall(s *suffix, name string, start int) (kind string, yes bool) {
	t := p.peek()
	square := t.name != "("
	if k, ok := p.table.function(name); ok {
		if k == "function" && p.nablaIn(p.i) {
			return "", false // \phi(\nabla\times\mathbf A) is a product
		}
		return k, true
	}
	if k, ok := p.table.function(s.base); ok {
		if k == "function" && p.nablaIn(p.i) {
			return "", false
		}
		return k, true
	}
	if square && p.loneArgument(p.i) && !p.declared(name) && t.space < spaceThin && s.exponent == nil && strings.Contains("SZWFGHELV", s.base) {
		return "function", true // a functional
	}
	if p.functional(s, name) || p.ofEvent(s, name, start) {
		return "function", true
	}
	if p.declared(name) || p.declared(s.base) && !s.superLabel || square || p.noCall > 0 && !p.isCallHead(s.base) || t.flags&hasRelation != 0 {
		return "", false
	}
	if t.space >= spaceThin {
		return "", false
	}
	switch name {
	case "e", "i", `\pi`, `\infty`, `\hbar`, `\gamma_E`:
		return "", false
	}
	if t.flags&hasArrow != 0 { // \Gamma(\mu\to e\nu\nu)
		return "function", true
	}
	lhs := p.clauseStart == start && p.isRelationAt(int(t.match)+1)
	if lhs && p.loneArgument(p.i) && p.callsOf(s.base) == 1 && s.base != `\mathcal{O}` { // θ(t) = … names an angle
		return "function", true
	}
	if k, ok := p.builtinCall(s, name, t); ok {
		return k, k != ""
	}
	comma := t.flags&hasComma != 0
	lone := p.loneArgument(p.i) || p.lonePower(p.i)
	use := p.headUse(composed(s.base, s.label, "", ""))
	switch {
	case comma:
		return "function", true
	case lone && (len(s.primes) == 0 || functionLike(s.base) || lhs):
		if s.base == "d" || s.exponent != nil && !functionLike(s.base) {
			return "", false
		}
		if !lhs && len(s.base) == 1 && s.label == "" && !functionLike(s.base) && p.choose("call "+name, name+"(…) is a function", name+"(…) is a product") == 1 { // m(v)
			return "", false
		}
		return "function", true
	case s.primes != "" && functionLike(s.base):
		return "function", true
	case s.label != "" && strings.Contains("JjYNKIHPQL", s.base) && p.singleFactor(p.i), // J_n(kr), P_\ell(\cos\theta)
		s.label != "" && p.at(p.i+1).kind == tFunc && p.singleFactor(p.i):
		return "function", true
	case use.called && !use.bare:
		return "function", true
	case lhs && (functionLike(s.base) || p.singleFactor(p.i)):
		return "function", true
	case isUnknownFunction(s.base) && !use.bare:
		product, function := name+"(…) is a product", name+"(…) is a function"
		if p.simpleArgument(p.i) {
			if p.choose("call "+name, function, product) == 1 {
				return "", false
			}
			return "function", true
		}
		if p.choose("call "+name, product, function) == 0 {
			return "", false
		}
		return "function", true
	}
	return "", false
}

// lonePower: the bracket at i holds one symbol with a power, like (Q^2).
func (p *parser) lonePower(i int) bool {
	end := int(p.at(i).match)
	k := i + 1
	if t := p.at(k); t.kind != tLetter || t.name == "e" || t.name == "i" || t.name == `\pi` {
		return false
	}
	for k++; k < end && (p.at(k).kind == tSub || p.at(k).kind == tSup); {
		from, to, next := p.spanOfScript(k)
		if p.at(k).kind == tSup && (to != from+1 || p.at(from).kind != tNumber) {
			return false
		}
		k = next
	}
	return k == end
}

// simpleArgument: the bracket at i holds a number or a negative symbol, which a product would
// not put in brackets.
func (p *parser) simpleArgument(i int) bool {
	end := int(p.at(i).match)
	if p.numberArgument(i) {
		return true
	}
	return p.at(i+1).kind == tOp && p.at(i+1).name == "-" && end == i+3
}

func (p *parser) isRelationAt(i int) bool {
	t := p.at(i)
	return t.kind == tOp && isRelation(t.name)
}

// singleFactor: the bracket at i holds no sum.
func (p *parser) singleFactor(i int) bool {
	end := int(p.at(i).match)
	for k := i + 1; k < end; k++ {
		t := p.at(k)
		if t.kind == tOp && (t.name == "+" || t.name == "-") {
			return false
		}
		if (t.kind == tBraceOpen || t.kind == tOpen) && int(t.match) > k {
			k = int(t.match)
		}
	}
	return true
}

// builtinCall knows the heads that are functions wherever they have an argument. The empty
// kind is a product.
func (p *parser) builtinCall(s *suffix, name string, t *token) (kind string, known bool) {
	comma := t.flags&hasComma != 0
	use := head{}
	switch s.base {
	case `\Gamma`, `\zeta`, `\delta`, `\theta`, `\Theta`, `\psi`:
		use = p.headUse(composed(s.base, s.label, "", ""))
	}
	switch {
	case name == `\Gamma` && !use.bare:
		if comma {
			return "uppergamma", true
		}
		return "gamma", true
	case name == `\gamma` && comma:
		return "lowergamma", true
	case name == `\zeta` && !use.bare:
		return "zeta", true
	case s.base == `\delta` && s.label == "" && !use.bare && (s.exponent == nil || isDimension(s.exponent)):
		return "dirac_delta", true
	case (name == `\theta` || name == `\Theta`) && !use.bare && !comma:
		return "heaviside", true
	case s.base == `\psi` && s.label == "" && s.superLabel:
		return "digamma", true
	case name == `\psi` && p.numberArgument(p.i):
		return "digamma", true
	case name == "B" && comma, name == `\mathrm{B}` && comma:
		return "beta", true
	case name == `\mathcal{O}`, name == "O" && p.i > 1 && p.at(p.i-2).kind == tOp:
		return "BIGO", true
	case strings.HasPrefix(name, `\mathrm{`), strings.HasPrefix(name, `\mathfrak{`):
		return "function", true
	case (s.base == "U" || s.base == "O") && int(t.match) == p.i+2 && p.at(p.i+1).kind == tNumber:
		return "function", true
	}
	return "", false
}

// numberArgument: the bracket at i holds nothing but numbers.
func (p *parser) numberArgument(i int) bool {
	end := int(p.at(i).match)
	for k := i + 1; k < end; k++ {
		switch t := p.at(k); t.kind {
		case tNumber, tBraceOpen, tBraceClose, tOp:
		case tCommand:
			if !isFrac(t.name) {
				return false
			}
		default:
			return false
		}
	}
	return end > i+1
}
