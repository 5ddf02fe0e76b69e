package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// A vector 𝐚 on one side and its components a_x, a_y, a_z, a_1, a_2, a_3, a^x or a_i on the other
// are compared in components.

// componentReader knows the vectors of a pair by the names of their components.
type componentReader struct {
	g       *grading
	axes    []string
	vectors map[string]*expr.Node // by the plain name, a for 𝐚 and S_1 for 𝐒_1
	found   map[string]bool       // axes of which components occur
	names   bool                  // a component of one of the vectors occurs
}

// inComponents writes both sides in components, if the pair has a vector and components of one
// of that name. A difference may have the stated excuse.
func (g *grading) inComponents(ref, cand *expr.Node) (r, c *expr.Node, excuse string) {
	if !ref.HasFact(expr.FactMarked) && !cand.HasFact(expr.FactMarked) { // no vector in a type of its own
		return ref, cand, ""
	}
	read := &componentReader{g: g, axes: []string{"x", "y", "z"}, vectors: map[string]*expr.Node{}, found: map[string]bool{}}
	if g.ctx.Dimension == "2" {
		read.axes = read.axes[:2]
	}
	for _, n := range []*expr.Node{ref, cand} {
		if n.Op == expr.OpRelation || isList(n) {
			return ref, cand, ""
		}
		for _, s := range expr.FreeSymbols(n) {
			if !g.isVector(s) {
				continue
			}
			for _, font := range []string{`\mathbf{`, `\boldsymbol{`, `\vec{`, `\bm{`} {
				inner, rest, ok := strings.Cut(strings.TrimPrefix(s.Name, font), "}")
				if plain := g.pool.Symbol(inner + rest); ok && strings.HasPrefix(s.Name, font) && !g.quality[plain].has(qDeclared) {
					read.vectors[plain.Name] = s
				}
			}
		}
	}
	if len(read.vectors) == 0 {
		return ref, cand, ""
	}
	r, c = read.expanded(read.named(ref)), read.expanded(read.named(cand))
	if !read.names || containsOp(r, expr.OpDot, expr.OpCross) || containsOp(c, expr.OpDot, expr.OpCross) {
		return ref, cand, ""
	}
	for _, n := range []*expr.Node{r, c} {
		for _, v := range read.vectors {
			if mentions(n, v) {
				return ref, cand, ""
			}
		}
	}
	for plain := range read.vectors {
		for _, index := range []string{"i", "j", "k", "l"} {
			if s := read.component(plain, index); mentions(r, s) || mentions(c, s) {
				return r, c, "different, unless the sum over an index is understood"
			}
		}
	}
	if len(read.found) > 0 && len(read.found) < len(read.axes) {
		return r, c, "different, unless the vectors lie in the plane of the components that are written"
	}
	return r, c, ""
}

// component is the symbol of a component.
func (r *componentReader) component(plain, axis string) *expr.Node {
	return r.g.pool.Symbol(plain + `^{(` + axis + `)}`)
}

// componentOf is the vector and the axis of a_x, a_1, S_{1x} or a_i.
func (r *componentReader) componentOf(name string) (plain, axis string, ok bool) {
	head, script, ok := strings.Cut(name, "_")
	if !ok {
		return "", "", false
	}
	script = strings.Trim(script, "{}")
	for _, at := range []int{0, len(script) - 1} {
		if at < 0 || at > 0 && len(script) < 2 {
			continue
		}
		plain, axis = head, script[at:]
		if label := strings.TrimSuffix(script[:at], ","); label != "" {
			if plain = head + "_" + label; len(label) > 1 {
				plain = head + "_{" + label + "}"
			}
		}
		if _, known := r.vectors[plain]; !known {
			continue
		}
		switch axis {
		case "1", "2", "3":
			axis = string("xyz"[axis[0]-'1'])
		case "x", "y", "z", "i", "j", "k", "l":
		default:
			continue
		}
		return plain, axis, true
	}
	return "", "", false
}

// named writes the components with one spelling.
func (r *componentReader) named(n *expr.Node) *expr.Node {
	note := func(plain, axis string) *expr.Node {
		r.names = true
		if slices.Contains(r.axes, axis) {
			r.found[axis] = true
		}
		return r.component(plain, axis)
	}
	return rewrite(r.g.pool, n, func(m *expr.Node) *expr.Node {
		if m.Op == expr.OpPow && m.Args[0].Op == expr.OpSymbol && m.Args[1].Op == expr.OpSymbol && slices.Contains(r.axes, m.Args[1].Name) {
			if _, known := r.vectors[m.Args[0].Name]; known { // a^x
				return note(m.Args[0].Name, m.Args[1].Name)
			}
		}
		if m.Op != expr.OpSymbol || r.g.quality[m].has(qDeclared) {
			return m
		}
		if plain, axis, ok := r.componentOf(m.Name); ok {
			return note(plain, axis)
		}
		return m
	})
}

// expanded writes products of vectors and sums over a repeated index out.
func (r *componentReader) expanded(n *expr.Node) *expr.Node {
	b := builder{r.g.pool}
	product := func(u, v []*expr.Node) *expr.Node {
		terms := make([]*expr.Node, len(u))
		for i := range u {
			terms[i] = b.mul(u[i], v[i])
		}
		return b.add(terms...)
	}
	return rewrite(r.g.pool, n, func(m *expr.Node) *expr.Node {
		switch m.Op {
		case expr.OpDot:
			if u, v := r.parts(m.Args[0]), r.parts(m.Args[1]); u != nil && v != nil {
				return product(u, v)
			}
		case expr.OpApply:
			if m.Name != "abs" {
				break
			}
			if u := r.parts(m.Args[0]); u != nil {
				return b.Sqrt(product(u, u))
			}
		case expr.OpPow:
			if !isInt(m.Args[1], 2) {
				break
			}
			if u := r.parts(m.Args[0]); u != nil {
				return product(u, u)
			}
			return r.summed(m)
		case expr.OpMul:
			return r.summed(m)
		default:
		}
		return m
	})
}

// summed sums a product over the index that two of its factors carry.
func (r *componentReader) summed(m *expr.Node) *expr.Node {
	for _, index := range []string{"i", "j", "k", "l"} {
		count, with := 0, make([]map[*expr.Node]*expr.Node, len(r.axes))
		for a := range with {
			with[a] = map[*expr.Node]*expr.Node{}
		}
		for plain := range r.vectors {
			s := r.component(plain, index)
			for _, f := range m.Args {
				if f == s {
					count += 1 + b2i(m.Op == expr.OpPow)
				}
			}
			for a, axis := range r.axes {
				with[a][s] = r.component(plain, axis)
			}
		}
		if count != 2 {
			continue
		}
		terms := make([]*expr.Node, len(r.axes))
		for a := range r.axes {
			terms[a] = expr.Subst(r.g.pool, m, with[a])
		}
		return r.g.pool.Add(terms...)
	}
	return m
}

// parts are the components of a vector, nil if n is none.
func (r *componentReader) parts(n *expr.Node) []*expr.Node {
	b := builder{r.g.pool}
	switch n.Op {
	case expr.OpSymbol:
		for plain, v := range r.vectors {
			if v == n {
				parts := make([]*expr.Node, len(r.axes))
				for i, axis := range r.axes {
					parts[i] = r.component(plain, axis)
				}
				return parts
			}
		}
	case expr.OpAdd:
		sum := make([][]*expr.Node, len(r.axes))
		for _, a := range n.Args {
			p := r.parts(a)
			if p == nil {
				return nil
			}
			for i := range p {
				sum[i] = append(sum[i], p[i])
			}
		}
		parts := make([]*expr.Node, len(sum))
		for i := range sum {
			parts[i] = b.add(sum[i]...)
		}
		return parts
	case expr.OpMul:
		for at, a := range n.Args {
			p := r.parts(a)
			if p == nil {
				continue
			}
			rest := slices.Delete(slices.Clone(n.Args), at, at+1)
			parts := make([]*expr.Node, len(p))
			for i := range p {
				parts[i] = b.mul(append([]*expr.Node{p[i]}, rest...)...)
			}
			return parts
		}
	case expr.OpCross:
		u, v := r.parts(n.Args[0]), r.parts(n.Args[1])
		if len(u) != 3 || len(v) != 3 {
			return nil
		}
		parts := make([]*expr.Node, 3)
		for i := range parts {
			j, k := (i+1)%3, (i+2)%3
			parts[i] = b.sub(b.mul(u[j], v[k]), b.mul(u[k], v[j]))
		}
		return parts
	default:
	}
	return nil
}
