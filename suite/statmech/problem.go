package statmech

import (
	"fmt"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping"
)

// drawVersion is part of every digest: raise it when a change alters what a seed draws.
const drawVersion = "statmech/2"

// Problem is a task under one binding, as the verifier needs it. It is safe for
// concurrent use.
type Problem struct {
	task   Task
	bind   binding
	seed   uint64
	truth  *truths
	digest string
}

var (
	_ mapping.Metamorphic = (*Problem)(nil)
	_ mapping.Deformable  = (*Problem)(nil)
)

func newProblem(t Task, v Variant, seed uint64, truth *truths) (*Problem, error) {
	p := &Problem{task: t, bind: bind(t, v, seed), seed: seed, truth: truth}
	// The announced parameters themselves are part of the digest, so that a change of
	// the generator cannot pass unnoticed even if its version was not raised.
	var probes []any
	for _, n := range t.Sizes {
		for k := range samples(mapping.Probed) {
			in, err := t.draw(seed, mapping.Probed, n, k)
			if err != nil {
				return nil, err
			}
			params, err := p.bind.params(in, mapping.Probed, k)
			if err != nil {
				return nil, err
			}
			probes = append(probes, params)
		}
	}
	d, err := claim.Digest(map[string]any{
		"version": drawVersion, "task": t.ID, "variant": v, "seed": fmt.Sprint(seed), "keys": p.bind.paramKeys(),
		"gold": t.Gold, "aside": t.aside, "scale": t.scale, "ladder": t.ladder, "probes": probes,
	})
	if err != nil {
		return nil, fmt.Errorf("statmech: task %s: %w", t.ID, err)
	}
	p.digest = d
	return p, nil
}

// ID is the task's short name.
func (p *Problem) ID() string { return p.task.ID }

// Digest identifies task, seed and binding, and with them every instance.
func (p *Problem) Digest() string { return p.digest }

// Gold is the published label.
func (p *Problem) Gold() mapping.Gold { return p.task.Gold }

// Sizes lists the sizes of a regime. Scale and AtGrowth reach further than honest
// programs of exponential cost can follow; how far a claim is held to them is the
// verifier's decision.
func (p *Problem) Sizes(r mapping.Regime) []int {
	if r == mapping.Far {
		return p.task.farSizes(p.seed)
	}
	return p.task.sizes(r)
}

// Samples is how many instances of each size a regime draws.
func (p *Problem) Samples(r mapping.Regime) int { return samples(r) }

// Side gives L for the tasks on a square table.
func (p *Problem) Side(n int) (int, bool) {
	if !p.task.square() {
		return 0, false
	}
	return side(n)
}

// ParamKeys lists the presented keys in the order of the text.
func (p *Problem) ParamKeys() []string { return p.bind.paramKeys() }

// Instance draws instance k of size n. Any size of the task's domain may be asked
// for in any regime; outside of AtGrowth the reference may refuse a size that it
// cannot reach.
func (p *Problem) Instance(r mapping.Regime, n, k int) (mapping.Instance, error) {
	in, err := p.task.draw(p.seed, r, n, k)
	if err != nil {
		return mapping.Instance{}, err
	}
	params, err := p.bind.params(in, r, k)
	if err != nil {
		return mapping.Instance{}, err
	}
	out := mapping.Instance{N: n, Params: params}
	if r == mapping.AtGrowth {
		return out, nil
	}
	t, err := p.truth.of(in, truthKey{p.task.ID, r, n, k})
	if err != nil {
		return mapping.Instance{}, fmt.Errorf("statmech: task %s: instance %d of size %d (%s): %w", p.task.ID, k, n, r, err)
	}
	out.LogZ = &t.value
	if r != mapping.Far {
		out.Wrong, out.Structure = t.wrong, &t.structure
	}
	return out, nil
}

// Relations states the identities at the two smallest sizes, announced or not, with
// parameters from the wider ranges of unannounced probes and under labels of the binding
// that are drawn anew for each call.
func (p *Problem) Relations() ([]mapping.Relation, error) {
	var out []mapping.Relation
	sizes := slices.Concat(p.Sizes(mapping.Probed), p.Sizes(mapping.Aside))
	slices.Sort(sizes)
	for i, n := range slices.Compact(sizes)[:2] {
		in, err := p.task.draw(p.seed, mapping.Aside, n, i)
		if err != nil {
			return nil, err
		}
		for j, r := range in.relatives() {
			var calls []mapping.Instance
			for k, of := range r.of {
				params, err := p.bind.dressed(of, newStream(p.seed, p.task.ID, "labels", "relation", n, j, k))
				if err != nil {
					return nil, err
				}
				calls = append(calls, mapping.Instance{N: of.size(), Params: params})
			}
			out = append(out, r.relation(calls))
		}
	}
	return out, nil
}
