package complexity

import (
	"fmt"
	"math"
	"strings"
)

type nodeKind int

const (
	kNumber    nodeKind = iota // num
	kInterval                  // a number between two bounds: num and num2
	kSymbol                    // name
	kAdd                       // kids
	kNegate                    // kids[0]
	kMultiply                  // kids
	kDivide                    // kids[0] / kids[1]
	kPower                     // kids[0] ^ kids[1]
	kFactorial                 // kids[0]
	kLog                       // of kids[0], base kids[1] if present, else num
	kPoly                      // name is poly or polylog, of the product of kids
	kBound                     // name is O, Θ, …; of kids[0]
	kBinomial                  // kids[0] over kids[1]
	kMin                       // kids
	kMax                       // kids
	kGrowth                    // name is a growth word, of kids[0] if present
	kSlow                      // a function that never exceeds a small number: α(n), log* n
)

// node is an expression. All kinds share one struct; the comments beside the
// kinds say which fields are in use.
type node struct {
	kind      nodeKind
	name      string
	num, num2 float64
	kids      []*node
	pos, end  int // in bytes of the text
}

// maxNesting bounds the depth of an expression.
const maxNesting = 100

// stepsPerToken bounds the work: reading takes a handful of steps per token,
// and only texts made to confuse the parser take more.
const stepsPerToken = 64

// parser reads expressions from tokens. It takes the longest piece that is
// mathematics and leaves what follows, so that prose may surround a formula.
type parser struct {
	tokens  []token
	i       int
	inside  int // brackets around the current position; 0 is prose
	nesting int
	steps   int
	known   func(name string) bool // symbols with a meaning, beyond the built-in ones
	nextBar []int
	prose   []int // prose[i] counts the tokens before i that cannot be mathematics

	notes   []string
	remarks [][2]int // token ranges inside brackets that were read as remarks

	fractions   bool // read n^3/2 as n^{3/2}
	sawFraction bool
}

func newParser(tokens []token, known func(string) bool) *parser {
	p := &parser{tokens: tokens, known: known, nextBar: make([]int, len(tokens)), prose: make([]int, len(tokens)+1)}
	last := map[int]int{}
	for i := len(tokens) - 1; i >= 0; i-- {
		t := tokens[i]
		if t.kind == tBar {
			if j, ok := last[t.depth]; ok {
				p.nextBar[i] = j
			}
			last[t.depth] = i
		}
	}
	for i, t := range tokens {
		p.prose[i+1] = p.prose[i]
		switch t.kind {
		case tWord:
			if !isMathWord(t.text) && !t.whole && !known(t.text) {
				p.prose[i+1]++
			}
		case tComma, tBreak, tRelation, tUnknown:
			p.prose[i+1]++
		default: // numbers, signs and brackets are mathematics
		}
	}
	return p
}

// SyntaxError says why a text could not be read as a complexity. It means
// "unparsed" and makes no statement about the claim.
type SyntaxError struct {
	Text    string // the text as given
	Pos     int    // byte offset in Text
	Message string // what is wrong
	Hint    string // how the claim could be written
}

func (e *SyntaxError) Error() string {
	s := fmt.Sprintf("complexity: %q: at byte %d: %s", shortenText(e.Text, 80), e.Pos, e.Message)
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

func (p *parser) errorf(pos int, hint, format string, args ...any) error {
	return &SyntaxError{Pos: pos, Message: fmt.Sprintf(format, args...), Hint: hint}
}

func (p *parser) notef(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// peek is the current token. Quotes and dollar signs inside brackets do not
// count.
func (p *parser) peek(limit int) token {
	for p.inside > 0 && p.i < limit && p.tokens[p.i].kind == tBreak && strings.Contains("$`\"#", p.tokens[p.i].text) {
		p.i++
	}
	if p.i >= limit {
		return token{kind: tEnd, pos: p.tokens[min(limit, len(p.tokens)-1)].pos}
	}
	return p.tokens[p.i]
}

func (p *parser) isOperator(limit int, text string) bool {
	t := p.peek(limit)
	return t.kind == tOperator && t.text == text
}

// isWord reports whether the current token is one of the words.
func (p *parser) isWord(limit int, words ...string) bool {
	t := p.peek(limit)
	if t.kind != tWord {
		return false
	}
	for _, w := range words {
		if strings.EqualFold(t.text, w) {
			return true
		}
	}
	return false
}

// enter counts the nesting; leave undoes it.
func (p *parser) enter(pos int) error {
	p.nesting++
	p.steps++
	if p.steps > stepsPerToken*len(p.tokens) {
		return p.errorf(pos, "write the bound alone", "the text is too tangled to be read")
	}
	if p.nesting > maxNesting {
		return p.errorf(pos, "write the bound in a simpler form", "more than %d levels of brackets and exponents", maxNesting)
	}
	return nil
}

func (p *parser) leave() { p.nesting-- }

// sum reads a sum up to the token limit. It returns nil where there is no
// operand.
func (p *parser) sum(limit int) (*node, error) {
	first := p.peek(limit)
	if err := p.enter(first.pos); err != nil {
		return nil, err
	}
	defer p.leave()
	start := p.i
	negative := false
	for p.inside > 0 && (p.isOperator(limit, "-") || p.isOperator(limit, "+")) {
		negative = negative != (p.peek(limit).text == "-")
		p.i++
	}
	n, err := p.product(limit)
	if n == nil || err != nil {
		p.i = start
		return nil, err
	}
	if negative {
		n = &node{kind: kNegate, kids: []*node{n}, pos: first.pos, end: n.end}
	}
	kids := []*node{n}
	for {
		before := p.i
		minus := p.isOperator(limit, "-") || p.isWord(limit, "minus")
		if !minus && !p.isOperator(limit, "+") && !p.isWord(limit, "plus") {
			break
		}
		p.i++
		m, err := p.product(limit)
		if err != nil {
			return nil, err
		}
		if m == nil {
			p.i = before
			break
		}
		if minus {
			m = &node{kind: kNegate, kids: []*node{m}, pos: m.pos, end: m.end}
		}
		kids = append(kids, m)
	}
	if len(kids) == 1 {
		return n, nil
	}
	return &node{kind: kAdd, kids: kids, pos: kids[0].pos, end: kids[len(kids)-1].end}, nil
}

// product reads factors, with signs between them or not.
func (p *parser) product(limit int) (*node, error) {
	n, err := p.factor(limit)
	if n == nil || err != nil {
		return nil, err
	}
	kids := []*node{n}
	flush := func() *node {
		if len(kids) == 1 {
			return kids[0]
		}
		return &node{kind: kMultiply, kids: kids, pos: kids[0].pos, end: kids[len(kids)-1].end}
	}
	for {
		before := p.i
		divide := p.isOperator(limit, "/")
		switch {
		case divide || p.isOperator(limit, "*") || p.isWord(limit, "times"):
			p.i++
		case p.inside > 0 && p.isCross(limit):
			p.i++ // L x L
		case !p.juxtaposed(limit, kids[len(kids)-1]):
			return flush(), nil
		}
		m, err := p.factor(limit)
		if err != nil {
			return nil, err
		}
		if m == nil {
			p.i = before
			return flush(), nil
		}
		if divide {
			left := flush()
			kids = []*node{{kind: kDivide, kids: []*node{left, m}, pos: left.pos, end: m.end}}
			continue
		}
		kids = append(kids, m)
	}
}

// isCross tells the x of "L x L" from a symbol: it stands free and something
// follows.
func (p *parser) isCross(limit int) bool {
	t := p.peek(limit)
	return t.kind == tWord && t.text == "x" && !t.whole && t.space && p.i+1 < limit && p.tokens[p.i+1].space && (p.tokens[p.i+1].kind == tWord || p.tokens[p.i+1].kind == tNumber)
}

// juxtaposed reports whether the current token continues a product without a
// sign.
func (p *parser) juxtaposed(limit int, left *node) bool {
	t := p.peek(limit)
	if p.inside > 0 {
		switch t.kind {
		case tNumber, tOpen:
			return true
		case tWord:
			return !remarks[strings.ToLower(t.text)] && t.text != "choose"
		case tBar:
			j := p.nextBar[p.i]
			return j > 0 && j < limit
		default:
			return t.kind == tOperator && t.text == "√"
		}
	}
	if left.kind == kBound || left.kind == kGrowth {
		return false
	}
	switch t.kind {
	case tNumber:
		return true
	case tWord:
		return p.mathHere(t) && !(t.space && proseLetters[t.text])
	case tOpen:
		return p.bracketContinues(t, limit)
	default:
		return t.kind == tOperator && t.text == "√"
	}
}

// bracketContinues tells "2^L (L + 1)" from "n^3 (Gaussian elimination)".
func (p *parser) bracketContinues(t token, limit int) bool {
	if t.match >= limit || t.match == len(p.tokens)-1 || p.prose[t.match] != p.prose[p.i+1] {
		return false
	}
	if !t.space {
		return true
	}
	inner, after := p.tokens[p.i+1], p.tokens[t.match+1]
	if _, ok := functions[inner.text]; ok && inner.kind == tWord {
		return true
	}
	return after.kind == tOperator && after.text != "-"
}

// mathHere reports whether a word in prose is mathematics.
func (p *parser) mathHere(t token) bool {
	if t.kind != tWord || proseLetters[t.text] && !p.known(t.text) {
		return false
	}
	return isMathWord(t.text) || t.whole && (functions[t.text] != "" || len(t.text) <= 3) || p.known(t.text)
}

// factor reads an atom with its powers and factorials.
func (p *parser) factor(limit int) (*node, error) {
	n, err := p.atom(limit)
	if n == nil || err != nil {
		return nil, err
	}
	for {
		switch {
		case p.isOperator(limit, "!"):
			n = &node{kind: kFactorial, kids: []*node{n}, pos: n.pos, end: p.tokens[p.i].end}
			p.i++
		case p.isOperator(limit, "^"):
			before := p.i
			p.i++
			e, err := p.exponent(limit, n)
			if err != nil {
				return nil, err
			}
			if e == nil {
				p.i = before
				return n, nil
			}
			n = &node{kind: kPower, kids: []*node{n, e}, pos: n.pos, end: e.end}
		case p.isWord(limit, "squared"), p.isWord(limit, "cubed"):
			k := 2.0
			if p.isWord(limit, "cubed") {
				k = 3
			}
			end := p.tokens[p.i].end
			n = &node{kind: kPower, kids: []*node{n, {kind: kNumber, num: k, pos: end, end: end}}, pos: n.pos, end: end}
			p.i++
		case p.isWord(limit, "to"):
			before := p.i
			e, err := p.spokenPower(limit)
			if err != nil {
				return nil, err
			}
			if e == nil {
				p.i = before
				return n, nil
			}
			n = &node{kind: kPower, kids: []*node{n, e}, pos: n.pos, end: e.end}
		case p.isWord(limit, "choose") && p.i+1 < limit:
			before, read := p.i, p.atom
			if p.inside > 0 && p.tokens[p.i].whole {
				read = p.sum // {n \choose n/2} takes the whole group
			}
			p.i++
			k, err := read(limit)
			if err != nil {
				return nil, err
			}
			if k == nil {
				p.i = before
				return n, nil
			}
			n = &node{kind: kBinomial, kids: []*node{n, k}, pos: n.pos, end: k.end}
		default:
			return n, nil
		}
	}
}

// spokenPower reads "to the n", "to the power of n".
func (p *parser) spokenPower(limit int) (*node, error) {
	p.i++
	if !p.isWord(limit, "the") {
		return nil, nil
	}
	p.i++
	if p.isWord(limit, "power") {
		p.i++
		if p.isWord(limit, "of") {
			p.i++
		}
	}
	return p.atom(limit)
}

// exponent reads what follows ^. Powers associate to the right. A number
// glued to a symbol belongs to the exponent as a whole if the base is a
// number: 2^2n is 4^n, but n^2m is n²·m.
func (p *parser) exponent(limit int, base *node) (*node, error) {
	first := p.peek(limit)
	if err := p.enter(first.pos); err != nil {
		return nil, err
	}
	defer p.leave()
	if first.kind == tOperator && first.text == "-" {
		p.i++
		e, err := p.exponent(limit, base)
		if e == nil || err != nil {
			return nil, err
		}
		return &node{kind: kNegate, kids: []*node{e}, pos: first.pos, end: e.end}, nil
	}
	if first.kind == tOperator && first.text == "*" || first.kind == tWord && p.inside == 0 && !p.mathHere(first) && growthWords[first.text] == "" {
		return nil, nil
	}
	e, err := p.atom(limit)
	if e == nil || err != nil {
		return nil, err
	}
	if e.kind == kNumber && first.kind == tNumber {
		if e, err = p.gluedExponent(limit, base, e); err != nil {
			return nil, err
		}
	}
	if p.isOperator(limit, "^") {
		before := p.i
		p.i++
		f, err := p.exponent(limit, e)
		if err != nil {
			return nil, err
		}
		if f == nil {
			p.i = before
			return e, nil
		}
		return &node{kind: kPower, kids: []*node{e, f}, pos: e.pos, end: f.end}, nil
	}
	return e, nil
}

func (p *parser) gluedExponent(limit int, base, e *node) (*node, error) {
	t := p.peek(limit)
	glued := !t.space && (t.kind == tWord && p.mathHere(t) || t.kind == tOperator && t.text == "√")
	if glued && base.kind == kNumber {
		m, err := p.atom(limit)
		if m == nil || err != nil {
			return e, err
		}
		p.notef("the exponent after %s was read as the product of %s and what is joined to it", formatFloat(base.num), formatFloat(e.num))
		return &node{kind: kMultiply, kids: []*node{e, m}, pos: e.pos, end: m.end}, nil
	}
	if t.kind == tOperator && t.text == "/" && p.i+1 < limit && p.tokens[p.i+1].kind == tNumber && !p.tokens[p.i+1].space && !t.space {
		if e.num != 1 {
			p.sawFraction = true
		}
		if p.fractions || e.num == 1 {
			d := p.tokens[p.i+1]
			p.i += 2
			return &node{kind: kDivide, kids: []*node{e, {kind: kNumber, num: d.num, pos: d.pos, end: d.end}}, pos: e.pos, end: d.end}, nil
		}
	}
	return e, nil
}

// atom reads a number, a symbol, a bracket or a function with its argument.
func (p *parser) atom(limit int) (*node, error) {
	t := p.peek(limit)
	if err := p.enter(t.pos); err != nil {
		return nil, err
	}
	defer p.leave()
	switch t.kind {
	case tNumber:
		p.i++
		if open := p.peek(limit); t.text == "0" && open.kind == tOpen && !open.space && open.text == "(" {
			p.notef("the digit 0 before a bracket was read as the letter O")
			return p.bound(limit, bigO, t)
		}
		return &node{kind: kNumber, num: t.num, pos: t.pos, end: t.end}, nil
	case tOpen:
		if p.inside == 0 && (t.match >= limit || p.prose[t.match] != p.prose[p.i+1]) && p.tokens[max(p.i-1, 0)].text != "^" {
			return nil, nil // a remark in brackets
		}
		return p.group(limit)
	case tBar:
		return p.absolute(limit)
	case tOperator:
		if t.text != "√" {
			return nil, nil
		}
		p.i++
		x, err := p.atom(limit)
		return root(t, x, 2), err
	case tWord:
		return p.name(limit)
	case tUnknown:
		if p.inside > 0 {
			return nil, p.errorf(t.pos, "", "%s is not part of the notation read here", t.text)
		}
		return nil, nil
	default:
		return nil, nil
	}
}

func root(t token, x *node, k float64) *node {
	if x == nil {
		return nil
	}
	return &node{kind: kPower, kids: []*node{x, {kind: kNumber, num: 1 / k, pos: t.pos, end: t.end}}, pos: t.pos, end: x.end}
}

// group reads a bracket with one expression in it. What follows the
// expression may be a remark: O(n, where n is the number of spins).
func (p *parser) group(limit int) (*node, error) {
	kids, err := p.list(limit, 1)
	if err != nil {
		return nil, err
	}
	return kids[0], nil
}

// list reads a bracket with up to most expressions, separated by commas.
func (p *parser) list(limit, most int) ([]*node, error) {
	open := p.peek(limit)
	end := min(open.match, limit)
	if interval := p.interval(end); interval != nil {
		return []*node{interval}, nil
	}
	p.i++
	p.inside++
	defer func() { p.inside-- }()
	var kids []*node
	for {
		x, err := p.sum(end)
		if err != nil {
			return nil, err
		}
		if x == nil {
			t := p.peek(end)
			if t.kind == tEnd {
				return nil, p.errorf(t.pos, "", "a bracket ends where an expression should follow")
			}
			return nil, p.errorf(t.pos, "", "%q is not the start of an expression", t.text)
		}
		kids = append(kids, x)
		t := p.peek(end)
		if t.kind == tComma && len(kids) < most {
			p.i++
			continue
		}
		if t.kind != tEnd {
			if err := p.remark(t, end); err != nil {
				return nil, err
			}
		}
		break
	}
	p.i = end
	if end == open.match && p.tokens[end].kind == tClose {
		p.i++
	} else if end == len(p.tokens)-1 {
		p.notef("a closing bracket is missing at the end")
	}
	return kids, nil
}

// remark accepts prose after the expression in a bracket.
func (p *parser) remark(t token, end int) error {
	switch {
	case t.kind == tWord && remarks[strings.ToLower(t.text)], t.kind == tBreak, t.kind == tRelation, t.kind == tOpen:
	case t.kind == tComma && p.i+1 < end && p.tokens[p.i+1].kind == tWord &&
		(remarks[strings.ToLower(p.tokens[p.i+1].text)] || p.i+2 < end && p.tokens[p.i+2].kind == tRelation):
	case t.kind == tComma:
		return p.errorf(t.pos, "write one expression, or max(…, …)", "a bound has two expressions in it")
	case t.kind == tUnknown:
		return p.errorf(t.pos, "", "%s is not part of the notation read here", t.text)
	default:
		return p.errorf(t.pos, "", "%q does not continue the expression", t.text)
	}
	from, to := t.pos, p.tokens[end].pos
	if to > from {
		p.remarks = append(p.remarks, [2]int{p.i, end})
	}
	return nil
}

// interval reads [0, 1], this package's notation for a number between bounds.
func (p *parser) interval(end int) *node {
	t := p.tokens
	if t[p.i].text != "[" || end != p.i+4 || t[p.i+1].kind != tNumber || t[p.i+2].kind != tComma || t[p.i+3].kind != tNumber || t[end].kind != tClose {
		return nil
	}
	n := &node{kind: kInterval, num: t[p.i+1].num, num2: t[p.i+3].num, pos: t[p.i].pos, end: t[end].end}
	if n.num > n.num2 {
		return nil
	}
	p.i = end + 1
	return n
}

// absolute reads |V|.
func (p *parser) absolute(limit int) (*node, error) {
	end := p.nextBar[p.i]
	if end <= p.i+1 || end >= limit || p.inside == 0 && end > p.i+6 {
		return nil, nil
	}
	before := p.i
	p.i++
	p.inside++
	defer func() { p.inside-- }()
	x, err := p.sum(end)
	if err != nil {
		return nil, err
	}
	if x == nil || p.peek(end).kind != tEnd {
		p.i = before
		return nil, nil
	}
	p.i = end + 1
	return x, nil
}

// name reads whatever begins with a word.
func (p *parser) name(limit int) (*node, error) {
	t := p.peek(limit)
	lower := strings.ToLower(t.text)
	if b, ok := boundNames[t.text]; ok {
		if !p.boundFollows(limit) {
			return p.openBound(limit, b, t)
		}
		p.i++
		return p.bound(limit, b, t)
	}
	if f, ok := functions[lower]; ok {
		before := p.i
		p.i++
		n, err := p.function(limit, f, t)
		if n == nil {
			p.i = before
		}
		if n == nil && err == nil && lower == "exp" && len(p.tokens) == 2 {
			return p.growthWord(limit, "exponential") // "exp" and nothing else
		}
		if n != nil || err != nil || p.inside == 0 {
			return n, err
		}
		if next := p.i + 1; f != "min" && f != "max" || next >= limit || p.tokens[next].kind != tWord {
			return nil, p.errorf(t.pos, "", "%s without an argument", t.text)
		}
	}
	if _, ok := growthWords[lower]; ok && !p.known(t.text) {
		return p.growthWord(limit, lower)
	}
	if lower == "doubly" || lower == "double" {
		if p.i+1 < limit && strings.EqualFold(p.tokens[p.i+1].text, "exponential") {
			p.i++
			return p.growthWord(limit, "doubly-exponential")
		}
	}
	if p.i+1 < limit && p.tokens[p.i+1].kind == tOpen && !p.tokens[p.i+1].space && p.inside > 0 {
		switch open := p.tokens[p.i+1]; {
		case t.text == "C" && p.isPair(open):
			p.i++
			return p.twoArguments(limit, "binom", t)
		case widths[t.text] && open.match == p.i+3:
			p.i += 4 // tw(G): the graph adds nothing
			return &node{kind: kSymbol, name: t.text, pos: t.pos, end: p.tokens[p.i-1].end}, nil
		case unnamedFunctions[t.text] && open.match == p.i+3 && canonicalName(p.tokens[p.i+2].text) == size && !p.known(t.text),
			!isMathWord(t.text) && !t.whole && !p.known(t.text) && nouns[strings.ToLower(t.text)] == "" && !remarks[strings.ToLower(t.text)]:
			return nil, p.errorf(t.pos, "write the function out", "the text does not say what the function %s is", t.text)
		case t.text == "Gamma":
			p.i++
			x, err := p.group(limit)
			return wrap(kFactorial, t, x), err
		case t.text == "alpha":
			p.i++
			x, err := p.group(limit)
			return wrap(kSlow, t, x), err
		}
	}
	if p.inside == 0 && !p.mathHere(t) {
		return nil, nil
	}
	return p.symbol(limit)
}

// isPair reports whether a bracket holds two things and a comma.
func (p *parser) isPair(open token) bool {
	for i := p.i + 2; i < open.match && i < p.i+16; i++ {
		if t := p.tokens[i]; t.kind == tComma && t.depth == open.depth+1 {
			return true
		}
	}
	return false
}

func wrap(kind nodeKind, t token, x *node) *node {
	if x == nil {
		return nil
	}
	return &node{kind: kind, kids: []*node{x}, pos: t.pos, end: x.end}
}

// symbol reads a symbol with its subscript, or words that name a quantity.
func (p *parser) symbol(limit int) (*node, error) {
	t := p.peek(limit)
	if t.kind == tWord && remarks[strings.ToLower(t.text)] && !t.whole && !p.known(t.text) {
		return nil, nil
	}
	p.i++
	name, end := t.text, t.end
	if p.isOperator(limit, "_") {
		sub, err := p.subscript(limit)
		if err != nil {
			return nil, err
		}
		if sub != "" {
			name, end = name+"_"+sub, p.tokens[p.i-1].end
		}
		return &node{kind: kSymbol, name: name, pos: t.pos, end: end}, nil
	}
	if p.inside == 0 || t.whole || isMathWord(name) && name != "max" && name != "min" || p.known(name) {
		return &node{kind: kSymbol, name: name, pos: t.pos, end: end}, nil
	}
	// Words: "number of sweeps", "linear size". They run on until mathematics.
	for {
		u := p.peek(limit)
		if u.kind != tWord || remarks[strings.ToLower(u.text)] || isMathWord(u.text) || u.whole {
			break
		}
		name, end = name+" "+u.text, u.end
		p.i++
	}
	return &node{kind: kSymbol, name: strings.ToLower(name), pos: t.pos, end: end}, nil
}

// subscript reads _x or _{max} and returns its letters.
func (p *parser) subscript(limit int) (string, error) {
	before := p.i
	p.i++
	t := p.peek(limit)
	switch t.kind {
	case tWord, tNumber:
		p.i++
		return t.text, nil
	case tOpen:
		end := t.match
		if end >= limit || end > p.i+8 {
			break
		}
		var b strings.Builder
		plain := end > p.i+1
		for _, u := range p.tokens[p.i+1 : end] {
			plain = plain && (u.kind == tWord || u.kind == tNumber)
			b.WriteString(u.text)
		}
		if plain {
			p.i = end + 1
			return b.String(), nil
		}
	default: // no subscript
	}
	p.i = before
	if p.inside > 0 {
		return "", p.errorf(t.pos, "", "a subscript is missing after _")
	}
	p.i++
	return "", nil
}

// boundFollows reports whether the word at hand is O, Θ … before a bracket,
// perhaps with the star of O*.
func (p *parser) boundFollows(limit int) bool {
	i := p.i + 1
	text := func(k int) string {
		if i+k < limit && p.tokens[i+k].kind != tBreak {
			return p.tokens[i+k].text
		}
		return ""
	}
	switch {
	case text(0) == "*":
		i++
	case text(0) == "^" && text(1) == "*":
		i += 2
	case text(0) == "^" && text(1) == "{" && text(2) == "*" && p.tokens[i+1].match == i+3:
		i += 4
	}
	return i < limit && p.tokens[i].kind == tOpen
}

// openBound reads O n^3, a bound without its bracket.
func (p *parser) openBound(limit int, name string, t token) (*node, error) {
	before := p.i
	p.i++
	if next := p.peek(limit); next.kind != tNumber && (next.kind != tWord || !p.mathHere(next)) {
		p.i = before
		if p.inside > 0 {
			return nil, p.errorf(t.pos, "write "+name+"(…)", "%s without a bracket after it", name)
		}
		return nil, nil
	}
	x, err := p.product(limit)
	if x == nil || err != nil {
		p.i = before
		return nil, err
	}
	p.notef("brackets after %s were added", name)
	n := wrap(kBound, t, x)
	n.name = name
	return n, nil
}

// bound reads the bracket of O(…). O^* and O* are one notation.
func (p *parser) bound(limit int, name string, t token) (*node, error) {
	for p.isOperator(limit, "^") || p.isOperator(limit, "*") {
		name = starO
		p.i++
		if u := p.peek(limit); u.text == "{" && p.tokens[p.i+1].text == "*" && u.match == p.i+2 {
			p.i += 3
		}
	}
	x, err := p.group(limit)
	if err != nil {
		return nil, err
	}
	n := wrap(kBound, t, x)
	n.name, n.end = name, p.tokens[p.i-1].end
	return n, nil
}

// function reads the argument of a function whose name has been read.
func (p *parser) function(limit int, name string, t token) (*node, error) {
	switch name {
	case "frac", "binom":
		return p.twoArguments(limit, name, t)
	case "min", "max":
		if p.peek(limit).kind != tOpen {
			return nil, nil
		}
		kids, err := p.list(limit, 16)
		if err != nil {
			return nil, err
		}
		kind := kMin
		if name == "max" {
			kind = kMax
		}
		return &node{kind: kind, kids: kids, pos: t.pos, end: p.tokens[p.i-1].end}, nil
	case "poly", "polylog":
		return p.poly(limit, name, t)
	case "log", "loglog":
		return p.logarithm(limit, name, t)
	}
	k := 2.0
	if name == "cbrt" {
		name, k = "sqrt", 3
	}
	if u := p.peek(limit); name == "sqrt" && u.text == "[" && u.kind == tOpen && u.match == p.i+2 && p.tokens[p.i+1].kind == tNumber {
		k = p.tokens[p.i+1].num // \sqrt[3]{n}
		p.i += 3
	}
	x, err := p.argument(limit)
	if x == nil || err != nil {
		return nil, err
	}
	switch name {
	case "sqrt":
		if k <= 0 {
			return nil, p.errorf(t.pos, "", "a root of order %s", formatFloat(k))
		}
		return root(t, x, k), nil
	case "exp":
		e := &node{kind: kNumber, num: math.E, pos: t.pos, end: t.end}
		return &node{kind: kPower, kids: []*node{e, x}, pos: t.pos, end: x.end}, nil
	case "factorial":
		return wrap(kFactorial, t, x), nil
	}
	return x, nil // floor, ceil, abs, len
}

// argument reads what a function without brackets applies to: log n^2,
// log 2n, exp √n.
func (p *parser) argument(limit int) (*node, error) {
	t := p.peek(limit)
	if t.kind == tOpen {
		return p.group(limit)
	}
	if err := p.enter(t.pos); err != nil {
		return nil, err
	}
	defer p.leave()
	x, err := p.factor(limit)
	if x == nil || err != nil {
		return nil, err
	}
	if u := p.peek(limit); x.kind == kNumber && !u.space && u.kind == tWord && p.mathHere(u) {
		y, err := p.factor(limit)
		if y == nil || err != nil {
			return x, err
		}
		return &node{kind: kMultiply, kids: []*node{x, y}, pos: x.pos, end: y.end}, nil
	}
	return x, nil
}

// logarithm reads log n, log_2 n, log2(n), log^2 n, log* n.
func (p *parser) logarithm(limit int, name string, t token) (*node, error) {
	base := &node{kind: kNumber, num: 2, pos: t.pos, end: t.end}
	if t.text == "ln" {
		base.num = math.E
	}
	if p.isOperator(limit, "_") && p.i+1 < limit {
		p.i++
		b, err := p.atom(limit)
		if err != nil {
			return nil, err
		}
		if b == nil {
			return nil, nil
		}
		base = b
	} else if u := p.peek(limit); u.kind == tNumber && !u.space && (u.text == "2" || u.text == "10") && p.i+1 < limit && p.tokens[p.i+1].kind != tOperator {
		base.num = u.num
		p.i++
	}
	var power *node
	if p.isOperator(limit, "^") || p.isOperator(limit, "*") && !p.peek(limit).space {
		starred := p.isOperator(limit, "*")
		p.i++
		if starred || p.isOperator(limit, "*") {
			if !starred {
				p.i++
			}
			x, err := p.argument(limit)
			return wrap(kSlow, t, x), err
		}
		var err error
		symbol := &node{kind: kSymbol, name: t.text, pos: t.pos, end: t.end}
		if power, err = p.exponent(limit, symbol); err != nil {
			return nil, err
		}
	}
	x, err := p.argument(limit)
	if x == nil || err != nil {
		return nil, err
	}
	if base.kind == kNumber && (base.num <= 1 || math.IsInf(base.num, 0)) {
		return nil, p.errorf(base.pos, "", "a logarithm to base %s", formatFloat(base.num))
	}
	n := &node{kind: kLog, kids: []*node{x, base}, pos: t.pos, end: x.end}
	if name == "loglog" {
		n = &node{kind: kLog, kids: []*node{n, base}, pos: t.pos, end: x.end}
	}
	if power != nil {
		n = &node{kind: kPower, kids: []*node{n, power}, pos: t.pos, end: x.end}
	}
	return n, nil
}

// poly reads poly(L), poly(n, m), poly n and a poly that stands alone.
func (p *parser) poly(limit int, name string, t token) (*node, error) {
	n := &node{kind: kPoly, name: name, pos: t.pos, end: t.end}
	u := p.peek(limit)
	switch {
	case u.kind == tOpen && u.match == p.i+2 && (p.tokens[p.i+1].text == "*" || p.tokens[p.i+1].text == "."):
		p.i += 3 // poly(·)
	case u.kind == tOpen && !(p.inside == 0 && u.space):
		kids, err := p.list(limit, 8)
		if err != nil {
			return nil, err
		}
		n.kids = kids
	case u.kind == tWord && p.mathHere(u) && functions[u.text] == "" && boundNames[u.text] == "":
		x, err := p.symbol(limit)
		if err != nil {
			return nil, err
		}
		if x != nil {
			n.kids = []*node{x}
		}
	case name == "polylog" && p.inside == 0:
		return nil, nil
	}
	n.end = p.tokens[p.i-1].end
	return n, nil
}

// twoArguments reads \frac{a}{b}, \frac12, \binom{n}{k} and binom(n, k).
func (p *parser) twoArguments(limit int, name string, t token) (*node, error) {
	u := p.peek(limit)
	var kids []*node
	var err error
	if u.kind == tOpen && u.text == "(" {
		if kids, err = p.list(limit, 2); err != nil {
			return nil, err
		}
	} else {
		for range 2 {
			x, err := p.atom(limit)
			if err != nil {
				return nil, err
			}
			if x == nil {
				break
			}
			kids = append(kids, x)
		}
	}
	if len(kids) == 1 && u.kind == tNumber && len(u.text) == 2 && t.whole { // \frac32
		over, under := float64(u.text[0]-'0'), float64(u.text[1]-'0')
		kids = []*node{{kind: kNumber, num: over, pos: u.pos, end: u.end}, {kind: kNumber, num: under, pos: u.pos, end: u.end}}
	}
	if len(kids) != 2 {
		if u.kind == tEnd || len(kids) == 0 && p.inside == 0 {
			return nil, nil
		}
		return nil, p.errorf(t.pos, `write \`+name+`{a}{b}`, `\%s needs two arguments`, name)
	}
	kind := kDivide
	if name == "binom" {
		kind = kBinomial
	}
	return &node{kind: kind, kids: kids, pos: t.pos, end: kids[1].end}, nil
}

// fillers may stand between a growth word and "in n".
var fillers = set("time", "growth", "scaling", "cost", "complexity", "runtime", "running", "work", "effort", "blow-up", "blowup")

// articles may stand before a quantity.
var articles = set("the", "its", "a", "an", "system", "lattice", "total", "linear", "graph")

// growthWord reads "exponential in the side length", "polynomial of degree
// 3", "polynomial in n and exponential in tw".
func (p *parser) growthWord(limit int, word string) (*node, error) {
	t := p.peek(limit)
	if next := p.i + 1; next < limit && p.tokens[next].kind == tWord && notGrowthBefore[strings.ToLower(p.tokens[next].text)] && p.inside == 0 {
		return nil, nil
	}
	for i, words := p.i-1, 0; i >= 0 && words < 4 && p.inside == 0; i-- {
		if p.tokens[i].kind == tBreak && p.tokens[i].text != "-" && p.tokens[i].text != "'" || p.tokens[i].kind == tComma {
			break
		}
		if p.tokens[i].kind == tWord {
			if negations[strings.ToLower(p.tokens[i].text)] {
				return nil, nil
			}
			words++
		}
	}
	p.i++
	n := &node{kind: kGrowth, name: word, pos: t.pos, end: t.end}
	after := p.i
	for fillers[strings.ToLower(p.peek(limit).text)] && p.peek(limit).kind == tWord {
		p.i++
	}
	degree := false
	switch {
	case p.isWord(limit, "in"):
		p.i++
	case word == "polynomial" && p.isWord(limit, "of") && p.i+1 < limit && p.tokens[p.i+1].text == "degree":
		p.i += 2
		degree = true
	default:
		p.i = after
		return n, nil
	}
	x, err := p.quantity(limit)
	if err != nil {
		return nil, err
	}
	if x == nil {
		p.i = after
		return n, nil
	}
	n.end = x.end
	if degree {
		return &node{kind: kPower, kids: []*node{{kind: kSymbol, name: size, pos: t.pos, end: t.end}, x}, pos: t.pos, end: x.end}, nil
	}
	n.kids = []*node{x}
	if before := p.i; p.isWord(limit, "and", "times", "but") && p.i+1 < limit {
		p.i++
		if _, ok := growthWords[strings.ToLower(p.peek(limit).text)]; ok {
			if err := p.enter(t.pos); err != nil {
				return nil, err
			}
			m, err := p.growthWord(limit, strings.ToLower(p.peek(limit).text))
			p.leave()
			if err != nil {
				return nil, err
			}
			if m != nil {
				return &node{kind: kMultiply, kids: []*node{n, m}, pos: n.pos, end: m.end}, nil
			}
		}
		p.i = before
	}
	return n, nil
}

// quantity reads what a sentence says growth is in: n, √n, the side length,
// the number of spins.
func (p *parser) quantity(limit int) (*node, error) {
	for i := 0; i < 4 && p.peek(limit).kind == tWord && articles[strings.ToLower(p.peek(limit).text)]; i++ {
		p.i++
	}
	if p.isWord(limit, "number") && p.i+2 < limit && p.tokens[p.i+1].text == "of" {
		p.i += 2
		if strings.EqualFold(p.peek(limit).text, "the") {
			p.i++
		}
	}
	t := p.peek(limit)
	if noun := nouns[strings.ToLower(t.text)]; t.kind == tWord && noun != "" {
		p.i++
		if u := p.peek(limit); noun == "L" && u.kind == tWord && (u.text == "length" || u.text == "size") {
			p.i++
		}
		if noun == "size" { // "linear size" is the side, "system size" the number of sites
			noun = size
			for i := max(0, p.i-3); i < p.i; i++ {
				if p.tokens[i].text == "linear" || p.tokens[i].text == "lattice" {
					noun = "L"
				}
			}
		}
		return &node{kind: kSymbol, name: noun, pos: t.pos, end: t.end}, nil
	}
	n, err := p.factor(limit)
	if n == nil || err != nil || !p.isOperator(limit, "/") || p.i+1 >= limit || p.tokens[p.i+1].kind != tNumber {
		return n, err
	}
	d := p.tokens[p.i+1] // exponential in n/2
	p.i += 2
	return &node{kind: kDivide, kids: []*node{n, {kind: kNumber, num: d.num, pos: d.pos, end: d.end}}, pos: n.pos, end: d.end}, nil
}
