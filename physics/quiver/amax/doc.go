// Package amax finds the superconformal R-symmetry of a four-dimensional N=1 gauge theory
// by a-maximization, exactly: which R-charges, which central charges a and c, and what in
// the answer cannot be true.
//
// The trial R-symmetries are the solutions of linear equations, R(term of W) = 2 and no
// R-anomaly at any gauge factor. Among them the superconformal one is the local maximum of
//
//	a(R) = (3/32)(3 Tr R³ − Tr R),
//
// where 9 Tr R²F = Tr F for every flavour U(1) F and Tr R F F is negative definite
// (K. Intriligator, B. Wecht, hep-th/0304128; a and c from the anomalies: D. Anselmi,
// D. Freedman, M. Grisaru, A. Johansen, hep-th/9708042). The function is cubic and its
// Hessian is affine, so that the trial R-symmetries with a negative definite Hessian form a
// convex set on which a is strictly concave: there is at most one local maximum, and it is
// found by following the path of a logarithmic barrier. Then nothing is left to floating
// point: the theorem of Kantorovich, in integers, encloses the maximum, and its charges are
// recognised as algebraic numbers (A. Lenstra, H. Lenstra, L. Lovász, Math. Ann. 261, 1982)
// and accepted only when the equations hold identically in that number field.
//
// An operator that would violate the unitarity bound R ≥ 2/3 is free instead, and
//
//	a → a + (dim O/96)(2 − 3R_O)²(5 − 3R_O)
//
// (D. Kutasov, A. Parnachev, D. Sahakyan, hep-th/0308071). That is the contribution of a
// field of negative multiplicity, which is how it is computed here.
//
// The types to know are Problem (any gauge groups and matter, given by dimensions and
// Dynkin indices), Result and Number. Maximize does a quiver, Problem.Maximize anything.
package amax
