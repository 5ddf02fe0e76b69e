package claim

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of a document, so that hostile input cannot exhaust
// the stack; maxExponent bounds a number's decimal exponent for the same reason.
const (
	maxDepth    = 512
	maxExponent = 100_000
)

// Canonical encodes v as the one JSON text that every equal value shares: object
// keys sorted by their bytes, no insignificant space, no HTML escapes, numbers
// exact (1.50, 15e-1 and 1.5 agree, and no digit is lost to a float). Raw JSON
// inside v is read strictly: duplicate keys are errors, for two readers could take
// different ones and so disagree on what was claimed.
func Canonical(v any) ([]byte, error) {
	raw, err := encode(v)
	if err != nil {
		return nil, err
	}
	return CanonicalJSON(raw)
}

// CanonicalJSON is Canonical for a text that is JSON already.
func CanonicalJSON(raw []byte) ([]byte, error) {
	if !utf8.Valid(raw) {
		return nil, errors.New("claim: the JSON text is not valid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var out bytes.Buffer
	if err := canonicalValue(d, &out, 0); err != nil {
		return nil, fmt.Errorf("claim: JSON at byte %d: %w", d.InputOffset(), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("claim: JSON at byte %d: text after the document", d.InputOffset())
	}
	return out.Bytes(), nil
}

// Digest is the SHA-256 of the canonical JSON of v, in hex.
func Digest(v any) (string, error) {
	c, err := Canonical(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(c)
	return hex.EncodeToString(sum[:]), nil
}

// encode is json.Marshal without HTML escapes.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

func canonicalValue(d *json.Decoder, out *bytes.Buffer, depth int) error {
	t, err := d.Token()
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	return canonicalToken(d, t, out, depth)
}

func canonicalToken(d *json.Decoder, t json.Token, out *bytes.Buffer, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	switch t := t.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(t))
	case string:
		s, err := encode(t)
		if err != nil {
			return err
		}
		out.Write(s)
	case json.Number:
		s, err := canonicalNumber(t.String())
		if err != nil {
			return err
		}
		out.WriteString(s)
	case json.Delim:
		if t == '[' {
			return canonicalArray(d, out, depth)
		}
		return canonicalObject(d, out, depth)
	}
	return nil
}

func canonicalArray(d *json.Decoder, out *bytes.Buffer, depth int) error {
	out.WriteByte('[')
	for first := true; ; first = false {
		t, err := d.Token()
		if err != nil {
			return err
		}
		if t == json.Delim(']') {
			out.WriteByte(']')
			return nil
		}
		if !first {
			out.WriteByte(',')
		}
		if err := canonicalToken(d, t, out, depth+1); err != nil {
			return err
		}
	}
}

func canonicalObject(d *json.Decoder, out *bytes.Buffer, depth int) error {
	type member struct {
		key   string
		value []byte
	}
	var members []member
	for {
		t, err := d.Token()
		if err != nil {
			return err
		}
		if t == json.Delim('}') {
			break
		}
		key := t.(string) // the decoder allows nothing else here
		var value bytes.Buffer
		if err := canonicalValue(d, &value, depth+1); err != nil {
			return err
		}
		members = append(members, member{key, value.Bytes()})
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
	out.WriteByte('{')
	for i, m := range members {
		if i > 0 {
			if members[i-1].key == m.key {
				return fmt.Errorf("duplicate key %q", m.key)
			}
			out.WriteByte(',')
		}
		k, err := encode(m.key)
		if err != nil {
			return err
		}
		out.Write(k)
		out.WriteByte(':')
		out.Write(m.value)
	}
	out.WriteByte('}')
	return nil
}

// canonicalNumber writes the exact value of a JSON number: digits without leading or
// trailing zeros, positional while the decimal point stays within 21 places of the
// first digit (as ECMAScript prints), otherwise d.ddde±x.
func canonicalNumber(s string) (string, error) {
	neg := strings.HasPrefix(s, "-")
	mant, expText, hasExp := strings.Cut(strings.ToLower(strings.TrimPrefix(s, "-")), "e")
	exp := 0
	if hasExp {
		e, err := strconv.Atoi(expText)
		if err != nil || e > maxExponent || e < -maxExponent {
			return "", fmt.Errorf("number %.40q: the exponent is out of range", s)
		}
		exp = e
	}
	whole, frac, _ := strings.Cut(mant, ".")
	digits := strings.TrimLeft(whole+frac, "0")
	exp -= len(frac)
	trimmed := strings.TrimRight(digits, "0")
	exp += len(digits) - len(trimmed)
	if trimmed == "" {
		return "0", nil
	}
	sign := ""
	if neg {
		sign = "-"
	}
	switch point := len(trimmed) + exp; { // the decimal point stands after `point` digits
	case exp >= 0 && point <= 21:
		return sign + trimmed + strings.Repeat("0", exp), nil
	case point > 0 && point <= 21:
		return sign + trimmed[:point] + "." + trimmed[point:], nil
	case point > -6 && point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + trimmed, nil
	default:
		m := trimmed[:1]
		if len(trimmed) > 1 {
			m += "." + trimmed[1:]
		}
		return fmt.Sprintf("%s%se%+d", sign, m, point-1), nil
	}
}

// Rat reads a JSON number, or a decimal or rational string such as "2/3", exactly.
// It is the one reader of numbers in user files.
func Rat(raw json.RawMessage) (*big.Rat, error) {
	text := strings.TrimSpace(string(raw))
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, err
		}
		text = strings.TrimSpace(text)
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if e, err := strconv.Atoi(text[i+1:]); err != nil || e > maxExponent || e < -maxExponent {
			return nil, fmt.Errorf("%.40q is not a number in range", text)
		}
	}
	if strings.ContainsAny(text, "_xXpPbBoO") { // Go's literals are not the user's
		return nil, fmt.Errorf("%.40q is not a decimal or rational number", text)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, fmt.Errorf("%.40q is not a decimal or rational number", text)
	}
	return r, nil
}
