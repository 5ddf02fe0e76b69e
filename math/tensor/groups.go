package tensor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// groupName reads SU(N), \mathfrak{su}(N), SO(3): a name and its argument, which a reader
// of formulas gives as a call or as a product of letters.
func groupName(n *expr.Node) (name string, arg *expr.Node, ok bool) {
	switch n.Op {
	case expr.OpCall:
		if len(n.Args) == 1 {
			name, arg = n.Name, n.Args[0]
		}
	case expr.OpMul:
		for _, a := range n.Args[:len(n.Args)-1] {
			if a.Op != expr.OpSymbol {
				return "", nil, false
			}
			name += unaccented(a.Name)
		}
		arg = n.Args[len(n.Args)-1]
	default:
		return "", nil, false
	}
	name = unaccented(name)
	switch name {
	case "SU", "su", "SO", "so", "U", "u", "O", "Sp", "sp", "SL", "sl", "Spin", "USp", "GL", "gl", "spin":
		return name, arg, true
	}
	return "", nil, false
}

// isomorphic are names of one compact group or Lie algebra (Fulton and Harris,
// Representation Theory, lecture 18).
var isomorphic = [][2]string{
	{"U(1)", "SO(2)"}, {"SU(2)", "Sp(1)"}, {"SU(2)", "Spin(3)"}, {"Sp(2)", "Spin(5)"}, {"SU(4)", "Spin(6)"},
	{"su(2)", "so(3)"}, {"su(2)", "sp(1)"}, {"sp(2)", "so(5)"}, {"su(4)", "so(6)"}, {"u(1)", "so(2)"},
}

// readGroups lists the factors of a product of groups by their canonical names.
func (e *engine) readGroups(n *expr.Node) ([]string, bool) {
	if name, arg, ok := groupName(n); ok {
		if arg.HasOp(expr.OpDagger, expr.OpTranspose, expr.OpIndexed, expr.OpBra, expr.OpKet) { // UU†
			return nil, false
		}
		p, ok := e.readScalar(arg)
		if !ok {
			return nil, false
		}
		return []string{name + "(" + e.polyText(p) + ")"}, true
	}
	if n.Op != expr.OpMul && n.Op != expr.OpCross && n.Op != expr.OpTensorProduct && n.Op != expr.OpDirectSum {
		return nil, false
	}
	var out []string
	for _, a := range n.Args {
		g, ok := e.readGroups(a)
		if !ok {
			return nil, false
		}
		out = append(out, g...)
	}
	slices.Sort(out)
	if n.Op == expr.OpDirectSum && slices.ContainsFunc(out, func(s string) bool { return s[0] < 'a' }) {
		return []string{strings.Join(out, " ⊕ ")}, true // of algebras it is their product, of groups it is not
	}
	return out, true
}

func (e *engine) compareGroups(a, b *expr.Node) (Result, bool) {
	p, okA := e.readGroups(a)
	q, okB := e.readGroups(b)
	if !okA || !okB {
		return Result{}, false
	}
	left, right := strings.Join(p, " × "), strings.Join(q, " × ")
	evidence := map[string]string{"reference": left, "candidate": right}
	if left == right {
		return Result{Verdict: Equal, Method: "group names", Message: "the same group", Evidence: evidence}, true
	}
	for i := range p {
		for _, s := range isomorphic {
			if p[i] == s[1] {
				p[i] = s[0]
			}
			if i < len(q) && q[i] == s[1] {
				q[i] = s[0]
			}
		}
	}
	p, q = factorized(p), factorized(q)
	if slices.Equal(p, q) {
		return Result{Verdict: Undecided, Method: "group names", Message: left + " and " + right + " are isomorphic, but not the same name", Evidence: evidence}, true
	}
	return Result{Verdict: Different, Method: "group names", Message: left + " and " + right + " are different groups", Evidence: evidence}, true
}

// factorized writes so(4) and Spin(4) as the products they are, and sorts.
func factorized(names []string) []string {
	out := slices.Clone(names)
	for i, n := range names {
		switch n {
		case "so(4)":
			out[i] = "su(2)"
			out = append(out, "su(2)")
		case "Spin(4)":
			out[i] = "SU(2)"
			out = append(out, "SU(2)")
		}
	}
	slices.Sort(out)
	return out
}

// irreps is a multiset of representation labels.
type irreps map[string]int

// readIrreps reads direct sums of representations named by their dimension: a multiset.
// Products of representations of SU(2) and SU(3) are decomposed.
func (e *engine) readIrreps(n *expr.Node) (irreps, bool) {
	switch n.Op {
	case expr.OpDirectSum:
		out := irreps{}
		for _, a := range n.Args {
			s, ok := e.readIrreps(a)
			if !ok {
				return nil, false
			}
			for k, c := range s {
				out[k] += c
			}
		}
		return out, true
	case expr.OpTensorProduct:
		out, ok := e.readIrreps(n.Args[0])
		for _, a := range n.Args[1:] {
			s, okA := e.readIrreps(a)
			if !ok || !okA {
				return nil, false
			}
			if out, ok = e.tensorIrreps(out, s); !ok {
				return nil, false
			}
		}
		return out, ok
	case expr.OpMul: // 2 · 8: two copies
		if len(n.Args) == 2 && n.Args[0].Op == expr.OpNumber && n.Args[0].Rat.IsInt() && n.Args[0].Rat.Num().BitLen() < 16 && n.Args[1].Op != expr.OpNumber {
			s, ok := e.readIrreps(n.Args[1])
			if !ok {
				return nil, false
			}
			for k := range s {
				s[k] *= int(n.Args[0].Rat.Num().Int64())
			}
			return s, true
		}
		return nil, false
	default:
		key, ok := irrepKey(n)
		if !ok {
			return nil, false
		}
		return irreps{key: 1}, true
	}
}

// irrepKey names a representation: digits, with a bar for the conjugate.
func irrepKey(n *expr.Node) (string, bool) {
	switch n.Op {
	case expr.OpNumber:
		return n.Rat.RatString(), n.Rat.Sign() > 0
	case expr.OpSymbol, expr.OpText:
		name, bar := n.Name, ""
		if strings.Contains(name, `\bar`) || strings.Contains(name, `\overline`) {
			bar = "*"
		}
		name = strings.NewReplacer(`\bar`, "", `\overline`, "", `\mathbf`, "", `\bf`, "", `\boldsymbol`, "", "{", "", "}", "", " ", "").Replace(name)
		return name + bar, name != "" && strings.Trim(name, "0123456789'_s") == ""
	case expr.OpApply:
		if n.Name == "conjugate" {
			k, ok := irrepKey(n.Args[0])
			return k + "*", ok
		}
	default:
	}
	return "", false
}

func (e *engine) compareIrreps(a, b *expr.Node) (Result, bool) {
	isSum := func(n *expr.Node) bool { return n.Op == expr.OpDirectSum || n.Op == expr.OpTensorProduct }
	if !isSum(a) && !isSum(b) {
		return Result{}, false
	}
	if n, ok := e.unitaryRank(e.ctx.Group); !ok || len(n) != 1 {
		e.dimNumber[adjoint] = 0
	}
	p, okA := e.readIrreps(a)
	q, okB := e.readIrreps(b)
	if !okA || !okB {
		return Result{}, false
	}
	evidence := map[string]string{"reference": p.String(), "candidate": q.String()}
	if p.dimension() != q.dimension() {
		return Result{Verdict: Different, Method: "direct sums", Message: "the dimensions are " + strconv.Itoa(p.dimension()) + " and " + strconv.Itoa(q.dimension()), Evidence: evidence}, true
	}
	if p.String() == q.String() {
		return Result{Verdict: Equal, Method: "direct sums", Message: "the same representations", Evidence: evidence}, true
	}
	return Result{Verdict: Different, Method: "direct sums", Message: "different representations", Evidence: evidence}, true
}

func (r irreps) String() string {
	var parts []string
	for k, c := range r {
		for range min(c, 64) {
			parts = append(parts, k)
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "+")
}

// dimension adds the dimensions up.
func (r irreps) dimension() int {
	d := 0
	for k, c := range r {
		n, err := strconv.Atoi(strings.TrimRight(k, "*'_s"))
		if err != nil {
			return -1
		}
		d += n * c
	}
	return d
}
