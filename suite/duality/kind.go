package duality

import (
	"github.com/assay-physics/assay/claim"
)

// The two obligations that the environment adds to those of a pair.
const (
	ActionObligation = "repair.action"
	CopyObligation   = "repair.not_a_copy"
)

// Kind is the list of obligations of a repair: the action can be carried out, the pair
// passes every obligation that the verifier judges, and theory B is not theory A again.
func Kind(v Verifier) claim.Kind {
	both := []claim.Profile{claim.Interaction, claim.Final}
	k := claim.Kind{Name: "duality_repair", Meaning: "a repaired pair of dual theories"}
	k.Obligations = append(k.Obligations, claim.Obligation{
		Name: ActionObligation, Category: claim.CategoryFormat, Required: true, Profiles: both,
		Meaning: "the reply holds one action that can be carried out and leaves a theory to judge",
		Source:  "interface of the environment",
	})
	for _, o := range v.Kind().Obligations {
		var in []claim.Profile
		for _, p := range both {
			if o.In(p) {
				in = append(in, p)
			}
		}
		if len(in) > 0 {
			o.Profiles = in
			k.Obligations = append(k.Obligations, o)
		}
	}
	k.Obligations = append(k.Obligations, claim.Obligation{
		Name: CopyObligation, Category: "copy", Required: true, Profiles: []claim.Profile{claim.Final},
		Meaning: "theory B is not theory A up to names, rescalings, rotations and conjugation, unless the dual is",
		Source:  "isomorphism of quivers with superpotential",
	})
	return k
}

// Metrics are the columns of the suite's tables, beside the counts of accepted and of
// certified trials.
func Metrics() []claim.Metric {
	return []claim.Metric{
		{Name: "first_repaired", Title: "first", Measure: "certified", At: claim.AtFirst, Reduce: claim.ReduceRate,
			Meaning: "trials whose first reply the final judge would certify"},
		{Name: "kstar", Title: "k*", Measure: "passed", At: claim.AtFirstHit, Reduce: claim.ReduceMean,
			Meaning: "mean round of the first reply that passed the checks between the rounds, over the trials with one"},
		{Name: "copies", Title: "copies", Measure: "copy", At: claim.AtFinal, Reduce: claim.ReduceCount,
			Meaning: "trials that ended with theory A itself in the place of B where that is no repair"},
		{Name: "judge_only", Title: "judge only", Measure: "refused_by_judge", At: claim.AtFinal, Reduce: claim.ReduceCount,
			Meaning: "trials whose last theory passed the checks between the rounds and not those of the judge, copies aside"},
		{Name: "invalid", Title: "invalid", Measure: "invalid", At: claim.AtOutcome, Reduce: claim.ReduceCount,
			Meaning: "trials with the flag invalid: a conversation that ended with an invalid round; independent draws of which none reached verification and one or more were invalid"},
		{Name: "abstained", Title: "abstained", Measure: "abstained", At: claim.AtEnd, Reduce: claim.ReduceCount,
			Meaning: "trials whose last reply was an abstention"},
	}
}
