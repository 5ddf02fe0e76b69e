package factor

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/physics/modelfile"
)

// Sample draws k independent joint states with probabilities proportional to their
// weights, which must be ≥ 0 and not all zero. Nothing is approximate but the rounding
// of the tables, and of the uniform numbers to 53 bits: each variable is drawn given
// those that are eliminated after it, from probabilities that are good to the tolerance.
// The generator is splitmix64, one stream per sample and one number per variable, so that
// a seed always gives the same states. Memory is that of Marginals.
func Sample(ctx context.Context, m *Model, seed uint64, k int, opt Options) ([][]int, error) {
	if k < 0 {
		return nil, fmt.Errorf("factor: sample: %d samples", k)
	}
	var states [][]int
	err := remember(ctx, m, opt, func(s *setup, t memory[*table]) (ok bool, err error) {
		states, ok, err = sampleIn(ctx, m, s, t, seed, k)
		return ok, err
	}, func(s *setup, t memory[*wideTable[wide]]) (err error) {
		states, _, err = sampleIn(ctx, m, s, t, seed, k)
		return err
	})
	if err != nil {
		return nil, err
	}
	return states, nil
}

// sampleIn draws from the tables that are kept. It reports false where they are not good
// enough.
func sampleIn[T any](ctx context.Context, m *Model, s *setup, mem memory[T], seed uint64, k int) (states [][]int, ok bool, err error) {
	p := s.plan
	states = make([][]int, k)
	streams := make([]uint64, k)
	for a := range states {
		states[a] = make([]int, len(m.Card))
		streams[a] = modelfile.SplitMix64(seed, uint64(a))
	}
	var in []T
	for i := p.n - 1; i >= 0; i-- {
		if err := ctx.Err(); i%256 == 0 && err != nil {
			return nil, false, fmt.Errorf("factor: sample: %w", err)
		}
		if p.card[i] == 1 {
			continue
		}
		in = in[:0]
		for _, c := range p.children.at(i) {
			in = append(in, mem.kept(int(c)))
		}
		loaded := len(in)
		for _, f := range p.factorAt.at(i) {
			in = append(in, mem.load(int(f)))
		}
		variable := p.order[i]
		for a, state := range states {
			weight, ok := mem.conditional(in, i, state)
			if !ok {
				return nil, false, nil
			}
			state[variable] = draw(weight, modelfile.Uniform(streams[a], uint64(variable)))
		}
		for _, t := range in[loaded:] {
			mem.free(t)
		}
	}
	return states, true, nil
}

// draw picks an index with probability proportional to its weight, for u in [0, 1).
func draw(weight []float64, u float64) int {
	sum := 0.0
	for _, w := range weight {
		sum += w
	}
	u *= sum
	last := 0
	for x, w := range weight {
		if w > 0 {
			if u < w {
				return x
			}
			last = x
		}
		u -= w
	}
	return last // rounding left a little over
}
