package equal

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// Where tanh u, erf u or eᵘ stand, two sides can agree to any number of bits that was chosen
// beforehand: tanh x = 1 − 2e^{−2x} + … for x > 200. The argument says how many bits tell.

// Bits of a saturating function that count as seen by the usual precision, and the most that
// are computed.
const (
	visibleBits   = 60
	saturatedMost = 1 << 14
	beyondBits    = 192
	// Differences may be of the second or third order in what is lost: of ½(eˣ + e^{−x}) the
	// second term is e^{−2x} of the first.
	lostOrders = 3
	highPower  = 16 // powers from here on
)

// saturating lists the arguments of functions that tend exponentially to a limit, with the
// bits of what is lost at an argument of a size.
func saturating(roots ...*expr.Node) (arguments []*expr.Node, bits []func(float64) float64) {
	put := func(u *expr.Node, f func(float64) float64) {
		if len(expr.FreeSymbols(u)) > 0 && !containsOp(u, heavyOps...) && len(arguments) < maxSurfaces {
			arguments, bits = append(arguments, u), append(bits, f)
		}
	}
	linear := func(rate float64) func(float64) float64 { return func(x float64) float64 { return rate * x } }
	for _, n := range reachable(roots...) {
		switch {
		case n.Op == expr.OpPow && isConstant(n.Args[0], expr.ConstE):
			put(n.Args[1], linear(math.Log2E))
		case n.Op == expr.OpPow && isNumber(n.Args[0]) && n.Args[0].Rat.Sign() > 0:
			base, _ := n.Args[0].Rat.Float64()
			put(n.Args[1], linear(math.Abs(math.Log2(base))))
		case n.Op == expr.OpPow && isNumber(n.Args[1]) && n.Args[1].Rat.Denom().IsInt64():
			if e, _ := n.Args[1].Rat.Float64(); math.Abs(e) >= highPower { // of x^1000 + 1 one is not seen
				put(n.Args[0], func(x float64) float64 { return math.Abs(e * math.Log2(x)) })
			}
		case n.Op != expr.OpApply || len(n.Args) != 1:
		default:
			switch n.Name {
			case "exp", "sinh", "cosh", "sech", "csch", "tanh", "coth", "erf", "erfc", "erfi":
				put(n.Args[0], func(x float64) float64 { return functionBits(n.Name, x) })
			}
		}
	}
	return arguments, bits
}

// saturated repeats an agreement, for each saturating function, at the point where it is
// saturated least, with as many bits as it takes there to see it.
func (c *comparison) saturated() (Result, bool) {
	arguments, bits := saturating(c.ref, c.cand)
	if c.heavy || len(c.symbols) == 0 || len(arguments) == 0 {
		return Result{}, false
	}
	m, err := c.g.compile(c.g.ctx.Branch == "real", arguments...)
	if err != nil {
		return Result{}, false
	}
	least := make([]float64, len(arguments))
	where := make([]map[*expr.Node]*point, len(arguments))
	for _, at := range c.nearest() {
		if !m.eval(64, at, pointBudget) {
			continue
		}
		for i := range arguments {
			z := m.roots[i]
			if !z.IsFinite() {
				continue
			}
			x, _ := z.Re.Mid().Float64()
			if b := bits[i](math.Abs(x)); where[i] == nil || b < least[i] {
				least[i], where[i] = b, at
			}
		}
	}
	for i, at := range where {
		if at == nil || least[i] <= visibleBits {
			continue
		}
		unseen := undecided(fmt.Sprintf("agreement where %s is so large that a difference would not be seen", c.g.latex(arguments[i])))
		if least[i] > saturatedMost {
			return unseen, true
		}
		for _, orders := range []uint{1, lostOrders} {
			prec := orders*uint(least[i]) + beyondBits
			if orders > 1 && prec > saturatedMost {
				break
			}
			if !c.m.eval(prec, at, heavyBudget) {
				return unseen, true
			}
			r, k := c.m.roots[0], c.m.roots[1]
			if !r.IsFinite() || !k.IsFinite() {
				return unseen, true
			}
			if !r.Overlaps(k) {
				if c.m.loose {
					return unseen, true
				}
				return c.barelyDifferent(at, r, k, prec), true
			}
		}
	}
	return Result{}, false
}

// withBits evaluates both sides with so many bits, those of integrals and sums included.
func (c *comparison) withBits(prec uint, at map[*expr.Node]*point) (r, k *ball.Complex, ok bool) {
	bits := c.m.bits
	c.m.bits = prec
	ok = c.m.eval(prec+64, at, 4*heavyBudget)
	c.m.bits = bits
	r, k = c.m.roots[0], c.m.roots[1]
	return r, k, ok && r.IsFinite() && k.IsFinite()
}

// nearest are the points of agreement and points beside the ends of the domain, small ones first.
func (c *comparison) nearest() []map[*expr.Node]*point {
	near := slices.Clone(c.agree)
	ends := c.switching
	ends.surfaces = ends.surfaces[:ends.ends]
	p := c.newProber(ends)
	p.limit = 4 * analyticProbes
	p.run(func(at map[*expr.Node]*point) { near = append(near, at) })
	slices.SortStableFunc(near, func(a, b map[*expr.Node]*point) int { return cmp.Compare(size(a), size(b)) })
	return near
}

// barelyDifferent is the verdict on two values whose first digits are the same.
func (c *comparison) barelyDifferent(at map[*expr.Node]*point, r, k *ball.Complex, prec uint) Result {
	c.witness = c.witnessAt(at, r, k)
	var d ball.Complex
	d.Sub(k, r, prec)
	c.witness.Of = "two values that differ by " + show(&d)
	return c.different()
}

// size is the largest absolute value at a point.
func size(at map[*expr.Node]*point) float64 {
	largest := 0.0
	for _, p := range at {
		x, _ := p.re.rat().Float64()
		y, _ := p.im.rat().Float64()
		largest = max(largest, math.Abs(x), math.Abs(y))
	}
	return largest
}
