// Package pfaffian computes the logarithm and the sign of the Pfaffian of a large sparse
// skew-symmetric matrix, with a certified bound on the error.
//
// A [Matrix] is a list of entries, a [Tree] says in which order its indices may go, and
// [Float64], [DoubleDouble], [Big], [Complex128], [ComplexDoubleDouble] and [ComplexBig]
// return a [Result] with one algorithm in different arithmetic: where Result.Bound is too
// wide, the next kind of number narrows it. [Modular] is exact modulo a prime, [Dense] a
// plain reference for small matrices.
//
// # Elimination
//
// A pair of indices 0, 1 with the pivot a = A[0][1] leaves on the others the Schur
// complement
//
//	S = D − u·vᵀ + v·uᵀ,  u = A[0][·]/a,  v = A[1][·],  Pf A = a·Pf S,
//
// where the pair stands first; any other order multiplies Pf A by the sign of the
// permutation (Parlett and Reid, BIT 10, 1970; Bunch, Math. Comp. 38, 1982; Wimmer, ACM
// Trans. Math. Softw. 38, 2012). The elimination is multifrontal (Duff and Reid, ACM
// Trans. Math. Softw. 9, 1983): each node of the tree adds the Schur complements of its
// children and its own entries in one dense front, eliminates indices whose neighbours
// have all arrived, and passes the rest on. A pivot must not be smaller than
// Options.Threshold times the largest entry of its row, the row of index 0: then
// |u_i| ≤ 1/Threshold. An index without such a partner is delayed: its parent tries again
// among more partners, and the root has all. Without that, small pivots that a front is
// forced to take can spoil all digits of a large matrix.
//
// Within a front the indices of the first child go first, because as long as they do,
// their rows are zero at what the other children keep. Pairs are collected in panels:
// rows are brought up to date when they are needed, and the trailing front once a panel,
// as a matrix product.
//
// # Certificate
//
// The computed pivots and rows are the exact ones of a matrix A + E: a rounding error in
// an entry of a Schur complement is the same as an error of that size in the entry of A
// at the same place, whatever has been eliminated before. E is skew. With the unit u of
// the arithmetic, an update by a panel of n pairs gives entry (i, k) an error of at most
//
//	u·chain(n)·Σ_p (|u_pi||v_pk| + |v_pi||u_pk|) + u·carry(n)·max(|before|, |after|),
//
// where chain counts the roundings that a product goes through in a sum, and carry those
// of the number that the sum is added to, one of them for the rounding of u itself.
//
// In float64 the 2n products are added up by themselves and then to that number, so that
// carry is 2. In Go the two products of a pair are rounded, added, and added to the sum:
// at most n + 2 roundings of a product. In assembly, where the processor has fused
// multiplications and additions, a step has one rounding, and two sums of at most n + 1
// steps each, from one half of the pairs and the other, or from all u and all v, are
// added: n + 2 roundings again. chain is n + 4, more than either needs, and both kernels
// have one certificate; their results may differ within it. In the other kinds of numbers
// the products are added to the number one by one or pair by pair: there carry grows with
// n, as |the sum on the way| ≤ |before| + Σ…
//
// The norm of row i of these terms is at most Σ_p (|u_pi|·‖v_p‖ + |v_pi|·‖u_p‖)
// and the norm of row i of the Schur complement: cheap to add up. Their sum over all
// panels and fronts, with the stated uncertainty of the entries and an allowance for
// underflow, is d_i ≥ ‖row i of E‖.
//
// With ρ_i = ‖row i of A⁻¹‖, A⁻¹E is a sum over i of matrices of rank one and of norm
// ρ_i·d_i, so that its nuclear norm is at most ξ = Σ_i ρ_i·d_i, |tr (A⁻¹E)ᵏ| ≤ ξᵏ, and for
// ξ < 1
//
//	|ln Pf(A+E) − ln Pf A| = ½·|tr ln(1 + A⁻¹E)| ≤ −½·ln(1 − ξ),
//
// for the logarithm of the modulus and for the phase. A real Pfaffian has its sign for
// certain, as no matrix on the way from A to A+E is singular.
//
// Σ_i ρ_i·d_i is bounded from solutions of A·y = z with a few random vectors z of
// independent components, uniform in ±√3. Some of them give weights c_i ≈ ρ_i; for any
// weights
//
//	(Σ ρ_i·d_i)² ≤ Σ d_i·c_i · Σ d_i·ρ_i²/c_i = Σ d_i·c_i · ‖W·A⁻¹‖²,  W² = diag(d_i/c_i),
//
// in the Frobenius norm, and the others, independent of the weights, measure ‖W·A⁻¹‖² as
// the mean of ‖W·A⁻¹z‖². That this mean is small by accident is unlikely: a component of z
// along a unit vector has a density of at most √2/(2√3) (Ball, Proc. Amer. Math. Soc. 97,
// 1986), by convexity the exponential moments of the mean are at most those of a matrix of
// rank one, and so the probability that the mean over q vectors is below ‖W·A⁻¹‖²/K² is at
// most (2.85/K²)^(q/2). K is chosen to make it 10⁻¹⁰. The vectors come from a fixed seed,
// so that a result can be repeated; the probability is over that choice.
//
// The solutions are computed, too. The residual r = z − A·y is measured, with a bound for
// its own rounding, and A⁻¹z = y + A⁻¹r gives
//
//	‖W·A⁻¹‖ ≤ K·(mean of ‖W·y‖²)^½ / (1 − K·(mean of ‖r‖²)^½).
//
// Where A is too ill-conditioned for the arithmetic, y is nonsense, but then r is large,
// and the bound is +Inf: it cannot be finite and wrong for that reason.
//
// # Inverse
//
// The block of the inverse over the indices of a front follows from that of its parent.
// With G = (A+E)⁻¹ the first part of its error is
//
//	|(A⁻¹ − G)_ik| = |(A⁻¹·E·G)_ik| ≤ ρ_i·‖E‖·ρ_k/(1−ξ),
//
// where all rows ρ_i are now bounded at once, with a K that makes the probability of an
// error in any of them 10⁻¹⁰. The second part Δ is the rounding of the recursion. Let
// A + E = L·D·Lᵀ, and ε the errors of single steps, row j for the pair of j: the
// recursion says that the part of Lᵀ·Δ above the diagonal is ε, and Δ is skew. Then
// Δ = M·Y·Mᵀ with M = L⁻ᵀD⁻¹, and the part of Y above the diagonal has the rows
// D·ε_j·L·D, restricted to what comes after j; so |Δ_ik| ≤ μ_i·‖Y‖·μ_k, with the norms μ
// of the rows of M from solutions of D⁻¹-scaled triangular systems with random vectors,
// and ‖Y‖ from sums of |ε_jk| times the norms of the rows of L·D, which are known.
package pfaffian
