package amax

import "math/big"

// relation looks for small integers c with Σ c_i v_i ≈ 0, where the numbers v_i are known as
// values[i]/2^prec. It proves nothing. ok is false where the smallest relation is as large
// as one of random numbers would be.
func relation(values []*big.Int, prec uint) (c []*big.Int, ok bool) {
	n := len(values)
	basis := make([][]*big.Int, n)
	for i := range basis {
		basis[i] = make([]*big.Int, n+1)
		for j := range n {
			basis[i][j] = new(big.Int)
		}
		basis[i][i].SetInt64(1)
		basis[i][n] = new(big.Int).Set(values[i])
	}
	lll(basis)
	c = basis[0][:n]
	bits := basis[0][n].BitLen()
	for _, x := range c {
		bits = max(bits, x.BitLen())
	}
	// A random relation has coefficients of about prec/n bits.
	return c, bits*n < int(prec)*2/3
}

// lll reduces the rows of b, which must be independent, in place, with parameter 3/4. All
// numbers are integers: d_i is the Gram determinant of the first i rows, and
// λ_ij = d_{j+1} μ_ij (B. de Weger, J. Number Theory 26, 1987, section 3).
func lll(b [][]*big.Int) {
	n := len(b)
	d := make([]*big.Int, n+1)
	d[0] = big.NewInt(1)
	lambda := make([][]*big.Int, n)
	for i := range lambda {
		lambda[i] = make([]*big.Int, i)
		for j := 0; j <= i; j++ {
			u := dot(b[i], b[j])
			for k := range j {
				// u ← (d_{k+1} u − λ_ik λ_jk)/d_k
				u.Mul(u, d[k+1])
				u.Sub(u, new(big.Int).Mul(lambda[i][k], lambdaOf(lambda, d, j, k)))
				u.Quo(u, d[k])
			}
			if j < i {
				lambda[i][j] = u
			} else {
				d[i+1] = u
			}
		}
	}
	shorten := func(k, l int) {
		twice := new(big.Int).Lsh(lambda[k][l], 1)
		if twice.CmpAbs(d[l+1]) <= 0 {
			return
		}
		q := nearest(lambda[k][l], d[l+1])
		t := new(big.Int)
		for i := range b[k] {
			b[k][i].Sub(b[k][i], t.Mul(q, b[l][i]))
		}
		for i := range l {
			lambda[k][i].Sub(lambda[k][i], t.Mul(q, lambda[l][i]))
		}
		lambda[k][l].Sub(lambda[k][l], t.Mul(q, d[l+1]))
	}
	for k := 1; k < n; {
		shorten(k, k-1)
		// d_{k+1} d_{k−1} ≥ (3/4) d_k² − λ² ?
		lhs := new(big.Int).Mul(d[k+1], d[k-1])
		sq := new(big.Int).Mul(lambda[k][k-1], lambda[k][k-1])
		lhs.Add(lhs, sq)
		lhs.Lsh(lhs, 2)
		rhs := new(big.Int).Mul(d[k], d[k])
		rhs.Mul(rhs, big.NewInt(3))
		if lhs.Cmp(rhs) >= 0 {
			for l := k - 2; l >= 0; l-- {
				shorten(k, l)
			}
			k++
			continue
		}
		b[k], b[k-1] = b[k-1], b[k]
		for j := range k - 1 {
			lambda[k][j], lambda[k-1][j] = lambda[k-1][j], lambda[k][j]
		}
		l := lambda[k][k-1]
		next := new(big.Int).Mul(d[k+1], d[k-1])
		next.Add(next, sq)
		next.Quo(next, d[k])
		for i := k + 1; i < n; i++ {
			t := new(big.Int).Set(lambda[i][k])
			// λ_ik ← (d_{k+1} λ_{i,k−1} − l t)/d_k, then λ_{i,k−1} ← (new t + l λ_ik)/d_{k+1}
			a := new(big.Int).Mul(d[k+1], lambda[i][k-1])
			a.Sub(a, new(big.Int).Mul(l, t))
			a.Quo(a, d[k])
			c := new(big.Int).Mul(next, t)
			c.Add(c, new(big.Int).Mul(l, a))
			c.Quo(c, d[k+1])
			lambda[i][k], lambda[i][k-1] = a, c
		}
		d[k] = next
		k = max(k-1, 1)
	}
}

// lambdaOf is λ_jk, which is d_{j+1} on the diagonal.
func lambdaOf(lambda [][]*big.Int, d []*big.Int, j, k int) *big.Int {
	if k == j {
		return d[j+1]
	}
	return lambda[j][k]
}

func dot(x, y []*big.Int) *big.Int {
	sum, t := new(big.Int), new(big.Int)
	for i := range x {
		sum.Add(sum, t.Mul(x[i], y[i]))
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
	target := new(big.Rat).SetFrac(x, b)
	eps := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), good))
	for b.Sign() != 0 {
		q, r := new(big.Int).DivMod(a, b, new(big.Int))
		p0, p1 = p1, p0.Add(p0, new(big.Int).Mul(q, p1))
		q0, q1 = q1, q0.Add(q0, new(big.Int).Mul(q, q1))
		a, b = b, r
		if q1.BitLen() > int(good)/3 {
			return nil, false
		}
		c := new(big.Rat).SetFrac(p1, q1)
		d := new(big.Rat).Sub(c, target)
		if d.Abs(d).Cmp(eps) <= 0 {
			return c, true
		}
	}
	return nil, false
}
