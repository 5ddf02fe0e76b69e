package duality

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/claim"
)

// object reads a JSON object strictly: every member must be asked for, and what was not is
// an error that names its place.
type object struct {
	path    string
	members map[string]json.RawMessage
	order   []string
	err     error
}

// openObject reads the object at the place that path names. Duplicate keys were refused
// before, with the whole document.
func openObject(path string, raw json.RawMessage) (*object, error) {
	o := &object{path: path, members: map[string]json.RawMessage{}}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	t, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if t != json.Delim('{') {
		return nil, fmt.Errorf("%s must be an object, not %s", path, describe(raw))
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		name := key.(string) // the decoder allows nothing else as a key
		if _, dup := o.members[name]; dup {
			return nil, fmt.Errorf("%s: the key %q stands twice", path, name)
		}
		o.members[name] = value
		o.order = append(o.order, name)
	}
	return o, nil
}

func (o *object) fail(key, format string, args ...any) {
	if o.err == nil {
		o.err = fmt.Errorf("%s.%s %s", o.path, key, fmt.Sprintf(format, args...))
	}
}

// take hands out the member of that name.
func (o *object) take(key string) (json.RawMessage, bool) {
	raw, ok := o.members[key]
	delete(o.members, key)
	return raw, ok
}

// finish is the first error, or that of a key which nobody asked for.
func (o *object) finish(known ...string) error {
	if o.err != nil {
		return o.err
	}
	for _, key := range o.order {
		if _, left := o.members[key]; left {
			return fmt.Errorf("%s: unknown key %q; known: %s", o.path, clip(key), strings.Join(known, ", "))
		}
	}
	return nil
}

func (o *object) text(key string) string {
	raw, ok := o.take(key)
	if !ok {
		return ""
	}
	s, err := text(raw)
	if err != nil {
		o.fail(key, "%v", err)
	}
	return s
}

func (o *object) boolean(key string, otherwise bool) bool {
	raw, ok := o.take(key)
	if !ok {
		return otherwise
	}
	switch string(bytes.TrimSpace(raw)) {
	case "true":
		return true
	case "false":
		return false
	}
	o.fail(key, "must be true or false, not %s", describe(raw))
	return otherwise
}

// integer reads an integer written as one; ok is false when the key is absent.
func (o *object) integer(key string, least, most int64) (n int64, ok bool) {
	raw, ok := o.take(key)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(raw)), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n < least || n > most):
		o.fail(key, "is %s, and must lie between %d and %d", clip(string(raw)), least, most)
	case err != nil:
		o.fail(key, "must be an integer, not %s", describe(raw))
	}
	return n, true
}

// rational reads a charge: an integer, or a decimal or rational string; nil when absent.
func (o *object) rational(key string) *big.Rat {
	raw, ok := o.take(key)
	if !ok {
		return nil
	}
	if k := bytes.TrimSpace(raw); len(k) > 0 && (k[0] == '{' || k[0] == '[' || k[0] == 't' || k[0] == 'f' || k[0] == 'n') {
		o.fail(key, "must be a rational number, not %s", describe(raw))
		return nil
	}
	if len(raw) > maxDigits {
		o.fail(key, "has more than %d digits", maxDigits)
		return nil
	}
	r, err := claim.Rat(raw)
	if err != nil {
		o.fail(key, "%v", err)
		return nil
	}
	if r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits {
		o.fail(key, "is too long a number")
		return nil
	}
	return r
}

// Bounds of numbers in a claim.
const (
	maxDigits = 256
	maxBits   = 1024
)

func (o *object) list(key string) ([]json.RawMessage, bool) {
	raw, ok := o.take(key)
	if !ok {
		return nil, false
	}
	items, err := list(raw)
	if err != nil {
		o.fail(key, "%v", err)
	}
	return items, true
}

func list(raw json.RawMessage) ([]json.RawMessage, error) {
	if k := bytes.TrimSpace(raw); len(k) == 0 || k[0] != '[' {
		return nil, fmt.Errorf("must be a list, not %s", describe(raw))
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	return items, nil
}

func text(raw json.RawMessage) (string, error) {
	if k := bytes.TrimSpace(raw); len(k) == 0 || k[0] != '"' {
		return "", fmt.Errorf("must be a string, not %s", describe(raw))
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err
}

// describe shows a JSON value in an error.
func describe(raw json.RawMessage) string {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return clip(string(raw))
	}
	return clip(compact.String())
}

// clip shortens what a claim says for an error.
func clip(s string) string { return clipTo(s, 60) }

func clipTo(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// wellFormed refuses text that is not one JSON document with unique keys.
func wellFormed(data []byte) (json.RawMessage, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	return claim.CanonicalJSON(data)
}

func quoted(words []string) string {
	q := slices.Clone(words)
	for i := range q {
		q[i] = strconv.Quote(q[i])
	}
	return strings.Join(q, ", ")
}
