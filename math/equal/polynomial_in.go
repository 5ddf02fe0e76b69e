package equal

import (
	"github.com/assay-physics/assay/math/expr"
)

// maxDegreeIn bounds the degree of the polynomials in one variable whose coefficients are
// expressions.
const maxDegreeIn = 12

// polynomialIn holds the coefficients of a polynomial in one variable, lowest first.
type polynomialIn []*expr.Node

// quotientIn writes n as num/den, two polynomials in x whose coefficients are free of x. It is
// false for anything else.
func (g *grading) quotientIn(n, x *expr.Node) (num, den polynomialIn, ok bool) {
	one := polynomialIn{g.pool.Int(1)}
	if !mentions(n, x) {
		return polynomialIn{n}, one, true
	}
	if n == x {
		return polynomialIn{g.pool.Int(0), g.pool.Int(1)}, one, true
	}
	switch n.Op {
	case expr.OpAdd, expr.OpMul:
		num, den = one, one
		if n.Op == expr.OpAdd {
			num = polynomialIn{g.pool.Int(0)}
		}
		for _, a := range n.Args {
			p, q, ok := g.quotientIn(a, x)
			if !ok {
				return nil, nil, false
			}
			switch {
			case n.Op == expr.OpMul:
				num, den = g.timesIn(num, p), g.timesIn(den, q)
			case g.equalIn(den, q):
				num = g.plusIn(num, p)
			default:
				num, den = g.plusIn(g.timesIn(num, q), g.timesIn(den, p)), g.timesIn(den, q)
			}
			if len(num) > maxDegreeIn+1 || len(den) > maxDegreeIn+1 {
				return nil, nil, false
			}
		}
		return num, den, true
	case expr.OpPow:
		k, isSmall := smallInt(n.Args[1])
		p, q, ok := g.quotientIn(n.Args[0], x)
		if !ok || !isSmall || k == 0 || k < -maxDegreeIn || k > maxDegreeIn {
			return nil, nil, false
		}
		if k < 0 {
			p, q, k = q, p, -k
		}
		num, den = one, one
		for range k {
			if num, den = g.timesIn(num, p), g.timesIn(den, q); len(num) > maxDegreeIn+1 || len(den) > maxDegreeIn+1 {
				return nil, nil, false
			}
		}
		return num, den, true
	default:
		return nil, nil, false
	}
}

// polynomialOf is quotientIn with a denominator free of x, which goes into the coefficients.
func (g *grading) polynomialOf(n, x *expr.Node) (polynomialIn, bool) {
	num, den, ok := g.quotientIn(n, x)
	if !ok || len(den) != 1 {
		return nil, false
	}
	p := make(polynomialIn, len(num))
	for i, c := range num {
		p[i] = g.canon(builder{g.pool}.div(c, den[0]))
	}
	return p.trimmed(), true
}

func (g *grading) plusIn(a, b polynomialIn) polynomialIn {
	sum := make(polynomialIn, max(len(a), len(b)))
	for i := range sum {
		switch {
		case i >= len(a):
			sum[i] = b[i]
		case i >= len(b):
			sum[i] = a[i]
		default:
			sum[i] = g.canon(builder{g.pool}.add(a[i], b[i]))
		}
	}
	return sum.trimmed()
}

func (g *grading) timesIn(a, b polynomialIn) polynomialIn {
	bld := builder{g.pool}
	product := make(polynomialIn, len(a)+len(b)-1)
	for k := range product {
		var terms []*expr.Node
		for i := max(0, k-len(b)+1); i <= min(k, len(a)-1); i++ {
			terms = append(terms, bld.mul(a[i], b[k-i]))
		}
		product[k] = g.canon(bld.add(terms...))
	}
	return product.trimmed()
}

func (g *grading) equalIn(a, b polynomialIn) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && g.canon(a[i]) != g.canon(b[i]) {
			return false
		}
	}
	return true
}

// trimmed drops leading coefficients that are zero; one coefficient is left.
func (p polynomialIn) trimmed() polynomialIn {
	for len(p) > 1 && isInt(p[len(p)-1], 0) {
		p = p[:len(p)-1]
	}
	return p
}

// node is the polynomial at v.
func (p polynomialIn) node(b builder, v *expr.Node) *expr.Node {
	terms := make([]*expr.Node, len(p))
	for i, c := range p {
		terms[i] = b.mul(c, b.pow(v, b.Int(int64(i))))
	}
	return b.add(terms...)
}

// discriminant is b² − 4ac of a polynomial of degree two.
func (g *grading) discriminant(p polynomialIn) *expr.Node {
	b := builder{g.pool}
	return g.canon(b.sub(b.square(p[1]), b.mul(b.Int(4), p[0], p[2])))
}

// zerosOf are the zeros of a polynomial of degree one or two, a double one twice.
func (g *grading) zerosOf(p polynomialIn) []*expr.Node {
	b := builder{g.pool}
	if len(p) == 2 {
		return []*expr.Node{g.canon(b.neg(b.div(p[0], p[1])))}
	}
	half := b.div(g.pool.Int(1), b.mul(g.pool.Int(2), p[2]))
	disc := g.discriminant(p)
	if isZero(disc) {
		z := g.canon(b.neg(b.mul(half, p[1])))
		return []*expr.Node{z, z}
	}
	root := b.Sqrt(disc)
	return []*expr.Node{g.canon(b.mul(half, b.sub(root, p[1]))), g.canon(b.mul(half, b.sub(b.neg(root), p[1])))}
}
