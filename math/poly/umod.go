package poly

import "slices"

// modUni is a univariate polynomial over a Field, constant term first, without leading
// zeros; nil is 0. The operations are the schoolbook ones: degrees here are small.
type modUni []uint64

func (a modUni) degree() int { return len(a) - 1 }

func (a modUni) trim() modUni {
	for len(a) > 0 && a[len(a)-1] == 0 {
		a = a[:len(a)-1]
	}
	return a
}

func (f Field) addUni(a, b modUni) modUni {
	r := make(modUni, max(len(a), len(b)))
	copy(r, a)
	for i, c := range b {
		r[i] = f.Add(r[i], c)
	}
	return r.trim()
}

func (f Field) subUni(a, b modUni) modUni {
	r := make(modUni, max(len(a), len(b)))
	copy(r, a)
	for i, c := range b {
		r[i] = f.Sub(r[i], c)
	}
	return r.trim()
}

func (f Field) scaleUni(a modUni, c uint64) modUni {
	if c == 0 {
		return nil
	}
	r := make(modUni, len(a))
	for i, x := range a {
		r[i] = f.Mul(x, c)
	}
	return r
}

func (f Field) mulUni(a, b modUni) modUni {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	r := make(modUni, len(a)+len(b)-1)
	for i, x := range a {
		if x == 0 {
			continue
		}
		for j, y := range b {
			r[i+j] = f.Add(r[i+j], f.Mul(x, y))
		}
	}
	return r
}

// divUni is the quotient and the remainder of a by b ≠ 0.
func (f Field) divUni(a, b modUni) (q, r modUni) {
	if len(a) < len(b) {
		return nil, a
	}
	r = slices.Clone(a)
	q = make(modUni, len(a)-len(b)+1)
	inv := f.Inv(b[len(b)-1])
	for k := len(q) - 1; k >= 0; k-- {
		c := f.Mul(r[k+len(b)-1], inv)
		q[k] = c
		if c == 0 {
			continue
		}
		for j, y := range b {
			r[k+j] = f.Sub(r[k+j], f.Mul(c, y))
		}
	}
	return q, r[:len(b)-1].trim()
}

func (f Field) remUni(a, b modUni) modUni {
	_, r := f.divUni(a, b)
	return r
}

// monicUni is a over its leading coefficient.
func (f Field) monicUni(a modUni) modUni {
	if len(a) == 0 || a[len(a)-1] == 1 {
		return a
	}
	return f.scaleUni(a, f.Inv(a[len(a)-1]))
}

// gcdUni is the monic gcd; nil for two zeros.
func (f Field) gcdUni(a, b modUni) modUni {
	for len(b) > 0 {
		a, b = b, f.remUni(a, b)
	}
	return f.monicUni(a)
}

// bezoutUni is g = gcd(a, b), monic, and s with s·a ≡ g mod b.
func (f Field) bezoutUni(a, b modUni) (g, s modUni) {
	s0, s1 := modUni{1}, modUni(nil)
	for len(b) > 0 {
		q, r := f.divUni(a, b)
		a, b = b, r
		s0, s1 = s1, f.subUni(s0, f.mulUni(q, s1))
	}
	if len(a) == 0 {
		return nil, nil
	}
	inv := f.Inv(a[len(a)-1])
	return f.scaleUni(a, inv), f.scaleUni(s0, inv)
}

func (f Field) evalUni(a modUni, x uint64) (v uint64) {
	for i := len(a) - 1; i >= 0; i-- {
		v = f.Add(f.Mul(v, x), a[i])
	}
	return v
}

func (f Field) diffUni(a modUni) modUni {
	if len(a) < 2 {
		return nil
	}
	r := make(modUni, len(a)-1)
	for i := range r {
		r[i] = f.Mul(a[i+1], uint64(i+1)%f.p)
	}
	return r.trim()
}

// powUni is aⁿ mod m for an exponent given in bits, most significant first.
func (f Field) powUni(a modUni, bits func(i int) uint, length int, m modUni) modUni {
	r := modUni{1}
	for i := length - 1; i >= 0; i-- {
		r = f.remUni(f.mulUni(r, r), m)
		if bits(i) == 1 {
			r = f.remUni(f.mulUni(r, a), m)
		}
	}
	return r
}
