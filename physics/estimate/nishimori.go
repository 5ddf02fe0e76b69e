package estimate

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/assay-physics/assay/physics/spin"
)

// NishimoriOptions of NishimoriCheck.
type NishimoriOptions struct {
	Seed uint64
	// P is the chance of a negative bond, 0 < P < 1/2.
	P float64
	// Samples of the disorder (default 200) and Sweeps of each (default 1000), of which
	// the second half is measured.
	Samples, Sweeps int
	// Beta, where not zero, is used in place of that of the Nishimori line: the
	// identities then fail, which is how their power can be seen.
	Beta float64
	// Planted starts from all spins up, which on the Nishimori line is an equilibrium
	// sample together with its disorder. Otherwise spins start at random, and the check is
	// one of equilibration.
	Planted bool
}

// NishimoriResult compares both sides of the identities, with standard errors over the
// disorder.
type NishimoriResult struct {
	Beta float64
	// Energy is [⟨H⟩], Exact is −N_B(1−2p).
	Energy, EnergyError, Exact float64
	// Magnetisation is [⟨m²⟩], Overlap [⟨q²⟩] between independent replicas; Difference and
	// its error are those of the pairs.
	Magnetisation, Overlap, Difference, DifferenceError float64
	// EnergyZ and OverlapZ are the deviations in standard errors.
	EnergyZ, OverlapZ float64
}

// NishimoriCheck samples the ±J model on the given bonds, J = −1 with the chance P and +1
// otherwise, at β = ½ ln((1−p)/p), where gauge invariance gives [⟨H⟩] = −N_B(1−2p) and equal
// distributions of the magnetisation and of the overlap of two replicas, hence [⟨m²⟩] =
// [⟨q²⟩]. It says how many standard errors the samples are off.
func NishimoriCheck(ctx context.Context, n int, bonds [][2]int, opt NishimoriOptions) (NishimoriResult, error) {
	if opt.Samples == 0 {
		opt.Samples = 200
	}
	if opt.Sweeps == 0 {
		opt.Sweeps = 1000
	}
	if !(opt.P > 0 && opt.P < 0.5) {
		return NishimoriResult{}, fmt.Errorf("estimate: Nishimori line: p = %v is outside of 0 … 1/2", opt.P)
	}
	if opt.Samples < 2 || opt.Samples > 1<<20 || opt.Sweeps < 2 || opt.Sweeps > maxSweeps {
		return NishimoriResult{}, fmt.Errorf("estimate: Nishimori line: %d samples of %d sweeps", opt.Samples, opt.Sweeps)
	}
	out := NishimoriResult{Beta: opt.Beta}
	if out.Beta == 0 {
		out.Beta = 0.5 * math.Log((1-opt.P)/opt.P)
	}
	energy, m2, q2 := make([]float64, opt.Samples), make([]float64, opt.Samples), make([]float64, opt.Samples)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for s := range opt.Samples {
		group.Go(func() error {
			draw := streamOf(opt.Seed, uint64(2*s))
			J := make([]float64, len(bonds))
			for k := range J {
				J[k] = 1
				if draw.uniform() < opt.P {
					J[k] = -1
				}
			}
			model, err := spin.NewPairs(n, out.Beta, bonds, J)
			if err != nil {
				return fmt.Errorf("estimate: Nishimori line: %w", err)
			}
			f, err := compile(model)
			if err != nil {
				return err
			}
			p := f.make(streamOf(opt.Seed, uint64(2*s+1)))
			if p.randomise(); opt.Planted {
				up := make([]int8, n)
				for i := range up {
					up[i] = 1
				}
				for l := range lanes {
					p.set(l, up)
				}
			}
			measured := 0
			for r := range opt.Sweeps {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				p.sweep(out.Beta, false)
				// A measurement in ten sweeps, or as many as there are.
				if 2*r < opt.Sweeps || (opt.Sweeps-1-r)%10 != 0 {
					continue
				}
				var e [lanes]float64
				p.energies(&e)
				for _, x := range e {
					energy[s] += x / lanes
				}
				m, q := overlaps(p, n)
				m2[s] += m
				q2[s] += q
				measured++
			}
			energy[s] /= float64(measured)
			m2[s] /= float64(measured)
			q2[s] /= float64(measured)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return NishimoriResult{}, err
	}
	out.Exact = -float64(len(bonds)) * (1 - 2*opt.P)
	out.Energy, out.EnergyError = meanError(energy)
	out.Magnetisation, _ = meanError(m2)
	out.Overlap, _ = meanError(q2)
	for s := range m2 {
		m2[s] -= q2[s]
	}
	out.Difference, out.DifferenceError = meanError(m2)
	out.EnergyZ = ratio(out.Energy-out.Exact, out.EnergyError)
	out.OverlapZ = ratio(out.Difference, out.DifferenceError)
	return out, nil
}

// ratio is x/y, 0 where x is nothing beside a rounding.
func ratio(x, y float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x / y
}

// overlaps returns the means over the replicas of m² and over pairs of replicas of q².
func overlaps(p population, n int) (m2, q2 float64) {
	s := make([]int8, lanes*n)
	for l := range lanes {
		m := 0
		for i := range n {
			s[l*n+i] = p.spin(l, i)
			m += int(s[l*n+i])
		}
		m2 += float64(m) * float64(m)
	}
	for l := range lanes / 2 {
		q := 0
		for i, x := range s[2*l*n : (2*l+1)*n] {
			q += int(x * s[(2*l+1)*n+i])
		}
		q2 += float64(q) * float64(q)
	}
	size := float64(n) * float64(n)
	return m2 / lanes / size, q2 / (lanes / 2) / size
}
