package tensor

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// readKet reads a bra or a ket; |01⟩ is |0⟩⊗|1⟩, a list of labels likewise.
func (e *engine) readKet(n *expr.Node) sum {
	kind := ketLetter
	if n.Op == expr.OpBra {
		kind = braLetter
	}
	var parts []*expr.Node
	for _, a := range n.Args {
		if a.Op == expr.OpList || a.Op == expr.OpTuple {
			parts = append(parts, a.Args...)
		} else {
			parts = append(parts, e.splitLabel(a)...)
		}
	}
	l := letter{kind: kind, parts: parts}
	l.head = e.partsKey(parts)
	return sum{{coef: intPoly(1), word: []letter{l}}}
}

// splitLabel takes a label of several digits or arrows apart.
func (e *engine) splitLabel(n *expr.Node) []*expr.Node {
	switch n.Op {
	case expr.OpText, expr.OpSymbol:
		var parts []*expr.Node
		for _, r := range n.Name {
			if !strings.ContainsRune("0123456789↑↓+-", r) {
				return []*expr.Node{n}
			}
			if r >= '0' && r <= '9' {
				parts = append(parts, e.pool.Int(int64(r-'0')))
			} else {
				parts = append(parts, e.pool.Symbol(string(r)))
			}
		}
		return parts
	case expr.OpMul:
		parts := make([]*expr.Node, 0, len(n.Args))
		for _, a := range n.Args {
			if a.Op != expr.OpSymbol || !strings.Contains(`\uparrow \downarrow \Uparrow \Downarrow + -`, a.Name) {
				return []*expr.Node{n}
			}
			parts = append(parts, a)
		}
		return parts
	default:
		return []*expr.Node{n}
	}
}

func (e *engine) partsKey(parts []*expr.Node) string {
	keys := make([]string, len(parts))
	for i, p := range parts {
		keys[i] = e.labelKey(p)
	}
	return strings.Join(keys, ",")
}

// labelKey describes one label; n + 1 and 1 + n are the same.
func (e *engine) labelKey(n *expr.Node) string {
	if n.Op == expr.OpSymbol || n.Op == expr.OpText {
		return e.symbolPoly(n).key()
	}
	if p, ok := e.readScalar(n); ok {
		return p.key()
	}
	return e.argKey(n)
}

// ketStep joins neighbouring kets, lets ladder operators act, and closes ⟨a|…|b⟩ to a
// number.
func (e *engine) ketStep(t term) (sum, bool) {
	for i := 1; i < len(t.word); i++ {
		if t.word[i].kind == ketLetter {
			if out, ok := e.ladder(t, i); ok {
				return out, true
			}
		}
	}
	for i := range t.word {
		l := t.word[i]
		if i+1 < len(t.word) && t.word[i+1].kind == l.kind && (l.kind == ketLetter || l.kind == braLetter) {
			l.parts = append(slices.Clone(l.parts), t.word[i+1].parts...)
			l.head = e.partsKey(l.parts)
			return sum{replaced(t, i, i+2, l)}, true
		}
		if l.kind != braLetter {
			continue
		}
		j := i + 1
		for j < len(t.word) && !t.word[j].barrier() {
			j++
		}
		if j == len(t.word) || t.word[j].kind != ketLetter {
			continue
		}
		return e.closedBraket(t, i, j), true
	}
	return nil, false
}

// ladder acts with a and a† of [a, a†] = 1 on a number state.
func (e *engine) ladder(t term, i int) (sum, bool) {
	a, ket := t.word[i-1], t.word[i]
	if a.kind != operatorLetter || len(a.idx) > 0 || len(ket.parts) != 1 {
		return nil, false
	}
	lower, raise := a, a
	lower.dag, raise.dag = false, true
	value, ok := e.bracket(lower, raise, false)
	if p, scalar := value.asScalar(); !ok || !scalar || p.key() != intPoly(1).key() {
		return nil, false
	}
	p, ok := e.readScalar(ket.parts[0])
	if !ok || !e.isOccupation(p) {
		return nil, false
	}
	c, to := p, p.plus(intPoly(-1))
	if a.dag {
		c = p.plus(intPoly(1))
		to = c
	}
	if len(c) == 0 {
		return nil, true
	}
	ket.parts = []*expr.Node{e.polyNode(to)}
	ket.head = to.key()
	u := replaced(t, i-1, i+1, ket)
	u.coef = e.times(u.coef, e.root(c, 2))
	return sum{u}, true
}

// isOccupation says that a label counts quanta: an integer, or n, m, k, N plus one.
func (e *engine) isOccupation(p poly) bool {
	for _, t := range p {
		if !t.c.isReal() || !t.c.re.IsInt() {
			return false
		}
		for _, w := range t.mono {
			n := e.atoms[w.atom].node
			if n == nil || n.Op != expr.OpSymbol || !slices.Contains([]string{"n", "m", "k", "N"}, stem(n.Name)) {
				return false
			}
		}
	}
	return true
}

// closedBraket makes ⟨a|W|b⟩ a number; its conjugate is ⟨b|W†|a⟩. Integer labels are
// orthonormal.
func (e *engine) closedBraket(t term, i, j int) sum {
	bra, ket, inner := t.word[i], t.word[j], t.word[i+1:j]
	if len(inner) == 0 && len(bra.parts) == len(ket.parts) {
		same, numbers := true, true
		for k := range bra.parts {
			a, b := bra.parts[k], ket.parts[k]
			numbers = numbers && a.Op == expr.OpNumber && b.Op == expr.OpNumber
			same = same && e.labelKey(a) == e.labelKey(b)
		}
		if same && e.normalized {
			return sum{replaced(t, i, j+1)}
		}
		if delta, ok := e.numberStates(bra, ket); ok {
			numbers, same = true, delta
		}
		if numbers {
			if !same {
				return nil
			}
			return sum{replaced(t, i, j+1)}
		}
	}
	for _, l := range inner {
		if len(l.idx) > 0 {
			e.fail("a matrix element of an operator with indices")
			return nil
		}
	}
	p := e.braketAtom(bra, inner, ket)
	u := replaced(t, i, j+1)
	u.coef = e.times(u.coef, p)
	return sum{u}
}

// numberStates says whether two labels that count quanta are the same; ok is false if they
// may or may not be.
func (e *engine) numberStates(bra, ket letter) (same, ok bool) {
	if len(bra.parts) != 1 || !e.hasLadder() {
		return false, false
	}
	p, okP := e.readScalar(bra.parts[0])
	q, okQ := e.readScalar(ket.parts[0])
	if !okP || !okQ || !e.isOccupation(p) || !e.isOccupation(q) {
		return false, false
	}
	c, ok := p.plus(q.scaled(gaussInt(-1))).constant()
	return ok && c.isZero(), ok
}

// hasLadder says that [a, a†] = 1 is declared.
func (e *engine) hasLadder() bool {
	for _, c := range e.commutators {
		if p, ok := c.value.asScalar(); ok && c.a.head == c.b.head && c.a.dag != c.b.dag && !c.anti && p.key() == intPoly(1).key() {
			return true
		}
	}
	return false
}

func (e *engine) braketAtom(bra letter, inner []letter, ket letter) poly {
	key := func(bra letter, w []letter, ket letter) string {
		words := make([]string, len(w))
		for i := range w {
			words[i] = w[i].headKey()
		}
		return "⟨" + bra.head + "|" + strings.Join(words, " ") + "|" + ket.head + "⟩"
	}
	flipped := make([]letter, 0, len(inner))
	for i := len(inner) - 1; i >= 0; i-- {
		flipped = append(flipped, e.conjugateLetter(inner[i]))
	}
	braOf, ketOf := ket, bra
	braOf.kind, ketOf.kind = braLetter, ketLetter
	k, c := key(bra, inner, ket), key(braOf, flipped, ketOf)
	e.spell(k, e.elementText(bra, inner, ket))
	e.spell(c, e.elementText(braOf, flipped, ketOf))
	i := e.atomOf(atom{kind: atomOpaque, key: k, node: e.pool.Symbol(k), real: k == c})
	if k != c {
		j := e.atomOf(atom{kind: atomOpaque, key: c, node: e.pool.Symbol(c)})
		e.atoms[i].conj, e.atoms[j].conj = j, i
	}
	return e.atomPoly(i)
}

// readExpectation is linear in what it can tell apart: numbers and other expectation
// values go out, letters stay in.
func (e *engine) readExpectation(n *expr.Node) sum {
	s := e.reduced(e.read(n))
	if e.err != nil {
		return nil
	}
	out := poly{}
	for _, t := range s {
		if len(t.factors) > 0 {
			e.fail("an expectation value of a tensor")
			return nil
		}
		words := make([]string, len(t.word))
		for i := range t.word {
			words[i] = t.word[i].headKey()
		}
		word := strings.Join(words, " ")
		for _, m := range t.coef.sorted() {
			var inside, outside monomial
			for _, w := range m.mono {
				a := &e.atoms[w.atom]
				if word == "" && (a.kind == atomSymbol || a.kind == atomDot || a.fn != "") {
					inside = append(inside, w)
				} else {
					outside = append(outside, w)
				}
			}
			p := poly{outside.key(): {outside, m.c}}
			if len(inside) > 0 || word != "" {
				key := "⟨" + word + inside.key() + "⟩"
				node := e.pool.Make(expr.OpExpectation, e.polyNode(poly{inside.key(): {inside, gaussInt(1)}}))
				if word != "" {
					node = e.pool.Symbol(key)
					if len(inside) == 0 {
						e.spell(key, "⟨"+e.wordText(t.word)+"⟩")
					}
				}
				p = e.times(p, e.atomPoly(e.atomOf(atom{kind: atomOpaque, key: key, node: node, real: word == ""})))
			}
			out = out.plus(p)
		}
	}
	return scalarSum(out)
}

// spell keeps how a reader writes what an atom is named by a key.
func (e *engine) spell(key, text string) {
	if e.readable == nil {
		e.readable = map[string]string{}
	}
	e.readable[key] = text
}

// elementText writes ⟨a|W|b⟩.
func (e *engine) elementText(bra letter, inner []letter, ket letter) string {
	left := strings.TrimSuffix(e.letterText(bra), "|")
	if len(inner) > 0 {
		left += "|" + e.wordText(inner)
	}
	return left + e.letterText(ket)
}

func (e *engine) wordText(w []letter) string {
	texts := make([]string, len(w))
	for i := range w {
		texts[i] = e.letterText(w[i])
	}
	return strings.Join(texts, " ")
}
