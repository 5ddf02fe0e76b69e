package model

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// redacted stands where a key was.
const redacted = "[key removed]"

// minSecret is the length from which a configured key is searched for. Shorter
// ones ("x", "none", given to local servers) are no secrets, and removing them
// would garble the text.
const minSecret = 8

// keyShapes are the forms of keys that vendors quote in their error messages,
// often with the middle starred out.
var keyShapes = regexp.MustCompile(`\b(?:sk-|sk_|pk-|xai-|gsk_|AIza)[A-Za-z0-9_*.-]{6,}|(?i:bearer)\s+[A-Za-z0-9_.~+/=*-]{8,}`)

// redactor removes keys from whatever leaves this package as text.
type redactor struct{ secrets []string }

func newRedactor(secrets ...string) redactor {
	var r redactor
	for _, s := range secrets {
		if len(s) >= minSecret {
			r.secrets = append(r.secrets, s)
		}
	}
	return r
}

// exact removes the configured keys only: for a model's own text, in which
// nothing else may change.
func (r redactor) exact(s string) string {
	for _, secret := range r.secrets {
		s = strings.ReplaceAll(s, secret, redacted)
	}
	return s
}

// text removes the configured keys and everything shaped like a key, and bounds
// the result to what a fault's message may hold.
func (r redactor) text(s string) string {
	s = keyShapes.ReplaceAllString(r.exact(s), redacted)
	return clip(strings.ToValidUTF8(strings.TrimSpace(s), "�"), MaxFaultMessage)
}

// clip cuts s to at most n bytes at a rune boundary, marking the cut.
func clip(s string, n int) string {
	const mark = " …"
	if len(s) <= n {
		return s
	}
	cut := n - len(mark)
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + mark
}
