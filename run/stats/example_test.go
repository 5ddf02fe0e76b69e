package stats_test

import (
	"fmt"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
)

func ExampleSummarize() {
	reply := func(numbers float64) store.Round {
		return store.Round{Measures: map[string]float64{"numbers": numbers}}
	}
	trials := []store.Trial{
		{Model: "builtin/stumble", Policy: "mag", Task: "P01", Variant: "canonical", Terminal: claim.OK, Rounds: []store.Round{reply(0), reply(1)}, Accepted: 1},
		{Model: "builtin/stumble", Policy: "mag", Task: "P02", Variant: "canonical", Terminal: claim.OK, Rounds: []store.Round{reply(1)}},
		{Model: "builtin/stumble", Policy: "mag", Task: "P03", Variant: "canonical", Terminal: claim.Infrastructure, Accepted: -1},
	}
	row := stats.Summarize(trials, stats.Mapping(nil)).Rows[0]
	kstar, _ := row.Values["kstar"].Float()
	fmt.Printf("passed %d of %d, %d left out, k* = %.1f\n", row.Passed.Hits, row.Passed.Of, row.Excluded, kstar)
	lo, hi, _ := row.Passed.Wilson()
	fmt.Printf("95 %% interval [%.2f, %.2f]\n", lo, hi)
	// Output:
	// passed 2 of 2, 1 left out, k* = 0.5
	// 95 % interval [0.34, 1.00]
}
