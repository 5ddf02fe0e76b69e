package model

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Wait is something a call is waiting for. Every wait of this package is one.
type Wait struct {
	Model  string
	Reason string // "429", "free connection", "requests per minute", "reply", …
	Since  time.Time

	// Deadline is when the wait ends: by itself when Ends is set, otherwise by
	// giving up.
	Deadline time.Time
	Ends     bool

	Label Label
}

// Text says what is waited for in one line: "waiting: 429 openai/gpt-x, 41 s".
func (w Wait) Text(now time.Time) string {
	if w.Ends {
		return fmt.Sprintf("waiting: %s %s, %s", w.Reason, w.Model, seconds(w.Deadline.Sub(now)))
	}
	return fmt.Sprintf("waiting: %s %s, %s so far, at most %s", w.Reason, w.Model, seconds(now.Sub(w.Since)), seconds(w.Deadline.Sub(w.Since)))
}

func seconds(d time.Duration) string {
	return fmt.Sprintf("%d s", max(d, 0).Round(time.Second)/time.Second)
}

// Watcher is told what calls do, as they do it: for progress displays, and for
// stores that write down an attempt before it costs money. Its methods are called
// from many goroutines and must be quick.
type Watcher interface {
	// Waiting announces a wait; the function it returns is called once, when the
	// wait is over.
	Waiting(w Wait) (done func())
	// Starting is called just before attempt number n of a call is sent.
	Starting(model string, l Label, n int)
	// Finished is called when an attempt is over.
	Finished(model string, l Label, a Attempt)
}

// unwatched is the Watcher of a caller who has none.
type unwatched struct{}

func (unwatched) Waiting(Wait) func()             { return func() {} }
func (unwatched) Starting(string, Label, int)     {}
func (unwatched) Finished(string, Label, Attempt) {}

// Board is a Watcher that remembers the waits of the moment. The zero value is
// ready to use.
type Board struct {
	mu    sync.Mutex
	next  int
	waits map[int]Wait
}

// Waiting puts a wait on the board.
func (b *Board) Waiting(w Wait) func() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waits == nil {
		b.waits = map[int]Wait{}
	}
	id := b.next
	b.next++
	b.waits[id] = w
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.waits, id)
	}
}

// Starting does nothing: the wait for the reply is announced as a wait.
func (b *Board) Starting(string, Label, int) {}

// Finished does nothing.
func (b *Board) Finished(string, Label, Attempt) {}

// Waits lists what is waited for now, the longest wait first.
func (b *Board) Waits() []Wait {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]Wait, 0, len(b.waits))
	for _, w := range b.waits {
		list = append(list, w)
	}
	slices.SortFunc(list, func(x, y Wait) int {
		return cmp.Or(x.Since.Compare(y.Since), cmp.Compare(x.Model, y.Model), cmp.Compare(x.Reason, y.Reason))
	})
	return list
}
