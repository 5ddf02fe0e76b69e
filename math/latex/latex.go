package latex

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assay-physics/assay/math/expr"
)

// Bounds on what is read. A formula that a person wrote is far inside all of them.
const (
	maxBytes    = 1 << 20
	maxDepth    = 1500   // steps of the grammar inside each other; a bracket takes about six
	maxDigits   = 10_000 // of one number
	maxExponent = 4096   // of a decimal that is written out; above, the power of ten stays a power
	maxPostfix  = 32     // signs after one atom, ± in one sum
	maxReadings = 8
	maxParses   = 12
)

// Result is everything that a string may mean.
type Result struct {
	Readings []Reading
	Warnings []string // what was skipped without a loss of meaning: lead-in words, descriptions
}

// Reading is one meaning. Two strings read with the same Why took the same decisions.
type Reading struct {
	Node *expr.Node
	Why  string // the choices in which it differs from the first reading; "" for that one
	// Unlikely readings are what hardly anybody means by the string, but may: they are a
	// reason to doubt that the first is wrong, none to doubt that it is right.
	Unlikely bool
}

// Error is a string that could not be read.
type Error struct {
	Offset  int    // in bytes, where reading stopped
	Found   string // the token there, or "end"
	Problem string
	Hint    string // what would have been read, if there is something to say
}

func (e *Error) Error() string {
	s := fmt.Sprintf("latex: at byte %d, %s: %s", e.Offset, e.Found, e.Problem)
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

// Parse reads src with what the table says. All readings are in the same pool.
func Parse(pool *expr.Pool, src string, t *Table) (*Result, error) {
	if len(src) > maxBytes {
		return nil, &Error{0, "input", fmt.Sprintf("longer than %d bytes", maxBytes), ""}
	}
	if !utf8.ValidString(src) {
		return nil, &Error{invalidAt(src), "byte", "not valid UTF-8", ""}
	}
	if n := configuration(pool, src, t); n != nil {
		return &Result{Readings: []Reading{{Node: n}}}, nil
	}
	r := &reader{pool: pool, src: antisymmetrized(src), table: t}
	return r.readings()
}

func invalidAt(s string) int {
	for i, c := range s {
		if c == utf8.RuneError {
			return i
		}
	}
	return len(s)
}

// choice is one point at which a string may be read in more than one way.
type choice struct {
	key  string // the same decision has the same key everywhere in the string
	alts []string
	// unlikely: all but the first alternative are
	unlikely bool
}

// reader parses one string as often as it has readings.
type reader struct {
	pool  *expr.Pool
	src   string
	table *Table
}

func (r *reader) parse(taken map[string]int) (*expr.Node, *parser, error) {
	p, err := newParser(r.pool, r.src, r.table, taken)
	defer p.release()
	if err != nil {
		return nil, p, err
	}
	n, err := p.document()
	return n, p, err
}

// readings parses with the first alternative of every choice, then with each other
// alternative alone, then with pairs, until the bounds.
func (r *reader) readings() (*Result, error) {
	first, p, firstErr := r.parse(nil)
	res := &Result{}
	var choices []choice
	if p != nil {
		choices = p.choices
		res.Warnings = p.warnings
	}
	if firstErr == nil {
		res.Readings = append(res.Readings, Reading{Node: first})
	}
	budget := maxParses
	if len(r.src) > 8192 {
		budget = 3
	}
	try := func(taken map[string]int, why string, unlikely bool) {
		if budget--; budget < 0 || len(res.Readings) >= maxReadings {
			return
		}
		n, q, err := r.parse(taken)
		if err != nil || slices.ContainsFunc(res.Readings, func(x Reading) bool { return x.Node == n }) {
			return
		}
		if len(res.Readings) == 0 {
			why, unlikely, res.Warnings = "", false, q.warnings
		}
		res.Readings = append(res.Readings, Reading{n, why, unlikely})
	}
	if len(choices) > maxParses {
		choices = choices[:maxParses]
	}
	for _, c := range choices {
		for k := 1; k < len(c.alts); k++ {
			try(map[string]int{c.key: k}, c.alts[k], c.unlikely)
		}
	}
	for i, c := range choices {
		for _, d := range choices[i+1:] {
			if budget <= 0 || len(res.Readings) >= maxReadings {
				break
			}
			try(map[string]int{c.key: 1, d.key: 1}, strings.Join([]string{c.alts[1], d.alts[1]}, "; "), c.unlikely || d.unlikely)
		}
	}
	if len(res.Readings) == 0 {
		return nil, firstErr
	}
	return res, nil
}
