package spin

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"github.com/assay-physics/assay/math/precise"
)

// MaxBrute is the largest number of spins that BruteForce and Levels take.
const MaxBrute = 28

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
	bound := (float64(len(s.Counts)) + size + 64) * math.Ldexp(1, 8-int(p.Work))
	return LogZ{Value: v.SetPrec(p.Prec), ErrorBound: bound, Method: "brute force, integer energies", Exact: true}
}

// brute is a model with integer couplings. Bit i of a configuration is 1 where spin i
// is −1, and −H/unit = Σ k·(−1)^(number of minus spins in mask).
type brute struct {
	n            int // spins that are enumerated
	doubled      bool
	masks        []uint32
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
		mask := uint32(0)
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

// bruteBits is the number of spins in an inner block, whose energies are built by
// doubling: one addition per configuration.
const bruteBits = 10

// blocks calls visit with the values of −H/unit of 2^b configurations at a time. The
// order within a block and of blocks is fixed; visit must not keep the slice.
func (b *brute) blocks(ctx context.Context, visit func(energies []int64)) error {
	low := min(b.n, bruteBits)
	lowMask := uint32(1)<<low - 1
	inner := make([]int64, 1<<low) // the part that no outer spin touches
	type crossing struct {
		mask  uint32 // inner spins
		outer uint32
		k     int64
	}
	var cross []crossing
	linear := true
	for i, mask := range b.masks {
		if mask&^lowMask == 0 {
			for x := range inner {
				inner[x] += signed(b.ks[i], uint32(x)&mask)
			}
			continue
		}
		c := crossing{mask & lowMask, mask >> low, b.ks[i]}
		linear = linear && bits.OnesCount32(c.mask) <= 1
		cross = append(cross, c)
	}
	energies := make([]int64, 1<<low)
	coefficient := make([]int64, 1<<low)
	for outer := range uint32(1) << (b.n - low) {
		if outer%64 == 0 && ctx.Err() != nil {
			return fmt.Errorf("spin: brute force: %w", ctx.Err())
		}
		for _, c := range cross {
			coefficient[c.mask] += signed(c.k, outer&c.outer)
		}
		if linear {
			// The energy changes by −2F_i when inner spin i turns over.
			top := coefficient[0]
			for i := range low {
				top += coefficient[1<<i]
			}
			energies[0] = top
			for i := range low {
				turn := 2 * coefficient[1<<i]
				done, next := energies[:1<<i], energies[1<<i:2<<i]
				for x, e := range done {
					next[x] = e - turn
				}
			}
		} else {
			copy(energies, coefficient)
			hadamard(energies)
		}
		for _, c := range cross {
			coefficient[c.mask] = 0
		}
		for x := range energies {
			energies[x] += inner[x]
		}
		visit(energies)
	}
	return nil
}

// signed is k with the sign (−1)^popcount(x).
func signed(k int64, x uint32) int64 {
	if bits.OnesCount32(x)&1 == 1 {
		return -k
	}
	return k
}

// hadamard replaces coefficients by the values of the polynomial at all sign vectors.
func hadamard(a []int64) {
	for h := 1; h < len(a); h *= 2 {
		for base := 0; base < len(a); base += 2 * h {
			for x := base; x < base+h; x++ {
				a[x], a[x+h] = a[x]+a[x+h], a[x]-a[x+h]
			}
		}
	}
}

func (b *brute) count(ctx context.Context) (Spectrum, error) {
	s := Spectrum{N: b.n, Unit: b.unit, Low: -b.total, Counts: make([]uint64, b.total+1)}
	err := b.blocks(ctx, func(energies []int64) {
		for _, e := range energies {
			s.Counts[uint64(e+b.total)/2]++
		}
	})
	if b.doubled {
		s.N++
		for i := range s.Counts {
			s.Counts[i] *= 2
		}
	}
	return s, err
}

// sum adds up weights relative to the largest one met so far.
func (b *brute) sum(ctx context.Context, beta float64) (LogZ, error) {
	const chunk = 32 // weights added plainly before they go into a compensated sum
	unitK := beta * b.unit
	flip := int64(1)
	if unitK < 0 {
		flip = -1
	}
	decay := math.Abs(unitK)
	top := int64(math.MinInt64)
	var total compensated
	rescales := 0.0
	err := b.blocks(ctx, func(energies []int64) {
		best := int64(math.MinInt64)
		for _, e := range energies {
			best = max(best, flip*e)
		}
		if best > top {
			if top != math.MinInt64 {
				rescale := math.Exp(-decay * float64(best-top))
				rescales++
				total.hi, total.lo, total.abs = total.hi*rescale, total.lo*rescale, total.abs*rescale
			}
			top = best
		}
		for len(energies) > 0 {
			n := min(chunk, len(energies))
			s := 0.0
			for _, e := range energies[:n] {
				s += math.Exp(-decay * float64(top-flip*e))
			}
			total.add(s)
			energies = energies[n:]
		}
	})
	if err != nil {
		return LogZ{}, err
	}
	var offset compensated
	offset.addProduct(decay, float64(top>>30)*0x1p30)
	offset.addProduct(decay, float64(top&(1<<30-1)))
	doublings := int64(0)
	if b.doubled {
		doublings = 1
	}
	// The arguments of exp reach 2·Σ|βJ| and carry two roundings, those of the rescalings
	// taken together as well (β·unit is exact: the unit is a power of two).
	reach := 2 * decay * float64(b.total)
	relative := elementary + chunk*unit + 4*unit*reach + rescales*(elementary+unit) + total.bound()/total.hi
	z := assemble(&offset, doublings, total.hi+total.lo, relative, "brute force")
	return z.Widen(math.Abs(beta) * b.quantum), nil
}
