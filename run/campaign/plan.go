package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// Plan says what a campaign runs. Zero values take the defaults stated.
type Plan struct {
	Suite    string   `json:"suite"`
	Models   []string `json:"models"`
	Policies []string `json:"policies"` // default: mag
	// Variants and Tasks select from the suite; empty means all.
	Variants []string `json:"variants,omitempty"`
	Tasks    []string `json:"tasks,omitempty"`
	// Limit keeps the first Limit tasks of those selected, in every variant; 0 all.
	Limit int `json:"limit,omitempty"`
	// Epochs is how often each trial is repeated; default 1.
	Epochs int    `json:"epochs"`
	Seed   uint64 `json:"seed"`
	// Rounds is K: at most K replies in a conversation; default 5.
	Rounds int `json:"rounds"`
	// Samples overrides the number 2K+1 of independent samples of best_of_n.
	Samples int `json:"samples,omitempty"`
	// KeepHistory sends whole conversations instead of the last exchange.
	KeepHistory bool `json:"keep_history,omitempty"`
	// Options are passed to the suite, such as "hint".
	Options map[string]string `json:"options,omitempty"`
	Config  model.Config      `json:"model_config"`
	Limits
}

// Limits bound a campaign as a whole. They are no part of a trial's identity, and a
// resume may change them.
type Limits struct {
	// CostLimitUSD and TokenLimit bound the sum over all calls; 0 means none.
	CostLimitUSD float64 `json:"cost_limit_usd,omitempty"`
	TokenLimit   int64   `json:"token_limit,omitempty"`
	// MaxConnections bounds the calls in flight of each model; default 10.
	MaxConnections int `json:"max_connections"`
}

// Selection is what a campaign asks of a suite.
type Selection struct {
	Tasks, Variants []string // empty means all
	Seed            uint64
	Options         map[string]string
}

// Suite supplies the tasks. The same selection gives the same subjects, in the
// suite's own order; unknown names in it are errors.
type Suite interface {
	Name() string
	Subjects(ctx context.Context, s Selection) ([]agent.Subject, error)
}

// withDefaults fills in the defaults and checks the plan.
func (p Plan) withDefaults() (Plan, error) {
	if len(p.Policies) == 0 {
		p.Policies = []string{"mag"}
	}
	p.Epochs = cmp.Or(p.Epochs, 1)
	p.Rounds = cmp.Or(p.Rounds, 5)
	p.Limits = p.Limits.withDefaults()
	var errs []error
	for _, list := range []struct {
		name  string
		items []string
	}{{"model", p.Models}, {"policy", p.Policies}, {"variant", p.Variants}, {"task", p.Tasks}} {
		seen := map[string]bool{}
		for _, item := range list.items {
			if seen[item] {
				errs = append(errs, fmt.Errorf("campaign: %s %q is listed twice", list.name, item))
			}
			seen[item] = true
		}
	}
	if len(p.Models) == 0 {
		errs = append(errs, errors.New("campaign: the plan names no model"))
	}
	for _, name := range p.Policies {
		policy, err := agent.PolicyNamed(name)
		if err != nil {
			errs = append(errs, err)
		}
		for _, part := range policy.Replays {
			if !slices.Contains(p.Policies, part) {
				errs = append(errs, fmt.Errorf("campaign: policy %q replays the records of %s: name them too", name, strings.Join(policy.Replays, ", ")))
				break
			}
		}
	}
	for _, n := range []struct {
		name  string
		value int
		least int
	}{
		{"epochs", p.Epochs, 1}, {"rounds", p.Rounds, 1}, {"max connections", p.MaxConnections, 1},
		{"limit", p.Limit, 0}, {"samples", p.Samples, 0},
	} {
		if n.value < n.least {
			errs = append(errs, fmt.Errorf("campaign: %s must be at least %d, not %d", n.name, n.least, n.value))
		}
	}
	if p.CostLimitUSD < 0 || p.TokenLimit < 0 {
		errs = append(errs, errors.New("campaign: a limit must not be negative"))
	}
	return p, errors.Join(errs...)
}

func (l Limits) withDefaults() Limits {
	l.MaxConnections = cmp.Or(l.MaxConnections, 10)
	return l
}

// trial is one trial of an expanded plan.
type trial struct {
	agent.Trial
	header  store.Trial // what the store keeps of it from the beginning
	subject agent.Subject
	// parts are the positions of the trials that it replays, none for most.
	parts []int
}

// expand lists the trials of a plan in its order.
func (p Plan) expand(ctx context.Context, s Suite) ([]trial, error) {
	subjects, err := s.Subjects(ctx, Selection{Tasks: p.Tasks, Variants: p.Variants, Seed: p.Seed, Options: p.Options})
	if err != nil {
		return nil, err
	}
	subjects = p.arrange(subjects)
	if len(subjects) == 0 {
		return nil, fmt.Errorf("campaign: suite %q has no task for this selection", s.Name())
	}
	var trials []trial
	keys := map[string]trial{}
	for _, name := range p.Models {
		for _, policyName := range p.Policies {
			policy, err := agent.PolicyNamed(policyName)
			if err != nil {
				return nil, err
			}
			policy.KeepHistory = p.KeepHistory
			if policy.Independent {
				policy.Samples = p.Samples
			}
			for _, subject := range subjects {
				for epoch := range p.Epochs {
					t, err := p.trial(name, policy, subject, epoch)
					if err != nil {
						return nil, err
					}
					if other, ok := keys[t.Key]; ok {
						return nil, fmt.Errorf("campaign: suite %q: tasks %s/%s and %s/%s have the same digest", s.Name(),
							other.subject.ID(), other.subject.Variant(), subject.ID(), subject.Variant())
					}
					t.header.Position = len(trials)
					keys[t.Key] = t
					trials = append(trials, t)
				}
			}
		}
	}
	return trials, link(trials)
}

// link finds the trials that replays are made of: same model, same task, same epoch.
func link(trials []trial) error {
	type place struct {
		model, policy, digest string
		epoch                 int
	}
	at := map[place]int{}
	for i, t := range trials {
		at[place{t.header.Model, t.header.Policy, t.header.TaskDigest, t.header.Epoch}] = i
	}
	for i, t := range trials {
		for _, policy := range t.Policy.Replays {
			j, ok := at[place{t.header.Model, policy, t.header.TaskDigest, t.header.Epoch}]
			if !ok {
				return fmt.Errorf("campaign: policy %q has no trial of policy %q to replay", t.header.Policy, policy)
			}
			trials[i].parts = append(trials[i].parts, j)
		}
	}
	return nil
}

// arrange orders the subjects by variant, then as the suite does, and applies Limit.
func (p Plan) arrange(subjects []agent.Subject) []agent.Subject {
	variants := slices.Clone(p.Variants)
	tasks := map[string]int{}
	for _, s := range subjects {
		if !slices.Contains(variants, s.Variant()) {
			variants = append(variants, s.Variant())
		}
		if _, ok := tasks[s.ID()]; !ok {
			tasks[s.ID()] = len(tasks)
		}
	}
	subjects = slices.Clone(subjects)
	if p.Limit > 0 {
		subjects = slices.DeleteFunc(subjects, func(s agent.Subject) bool { return tasks[s.ID()] >= p.Limit })
	}
	slices.SortStableFunc(subjects, func(a, b agent.Subject) int {
		return cmp.Or(cmp.Compare(slices.Index(variants, a.Variant()), slices.Index(variants, b.Variant())),
			cmp.Compare(tasks[a.ID()], tasks[b.ID()]))
	})
	return subjects
}

func (p Plan) trial(name string, policy agent.Policy, s agent.Subject, epoch int) (trial, error) {
	key, err := claim.Digest(struct {
		Task   string       `json:"task"`
		Policy agent.Policy `json:"policy"`
		Rounds int          `json:"rounds"`
		Epoch  int          `json:"epoch"`
		Model  string       `json:"model"`
		Config model.Config `json:"config"`
		Seed   uint64       `json:"seed"`
	}{s.Digest(), policy, p.Rounds, epoch, name, p.Config, p.Seed})
	if err != nil {
		return trial{}, fmt.Errorf("campaign: model %q, task %q: %w", name, s.ID(), err)
	}
	return trial{
		Trial: agent.Trial{
			Key: key, Policy: policy, Rounds: p.Rounds, Config: p.Config,
			Label: model.Label{Suite: p.Suite, Task: s.ID(), Variant: s.Variant(), Policy: policy.Name, Epoch: epoch, Seed: p.Seed},
		},
		header: store.Trial{
			Key: key, Model: name, Policy: policy.Name, Task: s.ID(), Variant: s.Variant(), Epoch: epoch, TaskDigest: s.Digest(),
		},
		subject: s,
	}, nil
}
