package latex

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// usage counts where a letter stands.
type usage struct{ up, low, other int }

// indexScan decides which letters are indices: see indices.
func (p *parser) indexScan() {
	if !p.mayHaveIndices() {
		return
	}
	p.index = map[string]bool{}
	p.vectors = map[string]bool{}
	use := map[string]*usage{}
	pauli := map[string]int{}
	var single [][2]string // head and index of scripts with one letter
	get := func(name string) *usage {
		u := use[name]
		if u == nil {
			u = &usage{}
			use[name] = u
		}
		return u
	}
	for i := 0; i < len(p.toks)-1; i++ {
		t := &p.toks[i]
		switch t.kind {
		case tSup, tSub:
			from, to, next := p.spanOfScript(i)
			head := p.headBefore(i)
			run := p.letterRun(from, to)
			if run == nil {
				_, run = p.labelledRun(head, t.kind == tSup, from, to)
			}
			if run == nil {
				continue
			}
			if t.kind == tSup && head == "T" && len(run) == 1 && len(run[0]) == 1 && run[0] >= "a" && run[0] <= "d" {
				if p.generators == nil {
					p.generators = map[string]int{}
				}
				p.generators[run[0]]++
			}
			if t.kind == tSup && head == `\sigma` && len(run) == 1 && run[0] >= "i" && run[0] <= "l" {
				pauli[run[0]]++
			}
			if len(run) == 1 && len(head) <= 4 && head != "" {
				single = append(single, [2]string{head, run[0]})
			}
			for _, name := range run {
				if t.kind == tSup {
					get(name).up++
				} else {
					get(name).low++
				}
			}
			p.indexRun(head, run, t.kind == tSup)
			i = next - 1
		case tLetter:
			get(t.name).other++
		default:
		}
	}
	p.use = use
	var lone []string // letters that are only ever superscripts
	for name, u := range use {
		free := (u.other == 0 || name == "i" || name == "e") && !p.declared(name)
		switch {
		case !free && !p.index[name]:
		case u.up > 0 && u.low > 0:
			p.index[name] = true
		case u.up > 0 && lorentz(name):
			lone = append(lone, name)
		}
	}
	for name, heads := range p.generators { // T^aT^b: generators, where there are two, or the letter has a partner
		if u := use[name]; heads > 0 && (u.up > 1 || len(p.generators) > 1) && u.other == 0 && !p.declared(name) {
			p.index[name] = true
		}
	}
	for name, heads := range pauli { // σ^iσ^j: Pauli matrices, where there are two
		if u := use[name]; (heads > 1 || len(pauli) > 1) && (u.other == 0 || name == "i") && !p.declared(name) {
			p.index[name] = true
		}
	}
	slices.Sort(lone)
	for _, name := range lone {
		// One x^\nu may be a power; p^\mu, or two such letters, are indices.
		if use[name].up > 1 || len(lone) > 1 || len(p.index) > 0 || name == `\mu` || p.choose("index "+name, "a superscript "+name+" is an index", "a superscript "+name+" is an exponent") == 0 {
			p.index[name] = true
		}
	}
	for name := range p.index {
		u := use[name]
		if u != nil && (u.other > 0 && name != "i" && name != "e" || p.declared(name)) {
			delete(p.index, name)
		}
	}
	for _, s := range single { // p beside p^\mu is a vector
		if p.index[s[1]] && lorentz(s[1]) && s[0] != "T" {
			p.vectors[s[0]] = true
		}
	}
	for i := range p.toks { // γ^0 or γ^μ: Dirac matrices
		if t := &p.toks[i]; t.kind == tLetter && t.name == `\gamma` {
			if n := p.at(i + 1); n.kind == tSup || n.kind == tSub {
				from, to, _ := p.spanOfScript(i + 1)
				run := p.letterRun(from, to)
				if len(run) == 1 && p.index[run[0]] || to == from+1 && p.diracNumber(n.kind == tSup, p.at(from).name) || !p.dirac && p.chiralWritten(i) {
					p.dirac = true
				}
			}
		}
	}
	if p.table.tensor(`\gamma`) {
		p.dirac = true
	}
}

// diracNumber: γ^0 and γ^1 are no powers; γ^5 and γ_5 are the chiral matrix where a signature
// or four dimensions are declared, and γ is no symbol.
func (p *parser) diracNumber(up bool, digit string) bool {
	return up && (digit == "0" || digit == "1") || digit == "5" && p.table.Spacetime && !p.declared(`\gamma`)
}

// mayHaveIndices: some script has a letter that could be an index. Most formulas have none, and
// are spared the bookkeeping.
func (p *parser) mayHaveIndices() bool {
	if p.table.Group != "" || len(p.table.Tensors) > 0 {
		return true
	}
	for i := range p.toks {
		if k := p.toks[i].kind; k != tSup && k != tSub {
			continue
		}
		from, to, _ := p.spanOfScript(i)
		greek, letters := 0, 0
		for k := from; k < to; k++ {
			switch t := p.at(k); t.kind {
			case tLetter:
				letters++
				if len(t.name) > 1 {
					greek++
				}
			case tSub, tSup, tPrime, tBraceOpen, tBraceClose, tNumber:
			default:
				letters = -1 << 20
			}
		}
		up := p.toks[i].kind == tSup
		if i > 0 && p.toks[i-1].name == `\gamma` || letters > 1 || letters == 1 && (up && (i == 0 || p.toks[i-1].name != "e") || greek == 1 && i > 0 && p.toks[i-1].kind == tCommand) {
			return true
		}
	}
	return false
}

// indexRun notes letters that are indices because of the head that carries them.
func (p *parser) indexRun(head string, run []string, up bool) {
	greek := true
	for _, n := range run {
		greek = greek && len(n) > 1 && n[0] == '\\'
	}
	yes := false
	switch {
	case head == "":
	case p.table.tensor(head):
		yes = true
	case len(run) >= 2 && greek:
		yes = true
	case len(run) >= 2 && isDeltaLike(head):
		yes = true
	case head == `\gamma` && greek && (up || len(run) == 1 && lorentz(run[0])):
		yes = true
	case (head == `\partial` || head == `\nabla`) && greek:
		yes = true
	case up && p.colourHead(head, run):
		yes = true
	}
	if yes {
		for _, n := range run {
			p.index[n] = true
		}
	}
}

func lorentz(name string) bool {
	return name == `\mu` || name == `\nu` || name == `\rho` || name == `\sigma`
}

// isDeltaLike: Kronecker's δ, Levi-Civita's ε, a flat metric.
func isDeltaLike(head string) bool {
	return head == `\delta` || head == `\epsilon` || head == `\varepsilon` || head == `\eta`
}

// letterRun is the letters of a script that has nothing but letters (with subscripts or primes) in it.
func (p *parser) letterRun(from, to int) []string {
	if from >= to || to-from > 24 {
		return nil
	}
	if t := p.at(to - 1); t.kind == tLetter && t.name == `\dagger` && to-from > 1 { // γ^{μ†}
		to--
	}
	var run []string
	for i := from; i < to; i++ {
		t := p.at(i)
		switch t.kind {
		case tLetter:
			if t.name == `\dagger` || t.name == `\top` || t.name == `\circ` || t.name == `\infty` || t.name == `\ast` || t.name == `\perp` || t.name == `\parallel` || t.name == `\star` || t.name == `\prime` {
				return nil
			}
			run = append(run, t.name)
		case tSub:
			a, b, next := p.spanOfScript(i)
			if len(run) == 0 || b-a != 1 {
				return nil
			}
			run[len(run)-1] = subscripted(run[len(run)-1], p.at(a).name)
			i = next - 1
		case tPrime:
			if len(run) == 0 {
				return nil
			}
			run[len(run)-1] += t.name
		default:
			return nil
		}
	}
	return run
}

// headBefore is the letter that carries the script at i, over other scripts; "" if it is
// not a plain letter.
func (p *parser) headBefore(i int) string {
	for k := i - 1; k >= max(0, i-48); k-- {
		switch t := &p.toks[k]; t.kind {
		case tLetter:
			if k > 0 && (p.toks[k-1].kind == tSup || p.toks[k-1].kind == tSub) {
				k--
				continue
			}
			return t.name
		case tCommand:
			if t.name == "partial" || t.name == "nabla" {
				return `\` + t.name
			}
			return ""
		case tBraceClose:
			open := p.openOf(k)
			if open > 0 && (p.toks[open-1].kind == tSup || p.toks[open-1].kind == tSub) {
				k = open - 1
				continue
			}
			if open == k-1 { // {} of R^a{}_b
				k = open
				continue
			}
			return ""
		default:
			return ""
		}
	}
	return ""
}

func (p *parser) openOf(i int) int {
	if p.opens == nil {
		p.opens = make(map[int]int)
		for k := range p.toks {
			if p.toks[k].kind == tBraceOpen {
				p.opens[int(p.toks[k].match)] = k
			}
		}
	}
	if k, ok := p.opens[i]; ok {
		return k
	}
	return -1
}

// indexed makes a tensor if the scripts of the name are indices.
func (p *parser) indexed(base string, scripts []script, primes string) (*expr.Node, bool, error) {
	found := false
	is := make([]bool, len(scripts))
	for k, sc := range scripts {
		is[k] = p.isIndexScript(base, sc)
		found = found || is[k]
	}
	p.powerOfLower(base, scripts, is)
	if !found {
		return nil, false, nil
	}
	name := base
	var slots []*expr.Node
	var power *expr.Node
	dagger := false
	for k, sc := range scripts {
		run := p.letterRun(sc.from, sc.to)
		if l, labelled := p.labelledRun(base, sc.up, sc.from, sc.to); is[k] && labelled != nil {
			name, run = subscripted(name, l), labelled
		}
		if t := p.at(sc.to - 1); is[k] && sc.up && sc.to > sc.from+1 && t.kind == tLetter && t.name == `\dagger` {
			dagger = true
		}
		if !is[k] && p.companionIndex(base, sc, run) {
			is[k] = true
		}
		switch {
		case is[k]:
			op := expr.OpLower
			if sc.up {
				op = expr.OpUpper
			}
			nodes, err := p.slotNodes(sc, run)
			if err != nil {
				return nil, true, err
			}
			for _, n := range nodes {
				slots = append(slots, p.pool.Make(op, n))
			}
		case !sc.up:
			l, ok := p.label(sc.from, sc.to)
			if !ok {
				return nil, true, p.errorAt(sc.from, "a subscript that is no label", "")
			}
			name = subscripted(name, l)
		default:
			if t := p.at(sc.from); t.kind == tLetter && t.name == `\dagger` && sc.to == sc.from+1 {
				dagger = true
				continue
			}
			e, err := p.exponent(sc.from, sc.to)
			if err != nil {
				return nil, true, err
			}
			power = e
		}
	}
	n := p.pool.Make(expr.OpIndexed, append([]*expr.Node{p.pool.Symbol(name + primes)}, slots...)...)
	if dagger {
		n = p.pool.Make(expr.OpDagger, n)
	}
	if power != nil {
		n = p.pool.Pow(n, power)
	}
	if t := p.peek(); t.kind == tOpen && t.name == "(" && t.match > 0 && t.space != spaceWide && (p.loneArgument(p.i) || functionLike(base)) && t.flags&hasRelation == 0 {
		args, err := p.callArgs() // the field A_\mu(x)
		if err != nil {
			return nil, true, err
		}
		n = p.pool.MakeNamed(expr.OpCall, name+primes, append([]*expr.Node{n}, args...)...)
	}
	n, err := p.postfix(n)
	return n, true, err
}

// companionIndex: beside an index, the letters of the other script are indices too: the a of
// F^a_{\mu\nu}, the α of \delta^\rho_\alpha. A label stays one if the letter has another use.
func (p *parser) companionIndex(base string, sc script, run []string) bool {
	if run == nil || sc.up && len(run) == 1 && run[0] == "T" {
		return false
	}
	for _, r := range run {
		if u := p.use[r]; !isDeltaLike(base) && u != nil && u.other > 0 || r == "e" {
			return false
		}
	}
	return true
}

// slotNodes are the indices of one script.
func (p *parser) slotNodes(sc script, run []string) ([]*expr.Node, error) {
	if run != nil {
		out := make([]*expr.Node, len(run))
		for i, r := range run {
			out[i] = p.pool.Symbol(r)
		}
		return out, nil
	}
	if t := p.at(sc.from); sc.to == sc.from+1 && t.kind == tNumber {
		out := make([]*expr.Node, 0, len(t.name))
		for _, d := range t.name {
			out = append(out, p.pool.Int(int64(d-'0')))
		}
		return out, nil
	}
	n, err := p.within(sc.from, sc.to, p.statements)
	if err != nil {
		return nil, err
	}
	if n.Op == expr.OpList {
		return n.Args, nil
	}
	return []*expr.Node{n}, nil
}

// isIndexScript reports whether a script carries indices.
func (p *parser) isIndexScript(base string, sc script) bool {
	if base == "e" || base == `\pi` && sc.up {
		if run := p.letterRun(sc.from, sc.to); run == nil || !p.index[run[0]] || base == "e" && sc.up {
			return false
		}
	}
	t := p.at(sc.from)
	if sc.digit != "" {
		return false
	}
	if base == `\gamma` && p.diracLetter(sc) {
		return true
	}
	if sc.to == sc.from+1 && t.kind == tNumber {
		digits := strings.Trim(t.name, "0123456789") == ""
		switch {
		case !digits:
			return false
		case isDeltaLike(base) && len(t.name) >= 2:
			return true
		case base == `\gamma` && p.dirac && len(t.name) == 1:
			return true
		}
		return p.table.tensor(base) && !sc.up
	}
	run := p.letterRun(sc.from, sc.to)
	if run == nil {
		_, run = p.labelledRun(base, sc.up, sc.from, sc.to)
	}
	if run == nil {
		return !sc.up && len(p.bound) > 0 && p.hasBound(sc)
	}
	all := true
	for _, r := range run {
		all = all && (p.index[r] || p.bound[r] > 0 && !sc.up)
	}
	if !all && len(run) > 1 { // the a of F^{a\mu\nu}
		some, free := false, true
		for _, r := range run {
			u := p.use[r]
			some = some || p.index[r]
			free = free && (u == nil || u.other == 0 || p.index[r]) && r != "e"
		}
		all = some && free
	}
	return all || p.table.tensor(base) || isDeltaLike(base) && len(run) >= 2 || sc.up && p.colourHead(base, run)
}

// colourHead: f^{abc} and d^{abc}, and T^a where a gauge group is declared.
func (p *parser) colourHead(head string, run []string) bool {
	structure := len(run) == 3 && (head == "f" || head == "d")
	if p.table.Group != "" {
		return structure || len(run) == 1 && (head == "T" || head == "t" || head == `\lambda`)
	}
	return structure && run[0] != run[1] && run[1] != run[2] && run[0] != run[2]
}

func (p *parser) hasBound(sc script) bool {
	for i := sc.from; i < sc.to; i++ {
		if t := p.at(i); t.kind == tLetter && p.bound[t.name] > 0 {
			return true
		}
	}
	return false
}

// kronecker reads \delta_{n,m+1} and \delta_{n0}.
func (p *parser) kronecker(sc script) (*expr.Node, bool, error) {
	comma, depth := -1, 0
	for i := sc.from; i < sc.to; i++ {
		switch t := p.at(i); t.kind {
		case tBraceOpen, tOpen:
			depth++
		case tBraceClose, tClose:
			depth--
		case tOp:
			if t.name == "," && depth == 0 {
				if comma >= 0 {
					return nil, false, nil
				}
				comma = i
			}
		default:
		}
	}
	var a, b *expr.Node
	var err error
	switch {
	case comma > sc.from && comma < sc.to-1:
		if a, err = p.within(sc.from, comma, p.additive); err == nil {
			b, err = p.within(comma+1, sc.to, p.additive)
		}
	case comma < 0 && sc.to == sc.from+2 && p.at(sc.from).kind == tLetter && p.at(sc.from+1).kind == tNumber:
		a, b = p.symbolNode(p.at(sc.from).name), p.literal(p.at(sc.from+1).name)
	default:
		return nil, false, nil
	}
	if err != nil {
		return nil, true, err
	}
	n, err := p.postfix(p.pool.Apply("kronecker", a, b))
	return n, true, err
}
