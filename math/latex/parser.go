package latex

import (
	"sync"

	"github.com/assay-physics/assay/math/expr"
)

// parser reads the tokens of one string with one set of choices.
type parser struct {
	pool  *expr.Pool
	table *Table
	src   string
	plain bool // no backslash anywhere
	toks  []token
	i     int // next token
	stop  int // index of the token that ends what is being read
	off   int // digits of the number token i that a macro took already

	depth       int
	inExponent  bool
	bars        int // open |…| around us at this level of brackets
	frame       *frame
	units       bool // a number stands before in this product: upright letters may be units
	numerator   int  // numerators of fractions around us, for differentials
	noCall      int  // inside an argument without brackets, where a letter takes no bracket
	topOver     int  // index of an \over outside all braces, or −1
	clauseStart int  // where the formula that is being read began

	index      map[string]bool // letters that are indices
	dirac      bool            // γ carries indices
	use        map[string]*usage
	generators map[string]int  // letters a of T^a
	vectors    map[string]bool // letters with one Lorentz index, or with a slash
	deltas     int             // 0 unknown, 2: Δ makes names, see differences
	bound      map[string]int  // variables of the sums around us
	opens      map[int]int
	heads      map[string]head

	inFunction bool       // the scripts of a function are being read
	minusOne   *expr.Node // −1, which every quotient has
	taken      map[string]int
	choices    []choice
	warnings   []string
	notes      *Notation // what is left open, if somebody asks
}

func newParser(pool *expr.Pool, src string, t *Table, taken map[string]int) (*parser, error) {
	if t == nil {
		t = &Table{}
	}
	l, err := lex(src, taken[keyThousands] == 1, taken[keyExponent] == 1)
	p := &parser{pool: pool, table: t, src: src, taken: taken, topOver: -1}
	p.toks, p.plain = l.toks, l.plain
	if err != nil {
		return p, err
	}
	p.stop = len(p.toks) - 1
	if l.maybe || l.split {
		p.choose(keyThousands, "1,000 is one number", "1,000 is a list")
	}
	if l.maybeE || l.eulerE {
		p.choose(keyExponent, "3e-2 is a decimal", "3e-2 is a difference")
	}
	p.unbraceOperators()
	p.turnBrackets()
	p.stop = len(p.toks) - 1
	if err := p.scan(); err != nil {
		return p, err
	}
	for i := range p.toks {
		if k := p.toks[i].kind; k == tSup || k == tSub {
			p.indexScan()
			break
		}
	}
	for i := range p.toks {
		if t := &p.toks[i]; t.kind == tAccent && t.name == `\slashed` {
			k := i + 1
			if p.at(k).kind == tBraceOpen {
				k++
			}
			if p.vectors == nil {
				p.vectors = map[string]bool{}
			}
			if p.at(k).kind == tLetter {
				p.vectors[p.at(k).name] = true
			}
		}
	}
	return p, nil
}

// release gives the tokens back, for the next parse; nothing can be read after it.
func (p *parser) release() {
	if cap(p.toks) > keptTokens {
		return
	}
	clear(p.toks)
	toks := p.toks[:0]
	p.toks = nil
	spareTokens.Put(&toks)
}

// spareTokens are lists of tokens that are in no use, of at most keptTokens.
var spareTokens = sync.Pool{New: func() any { return new(make([]token, 0, 64)) }}

const keptTokens = 1 << 10

// Keys of the choices of the lexer.
const (
	keyThousands = "thousands"
	keyExponent  = "exponent"
)

// inverse is n^{−1}.
func (p *parser) inverse(n *expr.Node) *expr.Node {
	if p.minusOne == nil {
		p.minusOne = p.pool.Int(-1)
	}
	return p.pool.Pow(n, p.minusOne)
}

// choose takes the alternative that this parse is to take at a choice, and notes the choice.
func (p *parser) choose(key string, alts ...string) int {
	for _, c := range p.choices {
		if c.key == key {
			return min(p.taken[key], len(alts)-1)
		}
	}
	if len(p.choices) > maxParses { // no reading would take it
		return 0
	}
	p.choices = append(p.choices, choice{key: key, alts: alts})
	return min(p.taken[key], len(alts)-1)
}

// chooseUnlikely is choose where only the first alternative is what people write.
func (p *parser) chooseUnlikely(key string, alts ...string) int {
	n := len(p.choices)
	k := p.choose(key, alts...)
	if len(p.choices) > n {
		p.choices[n].unlikely = true
	}
	return k
}

// unbraceOperators drops the braces of {=}, {,} and {\rm tr}, which only set spacing or the font.
func (p *parser) unbraceOperators() {
	out := p.toks[:0]
	for i := 0; i < len(p.toks); i++ {
		lone := p.toks[i].kind == tBraceOpen && i+2 < len(p.toks) && p.toks[i+2].kind == tBraceClose && unbraced(&p.toks[i+1]) &&
			(i == 0 || !takesArgument(p.toks[i-1].kind))
		if lone {
			out = append(out, p.toks[i+1])
			i += 2
			continue
		}
		out = append(out, p.toks[i])
	}
	p.toks = out
}

// unbraced: an operator, a function or a roman letter alone in braces, as in {\rm tr} and {\rm d}x.
func unbraced(t *token) bool {
	return t.kind == tOp || t.kind == tFunc || t.kind == tLetter && t.word
}

// takesArgument: braces after such a token are its argument.
func takesArgument(k tokenKind) bool {
	return k == tSup || k == tSub || k == tCommand || k == tAccent || k == tFont || k == tBraceClose || k == tFunc
}

// turnBrackets finds the square brackets of ]a,b[ that open or close the other way.
func (p *parser) turnBrackets() {
	for i := range p.toks {
		t := &p.toks[i]
		switch {
		case t.kind == tOpen && t.name == "[" && i > 0 && p.endsOperand(&p.toks[i+1]):
			t.kind = tClose
		case t.kind == tClose && t.name == "]" && (i == 0 || p.startsOperand(&p.toks[i-1])):
			t.kind = tOpen
		}
	}
}

// endsOperand: nothing can begin with the token.
func (p *parser) endsOperand(t *token) bool {
	switch t.kind {
	case tEnd, tBraceClose, tAmp, tNewline:
		return true
	case tClose:
		return t.name != "]"
	case tText:
		return t.word
	case tOp:
		return t.name == "∪" || t.name == "∩" || t.name == "∖" || t.name == "," || t.name == ";" || t.name == "." || isRelation(t.name)
	default:
	}
	return false
}

// startsOperand: something must follow the token.
func (p *parser) startsOperand(t *token) bool {
	switch t.kind {
	case tOp:
		return t.name == "∪" || t.name == "∩" || t.name == "∖" || isRelation(t.name)
	case tText:
		return t.word
	default:
	}
	return false
}

var endToken = token{kind: tEnd, match: -1, over: -1}

// at is the token i, or an end token beyond what is being read.
func (p *parser) at(i int) *token {
	if i < 0 || i >= len(p.toks) {
		return &endToken
	}
	return &p.toks[i]
}

func (p *parser) peek() *token {
	if p.i >= p.stop {
		return &endToken
	}
	return &p.toks[p.i]
}

func (p *parser) peekAt(k int) *token {
	if p.i+k >= p.stop {
		return &endToken
	}
	return &p.toks[p.i+k]
}

func (p *parser) next() *token {
	t := p.peek()
	p.i++
	p.off = 0
	return t
}

// op reports whether the next token is the operator.
func (p *parser) op(name string) bool {
	t := p.peek()
	return t.kind == tOp && t.name == name
}

func (p *parser) accept(name string) bool {
	if p.op(name) {
		p.next()
		return true
	}
	return false
}

func (p *parser) errorAt(i int, problem, hint string) error {
	e := &Error{Offset: len(p.src), Found: "end", Problem: problem, Hint: hint}
	if i < len(p.toks) && p.toks[i].kind != tEnd {
		t := p.toks[i]
		e.Offset = int(t.pos)
		if int(t.end) <= len(p.src) && t.pos < t.end {
			s := p.src[t.pos:t.end]
			if len(s) > 24 {
				s = s[:24] + "…"
			}
			e.Found = quote(s)
		}
	}
	return e
}

func (p *parser) errorHere(problem, hint string) error { return p.errorAt(p.i, problem, hint) }

// enter counts the nesting; every recursion of the grammar passes here.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return p.errorHere("nested more deeply than any formula", "")
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

// within reads tokens [from, to) with f, requires that all are read, and comes back to
// where it was, also after an error: some callers try another reading then.
func (p *parser) within(from, to int, f func() (*expr.Node, error)) (*expr.Node, error) {
	i, stop, off := p.i, p.stop, p.off
	bars, fr, depth := p.bars, p.frame, p.depth
	p.i, p.stop, p.off, p.bars, p.frame = from, to, 0, 0, nil
	n, err := f()
	if err == nil && p.i < p.stop {
		err = p.errorHere("not understood here", "")
	}
	p.i, p.stop, p.off, p.bars, p.frame, p.depth = i, stop, off, bars, fr, depth
	if err != nil {
		return nil, err
	}
	return n, nil
}
