package expr

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
)

// maxBits bounds the numbers that Canon builds; a larger power or product stays as it is
// written.
const maxBits = 4096

// maxBinders bounds the nesting of integrals, sums and the like whose variables Canon
// renames.
const maxBinders = 32

// Commutes is the default for Canon: everything commutes under multiplication except
// states, operators written as such (daggers, commutators, ∇, ∂), slashed vectors, matrices,
// transposes and tensor products.
func Commutes(n *Node) bool {
	switch n.Op {
	case OpBra, OpKet, OpDagger, OpTranspose, OpCommutator, OpAnticommutator, OpTensorProduct, OpDirectSum,
		OpSlashed, OpNabla, OpPartial, OpMatrix:
		return false
	default:
		return true
	}
}

// Canon brings an expression into its canonical form: what is the same up to the order of
// commuting parts, nesting of sums and products, like terms and exact arithmetic becomes the
// same node. Every step holds for all complex values of the symbols at which both sides are
// defined, with principal branches; nothing is ever expanded.
//
//   - Sums and products are flattened and, where they commute, sorted by Compare (products by
//     base); 2x + x = 3x, x^a x^b = x^{a+b}, exp a · exp b = exp(a+b).
//   - A rational number that multiplies a sum alone goes into it; elsewhere a sum loses its
//     rational content and, under an integer power, its sign: (2x−2y)^2 = 4(x−y)^2.
//   - Powers of rationals are computed as far as the result stays below 4096 bits; radicals
//     are reduced over the primes below 1000: √8 = 2√2, 1/√2 = √2/2, (−1)^{1/2} = i.
//   - (x^a)^b = x^{ab} for integer b or −1 < a < 1; positive numeric factors leave every power
//     and every logarithm; log of a rational is written over its small primes.
//   - Even and odd functions take a positive leading coefficient; sin, cos, tan of multiples
//     of π/4 and π/6, factorials, binomials and Γ of small (half-)integers are evaluated.
//   - 0·x, x − x and x/x become 0, 0 and 1 only if x is finite (and nonzero) by
//     construction, see finite and nonzero; otherwise Mul(0, x) or Pow(x, 0) stays. 1/0 is
//     complex infinity and 0/0 undefined.
//   - Decimals are not exact: they take up signs and powers of ten, nothing else.
//   - Bound variables are renamed to _1, _2, … (the innermost is _1); > and ≥ are
//     turned round; sets, unions, "and", "or" and symmetric functions are sorted.
//   - Sums and products with … keep their order, and so does what follows ∇ or ∂.
//
// Commutes says of a symbol, call, indexed or other non-arithmetic node whether it commutes
// with everything; nil is the function Commutes. Sums, products, powers and functions commute
// if all their arguments do.
func Canon(p *Pool, n *Node, commutes func(*Node) bool) *Node {
	return NewCanonizer(p, commutes).Canon(n)
}

// Canonizer is Canon for many expressions of one pool: what has been brought into canonical
// form once is remembered. It is no more safe for concurrent use than its pool.
type Canonizer struct {
	pool *Pool
	ask  func(*Node) bool
	info []nodeInfo // by Node.ID

	zero, one, minusOne, i, e, pi, undefined, complexInf *Node
}

// nodeInfo is what has been found out about a node; the zero value is nothing.
type nodeInfo struct {
	canon     *Node
	binders   int32 // 1 + the height
	class     class
	commuting answer
	hasIndex  answer
}

// answer is yes, no or not asked.
type answer uint8

const (
	unasked answer = iota
	no
	yes
)

func answerOf(v bool) answer {
	if v {
		return yes
	}
	return no
}

// NewCanonizer remembers pool and commutes as for Canon.
func NewCanonizer(p *Pool, commutes func(*Node) bool) *Canonizer {
	c := &Canonizer{pool: p}
	c.Reset(commutes)
	return c
}

// Reset makes c new for a pool that has been reset.
func (c *Canonizer) Reset(commutes func(*Node) bool) {
	if commutes == nil {
		commutes = Commutes
	}
	p, info := c.pool, c.info
	if len(info) > maxKeptInfo {
		info = nil
	}
	clear(info)
	*c = Canonizer{
		pool: p, ask: commutes, info: info,
		zero: p.Int(0), one: p.Int(1), minusOne: p.Int(-1), i: p.Constant(ConstI), e: p.Constant(ConstE), pi: p.Constant(ConstPi),
		undefined: p.Constant(ConstUndefined), complexInf: p.Constant(ConstComplexInf),
	}
}

// maxKeptInfo bounds what is kept for the next pool.
const maxKeptInfo = 1 << 10

// Canon is the canonical form of n.
func (c *Canonizer) Canon(n *Node) *Node { return c.node(n) }

// about is valid until a node is asked about that was made later.
func (c *Canonizer) about(n *Node) *nodeInfo {
	if n.ID >= len(c.info) {
		size := max(n.ID+1, c.pool.Len()+c.pool.Len()/2+32)
		c.info = append(c.info, make([]nodeInfo, size-len(c.info))...)
	}
	return &c.info[n.ID]
}

func (c *Canonizer) node(n *Node) *Node {
	if len(n.Args) == 0 {
		return n
	}
	if v := c.about(n).canon; v != nil {
		return v
	}
	v := c.compound(n)
	c.about(n).canon = v
	c.about(v).canon = v
	return v
}

func (c *Canonizer) compound(n *Node) *Node {
	switch n.Op {
	case OpAdd:
		return c.sum(n)
	case OpMul:
		return c.product(n)
	case OpPow:
		return c.power(n)
	case OpApply:
		return c.apply(n)
	case OpIntegral, OpSum, OpProduct, OpLimit, OpSetBuilder:
		return c.binder(n)
	case OpDerivative:
		return c.derivative(n)
	case OpRelation:
		return c.relation(n)
	case OpSet, OpUnion, OpIntersection, OpAnd, OpOr:
		return c.unordered(n)
	case OpDot, OpAnticommutator:
		args := c.args(n)
		slices.SortFunc(args, Compare)
		return c.pool.With(n, args)
	case OpCross, OpCommutator:
		return c.antisymmetric(n)
	case OpBigO:
		_, rest := c.split(c.node(n.Args[0]))
		return c.pool.With(n, []*Node{rest})
	default:
		return c.pool.With(n, c.args(n))
	}
}

func (c *Canonizer) args(n *Node) []*Node {
	args := make([]*Node, len(n.Args))
	for i, a := range n.Args {
		args[i] = c.node(a)
	}
	return args
}

func (c *Canonizer) relation(n *Node) *Node {
	args := c.args(n)
	if len(args) == 2 {
		switch n.Name {
		case RelGreater:
			return c.pool.MakeNamed(OpRelation, RelLess, args[1], args[0])
		case RelGreaterEqual:
			return c.pool.MakeNamed(OpRelation, RelLessEqual, args[1], args[0])
		}
	}
	return c.pool.With(n, args)
}

// unordered flattens what is associative, sorts, and drops repetitions.
func (c *Canonizer) unordered(n *Node) *Node {
	var args []*Node
	for _, a := range n.Args {
		a = c.node(a)
		if n.Op != OpSet && a.Op == n.Op {
			args = append(args, a.Args...)
		} else {
			args = append(args, a)
		}
	}
	slices.SortFunc(args, Compare)
	args = slices.Compact(args)
	if len(args) == 1 && n.Op != OpSet {
		return args[0]
	}
	return c.pool.With(n, args)
}

// antisymmetric sorts [a, b] = −[b, a]; of an expression with itself it is zero.
func (c *Canonizer) antisymmetric(n *Node) *Node {
	args := c.args(n)
	if len(args) != 2 {
		return c.pool.With(n, args)
	}
	switch Compare(args[0], args[1]) {
	case 0:
		return c.zero
	case 1:
		return c.times(minusOneRat, c.pool.With(n, []*Node{args[1], args[0]}))
	default:
		return c.pool.With(n, args)
	}
}

// derivative sorts and joins the variables: smooth functions are meant.
func (c *Canonizer) derivative(n *Node) *Node {
	args := c.args(n)
	type step struct{ variable, order *Node }
	var steps []step
	for k := 1; k+1 < len(args); k += 2 {
		steps = append(steps, step{args[k], args[k+1]})
	}
	if 1+2*len(steps) != len(args) {
		return c.pool.With(n, args)
	}
	slices.SortStableFunc(steps, func(a, b step) int { return Compare(a.variable, b.variable) })
	out := args[:1:1]
	for k := 0; k < len(steps); {
		orders := []*Node{steps[k].order}
		j := k + 1
		for ; j < len(steps) && steps[j].variable == steps[k].variable; j++ {
			orders = append(orders, steps[j].order)
		}
		order := steps[k].order
		if len(orders) > 1 {
			order = c.node(c.pool.Add(orders...))
		}
		out = append(out, steps[k].variable, order)
		k = j
	}
	return c.pool.With(n, out)
}

// binder renames the bound variable by the number of binders nested inside its scope, so
// that it depends on nothing but the structure, and brings the parts into canonical form.
func (c *Canonizer) binder(n *Node) *Node {
	bound, scope := Bound(n)
	height := c.height(n)
	if len(bound) == 0 || height > maxBinders {
		return c.pool.With(n, c.args(n))
	}
	fresh := c.pool.Symbol(BoundName(height))
	args := make([]*Node, len(n.Args))
	for k, a := range n.Args {
		if slices.Contains(scope, k) {
			a = Subst(c.pool, a, map[*Node]*Node{bound[0]: fresh})
		}
		args[k] = c.node(a)
	}
	return c.pool.With(n, args)
}

// height counts the binders on the longest path down from n.
func (c *Canonizer) height(n *Node) int {
	if len(n.Args) == 0 {
		return 0
	}
	if h := c.about(n).binders; h > 0 {
		return int(h - 1)
	}
	h := 0
	for _, a := range n.Args {
		h = max(h, c.height(a))
	}
	switch n.Op {
	case OpIntegral, OpSum, OpProduct, OpLimit, OpSetBuilder:
		h++
	default:
	}
	c.about(n).binders = int32(h + 1)
	return h
}

// commutesWithAll says whether n may change places with any factor.
func (c *Canonizer) commutesWithAll(n *Node) bool {
	switch n.Op {
	case OpNumber, OpConstant, OpUnit, OpText, OpExpectation:
		return true
	case OpAdd, OpMul, OpPow, OpPlusMinus, OpBigO, OpDerivative, OpPrime, OpIntegral, OpSum, OpProduct, OpLimit,
		OpPiecewise, OpWhere, OpRelation, OpTuple, OpList, OpAnd, OpOr:
	case OpApply:
		switch n.Name {
		case "tr", "det", "dim", "rank", "norm", "abs":
			return true
		}
	default:
		return c.ask(n)
	}
	if v := c.about(n).commuting; v != unasked {
		return v == yes
	}
	v := true
	for _, a := range n.Args {
		if !c.commutesWithAll(a) {
			v = false
			break
		}
	}
	c.about(n).commuting = answerOf(v)
	return v
}

// split is a canonical expression as rational coefficient times rest.
func (c *Canonizer) split(n *Node) (*big.Rat, *Node) {
	switch {
	case n.Op == OpNumber && n.Digits == 0:
		return n.Rat, c.one
	case n.Op == OpNumber && n.Rat.Sign() < 0:
		return minusOneRat, c.pool.Decimal(negRat(n.Rat), n.Digits)
	case n.Op == OpMul && isExact(n.Args[0]):
		if len(n.Args) == 2 {
			return n.Args[0].Rat, n.Args[1]
		}
		return n.Args[0].Rat, c.pool.Mul(n.Args[1:]...)
	default:
		return oneRat, n
	}
}

// times is a rational number times a canonical expression.
func (c *Canonizer) times(r *big.Rat, n *Node) *Node {
	if isOneRat(r) {
		return n
	}
	f := factors{c: c}
	f.number(r, oneRat)
	f.factor(n, oneRat)
	return f.build()
}

// BoundName is the name that Canon gives the bound variable with that many binders in its
// scope, itself included. No reader makes such a name.
func BoundName(height int) string {
	return "_" + strconv.Itoa(height)
}

var (
	zeroRat     = intRat(0)
	oneRat      = intRat(1)
	minusOneRat = intRat(-1)
	halfRat     = big.NewRat(1, 2)
)

func isExact(n *Node) bool { return n.Op == OpNumber && n.Digits == 0 }

// small is the value of an exact integer of absolute value at most limit.
func small(n *Node, limit int64) (int64, bool) {
	if !isExact(n) || !n.Rat.IsInt() || !n.Rat.Num().IsInt64() {
		return 0, false
	}
	v := n.Rat.Num().Int64()
	return v, v >= -limit && v <= limit
}

// compareFactors orders commuting factors by base, then exponent.
func compareFactors(a, b *Node) int {
	return cmp.Or(Compare(baseOf(a), baseOf(b)), Compare(a, b))
}

func baseOf(n *Node) *Node {
	if n.Op == OpPow {
		return n.Args[0]
	}
	return n
}
