package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// knownValue writes a special function at a special argument in simpler terms. The
// identities are those of DLMF, section by section; a test evaluates every one of them.
func knownValue(p *expr.Pool, n *expr.Node) (*expr.Node, bool) {
	if elementary[n.Name] != nil {
		return nil, false
	}
	b := builder{p}
	rat := func(a, c int64) *expr.Node { return p.Number(big.NewRat(a, c)) }
	pi := p.Constant(expr.ConstPi)
	last := n.Args[len(n.Args)-1]
	is := func(m *expr.Node, a, c int64) bool { return isNumber(m) && m.Rat.Cmp(big.NewRat(a, c)) == 0 }
	log := func(k int64) *expr.Node { return p.Apply("log", p.Int(k)) }
	half := rat(1, 2)
	order, hasOrder := smallInt(n.Args[0])
	switch n.Name {
	case "zeta": // 25.6
		k, ok := smallInt(n.Args[0])
		if !ok || len(n.Args) != 1 {
			if len(n.Args) == 2 && is(n.Args[1], 1, 1) {
				return p.Apply("zeta", n.Args[0]), true
			}
			return nil, false
		}
		switch {
		case k > 0 && k%2 == 0 && k <= 60: // (−1)^{m+1} B_{2m} (2π)^{2m} / (2 (2m)!)
			f := new(big.Rat).Abs(bernoulli(int(k)))
			f.Mul(f, new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), uint(k-1)), new(big.Int).MulRange(1, k)))
			return b.mul(p.Number(f), b.pow(pi, p.Int(k))), true
		case k <= 0 && k >= -60: // −B_{n+1}/(n+1), with B₁ = +1/2
			f := new(big.Rat).Quo(bernoulli(int(1-k)), big.NewRat(1-k, 1))
			if k == 0 {
				return rat(-1, 2), true
			}
			return p.Number(f.Neg(f)), true
		}
	case "dirichlet_eta": // (1 − 2^{1−s}) ζ(s); η(1) = ln 2
		if is(last, 1, 1) {
			return log(2), true
		}
		return b.mul(b.sub(p.Int(1), b.pow(p.Int(2), b.sub(p.Int(1), last))), p.Apply("zeta", last)), true
	case "digamma": // 5.4.12, 5.4.13, 5.4.14, 5.4.15
		gamma := b.neg(p.Constant(expr.ConstEulerGamma))
		switch {
		case is(last, 1, 1):
			return gamma, true
		case is(last, 1, 2):
			return b.add(gamma, b.mul(p.Int(-2), log(2))), true
		case is(last, 1, 4):
			return b.add(gamma, b.mul(rat(-1, 2), pi), b.mul(p.Int(-3), log(2))), true
		case is(last, 3, 4):
			return b.add(gamma, b.mul(half, pi), b.mul(p.Int(-3), log(2))), true
		case is(last, 1, 3):
			return b.add(gamma, b.mul(rat(-1, 6), b.Sqrt(p.Int(3)), pi), b.mul(rat(-3, 2), log(3))), true
		case is(last, 2, 3):
			return b.add(gamma, b.mul(rat(1, 6), b.Sqrt(p.Int(3)), pi), b.mul(rat(-3, 2), log(3))), true
		}
	case "polygamma": // 5.15.2, 5.15.3
		if !hasOrder || order < 1 || order > 40 {
			return nil, false
		}
		sign := int64(1)
		if order%2 == 0 {
			sign = -1
		}
		f := b.mul(p.Int(sign), p.Number(new(big.Rat).SetInt(new(big.Int).MulRange(1, order))), p.Apply("zeta", p.Int(order+1)))
		switch {
		case is(last, 1, 1):
			return f, true
		case is(last, 1, 2):
			return b.mul(p.Number(new(big.Rat).SetInt(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(order+1)), big.NewInt(1)))), f), true
		}
	case "polylog": // 25.12
		switch {
		case is(n.Args[0], 1, 1):
			return b.neg(p.Apply("log", b.sub(p.Int(1), last))), true
		case is(n.Args[0], 0, 1):
			return b.div(last, b.sub(p.Int(1), last)), true
		case is(n.Args[0], -1, 1):
			return b.div(last, b.square(b.sub(p.Int(1), last))), true
		case is(last, 1, 1):
			return p.Apply("zeta", n.Args[0]), true
		case is(last, -1, 1):
			return b.neg(p.Apply("dirichlet_eta", n.Args[0])), true
		case is(n.Args[0], 2, 1) && is(last, 1, 2):
			return b.add(b.mul(rat(1, 12), b.square(pi)), b.mul(rat(-1, 2), b.square(log(2)))), true
		case is(n.Args[0], 3, 1) && is(last, 1, 2):
			return b.add(b.mul(rat(7, 8), p.Apply("zeta", p.Int(3))), b.mul(rat(-1, 12), b.square(pi), log(2)), b.mul(rat(1, 6), b.pow(log(2), p.Int(3)))), true
		}
	case "legendre", "hermite", "chebyshevt", "chebyshevu", "laguerre":
		if hasOrder && order >= 0 && order <= 12 {
			return orthogonal(b, n.Name, int(order), last), true
		}
	case "besselj", "bessely", "besseli", "besselk":
		return halfIntegerBessel(b, n.Name, n.Args[0], last)
	case "sphericalj": // 10.49.3
		if is(n.Args[0], 0, 1) {
			return b.div(p.Apply("sin", last), last), true
		}
		if is(n.Args[0], 1, 1) {
			return b.sub(b.div(p.Apply("sin", last), b.square(last)), b.div(p.Apply("cos", last), last)), true
		}
	case "erfc":
		return b.sub(p.Int(1), p.Apply("erf", last)), true
	case "elliptick":
		if is(last, 0, 1) {
			return b.mul(half, pi), true
		}
	case "elliptice":
		if len(n.Args) == 1 && is(last, 0, 1) {
			return b.mul(half, pi), true
		}
	}
	return nil, false
}

// bernoulli is Bₙ with B₁ = +1/2, by the recurrence of Akiyama and Tanigawa.
func bernoulli(n int) *big.Rat {
	a := make([]*big.Rat, n+1)
	for m := 0; m <= n; m++ {
		a[m] = big.NewRat(1, int64(m+1))
		for j := m; j >= 1; j-- {
			a[j-1] = new(big.Rat).Mul(big.NewRat(int64(j), 1), new(big.Rat).Sub(a[j-1], a[j]))
		}
	}
	return a[0]
}

// orthogonal writes a classical polynomial by its three-term recurrence (DLMF 18.9).
func orthogonal(b builder, name string, n int, x *expr.Node) *expr.Node {
	rat := func(p, q int64) *expr.Node { return b.Number(big.NewRat(p, q)) }
	previous, current := b.Int(1), x
	switch name {
	case "hermite", "chebyshevu":
		current = b.mul(b.Int(2), x)
	case "laguerre":
		current = b.sub(b.Int(1), x)
	}
	if n == 0 {
		return previous
	}
	for k := int64(1); k < int64(n); k++ {
		var next *expr.Node
		switch name {
		case "legendre":
			next = b.sub(b.mul(rat(2*k+1, k+1), x, current), b.mul(rat(k, k+1), previous))
		case "hermite":
			next = b.sub(b.mul(b.Int(2), x, current), b.mul(b.Int(2*k), previous))
		case "laguerre":
			next = b.sub(b.mul(b.add(rat(2*k+1, k+1), b.mul(rat(-1, k+1), x)), current), b.mul(rat(k, k+1), previous))
		default:
			next = b.sub(b.mul(b.Int(2), x, current), previous)
		}
		previous, current = current, next
	}
	return current
}

// halfIntegerBessel writes Bessel functions of order ±1/2, ±3/2 (DLMF 10.16.1, 10.39.1-2,
// and the recurrences).
func halfIntegerBessel(b builder, name string, order, x *expr.Node) (*expr.Node, bool) {
	if !isNumber(order) || order.Rat.Denom().Cmp(big.NewInt(2)) != 0 || !order.Rat.Num().IsInt64() {
		return nil, false
	}
	twice := order.Rat.Num().Int64()
	pi := b.Constant(expr.ConstPi)
	scale := b.Sqrt(b.div(b.Int(2), b.mul(pi, x)))
	apply := func(f string) *expr.Node { return b.Apply(f, x) }
	switch name {
	case "besselj":
		switch twice {
		case 1:
			return b.mul(scale, apply("sin")), true
		case -1:
			return b.mul(scale, apply("cos")), true
		case 3:
			return b.mul(scale, b.sub(b.div(apply("sin"), x), apply("cos"))), true
		}
	case "bessely":
		switch twice {
		case 1:
			return b.neg(b.mul(scale, apply("cos"))), true
		case -1:
			return b.mul(scale, apply("sin")), true
		}
	case "besseli":
		switch twice {
		case 1:
			return b.mul(scale, apply("sinh")), true
		case -1:
			return b.mul(scale, apply("cosh")), true
		}
	case "besselk":
		k := b.mul(b.Sqrt(b.div(pi, b.mul(b.Int(2), x))), b.Apply("exp", b.neg(x)))
		switch twice {
		case 1, -1:
			return k, true
		case 3, -3:
			return b.mul(k, b.add(b.Int(1), b.pow(x, b.Int(-1)))), true
		}
	}
	return nil, false
}
