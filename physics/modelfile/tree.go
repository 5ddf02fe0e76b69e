package modelfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Number is a float64 with a bound on its distance from what was written.
type Number struct{ Value, Err float64 }

// ProductError bounds |exact β·J − value·value|. Rounding in the bound itself is
// covered by doubling it.
func (b Number) ProductError(j Number) float64 {
	return 2 * (b.Err*(math.Abs(j.Value)+j.Err) + math.Abs(b.Value)*j.Err)
}

// round rounds a rational to the nearest float64.
func round(x *big.Rat) (Number, error) {
	f, exact := x.Float64()
	if math.IsInf(f, 0) {
		return Number{}, errors.New("the number is too large for a float64")
	}
	if exact {
		return Number{Value: f}, nil
	}
	diff := new(big.Rat).SetFloat64(f)
	e, _ := diff.Sub(x, diff).Float64()
	return Number{f, math.Nextafter(math.Abs(e), math.Inf(1))}, nil
}

// short reads decimals of at most 15 digits without an exponent, which is what models of
// millions of terms are made of: digits/10^k, both exact in float64, divided once.
func short(s string) (Number, bool) {
	digits, neg := s, false
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		digits, neg = digits[1:], digits[0] == '-'
	}
	if digits == "" || len(digits) > 16 {
		return Number{}, false
	}
	value, count, after := int64(0), 0, -1
	for _, c := range []byte(digits) {
		switch {
		case c == '.' && after < 0:
			after = 0
		case c >= '0' && c <= '9':
			value = 10*value + int64(c-'0')
			count++
			if after >= 0 {
				after++
			}
		default:
			return Number{}, false
		}
	}
	if count == 0 || count > 15 {
		return Number{}, false
	}
	x := float64(value)
	if neg {
		x = -x
	}
	if after <= 0 {
		return Number{Value: x}, true
	}
	power := math.Pow10(after)
	q := x / power
	rest := math.FMA(-q, power, x) // exact
	if rest == 0 {
		return Number{Value: q}, true
	}
	return Number{q, math.Nextafter(math.Abs(rest)/power, math.Inf(1))}, true
}

// decimal is the grammar of a number: a decimal, or a fraction of two integers.
var decimal = regexp.MustCompile(`^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?|\d+/\d+)$`)

const maxDigits = 1000

func parseRational(s string) (*big.Rat, error) {
	if len(s) > maxDigits {
		return nil, fmt.Errorf("a number of %d characters, the limit is %d", len(s), maxDigits)
	}
	if !decimal.MatchString(s) {
		return nil, fmt.Errorf("%q is not a decimal number or a fraction", s)
	}
	x, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, fmt.Errorf("%q is not a number", s) // a zero denominator
	}
	return x, nil
}

// Shape is the kind of a JSON value.
type Shape string

// The kinds of a value.
const (
	Object  Shape = "an object"
	Array   Shape = "a list"
	Str     Shape = "a string"
	Literal Shape = "a number"
	Other   Shape = "true, false or null"
)

// Value is a parsed JSON value that knows where it stands, so that errors can tell.
type Value struct {
	parent *Value
	at     int // place in the parent's Items
	Kind   Shape
	raw    string // a string or the digits of a number
	Keys   []string
	Items  []*Value // of a list, or the members of an object in the order of keys
}

// Far more than any model needs.
const (
	maxDepth = 8
	maxKeys  = 32
)

// Parse reads one JSON document as a tree.
func Parse(data []byte) (*Value, error) {
	if json.Valid(data) {
		p := parser{text: string(data)}
		return p.value(nil, 0, 0)
	}
	// The slower decoder says what is wrong, and where.
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := diagnose(d, nil, 0, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the end of the JSON document")
	}
	return v, nil
}

// parser builds the tree of a document that is known to be valid JSON. Models of millions
// of terms are read by it, so that it allocates little: nodes come in blocks, strings are
// parts of the text, and objects with the same keys share them.
type parser struct {
	text  string
	pos   int
	block []Value
	keys  []string // of the object before
}

func (p *parser) node(parent *Value, at int) *Value {
	if len(p.block) == 0 {
		p.block = make([]Value, 256)
	}
	v := &p.block[0]
	p.block = p.block[1:]
	v.parent, v.at = parent, at
	return v
}

func (p *parser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *parser) value(parent *Value, at, depth int) (*Value, error) {
	p.space()
	v := p.node(parent, at)
	switch c := p.text[p.pos]; {
	case c == '"':
		v.Kind, v.raw = Str, p.str()
	case c == '{' || c == '[':
		if depth == maxDepth {
			return nil, v.Errorf("nested too deeply")
		}
		p.pos++
		v.Kind = Array
		if c == '{' {
			v.Kind = Object
		}
		if err := p.members(v, depth); err != nil {
			return nil, err
		}
	case c == '-' || c >= '0' && c <= '9':
		start := p.pos
		for p.pos < len(p.text) && strings.IndexByte("+-.0123456789eE", p.text[p.pos]) >= 0 {
			p.pos++
		}
		v.Kind, v.raw = Literal, p.text[start:p.pos]
	default: // true, false, null
		for p.pos < len(p.text) && p.text[p.pos] >= 'a' && p.text[p.pos] <= 'z' {
			p.pos++
		}
		v.Kind = Other
	}
	return v, nil
}

// members reads what stands between the brackets of v, and the closing one.
func (p *parser) members(v *Value, depth int) error {
	var keys [maxKeys]string
	n := 0
	for {
		p.space()
		switch p.text[p.pos] {
		case ',':
			p.pos++
			continue
		case ']', '}':
			p.pos++
			if v.Kind == Object {
				if !slices.Equal(p.keys, keys[:n]) {
					p.keys = slices.Clone(keys[:n])
				}
				v.Keys = p.keys
			}
			return nil
		}
		if v.Kind == Object {
			name := p.str()
			v.Keys = keys[:n] // for errors inside of the member
			if n == maxKeys {
				return v.Errorf("more than %d keys", maxKeys)
			}
			if slices.Contains(keys[:n], name) {
				return v.Errorf("key %q occurs twice", name)
			}
			keys[n] = name
			n++
			v.Keys = keys[:n]
			p.space()
			p.pos++ // the colon
		}
		item, err := p.value(v, len(v.Items), depth+1)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
}

// str reads a string.
func (p *parser) str() string {
	start := p.pos
	plain := true
	for p.pos++; p.text[p.pos] != '"'; p.pos++ {
		if p.text[p.pos] == '\\' {
			plain = false
			p.pos++
		} else if p.text[p.pos] >= 0x80 {
			plain = false
		}
	}
	p.pos++
	if plain {
		return p.text[start+1 : p.pos-1]
	}
	var s string
	if err := json.Unmarshal([]byte(p.text[start:p.pos]), &s); err != nil {
		return p.text[start+1 : p.pos-1] // unreachable: the document is valid
	}
	return s
}

// diagnose reads what is not valid JSON up to the error.
func diagnose(d *json.Decoder, parent *Value, at, depth int) (*Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, malformed(err)
	}
	v := &Value{parent: parent, at: at}
	switch t := token.(type) {
	case string:
		v.Kind, v.raw = Str, t
	case json.Number:
		v.Kind, v.raw = Literal, t.String()
	case json.Delim:
		if depth == maxDepth {
			return nil, v.Errorf("nested too deeply")
		}
		v.Kind = Array
		if t == '{' {
			v.Kind = Object
		}
		for d.More() {
			if v.Kind == Object {
				key, err := d.Token()
				if err != nil {
					return nil, malformed(err)
				}
				name, _ := key.(string) // the decoder admits nothing else
				if len(v.Keys) == maxKeys {
					return nil, v.Errorf("more than %d keys", maxKeys)
				}
				if v.Get(name) != nil {
					return nil, v.Errorf("key %q occurs twice", name)
				}
				v.Keys = append(v.Keys, name)
			}
			item, err := diagnose(d, v, len(v.Items), depth+1)
			if err != nil {
				return nil, err
			}
			v.Items = append(v.Items, item)
		}
		if _, err := d.Token(); err != nil {
			return nil, malformed(err)
		}
	default:
		v.Kind = Other
	}
	return v, nil
}

// path says where v stands: terms[3].sites[0].
func (v *Value) path() string {
	if v.parent == nil {
		return ""
	}
	up := v.parent.path()
	if v.parent.Kind == Array {
		return up + "[" + strconv.Itoa(v.at) + "]"
	}
	key := "?"
	if v.at < len(v.parent.Keys) {
		key = v.parent.Keys[v.at]
	}
	return strings.TrimPrefix(up+"."+key, ".")
}

func malformed(err error) error {
	if errors.Is(err, io.EOF) { // the document may not end here
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("malformed JSON: %w", err)
}

// Errorf is an error that says where v stands.
func (v *Value) Errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if path := v.path(); path != "" {
		return fmt.Errorf("%s: %w", path, err)
	}
	return err
}

// Want refuses any other kind of value.
func (v *Value) Want(kind Shape) error {
	if v.Kind != kind {
		return v.Errorf("want %s, not %s", kind, v.Kind)
	}
	return nil
}

// Get is the member with the given key, nil if there is none.
func (v *Value) Get(key string) *Value {
	for i, k := range v.Keys {
		if k == key && i < len(v.Items) {
			return v.Items[i]
		}
	}
	return nil
}

// Need is Get with an error for a missing key.
func (v *Value) Need(key string) (*Value, error) {
	if item := v.Get(key); item != nil {
		return item, nil
	}
	return nil, v.Errorf("key %q is missing", key)
}

// Only refuses every key that is not listed.
func (v *Value) Only(known ...string) error {
keys:
	for _, k := range v.Keys {
		for _, ok := range known {
			if k == ok {
				continue keys
			}
		}
		return v.Errorf("unknown key %q; known here: %s", k, strings.Join(known, ", "))
	}
	return nil
}

// Text is the content of a string.
func (v *Value) Text() (string, error) { return v.raw, v.Want(Str) }

// Rational is a number as it is written, exactly: a JSON number, or a string with a
// decimal or a fraction.
func (v *Value) Rational() (*big.Rat, error) {
	if v.Kind != Literal && v.Kind != Str {
		return nil, v.Errorf("want a number, not %s", v.Kind)
	}
	x, err := parseRational(v.raw)
	if err != nil {
		return nil, v.Errorf("%w", err)
	}
	return x, nil
}

// Number is Rational rounded to a float64.
func (v *Value) Number() (Number, error) {
	if n, ok := short(v.raw); ok && (v.Kind == Literal || v.Kind == Str) {
		return n, nil
	}
	x, err := v.Rational()
	if err != nil {
		return Number{}, err
	}
	n, err := round(x)
	if err != nil {
		return Number{}, v.Errorf("%w", err)
	}
	return n, nil
}

// Numbers reads a list of n numbers; of says in a message what they belong to.
func (v *Value) Numbers(n int, of string) ([]Number, error) {
	if err := v.Want(Array); err != nil {
		return nil, err
	}
	if len(v.Items) != n {
		return nil, v.Errorf("%d numbers for %d %s", len(v.Items), n, of)
	}
	list := make([]Number, n)
	for i, item := range v.Items {
		var err error
		if list[i], err = item.Number(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Integer reads an integer in lo … hi.
func (v *Value) Integer(lo, hi int) (int, error) {
	if v.Kind == Literal && len(v.raw) < 16 {
		if n, err := strconv.Atoi(v.raw); err == nil && n >= lo && n <= hi {
			return n, nil
		}
	}
	x, err := v.Rational()
	if err != nil {
		return 0, err
	}
	if !x.IsInt() || !x.Num().IsInt64() || x.Num().Int64() < int64(lo) || x.Num().Int64() > int64(hi) {
		return 0, v.Errorf("%s is not an integer in %d … %d", v.raw, lo, hi)
	}
	return int(x.Num().Int64()), nil
}

// Integers reads a list of integers in lo … hi, of any length.
func (v *Value) Integers(lo, hi int) ([]int, error) {
	if err := v.Want(Array); err != nil {
		return nil, err
	}
	list := make([]int, len(v.Items))
	for i, item := range v.Items {
		var err error
		if list[i], err = item.Integer(lo, hi); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Seed reads an integer in 0 … 2^64−1.
func (v *Value) Seed() (uint64, error) {
	x, err := v.Rational()
	if err != nil {
		return 0, err
	}
	if !x.IsInt() || !x.Num().IsUint64() {
		return 0, v.Errorf("seed %s is not an integer in 0 … 2^64−1", v.raw)
	}
	return x.Num().Uint64(), nil
}
