package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/chain"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/planar"
	"github.com/assay-physics/assay/physics/spin"
)

// Observables are thermal means, each with a bound on its absolute error. What a kind of
// model has none of is nil.
type Observables struct {
	// Energy is ⟨H⟩, and HeatCapacity β²(⟨H²⟩ − ⟨H⟩²) in units of Boltzmann's constant.
	Energy       *Mean `json:"energy,omitempty"`
	HeatCapacity *Mean `json:"heat_capacity,omitempty"`
	// Magnetization is ⟨s⟩ of every site.
	Magnetization []float64 `json:"magnetization,omitempty"`
	// Bonds are the means of ss′ over the bonds.
	Bonds []BondMean `json:"bonds,omitempty"`
	// Error bounds the absolute error of the magnetizations and bonds.
	Error float64 `json:"means_error,omitempty"`
	// Method says what gave them.
	Method string `json:"observables_by"`
}

// Mean is a number with a bound on its absolute error.
type Mean struct {
	Value float64 `json:"value"`
	Error float64 `json:"error"`
}

// BondMean is ⟨ss′⟩ of a bond.
type BondMean struct {
	Sites [2]int  `json:"sites"`
	Mean  float64 `json:"mean"`
}

// ErrNoObservables says that no exact method gives the means of a model.
var ErrNoObservables = errors.New("no exact method gives thermal means of this model")

// tableWidth is the width up to which means and samples come from elimination, which
// keeps all of its tables.
const tableWidth = 20

// maxMeansSites and maxHeatSites bound the planar models whose means and heat capacity are
// computed: both need double-double numbers or wider.
const (
	maxMeansSites = 1 << 16
	maxHeatSites  = 1 << 13
)

// narrow returns the order of an elimination that may keep its tables.
func narrow(m *spin.Model) (order []int, ok bool, err error) {
	g, err := m.Interaction()
	if err != nil {
		return nil, false, err
	}
	if m.N > largeSites {
		order = graph.MinDegreeOrder(g, tableWidth)
	} else {
		order = graph.FindOrder(g).Order
	}
	w, err := graph.Width(g, order)
	if err != nil {
		return nil, false, fmt.Errorf("engine: %w", err)
	}
	return order, w <= tableWidth, nil
}

// Observe computes thermal means of spin models, from the tables of an elimination or the
// factorization of a Pfaffian, and the energy of quantum chains.
func Observe(ctx context.Context, s *System, o Options) (Observables, error) {
	if q, ok := s.Closed.(*chain.Model); ok {
		e, bound, err := q.Energy(ctx)
		if err != nil {
			return Observables{}, err
		}
		return Observables{Energy: &Mean{e, bound}, Method: "free fermions"}, nil
	}
	if s.Spin == nil {
		return Observables{}, fmt.Errorf("engine: %s: %w", s.Kind, ErrNoObservables)
	}
	m := s.Spin
	order, ok, err := narrow(m)
	if err != nil {
		return Observables{}, err
	}
	if ok {
		return observeTables(ctx, m, factor.Options{Order: order, Workers: o.Workers})
	}
	if m.N > maxMeansSites {
		return Observables{}, fmt.Errorf("engine: %w: the means of %d sites by a Pfaffian take wide arithmetic, up to %d are computed", ErrNoObservables, m.N, maxMeansSites)
	}
	sys, err := planar.New(m, planar.Options{Workers: o.Workers})
	if err != nil {
		return Observables{}, fmt.Errorf("engine: %w: no order of width %d, and %w", ErrNoObservables, tableWidth, err)
	}
	means, err := sys.Observables(ctx)
	if err != nil {
		return Observables{}, err
	}
	out := Observables{Energy: &Mean{means.Energy.Value, means.Energy.Bound}, Method: "the inverse on the pattern of a Pfaffian"}
	for _, b := range means.Bonds {
		out.Error = max(out.Error, b.Mean.Bound)
		if b.V >= 0 {
			out.Bonds = append(out.Bonds, BondMean{[2]int{b.U, b.V}, b.Mean.Value})
		}
	}
	if m.N > maxHeatSites {
		return out, nil // ten evaluations in wide arithmetic: left out, and so nil
	}
	c, err := sys.SpecificHeat(ctx)
	if err != nil {
		return Observables{}, err
	}
	out.HeatCapacity = &Mean{c.Value, c.Bound}
	return out, nil
}

func observeTables(ctx context.Context, m *spin.Model, opt factor.Options) (Observables, error) {
	th, err := factor.Thermal(ctx, m, opt)
	if err != nil {
		return Observables{}, err
	}
	out := Observables{
		Energy: &Mean{th.Energy, th.EnergyBound}, HeatCapacity: &Mean{th.HeatCapacity, th.CapacityBound},
		Method: "tables of an elimination",
	}
	if out.Magnetization, out.Error, err = factor.Magnetizations(ctx, m, opt); err != nil {
		return Observables{}, err
	}
	b, err := m.Bonds()
	if err != nil || b.Graph.M() == 0 {
		return out, err
	}
	pairs := make([][2]int, b.Graph.M())
	for k, e := range b.Graph.Edges {
		pairs[k] = [2]int(e)
	}
	ss, bound, err := factor.Correlations(ctx, m, pairs, opt)
	if err != nil {
		return Observables{}, err
	}
	out.Error = max(out.Error, bound)
	for k, p := range pairs {
		out.Bonds = append(out.Bonds, BondMean{p, ss[k]})
	}
	return out, nil
}

// Sample draws count configurations of a spin model with their exact probabilities,
// independent of each other; sample i depends on the seed and i.
func Sample(ctx context.Context, s *System, count int, o Options) ([][]int8, error) {
	if s.Spin == nil {
		return nil, fmt.Errorf("engine: samples are drawn of spin models, not of %s", s.Kind)
	}
	order, ok, err := narrow(s.Spin)
	if err != nil {
		return nil, err
	}
	if ok {
		return factor.SampleSpins(ctx, s.Spin, o.Seed, count, factor.Options{Order: order, Workers: o.Workers})
	}
	sys, err := planar.New(s.Spin, planar.Options{Workers: o.Workers})
	if err != nil {
		return nil, fmt.Errorf("engine: exact samples need a narrow or a planar model: no order of width %d, and %w", tableWidth, err)
	}
	return sys.Sample(ctx, o.Seed, count)
}
