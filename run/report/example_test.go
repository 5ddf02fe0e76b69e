package report_test

import (
	"fmt"
	"os"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/report"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
)

func ExampleTable() {
	var trials []store.Trial
	for i, right := range []float64{1, 1, 0} {
		trials = append(trials, store.Trial{Model: "builtin/hardcode", Policy: "ss", Task: fmt.Sprintf("P%02d", i+1), Variant: "canonical", Terminal: claim.OK,
			Rounds: []store.Round{{Measures: map[string]float64{"numbers": right, "class_strict": 1}}}})
	}
	s := stats.Summarize(trials, stats.Mapping(nil))
	if err := report.Table(os.Stdout, s, report.TableOptions{Width: 72}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// model             description  passed  certified  TC0  NM0  O
	// builtin/hardcode  canonical       2/3        0/3  3/3  2/3  –
	//
	// 3 trials: 3 ok. Policy: ss.
	// Not shown at this width: trials, TC0 wit., k*, tokens in, out, cost,
	// time.
}
