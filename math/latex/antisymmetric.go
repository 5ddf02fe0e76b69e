package latex

import (
	"regexp"
	"slices"
	"strings"
)

// (Anti)symmetrized indices, A_{[\mu}B_{\nu]} and T_{(\mu\nu)}, are written out before
// anything else is read: half the difference or the sum over the permutations, with weight
// one, of the indices between the brackets.

var (
	bracketedScript = regexp.MustCompile(`(\\[a-zA-Z]+|[a-zA-Z])((?:_|\^)\{)([\[(])`)
	indexLetter     = regexp.MustCompile(`\\[a-zA-Z]+|[a-zA-Z]`)
	indexText       = regexp.MustCompile(`^(?:\\(?:alpha|beta|gamma|delta|kappa|lambda|mu|nu|rho|sigma|tau)\b|[a-zA-Z]|\s)+$`)
)

// Bounds of what is written out: the permutations, 3! of them, the brackets in one string and
// the bytes of a product with one.
const (
	maxAntisymmetric = 3
	maxBrackets      = 4
	maxBracketed     = 240
)

// antisymmetrized writes the brackets out; src without them comes back as it is.
func antisymmetrized(src string) string {
	if !strings.Contains(src, "{[") && !strings.Contains(src, "{(") {
		return src
	}
	from := 0
	for range maxBrackets {
		at := bracketedScript.FindStringSubmatchIndex(src[from:])
		if at == nil {
			break
		}
		next, ok := expandBracket(src, from+at[0], from+at[6])
		if !ok {
			from += at[1]
			continue
		}
		src = next
	}
	return src
}

// expandBracket writes out the bracket at open, of indices of the factors from start on.
func expandBracket(src string, start, open int) (string, bool) {
	closing := byte(']')
	if src[open] == '(' {
		closing = ')'
	}
	end := strings.IndexByte(src[open:], closing)
	if end < 0 || end+open-start > maxBracketed {
		return src, false
	}
	end += open
	if end+1 >= len(src) || src[end+1] != '}' {
		return src, false
	}
	inner := src[open+1 : end]
	slots, ok := bracketSlots(inner, closing == ')')
	if !ok || len(slots) < 2 || len(slots) > maxAntisymmetric {
		return src, false
	}
	letters := make([]string, len(slots))
	for i, s := range slots {
		letters[i] = inner[s[0]:s[1]]
	}
	sorted := slices.Clone(letters)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(letters) {
		return src, false
	}
	var sum strings.Builder
	n := 0
	eachPermutation(len(slots), func(order []int, even bool) {
		if n++; n > 1 && (even || closing == ')') {
			sum.WriteByte('+')
		} else if !even {
			sum.WriteByte('-')
		}
		sum.WriteString(src[start:open])
		last := 0
		for i, s := range slots {
			sum.WriteString(inner[last:s[0]])
			sum.WriteString("{" + letters[order[i]] + "}")
			last = s[1]
		}
		sum.WriteString(inner[last:] + "}")
	})
	weight := `\frac{1}{2}`
	if len(slots) == 3 {
		weight = `\frac{1}{6}`
	}
	return src[:start] + weight + `\left(` + sum.String() + `\right)` + src[end+2:], true
}

// bracketSlots finds the indices between the brackets: in the scripts that the brackets open
// and close, and in whole scripts between. Round brackets are labels unless all indices are
// Greek.
func bracketSlots(inner string, greek bool) ([][]int, bool) {
	var slots [][]int
	depth := 1 // in a script at first
	begin := 0
	flush := func(to int) bool {
		part := inner[begin:to]
		if !indexText.MatchString(part) {
			return false
		}
		for _, m := range indexLetter.FindAllStringIndex(part, -1) {
			if greek && part[m[0]] != '\\' {
				return false
			}
			slots = append(slots, []int{begin + m[0], begin + m[1]})
		}
		return true
	}
	for i := 0; i < len(inner); i++ {
		switch inner[i] {
		case '{':
			if i == 0 || inner[i-1] != '_' && inner[i-1] != '^' {
				return nil, false
			}
			depth++
			begin = i + 1
		case '}':
			if depth--; depth < 0 || !flush(i) {
				return nil, false
			}
		case '+', '-', '=', ',', '(', ')', '[', ']', '|', '&':
			return nil, false
		}
		if depth > 1 {
			return nil, false
		}
	}
	return slots, depth == 1 && flush(len(inner))
}

// eachPermutation calls f with every order of 0 … n−1, the identity first, for n of 2 or 3.
func eachPermutation(n int, f func(order []int, even bool)) {
	orders := [][]int{{0, 1}, {1, 0}}
	if n == 3 {
		orders = [][]int{{0, 1, 2}, {1, 0, 2}, {1, 2, 0}, {2, 1, 0}, {2, 0, 1}, {0, 2, 1}}
	}
	for i, o := range orders {
		f(o, i%2 == 0)
	}
}
