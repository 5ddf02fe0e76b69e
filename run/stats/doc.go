// Package stats turns recorded trials into the numbers of an experiment: one row
// per model, policy and description, the curve of first passes by round, the
// matrix of tasks, differences between descriptions, calibration, and which
// obligation failed how often.
//
// The types to know:
//
//   - [Spec]: which measures of a suite play which part. The suite describes its
//     metrics as data ([claim.Metric]); [Mapping] adds what needs two readings of
//     one trial (a label repaired, a stated confidence against its outcome), and
//     [DualPairs] is the one of repairs.
//   - [Summary]: everything computed from one set of trials, by [Summarize]. Its
//     JSON is the document that `assay run --json` prints.
//   - [Row], [Value], [Rate]: a value always carries the number of trials it rests
//     on. What has no value is null in JSON, never 0 and never NaN.
//
// # Which trials count
//
// A trial counts when the model was heard: it ended ok, model-invalid or at a
// limit, and at least one reply is on record ([Counts]). Trials that ended by a
// fault of the provider, of the machine or of the operator say nothing about the
// model; they are left out of every rate and reported by terminal state beside
// it. Within the trials that count, each rate is over those in which its measure
// has a value, and that number is printed with it.
//
// Money, tokens and time are sums over all trials of a row, those that do not
// count included, because they were spent.
//
// # Sources
//
// The interval of a rate is Wilson's (1927, J. Am. Stat. Assoc. 22, 209), which
// keeps its coverage at the small numbers of a six-task suite, where the normal
// approximation does not. The score of a stated confidence is Brier's (1950, Mon.
// Weather Rev. 78, 1). TC0, NM0, k* and O are the metrics of StatMechBench-v0
// (arXiv:2607.26367).
package stats
