package quiver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A tree is a JSON document as it was written: numbers keep their digits and objects
// their repeated keys, which encoding/json would round and merge.
type tree struct {
	kind   treeKind
	text   string  // a string's value, or a number's digits
	items  []*tree // of an array, or the values of an object
	keys   []string
	truthy bool
}

type treeKind int

const (
	treeNull treeKind = iota
	treeBool
	treeNumber
	treeString
	treeArray
	treeObject
)

// String names a value in an error.
func (v *tree) String() string {
	switch v.kind {
	case treeNull:
		return "null"
	case treeBool:
		return fmt.Sprint(v.truthy)
	case treeNumber:
		return clip(v.text)
	case treeString:
		return fmt.Sprintf("%q", clip(v.text))
	case treeArray:
		return "a list"
	default:
		return "an object"
	}
}

// clip shortens what a claim says to what an error should repeat of it.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

const maxTreeDepth = 16

// readTree reads exactly one JSON value.
func readTree(data []byte) (*tree, error) {
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("the text is not valid UTF-8")
	}
	// Unmarshal checks the whole grammar, and that nothing follows; its errors know the place.
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("not JSON: %w%s", err, position(data, err))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return readValue(d, 0)
}

func position(data []byte, err error) string {
	syntax, ok := err.(*json.SyntaxError) //nolint:errorlint // Unmarshal returns it bare
	if !ok || syntax.Offset > int64(len(data)) {
		return ""
	}
	before := string(data[:syntax.Offset])
	return fmt.Sprintf(" (line %d, column %d)", 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')-1)
}

func readValue(d *json.Decoder, depth int) (*tree, error) {
	if depth > maxTreeDepth {
		return nil, fmt.Errorf("values are nested deeper than %d", maxTreeDepth)
	}
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch tok := tok.(type) {
	case nil:
		return &tree{kind: treeNull}, nil
	case bool:
		return &tree{kind: treeBool, truthy: tok}, nil
	case json.Number:
		return &tree{kind: treeNumber, text: string(tok)}, nil
	case string:
		return &tree{kind: treeString, text: tok}, nil
	case json.Delim:
		v := &tree{kind: treeArray}
		if tok == '{' {
			v.kind = treeObject
		}
		for d.More() {
			if v.kind == treeObject {
				key, err := d.Token()
				if err != nil {
					return nil, err
				}
				v.keys = append(v.keys, key.(string))
			}
			item, err := readValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, item)
		}
		_, err := d.Token()
		return v, err
	}
	return nil, fmt.Errorf("unexpected token %v", tok)
}

// fields are the values of an object by key. Keys outside required and optional, keys
// written twice, and a required key that is missing are errors.
func (v *tree) fields(required, optional []string) (map[string]*tree, error) {
	if v.kind != treeObject {
		return nil, fmt.Errorf("%v is not an object", v)
	}
	allowed := make(map[string]bool)
	for _, k := range required {
		allowed[k] = true
	}
	for _, k := range optional {
		allowed[k] = true
	}
	m := make(map[string]*tree, len(v.keys))
	for i, k := range v.keys {
		if !allowed[k] {
			return nil, fmt.Errorf("unknown key %q", clip(k))
		}
		if m[k] != nil {
			return nil, fmt.Errorf("key %q is written twice", k)
		}
		m[k] = v.items[i]
	}
	for _, k := range required {
		if m[k] == nil {
			return nil, fmt.Errorf("key %q is missing", k)
		}
	}
	return m, nil
}
