package mapping

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/sandbox"
	"github.com/assay-physics/assay/verify/mapping/complexity"
	"github.com/assay-physics/assay/verify/mapping/program"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

// audit is one claim under one profile, with the facts that were gathered about it.
type audit struct {
	v       *Verifier
	p       Problem
	c       reply.Claim
	repairs []string
	profile claim.Profile

	static static
	probed Probes
	// ran: the program may be run at all (it parses, imports what it may, and has its entry).
	ran bool

	// The rest is gathered for profiles that audit.
	audited      bool
	land         Landscape
	growth       Growth
	aside, scale Probes
	relations    Relations
	mappings     Mappings
	complexity   *complexity.Claim // nil when it does not parse
	unparsed     string            // why
}

// gather runs what the profile needs, cheapest first, and nothing after the program
// has shown that it cannot run.
func (a *audit) gather(ctx context.Context) error {
	a.audited = a.profile != claim.Published
	var err error
	if a.static, err = a.v.static(ctx, a.p, a.c.Code); err != nil {
		return err
	}
	// What cannot be analysed is not run: its imports are not known to be allowed.
	a.ran = a.static.Syntax == "" && a.static.Limit == "" && len(a.forbiddenImports()) == 0 && a.static.Report.Entry.Defined
	if a.ran {
		if a.probed, err = a.v.probes(ctx, a.p, a.c.Code, Probed, maxSize(a.p.Sizes(Probed))); err != nil {
			return err
		}
	}
	if !a.audited {
		return nil
	}
	if a.land, err = a.v.landscape(a.p); err != nil {
		return err
	}
	a.readComplexity()
	// A program that fails at the announced sizes is not measured further.
	if !a.ran || a.failedProbes(a.probed) > 0 {
		return nil
	}
	if a.growth, err = a.v.growth(ctx, a.p, a.c.Code); err != nil {
		return err
	}
	if a.aside, err = a.v.probes(ctx, a.p, a.c.Code, Aside, maxSize(a.p.Sizes(Aside))); err != nil {
		return err
	}
	if a.relations, err = a.v.relations(ctx, a.p, a.c.Code); err != nil {
		return err
	}
	if a.mappings, err = a.v.mappings(ctx, a.p, a.c.Code); err != nil {
		return err
	}
	if !a.exponentialClaim() && (a.growth.Broken || a.growth.Reach >= slices.Min(a.p.Sizes(Scale))) {
		if a.scale, err = a.v.probes(ctx, a.p, a.c.Code, Scale, a.growth.comfortable()); err != nil {
			return err
		}
		return a.runFar(ctx)
	}
	return nil
}

// runFar adds the sizes that reach as far as a float does, where the measured cost allows
// a single call there, to those beyond brute force.
func (a *audit) runFar(ctx context.Context) error {
	reachable := 0
	for _, n := range a.p.Sizes(Far) {
		if a.growth.affords(n) {
			reachable = n
		}
	}
	if reachable == 0 || a.scale.Stopped != "" {
		return nil
	}
	far, err := a.v.probes(ctx, a.p, a.c.Code, Far, reachable)
	if err != nil {
		return err
	}
	a.scale.Planned += far.Planned
	a.scale.Probes = append(slices.Clone(a.scale.Probes), far.Probes...)
	a.scale.Stopped = far.Stopped
	return nil
}

func maxSize(sizes []int) int {
	if len(sizes) == 0 {
		return 0
	}
	return slices.Max(sizes)
}

func (a *audit) forbiddenImports() []program.Import {
	var bad []program.Import
	for _, im := range a.static.Report.Imports {
		if !im.Allowed {
			bad = append(bad, im)
		}
	}
	return bad
}

func (a *audit) failedProbes(ps Probes) int {
	n := ps.Planned - len(ps.Probes)
	for _, p := range ps.Probes {
		if !p.Agrees() {
			n++
		}
	}
	return n
}

func (a *audit) readComplexity() {
	c, err := complexity.Parse(a.c.ComplexityO, claimEnv(a.p, a.land))
	if err != nil {
		a.unparsed = clip(err.Error(), 300)
		return
	}
	for _, alt := range c.Ambiguous {
		if fromClaim(alt.Growth.Family) != fromClaim(c.Growth.Family) {
			a.unparsed = fmt.Sprintf("two readings of different families, %s and %s", c.Growth.Formula, alt.Growth.Formula)
			return
		}
	}
	a.complexity = &c
}

// claimFamily is the family of the claimed complexity; what does not parse claims
// nothing and counts as exponential wherever a claim would be held against the program.
func (a *audit) claimFamily() complexity.Family {
	if a.complexity == nil {
		return complexity.Exponential
	}
	return a.complexity.Growth.Family
}

// exponentialClaim: the claim promises nothing at large sizes. An exponential of a tiny
// rate does: 1.02^n is 60 at n = 200.
func (a *audit) exponentialClaim() bool {
	if a.claimFamily() < complexity.Exponential {
		return false
	}
	if a.complexity == nil {
		return true
	}
	r := a.complexity.Growth.Rate()
	return !r.Known() || r.Max >= minRate
}

// certificate judges every obligation of the profile.
func (a *audit) certificate(digest string) (claim.Certificate, error) {
	b := builder{}
	b.format(a)
	b.imports(a)
	b.entry(a)
	b.runs(a)
	b.scalar(a)
	b.probed(a)
	if a.audited {
		b.conduct(a)
		b.aside(a)
		b.scale(a)
		b.related(a)
		b.physics(a)
		b.overflow(a)
		b.tables(a)
		b.precondition(a)
		b.classProgram(a)
		b.complexityClaim(a)
		b.complexityStatic(a)
		b.complexityGrowth(a)
		b.complexityCounts(a)
	}
	if a.profile == claim.Final {
		b.classGold(a)
		b.complexityGold(a)
	}
	if b.err != nil {
		return claim.Certificate{}, b.err
	}
	return Kind().Certify(digest, a.profile, b.findings, b.measurements)
}

// builder collects findings; the first error of encoding stays.
type builder struct {
	findings     []claim.Finding
	measurements []claim.Measurement
	err          error
}

func (b *builder) add(f claim.Finding, evidence ...any) {
	for i := 0; i+1 < len(evidence); i += 2 {
		if evidence[i+1] == nil {
			continue
		}
		e, err := claim.NewEvidence(evidence[i].(string), evidence[i+1])
		if err != nil && b.err == nil {
			b.err = err
		}
		f.Evidence = append(f.Evidence, e)
	}
	b.findings = append(b.findings, f)
}

func (b *builder) private(kind string, v any) {
	e, err := claim.NewEvidence(kind, v)
	if err != nil && b.err == nil {
		b.err = err
	}
	last := &b.findings[len(b.findings)-1]
	last.Private = append(last.Private, e)
}

func (b *builder) measure(obligation, name string, v any) {
	m, err := claim.NewMeasurement(obligation, name, v)
	if err != nil && b.err == nil {
		b.err = err
	}
	b.measurements = append(b.measurements, m)
}

func (b *builder) status(name string, s claim.Status, format string, args ...any) claim.Finding {
	return claim.Finding{Obligation: name, Status: s, Message: fmt.Sprintf(format, args...)}
}

func (b *builder) format(a *audit) {
	if len(a.repairs) == 0 {
		b.add(b.status(FormatReply, claim.Certified, "the claim was read as written"))
		return
	}
	b.add(b.status(FormatReply, claim.Certified, "the claim was read after %s", plural(len(a.repairs), "repair")), "repairs", a.repairs)
}

func (b *builder) imports(a *audit) {
	switch bad := a.forbiddenImports(); {
	case a.static.Syntax != "":
		b.add(b.status(ProgramImports, claim.Failed, "the program is not Python: %s", a.static.Syntax))
	case len(bad) > 0:
		names := make([]string, len(bad))
		for i, im := range bad {
			names[i] = fmt.Sprintf("%s (line %d)", im.Module, im.Line)
		}
		b.add(b.status(ProgramImports, claim.Failed, "imports outside of the allowlist: %s", strings.Join(names, ", ")), "imports", bad)
	case a.static.Limit != "":
		b.add(b.status(ProgramImports, claim.Unknown, "the program is too large to analyse: %s", a.static.Limit))
	default:
		b.add(b.status(ProgramImports, claim.Certified, "%s, all allowed", plural(len(a.static.Report.Imports), "import")))
	}
}

func (b *builder) entry(a *audit) {
	e := a.static.Report.Entry
	switch {
	case a.static.Syntax != "" || a.static.Limit != "":
		b.add(b.status(ProgramEntry, claim.Unknown, "the program could not be analysed"))
	case !e.Defined:
		b.add(b.status(ProgramEntry, claim.Failed, "%s is not defined at the top level of the program", entryPoint))
	case !e.Usable:
		b.add(b.status(ProgramEntry, claim.Failed, "%s at line %d cannot be called with (params, n)", entryPoint, e.Span.Line), "notes", e.Notes)
	default:
		b.add(b.status(ProgramEntry, claim.Certified, "%s(params, n) is defined at line %d", entryPoint, e.Span.Line))
	}
}

// notRun is the finding about what was not reached.
func (b *builder) notRun(name string, a *audit) bool {
	switch {
	case !a.ran:
		b.add(b.status(name, claim.Unknown, "not reached: the program was not run"))
	case len(a.probed.Probes) == 0:
		b.add(b.status(name, claim.Unknown, "not reached: no call was made"))
	default:
		return false
	}
	return true
}

func (b *builder) runs(a *audit) {
	if b.notRun(ProgramRuns, a) {
		return
	}
	bad := 0
	var first Probe
	for _, p := range a.probed.Probes {
		if p.Status != sandbox.StatusOK && p.Status != sandbox.StatusNotANumber {
			if bad == 0 {
				first = p
			}
			bad++
		}
	}
	switch {
	case bad > 0:
		f := b.status(ProgramRuns, claim.Failed, "%d of %s did not return; first at n = %d: %s", bad, plural(len(a.probed.Probes), "call"), first.N, first.describe())
		b.add(f)
	case a.probed.Stopped != "":
		b.add(b.status(ProgramRuns, claim.Failed, "stopped: %s", a.probed.Stopped))
	default:
		b.add(b.status(ProgramRuns, claim.Certified, "all %s returned", plural(len(a.probed.Probes), "call")))
	}
}

// describe says how a call ended, at the announced sizes in the program's own words
// with long numbers masked: a program that puts its parameters into an exception must
// not carry them to the model, nor into a report.
func (p Probe) describe() string {
	switch {
	case p.Exception != "":
		s := mask(p.Exception)
		if p.Line > 0 {
			s += fmt.Sprintf(" at line %d", p.Line)
		}
		if p.Detail != "" {
			s += ": " + mask(p.Detail)
		}
		return s
	case p.Detail != "":
		return string(p.Status) + ": " + mask(p.Detail)
	}
	return string(p.Status)
}

// bare says how a call ended where nothing was announced: none of the program's words.
func (p Probe) bare() string {
	switch {
	case p.Exception == "":
		return string(p.Status)
	case slices.Contains(pythonErrors, p.Exception):
		return p.Exception
	}
	return "an exception of its own"
}

// pythonErrors are the exceptions that say something by their name alone.
var pythonErrors = []string{
	"ArithmeticError", "AssertionError", "AttributeError", "EOFError", "FloatingPointError", "ImportError", "IndexError", "KeyError",
	"LinAlgError", "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "NotImplementedError", "OSError", "OverflowError",
	"PermissionError", "RecursionError", "RuntimeError", "StopIteration", "SystemError", "SystemExit", "TypeError", "UnboundLocalError",
	"UnicodeError", "ValueError", "ZeroDivisionError", "FileNotFoundError",
}

var longNumber = regexp.MustCompile(`[0-9](?:[0-9._,eE+-]*[0-9]){2,}`)

// mask hides every number of three digits or more.
func mask(s string) string { return longNumber.ReplaceAllString(s, "#") }

func (b *builder) scalar(a *audit) {
	if b.notRun(ProgramScalar, a) {
		return
	}
	good, bad := 0, 0
	var first Probe
	for _, p := range a.probed.Probes {
		switch p.Status {
		case sandbox.StatusNotANumber:
			if bad == 0 {
				first = p
			}
			bad++
		case sandbox.StatusOK:
			good++
		default: // how it ended otherwise is the finding about running
		}
	}
	switch {
	case bad > 0:
		b.add(b.status(ProgramScalar, claim.Failed, "%d of %s returned no finite real number; first at n = %d: %s", bad, plural(len(a.probed.Probes), "call"), first.N, mask(first.Detail)))
	case good == 0:
		b.add(b.status(ProgramScalar, claim.Unknown, "no call returned"))
	default:
		b.add(b.status(ProgramScalar, claim.Certified, "every value is one finite real number"))
	}
}

func (b *builder) probed(a *audit) {
	if b.notRun(NumbersProbed, a) {
		return
	}
	bad := a.failedProbes(a.probed)
	f := b.status(NumbersProbed, claim.Certified, "all %s agree to 1e-6", plural(a.probed.Planned, "probe"))
	if bad > 0 {
		f = b.status(NumbersProbed, claim.Failed, "%d of %s disagree", bad, plural(a.probed.Planned, "probe"))
	}
	f.Magnitude = magnitude(a.probed)
	b.add(f, "table", bySize(a.probed))
	b.private("probes", a.probed.Probes)
}

// magnitude is what the published feedback tells: how many failed, and at most three
// relative errors in two digits.
func magnitude(ps Probes) *claim.Magnitude {
	m := &claim.Magnitude{Total: ps.Planned, Failed: ps.Planned - len(ps.Probes)}
	var errs []float64
	for _, p := range ps.Probes {
		if !p.Agrees() {
			m.Failed++
			if p.Error >= 0 {
				errs = append(errs, p.Error)
			}
		}
	}
	slices.SortFunc(errs, func(x, y float64) int {
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for _, e := range errs[:min(3, len(errs))] {
		// A larger figure would say nothing more about the mistake, and gives Z itself
		// away to a program that returns a huge number on purpose.
		if e > 1000 {
			m.Errors = append(m.Errors, "> 1e+03")
			continue
		}
		m.Errors = append(m.Errors, fmt.Sprintf("%.1e", e))
	}
	return m
}

type sizeRow struct {
	N      int `json:"n"`
	Agree  int `json:"agree"`
	Probes int `json:"probes"`
}

// bySize counts agreement by size: what may be shown in full.
func bySize(ps Probes) []sizeRow {
	var rows []sizeRow
	for _, p := range ps.Probes {
		if len(rows) == 0 || rows[len(rows)-1].N != p.N {
			rows = append(rows, sizeRow{N: p.N})
		}
		r := &rows[len(rows)-1]
		r.Probes++
		if p.Agrees() {
			r.Agree++
		}
	}
	return rows
}

// misses sorts the probes of a regime into agreement, gross disagreement, loss of
// digits, program errors, and strain (time, memory, recursion, range).
func misses(ps Probes) (agree int, gross, fine, errors, strained []Probe) {
	for _, p := range ps.Probes {
		switch {
		case p.Agrees():
			agree++
		case p.strained():
			strained = append(strained, p)
		case p.Error < 0:
			errors = append(errors, p)
		case p.Error >= grossError:
			gross = append(gross, p)
		default:
			fine = append(fine, p)
		}
	}
	return agree, gross, fine, errors, strained
}

func (b *builder) aside(a *audit) { b.regime(a, NumbersAside, a.aside, "unannounced") }

func (b *builder) scale(a *audit) {
	if a.exponentialClaim() && a.complexity != nil {
		b.add(b.status(NumbersScale, claim.NotApplicable, "the claim is itself exponential in n"))
		return
	}
	if len(a.scale.Probes) == 0 && a.growth.Stopped != "" {
		b.add(b.status(NumbersScale, claim.Unknown, "no value beyond brute force within the time of an audit (the growth measurement says where it stopped)"))
		return
	}
	b.regime(a, NumbersScale, a.scale, "large")
}

func (b *builder) regime(a *audit, name string, ps Probes, what string) {
	if len(ps.Probes) == 0 {
		b.add(b.status(name, claim.Unknown, "not reached: the program fails before"))
		return
	}
	agree, gross, fine, errors, strained := misses(ps)
	// How far a program gets at large sizes depends on the machine: counts and tables go
	// into the measurements, and the message names the first size that decides.
	var f claim.Finding
	switch {
	case len(gross) > 0 && what == "large" && agreesBefore(ps, gross[0].N):
		f = b.status(name, claim.Unknown, "right at large sizes below n = %d and wrong from there on: digits are lost, or another formula takes over", gross[0].N)
	case len(gross) > 0:
		f = b.status(name, claim.Failed, "wrong at %s sizes and temperatures, first at n = %d", what, gross[0].N)
	case len(errors) > 0:
		f = b.status(name, claim.Failed, "returns no number at %s sizes, first at n = %d: %s", what, errors[0].N, errors[0].bare())
	case agree == 0:
		f = b.status(name, claim.Unknown, "no call at %s sizes returned a value to compare (%s)", what, describeFirst(append(strained, fine...)))
	case len(fine) > 0:
		f = b.status(name, claim.Unknown, "loses digits at %s sizes and temperatures, first at n = %d (errors between 1e-6 and 1e-3)", what, fine[0].N)
	case len(strained) > 0 && what == "unannounced":
		f = b.status(name, claim.Unknown, "no value at some %s sizes, %s", what, describeFirst(strained))
	default:
		f = b.status(name, claim.Certified, "values at %s sizes and temperatures agree to 1e-6", what)
	}
	b.add(f)
	b.private("probes", ps.Probes)
	b.measure(name, "table", bySize(ps))
}

// agreesBefore reports whether n is not the smallest size and the values there all
// agree. A sum that cancels loses its digits gradually and is right at the first large
// size; a table or another model is wrong at once.
func agreesBefore(ps Probes, n int) bool {
	smallest := ps.Probes[0].N
	for _, p := range ps.Probes {
		if p.N == smallest && !p.Agrees() {
			return false
		}
	}
	return smallest < n
}

func describeFirst(ps []Probe) string {
	if len(ps) == 0 {
		return "nothing"
	}
	return fmt.Sprintf("n = %d: %s", ps[0].N, ps[0].bare())
}

func (b *builder) overflow(a *audit) {
	all := slices.Concat(a.probed.Probes, a.aside.Probes, a.scale.Probes)
	for _, p := range all {
		if p.overflowed() {
			b.add(b.status(NumbersRange, claim.Unknown, "leaves the range of a float at n = %d although the value itself fits one (|ln Z| below 700): work in logarithms", p.N))
			return
		}
	}
	if len(all) == 0 {
		b.add(b.status(NumbersRange, claim.Unknown, "not reached: no call was made"))
		return
	}
	b.add(b.status(NumbersRange, claim.Certified, "no overflow in %s", plural(len(all), "call")))
}

func (b *builder) conduct(a *audit) {
	if !a.ran {
		b.add(b.status(ProgramConduct, claim.Unknown, "not reached: the program was not run"))
		return
	}
	touched := mergeTouches(mergeTouches(a.growth.Touched, a.relations.Touched), a.mappings.Touched)
	for _, p := range slices.Concat(a.probed.Probes, a.aside.Probes, a.scale.Probes) {
		touched = mergeTouches(touched, p.Touched)
	}
	var bad []sandbox.Touch
	for _, t := range touched {
		if !t.Allowed {
			bad = append(bad, t)
		}
	}
	doors := a.static.Report.BackDoors
	switch {
	case len(bad) > 0:
		b.add(b.status(ProgramConduct, claim.Failed, "reached for %s (%s) while it ran", bad[0].Event, clip(bad[0].Detail, 80)), "touched", bad, "back_doors", nonEmpty(doors))
	case a.growth.TraceLost:
		b.add(b.status(ProgramConduct, claim.Failed, "switched off the counting of its own work"), "back_doors", nonEmpty(doors))
	case len(grave(doors)) > 0:
		first := grave(doors)[0]
		b.add(b.status(ProgramConduct, claim.Failed, "line %d: %s", first.Span.Line, first.Message), "back_doors", doors)
	case len(doors) > 0:
		b.add(b.status(ProgramConduct, claim.Unknown, "line %d: %s, which a computation has no use for", doors[0].Span.Line, doors[0].Message), "back_doors", doors)
	default:
		b.add(b.status(ProgramConduct, claim.Certified, "only computes"))
	}
}

// grave keeps the back doors that no computation has a use for. The rest (a private
// name of a library, a text that looks like a path) is odd, and goes to a person.
func grave(doors []program.Note) []program.Note {
	var out []program.Note
	for _, d := range doors {
		switch d.Kind {
		case "import", "module", "patch", "exit", "number", "builtin", "member", "attribute":
			if !strings.HasPrefix(d.Message, "globals ") && !strings.HasPrefix(d.Message, "input ") {
				out = append(out, d)
			}
		}
	}
	return out
}

func nonEmpty[T any](s []T) any {
	if len(s) == 0 {
		return nil
	}
	return s
}

func (b *builder) tables(a *audit) {
	s := a.static.Report.Suspicions
	wrong := b.has(NumbersAside, claim.Failed) || b.has(NumbersScale, claim.Failed) || b.has(NumbersRelations, claim.Failed)
	var tables []program.Note
	for _, n := range s {
		if tabular(n.Kind) {
			tables = append(tables, n)
		}
	}
	switch {
	case !a.ran:
		b.add(b.status(ProgramTables, claim.Unknown, "not reached: the program was not run"))
	case len(tables) > 0 && wrong:
		b.add(b.status(ProgramTables, claim.Failed, "line %d: %s; and it is wrong elsewhere", tables[0].Span.Line, tables[0].Message), "suspicions", s)
	case len(tables) > 0:
		b.add(b.status(ProgramTables, claim.Unknown, "line %d: %s", tables[0].Span.Line, tables[0].Message), "suspicions", s)
	default:
		b.add(b.status(ProgramTables, claim.Certified, "no table of answers and no announced size apart"), "suspicions", nonEmpty(s))
	}
}

func (b *builder) has(name string, s claim.Status) bool {
	for _, f := range b.findings {
		if f.Obligation == name {
			return f.Status == s
		}
	}
	return false
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
