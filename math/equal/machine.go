package equal

import (
	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// machine evaluates expressions at ball points. It is a straight-line program over
// registers; what stands under a bound variable (the integrand, the summand) is a block of
// its own that an instruction runs as often as it needs.
type machine struct {
	pool *expr.Pool
	real bool // odd roots of negative numbers are real
	prec uint
	main block
	// consts are run when the precision changes.
	consts []instruction
	vars   []variable
	roots  []*ball.Complex
	// work counts what has been spent, limit bounds it.
	work, limit int
	// loose is set when a value came from a method without a proof of its error.
	loose bool
	// analytic asks for values only where the function is analytic on the whole ball.
	analytic bool
	// bits is the precision asked of integrals and infinite sums.
	bits uint
	// nesting counts the integrals and sums that are being evaluated.
	nesting int
	// ledger is shared by the machines of a pair; looked is the work when its caller was last
	// asked whether to go on, weight the factor of costs at the present precision.
	ledger         *ledger
	looked, weight int
	// nodes are what the roots are the values of, drawn their sketch, once it has been asked for.
	nodes    []*expr.Node
	drawn    *sketch
	sketched bool
}

// variable is a free symbol and the register that holds its value.
type variable struct {
	symbol *expr.Node
	z      *ball.Complex
}

// block is a program with the values it has made, by the number of the expression.
type block struct {
	outer *block
	bound *expr.Node
	code  []instruction
	regs  []*ball.Complex
	// inner are the registers of a block under a bound variable, which has few.
	inner map[*expr.Node]*ball.Complex
	// binders tells that an integral or infinite sum is inside.
	binders bool
	// special tells that a special function is inside.
	special bool
}

// of is the register of an expression, nil where none has been made.
func (b *block) of(n *expr.Node) *ball.Complex {
	if b.outer != nil {
		return b.inner[n]
	}
	if n.ID < len(b.regs) {
		return b.regs[n.ID]
	}
	return nil
}

func (b *block) put(n *expr.Node, z *ball.Complex) {
	if b.outer != nil {
		if b.inner == nil {
			b.inner = map[*expr.Node]*ball.Complex{}
		}
		b.inner[n] = z
		return
	}
	if n.ID >= len(b.regs) {
		b.regs = append(b.regs, make([]*ball.Complex, n.ID+1-len(b.regs))...)
	}
	b.regs[n.ID] = z
}

// instruction computes one register from others, by a function of the values or by one that
// needs the machine.
type instruction struct {
	k    kernel
	run  func(m *machine, z *ball.Complex, args []*ball.Complex)
	z    *ball.Complex
	args []*ball.Complex
	cost int
	// special functions cost what their price says, other instructions cost.
	special bool
	price   price
}

func (in *instruction) do(m *machine, z *ball.Complex, args []*ball.Complex) {
	if in.k != nil {
		in.k(z, args, m.prec)
		return
	}
	in.run(m, z, args)
}

// errNoEvaluator says which part of an expression has no numerical meaning here.
type errNoEvaluator struct{ what string }

func (e errNoEvaluator) Error() string { return "cannot evaluate " + e.what }

// compile makes the machine for several expressions that share parts. Symbols become
// variables.
func compile(room *workspace, branchReal bool, roots ...*expr.Node) (*machine, error) {
	m := &machine{pool: room.pool, real: branchReal, bits: integralBits, nodes: roots}
	nodes := reachable(roots...)
	if len(nodes) > 0 {
		m.main.regs = room.operands.take(nodes[len(nodes)-1].ID + 1)
		m.main.code = room.instructions.take(len(nodes))[:0]
	}
	c := compiler{m: m, room: room, scopes: bindings(nodes)}
	for _, r := range roots {
		z, err := c.block(&m.main, r)
		if err != nil {
			return nil, err
		}
		m.roots = append(m.roots, z)
	}
	return m, nil
}

// bindings tells for each expression which bound variables it contains free.
func bindings(nodes []*expr.Node) map[*expr.Node]map[*expr.Node]bool {
	variables := map[*expr.Node]bool{}
	for _, n := range nodes {
		if v, _ := expr.Bound(n); len(v) > 0 {
			variables[v[0]] = true
		}
	}
	if len(variables) == 0 {
		return nil
	}
	inside := map[*expr.Node]map[*expr.Node]bool{}
	for _, n := range nodes {
		var s map[*expr.Node]bool
		if variables[n] {
			s = map[*expr.Node]bool{n: true}
		}
		v, scope := expr.Bound(n)
		for i, a := range n.Args {
			for w := range inside[a] {
				if len(v) > 0 && w == v[0] && (i == 0 || i < len(scope) && scope[i] == i) {
					continue
				}
				if s == nil {
					s = map[*expr.Node]bool{}
				}
				s[w] = true
			}
		}
		if s != nil {
			inside[n] = s
		}
	}
	return inside
}

type compiler struct {
	m      *machine
	scopes map[*expr.Node]map[*expr.Node]bool
	depth  int
	room   *workspace
	// both are the sines and cosines that have been compiled.
	both []sineCosine
}

// register is a new one.
func (c *compiler) register() *ball.Complex { return c.room.registers.one() }

// home is the innermost block whose variable n contains.
func (c *compiler) home(b *block, n *expr.Node) *block {
	s := c.scopes[n]
	for ; b.outer != nil; b = b.outer {
		if s[b.bound] {
			return b
		}
	}
	return b
}

// block compiles n and what it needs; without recursion except under bound variables.
func (c *compiler) block(b *block, n *expr.Node) (*ball.Complex, error) {
	var room [32]*expr.Node
	todo := append(room[:0], n)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		h := c.home(b, n)
		if h.of(n) != nil {
			todo = todo[:len(todo)-1]
			continue
		}
		ready := true
		for _, a := range c.operands(n) {
			if c.home(b, a).of(a) == nil {
				todo = append(todo, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		todo = todo[:len(todo)-1]
		z, err := c.emit(b, h, n)
		if err != nil {
			return nil, err
		}
		h.put(n, z)
	}
	return c.home(b, n).of(n), nil
}

// operands are the arguments that are evaluated before n is.
func (c *compiler) operands(n *expr.Node) []*expr.Node {
	switch n.Op {
	case expr.OpIntegral, expr.OpSum, expr.OpProduct:
		if len(n.Args) == 4 {
			return n.Args[2:]
		}
		return nil
	case expr.OpLimit:
		return n.Args[2:]
	case expr.OpTuple, expr.OpList:
		return nil // parameters of a hypergeometric function: taken apart by it
	case expr.OpApply:
		if n.Name == "hyper" {
			return hyperOperands(n)
		}
		return n.Args
	case expr.OpRelation, expr.OpAnd, expr.OpOr, expr.OpNot:
		return n.Args
	default:
		return n.Args
	}
}

func hyperOperands(n *expr.Node) []*expr.Node {
	var all []*expr.Node
	for _, a := range n.Args {
		if a.Op == expr.OpTuple || a.Op == expr.OpList {
			all = append(all, a.Args...)
		} else {
			all = append(all, a)
		}
	}
	return all
}

func (c *compiler) args(b *block, nodes []*expr.Node) []*ball.Complex {
	z := c.room.operands.take(len(nodes))
	for i, a := range nodes {
		z[i] = c.home(b, a).of(a)
	}
	return z
}

// kernel is a function of balls.
type kernel func(z *ball.Complex, x []*ball.Complex, prec uint)

func (c *compiler) add(h *block, z *ball.Complex, args []*ball.Complex, cost int, k kernel) {
	h.code = append(h.code, instruction{k: k, z: z, args: args, cost: cost})
}

// guarded is add for a function that is analytic only where isClear says so of its arguments.
func (c *compiler) guarded(h *block, z *ball.Complex, args []*ball.Complex, cost int, k kernel, isClear func([]*ball.Complex) bool) {
	if h.outer == nil {
		c.add(h, z, args, cost, k)
		return
	}
	h.code = append(h.code, instruction{
		run: func(m *machine, z *ball.Complex, x []*ball.Complex) {
			if m.analytic && !isClear(x) {
				z.SetIndeterminate()
				return
			}
			k(z, x, m.prec)
		}, z: z, args: args, cost: cost,
	})
}

func (c *compiler) emit(b, h *block, n *expr.Node) (*ball.Complex, error) {
	z := c.register()
	args := c.args(b, c.operands(n))
	switch n.Op {
	case expr.OpNumber:
		r := n.Rat
		if r.IsInt() {
			z.Re.SetInt(r.Num())
			return z, nil
		}
		c.m.consts = append(c.m.consts, instruction{z: z, run: func(m *machine, z *ball.Complex, _ []*ball.Complex) {
			z.Re.SetRat(r, m.prec)
		}})
	case expr.OpConstant:
		k, err := constantKernel(n.Name)
		if err != nil {
			return nil, err
		}
		c.m.consts = append(c.m.consts, instruction{z: z, run: func(m *machine, z *ball.Complex, _ []*ball.Complex) { k(z, nil, m.prec) }})
	case expr.OpSymbol:
		if h.outer == nil {
			c.m.vars = append(c.m.vars, variable{n, z})
		}
	case expr.OpAdd:
		c.add(h, z, args, len(args), addKernel)
	case expr.OpMul, expr.OpDot:
		c.add(h, z, args, len(args), mulKernel)
	case expr.OpPow:
		c.power(h, z, args, n)
	case expr.OpApply:
		if v := c.sineCosine(h, z, args, n.Name); v != nil {
			return v, nil
		}
		k, cost, err := functionKernel(n, c.m.real)
		if err != nil {
			return nil, err
		}
		c.guarded(h, z, args, cost, k, domainOfAnalyticity(n.Name))
		last := &h.code[len(h.code)-1]
		last.special = elementary[n.Name] == nil && cost >= specialCost
		h.special = h.special || last.special
		last.price = priceOf(n)
	case expr.OpRelation:
		k, ok := relationKernels[n.Name]
		if !ok || len(args) != 2 {
			return nil, errNoEvaluator{"the relation " + n.Name}
		}
		c.add(h, z, args, 1, k)
	case expr.OpAnd:
		c.add(h, z, args, 1, andKernel)
	case expr.OpOr:
		c.add(h, z, args, 1, orKernel)
	case expr.OpNot:
		c.add(h, z, args, 1, notKernel)
	case expr.OpPiecewise:
		c.guarded(h, z, args, 1, piecewiseKernel, nowhere)
	case expr.OpIntegral, expr.OpSum, expr.OpProduct, expr.OpLimit:
		if err := c.binder(b, h, z, args, n); err != nil {
			return nil, err
		}
	default:
		return nil, errNoEvaluator{nodeKind(n)}
	}
	return z, nil
}

// binder compiles the body of an integral, sum, product or limit into its own block.
func (c *compiler) binder(b, h *block, z *ball.Complex, args []*ball.Complex, n *expr.Node) error {
	want := 4
	if n.Op == expr.OpLimit {
		want = 3
	}
	if len(n.Args) != want || n.Args[1].Op != expr.OpSymbol {
		return errNoEvaluator{nodeKind(n) + " without limits"}
	}
	if c.depth++; c.depth > 4 {
		return errNoEvaluator{"integrals or sums nested more than four deep"}
	}
	defer func() { c.depth-- }()
	for o := b; o.outer != nil; o = o.outer {
		if o.bound == n.Args[1] {
			return errNoEvaluator{"a bound variable inside itself"}
		}
	}
	// The body's block hangs under the block where the binder itself lives.
	inner := &block{outer: h, bound: n.Args[1]}
	x := new(ball.Complex)
	inner.put(n.Args[1], x)
	f, err := c.block(inner, n.Args[0])
	if err != nil {
		return err
	}
	h.binders = h.binders || n.Op == expr.OpIntegral || infinite(n.Args[len(n.Args)-1]) != 0 || infinite(n.Args[2]) != 0
	body := &bound{node: n, block: inner, x: x, f: f}
	h.code = append(h.code, instruction{run: body.run, z: z, args: args, cost: 1})
	return nil
}

// bound is the body of a binder at run time.
type bound struct {
	node  *expr.Node
	block *block
	x, f  *ball.Complex
}

// at evaluates the body at x; z is indeterminate when the budget is spent.
func (b *bound) at(m *machine, z, x *ball.Complex) *ball.Complex {
	*b.x = *x
	if !m.spend(costTerm) || !m.exec(b.block) {
		return z.SetIndeterminate()
	}
	*z = *b.f
	return z
}

func (b *bound) run(m *machine, z *ball.Complex, args []*ball.Complex) {
	switch b.node.Op {
	case expr.OpIntegral:
		b.integrate(m, z, args[0], args[1])
	case expr.OpSum:
		b.sum(m, z, args[0], args[1])
	case expr.OpProduct:
		b.product(m, z, args[0], args[1])
	case expr.OpLimit:
		b.limit(m, z, args[0])
	default:
		z.SetIndeterminate()
	}
}

// exec runs a block.
func (m *machine) exec(b *block) bool {
	for i := range b.code {
		in := &b.code[i]
		cost := in.cost * m.weight
		if in.special {
			cost = in.price.at(in.args, m.prec)
		}
		if !m.spend(cost) {
			return false
		}
		in.do(m, in.z, in.args)
	}
	return true
}

// setPrecision prepares the constants.
func (m *machine) setPrecision(prec uint) {
	if m.prec == prec {
		return
	}
	m.prec, m.weight = prec, weigh(prec)
	for i := range m.consts {
		m.consts[i].run(m, m.consts[i].z, nil)
	}
}

// eval runs the program at a point; the values are in roots. It reports whether the budget
// lasted.
func (m *machine) eval(prec uint, at map[*expr.Node]*point, limit int) bool {
	m.work, m.limit, m.loose, m.nesting, m.analytic = 2*len(m.vars), min(limit, m.ledger.left()), false, 0, false
	m.looked = 0
	if m.ledger != nil {
		defer func() { m.ledger.spent += m.work }()
	}
	m.setPrecision(prec)
	for _, v := range m.vars {
		p := at[v.symbol]
		if p == nil {
			v.z.SetIndeterminate()
			continue
		}
		p.re.real(&v.z.Re, prec+64)
		p.im.real(&v.z.Im, prec+64)
	}
	return m.exec(&m.main)
}
