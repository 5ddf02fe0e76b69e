package stats

import (
	"github.com/assay-physics/assay/claim"
)

// DualPairs is the spec of a benchmark of repairs: a trial passes with the first reply that the
// checks between the rounds accept, and is certified by the judge, who may be stricter.
func DualPairs(metrics []claim.Metric) Spec {
	return Spec{
		Pass: "passed", Right: []string{"certified"}, Mode: "mode", Metrics: metrics,
		Main: []string{"first_repaired", "kstar"},
		Words: Words{
			Passed: "of which a reply passed the checks between the rounds", Column: "a reply passed the checks between the rounds",
			First: "a reply first passed",
			Outcomes: map[Outcome]string{
				OutcomeCertified: "repaired", OutcomeRight: "repaired, not certified",
				OutcomeMislabelled: "passed, refused by the judge", OutcomeWrong: "not repaired",
				OutcomeUnreadable: "invalid", OutcomeExcluded: "excluded",
			},
			Detail:     "Copies, invalid and abstaining trials",
			DetailNote: "Copies of theory A count as repairs only where the dual is theory A itself.",
		},
	}
}
