// Package chain computes partition functions and thermal energies of quantum spin chains
// whose Hamiltonian becomes a quadratic form of fermions, Z = Tr e^(−βH), at thousands of
// sites, with a bound on the error; and it decides which chains those are, with a witness
// either way.
//
// The types to know:
//
//   - [Model]: a transverse-field Ising chain, an XY chain, or any list of [PauliTerm];
//     [Read] reads the JSON forms.
//   - [Mapping] and [Obstruction]: what [JordanWigner] finds, each term as a product of
//     two Majorana operators, or for every choice of axis the term that is not one.
//     [VerifyMapping] and [VerifyObstruction] check them by multiplying Pauli strings out.
//   - [Form]: the quadratic form, with its two parity sectors on a ring.
//
// # Conventions
//
// H = −Σ J ∏ (Pauli matrices). With Z along the string, a_j = Z_0…Z_(j−1) X_j and
// b_j = Z_0…Z_(j−1) Y_j are Majorana operators c_(2j), c_(2j+1), and P = ∏ Z_j is the
// parity of the number of fermions. A term is s·i c_p c_q with s = ±1, possibly times P;
// within a sector P = ±1,
//
//	H = (i/2) Σ W_pq c_p c_q,   W real and skew with eigenvalues ±iσ_k, σ_k ≥ 0,
//	Tr e^(−βH) = ∏ 2cosh βσ_k,   Tr P e^(−βH) = sgn Pf W · ∏ 2sinh βσ_k.
//
// A chain with terms times P (a ring) has a form W_+ and another W_−, and
//
//	Z = Σ_± ½ [∏ 2cosh βσ_k ± sgn Pf W_± ∏ 2sinh βσ_k],
//
// whose two summands are sums of positive terms, and are evaluated without cancellation.
//
// # Errors
//
// A perturbation δH changes ln Z, and the logarithm of either sector, by at most β‖δH‖,
// and ‖δH‖ ≤ Σ_k |δσ_k| for perturbations of the form. Everything rests on that: W is
// brought to tridiagonal form by rotations in twice the working precision, and each σ_k
// is enclosed by two Sturm counts of the tridiagonal matrix, whose rounding is equivalent
// to a relative change of its entries by two units. The counts do not depend on how the
// singular values were found. Rings with equal couplings have their σ in closed form.
//
// # Sources
//
// P. Jordan and E. Wigner, Z. Phys. 47 (1928) 631; E. Lieb, T. Schultz and D. Mattis, Ann.
// Phys. 16 (1961) 407 (XY chain, sectors of the ring); P. Pfeuty, Ann. Phys. 57 (1970) 79
// (transverse field); A. Chapman and S. Flammia, Quantum 4 (2020) 278 (claws). Sturm counts
// with a backward error: W. Kahan (1966), J. Demmel and W. Kahan, SIAM J. Sci. Stat. Comput.
// 11 (1990) 873; reduction of a band by chasing: H. Rutishauser, ZAMP 14 (1963) 278.
package chain
