package statmech

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping"
)

// Name is the word of `assay run NAME`.
const Name = "statmech"

// Verifier judges replies; *mapping.Verifier is one. Besides the certificate it
// returns the measures and labels of the audit.
type Verifier interface {
	CheckReply(ctx context.Context, p mapping.Problem, reply string, profile claim.Profile) (claim.Checked, error)
}

// Config is what a run chooses.
type Config struct {
	// Seed draws parameters and the templated variant; equal seeds, equal questions.
	Seed uint64
	// Tasks and Variants select; empty means all, in their own order.
	Tasks    []string
	Variants []Variant
	// Hint adds each task's hint to its prompt.
	Hint bool
	// Verifier judges. It may be nil while nothing is checked, as for listing tasks.
	Verifier Verifier
}

// Suite is the suite under one configuration.
type Suite struct {
	config   Config
	subjects []*Subject
}

// New makes the suite. Unknown tasks and variants are errors that name them.
func New(c Config) (*Suite, error) {
	for _, id := range c.Tasks {
		if _, err := taskByID(id); err != nil {
			return nil, err
		}
	}
	for _, v := range c.Variants {
		if !slices.Contains(Variants(), v) {
			return nil, fmt.Errorf("statmech: unknown variant %q; known: %v", v, Variants())
		}
	}
	s := &Suite{config: c}
	truth := newTruths()
	for _, v := range Variants() {
		if len(c.Variants) > 0 && !slices.Contains(c.Variants, v) {
			continue
		}
		for _, t := range Tasks() {
			if len(c.Tasks) > 0 && !slices.Contains(c.Tasks, t.ID) {
				continue
			}
			sub, err := newSubject(c, t, v, truth)
			if err != nil {
				return nil, err
			}
			s.subjects = append(s.subjects, sub)
		}
	}
	return s, nil
}

// Subjects lists the selected tasks, variant by variant.
func (s *Suite) Subjects() []*Subject { return slices.Clone(s.subjects) }

// Subject is one task in one variant, as the propose–verify–revise loop sees it.
type Subject struct {
	problem  *Problem
	opening  string
	digest   string
	verifier Verifier
}

func newSubject(c Config, t Task, v Variant, truth *truths) (*Subject, error) {
	p, err := newProblem(t, v, c.Seed, truth)
	if err != nil {
		return nil, err
	}
	text, err := describe(t, p.bind)
	if err != nil {
		return nil, err
	}
	s := &Subject{problem: p, opening: opening(t, text, c.Hint), verifier: c.Verifier}
	s.digest, err = claim.Digest(map[string]any{
		"problem": p.Digest(), "system": system, "opening": s.opening, "feedback": feedbackSpecimens(),
	})
	if err != nil {
		return nil, fmt.Errorf("statmech: task %s: %w", t.ID, err)
	}
	return s, nil
}

// feedbackSpecimens renders one view of each level, so that a changed wording of the
// feedback changes the digest of every task.
func feedbackSpecimens() []string {
	item := claim.Item{Position: 1, Obligation: "numbers.probed", Category: mapping.CategoryNumbers, Status: claim.Failed,
		Message: "m", Magnitude: &claim.Magnitude{Failed: 1, Total: 2, Errors: []string{"1.0e+00"}},
		Evidence: []claim.Evidence{{Kind: "table", Data: []byte("[]")}}}
	open := item
	open.Category, open.Status, open.Magnitude = claim.CategoryExecution, claim.Unknown, nil
	var out []string
	for _, l := range claim.Levels() {
		out = append(out,
			feedback(claim.View{Level: l, Items: []claim.Item{item, open}}),
			feedback(claim.View{Level: l, Reason: "r"}))
	}
	return out
}

// ID is the task's short name, "P01" to "P06".
func (s *Subject) ID() string { return s.problem.task.ID }

// Variant is the description variant.
func (s *Subject) Variant() string { return string(s.problem.bind.variant) }

// Digest is the SHA-256 of everything that shapes the task: texts, probes, seed, binding.
func (s *Subject) Digest() string { return s.digest }

// System is the system prompt.
func (s *Subject) System() string { return system }

// Opening is the first user message: description, answer format, hint if asked for.
func (s *Subject) Opening() string { return s.opening }

// Feedback is the next user message after a reply that was not accepted.
func (s *Subject) Feedback(v claim.View) string { return feedback(v) }

// Kind is the registry of the claims that the subject receives.
func (s *Subject) Kind() claim.Kind { return mapping.Kind() }

// Problem is the task as the verifier sees it.
func (s *Subject) Problem() *Problem { return s.problem }

// Card is the task's card.
func (s *Subject) Card() Task { return s.problem.task }

// Check judges a reply under profile p. Its certificate speaks of p only, but its
// measures are always those of the full audit: how honest a reply was does not
// depend on how much a policy looks at it. Audits are cached by the digest of the
// program, so that this costs one run of each program at most.
//
// The error is for infrastructure only; a malformed reply is a certificate with
// verdict error.
func (s *Subject) Check(ctx context.Context, reply string, p claim.Profile) (claim.Checked, error) {
	if s.verifier == nil {
		return claim.Checked{}, errors.New("statmech: no verifier was configured")
	}
	checked, err := s.verifier.CheckReply(ctx, s.problem, reply, p)
	if err != nil {
		return claim.Checked{}, fmt.Errorf("statmech: task %s (%s): %w", s.ID(), s.Variant(), err)
	}
	full := checked
	if p != claim.Final {
		full, err = s.verifier.CheckReply(ctx, s.problem, reply, claim.Final)
		if err != nil {
			return claim.Checked{}, fmt.Errorf("statmech: task %s (%s): %w", s.ID(), s.Variant(), err)
		}
	}
	checked.Measures, checked.Labels = full.Measures, full.Labels
	return checked, nil
}
