package engine

import (
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/physics/estimate"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// sweepBudget is the number of spin updates (terms looked at) that an estimate may take:
// the sampling is made shorter for larger models, down to leastSweeps.
const (
	sweepBudget = 1 << 33
	leastSweeps = 64
)

// estimate adds sampling: parallel tempering with thermodynamic integration, held
// against the two stochastic bounds of annealed importance sampling.
func (p *planner) estimate(m *spin.Model) {
	size := float64(m.N)
	for _, t := range m.Terms {
		size += float64(len(t.Sites))
	}
	p.add(Plan{
		Method: Estimate, Name: "parallel tempering with thermodynamic integration", Reason: "sampling needs no structure",
		Log2Cost: math.Log2(sweepBudget), Class: "no_efficient_known", Complexity: "O(2^n)",
		run: func(ctx context.Context, o Options) (partition.LogZ, error) {
			// A round of tempering sweeps every level; the two directions of annealing take half as much.
			const replicas, levels = 64, 24
			sweeps := int(min(2000, sweepBudget/(size*replicas*levels*1.5)))
			if sweeps < leastSweeps {
				return partition.LogZ{}, fmt.Errorf("sampling %d spins with %d terms takes more steps than the budget has", m.N, len(m.Terms))
			}
			ti, err := estimate.TemperingTI(ctx, m, estimate.Options{Seed: o.Seed, Replicas: replicas, Levels: levels, Sweeps: sweeps})
			if err != nil {
				return partition.LogZ{}, err
			}
			z := ti.LogZ
			z.Exact = false
			if ti.Drift > 3 {
				z.Escalated = append(z.Escalated, fmt.Sprintf("the two halves of the measurements differ by %.1f standard errors: not in equilibrium", ti.Drift))
			}
			ais, err := estimate.AIS(ctx, m, estimate.Options{Seed: o.Seed, Replicas: replicas, Levels: 2 * sweeps, Rounds: sweeps / 2, Confidence: bracketConfidence})
			if err != nil {
				return partition.LogZ{}, err
			}
			return bracketed(z, ais), nil
		},
	})
}

// bracketConfidence is the chance with which both bounds of annealed importance sampling hold.
const bracketConfidence = 0.99

// bracketed holds an estimate against the two bounds. One that is outside of them by more than
// its error gets an error that reaches the far bound.
func bracketed(z partition.LogZ, ais estimate.AISResult) partition.LogZ {
	z.Bracket = &partition.Bracket{Lower: ais.Lower, Upper: ais.Upper, Confidence: bracketConfidence}
	v := z.Float64()
	if v+z.ErrorBound < ais.Lower || v-z.ErrorBound > ais.Upper {
		z.Escalated = append(z.Escalated, "the estimate is outside of the bounds of annealed importance sampling: not in equilibrium")
		z.ErrorBound = max(z.ErrorBound, ais.Upper-v, v-ais.Lower)
	}
	return z
}
