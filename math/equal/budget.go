package equal

import (
	"context"

	"github.com/assay-physics/assay/math/ball"
)

// pairBudget bounds the weighted operations that the comparisons of one pair may spend
// together, however many points, entries and branches it has.
const pairBudget = 1 << 23

// ledger counts what the machines of one pair have spent; canceled tells that the caller has
// given up.
type ledger struct {
	spent    int
	canceled func() error
}

func newLedger(ctx context.Context) *ledger { return &ledger{canceled: ctx.Err} }

// left is what may still be spent.
func (l *ledger) left() int {
	if l == nil {
		return pairBudget
	}
	return max(pairBudget-l.spent, 0)
}

// stopped reports whether the caller has given up.
func (l *ledger) stopped() bool { return l != nil && l.canceled != nil && l.canceled() != nil }

// patience is how many operations are spent between two looks at the caller's context.
const patience = 1 << 15

// spend books the cost of an instruction; false means that it may not be run.
func (m *machine) spend(cost int) bool {
	if m.work += cost; m.work > m.limit {
		return false
	}
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

// specialWeight adds to the cost of a special function: series and recurrences need a number
// of terms that grows with the precision and with the arguments.
func specialWeight(x []*ball.Complex, prec uint) int {
	const perUnit, largest = 16, 1 << 13
	size := int64(0)
	for _, a := range x {
		if e := exponent(a); e > 0 {
			size = max(size, int64(1)<<min(e, 13))
		}
	}
	return int(perUnit*min(size, largest)) * (1 + int(prec/precFirst)/2)
}

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

// evaluationCost is what a quadrature or summation itself spends on one value.
const evaluationCost = 20

// Costs of a degenerate hypergeometric function: at one point, and towards the whole pair.
const (
	costDegenerate       = 1 << 17
	costDegenerateInPair = 1 << 20
)

// chargeDegenerate makes an evaluator of pFq with p = q + 1 pay for the parameters for which
// the connection formulas (DLMF 15.8) have no value and a limit is computed: integer
// differences, beyond the disc where the series itself is quick.
func chargeDegenerate(in instruction, p, q int) instruction {
	run := in.run
	in.run = func(m *machine, z *ball.Complex, x []*ball.Complex) {
		if p == q+1 && degenerate(x, p, q) {
			// Half of the budget is kept for the other points.
			if m.ledger.left() < pairBudget/2 || !m.spend(costDegenerate) {
				z.SetIndeterminate()
				return
			}
			if m.ledger != nil {
				m.ledger.spent += costDegenerateInPair
			}
		}
		run(m, z, x)
	}
	return in
}

// degenerate looks at the parameters and the argument, the last of x.
func degenerate(x []*ball.Complex, p, q int) bool {
	var size ball.Complex
	size.Abs(x[p+q], integralBits)
	size.MulInt64(&size, 4, integralBits)
	if size.AddInt64(&size, -3, integralBits); size.Re.IsNegative() {
		return false
	}
	if p != 2 {
		return true
	}
	integer := func(terms ...*ball.Complex) bool {
		d := *terms[0]
		for _, t := range terms[1:] {
			d.Sub(&d, t, integralBits)
		}
		_, ok := d.Re.UniqueInt()
		return ok && d.Im.ContainsZero()
	}
	return integer(x[0], x[1]) || integer(x[2], x[0], x[1])
}
