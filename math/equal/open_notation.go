package equal

import (
	"iter"
	"slices"
	"strings"
)

// mayBeOpen tells by the bytes of a text alone whether it may leave something open: whether a
// letter may stand before a bracket that could hold an argument, or a letter carry a superscript
// that could be an index. Most texts do not, and need not be read once more to know.
func mayBeOpen(s string) bool {
	for i := range everyByte(s, '(') {
		if mayBeApplied(s, i) && mayBeArgument(s[i+1:]) {
			return true
		}
	}
	for i := range everyByte(s, '^') {
		euler := s[i-1] == 'e' && (i < 2 || !isLetterByte(s[i-2])) // powers of e are exponents
		if !euler && mayBeIndex(s[i+1:]) {
			return true
		}
	}
	return strings.Contains(s, `\times`)
}

// everyByte yields the positions of c in s, but for the first and the last byte.
func everyByte(s string, c byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 1; i < len(s); i++ {
			k := strings.IndexByte(s[i:], c)
			if k < 0 {
				return
			}
			if i += k; i+1 == len(s) || !yield(i) {
				return
			}
		}
	}
}

func isLetterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigitByte(c byte) bool { return c >= '0' && c <= '9' }

// mayBeApplied: what stands before the bracket at i may be a letter with scripts; a sign, the
// begin of a group, the name of a common function and a plain number are not.
func mayBeApplied(s string, i int) bool {
	for i > 0 {
		c := s[i-1]
		switch {
		case c == ' ' || c == '{':
			i--
		case i > 1 && s[i-2] == '\\' && strings.IndexByte(",;:!", c) >= 0: // a space
			i -= 2
		case isLetterByte(c):
			word := i
			for word > 0 && isLetterByte(s[word-1]) {
				word--
			}
			if word == 0 || s[word-1] != '\\' {
				return true
			}
			if !isOneOf(s[word:i], "left", "big", "bigl", "Big", "Bigl", "bigg", "biggl") {
				return !isOneOf(s[word:i], "frac", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "log", "ln", "exp")
			}
			i = word - 1
		case c == '}':
			open := openBrace(s, i-1)
			switch {
			case open <= 0:
				return true
			case s[open-1] == '^' || s[open-1] == '_':
				i = open - 1
			case strings.HasSuffix(s[:open], `\operatorname`):
				return !isOneOf(s[open+1:i-1], "atan", "asin", "acos", "asinh", "acosh", "atanh")
			case s[open-1] == '}' || isLetterByte(s[open-1]):
				i = open
			default:
				return true
			}
		case isDigitByte(c):
			for i > 0 && isDigitByte(s[i-1]) {
				i--
			}
			for i > 0 && s[i-1] == ' ' {
				i--
			}
			return i > 0 && (s[i-1] == '_' || s[i-1] == '^' || isLetterByte(s[i-1]) || s[i-1] >= 0x80)
		default:
			return strings.IndexByte("+-=*/([<>,^&", c) < 0
		}
	}
	return false
}

func isOneOf(s string, words ...string) bool { return slices.Contains(words, s) }

// openBrace is the position of the brace that the one at i closes, −1 where that is not seen.
func openBrace(s string, i int) int {
	depth := 0
	for ; i >= 0; i-- {
		if i > 0 && s[i-1] == '\\' && (s[i] == '{' || s[i] == '}') {
			return -1
		}
		switch s[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// mayBeArgument: the text after a bracket may be a number, a letter or a difference of
// coordinates. A sum with a letter and a number is none of these.
func mayBeArgument(s string) bool {
	depth, sign, digit, letter := 0, false, false, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			word := i + 1
			for i+1 < len(s) && isLetterByte(s[i+1]) {
				i++
			}
			switch s[word : i+1] {
			case "":
				i++
			case "alpha", "beta", "gamma", "delta", "epsilon", "theta", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "omega", "sqrt":
				letter = true
			}
		case isLetterByte(c):
			letter = true
		case isDigitByte(c):
			digit = true
		case c == '{' || c == '(':
			depth++
		case c == '}' || c == ')':
			if depth--; depth < 0 {
				return !sign || !digit || !letter
			}
		case (c == '+' || c == '-') && depth == 0:
			sign = sign || i > 0 && s[i-1] != '^' && s[i-1] != '_'
		}
	}
	return true
}

// mayBeIndex: the text after a ^ may be letters that are indices, or the numbers of a component.
func mayBeIndex(s string) bool {
	braced := s[0] == '{'
	if braced {
		if s = s[1:]; s == "" {
			return false
		}
	}
	switch c := s[0]; {
	case c == '0' || c == '1':
		return true
	case braced && strings.HasPrefix(s, `\pi}`):
		return false
	case isDigitByte(c):
		return braced && mayGoOn(strings.TrimLeft(s[1:], " "))
	case isLetterByte(c) && (!braced || len(s) > 1 && s[1] == '}'):
		return strings.IndexByte("ijklabcdIJKLABCD", c) >= 0
	case isLetterByte(c) || c == '\\' && !strings.HasPrefix(s, `\frac`) && !strings.HasPrefix(s, `\sqrt`):
		return !braced || !isSumScript(s)
	}
	return false
}

// mayGoOn: a number may go on with the text after its first digit.
func mayGoOn(s string) bool {
	if s == "" || s[0] == '\\' {
		return len(s) < 2 || !isLetterByte(s[1])
	}
	return isDigitByte(s[0]) || s[0] == ',' || s[0] == '.'
}

// isSumScript: there are signs in a script, which is the text up to the brace that closes it.
func isSumScript(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		case '+', '-', '/', '(':
			if depth == 0 && i > 0 && s[i-1] != '_' && s[i-1] != '^' {
				return true
			}
		}
	}
	return false
}
