package equal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Context is what the problem states: it decides what a pair means. The zero Context
// declares nothing.
type Context struct {
	// Symbols gives assumptions: positive, negative, nonnegative, nonzero, real, complex,
	// integer, constant, coupling, vector, matrix, operator.
	Symbols map[string]Assumptions `json:"symbols,omitempty"`
	// Constraints restrict the domain: "s > 4m^2", "|v| < 1".
	Constraints []string `json:"constraints,omitempty"`
	// Relations hold: "\\alpha = e^2/(4\\pi)", "\\hbar = 1".
	Relations []string `json:"relations,omitempty"`
	// Functions says what a head means: "function" (unknown), or a name of expr.Functions.
	Functions map[string]string `json:"functions,omitempty"`
	// Synonyms lists spellings of one symbol.
	Synonyms [][]string `json:"synonyms,omitempty"`
	// Commutators of an operator algebra: "[x,p] = i\\hbar".
	Commutators []string `json:"commutators,omitempty"`
	// Tensors names what an indexed head is: maxwell, riemann, symmetric, antisymmetric, gamma.
	Tensors map[string]string `json:"tensors,omitempty"`
	// Dimension of space-time, a number or a symbol.
	Dimension Dimension `json:"dimension,omitempty"`
	// Signature of the metric: "+---", "-+++" or any string of signs.
	Signature string `json:"signature,omitempty"`
	// Group is the gauge group of colour indices: "SU(N)", "SU(3)".
	Group string `json:"group,omitempty"`
	// Branch is "principal" (the default) or "real": odd roots of negative numbers are real.
	Branch string `json:"branch,omitempty"`
	// Basis names the unit vectors of component form.
	Basis []string `json:"basis,omitempty"`
	// Precedence is "strict" where a/bc means (a/b)c.
	Precedence string `json:"precedence,omitempty"`
	// Notation allows further notation: "mixed-numbers".
	Notation []string `json:"notation,omitempty"`
	// Kind of the answer: expression, tuple, set, interval, matrix, equation, tensor,
	// quantity, choice.
	Kind string `json:"kind,omitempty"`
	// Form that was asked for.
	Form Form `json:"form,omitzero"`
}

// Form is the form in which the answer was asked for.
type Form struct {
	// Quantity that was asked for; a power of it, or an equation for it, is not it.
	Quantity string `json:"quantity,omitempty"`
	// Exact forbids decimals.
	Exact bool `json:"exact,omitempty"`
	// Digits that are asked for: values are compared after rounding.
	Digits int `json:"digits,omitempty"`
	// Units is "required" where a number without its unit is not an answer.
	Units string `json:"units,omitempty"`
	// Closed forbids unevaluated integrals, sums, products, limits and derivatives.
	Closed bool `json:"closed,omitempty"`
	// Order names the small parameter: "leading in \\lambda".
	Order string `json:"order,omitempty"`
}

// Assumptions of one symbol; JSON has one string or a list.
type Assumptions []string

// UnmarshalJSON reads "positive" or ["positive", "integer"].
func (a *Assumptions) UnmarshalJSON(raw []byte) error {
	if n := len(raw) - 1; n > 0 && raw[0] == '"' && !slices.ContainsFunc(raw[1:n], func(c byte) bool { return c < ' ' || c == '\\' || c > '~' }) {
		*a = Assumptions{string(raw[1:n])}
		return nil
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*a = Assumptions{one}
		return nil
	}
	var many []string
	if err := json.Unmarshal(raw, &many); err != nil {
		return errors.New("assumptions are a string or a list of strings")
	}
	*a = many
	return nil
}

// MarshalJSON writes a single assumption as a string.
func (a Assumptions) MarshalJSON() ([]byte, error) {
	if len(a) == 1 {
		return json.Marshal(a[0])
	}
	return json.Marshal([]string(a))
}

// Dimension is a number or the name of a symbol; JSON has either.
type Dimension string

// UnmarshalJSON reads 4 or "d".
func (d *Dimension) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*d = Dimension(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return errors.New("dimension is an integer or a symbol")
	}
	k, err := strconv.Atoi(n.String())
	if err != nil || k < 1 || k > 64 {
		return fmt.Errorf("dimension %s is not an integer from 1 to 64", n)
	}
	*d = Dimension(n.String())
	return nil
}

var (
	assumptionNames = []string{
		"positive", "negative", "nonnegative", "nonzero", "real", "complex", "integer", "constant", "coupling",
		"vector", "matrix", "operator",
	}
	tensorNames = []string{"maxwell", "riemann", "symmetric", "antisymmetric", "gamma"}
	kindNames   = []string{"expression", "tuple", "list", "set", "interval", "matrix", "equation", "tensor", "quantity", "choice"}
)

// ReadContext reads the JSON of a context; unknown keys and unknown words are errors.
func ReadContext(raw []byte) (*Context, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	c := new(Context)
	if err := d.Decode(c); err != nil {
		return nil, fmt.Errorf("context: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("context: text after the JSON object at byte %d", d.InputOffset())
	}
	return c, c.Check()
}

// Check reports the first word of the context that has no meaning.
func (c *Context) Check() error {
	for _, name := range keysWhere(c.Symbols, func(as Assumptions) bool { return slices.ContainsFunc(as, isNoAssumption) }) {
		a := c.Symbols[name][slices.IndexFunc(c.Symbols[name], isNoAssumption)]
		return fmt.Errorf("context: symbols: %s: unknown assumption %q, want one of %s", name, a, strings.Join(assumptionNames, ", "))
	}
	for _, name := range sortedKeys(c.Tensors) {
		if t := c.Tensors[name]; !slices.Contains(tensorNames, t) {
			return fmt.Errorf("context: tensors: %s: unknown kind %q, want one of %s", name, t, strings.Join(tensorNames, ", "))
		}
	}
	for _, name := range sortedKeys(c.Functions) {
		if _, ok := functionKind(c.Functions[name]); !ok {
			return unknownFunctionKind(name, c.Functions[name])
		}
	}
	for _, w := range []struct {
		key, value string
		allowed    []string
	}{
		{"branch", c.Branch, []string{"principal", "real"}},
		{"precedence", c.Precedence, []string{"strict"}},
		{"kind", c.Kind, kindNames},
		{"form.units", c.Form.Units, []string{"required", "optional"}},
	} {
		if w.value != "" && !slices.Contains(w.allowed, w.value) {
			return fmt.Errorf("context: %s: unknown value %q, want one of %s", w.key, w.value, strings.Join(w.allowed, ", "))
		}
	}
	for _, n := range c.Notation {
		if n != "mixed-numbers" {
			return fmt.Errorf("context: notation: unknown value %q, want mixed-numbers", n)
		}
	}
	if strings.Trim(c.Signature, "+-") != "" {
		return fmt.Errorf("context: signature %q is not a string of signs", c.Signature)
	}
	if c.Form.Digits < 0 || c.Form.Digits > 1000 {
		return fmt.Errorf("context: form.digits %d is not between 0 and 1000", c.Form.Digits)
	}
	return nil
}

func isNoAssumption(word string) bool { return !slices.Contains(assumptionNames, word) }

// keysWhere are the sorted keys of the values with a property.
func keysWhere[V any](m map[string]V, property func(V) bool) []string {
	var keys []string
	for k, v := range m {
		if property(v) {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	return keys
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
