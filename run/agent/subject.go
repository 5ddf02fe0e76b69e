package agent

import (
	"context"

	"github.com/assay-physics/assay/claim"
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
