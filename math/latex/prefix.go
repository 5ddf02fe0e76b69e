package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// Prefix says what a d, a δ or a Δ directly before a letter is.
type Prefix uint8

// What dx may be.
const (
	PrefixOwn    Prefix = iota // the string itself must tell: Δ before two letters makes names
	PrefixFactor               // d times x
	PrefixName                 // the differential of x, one symbol
	PrefixEither               // two readings
)

// PrefixUse counts how a string uses d, δ or Δ.
type PrefixUse struct {
	Before []string // the letters, without repetition, that it stands directly before
	Marked bool     // a thin space, a dot or upright type sets it off: x\,dy, \mathbf F\cdot d\mathbf r
	Alone  bool     // it also stands where it can only be a factor or a term
	Term   bool     // it is a term of a sum, or the denominator: a quantity of its own
}

// PrefixLetters are the letters that make differentials, variations and differences.
var PrefixLetters = []string{"d", `\delta`, `\Delta`}

// mayHavePrefixes is false for strings that need no look.
func mayHavePrefixes(src string) bool {
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			k := i + 1
			for k < len(src) && isASCIILetter(src[k]) {
				k++
			}
			switch src[i+1 : k] {
			case "delta", "Delta":
				return true
			}
			i = max(k-1, i)
		case c == 'd':
			return true
		case c >= 0x80:
			return true
		}
	}
	return false
}

// PrefixUses scans a string for d, δ and Δ before letters; nil if there are none, or if the
// string cannot be read.
func PrefixUses(src string) map[string]*PrefixUse {
	if len(src) > maxBytes || !mayHavePrefixes(src) {
		return nil
	}
	p, err := newParser(expr.NewPool(), src, nil, nil)
	defer p.release()
	if err != nil {
		return nil
	}
	var uses map[string]*PrefixUse
	for i := 0; i < p.stop; i++ {
		t := p.at(i)
		switch t.kind {
		case tSub, tFont, tAccent: // labels, \mathbf d and \dot d are other letters
			_, _, next := p.spanOfScript(i)
			i = next - 1
			continue
		default:
		}
		if t.kind != tLetter || t.name != "d" && t.name != `\delta` && t.name != `\Delta` || p.operatorSign(i) {
			continue
		}
		if uses == nil {
			uses = map[string]*PrefixUse{}
		}
		u := uses[t.name]
		if u == nil {
			u = &PrefixUse{}
			uses[t.name] = u
		}
		p.usePrefix(u, i)
	}
	return uses
}

// usePrefix notes one use, of the token i.
func (p *parser) usePrefix(u *PrefixUse, i int) {
	t, next, before := p.at(i), p.at(i+1), p.at(i-1)
	marked := t.word || i > 0 && before.kind == tOp && before.name == "·" && next.kind == tFont ||
		t.name == "d" && i > 0 && (t.space == spaceThin && p.endsFactor(before) || before.kind == tOp && before.name == "·")
	switch {
	case p.prefixBefore(i):
		name := next.name
		if next.kind != tLetter {
			k := p.argEnd(i + 1)
			name, _ = p.nameIn(i+1, k)
		}
		for _, b := range u.Before {
			if b == name {
				name = ""
			}
		}
		if name != "" {
			u.Before = append(u.Before, name)
		}
		u.Marked = u.Marked || marked || p.relativeChange(i+1)
	case next.kind == tSub, next.kind == tPrime: // another name
	case t.name == "d" && next.kind == tFunc, t.name == "d" && p.appliedAt(i), t.name == `\delta` && next.kind == tOpen:
		u.Marked = u.Marked || marked && next.kind == tOpen
	case t.name == "d" && next.kind == tSup && p.measureAt(i): // d^3x
	default:
		u.Alone = true
		k := i + 1
		if next.kind == tSup {
			_, _, k = p.spanOfScript(i + 1)
		}
		u.Term = u.Term || p.isTerm(t.name, before, p.at(k), i, k)
	}
}

// relativeChange: the letter at k, after d, δ or Δ, is divided by itself, which only a change is.
func (p *parser) relativeChange(k int) bool {
	letter := p.at(k)
	over := p.at(k + 1)
	switch {
	case letter.kind != tLetter:
		return false
	case over.kind == tBraceClose && p.at(k+2).kind == tBraceOpen && p.at(k+4).kind == tBraceClose:
		over = p.at(k + 3)
	case over.kind == tOp && over.name == "/" && p.at(k+3).kind != tSub:
		over = p.at(k + 2)
	}
	return over.kind == tLetter && over.name == letter.name
}

// inlineDerivative reads d^2x/dt^2, after the d.
func (p *parser) inlineDerivative(start int) (*expr.Node, bool) {
	if p.peek().kind != tSup || p.frame != nil {
		return nil, false
	}
	order := func(i int) (from, next int) {
		a, b, k := p.spanOfScript(i)
		if b != a+1 || p.at(a).kind != tNumber || len(p.at(a).name) != 1 {
			return -1, k
		}
		return a, k
	}
	above, k := order(p.i)
	end := k
	for end < p.stop && end < k+12 && p.at(end).kind != tOp {
		end++
	}
	name, ok := p.nameIn(k, end)
	d := p.at(end + 1)
	if above < 0 || !ok || p.at(end).name != "/" || d.kind != tLetter || d.name != p.at(start).name || p.at(end+2).kind != tLetter || p.at(end+3).kind != tSup {
		return nil, false
	}
	below, next := order(end + 3)
	if below < 0 || p.at(below).name != p.at(above).name || next > p.stop {
		return nil, false
	}
	n := p.pool.MakeNamed(expr.OpDerivative, "total", p.symbolNode(p.table.synonym(name)), p.symbolNode(p.at(end+2).name), p.literal(p.at(above).name))
	p.i, p.off = next, 0
	return n, true
}

// endsFactor: the token is the end of a factor, and not a sign or an opening bracket.
func (p *parser) endsFactor(t *token) bool {
	switch t.kind {
	case tLetter, tNumber, tClose, tBraceClose, tText, tPrime:
		return true
	default:
		return false
	}
}

// operatorSign: the d of \frac{d}{dx}, d/dx and \frac{d^2}{dx^2}.
func (p *parser) operatorSign(i int) bool {
	k := i + 1
	if p.at(k).kind == tSup {
		_, _, k = p.spanOfScript(k)
	}
	if p.at(k).kind == tOp && p.at(k).name == "/" && p.at(k+1).kind == tLetter && p.at(k+1).name == p.at(i).name {
		return true
	}
	b := p.at(i - 1)
	if b.kind != tBraceOpen || b.match < 0 || p.at(int(b.match)+1).kind != tBraceOpen {
		return false
	}
	d := p.at(int(b.match) + 2)
	return d.kind == tLetter && d.name == p.at(i).name && p.prefixBefore(int(b.match)+2)
}

// isTerm: the letter, with a power up to token k, is a term of a sum; d also where it is the
// whole numerator or denominator, or has only a number before it.
func (p *parser) isTerm(name string, before, after *token, i, k int) bool {
	sign := func(t *token) bool {
		return t.kind == tOp && (t.name == "+" || t.name == "-" || t.name == "±" || t.name == "∓")
	}
	start := i == 0 || before.kind == tOpen || before.kind == tBraceOpen || before.kind == tOp && (isRelation(before.name) || before.name == ",")
	end := k >= p.stop || after.kind == tClose || after.kind == tBraceClose || after.kind == tOp && (isRelation(after.name) || after.name == ",")
	if name == "d" && before.kind == tNumber {
		start = start || i == 1 || p.at(i-2).kind != tSup && p.at(i-2).kind != tSub && !p.endsFactor(p.at(i-2))
	}
	switch {
	case sign(before) && i > 1 && (end || sign(after)), sign(after) && start:
		return true
	case name != "d":
		return false
	}
	fraction := before.kind == tBraceOpen && after.kind == tBraceClose || before.kind == tOp && before.name == "/"
	return fraction && (end || sign(after)) || before.kind == tNumber && start && end
}

// prefixBefore: the token after the d, δ or Δ at i is a letter that it may belong to.
func (p *parser) prefixBefore(i int) bool {
	t := p.at(i + 1)
	if i+1 >= p.stop || t.space >= spaceThin && !p.at(i).word {
		return false
	}
	switch t.kind {
	case tLetter:
		if t.name == p.at(i).name || t.name == `\infty` || t.name == `\pi` {
			return false
		}
		return t.name != "e" && t.name != "i" || p.declared(t.name)
	case tAccent:
		return t.name != `\slashed`
	case tFont:
		return true
	default:
		return false
	}
}

// appliedAt: d(xy), the differential of a product, a power or a sum of letters.
func (p *parser) appliedAt(i int) bool {
	o := p.at(i + 1)
	if o.kind != tOpen || o.name != "(" || o.match < 0 || o.space >= spaceThin || o.flags&(hasComma|hasRelation|hasBars1|hasBars2) != 0 {
		return false
	}
	letters := 0
	for k := i + 2; k < int(o.match); k++ {
		switch t := p.at(k); t.kind {
		case tLetter:
			if t.name == p.at(i).name {
				return false
			}
			letters++
		case tFunc:
			if t.name != "log" {
				return false
			}
		case tNumber, tSup, tSub, tPrime, tBraceOpen, tBraceClose, tOpen, tClose, tAccent, tFont:
		case tOp:
			if isRelation(t.name) {
				return false
			}
		case tCommand:
			if !isFrac(t.name) && t.name != "sqrt" {
				return false
			}
		default:
			return false
		}
	}
	return letters > 0
}

// measureAt: d^3x.
func (p *parser) measureAt(i int) bool {
	_, _, k := p.spanOfScript(i + 1)
	return k < p.stop && p.isVariableStart(k) && p.at(k).space < spaceThin
}

// asPrefix decides whether the d, δ or Δ at token i, before a letter, belongs to it.
func (p *parser) asPrefix(base string, i int) bool {
	if p.at(i).kind != tLetter || !p.prefixBefore(i) || p.declared(base) && !p.at(i).word {
		return false
	}
	if k, ok := p.table.function(p.at(i + 1).name); ok && k != "" {
		return false
	}
	return p.prefixChoice(base, p.at(i).word)
}

func (p *parser) prefixChoice(base string, upright bool) bool {
	mode := p.table.prefix(base)
	switch {
	case upright && mode != PrefixOwn, mode == PrefixName:
		return true
	case mode == PrefixEither:
		return p.choose("prefix "+base, base+" before a letter makes one symbol with it", base+" before a letter is a factor") == 0
	}
	return false
}

// prefixed reads the letter after d, δ or Δ as part of the name.
func (p *parser) prefixed(base string, start int) (string, error) {
	name, ok, err := p.baseName()
	if err != nil {
		return "", err
	}
	if !ok {
		return "", p.errorHere("a letter was expected after "+p.at(start).raw, "")
	}
	return PrefixedName(base, name, p.vectorName(name)), nil
}

// vectorName: a name in bold type, or of a declared vector.
func (p *parser) vectorName(name string) bool {
	if k, ok := p.table.symbol(name); ok {
		return k&Vector != 0
	}
	return !p.vectors[name] && p.vectorLike(p.pool.Symbol(name))
}

// PrefixedName is the name of dx, and of the differential of a vector in bold type.
func PrefixedName(prefix, name string, vector bool) string {
	sign := prefix
	if strings.HasPrefix(sign, `\`) {
		sign += " "
	}
	if !vector {
		return sign + name
	}
	for _, font := range []string{`\mathbf{`, `\boldsymbol{`, `\vec{`, `\bm{`} {
		if rest, ok := strings.CutPrefix(name, font); ok {
			return font + sign + rest
		}
	}
	return `\mathbf{` + sign + name + "}"
}

// CutPrefix takes the d, δ or Δ from a name that PrefixedName made.
func CutPrefix(name string) (prefix, rest string, ok bool) {
	font, inner := "", name
	for _, f := range []string{`\mathbf{`, `\boldsymbol{`, `\vec{`, `\bm{`} {
		if r, ok := strings.CutPrefix(name, f); ok {
			font, inner = f, r
		}
	}
	for _, p := range PrefixLetters {
		sign := p
		if strings.HasPrefix(sign, `\`) {
			sign += " "
		}
		if rest, ok := strings.CutPrefix(inner, sign); ok && rest != "" && rest[0] != '_' && rest[0] != '^' && rest[0] != '\'' && rest[0] != '}' {
			if font != "" && strings.HasPrefix(rest, `\hat{`) { // declared, or a unit vector
				return p, strings.TrimSuffix(rest, "}"), true
			}
			return p, font + rest, true
		}
	}
	return "", "", false
}

// appliedDifferential reads d(xy) as x dy + y dx.
func (p *parser) appliedDifferential(start int) (*expr.Node, bool, error) {
	t := p.at(start)
	next := p.peek()
	logarithm := next.kind == tFunc && next.name == "log"
	if t.kind != tLetter || p.declared("d") && !t.word || !logarithm && !p.appliedAt(start) || !p.prefixChoice("d", t.word) {
		return nil, false, nil
	}
	f, err := p.factor()
	if err != nil {
		return nil, true, err
	}
	var terms []*expr.Node
	for _, s := range expr.FreeSymbols(f) {
		if p.standsForConstant(s.Name) {
			continue
		}
		d := p.pool.Symbol(PrefixedName("d", s.Name, p.vectorName(s.Name)))
		terms = append(terms, p.pool.Mul(p.pool.MakeNamed(expr.OpDerivative, "partial", f, s, p.pool.Int(1)), d))
	}
	if len(terms) == 0 {
		return nil, true, p.errorAt(start, "the differential of a constant", "")
	}
	return p.sum(terms), true, nil
}

// standsForConstant: constants of nature, and what the table says is constant.
func (p *parser) standsForConstant(name string) bool {
	if p.table != nil && p.table.Constants[name] {
		return true
	}
	switch name {
	case "c", `\hbar`, "k_B", "N_A", `\epsilon_0`, `\mu_0`, `\varepsilon_0`:
		return !p.declared(name)
	}
	return false
}
