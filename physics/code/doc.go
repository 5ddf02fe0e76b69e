// Package code turns stabilizer and subsystem codes under Pauli noise into disordered
// spin models, whose partition functions are the probabilities that maximum-likelihood
// decoding compares.
//
// The types to know:
//
//   - [Pauli]: an operator on n qubits up to its phase, in bits.
//   - [Code]: stabilizers, gauge generators of a subsystem code, logical operators; New
//     checks and completes one. Toric, RotatedSurface, Color666, BaconShor and others are
//     built in, Read takes any from a file.
//   - [Noise]: a distribution of errors that factorises over regions, in exact rational
//     tables. BitFlip, Depolarizing, Biased, CorrelatedBitFlips and others make one;
//     FaultNoise belongs to the repeated measurements of Faults.
//   - [Mapping]: the spin model of an error's class, with its Nishimori conditions, one
//     spin for each generator, and the offset between ln Z and the class's probability.
//   - [Instance]: a code, a noise and an error; [CoherentInstance] the same for coherent
//     X rotations, whose couplings are complex ([ComplexMapping]).
//   - [Decoder] and [Posterior]: the classes of a syndrome compared, with bounds that say
//     whether the comparison is certain.
//
// # Three ways to one number
//
// The probability of an error up to deformations g ∈ G that do nothing to the encoded
// qubits is Σ_g p(Eg). RawSum adds it up as it stands. ClassProbability goes through the
// group in Gray-code order, counts how often each weight occurs in integers and gives an
// exact rational. Map makes it a partition function, which goes as far as an [Evaluator]
// does: by spin.Evaluate (Spin) as far as elimination is narrow enough, and by whatever
// the caller supplies beyond.
//
// # Classes
//
// An error has a syndrome (with which stabilizers it anticommutes) and a class: bit i
// says that it anticommutes with logical Z_i, bit k+i that it anticommutes with logical
// X_i. Syndrome and class fix it up to deformations, so probabilities over syndromes and
// the 4^k classes add up to one.
//
// # Errors of the results
//
// Probabilities that enter are rational numbers. Couplings and offsets are logarithms of
// rationals to 192 bits; the couplings of Model are rounded to float64, and what that can
// do to ln Z (Σ |δ(βJ)|, as |∂ ln Z/∂(βJ)| ≤ 1) is in Model.Rounding, which evaluators
// include. Posterior probabilities carry a bound from the sum of the two bounds of each
// difference of logarithms.
//
// # Sources
//
// The mapping: C. T. Chubb and S. T. Flammia, Ann. Inst. H. Poincaré D 8 (2021) 269,
// arXiv:1809.10704, after E. Dennis, A. Kitaev, A. Landahl and J. Preskill, J. Math.
// Phys. 43 (2002) 4452. Where only some errors can occur on a region, the average over
// the Pauli group in its Nishimori conditions becomes one over the group of those, and σ
// runs over the characters of that group. Faulty measurements: C. Wang, J. Harrington
// and J. Preskill, Ann. Phys. 303 (2003) 31. Coherent rotations: F. Venn, J. Behrends and
// B. Béri, Phys. Rev. Lett. 131 (2023) 060603. Weight enumerators: P. Shor and R.
// Laflamme, Phys. Rev. Lett. 78 (1997) 1600. The Nishimori line: H. Nishimori, Prog.
// Theor. Phys. 66 (1981) 1169.
package code
