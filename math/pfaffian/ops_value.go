package pfaffian

import (
	"math"
	"sync"
)

// number is a kind of number with value semantics, whose zero value is zero.
type number[E any] interface {
	plus(E) E
	minus(E) E
	times(E) E
	over(E) E
	negated() E
	zero() bool
	// size is the modulus, up to a relative error of 2⁻⁴⁰; it is positive unless zero
	// holds, and infinite beyond float64's range.
	size() float64
	// exponent is the binary exponent and scaled the number over 2^shift, for numbers of
	// more range than float64; the others have the exponent 0.
	exponent() int
	scaled(shift int) E
	// parts rounds to float64.
	parts() (re, im float64)
	// of makes a number from a real and (where it has one) an imaginary part.
	of(re, im float64) E
}

// valueOps does with any kind of number, one operation at a time, what float64Ops does.
type valueOps[E number[E]] struct {
	// relative bounds every rounding, in units of 2^power; chained is as ops.chain says.
	relative float64
	power    int
	// far says that numbers have more range than float64.
	far      bool
	chained  func(np int) float64
	multiply func(pivots [][]E, negative bool) product
	// reciprocal says that dividing a row is multiplying it by a reciprocal.
	reciprocal bool
	// complex says that random numbers need two parts.
	complex bool
}

func (o *valueOps[E]) unit() float64        { return o.relative }
func (o *valueOps[E]) binade() int          { return o.power }
func (o *valueOps[E]) vectors() int         { return 4 }
func (o *valueOps[E]) chain(np int) float64 { return o.chained(np) }

// carry: the products are added one after the other.
func (o *valueOps[E]) carry(np int) float64 { return float64(2*np + 2) }

func (*valueOps[E]) scatter(f []E, ld int, packed []E, pos []int32) {
	for a, pa := range pos {
		row := packed[:len(pos)-a-1]
		packed = packed[len(row):]
		for b, x := range row {
			if pb := pos[a+1+b]; pa < pb {
				f[int(pa)*ld+int(pb)] = x
			} else {
				f[int(pb)*ld+int(pa)] = x.negated()
			}
		}
	}
}

func (*valueOps[E]) addEntry(f []E, at int, v E, minus bool) (size, rounded float64) {
	size = v.size()
	if minus {
		v = v.negated()
	}
	if f[at].zero() {
		f[at] = v
		return size, 0
	}
	old := f[at].size()
	f[at] = f[at].plus(v)
	return size, old + size
}

func (*valueOps[E]) pack(dst, row []E, columns []float64) float64 {
	sum := 0.0
	for i, x := range row {
		dst[i] = x
		s := x.size()
		sum += s * s
		columns[i] += s * s
	}
	return sum
}

func (*valueOps[E]) refresh(w, f []E, ld, p0, np, j, c0, e int) {
	w = w[:e-c0]
	copy(w, f[j*ld+c0:j*ld+e])
	for s := range np {
		u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
		combine(w, u[c0:], v[c0:], u[j], v[j])
	}
}

// combine adds vj·u − uj·v to w.
func combine[E number[E]](w, u, v []E, uj, vj E) {
	uz, vz := uj.zero(), vj.zero()
	if uz && vz {
		return
	}
	for k := range w {
		x := w[k]
		if !vz {
			x = x.plus(vj.times(u[k]))
		}
		if !uz {
			x = x.minus(uj.times(v[k]))
		}
		w[k] = x
	}
}

func (o *valueOps[E]) absMax(w []E, cand int) (arg int, best, all float64) {
	shift := o.top(w)
	for i, x := range w {
		if shift != 0 {
			x = x.scaled(shift)
		}
		s := x.size()
		if i < cand && s > best {
			arg, best = i, s
		}
		all = max(all, s)
	}
	return arg, best, all
}

func (*valueOps[E]) swap(f []E, ld, p, q, m int) {
	for i := range p {
		f[i*ld+p], f[i*ld+q] = f[i*ld+q], f[i*ld+p]
	}
	for i := p + 1; i < q; i++ {
		f[p*ld+i], f[i*ld+q] = f[i*ld+q].negated(), f[p*ld+i].negated()
	}
	f[p*ld+q] = f[p*ld+q].negated()
	for i := q + 1; i < m; i++ {
		f[p*ld+i], f[q*ld+i] = f[q*ld+i], f[p*ld+i]
	}
}

// divisor prepares a for quotient.
func (o *valueOps[E]) divisor(a E) E {
	if o.reciprocal {
		return a.of(1, 0).over(a)
	}
	return a
}

func (o *valueOps[E]) quotient(x, a E) E {
	if o.reciprocal {
		return x.times(a)
	}
	return x.over(a)
}

func (o *valueOps[E]) divide(dst, w []E, a E) float64 {
	sum := 0.0
	a = o.divisor(a)
	for i := range dst {
		if w[i].zero() {
			dst[i] = w[i]
			continue
		}
		dst[i] = o.quotient(w[i], a)
		s := dst[i].size()
		sum += s * s
	}
	return math.Sqrt(sum)
}

func (*valueOps[E]) norm(v []E) float64 {
	sum := 0.0
	for _, x := range v {
		s := x.size()
		sum += s * s
	}
	return math.Sqrt(sum)
}

func (*valueOps[E]) spread(t []float64, u, v []E, nu, nv float64) {
	for i := range t {
		t[i] += u[i].size()*nv + v[i].size()*nu
	}
}

func (o *valueOps[E]) update(f []E, ld, p0, np, j, e, workers int) {
	inParallel(workers, (e-j)*(e-j)*np, func(first, step int) {
		for i := j + first; i < e-1; i += step {
			for s := range np {
				u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
				combine(f[i*ld+i+1:i*ld+e], u[i+1:], v[i+1:], u[i], v[i])
			}
		}
	})
}

// inParallel calls f for the residue classes of the number of workers, side by side
// where the work is worth it.
func inParallel(workers, work int, f func(first, step int)) {
	if workers == 1 || work < 1<<16 {
		f(0, 1)
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { f(w, workers) })
	}
	wg.Wait()
}

func (o *valueOps[E]) random(x []E, seed, first uint64) {
	for i := range x {
		k := first + uint64(i)
		var z E
		if o.complex {
			x[i] = z.of(uniform(seed, 2*k)*math.Sqrt2/2, uniform(seed, 2*k+1)*math.Sqrt2/2)
		} else {
			x[i] = z.of(uniform(seed, k), 0)
		}
	}
}

// vectors is what q interleaved vectors have at index i.
func vectors[E any](x []E, q int, i int32) []E { return x[int(i)*q : (int(i)+1)*q] }

func (o *valueOps[E]) forward(x []E, q int, idx []int32, a E, u, v []E) {
	c0, c1 := vectors(x, q, idx[0]), vectors(x, q, idx[1])
	a = o.divisor(a)
	var scaled [maxVectors]E
	for r, c := range c0 {
		scaled[r] = o.quotient(c, a)
	}
	for i := range u {
		if u[i].zero() && v[i].zero() {
			continue
		}
		for r, y := range vectors(x, q, idx[i+2]) {
			x[int(idx[i+2])*q+r] = y.plus(v[i].times(scaled[r])).minus(u[i].times(c1[r]))
		}
	}
}

func (o *valueOps[E]) backward(x []E, q int, idx []int32, a E, u, v []E) {
	// x₀ = −(c₁ − v·x)/a and x₁ = c₀/a − u·x.
	var su, sv [maxVectors]E
	for i := range u {
		if u[i].zero() && v[i].zero() {
			continue
		}
		for r, y := range vectors(x, q, idx[i+2]) {
			su[r] = su[r].plus(u[i].times(y))
			sv[r] = sv[r].plus(v[i].times(y))
		}
	}
	c0, c1 := vectors(x, q, idx[0]), vectors(x, q, idx[1])
	a = o.divisor(a)
	for r := range c0 {
		c0[r], c1[r] = o.quotient(sv[r].minus(c1[r]), a), o.quotient(c0[r], a).minus(su[r])
	}
}

func (*valueOps[E]) residual(r, y []E, q, i, j int, v E) {
	for k := range q {
		r[i*q+k] = r[i*q+k].minus(v.times(y[j*q+k]))
		r[j*q+k] = r[j*q+k].plus(v.times(y[i*q+k]))
	}
}

func (o *valueOps[E]) top(x []E) int {
	if !o.far {
		return 0
	}
	top, found := 0, false
	for i := range x {
		if x[i].zero() {
			continue
		}
		if e := x[i].exponent(); !found || e > top {
			top, found = e, true
		}
	}
	return top
}

func (*valueOps[E]) squares(x []E, q, lo, hi, shift int) float64 {
	sum := 0.0
	for ; len(x) >= q; x = x[q:] {
		for _, y := range x[lo:hi] {
			if shift != 0 {
				y = y.scaled(shift)
			}
			s := y.size()
			sum += s * s
		}
	}
	return sum
}

func (*valueOps[E]) sizes(dst []float64, x []E) {
	for i, y := range x {
		dst[i] = y.size()
	}
}

func (*valueOps[E]) parts(x E) (re, im float64) { return x.parts() }
func (*valueOps[E]) negate(x E) E               { return x.negated() }

func (o *valueOps[E]) invertPair(z []E, m, j int, a E, u, v []E) {
	r0, r1 := z[j*m:(j+1)*m], z[(j+1)*m:(j+2)*m]
	a = o.divisor(a)
	for i := range u {
		row := z[(j+2+i)*m:]
		c := o.quotient(v[i], a)
		for k := j + 2; k < m; k++ {
			r0[k] = r0[k].plus(c.times(row[k]))
			r1[k] = r1[k].minus(u[i].times(row[k]))
		}
	}
	corner := o.quotient(a.of(-1, 0), a)
	for i, x := range u {
		corner = corner.minus(r0[j+2+i].times(x))
	}
	for k := j + 2; k < m; k++ {
		z[k*m+j], z[k*m+j+1] = r0[k].negated(), r1[k].negated()
	}
	r0[j+1], r1[j] = corner, corner.negated()
}

func (o *valueOps[E]) product(pivots [][]E, negative bool) product {
	return o.multiply(pivots, negative)
}
