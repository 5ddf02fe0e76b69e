package equal

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

// Pair is what is compared. Candidate is the content of a box; a whole reply goes through an
// Extractor first (verify/answer has one).
type Pair struct {
	Reference string
	Candidate string
	// Syntax of both sides: "latex" (the default), "sympy" or "text".
	Syntax  string
	Context *Context
}

// maxText bounds a side.
const maxText = 1 << 16

// Compare grades one pair. It never fails: what cannot be read is Malformed, what is
// cut off by ctx is Undecided.
func Compare(ctx context.Context, p Pair, opts Options) Result {
	r, _ := compareCounted(ctx, p, opts)
	return r
}

// compareCounted is Compare with the operations that were spent.
func compareCounted(ctx context.Context, p Pair, opts Options) (Result, int) {
	account := newLedger(ctx)
	r := comparePair(ctx, p, opts, account)
	return r, account.spent
}

func comparePair(ctx context.Context, p Pair, opts Options, account *ledger) (r Result) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case exhausted:
			if r = undecided("the budget of operations is used up"); e.canceled {
				r = undecided("canceled")
			}
		default:
			panic(e)
		}
	}()
	if ctx.Err() != nil {
		return undecided("canceled")
	}
	switch p.Syntax {
	case "", "latex", "sympy", "text":
	default:
		return malformed("syntax", fmt.Errorf("unknown syntax %q, want latex, sympy or text", p.Syntax))
	}
	if len(p.Reference) > maxText || len(p.Candidate) > maxText {
		return malformed("pair", fmt.Errorf("a side is longer than %d bytes", maxText))
	}
	c := p.Context
	if c == nil {
		c = &Context{}
	}
	opts.prefixes = prefixesOf(p, c)
	room := newWorkspace()
	r = onBranches(func(branch int) (Result, *grading) {
		opts := opts
		opts.branch, opts.ledger = branch, account
		if branch == 0 { // further ones are looked at beside it
			opts.room = room
		}
		g, err := newGrading(c, p.Syntax, opts)
		if err != nil {
			return malformed("context", err), nil
		}
		return g.pair(p), g
	})
	room.release()
	return r
}

// pair reads and compares a pair in its context.
func (g *grading) pair(p Pair) Result {
	if strings.TrimSpace(p.Candidate) == "" {
		return violation("answer", "the candidate is empty")
	}
	p.Reference, p.Candidate = g.choiceText(p.Reference), g.choiceText(p.Candidate)
	refs, err := g.readings(p.Reference)
	if err != nil {
		return malformed("reference", err)
	}
	g.table.OneDigit = !plainDigits(p)
	cands, err := g.readings(p.Candidate)
	g.table.OneDigit = false
	if err != nil {
		return malformed("candidate", err)
	}
	refs, cands = g.bareWords(p, g.countedLetters(refs), g.countedLetters(cands))
	refs, cands = g.inContext(withoutArithmetic(refs), withoutArithmetic(cands))
	g.inherit(refs, cands)
	g.protect(refs, cands)
	g.cartesian(refs, cands)
	return g.otherReadings(p, refs, cands, g.asWritten(p, g.otherwiseComplex(refs, cands, g.allReadings(refs, cands))))
}

// inContext drops the readings that the rest of the pair rules out: p·q is a scalar product
// beside indices and γ matrices, [a,b] a commutator where commutators are declared or
// operators stand on the other side.
func (g *grading) inContext(refs, cands []latex.Reading) (r, c []latex.Reading) {
	covariant, operators, intervals := false, len(g.commutators) > 0, g.ctx.Kind == "interval"
	var momenta []*expr.Node
	for _, side := range [][]latex.Reading{refs, cands} {
		for _, x := range side {
			covariant = covariant || containsOp(x.Node, expr.OpIndexed, expr.OpSlashed)
			if ps := g.momentumProducts(x.Node); ps != nil {
				covariant, momenta = true, append(momenta, ps...)
			}
		}
		if n := side[0].Node; len(side) == 1 {
			operators = operators || g.tensorial(n)
			intervals = intervals || containsOp(n, expr.OpInterval, expr.OpUnion) || isCondition(n)
		}
	}
	for _, p := range momenta {
		g.quality[p] |= qVector
	}
	keep := func(rs []latex.Reading, ok func(*expr.Node) bool) []latex.Reading {
		var kept []latex.Reading
		for _, x := range rs {
			if ok(x.Node) {
				kept = append(kept, x)
			}
		}
		if len(kept) == 0 {
			return rs
		}
		return kept
	}
	filter := func(rs []latex.Reading) []latex.Reading {
		if len(rs) < 2 {
			return rs
		}
		if covariant {
			rs = keep(rs, func(n *expr.Node) bool { return containsOp(n, expr.OpDot) })
		}
		rs = keep(rs, func(n *expr.Node) bool { return !g.callsSymbol(n) })
		rs = keep(rs, func(n *expr.Node) bool { return !splitsThermalEnergy(n) })
		switch {
		case operators && !intervals:
			rs = keep(rs, func(n *expr.Node) bool { return containsOp(n, expr.OpCommutator, expr.OpAnticommutator) })
		case intervals && !operators:
			rs = keep(rs, func(n *expr.Node) bool { return !containsOp(n, expr.OpCommutator, expr.OpAnticommutator) })
		}
		return rs
	}
	return filter(refs), filter(cands)
}

// splitsThermalEnergy reports whether a reading of E/k_BT takes the k_B from the T: k_BT is one
// energy wherever it is written together.
func splitsThermalEnergy(n *expr.Node) bool {
	return containsAmong(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul {
			return false
		}
		for i, a := range m.Args[:max(len(m.Args)-1, 0)] {
			next := m.Args[i+1]
			if a.Op == expr.OpPow && isInt(a.Args[1], -1) && a.Args[0].Op == expr.OpSymbol && a.Args[0].Name == "k_B" &&
				next.Op == expr.OpSymbol && (next.Name == "T" || strings.HasPrefix(next.Name, "T_")) {
				return true
			}
		}
		return false
	}, expr.OpMul)
}

// callsSymbol reports whether a reading makes a function of a letter that the context uses as
// a symbol.
func (g *grading) callsSymbol(n *expr.Node) bool {
	return containsAmong(n, func(m *expr.Node) bool {
		if m.Op != expr.OpCall || g.table.Functions[m.Name] != "" {
			return false
		}
		s := g.pool.Symbol(m.Name)
		if _, declared := g.quality[s]; declared {
			return true
		}
		for _, r := range g.relations {
			for _, f := range expr.FreeSymbols(r) {
				if f == s {
					return true
				}
			}
		}
		return false
	}, expr.OpCall)
}

func malformed(what string, err error) Result {
	return Result{Verdict: Malformed, Method: methodRead, Message: what + ": " + err.Error()}
}

// allReadings compares every reading with every other; a verdict stands only if all agree.
// Two readings that resolve the same ambiguity the same way belong together.
func (g *grading) allReadings(refs, cands []latex.Reading) Result {
	var first Result
	var firstPair [2]latex.Reading
	n := 0
	for _, r := range refs {
		for _, c := range cands {
			if len(refs) > 1 && len(cands) > 1 && r.Why != c.Why && (hasWhy(cands, r.Why) || hasWhy(refs, c.Why)) {
				continue
			}
			unlikely := r.Unlikely || c.Unlikely
			if unlikely && n > 0 && first.Verdict == Equivalent {
				continue
			}
			res := g.top(r.Node, c.Node)
			if n++; n == 1 {
				first, firstPair = res, [2]latex.Reading{r, c}
				continue
			}
			if unlikely && res.Verdict != Equivalent {
				continue
			}
			if res.Verdict != first.Verdict {
				return Result{
					Verdict: Undecided, Method: methodRead,
					Evidence: Evidence{Readings: []string{g.readingName(firstPair[0], firstPair[1], first), g.readingName(r, c, res)}},
					Message:  "the text has more than one reading, and they lead to different verdicts",
				}
			}
			if !res.Evidence.Proved {
				first.Evidence.Proved = false
			}
		}
	}
	return first
}

func hasWhy(rs []latex.Reading, why string) bool {
	for _, r := range rs {
		if r.Why == why {
			return true
		}
	}
	return false
}

func (g *grading) readingName(r, c latex.Reading, res Result) string {
	how := ""
	for _, why := range []string{r.Why, c.Why} {
		if strings.HasPrefix(why, `d before`) || strings.HasPrefix(why, `\delta before`) || strings.HasPrefix(why, `\Delta before`) { // both readings look alike
			how = " (" + why + ")"
		}
	}
	return fmt.Sprintf("%s against %s%s: %s", g.latex(r.Node), g.latex(c.Node), how, res.Verdict)
}

// top compares two whole answers.
func (g *grading) top(ref, cand *expr.Node) Result {
	g.steps = nil
	defer g.choice.reread(g.choice)
	ref, cand = g.nuclides(g.prescribed(ref)), g.nuclides(g.prescribed(cand))
	ref, cand = g.quotients(ref, cand)
	ref, cand = g.alongPath(ref, cand), g.alongPath(cand, ref)
	g.findDependence(ref, cand)
	writtenRef, writtenCand := ref, cand
	ref, cand = g.keepWritten(g.spelledOut(ref)), g.keepWritten(g.spelledOut(cand))
	ref, cand = g.subscriptDerivatives(ref, cand)
	ref, cand, excuse := g.inComponents(ref, cand)
	r, done := g.withoutValue(ref, cand)
	if !done {
		r, done = g.inPrimes(ref, cand)
	}
	if !done {
		r = g.underDerivatives(ref, cand, g.otherDerivative(ref, cand, g.answers(ref, cand)))
	}
	r = g.approached(ref, cand, r)
	if r.Verdict == Equivalent {
		if why := g.doubtful(writtenRef, writtenCand); why != "" {
			r = undecided(why)
		} else if why := g.overclaims(writtenRef, writtenCand); why != "" {
			r = undecided(why)
		}
	}
	if r.Verdict == Different && excuse != "" {
		r = undecided(excuse + ": " + r.Message)
	}
	if r.Verdict == Different && g.unsolvedIn(ref, cand) {
		r = undecided("different, unless a relation of the problem that could not be used makes them equal: " + r.Message)
	}
	r = g.laplacians(ref, cand, g.differentials(ref, cand, r))
	if r.Verdict == Different {
		if e, done := g.latinIndices(ref, cand); done {
			r = e
		}
	}
	if name := g.unknownName(ref, cand); name != "" && r.Verdict == Different {
		r = undecided("different as far as the function " + name + " is unknown")
	}
	if r.Verdict == Different && r.Evidence.Hint == "" {
		r.Evidence.Hint = g.hint(ref, cand)
	}
	if len(g.steps) > 0 && r.Evidence.Steps == nil {
		r.Evidence.Steps = g.steps
	}
	return r
}

// unsolvedIn reports whether a relation that was not used shares a symbol with the pair.
func (g *grading) unsolvedIn(ref, cand *expr.Node) bool {
	if len(g.unsolved) == 0 {
		return false
	}
	used := map[*expr.Node]bool{}
	for _, s := range sortedSymbols(g.applySolved(ref), g.applySolved(cand)) {
		used[s] = true
	}
	for _, n := range g.unsolved {
		for _, s := range expr.FreeSymbols(n) {
			if used[s] {
				return true
			}
		}
	}
	return false
}

// answers strips definitions, applies the rules of form and compares.
func (g *grading) answers(ref, cand *expr.Node) Result {
	ref, cand = withoutLadder(ref, cand), withoutLadder(cand, ref)
	ref, cand = g.trailingDefinitions(ref, cand), g.trailingDefinitions(cand, ref)
	refBody, refDefs := where(ref)
	candBody, candDefs := where(cand)
	if r, done := g.words(refBody, candBody); done {
		return r
	}
	refBody, candBody = g.evaluateBefore(refBody, refDefs), g.evaluateBefore(candBody, candDefs)
	refBody, err := g.define(refBody, refDefs, nil)
	if err != nil {
		return undecided("the definitions of the reference: " + err.Error())
	}
	whole := candBody
	candBody, err = g.define(candBody, candDefs, refBody)
	if err != nil {
		return undecided("the definitions of the candidate: " + err.Error())
	}
	if g.ctx.Form.Exact {
		candBody = g.exactPart(candBody, refBody)
	}
	if r, done := g.formBefore(refBody, candBody, whole); done {
		return r
	}
	return g.formAfter(refBody, candBody, g.statements(refBody, candBody))
}

// evaluateBefore takes derivatives before a value is given to their variable: F′|_{x=a}.
func (g *grading) evaluateBefore(n *expr.Node, defs []*expr.Node) *expr.Node {
	if len(defs) == 0 || !containsOp(n, expr.OpDerivative) {
		return n
	}
	for _, d := range defs {
		if d.Op != expr.OpRelation || d.Args[0].Op != expr.OpSymbol {
			continue
		}
		variable := contains(n, func(m *expr.Node) bool {
			if m.Op != expr.OpDerivative {
				return false
			}
			for i := 1; i < len(m.Args); i += 2 {
				if m.Args[i] == d.Args[0] {
					return true
				}
			}
			return false
		})
		if variable {
			if low, err := g.lower(g.applySolved(n)); err == nil {
				return low
			}
		}
	}
	return n
}

// where splits "A where B = …, C = …" into A and its definitions.
func where(n *expr.Node) (*expr.Node, []*expr.Node) {
	if n.Op == expr.OpWhere {
		body, more := where(n.Args[0])
		return body, append(more, n.Args[1:]...)
	}
	return n, nil
}

// maxDefinitions bounds the definitions of one answer.
const maxDefinitions = 64

// define applies the definitions that an answer carries. They hold for that answer only;
// symbols of the other side are the last to be eliminated.
func (g *grading) define(n *expr.Node, defs []*expr.Node, other *expr.Node) (*expr.Node, error) {
	if len(defs) > maxDefinitions {
		return nil, fmt.Errorf("more than %d of them", maxDefinitions)
	}
	known := map[*expr.Node]bool{}
	if other != nil {
		for _, s := range expr.FreeSymbols(other) {
			known[s] = true
		}
	}
	var solved []solution
	apply := func(n *expr.Node) *expr.Node {
		for _, s := range solved {
			n = g.applyOne(n, s)
		}
		return n
	}
	var flat []*expr.Node
	for _, d := range defs {
		if d.Op == expr.OpList || d.Op == expr.OpAnd || d.Op == expr.OpTuple {
			flat = append(flat, d.Args...)
		} else {
			flat = append(flat, d)
		}
	}
	for _, d := range g.plusMinusRelations(withoutRanges(flat)) {
		if d.Op != expr.OpRelation {
			continue // prose, or a condition of validity
		}
		if !isEquality(d.Name) {
			continue
		}
		l, r := apply(d.Args[0]), apply(d.Args[1])
		if g.tensorial(l) || g.tensorial(r) {
			return nil, fmt.Errorf("a definition of an indexed object or operator")
		}
		s, ok := g.solveOne(l, r, func(s *expr.Node) int {
			if known[s] {
				return 6
			}
			return 0
		})
		if !ok {
			return nil, fmt.Errorf("%s = %s could not be solved for a symbol", g.latex(l), g.latex(r))
		}
		s = g.chosen(s)
		if expr.Size(s.value) > 4096 {
			return nil, fmt.Errorf("too large")
		}
		for i := range solved {
			solved[i].value = g.applyOne(solved[i].value, s)
		}
		solved = append(solved, s)
		g.note("%s = %s", g.latex(s.symbol), g.latex(s.value))
	}
	return apply(n), nil
}

// maxNesting bounds structures in structures.
const maxNesting = 12

// statements compares two statements without definitions: values, equations, sets, ….
func (g *grading) statements(ref, cand *expr.Node) Result {
	if g.depth++; g.depth > maxNesting {
		g.depth--
		return undecided("structures nested too deep")
	}
	defer func() { g.depth-- }()
	g.charge(costStatement * weight(ref, cand))
	ref, cand = g.applyMatrices(g.unbold(ref)), g.applyMatrices(g.unbold(cand))
	ref, cand = g.exactPart(ref, cand), g.exactPart(cand, ref)
	ref, cand = g.listed(g.enumerated(g.solvedFor(g.spread(ref)))), g.listed(g.enumerated(g.solvedFor(g.spread(cand))))
	cand = g.sameArguments(ref, cand)
	if r, done := g.writtenRelations(ref, cand); done {
		return r
	}
	if r, done := g.zeroQuantities(ref, cand); done {
		return r
	}
	if r, done := g.multisets(ref, cand); done {
		return r
	}
	if g.canon(ref) == g.canon(cand) && !containsOp(ref, expr.OpPlusMinus) {
		return Result{Verdict: Equivalent, Method: methodCanonical, Evidence: Evidence{Proved: true}, Message: "the same canonical form"}
	}
	if r, done := g.words(ref, cand); done {
		return r
	}
	if r, done := g.signedBranches(ref, cand); done {
		return r
	}
	if g.ctx.Kind == "matrix" || ref.Op == expr.OpMatrix || cand.Op == expr.OpMatrix {
		ref, cand = g.nestedMatrix(ref), g.nestedMatrix(cand)
	}
	if r, done := g.bracketed(ref, cand); done {
		return r
	}
	if r, done := g.underConditions(ref, cand); done {
		return r
	}
	if r, done := g.ladders(ref, cand); done {
		return r
	}
	if r, done := g.integerSets(ref, cand); done {
		return r
	}
	a, b := g.classify(ref), g.classify(cand)
	a, b = g.align(a, b)
	if r, done := g.families(a, b); done {
		return r
	}
	switch {
	case a.form == formText || b.form == formText:
		return g.mixedText(a, b)
	case a.form == formRelation || b.form == formRelation:
		return g.relations2(a, b)
	case a.form == formRegion || b.form == formRegion:
		return g.regions(a, b)
	case a.form == formAssignment || b.form == formAssignment:
		return g.labelled(a, b)
	case a.form == formSet && b.form == formSet:
		return g.finiteSets(a, b)
	case a.form == formSet || b.form == formSet:
		return g.setAgainst(a, b)
	case a.form == formTuple && b.form == formTuple:
		return g.sequences(a, b)
	}
	if a.form == formTuple && a.unlisted != b.unlisted && b.form == formValue && !g.shaped(cand) ||
		b.form == formTuple && a.form == formValue && !g.shaped(ref) {
		return Result{Verdict: Different, Method: methodStructure, Message: "a list of values against one value"}
	}
	return g.values(ref, cand)
}

// nestedMatrix reads [[1, 2], [3, 4]] as a matrix.
func (g *grading) nestedMatrix(n *expr.Node) *expr.Node {
	list := func(m *expr.Node) bool {
		return m.Op == expr.OpInterval && m.Name == "[]" || m.Op == expr.OpTuple || m.Op == expr.OpList
	}
	if !list(n) {
		return n
	}
	var entries []*expr.Node
	for _, row := range n.Args {
		if !list(row) || len(row.Args) != len(n.Args[0].Args) {
			return n
		}
		entries = append(entries, row.Args...)
	}
	return g.pool.MakeCounted(expr.OpMatrix, int64(len(n.Args[0].Args)), entries...)
}

// unbold reads a number in bold type as a number, except where it names a representation.
func (g *grading) unbold(n *expr.Node) *expr.Node {
	if n.Op != expr.OpSymbol || boldNumber(n.Name) == "" {
		return n
	}
	r, ok := new(big.Rat).SetString(boldNumber(n.Name))
	if !ok {
		return n
	}
	return g.pool.Number(r)
}

// labelled compares assignments with assignments or with bare values.
func (g *grading) labelled(a, b answer) Result {
	switch b.form {
	case formAssignment, formTuple, formSet:
	default:
		if len(a.entries) == 1 {
			return g.statements(a.entries[0], b.value)
		}
	}
	switch a.form {
	case formAssignment, formTuple, formSet:
	default:
		if len(b.entries) == 1 {
			return g.statements(a.value, b.entries[0])
		}
	}
	if b.entries == nil || a.entries == nil {
		return undecided("several labelled values against a single statement")
	}
	return g.assignments(a, b)
}

// align lets each side be read as the other side's form, or as the kind that the context
// names: (0,1) is an interval or a pair, 1, 2 a pair or a set.
func (g *grading) align(a, b answer) (answer, answer) {
	kind := g.ctx.Kind
	to := func(x, y answer) answer {
		switch {
		case x.form == formRegion && x.region.variable == nil && x.region.set != nil && x.region.set.Op == expr.OpInterval && x.region.set.Name == "()" &&
			(kind == "tuple" || kind == "list" || kind != "interval" && (y.form == formTuple || y.form == formAssignment)):
			return answer{form: formTuple, entries: x.region.set.Args, value: x.value}
		case x.form == formTuple && !x.unlisted && len(x.entries) == 2 && (kind == "interval" || y.form == formRegion && kind != "tuple"):
			n := g.pool.MakeNamed(expr.OpInterval, "()", x.entries...)
			return answer{form: formRegion, region: region{set: n}, value: n}
		case x.form == formTuple && x.unlisted && (kind == "set" || y.form == formSet && kind != "tuple"):
			x.form = formSet
			x.infinite = slices.ContainsFunc(x.entries, func(e *expr.Node) bool { return e.Op == expr.OpEllipsis })
			return x
		}
		return x
	}
	a = to(a, b)
	return a, to(b, a)
}

// finiteSets compares two finite sets, labels and ellipses included.
func (g *grading) finiteSets(a, b answer) Result {
	if r, done := g.labelsDiffer(a.label, b.label); done {
		return r
	}
	if a.infinite || b.infinite {
		return g.progressions(a.entries, b.entries)
	}
	return g.sets(a.entries, b.entries)
}

// setAgainst compares a set with one value.
func (g *grading) setAgainst(a, b answer) Result {
	set, other := a, b
	if b.form == formSet {
		set, other = b, a
	}
	if other.form == formTuple && other.entries != nil {
		if g.ctx.Kind == "tuple" || g.ctx.Kind == "list" {
			return undecided("a set where a tuple is expected")
		}
		return undecided("a tuple against a set")
	}
	entries := g.distinct(set.entries)
	if len(entries) == 0 {
		return Result{Verdict: Different, Method: methodStructure, Message: "the empty set against a value"}
	}
	if len(entries) == 1 {
		if set.form == a.form {
			return g.statements(entries[0], other.value)
		}
		return g.statements(other.value, entries[0])
	}
	if g.tensorial(set.entries[0]) {
		return undecided("a set of operators against one expression")
	}
	// Two values that are one at every point of the domain would be one value; else different.
	if a.form == formSet {
		return g.sets(entries, []*expr.Node{other.value})
	}
	return g.sets([]*expr.Node{other.value}, entries)
}

// quantified splits "x = 2πn, n ∈ ℤ" into the statement and its running index.
func quantified(a answer) (body, index *expr.Node, ok bool) {
	if a.value == nil || len(a.value.Args) != 2 || a.value.Op != expr.OpList && a.value.Op != expr.OpAnd && a.value.Op != expr.OpTuple {
		return nil, nil, false
	}
	q := a.value.Args[1]
	if q.Op != expr.OpRelation || q.Name != expr.RelElement || q.Args[0].Op != expr.OpSymbol || !isNumberSet(q.Args[1]) {
		return nil, nil, false
	}
	return a.value.Args[0], q.Args[0], true
}

// families compares two statements with a running index: the same after renaming it, or
// undecided, for a family can be written in many ways.
func (g *grading) families(a, b answer) (Result, bool) {
	p, i, okA := quantified(a)
	q, j, okB := quantified(b)
	if !okA && !okB {
		return Result{}, false
	}
	if okA && okB {
		g.quality[i] |= qDeclared | qInteger | qReal
		q = expr.Subst(g.pool, q, map[*expr.Node]*expr.Node{j: i})
		if r := g.statements(p, q); r.Verdict == Equivalent {
			return r, true
		}
		if r, done := g.integerFamilies(p, q, i, a, b); done {
			return r, true
		}
	}
	return undecided("families of values with a running index that are not the same term by term"), true
}

// sequences compares tuples and lists.
func (g *grading) sequences(a, b answer) Result {
	r := g.tuples(a.entries, b.entries, "entry")
	if r.Verdict == Equivalent || !(a.unlisted && b.unlisted) || g.ctx.Kind == "tuple" || g.ctx.Kind == "list" {
		return r
	}
	if len(a.entries) == len(b.entries) && g.matching(a.entries, b.entries).Verdict == Equivalent {
		return undecided("the same values in another order: the problem does not say whether the order matters")
	}
	return r
}

// values compares two values that are not statements.
func (g *grading) values(ref, cand *expr.Node) Result {
	asStated := [2]*expr.Node{ref, cand}
	ref, cand = g.invariants(g.radial(ref), g.radial(cand))
	ref, cand = g.applySolved(ref), g.applySolved(cand)
	if g.canon(ref) == g.canon(cand) {
		return Result{
			Verdict: Equivalent, Method: methodCanonical, Evidence: Evidence{Proved: true},
			Message: "the same canonical form after the stated relations",
		}
	}
	if r, done := g.quantities(ref, cand); done {
		return r
	}
	if r, done := g.algebra(asStated[0], asStated[1]); done && (r.Verdict == Equivalent || r.Verdict == Different) {
		return r
	}
	if r, done := g.algebra(ref, cand); done {
		return r
	}
	if r, done := g.opaque(ref, cand); done {
		return r
	}
	return g.numbers(ref, cand)
}

func (g *grading) shaped(n *expr.Node) bool { return g.newShaper().hasShapes(n) }

func (g *grading) newShaper() *shaper {
	dim := 3
	if g.dimension != nil {
		if k, ok := smallInt(g.dimension); ok && (k == 2 || k == 3) {
			dim = int(k)
		}
	}
	return &shaper{
		builder: builder{g.pool}, dim: dim, basis: g.basis, memo: map[*expr.Node]shape{},
		isVec: g.isVector,
	}
}

// shapes compares vectors and matrices entry by entry.
func (g *grading) shapes(ref, cand *expr.Node) Result {
	s := g.newShaper()
	g.vectorsOf(ref, s)
	g.vectorsOf(cand, s)
	if len(g.basis) > 0 { // components in the plane or in space: as many as the other side has
		for _, n := range []*expr.Node{ref, cand} {
			if n.Op == expr.OpTuple && len(n.Args) <= len(g.basis) && len(n.Args) > 1 {
				s.dim = len(n.Args)
			}
		}
	}
	a, err := s.components(ref)
	if err != nil {
		return undecided("the reference in components: " + err.Error())
	}
	b, err := s.components(cand)
	if err != nil {
		return undecided("the candidate in components: " + err.Error())
	}
	if sized := s.identities([]shape{a, b}); true {
		a, b = sized[0], sized[1]
	}
	if a.rows != b.rows || a.cols != b.cols || a.scalar() != b.scalar() {
		if a.rows*a.cols == b.rows*b.cols && (a.vector || b.vector) && min(a.rows, a.cols) == 1 && min(b.rows, b.cols) == 1 && a.scalar() == b.scalar() {
			// a row, a column and a tuple of the same numbers
		} else {
			return Result{
				Verdict: Different, Method: methodStructure,
				Message: fmt.Sprintf("the reference is a %s, the candidate a %s", a, b),
			}
		}
	}
	results := make([]Result, len(a.entries))
	for i := range a.entries {
		results[i] = g.scalars(a.entries[i], b.entries[i])
		if results[i].Verdict == Different {
			break
		}
	}
	r := all(trimZero(results), "entry")
	if r.Verdict == Different {
		if l, n := g.lengths(ref, s), g.lengths(cand, s); (l != ref || n != cand) && g.shapes(l, n).Verdict == Equivalent {
			return undecided("equal if plain letters are the lengths of the vectors in bold type, which the problem does not state")
		}
	}
	return r
}

// lengths writes |k| for k if there is a vector k.
func (g *grading) lengths(n *expr.Node, s *shaper) *expr.Node {
	with := map[*expr.Node]*expr.Node{}
	for _, v := range s.linear {
		for _, bold := range []string{`\mathbf{`, `\vec{`, `\boldsymbol{`, `\bm{`} {
			if name, ok := strings.CutPrefix(v.Name, bold); ok {
				before, after, _ := strings.Cut(name, "}")
				with[g.pool.Symbol(before+after)] = g.pool.Apply("abs", v)
			}
		}
	}
	if len(with) == 0 {
		return n
	}
	return expr.Subst(g.pool, n, with)
}

// trimZero drops the results after the first difference.
func trimZero(rs []Result) []Result {
	for i, r := range rs {
		if r.Verdict == "" {
			return rs[:i]
		}
	}
	return rs
}

// vectorsOf makes the operands of dot and cross products vectors.
func (g *grading) vectorsOf(n *expr.Node, s *shaper) {
	var mark func(*expr.Node)
	mark = func(a *expr.Node) {
		switch {
		case a.Op == expr.OpSymbol && g.quality[a]&^qDeclared == 0 && (looksLikeVector(a.Name) || isUnitVector(a.Name)):
			g.quality[a] |= qVector
		case a.Op == expr.OpAdd:
			for _, x := range a.Args {
				mark(x)
			}
		case a.Op == expr.OpMul && !s.hasShapes(a):
			mark(a.Args[len(a.Args)-1])
		}
	}
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op == expr.OpDot || m.Op == expr.OpCross {
			for _, a := range m.Args {
				mark(a)
			}
		}
		return true
	})
}

// scalars climbs the ladder for two scalar expressions.
func (g *grading) scalars(ref, cand *expr.Node) Result {
	if r, done := g.exact(ref, cand); done {
		return r
	}
	if r, done := g.distributions(ref, cand); done {
		return r
	}
	ref, cand = g.withArguments(ref, cand)
	a, err := g.lower(ref)
	if err != nil {
		return undecided("the reference: " + err.Error())
	}
	b, err := g.lower(cand)
	if err != nil {
		return undecided("the candidate: " + err.Error())
	}
	if a == b || g.canon(a) == g.canon(b) {
		return Result{Verdict: Equivalent, Method: methodCanonical, Evidence: Evidence{Proved: true}, Message: "the same canonical form after evaluation of derivatives"}
	}
	for _, n := range []*expr.Node{a, b} {
		forceIntegers(n, func(s *expr.Node) {
			if q := g.quality[s]; !q.has(qDeclared) || q == qDeclared || q == qDeclared|qPositive|qReal {
				g.quality[s] |= qForcedInteger
			}
		})
	}
	r := g.numeric(a, b)
	if r.Verdict == Equivalent || r.Verdict == Undecided {
		if d, done := g.boundaries(a, b); done {
			return d
		}
		if r.Verdict == Undecided && r.Evidence.Condition != "" && onlySigns(ref, cand) {
			return r // equal on a part of the domain, which an isolated point is not
		}
		if d, done := g.atSteps(a, b); done {
			return d
		}
		if d, done := g.atStepPoints(a, b); done {
			return d
		}
	}
	if r.Verdict == Equivalent {
		if d, done := g.atIsolatedPoints(a, b); done {
			return d
		}
	}
	return r
}
