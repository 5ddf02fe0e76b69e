package poly

// skeleton is the set of monomials of a gcd in the variables 0 … v, grouped by the power
// of x₀. Another image of the gcd is found as their combination from values at a geometric
// sequence of points (R. Zippel, EUROSAM 1979). The largest power of x₀ must belong to one
// monomial: its coefficient 1 fixes the scale of the univariate gcds.
type skeleton struct {
	monomials modTerms
	groups    [][]int // monomials of one power of x₀, largest power first
	width     int     // monomials in the largest group
}

// newSkeleton reads the monomials of an image in the variables 0 … v; nil where
// interpolation in all variables is as cheap or the scale would be lost.
func newSkeleton(t modTerms, v int) *skeleton {
	if v < 1 {
		return nil
	}
	s := &skeleton{monomials: t}
	power := -1
	for k := range t.len() {
		if e := exponent(t.exp(k), 0); e != power {
			s.groups, power = append(s.groups, nil), e
		}
		last := len(s.groups) - 1
		s.groups[last] = append(s.groups[last], k)
		s.width = max(s.width, len(s.groups[last]))
	}
	dense := 1
	for i := 1; i <= v && dense < 1<<20; i++ {
		d := 0
		for k := range t.len() {
			d = max(d, exponent(t.exp(k), i))
		}
		dense *= d + 2
	}
	if len(s.groups[0]) != 1 || s.width >= dense {
		return nil
	}
	return s
}

// image is the monic gcd of a and b in the variables 0 … v if it has the monomials of s; ok is
// false where it shows that it has not, or where a point was unlucky.
func (s *skeleton) image(f Field, a, b modTerms, v int, seed uint64, budget *Budget) (g modTerms, ok bool, err error) {
	base := make([]uint64, v+1) // of the geometric sequence, for variables 1 … v
	for i := 1; i <= v; i++ {
		base[i] = scatter(seed<<16+uint64(i)) % f.p
	}
	pa, pb := f.newSequence(a, base), f.newSequence(b, base)
	nodes := f.monomialValues(s.monomials, base)
	lead := s.groups[0][0]
	scale := uint64(1)
	values := make([][]uint64, len(s.groups)) // of each group, at the points so far
	for range s.width {
		d := int64(pa.degree+1) * int64(pb.degree+1)
		if err := budget.spend(int64(a.len()+b.len())/4+1+d/8, "a greatest common divisor"); err != nil {
			return g, false, err
		}
		u := f.gcdUni(pa.next(f), pb.next(f))
		scale = f.Mul(scale, nodes[lead])
		if len(u) == 0 || u.degree() != exponent(s.monomials.exp(lead), 0) {
			return g, false, nil
		}
		for k, group := range s.groups {
			e := exponent(s.monomials.exp(group[0]), 0)
			values[k] = append(values[k], f.Mul(scale, u[e]))
			u[e] = 0
		}
		if len(u.trim()) > 0 {
			return g, false, nil // a power of x₀ that the skeleton does not have
		}
	}
	g = modTerms{words: a.words, exps: s.monomials.exps, coefs: make([]uint64, s.monomials.len())}
	for k, group := range s.groups {
		if !f.solveVandermonde(nodes, group, values[k], g.coefs) {
			return g, false, nil
		}
	}
	return g.withoutZeros(), true, nil
}

// withoutZeros drops the terms with the coefficient 0.
func (t modTerms) withoutZeros() modTerms {
	r := modTerms{words: t.words}
	for k, c := range t.coefs {
		if c != 0 {
			r.push(t.exp(k), c)
		}
	}
	return r
}

// monomialValues are the values of the monomials without their powers of x₀.
func (f Field) monomialValues(t modTerms, base []uint64) []uint64 {
	v := make([]uint64, t.len())
	for k := range v {
		v[k] = 1
		for i := 1; i < len(base); i++ {
			if e := exponent(t.exp(k), i); e > 0 {
				v[k] = f.Mul(v[k], f.Pow(base[i], uint64(e)))
			}
		}
	}
	return v
}

// sequence is a polynomial at the points base¹, base², …, univariate in x₀.
type sequence struct {
	degree int
	powers []int    // of x₀ in each term
	values []uint64 // coefficient times monomial at the point
	ratios []uint64 // of the values at one point and the next
}

func (f Field) newSequence(t modTerms, base []uint64) *sequence {
	s := &sequence{powers: make([]int, t.len()), values: append([]uint64(nil), t.coefs...), ratios: f.monomialValues(t, base)}
	for k := range s.powers {
		s.powers[k] = exponent(t.exp(k), 0)
		s.degree = max(s.degree, s.powers[k])
	}
	return s
}

func (s *sequence) next(f Field) modUni {
	u := make(modUni, s.degree+1)
	for k, e := range s.powers {
		s.values[k] = f.Mul(s.values[k], s.ratios[k])
		u[e] = f.Add(u[e], s.values[k])
	}
	return u.trim()
}

// solveVandermonde finds the c with Σ c_i·node_i^k = value_k for k = 1 … n, i in the group: with
// M = ∏ (z − node_i) and q_i = M/(z − node_i), Σ_k [z^{k−1}]q_i·value_k = c_i·node_i·q_i(node_i).
// It reports whether the nodes are different and not 0.
func (f Field) solveVandermonde(nodes []uint64, group []int, values, c []uint64) bool {
	m := modUni{1}
	for _, i := range group {
		m = f.mulUni(m, modUni{f.Neg(nodes[i]), 1})
	}
	n := len(group)
	q := make([]uint64, n)
	for _, i := range group {
		x := nodes[i]
		carry := uint64(0)
		for k := n; k >= 1; k-- { // synthetic division
			carry = f.Add(m[k], f.Mul(carry, x))
			q[k-1] = carry
		}
		weight, total := uint64(0), uint64(0)
		for k := n - 1; k >= 0; k-- {
			weight = f.Add(f.Mul(weight, x), q[k])
			total = f.Add(total, f.Mul(q[k], values[k]))
		}
		weight = f.Mul(weight, x)
		if weight == 0 {
			return false
		}
		c[i] = f.Mul(total, f.Inv(weight))
	}
	return true
}
