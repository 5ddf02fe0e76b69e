package spin

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/math/wide"
)

// MaxBrute is the largest number of spins that BruteForce and Levels take.
const MaxBrute = 34

// maxLevels bounds the histogram of energies.
const maxLevels = 1 << 20

// BruteForce sums over all 2^n configurations, n ≤ MaxBrute. Where the couplings are
// integers times one number, with not too wide a range, the energies are counted exactly
// and Z is as precise as the counts; otherwise couplings are rounded to multiples of a
// unit so small that the error bound stays near 2⁻⁵⁰, and energies are sums of integers,
// which do not drift.
func BruteForce(ctx context.Context, m *Model) (LogZ, error) {
	b, err := newBrute(m)
	if err != nil {
		return LogZ{}, err
	}
	if b.commensurate {
		levels, err := b.count(ctx)
		if err != nil {
			return LogZ{}, err
		}
		return levels.LogZ(m.Beta), nil
	}
	return b.sum(ctx, m.Beta)
}

// Spectrum is the exact density of states of a small model: Counts[i] configurations
// have −H = (Low + 2i)·Unit.
type Spectrum struct {
	N      int
	Unit   float64
	Low    int64
	Counts []uint64
}

// Levels counts the configurations of every energy, for models whose couplings are
// integers times one number.
func Levels(ctx context.Context, m *Model) (Spectrum, error) {
	b, err := newBrute(m)
	if err != nil {
		return Spectrum{}, err
	}
	if !b.commensurate {
		return Spectrum{}, fmt.Errorf("spin: the couplings are not integers times one number with a range below %d", maxLevels)
	}
	return b.count(ctx)
}

// LogZ is ln Σ counts·exp(β·(−H)), in 192 bits.
func (s Spectrum) LogZ(beta float64) LogZ {
	p := precise.New(192)
	// Start from the end that dominates and go down in powers of e^(−2|β|·unit).
	from, to, step := len(s.Counts)-1, -1, -1
	if beta < 0 {
		from, to, step = 0, len(s.Counts), 1
	}
	for from != to && s.Counts[from] == 0 {
		from += step
	}
	k := p.New().Mul(p.Float(beta), p.Float(s.Unit))
	q := p.New().Abs(k)
	q = p.Exp(q.Mul(q, p.Int(-2)))
	sum, w := p.New(), p.Int(1)
	for i := from; i != to; i += step {
		if s.Counts[i] != 0 {
			term := p.New().SetUint64(s.Counts[i])
			p.Add(sum, term.Mul(term, w))
		}
		w.Mul(w, q)
	}
	v := p.Log(sum)
	top := p.Int(s.Low + 2*int64(from))
	v.Add(v, top.Mul(top, k))
	size, _ := new(big.Float).Abs(v).Float64()
	bound := (float64(len(s.Counts)) + size + 64) * math.Ldexp(1, 8-int(p.Prec))
	return LogZ{Value: v.SetPrec(p.Prec), ErrorBound: bound, Method: "brute force, integer energies", Exact: true}
}

// brute is a model with integer couplings. Bit i of a configuration is 1 where spin i
// is −1, and −H/unit = Σ k·(−1)^(number of minus spins in mask). As its parity is that
// of total, the level (−H/unit + total)/2 is an integer from 0 to total.
type brute struct {
	n            int // spins that are enumerated
	doubled      bool
	masks        []uint64
	ks           []int64
	total        int64 // Σ |k|
	unit         float64
	commensurate bool
	quantum      float64 // Σ |J − k·unit|
}

func newBrute(m *Model) (*brute, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if m.N > MaxBrute {
		return nil, fmt.Errorf("spin: brute force over %d spins, the limit is %d", m.N, MaxBrute)
	}
	b := &brute{n: m.N, doubled: true}
	var terms []Term
	for _, t := range m.Terms {
		if t.J != 0 {
			terms = append(terms, t)
			b.doubled = b.doubled && len(t.Sites)%2 == 0
		}
	}
	var sizes []int64
	b.unit, sizes, b.commensurate = commonUnit(terms)
	if !b.commensurate {
		b.unit, sizes, b.quantum = fixedPoint(terms)
	}
	for i, t := range terms {
		mask := uint64(0)
		for _, s := range t.Sites {
			mask |= 1 << s
		}
		b.masks, b.ks = append(b.masks, mask), append(b.ks, sizes[i])
		b.total += max(sizes[i], -sizes[i])
	}
	if b.doubled {
		// Reversing all spins changes no energy: keep the last one at +1.
		b.n--
		for i := range b.masks {
			b.masks[i] &^= 1 << b.n
		}
	}
	return b, nil
}

// commonUnit looks for a number of which every coupling is exactly an integer multiple:
// the smallest coupling or a simple fraction of it.
func commonUnit(terms []Term) (unit float64, ks []int64, ok bool) {
	if len(terms) == 0 {
		return 1, nil, true
	}
	least := math.Inf(1)
	for _, t := range terms {
		least = min(least, math.Abs(t.J))
	}
search:
	for d := 1.0; d <= 16; d++ {
		unit = least / d
		if unit*d != least || math.FMA(unit, d, -least) != 0 || unit < 0x1p-500 {
			continue
		}
		ks, total := make([]int64, len(terms)), int64(0)
		for i, t := range terms {
			k := math.RoundToEven(t.J / unit)
			if math.Abs(k) > maxLevels || math.FMA(k, unit, -t.J) != 0 {
				continue search
			}
			ks[i] = int64(k)
			if total += int64(math.Abs(k)); total >= maxLevels {
				continue search
			}
		}
		return unit, ks, true
	}
	return 0, nil, false
}

// fixedPoint rounds the couplings to multiples of a power of two such that all sums of
// them stay below 2^61, and returns what that costs, Σ |δJ|.
func fixedPoint(terms []Term) (unit float64, ks []int64, lost float64) {
	sum := 0.0
	for _, t := range terms {
		sum += math.Abs(t.J)
	}
	_, e := math.Frexp(sum)
	unit = math.Ldexp(1, max(e-60, -1074))
	ks = make([]int64, len(terms))
	for i, t := range terms {
		k := math.RoundToEven(t.J / unit)
		ks[i] = int64(k)
		lost += math.Abs(t.J - k*unit)
	}
	return unit, ks, lost
}

// count is the exact density of states.
func (b *brute) count(ctx context.Context) (Spectrum, error) {
	s := Spectrum{N: b.n, Unit: b.unit, Low: -b.total, Counts: make([]uint64, b.total+1)}
	f := foldSpins(b, maxBins(b.n))
	bins := make([]uint64, f.rest.total+1)
	// Whole numbers: the order in which they are added up does not matter.
	err := walkBlocks(ctx, f.rest, func(int) blockVisitor[int32] {
		// Four counters a bin where there are few bins: neighbouring configurations then
		// often share one, and it cannot be raised again before its last value has been
		// stored. A chunk has less than 2^32 configurations.
		var h [4][]uint32
		for i := range h {
			if i > 0 && len(bins) > 1<<12 {
				h[i] = h[0]
				continue
			}
			h[i] = make([]uint32, len(bins))
		}
		return blockVisitor[int32]{
			visit: func(_ uint64, levels []int32) {
				h0, h1, h2, h3 := h[0], h[1], h[2], h[3]
				for len(levels) >= 4 {
					h0[levels[0]]++
					h1[levels[1]]++
					h2[levels[2]]++
					h3[levels[3]]++
					levels = levels[4:]
				}
				for _, l := range levels {
					h0[l]++
				}
			},
			done: func() {
				for i := range h {
					if i > 0 && len(bins) > 1<<12 {
						break
					}
					for l, c := range h[i] {
						bins[l] += uint64(c)
					}
				}
			},
		}
	})
	if err != nil {
		return Spectrum{}, err
	}
	f.unfold(bins, s.Counts)
	if b.doubled {
		s.N++
		for i := range s.Counts {
			s.Counts[i] *= 2
		}
	}
	return s, nil
}

// folded is a model with some spins summed out by their local fields. No two of these
// share a term, so that with the others given each contributes ±F, F being its field: it
// is enough to count the others by their own level and the levels of the fields. All of
// these are digits of one number, which is again a sum of couplings of the rest.
type folded struct {
	rest   *brute
	total  int64   // of what the others have among themselves
	depths []int64 // Σ |k| at each spin that is summed out: its digit runs from 0 to that
}

// maxBins keeps the histogram in the second cache level, and small against the number of
// configurations.
func maxBins(n int) int64 { return 1 << min(15, max(n-10, 4)) }

// foldSpins sums out spins while the histogram has at most so many bins, those with the
// least Σ |k| first.
func foldSpins(b *brute, bins int64) folded {
	f := folded{total: b.total}
	depth := make([]int64, b.n)
	for i, mask := range b.masks {
		for o := mask; o != 0; o &= o - 1 {
			depth[bits.TrailingZeros64(o)] += max(b.ks[i], -b.ks[i])
		}
	}
	order := naturalOrder(b.n)
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(depth[x], depth[y]) })
	gone, near := uint64(0), uint64(0) // spins that go, and those that share a term with one
	var radix []int64
	size := int64(1) // of all digits but the first
	var at [64]int   // place in depths
	for _, s := range order {
		if near>>s&1 == 1 || b.n-len(f.depths) <= 1 {
			continue
		}
		if grown := size * (depth[s] + 1); grown*(f.total-depth[s]+1) > bins {
			continue
		}
		at[s] = len(f.depths)
		radix = append(radix, size)
		size *= depth[s] + 1
		f.depths, f.total = append(f.depths, depth[s]), f.total-depth[s]
		gone |= 1 << s
		for _, mask := range b.masks {
			if mask>>s&1 == 1 {
				near |= mask
			}
		}
	}
	f.rest = &brute{n: b.n - len(f.depths)}
	for i, mask := range b.masks {
		k := b.ks[i]
		if o := mask & gone; o != 0 {
			k *= (f.total + 1) * radix[at[bits.TrailingZeros64(o)]]
		}
		// The remaining spins close up.
		packed, place := uint64(0), 0
		for s := range b.n {
			if gone>>s&1 == 0 {
				packed |= mask >> s & 1 << place
				place++
			}
		}
		f.rest.masks, f.rest.ks = append(f.rest.masks, packed), append(f.rest.ks, k)
		f.rest.total += max(k, -k)
	}
	return f
}

// unfold distributes the bins over the levels of the whole model.
func (f folded) unfold(bins, counts []uint64) {
	levels := make([]int64, 1, 1<<len(f.depths))
	for bin, c := range bins {
		if c == 0 {
			continue
		}
		levels = append(levels[:0], int64(bin)%(f.total+1))
		digits := int64(bin) / (f.total + 1)
		for _, d := range f.depths {
			digit := digits % (d + 1)
			digits /= d + 1
			for _, l := range levels {
				levels = append(levels, l+d-digit)
			}
			for i := range len(levels) / 2 {
				levels[i] += digit
			}
		}
		for _, l := range levels {
			counts[l] += c
		}
	}
}

// weights is a sum of weights relative to that of the highest level met so far.
type weights struct {
	decay    float64 // between two levels
	flip     int64   // −1 where β < 0
	top      int64   // flip·level
	total    compensated
	rescales float64
}

func newWeights(perUnit float64) weights {
	w := weights{decay: 2 * math.Abs(perUnit), flip: 1, top: math.MinInt64}
	if perUnit < 0 {
		w.flip = -1
	}
	return w
}

// weightChunk is the number of weights that are added plainly before they go into a
// compensated sum.
const weightChunk = 32

func (w *weights) add(levels []int64) {
	best := int64(math.MinInt64)
	for _, l := range levels {
		best = max(best, w.flip*l)
	}
	w.raise(best)
	for len(levels) > 0 {
		n := min(weightChunk, len(levels))
		s := 0.0
		for _, l := range levels[:n] {
			s += math.Exp(-w.decay * float64(w.top-w.flip*l))
		}
		w.total.add(s)
		levels = levels[n:]
	}
}

// raise makes the sum relative to a higher level.
func (w *weights) raise(best int64) {
	if best <= w.top {
		return
	}
	if w.top != math.MinInt64 {
		w.scale(math.Exp(-w.decay * float64(best-w.top)))
	}
	w.top = best
}

func (w *weights) scale(by float64) {
	w.rescales++
	w.total.hi, w.total.lo, w.total.abs = w.total.hi*by, w.total.lo*by, w.total.abs*by
}

// merge adds another sum, which is used up.
func (w *weights) merge(o weights) {
	if o.top == math.MinInt64 {
		return
	}
	w.raise(o.top)
	if w.top != o.top {
		o.scale(math.Exp(-w.decay * float64(w.top-o.top)))
	}
	sum, rest := wide.TwoSum(w.total.hi, o.total.hi)
	w.total.hi, w.total.lo = sum, w.total.lo+o.total.lo+rest
	w.total.abs += o.total.abs
	w.total.count += o.total.count + 1
	w.rescales += o.rescales
}

// relative bounds the relative error of the sum, for levels up to total.
func (w *weights) relative(total int64) float64 {
	// The arguments of exp reach decay·total and carry two roundings, those of the
	// rescalings taken together as well (the unit is a power of two where it is not
	// that of a histogram).
	reach := w.decay * float64(total)
	return elementary + weightChunk*unit + 4*unit*reach + w.rescales*(elementary+unit) + w.total.bound()/w.total.hi
}

// addLevel adds the logarithm of the weight of level w.top to offset.
func (w *weights) addLevel(total int64, offset *compensated) {
	level := w.top // flip·(−H/unit) = 2·top − flip·total
	e := 2*level - w.flip*total
	offset.addProduct(w.decay/2, float64(e>>30)*0x1p30)
	offset.addProduct(w.decay/2, float64(e&(1<<30-1)))
}

// sum adds up the weights of all configurations.
func (b *brute) sum(ctx context.Context, beta float64) (LogZ, error) {
	perUnit := beta * b.unit
	parts := make([]weights, walkChunks)
	err := walkBlocks(ctx, b, func(chunk int) blockVisitor[int64] {
		w := newWeights(perUnit)
		return blockVisitor[int64]{
			visit: func(_ uint64, levels []int64) { w.add(levels) },
			done:  func() { parts[chunk] = w },
		}
	})
	if err != nil {
		return LogZ{}, err
	}
	all := newWeights(perUnit)
	for _, w := range parts {
		if w.flip != 0 { // there may be fewer chunks
			all.merge(w)
		}
	}
	var offset compensated
	all.addLevel(b.total, &offset)
	doublings := int64(0)
	if b.doubled {
		doublings = 1
	}
	z := assemble(&offset, doublings, all.total.hi+all.total.lo, all.relative(b.total), "brute force")
	return z.Widen(math.Abs(beta) * b.quantum), nil
}
