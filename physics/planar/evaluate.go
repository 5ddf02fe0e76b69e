package planar

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/pfaffian"
	"github.com/assay-physics/assay/math/wide"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// ErrPrecision says that the widest arithmetic allowed could not certify the tolerance.
var ErrPrecision = errors.New("precision limit reached")

// LogZ computes ln Z of a model without fields on a planar graph or on a surface of few
// handles, up to a few bonds and fields more. It is New followed by System.LogZ.
func LogZ(ctx context.Context, m *spin.Model, o Options) (partition.LogZ, error) {
	s, err := New(m, o)
	if err != nil {
		return partition.LogZ{}, err
	}
	return s.LogZ(ctx)
}

// LogZ computes ln Z with a certified bound below the tolerance.
func (s *System) LogZ(ctx context.Context) (partition.LogZ, error) {
	e := s.newEvaluation([]sum{s.whole(0)}, false)
	if err := e.run(ctx); err != nil {
		return partition.LogZ{}, err
	}
	return e.result(0), nil
}

// method names the evaluation.
func (s *System) method() string {
	name := "planar Pfaffian"
	switch g := s.Genus(); {
	case g == 1:
		name = "four Pfaffians on the torus"
	case g > 1:
		name = fmt.Sprintf("%d Pfaffians at genus %d", len(s.structures), g)
	}
	if s.ghost >= 0 && len(s.extra) == 0 {
		name += ", fields as bonds to a ghost spin"
	}
	if k := len(s.extra); k > 0 {
		name += fmt.Sprintf(", expanded in %d bonds that are not drawn", k)
	}
	return name
}

// term is one Pfaffian: a spin structure, the edges whose bonds are multiplied by the
// spins at their ends, and edges whose entries are raised or lowered.
type term struct {
	flips   uint32 // of the loops of the orientation
	flipped []int32
	lifts   []lift
}

func (t term) key() string { return fmt.Sprint(t.flips, t.flipped) }

// sum is a signed sum of Pfaffians times 2^shift.
type sum struct {
	parts []part
	shift int
}

// part is a term within a sum: its sign, and the bonds beyond the drawn ones that
// multiply it, sinh K for those whose factor ss' is taken and cosh K for the others.
type part struct {
	term  term
	minus bool
	taken uint32
}

// whole is Z itself with twisted boundary conditions, and with the spins in insert
// multiplied in.
func (s *System) whole(twist uint32, insert ...int) sum {
	out := sum{shift: -s.orientation.genus}
	if s.ghost >= 0 {
		out.shift-- // the ghost is free to point either way
		if len(insert)%2 == 1 {
			insert = append(slices.Clone(insert), s.ghost)
		}
	}
	for taken := range uint32(1) << len(s.extra) {
		ends := slices.Clone(insert)
		for i, k := range s.extra {
			if taken>>i&1 == 1 {
				ends = append(ends, int(s.bonds[k].u), int(s.bonds[k].v))
			}
		}
		flipped, ok := s.join(ends)
		if !ok {
			continue // odd in some component: the spins average to zero
		}
		for _, st := range s.structures {
			out.parts = append(out.parts, part{term{flips: st.flips ^ twist, flipped: flipped}, st.odd, taken})
		}
	}
	return out
}

// evaluation computes several sums from one set of Pfaffians, in arithmetic as wide as
// the worst of them needs. The logarithm of the first sum is wanted; the others too, or,
// if ratios is set, their ratios to the first, with an absolute error.
type evaluation struct {
	s         *System
	sums      []sum
	ratios    bool
	terms     []term
	index     [][]int       // term of each part of each sum
	results   [][]logNumber // of each term: numbers whose sum it is
	values    []logNumber   // of each sum whose logarithm is wanted
	ratio     []float64     // of each sum to the first
	bound     []float64     // of ratio
	level     arithmetic
	factor    *big.Float // of all couplings, nil for 1; then level is not float64
	tolerance float64
	escalated []string
}

func (s *System) newEvaluation(sums []sum, ratios bool) *evaluation {
	e := &evaluation{s: s, sums: sums, ratios: ratios, level: float64Arithmetic, tolerance: s.options.tolerance()}
	index := map[string]int{}
	for _, x := range sums {
		list := make([]int, len(x.parts))
		for i, p := range x.parts {
			key := p.term.key()
			k, ok := index[key]
			if !ok {
				k = len(e.terms)
				index[key] = k
				e.terms = append(e.terms, p.term)
			}
			list[i] = k
		}
		e.index = append(e.index, list)
	}
	e.results = make([][]logNumber, len(e.terms))
	return e
}

// run evaluates until every sum has reached the tolerance.
func (e *evaluation) run(ctx context.Context) error {
	s := e.s
	todo := make([]bool, len(e.terms))
	for i := range todo {
		todo[i] = true
	}
	for {
		w := newWeights(e.level)
		w.factor = e.factor
		for i, t := range e.terms {
			if !todo[i] {
				continue
			}
			r, err := s.evaluate(ctx, w, t)
			if err != nil {
				return err
			}
			e.results[i] = []logNumber{r}
		}
		if err := e.lift(ctx, w, todo); err != nil {
			return err
		}
		clear(todo)
		e.values, e.ratio, e.bound = nil, nil, nil
		worst := 0.0 // error over goal
		for i := range e.sums {
			list := e.contributions(i, w)
			b := signedSum(numbers(list), w.context)
			var v logNumber
			var excess float64
			if i > 0 && e.ratios {
				v = e.values[0]
				ratio, bound := b.over(v, w.context)
				e.ratio, e.bound = append(e.ratio, ratio), append(e.bound, bound)
				excess = bound / e.tolerance
			} else {
				if v = b.log(w.context); len(list) == 1 {
					v = list[0].logNumber // nothing to add up
				}
				e.values = append(e.values, v)
				e.ratio, e.bound = append(e.ratio, 1), append(e.bound, 0)
				size, _ := v.log.Float64()
				if math.IsInf(size, 0) {
					size = 0
				}
				excess = v.bound / (e.tolerance * max(1, math.Abs(size)))
			}
			if excess > 1 {
				worst = max(worst, excess)
				e.blame(i, list, v, excess, todo)
			}
		}
		if worst == 0 {
			return nil
		}
		next := s.widen(e.level, worst)
		reason := fmt.Sprintf("%v: bound %.1g times the tolerance", e.level, worst)
		if math.IsInf(worst, 1) {
			reason = fmt.Sprintf("%v: no bound", e.level)
		}
		e.escalated = append(e.escalated, reason)
		if next == e.level {
			return fmt.Errorf("planar: the tolerance of %g is not certified with %d bits (%s): %w", e.tolerance, e.level.bits, reason, ErrPrecision)
		}
		e.level = next
	}
}

// lift replaces terms that have just been evaluated, without a bound, and are far smaller
// than another one that is known (see lift.go). A term as large as the others wants wider
// arithmetic instead.
func (e *evaluation) lift(ctx context.Context, w *weights, fresh []bool) error {
	top := largest(e.results)
	for i, list := range e.results {
		if !fresh[i] || !vanishing(list[0], top) {
			continue
		}
		var err error
		if e.results[i], err = e.s.lifted(ctx, w, e.terms[i], list[0]); err != nil {
			return err
		}
	}
	return nil
}

// widen picks the next arithmetic for a system. Where no bound is known it guesses from
// the condition of the matrix, which grows as the exponential of four to six times the
// largest coupling.
func (s *System) widen(level arithmetic, worst float64) arithmetic {
	largest := 0.0
	for _, b := range s.bonds {
		largest = max(largest, math.Abs(b.hi))
	}
	guess := 64 + 6*math.Log2E*largest + 2*math.Log2(float64(s.n+1))
	return level.widen(worst, guess, s.options.maxPrecision())
}

// widen picks the next arithmetic when the error is worst times over the goal: as many
// bits more as that takes, or, where no bound is known, the guess. It returns the same
// arithmetic if there is none within the limit.
func (a arithmetic) widen(worst, guess float64, limit uint) arithmetic {
	want := float64(a.bits) + 8 + math.Log2(worst)
	if math.IsInf(worst, 1) {
		want = max(guess, 1.5*float64(a.bits))
		want = min(want, 8*float64(a.bits)) // the guess may be far too high
	}
	if a == float64Arithmetic && want <= 106 && limit >= 106 {
		return wideArithmetic
	}
	bits := (uint(want) + 63) / 64 * 64
	for _, full := range []uint{2048 - 8, 4096 - 8, pfaffian.MaxPrec} {
		if bits > full/2 { // numbers of this many bits cost no less than these
			bits = max(bits, full)
		}
	}
	bits = min(max(bits, 128), limit)
	if bits <= a.bits {
		return a
	}
	return arithmetic{bits}
}

// blame marks the terms that must be evaluated again: those whose errors weigh more than
// their share in sum i. reference is what the error is relative to, and excess how many
// times over the goal it is.
func (e *evaluation) blame(i int, list []contribution, reference logNumber, excess float64, todo []bool) {
	found := false
	for _, r := range list {
		bad := r.unknown()
		if !bad && r.sign != 0 && !math.IsInf(excess, 1) {
			d, _ := new(big.Float).Sub(r.log, reference.log).Float64()
			size, _ := reference.log.Float64()
			goal := e.tolerance * max(1, math.Abs(size))
			if i > 0 && e.ratios {
				goal = e.tolerance
			}
			bad = math.Exp(d)*math.Expm1(r.bound) > goal/float64(2*len(list))
		}
		if bad {
			todo[r.term] = true
			found = true
		}
	}
	if !found { // no single one stands out
		for _, r := range list {
			if r.sign != 0 || r.bound > 0 {
				todo[r.term] = true
			}
		}
	}
	if i > 0 && e.ratios { // the first sum enters the ratio
		for _, k := range e.index[0] {
			for _, r := range e.results[k] {
				if r.bound > e.tolerance/8 {
					todo[k] = true
				}
			}
		}
	}
}

// contribution is a number in a sum and the term that it comes from.
type contribution struct {
	logNumber
	term int
}

// numbers drops the terms.
func numbers(list []contribution) []logNumber {
	out := make([]logNumber, len(list))
	for i, c := range list {
		out[i] = c.logNumber
	}
	return out
}

// contributions are the terms of sum i with all their factors.
func (e *evaluation) contributions(i int, w *weights) []contribution {
	p := w.context
	list := make([]contribution, 0, len(e.index[i]))
	shift := p.Int(int64(e.sums[i].shift))
	shift.Mul(shift, p.Ln2)
	for j, part := range e.sums[i].parts {
		factor, sign, lost := p.New().Set(shift), 1, 0.0
		if part.minus {
			sign = -1
		}
		for j, k := range e.s.extra {
			b := e.s.bonds[k]
			u := w.of(b.hi, b.lo)
			if part.taken>>j&1 == 1 {
				factor.Add(factor, u.logSinh)
				if b.hi < 0 {
					sign = -sign
				}
			} else {
				factor.Add(factor, u.logCosh)
			}
			size, _ := u.logSinh.Float64()
			lost += (1 + math.Abs(size)) * ulps(p, 10)
		}
		for _, r := range e.results[e.index[i][j]] {
			if r.sign != 0 {
				r = logNumber{p.New().Add(r.log, factor), sign * r.sign, r.bound + lost}
			}
			list = append(list, contribution{r, e.index[i][j]})
		}
	}
	return list
}

// result is sum i as a partition function.
func (e *evaluation) result(i int) partition.LogZ {
	v := e.values[i]
	return partition.LogZ{
		Value: v.log, ErrorBound: v.bound + e.s.rounding, Negative: v.sign < 0, Method: e.s.method(), Exact: true,
		Precision: e.level.String(), Escalated: e.escalated,
	}
}

// evaluate computes one term: scale times Pfaffian.
func (s *System) evaluate(ctx context.Context, w *weights, t term) (logNumber, error) {
	r, err := s.pfaffian(ctx, w, s.matrix, t, s.options.kernel())
	if err != nil {
		return logNumber{}, err
	}
	return s.scaled(w, t, r), nil
}

// lifted is a term as a sum over raised and lowered entries; if none is known that way
// either, the number given.
func (s *System) lifted(ctx context.Context, w *weights, t term, direct logNumber) ([]logNumber, error) {
	edges := t.flipped
	if len(edges) < 4 {
		edges = make([]int32, len(s.drawn))
		for k := range edges {
			edges[k] = int32(k)
		}
	}
	entry := func(k int32) float64 {
		c := cothFloat(s.bonds[s.drawn[k]].hi)
		if slices.Contains(t.flipped, k) {
			return 1 / c
		}
		return c
	}
	return liftedSum(edges, entry, direct, w.context, func(l []lift) (logNumber, error) {
		t.lifts = l
		return s.evaluate(ctx, w, t)
	})
}

// scaled multiplies a Pfaffian by ∏ a and 2^n, and gives it the sign relative to the
// matching of all edges, which stands for the empty even subgraph.
func (s *System) scaled(w *weights, t term, r pfaffian.Result) logNumber {
	flipped := s.marked(t.flipped)
	sign := r.Sign
	for k, i := range s.drawn {
		if s.bonds[i].hi < 0 && !flipped[k] { // sinh K; cosh K has no sign
			sign = -sign
		}
	}
	for _, n := range s.signs(t.flips) {
		if n {
			sign = -sign
		}
	}
	if sign == 0 {
		return logNumber{log: new(big.Float).SetInf(true), bound: r.Bound}
	}
	scale, bound := w.scale(s.n, s.bonds, s.drawn, func(k int) bool { return flipped[k] })
	v := logNumber{log: scale.Add(scale, r.Log), sign: sign, bound: bound + r.Bound}
	size, _ := v.log.Float64()
	v.bound += math.Abs(size) * ulps(w.context, 0)
	return v
}

// signs is the orientation with loops flipped; links of split vertices are edges like
// any other.
func (s *System) signs(flips uint32) []bool {
	if flips == 0 {
		return s.orientation.negative
	}
	return s.orientation.flipped(flips)
}

// marked is a set of edges of the surface as flags.
func (s *System) marked(edges []int32) []bool {
	flags := make([]bool, len(s.drawn))
	for _, k := range edges {
		flags[k] = true
	}
	return flags
}

// pfaffian fills the matrix in the arithmetic of w and eliminates. m is s.matrix, or has
// more entries behind those of s.matrix, which are zero.
func (s *System) pfaffian(ctx context.Context, w *weights, m pfaffian.Matrix, t term, o pfaffian.Options) (pfaffian.Result, error) {
	var r pfaffian.Result
	var err error
	switch w.arithmetic {
	case float64Arithmetic:
		r, err = pfaffian.Float64(ctx, m, s.floatEntries(t, len(m.I)), w.relErr(), s.tree, o)
	case wideArithmetic:
		v := make([]wide.DD, len(m.I))
		one := wide.FromFloat(1)
		for k := range s.matrix.I {
			v[k] = one
		}
		s.wideEntries(w, t, func(k int, c *big.Float) { v[k] = wide.FromBig(c) })
		r, err = pfaffian.DoubleDouble(ctx, m, v, w.relErr(), s.tree, o)
	default:
		v := make([]*big.Float, len(m.I))
		one, zero := new(big.Float).SetPrec(w.bits).SetInt64(1), new(big.Float).SetPrec(w.bits)
		for k := range v {
			v[k] = zero
			if k < len(s.matrix.I) {
				v[k] = one
			}
		}
		s.wideEntries(w, t, func(k int, c *big.Float) { v[k] = new(big.Float).SetPrec(w.bits).Set(c) })
		r, err = pfaffian.Big(ctx, m, v, w.bits, bigUlps, s.tree, o)
	}
	if err != nil {
		return r, fmt.Errorf("planar: %v: %w", w.arithmetic, err)
	}
	return r, nil
}

// floatEntries are the entries of the matrix in double precision, with zeros behind.
func (s *System) floatEntries(t term, size int) []float64 {
	v := make([]float64, size)
	var last, coth float64
	for k, i := range s.drawn {
		if K := s.bonds[i].hi; K != last {
			last, coth = K, cothFloat(K)
		}
		v[k] = coth
	}
	for _, k := range t.flipped {
		v[k] = 1 / v[k]
	}
	for _, l := range t.lifts {
		v[l.edge] += l.by
	}
	for k := len(s.drawn); k < len(s.matrix.I); k++ {
		v[k] = 1
	}
	for k, n := range s.signs(t.flips) {
		if n {
			v[k] = -v[k]
		}
	}
	return v
}

// wideEntries passes the entries that are not +1 to set.
func (s *System) wideEntries(w *weights, t term, set func(k int, c *big.Float)) {
	flipped := s.marked(t.flipped)
	minus := map[*big.Float]*big.Float{}
	for k, n := range s.signs(t.flips) {
		if k >= len(s.drawn) { // a link
			if n {
				set(k, big.NewFloat(-1))
			}
			continue
		}
		b := s.bonds[s.drawn[k]]
		u := w.of(b.hi, b.lo)
		c := u.coth
		if flipped[k] {
			c = u.tanh
		}
		if i := slices.IndexFunc(t.lifts, func(l lift) bool { return l.edge == int32(k) }); i >= 0 {
			x := w.context.New().Set(c)
			if b.hi < 0 {
				x.Neg(x)
			}
			x.Add(x, w.context.Float(t.lifts[i].by))
			if n {
				x.Neg(x)
			}
			set(k, x)
			continue
		}
		if n != (b.hi < 0) {
			if minus[c] == nil {
				minus[c] = new(big.Float).Neg(c)
			}
			c = minus[c]
		}
		set(k, c)
	}
}
