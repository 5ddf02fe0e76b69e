package tensor

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// noteCovariant notes ∇_μ: covariant derivatives of a tensor do not commute, since
// [∇_μ, ∇_ν]V^ρ = R^ρ_{σμν}V^σ. Those of a scalar do, the connection having no torsion.
func (w *names) noteCovariant(n *expr.Node) {
	w.covariant = w.covariant || n.Op == expr.OpIndexed && n.Args[0].Op == expr.OpNabla
}

// commutingDerivatives is the range of derivative slots of f whose order does not matter;
// the slots are written from the last derivative to the first.
func (e *engine) commutingDerivatives(f *factor) (from, to int) {
	switch {
	case !e.names.covariant:
		return 0, f.deriv
	case len(f.idx) > f.deriv || f.deriv < 2:
		return f.deriv, f.deriv
	}
	return f.deriv - 2, f.deriv
}

// factorPermutations are the symmetries of a factor and of its derivatives.
func (e *engine) factorPermutations(f *factor) []permutation {
	from, _ := e.commutingDerivatives(f)
	ps := e.permutations(f.slotSymmetry(), f.deriv-from, len(f.idx)-from)
	if from == 0 {
		return ps
	}
	out := make([]permutation, len(ps))
	for i, p := range ps {
		at := make([]int, 0, len(f.idx))
		for k := range from {
			at = append(at, k)
		}
		for _, k := range p.at {
			at = append(at, k+from)
		}
		out[i] = permutation{at, p.sign}
	}
	return out
}

// mayBeCurvature says that a sum has second covariant derivatives in a problem that speaks of a
// curvature, which may be their commutator.
func (e *engine) mayBeCurvature(s sum) bool {
	declared := e.ricci > 0 || e.names.uses["R"]
	for _, kind := range e.ctx.Tensors {
		declared = declared || kind == "riemann"
	}
	if !declared || !e.names.covariant {
		return false
	}
	return slices.ContainsFunc(s, func(t term) bool {
		return slices.ContainsFunc(t.factors, func(f factor) bool { return f.deriv > 1 })
	})
}
