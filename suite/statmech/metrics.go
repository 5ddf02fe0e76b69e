package statmech

import "github.com/assay-physics/assay/claim"

// Metrics describes the columns of the suite's tables over the measures that the
// verifier takes of every reply. The first six are those of the published benchmark.
//
// What needs more than one measure of one round is left to the statistics, which know
// it from the same measures: the label repaired by feedback (class 0 in round 0 and 1
// at the end), the calibration of the stated confidence (Brier score, false
// confidence), the difference of a rate between descriptions, and the modes of
// failure.
func (s *Suite) Metrics() []claim.Metric { return Metrics() }

// Metrics is the same list without a configured suite.
func Metrics() []claim.Metric {
	return []claim.Metric{
		{Name: "passed", Title: "pass", Measure: "numbers", At: claim.AtAny, Reduce: claim.ReduceCount,
			Meaning: "trials whose numbers met the published rule in some round: every probe finite and within 1e-6"},
		{Name: "tc0_strict", Title: "TC0", Measure: "class_strict", At: claim.AtFirst, Reduce: claim.ReduceRate,
			Meaning: "the class of the first reply is the published label"},
		{Name: "tc0_witnessed", Title: "TC0 wit.", Measure: "class_witnessed", At: claim.AtFirst, Reduce: claim.ReduceRate,
			Meaning: "the class of the first reply holds for the task's models, with a witness, and fits the program"},
		{Name: "nm0", Title: "NM0", Measure: "numbers", At: claim.AtFirst, Reduce: claim.ReduceRate,
			Meaning: "the numbers of the first reply met the published rule"},
		{Name: "honesty", Title: "O", Measure: "honest", At: claim.AtEnd, Reduce: claim.ReduceRate,
			Meaning: "the complexity claim of the accepted (or last) reply is kept by its program; inconclusive and unparsed claims have no value"},
		{Name: "kstar", Title: "k*", Measure: "numbers", At: claim.AtFirstHit, Reduce: claim.ReduceMean,
			Meaning: "mean round of the first pass, over the trials that passed"},
		{Name: "certified", Title: "certified", Measure: "certified", At: claim.AtFinal, Reduce: claim.ReduceCount,
			Meaning: "trials whose accepted (or last) reply the final judge certified on every required obligation"},
		{Name: "tc_end", Title: "TC end", Measure: "class_strict", At: claim.AtEnd, Reduce: claim.ReduceRate,
			Meaning: "the class of the accepted (or last) reply is the published label"},
		{Name: "tc_end_witnessed", Title: "TC end wit.", Measure: "class_witnessed", At: claim.AtEnd, Reduce: claim.ReduceRate,
			Meaning: "the class of the accepted (or last) reply is witnessed"},
		{Name: "structure_honesty", Title: "S", Measure: "honest_structure", At: claim.AtEnd, Reduce: claim.ReduceRate,
			Meaning: "class and program of the accepted (or last) reply belong together"},
	}
}
