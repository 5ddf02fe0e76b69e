package equal

import (
	"errors"
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// simpleZeros are the real zeros of an argument of δ, all of them simple: of a product those of
// its factors, of a polynomial of degree one or two those of the formula. Of a degree above two
// only numbers are found, by their rational roots.
func (g *grading) simpleZeros(f, x *expr.Node) ([]*expr.Node, error) {
	b := builder{g.pool}
	if f.Op == expr.OpMul {
		var all []*expr.Node
		for _, a := range f.Args {
			if !mentions(a, x) {
				continue
			}
			zeros, err := g.simpleZeros(a, x)
			if err != nil {
				return nil, err
			}
			all = append(all, zeros...)
		}
		for i, z := range all {
			for _, w := range all[:i] {
				if g.scalars(z, w).Verdict != Different {
					return nil, errors.New("a δ of an argument with a double zero")
				}
			}
		}
		return all, nil
	}
	p, ok := g.polynomialOf(f, x)
	if !ok {
		return nil, errors.New("a δ of an argument that is no polynomial")
	}
	switch len(p) {
	case 2:
		return g.zerosOf(p), nil
	case 3:
		switch g.constantSign(g.discriminant(p)) {
		case -1:
			return nil, nil
		case 0:
			return nil, errors.New("a δ of a square whose zeros are real only under a condition")
		}
		if isInt(p[1], 0) { // √(−c/a) has the simpler form
			r := g.canon(b.Sqrt(b.neg(b.div(p[0], p[2]))))
			return []*expr.Node{r, g.canon(b.neg(r))}, nil
		}
		return g.zerosOf(p), nil
	}
	return nil, errors.New("a δ of a polynomial of a degree above two")
}

// primeOf is (fg)′: the derivative of an expression made of functions that the problem declares,
// by the variable that they have in common, or by the one that none of them shows.
func (g *grading) primeOf(f *expr.Node, k int) (*expr.Node, error) {
	var variable *expr.Node
	bare := map[*expr.Node]*expr.Node{}
	hidden := g.pool.Symbol("\x00x")
	for _, m := range reachable(f) {
		switch {
		case m.Op == expr.OpCall && len(m.Args) == 1 && m.Args[0].Op == expr.OpSymbol:
			if variable != nil && variable != m.Args[0] {
				return nil, errors.New("a prime on functions of several variables")
			}
			variable = m.Args[0]
		case m.Op == expr.OpCall:
			return nil, errors.New("a prime on a function of something that is no variable")
		case m.Op == expr.OpSymbol && g.table.Functions[m.Name] == "function":
			bare[m] = nil
		}
	}
	if len(bare) > 0 && variable != nil {
		return nil, errors.New("a prime on functions with and without an argument")
	}
	if variable == nil {
		variable = hidden
	}
	d := primed{g: g, b: builder{g.pool}, x: variable}
	for range k {
		var err error
		if f, err = d.of(f); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// primed differentiates sums, products and powers of unknown functions.
type primed struct {
	g *grading
	b builder
	x *expr.Node
}

func (d primed) of(n *expr.Node) (*expr.Node, error) {
	pool := d.g.pool
	switch n.Op {
	case expr.OpSymbol:
		switch base := strings.TrimRight(n.Name, "'"); {
		case n == d.x:
			return pool.Int(1), nil
		case d.g.table.Functions[base] == "function":
			return pool.Symbol(n.Name + "'"), nil
		}
		return pool.Int(0), nil
	case expr.OpNumber, expr.OpConstant:
		return pool.Int(0), nil
	case expr.OpCall:
		name, primes, _ := strings.Cut(n.Name, primeMark)
		order := "1"
		if primes != "" {
			order = string(rune(primes[0] + 1))
		}
		return pool.MakeNamed(expr.OpCall, name+primeMark+order, n.Args...), nil
	case expr.OpAdd:
		terms := make([]*expr.Node, len(n.Args))
		for i, a := range n.Args {
			var err error
			if terms[i], err = d.of(a); err != nil {
				return nil, err
			}
		}
		return d.b.add(terms...), nil
	case expr.OpMul:
		var terms []*expr.Node
		for i, a := range n.Args {
			v, err := d.of(a)
			if err != nil {
				return nil, err
			}
			factors := append(append([]*expr.Node{}, n.Args[:i]...), v)
			terms = append(terms, d.b.mul(append(factors, n.Args[i+1:]...)...))
		}
		return d.b.add(terms...), nil
	case expr.OpPow:
		if !isNumber(n.Args[1]) {
			break
		}
		v, err := d.of(n.Args[0])
		if err != nil {
			return nil, err
		}
		return d.b.mul(n.Args[1], d.b.pow(n.Args[0], pool.Number(new(big.Rat).Sub(n.Args[1].Rat, big.NewRat(1, 1)))), v), nil
	default:
	}
	return nil, errors.New("a prime on an expression that is no sum or product of functions")
}
