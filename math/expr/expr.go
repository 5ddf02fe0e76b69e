// Package expr holds mathematical expressions as hash-consed trees.
//
// A Node is immutable and belongs to the Pool that made it. Within a pool the same
// expression is the same pointer, so equality is ==, shared parts are stored once, and a
// pass over an expression memoises by Node.ID. Nothing is evaluated when a node is made:
// 9^{9^9} is three numbers and two powers. Readers (math/latex, math/pysyntax) make nodes in the order
// in which they were written; Canon brings them into the canonical order.
package expr

import (
	"hash/maphash"
	"math/big"
	"unicode/utf8"
)

// Op says what a node is. The comment gives its arguments.
type Op uint8

// Atoms.
const (
	OpInvalid  Op = iota
	OpNumber      // Rat; Digits > 0 for a decimal, which then stands for what rounds to it
	OpSymbol      // Name: the canonical LaTeX spelling, `m`, `\mu`, `\bar{\mu}`, `m_{eff}`, `x'`
	OpConstant    // Name: one of the Const… names
	OpText        // Name: words that are the answer ("ferromagnetic", "B")
	OpUnit        // Name: a unit as it was written, without its font command ("MeV", "km")

	// Arithmetic. A difference is a sum with a product by −1, a quotient a product with a power −1.
	OpAdd       // terms
	OpMul       // factors in written order; only commuting ones may be reordered
	OpPow       // base, exponent; √x is x^{1/2}
	OpApply     // Name: a known function in the naming of Functions; arguments
	OpCall      // Name: an unknown function; arguments
	OpPlusMinus // a, b: the pair a ± b; Name "-" for ∓; one argument: ±a
	OpBigO      // argument of 𝒪(…)
	OpEllipsis  // … between the terms or factors of its parent

	// Calculus. Bound variables are OpSymbol.
	OpDerivative // expression, then variable, order, variable, order, …; Name "total" or "partial"
	OpPrime      // function node (OpSymbol or OpCall); Rat: number of primes
	OpIntegral   // integrand, variable[, lower, upper]
	OpSum        // summand, variable, lower, upper
	OpProduct    // factor, variable, lower, upper
	OpLimit      // expression, variable, point; Name "", "+", "-" for the side

	// Statements and structures.
	OpRelation     // left, right; Name one of = ≠ < ≤ > ≥ ≈ ∝ ∈ ≡ → (the Rel… names)
	OpAnd          // statements
	OpOr           // statements, or alternatives ("1 or 2")
	OpNot          // statement
	OpTuple        // entries, in parentheses
	OpList         // entries separated by commas, semicolons or "and" without brackets
	OpSet          // elements, in braces
	OpInterval     // lower, upper; Name "()", "(]", "[)", "[]"
	OpUnion        // sets
	OpIntersection // sets
	OpSetMinus     // set, set
	OpSetBuilder   // element, condition
	OpMatrix       // entries row by row; Rat: number of columns
	OpPiecewise    // value, condition, value, condition, …[, otherwise]
	OpWhere        // expression, then definitions (OpRelation =)

	// Physics.
	OpIndexed     // head, then OpUpper and OpLower in slot order
	OpUpper       // an index upstairs: OpSymbol or OpNumber
	OpLower       // an index downstairs
	OpBra         // label, or OpList of labels
	OpKet         // label, or OpList of labels
	OpExpectation // argument of ⟨…⟩
	OpCommutator  // a, b
	OpAnticommutator
	OpDagger        // operator or matrix
	OpTranspose     // matrix
	OpTensorProduct // factors
	OpDirectSum     // summands
	OpDot           // a, b
	OpCross         // a, b
	OpSlashed       // vector: γ^μ a_μ
	OpNabla         // no argument: ∇; the operand is the next factor of the product
	OpPartial       // ∂ with an index (OpUpper, OpLower) or a variable; the operand is the next factor
	opCount
)

// Names of OpConstant.
const (
	ConstPi         = "pi"
	ConstE          = "e"
	ConstI          = "i"
	ConstEulerGamma = "euler_gamma"
	ConstCatalan    = "catalan"
	ConstInfinity   = "infinity"
	ConstComplexInf = "complex_infinity"
	ConstUndefined  = "undefined"
)

// Names of OpRelation.
const (
	RelEqual        = "="
	RelNotEqual     = "≠"
	RelLess         = "<"
	RelLessEqual    = "≤"
	RelGreater      = ">"
	RelGreaterEqual = "≥"
	RelApprox       = "≈"
	RelProportional = "∝"
	RelElement      = "∈"
	RelEquivalent   = "≡"
	RelArrow        = "→"
)

// Node is one expression. It is made by a Pool and never changed.
type Node struct {
	Op     Op
	facts  Fact     // of n and all inside
	ID     int      // position in the pool, from 0; arguments have smaller ones
	Digits int      // OpNumber: significant digits of a decimal literal, 0 for an exact number
	Name   string   // what the Op's comment says
	Rat    *big.Rat // OpNumber, and small integers of other ops; never changed
	Args   []*Node

	ops  uint64 // a bit for every op inside, its own included
	hash uint64
	next *Node // in the pool's table, another node of the same hash
}

// HasOp reports whether one of the ops is inside n, its own included.
func (n *Node) HasOp(ops ...Op) bool {
	var mask uint64
	for _, o := range ops {
		mask |= 1 << o
	}
	return n != nil && n.ops&mask != 0
}

// HasOnly reports whether all ops inside n are among these.
func (n *Node) HasOnly(ops ...Op) bool {
	var mask uint64
	for _, o := range ops {
		mask |= 1 << o
	}
	return n.ops&^mask == 0
}

// Fact is something that an expression has, or an expression inside of it. Facts are noted when a
// node is made: what is looked for in every expression, and is in few of them, costs nothing then.
type Fact uint8

// Facts that are noted.
const (
	FactZero     Fact = 1 << iota // the number 0
	FactInfinite                  // a constant that is no number: ∞, the complex one, undefined
	FactMarked                    // a letter with an accent, a font, a prime or a superscript in its name
	FactStep                      // a function that jumps or has a kink: floor, sign, heaviside, abs and the like
	FactDecimal                   // a decimal, which may be rounded
	FactSpecial                   // a known function that is neither elementary nor one of FactStep
)

// HasFact reports whether one of the facts holds for n or an expression inside.
func (n *Node) HasFact(f Fact) bool { return n != nil && n.facts&f != 0 }

// factOf is what holds for a node by itself.
func factOf(n *Node) Fact {
	switch n.Op {
	case OpNumber:
		var f Fact
		if n.Rat.Sign() == 0 {
			f |= FactZero
		}
		if n.Digits > 0 {
			f |= FactDecimal
		}
		return f
	case OpConstant:
		if n.Name == ConstInfinity || n.Name == ConstComplexInf || n.Name == ConstUndefined {
			return FactInfinite
		}
	case OpSymbol, OpCall:
		for i := range len(n.Name) {
			if c := n.Name[i]; c == '\'' || c == '^' || c >= utf8.RuneSelf || c == '{' && (n.Name[0] == '\\' || i == 0) {
				return FactMarked
			}
		}
	case OpApply:
		switch n.Name {
		case "abs", "sign", "heaviside", "floor", "ceiling", "mod", "kronecker", "max", "min":
			return FactStep
		case "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch", "exp", "log", "root",
			"asin", "acos", "atan", "acot", "asinh", "acosh", "atanh", "acoth":
			return 0
		}
		return FactSpecial
	default:
	}
	return 0
}

// A word has a bit for every op.
var _ [64 - opCount]struct{}

// Pool makes nodes and keeps one of each. It is not safe for concurrent use; a grading has
// its own.
type Pool struct {
	count int
	table []*Node // chains of nodes by the low bits of their hashes; a power of two
	nodes []Node  // the latest block of nodes, those in use
	args  []*Node // the latest block of arguments, those in use
	seed  maphash.Seed
	small [2*maxSmall + 1]*Node // the integers from −maxSmall, once they have been asked for
}

const (
	maxSmall   = 16
	firstTable = 128
	// Nodes and arguments are made in blocks, each twice as long as the one before within bounds.
	firstNodes, mostNodes = 32, 512
	firstArgs, mostArgs   = 64, 1024
)

// NewPool returns an empty pool.
func NewPool() *Pool {
	return &Pool{seed: maphash.MakeSeed()}
}

// Reset empties the pool for other work in the same memory: no node made before may be used any
// more. What a large piece of work has taken is given back.
func (p *Pool) Reset() {
	clear(p.nodes)
	clear(p.args)
	if len(p.table) > 4*mostNodes {
		p.table = nil
	}
	clear(p.table)
	*p = Pool{seed: p.seed, table: p.table, nodes: p.nodes[:0], args: p.args[:0]}
}

// Len is the number of nodes made so far.
func (p *Pool) Len() int { return p.count }

// Number is an exact rational number.
func (p *Pool) Number(r *big.Rat) *Node { return p.intern(Node{Op: OpNumber, Rat: r}, nil) }

// Int is an exact integer.
func (p *Pool) Int(n int64) *Node {
	if n < -maxSmall || n > maxSmall {
		return p.Number(intRat(n))
	}
	known := &p.small[n+maxSmall]
	if *known == nil {
		*known = p.Number(intRat(n))
	}
	return *known
}

// Decimal is a number written with a decimal point or an exponent, with that many
// significant digits.
func (p *Pool) Decimal(r *big.Rat, digits int) *Node {
	return p.intern(Node{Op: OpNumber, Rat: r, Digits: digits}, nil)
}

// Symbol is a variable; the name is its canonical LaTeX spelling.
func (p *Pool) Symbol(name string) *Node { return p.intern(Node{Op: OpSymbol, Name: name}, nil) }

// Constant is one of the Const… names.
func (p *Pool) Constant(name string) *Node { return p.intern(Node{Op: OpConstant, Name: name}, nil) }

// Make is the node of an op with its arguments, which are copied, here and below.
func (p *Pool) Make(op Op, args ...*Node) *Node { return p.intern(Node{Op: op}, args) }

// MakeNamed is Make for the ops that carry a name.
func (p *Pool) MakeNamed(op Op, name string, args ...*Node) *Node {
	return p.intern(Node{Op: op, Name: name}, args)
}

// MakeCounted is Make for the ops that carry an integer (OpMatrix: columns, OpPrime: primes).
func (p *Pool) MakeCounted(op Op, n int64, args ...*Node) *Node {
	return p.intern(Node{Op: op, Rat: big.NewRat(n, 1)}, args)
}

// Add is a sum as it was written; nothing is simplified, here and below.
func (p *Pool) Add(terms ...*Node) *Node { return p.Make(OpAdd, terms...) }

// Mul is a product as it was written.
func (p *Pool) Mul(factors ...*Node) *Node { return p.Make(OpMul, factors...) }

// Pow is a power.
func (p *Pool) Pow(base, exponent *Node) *Node { return p.Make(OpPow, base, exponent) }

// Neg is −1 times a.
func (p *Pool) Neg(a *Node) *Node { return p.Mul(p.Int(-1), a) }

// Sub is a + (−1)b.
func (p *Pool) Sub(a, b *Node) *Node { return p.Add(a, p.Neg(b)) }

// Div is a times b to the power −1.
func (p *Pool) Div(a, b *Node) *Node { return p.Mul(a, p.Pow(b, p.Int(-1))) }

// Sqrt is a to the power 1/2.
func (p *Pool) Sqrt(a *Node) *Node { return p.Pow(a, p.Number(halfRat)) }

// Apply is a known function of its arguments; see Functions.
func (p *Pool) Apply(name string, args ...*Node) *Node { return p.MakeNamed(OpApply, name, args...) }

// With is n with other arguments; it is n itself if they are the same.
func (p *Pool) With(n *Node, args []*Node) *Node {
	if sameNodes(n.Args, args) {
		return n
	}
	return p.intern(Node{Op: n.Op, Digits: n.Digits, Name: n.Name, Rat: n.Rat}, args)
}

// intern finds or makes the node n with these arguments. They come apart from it, and are
// copied, so that the lists of the callers can stay on their stacks.
func (p *Pool) intern(n Node, args []*Node) *Node {
	if p.table == nil {
		p.table = make([]*Node, firstTable)
	}
	n.hash = p.hashOf(&n, args)
	for m := p.table[n.hash&uint64(len(p.table)-1)]; m != nil; m = m.next {
		if m.hash == n.hash && m.Op == n.Op && m.Name == n.Name && m.Digits == n.Digits && sameNodes(m.Args, args) && sameRat(m.Rat, n.Rat) {
			return m
		}
	}
	if len(p.nodes) == cap(p.nodes) {
		p.nodes = make([]Node, 0, min(max(2*cap(p.nodes), firstNodes), mostNodes))
	}
	p.nodes = append(p.nodes, n)
	made := &p.nodes[len(p.nodes)-1] // not &n, which would allocate for a known node too
	made.Args = p.keep(args)
	made.ID = p.count
	made.ops, made.facts = 1<<n.Op, factOf(made)
	for _, a := range args {
		made.ops |= a.ops
		made.facts |= a.facts
	}
	if p.count++; p.count > len(p.table) {
		p.grow()
	}
	p.chain(made)
	return made
}

// keep copies the arguments of a new node into the pool.
func (p *Pool) keep(args []*Node) []*Node {
	n := len(args)
	if n == 0 {
		return nil
	}
	if n > cap(p.args)-len(p.args) {
		p.args = make([]*Node, 0, max(min(max(2*cap(p.args), firstArgs), mostArgs), n))
	}
	first := len(p.args)
	p.args = append(p.args, args...)
	return p.args[first : first+n : first+n]
}

func (p *Pool) chain(n *Node) {
	head := &p.table[n.hash&uint64(len(p.table)-1)]
	n.next, *head = *head, n
}

// grow makes the table four times as long.
func (p *Pool) grow() {
	old := p.table
	p.table = make([]*Node, 4*len(old))
	for _, n := range old {
		for n != nil {
			next := n.next
			p.chain(n)
			n = next
		}
	}
}

func (p *Pool) hashOf(n *Node, args []*Node) uint64 {
	h := uint64(n.Op)*0x9E3779B97F4A7C15 ^ uint64(n.Digits)<<48
	if n.Name != "" {
		h ^= maphash.String(p.seed, n.Name)
	}
	if n.Rat != nil {
		h = mix(h, bits(n.Rat.Num())+uint64(n.Rat.Sign()+1)<<62)
		if !n.Rat.IsInt() {
			h = mix(h, bits(n.Rat.Denom()))
		}
	}
	for _, a := range args {
		h = mix(h, a.hash)
	}
	return h
}

func bits(x *big.Int) uint64 {
	var h uint64
	for _, w := range x.Bits() {
		h = mix(h, uint64(w))
	}
	return h
}

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0xBF58476D1CE4E5B9
	return h ^ h>>29
}

func sameNodes(a, b []*Node) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func sameRat(a, b *big.Rat) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalRat(a, b)
}
