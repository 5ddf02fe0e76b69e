package agent

import (
	"context"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
)

// Subject is one task. Its methods may be called concurrently, and all but Check
// are pure.
type Subject interface {
	// ID names the task, such as "P03"; Variant names the description.
	ID() string
	Variant() string
	// Digest is the SHA-256 of everything that shapes the task: texts, probes, seed,
	// binding. Two subjects with one digest are the same experiment.
	Digest() string
	// System is the system prompt, empty for none; Opening the first user message.
	System() string
	Opening() string
	// Feedback is the user message after a reply that was not accepted. It may say
	// nothing that the view does not hold.
	Feedback(v claim.View) string
	// Kind is the list of obligations that the claim must meet.
	Kind() claim.Kind
	// Check reads a reply and verifies its claim. A reply that cannot be read is a
	// certificate with verdict error; an error of Check is a failure of the
	// machinery and never counts against the model.
	Check(ctx context.Context, reply string, p claim.Profile) (claim.Checked, error)
}

// Some tasks need more than Subject says. A Subject may have the methods of any of
// the following; like its others they are pure.

// Tooled is a Subject whose prompt offers tools. A reply that calls one is read as the
// arguments of the call ([model.Message.Answer]); nothing is run.
type Tooled interface {
	Tools() []model.Tool
}

// Evolving is a Subject that a reply changes: the task is to edit something, and the
// next round starts from the edited state. In a policy that holds one conversation,
// After gives the task as the next round meets it; a round then consists of one
// message, the new opening with the feedback below, instead of the last exchange.
type Evolving interface {
	After(reply string) Subject
}

// Standing is a Subject that holds a claim before anything is asked. When that claim is
// accepted as it stands, the trial ends as ok with the cause [CauseStanding] and no
// call is made.
type Standing interface {
	Standing() (reply string)
}

// Ending is a Subject with replies after which a conversation is over although nothing
// was accepted, such as a model that gives up. Independent samples go on.
type Ending interface {
	Ends(c claim.Checked) bool
}

// Profiled is a Subject that says itself under which profile a policy's replies are
// checked, instead of [Policy.ProfileFor].
type Profiled interface {
	ProfileFor(p Policy) claim.Profile
}

// profileFor is the profile of the checks between the rounds.
func profileFor(s Subject, p Policy) claim.Profile {
	if own, ok := s.(Profiled); ok {
		return own.ProfileFor(p)
	}
	return p.ProfileFor(s.Kind())
}

// after is the task as the round after a reply meets it, and the opening that it then
// has, empty where it is what it was.
func after(s Subject, p Policy, reply string) (next Subject, opening string) {
	e, ok := s.(Evolving)
	if !ok || p.Independent {
		return s, ""
	}
	next = e.After(reply)
	return next, next.Opening()
}

// ends reports whether the conversation is over with a reply that was received so.
func ends(s Subject, p Policy, c claim.Checked) bool {
	e, ok := s.(Ending)
	return ok && !p.Independent && e.Ends(c)
}
