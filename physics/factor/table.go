package factor

import (
	"math"
	"math/bits"
)

// table is a function of the variables at some places of the order, an intermediate
// result: (re + i·im)·2^exp, with a bound on what rounding did to it. Entries lie in
// column-major order, vars[0] having stride 1.
//
// The invariant behind every error bound of this package: the exact value differs from
// re + i·im by at most γ(ops)·abs, entry by entry, where γ(k) = ku/(1−ku), u = 2⁻⁵³.
// abs is the same sum of products with the absolute values of all weights. Products and
// sums of tables keep it, cancellation included, because they are linear in each entry.
// Where underflow may have taken part of an entry, abs is raised to clampTo first, next to
// which the loss is negligible.
type table struct {
	vars []int32
	abs  []float64
	re   []float64 // nil: the same as abs
	im   []float64 // nil: 0
	exp  int64
	ops  float64
	// low and high bound the binary logarithms of the entries of abs that are not zero.
	low, high float64
	keep      bool // somebody still needs it after the next step
}

const (
	unit       = 0x1p-53 // largest relative error of one rounding
	elementary = 4       // units of relative error admitted to math.Exp and math.Log
	inputOps   = elementary + 3
	complexOps = 4 // of a product of two complex numbers, of a phase factor
	clampTo    = 0x1p-960
	underflow  = -1000 // products above 2^underflow are normal numbers
	overflow   = 900   // products below 2^overflow may be added up
	rescaleAt  = 300   // tables are brought back when their exponents may exceed this
	alwaysScan = 1 << 12
)

// value returns the array of real parts.
func (t *table) value() []float64 {
	if t.re != nil {
		return t.re
	}
	return t.abs
}

// pool keeps arrays for reuse, by the binary logarithm of their capacity.
type pool struct {
	arrays [64][][]float64
	tables []*table
}

// maxPooled bounds the arrays that are kept of one capacity.
const maxPooled = 64

func (p *pool) take(n int) []float64 {
	k := bits.Len(uint(n - 1))
	if last := len(p.arrays[k]) - 1; last >= 0 {
		a := p.arrays[k][last]
		p.arrays[k] = p.arrays[k][:last]
		return a[:n]
	}
	if k >= 16 { // large arrays are not rounded up
		return make([]float64, n)
	}
	return make([]float64, n, 1<<k)
}

func (p *pool) give(a []float64) {
	if cap(a) == 0 {
		return
	}
	k := bits.Len(uint(cap(a))) - 1 // every array of this class has at least 2^k entries
	keep := maxPooled
	if k >= 16 {
		keep = 2
	}
	if len(p.arrays[k]) < keep {
		p.arrays[k] = append(p.arrays[k], a)
	}
}

func (p *pool) newTable() *table {
	if last := len(p.tables) - 1; last >= 0 {
		t := p.tables[last]
		p.tables = p.tables[:last]
		*t = table{vars: t.vars[:0]}
		return t
	}
	return &table{}
}

func (p *pool) free(t *table) {
	p.give(t.abs)
	p.give(t.re)
	p.give(t.im)
	t.abs, t.re, t.im = nil, nil, nil
	if len(p.tables) < maxPooled {
		p.tables = append(p.tables, t)
	}
}

// load turns the logarithms of a factor into weights, the largest absolute value being
// 1, and returns the logarithm that was taken out: −Inf if all weights are zero.
func (p *pool) load(f *Factor, pl *plan) (t *table, offset float64) {
	t = p.newTable()
	for j := len(f.Sites) - 1; j >= 0; j-- {
		if at := pl.place[f.Sites[j]]; pl.card[at] > 1 {
			t.vars = append(t.vars, at)
		}
	}
	offset = math.Inf(-1)
	for _, l := range f.Log {
		offset = max(offset, l)
	}
	t.abs = p.take(len(f.Log))
	t.ops = inputOps
	if math.IsInf(offset, -1) {
		clear(t.abs)
		return t, 0
	}
	split := false
	for x, l := range f.Log {
		w := exactExp(l, -offset)
		if w < clampTo && !math.IsInf(l, -1) {
			split = true
		}
		t.abs[x] = w
		t.low = min(t.low, log2Low(w))
	}
	signs := false
	for _, phase := range f.Phase {
		signs = signs || phase != 0
	}
	if signs || split {
		t.re = p.take(len(f.Log))
		copy(t.re, t.abs)
	}
	if signs {
		t.applyPhases(f, p)
	}
	if split {
		t.low = min(t.low, math.Log2(clampTo))
		for x, l := range f.Log {
			if !math.IsInf(l, -1) {
				t.abs[x] = max(t.abs[x], clampTo)
			}
		}
	}
	return t, offset
}

func (t *table) applyPhases(f *Factor, p *pool) {
	for x, phase := range f.Phase {
		c, s := turn(phase)
		if s != 0 && t.im == nil {
			t.im = p.take(len(f.Log))
			clear(t.im)
			t.ops += complexOps
		}
		if s != 0 {
			t.im[x] = t.re[x] * s
		}
		t.re[x] *= c
	}
}

// turn is (cos, sin) of a phase, exact at quarter turns.
func turn(phase float64) (c, s float64) {
	switch phase {
	case 0:
		return 1, 0
	case math.Pi, -math.Pi:
		return -1, 0
	case math.Pi / 2:
		return 0, 1
	case -math.Pi / 2:
		return 0, -1
	}
	s, c = math.Sincos(phase)
	return c, s
}

// log2Low is a lower bound on log2 of w, 0 for w = 0: of weights between 0 and 1.
func log2Low(w float64) float64 {
	if w == 0 {
		return 0
	}
	_, e := math.Frexp(w)
	return float64(e - 1)
}

// exactExp is exp(a+b) to within elementary+2 roundings for a+b ≤ 0, the sum being
// taken exactly.
func exactExp(a, b float64) float64 {
	if math.IsInf(a, -1) {
		return 0
	}
	sum, rest := twoSum(a, b)
	e := math.Exp(sum)
	return e + e*rest
}

// limits scans abs and returns its largest entry and its smallest that is not zero,
// which is +Inf if all are.
func limits(a []float64) (smallest, largest float64) {
	// Numbers ≥ 0 are in the order of their bits, and one less puts zero last.
	least, most := uint64(math.MaxUint64), uint64(0)
	for _, w := range a {
		b := math.Float64bits(w)
		most = max(most, b)
		least = min(least, b-1)
	}
	if least == math.MaxUint64 {
		return math.Inf(1), 0
	}
	return math.Float64frombits(least + 1), math.Float64frombits(most)
}

// normalize brings the largest entry of abs to [½, 1) by a power of two, where the
// bounds on the entries say that it might be needed.
func (t *table) normalize() {
	if len(t.abs) <= alwaysScan || t.low < -rescaleAt || t.high > rescaleAt {
		t.rescale()
	}
}

// rescale is normalize in any case.
func (t *table) rescale() {
	smallest, largest := limits(t.abs)
	if largest == 0 {
		return
	}
	_, shift := math.Frexp(largest)
	if shift != 0 {
		for _, a := range [][]float64{t.abs, t.re, t.im} {
			scale(a, shift)
		}
		t.exp += int64(shift)
	}
	_, e := math.Frexp(smallest)
	t.low, t.high = float64(e-1-shift), 0
}

// scale multiplies by 2^−shift, which is exact unless it underflows.
func scale(a []float64, shift int) {
	if len(a) == 0 {
		return
	}
	for shift < -1000 {
		scale(a, -1000)
		shift += 1000
	}
	s := math.Ldexp(1, -shift)
	for x := range a {
		a[x] *= s
	}
}

// clamp raises abs to where underflow is negligible.
func (t *table) clamp(p *pool) {
	if t.re == nil {
		t.re = p.take(len(t.abs))
		copy(t.re, t.abs)
	}
	for x, w := range t.abs {
		t.abs[x] = max(w, clampTo)
	}
	t.low = max(t.low, math.Log2(clampTo))
	t.high = max(t.high, math.Log2(clampTo))
	t.ops++
}

// gamma is γ(k) = ku/(1−ku), Higham's bound on k roundings; +Inf where they are too many.
func gamma(k float64) float64 {
	ku := k * unit
	if ku >= 0.5 {
		return math.Inf(1)
	}
	return ku / (1 - ku)
}

// twoSum returns fl(a+b) and the exact remainder (Knuth).
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	bb := sum - a
	return sum, (a - (sum - bb)) + (b - bb)
}

// compensated is a sum of float64 numbers in twice the working precision.
type compensated struct{ hi, lo, abs, count float64 }

func (s *compensated) add(x float64) {
	sum, rest := twoSum(s.hi, x)
	s.hi = sum
	s.lo += rest
	s.abs += math.Abs(x)
	s.count++
}

// bound is an absolute bound on the error of hi+lo: Ogita, Rump and Oishi (2005), with a
// factor of two for the rounding of the bound.
func (s *compensated) bound() float64 { return 2 * s.count * s.count * unit * unit * s.abs }
