package amax

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// ErrBudget says that a problem was too large to be solved.
var ErrBudget = errors.New("amax: too large")

// Options change what Maximize does. The zero value is the plain maximization.
type Options struct {
	// Decouple replaces operators that violate the unitarity bound by free fields, round
	// after round, until none is left.
	Decouple bool
	// MaxRounds bounds the rounds; 0 stands for 32.
	MaxRounds int
	// Operators gives the gauge-invariant operators of a solution that are held against the
	// unitarity bound, beside Problem.Operators, and says in words which it leaves out.
	// Maximize sets it for a quiver.
	Operators func(*Result) (list []Operator, missing []string)
	// MaxU1 bounds the dimension of the trial space that is searched; 0 stands for 40.
	MaxU1 int
}

// Status says what was found.
type Status string

// The statuses of a result.
const (
	// Found: the charges are those of the one local maximum, proven.
	Found Status = "found"
	// NoSymmetry: there is no anomaly-free R-symmetry that W preserves; Reason names an
	// equation that contradicts the others.
	NoSymmetry Status = "no-symmetry"
	// NoMaximum: the search found no local maximum of a.
	NoMaximum Status = "no-maximum"
	// Unproven: the search found a candidate, which is not returned, as it could not be
	// proven to be a local maximum.
	Unproven Status = "unproven"
)

// Result is what a-maximization found. The charges and what follows from them are those of
// the last round.
type Result struct {
	Problem *Problem
	Status  Status
	Reason  string
	// U1 is the number of independent flavour U(1)s, the dimension of the trial space.
	U1 int
	// R are the charges of the fields: of a quiver, the arrows and then the singlets.
	R    []Number
	A, C Number
	// Undetermined are the fields, massive ones, whose charges drop out of a; among those that
	// the equations allow, the ones next to R = 1 are given.
	Undetermined []int
	// TrR and TrR3 are the anomalies Tr R and Tr R³ of the fermions, gauginos included; free
	// operators count as fields of R = 2/3.
	TrR, TrR3 Number
	// Field names the number field of the charges: ℚ, ℚ(√33); empty where it is unknown.
	Field string
	// Violations are the operators with R < 2/3 in the first round; Free those that were
	// replaced by free fields, in the order in which it happened.
	Violations []Violation
	Free       []Violation
	// Missing says in words which operators were not held against the bound.
	Missing []string
	// Rounds has a and c before any replacement, and after each round of them.
	Rounds []Round

	space *space
	exact *exact
	box   *box
}

// Violation is a set of operators below the unitarity bound.
type Violation struct {
	Operator
	R     Number
	Round int
}

// Round is one maximization.
type Round struct {
	A, C Number
	// Freed are the labels of the operators that were replaced before it.
	Freed []string
}

// Maximize finds the superconformal R-charges of a quiver gauge theory.
func Maximize(t *quiver.Theory, opt Options) (*Result, error) {
	return MaximizeContext(context.Background(), t, opt)
}

// MaximizeContext is Maximize that can be cancelled.
func MaximizeContext(ctx context.Context, t *quiver.Theory, opt Options) (*Result, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("amax: %w", err)
	}
	if opt.Operators == nil {
		opt.Operators = operators(t)
	}
	return FromTheory(t).Maximize(ctx, opt)
}

// Maximize finds the superconformal R-charges.
func (p *Problem) Maximize(ctx context.Context, opt Options) (*Result, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	rounds := opt.MaxRounds
	if rounds == 0 {
		rounds = 32
	}
	var free, before []Violation
	var history []Round
	for n := 0; ; n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		res, err := p.solve(free, opt)
		if err != nil {
			return nil, err
		}
		res.Free = free
		if res.Status != Found {
			res.Rounds, res.Violations = history, before
			if n > 0 {
				res.Reason = fmt.Sprintf("after %d operators became free: %s", len(free), res.Reason)
			}
			return res, nil
		}
		history = append(history, Round{A: res.A, C: res.C})
		if n > 0 {
			for _, v := range free {
				if v.Round == n {
					history[n].Freed = append(history[n].Freed, v.Label)
				}
			}
		}
		res.Rounds = history
		found := res.violations(opt, n+1)
		if n == 0 {
			before = found
		}
		res.Violations = before
		var fresh []Violation
		for _, v := range found {
			if !slices.ContainsFunc(free, func(f Violation) bool { return f.Label == v.Label }) {
				fresh = append(fresh, v)
			}
		}
		if !opt.Decouple || len(fresh) == 0 {
			return res, nil
		}
		if n == rounds {
			return nil, fmt.Errorf("%w: problem %q: operators still decouple after %d rounds", ErrBudget, p.Name, rounds)
		}
		free = append(slices.Clone(free), fresh...)
	}
}

// solve makes one maximization with the given operators replaced by free fields.
func (p *Problem) solve(free []Violation, opt Options) (*Result, error) {
	res := &Result{Problem: p}
	list := make([]Operator, len(free))
	for i, v := range free {
		list[i] = v.Operator
	}
	s, err := newSpace(p, list)
	var bad inconsistent
	if errors.As(err, &bad) {
		res.Status = NoSymmetry
		res.Reason = fmt.Sprintf("no R-symmetry: the equation %q contradicts the others", bad.equation)
		return res, nil
	}
	if err != nil {
		return nil, err
	}
	res.space, res.U1 = s, s.kernel
	limit := opt.MaxU1
	if limit == 0 {
		limit = 40
	}
	if s.dim > limit {
		return nil, fmt.Errorf("%w: problem %q has %d-dimensional trial R-symmetries, more than %d", ErrBudget, p.Name, s.dim, limit)
	}
	x, ok := s.climb()
	if !ok {
		res.Status, res.Reason = NoMaximum, "no trial R-symmetry has a stationary a and a negative definite Hessian"
		return res, nil
	}
	const prec = 320
	b, ok := s.enclose(x, prec)
	if !ok {
		res.Status, res.Reason = Unproven, "the search converged, but a strict local maximum could not be proven there"
		return res, nil
	}
	res.Status = Found
	res.exact, res.box = s.recognise(b)
	res.fill(p)
	return res, nil
}

// enclose goes from floats to a proven box.
func (s *space) enclose(x []float64, prec uint) (*box, bool) {
	const from = 96
	start := make([]*big.Int, s.dim)
	for j := range start {
		f := new(big.Float).SetFloat64(x[j])
		f.SetMantExp(f, from)
		start[j], _ = f.Int(nil)
	}
	y, ok := s.refine(start, from, prec)
	if !ok {
		return nil, false
	}
	return s.isolate(y, prec)
}

// fill computes what follows from the coordinates.
func (r *Result) fill(p *Problem) {
	s := r.space
	charges := make([]Number, s.number)
	for c := range charges {
		charges[c] = r.charge(s.rows[c])
	}
	for k := range p.Fields {
		r.R = append(r.R, charges[s.class[k]])
		if s.undetermined != nil && s.undetermined[s.class[k]] {
			r.Undetermined = append(r.Undetermined, k)
		}
	}
	switch {
	case r.exact == nil:
	case r.exact.field == nil:
		r.Field = "ℚ"
	case r.exact.field.d != nil:
		r.Field = fmt.Sprintf("ℚ(√%s)", r.exact.field.d)
	default:
		r.Field = fmt.Sprintf("ℚ[x]/(%s)", r.exact.field.min)
	}
	r.TrR, r.TrR3 = r.traces(p)
	r.A = r.combine(big.NewRat(9, 32), r.TrR3, big.NewRat(-3, 32), r.TrR)
	r.C = r.combine(big.NewRat(9, 32), r.TrR3, big.NewRat(-5, 32), r.TrR)
}

// charge is R of a row.
func (r *Result) charge(row row) Number {
	s := r.space
	if r.exact != nil {
		c := r.exact.rho(row)
		scale := new(big.Rat).SetFrac(big.NewInt(1), s.den)
		for i := range c {
			c[i].Mul(c[i], scale)
		}
		c[0].Add(c[0], big.NewRat(1, 1))
		return r.exact.number(c)
	}
	mid, rad := s.enclosed(row, r.box)
	mid.Add(mid, big.NewRat(1, 1))
	return Number{mid: mid, rad: rad}
}

// enclosed is R − 1 of a row, from the box.
func (s *space) enclosed(r row, b *box) (mid, rad *big.Rat) {
	rho := new(big.Int).Lsh(r.r, b.prec)
	reach := new(big.Int)
	for j, u := range r.u {
		rho.Add(rho, new(big.Int).Mul(u, b.x[j]))
		reach.Add(reach, new(big.Int).Abs(u))
	}
	mid = new(big.Rat).SetFrac(rho, new(big.Int).Lsh(s.den, b.prec))
	rad = new(big.Rat).SetFrac(reach, s.den)
	return mid, rad.Mul(rad, b.radius())
}

// traces are Tr R and Tr R³.
func (r *Result) traces(p *Problem) (tr, tr3 Number) {
	s := r.space
	constant := new(big.Rat) // gauginos have R = 1
	for _, g := range p.Groups {
		constant.Add(constant, new(big.Rat).SetInt64(int64(g.Dim)))
	}
	free := new(big.Rat) // operators as free fields
	for _, row := range s.rows {
		if row.weight < 0 {
			free.Add(free, new(big.Rat).SetInt64(-row.weight))
		}
	}
	one, three := new(big.Rat).Set(constant), new(big.Rat).Set(constant)
	one.Add(one, new(big.Rat).Mul(free, big.NewRat(-1, 3)))
	three.Add(three, new(big.Rat).Mul(free, big.NewRat(-1, 27)))
	if e := r.exact; e != nil {
		t1, t3 := zeros(e.degree()), zeros(e.degree())
		d := new(big.Rat).SetFrac(big.NewInt(1), s.den)
		d3 := new(big.Rat).Mul(d, new(big.Rat).Mul(d, d))
		t := new(big.Rat)
		for _, row := range s.rows {
			rho := e.rho(row)
			cube := e.field.mul(rho, e.field.mul(rho, rho))
			w := new(big.Rat).SetInt64(row.weight)
			w1, w3 := new(big.Rat).Mul(w, d), new(big.Rat).Mul(w, d3)
			for i := range rho {
				t1[i].Add(t1[i], t.Mul(w1, rho[i]))
				t3[i].Add(t3[i], t.Mul(w3, cube[i]))
			}
		}
		t1[0].Add(t1[0], one)
		t3[0].Add(t3[0], three)
		return e.number(t1), e.number(t3)
	}
	m1, r1, m3, r3 := one, new(big.Rat), three, new(big.Rat)
	for _, row := range s.rows {
		mid, rad := s.enclosed(row, r.box)
		w := new(big.Rat).SetInt64(row.weight)
		aw := new(big.Rat).Abs(w)
		m1.Add(m1, new(big.Rat).Mul(w, mid))
		r1.Add(r1, new(big.Rat).Mul(aw, rad))
		cube := new(big.Rat).Mul(mid, mid)
		cube.Mul(cube, mid)
		m3.Add(m3, cube.Mul(cube, w))
		// |(m+δ)³ − m³| ≤ 3 (|m| + r)² r
		bound := new(big.Rat).Abs(mid)
		bound.Add(bound, rad)
		bound.Mul(bound, bound)
		bound.Mul(bound, big.NewRat(3, 1)).Mul(bound, rad)
		r3.Add(r3, bound.Mul(bound, aw))
	}
	m1, r1 = round(m1, r1)
	m3, r3 = round(m3, r3)
	return Number{mid: m1, rad: r1}, Number{mid: m3, rad: r3}
}

// combine is p·x + q·y of two numbers of the solution's field.
func (r *Result) combine(p *big.Rat, x Number, q *big.Rat, y Number) Number {
	if r.exact != nil {
		c := zeros(r.exact.degree())
		for i, v := range x.coeff {
			c[i].Add(c[i], new(big.Rat).Mul(p, v))
		}
		for i, v := range y.coeff {
			c[i].Add(c[i], new(big.Rat).Mul(q, v))
		}
		return r.exact.number(c)
	}
	mid := new(big.Rat).Mul(p, x.mid)
	mid.Add(mid, new(big.Rat).Mul(q, y.mid))
	rad := new(big.Rat).Mul(new(big.Rat).Abs(p), x.rad)
	rad.Add(rad, new(big.Rat).Mul(new(big.Rat).Abs(q), y.rad))
	return Number{mid: mid, rad: rad}
}

// Charge is the R-charge of a product of fields.
func (r *Result) Charge(m Monomial) Number {
	return r.charge(r.space.product(m))
}

// violations are the operators below the unitarity bound R ≥ 2/3 of a gauge-invariant scalar
// chiral operator. One whose R cannot be told from 2/3 is not among them.
func (r *Result) violations(opt Options, round int) []Violation {
	list := r.Problem.Operators
	if opt.Operators != nil {
		more, missing := opt.Operators(r)
		list = append(slices.Clone(list), more...)
		r.Missing = missing
	}
	var found []Violation
	for _, o := range list {
		R := r.Charge(o.Monomial)
		if sign, ok := R.Cmp(big.NewRat(2, 3)); ok && sign < 0 {
			found = append(found, Violation{Operator: o, R: R, Round: round})
		}
	}
	return found
}
