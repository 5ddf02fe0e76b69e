package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/stats"
)

// A table holds the text of one table, for every format alike.
type table struct {
	ID, Title, Caption string
	Head               []head
	Rows               []row
}

type head struct {
	Title, Meaning string
	Number         bool
	// keep is the rank at which a narrow terminal drops the column: 0 is never
	// dropped, higher ranks go first.
	keep int
}

type row struct {
	Cells []cell
	// Lead marks the first row of a group.
	Lead bool
}

type cell struct {
	// Main is the value, Small on how many trials it rests.
	Main, Small string
	// Hint says the same in words.
	Hint   string
	Number bool
	// Head marks a row header, Same one that repeats the row above.
	Head, Same bool
}

// none stands where there is no value.
const none = "–"

// mainColumns are those that the spec names, such as the published metrics. What else a
// summary has goes into the second table.
func mainColumns(s stats.Summary) (first, second []stats.Column) {
	for _, c := range s.Columns {
		if slices.Contains(s.Spec.Main, c.Name) {
			first = append(first, c)
		} else {
			second = append(second, c)
		}
	}
	if len(first) == 0 {
		n := min(5, len(second))
		first, second = second[:n], second[n:]
	}
	return first, second
}

// identityHead leaves the policy out when there is only one; the caption names it.
func identityHead(s stats.Summary) []head {
	if onePolicy(s) {
		return []head{{Title: "model"}, {Title: "description"}}
	}
	return []head{{Title: "model"}, {Title: "policy"}, {Title: "description"}}
}

func onePolicy(s stats.Summary) bool {
	return !slices.ContainsFunc(s.Agents, func(a stats.Agent) bool { return a.Policy != s.Agents[0].Policy })
}

// policyNote is the end of the caption of a table that has no column for the policy.
func policyNote(s stats.Summary) string {
	if len(s.Agents) == 0 || !onePolicy(s) {
		return ""
	}
	return " Policy: " + oneLine(s.Agents[0].Policy) + "."
}

// identity is the head of a row, its third name being the description or what else
// tells rows of one agent apart. Names that repeat those of the row above are
// marked; a policy is only the same under the same model.
func identity(s stats.Summary, prev *stats.Agent, a stats.Agent, third string) (cells []cell, lead bool) {
	sameModel := prev != nil && prev.Model == a.Model
	same := sameModel && prev.Policy == a.Policy
	cells = []cell{{Main: oneLine(a.Model), Head: true, Same: sameModel}}
	if !onePolicy(s) {
		cells = append(cells, cell{Main: oneLine(a.Policy), Head: true, Same: same})
	}
	return append(cells, cell{Main: oneLine(third), Head: true}), !same
}

func rowTable(s stats.Summary, t table, cells func(stats.Row) []cell) table {
	t.Caption += policyNote(s)
	var prev *stats.Agent
	for i, r := range s.Rows {
		id, lead := identity(s, prev, r.Agent, r.Variant)
		t.Rows = append(t.Rows, row{Cells: append(id, cells(r)...), Lead: lead})
		prev = &s.Rows[i].Agent
	}
	return t
}

// mainTable is the table of the run: published metrics, tokens, cost and time.
func mainTable(s stats.Summary) table {
	first, _ := mainColumns(s)
	t := table{ID: "main", Title: "Results by model, policy and description",
		Caption: "Each fraction with the trials it rests on. Tokens, cost and time are sums over all trials of the row."}
	t.Head = append(identityHead(s), head{Title: "trials", Meaning: "trials that count", Number: true, keep: 3},
		head{Title: "passed", Meaning: s.Spec.Words.Column, Number: true},
		head{Title: "certified", Meaning: "certified by the final judge", Number: true})
	keep := map[string]int{"tc0_witnessed": 2, "kstar": 2}
	for _, c := range first {
		t.Head = append(t.Head, head{Title: c.Title, Meaning: c.Meaning, Number: true, keep: keep[c.Name]})
	}
	t.Head = append(t.Head, head{Title: "tokens in", Meaning: "input tokens, cached ones included", Number: true, keep: 6},
		head{Title: "out", Meaning: "output tokens, reasoning included", Number: true, keep: 5},
		head{Title: "cost", Meaning: "US dollars, by the price file; a dash where a price is not known", Number: true, keep: 4},
		head{Title: "time", Meaning: "time in calls and checks, summed", Number: true, keep: 4})
	return rowTable(s, t, func(r stats.Row) []cell {
		trials := cell{Main: strconv.Itoa(r.Trials), Number: true}
		if r.Excluded > 0 {
			trials.Small, trials.Hint = "+"+strconv.Itoa(r.Excluded)+" out", terminalWords(r.Terminals)
		}
		out := []cell{trials, rateCell(r.Passed), rateCell(r.Certified)}
		for _, c := range first {
			out = append(out, valueCell(r.Values[c.Name]))
		}
		u := r.Usage
		cost := cell{Main: none, Number: true}
		switch {
		case r.CostUSD != nil:
			cost.Main = dollars(*r.CostUSD)
		case r.Unpriced > 0:
			cost.Hint = fmt.Sprintf("the cost of %d trials is not known", r.Unpriced)
		}
		return append(out,
			cell{Main: compact(u.Total() - u.OutputTokens), Number: true, Hint: fmt.Sprintf("%d new, %d from a cache", u.InputTokens, u.CachedTokens)},
			cell{Main: compact(u.OutputTokens), Number: true, Hint: fmt.Sprintf("%d of them reasoning", u.ReasoningTokens)},
			cost, cell{Main: duration(r.WallSeconds), Number: true})
	})
}

// detailTable holds the other columns: labels at the end, repairs, honesty,
// calibration.
func detailTable(s stats.Summary) (table, bool) {
	_, second := mainColumns(s)
	if len(second) == 0 || len(s.Rows) == 0 {
		return table{}, false
	}
	t := table{ID: "detail", Title: s.Spec.Words.Detail, Head: identityHead(s), Caption: s.Spec.Words.DetailNote}
	for _, c := range second {
		t.Head = append(t.Head, head{Title: c.Title, Meaning: c.Meaning, Number: true})
	}
	return rowTable(s, t, func(r stats.Row) []cell {
		var out []cell
		for _, c := range second {
			out = append(out, valueCell(r.Values[c.Name]))
		}
		return out
	}), true
}

// deltaTable compares descriptions of the same tasks.
func deltaTable(s stats.Summary) (table, bool) {
	if len(s.Deltas) == 0 {
		return table{}, false
	}
	type place struct {
		stats.Agent
		from, to, metric string
	}
	at := map[place]stats.Delta{}
	var pairs [][2]string
	for _, d := range s.Deltas {
		at[place{d.Agent, d.From, d.To, d.Metric}] = d
		if p := [2]string{d.From, d.To}; !slices.Contains(pairs, p) {
			pairs = append(pairs, p)
		}
	}
	t := table{ID: "delta", Title: "Differences between descriptions", Head: identityHead(s),
		Caption: "Paired by task: the first description minus the other, ± the standard error over tasks; positive means that the first is easier." + policyNote(s)}
	t.Head[len(t.Head)-1].Title = "difference"
	for _, name := range s.Spec.Deltas {
		for _, c := range s.Columns {
			if c.Name == name {
				t.Head = append(t.Head, head{Title: "Δ" + c.Title, Meaning: c.Meaning, Number: true})
			}
		}
	}
	var prev *stats.Agent
	for i, a := range s.Agents {
		for _, p := range pairs {
			id, lead := identity(s, prev, a, p[0]+" − "+p[1])
			r := row{Cells: id, Lead: lead}
			for _, name := range s.Spec.Deltas {
				if d, ok := at[place{a, p[0], p[1], name}]; ok {
					r.Cells = append(r.Cells, deltaCell(d.Diff))
				} else if slices.ContainsFunc(s.Columns, func(c stats.Column) bool { return c.Name == name }) {
					r.Cells = append(r.Cells, cell{Main: none, Number: true})
				}
			}
			t.Rows = append(t.Rows, r)
			prev = &s.Agents[i]
		}
	}
	return t, true
}

func deltaCell(m stats.Mean) cell {
	c := cell{Main: none, Number: true}
	if v, ok := m.Value(); ok {
		c.Main, c.Small = signed(v), plural(m.N, "task", "tasks")
		if se, ok := m.StdErr(); ok {
			c.Main += fmt.Sprintf(" ± %.2f", se)
		}
	}
	return c
}

// modeTable counts the modes of failure at the end of the trials.
func modeTable(s stats.Summary) (table, bool) {
	total := map[string]int{}
	for _, r := range s.Rows {
		for m, n := range r.Modes {
			total[m] += n
		}
	}
	if len(total) == 0 {
		return table{}, false
	}
	modes := slices.SortedFunc(maps.Keys(total), func(a, b string) int {
		return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b))
	})
	t := table{ID: "modes", Title: "Modes of failure", Caption: "What was wrong at the end of the trials, one mode a trial.",
		Head: append(identityHead(s), head{Title: "trials", Number: true})}
	for _, m := range modes {
		t.Head = append(t.Head, head{Title: oneLine(m), Number: true})
	}
	return rowTable(s, t, func(r stats.Row) []cell {
		out := []cell{{Main: strconv.Itoa(r.Trials), Number: true}}
		for _, m := range modes {
			c := cell{Main: "·", Number: true}
			if n := r.Modes[m]; n > 0 {
				c.Main = strconv.Itoa(n)
			}
			out = append(out, c)
		}
		return out
	}), true
}

// calibrationTable goes with the reliability figure.
func calibrationTable(s stats.Summary) table {
	t := table{ID: "calibration", Title: "Calibration", Head: identityHead(s),
		Caption: "Over all descriptions. Brier score: 0 is perfect, 0.25 what a constant one half gets." + policyNote(s)}
	t.Head[len(t.Head)-1].Title = "outcome"
	t.Head = append(t.Head, head{Title: "Brier", Number: true}, head{Title: "false confidence", Number: true})
	var prev *stats.Agent
	for i, a := range s.Agents {
		for _, c := range s.Spec.Calibrations {
			for _, r := range s.Reliability {
				if r.Agent != a || r.Name != c.Name {
					continue
				}
				id, lead := identity(s, prev, a, c.Title)
				t.Rows = append(t.Rows, row{Lead: lead, Cells: append(id,
					valueCell(stats.Value{Reduce: claim.ReduceMean, Mean: r.Brier}), rateCell(r.False))})
				prev = &s.Agents[i]
			}
		}
	}
	return t
}

func rateCell(r stats.Rate) cell {
	return valueCell(stats.Value{Reduce: claim.ReduceRate, Rate: r})
}

func valueCell(v stats.Value) cell {
	x, ok := v.Float()
	if !ok {
		return cell{Main: none, Number: true, Hint: "no trial has a value"}
	}
	switch v.Reduce {
	case claim.ReduceRate:
		lo, hi, _ := v.Rate.Wilson()
		return cell{Main: fmt.Sprintf("%.2f", x), Small: fmt.Sprintf("%d/%d", v.Rate.Hits, v.Rate.Of), Number: true,
			Hint: fmt.Sprintf("%d of %d trials; 95 %% interval [%.2f, %.2f]", v.Rate.Hits, v.Rate.Of, lo, hi)}
	case claim.ReduceCount:
		return cell{Main: strconv.Itoa(v.Rate.Hits), Small: fmt.Sprintf("of %d", v.Rate.Of), Number: true}
	default:
		return cell{Main: fmt.Sprintf("%.2f", x), Small: fmt.Sprintf("n=%d", v.Mean.N), Number: true, Hint: fmt.Sprintf("mean over %d trials", v.Mean.N)}
	}
}

func terminalWords(m map[claim.Terminal]int) string {
	var parts []string
	for _, t := range claim.Terminals() {
		if n := m[t]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, t))
		}
	}
	return strings.Join(parts, ", ")
}

// compact writes a count with three digits: 12.3k.
func compact(n int64) string {
	switch x := float64(n); {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case x < 999_500:
		return trim3(x/1e3) + "k"
	case x < 999_500_000:
		return trim3(x/1e6) + "M"
	default:
		return trim3(x/1e9) + "G"
	}
}

func trim3(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func dollars(x float64) string {
	switch {
	case x == 0:
		return "$0"
	case x < 0.00995:
		return fmt.Sprintf("$%.4f", x)
	}
	return fmt.Sprintf("$%.2f", x)
}

func duration(seconds float64) string {
	switch {
	case seconds < 99.95:
		return fmt.Sprintf("%.1f s", seconds)
	case seconds < 5940:
		return fmt.Sprintf("%.1f min", seconds/60)
	}
	return fmt.Sprintf("%.1f h", seconds/3600)
}

// signed writes a difference with a true minus, and zero without a sign.
func signed(x float64) string {
	switch r := math.Round(x*100) / 100; {
	case r > 0:
		return fmt.Sprintf("+%.2f", r)
	case r < 0:
		return fmt.Sprintf("−%.2f", -r)
	}
	return "0.00"
}
