// Package agent runs one trial: a model proposes, a verifier checks, and under some
// policies the model is told something about the result and proposes again.
//
// The types to know:
//
//   - [Subject]: one task as this package sees it; a suite implements it.
//   - [Policy]: how a trial is conducted and how much of a certificate the model is
//     shown between its replies. [Policies] lists them.
//   - [State]: a trial under way, as plain data. [State.Next] says what to ask,
//     [State.After] takes the result; both are pure, so that a state can be stored,
//     replayed from recorded replies, and continued elsewhere with the same result.
//   - [Run]: the loop around them. It records every step through a [Recorder]
//     before it takes the next one, goes on where earlier records end, and closes
//     with the judge: the accepted reply, or the last one, is checked once more
//     under the final profile.
//   - [Replay]: a trial made of the records of others, up to the first success, without
//     a call: the policy portfolio.
//
// The policies ss, gr, vf, vf_masked, best_of_n and portfolio are those of the published
// experiments on repairing dual pairs; mag is that of the published benchmark of
// statistical-mechanical mappings (arXiv 2607.26367). As published, a conversation
// holds the opening, the previous reply and the feedback on it, and no older turns; where
// the replies change the task ([Evolving]), it holds the task as it stands and the feedback.
package agent
