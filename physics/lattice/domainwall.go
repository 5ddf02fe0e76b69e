package lattice

import (
	"context"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// maxDomainWall bounds the side of a determinant, which costs n³ operations modulo as
// many primes as Z has words.
const maxDomainWall = 512

// domainWallLogZ takes the product over sides for ice, and the exact value else.
func (m *Vertex) domainWallLogZ(ctx context.Context) (partition.LogZ, error) {
	n := m.Rows
	if m.ice() && m.Weights[0].Sign() > 0 {
		p := precise.New(bitsOfProducts)
		z := newProduct(p)
		// ∏_{k<n} (3k+1)!/(n+k)! = ∏_{k=1}^{n−1} (3k+1)! k!/((2k)! (2k+1)!), and the ratio of
		// consecutive factors is rational.
		ratio := newProduct(p)
		for k := int64(1); k < int64(n); k++ {
			if err := checkEvery(ctx, int(k)); err != nil {
				return partition.LogZ{}, err
			}
			x := p.New().Mul(p.Int((3*k+1)*3*k*(3*k-1)), p.Int(k))
			x.Quo(x, p.New().Mul(p.Int(2*k*(2*k-1)), p.Int((2*k+1)*2*k)))
			ratio.mul(x, 2)
			z.join(ratio)
		}
		z.mulPower(p.New().SetRat(m.Weights[0]), int64(n)*int64(n), 1)
		return z.log("alternating-sign matrix product"), nil
	}
	z, err := m.domainWall(ctx)
	if err != nil {
		return partition.LogZ{}, err
	}
	return logOfRat(z, "Izergin–Korepin determinant"), nil
}

// signMatrices is the number of alternating-sign n×n matrices.
func signMatrices(n int) *big.Int {
	count, ratio := rat(1), rat(1)
	for k := int64(1); k < int64(n); k++ {
		ratio.Mul(ratio, big.NewRat((3*k+1)*3*k*(3*k-1)*k, 2*k*(2*k-1)*(2*k+1)*2*k))
		count.Mul(count, ratio)
	}
	return count.Num()
}

// domainWall is Z with domain walls, exactly, in terms of A = a1a2, B = b1b2, C = c1c2:
// every configuration has as many a1 as a2 and b1 as b2, and n more c1 than c2.
//
// The determinant of Izergin and Korepin has entries c/(a(λ_i−μ_j) b(λ_i−μ_j)) with
// hyperbolic functions. In s = tanh λ / √(Δ²−1) and the like for m they become
// 1/((1 − εsm)² + P(s−m)(1−εsm) + R(s−m)²) with ε = Δ²−1, R = ε + CΔ/ab, P² = Q = C²/AB
// + 4R, all but P rational in A, B, C; and P goes when s is multiplied by it and m
// divided. In the homogeneous limit the determinant of the Taylor coefficients is left:
//
//	Z = c1ⁿ (AB/C)^(n(n−1)/2) (−1)^(n(n−1)/2) det [s^i m^j] 1/((1 − εsm)² + …).
func (m *Vertex) domainWall(ctx context.Context) (*big.Rat, error) {
	n := m.Rows
	A, B, C := m.product(1, 2), m.product(3, 4), m.product(5, 6)
	pairs := int64(n) * int64(n-1) / 2
	head := power(m.weight(5), int64(n))
	switch {
	case n == 1 || head.Sign() == 0:
		return head, nil
	case A.Sign() == 0:
		return head.Mul(head, power(B, pairs)), nil // one configuration is left
	case B.Sign() == 0:
		return head.Mul(head, power(A, pairs)), nil
	case C.Sign() == 0: // c2 = 0: permutations, by their inversions
		for k := 2; k <= n; k++ {
			sum := new(big.Rat)
			for i := range int64(k) {
				term := power(A, i)
				sum.Add(sum, term.Mul(term, power(B, int64(k)-1-i)))
			}
			head.Mul(head, sum)
		}
		return head, nil
	}
	if n > maxDomainWall {
		return nil, fmt.Errorf("domain walls of side %d: the limit of the determinant is %d", n, maxDomainWall)
	}
	// Δ² = (A+B−C)²/4AB, Δ/ab = (A+B−C)/2AB.
	AB := new(big.Rat).Mul(A, B)
	over := new(big.Rat).Add(A, B)
	over.Sub(over, C)
	epsilon := new(big.Rat).Mul(over, over)
	epsilon.Quo(epsilon, new(big.Rat).Mul(rat(4), AB))
	epsilon.Sub(epsilon, rat(1))
	R := new(big.Rat).Mul(C, over)
	R.Quo(R, new(big.Rat).Mul(rat(2), AB))
	R.Add(R, epsilon)
	Q := new(big.Rat).Mul(C, C)
	Q.Quo(Q, AB)
	Q.Add(Q, new(big.Rat).Mul(rat(4), R))

	// Z/c1ⁿ is a polynomial of degree n(n−1)/2 in A, B, C with nonnegative integer
	// coefficients whose sum is the number of alternating-sign matrices.
	denominator := commonDenominator([]*big.Rat{A, B, C})
	largest := 0
	for _, x := range []*big.Rat{A, B, C} {
		scaled := new(big.Rat).Mul(x, new(big.Rat).SetInt(denominator))
		largest = max(largest, scaled.Num().BitLen())
	}
	size := float64(signMatrices(n).BitLen()) + float64(pairs)*float64(largest)
	if size > maxExactBits {
		return nil, fmt.Errorf("an exact result of up to %.0f bits, the limit is %d", size, maxExactBits)
	}
	scale := new(big.Int).Exp(denominator, big.NewInt(pairs), nil)
	factor := new(big.Rat).Quo(AB, C)
	z, err := fromResidues(ctx, int(size), func(f *field) (uint64, bool, error) {
		var x [4]uint64
		for i, r := range []*big.Rat{epsilon, R, Q, factor} {
			var ok bool
			if x[i], ok = f.ofRat(r); !ok {
				return 0, false, nil
			}
		}
		det, ok := f.izerginKorepin(n, x[0], x[1], x[2], Q.Sign() == 0)
		if !ok {
			return 0, false, nil
		}
		if pairs%2 != 0 {
			det = f.sub(0, det)
		}
		det = f.mul(det, f.pow(x[3], uint64(pairs)))
		return f.mul(det, f.of(scale)), true, nil
	})
	if err != nil {
		return nil, err
	}
	return head.Mul(head, new(big.Rat).SetFrac(z, scale)), nil
}

// izerginKorepin is the determinant of the n×n Taylor coefficients; it declines a prime
// that divides Q unless Q itself is 0.
func (f *field) izerginKorepin(n int, epsilon, R, Q uint64, vanishes bool) (uint64, bool) {
	one := f.one
	linear, over := one, R // of s, and R/Q of s²
	switch {
	case vanishes: // P = 0: no rescaling
		linear, Q = 0, 0
	case Q == 0:
		return 0, false
	default:
		over = f.mul(R, f.inv(Q))
	}
	timesQ := func(x uint64) uint64 {
		if vanishes {
			return x
		}
		return f.mul(x, Q)
	}
	neg := func(x uint64) uint64 { return f.sub(0, x) }
	twice := func(x uint64) uint64 { return f.add(x, x) }
	// The denominator is 1 + Σ d[k][l] s^k m^l.
	var d [3][3]uint64
	d[1][0] = linear
	d[0][1] = neg(Q)
	d[1][1] = neg(f.add(twice(epsilon), twice(R)))
	d[2][0] = over
	d[0][2] = timesQ(R)
	d[2][1] = neg(f.mul(linear, epsilon))
	d[1][2] = f.mul(Q, epsilon)
	d[2][2] = f.mul(epsilon, epsilon)
	c := make([][]uint64, n)
	for i := range c {
		c[i] = make([]uint64, n)
		for j := range c[i] {
			if i == 0 && j == 0 {
				c[0][0] = one
				continue
			}
			sum := uint64(0)
			for k := 0; k <= min(i, 2); k++ {
				for l := 0; l <= min(j, 2); l++ {
					if d[k][l] != 0 && k+l > 0 {
						sum = f.add(sum, f.mul(d[k][l], c[i-k][j-l]))
					}
				}
			}
			c[i][j] = neg(sum)
		}
	}
	return f.determinant(c), true
}

// power is x^n.
func power(x *big.Rat, n int64) *big.Rat {
	e := big.NewInt(n)
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
}
