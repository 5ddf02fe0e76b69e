package equal

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// Floors and ceilings agree at many points without being equal: ⌈2/(2^{1/n} − 1)⌉ is ⌊2n/ln 2⌋
// up to n = 777451915729367, and ⌊nπ⌋ is ⌊355n/113⌋ up to n = 112. Points tell only where the
// arguments are linear in integers with small denominators, for then the two sides repeat.

// Bounds of the period of steps that points of the domain show in full.
const (
	longestPeriod = 1 << 10
	shortPeriod   = 12 // of several symbols
)

// jumping decides an agreement of expressions with steps of integers: over a whole period if
// there is a short one, else not at all.
func (c *comparison) jumping() (Result, bool) {
	period := big.NewInt(1)
	steps := false
	var moving []*expr.Node
	for _, u := range c.stepsOfOne() {
		symbols := expr.FreeSymbols(u)
		integers := 0
		for _, s := range symbols {
			integers += b2i(c.g.qualityOf(s).has(qInteger | qForcedInteger))
		}
		if integers == 0 || integers != len(symbols) {
			continue // of real symbols the places of the steps are tried
		}
		steps = true
		for _, s := range symbols {
			if !slices.Contains(moving, s) {
				moving = append(moving, s)
			}
		}
		unseen := undecided(fmt.Sprintf("the values agree at the points that were tried, which is no evidence with the step of %s", c.g.latex(u)))
		for _, s := range symbols {
			p, ok := c.g.polynomialOf(u, s)
			if !ok {
				return unseen, true
			}
			for _, k := range p[1:] {
				if len(p) > 2 || !isNumber(k) {
					return unseen, true
				}
				q := k.Rat.Denom()
				period.Mul(period, new(big.Int).Div(q, new(big.Int).GCD(nil, nil, period, q)))
			}
		}
		if period.Cmp(big.NewInt(longestPeriod)) > 0 {
			return unseen, true
		}
	}
	if !steps {
		return Result{}, false
	}
	if len(moving) > 1 && period.Int64() > shortPeriod {
		return undecided("the values agree at the points that were tried, which is no evidence with steps of several symbols"), true
	}
	for _, x := range moving {
		if r, done := c.overPeriod(x, period.Int64()); done {
			return r, true
		}
	}
	return Result{}, false
}

// overPeriod compares at consecutive values of one integer, two periods from a point of
// agreement on.
func (c *comparison) overPeriod(x *expr.Node, period int64) (Result, bool) {
	step := int64(1)
	if c.g.qualityOf(x).has(qNegative) {
		step = -1
	}
	at := map[*expr.Node]*point{}
	for s, p := range c.agree[0] {
		at[s] = p
	}
	first := at[x].re.rat()
	for k := int64(1); k <= 2*period; k++ {
		p := new(point)
		p.re.setRat(new(big.Rat).Add(first, big.NewRat(step*k, 1)))
		at[x] = p
		if !c.s.allowed(at) {
			continue
		}
		if o, _, w := c.at(at); o == differs && (w != nil || c.witness != nil) {
			if w != nil {
				c.witness = w
			}
			return c.different(), true
		}
	}
	return Result{}, false
}

// stepsOfOne are the arguments of steps that only one side has: what both have is one function.
func (c *comparison) stepsOfOne() []*expr.Node {
	ref, cand := c.stepArguments(c.ref), c.stepArguments(c.cand)
	return append(
		slices.DeleteFunc(slices.Clone(ref), func(u *expr.Node) bool { return slices.Contains(cand, u) }),
		slices.DeleteFunc(slices.Clone(cand), func(u *expr.Node) bool { return slices.Contains(ref, u) })...,
	)
}

// stepArguments are the arguments of floors and ceilings; of a remainder a mod b it is a/b.
func (c *comparison) stepArguments(n *expr.Node) []*expr.Node {
	var found []*expr.Node
	for _, m := range reachable(n) {
		switch {
		case m.Op != expr.OpApply:
		case (m.Name == "floor" || m.Name == "ceiling") && len(m.Args) == 1:
			found = append(found, c.g.canon(m.Args[0]))
		case m.Name == "mod" && len(m.Args) == 2:
			found = append(found, c.g.canon(c.g.pool.Div(m.Args[0], m.Args[1])))
		}
	}
	return found
}
