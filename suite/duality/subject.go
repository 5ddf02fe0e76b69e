package duality

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// Subject is one fixture as an agent meets it, with theory B as it stands.
type Subject struct {
	fixture *Fixture
	b       *quiver.Theory
	env     *environment
	digest  string
	opening string
}

// environment is what the subjects of a suite share.
type environment struct {
	verifier Verifier
	kind     claim.Kind
	digest   string // of everything that shapes all fixtures alike
}

func newEnvironment(v Verifier) (*environment, error) {
	env := &environment{verifier: v, kind: Kind(v)}
	var err error
	env.digest, err = claim.Digest(map[string]any{"kind": env.kind, "system": system, "feedback": feedbackSpecimens(), "tool": AnswerTool()})
	if err != nil {
		return nil, fmt.Errorf("duality: %w", err)
	}
	return env, nil
}

func newSubject(f *Fixture, env *environment) (*Subject, error) {
	s := &Subject{fixture: f, b: f.B, env: env}
	var err error
	if s.opening, err = opening(f.A, f.B); err != nil {
		return nil, err
	}
	// The opening holds both theories.
	s.digest, err = claim.Digest(map[string]any{"id": f.ID, "opening": s.opening, "copy_counts": f.CopyCounts, "common": env.digest})
	if err != nil {
		return nil, fmt.Errorf("duality: fixture %s: %w", f.ID, err)
	}
	return s, nil
}

// ID is the fixture's id.
func (s *Subject) ID() string { return s.fixture.ID }

// Variant is "depth1", "depth2" or "whole".
func (s *Subject) Variant() string { return s.fixture.variant() }

func (f *Fixture) variant() string {
	if f.Class == "" {
		return VariantWhole
	}
	return fmt.Sprintf("depth%d", f.Depth())
}

// Digest is the SHA-256 of everything that shapes the task.
func (s *Subject) Digest() string { return s.digest }

// System is the system prompt.
func (s *Subject) System() string { return system }

// Opening shows both theories, B as it stands.
func (s *Subject) Opening() string { return s.opening }

// Feedback is what is said after a reply that was not accepted.
func (s *Subject) Feedback(v claim.View) string { return feedback(v) }

// Kind is the list of obligations of a repair.
func (s *Subject) Kind() claim.Kind { return s.env.kind }

// Fixture is the fixture, the truth included.
func (s *Subject) Fixture() *Fixture { return s.fixture }

// Tool is the tool through which the agent answers.
func (s *Subject) Tool() Tool { return AnswerTool() }

// Standing is the reply that keeps theory B as it stands: where that is accepted, there is
// nothing to repair and nothing is asked.
func (s *Subject) Standing() string { return `{"action":"no_change"}` }

// After is the fixture with theory B as the reply leaves it.
func (s *Subject) After(reply string) *Subject {
	a, err := ReadAction(reply)
	if err != nil || a.Verb != Edit {
		return s // what cannot be carried out changes nothing
	}
	next := *s
	next.b = presentable(a.Theory, "B")
	if next.opening, err = opening(s.fixture.A, next.b); err != nil {
		return s
	}
	return &next
}

// Ends reports whether a reply that was received so ends a conversation: the first invalid
// round and the first abstention do.
func (s *Subject) Ends(c claim.Checked) bool {
	return c.Labels["action"] == labelInvalid || c.Labels["action"] == string(Abstain)
}

const labelInvalid = "invalid"

// repair is the claim of a reply in the records.
type repair struct {
	Action    Verb           `json:"action"`
	Theory    *quiver.Theory `json:"magnetic,omitempty"`
	Reasoning string         `json:"reasoning,omitempty"`
}

// Check carries the action of a reply out and judges the pair that it leaves. Its measures
// say whether the pair passes the interaction and whether the final judge certifies it,
// whatever the profile: how good a repair is does not depend on when it is asked.
//
// The error is for infrastructure only: a reply that cannot be read is a certificate with
// verdict error.
func (s *Subject) Check(ctx context.Context, reply string, p claim.Profile) (claim.Checked, error) {
	a, err := ReadAction(reply)
	if err != nil {
		return s.refused(nil, "", p, labelInvalid, err.Error())
	}
	c := repair{Action: a.Verb, Reasoning: a.Reasoning}
	b := s.b
	switch a.Verb {
	case Edit:
		b = presentable(a.Theory, "B")
		c.Theory = b
	case NoChange:
		c.Theory = b
	case Abstain:
	}
	raw, err := claim.Canonical(c)
	if err != nil {
		return claim.Checked{}, fmt.Errorf("duality: fixture %s: %w", s.ID(), err)
	}
	digest, err := claim.Digest(c)
	if err != nil {
		return claim.Checked{}, fmt.Errorf("duality: fixture %s: %w", s.ID(), err)
	}
	if a.Verb == Abstain {
		return s.refused(raw, digest, p, string(Abstain), "the agent gave up")
	}
	interaction, err := s.judge(ctx, digest, b, claim.Interaction)
	if err != nil {
		return claim.Checked{}, err
	}
	checked := claim.Checked{Claim: raw, Certificate: interaction, Labels: map[string]string{"action": string(a.Verb)},
		Measures: map[string]float64{"valid": 1, "invalid": 0, "abstained": 0, "passed": 0, "certified": 0, "copy": 0, "refused_by_judge": 0}}
	passed := interaction.Verdict == claim.VerdictCertified
	if passed || p == claim.Final {
		final, err := s.judge(ctx, digest, b, claim.Final)
		if err != nil {
			return claim.Checked{}, err
		}
		if p == claim.Final {
			checked.Certificate = final
		}
		s.measure(checked, passed, final)
	}
	checked.Labels["mode"] = mode(checked.Certificate)
	return checked, nil
}

// measure enters what the judge says.
func (s *Subject) measure(checked claim.Checked, passed bool, final claim.Certificate) {
	set := func(name string, yes bool) {
		if yes {
			checked.Measures[name] = 1
		}
	}
	guard, _ := final.Finding(CopyObligation)
	certified := final.Verdict == claim.VerdictCertified
	set("passed", passed)
	set("certified", certified)
	set("copy", guard.Status == claim.Failed)
	set("refused_by_judge", passed && !certified && guard.Status != claim.Failed)
}

// mode is one word for what is wrong with a pair: the first obligation that failed, or the
// verdict where none did.
func mode(c claim.Certificate) string {
	if c.Verdict == claim.VerdictCertified {
		return ""
	}
	for _, f := range c.Findings {
		if f.Status == claim.Failed {
			return f.Obligation
		}
	}
	return string(c.Verdict)
}

// refused is the outcome of a reply that leaves nothing to judge.
func (s *Subject) refused(raw json.RawMessage, digest string, p claim.Profile, label, why string) (claim.Checked, error) {
	f := claim.Finding{Obligation: ActionObligation, Status: claim.Failed, Message: why}
	m := map[string]float64{"valid": 0, "passed": 0, "certified": 0}
	if label == labelInvalid {
		m["invalid"], m["abstained"] = 1, 0
	} else {
		m["abstained"] = 1 // an abstention is no word on whether the draws are valid
	}
	return claim.Checked{Claim: raw, Certificate: s.env.kind.Malformed(digest, p, why, f), Measures: m,
		Labels: map[string]string{"action": label, "mode": label}}, nil
}

// judge certifies the pair with b under a profile, the environment's own obligations
// included.
func (s *Subject) judge(ctx context.Context, digest string, b *quiver.Theory, p claim.Profile) (claim.Certificate, error) {
	pair, err := s.env.verifier.CheckPair(ctx, s.fixture.A, b, p)
	if err != nil {
		return claim.Certificate{}, fmt.Errorf("duality: fixture %s: %w", s.ID(), err)
	}
	if pair.Verdict == claim.VerdictError {
		f := claim.Finding{Obligation: ActionObligation, Status: claim.Failed, Message: pair.Reason}
		return s.env.kind.Malformed(digest, p, pair.Reason, f), nil
	}
	findings := []claim.Finding{{Obligation: ActionObligation, Status: claim.Certified, Message: "the reply holds one action that can be carried out"}}
	for _, f := range pair.Findings {
		if o, _, ok := s.env.kind.Obligation(f.Obligation); ok && o.In(p) {
			findings = append(findings, f)
		}
	}
	if p == claim.Final {
		guard, err := s.guard(ctx, b)
		if err != nil {
			return claim.Certificate{}, fmt.Errorf("duality: fixture %s: %w", s.ID(), err)
		}
		findings = append(findings, guard)
	}
	cert, err := s.env.kind.Certify(digest, p, findings, pair.Measurements)
	if err != nil {
		return claim.Certificate{}, fmt.Errorf("duality: fixture %s: %w", s.ID(), err)
	}
	return cert, nil
}

// guard is the copy guard: b may be theory A only where the dual is.
func (s *Subject) guard(ctx context.Context, b *quiver.Theory) (claim.Finding, error) {
	f := claim.Finding{Obligation: CopyObligation, Status: claim.Certified}
	if s.fixture.CopyCounts {
		f.Message = "the dual is theory A itself: a copy is a repair"
		return f, nil
	}
	same, err := isCopy(ctx, s.fixture.A, b)
	switch {
	case errors.Is(err, quiver.ErrUndecided):
		f.Status, f.Message = claim.Unknown, "whether theory B is theory A again could not be decided"
	case err != nil:
		return claim.Finding{}, err
	case same:
		f.Status, f.Message = claim.Failed, "theory B is theory A again, up to names and the normalisation of the fields"
	default:
		f.Message = "theory B is another theory than A"
	}
	return f, nil
}
