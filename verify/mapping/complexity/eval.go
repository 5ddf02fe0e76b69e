package complexity

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// scope resolves symbols and evaluates expressions.
type scope struct {
	env      map[string]value // the caller's
	bindings map[string]*node // the text's: "tw = 1", "w = L"
	fixed    map[string]bool  // symbols that the text calls constant
	busy     map[string]bool  // bindings being evaluated, against cycles
	solved   map[string]value // symbols found from an equation for n: n = L^2

	usedConstants []string
	notes         []string
}

func (s *scope) notef(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if !slices.Contains(s.notes, note) {
		s.notes = append(s.notes, note)
	}
}

// canonicalName brings a symbol to the one name under which it is looked up.
func canonicalName(name string) string {
	if alias, ok := aliases[name]; ok {
		return alias
	}
	if noun, ok := nouns[strings.ToLower(name)]; ok && noun != "size" {
		return noun
	}
	phrase := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "the "), "total "), "number of ")
	if phrase != name {
		return canonicalName(phrase)
	}
	return name
}

// knows reports whether a symbol has a meaning beyond being a letter.
func (s *scope) knows(name string) bool {
	if _, ok := s.bindings[name]; ok {
		return true
	}
	_, ok := s.lookup(name)
	return ok
}

// lookup finds a symbol in the caller's environment: as it is written, by
// its canonical name, and a lattice extent L_x as L.
func (s *scope) lookup(name string) (value, bool) {
	for _, key := range []string{name, canonicalName(name)} {
		if v, ok := s.env[key]; ok {
			return v, true
		}
		if v, ok := s.solved[key]; ok {
			return v, true
		}
	}
	return value{}, false
}

func (s *scope) symbol(n *node) (value, error) {
	name := n.name
	if b, ok := s.bindings[name]; ok && !s.busy[name] {
		s.busy[name] = true
		defer delete(s.busy, name)
		return s.eval(b)
	}
	if name == size {
		return variable(size), nil
	}
	if v, ok := s.lookup(name); ok {
		return v, nil
	}
	if base, sub, ok := strings.Cut(name, "_"); ok {
		return s.subscripted(n, base, sub)
	}
	canonical := canonicalName(name)
	switch {
	case canonical == size:
		return variable(size), nil
	case s.fixed[name]:
		s.usedConstants = append(s.usedConstants, name)
		return constant(someConstant()), nil
	case constants[canonical]:
		s.usedConstants = append(s.usedConstants, name)
		return constant(someConstant()), nil
	}
	if x, ok := numbers[canonical]; ok {
		return constant(exactly(x)), nil
	}
	return variable(canonical), nil
}

// subscripted resolves n_sites, N_spins, n_bonds, L_x; anything else with a
// subscript is a symbol of its own.
func (s *scope) subscripted(n *node, base, sub string) (value, error) {
	if noun, ok := nouns[strings.ToLower(sub)]; ok {
		return s.symbol(&node{kind: kSymbol, name: noun, pos: n.pos, end: n.end})
	}
	if v, ok := s.lookup(base); ok || s.bindings[base] != nil {
		s.notef("%s was read like %s", n.name, base)
		if ok {
			return v, nil
		}
		return s.symbol(&node{kind: kSymbol, name: base, pos: n.pos, end: n.end})
	}
	if siteSubscripts[sub] && canonicalName(base) == size {
		return variable(size), nil
	}
	if constants[base] {
		return constant(someConstant()), nil
	}
	return variable(n.name), nil
}

// eval reduces an expression. Errors are about numbers out of range and
// values that no cost can have.
func (s *scope) eval(n *node) (value, error) {
	v, err := s.evalKind(n)
	if err != nil {
		return value{}, err
	}
	if !v.finite() {
		return value{}, &SyntaxError{Pos: n.pos, Message: "a number is too large"}
	}
	return v, nil
}

func (s *scope) evalAll(nodes []*node) ([]value, error) {
	out := make([]value, len(nodes))
	for i, n := range nodes {
		v, err := s.eval(n)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (s *scope) evalKind(n *node) (value, error) {
	switch n.kind {
	case kNumber:
		return constant(exactly(n.num)), nil
	case kInterval:
		return constant(Interval{n.num, n.num2}), nil
	case kSymbol:
		return s.symbol(n)
	case kGrowth:
		return s.growth(n)
	default:
		return s.evalOperation(n)
	}
}

// evalOperation evaluates everything that has operands.
func (s *scope) evalOperation(n *node) (value, error) {
	kids, err := s.evalAll(n.kids)
	if err != nil {
		return value{}, err
	}
	switch n.kind {
	case kAdd:
		sum := kids[0]
		for _, k := range kids[1:] {
			sum = sum.add(k)
		}
		return sum, nil
	case kNegate:
		return kids[0].neg(), nil
	case kMultiply:
		product := kids[0]
		for _, k := range kids[1:] {
			product = product.mul(k)
		}
		return product, nil
	case kDivide:
		if len(kids[1].sum) == 0 && !kids[1].tower {
			return value{}, &SyntaxError{Pos: n.kids[1].pos, Message: "division by zero"}
		}
		return kids[0].mul(kids[1].inverse()), nil
	case kPower:
		return s.power(n, kids[0], kids[1])
	case kFactorial:
		return kids[0].factorial(), nil
	case kLog:
		return logTo(kids[0], kids[1], n)
	case kPoly:
		return poly(n.name, kids), nil
	case kBound:
		if kids[0].negative() {
			return value{}, &SyntaxError{Pos: n.pos, Message: "the bound is negative for large n"}
		}
		return s.bound(n.name, kids[0]), nil
	case kBinomial:
		return binomial(kids[0], kids[1]), nil
	case kMin, kMax:
		pick := smaller
		if n.kind == kMax {
			pick = larger
		}
		out := kids[0]
		for _, k := range kids[1:] {
			out = pick(out, k)
		}
		return out, nil
	case kSlow:
		s.notef("a function that grows slower than any iterated logarithm was read as a constant")
		return constant(someConstant()), nil
	default:
		return value{}, &SyntaxError{Pos: n.pos, Message: "an expression of a kind without a value"}
	}
}

// inverse is 1/v. That of a tower is left out: what is divided by one stays
// an upper bound.
func (v value) inverse() value {
	if v.tower {
		return constant(exactly(1))
	}
	return v.constantPower(exactly(-1))
}

func (s *scope) power(n *node, base, exponent value) (value, error) {
	if base.negative() || len(base.sum) == 0 && !base.tower {
		c, constantBase := base.isConstant()
		if k, ok := exponent.isConstant(); constantBase && ok && k.Known() && k.Min == math.Trunc(k.Min) && c.Known() && k.Min > 0 {
			return constant(exactly(math.Pow(c.Min, k.Min))), nil
		}
		return value{}, &SyntaxError{Pos: n.pos, Message: "a power of something that is not positive"}
	}
	return base.power(exponent), nil
}

func logTo(x, base value, n *node) (value, error) {
	if len(x.sum) == 0 && !x.tower || x.negative() {
		return value{}, &SyntaxError{Pos: n.pos, Message: "the logarithm of something that is not positive"}
	}
	if x.tower {
		// The logarithm of a tower is some exponential.
		return constant(exactly(2)).power(variable(size).upToConstant()), nil
	}
	factor := someConstant()
	if b, ok := base.isConstant(); ok && b.Known() && b.Min > 1 {
		factor = exactly(1 / math.Log(b.Min))
	}
	return x.logarithm().mul(constant(factor)), nil
}

func poly(name string, kids []value) value {
	product := variable(size)
	if len(kids) > 0 {
		product = kids[0]
		for _, k := range kids[1:] {
			product = product.mul(k)
		}
	}
	if name == "polylog" {
		product = product.logarithm()
	}
	return product.power(constant(someConstant()))
}

// bound is O(v) and its relatives. Õ(v) is v·polylog(v·n), O*(v) is
// v·poly(n).
//
// o(v) matters in exponents. The power of n (or of log n) in o(v) is anything
// up to that in v, so 2^{o(n)} is subexponential. For o(1) a multiple of
// log log n/log n is put, so n^{1+o(1)} is n·polylog(n).
func (s *scope) bound(name string, v value) value {
	v = v.upToConstant()
	switch name {
	case smallO:
		return v.below()
	case softO:
		return v.mul(v.mul(variable(size)).logarithm().power(constant(someConstant())))
	case starO:
		return v.mul(variable(size).power(constant(someConstant())))
	}
	return v
}

// growth is a claim in words, in its argument or in n.
func (s *scope) growth(n *node) (value, error) {
	inner := &scope{}
	if len(n.kids) > 0 {
		v, err := s.eval(n.kids[0])
		if err != nil {
			return value{}, err
		}
		inner.env = map[string]value{"argument": v}
	}
	p := newParser(lex(growthWords[n.name]), inner.knows)
	p.inside = 1
	formula, err := p.sum(len(p.tokens) - 1)
	if err != nil {
		return value{}, err
	}
	if len(n.kids) > 0 {
		substitute(formula)
	}
	return inner.eval(formula)
}

// substitute puts the argument of a growth word in place of n.
func substitute(n *node) {
	if n.kind == kSymbol && n.name == size {
		n.name = "argument"
	}
	for _, k := range n.kids {
		substitute(k)
	}
}
