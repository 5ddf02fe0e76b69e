package equal

import (
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// setValues turns a witness against ∏(t − element) into one against the sets: the values of
// their elements at the same point. It is nil if they cannot be told.
func (g *grading) setValues(ref, cand []*expr.Node, w *Witness) *Witness {
	if w == nil {
		return nil
	}
	all := slices.Concat(ref, cand)
	low := make([]*expr.Node, len(all))
	for i, e := range all {
		n, err := g.lower(e)
		if err != nil {
			return nil
		}
		low[i] = n
	}
	m, err := g.compile(g.ctx.Branch == "real", low...)
	if err != nil {
		return nil
	}
	at := map[*expr.Node]*point{}
	out := &Witness{At: map[string]string{}, Of: "the elements"}
	for _, v := range m.vars {
		s := v.symbol
		value, ok := new(big.Rat).SetString(w.At[s.Name])
		if !ok {
			return nil
		}
		at[s] = realPoint(value)
		out.At[s.Name] = w.At[s.Name]
	}
	if !m.eval(precFirst, at, pointBudget) {
		return nil
	}
	values := make([]string, len(all))
	for i, v := range m.roots {
		if !v.IsFinite() {
			return nil
		}
		values[i] = show(v)
	}
	braces := func(v []string) string { return "{" + strings.Join(v, ", ") + "}" }
	out.Reference, out.Candidate = braces(values[:len(ref)]), braces(values[len(ref):])
	// An element of one side away from all of the other, on balls. One that the other side
	// has in the same form is none.
	written := map[*expr.Node]bool{}
	apart := func(from, to, lo, hi int) bool {
		clear(written)
		for _, e := range all[lo:hi] {
			written[g.canon(e)] = true
		}
		for i := from; i < to; i++ {
			if written[g.canon(all[i])] {
				continue
			}
			g.charge(hi - lo)
			if !slices.ContainsFunc(m.roots[lo:hi], m.roots[i].Overlaps) {
				return true
			}
		}
		return false
	}
	if !apart(0, len(ref), len(ref), len(all)) && !apart(len(ref), len(all), 0, len(ref)) {
		return nil
	}
	return out
}
