package latex

import (
	"fmt"
	"strings"
	"sync"

	"github.com/assay-physics/assay/math/expr"
)

// Kind says what a problem declares about a symbol, as far as reading needs it; kinds are
// or-ed together.
type Kind uint16

// Kinds of symbols. Scalar is declared with nothing that matters here: still, a declared symbol is no
// function, no constant and no unit.
const (
	Scalar  Kind = 0
	Integer Kind = 1 << iota
	Complex
	Vector
	Operator
	Matrix
)

// Table is what is known about the names in a formula before it is read. Names are spelled
// as CanonicalName spells them. The zero Table knows nothing; a nil *Table is the same.
type Table struct {
	Functions      map[string]string // name → a name of expr.Functions, or "function" for an unknown one
	Symbols        map[string]Kind
	Tensors        map[string]string // name → symmetry ("maxwell", "gamma", …); here only that it has indices
	Synonyms       map[string]string // name → the name that stands for it
	Strict         bool              // a/bc is (a/b)c, as in a programming language
	MixedNumbers   bool              // 1\frac12 is 3/2
	ScalarProducts bool              // p\cdot q of any two letters is a scalar product
	Spacetime      bool              // a signature or four dimensions are declared
	OneDigit       bool              // x^10 may be x^1·0, as TeX sets it, even where the string has no command
	Prefixes       map[string]Prefix // "d", "\\delta", "\\Delta" → what they are before a letter
	Constants      map[string]bool   // names that no differential is of
	Group          string            // "SU(N)": T^a, f^{abc}, d^{abc} carry colour indices
	Labelled       map[string]bool   // heads whose superscripts of letters are labels
	LabelNumbers   bool              // … and those of numbers
}

// CanonicalName is the spelling that Parse gives to a symbol: m_{\rm eff} and m_{\text{eff}} are m_{eff}.
func CanonicalName(src string) (string, error) {
	if len(src) == 1 && (src[0] >= 'a' && src[0] <= 'z' || src[0] >= 'A' && src[0] <= 'Z') {
		return src, nil
	}
	if name, ok := greekNames()[src]; ok {
		return name, nil
	}
	return readName(src)
}

// greekNames are the canonical names of Greek letters, which most declared names are.
var greekNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, letter := range strings.Fields(`alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda mu nu xi rho sigma tau
		phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega`) {
		if name, err := readName(`\` + letter); err == nil {
			names[`\`+letter] = name
		}
	}
	return names
})

func readName(src string) (string, error) {
	pool := expr.NewPool()
	p, err := newParser(pool, src, &Table{}, nil)
	defer p.release()
	if err != nil {
		return "", err
	}
	name, err := p.wholeName()
	if err != nil {
		return "", err
	}
	return name, nil
}

// Declare adds a symbol by any spelling.
func (t *Table) Declare(src string, kind Kind) error {
	name, err := CanonicalName(src)
	if err != nil {
		return fmt.Errorf("symbol %q: %w", src, err)
	}
	t.DeclareName(name, kind)
	return nil
}

// DeclareName adds a symbol by its canonical name.
func (t *Table) DeclareName(name string, kind Kind) {
	if t.Symbols == nil {
		t.Symbols = make(map[string]Kind)
	}
	t.Symbols[name] |= kind
}

// DeclareFunction adds a function by any spelling of its head; kind is a name of expr.Functions or "function".
func (t *Table) DeclareFunction(src, kind string) error {
	name, err := CanonicalName(src)
	if err != nil {
		return fmt.Errorf("function %q: %w", src, err)
	}
	if t.Functions == nil {
		t.Functions = make(map[string]string)
	}
	t.Functions[name] = kind
	return nil
}

// DeclareTensor adds a tensor head by any spelling.
func (t *Table) DeclareTensor(src, symmetry string) error {
	name, err := CanonicalName(src)
	if err != nil {
		return fmt.Errorf("tensor %q: %w", src, err)
	}
	if t.Tensors == nil {
		t.Tensors = make(map[string]string)
	}
	t.Tensors[name] = symmetry
	return nil
}

// DeclareSynonyms makes all names stand for the first.
func (t *Table) DeclareSynonyms(srcs ...string) error {
	if t.Synonyms == nil {
		t.Synonyms = make(map[string]string)
	}
	first := ""
	for _, src := range srcs {
		name, err := CanonicalName(src)
		if err != nil {
			return fmt.Errorf("synonym %q: %w", src, err)
		}
		if first == "" {
			first = name
			continue
		}
		t.Synonyms[name] = first
	}
	return nil
}

func (t *Table) symbol(name string) (Kind, bool) {
	if t == nil {
		return 0, false
	}
	k, ok := t.Symbols[name]
	return k, ok
}

func (t *Table) function(name string) (string, bool) {
	if t == nil {
		return "", false
	}
	k, ok := t.Functions[name]
	return k, ok
}

func (t *Table) prefix(name string) Prefix {
	if t == nil {
		return PrefixOwn
	}
	return t.Prefixes[name]
}

func (t *Table) tensor(name string) bool {
	if t == nil {
		return false
	}
	_, ok := t.Tensors[name]
	return ok
}

// synonym replaces a whole name, or the base letter of a composed one.
func (t *Table) synonym(name string) string {
	if t == nil || len(t.Synonyms) == 0 {
		return name
	}
	if s, ok := t.Synonyms[name]; ok {
		return s
	}
	if base, rest, ok := strings.Cut(name, "_"); ok {
		if s, found := t.Synonyms[base]; found {
			return s + "_" + rest
		}
	}
	return name
}
