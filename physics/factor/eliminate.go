package factor

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"slices"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// LogZ is the logarithm of the partition function of m, by eliminating one variable
// after the other: the factors and tables that contain it are multiplied, it is summed
// over, and a table over the variables that it was joined with remains. Time and memory
// grow with the product of their cardinalities, 2^width for variables of two values.
//
// Tables are float64 with a common power of two. Where the bound on the rounding errors
// exceeds the tolerance, because signed or complex weights cancel or because the range of
// a float64 is too small, the sum is done again in double-double numbers with exponents
// of their own and then in wider and wider floats; Escalated says why. If those would
// exceed the limits of opt, the last result stands, with its bound. A sum that cannot be
// told from zero has no logarithm: that is an error, unless the arithmetic was exact.
func LogZ(ctx context.Context, m *Model, opt Options) (partition.LogZ, error) {
	s, err := newSetup(m, opt)
	if err != nil {
		return partition.LogZ{}, err
	}
	total, err := s.sum(ctx, m)
	if err != nil {
		return partition.LogZ{}, err
	}
	z := total.logZ(m, s.method())
	z.Precision = "float64"
	if z.Value.IsInf() && z.ErrorBound == 0 || total.relative()/max(1, math.Abs(z.Float64())) <= s.opt.Tolerance {
		return z, nil
	}
	if exact, ok, err := s.sumExactly(ctx, m); ok || err != nil {
		exact.Escalated = []string{describe("float64", total.relative())}
		return exact, err
	}
	return s.escalate(ctx, m, z, total)
}

// setup is a model with its plan and options filled in.
type setup struct {
	opt    Options
	order  []int
	plan   *plan // of a slice
	slices []int // the variables to condition on
	count  int   // of slices
	width  float64
}

func newSetup(m *Model, opt Options) (*setup, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	arrays := 1.0
	if m.Complex() {
		arrays = 3
	} else if m.Signed() {
		arrays = 2
	}
	s := &setup{opt: opt.filled(), count: 1}
	s.order = opt.Order
	if s.order == nil {
		g, err := m.Graph()
		if err != nil {
			return nil, err
		}
		if s.order, _, err = Order(g, m.Card); err != nil {
			return nil, err
		}
	}
	var err error
	if s.plan, err = newPlan(m, s.order); err != nil {
		return nil, err
	}
	s.width = s.plan.log2
	return s, s.slice(m, arrays)
}

func (o Options) filled() Options {
	if o.MaxLog2 <= 0 {
		o.MaxLog2 = defaultMaxLog2
	}
	o.MaxLog2 = min(o.MaxLog2, 30) // entries are counted in 32 bits
	if o.MaxWork <= 0 {
		o.MaxWork = defaultMaxWork
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Tolerance <= 0 {
		o.Tolerance = defaultTolerance
	}
	return o
}

// slice chooses variables to condition on until the tables of what remains fit.
func (s *setup) slice(m *Model, arrays float64) error {
	cut := m
	for {
		work := s.plan.work + math.Log2(float64(s.count))
		if work > float64(s.opt.MaxWork) {
			return fmt.Errorf("factor: eliminating in the order at hand adds up 2^%.1f products in %d slices with tables of 2^%.1f entries, the limit is 2^%d: %w",
				work, s.count, s.plan.log2, s.opt.MaxWork, ErrTooWide)
		}
		if s.plan.log2 <= float64(s.opt.MaxLog2) && arrays*s.plan.peak <= math.Exp2(float64(s.opt.MaxLog2+3)) {
			return nil
		}
		v := s.plan.busiest()
		if v < 0 {
			return fmt.Errorf("factor: the tables of one step have 2^%.1f entries, the limit is 2^%d: %w", s.plan.log2, s.opt.MaxLog2, ErrTooWide)
		}
		s.slices = append(s.slices, v)
		if s.count > 1<<40/m.Card[v] {
			return fmt.Errorf("factor: more than 2^40 slices: %w", ErrTooWide)
		}
		s.count *= m.Card[v]
		var err error
		if cut, err = cut.Condition([]int{v}, []int{0}); err != nil {
			return err
		}
		if s.plan, err = newPlan(cut, s.order); err != nil {
			return err
		}
	}
}

// busiest is the variable that stands in the largest number of scopes of nearly the
// largest size, −1 if there is none.
func (p *plan) busiest() int {
	count := make([]int, p.n)
	for i := range p.n {
		size := 0.0
		for _, j := range p.scope(i) {
			size += math.Log2(float64(p.card[j]))
		}
		if size >= p.log2-1 {
			for _, j := range p.scope(i) {
				count[j]++
			}
		}
	}
	best := -1
	for j, c := range count {
		if c > 0 && (best < 0 || c > count[best]) {
			best = j
		}
	}
	if best < 0 {
		return -1
	}
	return p.order[best]
}

func (s *setup) method() string {
	name := fmt.Sprintf("variable elimination with tables of 2^%.4g entries", s.plan.log2)
	if s.count > 1 {
		name += fmt.Sprintf(", %d slices", s.count)
	}
	return name
}

// eachSlice calls f with m conditioned on every joint state of the variables to slice.
func (s *setup) eachSlice(ctx context.Context, m *Model, f func(cut *Model, p *plan) error) error {
	if len(s.slices) == 0 {
		return f(m, s.plan)
	}
	states := make([]int, len(s.slices))
	for {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("factor: elimination: %w", err)
		}
		cut, err := m.Condition(s.slices, states)
		if err != nil {
			return err
		}
		if err := f(cut, s.plan); err != nil {
			return err
		}
		j := 0
		for ; j < len(states); j++ {
			if states[j]++; states[j] < m.Card[s.slices[j]] {
				break
			}
			states[j] = 0
		}
		if j == len(states) {
			return nil
		}
	}
}

// amount is an unnormalized sum: (re + i·im)·2^exp·e^offset, with the invariant of a
// table. abs is 0 only if all terms are exactly 0.
type amount struct {
	re, im, abs float64
	exp         int64
	ops         float64
	offset      compensated
}

// sum adds up the slices.
func (s *setup) sum(ctx context.Context, m *Model) (amount, error) {
	var total amount
	err := s.eachSlice(ctx, m, func(cut *Model, p *plan) error {
		u := newUpward(cut, p, s.opt.Workers)
		z, err := u.run(ctx, nil)
		if err != nil {
			return err
		}
		total = total.plus(z)
		return nil
	})
	return total, err
}

// plus adds amounts with offsets of their own.
func (a amount) plus(b amount) amount {
	switch {
	case a.abs == 0:
		return b
	case b.abs == 0:
		return a
	}
	// b in units of a: the exponents apart, the rest through a logarithm near zero.
	d := float64(b.exp - a.exp)
	gap := (b.offset.hi - a.offset.hi) + (b.offset.lo - a.offset.lo)
	shift := math.Round(gap / math.Ln2)
	const ln2Low = 2.319046813846299558e-17 // ln 2 − float64(ln 2)
	rest := math.Exp(math.FMA(-shift, math.Ln2, gap) - shift*ln2Low)
	if d+shift > 0 {
		return b.plus(a)
	}
	w := rest * math.Exp2(max(d+shift, -1074))
	a.re += w * b.re
	a.im += w * b.im
	a.abs += w * b.abs
	// What the offsets lost enters like roundings: their sums are good to 2⁻¹⁰⁰.
	a.ops = max(a.ops, b.ops+elementary+4) + 1 +
		(a.offset.bound()+b.offset.bound()+math.Abs(gap)*unit*2)/unit
	m, e := math.Frexp(a.abs)
	if e != 0 {
		s := math.Ldexp(1, -e)
		a.re, a.im, a.abs, a.exp = a.re*s, a.im*s, m, a.exp+int64(e)
	}
	return a
}

// relative bounds the relative error that rounding made of the sum, +Inf where nothing
// is known.
func (a amount) relative() float64 {
	if a.abs == 0 {
		return 0
	}
	size := math.Hypot(a.re, a.im)
	g := gamma(a.ops + 4)
	rho := g * (1 + 2*g) * a.abs / size
	if !(rho < 0.5) {
		return math.Inf(1)
	}
	return rho/(1-rho) + a.offset.bound()
}

// inputError is Σ Err over the factors.
func (m *Model) inputError() float64 {
	sum := 0.0
	for i := range m.Factors {
		sum += m.Factors[i].Err
	}
	return sum * (1 + float64(len(m.Factors))*unit)
}

// widePrec is the precision in which the parts of a float64 result are put together.
const widePrec = 128

// logZ takes the logarithm.
func (a amount) logZ(m *Model, method string) partition.LogZ {
	if a.abs == 0 {
		return partition.LogZ{Value: new(big.Float).SetInf(true), Method: method, Exact: true}
	}
	p := precise.New(widePrec)
	v := new(big.Float).SetPrec(widePrec).SetFloat64(a.offset.hi)
	v.Add(v, new(big.Float).SetFloat64(a.offset.lo))
	e := new(big.Float).SetPrec(widePrec).SetInt64(a.exp)
	v.Add(v, e.Mul(e, p.Ln2))
	size := math.Hypot(a.re, a.im)
	bound := a.relative()
	if size > 0 {
		l := math.Log(size)
		v.Add(v, new(big.Float).SetFloat64(l))
		bound += elementary*unit*math.Abs(l) + 2*unit
	} else {
		v.SetInf(true)
	}
	if f, _ := v.Float64(); size > 0 {
		bound += (math.Abs(f) + math.Abs(float64(a.exp))) * 0x1p-120
	}
	z := partition.LogZ{Value: v, Method: method, Exact: true}
	z.ErrorBound, z.PhaseBound = m.widened(bound, a.abs/size)
	switch {
	case m.Complex():
		z.Phase = new(big.Float).SetPrec(widePrec).SetFloat64(math.Atan2(a.im, a.re))
		z.PhaseBound += elementary * unit * math.Pi
	default:
		z.Negative = a.re < 0
		z.PhaseBound = 0
	}
	return z
}

// widened adds to a bound on ln|Z| and on arg Z what the errors of the entries can do,
// cancellation being Σ|terms|/|Z|.
func (m *Model) widened(bound, cancellation float64) (logBound, phaseBound float64) {
	input := m.inputError()
	if m.Signed() && input > 0 {
		// |e^(a+ib) − 1| ≤ e^(|a|+|b|) − 1 for each term.
		rho := math.Expm1(2*input) * cancellation
		if !(rho < 0.5) {
			rho = math.Inf(1)
		} else {
			rho /= 1 - rho
		}
		input = rho
	}
	return bound + input + m.Rounding, bound + input + m.Rounding
}

// upward is the elimination of one slice, from the first variable to the last.
type upward struct {
	*kernel
	m       *Model
	p       *plan
	pending []*table // by step, until the parent takes it
	// Scratch space of one step.
	in         []*table
	out, fresh []int32
	one        [1]int32
}

func newUpward(m *Model, p *plan, workers int) *upward {
	return &upward{kernel: newKernel(p.card, workers), m: m, p: p, pending: make([]*table, p.n)}
}

// run eliminates all variables. If kept is not nil, the table that each step hands on
// stays in it.
func (u *upward) run(ctx context.Context, kept []*table) (amount, error) {
	z := amount{re: 1, abs: 1}
	for _, f := range u.p.constants {
		t := u.load(int(f), &z.offset)
		z.times(t)
		u.free(t)
	}
	for i := range u.p.n {
		if i%256 == 0 || len(u.p.scope(i)) > 16 {
			if err := ctx.Err(); err != nil {
				return amount{}, fmt.Errorf("factor: elimination: %w", err)
			}
		}
		if u.p.card[i] == 1 {
			continue
		}
		in := u.inputs(i, &z.offset)
		u.one[0] = int32(i)
		t := u.contract(in, u.layout(in, int32(i)), u.one[:])
		t.normalize()
		for _, f := range in {
			u.release(f)
		}
		if kept != nil {
			t.keep, kept[i] = true, t
		}
		if u.p.parent[i] >= 0 {
			u.pending[i] = t
			continue
		}
		z.times(t)
		u.release(t)
	}
	return z, nil
}

// release frees a table that nobody keeps.
func (u *upward) release(t *table) {
	if !t.keep {
		u.free(t)
	}
}

// times multiplies by a table of a single entry.
func (a *amount) times(t *table) {
	re, im := t.value()[0], 0.0
	a.ops += t.ops + 1
	if t.im != nil {
		im = t.im[0]
	}
	if im != 0 || a.im != 0 {
		a.ops += complexOps
	}
	a.re, a.im = a.re*re-a.im*im, a.re*im+a.im*re
	a.abs *= t.abs[0]
	a.exp += t.exp
	m, e := math.Frexp(a.abs)
	s := math.Ldexp(1, -e)
	a.re, a.im, a.abs, a.exp = a.re*s, a.im*s, m, a.exp+int64(e)
}

func (u *upward) load(f int, offset *compensated) *table {
	t, taken := u.pool.load(&u.m.Factors[f], u.p)
	offset.add(taken)
	return t
}

// inputs are the tables that step i multiplies.
func (u *upward) inputs(i int, offset *compensated) []*table {
	in := u.in[:0]
	for _, c := range u.p.children.at(i) {
		in = append(in, u.pending[c])
		u.pending[c] = nil
	}
	for _, f := range u.p.factorAt.at(i) {
		in = append(in, u.load(int(f), offset))
	}
	u.in = in[:0]
	if len(in) > 2 && u.size(u.p.scope(i)) >= 4*blockSize {
		in = u.combine(in)
	}
	return in
}

// combine multiplies small tables with one another as long as the products stay small.
func (u *upward) combine(in []*table) []*table {
	for len(in) > 2 {
		slices.SortStableFunc(in, func(a, b *table) int { return len(b.abs) - len(a.abs) })
		a, b := in[len(in)-1], in[len(in)-2]
		vars := slices.Clone(b.vars)
		for _, v := range a.vars {
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
		if u.size(vars) > blockSize {
			return in
		}
		t := u.contract([]*table{b, a}, vars, nil)
		t.normalize()
		u.release(a)
		u.release(b)
		in = append(in[:len(in)-2], t)
	}
	return in
}

// layout is the order in which the variables of the result lie in memory: as in the
// largest table that goes in, with the first of the new ones in place of the one that is
// summed over, so that most of a block lies straight in memory.
func (u *upward) layout(in []*table, i int32) []int32 {
	scope := u.p.scope(int(i))
	out, fresh := u.out[:0], u.fresh[:0]
	defer func() { u.out, u.fresh = out[:0], fresh[:0] }()
	var big *table
	for _, t := range in {
		if big == nil || len(t.abs) > len(big.abs) {
			big = t
		}
	}
	if big == nil {
		out = append(out, scope...)
		return out
	}
	for _, v := range scope {
		if !slices.Contains(big.vars, v) {
			fresh = append(fresh, v)
		}
	}
	used := 0
	for _, v := range big.vars {
		switch {
		case v != i:
			out = append(out, v)
		case len(fresh) > 0:
			out = append(out, fresh[0])
			used = 1
		}
	}
	out = append(out, fresh[used:]...)
	return out
}
