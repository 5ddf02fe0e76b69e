package statmech

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/assay-physics/assay/verify/mapping"
)

// dimerTask is P09.
func dimerTask() Task {
	return Task{
		ID: "P09", Title: "Dimers with random weights, open square",
		Hamiltonian: `Z = \sum_{\text{perfect matchings } M} \prod_{b \in M} w_b`,
		Gold:        mapping.Gold{Class: "pfaffian", Complexity: "O(n^3)"},
		Also: []Route{
			{"free_fermion", "O(n^3)", "the Kasteleyn determinant is an integral over free lattice fermions"},
			{"transfer_matrix", "O(n 2^L)", "a broken profile, cell by cell; exponential in √n"},
		},
		Sources: []string{"P. W. Kasteleyn, Physica 27, 1209 (1961)", "H. N. V. Temperley and M. E. Fisher, Philos. Mag. 6, 1061 (1961)"},
		Hint:    "Colour the cells like a chessboard and compare the sum with another one over the same pairings, in which each has a sign.",
		Domain:  "n = L*L with L even", Sizes: []int{16, 36},
		least: 4, even: true, most: 784, aside: []int{4, 16, 36}, scale: []int{64, 100, 144, 196, 256},
		ladder: []int{4, 16, 36, 64, 100, 144, 196, 256, 324, 400, 484, 576, 676, 784},
		far:    &far{from: 300, to: 1600},
		model:  dimers{},
		instruments: instruments{
			reference:  claimed{"pfaffian", "O(n^3)", "The grid is planar and bipartite: with Kasteleyn's signs on the vertical pairs all coverings have the same sign in one n/2 x n/2 determinant."},
			bruteforce: claimed{"no_efficient_known", "O(2^n)", "All coverings are built one after another."}, enumerated: []string{"bruteforce_P09"},
			mislabel:  "gauge", // weights that no factors at the cells make equal
			overclaim: claimed{class: "pfaffian", complexity: "O(n^3)"},
			mistake:   "sign",
		},
	}
}

// dimers covers an open square with weighted dominoes.
type dimers struct{}

func (dimers) draw(_ Task, d drawing) (instance, error) {
	l, _ := side(d.n)
	lo, hi := 0.5, 1.5
	if d.regime == mapping.Aside {
		lo, hi = []float64{0.9, 0.5, 0.05}[d.stratum], []float64{1.1, 1.5, 2.5}[d.stratum]
	}
	weights := func(rows, cols int) [][]float64 {
		m := make([][]float64, rows)
		for r := range m {
			for range cols {
				m[r] = append(m[r], round(lo+(hi-lo)*d.s.unit()))
			}
		}
		return m
	}
	return dimerGrid{n: d.n, x: weights(l, l-1), y: weights(l-1, l)}, nil
}

func (dimers) conventions() []convention { return []convention{energy} }
func (dimers) forms() []string           { return []string{formRows, formColumns} }
func (dimers) roles(string) []string     { return []string{"x", "y"} }
func (dimers) arguments() string         { return "n, x, y" }

func (dimers) write(w *writer) {
	w.para(w.pick(
		"A sum over ways to pair up the cells of a table is wanted.",
		"Cells of a table are to be paired with their neighbours, in all possible ways.",
		"This is about covering a board with dominoes, each of which has a weight by where it lies."))
	end := "L-1"
	if w.b.origin == 1 {
		end = "L"
	}
	w.para(fmt.Sprintf(w.pick(
		"The board has L rows and L columns, n = L*L cells in all, L even; the row r and the column c run from %d to %s. A pairing puts every cell into exactly one pair, and each pair consists of two cells that are horizontal or vertical neighbours; the board does not wrap around.",
		"Take a table of L by L cells (r,c), n = L*L with L even, r and c from %d to %s. In a pairing each cell has exactly one partner, the cell to its left or right, above it or below it. Cells on opposite sides of the table are not neighbours.",
	), w.b.origin, end))
	w.para(fmt.Sprintf("    W = product of %s_{r,c} over the pairs (r,c), (r,c+1) and of %s_{r,c} over the pairs (r,c), (r+1,c)", w.key("x"), w.key("y")))
	w.wanted()
	w.para(fmt.Sprintf("    Z = sum of W over all %s", w.pick("pairings", "pairings of the n cells")))
}

func (dimers) parameter(b binding, role string) string {
	return b.neighbourFactors(role == "y", role, "weights", "positive floats")
}

func (dimers) unpack(p *python) {
	p.line("x = %s", p.get("x"))
	p.line("y = %s", p.get("y"))
	if p.b.form == formColumns {
		p.line("y = [list(row) for row in zip(*y)]")
	}
}

// dimerGrid has x [L][L−1] for horizontal and y [L−1][L] for vertical neighbours.
type dimerGrid struct {
	n    int
	x, y [][]float64
}

func (in dimerGrid) size() int     { return in.n }
func (in dimerGrid) heat() float64 { return 0 }

func (in dimerGrid) present(b binding, s *stream, _ []int, p map[string]any) {
	p[b.keys["x"]], p[b.keys["y"]] = b.turned(s, in.x, in.y)
}

// coverSize is the largest board whose coverings are added up one by one: 6 × 6 has 6728.
const coverSize = 36

func (in dimerGrid) reference() (mapping.Reference, error) {
	if in.n <= coverSize {
		sum, terms := in.coverings()
		// Products of n/2 weights, summed: all positive.
		return mapping.ReferenceTo(sum, float64(in.n/2+terms)*0x1p-52, "sum over coverings"), nil
	}
	return in.profile(), nil
}

// coverings adds up all coverings, covering the first free cell in both ways.
func (in dimerGrid) coverings() (sum float64, terms int) {
	l, _ := side(in.n)
	taken := make([]bool, in.n)
	var cover func(from int, product float64)
	cover = func(from int, product float64) {
		for from < in.n && taken[from] {
			from++
		}
		if from == in.n {
			sum += product
			terms++
			return
		}
		r, c := from/l, from%l
		taken[from] = true
		if c+1 < l && !taken[from+1] {
			taken[from+1] = true
			cover(from+2, product*in.x[r][c])
			taken[from+1] = false
		}
		if r+1 < l {
			taken[from+l] = true
			cover(from+1, product*in.y[r][c])
			taken[from+l] = false
		}
		taken[from] = false
	}
	cover(0, 1)
	return sum, terms
}

// profile carries the sums over coverings of the cells before a broken line, by which of
// the L cells after it are taken (bit c: the cell that comes next in column c). All terms
// are positive: each of the n steps adds at most 2 u of relative error.
func (in dimerGrid) profile() mapping.Reference {
	l, _ := side(in.n)
	v := make([]float64, 1<<l)
	v[0] = 1
	exponent := 0
	for r := range l {
		for c := range l {
			next := make([]float64, 1<<l)
			top := 0.0
			add := func(state int, x float64) {
				next[state] += x
				top = math.Max(top, next[state])
			}
			for state, x := range v {
				switch {
				case x == 0:
				case state>>c&1 == 1: // taken already; the cell below is free
					add(state&^(1<<c), x)
				default:
					if c+1 < l && state>>(c+1)&1 == 0 {
						add(state|1<<(c+1), x*in.x[r][c])
					}
					if r+1 < l {
						add(state|1<<c, x*in.y[r][c])
					}
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
	return mapping.Reference{LogZ: math.Log(v[0]) + float64(exponent)*math.Ln2, ErrorBound: float64(in.n) * 0x1p-50, Method: "broken profile, cell by cell"}
}

// mistakes: the determinant without Kasteleyn's signs.
func (in dimerGrid) mistakes() (map[string]mapping.Reference, error) {
	if in.n > coverSize {
		return nil, nil
	}
	l, _ := side(in.n)
	k := mat.NewDense(in.n/2, in.n/2, nil)
	pair := func(a, b int, w float64) { // a cell's place among those of its colour is half its own
		if (a/l+a%l)%2 == 1 {
			a, b = b, a
		}
		k.Set(a/2, b/2, w)
	}
	for r := range l {
		for c := range l {
			if c+1 < l {
				pair(r*l+c, r*l+c+1, in.x[r][c])
			}
			if r+1 < l {
				pair(r*l+c, (r+1)*l+c, in.y[r][c])
			}
		}
	}
	log, _ := mat.LogDet(k)
	return map[string]mapping.Reference{"sign": {LogZ: log, Method: "determinant without signs"}}, nil
}

func (in dimerGrid) structure() (mapping.Structure, error) {
	l, _ := side(in.n)
	plane, err := planeOf(l)
	if err != nil {
		return mapping.Structure{}, err
	}
	witness, err := rawWitness(map[string]any{"rotation_system": plane.rotation, "orientation": "a vertical pair in column c has the sign (-1)^c: each square has an odd number of signs"})
	if err != nil {
		return mapping.Structure{}, err
	}
	// Around a square the weights alternate to a number that factors at the cells cannot
	// change; it is 1 where they can make all weights equal.
	around := in.x[0][0] * in.x[1][0] / (in.y[0][0] * in.y[0][1])
	s := mapping.Structure{
		Model: "dimers", Sites: in.n, Bonds: 2 * l * (l - 1), Planar: true, Width: plane.width, WidthLower: plane.widthLower,
		Routes: []mapping.Route{
			{Class: "pfaffian", Complexity: "O(n^3)", Why: "planar, by a rotation system: Kasteleyn's orientation makes the sum one determinant", Witness: witness},
			{Class: "free_fermion", Complexity: "O(n^3)", Why: "planar: the Kasteleyn determinant is an integral over free fermions", Witness: witness},
			{Class: "transfer_matrix", Complexity: "poly(L)*2^L", Why: "a lattice of rows: which cells of the next row are taken is the state of the transfer", Witness: plane.order},
			{Class: "treewidth_bounded", Complexity: "poly(L)*2^L", Why: "an elimination order of width √n", Witness: plane.order},
		},
		Obstructions: []mapping.Obstruction{nothingAveraged, plane.unbounded()},
	}
	if math.Abs(around-1) > 1e-9 {
		w, err := rawWitness(map[string]any{"square": []int{0, 0}, "weights": []float64{in.x[0][0], in.x[1][0], in.y[0][0], in.y[0][1]}})
		if err != nil {
			return mapping.Structure{}, err
		}
		s.Obstructions = append(s.Obstructions, mapping.Obstruction{Class: "gauge", Witness: w,
			Why: "no factors at the cells make the weights equal: around one square their alternating product is not 1"})
	}
	return s, nil
}

// relatives: each covering uses one pair at a cell, and one pair is used or not.
func (in dimerGrid) relatives() []relative {
	l, _ := side(in.n)
	r, c := l/2, l/2-1
	more := in
	more.x, more.y = scale(in.x, 1), scale(in.y, 1)
	const by = 1.5
	if c > 0 {
		more.x[r][c-1] *= by
	}
	more.x[r][c] *= by
	more.y[r-1][c] *= by
	if r+1 < l {
		more.y[r][c] *= by
	}
	var at [3]float64
	var of [3]instance
	for i, f := range []float64{0.5, 1, 3} {
		one := in
		one.x = scale(in.x, 1)
		one.x[r][c] *= f
		at[i], of[i] = one.x[r][c], one
	}
	return []relative{
		scaled("scale", "a common factor of the weights around one cell is a factor of the sum", in, more, math.Log(by)),
		affine("linear", "the sum is linear in the weight of one pair", at, [3]float64{}, of),
	}
}
