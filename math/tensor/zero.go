package tensor

import (
	"math"
	"math/cmplx"

	"github.com/assay-physics/assay/math/expr"
)

// isZero decides whether a coefficient vanishes identically. Without inverses it is a
// polynomial; if its atoms are independent, that settles it. If they may not be, the
// context is asked, and without one the values at three points can still refute.
func (e *engine) isZero(p poly) (zero, known bool) {
	p = e.cleared(p)
	if len(p) == 0 {
		return true, e.err == nil
	}
	if _, ok := p.constant(); ok || e.independent(p) {
		return false, true
	}
	if e.ctx.ScalarZero != nil {
		zero, known = e.ctx.ScalarZero(e.polyNode(p))
		e.delegated = e.delegated || known && zero
		return zero, known
	}
	for point := range 3 {
		value, size, ok := e.float(p, point)
		if ok && cmplx.Abs(value) > 1e-8*size {
			return false, true
		}
	}
	return false, false
}

// independent says that no polynomial in the atoms of p with exponents below their
// degrees vanishes: letters, scalar products, values of unknown functions, and roots of
// primes or of single letters.
func (e *engine) independent(p poly) bool {
	constants := 0
	seen := map[int]bool{}
	for _, t := range p {
		for _, w := range t.mono {
			if seen[w.atom] {
				continue
			}
			seen[w.atom] = true
			a := &e.atoms[w.atom]
			switch a.kind {
			case atomSymbol, atomDot:
			case atomRoot:
				if len(a.base) != 1 {
					return false
				}
				for _, b := range a.base {
					c := b.c
					prime := len(b.mono) == 0 && c.isReal() && c.re.IsInt() && c.re.Num().ProbablyPrime(8)
					letter := len(b.mono) == 1 && b.mono[0].exp == 1 && c.equal(gaussInt(1)) && e.atoms[b.mono[0].atom].kind != atomOpaque
					if !prime && !letter || a.degree != 2 {
						return false
					}
				}
			default:
				if a.conj >= 0 && a.conj != w.atom && e.atoms[a.conj].kind == atomSymbol { // z* of a letter z
					continue
				}
				if a.loose || a.node == nil || a.node.Op == expr.OpApply || a.node.Op == expr.OpPow {
					return false
				}
				if a.node.Op == expr.OpConstant {
					constants++
				}
			}
		}
	}
	return constants <= 1
}

// float is the value of p at one of three fixed points and the sum of the moduli of its
// terms; ok is false if an atom has no value.
func (e *engine) float(p poly, point int) (value complex128, size float64, ok bool) {
	for _, t := range p.sorted() {
		re, _ := t.c.re.Float64()
		im, _ := t.c.im.Float64()
		v := complex(re, im)
		for _, w := range t.mono {
			a, ok := e.floatAtom(w.atom, point)
			if !ok {
				return 0, 0, false
			}
			v *= cmplx.Pow(a, complex(float64(w.exp), 0))
		}
		value += v
		size += cmplx.Abs(v)
	}
	return value, size, !cmplx.IsNaN(value) && !cmplx.IsInf(value) && !math.IsInf(size, 0)
}

func (e *engine) floatAtom(i, point int) (complex128, bool) {
	a := &e.atoms[i]
	switch {
	case a.kind == atomRoot:
		v, _, ok := e.float(a.base, point)
		return cmplx.Pow(v, complex(1/float64(a.degree), 0)), ok
	case a.kind == atomInverse:
		v, _, ok := e.float(a.base, point)
		return 1 / v, ok && v != 0
	case a.fn != "":
		v, _, ok := e.float(a.args[0], point)
		if !ok {
			return 0, false
		}
		switch a.fn {
		case "exp":
			return cmplx.Exp(v), true
		case "sin":
			return cmplx.Sin(v), true
		case "cos":
			return cmplx.Cos(v), true
		case "tan":
			return cmplx.Tan(v), true
		case "sinh":
			return cmplx.Sinh(v), true
		case "cosh":
			return cmplx.Cosh(v), true
		case "tanh":
			return cmplx.Tanh(v), true
		}
		return 0, false
	case a.node != nil && a.node.Op == expr.OpConstant && a.node.Name == expr.ConstPi:
		return math.Pi, true
	case a.node != nil && a.node.Op == expr.OpConstant && a.node.Name == expr.ConstE:
		return math.E, true
	case a.loose:
		return 0, false
	case a.conj >= 0 && a.conj < i: // the conjugate of an atom
		v, ok := e.floatAtom(a.conj, point)
		return cmplx.Conj(v), ok
	case a.node != nil && (a.node.Op == expr.OpApply || a.node.Op == expr.OpPow || a.node.Op == expr.OpConstant):
		return 0, false
	}
	// A point of the square root of 2 plus the golden rotation: no accident makes it special.
	_, frac := math.Modf(0.618033988749895*float64(i+1) + 0.414213562373095*float64(point+1))
	if a.conj != i { // complex
		return complex(0.5+2*frac, 1.5-frac), true
	}
	return complex(0.5+2*frac, 0), true
}
