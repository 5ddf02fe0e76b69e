package lattice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// maxCoupling bounds |K| of the closed forms: antiferromagnets need some 9|K| bits.
const maxCoupling = 2000

// TriangularTorus is ln Z of the Ising model on the triangular lattice with periodic
// boundaries, of rows × columns sites and weight exp(Σ K s s'): K1 along the rows, from
// (r,c) to (r,c+1), K2 along the columns, to (r+1,c), K3 along the diagonals, to
// (r+1,c+1). Couplings may have any sign; K3 = 0 is the square lattice. A side of two
// has both of its bonds, a side of one has bonds from a site to itself.
//
// Z = 2^(n−1) [P(½,½) + P(½,0) + P(0,½) − P(0,0)] in four spin structures, with
// C1C2C3 + S1S2S3 − S1 cos θ − S2 cos φ − S3 cos(θ+φ) for each pair of momenta, C_i =
// cosh 2K_i and S_i = sinh 2K_i (Houtappel 1950). Momenta 0 and π are their own
// partners; for them the signed root is c1c2c3 (1 − t1 − t2 − t3 − t1t2 − t2t3 − t3t1 +
// t1t2t3), t = tanh K, with the signs of the t that change by the momentum: it is this
// sign, of P(0,0), that tells the phases of a ferromagnet apart.
//
// Cost: rows·columns momenta in each of the structures. Precision is raised until the
// bound is far below any use.
func TriangularTorus(ctx context.Context, rows, columns int, K1, K2, K3 *big.Rat) (partition.LogZ, error) {
	couplings := []*big.Rat{K1, K2, K3}
	if err := checkTorus(rows, columns, couplings); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: triangular torus: %w", err)
	}
	const method = "four spin structures of the triangular torus"
	z, err := escalate(method, frustration(rows, columns, couplings), func(p *precise.Context) (*product, bool, error) {
		var e [3]*big.Float
		for i, K := range couplings {
			e[i] = p.Exp(p.New().SetRat(K))
		}
		return triangular(ctx, p, rows, columns, e)
	})
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: triangular torus: %w", err)
	}
	return z, nil
}

// HoneycombTorus is ln Z of the Ising model on the honeycomb lattice with periodic
// boundaries, of rows × columns cells with two sites A, B each: B(r,c) is joined with
// A(r,c) by K1, with A(r,c+1) by K2, with A(r+1,c) by K3. The sum over the B sites makes
// a triangular lattice of it (star–triangle): with c(±±±) = 2cosh(±K1±K2±K3),
// e^(4L12) = c(+++)c(++−)/(c(+−+)c(−++)) and the like, and a factor (c(+++) c(++−) c(+−+)
// c(−++))^¼ for each star.
func HoneycombTorus(ctx context.Context, rows, columns int, K1, K2, K3 *big.Rat) (partition.LogZ, error) {
	couplings := []*big.Rat{K1, K2, K3}
	if err := checkTorus(rows, columns, couplings); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: honeycomb torus: %w", err)
	}
	const method = "star–triangle and four spin structures of the triangular torus"
	z, err := escalate(method, bitsOfProducts, func(p *precise.Context) (*product, bool, error) {
		cosh := func(s1, s2, s3 int64) *big.Float {
			x := new(big.Rat)
			for i, s := range []int64{s1, s2, s3} {
				x.Add(x, new(big.Rat).Mul(rat(s), couplings[i]))
			}
			e := p.Exp(p.New().SetRat(x))
			p.Add(e, p.New().Quo(p.Int(1), e))
			return e
		}
		all := cosh(1, 1, 1)
		flip := [3]*big.Float{cosh(-1, 1, 1), cosh(1, -1, 1), cosh(1, 1, -1)}
		// e^L for the pair of arms that leaves out arm k.
		pair := func(k int) *big.Float {
			x := p.New().Mul(all, flip[k])
			for i := range flip {
				if i != k {
					x.Quo(x, flip[i])
				}
			}
			return x.Sqrt(x.Sqrt(x))
		}
		// Arms 1 and 2 end at (r,c) and (r,c+1), 1 and 3 at (r,c) and (r+1,c), 2 and 3
		// at (r,c+1) and (r+1,c), a diagonal of the lattice seen in a mirror.
		z, ok, err := triangular(ctx, p, rows, columns, [3]*big.Float{pair(2), pair(1), pair(0)})
		if err != nil || !ok {
			return z, ok, err
		}
		star := p.New().Mul(all, flip[0])
		star.Mul(star, flip[1]).Mul(star, flip[2])
		star.Sqrt(star.Sqrt(star))
		z.mulPower(star, int64(rows)*int64(columns), 1<<10)
		return z, true, nil
	})
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: honeycomb torus: %w", err)
	}
	return z, nil
}

func checkTorus(rows, columns int, couplings []*big.Rat) error {
	if rows < 1 || columns < 1 || rows > maxModes/columns {
		return fmt.Errorf("%d×%d cells are outside of 1 … %d", rows, columns, maxModes)
	}
	limit := rat(maxCoupling)
	for i, K := range couplings {
		if K == nil || new(big.Rat).Abs(K).Cmp(limit) > 0 {
			return fmt.Errorf("coupling K%d: want a number in −%d … %d", i+1, maxCoupling, maxCoupling)
		}
	}
	return nil
}

// frustration is the precision that the sum of the four products takes on a square torus:
// a direction of odd length with a negative coupling has an unsatisfied bond in each of its
// lines, and every product is as large as if all were satisfied.
func frustration(rows, columns int, couplings []*big.Rat) float64 {
	if couplings[2].Sign() != 0 || min(rows, columns) < 2 {
		return bitsOfProducts
	}
	bits := float64(bitsOfProducts)
	for i, side := range []int{columns, rows} {
		if k, _ := couplings[i].Float64(); k < 0 && side%2 == 1 {
			bits += 2 * math.Log2E * -k * float64(rows*columns/side)
		}
	}
	return bits
}

// maxProductBits bounds the precision of closed forms.
const maxProductBits = 1 << 15

// escalate raises the precision until eval decides, from so many bits on.
func escalate(method string, bits float64, eval func(p *precise.Context) (*product, bool, error)) (partition.LogZ, error) {
	if bits > maxProductBits {
		return partition.LogZ{}, fmt.Errorf("the four products cancel to %.0f bits, the limit is %d", bits, maxProductBits)
	}
	var escalated []string
	for prec := (uint(bits) + 63) / 64 * 64; prec <= maxProductBits; prec *= 4 {
		sum, ok, err := eval(precise.New(prec))
		if err != nil {
			return partition.LogZ{}, err
		}
		if ok {
			z := sum.log(method)
			z.Escalated = escalated
			return z, nil
		}
		escalated = append(escalated, fmt.Sprintf("big %d: the products cancel", prec))
	}
	return partition.LogZ{}, errors.New("the four products cancel to more digits than can be carried")
}

// triangular is Z for e_i = e^(K_i), which are good to 2^9 units.
func triangular(ctx context.Context, p *precise.Context, rows, columns int, e [3]*big.Float) (*product, bool, error) {
	if rows == 1 || columns == 1 {
		return thinTriangular(p, rows, columns, e)
	}
	var c, s, C, S [3]*big.Float // 2cosh K, 2sinh K, 2cosh 2K, 2sinh 2K
	for i := range e {
		c[i], s[i] = coshSinh(p, e[i])
		C[i], S[i] = coshSinh(p, p.New().Mul(e[i], e[i]))
	}
	mul := func(x ...*big.Float) *big.Float {
		r := p.Int(1)
		for _, f := range x {
			r.Mul(r, f)
		}
		return r
	}
	times := func(k int, x *big.Float) *big.Float { return p.New().SetMantExp(x, k) }
	// All of it times 8.
	q := &quadratic{p: p, A: mul(C[0], C[1], C[2])}
	p.Add(q.A, mul(S[0], S[1], S[2]))
	// θ goes with the rows' index, φ with the columns': cos(θ+φ) has D = 0 and E = −S3.
	q.B, q.C = times(2, p.New().Neg(S[1])), times(2, p.New().Neg(S[0]))
	q.sum = times(2, p.New().Neg(S[2]))
	q.cross = times(2, S[2])
	q.scale = mul(C[0], C[1], C[2])
	q.scale = times(3, q.scale) // more than the sum of all terms, as |S| < C and C ≥ 2
	// The signed roots, times 8 as well where the pairs have 8²: a factor √8 a momentum in
	// either case once the roots are taken times √8.
	root8 := p.New().Sqrt(p.Int(8))
	for n := range 4 {
		sign := [3]int{1 - 2*(n&1), 1 - 2*(n>>1), (1 - 2*(n&1)) * (1 - 2*(n>>1))} // K1 turns at φ = π
		var t [3]*big.Float
		for i := range t {
			t[i] = p.New().Set(s[i])
			if sign[i] < 0 {
				t[i].Neg(t[i])
			}
		}
		f := mul(c[0], c[1], c[2])
		p.Add(f, mul(t[0], t[1], t[2]))
		for _, term := range []*big.Float{
			mul(t[0], c[1], c[2]), mul(c[0], t[1], c[2]), mul(c[0], c[1], t[2]),
			mul(t[0], t[1], c[2]), mul(t[0], c[1], t[2]), mul(c[0], t[1], t[2]),
		} {
			p.Add(f, term.Neg(term))
		}
		// f is 8 times the root; √8 times it is wanted.
		q.self[n>>1][n&1] = f.Quo(f, root8)
	}
	q.selfScale = times(3, mul(c[0], c[1], c[2]))
	list, err := q.sectors(ctx, rows, columns)
	if err != nil {
		return nil, false, err
	}
	z, ok := addSectors(list, [4]int{-1, 1, 1, 1})
	if !ok {
		return z, false, nil
	}
	// n momenta gave 8^(n/2); 2^(n−1) belongs to the formula: 2^(n−1−3n/2) = 2^(−1−n/2).
	n := int64(rows) * int64(columns)
	z.exponent -= 1 + (n+n&1)/2
	if n&1 == 1 {
		z.mul(p.New().Sqrt(p.Int(2)), 1)
	}
	return z, true, nil
}

// thinTriangular is triangular for a torus with a side of one, where the bonds along that
// side join a site with itself and the two others are parallel: a ring, whose trace is
// (2cosh K)^n + (2sinh K)^n, times a constant. The four spin structures would cancel to
// e^(−4n|K|) of their size for a self-bond that is negative.
func thinTriangular(p *precise.Context, rows, columns int, e [3]*big.Float) (*product, bool, error) {
	n := int64(rows) * int64(columns)
	self, along := e[1], e[0]
	if columns == 1 {
		self, along = e[0], e[1]
	}
	ring := p.New().Mul(along, e[2])
	if n == 1 {
		self, ring = p.New().Mul(self, ring), p.Int(1)
	}
	// K and its inverse are good to 2^11 units, and so are the two functions of it in units
	// of the larger one: the error of 2sinh K near K = 0 is one of the sum below.
	const thinErr = 1 << 12
	cosh, sinh := coshSinh(p, ring)
	sum := newProduct(p)
	sum.mulPower(cosh, n, thinErr)
	t := newProduct(p)
	t.mulPower(p.New().Quo(sinh, cosh), n, 0)
	// 1 + t^n with t = tanh K to thinErr units of 1, so t^n to n·thinErr of them.
	one := p.Int(1)
	if t.mantissa.Sign() != 0 && t.exponent > -int64(2*p.Work) {
		p.Add(one, p.New().SetMantExp(t.mantissa, int(t.exponent)))
	}
	if one.Sign() <= 0 {
		return sum, false, nil
	}
	size, _ := one.Float64()
	lost := float64(n) * 4 * thinErr * unitOf(p) / max(size, 0x1p-1000)
	if !(lost < 0x1p-100) {
		return sum, false, nil
	}
	sum.mulRelative(one, lost)
	sum.mulPower(self, n, 1<<12)
	return sum, true, nil
}

// coshSinh returns e + 1/e and e − 1/e.
func coshSinh(p *precise.Context, e *big.Float) (cosh, sinh *big.Float) {
	inverse := p.New().Quo(p.Int(1), e)
	cosh, sinh = p.New().Set(e), p.New().Set(e)
	p.Add(cosh, inverse)
	p.Add(sinh, inverse.Neg(inverse))
	return cosh, sinh
}
