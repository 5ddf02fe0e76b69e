package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// vectorProduct is a·b or a×b of vectors, or nil where it is the product of numbers.
func (p *parser) vectorProduct(op string, a, b *expr.Node) *expr.Node {
	if op == "*" {
		return nil
	}
	va, vb := p.vectorLike(a), p.vectorLike(b)
	if va && !vb && isHat(b) || vb && !va && isHat(a) || p.unitVector(a) && p.unitVector(b) {
		va, vb = true, true
	}
	switch {
	case p.table.ScalarProducts && op == "·" && a.Op == expr.OpSymbol && b.Op == expr.OpSymbol:
		return p.pool.Make(expr.OpDot, a, b)
	case va && vb && op == "·":
		return p.pool.Make(expr.OpDot, a, b)
	case va && vb:
		return p.pool.Make(expr.OpCross, a, b)
	case op == "·" && p.momentum(a) && p.momentum(b):
		if p.choose("dot", "p·q is a product of numbers", "p·q is a scalar product") == 1 {
			return p.pool.Make(expr.OpDot, a, b)
		}
	}
	return nil
}

// unitVector: an undeclared letter with a hat, if no letter is declared to be an operator.
func (p *parser) unitVector(n *expr.Node) bool {
	if n.Op == expr.OpMul {
		n = n.Args[len(n.Args)-1]
	}
	if !isHat(n) || p.declared(n.Name) {
		return false
	}
	for _, k := range p.table.Symbols {
		if k&(Operator|Matrix) != 0 {
			return false
		}
	}
	return true
}

func isHat(n *expr.Node) bool { return n.Op == expr.OpSymbol && strings.HasPrefix(n.Name, `\hat{`) }

// momentum: letters that mostly are four-vectors.
func (p *parser) momentum(n *expr.Node) bool {
	switch n.Op {
	case expr.OpSymbol:
		if p.declared(n.Name) || n.Name == "k_B" { // Boltzmann's constant
			return false
		}
		base, _, _ := strings.Cut(n.Name, "_")
		base = strings.TrimRight(base, "'")
		switch base {
		case "p", "q", "k", "l", `\ell`, "P", "K", "Q", `\epsilon`, `\varepsilon`:
			return true
		}
	case expr.OpAdd:
		for _, a := range n.Args {
			if !p.momentum(a) && !(a.Op == expr.OpMul && len(a.Args) == 2 && p.momentum(a.Args[1])) {
				return false
			}
		}
		return true
	default:
	}
	return false
}

// vectorLike: vectors are bold, have an arrow, or are declared.
func (p *parser) vectorLike(n *expr.Node) bool { return p.vectorDepth(n, 16) }

func (p *parser) vectorDepth(n *expr.Node, depth int) bool {
	if depth == 0 {
		return false
	}
	switch n.Op {
	case expr.OpSymbol:
		if k, ok := p.table.symbol(n.Name); ok {
			return k&Vector != 0
		}
		if p.vectors[n.Name] {
			return true
		}
		for _, prefix := range []string{`\mathbf{`, `\boldsymbol{`, `\vec{`, `\hat{\mathbf{`, `\hat{\boldsymbol{`, `\dot{\mathbf{`, `\dot{\boldsymbol{`, `\dot{\vec{`, `\ddot{\mathbf{`, `\ddot{\vec{`, `\hat{\vec{`} {
			if strings.HasPrefix(n.Name, prefix) {
				return true
			}
		}
	case expr.OpNabla, expr.OpCross:
		return true
	case expr.OpIndexed: // the spin \mathbf S_i of site i
		return len(n.Args) == 2 && p.vectorDepth(n.Args[0], depth-1) && !p.vectors[n.Args[0].Name]
	case expr.OpDerivative:
		return p.vectorDepth(n.Args[0], depth-1)
	case expr.OpAdd:
		for _, a := range n.Args {
			if !p.vectorDepth(a, depth-1) {
				return false
			}
		}
		return true
	case expr.OpMul:
		count := 0
		for _, a := range n.Args {
			if p.vectorDepth(a, depth-1) {
				count++
			}
		}
		return count == 1
	case expr.OpCall:
		return p.vectorDepth(p.pool.Symbol(n.Name), depth-1)
	default:
	}
	return false
}
