package chain

import (
	"errors"
	"fmt"
	"slices"
)

// VerifyMapping multiplies the Majorana operators of every image out as Pauli strings
// and compares with the term, phases included; it shares nothing with JordanWigner but
// the definition of c_k. The cost is terms·n/64.
func VerifyMapping(terms []PauliTerm, m *Mapping) error {
	n := m.N
	if err := validateTerms(terms, n); err != nil {
		return err
	}
	if err := m.Frame.validate(); err != nil {
		return err
	}
	if len(m.Images) != len(terms) {
		return fmt.Errorf("chain: mapping: %d images for %d terms", len(m.Images), len(terms))
	}
	parity := identityString(n)
	for j := range n {
		parity.set(j, 'Z')
	}
	sectors, linear := false, false
	for k, t := range terms {
		b := m.Images[k]
		if t.J == 0 {
			if b != (Bilinear{}) {
				return fmt.Errorf("chain: mapping: images[%d] of a term that is zero", k)
			}
			continue
		}
		if b.Sign != 1 && b.Sign != -1 {
			return fmt.Errorf("chain: mapping: images[%d]: sign %d", k, b.Sign)
		}
		p := identityString(n)
		switch {
		case b.P == -1 && b.Q == -1 && b.Parity: // the parity alone
		case b.P < 0 || b.P >= 2*n || b.Q <= b.P || b.Q > 2*n || b.Q == 2*n && b.Parity:
			return fmt.Errorf("chain: mapping: images[%d]: c_%d c_%d is no pair of operators", k, b.P, b.Q)
		case b.Q == 2*n:
			p = majoranaString(b.P, n)
			linear = true
		default:
			p = majoranaString(b.P, n)
			p.multiply(majoranaString(b.Q, n))
			p.phase = (p.phase + 1) & 3
		}
		if b.Parity {
			p.multiply(parity)
			sectors = true
		}
		p.phase = (p.phase + 1 - b.Sign) & 3 // a sign is i²
		want := stringOf(t, n, m.Frame.letter, func(s int) int { return m.Frame.site(s, n) })
		if !p.equal(want) {
			return fmt.Errorf("chain: mapping: images[%d] is not the term %v", k, t)
		}
	}
	if sectors != m.Sectors || linear != m.Linear {
		return errors.New("chain: mapping: its statements about sectors or single operators do not fit its images")
	}
	if sectors && linear {
		return errors.New("chain: mapping: single Majorana operators do not commute with the parity of other terms")
	}
	return nil
}

func (f Frame) validate() error {
	if f.Axis != 'X' && f.Axis != 'Y' && f.Axis != 'Z' {
		return fmt.Errorf("chain: frame: axis %q is not X, Y or Z", f.Axis)
	}
	return nil
}

// VerifyObstruction checks that every frame has an offense and that it is one: the
// Majorana operators in a string are found from what it commutes with. An even product
// anticommutes with c_k exactly if it contains it, an odd one exactly if it does not.
func VerifyObstruction(terms []PauliTerm, n int, o *Obstruction) error {
	if err := validateTerms(terms, n); err != nil {
		return err
	}
	for _, f := range Frames() {
		i := slices.IndexFunc(o.Offenses, func(x Offense) bool { return x.Frame == f })
		if i < 0 {
			return fmt.Errorf("chain: obstruction: nothing is said about the %v", f)
		}
		x := o.Offenses[i]
		if x.Term < 0 || x.Term >= len(terms) || x.Against >= len(terms) {
			return fmt.Errorf("chain: obstruction: %v: no such term", f)
		}
		degree, single := degrees(terms[x.Term], n, f)
		if x.Against < 0 {
			if degree <= 2 || degree != x.Degree || terms[x.Term].J == 0 {
				return fmt.Errorf("chain: obstruction: with the %v, terms[%d] has degree %d", f, x.Term, degree)
			}
			continue
		}
		if single <= 2 || terms[x.Term].J == 0 || terms[x.Against].J == 0 {
			return fmt.Errorf("chain: obstruction: with the %v, terms[%d] does not need the parity", f, x.Term)
		}
		if _, d := degrees(terms[x.Against], n, f); d != 1 {
			return fmt.Errorf("chain: obstruction: with the %v, terms[%d] is not a single operator", f, x.Against)
		}
	}
	if o.Claw == nil {
		return nil
	}
	if len(o.Claw) != 4 {
		return fmt.Errorf("chain: obstruction: a claw of %d terms", len(o.Claw))
	}
	var s [4]pauliString
	for i, k := range o.Claw {
		if k < 0 || k >= len(terms) || terms[k].J == 0 {
			return fmt.Errorf("chain: obstruction: claw: no term %d", k)
		}
		s[i] = stringOf(terms[k], n, func(b byte) byte { return b }, func(s int) int { return s })
	}
	for i := range s {
		for j := range i {
			if s[i].anticommutes(s[j]) != (j == 0) || s[i].equal(s[j]) {
				return fmt.Errorf("chain: obstruction: terms %v are not a claw", o.Claw)
			}
		}
	}
	return nil
}

// degrees returns the number of Majorana operators of a term at best (with or without
// the parity, which helps an even product only) and without.
func degrees(t PauliTerm, n int, f Frame) (best, plain int) {
	p := stringOf(t, n, f.letter, func(s int) int { return f.site(s, n) })
	// The number of X and Y is odd exactly for odd products: each c_k changes it by one.
	odd := false
	for _, op := range []byte(t.Ops) {
		if f.letter(op) != 'Z' {
			odd = !odd
		}
	}
	for k := range 2 * n {
		if p.anticommutes(majoranaString(k, n)) != odd {
			plain++
		}
	}
	if odd {
		return plain, plain
	}
	return min(plain, 2*n-plain), plain
}
