// Package statmech is the suite of statistical-mechanical mappings: raw
// sums, each described in three ways, for which an agent must find what makes the sum
// tractable, say at what complexity, and write a program.
//
// The tasks P01 to P06 and their gold labels are those of StatMechBench-v0 (arXiv
// 2607.26367), P07 to P15 add the classes that are nowhere gold there, and T01 to T08 ask
// for classes of errors of quantum codes and for their spin models; every text here is our
// own. A task is one value with its own file: its instances, its words, its exact
// references, its witnesses, and what the builtin agents know of it. The types to know:
//
//   - [Suite]: made by [New] from a seed; [Suite.Subjects] lists its tasks for the
//     loop, [Suite.Metrics] what is measured.
//   - [Subject]: one task in one description variant: prompts, feedback, checks.
//   - [Task]: what a task is, whatever its wording: sizes, gold label, domain.
//   - [Problem]: a task as the verifier needs it (mapping.Problem): instances by
//     regime and size, drawn from the seed, with exact references.
//   - [Audit]: what the suite needs to know from whoever judges a reply.
//
// A binding connects the description with the instance: in the templated variant
// parameter names, index origin, site labels, the sign convention of the energy and
// the way in which temperature is given are drawn from the seed, so that a program
// that was memorised answers a question that was not asked.
//
// [Reply] writes the replies of the builtin agents, models without a network whose
// metrics are known beforehand; they test the instrument.
package statmech
