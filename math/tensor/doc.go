// Package tensor decides whether two expressions with indices, γ matrices, group
// generators, operators, vectors or kets are the same.
//
// [Applies] says whether a pair is of this kind; [Compare], under the [Context] of the
// problem, reads both sides into one kind of sum and subtracts. A [Result] of verdict
// [Equal] or [Different] is exact; where it cannot be, the verdict is [Undecided] with a
// reason, and [NotApplicable] says that an expression has none of these objects.
//
// # The sum
//
// A term is a polynomial coefficient, times commuting factors with index slots (a metric,
// ε, a tensor, a trace of generators), times a word of letters that do not commute (γ
// matrices, generators T^a, Pauli matrices, operators, spinors, bras and kets). A slot
// holds a label: a free index, a dummy, a component number, or a vector, in the notation
// of Schoonschip, where p_μ ε^{μνρσ} is ε^{pνρσ} and p·q is g^{pq}.
//
// # Normal forms
//
//   - Contracted metrics are eliminated and products of two ε expanded into metrics.
//   - Words of γ matrices are written in the antisymmetric products γ^{[μ…ν]}, a basis for
//     every dimension; in four dimensions with γ⁵ = iγ⁰γ¹γ²γ³ the products of three and
//     four are exchanged for γ⁵γ^μ and γ⁵ (Itzykson and Zuber, Quantum Field Theory,
//     appendix A-2).
//   - Structure constants of SU(N) become traces of generators, contracted pairs go by the
//     completeness relation T^a_{ij}T^a_{kl} = T_F(δ_il δ_kj − δ_ij δ_kl/N) (Cvitanović,
//     Phys. Rev. D 14, 1976), so that N stays a symbol.
//   - Operator words are put in normal order by the declared commutators.
//   - Dummy indices are renamed by a search for the least labelling under the slot
//     symmetries of each factor.
//
// Identities that hold in one dimension only (Schouten's, Bianchi's first) are not seen by
// the normal form: what is left of a difference is then evaluated in components at random
// integers, which refutes with a witness or, when all components vanish exactly at several
// points, proves up to the chance of hitting a zero of a polynomial. Group tensors at a
// fixed N are evaluated in random matrices of the Lie algebra.
//
// What a problem leaves open, the signature, the sign of ε, whether F_{μν} is antisymmetric,
// is tried both ways: a verdict that depends on it is undecided, and the message says on what.
// Work is counted in operations.
package tensor
