package planar

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"sync"

	"github.com/assay-physics/assay/math/pfaffian"
	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// Limits of ExactLevels.
const (
	MaxLevelSpins = 400     // of the number of spins
	MaxLevelRange = 2000    // of Σ |J| in units
	maxLevelWork  = 1 << 20 // of the number of Pfaffians
)

// ErrLevels is wrapped by the errors of ExactLevels about models that it does not take:
// couplings that are not integers times one number, and those over a limit.
var ErrLevels = errors.New("no exact levels")

// Levels is the exact density of states of a model: Counts[i] configurations have
// −H = (Low + 2i)·Unit. Low is −Σ|J| in units, and Counts reaches to +Σ|J|, so that
// entries at both ends may be zero.
type Levels struct {
	N      int
	Unit   float64
	Low    int64
	Counts []*big.Int
}

// ExactLevels counts the configurations of every energy of a model that System takes and
// whose couplings (and fields) are exactly integers times one float64 (0.1 and 0.3 are
// not); Unit is the greatest possible one. The inverse temperature of the model does not
// matter, nor do Tolerance and MaxPrecision: the counts are integers and exact. LogZ of the
// result is thus an arbiter for System.LogZ at any temperature: it shares the drawing and
// its signs, and none of the arithmetic.
//
// With x = e^{2βu} the sum P(x) = Z·x^{Σ|J|/2} is a polynomial whose coefficients are the
// counts, and a bond weighs x^{|J|/2} e^{Kss'} = ±(x^{|J|}−1)/2·(c + ss') with
// c = ±(x^{|J|}+1)/(x^{|J|}−1), rational functions of x. So the Pfaffians of System are
// taken in the field of a prime p, at as many x as there are coefficients, and P modulo p
// is interpolated. Counts lie between 0 and 2^N; primes are added until their product is
// larger, and the Chinese remainder theorem then leaves one integer each.
//
// If Σ|J| is even at every spin, every second level is empty; if the graph of the bonds
// has no odd cycle, the counts are symmetric: each saves half of the points. Whether P was
// found is checked at one more point for every prime, and by the identities Σ counts =
// 2^N, Σ counts·H = 0 and Σ counts·H² = 2^N·Σ J², which hold for any couplings.
//
// The cost is the number of points, at most Σ|J|+2, times N/62 primes, times
// System.Pfaffians: on two cores a quarter of a second for the open ±J lattice of 10×10
// spins, 10 to 20 seconds for 20×20, two to four times that for tori, and some minutes at
// both limits. Errors wrap ErrLevels for couplings that are not such integers and above
// MaxLevelSpins, MaxLevelRange or 2^20 Pfaffians; the other ones are those of New.
//
// Sources: density of states of the ferromagnet from Z as a polynomial, P. D. Beale, Phys.
// Rev. Lett. 76 (1996) 78; of ±J glasses in integer arithmetic, L. Saul and M. Kardar, Phys.
// Rev. E 48 (1993) R3221; from Pfaffians modulo primes, A. Galluccio, M. Loebl and
// J. Vondrák, Phys. Rev. Lett. 84 (2000) 5924.
func ExactLevels(ctx context.Context, m *spin.Model, o Options) (Levels, error) {
	if err := m.Validate(); err != nil {
		return Levels{}, err
	}
	if m.N > MaxLevelSpins {
		return Levels{}, fmt.Errorf("planar: levels of %d spins, the limit is %d: %w", m.N, MaxLevelSpins, ErrLevels)
	}
	whole, unit, err := integral(m)
	if err != nil {
		return Levels{}, err
	}
	s, err := New(whole, o)
	if err != nil {
		return Levels{}, err
	}
	c := newCounting(s)
	primes := moduli(m.N)
	if work := float64(c.points+1) * float64(len(primes)) * float64(len(c.signed)); work > maxLevelWork {
		return Levels{}, fmt.Errorf("planar: levels by %.0f Pfaffians (%d points, %d primes, %d terms), the limit is %d: %w",
			work, c.points+1, len(primes), len(c.signed), maxLevelWork, ErrLevels)
	}
	l := Levels{N: m.N, Unit: unit, Low: -c.total, Counts: make([]*big.Int, c.total+1)}
	for i := range l.Counts {
		l.Counts[i] = new(big.Int)
	}
	product := big.NewInt(1)
	for _, p := range primes {
		counts, err := c.modulo(ctx, p)
		if err != nil {
			return Levels{}, err
		}
		for i, r := range counts {
			remainder(l.Counts[i], product, r, p)
		}
		product.Mul(product, new(big.Int).SetUint64(uint64(p)))
	}
	if err := l.check(c.squares()); err != nil {
		return Levels{}, err
	}
	return l, nil
}

// LevelRange is Σ |J| of a model in units of the largest number of which all couplings are
// integer multiples: the number of levels less one, as far as they are known before the
// model is drawn. Errors wrap ErrLevels for models beyond what ExactLevels takes.
func LevelRange(m *spin.Model) (int, error) {
	if m.N > MaxLevelSpins {
		return 0, fmt.Errorf("planar: levels of %d spins, the limit is %d: %w", m.N, MaxLevelSpins, ErrLevels)
	}
	whole, _, err := integral(m)
	if err != nil {
		return 0, err
	}
	total := 0
	for _, t := range whole.Terms {
		total += int(math.Abs(t.J))
	}
	return total, nil
}

// integral is the model in units of the largest number of which every coupling is exactly
// an integer multiple, at β = 1.
func integral(m *spin.Model) (*spin.Model, float64, error) {
	unit := 0.0
	for _, t := range m.Terms {
		for x := math.Abs(t.J); x != 0; { // Euclid; Mod is exact
			unit, x = x, math.Mod(unit, x)
		}
	}
	if unit == 0 {
		unit = 1
	}
	out := &spin.Model{N: m.N, Beta: 1, Lattice: m.Lattice, Terms: make([]spin.Term, len(m.Terms))}
	total := 0.0
	for i, t := range m.Terms {
		k := t.J / unit // an integer; exact within the limit, or else over it
		if total += math.Abs(k); total > MaxLevelRange {
			return nil, 0, fmt.Errorf("planar: levels of couplings that sum to %[2]g or more in units of %[1]g, the limit is %[3]d: %[4]w",
				unit, total, MaxLevelRange, ErrLevels)
		}
		out.Terms[i] = spin.Term{Sites: t.Sites, J: k}
	}
	return out, unit, nil
}

// counting is what the evaluation of P needs of a system with integer couplings.
type counting struct {
	s       *System
	total   int64   // Σ |J|, the degree of P
	sizes   []int64 // the different |J|
	class   []int   // of each bond in sizes
	signed  []signedTerm
	halves  int64 // the power of 2 in front
	first   int64 // level of the first coefficient that may not vanish
	step    int64 // distance of such levels
	mirror  bool  // level i has the count of level total−i
	degree  int   // of P(x)/x^first as a polynomial in x^step
	points  int   // at which P is evaluated to find its coefficients
	workers int
}

// signedTerm is a part of the sum Z with what does not depend on x or p.
type signedTerm struct {
	part
	flipped []bool // edges
	entries []bool // is the entry of an edge negative, beside the sign of its coupling?
	minus   bool   // the sign of the part, of the matching of all edges, and of the factors
}

func newCounting(s *System) *counting {
	c := &counting{s: s, step: 1, workers: s.options.Workers}
	if c.workers <= 0 {
		c.workers = runtime.GOMAXPROCS(0)
	}
	class := map[int64]int{}
	for _, b := range s.bonds {
		size := int64(math.Abs(b.hi))
		k, ok := class[size]
		if !ok {
			k = len(c.sizes)
			class[size] = k
			c.sizes = append(c.sizes, size)
		}
		c.class = append(c.class, k)
		c.total += size
	}
	whole := s.whole(0)
	c.halves = int64(s.n + whole.shift - len(s.bonds))
	for _, p := range whole.parts {
		t := signedTerm{part: p, flipped: s.marked(p.term.flipped), entries: s.signs(p.term.flips), minus: p.minus}
		for _, n := range t.entries {
			t.minus = t.minus != n
		}
		for k, i := range s.drawn {
			t.minus = t.minus != (s.bonds[i].hi < 0 && !t.flipped[k]) // sinh K; cosh K has no sign
		}
		for i, k := range s.extra {
			t.minus = t.minus != (s.bonds[k].hi < 0 && p.taken>>i&1 == 1)
		}
		c.signed = append(c.signed, t)
	}
	c.sparsity()
	return c
}

// sparsity finds which counts vanish or are equal. Reversing one spin changes the level by
// a sum of ±J over its bonds, whose parity is that of Σ|J|: if that is even at every spin,
// all levels have the parity of the one where all spins are +1. Reversing one side of a
// bipartite graph reverses the energy. Fields are bonds to the ghost in both arguments.
func (c *counting) sparsity() {
	s := c.s
	odd := make([]bool, s.n)
	level := int64(0)
	next := make([][]int32, s.n)
	for _, b := range s.bonds {
		if int64(b.hi)&1 == 1 {
			odd[b.u], odd[b.v] = !odd[b.u], !odd[b.v]
		}
		if b.hi > 0 {
			level += int64(b.hi)
		}
		next[b.u], next[b.v] = append(next[b.u], b.v), append(next[b.v], b.u)
	}
	c.step = 2
	for _, x := range odd {
		if x {
			c.step = 1
		}
	}
	c.first = level % c.step
	c.degree = int((c.total - c.first) / c.step)

	side := make([]int8, s.n)
	c.mirror = true
	var stack []int32
	for v := range side {
		if side[v] == 0 {
			side[v] = 1
			stack = append(stack[:0], int32(v))
		}
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, w := range next[u] {
				switch side[w] {
				case 0:
					side[w] = -side[u]
					stack = append(stack, w)
				case side[u]:
					c.mirror = false
				}
			}
		}
	}
	c.points = c.degree + 1
	if c.mirror {
		c.points = c.degree/2 + 1
	}
}

// modulo finds all counts modulo a prime.
func (c *counting) modulo(ctx context.Context, p modulus) ([]uint64, error) {
	xs := c.choose(p)
	ps, err := c.evaluateAll(ctx, p, xs)
	if err != nil {
		return nil, err
	}
	// In y = x^step, Q(y) = P(x)/x^first; symmetric counts give Q(1/y) = Q(y)/y^degree.
	ys, qs := make([]uint64, len(xs)), make([]uint64, len(xs))
	for i, x := range xs {
		ys[i] = p.pow(x, c.step)
		qs[i] = p.mul(ps[i], p.pow(x, -c.first))
	}
	at, values := ys[:c.points:c.points], qs[:c.points:c.points]
	if c.mirror {
		for i := 0; len(at) <= c.degree; i++ {
			at = append(at, p.inverse(ys[i]))
			values = append(values, p.mul(qs[i], p.pow(ys[i], int64(-c.degree))))
		}
	}
	q := p.interpolate(at, values)
	if p.value(q, ys[c.points]) != qs[c.points] {
		return nil, fmt.Errorf("planar: levels: the polynomial modulo %d misses a point that it was not made from", p)
	}
	out := make([]uint64, c.total+1)
	for i, r := range q {
		out[c.first+int64(i)*c.step] = r
	}
	return out, nil
}

// choose takes the smallest x from 2 on at which no entry of a matrix has a vanishing
// denominator: as many as needed, and one to check. At most 2·MaxLevelRange x have one,
// for x^2|J| = 1 has at most 2|J| solutions, so that all stay below 2¹³. Then all x² and
// 1/x² are distinct modulo p > 2⁶², for x²y² < 2⁵² is not 1, nor are x² and y² equal.
func (c *counting) choose(p modulus) []uint64 {
	xs := make([]uint64, 0, c.points+1)
next:
	for x := uint64(2); len(xs) <= c.points; x++ {
		for _, k := range c.sizes {
			if p.pow(x, 2*k) == 1 {
				continue next
			}
		}
		xs = append(xs, x)
	}
	return xs
}

// evaluateAll computes P at every x, several at a time.
func (c *counting) evaluateAll(ctx context.Context, p modulus, xs []uint64) ([]uint64, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	out := make([]uint64, len(xs))
	workers := min(c.workers, len(xs))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(xs) && ctx.Err() == nil; i += workers {
				y, err := c.evaluate(ctx, p, xs[i], workers)
				if err != nil {
					stop(err) // the first error of all stays
					return
				}
				out[i] = y
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, fmt.Errorf("planar: levels: %w", err)
	}
	return out, nil
}

// evaluate is P(x) modulo p, while so many others are evaluated beside it.
func (c *counting) evaluate(ctx context.Context, p modulus, x uint64, workers int) (uint64, error) {
	s := c.s
	// Of each |J|: 2 sinh and 2 cosh, times x^{|J|/2}, and their quotients.
	sinh, cosh := make([]uint64, len(c.sizes)), make([]uint64, len(c.sizes))
	coth, tanh := make([]uint64, len(c.sizes)), make([]uint64, len(c.sizes))
	for i, k := range c.sizes {
		power := p.pow(x, k)
		sinh[i], cosh[i] = p.sub(power, 1), p.add(power, 1)
		coth[i], tanh[i] = p.mul(cosh[i], p.inverse(sinh[i])), p.mul(sinh[i], p.inverse(cosh[i]))
	}
	o := s.options.kernel()
	o.Workers = 1
	if o.MemoryLimit > 0 {
		o.MemoryLimit = max(1, o.MemoryLimit/int64(workers))
	}
	v := make([]uint64, len(s.matrix.I))
	sum := uint64(0)
	for _, t := range c.signed {
		for k := range v {
			v[k] = 1
		}
		product := uint64(1)
		for k, negative := range t.entries {
			if k < len(s.drawn) {
				i := s.drawn[k]
				class := c.class[i]
				factor := sinh[class]
				v[k] = coth[class]
				if t.flipped[k] {
					factor, v[k] = cosh[class], tanh[class]
				}
				product = p.mul(product, factor)
				negative = negative != (s.bonds[i].hi < 0)
			}
			if negative {
				v[k] = p.neg(v[k])
			}
		}
		for i, k := range s.extra {
			factor := cosh[c.class[k]]
			if t.taken>>i&1 == 1 {
				factor = sinh[c.class[k]]
			}
			product = p.mul(product, factor)
		}
		r, err := pfaffian.Modular(ctx, s.matrix, v, uint64(p), s.tree, o)
		if err != nil {
			return 0, err
		}
		if r = p.mul(r, product); t.minus {
			r = p.neg(r)
		}
		sum = p.add(sum, r)
	}
	return p.mul(sum, p.pow(2, c.halves)), nil
}

// squares is Σ J², in units, over pairs of spins (and spins in a field).
func (c *counting) squares() int64 {
	sums := map[[2]int32]int64{}
	for _, b := range c.s.bonds {
		sums[[2]int32{min(b.u, b.v), max(b.u, b.v)}] += int64(b.hi)
	}
	out := int64(0)
	for _, j := range sums {
		out += j * j
	}
	return out
}

// check holds the counts against what is known of them: none is over 2^N, and the sums
// over all configurations of 1, H and H². Products of spins are orthogonal, so that the
// last is 2^N Σ J².
func (l Levels) check(squares int64) error {
	all := new(big.Int).Lsh(big.NewInt(1), uint(l.N))
	var moment [3]big.Int
	for i, count := range l.Counts {
		if count.Sign() < 0 || count.Cmp(all) > 0 {
			return fmt.Errorf("planar: levels: %v configurations of %v have the level %d", count, all, i)
		}
		x := new(big.Int).Set(count)
		for k := range moment {
			moment[k].Add(&moment[k], x)
			x.Mul(x, big.NewInt(l.Low+2*int64(i)))
		}
	}
	want := []*big.Int{all, new(big.Int), new(big.Int).Mul(all, big.NewInt(squares))}
	for k, w := range want {
		if moment[k].Cmp(w) != 0 {
			return fmt.Errorf("planar: levels: the counts have a moment %d of %v, not %v", k, &moment[k], w)
		}
	}
	return nil
}

// levelPrec is the precision of Levels.LogZ in bits.
const levelPrec = 256

// LogZ is ln Σ counts·exp(β·(−H)) at any β of either sign, to 256 bits. It returns an
// error where β times the largest energy is not a finite float64, and for counts of which
// none is positive.
func (l Levels) LogZ(beta float64) (partition.LogZ, error) {
	edge := beta * l.Unit * float64(2*int64(len(l.Counts))+max(l.Low, -l.Low))
	if math.IsNaN(edge) || math.IsInf(edge, 0) {
		return partition.LogZ{}, fmt.Errorf("planar: ln Z of levels in units of %v at beta = %v is out of range", l.Unit, beta)
	}
	// Start from the end that dominates and go down in powers of e^{−2|β|·unit}.
	from, to, step := len(l.Counts)-1, -1, -1
	if beta < 0 {
		from, to, step = 0, len(l.Counts), 1
	}
	for from != to && l.Counts[from].Sign() == 0 {
		from += step
	}
	p := precise.New(levelPrec)
	k := p.New().Mul(p.Float(beta), p.Float(l.Unit)) // exact
	q := p.New().Abs(k)
	q = p.Exp(q.Mul(q, p.Int(-2)))
	sum, w := p.New(), p.Int(1)
	for i := from; i != to; i += step {
		switch l.Counts[i].Sign() {
		case -1:
			return partition.LogZ{}, fmt.Errorf("planar: ln Z of levels: a negative count %v", l.Counts[i])
		case 1:
			term := p.New().SetInt(l.Counts[i])
			p.Add(sum, term.Mul(term, w))
		}
		w.Mul(w, q)
	}
	if sum.Sign() <= 0 {
		return partition.LogZ{}, errors.New("planar: ln Z of levels without configurations")
	}
	v := p.Log(sum)
	top := p.Int(l.Low + 2*int64(from))
	v.Add(v, top.Mul(top, k))
	v.SetPrec(levelPrec)
	size, _ := v.Float64()
	logSum, _ := p.Log(sum).Float64()
	// All terms are positive, and term i carries the error of q, 2^{8−prec} relative, up to
	// i times and two roundings a step. The logarithm adds 2^{8−prec}(1+|log|), the last
	// additions and roundings at most 2^{2−prec}·(|log|+|v|).
	bound := (2*float64(len(l.Counts)) + 2*math.Abs(logSum) + math.Abs(size) + 16) * math.Ldexp(1, 8-levelPrec)
	return partition.LogZ{Value: v, ErrorBound: bound, Method: "exact density of states by modular Pfaffians", Exact: true, Precision: "integers"}, nil
}
