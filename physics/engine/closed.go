package engine

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/lattice"
	"github.com/assay-physics/assay/physics/partition"
)

// closedKinds says what the evaluator of each kind of model is, and its class and
// complexity in the terms of the mapping benchmark.
var closedKinds = map[string]struct{ method, name, class, complexity string }{
	"ising":          {Gauge, "counting by the magnetisation", "gauge", "O(n)"},
	"dimer":          {ClosedForm, "Kasteleyn's product formula", "pfaffian", "O(n^3)"},
	"six_vertex":     {Transfer, "the vertex model's own evaluator", "exactly_solvable_other", "poly(L)*2^L"},
	"spanning_tree":  {ClosedForm, "the matrix–tree determinant", "exactly_solvable_other", "O(n^3)"},
	"hard_core":      {Transfer, "a transfer from site to site", "transfer_matrix", "poly(L)*2^L"},
	"random_cluster": {Connectivity, "a transfer over connectivity states", "percolation", "O(n) at fixed width"},
	"potts":          {Connectivity, "connectivity states, or tables where they are cheaper", "percolation", "O(n) at fixed width"},
	"tfim":           {FreeFermion, "free fermions, mode by mode", "free_fermion", "O(n^3)"},
	"xy_chain":       {FreeFermion, "free fermions, mode by mode", "free_fermion", "O(n^3)"},
	"pauli_chain":    {FreeFermion, "free fermions, mode by mode", "free_fermion", "O(n^3)"},
	"coulomb_1d":     {ClosedForm, "the transfer operator of the ordered gas", "exactly_solvable_other", "O(n)"},
	"tonks":          {ClosedForm, "the free volume of hard rods", "exactly_solvable_other", "O(n)"},
	"spherical":      {ClosedForm, "an integral over one field", "exactly_solvable_other", "O(n)"},
}

// closed adds the evaluator that a model brings.
func (p *planner) closed(m Closed) error {
	k, ok := closedKinds[m.Kind()]
	if !ok {
		k.method, k.name, k.class = ClosedForm, "the model's own evaluator", "exactly_solvable_other"
	}
	reason := "a model of kind " + m.Kind()
	if lines := m.Explain(); len(lines) > 0 {
		reason = strings.TrimSuffix(lines[0], ".")
	}
	if v, ok := m.(*lattice.Vertex); ok {
		switch {
		case v.FreeFermion().Sign() == 0 && v.Boundary == "torus":
			k.method, k.name, k.class, k.complexity = FreeFermion, "free fermions in four sectors", "free_fermion", "O(n)"
		case v.Boundary == "domain_wall":
			k.method, k.name, k.complexity = ClosedForm, "the Izergin–Korepin determinant", "O(n^{3/2})"
			reason = "domain walls on all four sides"
		case m.Kind() == "six_vertex":
			reason = "the number of arrows up is the same in every row"
		}
	}
	p.add(Plan{
		Method: k.method, Name: k.name, Reason: reason, Class: k.class, Complexity: k.complexity,
		Log2Cost: math.Log2(float64(max(2, m.Sites()))) + 4,
		run:      func(ctx context.Context, _ Options) (partition.LogZ, error) { return m.LogZ(ctx) },
	})
	if f, ok := m.(interface {
		Factors() (*factor.Model, error)
	}); ok && m.Sites() <= largeSites {
		tables, err := f.Factors()
		if err != nil {
			p.refuse(Treewidth, "%v", err)
			return nil
		}
		return p.factors(tables)
	}
	return nil
}

// factors adds variable elimination of a factor graph.
func (p *planner) factors(m *factor.Model) error {
	g, err := m.Graph()
	if err != nil {
		return err
	}
	if err := m.Validate(); err != nil {
		return err
	}
	order, cost, err := factor.Order(g, m.Card)
	if err != nil {
		return err
	}
	width, err := graph.Width(g, order)
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	complexity, grows := "O(n 2^w)", exponential
	if width <= stripWidth && g.N >= 4*(width+1) {
		complexity, grows = "O(n)", polynomial // as for spins: the length of a strip grows
	}
	p.add(Plan{
		Method: Treewidth, Name: "variable elimination", Reason: fmt.Sprintf("an elimination order of width %d and about 2^%.0f products exists", width, cost),
		Log2Cost: cost + eliminateStep, Class: "treewidth_bounded", Complexity: complexity, growth: grows,
		run: func(ctx context.Context, o Options) (partition.LogZ, error) {
			return factor.LogZ(ctx, m, factor.Options{Order: order, Workers: o.Workers, Tolerance: o.tolerance()})
		},
	})
	return nil
}
