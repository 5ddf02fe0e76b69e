package engine

import (
	"context"

	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// Closed is a model that brings its own exact evaluator: lattice models that are not
// spins, quantum chains, gases.
type Closed interface {
	Kind() string
	Sites() int
	LogZ(ctx context.Context) (partition.LogZ, error)
	// Explain is the argument in plain words, one step a line.
	Explain() []string
}

// System is a model of any kind. Exactly one of its pointers is set.
type System struct {
	// Kind is the model key of the file.
	Kind    string
	Spin    *spin.Model
	Factors *factor.Model
	Closed  Closed
}

// Sites is the number of variables.
func (s *System) Sites() int {
	switch {
	case s.Spin != nil:
		return s.Spin.N
	case s.Factors != nil:
		return len(s.Factors.Card)
	}
	return s.Closed.Sites()
}
