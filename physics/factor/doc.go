// Package factor sums products of tables over variables with finitely many values, by
// eliminating one variable after the other, and says how far rounding can have moved the
// sum.
//
// The types and entries to know:
//
//   - [Model], a list of [Factor] tables in logarithms, with phases where weights are
//     signed or complex. [FromSpin], [Read] (JSON) and [ReadUAI] make one,
//     [Model.Condition] fixes variables.
//   - [Options]: the order, limits on memory and work, and the tolerance.
//   - [LogZ], the logarithm of the sum; [GridTransfer], the same for Ising models on grids
//     with fields, faster.
//   - [Marginals], [PairMarginals], [TableMarginals] and [Sample] for weights ≥ 0;
//     [SumMoments], the first two derivatives of ln Z in any direction. [Thermal],
//     [Magnetizations], [Correlations] and [SampleSpins] are these for Ising models.
//
// # Cost
//
// Eliminating a variable costs the product of its cardinality and those of the variables
// that it is joined with by then, so that the order decides; [Order] takes the cheapest
// of a portfolio. Trees, chains and ladders take time linear in their size. Tables live
// from the step that makes them to the step that uses them. Where one would be larger
// than the limit, variables are fixed to each of their values in turn and the sum is cut
// into slices.
//
// # Arithmetic and errors
//
// A table is an array of float64 with one power of two, its companion (where weights are
// signed or complex, or where underflow has taken something) the same sum of products
// with absolute values. To k roundings along the way the error of an entry is at most
// ku/(1−ku) times the companion, u = 2⁻⁵³ (Higham, Accuracy and Stability of Numerical
// Algorithms, chapter 3): sums of products are linear in each factor, so that the bound
// survives multiplication and summation, cancellation included. Where a product may
// underflow, the companion is raised to 2⁻⁹⁶⁰, next to which what is lost is below
// 2⁻¹⁰⁰. What is left at the end, k·u·Σ|terms|/|Σ terms|, is the bound on ln Z. It
// assumes math.Exp, math.Log and math.Sincos to be within four units of 2⁻⁵³.
//
// Where that exceeds the tolerance, the elimination runs again in double-double numbers
// with a 64-bit exponent each, and then in big floats of doubling precision, which also
// notice when every operation was exact, and so can tell that a sum is zero.
//
// # Sources
//
// Elimination: Bertelè and Brioschi, Nonserial Dynamic Programming (1972); Dechter, Artif.
// Intell. 113 (1999) 41. Both directions: Lauritzen and Spiegelhalter, J. R. Stat. Soc. B
// 50 (1988) 157; derivatives of the sum: Darwiche, J. ACM 50 (2003) 280. Site-by-site
// transfer: Morgenstern and Binder, Phys. Rev. B 22 (1980) 288. Double-double: Joldes,
// Muller and Popescu, ACM Trans. Math. Softw. 44 (2017) 15. Compensated sums: Ogita, Rump
// and Oishi, SIAM J. Sci. Comput. 26 (2005) 1955. The UAI file format: the description of
// the 2014 inference competition.
package factor
