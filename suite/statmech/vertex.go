package statmech

import (
	"fmt"
	"math"

	"github.com/assay-physics/assay/verify/mapping"
)

// vertexTask is P08.
func vertexTask() Task {
	return Task{
		ID: "P08", Title: "Free-fermion eight-vertex model, open grid",
		Hamiltonian: `Z = \sum_{\text{even}} \prod_{r,c} W_{r,c},\quad E_0E_1 + S_0S_1 = C_0C_2 + C_1C_3`,
		Gold:        mapping.Gold{Class: "free_fermion", Complexity: "O(n^3)"},
		Also: []Route{
			{"pfaffian", "O(n^3)", "four Grassmann variables a vertex, C. Fan and F. Y. Wu, Phys. Rev. B 2, 723 (1970)"},
			{"transfer_matrix", "O(n 2^L)", "vertex by vertex; exponential in √n"},
		},
		Sources: []string{"C. Fan and F. Y. Wu, Phys. Rev. B 2, 723 (1970)", "C. A. Hurst and H. S. Green, J. Chem. Phys. 33, 1059 (1960)"},
		Hint:    "Ask what the relation between the eight weights of a place says about its weight with all four links in use, given the weights with two.",
		Domain:  "n = L*L with L at least 2", Sizes: []int{9, 16},
		least: 4, most: 784, aside: []int{4, 9, 16}, scale: []int{25, 36, 64, 100, 144}, ladder: squareLadder(),
		model: vertices{},
		instruments: instruments{
			reference:  claimed{"free_fermion", "O(n^3)", "By the relation between its weights each vertex is an exponential of a quadratic form in four Grassmann variables, so that the whole sum is one Gaussian integral of 4n of them."},
			bruteforce: claimed{"no_efficient_known", "O(n 2^n)", "All even sets of links are added up, one for each choice of the (L-1)^2 squares."}, enumerated: []string{"overclaim_P08"},
			mislabel:  "rbim_nishimori", // the weights are given, nothing is averaged
			overclaim: claimed{class: "free_fermion", complexity: "O(n^3)"},
			mistake:   "sign", stumbleComplexity: "O(n 2^n)",
		},
	}
}

// vertices is the eight-vertex model whose weights meet the free-fermion condition at
// every vertex.
type vertices struct{}

// Forms in which a list of numbers for each cell is handed over.
const (
	formCells  = "cells"  // a table of lists
	formTables = "tables" // a list of tables
)

// draw draws all weights positive; the last follows from the free-fermion condition.
func (vertices) draw(_ Task, d drawing) (instance, error) {
	l, _ := side(d.n)
	in := vertexGrid{n: d.n, w: make([][8]float64, l*l)}
	spread := 1.0
	if d.regime == mapping.Aside {
		spread = []float64{0.2, 1, 1.5}[d.stratum]
	}
	between := func(lo, hi float64) float64 {
		mid, half := (lo+hi)/2, (hi-lo)/2
		return round(mid + spread*half*(2*d.s.unit()-1))
	}
	for i := range in.w {
		w := &in.w[i]
		w[0] = between(0.8, 1.2)
		w[2], w[3] = between(0.3, 0.7), between(0.3, 0.7)
		for k := 4; k < 8; k++ {
			w[k] = between(0.7, 1.1)
		}
		w[1] = (w[4]*w[6] + w[5]*w[7] - w[2]*w[3]) / w[0]
	}
	return in, nil
}

func (vertices) conventions() []convention { return []convention{energy} }
func (vertices) forms() []string           { return []string{formCells, formTables} }
func (vertices) roles(string) []string     { return []string{"E", "S", "C"} }
func (vertices) arguments() string         { return "n, E, S, C" }

func (vertices) write(w *writer) {
	w.para(w.pick(
		"A sum of products over the ways to switch links on a square table is wanted.",
		"Count, with weights, the ways to use links between neighbouring cells.",
		"This is about sets of links on a table, and a product of numbers for each set."))
	end := "L-1"
	if w.b.origin == 1 {
		end = "L"
	}
	w.para(fmt.Sprintf(w.pick(
		"A table has L rows and L columns, n = L*L cells in all; the row r and the column c run from %d to %s. Horizontal and vertical neighbours are joined by a link, 2*L*(L-1) links in all, and nothing wraps around. A set of links counts if every cell has an even number of its links in the set.",
		"The n = L*L cells (r,c) of a square table, r and c from %d to %s, are joined to their horizontal and vertical neighbours by 2*L*(L-1) links; opposite ends of the table are not joined. Each link is in use or not, and at every cell the number of links in use must be even.",
	), w.b.origin, end))
	e, s, c := w.key("E"), w.key("S"), w.key("C")
	w.para(fmt.Sprintf("A cell has the weight W by which of its links are in use (right: to column c+1, left: to c-1, down: to row r+1, up: to r-1): %[1]s^0 for none and %[1]s^1 for all four; %[2]s^0 for right and left, %[2]s^1 for up and down; %[3]s^0 for right and up, %[3]s^1 for up and left, %[3]s^2 for left and down, %[3]s^3 for down and right. The upper indices are labels; each cell has weights of its own, and at every cell", e, s, c))
	w.para(fmt.Sprintf("    %[1]s^0 %[1]s^1 + %[2]s^0 %[2]s^1 = %[3]s^0 %[3]s^2 + %[3]s^1 %[3]s^3", e, s, c))
	w.wanted()
	w.para(fmt.Sprintf("    Z = sum over all %s sets of links of the product of W over the n cells", w.pick("such", "admitted")))
}

func (vertices) parameter(b binding, role string) string {
	what, k := map[string]string{"E": "none and all", "S": "straight", "C": "corner"}[role], 2
	if role == "C" {
		k = 4
	}
	name, r, c := b.keys[role], b.index("r"), b.index("c")
	if b.form == formTables {
		return fmt.Sprintf("the %s weights, a list of %d tables, each of L lists of L positive floats; `params[%q][k][%s][%s]` is %s^k of the cell (r,c)", what, k, name, r, c, name)
	}
	return fmt.Sprintf("the %s weights, a list of L lists of L lists of %d positive floats; `params[%q][%s][%s][k]` is %s^k of the cell (r,c)", what, k, name, r, c, name)
}

func (vertices) unpack(p *python) {
	for _, role := range []string{"E", "S", "C"} {
		if p.b.form == formTables {
			p.line("%s = [list(zip(*rows)) for rows in zip(*%s)]", role, p.get(role))
		} else {
			p.line("%s = %s", role, p.get(role))
		}
	}
}

// vertexGrid holds E, S and C of each vertex, row by row.
type vertexGrid struct {
	n int
	w [][8]float64
}

func (in vertexGrid) size() int     { return in.n }
func (in vertexGrid) heat() float64 { return 0 }

// present: the templated variant may turn the table by half a turn or reflect it.
func (in vertexGrid) present(b binding, s *stream, _ []int, p map[string]any) {
	l, _ := side(in.n)
	left, up := false, false
	if b.variant == Templated {
		left, up = s.below(2) == 1, s.below(2) == 1
	}
	cell := func(r, c int) [8]float64 {
		if up {
			r = l - 1 - r
		}
		if left {
			c = l - 1 - c
		}
		w := in.w[r*l+c]
		if up { // right-up becomes right-down, and so on
			w[4], w[5], w[6], w[7] = w[7], w[6], w[5], w[4]
		}
		if left { // right-up becomes left-up
			w[4], w[5], w[6], w[7] = w[5], w[4], w[7], w[6]
		}
		return w
	}
	for role, at := range map[string][2]int{"E": {0, 2}, "S": {2, 4}, "C": {4, 8}} {
		if b.form == formTables {
			tables := make([][][]float64, at[1]-at[0])
			for k := range tables {
				tables[k] = make([][]float64, l)
				for r := range l {
					for c := range l {
						w := cell(r, c)
						tables[k][r] = append(tables[k][r], w[at[0]+k])
					}
				}
			}
			p[b.keys[role]] = tables
			continue
		}
		table := make([][][]float64, l)
		for r := range l {
			for c := range l {
				w := cell(r, c)
				table[r] = append(table[r], append([]float64(nil), w[at[0]:at[1]]...))
			}
		}
		p[b.keys[role]] = table
	}
}

// weight is that of a vertex with the given links in use, 0 for an odd number.
func weight(w *[8]float64, right, up, left, down bool) float64 {
	bits := 0
	for i, b := range []bool{right, up, left, down} {
		if b {
			bits |= 1 << i
		}
	}
	switch bits {
	case 0b0000:
		return w[0]
	case 0b1111:
		return w[1]
	case 0b0101:
		return w[2]
	case 0b1010:
		return w[3]
	case 0b0011:
		return w[4]
	case 0b0110:
		return w[5]
	case 0b1100:
		return w[6]
	case 0b1001:
		return w[7]
	}
	return 0
}

// squaresSize is the largest grid whose even link sets are added up one by one.
const squaresSize = 16

func (in vertexGrid) reference() (mapping.Reference, error) {
	if in.n <= squaresSize {
		return in.enumerate(1), nil
	}
	return in.sweep(), nil
}

// enumerate adds up the even link sets of the open grid: each is the boundary of one set
// of the (L−1)² squares. four is a factor to the weight with all links in use.
//
// Each product has a relative rounding error of at most n u, the sum of 2^m terms at most
// as many u; with signs (four = −1) the bound speaks of the sum of absolute values.
func (in vertexGrid) enumerate(four float64) mapping.Reference {
	l, _ := side(in.n)
	m := l - 1
	var sum, size float64
	for set := range 1 << (m * m) {
		face := func(r, c int) bool { return r >= 0 && c >= 0 && r < m && c < m && set>>(r*m+c)&1 == 1 }
		x := 1.0
		for r := range l {
			for c := range l {
				nw, ne, sw, se := face(r-1, c-1), face(r-1, c), face(r, c-1), face(r, c)
				w := in.w[r*l+c]
				w[1] *= four
				x *= weight(&w, ne != se, nw != ne, nw != sw, sw != se)
			}
		}
		sum += x
		size += math.Abs(x)
	}
	relative := float64(in.n+1<<(m*m)) * 0x1p-52 * size / math.Abs(sum)
	return mapping.ReferenceTo(sum, relative, "sum over even link sets")
}

// sweep carries the sums over all states of the cut, vertex by vertex: bit c of a state
// is the link that hangs down in column c, bit L the link to the right. All terms are
// positive, so that each of the n steps adds at most a few u of relative error.
func (in vertexGrid) sweep() mapping.Reference {
	l, _ := side(in.n)
	v := make([]float64, 2<<l)
	v[0] = 1
	exponent := 0
	for r := range l {
		for c := range l {
			next := make([]float64, 2<<l)
			w := in.w[r*l+c]
			top := 0.0
			for state, x := range v {
				if x == 0 {
					continue
				}
				up, left := state>>c&1 == 1, state>>l&1 == 1
				rest := state &^ (1<<c | 1<<l)
				for _, out := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
					down, right := out[0], out[1]
					if down && r == l-1 || right && c == l-1 {
						continue
					}
					y := weight(&w, right, up, left, down)
					if y == 0 {
						continue
					}
					to := rest
					if down {
						to |= 1 << c
					}
					if right {
						to |= 1 << l
					}
					next[to] += x * y
					top = math.Max(top, next[to])
				}
			}
			e := math.Ilogb(top)
			for i := range next {
				next[i] = math.Ldexp(next[i], -e)
			}
			exponent += e
			v = next
		}
	}
	return mapping.Reference{LogZ: math.Log(v[0]) + float64(exponent)*math.Ln2, ErrorBound: float64(8*in.n) * 0x1p-52 * 4, Method: "transfer, vertex by vertex"}
}

// mistakes: the sign with which the two pairings of opposite links enter is lost, so that
// the weight with all links in use changes its sign.
func (in vertexGrid) mistakes() (map[string]mapping.Reference, error) {
	if in.n > squaresSize {
		return nil, nil
	}
	return map[string]mapping.Reference{"sign": in.enumerate(-1)}, nil
}

// residual is the largest violation of the free-fermion condition, relative to its terms.
func (in vertexGrid) residual() float64 {
	worst := 0.0
	for _, w := range in.w {
		straight, corner := w[0]*w[1]+w[2]*w[3], w[4]*w[6]+w[5]*w[7]
		worst = math.Max(worst, math.Abs(straight-corner)/corner)
	}
	return worst
}

func (in vertexGrid) structure() (mapping.Structure, error) {
	l, _ := side(in.n)
	residual := in.residual()
	if !(residual < 1e-14) {
		return mapping.Structure{}, fmt.Errorf("the free-fermion condition is missed by %.1e", residual)
	}
	plane, err := planeOf(l)
	if err != nil {
		return mapping.Structure{}, err
	}
	witness, err := rawWitness(map[string]any{"condition": "E0 E1 + S0 S1 = C0 C2 + C1 C3", "vertices": in.n, "residual_below": "1e-14", "rotation_system": plane.rotation})
	return mapping.Structure{
		Model: "eight_vertex", Sites: in.n, Bonds: 2 * l * (l - 1), Planar: true, Width: plane.width, WidthLower: plane.widthLower,
		Routes: []mapping.Route{
			{Class: "free_fermion", Complexity: "O(n^3)", Why: "the weights meet the free-fermion condition at every vertex, and the grid is planar", Witness: witness},
			{Class: "pfaffian", Complexity: "O(n^3)", Why: "free-fermion weights on a planar grid: one Pfaffian", Witness: witness},
			{Class: "transfer_matrix", Complexity: "poly(L)*2^L", Why: "a lattice of rows: the links between two rows are the state of the transfer", Witness: plane.order},
			{Class: "treewidth_bounded", Complexity: "poly(L)*2^L", Why: "an elimination order of width √n", Witness: plane.order},
		},
		Obstructions: []mapping.Obstruction{nothingAveraged, plane.unbounded()},
	}, err
}

// relatives: a common factor of all weights of a vertex is a factor of Z and keeps the
// condition.
func (in vertexGrid) relatives() []relative {
	more := in
	more.w = append([][8]float64(nil), in.w...)
	at := in.n / 2
	for k := range more.w[at] {
		more.w[at][k] *= 1.25
	}
	return []relative{scaled("scale", "a common factor of the weights of one cell is a factor of the sum", in, more, math.Log(1.25))}
}
