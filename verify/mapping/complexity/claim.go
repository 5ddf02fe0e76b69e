package complexity

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxText is the longest text that Parse reads, in bytes.
const MaxText = 8 << 10

// Env says how symbols grow: it maps a symbol to a formula in n, such as
// "L" to "n^{1/2}", "m" to "n" or "tw" to "1". The number of sites itself
// (n, N, V) needs no entry. Spellings of one quantity share an entry: L for
// \ell and "side length", m for E, |E| and "number of edges", tw for
// "treewidth". Symbols of the model (q, D, d, beta, J, …) are constants and
// all others are parameters, unless they have an entry here.
type Env map[string]string

// SquareLattice is the environment of a model on L × L sites with couplings
// between neighbours.
func SquareLattice() Env {
	side := "n^{1/2}"
	return Env{"L": side, "l": side, "W": side, "H": side, "width": side, "rows": side, "columns": side, "R": side, "m": "n"}
}

// BoundedDegree is the environment of a model with a fixed number of
// couplings at each site and no other length.
func BoundedDegree() Env { return Env{"m": "n"} }

// Claim is a complexity as it was read.
type Claim struct {
	Text      string `json:"text"`      // as given
	Formula   string `json:"formula"`   // the part of Text that was read
	Notation  string `json:"notation"`  // O, Θ, Ω, o, Õ, O*, or empty where none was written
	Canonical string `json:"canonical"` // O(…) in standard form; parsing it gives the same Growth
	Growth    Growth `json:"growth"`
	// Notes say what was assumed in reading.
	Notes []string `json:"notes,omitempty"`
	// Ambiguous lists what the text could also mean, with another growth.
	Ambiguous []Alternative `json:"ambiguous,omitempty"`
}

// Alternative is a reading that was not taken.
type Alternative struct {
	Formula   string `json:"formula"`
	Canonical string `json:"canonical"`
	Growth    Growth `json:"growth"`
	Why       string `json:"why"`
}

// Parse reads a complexity claim in a text. A formula in Landau's notation
// goes before one without it, and that before a claim in words. If several
// remain, the first that is about the total running time is read, and the
// others are listed as ambiguous unless they say the same.
//
// A logarithm without a base is to base 2, which matters in exponents only.
//
// The error is a [*SyntaxError] if the text cannot be read, and of another
// type if a formula in env cannot.
func Parse(text string, env Env) (Claim, error) {
	claim, err := parse(text, env)
	var syntax *SyntaxError
	if errors.As(err, &syntax) && syntax.Text == "" {
		syntax.Text = text
	}
	return claim, err
}

func parse(text string, env Env) (Claim, error) {
	values, err := env.values()
	if err != nil {
		return Claim{}, err
	}
	switch {
	case len(text) > MaxText:
		return Claim{}, &SyntaxError{Message: fmt.Sprintf("%d bytes are more than the %d that are read", len(text), MaxText), Hint: "give the bound alone"}
	case !utf8.ValidString(text):
		return Claim{}, &SyntaxError{Message: "the text is not valid UTF-8"}
	case strings.TrimSpace(text) == "":
		return Claim{}, &SyntaxError{Message: "the text is empty", Hint: `write a bound such as "O(n^3)"`}
	}
	r := &reader{text: text, tokens: lex(text)}
	r.scope = &scope{env: values, bindings: map[string]*node{}, fixed: map[string]bool{}, busy: map[string]bool{}, solved: map[string]value{}}
	return r.read()
}

// values evaluates the formulas of an environment, in sorted order so that
// errors do not depend on chance.
func (env Env) values() (map[string]value, error) {
	names := make([]string, 0, len(env))
	for name := range env {
		names = append(names, name)
	}
	slices.Sort(names)
	out := make(map[string]value, len(env))
	for _, name := range names {
		s := &scope{}
		p := newParser(lex(env[name]), s.knows)
		p.inside = 1
		n, err := p.sum(len(p.tokens) - 1)
		if err == nil && (n == nil || p.i != len(p.tokens)-1) {
			err = errors.New("not a formula")
		}
		var v value
		if err == nil {
			v, err = s.eval(n)
		}
		if err != nil {
			return nil, fmt.Errorf("complexity: environment: symbol %q: formula %q: %w", name, env[name], withoutType(err))
		}
		out[name] = v
	}
	return out, nil
}

// withoutType keeps an error in the environment from looking like one in the
// claim.
func withoutType(err error) error {
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		return errors.New(syntax.Message)
	}
	return err
}

// reader finds the claim among the formulas of a text.
type reader struct {
	text   string
	tokens []token
	scope  *scope
	parser *parser
	found  []candidate
	failed error // the first bound that could not be read

	equation *node // the right-hand side of an equation for n, such as L^2
}

// candidate is a formula in the text, from token first up to token last.
type candidate struct {
	node        *node
	first, last int
	rank        int
	aside       string // why it is not the claim: "memory", "a comparison", …
	perUnit     bool   // per iteration, per site
	total       bool
}

// The ranks of candidates.
const (
	rankSymbol = iota // a lone symbol, number or product of them
	rankWord          // "polynomial"
	rankMath          // 2^L
	rankBound         // O(2^L)
)

func (r *reader) read() (Claim, error) {
	r.collectFixed()
	r.parser = newParser(r.tokens, r.scope.knows)
	r.scan(0, len(r.tokens)-1)
	for i := 0; i < len(r.parser.remarks); i++ { // may grow while scanning
		from, to := r.parser.remarks[i][0], r.parser.remarks[i][1]
		if i < 8 {
			r.scanRemark(from, to)
		}
	}
	r.solveForSide()
	chosen, rest, err := r.choose()
	if err != nil {
		return Claim{}, err
	}
	bound := chosen.node
	if bound.kind == kBound && bound.name == smallO {
		bound = bound.kids[0] // o(n^2) as a claim is about n^2
	}
	v, err := r.evaluate(bound)
	if err != nil {
		return Claim{}, err
	}
	claim := Claim{Text: r.text, Formula: r.spell(chosen), Growth: growthOf(v)}
	claim.Canonical = "O(" + claim.Growth.Formula + ")"
	if chosen.node.kind == kBound {
		claim.Notation = chosen.node.name
	}
	r.note(&claim, chosen)
	r.alternatives(&claim, chosen, rest)
	return claim, nil
}

// collectFixed finds "fixed q", "constant width w", "k constant": symbols
// that the text says do not grow.
func (r *reader) collectFixed() {
	isFixed := func(i int) bool {
		if i < 0 || i >= len(r.tokens) || r.tokens[i].kind != tWord {
			return false
		}
		switch strings.ToLower(r.tokens[i].text) {
		case "fixed", "constant", "bounded", "const":
			return true
		}
		return false
	}
	for i, t := range r.tokens {
		if t.kind != tWord || t.text == size || !isMathWord(t.text) || proseLetters[t.text] || functions[t.text] != "" {
			continue
		}
		after := i + 1
		if after < len(r.tokens) && (r.tokens[after].text == "is" || r.tokens[after].kind == tRelation) {
			after++
		}
		if _, bound := boundNames[t.text]; !bound && canonicalName(t.text) != size && (isFixed(i-1) || isFixed(after)) {
			r.scope.fixed[t.text] = true
		}
	}
}

// scan collects the candidates and bindings between two tokens.
func (r *reader) scan(from, to int) {
	p := r.parser
	for i := from; i < to; {
		p.i, p.inside, p.nesting = i, 0, 0
		n, err := p.sum(to)
		if err != nil {
			if r.failed == nil {
				r.failed = err
			}
			i = max(p.i, i+1)
			continue
		}
		if n == nil || p.i <= i {
			i++
			continue
		}
		last := p.i
		if skip := r.relation(n, i, last, to); skip > 0 {
			i = skip
			continue
		}
		r.found = append(r.found, r.classify(n, i, last))
		r.addUp()
		i = last
	}
}

// addUp joins the last two candidates where the text adds them, with words in
// between: O(n^2) to build + O(n^3) to solve.
func (r *reader) addUp() {
	if len(r.found) < 2 {
		return
	}
	a, b := &r.found[len(r.found)-2], r.found[len(r.found)-1]
	before := r.tokens[max(b.first-1, 0)]
	plus := before.kind == tOperator && before.text == "+" || before.kind == tWord && before.text == "plus"
	if !plus || a.rank != rankBound || b.rank != rankBound || a.aside != b.aside {
		return
	}
	a.node = &node{kind: kAdd, kids: []*node{a.node, b.node}, pos: a.node.pos, end: b.node.end}
	a.last, a.perUnit, a.total = b.last, a.perUnit && b.perUnit, a.total || b.total
	r.found = r.found[:len(r.found)-1]
}

// scanRemark looks for bindings in a remark inside the brackets of a bound.
func (r *reader) scanRemark(from, to int) {
	found, failed := r.found, r.failed
	r.scan(from, to)
	r.found, r.failed = found, failed
}

// relation handles "T(n) = O(…)", "tw = 1", "n ≤ 12" and "w is the treewidth"
// after a formula n of the tokens [first, last). It returns where to go on,
// or 0 if the formula is a candidate of its own.
func (r *reader) relation(n *node, first, last, to int) int {
	if last >= to {
		return 0
	}
	t, next := r.tokens[last], last+1
	isWord := t.kind == tWord && (t.text == "is" || t.text == "equals" || t.text == "being" || t.text == "denotes")
	if t.kind != tRelation && !isWord {
		return 0
	}
	if r.tokens[first].kind == tWord && costNames[r.tokens[first].text] && (n.kind == kSymbol || n.kind == kMultiply && len(n.kids) == 2 && n.kids[0].kind == kSymbol) && t.text != "<" && !isWord {
		return next // T(n) = …, log T = …: what follows is the claim
	}
	if n.kind != kSymbol && n.kind != kNumber {
		if t.text == "=" && n.kind == kMultiply && !hasBound(n) && next < to && r.tokens[next].kind == tWord && canonicalName(r.tokens[next].text) == size {
			return next // L × L = n
		}
		return 0
	}
	p := r.parser
	p.i, p.inside, p.nesting = next, 0, 0
	start := p.i
	rhs, err := p.quantity(to)
	if err == nil && rhs != nil {
		p.i = start
		if full, fullErr := p.sum(to); fullErr == nil && full != nil {
			rhs = full
		} else if _, err = p.quantity(to); err != nil {
			return next
		}
	}
	if err != nil || rhs == nil {
		if isWord {
			return 0
		}
		return next
	}
	end := p.i
	for end+1 < to && r.tokens[end].kind == tRelation { // w ≈ tw ≈ n/6, L = √n = 8
		p.i, p.inside, p.nesting = end+1, 0, 0
		more, err := p.sum(to)
		if err != nil || more == nil {
			break
		}
		end = p.i
		if more.kind != kNumber {
			rhs = more
		}
	}
	if n.kind == kSymbol && t.text != ">" && t.text != "≠" {
		r.bind(n.name, rhs, t.text == "<")
	}
	return end
}

// bind records what the text says a symbol is.
func (r *reader) bind(name string, rhs *node, bound bool) {
	if _, ok := r.scope.env[canonicalName(name)]; ok && rhs.kind == kSymbol && canonicalName(rhs.name) == canonicalName(name) {
		return
	}
	if rhs.kind == kSymbol && rhs.name == name {
		return
	}
	if canonicalName(name) == size {
		// n ≤ 12 is a condition, n = L^2 an equation for L; only "n is the
		// side" changes the meaning of n.
		if rhs.kind == kSymbol && canonicalName(rhs.name) == "L" && !bound {
			if _, ok := r.scope.env["L"]; ok {
				r.scope.bindings[name] = rhs
				r.scope.notef("the text takes %s for the linear size", name)
			}
			return
		}
		if !bound && r.scope.bindings[name] == nil && name != size {
			if v, err := (&scope{}).eval(rhs); err == nil && v.onlySize() {
				if _, isNumber := v.isConstant(); !isNumber && rhs.kind != kSymbol {
					r.scope.bindings[name] = rhs // N = n^2
					return
				}
			}
		}
		if !bound {
			r.equation = rhs
		}
		return
	}
	if _, ok := r.scope.lookup(name); ok {
		return // the caller knows better
	}
	if r.scope.bindings[name] == nil {
		r.scope.bindings[name] = rhs
	}
}

// solveForSide uses n = L^2 for an L that nobody defines.
func (r *reader) solveForSide() {
	if r.equation == nil {
		return
	}
	v, err := r.scope.eval(r.equation)
	if err != nil || v.tower || len(v.sum) != 1 {
		return
	}
	m, ok := v.sum[0].asMonomial()
	if !ok || len(m) != 1 || m[0].rung.name == size || m[0].rung.depth != 0 || !m[0].exp.Known() || m[0].exp.Min <= 0 {
		return
	}
	r.scope.solved[m[0].rung.name] = variable(size).constantPower(exactly(1 / m[0].exp.Min))
	r.scope.notef("%s was read as n^{%s}, from the equation for n in the text", m[0].rung.name, fraction(1/m[0].exp.Min))
}

var (
	memoryWords     = set("memory", "space", "storage", "ram", "bytes", "qubits")
	memoryBefore    = set("memory", "space", "storage")
	objectWords     = set("lattice", "lattices", "grid", "grids", "torus", "matrix", "matrices", "determinant", "spins", "sites", "states", "configurations", "array", "arrays", "system", "systems", "blocks", "vector", "table", "tables", "entries")
	comparisonWords = set("vs", "versus", "than", "instead", "naive", "naively", "compared", "unlike", "beats", "not", "from", "brute", "over")
	totalWords      = set("total", "overall", "altogether")
)

// classify ranks a formula and looks at the words around it.
func (r *reader) classify(n *node, first, last int) candidate {
	c := candidate{node: n, first: first, last: last, rank: rankMath}
	switch {
	case hasBound(n):
		c.rank = rankBound
	case n.kind == kGrowth || n.kind == kMultiply && n.kids[0].kind == kGrowth:
		c.rank = rankWord
	case isPlain(n):
		c.rank = rankSymbol
	}
	after, before := r.wordsAfter(last, 3), r.wordsBefore(first, 3)
	if len(after) > 0 {
		switch {
		case memoryWords[after[0]], len(after) > 1 && (after[0] == "of" || after[0] == "additional" || after[0] == "extra") && memoryWords[after[1]]:
			c.aside = "memory"
		case (objectWords[after[0]] || after[0] == "x" || after[0] == "by") && c.rank < rankBound:
			c.aside = "the size of an object"
		case after[0] == "naive" || after[0] == "naively":
			c.aside = "a comparison"
		case after[0] == "per" && len(after) > 1, after[0] == "each":
			c.perUnit = true
		case totalWords[after[0]] || len(after) > 1 && (after[0] == "in" || after[0] == "time") && totalWords[after[1]]:
			c.total = true
		}
	}
	for i, w := range before {
		switch {
		case i == 0 && memoryBefore[w]:
			c.aside = "memory"
		case totalWords[w]:
			c.total = true
		case i < 2 && w == "size" && c.rank < rankBound:
			c.aside = "the size of an object"
		case i < 2 && comparisonWords[w] && c.aside == "":
			c.aside = "a comparison"
		}
	}
	return c
}

// wordsAfter gives up to k words that follow token i in the same phrase.
func (r *reader) wordsAfter(i, k int) []string {
	var out []string
	for ; i < len(r.tokens) && len(out) < k; i++ {
		t := r.tokens[i]
		if t.kind == tWord {
			out = append(out, strings.ToLower(t.text))
		} else if t.kind != tBreak || !strings.Contains("$-`", t.text) {
			break
		}
	}
	return out
}

// wordsBefore gives up to k words that precede token i, the nearest first.
func (r *reader) wordsBefore(i, k int) []string {
	var out []string
	for i--; i >= 0 && len(out) < k; i-- {
		t := r.tokens[i]
		if t.kind == tWord {
			out = append(out, strings.ToLower(t.text))
		} else if t.kind != tBreak || !strings.Contains("$-`:", t.text) {
			break
		}
	}
	return out
}

// isPlain reports whether a formula is no more than n, 16 or 4 n: as likely
// the size of something as a claim.
func isPlain(n *node) bool {
	switch n.kind {
	case kSymbol, kNumber:
		return true
	case kMultiply:
		return !slices.ContainsFunc(n.kids, func(k *node) bool { return !isPlain(k) })
	default:
		return false
	}
}

func hasBound(n *node) bool {
	return n.kind == kBound || slices.ContainsFunc(n.kids, hasBound)
}

// choose picks the candidate that is the claim, and those that rival it.
func (r *reader) choose() (chosen candidate, rest []candidate, err error) {
	best := -1
	for _, c := range r.found {
		if c.aside == "" || c.rank == rankBound {
			best = max(best, c.rank)
		}
	}
	if r.failed != nil && best < rankBound {
		return candidate{}, nil, r.failed
	}
	if best == rankSymbol && !r.bare() {
		best = -1
	}
	if best < 0 {
		return candidate{}, nil, r.nothing()
	}
	for _, c := range r.found {
		if c.rank == best {
			rest = append(rest, c)
		}
	}
	at := 0
	for i := range rest {
		if rest[i].merit() > rest[at].merit() {
			at = i
		}
	}
	chosen = rest[at]
	return chosen, slices.Delete(rest, at, at+1), nil
}

// merit orders candidates of one rank; equals keep their order in the text.
func (c candidate) merit() int {
	switch {
	case c.aside != "":
		return 0
	case c.total:
		return 3
	case c.perUnit:
		return 1
	}
	return 2
}

// frame are the words that may stand around a claim that is a lone symbol.
var frame = set("order", "of", "the", "on", "time", "steps", "operations", "scales", "scaling", "as", "like", "grows", "is", "in", "runtime", "complexity", "cost", "about", "roughly", "it", "running", "takes", "needs")

// bare reports whether nothing but one symbol is claimed.
func (r *reader) bare() bool {
	if len(r.found) != 1 {
		return false
	}
	for i, t := range r.tokens {
		inside := i >= r.found[0].first && i < r.found[0].last
		if !inside && (t.kind == tWord && !frame[strings.ToLower(t.text)] || t.kind == tOperator || t.kind == tUnknown) {
			return false
		}
	}
	n := r.found[0].node
	return n.kind != kSymbol || r.scope.knows(n.name) || canonicalName(n.name) == size
}

// nothing explains a text without a claim.
func (r *reader) nothing() error {
	e := &SyntaxError{Message: "there is no bound in the text", Hint: `write a bound such as "O(n^3)" or "O(n 2^{\sqrt n})"`}
	for _, t := range r.tokens {
		switch word := strings.ToLower(t.text); {
		case t.kind == tUnknown:
			e.Pos, e.Message = t.pos, fmt.Sprintf("%s is not part of the notation read here", t.text)
			return e
		case word == "hard" || word == "complete" || word == "np" || word == "bqp":
			e.Pos, e.Message = t.pos, "a class of problems is not a running time"
			return e
		case word == "efficient" || word == "intractable" || word == "tractable":
			e.Pos, e.Message = t.pos, fmt.Sprintf("%q says nothing about how the time grows", t.text)
			return e
		}
	}
	return e
}

func (r *reader) evaluate(n *node) (value, error) {
	v, err := r.scope.eval(n)
	if err != nil {
		return value{}, err
	}
	if v.negative() {
		return value{}, &SyntaxError{Pos: n.pos, Message: "the bound is negative for large n"}
	}
	return v, nil
}

func (r *reader) spell(c candidate) string {
	from, to := r.tokens[c.first].pos, c.node.end
	for i := c.first; i < c.last; i++ {
		to = max(to, r.tokens[i].end)
	}
	return strings.TrimSpace(r.text[from:min(to, len(r.text))])
}

// note collects what was assumed for the claim that was read.
func (r *reader) note(claim *Claim, c candidate) {
	notes := slices.Concat(r.parser.notes, r.scope.notes)
	if used := r.scope.usedConstants; len(used) > 0 {
		used = slices.Clone(used)
		slices.Sort(used)
		notes = append(notes, fmt.Sprintf("read as constant: %s", strings.Join(slices.Compact(used), ", ")))
	}
	for _, name := range claim.Growth.Parameters {
		notes = append(notes, fmt.Sprintf("%s is a parameter: nothing says how it grows with n", name))
	}
	switch claim.Notation {
	case omegaB:
		notes = append(notes, "Ω is a lower bound; it was read as the growth that is claimed")
	case smallO:
		notes = append(notes, "o is a strict bound; it was read as the growth that it stays below")
	}
	if c.perUnit {
		notes = append(notes, fmt.Sprintf("the text says %q; the number of repetitions is not part of the bound", strings.Join(r.wordsAfter(c.last, 2), " ")))
	}
	if c.aside != "" {
		notes = append(notes, "the text seems to speak of "+c.aside)
	}
	if len(claim.Growth.Terms) > 0 && claim.Growth.Terms[0].Coef.Max < 0 {
		notes = append(notes, "the bound goes to 0 for large n; it was read as constant time")
	}
	for _, n := range notes {
		if !slices.Contains(claim.Notes, n) {
			claim.Notes = append(claim.Notes, n)
		}
	}
}

// maxAlternatives bounds what is listed of a text full of bounds.
const maxAlternatives = 8

// alternatives lists the readings not taken whose growth differs.
func (r *reader) alternatives(claim *Claim, chosen candidate, rest []candidate) {
	seen := []string{claim.Growth.Formula}
	add := func(formula, why string, v value) {
		g := growthOf(v)
		if len(claim.Ambiguous) == maxAlternatives || slices.Contains(seen, g.Formula) {
			return
		}
		seen = append(seen, g.Formula)
		claim.Ambiguous = append(claim.Ambiguous, Alternative{Formula: formula, Canonical: "O(" + g.Formula + ")", Growth: g, Why: why})
	}
	for _, c := range rest {
		v, err := r.evaluate(c.node)
		if err != nil {
			continue // no reading at all, hence no rival
		}
		switch {
		case c.aside != "":
			continue // it is about memory, or what the claim is compared with
		case c.perUnit && !chosen.perUnit:
			continue
		}
		add(r.spell(c), "the text has more than one bound", v)
	}
	if r.parser.sawFraction {
		p := newParser(r.tokens, r.scope.knows)
		p.i, p.fractions = chosen.first, true
		n, err := p.sum(len(r.tokens) - 1)
		if err != nil || n == nil {
			return
		}
		if v, err := r.evaluate(n); err == nil {
			add(r.spell(chosen), "the number after / may belong to the exponent", v)
		}
	}
}

func shortenText(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
