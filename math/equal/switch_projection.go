package equal

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// projection finds a point in every open cell of a set of polynomials: the cells of all but the
// last symbol over which the zeros of the last one neither meet nor vanish are those of the
// leading coefficients, the discriminants and the resultants (McCallum 1988; of open cells
// Strzeboński 2000).
type projection struct {
	s       *switchCells
	ring    *poly.Ring
	symbols []*expr.Node
	budget  *poly.Budget
}

func (s *switchCells) newProjection(symbols []*expr.Node) (*projection, func(), bool) {
	names := make([]string, len(symbols))
	for i := range names {
		names[i] = string(rune('a' + i))
	}
	ring, err := poly.NewRing(names...)
	if err != nil {
		return nil, nil, false
	}
	budget, settle := s.c.g.opts.ledger.algebra(cellBudget)
	return &projection{s: s, ring: ring, symbols: symbols, budget: budget}, settle, true
}

// read makes the numerator and the divisors of an expression polynomials.
func (p *projection) read(n *expr.Node) ([]*poly.Poly, bool) {
	values := map[*expr.Node]*poly.Frac{}
	var all []*poly.Poly
	for _, m := range reachable(n) {
		v, err := p.fraction(m, values)
		if err != nil {
			return nil, false
		}
		values[m] = v
		if !v.Den().IsConstant() {
			all = append(all, v.Den())
		}
	}
	return append(all, values[n].Num()), true
}

func (p *projection) fraction(m *expr.Node, values map[*expr.Node]*poly.Frac) (*poly.Frac, error) {
	switch m.Op {
	case expr.OpNumber:
		return p.ring.Rat(m.Rat).Frac(), nil
	case expr.OpSymbol:
		if i := slices.Index(p.symbols, m); i >= 0 {
			return p.ring.Var(i).Frac(), nil
		}
	case expr.OpAdd, expr.OpMul:
		v := p.ring.Int(int64(b2i(m.Op == expr.OpMul))).Frac()
		var err error
		for _, a := range m.Args {
			if m.Op == expr.OpAdd {
				v, err = v.Add(values[a], p.budget)
			} else {
				v, err = v.Mul(values[a], p.budget)
			}
			if err != nil {
				return nil, err
			}
		}
		return v, nil
	case expr.OpPow:
		if k, ok := smallInt(m.Args[1]); ok && k >= -maxCellDegree && k <= maxCellDegree && (k >= 0 || !values[m.Args[0]].IsZero()) {
			return values[m.Args[0]].Pow(int(k), p.budget)
		}
	default:
	}
	return nil, errCritical
}

// factors are the square-free parts of polynomials, each once.
func (p *projection) factors(polys []*poly.Poly) ([]*poly.Poly, bool) {
	var all []*poly.Poly
	for _, f := range polys {
		if f.IsConstant() {
			continue
		}
		_, parts, err := f.SquareFree(p.budget)
		if err != nil {
			return nil, false
		}
		for _, q := range parts {
			if !slices.ContainsFunc(all, q.Base.Equal) {
				all = append(all, q.Base)
			}
		}
	}
	return all, len(all) <= maxProjection
}

// cells has values of the symbols in every cell.
func (p *projection) cells(polys []*poly.Poly) ([][]*big.Rat, bool) {
	last := len(p.symbols) - 1
	levels := make([][]*poly.Poly, last+1)
	f, ok := p.factors(polys)
	for i := last; i >= 0; i-- {
		if !ok {
			return nil, false
		}
		levels[i] = f
		if f, ok = p.project(f, i); !ok {
			return nil, false
		}
	}
	cells := [][]*big.Rat{nil}
	for i := range levels {
		var next [][]*big.Rat
		for _, at := range cells {
			roots, ok := p.roots(levels[i], i, at)
			if !ok {
				return nil, false
			}
			for _, v := range betweenRoots(roots) {
				next = append(next, append(slices.Clone(at), v))
			}
			if len(next) > maxCellPoints {
				return nil, false
			}
		}
		cells = next
	}
	return cells, true
}

// project eliminates a symbol.
func (p *projection) project(polys []*poly.Poly, i int) ([]*poly.Poly, bool) {
	var out []*poly.Poly
	for k, f := range polys {
		d := f.Degree(i)
		if d < 1 {
			out = append(out, f)
			continue
		}
		if d > maxCellDegree {
			return nil, false
		}
		out = append(out, f.Coeff(i, d))
		if d > 1 {
			disc, err := f.Discriminant(i, p.budget)
			if err != nil {
				return nil, false
			}
			out = append(out, disc)
		}
		for _, h := range polys[:k] {
			if h.Degree(i) < 1 {
				continue
			}
			r, err := f.Resultant(h, i, p.budget)
			if err != nil {
				return nil, false
			}
			out = append(out, r)
		}
	}
	return p.factors(out)
}

// roots are the real zeros in the symbol i of polynomials, the symbols before it having values.
func (p *projection) roots(polys []*poly.Poly, i int, at []*big.Rat) ([]*big.Rat, bool) {
	var all []*big.Rat
	product := poly.UniInt64(1)
	c := &critical{ring: p.ring, budget: p.budget}
	for _, f := range polys {
		for k, v := range at {
			var err error
			if f, err = f.Subst(k, p.ring.Rat(v), p.budget); err != nil {
				return nil, false
			}
		}
		if f.Degree(i) < 1 {
			continue
		}
		u, ok := f.Uni(i)
		if !ok {
			return nil, false
		}
		parts, err := u.SquareFree(p.budget)
		if err != nil {
			return nil, false
		}
		for _, part := range parts {
			if product, err = c.timesUni(product, part.Base); err != nil {
				return nil, false
			}
		}
	}
	if product.Degree() < 1 {
		return nil, true
	}
	roots, err := product.RealRoots(cellRootBits, p.budget)
	if err != nil {
		return nil, false
	}
	for _, r := range roots {
		all = append(all, r.Re)
	}
	return all, true
}

// timesUni multiplies square-free u by the factors of square-free w that it lacks.
func (c *critical) timesUni(u, w *poly.Uni) (*poly.Uni, error) {
	d, err := u.GCD(w, c.budget)
	if err != nil {
		return nil, err
	}
	if d.Degree() > 0 {
		if w, _, err = w.Div(d, c.budget); err != nil {
			return nil, err
		}
	}
	return u.Mul(w, c.budget)
}
