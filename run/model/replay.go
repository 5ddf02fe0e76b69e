package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Exchange is one line of a recording: a question with its reply, or with the
// fault it ended in.
type Exchange struct {
	// Request is matched by messages and label. A line written by hand may leave
	// the messages out: it then answers any question with its label.
	Request Request `json:"request"`
	// Response beside a Fault is the account of the attempts without a reply.
	Response *Response `json:"response,omitempty"`
	Fault    *Fault    `json:"fault,omitempty"`
}

// ParseRecording reads JSON lines of exchanges; empty lines are skipped. A last
// line without its newline that cannot be read is what a crash leaves behind: it
// is dropped, and torn says so. Every other line must be right.
func ParseRecording(data []byte) (list []Exchange, torn bool, err error) {
	for n := 1; len(data) > 0; n++ {
		line, rest, ended := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		x, err := parseExchange(line)
		if err != nil && !ended {
			return list, true, nil
		}
		if err != nil {
			return nil, false, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, x)
	}
	return list, false, nil
}

func parseExchange(line []byte) (Exchange, error) {
	var x Exchange
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&x); err != nil {
		return x, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return x, errors.New("more than one JSON value")
	}
	if x.Response == nil && x.Fault == nil {
		return x, errors.New("an exchange has a response or a fault")
	}
	if x.Fault != nil && !slices.Contains(FaultKinds(), x.Fault.Kind) {
		return x, fmt.Errorf("fault kind %q is none of %v", x.Fault.Kind, FaultKinds())
	}
	if len(x.Request.Messages) == 0 && x.Request.Label == (Label{}) {
		return x, errors.New("an exchange has messages, or a label, or both")
	}
	if x.Fault == nil && x.Response.Message.Role == "" {
		x.Response.Message.Role = Assistant
	}
	return x, nil
}

// Recording answers from recorded exchanges, without any network. It is a [Model]
// and a [Backend].
type Recording struct {
	name      string
	exchanges []Exchange
	byDigest  map[string]int
	byLabel   map[Label]int // exchanges without messages
}

// NewRecording makes a model of exchanges. When a question was recorded more than
// once, the last answer counts.
func NewRecording(name string, exchanges []Exchange) *Recording {
	r := &Recording{name: name, exchanges: exchanges, byDigest: map[string]int{}, byLabel: map[Label]int{}}
	for i, x := range exchanges {
		if len(x.Request.Messages) == 0 {
			r.byLabel[x.Request.Label] = i
		} else {
			r.byDigest[Digest(x.Request)] = i
		}
	}
	return r
}

// OpenRecording reads a recording from a file. Its name is "replay/" and the path.
func OpenRecording(path string) (*Recording, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("model: replay: %w", err)
	}
	exchanges, _, err := ParseRecording(data)
	if err != nil {
		return nil, fmt.Errorf("model: replay: %s: %w", path, err)
	}
	if len(exchanges) == 0 {
		return nil, fmt.Errorf("model: replay: %s: no exchange in it", path)
	}
	return NewRecording("replay/"+path, exchanges), nil
}

// Replay is the provider of "replay/FILE".
func Replay() Provider {
	return Provider{
		Name: "replay", Doc: "replay/FILE: recorded conversations, without a network",
		Open: func(_ context.Context, path string, _ Options) (Backend, error) {
			r, err := OpenRecording(path)
			if err != nil {
				return nil, openFault(NotFound, "replay/"+path, err.Error())
			}
			return r, nil
		},
	}
}

// Name is the recording's name.
func (r *Recording) Name() string { return r.name }

// Call is Generate: a recording has no attempts that fail by chance.
func (r *Recording) Call(ctx context.Context, q Request) (Response, error) { return r.Generate(ctx, q) }

// Generate gives the recorded answer or fault, attempts and cost included. A question that was not recorded is a not_found fault that says what the
// nearest recorded one was and where it differs.
func (r *Recording) Generate(ctx context.Context, q Request) (Response, error) {
	if ctx.Err() != nil {
		return Response{}, endedBy(ctx)
	}
	i, ok := r.byDigest[Digest(q)]
	if !ok {
		i, ok = r.byLabel[q.Label]
	}
	if !ok {
		return Response{}, &Fault{Kind: NotFound, Message: clip(fmt.Sprintf("%s: not recorded: %s", r.name, r.why(q)), MaxFaultMessage)}
	}
	x := r.exchanges[i]
	var res Response
	if x.Response != nil {
		res = *x.Response
	}
	if x.Fault != nil {
		f := *x.Fault
		return res, &f
	}
	return res, nil
}

// why explains a miss by the nearest recorded question.
func (r *Recording) why(q Request) string {
	for i := len(r.exchanges) - 1; i >= 0; i-- {
		if x := r.exchanges[i].Request; x.Label == q.Label && len(x.Messages) > 0 {
			return fmt.Sprintf("the question with this label (exchange %d) has other messages: %s", i+1, messageDifference(x.Messages, q.Messages))
		}
	}
	plain := q
	plain.Label = Label{}
	want := Digest(plain)
	for i := len(r.exchanges) - 1; i >= 0; i-- {
		x := r.exchanges[i].Request
		asked := x.Label
		x.Label = Label{}
		if len(x.Messages) > 0 && Digest(x) == want {
			return fmt.Sprintf("these messages (exchange %d) have another label: %s", i+1, labelDifference(asked, q.Label))
		}
	}
	best, fewest := 0, int(^uint(0)>>1)
	for i, x := range r.exchanges {
		if n := strings.Count(labelDifference(x.Request.Label, q.Label), ";"); n < fewest {
			best, fewest = i, n
		}
	}
	if len(r.exchanges) == 0 {
		return "the recording is empty"
	}
	return fmt.Sprintf("neither the messages nor the label; the nearest of %d exchanges is number %d: %s",
		len(r.exchanges), best+1, labelDifference(r.exchanges[best].Request.Label, q.Label))
}

func messageDifference(recorded, asked []Message) string {
	if len(recorded) != len(asked) {
		return fmt.Sprintf("recorded %d, asked %d", len(recorded), len(asked))
	}
	for i, m := range recorded {
		a := asked[i]
		switch {
		case m.Role != a.Role:
			return fmt.Sprintf("message %d is of the %s, asked of the %s", i+1, m.Role, a.Role)
		case m.Content != a.Content:
			at := 0
			for at < len(m.Content) && at < len(a.Content) && m.Content[at] == a.Content[at] {
				at++
			}
			return fmt.Sprintf("message %d (%s) differs from byte %d on: recorded %q, asked %q", i+1, m.Role, at, excerpt(m.Content, at), excerpt(a.Content, at))
		}
	}
	return "tool calls or opaque parts differ"
}

func excerpt(s string, at int) string {
	return clip(strings.ToValidUTF8(s[at:], "�"), 40)
}

func labelDifference(recorded, asked Label) string {
	var parts []string
	for _, f := range []struct {
		name string
		a, b any
	}{
		{"suite", recorded.Suite, asked.Suite}, {"task", recorded.Task, asked.Task}, {"variant", recorded.Variant, asked.Variant},
		{"policy", recorded.Policy, asked.Policy}, {"epoch", recorded.Epoch, asked.Epoch}, {"round", recorded.Round, asked.Round},
		{"sample", recorded.Sample, asked.Sample}, {"seed", recorded.Seed, asked.Seed},
	} {
		if f.a != f.b {
			parts = append(parts, fmt.Sprintf("%s recorded %v, asked %v", f.name, f.a, f.b))
		}
	}
	return strings.Join(parts, "; ")
}
