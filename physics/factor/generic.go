package factor

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// eliminateIn is the elimination in any arithmetic, without scaling and without tricks:
// what a wider arithmetic costs is spent in its operations. It returns the sum in units of
// e^offset, offset being the sum of the largest logarithms of the factors, and the number
// of roundings. If kept is not nil, the table that each step hands on stays in it.
func eliminateIn[N any](ctx context.Context, m *Model, p *plan, r ring[N], workers int, kept []*wideTable[N]) (z N, offset *big.Float, ops float64, err error) {
	k := newKernel(p.card, workers)
	pending := make([]*wideTable[N], p.n)
	offset = new(big.Float).SetPrec(offsetPrec)
	load := func(number int, f *Factor) *wideTable[N] {
		t, top := loadIn(p, r, number, f)
		offset.Add(offset, new(big.Float).SetFloat64(top))
		return t
	}
	var factors []*wideTable[N] // the numbers whose product is the sum
	for _, f := range p.constants {
		factors = append(factors, load(int(f), &m.Factors[f]))
	}
	for i := range p.n {
		if i%256 == 0 || len(p.scope(i)) > 10 {
			if err := ctx.Err(); err != nil {
				return z, nil, 0, fmt.Errorf("factor: elimination: %w", err)
			}
		}
		if p.card[i] == 1 {
			continue
		}
		var in []*wideTable[N]
		for _, c := range p.children.at(i) {
			in = append(in, pending[c])
			pending[c] = nil
		}
		for _, f := range p.factorAt.at(i) {
			in = append(in, load(int(f), &m.Factors[f]))
		}
		if len(in) == 0 { // a variable in no factor: the sum of the empty product
			one := load(-1, &Factor{Log: make([]float64, 1)})
			in = append(in, one)
		}
		t, err := productIn(ctx, k, r, in, p.scope(i), []int32{int32(i)})
		if err != nil {
			return z, nil, 0, err
		}
		if kept != nil {
			kept[i] = t
		}
		if p.parent[i] >= 0 {
			pending[i] = t
		} else {
			factors = append(factors, t)
		}
	}
	if len(factors) == 0 {
		factors = append(factors, load(-1, &Factor{Log: make([]float64, 1)}))
	}
	z, ops = factors[0].entry[0], factors[0].ops
	for _, t := range factors[1:] {
		z = r.times(z, t.entry[0])
		ops += t.ops + complexOps
	}
	return z, offset, ops, nil
}

// offsetPrec holds sums of as many float64 numbers as fit in memory, to 2⁻¹²⁰ of the
// largest and better; exactly, where they are of similar size.
const offsetPrec = 320

type wideTable[N any] struct {
	vars  []int32
	entry []N
	ops   float64 // roundings of an entry, those of complex arithmetic
}

// loadIn turns a factor into weights over e^top, top being the largest logarithm.
func loadIn[N any](p *plan, r ring[N], number int, f *Factor) (t *wideTable[N], top float64) {
	top = math.Inf(-1)
	for _, l := range f.Log {
		top = max(top, l)
	}
	if math.IsInf(top, -1) {
		top = 0
	}
	t = &wideTable[N]{entry: make([]N, len(f.Log)), ops: 1}
	for j := len(f.Sites) - 1; j >= 0; j-- {
		if at := p.place[f.Sites[j]]; p.card[at] > 1 {
			t.vars = append(t.vars, at)
		}
	}
	for x := range f.Log {
		t.entry[x] = r.input(number, f, x, top)
	}
	return t, top
}

// productIn multiplies tables and sums over some variables.
func productIn[N any](ctx context.Context, k *kernel, r ring[N], in []*wideTable[N], out, summed []int32) (*wideTable[N], error) {
	n, terms := k.size(out), k.size(summed)
	t := &wideTable[N]{vars: slices.Clone(out), entry: make([]N, n), ops: float64(terms - 1)}
	low, sum := make([][]int32, len(in)), make([][]int32, len(in))
	for j, f := range in {
		s := int32(1)
		for _, w := range f.vars {
			k.stride[w] = s
			s *= k.card[w]
		}
		low[j] = k.offsets(nil, out, n)
		sum[j] = k.offsets(nil, summed, terms)
		for _, w := range f.vars {
			k.stride[w] = 0
		}
		t.ops += f.ops
		if j > 0 {
			t.ops += complexOps
		}
	}
	var stopped atomic.Bool
	k.each(n, 16*n*terms*len(in), func(_, lo, hi int) {
		for x := lo; x < hi; x++ {
			if x&1023 == 0 && ctx.Err() != nil {
				stopped.Store(true)
				return
			}
			for s := range terms {
				w := in[0].entry[low[0][x]+sum[0][s]]
				for j := 1; j < len(in); j++ {
					w = r.times(w, in[j].entry[low[j][x]+sum[j][s]])
				}
				if s == 0 {
					t.entry[x] = w
				} else {
					t.entry[x] = r.plus(t.entry[x], w)
				}
			}
		}
	})
	if stopped.Load() {
		return nil, fmt.Errorf("factor: elimination: %w", ctx.Err())
	}
	return t, nil
}

// bigTotal adds up slices as big numbers in units of e^offset.
type bigTotal struct {
	p       *precise.Context
	add     bigReal
	re, im  *big.Float
	offset  *big.Float
	ops     float64
	slices  int
	inexact *atomic.Bool
}

func newBigTotal(prec uint, inexact *atomic.Bool) *bigTotal {
	r := bigReal{prec: prec, inexact: inexact}
	return &bigTotal{p: precise.New(prec + 32), add: r, re: r.new(), im: r.new(), inexact: inexact}
}

func (t *bigTotal) join(re, im, offset *big.Float, ops float64) {
	t.slices++
	t.ops = max(t.ops, ops) + 2
	if t.offset == nil {
		t.offset = offset
	} else if gap := new(big.Float).SetPrec(offsetPrec).Sub(offset, t.offset); gap.Sign() != 0 {
		if re.Sign() != 0 || im.Sign() != 0 {
			t.inexact.Store(true)
		}
		// e^gap may be too large for the sum so far: take it as the unit then.
		if gap.Sign() > 0 {
			gap.Neg(gap)
			w := t.p.Exp(gap)
			t.re, t.im, t.offset = t.add.times(t.re, w), t.add.times(t.im, w), offset
		} else {
			w := t.p.Exp(gap)
			re, im = t.add.times(re, w), t.add.times(im, w)
		}
	}
	t.re, t.im = t.add.plus(t.re, re), t.add.plus(t.im, im)
}

// smallMemory is the binary logarithm of the bytes that wide tables may take in any case.
const smallMemory = 26

// bigWork bounds the binary logarithm of products × (precision in words) that big floats
// are used for.
const bigWork = 30

// maxBigPrec is the last precision that is tried.
const maxBigPrec = 1 << 14

// escalate repeats the sum in wider and wider arithmetic. first is the result in float64
// and total what it came from.
func (s *setup) escalate(ctx context.Context, m *Model, first partition.LogZ, total amount) (partition.LogZ, error) {
	best := first
	escalated := []string{describe("float64", total.relative())}
	isComplex := m.Complex()
	// ln Σ|terms|, an upper bound up to its own rounding: what cancellation is measured by.
	absolute := total
	absolute.re, absolute.im = total.abs*(1+2*gamma(total.ops)), 0
	size := absolute.logZ(&Model{}, "").Value
	var reason string
	for prec := uint(0); prec <= maxBigPrec; prec = max(256, 2*prec) {
		name, bytes, cost := "double-double", 24.0, s.plan.work+5
		if prec > 0 {
			name, bytes = fmt.Sprintf("big %d", prec), 80+float64(prec)/4
			cost = s.plan.work + math.Log2(float64(prec)/64)
			if cost+math.Log2(float64(s.count)) > bigWork {
				reason = fmt.Sprintf("%s floats would take too long", name)
				break
			}
		}
		if isComplex {
			bytes *= 2
		}
		if s.plan.peak*bytes > math.Exp2(float64(max(s.opt.MaxLog2+6, smallMemory))) || cost+math.Log2(float64(s.count)) > float64(s.opt.MaxWork) {
			reason = fmt.Sprintf("%s tables would exceed the memory or the work allowed", name)
			if prec > 0 {
				break
			}
			escalated = append(escalated, reason)
			continue
		}
		t, err := s.sumWide(ctx, m, prec, isComplex)
		if err != nil {
			return partition.LogZ{}, err
		}
		z, relative := t.logZ(m, s.method(), size, prec)
		z.Precision, z.Escalated = name, escalated
		if t.re.Sign() == 0 && t.im.Sign() == 0 && !t.inexact.Load() {
			return z, nil // zero, exactly
		}
		if z.ErrorBound <= best.ErrorBound {
			best = z
		}
		if relative/max(1, math.Abs(z.Float64())) <= s.opt.Tolerance {
			return z, nil
		}
		escalated = append(escalated, describe(name, relative))
		reason = name + " floats are the last that are tried"
	}
	if math.IsInf(best.ErrorBound, 1) || best.Value.IsInf() {
		return partition.LogZ{}, fmt.Errorf("factor: ln Z: the weights cancel, and what is left of e^%.10g, the sum of their absolute values, cannot be told from zero; %s", size, reason)
	}
	best.Escalated = append(slices.Clone(best.Escalated), reason)
	return best, nil
}

func describe(name string, relative float64) string {
	if math.IsInf(relative, 1) {
		return name + ": cancellation or range, no digit certain"
	}
	return fmt.Sprintf("%s: rounding error up to %.2g", name, relative)
}

// sumWide adds up the slices in double-double (prec = 0) or big floats.
func (s *setup) sumWide(ctx context.Context, m *Model, prec uint, isComplex bool) (*bigTotal, error) {
	var inexact atomic.Bool
	w := newWeights(max(prec, 128))
	t := newBigTotal(max(prec, 160), &inexact)
	err := s.eachSlice(ctx, m, func(cut *Model, p *plan) error {
		var re, offset *big.Float
		im := new(big.Float)
		var ops float64
		var err error
		switch {
		case prec == 0 && !isComplex:
			inexact.Store(true)
			var z wide
			z, offset, ops, err = eliminateIn(ctx, cut, p, ring[wide](wideReal{w}), s.opt.Workers, nil)
			re = z.big(160)
		case prec == 0:
			inexact.Store(true)
			var z wideC
			z, offset, ops, err = eliminateIn(ctx, cut, p, ring[wideC](wideComplex{w}), s.opt.Workers, nil)
			re, im = z.re.big(160), z.im.big(160)
		case !isComplex:
			re, offset, ops, err = eliminateIn(ctx, cut, p, ring[*big.Float](bigReal{w, prec, &inexact}), s.opt.Workers, nil)
		default:
			var z bigC
			z, offset, ops, err = eliminateIn(ctx, cut, p, ring[bigC](bigComplex{bigReal{w, prec, &inexact}}), s.opt.Workers, nil)
			re, im = z.re, z.im
		}
		if err != nil {
			return err
		}
		t.join(re, im, offset, ops)
		return nil
	})
	return t, err
}

// logZ takes the logarithm. relative bounds what rounding did: γ·Σ|terms|/|Z|, the ratio
// being 1 where all weights are ≥ 0 and from size = ln Σ|terms| otherwise.
func (t *bigTotal) logZ(m *Model, method string, size *big.Float, prec uint) (z partition.LogZ, relative float64) {
	work := max(prec, 160) + 32
	z = partition.LogZ{Method: method, Exact: true}
	norm := new(big.Float).SetPrec(work).Mul(t.re, t.re)
	norm = bigReal{prec: work, inexact: new(atomic.Bool)}.plus(norm, new(big.Float).SetPrec(work).Mul(t.im, t.im))
	if norm.Sign() == 0 {
		z.Value = new(big.Float).SetInf(true)
		if t.inexact.Load() || m.rounded() {
			relative = math.Inf(1)
		}
		z.ErrorBound = relative
		return z, relative
	}
	z.Value = t.p.Log(norm)
	z.Value.SetMantExp(z.Value, -1)
	z.Value = new(big.Float).SetPrec(max(prec, widePrec)).Add(z.Value, t.offset)
	ops := t.ops * wideUnit
	if prec > 0 {
		ops = t.ops * math.Ldexp(1, 4-int(min(prec, 1000))) // see bigReal: one rounding each, and the inputs
	}
	cancellation := 1.0
	if m.Signed() {
		gap, _ := new(big.Float).Sub(size, z.Value).Float64()
		cancellation = max(1, math.Exp(gap)*(1+1e-9))
		if prec > 1000 {
			// Keep the product in range: γ as 2^-prec would underflow.
			ops = t.ops * math.Exp2(min(gap/math.Ln2+4-float64(prec), 10)) / cancellation
			if math.IsInf(cancellation, 1) {
				ops, cancellation = t.ops*math.Exp2(min(gap/math.Ln2+4-float64(prec), 10)), 1
			}
		}
	}
	relative = ops * cancellation
	if !t.inexact.Load() {
		relative = 0 // every weight and every operation was exact
	}
	if !(relative < 0.25) {
		relative = math.Inf(1)
	} else {
		relative *= 2
	}
	f := math.Abs(z.Float64())
	relative += f * math.Ldexp(1, 8-int(min(z.Value.Prec(), 1000)))
	z.ErrorBound, z.PhaseBound = m.widened(relative, cancellation)
	if m.Complex() {
		re, im := wideFrom(t.re), wideFrom(t.im)
		d := max(re.exp, im.exp)
		shift := func(w wide) float64 { return math.Ldexp(w.hi, int(max(w.exp-d, -2000))) }
		z.Phase = new(big.Float).SetPrec(53).SetFloat64(math.Atan2(shift(im), shift(re)))
		z.PhaseBound += (elementary + 2) * unit * math.Pi
	} else {
		z.Negative, z.PhaseBound = t.re.Sign() < 0, 0
	}
	return z, relative
}
