package answer

import "strings"

// Bounds on the definitions that are taken from the text after a box.
const (
	maxDefinitions    = 8
	maxDefinitionText = 400
)

// definitionWords announce the meaning of a symbol of the box.
var definitionWords = []string{"where", "with", "here", "in which"}

// definitions finds the equations that explain the symbols of a box right after it:
// "…, where $\beta = v/c$ and $\gamma = …$".
func definitions(after string) []string {
	rest := skipClosing(after)
	word := ""
	for _, w := range definitionWords {
		if len(rest) > len(w) && strings.EqualFold(rest[:len(w)], w) && !isLetter(rest[len(w)]) {
			word = w
		}
	}
	if word == "" {
		return nil
	}
	rest = rest[len(word):]
	var found []string
	for len(found) < maxDefinitions {
		rest = strings.TrimLeft(rest, " \t\r\n,;:")
		for _, w := range []string{"and", "we define", "we defined"} {
			if r, ok := strings.CutPrefix(rest, w+" "); ok {
				rest = strings.TrimLeft(r, " \t\r\n")
			}
		}
		formula, after, ok := inline(rest)
		if !ok || !strings.Contains(formula, "=") || len(formula) > maxDefinitionText {
			return found
		}
		found = append(found, strings.TrimSpace(formula))
		rest = after
	}
	return found
}

// skipClosing passes the end of the formula around a box, and punctuation.
func skipClosing(s string) string {
	for {
		t := strings.TrimLeft(s, " \t\r\n.,;*")
		for _, d := range []string{"$$", "$", `\)`, `\]`, `\end{equation}`, `\end{equation*}`} {
			if r, ok := strings.CutPrefix(t, d); ok {
				t = r
				break
			}
		}
		if t == s {
			return s
		}
		s = t
	}
}

// inline cuts the formula between dollar signs or \( \) at the beginning of a text.
func inline(s string) (formula, after string, ok bool) {
	for _, d := range [][2]string{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}} {
		if r, found := strings.CutPrefix(s, d[0]); found {
			return strings.Cut(r, d[1])
		}
	}
	return "", "", false
}
