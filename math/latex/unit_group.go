package latex

import (
	"strconv"
	"strings"
)

// unitGroup reads the parenthesis at byte i of a unit, (m/s)^2, with its power; next is the
// byte after it.
func unitGroup(s string, i int) (group []unitFactor, next int, ok bool) {
	depth, end := 0, -1
	for k := i; k < len(s) && end < 0; k++ {
		switch s[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				end = k
			}
		}
	}
	if end < 0 || depth > 4 {
		return nil, 0, false
	}
	group = splitUnits(s[i+1 : end])
	power := 1
	next = end + 1
	if rest := s[next:]; strings.HasPrefix(rest, "^") {
		k := 1
		for k < len(rest) && (rest[k] == '{' || rest[k] == '-' || rest[k] == '+' || rest[k] >= '0' && rest[k] <= '9' || rest[k] == '}') {
			k++
			if rest[k-1] == '}' {
				break
			}
		}
		var err error
		if power, err = strconv.Atoi(strings.Trim(rest[1:k], "{}")); err != nil || power > 99 || power < -99 {
			return nil, 0, false
		}
		next += k
	}
	for j := range group {
		own := 1
		if p := group[j].power; p != "" {
			var err error
			if own, err = strconv.Atoi(p); err != nil || own > 99 || own < -99 {
				return nil, 0, false
			}
		}
		if group[j].divided {
			own = -own
		}
		group[j].divided, group[j].power = false, strconv.Itoa(own*power)
	}
	return group, next, true
}

// inParentheses: one pair of parentheses holds the whole text.
func inParentheses(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '(' {
		return false
	}
	return strings.IndexByte(s, ')') == len(s)-1 && strings.Count(s, "(") == 1
}
