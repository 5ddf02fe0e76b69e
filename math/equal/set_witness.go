package equal

import (
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
	m, err := compile(g.pool, g.ctx.Branch == "real", low...)
	if err != nil {
		return nil
	}
	at := map[*expr.Node]*point{}
	out := &Witness{At: map[string]string{}, Of: "the elements"}
	for s := range m.vars {
		p := new(point)
		if _, ok := p.re.SetString(w.At[s.Name]); !ok {
			return nil
		}
		at[s] = p
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
	// Every element of one side away from all of the other, on balls.
	apart := func(from, to, lo, hi int) bool {
		for i := from; i < to; i++ {
			alone := true
			for j := lo; j < hi; j++ {
				alone = alone && !m.roots[i].Overlaps(m.roots[j])
			}
			if alone {
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
