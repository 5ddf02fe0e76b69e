package equal

import (
	"context"
	"slices"
	"testing"
	"time"
)

// BenchmarkOracle grades typical scalar pairs, one core, the context of each read too.
func BenchmarkOracle(b *testing.B) {
	rows := readRows(b, "oracle.jsonl")
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range rows {
			r.compare(b)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(rows)), "µs/pair")
}

// BenchmarkTables grades the public pairs without integrals, sums and limits, and reports
// the median and the 99th percentile of a pair, parse included.
func BenchmarkTables(b *testing.B) {
	type job struct{ pair Pair }
	var jobs []job
	for _, name := range []string{"equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl"} {
		for _, r := range readRows(b, name) {
			var c *Context
			if len(r.Context) > 0 {
				var err error
				if c, err = ReadContext(r.Context); err != nil {
					b.Fatal(err)
				}
			}
			if !r.boxed() && !r.heavy() {
				jobs = append(jobs, job{pair: Pair{Reference: r.Reference, Candidate: r.Candidate, Context: c}})
			}
		}
	}
	times := make([]time.Duration, 0, len(jobs))
	b.ReportAllocs()
	for b.Loop() {
		times = times[:0]
		for _, j := range jobs {
			begun := time.Now()
			Compare(context.Background(), j.pair, Options{})
			times = append(times, time.Since(begun))
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "µs/median")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "µs/p99")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(jobs)), "µs/pair")
}
