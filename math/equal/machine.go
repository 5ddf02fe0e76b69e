package equal

import (
	"fmt"
	"math/big"

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
	vars   map[*expr.Node]*ball.Complex
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
}

// block is a program with the values it has made, by expression.
type block struct {
	outer *block
	bound *expr.Node
	code  []instruction
	regs  map[*expr.Node]*ball.Complex
	// binders tells that an integral or infinite sum is inside.
	binders bool
	// special tells that a special function is inside.
	special bool
}

// instruction computes one register from others. A returned false means that the value is
// indeterminate for want of budget.
type instruction struct {
	run  func(m *machine, z *ball.Complex, args []*ball.Complex)
	z    *ball.Complex
	args []*ball.Complex
	cost int
	// special functions cost more for large arguments.
	special bool
}

// errNoEvaluator says which part of an expression has no numerical meaning here.
type errNoEvaluator struct{ what string }

func (e errNoEvaluator) Error() string { return "cannot evaluate " + e.what }

// compile makes the machine for several expressions that share parts. Symbols become
// variables.
func compile(pool *expr.Pool, branchReal bool, roots ...*expr.Node) (*machine, error) {
	m := &machine{pool: pool, real: branchReal, bits: integralBits, vars: map[*expr.Node]*ball.Complex{}}
	m.main.regs = map[*expr.Node]*ball.Complex{}
	c := compiler{m: m, scopes: bindings(reachable(roots...))}
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
}

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
	todo := []*expr.Node{n}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		h := c.home(b, n)
		if h.regs[n] != nil {
			todo = todo[:len(todo)-1]
			continue
		}
		ready := true
		for _, a := range c.operands(n) {
			if c.home(b, a).regs[a] == nil {
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
		h.regs[n] = z
	}
	return c.home(b, n).regs[n], nil
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

// hyperLower is the number of lower parameters of pFq.
func hyperLower(n *expr.Node) int {
	if len(n.Args) == 3 && (n.Args[1].Op == expr.OpTuple || n.Args[1].Op == expr.OpList) {
		return len(n.Args[1].Args)
	}
	return 1
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
	z := make([]*ball.Complex, len(nodes))
	for i, a := range nodes {
		z[i] = c.home(b, a).regs[a]
	}
	return z
}

// kernel is a function of balls.
type kernel func(z *ball.Complex, x []*ball.Complex, prec uint)

func (c *compiler) add(h *block, z *ball.Complex, args []*ball.Complex, cost int, k kernel) {
	h.code = append(h.code, instruction{
		run: func(m *machine, z *ball.Complex, x []*ball.Complex) { k(z, x, m.prec) }, z: z, args: args, cost: cost,
	})
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
	z := new(ball.Complex)
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
			c.m.vars[n] = z
		}
	case expr.OpAdd:
		c.add(h, z, args, len(args), addKernel)
	case expr.OpMul, expr.OpDot:
		c.add(h, z, args, len(args), mulKernel)
	case expr.OpPow:
		c.power(h, z, args, n)
	case expr.OpApply:
		k, cost, err := functionKernel(n, c.m.real)
		if err != nil {
			return nil, err
		}
		c.guarded(h, z, args, cost, k, domainOfAnalyticity(n.Name))
		last := &h.code[len(h.code)-1]
		last.special = elementary[n.Name] == nil && cost >= specialCost
		h.special = h.special || last.special
		if n.Name == "hyper" {
			*last = chargeDegenerate(*last, len(args)-1-hyperLower(n), hyperLower(n))
		}
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
	inner := &block{outer: h, bound: n.Args[1], regs: map[*expr.Node]*ball.Complex{}}
	x := new(ball.Complex)
	inner.regs[n.Args[1]] = x
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
	if !m.spend(evaluationCost) || !m.exec(b.block) {
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
			cost = cost*(1+int(m.prec/precFirst)/2) + specialWeight(in.args, m.prec)*m.weight
		}
		if !m.spend(cost) {
			return false
		}
		in.run(m, in.z, in.args)
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
	m.work, m.limit, m.loose, m.nesting, m.analytic = 0, min(limit, m.ledger.left()), false, 0, false
	m.looked = 0
	if m.ledger != nil {
		defer func() { m.ledger.spent += m.work }()
	}
	m.setPrecision(prec)
	for s, z := range m.vars {
		p := at[s]
		if p == nil {
			z.SetIndeterminate()
			continue
		}
		z.Re.SetRat(&p.re, prec+64)
		z.Im.SetRat(&p.im, prec+64)
	}
	return m.exec(&m.main)
}

// point is an exact value of a symbol.
type point struct{ re, im big.Rat }

func (p *point) String() string {
	if p.im.Sign() == 0 {
		return decimal(&p.re)
	}
	im := decimal(&p.im)
	if p.im.Sign() > 0 {
		im = "+" + im
	}
	if p.re.Sign() == 0 {
		return decimal(&p.im) + "i"
	}
	return fmt.Sprintf("%s%si", decimal(&p.re), im)
}

// decimal writes a dyadic or decimal rational exactly, any other as a fraction.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if n, exact := r.FloatPrec(); exact && n < 64 {
		return r.FloatString(n)
	}
	return r.String()
}
