package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// subscriptDerivatives reads u_x and u_{tt} as derivatives of a declared function u by letters by
// which the pair differentiates it elsewhere, ∂u/∂x. Where no such derivative is written the
// names stay names.
func (g *grading) subscriptDerivatives(ref, cand *expr.Node) (*expr.Node, *expr.Node) {
	type written struct {
		kind    string
		letters []*expr.Node
	}
	functions := map[string]*written{}
	for _, n := range []*expr.Node{ref, cand} {
		if !n.HasOp(expr.OpDerivative) {
			continue
		}
		for _, m := range reachable(n) {
			if m.Op != expr.OpDerivative || m.Args[0].Op != expr.OpSymbol || g.table.Functions[m.Args[0].Name] != "function" {
				continue
			}
			w := functions[m.Args[0].Name]
			if w == nil {
				w = &written{kind: m.Name}
				functions[m.Args[0].Name] = w
			}
			if w.kind != m.Name {
				w.kind = ""
			}
			for i := 1; i < len(m.Args); i += 2 {
				w.letters = append(w.letters, m.Args[i])
			}
		}
	}
	if len(functions) == 0 {
		return ref, cand
	}
	derivative := func(m *expr.Node) *expr.Node {
		if m.Op != expr.OpSymbol || g.quality[m].has(qDeclared) {
			return m
		}
		head, script, ok := strings.Cut(m.Name, "_")
		w := functions[head]
		if !ok || w == nil || w.kind == "" {
			return m
		}
		count := map[*expr.Node]int64{}
		for rest := strings.Trim(script, "{}"); rest != ""; {
			at := slices.IndexFunc(w.letters, func(x *expr.Node) bool {
				return strings.HasPrefix(rest, x.Name) && (x.Name[0] == '\\' || len(x.Name) == 1)
			})
			if at < 0 {
				return m
			}
			count[w.letters[at]]++
			rest = strings.TrimLeft(rest[len(w.letters[at].Name):], " ")
		}
		args := []*expr.Node{g.pool.Symbol(head)}
		for _, x := range sortedSymbols(w.letters...) {
			if count[x] > 0 {
				args = append(args, x, g.pool.Int(count[x]))
			}
		}
		if len(args) == 1 {
			return m
		}
		return g.pool.MakeNamed(expr.OpDerivative, w.kind, args...)
	}
	return rewrite(g.pool, ref, derivative), rewrite(g.pool, cand, derivative)
}
