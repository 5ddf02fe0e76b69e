package tensor

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

func (e *engine) readPower(n *expr.Node) sum {
	base, exponent := n.Args[0], n.Args[1]
	if base.Op == expr.OpConstant && base.Name == expr.ConstE {
		return e.readExp(exponent)
	}
	if e.names.dirac && base.Op == expr.OpSymbol && base.Name == `\gamma` && exponent.Op == expr.OpNumber && exponent.Rat.IsInt() {
		return e.gammaNumber(int(exponent.Rat.Num().Int64()), true)
	}
	if exponent.Op == expr.OpNumber && exponent.Rat.Num().IsInt64() && exponent.Rat.Denom().IsInt64() {
		num, den := exponent.Rat.Num().Int64(), exponent.Rat.Denom().Int64()
		if num > 0 && num <= maxPower && num%2 == 0 && den == 1 && base.Op == expr.OpApply && (base.Name == "abs" || base.Name == "norm") {
			if s := e.read(base.Args[0]); isVector(s) && e.isReal(s) { // |∇φ|²
				return e.rationalPower(s, int(num), 1)
			}
		}
		if num >= -maxPower && num <= maxPower && den <= maxPower {
			return e.rationalPower(e.read(base), int(num), int(den))
		}
	}
	if p, ok := e.readScalar(exponent); ok {
		if c, ok := p.constant(); ok && c.isReal() && exponent.Op != expr.OpNumber && c.re.Num().BitLen()+c.re.Denom().BitLen() < 64 {
			return e.readPower(e.pool.Pow(base, e.pool.Number(c.re)))
		}
		if s := e.read(base); len(s) == 1 && len(s[0].word) == 1 && s[0].word[0].kind == operatorLetter && len(s[0].factors) == 0 && s[0].coef.key() == intPoly(1).key() {
			return e.functionLetter(letter{head: powerHead, arg: scalarSum(p)}, s[0].word[0])
		}
	}
	return e.opaque("^", n, []*expr.Node{base, exponent}, false)
}

func (e *engine) rationalPower(s sum, num, den int) sum {
	if isVector(s) {
		if num%2 != 0 {
			e.fail("an odd power of a vector")
			return nil
		}
		s, num = e.dotted(s, e.refreshed(s)), num/2
	}
	s = e.reduced(s)
	if p, ok := s.asScalar(); ok {
		if den > 1 {
			if len(p) == 0 {
				return nil
			}
			p = e.root(p, den)
		}
		return scalarSum(e.power(p, num))
	}
	if den > 1 {
		e.fail("a root of a tensor or an operator")
		return nil
	}
	if len(s) > 0 && num > 2 && len(rank(&s[0])) > 0 {
		e.fail("a power of a tensor with free indices")
		return nil
	}
	if num < 0 {
		s, num = e.inverted(s), -num
	}
	out := scalarSum(intPoly(1))
	for range num {
		out = e.reduced(e.product(out, e.refreshed(s)))
	}
	return out
}

// inverted is 1/s of s = scalar + v where v² is a scalar: (scalar − v)/(scalar² − v²);
// so are (p̸ − m)⁻¹ and (E − σ·B)⁻¹ found. An operator alone gets a letter.
func (e *engine) inverted(s sum) sum {
	scalar := poly{}
	var v sum
	for _, t := range s {
		if len(t.factors) == 0 && len(t.word) == 0 {
			scalar = scalar.plus(t.coef)
		} else {
			v = append(v, t)
		}
	}
	if len(v) > 0 && len(rank(&v[0])) == 0 {
		square, ok := e.reduced(e.product(v, e.refreshed(v))).asScalar()
		if ok && e.err == nil {
			den := e.times(scalar, scalar).plus(square.scaled(gaussInt(-1)))
			return e.scaled(append(scalarSum(scalar), e.negated(v)...), e.inverse(den))
		}
	}
	if len(s) == 1 && len(s[0].factors) == 0 {
		t := term{coef: e.inverse(s[0].coef)}
		for i := len(s[0].word) - 1; i >= 0; i-- {
			l, ok := e.inverseLetter(s[0].word[i])
			if !ok {
				break
			}
			t.word = append(t.word, l)
		}
		if len(t.word) == len(s[0].word) {
			return sum{t}
		}
	}
	e.fail("an inverse of a tensor or of a sum of operators")
	return nil
}

func (e *engine) inverseLetter(l letter) (letter, bool) {
	switch {
	case l.kind == exponentialLetter:
		return e.exponential(e.negated(l.arg)), true
	case l.kind != operatorLetter || len(l.idx) > 0:
		return l, false
	}
	if h, ok := strings.CutSuffix(l.head, "⁻¹"); ok {
		l.head = h
	} else {
		l.head += "⁻¹"
	}
	return l, true
}

func (e *engine) readExp(exponent *expr.Node) sum {
	s := e.reduced(e.read(exponent))
	if e.err != nil {
		return nil
	}
	if len(s) > 0 && len(rank(&s[0])) > 0 {
		e.fail("an exponential of a vector or tensor")
		return nil
	}
	scalar := poly{}
	var arg sum
	for _, t := range s {
		switch {
		case len(t.word) > 0:
			arg = append(arg, t)
		case len(t.factors) > 0:
			e.fail("an exponential of tensors")
			return nil
		default:
			scalar = scalar.plus(t.coef)
		}
	}
	out := scalarSum(e.scalarExp(scalar))
	if len(arg) > 0 {
		out[0].word = []letter{e.exponential(arg)}
	}
	return out
}

func (e *engine) exponential(arg sum) letter {
	return letter{kind: exponentialLetter, head: e.sumKey(arg), arg: arg}
}

// sumKey describes a sum up to renaming of dummies.
func (e *engine) sumKey(s sum) string {
	keys := make([]string, 0, len(s))
	for i := range s {
		key, sign := e.canonicalKey(&s[i])
		if sign != 0 {
			keys = append(keys, key+" "+s[i].coef.scaled(gaussInt(int64(sign))).key())
		}
	}
	slices.Sort(keys)
	return strings.Join(keys, "&")
}

// scalarExp is e^p as a product over the terms of p, so that e^{a}e^{−a} = 1.
func (e *engine) scalarExp(p poly) poly {
	out := intPoly(1)
	for _, t := range p.sorted() {
		c := t.c
		if !c.isReal() && c.re.Sign() != 0 || !c.re.Num().IsInt64() || !c.im.Num().IsInt64() {
			out = e.times(out, e.function("exp", poly{t.mono.key(): t}))
			continue
		}
		unit, r := gaussInt(1), c.re
		if !c.isReal() {
			unit, r = imaginary(1), c.im
		}
		k := r.Num().Int64()
		if k > maxPower || k < -maxPower {
			out = e.times(out, e.function("exp", poly{t.mono.key(): t}))
			continue
		}
		unit.re, unit.im = ratDiv(unit.re, r.Denom()), ratDiv(unit.im, r.Denom())
		out = e.times(out, e.power(e.function("exp", poly{t.mono.key(): {t.mono, unit}}), int(k)))
	}
	return out
}
