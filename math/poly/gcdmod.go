package poly

import (
	"math/big"
	"slices"
)

// modTerms is terms over a Field.
type modTerms struct {
	words int
	exps  []uint64
	coefs []uint64
}

func (t modTerms) len() int           { return len(t.coefs) }
func (t modTerms) exp(k int) []uint64 { return t.exps[k*t.words : (k+1)*t.words] }

func (t *modTerms) push(exp []uint64, c uint64) {
	t.exps = append(t.exps, exp...)
	t.coefs = append(t.coefs, c)
}

func (t terms) mod(f Field) modTerms {
	m := modTerms{words: t.words}
	for k, c := range t.coefs {
		if x := f.FromInt(c); x != 0 {
			m.push(t.exp(k), x)
		}
	}
	return m
}

// layers is a polynomial as one in the variables before v with coefficients in GF(p)[x_v].
type layers struct {
	words int
	exps  []uint64
	coefs []modUni
}

func (l *layers) exp(k int) []uint64 { return l.exps[k*l.words : (k+1)*l.words] }

// split reads t, free of the variables after v, in layers: as x_v is the smallest
// variable, the terms of a coefficient stand together.
func (t modTerms) split(v int) *layers {
	l := &layers{words: t.words}
	exp := make([]uint64, t.words)
	for k, c := range t.coefs {
		copy(exp, t.exp(k))
		e := exponent(exp, v)
		setExponent(exp, v, 0)
		last := len(l.coefs) - 1
		if last < 0 || compareExp(exp, l.exp(last)) != 0 {
			l.exps = append(l.exps, exp...)
			l.coefs = append(l.coefs, make(modUni, e+1))
			last++
		}
		l.coefs[last][e] = c
	}
	return l
}

func (l *layers) join(v int) modTerms {
	t := modTerms{words: l.words}
	exp := make([]uint64, l.words)
	for k, c := range l.coefs {
		copy(exp, l.exp(k))
		for e := len(c) - 1; e >= 0; e-- {
			if c[e] != 0 {
				setExponent(exp, v, e)
				t.push(exp, c[e])
			}
		}
	}
	return t
}

func (l *layers) degree() int {
	d := 0
	for _, c := range l.coefs {
		d = max(d, c.degree())
	}
	return d
}

func (l *layers) content(f Field) modUni {
	var g modUni
	for _, c := range l.coefs {
		if g = f.gcdUni(g, c); len(g) == 1 {
			break
		}
	}
	return g
}

func (l *layers) divContent(f Field, g modUni) {
	if len(g) <= 1 {
		return
	}
	for k := range l.coefs {
		l.coefs[k], _ = f.divUni(l.coefs[k], g)
	}
}

func (l *layers) eval(f Field, x uint64) modTerms {
	t := modTerms{words: l.words}
	for k, c := range l.coefs {
		if y := f.evalUni(c, x); y != 0 {
			t.push(l.exp(k), y)
		}
	}
	return t
}

func (t modTerms) monic(f Field) modTerms {
	return t.scale(f, f.Inv(t.coefs[0]))
}

func (t modTerms) scale(f Field, c uint64) modTerms {
	r := modTerms{words: t.words, exps: t.exps, coefs: make([]uint64, len(t.coefs))}
	for k, x := range t.coefs {
		r.coefs[k] = f.Mul(x, c)
	}
	return r
}

// gcdMod is the monic gcd of two nonzero polynomials in the variables 0 … v over GF(p),
// by evaluation of x_v and interpolation (W. S. Brown, J. ACM 18, 1971; MCA 6.5); the
// images after the first take its monomials for granted where that saves work. With probability about deg/2⁶¹ an
// unlucky evaluation point makes it wrong: the caller divides to verify.
func gcdMod(f Field, a, b modTerms, v int, budget *Budget) (modTerms, error) {
	cost := int64(a.len() + b.len())
	la, lb := a.split(v), b.split(v)
	if v == 0 {
		d := int64(la.degree()+1) * int64(lb.degree()+1)
		if err := budget.spend(cost+d/4, "a greatest common divisor"); err != nil {
			return modTerms{}, err
		}
		g := &layers{words: a.words, exps: make([]uint64, a.words), coefs: []modUni{f.gcdUni(la.coefs[0], lb.coefs[0])}}
		return g.join(0), nil
	}
	ca, cb := la.content(f), lb.content(f)
	la.divContent(f, ca)
	lb.divContent(f, cb)
	content := f.gcdUni(ca, cb)
	gamma := f.gcdUni(la.coefs[0], lb.coefs[0])
	bound := min(la.degree(), lb.degree()) + gamma.degree()

	var g *interpolation
	for point := uint64(1); ; point++ {
		if err := budget.spend(cost, "a greatest common divisor"); err != nil {
			return modTerms{}, err
		}
		x := scatter(point+uint64(v)<<32) % f.p
		if f.evalUni(la.coefs[0], x) == 0 || f.evalUni(lb.coefs[0], x) == 0 {
			continue
		}
		image, err := gcdImage(f, la.eval(f, x), lb.eval(f, x), v-1, g, budget)
		if err != nil {
			return modTerms{}, err
		}
		if isOne(image.exp(0)) {
			trivial := &layers{words: a.words, exps: make([]uint64, a.words), coefs: []modUni{content}}
			return trivial.join(v), nil
		}
		if g != nil {
			switch c := compareExp(image.exp(0), g.lead); {
			case c > 0:
				continue // unlucky point
			case c < 0:
				g = nil // all before were unlucky
			}
		}
		if g == nil {
			g = newInterpolation(image)
			g.skeleton = newSkeleton(image, v-1)
		}
		changed := g.add(f, x, image.scale(f, f.evalUni(gamma, x)))
		if !changed || g.points > bound {
			break
		}
	}
	l := g.layers(a.words)
	l.divContent(f, l.content(f))
	for k := range l.coefs {
		l.coefs[k] = f.mulUni(l.coefs[k], content)
	}
	return l.join(v).monic(f), nil
}

// gcdImage is gcdMod of two images; g has those before, or is nil.
func gcdImage(f Field, a, b modTerms, v int, g *interpolation, budget *Budget) (modTerms, error) {
	if g != nil && g.skeleton != nil {
		image, ok, err := g.skeleton.image(f, a, b, v, uint64(g.points), budget)
		if ok || err != nil {
			return image, err
		}
		g.skeleton = nil
	}
	return gcdMod(f, a, b, v, budget)
}

// interpolation is Newton's: polynomials in x_v, one for each monomial, that agree with the images so far.
type interpolation struct {
	lead   []uint64
	points int

	skeleton *skeleton // of the first image, nil where it is of no use
	node     modUni    // ∏ (x_v − point)
	index    map[string]int
	exps     []uint64
	coefs    []modUni
}

func newInterpolation(first modTerms) *interpolation {
	return &interpolation{lead: first.exp(0), node: modUni{1}, index: map[string]int{}}
}

// add makes the polynomials agree with the image at x too; it reports whether they had to change.
func (g *interpolation) add(f Field, x uint64, t modTerms) (changed bool) {
	weight := f.Inv(f.evalUni(g.node, x))
	seen := make([]bool, len(g.coefs)+t.len())
	update := func(i int, want uint64) {
		d := f.Sub(want, f.evalUni(g.coefs[i], x))
		if d != 0 {
			changed = true
			g.coefs[i] = f.addUni(g.coefs[i], f.scaleUni(g.node, f.Mul(d, weight)))
		}
	}
	for k, c := range t.coefs {
		key := monomialKey(t.exp(k))
		i, ok := g.index[key]
		if !ok {
			i = len(g.coefs)
			g.index[key] = i
			g.exps = append(g.exps, t.exp(k)...)
			g.coefs = append(g.coefs, nil)
		}
		seen[i] = true
		update(i, c)
	}
	for i := range g.coefs {
		if !seen[i] {
			update(i, 0)
		}
	}
	g.points++
	g.node = f.mulUni(g.node, modUni{f.Neg(x), 1})
	return changed
}

// layers lists the polynomials by decreasing monomial.
func (g *interpolation) layers(words int) *layers {
	order := make([]int, 0, len(g.coefs))
	for i, c := range g.coefs {
		if len(c) > 0 {
			order = append(order, i)
		}
	}
	exp := func(i int) []uint64 { return g.exps[i*words : (i+1)*words] }
	slices.SortFunc(order, func(i, j int) int { return compareExp(exp(j), exp(i)) })
	l := &layers{words: words}
	for _, i := range order {
		l.exps = append(l.exps, exp(i)...)
		l.coefs = append(l.coefs, g.coefs[i])
	}
	return l
}

func monomialKey(exp []uint64) string {
	b := make([]byte, 0, 8*len(exp))
	for _, w := range exp {
		for s := 56; s >= 0; s -= 8 {
			b = append(b, byte(w>>s))
		}
	}
	return string(b)
}

// scatter is splitmix64: evaluation points that no input is made for.
func scatter(k uint64) uint64 {
	z := k * 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// lift is the symmetric Chinese remainder step: numbers ≡ r modulo m and ≡ c modulo p.
func lift(f Field, r, m *big.Int, mInv, c uint64) *big.Int {
	d := f.Mul(f.Sub(c, f.FromInt(r)), mInv)
	k := new(big.Int).SetUint64(d)
	if d > f.p/2 {
		k.Sub(k, new(big.Int).SetUint64(f.p))
	}
	return k.Add(k.Mul(k, m), r)
}
