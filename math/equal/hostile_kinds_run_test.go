package equal

import (
	"context"
	"runtime/metrics"
	"testing"
	"time"
)

// maxPeak is what a pair may hold in memory.
const maxPeak = 256 << 20

// TestHostileKinds answers a third of the hostile inputs (BenchmarkHostile takes all of them, with
// their times): never the verdict that would be wrong, never more operations than a pair has,
// never more memory, the sides exchanged or not.
func TestHostileKinds(t *testing.T) {
	type tally struct {
		pairs, work int
		peak        uint64
		verdicts    map[Verdict]int
	}
	var kinds []string
	tallies := map[string]*tally{}
	for i, h := range hostileInputs() {
		s := tallies[h.kind]
		if s == nil {
			s = &tally{verdicts: map[Verdict]int{}}
			tallies[h.kind], kinds = s, append(kinds, h.kind)
		}
		if i%3 != 0 {
			continue
		}
		p := h.pair
		if i%2 == 1 {
			p.Reference, p.Candidate = p.Candidate, p.Reference
		}
		stop := peakMemory()
		r, work := compareCounted(context.Background(), p, Options{})
		s.peak = max(s.peak, stop())
		s.pairs, s.work = s.pairs+1, max(s.work, work)
		s.verdicts[r.Verdict]++
		if r.Verdict == h.not {
			t.Errorf("%s: %.200q | %.200q: %v", h.kind, p.Reference, p.Candidate, r)
		}
		if work > pairLimit+patience {
			t.Errorf("%s: %.200q | %.200q: %d operations", h.kind, p.Reference, p.Candidate, work)
		}
	}
	for _, kind := range kinds {
		s := tallies[kind]
		if s.peak > maxPeak {
			t.Errorf("%s: %d MiB", kind, s.peak>>20)
		}
		t.Logf("%-28s %3d pairs, at most %7d operations and %3d MiB, %v", kind, s.pairs, s.work, s.peak>>20, s.verdicts)
	}
}

// peakMemory samples the memory that the process holds until stop is called.
func peakMemory() (stop func() uint64) {
	names := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"}, {Name: "/memory/classes/metadata/other:bytes"},
	}
	read := func() (sum uint64) {
		metrics.Read(names)
		for _, s := range names {
			sum += s.Value.Uint64()
		}
		return sum
	}
	done, peak := make(chan struct{}), make(chan uint64)
	go func() {
		most := read()
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				most = max(most, read())
			case <-done:
				peak <- max(most, read())
				return
			}
		}
	}()
	return func() uint64 { close(done); return <-peak }
}

// TestExhausted: what gives up says so, leaves the limit of the ledger as it was, and lets
// other panics through.
func TestExhausted(t *testing.T) {
	l := newLedger(context.Background())
	done := l.attempt(100, func() {
		l.charge(60)
		l.charge(60)
		t.Error("charged beyond the limit")
	})
	if done || l.limit != pairLimit || l.spent != 100 {
		t.Errorf("done %v, limit %d, spent %d", done, l.limit, l.spent)
	}
	if !l.attempt(100, func() { l.charge(99) }) || l.spent != 199 {
		t.Errorf("spent %d", l.spent)
	}
	func() {
		defer func() {
			if r := recover(); r != "other" {
				t.Errorf("recovered %v", r)
			}
		}()
		l.attempt(100, func() { panic("other") })
	}()
	ctx, cancel := context.WithCancel(context.Background())
	l = newLedger(ctx)
	cancel()
	func() {
		defer func() {
			if e, ok := recover().(exhausted); !ok || !e.canceled {
				t.Error("a canceled caller was not noticed")
			}
		}()
		l.attempt(pairBudget, func() { l.charge(2 * patience) })
	}()
}
