package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// A relation with several solutions for the symbol that it is solved for, E² = p² + m² or
// sin θ = ½, is a constraint and no definition. The pair is compared on each branch that the
// constraints and the declared signs leave: what holds on all of them holds, what holds on
// some is undecided with the branch named.

// maxBranches bounds the combinations of branches of one pair.
const maxBranches = 24

// choice picks the branches of the relations of one comparison: code counts through
// the combinations, and total is their number once all relations are solved.
type choice struct {
	code, total int
	names       []string
	// most is the largest total of the readings so far.
	most int
}

// reread restores the choice for the next reading of the pair.
func (c *choice) reread(before choice) {
	most := max(before.most, c.total)
	names := c.names
	*c = before
	c.most = most
	if len(names) > len(c.names) {
		c.names = names[:len(names):len(names)]
	}
}

// take picks one of n alternatives.
func (c *choice) take(n int) int {
	k := c.code % n
	c.code /= n
	c.total = max(c.total, 1)
	if c.total <= maxBranches {
		c.total *= n
	}
	return k
}

// chosen is a solution on the branch of this comparison.
func (g *grading) chosen(s solution) solution {
	n := 1 + len(s.others)
	if n == 1 {
		return s
	}
	k := g.choice.take(n)
	if k > 0 {
		s.value = s.others[k-1]
	}
	s.others = nil
	g.choice.names = append(g.choice.names, g.latex(s.symbol)+" = "+g.latex(s.value))
	return s
}

// onBranches compares a pair on every branch of the relations.
func onBranches(compare func(branch int) (Result, *grading)) Result {
	first, g := compare(0)
	if g == nil || g.choice.most <= 1 {
		return first
	}
	total := g.choice.most
	if total > maxBranches {
		return undecided("the relations have too many solutions")
	}
	var left []Result
	var names []string
	for code := range total {
		r := first
		if code > 0 {
			r, g = compare(code)
		}
		if g == nil || !g.feasible() {
			continue
		}
		if r.Verdict == FormViolation || r.Verdict == Malformed {
			return r
		}
		left = append(left, r)
		names = append(names, strings.Join(g.choice.names, ", "))
	}
	return joinBranches(left, names)
}

// joinBranches is the common verdict of the branches.
func joinBranches(rs []Result, names []string) Result {
	if len(rs) == 0 {
		return undecided("no solution of the relations lies in the stated domain")
	}
	verdict := rs[0].Verdict
	for _, r := range rs {
		if r.Verdict == Undecided {
			return r
		}
		if r.Verdict != verdict {
			verdict = Undecided
		}
	}
	if verdict == Undecided {
		equal := slices.IndexFunc(rs, func(r Result) bool { return r.Verdict == Equivalent })
		other := slices.IndexFunc(rs, func(r Result) bool { return r.Verdict != Equivalent })
		return Result{
			Verdict: Undecided, Method: rs[other].Method,
			Evidence: Evidence{Condition: "for " + names[equal], Witness: rs[other].Evidence.Witness},
			Message:  "equal for " + names[equal] + "; not for " + names[other] + ": the relations allow both",
		}
	}
	r := rs[0]
	for _, o := range rs {
		r.Evidence.Proved = r.Evidence.Proved && o.Evidence.Proved
	}
	return r
}

// feasible reports whether the chosen branches lie in the stated domain: some point meets
// the constraints and the declared signs of the symbols that relations define.
func (g *grading) feasible() bool {
	var all []*expr.Node
	for _, n := range g.constraints {
		all = append(all, g.applySolved(n))
	}
	for _, s := range g.solved {
		if s.symbol.Op != expr.OpSymbol {
			continue
		}
		all = append(all, s.value)
		if sign, known := g.signOf(s.value); known {
			q := g.qualityOf(s.symbol)
			if q.has(qPositive) && sign <= 0 || q.has(qNegative) && sign >= 0 || q.has(qNonnegative) && sign < 0 || q.has(qNonzero) && sign == 0 {
				return false
			}
		}
	}
	for _, n := range g.constraints {
		c := g.applySolved(n)
		if len(expr.FreeSymbols(c)) > 0 {
			continue
		}
		if low, err := g.lower(c); err == nil && g.truth(low) == 0 {
			return false
		}
	}
	symbols := sortedSymbols(all...)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil || constraints == nil {
		return true
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	for class := range maxPoints {
		if s.draw(class) != nil {
			return true
		}
	}
	return false
}
