package latex

import (
	"testing"

	"github.com/assay-physics/assay/math/expr"
)

// TestLettersAreNames: a letter is its own canonical name, with and without the parser.
func TestLettersAreNames(t *testing.T) {
	for c := byte('A'); c <= 'z'; c++ {
		if c > 'Z' && c < 'a' {
			continue
		}
		letter := string(c)
		p, err := newParser(expr.NewPool(), letter, &Table{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		read, err := p.wholeName()
		if err != nil {
			t.Fatal(err)
		}
		if name, err := CanonicalName(letter); err != nil || name != letter || read != letter {
			t.Errorf("%s is %q, the parser says %q (%v)", letter, name, read, err)
		}
	}
}

// TestGreekNames: the table of Greek letters says what the parser says.
func TestGreekNames(t *testing.T) {
	if len(greekNames()) < 30 {
		t.Fatalf("only %d letters have names", len(greekNames()))
	}
	for letter, name := range greekNames() {
		pool := expr.NewPool()
		r, err := Parse(pool, letter, &Table{Symbols: map[string]Kind{name: Scalar}})
		if err != nil {
			t.Fatal(err)
		}
		if n := r.Readings[0].Node; n != pool.Symbol(name) {
			t.Errorf("%s is called %q and read as %s", letter, name, expr.LaTeX(n, nil))
		}
	}
}
