package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// Trial is what distinguishes one trial from another with the same subject and model.
type Trial struct {
	// Key is the trial's identity in the records.
	Key    string
	Policy Policy
	// Rounds is K: at most K replies in a conversation.
	Rounds int
	// Label goes with every call; Round and Sample are filled in.
	Label  model.Label
	Config model.Config
}

// Recorder makes events durable before it returns; store.Session is one.
type Recorder interface {
	Record(ctx context.Context, events ...store.Event) error
}

// Gate admits calls and checks: it holds the limits that many trials share. It may
// wait; its error is a *Stop when the trial must end, or the context's.
type Gate interface {
	// Call is asked before a call is recorded as started; release is called when it
	// has come back, with what it used.
	Call(ctx context.Context, t Trial, r model.Request) (release func(model.Response, *model.Fault), err error)
	// Check is asked before a reply is checked.
	Check(ctx context.Context) (release func(), err error)
}

// Stop is the error of a Gate that ends a trial without a further call.
type Stop struct {
	Terminal claim.Terminal
	Cause    string // one word
	Message  string
}

func (s *Stop) Error() string { return s.Message }

// Env is what a trial runs with. Gate may be nil: everything is admitted.
type Env struct {
	Model    model.Model
	Subject  Subject
	Recorder Recorder
	Gate     Gate
}

// ErrNotBegun is wrapped by the error of a trial that was stopped before its first
// call, so that there is nothing to record of it.
var ErrNotBegun = errors.New("stopped before the first call")

// The causes that outcomes name, beside the kinds of model faults and the causes of
// a Stop.
const (
	CauseCancelled  = "cancelled"  // a person stopped the run
	CauseCheck      = "check"      // the verifier's machinery failed
	CauseUnreadable = "unreadable" // no reply could be read as a claim
	CauseStanding   = "standing"   // the task's claim was accepted as it stood: nothing was asked
)

// Run conducts a trial to its outcome, which it also records. past is what earlier
// processes recorded of it, the zero value if nothing: no recorded call is made
// again, a recorded reply that was not scored is scored now, and the trial goes on
// from there.
//
// The error is not nil only when there is no outcome: an event could not be
// recorded, the records do not fit the subject, or the context ended before the
// trial had made any call (ErrNotBegun).
func Run(ctx context.Context, t Trial, env Env, past store.Trial) (store.Outcome, error) {
	r := &runner{
		trial: t, env: env,
		subjects:  []Subject{env.Subject},
		state:     Start(t.Policy, t.Rounds, env.Subject.System(), env.Subject.Opening()),
		calls:     len(past.Rounds) + len(past.Broken),
		outcomes:  len(past.Earlier),
		unreached: true,
	}
	if past.Terminal != "" {
		r.outcomes++
	}
	if r.calls == 0 {
		if o, settled, err := r.standing(ctx); settled || err != nil {
			return o, err
		}
	}
	err := r.replay(ctx, past)
	for err == nil {
		ask, more := r.state.Next()
		if !more {
			return r.finish(ctx, store.Outcome{})
		}
		err = r.round(ctx, ask)
	}
	return r.end(ctx, err)
}

// runner is a trial in this process.
type runner struct {
	trial    Trial
	env      Env
	state    State
	subjects []Subject // the task as each round meets it, the next one last
	calls    int       // recorded so far, the number of the next one
	outcomes int       // recorded so far, the number of the next one

	// readable: a reply could be read as a claim. refused: every reply was a refusal.
	readable, unreached, refused bool
}

// failure is an error that ends the trial with an outcome.
type failure struct{ store.Outcome }

func (f *failure) Error() string { return f.Outcome.Error }

// replay takes the trial through its recorded replies.
func (r *runner) replay(ctx context.Context, past store.Trial) error {
	for _, p := range past.Rounds {
		ask, more := r.state.Next()
		if !more || ask.Round != p.Index || !samePrompt(ask.Messages, p.Prompt) {
			return fmt.Errorf("agent: trial %s: the recorded round %d does not follow from the task as it is now", r.trial.Key, p.Index)
		}
		if !p.Checked() {
			if err := r.score(ctx, ask, p.Reply, p.Refusal != ""); err != nil {
				return err
			}
			continue
		}
		r.note(p.Claim, p.Refusal != "")
		r.step(p.Reply, p.View, p.Feedback, checkedOf(p))
	}
	return nil
}

// checkedOf is what was found about a recorded reply.
func checkedOf(p store.Round) claim.Checked {
	return claim.Checked{Claim: p.Claim, Certificate: p.Certificate, Measures: p.Measures, Labels: p.Labels}
}

// subject is the task as the next round meets it.
func (r *runner) subject() Subject { return r.subjects[len(r.subjects)-1] }

// step moves the state and the task past a reply that has been scored.
func (r *runner) step(reply string, v claim.View, feedback string, c claim.Checked) {
	p := r.trial.Policy
	next, opening := after(r.subject(), p, reply)
	r.state = r.state.with(Turn{Reply: reply, Accepted: v.Accepted, Feedback: feedback, Opening: opening, Ends: ends(r.subject(), p, c)})
	r.subjects = append(r.subjects, next)
}

// standing closes the trial of a task whose claim is accepted before anything is asked.
func (r *runner) standing(ctx context.Context) (o store.Outcome, settled bool, err error) {
	s, ok := r.env.Subject.(Standing)
	if !ok {
		return o, false, nil
	}
	reply := s.Standing()
	checked, _, err := r.check(ctx, r.env.Subject, reply, profileFor(r.env.Subject, r.trial.Policy))
	if err == nil && checked.Certificate.Verdict != claim.VerdictCertified {
		return o, false, nil
	}
	var judged claim.Checked
	var seconds float64
	if err == nil {
		judged, seconds, err = r.check(ctx, r.env.Subject, reply, claim.Final)
	}
	if err != nil {
		o, err = r.end(ctx, err)
		return o, true, err
	}
	o, err = r.record(ctx, store.Outcome{Terminal: claim.OK, Cause: CauseStanding},
		store.CheckDone{Key: r.trial.Key, Round: store.Judge, Checked: judged, Seconds: seconds})
	return o, true, err
}

func samePrompt(a, b []model.Message) bool {
	return slices.EqualFunc(a, b, func(x, y model.Message) bool { return x.Role == y.Role && x.Content == y.Content })
}

// round asks once and scores the reply.
func (r *runner) round(ctx context.Context, ask Ask) error {
	req := r.request(ask)
	release := func(model.Response, *model.Fault) {}
	if r.env.Gate != nil {
		var err error
		if release, err = r.env.Gate.Call(ctx, r.trial, req); err != nil {
			return r.stopped(ctx, err)
		}
	}
	resp, fault, err := r.call(ctx, ask, req)
	release(resp, fault)
	if err != nil {
		return err
	}
	refused := fault != nil && fault.Terminal() == model.ModelInvalid
	if fault != nil && !refused {
		return &failure{store.Outcome{Terminal: terminal(fault), Cause: string(fault.Kind), Error: fault.Error()}}
	}
	reply := resp.Message.Answer()
	if refused {
		reply = ""
	}
	return r.score(ctx, ask, reply, refused)
}

// call records that a call starts, makes it, and records how it ended. An answer is
// recorded even when the run was stopped meanwhile: it is paid for.
func (r *runner) call(ctx context.Context, ask Ask, req model.Request) (model.Response, *model.Fault, error) {
	durable := context.WithoutCancel(ctx)
	number := r.calls
	start := time.Now()
	err := r.env.Recorder.Record(durable, store.CallStarted{Key: r.trial.Key, Number: number, Round: ask.Round, Sample: ask.Sample, Started: start, Prompt: ask.Messages})
	if err != nil {
		return model.Response{}, nil, err
	}
	r.calls++
	resp, err := r.env.Model.Generate(ctx, req)
	end := time.Now()
	fault := faultOf(ctx, err)
	err = r.env.Recorder.Record(durable, store.CallEnded{Key: r.trial.Key, Number: number, Ended: end, Seconds: end.Sub(start).Seconds(), Response: resp, Fault: fault})
	return resp, fault, err
}

func (r *runner) request(ask Ask) model.Request {
	req := model.Request{Messages: ask.Messages, Config: r.trial.Config, Label: r.trial.Label}
	if s, ok := r.subject().(Tooled); ok {
		req.Tools = s.Tools()
	}
	req.Label.Sample = ask.Sample
	if !r.trial.Policy.Independent {
		req.Label.Round = ask.Round
	}
	if s := req.Config.Seed; s != nil {
		// One seed for all would make "independent" samples and epochs the same reply.
		seed := *s + int64(req.Label.Epoch)*1000 + int64(ask.Sample)
		req.Config.Seed = &seed
	}
	return req
}

// faultOf turns the error of a model into a fault. A Model that returns another
// error than a fault is a provider that failed.
func faultOf(ctx context.Context, err error) *model.Fault {
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*model.Fault](err); ok {
		return f
	}
	if ctx.Err() != nil {
		return &model.Fault{Kind: model.Cancelled, Message: err.Error()}
	}
	return &model.Fault{Kind: model.ServerError, Message: err.Error()}
}

func terminal(f *model.Fault) claim.Terminal {
	if t := claim.Terminal(f.Terminal()); slices.Contains(claim.Terminals(), t) {
		return t
	}
	return claim.Infrastructure
}

// score checks a recorded reply under the policy's profile, records what was found
// and what will be said about it, and moves the state on.
func (r *runner) score(ctx context.Context, ask Ask, reply string, refused bool) error {
	subject := r.subject()
	kind := subject.Kind()
	checked, seconds, err := r.check(ctx, subject, reply, profileFor(subject, r.trial.Policy))
	if err != nil {
		return err
	}
	view, err := kind.Project(checked.Certificate, r.trial.Policy.Level)
	if err != nil {
		return &failure{store.Outcome{Terminal: claim.Infrastructure, Cause: CauseCheck, Error: err.Error()}}
	}
	feedback := ""
	if r.state.WantsFeedback(view) && !ends(subject, r.trial.Policy, checked) {
		feedback = subject.Feedback(view)
	}
	err = r.env.Recorder.Record(context.WithoutCancel(ctx), store.CheckDone{Key: r.trial.Key, Round: ask.Round,
		Checked: checked, View: view, Feedback: feedback, Seconds: seconds})
	if err != nil {
		return err
	}
	r.note(checked.Claim, refused)
	r.step(reply, view, feedback, checked)
	return nil
}

// note remembers whether any reply could be read.
func (r *runner) note(c json.RawMessage, refused bool) {
	if !unread(c) {
		r.readable = true
	}
	r.refused = refused && (r.unreached || r.refused)
	r.unreached = false
}

// unread reports whether no claim was read.
func unread(c json.RawMessage) bool {
	c = bytes.TrimSpace(c)
	return len(c) == 0 || string(c) == "null"
}

func (r *runner) check(ctx context.Context, s Subject, reply string, p claim.Profile) (claim.Checked, float64, error) {
	if r.env.Gate != nil {
		release, err := r.env.Gate.Check(ctx)
		if err != nil {
			return claim.Checked{}, 0, r.stopped(ctx, err)
		}
		defer release()
	}
	start := time.Now()
	checked, err := s.Check(ctx, reply, p)
	if err != nil {
		if ctx.Err() != nil {
			return claim.Checked{}, 0, r.stopped(ctx, err)
		}
		return claim.Checked{}, 0, &failure{store.Outcome{Terminal: claim.Infrastructure, Cause: CauseCheck, Error: err.Error()}}
	}
	return checked, time.Since(start).Seconds(), nil
}

// stopped turns the error of a gate, or of a step that the end of the context cut
// short, into the failure that it means.
func (r *runner) stopped(ctx context.Context, err error) error {
	if s, ok := errors.AsType[*Stop](err); ok {
		return &failure{store.Outcome{Terminal: s.Terminal, Cause: s.Cause, Error: s.Message}}
	}
	if ctx.Err() != nil {
		if r.calls == 0 {
			return fmt.Errorf("agent: trial %s: %w: %w", r.trial.Key, ErrNotBegun, context.Cause(ctx))
		}
		return &failure{store.Outcome{Terminal: claim.Operator, Cause: CauseCancelled, Error: "the run was stopped"}}
	}
	return &failure{store.Outcome{Terminal: claim.Infrastructure, Cause: CauseCheck, Error: err.Error()}}
}

// end closes a trial that an error ended. What a limit cut short is still judged by
// the replies that it has; what a provider or a person broke is not, for it is not
// over.
func (r *runner) end(ctx context.Context, err error) (store.Outcome, error) {
	f, ok := errors.AsType[*failure](err)
	if !ok {
		return store.Outcome{}, err
	}
	if f.Terminal == claim.Limit && len(r.state.Turns) > 0 {
		return r.finish(ctx, f.Outcome)
	}
	return r.record(ctx, f.Outcome)
}

// finish lets the judge check the accepted or last reply and records the outcome,
// in one step. An outcome without a terminal state is a trial that ran to its end.
func (r *runner) finish(ctx context.Context, o store.Outcome) (store.Outcome, error) {
	i := r.state.Accepted()
	if i < 0 {
		i = len(r.state.Turns) - 1
	}
	if i < 0 {
		return store.Outcome{}, fmt.Errorf("agent: trial %s: policy %q at %d rounds asks for no reply", r.trial.Key, r.trial.Policy.Name, r.trial.Rounds)
	}
	judged, seconds, err := r.check(ctx, r.subjects[i], r.state.Turns[i].Reply, claim.Final)
	if err != nil {
		if f, ok := errors.AsType[*failure](err); ok {
			return r.record(ctx, f.Outcome)
		}
		return store.Outcome{}, err
	}
	if o.Terminal == "" {
		o = r.conclude()
	}
	return r.record(ctx, o, store.CheckDone{Key: r.trial.Key, Round: store.Judge, Checked: judged, Seconds: seconds})
}

// conclude is the outcome of a trial that ran to its end.
func (r *runner) conclude() store.Outcome {
	switch {
	case r.readable:
		return store.Outcome{Terminal: claim.OK}
	case r.refused:
		return store.Outcome{Terminal: claim.ModelInvalid, Cause: string(model.ContentFilter), Error: "the model declined to answer"}
	}
	return store.Outcome{Terminal: claim.ModelInvalid, Cause: CauseUnreadable, Error: "no reply could be read as a claim"}
}

// record records the outcome together with the events that belong to it.
func (r *runner) record(ctx context.Context, o store.Outcome, with ...store.Event) (store.Outcome, error) {
	o.Accepted, o.Finished = r.state.Accepted(), time.Now()
	events := append(with, store.Finished{Key: r.trial.Key, Number: r.outcomes, Outcome: o})
	if err := r.env.Recorder.Record(context.WithoutCancel(ctx), events...); err != nil {
		return store.Outcome{}, err
	}
	return o, nil
}
