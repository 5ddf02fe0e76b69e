package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/assay-physics/assay/claim"
)

// object writes a JSON object with its keys in the order given.
type object struct {
	buf bytes.Buffer
	err error
}

func (o *object) put(key string, v any) {
	if o.err != nil {
		return
	}
	k, err := json.Marshal(key)
	if err != nil {
		o.err = err
		return
	}
	val, err := json.Marshal(v)
	if err != nil {
		o.err = fmt.Errorf("stats: %s: %w", key, err)
		return
	}
	if o.buf.Len() == 0 {
		o.buf.WriteByte('{')
	} else {
		o.buf.WriteByte(',')
	}
	o.buf.Write(k)
	o.buf.WriteByte(':')
	o.buf.Write(val)
}

func (o *object) bytes() ([]byte, error) {
	if o.err != nil {
		return nil, o.err
	}
	if o.buf.Len() == 0 {
		return []byte("{}"), nil
	}
	o.buf.WriteByte('}')
	return o.buf.Bytes(), nil
}

// MarshalJSON writes the row flat: its identity, the counts, one key per column
// (null without a value), the sums, and under "denominators" on how many trials
// each column rests.
func (r Row) MarshalJSON() ([]byte, error) {
	var o object
	o.put("model", r.Model)
	o.put("policy", r.Policy)
	o.put("variant", r.Variant)
	o.put("trials", r.Trials)
	o.put("passed", r.Passed.Hits)
	o.put("certified", r.Certified.Hits)
	of := map[string]int{"passed": r.Passed.Of, "certified": r.Certified.Of}
	ci := map[string]*[2]float64{"passed": interval(r.Passed), "certified": interval(r.Certified)}
	for _, c := range slices.Sorted(maps.Keys(r.Values)) {
		v := r.Values[c]
		if v.Reduce == claim.ReduceCount {
			o.put(c, v.Rate.Hits)
		} else {
			o.put(c, pointer(v.Float()))
		}
		of[c] = v.Of()
		if v.Reduce == claim.ReduceRate {
			ci[c] = interval(v.Rate)
		}
	}
	o.put("input_tokens", r.Usage.InputTokens)
	o.put("cached_tokens", r.Usage.CachedTokens)
	o.put("reasoning_tokens", r.Usage.ReasoningTokens)
	o.put("output_tokens", r.Usage.OutputTokens)
	o.put("cost_usd", r.CostUSD)
	o.put("unpriced_trials", r.Unpriced)
	o.put("wall_s", r.WallSeconds)
	o.put("modes", r.Modes)
	o.put("excluded", r.Excluded)
	o.put("terminals", allTerminals(r.Terminals))
	o.put("denominators", of)
	o.put("ci95", ci)
	return o.bytes()
}

// interval is null for a rate without a value.
func interval(r Rate) *[2]float64 {
	lo, hi, ok := r.Wilson()
	if !ok {
		return nil
	}
	return &[2]float64{lo, hi}
}

// allTerminals names the five states, those that did not occur with 0.
func allTerminals(m map[claim.Terminal]int) map[claim.Terminal]int {
	out := map[claim.Terminal]int{}
	for _, t := range claim.Terminals() {
		out[t] = 0
	}
	for t, n := range m {
		out[t] = n
	}
	return out
}

// MarshalJSON writes the document of `assay run --json`: run, suite and rows, with
// the denominators of each column summed over the rows, then the other tables.
func (s Summary) MarshalJSON() ([]byte, error) {
	rows := s.Rows
	if rows == nil {
		rows = []Row{}
	}
	of := map[string]int{"passed": 0, "certified": 0}
	for _, c := range s.Columns {
		of[c.Name] = 0
	}
	for _, r := range rows {
		of["passed"] += r.Passed.Of
		of["certified"] += r.Certified.Of
		for name, v := range r.Values {
			of[name] += v.Of()
		}
	}
	var o object
	o.put("run", s.Run)
	o.put("suite", s.Suite)
	o.put("rows", rows)
	o.put("denominators", of)
	o.put("terminals", allTerminals(s.Terminals))
	o.put("columns", s.Columns)
	o.put("curves", s.Curves)
	o.put("deltas", s.Deltas)
	o.put("calibration", s.Reliability)
	o.put("obligations", s.Obligations)
	return o.bytes()
}

// MarshalJSON writes the difference with its standard error over tasks, null for
// fewer than two.
func (d Delta) MarshalJSON() ([]byte, error) {
	var o object
	o.put("model", d.Model)
	o.put("policy", d.Policy)
	o.put("metric", d.Metric)
	o.put("from", d.From)
	o.put("to", d.To)
	o.put("difference", pointer(d.Diff.Value()))
	o.put("stderr", pointer(d.Diff.StdErr()))
	o.put("tasks", d.Diff.N)
	return o.bytes()
}

// MarshalJSON writes the scores and the bins that hold anything.
func (r Reliability) MarshalJSON() ([]byte, error) {
	type bin struct {
		Low        float64 `json:"low"`
		High       float64 `json:"high"`
		Confidence float64 `json:"mean_confidence"`
		Right      Rate    `json:"right"`
	}
	bins := []bin{}
	for i, b := range r.Bins {
		if mean, ok := b.Confidence.Value(); ok {
			bins = append(bins, bin{float64(i) / Bins, float64(i+1) / Bins, mean, b.Right})
		}
	}
	var o object
	o.put("model", r.Model)
	o.put("policy", r.Policy)
	o.put("outcome", r.Name)
	o.put("brier", pointer(r.Brier.Value()))
	o.put("false_confidence", r.False)
	o.put("trials", r.Brier.N)
	o.put("bins", bins)
	return o.bytes()
}
