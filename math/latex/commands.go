package latex

import "strings"

// What the commands of LaTeX mean to the lexer. These tables never change.

type commandKind uint8

const (
	cSymbol    commandKind = iota + 1 // a letter; to: its name
	cFunc                             // a function; to: as in functionWords
	cOp                               // an operator or relation; to: its name
	cThin                             // a space
	cWide                             // a wide space
	cNegative                         // \!
	cIgnore                           // no meaning
	cIgnoreArg                        // no meaning, with one braced argument
	cSize                             // \big: the next token is a delimiter
	cLeft                             // \left, \bigl
	cRight                            // \right, \bigr
	cText                             // prose in braces
	cRoman                            // an upright name in braces
	cOperator                         // \operatorname
	cAccent                           // to: canonical accent
	cFont                             // to: canonical font
	cOldRoman                         // \rm: to the end of the group
	cOldFont                          // \bf, \cal: to the end of the group; to: canonical font
	cParsed                           // the parser knows the arguments
	cOpen                             // a delimiter; to: its name
	cClose
	cBar
	cSI        // siunitx: numbers and units in braces
	cForbidden // a command of TeX that could do something
)

type command struct {
	kind commandKind
	to   string
}

// functionWords maps the spellings of functions, as commands, upright words or bare words, to
// names of expr.Functions; names in capitals are handled by the parser.
var functionWords = map[string]string{
	"sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sec": "sec", "csc": "csc", "cosec": "csc", "tg": "tan", "ctg": "cot",
	"sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "coth": "coth", "sech": "sech", "csch": "csch", "cosech": "csch", "sh": "sinh", "ch": "cosh", "th": "tanh",
	"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arccot": "acot", "arcsec": "asec", "arccsc": "acsc", "arctg": "atan",
	"asin": "asin", "acos": "acos", "atan": "atan", "acot": "acot",
	"arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh", "arcoth": "acoth", "arsech": "asech", "arcsch": "acsch", "arcsech": "asech",
	"arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "arccoth": "acoth", "argsinh": "asinh", "argcosh": "acosh", "argtanh": "atanh",
	"asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "acoth": "acoth", "arsh": "asinh", "arch": "acosh", "arth": "atanh", "atan2": "atan2", "arctan2": "atan2",
	"exp": "exp", "ln": "log", "log": "log", "lg": "LG", "lb": "LB", "Log": "log", "Ln": "log",
	"Re": "re", "Im": "im", "re": "re", "im": "im", "arg": "arg", "Arg": "arg", "sgn": "sign", "sign": "sign", "Sgn": "sign", "signum": "sign", "abs": "abs",
	"conj": "conjugate", "floor": "floor", "ceil": "ceiling", "ceiling": "ceiling", "min": "min", "max": "max", "gcd": "gcd", "lcm": "lcm",
	"erf": "erf", "erfc": "erfc", "erfi": "erfi", "Erf": "erf", "Erfc": "erfc", "Si": "si", "Ci": "ci", "Shi": "shi", "Chi": "chi", "Ei": "ei", "li": "li", "sinc": "sinc",
	"Li": "polylog", "PolyLog": "polylog", "polylog": "polylog", "Cl": "clausen", "Ai": "airyai", "Bi": "airybi", "Gamma": "gamma",
	"zeta": "zeta", "digamma": "digamma", "polygamma": "polygamma", "Beta": "beta", "loggamma": "loggamma",
	"tr": "tr", "Tr": "tr", "trace": "tr", "Trace": "tr", "det": "det", "Det": "det", "dim": "dim", "rank": "rank", "diag": "DIAG", "sqrt": "SQRT",
	"binom": "binomial", "binomial": "binomial", "factorial": "factorial", "heaviside": "heaviside", "Heaviside": "heaviside",
	"besselj": "besselj", "bessely": "bessely", "besseli": "besseli", "besselk": "besselk", "lambertw": "lambertw", "LambertW": "lambertw",
	"norm": "norm", "Res": "RES", "ker": "KER", "Hom": "HOM",
}

// bareFunctions are the function words that are read without a backslash, in a run of letters.
var bareFunctions = map[string]bool{
	"sin": true, "cos": true, "tan": true, "cot": true, "sec": true, "csc": true, "sinh": true, "cosh": true, "tanh": true, "coth": true, "sech": true, "csch": true,
	"arcsin": true, "arccos": true, "arctan": true, "asin": true, "acos": true, "atan": true, "arsinh": true, "arcosh": true, "artanh": true, "arcsinh": true, "arccosh": true, "arctanh": true,
	"asinh": true, "acosh": true, "atanh": true, "exp": true, "ln": true, "log": true, "sqrt": true, "erf": true, "erfc": true, "erfi": true,
	"sgn": true, "abs": true, "min": true, "max": true, "gcd": true, "lcm": true, "det": true, "diag": true, "polylog": true, "zeta": true, "binomial": true, "factorial": true,
	"floor": true, "ceiling": true, "sign": true, "arg": true, "besselj": true, "besselk": true, "besseli": true, "bessely": true, "LambertW": true, "lambertw": true, "heaviside": true, "Heaviside": true,
	"digamma": true, "polygamma": true, "sinc": true, "arccot": true, "acot": true, "atan2": true, "dim": true, "loggamma": true,
}

// prefixFunctions may be glued to their argument: sinx, lnx.
var prefixFunctions = []string{"sinh", "cosh", "tanh", "coth", "sin", "cos", "tan", "ln", "log", "exp"}

// plainWords are spelled-out symbols of a text without any backslash.
var plainWords = map[string]string{
	"alpha": `\alpha`, "beta": `\beta`, "gamma": `\gamma`, "delta": `\delta`, "epsilon": `\epsilon`, "zeta": `\zeta`, "eta": `\eta`, "theta": `\theta`,
	"kappa": `\kappa`, "lambda": `\lambda`, "mu": `\mu`, "nu": `\nu`, "xi": `\xi`, "pi": `\pi`, "rho": `\rho`, "sigma": `\sigma`, "tau": `\tau`,
	"phi": `\phi`, "chi": `\chi`, "psi": `\psi`, "omega": `\omega`, "Gamma": `\Gamma`, "Delta": `\Delta`, "Theta": `\Theta`, "Lambda": `\Lambda`,
	"Pi": `\Pi`, "Sigma": `\Sigma`, "Phi": `\Phi`, "Psi": `\Psi`, "Omega": `\Omega`, "hbar": `\hbar`, "ell": `\ell`,
	"infinity": `\infty`, "inf": `\infty`, "oo": `\infty`,
}

// bareWords are words of prose that are read without \text, between blanks.
var bareWords = map[string]bool{
	"or": true, "and": true, "where": true, "with": true, "otherwise": true, "for": true, "when": true, "percent": true, "degrees": true,
}

// leadingWords are words before which and after which no product is meant; smallWords are words
// only after another word.
var leadingWords = map[string]bool{
	"the": true, "The": true, "answer": true, "Answer": true, "result": true, "Result": true, "We": true, "Thus": true, "Hence": true, "thus": true, "hence": true, "which": true, "gives": true, "value": true, "final": true, "Final": true, "Therefore": true, "So": true, "It": true, "This": true,
}

var smallWords = map[string]bool{
	"is": true, "are": true, "of": true, "we": true, "get": true, "it": true, "so": true, "an": true, "this": true, "that": true, "by": true, "to": true, "be": true, "in": true, "on": true, "as": true, "has": true, "have": true, "was": true, "not": true, "for": true, "and": true, "or": true, "with": true, "from": true, "the": true, "our": true, "at": true,
}

// commandTable lists the commands by what they are. An empty to is the name itself; a symbol keeps
// its backslash.
var commandTable = []struct {
	kind  commandKind
	to    string
	names string
}{
	{cSymbol, "", `alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi omicron pi varpi rho varrho
		sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega digamma
		hbar ell imath jmath wp aleph beth infty emptyset Box top bot perp parallel dagger ddagger star circ bullet uparrow downarrow Uparrow Downarrow
		prime degree AA flat sharp natural odot ominus eth mho diamond bigcirc triangle intercal`},
	{cSymbol, `\hbar`, "hslash"}, {cSymbol, `\emptyset`, "varnothing"}, {cSymbol, `\Box`, "square dalembertian"}, {cSymbol, `\dagger`, "dag"}, {cSymbol, `\degree`, "textdegree"}, {cSymbol, `\AA`, "angstrom"},
	{cSymbol, "i", "i"}, {cSymbol, "P", "P"}, {cSymbol, "S", "S"},

	{cOp, "·", "cdot cdotp"}, {cOp, "×", "times"}, {cOp, "÷", "div"}, {cOp, "*", "ast"}, {cOp, "±", "pm"}, {cOp, "∓", "mp"}, {cOp, "⊗", "otimes"}, {cOp, "⊕", "oplus"},
	{cOp, "<", "lt"}, {cOp, ">", "gt"}, {cOp, "≤", "le leq leqslant leqq"}, {cOp, "≥", "ge geq geqslant geqq"}, {cOp, "≠", "ne neq"}, {cOp, "≪", "ll"}, {cOp, "≫", "gg"}, {cOp, "≲", "lesssim"}, {cOp, "≳", "gtrsim"},
	{cOp, "≈", "approx simeq sim cong approxeq thickapprox"}, {cOp, "≡", "equiv"}, {cOp, "=", "triangleq coloneqq doteq"}, {cOp, "∝", "propto varpropto"},
	{cOp, "∈", "in"}, {cOp, "∉", "notin"}, {cOp, "∋", "ni"}, {cOp, "⊂", "subset"}, {cOp, "⊆", "subseteq"}, {cOp, "∪", "cup bigcup sqcup"}, {cOp, "∩", "cap bigcap"}, {cOp, "∖", "setminus smallsetminus backslash"},
	{cOp, "→", "to rightarrow longrightarrow"}, {cOp, "↦", "mapsto longmapsto"}, {cOp, "⇔", "iff Leftrightarrow Longleftrightarrow leftrightarrow"}, {cOp, "⇒", "implies Rightarrow Longrightarrow"},
	{cOp, "∧", "land wedge"}, {cOp, "∨", "lor vee"}, {cOp, "¬", "lnot neg"}, {cOp, "∀", "forall"}, {cOp, "∃", "exists"}, {cOp, "∴", "therefore"}, {cOp, "∵", "because"},
	{cOp, "…", "ldots cdots dots dotsc dotsb dotsm dotso vdots ddots"}, {cOp, "∣", "mid"}, {cOp, ":", "colon"}, {cOp, "mod", "bmod mod"}, {cOp, "pmod", "pmod"},
	{cOp, "%", "%"}, {cOp, "over", "over"}, {cOp, "choose", "choose"}, {cOp, "atop", "atop"}, {cOp, "not", "not"},

	{cThin, "", ", ; : > thinspace medspace thickspace enspace space nobreakspace"}, {cWide, "", "quad qquad hfill hfil par"}, {cNegative, "", "! negthinspace negmedspace negthickspace"},
	{cIgnore, "", `substack displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag noindent mathstrut strut relax null allowbreak nobreak centering
		normalsize small large Large huge footnotesize mathopen mathclose mathbin mathrel mathord mathop mathinner mathpunct ensuremath boxed fbox framebox hline smash
		mathnormal normalfont upshape operatorfont unboldmath boldmath protect bigskip medskip smallskip / ( ) [ ]`},
	{cIgnoreArg, "", "overset underset stackrel colorbox hspace hspace* vspace vspace* phantom hphantom vphantom label tag tag* color mspace mskip kern hskip rule footnote"},
	{cSize, "", "big Big bigg Bigg middle bigm Bigm biggm Biggm"}, {cLeft, "", "left bigl Bigl biggl Biggl mleft"}, {cRight, "", "right bigr Bigr biggr Biggr mright"},

	{cText, "", "text mbox hbox textrm textnormal textit textbf textsf texttt textup textsc intertext"}, {cRoman, "", "mathrm mathup mathsf mathtt"}, {cOperator, "", "operatorname operatorname*"},
	{cAccent, `\bar`, "bar overline widebar Bar"}, {cAccent, `\hat`, "hat widehat Hat vu"}, {cAccent, `\tilde`, "tilde widetilde Tilde"}, {cAccent, `\vec`, "vec overrightarrow Vec va"},
	{cAccent, `\dot`, "dot"}, {cAccent, `\ddot`, "ddot"}, {cAccent, `\dddot`, "dddot"}, {cAccent, `\ddddot`, "ddddot"}, {cAccent, `\check`, "check"}, {cAccent, `\breve`, "breve"},
	{cAccent, `\acute`, "acute"}, {cAccent, `\grave`, "grave"}, {cAccent, `\mathring`, "mathring"}, {cAccent, `\underline`, "underline underbar"}, {cAccent, `\slashed`, "slashed cancel"}, {cAccent, `\tensor`, "overleftrightarrow"},
	{cFont, `\mathbf`, "mathbf boldsymbol bm pmb vb symbf mathbfit bold"}, {cFont, `\mathcal`, "mathcal"}, {cFont, `\mathscr`, "mathscr"}, {cFont, `\mathfrak`, "mathfrak"}, {cFont, `\mathbb`, "mathbb Bbb mathds"},
	{cFont, " ", "mathit symit mit"},
	{cOldRoman, "", "rm sf tt sc rmfamily"}, {cOldFont, `\mathbf`, "bf"}, {cOldFont, `\mathcal`, "cal"}, {cOldFont, `\mathfrak`, "frak"}, {cOldFont, " ", "it em sl"},

	{cParsed, "", `frac dfrac tfrac cfrac nicefrac sfrac flatfrac sqrt root binom dbinom tbinom int oint iint iiint iiiint oiint intop sum prod bigoplus bigotimes
		lim sup inf partial nabla grad laplacian textcolor underbrace overbrace`},
	{cParsed, "", "ket bra Ket Bra braket Braket ketbra dyad outerproduct innerproduct ev expval mel matrixel ip dd dv pdv derivative partialderivative abs norm comm commutator acomm anticommutator order"}, // package physics
	{cOpen, "{", "lbrace {"}, {cOpen, "[", "lbrack"}, {cOpen, "(", "lparen"}, {cOpen, "⟨", "langle"}, {cOpen, "⌊", "lfloor"}, {cOpen, "⌈", "lceil"},
	{cClose, "}", "rbrace }"}, {cClose, "]", "rbrack"}, {cClose, ")", "rparen"}, {cClose, "⟩", "rangle"}, {cClose, "⌋", "rfloor"}, {cClose, "⌉", "rceil"},
	{cBar, "|", "vert"}, {cBar, "|+", "lvert"}, {cBar, "|-", "rvert"}, {cBar, "‖", "| Vert"}, {cBar, "‖+", "lVert"}, {cBar, "‖-", "rVert"},
	{cSI, "", "SI qty num ang si unit"},
	{cForbidden, "", `newcommand renewcommand providecommand def edef gdef xdef let futurelet csname endcsname expandafter input include write immediate openout openin read catcode
		loop repeat if ifx else fi DeclareMathOperator newenvironment usepackage documentclass special directlua shipout output everymath jobname includegraphics verb url href require
		global long outer afterassignment aftergroup string meaning uppercase lowercase char chardef the number count advance dimen setlength newcount`},
}

var commands = buildCommands()

func buildCommands() map[string]command {
	m := make(map[string]command, 700)
	for word, f := range functionWords {
		switch word {
		case "Gamma", "Beta", "zeta", "re", "im", "sh", "ch", "th", "digamma", "li", "factorial", "binomial", "Chi": // only as words, or other commands
		default:
			m[word] = command{cFunc, f}
		}
	}
	for _, row := range commandTable {
		for name := range strings.FieldsSeq(row.names) {
			to := row.to
			switch {
			case to == " ": // a font that changes nothing
				to = ""
			case to == "" && row.kind == cSymbol:
				to = `\` + name
			case to == "":
				to = name
			}
			m[name] = command{row.kind, to}
		}
	}
	m[" "] = command{cThin, " "}
	return m
}
