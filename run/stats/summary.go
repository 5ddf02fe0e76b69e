package stats

import (
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// Agent is a model under a policy: what a curve, a column of the matrix and a line
// of the heat map belong to.
type Agent struct {
	Model  string `json:"model"`
	Policy string `json:"policy"`
}

// Column describes one computed column of the rows.
type Column struct {
	Name    string             `json:"name"`
	Title   string             `json:"title"`
	Meaning string             `json:"meaning"`
	Reduce  claim.MetricReduce `json:"reduce"`
}

// Value is a column's value in one row. Which part holds it follows from Reduce:
// a rate and a count use Rate, a mean uses Mean.
type Value struct {
	Reduce claim.MetricReduce
	Rate   Rate
	Mean   Mean
}

// Float is the value as a number: a fraction, a count or a mean; ok is false when
// no trial of the row gives one.
func (v Value) Float() (x float64, ok bool) {
	switch v.Reduce {
	case claim.ReduceRate:
		return v.Rate.Value()
	case claim.ReduceCount:
		return float64(v.Rate.Hits), v.Rate.Of > 0
	default:
		return v.Mean.Value()
	}
}

// Of is how many trials the value rests on.
func (v Value) Of() int {
	if v.Reduce == claim.ReduceMean {
		return v.Mean.N
	}
	return v.Rate.Of
}

func (v *Value) add(x float64) {
	if v.Reduce == claim.ReduceMean {
		v.Mean.add(x)
		return
	}
	v.Rate.add(x == 1)
}

// Row is one model under one policy on one description.
type Row struct {
	Agent
	Variant string
	// Trials counts those that count ([Counts]); Excluded the others.
	Trials, Excluded int
	Terminals        map[claim.Terminal]int
	// Passed: the numbers were right in some round, by the published rule, whatever
	// the policy accepted. Certified: the judge's verdict. Both out of Trials.
	Passed, Certified Rate
	Values            map[string]Value
	// Modes counts the failure modes at the end of the trials.
	Modes map[string]int
	// Usage, CostUSD and WallSeconds are sums over all trials, excluded ones too.
	// CostUSD is nil unless the cost of every trial with a reply is known; Unpriced
	// counts those without.
	Usage       model.Usage
	CostUSD     *float64
	Unpriced    int
	WallSeconds float64
}

// Summary is everything computed from one set of trials.
type Summary struct {
	// Run and Suite name the run; the caller sets them.
	Run, Suite string

	Spec     Spec
	Columns  []Column
	Rows     []Row
	Agents   []Agent
	Tasks    []string
	Variants []string
	// Terminals counts all trials by terminal state.
	Terminals map[claim.Terminal]int

	Curves      []Curve
	Deltas      []Delta
	Cells       []Cell
	Reliability []Reliability
	Obligations []Tally
}

// Summarize computes the summary of trials, in their order (a run's plan order).
func Summarize(trials []store.Trial, spec Spec) Summary {
	s := Summary{
		Spec:      spec,
		Columns:   spec.columns(),
		Variants:  order(trials, func(t store.Trial) string { return t.Variant }, variantRank),
		Tasks:     order(trials, func(t store.Trial) string { return t.Task }, nil),
		Terminals: map[claim.Terminal]int{},
	}
	for _, t := range trials {
		s.Terminals[t.Terminal]++
	}
	s.Agents = agents(trials)
	groups := groupBy(trials, func(t store.Trial) rowKey { return rowKey{Agent{t.Model, t.Policy}, t.Variant} })
	for _, a := range s.Agents {
		for _, v := range s.Variants {
			if g := groups[rowKey{a, v}]; len(g) > 0 {
				s.Rows = append(s.Rows, spec.row(a, v, g))
			}
		}
	}
	s.Curves = spec.curves(s, groups)
	s.Deltas = spec.deltas(s, groups)
	s.Cells = spec.cells(s, groups)
	s.Reliability = spec.reliabilities(s, trials)
	s.Obligations = tallies(s, trials)
	return s
}

type rowKey struct {
	Agent
	variant string
}

func agents(trials []store.Trial) []Agent {
	var out []Agent
	seen := map[Agent]bool{}
	for _, t := range trials {
		if a := (Agent{t.Model, t.Policy}); !seen[a] {
			seen[a] = true
			out = append(out, a)
		}
	}
	return out
}

// groupBy keeps the order of the trials within each group.
func groupBy[K comparable](trials []store.Trial, key func(store.Trial) K) map[K][]store.Trial {
	out := map[K][]store.Trial{}
	for _, t := range trials {
		k := key(t)
		out[k] = append(out[k], t)
	}
	return out
}

func (s Spec) columns() []Column {
	var out []Column
	for _, m := range s.Metrics {
		out = append(out, Column{m.Name, m.Title, m.Meaning, m.Reduce})
	}
	add := func(c Column) {
		if c.Name != "" && !slices.ContainsFunc(s.Metrics, func(m claim.Metric) bool { return m.Name == c.Name }) {
			out = append(out, c)
		}
	}
	for _, r := range s.Repairs {
		add(Column{r.Name, r.Title, r.Meaning, claim.ReduceRate})
	}
	for _, c := range s.Calibrations {
		add(Column{c.Brier, "Brier" + c.Suffix, "mean squared distance of " + c.Meaning + "; 0 is perfect, 0.25 what a constant one half gets", claim.ReduceMean})
		add(Column{c.False, "False conf." + c.Suffix, "share with confidence 0.9 or more among the wrong: " + c.Meaning, claim.ReduceRate})
	}
	return out
}

func (s Spec) row(a Agent, variant string, trials []store.Trial) Row {
	r := Row{Agent: a, Variant: variant, Terminals: map[claim.Terminal]int{}, Modes: map[string]int{}}
	counted := make([]store.Trial, 0, len(trials))
	cost, priced := 0.0, 0
	for _, t := range trials {
		r.Terminals[t.Terminal]++
		r.Usage = r.Usage.Add(t.Usage)
		r.WallSeconds += t.WallSeconds
		switch {
		case t.CostUSD != nil:
			cost += *t.CostUSD
			priced++
		case len(t.Rounds) > 0 || t.Usage.Total() > 0:
			r.Unpriced++
		}
		if Counts(t) {
			counted = append(counted, t)
		}
	}
	r.Trials, r.Excluded = len(counted), len(trials)-len(counted)
	if priced > 0 && r.Unpriced == 0 {
		r.CostUSD = &cost
	}
	for _, t := range counted {
		r.Passed.add(s.FirstPass(t) >= 0)
		r.Certified.add(Certified(t))
		if m := s.ModeOf(t); m != "" {
			r.Modes[m]++
		}
	}
	r.Values = s.values(counted)
	return r
}

// values computes every column over trials that count.
func (s Spec) values(trials []store.Trial) map[string]Value {
	out := map[string]Value{}
	for _, c := range s.columns() {
		out[c.Name] = Value{Reduce: c.Reduce}
	}
	add := func(name string, x float64) {
		v := out[name]
		v.add(x)
		out[name] = v
	}
	own := map[string]bool{} // columns that a metric of the suite has taken
	for _, m := range s.Metrics {
		own[m.Name] = true
		for _, t := range trials {
			if x, ok := Read(t, m.Measure, m.At); ok {
				add(m.Name, x)
			}
		}
	}
	for _, rep := range s.Repairs {
		if own[rep.Name] {
			continue
		}
		for _, t := range trials {
			before, ok := Read(t, rep.Measure, claim.AtFirst)
			after, judged := Read(t, rep.Measure, claim.AtEnd)
			if ok && judged && before != 1 {
				add(rep.Name, after)
			}
		}
	}
	for _, c := range s.Calibrations {
		for _, t := range trials {
			p, y, ok := c.read(t)
			if !ok {
				continue
			}
			if c.Brier != "" && !own[c.Brier] {
				add(c.Brier, (p-y)*(p-y))
			}
			if c.False != "" && !own[c.False] && y != 1 {
				add(c.False, indicator(p >= Confident))
			}
		}
	}
	return out
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
