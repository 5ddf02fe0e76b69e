package poly

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
)

// Factor splits the primitive part of u into irreducible factors over ℚ (and ℤ), by
// degree, then coefficients. The method is Zassenhaus's (MCA 15): factors modulo a prime are
// lifted to a power of it above the bound on coefficients of factors, and put together by trial. That is exponential
// in the number of modular factors, which the budget bounds.
func (u *Uni) Factor(b *Budget) ([]UniFactor, error) {
	if err := u.check(u); err != nil {
		return nil, err
	}
	b = b.orDefault()
	parts, err := u.SquareFree(b)
	if err != nil {
		return nil, err
	}
	var list []UniFactor
	for _, part := range parts {
		factors, err := part.Base.factorSquareFree(b)
		if err != nil {
			return nil, err
		}
		for _, f := range factors {
			list = append(list, UniFactor{f, part.Multiplicity})
		}
	}
	slices.SortFunc(list, func(x, y UniFactor) int { return x.Base.compare(y.Base) })
	return list, nil
}

func (u *Uni) compare(v *Uni) int {
	if len(u.c) != len(v.c) {
		return len(u.c) - len(v.c)
	}
	for k := len(u.c) - 1; k >= 0; k-- {
		if c := u.c[k].Cmp(v.c[k]); c != 0 {
			return c
		}
	}
	return 0
}

// primesTried is how many primes compete for the fewest modular factors.
const primesTried = 5

// factorSquareFree splits a primitive square-free polynomial of degree ≥ 1.
func (u *Uni) factorSquareFree(b *Budget) ([]*Uni, error) {
	if u.c[0].Sign() == 0 && u.Degree() > 1 {
		rest, err := u.over(UniInt64(0, 1), b)
		if err != nil {
			return nil, err
		}
		factors, err := rest.factorSquareFree(b)
		return append([]*Uni{UniInt64(0, 1)}, factors...), err
	}
	n := u.Degree()
	if n == 1 {
		return []*Uni{u}, nil
	}
	var best []modFactor
	var field Field
	possible := new(big.Int).Lsh(one, uint(n+1)) // bit d: a factor of degree d is possible
	possible.Sub(possible, one)
	f := Mersenne()
	for tried := 0; tried < primesTried; {
		m := u.mod(f)
		if len(m) == n+1 && len(f.gcdUni(m, f.diffUni(m))) == 1 {
			tried++
			parts, err := f.distinctDegrees(f.monicUni(m), b)
			if err != nil {
				return nil, err
			}
			if possible.And(possible, subsetSums(parts)); popCount(possible) == 2 {
				return []*Uni{u}, nil // degrees 0 and n only
			}
			if best == nil || count(parts) < count(best) {
				best, field = parts, f
			}
			if count(best) <= 3 {
				break
			}
		}
		var err error
		if f, err = f.Next(); err != nil {
			return nil, err
		}
	}
	modular, err := field.equalDegrees(best, b)
	if err != nil {
		return nil, err
	}
	l, err := u.henselLift(field, modular, b)
	if err != nil {
		return nil, err
	}
	return l.recombine(u, possible, b)
}

func (u *Uni) mod(f Field) modUni {
	m := make(modUni, len(u.c))
	for k, x := range u.c {
		m[k] = f.FromInt(x)
	}
	return m.trim()
}

// modFactor is a product of irreducible factors of one degree.
type modFactor struct {
	product modUni
	degree  int
}

func count(parts []modFactor) (n int) {
	for _, p := range parts {
		n += p.product.degree() / p.degree
	}
	return n
}

// subsetSums has bit d set where some of the factors have degrees of the sum d.
func subsetSums(parts []modFactor) *big.Int {
	sums := big.NewInt(1)
	for _, p := range parts {
		for range p.product.degree() / p.degree {
			sums.Or(sums, new(big.Int).Lsh(sums, uint(p.degree)))
		}
	}
	return sums
}

func popCount(n *big.Int) (c int) {
	for _, w := range n.Bits() {
		c += bits.OnesCount(uint(w))
	}
	return c
}

// distinctDegrees splits a monic square-free polynomial by the degrees of its factors: those of degree d
// divide x^(p^d) − x (MCA 14.2).
func (f Field) distinctDegrees(m modUni, b *Budget) ([]modFactor, error) {
	var parts []modFactor
	x := modUni{0, 1}
	power := x
	for d := 1; 2*d <= m.degree(); d++ {
		n := int64(m.degree())
		if err := b.spend(1+n*n*fieldBits/8, "a factorization modulo a prime"); err != nil {
			return nil, err
		}
		power = f.powUni(f.remUni(power, m), func(i int) uint { return uint(f.p>>i) & 1 }, fieldBits, m)
		if g := f.gcdUni(m, f.subUni(power, x)); g.degree() > 0 {
			parts = append(parts, modFactor{g, d})
			m, _ = f.divUni(m, g)
		}
	}
	if m.degree() > 0 {
		parts = append(parts, modFactor{m, m.degree()})
	}
	return parts, nil
}

// equalDegrees splits each part into its irreducible factors (D. Cantor, H. Zassenhaus, Math. Comp. 36, 1981): for a
// random a, a^((p^d−1)/2) is 1 modulo about half of them. The random numbers are the same in every run.
func (f Field) equalDegrees(parts []modFactor, b *Budget) ([]modUni, error) {
	var done []modUni
	seed := uint64(1)
	for len(parts) > 0 {
		part := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		n := part.product.degree()
		if n == part.degree {
			done = append(done, part.product)
			continue
		}
		if err := b.spend(1+int64(n)*int64(n)*int64(part.degree)*fieldBits/8, "a factorization modulo a prime"); err != nil {
			return nil, err
		}
		a := make(modUni, n)
		for i := range a {
			a[i] = scatter(seed) % f.p
			seed++
		}
		e := new(big.Int).Exp(new(big.Int).SetUint64(f.p), big.NewInt(int64(part.degree)), nil)
		e.Rsh(e, 1)
		t := f.powUni(a.trim(), func(i int) uint { return e.Bit(i) }, e.BitLen(), part.product)
		g := f.gcdUni(part.product, f.subUni(t, modUni{1}))
		if g.degree() == 0 || g.degree() == n {
			parts = append(parts, part)
			continue
		}
		rest, _ := f.divUni(part.product, g)
		parts = append(parts, modFactor{g, part.degree}, modFactor{rest, part.degree})
	}
	return done, nil
}

// FactorMod splits the residue of u modulo p into monic irreducible factors; u must not be 0 modulo
// p and must be square-free there.
func (u *Uni) FactorMod(f Field, b *Budget) ([][]uint64, error) {
	m := u.mod(f)
	if len(m) == 0 {
		return nil, fmt.Errorf("poly: %v is 0 modulo %d", u, f.p)
	}
	if g := f.gcdUni(m, f.diffUni(m)); len(m) > 1 && len(g) != 1 {
		return nil, fmt.Errorf("poly: %v is not square-free modulo %d", u, f.p)
	}
	b = b.orDefault()
	parts, err := f.distinctDegrees(f.monicUni(m), b)
	if err != nil {
		return nil, err
	}
	factors, err := f.equalDegrees(parts, b)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(factors, func(x, y modUni) int {
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		return slices.Compare(x, y)
	})
	list := make([][]uint64, len(factors))
	for i, x := range factors {
		list[i] = x
	}
	return list, nil
}

// lifted are monic factors of lc⁻¹·u modulo a power of a prime.
type lifted struct {
	modulus *big.Int
	factors [][]*big.Int
	bound   *big.Int
}

// henselLift lifts u ≡ lc·∏ gᵢ from p to the first power above twice the bound on coefficients of factors
// times lc (MCA 15.4, one power at a time): with Σ sᵢ ∏_{j≠i} gⱼ ≡ 1 mod p, the error e·pᵏ of
// the product is mended by gᵢ += (e·sᵢ/lc mod gᵢ)·pᵏ.
func (u *Uni) henselLift(f Field, g []modUni, b *Budget) (*lifted, error) {
	p := new(big.Int).SetUint64(f.p)
	l := &lifted{modulus: new(big.Int).Set(p), bound: u.factorBound()}
	for _, x := range g {
		l.factors = append(l.factors, bigUni(x))
	}
	limit := new(big.Int).Lsh(l.bound, 1)
	if l.modulus.Cmp(limit) > 0 {
		return l, nil
	}
	s := make([]modUni, len(g))
	all := modUni{1}
	for _, x := range g {
		all = f.mulUni(all, x)
	}
	lcInv := f.Inv(f.FromInt(u.c[len(u.c)-1]))
	for i, x := range g {
		rest, _ := f.divUni(all, x)
		_, inverse := f.bezoutUni(f.remUni(rest, x), x)
		s[i] = f.scaleUni(inverse, lcInv)
	}
	lead := u.c[len(u.c)-1]
	for l.modulus.Cmp(limit) <= 0 {
		n := int64(len(u.c))
		words := int64(len(l.modulus.Bits()) + 1)
		if err := b.spend(n*n*(2+words)*words/2, "lifting a factorization"); err != nil {
			return nil, err
		}
		next := new(big.Int).Mul(l.modulus, p)
		product := []*big.Int{lead}
		for _, x := range l.factors {
			product = mulModulo(product, x, next)
		}
		e := make(modUni, len(u.c))
		var t big.Int
		for k, c := range u.c {
			t.Sub(c, product[k])
			t.Mod(&t, next)
			e[k] = f.FromInt(t.Quo(&t, l.modulus))
		}
		e = e.trim()
		for i, x := range g {
			d := f.remUni(f.mulUni(e, s[i]), x)
			for k, c := range d {
				t.Mul(l.modulus, new(big.Int).SetUint64(c))
				l.factors[i][k] = new(big.Int).Add(l.factors[i][k], &t)
			}
		}
		l.modulus = next
	}
	return l, nil
}

func bigUni(m modUni) []*big.Int {
	c := make([]*big.Int, len(m))
	for i, x := range m {
		c[i] = new(big.Int).SetUint64(x)
	}
	return c
}

func mulModulo(a, b []*big.Int, m *big.Int) []*big.Int {
	r := make([]*big.Int, len(a)+len(b)-1)
	var t big.Int
	for k := range r {
		r[k] = new(big.Int)
		for i := max(0, k-len(b)+1); i <= min(k, len(a)-1); i++ {
			r[k].Add(r[k], t.Mul(a[i], b[k-i]))
		}
		r[k].Mod(r[k], m)
	}
	return r
}

// factorBound bounds the coefficients of lc(u)·(a factor of u over its own leading one): Mignotte's
// 2ⁿ·‖u‖₂ (MCA 6.33) times |lc|.
func (u *Uni) factorBound() *big.Int {
	norm, t := new(big.Int), new(big.Int)
	for _, c := range u.c {
		norm.Add(norm, t.Mul(c, c))
	}
	norm.Sqrt(norm)
	norm.Add(norm, one)
	norm.Lsh(norm, uint(u.Degree()))
	return norm.Mul(norm, t.Abs(u.c[len(u.c)-1]))
}

// recombine finds the true factors as products of lifted ones, smallest subsets first; possible has the
// degrees that true factors may have.
func (l *lifted) recombine(u *Uni, possible *big.Int, b *Budget) ([]*Uni, error) {
	var done []*Uni
	left := l.factors
	for size := 1; 2*size <= len(left); {
		factor, used, err := l.find(u, left, size, possible, b)
		if err != nil {
			return nil, err
		}
		if factor == nil {
			size++
			continue
		}
		done = append(done, factor)
		if u, err = u.over(factor, b); err != nil {
			return nil, err
		}
		u = u.Primitive()
		var rest [][]*big.Int
		for i, x := range left {
			if !slices.Contains(used, i) {
				rest = append(rest, x)
			}
		}
		left = rest
	}
	if u.Degree() > 0 {
		done = append(done, u)
	}
	return done, nil
}

// find tries the subsets of one size; of two complementary halves one is enough, the one with the first factor.
func (l *lifted) find(u *Uni, left [][]*big.Int, size int, possible *big.Int, b *Budget) (*Uni, []int, error) {
	lead := u.c[len(u.c)-1]
	constant := new(big.Int).Mul(lead, u.c[0])
	var t, r big.Int
	for s := range subsets(len(left), size) {
		if 2*size == len(left) && s[0] != 0 {
			break
		}
		if err := b.spend(int64(size*(1+len(l.modulus.Bits()))), "putting factors together"); err != nil {
			return nil, nil, err
		}
		degree := 0
		for _, i := range s {
			degree += len(left[i]) - 1
		}
		if possible.Bit(degree) == 0 {
			continue
		}
		// lc·(constant term of the factor) divides lc·u(0).
		t.Set(lead)
		for _, i := range s {
			t.Mul(&t, left[i][0])
			t.Mod(&t, l.modulus)
		}
		l.symmetric(&t)
		if t.Sign() == 0 || r.Rem(constant, &t).Sign() != 0 {
			continue
		}
		product := []*big.Int{new(big.Int).Mod(lead, l.modulus)}
		for _, i := range s {
			if err := b.spend(int64(len(product)*len(left[i])*(1+len(l.modulus.Bits()))), "putting factors together"); err != nil {
				return nil, nil, err
			}
			product = mulModulo(product, left[i], l.modulus)
		}
		for _, c := range product {
			l.symmetric(c)
		}
		candidate := trimUni(product).Primitive()
		if _, ok, err := u.Div(candidate, b); ok || err != nil {
			return candidate, slices.Clone(s), err
		}
	}
	return nil, nil, nil
}

func (l *lifted) symmetric(x *big.Int) {
	if new(big.Int).Lsh(x, 1).Cmp(l.modulus) > 0 {
		x.Sub(x, l.modulus)
	}
}

// subsets yields the subsets of {0 … n−1} of a size in lexicographic order; the slice is reused.
func subsets(n, size int) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		s := make([]int, size)
		for i := range s {
			s[i] = i
		}
		for {
			if !yield(s) {
				return
			}
			i := size - 1
			for i >= 0 && s[i] == n-size+i {
				i--
			}
			if i < 0 {
				return
			}
			s[i]++
			for j := i + 1; j < size; j++ {
				s[j] = s[j-1] + 1
			}
		}
	}
}
