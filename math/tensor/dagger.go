package tensor

import "strings"

// dagger is the Hermitian conjugate.
func (e *engine) dagger(s sum) sum {
	out := make(sum, 0, len(s))
	for _, t := range s {
		u := t.clone()
		u.coef = e.conjugate(t.coef)
		u.word = nil
		for _, f := range u.factors {
			if f.kind == traceFactor {
				e.fail("a Hermitian conjugate of a trace")
				return nil
			}
		}
		for i := len(t.word) - 1; i >= 0; i-- {
			u.word = append(u.word, e.conjugateLetters(t.word[i])...)
		}
		out = append(out, u)
	}
	return out
}

// conjugateLetters is γ^μ† = γ⁰γ^μγ⁰ for a γ matrix, one letter for all others.
func (e *engine) conjugateLetters(l letter) []letter {
	switch l.kind {
	case gammaLetter:
		zero := letter{kind: gammaLetter, idx: []label{{kind: numberLabel, space: lorentz}}}
		return []letter{zero, l, zero}
	case cliffordLetter:
		e.fail("a Hermitian conjugate of a product of γ matrices")
		return nil
	default:
		return []letter{e.conjugateLetter(l)}
	}
}

func (e *engine) conjugateLetter(l letter) letter {
	switch l.kind {
	case generatorLetter, pauliLetter, gamma5Letter:
	case ketLetter:
		l.kind = braLetter
	case braLetter:
		l.kind = ketLetter
	case exponentialLetter:
		l = e.exponential(e.reduced(e.dagger(l.arg)))
	default:
		if l.of != nil {
			x := e.conjugateLetter(*l.of)
			return e.functionLetter(letter{head: l.name, arg: e.conjugatedArg(l.arg)}, x)[0].word[0]
		}
		if !e.isHermitian(l.head) && !strings.HasPrefix(l.head, "time_ordered") {
			l.dag = !l.dag
		}
	}
	return l
}

func (e *engine) conjugatedArg(s []term) []term {
	p, _ := sum(s).asScalar()
	return scalarSum(e.conjugate(p))
}

// isHermitian says that an operator is an observable: one of a pair with [x, p] imaginary,
// or position, momentum, Hamiltonian, angular momentum by their usual letters.
func (e *engine) isHermitian(name string) bool {
	if e.hermitian[name] {
		return true
	}
	switch unaccented(stem(name)) {
	case "H", "x", "p", "J", "L":
		return !strings.ContainsAny(name, "+-⁻ᵀ")
	case "S":
		return strings.ContainsAny(name, "xyz")
	}
	return false
}
