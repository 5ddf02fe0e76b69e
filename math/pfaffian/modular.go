package pfaffian

import (
	"context"
	"math/bits"
)

// Modular is Pf A modulo an odd prime p < 2⁶³, exactly, for values v[k] < p. A few primes
// give an integer Pfaffian, as the Chinese remainder theorem puts it together, and so an
// arbiter where floating point is in doubt. Any nonzero pivot will do here: no index is
// delayed for the sake of accuracy. The result is wrong where p is no prime and a pivot
// happens to have no inverse; that is reported as an error when it is noticed.
func Modular(ctx context.Context, m Matrix, v []uint64, p uint64, t Tree, o Options) (uint64, error) {
	if p%2 == 0 || p < 3 || p >= 1<<63 {
		return 0, invalid("modulus %d is not an odd prime below 2⁶³", p)
	}
	if err := check(m, len(v), t); err != nil {
		return 0, err
	}
	f := newField(p)
	w := make([]uint64, len(v))
	for k, x := range v {
		if x >= p {
			return 0, invalid("value %d is %d modulo %d", k, x, p)
		}
		w[k] = f.mul(x, f.square)
	}
	o.NoBound, o.Inverse = true, false
	o = o.withDefaults()
	e := &elimination[uint64]{ctx: ctx, m: m, v: w, o: o, p: newPlan(m, t), newOps: func() ops[uint64] { return &modularOps{field: f} }}
	if err := e.allocate(); err != nil {
		return 0, err
	}
	if _, err := e.sweepUp(); err != nil {
		return 0, err
	}
	order, pivots := e.pivots()
	if len(order) < m.N {
		return 0, nil
	}
	product := f.one
	for _, list := range pivots {
		for _, a := range list {
			if f.mul(a, f.inverse(a)) != f.one {
				return 0, invalid("modulus %d is not a prime", p)
			}
			product = f.mul(product, a)
		}
	}
	if oddPermutation(order) {
		product = f.sub(0, product)
	}
	return f.mul(product, 1), nil
}

// field computes modulo p with numbers x·2⁶⁴ mod p (Montgomery, Math. Comp. 44, 1985).
type field struct {
	p, inv, one, square uint64 // inv·p ≡ −1 mod 2⁶⁴, one ≡ 2⁶⁴, square ≡ 2¹²⁸
}

func newField(p uint64) field {
	x := p // correct to 3 bits; each step doubles them
	for range 5 {
		x *= 2 - p*x
	}
	_, one := bits.Div64(1, 0, p)
	hi, lo := bits.Mul64(one, one)
	_, square := bits.Div64(hi, lo, p)
	return field{p: p, inv: -x, one: one, square: square}
}

func (f field) mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	k, l := bits.Mul64(lo*f.inv, f.p)
	_, carry := bits.Add64(lo, l, 0)
	hi += k + carry // below 2p < 2⁶⁴
	if hi >= f.p {
		hi -= f.p
	}
	return hi
}

func (f field) sub(x, y uint64) uint64 {
	if x < y {
		x += f.p
	}
	return x - y
}

// inverse is x^(p−2).
func (f field) inverse(x uint64) uint64 {
	y := f.one
	for e := f.p - 2; e > 0; e >>= 1 {
		if e&1 == 1 {
			y = f.mul(y, x)
		}
		x = f.mul(x, x)
	}
	return y
}

// modularOps is the arithmetic of a field. Every nonzero number is of the size 1; there
// are no rounding errors to follow, and no vectors.
type modularOps struct{ field field }

func (*modularOps) unit() float64     { return 0 }
func (*modularOps) binade() int       { return 0 }
func (*modularOps) chain(int) float64 { return 0 }
func (*modularOps) carry(int) float64 { return 0 }
func (*modularOps) vectors() int      { return 0 }

func (o *modularOps) scatter(f []uint64, ld int, packed []uint64, pos []int32) {
	for a, pa := range pos {
		row := packed[:len(pos)-a-1]
		packed = packed[len(row):]
		for b, x := range row {
			if pb := pos[a+1+b]; pa < pb {
				f[int(pa)*ld+int(pb)] = x
			} else {
				f[int(pb)*ld+int(pa)] = o.field.sub(0, x)
			}
		}
	}
}

func (o *modularOps) addEntry(f []uint64, at int, v uint64, minus bool) (size, rounded float64) {
	if !minus {
		v = o.field.sub(0, v)
	}
	f[at] = o.field.sub(f[at], v)
	return 1, 0
}

func (*modularOps) pack(dst, row []uint64, _ []float64) float64 {
	copy(dst, row)
	return 0
}

func (o *modularOps) refresh(w, f []uint64, ld, p0, np, j, c0, e int) {
	w = w[:e-c0]
	copy(w, f[j*ld+c0:j*ld+e])
	for s := range np {
		u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
		o.combine(w, u[c0:], v[c0:], u[j], v[j])
	}
}

// combine adds vj·u − uj·v to w.
func (o *modularOps) combine(w, u, v []uint64, uj, vj uint64) {
	if uj == 0 && vj == 0 {
		return
	}
	uj = o.field.sub(0, uj)
	for k, x := range w {
		// Both products are below p: their sum stays below 2⁶⁴.
		y := o.field.mul(vj, u[k]) + o.field.mul(uj, v[k])
		if y >= o.field.p {
			y -= o.field.p
		}
		w[k] = o.field.sub(x, o.field.sub(0, y))
	}
}

func (*modularOps) absMax(w []uint64, cand int) (arg int, best, all float64) {
	for i, x := range w[:cand] {
		if x != 0 {
			return i, 1, 1
		}
	}
	return 0, 0, 1
}

func (o *modularOps) swap(f []uint64, ld, p, q, m int) {
	for i := range p {
		f[i*ld+p], f[i*ld+q] = f[i*ld+q], f[i*ld+p]
	}
	for i := p + 1; i < q; i++ {
		f[p*ld+i], f[i*ld+q] = o.field.sub(0, f[i*ld+q]), o.field.sub(0, f[p*ld+i])
	}
	f[p*ld+q] = o.field.sub(0, f[p*ld+q])
	for i := q + 1; i < m; i++ {
		f[p*ld+i], f[q*ld+i] = f[q*ld+i], f[p*ld+i]
	}
}

func (o *modularOps) divide(dst, w []uint64, a uint64) float64 {
	a = o.field.inverse(a)
	for i := range dst {
		dst[i] = o.field.mul(w[i], a)
	}
	return 0
}

func (*modularOps) norm([]uint64) float64                                  { return 0 }
func (*modularOps) spread([]float64, []uint64, []uint64, float64, float64) {}

func (o *modularOps) update(f []uint64, ld, p0, np, j, e, workers int) {
	inParallel(workers, (e-j)*(e-j)*np, func(first, step int) {
		for i := j + first; i < e-1; i += step {
			for s := range np {
				u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
				o.combine(f[i*ld+i+1:i*ld+e], u[i+1:], v[i+1:], u[i], v[i])
			}
		}
	})
}
