package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// item is one statement of a text, with what joined it to those before.
type item struct {
	join role
	node *expr.Node
	sign string // the sign of logic that joined it, or nothing
}

// document reads the whole string.
func (p *parser) document() (*expr.Node, error) {
	if p.stop == 0 {
		return nil, p.errorHere("nothing to read", "")
	}
	if n := p.onlyWords(); n != nil {
		return n, nil
	}
	if p.topOver >= 0 {
		return p.overGroup(0, p.stop, p.topOver)
	}
	return p.statements()
}

// statements reads up to the stop: formulas joined by commas, "or", "where" and the like.
func (p *parser) statements() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	items, err := p.leadingDefinitions()
	if err != nil {
		return nil, err
	}
	lead, err := p.leadIn()
	if err != nil {
		return nil, err
	}
	for p.op("⇒") || p.op("∴") {
		p.next()
	}
	p.skipSignature()
	if p.peek().kind == tOp && (p.op("=") || p.op("≈") || p.op("≡")) {
		p.next()
		p.warn("a leading relation sign was skipped")
	}
	join, sign := roleFirst, ""
	for {
		var n *expr.Node
		if join == roleWhere && p.parenthesisedDefinition() {
			n, err = p.group(p.i)
		} else {
			n, err = p.clause()
		}
		if err != nil {
			return nil, err
		}
		items = append(items, item{join, n, sign})
		sign = ""
		if t := p.peek(); t.kind == tOp && isLogic(t.name) {
			sign = t.name
		}
		p.skipCounted(n)
		next, dropped, err := p.separator(join == roleWhere && (isName(n) || defines(n)))
		dropped = dropped && !defines(n)
		if err != nil {
			return nil, err
		}
		if dropped {
			items = items[:len(items)-1]
			p.warn("the description of a symbol was skipped")
		}
		if next == roleEnd {
			break
		}
		if (join == roleWhere || join == roleIf) && (next == roleComma || next == roleAnd) {
			next = join
		}
		join = next
	}
	n, err := p.assemble(items)
	if err != nil || lead == "" {
		return n, err
	}
	return p.pool.MakeNamed(expr.OpRelation, lead, p.pool.MakeNamed(expr.OpText, ""), n), nil
}

// leadingDefinitions reads "with β = b:" before a formula.
func (p *parser) leadingDefinitions() ([]item, error) {
	t := p.peek()
	if t.kind != tText || !t.word || roleOf(t.name) != roleWhere {
		return nil, nil
	}
	end := p.i
	for depth := 0; end < p.stop; end++ {
		switch p.at(end).kind {
		case tBraceOpen, tOpen:
			depth++
		case tBraceClose, tClose:
			depth--
		default:
		}
		if depth == 0 && p.at(end).kind == tOp && p.at(end).name == ":" {
			break
		}
	}
	if end >= p.stop-1 {
		return nil, nil
	}
	var items []item
	from := p.i + 1
	n, err := p.within(from, end, p.statements)
	if err != nil {
		return nil, err
	}
	parts := []*expr.Node{n}
	if n.Op == expr.OpList || n.Op == expr.OpAnd {
		parts = n.Args
	}
	for _, d := range parts {
		if !defines(d) {
			return nil, p.errorAt(from, "not a definition", "")
		}
		items = append(items, item{roleWhere, d, ""})
	}
	p.i, p.off = end+1, 0
	return items, nil
}

func (p *parser) warn(s string) { p.warnings = append(p.warnings, s) }

// defines: an equation for a name, which words may describe: μ = … is the reduced mass.
func defines(n *expr.Node) bool {
	return n.Op == expr.OpRelation && (n.Name == expr.RelEqual || n.Name == expr.RelEquivalent) && isName(n.Args[0])
}

func isName(n *expr.Node) bool {
	switch n.Op {
	case expr.OpSymbol, expr.OpCall, expr.OpIndexed, expr.OpConstant:
		return true
	case expr.OpList, expr.OpTuple:
		for _, a := range n.Args {
			if !isName(a) {
				return false
			}
		}
		return true
	default:
	}
	return false
}

// separator reads what stands between two statements, up to the next one.
func (p *parser) separator(described bool) (join role, dropped bool, err error) {
	join = roleNone
	for {
		t := p.peek()
		switch {
		case t.kind == tEnd:
			return roleEnd, dropped, nil
		case t.kind == tOp && (t.name == "," || t.name == ";"):
			if b := p.at(p.i - 1); b.kind == tOp && (b.name == "," || b.name == ";") {
				return 0, false, p.errorHere("an empty entry", "")
			}
			join = max(join, roleComma)
		case t.kind == tOp && (t.name == "." || t.name == ":" && p.peekAt(1).kind == tEnd):
			join = max(join, roleComma)
		case t.kind == tOp && (t.name == "⇒" || t.name == "⇔" || t.name == "∧" || t.name == "∴"):
			join = max(join, roleSo)
		case t.kind == tOp && t.name == "∨":
			join = max(join, roleOr)
		case t.kind == tNewline:
			join = max(join, roleComma)
		case t.kind == tAmp:
		case t.kind == tText && t.word || t.kind == tText && roleOf(t.name) != roleUnknown:
			r := roleOf(t.name)
			if r == roleUnknown && introduces(t.name) {
				r = roleWhere
			}
			switch r {
			case roleUnknown:
				return 0, false, p.errorHere("these words are not understood", "")
			case roleDescription:
				if !described {
					return 0, false, p.errorHere("these words are not understood", "")
				}
				dropped = true
				if err := p.description(); err != nil {
					return 0, false, err
				}
				continue
			default:
			}
			join = max(join, r)
		case p.parenthesisedDefinition():
			if join == roleNone || join == roleComma {
				return roleWhere, dropped, nil
			}
			return join, dropped, nil
		case join == roleNone && t.space == spaceWide:
			return roleComma, dropped, nil
		case join == roleNone:
			return 0, false, p.errorHere("not understood here", p.hint(t))
		default:
			return join, dropped, nil
		}
		p.next()
	}
}

func (p *parser) hint(t *token) string {
	switch t.kind {
	case tClose:
		return "a closing delimiter without an opening one"
	case tNumber:
		return "two numbers side by side are no product"
	default:
	}
	return ""
}

// parenthesisedDefinition: "(ν = c/λ)" after a formula.
func (p *parser) parenthesisedDefinition() bool {
	t := p.peek()
	return t.kind == tOpen && t.name == "(" && t.match > 0 && t.flags&hasRelation != 0
}

// assemble joins the statements: definitions of the others, alternatives, or a list.
func (p *parser) assemble(items []item) (*expr.Node, error) {
	if len(items) == 0 {
		return nil, p.errorHere("nothing but words", "")
	}
	if n := p.logic(items); n != nil {
		return n, nil
	}
	var main, defs []*expr.Node
	join := roleNone
	for _, it := range items {
		switch it.join {
		case roleWhere, roleIf:
			if it.node.Op == expr.OpTuple || it.node.Op == expr.OpList {
				defs = append(defs, it.node.Args...)
			} else {
				defs = append(defs, it.node)
			}
		default:
			join = max(join, it.join)
			main = append(main, it.node)
		}
	}
	if len(main) == 0 {
		return nil, p.errorHere("a definition of nothing", "")
	}
	if join == roleComma || join == roleAnd && definesParts(main) {
		main, defs = p.splitDefinitions(main, defs)
		if len(main) == 1 {
			join = roleComma
		}
	}
	if first := main[0]; len(main) > 1 && first.Op == expr.OpRelation && first.Name == expr.RelEqual && (join == roleComma || join == roleAnd || join == roleOr) && noRelations(main[1:]) {
		// x = 1, 2 and x = 1 or 2
		op := expr.OpList
		if join == roleOr {
			op = expr.OpOr
		}
		values := p.pool.Make(op, append([]*expr.Node{first.Args[1]}, main[1:]...)...)
		main = []*expr.Node{p.pool.MakeNamed(expr.OpRelation, expr.RelEqual, first.Args[0], values)}
	}
	n := main[0]
	if len(main) > 1 {
		switch join {
		case roleOr:
			n = p.pool.Make(expr.OpOr, main...)
		case roleSo:
			n = p.pool.Make(expr.OpAnd, main...)
		case roleAnd:
			n = p.pool.Make(expr.OpList, main...)
			if allInequalities(main) { // x > 0 and x < 1 is one condition; x = 1 and x = 2 are two solutions
				n = p.pool.Make(expr.OpAnd, main...)
			}
		default:
			n = p.pool.Make(expr.OpList, main...)
		}
	}
	if len(defs) > 0 {
		n = p.pool.Make(expr.OpWhere, append([]*expr.Node{n}, defs...)...)
	}
	return n, nil
}

func allInequalities(nodes []*expr.Node) bool {
	for _, n := range nodes {
		switch {
		case n.Op == expr.OpAnd && allInequalities(n.Args):
		case n.Op == expr.OpRelation && (n.Name == expr.RelLess || n.Name == expr.RelLessEqual || n.Name == expr.RelGreater || n.Name == expr.RelGreaterEqual || n.Name == expr.RelNotEqual):
		default:
			return false
		}
	}
	return true
}

func noRelations(nodes []*expr.Node) bool {
	for _, n := range nodes {
		if n.Op == expr.OpRelation || n.Op == expr.OpAnd || n.Op == expr.OpOr || n.Op == expr.OpNot {
			return false
		}
	}
	return true
}

// splitDefinitions finds the definitions that no word announces: equations after an
// expression, or after an equation whose right side has the symbol they define.
func (p *parser) splitDefinitions(main, defs []*expr.Node) (rest, all []*expr.Node) {
	if len(main) < 2 || len(main) > 64 {
		return main, defs
	}
	isDef := func(n *expr.Node) bool {
		return n.Op == expr.OpRelation && (n.Name == expr.RelEqual || n.Name == expr.RelEquivalent)
	}
	for _, n := range main[1:] {
		if !isDef(n) {
			return main, defs
		}
	}
	if first := main[0]; first.Op == expr.OpRelation || first.Op == expr.OpAnd {
		value := first.Args[len(first.Args)-1]
		if first.Op == expr.OpAnd {
			value = value.Args[len(value.Args)-1]
		}
		for _, n := range main[1:] {
			if !p.uses(value, n.Args[0]) {
				return main, defs
			}
			value = p.pool.Add(value, n.Args[1])
		}
	}
	return main[:1], append(append([]*expr.Node{}, main[1:]...), defs...)
}

// definesParts: after an expression come equations for names in it only, as in β² and β = b.
func definesParts(main []*expr.Node) bool {
	for _, n := range main[1:] {
		if !defines(n) || !occurs(n.Args[0], main[0]) {
			return false
		}
	}
	return main[0].Op != expr.OpRelation && main[0].Op != expr.OpAnd
}

// uses reports whether a value has a defined name in it; r_\pm defines r_+ and r_-.
func (p *parser) uses(value, name *expr.Node) bool {
	if occurs(name, value) {
		return true
	}
	if name.Op != expr.OpSymbol {
		return false
	}
	for _, with := range [][2]string{{"{±}", "+"}, {"{±}", "-"}, {"{1,2}", "1"}, {"{1,2}", "2"}} {
		if s := strings.Replace(name.Name, with[0], with[1], 1); s != name.Name && occurs(p.pool.Symbol(s), value) {
			return true
		}
	}
	return false
}

// occurs reports whether part is a subexpression of n; in a pool that is one walk over
// nodes with larger identities.
func occurs(part, n *expr.Node) bool {
	seen := map[*expr.Node]bool{}
	var walk func(n *expr.Node) bool
	walk = func(n *expr.Node) bool {
		if n == part {
			return true
		}
		if n.ID < part.ID || seen[n] {
			return false
		}
		seen[n] = true
		for _, a := range n.Args {
			if walk(a) {
				return true
			}
		}
		return false
	}
	return walk(n)
}

// clause reads one formula: a chain of relations between expressions or sets.
func (p *parser) clause() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	p.clauseStart = p.i
	if p.accept("¬") {
		n, err := p.clause()
		if err != nil {
			return nil, err
		}
		return p.pool.Make(expr.OpNot, n), nil
	}
	left, err := p.setExpr()
	if err != nil {
		return nil, err
	}
	left = p.ratio(left)
	var chain []*expr.Node
	for {
		p.skipAlignment()
		t := p.peek()
		negated := false
		if t.kind == tOp && t.name == "not" {
			negated = true
			p.next()
			t = p.peek()
		}
		if t.kind != tOp || !isRelation(t.name) || t.name == "⇔" || t.name == "⇒" {
			break
		}
		p.next()
		if p.peek().kind == tAmp { // x &= y of an aligned environment
			p.next()
		}
		if p.peek().kind == tOp && p.op("=") && (t.name == "<" || t.name == ">") { // < = with a space
			return nil, p.errorHere("two relation signs", "")
		}
		right, err := p.setExpr()
		if err != nil {
			return nil, err
		}
		right = p.ratio(right)
		chain = append(chain, p.relation(t.name, negated, left, right))
		left = right
	}
	switch len(chain) {
	case 0:
		return left, nil
	case 1:
		return chain[0], nil
	}
	return p.pool.Make(expr.OpAnd, chain...), nil
}

// skipAlignment passes over & and \\ before a relation sign, as aligned equations have them.
func (p *parser) skipAlignment() {
	k := 0
	if p.peekAt(k).kind == tNewline {
		k++
	}
	if p.peekAt(k).kind == tAmp {
		k++
	}
	if k > 0 && p.isRelationAt(p.i+k) && p.i+k < p.stop {
		p.i += k
	}
}

// ratio reads 1:4 at the end of a statement as a quotient; 12:30 may be a time, 1:2:3 is none.
func (p *parser) ratio(n *expr.Node) *expr.Node {
	t := p.peekAt(1)
	if !isInteger(n) || p.peek().kind != tOp || p.peek().name != ":" || t.kind != tNumber || p.i+2 != p.stop ||
		len(t.name) == 2 || strings.Trim(t.name, "0123456789") != "" || strings.HasPrefix(t.name, "0") {
		return n
	}
	p.next()
	p.next()
	return p.pool.Div(n, p.literal(t.name))
}

func (p *parser) relation(op string, negated bool, a, b *expr.Node) *expr.Node {
	switch op {
	case "=":
		if negated {
			return p.pool.MakeNamed(expr.OpRelation, expr.RelNotEqual, a, b)
		}
	case "∈", "∉", "⊂", "⊆":
		b = p.asSet(b)
	}
	if op == "∉" {
		op, negated = "∈", true
	}
	n := p.pool.MakeNamed(expr.OpRelation, op, a, b)
	if negated {
		n = p.pool.Make(expr.OpNot, n)
	}
	return n
}

// asSet reads (a,b) as an interval where a set is expected.
func (p *parser) asSet(n *expr.Node) *expr.Node {
	if n.Op == expr.OpTuple && len(n.Args) == 2 {
		return p.pool.MakeNamed(expr.OpInterval, "()", n.Args...)
	}
	if n.Op == expr.OpCommutator {
		return p.pool.MakeNamed(expr.OpInterval, "[]", n.Args...)
	}
	return n
}

// setExpr reads unions, intersections and differences of sets, left to right.
func (p *parser) setExpr() (*expr.Node, error) {
	left, err := p.additive()
	if err != nil {
		return nil, err
	}
	for {
		op, ok := setOperator(p.peek())
		if p.minusSet([]*expr.Node{left}) {
			op, ok = expr.OpSetMinus, true
		}
		if !ok {
			return left, nil
		}
		sets := []*expr.Node{p.asSet(left)}
		for sign := p.peek().name; p.op(sign); {
			p.next()
			braces := p.peek().kind == tBraceOpen
			from := p.i
			n, err := p.additive()
			if err != nil {
				return nil, err
			}
			if braces && int(p.at(from).match) == p.i-1 && n.Op != expr.OpSet { // ℝ ∖ {1}
				n = p.asElements(n)
			}
			sets = append(sets, p.asSet(n))
			if op == expr.OpSetMinus {
				break
			}
		}
		left = p.pool.Make(op, sets...)
		if p.depth++; p.depth > maxDepth { // (A ∪ B) ∩ C ∪ … nests to the left
			return nil, p.errorHere("nested more deeply than any formula", "")
		}
		defer p.leave()
	}
}

// asElements is the set of what stands in braces without backslashes.
func (p *parser) asElements(n *expr.Node) *expr.Node {
	switch n.Op {
	case expr.OpList:
		return p.pool.Make(expr.OpSet, n.Args...)
	case expr.OpNumber, expr.OpSymbol, expr.OpConstant, expr.OpAdd, expr.OpMul, expr.OpPow, expr.OpApply, expr.OpPlusMinus:
		return p.pool.Make(expr.OpSet, n)
	default:
		return n
	}
}

// minusSet: the − of ℝ − \{1\}.
func (p *parser) minusSet(terms []*expr.Node) bool {
	next := p.peekAt(1)
	return len(terms) == 1 && terms[0].Op == expr.OpSymbol && strings.HasPrefix(terms[0].Name, `\mathbb{`) && p.op("-") && next.kind == tOpen && next.name == "{"
}

func setOperator(t *token) (expr.Op, bool) {
	if t.kind != tOp {
		return 0, false
	}
	switch t.name {
	case "∪":
		return expr.OpUnion, true
	case "∩":
		return expr.OpIntersection, true
	case "∖":
		return expr.OpSetMinus, true
	}
	return 0, false
}
