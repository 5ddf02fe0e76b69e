package equal

import (
	"fmt"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// form is what an answer is once labels are gone.
type form int

const (
	formValue form = iota
	formTuple
	formSet        // finite, unordered
	formRegion     // a set of numbers given by intervals, conditions, or set operations
	formAssignment // x = 1, y = 2
	formMatrix
	formText
	formRelation // an equation or inequality that is itself the answer
)

// answer is one side taken apart.
type answer struct {
	form     form
	label    *expr.Node   // what stood left of the equals sign, if it named the value
	value    *expr.Node   // formValue, formMatrix, formText, formRelation
	entries  []*expr.Node // formTuple, formSet
	labels   []*expr.Node // formAssignment: of the entries
	region   region
	unlisted bool // a comma list without brackets: a tuple or a set
	loose    bool // ≈ instead of =
	infinite bool // a set that ends in an ellipsis
}

// classify takes a statement apart.
func (g *grading) classify(n *expr.Node) answer {
	switch n.Op {
	case expr.OpText:
		return answer{form: formText, value: n}
	case expr.OpTuple:
		return g.tuple(n)
	case expr.OpList:
		a := g.tuple(n)
		a.unlisted = a.form == formTuple
		return a
	case expr.OpExpectation: // ⟨1, −1, 0⟩
		if n.Args[0].Op == expr.OpList || n.Args[0].Op == expr.OpTuple {
			return g.tuple(g.pool.Make(expr.OpTuple, n.Args[0].Args...))
		}
	case expr.OpSet:
		if full, ok := g.expandSet(n); ok {
			n = full
		}
		return answer{form: formSet, entries: n.Args, infinite: containsDirect(n, expr.OpEllipsis)}
	case expr.OpOr:
		return g.alternatives(n)
	case expr.OpAnd:
		return g.conjunction(n)
	case expr.OpInterval, expr.OpUnion, expr.OpIntersection, expr.OpSetMinus, expr.OpSetBuilder:
		return answer{form: formRegion, region: region{set: n}, value: n}
	case expr.OpRelation:
		return g.relation(n)
	case expr.OpSymbol:
		if isNumberSet(n) {
			return answer{form: formRegion, region: region{set: n}, value: n}
		}
	case expr.OpMatrix:
		return answer{form: formMatrix, value: n}
	default:
	}
	if values, ok := g.plusMinus(n); ok {
		return answer{form: formSet, entries: values}
	}
	return answer{form: formValue, value: n}
}

// expandSet writes {2, 4, …, 10} out.
func (g *grading) expandSet(n *expr.Node) (*expr.Node, bool) {
	at := slices.IndexFunc(n.Args, func(a *expr.Node) bool { return a.Op == expr.OpEllipsis })
	if at < 1 || at != len(n.Args)-2 {
		return nil, false
	}
	last, ok := smallInt(n.Args[at+1])
	if !ok {
		return nil, false
	}
	first, ok := smallInt(n.Args[0])
	step := int64(1)
	for i := 1; i < at && ok; i++ {
		var k, before int64
		if k, ok = smallInt(n.Args[i]); ok {
			before, ok = smallInt(n.Args[i-1])
		}
		if i > 1 && k-before != step {
			return nil, false
		}
		step = k - before
	}
	if !ok || step == 0 || (last-first)%step != 0 || (last-first)/step < 0 || (last-first)/step > 60 {
		return nil, false
	}
	var all []*expr.Node
	for k := first; ; k += step {
		all = append(all, g.pool.Int(k))
		if k == last {
			break
		}
	}
	return g.pool.Make(expr.OpSet, all...), true
}

func containsDirect(n *expr.Node, op expr.Op) bool {
	return slices.ContainsFunc(n.Args, func(a *expr.Node) bool { return a.Op == op })
}

// tuple is a tuple of values or a list of assignments.
func (g *grading) tuple(n *expr.Node) answer {
	if slices.ContainsFunc(n.Args, func(e *expr.Node) bool { _, ok := g.branchesOf(e); return ok }) {
		n = g.pool.With(n, g.plusMinusRelations(n.Args))
	}
	a := answer{form: formTuple, value: n}
	conditions := 0
	for _, e := range n.Args {
		if e.Op == expr.OpRelation && isCondition(e) || e.Op == expr.OpAnd && isCondition(e) {
			conditions++
		}
	}
	if n.Op != expr.OpTuple && conditions == len(n.Args) && conditions > 0 {
		c := g.pool.Make(expr.OpAnd, n.Args...)
		return answer{form: formRegion, region: region{condition: c}, value: c}
	}
	equations := 0
	for _, e := range n.Args {
		if e.Op == expr.OpRelation && isEquality(e.Name) {
			equations++
		}
	}
	if equations == len(n.Args) && equations > 0 {
		same := true
		for _, e := range n.Args {
			same = same && e.Args[0] == n.Args[0].Args[0]
			a.labels = append(a.labels, e.Args[0])
			a.entries = append(a.entries, e.Args[1])
		}
		if same && len(n.Args) > 1 && n.Args[0].Name == expr.RelEqual && restIsApprox(n.Args[1:]) {
			// x = π/4, so x ≈ 0.785: one value, and what it is about
			return answer{form: formRelation, value: n.Args[0], label: a.labels[0]}
		}
		if same && len(n.Args) > 1 { // x = 1, x = 2: the values of x
			return answer{form: formSet, label: a.labels[0], entries: a.entries}
		}
		a.form = formAssignment
		return a
	}
	a.entries = n.Args
	if len(n.Args) > 1 && n.Args[0].Op == expr.OpRelation && isEquality(n.Args[0].Name) && equations == 1 {
		// x = 1, 2: further values of x
		a.label = n.Args[0].Args[0]
		a.entries = append([]*expr.Node{n.Args[0].Args[1]}, n.Args[1:]...)
	}
	return a
}

func restIsApprox(rest []*expr.Node) bool {
	for _, e := range rest {
		if e.Name != expr.RelApprox {
			return false
		}
	}
	return true
}

func isEquality(name string) bool {
	return name == expr.RelEqual || name == expr.RelApprox || name == expr.RelEquivalent
}

// alternatives is "x = 1 or x = 2": a set of values; other alternatives are a region.
func (g *grading) alternatives(n *expr.Node) answer {
	a := answer{form: formSet}
	for i, e := range n.Args {
		if e.Op == expr.OpRelation && e.Name == expr.RelEqual {
			if i > 0 && a.label != nil && e.Args[0] != a.label {
				return answer{form: formRegion, region: region{condition: n}, value: n}
			}
			a.label = e.Args[0]
			e = e.Args[1]
		} else if isCondition(e) {
			return answer{form: formRegion, region: region{condition: n}, value: n}
		}
		if values, ok := g.plusMinus(e); ok {
			a.entries = append(a.entries, values...)
			continue
		}
		a.entries = append(a.entries, e)
	}
	return a
}

// conjunction is a list of assignments, or conditions that hold together.
func (g *grading) conjunction(n *expr.Node) answer {
	for _, e := range n.Args {
		if e.Op != expr.OpRelation || !isEquality(e.Name) {
			for _, e := range n.Args {
				if !isCondition(e) {
					t := g.tuple(n)
					t.unlisted = true
					return t
				}
			}
			return answer{form: formRegion, region: region{condition: n}, value: n}
		}
	}
	// a = b = c is written as a = b and b = c: the last side is the value, the first the label.
	chain := len(n.Args) > 1
	for i := 1; i < len(n.Args); i++ {
		chain = chain && n.Args[i].Args[0] == n.Args[i-1].Args[1]
	}
	if chain {
		last := n.Args[len(n.Args)-1]
		if labels := sisters(n); labels != nil {
			a := answer{form: formAssignment, labels: labels}
			for range labels {
				a.entries = append(a.entries, last.Args[1])
			}
			return a
		}
		a := g.relation(g.pool.MakeNamed(expr.OpRelation, last.Name, n.Args[0].Args[0], last.Args[1]))
		return a
	}
	t := g.tuple(n)
	if t.form == formTuple {
		t.unlisted = true
	}
	return t
}

func isCondition(n *expr.Node) bool {
	switch n.Op {
	case expr.OpRelation:
		return !isEquality(n.Name)
	case expr.OpAnd, expr.OpOr:
		return slices.ContainsFunc(n.Args, isCondition)
	case expr.OpNot:
		return true
	default:
		return false
	}
}

// relation is an equation, an inequality or a membership.
func (g *grading) relation(n *expr.Node) answer {
	l, r := n.Args[0], n.Args[1]
	switch n.Name {
	case expr.RelElement:
		a := g.classify(r)
		switch a.form {
		case formRegion:
			a.region.variable = l
		case formSet:
			a.label = l
		default:
		}
		return a
	case expr.RelEqual, expr.RelApprox, expr.RelEquivalent, expr.RelArrow, "↦":
		if l.Op == expr.OpTuple && (r.Op == expr.OpTuple || r.Op == expr.OpList) && len(l.Args) == len(r.Args) {
			return answer{form: formAssignment, labels: l.Args, entries: r.Args}
		}
		if two, ok := g.branchesOf(n); ok {
			return answer{
				form: formAssignment, labels: []*expr.Node{two[0].Args[0], two[1].Args[0]},
				entries: []*expr.Node{two[0].Args[1], two[1].Args[1]}, value: n,
			}
		}
		return answer{form: formRelation, value: n, label: l, loose: n.Name == expr.RelApprox}
	case expr.RelProportional:
		return answer{form: formRelation, value: n, label: l}
	default:
		return answer{form: formRegion, region: region{condition: n}, value: n}
	}
}

// tuples compares entry by entry.
func (g *grading) tuples(ref, cand []*expr.Node, name string) Result {
	if len(ref) != len(cand) {
		return Result{
			Verdict: Different, Method: methodStructure,
			Message: fmt.Sprintf("the reference has %s, the candidate %s", count(len(ref), name), count(len(cand), name)),
		}
	}
	if r, done := g.correlated(ref, cand); done {
		return r
	}
	results := make([]Result, 0, len(ref))
	for i := range ref {
		r := g.statements(ref[i], cand[i])
		if results = append(results, r); r.Verdict == Different {
			break // whatever the others are
		}
	}
	return all(results, name)
}

func count(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	switch name {
	case "entry":
		return fmt.Sprintf("%d entries", n)
	case "branch":
		return fmt.Sprintf("%d branches", n)
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// all is the verdict on a structure whose parts must all agree.
func all(results []Result, name string) Result {
	if len(results) == 1 {
		return results[0]
	}
	sum := Result{Verdict: Equivalent, Method: methodStructure, Evidence: Evidence{Proved: true}}
	for _, want := range []Verdict{Different, FormViolation, Undecided, Malformed} {
		for i, r := range results {
			if r.Verdict != want {
				continue
			}
			of := fmt.Sprintf("%s %d", name, i+1)
			if r.Evidence.Witness != nil {
				w := *r.Evidence.Witness
				w.Of = of
				r.Evidence.Witness = &w
			}
			r.Message = of + ": " + r.Message
			return r
		}
	}
	for _, r := range results {
		sum.Evidence.Proved = sum.Evidence.Proved && r.Evidence.Proved
		if r.Evidence.Bits > 0 && (sum.Evidence.Bits == 0 || r.Evidence.Bits < sum.Evidence.Bits) {
			sum.Evidence.Bits, sum.Evidence.Points = r.Evidence.Bits, r.Evidence.Points
		}
	}
	sum.Message = "all " + count(len(results), name) + " agree"
	return sum
}

// assignments compares labelled values: by label, or by position where one side has none.
func (g *grading) assignments(ref, cand answer) Result {
	if ref.form == formSet || cand.form == formSet {
		// The order in which a set is written says at most which value has which label.
		if g.ctx.Kind == "set" {
			return g.sets(ref.entries, cand.entries)
		}
		r := g.tuples(ref.entries, cand.entries, "entry")
		if r.Verdict == Different && len(ref.entries) == len(cand.entries) && g.sets(ref.entries, cand.entries).Verdict != Different {
			return undecided("the same values, but only one side says which is which")
		}
		return r
	}
	if ref.form == formTuple || cand.form == formTuple {
		return g.tuples(ref.entries, cand.entries, "entry")
	}
	if len(ref.entries) != len(cand.entries) {
		return g.tuples(ref.entries, cand.entries, "entry")
	}
	ordered := make([]*expr.Node, len(ref.entries))
	byLabel := make(map[*expr.Node]int, len(cand.labels))
	for j, k := range cand.labels {
		byLabel[g.canon(k)] = j
	}
	for i, l := range ref.labels {
		if j, ok := byLabel[g.canon(l)]; ok {
			ordered[i] = cand.entries[j]
			continue
		}
		g.charge(len(cand.labels))
		for j, k := range cand.labels {
			if g.sameHead(l, k) {
				ordered[i] = cand.entries[j]
			}
		}
		if ordered[i] == nil {
			return undecided("the candidate does not say what " + g.latex(l) + " is")
		}
	}
	return g.tuples(ref.entries, ordered, "entry")
}

// sets compares finite sets: two sets are equal as functions of their symbols when the
// polynomials with those roots are, ∏(t − r) in a new symbol t.
func (g *grading) sets(ref, cand []*expr.Node) Result {
	apply := func(entries []*expr.Node) []*expr.Node {
		out := make([]*expr.Node, len(entries))
		for i, e := range entries {
			out[i] = g.applySolved(e)
		}
		return g.distinct(out)
	}
	ref, cand = apply(ref), apply(cand)
	scalar := true
	for _, e := range slices.Concat(ref, cand) {
		scalar = scalar && g.classify(e).form == formValue && !g.tensorial(e) && !containsOp(e, expr.OpUnit, expr.OpSet)
	}
	if len(ref) == len(cand) && (len(ref) == 1 || !scalar || len(ref) > 24) {
		return g.matching(ref, cand)
	}
	if !scalar {
		return g.matching(ref, cand)
	}
	if len(ref) == len(cand) {
		if r := g.matching(ref, cand); r.Verdict == Equivalent {
			return r
		}
	}
	t := g.pool.Symbol(`t`)
	for used := sortedSymbols(slices.Concat(ref, cand)...); slices.Contains(used, t); {
		t = g.pool.Symbol(t.Name + "'")
	}
	g.quality[t] = qDeclared | qReal
	product := func(entries []*expr.Node) *expr.Node {
		factors := make([]*expr.Node, len(entries))
		for i, e := range entries {
			factors[i] = g.pool.Sub(t, e)
		}
		return g.pool.Mul(factors...)
	}
	if len(ref) != len(cand) && len(sortedSymbols(slices.Concat(ref, cand)...)) > 0 {
		// Multiplicities may collapse at special points only; different at generic ones.
		r := g.scalars(product(ref), product(cand))
		if r.Verdict == Different {
			r.Method = methodSet
			return r
		}
		return undecided("sets of different sizes")
	}
	r := g.scalars(product(ref), product(cand))
	if r.Verdict == Different || r.Verdict == Equivalent {
		r.Method = methodSet
		r.Message = "as ∏(t − element): " + r.Message
	}
	if r.Verdict == Different {
		return g.setWitness(ref, cand, r)
	}
	return r
}

// setWitness names an element that the other set lacks, where that can be shown.
func (g *grading) setWitness(ref, cand []*expr.Node, r Result) Result {
	lacks := func(a, b []*expr.Node) (*expr.Node, bool) {
		for _, x := range a {
			alone := true
			for _, y := range b {
				alone = alone && g.scalars(x, y).Verdict == Different
			}
			if alone {
				return x, true
			}
		}
		return nil, false
	}
	r.Evidence.Witness = g.setValues(ref, cand, r.Evidence.Witness)
	if w := r.Evidence.Witness; w != nil {
		r.Message = w.sentence()
	} else {
		r.Message, r.Evidence.Proved = "the two sets differ", false
	}
	if len(ref)*len(cand) > 64 {
		return r
	}
	if x, ok := lacks(cand, ref); ok {
		r.Message = g.latex(x) + " is not in the reference"
	} else if x, ok := lacks(ref, cand); ok {
		r.Message = g.latex(x) + " is missing from the candidate"
	}
	return r
}

// distinct drops elements that are written twice.
func (g *grading) distinct(entries []*expr.Node) []*expr.Node {
	var kept []*expr.Node
	seen := make(map[*expr.Node]bool, len(entries))
	for _, e := range entries {
		if c := g.canon(e); !seen[c] {
			seen[c] = true
			kept = append(kept, e)
		}
	}
	return kept
}

// matching pairs the elements of two sets; equality being transitive, a greedy matching is a
// matching.
func (g *grading) matching(ref, cand []*expr.Node) Result {
	if len(ref) != len(cand) {
		return Result{
			Verdict: Different, Method: methodSet,
			Message: fmt.Sprintf("the reference has %s, the candidate %s", count(len(ref), "element"), count(len(cand), "element")),
		}
	}
	if len(ref) > maxMatching {
		var same int
		if ref, cand, same = g.withoutCommon(ref, cand); len(ref) == 0 {
			return Result{
				Verdict: Equivalent, Method: methodSet, Evidence: Evidence{Proved: true},
				Message: "all " + count(same, "element") + " have the same canonical forms",
			}
		}
	}
	if len(ref) > maxMatching {
		return undecided(fmt.Sprintf("sets with more than %d elements that are not written alike", maxMatching))
	}
	used := make([]bool, len(cand))
	results := make([]Result, 0, len(ref))
	var open *Result
	for _, e := range ref {
		found := false
		undecidedHere := false
		var last Result
		for j, k := range cand {
			if used[j] {
				continue
			}
			last = g.statements(e, k)
			if last.Verdict == Equivalent {
				used[j], found = true, true
				results = append(results, last)
				break
			}
			undecidedHere = undecidedHere || last.Verdict != Different
		}
		if found {
			continue
		}
		if undecidedHere {
			open = &last
			continue
		}
		r := Result{Verdict: Different, Method: methodSet, Message: g.latex(e) + " is missing from the candidate"}
		if len(ref) == 1 {
			return last
		}
		r.Evidence = last.Evidence
		return r
	}
	if open != nil {
		return undecided("elements of the sets could not be paired: " + open.Message)
	}
	return all(results, "element")
}

// maxMatching bounds the elements that are compared each with each.
const maxMatching = 64

// withoutCommon drops from two lists of the same length the elements that have the same
// canonical form, one for one, and counts them.
func (g *grading) withoutCommon(ref, cand []*expr.Node) (r, c []*expr.Node, same int) {
	times := make(map[*expr.Node]int, len(cand))
	for _, e := range cand {
		times[g.canon(e)]++
	}
	common := make(map[*expr.Node]int, len(ref))
	for _, e := range ref {
		if k := g.canon(e); common[k] < times[k] {
			common[k]++
			same++
		} else {
			r = append(r, e)
		}
	}
	for _, e := range cand {
		if k := g.canon(e); common[k] > 0 {
			common[k]--
		} else {
			c = append(c, e)
		}
	}
	return r, c, same
}

// labelsDiffer decides two sets of values that are said to be of different quantities.
func (g *grading) labelsDiffer(a, b *expr.Node) (Result, bool) {
	if a == nil || b == nil || a == b || g.canon(a) == g.canon(b) || g.sameHead(a, b) {
		return Result{}, false
	}
	return Result{
		Verdict: Different, Method: methodStructure,
		Message: fmt.Sprintf("the reference is about %s, the candidate about %s", g.latex(a), g.latex(b)),
	}, true
}
