// Package agenttest has a small task and a scripted model for tests of whatever
// runs trials: deterministic, without a network, and strict about what it is asked.
//
// [Subject] asks for a number and a class; [Reply] writes an answer. [Model] answers
// from a function and counts what it is asked; [Script] is such a function that
// makes every kind of mistake, chosen by the label of the request alone.
package agenttest

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
)

// Kind is the list of obligations of a Subject. The published profile judges the
// number alone; the class is a matter of interaction and final.
func Kind() claim.Kind {
	all := []claim.Profile{claim.Interaction, claim.Published, claim.Final}
	return claim.Kind{
		Name: "number", Meaning: "a number and its class",
		Obligations: []claim.Obligation{
			{Name: "number.value", Category: "numbers", Meaning: "the value is right", Source: "definition", Required: true, Profiles: all},
			{Name: "number.class", Category: "class", Meaning: "the class is right", Source: "definition", Required: true,
				Profiles: []claim.Profile{claim.Interaction, claim.Final}},
		},
	}
}

// Subject is a task: say which number is meant, and whether it is even or odd.
type Subject struct {
	Name, Form string
	Want       int
	// Delay is the time a check takes.
	Delay time.Duration
	// Fail makes Check fail as machinery does; nil: never.
	Fail func(reply string) error
	// Strict makes a right value count only if it is the very text of Want, as a
	// verifier might that was changed since.
	Strict bool
}

// ID implements agent.Subject.
func (s *Subject) ID() string { return s.Name }

// Variant implements agent.Subject.
func (s *Subject) Variant() string { return s.Form }

// Digest implements agent.Subject.
func (s *Subject) Digest() string {
	return fmt.Sprintf("%064x", hash(s.Name, s.Form, fmt.Sprint(s.Want)))
}

// System implements agent.Subject.
func (s *Subject) System() string { return "You guess numbers." }

// Opening implements agent.Subject.
func (s *Subject) Opening() string {
	return fmt.Sprintf("Which number is meant by %s (%s)? <b>", s.Name, s.Form)
}

// Kind implements agent.Subject.
func (s *Subject) Kind() claim.Kind { return Kind() }

// Feedback says everything that the view holds.
func (s *Subject) Feedback(v claim.View) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Not accepted (%s).", v.Level)
	if v.Reason != "" {
		fmt.Fprintf(&b, " %s.", v.Reason)
	}
	for _, it := range v.Items {
		text, err := json.Marshal(it)
		if err != nil {
			panic(err) // an item is plain data
		}
		fmt.Fprintf(&b, " %s", text)
	}
	return b.String()
}

// answer is the claim of a reply.
type answer struct {
	Value int    `json:"value"`
	Class string `json:"class"`
}

// read takes the answer from the JSON object at the end of a reply.
func (a *answer) read(reply string) bool {
	i := strings.IndexByte(reply, '{')
	return i >= 0 && json.Unmarshal([]byte(reply[i:]), a) == nil
}

// Reply writes a reply with a claim.
func Reply(value int, class string) string {
	return fmt.Sprintf(`I think {"value":%d,"class":%q}`, value, class)
}

// Class is the right class of a number.
func Class(n int) string { return [2]string{"even", "odd"}[n&1] }

// Check implements agent.Subject.
func (s *Subject) Check(ctx context.Context, reply string, p claim.Profile) (claim.Checked, error) {
	if s.Fail != nil {
		if err := s.Fail(reply); err != nil {
			return claim.Checked{}, err
		}
	}
	if s.Delay > 0 {
		select {
		case <-ctx.Done():
			return claim.Checked{}, ctx.Err()
		case <-time.After(s.Delay):
		}
	}
	k := Kind()
	var a answer
	if !a.read(reply) {
		return claim.Checked{Certificate: k.Malformed("", p, "no JSON object in the reply"),
			Measures: map[string]float64{"readable": 0, "numbers": 0}, Labels: map[string]string{"mode": "format"}}, nil
	}
	raw, err := claim.Canonical(a)
	if err != nil {
		return claim.Checked{}, err
	}
	digest, err := claim.Digest(a)
	if err != nil {
		return claim.Checked{}, err
	}
	right := a.Value == s.Want && (!s.Strict || a.Value%3 != 0)
	value := claim.Finding{Obligation: "number.value", Status: claim.Certified, Message: "the value is right"}
	if !right {
		value.Status, value.Message = claim.Failed, "the value is wrong"
		value.Magnitude = &claim.Magnitude{Failed: 1, Total: 1, Errors: []string{fmt.Sprintf("%.1e", math.Abs(float64(a.Value-s.Want)))}}
		secret, err := claim.NewEvidence("reference", s.Want)
		if err != nil {
			return claim.Checked{}, err
		}
		value.Private = []claim.Evidence{secret}
	}
	findings := []claim.Finding{value}
	if p != claim.Published {
		class := claim.Finding{Obligation: "number.class", Status: claim.Certified, Message: "the class is right"}
		if a.Class != Class(s.Want) {
			class.Status, class.Message = claim.Failed, "the class is wrong"
		}
		findings = append(findings, class)
	}
	cert, err := k.Certify(digest, p, findings, nil)
	if err != nil {
		return claim.Checked{}, err
	}
	yes := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	return claim.Checked{Claim: raw, Certificate: cert, Labels: map[string]string{"class": a.Class},
		Measures: map[string]float64{"readable": 1, "numbers": yes(right), "class": yes(a.Class == Class(s.Want)), "certified": yes(cert.Verdict == claim.VerdictCertified)}}, nil
}

// Model is a scripted model.Model. The zero value is of no use: Answer must be set.
type Model struct {
	ModelName string
	// Answer gives the reply to a request, or the error of the call. It depends on
	// the request alone, if runs are to be compared.
	Answer func(r model.Request) (string, error)
	// Before is called when a call starts, before anything else; nil: nothing.
	Before func(r model.Request)
	// Latency is the longest time that a call takes, drawn by label.
	Latency time.Duration
	// Usage and CostUSD of a call that brings a reply; nil: from the lengths of the
	// texts, at a dollar for a thousand tokens.
	Usage   *model.Usage
	CostUSD func(model.Usage) *float64

	mu       sync.Mutex
	calls    int
	inFlight int
	most     int
	asked    []model.Request
}

// Name implements model.Model.
func (m *Model) Name() string { return m.ModelName }

// Generate implements model.Model.
func (m *Model) Generate(ctx context.Context, r model.Request) (model.Response, error) {
	m.mu.Lock()
	m.calls++
	m.inFlight++
	m.most = max(m.most, m.inFlight)
	m.asked = append(m.asked, r)
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		m.inFlight--
		m.mu.Unlock()
	}()
	if m.Before != nil {
		m.Before(r)
	}
	start := time.Now()
	if m.Latency > 0 {
		select {
		case <-ctx.Done():
			return model.Response{}, &model.Fault{Kind: model.Cancelled, Message: "cancelled"}
		case <-time.After(time.Duration(rand.New(rand.NewPCG(LabelHash(r.Label), 1)).Int64N(int64(m.Latency)))):
		}
	}
	attempt := model.Attempt{Number: 1, StartedAt: start, Duration: time.Since(start)}
	text, err := m.Answer(r)
	if err != nil {
		return model.Response{Attempts: []model.Attempt{attempt}}, err
	}
	u := model.Usage{OutputTokens: int64(len(text)/4 + 1)}
	for _, msg := range r.Messages {
		u.InputTokens += int64(len(msg.Content) / 4)
	}
	if m.Usage != nil {
		u = *m.Usage
	}
	dollars := float64(u.Total()) / 1000
	cost := &dollars
	if m.CostUSD != nil {
		cost = m.CostUSD(u)
	}
	attempt.Usage = u
	return model.Response{
		Message: model.Message{Role: model.Assistant, Content: text, Reasoning: "hm"}, StopReason: model.StopEnd, Model: "scripted-1",
		Usage: u, CostUSD: cost, Attempts: []model.Attempt{attempt},
	}, nil
}

// Calls is the number of calls so far, MostInFlight the largest number at once.
func (m *Model) Calls() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.calls
}

// MostInFlight is the largest number of calls that were under way at once.
func (m *Model) MostInFlight() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.most
}

// Asked lists the requests so far, in the order in which they came.
func (m *Model) Asked() []model.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]model.Request(nil), m.asked...)
}

// LabelHash is a number that depends on the whole label.
func LabelHash(l model.Label) uint64 {
	return hash(l.Suite, l.Task, l.Variant, l.Policy, fmt.Sprint(l.Epoch, l.Round, l.Sample, l.Seed))
}

func hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Script answers like a model that gets there in the end: by the label, a reply
// that cannot be read, a wrong number, a wrong class or the right answer, more often
// right in later rounds; and in a few trials a refusal, a conversation that is too
// long, or a provider that fails. want gives the right number of a task.
func Script(want func(task string) int) func(model.Request) (string, error) {
	return func(r model.Request) (string, error) {
		l := r.Label
		n := want(l.Task)
		trial := l
		trial.Round, trial.Sample = 0, 0
		fate := LabelHash(trial) % 12
		step := l.Round + l.Sample
		switch {
		case fate == 0:
			return "", &model.Fault{Kind: model.ContentFilter, Message: "declined"}
		case (fate == 1 || fate == 2) && step == 0:
			return Reply(n+1, Class(n+1)), nil
		case fate == 1:
			return "", &model.Fault{Kind: model.ContextLength, Status: 400, Message: "too long"}
		case fate == 2:
			return "", &model.Fault{Kind: model.Overloaded, Status: 529, Message: "overloaded"}
		case fate == 3:
			return "no idea \x00 \u2028 </script>", nil
		}
		switch draw := LabelHash(l) >> 20 % 10; {
		case draw < 2:
			return "I do not know.", nil
		case draw < 4 && step < 4:
			return Reply(n+1+int(draw), Class(n)), nil
		case draw < 7 && step < 4:
			return Reply(n, Class(n+1)), nil
		}
		return Reply(n, Class(n)), nil
	}
}
