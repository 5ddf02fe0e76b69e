package tensor

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// spelled gives both sides the same reading of p_\mu: a side on its own may not show that
// \mu is an index and not part of the name, or that a in T^a is no exponent.
func (e *engine) spelled(n *expr.Node, index map[string]bool, memo map[*expr.Node]*expr.Node) *expr.Node {
	if m, ok := memo[n]; ok {
		return m
	}
	if !e.spend(1) {
		return n
	}
	m := n
	switch {
	case n.Op == expr.OpSymbol:
		m = e.spelledSymbol(n, index)
	case n.Op == expr.OpPow && e.isIndexRun(n.Args[1], index):
		base := e.spelled(n.Args[0], index, memo)
		var up []*expr.Node
		if n.Args[1].Op == expr.OpSymbol {
			up = n.Args[1:]
		} else {
			up = n.Args[1].Args
		}
		head, slots := base, []*expr.Node(nil)
		if base.Op == expr.OpIndexed {
			head, slots = base.Args[0], base.Args[1:]
		}
		args := append([]*expr.Node{head}, slots...)
		for _, u := range up {
			args = append(args, e.pool.Make(expr.OpUpper, u))
		}
		m = e.pool.Make(expr.OpIndexed, args...)
	case n.Op == expr.OpUpper || n.Op == expr.OpLower:
	case len(n.Args) > 0:
		args := make([]*expr.Node, len(n.Args))
		for i, a := range n.Args {
			args[i] = e.spelled(a, index, memo)
		}
		m = e.pool.With(n, args)
		if m.Op == expr.OpIndexed && m.Args[0].Op == expr.OpIndexed { // T_\mu with further indices
			m = e.pool.Make(expr.OpIndexed, append(append([]*expr.Node{}, m.Args[0].Args...), m.Args[1:]...)...)
		}
	}
	memo[n] = m
	return m
}

func (e *engine) spelledSymbol(n *expr.Node, index map[string]bool) *expr.Node {
	base, script, ok := strings.Cut(n.Name, "_")
	if !ok || base == "" || strings.ContainsAny(script, "^'") || e.pauli(n.Name) > 0 {
		return n
	}
	if c := e.componentNumber(base, script); c != nil {
		return c
	}
	letters := runLetters(strings.TrimSuffix(strings.TrimPrefix(script, "{"), "}"))
	args := []*expr.Node{e.pool.Symbol(base)}
	colour := e.ctx.Group != "" && (len(letters) == 1 && (base == "T" || base == "t") || len(letters) == 3 && (base == "f" || base == "d"))
	for _, l := range letters {
		if !index[l] && !(colour && l >= "a" && l <= "z") {
			return n
		}
		args = append(args, e.pool.Make(expr.OpLower, e.pool.Symbol(l)))
	}
	if len(args) == 1 {
		return n
	}
	return e.pool.Make(expr.OpIndexed, args...)
}

// runLetters splits \mu\nu a into letters; nil if there is anything else.
func runLetters(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ':
			i++
		case c == '\\':
			j := i + 1
			for j < len(s) && isLetter(s[j]) {
				j++
			}
			out = append(out, s[i:j])
			i = j
		case isLetter(c):
			out = append(out, s[i:i+1])
			i++
		default:
			return nil
		}
	}
	return out
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// isIndexRun says that an exponent is made of letters that are indices elsewhere.
func (e *engine) isIndexRun(n *expr.Node, index map[string]bool) bool {
	switch n.Op {
	case expr.OpSymbol:
		return index[n.Name]
	case expr.OpMul:
		for _, a := range n.Args {
			if a.Op != expr.OpSymbol || !index[a.Name] {
				return false
			}
		}
		return true
	default:
		return false
	}
}

// indexNames collects the letters that stand in slots and nowhere else.
func indexNames(nodes []*expr.Node, vectors map[string]bool) map[string]bool {
	index, other := map[string]bool{}, map[string]bool{}
	seen := map[*expr.Node]bool{}
	var walk func(n *expr.Node)
	walk = func(n *expr.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for i, a := range n.Args {
			switch {
			case (n.Op == expr.OpUpper || n.Op == expr.OpLower) && a.Op == expr.OpSymbol:
				index[a.Name] = true
			case n.Op == expr.OpPow && i == 1 && (a.Op == expr.OpSymbol || a.Op == expr.OpMul):
			case a.Op == expr.OpSymbol:
				other[a.Name] = true
			default:
				walk(a)
			}
		}
	}
	for _, n := range nodes {
		if n.Op == expr.OpSymbol {
			other[n.Name] = true
		}
		walk(n)
	}
	for name := range other {
		delete(index, name)
	}
	addSubscripts(nodes, vectors, index, other)
	return index
}

// addSubscripts adds the k of a_k where a carries indices elsewhere, and of a_k b_k where
// both are declared vectors.
func addSubscripts(nodes []*expr.Node, vectors, index, other map[string]bool) {
	heads, labels := map[string]bool{}, map[string]string{}
	seen := map[*expr.Node]bool{}
	var walk func(n *expr.Node)
	walk = func(n *expr.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		switch n.Op {
		case expr.OpIndexed:
			heads[n.Args[0].Name] = true
		case expr.OpSymbol:
			if base, script, ok := strings.Cut(n.Name, "_"); ok {
				if l := runLetters(strings.Trim(script, "{}")); len(l) == 1 {
					labels[n.Name] = l[0]
					heads[base] = heads[base] || index[l[0]]
				}
			}
		default:
		}
		for _, a := range n.Args {
			walk(a)
		}
	}
	for _, n := range nodes {
		walk(n)
	}
	shared := map[string]int{}
	for name, l := range labels {
		if base, _, _ := strings.Cut(name, "_"); vectors[base] && strings.Contains("ijklmn", l) {
			shared[l]++
		}
	}
	for l, n := range shared {
		if n > 1 && !other[l] {
			index[l] = true
		}
	}
	for name, l := range labels {
		if base, _, _ := strings.Cut(name, "_"); heads[base] && !other[l] && (greekLetters[l] || strings.Contains("abcijklmnqrs", l)) {
			index[l] = true
		}
	}
}

// componentNumber reads L_1 as a component where a commutator is declared of L_i.
func (e *engine) componentNumber(base, script string) *expr.Node {
	digit := strings.Trim(script, "{}")
	if len(digit) != 1 || digit[0] < '1' || digit[0] > '3' {
		return nil
	}
	indexed := func(n *expr.Node) bool {
		return n.Op == expr.OpIndexed && n.Args[0].Op == expr.OpSymbol && n.Args[0].Name == base && len(n.Args) == 2 && n.Args[1].Args[0].Op == expr.OpSymbol
	}
	for _, c := range e.ctx.Commutators {
		if anyNode(c, indexed) {
			return e.pool.Make(expr.OpIndexed, e.pool.Symbol(base), e.pool.Make(expr.OpLower, e.pool.Int(int64(digit[0]-'0'))))
		}
	}
	return nil
}
