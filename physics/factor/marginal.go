package factor

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Marginals returns the probability of each value of each variable, and a bound on the
// absolute error of any of them. Weights must be ≥ 0 and not all zero.
//
// The tables of the elimination are kept and run through once more, from the last to the
// first: the derivative of Z by each table is what the rest of the model makes of it.
// That takes three to four times as long as ln Z and all tables at once, 2^(MaxLog2+6)
// bytes at most; there are no slices. Where the range of a float64 does not suffice for
// the tolerance, here an absolute one, it is done again in double-double numbers with
// exponents of their own.
func Marginals(ctx context.Context, m *Model, opt Options) (p [][]float64, bound float64, err error) {
	b, err := infer(ctx, m, opt, wanted{variables: true})
	if err != nil {
		return nil, 0, err
	}
	return b.variables, b.bound, nil
}

// TableMarginals returns the probability of each joint state of the sites of each factor,
// in the order of its entries, and a bound on the absolute error of any of them. These
// are the derivatives of ln Z by the entries of Log. See Marginals.
func TableMarginals(ctx context.Context, m *Model, opt Options) (p [][]float64, bound float64, err error) {
	b, err := infer(ctx, m, opt, wanted{factors: true})
	if err != nil {
		return nil, 0, err
	}
	return b.factors, b.bound, nil
}

// PairMarginals returns the joint distribution of the variables a, b of each pair, entry
// x_a·card_b + x_b, and a bound on the absolute error of any of them. Pairs that stand
// together in a table cost no more than Marginals; the others take one more run of it
// for each value of one of their variables, of which as few are chosen as a simple rule
// finds.
func PairMarginals(ctx context.Context, m *Model, pairs [][2]int, opt Options) (p [][]float64, bound float64, err error) {
	for k, pair := range pairs {
		for _, v := range pair {
			if v < 0 || v >= len(m.Card) {
				return nil, 0, fmt.Errorf("factor: pairs[%d]: variable %d is outside of 0 … %d", k, v, len(m.Card)-1)
			}
		}
	}
	b, err := infer(ctx, m, opt, wanted{variables: true, pairs: pairs})
	if err != nil {
		return nil, 0, err
	}
	opt.Order = b.order
	for {
		v := mostFrequent(len(m.Card), pairs, b.pairs)
		if v < 0 {
			return b.pairs, b.bound, nil
		}
		widened, err := conditionPairs(ctx, m, pairs, opt, b, v)
		if err != nil {
			return nil, 0, err
		}
		b.bound = max(b.bound, widened)
	}
}

// mostFrequent is the variable in the largest number of pairs without a result, −1 when
// all have one.
func mostFrequent(n int, pairs [][2]int, done [][]float64) int {
	count := make([]int, n)
	best := -1
	for k, pair := range pairs {
		if done[k] == nil {
			count[pair[0]]++
			count[pair[1]]++
		}
	}
	for v, c := range count {
		if c > 0 && (best < 0 || c > count[best]) {
			best = v
		}
	}
	return best
}

// conditionPairs fills in the pairs that contain v: P(v=s)·P(·|v=s).
func conditionPairs(ctx context.Context, m *Model, pairs [][2]int, opt Options, b *beliefs, v int) (bound float64, err error) {
	todo := map[int]bool{}
	for k, pair := range pairs {
		if b.pairs[k] == nil && (pair[0] == v || pair[1] == v) {
			todo[k] = true
			b.pairs[k] = make([]float64, m.Card[pair[0]]*m.Card[pair[1]])
		}
	}
	for s, ps := range b.variables[v] {
		if ps == 0 {
			continue
		}
		cut, err := m.Condition([]int{v}, []int{s})
		if err != nil {
			return 0, err
		}
		c, err := infer(ctx, cut, opt, wanted{variables: true})
		if err != nil {
			return 0, err
		}
		bound = max(bound, b.bound+c.bound+4*unit)
		for k := range todo {
			a, other, at := pairs[k][0], pairs[k][1], b.pairs[k]
			if a == v {
				for x, p := range c.variables[other] {
					at[s*m.Card[other]+x] = ps * p
				}
			} else {
				for x, p := range c.variables[a] {
					at[x*m.Card[v]+s] = ps * p
				}
			}
		}
	}
	return bound, nil
}

// wanted says which distributions to compute. Of the pairs those are that stand
// together in a table.
type wanted struct {
	variables, factors bool
	pairs              [][2]int
}

type beliefs struct {
	order     []int
	variables [][]float64
	factors   [][]float64
	pairs     [][]float64
	bound     float64
}

// memory is an arithmetic in which the tables of a whole elimination are kept.
type memory[T any] interface {
	// kept is the table that step i handed on; forget says that it is no longer needed.
	kept(i int) T
	forget(i int)
	load(factor int) T
	free(t T)
	vars(t T) []int32
	contract(ctx context.Context, in []T, out, sum []int32) (T, error)
	// probabilities divides a table by its sum, with a bound on the absolute errors.
	probabilities(t T) (p []float64, bound float64)
	// conditional is the product of tables as a function of the variable at place i, up to a
	// factor, the others having the values in state. It reports false where rounding or
	// underflow may have changed it by more than the tolerance.
	conditional(in []T, i int, state []int) (weight []float64, ok bool)
}

// newMemorySetup is newSetup for weights ≥ 0 that are kept in so many bytes each.
func newMemorySetup(m *Model, opt Options) (*setup, error) {
	s, err := newSetup(m, opt)
	if err != nil {
		return nil, err
	}
	if m.Signed() {
		return nil, fmt.Errorf("factor: some weight is not a number ≥ 0: %w", ErrSigned)
	}
	return s, nil
}

// fits checks that all tables can be kept.
func (s *setup) fits(bytes float64) error {
	all := 0.0
	for i := range s.plan.n {
		size := 1.0
		for _, j := range s.plan.scope(i) {
			size *= float64(s.plan.card[j])
		}
		all += size
	}
	if limit := math.Exp2(float64(max(s.opt.MaxLog2+6, smallMemory))); bytes*all > limit || s.count > 1 {
		return fmt.Errorf("factor: the tables to keep have %.4g entries of %g bytes in all, the limit is %.4g bytes: %w",
			all*float64(s.count), bytes, limit, ErrTooWide)
	}
	return nil
}

// remember runs f with the kept tables of an elimination in float64 and, where f finds
// that they are not good enough, in double-double numbers with exponents of their own.
func remember(ctx context.Context, m *Model, opt Options, narrow func(s *setup, t memory[*table]) (ok bool, err error), wider func(s *setup, t memory[*wideTable[wide]]) error) error {
	s, err := newMemorySetup(m, opt)
	if err != nil {
		return err
	}
	if err := s.fits(8); err != nil {
		return err
	}
	u := newUpward(m, s.plan, s.opt.Workers)
	n := &narrowMemory{u, make([]*table, s.plan.n), s.opt.Tolerance}
	z, err := u.run(ctx, n.tables)
	if err != nil {
		return err
	}
	if z.abs == 0 {
		return fmt.Errorf("factor: all weights are zero: %w", ErrSigned)
	}
	if z.relative() <= s.opt.Tolerance {
		if ok, err := narrow(s, n); ok || err != nil {
			return err
		}
	}
	if err := s.fits(24); err != nil {
		return fmt.Errorf("factor: the range of float64 does not suffice: %w", err)
	}
	w := &wideMemory{newKernel(s.plan.card, s.opt.Workers), m, s.plan, wideReal{newWeights(128)}, make([]*wideTable[wide], s.plan.n)}
	total, _, _, err := eliminateIn(ctx, m, s.plan, ring[wide](w.r), s.opt.Workers, w.tables)
	if err != nil {
		return err
	}
	if total.hi == 0 {
		return fmt.Errorf("factor: all weights are zero: %w", ErrSigned)
	}
	return wider(s, w)
}

// infer goes up and down the tables.
func infer(ctx context.Context, m *Model, opt Options, want wanted) (b *beliefs, err error) {
	err = remember(ctx, m, opt, func(s *setup, t memory[*table]) (bool, error) {
		b, err = inferIn(ctx, m, s, t, want)
		return err == nil && b.bound <= s.opt.Tolerance, err
	}, func(s *setup, t memory[*wideTable[wide]]) error {
		b, err = inferIn(ctx, m, s, t, want)
		return err
	})
	if err != nil {
		return nil, err
	}
	if input := m.inputError() + m.Rounding; input > 0 {
		// Each weight changes by a factor of at most e^±input, and so does their sum.
		b.bound += math.Expm1(2 * input)
	}
	return b, nil
}

// inferIn goes down the tables that are kept.
func inferIn[T any](ctx context.Context, m *Model, s *setup, mem memory[T], want wanted) (*beliefs, error) {
	p := s.plan
	b := &beliefs{order: s.order}
	if want.variables {
		b.variables = ones(m.Card)
	}
	if want.factors {
		b.factors = make([][]float64, len(m.Factors))
		for _, k := range p.constants {
			b.factors[k] = []float64{1}
		}
	}
	b.pairs = make([][]float64, len(want.pairs))
	pairsAt := p.assignPairs(want.pairs)
	down := make([]T, p.n) // the derivative of Z by each table
	var in, used []T
	var here, sum []int32
	for i := p.n - 1; i >= 0; i-- {
		if i%256 == 0 || len(p.scope(i)) > 16 {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("factor: marginals: %w", err)
			}
		}
		if p.card[i] == 1 {
			continue
		}
		children, factors := p.children.at(i), p.factorAt.at(i)
		in = in[:0]
		for _, c := range children {
			in = append(in, mem.kept(int(c)))
		}
		for _, k := range factors {
			in = append(in, mem.load(int(k)))
		}
		if p.parent[i] >= 0 {
			in = append(in, down[i])
		}
		here = append(append(here[:0], int32(i)), p.scope(i)...)
		// belief sums everything but keep out of the product, without the table skip.
		belief := func(keep []int32, skip int) (T, error) {
			used = append(used[:0], in...)
			if skip >= 0 {
				used = slices.Delete(used, skip, skip+1)
			}
			sum = sum[:0]
			for _, v := range here {
				if !slices.Contains(keep, v) {
					sum = append(sum, v)
				}
			}
			return mem.contract(ctx, used, keep, sum)
		}
		probabilities := func(keep []int32) ([]float64, error) {
			t, err := belief(keep, -1)
			if err != nil {
				return nil, err
			}
			defer mem.free(t)
			q, bound := mem.probabilities(t)
			b.bound = max(b.bound, bound)
			return q, nil
		}
		for j, c := range children {
			var err error
			if down[c], err = belief(mem.vars(in[j]), j); err != nil {
				return nil, err
			}
		}
		if want.variables {
			q, err := probabilities(here[:1])
			if err != nil {
				return nil, err
			}
			copy(b.variables[p.order[i]], q)
		}
		for j, k := range factors {
			if want.factors {
				var err error
				if b.factors[k], err = probabilities(mem.vars(in[len(children)+j])); err != nil {
					return nil, err
				}
			}
		}
		for _, k := range pairsAt.at(i) {
			var err error
			if b.pairs[k], err = probabilities([]int32{p.place[want.pairs[k][1]], p.place[want.pairs[k][0]]}); err != nil {
				return nil, err
			}
		}
		for _, t := range in {
			mem.free(t)
		}
		for _, c := range children {
			mem.forget(int(c))
		}
		var none T
		down[i] = none
	}
	if b.variables != nil {
		b.trivialPairs(want.pairs)
	}
	return b, nil
}

func ones(card []int) [][]float64 {
	total := 0
	for _, c := range card {
		total += c
	}
	flat := make([]float64, total)
	out := make([][]float64, len(card))
	for v, c := range card {
		out[v], flat = flat[:c:c], flat[c:]
		if c == 1 {
			out[v][0] = 1
		}
	}
	return out
}

// assignPairs finds the step at which both variables of a pair stand in one product.
func (p *plan) assignPairs(pairs [][2]int) lists {
	at := make([]int32, len(pairs))
	for k, pair := range pairs {
		at[k] = -1
		x, y := p.place[pair[0]], p.place[pair[1]]
		if x == y || p.card[x] == 1 || p.card[y] == 1 {
			continue
		}
		first := min(x, y)
		if slices.Contains(p.scope(int(first)), max(x, y)) {
			at[k] = first
		}
	}
	return group(at, p.n)
}

// trivialPairs fills in pairs of a variable with itself and with variables of a single
// value.
func (b *beliefs) trivialPairs(pairs [][2]int) {
	for k, pair := range pairs {
		x, y := b.variables[pair[0]], b.variables[pair[1]]
		switch {
		case pair[0] == pair[1]:
			b.pairs[k] = make([]float64, len(x)*len(x))
			for s, w := range x {
				b.pairs[k][s*len(x)+s] = w
			}
		case len(x) == 1:
			b.pairs[k] = slices.Clone(y)
		case len(y) == 1:
			b.pairs[k] = slices.Clone(x)
		}
	}
}
