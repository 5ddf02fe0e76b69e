package estimate

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"runtime"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// tempering is parallel tempering of 64 independent sets of replicas, one replica of each
// set at every temperature.
type tempering struct {
	beta   []float64
	level  []population
	energy [][lanes]float64
	random stream
	parity int
	// Accepted and tried exchanges.
	accepted, tried int
}

// newTempering spreads levels+1 temperatures evenly from β = 0.
func newTempering(f *factory, m *spin.Model, levels int, random stream, seed, batch uint64) *tempering {
	t := &tempering{random: random, energy: make([][lanes]float64, levels+1)}
	for k := range levels + 1 {
		t.beta = append(t.beta, m.Beta*float64(k)/float64(levels))
		p := f.make(streamOf(seed^0xA0761D6478BD642F, batch<<20|uint64(k)))
		p.randomise()
		t.level = append(t.level, p)
	}
	return t
}

// round sweeps every temperature, measures energies and exchanges neighbours, even and odd
// pairs in turn: replicas at β and β' swap with the chance min(1, e^((β−β')(H−H'))). The
// energies are those before the exchange, at the temperatures at which they were sampled.
func (t *tempering) round() {
	for k, p := range t.level {
		if t.beta[k] == 0 {
			p.randomise() // exact
		} else {
			p.sweep(t.beta[k], false)
		}
		p.energies(&t.energy[k])
	}
	for k := t.parity; k+1 < len(t.level); k += 2 {
		mask := uint64(0)
		for l := range lanes {
			x := (t.beta[k] - t.beta[k+1]) * (t.energy[k][l] - t.energy[k+1][l])
			if x >= 0 || t.random.uniform() < math.Exp(x) {
				mask |= 1 << uint(l)
				t.accepted++
			}
			t.tried++
		}
		t.level[k].exchange(t.level[k+1], mask)
	}
	t.parity ^= 1
}

// TIResult is what parallel tempering with thermodynamic integration found.
type TIResult struct {
	LogZ partition.LogZ
	// Beta, Energy and EnergyError are the temperatures, ⟨H⟩ there, and its standard error.
	Beta, Energy, EnergyError []float64
	// Statistical is the half-width of the confidence interval over independent replicas,
	// Discretisation the change of the integral when every other temperature is left out,
	// some fifteen times the error of the finer rule where that has converged.
	Statistical, Discretisation float64
	// Exchange is the fraction of accepted exchanges.
	Exchange float64
	// Drift is the change of the integral from the first to the second half of the
	// measurements, in standard errors. Above 3, the run had not equilibrated, and the
	// change is added to the error bound.
	Drift float64
}

// TemperingTI estimates ln Z = n ln 2 − ∫ ⟨H⟩ dβ by parallel tempering at evenly spaced β
// from zero, where it is exact. The first third of the rounds is not measured. Each
// interval of length h is integrated with the energies and their derivatives, the
// variances, at its ends,
//
//	−∫ ⟨H⟩ ≈ −h/2 (⟨H⟩_0 + ⟨H⟩_1) + h²/12 (Var_0 − Var_1),
//
// which is good to h⁴. The error is taken over the independent sets of replicas, each a
// block of its own.
func TemperingTI(ctx context.Context, m *spin.Model, opt Options) (TIResult, error) {
	opt, err := opt.fill(24, 2000)
	if err != nil {
		return TIResult{}, err
	}
	opt.Levels += opt.Levels % 2
	if opt.Levels > 1<<12 || opt.Sweeps < 6 {
		return TIResult{}, fmt.Errorf("estimate: tempering with %d levels and %d rounds: at most %d and at least 6", opt.Levels, opt.Sweeps, 1<<12)
	}
	f, err := compile(m)
	if err != nil {
		return TIResult{}, err
	}
	if cost := float64(opt.Levels) * float64(opt.Replicas) * float64(m.N); cost > 1<<31 {
		return TIResult{}, fmt.Errorf("estimate: tempering of %d spins, %d levels and %d replicas holds %.2g spins in memory, the limit is %d", m.N, opt.Levels, opt.Replicas, cost, 1<<31)
	}
	sets := opt.Replicas
	// Sums of H and H² by set, temperature and half of the measurements.
	type moments struct{ n, e, e2 float64 }
	sums := make([][2][]moments, sets)
	accepted, tried := make([]int, sets/lanes), make([]int, sets/lanes)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	burn := opt.Sweeps / 3
	var beta []float64
	for k := range opt.Levels + 1 {
		beta = append(beta, m.Beta*float64(k)/float64(opt.Levels))
	}
	for b := range sets / lanes {
		group.Go(func() error {
			for l := range lanes {
				for half := range 2 {
					sums[b*lanes+l][half] = make([]moments, opt.Levels+1)
				}
			}
			t := newTempering(f, m, opt.Levels, streamOf(opt.Seed, uint64(b)), opt.Seed, uint64(b))
			for r := range opt.Sweeps {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				t.round()
				if r < burn {
					continue
				}
				half := 0
				if 2*(r-burn) >= opt.Sweeps-burn {
					half = 1
				}
				for k := range t.energy {
					for l, e := range t.energy[k] {
						s := &sums[b*lanes+l][half][k]
						s.n++
						s.e += e
						s.e2 += e * e
					}
				}
			}
			accepted[b], tried[b] = t.accepted, t.tried
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return TIResult{}, err
	}
	// The variance of H is taken over all sets together: within a set its mean is biased by
	// that of ⟨H⟩². Sets then enter the integral through H and (H − mean)², and their
	// spread is the error.
	out := TIResult{Beta: beta, Energy: make([]float64, opt.Levels+1), EnergyError: make([]float64, opt.Levels+1)}
	column := make([]float64, sets)
	for k := range out.Energy {
		for s := range sets {
			a, b := sums[s][0][k], sums[s][1][k]
			column[s] = (a.e + b.e) / (a.n + b.n)
		}
		out.Energy[k], out.EnergyError[k] = meanError(column)
	}
	integral := func(mean, variance func(k int) float64, step int) float64 {
		sum := 0.0
		for k := 0; k+step <= opt.Levels; k += step {
			h := beta[k+step] - beta[k]
			sum += -h/2*(mean(k)+mean(k+step)) + h*h/12*(variance(k)-variance(k+step))
		}
		return sum
	}
	bySet := func(half, step int) []float64 {
		list := make([]float64, sets)
		for s := range list {
			get := func(k int) moments {
				a, b := sums[s][0][k], sums[s][1][k]
				switch half {
				case 0:
					return a
				case 1:
					return b
				}
				return moments{a.n + b.n, a.e + b.e, a.e2 + b.e2}
			}
			mean := func(k int) float64 { x := get(k); return x.e / x.n }
			variance := func(k int) float64 {
				x, mu := get(k), out.Energy[k]
				return x.e2/x.n - 2*mu*x.e/x.n + mu*mu
			}
			list[s] = integral(mean, variance, step)
		}
		return list
	}
	value, se := meanError(bySet(2, 1))
	coarse, _ := meanError(bySet(2, 2))
	first, second := bySet(0, 1), bySet(1, 1)
	for s := range first {
		second[s] -= first[s]
	}
	drift, driftError := meanError(second)
	if driftError > 0 {
		out.Drift = drift / driftError
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(sets - 1)}.Quantile(0.5 + opt.Confidence/2)
	out.Statistical = t * se
	out.Discretisation = math.Abs(value - coarse)
	unsettled := 0.0
	if math.Abs(out.Drift) > 3 {
		unsettled = math.Abs(drift)
	}
	total := [2]int{}
	for b := range accepted {
		total[0] += accepted[b]
		total[1] += tried[b]
	}
	if total[1] > 0 {
		out.Exchange = float64(total[0]) / float64(total[1])
	}
	v := float64(m.N)*math.Ln2 + value
	out.LogZ = partition.LogZ{
		Value:      big.NewFloat(v),
		ErrorBound: out.Statistical + out.Discretisation + unsettled + m.Rounding + 1e-12*(1+math.Abs(v)),
		Method:     "parallel tempering with thermodynamic integration", Precision: "float64",
	}
	return out, nil
}
