package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// unary is a function of one complex ball.
type unary func(z, x *ball.Complex, prec uint) *ball.Complex

// Elementary functions, and what is made of them.
var elementary = map[string]unary{
	"sin": (*ball.Complex).Sin, "cos": (*ball.Complex).Cos, "tan": (*ball.Complex).Tan, "cot": (*ball.Complex).Cot,
	"sinh": (*ball.Complex).Sinh, "cosh": (*ball.Complex).Cosh, "tanh": (*ball.Complex).Tanh, "coth": (*ball.Complex).Coth,
	"asin": (*ball.Complex).Asin, "acos": (*ball.Complex).Acos, "atan": (*ball.Complex).Atan,
	"asinh": (*ball.Complex).Asinh, "acosh": (*ball.Complex).Acosh, "atanh": (*ball.Complex).Atanh,
	"exp": (*ball.Complex).Exp, "log": (*ball.Complex).Log,
	"sec": reciprocal((*ball.Complex).Cos), "csc": reciprocal((*ball.Complex).Sin),
	"sech": reciprocal((*ball.Complex).Cosh), "csch": reciprocal((*ball.Complex).Sinh),
	"acot": ofReciprocal((*ball.Complex).Atan), "asec": ofReciprocal((*ball.Complex).Acos), "acsc": ofReciprocal((*ball.Complex).Asin),
	"acoth": ofReciprocal((*ball.Complex).Atanh), "asech": ofReciprocal((*ball.Complex).Acosh), "acsch": ofReciprocal((*ball.Complex).Asinh),
	"abs": (*ball.Complex).Abs, "norm": (*ball.Complex).Abs, "arg": (*ball.Complex).Arg,
	"conjugate": func(z, x *ball.Complex, _ uint) *ball.Complex { return z.Conj(x) },
	"re": func(z, x *ball.Complex, _ uint) *ball.Complex {
		re := x.Re
		return z.SetReal(&re)
	},
	"im": func(z, x *ball.Complex, _ uint) *ball.Complex {
		im := x.Im
		return z.SetReal(&im)
	},
	"sign": signBall, "floor": floorBall, "ceiling": ceilingBall, "heaviside": heavisideBall,
	"sinc": func(z, x *ball.Complex, prec uint) *ball.Complex {
		if x.IsZero() {
			return z.SetInt64(1)
		}
		var s ball.Complex
		s.Sin(x, prec+8)
		return z.Div(&s, x, prec)
	},
}

func reciprocal(f unary) unary {
	return func(z, x *ball.Complex, prec uint) *ball.Complex {
		f(z, x, prec+8)
		return z.Inv(z, prec)
	}
}

func ofReciprocal(f unary) unary {
	return func(z, x *ball.Complex, prec uint) *ball.Complex {
		var y ball.Complex
		y.Inv(x, prec+8)
		return f(z, &y, prec)
	}
}

func signBall(z, x *ball.Complex, prec uint) *ball.Complex {
	switch {
	case x.IsZero():
		return z.SetInt64(0)
	case x.IsReal() && x.Re.IsPositive():
		return z.SetInt64(1)
	case x.IsReal() && x.Re.IsNegative():
		return z.SetInt64(-1)
	case x.IsReal() || x.ContainsZero():
		return z.SetIndeterminate()
	}
	var a ball.Complex
	a.Abs(x, prec+8)
	return z.Div(x, &a, prec)
}

func heavisideBall(z, x *ball.Complex, prec uint) *ball.Complex {
	switch {
	case !x.IsReal():
		return z.SetIndeterminate()
	case x.IsZero():
		z.SetInt64(1)
		return z.Mul2Exp(z, -1)
	case x.Re.IsPositive():
		return z.SetInt64(1)
	case x.Re.IsNegative():
		return z.SetInt64(0)
	}
	return z.SetIndeterminate()
}

// floorBall is the floor where it is one integer on the whole ball; a ball that is not exact
// and touches an integer is indeterminate.
func floorBall(z, x *ball.Complex, prec uint) *ball.Complex {
	if !x.IsReal() {
		return z.SetIndeterminate()
	}
	var f ball.Real
	f.Floor(&x.Re, prec)
	if !f.IsExact() {
		return z.SetIndeterminate()
	}
	return z.SetReal(&f)
}

func ceilingBall(z, x *ball.Complex, prec uint) *ball.Complex {
	var y ball.Complex
	y.Neg(x)
	floorBall(z, &y, prec)
	return z.Neg(z)
}

// functionKernel finds the evaluator of a known function, and about what it costs in
// multiplications.
func functionKernel(n *expr.Node, branchReal bool) (kernel, int, error) {
	if f, ok := elementary[n.Name]; ok && len(n.Args) == 1 {
		return func(z *ball.Complex, x []*ball.Complex, prec uint) { f(z, x[0], prec) }, 10, nil
	}
	switch {
	case n.Name == "log" && len(n.Args) == 2:
		return func(z *ball.Complex, x []*ball.Complex, prec uint) {
			var a, b ball.Complex
			a.Log(x[0], prec+8)
			b.Log(x[1], prec+8)
			z.Div(&a, &b, prec)
		}, 20, nil
	case n.Name == "root" && len(n.Args) == 2:
		k, ok := smallInt(n.Args[1])
		if !ok || k == 0 {
			return func(z *ball.Complex, x []*ball.Complex, prec uint) {
				var y ball.Complex
				y.Inv(x[1], prec+16)
				pow(z, x[0], &y, prec)
			}, 30, nil
		}
		r := big.NewRat(1, k)
		return func(z *ball.Complex, x []*ball.Complex, prec uint) {
			if r.IsInt() {
				powInt(z, x[0], k, prec)
				return
			}
			powRat(z, x[0], r, true, prec)
		}, 20, nil
	case n.Name == "atan2":
		return func(z *ball.Complex, x []*ball.Complex, prec uint) {
			if !x[0].IsReal() || !x[1].IsReal() {
				z.SetIndeterminate()
				return
			}
			w := ball.Complex{Re: x[1].Re, Im: x[0].Re}
			z.Arg(&w, prec)
		}, 20, nil
	case n.Name == "min" || n.Name == "max":
		return extremum(n.Name == "max"), 2, nil
	case n.Name == "mod":
		return func(z *ball.Complex, x []*ball.Complex, prec uint) {
			var q ball.Complex
			q.Div(x[0], x[1], prec+32)
			floorBall(&q, &q, prec)
			q.Mul(&q, x[1], prec)
			z.Sub(x[0], &q, prec)
		}, 5, nil
	case n.Name == "kronecker":
		return func(z *ball.Complex, x []*ball.Complex, prec uint) {
			d := difference(x[0], x[1], prec)
			setTruth(z, d.IsZero(), d.IsNonzero())
		}, 2, nil
	case n.Name == "hyper":
		return hyperKernel(n)
	case n.Name == "multinomial":
		return multinomialKernel, 100, nil
	case n.Name == "polygamma" && len(n.Args) == 2 && isInt(n.Args[0], 0):
		f, _ := ball.SpecialFunction("digamma", 1)
		return wrap(f, 1), 200, nil
	}
	if f, ok := ball.SpecialFunction(n.Name, len(n.Args)); ok {
		return wrap(f, 0), 200, nil
	}
	return nil, 0, errNoEvaluator{"the function " + n.Name}
}

// specialCost is from where on a function counts as costly.
const specialCost = 100

// maxArgument bounds the binary exponent of the argument of a special function.
const maxArgument = 256

// wrap adapts an evaluator of package ball, leaving out the first arguments.
func wrap(f ball.Function, skip int) kernel {
	return func(z *ball.Complex, x []*ball.Complex, prec uint) {
		args := make([]ball.Complex, len(x)-skip)
		for i, a := range x[skip:] {
			args[i] = *a
			if !a.IsFinite() || exponent(a) > maxArgument {
				z.SetIndeterminate()
				return
			}
		}
		*z = f(args, prec)
	}
}

func extremum(largest bool) kernel {
	return func(z *ball.Complex, x []*ball.Complex, prec uint) {
		best := *x[0]
		for _, a := range x[1:] {
			if !a.IsReal() || !best.IsReal() {
				z.SetIndeterminate()
				return
			}
			d := difference(a, &best, prec)
			switch {
			case d.Re.IsPositive() == largest && d.Re.IsNonzero():
				best = *a
			case d.Re.IsZero(), d.Re.IsNonzero():
			default:
				z.SetIndeterminate()
				return
			}
		}
		*z = best
	}
}

func multinomialKernel(z *ball.Complex, x []*ball.Complex, prec uint) {
	var v, f, one ball.Complex
	one.SetInt64(1)
	f.Add(x[0], &one, prec+16)
	v.Gamma(&f, prec+16)
	for _, k := range x[1:] {
		f.Add(k, &one, prec+16)
		f.RGamma(&f, prec+16)
		v.Mul(&v, &f, prec+16)
	}
	*z = v
}

// hyperKernel is pFq with its two lists of parameters.
func hyperKernel(n *expr.Node) (kernel, int, error) {
	if len(n.Args) != 3 {
		return nil, 0, errNoEvaluator{"a hypergeometric function without two lists of parameters"}
	}
	p, q := len(n.Args[0].Args), len(n.Args[1].Args)
	listed := func(a *expr.Node) bool { return a.Op == expr.OpTuple || a.Op == expr.OpList }
	if !listed(n.Args[0]) {
		p = 1
	}
	if !listed(n.Args[1]) {
		q = 1
	}
	return func(z *ball.Complex, x []*ball.Complex, prec uint) {
		a, b := make([]ball.Complex, p), make([]ball.Complex, q)
		for i := range a {
			a[i] = *x[i]
		}
		for i := range b {
			b[i] = *x[p+i]
		}
		z.Hypergeometric(a, b, x[p+q], prec)
	}, 300, nil
}
