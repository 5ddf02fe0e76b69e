package spin

import (
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
)

// TorusKaufman is the partition function of the Ising model on a rows × cols torus with
// K = βJ > 0 on every bond, by Kaufman's closed form, to 60 digits and more. Sides are
// at least 2 long; at 2 there are two bonds between the same neighbours, as wrapping
// both indices makes them.
func TorusKaufman(rows, cols int, K float64) (LogZ, error) {
	return TorusKaufmanAnisotropic(rows, cols, K, K)
}

// TorusKaufmanAnisotropic is TorusKaufman with Kh on the bonds along a row and Kv on
// those along a column. With M rows and N columns,
//
//	Z = ½ (2 sinh 2Kv)^(MN/2) [ ∏ 2cosh(M γ_odd/2) + ∏ 2sinh(M γ_odd/2)
//	                          + ∏ 2cosh(M γ_even/2) − ∏ 2sinh(M γ_even/2) ],
//	sinh²(γ_l/2) = sinh²(K*−Kh) + (sinh 2Kh / sinh 2Kv)·sin²(πl/2N),   tanh K* = e^(−2Kv),
//
// each product over N values of l in 0 … 2N−1, and γ₀ = 2(K*−Kh) of either sign, so
// that the last product changes sign at the transition.
func TorusKaufmanAnisotropic(rows, cols int, Kh, Kv float64) (LogZ, error) {
	if rows < 2 || cols < 2 {
		return LogZ{}, fmt.Errorf("spin: Kaufman's formula for a %d×%d torus: sides are at least 2 long", rows, cols)
	}
	if !(Kh > 0) || !(Kv > 0) || !finite(Kh) || !finite(Kv) {
		return LogZ{}, fmt.Errorf("spin: Kaufman's formula needs finite K > 0, not %v and %v; a bipartite torus has the same Z at −K", Kh, Kv)
	}
	if max(Kh, Kv) > maxK || min(Kh, Kv) < minK {
		return LogZ{}, fmt.Errorf("spin: Kaufman's formula: K = %v, %v is outside of %v … %v", Kh, Kv, minK, maxK)
	}
	if cols > rows { // the momenta run along the shorter side
		rows, cols, Kh, Kv = cols, rows, Kv, Kh
	}
	if cols > maxMomenta || rows > 1<<30 {
		return LogZ{}, fmt.Errorf("spin: Kaufman's formula: a %d×%d torus is over the limit of %d momenta", rows, cols, maxMomenta)
	}
	// 1 − e^(−4K) and the like lose as many bits as K has leading zeros, twice over.
	_, scale := math.Frexp(min(Kh, Kv))
	p := precise.New(256 + uint(max(0, -4*scale)))
	k := newKaufman(p, rows, cols, Kh, Kv)
	odd, even := k.products(1), k.products(0)

	// ln of the four products, and their signs.
	logs := []*big.Float{odd.cosh, even.cosh}
	signs := []float64{1, 1}
	if odd.sinh != nil {
		logs, signs = append(logs, odd.sinh), append(signs, 1)
	}
	if even.sinh != nil {
		logs, signs = append(logs, even.sinh), append(signs, -float64(k.delta.Sign()))
	}
	top := logs[0]
	for _, l := range logs[1:] {
		if l.Cmp(top) > 0 {
			top = l
		}
	}
	sum, absolute := p.New(), p.New()
	for i, l := range logs {
		w := p.Exp(p.New().Sub(l, top))
		p.Add(absolute, w)
		if signs[i] < 0 {
			w.Neg(w)
		}
		p.Add(sum, w)
	}
	v := p.Log(sum)
	v.Add(v, top)
	v.Sub(v, p.Ln2)
	half := p.New().Mul(p.Int(int64(rows)), p.Int(int64(cols)))
	half.SetMantExp(half, -1)
	v.Add(v, half.Mul(half, k.logPrefactor))

	// Each γ is good to 2^(10−prec)·(1+K+K*+γ), enters rows/2-fold, cols of them in each
	// product; the cancellation between products multiplies that by absolute/sum.
	condition, _ := p.New().Quo(absolute, sum).Float64()
	sizes, _ := k.size.Float64()
	bound := math.Ldexp(condition*float64(rows)*float64(cols)*sizes, 12-int(p.Prec))
	v.SetPrec(p.Prec)
	return LogZ{Value: v, ErrorBound: max(bound, math.SmallestNonzeroFloat64), Method: "Kaufman's closed form", Exact: true}, nil
}

// The range of couplings of the closed forms: they would need more precision beyond.
const (
	minK = 1e-100
	maxK = 1e6
)

// maxMomenta bounds the shorter side: each momentum costs some 50 µs.
const maxMomenta = 1 << 16

type kaufman struct {
	p            *precise.Context
	rows, cols   int
	delta        *big.Float // K* − Kh
	deltaSinh2   *big.Float // sinh² of that
	ratio        *big.Float // sinh 2Kh / sinh 2Kv
	logPrefactor *big.Float // ln(2 sinh 2Kv)
	size         *big.Float // 1 + Kh + Kv + K* + largest γ
}

func newKaufman(p *precise.Context, rows, cols int, Kh, Kv float64) *kaufman {
	k := &kaufman{p: p, rows: rows, cols: cols}
	// With e = e^(−2Kv): K* = −½ ln tanh Kv = ½ ln((1+e)/(1−e)).
	e := p.Exp(p.Float(-2 * Kv))
	above, below := p.Int(1), p.Int(1)
	p.Add(above, e)
	p.Add(below, e.Neg(e))
	dual := p.Log(p.New().Quo(above, below))
	dual.SetMantExp(dual, -1)
	k.delta = p.New().Sub(dual, p.Float(Kh))
	s := p.DoubleSinh(k.delta)
	k.deltaSinh2 = p.New().Mul(s, s)
	k.deltaSinh2.SetMantExp(k.deltaSinh2, -2)
	h, v := p.DoubleSinh(p.Float(2*Kh)), p.DoubleSinh(p.Float(2*Kv))
	k.ratio = p.New().Quo(h, v)
	k.logPrefactor = p.Log(v)
	k.size = p.New().Add(p.Float(1+Kh+Kv), dual)
	return k
}

// gamma returns |γ_l|.
func (k *kaufman) gamma(l int) *big.Float {
	p := k.p
	if l == 0 {
		g := p.New().Abs(k.delta)
		return g.SetMantExp(g, 1)
	}
	if l > k.cols {
		l = 2*k.cols - l
	}
	phi := p.New().Quo(p.New().Mul(p.Pi, p.Int(int64(l))), p.Int(int64(k.cols)))
	q := p.Versine(phi) // 2 sin²(φ/2)
	q.SetMantExp(q, -1)
	q.Mul(q, k.ratio)
	p.Add(q, k.deltaSinh2)
	// γ = 2 arsinh √q = 2 ln(√q + √(1+q)).
	root := p.New().Sqrt(q)
	p.Add(q, p.Int(1))
	g := p.Log(root.Add(root, p.New().Sqrt(q)))
	return g.SetMantExp(g, 1)
}

type kaufmanProducts struct {
	cosh *big.Float // ln ∏ 2cosh(M γ/2)
	sinh *big.Float // ln |∏ 2sinh(M γ/2)|, nil when a factor is zero
}

// products multiplies over l = parity, parity+2, …, 2N−2+parity; γ_l = γ_(2N−l) halves
// the work.
func (k *kaufman) products(parity int) kaufmanProducts {
	p := k.p
	out := kaufmanProducts{p.New(), p.New()}
	one := p.Int(1)
	for l := parity; l <= k.cols; l += 2 {
		times := int64(2)
		if l == 0 || l == k.cols {
			times = 1
		}
		g := k.gamma(l)
		if size := p.New().Add(g, one); size.Cmp(k.size) > 0 {
			k.size = p.New().Add(k.size, g)
		}
		// ln 2cosh(Mγ/2) = Mγ/2 + ln(1+e^(−Mγ)), and with a minus for sinh.
		m := p.New().Mul(g, p.Int(int64(k.rows)))
		decay := p.Exp(p.New().Neg(m))
		m.SetMantExp(m, -1)
		add := func(to *big.Float, rest *big.Float) {
			t := p.New().Add(m, p.Log(rest))
			to.Add(to, t.Mul(t, p.Int(times)))
		}
		rest := p.Int(1)
		p.Add(rest, decay)
		add(out.cosh, rest)
		if out.sinh == nil {
			continue
		}
		rest = p.Int(1)
		p.Add(rest, decay.Neg(decay))
		if rest.Sign() == 0 {
			out.sinh = nil
			continue
		}
		add(out.sinh, rest)
	}
	return out
}
