// Package complexity reads a claim about running time as mathematics.
//
// A claim arrives as a person or a model writes it: "O(n 2^{\sqrt n})",
// "poly(L)·2^L", "$\mathcal{O}(N^{3})$", "exponential in the side". [Parse]
// finds the formula in the text, reads it with a small grammar, substitutes
// what the caller knows about the symbols ([Env], for instance L = √n) and
// reduces it to its [Growth] in the number of sites n. [Compare] puts two
// growths in order and says on which [Axis] they first differ, so that
// another exponent of a polynomial is not taken for another family.
//
// The types to know:
//
//   - [Env] says how the caller's symbols grow with n;
//   - [Claim] is what was read, from which part of the text, with notes and
//     with the readings that were not taken;
//   - [Growth] is the leading asymptotics of log T(n);
//   - [Relation] is the outcome of a comparison.
//
// # The mathematics
//
// Everything that the grammar can write is a finite sum of terms C·exp(S),
// where S is a finite sum of monomials c·n^p·(log n)^q·(log log n)^r. Such
// sums are closed under addition, multiplication and powers; logarithms of
// them are again of this form up to terms that vanish, and factorials and
// binomials enter through Stirling's formula. This is the start of
// the scale of Hardy's logarithmico-exponential functions (G. H. Hardy, "Orders
// of Infinity", 1910): any two of them are eventually ordered, which is what
// makes a comparison meaningful. Exponentials of exponentials of n are not
// told apart; they form one family, [SuperExponential].
//
// Numbers that a claim leaves open, such as the constant in 2^{O(L)} or the
// degree in poly(n), are carried as an [Interval]. Symbols of which nobody
// says how they grow, such as a treewidth, are parameters: they are held
// fixed in the growth and listed beside it.
//
// A text that cannot be read gives a [*SyntaxError] with a position and a
// hint. It says that the text is unparsed and nothing about whether the
// claim is honest.
package complexity
