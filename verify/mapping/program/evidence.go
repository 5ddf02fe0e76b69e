package program

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// evidence collects the signs of how the program computes. What decides is how
// large the matrix or vector is and what is done with it; names of functions
// count a little.
func (it *interp) evidence() []Evidence {
	w := &witness{it: it, names: aliases(it.tree), seen: map[string]bool{}}
	w.matrices()
	for _, def := range w.functions() {
		w.pfaffianFunction(def)
		w.fermionFunction(def)
		w.transferFunction(def)
		w.eliminationFunction(def)
		w.clusterFunction(def)
		w.gaugeFunction(def)
	}
	w.work()
	slices.SortStableFunc(w.out, func(a, b Evidence) int {
		return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), strings.Compare(a.Class, b.Class), strings.Compare(a.Message, b.Message))
	})
	return orEmpty(w.out)
}

type witness struct {
	it    *interp
	names map[string]string
	out   []Evidence
	seen  map[string]bool
}

func (w *witness) add(class string, strong bool, n *node, format string, args ...any) {
	e := Evidence{Class: class, Strength: "some", Span: n.span(), Message: fmt.Sprintf(format, args...)}
	if strong {
		e.Strength = "strong"
	}
	key := fmt.Sprint(e.Class, e.Span, e.Message)
	if !w.seen[key] {
		w.seen[key] = true
		w.out = append(w.out, e)
	}
}

// functions are the outermost functions that were reached, nested ones being
// looked at with the function around them.
func (w *witness) functions() []*node {
	var out []*node
	w.it.tree.root.walk(func(c *node) bool {
		if c.is("FunctionDef", "Lambda") && w.it.reached[c] {
			out = append(out, c)
			return false
		}
		return true
	})
	return out
}

// grows says that a dimension grows polynomially with n.
func grows(d num) bool {
	return d.hi != nil && d.hi.closed() && d.hi.family() == Polynomial
}

// rows says that a dimension is that of the states of one row.
func rows(d num) bool {
	return d.hi != nil && d.hi.closed() && d.hi.family() == Subexponential
}

func small(d num) bool {
	c, ok := d.hi.constant()
	return ok && c <= 64
}

// matrices looks at the linear algebra that was reached.
func (w *witness) matrices() {
	skew := w.skewAnywhere()
	phases := w.phases()
	half := w.halfPower()
	for _, e := range w.it.events {
		if w.it.dropped(e.node) {
			continue
		}
		line := w.it.tree.source(e.node)
		switch e.kind {
		case "det", "lu":
			switch {
			case small(e.size) || rows(e.size):
			case (skew != nil || phases) && (grows(e.size) || e.size.hi == nil || !e.size.tight):
				w.add(ClassPfaffian, true, e.node, "%s: the determinant of a matrix of the sites, %s", line, ifElse(skew != nil, "antisymmetric by construction", "with turning phases as in Kac and Ward"))
			case grows(e.size) && half:
				w.add(ClassPfaffian, true, e.node, "%s: the square root of the determinant of a matrix of the sites", line)
			case grows(e.size):
				w.add(ClassPfaffian, false, e.node, "%s: the determinant of a matrix of the sites", line)
			}
		case "eig":
			switch {
			case small(e.size):
				w.add(ClassTransfer, true, e.node, "%s: the spectrum of a small fixed matrix", line)
			case rows(e.size):
				w.add(ClassTransfer, true, e.node, "%s: the spectrum of a matrix over the states of a row", line)
			case grows(e.size) && skew != nil:
				w.add(ClassPfaffian, true, e.node, "%s: the spectrum of an antisymmetric matrix of the sites", line)
			case grows(e.size):
				w.add(ClassFreeFermion, true, e.node, "%s: the spectrum of a matrix of the modes", line)
			}
		case "matrix_power":
			switch {
			case small(e.size):
				w.add(ClassTransfer, true, e.node, "%s: a power of a small fixed matrix", line)
			case rows(e.size):
				w.add(ClassTransfer, true, e.node, "%s: a power of a matrix over the states of a row", line)
			default:
				w.add(ClassTransfer, false, e.node, "%s: a power of a matrix", line)
			}
		case "matmul":
			switch {
			case rows(e.size):
				w.add(ClassTransfer, true, e.node, "%s: a product over the states of a row", line)
			case small(e.size) && w.inLoop(e.node):
				w.add(ClassTransfer, true, e.node, "%s: a product with a small fixed matrix, site by site", line)
			}
		case "einsum":
			w.add(ClassTreewidth, e.size.hi == nil, e.node, "%s: a contraction of tables", line)
		}
	}
}

func ifElse(c bool, a, b string) string {
	if c {
		return a
	}
	return b
}

func (w *witness) inLoop(n *node) bool {
	found := false
	w.it.tree.root.walk(func(c *node) bool {
		if c.is("For", "While", "ListComp", "GeneratorExp") {
			c.walk(func(d *node) bool { found = found || d == n; return !found })
		}
		return !found
	})
	return found
}

// skewAnywhere finds a place where an antisymmetric matrix is made.
func (w *witness) skewAnywhere() *node {
	var at *node
	w.it.tree.root.walk(func(n *node) bool {
		if at == nil && w.skew(n) {
			at = n
		}
		return at == nil
	})
	return at
}

// skew says that a node makes something antisymmetric: A - A.T, a pair of
// entries (i, j) and (j, i) of opposite signs, or a literal skew matrix.
func (w *witness) skew(n *node) bool {
	switch {
	case n.is("BinOp") && n.child("op").is("Sub"):
		return transposeOf(n.child("right"), n.child("left")) || outerPair(n.child("left"), n.child("right"))
	case n.is("AugAssign") && n.child("op").is("Sub"):
		return transposeOf(n.child("value"), n.child("target"))
	case n.is("List"):
		return skewLiteral(n)
	}
	for _, f := range []string{"body", "orelse"} {
		body := n.children(f)
		if len(body) > 1 && skewPair(body) {
			return true
		}
	}
	if n.is("Assign") {
		return skewTuple(n)
	}
	return false
}

func transposeOf(t, a *node) bool {
	switch {
	case t.is("Attribute") && t.text("attr") == "T":
		return spell(t.child("value")) == spell(a)
	case t.is("Call") && t.child("func").is("Attribute"):
		f := t.child("func")
		if f.text("attr") != "transpose" {
			return false
		}
		if args := t.children("args"); len(args) > 0 {
			return spell(args[0]) == spell(a)
		}
		return spell(f.child("value")) == spell(a)
	}
	return false
}

// outerPair is outer(u, v) - outer(v, u): the step of a skew elimination.
func outerPair(a, b *node) bool {
	if !a.is("Call") || !b.is("Call") || !strings.HasSuffix(dotted(a.child("func")), "outer") || !strings.HasSuffix(dotted(b.child("func")), "outer") {
		return false
	}
	x, y := a.children("args"), b.children("args")
	return len(x) == 2 && len(y) == 2 && spell(x[0]) == spell(y[1]) && spell(x[1]) == spell(y[0])
}

func skewLiteral(n *node) bool {
	rows := n.children("elts")
	if len(rows) < 3 {
		return false
	}
	m := make([][]float64, len(rows))
	nonzero := false
	for i, r := range rows {
		if !r.is("List", "Tuple") || len(r.children("elts")) != len(rows) {
			return false
		}
		for _, e := range r.children("elts") {
			v, ok := numberLiteral(e)
			if !ok {
				return false
			}
			nonzero = nonzero || v != 0
			m[i] = append(m[i], v)
		}
	}
	for i := range m {
		for j := range m {
			if m[i][j] != -m[j][i] {
				return false
			}
		}
	}
	return nonzero
}

// store is an assignment to one entry with two indices.
type store struct {
	base, i, j string
	sign       int
	value      string
}

func storeOf(t, v *node, op string) (store, bool) {
	if !t.is("Subscript") {
		return store{}, false
	}
	s := store{sign: 1}
	switch idx := t.child("slice"); {
	case idx.is("Tuple") && len(idx.children("elts")) == 2:
		s.base = spell(t.child("value"))
		s.i, s.j = spell(idx.children("elts")[0]), spell(idx.children("elts")[1])
	case t.child("value").is("Subscript"):
		s.base = spell(t.child("value").child("value"))
		s.i, s.j = spell(t.child("value").child("slice")), spell(idx)
	default:
		return store{}, false
	}
	if op == "Sub" {
		s.sign = -1
	}
	// entry.get(…, 0) ± v, or entry ± v
	if v.is("BinOp") && v.child("op").is("Add", "Sub") && op == "" {
		l := v.child("left")
		if l.is("Call", "Subscript") && (l.is("Subscript") || strings.HasSuffix(dotted(l.child("func")), "get") || l.child("func").is("Attribute") && l.child("func").text("attr") == "get") {
			if v.child("op").is("Sub") {
				s.sign = -s.sign
			}
			v = v.child("right")
		}
	}
	if v.is("UnaryOp") && v.child("op").is("USub") {
		s.sign = -s.sign
		v = v.child("operand")
	}
	if x, ok := numberLiteral(v); ok && x < 0 {
		s.sign = -s.sign
	}
	s.value = spell(v)
	return s, true
}

func opposed(a, b store) bool {
	return a.base == b.base && a.i == b.j && a.j == b.i && a.i != a.j && a.sign == -b.sign && a.value == b.value
}

func skewPair(body []*node) bool {
	var seen []store
	for _, st := range body {
		var s store
		ok := false
		switch {
		case st.is("AugAssign"):
			s, ok = storeOf(st.child("target"), st.child("value"), st.child("op").kind)
		case st.is("Assign") && len(st.children("targets")) == 1:
			s, ok = storeOf(st.children("targets")[0], st.child("value"), "")
		}
		if !ok {
			continue
		}
		for _, o := range seen {
			if opposed(s, o) {
				return true
			}
		}
		seen = append(seen, s)
	}
	return false
}

// skewTuple is A[i, j], A[j, i] = v, -v, or A[i, j] = -A[j, i].
func skewTuple(n *node) bool {
	targets := n.children("targets")
	if len(targets) != 1 {
		return false
	}
	t, v := targets[0], n.child("value")
	if t.is("Tuple") && v.is("Tuple") && len(t.children("elts")) == 2 && len(v.children("elts")) == 2 {
		a, ok1 := storeOf(t.children("elts")[0], v.children("elts")[0], "")
		b, ok2 := storeOf(t.children("elts")[1], v.children("elts")[1], "")
		return ok1 && ok2 && opposed(a, b)
	}
	if v.is("UnaryOp") && v.child("op").is("USub") && v.child("operand").is("Subscript") {
		a, ok1 := storeOf(t, v, "")
		b, ok2 := storeOf(v.child("operand"), t, "")
		return ok1 && ok2 && a.base == b.base && a.i == b.j && a.j == b.i && a.i != a.j
	}
	return false
}

// phases says that turning phases occur: 1j ** k, exp(1j * …), cmath.exp.
func (w *witness) phases() bool {
	found := false
	w.it.tree.root.walk(func(n *node) bool {
		if n.is("Constant") && n.text("kind") == "complex" {
			found = true
		}
		if m := full(n, w.names); m == "cmath.exp" || m == "cmath.rect" {
			found = true
		}
		return !found
	})
	return found
}

// halfPower says that half a logarithm or a square root of a determinant is
// taken.
func (w *witness) halfPower() bool {
	found := false
	det := func(n *node) bool {
		ok := false
		n.walk(func(c *node) bool {
			if c.is("Call") {
				name := dotted(c.child("func"))
				ok = ok || strings.HasSuffix(name, "slogdet") || strings.HasSuffix(name, "linalg.det") || name == "det" || name == "slogdet"
			}
			if c.is("Name") && (strings.Contains(c.text("id"), "det") || strings.HasPrefix(c.text("id"), "ld")) {
				ok = true
			}
			return true
		})
		return ok
	}
	w.it.tree.root.walk(func(n *node) bool {
		switch {
		case n.is("BinOp") && n.child("op").is("Mult"):
			for _, p := range [][2]*node{{n.child("left"), n.child("right")}, {n.child("right"), n.child("left")}} {
				if v, ok := numberLiteral(p[0]); ok && v == 0.5 && det(p[1]) {
					found = true
				}
			}
		case n.is("BinOp") && n.child("op").is("Div", "Pow"):
			v, ok := numberLiteral(n.child("right"))
			if ok && (v == 2 && n.child("op").is("Div") || v == 0.5 && n.child("op").is("Pow")) && det(n.child("left")) {
				found = true
			}
		case n.is("Call") && strings.HasSuffix(dotted(n.child("func")), "sqrt") && len(n.children("args")) == 1 && det(n.children("args")[0]):
			found = true
		}
		return !found
	})
	return found
}

// pfaffianFunction weighs the signs of a skew elimination written out.
func (w *witness) pfaffianFunction(def *node) {
	score := 0
	why := []string{}
	add := func(points int, reason string) {
		if !slices.Contains(why, reason) {
			score += points
			why = append(why, reason)
		}
	}
	def.walk(func(n *node) bool {
		if w.skew(n) {
			if n.is("BinOp") && outerPair(n.child("left"), n.child("right")) {
				add(2, "an antisymmetric rank-two update")
			} else {
				add(2, "antisymmetric entries")
			}
		}
		switch {
		case n.is("FunctionDef") && pfaffianName(n.text("name")), n.is("Call") && n.child("func").is("Name") && pfaffianName(n.child("func").text("id")):
			add(1, "a function named for a Pfaffian")
		case n.is("AugAssign") && n.child("op").is("Mult") && n.child("target").is("Name") && pfaffianName(n.child("target").text("id")):
			add(1, "a product named for a Pfaffian")
		case n.is("AugAssign") && n.child("op").is("Sub") && n.child("value").is("Set") && len(n.child("value").children("elts")) == 2:
			add(1, "indices leave in pairs")
		case n.is("Call") && dotted(n.child("func")) == "range" && len(n.children("args")) == 3:
			if v, ok := intLiteral(n.children("args")[2]); ok && v == 2 {
				add(1, "an elimination in steps of two")
			}
		case n.is("Subscript") && nextIndex(n):
			add(1, "a pivot beside the diagonal")
		case n.is("BinOp") && n.child("op").is("Sub") && crossed(n.child("left"), n.child("right")):
			add(1, "a two-term update")
		}
		return true
	})
	// The determinant of a Pfaffian program is found with the matrices; this is
	// about programs that eliminate themselves.
	if score >= 3 && eliminates(why) {
		w.add(ClassPfaffian, true, def, "%s: a skew elimination of its own", strings.Join(why, ", "))
	} else if score == 2 && slices.Contains(why, "antisymmetric entries") {
		w.add(ClassPfaffian, false, def, "%s", strings.Join(why, ", "))
	}
}

// eliminates says that the signs include one of a calculation, not only of an
// antisymmetric matrix.
func eliminates(why []string) bool {
	for _, r := range why {
		switch r {
		case "an antisymmetric rank-two update", "a two-term update", "an elimination in steps of two", "indices leave in pairs", "a function named for a Pfaffian":
			return true
		}
	}
	return false
}

func pfaffianName(s string) bool {
	s = strings.ToLower(s)
	return strings.Contains(s, "pfaff") || s == "pf" || strings.HasPrefix(s, "pf_") || strings.HasSuffix(s, "_pf") || strings.Contains(s, "_pf_") ||
		strings.Contains(s, "kasteleyn") || strings.Contains(s, "kac_ward") || strings.Contains(s, "kacward") || strings.Contains(s, "fkt")
}

// nextIndex is A[k, k+1] or A[k][k+1].
func nextIndex(n *node) bool {
	if _, ok := storeOf(n, n, ""); !ok {
		return false
	}
	var i, j *node
	if idx := n.child("slice"); idx.is("Tuple") {
		i, j = idx.children("elts")[0], idx.children("elts")[1]
	} else {
		i, j = n.child("value").child("slice"), idx
	}
	if !j.is("BinOp") || !j.child("op").is("Add") {
		return false
	}
	v, isInt := intLiteral(j.child("right"))
	return isInt && v == 1 && i.is("Name") && spell(j.child("left")) == spell(i)
}

// crossed is y*a[j] - x*c[j]: two products with indices.
func crossed(a, b *node) bool {
	sub := func(n *node) bool {
		return n.is("BinOp") && n.child("op").is("Mult") && (n.child("left").is("Subscript") || n.child("right").is("Subscript"))
	}
	return sub(a) && sub(b)
}

// fermionFunction weighs the signs of a solution in momentum space.
func (w *witness) fermionFunction(def *node) {
	momentum, hyperbolic, acosh, root := false, false, false, false
	var at *node
	def.walk(func(n *node) bool {
		if !n.is("Call") {
			return true
		}
		name := dotted(n.child("func"))
		name = name[strings.LastIndex(name, ".")+1:]
		switch name {
		case "cos", "sin":
			if args := n.children("args"); len(args) == 1 && (mentionsPi(args[0]) || w.momentumName(def, args[0])) {
				momentum, at = true, n
			}
		case "cosh", "sinh":
			hyperbolic = true
		case "acosh", "arccosh":
			acosh = true
		case "sqrt":
			root = true
		}
		return true
	})
	if !momentum || !hyperbolic {
		return
	}
	over := w.sizeInPhase(def)
	switch {
	case acosh && over:
		w.add(ClassFreeFermion, true, at, "momenta of the modes in an arcosh of hyperbolic functions, as in Kaufman's solution")
	case over && root:
		w.add(ClassFreeFermion, true, at, "a product over the momenta of the modes")
	case over:
		w.add(ClassFreeFermion, false, at, "momenta in trigonometric functions")
	}
}

func mentionsPi(n *node) bool {
	found := false
	n.walk(func(c *node) bool {
		found = found || c.is("Attribute") && c.text("attr") == "pi" || c.is("Name") && c.text("id") == "pi"
		return !found
	})
	return found
}

// momentumName says that an argument is a name bound to a multiple of π.
func (w *witness) momentumName(def, arg *node) bool {
	if !arg.is("Name") {
		return false
	}
	found := false
	def.walk(func(n *node) bool {
		if n.is("Assign") && mentionsPi(n.child("value")) {
			for _, t := range n.children("targets") {
				found = found || t.is("Name") && t.text("id") == arg.text("id")
			}
		}
		if n.is("For", "comprehension") && mentionsPi(n.child("iter")) && n.child("target").is("Name") && n.child("target").text("id") == arg.text("id") {
			found = true
		}
		return !found
	})
	return found
}

// sizeInPhase says that a multiple of π is divided by a size of the system, as
// a momentum is; a quadrature divides by a literal number of points.
func (w *witness) sizeInPhase(def *node) bool {
	sizes := w.it.sizeNames()
	params := map[string]bool{}
	def.walk(func(n *node) bool {
		for _, p := range parameters(n) {
			params[p.text("arg")] = true
		}
		return true
	})
	found := false
	def.walk(func(n *node) bool {
		if n.is("BinOp") && n.child("op").is("Div") && mentionsPi(n.child("left")) {
			n.child("right").walk(func(c *node) bool {
				if c.is("Name") {
					_, isSize := sizes[c.text("id")]
					found = found || isSize || params[c.text("id")]
				}
				return true
			})
		}
		return !found
	})
	return found
}

// transferFunction looks for a state that is carried along the lattice.
func (w *witness) transferFunction(def *node) {
	def.walk(func(n *node) bool {
		switch {
		case n.is("For", "While"):
			for _, st := range n.children("body") {
				st.walk(func(c *node) bool {
					if c.is("Assign") && twoStates(c) {
						w.add(ClassTransfer, true, c, "two weights, of the two values of a spin, are carried from site to site")
					}
					return !c.is("FunctionDef")
				})
			}
			if st := pairUpdate(n.children("body")); st != nil {
				w.add(ClassTransfer, true, st, "two weights, of the two values of a spin, are carried from site to site")
			}
		case n.is("BinOp") && n.child("op").is("Pow"):
			if coshPower(n) && !w.underSum(def, n) && len(w.it.events) == 0 {
				w.add(ClassTransfer, false, n, "%s: the largest eigenvalue of a two-state transfer matrix to a power", w.it.tree.source(n))
			}
		case n.is("Subscript") && n.child("slice").is("BinOp") && n.child("slice").child("op").is("BitXor"):
			w.add(ClassTransfer, false, n, "%s: one spin of a row state is flipped in a vector over row states", w.it.tree.source(n))
		}
		return true
	})
	if def.is("FunctionDef") {
		w.chainRecursion(def)
	}
}

// chainRecursion recognises a recursion over sites, with or without a cache,
// whose combination is a product of small matrices.
func (w *witness) chainRecursion(def *node) {
	def.walk(func(n *node) bool {
		if !n.is("FunctionDef") || len(parameters(n)) != 2 {
			return true
		}
		calls := 0
		n.walk(func(c *node) bool {
			if c.is("Call") && c.child("func").is("Name") && c.child("func").text("id") == n.text("name") {
				calls++
			}
			return true
		})
		inside := false
		for _, st := range n.children("body") {
			st.walk(func(c *node) bool {
				inside = inside || c.is("Call") && c.child("func").is("Name") && c.child("func").text("id") == n.text("name")
				return true
			})
		}
		if inside && calls >= 2 && !w.hasKind(n, WorkRecursion, WorkPrefixMemo) {
			w.add(ClassTransfer, false, n, "%q combines the weights of neighbouring stretches of a chain", n.text("name"))
		}
		return true
	})
}

func (w *witness) hasKind(n *node, kinds ...string) bool {
	for _, x := range w.it.works {
		if slices.Contains(kinds, x.Kind) && x.Span == n.span() {
			return true
		}
	}
	return false
}

// twoStates is a, b = …: each side a sum of products in which both occur.
func twoStates(n *node) bool {
	if len(n.children("targets")) != 1 {
		return false
	}
	t, v := n.children("targets")[0], n.child("value")
	if !t.is("Tuple") || !v.is("Tuple") || len(t.children("elts")) != 2 || len(v.children("elts")) != 2 {
		return false
	}
	a, b := t.children("elts")[0], t.children("elts")[1]
	if !a.is("Name") || !b.is("Name") {
		return false
	}
	return mixes(v.children("elts")[0], a.text("id"), b.text("id")) && mixes(v.children("elts")[1], a.text("id"), b.text("id"))
}

// mixes says that an expression is made of products and contains a sum in which
// both names occur.
func mixes(n *node, a, b string) bool {
	hasA, hasB, sum, product := false, false, false, false
	n.walk(func(c *node) bool {
		switch {
		case c.is("Name"):
			hasA = hasA || c.text("id") == a
			hasB = hasB || c.text("id") == b
		case c.is("BinOp"):
			sum = sum || c.child("op").is("Add", "Sub")
			product = product || c.child("op").is("Mult", "RShift")
		case c.is("Call"):
			name := dotted(c.child("func"))
			sum = sum || strings.Contains(name, "logaddexp") || strings.Contains(name, "lse") || strings.Contains(name, "logsum")
			product = product || sum
		}
		return true
	})
	return hasA && hasB && sum && product
}

// pairUpdate is the same in two statements: x = f(a, b); y = g(a, b), and then
// a, b = x, y.
func pairUpdate(body []*node) *node {
	made := map[string]*node{}
	for _, st := range body {
		if !st.is("Assign") || len(st.children("targets")) != 1 {
			continue
		}
		t, v := st.children("targets")[0], st.child("value")
		switch {
		case t.is("Name"):
			made[t.text("id")] = v
		case t.is("Tuple") && v.is("Tuple") && len(t.children("elts")) == 2 && len(v.children("elts")) == 2:
			a, b := t.children("elts")[0], t.children("elts")[1]
			x, y := made[v.children("elts")[0].text("id")], made[v.children("elts")[1].text("id")]
			if a.is("Name") && b.is("Name") && x != nil && y != nil && mixes(x, a.text("id"), b.text("id")) && mixes(y, a.text("id"), b.text("id")) {
				return st
			}
		}
	}
	return nil
}

func coshPower(n *node) bool {
	base, exponent := false, false
	double := false
	n.child("left").walk(func(c *node) bool {
		if c.is("Call") {
			base = base || strings.HasSuffix(dotted(c.child("func")), "cosh")
		}
		if v, ok := numberLiteral(c); ok && v == 2 {
			double = true
		}
		return true
	})
	base = base && double
	n.child("right").walk(func(c *node) bool {
		exponent = exponent || c.is("Name")
		return true
	})
	return base && exponent
}

// underSum says that an expression stands inside a sum over something.
func (w *witness) underSum(def, n *node) bool {
	found := false
	def.walk(func(c *node) bool {
		if c.is("GeneratorExp", "ListComp", "Call") && (c.is("GeneratorExp", "ListComp") || strings.HasSuffix(dotted(c.child("func")), "sum")) {
			c.walk(func(d *node) bool { found = found || d == n; return !found })
		}
		if c.is("Call") && c.child("func").is("Attribute") && c.child("func").text("attr") == "sum" {
			c.walk(func(d *node) bool { found = found || d == n; return !found })
		}
		return !found
	})
	return found
}

// eliminationFunction weighs the signs of variable elimination.
func (w *witness) eliminationFunction(def *node) {
	score := 0
	var why []string
	add := func(points int, reason string) {
		if !slices.Contains(why, reason) {
			score += points
			why = append(why, reason)
		}
	}
	outer, sumAxis := false, false
	root := def
	if def.is("Lambda") {
		return
	}
	root.walk(func(n *node) bool {
		switch {
		case n.is("Call"):
			name := dotted(n.child("func"))
			last := name[strings.LastIndex(name, ".")+1:]
			if n.child("func").is("Attribute") {
				last = n.child("func").text("attr")
			}
			switch last {
			case "einsum", "tensordot":
				add(2, "tables are contracted")
			case "min":
				for _, k := range n.children("keywords") {
					if k.text("arg") == "key" && callsLenOrFill(k.child("value")) {
						add(1, "the next vertex is chosen by degree or fill")
					}
				}
			case "sum":
				for _, k := range n.children("keywords") {
					if k.text("arg") == "axis" && !k.child("value").is("Constant") {
						sumAxis = true
					}
				}
			case "outer":
				outer = outer || strings.Contains(name, "multiply")
			case "product":
				for _, k := range n.children("keywords") {
					if k.text("arg") == "repeat" && k.child("value").is("Call") && dotted(k.child("value").child("func")) == "len" {
						add(2, "a table over the scope of a factor")
					}
				}
			}
		case n.is("AugAssign") && n.child("op").is("BitOr") && n.child("target").is("Subscript"):
			add(1, "neighbours of an eliminated vertex are joined")
		case n.is("Delete"):
			for _, t := range n.children("targets") {
				if t.is("Subscript") && t.child("value").is("Subscript") {
					add(1, "an eliminated vertex is taken from its neighbours")
				}
			}
		case n.is("Name", "FunctionDef", "ClassDef", "Attribute", "arg"):
			s := strings.ToLower(n.text("id") + n.text("name") + n.text("attr") + n.text("arg"))
			for _, word := range []string{"scope", "bucket", "elimin", "treewidth", "minfill", "min_fill", "frontier", "bag", "junction"} {
				if strings.Contains(s, word) {
					add(1, "names of an elimination")
				}
			}
		}
		return true
	})
	if outer && sumAxis {
		add(3, "a table gains an axis for each spin and loses one when the spin is done")
	} else if sumAxis {
		add(1, "a table is summed over one of its axes")
	}
	switch {
	case score >= 3:
		w.add(ClassTreewidth, true, def, "%s", strings.Join(why, ", "))
	case score == 2:
		w.add(ClassTreewidth, false, def, "%s", strings.Join(why, ", "))
	}
}

// clusterFunction weighs the signs of keeping track of connected groups: labels that are
// renumbered by first appearance, and union-find forests.
func (w *witness) clusterFunction(def *node) {
	if def.is("Lambda") {
		return
	}
	score := 0
	var why []string
	add := func(points int, reason string) {
		if !slices.Contains(why, reason) {
			score += points
			why = append(why, reason)
		}
	}
	def.walk(func(n *node) bool {
		switch {
		case n.is("Call") && n.child("func").is("Attribute") && n.child("func").text("attr") == "setdefault" && len(n.children("args")) == 2:
			// names.setdefault(label, len(names))
			if v := n.children("args")[1]; v.is("Call") && dotted(v.child("func")) == "len" && len(v.children("args")) == 1 &&
				v.children("args")[0].text("id") == n.child("func").child("value").text("id") {
				add(2, "groups are renumbered by first appearance")
			}
		case n.is("While") && n.child("test").is("Compare"):
			// while parent[x] != x
			t := n.child("test")
			if l := t.child("left"); l.is("Subscript") && len(t.children("comparators")) == 1 && l.child("slice").is("Name") &&
				l.child("slice").text("id") == t.children("comparators")[0].text("id") {
				add(2, "a union-find forest is climbed")
			}
		case n.is("Name", "FunctionDef", "arg"):
			s := strings.ToLower(n.text("id") + n.text("name") + n.text("arg"))
			for _, word := range []string{"cluster", "component", "partition_state", "connectiv", "percol", "union", "label", "group"} {
				if strings.Contains(s, word) {
					add(1, "names of connected groups")
				}
			}
		}
		return true
	})
	switch {
	case score >= 3:
		w.add(ClassPercolation, true, def, "%s", strings.Join(why, ", "))
	case score == 2:
		w.add(ClassPercolation, false, def, "%s", strings.Join(why, ", "))
	}
}

func callsLenOrFill(n *node) bool {
	found := false
	n.walk(func(c *node) bool {
		name := strings.ToLower(c.text("id") + c.text("attr"))
		found = found || name == "len" || strings.Contains(name, "fill") || strings.Contains(name, "degree") || strings.Contains(name, "deg")
		return !found
	})
	return found
}

// gaugeFunction looks for a reduction to the magnetisation.
func (w *witness) gaugeFunction(def *node) {
	def.walk(func(n *node) bool {
		switch {
		case n.is("Call"):
			name := dotted(n.child("func"))
			last := name[strings.LastIndex(name, ".")+1:]
			args := n.children("args")
			switch {
			case (last == "comb" || last == "binom" || last == "lgamma" || last == "gammaln") && len(args) > 0:
				w.add(ClassGauge, last == "comb" || last == "binom", n, "%s: configurations are counted by their magnetisation", w.it.tree.source(n))
			case (last == "convolve" || last == "polymul") && w.inLoop(n):
				w.add(ClassGauge, true, n, "%s: the distribution of the magnetisation is built spin by spin", w.it.tree.source(n))
			case last == "hermgauss" || last == "roots_hermite" || last == "h_roots":
				w.add(ClassGauge, false, n, "%s: a Gaussian field replaces the square of the magnetisation", w.it.tree.source(n))
			}
		case n.is("BinOp") && n.child("op").is("Mult"):
			if w.xi(n.child("left")) || w.xi(n.child("right")) {
				w.add(ClassGauge, false, n, "%s: signs of the sites multiply", w.it.tree.source(n))
			}
		}
		return true
	})
	if d := countUpdate(def); d != nil {
		w.add(ClassGauge, true, d, "a row of binomial coefficients is built: configurations are counted by their magnetisation")
	}
}

func (w *witness) xi(n *node) bool {
	return n.is("Subscript") && n.child("value").is("Name") && n.child("value").text("id") == "xi"
}

// countUpdate recognises c = c * (n - k) // (k + 1), the recurrence of the
// binomial coefficients.
func countUpdate(def *node) *node {
	var at *node
	def.walk(func(n *node) bool {
		v := n.child("value")
		if n.is("Assign") && v.is("BinOp") && v.child("op").is("FloorDiv", "Div") && len(n.children("targets")) == 1 && n.children("targets")[0].is("Name") {
			c := n.children("targets")[0].text("id")
			l := v.child("left")
			if l.is("BinOp") && l.child("op").is("Mult") && (l.child("left").text("id") == c || l.child("right").text("id") == c) {
				other := l.child("right")
				if l.child("right").text("id") == c {
					other = l.child("left")
				}
				if other.is("BinOp") && other.child("op").is("Sub", "Add") {
					at = n
				}
			}
		}
		return at == nil
	})
	return at
}

// work turns exponential work into evidence.
func (w *witness) work() {
	// The first sure one of each class speaks for the others, else the first.
	for _, f := range []Family{Exponential, Subexponential} {
		var best *Work
		for i := range w.it.works {
			x := &w.it.works[i]
			sure := func(x *Work) bool { return x.Sure && x.Guard == nil }
			if x.Growth == f && (best == nil || sure(x) && !sure(best)) {
				best = x
			}
		}
		if best == nil {
			continue
		}
		at := &node{line: best.Span.Line, endLine: best.Span.End}
		switch {
		case f == Exponential && (best.Sure || best.Guard != nil):
			w.add(ClassEnumeration, best.Guard == nil, at, "%s", best.message())
		case f == Subexponential && best.Guard == nil:
			w.add(ClassTransfer, best.Sure, at, "states of a row: %s", best.message())
		}
	}
}
