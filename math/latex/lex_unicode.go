package latex

import "fmt"

type unicodeToken struct {
	kind tokenKind
	name string
}

// superscripts and subscripts are the characters that are scripts by themselves.
var superscripts = map[rune]string{
	'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9",
	'⁺': "+", '⁻': "-", '⁼': "=", '⁽': "(", '⁾': ")", 'ⁿ': "n", 'ⁱ': "i", 'ˣ': "x", 'ʸ': "y", 'ᵃ': "a", 'ᵇ': "b", 'ᶜ': "c", 'ᵈ': "d", 'ᵏ': "k", 'ᵐ': "m", 'ᵖ': "p", 'ᵗ': "t", 'ᵀ': "T",
	'ᵝ': `\beta`, 'ᵞ': `\gamma`, 'ᵟ': `\delta`, 'ᵠ': `\phi`, 'ᵡ': `\chi`, 'ᶿ': `\theta`,
}

var subscripts = map[rune]string{
	'₀': "0", '₁': "1", '₂': "2", '₃': "3", '₄': "4", '₅': "5", '₆': "6", '₇': "7", '₈': "8", '₉': "9",
	'₊': "+", '₋': "-", 'ₐ': "a", 'ₑ': "e", 'ₕ': "h", 'ᵢ': "i", 'ⱼ': "j", 'ₖ': "k", 'ₗ': "l", 'ₘ': "m", 'ₙ': "n", 'ₒ': "o", 'ₚ': "p", 'ᵣ': "r", 'ₛ': "s", 'ₜ': "t", 'ᵤ': "u", 'ᵥ': "v", 'ₓ': "x",
	'ᵦ': `\beta`, 'ᵧ': `\gamma`, 'ᵨ': `\rho`, 'ᵩ': `\phi`, 'ᵪ': `\chi`,
}

var unicodeTokens = buildUnicode()

func buildUnicode() map[rune]unicodeToken {
	m := make(map[rune]unicodeToken, 200)
	letters := map[rune]string{
		'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "varepsilon", 'ϵ': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'ϑ': "vartheta", 'ι': "iota", 'κ': "kappa",
		'λ': "lambda", 'μ': "mu", 'µ': "mu", 'ν': "nu", 'ξ': "xi", 'π': "pi", 'ϖ': "varpi", 'ρ': "rho", 'ϱ': "varrho", 'σ': "sigma", 'ς': "varsigma", 'τ': "tau", 'υ': "upsilon",
		'φ': "varphi", 'ϕ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega", 'Γ': "Gamma", 'Δ': "Delta", '∆': "Delta", 'Θ': "Theta", 'Λ': "Lambda", 'Ξ': "Xi", 'Π': "Pi", 'Σ': "Sigma",
		'Υ': "Upsilon", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega", '\u2126': "Omega", 'ħ': "hbar", 'ℏ': "hbar", 'ℓ': "ell", '∞': "infty", '∅': "emptyset", '†': "dagger", '⊤': "top", '⊥': "perp",
		'□': "Box", '↑': "uparrow", '↓': "downarrow", '°': "circ", 'Å': "AA", '\u212B': "AA", '∘': "circ", '𝜋': "pi", 'ı': "imath",
	}
	for r, s := range letters {
		m[r] = unicodeToken{tLetter, `\` + s}
	}
	for r, s := range map[rune]string{'ℝ': "R", 'ℂ': "C", 'ℤ': "Z", 'ℕ': "N", 'ℚ': "Q"} {
		m[r] = unicodeToken{tLetter, `\mathbb{` + s + `}`}
	}
	m['ℒ'], m['ℋ'], m['ℳ'] = unicodeToken{tLetter, `\mathcal{L}`}, unicodeToken{tLetter, `\mathcal{H}`}, unicodeToken{tLetter, `\mathcal{M}`}
	m['𝒪'] = unicodeToken{tLetter, `\mathcal{O}`}
	ops := map[rune]string{
		'−': "-", '–': "-", '‐': "-", '‑': "-", '﹣': "-", '×': "×", '⨯': "×", '·': "·", '⋅': "·", '∙': "·", '•': "·", '÷': "÷", '∗': "*", '∕': "/", '⁄': "/", '±': "±", '∓': "∓",
		'≤': "≤", '⩽': "≤", '≦': "≤", '≥': "≥", '⩾': "≥", '≧': "≥", '≠': "≠", '≈': "≈", '≃': "≈", '≅': "≈", '∼': "≈", '≡': "≡", '∝': "∝", '∈': "∈", '∉': "∉", '≪': "≪", '≫': "≫", '≲': "≲", '≳': "≳",
		'→': "→", '⟶': "→", '↦': "↦", '⇔': "⇔", '⟺': "⇔", '⇒': "⇒", '⟹': "⇒", '∪': "∪", '∩': "∩", '∖': "∖", '⊗': "⊗", '⊕': "⊕", '∧': "∧", '∨': "∨", '…': "…", '⋯': "…", '∣': "∣", '∶': ":", '≔': "=", '⊂': "⊂", '⊆': "⊆",
		'％': "%",
	}
	delete(ops, '％')
	for r, s := range ops {
		m[r] = unicodeToken{tOp, s}
	}
	for r, s := range map[rune]string{'⟨': "⟨", '〈': "⟨", '⌊': "⌊", '⌈': "⌈"} {
		m[r] = unicodeToken{tOpen, s}
	}
	for r, s := range map[rune]string{'⟩': "⟩", '〉': "⟩", '⌋': "⌋", '⌉': "⌉"} {
		m[r] = unicodeToken{tClose, s}
	}
	m['‖'], m['∥'] = unicodeToken{tBar, "‖"}, unicodeToken{tBar, "‖"}
	m['′'], m['’'] = unicodeToken{tPrime, "'"}, unicodeToken{tPrime, "'"}
	m['″'] = unicodeToken{tPrime, "''"}
	for r, s := range map[rune]string{'√': "√", '∛': "∛", '∜': "∜", '∑': "sum", '∏': "prod", '∫': "int", '∮': "oint", '∬': "iint", '∭': "iiint", '∂': "partial", '∇': "nabla"} {
		m[r] = unicodeToken{tCommand, s}
	}
	m['Σ'] = unicodeToken{tLetter, `\Sigma`}
	for r, s := range map[rune]string{'½': "1/2", '⅓': "1/3", '⅔': "2/3", '¼': "1/4", '¾': "3/4", '⅕': "1/5", '⅖': "2/5", '⅗': "3/5", '⅘': "4/5", '⅙': "1/6", '⅚': "5/6", '⅐': "1/7", '⅛': "1/8", '⅜': "3/8", '⅝': "5/8", '⅞': "7/8", '⅑': "1/9", '⅒': "1/10"} {
		m[r] = unicodeToken{tNumber, s}
	}
	return m
}

// mathLetter is the name of a letter of the block Mathematical Alphanumeric Symbols: italic
// letters are letters, bold ones are bold; other styles are not read.
func mathLetter(r rune) string {
	const greek = "αβγδεζηθικλμνξοπρςστυφχψω"
	letter := func(k rune) string {
		if k < 26 {
			return string('A' + k)
		}
		return string('a' + k - 26)
	}
	switch {
	case r == 'ℎ': // the hole in the italic alphabet
		return "h"
	case r >= 0x1D400 && r < 0x1D434:
		return `\mathbf{` + letter(r-0x1D400) + "}"
	case r >= 0x1D434 && r < 0x1D468:
		return letter(r - 0x1D434)
	case r >= 0x1D468 && r < 0x1D49C:
		return `\mathbf{` + letter(r-0x1D468) + "}"
	case r >= 0x1D6FC && r < 0x1D6FC+25:
		return unicodeTokens[[]rune(greek)[r-0x1D6FC]].name
	}
	return ""
}

func quote(s string) string { return "“" + s + "”" }

// quoteRune names a character that may be invisible.
func quoteRune(r rune) string { return fmt.Sprintf("U+%04X", r) }
