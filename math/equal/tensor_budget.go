package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/tensor"
)

// Bounds on what is given to package tensor, whose work is not booked step by step.
const (
	maxTensor      = 1 << 13 // parts of a pair, definitions put in
	maxTraced      = 16      // generators of SU(N) in one trace
	costTensorPart = 24      // of a part: reading it, and of looking whether it is an object
	costTensorStep = 7       // of an operation of its own budget
)

// tensorBudgets are tried one after the other, so that a pair pays at most for about eight times
// what it needed.
var tensorBudgets = []int{1 << 12, 1 << 15, tensor.DefaultBudget}

// isObject asks package tensor whether the pair has objects beyond numbers. What is too large
// for it is none, as far as anyone can tell.
func (g *grading) isObject(c tensor.Context, ref, cand *expr.Node) bool {
	size := g.unfolded(ref) + g.unfolded(cand)
	if size > maxTensor {
		return false
	}
	g.charge(costTensorPart * size)
	return tensor.Applies(g.pool, ref, cand, c)
}

// compareTensors is tensor.Compare within what the pair may still spend.
func (g *grading) compareTensors(c tensor.Context, ref, cand *expr.Node) tensor.Result {
	size := g.unfolded(ref) + g.unfolded(cand)
	if size > maxTensor {
		return tensor.Result{Verdict: tensor.Undecided, Message: "indexed objects or operators in an expression that is too large"}
	}
	if g.tracesMany(ref) || g.tracesMany(cand) {
		return tensor.Result{Verdict: tensor.Undecided, Message: "a trace of very many generators"}
	}
	g.charge(costTensorPart*size + contractionCost(ref) + contractionCost(cand))
	var r tensor.Result
	for _, budget := range tensorBudgets {
		c.Budget = min(budget, g.opts.ledger.left()/costTensorStep)
		if c.Budget == 0 {
			c.Budget = 1
		}
		g.charge(c.Budget * costTensorStep / 4) // an attempt that is given up has spent all, others far less
		r = tensor.Compare(g.pool, ref, cand, c)
		if r.Verdict != tensor.Undecided || !strings.Contains(r.Message, "budget of operations") || c.Budget < budget {
			return r
		}
		g.charge(c.Budget * costTensorStep * 3 / 4)
	}
	return r
}

// contractionCost grows with the third power of the number of factors in a product: each
// contraction looks at all of them.
func contractionCost(n *expr.Node) int {
	cost := 0
	expr.Walk(n, func(m *expr.Node) bool {
		if k := len(m.Args); m.Op == expr.OpMul && k > 8 {
			cost += min(k, 1<<12) * min(k, 1<<12) * min(k, 1<<12) / 16
		}
		return true
	})
	return cost
}

// tracesMany reports whether a trace of matrices with one upper index, which generators are
// written as, has more than maxTraced factors.
func (g *grading) tracesMany(n *expr.Node) bool {
	return g.ctx.Group != "" && contains(n, func(m *expr.Node) bool {
		return m.Op == expr.OpApply && m.Name == "tr" && contains(m, func(k *expr.Node) bool {
			return k.Op == expr.OpMul && len(k.Args) > maxTraced
		})
	})
}

// unfolded is the number of parts of an expression with the symbols that relations define
// written out, each time they occur; it stops counting beyond maxTensor.
func (g *grading) unfolded(n *expr.Node) int {
	definitions := map[*expr.Node]*expr.Node{}
	for _, r := range g.relations {
		if r.Op == expr.OpRelation && len(r.Args) == 2 && r.Args[0].Op == expr.OpSymbol {
			definitions[r.Args[0]] = r.Args[1]
		}
	}
	memo := map[*expr.Node]int{}
	var count func(*expr.Node) int
	count = func(n *expr.Node) int {
		if k, ok := memo[n]; ok {
			return k
		}
		memo[n] = 1 // a definition by itself ends here
		k := 1
		if d := definitions[n]; d != nil {
			k = count(d)
		}
		for _, a := range n.Args {
			if k += count(a); k > maxTensor {
				break
			}
		}
		memo[n] = k
		return k
	}
	return count(n)
}
