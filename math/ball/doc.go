// Package ball computes with real and complex numbers of any precision as balls: a
// midpoint and a radius that bounds every error made on the way.
//
// A [Real] is the interval [mid − rad, mid + rad]; a [Complex] is a rectangle of two of
// them. The one promise of every function here is inclusion: the result contains f(x) for
// every x in the input balls. It follows that two disjoint results prove that two values
// differ, while overlapping ones prove nothing.
//
// Functions take the precision of the result's midpoint in bits; the radius covers what
// that precision cannot hold as well as what the inputs do not say. A ball can also be
// indeterminate: no information. That is the value of a function outside its domain, on a
// pole, or where the answer would cost too much (the sine of 10^10^10). Nothing panics, and
// no input makes an operation run longer than its precision justifies.
//
// Complex functions are the principal branches of the NIST Digital Library of Mathematical
// Functions (DLMF). On a cut itself they have the value that DLMF gives them, which is
// counterclockwise continuous (log(−1) = iπ); a ball that crosses a cut gives the hull of both
// sides.
//
// Values are plain structs that may be copied. Methods follow math/big: the receiver is the
// result, is returned, and may be one of the arguments. Arithmetic up to 256 bits and
// elementary functions up to 160 do not allocate.
//
// Reading order: mag.go (bounds), real.go (the four operations), elementary.go (how a
// function of a ball is made of one of a number), fixed_192.go (where the digits come from),
// complex_elementary.go (branches).
//
// Ball arithmetic as done here was shaped by F. Johansson, "Arb: efficient
// arbitrary-precision midpoint-radius interval arithmetic", IEEE Trans. Comput. 66 (2017) 1281.
package ball
