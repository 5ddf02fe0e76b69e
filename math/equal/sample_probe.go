package equal

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// Bounds of the search for places where an expression changes its form.
const (
	maxSurfaces    = 24 // inner functions whose zeros are looked for
	maxProbes      = 160
	analyticProbes = 24
	maxRootGrid    = 41
	bisections     = 60
	probeBudget    = 1 << 14
	probeSymbols   = 6 // each symbol in turn while the others stay
	maxLiterals    = 12
	maxProbeBits   = 200 // of a literal that is used as a scale
	largeIntegers  = 1 << 20
)

// switching tells how far the functions inside expressions can change their form: where none
// can, both are meromorphic and agreement on a part is agreement everywhere.
type switching struct {
	// surfaces are the inner expressions at whose zeros a side can change its form.
	surfaces []*expr.Node
	// ends is how many of the first are ends of the stated domain.
	ends int
	// analytic is true where no function with a step, kink or cut is inside.
	analytic bool
}

// switches collects the surfaces of several expressions: the arguments of |·|, θ, sgn and of
// roots, the differences of the sides of conditions and of the arguments of max and min, the
// arguments of logarithms and inverse functions with their ends ±1, the turning points of
// what is squared or undone, and of smooth functions that saturate the zeros of their
// arguments.
func (g *grading) surfacesOf(ref, cand *expr.Node) switching {
	s := switching{analytic: true}
	b := builder{g.pool}
	seen := map[*expr.Node]bool{}
	put := func(nodes ...*expr.Node) {
		for _, n := range nodes {
			if n != nil && !seen[n] && len(s.surfaces) < maxSurfaces && len(expr.FreeSymbols(n)) > 0 && !containsOp(n, heavyOps...) {
				seen[n] = true
				s.surfaces = append(s.surfaces, n)
			}
		}
	}
	// turning points of u, which expanded squares and inverse functions of periodic ones have.
	turning := func(u *expr.Node) {
		for _, x := range expr.FreeSymbols(u) {
			if d, err := diff(g.pool, u, x); err == nil && expr.Size(d) < 400 {
				put(d)
			}
		}
	}
	one := g.pool.Int(1)
	for _, n := range reachable(g.constraints...) {
		if n.Op == expr.OpRelation && len(n.Args) == 2 && n.Name != expr.RelElement {
			put(g.applySolved(b.sub(n.Args[0], n.Args[1])))
		}
	}
	s.ends = len(s.surfaces)
	for _, n := range reachable(ref, cand) {
		switch n.Op {
		case expr.OpPiecewise, expr.OpRelation:
			s.analytic = false
			if n.Op == expr.OpRelation && len(n.Args) == 2 {
				put(b.sub(n.Args[0], n.Args[1]))
			}
		case expr.OpAnd, expr.OpOr, expr.OpNot, expr.OpLimit, expr.OpIntegral:
			s.analytic = false
		case expr.OpSum, expr.OpProduct:
			s.analytic = false
		case expr.OpPow:
			base, e := n.Args[0], n.Args[1]
			switch {
			case isNumber(e) && e.Rat.IsInt():
				if e.Rat.Sign() < 0 {
					put(base)
				}
			case isNumber(base) && base.Rat.Sign() > 0 || isConstant(base, expr.ConstE) || isConstant(base, expr.ConstPi):
				put(e) // exponentials saturate on both sides of it
			case isNumber(base):
				// (−1)^x is entire
			default:
				s.analytic = false
				put(base)
				for _, f := range reachable(base) {
					if f.Op == expr.OpPow && isNumber(f.Args[1]) {
						put(f.Args[0])
					}
				}
				turning(base)
			}
		case expr.OpApply:
			for _, a := range n.Args {
				if a.Op != expr.OpTuple && a.Op != expr.OpList {
					put(a)
				}
			}
			if meromorphic[n.Name] && len(n.Args) == 1 {
				continue
			}
			s.analytic = false
			switch n.Name {
			case "asin", "acos", "atanh", "acosh", "acoth", "asec", "acsc":
				put(b.sub(n.Args[0], one), b.add(n.Args[0], one))
				turning(n.Args[0])
			case "atan", "acot":
				turning(n.Args[0])
			case "max", "min", "kronecker", "mod", "binomial", "atan2":
				for i := 1; i < len(n.Args); i++ {
					put(b.sub(n.Args[0], n.Args[i]))
				}
			case "floor", "ceiling":
				put(b.sub(n.Args[0], one))
			}
		default:
		}
	}
	return s
}

// meromorphic functions of one argument.
var meromorphic = map[string]bool{
	"sin": true, "cos": true, "tan": true, "cot": true, "sec": true, "csc": true, "sinh": true, "cosh": true, "tanh": true,
	"coth": true, "sech": true, "csch": true, "exp": true, "sinc": true, "erf": true, "erfc": true, "erfi": true,
	"gamma": true, "digamma": true,
}

// literals are the moderate positive numbers that stand in the expressions: natural scales
// and thresholds.
func literals(roots ...*expr.Node) []*big.Rat {
	var all []*big.Rat
	for _, n := range reachable(roots...) {
		if n.Op != expr.OpNumber || n.Rat.Sign() == 0 || n.Rat.Num().BitLen() > maxProbeBits || n.Rat.Denom().BitLen() > maxProbeBits {
			continue
		}
		r := new(big.Rat).Abs(n.Rat)
		if !slices.ContainsFunc(all, func(x *big.Rat) bool { return x.Cmp(r) == 0 }) && len(all) < maxLiterals {
			all = append(all, r)
		}
	}
	return all
}

// prober looks for points where the two sides could part, beyond those that are drawn.
type prober struct {
	c        *comparison
	surfaces []*machine
	of       []*expr.Node
	scales   []*big.Rat
	count    int
	limit    int
}

func (c *comparison) newProber(s switching) *prober {
	p := &prober{c: c, limit: maxProbes, scales: literals(c.ref, c.cand)}
	for _, n := range s.surfaces {
		if m, err := compile(c.g.pool, c.g.ctx.Branch == "real", n); err == nil {
			p.surfaces, p.of = append(p.surfaces, m), append(p.of, n)
		}
	}
	return p
}

// run visits, from a few points of the domain, the two sides of every surface along each
// symbol, scales from 10⁻⁴ to 10⁴ and those of the literals, with both signs.
func (p *prober) run(visit func(at map[*expr.Node]*point)) {
	c := p.c
	for class := range 3 {
		from := c.s.draw(2*class + 1)
		if from == nil { // a narrow domain, which the surfaces may lead to
			from = c.s.anywhere(2*class + 1)
		}
		for i, x := range c.symbols {
			if i >= probeSymbols {
				break
			}
			q := c.g.qualityOf(x)
			if q.has(qComplex) {
				continue
			}
			for _, v := range p.values(x, q, from, class) {
				if p.count >= p.limit {
					return
				}
				at := make(map[*expr.Node]*point, len(from))
				for s, y := range from {
					at[s] = y
				}
				to := new(point)
				to.re.Set(v)
				at[x] = to
				if admits(q, v) && c.s.allowed(at) {
					p.count++
					visit(at)
				}
			}
		}
	}
}

// probe visits the points of a prober; of two meromorphic functions only a few that are no
// dyadic fractions.
func (c *comparison) probe() {
	s := c.switching
	if s.analytic {
		s.surfaces = s.surfaces[:s.ends] // the rest is decided by elsewhere
	}
	p := c.newProber(s)
	if s.analytic {
		p.limit = analyticProbes
	}
	p.run(func(at map[*expr.Node]*point) { c.step(at, -1) })
}

// admits reports whether a declared sign, and being an integer, allow a value.
func admits(q quality, v *big.Rat) bool {
	switch {
	case q.has(qPositive) && v.Sign() <= 0, q.has(qNegative) && v.Sign() >= 0, q.has(qNonnegative) && v.Sign() < 0, q.has(qNonzero) && v.Sign() == 0:
		return false
	case q.has(qInteger | qForcedInteger):
		return v.IsInt() && (v.Sign() >= 0 || q.has(qInteger) || !q.has(qForcedInteger))
	}
	return true
}

// values of one symbol to visit, while the others stay.
func (p *prober) values(x *expr.Node, q quality, from map[*expr.Node]*point, class int) []*big.Rat {
	if q.has(qInteger | qForcedInteger) {
		return p.integers(class)
	}
	var vs []*big.Rat
	both := func(v *big.Rat) { vs = append(vs, v, new(big.Rat).Neg(v)) }
	for i, m := range p.surfaces {
		if !contains(p.of[i], func(n *expr.Node) bool { return n == x }) {
			continue
		}
		for _, root := range p.roots(m, x, from) {
			step := new(big.Rat).Abs(root)
			step.Mul(step, big.NewRat(1, 99991))
			if step.Sign() == 0 {
				step.SetFrac64(1, 99991)
			}
			vs = append(vs, new(big.Rat).Add(root, step), new(big.Rat).Sub(root, step))
			step = new(big.Rat).Mul(step, big.NewRat(7919, 1))
			vs = append(vs, new(big.Rat).Add(root, step), new(big.Rat).Sub(root, step))
		}
	}
	if class == 0 {
		for _, v := range wideRange {
			both(v)
		}
		for _, s := range p.scales {
			for _, f := range scaleFactors {
				both(new(big.Rat).Mul(s, f))
				both(new(big.Rat).Quo(f, s))
			}
		}
	}
	return vs
}

// wideRange has values of many sizes that are no dyadic and no decimal fractions.
var wideRange = []*big.Rat{
	big.NewRat(1, 9973), big.NewRat(31, 9941), big.NewRat(313, 9929), big.NewRat(3119, 9907), big.NewRat(9001, 9887),
	big.NewRat(9901, 9871), big.NewRat(31337, 9859), big.NewRat(314159, 9851), big.NewRat(3141577, 9839), big.NewRat(98765431, 9833),
}

var scaleFactors = []*big.Rat{big.NewRat(311, 613), big.NewRat(997, 991), big.NewRat(991, 997), big.NewRat(1009, 331)}

// integers are small and large ones and those around the literals.
func (p *prober) integers(class int) []*big.Rat {
	var vs []*big.Rat
	add := func(k *big.Int) {
		if k.IsInt64() && k.Int64() >= -largeIntegers && k.Int64() <= largeIntegers {
			vs = append(vs, new(big.Rat).SetInt(k))
		}
	}
	if class > 0 {
		return nil
	}
	for _, s := range p.scales {
		if !s.IsInt() {
			continue
		}
		for _, d := range []int64{0, 1, -1} {
			add(new(big.Int).Add(s.Num(), big.NewInt(d)))
		}
		add(new(big.Int).Neg(s.Num()))
		add(new(big.Int).Add(new(big.Int).Mul(s.Num(), big.NewInt(2)), big.NewInt(1)))
	}
	for _, k := range []int64{0, 1, 2, 3, 4, 5, 6, 11, 12, 23, 47, 101, 211, 997, 1024, 10007, -1, -2, -3, -10, -101, -1009} {
		add(big.NewInt(k))
	}
	return vs
}

// roots finds zeros of a surface along one symbol: sign changes on a grid of both signs that
// is wide in size, narrowed by bisection.
func (p *prober) roots(m *machine, x *expr.Node, from map[*expr.Node]*point) []*big.Rat {
	at := make(map[*expr.Node]*point, len(from))
	for s, y := range from {
		at[s] = y
	}
	sign := func(v *big.Rat) int {
		to := new(point)
		to.re.Set(v)
		at[x] = to
		if !m.eval(64, at, probeBudget) || !m.roots[0].IsFinite() {
			return 0
		}
		z := m.roots[0]
		switch {
		case z.Im.IsNonzero() && !looksReal(z):
			return 0
		case z.Re.IsPositive():
			return 1
		case z.Re.IsNegative():
			return -1
		}
		return 0
	}
	var found []*big.Rat
	var last *big.Rat
	lastSign := 0
	for _, v := range rootGrid {
		s := sign(v)
		if s == 0 {
			continue
		}
		if lastSign*s < 0 && len(found) < 4 {
			found = append(found, bisect(last, v, lastSign, sign))
		}
		last, lastSign = v, s
	}
	return found
}

func bisect(lo, hi *big.Rat, loSign int, sign func(*big.Rat) int) *big.Rat {
	half := big.NewRat(1, 2)
	for range bisections {
		mid := new(big.Rat).Add(lo, hi)
		mid.Mul(mid, half)
		mid = shorten(mid)
		if mid.Cmp(lo) <= 0 || mid.Cmp(hi) >= 0 {
			break
		}
		switch sign(mid) {
		case 0:
			return mid
		case loSign:
			lo = mid
		default:
			hi = mid
		}
	}
	return lo
}

// shorten rounds to a double, so that the numbers of a bisection stay short.
func shorten(r *big.Rat) *big.Rat {
	f, _ := r.Float64()
	if s := new(big.Rat).SetFloat64(f); s != nil {
		return s
	}
	return r
}

// rootGrid runs from −10⁶ to 10⁶ by factors of √10 in size.
var rootGrid = makeRootGrid()

func makeRootGrid() []*big.Rat {
	var positive []*big.Rat
	for k, size := 0, big.NewRat(1, 1000003); k < 13; k++ {
		positive = append(positive, new(big.Rat).Set(size), new(big.Rat).Mul(size, big.NewRat(3163, 1000)))
		size.Mul(size, big.NewRat(10, 1))
	}
	grid := make([]*big.Rat, 0, 2*len(positive)+1)
	for _, v := range slices.Backward(positive) {
		grid = append(grid, new(big.Rat).Neg(v))
	}
	grid = append(grid, new(big.Rat))
	return append(grid, positive...)
}

// isolated drops the agreeing points that do not agree any more when the symbols that are no
// integers are moved by a little: zeros of sin 4096πx are no agreement with 0.
func (c *comparison) isolated() {
	kept := c.agree[:0]
	for _, at := range c.agree {
		moved := make(map[*expr.Node]*point, len(at))
		for i, s := range c.symbols {
			p := at[s]
			if p == nil {
				continue
			}
			to := new(point)
			to.re.Set(&p.re)
			to.im.Set(&p.im)
			if !c.g.qualityOf(s).has(qInteger | qForcedInteger) {
				shift := big.NewRat(int64(2*i+3), 1<<31-1)
				to.re.Add(&to.re, shift.Mul(shift, big.NewRat(1, 65521)))
			}
			moved[s] = to
		}
		if c.s.allowed(moved) {
			if o, _, _ := c.at(moved); o == differs {
				if c.allPositive(at) {
					c.positive--
				}
				continue
			}
		}
		kept = append(kept, at)
	}
	c.agree = kept
}

// Precisions at which two meromorphic functions that differ somewhere are told apart inside
// the domain where they only seem to agree.
var saturatedBits = []uint{1152, 4096, 16384}

// elsewhere decides two meromorphic functions that agree in the domain to all bits: by the
// identity theorem they are different if they differ anywhere, also outside the constraints.
// tanh x is not 1 for x > 200.
func (c *comparison) elsewhere() (Result, bool) {
	if c.heavy || len(c.symbols) == 0 || c.onlyIntegers() || !c.switching.analytic {
		return Result{}, false
	}
	s := newSampler(c.symbols, func(n *expr.Node) quality { return c.g.qualityOf(n) & (qComplex | qInteger | qForcedInteger) }, nil)
	apart := false
	for class := range 6 {
		if at := s.draw(class); at != nil {
			if o, _, _ := c.at(at); o == differs {
				apart = true
				break
			}
		}
	}
	if !apart {
		return Result{}, false
	}
	near := c.nearest()
	for _, prec := range saturatedBits {
		for _, at := range near[:min(len(near), 3)] {
			if !c.m.eval(prec, at, heavyBudget) {
				continue
			}
			r, k := c.m.roots[0], c.m.roots[1]
			if r.IsFinite() && k.IsFinite() && !r.Overlaps(k) && !c.m.loose {
				return c.barelyDifferent(at, r, k, prec), true
			}
		}
	}
	return undecided("the two sides agree to all bits that were computed in the domain, and are different functions outside it"), true
}
