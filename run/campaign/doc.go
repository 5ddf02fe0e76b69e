// Package campaign runs experiments: it expands a plan to trials, runs them side by
// side within limits, survives being killed, and scores recorded replies again.
//
// The types to know:
//
//   - [Plan]: what is to be run, as plain data that is stored with the run. It
//     expands to trials in a fixed order (model, policy, variant, task, epoch), each
//     with an identity that is the digest of everything that shapes it.
//   - [Campaign]: the means to run it (a store, suites, models). [Campaign.Start],
//     [Campaign.Resume] and [Campaign.Rescore] are its three verbs.
//   - [Watcher] and [Event]: what a progress display is told.
//
// # What can be relied on
//
// A call is recorded before it is made and its answer before it is scored. After a
// kill at any moment, Resume makes no recorded call again and loses none; the
// records then equal those of an unbroken run, timings aside. A call that was under
// way at the moment of the kill is made again and counted as possibly billed twice.
//
// Trials that ended as ok, model-invalid or limit are final. Those that ended as
// infrastructure or operator are continued by a resume at the call that failed; what
// was recorded of them stays. Trials that a campaign-wide budget ended are continued
// when the resume raises a limit.
//
// Budgets are reserved before a call: from the bound on its tokens where the plan
// has one, otherwise from the largest call of the model so far. While nothing is
// known of a model, its calls go one at a time. A run without a bound can exceed its
// budget by what calls under way use beyond their reservation, never by a further
// call.
//
// A trial of a policy that replays others (agent.Policy.Replays) is made from their records
// when all of them are final, and stays open until then.
//
// When a model's provider says that the key, the model's name or the money is wrong,
// the rest of that model's trials end as operator without being asked.
package campaign
