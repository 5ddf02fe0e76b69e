package reply

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// This file turns the values of an object into the fields of a claim.

func missing(field, expected string) error {
	return &FieldError{Field: field, Expected: expected, Got: "nothing"}
}

func mistyped(field, expected string, v value) error {
	got := v.kind.String()
	switch v.kind {
	case kindString:
		got = fmt.Sprintf("the string %q", shorten(v.text(false, nil)))
	case kindNumber, kindWord:
		got = shorten(v.word)
		if v.percent {
			got += "%"
		}
	default: // the kind says enough
	}
	return &FieldError{Field: field, Expected: expected, Got: got}
}

func shorten(s string) string {
	const limit = 60
	if len(s) <= limit {
		return s
	}
	cut := limit
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}

// isNull reports the words for no value.
func (v value) isNull() bool {
	return v.kind == kindWord && (v.word == "null" || v.word == "None" || v.word == "undefined")
}

// isLiteral reports words that are values of their own and no strings.
func (v value) isLiteral() bool {
	switch v.word {
	case "true", "false", "null", "True", "False", "None", "undefined", "NaN", "nan", "Infinity", "-Infinity", "inf", "-inf":
		return v.kind == kindWord
	}
	return false
}

// prose gives the text of a field in which LaTeX may stand.
func (r *reader) prose(field string, v value) string {
	var met escapes
	s := v.text(true, &met)
	switch {
	case met.latex:
		r.repair(field, "LaTeX commands with a single backslash were kept")
	case met.unknown:
		r.repair(field, "backslashes that escape nothing were kept")
	}
	return s
}

func (r *reader) class(v value, ok bool) (string, error) {
	expected := "one of " + strings.Join(Classes(), ", ")
	if !ok {
		return "", missing(fieldClass, expected)
	}
	if v.kind == kindArray && len(v.items) == 1 {
		v = v.items[0]
		r.repair(fieldClass, "a list of one class was read as that class")
	}
	if v.kind != kindString && v.kind != kindWord || v.isLiteral() {
		return "", mistyped(fieldClass, expected, v)
	}
	s := v.text(false, nil)
	if slices.Contains(Classes(), s) {
		return s, nil
	}
	if c := matchClass(s); c != "" {
		r.repair(fieldClass, "%q was read as %s", shorten(s), c)
		return c, nil
	}
	return "", mistyped(fieldClass, expected, v)
}

// matchClass finds the class that differs from s in case, in what separates
// the words, in their order, in a plural, or in a remark in brackets only.
func matchClass(s string) string {
	if at := strings.IndexAny(s, "([{"); at > 0 {
		s = s[:at]
	}
	fields := strings.FieldsFunc(strings.ToLower(s), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	if len(fields) == 0 || len(fields) > 6 {
		return ""
	}
	words := sortedWords(fields)
	joined := strings.Join(fields, "")
	for _, c := range Classes() {
		parts := strings.Split(c, "_")
		if joined == strings.Join(parts, "") || words == sortedWords(parts) {
			return c
		}
	}
	return ""
}

func sortedWords(words []string) string {
	out := slices.Clone(words)
	for i, w := range out {
		if len(w) > 4 {
			out[i] = strings.TrimSuffix(w, "s")
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func (r *reader) complexity(v value, ok bool) (string, error) {
	const expected = `a string such as "O(n^3)"`
	if !ok {
		return "", missing(fieldComplexity, expected)
	}
	if v.kind != kindString && v.kind != kindWord || v.isLiteral() {
		return "", mistyped(fieldComplexity, expected, v)
	}
	s := strings.TrimSpace(r.prose(fieldComplexity, v))
	if s == "" {
		return "", mistyped(fieldComplexity, expected, v)
	}
	return s, nil
}

func (r *reader) confidence(v value, ok bool) (float64, error) {
	const expected = "a number in [0, 1]"
	if !ok {
		return 0, missing(fieldConfidence, expected)
	}
	wrong := mistyped(fieldConfidence, expected, v)
	text, percent := v.word, v.percent
	switch {
	case v.kind == kindNumber:
	case v.kind == kindString && len(v.pieces) > 0:
		text = strings.TrimSpace(v.text(false, nil))
		if trimmed, has := strings.CutSuffix(text, "%"); has {
			text, percent = strings.TrimSpace(trimmed), true
		}
		text = strings.TrimSpace(strings.TrimLeft(text, "~≈"))
	default:
		return 0, wrong
	}
	x, ok := r.number(text)
	if !ok || math.IsNaN(x) || x < 0 {
		return 0, wrong
	}
	if v.kind == kindString {
		r.repair(fieldConfidence, "a number in quotes was read")
	}
	switch {
	case percent:
		if x > 100 {
			return 0, wrong
		}
		r.repair(fieldConfidence, "%s%% was read as %s", text, formatFloat(x/100))
		x /= 100
	case x > 1 && x < 2, x > 100:
		return 0, wrong // neither a probability nor a percentage
	case x > 1:
		r.repair(fieldConfidence, "%s was taken for a percentage and divided by 100", text)
		x /= 100
	}
	return x, nil
}

// number reads 0.9, 0,9 and 9/10.
func (r *reader) number(text string) (float64, bool) {
	if over, under, ok := strings.Cut(text, "/"); ok {
		a, errA := strconv.ParseFloat(strings.TrimSpace(over), 64)
		b, errB := strconv.ParseFloat(strings.TrimSpace(under), 64)
		if errA != nil || errB != nil || !(b > 0) || a > b {
			return 0, false
		}
		r.repair(fieldConfidence, "the fraction %s was read as %s", text, formatFloat(a/b))
		return a / b, true
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && !strings.ContainsAny(text, "xXpP_") {
		return x, true
	}
	if strings.Count(text, ",") == 1 {
		if x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); err == nil {
			r.repair(fieldConfidence, "a decimal comma was read")
			return x, true
		}
	}
	return 0, false
}

func formatFloat(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func (r *reader) justification(v value, ok bool) (string, error) {
	const expected = "a string"
	if !ok {
		return "", missing(fieldJustification, expected)
	}
	switch {
	case v.kind == kindArray && len(v.items) > 0 && !slices.ContainsFunc(v.items, func(i value) bool { return i.kind != kindString }):
		parts := make([]string, len(v.items))
		for i, item := range v.items {
			parts[i] = r.prose(fieldJustification, item)
		}
		r.repair(fieldJustification, "a list of %d strings was joined", len(parts))
		return strings.Join(parts, "\n"), nil
	case v.kind != kindString && v.kind != kindWord || v.isLiteral():
		return "", mistyped(fieldJustification, expected, v)
	}
	s := r.prose(fieldJustification, v)
	if strings.TrimSpace(s) == "" {
		r.repair(fieldJustification, "it is empty")
	}
	return s, nil
}
