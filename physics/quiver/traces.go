package quiver

import (
	"fmt"
	"math/big"
	"slices"
)

// WithTraces is t with a singlet added to every adjoint, such that W depends on Φ + S only:
// the theory of U(N) matrices whose gauge group is SU(N). It is an error if that has too many
// terms.
func (t *Theory) WithTraces() (*Theory, error) {
	c := t.Clone()
	singlet := make(map[int]int)
	count := make(map[int]int)
	for _, s := range t.Singlets {
		if u, ok := SingletGroup(s.Label); ok {
			count[u]++
		}
	}
	for k, a := range t.Arrows {
		if !a.IsLoop() {
			continue
		}
		singlet[k] = len(c.Singlets)
		c.Singlets = append(c.Singlets, Singlet{Label: singletLabel(a.Source, count[a.Source]), R: cloneRat(a.R)})
		count[a.Source]++
	}
	c.W = nil
	for _, term := range t.W {
		expanded, err := expandTraces(t, term, singlet)
		if err != nil {
			return nil, err
		}
		c.W = append(c.W, expanded...)
	}
	c.W = c.W.Normalize()
	return c, nil
}

// expandTraces multiplies out a word in which every adjoint stands for Φ + S.
func expandTraces(t *Theory, term SuperpotentialTerm, singlet map[int]int) (Superpotential, error) {
	partial := Superpotential{{Coefficient: cloneRat(term.Coefficient), Singlets: slices.Clone(term.Singlets)}}
	for _, x := range term.Word {
		s, loop := singlet[x]
		n := len(partial)
		for i := range n {
			if loop {
				partial = append(partial, SuperpotentialTerm{
					Coefficient: cloneRat(partial[i].Coefficient),
					Singlets:    append(slices.Clone(partial[i].Singlets), s),
					Word:        slices.Clone(partial[i].Word),
				})
			}
			partial[i].Word = append(partial[i].Word, x)
		}
		if partial = merged(partial); len(partial) > MaxTerms {
			return nil, fmt.Errorf("theory %q: the term %s has more than %d terms once traces are added", t.Name, t.Text(term), MaxTerms)
		}
	}
	for i := range partial {
		slices.Sort(partial[i].Singlets)
		if len(partial[i].Word) == 0 && len(term.Word) > 0 {
			// Tr 1 = N
			rank := t.Nodes[t.Arrows[term.Word[0]].Source].Rank
			partial[i].Coefficient.Mul(partial[i].Coefficient, big.NewRat(int64(rank), 1))
		}
	}
	return slices.DeleteFunc(partial, func(p SuperpotentialTerm) bool {
		return len(p.Word) == 1 && t.Arrows[p.Word[0]].IsLoop() // the trace of a traceless adjoint
	}), nil
}
