// Package program audits a candidate's Python program from its syntax tree: what
// it imports, whether it reaches beyond computing, how its running time grows with
// the number of sites n, by which method it seems to compute, and what about it
// deserves a second look. The program is never run.
//
// The types to know:
//
//   - [Tree], read by [Parse] through a [Dumper] (which runs [DumpProgram], our own
//     small Python program, in the sandbox);
//   - [Question]: the entry point, the probed sizes, the keys of the parameters;
//   - [Report], made by [Audit]: among the rest [Work], each construct of
//     exponential size with its exponent, and [Growth], the estimate for one call.
//
// # How growth is estimated
//
// An abstract interpreter runs the program on sizes instead of numbers. A number
// has a lower and an upper bound, each of which is a sum of terms
// c · n^a · (log n)^b · 2^q, where q is such a sum itself, so that n-1, √n, 2**L
// and (L-1)*(L-1) are exact; a list has a length and one summary of its elements.
// The cost of a piece of program is a pair of such bounds, and costs follow the
// structure: branches are joined, loops multiply, calls of local functions are
// followed.
//
// A loop is run with an unknown in the place of every size that a round changes;
// what one round makes of the unknowns is a linear recurrence s' = α·s + β, solved
// in closed form (a list that doubles at each of n sites is 2^n long, one that is
// appended to is n long), and the rounds of a while loop follow from how the two
// sides of its tests approach each other. A recursion is treated alike: how its
// calls move the parameters gives the depth (n steps, or log n halvings), the
// number of calls a gives a^depth, or the number of different keys where results
// are kept. Counters that carry (odometers) and loopless Gray codes (focus
// pointers, D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.1, Algorithm L)
// are known by their form.
//
// # What is sure
//
// A verdict is sure in two ways only. Polynomial: every construct met was
// understood and the upper bound is a polynomial. Exponential, in n or in √n: the
// lower bound is, which counts only what every large enough system must do; a
// branch that only data decides contributes the cheaper of its sides, a branch that
// only small sizes take is reported with its bound and left out. Everything else is
// unknown, with the lines that stood in the way. The bounds count operations, as
// if all numbers took one; two names for one list are followed only within a
// straight line of program.
//
// Evidence and suspicions are hints from the form of the text and from the sizes
// of the matrices met; none of them is a proof, and none is meant to convict.
package program
