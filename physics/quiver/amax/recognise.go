package amax

import (
	"math/big"

	"github.com/assay-physics/assay/math/poly"
)

// maxDegree bounds the degree of the number fields that are tried.
const maxDegree = 8

// exact is a solution of the equations in a number field, proven.
type exact struct {
	field *field
	x     [][]*big.Rat // the coordinates as elements
}

// recognise looks for the number field of the coordinates and proves the result: 9 Tr R²F =
// Tr F holds identically there, and the coordinates lie in the box, in which there is only
// one solution. nil stands for none found.
func (s *space) recognise(b *box) (*exact, *box) {
	coord := make([]*big.Rat, s.dim)
	odd := -1
	for j, x := range b.x {
		if q, ok := simplest(x, b.prec, b.good); ok {
			coord[j] = q
		} else if odd < 0 {
			odd = j
		}
	}
	if odd < 0 {
		e := &exact{x: make([][]*big.Rat, s.dim)}
		for j, q := range coord {
			e.x[j] = []*big.Rat{q}
		}
		if s.verify(e, b) {
			return e, b
		}
		return nil, b
	}
	if e := s.quadratic(b, odd, coord); e != nil {
		return e, b
	}
	for _, n := range []int{4, maxDegree} {
		finer, ok := s.finer(b, 128*uint(n+1))
		if !ok {
			return nil, b
		}
		b = finer
		if e := s.algebraic(b, n, odd, coord); e != nil {
			return e, b
		}
	}
	return nil, b
}

// finer is a smaller box around the same point.
func (s *space) finer(b *box, prec uint) (*box, bool) {
	if prec <= b.prec {
		return b, true
	}
	x, ok := s.refine(b.x, b.prec, prec)
	if !ok {
		return nil, false
	}
	return s.isolate(x, prec)
}

// quadratic tries ℚ(√d), where the coordinate number odd says what d is.
func (s *space) quadratic(b *box, odd int, coord []*big.Rat) *exact {
	c, ok := relation(powers(b.x[odd], b.prec, 2), b.prec)
	if !ok || c[2].Sign() == 0 {
		return nil
	}
	d := new(big.Int).Mul(c[1], c[1])
	ac := new(big.Int).Mul(c[0], c[2])
	d.Sub(d, ac.Lsh(ac, 2))
	if d.Sign() <= 0 {
		return nil
	}
	d = squareFree(d)
	if d.Cmp(big.NewInt(1)) == 0 {
		return nil
	}
	root := new(big.Int).Lsh(d, 2*b.prec)
	root.Sqrt(root)
	one := new(big.Int).Lsh(big.NewInt(1), b.prec)
	half := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(one, 1))
	mid := new(big.Rat).SetFrac(root, one)
	f := &field{
		low: []*big.Rat{new(big.Rat).SetInt(new(big.Int).Neg(d)), new(big.Rat)},
		d:   d,
		min: poly.NewUni(new(big.Int).Neg(d), new(big.Int), big.NewInt(1)),
		mid: mid.Add(mid, half), rad: half, // ⌊√(d 4^prec)⌋ and one more
	}
	return s.inField(b, f, []*big.Int{one, root}, coord)
}

// algebraic tries ℚ(θ) of degree at most n for a θ that is a coordinate, or a sum of several.
func (s *space) algebraic(b *box, n, odd int, coord []*big.Rat) *exact {
	sum := new(big.Int)
	for j, x := range b.x {
		sum.Add(sum, new(big.Int).Mul(x, big.NewInt(int64(j+1))))
	}
	for _, theta := range []*big.Int{b.x[odd], sum} {
		pw := powers(theta, b.prec, n)
		c, ok := relation(pw, b.prec)
		if !ok {
			continue
		}
		f := newField(poly.NewUni(c...), theta, b)
		if f == nil {
			continue
		}
		if e := s.inField(b, f, pw[:f.degree()], coord); e != nil {
			return e
		}
	}
	return nil
}

// newField is ℚ(θ) for the root θ of m near theta/2^prec, by its irreducible factor with that
// root; nil if none has a single root there.
func newField(m *poly.Uni, theta *big.Int, b *box) *field {
	factors, err := m.Factor(nil)
	if err != nil {
		return nil
	}
	mid := new(big.Rat).SetFrac(theta, new(big.Int).Lsh(big.NewInt(1), b.prec))
	// θ was computed from coordinates that are good to 2^−good.
	rad := new(big.Rat).Mul(b.radius(), big.NewRat(1<<16, 1))
	lo, hi := new(big.Rat).Sub(mid, rad), new(big.Rat).Add(mid, rad)
	for _, factor := range factors {
		m := factor.Base.Primitive()
		if m.Degree() < 2 || m.Eval(lo).Sign()*m.Eval(hi).Sign() >= 0 || !monotone(m, lo, hi) {
			continue
		}
		n := m.Degree()
		f := &field{min: m, low: make([]*big.Rat, n), mid: mid, rad: rad}
		for i := range n {
			f.low[i] = new(big.Rat).SetFrac(m.Coeff(i), m.Lead())
		}
		f.mid, f.rad = f.sharper(b.prec + 32)
		return f
	}
	return nil
}

// powers are 1, x, …, xⁿ in units of 2^−prec.
func powers(x *big.Int, prec uint, n int) []*big.Int {
	out := []*big.Int{new(big.Int).Lsh(big.NewInt(1), prec)}
	for k := range n {
		p := new(big.Int).Mul(out[k], x)
		out = append(out, p.Rsh(p, prec))
	}
	return out
}

// inField writes every coordinate in the powers of θ and verifies.
func (s *space) inField(b *box, f *field, basis []*big.Int, coord []*big.Rat) *exact {
	n := len(basis)
	e := &exact{field: f, x: make([][]*big.Rat, s.dim)}
	for j, x := range b.x {
		e.x[j] = zeros(n)
		if coord[j] != nil {
			e.x[j][0].Set(coord[j])
			continue
		}
		c, ok := relation(append(append([]*big.Int{}, basis...), x), b.prec)
		if !ok || c[n].Sign() == 0 {
			return nil
		}
		for i := range n {
			e.x[j][i].SetFrac(new(big.Int).Neg(c[i]), c[n])
		}
	}
	if !s.verify(e, b) {
		return nil
	}
	return e
}

// verify proves that e is the solution in the box.
func (s *space) verify(e *exact, b *box) bool {
	unit := new(big.Int).Lsh(big.NewInt(1), b.prec)
	for j, c := range e.x {
		v := e.number(c)
		d := new(big.Rat).Sub(v.mid, new(big.Rat).SetFrac(b.x[j], unit))
		if d.Abs(d).Add(d, v.rad).Cmp(b.radius()) > 0 {
			return false
		}
	}
	g := make([][]*big.Rat, s.dim)
	n := e.degree()
	for j := range g {
		g[j] = zeros(n)
	}
	d2 := new(big.Rat).SetInt(new(big.Int).Mul(s.den, s.den))
	nine, t := big.NewRat(9, 1), new(big.Rat)
	for _, r := range s.rows {
		rho := e.rho(r)
		q := e.field.mul(rho, rho)
		for i := range q {
			q[i].Mul(q[i], nine)
		}
		q[0].Sub(q[0], d2)
		for j, u := range r.u {
			if u.Sign() == 0 {
				continue
			}
			w := new(big.Rat).SetInt(new(big.Int).Mul(u, big.NewInt(r.weight)))
			for i := range q {
				g[j][i].Add(g[j][i], t.Mul(w, q[i]))
			}
		}
	}
	for j := range g {
		for _, c := range g[j] {
			if c.Sign() != 0 {
				return false
			}
		}
	}
	return true
}

func (e *exact) degree() int {
	if e.field == nil {
		return 1
	}
	return e.field.degree()
}

// rho is ρ = D(R − 1) of a row.
func (e *exact) rho(r row) []*big.Rat {
	rho := zeros(e.degree())
	rho[0].SetInt(r.r)
	t := new(big.Rat)
	for j, u := range r.u {
		if u.Sign() != 0 {
			w := new(big.Rat).SetInt(u)
			for i, c := range e.x[j] {
				if c.Sign() != 0 {
					rho[i].Add(rho[i], t.Mul(w, c))
				}
			}
		}
	}
	return rho
}

func (e *exact) number(c []*big.Rat) Number {
	if e.field == nil {
		return rational(new(big.Rat).Set(c[0]))
	}
	return e.field.element(c, e.field.mid, e.field.rad)
}

// squareFree divides n > 0 by the squares of primes below 2^16, and by the square that is
// left over if the rest is one.
func squareFree(n *big.Int) *big.Int {
	n = new(big.Int).Set(n)
	q, r := new(big.Int), new(big.Int)
	out := big.NewInt(1)
	for p := int64(2); p < 1<<16; p++ {
		if p > 2 && p%2 == 0 {
			continue
		}
		bp := big.NewInt(p)
		if new(big.Int).Mul(bp, bp).Cmp(n) > 0 {
			break
		}
		count := 0
		for {
			q.QuoRem(n, bp, r)
			if r.Sign() != 0 {
				break
			}
			n.Set(q)
			count++
		}
		if count%2 == 1 {
			out.Mul(out, bp)
		}
	}
	if root := new(big.Int).Sqrt(n); new(big.Int).Mul(root, root).Cmp(n) != 0 {
		out.Mul(out, n)
	}
	return out
}
