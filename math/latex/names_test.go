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
