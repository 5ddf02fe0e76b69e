package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/tensor"
)

// tensorial reports whether n belongs to the algebra of indices, γ matrices, operators or
// states, rather than to numbers.
func (g *grading) tensorial(n *expr.Node) bool {
	if n.ID >= len(g.tensorials) {
		g.tensorials = append(g.tensorials, make([]int8, g.pool.Len()-len(g.tensorials))...)
	}
	if known := g.tensorials[n.ID]; known != 0 {
		return known > 0
	}
	yes := g.isTensorial(n)
	g.tensorials[n.ID] = int8(2*b2i(yes) - 1)
	return yes
}

func (g *grading) isTensorial(n *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpIndexed, expr.OpSlashed, expr.OpCommutator, expr.OpAnticommutator, expr.OpDagger, expr.OpBra, expr.OpKet,
			expr.OpTensorProduct, expr.OpDirectSum, expr.OpNabla, expr.OpPartial:
			return true
		case expr.OpSymbol:
			return g.quality[m].has(qOperator|qMatrix|qAlgebra) || isBox(m) || m.Name == `\vec{\sigma}` || m.Name == `\boldsymbol{\sigma}` || m.Name == `\mathbf{\sigma}`
		case expr.OpCall:
			return g.quality[g.pool.Symbol(m.Name)].has(qOperator | qAlgebra)
		case expr.OpApply:
			return m.Name == "time_ordered" || m.Name == "normal_ordered" || m.Name == "laplacian" || m.Name == "dim" || m.Name == "tr" && !containsOp(m, expr.OpMatrix)
		default:
			return false
		}
	})
}

// algebra compares two values that belong to the algebra of indices, operators and states,
// or that may: undeclared Pauli matrices and letters with hats are also numbers and unit
// vectors elsewhere, and then both readings must agree.
func (g *grading) algebra(ref, cand *expr.Node) (Result, bool) {
	if containsOp(ref, expr.OpMatrix) || containsOp(cand, expr.OpMatrix) {
		if a, b := g.pauliMatrices(ref), g.pauliMatrices(cand); (a != ref || b != cand) && !g.tensorial(a) && !g.tensorial(b) {
			return g.shapes(a, b), true
		}
	}
	if g.tensorial(ref) || g.tensorial(cand) {
		return g.tensors(ref, cand), true
	}
	if containsOp(ref, expr.OpMatrix) || containsOp(cand, expr.OpMatrix) {
		return Result{}, false
	}
	if g.plainScalars(ref, cand) {
		return Result{}, false
	}
	c := g.tensorContext()
	suspects := g.suspects(ref, cand)
	for _, s := range suspects {
		c.Scalars[s.Name] = true
	}
	certain := g.isObject(c, ref, cand)
	if !certain && len(suspects) == 0 {
		return Result{}, false
	}
	for _, s := range suspects {
		delete(c.Scalars, s.Name)
		if !isPauliName(s.Name) {
			c.Operators[s.Name] = true
		}
	}
	t := g.tensorsIn(c, ref, cand)
	if certain || isQuantum(ref) || isQuantum(cand) {
		return t, true
	}
	n := g.numbers(ref, cand)
	switch {
	case n.Verdict == t.Verdict:
		return n, true
	case t.Verdict == Equivalent && onlyPauli(ref) && onlyPauli(cand):
		return t, true
	case n.Verdict == Equivalent:
		return undecided("equal if " + suspects[0].Name + " and the like are numbers, which the problem does not state"), true
	case t.Verdict == Equivalent:
		return undecided("equal if " + suspects[0].Name + " and the like are operators, which the problem does not state"), true
	}
	return undecided("it is open whether " + suspects[0].Name + " and the like are operators"), true
}

// numbers compares what is no object of the tensor algebra.
func (g *grading) numbers(ref, cand *expr.Node) Result {
	if g.shaped(ref) || g.shaped(cand) {
		return g.shapes(ref, cand)
	}
	return g.scalars(ref, cand)
}

// suspects are the symbols that nothing declares and whose spelling is that of an operator:
// Pauli matrices, and letters with hats where several of them are multiplied.
func (g *grading) suspects(roots ...*expr.Node) []*expr.Node {
	var pauli, hats []*expr.Node
	for _, s := range sortedSymbols(roots...) {
		switch {
		case !g.maybeOperator(s):
		case isPauliName(s.Name):
			pauli = append(pauli, s)
		default:
			hats = append(hats, s)
		}
	}
	if len(hats) < 2 {
		return pauli
	}
	isHat := func(m *expr.Node) bool { return m.Op == expr.OpSymbol && slices.Contains(hats, m) }
	multiplied := func(m *expr.Node) bool {
		n := 0
		if m.Op == expr.OpMul {
			for _, f := range m.Args {
				n += b2i(contains(f, isHat))
			}
		}
		return n > 1
	}
	if slices.ContainsFunc(roots, func(n *expr.Node) bool { return contains(n, multiplied) }) {
		return append(pauli, hats...)
	}
	return pauli
}

// maybeOperator reports whether an undeclared symbol is spelled like an operator or a
// covariant derivative.
func (g *grading) maybeOperator(s *expr.Node) bool {
	if _, unit := g.basis[s]; unit || g.quality[s] != 0 {
		return false
	}
	return isPauliName(s.Name) || isCovariantName(s.Name) || strings.HasPrefix(s.Name, `\hat{`)
}

// isCovariantName reports whether a symbol is spelled like a covariant derivative, D_\mu.
func isCovariantName(name string) bool {
	index, ok := strings.CutPrefix(name, "D_")
	switch strings.Trim(index, "{}") {
	case `\mu`, `\nu`, `\rho`, `\sigma`, `\lambda`, `\alpha`, `\beta`:
		return ok
	}
	return false
}

func isPauliName(name string) bool {
	label, ok := strings.CutPrefix(name, `\sigma_`)
	if !ok {
		return false
	}
	label = strings.TrimSuffix(strings.TrimPrefix(label, "{"), "}")
	return len(label) == 1 && strings.Contains("xyz123", label)
}

// pauliAxis is the subscript of a Pauli matrix.
func pauliAxis(name string) byte {
	name = strings.TrimRight(name, "}")
	return name[len(name)-1]
}

// isQuantum reports what stands beside Pauli matrices and not beside standard deviations.
func isQuantum(n *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool {
		return isConstant(m, expr.ConstI) || m.Op == expr.OpSymbol && (m.Name == `\hbar` || isPauliName(m.Name) && pauliAxis(m.Name) == 'z')
	})
}

func onlyPauli(n *expr.Node) bool {
	return !slices.ContainsFunc(expr.FreeSymbols(n), func(s *expr.Node) bool { return !isPauliName(s.Name) })
}

// bracketed compares {A, B} and [A, B], which look like a set and an interval, with a value,
// if they are brackets of operators.
func (g *grading) bracketed(ref, cand *expr.Node) (Result, bool) {
	bracket := func(n *expr.Node) bool {
		return len(n.Args) == 2 && (n.Op == expr.OpSet || n.Op == expr.OpInterval && n.Name == "[]")
	}
	if bracket(ref) == bracket(cand) || !g.isObject(g.tensorContext(), ref, cand) {
		return Result{}, false
	}
	r := g.tensors(ref, cand)
	return r, r.Verdict == Equivalent || r.Verdict == Different && g.tensorial(ref) && g.tensorial(cand)
}

// withoutArithmetic drops readings that calculate with an interval, −[a, b] or [a, b]/2, if
// there are others.
func withoutArithmetic(rs []latex.Reading) []latex.Reading {
	var kept []latex.Reading
	for _, r := range rs {
		if !r.Node.HasOp(expr.OpInterval) || !contains(r.Node, func(m *expr.Node) bool {
			return (m.Op == expr.OpAdd || m.Op == expr.OpMul || m.Op == expr.OpPow || isBracket(m)) &&
				slices.ContainsFunc(m.Args, func(a *expr.Node) bool { return a.Op == expr.OpInterval })
		}) {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return rs
	}
	return kept
}

// markAlgebra finds the symbols that stand for operators because a commutator is declared of
// them, because a relation defines them by operators, γ matrices or indexed objects, or
// because they are slashed or have an index in the pair.
func (g *grading) markAlgebra(roots ...*expr.Node) {
	mark := func(n *expr.Node) {
		if n.Op == expr.OpSymbol && n.Name != `\hbar` {
			g.quality[n] |= qAlgebra
			clear(g.tensorials)
		}
	}
	var letters func(n *expr.Node)
	letters = func(n *expr.Node) {
		switch n.Op {
		case expr.OpSymbol:
			mark(n)
		case expr.OpIndexed, expr.OpPow:
			letters(n.Args[0])
		case expr.OpCall:
			mark(g.pool.Symbol(n.Name))
		case expr.OpDot, expr.OpCross:
		default:
			for _, a := range n.Args {
				letters(a)
			}
		}
	}
	for _, n := range g.commutators {
		if n.Op == expr.OpRelation && isBracket(n.Args[0]) {
			letters(n.Args[0])
		}
	}
	for _, n := range g.relations {
		if n.Op == expr.OpRelation && isEquality(n.Name) && isBracket(n.Args[0]) && g.ctx.Group == "" {
			letters(n.Args[0])
		}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range g.relations {
			if n.Op == expr.OpRelation && isEquality(n.Name) && n.Args[0].Op == expr.OpSymbol && !g.quality[n.Args[0]].has(qAlgebra) && g.ofAlgebra(n.Args[1]) {
				mark(n.Args[0])
				changed = true
			}
		}
	}
	for _, r := range roots {
		expr.Walk(r, func(m *expr.Node) bool {
			if m.Op == expr.OpSlashed || m.Op == expr.OpIndexed && len(m.Args) == 2 {
				mark(m.Args[0])
			}
			return true
		})
	}
}

// protect keeps what is slashed or has an index in the pair from being solved for: p² = m²
// says nothing of the components of p.
func (g *grading) protect(refs, cands []latex.Reading) {
	if len(g.relations) == 0 {
		return
	}
	var roots []*expr.Node
	for _, r := range slices.Concat(refs, cands) {
		if containsOp(r.Node, expr.OpSlashed, expr.OpIndexed) {
			roots = append(roots, r.Node)
		}
	}
	if len(roots) == 0 {
		return
	}
	g.markAlgebra(roots...)
	g.solved, g.residuals = nil, nil
	g.solveRelations()
}

// triples are the usual names of three orthonormal vectors in right-handed order.
var triples = [][3]string{
	{`\hat{x}`, `\hat{y}`, `\hat{z}`}, {`\hat{\mathbf{x}}`, `\hat{\mathbf{y}}`, `\hat{\mathbf{z}}`},
	{`\hat{i}`, `\hat{j}`, `\hat{k}`}, {`\hat{\mathbf{i}}`, `\hat{\mathbf{j}}`, `\hat{\mathbf{k}}`}, {`\hat{\imath}`, `\hat{\jmath}`, `\hat{k}`},
}

// cartesian makes a basis of the usual unit vectors, if nothing else is declared of them and
// one of them is multiplied as a vector.
func (g *grading) cartesian(refs, cands []latex.Reading) {
	if len(g.basis) > 0 {
		return
	}
	for _, r := range slices.Concat(refs, cands) {
		if !r.Node.HasOp(expr.OpDot, expr.OpCross) {
			continue
		}
		for _, triple := range triples {
			var unit [3]*expr.Node
			free := true
			for i, name := range triple {
				unit[i] = g.pool.Symbol(name)
				free = free && g.quality[unit[i]]&^(qDeclared|qVector) == 0
			}
			multiplied := func(m *expr.Node) bool {
				return (m.Op == expr.OpDot || m.Op == expr.OpCross) && slices.ContainsFunc(m.Args, func(a *expr.Node) bool {
					return contains(a, func(s *expr.Node) bool { return slices.Contains(unit[:], s) })
				})
			}
			if free && contains(r.Node, multiplied) {
				for i, s := range unit {
					g.basis[s] = i
				}
				return
			}
		}
	}
}

// pauliMatrices writes Pauli matrices out, for comparison with matrices in components.
func (g *grading) pauliMatrices(n *expr.Node) *expr.Node {
	i, zero, one := g.pool.Constant(expr.ConstI), g.pool.Int(0), g.pool.Int(1)
	entries := map[byte][4]*expr.Node{
		'x': {zero, one, one, zero}, '1': {zero, one, one, zero}, 'y': {zero, g.pool.Neg(i), i, zero}, '2': {zero, g.pool.Neg(i), i, zero},
		'z': {one, zero, zero, g.pool.Neg(one)}, '3': {one, zero, zero, g.pool.Neg(one)},
	}
	with := map[*expr.Node]*expr.Node{}
	for _, s := range expr.FreeSymbols(n) {
		if isPauliName(s.Name) && !g.quality[s].has(qReal|qComplex|qAlgebra) {
			e := entries[pauliAxis(s.Name)]
			with[s] = g.pool.MakeCounted(expr.OpMatrix, 2, e[:]...)
		}
	}
	if len(with) == 0 {
		return n
	}
	return expr.Subst(g.pool, n, with)
}

func isBracket(n *expr.Node) bool {
	return n.Op == expr.OpCommutator || n.Op == expr.OpAnticommutator
}

// ofAlgebra reports whether a side of a relation belongs to the tensor algebra.
func (g *grading) ofAlgebra(n *expr.Node) bool {
	if g.tensorial(n) {
		return true
	}
	if containsOp(n, expr.OpExpectation, expr.OpMatrix) {
		return false
	}
	c := g.tensorContext()
	for _, s := range sortedSymbols(n) {
		if isPauliName(s.Name) && !isQuantum(n) {
			c.Scalars[s.Name] = true
		}
	}
	return g.isObject(c, n, n)
}

// tensors asks package tensor.
func (g *grading) tensors(ref, cand *expr.Node) Result {
	r := g.tensorsIn(g.tensorContext(), ref, cand)
	if r.Verdict == Undecided {
		if s, done := g.byRewriting(ref, cand); done {
			return s
		}
	}
	return r
}

// tensorContext is the context in the terms of package tensor.
func (g *grading) tensorContext() tensor.Context {
	c := tensor.Context{
		Dimension: g.dimension, Signature: g.ctx.Signature, Group: g.ctx.Group,
		Tensors: g.table.Tensors, Commutators: g.commutators, Relations: g.relations,
		Vectors: map[string]bool{}, Operators: map[string]bool{}, Matrices: map[string]bool{},
		Positive: map[string]bool{}, Complex: map[string]bool{}, Scalars: map[string]bool{}, Functions: map[string]bool{}, Constants: map[string]bool{},
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
		if q.has(qReal|qComplex|qNonzero) && !q.has(qVector|qOperator|qMatrix) {
			c.Scalars[s.Name] = true
		}
	}
	for name, as := range g.ctx.Symbols {
		if slices.Contains(as, "constant") || slices.Contains(as, "coupling") {
			if canonical, err := latex.CanonicalName(name); err == nil {
				c.Constants[canonical] = true
			}
		}
	}
	for name, kind := range g.table.Functions {
		if kind == "function" {
			c.Functions[name] = true
		}
	}
	return c
}

func (g *grading) tensorsIn(c tensor.Context, ref, cand *expr.Node) Result {
	scalarsProved := true
	c.ScalarZero = func(n *expr.Node) (zero, known bool) {
		r := g.scalars(g.applySolved(n), g.pool.Int(0))
		scalarsProved = scalarsProved && (r.Verdict != Equivalent || r.Evidence.Proved)
		return r.Verdict == Equivalent, r.Verdict == Equivalent || r.Verdict == Different
	}
	r := g.compareTensors(c, ref, cand)
	switch r.Verdict {
	case tensor.Equal:
		proved := scalarsProved && !strings.Contains(r.Method, "components") && !strings.Contains(r.Method, "generators")
		return Result{
			Verdict: Equivalent, Method: methodTensor, Evidence: Evidence{Proved: proved, Steps: evidenceSteps(r.Evidence)},
			Message: r.Message,
		}
	case tensor.Different:
		return Result{
			Verdict: Different, Method: methodTensor, Evidence: Evidence{Proved: true, Steps: evidenceSteps(r.Evidence)},
			Message: r.Message,
		}
	case tensor.NotApplicable:
		return g.numbers(ref, cand)
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
func (g *grading) tensorEquations(a, b *expr.Node) Result {
	if isEquality(a.Name) && isEquality(b.Name) {
		equation := func(n *expr.Node) *expr.Node { return g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, n.Args...) }
		if r := g.tensors(equation(a), equation(b)); r.Verdict == Equivalent || r.Verdict == Different {
			return r
		}
	}
	return undecided("two equations of indexed objects or operators that are not multiples of each other")
}
