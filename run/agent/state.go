package agent

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
)

// State is a trial under way: everything that the next step depends on. The zero
// value is of no use; see Start. A State is never changed: After returns a new one.
type State struct {
	Policy Policy `json:"policy"`
	// Replies is the largest number of replies.
	Replies int    `json:"replies"`
	System  string `json:"system"`
	Opening string `json:"opening"`
	Turns   []Turn `json:"turns"`
}

// Turn is one reply, how it was received, and what was said about it.
type Turn struct {
	Reply    string `json:"reply"`
	Accepted bool   `json:"accepted"`
	// Feedback is the user message that follows the reply; empty if none does.
	Feedback string `json:"feedback,omitempty"`
	// Opening is that of the task as the reply has changed it; empty if it has not.
	Opening string `json:"opening,omitempty"`
	// Ends: no further reply is wanted, although this one was not accepted.
	Ends bool `json:"ends,omitempty"`
}

// Ask is the next question.
type Ask struct {
	// Round counts the replies of the trial from 0. For independent samples, Sample
	// is the same number, as each of them is the first reply of its conversation.
	Round  int
	Sample int
	// Messages is the conversation to send.
	Messages []model.Message
}

// emptyReply stands for a reply without text, which the vendors do not accept in a
// conversation.
const emptyReply = "(no answer)"

// Start is the state before the first reply.
func Start(p Policy, rounds int, system, opening string) State {
	return State{Policy: p, Replies: p.Replies(rounds), System: system, Opening: opening, Turns: []Turn{}}
}

// Accepted is the index of the accepted reply, −1 if there is none.
func (s State) Accepted() int {
	return slices.IndexFunc(s.Turns, func(t Turn) bool { return t.Accepted })
}

// Done reports whether no further reply is wanted: one was accepted, the last one ended
// the conversation, or the replies are used up.
func (s State) Done() bool {
	n := len(s.Turns)
	return s.Accepted() >= 0 || n >= s.Replies || n > 0 && s.Turns[n-1].Ends
}

// Next returns the next question, or false when the trial needs no further reply.
func (s State) Next() (Ask, bool) {
	if s.Done() {
		return Ask{}, false
	}
	a := Ask{Round: len(s.Turns)}
	if s.System != "" {
		a.Messages = append(a.Messages, model.Message{Role: model.System, Content: s.System})
	}
	turns := s.Turns
	if n := len(turns); n > 0 && !s.Policy.KeepHistory && turns[n-1].Opening != "" {
		// The task is a new one, and what was said about the last reply belongs to it.
		parts := []string{turns[n-1].Opening, turns[n-1].Feedback}
		a.Messages = append(a.Messages, model.Message{Role: model.User, Content: strings.Trim(strings.Join(parts, "\n"), "\n") + "\n"})
		return a, true
	}
	a.Messages = append(a.Messages, model.Message{Role: model.User, Content: s.Opening})
	if s.Policy.Independent {
		a.Sample = a.Round
		return a, true
	}
	if !s.Policy.KeepHistory && len(turns) > 1 {
		turns = turns[len(turns)-1:]
	}
	for _, t := range turns {
		reply := t.Reply
		if strings.TrimSpace(reply) == "" {
			reply = emptyReply
		}
		a.Messages = append(a.Messages,
			model.Message{Role: model.Assistant, Content: reply},
			model.Message{Role: model.User, Content: t.Feedback})
	}
	return a, true
}

// WantsFeedback reports whether a message about a reply received like this will be
// sent, so that one is to be written.
func (s State) WantsFeedback(v claim.View) bool {
	return s.Policy.Feedback && !v.Accepted && len(s.Turns)+1 < s.Replies
}

// After returns the state after a reply, the view of its check, and the feedback
// that goes back (empty unless WantsFeedback).
func (s State) After(reply string, v claim.View, feedback string) State {
	return s.with(Turn{Reply: reply, Accepted: v.Accepted, Feedback: feedback})
}

func (s State) with(t Turn) State {
	s.Turns = append(slices.Clone(s.Turns), t)
	return s
}
