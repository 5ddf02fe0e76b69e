package equal

import (
	"regexp"
	"strings"
)

// x^10 without braces is x¹0 in LaTeX and x¹⁰ in plain text. A string without a command may be
// either; it is plain text if it has what only plain text has, or if the reference writes
// scripts that way itself.
var scriptDigits = regexp.MustCompile(`[\^_][0-9]{2,}`)

// plainMarks: there is a product sign *, a power ^(…), or a bracket after two letters.
func plainMarks(s string) bool {
	for i := range len(s) {
		switch {
		case s[i] == '*', s[i] == '(' && i > 0 && s[i-1] == '^', s[i] == '(' && i > 1 && isLetterByte(s[i-1]) && isLetterByte(s[i-2]):
			return true
		}
	}
	return false
}

// plainDigits reports whether the digits of a script without braces in a candidate without a
// command are one number.
func plainDigits(p Pair) bool {
	if p.Syntax == "text" || p.Syntax == "sympy" || plainMarks(p.Candidate) {
		return true
	}
	return !strings.Contains(p.Reference, `\`) && scriptDigits.MatchString(p.Reference)
}
