// Package gas computes partition functions of continuum and mean-field models that have a
// closed form or a one-dimensional recursion, to dozens of digits and with a bound on the
// error.
//
// The types to know:
//
//   - [Model]: what they have in common; [Read] reads the JSON forms.
//   - [Jellium]: the one-dimensional Coulomb gas in a neutralising background, by powers
//     of its transfer integral; [Tonks]: hard rods; [Spherical]: the spherical model, all
//     spins joined alike or on a lattice.
//
// Parameters are exact rationals, so that the only error is that of the evaluation, done
// with big floats. Series and integrands are positive throughout: nothing cancels, and
// rounding is a count of operations.
//
// # Sources
//
// One-dimensional Coulomb gas: R. J. Baxter, Proc. Camb. Phil. Soc. 59 (1963) 779; H. Kunz,
// Ann. Phys. 85 (1974) 303. Hard rods: L. Tonks, Phys. Rev. 50 (1936) 955. Spherical model:
// T. H. Berlin and M. Kac, Phys. Rev. 86 (1952) 821. Interpolation error of analytic
// functions at Chebyshev points: L. N. Trefethen, Approximation Theory and Approximation
// Practice (2013), theorem 8.2. Stirling's series with its remainder: DLMF 5.11.
package gas
