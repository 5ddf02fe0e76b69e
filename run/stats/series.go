package stats

import (
	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/store"
)

// Curve is the cumulative pass rate of one agent on one description: Points[r] is
// the share of trials whose numbers were right in some round up to r.
type Curve struct {
	Agent
	Variant string `json:"variant"`
	Points  []Rate `json:"points"`
}

// curves extends every curve of a policy to the largest number of rounds that any
// trial of that policy used: a trial that stopped keeps its outcome.
func (s Spec) curves(sum Summary, groups map[rowKey][]store.Trial) []Curve {
	rounds := map[string]int{}
	for k, g := range groups {
		for _, t := range g {
			rounds[k.Policy] = max(rounds[k.Policy], len(t.Rounds))
		}
	}
	var out []Curve
	for _, row := range sum.Rows {
		c := Curve{Agent: row.Agent, Variant: row.Variant, Points: make([]Rate, rounds[row.Policy])}
		for _, t := range groups[rowKey{row.Agent, row.Variant}] {
			if !Counts(t) {
				continue
			}
			first := s.FirstPass(t)
			for r := range c.Points {
				c.Points[r].add(first >= 0 && first <= r)
			}
		}
		out = append(out, c)
	}
	return out
}

// Delta is the difference of a rate between two descriptions of the same tasks,
// From minus To, paired by task: the mean over tasks of the difference of the
// task's own means (over epochs).
type Delta struct {
	Agent
	Metric string
	From   string
	To     string
	// Diff rests on Diff.N tasks that have a value on both sides.
	Diff Mean
}

func (s Spec) deltas(sum Summary, groups map[rowKey][]store.Trial) []Delta {
	if len(sum.Variants) < 2 {
		return nil
	}
	from := sum.Variants[0]
	var out []Delta
	for _, name := range s.Deltas {
		var metric claim.Metric
		for _, m := range s.Metrics {
			if m.Name == name {
				metric = m
			}
		}
		if metric.Name == "" {
			continue
		}
		for _, a := range sum.Agents {
			base := taskMeans(groups[rowKey{a, from}], metric)
			for _, to := range sum.Variants[1:] {
				if len(groups[rowKey{a, from}]) == 0 || len(groups[rowKey{a, to}]) == 0 {
					continue
				}
				d := Delta{Agent: a, Metric: name, From: from, To: to}
				other := taskMeans(groups[rowKey{a, to}], metric)
				for _, task := range sum.Tasks {
					x, okX := base[task]
					y, okY := other[task]
					if okX && okY {
						d.Diff.add(x.mean - y.mean)
					}
				}
				out = append(out, d)
			}
		}
	}
	return out
}

func taskMeans(trials []store.Trial, m claim.Metric) map[string]Mean {
	out := map[string]Mean{}
	for _, t := range trials {
		if !Counts(t) {
			continue
		}
		if x, ok := Read(t, m.Measure, m.At); ok {
			mean := out[t.Task]
			mean.add(x)
			out[t.Task] = mean
		}
	}
	return out
}

// Cell is one task under one agent and description: an entry of the task × model
// matrix, with one [Entry] per epoch.
type Cell struct {
	Agent
	Variant string  `json:"variant"`
	Task    string  `json:"task"`
	Entries []Entry `json:"entries"`
}

// Entry is one trial in a cell.
type Entry struct {
	Key     string  `json:"key"`
	Epoch   int     `json:"epoch"`
	Outcome Outcome `json:"outcome"`
	// FirstPass is the round in which the numbers were first right, −1 for never.
	FirstPass int `json:"first_pass"`
	// Class is the label that the last reply claimed; Strict and Witnessed say
	// whether it is right, nil where that was not judged.
	Class     string `json:"class,omitempty"`
	Strict    *bool  `json:"class_strict"`
	Witnessed *bool  `json:"class_witnessed"`
	Mode      string `json:"mode,omitempty"`
}

func (s Spec) cells(sum Summary, groups map[rowKey][]store.Trial) []Cell {
	var out []Cell
	for _, row := range sum.Rows {
		byTask := groupBy(groups[rowKey{row.Agent, row.Variant}], func(t store.Trial) string { return t.Task })
		for _, task := range sum.Tasks {
			trials := byTask[task]
			if len(trials) == 0 {
				continue
			}
			c := Cell{Agent: row.Agent, Variant: row.Variant, Task: task}
			for _, t := range trials {
				c.Entries = append(c.Entries, s.Entry(t))
			}
			out = append(out, c)
		}
	}
	return out
}

// Entry is the matrix entry of one trial.
func (s Spec) Entry(t store.Trial) Entry {
	e := Entry{Key: t.Key, Epoch: t.Epoch, Outcome: s.OutcomeOf(t), FirstPass: s.FirstPass(t), Mode: s.ModeOf(t)}
	if c, ok := t.FinalLabels["class"]; ok {
		e.Class = c
	} else if end := End(t); end >= 0 {
		e.Class = t.Rounds[end].Labels["class"]
	}
	for i, dst := range []**bool{&e.Strict, &e.Witnessed} {
		if i >= len(s.Right) {
			break
		}
		if v, ok := Read(t, s.Right[i], claim.AtEnd); ok {
			right := v == 1
			*dst = &right
		}
	}
	return e
}

// Tally counts the judge's findings about one obligation over an agent's trials.
type Tally struct {
	Agent
	Obligation string               `json:"obligation"`
	Counts     map[claim.Status]int `json:"counts"`
}

// Judged is how many findings say met or not met.
func (t Tally) Judged() int { return t.Counts[claim.Certified] + t.Counts[claim.Failed] }

// Total is how many findings there are.
func (t Tally) Total() int {
	n := 0
	for _, c := range t.Counts {
		n += c
	}
	return n
}

// tallies goes through the final certificates of the trials that count, agent by
// agent, with the obligations in the order in which certificates list them.
func tallies(sum Summary, trials []store.Trial) []Tally {
	type key struct {
		Agent
		obligation string
	}
	counts := map[key]map[claim.Status]int{}
	var names []string
	seen := map[string]bool{}
	for _, t := range trials {
		if !Counts(t) || t.Final == nil {
			continue
		}
		place := 0 // where a name that is new goes: behind its predecessor here
		for _, f := range t.Final.Findings {
			if !seen[f.Obligation] {
				seen[f.Obligation] = true
				names = append(names[:place], append([]string{f.Obligation}, names[place:]...)...)
			}
			for i, n := range names {
				if n == f.Obligation {
					place = i + 1
				}
			}
			k := key{Agent{t.Model, t.Policy}, f.Obligation}
			if counts[k] == nil {
				counts[k] = map[claim.Status]int{}
			}
			counts[k][f.Status]++
		}
	}
	var out []Tally
	for _, n := range names {
		for _, a := range sum.Agents {
			if c := counts[key{a, n}]; c != nil {
				out = append(out, Tally{Agent: a, Obligation: n, Counts: c})
			}
		}
	}
	return out
}
