// Package planar computes partition functions of Ising models on planar graphs and on
// surfaces of few handles, exactly and with certified errors, by Pfaffians.
//
// The types to know:
//
//   - [System]: a model drawn on a surface and ready for its Pfaffians. [New] finds the
//     drawing: a lattice that the model says it is, checked bond by bond; a planar
//     embedding; an embedding that the caller knows ([Options.Rotation]). Fields become
//     bonds to one ghost spin; what cannot be drawn, up to a few bonds and fields, is
//     expanded, at the price of a factor of two each ([FindApices]).
//   - [System.LogZ], [System.Sectors], [System.Correlation]: ln Z; ln Z with couplings
//     flipped along closed curves, all from the same Pfaffians; means of products of
//     spins. [System.Observables], [System.SpecificHeat], [System.Sample] follow.
//   - [ComplexSystem] does the same for complex couplings, [DimerLogZ] counts perfect
//     matchings.
//   - [ExactLevels] counts the configurations of every energy where couplings are integers,
//     by Pfaffians modulo primes: an arbiter for ln Z at any temperature.
//   - [Options.Tolerance]: arithmetic goes from float64 to double-double to big numbers
//     until the certified bound is below it.
//
// # The matrix
//
// A bond weighs e^{Kss'} = sinh K (c + ss') with c = 1/tanh K. After the sum over spins
// what is left are the even subgraphs: bonds taken (ss') meet every vertex an even number
// of times, bonds not taken weigh c. The matrix has one row for each half-edge. The two
// halves of an edge are joined by an entry ±c; two half-edges at one vertex by +1, from
// the former to the latter in their cyclic order from an arbitrary cut. A perfect
// matching of half-edges that uses no edge entry at a set of bonds pairs these up at the
// vertices, and the pairings at one vertex add up to the Pfaffian of an all-ones
// triangle, which is 1: every even subgraph is counted once, with a sign.
//
// Only non-crossing pairings need be looked at for the sign. They make simple closed
// curves, and each of them must have the product −1 of signs round it, with a minus for
// every cut that it passes. If every face has that product, so has every curve that
// bounds a disc: multiply its faces; every edge inside gives −1, every vertex inside
// passes its cut once, and Euler's formula does the rest. The signs of the edges are
// found from a spanning tree of the dual graph in linear time, with no coordinates, for
// any rotation system, bridges, cut vertices, loops and parallel edges included.
//
// On a surface of genus g the condition leaves 2g signs free, those of closed curves of
// the dual graph: 4^g spin structures. In each, an even subgraph of homology class a has
// the sign (−1)^q(a) with a quadratic form q, and Z = 2^−g Σ (−1)^Arf(q) Pf_q. The form
// is read off a basis of cycles, its intersections off the chord diagram that is left
// when a spanning tree is contracted. Twisting boundary conditions shifts q, so that the
// same Pfaffians serve all 4^g sectors. The absolute sign is known because the matching
// of all edges stands for the empty subgraph.
//
// Vertices of more than four bonds become chains of small ones with c = 1 (infinite
// coupling) between them, for a vertex of degree d has d²/2 entries.
//
// # Errors
//
// The bound on ln Z is the sum of that of the Pfaffian, which package pfaffian certifies
// for every matrix within the stated error of its entries; of the factors sinh K, whose
// logarithms are summed in twice the working precision; and of what the numbers of the
// model had lost before. Signed sums of Pfaffians add the absolute errors of their terms
// and divide by what is left of the sum; terms that nearly vanish, whose own logarithm
// has no bound, are replaced by sums that do not (see lift.go).
//
// Low temperatures make the matrix singular, as the exponential of four to six times the
// largest |K|; more precision is then the only remedy, and what was done is reported.
//
// Sources. Even subgraphs as Pfaffians: C. A. Hurst and H. S. Green, J. Chem. Phys. 33
// (1960) 1059; P. W. Kasteleyn, J. Math. Phys. 4 (1963) 287; M. E. Fisher, J. Math. Phys. 7
// (1966) 1776. Surfaces: D. Cimasoni and N. Reshetikhin, Commun. Math. Phys. 275 (2007)
// 187. Order of the elimination and sampling: C. K. Thomas and A. A. Middleton, Phys. Rev.
// E 80 (2009) 046708 and 87 (2013) 043303.
package planar
