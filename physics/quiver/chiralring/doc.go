// Package chiralring counts the single-trace chiral operators of a quiver gauge theory at
// large N, level by level in R-charge.
//
// The operators are closed words of the quiver modulo cyclic rotation and modulo the
// F-terms ∂W/∂X = 0 inserted anywhere: HH₀(A) = A/[A,A] of the Jacobi algebra
// A = ℂQ/(∂W) (V. Ginzburg, arXiv:math/0612139; R. Eager, J. Schmude, Y. Tachikawa,
// arXiv:1207.0573). F-terms are kept whole: they are homogeneous in R, not in the length of
// words. Seiberg duality is a derived equivalence of Jacobi algebras (D. Berenstein,
// M. Douglas, arXiv:hep-th/0207027), so that the dimensions of both sides agree at every
// level; a dropped term or a marginal change of W shows as a level where they differ.
//
// The types to know are Grading (what to grade by), Table (the dimensions), Comparison (two
// tables and the first level that differs) and Budget.
//
// # Traces and singlets
//
// What is counted are the generators of the ring of gauge-invariant operators: operators
// modulo products of two of them. A gauge singlet S is then a generator of its own R; its
// F-term sets to zero the trace that it multiplies; a term S·Tr(word) gives the F-terms of
// the arrows in the word nothing but products. An adjoint Φ of SU(N) has no trace: Tr Φ is
// no operator, and its F-term holds up to its own trace, ∂W/∂Φ = (1/N) Tr(∂W/∂Φ)·1, which
// inside any longer word is a product, but says nothing about Tr(∂W/∂Φ) itself. So an
// adjoint with the singlet that couples as its trace counts exactly as the U(N) matrix
// does. Grading.TracePart reads every loop as a U(N) matrix.
//
// Ranks do not enter: at finite N traces of long words are products of shorter ones and
// there are baryons, which the superconformal index of package index counts. Nor does a
// change of W by products of traces show.
//
// # How it is computed
//
// A is built degree by degree: A₊ = ⊕ X ⊗ A / (ρ ⊗ A), X the arrows and ρ the F-terms, with
// the products X·w of an arrow and a basis word kept, then the products w·X, then the rank
// of the commutators X·w − w·X. A block is (first node, last node, degree, charge under the
// torus of all symmetries of W); blocks without a way back below the cutoff are never
// built. All coefficients are small rationals and exact; where one does not fit 31 bits the
// table is computed modulo two primes of 61 bits that must agree, and over ℚ with numbers
// of any size where a verdict rests on it.
package chiralring
