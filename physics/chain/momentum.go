package chain

import (
	"context"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// Ring is a translation-invariant closed chain, H = −Σ (Jx X X + Jy Y Y + H Z). In
// momentum space the form is diagonal,
//
//	σ(k) = |β|·|m(k)|,   m(k) = H − (Jx+Jy) cos k + i (Jx−Jy) sin k,
//
// with k = (2j+1)π/n in the even sector and 2jπ/n in the odd one, and the sign of the
// Pfaffian is that of the product of m over the real momenta 0 and π (for β > 0).
type Ring struct {
	N         int
	Beta      float64
	Jx, Jy, H float64
}

// maxPreciseRing bounds the rings whose product is taken with big floats.
const maxPreciseRing = 1024

// Evaluate computes ln Z and the energy in O(n): with big floats up to 1024 sites, in
// float64 with compensated sums beyond.
func (r Ring) Evaluate(ctx context.Context) (Gaussian, error) {
	sectors := []sector{r.sector(1), r.sector(-1)}
	if err := ctx.Err(); err != nil {
		return Gaussian{}, err
	}
	g := combine(sectors)
	g.Reduction = "diagonal in momentum space"
	g.LogZ.Method = "momentum products in two parity sectors"
	if r.N > maxPreciseRing {
		return g, nil
	}
	// 1 − ∏ tanh loses 2σ/ln 2 bits of the smallest σ of a sector.
	lost := 0.0
	for _, s := range sectors {
		lowest := math.Inf(1)
		for _, m := range s.modes {
			lowest = min(lowest, m.sigma)
		}
		lost = max(lost, 2*lowest/math.Ln2)
	}
	if lost > 2000 {
		return g, nil
	}
	method, reduction := g.LogZ.Method, g.Reduction
	z, err := r.precise(ctx, 192+uint(lost))
	if err != nil {
		return Gaussian{}, err
	}
	g.LogZ, g.LogZ.Method, g.Reduction = z, method, reduction
	return g, nil
}

// realMomentum returns m at k = 0 (which = 0) or π, and whether the sector has it.
func (r Ring) realMomentum(which, parity int) (m *big.Float, present bool) {
	// k = πj/n with j odd in the even sector: 0 never, π if n is odd.
	switch {
	case which == 0:
		present = parity < 0
	case parity > 0:
		present = r.N%2 == 1
	default:
		present = r.N%2 == 0
	}
	// Exponents of finite float64 numbers span 2100 bits: the sum is exact.
	m = new(big.Float).SetPrec(2400).SetFloat64(r.Jx)
	m.Add(m, new(big.Float).SetFloat64(r.Jy))
	if which == 0 {
		m.Neg(m)
	}
	return m.Add(m, new(big.Float).SetFloat64(r.H)), present
}

// sign of P·(Pfaffian) in a sector; a mode of energy zero makes it irrelevant.
func (r Ring) sign(parity int) int {
	s := parity
	for which := range 2 {
		if m, present := r.realMomentum(which, parity); present && m.Sign() < 0 {
			s = -s
		}
	}
	if r.Beta < 0 && r.N%2 == 1 { // −W in place of W
		s = -s
	}
	return s
}

// sector lists the modes in float64. The angle is good to four units and so are sine and
// cosine, of which m takes |H|+|Jx|+|Jy| at most.
func (r Ring) sector(parity int) sector {
	s := sector{modes: make([]mode, 0, r.N), sign: r.sign(parity)}
	beta := math.Abs(r.Beta)
	err := 16 * unit * beta * (math.Abs(r.H) + math.Abs(r.Jx) + math.Abs(r.Jy))
	first := 0
	if parity > 0 {
		first = 1
	}
	for j := first; j < 2*r.N; j += 2 { // k = πj/n
		i := min(j, 2*r.N-j)
		var c, sin float64
		switch {
		case i == 0 || i == r.N:
			m, _ := r.realMomentum(i/r.N, parity)
			f, _ := m.Float64()
			s.modes = append(s.modes, mode{beta * math.Abs(f), err})
			continue
		case 2*i <= r.N:
			sin, c = math.Sincos(math.Pi * float64(i) / float64(r.N))
		default:
			sin, c = math.Sincos(math.Pi * float64(r.N-i) / float64(r.N))
			c = -c
		}
		s.modes = append(s.modes, mode{beta * math.Hypot(r.H-(r.Jx+r.Jy)*c, (r.Jx-r.Jy)*sin), err})
	}
	return s
}

// precise is the same sum with prec bits. Everything is good to 2^(16−prec) relative to
// Σσ + n, times what 1 − ∏ tanh loses, for which the caller has paid.
func (r Ring) precise(ctx context.Context, prec uint) (partition.LogZ, error) {
	p := precise.New(prec)
	beta := p.Float(math.Abs(r.Beta))
	jx, jy, h := p.Float(r.Jx), p.Float(r.Jy), p.Float(r.H)
	sum := p.New().Add(jx, jy)
	difference := p.New().Sub(jx, jy)
	difference.Mul(difference, difference)
	one, two := p.Int(1), p.Int(2)
	size := 1.0
	logs := make([]*big.Float, 0, 2)
	for _, parity := range []int{1, -1} {
		log, product := p.New(), p.Int(1) // ln ∏ 2cosh, ∏ tanh
		first := 0
		if parity > 0 {
			first = 1
		}
		for j := first; j <= r.N; j += 2 {
			if j%64 < 2 && ctx.Err() != nil {
				return partition.LogZ{}, ctx.Err()
			}
			var sigma *big.Float
			times := int64(2)
			if j == 0 || j == r.N {
				times = 1
				m, _ := r.realMomentum(j/r.N, parity)
				sigma = p.New().Mul(beta, m.Abs(m))
			} else {
				k := p.New().Mul(p.Pi, p.Int(int64(j)))
				v := p.Versine(k.Quo(k, p.Int(int64(r.N)))) // 1 − cos k
				c := p.New().Sub(one, v)
				c.Mul(c, sum)
				c.Sub(h, c)
				c.Mul(c, c)
				s := p.New().Mul(v, p.New().Sub(two, v)) // sin²
				p.Add(c, s.Mul(s, difference))
				sigma = p.New().Mul(beta, c.Sqrt(c))
			}
			e := p.Exp(p.New().Mul(sigma, p.Int(-2)))
			above, below := p.Int(1), p.Int(1)
			p.Add(above, e)
			p.Add(below, e.Neg(e))
			t := p.New().Add(sigma, p.Log(above))
			log.Add(log, t.Mul(t, p.Int(times)))
			ratio := below.Quo(below, above)
			product.Mul(product, ratio)
			if times == 2 {
				product.Mul(product, ratio)
			}
			f, _ := sigma.Float64()
			size += float64(times) * (1 + f)
		}
		if r.sign(parity) < 0 {
			product.Neg(product)
		}
		p.Add(product, one)
		if product.Sign() > 0 {
			logs = append(logs, log.Add(log, p.Log(product)))
		}
	}
	v := logs[0]
	if len(logs) == 2 {
		a, b := logs[0], logs[1]
		if b.Cmp(a) > 0 {
			a, b = b, a
		}
		w := p.Exp(p.New().Sub(b, a))
		p.Add(w, one)
		v = p.New().Add(a, p.Log(w))
	}
	v.Sub(v, p.Ln2)
	v.SetPrec(prec)
	// prec has 192 bits beyond what the difference of the products loses.
	return partition.LogZ{Value: v, ErrorBound: size * 0x1p-150, Exact: true, Precision: "big floats"}, nil
}
