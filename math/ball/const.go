package ball

import (
	"math/big"
	"sync"
	"sync/atomic"
)

// constant is a mathematical constant, kept at the highest precision asked for so far.
type constant struct {
	compute func(z *Real, prec uint)
	mu      sync.Mutex // held while computing
	known   atomic.Pointer[knownDigits]
}

// knownDigits never change once published.
type knownDigits struct {
	prec  uint
	full  Real // at prec
	short Real // at 256 bits, so that rounding to less does not allocate
}

// minConstPrec is the least precision constants are computed to.
const minConstPrec = 448

func (c *constant) get(z *Real, prec uint) *Real {
	prec = clampPrec(prec)
	k := c.known.Load()
	if k == nil || k.prec < prec {
		k = c.extend(prec)
	}
	if prec <= mantBits-8 {
		return z.SetRound(&k.short, prec)
	}
	return z.SetRound(&k.full, prec)
}

func (c *constant) extend(prec uint) *knownDigits {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.known.Load(); k != nil && k.prec >= prec {
		return k
	}
	k := &knownDigits{prec: max(prec+prec/4, minConstPrec)}
	c.compute(&k.full, k.prec+8)
	k.short.SetRound(&k.full, mantBits)
	c.known.Store(k)
	return k
}

// Caches; what they hold is determined by mathematics alone.
var (
	constPi      = constant{compute: computePi}
	constLog2    = constant{compute: computeLog2}
	constE       = constant{compute: computeE}
	constEuler   = constant{compute: computeEuler}
	constCatalan = constant{compute: computeCatalan}
)

// Pi sets z to π.
func (z *Real) Pi(prec uint) *Real { return constPi.get(z, prec) }

// Log2 sets z to log 2.
func (z *Real) Log2(prec uint) *Real { return constLog2.get(z, prec) }

// E sets z to e = exp(1).
func (z *Real) E(prec uint) *Real { return constE.get(z, prec) }

// EulerGamma sets z to Euler's constant γ = 0.5772….
func (z *Real) EulerGamma(prec uint) *Real { return constEuler.get(z, prec) }

// Catalan sets z to Catalan's constant G = Σ (−1)^k/(2k+1)² = 0.9159….
func (z *Real) Catalan(prec uint) *Real { return constCatalan.get(z, prec) }

// inverseSeries adds c·2^wp·Σ ±1/((2k+1)·q^(2k+1)) to s, alternating (c·arctan(1/q)) or not
// (c·artanh(1/q)), and returns a bound of the error in ulp.
//
// Powers: p_k = ⌊p_{k−1}/q²⌋ errs by less than 1 + e_{k−1}/q² < 2. A term ⌊p_k/(2k+1)⌋ errs
// by less than 2+1. When p_k is 0 the true power is below 2 ulp, and the rest of the sum
// below 2·q²/(q²−1) < 4. All that times c.
func inverseSeries(s *big.Int, c, q int64, alternating bool, wp uint) uint64 {
	p := new(big.Int).Lsh(big.NewInt(1), wp)
	p.Quo(p, big.NewInt(q))
	q2, t, d, cc := big.NewInt(q*q), new(big.Int), new(big.Int), big.NewInt(c)
	terms := uint64(0)
	for k := int64(0); p.Sign() != 0; k++ {
		t.Quo(p, d.SetInt64(2*k+1))
		t.Mul(t, cc)
		if alternating && k&1 == 1 {
			s.Sub(s, t)
		} else {
			s.Add(s, t)
		}
		p.Quo(p, q2)
		terms++
	}
	return (3*terms + 4) * uint64(max(c, -c))
}

// π = 16 arctan(1/5) − 4 arctan(1/239) (Machin).
func computePi(z *Real, prec uint) {
	wp := prec + 32
	s := new(big.Int)
	err := inverseSeries(s, 16, 5, true, wp) + inverseSeries(s, -4, 239, true, wp)
	z.setIntScaled(s, -int64(wp), err, prec)
}

// log 2 = 18 artanh(1/26) − 2 artanh(1/4801) + 8 artanh(1/8749).
func computeLog2(z *Real, prec uint) {
	wp := prec + 32
	s := new(big.Int)
	err := inverseSeries(s, 18, 26, false, wp) + inverseSeries(s, -2, 4801, false, wp) +
		inverseSeries(s, 8, 8749, false, wp)
	z.setIntScaled(s, -int64(wp), err, prec)
}

// e = Σ 1/k!. Each term is the last, divided and cut off: t_k errs by less than
// 1 + e_{k−1}/k ≤ 2, and the rest after the last is below 2 ulp.
func computeE(z *Real, prec uint) {
	wp := prec + 32
	t := new(big.Int).Lsh(big.NewInt(1), wp)
	s, d := new(big.Int).Set(t), new(big.Int)
	k := int64(1)
	for ; t.Sign() != 0; k++ {
		t.Quo(t, d.SetInt64(k))
		s.Add(s, t)
	}
	z.setIntScaled(s, -int64(wp), uint64(2*k+4), prec)
}

// Euler's constant by algorithm B1 of R. P. Brent and E. M. McMillan, "Some new algorithms
// for high-precision computation of Euler's constant", Math. Comp. 34 (1980) 305:
//
//	γ = A/B − log n − K₀(2n)/I₀(2n),   B = Σ (n^k/k!)², A = Σ H_k (n^k/k!)²,
//
// with 0 < K₀(2n)/I₀(2n) < π e^(−4n).
func computeEuler(z *Real, prec uint) {
	n := int64(prec)*1733/10000 + 4 // 4n·log₂e > prec + 8
	wp := prec + 64
	// b_k = b_{k−1}·n²/k² and a_k = (a_{k−1}·n²/k + b_k)/k are cut off. The relative error of
	// b_k is at most 2k·2^(−wp) while b_k is at least 1, likewise for a_k; the sums are of
	// positive terms, and what is dropped at the end (k > 4n, terms below one unit and
	// falling by more than 4 each) is less than 2 units.
	n2 := big.NewInt(n * n)
	one := new(big.Int).Lsh(big.NewInt(1), wp)
	b, a := new(big.Int).Set(one), new(big.Int)
	sb, sa := new(big.Int).Set(one), new(big.Int)
	kk, t := new(big.Int), new(big.Int)
	var k int64
	for k = 1; ; k++ {
		kk.SetInt64(k)
		b.Mul(b, n2)
		b.Quo(b, t.Mul(kk, kk))
		a.Mul(a, n2)
		a.Quo(a, kk)
		a.Add(a, b)
		a.Quo(a, kk)
		sb.Add(sb, b)
		sa.Add(sa, a)
		if k > 4*n && a.Sign() == 0 {
			break
		}
	}
	// In units of 2^(−wp) with B ≥ 1: each of the k terms of a sum contributes at most its
	// relative error and 1. Both are covered by (4k²+4)·2^(−wp) relative to A and B.
	var x, y, l Real
	rel := magFromUint64(uint64(4*k*k+4), -int64(wp), true)
	x.setIntScaled(sa, -int64(wp), 0, wp)
	x.addErr(&x, x.magUpper().mul(rel))
	y.setIntScaled(sb, -int64(wp), 0, wp)
	y.addErr(&y, y.magUpper().mul(rel))
	x.Div(&x, &y, wp)
	l.SetInt64(n)
	l.Log(&l, wp)
	x.Sub(&x, &l, wp)
	x.addErr(&x, magPow2(2-4*n*14426/10000)) // π e^(−4n) < 2²·2^(−4n·1.4426)
	z.SetRound(&x, prec)
}

// G = (π/8) log(2+√3) + (3/8) Σ 1/((2k+1)²·C(2k,k)) (Ramanujan; B. C. Berndt, Ramanujan's
// Notebooks I, p. 289).
func computeCatalan(z *Real, prec uint) {
	wp := prec + 64
	// c_k = 1/C(2k,k) = c_{k−1}·k/(2(2k−1)) cut off: the ratio is at most ½, so errors stay
	// below 2 ulp; terms err by less than 3, and the rest is below 4 ulp.
	c := new(big.Int).Lsh(big.NewInt(1), wp)
	s, t, d := new(big.Int), new(big.Int), new(big.Int)
	k := int64(0)
	for ; c.Sign() != 0; k++ {
		s.Add(s, t.Quo(c, d.SetInt64((2*k+1)*(2*k+1))))
		c.Mul(c, d.SetInt64(k+1))
		c.Quo(c, d.SetInt64(2*(2*k+1)))
	}
	var x, y Real
	x.setIntScaled(s, -int64(wp), uint64(3*k+4), wp)
	x.MulInt64(&x, 3, wp)
	y.SetInt64(3)
	y.Sqrt(&y, wp)
	y.AddInt64(&y, 2, wp)
	y.Log(&y, wp)
	var pi Real
	y.Mul(&y, pi.Pi(wp), wp)
	z.Add(&x, &y, wp)
	z.Mul2Exp(z, -3)
	z.SetRound(z, prec)
}
