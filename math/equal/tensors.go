package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/tensor"
)

// tensorial reports whether n belongs to the algebra of indices, γ matrices, operators or
// states, rather than to numbers.
func (g *grading) tensorial(n *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpIndexed, expr.OpSlashed, expr.OpCommutator, expr.OpAnticommutator, expr.OpDagger, expr.OpBra, expr.OpKet,
			expr.OpTensorProduct, expr.OpDirectSum, expr.OpNabla, expr.OpPartial:
			return true
		case expr.OpSymbol:
			return g.quality[m].has(qOperator|qMatrix) || m.Name == `\vec{\sigma}` || m.Name == `\boldsymbol{\sigma}` || m.Name == `\mathbf{\sigma}`
		case expr.OpApply:
			return m.Name == "time_ordered" || m.Name == "normal_ordered" || m.Name == "laplacian" || m.Name == "dim" || m.Name == "tr" && !containsOp(m, expr.OpMatrix)
		default:
			return false
		}
	})
}

// tensors asks package tensor.
func (g *grading) tensors(ref, cand *expr.Node) Result {
	c := tensor.Context{
		Dimension: g.dimension, Signature: g.ctx.Signature, Group: g.ctx.Group,
		Tensors: g.table.Tensors, Commutators: g.commutators, Relations: g.relations,
		Vectors: map[string]bool{}, Operators: map[string]bool{}, Matrices: map[string]bool{},
		Positive: map[string]bool{}, Complex: map[string]bool{}, Functions: map[string]bool{},
		ScalarZero: func(n *expr.Node) (zero, known bool) {
			r := g.scalars(n, g.pool.Int(0))
			return r.Verdict == Equivalent, r.Verdict == Equivalent || r.Verdict == Different
		},
	}
	for s, q := range g.quality {
		if q.has(qVector) {
			c.Vectors[s.Name] = true
		}
		if q.has(qOperator) {
			c.Operators[s.Name] = true
		}
		if q.has(qMatrix) {
			c.Matrices[s.Name] = true
		}
		if q.has(qPositive) {
			c.Positive[s.Name] = true
		}
		if q.has(qComplex) {
			c.Complex[s.Name] = true
		}
	}
	for name, kind := range g.table.Functions {
		if kind == "function" {
			c.Functions[name] = true
		}
	}
	r := tensor.Compare(g.pool, ref, cand, c)
	switch r.Verdict {
	case tensor.Equal:
		return Result{
			Verdict: Equivalent, Method: methodTensor, Evidence: Evidence{Proved: !strings.Contains(r.Method, "components"), Steps: evidenceSteps(r.Evidence)},
			Message: r.Message,
		}
	case tensor.Different:
		return Result{
			Verdict: Different, Method: methodTensor, Evidence: Evidence{Proved: true, Steps: evidenceSteps(r.Evidence)},
			Message: r.Message,
		}
	case tensor.NotApplicable:
		if g.shaped(ref) || g.shaped(cand) {
			return g.shapes(ref, cand)
		}
		return g.scalars(ref, cand)
	case tensor.Undecided:
	}
	return undecided(r.Message)
}

func evidenceSteps(e map[string]string) []string {
	var steps []string
	for _, k := range sortedKeys(e) {
		steps = append(steps, k+": "+e[k])
	}
	return steps
}

// tensorEquations compares two equations of tensors or operators: the differences of their
// sides are equal up to a number.
func (g *grading) tensorEquations(f, h *expr.Node) Result {
	r := g.tensors(f, h)
	if r.Verdict == Equivalent {
		return r
	}
	if n := g.tensors(f, g.pool.Neg(h)); n.Verdict == Equivalent {
		return n
	}
	return undecided("two equations of indexed objects or operators that are not the same up to a sign")
}
