package stats

import (
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/store"
)

// A flag that counts against a trial as a whole: the last round of a conversation, or the
// best of independent samples; rounds without a value say nothing.
func TestReadAtOutcome(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		name        string
		independent bool
		values      []float64
		want        float64 // none: no value
	}{
		{"no rounds", false, nil, none},
		{"one round", false, []float64{1}, 1},
		{"conversation ends well", false, []float64{1, 1, 0}, 0},
		{"conversation ends badly", false, []float64{0, 0, 1}, 1},
		{"conversation ends without a value", false, []float64{1, none}, none},
		{"one sample is free of it", true, []float64{1, 0, 1}, 0},
		{"no sample is free of it", true, []float64{1, 1, 1}, 1},
		{"samples without a value do not count", true, []float64{none, 1, none}, 1},
		{"no sample has a value", true, []float64{none, none}, none},
	} {
		tr := store.Trial{}
		for i, v := range c.values {
			r := store.Round{Index: i}
			if c.independent {
				r.Sample = i
			}
			if v != none {
				r.Measures = map[string]float64{"invalid": v}
			}
			tr.Rounds = append(tr.Rounds, r)
		}
		got, ok := Read(tr, "invalid", claim.AtOutcome)
		if ok != (c.want != none) || ok && got != c.want {
			t.Errorf("%s: %v, %v", c.name, got, ok)
		}
	}
}

// Every outcome of either spec has words, and the columns that a spec names exist.
func TestSpecWords(t *testing.T) {
	metrics := []claim.Metric{{Name: "first_repaired", Measure: "certified", At: claim.AtFirst, Reduce: claim.ReduceRate},
		{Name: "kstar", Measure: "passed", At: claim.AtFirstHit, Reduce: claim.ReduceMean}}
	for name, s := range map[string]Spec{"mapping": Mapping(nil), "pairs": DualPairs(metrics)} {
		for _, o := range Outcomes() {
			if s.Words.Outcomes[o] == "" {
				t.Errorf("%s: no word for %s", name, o)
			}
		}
		columns := map[string]bool{}
		for _, c := range s.columns() {
			columns[c.Name] = true
		}
		for _, m := range s.Main {
			if !columns[m] {
				t.Errorf("%s: the main table names %s, which is no column", name, m)
			}
		}
		w := s.Words
		if w.Passed == "" || w.Column == "" || w.First == "" || w.Detail == "" || w.DetailNote == "" {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
