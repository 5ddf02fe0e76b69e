package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// solution is symbol = value, solved from a relation.
type solution struct {
	symbol, value *expr.Node
	// cost ranks the ways to solve one relation: 0 for steps of arithmetic, more for roots
	// and inverse functions, which choose a branch.
	cost int
	// branched is true where a power or a function was undone: the relation must be checked.
	branched bool
	// manyValued is true where a periodic or even function was undone.
	manyValued bool
	// others are the values on the other branches of roots and periodic functions.
	others []*expr.Node
	// evenRoot is true where a square (or other even power) was undone: the other sign
	// would do as well.
	evenRoot bool
	// divisors are the symbols of factors that were divided by and stand on the other side too:
	// where such a factor vanishes, the relation may hold for any value of the symbol.
	divisors []*expr.Node
}

// maxSolveSteps bounds the path from a relation's side to the symbol.
const maxSolveSteps = 64

// solve writes the relation l = r as an equation for the symbol that is cheapest to
// isolate. prefer gives a symbol's extra cost; a negative result of it forbids the symbol.
func solve(pool *expr.Pool, l, r *expr.Node, prefer func(*expr.Node) int, positive func(*expr.Node) bool) (solution, bool) {
	best, found := solution{}, false
	consider := func(s solution, extra int) {
		s.cost += extra
		if !found || s.cost < best.cost {
			best, found = s, true
		}
	}
	count := map[*expr.Node]int{}
	for _, side := range []*expr.Node{l, r} {
		countSymbols(side, count, new(int))
	}
	for i, side := range []*expr.Node{l, r} {
		other := r
		if i == 1 {
			other = l
		}
		for _, s := range expr.FreeSymbols(side) {
			extra := prefer(s)
			if count[s] != 1 || extra < 0 {
				continue
			}
			if side == s {
				extra -= 1 - i // a definition as it was written comes first
			} else {
				extra++
			}
			if sol, ok := isolate(pool, side, other, s, positive(s)); ok {
				consider(sol, 2*extra+i)
			}
		}
	}
	return best, found
}

// countSymbols counts how often each symbol is written in n, as a tree.
func countSymbols(n *expr.Node, count map[*expr.Node]int, steps *int) {
	if *steps++; *steps > 4096 {
		return
	}
	if n.Op == expr.OpSymbol {
		count[n]++
		return
	}
	for _, a := range n.Args {
		countSymbols(a, count, steps)
	}
}

// isolate undoes what is done to s in side, which holds it once: side = value becomes
// s = value'.
func isolate(pool *expr.Pool, side, value, s *expr.Node, positive bool) (solution, bool) {
	b := builder{pool}
	sol := solution{symbol: s}
	// each does a step on all branches.
	each := func(f func(*expr.Node) *expr.Node) {
		value = f(value)
		for i, o := range sol.others {
			sol.others[i] = f(o)
		}
	}
	for step := 0; step < maxSolveSteps; step++ {
		if side == s {
			sol.value = value
			return sol, true
		}
		at := -1
		for i, a := range side.Args {
			if mentions(a, s) {
				at = i
			}
		}
		if at < 0 {
			return sol, false
		}
		inner := side.Args[at]
		switch side.Op {
		case expr.OpAdd:
			for i, a := range side.Args {
				if i != at {
					each(func(v *expr.Node) *expr.Node { return b.sub(v, a) })
				}
			}
		case expr.OpMul:
			for i, a := range side.Args {
				if i != at {
					sol.divide(a, value)
					each(func(v *expr.Node) *expr.Node { return b.div(v, a) })
				}
			}
		case expr.OpPow:
			e := side.Args[1]
			sol.branched = true
			switch {
			case at == 1 && isConstant(side.Args[0], expr.ConstE):
				each(func(v *expr.Node) *expr.Node { return b.Apply("log", v) })
				sol.cost++
			case at == 1:
				each(func(v *expr.Node) *expr.Node { return b.div(b.Apply("log", v), b.Apply("log", side.Args[0])) })
				sol.cost++
			case !isNumber(e) || e.Rat.Sign() == 0:
				return sol, false
			default:
				each(func(v *expr.Node) *expr.Node { return b.pow(v, b.Number(new(big.Rat).Inv(e.Rat))) })
				if e.Rat.Num().Bit(0) == 0 { // an even power
					sol.cost += 2
					if !positive || inner != s {
						sol.evenRoot = true
						sol.cost += 8
						for _, v := range append([]*expr.Node{value}, sol.others...) {
							sol.others = append(sol.others, b.neg(v))
						}
					}
				}
			}
		case expr.OpApply:
			inverse, ok := inverseFunctions[side.Name]
			if !ok || len(side.Args) != 1 {
				return sol, false
			}
			each(func(v *expr.Node) *expr.Node { return b.Apply(inverse, v) })
			sol.branched = true
			switch side.Name {
			case "sin", "cos", "tan":
				sol.manyValued = true
				for _, v := range append([]*expr.Node{value}, sol.others...) {
					sol.others = append(sol.others, otherAngles(b, side.Name, v)...)
				}
			}
			sol.cost += 4
		default:
			return sol, false
		}
		side = inner
	}
	return sol, false
}

// divide notes the symbols that a divisor shares with what it divides; zero shares all.
func (s *solution) divide(divisor, value *expr.Node) {
	for _, y := range expr.FreeSymbols(divisor) {
		if isZero(value) || mentions(value, y) {
			s.divisors = append(s.divisors, y)
		}
	}
}

// inverseFunctions of those functions that have one on a whole interval around 0.
var inverseFunctions = map[string]string{
	"exp": "log", "log": "exp", "sin": "asin", "tan": "atan", "sinh": "asinh", "tanh": "atanh", "asin": "sin", "atan": "tan", "cos": "acos",
}

// otherAngles are angles near 0 with the same sine, cosine or tangent as v, the principal one.
func otherAngles(b builder, name string, v *expr.Node) []*expr.Node {
	pi := b.Constant(expr.ConstPi)
	twice := b.mul(b.Int(2), pi)
	switch name {
	case "sin":
		return []*expr.Node{b.sub(pi, v), b.add(v, twice), b.neg(b.add(v, pi))}
	case "cos":
		return []*expr.Node{b.neg(v), b.sub(twice, v)}
	default:
		return []*expr.Node{b.add(v, pi), b.sub(v, pi)}
	}
}
