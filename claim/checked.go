package claim

import "encoding/json"

// Checked is what a suite returns about one reply: the claim as it was read, its
// certificate, and what the suite measures on it.
type Checked struct {
	// Claim is the canonical JSON of the claim, null when none could be read.
	Claim       json.RawMessage `json:"claim"`
	Certificate Certificate     `json:"certificate"`
	// Measures holds numbers by name, 0 or 1 for yes or no; an absent name has no
	// value in this round, and no statistic invents one.
	Measures map[string]float64 `json:"measures,omitempty"`
	// Labels holds words by name, such as the mode of a failure.
	Labels map[string]string `json:"labels,omitempty"`
}

// MetricAt says in which round of a trial a metric reads its measure.
type MetricAt string

const (
	// AtFirst reads round 0.
	AtFirst MetricAt = "first"
	// AtEnd reads the accepted round, or the last one when none was accepted.
	AtEnd MetricAt = "end"
	// AtFinal reads what the final judge measured.
	AtFinal MetricAt = "final"
	// AtAny reads the largest value over all rounds.
	AtAny MetricAt = "any"
	// AtOutcome reads the last round of a conversation. Of independent samples it reads
	// the smallest value over those that have one: a fault counts against them together
	// only if none of them was free of it.
	AtOutcome MetricAt = "outcome"
	// AtFirstHit is the index of the first round whose measure is 1; a trial without
	// one has no value.
	AtFirstHit MetricAt = "first_hit"
)

// MetricReduce says how a metric aggregates its values over trials.
type MetricReduce string

const (
	// ReduceRate: the mean of 0/1 values, a fraction with its denominator.
	ReduceRate MetricReduce = "rate"
	// ReduceCount: how many values are 1.
	ReduceCount MetricReduce = "count"
	// ReduceMean: the arithmetic mean.
	ReduceMean MetricReduce = "mean"
)

// Metric describes one column of a suite's tables, as data: the suite says what is
// measured, the statistics aggregate it.
type Metric struct {
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Meaning string       `json:"meaning"`
	Measure string       `json:"measure"`
	At      MetricAt     `json:"at"`
	Reduce  MetricReduce `json:"reduce"`
}
