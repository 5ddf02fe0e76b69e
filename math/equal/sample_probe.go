package equal

import (
	"maps"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// Bounds of the search for places where an expression changes its form.
const (
	maxSurfaces    = 24 // inner functions whose zeros are looked for
	maxProbes      = 160
	analyticProbes = 24
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
			if n == nil || seen[n] || len(s.surfaces) >= maxSurfaces {
				continue
			}
			g.charge(costVisit * weight(n))
			if len(expr.FreeSymbols(n)) > 0 && !containsOp(n, heavyOps...) {
				seen[n] = true
				s.surfaces = append(s.surfaces, n)
			}
		}
	}
	// turning points of u, which expanded squares and inverse functions of periodic ones have.
	turning := func(u *expr.Node) {
		for _, x := range expr.FreeSymbols(u) {
			if len(s.surfaces) >= maxSurfaces {
				return
			}
			g.charge(costDiff * weight(u))
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
	surfaces []*surface
	scales   []*big.Rat
	count    int
	limit    int
}

func (c *comparison) newProber(s switching) *prober {
	p := &prober{c: c, limit: maxProbes, scales: literals(c.ref, c.cand)}
	for _, n := range s.surfaces {
		if f := c.newSurface(n); f != nil {
			p.surfaces = append(p.surfaces, f)
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
				if !admits(q, v) {
					continue
				}
				at := maps.Clone(from)
				at[x] = &point{re: v}
				if c.s.allowed(at) {
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

// admits reports whether a declared sign, and being an integer, allow a value; integers are
// drawn only where they are wanted.
func admits(q quality, v coordinate) bool {
	sign := v.sign()
	switch {
	case q.has(qPositive) && sign <= 0, q.has(qNegative) && sign >= 0, q.has(qNonnegative) && sign < 0, q.has(qNonzero) && sign == 0:
		return false
	case q.has(qInteger | qForcedInteger):
		return sign >= 0 || q.has(qInteger) || !q.has(qForcedInteger)
	}
	return true
}

// values of one symbol to visit, while the others stay.
func (p *prober) values(x *expr.Node, q quality, from map[*expr.Node]*point, class int) []coordinate {
	if q.has(qInteger | qForcedInteger) {
		return p.integers(class)
	}
	var vs []coordinate
	for _, f := range p.surfaces {
		if !f.has(x) {
			continue
		}
		for _, root := range f.roots(x, from) {
			step := math.Abs(root) / 99991
			if step == 0 {
				step = 1.0 / 99991
			}
			for _, v := range []float64{root + step, root - step, root + 7919*step, root - 7919*step} {
				var c coordinate
				c.setFloat(shorten(v))
				vs = append(vs, c)
			}
		}
	}
	if class > 0 {
		return vs
	}
	for _, v := range wideRange {
		vs = appendBoth(vs, v.num, v.den)
	}
	for _, s := range p.scales {
		for _, f := range scaleFactors {
			if num, den, ok := smallFraction(s); ok {
				vs = appendBoth(vs, f.num*num, f.den*den)
				vs = appendBoth(vs, f.num*den, f.den*num)
				continue
			}
			factor := big.NewRat(f.num, f.den)
			for _, v := range []*big.Rat{new(big.Rat).Mul(s, factor), new(big.Rat).Quo(factor, s)} {
				var plus, minus coordinate
				plus.setRat(v)
				minus.setRat(new(big.Rat).Neg(v))
				vs = append(vs, plus, minus)
			}
		}
	}
	return vs
}

func appendBoth(vs []coordinate, num, den int64) []coordinate {
	var plus, minus coordinate
	plus.setFraction(num, den)
	minus.setFraction(-num, den)
	return append(vs, plus, minus)
}

// smallFraction is a positive rational as two numbers of half a word.
func smallFraction(r *big.Rat) (num, den int64, ok bool) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return 0, 0, false
	}
	num, den = r.Num().Int64(), r.Denom().Int64()
	return num, den, num < 1<<40 && den < 1<<40
}

// fraction is a number that is neither a dyadic nor a decimal fraction.
type fraction struct{ num, den int64 }

// wideRange has values of many sizes.
var wideRange = []fraction{
	{1, 9973}, {31, 9941}, {313, 9929}, {3119, 9907}, {9001, 9887}, {9901, 9871}, {31337, 9859}, {314159, 9851}, {3141577, 9839}, {98765431, 9833},
}

var scaleFactors = []fraction{{311, 613}, {997, 991}, {991, 997}, {1009, 331}}

// integers are small and large ones and those around the literals.
func (p *prober) integers(class int) []coordinate {
	if class > 0 {
		return nil
	}
	var vs []coordinate
	add := func(k int64) {
		if k >= -largeIntegers && k <= largeIntegers {
			var c coordinate
			c.setFraction(k, 1)
			vs = append(vs, c)
		}
	}
	for _, s := range p.scales {
		if !s.IsInt() || !s.Num().IsInt64() || s.Num().Int64() > largeIntegers {
			continue
		}
		k := s.Num().Int64()
		for _, j := range []int64{k, k + 1, k - 1, -k, 2*k + 1} {
			add(j)
		}
	}
	for _, k := range []int64{0, 1, 2, 3, 4, 5, 6, 11, 12, 23, 47, 101, 211, 997, 1024, 10007, -1, -2, -3, -10, -101, -1009} {
		add(k)
	}
	return vs
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
			to := &point{re: p.re, im: p.im}
			if !c.g.qualityOf(s).has(qInteger | qForcedInteger) {
				shift := big.NewRat(int64(2*i+3), 1<<31-1)
				shift.Mul(shift, big.NewRat(1, 65521))
				to.re.setRat(shift.Add(shift, p.re.rat()))
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
	s := c.g.newSampler(c.symbols, func(n *expr.Node) quality { return c.g.qualityOf(n) & (qComplex | qInteger | qForcedInteger) }, nil)
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
