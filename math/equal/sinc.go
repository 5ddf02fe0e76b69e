package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// Bounds of the products of sines and cosines that are integrated in closed form.
const (
	maxWaves         = 13 // with numbers as frequencies
	maxSymbolicWaves = 6
	maxSincFactors   = 32 // of a finite product that is written out
)

// sincIntegral is the integral over the line, or over its positive half, of a product of sines
// and cosines over a power of the variable, in closed form. With s sines and c cosines of
// frequencies a, N ≤ s and N ≡ s mod 2,
//
//	∫_{−∞}^{∞} ∏ sin(a x) ∏ cos(a x) x^{−N} dx = (−1)^{(N−s)/2} π/(2^{s+c} (N−1)!) Σ (∏ γ) b^{N−1} sgn b,
//
// where the sum is over the signs γ of all frequencies, the product over those of the sines,
// and b is the sum of the signed frequencies: each exponential has the finite part
// ∫ e^{ibx} x^{−N} dx = π i^N b^{N−1} sgn b/(N−1)! (D. Borwein and J. M. Borwein, Ramanujan J.
// 5 (2001) 73; Gel'fand and Shilov, Generalized Functions I, chapter II). nil for others.
func (g *grading) sincIntegral(m *expr.Node) *expr.Node {
	if len(m.Args) != 4 || m.Name != "" || infinite(m.Args[3]) != 1 {
		return nil
	}
	half := false
	switch {
	case isZero(m.Args[2]):
		half = true
	case infinite(m.Args[2]) != -1:
		return nil
	}
	w := &waves{g: g, b: builder{g.pool}, x: m.Args[1]}
	if !w.factor(m.Args[0], 1) || w.power < 1 || w.power > len(w.sines) || (len(w.sines)-w.power)%2 != 0 {
		return nil
	}
	value := w.sum()
	if value == nil {
		return nil
	}
	if half {
		w.constant = append(w.constant, g.pool.Number(big.NewRat(1, 2)))
	}
	return w.b.mul(append(w.constant, value, g.pool.Constant(expr.ConstPi))...)
}

// waves are the factors of such an integrand.
type waves struct {
	g             *grading
	b             builder
	x             *expr.Node
	constant      []*expr.Node
	sines, cosine []*expr.Node // frequencies
	power         int          // of 1/x
}

// factor reads f^k.
func (w *waves) factor(f *expr.Node, k int) bool {
	if !mentions(f, w.x) {
		w.constant = append(w.constant, w.b.pow(f, w.b.Int(int64(k))))
		return !containsOp(f, heavyOps...)
	}
	switch f.Op {
	case expr.OpMul:
		for _, a := range f.Args {
			if !w.factor(a, k) {
				return false
			}
		}
		return true
	case expr.OpPow:
		e, ok := smallInt(f.Args[1])
		return ok && e > -maxSincFactors && e < maxSincFactors && w.factor(f.Args[0], k*int(e))
	case expr.OpSymbol:
		w.power -= k
		return true
	case expr.OpProduct:
		if len(f.Args) != 4 {
			return false
		}
		lo, okLo := smallInt(f.Args[2])
		hi, okHi := smallInt(f.Args[3])
		if !okLo || !okHi || hi-lo >= maxSincFactors {
			return false
		}
		for i := lo; i <= hi; i++ {
			a := w.g.canon(expr.Subst(w.g.pool, f.Args[0], map[*expr.Node]*expr.Node{f.Args[1]: w.b.Int(i)}))
			if !w.factor(a, k) {
				return false
			}
		}
		return true
	case expr.OpApply:
		if k < 1 || k > maxWaves || f.Name != "sin" && f.Name != "cos" && f.Name != "sinc" {
			return false
		}
		p, ok := w.g.polynomialOf(f.Args[0], w.x)
		if !ok || len(p) != 2 || !isInt(p[0], 0) || !w.g.realForm(p[1]) {
			return false
		}
		for range k {
			switch f.Name {
			case "cos":
				w.cosine = append(w.cosine, p[1])
			case "sinc":
				w.power++
				w.constant = append(w.constant, w.b.pow(p[1], w.b.Int(-1)))
				fallthrough
			default:
				w.sines = append(w.sines, p[1])
			}
		}
		return len(w.sines)+len(w.cosine) <= maxWaves
	default:
		return false
	}
}

// sum is the value over π.
func (w *waves) sum() *expr.Node {
	frequencies := append(append([]*expr.Node{}, w.sines...), w.cosine...)
	n := len(frequencies)
	numbers := true
	for _, a := range frequencies {
		numbers = numbers && isNumber(a)
	}
	if !numbers && n > maxSymbolicWaves || n == 0 || n > maxWaves {
		return nil
	}
	scale := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(new(big.Int).MulRange(1, int64(w.power-1)), uint(n)))
	if (len(w.sines)-w.power)/2%2 != 0 {
		scale.Neg(scale)
	}
	total := new(big.Rat)
	var terms []*expr.Node
	for signs := range 1 << n {
		sign := int64(1)
		b := new(big.Rat)
		var parts []*expr.Node
		for i, a := range frequencies {
			s := int64(1)
			if signs>>i&1 != 0 {
				s = -1
			}
			if i < len(w.sines) {
				sign *= s
			}
			if numbers {
				b.Add(b, new(big.Rat).Mul(a.Rat, big.NewRat(s, 1)))
			} else {
				parts = append(parts, w.b.mul(w.b.Int(s), a))
			}
		}
		if !numbers {
			sum := w.g.canon(w.b.add(parts...))
			terms = append(terms, w.b.mul(w.b.Int(sign), w.b.pow(sum, w.b.Int(int64(w.power-1))), w.b.Apply("sign", sum)))
			continue
		}
		v := big.NewRat(sign*int64(b.Sign()), 1)
		for range w.power - 1 {
			v.Mul(v, b)
		}
		total.Add(total, v)
	}
	if numbers {
		return w.g.pool.Number(total.Mul(total, scale))
	}
	return w.b.mul(w.g.pool.Number(scale), w.b.add(terms...))
}
