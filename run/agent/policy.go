package agent

import (
	"fmt"
	"strings"

	"github.com/assay-physics/assay/claim"
)

// Policy says how a trial is conducted. It is plain data and part of a trial's
// identity.
type Policy struct {
	Name string `json:"name"`
	// Meaning says in one line what the model goes through.
	Meaning string `json:"meaning"`
	// Level is how much of a failed check the model is shown. Without Feedback
	// nothing is shown at all.
	Level    claim.Level `json:"level"`
	Feedback bool        `json:"feedback"`
	// Profile is the strictness of the checks between the rounds, for kinds of claim
	// that have it; see ProfileFor.
	Profile claim.Profile `json:"profile"`
	// Single: one reply, whatever the number of rounds.
	Single bool `json:"single,omitempty"`
	// Independent: every reply answers the opening afresh. Samples is their number; 0
	// means 2K+1 at K rounds, the budget that the published comparison gives
	// independent attempts against K rounds of propose and repair.
	Independent bool `json:"independent,omitempty"`
	Samples     int  `json:"samples,omitempty"`
	// Replays names the policies whose records this one replays instead of asking:
	// see [Replay].
	Replays []string `json:"replays,omitempty"`
	// KeepHistory sends the whole conversation, not only its last exchange.
	KeepHistory bool `json:"keep_history,omitempty"`
}

// Policies lists the policies in the order in which help texts show them.
func Policies() []Policy {
	return []Policy{
		{Name: "ss", Meaning: "single shot: one reply, no feedback",
			Level: claim.Generic, Profile: claim.Published, Single: true},
		{Name: "gr", Meaning: "generic retry: told that the reply failed, and nothing else",
			Level: claim.Generic, Profile: claim.Published, Feedback: true},
		{Name: "vf", Meaning: "verifier feedback: names and categories of the failed obligations",
			Level: claim.Named, Profile: claim.Interaction, Feedback: true},
		{Name: "vf_masked", Meaning: "masked feedback: positions of the failed obligations instead of names",
			Level: claim.Masked, Profile: claim.Interaction, Feedback: true},
		{Name: "mag", Meaning: "magnitude feedback: sizes of numeric errors, never values; why a program did not run",
			Level: claim.Magnitudes, Profile: claim.Published, Feedback: true},
		{Name: "full", Meaning: "full feedback: messages and evidence, private truth removed",
			Level: claim.Full, Profile: claim.Interaction, Feedback: true},
		{Name: "best_of_n", Meaning: "independent samples, 2K+1 at K rounds, up to the first that is accepted",
			Level: claim.Generic, Profile: claim.Published, Independent: true},
		{Name: "portfolio", Meaning: "ss, then gr, then vf, up to the first that the judge certifies: replayed from their records, no calls",
			Level: claim.Generic, Profile: claim.Published, Replays: []string{"ss", "gr", "vf"}},
	}
}

// PolicyNamed returns the policy of that name, or an error that lists the names.
func PolicyNamed(name string) (Policy, error) {
	var names []string
	for _, p := range Policies() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Policy{}, fmt.Errorf("agent: unknown policy %q; known: %s", name, strings.Join(names, ", "))
}

// Replies is the largest number of replies that a trial of the given number of
// rounds asks for.
func (p Policy) Replies(rounds int) int {
	switch {
	case len(p.Replays) > 0:
		return 0
	case p.Single:
		return 1
	case p.Independent && p.Samples > 0:
		return p.Samples
	case p.Independent:
		return 2*rounds + 1
	}
	return rounds
}

// ProfileFor is the profile of the checks between the rounds for a kind of claim:
// the policy's own, or Interaction for a kind that has no such profile (not every
// suite repeats a published rule).
func (p Policy) ProfileFor(k claim.Kind) claim.Profile {
	for _, o := range k.Obligations {
		if o.In(p.Profile) {
			return p.Profile
		}
	}
	return claim.Interaction
}
