// Package latex reads mathematics as people and models write it: the content of a box,
// a reference answer, a relation of a problem.
//
// The reader is a lexer, one pass that matches delimiters and tells indices from exponents,
// and a recursive descent with the precedences of a physics text. It never expands a macro,
// never evaluates, and never returns a part of what it was given: the whole string is
// read, or an Error says at which byte it could not go on, and why.
//
// A string may have more than one reading (1/2x, [a,b], f(x+1)). Parse returns all of them,
// the likeliest first, each with the choices that it took; a Table (what the problem says about
// its symbols) settles most of them. Work is linear in the length of the input and the depth of nesting is bounded.
//
// Conventions: case matters; \log is natural; e, i, π are constants unless the Table says otherwise
// or they are indices; \sin^{-1} is the inverse function, other powers of a function are powers of its value;
// an argument without parentheses extends over the letters and numbers that follow
// (\sin 2x\cos y is sin(2x)·cos(y)); a sum or limit extends over the product that follows; an integral ends
// at its differential. Dots are time derivatives: \ddot x is OpDerivative of x by t, of order 2,
// unless \ddot x is declared as a symbol.
//
// Where a node has no field of its own: the dimension of ∫d^3k is the Name of the OpIntegral ("3", "d"),
// a contour integral has Name "∮"; ∇ and ∂ without operand stay factors of the product; F|_{x=a}
// is OpWhere; % and ° are units.
package latex
