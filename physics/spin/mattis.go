package spin

import (
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
)

// MaxMattis is the largest number of spins that MattisLogZ takes.
const MaxMattis = 1 << 22

// MattisLogZ is the partition function of n spins with J_ij = c ξ_i ξ_j between all of
// them, beta standing for β·c (of either sign). The transformation s → ξs removes the
// ξ, and what is left depends on the number k of minus spins only:
//
//	Z = Σ_k C(n,k) exp(β/2·[(n−2k)² − n]).
//
// The sum is taken in 192 bits, in O(n) steps.
func MattisLogZ(beta float64, n int) (LogZ, error) {
	if n < 1 || n > MaxMattis {
		return LogZ{}, fmt.Errorf("spin: Mattis model of %d spins is outside of 1 … %d", n, MaxMattis)
	}
	if !finite(beta) || math.Abs(beta) > maxK {
		return LogZ{}, fmt.Errorf("spin: Mattis model: beta is %v, the limit is %v", beta, maxK)
	}
	const method = "counting by magnetisation"
	p := precise.New(192)
	sum, term := p.Int(1), p.Int(1)
	offset := p.New()
	half := n / 2
	middle := n%2 == 0 // k = n/2 has no mirror image
	if beta >= 0 {
		// From k = 0 up to the middle: term k+1 over term k is (n−k)/(k+1)·e^(−2β(n−2k−1)).
		ratio := p.Exp(p.New().Mul(p.Float(-2*beta), p.Int(int64(n-1))))
		growth := p.Exp(p.Float(4 * beta))
		for k := range half {
			term.Mul(term, p.Int(int64(n-k)))
			term.Quo(term, p.Int(int64(k+1)))
			term.Mul(term, ratio)
			ratio.Mul(ratio, growth)
			if k+1 == half && middle {
				break
			}
			p.Add(sum, term)
		}
		// ln of the first term is β(n²−n)/2.
		offset.Mul(p.Float(beta), p.Int(int64(n)))
		offset.Mul(offset, p.Int(int64(n-1)))
		offset.SetMantExp(offset, -1)
		sum.SetMantExp(sum, 1) // k and n−k
		if middle {
			p.Add(sum, term)
		}
	} else {
		// From the middle down to k = 0: term k−1 over term k is
		// k/(n−k+1)·e^(−2|β|(n−2k+1)).
		m := n - 2*half // |n − 2k| at the start
		ratio := p.Exp(p.New().Mul(p.Float(2*beta), p.Int(int64(m+1))))
		fall := p.Exp(p.Float(4 * beta))
		if middle {
			sum.SetMantExp(sum, -1)
		}
		for k := half; k > 0; k-- {
			term.Mul(term, p.Int(int64(k)))
			term.Quo(term, p.Int(int64(n-k+1)))
			term.Mul(term, ratio)
			ratio.Mul(ratio, fall)
			p.Add(sum, term)
			// Terms fall ever faster: the rest is below n times this one.
			if term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-int(p.Work)-32 {
				break
			}
		}
		sum.SetMantExp(sum, 1)
		// ln of the middle term is ln C(n,half) − |β|/2·(m²−n).
		binomial := p.Int(1)
		for k := range half {
			binomial.Mul(binomial, p.Int(int64(n-k)))
			binomial.Quo(binomial, p.Int(int64(k+1)))
		}
		offset.Mul(p.Float(beta), p.Int(int64(m*m-n)))
		offset.SetMantExp(offset, -1)
		p.Add(offset, p.Log(binomial))
	}
	v := offset
	p.Add(v, p.Log(sum))
	// Step k has k roundings of ratio and three of its own behind it, each of 2^−work.
	size, _ := new(big.Float).Abs(v).Float64()
	bound := (float64(n)*float64(n) + float64(n) + size + 64) * math.Ldexp(1, 8-int(p.Work))
	return LogZ{Value: v.SetPrec(p.Prec), ErrorBound: bound, Method: method, Exact: true}, nil
}
