package action

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// HighTemperature expands every weight, e^{K s…s} = cosh K (1 + s…s tanh K), and sums the
// spins: what is left is a sum over the sets of terms that hold every site an even number
// of times,
//
//	Z = 2^n ∏ cosh K · Σ_{even sets} ∏ tanh K.
type HighTemperature struct{}

// Kind is "high_temperature".
func (*HighTemperature) Kind() string { return "high_temperature" }

func (a *HighTemperature) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	after := &EvenSubgraphs{N: m.N}
	log := float64(m.N) * math.Ln2
	bound := elementary * log
	for _, t := range m.Terms {
		K := m.Beta * t.J
		after.Sets = append(after.Sets, t.Sites)
		after.Tanh = append(after.Tanh, math.Tanh(K))
		cosh := logTwoCosh(K) - math.Ln2
		log += cosh
		bound += elementary*(math.Abs(cosh)+math.Ln2+math.Abs(K)) + unit*math.Abs(log)
	}
	return outcome{
		branches: one(log, bound, after),
		say:      fmt.Sprintf("expand in %s: a sum over the even sets of terms, weighted by ∏ tanh K", count(len(m.Terms), "factor")),
	}, nil
}

// EvenSubgraphs is Σ ∏_{k∈S} Tanh[k] over the sets S of terms that hold every site an
// even number of times; on a graph these are its even subgraphs.
type EvenSubgraphs struct {
	N    int       `json:"n"`
	Sets [][]int   `json:"sets"`
	Tanh []float64 `json:"tanh"`
}

// Form is "even_subgraphs".
func (*EvenSubgraphs) Form() string { return "even_subgraphs" }

// Describe counts.
func (e *EvenSubgraphs) Describe() string {
	return fmt.Sprintf("a sum over the even sets of %s on %s", count(len(e.Sets), "term"), count(e.N, "site"))
}

// maxEven is the largest number of terms whose sets LogZ enumerates.
const maxEven = 24

// LogZ enumerates all sets of terms, at most 2^24 of them.
func (e *EvenSubgraphs) LogZ(ctx context.Context) (partition.LogZ, error) {
	if len(e.Sets) > maxEven || e.N > 64 {
		return partition.LogZ{}, fmt.Errorf("action: the even sets of %d terms on %d sites are not enumerated; the limits are %d and 64", len(e.Sets), e.N, maxEven)
	}
	mask := make([]uint64, len(e.Sets))
	for k, sites := range e.Sets {
		for _, s := range sites {
			mask[k] ^= 1 << s
		}
	}
	sum, low, size := 0.0, 0.0, 0.0 // the sum in two parts
	for set := range 1 << len(e.Sets) {
		if set&0xfffff == 0 && ctx.Err() != nil {
			return partition.LogZ{}, ctx.Err()
		}
		parity, product := uint64(0), 1.0
		for k := range mask {
			if set>>k&1 == 1 {
				parity ^= mask[k]
				product *= e.Tanh[k]
			}
		}
		if parity == 0 {
			before := sum
			sum += product
			if math.Abs(before) >= math.Abs(product) {
				low += (before - sum) + product
			} else {
				low += (product - sum) + before
			}
			size += math.Abs(product)
		}
	}
	sum += low
	bound := (float64(len(e.Sets))*elementary*2 + unit) * size
	if math.Abs(sum) <= bound {
		return partition.LogZ{}, errors.New("action: the even sets cancel to within rounding")
	}
	return partition.LogZ{
		Value: new(big.Float).SetFloat64(math.Log(math.Abs(sum))), Negative: sum < 0,
		ErrorBound: -math.Log1p(-bound/math.Abs(sum)) + elementary*math.Abs(math.Log(math.Abs(sum))),
		Method:     "all even sets", Exact: true, Precision: "float64",
	}, nil
}

// HubbardStratonovich replaces the couplings of a rank-one model, J_ij = c ξ_i ξ_j
// between all sites and K = βc > 0, by a Gaussian field:
//
//	Z = e^{−nK/2} ∫ dx/√(2π) e^{−x²/2} ∏_i 2 cosh(√K ξ_i x),
//
// and the ξ drop out of the cosh.
type HubbardStratonovich struct {
	C  float64 `json:"c"`
	Xi []int8  `json:"xi"`
}

// Kind is "hubbard_stratonovich".
func (*HubbardStratonovich) Kind() string { return "hubbard_stratonovich" }

func (a *HubbardStratonovich) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	if m.HasField() || m.MaxOrder() > 2 {
		return outcome{}, errors.New("it needs bonds only: no fields, no terms of three or more spins")
	}
	b, err := m.Bonds()
	if err != nil {
		return outcome{}, err
	}
	if err := spin.VerifyRankOne(b, &spin.RankOne{C: a.C, Xi: a.Xi}); err != nil {
		return outcome{}, err
	}
	K := m.Beta * a.C
	if K <= 0 {
		return outcome{}, fmt.Errorf("the field would be imaginary at K = %g", K)
	}
	n := float64(m.N)
	// K is rounded once; |∂ ln Z/∂K| is at most the number of bonds.
	bound := unit*K*n*(n+1)/2 + unit*K*n
	return outcome{
		branches: one(-n*K/2, bound, &GaussianField{N: m.N, K: K}),
		say:      "couple every spin to one Gaussian field instead of to one another; the signs ξ drop out of the cosh",
	}, nil
}

// GaussianField is ∫ dx/√(2π) e^{−x²/2} (2 cosh(√K x))^N.
type GaussianField struct {
	N int     `json:"n"`
	K float64 `json:"K"`
}

// Form is "gaussian_field".
func (*GaussianField) Form() string { return "gaussian_field" }

// Describe says it in words.
func (f *GaussianField) Describe() string {
	return fmt.Sprintf("one Gaussian field, every one of %s in it alone", count(f.N, "spin"))
}

// LogZ is the trapezoidal sum with step h = ½ over the whole line. By Poisson summation
// its relative error is at most 2Σ_m e^{−(2πm/h)²/2} < 10⁻³³: the integrand is a positive
// combination of e^{−x²/2 + ax}, whose Fourier transform at ω is e^{−ω²/2} of that at 0.
func (f *GaussianField) LogZ(ctx context.Context) (partition.LogZ, error) {
	const (
		prec = 160
		step = 0.5
	)
	if f.N < 1 || f.N > 1e5 || !(f.K > 0) || !(f.K*float64(f.N) < 1e6) {
		return partition.LogZ{}, fmt.Errorf("action: a Gaussian field with %d spins and K = %v is outside of what is summed", f.N, f.K)
	}
	p := precise.New(prec)
	root := p.New().Sqrt(p.Float(f.K))
	sum := p.New()
	var top *big.Float
	// The integrand is e^{−(|x|−a)²/2} at most, up to a constant, with a = N√K.
	reach := float64(f.N)*math.Sqrt(f.K) + 25
	for i := 0; float64(i)*step <= reach; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return partition.LogZ{}, ctx.Err()
		}
		x := p.Float(float64(i) * step)
		y := p.New().Mul(root, x)
		q := p.Exp(p.New().Mul(y, p.Int(-2)))
		log := p.Log(q.Add(q, p.Int(1)))
		log.Add(log, y)
		log.Mul(log, p.Int(int64(f.N)))
		square := p.New().Mul(x, x)
		log.Sub(log, square.Quo(square, p.Int(2)))
		if top == nil || log.Cmp(top) > 0 {
			if top != nil {
				sum.Mul(sum, p.Exp(p.New().Sub(top, log)))
			}
			top = log
		}
		w := p.Exp(p.New().Sub(log, top))
		if i > 0 {
			w.Mul(w, p.Int(2)) // x and −x
		}
		p.Add(sum, w)
	}
	sum.Mul(sum, p.Float(step))
	v := p.Log(sum)
	v.Add(v, top)
	half := p.Log(p.New().Mul(p.Pi, p.Int(2)))
	v.Sub(v, half.Quo(half, p.Int(2)))
	size, _ := v.Float64()
	return partition.LogZ{
		Value: v, ErrorBound: 1e-30 * (1 + math.Abs(size)) * float64(f.N), Method: "trapezoidal sum over the field", Exact: true,
		Precision: fmt.Sprintf("big %d", prec),
	}, nil
}
