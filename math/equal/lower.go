package equal

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// withArguments gives declared functions that are written without arguments the variables of
// the derivatives in the pair: d(xf)/dx is d(x f(x))/dx.
func (g *grading) withArguments(ref, cand *expr.Node) (a, b *expr.Node) {
	if !ref.HasOp(expr.OpDerivative) && !cand.HasOp(expr.OpDerivative) {
		return ref, cand
	}
	seen := map[*expr.Node]bool{}
	var variables []*expr.Node
	for _, n := range reachable(ref, cand) {
		if n.Op != expr.OpDerivative {
			continue
		}
		for i := 1; i < len(n.Args); i += 2 {
			if x := n.Args[i]; x.Op == expr.OpSymbol && !seen[x] {
				seen[x] = true
				variables = append(variables, x)
			}
		}
	}
	if len(variables) == 0 || len(variables) > 4 {
		return ref, cand
	}
	slices.SortFunc(variables, expr.Compare)
	with := map[*expr.Node]*expr.Node{}
	for name, kind := range g.table.Functions {
		if kind == "function" {
			with[g.pool.Symbol(name)] = g.pool.MakeNamed(expr.OpCall, name, variables...)
		}
	}
	if len(with) == 0 {
		return ref, cand
	}
	return expr.Subst(g.pool, ref, with), expr.Subst(g.pool, cand, with)
}

// maxLowered bounds an expression after derivatives and components are written out.
const maxLowered = 20000

// lower writes an expression in terms that the machine evaluates: derivatives are taken,
// ellipses become sums and products, an unknown function becomes one generic function (the
// same for both sides), an angle in degrees a number.
//
// A pair of expressions with an unknown function is equal if it is for all functions; it is
// different if it is for one.
func (g *grading) lower(n *expr.Node) (*expr.Node, error) {
	g.charge(costVisit * weight(n))
	var failed error
	fail := func(err error) {
		if failed == nil {
			failed = err
		}
	}
	// Derivatives of functions first, while their arguments are still visible.
	if containsOp(n, expr.OpPrime) {
		n = rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
			v, err := g.lowerPrime(m)
			if err != nil {
				fail(err)
				return m
			}
			return v
		})
	}
	if failed != nil {
		return nil, failed
	}
	n = g.canon(n)
	plain := true
	expr.Walk(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpNumber, expr.OpSymbol, expr.OpConstant, expr.OpAdd, expr.OpMul, expr.OpPow:
		case expr.OpApply:
			plain = plain && m.Name != "mod"
		default:
			plain = false
		}
		return plain
	})
	if plain {
		return n, nil
	}
	n = rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if failed != nil {
			return m
		}
		v, err := g.lowerOne(m)
		if err != nil {
			fail(err)
			return m
		}
		return v
	})
	if failed != nil {
		return nil, failed
	}
	if expr.Size(n) > maxLowered {
		return nil, errors.New("an expression that grows too large when it is written out")
	}
	return n, nil
}

// lowerPrime writes f'(u) with the derivative of f in its argument.
func (g *grading) lowerPrime(m *expr.Node) (*expr.Node, error) {
	if m.Op != expr.OpPrime {
		return m, nil
	}
	k, _ := smallInt(g.pool.Number(m.Rat))
	f := m.Args[0]
	switch {
	case k > 0 && k <= 4 && (f.Op == expr.OpMul || f.Op == expr.OpAdd || f.Op == expr.OpPow):
		return g.primeOf(f, int(k))
	case f.Op == expr.OpCall && len(f.Args) == 1 && k > 0 && k <= 8:
		return g.pool.MakeNamed(expr.OpCall, f.Name+primeMark+strconv.FormatInt(k, 10), f.Args...), nil
	case f.Op == expr.OpSymbol:
		return g.pool.Symbol(f.Name + strings.Repeat("'", int(min(max(k, 0), 8)))), nil
	case f.Op == expr.OpApply && f.Name == "zeta" && len(f.Args) == 1 && k == 1:
		if v, ok := g.zetaPrime(f.Args[0]); ok {
			return v, nil
		}
		return nil, errors.New("ζ′ at an argument that is no number")
	case f.Op == expr.OpApply && (len(f.Args) == 1 || lastIsVariable[f.Name]) && k > 0 && k <= 4:
		return g.derivativeAt(f, int(k))
	}
	return nil, errors.New("a prime on something that is not a function")
}

// lastIsVariable are the functions of parameters and a variable, by which a prime
// differentiates.
var lastIsVariable = map[string]bool{
	"besselj": true, "bessely": true, "besseli": true, "besselk": true, "hankel1": true, "hankel2": true,
	"legendre": true, "hermite": true, "chebyshevt": true, "chebyshevu": true, "laguerre": true, "polylog": true,
	"sphericalj": true, "sphericaly": true, "polygamma": true,
}

const primeMark = "\x00"

// derivativeAt is f⁽ᵏ⁾ at the argument of a known function.
func (g *grading) derivativeAt(f *expr.Node, k int) (*expr.Node, error) {
	u := g.pool.Symbol("\x00u")
	last := len(f.Args) - 1
	d := g.pool.With(f, append(slices.Clone(f.Args[:last]), u))
	for ; k > 0; k-- {
		g.charge(costDiff * weight(d))
		var err error
		if d, err = diff(g.pool, d, u); err != nil {
			return nil, err
		}
	}
	return expr.Subst(g.pool, d, map[*expr.Node]*expr.Node{u: f.Args[last]}), nil
}

func (g *grading) lowerOne(m *expr.Node) (*expr.Node, error) {
	switch m.Op {
	case expr.OpCall:
		return g.generic(m)
	case expr.OpDerivative:
		return g.derivative(m)
	case expr.OpUnit:
		if v, ok := g.pureUnit(m.Name); ok {
			return v, nil
		}
		return nil, fmt.Errorf("the unit %s inside a number", m.Name)
	case expr.OpMul, expr.OpAdd:
		if containsDirect(m, expr.OpEllipsis) {
			return g.ellipsis(m)
		}
	case expr.OpWhere:
		with := map[*expr.Node]*expr.Node{}
		for _, d := range m.Args[1:] {
			if d.Op != expr.OpRelation || d.Name != expr.RelEqual || d.Args[0].Op != expr.OpSymbol {
				return nil, errors.New("a definition inside an expression")
			}
			with[d.Args[0]] = d.Args[1]
		}
		return expr.Subst(g.pool, m.Args[0], with), nil
	case expr.OpExpectation:
		// ⟨…⟩ of what has no operator algebra here is an unknown number named by what it contains.
		return g.pool.Symbol(`\langle ` + m.Args[0].String() + `\rangle`), nil
	case expr.OpTuple, expr.OpList:
	case expr.OpApply:
		if m.Name == "mod" && len(m.Args) == 2 { // a − b⌊a/b⌋, as expr.Functions defines it
			b := builder{g.pool}
			return b.sub(m.Args[0], b.mul(m.Args[1], g.pool.Apply("floor", b.div(m.Args[0], m.Args[1])))), nil
		}
	case expr.OpProduct:
		return byRule(m, g.logarithms), nil
	case expr.OpSum:
		return byRule(m, g.thetaSum, g.fourier, g.binomialSum), nil
	case expr.OpIntegral:
		if len(m.Args) != 4 {
			return nil, errors.New("an indefinite integral, which is fixed up to a constant only")
		}
		if m.Name != "" && m.Name != "1" {
			return nil, fmt.Errorf("an integral over %s dimensions", m.Name)
		}
		return byRule(m, g.sincIntegral, g.separated, g.innerPower), nil
	default:
	}
	return m, nil
}

// byRule is an integral, a sum or a product in the form that the first rule with an answer gives it;
// where none does it stays.
func byRule(m *expr.Node, rules ...func(*expr.Node) *expr.Node) *expr.Node {
	for _, rule := range rules {
		if v := rule(m); v != nil {
			return v
		}
	}
	return m
}

// pureUnit is the number that an angle unit or a percent sign stands for.
func (g *grading) pureUnit(name string) (*expr.Node, bool) {
	switch name {
	case "°", "deg", "degree", "degrees":
		return g.pool.Mul(g.pool.Constant(expr.ConstPi), g.pool.Number(big.NewRat(1, 180))), true
	case "%", "percent":
		return g.pool.Number(big.NewRat(1, 100)), true
	case "rad", "radian", "radians", "sr":
		return g.pool.Int(1), true
	}
	return nil, false
}

// generic replaces an unknown function by one that nothing special is true of: in each
// argument a cubic with rational coefficients, and an exponential of all of them.
func (g *grading) generic(m *expr.Node) (*expr.Node, error) {
	b := builder{g.pool}
	name, primes := m.Name, 0
	if base, k, ok := strings.Cut(name, primeMark); ok {
		name = base
		primes, _ = strconv.Atoi(k)
	}
	if len(m.Args) == 0 || len(m.Args) > 8 {
		return nil, fmt.Errorf("the function %s of %d arguments", name, len(m.Args))
	}
	g.charge(costGeneric)
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	seed := sampler{state: h.Sum64()}
	coefficient := func() *expr.Node { return g.pool.Number(big.NewRat(seed.below(61)+17, 31)) }
	u := make([]*expr.Node, len(m.Args))
	for i := range u {
		u[i] = g.pool.Symbol("\x00u" + strconv.Itoa(i))
	}
	terms := []*expr.Node{coefficient()}
	exponent := make([]*expr.Node, len(u))
	for i := range u {
		for k := int64(1); k <= 3; k++ {
			terms = append(terms, b.mul(coefficient(), b.pow(u[i], b.Int(k))))
		}
		exponent[i] = b.mul(g.pool.Number(big.NewRat(seed.below(23)+5, 64)), u[i])
		for j := range i {
			terms = append(terms, b.mul(coefficient(), u[i], u[j]))
		}
	}
	terms = append(terms, b.mul(coefficient(), b.Apply("exp", b.add(exponent...))))
	f := b.add(terms...)
	for ; primes > 0; primes-- {
		g.charge(costDiff * weight(f))
		var err error
		if f, err = diff(g.pool, f, u[0]); err != nil {
			return nil, err
		}
	}
	with := map[*expr.Node]*expr.Node{}
	for i, a := range m.Args {
		with[u[i]] = a
	}
	return expr.Subst(g.pool, f, with), nil
}

// derivative takes a derivative. A bare symbol, or an expression without the variable,
// depends on the variable through its symbols, whose derivatives are new symbols.
func (g *grading) derivative(m *expr.Node) (*expr.Node, error) {
	f := m.Args[0]
	if m.Name == "functional" || m.Name == "material" {
		return nil, errors.New("a " + m.Name + " derivative")
	}
	if f.Op == expr.OpSymbol && g.table.Functions[f.Name] == "function" && len(m.Args) == 3 {
		call, err := g.generic(g.pool.MakeNamed(expr.OpCall, f.Name, m.Args[1])) // dy/dx of a function y is y′(x)
		if err != nil {
			return nil, err
		}
		f = call
	}
	for i := 1; i+1 < len(m.Args); i += 2 {
		x := m.Args[i]
		k, ok := smallInt(m.Args[i+1])
		if !ok || k < 0 || k > 8 {
			return nil, errors.New("a derivative of an order that is not a small number")
		}
		if x.Op != expr.OpSymbol {
			return nil, errors.New("a derivative with respect to something that is not a symbol")
		}
		for ; k > 0; k-- {
			var err error
			if f, err = g.derivativeOnce(f, x); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

func (g *grading) derivativeOnce(f, x *expr.Node) (*expr.Node, error) {
	g.charge(costDiff * weight(f))
	implicit := !mentions(f, x)
	if !implicit {
		d, err := diff(g.pool, f, x)
		if err != nil {
			return nil, err
		}
		return g.implicitly(f, x, d)
	}
	b := builder{g.pool}
	var terms []*expr.Node
	for _, s := range expr.FreeSymbols(f) {
		if g.isDeclaredConstant(s) {
			continue
		}
		d, err := diff(g.pool, f, s)
		if err != nil {
			return nil, err
		}
		terms = append(terms, b.mul(d, g.pool.Symbol(rateName(s.Name, x.Name))))
	}
	return b.add(terms...), nil
}

// isDeclaredConstant reports whether the context calls a symbol a constant.
func (g *grading) isDeclaredConstant(s *expr.Node) bool {
	if g.depends.held[s] {
		return true
	}
	for name, a := range g.ctx.Symbols {
		if name == s.Name {
			for _, w := range a {
				if w == "constant" || w == "coupling" {
					return true
				}
			}
		}
	}
	return false
}

// rateName is the symbol for the derivative of a quantity that depends on x implicitly:
// \dot{q}, \ddot{q}, … for time, else dq/dx.
func rateName(s, x string) string {
	if x == "t" {
		for _, dots := range []string{`\dot`, `\ddot`, `\dddot`} {
			if rest, ok := strings.CutPrefix(s, dots+"{"); ok {
				return map[string]string{`\dot`: `\ddot`, `\ddot`: `\dddot`, `\dddot`: `\ddddot`}[dots] + "{" + rest
			}
		}
		return `\dot{` + s + `}`
	}
	if rest, ok := strings.CutPrefix(s, "d_{"+x+"}"); ok {
		return "d_{" + x + "}d_{" + x + "}" + rest
	}
	return "d_{" + x + "}" + s
}

// ellipsis reads t₀ ∘ t₁ ∘ ⋯ ∘ tₖ: the terms before and after differ in numbers that grow in
// equal steps. Without a last term the sum or product is infinite.
func (g *grading) ellipsis(m *expr.Node) (*expr.Node, error) {
	at := -1
	for i, a := range m.Args {
		if a.Op == expr.OpEllipsis {
			if at >= 0 {
				return nil, errors.New("more than one ellipsis")
			}
			at = i
		}
	}
	before, after := m.Args[:at], m.Args[at+1:]
	if len(before) < 2 || len(after) > 1 {
		return nil, errors.New("an ellipsis that does not follow two terms, or is followed by more than one")
	}
	t0, t1 := before[len(before)-2], before[len(before)-1]
	k := g.pool.Symbol("\x00k")
	p := pattern{b: builder{g.pool}, k: k}
	term := p.unify(t0, t1)
	if term == nil || !p.varies {
		return nil, errors.New("the terms before an ellipsis have no common pattern of equal steps")
	}
	last := g.pool.Constant(expr.ConstInfinity)
	if len(after) == 1 {
		if last = p.last(term, after[0]); last == nil {
			return nil, errors.New("the term after an ellipsis does not fit those before it")
		}
	}
	op := expr.OpSum
	if m.Op == expr.OpMul {
		op = expr.OpProduct
	}
	rest := g.pool.Make(op, term, k, g.pool.Int(0), last)
	args := append(append([]*expr.Node{}, before[:len(before)-2]...), rest)
	if len(args) == 1 {
		return rest, nil
	}
	return g.pool.Make(m.Op, args...), nil
}

// pattern is a term with the number k of its place.
type pattern struct {
	b      builder
	k      *expr.Node
	varies bool
}

// unify is the expression in k that is a at k = 0 and b at k = 1, nil if there is none of
// the simplest kind.
func (p *pattern) unify(a, b *expr.Node) *expr.Node {
	if a == b {
		return a
	}
	if isNumber(a) && isNumber(b) {
		p.varies = true
		step := new(big.Rat).Sub(b.Rat, a.Rat)
		return p.b.add(a, p.b.mul(p.b.Number(step), p.k))
	}
	if b.Op == expr.OpPow && b.Args[0] == a { // x, x², …
		return p.unify(p.b.Pow(a, p.b.Int(1)), b)
	}
	if a.Op == expr.OpNumber && b.Op == expr.OpMul { // 1, 2x, …
		return nil
	}
	if a.Op != b.Op || a.Name != b.Name || len(a.Args) != len(b.Args) || len(a.Args) == 0 {
		return nil
	}
	args := make([]*expr.Node, len(a.Args))
	for i := range args {
		if args[i] = p.unify(a.Args[i], b.Args[i]); args[i] == nil {
			return nil
		}
	}
	return p.b.With(a, args)
}

// last is the k for which term is t.
func (p *pattern) last(term, t *expr.Node) *expr.Node {
	var found *expr.Node
	var match func(term, t *expr.Node) bool
	match = func(term, t *expr.Node) bool {
		if term == t {
			return true
		}
		if base, step, ok := p.linear(term); ok {
			k := p.b.mul(p.b.Number(new(big.Rat).Inv(step)), p.b.sub(t, base))
			if found != nil && found != k {
				return false
			}
			found = k
			return true
		}
		if term.Op == expr.OpPow && t.Op != expr.OpPow {
			return match(term, p.b.Pow(t, p.b.Int(1)))
		}
		if term.Op != t.Op || term.Name != t.Name || len(term.Args) != len(t.Args) {
			return false
		}
		for i := range t.Args {
			if !match(term.Args[i], t.Args[i]) {
				return false
			}
		}
		return true
	}
	if !match(term, t) {
		return nil
	}
	return found
}

// linear recognises the number a + s·k that unify made.
func (p *pattern) linear(n *expr.Node) (base *expr.Node, step *big.Rat, ok bool) {
	stepOf := func(m *expr.Node) *big.Rat {
		switch {
		case m == p.k:
			return big.NewRat(1, 1)
		case m.Op == expr.OpMul && len(m.Args) == 2 && isNumber(m.Args[0]) && m.Args[1] == p.k:
			return m.Args[0].Rat
		}
		return nil
	}
	if s := stepOf(n); s != nil {
		return p.b.Int(0), s, true
	}
	if n.Op == expr.OpAdd && len(n.Args) == 2 && isNumber(n.Args[0]) {
		if s := stepOf(n.Args[1]); s != nil {
			return n.Args[0], s, true
		}
	}
	return nil, nil, false
}
