// Package duality is the benchmark of repairs: an agent is given two theories of which
// the second was a Seiberg dual of the first before it was damaged in one place, and is to
// send a second theory that is dual to the first.
//
// The types to know:
//
//   - [Fixture]: one damaged pair, with the chain of mutations that made it and the dual
//     that it was made from. [Generate] draws them from a seed, [Benchmark] holds them with
//     what was discarded on the way, and its manifest is what `assay make duality` writes.
//   - [Subject]: one fixture as an agent meets it. A round shows theory A, the present
//     theory B and what was said about it; the answer is an [Action].
//   - [Agents]: solvers without a language model. One of them repairs by reasoning about
//     anomalies, R-charges and the chiral ring; it sees what every agent sees.
//
// The interaction (one complete theory a round, feedback by name and category, the end of a
// conversation with the first invalid or abstaining round) and the six families with their
// fourteen cells are those of the published benchmark DualityCert. The judge is stricter:
// see docs/duality-benchmark.md for what differs and why.
package duality
