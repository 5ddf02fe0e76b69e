package spin

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/math/graph"
)

// MaxWidth is the largest width that Eliminate takes: a table then has 2^24 entries
// and the two that exist at a time a quarter of a gigabyte.
const MaxWidth = 24

// Eliminate sums the spins out one after the other in the given order: the terms and
// tables that contain a spin are multiplied, the spin is summed over, and a table over
// its neighbours remains. The cost is 2^width per spin, width being that of the order on
// Interaction (graph.Width), which maxWidth (at most MaxWidth, 0 meaning that) bounds.
// It takes terms of every order, fields, and graphs in several pieces.
//
// Tables are float64, scaled by powers of two. If at low temperature products leave
// the float64 range by enough to matter, the sum is done again with logarithms.
func Eliminate(ctx context.Context, m *Model, order []int, maxWidth int) (LogZ, error) {
	if err := m.Validate(); err != nil {
		return LogZ{}, err
	}
	g, err := m.Interaction()
	if err != nil {
		return LogZ{}, err
	}
	width, err := graph.Width(g, order)
	if err != nil {
		return LogZ{}, fmt.Errorf("spin: eliminate: %w", err)
	}
	if maxWidth <= 0 || maxWidth > MaxWidth {
		maxWidth = MaxWidth
	}
	if width > maxWidth {
		return LogZ{}, fmt.Errorf("spin: eliminate: the order has width %d, the limit is %d", width, maxWidth)
	}
	e := newElimination(m, order)
	method := fmt.Sprintf("variable elimination of width %d", width)
	z, ok, err := e.run(ctx, false, method)
	if err != nil || ok {
		return z, err
	}
	z, _, err = newElimination(m, order).run(ctx, true, method+" in logarithms")
	return z, err
}

// eliminateLog is Eliminate in logarithms from the start, for callers that have met the
// end of the float64 range themselves and know the width to be small.
func eliminateLog(ctx context.Context, m *Model, order []int, method string) (LogZ, error) {
	z, _, err := newElimination(m, order).run(ctx, true, method)
	return z, err
}

// lowest is where weights come close to the end of the float64 range.
const lowest = 0x1p-900

// elimination is a model prepared for one order. Spins go by their place in it.
type elimination struct {
	n       int
	byFirst [][]placed  // the terms, each at its first place
	offset  compensated // Σ |βJ|, taken out of every weight
	touch   [][]placed  // the terms at each place, made when first needed
	parent  []int32     // the place at which the table of each place is used
	pending [][]table   // tables by the first place of their scope
	spare   [26][]float64
	// Scratch space of one step.
	factors []factor
	acc     [2][]float64
}

// placed is a term with its sites as sorted places.
type placed struct {
	sites []int32
	k     float64 // βJ, rounded
}

func newElimination(m *Model, order []int) *elimination {
	e := &elimination{n: m.N, byFirst: make([][]placed, m.N), parent: make([]int32, m.N), pending: make([][]table, m.N)}
	place := make([]int32, m.N)
	for i, v := range order {
		place[v] = int32(i)
	}
	total := 0
	for _, t := range m.Terms {
		total += len(t.Sites)
	}
	sites := make([]int32, 0, total)
	for _, t := range m.Terms {
		if t.J == 0 || m.Beta == 0 {
			continue
		}
		start := len(sites)
		for _, s := range t.Sites {
			sites = append(sites, place[s])
		}
		at := sites[start:len(sites):len(sites)]
		slices.Sort(at)
		addMagnitude(m.Beta, t.J, &e.offset)
		e.byFirst[at[0]] = append(e.byFirst[at[0]], placed{at, m.Beta * t.J})
	}
	for i := range e.acc {
		e.acc[i] = make([]float64, blockSize)
	}
	return e
}

// table is a function of the spins at the places in scope, which is sorted; bit j of an
// index is 1 where spin scope[j] is −1. The entries are weights, the largest in [½,1),
// or logarithms of weights, the largest 0.
type table struct {
	scope []int32
	entry []float64
	err   float64 // of the entries: relative for weights, absolute for logarithms
	size  float64 // largest |entry| of logarithms
}

// factor is a table in the product of one step. All of them contain the spin that goes,
// as bit 0 of their index.
type factor struct {
	table
	shift []int // bit j+1 of the index is bit shift[j] of the new scope
	low   []int32
}

// A block is the part of a new table that is worked on at a time, small enough to stay
// in the nearest cache.
const (
	blockBits = 10
	blockSize = 1 << blockBits
)

// groupSpins bounds the tables into which the terms of one step are multiplied first.
const groupSpins = 8

// run eliminates all spins, with weights or with their logarithms. It reports false
// where weights were lost that might matter.
func (e *elimination) run(ctx context.Context, logs bool, method string) (z LogZ, ok bool, err error) {
	mantissa, exponent := 1.0, int64(0)
	var total compensated // of logarithms
	relative := 0.0
	for i := range e.n {
		if i%64 == 0 && ctx.Err() != nil {
			return LogZ{}, false, fmt.Errorf("spin: eliminate: %w", ctx.Err())
		}
		t, shift, smallest, largest := e.step(int32(i), logs)
		if logs {
			total.add(shift)
		} else {
			exponent += int64(shift)
			if smallest < lowest {
				// What underflow took from one entry reaches Z times the weights to come,
				// which are at most e^(2B) times those of the largest entry.
				loss := float64(len(t.scope)) + math.Log2(float64(len(e.factors)+len(e.byFirst[i])+2)) - 1070 - math.Log2(largest) + 2*e.ahead(int32(i), t.scope)/math.Ln2
				if loss > -60 {
					return LogZ{}, false, nil
				}
				relative += math.Exp2(loss)
			}
		}
		if len(t.scope) > 0 {
			e.parent[i] = t.scope[0]
			e.pending[t.scope[0]] = append(e.pending[t.scope[0]], t)
			continue
		}
		// The last spin of a component: the table is a number.
		e.parent[i] = int32(e.n)
		relative += t.err
		if !logs {
			m, shift := math.Frexp(mantissa * t.entry[0])
			mantissa, exponent = m, exponent+int64(shift)
			relative += unit
		}
	}
	if !logs {
		return assemble(&e.offset, exponent, mantissa, relative, method), true, nil
	}
	e.offset.add(total.hi)
	e.offset.add(total.lo)
	z = assemble(&e.offset, 0, 1, relative, method)
	return z.Widen(total.bound()), true, nil
}

// step sums out the spin at place i. It returns the new table, scaled, with the scale
// (a power of two or a logarithm) and the smallest and largest entry before scaling.
func (e *elimination) step(i int32, logs bool) (t table, shift, smallest, largest float64) {
	e.factors = e.factors[:0]
	for _, m := range e.pending[i] {
		e.factors = append(e.factors, factor{table: m})
	}
	e.pending[i] = nil
	e.group(i, logs)

	for _, f := range e.factors {
		t.scope = union(t.scope, f.scope[1:])
	}
	k := len(t.scope)
	b := min(k, blockBits)
	for j := range e.factors {
		e.factors[j].prepare(t.scope, b)
		t.err += e.factors[j].err
		t.size += e.factors[j].size
	}
	t.entry = e.take(k)
	a0, a1 := e.acc[0][:1<<b], e.acc[1][:1<<b]
	smallest, largest = math.Inf(1), math.Inf(-1)
	for base := 0; base < 1<<k; base += 1 << b {
		neutral := 1.0
		if logs {
			neutral = 0
		}
		for x := range a0 {
			a0[x], a1[x] = neutral, neutral
		}
		for j := range e.factors {
			f := &e.factors[j]
			entry := f.entry[f.high(base, b):]
			if logs {
				for x, at := range f.low {
					a0[x] += entry[at]
					a1[x] += entry[at+1]
				}
				continue
			}
			for x, at := range f.low {
				a0[x] *= entry[at]
				a1[x] *= entry[at+1]
			}
		}
		out := t.entry[base : base+1<<b]
		for x := range out {
			s := a0[x] + a1[x]
			if logs {
				s = max(a0[x], a1[x]) + math.Log1p(math.Exp(-math.Abs(a0[x]-a1[x])))
			}
			out[x] = s
			smallest, largest = min(smallest, s), max(largest, s)
		}
	}
	if logs {
		t.size += math.Ln2
		t.err += unit * (float64(len(e.factors)+2)*t.size + 8)
		t.size = 0
		for x := range t.entry {
			t.entry[x] -= largest
			t.size = max(t.size, -t.entry[x])
		}
		shift = largest
	} else {
		t.err += unit * float64(len(e.factors)+1)
		_, p := math.Frexp(largest)
		if p != 0 {
			scale := math.Ldexp(1, -p)
			for x := range t.entry {
				t.entry[x] *= scale
			}
		}
		shift = float64(p)
	}
	for _, f := range e.factors {
		e.give(f.entry)
	}
	return t, shift, smallest, largest
}

// group multiplies the terms whose first spin is at place i into tables of at most
// groupSpins spins (more where a single term has more) and appends them as factors.
func (e *elimination) group(i int32, logs bool) {
	terms := e.byFirst[i]
	for len(terms) > 0 {
		scope := terms[0].sites
		n := 1
		for ; n < len(terms); n++ {
			wider := union(scope, terms[n].sites)
			if len(wider) > max(groupSpins, len(scope)) {
				break
			}
			scope = wider
		}
		t := table{scope: scope, entry: e.take(len(scope))}
		for x := range t.entry {
			t.entry[x] = 1
			if logs {
				t.entry[x] = 0
			}
		}
		for _, p := range terms[:n] {
			mask := uint32(0)
			for _, s := range p.sites {
				j, _ := slices.BinarySearch(scope, s)
				mask |= 1 << j
			}
			k := math.Abs(p.k)
			low, unfavoured := math.Exp(-2*k), 1 // the parity of minus signs that costs energy
			if p.k < 0 {
				unfavoured = 0
			}
			for x := range t.entry {
				if bits.OnesCount32(uint32(x)&mask)&1 != unfavoured {
					continue
				}
				if logs {
					t.entry[x] -= 2 * k
				} else {
					t.entry[x] *= low
				}
			}
			t.size += 2 * k
			t.err += 2 * unit * k
			if !logs {
				t.err += elementary + unit
			}
		}
		if logs {
			t.err += unit * float64(n) * t.size
		}
		e.factors = append(e.factors, factor{table: t})
		terms = terms[n:]
	}
}

// prepare works out which bits of an index of the new scope make up an index of f, and
// tabulates the contribution of the lowest b of them.
func (f *factor) prepare(scope []int32, b int) {
	f.shift = make([]int, len(f.scope)-1)
	f.low = make([]int32, 1<<b)
	for j, s := range f.scope[1:] {
		at, _ := slices.BinarySearch(scope, s)
		f.shift[j] = at
		if at < b {
			f.low[1<<at] = 2 << j
		}
	}
	for x := 1; x < len(f.low); x++ {
		f.low[x] = f.low[x&(x-1)] + f.low[x&-x]
	}
}

// high is the contribution of the upper bits.
func (f *factor) high(base, b int) int {
	at := 0
	for j, s := range f.shift {
		if s >= b {
			at |= base >> s & 1 << (j + 1)
		}
	}
	return at
}

// ahead bounds what the terms that are still to come can make of the spins in scope:
// Σ |βJ| over those that touch it and are not summed up in the table of place i.
func (e *elimination) ahead(i int32, scope []int32) float64 {
	if e.touch == nil {
		e.touch = make([][]placed, e.n)
		for _, terms := range e.byFirst {
			for _, p := range terms {
				for _, s := range p.sites {
					e.touch[s] = append(e.touch[s], p)
				}
			}
		}
	}
	sum := 0.0
	for _, s := range scope {
		for _, p := range e.touch[s] {
			// Count a term at the first of its spins in scope only.
			if first := firstCommon(p.sites, scope); first != s {
				continue
			}
			at := p.sites[0]
			for at < i {
				at = e.parent[at]
			}
			if at != i {
				sum += math.Abs(p.k)
			}
		}
	}
	return sum
}

func firstCommon(a, b []int32) int32 {
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); ok {
			return x
		}
	}
	return -1
}

// union merges two sorted lists.
func union(a, b []int32) []int32 {
	if len(a) == 0 {
		return b
	}
	out := make([]int32, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			out = append(out, a[i])
			i++
		case a[i] > b[j]:
			out = append(out, b[j])
			j++
		default:
			out = append(out, a[i])
			i++
			j++
		}
	}
	out = append(out, a[i:]...)
	return append(out, b[j:]...)
}

// take returns a table of 2^k entries with any contents.
func (e *elimination) take(k int) []float64 {
	if s := e.spare[k]; s != nil {
		e.spare[k] = nil
		return s
	}
	return make([]float64, 1<<k)
}

func (e *elimination) give(s []float64) { e.spare[bits.TrailingZeros(uint(len(s)))] = s }
