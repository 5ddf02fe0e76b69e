package tensor

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// atomKind says what a generator of the coefficient ring stands for.
type atomKind uint8

type atom struct {
	kind   atomKind
	key    string
	node   *expr.Node // how it is written; nil for atomRoot and atomInverse
	base   poly
	degree int
	u, v   label  // atomDot
	real   bool   // atomOpaque: its values are real
	loose  bool   // atomOpaque: its arguments may be equal to others that are written differently
	fn     string // atomOpaque: a function of args with f(z*) = f(z)*
	args   []poly
	conj   int // the conjugate atom, itself if it is real, −1 if it is not made yet
}

func (e *engine) atomOf(a atom) int {
	if i, ok := e.atomByKey[a.key]; ok {
		return i
	}
	i := len(e.atoms)
	switch {
	case a.kind == atomOpaque && !a.real:
		a.conj = -1
	case a.kind == atomSymbol && a.node != nil && e.ctx.Complex[a.node.Name]:
		a.conj = -1
	default:
		a.conj = i
	}
	e.atoms = append(e.atoms, a)
	e.atomByKey[a.key] = i
	return i
}

func (e *engine) atomPoly(i int) poly {
	m := monomial{{i, 1}}
	return poly{m.key(): {m, gaussInt(1)}}
}

func (e *engine) symbolPoly(n *expr.Node) poly {
	return e.atomPoly(e.atomOf(atom{kind: atomSymbol, key: "s " + n.Name, node: n}))
}

// atomNode and polyNode write an atom and a polynomial as expressions.
func (e *engine) atomNode(i int) *expr.Node {
	switch a := e.atoms[i]; a.kind {
	case atomRoot:
		return e.pool.Pow(e.polyNode(a.base), e.pool.Number(big.NewRat(1, int64(a.degree))))
	case atomInverse:
		return e.pool.Pow(e.polyNode(a.base), e.pool.Int(-1))
	default:
		return a.node
	}
}

func (e *engine) polyNode(p poly) *expr.Node {
	terms := make([]*expr.Node, 0, len(p))
	for _, t := range p.sorted() {
		fs := make([]*expr.Node, 0, len(t.mono)+1)
		if !t.c.equal(gaussInt(1)) || len(t.mono) == 0 {
			fs = append(fs, e.gaussNode(t.c))
		}
		for _, w := range t.mono {
			n := e.atomNode(w.atom)
			if w.exp != 1 {
				n = e.pool.Pow(n, e.pool.Int(int64(w.exp)))
			}
			fs = append(fs, n)
		}
		if len(fs) == 1 {
			terms = append(terms, fs[0])
		} else {
			terms = append(terms, e.pool.Mul(fs...))
		}
	}
	switch len(terms) {
	case 0:
		return e.pool.Int(0)
	case 1:
		return terms[0]
	}
	return e.pool.Add(terms...)
}

func (e *engine) gaussNode(c gauss) *expr.Node {
	im := e.pool.Mul(e.pool.Number(c.im), e.pool.Constant(expr.ConstI))
	switch {
	case c.isReal():
		return e.pool.Number(c.re)
	case c.re.Sign() == 0:
		return im
	}
	return e.pool.Add(e.pool.Number(c.re), im)
}
