package tensor

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// names is what the letters of both sides stand for, as far as their use tells.
type names struct {
	vectors   map[string]space // contracted, dotted, crossed, slashed, bold
	fields    map[string]bool  // differentiated
	operators map[string]bool
	spinors   map[string]bool
	uses      map[string]bool // every symbol
	greek     bool            // there are Greek indices
	latin     bool
	pauli     bool
	states    bool // there are bras or kets
	chiral    bool // γ⁵ occurs
	covariant bool // ∇_μ occurs
	dirac     bool // there are γ matrices or slashed vectors
	objects   bool // there is anything for this package at all
	beyond    bool // … that is not a three-vector
	epsilon   [spaceCount]int
	entries   map[string]bool // i and j of T^a_{ij}
	carried   map[string]bool // indices of anything but δ and the matrix entries of T

	held       map[string]bool // letters under a derivative that are read as constants
	conjugated map[string]bool // fields whose conjugates were read as themselves
	time       bool            // there is a derivative by t
	heldMetric bool            // a metric is differentiated
	loose      map[string]bool // vectors in a product under a derivative, that are read as fields
}

var greekLetters = map[string]bool{
	`\alpha`: true, `\beta`: true, `\gamma`: true, `\delta`: true, `\epsilon`: true, `\varepsilon`: true, `\zeta`: true,
	`\eta`: true, `\theta`: true, `\iota`: true, `\kappa`: true, `\lambda`: true, `\mu`: true, `\nu`: true, `\xi`: true,
	`\pi`: true, `\rho`: true, `\sigma`: true, `\tau`: true, `\upsilon`: true, `\phi`: true, `\chi`: true, `\psi`: true,
	`\omega`: true, `\varphi`: true, `\vartheta`: true, `\varrho`: true, `\varsigma`: true, `\Gamma`: true, `\Lambda`: true,
	`\Sigma`: true, `\Omega`: true, `\Delta`: true,
}

// stem is a name without subscript and primes.
func stem(name string) string {
	if i := strings.IndexAny(name, "_'^"); i > 0 {
		name = name[:i]
	}
	return name
}

func (e *engine) indexSpace(name string) space {
	switch {
	case greekLetters[stem(name)] || e.latinWorld:
		return lorentz
	case e.names.entries[name]:
		return fundamental
	case e.ctx.Group != "" && middleLetter(name) && !e.names.carried[name]:
		// δ_{ii} alone does not say whether it counts colours or generators.
		e.latinUnsure = true
		if e.fundamental {
			return fundamental
		}
		return adjoint
	case e.ctx.Group != "":
		return adjoint
	}
	return euclid
}

// middleLetter reports whether a letter commonly counts colours: i, j, k, l, m, n.
func middleLetter(name string) bool { return len(name) == 1 && name >= "i" && name <= "n" }

func isBold(name string) bool {
	for _, p := range []string{`\mathbf`, `\boldsymbol`, `\vec`, `\bm`, `\overrightarrow`} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return strings.HasPrefix(name, `\hat{\mathbf`) || strings.HasPrefix(name, `\dot{\mathbf`) ||
		strings.HasPrefix(name, `\dot{\boldsymbol`) || strings.HasPrefix(name, `\hat{\boldsymbol`)
}

// unaccented is the letter under \bar, \vec, \mathbf, …
func unaccented(name string) string {
	for {
		i := strings.IndexByte(name, '{')
		if !strings.HasPrefix(name, `\`) || i < 0 || !strings.HasSuffix(name, "}") || strings.ContainsAny(name[:i], "_^") {
			break
		}
		name = name[i+1 : len(name)-1]
	}
	for _, p := range []string{`\mathbf `, `\vec `, `\boldsymbol `, `\bar `, `\hat `} {
		name = strings.TrimPrefix(name, p)
	}
	return name
}

func isBar(name string) bool {
	return strings.HasPrefix(name, `\bar`) || strings.HasPrefix(name, `\overline`)
}

func isPauliVector(name string) bool {
	return unaccented(name) == `\sigma` && name != `\sigma`
}

// scan collects the names of an expression.
func (e *engine) scan(n *expr.Node, seen map[*expr.Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	e.scanOne(n)
	for i, a := range n.Args {
		if n.Op == expr.OpIndexed && (i > 0 || a.Op == expr.OpSymbol) {
			continue
		}
		e.scan(a, seen)
	}
}

// found notes an object that is no number and no three-vector.
func (w *names) found() { w.objects, w.beyond = true, true }

func (e *engine) scanOne(n *expr.Node) {
	w := &e.names
	switch n.Op {
	case expr.OpSymbol:
		w.uses[n.Name] = true
		w.chiral = w.chiral || strings.HasPrefix(n.Name, `\gamma`) && strings.Trim(n.Name[6:], "_^{}") == "5"
		if e.ctx.Vectors[n.Name] || isBold(n.Name) {
			w.objects = true
			e.addVector(n)
		}
		if e.ctx.Operators[n.Name] || e.ctx.Matrices[n.Name] {
			w.operators[n.Name] = true
		}
		w.pauli = w.pauli || e.pauli(n.Name) > 0 || isPauliVector(n.Name)
		if w.operators[n.Name] || e.pauli(n.Name) > 0 || isPauliVector(n.Name) {
			w.found()
		}
	case expr.OpCall:
		if e.ctx.Operators[n.Name] {
			w.operators[n.Name] = true
			w.found()
		}
	case expr.OpIndexed:
		w.found()
		w.noteCovariant(n)
		e.scanIndexed(n)
	case expr.OpPow:
		if n.Args[0].Op == expr.OpSymbol && n.Args[0].Name == `\gamma` && isFive(n.Args[1]) {
			w.chiral = true
			if w.dirac {
				w.found()
			}
		}
	case expr.OpDot, expr.OpCross:
		w.objects = true
		for _, a := range n.Args {
			e.addVectorsOf(a)
		}
		if n.Args[0].Op == expr.OpNabla {
			e.addFieldsOf(n.Args[1], true)
		}
	case expr.OpSlashed:
		w.found()
		w.dirac = true
		e.addVectorsOf(n.Args[0])
	case expr.OpPartial:
		w.found()
		w.time = w.time || len(n.Args) == 1 && n.Args[0].Op == expr.OpSymbol && n.Args[0].Name == "t"
	case expr.OpCommutator, expr.OpAnticommutator:
		w.found()
		if len(e.ctx.Commutators) == 0 && len(e.ctx.Operators) == 0 {
			for _, a := range n.Args {
				e.addOperatorsOf(a)
			}
		}
	case expr.OpDagger:
		w.found()
		e.addOperatorsOf(n.Args[0])
	case expr.OpBra, expr.OpKet:
		w.found()
		w.states = true
	case expr.OpExpectation, expr.OpTensorProduct, expr.OpDirectSum:
		w.found()
	case expr.OpMul:
		e.scanMatrixElement(n)
		for i, f := range n.Args {
			if i+1 < len(n.Args) && (isDerivative(f) || dangles(f)) {
				w.found()
				j := i + 1
				for j+1 < len(n.Args) && isDerivative(n.Args[j]) {
					j++
				}
				e.addOperandsOf(n.Args[j:])
			}
		}
	case expr.OpDerivative:
		e.addFieldsOf(n.Args[0], true)
		w.time = w.time || len(n.Args) > 1 && n.Args[1].Op == expr.OpSymbol && n.Args[1].Name == "t"
		for i := 1; i+1 < len(n.Args); i += 2 {
			if _, ok := coordinateIndex(n.Args[i], n.Args[i+1]); ok {
				w.found()
				w.greek = true
			}
		}
	case expr.OpApply:
		if n.Name == "tr" || n.Name == "dim" || n.Name == "time_ordered" || n.Name == "normal_ordered" {
			w.found()
		}
		if (n.Name == "tr" || n.Name == "det") && e.ctx.Group == "" {
			e.addMatricesOf(n.Args[0])
		}
		if n.Name == "laplacian" {
			w.found()
			e.addFieldsOf(n.Args[0], true)
		}
	default:
	}
}

func isDerivative(n *expr.Node) bool {
	switch n.Op {
	case expr.OpPartial, expr.OpNabla:
		return true
	case expr.OpSymbol:
		return isBox(n)
	case expr.OpSlashed:
		return n.Args[0].Op == expr.OpPartial
	case expr.OpPow:
		return n.Args[0].Op == expr.OpNabla || n.Args[0].Op == expr.OpPartial
	case expr.OpIndexed:
		return n.Args[0].Op == expr.OpPartial || n.Args[0].Op == expr.OpNabla
	case expr.OpDot: // ∇·∇ and a·∇
		return n.Args[1].Op == expr.OpNabla
	case expr.OpCross:
		return n.Args[1].Op == expr.OpNabla
	default:
		return false
	}
}

func (e *engine) scanIndexed(n *expr.Node) {
	w := &e.names
	head := n.Args[0]
	var spaces [spaceCount]int
	for _, a := range n.Args[1:] {
		if len(a.Args) != 1 || a.Args[0].Op != expr.OpSymbol {
			continue
		}
		s := e.indexSpace(a.Args[0].Name)
		spaces[s]++
		switch s {
		case lorentz:
			w.greek = true
		case euclid:
			w.latin = true
		default:
		}
	}
	e.latinUnsure = false // it is told by the reading, once all indices are known
	if head.Op != expr.OpSymbol {
		return
	}
	if e.ctx.Operators[head.Name] || e.ctx.Matrices[head.Name] {
		w.operators[head.Name] = true
	}
	if head.Name == "R" && (len(n.Args) == 5 || len(n.Args) == 3) && spaces[lorentz] == len(n.Args)-1 {
		e.ricci = max(e.ricci, len(n.Args)-1)
	}
	generator := (head.Name == "T" || head.Name == "t") && e.ctx.Group != "" && len(n.Args) == 4
	for i, a := range n.Args[1:] {
		switch {
		case len(a.Args) == 0:
		case generator && i > 0:
			w.entries[a.Args[0].Name] = true
		case head.Name != `\delta`:
			w.carried[a.Args[0].Name] = true
		}
	}
	switch {
	case isEpsilon(head.Name):
		for s := range spaces {
			if spaces[s] == len(n.Args)-1 {
				w.epsilon[s] = spaces[s]
			}
		}
	case head.Name == `\gamma`:
		w.dirac = true
		w.chiral = w.chiral || isFive(n.Args[1].Args[0])
	case len(n.Args) == 2 && (spaces[lorentz] == 1 || spaces[euclid] == 1) && !e.specialHead(head.Name):
		s := euclid
		if spaces[lorentz] == 1 {
			s = lorentz
		}
		if !w.operators[head.Name] && !e.ctx.Operators[head.Name] {
			w.vectors[head.Name] = s
		}
	}
}

// diracRelations finds out whether the relations speak of γ matrices, so that a γ⁵ alone is one.
func (e *engine) diracRelations() {
	gamma := func(n *expr.Node) bool { return n.Op == expr.OpIndexed && n.Args[0].Name == `\gamma` }
	for _, r := range e.ctx.Relations {
		e.names.dirac = e.names.dirac || anyNode(r, gamma)
	}
	e.names.dirac = e.names.dirac || e.ctx.Tensors[`\gamma`] == "gamma"
}

func isFive(n *expr.Node) bool {
	return n.Op == expr.OpNumber && n.Rat.IsInt() && n.Rat.Num().IsInt64() && n.Rat.Num().Int64() == 5
}

func isEpsilon(name string) bool { return name == `\epsilon` || name == `\varepsilon` }

// specialHead is a name that means something with one index.
func (e *engine) specialHead(name string) bool {
	switch name {
	case `\gamma`, `\sigma`, `\partial`, `\nabla`, `D`:
		return true
	case "T", "t":
		return e.ctx.Group != ""
	}
	return false
}

func (e *engine) addVector(n *expr.Node) {
	if n.Op != expr.OpSymbol || isPauliVector(n.Name) {
		return
	}
	if _, ok := e.names.vectors[n.Name]; ok {
		return
	}
	s := lorentz
	if isBold(n.Name) {
		s = euclid
	}
	e.names.vectors[n.Name] = s
}

// addVectorsOf marks the summands of a vector expression.
func (e *engine) addVectorsOf(n *expr.Node) {
	switch n.Op {
	case expr.OpSymbol:
		e.addVector(n)
	case expr.OpAdd:
		for _, a := range n.Args {
			e.addVectorsOf(a)
		}
	case expr.OpMul:
		if v := lastVector(n); v != nil && !e.hasVectorFactor(n) {
			e.addVectorsOf(v)
		}
	default:
	}
}

// lastVector is the factor of a product that can be its vector: 2p, αk.
func lastVector(n *expr.Node) *expr.Node {
	last := n.Args[len(n.Args)-1]
	if last.Op == expr.OpSymbol || last.Op == expr.OpAdd {
		return last
	}
	return nil
}

func (e *engine) hasVectorFactor(n *expr.Node) bool {
	for _, f := range n.Args {
		switch f.Op {
		case expr.OpSymbol:
			if _, ok := e.names.vectors[f.Name]; ok || isBold(f.Name) || e.ctx.Vectors[f.Name] {
				return true
			}
		case expr.OpCross, expr.OpNabla:
			return true
		default:
		}
	}
	return false
}

// addOperatorsOf marks the letters of an expression that stands where operators do.
func (e *engine) addOperatorsOf(n *expr.Node) {
	switch n.Op {
	case expr.OpSymbol:
		if e.pauli(n.Name) == 0 && !isPauliVector(n.Name) && !e.ctx.Positive[n.Name] && !e.ctx.Complex[n.Name] && n.Name != `\hbar` && !isBold(n.Name) {
			e.names.operators[n.Name] = true
		}
	case expr.OpIndexed:
		if h := n.Args[0]; h.Op == expr.OpSymbol && !e.specialHead(h.Name) {
			e.names.operators[h.Name] = true
			delete(e.names.vectors, h.Name)
		}
	case expr.OpCall:
		e.names.operators[n.Name] = true
	case expr.OpPow:
		e.addOperatorsOf(n.Args[0])
	case expr.OpDot, expr.OpCross:
	default:
		for _, a := range n.Args {
			e.addOperatorsOf(a)
		}
	}
}

// scanMatrixElement marks what stands between a bra and a ket: fields, capital letters,
// positions and momenta are operators there.
func (e *engine) scanMatrixElement(n *expr.Node) {
	bra := -1
	for i, f := range n.Args {
		switch f.Op {
		case expr.OpBra:
			bra = i
		case expr.OpKet:
			if bra >= 0 {
				for _, g := range n.Args[bra+1 : i] {
					e.addObservablesOf(g)
				}
			}
			bra = -1
		default:
		}
	}
}

func (e *engine) addObservablesOf(n *expr.Node) {
	switch n.Op {
	case expr.OpCall:
		e.names.operators[n.Name] = true
	case expr.OpSymbol:
		c := unaccented(stem(n.Name))
		if isBold(n.Name) || e.ctx.Positive[n.Name] || e.ctx.Complex[n.Name] || c == "" {
			return
		}
		if c[0] >= 'A' && c[0] <= 'Z' || slices.Contains([]string{"x", "y", "z", "p", "q", "r", `\phi`, `\psi`, `\pi`, `\varphi`, `\chi`}, c) {
			e.names.operators[n.Name] = true
		}
	case expr.OpPow:
		e.addObservablesOf(n.Args[0])
	case expr.OpMul, expr.OpAdd:
		for _, a := range n.Args {
			e.addObservablesOf(a)
		}
	default:
	}
}

// addMatricesOf marks capital letters in a trace or a determinant.
func (e *engine) addMatricesOf(n *expr.Node) {
	switch n.Op {
	case expr.OpIndexed, expr.OpSlashed, expr.OpCall:
	case expr.OpSymbol:
		if c := unaccented(n.Name); c != "" && c[0] >= 'A' && c[0] <= 'Z' && !e.ctx.Positive[n.Name] && !e.ctx.Complex[n.Name] && !e.names.dirac {
			e.names.operators[n.Name] = true
		}
	default:
		for _, a := range n.Args {
			e.addMatricesOf(a)
		}
	}
}

// addFieldsOf marks what is differentiated. In a sum or product only letters that are
// fields by convention are: a factor like a coupling is a constant.
func (e *engine) addFieldsOf(n *expr.Node, alone bool) {
	switch n.Op {
	case expr.OpSymbol:
		if isCoordinateName(n.Name) {
			return
		}
		switch unaccented(stem(n.Name)) {
		case `\phi`, `\psi`, `\varphi`, `\chi`, `\Phi`, `\Psi`, "A", "F":
			alone = true
		}
		if alone || e.ctx.Functions[n.Name] || isBold(n.Name) {
			e.names.fields[n.Name] = true
		} else {
			e.hold(n.Name)
		}
	case expr.OpIndexed, expr.OpCall:
		if n.Op == expr.OpCall {
			e.names.fields[n.Name] = true
		} else if h := n.Args[0]; h.Op == expr.OpSymbol && !e.specialHead(h.Name) && !isMetric(h.Name) && !isEpsilon(h.Name) && !isCoordinateName(h.Name) {
			e.names.fields[h.Name] = true
		} else if h.Op == expr.OpSymbol && e.isHeldMetric(h.Name) {
			e.names.heldMetric = true
			e.names.fields[h.Name] = e.names.fields[h.Name] || e.wide.metric
		}
	case expr.OpPow:
		e.addFieldsOf(n.Args[0], alone)
	case expr.OpDot, expr.OpCross:
		for _, a := range n.Args {
			if n.Args[0].Op == expr.OpNabla || a.Op != expr.OpSymbol || !isBold(a.Name) || isCoordinateName(a.Name) {
				e.addFieldsOf(a, alone)
				continue
			}
			if e.narrow {
				continue
			}
			if !e.names.fields[a.Name] {
				e.names.loose[a.Name] = true
			}
			e.names.fields[a.Name] = true
		}
	case expr.OpMul:
		for _, a := range n.Args {
			e.addFieldsOf(a, false)
		}
	default:
		for _, a := range n.Args {
			e.addFieldsOf(a, alone)
		}
	}
}

func isMetric(name string) bool { return name == "g" || name == `\eta` || name == `\delta` }

// pauli is pauliComponent, but 0 for declared numbers: standard deviations.
func (e *engine) pauli(name string) int {
	if e.ctx.Positive[name] || e.ctx.Complex[name] || e.ctx.Scalars[name] {
		return 0
	}
	return pauliComponent(name)
}

// pauliComponent is 1, 2, 3 for \sigma_x, \sigma_y, \sigma_z, else 0.
func pauliComponent(name string) int {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.ReplaceAll(name, `\hat{\sigma}`, `\sigma`), " "), `\sigma_`)
	if !ok {
		return 0
	}
	switch strings.Trim(rest, "{}") {
	case "x", "1":
		return 1
	case "y", "2":
		return 2
	case "z", "3":
		return 3
	}
	return 0
}

// settleNames decides what only the whole pair shows.
func (e *engine) settleNames() {
	w := &e.names
	relativistic := w.greek || w.dirac || e.ctx.Signature != ""
	for name, s := range w.vectors {
		if s == lorentz && !relativistic {
			w.vectors[name] = euclid
		}
	}
	hats := false
	for name := range w.operators {
		delete(w.vectors, name)
		hats = hats || strings.HasPrefix(name, `\hat`)
	}
	for name := range w.uses { // one hat is an operator: so are all
		if _, vector := w.vectors[name]; hats && !vector && strings.HasPrefix(name, `\hat`) {
			w.operators[name] = true
		}
	}
	for name, s := range w.vectors { // a_i is a component of \mathbf{a}
		for bold := range w.vectors {
			if s == euclid && bold != name && isBold(bold) && unaccented(bold) == name && !w.uses[name] {
				e.alias[name] = bold
			}
		}
	}
	for name := range w.uses {
		base := unaccented(name)
		if w.dirac && isBar(name) {
			w.spinors[name], w.spinors[base] = true, true
		}
		if w.dirac && (base == `\psi` || base == `\Psi`) && !w.fields[name] {
			w.spinors[name] = true
		}
	}
	for name := range w.spinors {
		delete(w.fields, name)
	}
	e.settleHeld()
	e.settleDimensions(relativistic)
	e.chiral = w.chiral || w.epsilon[lorentz] == 4
}
