package gas

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// Spherical is the mean-field spherical model: N real spins on the sphere Σ s² = N, with
// its uniform probability measure, and βH = −(βJ/2N)(Σ s)². With u the cosine of the angle
// to the diagonal, of density ∝ (1−u²)^((N−3)/2),
//
//	Z = ⟨exp(βJ N u²/2)⟩ = 1F1(1/2; N/2; βJ N/2).
type Spherical struct {
	N     int
	BetaJ *big.Rat
}

// Kind is "spherical".
func (m *Spherical) Kind() string { return "spherical" }

// Sites is the number of spins.
func (m *Spherical) Sites() int { return m.N }

// Explain says why Z is tractable.
func (m *Spherical) Explain() []string {
	return []string{
		"The energy depends on the angle between the spins and the diagonal only: one integral over the sphere remains",
		"Z = 1F1(1/2; N/2; βJ N/2), summed as a series of positive terms",
	}
}

// maxSeries bounds the terms of a hypergeometric series.
const maxSeries = 20_000_000

// Validate checks the parameters.
func (m *Spherical) Validate() error {
	if m.N < 1 || m.N > MaxSites || m.BetaJ == nil {
		return fmt.Errorf("gas: spherical: %d spins, betaJ %v", m.N, m.BetaJ)
	}
	z, _ := m.BetaJ.Float64()
	if z = math.Abs(z) * float64(m.N) / 2; z > maxSeries/4 {
		return fmt.Errorf("gas: spherical: |betaJ|·N/2 = %.3g needs more than the %d terms that are summed", z, maxSeries)
	}
	return nil
}

// LogZ sums the series. At βJ < 0 Kummer's transformation, 1F1(a; b; −z) = e^(−z)
// 1F1(b−a; b; z), keeps the terms positive.
func (m *Spherical) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.Validate(); err != nil {
		return partition.LogZ{}, err
	}
	const prec = 256
	p := precise.New(prec)
	n := int64(m.N)
	z := p.New().SetRat(new(big.Rat).Abs(m.BetaJ))
	z.Mul(z, p.Int(n)) // twice the argument
	twoA := int64(1)
	if m.BetaJ.Sign() < 0 {
		twoA = n - 1
	}
	// Term k+1 over term k is (2a+2k)/(b'+2k) · z/(k+1) with b' = N. Once k² ≥ N it falls
	// with k for a = 1/2 (its logarithmic derivative is 1/(k+½) − 1/(k+N/2) − 1/(k+1)), and
	// for b−a = (N−1)/2 always (1/(k+(N−1)/2) − 1/(k+N/2) ≤ 1/(k+1) for N ≥ 2); from there
	// on a geometric series bounds the tail.
	sum, term := p.Int(1), p.Int(1)
	arg, _ := z.Float64()
	arg /= 2
	var tail float64
	k := int64(0)
	for ; ; k++ {
		if k%(1<<16) == 0 && ctx.Err() != nil {
			return partition.LogZ{}, ctx.Err()
		}
		ratio := float64(twoA+2*k) / float64(n+2*k) * arg / float64(k+1) * (1 + 0x1p-40)
		if k*k >= n && ratio < 0.99 && p.Negligible(term, sum) || term.Sign() == 0 {
			tail = math.Ldexp(100, -int(p.Work)-1)
			break
		}
		if k > maxSeries {
			return partition.LogZ{}, fmt.Errorf("gas: spherical: the series has not converged after %d terms", k)
		}
		term.Mul(term, z)
		term.Mul(term, p.Int(twoA+2*k))
		term.Quo(term, p.Int(2*(n+2*k)))
		term.Quo(term, p.Int(k+1))
		sum.Add(sum, term)
	}
	v := p.Log(sum)
	size, _ := v.Float64()
	if m.BetaJ.Sign() < 0 {
		v.Sub(v, z.SetMantExp(z, -1))
	}
	v.SetPrec(prec)
	// Five roundings a term and one a sum, and what z lost when it was rounded, k-fold.
	bound := tail + math.Ldexp(8*float64(k+2), -int(p.Work)) + math.Ldexp(1+size+arg, 10-prec)
	return partition.LogZ{Value: v, ErrorBound: bound, Method: "confluent hypergeometric series", Exact: true, Precision: "big floats"}, nil
}

// LatticeSpherical is the spherical model of Berlin and Kac at finite size: N real spins
// on the sphere Σ s² = N, with its uniform probability measure, and βH = −βJ Σ s s' over the
// bonds of a chain, square or cubic lattice, open or periodic.
//
// With κ the eigenvalues of the matrix of couplings βJ (sums of 2βJ cos k), shifted by c
// to be positive,
//
//	Z = e^(−cN/2) Σ_m (N/2)^m D_m / (N/2)_m,   Σ D_m t^m = ∏ (1 − κt)^(−1/2),
//
// because ⟨(uᵀKu)^m⟩ = m! D_m/(N/2)_m on the unit sphere. D_m follows from the power sums
// P_j of the κ by m D_m = ½ Σ_j P_j D_(m−j).
type LatticeSpherical struct {
	Lattice modelfile.Lattice
	BetaJ   *big.Rat
}

const (
	// maxLatticeSpins and maxMoments bound the O(N) and O(m²) parts of the sum.
	maxLatticeSpins = 1 << 16
	maxMoments      = 8192
)

// Kind is "spherical".
func (m *LatticeSpherical) Kind() string { return "spherical" }

// Sites is the number of spins.
func (m *LatticeSpherical) Sites() int { return m.Lattice.Sites() }

// Explain says why Z is tractable.
func (m *LatticeSpherical) Explain() []string {
	return []string{
		"The energy is a quadratic form, diagonal in the plane waves of the lattice, and the only constraint is a sphere",
		"the moments of the energy on the sphere follow from the power sums of the eigenvalues; Z is a series of positive terms",
	}
}

// Validate checks the lattice.
func (m *LatticeSpherical) Validate() error {
	if m.BetaJ == nil {
		return fmt.Errorf("gas: spherical: betaJ is missing")
	}
	switch m.Lattice.Kind {
	case "chain", "square", "cubic":
	default:
		return fmt.Errorf("gas: spherical: the eigenvalues of a %s lattice are not known here; those of chain, square and cubic are", m.Lattice.Kind)
	}
	if _, err := m.Lattice.Edges(maxLatticeSpins); err != nil {
		return fmt.Errorf("gas: spherical: %w", err)
	}
	k, _ := m.BetaJ.Float64()
	if z := m.argument(math.Abs(k)); z > maxMoments/2 {
		return fmt.Errorf("gas: spherical: the series needs about %.3g terms, the limit is %d: a smaller lattice or betaJ is needed", 2*z, maxMoments)
	}
	return nil
}

// argument bounds (N/2)·κ.
func (m *LatticeSpherical) argument(k float64) float64 {
	return float64(m.Sites()) * 2 * k * float64(len(m.Lattice.Size))
}

// LogZ sums the series.
func (m *LatticeSpherical) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.Validate(); err != nil {
		return partition.LogZ{}, err
	}
	const prec = 224
	p := precise.New(prec)
	n := m.Sites()
	betaJ := p.New().SetRat(m.BetaJ)
	values := m.eigenvalues(p, betaJ)
	shift := p.New().Abs(betaJ)
	shift.Mul(shift, p.Int(int64(2*len(m.Lattice.Size)))) // ≥ −κ
	for _, k := range values {
		if p.Add(k, shift); k.Sign() < 0 {
			k.SetInt64(0) // rounding
		}
	}
	k, _ := betaJ.Float64()
	z := m.argument(math.Abs(k)) * (1 + 0x1p-40)
	powers := make([]*big.Float, n)
	for i := range powers {
		powers[i] = p.Int(1)
	}
	P := []*big.Float{nil} // from 1
	D := []*big.Float{p.Int(1)}
	sum, weight := p.Int(1), p.Int(1) // (N/2)^m/(N/2)_m
	var tail float64
	t := p.New()
	for j := 1; ; j++ {
		if ctx.Err() != nil {
			return partition.LogZ{}, ctx.Err()
		}
		if j > maxMoments {
			return partition.LogZ{}, fmt.Errorf("gas: spherical: the series has not converged after %d terms", maxMoments)
		}
		s := p.New()
		for i, x := range powers {
			x.Mul(x, values[i])
			p.Add(s, x)
		}
		P = append(P, s)
		d := p.New()
		for i := 1; i <= j; i++ {
			p.Add(d, t.Mul(P[i], D[j-i]))
		}
		d.Quo(d, p.Int(int64(2*j)))
		D = append(D, d)
		weight.Mul(weight, p.Int(int64(n)))
		weight.Quo(weight, p.Int(int64(n+2*(j-1))))
		term := p.New().Mul(weight, d)
		p.Add(sum, term)
		// On the sphere ⟨q^(j+1)⟩ ≤ κ_max ⟨q^j⟩: the ratio of terms is at most z/(j+1).
		if r := z / float64(j+1); r < 0.99 && (term.Sign() == 0 || p.Negligible(term, sum)) {
			tail = math.Ldexp(100, -int(p.Work)-1)
			break
		}
	}
	v := p.Log(sum)
	size, _ := v.Float64()
	shift.Mul(shift, p.Int(int64(n)))
	v.Sub(v, shift.SetMantExp(shift, -1))
	v.SetPrec(prec)
	// Eigenvalues are good to 2^(10−prec)·κ and move ln Z by N/2 of that; a level of the
	// recursion adds the rounding of its sum and of the powers to those before it.
	levels := float64(len(D))
	bound := tail + math.Ldexp(1+size+z, 12-prec) + math.Ldexp(2*levels*(levels+float64(n)+8), -int(p.Work))
	return partition.LogZ{Value: v, ErrorBound: bound, Method: "moments of the spherical model", Exact: true, Precision: "big floats"}, nil
}

// eigenvalues lists the sums over the directions of 2βJ cos k, with k = 2πj/L on a torus
// and π(j+1)/(L+1) on an open chain of L sites.
func (m *LatticeSpherical) eigenvalues(p *precise.Context, betaJ *big.Float) []*big.Float {
	out := []*big.Float{p.New()}
	for _, l := range m.Lattice.Size {
		next := make([]*big.Float, 0, len(out)*l)
		for j := range l {
			numerator, denominator := int64(j+1), int64(l+1)
			if m.Lattice.Torus {
				numerator, denominator = int64(2*min(j, l-j)), int64(l)
			}
			k := p.New().Mul(p.Pi, p.Int(numerator))
			c := p.Int(1)
			v := p.Versine(k.Quo(k, p.Int(denominator)))
			p.Add(c, v.Neg(v))
			c.Mul(c, betaJ)
			c.SetMantExp(c, 1)
			for _, x := range out {
				y := p.New().Set(c)
				p.Add(y, x)
				next = append(next, y)
			}
		}
		out = next
	}
	return out
}
