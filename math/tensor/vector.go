package tensor

import "github.com/assay-physics/assay/math/expr"

// shortDot multiplies factors, in reverse order, of which two are vectors.
func (e *engine) shortDot(parts []sum) sum {
	out := scalarSum(intPoly(1))
	for i := len(parts) - 1; i >= 0 && e.err == nil; i-- {
		out = e.dotted(out, parts[i])
	}
	return e.collected(out)
}

func isVector(s sum) bool {
	if len(s) == 0 {
		return false
	}
	found := false
	t := s[0]
	t.eachLabel(func(l *label) { found = found || l.kind == openVector })
	return found
}

// closed puts the label in place of the open vector index.
func closed(s sum, with label) sum {
	out := cloneSum(s)
	for i := range out {
		out[i].eachLabel(func(l *label) {
			if l.kind == openVector {
				*l = with
			}
		})
	}
	return out
}

func openSpace(s sum) space {
	sp := euclid
	t := s[0]
	t.eachLabel(func(l *label) {
		if l.kind == openVector {
			sp = l.space
		}
	})
	return sp
}

// settled contracts after labels were replaced.
func (e *engine) settled(s sum) sum {
	for i := range s {
		e.eliminateMetrics(&s[i])
	}
	return s
}

func (e *engine) dotted(a, b sum) sum {
	if !isVector(a) || !isVector(b) {
		return e.product(a, b)
	}
	if openSpace(a) != openSpace(b) {
		e.fail("a scalar product of a three-vector and a four-vector")
		return nil
	}
	d := e.freshDummy(openSpace(a))
	return e.collected(e.product(closed(a, d), closed(b, d)))
}

func (e *engine) readDot(a, b *expr.Node) sum {
	if a.Op == expr.OpNabla {
		return e.divergence(e.read(b))
	}
	return e.dotted(e.read(a), e.read(b))
}

func (e *engine) readCross(a, b *expr.Node) sum {
	if a.Op == expr.OpNabla {
		s := e.read(b)
		if len(s) == 0 {
			return nil
		}
		if !isVector(s) || openSpace(s) != euclid {
			e.fail("a curl of what is no three-vector")
			return nil
		}
		d, f := e.freshDummy(euclid), e.freshDummy(euclid)
		eps := factor{kind: epsilonFactor, idx: []label{{kind: openVector, space: euclid}, d, f}}
		return e.product(sum{{coef: intPoly(1), factors: []factor{eps}}}, e.derive(d, closed(s, f)))
	}
	return e.vectorProduct(e.read(a), e.read(b))
}

func (e *engine) vectorProduct(s, t sum) sum {
	if !isVector(s) || !isVector(t) {
		return e.product(s, t)
	}
	if openSpace(s) != euclid || openSpace(t) != euclid || e.dimNumber[euclid] != 3 {
		e.fail("a vector product outside three dimensions")
		return nil
	}
	d, f := e.freshDummy(euclid), e.freshDummy(euclid)
	eps := factor{kind: epsilonFactor, idx: []label{{kind: openVector, space: euclid}, d, f}}
	out := e.product(sum{{coef: intPoly(1), factors: []factor{eps}}}, closed(s, d))
	return e.collected(e.product(out, closed(t, f)))
}

func (e *engine) readSlashed(a *expr.Node) sum {
	s := e.read(a)
	if len(s) == 0 {
		return nil
	}
	if !isVector(s) || openSpace(s) != lorentz {
		e.fail("a slash through what is no four-vector")
		return nil
	}
	d := e.freshDummy(lorentz)
	g := sum{{coef: intPoly(1), word: []letter{{kind: gammaLetter, idx: []label{d}}}}}
	return e.product(g, closed(s, d))
}
