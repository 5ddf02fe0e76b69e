//go:build unix

package equal

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"
)

// processorTime is what the process has used of all cores, collection of garbage included: what
// one core would have taken, whoever else is running.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkHostile reports for each kind of hostile input the longest time and the largest
// memory of a pair. ASSAY_SHOW=100ms prints every pair that takes longer than that.
func BenchmarkHostile(b *testing.B) {
	show, _ := time.ParseDuration(os.Getenv("ASSAY_SHOW"))
	var kinds []string
	byKind := map[string][]hostileInput{}
	for _, h := range hostileInputs() {
		if byKind[h.kind] == nil {
			kinds = append(kinds, h.kind)
		}
		byKind[h.kind] = append(byKind[h.kind], h)
	}
	for _, kind := range kinds {
		b.Run(strings.ReplaceAll(kind, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				worst, most := time.Duration(0), uint64(0)
				slow, spent := 0, 0
				for i, h := range byKind[kind] {
					var r Result
					var took time.Duration
					var peak uint64
					var work int
					for try := range 3 {
						debug.FreeOSMemory()
						stop, start := peakMemory(), processorTime()
						r, work = compareCounted(context.Background(), h.pair, Options{})
						now := processorTime() - start
						peak = max(peak, stop())
						if try == 0 || now < took {
							took = now
						}
						if took < 60*time.Millisecond {
							break
						}
					}
					if show > 0 && (took > show || peak > 200<<20) {
						fmt.Fprintf(os.Stderr, "%s %3d %8.1f ms %5d MiB %9d ops  %.90q | %.90q: %.120s\n", kind, i, float64(took.Microseconds())/1e3, peak>>20, work, h.pair.Reference, h.pair.Candidate, r.String())
					}
					if took > 150*time.Millisecond {
						slow++
					}
					worst, most, spent = max(worst, took), max(most, peak), max(spent, work)
				}
				b.ReportMetric(float64(worst.Microseconds())/1e3, "worst-ms")
				b.ReportMetric(float64(most)/(1<<20), "peak-MiB")
				b.ReportMetric(float64(spent), "worst-ops")
				b.ReportMetric(float64(slow), "slow")
				b.ReportMetric(float64(len(byKind[kind])), "pairs")
			}
		})
	}
}

// BenchmarkCalibration reports the time an operation takes over the pairs of the tables, and
// prints with ASSAY_SHOW=10ms those that take longer than that.
func BenchmarkCalibration(b *testing.B) {
	show, _ := time.ParseDuration(os.Getenv("ASSAY_SHOW"))
	for b.Loop() {
		spent, total := 0, time.Duration(0)
		for _, name := range []string{"equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl", "unseen_N1.jsonl", "unseen_N2.jsonl", "unseen_P1.jsonl", "unseen_P2.jsonl", "unseen_Q1.jsonl", "unseen_Q2.jsonl", "tensor_pairs.jsonl", "oracle.jsonl", "hostile.jsonl"} {
			for _, r := range readRows(b, name) {
				p := r.pair(b)
				start := processorTime()
				res, work := compareCounted(context.Background(), p, Options{})
				took := processorTime() - start
				if show > 0 && took > show {
					fmt.Fprintf(os.Stderr, "%s %s %8.1f ms %9d ops  %.90q | %.90q: %.120s\n", name, r.ID, float64(took.Microseconds())/1e3, work, r.Reference, r.Candidate, res.String())
				}
				spent, total = spent+work, total+took
			}
		}
		b.ReportMetric(float64(total.Nanoseconds())/float64(spent), "ns-per-op")
	}
}
