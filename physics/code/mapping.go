package code

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// Coupling is one of the Nishimori conditions of a mapping, exactly:
// K = βJ(σ) = (1/Root)·ln(Ratio), where Ratio = ∏_τ p(τ)^[[σ,τ]] over the Root errors τ
// that can occur on the region.
type Coupling struct {
	Table int
	Sigma string // σ on the qubits of a region, one letter each
	Root  int
	// Ratio is exact; Value is K to 192 bits.
	Ratio *big.Rat
	Value *big.Float
	// Same is the number of the first coupling with the same Root and Ratio.
	Same int
}

// Text writes the relation out, as in "βJ(Z) = 1/2 ln(9) = 1.0986123".
func (c Coupling) Text() string {
	return fmt.Sprintf("βJ(%s) = 1/%d ln(%s) = %.8f", c.Sigma, c.Root, c.Ratio.RatString(), c.Value)
}

// Interaction is one summand of −βH before terms on the same spins are added up:
// Sign·K·∏ s over Spins, Sign being the commutator [[σ,E]] with the reference error.
type Interaction struct {
	Region   int
	Coupling int
	Sign     int
	Spins    []int
}

// Mapping is the disordered spin model of an error, after Chubb and Flammia: one spin
// s_k = ±1 for each generator g_k of the deformations that the noise can make, and
//
//	−βH_E(s) = Σ_j Σ_σ βJ_j(σ) [[σ,E]] ∏_{k: [[σ,g_k]] = −1} s_k,
//	βJ_j(σ) = (1/|A_j|) Σ_{τ∈A_j} ln p_j(τ) [[σ,τ]],
//
// A_j being the group of errors that can occur on region j (all of them in the paper;
// with bit flips I and X) and σ running over its characters. Then exp(−βH_E(s)) is the
// probability of E times the generators with s_k = −1, and
//
//	ln(probability of the class of E) = ln Z(Model) + Offset.
//
// The offset holds the constant terms and −ln 2 for each dependent generator. Terms on
// the same spins are added up in Model, those that cancel are left out.
type Mapping struct {
	Error        Pauli // can occur; differs from the given one by a deformation
	Spins        []Pauli
	Dependent    int // how many more spins than independent generators
	Couplings    []Coupling
	Interactions []Interaction
	// Model is nil where there are no spins: the class is E alone.
	Model *spin.Model
	// Offset is good to OffsetBound.
	Offset      *big.Float
	OffsetBound float64
	// Impossible says that no error of the class can occur; then nothing else is set.
	Impossible bool

	noise  *Noise
	merged []term // what Model holds, with exact coefficients
}

// Options choose among equivalent spin models.
type Options struct {
	// Independent keeps one spin for each independent generator only, which fixes the
	// gauge. Without it every generator has a spin.
	Independent bool
}

// bits of the precision of offsets and couplings.
const prec = 192

// Map builds the spin model of the class of e. The error wraps ErrNotAGroup where some
// couplings would be infinite.
func Map(ctx context.Context, c *Code, nz *Noise, e Pauli, opt Options) (*Mapping, error) {
	if err := fit(c, nz, e); err != nil {
		return nil, err
	}
	r, err := newReach(ctx, c, nz)
	if err != nil {
		return nil, fmt.Errorf("code: mapping: %w", err)
	}
	m, err := r.mapper(ctx, opt)
	if err != nil {
		return nil, err
	}
	return m.at(e)
}

// fit checks that a code, a noise and an error belong together.
func fit(c *Code, nz *Noise, e Pauli) error {
	if err := nz.Validate(); err != nil {
		return err
	}
	if c.N != nz.N || c.N != e.n {
		return fmt.Errorf("code: a code on %d qubits, noise on %d and an error on %d", c.N, nz.N, e.n)
	}
	return nil
}

// mapper holds what the models of all errors of one code and noise have in common.
type mapper struct {
	reach     *reach
	spins     []Pauli
	dependent int
	couplings []Coupling
	first     []int        // the couplings of table t are first[t] … first[t+1]−1
	constants []*big.Float // the mean of ln p over each table
	sites     [][]int      // the spins of every interaction, in the order of Interactions
	precise   *precise.Context
}

// The models of one mapper share their lists of sites, which nobody may change.

func (r *reach) mapper(ctx context.Context, opt Options) (*mapper, error) {
	if !r.group {
		return nil, fmt.Errorf("code: mapping: %w", ErrNotAGroup)
	}
	m := &mapper{reach: r, spins: r.spins, dependent: len(r.spins) - r.rank, precise: precise.New(prec)}
	n := r.noise.N
	if opt.Independent && m.dependent > 0 {
		if err := eliminationFits(n, len(r.spins)); err != nil {
			return nil, err
		}
		m.spins, m.dependent = nil, 0
		for _, k := range independent(r.spins) {
			m.spins = append(m.spins, r.spins[k])
		}
	}
	if len(m.spins) > math.MaxInt32-1 {
		return nil, fmt.Errorf("code: mapping: %d spins", len(m.spins))
	}
	m.findCouplings()
	// Spins at every qubit, by whether their generator has an X or a Z part there.
	flips, turns := make([][]int32, n), make([][]int32, n)
	for k, g := range m.spins {
		for _, q := range g.Support() {
			if g.At(q)&X != 0 {
				flips[q] = append(flips[q], int32(k))
			}
			if g.At(q)&Z != 0 {
				turns[q] = append(turns[q], int32(k))
			}
		}
	}
	for j, region := range r.noise.Regions {
		if j&0xFFF == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("code: mapping: %w", ctx.Err())
		}
		for k := m.first[region.Table]; k < m.first[region.Table+1]; k++ {
			m.sites = append(m.sites, touched(region, m.couplings[k].entry(), flips, turns))
		}
	}
	return m, nil
}

// at is the model of the class of e.
func (r *mapper) at(e Pauli) (*Mapping, error) {
	e, possible := r.reach.into(e)
	if !possible {
		return &Mapping{Impossible: true, Error: e}, nil
	}
	noise := r.reach.noise
	m := &Mapping{Error: e, Spins: r.spins, Dependent: r.dependent, Couplings: r.couplings, noise: noise}
	coefficient := make([]int64, len(m.Couplings)) // of each coupling in the offset
	perTable := make([]int64, len(noise.Tables))
	at := map[string]int{}
	for j, region := range noise.Regions {
		perTable[region.Table]++
		entry := region.index(e)
		for k := r.first[region.Table]; k < r.first[region.Table+1]; k++ {
			it := Interaction{Region: j, Coupling: k, Sign: 1, Spins: r.sites[len(m.Interactions)]}
			if anticommute(m.Couplings[k].entry(), entry) {
				it.Sign = -1
			}
			m.Interactions = append(m.Interactions, it)
			if len(it.Spins) == 0 {
				coefficient[k] += int64(it.Sign)
				continue
			}
			m.merge(at, it)
		}
	}
	m.setOffset(r.precise, r.constants, perTable, coefficient)
	if err := m.setModel(); err != nil {
		return nil, err
	}
	if m.Model != nil && len(r.reach.torus) == 2 {
		onTorus(m.Model, r.reach.torus)
	}
	return m, nil
}

// entry is σ as a table index.
func (c Coupling) entry() int {
	at := 0
	for i := range len(c.Sigma) {
		at |= strings.IndexByte("IXZY", c.Sigma[i]) << (2 * i)
	}
	return at
}

// findCouplings lists the couplings table by table, leaving out the ones that are zero.
func (r *mapper) findCouplings() {
	p := r.precise
	for t, table := range r.reach.noise.Tables {
		r.first = append(r.first, len(r.couplings))
		entries, _ := table.support()
		seen := map[string]bool{}
		for sigma := range table.P {
			// Characters that agree on the support are the same.
			ratio, character := big.NewRat(1, 1), make([]byte, len(entries))
			trivial := true
			for i, tau := range entries {
				if anticommute(sigma, tau) {
					character[i], trivial = 1, false
					ratio.Quo(ratio, table.P[tau])
				} else {
					ratio.Mul(ratio, table.P[tau])
				}
			}
			if seen[string(character)] {
				continue
			}
			seen[string(character)] = true
			value := logRat(p, ratio)
			value.Quo(value, p.Int(int64(len(entries))))
			if trivial {
				r.constants = append(r.constants, value)
				continue
			}
			if ratio.Cmp(one) == 0 {
				continue
			}
			k := Coupling{Table: t, Sigma: table.operator(sigma), Root: len(entries), Ratio: ratio, Value: value, Same: len(r.couplings)}
			for i, other := range r.couplings {
				if other.Root == k.Root && other.Ratio.Cmp(ratio) == 0 {
					k.Same = i
					break
				}
			}
			r.couplings = append(r.couplings, k)
		}
	}
	r.first = append(r.first, len(r.couplings))
}

// logRat is ln x for x > 0, good to 2^(10−prec)·(1+|ln num|+|ln den|).
func logRat(p *precise.Context, x *big.Rat) *big.Float {
	if x.Cmp(one) == 0 {
		return p.New()
	}
	v := p.Log(p.New().SetInt(x.Num()))
	return v.Sub(v, p.Log(p.New().SetInt(x.Denom())))
}

// touched lists the spins whose generators anticommute with σ on a region, sorted.
func touched(r Region, sigma int, flips, turns [][]int32) []int {
	var all []int
	for i, q := range r.Qubits {
		if op := sigma >> (2 * i); op&X != 0 {
			for _, k := range turns[q] {
				all = append(all, int(k))
			}
		}
		if op := sigma >> (2 * i); op&Z != 0 {
			for _, k := range flips[q] {
				all = append(all, int(k))
			}
		}
	}
	slices.Sort(all)
	// Those that occur an even number of times commute.
	kept := all[:0]
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		if (j-i)%2 == 1 {
			kept = append(kept, all[i])
		}
		i = j
	}
	return kept
}

// term is what Model holds for one set of spins: Σ times·K over couplings.
type term struct {
	spins []int
	parts []part
}

type part struct {
	coupling int
	times    int64
}

func (m *Mapping) merge(at map[string]int, it Interaction) {
	var key strings.Builder
	for _, s := range it.Spins {
		for shift := 0; shift < 32; shift += 8 {
			key.WriteByte(byte(s >> shift))
		}
	}
	k, ok := at[key.String()]
	if !ok {
		k = len(m.merged)
		at[key.String()] = k
		m.merged = append(m.merged, term{spins: it.Spins})
	}
	same := m.Couplings[it.Coupling].Same
	parts := m.merged[k].parts
	for i := range parts {
		if parts[i].coupling == same {
			parts[i].times += int64(it.Sign)
			return
		}
	}
	m.merged[k].parts = append(parts, part{same, int64(it.Sign)})
}

// setOffset adds up the constants. Every summand is a logarithm with an error of at most
// 2^(11−prec)·(1+|ln num|+|ln den|), and Noise.Validate keeps both logarithms below 2^24
// (a product of 4^maxRegion entries of maxBits bits); 2^(40−prec) of what was added, with
// one for each summand, covers that.
func (m *Mapping) setOffset(p *precise.Context, constants []*big.Float, perTable, coefficient []int64) {
	v, size := p.New(), 1.0
	add := func(x *big.Float, times int64) {
		t := p.New().Mul(x, p.Int(times))
		v.Add(v, t)
		f, _ := t.Float64()
		size += math.Abs(f) + math.Abs(float64(times))
	}
	for t, c := range constants {
		add(c, perTable[t])
	}
	for k, times := range coefficient {
		add(m.Couplings[k].Value, times)
	}
	add(p.Ln2, -int64(m.Dependent))
	m.Offset, m.OffsetBound = v, math.Ldexp(size, 40-prec)
}

// setModel writes the terms as a spin model. With one coupling β is its value and J are
// integers; with several β is 1.
func (m *Mapping) setModel() error {
	if len(m.Spins) == 0 {
		return nil
	}
	model := &spin.Model{N: len(m.Spins), Beta: 1}
	single := -1
	for _, t := range m.merged {
		for _, p := range t.parts {
			if p.times == 0 {
				continue
			}
			if single < 0 {
				single = p.coupling
			} else if single != p.coupling {
				single = math.MaxInt
			}
		}
	}
	uniform := single >= 0 && single < math.MaxInt
	lost := 0.0
	if uniform {
		model.Beta, lost = rounded(m.Couplings[single].Value)
	}
	for _, t := range m.merged {
		var j float64
		if uniform {
			j = float64(t.parts[0].times)
			for _, p := range t.parts[1:] {
				j += float64(p.times)
			}
			model.Rounding += math.Abs(j) * lost
		} else {
			sum := new(big.Float).SetPrec(prec + 64)
			for _, p := range t.parts {
				sum.Add(sum, new(big.Float).Mul(m.Couplings[p.coupling].Value, new(big.Float).SetInt64(p.times)))
			}
			var delta float64
			if j, delta = rounded(sum); math.Abs(j) < 0x1p-100 {
				delta, j = delta+math.Abs(j), 0 // couplings that cancel, but for the last bits
			}
			model.Rounding += delta
		}
		if j != 0 {
			model.Terms = append(model.Terms, spin.Term{Sites: t.spins, J: j})
		}
	}
	m.Model = model
	if err := model.Validate(); err != nil {
		return fmt.Errorf("code: mapping: %w", err)
	}
	return nil
}

// onTorus brings the terms into the order in which a periodic square lattice generates
// them and names the lattice, if they are its bonds: some evaluators read it off from that.
func onTorus(m *spin.Model, size []int) {
	l := &spin.Lattice{Kind: "square", Size: size, Torus: true}
	edges, err := l.Edges(len(m.Terms))
	if err != nil || m.N != size[0]*size[1] || len(edges) != len(m.Terms) {
		return // more bonds than terms, or fewer
	}
	at := make(map[[2]int]int, len(edges))
	for k, t := range m.Terms {
		if len(t.Sites) != 2 {
			return
		}
		at[[2]int{min(t.Sites[0], t.Sites[1]), max(t.Sites[0], t.Sites[1])}] = k
	}
	terms := make([]spin.Term, len(edges))
	for i, e := range edges {
		k, ok := at[[2]int{min(e[0], e[1]), max(e[0], e[1])}]
		if !ok {
			return
		}
		delete(at, [2]int{min(e[0], e[1]), max(e[0], e[1])})
		terms[i] = spin.Term{Sites: []int{e[0], e[1]}, J: m.Terms[k].J}
	}
	m.Terms, m.Lattice = terms, l
}

// rounded is x as a float64, with a bound on the distance, which includes the error of x
// itself.
func rounded(x *big.Float) (float64, float64) {
	f, _ := x.Float64()
	d := new(big.Float).Sub(x, new(big.Float).SetFloat64(f))
	delta, _ := d.Float64()
	return f, math.Nextafter(math.Abs(delta), math.Inf(1)) + math.Ldexp(1+math.Abs(f), 40-prec)
}

// Evaluator finds ln Z of a spin model. Its error bound must include m.Rounding, as that
// of spin.Evaluate does.
type Evaluator interface {
	LogZ(ctx context.Context, m *spin.Model) (partition.LogZ, error)
}

// BatchEvaluator is an Evaluator that takes several models at once. Those that a Decoder
// asks about have the same terms up to the signs of J along logical operators, so that
// an evaluator can share work among them: the classes of a toric code under bit flips
// are one model with the four choices of boundary signs.
type BatchEvaluator interface {
	Evaluator
	LogZs(ctx context.Context, models []*spin.Model) ([]partition.LogZ, error)
}

// Spin evaluates with spin.Evaluate within a budget; the zero value has that package's
// own limits.
type Spin struct{ Budget spin.Budget }

// LogZ is spin.Evaluate.
func (s Spin) LogZ(ctx context.Context, m *spin.Model) (partition.LogZ, error) {
	return spin.Evaluate(ctx, m, s.Budget)
}

// LogProbability is the logarithm of the probability of the class: ln Z + Offset.
func (m *Mapping) LogProbability(ctx context.Context, ev Evaluator) (partition.LogZ, error) {
	switch {
	case m.Impossible:
		return partition.LogZ{Value: new(big.Float).SetInf(true), Method: "the noise cannot make any error of the class", Exact: true}, nil
	case m.Model == nil:
		return partition.LogZ{Value: m.Offset, ErrorBound: m.OffsetBound, Method: "a single error", Exact: true}, nil
	}
	z, err := ev.LogZ(ctx, m.Model)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("code: class probability: %w", err)
	}
	return m.probability(z), nil
}

// probability adds the offset to ln Z.
func (m *Mapping) probability(z partition.LogZ) partition.LogZ {
	v := new(big.Float).SetPrec(max(z.Value.Prec(), prec)).Add(z.Value, m.Offset)
	size, _ := v.Float64()
	z.Value = v
	return z.Widen(m.OffsetBound + math.Ldexp(math.Abs(size), -prec))
}

// LogZ turns the logarithm of a class probability into ln Z of the model.
func (m *Mapping) LogZ(probability partition.LogZ) partition.LogZ {
	z := probability
	z.Value = new(big.Float).SetPrec(max(z.Value.Prec(), prec)).Sub(z.Value, m.Offset)
	return z.Widen(m.OffsetBound)
}

// Weight is −βH of a configuration plus what makes it the logarithm of a probability
// (Offset without the part for dependent generators): the logarithm of the probability
// of Deformed(s). s has one entry ±1 per spin.
func (m *Mapping) Weight(s []int8) (*big.Float, error) {
	if len(s) != len(m.Spins) || m.Impossible {
		return nil, fmt.Errorf("code: mapping: %d signs for %d spins", len(s), len(m.Spins))
	}
	p := precise.New(prec)
	v := p.New().Add(m.Offset, p.New().Mul(p.Ln2, p.Int(int64(m.Dependent))))
	for _, it := range m.Interactions {
		if len(it.Spins) == 0 {
			continue // in the offset
		}
		sign := int64(it.Sign)
		for _, k := range it.Spins {
			sign *= int64(s[k])
		}
		v.Add(v, p.New().Mul(m.Couplings[it.Coupling].Value, p.Int(sign)))
	}
	return v, nil
}

// Deformed is E times the generators whose spins are −1.
func (m *Mapping) Deformed(s []int8) Pauli {
	e := m.Error
	for k, g := range m.Spins {
		if k < len(s) && s[k] < 0 {
			e = e.Mul(g)
		}
	}
	return e
}

// Ghost is the model without fields that has one more spin, to which fields have become
// bonds: its Z is twice that of Model. The boundary of a planar code gives fields; with
// the ghost outside of the lattice the graph stays planar. It is nil where Model is.
func (m *Mapping) Ghost() *spin.Model {
	if m.Model == nil {
		return nil
	}
	g := &spin.Model{N: m.Model.N + 1, Beta: m.Model.Beta, Rounding: m.Model.Rounding}
	for _, t := range m.Model.Terms {
		if len(t.Sites)%2 == 1 {
			t.Sites = append(slices.Clone(t.Sites), m.Model.N)
		}
		g.Terms = append(g.Terms, t)
	}
	return g
}

// MarshalJSON writes what Describe prints: the generators of the spins, the Nishimori
// conditions, the model and the offset.
func (m *Mapping) MarshalJSON() ([]byte, error) {
	type condition struct {
		Sigma string `json:"sigma"`
		Root  int    `json:"root"`
		Ratio string `json:"ratio"`
		Value string `json:"value"`
	}
	out := struct {
		Impossible  bool        `json:"impossible,omitempty"`
		Noise       string      `json:"noise,omitempty"`
		Error       string      `json:"error"`
		Spins       []string    `json:"spins"`
		Dependent   int         `json:"dependent"`
		Relation    string      `json:"relation,omitempty"`
		Nishimori   []condition `json:"nishimori"`
		Model       *spin.Model `json:"model"`
		Offset      string      `json:"offset,omitempty"`
		OffsetBound float64     `json:"offset_bound"`
	}{
		Impossible: m.Impossible, Error: m.Error.Sparse(), Spins: []string{}, Dependent: m.Dependent,
		Nishimori: []condition{}, Model: m.Model, OffsetBound: m.OffsetBound,
	}
	for _, g := range m.Spins {
		out.Spins = append(out.Spins, g.Sparse())
	}
	for _, c := range m.Couplings {
		out.Nishimori = append(out.Nishimori, condition{c.Sigma, c.Root, c.Ratio.RatString(), c.Value.Text('g', 40)})
	}
	if m.noise != nil {
		out.Noise, out.Relation = m.noise.Name, m.noise.Relation
	}
	if m.Offset != nil {
		out.Offset = m.Offset.Text('g', 40)
	}
	return json.Marshal(out)
}

// Describe writes the mapping for a reader: spins, Nishimori conditions, terms and
// offset. limit bounds the spins and terms that are listed, 0 meaning all.
func (m *Mapping) Describe(limit int) string {
	var b strings.Builder
	if m.Impossible {
		return "no error of the class can occur: probability 0\n"
	}
	fmt.Fprintf(&b, "noise: %s\nerror: %s\n", m.noise.Name, m.Error.Sparse())
	fmt.Fprintf(&b, "spins: %d, one per generator, %d of them dependent\n", len(m.Spins), m.Dependent)
	some := func(n int) int {
		if limit > 0 {
			return min(n, limit)
		}
		return n
	}
	for k := range some(len(m.Spins)) {
		fmt.Fprintf(&b, "  s%d: %s\n", k, m.Spins[k].Sparse())
	}
	more(&b, len(m.Spins)-some(len(m.Spins)))
	if m.noise.Relation != "" {
		fmt.Fprintf(&b, "Nishimori conditions: %s\n", m.noise.Relation)
	}
	for _, c := range m.Couplings {
		fmt.Fprintf(&b, "  %s\n", c.Text())
	}
	if m.Model != nil {
		fmt.Fprintf(&b, "terms: %d, −βH = β Σ J ∏ s with β = %.8f\n", len(m.Model.Terms), m.Model.Beta)
		for _, t := range m.Model.Terms[:some(len(m.Model.Terms))] {
			fmt.Fprintf(&b, "  %+.6g", t.J)
			for _, s := range t.Sites {
				fmt.Fprintf(&b, " s%d", s)
			}
			b.WriteByte('\n')
		}
		more(&b, len(m.Model.Terms)-some(len(m.Model.Terms)))
	}
	fmt.Fprintf(&b, "ln(class probability) = ln Z %+.10f\n", m.Offset)
	return b.String()
}

func more(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "  … and %d more\n", n)
	}
}
