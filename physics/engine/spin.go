package engine

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/planar"
	"github.com/assay-physics/assay/physics/spin"
)

// Costs of one elementary step of each evaluator beside one of enumeration, as binary
// logarithms, measured on one machine: they matter only for the choice between methods.
const (
	pfaffianStep  = 6 // of n^{3/2}: the constant of a separator tree
	eliminateStep = 2
)

// spinPlans names the evaluators of package spin as plans here.
var spinPlans = map[string]struct{ method, name, class, complexity, parameter string }{
	"chain":     {Transfer, "2 × 2 transfer matrices", "transfer_matrix", "O(n)", ""},
	"torus":     {Gauge, "Kaufman's closed form", "free_fermion", "O(L)", ""},
	"mattis":    {Gauge, "counting by the magnetisation", "gauge", "O(n)", ""},
	"grid":      {Transfer, "transfer matrix, site by site", "transfer_matrix", "poly(L)*2^L", ""},
	"brute":     {Brute, "all configurations, counted by their energy", "no_efficient_known", "O(2^n)", ""},
	"reduction": {Reduction, "reduction", "treewidth_bounded", "O(n)", "O(n 2^w)"},
	"orbits":    {Symmetric, "counting over orbits", "exactly_solvable_other", "poly(n)", "O(n^r), r classes of sites"},
	"kernel":    {Kernel, "the even sets of terms, over GF(2)", "exactly_solvable_other", "O(n)", "O(2^k), k independent even sets"},
}

// Where a plan is cheap, of linear cost, or a Pfaffian, nothing else is looked for in
// models above the size of the automatic cross-check, unless it is asked for: planning
// itself would be what takes time.
const (
	cheapCost  = 22
	linearCost = 8
	largeSites = 20000
)

// smallCost is what a polynomial method of degree two may cost beside n², and stripWidth
// the width of what counts as a strip whose length grows.
const (
	smallCost  = 4
	stripWidth = 3
)

// spin lists the evaluators of a spin model.
func (p *planner) spin(s *System, o Options) error {
	if err := s.Spin.Validate(); err != nil {
		return err
	}
	m, _ := s.Spin.Merged()
	add := func(q spin.Plan) {
		k, ok := spinPlans[q.Method]
		if !ok {
			k.method, k.name, k.class = q.Method, q.Method, "exactly_solvable_other"
		}
		grows := polynomial
		switch q.Method {
		case "brute":
			grows = exponential
		case "grid":
			grows = rowwise
		case "reduction", "kernel", "orbits":
			// What is left over after the reduction, the independent loops, the classes:
			// their number shows in the cost of this instance.
			most := 2*math.Log2(float64(m.N)) + smallCost
			if q.Method == "kernel" {
				most = math.Log2(float64(m.N)) + 2
			}
			if q.Log2Cost > most {
				grows, k.complexity = exponential, k.parameter
			}
		}
		p.add(Plan{
			Method: k.method, Name: k.name, Reason: q.Reason, Log2Cost: q.Log2Cost, Class: k.class, Complexity: k.complexity, growth: grows,
			run: func(ctx context.Context, _ Options) (partition.LogZ, error) { return q.Run(ctx, m) },
		})
	}
	// Each stage is dearer to plan than the one before.
	var square *spin.Square
	stages := []func() error{
		func() error {
			if q, ok := spin.PlanClosed(m, spin.Budget{}); ok {
				add(q)
			}
			p.tori(m)
			return nil
		},
		func() error {
			if q, ok := spin.PlanReduce(context.Background(), m, spin.Budget{}); ok {
				add(q)
			}
			return nil
		},
		func() error {
			if q, ok := spin.PlanKernel(m); ok {
				add(q)
			}
			// Classes of one site each are no symmetry.
			if o, _, err := spin.FindOrbits(m); err == nil && o != nil && 2*len(o.Size) <= m.N {
				if q, ok := spin.PlanOrbits(m); ok {
					add(q)
				}
			}
			return nil
		},
		func() (err error) {
			if q, ok := spin.PlanBrute(m); ok {
				add(q)
			}
			if square, err = spin.FindSquare(m); err != nil {
				return err
			}
			p.grid(m, square)
			return p.eliminate(m)
		},
		func() error { p.planar(m, o); return nil },
	}
	if n := len(stages); m.N > crossCheckSites && m.MaxOrder() <= 2 && !m.HasField() && len(m.Terms) > m.N+m.N/4 {
		// Many bonds a site and no fields: hardly anything to reduce, and a drawing is
		// found sooner.
		stages[1], stages[n-1] = stages[n-1], stages[1]
	}
	for _, stage := range stages {
		if err := stage(); err != nil {
			return err
		}
		if p.settled(m.N, o) {
			return nil
		}
	}
	p.estimate(m)
	return nil
}

// settled reports whether a plan is there that serves the options well enough to look no
// further.
func (p *planner) settled(n int, o Options) bool {
	if n <= crossCheckSites || o.CrossCheck || o.all {
		return false
	}
	for _, q := range p.plans {
		if o.Method != "" && o.Method != "auto" && o.Method != q.Method || q.Log2Cost > o.maxLog2Cost() {
			continue
		}
		if q.Log2Cost <= max(cheapCost, math.Log2(float64(n))+linearCost) || q.Method == Pfaffian {
			return true
		}
	}
	return false
}

// grid adds the transfer matrix of a square lattice with or without fields.
func (p *planner) grid(m *spin.Model, square *spin.Square) {
	if square == nil || m.MaxOrder() > 2 {
		return
	}
	short, kind := min(square.Rows, square.Cols), "open grid"
	width := short
	if square.Torus {
		width, kind = 2*short, "torus"
	}
	if width > 28 {
		p.refuse(Transfer, "a row of the %d×%d %s has too many states", square.Rows, square.Cols, kind)
		return
	}
	complexity, grows := "poly(L)*2^L", rowwise
	if max(square.Rows, square.Cols) >= 4*short && width <= stripWidth {
		complexity, grows = "O(n)", polynomial // a strip: only its length grows
	}
	p.add(Plan{
		Method: Transfer, Name: "transfer matrix, site by site", Reason: fmt.Sprintf("%d×%d %s", square.Rows, square.Cols, kind),
		Log2Cost: float64(width) + math.Log2(float64(m.N)) + 1, Class: "transfer_matrix", Complexity: complexity, growth: grows,
		run: func(ctx context.Context, o Options) (partition.LogZ, error) {
			Jh, Jv, h, lost, err := square.Grid(m)
			if err != nil {
				return partition.LogZ{}, err
			}
			z, err := factor.GridTransfer(ctx, m.Beta, Jh, Jv, h, factor.Options{Workers: o.Workers, Tolerance: o.tolerance()})
			return z.Widen(m.Rounding + math.Abs(m.Beta)*lost), err
		},
	})
}

// eliminate adds variable elimination in the narrowest order that is found.
func (p *planner) eliminate(m *spin.Model) error {
	g, err := m.Interaction()
	if err != nil {
		return err
	}
	var order []int
	if m.N > largeSites {
		order = graph.MinDegreeOrder(g, maxTableWidth)
	} else {
		order = graph.FindOrder(g).Order
	}
	width, err := graph.Width(g, order)
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if width > maxTableWidth {
		p.refuse(Treewidth, "the narrowest elimination order found has width %d, tables go up to %d", width, maxTableWidth)
		return nil
	}
	cost := float64(width) + 1 + math.Log2(float64(m.N))
	complexity, grows := "O(n 2^w)", exponential
	if width <= stripWidth && m.N >= 4*(width+1) {
		complexity, grows = "O(n)", polynomial
	}
	p.add(Plan{
		Method: Treewidth, Name: "variable elimination", Reason: fmt.Sprintf("an elimination order of width %d exists", width),
		Log2Cost: cost + eliminateStep, Class: "treewidth_bounded", Complexity: complexity, growth: grows,
		run: func(ctx context.Context, o Options) (partition.LogZ, error) {
			f, err := factor.FromSpin(m)
			if err != nil {
				return partition.LogZ{}, err
			}
			return factor.LogZ(ctx, f, factor.Options{Order: order, Workers: o.Workers, Tolerance: o.tolerance()})
		},
	})
	return nil
}

// maxTableWidth is the width up to which elimination is planned: beyond what memory holds
// it goes on in slices.
const maxTableWidth = 34

// planar adds the Pfaffian, if there is a drawing with few handles, bonds and fields
// beside.
func (p *planner) planar(m *spin.Model, o Options) {
	opt := planar.Options{Tolerance: o.tolerance(), Workers: o.Workers}
	if m.Lattice == nil {
		// A torus that no generator names is found in the bonds.
		if square, err := spin.FindSquare(m); err == nil && square != nil && square.Torus {
			if rot, err := square.Rotation(); err == nil {
				opt.Rotation = rot
			}
		}
	}
	sys, err := planar.New(m, opt)
	if err != nil {
		p.refuse(Pfaffian, "%s", strings.TrimPrefix(err.Error(), "planar: "))
		return
	}
	where := "a planar drawing"
	switch g := sys.Genus(); {
	case g == 1:
		where = "a drawing on the torus"
	case g > 1:
		where = fmt.Sprintf("a drawing on a surface of %d handles", g)
	}
	if k := len(sys.Extra()); k > 0 {
		where += fmt.Sprintf(", beside what is not drawn (bonds and fields: %d)", k)
	} else if m.HasField() {
		where += ", fields as bonds to a ghost spin"
	} else {
		where += ", no fields"
	}
	p.add(Plan{
		Method: Pfaffian, Name: fmt.Sprintf("%s by separator-tree elimination", plural(sys.Pfaffians(), "Pfaffian")), Reason: where,
		Log2Cost: 1.5*math.Log2(float64(m.N)) + pfaffianStep + math.Log2(float64(sys.Pfaffians())), Class: "pfaffian", Complexity: "O(n^{3/2})",
		run: func(ctx context.Context, _ Options) (partition.LogZ, error) { return sys.LogZ(ctx) },
	})
	p.levels(m, opt, sys.Pfaffians(), where)
}

// levels adds the arbiter among the Pfaffians: where couplings are integers times one
// number, the configurations of each energy are counted exactly, at a far higher cost.
func (p *planner) levels(m *spin.Model, opt planar.Options, pfaffians int, where string) {
	total, err := planar.LevelRange(m)
	if err != nil {
		p.refuse(Levels, "%s", strings.TrimPrefix(err.Error(), "planar: "))
		return
	}
	p.add(Plan{
		Method: Levels, Name: "exact density of states by Pfaffians modulo primes", Reason: fmt.Sprintf("%s, and Σ|J| is %d times one number", where, total),
		Log2Cost: levelStep + math.Log2(float64(total+1)) + 2.5*math.Log2(float64(m.N)) + math.Log2(float64(pfaffians)), Class: "pfaffian", Complexity: "O(n^{7/2})",
		run: func(ctx context.Context, _ Options) (partition.LogZ, error) {
			l, err := planar.ExactLevels(ctx, m, opt)
			if err != nil {
				return partition.LogZ{}, err
			}
			z, err := l.LogZ(m.Beta)
			return z.Widen(m.Rounding), err
		},
	})
}

// levelStep is the binary logarithm of the steps of one modular Pfaffian beside
// N^{3/2}, divided by the 62 bits of a prime.
const levelStep = 1
