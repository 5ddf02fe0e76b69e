package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// What depends on the variable of a derivative is mostly left unsaid. A letter y whose dy/dx is
// written depends on x everywhere in the pair. Of others there are two readings: d(mv)/dt is
// m dv/dt if m is constant, d(xf)/dx is f if f is.

// dependence is what the letters of a pair depend on.
type dependence struct {
	on   map[[2]*expr.Node]bool // y and x, where dy/dx is written
	held map[*expr.Node]bool    // letters that are constant
}

// findDependence notes the derivatives of single letters.
func (g *grading) findDependence(roots ...*expr.Node) {
	g.depends = dependence{}
	for _, n := range roots {
		if !n.HasOp(expr.OpDerivative) {
			continue
		}
		expr.Walk(n, func(m *expr.Node) bool {
			if m.Op == expr.OpDerivative && m.Args[0].Op == expr.OpSymbol {
				for i := 1; i+1 < len(m.Args); i += 2 {
					g.dependsOn(m.Args[0], m.Args[i])
				}
			}
			return true
		})
	}
}

func (g *grading) dependsOn(s, x *expr.Node) {
	if s == x {
		return
	}
	if g.depends.on == nil {
		g.depends.on = map[[2]*expr.Node]bool{}
	}
	g.depends.on[[2]*expr.Node{s, x}] = true
}

// implicitly adds to the derivative of f by x, which f contains, what it depends on through
// other letters.
func (g *grading) implicitly(f, x, explicit *expr.Node) (*expr.Node, error) {
	b := builder{g.pool}
	terms := []*expr.Node{explicit}
	for _, s := range expr.FreeSymbols(f) {
		if s == x || g.isDeclaredConstant(s) || !g.depends.on[[2]*expr.Node{s, x}] && !isRate(s.Name, x.Name) {
			continue
		}
		d, err := diff(g.pool, f, s)
		if err != nil {
			return nil, err
		}
		terms = append(terms, b.mul(d, g.pool.Symbol(rateName(s.Name, x.Name))))
	}
	if len(terms) == 1 {
		return explicit, nil
	}
	return b.add(terms...), nil
}

// isRate: the symbol of dy/dx.
func isRate(name, x string) bool {
	if x == "t" {
		return strings.HasPrefix(name, `\dot{`) || strings.HasPrefix(name, `\ddot{`)
	}
	return strings.HasPrefix(name, "d_{"+x+"}")
}

// underDerivatives settles a verdict that rests on what a letter under a derivative depends on:
// where the other reading has another verdict, it is open.
func (g *grading) underDerivatives(ref, cand *expr.Node, r Result) Result {
	if r.Verdict != Equivalent && r.Verdict != Different || !ref.HasOp(expr.OpDerivative) && !cand.HasOp(expr.OpDerivative) {
		return r
	}
	saved := g.depends
	defer func() { g.depends = saved }()
	if r.Verdict == Different {
		names := g.undifferentiated(ref, cand)
		if len(names) == 0 {
			return r
		}
		g.depends.held = map[*expr.Node]bool{}
		for _, s := range names {
			g.depends.held[s] = true
		}
		if g.answers(ref, cand).Verdict == Equivalent {
			return undecided("equal if " + g.areConstant(names) + ", which the problem does not state")
		}
		return r
	}
	names := g.mayDepend(ref, cand)
	if len(names) == 0 {
		return r
	}
	g.depends.on = map[[2]*expr.Node]bool{}
	for k := range saved.on {
		g.depends.on[k] = true
	}
	var letters []*expr.Node
	for _, p := range names {
		g.dependsOn(p[0], p[1])
		letters = append(letters, p[0])
	}
	if g.answers(ref, cand).Verdict != Equivalent {
		return undecided("equal if " + g.areConstant(letters) + ", which the problem does not state")
	}
	return r
}

func (g *grading) areConstant(letters []*expr.Node) string {
	var names []string
	for _, s := range letters {
		names = append(names, g.latex(s))
	}
	names = distinct(names)
	if len(names) == 1 {
		return names[0] + " is constant"
	}
	return strings.Join(names, ", ") + " are constant"
}

// undifferentiated are the letters under derivatives whose own derivatives are not written, beside
// others that do vary: nobody writes the derivative of a constant.
func (g *grading) undifferentiated(roots ...*expr.Node) []*expr.Node {
	seen, varies := map[*expr.Node]bool{}, map[*expr.Node]bool{}
	for k := range g.depends.on {
		seen[k[0]], varies[k[0]] = true, true
	}
	var all []*expr.Node
	for _, n := range roots {
		expr.Walk(n, func(m *expr.Node) bool {
			if m.Op != expr.OpDerivative || m.Args[0].Op == expr.OpSymbol {
				return true
			}
			anchored := contains(m.Args[0], func(s *expr.Node) bool { return varies[s] })
			for i := 1; i+1 < len(m.Args); i += 2 {
				seen[m.Args[i]] = true
				anchored = anchored || mentions(m.Args[0], m.Args[i])
			}
			if !anchored {
				return true
			}
			for _, s := range expr.FreeSymbols(m.Args[0]) {
				if !seen[s] && g.table.Functions[s.Name] == "" && !g.isDeclaredConstant(s) {
					seen[s] = true
					all = append(all, s)
				}
			}
			return true
		})
	}
	return all
}

// mayDepend are the letters that are mostly functions and stand beside the variable under a
// derivative, with that variable.
func (g *grading) mayDepend(roots ...*expr.Node) [][2]*expr.Node {
	var all [][2]*expr.Node
	for _, n := range roots {
		expr.Walk(n, func(m *expr.Node) bool {
			if m.Op != expr.OpDerivative || m.Args[0].Op == expr.OpSymbol {
				return true
			}
			for i := 1; i+1 < len(m.Args); i += 2 {
				x := m.Args[i]
				if !mentions(m.Args[0], x) {
					continue
				}
				for _, s := range expr.FreeSymbols(m.Args[0]) {
					pair := [2]*expr.Node{s, x}
					if g.quality[s] == 0 && g.table.Functions[s.Name] == "" && !g.isDeclaredConstant(s) && mostlyFunction(s.Name) && !g.depends.on[pair] && !slices.Contains(all, pair) {
						all = append(all, pair)
					}
				}
			}
			return true
		})
	}
	return all
}

// mostlyFunction: letters that are functions rather than parameters.
func mostlyFunction(name string) bool {
	switch name {
	case "f", "g", "h", `\psi`, `\phi`, `\varphi`, `\chi`, `\Psi`, `\Phi`:
		return true
	}
	return false
}

// isBox: the d'Alembertian □.
func isBox(n *expr.Node) bool {
	return n.Op == expr.OpSymbol && (n.Name == `\Box` || n.Name == `\square`)
}

// covariantOperands are the letters to the right of a covariant derivative D_\mu or of □ in a
// product.
func (g *grading) covariantOperands(n *expr.Node) []string {
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul {
			return true
		}
		at := slices.IndexFunc(m.Args, func(a *expr.Node) bool {
			return a.Op == expr.OpSymbol && (isCovariantName(a.Name) || isBox(a))
		})
		if at < 0 {
			return true
		}
		all = append(all, "")
		for _, a := range m.Args[at+1:] {
			for _, s := range expr.FreeSymbols(a) {
				all = append(all, s.Name)
			}
		}
		return true
	})
	return distinct(all)
}
