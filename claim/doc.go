// Package claim is the vocabulary that every verifier, agent and report of
// assay shares: what was asserted, which checks it must meet, what each check
// found, and how much of that may be told to whom.
//
// The types to know, in the order in which they meet:
//
//   - [Obligation]: one check that a kind of claim must meet, with the source of
//     its formula; a [Kind] is the ordered list of them.
//   - [Finding]: the outcome of one obligation, with a [Status], a message that a
//     physicist can act on, and typed [Evidence].
//   - [Certificate]: every finding about one claim under one [Profile], and the
//     [Verdict] that follows from them by [Kind.Certify] alone.
//   - [View]: what a [Level] of feedback lets an agent see of a certificate.
//
// A verifier only produces findings. The verdict is computed here, from the
// registry, so that no verifier can be more lenient than its own list says; and
// a view is computed here, so that no verifier can tell more than the level
// allows. What must never be told (reference values, probe parameters, the gold
// label) goes into [Finding.Private], which no level reads.
//
// The package imports the standard library only.
package claim
