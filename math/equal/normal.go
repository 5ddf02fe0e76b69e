package equal

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"sync"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// The exact normal form of an expression is a rational function over ℚ in generators: its
// symbols, and the kernels that are left of its functions once these are written with as few
// of them as the declared signs allow.
//
//   - Trigonometric and hyperbolic functions are exponentials; e^u is a product of powers of
//     one generator for each monomial of u, e^{iπ/n} a root of unity.
//   - log u is a sum over the factors of u that are positive; a^b is e^{b log a}.
//   - Roots are taken out of positive factors; the rest is a generator r with r^q = …
//   - Γ(u + n) is shifted to 0 ≤ constant term < 1, ψ and its derivatives likewise.
//
// Every step holds for principal branches at all points of the declared domain at which both
// sides are defined. Two expressions with the same normal form, modulo the relations
// between generators, are equal: that is the certificate.
type normalizer struct {
	g      *grading
	ring   *poly.Ring
	budget *poly.Budget
	memo   []*poly.Frac // by the number of the expression
	gens   []generator
	byKey  map[string]int
	// scale[key] is L where a generator stands for the L-th root of what its key says.
	scale map[string]int64
	// relations are polynomials in generators that vanish.
	relations []*poly.Poly
	one, half *poly.Frac
	// raised is set by exp where a power of something else than exponentials came in.
	raised bool
}

// generatorNames are the variables of the rings of normal forms.
var generatorNames = makeGeneratorNames()

func makeGeneratorNames() []string {
	names := make([]string, 2*maxGenerators)
	for i := range names {
		names[i] = "v" + strconv.Itoa(i)
	}
	return names
}

// generator is one variable of the normal form.
type generator struct {
	key  string
	sign int // 1: positive, 0: real of either sign or unknown
	real bool
	// scale is L: the generator to the L is what the key names.
	scale int64
	// log is the logarithm of what the key names, for exponentials.
	log *poly.Frac
	// conj is the conjugate, if the generator is not real.
	conj func() (*poly.Frac, error)
}

// Bounds of the normal form.
const (
	normalBudget   = 300_000
	maxGenerators  = 40
	maxScale       = 120
	maxRestarts    = 12
	maxNormalNodes = 1500
)

var (
	errNormal = errors.New("no normal form within the bounds")
	// errRestart asks for another pass with a larger scale or ring.
	errRestart = errors.New("restart")
)

// sameNormal proves that two lowered expressions have the same normal form, or fails.
func (g *grading) sameNormal(ref, cand *expr.Node) bool {
	if expr.Size(ref)+expr.Size(cand) > maxNormalNodes {
		return false
	}
	scale := map[string]int64{}
	size := 12
	budget, settle := g.opts.ledger.algebra(normalBudget)
	defer settle()
	for range maxRestarts {
		z, err := newNormalizer(g, size, scale, budget)
		if err != nil {
			return false
		}
		same, err := z.same(ref, cand)
		switch {
		case errors.Is(err, errRestart):
			if len(z.gens) >= size {
				size *= 2
			}
			if size > maxGenerators {
				return false
			}
			continue
		case err != nil:
			return false
		}
		return same
	}
	return false
}

// normalRings are the rings of normal forms by the number of their variables. A ring does not
// change, so all pairs share them.
var normalRings sync.Map

func normalRing(size int) (*poly.Ring, error) {
	if r, ok := normalRings.Load(size); ok {
		return r.(*poly.Ring), nil
	}
	r, err := poly.NewRing(generatorNames[:size]...)
	if err == nil {
		normalRings.Store(size, r)
	}
	return r, err
}

func newNormalizer(g *grading, size int, scale map[string]int64, budget *poly.Budget) (*normalizer, error) {
	ring, err := normalRing(size)
	if err != nil {
		return nil, err
	}
	return &normalizer{
		g: g, ring: ring, budget: budget, byKey: map[string]int{}, scale: scale, gens: make([]generator, 0, 4),
		one: ring.Int(1).Frac(), half: ring.Rat(big.NewRat(1, 2)).Frac(),
	}, nil
}

// same compares two expressions.
func (z *normalizer) same(ref, cand *expr.Node) (bool, error) {
	a, err := z.normal(ref)
	if err != nil {
		return false, err
	}
	b, err := z.normal(cand)
	if err != nil {
		return false, err
	}
	d, err := a.Sub(b, z.budget)
	if err != nil {
		return false, err
	}
	if d.IsZero() {
		return true, nil
	}
	relations, err := z.allRelations()
	if err != nil || len(relations) == 0 {
		return false, err
	}
	ideal, err := poly.NewIdeal(z.ring, relations, z.budget)
	if err != nil {
		return false, err
	}
	if ideal.IsUnit() {
		return false, errNormal
	}
	r, err := ideal.Reduce(d.Num(), z.budget)
	if err != nil || !r.IsZero() {
		return false, err
	}
	// The denominator must not vanish with the relations.
	r, err = ideal.Reduce(d.Den(), z.budget)
	return err == nil && !r.IsZero(), err
}

// allRelations adds the minimal polynomial of the root of unity.
func (z *normalizer) allRelations() ([]*poly.Poly, error) {
	relations := slices.Clone(z.relations)
	w, ok := z.byKey[unityKey]
	i, hasI := z.byKey[imaginaryKey]
	if hasI && !ok {
		p, err := z.ring.Var(i).Pow(2, z.budget)
		if err != nil {
			return nil, err
		}
		p, err = p.Add(z.ring.Int(1), z.budget)
		if err != nil {
			return nil, err
		}
		return append(relations, p), nil
	}
	if !ok {
		return relations, nil
	}
	// e^{iπ/L} is a primitive 2L-th root of unity.
	l := z.gens[w].scale
	phi, err := z.cyclotomic(2*l, w)
	if err != nil {
		return nil, err
	}
	relations = append(relations, phi)
	if hasI {
		if l%2 != 0 {
			return nil, z.rescale(unityKey, 2)
		}
		p, err := z.ring.Var(w).Pow(int(l/2), z.budget)
		if err != nil {
			return nil, err
		}
		p, err = z.ring.Var(i).Sub(p, z.budget)
		if err != nil {
			return nil, err
		}
		relations = append(relations, p)
	}
	return relations, nil
}

// cyclotomic is Φₙ(w) = ∏ over d | n of (w^{n/d} − 1)^{μ(d)}.
func (z *normalizer) cyclotomic(n int64, w int) (*poly.Poly, error) {
	f := z.one
	for d := int64(1); d <= n; d++ {
		mu := mobius(d)
		if n%d != 0 || mu == 0 {
			continue
		}
		p, err := z.ring.Var(w).Pow(int(n/d), z.budget)
		if err != nil {
			return nil, err
		}
		p, err = p.Sub(z.ring.Int(1), z.budget)
		if err != nil {
			return nil, err
		}
		if mu > 0 {
			f, err = f.Mul(p.Frac(), z.budget)
		} else {
			f, err = f.Div(p.Frac(), z.budget)
		}
		if err != nil {
			return nil, err
		}
	}
	return f.Num(), nil
}

func mobius(n int64) int {
	mu := 1
	for p := int64(2); p*p <= n; p++ {
		if n%p == 0 {
			n /= p
			if n%p == 0 {
				return 0
			}
			mu = -mu
		}
	}
	if n > 1 {
		mu = -mu
	}
	return mu
}

// Keys of the two algebraic constants.
const (
	imaginaryKey = "i"
	unityKey     = "exp(i pi)" // its generator is e^{iπ/L}
)

// generator finds or makes a variable.
func (z *normalizer) generator(key string, g generator) (int, error) {
	if i, ok := z.byKey[key]; ok {
		return i, nil
	}
	if len(z.gens) >= z.ring.Len() {
		return 0, errRestart
	}
	g.key = key
	g.scale = max(z.scale[key], 1)
	z.gens = append(z.gens, g)
	z.byKey[key] = len(z.gens) - 1
	return len(z.gens) - 1, nil
}

// rescale asks for roots of a generator that are finer by a factor.
func (z *normalizer) rescale(key string, factor int64) error {
	l := max(z.scale[key], 1)
	l *= factor
	if l > maxScale {
		return errNormal
	}
	z.scale[key] = l
	return errRestart
}

// foresee lets a generator that is first met in the power q be the root that this asks for: no
// other pass is needed then.
func (z *normalizer) foresee(key string, q *big.Rat) {
	if d := q.Denom(); z.scale[key] == 0 && d.IsInt64() && d.Int64() <= maxScale {
		z.scale[key] = d.Int64()
	}
}

// variable is what the key of generator i names, to a rational power.
func (z *normalizer) variable(i int, power *big.Rat) (*poly.Frac, error) {
	g := z.gens[i]
	if k, ok := smallQuotient(power, g.scale); ok {
		return z.wholePower(i, k)
	}
	e := new(big.Rat).Mul(power, new(big.Rat).SetInt64(g.scale))
	return z.root(i, e)
}

// named1 is what the key of generator i names.
func (z *normalizer) named1(i int) (*poly.Frac, error) {
	if k := z.gens[i].scale; k != 1 {
		return z.ring.Var(i).Frac().Pow(int(k), z.budget)
	}
	return z.ring.Var(i).Frac(), nil
}

// root is the generator itself to a rational power.
func (z *normalizer) root(i int, e *big.Rat) (*poly.Frac, error) {
	if !e.IsInt() {
		if !e.Denom().IsInt64() {
			return nil, errNormal
		}
		return nil, z.rescale(z.gens[i].key, e.Denom().Int64())
	}
	if !e.Num().IsInt64() || e.Num().Int64() > 4000 || e.Num().Int64() < -4000 {
		return nil, errNormal
	}
	return z.wholePower(i, e.Num().Int64())
}

// smallQuotient is power·scale where that is an integer of moderate size.
func smallQuotient(power *big.Rat, scale int64) (int64, bool) {
	if !power.Num().IsInt64() {
		return 0, false
	}
	k, d := power.Num().Int64(), int64(1)
	if k > 4000 || k < -4000 || scale > maxScale {
		return 0, false
	}
	if !power.IsInt() {
		if !power.Denom().IsInt64() {
			return 0, false
		}
		d = power.Denom().Int64()
	}
	if k *= scale; k%d != 0 {
		return 0, false
	}
	k /= d
	return k, k <= 4000 && k >= -4000
}

// wholePower is the generator itself to an integer power.
func (z *normalizer) wholePower(i int, k int64) (*poly.Frac, error) {
	if z.gens[i].key == unityKey {
		k = ((k % (2 * z.gens[i].scale)) + 2*z.gens[i].scale) % (2 * z.gens[i].scale)
	}
	return z.ring.Var(i).Frac().Pow(int(k), z.budget)
}

// normal is the normal form of n.
func (z *normalizer) normal(n *expr.Node) (*poly.Frac, error) {
	if n.ID >= len(z.memo) {
		memo := z.g.room.forms.take(n.ID + 1)
		copy(memo, z.memo)
		z.memo = memo
	}
	for _, m := range reachableScalars(n) {
		if z.memo[m.ID] != nil {
			continue
		}
		v, err := z.rule(m)
		if err != nil {
			return nil, err
		}
		z.memo[m.ID] = v
	}
	return z.memo[n.ID], nil
}

// known is the normal form that n has been given, nil if it has none.
func (z *normalizer) known(n *expr.Node) *poly.Frac {
	if n.ID < len(z.memo) {
		return z.memo[n.ID]
	}
	return nil
}

// reachableScalars leaves out what is inside kernels that are compared as they stand.
func reachableScalars(n *expr.Node) []*expr.Node {
	all := make([]*expr.Node, 0, 16)
	expr.Walk(n, func(m *expr.Node) bool {
		all = append(all, m)
		return m.Op == expr.OpAdd || m.Op == expr.OpMul || m.Op == expr.OpPow || m.Op == expr.OpApply
	})
	sortByID(all)
	return all
}

func (z *normalizer) rule(n *expr.Node) (*poly.Frac, error) {
	switch n.Op {
	case expr.OpNumber:
		if n.Rat.Num().BitLen() > 2048 || n.Rat.Denom().BitLen() > 2048 {
			return nil, errNormal
		}
		return z.ring.Rat(n.Rat).Frac(), nil
	case expr.OpSymbol:
		return z.symbol(n)
	case expr.OpConstant:
		return z.constant(n)
	case expr.OpAdd:
		sum := z.ring.Zero().Frac()
		for _, a := range n.Args {
			var err error
			if sum, err = sum.Add(z.known(a), z.budget); err != nil {
				return nil, err
			}
		}
		return sum, nil
	case expr.OpMul:
		product := z.one
		for _, a := range n.Args {
			var err error
			if product, err = product.Mul(z.known(a), z.budget); err != nil {
				return nil, err
			}
		}
		return product, nil
	case expr.OpPow:
		return z.powerRule(n)
	case expr.OpApply:
		return z.function(n)
	default:
		return z.opaque(n)
	}
}

// opaque is a kernel that is compared as it stands.
func (z *normalizer) opaque(n *expr.Node) (*poly.Frac, error) {
	i, err := z.generator("node "+strconv.Itoa(z.g.canon(n).ID), generator{})
	if err != nil {
		return nil, err
	}
	return z.ring.Var(i).Frac(), nil
}

func (z *normalizer) symbol(n *expr.Node) (*poly.Frac, error) {
	q := z.g.qualityOf(n)
	gen := generator{real: !q.has(qComplex)}
	switch {
	case q.has(qPositive), q.has(qForcedInteger) && q.has(qPositive):
		gen.sign = 1
	case q.has(qNegative): // −t with t > 0
		i, err := z.generator("minus "+n.Name, generator{real: true, sign: 1})
		if err != nil {
			return nil, err
		}
		v, err := z.named1(i)
		if err != nil {
			return nil, err
		}
		return v.Neg(), nil
	}
	if !gen.real {
		gen.conj = func() (*poly.Frac, error) { return z.conjugateSymbol(n) }
	}
	i, err := z.generator("symbol "+n.Name, gen)
	if err != nil {
		return nil, err
	}
	return z.named1(i)
}

func (z *normalizer) conjugateSymbol(n *expr.Node) (*poly.Frac, error) {
	i, err := z.generator("conj "+n.Name, generator{conj: func() (*poly.Frac, error) { return z.symbol(n) }})
	if err != nil {
		return nil, err
	}
	return z.ring.Var(i).Frac(), nil
}

func (z *normalizer) constant(n *expr.Node) (*poly.Frac, error) {
	switch n.Name {
	case expr.ConstI:
		return z.imaginary()
	case expr.ConstPi, expr.ConstEulerGamma, expr.ConstCatalan:
		i, err := z.generator(n.Name, generator{real: true, sign: 1})
		if err != nil {
			return nil, err
		}
		return z.named1(i)
	case expr.ConstE:
		return z.exp(z.one)
	}
	return nil, errNormal
}

func (z *normalizer) imaginary() (*poly.Frac, error) {
	i, err := z.generator(imaginaryKey, generator{conj: func() (*poly.Frac, error) {
		i, err := z.imaginary()
		if err != nil {
			return nil, err
		}
		return i.Neg(), nil
	}})
	if err != nil {
		return nil, err
	}
	return z.ring.Var(i).Frac(), nil
}

func (z *normalizer) pi() (*poly.Frac, error) {
	return z.constant(z.g.pool.Constant(expr.ConstPi))
}

// calculate folds a chain of operations, keeping the first error.
type calculate struct {
	z   *normalizer
	err error
}

func (z *normalizer) calc() *calculate { return &calculate{z: z} }

func (c *calculate) do(f func() (*poly.Frac, error)) *poly.Frac {
	if c.err != nil {
		return c.z.one
	}
	v, err := f()
	if err != nil {
		c.err = err
		return c.z.one
	}
	return v
}

func (c *calculate) add(a, b *poly.Frac) *poly.Frac {
	return c.do(func() (*poly.Frac, error) { return a.Add(b, c.z.budget) })
}

func (c *calculate) sub(a, b *poly.Frac) *poly.Frac {
	return c.do(func() (*poly.Frac, error) { return a.Sub(b, c.z.budget) })
}

func (c *calculate) mul(a, b *poly.Frac) *poly.Frac {
	return c.do(func() (*poly.Frac, error) { return a.Mul(b, c.z.budget) })
}

func (c *calculate) div(a, b *poly.Frac) *poly.Frac {
	return c.do(func() (*poly.Frac, error) {
		if b.IsZero() {
			return nil, errNormal
		}
		return a.Div(b, c.z.budget)
	})
}

func (c *calculate) rat(p, q int64) *poly.Frac { return c.z.ring.Rat(big.NewRat(p, q)).Frac() }

func (c *calculate) exp(a *poly.Frac) *poly.Frac {
	return c.do(func() (*poly.Frac, error) { return c.z.exp(a) })
}

func (c *calculate) expBoth(a *poly.Frac) (plus, minus *poly.Frac) {
	plus = c.do(func() (v *poly.Frac, err error) {
		v, minus, err = c.z.expBoth(a)
		return v, err
	})
	if minus == nil {
		minus = c.z.one
	}
	return plus, minus
}

func (c *calculate) log(a *poly.Frac) *poly.Frac {
	return c.do(func() (*poly.Frac, error) { return c.z.log(a) })
}

func (c *calculate) sqrt(a *poly.Frac) *poly.Frac {
	return c.do(func() (*poly.Frac, error) { return c.z.power(a, big.NewRat(1, 2)) })
}

func (c *calculate) i() *poly.Frac { return c.do(c.z.imaginary) }

// powerRule is a^b.
func (z *normalizer) powerRule(n *expr.Node) (*poly.Frac, error) {
	base, e := n.Args[0], n.Args[1]
	if isConstant(base, expr.ConstE) {
		return z.exp(z.known(e))
	}
	if isNumber(e) {
		return z.power(z.known(base), e.Rat)
	}
	if r, ok := z.known(e).Num().Rat(); ok && z.known(e).Den().IsConstant() {
		if d, ok := z.known(e).Den().Rat(); ok && d.Sign() != 0 {
			return z.power(z.known(base), new(big.Rat).Quo(r, d))
		}
	}
	// An integer exponent of anything, or any exponent: a^b = e^{b log a}.
	c := z.calc()
	v := c.exp(c.mul(z.known(e), c.log(z.known(base))))
	return v, c.err
}

// expBoth is e^u and e^{−u}. The second is the inverse of the first where both are powers of
// exponentials; powers of other things have forms of their own.
func (z *normalizer) expBoth(u *poly.Frac) (plus, minus *poly.Frac, err error) {
	outer := z.raised
	z.raised = false
	plus, err = z.exp(u)
	raised := z.raised
	z.raised = outer || raised
	if err != nil {
		return nil, nil, err
	}
	if raised {
		minus, err = z.exp(u.Neg())
	} else {
		minus, err = plus.Inv()
	}
	return plus, minus, err
}

// exp is e^u: one generator for each monomial of u.
func (z *normalizer) exp(u *poly.Frac) (*poly.Frac, error) {
	den := ""
	if !u.Den().IsConstant() {
		den = "/(" + u.Den().String() + ")"
	}
	d, ok := u.Den().Rat()
	if !ok {
		d = big.NewRat(1, 1)
	}
	type part struct {
		q         *big.Rat
		exponents []int
	}
	var parts []part
	for q, e := range u.Num().Terms {
		p := part{new(big.Rat).Quo(q, d), slices.Clone(e)}
		if i, ok := z.byKey[imaginaryKey]; ok && p.exponents[i] >= 2 { // i² = −1
			if p.exponents[i]%4 >= 2 {
				p.q.Neg(p.q)
			}
			p.exponents[i] %= 2
		}
		parts = append(parts, p)
	}
	if len(parts) > 24 {
		return nil, errNormal
	}
	product := z.one
	for _, p := range parts {
		v, err := z.expMonomial(p.q, p.exponents, den, u)
		if err != nil {
			return nil, err
		}
		if product, err = product.Mul(v, z.budget); err != nil {
			return nil, err
		}
	}
	return product, nil
}

// expMonomial is e^{q·m/den} for a monomial m.
func (z *normalizer) expMonomial(q *big.Rat, exponents []int, den string, u *poly.Frac) (*poly.Frac, error) {
	mono, err := z.ring.Term(big.NewRat(1, 1), exponents...)
	if err != nil {
		return nil, err
	}
	var value *poly.Frac
	if den == "" {
		value = mono.Frac()
		switch i, single := z.singleFactor(exponents); {
		case single && z.gens[i].log != nil && z.gens[i].key[0] == 'l': // e^{q log f} = f^q
			z.raised = true
			return z.power(z.gens[i].log, q)
		case z.isUnity(exponents): // e^{iπq}
			z.raised = true
			z.foresee(unityKey, q)
			w, err := z.generator(unityKey, generator{conj: z.conjUnity})
			if err != nil {
				return nil, err
			}
			return z.variable(w, q)
		}
	} else if value, err = poly.NewFrac(mono, u.Den(), z.budget); err != nil {
		return nil, err
	}
	imaginary, known := z.imaginaryPart(exponents)
	gen := generator{real: known && !imaginary && z.isReal(value), log: value}
	if gen.real {
		gen.sign = 1
	}
	key := "exp " + mono.String() + den
	if known && imaginary && z.isRealDen(u, den) {
		gen.conj = func() (*poly.Frac, error) { return z.variable(z.byKey[key], big.NewRat(-1, 1)) }
	}
	z.foresee(key, q)
	i, err := z.generator(key, gen)
	if err != nil {
		return nil, err
	}
	return z.variable(i, q)
}

func (z *normalizer) isRealDen(u *poly.Frac, den string) bool {
	return den == "" || z.isRealPoly(u.Den())
}

func (z *normalizer) conjUnity() (*poly.Frac, error) {
	return z.variable(z.byKey[unityKey], big.NewRat(-1, 1))
}

// singleFactor is the generator of a monomial that is one generator to the first power.
func (z *normalizer) singleFactor(exponents []int) (int, bool) {
	found := -1
	for i, e := range exponents {
		if e == 0 {
			continue
		}
		if e != 1 || found >= 0 || i >= len(z.gens) {
			return 0, false
		}
		found = i
	}
	return found, found >= 0
}

// isUnity recognises the monomial iπ.
func (z *normalizer) isUnity(exponents []int) bool {
	i, hasI := z.byKey[imaginaryKey]
	p, hasPi := z.byKey[expr.ConstPi]
	if !hasI || !hasPi || z.gens[p].scale != 1 {
		if !hasI || !hasPi {
			return false
		}
	}
	for k, e := range exponents {
		want := 0
		switch k {
		case i:
			want = 1
		case p:
			want = int(z.gens[p].scale)
		}
		if e != want {
			return false
		}
	}
	return true
}

// imaginaryPart tells whether a monomial of real generators is real or imaginary.
func (z *normalizer) imaginaryPart(exponents []int) (imaginary, known bool) {
	for k, e := range exponents {
		if e == 0 {
			continue
		}
		switch {
		case k >= len(z.gens):
			return false, false
		case z.gens[k].key == imaginaryKey:
			imaginary = e%2 != 0
		case !z.gens[k].real:
			return false, false
		}
	}
	return imaginary, true
}

// isReal reports whether all generators of f are real.
func (z *normalizer) isReal(f *poly.Frac) bool { return z.isRealPoly(f.Num()) && z.isRealPoly(f.Den()) }

func (z *normalizer) isRealPoly(p *poly.Poly) bool {
	for _, e := range p.Monomials {
		for i, k := range e {
			if k != 0 && (i >= len(z.gens) || !z.gens[i].real) {
				if i < len(z.gens) && z.gens[i].key == imaginaryKey && k%2 == 0 {
					continue
				}
				return false
			}
		}
	}
	return true
}

// signOfPoly is 1 or −1 where every term has that sign and one does not vanish: positive
// generators to any power, real ones to even powers.
func (z *normalizer) signOfPoly(p *poly.Poly) int {
	sign := 0
	strict := false
	for s, e := range p.Monomials {
		nonzero := true
		for i, k := range e {
			switch {
			case k == 0:
			case i >= len(z.gens):
				return 0
			case z.gens[i].sign == 1:
			case z.gens[i].real && k%2 == 0:
				nonzero = false
			default:
				return 0
			}
		}
		if sign != 0 && s != sign {
			return 0
		}
		sign = s
		strict = strict || nonzero
	}
	if !strict && p.Len() > 1 {
		strict = false
	}
	if !strict {
		return 0
	}
	return sign
}

// describe names a fraction for a key.
func describe(f *poly.Frac) string { return f.String() }

func (z *normalizer) kernel(key string, gen generator) (*poly.Frac, error) {
	i, err := z.generator(key, gen)
	if err != nil {
		return nil, err
	}
	return z.named1(i)
}

// relate adds den·g^q = num for the generator of a key, once.
func (z *normalizer) relate(i int, q int, value *poly.Frac) error {
	p, err := z.ring.Var(i).Pow(q, z.budget)
	if err != nil {
		return err
	}
	if p, err = p.Mul(value.Den(), z.budget); err != nil {
		return err
	}
	if p, err = p.Sub(value.Num(), z.budget); err != nil {
		return err
	}
	z.relations = append(z.relations, p)
	return nil
}

var _ = fmt.Sprint
