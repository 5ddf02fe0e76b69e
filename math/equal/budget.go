package equal

import (
	"context"
	"math/big"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// Operations that one pair may spend, however many points, entries, readings and branches it
// has. One is worth some 100 ns: an addition or multiplication of balls, a visit to a few
// nodes of an expression. Machines and proofs stop at pairBudget and say that they did not
// finish; what is left up to pairLimit is for putting the verdict into words.
const (
	pairBudget = 1<<20 + 1<<18
	pairLimit  = pairBudget + pairBudget/8
)

// ledger counts what has been spent on one pair; canceled tells that the caller has given up.
type ledger struct {
	spent, limit int
	looked       int
	canceled     func() error
}

func newLedger(ctx context.Context) *ledger { return &ledger{limit: pairLimit, canceled: ctx.Err} }

// exhausted is the panic by which charge leaves everything that is under way; attempt and
// comparePair recover it, and nothing else.
type exhausted struct{ canceled bool }

// charge books n operations. Where the limit is passed it does not return: what was going on
// is given up as a whole, because half of a rewriting or of a list is worth nothing.
func (l *ledger) charge(n int) {
	if l == nil {
		return
	}
	if n > l.limit-l.spent {
		l.spent = max(l.spent, l.limit) // what was not done costs no more than what is left
		panic(exhausted{})
	}
	l.spent += n
	if l.spent-l.looked > patience {
		l.looked = l.spent
		if l.stopped() {
			panic(exhausted{canceled: true})
		}
	}
}

// attempt runs f, which may spend up to n operations and is given up beyond: done is false
// then, and what f has assigned is to be disregarded.
func (l *ledger) attempt(n int, f func()) (done bool) {
	if l == nil {
		f()
		return true
	}
	outer := l.limit
	l.limit = min(outer, l.spent+n)
	defer func() {
		l.limit = outer
		if r := recover(); r != nil {
			if e, ok := r.(exhausted); !ok || e.canceled {
				panic(r)
			}
			done = false
		}
	}()
	f()
	return true
}

// left is what machines and proofs may still spend.
func (l *ledger) left() int {
	if l == nil {
		return pairBudget
	}
	return max(min(pairBudget, l.limit)-l.spent, 0)
}

// algebra is a budget for polynomial arithmetic of at most n of its operations; settle books
// what it has used.
func (l *ledger) algebra(n int64) (b *poly.Budget, settle func()) {
	if l == nil {
		return poly.NewBudget(n), func() {}
	}
	n = min(n, int64(l.left()/algebraCost))
	b = poly.NewBudget(n)
	return b, func() { l.spent += int(n-b.Left()) * algebraCost }
}

// algebraCost is the price of an operation of poly.
const algebraCost = 1

// stopped reports whether the caller has given up.
func (l *ledger) stopped() bool { return l != nil && l.canceled != nil && l.canceled() != nil }

// charge books operations of the pair.
func (g *grading) charge(n int) { g.opts.ledger.charge(n) }

// compile makes the machine for expressions of this pair.
func (g *grading) compile(branchReal bool, roots ...*expr.Node) (*machine, error) {
	g.charge(costCompile * weight(roots...))
	m, err := compile(g.room, branchReal, roots...)
	if err == nil {
		m.ledger = g.opts.ledger
	}
	return m, err
}

// Prices per expression: costVisit of a look at it or of writing it anew, costDiff of taking a
// derivative, costGeneric of writing an unknown function out, costStatement of all the looks that
// take a statement apart, among them those at what it is not. Reading costs costByte for each byte
// of the text.
const (
	costByte      = 3
	costVisit     = 3
	costDiff      = 10
	costGeneric   = 200
	costStatement = 12
)

// canonMetered is Canon with charges on the way: from small to large, so that what is under
// way between two charges is one sum or product whose parts are known already.
func (g *grading) canonMetered(with *expr.Canonizer, n *expr.Node) *expr.Node {
	size := weight(n)
	if size < 64 {
		g.charge(costVisit * size)
		return with.Canon(n)
	}
	for _, m := range reachable(n) {
		if len(m.Args) > 0 {
			g.charge(costVisit + len(m.Args) + sumCost(with, m))
			c := with.Canon(m)
			g.charge(2*len(c.Args) + numberCost(c))
		}
	}
	return with.Canon(n)
}

// sumCost is the price of adding up the numbers in a long sum or product.
func sumCost(with *expr.Canonizer, n *expr.Node) int {
	if len(n.Args) < 32 {
		return 0
	}
	numbers, words := 0, 0
	for _, a := range n.Args {
		if c := with.Canon(a); c.Op == expr.OpNumber {
			numbers++
			words += (c.Rat.Num().BitLen() + c.Rat.Denom().BitLen() + 63) / 64
		}
	}
	words = min(words, 128) // as far as Canon builds numbers
	return numbers * (1 + words + words*words/64)
}

// maxWritten bounds the expressions that are written out for a reader.
const maxWritten = 4096

// written is the number of parts of an expression in writing, where what is shared is written
// each time; it stops counting beyond maxWritten.
func written(n *expr.Node) int { return writtenMemo(n, map[*expr.Node]int{}) }

func writtenMemo(n *expr.Node, memo map[*expr.Node]int) int {
	if len(n.Args) == 0 {
		return 1
	}
	if k, ok := memo[n]; ok {
		return k
	}
	k := 1
	for _, a := range n.Args {
		if k += writtenMemo(a, memo); k > maxWritten {
			break
		}
	}
	memo[n] = k
	return k
}

// fractionCost is the price of reducing a fraction, the square of its length.
func fractionCost(r *big.Rat) int {
	words := (r.Num().BitLen() + r.Denom().BitLen()) / 64
	return 1 + words + words*words/64
}

// numberCost is the price of the exact numbers in an expression and its arguments.
func numberCost(n *expr.Node) int {
	cost := 0
	count := func(m *expr.Node) {
		if m.Op == expr.OpNumber {
			if c := fractionCost(m.Rat); c > 1 {
				cost += 32 * c // common factors are looked for more than once
			}
		}
	}
	count(n)
	for _, a := range n.Args {
		count(a)
		for _, b := range a.Args {
			count(b)
		}
	}
	return cost
}

// costCompile is the price of making an instruction.
const costCompile = 12

// weight is the number of expressions inside the roots and of their arguments; what they share
// counts for each.
func weight(roots ...*expr.Node) int {
	n := 0
	for _, r := range roots {
		expr.Walk(r, func(m *expr.Node) bool { n += 1 + len(m.Args); return true })
	}
	return n
}

// patience is how many operations are spent between two looks at the caller's context.
const patience = 1 << 15

// spend books the cost of an instruction; false means that it may not be run.
func (m *machine) spend(cost int) bool {
	if cost > m.limit-m.work {
		m.work = m.limit + 1
		return false
	}
	m.work += cost
	if m.work-m.looked > patience {
		m.looked = m.work
		if m.ledger.stopped() {
			m.work = m.limit + 1
			return false
		}
	}
	return true
}

// weigh is the factor of a cost at a precision: 1 at 128 bits, growing with its square as
// multiplication does.
func weigh(prec uint) int { return 1 + int(prec/precFirst)*int(prec/precFirst)/4 }

// budgetContext is the context of a quadrature or summation: it ends when the machine may
// spend no more.
type budgetContext struct {
	context.Context //nolint:containedctx // it is a context: the background with another end
	m               *machine
}

// Err says whether the budget is spent or the caller has given up.
func (c budgetContext) Err() error {
	if c.m.work > c.m.limit || c.m.ledger.stopped() {
		return context.Canceled
	}
	return nil
}

func (m *machine) context() context.Context { return budgetContext{context.Background(), m} }

// costTerm is what a summation itself spends on one value; quadratures tell what they do.
const costTerm = 4
