package statmech

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/engine"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/planar"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// far are the largest sizes of a task's probes. They are drawn from the seed, so that no
// list of them can be learnt, and temperatures are such that the value still fits into
// the float that a program returns: a sum over signs is at least 2^n, which ends every
// one of them before n = 1024. Values that are probabilities, means or weighed counts
// end elsewhere or nowhere.
type far struct {
	from, to int
	heat     span // of tasks with a temperature; over n where couplings join all pairs
}

// farPlaces is the number of sizes that are drawn, one from each part of the range: what
// grows steadily may still reach the lower one.
const farPlaces = 2

// farSizes draws the sizes, ascending.
func (t Task) farSizes(seed uint64) []int {
	if t.far == nil {
		return nil
	}
	var domain []int
	for n := t.far.from; n <= t.far.to; n++ {
		if t.admits(n) == nil {
			domain = append(domain, n)
		}
	}
	s := newStream(seed, t.ID, mapping.Far, "sizes")
	var out []int
	for i := range farPlaces {
		part := domain[i*len(domain)/farPlaces : (i+1)*len(domain)/farPlaces]
		if len(part) > 0 {
			out = append(out, part[s.below(len(part))])
		}
	}
	return out
}

// farReference is the value by the structure engine where it knows the model, otherwise
// by the method of the instance.
func farReference(in instance) (mapping.Reference, error) {
	switch in := in.(type) {
	case dimerGrid:
		return in.pfaffian()
	case interface{ sparse() (*spin.Model, error) }:
		m, err := in.sparse()
		if err != nil {
			return mapping.Reference{}, err
		}
		z, err := engine.LogZ(context.Background(), &engine.System{Kind: "ising", Spin: m}, engine.Options{Tolerance: referenceTolerance})
		if err != nil {
			return mapping.Reference{}, err
		}
		if !z.Exact {
			return mapping.Reference{}, errors.New("the structure engine has no exact value")
		}
		return fromEngine(z.LogZ), nil
	}
	return in.reference()
}

// The spin models with few terms for each site; those with all pairs count configurations
// by their magnetisation instead.
func (in rowSpins) sparse() (*spin.Model, error)   { return in.model() }
func (in torusSpins) sparse() (*spin.Model, error) { return in.model() }
func (in gridSpins) sparse() (*spin.Model, error)  { return in.model() }
func (in fieldPairs) sparse() (*spin.Model, error) { return in.model() }

func fromEngine(z partition.LogZ) mapping.Reference {
	return mapping.Reference{LogZ: z.Float64(), ErrorBound: z.ErrorBound, Method: z.Method}
}

// pfaffian sums the coverings by one Pfaffian over the cells.
func (in dimerGrid) pfaffian() (mapping.Reference, error) {
	l, _ := side(in.n)
	var edges []graph.Edge
	var weights []float64
	for r := range l {
		for c := range l {
			if c+1 < l {
				edges, weights = append(edges, graph.Edge{r*l + c, r*l + c + 1}), append(weights, in.x[r][c])
			}
			if r+1 < l {
				edges, weights = append(edges, graph.Edge{r*l + c, (r+1)*l + c}), append(weights, in.y[r][c])
			}
		}
	}
	g, err := graph.New(in.n, edges)
	if err != nil {
		return mapping.Reference{}, err
	}
	z, err := planar.DimerLogZ(context.Background(), g, nil, weights, planar.Options{Tolerance: referenceTolerance})
	if err != nil {
		return mapping.Reference{}, fmt.Errorf("dimers: %w", err)
	}
	return fromEngine(z), nil
}
