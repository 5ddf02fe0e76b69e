package spin

import "github.com/assay-physics/assay/math/graph"

// walkTorus lays coordinates on a torus whose sides are at least 5 long, in time linear
// in its size. There two neighbours of a site lie opposite to each other exactly if they
// have no other neighbour in common, so that straight lines can be followed: one row and
// one column are, and every other site is the second corner of a square whose other
// three are known. What it returns is a guess on any other graph.
func walkTorus(g *graph.Graph) *Square {
	if g.N < 25 || g.M() != 2*g.N {
		return nil
	}
	w := squareWalker{g}
	near := g.Neighbors(0)
	first := int(near[0])
	row := w.line(0, first)
	for _, v := range near {
		down := int(v)
		if down == first || w.opposite(0, first, down) {
			continue
		}
		column := w.line(0, down)
		if s := w.fill(row, column); s != nil {
			return s
		}
	}
	return nil
}

type squareWalker struct{ g *graph.Graph }

// common is a common neighbour of a and b other than v, or −1.
func (w squareWalker) common(a, b, v int) int {
	for _, x := range w.g.Neighbors(a) {
		if int(x) != v && w.g.Find(int(x), b) >= 0 {
			return int(x)
		}
	}
	return -1
}

// opposite reports whether the neighbours a and b of v have no other one in common.
func (w squareWalker) opposite(v, a, b int) bool { return a != b && w.common(a, b, v) < 0 }

// line follows the straight line through from and to until it closes; nil if it does not.
func (w squareWalker) line(from, to int) []int {
	line := []int{from}
	for to != from {
		if line = append(line, to); len(line) > w.g.N {
			return nil
		}
		here, back := to, line[len(line)-2]
		to = -1
		for _, x := range w.g.Neighbors(here) {
			if w.opposite(here, back, int(x)) {
				to = int(x)
				break
			}
		}
		if to < 0 {
			return nil
		}
	}
	return line
}

// fill completes the lattice from its first row and column, the longer of which becomes
// the column.
func (w squareWalker) fill(row, column []int) *Square {
	if len(column) < len(row) {
		row, column = column, row
	}
	if len(row) < 5 || len(row)*len(column) != w.g.N {
		return nil
	}
	s := &Square{Rows: len(column), Cols: len(row), Torus: true, Site: make([]int, w.g.N)}
	copy(s.Site, row)
	for r := 1; r < s.Rows; r++ {
		s.Site[r*s.Cols] = column[r]
		for c := 1; c < s.Cols; c++ {
			i := r*s.Cols + c
			if s.Site[i] = w.common(s.Site[i-1], s.Site[i-s.Cols], s.Site[i-s.Cols-1]); s.Site[i] < 0 {
				return nil
			}
		}
	}
	if VerifySquare(w.g, s) != nil {
		return nil
	}
	return s
}
