// Package sqcd describes four-dimensional N=1 gauge theories with one SU(N) node and the
// flavour symmetry SU(Nf)_L × SU(Nf)_R × U(1)_B × U(1)_R, and computes the exact numbers by
// which two of them are said to be Seiberg dual: gauge anomalies, the 't Hooft table,
// charges and flavour representations of operators, and what flows do to a pair.
//
// The types to know are Theory, Field and Monomial. Pairs are built by Seiberg (Nucl. Phys.
// B435 (1995) 129) and Kutasov (Kutasov, Phys. Lett. B351 (1995) 230; Kutasov and Schwimmer,
// Phys. Lett. B354 (1995) 315; Kutasov, Schwimmer and Seiberg, Nucl. Phys. B459 (1996) 455).
//
// Conventions. Charges are those of chiral superfields, W has R = 2 and a fermion has
// R − 1, a gaugino R = 1. A(fundamental) = 1, A(antifundamental) = −1, A(adjoint) = 0;
// T(fundamental) = 1/2, T(adjoint) = N. All numbers are rational of any size; nothing rounds.
package sqcd
