package code

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// sums prepares exact sums over the cosets of the deformations that can occur.
func (r *reach) sums() (*sums, error) {
	if err := eliminationFits(r.noise.N, len(r.spins)); err != nil {
		return nil, err
	}
	var gens []Pauli
	for _, k := range independent(r.spins) {
		gens = append(gens, r.spins[k])
	}
	return newSums(r.noise, gens)
}

// ClassProbability is the probability of e up to deformations, Σ_g p(e·g) over the group
// that the deformations generate, by enumeration: exact, for at most MaxEnumerate
// independent generators that the noise can make.
func ClassProbability(ctx context.Context, c *Code, nz *Noise, e Pauli) (*big.Rat, error) {
	if err := fit(c, nz, e); err != nil {
		return nil, err
	}
	r, err := newReach(ctx, c, nz)
	if err != nil {
		return nil, err
	}
	s, err := r.sums()
	if err != nil {
		return nil, err
	}
	return r.exact(ctx, s, e)
}

func (r *reach) exact(ctx context.Context, s *sums, e Pauli) (*big.Rat, error) {
	e, possible := r.into(e)
	if !possible {
		return new(big.Rat), nil
	}
	num, err := s.sum(ctx, e)
	if err != nil {
		return nil, err
	}
	return new(big.Rat).SetFrac(num, s.den), nil
}

// RawSum is the same sum as it stands: over all 2^r products of the deformation
// generators, dependent ones included, of the probability of each deformed error. It is
// 2^(r−rank) times ClassProbability, and is limited to r ≤ 20.
func RawSum(ctx context.Context, c *Code, nz *Noise, e Pauli) (*big.Rat, error) {
	if err := fit(c, nz, e); err != nil {
		return nil, err
	}
	gens := c.Deformations()
	if len(gens) > 20 {
		return nil, fmt.Errorf("code: raw sum over %d generators, the limit is 20", len(gens))
	}
	total := new(big.Rat)
	for i := uint64(0); i>>len(gens) == 0; i++ {
		if i&0xFF == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("code: raw sum: %w", ctx.Err())
		}
		p, err := nz.Probability(e.Mul(product(e.n, gens, []uint64{i})))
		if err != nil {
			return nil, err
		}
		total.Add(total, p)
	}
	return total, nil
}

// Classes are the probabilities of all logical classes of one syndrome, exactly: entry c
// is that of Representative(e, c).
type Classes struct {
	Probability []*big.Rat
}

// ClassProbabilities enumerates the 4^k classes of the syndrome of e.
func ClassProbabilities(ctx context.Context, c *Code, nz *Noise, e Pauli) (Classes, error) {
	if err := fit(c, nz, e); err != nil {
		return Classes{}, err
	}
	if 2*c.K() > maxClassBits {
		return Classes{}, fmt.Errorf("code: %d logical qubits have too many classes to list", c.K())
	}
	r, err := newReach(ctx, c, nz)
	if err != nil {
		return Classes{}, err
	}
	s, err := r.sums()
	if err != nil {
		return Classes{}, err
	}
	var out Classes
	for class := range 1 << (2 * c.K()) {
		p, err := r.exact(ctx, s, c.Representative(e, class))
		if err != nil {
			return Classes{}, err
		}
		out.Probability = append(out.Probability, p)
	}
	return out, nil
}

// Syndrome is the total probability, of the syndrome.
func (c Classes) Syndrome() *big.Rat {
	total := new(big.Rat)
	for _, p := range c.Probability {
		total.Add(total, p)
	}
	return total
}

// Posterior is the probability of each class given the syndrome, nil if the syndrome
// cannot occur.
func (c Classes) Posterior() []*big.Rat {
	total := c.Syndrome()
	if total.Sign() == 0 {
		return nil
	}
	var out []*big.Rat
	for _, p := range c.Probability {
		out = append(out, new(big.Rat).Quo(p, total))
	}
	return out
}

// Best is the likeliest class, the lowest of equals.
func (c Classes) Best() int {
	best := 0
	for class, p := range c.Probability {
		if p.Cmp(c.Probability[best]) > 0 {
			best = class
		}
	}
	return best
}

// LogProbability is the logarithm of an exact probability, to 192 bits.
func LogProbability(p *big.Rat) partition.LogZ {
	z := partition.LogZ{Method: "exact sum over deformations", Exact: true, Precision: "integers"}
	if p.Sign() <= 0 {
		z.Value = new(big.Float).SetInf(true)
		return z
	}
	ctx := precise.New(prec)
	z.Value = logRat(ctx, p)
	z.ErrorBound = math.Ldexp(float64(p.Num().BitLen()+p.Denom().BitLen()+2), 11-prec)
	return z
}

// Posterior is what an evaluator knows about the classes of one syndrome.
type Posterior struct {
	// Log is the logarithm of the probability of each class.
	Log []partition.LogZ
	// Probability is the probability of each class given the syndrome, right to Bound.
	Probability []float64
	Bound       []float64
	// Best is the likeliest class, the lowest of those that the bounds do not tell apart;
	// Certain says that the bounds exclude all others.
	Best    int
	Certain bool
}

// Decode finds the posterior of the classes of the syndrome of e through the spin models
// of all classes: maximum-likelihood decoding as a comparison of partition functions.
func Decode(ctx context.Context, c *Code, nz *Noise, e Pauli, ev Evaluator) (Posterior, error) {
	d, err := NewDecoder(ctx, c, nz, ev)
	if err != nil {
		return Posterior{}, err
	}
	return d.Decode(ctx, e)
}

// Decoder is a code and a noise made ready to decode many syndromes.
type Decoder struct {
	code   *Code
	mapper *mapper
	ev     Evaluator
}

// NewDecoder prepares decoding. The error wraps ErrNotAGroup where spin models do not
// exist.
func NewDecoder(ctx context.Context, c *Code, nz *Noise, ev Evaluator) (*Decoder, error) {
	if err := fit(c, nz, Identity(c.N)); err != nil {
		return nil, err
	}
	if 2*c.K() > maxClassBits {
		return nil, fmt.Errorf("code: %d logical qubits have too many classes to list", c.K())
	}
	r, err := newReach(ctx, c, nz)
	if err != nil {
		return nil, err
	}
	m, err := r.mapper(ctx, r.options())
	if err != nil {
		return nil, err
	}
	return &Decoder{c, m, ev}, nil
}

// Decode is the posterior of the classes of the syndrome of e; entry c belongs to
// Representative(e, c). Nothing of it depends on which error of its syndrome e is.
func (d *Decoder) Decode(ctx context.Context, e Pauli) (Posterior, error) {
	if e.n != d.code.N {
		return Posterior{}, fmt.Errorf("code: decode: the error %w: %d instead of %d", errQubits, e.n, d.code.N)
	}
	var maps []*Mapping
	for class := range 1 << (2 * d.code.K()) {
		m, err := d.mapper.at(d.code.Representative(e, class))
		if err != nil {
			return Posterior{}, err
		}
		maps = append(maps, m)
	}
	logs, err := logProbabilities(ctx, maps, d.ev)
	if err != nil {
		return Posterior{}, err
	}
	return NewPosterior(logs)
}

// logProbabilities is Mapping.LogProbability of each, in one call where the evaluator has
// one.
func logProbabilities(ctx context.Context, maps []*Mapping, ev Evaluator) ([]partition.LogZ, error) {
	logs := make([]partition.LogZ, len(maps))
	batch, ok := ev.(BatchEvaluator)
	var models []*spin.Model
	var which []int
	for class, m := range maps {
		if ok && m.Model != nil {
			models, which = append(models, m.Model), append(which, class)
			continue
		}
		var err error
		if logs[class], err = m.LogProbability(ctx, ev); err != nil {
			return nil, fmt.Errorf("code: decode: class %d: %w", class, err)
		}
	}
	if len(models) == 0 {
		return logs, nil
	}
	all, err := batch.LogZs(ctx, models)
	if err != nil {
		return nil, fmt.Errorf("code: decode: %w", err)
	}
	if len(all) != len(models) {
		return nil, fmt.Errorf("code: decode: the evaluator gave %d values for %d models", len(all), len(models))
	}
	for i, class := range which {
		logs[class] = maps[class].probability(all[i])
	}
	return logs, nil
}

// options are those for evaluation. A few dependences are global (all stars of a torus
// multiply to one) and fixing them would turn a lattice without fields into one with;
// many are local, as in gauge models, and make elimination wider than need be.
func (r *reach) options() Options {
	const global, most = 4, 2000
	dependent := len(r.spins) - r.rank
	return Options{Independent: dependent > global && len(r.spins) <= most}
}

// NewPosterior compares logarithms of class probabilities. Differences are taken in the
// precision of the logarithms, before rounding to float64; the bound of a difference is
// the sum of the two bounds. With |ln p_c − ln p_b| known to δ_c for every class,
// b being the best, P_c = e^(d_c)/Σ e^(d) is right to a factor e^(2δ), δ = max δ_c, so to
// P_c·(e^(2δ)−1); rounding adds a few units of 2⁻⁵³ for each class.
func NewPosterior(logs []partition.LogZ) (Posterior, error) {
	out := Posterior{Log: logs, Best: -1, Certain: true}
	top := -1
	for c, z := range logs {
		if z.Value.IsInf() {
			continue
		}
		if z.Negative || z.Phase != nil {
			return Posterior{}, fmt.Errorf("code: posterior: the sum of class %d is not positive", c)
		}
		if top < 0 || z.Value.Cmp(logs[top].Value) > 0 {
			top = c
		}
	}
	if top < 0 {
		return Posterior{}, errImpossible
	}
	weight, total, delta := make([]float64, len(logs)), 0.0, 0.0
	for c, z := range logs {
		if z.Value.IsInf() {
			continue
		}
		weight[c] = 1
		apart := false
		if c != top {
			d := difference(z, logs[top])
			f := d.Float64()
			weight[c] = math.Exp(f)
			// exp of a rounded argument: |f|·2⁻⁵³ more.
			delta = max(delta, d.ErrorBound+min(math.Abs(f), 746)*0x1p-53)
			apart = math.Abs(f) > d.ErrorBound
		}
		total += weight[c]
		// Not told apart from the top: the lowest wins, but it is not certain.
		if !apart {
			if out.Best < 0 {
				out.Best = c
			}
			out.Certain = out.Certain && c == top
		}
	}
	spread := math.Expm1(2*delta) + float64(len(logs)+8)*0x1p-52
	for c := range logs {
		p := weight[c] / total
		bound := 0.0
		if !logs[c].Value.IsInf() {
			bound = p * spread
			if p < 0x1p-1000 { // e^d has lost digits, or all of them: it is below e^−690 then
				bound = math.Exp(-690 + 2*delta)
			}
			bound = min(bound, 1)
		}
		out.Probability, out.Bound = append(out.Probability, p), append(out.Bound, bound)
	}
	return out, nil
}

var errImpossible = errors.New("code: the noise cannot make any error of this syndrome")

// difference is a−b with the sum of their bounds.
func difference(a, b partition.LogZ) partition.LogZ {
	v := new(big.Float).SetPrec(max(a.Value.Prec(), b.Value.Prec(), prec)).Sub(a.Value, b.Value)
	return partition.LogZ{Value: v, ErrorBound: a.ErrorBound + b.ErrorBound, Method: a.Method, Exact: a.Exact && b.Exact}
}

// LogRatio is ln p(class a) − ln p(class b), with a bound: the free energy of the domain
// wall between them, with its sign reversed.
func (p Posterior) LogRatio(a, b int) (partition.LogZ, error) {
	if a < 0 || b < 0 || a >= len(p.Log) || b >= len(p.Log) {
		return partition.LogZ{}, fmt.Errorf("code: log ratio of classes %d and %d of %d", a, b, len(p.Log))
	}
	if p.Log[a].Value.IsInf() || p.Log[b].Value.IsInf() {
		return partition.LogZ{}, fmt.Errorf("code: log ratio of classes %d and %d: one has probability 0", a, b)
	}
	return difference(p.Log[a], p.Log[b]), nil
}

// maxSuccess is the largest number of errors, as a power of two, that SuccessProbability
// goes through.
const maxSuccess = 26

// Performance is how decoders do on average over errors, exactly.
type Performance struct {
	// Success is the probability that maximum-likelihood decoding names the right class.
	Success *big.Rat
	// LeastWeight is the same for the decoder that takes the class of an error of least
	// weight (the class that occurs first where several have it, classes in order).
	LeastWeight *big.Rat
	// Total is the sum over syndromes and classes: 1 for normalised noise.
	Total *big.Rat
	// Syndromes is how many syndromes can occur.
	Syndromes int
}

// SuccessProbability sums over all syndromes and classes: E[max_c P(c|s)]. The errors that
// can occur must number at most 2^26 (a toric code of L = 3 under bit flips has 2^18).
func SuccessProbability(ctx context.Context, c *Code, nz *Noise) (Performance, error) {
	if err := fit(c, nz, Identity(c.N)); err != nil {
		return Performance{}, err
	}
	if err := nz.Normalised(); err != nil {
		return Performance{}, err
	}
	if 2*c.K() > maxClassBits {
		return Performance{}, fmt.Errorf("code: %d logical qubits have too many classes to list", c.K())
	}
	r, err := newReach(ctx, c, nz)
	if err != nil {
		return Performance{}, err
	}
	s, err := r.sums()
	if err != nil {
		return Performance{}, err
	}
	// Representatives of all errors modulo the deformations.
	var errorsBasis []Pauli
	if r.group {
		errorsBasis = paulisCommuting(nz.N, nz.constraints())
	} else {
		errorsBasis = paulisCommuting(nz.N, nil)
	}
	if len(errorsBasis) > maxSuccess {
		return Performance{}, fmt.Errorf("code: success probability: 2^%d errors can occur, the limit is 2^%d", len(errorsBasis), maxSuccess)
	}
	modulo := newSpan(false)
	for _, g := range s.gens {
		modulo.add(g.vec())
	}
	var free []Pauli
	for _, p := range errorsBasis {
		if ok, _ := modulo.add(p.vec()); ok {
			free = append(free, p)
		}
	}
	return r.perform(ctx, c, s, free)
}

// perform sums over the cosets of the products of free.
func (r *reach) perform(ctx context.Context, c *Code, s *sums, free []Pauli) (Performance, error) {
	type seen struct {
		best   *big.Int
		weight int
		class  int
		light  *big.Int
	}
	at := map[string]*seen{}
	var order []string
	total := new(big.Int)
	e := Identity(c.N)
	for i := uint64(0); i>>len(free) == 0; i++ {
		if i > 0 {
			e = e.Mul(free[bits.TrailingZeros64(i)])
		}
		p, err := s.sum(ctx, e)
		if err != nil {
			return Performance{}, err
		}
		total.Add(total, p)
		if p.Sign() == 0 {
			continue
		}
		key, class := fmt.Sprint(c.Syndrome(e)), c.Class(e)
		w := s.leastWeight(e)
		b := at[key]
		if b == nil {
			at[key] = &seen{best: p, weight: w, class: class, light: p}
			order = append(order, key)
			continue
		}
		if p.Cmp(b.best) > 0 {
			b.best = p
		}
		if w < b.weight || w == b.weight && class < b.class {
			b.weight, b.class, b.light = w, class, p
		}
	}
	best, light := new(big.Int), new(big.Int)
	slices.Sort(order)
	for _, key := range order {
		best.Add(best, at[key].best)
		light.Add(light, at[key].light)
	}
	return Performance{
		Success:     new(big.Rat).SetFrac(best, s.den),
		LeastWeight: new(big.Rat).SetFrac(light, s.den),
		Total:       new(big.Rat).SetFrac(total, s.den),
		Syndromes:   len(order),
	}, nil
}

// leastWeight is the least weight in the coset of e.
func (s *sums) leastWeight(e Pauli) int {
	v := Identity(e.n).Mul(e) // a copy to work on
	least := v.Weight()
	for i := uint64(1); i>>len(s.gens) == 0; i++ {
		g := s.gens[bits.TrailingZeros64(i)]
		xor(v.x, g.x)
		xor(v.z, g.z)
		least = min(least, v.Weight())
	}
	return least
}
