package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
)

// display shows the progress of a run: one live line on a terminal, plain lines when
// the output is piped. Every wait that lasts is named, so that a quiet run is never a
// mystery.
type display struct {
	w     io.Writer
	live  bool
	quiet bool
	// started is told the run's id once it is known.
	started func(id string) error

	mu       sync.Mutex
	begun    time.Time
	counts   campaign.Counts
	waits    map[waitKey]int
	err      error
	drawn    bool
	stop     chan struct{}
	finished sync.WaitGroup
}

type waitKey struct {
	model, reason string
	since         time.Time
}

func newDisplay(w io.Writer, mode string) (*display, error) {
	d := &display{w: w, begun: time.Now(), waits: map[waitKey]int{}, stop: make(chan struct{})}
	_, terminal := isTerminal(w)
	switch mode {
	case "auto":
		d.live = terminal
	case "full":
		d.live = true
	case "plain":
	case "none":
		d.quiet = true
	default:
		return nil, usage("--display takes auto, full, plain or none, not %q", mode)
	}
	if d.live {
		d.finished.Go(func() {
			tick := time.NewTicker(200 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-d.stop:
					return
				case <-tick.C:
					d.mu.Lock()
					d.draw()
					d.mu.Unlock()
				}
			}
		})
	}
	return d, nil
}

// Watch is told what happens.
func (d *display) Watch(e campaign.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch e.Kind {
	case campaign.Waiting, campaign.WaitOver:
		k := waitKey{e.Wait.Model, e.Wait.Reason, e.Wait.Since}
		if e.Kind == campaign.Waiting {
			d.waits[k]++
			if !d.live && !d.quiet && wordy(*e.Wait) {
				d.line("waiting: %s, %s, at most %s", e.Wait.Model, e.Wait.Reason, time.Until(e.Wait.Deadline).Round(time.Second))
			}
		} else if d.waits[k]--; d.waits[k] <= 0 {
			delete(d.waits, k)
		}
		return
	case campaign.RunStarted:
		if d.started != nil {
			d.err = cmp.Or(d.err, d.started(e.Run))
		}
		if !d.quiet {
			d.line("run %s: %d trials, %d finished before", e.Run, e.Counts.Trials, e.Counts.Finished)
		}
	case campaign.TrialFinished:
		if !d.quiet && e.Outcome != nil {
			d.line("%3d/%d  %-24s %-10s %-4s %-12s %s", e.Counts.Finished, e.Counts.Trials, e.Trial.Model, e.Trial.Policy, e.Trial.Task, e.Trial.Variant, outcomeWords(e))
		}
	case campaign.TrialStarted, campaign.RoundChecked, campaign.RunFinished:
	}
	d.counts = e.Counts
	d.draw()
}

// wordy: a wait for a reply is normal; one for a limit or a fault deserves a line.
func wordy(w model.Wait) bool { return !strings.HasPrefix(w.Reason, "reply") }

func outcomeWords(e campaign.Event) string {
	o := e.Outcome
	switch {
	case o.Terminal != claim.OK && o.Error != "":
		return fmt.Sprintf("%s: %s", o.Terminal, firstLine(o.Error))
	case o.Terminal != claim.OK:
		return string(o.Terminal)
	case o.Accepted >= 0:
		return fmt.Sprintf("accepted in round %d", o.Accepted)
	default:
		return "not accepted"
	}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if r := []rune(s); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return s
}

// line prints a line above the live one.
func (d *display) line(format string, args ...any) {
	d.clear()
	fmt.Fprintln(d.w, printable(fmt.Sprintf(format, args...)))
}

func (d *display) clear() {
	if d.drawn {
		fmt.Fprint(d.w, "\r\x1b[K")
		d.drawn = false
	}
}

// draw writes the live line.
func (d *display) draw() {
	if !d.live || d.counts.Trials == 0 {
		return
	}
	width, ok := isTerminal(d.w)
	if !ok {
		width = 100
	}
	text := fmt.Sprintf("%d/%d trials · %d running · %d calls", d.counts.Finished, d.counts.Trials, d.counts.Running, d.counts.Calls)
	for _, t := range claim.Terminals() {
		if n := d.counts.Terminals[t]; n > 0 && t != claim.OK {
			text += fmt.Sprintf(" · %d %s", n, t)
		}
	}
	if d.counts.CostUSD > 0 {
		text += fmt.Sprintf(" · $%.2f", d.counts.CostUSD)
	}
	text += fmt.Sprintf(" · %s", time.Since(d.begun).Round(time.Second))
	if w, n := d.longest(); n > 0 {
		text += fmt.Sprintf(" · waiting: %s %s, %s", w.model, w.reason, time.Since(w.since).Round(time.Second))
		if n > 1 {
			text += fmt.Sprintf(" (+%d)", n-1)
		}
	}
	if r := []rune(text); len(r) >= width {
		text = string(r[:width-1])
	}
	fmt.Fprint(d.w, "\r\x1b[K"+printable(text))
	d.drawn = true
}

// longest is the wait that has lasted longest, and how many there are.
func (d *display) longest() (waitKey, int) {
	var keys []waitKey
	n := 0
	for k, c := range d.waits {
		keys = append(keys, k)
		n += c
	}
	if n == 0 {
		return waitKey{}, 0
	}
	return slices.MinFunc(keys, func(a, b waitKey) int { return a.since.Compare(b.since) }), n
}

// done ends the live line before other output; it reports what went wrong in a hook.
func (d *display) done() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clear()
	d.live = false
	return d.err
}

func (d *display) close() error {
	err := d.done()
	select {
	case <-d.stop:
	default:
		close(d.stop)
	}
	d.finished.Wait()
	return err
}
