package equal

import (
	"regexp"
	"strings"
)

// x^10 without braces is x¹0 in LaTeX and x¹⁰ in plain text. A string without a command may be
// either; it is plain text if it has what only plain text has, or if the reference writes
// scripts that way itself.
var (
	scriptDigits = regexp.MustCompile(`[\^_][0-9]{2,}`)
	plainMarks   = regexp.MustCompile(`\*|\^\(|[A-Za-z]{2,}\(`)
)

// plainDigits reports whether the digits of a script without braces in a candidate without a
// command are one number.
func plainDigits(p Pair) bool {
	if p.Syntax == "text" || p.Syntax == "sympy" || plainMarks.MatchString(p.Candidate) {
		return true
	}
	return !strings.Contains(p.Reference, `\`) && scriptDigits.MatchString(p.Reference)
}
