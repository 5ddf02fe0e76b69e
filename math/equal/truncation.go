package equal

import (
	"slices"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// An integral to 50 of e^{−x²} and one to infinity have a thousand digits in common, and so have
// a sum of many terms that fall fast and the infinite one. What stands at the end of the range
// says how many bits tell them apart.

// truncationMost bounds the bits that are computed to see the end of a range.
const truncationMost = 640

// truncated repeats an agreement with so many bits that the last term of each finite sum and
// the integrand at each finite limit would be seen, at the point where it takes the fewest.
func (c *comparison) truncated() (Result, bool) {
	var ends []*expr.Node
	for _, n := range reachable(c.ref, c.cand) {
		if n.Op != expr.OpIntegral && n.Op != expr.OpSum || len(n.Args) != 4 || n.Op == expr.OpIntegral && n.Name != "" {
			continue
		}
		for i, limit := range n.Args[2:] {
			if infinite(limit) != 0 || n.Op == expr.OpSum && i == 0 {
				continue
			}
			end := expr.Subst(c.g.pool, n.Args[0], map[*expr.Node]*expr.Node{n.Args[1]: limit})
			if isHeavy(end) || !c.known(end) {
				continue
			}
			ends = append(ends, end)
		}
	}
	if len(ends) == 0 || len(ends) > maxSurfaces {
		return Result{}, false
	}
	m, err := c.g.compile(c.g.ctx.Branch == "real", ends...)
	if err != nil {
		return Result{}, false
	}
	points := c.agree
	if len(c.symbols) == 0 {
		points = []map[*expr.Node]*point{nil}
	}
	least, where := int64(-1), map[*expr.Node]*point(nil)
	for _, at := range points {
		if !m.eval(precFirst, at, pointBudget) {
			continue
		}
		hidden := int64(0)
		for _, z := range m.roots {
			if z.IsFinite() && z.IsNonzero() {
				hidden = max(hidden, -exponent(z))
			}
		}
		if least < 0 || hidden < least {
			least, where = hidden, at
		}
	}
	if least <= visibleBits/2 {
		return Result{}, false
	}
	unseen := undecided("the values agree to many digits, but not to so many that the end of a range would be seen")
	prec := uint(least) + visibleBits
	if least > truncationMost {
		return unseen, true
	}
	r, k, ok := c.withBits(prec, where)
	if !ok || c.m.loose {
		return unseen, true
	}
	if !r.Overlaps(k) {
		return c.barelyDifferent(where, r, k, prec), true
	}
	var d ball.Complex
	d.Sub(r, k, prec)
	if radiusExponent(&d) > -least-visibleBits/4 {
		return unseen, true
	}
	return Result{}, false
}

// known reports whether an expression has no symbols but those of the comparison.
func (c *comparison) known(n *expr.Node) bool {
	for _, s := range expr.FreeSymbols(n) {
		if !slices.Contains(c.symbols, s) {
			return false
		}
	}
	return true
}

// besideBits is the size of a number beside an integral or sum that the usual precision of those
// may not show.
const besideBits = 40

// besideIntegrals repeats an agreement of integrals, sums or limits with so many bits that the
// smallest number that stands beside them would be seen: 2/π + e^{−200} is not ∫ sin πx.
func (c *comparison) besideIntegrals() (Result, bool) {
	if !c.heavy || len(c.symbols) > 0 && len(c.agree) == 0 {
		return Result{}, false
	}
	outside := func(n *expr.Node) *expr.Node {
		return rewrite(c.g.pool, n, func(m *expr.Node) *expr.Node {
			if slices.Contains(heavyOps, m.Op) {
				return c.g.pool.Symbol("\x00h")
			}
			return m
		})
	}
	hidden := largestBits(outside(c.ref), outside(c.cand))
	if hidden <= besideBits {
		return Result{}, false
	}
	unseen := undecided("the values agree, but the numbers beside an integral, a sum or a limit are so large or small that more digits would be needed than were computed")
	if hidden > truncationMost {
		return unseen, true
	}
	var at map[*expr.Node]*point
	if len(c.symbols) > 0 {
		at = c.agree[0]
	}
	prec := uint(hidden) + visibleBits
	r, k, ok := c.withBits(prec, at)
	if !ok {
		return unseen, true
	}
	var d, spread ball.Complex
	d.Sub(r, k, prec)
	spread.Sub(&d, &d, 64)
	switch {
	case !r.Overlaps(k) && (!c.m.loose || exponent(&d) > radiusExponent(&spread)+40):
		return c.barelyDifferent(at, r, k, prec), true
	case !r.Overlaps(k) || radiusExponent(&d) > max(exponent(r), exponent(k), -int64(hidden))-int64(hidden)-visibleBits/4:
		return unseen, true
	}
	return Result{}, false
}
