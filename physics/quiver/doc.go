// Package quiver describes four-dimensional N=1 gauge theories whose gauge group is a
// product of SU(N) nodes, with bifundamentals, adjoints and gauge singlets as matter and
// a superpotential of closed words, and computes what is exact about them: anomalies,
// global symmetries and their 't Hooft coefficients, trial central charges, and when two
// of them are the same theory up to the names and the normalisation of the fields.
//
// The types to know are Theory, Arrow and SuperpotentialTerm; ParseTheory reads one,
// Symmetries and Hooft are its global symmetries and their anomalies, FindIsomorphism and
// Redefinition say when two are the same. Dualities are in the package seiberg, known
// theories in catalogue and families, their brane tilings in tiling, their rings, indices and
// superconformal R-charges in chiralring, index and amax, pictures of them in draw. Theories
// with flavour groups beside one node are in sqcd.
//
// All charges and coefficients are rational numbers of any size, and nothing that is reported
// was rounded: floating point only guesses rotations of multiplets, which are then checked.
//
// Conventions. An arrow from node s to node t is an antifundamental of SU(N_s) and a
// fundamental of SU(N_t); s = t is an adjoint. A word is read from the left: the target of
// a factor is the source of the next, and the last one closes on the first. R-charges are
// those of the chiral superfields, so that W has R = 2 and a fermion has R − 1.
package quiver
