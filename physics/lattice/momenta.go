package lattice

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
)

// quadratic is a translation-invariant Gaussian Grassmann integral on a torus, of which
// vertex models of free fermions and the planar Ising lattices are made. Momenta come in
// pairs k, −k, each of which contributes
//
//	A + B cos θ + C cos φ + (D+E) cos θ cos φ + (D−E) sin θ sin φ,
//
// that is D cos(θ−φ) + E cos(θ+φ) as its mixed terms; the momenta θ, φ ∈ {0, π} are
// their own partners and contribute the signed root Self[θ/π][φ/π] of that.
type quadratic struct {
	p                   *precise.Context
	A, B, C, sum, cross *big.Float // sum = D+E, cross = D−E
	self                [2][2]*big.Float
	// scale and selfScale bound the sums of the absolute values of the terms that made
	// these numbers: their errors are at most some 2^8 units of these.
	scale, selfScale *big.Float
}

// maxModes bounds the momenta of one evaluation, at a microsecond each.
const maxModes = 1 << 28

// sector is a product over all momenta, or, where a factor could not be told from zero,
// doubt, a bound on its absolute value up to the error of that.
type sector struct {
	*product
	doubt *product
}

// modeErr is the error of a factor in units of the scale: 2^8 from each coefficient,
// 2^9 from each cosine and sine, and the roundings.
const modeErr = 1 << 12

// sectors returns the products for θ = 2π(j+a/2)/rows, φ = 2π(k+b/2)/columns, for a, b
// in {0, 1} in the order 00, 01, 10, 11.
func (q *quadratic) sectors(ctx context.Context, rows, columns int) ([4]sector, error) {
	var out [4]sector
	if rows > maxModes/columns {
		return out, fmt.Errorf("%d×%d momenta are more than %d", rows, columns, maxModes)
	}
	cosR, sinR := q.angles(rows)
	cosC, sinC := q.angles(columns)
	for n := range out {
		z, err := q.sector(ctx, rows, columns, n>>1, n&1, cosR, sinR, cosC, sinC)
		if err != nil {
			return out, err
		}
		out[n] = z
	}
	return out, nil
}

// angles lists cos and sin of πj/n for j < 2n.
func (q *quadratic) angles(n int) (cos, sin []*big.Float) {
	p := q.p
	cos, sin = make([]*big.Float, 2*n), make([]*big.Float, 2*n)
	for j := range n + 1 {
		v := p.Versine(p.New().Quo(p.New().Mul(p.Pi, p.Int(int64(j))), p.Int(int64(n))))
		s := p.New().Sub(p.Int(2), v)
		if s.Mul(s, v); s.Sign() < 0 { // a rounding at π
			s.SetInt64(0)
		}
		s.Sqrt(s)
		c := p.New().Sub(p.Int(1), v)
		if j == n {
			cos[j], sin[j] = p.Int(-1), p.New()
			break
		}
		cos[j], sin[j] = c, s
		if j > 0 {
			cos[2*n-j], sin[2*n-j] = c, p.New().Neg(s)
		}
	}
	return cos, sin
}

func (q *quadratic) sector(ctx context.Context, rows, columns, a, b int, cosR, sinR, cosC, sinC []*big.Float) (sector, error) {
	p := q.p
	z := sector{product: newProduct(p)}
	alpha, beta, gamma := p.New(), p.New(), p.New()
	x, y, x2 := p.New(), p.New(), p.New()
	// The relative error of a factor is modeErr·scale/|f| units; a factor of less than
	// twice its error has no sign.
	mul := func(f, scale *big.Float) {
		units, relative := math.Inf(1), math.Inf(1)
		if f.Sign() != 0 { // of two mantissas in ½ … 1
			lost := scale.MantExp(nil) - f.MantExp(nil)
			units, relative = math.Ldexp(2*modeErr, lost), math.Ldexp(2*modeErr, lost-int(p.Prec))
		}
		if relative < 0.5 {
			switch {
			case z.doubt != nil:
				z.doubt.mulRelative(x2.Abs(f), 2*max(relative, tiny))
			case math.IsInf(units, 1):
				z.mulRelative(f, max(relative, tiny))
			default:
				z.mul(f, units)
			}
			return
		}
		if z.doubt == nil {
			z.doubt, z.product = z.product, nil
			z.doubt.mantissa.Abs(z.doubt.mantissa)
		}
		z.doubt.mul(x2.Mul(scale, p.Int(4*modeErr)), 1) // more than |f| and its error
		z.doubt.exponent -= int64(p.Prec)
	}
	for j := range rows {
		if err := ctx.Err(); err != nil {
			return z, err
		}
		t := 2*j + a
		back := (2*rows - t) % (2 * rows)
		if t > back {
			continue // done with its partner
		}
		alpha.Add(q.A, x.Mul(q.B, cosR[t]))
		beta.Add(q.C, x.Mul(q.sum, cosR[t]))
		gamma.Mul(q.cross, sinR[t])
		for k := range columns {
			u := 2*k + b
			mirror := (2*columns - u) % (2 * columns)
			if t == back && u >= mirror {
				if u == mirror {
					mul(q.self[t/rows][u/columns], q.selfScale)
				}
				continue
			}
			x.Mul(beta, cosC[u])
			x.Add(x, alpha)
			x.Add(x, y.Mul(gamma, sinC[u]))
			mul(x, q.scale)
		}
	}
	return z, nil
}

// addSectors is the sum with signs. It is undecided where the sum cancels so far that
// its bound is no small one, or where sectors in doubt may matter.
func addSectors(list [4]sector, signs [4]int) (sum *product, decided bool) {
	const small = 0x1p-100
	var products []*product
	var s []int
	for i, z := range list {
		if z.doubt == nil {
			products, s = append(products, z.product), append(s, signs[i])
		}
	}
	if len(products) == 0 {
		return nil, false
	}
	sum = sumProducts(products, s)
	if sum.mantissa.Sign() == 0 || !(sum.err < small) {
		return sum, false
	}
	for _, z := range list {
		if z.doubt == nil {
			continue
		}
		gap := z.doubt.exponent - sum.exponent + 3 // doubt/sum < 2^gap
		if gap > -100 || !(z.doubt.err < 1) {
			return sum, false
		}
		sum.err += math.Ldexp(1, int(max(gap, -1000)))
		sum.units = math.Inf(1)
	}
	return sum, true
}
