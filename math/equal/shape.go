package equal

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// shape is an expression taken apart into scalar entries: rows×cols of them. A scalar is
// 1×1, a vector a column that remembers that it is one.
type shape struct {
	rows, cols int
	vector     bool
	entries    []*expr.Node
}

func scalarShape(n *expr.Node) shape { return shape{rows: 1, cols: 1, entries: []*expr.Node{n}} }

func (s shape) scalar() bool { return s.rows == 1 && s.cols == 1 && !s.vector }

func (s shape) String() string {
	switch {
	case s.scalar():
		return "scalar"
	case s.vector:
		return "vector of " + strconv.Itoa(s.rows) + " components"
	}
	return fmt.Sprintf("%d×%d matrix", s.rows, s.cols)
}

// maxEntries bounds the work on matrices.
const maxEntries = 256

// shaper writes vectors and matrices out in components.
type shaper struct {
	builder
	dim    int
	isVec  func(*expr.Node) bool
	basis  map[*expr.Node]int
	memo   map[*expr.Node]shape
	linear []*expr.Node // vector symbols that were met
}

// hasShapes reports whether n contains vectors or matrices at all.
func (s *shaper) hasShapes(n *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpMatrix, expr.OpDot, expr.OpCross, expr.OpTranspose:
			return true
		case expr.OpSymbol:
			_, unit := s.basis[m]
			return unit || s.isVec(m)
		case expr.OpApply:
			return m.Name == "diag" || m.Name == "identity"
		default:
			return false
		}
	})
}

// components writes n out.
func (s *shaper) components(n *expr.Node) (shape, error) {
	for _, m := range reachable(n) {
		if _, done := s.memo[m]; done {
			continue
		}
		v, err := s.rule(m)
		if err != nil {
			return shape{}, err
		}
		s.memo[m] = v
	}
	return s.memo[n], nil
}

func (s *shaper) rule(n *expr.Node) (shape, error) {
	args := make([]shape, len(n.Args))
	plain := true
	for i, a := range n.Args {
		args[i] = s.memo[a]
		plain = plain && args[i].scalar()
	}
	switch n.Op {
	case expr.OpSymbol:
		if k, ok := s.basis[n]; ok {
			v := shape{rows: s.dim, cols: 1, vector: true}
			for i := 0; i < s.dim; i++ {
				v.entries = append(v.entries, s.Int(int64(b2i(i == k))))
			}
			return v, nil
		}
		if s.isVec(n) {
			v := shape{rows: s.dim, cols: 1, vector: true}
			if isUnitVector(n.Name) {
				v.entries = s.onSphere(n.Name)
			}
			for i := len(v.entries); i < s.dim; i++ {
				v.entries = append(v.entries, s.Symbol(componentName(n.Name, i)))
			}
			s.linear = append(s.linear, n)
			return v, nil
		}
		return scalarShape(n), nil
	case expr.OpMatrix:
		cols := int(n.Rat.Num().Int64())
		if !plain || cols < 1 || len(n.Args)%cols != 0 || len(n.Args) > maxEntries {
			return shape{}, errors.New("a matrix whose entries are not scalars, or that is too large")
		}
		m := shape{rows: len(n.Args) / cols, cols: cols}
		for _, a := range args {
			m.entries = append(m.entries, a.entries[0])
		}
		return m, nil
	case expr.OpTuple:
		if !plain {
			return scalarShape(n), nil
		}
		v := shape{rows: len(n.Args), cols: 1, vector: true}
		for _, a := range args {
			v.entries = append(v.entries, a.entries[0])
		}
		if len(n.Args) < 2 {
			return scalarShape(n), nil
		}
		return v, nil
	case expr.OpAdd:
		if plain {
			break
		}
		args = s.identities(args)
		sum := args[0]
		for _, a := range args[1:] {
			if a.rows != sum.rows || a.cols != sum.cols {
				return shape{}, fmt.Errorf("the sum of a %s and a %s", sum, a)
			}
			sum = s.zip(sum, a, func(x, y *expr.Node) *expr.Node { return s.add(x, y) })
		}
		return sum, nil
	case expr.OpMul:
		if plain {
			break
		}
		product := args[0]
		for _, a := range args[1:] {
			var err error
			if product, err = s.times(product, a); err != nil {
				return shape{}, err
			}
		}
		return product, nil
	case expr.OpPow:
		if plain {
			break
		}
		return s.power(args[0], n.Args[1])
	case expr.OpDot:
		if plain {
			return scalarShape(s.mul(args[0].entries[0], args[1].entries[0])), nil
		}
		return s.dot(args[0], args[1])
	case expr.OpCross:
		if plain {
			return scalarShape(s.mul(args[0].entries[0], args[1].entries[0])), nil
		}
		return s.cross(args[0], args[1])
	case expr.OpTranspose:
		return s.transpose(args[0]), nil
	case expr.OpDagger:
		t := s.transpose(args[0])
		for i, e := range t.entries {
			t.entries[i] = s.Apply("conjugate", e)
		}
		return t, nil
	case expr.OpApply:
		return s.apply(n, args)
	default:
	}
	if !plain {
		return shape{}, fmt.Errorf("%s of a vector or matrix", nodeKind(n))
	}
	scalars := make([]*expr.Node, len(args))
	for i, a := range args {
		scalars[i] = a.entries[0]
	}
	return scalarShape(s.With(n, scalars)), nil
}

// identities gives the unit matrix 𝟙 its size beside square matrices.
func (s *shaper) identities(terms []shape) []shape {
	n := 0
	for _, t := range terms {
		if t.rows == t.cols && t.rows > 1 {
			n = t.rows
		}
	}
	if n == 0 {
		return terms
	}
	out := make([]shape, len(terms))
	for i, t := range terms {
		out[i] = t
		one := s.Symbol(`\mathbb{1}`)
		if t.scalar() && mentions(t.entries[0], one) {
			out[i] = s.scale(expr.Subst(s.Pool, t.entries[0], map[*expr.Node]*expr.Node{one: s.Int(1)}), s.identity(n))
		}
	}
	return out
}

// isUnitVector: a hat on a vector says that its length is 1.
func isUnitVector(name string) bool { return strings.HasPrefix(name, `\hat{`) }

// onSphere is a point of the unit sphere (or circle) by stereographic projection: every
// point but one is reached, and the components are rational functions of free numbers.
func (s *shaper) onSphere(name string) []*expr.Node {
	var free, entries, squares []*expr.Node
	for i := 0; i < s.dim-1; i++ {
		x := s.Symbol(name + "_{" + string("uv"[min(i, 1)]) + "}")
		free = append(free, x)
		squares = append(squares, s.pow(x, s.Int(2)))
	}
	norm := s.pow(s.add(append(squares, s.Int(1))...), s.Int(-1))
	for _, x := range free {
		entries = append(entries, s.mul(s.Int(2), x, norm))
	}
	return append(entries, s.mul(s.sub(s.Int(1), s.add(squares...)), norm))
}

// componentName is k_{x}, and p_{1,x} for a vector p_1.
func componentName(name string, i int) string {
	c := string("xyzw"[min(i, 3)])
	if at := strings.LastIndex(name, "_"); at > 0 && !strings.ContainsAny(name[at:], "^'") {
		if label := strings.TrimSuffix(strings.TrimPrefix(name[at+1:], "{"), "}"); !strings.ContainsAny(label, "{}") {
			return name[:at] + "_{" + label + "," + c + "}"
		}
	}
	return name + "_{" + c + "}"
}

func (s *shaper) zip(a, b shape, f func(x, y *expr.Node) *expr.Node) shape {
	v := shape{rows: a.rows, cols: a.cols, vector: a.vector && b.vector}
	for i := range a.entries {
		v.entries = append(v.entries, f(a.entries[i], b.entries[i]))
	}
	return v
}

func (s *shaper) scale(c *expr.Node, a shape) shape {
	v := shape{rows: a.rows, cols: a.cols, vector: a.vector}
	for _, e := range a.entries {
		v.entries = append(v.entries, s.mul(c, e))
	}
	return v
}

func (s *shaper) times(a, b shape) (shape, error) {
	switch {
	case a.scalar():
		return s.scale(a.entries[0], b), nil
	case b.scalar():
		return s.scale(b.entries[0], a), nil
	case a.vector && b.vector:
		return shape{}, errors.New("a product of two vectors that is neither dotted nor crossed")
	case a.cols != b.rows || a.rows*b.cols > maxEntries:
		return shape{}, fmt.Errorf("the product of a %s and a %s", a, b)
	}
	v := shape{rows: a.rows, cols: b.cols, vector: b.vector}
	for i := 0; i < a.rows; i++ {
		for j := 0; j < b.cols; j++ {
			terms := make([]*expr.Node, a.cols)
			for k := range terms {
				terms[k] = s.mul(a.entries[i*a.cols+k], b.entries[k*b.cols+j])
			}
			v.entries = append(v.entries, s.add(terms...))
		}
	}
	return v, nil
}

func (s *shaper) dot(a, b shape) (shape, error) {
	if len(a.entries) != len(b.entries) || a.cols != 1 && a.rows != 1 || b.cols != 1 && b.rows != 1 {
		return shape{}, fmt.Errorf("the scalar product of a %s and a %s", a, b)
	}
	terms := make([]*expr.Node, len(a.entries))
	for i := range terms {
		terms[i] = s.mul(a.entries[i], b.entries[i])
	}
	return scalarShape(s.add(terms...)), nil
}

func (s *shaper) cross(a, b shape) (shape, error) {
	if len(a.entries) != 3 || len(b.entries) != 3 {
		return shape{}, fmt.Errorf("the vector product of a %s and a %s", a, b)
	}
	x, y := a.entries, b.entries
	v := shape{rows: 3, cols: 1, vector: true}
	for i := 0; i < 3; i++ {
		j, k := (i+1)%3, (i+2)%3
		v.entries = append(v.entries, s.sub(s.mul(x[j], y[k]), s.mul(x[k], y[j])))
	}
	return v, nil
}

func (s *shaper) transpose(a shape) shape {
	if a.vector { // a column that is written as a row
		return a
	}
	v := shape{rows: a.cols, cols: a.rows}
	for j := 0; j < a.cols; j++ {
		for i := 0; i < a.rows; i++ {
			v.entries = append(v.entries, a.entries[i*a.cols+j])
		}
	}
	return v
}

func (s *shaper) power(a shape, exponent *expr.Node) (shape, error) {
	if isConstant(exponent, "T") || exponent.Op == expr.OpSymbol && exponent.Name == "T" && !a.vector {
		return s.transpose(a), nil
	}
	k, ok := smallInt(exponent)
	if !ok {
		return shape{}, errors.New("a power of a vector or matrix that is not an integer")
	}
	switch {
	case a.vector:
		if k%2 != 0 {
			return shape{}, errors.New("an odd power of a vector")
		}
		d, err := s.dot(a, a)
		if err != nil {
			return shape{}, err
		}
		return scalarShape(s.pow(d.entries[0], s.Int(k/2))), nil
	case a.rows != a.cols:
		return shape{}, errors.New("a power of a matrix that is not square")
	case k < 0:
		inv, err := s.inverse(a)
		if err != nil {
			return shape{}, err
		}
		a, k = inv, -k
	}
	if k > 8 {
		return shape{}, errors.New("a high power of a matrix")
	}
	v := s.identity(a.rows)
	for ; k > 0; k-- {
		var err error
		if v, err = s.times(v, a); err != nil {
			return shape{}, err
		}
	}
	return v, nil
}

func (s *shaper) identity(n int) shape {
	v := shape{rows: n, cols: n}
	for i := 0; i < n*n; i++ {
		v.entries = append(v.entries, s.Int(int64(b2i(i/n == i%n))))
	}
	return v
}

// minor is a without a row and a column.
func (s *shaper) minor(a shape, row, col int) shape {
	m := shape{rows: a.rows - 1, cols: a.cols - 1}
	for i := 0; i < a.rows; i++ {
		for j := 0; j < a.cols; j++ {
			if i != row && j != col {
				m.entries = append(m.entries, a.entries[i*a.cols+j])
			}
		}
	}
	return m
}

// det is Laplace's expansion; the caller has bounded the size.
func (s *shaper) det(a shape) *expr.Node {
	if a.rows == 1 {
		return a.entries[0]
	}
	var terms []*expr.Node
	for j := 0; j < a.cols; j++ {
		if isInt(a.entries[j], 0) {
			continue
		}
		sign := s.Int(int64(1 - 2*(j%2)))
		terms = append(terms, s.mul(sign, a.entries[j], s.det(s.minor(a, 0, j))))
	}
	return s.add(terms...)
}

// inverse is Cramer's rule.
func (s *shaper) inverse(a shape) (shape, error) {
	if a.rows != a.cols || a.rows > 5 {
		return shape{}, errors.New("the inverse of a matrix that is not square, or larger than 5×5")
	}
	if a.rows == 1 {
		return shape{rows: 1, cols: 1, entries: []*expr.Node{s.pow(a.entries[0], s.Int(-1))}}, nil
	}
	d := s.pow(s.det(a), s.Int(-1))
	v := shape{rows: a.rows, cols: a.cols}
	for i := 0; i < a.rows; i++ {
		for j := 0; j < a.cols; j++ {
			sign := s.Int(int64(1 - 2*((i+j)%2)))
			v.entries = append(v.entries, s.mul(sign, s.det(s.minor(a, j, i)), d))
		}
	}
	return v, nil
}

func (s *shaper) apply(n *expr.Node, args []shape) (shape, error) {
	if n.Name == "diag" {
		v := s.identity(len(args))
		for i, a := range args {
			if !a.scalar() || len(args) > 16 {
				return shape{}, errors.New("a diagonal matrix whose entries are not scalars")
			}
			v.entries[i*len(args)+i] = a.entries[0]
		}
		return v, nil
	}
	if len(args) == 1 && !args[0].scalar() {
		a := args[0]
		switch n.Name {
		case "abs", "norm":
			if a.vector || a.cols == 1 || a.rows == 1 {
				d, err := s.dot(a, a)
				if err != nil {
					return shape{}, err
				}
				return scalarShape(s.pow(d.entries[0], s.Number(big.NewRat(1, 2)))), nil
			}
			fallthrough // |M| of a matrix is its determinant
		case "det":
			if a.rows != a.cols || a.rows > 6 {
				return shape{}, errors.New("the determinant of a matrix that is not square, or larger than 6×6")
			}
			return scalarShape(s.det(a)), nil
		case "tr":
			if a.rows != a.cols {
				return shape{}, errors.New("the trace of a matrix that is not square")
			}
			var terms []*expr.Node
			for i := 0; i < a.rows; i++ {
				terms = append(terms, a.entries[i*a.cols+i])
			}
			return scalarShape(s.add(terms...)), nil
		case "inverse":
			return s.inverse(a)
		case "conjugate", "re", "im":
			v := shape{rows: a.rows, cols: a.cols, vector: a.vector}
			for _, e := range a.entries {
				v.entries = append(v.entries, s.Apply(n.Name, e))
			}
			return v, nil
		}
	}
	scalars := make([]*expr.Node, len(args))
	for i, a := range args {
		if !a.scalar() {
			return shape{}, fmt.Errorf("%s of a %s", n.Name, a)
		}
		scalars[i] = a.entries[0]
	}
	return scalarShape(s.With(n, scalars)), nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
