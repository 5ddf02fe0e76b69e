package estimate

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"sort"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// Options of the estimators. Zero values mean the defaults.
type Options struct {
	Seed uint64
	// Replicas is rounded up to a multiple of 64 (default 128).
	Replicas int
	// Levels is the number of temperatures (AIS: steps from β = 0, default 1000;
	// TemperingTI: intervals, default 24, made even).
	Levels int
	// Sweeps is the number of sweeps at a level (AIS, default 1), or of tempering rounds
	// of a sweep and an exchange (TemperingTI and the equilibration of reverse runs,
	// default 2000).
	Sweeps int
	// Rounds is what Sweeps is for the equilibration of the reverse runs of AIS.
	Rounds int
	// Confidence is the level of the interval (default 0.99).
	Confidence float64
	// Start gives equilibrium samples at the model's β for the reverse runs of AIS: the
	// spins ±1 of replica r. Nil means the end of a tempering run.
	Start func(ctx context.Context, r int) ([]int8, error)
}

// Limits on what the options may ask for.
const (
	maxReplicas = 1 << 14
	maxLevels   = 1 << 20
	maxSweeps   = 1 << 24
)

// fill sets defaults and checks.
func (o Options) fill(levels, sweeps int) (Options, error) {
	set := func(x *int, def int) {
		if *x == 0 {
			*x = def
		}
	}
	set(&o.Replicas, 128)
	set(&o.Levels, levels)
	set(&o.Sweeps, sweeps)
	set(&o.Rounds, 2000)
	if o.Confidence == 0 {
		o.Confidence = 0.99
	}
	if o.Replicas < 2 || o.Replicas > maxReplicas || o.Levels < 1 || o.Levels > maxLevels || o.Sweeps < 1 || o.Sweeps > maxSweeps || o.Rounds < 1 || o.Rounds > maxSweeps {
		return o, fmt.Errorf("estimate: %d replicas, %d levels, %d sweeps, %d rounds: the limits are %d, %d, %d, %d", o.Replicas, o.Levels, o.Sweeps, o.Rounds, maxReplicas, maxLevels, maxSweeps, maxSweeps)
	}
	if !(o.Confidence > 0.5 && o.Confidence < 1) {
		return o, fmt.Errorf("estimate: a confidence of %v", o.Confidence)
	}
	o.Replicas = (o.Replicas + lanes - 1) / lanes * lanes
	return o, nil
}

// AISResult is what annealed importance sampling found.
type AISResult struct {
	// LogZ has Bennett's estimate from both directions as its value and an error bound
	// that covers Lower and Upper.
	LogZ partition.LogZ
	// Lower and Upper hold with the confidence asked for, Upper if the reverse runs
	// started from equilibrium.
	Lower, Upper float64
	// Forward and Reverse are the logarithms of the weights, each an estimate of ln Z: the
	// mean of exp(Forward) is Z, that of exp(−Reverse) is 1/Z.
	Forward, Reverse []float64
	// ForwardLogZ and ReverseLogZ are the logarithms of these means.
	ForwardLogZ, ReverseLogZ float64
	// ExactStart says that the reverse runs started from the caller's samples.
	ExactStart bool
}

// AIS estimates ln Z. A forward run starts from uniformly random spins and raises β in
// equal steps, with a sweep after each; the work w = Σ Δβ(−H) before the sweeps satisfies
// ⟨e^w⟩ = Z(β)/2^n exactly, whatever the number of steps, so that ⟨w⟩ + n ln 2 ≤ ln Z by
// Jensen's inequality, and by Markov's the logarithm of the mean over any number of
// runs exceeds ln Z by more than c with a chance below e^(−c). A reverse run from
// equilibrium is the time reversal of a forward run and bounds ln Z from above. Of the two bounds on
// each side the better one counts, each at half of the allowed chance to fail.
func AIS(ctx context.Context, m *spin.Model, opt Options) (AISResult, error) {
	opt, err := opt.fill(1000, 1)
	if err != nil {
		return AISResult{}, err
	}
	f, err := compile(m)
	if err != nil {
		return AISResult{}, err
	}
	out := AISResult{Forward: make([]float64, opt.Replicas), Reverse: make([]float64, opt.Replicas), ExactStart: opt.Start != nil}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for b := range opt.Replicas / lanes {
		group.Go(func() error {
			p := f.make(streamOf(opt.Seed, uint64(2*b)))
			p.randomise()
			return anneal(ctx, p, m, opt, out.Forward[b*lanes:][:lanes], false)
		})
		group.Go(func() error {
			p, err := equilibrium(ctx, f, m, opt, b)
			if err != nil {
				return err
			}
			return anneal(ctx, p, m, opt, out.Reverse[b*lanes:][:lanes], true)
		})
	}
	if err := group.Wait(); err != nil {
		return AISResult{}, err
	}
	out.finish(m, opt.Confidence)
	return out, nil
}

// anneal writes n ln 2 + w (forward), or minus the work of the way back.
func anneal(ctx context.Context, p population, m *spin.Model, opt Options, out []float64, reverse bool) error {
	beta := func(k int) float64 { return m.Beta * float64(k) / float64(opt.Levels) }
	for l := range out {
		out[l] = float64(m.N) * math.Ln2
	}
	var e [lanes]float64
	for k := range opt.Levels {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		from, to := beta(k), beta(k+1)
		if reverse {
			from, to = beta(opt.Levels-k-1), beta(opt.Levels-k)
		}
		p.energies(&e)
		for l := range out {
			out[l] -= (to - from) * e[l]
		}
		next := to
		if reverse {
			next = from
		}
		if k+1 < opt.Levels {
			for range opt.Sweeps {
				p.sweep(next, reverse)
			}
		}
	}
	return nil
}

// equilibrium returns a batch of samples at the model's temperature.
func equilibrium(ctx context.Context, f *factory, m *spin.Model, opt Options, batch int) (population, error) {
	if opt.Start == nil {
		t := newTempering(f, m, 16, streamOf(opt.Seed, uint64(2*batch+1)), opt.Seed, uint64(batch))
		for range opt.Rounds {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			t.round()
		}
		return t.level[len(t.level)-1], nil
	}
	p := f.make(streamOf(opt.Seed, uint64(2*batch+1)))
	for l := range lanes {
		s, err := opt.Start(ctx, batch*lanes+l)
		if err != nil {
			return nil, fmt.Errorf("estimate: sample %d: %w", batch*lanes+l, err)
		}
		if len(s) != m.N {
			return nil, fmt.Errorf("estimate: sample %d has %d spins, the model %d", batch*lanes+l, len(s), m.N)
		}
		for i, x := range s {
			if x != 1 && x != -1 {
				return nil, fmt.Errorf("estimate: sample %d: spin %d is %d", batch*lanes+l, i, x)
			}
		}
		p.set(l, s)
	}
	return p, nil
}

// finish computes the bounds and the combined estimate.
func (r *AISResult) finish(m *spin.Model, confidence float64) {
	minus := make([]float64, len(r.Reverse))
	for i, x := range r.Reverse {
		minus[i] = -x
	}
	r.ForwardLogZ, r.ReverseLogZ = logMean(r.Forward), -logMean(minus)
	fail := (1 - confidence) / 2 // one side
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(r.Forward) - 1)}.Quantile(1 - fail/2)
	mean, se := meanError(r.Forward)
	r.Lower = max(mean-t*se, r.ForwardLogZ-math.Log(2/fail))
	mean, se = meanError(r.Reverse)
	r.Upper = min(mean+t*se, r.ReverseLogZ+math.Log(2/fail))
	v := bennett(r.Forward, r.Reverse)
	// What is lost in adding up thousands of small steps.
	rounding := m.Rounding + 1e-12*(1+math.Abs(v))
	r.Lower, r.Upper = r.Lower-rounding, r.Upper+rounding
	method := "annealed importance sampling, both directions"
	if !r.ExactStart {
		method += ", from a tempering run"
	}
	r.LogZ = partition.LogZ{
		Value:      big.NewFloat(v),
		ErrorBound: max(r.Upper-v, v-r.Lower, math.Abs(r.ForwardLogZ-r.ReverseLogZ)) + rounding,
		Method:     method, Precision: "float64",
	}
}

// logMean is ln of the mean of exp(x), from the largest down.
func logMean(x []float64) float64 {
	s := append([]float64(nil), x...)
	sort.Float64s(s)
	top, sum := s[len(s)-1], 0.0
	for _, y := range s {
		sum += math.Exp(y - top)
	}
	return top + math.Log(sum/float64(len(s)))
}

// meanError is the mean and its standard error.
func meanError(x []float64) (mean, se float64) {
	for _, y := range x {
		mean += y
	}
	mean /= float64(len(x))
	for _, y := range x {
		se += (y - mean) * (y - mean)
	}
	n := float64(len(x))
	return mean, math.Sqrt(se / (n * max(1, n-1)))
}

// bennett solves Σ_f 1/(1+e^(F−w)) = Σ_r 1/(1+e^(w−F)) for F, for as many forward as
// reverse works: the estimate of least variance. The left side falls with F and the right
// one rises.
func bennett(forward, reverse []float64) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, list := range [][]float64{forward, reverse} {
		for _, w := range list {
			lo, hi = min(lo, w), max(hi, w)
		}
	}
	for range 200 {
		mid := lo + (hi-lo)/2
		difference := 0.0
		for _, w := range forward {
			difference += 1 / (1 + math.Exp(mid-w))
		}
		for _, w := range reverse {
			difference -= 1 / (1 + math.Exp(w-mid))
		}
		if difference > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + (hi-lo)/2
}
