package main

import (
	"context"
	"errors"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/suite/duality"
	"github.com/assay-physics/assay/suite/statmech"
)

// dualPairs judges for the suite and for its built-in agents alike, so that neither waits
// for what the other has judged already.
var dualPairs = duality.NewExact()

// dualitySuite is the benchmark of repairs.
func dualitySuite() suiteInfo {
	s := suiteInfo{
		Name:     duality.Name,
		Meaning:  "can models repair a damaged pair of dual gauge theories: propose a whole theory, be checked exactly, revise",
		Variants: duality.Variants(),
		Options:  []optionInfo{},
		Metrics:  duality.Metrics(),
		policy:   "vf",
		open:     func(statmech.Verifier) campaign.Suite { return repairSuite{} },
		spec:     func() stats.Spec { return stats.DualPairs(duality.Metrics()) },
		kind:     func() claim.Kind { return duality.Kind(dualPairs) },
		reply:    repairReply,
		tasks: func() ([]taskInfo, error) {
			b, err := duality.Builtin()
			if err != nil {
				return nil, err
			}
			var list []taskInfo
			for _, f := range b.Fixtures {
				list = append(list, taskInfo{f.ID, f.Title()})
			}
			return list, nil
		},
	}
	for _, a := range duality.Agents() {
		s.Agents = append(s.Agents, agentInfo(a))
	}
	return s
}

// repairSuite fits the suite to a campaign.
type repairSuite struct{}

func (repairSuite) Name() string { return duality.Name }

func (repairSuite) Subjects(ctx context.Context, sel campaign.Selection) ([]agent.Subject, error) {
	for name := range sel.Options {
		return nil, usage("suite duality has no option %q", name)
	}
	suite, err := duality.New(ctx, duality.Config{Seed: sel.Seed, Tasks: sel.Tasks, Variants: sel.Variants, Verifier: dualPairs})
	switch {
	case ctx.Err() != nil:
		return nil, err
	case err != nil: // a task or a description that there is not
		return nil, usage("%w", err)
	}
	var subjects []agent.Subject
	for _, s := range suite.Subjects() {
		subjects = append(subjects, repairSubject{s})
	}
	return subjects, nil
}

// repairSubject gives a fixture what a trial looks for beyond an agent.Subject: a tool to
// answer by, a task that the replies change, and rules for when it is over.
type repairSubject struct{ *duality.Subject }

var (
	_ agent.Tooled   = repairSubject{}
	_ agent.Evolving = repairSubject{}
	_ agent.Standing = repairSubject{}
	_ agent.Ending   = repairSubject{}
	_ agent.Profiled = repairSubject{}
)

func (s repairSubject) Tools() []model.Tool { return []model.Tool{model.Tool(s.Tool())} }

func (s repairSubject) After(reply string) agent.Subject {
	return repairSubject{s.Subject.After(reply)}
}

// ProfileFor: independent draws stop at the first that the judge certifies, conversations
// at the first that passes the interaction.
func (s repairSubject) ProfileFor(p agent.Policy) claim.Profile {
	if p.Independent {
		return claim.Final
	}
	return claim.Interaction
}

// repairReply asks a built-in agent. It gives it what the request shows, and of the label
// only a number to draw by.
func repairReply(ctx context.Context, name string, r model.Request) (string, error) {
	ask := duality.Ask{Draw: duality.DrawOf(r.Label.Task, r.Label.Epoch, r.Label.Round, r.Label.Sample, r.Label.Seed)}
	for _, m := range r.Messages {
		switch {
		case m.Role == model.User && duality.Shows(m.Content):
			ask.Shown, ask.Replies = m.Content, nil
		case m.Role == model.Assistant:
			ask.Replies = append(ask.Replies, m.Answer())
		}
	}
	if ask.Shown == "" {
		return "", errors.New("the request shows no theories")
	}
	return duality.Reply(ctx, name, dualPairs, ask)
}
