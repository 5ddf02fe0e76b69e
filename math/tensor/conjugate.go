package tensor

// conjugate is the complex conjugate: symbols are real unless declared complex.
func (e *engine) conjugate(p poly) poly {
	out := make(poly, len(p))
	for _, t := range p.sorted() {
		q := constPoly(t.c.conj())
		for _, w := range t.mono {
			q = e.times(q, e.power(e.conjugateAtom(w.atom), w.exp))
		}
		out = out.plus(q)
	}
	return out
}

func (e *engine) conjugateAtom(i int) poly {
	switch a := e.atoms[i]; a.kind {
	case atomInverse:
		return e.inverse(e.conjugate(a.base))
	case atomRoot:
		c := e.conjugate(a.base)
		if c.key() == a.base.key() && !e.nonnegative(a.base) {
			// The root of a real number is real or imaginary: its conjugate is not known.
			return e.opaqueConjugate(i)
		}
		return e.root(c, a.degree)
	default:
		return e.opaqueConjugate(i)
	}
}

func (e *engine) opaqueConjugate(i int) poly {
	a := &e.atoms[i]
	if a.conj == i {
		return e.atomPoly(i)
	}
	if a.conj < 0 && a.fn != "" && realEntire[a.fn] {
		return e.function(a.fn, e.conjugate(a.args[0]))
	}
	if a.conj < 0 {
		j := e.atomOf(atom{kind: atomOpaque, key: "conj " + a.key, node: e.pool.Apply("conjugate", e.atomNode(i))})
		e.atoms[i].conj, e.atoms[j].conj = j, i
	}
	return e.atomPoly(e.atoms[i].conj)
}

// isReal says that no term of s has an imaginary coefficient, a symbol declared complex or
// an operator.
func (e *engine) isReal(s sum) bool {
	for _, t := range s {
		if len(t.word) > 0 || e.conjugate(t.coef).key() != t.coef.key() {
			return false
		}
		for _, f := range t.factors {
			if e.ctx.Complex[fieldName(f.head)] {
				return false
			}
		}
	}
	return true
}
