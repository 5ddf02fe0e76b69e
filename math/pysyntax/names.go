package pysyntax

import (
	"strings"
	"unicode/utf8"
)

// greek are the names that become LaTeX commands.
var greek = map[string]string{
	"alpha": `\alpha`, "beta": `\beta`, "gamma": `\gamma`, "delta": `\delta`, "epsilon": `\epsilon`, "zeta": `\zeta`, "eta": `\eta`,
	"theta": `\theta`, "iota": `\iota`, "kappa": `\kappa`, "lambda": `\lambda`, "lamda": `\lambda`, "lambda_": `\lambda`, "lam": `\lambda`,
	"mu": `\mu`, "nu": `\nu`, "xi": `\xi`, "pi": `\pi`, "rho": `\rho`, "sigma": `\sigma`, "tau": `\tau`, "upsilon": `\upsilon`,
	"phi": `\phi`, "chi": `\chi`, "psi": `\psi`, "omega": `\omega`,
	"Gamma": `\Gamma`, "Delta": `\Delta`, "Theta": `\Theta`, "Lambda": `\Lambda`, "Xi": `\Xi`, "Pi": `\Pi`, "Sigma": `\Sigma`,
	"Upsilon": `\Upsilon`, "Phi": `\Phi`, "Psi": `\Psi`, "Omega": `\Omega`,
	"varepsilon": `\varepsilon`, "vartheta": `\vartheta`, "varpi": `\varpi`, "varrho": `\varrho`, "varsigma": `\varsigma`, "varphi": `\varphi`, "varkappa": `\varkappa`,
	"hbar": `\hbar`, "ell": `\ell`, "nabla": `\nabla`,
}

// greekLetters are the characters.
var greekLetters = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "varepsilon", 'ϵ': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'ϑ': "vartheta",
	'ι': "iota", 'κ': "kappa", 'λ': "lambda", 'μ': "mu", 'µ': "mu", 'ν': "nu", 'ξ': "xi", 'π': "pi", 'ϖ': "varpi", 'ρ': "rho", 'ϱ': "varrho",
	'σ': "sigma", 'ς': "varsigma", 'τ': "tau", 'υ': "upsilon", 'φ': "varphi", 'ϕ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
	'Γ': "Gamma", 'Δ': "Delta", 'Θ': "Theta", 'Λ': "Lambda", 'Ξ': "Xi", 'Π': "Pi", 'Σ': "Sigma", 'Υ': "Upsilon", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega",
}

var accents = []struct{ suffix, command string }{
	{"tilde", `\tilde`}, {"prime", ""}, {"ddot", `\ddot`}, {"hat", `\hat`}, {"bar", `\bar`}, {"vec", `\vec`}, {"dot", `\dot`},
}

// SymbolName is the canonical LaTeX spelling of a Python name: greek letters become
// commands, what follows the first underscore, or trailing digits, a subscript, and
// SymPy's suffixes bar, hat, tilde, dot, ddot, vec and prime accents.
func SymbolName(name string) string {
	if strings.HasPrefix(name, "_") || strings.ContainsAny(name, `\{}^ `) {
		return name // already spelled for LaTeX, or a bound variable of expr.Canon
	}
	if trimmed := strings.TrimRight(name, "_"); trimmed != name { // Python's way around keywords
		return SymbolName(trimmed)
	}
	if g, ok := greek[name]; ok {
		return g
	}
	if letters := strings.TrimRight(name, "'"); letters != name && letters != "" {
		return SymbolName(letters) + name[len(letters):]
	}
	head, sub, hasSub := strings.Cut(name, "_")
	if !hasSub {
		head = strings.TrimRight(name, "0123456789")
		sub = name[len(head):]
	}
	s := headName(head)
	if sub = strings.Trim(sub, "_"); sub == "" {
		return s
	}
	if strings.Contains(sub, "_") {
		parts := strings.Split(sub, "_")
		for k, p := range parts {
			parts[k] = headName(p)
		}
		return s + "_{" + strings.Join(parts, "") + "}"
	}
	if sub = headName(sub); utf8.RuneCountInString(sub) == 1 || strings.HasPrefix(sub, `\`) && !strings.Contains(sub, "{") {
		return s + "_" + sub
	}
	return s + "_{" + sub + "}"
}

// headName spells a name without subscript.
func headName(name string) string {
	if letters := strings.TrimRight(name, "'"); letters != name && letters != "" {
		return headName(letters) + name[len(letters):]
	}
	if g, ok := greek[name]; ok {
		return g
	}
	if r, size := utf8.DecodeRuneInString(name); size == len(name) && greekLetters[r] != "" {
		return greek[greekLetters[r]]
	}
	for _, a := range accents {
		base, ok := strings.CutSuffix(name, a.suffix)
		if !ok || base == "" {
			continue
		}
		if g, ok := greek[base]; ok {
			base = g
		} else if utf8.RuneCountInString(base) > 1 {
			continue
		}
		if a.command == "" {
			return base + "'"
		}
		return a.command + "{" + base + "}"
	}
	return name
}

// pythonName is the inverse of SymbolName where there is one: a name from which SymbolName
// makes the canonical spelling, or ok = false.
func pythonName(canonical string) (string, bool) {
	if digits, ok := strings.CutPrefix(canonical, "_"); ok { // a bound variable of expr.Canon
		return canonical, digits != "" && strings.Trim(digits, "0123456789") == ""
	}
	head, sub, hasSub := strings.Cut(canonical, "_")
	name, ok := pythonHead(head)
	if !ok {
		return "", false
	}
	if hasSub {
		sub = strings.TrimSuffix(strings.TrimPrefix(sub, "{"), "}")
		p, ok := pythonHead(sub)
		if !ok {
			return "", false
		}
		name += "_" + p
	}
	return name, SymbolName(name) == canonical
}

func pythonHead(s string) (string, bool) {
	if name, ok := strings.CutPrefix(s, `\`); ok && greek[name] == s {
		if name == "lambda" { // a keyword of Python
			name = "lamda"
		}
		return name, true
	}
	for _, a := range accents {
		if a.command == "" {
			if base, ok := strings.CutSuffix(s, "'"); ok {
				b, ok := pythonHead(base)
				return b + a.suffix, ok
			}
			continue
		}
		if base, ok := strings.CutPrefix(s, a.command+"{"); ok {
			b, ok := pythonHead(strings.TrimSuffix(base, "}"))
			return b + a.suffix, ok
		}
	}
	for k := range len(s) {
		c := s[k]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (k == 0 || !isDigit(c)) && !(k == 0 && len(s) > 0 && isDigit(c)) {
			return "", false
		}
	}
	return s, s != ""
}
