// Package poly computes exactly with polynomials, rational functions and algebraic numbers.
//
// It decides whether an algebraic expression is zero. The types to know are
//
//   - [Field]: GF(p) for primes p just below 2⁶¹, where a wrong identity is refuted in
//     microseconds (Schwartz, J. ACM 27, 1980; Zippel, EUROSAM 1979);
//   - [Ring] and [Poly]: sparse polynomials over ℚ in several variables, in lexicographic
//     order, with gcd, resultants, square-free parts and normal forms modulo relations;
//   - [Frac]: rational functions in lowest terms;
//   - [Algebraic]: numbers built from rationals, roots and roots of unity, with an exact
//     zero test (a separation bound), ordering and minimal polynomial;
//   - [Uni]: univariate polynomials over ℤ, with factorization and certified roots;
//   - [NumberField]: ℚ(α) for one root α of an irreducible polynomial.
//
// Values are immutable. Whatever can grow takes a [Budget], which counts operations, and
// answers [ErrBudget] before it starts what it cannot finish: nothing here depends on time
// or load, and nothing hangs.
//
// Formulas are from J. von zur Gathen, J. Gerhard, Modern Computer Algebra (3rd ed., 2013), called MCA in
// the comments, and from the papers named where they are used.
package poly
