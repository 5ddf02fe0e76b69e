package equal

import (
	"fmt"

	"github.com/assay-physics/assay/math/expr"
)

// differ takes derivatives with respect to one symbol.
type differ struct {
	builder
	x    *expr.Node
	memo map[*expr.Node]*expr.Node
	free map[*expr.Node]bool
}

// diff is the derivative of n with respect to the symbol x. The rules are those of DLMF for
// each function; a function without a rule is an error.
func diff(pool *expr.Pool, n, x *expr.Node) (*expr.Node, error) {
	d := &differ{builder: builder{pool}, x: x, memo: map[*expr.Node]*expr.Node{}, free: map[*expr.Node]bool{}}
	for _, m := range reachable(n) {
		v, err := d.rule(m)
		if err != nil {
			return nil, err
		}
		d.memo[m] = v
	}
	return d.memo[n], nil
}

// depends reports whether n contains x; arguments have been asked before.
func (d *differ) depends(n *expr.Node) bool {
	if n == d.x {
		return true
	}
	if v, ok := d.free[n]; ok {
		return v
	}
	v := false
	for _, a := range n.Args {
		v = v || d.depends(a)
	}
	d.free[n] = v
	return v
}

// rule is the derivative of n, given those of its arguments.
func (d *differ) rule(n *expr.Node) (*expr.Node, error) {
	zero := d.Int(0)
	if n == d.x {
		return d.Int(1), nil
	}
	if !d.depends(n) {
		return zero, nil
	}
	switch n.Op {
	case expr.OpAdd:
		terms := make([]*expr.Node, len(n.Args))
		for i, a := range n.Args {
			terms[i] = d.memo[a]
		}
		return d.add(terms...), nil
	case expr.OpMul:
		var terms []*expr.Node
		for i, a := range n.Args {
			if isInt(d.memo[a], 0) {
				continue
			}
			factors := make([]*expr.Node, len(n.Args))
			copy(factors, n.Args)
			factors[i] = d.memo[a]
			terms = append(terms, d.mul(factors...))
		}
		return d.add(terms...), nil
	case expr.OpPow:
		return d.power(n.Args[0], n.Args[1]), nil
	case expr.OpTuple, expr.OpList:
		return zero, nil // a list of parameters: its function's rule looks inside
	case expr.OpMatrix, expr.OpPiecewise:
		args := make([]*expr.Node, len(n.Args))
		for i, a := range n.Args {
			args[i] = d.memo[a]
			if n.Op == expr.OpPiecewise && i%2 == 1 {
				args[i] = a
			}
		}
		return d.With(n, args), nil
	case expr.OpRelation, expr.OpAnd, expr.OpOr:
		return zero, nil // a condition of a piecewise function
	case expr.OpSum:
		if d.depends(n.Args[2]) || d.depends(n.Args[3]) {
			return nil, fmt.Errorf("no derivative with respect to the bound of a sum")
		}
		return d.With(n, append([]*expr.Node{d.memo[n.Args[0]]}, n.Args[1:]...)), nil
	case expr.OpIntegral:
		return d.integral(n)
	case expr.OpApply:
		return d.apply(n)
	default:
		return nil, fmt.Errorf("no rule for the derivative of this expression (%s)", nodeKind(n))
	}
}

func (d *differ) power(a, e *expr.Node) *expr.Node {
	da, de := d.memo[a], d.memo[e]
	if !d.depends(e) {
		return d.mul(e, d.pow(a, d.add(e, d.Int(-1))), da)
	}
	log := d.Apply("log", a)
	if isConstant(a, expr.ConstE) {
		return d.mul(d.pow(a, e), de)
	}
	return d.mul(d.pow(a, e), d.add(d.mul(de, log), d.mul(e, da, d.pow(a, d.Int(-1)))))
}

// integral is Leibniz's rule.
func (d *differ) integral(n *expr.Node) (*expr.Node, error) {
	if len(n.Args) != 4 {
		return nil, fmt.Errorf("no derivative of an indefinite integral")
	}
	f, t, lo, hi := n.Args[0], n.Args[1], n.Args[2], n.Args[3]
	inner := d.Int(0)
	if df := d.memo[f]; !isInt(df, 0) {
		inner = d.Make(expr.OpIntegral, df, t, lo, hi)
	}
	at := func(p *expr.Node) *expr.Node { return expr.Subst(d.Pool, f, map[*expr.Node]*expr.Node{t: p}) }
	return d.add(inner, d.mul(at(hi), d.memo[hi]), d.neg(d.mul(at(lo), d.memo[lo]))), nil
}

func (d *differ) apply(n *expr.Node) (*expr.Node, error) {
	last := n.Args[len(n.Args)-1]
	u, du := last, d.memo[last]
	for _, a := range n.Args[:len(n.Args)-1] {
		if d.depends(a) && n.Name != "log" && n.Name != "root" && n.Name != "atan2" {
			return nil, fmt.Errorf("no derivative of %s with respect to its parameters", n.Name)
		}
	}
	two := d.Int(2)
	one := d.Int(1)
	f := func(name string, args ...*expr.Node) *expr.Node { return d.Apply(name, args...) }
	inv := func(a *expr.Node) *expr.Node { return d.pow(a, d.Int(-1)) }
	half := d.Pool.Div(one, two)
	root := func(a *expr.Node) *expr.Node { return d.pow(a, half) }
	var v *expr.Node
	switch n.Name {
	case "sin":
		v = f("cos", u)
	case "cos":
		v = d.neg(f("sin", u))
	case "tan":
		v = d.add(one, d.square(n))
	case "cot":
		v = d.neg(d.add(one, d.square(n)))
	case "sec":
		v = d.mul(n, f("tan", u))
	case "csc":
		v = d.neg(d.mul(n, f("cot", u)))
	case "sinh":
		v = f("cosh", u)
	case "cosh":
		v = f("sinh", u)
	case "tanh":
		v = d.sub(one, d.square(n))
	case "coth":
		v = d.sub(one, d.square(n))
	case "sech":
		v = d.neg(d.mul(n, f("tanh", u)))
	case "csch":
		v = d.neg(d.mul(n, f("coth", u)))
	case "asin":
		v = inv(root(d.sub(one, d.square(u))))
	case "acos":
		v = d.neg(inv(root(d.sub(one, d.square(u)))))
	case "atan":
		v = inv(d.add(one, d.square(u)))
	case "acot":
		v = d.neg(inv(d.add(one, d.square(u))))
	case "asinh":
		v = inv(root(d.add(one, d.square(u))))
	case "acosh":
		v = d.mul(inv(root(d.sub(u, one))), inv(root(d.add(u, one))))
	case "atanh", "acoth":
		v = inv(d.sub(one, d.square(u)))
	case "exp":
		v = n
	case "log":
		if len(n.Args) == 2 {
			q := d.div(f("log", n.Args[0]), f("log", n.Args[1]))
			return diff(d.Pool, q, d.x)
		}
		v = inv(u)
	case "root":
		return diff(d.Pool, d.pow(n.Args[0], inv(n.Args[1])), d.x)
	case "abs":
		v = f("sign", u)
	case "sign":
		v = d.mul(two, f("dirac_delta", u))
	case "heaviside":
		v = f("dirac_delta", u)
	case "gamma":
		v = d.mul(n, f("digamma", u))
	case "factorial":
		v = d.mul(n, f("digamma", d.add(u, one)))
	case "loggamma":
		v = f("digamma", u)
	case "digamma":
		v = f("polygamma", one, u)
	case "polygamma":
		v = f("polygamma", d.add(n.Args[0], one), u)
	case "erf":
		v = d.mul(two, inv(root(d.Constant(expr.ConstPi))), f("exp", d.neg(d.square(u))))
	case "erfc":
		v = d.mul(d.Int(-2), inv(root(d.Constant(expr.ConstPi))), f("exp", d.neg(d.square(u))))
	case "erfi":
		v = d.mul(two, inv(root(d.Constant(expr.ConstPi))), f("exp", d.square(u)))
	case "ei":
		v = d.div(f("exp", u), u)
	case "si":
		v = d.div(f("sin", u), u)
	case "ci":
		v = d.div(f("cos", u), u)
	case "li":
		v = inv(f("log", u))
	case "polylog":
		v = d.div(f("polylog", d.add(n.Args[0], d.Int(-1)), u), u)
	case "lambertw":
		if len(n.Args) == 1 {
			v = d.div(n, d.mul(u, d.add(one, n)))
		}
	case "besselj", "bessely", "hankel1", "hankel2": // DLMF 10.6.1
		v = d.mul(half, d.sub(f(n.Name, d.add(n.Args[0], d.Int(-1)), u), f(n.Name, d.add(n.Args[0], one), u)))
	case "besseli": // DLMF 10.29.1
		v = d.mul(half, d.add(f(n.Name, d.add(n.Args[0], d.Int(-1)), u), f(n.Name, d.add(n.Args[0], one), u)))
	case "besselk":
		v = d.neg(d.mul(half, d.add(f(n.Name, d.add(n.Args[0], d.Int(-1)), u), f(n.Name, d.add(n.Args[0], one), u))))
	case "legendre": // DLMF 14.10.4
		l := n.Args[0]
		v = d.div(d.mul(l, d.sub(d.mul(u, n), f("legendre", d.add(l, d.Int(-1)), u))), d.sub(d.square(u), one))
	case "hermite": // DLMF 18.9.25
		v = d.mul(two, n.Args[0], f("hermite", d.add(n.Args[0], d.Int(-1)), u))
	case "chebyshevt":
		v = d.mul(n.Args[0], f("chebyshevu", d.add(n.Args[0], d.Int(-1)), u))
	case "laguerre": // DLMF 18.9.23: n (L_n − L_{n−1})/x
		v = d.div(d.mul(n.Args[0], d.sub(n, f(n.Name, d.add(n.Args[0], d.Int(-1)), u))), u)
	case "sphericalj", "sphericaly": // DLMF 10.51.2
		v = d.sub(f(n.Name, d.add(n.Args[0], d.Int(-1)), u), d.div(d.mul(d.add(n.Args[0], one), n), u))
	case "airyai":
		v = f("airyaiprime", u)
	case "airybi":
		v = f("airybiprime", u)
	case "airyaiprime":
		v = d.mul(u, f("airyai", u))
	case "airybiprime":
		v = d.mul(u, f("airybi", u))
	case "dirac_delta":
		order := one
		u, du = n.Args[0], d.memo[n.Args[0]]
		if len(n.Args) == 2 {
			order = d.add(n.Args[1], one)
		}
		v = f("dirac_delta", u, order)
	case "atan2": // y, x
		y, x := n.Args[0], n.Args[1]
		r2 := d.add(d.square(x), d.square(y))
		return d.div(d.sub(d.mul(x, d.memo[y]), d.mul(y, d.memo[x])), r2), nil
	}
	if v == nil {
		return nil, fmt.Errorf("no rule for the derivative of %s", n.Name)
	}
	return d.mul(v, du), nil
}
