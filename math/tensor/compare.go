package tensor

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// Compare decides whether cand is the same as ref under ctx.
func Compare(pool *expr.Pool, ref, cand *expr.Node, ctx Context) Result {
	if ref == cand {
		return Result{Verdict: Equal, Method: "identity", Message: "both sides are the same expression"}
	}
	budget := ctx.Budget
	if budget == 0 {
		budget = DefaultBudget
	}
	first := newEngine(pool, &ctx, budget, variant{metric: 1, epsilon: 1})
	res := first.compare(ref, cand)
	if res.Verdict != Equal && res.Verdict != Different {
		return res
	}
	for _, v := range first.otherVariants() {
		e := newEngine(pool, &ctx, budget, v)
		other := e.compare(ref, cand)
		if other.Verdict != res.Verdict {
			return Result{Verdict: Undecided, Method: "conventions", Message: "the verdict depends on " + v.name +
				", which the problem does not state: " + res.Verdict.String() + " in one, " + other.Verdict.String() + " in the other"}
		}
	}
	if first.samePlace != "" && res.Verdict == Equal {
		return Result{Verdict: Undecided, Method: "index positions",
			Message: fmt.Sprintf("equal if the repeated index %s, written twice at the same height, is contracted with the metric", first.samePlace)}
	}
	if first.delegated && res.Verdict == Equal {
		res.Method += ", coefficients by scalar comparison"
	}
	if first.doubt != "" && res.Verdict == Equal {
		return Result{Verdict: Undecided, Method: "notation", Message: "equal if " + first.doubt}
	}
	if res.Verdict == Equal {
		if why, ok := first.assumedEqual(ref, cand, budget); ok {
			return Result{Verdict: Undecided, Method: res.Method, Message: "equal if " + why + ", which the problem does not state"}
		}
	}
	if names := first.looseFields(); res.Verdict == Different && names != "" {
		e := newEngine(pool, &ctx, budget, variant{metric: 1, epsilon: 1, narrow: true})
		if e.compare(ref, cand).Verdict == Equal {
			return Result{Verdict: Undecided, Method: res.Method, Evidence: res.Evidence, Message: "equal if " + names + " constant, which the problem does not state"}
		}
	}
	if res.Verdict == Different {
		for _, v := range first.assumptions() {
			e := newEngine(pool, &ctx, budget, v)
			if e.compare(ref, cand).Verdict == Equal {
				return Result{Verdict: Undecided, Method: res.Method, Evidence: res.Evidence, Message: "equal if " + v.name + ", which the problem does not state"}
			}
		}
	}
	return res
}

// Applies reports whether a pair has objects that are neither numbers nor three-vectors:
// indices, γ matrices, operators (also those that only a declared commutator makes such),
// Pauli matrices, states, derivatives of fields, or two names of groups.
func Applies(pool *expr.Pool, ref, cand *expr.Node, ctx Context) bool {
	e := newEngine(pool, &ctx, DefaultBudget, variant{metric: 1, epsilon: 1})
	ref, cand = e.prepared(ref, cand)
	if e.err != nil {
		return false
	}
	_, group := e.readGroups(ref)
	if _, other := e.readGroups(cand); group && other {
		return true
	}
	e.scanAll(ref, cand)
	return e.names.beyond
}

// prepared replaces what relations define and settles what is an index.
func (e *engine) prepared(ref, cand *expr.Node) (*expr.Node, *expr.Node) {
	ref, cand = e.substituted(ref), e.substituted(cand)
	if sizes := map[*expr.Node]int{}; treeSize(ref, sizes) > maxTree || treeSize(cand, sizes) > maxTree {
		e.fail("an expression of more than %d parts", maxTree)
		return ref, cand
	}
	e.index = indexNames(append([]*expr.Node{ref, cand}, e.ctx.Commutators...), e.ctx.Vectors)
	memo := map[*expr.Node]*expr.Node{}
	return e.spelled(ref, e.index, memo), e.spelled(cand, e.index, memo)
}

// maxTree bounds what definitions may unfold to; shared parts count each time.
const maxTree = 1 << 17

func treeSize(n *expr.Node, memo map[*expr.Node]int) int {
	if s, ok := memo[n]; ok {
		return s
	}
	s := 1
	for _, a := range n.Args {
		s = min(s+treeSize(a, memo), maxTree+1)
	}
	memo[n] = s
	return s
}

func (e *engine) compare(ref, cand *expr.Node) Result {
	ref, cand = e.prepared(ref, cand)
	if e.err != nil {
		return e.givenUp()
	}
	if res, ok := e.compareGroups(ref, cand); ok {
		return res
	}
	if res, ok := e.compareIrreps(ref, cand); ok {
		return res
	}
	left, right, message := sides(ref, cand)
	if message != "" {
		return Result{Verdict: NotApplicable, Message: message}
	}
	e.scanAll(ref, cand)
	if !e.names.objects {
		return Result{Verdict: NotApplicable, Message: "no indices, operators, vectors or states"}
	}
	e.settleNames()
	e.readDefinitions()
	e.declareCommutators()
	e.readRelations()
	a, b := e.readSide(left), e.readSide(right)
	if e.err != nil {
		return e.givenUp()
	}
	if len(left) == 2 { // equations: one a nonzero multiple of the other
		return e.compareEquations(a, b)
	}
	return e.compareSums(a, b)
}

// scanAll collects the names of the context and of both sides.
func (e *engine) scanAll(ref, cand *expr.Node) {
	e.latinWorld = e.isLatinWorld()
	seen := map[*expr.Node]bool{}
	for _, n := range e.ctx.Relations { // ∂ in a definition makes a field of its operand
		if e.definesTensor(n) {
			e.scan(n.Args[1], seen)
		}
	}
	for _, n := range e.ctx.Commutators {
		if len(n.Args) > 0 {
			e.addOperatorsOf(n.Args[0])
		}
		e.scan(n, seen)
	}
	e.diracRelations()
	e.names.objects, e.names.beyond = false, false
	clear(seen)
	e.scan(ref, seen)
	e.scan(cand, seen)
}

// sides are the expressions to be compared: one each, or both sides of two equations. A
// label left of an equals sign, on one side only, is dropped.
func sides(ref, cand *expr.Node) (left, right []*expr.Node, message string) {
	isEquation := func(n *expr.Node) bool { return n.Op == expr.OpRelation && n.Name == expr.RelEqual && len(n.Args) == 2 }
	switch a, b := isEquation(ref), isEquation(cand); {
	case a && b && ref.Args[0] == cand.Args[0]:
		return ref.Args[1:], cand.Args[1:], ""
	case a && b:
		return ref.Args, cand.Args, ""
	case a:
		return ref.Args[1:], []*expr.Node{cand}, ""
	case b:
		return []*expr.Node{ref}, cand.Args[1:], ""
	}
	return []*expr.Node{ref}, []*expr.Node{cand}, ""
}

// isLatinWorld says that Latin indices are those of space-time: a signature or a curvature
// is declared and there are no Greek ones.
func (e *engine) isLatinWorld() bool {
	curved := e.ctx.Signature != ""
	for _, kind := range e.ctx.Tensors {
		curved = curved || kind == "riemann"
	}
	for name := range e.index {
		if greekLetters[stem(name)] {
			return false
		}
	}
	return curved && e.ctx.Group == ""
}

// readSide reads an expression, or left − right of an equation.
func (e *engine) readSide(n []*expr.Node) sum {
	s := e.read(n[0])
	if len(n) == 2 {
		s = append(slices.Clone(s), e.negated(e.read(n[1]))...)
	}
	return e.related(e.reduced(s))
}

func (e *engine) givenUp() Result {
	var u *undecidable
	if errors.As(e.err, &u) {
		return Result{Verdict: Undecided, Method: "tensor algebra", Message: u.reason}
	}
	return Result{Verdict: Undecided, Method: "tensor algebra", Message: e.err.Error()}
}

// compareSums decides a = b.
func (e *engine) compareSums(a, b sum) Result {
	if res, ok := e.compareRanks(a, b); ok {
		return res
	}
	diff := e.reduced(append(slices.Clone(a), e.negated(b)...))
	diff, unknown := e.nonzero(diff)
	if e.err != nil {
		return e.givenUp()
	}
	if len(diff) == 0 && len(unknown) == 0 {
		return Result{Verdict: Equal, Method: "normal form", Message: "both sides have the same normal form",
			Evidence: map[string]string{"normal_form": e.text(a)}}
	}
	if len(diff) == 0 {
		return Result{Verdict: Undecided, Method: "normal form", Message: "equal if the coefficient " + e.polyText(unknown[0].coef) + " vanishes"}
	}
	diff = append(diff, unknown...)
	for _, by := range []func(a, b, diff sum) (Result, bool){e.compareColour, e.compareComponents} {
		if res, ok := by(a, b, diff); ok {
			return res
		}
	}
	if e.err != nil {
		return e.givenUp()
	}
	if len(unknown) > 0 && len(unknown) == len(diff) {
		return Result{Verdict: Undecided, Method: "normal form", Message: "a coefficient could not be decided"}
	}
	if e.disguised(diff) {
		return Result{Verdict: Undecided, Method: "normal form", Message: "different, unless exponents that are written differently are equal"}
	}
	return e.different(a, b, diff)
}

// disguised says that a word has an exponential whose exponent may be equal to another that
// is written differently.
func (e *engine) disguised(s sum) bool {
	for _, t := range s {
		for _, l := range t.word {
			if l.kind != exponentialLetter {
				continue
			}
			for _, u := range l.arg {
				if _, constant := u.coef.constant(); !constant && !e.independent(u.coef) {
					return true
				}
			}
		}
	}
	return false
}

func (e *engine) different(a, b, diff sum) Result {
	if e.mayBeCurvature(diff) {
		return Result{Verdict: Undecided, Method: "normal form", Message: "different, unless the curvature is the commutator of the covariant derivatives"}
	}
	if e.unused != "" {
		return Result{Verdict: Undecided, Method: "normal form", Message: "different, unless the relation " + e.unused + " makes them equal"}
	}
	return Result{Verdict: Different, Method: "normal form", Message: "the normal forms differ by " + e.text(diff),
		Evidence: map[string]string{"reference": e.text(a), "candidate": e.text(b), "difference": e.text(diff)}}
}

// nonzero splits a sum into terms whose coefficients are known not to vanish and terms of
// which that is not known.
func (e *engine) nonzero(s sum) (known, unknown sum) {
	for _, t := range s {
		zero, ok := e.isZero(t.coef)
		switch {
		case !ok:
			unknown = append(unknown, t)
		case !zero:
			known = append(known, t)
		}
	}
	return known, unknown
}

// compareEquations decides a = 0 ⇔ b = 0 by a constant ratio of the normal forms.
func (e *engine) compareEquations(a, b sum) Result {
	if res, ok := e.compareRanks(a, b); ok {
		return res
	}
	if len(a) == 0 || len(b) == 0 {
		return Result{Verdict: Undecided, Method: "equations", Message: "one of the equations is an identity"}
	}
	same := 0
	keyed := map[string]poly{}
	for i := range a {
		k, sign := e.canonicalKey(&a[i])
		keyed[k] = a[i].coef.scaled(gaussInt(int64(sign)))
	}
	for i := range b {
		k, sign := e.canonicalKey(&b[i])
		c, ok := keyed[k]
		if !ok {
			continue
		}
		same++
		ratio := e.times(c, e.inverse(b[i].coef.scaled(gaussInt(int64(sign)))))
		if _, ok := e.cleared(ratio).constant(); !ok && len(ratio) != 1 {
			continue
		}
		zero := e.mayVanish(ratio, a, b)
		diff := e.reduced(append(slices.Clone(a), e.negated(e.scaled(b, ratio))...))
		known, unknown := e.nonzero(diff)
		if e.err == nil && len(known)+len(unknown) == 0 && zero {
			return Result{Verdict: Undecided, Method: "equations", Message: "the equations differ by the factor " + e.polyText(ratio) + ", which may vanish"}
		}
		if e.err == nil && len(known)+len(unknown) == 0 {
			return Result{Verdict: Equal, Method: "normal form", Message: "one equation is a multiple of the other",
				Evidence: map[string]string{"ratio": e.polyText(ratio)}}
		}
	}
	if e.err != nil {
		return e.givenUp()
	}
	if same == len(a) && same == len(b) && same <= 2 && e.unused == "" { // two different lines in one plane
		return Result{Verdict: Different, Method: "equations", Message: "the equations are not proportional",
			Evidence: map[string]string{"reference": e.text(a) + " = 0", "candidate": e.text(b) + " = 0"}}
	}
	return Result{Verdict: Undecided, Method: "equations", Message: "no common factor makes the equations the same"}
}

// sortedKeys lists the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
