package equal

import (
	"math"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// signs tells on which side of every root's zero a point is, where double precision shows that
// all roots keep clear as keepsClear asks: '-' for a negative real number, '+' for others.
func (s *sketch) signs(l *ledger, at map[*expr.Node]*point) (signs []byte, known bool) {
	s.look(l, at)
	if !s.keepsClear() {
		return nil, false
	}
	for i := range s.roots {
		z := s.root(i)
		signs = append(signs, "-+"[b2i(!(z.IsReal() && z.Re.Sign() < 0))])
	}
	return signs, true
}

// keepsClear is keepsClear for the roots.
func (s *sketch) keepsClear() bool {
	for i := range s.roots {
		z := s.root(i)
		if !z.IsFinite() || !(z.Re.Sign() > 0 || z.Im.Sign() != 0 || z.IsReal() && z.Re.Sign() < 0) {
			return false
		}
	}
	return true
}

// clearBetween reports whether all roots keep clear on a ball around the part of the way from a
// to d that evalBetween looks at. False says nothing, and not even that a smaller part may be
// clear unless all roots are known.
func (s *sketch) clearBetween(l *ledger, a, d map[*expr.Node]*point, from, to, n int64) (off, known bool) {
	l.charge(s.cost())
	for v, z := range s.vars {
		p, q := a[v], d[v]
		if p == nil || q == nil {
			return false, false
		}
		s.regs[z] = ball.QuickComplex{Re: quickBetween(&p.re, &q.re, from, to, n), Im: quickBetween(&p.im, &q.im, from, to, n)}
	}
	s.run()
	known = true
	for i := range s.roots {
		known = known && s.root(i).IsFinite()
	}
	return known && s.keepsClear(), known
}

// quickBetween is between in double precision.
func quickBetween(x, y *coordinate, from, to, n int64) ball.Quick {
	p, q := x.quick(), y.quick()
	if p == q {
		return p
	}
	a, b := p.Mid(), q.Mid()
	way := func(k int64) float64 {
		t := float64(k) / float64(n)
		switch {
		case k == 0:
			return a
		case k == n:
			return b
		case a > 0 && b > 0 || a < 0 && b < 0:
			return math.Copysign(math.Exp2(math.Log2(math.Abs(a))*(1-t)+math.Log2(math.Abs(b))*t), a)
		}
		return a + (b-a)*t
	}
	return ball.QuickInterval(way(from), way(to))
}

// quickDistance compares the scales of two numbers.
func quickDistance(x, y *coordinate) float64 {
	a, b := x.quick().Mid(), y.quick().Mid()
	switch {
	case a*b > 0:
		return math.Abs(math.Log2(math.Abs(a)) - math.Log2(math.Abs(b)))
	case a != b:
		return 64
	}
	return 0
}
