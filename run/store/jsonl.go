package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
)

// maxLine bounds one line of a JSONL file, in bytes.
const maxLine = 256 << 20

// WriteJSONL writes trials as JSON lines, one trial a line, in the order given. The
// first error of the sequence ends the writing and is returned.
func WriteJSONL(w io.Writer, trials iter.Seq2[Trial, error]) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for t, err := range trials {
		if err != nil {
			return err
		}
		if err := e.Encode(t); err != nil {
			return fmt.Errorf("store: trial %s: %w", t.Key, err)
		}
	}
	return b.Flush()
}

// ReadJSONL yields the trials of a file written by WriteJSONL. Empty lines are
// skipped. A line that is not a trial, or has a key that no trial has, is an error
// that names the line, and ends the sequence.
func ReadJSONL(r io.Reader) iter.Seq2[Trial, error] {
	return func(yield func(Trial, error) bool) {
		in := bufio.NewScanner(r)
		in.Buffer(make([]byte, 0, 64<<10), maxLine)
		line := 0
		for in.Scan() {
			line++
			if len(bytes.TrimSpace(in.Bytes())) == 0 {
				continue
			}
			t, err := readTrial(in.Bytes())
			if err != nil {
				yield(Trial{}, fmt.Errorf("store: line %d: %w", line, err))
				return
			}
			if !yield(t, nil) {
				return
			}
		}
		if err := in.Err(); err != nil {
			yield(Trial{}, fmt.Errorf("store: line %d: %w", line+1, err))
		}
	}
}

func readTrial(line []byte) (Trial, error) {
	var t Trial
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return Trial{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Trial{}, errors.New("text after the trial")
	}
	return t, t.validate()
}

// validate checks what the rest of the program takes for granted of a trial.
func (t Trial) validate() error {
	if t.Key == "" {
		return errors.New("the trial has no key")
	}
	if t.Terminal != "" && !slices.Contains(claim.Terminals(), t.Terminal) {
		return fmt.Errorf("trial %s: unknown terminal state %q", t.Key, t.Terminal)
	}
	if t.Accepted < -1 || t.Accepted >= len(t.Rounds) {
		return fmt.Errorf("trial %s: accepted round %d of %d", t.Key, t.Accepted, len(t.Rounds))
	}
	for i, r := range t.Rounds {
		if r.Index != i {
			return fmt.Errorf("trial %s: round %d stands at place %d", t.Key, r.Index, i)
		}
	}
	return nil
}

// Import records a run and its finished trials as if they had happened here. What
// is read back equals what was given, apart from the run's id; a vendor's raw
// replies, which the exchange format does not carry, are not there.
func Import(ctx context.Context, s Store, r Run, trials []Trial) error {
	for _, t := range trials {
		if err := t.validate(); err != nil {
			return fmt.Errorf("store: import: %w", err)
		}
	}
	if err := s.Create(ctx, r, trials); err != nil {
		return err
	}
	ss, err := s.Acquire(ctx, r.ID)
	if err != nil {
		return err
	}
	state := Complete
	for _, t := range trials {
		if t.Terminal == "" {
			state = Interrupted
		}
		if events := t.events(); len(events) > 0 {
			if err := ss.Record(ctx, events...); err != nil {
				return errors.Join(err, ss.Release(context.WithoutCancel(ctx), Interrupted))
			}
		}
	}
	return ss.Release(ctx, state)
}

// events is the inverse of fold.
func (t Trial) events() []Event {
	calls := slices.Clone(t.Broken)
	for _, r := range t.Rounds {
		calls = append(calls, r.call())
	}
	slices.SortStableFunc(calls, func(a, b Call) int { return a.Number - b.Number })
	var events []Event
	for _, c := range calls {
		events = append(events, CallStarted{Key: t.Key, Number: c.Number, Round: c.Round, Sample: c.Sample, Started: c.Started, Prompt: c.Prompt})
		if !c.Ended.IsZero() {
			e := CallEnded{Key: t.Key, Number: c.Number, Ended: c.Ended, Seconds: c.Seconds, Fault: c.Fault}
			if c.Response != nil {
				e.Response = *c.Response
			}
			events = append(events, e)
		}
	}
	for _, r := range t.Rounds {
		if r.Checked() {
			events = append(events, CheckDone{Key: t.Key, Round: r.Index, View: r.View, Feedback: r.Feedback, Seconds: r.CheckSeconds,
				Checked: claim.Checked{Claim: r.Claim, Certificate: r.Certificate, Measures: r.Measures, Labels: r.Labels}})
		}
	}
	if t.Final != nil {
		events = append(events, CheckDone{Key: t.Key, Round: Judge, Seconds: t.JudgeSeconds,
			Checked: claim.Checked{Certificate: *t.Final, Measures: t.FinalMeasures, Labels: t.FinalLabels}})
	}
	outcomes := slices.Clone(t.Earlier)
	if t.Terminal != "" {
		outcomes = append(outcomes, Outcome{Terminal: t.Terminal, Cause: t.Cause, Error: t.Error, Accepted: t.Accepted, Finished: t.Finished})
	}
	for i, o := range outcomes {
		o.Scoring = 0 // the file's scorings are history here
		events = append(events, Finished{Key: t.Key, Number: i, Outcome: o})
	}
	return events
}

// call is the call that brought the reply.
func (r Round) call() Call {
	c := Call{Number: r.Call, Round: r.Index, Sample: r.Sample, Started: r.Started, Prompt: r.Prompt, Seconds: r.Seconds,
		Ended: r.Started.Add(time.Duration(r.Seconds * float64(time.Second))),
		Response: &model.Response{
			Message:    model.Message{Role: model.Assistant, Content: r.Reply, Reasoning: r.Reasoning},
			StopReason: r.StopReason, Model: r.AnsweredBy,
			Usage: r.Usage, CostUSD: r.CostUSD, Attempts: r.Attempts, Ignored: r.Ignored,
		}}
	if c.Ended.IsZero() { // a record without times: any time says that it came back
		c.Ended = time.Unix(0, 0).UTC()
	}
	if r.Refusal != "" {
		c.Fault = &model.Fault{Kind: model.ContentFilter, Message: r.Refusal}
	}
	return c
}
