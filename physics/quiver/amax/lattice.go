package amax

import (
	"math"
	"math/big"
)

// relation looks for small integers c with Σ c_i v_i ≈ 0, where the numbers v_i are known as
// values[i]/2^prec. It proves nothing. ok is false where the smallest relation is as large
// as one of random numbers would be.
//
// It reduces the lattice of the vectors (c, Σ c_i values[i]/2^shift) for one shift after the
// other: each time stageBits more of the values come to light, and the basis is reduced
// before them, so that float64 suffices for the orthogonalization.
func relation(values []*big.Int, prec uint) (c []*big.Int, ok bool) {
	const stageBits = 24
	n := len(values)
	basis := make([]vector, n)
	for i := range basis {
		basis[i] = vector{c: zeroInts(n), sum: new(big.Int).Set(values[i])}
		basis[i].c[i].SetInt64(1)
	}
	most := 0
	for _, v := range values {
		most = max(most, v.BitLen())
	}
	for shift := most; shift > 0; {
		shift = max(shift-stageBits, 0)
		if !reduceBasis(basis, uint(shift)) {
			return nil, false
		}
	}
	c = basis[0].c
	bits := basis[0].sum.BitLen()
	for _, x := range c {
		bits = max(bits, x.BitLen())
	}
	// A random relation has coefficients of about prec/n bits.
	return c, bits*n < int(prec)*2/3
}

// vector is an element of the lattice: coefficients, and the value of the combination.
type vector struct {
	c   []*big.Int
	sum *big.Int
}

// floats is the vector at a shift.
func (v vector) floats(shift uint, out []float64, t *big.Int) {
	for i, x := range v.c {
		out[i], _ = x.Float64()
	}
	// Not rounded to an integer: it must stay a linear function, or the reduction may cycle.
	const fraction = 64
	below := min(shift, fraction)
	x, _ := t.Rsh(v.sum, shift-below).Float64()
	out[len(v.c)] = math.Ldexp(x, -int(below))
}

// subtract is v − q·w.
func (v vector) subtract(q *big.Int, w vector, t *big.Int) {
	for i := range v.c {
		v.c[i].Sub(v.c[i], t.Mul(q, w.c[i]))
	}
	v.sum.Sub(v.sum, t.Mul(q, w.sum))
}

// reduceBasis is the algorithm of Lenstra, Lenstra and Lovász with δ = 3/4. Rows are exact,
// their orthogonalization is in float64; ok is false if it does not come to an end.
func reduceBasis(b []vector, shift uint) (ok bool) {
	n := len(b)
	f := make([][]float64, n)    // the vectors
	star := make([][]float64, n) // their parts orthogonal to those before
	mu := make([][]float64, n)
	norm := make([]float64, n)
	t := new(big.Int)
	for i := range b {
		f[i], star[i], mu[i] = make([]float64, n+1), make([]float64, n+1), make([]float64, n)
		b[i].floats(shift, f[i], t)
	}
	project := func(k int) {
		copy(star[k], f[k])
		for j := range k {
			mu[k][j] = 0
			if norm[j] > 0 {
				mu[k][j] = floatDot(star[k], star[j]) / norm[j] // modified Gram and Schmidt
			}
			for i := range star[k] {
				star[k][i] -= mu[k][j] * star[j][i]
			}
		}
		norm[k] = floatDot(star[k], star[k])
	}
	project(0)
	for k, steps := 1, 0; k < n; steps++ {
		if steps > 400*n {
			return false
		}
		project(k)
		for range 8 {
			reduced := false
			again := false // float64 could not hold the whole step
			for j := k - 1; j >= 0; j-- {
				q := math.RoundToEven(mu[k][j])
				if q == 0 {
					continue
				}
				if math.IsNaN(q) || math.IsInf(q, 0) {
					return false
				}
				whole := big.NewInt(int64(q))
				if math.Abs(q) >= 1<<62 {
					whole, _ = new(big.Float).SetFloat64(q).Int(nil)
				}
				b[k].subtract(whole, b[j], t)
				for i := range j {
					mu[k][i] -= q * mu[j][i]
				}
				mu[k][j] -= q
				reduced, again = true, again || math.Abs(q) > 1<<24
			}
			if !reduced {
				break
			}
			b[k].floats(shift, f[k], t)
			project(k)
			if !again {
				break
			}
		}
		if norm[k] >= (0.75-mu[k][k-1]*mu[k][k-1])*norm[k-1] {
			k++
			continue
		}
		b[k], b[k-1] = b[k-1], b[k]
		f[k], f[k-1] = f[k-1], f[k]
		project(k - 1)
		k = max(k-1, 1)
	}
	return true
}

func floatDot(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// nearest is x/y rounded, for y > 0.
func nearest(x, y *big.Int) *big.Int {
	q := new(big.Int).Lsh(x, 1)
	q.Add(q, y)
	return q.Div(q, new(big.Int).Lsh(y, 1)) // Euclidean: floor, as 2y > 0
}

// simplest is the fraction of least denominator within 2^−good of x/2^prec, if that is
// remarkably small.
func simplest(x *big.Int, prec, good uint) (*big.Rat, bool) {
	// Convergents p/q of x/2^prec.
	a, b := new(big.Int).Set(x), new(big.Int).Lsh(big.NewInt(1), prec)
	p0, q0, p1, q1 := big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)
	d, room, r := new(big.Int), new(big.Int), new(big.Int)
	for b.Sign() != 0 {
		q, rest := new(big.Int).DivMod(a, b, r)
		p0, p1 = p1, p0.Add(p0, new(big.Int).Mul(q, p1))
		q0, q1 = q1, q0.Add(q0, new(big.Int).Mul(q, q1))
		a, b, r = b, rest, a
		if q1.BitLen() > int(good)/3 {
			return nil, false
		}
		// |p/q − x/2^prec| ≤ 2^−good
		d.Lsh(p1, prec)
		d.Sub(d, room.Mul(q1, x))
		if d.CmpAbs(room.Lsh(q1, prec-good)) <= 0 {
			return new(big.Rat).SetFrac(p1, q1), true
		}
	}
	return nil, false
}
