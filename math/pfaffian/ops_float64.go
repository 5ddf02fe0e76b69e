package pfaffian

import (
	"math"
	"math/big"
	"sync"

	"github.com/assay-physics/assay/math/wide"
)

// float64Ops is the tuned arithmetic: sums of products in registers, blocks of the front
// at a time, and always 8 vectors.
type float64Ops struct {
	vector      bool // use the kernels in assembly
	left, right []float64
}

func newFloat64Ops() *float64Ops { return &float64Ops{vector: vectorized()} }

func (*float64Ops) unit() float64        { return 0x1p-53 }
func (*float64Ops) binade() int          { return 0 }
func (*float64Ops) top([]float64) int    { return 0 }
func (*float64Ops) vectors() int         { return 8 }
func (*float64Ops) chain(np int) float64 { return float64(np + 4) }
func (*float64Ops) carry(int) float64    { return 2 }

func (*float64Ops) scatter(f []float64, ld int, packed []float64, pos []int32) {
	for a, pa := range pos {
		row := packed[:len(pos)-a-1]
		packed = packed[len(row):]
		rest := pos[a+1:]
		at := int(pa) * ld
		for b, x := range row {
			if pb := rest[b]; pa < pb {
				f[at+int(pb)] = x
			} else {
				f[int(pb)*ld+int(pa)] = -x
			}
		}
	}
}

func (*float64Ops) addEntry(f []float64, at int, v float64, minus bool) (size, rounded float64) {
	size = math.Abs(v)
	if minus {
		v = -v
	}
	if f[at] == 0 {
		f[at] = v
		return size, 0
	}
	old := math.Abs(f[at])
	f[at] += v
	return size, old + size
}

func (*float64Ops) pack(dst, row []float64, columns []float64) float64 {
	sum := 0.0
	dst, columns = dst[:len(row)], columns[:len(row)]
	for i, x := range row {
		dst[i] = x
		x *= x
		sum += x
		columns[i] += x
	}
	return sum
}

func (o *float64Ops) refresh(w, f []float64, ld, p0, np, j, c0, e int) {
	if n := (e - c0 + 3) &^ 3; o.vector && np > 0 && n > 0 {
		// Up to three numbers behind the row come along: rows and w are padded.
		w = w[:n]
		copy(w, f[j*ld+c0:j*ld+c0+n])
		var k [2 * panel]float64
		for s := range np {
			p := (p0+2*s)*ld + j
			k[2*s], k[2*s+1] = f[p+ld], -f[p]
		}
		rows := f[p0*ld+c0 : (p0+2*np-1)*ld+c0+n]
		rowsVector(&w[0], &rows[0], ld, &k[0], np, n)
		return
	}
	w = w[:e-c0]
	clear(w)
	s := 0
	for ; s+4 <= np; s += 4 {
		p := (p0 + 2*s) * ld
		var k [8]float64
		for t := 0; t < 4; t++ {
			k[2*t] = f[p+(2*t+1)*ld+j]
			k[2*t+1] = -f[p+2*t*ld+j]
		}
		combine8(w, f[p+c0:], f[p+ld+c0:], f[p+2*ld+c0:], f[p+3*ld+c0:],
			f[p+4*ld+c0:], f[p+5*ld+c0:], f[p+6*ld+c0:], f[p+7*ld+c0:], &k)
	}
	for ; s < np; s++ {
		p := (p0 + 2*s) * ld
		combine2(w, f[p+c0:p+c0+len(w)], f[p+ld+c0:p+ld+c0+len(w)], f[p+ld+j], -f[p+j])
	}
	for i, x := range f[j*ld+c0 : j*ld+e] {
		w[i] += x
	}
}

// combine2 adds a·x + b·y to w.
func combine2(w, x, y []float64, a, b float64) {
	x, y = x[:len(w)], y[:len(w)]
	for i := range w {
		w[i] += a*x[i] + b*y[i]
	}
}

// combine8 adds Σ k_s·r_s to w.
func combine8(w, r0, r1, r2, r3, r4, r5, r6, r7 []float64, k *[8]float64) {
	n := len(w)
	r0, r1, r2, r3, r4, r5, r6, r7 = r0[:n], r1[:n], r2[:n], r3[:n], r4[:n], r5[:n], r6[:n], r7[:n]
	k0, k1, k2, k3, k4, k5, k6, k7 := k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]
	for i := range w {
		w[i] += ((k0*r0[i] + k1*r1[i]) + (k2*r2[i] + k3*r3[i])) + ((k4*r4[i] + k5*r5[i]) + (k6*r6[i] + k7*r7[i]))
	}
}

// split is the part of n numbers that vector kernels take, if they take any.
func (o *float64Ops) split(n int) int {
	if o.vector {
		return n &^ 3
	}
	return 0
}

func (o *float64Ops) absMax(w []float64, cand int) (arg int, best, all float64) {
	best = o.most(w[:cand])
	for i, x := range w[:cand] {
		if math.Abs(x) == best {
			arg = i
			break
		}
	}
	return arg, best, max(best, o.most(w[cand:]))
}

// most is the largest modulus, or 0; it passes over NaNs.
func (o *float64Ops) most(w []float64) float64 {
	best := 0.0
	if n := o.split(len(w)); n > 0 {
		best = maxVector(&w[0], n)
		w = w[n:]
	}
	for _, x := range w {
		if x = math.Abs(x); x > best {
			best = x
		}
	}
	return best
}

func (*float64Ops) swap(f []float64, ld, p, q, m int) {
	for i := 0; i < p*ld; i += ld {
		f[i+p], f[i+q] = f[i+q], f[i+p]
	}
	for i := p + 1; i < q; i++ {
		f[p*ld+i], f[i*ld+q] = -f[i*ld+q], -f[p*ld+i]
	}
	f[p*ld+q] = -f[p*ld+q]
	x, y := f[p*ld+q+1:p*ld+m], f[q*ld+q+1:q*ld+m]
	for i := range x {
		x[i], y[i] = y[i], x[i]
	}
}

func (o *float64Ops) divide(dst, w []float64, a float64) float64 {
	sum := 0.0
	w = w[:len(dst)]
	if n := o.split(len(dst)); n > 0 {
		sum = divideVector(&dst[0], &w[0], a, n)
		dst, w = dst[n:], w[n:]
	}
	for i, x := range w {
		x /= a
		dst[i] = x
		sum += x * x
	}
	return math.Sqrt(sum)
}

func (o *float64Ops) norm(v []float64) float64 {
	sum := 0.0
	if n := o.split(len(v)); n > 0 {
		sum = squaresVector(&v[0], n)
		v = v[n:]
	}
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

func (o *float64Ops) spread(t []float64, u, v []float64, nu, nv float64) {
	u, v = u[:len(t)], v[:len(t)]
	if n := o.split(len(t)); n > 0 {
		spreadVector(&t[0], &u[0], &v[0], nu, nv, n)
		t, u, v = t[n:], u[n:], v[n:]
	}
	for i := range t {
		t[i] += math.Abs(u[i])*nv + math.Abs(v[i])*nu
	}
}

func (o *float64Ops) update(f []float64, ld, p0, np, j, e, workers int) {
	n := e - j
	if n < 2 {
		return
	}
	if np < 2 {
		for s := range np {
			u, v := f[(p0+2*s)*ld:], f[(p0+2*s+1)*ld:]
			for i := j; i < e-1; i++ {
				if u[i] != 0 || v[i] != 0 {
					combine2(f[i*ld+i+1:i*ld+e], u[i+1:e], v[i+1:e], v[i], -u[i])
				}
			}
		}
		return
	}
	depth := 2 * np
	rows, cols := (n+3)/4, (n+7)/8
	o.left = room(o.left, rows*4*depth)
	o.right = room(o.right, cols*8*depth)
	o.layout(f, ld, p0, np, j, e)
	if n < 160 {
		workers = 1
	}
	if workers == 1 {
		o.tiles(f, ld, depth, j, rows, cols, 0, 1)
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { o.tiles(f, ld, depth, j, rows, cols, w, workers) })
	}
	wg.Wait()
}

// room is a slice of n numbers with any content, in buf where that is large enough.
func room[E any](buf []E, n int) []E {
	if cap(buf) < n {
		return make([]E, n+n/4)[:n]
	}
	return buf[:n]
}

// layout writes the pairs in the order in which the kernels read them: for each four
// rows the numbers v, −u of the first pair, of the second …, for each eight columns u, v.
func (o *float64Ops) layout(f []float64, ld, p0, np, j, e int) {
	depth := 2 * np
	n := e - j
	for s := range np {
		u := f[(p0+2*s)*ld+j : (p0+2*s)*ld+e]
		v := f[(p0+2*s+1)*ld+j : (p0+2*s+1)*ld+e]
		at := 8 * s
		for i := 0; i < n; i += 4 {
			l := o.left[at : at+8]
			at += 4 * depth
			for r := range min(4, n-i) {
				l[r], l[r+4] = v[i+r], -u[i+r]
			}
			for r := n - i; r < 4; r++ {
				l[r], l[r+4] = 0, 0
			}
		}
		at = 16 * s
		for i := 0; i < n; i += 8 {
			r := o.right[at : at+16]
			at += 8 * depth
			if n-i >= 8 {
				*(*[8]float64)(r) = *(*[8]float64)(u[i:])
				*(*[8]float64)(r[8:]) = *(*[8]float64)(v[i:])
				continue
			}
			clear(r)
			copy(r, u[i:])
			copy(r[8:], v[i:])
		}
	}
}

// tiles updates every step-th block of four rows, from the first on.
func (o *float64Ops) tiles(f []float64, ld, depth, j, rows, cols, first, step int) {
	const strip = 32 // blocks of columns at a time, so that their packed form stays in cache
	half := (depth/2 + 1) / 2
	for c0 := 0; c0 < cols; c0 += strip {
		c1 := min(c0+strip, cols)
		for t := first; t < min(rows, 2*c1); t += step {
			l := o.left[t*4*depth : (t+1)*4*depth]
			c := max(c0, t/2)
			r := o.right[c*8*depth : c1*8*depth]
			d := f[(j+4*t)*ld+j+8*c : (j+4*t+3)*ld+j+8*c1]
			if o.vector {
				tilesVector(&l[0], &r[0], half, depth/2-half, &d[0], ld, c1-c)
			} else {
				tilesPortable(l, r, d, ld)
			}
		}
	}
}

// tilesPortable is tilesVector in Go, without the halves. Taking the two products of a
// pair together halves the chain of additions there.
func tilesPortable(a, b, c []float64, ld int) {
	for depth := len(a) / 4; len(b) >= 8*depth; b = b[8*depth:] {
		for k := 0; k < 8; k += 2 {
			kernel(a, b[k:8*depth], c[k:], c[ld+k:], c[2*ld+k:], c[3*ld+k:])
		}
		if len(b) > 8*depth {
			c = c[8:]
		}
	}
}

// kernel adds Σ_s a[4s+r]·b[8s+c] to row r, column c, of 4×2 numbers.
func kernel(a, b []float64, c0, c1, c2, c3 []float64) {
	var x00, x01, x10, x11, x20, x21, x30, x31 float64
	for len(a) >= 8 && len(b) >= 10 {
		b0, b1, b2, b3 := b[0], b[1], b[8], b[9]
		x00 += a[0]*b0 + a[4]*b2
		x01 += a[0]*b1 + a[4]*b3
		x10 += a[1]*b0 + a[5]*b2
		x11 += a[1]*b1 + a[5]*b3
		x20 += a[2]*b0 + a[6]*b2
		x21 += a[2]*b1 + a[6]*b3
		x30 += a[3]*b0 + a[7]*b2
		x31 += a[3]*b1 + a[7]*b3
		a = a[8:]
		b = b[min(16, len(b)):]
	}
	_, _, _, _ = c0[1], c1[1], c2[1], c3[1]
	c0[0] += x00
	c0[1] += x01
	c1[0] += x10
	c1[1] += x11
	c2[0] += x20
	c2[1] += x21
	c3[0] += x30
	c3[1] += x31
}

func (*float64Ops) random(x []float64, seed, first uint64) {
	for i := range x {
		x[i] = uniform(seed, first+uint64(i))
	}
}

// uniform is number k of a sequence of mean 0 and variance 1: uniform in ±√3, from
// splitmix64.
func uniform(seed, k uint64) float64 {
	z := seed + (k+1)*0x9E3779B97F4A7C15
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	z ^= z >> 31
	return (float64(z>>11)*0x1p-52 - 1) * 1.7320508075688772
}

func (o *float64Ops) forward(x []float64, q int, idx []int32, a float64, u, v []float64) {
	c0, c1 := (*[8]float64)(vectors(x, q, idx[0])), (*[8]float64)(vectors(x, q, idx[1]))
	var d [8]float64
	for r := range d {
		d[r] = c0[r] / a
	}
	if o.vector && len(u) > 0 {
		var k [16]float64
		for r := range d {
			k[r], k[8+r] = d[r], -c1[r]
		}
		to := idx[2 : 2+len(u)]
		forwardVector(&x[0], &to[0], &u[0], &v[:len(u)][0], len(u), &k)
		return
	}
	idx = idx[2:]
	idx, v = idx[:len(u)], v[:len(u)]
	for i, ui := range u {
		vi := v[i]
		y := (*[8]float64)(x[int(idx[i])*8:])
		y[0] += vi*d[0] - ui*c1[0]
		y[1] += vi*d[1] - ui*c1[1]
		y[2] += vi*d[2] - ui*c1[2]
		y[3] += vi*d[3] - ui*c1[3]
		y[4] += vi*d[4] - ui*c1[4]
		y[5] += vi*d[5] - ui*c1[5]
		y[6] += vi*d[6] - ui*c1[6]
		y[7] += vi*d[7] - ui*c1[7]
	}
}

func (o *float64Ops) backward(x []float64, q int, idx []int32, a float64, u, v []float64) {
	// x₀ = −(c₁ − v·x)/a and x₁ = c₀/a − u·x, four vectors at a time.
	c0, c1 := (*[8]float64)(vectors(x, q, idx[0])), (*[8]float64)(vectors(x, q, idx[1]))
	if o.vector && len(u) > 0 {
		var s [16]float64
		from := idx[2 : 2+len(u)]
		backwardVector(&x[0], &from[0], &u[0], &v[:len(u)][0], len(u), &s)
		for r := range c0 {
			c0[r], c1[r] = (s[8+r]-c1[r])/a, c0[r]/a-s[r]
		}
		return
	}
	idx = idx[2:]
	idx, v = idx[:len(u)], v[:len(u)]
	for r := 0; r < 8; r += 4 {
		var s0, s1, s2, s3, t0, t1, t2, t3 float64
		for i, ui := range u {
			vi := v[i]
			z := (*[4]float64)(x[int(idx[i])*8+r:])
			s0 += ui * z[0]
			t0 += vi * z[0]
			s1 += ui * z[1]
			t1 += vi * z[1]
			s2 += ui * z[2]
			t2 += vi * z[2]
			s3 += ui * z[3]
			t3 += vi * z[3]
		}
		su, sv := [4]float64{s0, s1, s2, s3}, [4]float64{t0, t1, t2, t3}
		for k := range su {
			c0[r+k], c1[r+k] = (sv[k]-c1[r+k])/a, c0[r+k]/a-su[k]
		}
	}
}

func (*float64Ops) residual(r, y []float64, q, i, j int, v float64) {
	ri, rj := (*[8]float64)(r[i*q:]), (*[8]float64)(r[j*q:])
	yi, yj := (*[8]float64)(y[i*q:]), (*[8]float64)(y[j*q:])
	for k := range ri {
		ri[k] -= v * yj[k]
		rj[k] += v * yi[k]
	}
}

func (*float64Ops) squares(x []float64, q, lo, hi, _ int) float64 {
	sum := 0.0
	for ; len(x) >= q; x = x[q:] {
		for _, y := range x[lo:hi] {
			sum += y * y
		}
	}
	return sum
}

func (*float64Ops) sizes(dst, x []float64) {
	for i, y := range x {
		dst[i] = math.Abs(y)
	}
}

func (*float64Ops) parts(x float64) (re, im float64) { return x, 0 }
func (*float64Ops) negate(x float64) float64         { return -x }

func (*float64Ops) invertPair(z []float64, m, j int, a float64, u, v []float64) {
	r0, r1 := z[j*m+j+2:(j+1)*m], z[(j+1)*m+j+2:(j+2)*m]
	v = v[:len(u)]
	i := 0
	for ; i+4 <= len(u); i += 4 {
		at := (j+2+i)*m + j + 2
		gather4(r0, r1, z[at:], z[at+m:], z[at+2*m:], z[at+3*m:],
			[4]float64{v[i] / a, v[i+1] / a, v[i+2] / a, v[i+3] / a},
			[4]float64{-u[i], -u[i+1], -u[i+2], -u[i+3]})
	}
	for ; i < len(u); i++ {
		row := z[(j+2+i)*m+j+2:]
		row = row[:len(r0)]
		c, d := v[i]/a, u[i]
		for k, x := range row {
			r0[k] += c * x
			r1[k] -= d * x
		}
	}
	corner := -1 / a
	for i, x := range u {
		corner -= r0[i] * x
	}
	for k := range r0 {
		z[(j+2+k)*m+j], z[(j+2+k)*m+j+1] = -r0[k], -r1[k]
	}
	z[j*m+j+1], z[(j+1)*m+j] = corner, -corner
}

// gather4 adds the combinations c and d of four rows to r0 and r1.
func gather4(r0, r1, x0, x1, x2, x3 []float64, c, d [4]float64) {
	n := len(r0)
	r1, x0, x1, x2, x3 = r1[:n], x0[:n], x1[:n], x2[:n], x3[:n]
	c0, c1, c2, c3, d0, d1, d2, d3 := c[0], c[1], c[2], c[3], d[0], d[1], d[2], d[3]
	for k := range r0 {
		y0, y1, y2, y3 := x0[k], x1[k], x2[k], x3[k]
		r0[k] += (c0*y0 + c1*y1) + (c2*y2 + c3*y3)
		r1[k] += (d0*y0 + d1*y1) + (d2*y2 + d3*y3)
	}
}

// product keeps the mantissa of the product as a double-double: with at most 2³¹
// factors its relative error stays below 2³¹·2⁻¹⁰³.
func (*float64Ops) product(pivots [][]float64, negative bool) product {
	mantissa, exponent := wide.FromFloat(1), 0
	for _, list := range pivots {
		for _, a := range list {
			f, e := math.Frexp(a)
			mantissa = mantissa.MulFloat(f)
			exponent += e
			if f = math.Abs(mantissa.Hi); f < 0x1p-256 {
				mantissa.Hi *= 0x1p256
				mantissa.Lo *= 0x1p256
				exponent -= 256
			}
		}
	}
	return realProduct(mantissa.Big(), int64(exponent), negative, 0x1p-70)
}

// realProduct is the product m·2^e of pivots, of relative error err.
func realProduct(m *big.Float, e int64, negative bool, err float64) product {
	sign := m.Sign()
	if negative {
		sign = -sign
	}
	m = new(big.Float).Abs(m)
	return product{log: logScaled(m, e), sign: sign, bound: err}
}
