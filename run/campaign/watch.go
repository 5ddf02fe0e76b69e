package campaign

import (
	"maps"
	"sync"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// EventKind says what an Event is about.
type EventKind string

const (
	// RunStarted: the trials are known, those recorded earlier are counted.
	RunStarted EventKind = "run_started"
	// TrialStarted: a trial starts or goes on.
	TrialStarted EventKind = "trial_started"
	// RoundChecked: a reply was scored; Check is set.
	RoundChecked EventKind = "round_checked"
	// TrialFinished: a trial has an outcome; Outcome is set, or nil when the run was
	// stopped and left the trial as it is.
	TrialFinished EventKind = "trial_finished"
	// Waiting and WaitOver: something has to be waited for; Wait is set.
	Waiting  EventKind = "waiting"
	WaitOver EventKind = "wait_over"
	// RunFinished: nothing is under way any more.
	RunFinished EventKind = "run_finished"
)

// Event is something that a progress display may show.
type Event struct {
	Kind EventKind
	Run  string
	// Trial is the header of the trial concerned, without its rounds.
	Trial   store.Trial
	Check   *store.CheckDone
	Outcome *store.Outcome
	Wait    *model.Wait
	// Counts is the state of the run after the event.
	Counts Counts
}

// Counts says how far a run has come.
type Counts struct {
	Trials    int                    `json:"trials"`
	Running   int                    `json:"running"`
	Finished  int                    `json:"finished"`
	Terminals map[claim.Terminal]int `json:"terminals"`
	Calls     int64                  `json:"calls"`
	Usage     model.Usage            `json:"usage"`
	// CostUSD sums the known costs; Unpriced calls used tokens of unknown price.
	CostUSD  float64 `json:"cost_usd"`
	Unpriced int64   `json:"unpriced"`
}

// Watcher is told the events of a run, one at a time; a slow Watch slows the run.
type Watcher interface{ Watch(Event) }

// WatchFunc is a function that is a Watcher.
type WatchFunc func(Event)

// Watch calls the function.
func (f WatchFunc) Watch(e Event) { f(e) }

// progress counts and passes events on.
type progress struct {
	run     string
	watcher Watcher // may be nil

	mu     sync.Mutex
	counts Counts
}

// count updates the counts without an event.
func (p *progress) count(update func(*Counts)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	update(&p.counts)
}

// emit updates the counts and tells the watcher, in one order for all goroutines.
func (p *progress) emit(e Event, update func(*Counts)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if update != nil {
		update(&p.counts)
	}
	if p.watcher == nil {
		return
	}
	e.Run, e.Counts = p.run, p.counts
	e.Counts.Terminals = maps.Clone(p.counts.Terminals)
	p.watcher.Watch(e)
}

// wait announces a wait of the campaign itself.
func (p *progress) wait(t store.Trial, l model.Label, reason string, atMost time.Duration) func() {
	now := time.Now()
	w := &model.Wait{Model: t.Model, Reason: reason, Since: now, Deadline: now.Add(atMost), Label: l}
	p.emit(Event{Kind: Waiting, Trial: t, Wait: w}, nil)
	return func() { p.emit(Event{Kind: WaitOver, Trial: t, Wait: w}, nil) }
}

// Waits passes the waits of models on to a campaign's Watcher, as events of kind
// Waiting and WaitOver without run and counts: give it to the models that the
// campaign opens. The watcher may then be called from several goroutines at once.
func Waits(w Watcher) model.Watcher { return waits{w} }

type waits struct{ Watcher }

func (w waits) Waiting(wait model.Wait) func() {
	w.Watch(Event{Kind: Waiting, Wait: &wait})
	return func() { w.Watch(Event{Kind: WaitOver, Wait: &wait}) }
}

func (w waits) Starting(string, model.Label, int)           {}
func (w waits) Finished(string, model.Label, model.Attempt) {}
