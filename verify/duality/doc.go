// Package duality judges a claim that two four-dimensional N=1 gauge theories are Seiberg
// dual: it decides exactly whether any consistency check that the field trusts fails.
//
// A dual pair has equal 't Hooft anomalies, equal chiral rings, equal indices; each theory
// is free of gauge anomalies and its superpotential respects its symmetries. None of these
// proves a duality, and a mismatch in any of them refutes it. So a certificate says which
// were judged, how far (a chiral ring is compared up to a stated R-charge), and with what
// numbers; where one of the required ones could not be judged, the claim is undecided and
// never certified.
//
// The types to know:
//
//   - [Claim]: an ordered pair of theories, read by [Read] from one of three schemas:
//     SQCD, Kutasov–Schwimmer, or two quiver gauge theories.
//   - [Verifier]: checks a claim under a profile; its registry is [Kind].
//   - [Flag]: what a certificate says about a pair beside its verdict: that one theory is a
//     copy of the other, free in the infrared, has operators that decouple, …
//
// The registry follows the twenty-three obligations of DualityCert and goes beyond them.
// The published profiles repeat its rule, so that its numbers can be compared: at least one
// check passes and none fails, chiral rings graded by word length with the F-terms split.
// Split F-terms are known to be wrong where a superpotential mixes word lengths, and the
// certificate says so.
//
// Limits. Chiral rings are those of single-trace operators at large N; what finite N adds
// (baryons, trace relations) is seen by the anomalies and by the superconformal index, not
// by the ring. Nothing here is a proof of duality.
package duality
