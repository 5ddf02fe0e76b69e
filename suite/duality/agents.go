package duality

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// Ask is one request to a builtin agent: what every agent is shown, and what its draws are
// seeded by.
type Ask struct {
	// Shown is the last message that shows the two theories; Replies are the answers that
	// were given after it, oldest first.
	Shown   string
	Replies []string
	// Draw numbers the request among those that are to differ: fixture, epoch, round,
	// sample and the run's seed. It says nothing about the fixture.
	Draw uint64
}

// AgentInfo describes a builtin agent.
type AgentInfo struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// Agents lists the builtin agents.
func Agents() []AgentInfo {
	return []AgentInfo{
		{"repair", "repairs dual pairs by anomalies, R-charges and chiral rings, from what every agent is shown; no language model"},
		{"random-edit", "changes one thing in theory B at random: the floor of the repair benchmark"},
	}
}

// Reply is the named agent's answer.
func Reply(ctx context.Context, name string, v Verifier, ask Ask) (string, error) {
	a, b, err := shown(ask.Shown)
	if err != nil {
		return "", err
	}
	for _, reply := range ask.Replies {
		if action, err := ReadAction(reply); err == nil && action.Verb == Edit {
			b = action.Theory
		}
	}
	var action Action
	switch name {
	case "repair":
		action, err = repairPair(ctx, v, a, b)
	case "random-edit":
		action, err = randomEdit(b, ask.Draw)
	default:
		return "", fmt.Errorf("duality: unknown builtin agent %q", name)
	}
	if err != nil {
		return "", err
	}
	return action.Text()
}

// DrawOf is the number of a request among those that are to differ.
func DrawOf(task string, epoch, round, sample int, seed uint64) uint64 {
	return number(task, fmt.Sprint(epoch, round, sample, seed))
}

// randomEdit changes one thing: a rank or an R-charge by a step, a sign, one term less, or
// one closed word with R = 2 more.
func randomEdit(b *quiver.Theory, draw uint64) (Action, error) {
	r := rand.New(rand.NewPCG(draw, 0))
	var edits []func() (*quiver.Theory, string)
	one := func(list []quiver.Perturbation, why string) {
		if len(list) > 0 {
			edits = append(edits, func() (*quiver.Theory, string) { return list[r.IntN(len(list))].Theory, why })
		}
	}
	one(b.RankShifts(-1, 1), "One rank was off by one.")
	one(b.RShifts(big.NewRat(-1, 3), big.NewRat(1, 3)), "One R-charge was off by a third.")
	one(b.Flips(), "One sign was wrong.")
	one(b.Drops(), "One term was too many.")
	var words []quiver.SuperpotentialTerm
	for _, term := range marginalTerms(b) {
		same := func(x quiver.SuperpotentialTerm) bool {
			return slices.Equal(quiver.CanonicalRotation(x.Word), term.Word) && slices.Equal(x.Singlets, term.Singlets)
		}
		if !slices.ContainsFunc(b.W, same) {
			words = append(words, term)
		}
	}
	if len(words) > 0 {
		edits = append(edits, func() (*quiver.Theory, string) {
			t := b.Clone()
			t.W = append(t.W, words[r.IntN(len(words))])
			return t, "One term was missing."
		})
	}
	if len(edits) == 0 {
		return Action{Verb: NoChange, Reasoning: "There is nothing to change."}, nil
	}
	t, why := edits[r.IntN(len(edits))]()
	return Action{Verb: Edit, Theory: presentable(t, "B"), Reasoning: why}, nil
}
