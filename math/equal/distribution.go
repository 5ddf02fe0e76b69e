package equal

import (
	"errors"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// Distributions are compared as linear functionals of one variable x: every term is brought
// to c·δ⁽ⁿ⁾(x − a) with c and a independent of x, by
//
//	δ(g(x)) = Σ δ(x − a)/|g′(a)| over the simple zeros of g,
//	δ⁽ⁿ⁾(αx + β) = δ⁽ⁿ⁾(x + β/α)/(|α| αⁿ),
//	f(x) δ⁽ⁿ⁾(x − a) = Σₖ (−1)ᵏ C(n,k) f⁽ᵏ⁾(a) δ⁽ⁿ⁻ᵏ⁾(x − a)
//
// (DLMF 1.16, and Gel'fand and Shilov, Generalized Functions I, chapter II). A step
// function is compared almost everywhere.
type distribution struct {
	deltas  []deltaTerm
	regular []*expr.Node
}

// deltaTerm is coefficient·δ⁽ᵒʳᵈᵉʳ⁾(x − at).
type deltaTerm struct {
	coefficient, at *expr.Node
	order           int
}

func hasDelta(n *expr.Node) bool {
	return n.HasFact(expr.FactSpecial) && containsAmong(n, func(m *expr.Node) bool { return m.Op == expr.OpApply && m.Name == "dirac_delta" }, expr.OpApply)
}

// distributions decides where a side contains δ functions.
func (g *grading) distributions(ref, cand *expr.Node) (Result, bool) {
	if !hasDelta(ref) && !hasDelta(cand) && !(containsOp(ref, expr.OpDerivative) || containsOp(cand, expr.OpDerivative)) {
		return Result{}, false
	}
	a, errA := g.lower(ref)
	b, errB := g.lower(cand)
	if errA != nil || errB != nil {
		return Result{}, false
	}
	if !hasDelta(a) && !hasDelta(b) {
		return Result{}, false
	}
	if g.canon(a) == g.canon(b) {
		return Result{Verdict: Equivalent, Method: methodCanonical, Evidence: Evidence{Proved: true}, Message: "the same canonical form"}, true
	}
	a, err := g.sift(a)
	if err == nil {
		b, err = g.sift(b)
	}
	if err != nil {
		return undecided("δ under an integral: " + err.Error()), true
	}
	if !hasDelta(a) && !hasDelta(b) {
		return g.scalars(a, b), true
	}
	x := g.deltaVariable(a, b)
	if x == nil {
		return undecided("δ functions of something that is not a symbol"), true
	}
	da, err := g.functional(a, x)
	if err != nil {
		return undecided("the reference as a distribution: " + err.Error()), true
	}
	db, err := g.functional(b, x)
	if err != nil {
		return undecided("the candidate as a distribution: " + err.Error()), true
	}
	return g.sameFunctional(da, db, x), true
}

// deltaVariable is the first symbol that every δ depends on.
func (g *grading) deltaVariable(roots ...*expr.Node) *expr.Node {
	var arguments []*expr.Node
	for _, r := range roots {
		expr.Walk(r, func(m *expr.Node) bool {
			if m.Op == expr.OpApply && m.Name == "dirac_delta" {
				arguments = append(arguments, m.Args[0])
			}
			return true
		})
	}
	var best *expr.Node
	for _, s := range sortedSymbols(arguments...) {
		everywhere := true
		for _, a := range arguments {
			everywhere = everywhere && mentions(a, s)
		}
		if !everywhere {
			continue
		}
		if best == nil || g.quality[best].has(qDeclared) && !g.quality[s].has(qDeclared) || s.Name == "x" {
			best = s
		}
	}
	return best
}

// functional brings n to normal form as a distribution in x.
func (g *grading) functional(n, x *expr.Node) (*distribution, error) {
	d := &distribution{}
	terms, err := g.expandDeltas(n)
	if err != nil {
		return nil, err
	}
	for _, t := range terms {
		factors := factorsOf(t)
		var delta *expr.Node
		var rest []*expr.Node
		for _, f := range factors {
			switch {
			case f.Op == expr.OpApply && f.Name == "dirac_delta":
				if delta != nil {
					return nil, errors.New("a product of two δ functions")
				}
				delta = f
			case hasDelta(f):
				return nil, errors.New("a δ function inside another function")
			default:
				rest = append(rest, f)
			}
		}
		f := builder{g.pool}.mul(rest...)
		if delta == nil {
			d.regular = append(d.regular, f)
			continue
		}
		if err := g.addDelta(d, f, delta, x); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// expandDeltas writes n as terms in which a δ is a factor.
func (g *grading) expandDeltas(n *expr.Node) ([]*expr.Node, error) {
	b := builder{g.pool}
	const most = 64
	if !hasDelta(n) {
		return []*expr.Node{n}, nil
	}
	switch n.Op {
	case expr.OpAdd:
		var all []*expr.Node
		for _, a := range n.Args {
			t, err := g.expandDeltas(a)
			if err != nil || len(all)+len(t) > most {
				return nil, errors.Join(err, errors.New("too many terms"))
			}
			all = append(all, t...)
		}
		return all, nil
	case expr.OpMul:
		all := []*expr.Node{g.pool.Int(1)}
		for _, a := range n.Args {
			t, err := g.expandDeltas(a)
			if err != nil || len(all)*len(t) > most {
				return nil, errors.Join(err, errors.New("too many terms"))
			}
			var next []*expr.Node
			for _, p := range all {
				for _, q := range t {
					next = append(next, b.mul(p, q))
				}
			}
			all = next
		}
		return all, nil
	case expr.OpApply:
		if n.Name == "dirac_delta" {
			return []*expr.Node{n}, nil
		}
	default:
	}
	return nil, errors.New("a δ function inside another function")
}

func (g *grading) addDelta(d *distribution, f, delta, x *expr.Node) error {
	b := builder{g.pool}
	order := 0
	if len(delta.Args) == 2 {
		k, ok := smallInt(g.canon(delta.Args[1]))
		if !ok || k < 0 || k > 6 {
			return errors.New("a derivative of δ of high order")
		}
		order = int(k)
	}
	arg := delta.Args[0]
	slope, err := diff(g.pool, arg, x)
	if err != nil {
		return err
	}
	slope = g.canon(slope)
	at := func(n, v *expr.Node) *expr.Node {
		return g.canon(expr.Subst(g.pool, n, map[*expr.Node]*expr.Node{x: v}))
	}
	var zeros []*expr.Node
	if !mentions(slope, x) {
		if isZero(slope) {
			return errors.New("a δ that does not depend on " + x.Name)
		}
		zeros = []*expr.Node{g.canon(b.neg(b.div(at(arg, g.pool.Int(0)), slope)))}
	} else {
		if order > 0 {
			return errors.New("a derivative of δ of a nonlinear argument")
		}
		if zeros, err = g.simpleZeros(arg, x); err != nil {
			return err
		}
	}
	for _, z := range zeros {
		s := at(slope, z)
		c := b.mul(f, b.pow(b.Apply("abs", s), b.Int(-1)), b.pow(s, b.Int(int64(-order))))
		sign := int64(1)
		for k := 0; k <= order; k++ {
			value := at(c, z)
			d.deltas = append(d.deltas, deltaTerm{b.mul(g.pool.Int(sign*choose(order, k)), value), z, order - k})
			if c, err = diff(g.pool, c, x); err != nil {
				return err
			}
			sign = -sign
		}
	}
	return nil
}

func choose(n, k int) int64 {
	c := int64(1)
	for i := 1; i <= k; i++ {
		c = c * int64(n-k+i) / int64(i)
	}
	return c
}

// sameFunctional compares coefficient by coefficient; the δ⁽ⁿ⁾ at different places are
// linearly independent.
func (g *grading) sameFunctional(a, b *distribution, x *expr.Node) Result {
	bld := builder{g.pool}
	type key struct {
		at    *expr.Node
		order int
	}
	sums := map[key][2][]*expr.Node{}
	var keys []key
	unplaced := false // it is not known whether two of the points are the same
	place := func(at *expr.Node) *expr.Node {
		for _, k := range keys {
			if k.at == at {
				return k.at
			}
			switch r := g.scalars(k.at, at); {
			case r.Verdict == Equivalent:
				return k.at
			case r.Verdict != Different, (containsOp(at, expr.OpPow) || containsOp(k.at, expr.OpPow)) && g.constantSign(bld.sub(k.at, at)) == 0:
				unplaced = true
			}
		}
		return at
	}
	for side, d := range []*distribution{a, b} {
		for _, t := range d.deltas {
			k := key{place(t.at), t.order}
			s, seen := sums[k]
			if !seen {
				keys = append(keys, k)
			}
			s[side] = append(s[side], t.coefficient)
			sums[k] = s
		}
	}
	results := []Result{g.scalars(bld.add(a.regular...), bld.add(b.regular...))}
	for _, k := range keys {
		s := sums[k]
		r := g.scalars(bld.add(s[0]...), bld.add(s[1]...))
		if r.Verdict == Different && unplaced {
			return undecided("it could not be decided which of the points of the δ functions are the same")
		}
		if r.Verdict == Different && improper(a, b) {
			return undecided("a limit, improper integral or infinite sum on one side may itself be a distribution")
		}
		if r.Verdict == Different {
			r.Message = "the coefficient of δ at " + g.latex(x) + " = " + g.latex(k.at) + ": " + r.Message
		}
		results = append(results, r)
	}
	r := all(results, "coefficient")
	if r.Verdict == Equivalent {
		r.Message = "the same coefficients of δ and its derivatives, and the same regular part"
	}
	return r
}

// improper reports whether a regular part is made by a limit, integral or sum, which may
// converge to a distribution and not to its values.
func improper(ds ...*distribution) bool {
	for _, d := range ds {
		for _, n := range d.regular {
			if containsOp(n, heavyOps...) {
				return true
			}
		}
	}
	return false
}

// sift integrates δ functions over the whole line.
func (g *grading) sift(n *expr.Node) (*expr.Node, error) {
	var failed error
	n = rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if m.Op != expr.OpIntegral || len(m.Args) != 4 || !hasDelta(m.Args[0]) || failed != nil {
			return m
		}
		lo, hi := infinite(m.Args[2]), infinite(m.Args[3])
		if lo != -1 || hi != 1 {
			failed = errors.New("limits that are not −∞ and ∞")
			return m
		}
		d, err := g.functional(m.Args[0], m.Args[1])
		if err != nil {
			failed = err
			return m
		}
		b := builder{g.pool}
		var terms []*expr.Node
		for _, t := range d.deltas {
			if t.order == 0 { // ∫ δ⁽ⁿ⁾ = 0 for n > 0
				terms = append(terms, t.coefficient)
			}
		}
		if r := b.add(d.regular...); !isZero(r) {
			terms = append(terms, g.pool.Make(expr.OpIntegral, append([]*expr.Node{r}, m.Args[1:]...)...))
		}
		return b.add(terms...)
	})
	return n, failed
}

// onlySigns: of all steps only sgn is written.
func onlySigns(ref, cand *expr.Node) bool {
	signs := false
	for _, n := range []*expr.Node{ref, cand} {
		if containsAmong(n, func(m *expr.Node) bool {
			if m.Op != expr.OpApply {
				return m.Op == expr.OpPiecewise || m.Op == expr.OpDerivative
			}
			signs = signs || m.Name == "sign"
			return slices.Contains([]string{"floor", "ceiling", "mod", "kronecker"}, m.Name)
		}, expr.OpPiecewise, expr.OpDerivative, expr.OpApply) {
			return false
		}
	}
	return signs
}

// atSteps compares at integers where a side has a floor, a ceiling or another step that random
// points do not meet.
func (g *grading) atSteps(ref, cand *expr.Node) (Result, bool) {
	step := func(n *expr.Node) bool {
		return containsAmong(n, func(m *expr.Node) bool {
			if m.Op == expr.OpPiecewise {
				return true
			}
			switch m.Name {
			case "floor", "ceiling", "mod", "sign", "kronecker":
				return m.Op == expr.OpApply
			}
			return false
		}, expr.OpPiecewise, expr.OpApply)
	}
	if among := func(n *expr.Node) bool { return n.HasFact(expr.FactStep) || n.HasOp(expr.OpPiecewise) }; !among(ref) && !among(cand) {
		return Result{}, false
	}
	soft := func(m *expr.Node) bool { return m.Op == expr.OpApply && m.Name == "heaviside" }
	if !step(ref) && !step(cand) || contains(ref, soft) || contains(cand, soft) {
		return Result{}, false
	}
	for _, shift := range []int64{0, 1} {
		with := map[*expr.Node]*expr.Node{}
		excluded := false
		for i, s := range sortedSymbols(ref, cand) {
			q := g.qualityOf(s)
			excluded = excluded || shift == 0 && q.has(qPositive|qNegative|qNonzero|qComplex|qInteger|qForcedInteger)
			with[s] = g.pool.Int(shift * int64(i+1))
			if q.has(qNegative) {
				with[s] = g.pool.Int(-shift * int64(i+1))
			}
		}
		if len(with) == 0 || len(g.constraints) > 0 {
			return Result{}, false
		}
		if excluded {
			continue
		}
		a, b := expr.Subst(g.pool, ref, with), expr.Subst(g.pool, cand, with)
		if r := g.numeric(a, b); r.Verdict == Different {
			for s, v := range with {
				r.Evidence.Witness.At[s.Name] = v.Rat.RatString()
			}
			r.Message = r.Evidence.Witness.sentence()
			return r, true
		}
	}
	return Result{}, false
}

// boundaries compares two piecewise definitions where their conditions change: there they
// have values of their own.
func (g *grading) boundaries(ref, cand *expr.Node) (Result, bool) {
	if !containsOp(ref, expr.OpPiecewise) || !containsOp(cand, expr.OpPiecewise) {
		return Result{}, false
	}
	for _, n := range reachable(ref, cand) {
		if n.Op != expr.OpRelation || len(n.Args) != 2 {
			continue
		}
		for _, x := range expr.FreeSymbols(n) {
			s, ok := solve(g.pool, n.Args[0], n.Args[1], func(v *expr.Node) int {
				if v == x {
					return 0
				}
				return -1
			}, func(*expr.Node) bool { return false })
			if !ok || s.evenRoot {
				continue
			}
			with := map[*expr.Node]*expr.Node{x: s.value}
			a, b := g.canon(expr.Subst(g.pool, ref, with)), g.canon(expr.Subst(g.pool, cand, with))
			if a == b {
				break
			}
			r := g.atBoundary(a, b)
			if r.Verdict == Different {
				if w := r.Evidence.Witness; w != nil {
					w.At[x.Name] = g.latex(s.value)
					r.Message = w.sentence()
				}
				return r, true
			}
			break
		}
	}
	return Result{}, false
}

// atBoundary compares two piecewise values on a boundary; relations of equal sides are
// decided by what is written.
func (g *grading) atBoundary(a, b *expr.Node) Result {
	settle := func(n *expr.Node) *expr.Node {
		return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
			if m.Op != expr.OpRelation || len(m.Args) != 2 || g.canon(m.Args[0]) != g.canon(m.Args[1]) {
				return m
			}
			holds := m.Name == expr.RelEqual || m.Name == expr.RelLessEqual || m.Name == expr.RelGreaterEqual
			return g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, g.pool.Int(0), g.pool.Int(int64(1-b2i(holds))))
		})
	}
	return g.numeric(settle(a), settle(b))
}
