package equal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/pysyntax"
)

// grading is the work on one pair: its pool, and what the context says in terms of it.
type grading struct {
	pool *expr.Pool
	room *workspace
	ctx  *Context
	opts Options

	table       *latex.Table
	syntax      string
	quality     map[*expr.Node]quality
	relations   []*expr.Node // as stated
	commutators []*expr.Node
	constraints []*expr.Node
	basis       map[*expr.Node]int
	dimension   *expr.Node
	// solved are the relations as definitions, in the order of their application.
	solved []solution
	// residuals are relations that hold only on the right branch of their solution.
	residuals []*expr.Node
	// unsolved relations could not be used: a difference may be due to that.
	unsolved []*expr.Node
	// choice says which solutions of the relations are taken.
	choice choice
	// shell is set where relations speak of scalar products of vectors.
	shell bool
	// solving is set while solutions of equations are compared: of x³ = y³ it is the real one.
	solving bool
	steps   []string
	// depends says what the letters under derivatives depend on.
	depends dependence
	// tensorials tells by the number of an expression whether it is tensorial: 1 yes, −1 no.
	tensorials []int8
	// compared is the machine of the last pair of numbers.
	compared *machine
	// canons are the canonical forms that were made, by the number of the expression.
	canons []*expr.Node
	// sorting and keeping bring expressions into canonical form, with products of letters in
	// order and as they were written.
	sorting, keeping *expr.Canonizer
	depth            int
	again            bool // the pair is read once more, see otherReadings
}

// Options of Compare.
type Options struct {
	// AssumePositive makes every symbol of undeclared sign positive.
	AssumePositive bool
	// branch numbers the combination of solutions of the relations.
	branch int
	// prefixes says what d, δ and Δ before letters are.
	prefixes map[string]latex.Prefix
	// ledger counts the operations of the pair.
	ledger *ledger
	// room is the memory to work in, nil for some of its own.
	room *workspace
}

// newGrading reads the context.
func newGrading(c *Context, syntax string, opts Options) (*grading, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	room := opts.room
	if room == nil {
		room = ownWorkspace(expr.NewPool())
	}
	g := &grading{
		pool: room.pool, room: room, ctx: c, opts: opts, syntax: syntax, table: &latex.Table{
			Strict: c.Precedence == "strict", Group: c.Group, Spacetime: c.Signature != "" || c.Dimension == "4", MixedNumbers: slices.Contains(c.Notation, "mixed-numbers"),
			Prefixes: opts.prefixes,
		},
		quality: room.quality, basis: room.basis, canons: room.canons[:0],
	}
	if err := g.declare(); err != nil {
		return nil, err
	}
	if err := g.statementsOf("relation", c.Relations, &g.relations); err != nil {
		return nil, err
	}
	g.relations = g.plusMinusRelations(g.relations)
	g.definedFunctions()
	if err := g.statementsOf("constraint", c.Constraints, &g.constraints); err != nil {
		return nil, err
	}
	if err := g.statementsOf("commutator", c.Commutators, &g.commutators); err != nil {
		return nil, err
	}
	for _, n := range g.constraints {
		for _, s := range expr.FreeSymbols(n) {
			g.quality[s] |= qDeclared
		}
	}
	if d := string(c.Dimension); d != "" {
		n, err := g.one(d)
		if err != nil {
			return nil, fmt.Errorf("context: dimension: %w", err)
		}
		g.dimension = n
	}
	g.choice.code = opts.branch
	g.markAlgebra()
	g.solveRelations()
	return g, nil
}

// declare fills the table of the reader and the qualities of symbols.
func (g *grading) declare() error {
	for _, group := range g.ctx.Synonyms {
		if err := g.table.DeclareSynonyms(group...); err != nil {
			return fmt.Errorf("context: %w", err)
		}
	}
	for _, name := range sortedKeys(g.ctx.Functions) {
		kind, ok := functionKind(g.ctx.Functions[name])
		if !ok {
			return unknownFunctionKind(name, g.ctx.Functions[name])
		}
		if err := g.table.DeclareFunction(name, kind); err != nil {
			return fmt.Errorf("context: %w", err)
		}
	}
	for _, name := range sortedKeys(g.ctx.Tensors) {
		if err := g.table.DeclareTensor(name, g.ctx.Tensors[name]); err != nil {
			return fmt.Errorf("context: %w", err)
		}
	}
	for i, name := range g.ctx.Basis {
		canonical, err := latex.CanonicalName(name)
		if err != nil {
			return fmt.Errorf("context: basis: %w", err)
		}
		g.basis[g.pool.Symbol(canonical)] = i
		if err := g.table.Declare(name, latex.Vector); err != nil {
			return fmt.Errorf("context: basis: %w", err)
		}
	}
	for _, name := range sortedKeys(g.ctx.Symbols) {
		q := qualities(g.ctx.Symbols[name])
		kind := latex.Scalar
		for _, k := range []struct {
			q quality
			k latex.Kind
		}{{qInteger, latex.Integer}, {qComplex, latex.Complex}, {qVector, latex.Vector}, {qMatrix, latex.Matrix}, {qOperator, latex.Operator}} {
			if q.has(k.q) {
				kind |= k.k
			}
		}
		canonical, err := latex.CanonicalName(name)
		if err != nil {
			return fmt.Errorf("context: symbols: %w", err)
		}
		g.table.DeclareName(canonical, kind)
		if s, ok := g.table.Synonyms[canonical]; ok {
			canonical = s
		}
		g.quality[g.pool.Symbol(canonical)] |= q
		if g.opts.prefixes != nil && slices.ContainsFunc(g.ctx.Symbols[name], func(a string) bool { return a == "constant" || a == "coupling" }) {
			if g.table.Constants == nil {
				g.table.Constants = map[string]bool{}
			}
			g.table.Constants[canonical] = true
		}
	}
	return nil
}

// statementsOf reads a list of the context; they are always LaTeX, or in the syntax of the pair.
func (g *grading) statementsOf(what string, texts []string, into *[]*expr.Node) error {
	for _, t := range texts {
		read := g.one
		if what == "commutator" {
			read = g.oneCommutator
		}
		n, err := read(t)
		if err != nil {
			return fmt.Errorf("context: %s %q: %w", what, t, err)
		}
		*into = append(*into, n)
	}
	return nil
}

// one reads a text of the context; of several readings the first.
func (g *grading) one(text string) (*expr.Node, error) {
	g.charge(costByte * len(text))
	r, err := latex.Parse(g.pool, text, g.table)
	if err != nil {
		if g.syntax == "sympy" || g.syntax == "text" {
			if n, e := g.parsePlain(text); e == nil {
				return n, nil
			}
		}
		return nil, err
	}
	return r.Readings[0].Node, nil
}

// oneCommutator prefers the reading of [a, b] as a commutator.
func (g *grading) oneCommutator(text string) (*expr.Node, error) {
	r, err := latex.Parse(g.pool, text, g.table)
	if err != nil {
		return nil, err
	}
	for _, x := range r.Readings {
		if containsOp(x.Node, expr.OpCommutator, expr.OpAnticommutator) {
			return x.Node, nil
		}
	}
	return g.asCommutator(r.Readings[0].Node), nil
}

// readings of one side.
func (g *grading) readings(text string) ([]latex.Reading, error) {
	g.charge(costByte * len(text))
	if g.syntax == "sympy" || g.syntax == "text" {
		n, err := g.parsePlain(text)
		if err == nil {
			return []latex.Reading{{Node: n}}, nil
		}
		if g.syntax == "sympy" {
			return nil, err
		}
		r, latexErr := latex.Parse(g.pool, text, g.table)
		if latexErr != nil {
			return nil, err
		}
		return r.Readings, nil
	}
	r, err := latex.Parse(g.pool, text, g.table)
	if err != nil && strings.HasPrefix(strings.TrimSpace(text), "Matrix(") {
		if n, e := pysyntax.Parse(g.pool, text, nil); e == nil {
			return []latex.Reading{{Node: n}}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if len(r.Readings) == 0 {
		return nil, errors.New("no reading")
	}
	return r.Readings, nil
}

func (g *grading) parsePlain(text string) (*expr.Node, error) {
	if g.syntax == "sympy" {
		return pysyntax.Parse(g.pool, text, nil)
	}
	return pysyntax.ParseText(g.pool, text, nil)
}

// qualityOf is what is known of a symbol, with what the options assume.
func (g *grading) qualityOf(s *expr.Node) quality {
	q := g.quality[s]
	if g.opts.AssumePositive && !q.signed() && !q.has(qComplex|qVector|qMatrix|qOperator) {
		q |= qPositive | qReal | qDeclared
	}
	return q
}

func (g *grading) isVector(s *expr.Node) bool {
	q := g.quality[s]
	return q.has(qVector) || q == 0 && looksLikeVector(s.Name)
}

// canon is the canonical form: commuting parts sorted, bound variables renamed.
func (g *grading) canon(n *expr.Node) *expr.Node {
	if n.ID < len(g.canons) && g.canons[n.ID] != nil {
		return g.canons[n.ID]
	}
	if g.sorting == nil {
		g.sorting = g.room.canonizer(g.commutes)
	}
	with := g.sorting
	if g.tensorial(n) { // letters may be operators: their own algebra orders them
		if g.keeping == nil {
			g.keeping = expr.NewCanonizer(g.pool, func(*expr.Node) bool { return false })
		}
		with = g.keeping
	}
	c := g.canonMetered(with, n)
	if n.ID >= len(g.canons) {
		g.canons = append(g.canons, make([]*expr.Node, g.pool.Len()-len(g.canons))...)
		if cap(g.canons) <= mostPiece {
			g.room.canons = g.canons
		}
	}
	g.canons[n.ID] = c
	return c
}

// commutes reports whether a factor may be reordered: all but operators, matrices, spinors
// and vectors.
func (g *grading) commutes(n *expr.Node) bool {
	return !contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpMatrix, expr.OpDagger, expr.OpBra, expr.OpKet, expr.OpCommutator, expr.OpAnticommutator, expr.OpSlashed,
			expr.OpNabla, expr.OpPartial, expr.OpTensorProduct, expr.OpTranspose, expr.OpIndexed:
			return true
		case expr.OpSymbol:
			return g.quality[m].has(qOperator|qMatrix|qAlgebra) || g.maybeOperator(m)
		case expr.OpCall:
			return g.quality[g.pool.Symbol(m.Name)].has(qOperator | qAlgebra)
		default:
			return false
		}
	})
}

func (g *grading) latex(n *expr.Node) string {
	if written(n) > maxWritten {
		return fmt.Sprintf("an expression of %d parts", expr.Size(n))
	}
	s := expr.LaTeX(n, g.commutes)
	if len(s) > 200 {
		return strings.ToValidUTF8(s[:200], "") + "…"
	}
	return s
}

func (g *grading) note(format string, args ...any) {
	if len(g.steps) < 16 {
		g.steps = append(g.steps, fmt.Sprintf(format, args...))
	}
}

// solveRelations turns the stated relations into definitions. Relations of tensors and
// operators are left to their own algebra.
func (g *grading) solveRelations() {
	g.shell = slices.ContainsFunc(g.relations, g.onShell)
	for _, n := range g.relations {
		if g.shell && n.Op == expr.OpRelation {
			if l, r := g.invariants(n.Args[0], n.Args[1]); l != n.Args[0] || r != n.Args[1] {
				n = g.pool.MakeNamed(expr.OpRelation, n.Name, l, r)
			}
		}
		if n.Op != expr.OpRelation || !isEquality(n.Name) || g.ofAlgebra(n) {
			continue
		}
		l, r := g.oneFactor(g.applySolved(n.Args[0]), g.applySolved(n.Args[1]))
		s, ok := g.solveOne(l, r, func(*expr.Node) int { return 0 })
		if !ok {
			s, ok = g.solvePolynomial(l, r)
		}
		if ok {
			s = g.chosen(s)
			g.addSolved(s)
			if s.branched {
				g.residuals = append(g.residuals, g.pool.MakeNamed(expr.OpRelation, expr.RelApprox, n.Args[0], n.Args[1]))
			}
		} else if g.canon(l) != g.canon(r) {
			g.unsolved = append(g.unsolved, n)
		}
	}
}

func (g *grading) solveOne(l, r *expr.Node, extra func(*expr.Node) int) (solution, bool) {
	if l.Op == expr.OpCall || r.Op == expr.OpCall && l.Op != expr.OpSymbol {
		head, value := l, r
		if l.Op != expr.OpCall {
			head, value = r, l
		}
		return solution{symbol: head, value: value}, !mentions(value, head)
	}
	s, ok := solve(g.pool, l, r, func(s *expr.Node) int {
		cost := extra(s)
		if g.quality[s].has(qAlgebra|qOperator|qMatrix) || g.isVector(s) && l != s && r != s {
			return -1
		}
		if cost >= 0 && g.quality[s].has(qInteger) {
			cost += 4
		}
		return cost
	}, func(s *expr.Node) bool { return g.quality[s].has(qPositive | qNonnegative) })
	return s, ok
}

// addSolved appends a definition and applies it to those before.
func (g *grading) addSolved(s solution) {
	for i := range g.solved {
		g.solved[i].value = g.applyOne(g.solved[i].value, s)
	}
	g.solved = append(g.solved, s)
}

// applySolved replaces what the relations define.
func (g *grading) applySolved(n *expr.Node) *expr.Node {
	for _, s := range g.solved {
		n = g.applyOne(n, s)
	}
	return n
}

// applyMatrices replaces only the symbols that a relation defines as matrices: they do not
// commute, so this comes before anything is reordered.
func (g *grading) applyMatrices(n *expr.Node) *expr.Node {
	for _, s := range g.solved {
		if containsOp(s.value, expr.OpMatrix) {
			n = g.applyOne(n, s)
		}
	}
	return n
}

// applyOne replaces a symbol, or a function with symbols for its arguments.
func (g *grading) applyOne(n *expr.Node, s solution) *expr.Node {
	g.charge(costVisit * weight(n))
	if s.symbol.Op == expr.OpCall {
		return g.applyFunction(n, s)
	}
	return expr.Subst(g.pool, n, map[*expr.Node]*expr.Node{s.symbol: s.value})
}

func (g *grading) applyFunction(n *expr.Node, s solution) *expr.Node {
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if m.Op != expr.OpCall || m.Name != s.symbol.Name || len(m.Args) != len(s.symbol.Args) {
			return m
		}
		with := map[*expr.Node]*expr.Node{}
		for i, a := range s.symbol.Args {
			if a.Op != expr.OpSymbol {
				if a == m.Args[i] {
					continue
				}
				return m
			}
			with[a] = m.Args[i]
		}
		return expr.Subst(g.pool, s.value, with)
	})
}

// dependents adds to a witness the values of the symbols that relations define, so that it
// can be checked in the terms of the problem.
func (g *grading) dependents(at map[*expr.Node]*point, w *Witness) {
	for _, s := range g.solved {
		if s.symbol.Op != expr.OpSymbol || w.At[s.symbol.Name] != "" {
			continue
		}
		m, err := g.compile(g.ctx.Branch == "real", s.value)
		if err != nil {
			continue
		}
		known := true
		for _, v := range m.vars {
			known = known && at[v.symbol] != nil
		}
		if known && m.eval(precFirst, at, 1<<12) && m.roots[0].IsFinite() {
			w.At[s.symbol.Name] = show(m.roots[0])
		}
	}
}

// constraintMachine compiles the constraints that concern the symbols, and the declared
// signs of symbols that relations define; symbols of the constraints are added.
func (g *grading) constraintMachine(symbols *[]*expr.Node) (*machine, error) {
	var roots []*expr.Node
	add := func(n *expr.Node) error {
		n, err := g.lower(g.applySolved(n))
		if err != nil {
			return err
		}
		roots = append(roots, n)
		return nil
	}
	used := map[*expr.Node]bool{}
	for _, s := range *symbols {
		used[s] = true
	}
	for _, n := range g.constraints {
		if err := add(n); err != nil {
			return nil, err
		}
	}
	for _, n := range g.residuals {
		if err := add(n); err != nil {
			return nil, err
		}
	}
	for _, s := range g.solved {
		q := g.qualityOf(s.symbol)
		if s.symbol.Op != expr.OpSymbol {
			continue
		}
		zero := g.pool.Int(0)
		switch {
		case q.has(qPositive):
			if err := add(g.pool.MakeNamed(expr.OpRelation, expr.RelGreater, s.value, zero)); err != nil {
				return nil, err
			}
		case q.has(qNegative):
			if err := add(g.pool.MakeNamed(expr.OpRelation, expr.RelLess, s.value, zero)); err != nil {
				return nil, err
			}
		}
	}
	// Constraints about other symbols say nothing here.
	kept := roots[:0]
	for changed := true; changed; {
		changed = false
		for _, n := range roots {
			touches, all := false, true
			for _, s := range expr.FreeSymbols(n) {
				touches = touches || used[s]
				all = all && used[s]
			}
			if touches && !all {
				for _, s := range expr.FreeSymbols(n) {
					used[s] = true
				}
				changed = true
			}
		}
	}
	for _, n := range roots {
		touches := false
		for _, s := range expr.FreeSymbols(n) {
			touches = touches || used[s]
		}
		if touches {
			kept = append(kept, n)
		}
	}
	if len(kept) == 0 {
		return nil, nil
	}
	*symbols = sortedSymbols(append(slices.Clone(*symbols), kept...)...)
	return g.compile(g.ctx.Branch == "real", kept...)
}
