// Package spin holds Ising models in their raw form, as a list of couplings, and the
// two things that the rest of assay needs to know about one: its partition function,
// with a bound on the error, and its structure, with a witness for every claim.
//
// The types to know:
//
//   - [Model]: n spins s = ±1 and H = −Σ J ∏ s over its [Term] list; the weight of a
//     configuration is exp(−βH). ReadModel reads the JSON form and its lattice
//     generators; NewChain, NewGrid and their like build one from arrays.
//   - [LogZ]: ln Z with an absolute bound on its error and the method that found it.
//   - [Structure]: planar, balanced, narrow, symmetric, … with embeddings, switchings,
//     cycles, orders, classes and kernels that CheckStructure verifies without the code
//     that found them (check.go).
//   - [Plan]: an evaluator, why it applies and what it will cost. Choose picks one; the
//     Plan functions ask about one evaluator each.
//   - [Reduction]: what is left of a model when its easy parts have been summed out, with
//     the [Step] list, which VerifyReduction repeats.
//
// # Evaluators
//
// Evaluate picks among them and says which it took. None of them samples or truncates:
// each is exact but for rounding, and bounds that.
//
//   - BruteForce: all 2^n configurations; an exact integer histogram of the energies
//     where the couplings are multiples of one number. Spins without a common term are
//     then not enumerated but summed by their local fields.
//   - ReduceLogZ: chains, rings, trees, ladders and whatever else falls apart when sites
//     with few terms are summed out, in near-linear time; the cores by other methods.
//   - OrbitLogZ: models whose sites fall into few classes, by their magnetisations.
//   - KernelLogZ: the high-temperature expansion over its kernel over GF(2), for p-spin
//     models with almost as many sites as terms, and graphs with few cycles.
//   - ChainLogZ: the 2×2 transfer matrix of the open chain, in O(n).
//   - OpenGridTransfer: the open grid, site by site, with 2^(L−1) numbers.
//   - Eliminate: any model, one spin after the other, with tables of 2^width numbers.
//   - TorusKaufman: the ferromagnetic torus in closed form.
//   - MattisLogZ: all spins joined alike, by counting.
//
// # Errors
//
// A method that only adds and multiplies positive numbers has no cancellation: its
// relative error is a count of operations times 2⁻⁵³, and that is what the bounds
// count, term by term, to first order and doubled. Sums of couplings are kept in twice
// the working precision. Two assumptions enter: that math.Exp, math.Log and math.Log1p
// are within four units of 2⁻⁵³ (a test compares them with those of math/precise), and that the couplings are the float64 numbers in the
// Model; how far these lie from the decimals that a file states is Model.Rounding,
// which Evaluate adds to its bound.
//
// Where terms have signs (KernelLogZ), the bound is multiplied by how much they cancel, and
// the precision is raised until it is small; LogZ.Escalated says so. A reduction replaces
// couplings by rounded ones: as |∂ ln Z/∂(βJ)| ≤ 1, ln Z changes by at most the sum of these
// roundings, whatever comes after.
//
// Where products of weights leave the range of a float64, which happens at low
// temperature, the elimination notices, bounds what was lost and if it matters starts
// again with logarithms.
//
// # Sources
//
// The torus: B. Kaufman, Phys. Rev. 76 (1949) 1232; the square root in her dispersion
// relation is resolved by sinh²(γ/2) = sinh²(K*−K) + …, a sum of positive terms, and
// γ₀ keeps its sign. The chain: E. Ising, Z. Phys. 31 (1925) 253; Kramers and Wannier,
// Phys. Rev. 60 (1941) 252. Couplings ξξ: D. C. Mattis, Phys. Lett. A 56 (1976) 421.
// Site-by-site transfer: Morgenstern and Binder, Phys. Rev. B 22 (1980) 288.
// Elimination: Bertelè and Brioschi, Nonserial Dynamic Programming (1972); Dechter,
// Artif. Intell. 113 (1999) 41. Decimation: M. E. Fisher, Phys. Rev. 113 (1959) 969. The
// high-temperature expansion: B. L. van der Waerden, Z. Phys. 118 (1941) 473. Blocks: J. M.
// Schmidt, Inform. Process. Lett. 113 (2013) 241. Compensated sums: Ogita, Rump and Oishi, SIAM J. Sci.
// Comput. 26 (2005) 1955.
package spin
