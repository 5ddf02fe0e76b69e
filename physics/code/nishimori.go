package code

import (
	"context"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/spin"
)

// maxDisorder bounds the bonds of an exact average over disorder.
const maxDisorder = 20

// DisorderAverage is an average over the signs of bonds, each negative with probability p,
// of a ±1 Ising model without fields.
type DisorderAverage struct {
	// Energy is the average of ⟨H⟩ and LogZ that of ln Z, to about 30 digits.
	Energy, LogZ *big.Float
}

// NishimoriBeta is ½ ln((1−p)/p) to 192 bits, for 0 < p < 1.
func NishimoriBeta(p *big.Rat) (*big.Float, error) {
	if p == nil || p.Sign() <= 0 || p.Cmp(one) >= 0 {
		return nil, fmt.Errorf("code: Nishimori line: p is %s, want 0 < p < 1", ratText(p))
	}
	ratio := new(big.Rat).Sub(one, p)
	c := precise.New(prec)
	k := logRat(c, ratio.Quo(ratio, p))
	return k.Quo(k, c.Int(2)), nil
}

// AverageOverDisorder sums over all 2^m sign patterns of the m ≤ 20 bonds and, for each,
// over all spins (exact integer histograms of the energies). On the Nishimori line
// e^{2β} = (1−p)/p the energy is −m(1−2p) exactly (Nishimori, Prog. Theor. Phys. 66
// (1981) 1169); nothing here makes use of that.
func AverageOverDisorder(ctx context.Context, n int, bonds [][2]int, p *big.Rat, beta *big.Float) (DisorderAverage, error) {
	if len(bonds) > maxDisorder {
		return DisorderAverage{}, fmt.Errorf("code: average over the signs of %d bonds, the limit is %d", len(bonds), maxDisorder)
	}
	if p == nil || p.Sign() < 0 || p.Cmp(one) > 0 {
		return DisorderAverage{}, fmt.Errorf("code: average over disorder: p is %s, want 0 … 1", ratText(p))
	}
	c := precise.New(128)
	energy, logZ := c.New(), c.New()
	q := new(big.Rat).Sub(one, p)
	patterns := map[string]*pattern{}
	var order []string
	sign := make([]float64, len(bonds))
	for signs := uint64(0); signs>>len(bonds) == 0; signs++ {
		probability := big.NewRat(1, 1)
		for b := range bonds {
			sign[b] = 1
			if signs>>b&1 != 0 {
				sign[b] = -1
				probability.Mul(probability, p)
			} else {
				probability.Mul(probability, q)
			}
		}
		if probability.Sign() == 0 {
			continue
		}
		m, err := spin.NewPairs(n, 1, bonds, sign)
		if err != nil {
			return DisorderAverage{}, fmt.Errorf("code: average over disorder: %w", err)
		}
		levels, err := spin.Levels(ctx, m)
		if err != nil {
			return DisorderAverage{}, fmt.Errorf("code: average over disorder: %w", err)
		}
		// Patterns with the same spectrum share their sums.
		key := fmt.Sprint(levels.Low, levels.Counts)
		if patterns[key] == nil {
			patterns[key] = &pattern{levels: levels, probability: new(big.Rat)}
			order = append(order, key)
		}
		patterns[key].probability.Add(patterns[key].probability, probability)
	}
	for _, key := range order {
		e, l := patterns[key].averages(c, beta)
		w := c.New().SetRat(patterns[key].probability)
		energy.Add(energy, e.Mul(e, w))
		logZ.Add(logZ, l.Mul(l, w))
	}
	return DisorderAverage{Energy: energy.SetPrec(c.Prec), LogZ: logZ.SetPrec(c.Prec)}, nil
}

// pattern is a spectrum with the probability of the signs that have it.
type pattern struct {
	levels      spin.Spectrum
	probability *big.Rat
}

// averages are ⟨H⟩ and ln Z of a spectrum.
func (x *pattern) averages(c *precise.Context, beta *big.Float) (energy, logZ *big.Float) {
	z, h, w := c.New(), c.New(), c.Int(1)
	unit := c.Float(x.levels.Unit)
	step := c.New().Mul(beta, unit)
	factor := c.Exp(step.Mul(step, c.Int(2))) // from one level to the next
	for i, count := range x.levels.Counts {
		t := c.New().Mul(w, c.New().SetUint64(count))
		c.Add(z, t)
		minusH := c.New().Mul(unit, c.Int(x.levels.Low+2*int64(i)))
		c.Add(h, t.Mul(t, minusH.Neg(minusH)))
		w.Mul(w, factor)
	}
	energy = h.Quo(h, z)
	logZ = c.Log(z)
	low := c.New().Mul(unit, c.Int(x.levels.Low))
	return energy, logZ.Add(logZ, low.Mul(low, beta))
}
