// Package store keeps what an experiment did, step by step, so that a process may
// be killed at any moment and nothing that was paid for is lost or paid for twice.
//
// The types to know:
//
//   - [Event]: one step of a trial ([CallStarted], [CallEnded], [CheckDone],
//     [Finished]). A step is durable before the next one is taken: a call before
//     it is made, an answer before it is scored, a check before its feedback is
//     sent.
//   - [Trial] and [Round]: the events of one trial folded into one record, as the
//     statistics and the report read it, in the order of the plan.
//   - [Store]: where they are kept, and [Session]: the right of one process to add
//     to one run. A second process is refused with a [LockedError] that names the
//     first; when that one has died, its right is taken over at once.
//
// [Open] gives the embedded store, one SQLite file. Everything is written by one
// goroutine that commits whatever has gathered while the last commit was under
// way, in WAL mode with synchronous=FULL, so that a commit survives the loss of
// power. The SQL keeps to what PostgreSQL takes as well (numbered parameters,
// ON CONFLICT, no AUTOINCREMENT, times as RFC 3339 text), because a shared store
// for several machines will speak to it.
//
// # What is final
//
// Outcomes are appended, never replaced. An outcome in state infrastructure or
// operator is not final: when the run is resumed, the trial goes on at the call
// that failed, with every recorded reply in place, and the earlier outcome stays
// in [Trial].Earlier. Scoring a run again adds checks and outcomes under a new
// scoring number; the latest published number is what [Store.Trials] shows.
//
// [WriteJSONL] and [ReadJSONL] are the exchange format, one trial a line.
package store
