// Package modelfile reads the files in which models are written down: strict JSON trees
// whose errors say where, numbers that are read exactly before they are rounded, lattices
// and the seeded draws of couplings and fields.
//
// The types to know:
//
//   - [Value]: a JSON value that knows its place in the file; [Number]: a float64 with a
//     bound on what rounding it lost.
//   - [Lattice]: a generator of bonds, in a fixed order.
//
// Every kind of model (spins, Potts, dimers, quantum chains …) has its own reader on top
// of these. All randomness is [SplitMix64] of a seed in the file.
package modelfile
