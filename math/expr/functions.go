package expr

// Function describes one known function: the Name of its OpApply nodes, how many arguments
// it takes, and their order and convention.
type Function struct {
	Name       string
	Min, Max   int // number of arguments; Max −1: any
	Convention string
}

// Functions lists the functions that every reader writes and every evaluator knows by the
// same name. Conventions are those of the NIST Digital Library of Mathematical Functions
// (DLMF) unless another source is named.
var Functions = []Function{
	{"sin", 1, 1, ""}, {"cos", 1, 1, ""}, {"tan", 1, 1, ""}, {"cot", 1, 1, ""}, {"sec", 1, 1, ""}, {"csc", 1, 1, ""},
	{"sinh", 1, 1, ""}, {"cosh", 1, 1, ""}, {"tanh", 1, 1, ""}, {"coth", 1, 1, ""}, {"sech", 1, 1, ""}, {"csch", 1, 1, ""},
	{"asin", 1, 1, "principal, DLMF 4.23"}, {"acos", 1, 1, "principal"}, {"atan", 1, 1, "principal"},
	{"acot", 1, 1, "acot x = atan(1/x), DLMF 4.23.9"}, {"asec", 1, 1, "acos(1/x)"}, {"acsc", 1, 1, "asin(1/x)"},
	{"asinh", 1, 1, "principal, DLMF 4.37"}, {"acosh", 1, 1, "principal"}, {"atanh", 1, 1, "principal"},
	{"acoth", 1, 1, "atanh(1/x)"}, {"asech", 1, 1, "acosh(1/x)"}, {"acsch", 1, 1, "asinh(1/x)"},
	{"atan2", 2, 2, "y, x: the argument of x + iy in (−π, π]"},
	{"exp", 1, 1, ""}, {"log", 1, 2, "x[, base]; natural, principal: imaginary part in (−π, π]"},
	{"root", 2, 2, "x, n: the real n-th root of a real x if it has one, else principal"},
	{"abs", 1, 1, "modulus; of a vector its length; of a finite set its size"}, {"sign", 1, 1, "sign(0) = 0"},
	{"re", 1, 1, ""}, {"im", 1, 1, ""}, {"arg", 1, 1, "(−π, π]"}, {"conjugate", 1, 1, ""},
	{"floor", 1, 1, ""}, {"ceiling", 1, 1, ""}, {"mod", 2, 2, "a, b: a − b floor(a/b)"},
	{"min", 1, -1, ""}, {"max", 1, -1, ""}, {"gcd", 1, -1, ""}, {"lcm", 1, -1, ""},
	{"factorial", 1, 1, "Γ(x + 1)"}, {"factorial2", 1, 1, "n!!"}, {"subfactorial", 1, 1, ""},
	{"binomial", 2, 2, "n, k: Γ(n+1)/(Γ(k+1)Γ(n−k+1))"}, {"multinomial", 2, -1, "n, k₁, k₂, …"},
	{"pochhammer", 2, 2, "a, n: rising, Γ(a+n)/Γ(a)"}, {"falling", 2, 2, "a, n"},
	{"gamma", 1, 1, ""}, {"loggamma", 1, 1, "continuous off (−∞, 0]"}, {"beta", 2, 2, ""},
	{"uppergamma", 2, 2, "a, x: Γ(a, x)"}, {"lowergamma", 2, 2, "a, x: γ(a, x)"},
	{"digamma", 1, 1, ""}, {"polygamma", 2, 2, "n, x: ψ⁽ⁿ⁾(x)"}, {"harmonic", 1, 2, "n[, s]: ψ(n+1)+γ, or the sum of k^{−s}"},
	{"zeta", 1, 2, "s[, a]: Riemann, Hurwitz"}, {"dirichlet_eta", 1, 1, ""}, {"dirichlet_beta", 1, 1, ""},
	{"polylog", 2, 2, "s, z: cut (1, ∞), continuous from below, DLMF 25.12"}, {"clausen", 2, 2, "order, angle"}, {"lerch", 3, 3, "z, s, a"},
	{"erf", 1, 1, ""}, {"erfc", 1, 1, ""}, {"erfi", 1, 1, ""}, {"dawson", 1, 1, ""}, {"fresnels", 1, 1, "∫ sin(πt²/2), DLMF 7.2.8"}, {"fresnelc", 1, 1, ""},
	{"expint", 2, 2, "n, x: E_n"}, {"ei", 1, 1, "principal value for x > 0"}, {"li", 1, 1, "ei(log x)"},
	{"si", 1, 1, ""}, {"ci", 1, 1, ""}, {"shi", 1, 1, ""}, {"chi", 1, 1, ""},
	{"besselj", 2, 2, "ν, x"}, {"bessely", 2, 2, "ν, x"}, {"besseli", 2, 2, "ν, x"}, {"besselk", 2, 2, "ν, x"},
	{"hankel1", 2, 2, "ν, x"}, {"hankel2", 2, 2, "ν, x"},
	{"sphericalj", 2, 2, "n, x"}, {"sphericaly", 2, 2, "n, x"},
	{"airyai", 1, 1, ""}, {"airybi", 1, 1, ""}, {"airyaiprime", 1, 1, ""}, {"airybiprime", 1, 1, ""},
	{"elliptick", 1, 1, "parameter m = k²: K(m); \\K(k) of a text that says modulus is K(k²)"},
	{"elliptice", 1, 2, "m, or φ, m; parameter m = k²"}, {"ellipticf", 2, 2, "φ, m"}, {"ellipticpi", 2, 3, "n, m or n, φ, m"},
	{"legendre", 2, 2, "n, x"}, {"assoc_legendre", 3, 3, "ℓ, m, x with Condon–Shortley phase, DLMF 14.3"},
	{"hermite", 2, 2, "n, x (physicists')"}, {"laguerre", 2, 2, "n, x"}, {"assoc_laguerre", 3, 3, "n, α, x"},
	{"chebyshevt", 2, 2, "n, x"}, {"chebyshevu", 2, 2, "n, x"}, {"gegenbauer", 3, 3, "n, a, x"}, {"jacobi", 4, 4, "n, a, b, x"},
	{"ylm", 4, 4, "ℓ, m, θ, φ with Condon–Shortley phase"},
	{"hyper", 3, -1, "OpTuple of a, OpTuple of b, z: pFq"}, {"hyperu", 3, 3, "a, b, z: Tricomi"},
	{"lambertw", 1, 2, "x[, branch]"}, {"bernoulli", 1, 2, "n[, x], B₁ = −1/2"}, {"euler", 1, 2, "n[, x]"},
	{"fibonacci", 1, 1, ""}, {"theta", 3, 3, "n, z, q: Jacobi ϑ_n(z, q)"},
	{"dirac_delta", 1, 2, "x[, order of derivative]"}, {"heaviside", 1, 1, "θ(0) = 1/2 where a value is asked"},
	{"kronecker", 2, 2, "δ_ij of numbers"}, {"levi_civita", 1, -1, "of numbers"}, {"principal_value", 1, 1, ""},
	{"sinc", 1, 1, "sin x / x"},
	{"tr", 1, 1, ""}, {"det", 1, 1, ""}, {"dim", 1, 1, ""}, {"rank", 1, 1, ""}, {"inverse", 1, 1, ""}, {"norm", 1, 1, ""},
	{"wigner3j", 6, 6, ""}, {"clebsch", 6, 6, ""},
	{"time_ordered", 1, 1, ""}, {"normal_ordered", 1, 1, ""}, {"laplacian", 1, 1, ""},
}
