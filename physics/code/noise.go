package code

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"github.com/assay-physics/assay/physics/modelfile"
)

// maxRegion bounds the qubits of one region: its table has 4^maxRegion entries.
const maxRegion = 4

// maxBits bounds numerators and denominators of probabilities.
const maxBits = 1 << 16

// Table is a function of the Pauli operator on a few qubits. Entry Σ op_i 4^i belongs to
// op_0 on the first qubit, op_1 on the second and so on, with the numbers I, X, Z, Y.
type Table struct {
	Qubits int
	P      []*big.Rat
}

// Region is a list of distinct qubits with the number of its table.
type Region struct {
	Qubits []int
	Table  int
}

// Noise is a distribution of Pauli errors on N qubits that factorises over regions, which
// may overlap: p(E) = ∏_j p_j(E on region j). The tables are exact. On a qubit of no
// region everything occurs, with weight 1.
//
// Sampling and everything that sums to one needs the tables to be conditional
// distributions in the order of the regions (Normalised): each sums to one over the
// qubits that no earlier region contains.
type Noise struct {
	Name    string
	N       int
	Tables  []Table
	Regions []Region
	// Relation states the Nishimori conditions of this family in words, "" if it has no
	// name of its own.
	Relation string
}

// BitFlip flips every qubit with probability p.
func BitFlip(n int, p *big.Rat) (*Noise, error) {
	nz, err := SingleQubit(n, p, new(big.Rat), new(big.Rat))
	return nz.named(err, "bit flip, p = "+ratText(p), "βJ = ½ ln((1−p)/p)")
}

// PhaseFlip turns the sign of every qubit with probability p.
func PhaseFlip(n int, p *big.Rat) (*Noise, error) {
	nz, err := SingleQubit(n, new(big.Rat), new(big.Rat), p)
	return nz.named(err, "phase flip, p = "+ratText(p), "βJ = ½ ln((1−p)/p)")
}

// Depolarizing applies X, Y or Z to every qubit with probability p/3 each.
func Depolarizing(n int, p *big.Rat) (*Noise, error) {
	if p == nil {
		return nil, errors.New("code: depolarizing noise: p is missing")
	}
	third := new(big.Rat).Quo(p, big.NewRat(3, 1))
	nz, err := SingleQubit(n, third, third, third)
	return nz.named(err, "depolarizing, p = "+ratText(p), "βJ_X = βJ_Y = βJ_Z = ¼ ln(3(1−p)/p)")
}

// Biased errs with probability p on every qubit; a Z error is eta times as likely as an
// X or Y error together, which are equally likely: p_Z = p·η/(η+1), p_X = p_Y = p/(2(η+1)).
func Biased(n int, p, eta *big.Rat) (*Noise, error) {
	if p == nil || eta == nil || eta.Sign() < 0 {
		return nil, fmt.Errorf("code: biased noise: p is %s and η is %s, want η ≥ 0", ratText(p), ratText(eta))
	}
	share := new(big.Rat).Add(eta, big.NewRat(1, 1))
	share.Quo(p, share)
	half := new(big.Rat).Quo(share, big.NewRat(2, 1))
	nz, err := SingleQubit(n, half, half, new(big.Rat).Mul(share, eta))
	return nz.named(err, "biased, p = "+ratText(p)+", η = "+ratText(eta), "βJ_P = ¼ ln(p_I p_P/(p_Q p_R))")
}

// SingleQubit applies X, Y and Z to every qubit with the given probabilities.
func SingleQubit(n int, px, py, pz *big.Rat) (*Noise, error) {
	rest := big.NewRat(1, 1)
	for _, p := range []*big.Rat{px, py, pz} {
		if p == nil || p.Sign() < 0 || rest.Sub(rest, p).Sign() < 0 {
			return nil, fmt.Errorf("code: error probabilities %s, %s, %s of X, Y, Z are not all ≥ 0 with a sum ≤ 1", ratText(px), ratText(py), ratText(pz))
		}
	}
	nz := &Noise{
		Name: fmt.Sprintf("p_X = %s, p_Y = %s, p_Z = %s", ratText(px), ratText(py), ratText(pz)), N: n,
		Tables: []Table{{1, []*big.Rat{I: rest, X: px, Z: pz, Y: py}}}, Relation: "βJ_P = ¼ ln(p_I p_P/(p_Q p_R))",
	}
	for q := range max(n, 0) {
		nz.Regions = append(nz.Regions, Region{[]int{q}, 0})
	}
	return nz, nz.Validate()
}

// BitFlips flips qubit i with probability p[i], independently.
func BitFlips(p []*big.Rat) (*Noise, error) {
	nz := &Noise{Name: "bit flips of unequal rates", N: len(p), Relation: "βJ_i = ½ ln((1−p_i)/p_i)"}
	at := map[string]int{}
	for i, x := range p {
		if x == nil || x.Sign() < 0 || x.Cmp(one) > 0 {
			return nil, fmt.Errorf("code: bit flip of qubit %d: p is %s, want 0 … 1", i, ratText(x))
		}
		key := x.RatString()
		if _, ok := at[key]; !ok {
			at[key] = len(nz.Tables)
			nz.Tables = append(nz.Tables, flipTable(x))
		}
		nz.Regions = append(nz.Regions, Region{[]int{i}, at[key]})
	}
	return nz, nz.Validate()
}

func flipTable(p *big.Rat) Table {
	return Table{1, []*big.Rat{I: new(big.Rat).Sub(one, p), X: p, Z: new(big.Rat), Y: new(big.Rat)}}
}

// CorrelatedBitFlips flips qubits along chains: every qubit with probability p, but the
// one after a flipped one eta times as often as the one after an unflipped one (eta > 1:
// errors come in bunches). On each chain, a list of qubits, the flips are a stationary
// Markov chain: P(X|I) = p/(1−p+ηp), P(X|X) = η P(X|I), and regions are its pairs of
// neighbours, as in the correlated noise of Chubb and Flammia. Qubits of no chain flip
// alone.
func CorrelatedBitFlips(n int, chains [][]int, p, eta *big.Rat) (*Noise, error) {
	if p == nil || eta == nil || p.Sign() <= 0 || p.Cmp(one) >= 0 || eta.Sign() <= 0 {
		return nil, fmt.Errorf("code: correlated bit flips: p = %s and η = %s, want 0 < p < 1 and η > 0", ratText(p), ratText(eta))
	}
	afterI := new(big.Rat).Mul(eta, p)
	afterI.Add(afterI, new(big.Rat).Sub(one, p))
	afterI.Quo(p, afterI)
	afterX := new(big.Rat).Mul(eta, afterI)
	if afterX.Cmp(one) >= 0 {
		return nil, fmt.Errorf("code: correlated bit flips: p = %s and η = %s give P(X|X) = %s, want below 1", ratText(p), ratText(eta), ratText(afterX))
	}
	pair := Table{2, make([]*big.Rat, 16)}
	for i := range pair.P {
		pair.P[i] = new(big.Rat)
	}
	for first, after := range map[int]*big.Rat{I: afterI, X: afterX} {
		pair.P[first+4*X] = after
		pair.P[first+4*I] = new(big.Rat).Sub(one, after)
	}
	nz := &Noise{
		Name: "bit flips correlated along chains, p = " + ratText(p) + ", η = " + ratText(eta), N: n,
		Tables:   []Table{flipTable(p), pair},
		Relation: "βJ(σ) = ¼ Σ_τ ln p(τ) [[σ,τ]] on pairs of neighbours, ½ ln((1−p)/p) at the first qubit of a chain",
	}
	seen := make([]bool, max(n, 0))
	for c, chain := range chains {
		for i, q := range chain {
			if q < 0 || q >= n || seen[q] {
				return nil, fmt.Errorf("code: correlated bit flips: chain %d: qubit %d is outside of 0 … %d or in a chain already", c, q, n-1)
			}
			seen[q] = true
			if i == 0 {
				nz.Regions = append(nz.Regions, Region{[]int{q}, 0})
			} else {
				nz.Regions = append(nz.Regions, Region{[]int{chain[i-1], q}, 1})
			}
		}
	}
	for q, ok := range seen {
		if !ok {
			nz.Regions = append(nz.Regions, Region{[]int{q}, 0})
		}
	}
	return nz, nz.Validate()
}

var one = big.NewRat(1, 1) // never written to

func (nz *Noise) named(err error, name, relation string) (*Noise, error) {
	if err != nil {
		return nil, err
	}
	nz.Name, nz.Relation = name, relation
	return nz, nil
}

func ratText(p *big.Rat) string {
	if p == nil {
		return "missing"
	}
	return p.RatString()
}

// Validate checks shapes and ranges: tables of 4^m entries ≥ 0, at least one above, and
// regions of as many distinct qubits as their table has.
func (nz *Noise) Validate() error {
	if nz.N < 1 || nz.N > maxQubits {
		return fmt.Errorf("code: noise on %d qubits, want 1 … %d", nz.N, maxQubits)
	}
	for t, table := range nz.Tables {
		if table.Qubits < 1 || table.Qubits > maxRegion || len(table.P) != 1<<(2*table.Qubits) {
			return fmt.Errorf("code: noise table %d has %d entries for %d qubits, want 4^m for 1 … %d", t, len(table.P), table.Qubits, maxRegion)
		}
		positive := false
		for i, p := range table.P {
			if p == nil || p.Sign() < 0 {
				return fmt.Errorf("code: noise table %d: entry %d (%s) is %s, want a number ≥ 0", t, i, table.operator(i), ratText(p))
			}
			if p.Num().BitLen() > maxBits || p.Denom().BitLen() > maxBits {
				return fmt.Errorf("code: noise table %d: entry %d (%s) has more than %d bits", t, i, table.operator(i), maxBits)
			}
			positive = positive || p.Sign() > 0
		}
		if !positive {
			return fmt.Errorf("code: noise table %d is zero", t)
		}
	}
	for j, r := range nz.Regions {
		if r.Table < 0 || r.Table >= len(nz.Tables) || nz.Tables[r.Table].Qubits != len(r.Qubits) {
			return fmt.Errorf("code: noise region %d: %d qubits with table %d of %d", j, len(r.Qubits), r.Table, len(nz.Tables))
		}
		for i, q := range r.Qubits {
			if q < 0 || q >= nz.N || slices.Contains(r.Qubits[:i], q) {
				return fmt.Errorf("code: noise region %d: qubit %d occurs twice or is outside of 0 … %d", j, q, nz.N-1)
			}
		}
	}
	return nil
}

// operator writes the Pauli operator of a table entry.
func (t Table) operator(i int) string {
	s := make([]byte, t.Qubits)
	for k := range s {
		s[k] = letters[i>>(2*k)&3]
	}
	return string(s)
}

// Normalised checks that the noise is a probability distribution in the strong sense of
// the type's comment, and that its regions cover all qubits.
func (nz *Noise) Normalised() error {
	if err := nz.Validate(); err != nil {
		return err
	}
	// possible holds, as four bits, which operators earlier regions can put on a qubit.
	possible := make([]int, nz.N)
	type shape struct{ table, known int }
	good := map[shape]bool{}
	for j, r := range nz.Regions {
		known := 0
		for i, q := range r.Qubits {
			known |= possible[q] << (4 * i)
		}
		table := nz.Tables[r.Table]
		if key := (shape{r.Table, known}); !good[key] {
			if condition, ok := table.conditional(known); !ok {
				return fmt.Errorf("code: noise region %d: the probabilities after %s on its earlier qubits do not add up to 1", j, condition)
			}
			good[key] = true
		}
		for i, q := range r.Qubits {
			if known>>(4*i)&15 != 0 {
				continue // decided by earlier regions
			}
			for entry, p := range table.P {
				if p.Sign() > 0 {
					possible[q] |= 1 << (entry >> (2 * i) & 3)
				}
			}
		}
	}
	if q := slices.Index(possible, 0); q >= 0 {
		return fmt.Errorf("code: noise: no region contains qubit %d", q)
	}
	return nil
}

// conditional reports whether the table sums to one over the qubits that are new, whatever
// is on the others; else it says for what it does not. known has four bits for each qubit,
// the operators that can be there, none for a new one.
func (t Table) conditional(known int) (string, bool) {
	old := 0
	for i := range t.Qubits {
		if known>>(4*i)&15 != 0 {
			old |= 3 << (2 * i)
		}
	}
	sums := make([]*big.Rat, len(t.P))
	for i, p := range t.P {
		if sums[i&old] == nil {
			sums[i&old] = new(big.Rat)
		}
		sums[i&old].Add(sums[i&old], p)
	}
conditions:
	for i, sum := range sums {
		if sum == nil || sum.Cmp(one) == 0 {
			continue
		}
		for q := range t.Qubits {
			if set := known >> (4 * q) & 15; set != 0 && set>>(i>>(2*q)&3)&1 == 0 {
				continue conditions // it cannot occur
			}
		}
		return t.operator(i), false
	}
	return "", true
}

// index is the table entry of e on region r.
func (r Region) index(e Pauli) int {
	at := 0
	for i, q := range r.Qubits {
		at |= e.At(q) << (2 * i)
	}
	return at
}

// Probability is p(e), exactly.
func (nz *Noise) Probability(e Pauli) (*big.Rat, error) {
	if e.n != nz.N {
		return nil, fmt.Errorf("code: error %w than the noise: %d, not %d", errQubits, e.n, nz.N)
	}
	p := big.NewRat(1, 1)
	for _, r := range nz.Regions {
		p.Mul(p, nz.Tables[r.Table].P[r.index(e)])
	}
	return p, nil
}

// Sampler draws errors. It is safe for concurrent use.
type Sampler struct {
	noise *Noise
	old   []int // mask of the qubits of each region that earlier regions decide
	mu    sync.Mutex
	cache map[choice][]cumulative
}

type choice struct{ table, old, fixed int }

type cumulative struct {
	index int
	upTo  float64
}

// NewSampler prepares sampling from normalised noise.
func NewSampler(nz *Noise) (*Sampler, error) {
	if err := nz.Normalised(); err != nil {
		return nil, err
	}
	s := &Sampler{noise: nz, cache: map[choice][]cumulative{}}
	known := make([]bool, nz.N)
	for _, r := range nz.Regions {
		old := 0
		for i, q := range r.Qubits {
			if known[q] {
				old |= 3 << (2 * i)
			}
			known[q] = true
		}
		s.old = append(s.old, old)
	}
	return s, nil
}

// Sample is error k of the stream with the given seed: region j takes output
// k·(number of regions)+j of splitmix64, so errors can be drawn in any order. The
// probabilities are rounded to float64 on the way.
func (s *Sampler) Sample(seed, k uint64) (Pauli, error) {
	e := Identity(s.noise.N)
	for j, r := range s.noise.Regions {
		at := choice{r.Table, s.old[j], r.index(e)}
		u := modelfile.Uniform(seed, k*uint64(len(s.noise.Regions))+uint64(j))
		list := s.distribution(at)
		if len(list) == 0 {
			return Pauli{}, errors.New("code: noise: a region has no continuation of what earlier ones drew")
		}
		entry := list[len(list)-1].index
		for _, c := range list {
			if u < c.upTo {
				entry = c.index
				break
			}
		}
		for i, q := range r.Qubits {
			e.toggle(q, (entry^at.fixed)>>(2*i)&3)
		}
	}
	return e, nil
}

// distribution lists the entries that agree with what is fixed and can occur.
func (s *Sampler) distribution(at choice) []cumulative {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, ok := s.cache[at]
	if !ok {
		sum := new(big.Rat)
		for i, p := range s.noise.Tables[at.table].P {
			if i&at.old == at.fixed&at.old && p.Sign() > 0 {
				f, _ := sum.Add(sum, p).Float64()
				list = append(list, cumulative{i, f})
			}
		}
		s.cache[at] = list
	}
	return list
}

// support lists the entries of a table that can occur, in order; closed reports whether
// they form a group.
func (t Table) support() (entries []int, closed bool) {
	for i, p := range t.P {
		if p.Sign() > 0 {
			entries = append(entries, i)
		}
	}
	if entries[0] != 0 {
		return entries, false
	}
	for _, a := range entries {
		for _, b := range entries {
			if t.P[a^b].Sign() == 0 {
				return entries, false
			}
		}
	}
	return entries, true
}

// anticommute reports whether the scalar commutator [[a,b]] of two table entries is −1.
func anticommute(a, b int) bool {
	const evens = 0x55555555
	swapped := b>>1&evens | b&evens<<1
	return bits.OnesCount32(uint32(a&swapped))&1 != 0
}

// ErrNotAGroup says that the errors that can occur on some region are not closed under
// multiplication: then couplings of the spin model would be infinite, and only direct
// sums are possible.
var ErrNotAGroup = errors.New("the errors that can occur do not form a group")

// contains reports whether e can occur.
func (nz *Noise) contains(e Pauli) bool {
	for _, r := range nz.Regions {
		if nz.Tables[r.Table].P[r.index(e)].Sign() == 0 {
			return false
		}
	}
	return true
}

// constraints are operators that commute with exactly the errors that can occur.
func (nz *Noise) constraints() []Pauli {
	perTable := make([][]int, len(nz.Tables))
	for t, table := range nz.Tables {
		entries, _ := table.support()
		s := newSpan(false)
		for sigma := range table.P {
			if !slices.ContainsFunc(entries, func(tau int) bool { return anticommute(sigma, tau) }) {
				if ok, _ := s.add([]uint64{uint64(sigma)}); ok {
					perTable[t] = append(perTable[t], sigma)
				}
			}
		}
	}
	var out []Pauli
	for _, r := range nz.Regions {
		for _, sigma := range perTable[r.Table] {
			p := Identity(nz.N)
			for i, q := range r.Qubits {
				p.toggle(q, sigma>>(2*i)&3)
			}
			out = append(out, p)
		}
	}
	return out
}
