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
	path  string
	Kind  Shape
	raw   string // a string or the digits of a number
	Keys  []string
	Items []*Value // of a list, or the members of an object in the order of keys
}

// Far more than any model needs.
const (
	maxDepth = 8
	maxKeys  = 32
)

// Parse reads one JSON document as a tree.
func Parse(data []byte) (*Value, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := parseValue(d, "", 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the end of the JSON document")
	}
	return v, nil
}

func parseValue(d *json.Decoder, path string, depth int) (*Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, malformed(err)
	}
	v := &Value{path: path}
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
			at := path + "[" + strconv.Itoa(len(v.Items)) + "]"
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
				at = strings.TrimPrefix(path+"."+name, ".")
			}
			item, err := parseValue(d, at, depth+1)
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

func malformed(err error) error {
	if errors.Is(err, io.EOF) { // the document may not end here
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("malformed JSON: %w", err)
}

// Errorf is an error that says where v stands.
func (v *Value) Errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if v.path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", v.path, err)
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
