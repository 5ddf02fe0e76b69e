package spin

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/math/graph"
)

// Square says that a graph is an open grid or a torus, with the isomorphism.
type Square struct {
	Rows int `json:"rows"`
	Cols int `json:"columns"`
	// Torus: both indices wrap, and both sides are at least 3 long.
	Torus bool `json:"torus"`
	// Site[r·Cols+c] is the vertex at (r,c).
	Site []int `json:"site"`
}

// VerifySquare checks the isomorphism edge by edge.
func VerifySquare(g *graph.Graph, s *Square) error {
	if s.Rows < 1 || s.Cols < 1 || s.Torus && min(s.Rows, s.Cols) < 3 || s.Rows*s.Cols != g.N || len(s.Site) != g.N {
		return fmt.Errorf("spin: a %d×%d lattice (torus: %t) with %d sites for %d vertices", s.Rows, s.Cols, s.Torus, len(s.Site), g.N)
	}
	at := make([]int, g.N)
	for v := range at {
		at[v] = -1
	}
	for i, v := range s.Site {
		if v < 0 || v >= g.N || at[v] >= 0 {
			return fmt.Errorf("spin: lattice site %d is vertex %d, which is taken or not in the graph", i, v)
		}
		at[v] = i
	}
	next := func(a, b, n int) bool { // b is the neighbour after a, or a after b, on a side of length n
		d := a - b
		return d == 1 || d == -1 || s.Torus && (d == n-1 || d == 1-n)
	}
	for k, e := range g.Edges {
		a, b := at[e[0]], at[e[1]]
		ra, ca, rb, cb := a/s.Cols, a%s.Cols, b/s.Cols, b%s.Cols
		if !(ra == rb && next(ca, cb, s.Cols) || ca == cb && next(ra, rb, s.Rows)) {
			return fmt.Errorf("spin: edge %d joins (%d,%d) and (%d,%d), which are no lattice neighbours", k, ra, ca, rb, cb)
		}
	}
	want := s.Rows*(s.Cols-1) + s.Cols*(s.Rows-1)
	if s.Torus {
		want = 2 * g.N
	}
	if len(g.Edges) != want { // the graph is simple: as many edges as bonds means all of them
		return fmt.Errorf("spin: %d edges, a %d×%d lattice (torus: %t) has %d", len(g.Edges), s.Rows, s.Cols, s.Torus, want)
	}
	return nil
}

// squareOf recognises a grid or torus of at least 2×2 (3×3) sites, whatever the
// labelling. The hint, if there is one, is tried first and believed only if it checks.
func squareOf(g *graph.Graph, hint *Lattice) *Square {
	if hint != nil && hint.Kind == "square" && len(hint.Size) == 2 {
		s := &Square{Rows: hint.Size[0], Cols: hint.Size[1], Torus: hint.Torus, Site: naturalOrder(g.N)}
		if min(s.Rows, s.Cols) >= 2 && VerifySquare(g, s) == nil {
			return s
		}
	}
	least := g.N
	for v := range g.N {
		least = min(least, g.Degree(v))
		if g.Degree(v) > 4 {
			return nil
		}
	}
	switch {
	case least == 2:
		return openGridOf(g)
	case least == 4 && g.N >= 9:
		return torusOf(g)
	}
	return nil
}

// openGridOf places the vertices by their distances from two corners of one side: with
// those, r+c and r+(columns−1−c) are known.
func openGridOf(g *graph.Graph) *Square {
	var corners []int
	for v := range g.N {
		if g.Degree(v) == 2 {
			if corners = append(corners, v); len(corners) > 4 {
				return nil
			}
		}
	}
	if len(corners) != 4 {
		return nil
	}
	near := g.Distances(corners[0])
	for _, b := range corners[1:] {
		cols := near[b] + 1
		if cols < 2 || g.N%cols != 0 {
			continue
		}
		s := &Square{Rows: g.N / cols, Cols: cols, Site: make([]int, g.N)}
		far := g.Distances(b)
		ok := true
		for v := range g.N {
			twice := near[v] + far[v] - (cols - 1)
			r := twice / 2
			c := near[v] - r
			if twice < 0 || twice%2 != 0 || r >= s.Rows || c < 0 || c >= cols {
				ok = false
				break
			}
			s.Site[r*cols+c] = v
		}
		if ok && VerifySquare(g, s) == nil {
			return s
		}
	}
	return nil
}

// torusOf looks for coordinates on a 4-regular graph: along straight lines where there
// are any, on narrow tori by placing two rows, column by column, and then row after row: almost every step is forced, since a site must be
// joined to two that are placed already. A wrong turn at the start is found out at the
// latest when the row should close.
func torusOf(g *graph.Graph) *Square {
	if s := walkTorus(g); s != nil {
		return s
	}
	for rows := 3; rows*3 <= g.N; rows++ {
		if g.N%rows != 0 {
			continue
		}
		cols := g.N / rows
		if cols > rows { // the longer side runs down the columns; the search tries both directions
			continue
		}
		p := torusPlacer{g: g, rows: rows, cols: cols, site: make([]int, g.N), used: make([]bool, g.N), budget: 200*g.N + 10000}
		for i := range p.site {
			p.site[i] = -1
		}
		p.put(0, 0)
		if p.place(1) {
			s := &Square{Rows: rows, Cols: cols, Torus: true, Site: p.site}
			if VerifySquare(g, s) == nil {
				return s
			}
		}
	}
	return nil
}

type torusPlacer struct {
	g          *graph.Graph
	rows, cols int
	site       []int // by r·cols+c, −1 where none is placed yet
	used       []bool
	budget     int // of placements tried, so that a hostile graph cannot hold us up
}

// cell is the place that is filled at step i: the first two rows column by column, the
// others row by row.
func (p *torusPlacer) cell(i int) int {
	if i < 2*p.cols {
		return i%2*p.cols + i/2
	}
	return i
}

func (p *torusPlacer) put(cell, v int) { p.site[cell], p.used[v] = v, true }

func (p *torusPlacer) take(cell int) { p.used[p.site[cell]], p.site[cell] = false, -1 }

// around lists the cells next to a cell.
func (p *torusPlacer) around(cell int) [4]int {
	r, c := cell/p.cols, cell%p.cols
	return [4]int{
		r*p.cols + (c+1)%p.cols, r*p.cols + (c+p.cols-1)%p.cols,
		(r+1)%p.rows*p.cols + c, (r+p.rows-1)%p.rows*p.cols + c,
	}
}

// place fills the cells from step i on, iteratively with a stack of choices.
func (p *torusPlacer) place(start int) bool {
	choice := make([]int, p.g.N) // the next neighbour of the anchor to try at each step
	for i := start; i < p.g.N; {
		cell := p.cell(i)
		if p.site[cell] >= 0 { // come back to from a later step: undo
			p.take(cell)
		}
		placed := false
		anchor := -1
		around := p.around(cell)
		for _, c := range around {
			if p.site[c] >= 0 {
				anchor = p.site[c]
				break
			}
		}
		candidates := p.g.Neighbors(anchor)
		for choice[i] < len(candidates) {
			v := int(candidates[choice[i]])
			choice[i]++
			if p.budget--; p.budget < 0 {
				return false
			}
			if !p.used[v] && p.fits(v, around) {
				p.put(cell, v)
				placed = true
				break
			}
		}
		if placed {
			i++
			continue
		}
		choice[i] = 0
		if i--; i < start {
			return false
		}
	}
	return true
}

// fits reports whether v is joined to every placed neighbour of its cell.
func (p *torusPlacer) fits(v int, around [4]int) bool {
	for _, c := range around {
		if s := p.site[c]; s >= 0 && p.g.Find(v, s) < 0 {
			return false
		}
	}
	return true
}

// sweep eliminates along the longer side, one short line after the other.
func (s *Square) sweep() []int {
	if s.Cols <= s.Rows {
		return slices.Clone(s.Site)
	}
	order := make([]int, 0, len(s.Site))
	for c := range s.Cols {
		for r := range s.Rows {
			order = append(order, s.Site[r*s.Cols+c])
		}
	}
	return order
}

// FindSquare recognises the bonds of a model as a square lattice, open or periodic,
// however its sites are numbered, or returns nil.
func FindSquare(m *Model) (*Square, error) {
	b, err := m.Bonds()
	if err != nil {
		return nil, err
	}
	return squareOf(b.Graph, m.Lattice), nil
}

// Grid reads bonds and fields off in the order of the lattice: Jh[r][c] between (r,c) and
// (r,c+1), Jv[r][c] between (r,c) and (r+1,c), indices wrapping on the torus, and
// h[r][c], nil without fields. rounding bounds what sums of terms on the same sites lost,
// Σ|δJ| + Σ|δh|.
func (s *Square) Grid(m *Model) (Jh, Jv, h [][]float64, rounding float64, err error) {
	b, err := m.Bonds()
	if err != nil {
		return nil, nil, nil, 0, err
	}
	if err := VerifySquare(b.Graph, s); err != nil {
		return nil, nil, nil, 0, err
	}
	Jh, Jv = s.couplings(b)
	fields, lost := m.Fields()
	if fields != nil {
		for r := range s.Rows {
			row := make([]float64, s.Cols)
			for c := range row {
				row[c] = fields[s.Site[r*s.Cols+c]]
			}
			h = append(h, row)
		}
	}
	return Jh, Jv, h, lost + b.Rounding, nil
}

// couplings reads the bonds off: Jh[r][c] between (r,c) and (r,c+1), Jv[r][c] between
// (r,c) and (r+1,c), indices wrapping on the torus.
func (s *Square) couplings(b Bonds) (Jh, Jv [][]float64) {
	j := func(r, c, r2, c2 int) float64 {
		return b.J[b.Graph.Find(s.Site[r*s.Cols+c], s.Site[r2%s.Rows*s.Cols+c2%s.Cols])]
	}
	for r := range s.Rows {
		var h, v []float64
		for c := range s.Cols {
			if s.Torus || c+1 < s.Cols {
				h = append(h, j(r, c, r, c+1))
			}
			if s.Torus || r+1 < s.Rows {
				v = append(v, j(r, c, r+1, c))
			}
		}
		Jh = append(Jh, h)
		if v != nil {
			Jv = append(Jv, v)
		}
	}
	return Jh, Jv
}

// pathOrder lists the vertices of a graph that is one open path, from its smaller end,
// or returns nil.
func pathOrder(g *graph.Graph) []int {
	if g.N == 0 || g.M() != g.N-1 {
		return nil
	}
	if g.N == 1 {
		return []int{0}
	}
	end := -1
	for v := range g.N {
		switch d := g.Degree(v); {
		case d == 0 || d > 2:
			return nil
		case d == 1 && end < 0:
			end = v
		}
	}
	if end < 0 {
		return nil
	}
	path := make([]int, 0, g.N)
	for v, last := end, -1; v >= 0; {
		path = append(path, v)
		next := -1
		for _, w := range g.Neighbors(v) {
			if int(w) != last {
				next = int(w)
			}
		}
		v, last = next, v
	}
	if len(path) != g.N {
		return nil // a path and rings beside it
	}
	return path
}

// RankOne says that every pair of sites is joined with J_ij = C ξ_i ξ_j.
type RankOne struct {
	C  float64 `json:"c"`
	Xi []int8  `json:"xi"`
}

// VerifyRankOne checks every coupling.
func VerifyRankOne(b Bonds, one *RankOne) error {
	if len(one.Xi) != b.Graph.N || len(b.Graph.Edges) != b.Graph.N*(b.Graph.N-1)/2 {
		return fmt.Errorf("spin: %d signs and %d bonds on %d sites are no complete Mattis model", len(one.Xi), len(b.Graph.Edges), b.Graph.N)
	}
	for k, e := range b.Graph.Edges {
		if x := one.Xi[e[0]] * one.Xi[e[1]]; x*x != 1 || b.J[k] != one.C*float64(x) {
			return fmt.Errorf("spin: bond %d–%d is %v, not c·ξ·ξ = %v·%d·%d", e[0], e[1], b.J[k], one.C, one.Xi[e[0]], one.Xi[e[1]])
		}
	}
	return nil
}

// rankOne finds the ξ of a complete graph whose couplings have them, or returns nil.
// Three sites can be both, with either sign of c; then c > 0 is preferred.
func rankOne(b Bonds) *RankOne {
	if b.Graph.N < 2 || !b.Graph.Complete() {
		return nil
	}
	size := math.Abs(b.J[0])
	for _, j := range b.J {
		if math.Abs(j) != size {
			return nil
		}
	}
	sign := b.Signs()
	for _, c := range []float64{size, -size} {
		balance, err := graph.FindBalance(b.Graph, sign)
		if err != nil {
			return nil
		}
		if one := (&RankOne{c, balance.Switching}); balance.Balanced && VerifyRankOne(b, one) == nil {
			return one
		}
		for k := range sign {
			sign[k] = -sign[k]
		}
	}
	return nil
}
