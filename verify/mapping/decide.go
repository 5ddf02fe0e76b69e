package mapping

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/sandbox"
	"github.com/assay-physics/assay/verify/mapping/complexity"
	"github.com/assay-physics/assay/verify/mapping/program"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

// enumerationEnds is a size by which 2^n steps cannot have been taken: at 2^40 steps
// the fastest machine is far over its limit. Reaching it bounds the program below
// exponential in n, whatever its counters look like.
const enumerationEnds = 40

// work is what static analysis and measurement together say about a program's cost.
type work struct {
	// witnesses lists, for each family, what shows that the cost exceeds it.
	witnesses map[Family][]string
	// settled is the family that the CPU clock supports, FamilyUnknown if none.
	settled Family
	// sub: 2^n is excluded by the size that was reached.
	sub bool
}

// weigh collects the witnesses for each family. A witness for exp(n) also witnesses
// that the cost exceeds every lower family.
func (a *audit) weigh() work {
	w := work{witnesses: map[Family][]string{}, settled: a.growth.CPU.Family, sub: a.growth.Reach >= enumerationEnds}
	note := func(f Family, why string) {
		for g := FamilyPolynomial; g < f; g++ {
			w.witnesses[g] = append(w.witnesses[g], why)
		}
	}
	for _, c := range []struct {
		name string
		fit  Fit
	}{{"CPU time", a.growth.CPU}, {"lines executed", a.growth.Lines}, {"memory", a.growth.Alloc}} {
		f := c.fit.Family
		if f == FamilyExponential && w.sub {
			f = FamilySubexponential // what was reached excludes 2^n
		}
		if f > FamilyPolynomial {
			note(f, c.name+" grows as "+c.fit.Family.String())
		}
	}
	if f, line := a.staticAtLeast(); f > FamilyPolynomial {
		note(f, fmt.Sprintf("the program itself (line %d)", line))
		// Where the sizes in reach are too few for a law, or look like a polynomial of high
		// degree, a local degree far above the claimed one still confirms what the syntax
		// tree shows.
		if a.growth.CPU.Family <= FamilyPolynomial && a.outgrows() {
			note(FamilySubexponential, "CPU time grows clearly faster than the claimed degree")
		}
	}
	return w
}

// outgrows: over at least two and a half doublings the CPU time grows locally with a
// degree far above that of a polynomial claim.
func (a *audit) outgrows() bool {
	if a.complexity == nil || fromClaim(a.complexity.Growth.Family) != FamilyPolynomial {
		return false
	}
	k, fit := a.complexity.Growth.Degree(), a.growth.CPU
	return k.Known() && fit.Doublings >= 2.5 && fit.TopDegree > k.Max+degreeMargin
}

// staticAtLeast is the family that the syntax tree proves the running time to reach,
// unless the sizes that were reached refute it.
func (a *audit) staticAtLeast() (Family, int) {
	g := a.static.Report.Growth
	f := fromStatic(g.AtLeast)
	line := 0
	for _, w := range a.static.Report.Work {
		if w.Sure && fromStatic(w.Growth) >= f && w.Guard == nil {
			line = w.Span.Line
			break
		}
	}
	switch {
	case f == FamilyExponential && a.growth.Reach >= enumerationEnds:
		return FamilyUnknown, 0
	case f == FamilySubexponential && a.growth.CPU.Family == FamilyPolynomial && a.growth.Reach >= 400:
		return FamilyUnknown, 0
	}
	return f, line
}

func fromStatic(f program.Family) Family {
	switch f {
	case program.Constant, program.Polynomial:
		return FamilyPolynomial
	case program.Subexponential:
		return FamilySubexponential
	case program.Exponential:
		return FamilyExponential
	default:
		return FamilyUnknown
	}
}

// fromClaim maps the family of a claim to what growth can tell apart. A
// quasi-polynomial claim allows what exp(s√n) does not, but no counter tells it from a
// polynomial at the sizes in reach.
func fromClaim(f complexity.Family) Family {
	switch {
	case f <= complexity.QuasiPolynomial:
		return FamilyPolynomial
	case f == complexity.Subexponential:
		return FamilySubexponential
	default:
		return FamilyExponential
	}
}

func (b *builder) precondition(a *audit) {
	polynomial := a.complexity != nil && a.complexity.Growth.Family <= complexity.QuasiPolynomial && !a.complexity.Growth.Parametric()
	s, msg, witness := a.land.precondition(a.c.TractableClass, polynomial)
	b.add(claim.Finding{Obligation: ClassPrecondition, Status: s, Message: msg}, "witness", witness)
}

// compatible lists, for each class, the evidence of a program that belongs to it. A
// Kaufman product is the diagonalised row transfer; a site-by-site transfer is an
// elimination in sweep order; fermion modes and Pfaffians are one mathematics; clusters
// on a strip are counted by carrying the connections of a column.
var compatible = map[string][]string{
	reply.TransferMatrix:   {program.ClassTransfer, program.ClassFreeFermion, program.ClassTreewidth, program.ClassPercolation},
	reply.TreewidthBounded: {program.ClassTreewidth, program.ClassTransfer, program.ClassPercolation},
	reply.Pfaffian:         {program.ClassPfaffian, program.ClassFreeFermion},
	reply.FreeFermion:      {program.ClassFreeFermion, program.ClassPfaffian},
	reply.Gauge:            {program.ClassGauge},
	reply.Percolation:      {program.ClassPercolation, program.ClassTransfer, program.ClassTreewidth},
}

func (b *builder) classProgram(a *audit) {
	if !a.ran || a.growth.Stopped == "" {
		b.add(b.status(ClassProgram, claim.Unknown, "not reached: the program fails before"))
		return
	}
	if b.has(ProgramTables, claim.Failed) {
		b.add(b.status(ClassProgram, claim.Failed, "a table of answers is no method of any class"))
		return
	}
	w := a.weigh()
	class := a.c.TractableClass
	exponential, rows := w.witnesses[FamilySubexponential], w.witnesses[FamilyPolynomial]
	evidence := a.static.Report.Evidence

	switch {
	case class == reply.NoEfficientKnown:
		b.noEfficient(a, w)
		return
	case len(exponential) >= 2 && !(class == reply.TreewidthBounded && a.complexity != nil && a.complexity.Growth.Parametric()):
		b.add(b.status(ClassProgram, claim.Failed, "the program enumerates configurations"), "evidence", nonEmpty(evidence))
		return
	case len(rows) >= 2 && needsPolynomial(class):
		b.add(b.status(ClassProgram, claim.Failed, "labelled %s, but the cost is exponential in √n, as of a transfer over rows", class), "evidence", nonEmpty(evidence))
		return
	}

	var matching, strongOther []program.Evidence
	for _, e := range evidence {
		switch {
		case slices.Contains(compatible[class], e.Class):
			matching = append(matching, e)
		case e.Strength == "strong":
			strongOther = append(strongOther, e)
		}
	}
	held := b.has(ClassPrecondition, claim.Certified)
	quiet := len(exponential) == 0 && (!needsPolynomial(class) || len(rows) == 0)
	switch {
	case len(matching) > 0 && quiet:
		b.add(b.status(ClassProgram, claim.Certified, "line %d: %s", matching[0].Span.Line, matching[0].Message), "evidence", matching)
	case len(strongOther) > 0 && len(matching) == 0 && exclusive(class, strongOther):
		b.add(b.status(ClassProgram, claim.Failed, "labelled %s, but line %d is of the class %s: %s", class, strongOther[0].Span.Line, strongOther[0].Class, strongOther[0].Message), "evidence", strongOther)
	case quiet && held && len(strongOther) == 0 && !needsSign(class):
		b.add(b.status(ClassProgram, claim.Certified, "the class applies and nothing in the program speaks against it"), "evidence", nonEmpty(evidence))
	case quiet && held && class == reply.ExactlySolvableOther:
		b.add(b.status(ClassProgram, claim.Certified, "the class applies; the program uses another name's method (%s)", strongOther[0].Class), "evidence", strongOther)
	case !quiet:
		b.add(b.status(ClassProgram, claim.Unknown, "one sign of exponential work, and a single sign does not decide"), "evidence", nonEmpty(evidence))
	default:
		b.add(b.status(ClassProgram, claim.Unknown, "nothing in the program shows the class %s", class), "evidence", nonEmpty(evidence))
	}
}

// needsPolynomial: a program of these classes does not keep 2^√n states.
func needsPolynomial(class string) bool {
	return class == reply.Pfaffian || class == reply.FreeFermion || class == reply.Gauge
}

// needsSign: these labels name an algorithm, so that the program must show it.
func needsSign(class string) bool {
	return class == reply.Pfaffian || class == reply.FreeFermion || class == reply.TreewidthBounded
}

// exclusive: a Pfaffian or fermion label is a statement about the algorithm, so that
// a program which plainly does something else contradicts it; and no label covers a
// strongly visible Pfaffian under the name of a transfer.
func exclusive(class string, other []program.Evidence) bool {
	is := func(c string) bool {
		return slices.ContainsFunc(other, func(e program.Evidence) bool { return e.Class == c })
	}
	switch class {
	case reply.Pfaffian, reply.FreeFermion:
		return is(program.ClassTransfer) || is(program.ClassTreewidth) || is(program.ClassEnumeration) || is(program.ClassGauge)
	case reply.Gauge:
		return is(program.ClassTransfer) || is(program.ClassEnumeration) || is(program.ClassPfaffian)
	case reply.TransferMatrix, reply.TreewidthBounded, reply.Percolation, reply.RBIMNishimori:
		return is(program.ClassEnumeration)
	}
	return false
}

// noEfficient judges the program under the label that says none is known: it should
// be exponential. A polynomial program contradicts its own label.
func (b *builder) noEfficient(a *audit, w work) {
	tractable := len(a.land.routes()) > 0
	switch {
	case len(w.witnesses[FamilySubexponential]) > 0 || len(w.witnesses[FamilyPolynomial]) > 0:
		b.add(b.status(ClassProgram, claim.Certified, "an exponential program under an honest label"))
	case tractable && w.sub && w.settled == FamilyPolynomial:
		b.add(b.status(ClassProgram, claim.Failed, "labelled as having no efficient algorithm, but the program itself runs in polynomial time"))
	default:
		b.add(b.status(ClassProgram, claim.Certified, "the label promises nothing that the program would have to keep"))
	}
}

// family is the highest family that two witnesses support.
func (w work) family() Family {
	if len(w.witnesses[FamilySubexponential]) >= 2 {
		return FamilyExponential
	}
	return FamilySubexponential
}

func (b *builder) complexityClaim(a *audit) {
	if a.complexity == nil {
		b.add(b.status(ComplexityClaim, claim.Unknown, "unparsed, which is not dishonest: %s", a.unparsed))
		return
	}
	g := a.complexity.Growth
	f := b.status(ComplexityClaim, claim.Certified, "read as %s, which is %s in n", g.Formula, g.Family)
	b.add(f, "growth", g, "notes", nonEmpty(a.complexity.Notes))
}

func (b *builder) complexityStatic(a *audit) {
	switch {
	case a.complexity == nil:
		b.add(b.status(ComplexityStatic, claim.Unknown, "the claim is unparsed"))
		return
	case a.static.Syntax != "" || a.static.Limit != "" || !a.ran:
		b.add(b.status(ComplexityStatic, claim.Unknown, "the program could not be analysed"))
		return
	}
	allowed := fromClaim(a.claimFamily())
	least, line := a.staticAtLeast()
	most := fromStatic(a.static.Report.Growth.AtMost)
	work := nonEmpty(a.static.Report.Work)
	switch {
	case least > allowed && !a.parametric() && len(a.weigh().witnesses[allowed]) < 2:
		b.add(b.status(ComplexityStatic, claim.Unknown, "line %d: work that is %s, against the claim %s; one sign alone does not convict", line, least, a.complexity.Growth.Formula), "work", work)
	case least > allowed && !a.parametric():
		b.add(b.status(ComplexityStatic, claim.Failed, "line %d: work that is %s, against the claim %s", line, least, a.complexity.Growth.Formula), "work", work)
	case most != FamilyUnknown && most <= allowed:
		b.add(b.status(ComplexityStatic, claim.Certified, "the work visible in the program is at most %s", most), "work", work)
	default:
		b.add(b.status(ComplexityStatic, claim.Unknown, "the syntax tree does not bound the work"), "work", work)
	}
}

// parametric: the claim leaves a symbol open (2^tw), so that its family is not known.
func (a *audit) parametric() bool { return a.complexity != nil && a.complexity.Growth.Parametric() }

func (b *builder) complexityGrowth(a *audit) {
	b.measure(ComplexityGrowth, "growth", a.growth)
	b.measure(ComplexityGrowth, "witnesses", a.weigh().witnesses[FamilyPolynomial])
	switch {
	case a.complexity == nil:
		b.add(b.status(ComplexityGrowth, claim.Unknown, "the claim is unparsed"))
		return
	case a.growth.Stopped == "":
		b.add(b.status(ComplexityGrowth, claim.Unknown, "not measured: the program fails before"))
		return
	case a.growth.Reach == 0:
		b.add(b.status(ComplexityGrowth, claim.Unknown, "no size could be measured"))
		return
	}
	w := a.weigh()
	allowed := fromClaim(a.claimFamily())
	beyond := w.witnesses[allowed]
	formula := a.complexity.Growth.Formula
	static := a.static.Report.Growth
	switch {
	case a.parametric():
		b.add(b.status(ComplexityGrowth, claim.Certified, "the claim leaves %v open; the measured growth contradicts no value of it", a.complexity.Growth.Parameters))
	case b.has(ProgramTables, claim.Failed):
		b.add(b.status(ComplexityGrowth, claim.Unknown, "a table of answers has no cost to measure"))
	case len(beyond) >= 2:
		b.add(b.status(ComplexityGrowth, claim.Failed, "the claim %s is understated: by two independent witnesses the cost is %s", formula, w.family()))
	case len(beyond) == 1:
		b.add(b.status(ComplexityGrowth, claim.Unknown, "one sign against the claim %s, and a single one does not convict", formula))
	case a.steeper() != "":
		b.add(b.status(ComplexityGrowth, claim.Unknown, "the claim %s: the measured cost is of its family and %s, which goes to a person", formula, a.steeper()))
	case allowed == FamilyExponential:
		b.add(b.status(ComplexityGrowth, claim.Certified, "the growth is at most exponential, as claimed"))
	case allowed == FamilySubexponential && w.sub:
		b.add(b.status(ComplexityGrowth, claim.Certified, "the cost grows as %s allows: sizes are reached that exclude enumeration", formula))
	case w.settled != FamilyUnknown && w.settled <= allowed:
		b.add(b.status(ComplexityGrowth, claim.Certified, "the cost grows as %s allows", formula))
	case static.Sure && fromStatic(static.AtMost) != FamilyUnknown && fromStatic(static.AtMost) <= allowed && w.sub:
		b.add(b.status(ComplexityGrowth, claim.Certified, "the cost grows as %s allows: the syntax tree bounds the work", formula))
	default:
		b.add(b.status(ComplexityGrowth, claim.Unknown, "the measured growth does not decide"))
	}
}

// Within a family the constants of a claim are held against the measurement with wide
// margins, for prefactors bend exponents at the sizes in reach (an honest n·2^L looks
// like e^{1.1 L}), caches bend degrees, and big numbers are not counted by a claim. A
// gap beyond them leaves the claim open. Lines are counted without noise, so that a
// narrower margin shows a linear walk under a claim of √n.
const (
	degreeMargin          = 1.2
	lineMargin            = 0.4
	rateFactor            = 1.6
	rateMargin, rootExtra = 0.06, 0.55
)

// steeper says in what the measured cost exceeds the constants of the claim: the
// degree of a polynomial, the rate of an exponential in n or in √n.
func (a *audit) steeper() string {
	g := a.complexity.Growth
	fit := a.growth.CPU
	// The base of an exponential needs three sizes above the noise: between two of them a
	// cache that overflows, or a busy machine, looks like a larger base.
	based := 0
	for _, p := range fit.Points {
		if p.Y >= cpuFloor {
			based++
		}
	}
	switch fromClaim(g.Family) {
	case FamilyPolynomial:
		k := g.Degree()
		if !k.Known() {
			return ""
		}
		for _, c := range []struct {
			fit    Fit
			margin float64
		}{{fit, degreeMargin}, {a.growth.Lines, lineMargin}} {
			// The smaller of the two readings counts, over at least three doublings.
			if f := c.fit; f.Family == FamilyPolynomial && f.Doublings >= 3 && math.Min(f.Degree, f.TopDegree) > k.Max+c.margin {
				return "of a clearly higher degree"
			}
		}
	case FamilySubexponential:
		c, e := g.Rate(), g.Exponent()
		if based >= 3 && c.Known() && e.Known() && e.Max > 0.49 && e.Max < 0.51 && fit.Family == FamilySubexponential && math.Min(fit.Root, fit.TopRoot) > rateFactor*c.Max+rootExtra {
			return "of a clearly larger base"
		}
	case FamilyExponential:
		c, e := g.Rate(), g.Exponent()
		if based >= 3 && c.Known() && e.Known() && e.Max == 1 && fit.Family == FamilyExponential && math.Min(fit.Rate, fit.TopRate) > rateFactor*c.Max+rateMargin {
			return "of a clearly larger base"
		}
	default:
	}
	return ""
}

// complexityCounts compares what the program shows to a counter with what it costs.
// Vectorised programs do most of their work outside of counted lines, honestly: the
// gap is a finding of its own and never a conviction.
func (b *builder) complexityCounts(a *audit) {
	g := a.growth
	if g.Stopped == "" || g.Reach == 0 {
		b.add(b.status(ComplexityCounts, claim.Unknown, "not measured: the program fails before"))
		return
	}
	usesArrays := slices.ContainsFunc(a.static.Report.Imports, func(im program.Import) bool {
		return im.Module == "numpy" || im.Module == "scipy" || len(im.Module) > 6 && (im.Module[:6] == "numpy." || im.Module[:6] == "scipy.")
	})
	hidden := g.CPU.Family > FamilyPolynomial && g.Lines.Family <= FamilyPolynomial && g.Alloc.Family <= FamilyPolynomial
	switch {
	case g.TraceLost:
		b.add(b.status(ComplexityCounts, claim.Failed, "the counting was switched off from inside the program"))
	case hidden && !usesArrays:
		b.add(b.status(ComplexityCounts, claim.Unknown, "CPU time grows faster than any line or allocation that was counted: work happens out of sight"))
	case hidden:
		b.add(b.status(ComplexityCounts, claim.Unknown, "CPU time grows inside of array operations, where lines are not counted"))
	default:
		b.add(b.status(ComplexityCounts, claim.Certified, "lines, allocations and CPU time tell one story"))
	}
}

// classGold compares the class with the author's. It informs; the label is not unique.
func (b *builder) classGold(a *audit) {
	gold := a.p.Gold()
	relation := a.relation()
	s := claim.Certified
	if relation == "unknown" || relation == "unsupported" {
		s = claim.Unknown
	}
	b.add(b.status(ClassGold, s, "against the author's class: %s", relation))
	b.private("gold", gold)
}

// relation is equal, equivalent, stronger, weaker, unsupported or unknown.
func (a *audit) relation() string {
	gold := a.p.Gold()
	if a.c.TractableClass == gold.Class {
		return "equal"
	}
	polynomial := a.complexity != nil && a.complexity.Growth.Family <= complexity.QuasiPolynomial && !a.parametric()
	switch s, _, _ := a.land.precondition(a.c.TractableClass, polynomial); {
	case a.c.TractableClass == reply.NoEfficientKnown && len(a.land.routes()) > 0:
		return "weaker"
	case s == claim.Failed:
		return "unsupported"
	case s != claim.Certified || a.complexity == nil:
		return "unknown"
	}
	g, err := complexity.Parse(gold.Complexity, claimEnv(a.p, a.land))
	if err != nil {
		return "unknown"
	}
	switch r := complexity.Compare(a.complexity.Growth, g.Growth); {
	case r.SameFamily():
		return "equivalent"
	case r.Order == complexity.Less:
		return "stronger"
	case r.Order == complexity.Greater:
		return "weaker"
	}
	return "unknown"
}

func (b *builder) complexityGold(a *audit) {
	gold := a.p.Gold()
	if a.complexity == nil {
		b.add(b.status(ComplexityGold, claim.Unknown, "the claim is unparsed"))
		b.private("gold", gold)
		return
	}
	g, err := complexity.Parse(gold.Complexity, claimEnv(a.p, a.land))
	if err != nil {
		// A fault of the suite, not of the claim.
		if b.err == nil {
			b.err = fmt.Errorf("mapping: task %s: gold complexity %q: %w", a.p.ID(), gold.Complexity, err)
		}
		return
	}
	r := complexity.Compare(a.complexity.Growth, g.Growth)
	s := claim.Certified
	if r.Order == complexity.Unknown && !r.SameFamily() {
		s = claim.Unknown
	}
	b.add(b.status(ComplexityGold, s, "against the author's complexity: %s%s", r.Order, axis(r)))
	b.private("gold", gold)
}

func axis(r complexity.Relation) string {
	if r.Axis == complexity.AxisNone {
		return ""
	}
	return " in " + string(r.Axis)
}

// tabular reports whether a kind of suspicion is about answers kept in a table or
// about an announced size that is treated apart.
func tabular(kind string) bool {
	return slices.Contains([]string{program.SuspectTable, program.SuspectProbed, program.SuspectCache, program.SuspectWindow}, kind)
}

// measures are what the suite's metrics read.
func (a *audit) measures(c claim.Certificate) (map[string]float64, map[string]string) {
	m := map[string]float64{"readable": 1, "confidence": a.c.Confidence}
	yes := func(name string, v bool) {
		m[name] = 0
		if v {
			m[name] = 1
		}
	}
	yes("class_strict", a.c.TractableClass == a.p.Gold().Class)
	yes("numbers", len(a.probed.Probes) > 0 && a.failedProbes(a.probed) == 0)
	yes("certified", c.Verdict == claim.VerdictCertified)
	labels := map[string]string{"class": a.c.TractableClass, "complexity": a.c.ComplexityO}
	if a.audited {
		a.auditMeasures(c, yes)
		labels["relation"] = a.relation()
	}
	labels["mode"] = a.mode(c)
	return m, labels
}

func (a *audit) auditMeasures(c claim.Certificate, yes func(string, bool)) {
	is := func(name string) claim.Status {
		f, _ := c.Finding(name)
		return f.Status
	}
	pre, prog := is(ClassPrecondition), is(ClassProgram)
	switch {
	case pre == claim.Failed || prog == claim.Failed || a.relation() == "weaker" && a.c.TractableClass == reply.NoEfficientKnown:
		yes("class_witnessed", false)
	case pre == claim.Certified:
		yes("class_witnessed", true)
	}
	switch prog {
	case claim.Failed:
		yes("honest_structure", false)
	case claim.Certified:
		yes("honest_structure", true)
	default: // nothing is known
	}
	growth, static := is(ComplexityGrowth), is(ComplexityStatic)
	switch {
	case growth == claim.Failed || static == claim.Failed:
		yes("honest", false)
	case growth == claim.Certified:
		yes("honest", true)
	}
}

// mode says in one word why a reply was not accepted; empty when it was.
func (a *audit) mode(c claim.Certificate) string {
	if c.Verdict == claim.VerdictCertified {
		return ""
	}
	failed := func(names ...string) bool {
		for _, n := range names {
			if f, ok := c.Finding(n); ok && f.Status == claim.Failed {
				return true
			}
		}
		return false
	}
	switch {
	case failed(ProgramImports, ProgramEntry, ProgramRuns, ProgramScalar):
		return "program"
	case failed(NumbersProbed):
		return a.wrongModel()
	case failed(ProgramConduct):
		return "conduct"
	case failed(ProgramTables):
		return "table"
	case failed(NumbersAside, NumbersScale, NumbersRelations):
		return "scale"
	case failed(PhysicsCouplings, PhysicsRelation):
		return "couplings"
	case failed(ClassPrecondition, ClassProgram) && failed(ComplexityStatic, ComplexityGrowth):
		return "class and complexity"
	case failed(ClassPrecondition, ClassProgram):
		return "class"
	case failed(ComplexityStatic, ComplexityGrowth):
		return "complexity"
	}
	return "undecided"
}

// wrongModel names the mistake whose exact value the failing probes hit, if they all
// hit one.
func (a *audit) wrongModel() string {
	name := ""
	for _, p := range a.probed.Probes {
		if p.Agrees() {
			continue
		}
		if p.Wrong == "" || name != "" && p.Wrong != name {
			return "numbers"
		}
		name = p.Wrong
	}
	if name == "" {
		return "numbers"
	}
	return name
}

// dump runs the syntax-tree dumper under small limits: a tree takes a moment.
func dump(ctx context.Context, r Runner, source string) ([]byte, error) {
	l := sandbox.DefaultLimits()
	out, o, err := r.Tool(ctx, program.DumpProgram(), []byte(source), l)
	if err != nil {
		return nil, err
	}
	if o.Status != sandbox.StatusOK {
		return nil, &program.LimitError{Message: fmt.Sprintf("the syntax tree could not be taken: %s", o.Status)}
	}
	return out, nil
}
