package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-physics/assay/run/stats"
)

// visible replaces what would act on a terminal, a page or a reader instead of
// being read: control characters (line feed and tab excepted), marks that reorder
// text, invisible format characters, and bytes that are no UTF-8. They appear as
// ⟨U+202E⟩, so that nothing disappears.
func visible(s string) string {
	clean := true
	for i, r := range s {
		if hidden(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, "⟨%02X⟩", s[i])
		case hidden(r):
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	if r == '\n' || r == '\t' {
		return false
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) ||
		unicode.Is(unicode.Cs, r) || r == '\u2028' || r == '\u2029'
}

// oneLine is visible text without line breaks.
func oneLine(s string) string {
	return strings.Join(strings.Fields(visible(s)), " ")
}

// shorten keeps a name to n runes by an ellipsis in its middle.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n || n < 3 {
		return s
	}
	head := (n - 1) / 2
	return string(r[:head]) + "…" + string(r[len(r)-(n-1-head):])
}

// agentNames are the names of agents in figures and narrow tables: without the
// provider when all share it, with the policy only where there are several.
func agentNames(agents []stats.Agent, limit int) []string {
	provider, policies := "", map[string]bool{}
	for i, a := range agents {
		p, _, ok := strings.Cut(a.Model, "/")
		if !ok || i > 0 && p != provider {
			provider = ""
			break
		}
		provider = p
	}
	for _, a := range agents {
		policies[a.Policy] = true
	}
	out := make([]string, len(agents))
	for i, a := range agents {
		name := a.Model
		if provider != "" && len(agents) > 1 {
			name = strings.TrimPrefix(name, provider+"/")
		}
		out[i] = shorten(oneLine(name), limit)
		if len(policies) > 1 {
			out[i] += " · " + oneLine(a.Policy)
		}
	}
	return out
}
