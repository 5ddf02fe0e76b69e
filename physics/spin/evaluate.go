package spin

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/wide"
)

// Budget bounds what Evaluate may spend, in operations and never in seconds. Zero values
// mean the limits of the evaluators themselves.
type Budget struct {
	// MaxWidth is the largest width of an elimination (time and memory 2^width).
	MaxWidth int
	// MaxBrute is the largest number of spins to enumerate; 0 means 30, since real
	// couplings take seconds there, and at the limit of BruteForce minutes.
	MaxBrute int
}

func (b Budget) width() int {
	if b.MaxWidth <= 0 {
		return MaxWidth
	}
	return min(b.MaxWidth, MaxWidth)
}

const defaultBrute = 30

func (b Budget) brute() int {
	if b.MaxBrute <= 0 {
		return defaultBrute
	}
	return min(b.MaxBrute, MaxBrute)
}

// ErrIntractable says that no exact evaluator of this package takes the model within
// the budget.
var ErrIntractable = errors.New("no exact method within the budget")

// Plan is what Choose has found: the evaluator and what it will run on.
type Plan struct {
	// Method is chain, torus, mattis, grid, brute, elimination, reduction, orbits or
	// kernel.
	Method string `json:"method"`
	// Reason says in words which structure permits it.
	Reason string `json:"reason"`
	// Log2Cost is the binary logarithm of the number of elementary steps, roughly.
	Log2Cost float64 `json:"log2_cost"`

	run func(ctx context.Context) (LogZ, error)
}

// Choose picks the evaluator for a model by its structure: closed forms first, then
// reductions, then the cheapest of enumeration, elimination, counting by classes and the
// high-temperature expansion. Every structure that it relies on has been checked on the
// couplings themselves, not taken from the model's Lattice field.
// The error wraps ErrIntractable if nothing is within the budget.
func Choose(m *Model, budget Budget) (Plan, error) { return choose(m, budget, true) }

// choose is Choose; reduce says whether to try the reductions, which choose for their
// cores without.
func choose(m *Model, budget Budget, reduce bool) (Plan, error) {
	if err := m.Validate(); err != nil {
		return Plan{}, err
	}
	if m.MaxOrder() <= 2 {
		b, err := m.Bonds()
		if err != nil {
			return Plan{}, err
		}
		if p, ok := chooseClosed(m, b, budget); ok {
			return p, nil
		}
	}
	brute := brutePlan(m)
	if p, ok := PlanBrute(m); ok && m.N <= budget.brute() && (m.N <= bruteAtOnce || p.Log2Cost <= bruteAtOnceCost) {
		return brute, nil
	}
	if reduce {
		p, err := planReduce(context.Background(), m, budget)
		switch {
		case err == nil && (m.N > budget.brute() || p.Log2Cost < float64(m.N)):
			return p, nil
		case err == nil:
			return brute, nil
		case !errors.Is(err, errIrreducible) && !errors.Is(err, ErrIntractable):
			return Plan{}, err
		}
	}
	kernel, expands := PlanKernel(m)
	positive := func() (Plan, error) { return choosePositive(m, budget, brute) }
	// About as cheap as reading the model: looking for an order would take longer.
	atOnce := math.Log2(float64(m.N+len(m.Terms))) + 4
	counts, few := PlanOrbits(m)
	if few && counts.Log2Cost < atOnce {
		return counts, nil
	}
	if expands && kernel.Log2Cost < atOnce {
		return kernel.orElse(positive), nil
	}
	best, err := positive()
	if err != nil && !errors.Is(err, ErrIntractable) {
		return Plan{}, err
	}
	if few && (err != nil || counts.Log2Cost < best.Log2Cost-1) {
		best, err = counts, nil
	}
	if expands && (err != nil || kernel.Log2Cost < best.Log2Cost-3) {
		other, otherErr := best, err
		best, err = kernel.orElse(func() (Plan, error) { return other, otherErr }), nil
	}
	return best, err
}

// orElse is a plan that falls back on another where the terms of the first cancel.
func (p Plan) orElse(other func() (Plan, error)) Plan {
	run := p.run
	p.run = func(ctx context.Context) (LogZ, error) {
		z, err := run(ctx)
		if !errors.Is(err, errCancels) {
			return z, err
		}
		q, otherErr := other()
		if otherErr != nil {
			return LogZ{}, fmt.Errorf("%w; otherwise: %w", err, otherErr)
		}
		if z, err = q.run(ctx); err == nil {
			z.Escalated = append([]string{p.Method + ": " + errCancels.Error()}, z.Escalated...)
		}
		return z, err
	}
	return p
}

// choosePositive takes the cheaper of enumeration and elimination, whose terms are all
// positive.
func choosePositive(m *Model, budget Budget, brute Plan) (Plan, error) {
	p, err := planEliminate(m, budget)
	switch {
	case m.N > budget.brute():
		return p, err
	case errors.Is(err, ErrIntractable), err == nil && float64(m.N) <= p.Log2Cost:
		return brute, nil
	}
	return p, err
}

func planEliminate(m *Model, budget Budget) (Plan, error) {
	g, err := m.Interaction()
	if err != nil {
		return Plan{}, err
	}
	order, width := bestOrder(g, squareOf(g, m.Lattice))
	if width > budget.width() {
		return Plan{}, fmt.Errorf("spin: %d spins, narrowest elimination order found %d (limits: enumeration %d, width %d): %w",
			m.N, width, budget.brute(), budget.width(), ErrIntractable)
	}
	return Plan{
		Method: "elimination", Reason: fmt.Sprintf("an elimination order of width %d exists", width),
		Log2Cost: float64(width) + math.Log2(float64(m.N)) + 2, // a step costs about four of enumeration
		run:      func(ctx context.Context) (LogZ, error) { return Eliminate(ctx, m, order, budget.width()) },
	}, nil
}

func brutePlan(m *Model) Plan {
	return Plan{
		Method: "brute", Reason: fmt.Sprintf("%d spins can be enumerated", m.N), Log2Cost: float64(m.N),
		run: func(ctx context.Context) (LogZ, error) { return BruteForce(ctx, m) },
	}
}

// PlanBrute says whether the spins can be enumerated, and at what cost: integer couplings
// are counted some eight times faster than the weights of real ones can be summed, and
// spins with few neighbours need not be enumerated.
func PlanBrute(m *Model) (Plan, bool) {
	b, err := newBrute(m)
	if err != nil {
		return Plan{}, false
	}
	p := brutePlan(m)
	p.Log2Cost = float64(b.n + 3)
	if b.commensurate {
		p.Log2Cost = float64(foldSpins(b, maxBins(b.n)).rest.n)
	}
	return p, true
}

// bruteAtOnce is the number of spins, and bruteAtOnceCost the cost, up to which
// enumeration needs no comparison: looking for an elimination order would take longer.
const (
	bruteAtOnce     = 12
	bruteAtOnceCost = 16
)

// PlanClosed looks for the structures of bonds that have an evaluator of their own: the
// open path, the Mattis model, the ferromagnetic torus and the open grid.
func PlanClosed(m *Model, budget Budget) (Plan, bool) {
	if m.Validate() != nil || m.MaxOrder() > 2 {
		return Plan{}, false
	}
	b, err := m.Bonds()
	if err != nil {
		return Plan{}, false
	}
	return chooseClosed(m, b, budget)
}

// PlanEliminate looks for an elimination order within the budget.
func PlanEliminate(m *Model, budget Budget) (Plan, bool) {
	if m.Validate() != nil {
		return Plan{}, false
	}
	p, err := planEliminate(m, budget)
	return p, err == nil
}

// chooseClosed looks for the structures that have an evaluator of their own.
func chooseClosed(m *Model, b Bonds, budget Budget) (Plan, bool) {
	if path := pathOrder(b.Graph); path != nil {
		h, lost := m.Fields()
		J := make([]float64, len(path)-1)
		for i := range J {
			J[i] = b.J[b.Graph.Find(path[i], path[i+1])]
		}
		if h != nil {
			along := make([]float64, len(h))
			for i, v := range path {
				along[i] = h[v]
			}
			h = along
		}
		return Plan{
			Method: "chain", Reason: "the bonds form one open path", Log2Cost: math.Log2(float64(m.N)),
			run: func(context.Context) (LogZ, error) {
				z, err := ChainLogZ(m.Beta, J, h)
				return z.Widen(math.Abs(m.Beta) * (lost + b.Rounding)), err
			},
		}, true
	}
	if m.HasField() || b.Graph.M() == 0 {
		return Plan{}, false
	}
	if one := rankOne(b); one != nil && m.N <= MaxMattis && math.Abs(m.Beta*one.C) <= maxK {
		return Plan{
			Method: "mattis", Reason: "all spins are joined with J = c·ξξ", Log2Cost: math.Log2(float64(m.N)),
			run: func(context.Context) (LogZ, error) {
				k, lost := wide.TwoProd(m.Beta, one.C)
				z, err := MattisLogZ(k, m.N)
				if err != nil {
					return LogZ{}, err
				}
				each := math.Abs(m.Beta)*b.Rounding + float64(b.Graph.M())*math.Abs(lost)
				return z.Widen(each), nil
			},
		}, true
	}
	sq := squareOf(b.Graph, m.Lattice)
	if sq == nil {
		return Plan{}, false
	}
	if p, ok := chooseTorus(m, b, sq); ok {
		return p, true
	}
	if !sq.Torus && min(sq.Rows, sq.Cols) <= min(MaxGridSide, budget.width()) {
		Jh, Jv := sq.couplings(b)
		return Plan{
			Method: "grid", Reason: fmt.Sprintf("open %d×%d grid without fields", sq.Rows, sq.Cols),
			Log2Cost: float64(min(sq.Rows, sq.Cols)) + math.Log2(float64(m.N)),
			run: func(ctx context.Context) (LogZ, error) {
				z, err := OpenGridTransfer(ctx, m.Beta, Jh, Jv)
				return z.Widen(math.Abs(m.Beta) * b.Rounding), err
			},
		}, true
	}
	return Plan{}, false
}

// chooseTorus takes a torus whose signs can be gauged to ferromagnetic ones and whose
// couplings have one size along rows and one along columns.
func chooseTorus(m *Model, b Bonds, sq *Square) (Plan, bool) {
	if !sq.Torus || m.Beta == 0 {
		return Plan{}, false
	}
	Jh, Jv := sq.couplings(b)
	h, v := math.Abs(Jh[0][0]), math.Abs(Jv[0][0])
	if k := math.Abs(m.Beta); k*max(h, v) > maxK || k*min(h, v) < minK || min(sq.Rows, sq.Cols) > maxMomenta {
		return Plan{}, false
	}
	for r := range Jh {
		for c := range Jh[r] {
			if math.Abs(Jh[r][c]) != h || math.Abs(Jv[r][c]) != v {
				return Plan{}, false
			}
		}
	}
	sign := b.Signs()
	if m.Beta < 0 {
		for k := range sign {
			sign[k] = -sign[k]
		}
	}
	balance, err := graph.FindBalance(b.Graph, sign)
	if err != nil || !balance.Balanced {
		return Plan{}, false
	}
	return Plan{
		Method: "torus", Reason: fmt.Sprintf("%d×%d torus, ferromagnetic up to a gauge transformation", sq.Rows, sq.Cols),
		Log2Cost: math.Log2(float64(min(sq.Rows, sq.Cols))) + 10,
		run: func(context.Context) (LogZ, error) {
			kh, lostH := wide.TwoProd(math.Abs(m.Beta), h)
			kv, lostV := wide.TwoProd(math.Abs(m.Beta), v)
			z, err := TorusKaufmanAnisotropic(sq.Rows, sq.Cols, kh, kv)
			if err != nil {
				return LogZ{}, err
			}
			return z.Widen(math.Abs(m.Beta)*b.Rounding + float64(m.N)*(math.Abs(lostH)+math.Abs(lostV))), nil
		},
	}, true
}

// Evaluate chooses an evaluator and runs it. The error bound includes what the numbers
// of the model lost when they were read (Model.Rounding).
func Evaluate(ctx context.Context, m *Model, budget Budget) (LogZ, error) {
	plan, err := Choose(m, budget)
	if err != nil {
		return LogZ{}, err
	}
	return plan.Run(ctx, m)
}

// Run carries out a plan that Choose made for m.
func (p Plan) Run(ctx context.Context, m *Model) (LogZ, error) {
	z, err := p.run(ctx)
	if err != nil {
		return LogZ{}, err
	}
	return z.Widen(m.Rounding), nil
}

// exactOrderVertices is the size up to which the width found is the treewidth;
// largeOrderVertices that from which the search stops as soon as no elimination is in
// reach, at largeOrderLimit.
const (
	exactOrderVertices = graph.MaxExactWidth
	largeOrderVertices = 20000
	largeOrderLimit    = 40
)

// bestOrder returns the narrowest elimination order found: a sweep along the longer side
// of a square lattice, and those that graph.FindOrder tries.
func bestOrder(g *graph.Graph, sq *Square) (order []int, width int) {
	var given [][]int
	if sq != nil {
		given = append(given, sq.sweep())
	}
	if sq != nil && g.N > exactOrderVertices && (!sq.Torus || g.N > largeOrderVertices) ||
		g.N > largeOrderVertices {
		// The sweep of an open grid is as narrow as the grid is; on large graphs least
		// degree is what can be afforded.
		if sq == nil || sq.Torus {
			given = append(given, naturalOrder(g.N), graph.MinDegreeOrder(g, largeOrderLimit))
		}
		for _, o := range given {
			w, err := graph.Width(g, o)
			if err != nil {
				panic("spin: elimination order: " + err.Error()) // unreachable: the orders are permutations by construction
			}
			if order == nil || w < width {
				order, width = o, w
			}
		}
		return order, width
	}
	o := graph.FindOrder(g, given...)
	return o.Order, o.Width
}
