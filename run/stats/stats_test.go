package stats_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
)

// ms is the measures of one round, in a short hand for tables: "n1 c0 w1 p.8".
func ms(t *testing.T, s string) map[string]float64 {
	t.Helper()
	names := map[byte]string{'n': "numbers", 'c': "class_strict", 'w': "class_witnessed", 'h': "honest", 's': "honest_structure", 'p': "confidence", 'z': "certified"}
	out := map[string]float64{}
	for _, f := range strings.Fields(s) {
		var v float64
		if err := json.Unmarshal([]byte(f[1:]), &v); err != nil {
			t.Fatalf("measure %q: %v", f, err)
		}
		out[names[f[0]]] = v
	}
	return out
}

type trialSpec struct {
	task, variant, terminal string
	rounds                  []string
	accepted                int
	final                   string // measures of the judge
	verdict                 claim.Verdict
	mode                    string
	cost                    float64 // negative: not known
}

func build(t *testing.T, specs ...trialSpec) []store.Trial {
	t.Helper()
	var out []store.Trial
	for i, s := range specs {
		tr := store.Trial{Key: string(rune('a' + i)), Model: "m", Policy: "mag", Task: s.task, Variant: s.variant, Terminal: claim.Terminal(s.terminal),
			Accepted: s.accepted, WallSeconds: 2, Usage: model.Usage{InputTokens: 10, OutputTokens: 5}}
		if s.cost >= 0 {
			tr.CostUSD = &s.cost
		}
		for k, r := range s.rounds {
			tr.Rounds = append(tr.Rounds, store.Round{Index: k, Measures: ms(t, r)})
		}
		if s.verdict != "" {
			tr.Final = &claim.Certificate{Verdict: s.verdict}
			tr.FinalMeasures = ms(t, s.final)
			tr.FinalLabels = map[string]string{"mode": s.mode}
		}
		out = append(out, tr)
	}
	return out
}

// handWorked is eight trials of one agent on one description; every number below
// that is expected of them was worked out on paper.
//
//	A passes in round 0, class right, honest, certified
//	B passes in round 2, class wrong then right (repaired), certified by nobody: complexity understated
//	C passes in round 1, class wrong throughout
//	D never passes, class right at first and wrong at the end
//	E unreadable
//	F limit after one wrong reply
//	G infrastructure after a reply: in no rate
//	H limit before any reply: in no rate
func handWorked(t *testing.T) []store.Trial {
	return build(t,
		trialSpec{"A", "canonical", "ok", []string{"n1 c1 w1 h1 s1 p0.9 z1"}, 0, "p0.9 z1", claim.VerdictCertified, "", 0.5},
		trialSpec{"B", "canonical", "ok", []string{"n0 c0 w0 h0 p0.95 z0", "n0 c0 w1 h0 p0.9 z0", "n1 c1 w1 h0 s1 p0.8 z1"}, 2, "p0.8 z0", claim.VerdictFailed, "complexity", 0.25},
		trialSpec{"C", "canonical", "ok", []string{"n0 c0 w0 h1 p0.4 z0", "n1 c0 w0 s0 p0.6 z1"}, 1, "p0.6 z0 h1", claim.VerdictFailed, "class", 0},
		trialSpec{"D", "canonical", "ok", []string{"n0 c1 w1 p0.5 z0", "n0 c0 w0 h0 p1 z0"}, -1, "p1 z0", claim.VerdictFailed, "numbers", 1},
		trialSpec{"E", "canonical", "model-invalid", []string{"n0 c0 w0 z0", "n0 c0 w0 z0"}, -1, "z0", claim.VerdictError, "format", 0.125},
		trialSpec{"F", "canonical", "limit", []string{"n0 p0.9"}, -1, "", "", "", 0},
		trialSpec{"G", "canonical", "infrastructure", []string{"n1 c1 w1 p0.9"}, -1, "", "", "", 0.125},
		trialSpec{"H", "canonical", "limit", nil, -1, "", "", "", -1},
	)
}

func TestHandWorkedRow(t *testing.T) {
	s := stats.Summarize(handWorked(t), stats.Mapping(nil))
	if len(s.Rows) != 1 {
		t.Fatalf("%d rows, want 1", len(s.Rows))
	}
	r := s.Rows[0]
	if r.Trials != 6 || r.Excluded != 2 {
		t.Errorf("trials %d, excluded %d; want 6 and 2", r.Trials, r.Excluded)
	}
	if r.Passed != (stats.Rate{Hits: 3, Of: 6}) || r.Certified != (stats.Rate{Hits: 1, Of: 6}) {
		t.Errorf("passed %v, certified %v; want 3/6 and 1/6", r.Passed, r.Certified)
	}
	want := map[string]struct {
		value float64
		of    int
	}{
		"tc0_strict":                 {2.0 / 5, 5},                                  // A, D of A–E
		"tc0_witnessed":              {2.0 / 5, 5},                                  //
		"nm0":                        {1.0 / 6, 6},                                  // A of A–F
		"honesty":                    {2.0 / 4, 4},                                  // A and C (as the judge measured) of A–D
		"kstar":                      {(0.0 + 2 + 1) / 3, 3},                        // A, B, C
		"tc_end":                     {2.0 / 5, 5},                                  // A, B of A–E
		"tc_end_witnessed":           {2.0 / 5, 5},                                  //
		"structure_honesty":          {2.0 / 3, 3},                                  // A, B right, C wrong
		"label_repaired":             {1.0 / 3, 3},                                  // B of B, C, E
		"label_repaired_witnessed":   {1.0 / 3, 3},                                  //
		"brier":                      {(0.01 + 0.9025 + 0.16 + 0.25 + 0.81) / 5, 5}, // A, B, C, D, F in round 0
		"false_confidence":           {2.0 / 4, 4},                                  // B, F of B, C, D, F
		"brier_certified":            {(0.01 + 0.64 + 0.36 + 1) / 4, 4},
		"false_confidence_certified": {1.0 / 3, 3}, // D of B, C, D
	}
	if len(want) != len(r.Values) {
		t.Errorf("%d columns, want %d", len(r.Values), len(want))
	}
	for name, w := range want {
		v := r.Values[name]
		got, ok := v.Float()
		if !ok || math.Abs(got-w.value) > 1e-15 || v.Of() != w.of {
			t.Errorf("%s = %v (%v) over %d trials, want %v over %d", name, got, ok, v.Of(), w.value, w.of)
		}
	}
	if want := map[string]int{"complexity": 1, "class": 1, "numbers": 1, "format": 1}; !reflect.DeepEqual(r.Modes, want) {
		t.Errorf("modes %v, want %v", r.Modes, want)
	}
	// Sums are over all eight, those that do not count included.
	if r.Usage.InputTokens != 80 || r.WallSeconds != 16 {
		t.Errorf("tokens %d, wall %v; want 80 and 16", r.Usage.InputTokens, r.WallSeconds)
	}
	if r.CostUSD != nil || r.Unpriced != 1 {
		t.Errorf("cost %v with %d unpriced; want none with 1", r.CostUSD, r.Unpriced)
	}
	priced := stats.Summarize(handWorked(t)[:7], stats.Mapping(nil)).Rows[0]
	if priced.CostUSD == nil || *priced.CostUSD != 2 {
		t.Errorf("cost %v, want 2", priced.CostUSD)
	}
}

func TestOutcomes(t *testing.T) {
	spec := stats.Mapping(nil)
	want := []stats.Outcome{stats.OutcomeCertified, stats.OutcomeRight, stats.OutcomeMislabelled, stats.OutcomeWrong,
		stats.OutcomeUnreadable, stats.OutcomeWrong, stats.OutcomeExcluded, stats.OutcomeExcluded}
	for i, tr := range handWorked(t) {
		if got := spec.OutcomeOf(tr); got != want[i] {
			t.Errorf("trial %s: %s, want %s", tr.Task, got, want[i])
		}
	}
}

// A label that is right by the letter and refuted by the program is not upheld; one
// that nobody looked into deeper stands by the letter.
func TestOutcomeFollowsTheDeeperJudgement(t *testing.T) {
	for rounds, want := range map[string]stats.Outcome{
		"n1 c1 w0": stats.OutcomeMislabelled,
		"n1 c0 w1": stats.OutcomeRight,
		"n1 c1":    stats.OutcomeRight,
		"n1 c0":    stats.OutcomeMislabelled,
		"n1":       stats.OutcomeMislabelled,
	} {
		tr := build(t, trialSpec{task: "A", variant: "canonical", terminal: "ok", rounds: []string{rounds}, verdict: claim.VerdictFailed})
		if got := stats.Mapping(nil).OutcomeOf(tr[0]); got != want {
			t.Errorf("%s: %s, want %s", rounds, got, want)
		}
	}
}

func TestCurve(t *testing.T) {
	s := stats.Summarize(handWorked(t), stats.Mapping(nil))
	want := []stats.Rate{{Hits: 1, Of: 6}, {Hits: 2, Of: 6}, {Hits: 3, Of: 6}}
	if len(s.Curves) != 1 || !reflect.DeepEqual(s.Curves[0].Points, want) {
		t.Errorf("curve %v, want %v", s.Curves, want)
	}
}

// Curves of one policy have one length, also when one model needs one round only.
func TestCurvesExtendToTheLongestOfTheirPolicy(t *testing.T) {
	trials := build(t,
		trialSpec{task: "A", variant: "canonical", terminal: "ok", rounds: []string{"n1"}},
		trialSpec{task: "A", variant: "canonical", terminal: "ok", rounds: []string{"n0", "n0", "n0"}, accepted: -1},
		trialSpec{task: "A", variant: "canonical", terminal: "ok", rounds: []string{"n0"}, accepted: -1})
	trials[1].Model, trials[2].Model, trials[2].Policy = "slow", "slow", "ss"
	got := map[stats.Agent][]stats.Rate{}
	for _, c := range stats.Summarize(trials, stats.Mapping(nil)).Curves {
		got[c.Agent] = c.Points
	}
	want := map[stats.Agent][]stats.Rate{
		{Model: "m", Policy: "mag"}:    {{Hits: 1, Of: 1}, {Hits: 1, Of: 1}, {Hits: 1, Of: 1}},
		{Model: "slow", Policy: "mag"}: {{Of: 1}, {Of: 1}, {Of: 1}},
		{Model: "slow", Policy: "ss"}:  {{Of: 1}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("curves %v, want %v", got, want)
	}
}

func TestReliabilityBins(t *testing.T) {
	s := stats.Summarize(handWorked(t), stats.Mapping(nil))
	r := s.Reliability[0]
	// Round 0: A 0.9 right; B 0.95, F 0.9 wrong; C 0.4 wrong; D 0.5 wrong.
	want := map[int]stats.Rate{9: {Hits: 1, Of: 3}, 4: {Of: 1}, 5: {Of: 1}}
	for i, b := range r.Bins {
		if b.Right != want[i] {
			t.Errorf("bin %d: %v, want %v", i, b.Right, want[i])
		}
	}
	if mean, _ := r.Bins[9].Confidence.Value(); math.Abs(mean-2.75/3) > 1e-15 {
		t.Errorf("mean confidence %v, want %v", mean, 2.75/3)
	}
}

// A stated k/10 belongs to bin k, and 1 to the last.
func TestBinEdges(t *testing.T) {
	for k := range stats.Bins + 1 {
		tr := build(t, trialSpec{task: "A", variant: "canonical", terminal: "ok", rounds: []string{"n1"}})
		tr[0].Rounds[0].Measures["confidence"] = float64(k) / stats.Bins
		bins := stats.Summarize(tr, stats.Mapping(nil)).Reliability[0].Bins
		if got := bins[min(k, stats.Bins-1)].Right.Of; got != 1 {
			t.Errorf("confidence %d/10 is not in its bin: %v", k, bins)
		}
	}
}

func TestDeltaIsPairedByTask(t *testing.T) {
	one := func(task, variant string, right string) trialSpec {
		return trialSpec{task: task, variant: variant, terminal: "ok", rounds: []string{right}, accepted: -1}
	}
	trials := build(t,
		// Task A: two epochs, canonical 1 and 0 (mean ½), paraphrased 0 and 0.
		one("A", "canonical", "c1"), one("A", "canonical", "c0"), one("A", "paraphrased", "c0"), one("A", "paraphrased", "c0"),
		// Task B: 1 against 1. Task C has no partner. Task D: 0 against 1.
		one("B", "canonical", "c1"), one("B", "paraphrased", "c1"), one("C", "canonical", "c1"),
		one("D", "canonical", "c0"), one("D", "paraphrased", "c1"),
	)
	s := stats.Summarize(trials, stats.Mapping(nil))
	var d stats.Delta
	for _, x := range s.Deltas {
		if x.Metric == "tc0_strict" && x.To == "paraphrased" {
			d = x
		}
	}
	// Differences ½, 0, −1: mean −1/6, sd² = Σ(d−m)²/2 = (4/9+1/36+25/36)/2 = 7/12.
	mean, _ := d.Diff.Value()
	se, ok := d.Diff.StdErr()
	if d.Diff.N != 3 || math.Abs(mean+1.0/6) > 1e-15 || !ok || math.Abs(se-math.Sqrt(7.0/36)) > 1e-15 {
		t.Errorf("difference %v ± %v over %d tasks, want −1/6 ± sqrt(7/36) over 3", mean, se, d.Diff.N)
	}
}

func TestNothingIsNeverNaN(t *testing.T) {
	infra := build(t, trialSpec{task: "A", variant: "canonical", terminal: "infrastructure", accepted: -1, cost: -1},
		trialSpec{task: "B", variant: "canonical", terminal: "operator", accepted: -1, cost: -1})
	for name, trials := range map[string][]store.Trial{"no trial": nil, "all infrastructure": infra} {
		t.Run(name, func(t *testing.T) {
			raw, err := json.Marshal(stats.Summarize(trials, stats.Mapping(nil)))
			if err != nil {
				t.Fatal(err)
			}
			var doc struct {
				Rows         []map[string]any `json:"rows"`
				Denominators map[string]int   `json:"denominators"`
			}
			if err := json.Unmarshal(raw, &doc); err != nil {
				t.Fatal(err)
			}
			if doc.Rows == nil {
				t.Error("rows is null, want an array")
			}
			if doc.Denominators["tc0_strict"] != 0 || doc.Denominators["passed"] != 0 {
				t.Errorf("denominators %v, want zeros", doc.Denominators)
			}
			for _, r := range doc.Rows {
				for _, k := range []string{"tc0_strict", "tc0_witnessed", "nm0", "honesty", "kstar", "cost_usd", "brier", "false_confidence", "label_repaired"} {
					if v, has := r[k]; !has || v != nil {
						t.Errorf("%s = %v, want null", k, v)
					}
				}
				if r["trials"] != 0.0 || r["passed"] != 0.0 || r["excluded"] != 2.0 {
					t.Errorf("counts %v %v %v, want 0 0 2", r["trials"], r["passed"], r["excluded"])
				}
			}
		})
	}
}

func TestDocumentShape(t *testing.T) {
	s := stats.Summarize(handWorked(t), stats.Mapping(nil))
	s.Run, s.Suite = "r1", "statmech"
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	row := doc["rows"].([]any)[0].(map[string]any)
	for k, want := range map[string]any{"model": "m", "policy": "mag", "variant": "canonical", "trials": 6.0, "passed": 3.0, "certified": 1.0,
		"tc0_strict": 0.4, "kstar": 1.0, "input_tokens": 80.0, "output_tokens": 40.0, "cost_usd": nil, "wall_s": 16.0} {
		if row[k] != want {
			t.Errorf("%s = %v, want %v", k, row[k], want)
		}
	}
	if got := doc["denominators"].(map[string]any)["tc0_strict"]; got != 5.0 {
		t.Errorf("denominator of tc0_strict %v, want 5", got)
	}
	if got := row["denominators"].(map[string]any)["kstar"]; got != 3.0 {
		t.Errorf("denominator of kstar in the row %v, want 3", got)
	}
	if got := row["terminals"].(map[string]any); got["infrastructure"] != 1.0 || got["operator"] != 0.0 || got["limit"] != 2.0 {
		t.Errorf("terminals %v", got)
	}
	if doc["run"] != "r1" || doc["suite"] != "statmech" {
		t.Errorf("run %v, suite %v", doc["run"], doc["suite"])
	}
}

// A metric of the suite takes the place of ours, and others follow.
func TestSuiteMetrics(t *testing.T) {
	s := stats.Summarize(handWorked(t), stats.Mapping([]claim.Metric{
		{Name: "nm0", Title: "ours", Measure: "numbers", At: claim.AtAny, Reduce: claim.ReduceRate},
		{Name: "brier", Title: "B", Measure: "confidence", At: claim.AtFirst, Reduce: claim.ReduceMean},
		{Name: "ran", Title: "ran", Measure: "numbers", At: claim.AtFirst, Reduce: claim.ReduceCount},
		{Name: "label_repaired", Title: "described, not measured"},
	}))
	r := s.Rows[0]
	if got := r.Values["nm0"].Rate; got != (stats.Rate{Hits: 3, Of: 6}) {
		t.Errorf("nm0 %v, want 3/6", got)
	}
	if got, _ := r.Values["brier"].Float(); math.Abs(got-(0.9+0.95+0.4+0.5+0.9)/5) > 1e-15 {
		t.Errorf("brier %v, want the suite's mean", got)
	}
	if got, _ := r.Values["ran"].Float(); got != 1 {
		t.Errorf("ran %v, want 1", got)
	}
	if got := r.Values["label_repaired"].Rate; got != (stats.Rate{Hits: 1, Of: 3}) {
		t.Errorf("label_repaired %v, want 1/3", got)
	}
	seen := map[string]int{}
	for _, c := range s.Columns {
		if seen[c.Name]++; seen[c.Name] > 1 {
			t.Errorf("column %s twice", c.Name)
		}
	}
}

func TestTalliesKeepTheOrderOfTheRegistry(t *testing.T) {
	trials := build(t, trialSpec{task: "A", variant: "canonical", terminal: "ok", rounds: []string{"n0"}, verdict: claim.VerdictFailed},
		trialSpec{task: "B", variant: "canonical", terminal: "ok", rounds: []string{"n0"}, verdict: claim.VerdictFailed},
		trialSpec{task: "C", variant: "canonical", terminal: "infrastructure", rounds: []string{"n0"}, verdict: claim.VerdictFailed})
	trials[0].Final.Findings = []claim.Finding{{Obligation: "a.x", Status: claim.Failed}, {Obligation: "d.x", Status: claim.Unknown}}
	trials[1].Final.Findings = []claim.Finding{{Obligation: "a.x", Status: claim.Certified}, {Obligation: "b.x", Status: claim.Failed}, {Obligation: "d.x", Status: claim.Certified}}
	trials[2].Final.Findings = trials[1].Final.Findings
	var names []string
	for _, o := range stats.Summarize(trials, stats.Mapping(nil)).Obligations {
		names = append(names, o.Obligation)
		if o.Obligation == "a.x" && (o.Judged() != 2 || o.Counts[claim.Failed] != 1) {
			t.Errorf("a.x: %v, want 1 of 2 failed", o.Counts)
		}
		if o.Obligation == "d.x" && (o.Judged() != 1 || o.Total() != 2) {
			t.Errorf("d.x: %d judged of %d, want 1 of 2", o.Judged(), o.Total())
		}
	}
	if want := []string{"a.x", "b.x", "d.x"}; !reflect.DeepEqual(names, want) {
		t.Errorf("obligations %v, want %v", names, want)
	}
}

func TestWilson(t *testing.T) {
	cases := []struct {
		r         stats.Rate
		lo, hi    float64
		tolerance float64
		source    string
	}{
		// Newcombe (1998, Stat. Med. 17, 857), Table I, method 3.
		{stats.Rate{Hits: 81, Of: 263}, 0.2553, 0.3662, 5e-5, "Newcombe 1998"},
		{stats.Rate{Hits: 15, Of: 148}, 0.0624, 0.1605, 5e-5, "Newcombe 1998"},
		{stats.Rate{Hits: 0, Of: 20}, 0, 0.1611, 5e-5, "Newcombe 1998"},
		{stats.Rate{Hits: 1, Of: 29}, 0.0061, 0.1718, 5e-5, "Newcombe 1998"},
		// statsmodels 0.13.5, proportion_confint(4, 70, method="wilson").
		{stats.Rate{Hits: 4, Of: 70}, 0.022444, 0.137920, 1e-6, "statsmodels"},
	}
	for _, c := range cases {
		lo, hi, ok := c.r.Wilson()
		if !ok || math.Abs(lo-c.lo) > c.tolerance || math.Abs(hi-c.hi) > c.tolerance {
			t.Errorf("%v: [%v, %v], want [%v, %v] (%s)", c.r, lo, hi, c.lo, c.hi, c.source)
		}
	}
	if _, _, ok := (stats.Rate{}).Wilson(); ok {
		t.Error("an empty rate has an interval")
	}
}

// The interval's ends are where the score test just rejects: |p̂−p| = z·sqrt(p(1−p)/n).
func TestWilsonInvertsTheScoreTest(t *testing.T) {
	z := distuv.UnitNormal.Quantile(0.975)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		r := stats.Rate{Hits: rapid.IntRange(0, n).Draw(t, "hits"), Of: n}
		p, _ := r.Value()
		lo, hi, _ := r.Wilson()
		if lo > p || hi < p || lo < 0 || hi > 1 {
			t.Fatalf("%v: [%v, %v] does not hold %v inside [0, 1]", r, lo, hi, p)
		}
		for _, end := range []float64{lo, hi} {
			if end == 0 || end == 1 {
				continue // the test statistic is 0/0 there
			}
			if got := math.Abs(p-end) / math.Sqrt(end*(1-end)/float64(n)); math.Abs(got-z) > 1e-6 {
				t.Fatalf("%v: score %v at %v, want %v", r, got, end, z)
			}
		}
	})
}

// The reference intervals for 4/70 and 0/70, when the shared data is at hand.
func TestWilsonReference(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "stats", "stats_reference.json")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("the shared reference data is not beside this repository: %v", err)
	}
	var doc struct {
		Proportion map[string]struct {
			Wilson [2]float64 `json:"wilson"`
		} `json:"proportion"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Proportion) == 0 {
		t.Fatal("the reference file has another shape")
	}
	for name, want := range doc.Proportion {
		var r stats.Rate
		if _, err := fmt.Sscanf(name, "%d/%d", &r.Hits, &r.Of); err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		lo, hi, _ := r.Wilson()
		if math.Abs(lo-want.Wilson[0]) > 1e-12 || math.Abs(hi-want.Wilson[1]) > 1e-12 {
			t.Errorf("%s: [%v, %v], want %v", name, lo, hi, want.Wilson)
		}
	}
}

// The rows are a partition: whatever the trials, every one is counted once, rates
// stay in [0, 1], and the document is valid JSON.
func TestRowsPartitionTheTrials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var trials []store.Trial
		for range rapid.IntRange(0, 30).Draw(t, "trials") {
			tr := store.Trial{Model: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "model"), Policy: rapid.SampledFrom([]string{"ss", "mag"}).Draw(t, "policy"),
				Task: rapid.SampledFrom([]string{"P01", "P02"}).Draw(t, "task"), Variant: rapid.SampledFrom([]string{"templated", "canonical"}).Draw(t, "variant"),
				Terminal: rapid.SampledFrom(append(claim.Terminals(), "")).Draw(t, "terminal")}
			for range rapid.IntRange(0, 3).Draw(t, "rounds") {
				m := map[string]float64{}
				for _, k := range []string{"numbers", "class_strict", "class_witnessed", "honest"} {
					if rapid.Bool().Draw(t, "has") {
						m[k] = float64(rapid.IntRange(0, 1).Draw(t, k))
					}
				}
				if rapid.Bool().Draw(t, "has") {
					m["confidence"] = rapid.Float64Range(-0.5, 1.5).Draw(t, "confidence")
				}
				tr.Rounds = append(tr.Rounds, store.Round{Measures: m})
			}
			tr.Accepted = rapid.IntRange(-1, len(tr.Rounds)-1).Draw(t, "accepted")
			trials = append(trials, tr)
		}
		s := stats.Summarize(trials, stats.Mapping(nil))
		n := 0
		for _, r := range s.Rows {
			n += r.Trials + r.Excluded
			for name, v := range r.Values {
				x, ok := v.Float()
				if ok && v.Reduce == claim.ReduceRate && (x < 0 || x > 1) {
					t.Fatalf("%s = %v", name, x)
				}
				if v.Of() > r.Trials {
					t.Fatalf("%s rests on %d of %d trials", name, v.Of(), r.Trials)
				}
			}
		}
		entries := 0
		for _, c := range s.Cells {
			entries += len(c.Entries)
		}
		if n != len(trials) || entries != len(trials) {
			t.Fatalf("%d trials in rows, %d in cells, %d given", n, entries, len(trials))
		}
		for _, c := range s.Curves {
			for i := 1; i < len(c.Points); i++ {
				if c.Points[i].Hits < c.Points[i-1].Hits || c.Points[i].Of != c.Points[i-1].Of {
					t.Fatalf("curve %v falls", c.Points)
				}
			}
		}
		if _, err := json.Marshal(s); err != nil {
			t.Fatal(err)
		}
	})
}
