// Package estimate samples: ln Z of Ising models that no exact method reaches, with
// confidence intervals, and never called exact.
//
// The functions to know:
//
//   - [AIS]: annealed importance sampling from β = 0 up, whose mean weight bounds ln Z
//     from below, and back down from equilibrium samples, which bounds it from above.
//   - [TemperingTI]: parallel tempering, and thermodynamic integration of the energy.
//   - [NishimoriCheck]: identities that hold exactly for ±J disorder on the Nishimori line,
//     as a test of a sampler.
//
// # What the bounds mean
//
// A [partition.LogZ] from here has Exact false, and its ErrorBound is half of a confidence
// interval, at the level that was asked for. Two things are assumed: that means over
// replicas are normal (Student's t), and that the samples from which the reverse runs start,
// or which the integration averages, are from equilibrium. The first is a matter of the
// number of replicas; the second no run can prove: pass exact samples as Options.Start, or
// look at Drift.
//
// # Replicas
//
// Sixty-four replicas are advanced together. Where all couplings have the same size and
// there are no fields, each of them is one bit of a word, and the acceptance of all is
// decided by comparing binary expansions, with random bits of its own for every replica;
// otherwise they are arrays of spins. A batch of 64 has its own stream of random numbers,
// splitmix64 of the seed and its index: results do not depend on the number of workers.
//
// # Sources
//
// R. M. Neal, Stat. Comput. 11 (2001) 125 (annealed importance sampling); C. Jarzynski,
// Phys. Rev. Lett. 78 (1997) 2690; R. Grosse, Z. Ghahramani and R. Adams, arXiv:1511.02543
// (reverse runs as upper bounds); C. H. Bennett, J. Comput. Phys. 22 (1976) 245 (acceptance
// ratio); K. Hukushima and K. Nemoto, J. Phys. Soc. Jpn. 65 (1996) 1604 (parallel
// tempering); H. Nishimori, Prog. Theor. Phys. 66 (1981) 1169.
package estimate
