package latex

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// arcMinutes adds to n the minutes and seconds that follow its degree sign: 1° 30′ is 1.5°.
func (p *parser) arcMinutes(n *expr.Node) *expr.Node {
	for k, size := range []int64{60, 3600} {
		primes := 0
		for p.peekAt(1+primes).kind == tPrime && primes <= k+1 {
			primes++
		}
		written := 0
		for i := range primes {
			written += len(p.peekAt(1 + i).name)
		}
		if p.peek().kind != tNumber || p.off > 0 || written != k+1 {
			continue
		}
		m := p.literal(p.peek().name)
		p.i += 1 + primes
		n = p.pool.Add(n, p.pool.Mul(p.pool.Number(big.NewRat(1, size)), m))
	}
	return n
}

// barAhead: a bar that evaluates what stands before it, |_{x=a} or |_a^b.
func (p *parser) barAhead() bool {
	t, next := p.peek(), p.peekAt(1).kind
	return t.kind == tBar && t.name == "|" && t.side != 1 && t.flags&isKet == 0 && p.bars <= 0 && (next == tSub || next == tSup && p.limitsAt(p.i+1))
}

// limitsAt: both a subscript and a superscript stand at token i.
func (p *parser) limitsAt(i int) bool {
	first := p.at(i).kind
	if first != tSub && first != tSup || i >= p.stop {
		return false
	}
	_, _, next := p.spanOfScript(i)
	second := p.at(next).kind
	return next < p.stop && (second == tSub || second == tSup) && second != first
}

// evaluation reads _a^b or _{x=a}^{x=b} after a bar or square bracket: the difference of the
// values of n.
func (p *parser) evaluation(n *expr.Node) (*expr.Node, error) {
	start := p.i
	var limits [2]*expr.Node // lower, upper
	for range 2 {
		k := 0
		if p.peek().kind == tSup {
			k = 1
		}
		from, to, next := p.spanOfScript(p.i)
		at, err := p.within(from, to, p.clause)
		if err != nil {
			return nil, err
		}
		limits[k] = at
		p.i, p.off = next, 0
	}
	var variable *expr.Node
	for k, at := range limits {
		if at == nil {
			return nil, p.errorAt(start, "a limit of the evaluation is missing", "")
		}
		if at.Op != expr.OpRelation {
			continue
		}
		if at.Name != expr.RelEqual || at.Args[0].Op != expr.OpSymbol || variable != nil && variable != at.Args[0] {
			return nil, p.errorAt(start, "the point of evaluation is not an equation for one variable", "")
		}
		variable, limits[k] = at.Args[0], at.Args[1]
	}
	if variable == nil {
		symbols := expr.FreeSymbols(n)
		if len(symbols) != 1 {
			return nil, p.errorAt(start, "the variable of the evaluation is not named", "")
		}
		variable = symbols[0]
	}
	value := func(at *expr.Node) *expr.Node {
		if differentiated(n) {
			return p.pool.Make(expr.OpWhere, n, p.pool.MakeNamed(expr.OpRelation, expr.RelEqual, variable, at))
		}
		return expr.Subst(p.pool, n, map[*expr.Node]*expr.Node{variable: at})
	}
	return p.pool.Sub(value(limits[1]), value(limits[0])), nil
}

// differentiated reports whether derivatives occur, which come before the substitution.
func differentiated(n *expr.Node) bool {
	found := false
	expr.Walk(n, func(m *expr.Node) bool {
		found = found || m.Op == expr.OpDerivative || m.Op == expr.OpPrime
		return !found
	})
	return found
}

// afterBracket: the last token read was a square bracket that closes. Bars that close are those
// of a norm, |x|_2^2.
func (p *parser) afterBracket() bool {
	t := p.at(p.i - 1)
	return p.i > 0 && t.kind == tClose && t.name == "]"
}

// evaluatedSum reads the bar after a sum: it evaluates all of it, or the last term.
func (p *parser) evaluatedSum(terms []*expr.Node) (*expr.Node, error) {
	whole := len(terms) == 1 || p.choose("bar", "the bar evaluates the sum", "the bar evaluates the last term") == 0
	n := terms[len(terms)-1]
	if whole {
		n = p.sum(terms)
	}
	p.next()
	n, err := p.evaluatedAt(ungroupSet(n))
	if err != nil || whole {
		return n, err
	}
	return p.sum(append(terms[:len(terms)-1:len(terms)-1], n)), nil
}

// evaluatedAt reads _{x=a} or both limits.
func (p *parser) evaluatedAt(n *expr.Node) (*expr.Node, error) {
	if p.limitsAt(p.i) {
		return p.evaluation(n)
	}
	from, to, next := p.spanOfScript(p.i)
	at, err := p.within(from, to, p.clause)
	if err != nil {
		return nil, err
	}
	if at.Op != expr.OpRelation {
		return nil, p.errorHere("the point of evaluation is no equation", "")
	}
	p.i, p.off = next, 0
	return p.pool.Make(expr.OpWhere, n, at), nil
}

// row reads [1, 2] as a tuple where it is transposed.
func row(pool *expr.Pool, n *expr.Node) *expr.Node {
	if n.Op == expr.OpInterval && n.Name == "[]" || n.Op == expr.OpCommutator {
		return pool.Make(expr.OpTuple, n.Args...)
	}
	return n
}

// dagger is n†, entry by entry for a matrix that is written out.
func (p *parser) dagger(n *expr.Node) *expr.Node {
	if n.Op != expr.OpMatrix {
		return p.pool.Make(expr.OpDagger, n)
	}
	columns := int(n.Rat.Num().Int64())
	rows := len(n.Args) / columns
	entries := make([]*expr.Node, 0, len(n.Args))
	for j := range columns {
		for i := range rows {
			entries = append(entries, p.pool.Apply("conjugate", n.Args[i*columns+j]))
		}
	}
	return p.pool.MakeCounted(expr.OpMatrix, int64(rows), entries...)
}
