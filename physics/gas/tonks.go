package gas

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// Tonks is the gas of N hard rods of length Rod inside a box of the given length, with a
// thermal wavelength of one: Z = (Length − N·Rod)^N / N!.
type Tonks struct {
	N           int
	Length, Rod *big.Rat
}

// Kind is "tonks".
func (m *Tonks) Kind() string { return "tonks" }

// Sites is the number of rods.
func (m *Tonks) Sites() int { return m.N }

// Explain says why Z is tractable.
func (m *Tonks) Explain() []string {
	return []string{
		"Hard rods on a line keep their order; with the rods before it taken off each position, N ideal particles remain in the free length L − N·rod",
		"Z = (L − N·rod)^N / N!",
	}
}

// Validate checks that the rods fit, with room to move.
func (m *Tonks) Validate() error {
	if m.N < 1 || m.N > MaxSites {
		return fmt.Errorf("gas: tonks: %d rods", m.N)
	}
	if m.Length == nil || m.Rod == nil || m.Rod.Sign() < 0 {
		return fmt.Errorf("gas: tonks: a length and a rod of at least zero are needed")
	}
	if m.free().Sign() <= 0 {
		return fmt.Errorf("gas: tonks: %d rods of length %s leave no room in a box of %s", m.N, m.Rod.RatString(), m.Length.RatString())
	}
	return nil
}

func (m *Tonks) free() *big.Rat {
	x := new(big.Rat).SetInt64(int64(m.N))
	x.Mul(x, m.Rod)
	return x.Sub(m.Length, x)
}

// LogZ is N ln(L − N·rod) − ln N!.
func (m *Tonks) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.Validate(); err != nil {
		return partition.LogZ{}, err
	}
	if err := ctx.Err(); err != nil {
		return partition.LogZ{}, err
	}
	const prec = 224
	p := precise.New(prec)
	v := p.Log(p.New().SetRat(m.free()))
	size, _ := v.Float64()
	v.Mul(v, p.Int(int64(m.N)))
	f, bound := logFactorial(p, int64(m.N))
	g, _ := f.Float64()
	v.Sub(v, f)
	v.SetPrec(prec)
	// Log is good to 2^(8−prec)(1+|log|), N-fold; two more roundings.
	bound += math.Ldexp(float64(m.N)*(1+math.Abs(size))+g, 12-prec)
	return partition.LogZ{Value: v, ErrorBound: bound, Method: "closed form of the hard-rod gas", Exact: true, Precision: "big floats"}, nil
}

// logFactorial returns ln n! with a bound on its error: the product itself for small n,
// else Stirling's series
//
//	ln n! = (n+½) ln n − n + ½ ln 2π + Σ_{k=1}^{K} B_2k / (2k(2k−1) n^(2k−1)) + R,
//
// where R is smaller than the first term left out (DLMF 5.11.ii).
func logFactorial(p *precise.Context, n int64) (*big.Float, float64) {
	const direct = 64
	if n <= direct {
		f := new(big.Int).MulRange(1, max(1, n))
		v := p.Log(p.New().SetInt(f))
		return v, math.Ldexp(300, 8-int(p.Prec))
	}
	x := p.Int(n)
	l := p.Log(x)
	v := p.Int(2*n + 1)
	v.SetMantExp(v, -1)
	v.Mul(v, l)
	v.Sub(v, x)
	twoPi := p.New().SetMantExp(p.Pi, 1)
	h := p.Log(twoPi)
	v.Add(v, h.SetMantExp(h, -1))
	power := p.New().Set(x)
	square := p.New().Mul(x, x)
	last := math.Inf(1)
	for k, b := range bernoulli(stirlingTerms) {
		k := int64(k + 1)
		t := p.New().SetRat(b)
		t.Quo(t, p.Int(2*k*(2*k-1)))
		t.Quo(t, power)
		last, _ = t.Float64()
		if k == stirlingTerms {
			break // the bound on R
		}
		p.Add(v, t)
		power.Mul(power, square)
	}
	size, _ := l.Float64()
	return v, math.Abs(last) + math.Ldexp(float64(n)*(2+size)+10, 10-int(p.Prec))
}

// stirlingTerms at n = 65 leave a remainder below 1e−70.
const stirlingTerms = 60

// bernoulli returns B_2, B_4, … B_2K, by the recursion Σ_j C(m+1, j) B_j = 0.
func bernoulli(count int) []*big.Rat {
	all := []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 2)}
	for m := int64(2); m <= int64(2*count); m++ {
		sum := new(big.Rat)
		if m%2 == 0 {
			for j, b := range all {
				if b.Sign() != 0 {
					c := new(big.Rat).SetInt(new(big.Int).Binomial(m+1, int64(j)))
					sum.Add(sum, c.Mul(c, b))
				}
			}
			sum.Quo(sum, new(big.Rat).SetInt64(-(m + 1)))
		}
		all = append(all, sum)
	}
	out := make([]*big.Rat, count)
	for k := range out {
		out[k] = all[2*k+2]
	}
	return out
}
