package poly

import (
	"math/big"
	"slices"
)

// GCD is the greatest common divisor of p and q, primitive; 0 for two zeros.
func (p *Poly) GCD(q *Poly, b *Budget) (*Poly, error) {
	if p.ring != q.ring {
		return nil, ErrRing
	}
	g, err := gcdTerms(p.terms, q.terms, p.ring.Len(), b.orDefault())
	if err != nil {
		return nil, err
	}
	return &Poly{ring: p.ring, terms: g, den: one}, nil
}

// gcdTerms is the primitive gcd over ℚ of polynomials in n variables.
func gcdTerms(a, b terms, n int, budget *Budget) (terms, error) {
	a, b = a.primitive(), b.primitive()
	if a.len() == 0 {
		return b, nil
	}
	if b.len() == 0 {
		return a, nil
	}
	ma, mb := a.monomialContent(), b.monomialContent()
	m := constant(a.words, one)
	for i := range n {
		setExponent(m.exps, i, min(exponent(ma, i), exponent(mb, i)))
	}
	if a.len() == 1 || b.len() == 1 {
		return m, nil
	}
	g, err := gcdStripped(a.divMonomial(ma), b.divMonomial(mb), n, budget)
	if err != nil {
		return terms{}, err
	}
	return m.mulTerm(g)
}

// gcdStripped is gcdTerms for primitive polynomials that no variable divides.
func gcdStripped(a, b terms, n int, budget *Budget) (terms, error) {
	if a.isConstant() || b.isConstant() {
		return constant(a.words, one), nil
	}
	if a.len() < b.len() {
		a, b = b, a
	}
	if _, ok, err := a.divideExact(b, budget); ok || err != nil {
		return b, err
	}
	da, db := a.degrees(), b.degrees()
	var common []int
	for i := range n {
		switch ea, eb := exponent(da, i), exponent(db, i); {
		case ea > 0 && eb > 0:
			common = append(common, i)
		case ea > 0:
			return gcdFold(b, a.coefficients(i), n, budget)
		case eb > 0:
			return gcdFold(a, b.coefficients(i), n, budget)
		}
	}
	if len(common) == 0 {
		return constant(a.words, one), nil
	}
	// First goes a variable in which the gcd is monic up to a monomial, as skeletons need it, then
	// those of large degree, which Euclid's algorithm takes in one piece.
	monic := make(map[int]int, len(common))
	for _, i := range common {
		if a.leadsAlone(i, exponent(da, i)) || b.leadsAlone(i, exponent(db, i)) {
			monic[i] = 1
		}
	}
	slices.SortStableFunc(common, func(i, j int) int {
		if c := monic[j] - monic[i]; c != 0 {
			return c
		}
		return min(exponent(da, j), exponent(db, j)) - min(exponent(da, i), exponent(db, i))
	})
	words := (len(common) + slots - 1) / slots
	g, err := gcdLifted(a.pack(common, words), b.pack(common, words), len(common), budget)
	if err != nil {
		return terms{}, err
	}
	return g.unpack(common, a.words), nil
}

// leadsAlone reports whether only one term has the degree d in variable i.
func (t terms) leadsAlone(i, d int) bool {
	n := 0
	for k := range t.len() {
		if exponent(t.exp(k), i) == d {
			n++
		}
	}
	return n == 1
}

// gcdFold is the gcd of g and all of list.
func gcdFold(g terms, list []terms, n int, budget *Budget) (terms, error) {
	slices.SortStableFunc(list, func(a, b terms) int { return a.len() - b.len() })
	for _, c := range list {
		if c.len() == 0 {
			continue
		}
		var err error
		if g, err = gcdTerms(g, c, n, budget); err != nil {
			return terms{}, err
		}
		if g.isConstant() {
			break
		}
	}
	return g, nil
}

// gcdLifted is the gcd of primitive polynomials in the variables 0 … n−1: images modulo
// primes, scaled to the leading coefficient gcd(lc a, lc b), are put together until the primitive
// part divides both (MCA 6.7). Its degree is never too small, so that then it is the gcd.
func gcdLifted(a, b terms, n int, budget *Budget) (terms, error) {
	gamma := new(big.Int).GCD(nil, nil, new(big.Int).Abs(a.coefs[0]), new(big.Int).Abs(b.coefs[0]))
	var g terms
	modulus := new(big.Int)
	for f := Mersenne(); ; {
		ga := f.FromInt(gamma)
		ma, mb := a.mod(f), b.mod(f)
		if f.FromInt(a.coefs[0]) != 0 && f.FromInt(b.coefs[0]) != 0 {
			image, err := gcdMod(f, ma, mb, n-1, budget)
			if err != nil {
				return terms{}, err
			}
			if isOne(image.exp(0)) {
				return constant(a.words, one), nil
			}
			next, m, settled := g.lift(f, modulus, image.scale(f, ga))
			g, modulus = next, m
			if settled {
				candidate := g.primitive()
				ok, err := dividesBoth(candidate, a, b, budget)
				if ok || err != nil {
					return candidate, err
				}
			}
		}
		var err error
		if f, err = f.Next(); err != nil {
			return terms{}, err
		}
	}
}

func dividesBoth(g, a, b terms, budget *Budget) (bool, error) {
	if _, ok, err := a.divideExact(g, budget); !ok || err != nil {
		return false, err
	}
	_, ok, err := b.divideExact(g, budget)
	return ok, err
}

// lift joins g modulo m with one more image. It starts again where the image has a smaller leading
// monomial, and ignores it where it has a larger one. settled: the result is likely to be final,
// because the last image changed nothing or the first has coefficients far below its prime.
func (t terms) lift(f Field, m *big.Int, image modTerms) (g terms, modulus *big.Int, settled bool) {
	p := new(big.Int).SetUint64(f.p)
	if t.len() > 0 {
		switch c := compareExp(image.exp(0), t.exp(0)); {
		case c > 0:
			return t, m, false
		case c < 0:
			t = terms{}
		}
	}
	g = terms{words: image.words}
	if t.len() == 0 {
		settled = true
		for k, c := range image.coefs {
			x := lift(f, new(big.Int), one, 1, c)
			settled = settled && x.BitLen() < fieldBits-12
			g.push(image.exp(k), x)
		}
		return g, p, settled
	}
	mInv := f.Inv(f.FromInt(m))
	settled = true
	for i, j := 0, 0; i < t.len() || j < image.len(); {
		var side int
		switch {
		case i == t.len():
			side = -1
		case j == image.len():
			side = 1
		default:
			side = compareExp(t.exp(i), image.exp(j))
		}
		old, c, exp := new(big.Int), uint64(0), []uint64(nil)
		if side >= 0 {
			old, exp = t.coefs[i], t.exp(i)
			i++
		}
		if side <= 0 {
			c, exp = image.coefs[j], image.exp(j)
			j++
		}
		x := lift(f, old, m, mInv, c)
		settled = settled && x.Cmp(old) == 0
		if x.Sign() != 0 {
			g.push(exp, x)
		}
	}
	return g, p.Mul(p, m), settled
}

// monomialContent packs the smallest exponent of each variable.
func (t terms) monomialContent() []uint64 {
	d := slices.Clone(t.exp(0))
	for k := 1; k < t.len(); k++ {
		for w, e := range t.exp(k) {
			for shift := 0; shift < 64; shift += slotBits {
				if m := uint64(slotMask) << shift; e&m < d[w]&m {
					d[w] = d[w]&^m | e&m
				}
			}
		}
	}
	return d
}

func (t terms) divMonomial(m []uint64) terms {
	if isOne(m) {
		return t
	}
	r := terms{words: t.words, exps: make([]uint64, len(t.exps)), coefs: t.coefs}
	for k := range t.len() {
		subExp(r.exp(k), t.exp(k), m)
	}
	return r
}

// pack renames the variables vars[0], vars[1], … to 0, 1, …; no other occurs.
func (t terms) pack(vars []int, words int) terms {
	r := terms{words: words, exps: make([]uint64, words*t.len()), coefs: slices.Clone(t.coefs)}
	for k := range t.len() {
		for to, from := range vars {
			setExponent(r.exp(k), to, exponent(t.exp(k), from))
		}
	}
	r.sort()
	return r.signed()
}

// unpack undoes pack.
func (t terms) unpack(vars []int, words int) terms {
	r := terms{words: words, exps: make([]uint64, words*t.len()), coefs: slices.Clone(t.coefs)}
	for k := range t.len() {
		for from, to := range vars {
			setExponent(r.exp(k), to, exponent(t.exp(k), from))
		}
	}
	r.sort()
	return r.signed()
}

// signed is t or −t, with a positive leading coefficient.
func (t terms) signed() terms {
	if t.len() > 0 && t.coefs[0].Sign() < 0 {
		return t.scale(big.NewInt(-1))
	}
	return t
}
