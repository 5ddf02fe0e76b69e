package stats

import (
	"cmp"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/store"
)

// Spec says which measures and labels of a suite play which part. An empty name
// switches the part off.
type Spec struct {
	// Metrics are the columns of the table, in order, without the two counts that
	// every row has (passed and certified).
	Metrics []claim.Metric
	// Pass is the 0/1 measure whose first 1 is "the trial passed in this round".
	Pass string
	// Right are the 0/1 measures of a right label: by the letter first, then by what
	// was looked into more deeply. The last one that has a value decides.
	Right []string
	// Repairs are the columns that compare the first reply with the last.
	Repairs []Repair
	// Calibrations compare the stated confidence with an outcome.
	Calibrations []Calibration
	// Mode is the label that names a failure.
	Mode string
	// Deltas names the metrics compared between descriptions, task by task.
	Deltas []string
	// Main names the columns of the first table; the others stand in the second.
	Main []string
	// Words name passing and the outcomes in tables and legends.
	Words Words
}

// Words are what a report says.
type Words struct {
	// Passed follows "trials": whose numbers were right. Column says it of a column, First
	// of the round in which it was first so.
	Passed, Column, First string
	// Outcomes names how a trial can end.
	Outcomes map[Outcome]string
	// Detail and DetailNote are title and caption of the second table.
	Detail, DetailNote string
}

// Repair is a column: among trials whose first reply had measure 0, the share in
// which the last reply has 1.
type Repair struct {
	Name, Title, Meaning string
	Measure              string
}

// Calibration compares a confidence in [0, 1] with a 0/1 outcome in the same
// reading of a trial. It gives two columns: the Brier score, and the share of
// confident ones among the wrong.
type Calibration struct {
	// Name of the reliability curve; Brier and False name the columns ("" for none),
	// whose titles end in Suffix.
	Name, Title, Meaning string
	Brier, False, Suffix string
	Confidence, Outcome  string
	At                   claim.MetricAt
}

// Confident is the stated confidence from which on a wrong answer is a false
// confidence.
const Confident = 0.9

// Mapping is the spec of mapping claims: the columns of StatMechBench-v0 and ours.
// A metric of the suite replaces the one of the same name here, and further ones
// come after them; a repair or a calibration column gives way to a suite's metric
// of its name that names a measure.
func Mapping(metrics []claim.Metric) Spec {
	s := Spec{
		Pass:  "numbers",
		Right: []string{"class_strict", "class_witnessed"},
		Mode:  "mode",
		Metrics: []claim.Metric{
			{Name: "tc0_strict", Title: "TC0", Measure: "class_strict", At: claim.AtFirst, Reduce: claim.ReduceRate,
				Meaning: "the class of the first reply is the published label, letter by letter"},
			{Name: "tc0_witnessed", Title: "TC0 wit.", Measure: "class_witnessed", At: claim.AtFirst, Reduce: claim.ReduceRate,
				Meaning: "the class of the first reply is one that the task's structure and the program witness"},
			{Name: "nm0", Title: "NM0", Measure: "numbers", At: claim.AtFirst, Reduce: claim.ReduceRate,
				Meaning: "the first program agrees with brute force on every probe, by the published rule"},
			{Name: "honesty", Title: "O", Measure: "honest", At: claim.AtEnd, Reduce: claim.ReduceRate,
				Meaning: "the claimed complexity of the last program is not below its true one"},
			{Name: "kstar", Title: "k*", Measure: "numbers", At: claim.AtFirstHit, Reduce: claim.ReduceMean,
				Meaning: "mean round of the first pass, over the trials that passed"},
			{Name: "tc_end", Title: "TC end", Measure: "class_strict", At: claim.AtEnd, Reduce: claim.ReduceRate,
				Meaning: "the class of the last reply is the published label"},
			{Name: "tc_end_witnessed", Title: "TC end wit.", Measure: "class_witnessed", At: claim.AtEnd, Reduce: claim.ReduceRate,
				Meaning: "the class of the last reply is witnessed"},
			{Name: "structure_honesty", Title: "S", Measure: "honest_structure", At: claim.AtEnd, Reduce: claim.ReduceRate,
				Meaning: "the last program does what its class says"},
		},
		Repairs: []Repair{
			{Name: "label_repaired", Title: "Repaired", Measure: "class_strict",
				Meaning: "among trials whose first class was not the published label, the share in which the last one is"},
			{Name: "label_repaired_witnessed", Title: "Repaired wit.", Measure: "class_witnessed",
				Meaning: "among trials whose first class was not witnessed, the share in which the last one is"},
		},
		Calibrations: []Calibration{
			{Name: "numbers", Title: "numbers right, first reply", Brier: "brier", False: "false_confidence",
				Confidence: "confidence", Outcome: "numbers", At: claim.AtFirst,
				Meaning: "the confidence of the first reply against the published numeric rule"},
			{Name: "certified", Title: "certified by the judge", Brier: "brier_certified", False: "false_confidence_certified", Suffix: ", judge",
				Confidence: "confidence", Outcome: "certified", At: claim.AtFinal,
				Meaning: "the confidence of the judged reply against the judge's verdict"},
		},
		Deltas: []string{"tc0_strict", "tc0_witnessed", "nm0"},
		Main:   []string{"tc0_strict", "tc0_witnessed", "nm0", "honesty", "kstar"},
		Words: Words{
			Passed: "whose numbers were right, by the published rule,", Column: "numbers right in some round, by the published rule",
			First: "the numbers were first right",
			Outcomes: map[Outcome]string{
				OutcomeCertified: "certified", OutcomeRight: "numbers and class right, not certified",
				OutcomeMislabelled: "numbers right, class not upheld", OutcomeWrong: "numbers wrong",
				OutcomeUnreadable: "unreadable", OutcomeExcluded: "excluded",
			},
			Detail:     "Labels, honesty and calibration",
			DetailNote: "Repaired: of the trials whose first label was wrong, those whose last one is right. False confidence: of the wrong ones, those stated with 0.9 or more.",
		},
	}
	for _, m := range metrics {
		if m.Measure == "" || m.Name == "passed" || m.Name == "certified" {
			continue
		}
		if i := slices.IndexFunc(s.Metrics, func(o claim.Metric) bool { return o.Name == m.Name }); i >= 0 {
			s.Metrics[i] = m
			continue
		}
		s.Metrics = append(s.Metrics, m)
	}
	return s
}

// Counts reports whether a trial says something about its model: it ended ok,
// model-invalid or at a limit, and at least one reply is on record.
func Counts(t store.Trial) bool {
	switch t.Terminal {
	case claim.OK, claim.ModelInvalid, claim.Limit:
		return len(t.Rounds) > 0
	default: // infrastructure, operator, and trials that have not ended
		return false
	}
}

// Read is the value of a measure in a trial at the given reading; ok is false when
// it has none there. Rounds are counted from 0 in the order in which they were
// asked, independent samples like revisions.
func Read(t store.Trial, measure string, at claim.MetricAt) (v float64, ok bool) {
	switch at {
	case claim.AtFinal:
		v, ok = t.FinalMeasures[measure]
		return v, ok
	case claim.AtAny:
		for _, r := range t.Rounds {
			if x, has := r.Measures[measure]; has && (!ok || x > v) {
				v, ok = x, true
			}
		}
		return v, ok
	case claim.AtOutcome:
		n := len(t.Rounds)
		if n == 0 {
			return 0, false
		}
		rounds := t.Rounds
		if last := rounds[n-1]; n > 1 && last.Sample == 0 {
			rounds = rounds[n-1:] // one conversation
		}
		for _, r := range rounds {
			if x, has := r.Measures[measure]; has && (!ok || x < v) {
				v, ok = x, true
			}
		}
		return v, ok
	case claim.AtFirstHit:
		for k, r := range t.Rounds {
			if r.Measures[measure] == 1 {
				return float64(k), true
			}
		}
		return 0, false
	case claim.AtFirst:
		if len(t.Rounds) > 0 {
			v, ok = t.Rounds[0].Measures[measure]
		}
		return v, ok
	case claim.AtEnd:
		end := End(t)
		if end < 0 {
			return 0, false
		}
		if v, ok = t.Rounds[end].Measures[measure]; ok {
			return v, true
		}
		// The judge looked at this same reply, and may have measured what the check
		// between the rounds did not.
		v, ok = t.FinalMeasures[measure]
		return v, ok
	}
	return 0, false
}

// End is the index of the round that stands for the trial at its end: the accepted
// one, or the last; −1 without any.
func End(t store.Trial) int {
	if t.Accepted >= 0 && t.Accepted < len(t.Rounds) {
		return t.Accepted
	}
	return len(t.Rounds) - 1
}

// FirstPass is the first round whose measure is 1, −1 if none.
func (s Spec) FirstPass(t store.Trial) int {
	if k, ok := Read(t, s.Pass, claim.AtFirstHit); ok {
		return int(k)
	}
	return -1
}

// Certified reports the judge's verdict on a trial.
func Certified(t store.Trial) bool {
	return t.Final != nil && t.Final.Verdict == claim.VerdictCertified
}

// ModeOf is the failure mode at the end of a trial, "" for none: the judge's word,
// or that of the last check.
func (s Spec) ModeOf(t store.Trial) string {
	if m, ok := t.FinalLabels[s.Mode]; ok {
		return m
	}
	if end := End(t); end >= 0 {
		return t.Rounds[end].Labels[s.Mode]
	}
	return ""
}

// Outcome is how a trial ended, in the words of the matrix, best first.
type Outcome string

const (
	// OutcomeCertified: the judge certified the last claim.
	OutcomeCertified Outcome = "certified"
	// OutcomeRight: numbers and label are right, yet the judge did not certify (an
	// understated complexity, an obligation left open).
	OutcomeRight Outcome = "right"
	// OutcomeMislabelled: the numbers are right, the label is not, or the program
	// does not bear it out.
	OutcomeMislabelled Outcome = "mislabelled"
	// OutcomeWrong: the numbers of the last reply are wrong.
	OutcomeWrong Outcome = "wrong"
	// OutcomeUnreadable: no reply could be read as a claim.
	OutcomeUnreadable Outcome = "unreadable"
	// OutcomeExcluded: the trial says nothing about the model ([Counts]).
	OutcomeExcluded Outcome = "excluded"
)

// Outcomes lists the six outcomes, best first.
func Outcomes() []Outcome {
	return []Outcome{OutcomeCertified, OutcomeRight, OutcomeMislabelled, OutcomeWrong, OutcomeUnreadable, OutcomeExcluded}
}

// OutcomeOf classifies a trial by its end.
func (s Spec) OutcomeOf(t store.Trial) Outcome {
	switch {
	case !Counts(t):
		return OutcomeExcluded
	case t.Terminal == claim.ModelInvalid:
		return OutcomeUnreadable
	case Certified(t):
		return OutcomeCertified
	}
	if v, _ := Read(t, s.Pass, claim.AtEnd); v != 1 {
		return OutcomeWrong
	}
	right := false
	for _, m := range s.Right {
		if v, ok := Read(t, m, claim.AtEnd); ok {
			right = v == 1
		}
	}
	if right {
		return OutcomeRight
	}
	return OutcomeMislabelled
}

// variantRank orders the descriptions that every mapping suite has; others follow.
func variantRank(v string) int {
	if i := slices.Index([]string{"canonical", "paraphrased", "templated"}, v); i >= 0 {
		return i
	}
	return 3
}

// order lists the distinct values of f over the trials by rank, and otherwise in
// order of first appearance.
func order(trials []store.Trial, f func(store.Trial) string, rank func(string) int) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range trials {
		if v := f(t); !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	if rank != nil {
		slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	}
	return out
}
