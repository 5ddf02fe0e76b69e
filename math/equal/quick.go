package equal

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// sketch evaluates expressions at points in double precision, with bounds (ball.Quick). It
// answers the cheap questions of a comparison: on which side of a surface a point is, whether
// a constraint holds, whether two sides that are known to differ differ here as well. What it
// cannot say is asked of the machine, and so is whatever is reported.
//
// It is a straight-line program over registers; what it has no operation for makes no sketch.
type sketch struct {
	code  []stroke
	regs  []ball.QuickComplex
	args  []int32
	vars  map[*expr.Node]int32
	roots []int32
	// after lists for a variable the instructions that depend on it.
	after map[*expr.Node][]int32
}

// stroke is one instruction: z = op(args…).
type stroke struct {
	op         sketchOp
	z          int32
	first, len int32 // its arguments in sketch.args
	n          int64 // an integer of the operation
	value      float64
}

type sketchOp uint8

const (
	sketchNone sketchOp = iota
	sketchAdd
	sketchMul
	sketchPowInt
	sketchHalfPow // x^{n/2}
	sketchPowRat
	sketchPow
	sketchExp
	sketchLog
	sketchLogBase
	sketchSin
	sketchCos
	sketchTan
	sketchCot
	sketchSec
	sketchCsc
	sketchSinh
	sketchCosh
	sketchTanh
	sketchCoth
	sketchSech
	sketchCsch
	sketchAsin
	sketchAcos
	sketchAtan
	sketchAcot
	sketchAsinh
	sketchAcosh
	sketchAtanh
	sketchAcoth
	sketchAbs
	sketchArg
	sketchConj
	sketchRe
	sketchIm
	sketchSign
	sketchStep
	sketchFloor
	sketchCeiling
	sketchSinc
	sketchMin
	sketchMax
	sketchLess
	sketchLessEqual
	sketchNotEqual
	sketchAnd
	sketchOr
	sketchNot
	sketchPiecewise
	sketchOddRoot // |x|^value with the sign of x to the n
)

var sketchFunctions = map[string]sketchOp{
	"exp": sketchExp, "log": sketchLog, "sin": sketchSin, "cos": sketchCos, "tan": sketchTan, "cot": sketchCot, "sec": sketchSec,
	"csc": sketchCsc, "sinh": sketchSinh, "cosh": sketchCosh, "tanh": sketchTanh, "coth": sketchCoth, "sech": sketchSech,
	"csch": sketchCsch, "asin": sketchAsin, "acos": sketchAcos, "atan": sketchAtan, "acot": sketchAcot, "asinh": sketchAsinh,
	"acosh": sketchAcosh, "atanh": sketchAtanh, "acoth": sketchAcoth, "abs": sketchAbs, "norm": sketchAbs, "arg": sketchArg,
	"conjugate": sketchConj, "re": sketchRe, "im": sketchIm, "sign": sketchSign, "heaviside": sketchStep, "floor": sketchFloor,
	"ceiling": sketchCeiling, "sinc": sketchSinc,
}

var sketchRelations = map[string]sketchOp{
	expr.RelLess: sketchLess, expr.RelLessEqual: sketchLessEqual, expr.RelGreater: sketchLess, expr.RelGreaterEqual: sketchLessEqual,
	expr.RelNotEqual: sketchNotEqual,
}

// maxSketch bounds the size of a program.
const maxSketch = 4096

// newSketch compiles expressions of this pair; nil if an operation is missing.
func (g *grading) newSketch(roots ...*expr.Node) *sketch {
	g.charge(costSketch * weight(roots...))
	return newSketch(g.ctx.Branch == "real", roots...)
}

// sketch is the same program in double precision, nil if there is none.
func (m *machine) sketch() *sketch {
	if !m.sketched {
		m.sketched = true
		m.ledger.charge(costSketch * weight(m.nodes...))
		m.drawn = newSketch(m.real, m.nodes...)
	}
	return m.drawn
}

// look evaluates at a point.
func (s *sketch) look(l *ledger, at map[*expr.Node]*point) {
	l.charge(s.cost())
	s.set(at)
	s.run()
}

// costSketch is the price of an instruction in a sketch.
const costSketch = 2

// cost of a run, in the operations that the ledger counts.
func (s *sketch) cost() int { return len(s.code)/4 + 1 }

// newSketch compiles the roots; nil if an operation is missing.
func newSketch(branchReal bool, roots ...*expr.Node) *sketch {
	nodes := reachable(roots...)
	if len(nodes) == 0 || len(nodes) > maxSketch {
		return nil
	}
	operands := 0
	for _, n := range nodes {
		operands += len(n.Args)
	}
	s := &sketch{regs: make([]ball.QuickComplex, len(nodes)), code: make([]stroke, 0, len(nodes)), args: make([]int32, 0, operands)}
	// Arguments have smaller numbers, and nodes are sorted by them.
	var room [256]int32 // enough for most, on the stack
	at := room[:]
	if last := nodes[len(nodes)-1].ID; last >= len(room) {
		at = make([]int32, last+1)
	}
	for i, n := range nodes {
		at[n.ID] = int32(i)
		if !s.add(n, int32(i), at, branchReal) {
			return nil
		}
	}
	for _, r := range roots {
		s.roots = append(s.roots, at[r.ID])
	}
	return s
}

// add compiles one node into register z.
func (s *sketch) add(n *expr.Node, z int32, at []int32, branchReal bool) bool {
	emit := func(op sketchOp, k int64, value float64, args ...*expr.Node) bool {
		st := stroke{op: op, z: z, first: int32(len(s.args)), len: int32(len(args)), n: k, value: value}
		for _, a := range args {
			s.args = append(s.args, at[a.ID])
		}
		s.code = append(s.code, st)
		return op != sketchNone && len(args) > 0
	}
	switch n.Op {
	case expr.OpNumber:
		s.regs[z] = ball.QuickReal(quickRat(n.Rat))
	case expr.OpSymbol:
		if s.vars == nil {
			s.vars = make(map[*expr.Node]int32, 8)
		}
		s.vars[n] = z
	case expr.OpConstant:
		v, ok := quickConstants[n.Name]
		s.regs[z] = v
		return ok
	case expr.OpAdd:
		return emit(sketchAdd, 0, 0, n.Args...)
	case expr.OpMul:
		return emit(sketchMul, 0, 0, n.Args...)
	case expr.OpPow:
		base, e := n.Args[0], n.Args[1]
		switch {
		case isConstant(base, expr.ConstE):
			return emit(sketchExp, 0, 0, e)
		case isNumber(e):
			return s.rationalPower(emit, base, e.Rat, branchReal)
		}
		return emit(sketchPow, 0, 0, base, e)
	case expr.OpApply:
		switch {
		case len(n.Args) == 1:
			return emit(sketchFunctions[n.Name], 0, 0, n.Args...)
		case n.Name == "log" && len(n.Args) == 2:
			return emit(sketchLogBase, 0, 0, n.Args...)
		case n.Name == "root" && len(n.Args) == 2:
			if k, ok := smallInt(n.Args[1]); ok && k != 0 {
				return s.rationalPower(emit, n.Args[0], big.NewRat(1, k), true)
			}
		case n.Name == "min":
			return emit(sketchMin, 0, 0, n.Args...)
		case n.Name == "max":
			return emit(sketchMax, 0, 0, n.Args...)
		}
		return false
	case expr.OpRelation:
		if len(n.Args) != 2 {
			return false
		}
		if n.Name == expr.RelGreater || n.Name == expr.RelGreaterEqual {
			return emit(sketchRelations[n.Name], 0, 0, n.Args[1], n.Args[0])
		}
		return emit(sketchRelations[n.Name], 0, 0, n.Args...)
	case expr.OpAnd:
		return emit(sketchAnd, 0, 0, n.Args...)
	case expr.OpOr:
		return emit(sketchOr, 0, 0, n.Args...)
	case expr.OpNot:
		return emit(sketchNot, 0, 0, n.Args...)
	case expr.OpPiecewise:
		return emit(sketchPiecewise, 0, 0, n.Args...)
	default:
		return false
	}
	return true
}

// rationalPower chooses as compiler.power does.
func (s *sketch) rationalPower(emit func(sketchOp, int64, float64, ...*expr.Node) bool, base *expr.Node, r *big.Rat, branchReal bool) bool {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return false
	}
	k, q := r.Num().Int64(), r.Denom().Int64()
	switch {
	case q == 1:
		return emit(sketchPowInt, k, 0, base)
	case q == 2:
		return emit(sketchHalfPow, k, 0, base)
	case branchReal && q%2 == 1:
		f, _ := r.Float64()
		return emit(sketchOddRoot, k, f, base)
	}
	f, _ := r.Float64()
	return emit(sketchPowRat, 0, f, base)
}

var quickConstants = map[string]ball.QuickComplex{
	expr.ConstPi: ball.QuickReal(ball.QuickPi()), expr.ConstE: ball.QuickReal(ball.QuickNear(math.E)),
	expr.ConstI:          {Im: ball.QuickExact(1)},
	expr.ConstEulerGamma: ball.QuickReal(ball.QuickNear(0.57721566490153286061)),
	expr.ConstCatalan:    ball.QuickReal(ball.QuickNear(0.91596559417721901505)),
}

// quickRat encloses a rational number.
func quickRat(r *big.Rat) ball.Quick {
	if r.IsInt() && r.Num().IsInt64() {
		if k := r.Num().Int64(); k > -1<<53 && k < 1<<53 {
			return ball.QuickExact(float64(k))
		}
	}
	f, exact := r.Float64()
	if exact {
		return ball.QuickExact(f)
	}
	return ball.QuickNear(f)
}

// set gives every variable its value at a point.
func (s *sketch) set(at map[*expr.Node]*point) {
	for v, z := range s.vars {
		if p := at[v]; p != nil {
			s.regs[z] = p.quick()
		} else {
			s.regs[z] = ball.QuickIndeterminate()
		}
	}
}

// run evaluates all of the program.
func (s *sketch) run() {
	for i := range s.code {
		s.exec(&s.code[i])
	}
}

// rerun evaluates what depends on one variable, after it has got another value.
func (s *sketch) rerun(v *expr.Node) {
	list, ok := s.after[v]
	if !ok {
		if s.after == nil {
			s.after = map[*expr.Node][]int32{}
		}
		list = s.dependents(v)
		s.after[v] = list
	}
	for _, i := range list {
		s.exec(&s.code[i])
	}
}

// dependents lists the instructions that a variable has an influence on.
func (s *sketch) dependents(v *expr.Node) []int32 {
	touched := make([]bool, len(s.regs))
	list := []int32{}
	z, ok := s.vars[v]
	if !ok {
		return list
	}
	touched[z] = true
	for i := range s.code {
		st := &s.code[i]
		for _, a := range s.args[st.first : st.first+st.len] {
			if touched[a] {
				touched[st.z] = true
				list = append(list, int32(i))
				break
			}
		}
	}
	return list
}

// root is the value of one of the expressions.
func (s *sketch) root(i int) ball.QuickComplex { return s.regs[s.roots[i]] }

// holds tells whether all roots are true, if that is known.
func (s *sketch) holds() (all, known bool) {
	all, known = true, true
	for i := range s.roots {
		switch z := s.root(i); {
		case z.IsZero():
			return false, true
		case !z.IsFinite() || z.ContainsZero():
			known = false
		}
	}
	return all, known
}

// apart tells that the two roots differ at the point of the last look, if that can be seen,
// and whether the first is real there.
func (s *sketch) apart() (isReal, yes bool) {
	r, k := s.root(0), s.root(1)
	if !r.IsFinite() || !k.IsFinite() || r.Overlaps(k) {
		return false, false
	}
	switch {
	case r.LooksReal():
		return true, true
	case r.Im.Sign() != 0:
		return false, true
	}
	return false, false
}

// agree tells that the two roots are the same at the point of the last look as far as can be
// seen, and whether they are real there.
func (s *sketch) agree() (isReal, yes bool) {
	r, k := s.root(0), s.root(1)
	if !r.IsSharp() || !k.IsSharp() || !r.Overlaps(k) {
		return false, false
	}
	isReal = r.LooksReal()
	return isReal, isReal || r.Im.Sign() != 0
}

func (s *sketch) exec(st *stroke) {
	args := s.args[st.first : st.first+st.len]
	x := &s.regs[args[0]]
	s.regs[st.z] = s.value(st, args, x)
}

// value is the result of an instruction. The functions are defined where, and have the
// branches that, functionKernel gives them; what is not known is indeterminate.
func (s *sketch) value(st *stroke, args []int32, x *ball.QuickComplex) ball.QuickComplex {
	switch st.op {
	case sketchAdd:
		sum := *x
		for _, a := range args[1:] {
			sum = sum.Add(s.regs[a])
		}
		return sum
	case sketchMul:
		product := *x
		for _, a := range args[1:] {
			product = product.Mul(s.regs[a])
		}
		return product
	case sketchPowInt:
		return x.PowInt(st.n)
	case sketchHalfPow:
		if x.IsZero() {
			return quickZeroTo(st.n > 0)
		}
		return x.Sqrt().PowInt(st.n)
	case sketchPowRat:
		return quickPowRat(*x, st.value)
	case sketchOddRoot:
		if x.IsReal() && x.Re.Sign() < 0 {
			v := quickPowRat(x.Neg(), st.value)
			if st.n%2 != 0 {
				v = v.Neg()
			}
			return v
		}
		return quickPowRat(*x, st.value)
	case sketchPow:
		return quickPow(*x, s.regs[args[1]])
	case sketchLogBase:
		return x.Log().Div(s.regs[args[1]].Log())
	case sketchMin, sketchMax:
		return s.extremum(args, st.op == sketchMax)
	case sketchLess, sketchLessEqual, sketchNotEqual, sketchAnd, sketchOr, sketchNot, sketchPiecewise:
		return s.truth(st.op, args)
	default:
		return quickFunction(st.op, *x)
	}
}

func quickZeroTo(positive bool) ball.QuickComplex {
	if positive {
		return ball.QuickComplex{}
	}
	return ball.QuickIndeterminate()
}

// quickPowRat is x^r for r next to a double.
func quickPowRat(x ball.QuickComplex, r float64) ball.QuickComplex {
	if x.IsZero() {
		return quickZeroTo(r > 0)
	}
	return x.Log().Mul(ball.QuickReal(ball.QuickNear(r))).Exp()
}

// quickPow is x^y, as pow.
func quickPow(x, y ball.QuickComplex) ball.QuickComplex {
	if y.IsReal() {
		if k, ok := y.Re.Int(); ok && k > -1<<16 && k < 1<<16 {
			return x.PowInt(k)
		}
		twice := y.Re.Add(y.Re)
		if k, ok := twice.Int(); ok && k > -1<<10 && k < 1<<10 && !x.IsZero() {
			return x.Sqrt().PowInt(k)
		}
	}
	if x.IsZero() {
		return quickZeroTo(y.Re.Sign() > 0)
	}
	return x.Log().Mul(y).Exp()
}

var quickOne = ball.QuickReal(ball.QuickExact(1))

// quickFunction is a function of one argument; the inverse functions only of real ones.
func quickFunction(op sketchOp, x ball.QuickComplex) ball.QuickComplex {
	switch op {
	case sketchExp:
		return x.Exp()
	case sketchLog:
		return x.Log()
	case sketchSin, sketchCos, sketchTan, sketchCot, sketchSec, sketchCsc, sketchSinc:
		s, c := x.SinCos()
		switch op {
		case sketchSin:
			return s
		case sketchCos:
			return c
		case sketchTan:
			return s.Div(c)
		case sketchCot:
			return c.Div(s)
		case sketchSec:
			return c.Inv()
		case sketchCsc:
			return s.Inv()
		default:
		}
		if x.IsZero() {
			return quickOne
		}
		return s.Div(x)
	case sketchSinh, sketchCosh, sketchTanh, sketchCoth, sketchSech, sketchCsch:
		return quickHyperbolic(op, x)
	case sketchAbs:
		return x.Abs()
	case sketchArg:
		return x.Arg()
	case sketchConj:
		return x.Conj()
	case sketchRe:
		return ball.QuickReal(x.Re)
	case sketchIm:
		return ball.QuickReal(x.Im)
	default:
	}
	if !x.IsReal() {
		return ball.QuickIndeterminate()
	}
	return ball.QuickReal(quickOfReal(op, x.Re))
}

func quickHyperbolic(op sketchOp, x ball.QuickComplex) ball.QuickComplex {
	if op == sketchTanh && x.IsReal() {
		return ball.QuickReal(x.Re.Tanh())
	}
	s, c := x.SinhCosh()
	switch op {
	case sketchSinh:
		return s
	case sketchCosh:
		return c
	case sketchTanh:
		return s.Div(c)
	case sketchCoth:
		return c.Div(s)
	case sketchSech:
		return c.Inv()
	default:
		return s.Inv()
	}
}

// quickOfReal is a function that is looked at for real arguments only.
func quickOfReal(op sketchOp, x ball.Quick) ball.Quick {
	switch op {
	case sketchAsin:
		return x.Asin()
	case sketchAcos:
		return x.Acos()
	case sketchAtan:
		return x.Atan()
	case sketchAcot:
		return x.Inv().Atan()
	case sketchAsinh:
		return x.Asinh()
	case sketchAcosh:
		return x.Acosh()
	case sketchAtanh:
		return x.Atanh()
	case sketchAcoth:
		return x.Inv().Atanh()
	case sketchSign:
		if sign := x.Sign(); sign != 0 || x.IsZero() {
			return ball.QuickExact(float64(sign))
		}
	case sketchStep:
		if sign := x.Sign(); sign != 0 || x.IsZero() {
			return ball.QuickExact(float64(sign+1) / 2)
		}
	case sketchFloor:
		return x.Floor()
	case sketchCeiling:
		return x.Neg().Floor().Neg()
	default:
	}
	return ball.QuickIndeterminate().Re
}

// extremum is the least or largest of real numbers.
func (s *sketch) extremum(args []int32, largest bool) ball.QuickComplex {
	best := s.regs[args[0]]
	for _, a := range args[1:] {
		v := s.regs[a]
		if !v.IsReal() || !best.IsReal() {
			return ball.QuickIndeterminate()
		}
		switch sign := v.Re.Sub(best.Re).Sign(); {
		case sign == 0:
			return ball.QuickIndeterminate()
		case sign > 0 == largest:
			best = v
		}
	}
	return best
}

// truth is 1, 0 or unknown.
func (s *sketch) truth(op sketchOp, args []int32) ball.QuickComplex {
	is := func(yes, no bool) ball.QuickComplex {
		switch {
		case yes:
			return quickOne
		case no:
			return ball.QuickComplex{}
		}
		return ball.QuickIndeterminate()
	}
	isTrue := func(i int32) bool { return s.regs[i].IsFinite() && !s.regs[i].ContainsZero() }
	isFalse := func(i int32) bool { return s.regs[i].IsZero() }
	yes, no := true, false
	switch op {
	case sketchLess, sketchLessEqual, sketchNotEqual:
		d := s.regs[args[1]].Sub(s.regs[args[0]])
		switch {
		case !d.IsFinite():
			return is(false, false)
		case op == sketchNotEqual:
			return is(!d.ContainsZero(), d.IsZero())
		case op == sketchLess:
			return is(d.IsReal() && d.Re.Sign() > 0, d.IsReal() && (d.Re.Sign() < 0 || d.IsZero()) || d.Im.Sign() != 0)
		}
		return is(d.IsReal() && (d.Re.Sign() > 0 || d.IsZero()), d.IsReal() && d.Re.Sign() < 0 || d.Im.Sign() != 0)
	case sketchAnd:
		for _, a := range args {
			yes, no = yes && isTrue(a), no || isFalse(a)
		}
		return is(yes, no)
	case sketchOr:
		yes, no = false, true
		for _, a := range args {
			yes, no = yes || isTrue(a), no && isFalse(a)
		}
		return is(yes, no)
	case sketchNot:
		return is(isFalse(args[0]), isTrue(args[0]))
	default:
	}
	// A value where its condition is the first that holds.
	for i := 0; i+1 < len(args); i += 2 {
		switch {
		case isTrue(args[i+1]):
			return s.regs[args[i]]
		case !isFalse(args[i+1]):
			return is(false, false)
		}
	}
	if len(args)%2 == 1 {
		return s.regs[args[len(args)-1]]
	}
	return is(false, false)
}
