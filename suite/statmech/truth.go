package statmech

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// bruteSize is the largest size that is summed configuration by configuration: the
// announced and the unannounced sizes, so that at small n the reference rests on no
// method whose class is in question.
const bruteSize = 16

// truth computes what is known about the instance. The work is bounded by the sizes
// that a task lists, so that it takes no context: a result that another caller waits
// for must not depend on the patience of the first.
func (in instance) truth() (truth, error) {
	m, err := in.model()
	if err != nil {
		return truth{}, err
	}
	var t truth
	if t.logZ, err = in.reference(); err != nil {
		return truth{}, err
	}
	if in.n <= bruteSize {
		if t.wrong, err = in.mistakes(); err != nil {
			return truth{}, err
		}
	}
	t.structure, err = structure(m)
	return t, err
}

// model is the instance as a plain list of couplings.
func (in instance) model() (*spin.Model, error) {
	l, _ := side(in.n)
	switch in.task {
	case "P01", "P02":
		return spin.NewChain(in.beta, slices.Repeat([]float64{in.j}, in.n-1), in.h)
	case "P03":
		return spin.NewTorus(l, l, in.beta, in.j)
	case "P04":
		return spin.NewGrid(in.beta, in.jh, in.jv)
	case "P05":
		xi := make([]int8, in.n)
		for i, x := range in.xi {
			xi[i] = int8(x)
		}
		return spin.NewMattis(in.beta, 1, xi)
	case "P06":
		return spin.NewPairs(in.n, in.beta, in.edges, in.js)
	}
	return nil, fmt.Errorf("statmech: unknown task %q", in.task)
}

// reference is ln Z, by enumeration up to bruteSize and by an exact method of the
// model's own beyond.
func (in instance) reference() (mapping.Reference, error) {
	ctx := context.Background()
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	l, _ := side(in.n)
	var z spin.LogZ
	switch {
	case in.n <= bruteSize:
		z, err = spin.BruteForce(ctx, m)
	case in.task == "P01", in.task == "P02":
		z, err = spin.ChainLogZ(in.beta, slices.Repeat([]float64{in.j}, in.n-1), in.h)
	case in.task == "P03":
		z, err = spin.TorusKaufman(l, l, in.beta*in.j)
	case in.task == "P04":
		z, err = spin.OpenGridTransfer(ctx, in.beta, in.jh, in.jv)
	case in.task == "P05":
		z, err = spin.MattisLogZ(in.beta, in.n)
	default:
		var g *graph.Graph
		if g, err = m.Interaction(); err == nil {
			z, err = spin.Eliminate(ctx, m, graph.MinFillOrder(g, spin.MaxWidth), spin.MaxWidth)
		}
	}
	if err != nil {
		return mapping.Reference{}, err
	}
	return mapping.Reference{LogZ: z.Float64(), ErrorBound: z.ErrorBound, Method: z.Method}, nil
}

// mistakes gives ln Z of nearby wrong models, by the name of the mistake: a value that
// misses the reference and hits one of these says what went wrong. A global change of
// sign is invisible on open chains and grids, whose couplings it only gauges away, so
// that there the mistake is another: in P01 a lost minus in the weight of unlike
// neighbours, in P04 the signs of the bonds dropped.
func (in instance) mistakes() (map[string]float64, error) {
	wrong := map[string]float64{}
	add := func(name string, m *spin.Model) error {
		z, err := spin.BruteForce(context.Background(), m)
		if err != nil {
			return fmt.Errorf("mistake %q: %w", name, err)
		}
		wrong[name] = z.Float64()
		return nil
	}
	sign, err := in.model()
	if err != nil {
		return nil, err
	}
	switch in.task {
	case "P01":
		wrong["sign"] = math.Ln2 + float64(in.n-1)*(math.Ln2+in.beta*in.j)
	case "P04":
		for i := range sign.Terms {
			sign.Terms[i].J = math.Abs(sign.Terms[i].J)
		}
		err = add("sign", sign)
	default:
		sign.Beta = -sign.Beta
		err = add("sign", sign)
	}
	if err != nil {
		return nil, err
	}
	switch in.task {
	case "P01", "P02": // closed into a ring
		ring, err := in.model()
		if err != nil {
			return nil, err
		}
		ring.Terms = append(ring.Terms, spin.Term{Sites: []int{0, in.n - 1}, J: in.j})
		if err := add("boundary", ring); err != nil {
			return nil, err
		}
	case "P03": // cut open
		l, _ := side(in.n)
		row := func(n int) []float64 { return slices.Repeat([]float64{in.j}, n) }
		grid, err := spin.NewGrid(in.beta, slices.Repeat([][]float64{row(l - 1)}, l), slices.Repeat([][]float64{row(l)}, l-1))
		if err != nil {
			return nil, err
		}
		if err := add("boundary", grid); err != nil {
			return nil, err
		}
	}
	return wrong, nil
}
