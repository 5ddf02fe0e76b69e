package equal

import (
	"math"
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// hint says what a candidate that is proved different looks like, if it is near the
// reference: a constant factor, a sign, a conjugate, a reciprocal, a square, two
// symbols exchanged. It is no part of the verdict.
func (g *grading) hint(ref, cand *expr.Node) string {
	a, okA := g.hintValue(ref)
	b, okB := g.hintValue(cand)
	if !okA || !okB {
		return ""
	}
	found := ""
	g.opts.ledger.attempt(hintBudget, func() {
		if h := (&hinter{g: g}); h.prepare(a, b) {
			found = h.find(a, b)
		}
	})
	return found
}

// hintBudget bounds the search for a hint, which is no part of the verdict.
const hintBudget = pairBudget / 8

// hintValue is the value of a statement, lowered, if it is scalar.
func (g *grading) hintValue(n *expr.Node) (*expr.Node, bool) {
	n, _ = where(n)
	for n.Op == expr.OpRelation && isEquality(n.Name) {
		n = n.Args[1]
	}
	if g.classify(n).form != formValue {
		return nil, false
	}
	n = g.applySolved(n)
	if g.tensorial(n) || g.shaped(n) || containsOp(n, heavyOps...) || containsOp(n, expr.OpUnit) || hasDelta(n) {
		return nil, false
	}
	low, err := g.lower(n)
	return low, err == nil && expr.Size(low) < 2000
}

type hinter struct {
	g       *grading
	symbols []*expr.Node
	points  []map[*expr.Node]*point
	ref     []ball.Complex
	cand    []ball.Complex
}

const hintPoints = 3

func (h *hinter) prepare(a, b *expr.Node) bool {
	m := h.g.compared
	if m == nil || m.nodes[0] != a || m.nodes[1] != b {
		var err error
		if m, err = h.g.compile(h.g.ctx.Branch == "real", a, b); err != nil {
			return false
		}
	}
	h.symbols = sortedSymbols(a, b)
	if len(h.symbols) > 12 {
		return false
	}
	constraints, err := h.g.constraintMachine(&h.symbols)
	if err != nil {
		return false
	}
	s := h.g.newSampler(h.symbols, h.g.qualityOf, constraints)
	h.ref, h.cand = make([]ball.Complex, 0, hintPoints), make([]ball.Complex, 0, hintPoints)
	for class := 0; class < 8 && len(h.points) < hintPoints; class++ {
		at := s.draw(class)
		if at == nil || !m.eval(precFirst, at, 1<<14) {
			continue
		}
		x, y := m.roots[0], m.roots[1]
		if !x.IsFinite() || !y.IsFinite() || x.ContainsZero() || y.ContainsZero() {
			continue
		}
		h.points, h.ref, h.cand = append(h.points, at), append(h.ref, *x), append(h.cand, *y)
	}
	return len(h.points) > 0
}

// everywhere reports whether f(reference) and the candidate agree at all points.
func (h *hinter) everywhere(f func(z, x *ball.Complex)) bool {
	for i := range h.points {
		var z ball.Complex
		f(&z, &h.ref[i])
		if !z.IsFinite() || !z.Overlaps(&h.cand[i]) || !closeEnough(&z, &h.cand[i], precFirst) {
			return false
		}
	}
	return true
}

func (h *hinter) find(a, b *expr.Node) string {
	const prec = precFirst
	for _, t := range []struct {
		name string
		f    func(z, x *ball.Complex)
	}{
		{"the sign is reversed", func(z, x *ball.Complex) { z.Neg(x) }},
		{"it is the complex conjugate", func(z, x *ball.Complex) { z.Conj(x) }},
		{"it is the reciprocal", func(z, x *ball.Complex) { z.Inv(x, prec) }},
		{"it is the square of the reference", func(z, x *ball.Complex) { z.Sqr(x, prec) }},
		{"it is the square root of the reference", func(z, x *ball.Complex) { z.Sqrt(x, prec) }},
	} {
		if h.everywhere(t.f) {
			return t.name
		}
	}
	if r, ok := h.factor(); ok {
		return "it is the reference times " + r
	}
	if s := h.swapped(a, b); s != "" {
		return s
	}
	return h.missingTerm(a, b)
}

// factor is the constant ratio candidate/reference as a small rational times a power of π
// or √2.
func (h *hinter) factor() (string, bool) {
	const prec = precFirst
	if len(h.points) < 2 && len(h.symbols) > 0 {
		return "", false
	}
	var r ball.Complex
	for i := range h.points {
		var q ball.Complex
		q.Div(&h.cand[i], &h.ref[i], prec)
		if i > 0 && (!q.Overlaps(&r) || !closeEnough(&q, &r, prec)) {
			return "", false
		}
		r = q
	}
	if !looksReal(&r) {
		return "", false
	}
	var pi ball.Real
	pi.Pi(prec)
	about, _ := r.Re.Float64()
	for _, root := range []struct {
		name  string
		n     int64
		about float64
	}{{"", 1, 1}, {"√2", 2, math.Sqrt2}, {"√3", 3, math.Sqrt(3)}, {"√π", 0, math.Sqrt(math.Pi)}} {
		for power := -4; power <= 4; power++ {
			if !nearSmallRational(about / (root.about * math.Pow(math.Pi, float64(power)))) {
				continue
			}
			x := r.Re
			for k := power; k > 0; k-- {
				x.Div(&x, &pi, prec)
			}
			for k := power; k < 0; k++ {
				x.Mul(&x, &pi, prec)
			}
			if root.n != 1 {
				var s ball.Real
				s.SetInt64(root.n)
				if root.n == 0 {
					s = pi
				}
				s.Sqrt(&s, prec)
				x.Div(&x, &s, prec)
			}
			if q := smallRational(&x); q != nil {
				return factorName(q, root.name, power), true
			}
		}
	}
	return "a constant factor, " + realString(&r.Re), len(h.symbols) > 0
}

// denominators of the factors that are recognised, and the length of their numerators.
var denominators = []int64{1, 2, 3, 5, 7, 16, 60, 64, 256, 720}

const numeratorBits = 24

// nearSmallRational tells whether smallRational is worth asking about a number next to x: rounding
// errors are far below what is allowed for.
func nearSmallRational(x float64) bool {
	for _, d := range denominators {
		y := x * float64(d)
		if n := math.Round(y); math.Abs(y-n) < 1e-4 && n != 0 && math.Abs(n) <= 1<<numeratorBits {
			return true
		}
	}
	return false
}

// smallRational is the rational with a denominator up to 720 in a ball, if there is one.
func smallRational(x *ball.Real) *big.Rat {
	if x.RelAccuracyBits() < 60 {
		return nil
	}
	for _, d := range denominators {
		var y ball.Real
		y.MulInt64(x, d, precFirst)
		if n, ok := y.UniqueInt(); ok && n.BitLen() < numeratorBits && n.Sign() != 0 {
			return new(big.Rat).SetFrac(n, big.NewInt(d))
		}
	}
	return nil
}

// swapped looks for two symbols whose exchange turns the reference into the candidate.
func (h *hinter) swapped(a, b *expr.Node) string {
	if len(h.symbols) > 6 {
		return ""
	}
	for i, x := range h.symbols {
		for _, y := range h.symbols[i+1:] {
			s := expr.Subst(h.g.pool, a, map[*expr.Node]*expr.Node{x: y, y: x})
			if s != a && h.same(s, b) {
				return "with " + x.Name + " and " + y.Name + " exchanged it is the reference"
			}
		}
	}
	return ""
}

// same compares two expressions at the points of the hint.
func (h *hinter) same(a, b *expr.Node) bool {
	if s := h.g.newSketch(a, b); s != nil {
		s.look(h.g.opts.ledger, h.points[0])
		if _, apart := s.apart(); apart {
			return false
		}
	}
	m, err := h.g.compile(h.g.ctx.Branch == "real", a, b)
	if err != nil {
		return false
	}
	for _, at := range h.points {
		if !m.eval(precFirst, at, 1<<14) {
			return false
		}
		x, y := m.roots[0], m.roots[1]
		if !x.IsFinite() || !y.IsFinite() || !x.Overlaps(y) || !closeEnough(x, y, precFirst) {
			return false
		}
	}
	return true
}

// missingTerm looks for a term of the reference without which it is the candidate.
func (h *hinter) missingTerm(a, b *expr.Node) string {
	for _, side := range []struct {
		from, to *expr.Node
		text     string
	}{{a, b, "a term of the reference is missing: "}, {b, a, "it has one term more than the reference: "}} {
		if side.from.Op != expr.OpAdd || len(side.from.Args) > 6 {
			continue
		}
		for i := range side.from.Args {
			var rest []*expr.Node
			for j, t := range side.from.Args {
				if j != i {
					rest = append(rest, t)
				}
			}
			if h.same(builder{h.g.pool}.add(rest...), side.to) {
				return side.text + h.g.latex(side.from.Args[i])
			}
		}
	}
	return ""
}

// factorName writes q·root·π^power; a factor 1 is left out.
func factorName(q *big.Rat, root string, power int) string {
	var parts []string
	one, minus := q.Cmp(big.NewRat(1, 1)) == 0, q.Cmp(big.NewRat(-1, 1)) == 0
	if !one && !minus || root == "" && power == 0 {
		parts = append(parts, q.RatString())
	}
	if root != "" {
		parts = append(parts, root)
	}
	switch {
	case power == 1:
		parts = append(parts, "π")
	case power != 0:
		parts = append(parts, "π^"+big.NewInt(int64(power)).String())
	}
	name := strings.Join(parts, " ")
	if minus && name != q.RatString() {
		name = "−" + name
	}
	return name
}
