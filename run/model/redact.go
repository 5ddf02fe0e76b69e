package model

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
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

// redactor removes keys from whatever leaves this package.
type redactor struct {
	forms  []string  // the keys, plain and in base64, the longest first
	starts [256]bool // the bytes a form can begin with, escapes included
}

func newRedactor(secrets ...string) redactor {
	var r redactor
	for _, s := range secrets {
		if len(s) < minSecret {
			continue
		}
		r.forms = append(r.forms, s)
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
			r.forms = append(r.forms, e.EncodeToString([]byte(s)))
		}
	}
	slices.SortFunc(r.forms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	r.forms = slices.Compact(r.forms)
	for _, form := range r.forms {
		r.starts[form[0]] = true
	}
	r.starts['%'], r.starts['\\'], r.starts['+'] = true, true, true
	return r
}

// exact removes the configured keys only: for a model's own text, in which
// nothing else may change. Each byte of a form may stand for itself or be
// escaped as in a URL or in JSON, once or twice.
func (r redactor) exact(s string) string {
	if len(r.forms) == 0 {
		return s
	}
	var clean strings.Builder
	kept := 0 // s up to here is in clean
	for i := 0; i < len(s); {
		n := 0
		if r.starts[s[i]] {
			n = r.match(s[i:])
		}
		if n == 0 {
			i++
			continue
		}
		clean.WriteString(s[kept:i])
		clean.WriteString(redacted)
		i += n
		kept = i
	}
	if kept == 0 {
		return s
	}
	clean.WriteString(s[kept:])
	return clean.String()
}

// match is the length of the key that s begins with, 0 for none.
func (r redactor) match(s string) int {
	for _, form := range r.forms {
		if n := matchForm(form, s); n > 0 {
			return n
		}
	}
	return 0
}

// matchForm is the length of the part of s that spells form, -1 for none.
func matchForm(form, s string) int {
	if form == "" {
		return 0
	}
	if s == "" {
		return -1
	}
	if s[0] == '%' || s[0] == '\\' {
		before := 0
		for _, twice := range []bool{false, true} {
			c, n := unescape(s, twice)
			if c == "+" && form[0] == ' ' {
				c = " " // a form's space, escaped again
			}
			if n == 0 || n == before || !strings.HasPrefix(form, c) {
				continue
			}
			before = n // the same reading again would double the work at each byte
			if m := matchForm(form[len(c):], s[n:]); m >= 0 {
				return n + m
			}
		}
	}
	if s[0] == form[0] || s[0] == '+' && form[0] == ' ' {
		if m := matchForm(form[1:], s[1:]); m >= 0 {
			return 1 + m
		}
	}
	return -1
}

// unescape reads the escape that s begins with, of a URL (%2F) or of JSON
// (\u002f, \/); twice reads escapes that were themselves escaped (%252F,
// \\u002f). It gives the text that is meant and the length of the escape.
func unescape(s string, twice bool) (string, int) {
	rest := s[1:]
	if s[0] == '%' {
		if twice && len(rest) >= 4 && rest[:2] == "25" {
			rest = rest[2:]
		}
		if len(rest) < 2 {
			return "", 0
		}
		c, err := hex.DecodeString(rest[:2])
		if err != nil {
			return "", 0
		}
		return string(c), len(s) - len(rest) + 2
	}
	if twice {
		rest = strings.TrimLeft(rest, "\\")
	}
	if rest == "" {
		return "", 0
	}
	size := 1
	if rest[0] == 'u' {
		size = 5
		if len(rest) >= 11 && rest[5] == '\\' && (rest[1] == 'd' || rest[1] == 'D') {
			size = 11 // a surrogate pair
		}
	}
	if len(rest) < size {
		return "", 0
	}
	var c string
	if json.Unmarshal([]byte(`"\`+rest[:size]+`"`), &c) != nil {
		return "", 0
	}
	return c, len(s) - len(rest) + size
}

// head is the beginning of a long text without keys, at most n bytes. A key that
// the cut would leave half of, and so unknown, is not in it either.
func (r redactor) head(s string, n int) string {
	cut := min(len(s), 16*n)
	clean := r.exact(s[:cut])
	if cut < len(s) && len(r.forms) > 0 {
		// An escaped byte takes up to seven: two backslashes and uXXXX.
		clean = clean[:max(len(clean)-7*len(r.forms[0]), 0)]
	}
	return clip(clean, n)
}

// json removes the configured keys from JSON text, from its strings as they read
// when decoded, object keys included. Everything else stays byte for byte: the
// order of the fields, numbers of any length. What is not JSON is taken as text.
func (r redactor) json(text string) string {
	if len(r.forms) == 0 {
		return text
	}
	if !json.Valid([]byte(text)) {
		return r.exact(text)
	}
	var clean strings.Builder
	for len(text) > 0 {
		n := tokenLength(text)
		token := text[:n]
		text = text[n:]
		said := token
		if token[0] == '"' && json.Unmarshal([]byte(token), &said) != nil {
			said = token // not in valid JSON
		}
		if without := r.exact(said); without != said {
			token = quoted(without) // a number, too, becomes a string
		}
		clean.WriteString(token)
	}
	return clean.String()
}

// tokenLength is the length of the string, the number or word, or the one byte of
// punctuation that valid JSON goes on with.
func tokenLength(text string) int {
	if text[0] == '"' {
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(text)
	}
	if n := strings.IndexAny(text, "\"{}[]:, \t\r\n"); n > 0 {
		return n
	} else if n < 0 {
		return len(text)
	}
	return 1
}

// quoted is a JSON string; encoding it cannot fail.
func quoted(s string) string {
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `"` + redacted + `"`
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// response removes the configured keys from everything that a server can have
// put into a response, and says whether the message held one. Attempts, which the
// caller adds, hold faults that went through [redactor.fault].
func (r redactor) response(res Response) (clean Response, found bool) {
	exact := func(s *string) {
		without := r.exact(*s)
		found = found || without != *s
		*s = without
	}
	m := &res.Message
	exact(&m.Content)
	exact(&m.Reasoning)
	exact(&m.ToolCallID)
	m.ToolCalls = slices.Clone(m.ToolCalls)
	for i := range m.ToolCalls {
		t := &m.ToolCalls[i]
		exact(&t.ID)
		exact(&t.Name)
		without := r.json(t.Arguments)
		found = found || without != t.Arguments
		t.Arguments = without
	}
	// A signed turn that has to be changed is worth nothing to its vendor, and may
	// not even be readable; the next turn is then made of the message.
	if m.Opaque != nil && r.json(string(m.Opaque.Content)) != string(m.Opaque.Content) {
		m.Opaque, found = nil, true
	}
	res.StopReason, res.Model = r.exact(res.StopReason), r.exact(res.Model)
	res.Ignored = slices.Clone(res.Ignored)
	for i := range res.Ignored {
		res.Ignored[i] = r.exact(res.Ignored[i])
	}
	if res.Raw != nil {
		res.Raw = json.RawMessage(r.json(string(res.Raw)))
	}
	return res, found
}

// fault is a fault without keys.
func (r redactor) fault(f *Fault) *Fault {
	clean := *f
	clean.Message = r.text(f.Message)
	return &clean
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
