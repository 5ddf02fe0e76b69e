package complexity

import "strings"

// This file holds the vocabulary: which words are functions, symbols, growth
// or prose.

// Names of the bounds of Landau's notation.
const (
	softO  = "Õ"
	starO  = "O*"
	bigO   = "O"
	theta  = "Θ"
	omegaB = "Ω"
	smallO = "o"
)

var boundNames = map[string]string{
	"O": bigO, "𝒪": bigO, "Ο": bigO, "Theta": theta, "Omega": omegaB, "o": smallO, softO: softO, "Otilde": softO, "SoftO": softO,
}

var softSpellings = []string{`{\mathcal{O}}`, `{\mathcal O}`, `{\mathrm{O}}`, `{O}`, `{\Theta}`, `\mathcal{O}`, `\mathcal O`, `\mathrm{O}`, `O`, `{ O }`, `\Theta`}

// functions are the words that take an argument.
var functions = map[string]string{
	"log": "log", "ln": "log", "lg": "log", "lb": "log", "loglog": "loglog",
	"sqrt": "sqrt", "isqrt": "sqrt", "cbrt": "cbrt", "exp": "exp", "min": "min", "max": "max",
	"poly": "poly", "polylog": "polylog", "polylg": "polylog",
	"floor": "floor", "ceil": "floor", "ceiling": "floor", "abs": "floor", "round": "floor", "int": "floor", "len": "floor",
	"frac": "frac", "binom": "binom", "comb": "binom", "factorial": "factorial",
}

// growthWords are claims in words, with the formula that each stands for.
var growthWords = map[string]string{
	"constant": "1", "constant-time": "1",
	"logarithmic": "log(n)", "polylogarithmic": "polylog(n)", "poly-logarithmic": "polylog(n)",
	"sublinear": "n^{[0,1]}", "sub-linear": "n^{[0,1]}",
	"linear": "n", "linear-time": "n",
	"linearithmic": "n log(n)", "loglinear": "n log(n)", "log-linear": "n log(n)",
	"quasilinear": "n polylog(n)", "quasi-linear": "n polylog(n)", "near-linear": "n polylog(n)", "nearly-linear": "n polylog(n)",
	"quadratic": "n^2", "quadratic-time": "n^2", "cubic": "n^3", "cubic-time": "n^3",
	"quartic": "n^4", "quintic": "n^5", "sextic": "n^6",
	"polynomial": "poly(n)", "polynomial-time": "poly(n)", "poly-time": "poly(n)", "polytime": "poly(n)", "ptime": "poly(n)",
	"quasipolynomial": "exp(O((log n)^{1+O(1)}))", "quasi-polynomial": "exp(O((log n)^{1+O(1)}))",
	"subexponential": "exp(O(n^{[0,1]}))", "sub-exponential": "exp(O(n^{[0,1]}))",
	"exponential": "2^{O(n)}", "exponential-time": "2^{O(n)}", "exp-time": "2^{O(n)}", "exptime": "2^{O(n)}", "single-exponential": "2^{O(n)}",
	"doubly-exponential": "2^{2^{O(n)}}", "double-exponential": "2^{2^{O(n)}}",
}

// notGrowthBefore are words after which a growth word is about something
// else: linear algebra, an exponential sum, a constant factor.
var notGrowthBefore = set("algebra", "size", "dimension", "dimensions", "extent", "length", "system", "systems", "programming", "factor", "factors",
	"form", "forms", "solve", "solves", "solver", "speedup", "sum", "sums", "equations", "equation", "method", "operator", "operators",
	"number", "prefactor", "prefactors", "overhead", "weights", "weight", "couplings", "coupling", "field", "terms", "cost", "scan", "chain", "lattice", "combination", "order", "width", "treewidth", "gap", "fermions", "hamiltonian")

// negations turn a growth word after them into its opposite.
var negations = set("not", "no", "non", "never", "without", "cannot", "isn", "super", "superpolynomial", "avoids", "avoid", "avoiding", "nor", "neither", "unless")

// nouns are quantities that a claim may name in words.
var nouns = map[string]string{
	"sites": "n", "site": "n", "spins": "n", "spin": "n", "vertices": "n", "vertex": "n", "nodes": "n", "node": "n", "variables": "n", "particles": "n",
	"edges": "m", "edge": "m", "bonds": "m", "bond": "m", "couplings": "m", "interactions": "m", "links": "m", "factors": "m", "terms": "m",
	"side": "L", "sidelength": "L", "treewidth": "tw", "width": "width", "rows": "rows", "columns": "columns",
	"spin-count": "n", "size": "size",
}

// aliases bring the spellings of one quantity to one name.
var aliases = map[string]string{
	"N": size, "V": size, "M": "M", "E": "m", "ell": "L", "l": "l", "linear size": "L", "side length": "L", "linear dimension": "L",
	"linear system size": "L", "lattice side": "L", "system size": "n", "tw": "tw", "treewidth": "tw", "tree-width": "tw",
	"varepsilon": "epsilon", "eps": "epsilon", "vartheta": "theta", "varphi": "phi",
}

// siteSubscripts are subscripts under which n is still the number of sites.
var siteSubscripts = set("s", "v", "V", "S", "N", "tot", "total", "vars", "var")

// constants are symbols of the model that do not grow with n unless the
// caller or the text says so.
var constants = set("q", "d", "D", "c", "C", "a", "b", "A", "B", "beta", "J", "h", "alpha", "gamma", "delta", "epsilon", "eta", "kappa", "lambda", "mu", "theta", "phi", "z")

// numbers are symbols with a value.
var numbers = map[string]float64{
	"e":     2.718281828459045,
	"pi":    3.141592653589793,
	"omega": 2.371552, // matrix multiplication: Vassilevska Williams, Xu, Xu, Zhou, SODA 2024
}

// symbols of several letters that claims use without explanation.
var symbols = set("tw", "pw", "bw", "cw", "td", "chi", "tau", "ell", "sigma", "rho", "xi", "nu", "zeta", "psi", "eps",
	"alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "eta", "kappa", "lambda", "mu", "theta", "vartheta", "phi", "varphi", "omega", "pi")

// remarks are words that, inside the brackets of a bound, begin a remark.
var remarks = set("per", "for", "with", "where", "when", "if", "in", "using", "via", "by", "on", "at", "assuming", "since", "because", "time", "total", "worst", "amortized",
	"amortised", "operations", "ops", "steps", "each", "as", "due", "and", "or", "but", "being", "is", "are", "given", "overall", "average", "expected", "i.e", "ie", "eg", "additions",
	"multiplications", "flops", "arithmetic", "to", "from", "work", "memory", "space", "bits")

// costNames stand for the running time on the left of an equation.
var costNames = set("T", "t", "time", "cost", "complexity", "runtime", "C", "R", "f", "F", "ops", "steps", "flops", "work", "total", "log")

// lone words that are letters of prose, not symbols, outside a formula.
var proseLetters = set("a", "A", "I", "i", "s", "t", "x", "X", "u", "v")

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// isMathWord reports whether a word is part of mathematics wherever it stands.
func isMathWord(w string) bool {
	if _, ok := functions[w]; ok {
		return true
	}
	if _, ok := boundNames[w]; ok {
		return true
	}
	return len([]rune(w)) == 1 || symbols[w]
}

// splitWord takes a product of letters and functions apart. A word of which
// some part is unknown stays whole.
func splitWord(w string) []string {
	if isMathWord(w) || len(w) > 24 {
		return []string{w}
	}
	lower := strings.ToLower(w)
	if _, ok := growthWords[lower]; ok || remarks[lower] || negations[lower] || nouns[lower] != "" || costNames[lower] || proseWords[lower] {
		return []string{w}
	}
	var pieces []string
	letters, known := 0, 0
	for at := 0; at < len(w); {
		length := 1
		for _, f := range []string{"polylog", "sqrt", "poly", "log", "exp", "ln", "tw"} {
			if strings.HasPrefix(w[at:], f) {
				length = len(f)
				break
			}
		}
		switch {
		case length > 1:
			known++
		case strings.Contains("nNLmMkKdqDEVwWT", w[at:at+1]):
			letters++
		default:
			return []string{w}
		}
		pieces = append(pieces, w[at:at+length])
		at += length
	}
	if letters > 3 || known == 0 && letters > 2 {
		return []string{w}
	}
	return pieces
}

// unnamedFunctions are letters that, before (n), stand for a function.
var unnamedFunctions = set("f", "g", "F", "G", "M", "P", "p", "S", "T", "phi", "psi")

// widths are symbols that are written with the graph as an argument: tw(G).
var widths = set("tw", "pw", "bw", "cw", "td", "treewidth", "pathwidth")

// proseWords are short words made of symbol letters that are prose.
var proseWords = set("en", "em", "we", "me", "ed", "ne", "qed", "end", "led", "new", "men", "den", "need", "dew", "wed", "lend", "mend", "wend")

var spacingCommands = set("quad", "qquad", "enspace", "thinspace", "medspace", "thickspace", "hspace", "displaystyle", "textstyle", "left", "right", "middle",
	"big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr", "limits", "nolimits", "mathstrut", "mathopen", "mathclose", "nobreak", "allowbreak", "label")

var styleCommands = set("mathcal", "mathrm", "mathsf", "mathbf", "mathit", "mathtt", "mathscr", "mathfrak", "text", "textrm", "textit", "texttt", "textbf", "textsf",
	"operatorname", "rm", "cal", "bf", "it", "boldsymbol", "mbox", "mathop", "ensuremath", "emph")

var commandSigns = map[string]rune{
	"cdot": '·', "times": '×', "ast": '·', "star": '·', "bullet": '·', "div": '/', "surd": '√',
	"lfloor": '⌊', "rfloor": '⌋', "lceil": '⌈', "rceil": '⌉', "lbrace": '{', "rbrace": '}', "lbrack": '[', "rbrack": ']', "lparen": '(', "rparen": ')',
	"lvert": '|', "rvert": '|', "vert": '|', "mid": '|',
	"le": '≤', "leq": '≤', "leqslant": '≤', "lesssim": '≤', "ge": '≥', "geq": '≥', "geqslant": '≥', "gtrsim": '≥', "ll": '≪',
	"approx": '≈', "sim": '∼', "simeq": '≃', "in": '∈', "propto": '∝', "equiv": '≡', "to": '→', "rightarrow": '→', "implies": '→', "Rightarrow": '→',
}

var commandWords = map[string]string{
	"log": "log", "ln": "log", "lg": "log", "exp": "exp", "min": "min", "max": "max", "sqrt": "sqrt", "poly": "poly", "polylog": "polylog",
	"frac": "frac", "dfrac": "frac", "tfrac": "frac", "cfrac": "frac", "nicefrac": "frac", "binom": "binom", "dbinom": "binom", "tbinom": "binom", "choose": "choose",
	"ell": "ell", "alpha": "alpha", "beta": "beta", "gamma": "gamma", "delta": "delta", "epsilon": "epsilon", "varepsilon": "epsilon", "zeta": "zeta", "eta": "eta",
	"theta": "theta", "kappa": "kappa", "lambda": "lambda", "mu": "mu", "nu": "nu", "xi": "xi", "pi": "pi", "rho": "rho", "sigma": "sigma", "tau": "tau",
	"phi": "phi", "varphi": "phi", "chi": "chi", "psi": "psi", "omega": "omega", "Theta": "Theta", "Omega": "Omega", "Gamma": "Gamma", "Delta": "Delta", "O": "O",
}

var greek = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "epsilon", 'ϵ': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'κ': "kappa", 'λ': "lambda",
	'μ': "mu", 'µ': "mu", 'ν': "nu", 'ξ': "xi", 'π': "pi", 'ρ': "rho", 'σ': "sigma", 'τ': "tau", 'φ': "phi", 'ϕ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
	'Θ': "Theta", 'ϴ': "Theta", '\u03a9': "Omega", '\u2126': "Omega", 'Γ': "Gamma", 'Δ': "Delta", 'Ο': "O", 'Õ': softO, 'ℓ': "ell", '𝒪': "O", 'ℴ': "o", 'Ô': softO,
}

var vulgarFractions = map[rune]float64{'½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1.0 / 3, '⅔': 2.0 / 3}

var superscripts = map[rune]rune{
	'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9',
	'⁺': '+', '⁻': '-', '⁽': '(', '⁾': ')', 'ᐟ': '/', '⸍': '/', '˙': '·',
	'ᵃ': 'a', 'ᵇ': 'b', 'ᶜ': 'c', 'ᵈ': 'd', 'ᵉ': 'e', 'ᶠ': 'f', 'ᵍ': 'g', 'ʰ': 'h', 'ⁱ': 'i', 'ʲ': 'j', 'ᵏ': 'k', 'ˡ': 'l', 'ᵐ': 'm', 'ⁿ': 'n', 'ᵒ': 'o', 'ᵖ': 'p',
	'ʳ': 'r', 'ˢ': 's', 'ᵗ': 't', 'ᵘ': 'u', 'ᵛ': 'v', 'ʷ': 'w', 'ˣ': 'x', 'ʸ': 'y', 'ᶻ': 'z',
	'ᴰ': 'D', 'ᴱ': 'E', 'ᴸ': 'L', 'ᴹ': 'M', 'ᴺ': 'N', 'ᵀ': 'T', 'ⱽ': 'V', 'ᵂ': 'W', 'ᴴ': 'H', 'ᴷ': 'K', 'ᵝ': 'β', 'ᵟ': 'δ', 'ᵠ': 'φ', 'ᵡ': 'χ', 'ᵋ': 'ε',
}

var subscripts = map[rune]rune{
	'₀': '0', '₁': '1', '₂': '2', '₃': '3', '₄': '4', '₅': '5', '₆': '6', '₇': '7', '₈': '8', '₉': '9',
	'ₐ': 'a', 'ₑ': 'e', 'ₕ': 'h', 'ᵢ': 'i', 'ⱼ': 'j', 'ₖ': 'k', 'ₗ': 'l', 'ₘ': 'm', 'ₙ': 'n', 'ₒ': 'o', 'ₚ': 'p', 'ᵣ': 'r', 'ₛ': 's', 'ₜ': 't', 'ᵤ': 'u', 'ᵥ': 'v', 'ₓ': 'x', 'ᵧ': 'γ',
}
