package spin

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

// ReadModel reads a model from JSON, in explicit form or from a lattice generator:
//
//	{"model":"ising","n":3,"beta":"0.44","terms":[{"sites":[0,1],"J":1},{"sites":[2],"J":"1/3"}]}
//	{"model":"ising","lattice":"square","size":[8,8],"boundary":"torus","couplings":{"pm1":7},"fields":0.1,"beta":0.4}
//
// Lattices: chain [n], square [rows, columns], complete [n], random-regular [n, d] with
// a seed; boundary open (the default) or torus. Couplings: a number; a list in edge
// order; {"pm1":seed}; {"uniform":[lo,hi],"seed":s}; {"mattis":seed}; {"mattis":[ξ…]};
// {"over_n":c}. Fields: a number; a list by site; {"uniform":…} by site; {"beta_h":x}
// for β·h = x. A number is a JSON number or a string with a decimal or a fraction, and
// is read exactly before it is rounded to float64 (see Model.Rounding).
//
// A key that is unknown, repeated or out of place is an error that says where.
func ReadModel(data []byte) (*Model, error) { return readModel(data, maxTerms) }

func readModel(data []byte, limit int) (*Model, error) {
	root, err := parseJSON(data)
	if err != nil {
		return nil, fmt.Errorf("spin: model: %w", err)
	}
	m, err := modelFrom(root, limit)
	if err != nil {
		return nil, fmt.Errorf("spin: model: %w", err)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

func modelFrom(root *value, limit int) (*Model, error) {
	if err := root.want(object); err != nil {
		return nil, err
	}
	kind, err := root.need("model")
	if err != nil {
		return nil, err
	}
	if s, err := kind.text(); err != nil {
		return nil, err
	} else if s != "ising" {
		return nil, kind.errorf("%q is not a model that can be read here; \"ising\" is", s)
	}
	b, err := root.need("beta")
	if err != nil {
		return nil, err
	}
	beta, err := b.number()
	if err != nil {
		return nil, err
	}
	if root.get("lattice") == nil {
		return explicitModel(root, beta, limit)
	}
	return latticeModel(root, beta, limit)
}

func explicitModel(root *value, beta number, limit int) (*Model, error) {
	if err := root.only("model", "beta", "n", "terms"); err != nil {
		return nil, err
	}
	n, err := root.need("n")
	if err != nil {
		return nil, err
	}
	m := &Model{Beta: beta.value}
	if m.N, err = n.integer(1, limit); err != nil {
		return nil, err
	}
	terms, err := root.need("terms")
	if err != nil {
		return nil, err
	}
	if err := terms.want(array); err != nil {
		return nil, err
	}
	for _, v := range terms.items {
		if err := v.want(object); err != nil {
			return nil, err
		}
		if err := v.only("sites", "J"); err != nil {
			return nil, err
		}
		sites, err := v.need("sites")
		if err != nil {
			return nil, err
		}
		var t Term
		if t.Sites, err = sites.integers(0, m.N-1); err != nil {
			return nil, err
		}
		if err := t.validate(m.N); err != nil {
			return nil, sites.errorf("%w", err)
		}
		strength, err := v.need("J")
		if err != nil {
			return nil, err
		}
		j, err := strength.number()
		if err != nil {
			return nil, err
		}
		t.J = j.value
		m.Terms = append(m.Terms, t)
		m.Rounding += beta.productError(j)
	}
	return m, nil
}

func latticeModel(root *value, beta number, limit int) (*Model, error) {
	if err := root.only("model", "beta", "lattice", "size", "boundary", "couplings", "fields", "seed"); err != nil {
		return nil, err
	}
	l := &Lattice{}
	var err error
	if l.Kind, err = root.get("lattice").text(); err != nil {
		return nil, err
	}
	size, err := root.need("size")
	if err != nil {
		return nil, err
	}
	if l.Size, err = size.integers(1, math.MaxInt32); err != nil {
		return nil, err
	}
	if b := root.get("boundary"); b != nil {
		s, err := b.text()
		if err != nil {
			return nil, err
		}
		if s != "open" && s != "torus" {
			return nil, b.errorf("%q is neither \"open\" nor \"torus\"", s)
		}
		l.Torus = s == "torus"
	}
	if s := root.get("seed"); s != nil {
		if l.Kind != "random-regular" {
			return nil, s.errorf("a %s lattice is not random; the seed of couplings or fields stands beside them", l.Kind)
		}
		if l.Seed, err = s.seed(); err != nil {
			return nil, err
		}
	} else if l.Kind == "random-regular" {
		return nil, root.errorf("key \"seed\" is missing: a random-regular lattice is drawn from it")
	}
	edges, err := l.edges(limit)
	if err != nil {
		return nil, root.errorf("%w", err)
	}
	m := &Model{N: l.sites(), Beta: beta.value, Lattice: l}
	c, err := root.need("couplings")
	if err != nil {
		return nil, err
	}
	coupling, err := couplingsFrom(c, m.N, edges)
	if err != nil {
		return nil, err
	}
	m.Terms = pairTerms(edges, func(k int) float64 {
		j := coupling(k)
		m.Rounding += beta.productError(j)
		return j.value
	})
	if f := root.get("fields"); f != nil {
		if err := m.readFields(f, beta); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// couplingsFrom returns the coupling of each edge as the value c says it.
func couplingsFrom(c *value, n int, edges [][2]int) (func(k int) number, error) {
	switch c.kind {
	case array:
		list, err := c.numbers(len(edges), "edges")
		if err != nil {
			return nil, err
		}
		return func(k int) number { return list[k] }, nil
	case object:
	default:
		j, err := c.number()
		if err != nil {
			return nil, err
		}
		return func(int) number { return j }, nil
	}
	switch {
	case c.get("pm1") != nil:
		if err := c.only("pm1"); err != nil {
			return nil, err
		}
		seed, err := c.get("pm1").seed()
		if err != nil {
			return nil, err
		}
		return func(k int) number { return number{value: float64(Sign(seed, uint64(k)))} }, nil
	case c.get("uniform") != nil:
		u, err := uniformFrom(c)
		if err != nil {
			return nil, err
		}
		return u, nil
	case c.get("mattis") != nil:
		if err := c.only("mattis"); err != nil {
			return nil, err
		}
		xi, err := mattisFrom(c.get("mattis"), n)
		if err != nil {
			return nil, err
		}
		return func(k int) number { return number{value: float64(xi[edges[k][0]] * xi[edges[k][1]])} }, nil
	case c.get("over_n") != nil:
		if err := c.only("over_n"); err != nil {
			return nil, err
		}
		x, err := c.get("over_n").rational()
		if err != nil {
			return nil, err
		}
		j, err := round(x.Quo(x, new(big.Rat).SetInt64(int64(n))))
		if err != nil {
			return nil, c.get("over_n").errorf("%w", err)
		}
		return func(int) number { return j }, nil
	}
	return nil, c.errorf("want a number, a list, or one of the keys pm1, uniform, mattis, over_n")
}

// mattisFrom reads the ξ of a Mattis model: a seed, or one sign per site.
func mattisFrom(v *value, n int) ([]int8, error) {
	xi := make([]int8, n)
	if v.kind != array {
		seed, err := v.seed()
		if err != nil {
			return nil, err
		}
		for i := range xi {
			xi[i] = Sign(seed, uint64(i))
		}
		return xi, nil
	}
	if len(v.items) != n {
		return nil, v.errorf("%d signs for %d sites", len(v.items), n)
	}
	for i, item := range v.items {
		s, err := item.integer(-1, 1)
		if err != nil {
			return nil, err
		}
		if s == 0 {
			return nil, item.errorf("0 is neither +1 nor -1")
		}
		xi[i] = int8(s)
	}
	return xi, nil
}

// uniformFrom reads {"uniform":[lo,hi],"seed":s}: output k is lo + (hi−lo)·u_k.
func uniformFrom(c *value) (func(k int) number, error) {
	if err := c.only("uniform", "seed"); err != nil {
		return nil, err
	}
	ends, err := c.get("uniform").numbers(2, "ends")
	if err != nil {
		return nil, err
	}
	s, err := c.need("seed")
	if err != nil {
		return nil, err
	}
	seed, err := s.seed()
	if err != nil {
		return nil, err
	}
	lo, hi := ends[0], ends[1]
	width, lost := twoSum(hi.value, -lo.value)
	if !finite(width) {
		return nil, c.get("uniform").errorf("the interval is too wide")
	}
	fixed := lo.err + hi.err + math.Abs(lost)
	return func(k int) number {
		x := math.FMA(width, Uniform(seed, uint64(k)), lo.value) // rounded once
		return number{x, fixed + unit*math.Abs(x)}
	}, nil
}

func (m *Model) readFields(f *value, beta number) error {
	var field func(i int) number
	switch f.kind {
	case array:
		list, err := f.numbers(m.N, "sites")
		if err != nil {
			return err
		}
		field = func(i int) number { return list[i] }
	case object:
		switch {
		case f.get("uniform") != nil:
			var err error
			if field, err = uniformFrom(f); err != nil {
				return err
			}
		case f.get("beta_h") != nil:
			if err := f.only("beta_h"); err != nil {
				return err
			}
			x, err := f.get("beta_h").number()
			if err != nil {
				return err
			}
			if m.Beta == 0 {
				return f.get("beta_h").errorf("beta is 0, so that no field gives beta·h = %v", x.value)
			}
			h := x.value / m.Beta
			// What the model holds is β·h; its distance from x is the error.
			product, low := twoProduct(m.Beta, h)
			m.Rounding += float64(m.N) * (math.Abs(product-x.value) + math.Abs(low) + x.err)
			beta = number{value: beta.value} // accounted for already
			field = func(int) number { return number{value: h} }
		default:
			return f.errorf("want a number, a list, or one of the keys uniform, beta_h")
		}
	default:
		h, err := f.number()
		if err != nil {
			return err
		}
		field = func(int) number { return h }
	}
	h := make([]float64, m.N)
	for i := range h {
		x := field(i)
		h[i] = x.value
		m.Rounding += beta.productError(x)
	}
	m.addFields(h)
	return nil
}

// number is a float64 with a bound on its distance from what was written.
type number struct{ value, err float64 }

// productError bounds |exact β·J − value·value|. Rounding in the bound itself is
// covered by doubling it.
func (b number) productError(j number) float64 {
	return 2 * (b.err*(math.Abs(j.value)+j.err) + math.Abs(b.value)*j.err)
}

// round rounds a rational to the nearest float64.
func round(x *big.Rat) (number, error) {
	f, exact := x.Float64()
	if math.IsInf(f, 0) {
		return number{}, errors.New("the number is too large for a float64")
	}
	if exact {
		return number{value: f}, nil
	}
	diff := new(big.Rat).SetFloat64(f)
	e, _ := diff.Sub(x, diff).Float64()
	return number{f, math.Nextafter(math.Abs(e), math.Inf(1))}, nil
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

// shape is the kind of a JSON value.
type shape string

const (
	object  shape = "an object"
	array   shape = "a list"
	str     shape = "a string"
	literal shape = "a number"
	other   shape = "true, false or null"
)

// value is a parsed JSON value that knows where it stands, so that errors can tell.
type value struct {
	path  string
	kind  shape
	raw   string // a string or the digits of a number
	keys  []string
	items []*value // of a list, or the members of an object in the order of keys
}

// Far more than any model needs.
const (
	maxDepth = 8
	maxKeys  = 32
)

func parseJSON(data []byte) (*value, error) {
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

func parseValue(d *json.Decoder, path string, depth int) (*value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, malformed(err)
	}
	v := &value{path: path}
	switch t := token.(type) {
	case string:
		v.kind, v.raw = str, t
	case json.Number:
		v.kind, v.raw = literal, t.String()
	case json.Delim:
		if depth == maxDepth {
			return nil, v.errorf("nested too deeply")
		}
		v.kind = array
		if t == '{' {
			v.kind = object
		}
		for d.More() {
			at := path + "[" + strconv.Itoa(len(v.items)) + "]"
			if v.kind == object {
				key, err := d.Token()
				if err != nil {
					return nil, malformed(err)
				}
				name, _ := key.(string) // the decoder admits nothing else
				if len(v.keys) == maxKeys {
					return nil, v.errorf("more than %d keys", maxKeys)
				}
				if v.get(name) != nil {
					return nil, v.errorf("key %q occurs twice", name)
				}
				v.keys = append(v.keys, name)
				at = strings.TrimPrefix(path+"."+name, ".")
			}
			item, err := parseValue(d, at, depth+1)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, item)
		}
		if _, err := d.Token(); err != nil {
			return nil, malformed(err)
		}
	default:
		v.kind = other
	}
	return v, nil
}

func malformed(err error) error {
	if errors.Is(err, io.EOF) { // the document may not end here
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("malformed JSON: %w", err)
}

func (v *value) errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if v.path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", v.path, err)
}

func (v *value) want(kind shape) error {
	if v.kind != kind {
		return v.errorf("want %s, not %s", kind, v.kind)
	}
	return nil
}

func (v *value) get(key string) *value {
	for i, k := range v.keys {
		if k == key && i < len(v.items) {
			return v.items[i]
		}
	}
	return nil
}

func (v *value) need(key string) (*value, error) {
	if item := v.get(key); item != nil {
		return item, nil
	}
	return nil, v.errorf("key %q is missing", key)
}

// only refuses every key that is not listed.
func (v *value) only(known ...string) error {
keys:
	for _, k := range v.keys {
		for _, ok := range known {
			if k == ok {
				continue keys
			}
		}
		return v.errorf("unknown key %q; known here: %s", k, strings.Join(known, ", "))
	}
	return nil
}

func (v *value) text() (string, error) { return v.raw, v.want(str) }

func (v *value) rational() (*big.Rat, error) {
	if v.kind != literal && v.kind != str {
		return nil, v.errorf("want a number, not %s", v.kind)
	}
	x, err := parseRational(v.raw)
	if err != nil {
		return nil, v.errorf("%w", err)
	}
	return x, nil
}

func (v *value) number() (number, error) {
	x, err := v.rational()
	if err != nil {
		return number{}, err
	}
	n, err := round(x)
	if err != nil {
		return number{}, v.errorf("%w", err)
	}
	return n, nil
}

func (v *value) numbers(n int, of string) ([]number, error) {
	if err := v.want(array); err != nil {
		return nil, err
	}
	if len(v.items) != n {
		return nil, v.errorf("%d numbers for %d %s", len(v.items), n, of)
	}
	list := make([]number, n)
	for i, item := range v.items {
		var err error
		if list[i], err = item.number(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (v *value) integer(lo, hi int) (int, error) {
	x, err := v.rational()
	if err != nil {
		return 0, err
	}
	if !x.IsInt() || !x.Num().IsInt64() || x.Num().Int64() < int64(lo) || x.Num().Int64() > int64(hi) {
		return 0, v.errorf("%s is not an integer in %d … %d", v.raw, lo, hi)
	}
	return int(x.Num().Int64()), nil
}

func (v *value) integers(lo, hi int) ([]int, error) {
	if err := v.want(array); err != nil {
		return nil, err
	}
	list := make([]int, len(v.items))
	for i, item := range v.items {
		var err error
		if list[i], err = item.integer(lo, hi); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (v *value) seed() (uint64, error) {
	x, err := v.rational()
	if err != nil {
		return 0, err
	}
	if !x.IsInt() || !x.Num().IsUint64() {
		return 0, v.errorf("seed %s is not an integer in 0 … 2^64−1", v.raw)
	}
	return x.Num().Uint64(), nil
}
