package equal

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// Floors and ceilings agree at many points without being equal: ⌈2/(2^{1/n} − 1)⌉ is ⌊2n/ln 2⌋
// up to n = 777451915729367, and ⌊nπ⌋ is ⌊355n/113⌋ up to n = 112. Points tell only where the
// arguments are polynomials in integers with small denominators, for then the steps repeat.

// Bounds of the period of steps that points of the domain show in full.
const (
	longestPeriod = 1 << 10
	shortPeriod   = 12 // of several symbols
	maxStepDegree = 4
)

// jumping decides an agreement of expressions with steps of integers: over a whole period if
// there is a short one, else not at all.
func (c *comparison) jumping() (Result, bool) {
	period := big.NewInt(1)
	steps, periods := false, int64(2)
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
			periods = max(periods, int64(len(p)))
			for _, k := range p[1:] {
				if len(p)-1 > maxStepDegree || !isNumber(k) {
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
		for _, shift := range []int64{0, 3*period.Int64() + 1} { // ⌊n/9⌋ may be a factor
			if r, done := c.overPeriod(x, (periods+1)*period.Int64(), shift); done {
				return r, true
			}
			if len(c.symbols) == 1 {
				break
			}
		}
	}
	return Result{}, false
}

// overPeriod compares at consecutive values of one integer from a point of agreement on,
// where the other integers are shifted.
func (c *comparison) overPeriod(x *expr.Node, values, shift int64) (Result, bool) {
	step := int64(1)
	if c.g.qualityOf(x).has(qNegative) {
		step = -1
	}
	at := map[*expr.Node]*point{}
	for s, p := range c.agree[0] {
		q := c.g.qualityOf(s)
		if at[s] = p; s != x && q.has(qInteger|qForcedInteger) {
			at[s] = new(point)
			by := big.NewRat(shift, 1)
			if q.has(qNegative) {
				by.Neg(by)
			}
			at[s].re.setRat(by.Add(by, p.re.rat()))
		}
	}
	first := at[x].re.rat()
	hidden := int64(0)
	for k := int64(1); k <= values; k++ {
		p := new(point)
		p.re.setRat(new(big.Rat).Add(first, big.NewRat(step*k, 1)))
		at[x] = p
		if !c.s.allowed(at) {
			continue
		}
		o, _, w := c.at(at)
		if o == unclear {
			hidden++
		}
		if o == differs && (w != nil || c.witness != nil) {
			if w != nil {
				c.witness = w
			}
			return c.different(), true
		}
	}
	if hidden > values/4 {
		return undecided("the budget of operations ended before the steps of " + c.g.latex(x) + " were seen over a whole period"), true
	}
	return Result{}, false
}

// stepsOfOne are the arguments of steps that only one side has: what both have is one function.
// ⌊n/m⌋ and ⌈n/m⌉ are two.
func (c *comparison) stepsOfOne() []*expr.Node {
	ref, cand := c.stepFunctions(c.ref), c.stepFunctions(c.cand)
	var arguments []*expr.Node
	for _, side := range [][2][]stepFunction{{ref, cand}, {cand, ref}} {
		for _, s := range side[0] {
			if !slices.Contains(side[1], s) {
				arguments = append(arguments, s.of)
			}
		}
	}
	return arguments
}

// stepFunction is a floor or a ceiling of an argument; a remainder a mod b is one of a/b.
type stepFunction struct {
	name string
	of   *expr.Node
}

// stepFunctions are the floors, the ceilings and the remainders in an expression.
func (c *comparison) stepFunctions(n *expr.Node) []stepFunction {
	var found []stepFunction
	for _, m := range reachable(n) {
		switch {
		case m.Op != expr.OpApply:
		case (m.Name == "floor" || m.Name == "ceiling") && len(m.Args) == 1:
			found = append(found, stepFunction{m.Name, c.g.canon(m.Args[0])})
		case m.Name == "mod" && len(m.Args) == 2:
			found = append(found, stepFunction{m.Name, c.g.canon(c.g.pool.Div(m.Args[0], m.Args[1]))})
		}
	}
	return found
}
