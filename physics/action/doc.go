// Package action rewrites partition functions in exact steps that can be read, replayed
// and checked: a chain of steps is a mapping of a model to one that is easier.
//
// The types to know:
//
//   - [Action]: one rewriting as data: [Gauge], [KramersWannier], [StarTriangle],
//     [Decimate], [HighTemperature], [HubbardStratonovich], [JordanWigner], [Condition],
//     [DeleteContract], [Merge], [Split].
//   - [Step]: an action that was carried out: its parameters, the digests of what stood
//     before and after, the scale between them, and a certificate.
//   - [State]: what stands between steps: a spin model or quantum chain, or one of the forms that some
//     actions end in ([EvenSubgraphs], [GaussianField], [FermionModes]).
//
// Every step is an identity
//
//	Z(before) = Σ_b c_b Z(after_b)    or    Z(before) = c·∏_b Z(after_b),
//
// with one branch for most actions. [Do] carries an action out; [Replay] carries a
// recorded chain out again from its parameters alone and refuses it where a digest or a
// scale differs.
//
// Sources. Duality: H. A. Kramers and G. H. Wannier, Phys. Rev. 60, 252 (1941), for any
// planar graph as in F. Y. Wu and Y. K. Wang, J. Math. Phys. 17, 439 (1976). Star and
// triangle: L. Onsager, Phys. Rev. 65, 117 (1944); R. J. Baxter, Exactly Solved Models
// (1982), section 6.4. Decimation: M. E. Fisher, Phys. Rev. 113, 969 (1959). Gaussian
// field: J. Hubbard, Phys. Rev. Lett. 3, 77 (1959). High-temperature expansion: B. L. van
// der Waerden, Z. Phys. 118, 473 (1941). Fermions: P. Jordan and E. Wigner, Z. Phys. 47,
// 631 (1928); E. Lieb, T. Schultz and D. Mattis, Ann. Phys. 16, 407 (1961).
package action
