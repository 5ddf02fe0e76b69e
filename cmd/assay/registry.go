package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/suite/statmech"
	"github.com/assay-physics/assay/verify/duality"
	"github.com/assay-physics/assay/verify/mapping"
)

// This file is the one list of what assay knows: kinds of claims, suites and model
// providers. Nothing registers itself elsewhere.

// registry lists the kinds of claims.
func registry() (*claim.Registry, error) {
	return claim.NewRegistry(mapping.Kind(), duality.Kind())
}

// suiteInfo is a suite as `assay suites` shows it.
type suiteInfo struct {
	Name     string         `json:"name"`
	Meaning  string         `json:"meaning"`
	Tasks    []taskInfo     `json:"tasks"` // where tasks is nil
	Variants []string       `json:"variants"`
	Options  []optionInfo   `json:"options"`
	Metrics  []claim.Metric `json:"metrics"`
	// tasks lists the tasks of a suite that makes them; nil where Tasks holds them.
	tasks func() ([]taskInfo, error)
	// Agents are the built-in agents that know the suite.
	Agents []agentInfo `json:"agents"`
	// policy is the one that a run conducts unless others are named.
	policy string
	// sandboxed: replies hold programs, which the sandbox runs.
	sandboxed bool
	// open makes the suite ready to check replies; v is nil where nothing is checked or
	// the suite needs no sandbox.
	open func(v statmech.Verifier) campaign.Suite
	// spec says which measures play which part in tables and figures.
	spec func() stats.Spec
	// kind are the obligations of its claims.
	kind func() claim.Kind
	// reply asks a built-in agent.
	reply func(ctx context.Context, agent string, r model.Request) (string, error)
}

type agentInfo struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

type taskInfo struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type optionInfo struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// suites lists the suites.
func suites() []suiteInfo { return []suiteInfo{statmechSuite(), dualitySuite()} }

func statmechSuite() suiteInfo {
	s := suiteInfo{
		Name:      statmech.Name,
		Meaning:   "do models discover statistical-mechanical mappings: class, complexity and program of a partition function",
		Options:   []optionInfo{{"hint", "true: each task's hint stands in its prompt"}},
		Metrics:   statmech.Metrics(),
		policy:    "mag",
		sandboxed: true,
		open:      func(v statmech.Verifier) campaign.Suite { return mappingSuite{v} },
		spec:      func() stats.Spec { return stats.Mapping(statmech.Metrics()) },
		kind:      mapping.Kind,
		reply:     mappingReply,
	}
	for _, t := range statmech.Tasks() {
		s.Tasks = append(s.Tasks, taskInfo{t.ID, t.Title})
	}
	for _, v := range statmech.Variants() {
		s.Variants = append(s.Variants, string(v))
	}
	for _, a := range statmech.Agents() {
		s.Agents = append(s.Agents, agentInfo(a))
	}
	return s
}

// complete is the suite with its tasks made.
func (s suiteInfo) complete() (suiteInfo, error) {
	if s.tasks == nil {
		return s, nil
	}
	var err error
	s.Tasks, err = s.tasks()
	return s, err
}

func suiteNamed(name string) (suiteInfo, error) {
	var names []string
	for _, s := range suites() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return suiteInfo{}, usage("unknown suite %q; known: %s", name, strings.Join(names, ", "))
}

// mappingSuite fits the statistical mechanics suite to a campaign.
type mappingSuite struct{ verifier statmech.Verifier }

func (s mappingSuite) Name() string { return statmech.Name }

func (s mappingSuite) Subjects(_ context.Context, sel campaign.Selection) ([]agent.Subject, error) {
	c := statmech.Config{Seed: sel.Seed, Tasks: sel.Tasks, Verifier: s.verifier}
	for _, v := range sel.Variants {
		c.Variants = append(c.Variants, statmech.Variant(v))
	}
	for name, value := range sel.Options {
		if name != "hint" {
			return nil, usage("suite statmech has no option %q; known: hint", name)
		}
		on, err := strconv.ParseBool(value)
		if err != nil {
			return nil, usage("option hint must be true or false, not %q", value)
		}
		c.Hint = on
	}
	suite, err := statmech.New(c)
	if err != nil {
		return nil, usage("%w", err)
	}
	var subjects []agent.Subject
	for _, sub := range suite.Subjects() {
		subjects = append(subjects, sub)
	}
	return subjects, nil
}

// providers lists where models come from: the vendors, recorded conversations, and
// the agents that are built in.
func providers() []model.Provider {
	return append(model.Standard(), model.Replay(), builtin())
}

// builtin is the provider of the agents that need no key.
func builtin() model.Provider {
	return model.Provider{
		Name: "builtin", Doc: "solvers and baselines written here; no key, no network",
		Open: func(_ context.Context, name string, _ model.Options) (model.Backend, error) {
			for _, s := range suites() {
				for _, a := range s.Agents {
					if a.Name == name {
						return builtinModel{name, s}, nil
					}
				}
			}
			return nil, &model.Fault{Kind: model.NotFound, Message: fmt.Sprintf("no built-in agent %q; `assay models` lists them", name)}
		},
	}
}

// builtinModel answers from its suite itself: neither retries nor limits apply.
type builtinModel struct {
	name  string
	suite suiteInfo
}

func (m builtinModel) Name() string { return "builtin/" + m.name }

func (m builtinModel) Call(ctx context.Context, r model.Request) (model.Response, error) {
	return m.Generate(ctx, r)
}

func (m builtinModel) Generate(ctx context.Context, r model.Request) (model.Response, error) {
	if err := ctx.Err(); err != nil {
		return model.Response{}, &model.Fault{Kind: model.Cancelled, Message: err.Error()}
	}
	if r.Label.Suite != m.suite.Name {
		return model.Response{}, &model.Fault{Kind: model.BadRequest, Message: fmt.Sprintf("built-in agent %q does not know the suite %q", m.name, r.Label.Suite)}
	}
	text, err := m.suite.reply(ctx, m.name, r)
	if err != nil {
		kind := model.BadRequest
		if ctx.Err() != nil {
			kind = model.Cancelled
		}
		return model.Response{}, &model.Fault{Kind: kind, Message: err.Error()}
	}
	free := 0.0
	return model.Response{
		Message:    model.Message{Role: model.Assistant, Content: text},
		StopReason: model.StopEnd, Model: m.Name(), CostUSD: &free,
	}, nil
}

// mappingReply asks a built-in agent of the statistical mechanics suite.
func mappingReply(_ context.Context, agent string, r model.Request) (string, error) {
	ask := statmech.Ask{Task: r.Label.Task, Variant: r.Label.Variant, Seed: r.Label.Seed, Round: r.Label.Round}
	if n := len(r.Messages); r.Label.Round > 0 && n > 0 {
		ask.Feedback = r.Messages[n-1].Content
	}
	return statmech.Reply(agent, ask)
}
