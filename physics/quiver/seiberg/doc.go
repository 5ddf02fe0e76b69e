// Package seiberg dualizes nodes of quiver gauge theories and follows what becomes of their
// fields, superpotential and symmetries.
//
// The types to know are Dual, the theory on the other side with the map of the charges, and
// Refusal, the reason why a node has no dual of this kind. Dualize is one step, IntegrateOut
// removes massive fields from any theory, Explore searches sequences of steps up to
// isomorphism.
//
// The duality is that of Seiberg (hep-th/9411149): a node SU(N) with N_f flavours and no
// adjoint becomes SU(N_f − N); the arrows at the node turn round, every product of an
// incoming and an outgoing one becomes a meson M, and W gains M q q̃. On quivers it is the
// mutation of a quiver with potential (Derksen, Weyman and Zelevinsky, arXiv:0704.0649),
// with the ranks of Beasley and Plesser (hep-th/0109053).
//
// R-charges and every other U(1) follow from the map of baryons, Q^N ↔ q^(N_f − N): the dual
// quarks have the charge −Q plus a baryonic shift β with (N_f − N)(β + r) = Σ_out N_t Q_b,
// r = 1 for an R-symmetry and 0 otherwise.
//
// A meson that begins and ends at one node is an adjoint of SU(N) and a singlet, its trace.
// Inside this package such a field is one full matrix. An adjoint without a trace is written
// as a full matrix too, together with a singlet Λ that multiplies its trace in W; so masses
// are integrated out on full matrices only, where no double traces arise, and the trace that
// a massive adjoint leaves behind is not lost: if Φ, traceless, pairs with M, then Λ ends up
// flipping the operator that M was the trace of.
package seiberg
