package equal

import (
	"errors"
	"math/big"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// algebraicBudget bounds the work on algebraic numbers of one pair, in operations of poly.
const algebraicBudget = 400_000

// maxAlgebraic bounds the parts of two numbers that are built.
const maxAlgebraic = 2048

var errNotAlgebraic = errors.New("not an algebraic number")

// sameAlgebraic proves that two constants are the same algebraic number, or fails.
func (g *grading) sameAlgebraic(ref, cand *expr.Node) bool {
	if weight(ref, cand) > maxAlgebraic {
		return false
	}
	b, settle := g.opts.ledger.algebra(algebraicBudget)
	defer settle()
	x, err := g.algebraic(ref, b)
	if err != nil {
		return false
	}
	y, err := g.algebraic(cand, b)
	if err != nil {
		return false
	}
	same, err := x.Equal(y, b)
	return err == nil && same
}

// algebraic builds the number of an expression of rationals, roots and trigonometric
// functions of rational multiples of π.
func (g *grading) algebraic(n *expr.Node, b *poly.Budget) (*poly.Algebraic, error) {
	values := map[*expr.Node]*poly.Algebraic{}
	for _, m := range reachable(n) {
		v, err := g.algebraicOf(m, values, b)
		if err != nil && !errors.Is(err, errNotAlgebraic) {
			return nil, err
		}
		if err == nil {
			values[m] = v
		}
	}
	if v := values[n]; v != nil {
		return v, nil
	}
	return nil, errNotAlgebraic
}

func (g *grading) algebraicOf(n *expr.Node, values map[*expr.Node]*poly.Algebraic, b *poly.Budget) (*poly.Algebraic, error) {
	args := make([]*poly.Algebraic, len(n.Args))
	known := true
	for i, a := range n.Args {
		args[i] = values[a]
		known = known && args[i] != nil
	}
	switch n.Op {
	case expr.OpNumber:
		return poly.NewAlgebraic(n.Rat), nil
	case expr.OpConstant:
		if n.Name == expr.ConstI {
			return poly.RootOfUnity(1, 4)
		}
		return nil, errNotAlgebraic
	case expr.OpAdd, expr.OpMul:
		if !known || len(args) == 0 {
			return nil, errNotAlgebraic
		}
		v := args[0]
		for _, a := range args[1:] {
			if n.Op == expr.OpAdd {
				v = v.Add(a)
			} else {
				v = v.Mul(a)
			}
		}
		return v, nil
	case expr.OpPow:
		if isConstant(n.Args[0], expr.ConstE) { // e^{iπt}
			if t, ok := piMultiple(n.Args[1], true); ok {
				return rootOfUnity(t)
			}
			return nil, errNotAlgebraic
		}
		if args[0] == nil || !isNumber(n.Args[1]) || n.Args[1].Digits > 0 {
			return nil, errNotAlgebraic
		}
		return g.algebraicPower(args[0], n.Args[1].Rat, g.ctx.Branch == "real", b)
	case expr.OpApply:
		return g.algebraicFunction(n, args, b)
	default:
		return nil, errNotAlgebraic
	}
}

func (g *grading) algebraicPower(x *poly.Algebraic, r *big.Rat, realRoots bool, b *poly.Budget) (*poly.Algebraic, error) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() || r.Denom().Int64() > 64 {
		return nil, errNotAlgebraic
	}
	if realRoots && r.Denom().Bit(0) == 1 && !r.IsInt() {
		s, err := x.Sign(b)
		if err == nil && s < 0 {
			y, err := x.RealRoot(int(r.Denom().Int64()), b)
			if err != nil {
				return nil, err
			}
			return y.PowInt(int(r.Num().Int64()), b)
		}
	}
	return x.Pow(r, b)
}

func rootOfUnity(t *big.Rat) (*poly.Algebraic, error) { // e^{iπt}
	if !t.Num().IsInt64() || !t.Denom().IsInt64() || t.Denom().Int64() > 256 {
		return nil, errNotAlgebraic
	}
	return poly.RootOfUnity(t.Num().Int64(), 2*t.Denom().Int64())
}

func (g *grading) algebraicFunction(n *expr.Node, args []*poly.Algebraic, b *poly.Budget) (*poly.Algebraic, error) {
	if len(n.Args) == 2 && n.Name == "root" && args[0] != nil {
		k, ok := smallInt(n.Args[1])
		if !ok || k == 0 {
			return nil, errNotAlgebraic
		}
		return g.algebraicPower(args[0], big.NewRat(1, k), true, b)
	}
	if len(n.Args) != 1 {
		return nil, errNotAlgebraic
	}
	if x := args[0]; x != nil {
		switch n.Name {
		case "abs":
			return x.Abs(b)
		case "conjugate":
			return x.Conj(), nil
		case "re":
			return x.Re(), nil
		case "im":
			return x.Im(), nil
		}
	}
	t, ok := piMultiple(n.Args[0], false)
	if !ok || !t.Denom().IsInt64() || t.Denom().Int64() > 256 {
		return nil, errNotAlgebraic
	}
	switch n.Name {
	case "cos":
		return poly.CosPi(t)
	case "sin":
		return poly.SinPi(t)
	case "sec", "csc", "tan", "cot":
		c, err := poly.CosPi(t)
		if err != nil {
			return nil, err
		}
		s, err := poly.SinPi(t)
		if err != nil {
			return nil, err
		}
		switch n.Name {
		case "tan":
			return s.Div(c, b)
		case "cot":
			return c.Div(s, b)
		case "sec":
			return c.Inv(b)
		}
		return s.Inv(b)
	}
	return nil, errNotAlgebraic
}

// piMultiple is t in n = πt, or n = iπt where withI is set.
func piMultiple(n *expr.Node, withI bool) (*big.Rat, bool) {
	t := big.NewRat(1, 1)
	pi, i := 0, 0
	factors := factorsOf(n)
	for _, f := range factors {
		switch {
		case isConstant(f, expr.ConstPi):
			pi++
		case isConstant(f, expr.ConstI):
			i++
		case f.Op == expr.OpPow && isInt(f.Args[1], -1) && isNumber(f.Args[0]) && f.Args[0].Rat.Sign() != 0:
			t.Quo(t, f.Args[0].Rat)
		case isNumber(f):
			t.Mul(t, f.Rat)
		default:
			return nil, false
		}
	}
	return t, pi == 1 && i == b2i(withI)
}
