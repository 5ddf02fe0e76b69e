// Package mapping judges a claim that a partition function is tractable: the class
// that is said to make it so, the complexity that is said to follow, and a program.
//
// Right numbers at a few small sizes prove little, for 2^16 configurations are
// summed in a moment. So the verifier asks more, each question with its own finding:
// does the program agree with exact values at sizes and temperatures that were not
// announced, and far beyond brute force; does the claimed class apply to the task's
// models, with a witness; is the complexity claim mathematics, and does the program
// keep it, by its syntax tree and by its measured growth; and do class and program
// belong together.
//
// The types to know:
//
//   - [Problem]: a task as the verifier needs it, supplied by a suite.
//   - [Verifier]: checks a claim about a problem; its registry is [Kind].
//   - [Facts]: what running a program showed, independent of what was claimed of it.
//   - [Fit]: a measured growth law with what it can and cannot exclude.
//
// Gold labels are not unique (P03 has both a row transfer and Kaufman's polynomial
// solution), so a class that can be witnessed is accepted and compared with the gold
// as equivalent, stronger or weaker. What does not parse is unparsed, not dishonest;
// what cannot be decided stays open and goes to a person; no single measurement
// convicts.
package mapping
