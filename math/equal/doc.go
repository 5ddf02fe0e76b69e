// Package equal decides whether two expressions are the same, and says how it knows.
//
// A Pair is a reference and a candidate, as LaTeX, SymPy text or plain text, with the
// Context of the problem: what its symbols are, which relations hold between them, which
// form of the answer was asked for. Compare gives a Result: one of five verdicts with its
// evidence.
//
//   - Equivalent: with a certificate. A canonical or normal form, or an exact value, is a
//     proof; agreement of rigorous enclosures at many points to many digits is not, and is
//     labelled numerically indistinguishable.
//   - Different: with a witness, an assignment inside the stated domain at which two
//     disjoint balls enclose the two values.
//   - FormViolation: the right or an unreadable value in a form that was excluded.
//   - Undecided: neither could be shown, and why.
//   - Malformed: an input that cannot be read, and where.
//
// Undeclared symbols are real, of either sign, in the natural domain of the reference: where
// it is finite and, if it is real anywhere, real. A pair that is equal only under more than
// that is Undecided, with the condition.
//
// The ladder is: read (all readings of an ambiguous string), strip labels and definitions,
// take structures apart, compare canonical forms, evaluate at points of the domain with
// rigorous balls, and for what agrees look for a proof. Budgets are counted in operations,
// so that a verdict does not depend on the load of a machine; points are drawn from a seed
// that depends on nothing but the pair.
package equal
