package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// scriptNode reads a script of a function head as an expression.
func (p *parser) scriptNode(sc script) (*expr.Node, error) {
	from, to := sc.from, sc.to
	if t := p.at(from); t.kind == tOpen && t.name == "(" && int(t.match) == to-1 {
		from, to = from+1, to-1
	}
	return p.within(from, to, p.statements)
}

func (p *parser) scriptNodes(sc script) ([]*expr.Node, error) {
	n, err := p.scriptNode(sc)
	if err != nil {
		return nil, err
	}
	if n.Op == expr.OpList {
		return n.Args, nil
	}
	return []*expr.Node{n}, nil
}

// subNodes reads a subscript as indices: \ell m, n,m and nm are two.
func (p *parser) subNodes(sc script) ([]*expr.Node, error) {
	n, err := p.scriptNode(sc)
	if err != nil {
		return nil, err
	}
	if n.Op == expr.OpList || n.Op == expr.OpMul {
		return n.Args, nil
	}
	if t := p.at(sc.from); sc.to == sc.from+1 && t.kind == tNumber && len(t.name) == 2 { // Y_{10}
		return []*expr.Node{p.literal(t.name[:1]), p.literal(t.name[1:])}, nil
	}
	return []*expr.Node{n}, nil
}

// subscriptedKinds take their subscript as the first argument.
var subscriptedKinds = map[string]bool{
	"besselj": true, "bessely": true, "besseli": true, "besselk": true, "hankel1": true, "hankel2": true, "sphericalj": true, "sphericaly": true,
	"polylog": true, "expint": true, "hermite": true, "chebyshevt": true, "chebyshevu": true, "clausen": true, "harmonic": true, "bernoulli": true, "euler": true, "fibonacci": true, "theta": true,
	"legendre": true, "laguerre": true, "polygamma": true, "multinomial": true, "pochhammer": true, "falling": true,
}

// applyHead makes the call of a head of the table, whose scripts may be arguments.
func (p *parser) applyHead(kind, name string, s *suffix, args []*expr.Node) (*expr.Node, error) {
	f, known := arity[kind]
	full := false
	if k, ok := p.table.function(name); ok && k == kind {
		full = true // the whole name is declared: its scripts are part of it
	}
	switch {
	case kind == "BIGO":
		return p.pool.Make(expr.OpBigO, args...), nil
	case !known:
		return p.unknownCall(name, s, args)
	case kind == "dirac_delta":
		return p.diracDelta(name, s, args)
	case kind == "digamma":
		return p.polygamma(s, args)
	case kind == "ylm", kind == "assoc_legendre", kind == "assoc_laguerre", kind == "gegenbauer", kind == "jacobi", kind == "legendre", kind == "laguerre":
		return p.orthogonal(kind, s, args)
	case kind == "lambertw" && len(s.subs) == 1 && !full:
		sub, err := p.scriptNode(s.subs[0])
		if err != nil {
			return nil, err
		}
		args = append(args, sub)
	case len(s.subs) > 0 && (subscriptedKinds[kind] || len(args) < f.Min) && !full:
		sub, err := p.scriptNode(s.subs[0])
		if err != nil {
			return nil, err
		}
		args = append([]*expr.Node{sub}, args...)
	case kind == "uppergamma" && len(args) == 1:
		kind = "gamma"
		f = arity[kind]
	case kind == "gamma" && len(args) == 2:
		kind = "uppergamma"
		f = arity[kind]
	}
	if len(args) < f.Min || f.Max >= 0 && len(args) > f.Max {
		return nil, p.errorHere("the wrong number of arguments for "+name, "")
	}
	order := int64(len(s.primes))
	if s.superLabel && !full && s.order != nil && kind != "harmonic" {
		k := int64(0)
		if isInteger(s.order) && s.order.Rat.Num().IsInt64() {
			k = s.order.Rat.Num().Int64()
		}
		switch {
		case (kind == "hankel1" || kind == "hankel2") && (k == 1 || k == 2):
			kind = [...]string{"hankel1", "hankel2"}[k-1] // H_ν^{(1)} and H_ν^{(2)}
		case k > 0 && k < 9 && order == 0:
			order = k // f^{(n)} is the n-th derivative
		default:
			return nil, p.errorHere("an upper index of "+name+" that has no meaning here", "")
		}
	}
	n := p.pool.Apply(kind, args...)
	if order > 0 {
		n = p.pool.MakeCounted(expr.OpPrime, order, n)
	}
	if s.exponent != nil {
		n = p.pool.Pow(n, s.exponent)
	}
	return n, nil
}

func (p *parser) unknownCall(name string, s *suffix, args []*expr.Node) (*expr.Node, error) {
	order := int64(len(s.primes))
	if s.superLabel && s.order != nil && isInteger(s.order) && s.order.Rat.Sign() > 0 && s.order.Rat.Num().IsInt64() && s.sup != "" && strings.HasPrefix(s.sup, "(") && strings.Count(s.sup, "(") == 1 {
		if _, declared := p.table.function(composed(s.base, s.label, "", "")); declared {
			name, order = composed(s.base, s.label, "", ""), s.order.Rat.Num().Int64() // f^{(2)}
		}
	}
	exponent := s.exponent
	if exponent != nil && isMinusOne(exponent) {
		name, exponent = name+"^{-1}", nil // the inverse function
	}
	n := p.pool.MakeNamed(expr.OpCall, p.table.synonym(name), args...)
	if order > 0 {
		n = p.pool.MakeCounted(expr.OpPrime, order, n)
	}
	if s.dagger {
		n = p.pool.Make(expr.OpDagger, n)
	}
	if s.conjugate {
		n = p.pool.Apply("conjugate", n)
	}
	if exponent != nil {
		n = p.pool.Pow(n, exponent)
	}
	return n, nil
}

// isDimension: 3, 4 or d, of a delta function of a vector.
func isDimension(n *expr.Node) bool {
	return isInteger(n) && (n.Rat.Num().Int64() == 3 || n.Rat.Num().Int64() == 4) || n.Op == expr.OpSymbol && (n.Name == "d" || n.Name == "D")
}

func dimensionName(n *expr.Node) string {
	if n.Op == expr.OpNumber {
		return n.Rat.RatString()
	}
	return n.Name
}

// diracDelta: δ(x), δ'(x), δ^{(n)}(x); δ^{(3)}(\mathbf x) and δ^3(x) are deltas of a vector.
func (p *parser) diracDelta(name string, s *suffix, args []*expr.Node) (*expr.Node, error) {
	switch {
	case len(args) != 1:
		return p.pool.MakeNamed(expr.OpCall, name, args...), nil
	case s.exponent != nil:
		return p.pool.MakeNamed(expr.OpCall, `\delta^{(`+dimensionName(s.exponent)+`)}`, args...), nil
	case s.primes != "":
		return p.pool.Apply("dirac_delta", args[0], p.pool.Int(int64(len(s.primes)))), nil
	case s.superLabel && s.order != nil && !p.vectorLike(args[0]):
		return p.pool.Apply("dirac_delta", args[0], s.order), nil
	case s.superLabel:
		return p.pool.MakeNamed(expr.OpCall, `\delta^{`+s.sup+"}", args...), nil
	}
	return p.pool.Apply("dirac_delta", args[0]), nil
}

// polygamma: ψ(x), ψ'(x), ψ^{(n)}(x), ψ_n(x).
func (p *parser) polygamma(s *suffix, args []*expr.Node) (*expr.Node, error) {
	if len(args) != 1 {
		return nil, p.errorHere("the wrong number of arguments for "+s.base, "")
	}
	var order *expr.Node
	switch {
	case s.superLabel && s.order != nil:
		order = s.order
	case s.primes != "":
		order = p.pool.Int(int64(len(s.primes)))
	case len(s.subs) == 1:
		n, err := p.scriptNode(s.subs[0])
		if err != nil {
			return nil, err
		}
		order = n
	}
	n := p.pool.Apply("digamma", args[0])
	if order != nil && (!isInteger(order) || order.Rat.Sign() != 0) {
		n = p.pool.Apply("polygamma", order, args[0])
	}
	if s.exponent != nil {
		n = p.pool.Pow(n, s.exponent)
	}
	return n, nil
}

// orthogonal polynomials and relatives: P_n, P_\ell^m, L_n^{(\alpha)}, C_n^{(a)}, P_n^{(a,b)}, Y_{\ell m}, Y_\ell^m.
func (p *parser) orthogonal(kind string, s *suffix, args []*expr.Node) (*expr.Node, error) {
	var lower, upper []*expr.Node
	for _, sc := range s.subs {
		read := p.scriptNodes
		if kind == "ylm" {
			read = p.subNodes
		}
		n, err := read(sc)
		if err != nil {
			return nil, err
		}
		lower = append(lower, n...)
	}
	power := s.exponent
	if kind != "ylm" || len(lower) < 2 {
		for _, sc := range s.sups {
			paren := p.at(sc.from).kind == tOpen
			if p.at(sc.from).kind == tPrime || !paren && isSquare(power) && kind != "ylm" {
				continue
			}
			n, err := p.scriptNode(sc)
			if err != nil {
				return nil, err
			}
			if n.Op == expr.OpList {
				upper = append(upper, n.Args...)
			} else {
				upper = append(upper, n)
			}
			power = nil
		}
	}
	switch {
	case kind == "legendre" && len(upper) == 1:
		kind = "assoc_legendre"
	case kind == "legendre" && len(upper) == 2:
		kind = "jacobi"
	case kind == "laguerre" && len(upper) == 1:
		kind = "assoc_laguerre"
	}
	all := append(append(append([]*expr.Node{}, lower...), upper...), args...)
	if f := arity[kind]; len(all) != f.Min {
		return nil, p.errorHere("the wrong number of arguments for "+s.base, "")
	}
	n := p.pool.Apply(kind, all...)
	if s.primes != "" {
		n = p.pool.MakeCounted(expr.OpPrime, int64(len(s.primes)), n)
	}
	if power != nil {
		n = p.pool.Pow(n, power)
	}
	return n, nil
}

func isSquare(n *expr.Node) bool { return n != nil && isInteger(n) && n.Rat.Num().Int64() == 2 }

// sequence reads numbers that a table declares as functions of an index: harmonic H_n, Bernoulli B_{2n}.
func (p *parser) sequence(s *suffix, _ []script) (*expr.Node, bool, error) {
	kind, ok := p.table.function(s.base)
	if !ok || len(s.subs) != 1 || !subscriptedKinds[kind] {
		return nil, false, nil
	}
	switch kind {
	case "harmonic", "bernoulli", "euler", "fibonacci":
	default:
		return nil, false, nil
	}
	sub, err := p.scriptNode(s.subs[0])
	if err != nil {
		return nil, true, err
	}
	args := []*expr.Node{sub}
	if kind == "harmonic" && s.superLabel && s.order != nil {
		args = append(args, s.order)
	}
	n := p.pool.Apply(kind, args...)
	if s.exponent != nil {
		n = p.pool.Pow(n, s.exponent)
	}
	n, err = p.postfix(n)
	return n, true, err
}

// hyperAhead: _pF_q.
func (p *parser) hyperAhead() bool { return p.hyperAt(p.i) }

func (p *parser) hyperAt(i int) bool {
	if p.at(i).kind != tSub {
		return false
	}
	_, _, next := p.spanOfScript(i)
	return p.at(next).kind == tLetter && (p.at(next).name == "F") && p.at(next+1).kind == tSub
}

// hypergeometric reads {}_pF_q(a;b;z).
func (p *parser) hypergeometric() (*expr.Node, error) {
	from, to, next := p.spanOfScript(p.i)
	num, err := p.within(from, to, p.additive)
	if err != nil {
		return nil, err
	}
	p.i = next + 1
	from, to, next = p.spanOfScript(p.i)
	den, err := p.within(from, to, p.additive)
	if err != nil {
		return nil, err
	}
	p.i = next
	if t := p.peek(); t.kind != tOpen {
		return nil, p.errorHere("the arguments of a hypergeometric function are missing", "")
	}
	if args, ok, err := p.withoutUpper(num); ok || err != nil {
		if err != nil {
			return nil, err
		}
		return p.postfix(p.pool.Apply("hyper", p.pool.Make(expr.OpTuple), p.pool.Make(expr.OpTuple, args[:len(args)-1]...), args[len(args)-1]))
	}
	args, err := p.bracketArgs()
	if err != nil {
		return nil, err
	}
	if !isInteger(num) || !isInteger(den) || int64(len(args)) != num.Rat.Num().Int64()+den.Rat.Num().Int64()+1 {
		return nil, p.errorHere("the wrong number of arguments of a hypergeometric function", "")
	}
	a := int(num.Rat.Num().Int64())
	return p.postfix(p.pool.Apply("hyper", p.pool.Make(expr.OpTuple, args[:a]...), p.pool.Make(expr.OpTuple, args[a:len(args)-1]...), args[len(args)-1]))
}
