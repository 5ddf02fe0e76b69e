package equal

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// x and x + θ(1 − (x−300)²) agree at all points of any sample that does not happen to lie between
// 299 and 301. Where moduli, steps, maxima, conditions or roots of squares stand, an agreement of
// values is evidence only if the places where they switch are known and the sides were compared in
// every cell between them. The places are zeros of polynomials: the cells of those in several
// symbols are found by projection along one symbol after the other (resultants, discriminants,
// leading coefficients), the cells of a function of one symbol by its inverse.

// Bounds of the search for cells.
const (
	maxSwitches     = 24
	maxVariants     = 16 // of an argument with switches inside
	maxCellSymbols  = 4  // that occur in one polynomial, or are linked by several
	maxCellDegree   = 16
	maxCellPoints   = 512
	maxHeavyCells   = 12 // of integrals and sums
	maxCellWaves    = 48 // zeros of a periodic function that are met
	cellBudget      = 200_000
	cellRootBits    = 64
	maxProjection   = 40
	maxCellExponent = 1 << 12 // bits of a number in a switch
)

// switchCells are the places where the functions in a pair switch.
type switchCells struct {
	c     *comparison
	polys []*expr.Node // polynomials at whose zeros something switches
	lines map[*expr.Node][]lineSwitch
	at    map[*expr.Node][]*point // values of symbols on the sides of a cut
	waves []*expr.Node            // arguments of sines, whose signs alternate everywhere
	lost  *expr.Node              // a switch whose places are not known
	args  []*expr.Node            // what the switches are functions of
}

// lineSwitch is f(w) = v for some values v, where w is a polynomial in one symbol.
type lineSwitch struct {
	kernel *expr.Node
	roots  []*big.Rat // places in that symbol
	waves  bool       // they repeat without end
	slope  *big.Rat   // of the argument of a floor
	offset *big.Rat
}

// acrossCells compares in every cell between the places where something switches.
func (c *comparison) acrossCells() (Result, bool) {
	if len(c.symbols) == 0 {
		return Result{}, false
	}
	s := &switchCells{c: c, lines: map[*expr.Node][]lineSwitch{}, at: map[*expr.Node][]*point{}}
	var open []*expr.Node // switches that could not be located
	found := 0
	for _, n := range reachable(c.ref, c.cand) {
		if c.boundIn(n) {
			continue
		}
		for _, u := range c.switchesAt(n) {
			if found++; found > maxSwitches {
				return c.elsewhereSwitched(n), true
			}
			s.args = append(s.args, u)
			if !s.put(u, 0) {
				open = append(open, n)
			}
		}
		if !s.putInverse(n) {
			open = append(open, n)
		}
	}
	if found == 0 && len(s.at) == 0 && len(s.lines) == 0 && len(open) == 0 {
		return Result{}, false
	}
	if len(open) > 0 {
		if c.sharedSwitches(open) {
			return Result{}, false
		}
		return c.elsewhereSwitched(open[0]), true
	}
	points, ok := s.points()
	if c.heavy {
		points = s.unseen(points)
	}
	if !ok || c.heavy && len(points) > maxHeavyCells {
		n := s.lost
		if n == nil {
			n = c.cand
		}
		return c.elsewhereSwitched(n), true
	}
	agreed, differed := len(c.agree), len(c.differ)
	for _, at := range points {
		if c.g.opts.ledger.left() < pairBudget/16 {
			return c.elsewhereSwitched(c.cand), true
		}
		if c.admitted(at) {
			c.step(at, -1)
		}
	}
	if len(c.differ) == differed {
		return Result{}, false
	}
	if len(c.agree) == 0 || agreed == 0 {
		return c.different(), true
	}
	return c.partly(), true
}

// unseen drops the points in cells where the sides agree already.
func (s *switchCells) unseen(points []map[*expr.Node]*point) []map[*expr.Node]*point {
	c := s.c
	m, err := c.g.compile(c.g.ctx.Branch == "real", s.args...)
	if err != nil || len(s.lines) > 0 {
		return points
	}
	seen := map[string]bool{}
	for _, at := range c.agree {
		if name, ok := c.cellName(m, at); ok {
			seen[name] = true
		}
	}
	var left []map[*expr.Node]*point
	for _, at := range points {
		if name, ok := c.cellName(m, at); !ok || !seen[name] {
			left = append(left, at)
			seen[name] = ok
		}
	}
	return left
}

// boundIn reports whether a variable of an integral or a sum is in an expression.
func (c *comparison) boundIn(n *expr.Node) bool {
	return slices.ContainsFunc(expr.FreeSymbols(n), func(x *expr.Node) bool { return !slices.Contains(c.symbols, x) })
}

// admitted reports whether a point is in the domain.
func (c *comparison) admitted(at map[*expr.Node]*point) bool {
	for x, p := range at {
		if q := c.g.qualityOf(x); !q.has(qComplex) && !admits(q, p.re) {
			return false
		}
	}
	return c.s.allowed(at)
}

// elsewhereSwitched is the verdict where a switch has not been located.
func (c *comparison) elsewhereSwitched(n *expr.Node) Result {
	return undecided(fmt.Sprintf("the values agree at %d points, which is no evidence where %s may switch elsewhere", len(c.agree), c.g.latex(n)))
}

// switchesAt are the expressions at whose zeros a node switches by itself.
func (c *comparison) switchesAt(n *expr.Node) []*expr.Node {
	b := builder{c.g.pool}
	var all []*expr.Node
	switch n.Op {
	case expr.OpRelation:
		if len(n.Args) == 2 && n.Name != expr.RelElement {
			all = append(all, b.sub(n.Args[0], n.Args[1]))
		}
	case expr.OpPow:
		switch base, e := n.Args[0], n.Args[1]; {
		case !isNumber(e) || e.Rat.IsInt():
		case base.Op == expr.OpPow && isEven(base.Args[1]):
			all = append(all, base.Args[0])
		case base.Op == expr.OpAdd && c.hasSquare(base):
			all = append(all, base)
		}
	case expr.OpApply:
		switch n.Name {
		case "sign", "heaviside":
			all = append(all, n.Args[0])
		case "abs", "arg":
			all = append(append(all, n.Args[0]), c.branchPoints(n.Args[0])...)
		case "re", "im", "conjugate":
			all = append(all, c.branchPoints(n.Args[0])...)
		case "max", "min":
			for i, x := range n.Args {
				for _, y := range n.Args[:i] {
					all = append(all, b.sub(x, y))
				}
			}
		case "floor", "ceiling":
			if !c.onlyIntegersIn(n.Args[0]) {
				all = append(all, b.Apply("floor", c.g.withoutIntegers(n.Args[0])))
			}
		case "mod":
			if len(n.Args) == 2 && !c.onlyIntegersIn(n) {
				all = append(all, b.Apply("floor", b.div(n.Args[0], n.Args[1])))
			}
		}
	default:
	}
	return slices.DeleteFunc(all, func(u *expr.Node) bool { return len(expr.FreeSymbols(u)) == 0 })
}

// branchPoints are the arguments of roots, logarithms and inverse functions, which are real on one
// side of a zero and not on the other. It matters where a real part is taken of them.
func (c *comparison) branchPoints(n *expr.Node) []*expr.Node {
	b := builder{c.g.pool}
	one := c.g.pool.Int(1)
	var all []*expr.Node
	for _, m := range reachable(n) {
		switch {
		case m.Op == expr.OpPow && isNumber(m.Args[1]) && !m.Args[1].Rat.IsInt():
			all = append(all, m.Args[0])
		case m.Op != expr.OpApply || len(m.Args) != 1:
		case m.Name == "log":
			all = append(all, m.Args[0])
		case m.Name == "asin", m.Name == "acos", m.Name == "atanh", m.Name == "acosh":
			all = append(all, b.sub(m.Args[0], one), b.add(m.Args[0], one))
		}
	}
	return all
}

// hasSquare reports whether a polynomial in one symbol has a repeated factor.
func (c *comparison) hasSquare(n *expr.Node) bool {
	symbols := expr.FreeSymbols(n)
	if len(symbols) != 1 {
		return false
	}
	s := &switchCells{c: c}
	if !s.polynomial(n) {
		return false
	}
	p, settle, ok := s.newProjection(symbols)
	if !ok {
		return false
	}
	defer settle()
	polys, ok := p.read(n)
	if !ok {
		return false
	}
	_, factors, err := polys[len(polys)-1].SquareFree(p.budget)
	return err == nil && slices.ContainsFunc(factors, func(f poly.Factor) bool { return f.Multiplicity > 1 })
}

// onlyIntegersIn reports whether all symbols of an expression are integers: the steps of those are
// looked at over whole periods.
func (c *comparison) onlyIntegersIn(n *expr.Node) bool {
	for _, s := range expr.FreeSymbols(n) {
		if !c.g.qualityOf(s).has(qInteger | qForcedInteger) {
			return false
		}
	}
	return true
}

// withoutIntegers drops the integers from a sum: they move a floor without a change of its places.
func (g *grading) withoutIntegers(n *expr.Node) *expr.Node {
	n = g.canon(n)
	if n.Op != expr.OpAdd {
		return n
	}
	var kept []*expr.Node
	for _, a := range n.Args {
		if q, ok := g.denominator(a); !ok || q != 1 {
			kept = append(kept, a)
		}
	}
	return g.canon(builder{g.pool}.add(kept...))
}

// sharedSwitches reports whether the switches stand on both sides, and these agree whatever the
// values of the switches are.
func (c *comparison) sharedSwitches(open []*expr.Node) bool {
	in := func(n *expr.Node) map[*expr.Node]bool {
		all := map[*expr.Node]bool{}
		for _, m := range reachable(n) {
			all[m] = true
		}
		return all
	}
	ref, cand := in(c.ref), in(c.cand)
	with := map[*expr.Node]*expr.Node{}
	for i, n := range open {
		if !ref[n] || !cand[n] || n.Op == expr.OpRelation {
			return false
		}
		with[n] = c.g.pool.Symbol(fmt.Sprintf("\x00switch%d", i))
	}
	a, b := c.g.canon(expr.Subst(c.g.pool, c.ref, with)), c.g.canon(expr.Subst(c.g.pool, c.cand, with))
	return a == b || c.g.numeric(a, b).Verdict == Equivalent
}

// put files what an argument of a switch vanishes at. It is false if that cannot be told.
func (s *switchCells) put(u *expr.Node, depth int) bool {
	g := s.c.g
	b := builder{g.pool}
	u = g.canon(u)
	switch {
	case len(expr.FreeSymbols(u)) == 0:
		return true
	case depth > 8 || len(s.polys) > maxSwitches:
		return false
	case g.positiveForm(u, true) || g.positiveForm(g.canon(b.neg(u)), true):
		return true
	}
	for _, x := range expr.FreeSymbols(u) {
		if g.qualityOf(x).has(qComplex) {
			return s.putComplex(u, x)
		}
	}
	one := g.pool.Int(1)
	switch u.Op {
	case expr.OpSymbol:
		s.polys = append(s.polys, u)
		return true
	case expr.OpMul:
		for _, f := range u.Args {
			if !s.put(f, depth+1) {
				return false
			}
		}
		return true
	case expr.OpPow:
		switch {
		case isNumber(u.Args[1]):
			return s.put(u.Args[0], depth+1)
		case g.positiveForm(u.Args[0], true):
			return g.realForm(u.Args[1])
		}
		return false
	case expr.OpApply:
		switch u.Name {
		case "abs", "sign", "sinh", "tanh", "atan", "asinh", "erf", "asin", "atanh":
			return s.put(u.Args[0], depth+1)
		case "heaviside", "exp", "cosh", "sech":
			return g.realForm(u.Args[0])
		case "sin", "cos", "tan":
			s.waves = append(s.waves, u.Args[0])
			return kernelsAreSymbols(u.Args[0])
		case "log":
			return s.put(u.Args[0], depth+1) && s.put(b.sub(u.Args[0], one), depth+1)
		}
	default:
	}
	if !g.realForm(u) && contains(u, func(m *expr.Node) bool { return isConstant(m, expr.ConstI) }) {
		return true // the modulus of a complex number vanishes at points
	}
	variants, ok := s.variants(u)
	if !ok {
		return false
	}
	for _, v := range variants {
		if v == u {
			if !s.polynomial(u) && !s.putKernel(u) && !s.putTurning(u) && !s.putRoot(u, depth) {
				return false
			}
		} else if !s.put(v, depth+1) {
			return false
		}
	}
	return true
}

// variants are the forms of an expression without the switches in it: |w| is w or −w, each of
// which is filed by itself.
func (s *switchCells) variants(u *expr.Node) ([]*expr.Node, bool) {
	g := s.c.g
	b := builder{g.pool}
	all := []*expr.Node{u}
	for range 6 {
		var next []*expr.Node
		again := false
		for _, v := range all {
			var inner *expr.Node
			for _, n := range reachable(v) {
				if n != u && len(expr.FreeSymbols(n)) > 0 && (n.Op == expr.OpPiecewise || n.Op == expr.OpApply && slices.Contains([]string{"abs", "sign", "heaviside", "max", "min"}, n.Name)) {
					inner = n
					break
				}
			}
			if inner == nil {
				next = append(next, v)
				continue
			}
			again = true
			var forms []*expr.Node
			switch {
			case inner.Op == expr.OpPiecewise:
				for i := 0; i < len(inner.Args); i += 2 {
					forms = append(forms, inner.Args[i])
				}
			case inner.Name == "abs":
				forms = []*expr.Node{inner.Args[0], b.neg(inner.Args[0])}
			case inner.Name == "sign":
				forms = []*expr.Node{g.pool.Int(1), g.pool.Int(-1)}
			case inner.Name == "heaviside":
				forms = []*expr.Node{g.pool.Int(1), g.pool.Int(0)}
			default:
				forms = inner.Args
			}
			for _, f := range forms {
				next = append(next, g.canon(expr.Subst(g.pool, v, map[*expr.Node]*expr.Node{inner: f})))
			}
			if len(next) > maxVariants {
				return nil, false
			}
		}
		if all = next; !again {
			return all, true
		}
	}
	return nil, false
}

// polynomial files a quotient of polynomials with rational coefficients.
func (s *switchCells) polynomial(u *expr.Node) bool {
	for _, n := range reachable(u) {
		switch n.Op {
		case expr.OpNumber:
			if n.Rat.Num().BitLen() > maxCellExponent || n.Rat.Denom().BitLen() > maxCellExponent {
				return false
			}
		case expr.OpSymbol, expr.OpAdd, expr.OpMul:
		case expr.OpPow:
			if k, ok := smallInt(n.Args[1]); !ok || k > maxCellDegree || k < -maxCellDegree {
				return false
			}
		default:
			return false
		}
	}
	s.polys = append(s.polys, u)
	return true
}

// kernelsOf are the parts of an expression that are no sums, products or whole powers.
func kernelsOf(u *expr.Node) []*expr.Node {
	var all []*expr.Node
	var visit func(*expr.Node)
	visit = func(n *expr.Node) {
		switch n.Op {
		case expr.OpAdd, expr.OpMul:
			for _, a := range n.Args {
				visit(a)
			}
			return
		case expr.OpPow:
			if _, ok := smallInt(n.Args[1]); ok {
				visit(n.Args[0])
				return
			}
		default:
		}
		if len(expr.FreeSymbols(n)) > 0 && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	visit(u)
	return all
}

// kernelsAreSymbols reports whether an expression is rational in its symbols.
func kernelsAreSymbols(n *expr.Node) bool {
	return !slices.ContainsFunc(kernelsOf(n), func(k *expr.Node) bool { return k.Op != expr.OpSymbol })
}

// putKernel files an expression that is rational in one function of one symbol, which is a
// polynomial inside: sin x − 0.9999, e^{−x²} − ½, ⌊x/3⌋.
func (s *switchCells) putKernel(u *expr.Node) bool {
	g := s.c.g
	kernels := kernelsOf(u)
	symbols := expr.FreeSymbols(u)
	if len(kernels) != 1 || len(symbols) != 1 {
		return false
	}
	k, x := kernels[0], symbols[0]
	if g.qualityOf(x).has(qInteger | qForcedInteger) {
		return false
	}
	t := g.pool.Symbol("\x00t")
	values, ok := s.rationalZeros(g.canon(expr.Subst(g.pool, u, map[*expr.Node]*expr.Node{k: t})), t)
	if !ok {
		return false
	}
	var inner *expr.Node
	name := ""
	switch {
	case k.Op == expr.OpPow && isConstant(k.Args[0], expr.ConstE):
		name, inner = "exp", k.Args[1]
	case k.Op == expr.OpPow && isNumber(k.Args[1]) && k.Args[1].Rat.Cmp(big.NewRat(1, 2)) == 0:
		name, inner = "sqrt", k.Args[0]
	case k.Op == expr.OpApply && len(k.Args) == 1:
		name, inner = k.Name, k.Args[0]
	}
	if name == "floor" || name == "ceiling" {
		values = nil
		for i := int64(-3); i <= 3; i++ {
			values = append(values, big.NewRat(i, 1))
		}
	}
	targets, waves, ok := inverses(name, values)
	if !ok || inner == nil || kernelsOf(inner) == nil && len(expr.FreeSymbols(inner)) == 0 {
		return false
	}
	l := lineSwitch{kernel: inner, waves: waves}
	if waves {
		p, ok := g.polynomialOf(inner, x)
		if !ok || len(p) != 2 {
			return false
		}
		if (name == "floor" || name == "ceiling") && isNumber(p[0]) && isNumber(p[1]) {
			l.offset, l.slope = p[0].Rat, p[1].Rat
		}
	}
	b := builder{g.pool}
	for _, v := range targets {
		roots, ok := s.rationalZeros(g.canon(b.sub(inner, g.pool.Number(v))), x)
		if !ok {
			return false
		}
		l.roots = append(l.roots, roots...)
	}
	s.lines[x] = append(s.lines[x], l)
	return true
}

// putTurning files an expression that is rational in the sine and the cosine of one linear
// argument, by the tangent of half of it.
func (s *switchCells) putTurning(u *expr.Node) bool {
	g := s.c.g
	b := builder{g.pool}
	symbols := expr.FreeSymbols(u)
	if len(symbols) != 1 {
		return false
	}
	x, t, one := symbols[0], g.pool.Symbol("\x00t"), g.pool.Int(1)
	var inner *expr.Node
	with := map[*expr.Node]*expr.Node{}
	square := b.square(t)
	for _, k := range kernelsOf(u) {
		if k.Op != expr.OpApply || k.Name != "sin" && k.Name != "cos" || inner != nil && inner != k.Args[0] {
			return false
		}
		inner = k.Args[0]
		if with[k] = b.div(b.sub(one, square), b.add(one, square)); k.Name == "sin" {
			with[k] = b.div(b.mul(g.pool.Int(2), t), b.add(one, square))
		}
	}
	p, ok := g.polynomialOf(inner, x)
	if !ok || len(p) != 2 {
		return false
	}
	values, ok := s.rationalZeros(g.canon(expr.Subst(g.pool, u, with)), t)
	if !ok {
		return false
	}
	l := lineSwitch{kernel: inner, waves: true}
	var targets []float64
	for k := -2.0; k <= 2; k++ {
		targets = append(targets, math.Pi*(2*k+1))
		for _, r := range values {
			targets = append(targets, 2*math.Atan(ratFloat(r))+2*math.Pi*k)
		}
	}
	for _, v := range targets {
		roots, ok := s.rationalZeros(g.canon(b.sub(inner, g.pool.Number(new(big.Rat).SetFloat64(v)))), x)
		if !ok {
			return false
		}
		l.roots = append(l.roots, roots...)
	}
	s.lines[x] = append(s.lines[x], l)
	return true
}

// putRoot files p + q√w, which vanishes at zeros of p² − q²w.
func (s *switchCells) putRoot(u *expr.Node, depth int) bool {
	g := s.c.g
	b := builder{g.pool}
	t := g.pool.Symbol("\x00t")
	for _, k := range kernelsOf(u) {
		if k.Op != expr.OpPow || !isNumber(k.Args[1]) || k.Args[1].Rat.Cmp(big.NewRat(1, 2)) != 0 {
			continue
		}
		w := k.Args[0]
		p, ok := g.polynomialOf(g.canon(expr.Subst(g.pool, u, map[*expr.Node]*expr.Node{k: t})), t)
		if !ok || len(p) > 4 {
			return false
		}
		parts := [2]*expr.Node{g.pool.Int(0), g.pool.Int(0)} // of even and odd powers of the root
		for i, c := range p {
			parts[i%2] = b.add(parts[i%2], b.mul(c, b.pow(w, g.pool.Int(int64(i/2)))))
		}
		return s.put(w, depth+1) && s.put(b.sub(b.square(parts[0]), b.mul(w, b.square(parts[1]))), depth+1)
	}
	return false
}

// inverses are the arguments at which a function has one of some values, those of a periodic one
// in a few periods.
func inverses(name string, values []*big.Rat) (at []*big.Rat, waves, ok bool) {
	put := func(v float64) {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			at = append(at, new(big.Rat).SetFloat64(v))
		}
	}
	periods := func(f func(k float64)) {
		waves = true
		for k := -2.0; k <= 2; k++ {
			f(k)
		}
	}
	for _, r := range values {
		v, _ := r.Float64()
		switch name {
		case "floor", "ceiling":
			at, waves = append(at, r), true
		case "exp":
			put(math.Log(v))
		case "log":
			put(math.Exp(v))
		case "sqrt":
			put(v * v)
		case "sinh":
			put(math.Asinh(v))
		case "cosh":
			put(math.Acosh(v))
			put(-math.Acosh(v))
		case "sech":
			put(math.Acosh(1 / v))
			put(-math.Acosh(1 / v))
		case "tanh":
			put(math.Atanh(v))
		case "atan":
			put(math.Tan(v))
		case "sin":
			periods(func(k float64) { put(math.Asin(v) + 2*math.Pi*k); put(math.Pi - math.Asin(v) + 2*math.Pi*k) })
		case "cos":
			periods(func(k float64) { put(math.Acos(v) + 2*math.Pi*k); put(-math.Acos(v) + 2*math.Pi*k) })
		case "tan":
			periods(func(k float64) { put(math.Atan(v) + math.Pi*k); put(math.Pi/2 + math.Pi*k) })
		default:
			return nil, false, false
		}
	}
	switch name {
	case "sin", "cos", "tan", "floor", "ceiling":
		waves = true
	}
	return at, waves, true
}

// rationalZeros are the real zeros and poles of a quotient of polynomials in one symbol, close to
// 2^−64.
func (s *switchCells) rationalZeros(u, x *expr.Node) ([]*big.Rat, bool) {
	saved := s.polys
	ok := s.polynomial(u)
	s.polys = saved
	if !ok {
		return nil, false
	}
	cad, settle, ok := s.newProjection([]*expr.Node{x})
	if !ok {
		return nil, false
	}
	defer settle()
	polys, ok := cad.read(u)
	if !ok {
		return nil, false
	}
	return cad.roots(polys, 0, nil)
}

// putInverse files a function that undoes another one up to a period: ln e^{ix/5}, arcsin(sin x).
// It is false where the inner function has an argument that is not linear.
func (s *switchCells) putInverse(n *expr.Node) bool {
	g := s.c.g
	if n.Op != expr.OpApply || len(n.Args) != 1 {
		return true
	}
	undone := map[string]string{"log": "exp", "arg": "exp", "asin": "sin", "acos": "cos", "atan": "tan"}[n.Name]
	if undone == "" {
		return true
	}
	f := n.Args[0]
	var inner *expr.Node
	switch {
	case undone == "exp" && f.Op == expr.OpPow && isConstant(f.Args[0], expr.ConstE):
		inner = f.Args[1]
	case f.Op == expr.OpApply && f.Name == undone && len(f.Args) == 1:
		inner = f.Args[0]
	default:
		return true
	}
	symbols := expr.FreeSymbols(inner)
	b := builder{g.pool}
	if len(symbols) == 0 || undone == "exp" && g.realForm(inner) {
		return true
	}
	turned := inner
	if undone == "exp" {
		turned = g.canon(b.div(inner, g.pool.Constant(expr.ConstI)))
	}
	for _, x := range symbols {
		switch q := g.qualityOf(x); {
		case q.has(qInteger | qForcedInteger):
			continue
		case q.has(qComplex):
			return s.putComplex(inner, x)
		}
		if p, ok := g.polynomialOf(turned, x); ok && len(p) == 2 && isNumber(p[1]) {
			for _, v := range []int64{2, -2, 4, -4, 7, -7} {
				if at := g.canon(b.div(b.sub(g.pool.Int(v), p[0]), p[1])); isNumber(at) {
					s.at[x] = append(s.at[x], realPoint(at.Rat))
				}
			}
			return true
		}
	}
	return false
}

// putComplex files the argument of a cut or of a period that is linear in a complex symbol, and
// compares on all sides of its zero, and some periods away from it.
func (s *switchCells) putComplex(u, x *expr.Node) bool {
	p, ok := s.c.g.polynomialOf(u, x)
	if !ok || len(p) != 2 || !isNumber(p[0]) || !isNumber(p[1]) || len(expr.FreeSymbols(u)) != 1 {
		return false
	}
	for _, w := range [][2]int64{{3, 2}, {-3, 2}, {3, -2}, {-3, -2}, {2, 4}, {2, -4}, {4, 1}, {-4, 1}, {1, 8}, {1, -8}, {-1, 11}} {
		at := new(point)
		re := new(big.Rat).Sub(big.NewRat(w[0], 1), p[0].Rat)
		at.re.setRat(re.Quo(re, p[1].Rat))
		at.im.setRat(new(big.Rat).Quo(big.NewRat(w[1], 1), p[1].Rat))
		s.at[x] = append(s.at[x], at)
	}
	return true
}

// points has a point in every cell, with values of an agreement for what the cells do not depend
// on.
func (s *switchCells) points() ([]map[*expr.Node]*point, bool) {
	c := s.c
	combined := []map[*expr.Node]*point{{}}
	times := func(more []map[*expr.Node]*point) bool {
		if len(more) == 0 {
			return true
		}
		if len(combined)*len(more) > maxCellPoints {
			return false
		}
		var next []map[*expr.Node]*point
		for _, p := range combined {
			for _, q := range more {
				at := make(map[*expr.Node]*point, len(p)+len(q))
				for _, half := range []map[*expr.Node]*point{p, q} {
					for x, v := range half {
						at[x] = v
					}
				}
				next = append(next, at)
			}
		}
		combined = next
		return true
	}
	for _, w := range s.waves { // beside other switches of the same symbol a period may hide one
		for _, x := range expr.FreeSymbols(w) {
			if len(s.lines[x]) > 0 || slices.ContainsFunc(s.polys, func(p *expr.Node) bool { return p != x && mentions(p, x) }) {
				s.lost = w
				return nil, false
			}
		}
	}
	for _, group := range s.groups() {
		more, ok := s.cellsOf(group)
		if !ok || !times(more) {
			return nil, false
		}
	}
	for _, x := range c.symbols {
		var more []map[*expr.Node]*point
		for _, p := range s.at[x] {
			more = append(more, map[*expr.Node]*point{x: p})
		}
		if !times(more) {
			return nil, false
		}
	}
	var all []map[*expr.Node]*point
	for _, from := range c.agree[:min(len(c.agree), 2)] {
		for _, p := range combined {
			at := make(map[*expr.Node]*point, len(from))
			for x, v := range from {
				at[x] = v
			}
			for x, v := range p {
				if at[x] = v; c.g.qualityOf(x).has(qInteger|qForcedInteger) && !v.re.rat().IsInt() {
					r := v.re.rat()
					at[x] = realPoint(new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom())))
				}
			}
			all = append(all, at)
		}
	}
	return all, true
}

// group is a set of symbols that are linked by polynomials.
type group struct {
	symbols []*expr.Node
	polys   []*expr.Node
}

func (s *switchCells) groups() []group {
	var all []group
	link := func(symbols, polys []*expr.Node) {
		merged := group{symbols: slices.Clone(symbols), polys: polys}
		kept := all[:0]
		for _, o := range all {
			if slices.ContainsFunc(o.symbols, func(x *expr.Node) bool { return slices.Contains(merged.symbols, x) }) {
				merged.polys = append(merged.polys, o.polys...)
				for _, x := range o.symbols {
					if !slices.Contains(merged.symbols, x) {
						merged.symbols = append(merged.symbols, x)
					}
				}
				continue
			}
			kept = append(kept, o)
		}
		all = append(kept, merged)
	}
	for _, p := range s.polys {
		link(expr.FreeSymbols(p), []*expr.Node{p})
	}
	for _, x := range s.c.symbols {
		if len(s.lines[x]) > 0 {
			link([]*expr.Node{x}, nil)
		}
	}
	return all
}

// cellsOf has a point in every cell of the symbols of a group.
func (s *switchCells) cellsOf(gr group) ([]map[*expr.Node]*point, bool) {
	slices.SortFunc(gr.symbols, expr.Compare)
	if s.lost = nil; len(gr.polys) > 0 {
		s.lost = gr.polys[0]
	}
	for _, x := range gr.symbols {
		if len(s.lines[x]) > 0 && len(gr.symbols) > 1 {
			return nil, false
		}
	}
	if len(gr.symbols) > maxCellSymbols {
		return nil, false
	}
	cad, settle, ok := s.newProjection(gr.symbols)
	if !ok {
		return nil, false
	}
	defer settle()
	var polys []*poly.Poly
	for _, n := range gr.polys {
		more, ok := cad.read(n)
		if !ok {
			return nil, false
		}
		polys = append(polys, more...)
	}
	for i, x := range gr.symbols {
		if s.c.g.qualityOf(x).signed() {
			polys = append(polys, cad.ring.Var(i))
		}
	}
	if len(gr.symbols) == 1 {
		return s.onLine(cad, polys, gr.symbols[0])
	}
	cells, ok := cad.cells(polys)
	if !ok {
		return nil, false
	}
	var all []map[*expr.Node]*point
	for _, values := range cells {
		at := map[*expr.Node]*point{}
		for i, x := range gr.symbols {
			at[x] = realPoint(values[i])
		}
		all = append(all, at)
	}
	return all, true
}

// onLine has the cells of one symbol.
func (s *switchCells) onLine(cad *projection, polys []*poly.Poly, x *expr.Node) ([]map[*expr.Node]*point, bool) {
	roots, ok := cad.roots(polys, 0, nil)
	if !ok {
		return nil, false
	}
	lines := s.lines[x]
	waves, floors := 0, 0
	for _, l := range lines {
		waves += b2i(l.waves)
		floors += b2i(l.slope != nil)
	}
	switch {
	case waves == 0:
	case waves < len(lines), len(roots) > 1: // a window in one of infinitely many periods
		return nil, false
	case floors == len(lines):
		steps, ok := stepsOver(lines)
		if !ok {
			return nil, false
		}
		roots = append(roots, steps...)
	default:
		for _, l := range lines {
			if l.kernel != lines[0].kernel {
				return nil, false
			}
		}
	}
	for _, l := range lines {
		roots = append(roots, l.roots...)
	}
	values := betweenRoots(roots)
	if s.c.g.qualityOf(x).has(qInteger | qForcedInteger) {
		values = nil
		for _, r := range roots {
			whole := new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))
			for k := int64(-1); k <= 2; k++ {
				if v := new(big.Rat).Add(whole, big.NewRat(k, 1)); !slices.ContainsFunc(values, func(w *big.Rat) bool { return w.Cmp(v) == 0 }) {
					values = append(values, v)
				}
			}
		}
	}
	var all []map[*expr.Node]*point
	for _, v := range values {
		all = append(all, map[*expr.Node]*point{x: realPoint(v)})
	}
	return all, true
}

// stepsOver are the places of floors with linear arguments over two common periods.
func stepsOver(lines []lineSwitch) ([]*big.Rat, bool) {
	// The periods are 1/|slope|; of p/q and r/s the least common multiple is lcm(p, r)/gcd(q, s)
	// in lowest terms.
	num, den := big.NewInt(1), new(big.Int)
	for i, l := range lines {
		period := new(big.Rat).Abs(l.slope)
		period.Inv(period)
		if i == 0 {
			num.Set(period.Num())
			den.Set(period.Denom())
			continue
		}
		gcd := new(big.Int).GCD(nil, nil, num, period.Num())
		num.Mul(num, new(big.Int).Div(period.Num(), gcd))
		den.GCD(nil, nil, den, period.Denom())
	}
	all := new(big.Rat).SetFrac(num, den)
	var steps []*big.Rat
	for _, l := range lines {
		count := new(big.Rat).Mul(all, new(big.Rat).Abs(l.slope))
		if count.Cmp(big.NewRat(maxCellWaves, 1)) > 0 {
			return nil, false
		}
		n := int64(math.Ceil(ratFloat(count)))
		middle, _ := floorOf(l.offset)
		for k := middle - n - 1; k <= middle+n+1; k++ { // slope·x + offset = k
			x := new(big.Rat).Sub(big.NewRat(k, 1), l.offset)
			steps = append(steps, x.Quo(x, l.slope))
		}
	}
	return steps, len(steps) <= maxCellPoints/2
}

func ratFloat(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// floorOf is the floor of a number of moderate size.
func floorOf(r *big.Rat) (int64, bool) {
	q := new(big.Int).Div(r.Num(), r.Denom())
	return q.Int64(), q.IsInt64()
}

// betweenRoots has a number between each two neighbours of a list, and beyond them.
func betweenRoots(roots []*big.Rat) []*big.Rat {
	if len(roots) == 0 {
		return []*big.Rat{big.NewRat(3, 7)}
	}
	slices.SortFunc(roots, (*big.Rat).Cmp)
	roots = slices.CompactFunc(roots, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	third := func(lo, hi *big.Rat) *big.Rat { // no middle, at which symmetric functions have no slope
		d := new(big.Rat).Sub(hi, lo)
		l, h := new(big.Rat).Mul(d, big.NewRat(29, 100)), new(big.Rat).Mul(d, big.NewRat(37, 100))
		return simplestBetween(l.Add(l, lo), h.Add(h, lo))
	}
	first, last := roots[0], roots[len(roots)-1]
	reach := func(r *big.Rat) *big.Rat {
		a := new(big.Rat).Abs(r)
		return a.Add(a, big.NewRat(1, 1))
	}
	all := []*big.Rat{third(new(big.Rat).Sub(first, reach(first)), first)}
	for i := 1; i < len(roots); i++ {
		all = append(all, third(roots[i-1], roots[i]))
	}
	return append(all, third(last, new(big.Rat).Add(last, reach(last))))
}
