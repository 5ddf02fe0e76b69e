// Package pysyntax reads and writes mathematics as Python programs and plain text spell it.
//
// Parse reads SymPy's text (`x**2 + exp(-x)*Rational(1, 2)`) and its srepr form;
// ParseText the looser notation of plain text (`2 pi r^2`, `√2/2`, `sin 2x`).
// Nothing is evaluated and no code is run: names are looked up in a table, everything else
// is an error with its position and a hint. Format and FormatRepr write both forms back.
//
// Names of symbols become the canonical LaTeX spelling of math/expr: `alpha` is \alpha,
// `m_eff` is m_{eff}, `x1` is x_1. Function conventions are SymPy's, which are those of
// expr.Functions wherever the names coincide.
package pysyntax

import (
	"fmt"

	"github.com/assay-physics/assay/math/expr"
)

// Options are what the context of an expression declares.
type Options struct {
	// Text reads plain text: implicit products, `i` for the imaginary unit, `e` for
	// Euler's number, functions without parentheses, and the characters of mathematics.
	Text bool
	// Functions says what a name followed by a parenthesis is: a name of expr.Functions,
	// or "function" for an unknown one. Keys are canonical LaTeX spellings.
	Functions map[string]string
	// Symbols are names (canonical LaTeX spellings) that are symbols even where the
	// notation would read a constant, a function or a product of letters.
	Symbols map[string]bool
	// Units says which names are units (Text only; `500 K`); nil: none.
	Units func(name string) bool
}

// Result is what Read has read.
type Result struct {
	Node *expr.Node
	// Other is a second reading of an ambiguous text, `1/2x` as 1/(2x), or nil.
	Other *expr.Node
	// Assumptions are those that Symbol(…, positive=True) states, by symbol.
	Assumptions map[*expr.Node][]string
}

// Limits of Read.
const (
	MaxBytes  = 1 << 18 // of input
	maxDepth  = 400     // of nesting
	maxDigits = 20000   // of one number
)

// Error says where the text cannot be read, and why.
type Error struct {
	Offset int    // in bytes
	Found  string // the offending text, "" at the end
	Reason string
	Hint   string // how to write it instead, or ""
}

func (e *Error) Error() string {
	s := fmt.Sprintf("offset %d: %s", e.Offset, e.Reason)
	if e.Found != "" {
		s = fmt.Sprintf("offset %d: %q: %s", e.Offset, e.Found, e.Reason)
	}
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

// Parse reads SymPy text or srepr; nil Options declare nothing. The error is an *Error.
func Parse(pool *expr.Pool, src string, o *Options) (*expr.Node, error) {
	return only(Read(pool, src, withText(o, false)))
}

// ParseText reads plain text, the likelier reading of an ambiguous one.
func ParseText(pool *expr.Pool, src string, o *Options) (*expr.Node, error) {
	return only(Read(pool, src, withText(o, true)))
}

func withText(o *Options, text bool) *Options {
	var c Options
	if o != nil {
		c = *o
	}
	c.Text = text
	return &c
}

func only(r *Result, err error) (*expr.Node, error) {
	if err != nil {
		return nil, err
	}
	return r.Node, nil
}

// Read is Parse or ParseText, as Options.Text says, with all that was read.
func Read(pool *expr.Pool, src string, o *Options) (*Result, error) {
	if o == nil {
		o = &Options{}
	}
	tokens, err := scan(src, o.Text)
	if err != nil {
		return nil, err
	}
	p := newParser(pool, tokens, o)
	node, err := p.whole()
	if err != nil {
		return nil, err
	}
	r := &Result{Node: node, Assumptions: p.assumptions}
	if p.sawTight {
		q := newParser(pool, tokens, o)
		q.tight = true
		if other, err := q.whole(); err == nil && other != node {
			r.Other = other
		}
	}
	return r, nil
}
