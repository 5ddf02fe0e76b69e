package equal

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/pysyntax"
)

// Precisions and numbers of points of the numerical rung.
const (
	precFirst    = 128  // every point
	precHeavy    = 96   // integrals and the like
	precConfirm  = 512  // one point of an agreement
	precSpecial  = 256  // the same with special functions
	precConstant = 1152 // two constants that agree: coincidences to 260 digits are known
	wantPoints   = 8
	minPoints    = 5
	maxPoints    = 28
	heavyPoints  = 3
	pointBudget  = 1 << 18 // kernel calls, weighted, at one point
	heavyBudget  = 1 << 20 // the same with integrals or sums
	totalBudget  = 1 << 20 // of all points, beyond the first few
)

// comparison evaluates two scalars over the domain.
type comparison struct {
	g         *grading
	ref, cand *expr.Node
	m         *machine
	s         *sampler
	symbols   []*expr.Node
	heavy     bool
	agree     []map[*expr.Node]*point
	positive  int // how many of them have every undeclared symbol positive
	differ    []map[*expr.Node]*point
	positiveD int
	witness   *Witness
	loose     bool
	// spent is the work at all points so far.
	spent int
	// integral, theta and delicate say what kind of integrals and sums there are.
	integral, theta, delicate, geometric bool
	special                              bool
	unclear                              int
	real                                 bool
	// complex is set where complex values of the reference count beside real ones.
	complex bool
	// switching says where the two sides may change their form.
	switching switching
	// aside tells the sides apart where the reference is not real.
	aside      *Witness
	proofTried bool
	proved     string
}

// differsOutside reports whether two expressions that nowhere switch differ at points that
// violate the constraints: then their agreement inside is a coincidence of size.
func (c *comparison) differsOutside() bool {
	if c.s.constraints == nil || c.heavy || len(c.g.residuals) > 0 || !c.switching.analytic {
		return false
	}
	free := c.g.newSampler(c.symbols, c.g.qualityOf, nil)
	for class := range 3 {
		at := free.draw(class)
		if at == nil || !c.m.eval(precFirst, at, pointBudget) {
			continue
		}
		if r, k := c.m.roots[0], c.m.roots[1]; r.IsFinite() && k.IsFinite() && !r.Overlaps(k) {
			return true
		}
	}
	return false
}

// inspect looks for integrals, for sums of Gaussian terms that only one side has, and for
// integrands and summands with products, sums or steps inside.
func (c *comparison) inspect(ref, cand *expr.Node) {
	theta := [2]bool{}
	for i, side := range []*expr.Node{ref, cand} {
		expr.Walk(side, func(m *expr.Node) bool {
			switch m.Op {
			case expr.OpIntegral:
				c.integral = true
				c.delicate = c.delicate || containsOp(m.Args[0], expr.OpProduct, expr.OpSum, expr.OpIntegral) || hasStep(m.Args[0])
			case expr.OpSum, expr.OpProduct:
				if infinite(m.Args[len(m.Args)-1]) == 0 {
					return true
				}
				c.delicate = c.delicate || containsOp(m.Args[0], expr.OpProduct, expr.OpSum, expr.OpIntegral) || hasStep(m.Args[0])
				theta[i] = theta[i] || gaussian(m.Args[0], m.Args[1])
				c.geometric = c.geometric || inExponent(m.Args[0], m.Args[1])
			case expr.OpApply:
				c.special = c.special || elementary[m.Name] == nil
				theta[i] = theta[i] || m.Name == "theta"
			default:
			}
			return true
		})
	}
	c.theta = theta[0] != theta[1]
}

// hasStep reports whether a floor or another step is inside.
func hasStep(n *expr.Node) bool {
	return containsAmong(n, func(m *expr.Node) bool {
		switch m.Name {
		case "floor", "ceiling", "mod", "sign", "kronecker", "heaviside", "gcd":
			return m.Op == expr.OpApply
		}
		return m.Op == expr.OpPiecewise
	}, expr.OpApply, expr.OpPiecewise)
}

// inExponent reports whether the index is in an exponent with a base that is not −1.
func inExponent(body, index *expr.Node) bool {
	return contains(body, func(m *expr.Node) bool {
		switch {
		case m.Op == expr.OpPow && !isInt(m.Args[0], -1):
			return mentions(m.Args[1], index) && !mentions(m.Args[0], index)
		case m.Op == expr.OpApply && (m.Name == "exp" || m.Name == "cosh" || m.Name == "sinh"):
			return mentions(m.Args[0], index)
		}
		return false
	})
}

// gaussian reports whether a summand has a square of the index in an exponent.
func gaussian(body, index *expr.Node) bool {
	return contains(body, func(m *expr.Node) bool {
		var exponent *expr.Node
		switch {
		case m.Op == expr.OpPow && !isNumber(m.Args[1]):
			exponent = m.Args[1]
		case m.Op == expr.OpApply && m.Name == "exp":
			exponent = m.Args[0]
		default:
			return false
		}
		return contains(exponent, func(e *expr.Node) bool {
			return e.Op == expr.OpPow && isInt(e.Args[1], 2) && mentions(e.Args[0], index)
		})
	})
}

type outcome int

const (
	outside outcome = iota // of the natural domain of the reference
	unclear
	same
	differs
)

// numeric compares two expressions that the machine can evaluate.
func (g *grading) numeric(ref, cand *expr.Node) Result {
	m, err := g.compile(g.ctx.Branch == "real", g.exactSteps(ref), g.exactSteps(cand))
	if err != nil {
		return undecided(err.Error())
	}
	g.compared = m
	symbols := sortedSymbols(ref, cand)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return undecided("a constraint of the context: " + err.Error())
	}
	c := &comparison{
		g: g, ref: ref, cand: cand, m: m, symbols: symbols, heavy: isHeavy(ref) || isHeavy(cand),
	}
	c.s = g.newSampler(symbols, g.qualityOf, constraints)
	c.s.modest = containsOp(ref, expr.OpSum, expr.OpProduct) || containsOp(cand, expr.OpSum, expr.OpProduct)
	c.inspect(ref, cand)
	c.complex = c.everywhereComplex()
	return c.run()
}

var heavyOps = []expr.Op{expr.OpIntegral, expr.OpSum, expr.OpProduct, expr.OpLimit}

// isHeavy reports whether an integral, a limit, or an infinite sum or product is inside.
func isHeavy(n *expr.Node) bool {
	return containsAmong(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpIntegral, expr.OpLimit:
			return true
		case expr.OpSum, expr.OpProduct:
			return len(m.Args) != 4 || infinite(m.Args[2]) != 0 || infinite(m.Args[3]) != 0
		default:
			return false
		}
	}, heavyOps...)
}

func (c *comparison) run() Result {
	if r, done := c.glance(); done {
		return r
	}
	want, limit := wantPoints, maxPoints
	switch {
	case len(c.symbols) == 0:
		want, limit = 1, 1
	case c.heavy:
		want, limit = heavyPoints, 2*heavyPoints
	}
	drawn := 0
	for class := 0; class < limit && len(c.agree)+len(c.differ) < want; class++ {
		at := c.s.draw(class)
		if at == nil {
			continue
		}
		drawn++
		c.step(at, class)
		if c.decided() {
			return c.different()
		}
		if len(c.agree) == 0 && len(c.differ) >= 4 && c.positiveD > 0 && class > classSmall || !c.heavy && c.settled() {
			break
		}
	}
	for class := limit; c.heavy && len(c.symbols) > 0 && len(c.agree) == 1 && len(c.differ) == 0 && class < 2*limit && c.g.opts.ledger.left() > pairBudget/2; class++ {
		if at := c.s.draw(class); at != nil { // where the first points lie badly for a series
			drawn++
			c.step(at, class)
		}
	}
	if !c.heavy && len(c.symbols) > 0 {
		c.further()
	}
	// The domain may begin far from the first points: look for positive ones again, which
	// tell what would hold under positivity.
	if len(c.symbols) > 0 && !c.heavy && c.positive+c.positiveD == 0 && len(c.agree) < len(c.agree)+len(c.differ) {
		for range 12 {
			if at := c.s.draw(0); at != nil {
				drawn++
				c.step(at, 0)
			}
			if c.positive+c.positiveD >= 2 {
				break
			}
		}
	}
	if drawn+len(c.agree)+len(c.differ) == 0 {
		return undecided("no point of the stated domain was found: the constraints are contradictory or very narrow")
	}
	return c.verdict(want)
}

// glance is for pairs that a proof settles. Where double precision sees no difference at the first
// points, the proof is tried, and with it one value that is computed with care is enough. Anything
// else is left to run, which draws the same points again.
func (c *comparison) glance() (Result, bool) {
	if c.heavy || len(c.symbols) == 0 {
		return Result{}, false
	}
	s := c.m.sketch()
	if s == nil {
		return Result{}, false
	}
	state := c.s.state
	if at, isReal := c.alike(s); len(at) == minPoints && c.proof() != "" {
		if o, r, _ := c.at(at[0]); o == same && r == isReal {
			c.agree, c.real = at, isReal
			return c.verdict(wantPoints), true
		}
	}
	c.s.state = state
	return Result{}, false
}

// alike draws the first points as long as a sketch of both sides sees the same values there, all
// of them real or all of them not.
func (c *comparison) alike(s *sketch) (points []map[*expr.Node]*point, isReal bool) {
	for class := range minPoints {
		at := c.s.draw(class)
		if at == nil {
			break
		}
		s.look(c.m.ledger, at)
		r, yes := s.agree()
		if !yes || class > 0 && r != isReal {
			break
		}
		points, isReal = append(points, at), r
	}
	return points, isReal
}

// decided reports whether one difference is enough: where something is declared of every symbol,
// no agreement at other points can make the pair anything but different; see verdict and partly.
// A difference at complex values may still be put aside by real ones.
func (c *comparison) decided() bool {
	return c.witness != nil && c.real && !c.heavy && !c.undeclared()
}

// further evaluates at points that the first ones do not reach: very large and very small
// ones, and those beside breakpoints. If the reference was nowhere real, it also looks for a
// real value at other scales.
func (c *comparison) further() {
	if c.settled() {
		return
	}
	c.switching = c.g.surfacesOf(c.ref, c.cand)
	if len(c.differ) > 0 && len(c.agree) == 0 && c.real && c.switching.analytic {
		return
	}
	for class := classFar; class < classFar+farClasses; class++ {
		if at := c.s.draw(class); at != nil {
			c.step(at, class)
		}
	}
	if !c.real && !c.complex {
		for class := classFar + farClasses; class < classFar+farClasses+24 && !c.real; class++ {
			if at := c.s.draw(class); at != nil {
				c.step(at, class)
			}
		}
		for class := 0; c.real && class < wantPoints; class++ {
			if at := c.s.draw(class); at != nil {
				c.step(at, class)
			}
		}
	}
	c.probe()
}

// settled reports whether the two sides agree at points enough and are proved to be equal.
func (c *comparison) settled() bool {
	return len(c.symbols) > 0 && len(c.differ) == 0 && len(c.agree) >= minPoints && c.proof() != ""
}

// proof names the method that proves the two sides equal, if one does.
func (c *comparison) proof() string {
	if !c.proofTried {
		c.proofTried = true
		if method, ok := c.g.prove(c.ref, c.cand); ok {
			c.proved = method
		}
	}
	return c.proved
}

// step evaluates at one point and files the outcome.
func (c *comparison) step(at map[*expr.Node]*point, class int) {
	if c.spent > totalBudget && len(c.agree) >= minPoints {
		return
	}
	o, isReal, w := c.at(at)
	if o == same || o == differs {
		switch {
		case c.complex:
		case isReal && !c.real: // the first real value: complex ones were outside
			c.real, c.aside = true, c.witness
			c.agree, c.differ, c.positive, c.positiveD, c.witness = nil, nil, 0, 0, nil
		case !isReal && c.real:
			if c.aside == nil && o == differs {
				c.aside = w
			}
			return
		}
	}
	pos := class >= 0 && class < classPositive || c.allPositive(at)
	switch o {
	case same:
		c.agree = append(c.agree, at)
		c.positive += b2i(pos)
	case differs:
		c.differ = append(c.differ, at)
		c.positiveD += b2i(pos)
		if c.witness == nil {
			c.witness = w
		}
	case unclear:
		c.unclear++
	default:
	}
}

// allPositive reports whether every symbol of undeclared sign is positive at a point.
func (c *comparison) allPositive(at map[*expr.Node]*point) bool {
	for s, p := range at {
		if !c.g.qualityOf(s).signed() && (p.re.sign() < 0 || p.im.sign() != 0) {
			return false
		}
	}
	return true
}

// at compares the two sides at a point, raising the precision until the balls are disjoint
// or agree to at least half of the bits.
func (c *comparison) at(at map[*expr.Node]*point) (o outcome, isReal bool, w *Witness) {
	if isReal, yes := c.plainlyApart(at); yes {
		return differs, isReal, nil
	}
	prec := uint(precFirst)
	if c.heavy {
		prec = precHeavy
	}
	for {
		ok := c.m.eval(prec, at, c.budget())
		c.spent += c.m.work
		if !ok {
			return unclear, false, nil
		}
		c.loose = c.loose || c.m.loose
		r, k := c.m.roots[0], c.m.roots[1]
		switch {
		case !r.IsFinite() && prec >= 2*precFirst || !r.IsFinite() && c.heavy:
			return outside, false, nil
		case !r.IsFinite():
		case k.IsFinite() && !r.Overlaps(k):
			if c.m.loose && !farApart(r, k) {
				return unclear, false, nil
			}
			if c.witness == nil || !c.real && looksReal(r) {
				w = c.witnessAt(at, r, k)
			}
			return differs, looksReal(r), w
		case k.IsFinite() && closeEnough(r, k, prec):
			return same, looksReal(r), nil
		}
		if c.heavy && prec >= precHeavy || prec >= c.mostBits() {
			return unclear, false, nil
		}
		prec *= 2
	}
}

// mostBits is the precision at which a point is given up: where nothing was separated at the
// first points, as beside a cut that the values lie on, the others are not worth as much.
func (c *comparison) mostBits() uint {
	switch {
	case c.unclear >= 12:
		return precFirst
	case c.unclear >= 3 && len(c.agree)+len(c.differ) == 0:
		return 2 * precFirst
	}
	return 1024
}

// plainlyApart tells that the two sides differ at a point as far as double precision shows,
// where a witness of that kind is known already: only the first has to be computed with care.
func (c *comparison) plainlyApart(at map[*expr.Node]*point) (isReal, yes bool) {
	if c.heavy || c.witness == nil {
		return false, false
	}
	s := c.m.sketch()
	if s == nil {
		return false, false
	}
	s.look(c.m.ledger, at)
	isReal, yes = s.apart()
	switch {
	case !yes, isReal && !c.real:
		return false, false
	case !isReal && c.real && c.aside == nil:
		return false, false
	}
	return isReal, true
}

func (c *comparison) budget() int {
	if c.heavy {
		return heavyBudget
	}
	return pointBudget
}

// farApart reports whether two values of a method without error bound differ by so much
// that its error cannot be the reason: a billionth of their size, and a million times the
// estimated error.
func farApart(r, k *ball.Complex) bool {
	var d ball.Complex
	d.Sub(r, k, 64)
	var spread ball.Complex
	spread.Sub(&d, &d, 64)
	return exponent(&d) > max(exponent(r), exponent(k))-30 && exponent(&d) > radiusExponent(&spread)+20
}

// exponent is about log₂ |z|, very negative for zero.
func exponent(z *ball.Complex) int64 {
	e := int64(-1 << 40)
	if x, nonzero := z.Re.Exponent(); nonzero {
		e = x
	}
	if x, nonzero := z.Im.Exponent(); nonzero {
		e = max(e, x)
	}
	return e
}

// closeEnough reports whether the difference of two overlapping values is known to at least
// half the bits of the precision, relative to the reference, or to 1 where that is zero.
func closeEnough(r, k *ball.Complex, prec uint) bool {
	var d ball.Complex
	d.Sub(r, k, prec)
	if d.IsZero() {
		return true
	}
	size := int64(0)
	if !r.ContainsZero() {
		size = exponent(r)
	} else if k.IsNonzero() {
		size = exponent(k)
	}
	return radiusExponent(&d) < size-int64(prec)/2
}

// radiusExponent bounds log₂ of the largest absolute value in z.
func radiusExponent(z *ball.Complex) int64 {
	e := int64(-1 << 40)
	for _, x := range []*ball.Real{&z.Re, &z.Im} {
		if m, nonzero := x.Exponent(); nonzero {
			e = max(e, m+1)
		}
		if r, nonzero := x.RadExponent(); nonzero {
			if r > math.MaxInt32 {
				return 1 << 40
			}
			e = max(e, r+1)
		}
	}
	return e
}

// looksReal reports whether the imaginary part is zero or cannot be told from zero.
func looksReal(z *ball.Complex) bool {
	if z.Im.IsZero() {
		return true
	}
	if !z.Im.ContainsZero() {
		return false
	}
	var im ball.Complex
	im.Re = z.Im
	return radiusExponent(&im) < exponent(z)-32
}

func (c *comparison) witnessAt(at map[*expr.Node]*point, r, k *ball.Complex) *Witness {
	w := &Witness{
		At: map[string]string{}, Reference: show(r), Candidate: show(k),
		ReferenceSymPy: sympyText(c.ref), CandidateSymPy: sympyText(c.cand),
	}
	for s, p := range at {
		w.At[s.Name] = p.String()
	}
	if at != nil {
		c.g.dependents(at, w)
	}
	return w
}

// sympyText is an expression for another program to check, "" if it is long.
func sympyText(n *expr.Node) string {
	if written(n) > maxWritten {
		return ""
	}
	text, err := pysyntax.Format(n)
	if err != nil || len(text) > maxSide {
		return ""
	}
	return text
}

// maxSide bounds the length of a side in a witness.
const maxSide = 4096

// show writes the certain digits of a value, at most 30 of them.
func show(z *ball.Complex) string {
	re := realString(&z.Re)
	if z.Im.IsZero() {
		return re
	}
	im := realString(&z.Im)
	if z.Re.IsZero() {
		return im + "i"
	}
	if !strings.HasPrefix(im, "-") {
		im = "+" + im
	}
	return re + im + "i"
}

// maxShown bounds the binary exponent of a number that is written in decimals.
const maxShown = 1 << 16

func realString(x *ball.Real) string {
	e, nonzero := x.Exponent()
	if nonzero && (e > maxShown || e < -maxShown) {
		sign := ""
		if x.IsNegative() {
			sign = "-"
		}
		return fmt.Sprintf("%s2^%d (about)", sign, e)
	}
	if !x.IsFinite() || x.RelAccuracyBits() < -maxShown {
		return "unknown"
	}
	var r ball.Real
	r.SetRound(x, 100)
	return r.String()
}

func (c *comparison) verdict(want int) Result {
	switch {
	case len(c.differ) > 0 && len(c.agree) > 0:
		if c.isolated(); c.undeclared() && !(c.switching.analytic && !c.onlyIntegers()) {
			c.apart() // else one difference decides
		}
	case len(c.agree) > 0 && c.aside != nil && c.proof() == "":
		// A reference that is real at single points only is a complex one.
		if c.isolated(); len(c.agree) == 0 {
			c.witness = c.aside
			return c.different()
		}
		if len(c.differ) == 0 && c.hidden() {
			return Result{
				Verdict: Undecided, Method: methodBalls,
				Evidence: Evidence{Condition: "where the reference is real", Witness: c.aside, Points: len(c.agree)},
				Message:  "equal where the reference is real, and not elsewhere; " + c.aside.sentence(),
			}
		}
	}
	switch {
	case len(c.differ) > 0 && (len(c.agree) == 0 || c.switching.analytic && !c.heavy && !c.onlyIntegers()):
		return c.different()
	case len(c.differ) > 0:
		return c.partly()
	case len(c.agree) == 0 && c.unclear > 0:
		return undecided("the values could not be separated within the budget of operations")
	case len(c.agree) == 0:
		return undecided("the reference has no value that can be evaluated at any point of the domain that was tried")
	case c.aside != nil && hasImaginaryUnit(c.ref) && c.proof() == "":
		return Result{
			Verdict: Undecided, Method: methodBalls,
			Evidence: Evidence{Condition: "where the reference is real", Witness: c.aside, Points: len(c.agree)},
			Message:  "equal where the reference is real, and it is written with an i; " + c.aside.sentence(),
		}
	case len(c.agree) < min(want, minPoints) && !c.finiteDomain():
		return undecided(fmt.Sprintf("agreement at only %d points of the domain", len(c.agree)))
	}
	return c.indistinguishable()
}

// hasImaginaryUnit: what is written with an i is not meant to be real.
func hasImaginaryUnit(n *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool { return isConstant(m, expr.ConstI) })
}

// finiteDomain is true where all symbols are integers or the constraints left few points.
func (c *comparison) finiteDomain() bool { return c.heavy && len(c.agree) >= 2 }

// indistinguishable confirms an agreement at one point with more bits.
func (c *comparison) indistinguishable() Result {
	if containsOp(c.ref, expr.OpLimit) != containsOp(c.cand, expr.OpLimit) && len(c.symbols) > 0 && (isZero(c.ref) || isZero(c.cand)) {
		return undecided("a limit that vanishes at the points that were tried may still be a distribution")
	}
	if method := c.proof(); method != "" {
		return Result{
			Verdict: Equivalent, Method: method, Evidence: Evidence{Proved: true, Points: len(c.agree), Bits: precFirst / 2},
			Message: "proved by " + method + ", and the values agree at points of the domain",
		}
	}
	if r, done := c.truncated(); done {
		return r
	}
	if r, done := c.acrossCells(); done {
		return r
	}
	if r, done := c.besideIntegrals(); done {
		return r
	}
	if r, done := c.saturated(); done {
		return r
	}
	if r, done := c.jumping(); done {
		return r
	}
	if r, done := c.elsewhere(); done {
		return r
	}
	if r, done := c.difference(); done {
		return r
	}
	if r, done := c.farDigits(); done {
		return r
	}
	if c.differsOutside() {
		return undecided("the two sides agree to many digits where the constraints hold, and differ elsewhere: two analytic functions that are equal on a part are equal everywhere")
	}
	prec := uint(precConfirm)
	if c.special {
		prec = precSpecial
	}
	if len(c.symbols) == 0 {
		prec = precConstant
	}
	bits := uint(precFirst / 2)
	if c.heavy {
		bits = precHeavy / 2
		if r, done := c.confirmHeavy(&bits); done {
			return r
		}
	} else {
		if !c.m.eval(prec, c.agree[0], pointBudget) {
			return undecided("the budget of operations ended before an agreement was confirmed")
		}
		r, k := c.m.roots[0], c.m.roots[1]
		switch {
		case r.IsFinite() && k.IsFinite() && !r.Overlaps(k):
			c.witness = c.witnessAt(c.agree[0], r, k)
			return c.different()
		case !r.IsFinite() || !k.IsFinite() || !closeEnough(r, k, prec):
			return undecided(fmt.Sprintf("agreement at %d bits could not be confirmed at %d bits", precFirst, prec))
		}
		if r, done := c.gaussianSum(); done {
			return r
		}
		bits = prec / 2
	}
	kind := "rigorous enclosures overlap"
	if c.loose {
		kind = "values agree (an integral, sum or limit was evaluated without a proven error bound)"
	}
	return Result{
		Verdict: Equivalent, Method: methodNumeric,
		Evidence: Evidence{Points: len(c.agree), Bits: bits},
		Message:  fmt.Sprintf("%s at %d points of the domain, at least to %d bits", kind, len(c.agree), bits),
	}
}

// Bits at which an agreement of constants with integrals or with sums only is confirmed.
const (
	bitsIntegral = 160
	bitsSum      = precConstant // where the terms fall geometrically
)

// confirmHeavy repeats an agreement of two constants with more bits: sums and integrals are
// known that agree with a simple number to hundreds of digits. What cannot be confirmed
// stands only if no coincidence of a known kind is near.
func (c *comparison) confirmHeavy(bits *uint) (Result, bool) {
	if len(c.symbols) > 0 {
		return c.gaussianSum()
	}
	target := uint(bitsIntegral)
	if c.geometric && !c.integral {
		target = bitsSum
	}
	c.m.bits = target
	ok := c.m.eval(target+32, nil, 4*heavyBudget)
	c.m.bits = integralBits
	r, k := c.m.roots[0], c.m.roots[1]
	switch {
	case ok && r.IsFinite() && k.IsFinite() && !r.Overlaps(k):
		var d, spread ball.Complex
		d.Sub(r, k, target+32)
		spread.Sub(&d, &d, 64)
		if exponent(&d) > radiusExponent(&spread)+40 || !c.m.loose {
			c.witness = c.witnessAt(nil, r, k)
			return c.different(), true
		}
		return undecided("the values agree to some digits, and whether they are equal could not be confirmed"), true
	case ok && r.IsFinite() && k.IsFinite() && closeEnough(r, k, target):
		*bits = target / 2
		return c.gaussianSum()
	}
	if c.theta {
		return c.gaussianSum()
	}
	if c.delicate {
		return undecided("agreement to few digits only, of a kind where coincidences are known"), true
	}
	return Result{}, false
}

// gaussianSum refuses agreement as evidence where one side has a sum of Gaussian terms and
// the other has none.
func (c *comparison) gaussianSum() (Result, bool) {
	if !c.theta || c.safeNomes() {
		return Result{}, false
	}
	return undecided("a sum of Gaussian terms against a closed form: such sums agree with integrals to thousands of digits without being equal"), true
}

func (c *comparison) different() Result {
	return Result{
		Verdict: Different, Method: methodBalls,
		Evidence: Evidence{Proved: !c.loose, Witness: c.witness, Bits: precFirst},
		Message:  c.witness.sentence(),
	}
}

func (w *Witness) sentence() string {
	var at []string
	for _, s := range sortedKeys(w.At) {
		at = append(at, s+" = "+w.At[s])
	}
	where := ""
	if len(at) > 0 {
		where = "at " + strings.Join(at, ", ") + " "
		if len(at) > 8 {
			where = "at the point of the witness "
		}
	}
	of := ""
	if w.Of != "" {
		of = w.Of + ": "
	}
	return of + where + "the reference is " + w.Reference + " and the candidate " + w.Candidate
}

// partly decides a pair that agrees at some points and differs at others. If what
// is declared decides the case, the pair is different; if an undeclared symbol does, it is
// equal under a condition that was not stated.
func (c *comparison) partly() Result {
	if c.onlyIntegers() && !(c.positive == len(c.agree) && c.positiveD == 0) {
		return c.different()
	}
	if !c.undeclared() || !c.curable() {
		return c.different()
	}
	condition := "on part of the domain only"
	if c.positive > 0 && c.positiveD == 0 {
		var open []string
		for _, s := range c.symbols {
			if q := c.g.qualityOf(s); !q.signed() && !q.has(qComplex) {
				open = append(open, s.Name)
			}
		}
		condition = "for " + strings.Join(open, ", ") + " > 0"
	}
	return Result{
		Verdict: Undecided, Method: methodBalls,
		Evidence: Evidence{Condition: condition, Witness: c.witness, Points: len(c.agree)},
		Message:  "equal " + condition + "; " + c.witness.sentence(),
	}
}

// undeclared reports whether nothing is declared of some symbol: a difference may then lie
// where the problem did not mean to be.
func (c *comparison) undeclared() bool {
	for _, s := range c.symbols {
		if !c.g.qualityOf(s).has(qDeclared) {
			return true
		}
	}
	return false
}

func (c *comparison) onlyIntegers() bool {
	for _, s := range c.symbols {
		if !c.g.qualityOf(s).has(qInteger | qForcedInteger) {
			return false
		}
	}
	return true
}

// curable reports whether some value of the undeclared symbols turns a difference into an
// agreement, the declared ones being what they are: the undeclared values of an agreeing
// point are put into a differing one.
func (c *comparison) curable() bool {
	for _, d := range c.differ {
		cured := false
		for _, a := range c.agree {
			at := map[*expr.Node]*point{}
			for s := range d {
				at[s] = d[s]
				if !c.g.qualityOf(s).has(qDeclared) {
					at[s] = a[s]
				}
			}
			if !c.s.allowed(at) {
				continue
			}
			if o, _, _ := c.at(at); o != differs {
				cured = true
				break
			}
		}
		if !cured {
			return false
		}
	}
	return true
}
