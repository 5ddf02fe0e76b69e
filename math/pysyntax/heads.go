package pysyntax

import (
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// head is what a name before a parenthesis means: a function of expr.Functions with the
// same arguments, or what build makes of them.
type head struct {
	function string
	build    func(p *parser, args []argument) (*expr.Node, error)
}

// aliases are SymPy's, NumPy's and common spellings of functions whose arguments agree in
// order and convention with expr.Functions.
var aliases = map[string]string{
	"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arccot": "acot", "arcsec": "asec", "arccsc": "acsc",
	"arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "arccoth": "acoth", "arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh", "arctan2": "atan2",
	"Abs": "abs", "sgn": "sign", "Re": "re", "Im": "im", "ceil": "ceiling", "conj": "conjugate", "Mod": "mod", "Min": "min", "Max": "max",
	"RisingFactorial": "pochhammer", "rf": "pochhammer", "FallingFactorial": "falling", "ff": "falling",
	"lerchphi": "lerch", "Ei": "ei", "Si": "si", "Ci": "ci", "Shi": "shi", "Chi": "chi", "Li2": "", "jn": "sphericalj", "yn": "sphericaly",
	"elliptic_k": "elliptick", "elliptic_e": "elliptice", "elliptic_f": "ellipticf", "elliptic_pi": "ellipticpi",
	"Ynm": "ylm", "LambertW": "lambertw", "DiracDelta": "dirac_delta", "KroneckerDelta": "kronecker", "LeviCivita": "levi_civita", "Eijk": "levi_civita",
	"real_root": "root", "Trace": "tr", "trace": "tr", "Tr": "tr", "Determinant": "det", "Inverse": "inverse", "Norm": "norm", "comb": "binomial", "Gamma": "gamma",
}

var heads = func() map[string]head {
	m := map[string]head{}
	for _, f := range expr.Functions {
		m[f.Name] = head{function: f.Name}
	}
	for name, f := range aliases {
		if f != "" {
			m[name] = head{function: f}
		}
	}
	for name, build := range builders {
		m[name] = head{build: build}
	}
	return m
}()

// builders are the heads whose meaning is more than a function's name. SymPy's
// conventions: root(x, n) is the principal x**(1/n), limits are from above, E1 is E₁.
var builders = map[string]func(*parser, []argument) (*expr.Node, error){
	"Symbol": (*parser).symbol, "Dummy": (*parser).symbol, "Wild": (*parser).symbol, "MatrixSymbol": (*parser).symbol,
	"Integer": (*parser).rational, "Rational": (*parser).rational, "Fraction": (*parser).rational, "Float": (*parser).float,
	"Add": of(expr.OpAdd, 1, -1), "Mul": of(expr.OpMul, 1, -1), "MatAdd": of(expr.OpAdd, 1, -1), "MatMul": of(expr.OpMul, 1, -1),
	"Pow": of(expr.OpPow, 2, 2), "pow": of(expr.OpPow, 2, 2), "MatPow": of(expr.OpPow, 2, 2),
	"sqrt": rewritten(1, func(p *parser, a []*expr.Node) *expr.Node { return p.Sqrt(a[0]) }),
	"cbrt": rewritten(1, func(p *parser, a []*expr.Node) *expr.Node { return p.Pow(a[0], p.Number(big.NewRat(1, 3))) }),
	"root": rewritten(2, func(p *parser, a []*expr.Node) *expr.Node {
		if a[1].Op == expr.OpNumber && a[1].Digits == 0 && a[1].Rat.Sign() != 0 {
			return p.Pow(a[0], p.Number(new(big.Rat).Inv(a[1].Rat)))
		}
		return p.Pow(a[0], p.Pow(a[1], p.Int(-1)))
	}),
	"log10":    rewritten(1, func(p *parser, a []*expr.Node) *expr.Node { return p.Apply("log", a[0], p.Int(10)) }),
	"log2":     rewritten(1, func(p *parser, a []*expr.Node) *expr.Node { return p.Apply("log", a[0], p.Int(2)) }),
	"trigamma": rewritten(1, func(p *parser, a []*expr.Node) *expr.Node { return p.Apply("polygamma", p.Int(1), a[0]) }),
	"E1":       rewritten(1, func(p *parser, a []*expr.Node) *expr.Node { return p.Apply("expint", p.Int(1), a[0]) }),
	"Heaviside": func(p *parser, args []argument) (*expr.Node, error) {
		if a := positional(args); len(a) == 1 || len(a) == 2 {
			return p.Apply("heaviside", a[0]), nil
		}
		return nil, fmt.Errorf("one argument is expected")
	},
	"Integral": ranged(expr.OpIntegral), "integrate": ranged(expr.OpIntegral),
	"Sum": ranged(expr.OpSum), "summation": ranged(expr.OpSum), "Product": ranged(expr.OpProduct), "product": ranged(expr.OpProduct),
	"Derivative": (*parser).derivative, "diff": (*parser).derivative, "Limit": (*parser).limit, "limit": (*parser).limit,
	"Matrix": (*parser).matrix, "ImmutableMatrix": (*parser).matrix, "ImmutableDenseMatrix": (*parser).matrix, "MutableDenseMatrix": (*parser).matrix,
	"array": (*parser).matrix, "Array": (*parser).matrix,
	"Piecewise": (*parser).piecewise, "ExprCondPair": of(expr.OpTuple, 2, 2),
	"Eq": relation(expr.RelEqual), "Equality": relation(expr.RelEqual), "Ne": relation(expr.RelNotEqual), "Unequality": relation(expr.RelNotEqual),
	"Lt": relation(expr.RelLess), "StrictLessThan": relation(expr.RelLess), "Le": relation(expr.RelLessEqual), "LessThan": relation(expr.RelLessEqual),
	"Gt": relation(expr.RelGreater), "StrictGreaterThan": relation(expr.RelGreater), "Ge": relation(expr.RelGreaterEqual), "GreaterThan": relation(expr.RelGreaterEqual),
	"Contains": relation(expr.RelElement), "Approx": relation(expr.RelApprox), "Proportional": relation(expr.RelProportional), "Equivalent": relation(expr.RelEquivalent), "Tends": relation(expr.RelArrow),
	"And": of(expr.OpAnd, 1, -1), "Or": of(expr.OpOr, 1, -1), "Not": of(expr.OpNot, 1, 1),
	"Tuple": of(expr.OpTuple, 0, -1), "tuple": of(expr.OpTuple, 0, -1), "TupleArg": of(expr.OpTuple, 0, -1), "List": of(expr.OpList, 0, -1), "FiniteSet": of(expr.OpSet, 0, -1),
	"Interval": interval(false, false), "Interval.open": interval(true, true), "Interval.Lopen": interval(true, false), "Interval.Ropen": interval(false, true),
	"Union": of(expr.OpUnion, 1, -1), "Intersection": of(expr.OpIntersection, 1, -1), "Complement": of(expr.OpSetMinus, 2, 2), "ConditionSet": conditionSet,
	"O": order, "Order": order, "PlusMinus": of(expr.OpPlusMinus, 1, 2), "Where": of(expr.OpWhere, 2, -1),
	"Commutator": of(expr.OpCommutator, 2, 2), "AntiCommutator": of(expr.OpAnticommutator, 2, 2), "Dagger": of(expr.OpDagger, 1, 1), "Adjoint": of(expr.OpDagger, 1, 1),
	"Transpose": of(expr.OpTranspose, 1, 1), "TensorProduct": of(expr.OpTensorProduct, 1, -1), "DirectSum": of(expr.OpDirectSum, 1, -1),
	"Bra": of(expr.OpBra, 1, -1), "Ket": of(expr.OpKet, 1, -1), "Expectation": of(expr.OpExpectation, 1, 1), "Dot": of(expr.OpDot, 2, 2), "Cross": of(expr.OpCross, 2, 2),
	"Slashed": of(expr.OpSlashed, 1, 1), "Indexed": of(expr.OpIndexed, 2, -1), "Upper": of(expr.OpUpper, 1, 1), "Lower": of(expr.OpLower, 1, 1),
	"Prime": func(p *parser, args []argument) (*expr.Node, error) {
		a := positional(args)
		if len(a) != 2 || a[1].Op != expr.OpNumber || !a[1].Rat.IsInt() || !a[1].Rat.Num().IsInt64() {
			return nil, fmt.Errorf("a function and a number of primes are expected")
		}
		return p.MakeCounted(expr.OpPrime, a[1].Rat.Num().Int64(), a[0]), nil
	},
	"Unit": func(p *parser, args []argument) (*expr.Node, error) {
		if len(args) != 1 || args[0].node.Op != expr.OpText {
			return nil, fmt.Errorf("the name of the unit is missing")
		}
		return p.MakeNamed(expr.OpUnit, args[0].node.Name), nil
	},
	"identity": identity, "S": identity, "sympify": identity, "simplify": identity, "expand": identity, "factor": identity, "N": identity, "nsimplify": identity,
	"UnevaluatedExpr": identity, "float": identity, "int": identity, "together": identity, "cancel": identity, "trigsimp": identity, "radsimp": identity,
}

// order reads O(x**2) and Order(x**2, (x, 0)); another point than 0 has no notation here.
func order(p *parser, args []argument) (*expr.Node, error) {
	a := positional(args)
	if len(a) == 0 {
		return nil, fmt.Errorf("an argument is missing")
	}
	for _, point := range a[1:] {
		if point.Op != expr.OpSymbol && (point.Op != expr.OpTuple || len(point.Args) != 2 || point.Args[1] != p.Int(0)) {
			return nil, fmt.Errorf("an order at another point than 0 is not read")
		}
	}
	return p.Make(expr.OpBigO, a[0]), nil
}

func conditionSet(p *parser, args []argument) (*expr.Node, error) {
	a := positional(args)
	switch len(a) {
	case 2:
		return p.Make(expr.OpSetBuilder, a...), nil
	case 3:
		return p.Make(expr.OpSetBuilder, p.MakeNamed(expr.OpRelation, expr.RelElement, a[0], a[2]), a[1]), nil
	default:
		return nil, fmt.Errorf("%d arguments instead of variable, condition, set", len(a))
	}
}
