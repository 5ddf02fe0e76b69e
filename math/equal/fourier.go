package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// fourier writes a trigonometric series with terms that fall like a power as polylogarithms,
// which have values where the series converges slowly (DLMF 25.12.10):
//
//	Σ_{n≥1} zⁿ/nˢ = Li_s(z) for |z| = 1, z ≠ 1 or s > 1,
//	Σ over odd n:   ½ [Li_s(z) − Li_s(−z)].
//
// The terms are sums of c·cos nθ, c·sin nθ, c·e^{inθ}, each with (−1)ⁿ or without, over the
// s-th power of the same n; n is the index or twice the index plus an odd number. nil for any
// other sum.
func (g *grading) fourier(m *expr.Node) *expr.Node {
	if len(m.Args) != 4 || infinite(m.Args[3]) != 1 {
		return nil
	}
	start, ok := smallInt(m.Args[2])
	if !ok || start < -maxSpelled || start > maxSpelled {
		return nil
	}
	s := &fourierSum{g: g, b: builder{g.pool}, k: m.Args[1], start: start}
	terms := termsOf(m.Args[0])
	var sum []*expr.Node
	for _, t := range terms {
		v := s.term(t)
		if v == nil {
			return nil
		}
		sum = append(sum, v)
	}
	return s.b.add(sum...)
}

// fourierSum is one such series with its index k.
type fourierSum struct {
	g     *grading
	b     builder
	k     *expr.Node
	start int64
}

// linearIndex is n = step·k + offset with integers.
type linearIndex struct{ step, offset int64 }

func (s *fourierSum) has(n *expr.Node) bool {
	return mentions(n, s.k)
}

// index reads step·k + offset up to a factor: n = factor·(step·k + offset).
func (s *fourierSum) index(n *expr.Node) (l linearIndex, factor *expr.Node, ok bool) {
	p, ok := s.g.polynomialOf(n, s.k)
	if !ok || len(p) != 2 {
		return l, nil, false
	}
	ratio := s.g.canon(s.b.div(p[0], p[1]))
	if !isNumber(ratio) {
		return l, nil, false
	}
	switch {
	case ratio.Rat.IsInt() && ratio.Rat.Num().IsInt64():
		return linearIndex{1, ratio.Rat.Num().Int64()}, p[1], true
	case ratio.Rat.Denom().IsInt64() && ratio.Rat.Denom().Int64() == 2 && ratio.Rat.Num().IsInt64():
		return linearIndex{2, ratio.Rat.Num().Int64()}, s.g.canon(s.b.div(p[1], s.g.pool.Int(2))), true
	}
	return l, nil, false
}

// term sums one term.
func (s *fourierSum) term(t *expr.Node) *expr.Node {
	b, pool := s.b, s.g.pool
	factors := factorsOf(t)
	coefficient, sign := []*expr.Node{}, linearIndex{}
	var wave *expr.Node
	var power int64
	var n linearIndex
	for _, f := range factors {
		switch {
		case !s.has(f):
			coefficient = append(coefficient, f)
		case f.Op == expr.OpPow && isInt(f.Args[0], -1) && sign.step == 0:
			p, ok := s.g.polynomialOf(f.Args[1], s.k)
			if !ok || len(p) != 2 || !isNumber(p[0]) || !isNumber(p[1]) || !p[0].Rat.IsInt() || !p[1].Rat.IsInt() {
				return nil
			}
			a, okA := smallInt(p[1])
			c, okC := smallInt(p[0])
			if !okA || !okC {
				return nil
			}
			sign = linearIndex{a, c}
		case f.Op == expr.OpPow && isNumber(f.Args[1]) && f.Args[1].Rat.IsInt() && f.Args[1].Rat.Sign() < 0 && power == 0:
			base := f.Args[0]
			e, ok := smallInt(f.Args[1])
			if ok && base.Op == expr.OpPow && isNumber(base.Args[1]) {
				inner, fine := smallInt(base.Args[1])
				base, e, ok = base.Args[0], e*inner, fine
			}
			l, c, linear := s.index(base)
			if !ok || !linear || e < -12 || e >= 0 {
				return nil
			}
			n, power = l, -e
			coefficient = append(coefficient, b.pow(c, pool.Int(e)))
		case wave == nil:
			wave = f
		default:
			return nil
		}
	}
	if wave == nil || power == 0 || n.step*s.start+n.offset <= 0 {
		return nil
	}
	var argument *expr.Node
	switch {
	case wave.Op == expr.OpApply && (wave.Name == "sin" || wave.Name == "cos"):
		argument = wave.Args[0]
	case wave.Op == expr.OpPow && isConstant(wave.Args[0], expr.ConstE), wave.Op == expr.OpApply && wave.Name == "exp":
		if argument = s.overI(wave.Args[len(wave.Args)-1]); argument == nil {
			return nil
		}
	default:
		return nil
	}
	// argument = n·θ + δ
	p, ok := s.g.polynomialOf(argument, s.k)
	if !ok || len(p) != 2 {
		return nil
	}
	theta := s.g.canon(b.div(p[1], pool.Int(n.step)))
	delta := s.g.canon(b.sub(p[0], b.mul(pool.Int(n.offset), theta)))
	if !s.real(theta) || !s.real(delta) {
		return nil
	}
	// (−1)^{ak + c}: with n = k + o it is (−1)^{c − ao}·(−1)^{an}; with n = 2k + o a phase iⁿ.
	turn := pool.Int(0) // added to θ, in units of π
	if sign.step%2 != 0 {
		turn = b.div(pool.Int(sign.step), pool.Int(n.step))
		delta = b.sub(delta, b.mul(pool.Int(n.offset), turn, pool.Constant(expr.ConstPi)))
		theta = b.add(theta, b.mul(turn, pool.Constant(expr.ConstPi)))
	}
	if sign.offset%2 != 0 {
		coefficient = append(coefficient, pool.Int(-1))
	}
	plus := s.half(theta, delta, power, n)
	if wave.Op == expr.OpPow || wave.Name == "exp" {
		return b.mul(append(coefficient, plus)...)
	}
	backTheta, backDelta := b.neg(theta), b.neg(delta)
	if !isInt(turn, 0) {
		// (−1)^{…} cos(nθ + δ) has e^{iπ…} times both exponentials, so the second is not the
		// conjugate of the first.
		backTheta = s.g.canon(b.add(backTheta, b.mul(pool.Int(2), turn, pool.Constant(expr.ConstPi))))
		backDelta = s.g.canon(b.sub(backDelta, b.mul(pool.Int(2*n.offset), turn, pool.Constant(expr.ConstPi))))
	}
	back := s.half(backTheta, backDelta, power, n)
	if wave.Name == "cos" {
		return b.mul(append(coefficient, b.pow(pool.Int(2), pool.Int(-1)), b.add(plus, back))...)
	}
	return b.mul(append(coefficient, pool.Int(-1), pool.Constant(expr.ConstI), b.pow(pool.Int(2), pool.Int(-1)), b.sub(plus, back))...)
}

// overI is φ of iφ, nil where i is no factor of each term.
func (s *fourierSum) overI(n *expr.Node) *expr.Node {
	switch n.Op {
	case expr.OpAdd:
		terms := make([]*expr.Node, len(n.Args))
		for k, a := range n.Args {
			if terms[k] = s.overI(a); terms[k] == nil {
				return nil
			}
		}
		return s.b.add(terms...)
	case expr.OpMul:
		for k, a := range n.Args {
			if isConstant(a, expr.ConstI) {
				return s.b.mul(append(append([]*expr.Node{}, n.Args[:k]...), n.Args[k+1:]...)...)
			}
		}
	case expr.OpConstant:
		if n.Name == expr.ConstI {
			return s.g.pool.Int(1)
		}
	default:
	}
	return nil
}

// real reports whether an angle is real by what is declared.
func (s *fourierSum) real(n *expr.Node) bool {
	if containsOp(n, heavyOps...) || contains(n, func(m *expr.Node) bool { return isConstant(m, expr.ConstI) }) {
		return false
	}
	for _, x := range expr.FreeSymbols(n) {
		if s.g.qualityOf(x).has(qComplex) {
			return false
		}
	}
	return true
}

// half is e^{iδ} Σ e^{inθ}/nˢ over the values n of the index.
func (s *fourierSum) half(theta, delta *expr.Node, power int64, n linearIndex) *expr.Node {
	b, pool := s.b, s.g.pool
	i := pool.Constant(expr.ConstI)
	e := func(a *expr.Node) *expr.Node { return b.pow(pool.Constant(expr.ConstE), s.g.canon(b.mul(i, a))) }
	z := e(theta)
	li := func(z *expr.Node) *expr.Node { return pool.Apply("polylog", pool.Int(power), z) }
	sum := li(z)
	if n.step == 2 {
		sum = b.mul(b.pow(pool.Int(2), pool.Int(-1)), b.sub(li(z), li(b.neg(z))))
	}
	// The terms before the first.
	terms := []*expr.Node{sum}
	first := n.step*s.start + n.offset
	for v := first - n.step; v > 0; v -= n.step {
		terms = append(terms, b.mul(pool.Number(new(big.Rat).SetFrac(big.NewInt(-1), new(big.Int).Exp(big.NewInt(v), big.NewInt(power), nil))), e(b.mul(pool.Int(v), theta))))
	}
	return b.mul(e(delta), b.add(terms...))
}
