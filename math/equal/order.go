package equal

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// powerOf reads "x^3" or "x" at the end of a form.order.
var powerOf = regexp.MustCompile(`^(.*?)(?:\^\{?(\d)\}?)?$`)

// severalOrders finds orders that are counted from the leading one: next-to-leading, NNLO, the
// first two orders, the leading correction.
var severalOrders = regexp.MustCompile(`(?i)next|sub-?(sub-?)?leading|correction|beyond|non-?trivial|non-?vanishing|non-?zero|\bN+LO\b|\b(two|three|four|several) (leading |lowest |nonvanishing )*(orders|terms)`)

// toOrder compares two sides to the order that was asked for: "leading in \lambda",
// "x^3", "second order in x". The parameter goes to zero from above; the sides agree to
// order n if their difference vanishes faster than its n-th power, at leading order if their
// ratio goes to one. Two small values of the parameter decide, at points of the domain.
func (g *grading) toOrder(ref, cand *expr.Node) (Result, bool) {
	text := strings.TrimSpace(g.ctx.Form.Order)
	leading := strings.Contains(text, "leading") || strings.Contains(text, "lowest") || severalOrders.MatchString(text)
	order := map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "linear": 1, "quadratic": 2, "cubic": 3}
	n := 0
	for _, w := range strings.Fields(text) {
		if k, ok := order[strings.ToLower(w)]; ok {
			n = k
		}
	}
	name := text
	if i := strings.LastIndex(text, " in "); i >= 0 {
		name = text[i+4:]
	} else if i := strings.LastIndex(text, " "); i >= 0 {
		name = text[i+1:]
	}
	m := powerOf.FindStringSubmatch(strings.Trim(name, "$ "))
	if m == nil {
		return Result{}, false
	}
	if m[2] != "" {
		n, _ = strconv.Atoi(m[2])
	}
	if !leading && n == 0 {
		return Result{}, false
	}
	p, err := g.one(m[1])
	if err != nil || p.Op != expr.OpSymbol {
		return Result{}, false
	}
	value := func(n *expr.Node) *expr.Node {
		for n.Op == expr.OpRelation && isEquality(n.Name) {
			n = n.Args[1]
		}
		return g.applySolved(n)
	}
	a, b := value(ref), value(cand)
	if g.tensorial(a) || g.shaped(a) || g.tensorial(b) || g.shaped(b) {
		return Result{}, false
	}
	if a, err = g.lower(a); err != nil {
		return Result{}, false
	}
	if b, err = g.lower(b); err != nil {
		return Result{}, false
	}
	points := g.agreeToOrder(a, b, p, n, leading)
	if points < 3 {
		return Result{}, false
	}
	if severalOrders.MatchString(text) {
		return undecided("the sides agree at leading order in " + g.latex(p) + "; which power the asked order has is not known"), true
	}
	what := "at leading order in " + g.latex(p)
	if !leading {
		what = "to order " + strconv.Itoa(n) + " in " + g.latex(p)
	}
	return Result{
		Verdict: Equivalent, Method: methodNumeric, Evidence: Evidence{Points: points, Bits: 30, Condition: what},
		Message: "the sides agree " + what + " at " + strconv.Itoa(points) + " points of the domain",
	}, true
}

// agreeToOrder counts points at which the sides agree to order n; 0 if at one they do not.
func (g *grading) agreeToOrder(a, b, p *expr.Node, n int, leading bool) int {
	m, err := g.compile(g.ctx.Branch == "real", a, b)
	if err != nil {
		return 0
	}
	symbols := sortedSymbols(a, b)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return 0
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	agreed := 0
	for class := 0; class < 10 && agreed < 3; class++ {
		at := s.draw(class)
		if at == nil {
			continue
		}
		var size [2]float64 // log₂ of what should vanish, at the two values
		ok := true
		for i, e := range []uint{24, 48} {
			small := new(point)
			small.re.setFraction(1, 1<<e)
			at[p] = small
			if !s.allowed(at) || !m.eval(512, at, pointBudget) || !m.roots[0].IsFinite() || !m.roots[1].IsFinite() {
				ok = false
				break
			}
			var d ball.Complex
			d.Sub(m.roots[0], m.roots[1], 512)
			size[i] = float64(radiusExponent(&d)) + float64(n)*float64(e)
			if leading {
				if m.roots[0].ContainsZero() {
					ok = false
					break
				}
				size[i] = float64(radiusExponent(&d) - exponent(m.roots[0]))
			}
		}
		if !ok {
			continue
		}
		// It must fall by at least half a power of the parameter.
		if size[1] > size[0]-10 && size[1] > -200 || size[0] > -6 {
			return 0
		}
		agreed++
	}
	return agreed
}
