package pysyntax

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// argument is one argument of a call; key is the name of a keyword argument.
type argument struct {
	key  string
	node *expr.Node
}

// callNamed reads the parentheses of a call, of Interval.open, and of a call of the result:
// Function('f')(x).
func (p *parser) callNamed(t token) (*expr.Node, error) {
	name := t.text
	if name == "Interval" && p.accept(".") {
		name += "." + p.take().text
	}
	if name == "Function" || name == "UndefinedFunction" {
		return p.functionCall(t)
	}
	args, err := p.arguments()
	if err != nil {
		return nil, err
	}
	return p.call(t, name, args)
}

// functionCall reads Function('f')(x).
func (p *parser) functionCall(t token) (*expr.Node, error) {
	args, err := p.arguments()
	if err != nil {
		return nil, err
	}
	if len(args) == 0 || args[0].node.Op != expr.OpText {
		return nil, p.unexpected(t, "the name of the function is missing")
	}
	name := SymbolName(args[0].node.Name)
	if !p.isOp("(") {
		return p.Symbol(name), nil
	}
	if args, err = p.arguments(); err != nil {
		return nil, err
	}
	return p.MakeNamed(expr.OpCall, name, positional(args)...), nil
}

func (p *parser) arguments() ([]argument, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	bars := p.bars
	p.bars = 0
	defer func() { p.bars = bars }()
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var args []argument
	for !p.isOp(")") {
		var a argument
		if t := p.peek(); t.kind == tokName && p.tokens[p.pos+1].kind == tokOperator && p.tokens[p.pos+1].text == "=" && !p.o.Text {
			p.take()
			p.take()
			a.key = t.text
		}
		n, err := p.expression()
		if err != nil {
			return nil, err
		}
		a.node = n
		args = append(args, a)
		if !p.accept(",") {
			break
		}
	}
	return args, p.expect(")")
}

func positional(args []argument) []*expr.Node {
	var out []*expr.Node
	for _, a := range args {
		if a.key == "" {
			out = append(out, a.node)
		}
	}
	return out
}

// call applies a name to arguments: what the context declares, else what SymPy means, else
// an unknown function.
func (p *parser) call(t token, name string, args []argument) (*expr.Node, error) {
	canonical := SymbolName(name)
	if f, ok := p.o.Functions[canonical]; ok {
		if f == "function" {
			return p.MakeNamed(expr.OpCall, canonical, positional(args)...), nil
		}
		return p.known(t, f, positional(args))
	}
	h, ok := heads[name]
	switch {
	case !ok:
		if len(args) == 0 {
			return nil, &Error{Offset: t.offset, Found: name, Reason: "a call without arguments"}
		}
		return p.MakeNamed(expr.OpCall, canonical, positional(args)...), nil
	case h.build != nil:
		n, err := h.build(p, args)
		if err != nil {
			return nil, &Error{Offset: t.offset, Found: name, Reason: err.Error()}
		}
		return n, nil
	default:
		return p.known(t, h.function, positional(args))
	}
}

// known applies a function of expr.Functions.
func (p *parser) known(t token, name string, args []*expr.Node) (*expr.Node, error) {
	f, ok := functions[name]
	if !ok {
		return nil, &Error{Offset: t.offset, Found: t.text, Reason: fmt.Sprintf("the declared function %q is not known", name)}
	}
	if len(args) < f.Min || f.Max >= 0 && len(args) > f.Max {
		return nil, &Error{Offset: t.offset, Found: t.text, Reason: fmt.Sprintf("%d arguments", len(args)), Hint: argumentHint(f)}
	}
	return p.Apply(name, args...), nil
}

func argumentHint(f expr.Function) string {
	switch {
	case f.Max < 0:
		return fmt.Sprintf("at least %d", f.Min)
	case f.Min == f.Max:
		return fmt.Sprintf("it takes %d", f.Min)
	default:
		return fmt.Sprintf("it takes %d to %d", f.Min, f.Max)
	}
}

var functions = func() map[string]expr.Function {
	m := make(map[string]expr.Function, len(expr.Functions))
	for _, f := range expr.Functions {
		m[f.Name] = f
	}
	return m
}()

// symbol reads Symbol('x', positive=True).
func (p *parser) symbol(args []argument) (*expr.Node, error) {
	if len(args) == 0 || args[0].node.Op != expr.OpText {
		return nil, fmt.Errorf("the name of the symbol is missing")
	}
	n := p.Symbol(SymbolName(args[0].node.Name))
	for _, a := range args[1:] {
		if a.key != "" && a.node.Op == expr.OpText && a.node.Name == "True" && !slices.Contains(p.assumptions[n], a.key) {
			p.assumptions[n] = append(p.assumptions[n], a.key)
		}
	}
	return n, nil
}

// float reads Float('0.5', precision=53): the digits are those of the string.
func (p *parser) float(args []argument) (*expr.Node, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("a value is missing")
	}
	n := args[0].node
	if n.Op != expr.OpText {
		return n, nil
	}
	tokens, err := scan(n.Name, false)
	if err != nil {
		return nil, err
	}
	negative := len(tokens) == 3 && tokens[0].text == "-"
	if negative {
		tokens = tokens[1:]
	}
	if len(tokens) != 2 || tokens[0].kind != tokNumber {
		return nil, fmt.Errorf("%q is not a number", n.Name)
	}
	x := p.number(tokens[0])
	if negative {
		x = p.negate(x)
	}
	return x, nil
}

func (p *parser) rational(args []argument) (*expr.Node, error) {
	a := positional(args)
	switch {
	case len(a) == 1 && a[0].Op == expr.OpText:
		r, ok := new(big.Rat).SetString(a[0].Name)
		if !ok || len(a[0].Name) > 100 {
			return nil, fmt.Errorf("%q is not a rational number", a[0].Name)
		}
		return p.Number(r), nil
	case len(a) == 1:
		return a[0], nil
	case len(a) != 2:
		return nil, fmt.Errorf("%d arguments instead of 2", len(a))
	case a[0].Op == expr.OpNumber && a[1].Op == expr.OpNumber && a[0].Digits == 0 && a[1].Digits == 0 && a[1].Rat.Sign() != 0:
		return p.Number(new(big.Rat).Quo(a[0].Rat, a[1].Rat)), nil
	default:
		return p.Div(a[0], a[1]), nil
	}
}

// derivative reads Derivative(f, x, 2, (y, 3)).
func (p *parser) derivative(args []argument) (*expr.Node, error) {
	a := positional(args)
	if len(a) < 2 {
		return nil, fmt.Errorf("a variable is missing")
	}
	out := []*expr.Node{a[0]}
	for _, v := range a[1:] {
		switch {
		case v.Op == expr.OpTuple && len(v.Args) == 2:
			out = append(out, v.Args...)
		case v.Op == expr.OpNumber && len(out) > 1 && out[len(out)-1] == p.Int(1):
			out[len(out)-1] = v
		default:
			out = append(out, v, p.Int(1))
		}
	}
	return p.MakeNamed(expr.OpDerivative, "partial", out...), nil
}

// ranged reads Integral(f, (x, a, b), …), Sum and Product: the first range is the innermost.
func ranged(op expr.Op) func(*parser, []argument) (*expr.Node, error) {
	return func(p *parser, args []argument) (*expr.Node, error) {
		a := positional(args)
		if len(a) < 2 {
			return nil, fmt.Errorf("the variable is missing")
		}
		n := a[0]
		for _, r := range a[1:] {
			parts := []*expr.Node{r}
			if r.Op == expr.OpTuple {
				parts = r.Args
			}
			switch {
			case len(parts) == 0 || parts[0].Op != expr.OpSymbol:
				return nil, fmt.Errorf("the variable is not a symbol")
			case op != expr.OpIntegral && len(parts) != 3:
				return nil, fmt.Errorf("the bounds are missing")
			case len(parts) != 1 && len(parts) != 3:
				return nil, fmt.Errorf("%d parts of a range instead of variable, lower, upper", len(parts))
			}
			n = p.Make(op, append([]*expr.Node{n}, parts...)...)
		}
		return n, nil
	}
}

func (p *parser) limit(args []argument) (*expr.Node, error) {
	a := positional(args)
	dir := ""
	for _, x := range args {
		if x.key == "dir" && x.node.Op == expr.OpText {
			dir = x.node.Name
		}
	}
	if len(a) == 4 && (a[3].Op == expr.OpText || a[3].Op == expr.OpSymbol) { // srepr has Symbol('+')
		dir, a = a[3].Name, a[:3]
	}
	if len(a) != 3 {
		return nil, fmt.Errorf("%d arguments instead of expression, variable, point", len(a))
	}
	infinite := false
	expr.Walk(a[2], func(n *expr.Node) bool {
		infinite = infinite || n.Op == expr.OpConstant && n.Name == expr.ConstInfinity
		return true
	})
	switch {
	case infinite || dir == "+-":
		dir = ""
	case dir == "": // SymPy's default is the limit from above
		dir = "+"
	}
	return p.MakeNamed(expr.OpLimit, dir, a...), nil
}

// matrix reads Matrix([[a, b], [c, d]]), Matrix([a, b]) (a column) and Matrix(2, 2, […]).
func (p *parser) matrix(args []argument) (*expr.Node, error) {
	a := positional(args)
	isRow := func(n *expr.Node) bool { return n.Op == expr.OpList || n.Op == expr.OpTuple || n.Op == expr.OpInterval }
	switch {
	case len(a) == 3 && isRow(a[2]):
		rows, cols := a[0], a[1]
		if cols.Op != expr.OpNumber || rows.Op != expr.OpNumber || new(big.Rat).Mul(rows.Rat, cols.Rat).Cmp(big.NewRat(int64(len(a[2].Args)), 1)) != 0 {
			return nil, fmt.Errorf("%d entries do not fill the shape", len(a[2].Args))
		}
		return p.MakeCounted(expr.OpMatrix, cols.Rat.Num().Int64(), a[2].Args...), nil
	case len(a) != 1 || !isRow(a[0]) || len(a[0].Args) == 0:
		return nil, fmt.Errorf("a list of rows is expected")
	case !isRow(a[0].Args[0]):
		return p.MakeCounted(expr.OpMatrix, 1, a[0].Args...), nil
	}
	var entries []*expr.Node
	columns := len(a[0].Args[0].Args)
	for k, row := range a[0].Args {
		if !isRow(row) || len(row.Args) != columns || columns == 0 {
			return nil, fmt.Errorf("row %d has not the length of the first", k+1)
		}
		entries = append(entries, row.Args...)
	}
	return p.MakeCounted(expr.OpMatrix, int64(columns), entries...), nil
}

func (p *parser) piecewise(args []argument) (*expr.Node, error) {
	var out []*expr.Node
	for k, a := range positional(args) {
		if a.Op != expr.OpTuple || len(a.Args) != 2 {
			return nil, fmt.Errorf("piece %d is not a pair (value, condition)", k+1)
		}
		value, condition := a.Args[0], a.Args[1]
		out = append(out, value)
		if condition.Op == expr.OpText && condition.Name == "True" {
			break
		}
		out = append(out, condition)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no piece")
	}
	return p.Make(expr.OpPiecewise, out...), nil
}

// interval reads Interval(a, b, left_open, right_open); an infinite end is open.
func interval(leftOpen, rightOpen bool) func(*parser, []argument) (*expr.Node, error) {
	return func(p *parser, args []argument) (*expr.Node, error) {
		a := positional(args)
		left, right := leftOpen, rightOpen
		isTrue := func(n *expr.Node) bool { return n.Op == expr.OpText && n.Name == "True" }
		for _, x := range args {
			left = left || x.key == "left_open" && isTrue(x.node)
			right = right || x.key == "right_open" && isTrue(x.node)
		}
		if len(a) < 2 {
			return nil, fmt.Errorf("two ends are expected")
		}
		left = left || len(a) > 2 && isTrue(a[2]) || isInfinite(a[0])
		right = right || len(a) > 3 && isTrue(a[3]) || isInfinite(a[1])
		name := map[bool]string{false: "[", true: "("}[left] + map[bool]string{false: "]", true: ")"}[right]
		return p.MakeNamed(expr.OpInterval, name, a[:2]...), nil
	}
}

func isInfinite(n *expr.Node) bool {
	if n.Op == expr.OpMul && len(n.Args) == 2 {
		n = n.Args[1]
	}
	return n.Op == expr.OpConstant && n.Name == expr.ConstInfinity
}

// of makes a node of an op from its arguments, at least and at most so many (−1: any number).
func of(op expr.Op, least, most int) func(*parser, []argument) (*expr.Node, error) {
	return func(p *parser, args []argument) (*expr.Node, error) {
		a := positional(args)
		if len(a) < least || most >= 0 && len(a) > most {
			return nil, fmt.Errorf("%d arguments", len(a))
		}
		return p.Make(op, a...), nil
	}
}

func relation(name string) func(*parser, []argument) (*expr.Node, error) {
	return func(p *parser, args []argument) (*expr.Node, error) {
		a := positional(args)
		if len(a) != 2 {
			return nil, fmt.Errorf("%d arguments instead of 2", len(a))
		}
		return p.MakeNamed(expr.OpRelation, name, a...), nil
	}
}

// rewritten is a call that stands for an expression in its arguments.
func rewritten(count int, f func(p *parser, a []*expr.Node) *expr.Node) func(*parser, []argument) (*expr.Node, error) {
	return func(p *parser, args []argument) (*expr.Node, error) {
		a := positional(args)
		if len(a) != count {
			return nil, fmt.Errorf("%d arguments instead of %d", len(a), count)
		}
		return f(p, a), nil
	}
}

// identity returns the first argument and forgets the rest: simplify(x), S(1), N(x, 30).
func identity(p *parser, args []argument) (*expr.Node, error) {
	a := positional(args)
	if len(a) == 0 {
		return nil, fmt.Errorf("an argument is missing")
	}
	if a[0].Op == expr.OpText {
		return p.rational(args[:1])
	}
	return a[0], nil
}
