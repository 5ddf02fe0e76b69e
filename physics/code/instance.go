package code

import (
	"context"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/partition"
)

// Instance is a code, its noise and an error: what a spin model is made from. The
// constructors below leave Error at the identity.
type Instance struct {
	Code  *Code
	Noise *Noise
	Error Pauli
}

// Raw is the sum over all products of the deformation generators as it stands (RawSum).
func (x *Instance) Raw(ctx context.Context) (*big.Rat, error) {
	return RawSum(ctx, x.Code, x.Noise, x.Error)
}

// Exact is the probability of the class of Error (ClassProbability).
func (x *Instance) Exact(ctx context.Context) (*big.Rat, error) {
	return ClassProbability(ctx, x.Code, x.Noise, x.Error)
}

// Map is the spin model (Map).
func (x *Instance) Map(ctx context.Context, opt Options) (*Mapping, error) {
	return Map(ctx, x.Code, x.Noise, x.Error, opt)
}

// LogProbability is the logarithm of the probability of the class of Error: exact where
// the deformations are few enough to be enumerated quickly, else by the spin model.
func (x *Instance) LogProbability(ctx context.Context, ev Evaluator) (partition.LogZ, error) {
	if err := fit(x.Code, x.Noise, x.Error); err != nil {
		return partition.LogZ{}, err
	}
	r, err := newReach(ctx, x.Code, x.Noise)
	if err != nil {
		return partition.LogZ{}, err
	}
	if !r.group || r.rank <= quickRank {
		s, err := r.sums()
		if err != nil {
			return partition.LogZ{}, err
		}
		p, err := r.exact(ctx, s, x.Error)
		if err != nil {
			return partition.LogZ{}, err
		}
		return LogProbability(p), nil
	}
	f, err := r.mapper(ctx, r.options())
	if err != nil {
		return partition.LogZ{}, err
	}
	m, err := f.at(x.Error)
	if err != nil {
		return partition.LogZ{}, err
	}
	return m.LogProbability(ctx, ev)
}

// quickRank is the rank up to which enumeration needs no thought.
const quickRank = 12

// At moves the error to where the given qubits (or fault locations) are flipped.
func (x *Instance) At(flipped ...int) (*Instance, error) {
	for _, q := range flipped {
		if q < 0 || q >= x.Code.N {
			return nil, fmt.Errorf("code: flipped qubit %d is outside of 0 … %d", q, x.Code.N-1)
		}
	}
	return &Instance{x.Code, x.Noise, OnX(x.Code.N, flipped...)}, nil
}

// ErrorOf finds an error with the given syndrome (as Code.Syndrome packs it), of no
// particular weight or class; where only Z checks are violated (and there are no mixed
// ones) it is a product of X. It fails for syndromes that violate a dependence among the
// stabilizers.
func (c *Code) ErrorOf(syndrome []uint64) (Pauli, error) {
	if len(syndrome) != words(len(c.Stabilizers)) {
		return Pauli{}, fmt.Errorf("code: a syndrome of %d words for %d stabilizers", len(syndrome), len(c.Stabilizers))
	}
	if err := eliminationFits(c.N, max(len(c.Stabilizers), c.N)); err != nil {
		return Pauli{}, err
	}
	// One column for each X_q and Z_q: the stabilizers that it violates.
	s := newSpan(true)
	column := make([]uint64, words(len(c.Stabilizers)))
	for i := range 2 * c.N {
		e := on(c.N, X<<(i/c.N), []int{i % c.N})
		for k := range column {
			column[k] = 0
		}
		for k, g := range c.Stabilizers {
			if !g.Commutes(e) {
				column[k/64] |= 1 << (k % 64)
			}
		}
		s.add(column)
	}
	rest, combo := s.reduce(syndrome)
	if leading(rest) >= 0 {
		return Pauli{}, fmt.Errorf("code: no error has this syndrome: it violates a dependence among the stabilizers")
	}
	e := Identity(c.N)
	for i := range 2 * c.N {
		if combo[i/64]>>(i%64)&1 != 0 {
			e.toggle(i%c.N, X<<(i/c.N))
		}
	}
	return e, nil
}

func instance(c *Code, err error, noise func(c *Code) (*Noise, error)) (*Instance, error) {
	if err != nil {
		return nil, err
	}
	nz, err := noise(c)
	if err != nil {
		return nil, err
	}
	return &Instance{c, nz, Identity(c.N)}, nil
}

// RepetitionBitFlip is the code of n qubits with stabilizers X_i X_{i+1} under bit flips
// of rate p: an Ising chain. The probability of a class is ½(1 ± (1−2p)ⁿ).
func RepetitionBitFlip(n int, p *big.Rat) (*Instance, error) {
	c, err := PhaseRepetition(n)
	return instance(c, err, func(c *Code) (*Noise, error) { return BitFlip(c.N, p) })
}

// RepetitionFaulty is the repetition code with Z checks under bit flips of rate p, its
// checks measured in several rounds with outcomes wrong at rate q: a random-bond Ising
// model on the square lattice of n×(rounds−1) spins.
func RepetitionFaulty(n, rounds int, p, q *big.Rat) (*Instance, error) {
	c, err := Repetition(n)
	return faulty(c, err, rounds, p, q)
}

func faulty(c *Code, err error, rounds int, p, q *big.Rat) (*Instance, error) {
	if err != nil {
		return nil, err
	}
	f, err := Faults(c, rounds)
	return instance(f, err, func(*Code) (*Noise, error) { return FaultNoise(c, rounds, p, q) })
}

// ToricBitFlip is the toric code under bit flips: the random-bond Ising model on the
// square lattice with periodic boundaries (Dennis, Kitaev, Landahl and Preskill).
func ToricBitFlip(rows, cols int, p *big.Rat) (*Instance, error) {
	c, err := Toric(rows, cols)
	return instance(c, err, func(c *Code) (*Noise, error) { return BitFlip(c.N, p) })
}

// SurfaceBitFlip is the rotated surface code under bit flips: a random-bond Ising model
// with fields on two sides, planar with a ghost spin (Mapping.Ghost).
func SurfaceBitFlip(rows, cols int, p *big.Rat) (*Instance, error) {
	c, err := RotatedSurface(rows, cols)
	return instance(c, err, func(c *Code) (*Noise, error) { return BitFlip(c.N, p) })
}

// ToricDepolarizing is the toric code under depolarizing noise: two Ising models on the
// lattice and its dual, coupled by four-spin terms where their bonds cross, an
// eight-vertex model (Bombin, Andrist, Ohzeki, Katzgraber and Martin-Delgado, Phys. Rev.
// X 2 (2012) 021004).
func ToricDepolarizing(rows, cols int, p *big.Rat) (*Instance, error) {
	c, err := Toric(rows, cols)
	return instance(c, err, func(c *Code) (*Noise, error) { return Depolarizing(c.N, p) })
}

// ToricCorrelated is the toric code under bit flips of rate p that are correlated across
// plaquettes (PlaquetteChains, CorrelatedBitFlips): bonds of two spins, and terms of four
// where two bonds are opposite sides of a plaquette.
func ToricCorrelated(rows, cols int, p, eta *big.Rat) (*Instance, error) {
	c, err := Toric(rows, cols)
	return instance(c, err, func(c *Code) (*Noise, error) {
		return CorrelatedBitFlips(c.N, PlaquetteChains(rows, cols), p, eta)
	})
}

// ToricFaulty is the toric code under bit flips of rate p with plaquettes measured in
// several rounds, outcomes wrong at rate q: the random-plaquette gauge model in three
// dimensions.
func ToricFaulty(rows, cols, rounds int, p, q *big.Rat) (*Instance, error) {
	c, err := Toric(rows, cols)
	return faulty(c, err, rounds, p, q)
}

// BaconShorBitFlip is the Bacon–Shor subsystem code under bit flips: one Ising chain for
// each column. The probability of a class is ∏ ½(1 ± (1−2p)^rows) over the columns.
func BaconShorBitFlip(rows, cols int, p *big.Rat) (*Instance, error) {
	c, err := BaconShor(rows, cols)
	return instance(c, err, func(c *Code) (*Noise, error) { return BitFlip(c.N, p) })
}

// CoherentInstance is a code under coherent X rotations, and an error (a product of X).
type CoherentInstance struct {
	Code  *Code
	Tan   *big.Rat
	Error Pauli
}

// SurfaceCoherent is the rotated surface code under e^{iθX} on every qubit.
func SurfaceCoherent(rows, cols int, tan *big.Rat) (*CoherentInstance, error) {
	c, err := RotatedSurface(rows, cols)
	if err != nil {
		return nil, err
	}
	return &CoherentInstance{c, tan, Identity(c.N)}, nil
}

// Exact is the amplitude of the class of Error by enumeration (CoherentAmplitude).
func (x *CoherentInstance) Exact() (Amplitude, error) {
	return CoherentAmplitude(x.Code, x.Tan, x.Error)
}

// Map is the complex spin model (MapCoherent).
func (x *CoherentInstance) Map() (*ComplexMapping, error) {
	return MapCoherent(x.Code, x.Tan, x.Error)
}

// LogAmplitude is the logarithm of the amplitude with its phase, by elimination.
func (x *CoherentInstance) LogAmplitude(ctx context.Context, opt factor.Options) (partition.LogZ, error) {
	m, err := x.Map()
	if err != nil {
		return partition.LogZ{}, err
	}
	return m.LogAmplitude(ctx, opt)
}
