package statmech

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/verify/mapping"
)

// crossingTask is P11.
func crossingTask() Task {
	return Task{
		ID: "P11", Title: "Bond percolation, crossing of a strip of height 3",
		Hamiltonian: `Z = \sum_{A\ \text{joins left and right}} \prod_{b \in A} p_b \prod_{b \notin A} (1-p_b)`,
		Gold:        mapping.Gold{Class: "percolation", Complexity: "O(n)"},
		Also: []Route{
			{"transfer_matrix", "O(n)", "column by column over the connections of three sites"},
			{"treewidth_bounded", "O(n)", "the strip has treewidth 3, and connections are a bounded state"},
		},
		Sources: []string{"B. Derrida and J. Vannimenus, J. Phys. Lett. 41, L473 (1980)", "H. W. J. Blöte and M. P. Nightingale, Physica A 112, 405 (1982)"},
		Hint:    "Ask what the part to the right of a column needs to know of everything to its left.",
		Domain:  "at least 2", Sizes: []int{2, 3},
		least: 2, step: 1, most: 768, aside: []int{2, 4}, scale: []int{8, 16, 48, 96, 200}, ladder: stripLadder(768), far: &far{from: 300, to: 1500},
		model: strip{},
		instruments: instruments{
			reference:  claimed{"percolation", "O(n)", "Only which sites of a column are connected, with each other and with the left end, matters for the rest: the probabilities of these few states are carried from column to column."},
			bruteforce: claimed{"no_efficient_known", "O(n 32^n)", "All sets of links are added up."}, enumerated: []string{"overclaim_P11"},
			mislabel:  "rbim_nishimori", // probabilities of links alone, no second weight for them to coincide with
			overclaim: claimed{class: "percolation", complexity: "O(n)"},
			mistake:   "complement",
		},
	}
}

// clusterTask is P12.
func clusterTask() Task {
	return Task{
		ID: "P12", Title: "Random cluster model, strip of height 3",
		Hamiltonian: `Z = \sum_{A} q^{k(A)} \prod_{b \in A} v_b`,
		Gold:        mapping.Gold{Class: "percolation", Complexity: "O(n)"},
		Also: []Route{
			{"transfer_matrix", "O(n)", "column by column over the connections of three sites"},
			{"treewidth_bounded", "O(n)", "the strip has treewidth 3, and connections are a bounded state"},
		},
		Sources: []string{"C. M. Fortuin and P. W. Kasteleyn, Physica 57, 536 (1972)", "H. W. J. Blöte and M. P. Nightingale, Physica A 112, 405 (1982)"},
		Hint:    "Ask what the part to the right of a column needs to know of everything to its left, and when a component can be counted.",
		Domain:  "at least 2", Sizes: []int{2, 3},
		least: 2, step: 1, most: 384, aside: []int{2, 4}, scale: []int{8, 16, 32, 64, 96}, ladder: stripLadder(384), far: &far{from: 200, to: 384},
		model: strip{clusters: true},
		instruments: instruments{
			reference:  claimed{"percolation", "O(n)", "Only which sites of a column are connected with each other matters for the rest: the weights of the five ways to group three sites in order are carried from column to column, and q is paid when a component is left behind."},
			bruteforce: claimed{"no_efficient_known", "O(n 32^n)", "All sets of links are added up."}, enumerated: []string{"overclaim_P12"},
			mislabel:  "rbim_nishimori", // the weights are given, nothing is averaged
			overclaim: claimed{class: "percolation", complexity: "O(n)"},
			mistake:   "reduced",
		},
	}
}

func stripLadder(top int) []int {
	return slices.DeleteFunc([]int{2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768}, func(n int) bool { return n > top })
}

// height of the strips of P11 and P12.
const height = 3

// strip is a grid of three rows and n columns whose links are open or closed: with
// probabilities (P11), or with a weight for each component (P12).
type strip struct{ clusters bool }

func (m strip) draw(_ Task, d drawing) (instance, error) {
	in := links{n: d.n}
	lo, hi := 0.3, 0.9
	if d.regime == mapping.Aside {
		lo, hi = []float64{0.02, 0.3, 0.8}[d.stratum], []float64{0.3, 0.9, 0.99}[d.stratum]
	}
	if d.regime == mapping.Scale || d.regime == mapping.AtGrowth || d.regime == mapping.Far {
		lo = 0.5
	}
	if m.clusters {
		in.q = round(0.5 + 3*d.s.unit())
		lo, hi = 0.3, 1.5
		switch d.regime {
		case mapping.Aside:
			in.q = round([]float64{0.1, 1.5, 6}[d.stratum] + 0.5*d.s.unit())
		case mapping.AtGrowth, mapping.Far:
			in.q, lo, hi = 1.2, 0.1, 0.3
		default: // the range of the announced sizes
		}
	}
	draw := func(cols int) [][]float64 {
		m := make([][]float64, height)
		for r := range m {
			for range cols {
				m[r] = append(m[r], round(lo+(hi-lo)*d.s.unit()))
			}
		}
		return m
	}
	in.h = draw(d.n - 1)
	in.v = draw(d.n)[:height-1]
	return in, nil
}

func (strip) conventions() []convention { return []convention{energy} }
func (strip) forms() []string           { return []string{formRows, formColumns} }

func (m strip) roles(string) []string {
	if m.clusters {
		return []string{"q", "v", "w"}
	}
	return []string{"p", "r"}
}

func (m strip) arguments() string {
	if m.clusters {
		return "n, q, v, w"
	}
	return "n, p, r"
}

// along and across are the roles of the two lists.
func (m strip) along() string  { r := m.roles(""); return r[len(r)-2] }
func (m strip) across() string { r := m.roles(""); return r[len(r)-1] }

func (m strip) write(w *writer) {
	w.para(w.pick(
		"Links between the cells of a narrow table are switched on and off.",
		"A table with three rows, and the links between its cells.",
		"This is about which cells of a table with three rows are tied together."))
	rows := "r runs from 0 to 2 and c from 0 to n-1"
	if w.b.origin == 1 {
		rows = "r runs from 1 to 3 and c from 1 to n"
	}
	first, last := w.first(), w.last()
	a, b := w.key(m.along()), w.key(m.across())
	w.para(fmt.Sprintf(w.pick(
		"There are 3 rows and n columns; for the cells (r,c), %s. A link lies between any two cells that are horizontal or vertical neighbours, 5n-3 links in all, and nothing wraps around.",
		"The cells (r,c) fill 3 rows and n columns, where %s. Horizontal and vertical neighbours have a link, which makes 5n-3 links; the table does not close on itself.",
	), rows))
	if m.clusters {
		w.para(fmt.Sprintf("For a set A of links let K(A) be the number of groups of cells that A leaves, cells tied by a sequence of links of A being in one group and a cell without links a group of its own; and let W(A) be the product, over the links in A, of %s_{r,c} for the link of (r,c) and (r,c+1) and of %s_{r,c} for the link of (r,c) and (r+1,c).", a, b))
		w.wanted()
		w.para(fmt.Sprintf("    Z = sum over all 2^(5n-3) sets A of %s^K(A) * W(A)", w.key("q")))
		return
	}
	w.para(fmt.Sprintf("Each link is on with a probability of its own, independently of the others: %s_{r,c} for the link of (r,c) and (r,c+1), %s_{r,c} for the link of (r,c) and (r+1,c).", a, b))
	w.wanted()
	w.para(fmt.Sprintf("    Z = probability that links which are on tie some cell of column %s to some cell of column %s", first, last))
}

func (m strip) parameter(b binding, role string) string {
	name, r, c := b.keys[role], b.index("r"), b.index("c")
	what := "probabilities, each between 0 and 1"
	if m.clusters {
		what = "positive floats"
	}
	switch {
	case role == "q":
		return name + ", a positive float"
	case role == m.along() && b.form == formColumns:
		return fmt.Sprintf("a list of n-1 lists of 3 %s; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r,c+1)", what, name, c, r, name)
	case role == m.along():
		return fmt.Sprintf("a list of 3 lists of n-1 %s; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r,c+1)", what, name, r, c, name)
	case b.form == formColumns:
		return fmt.Sprintf("a list of n lists of 2 %s; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r+1,c)", what, name, c, r, name)
	}
	return fmt.Sprintf("a list of 2 lists of n %s; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r+1,c)", what, name, r, c, name)
}

func (m strip) unpack(p *python) {
	if m.clusters {
		p.line("q = %s", p.get("q"))
	}
	for _, role := range []string{m.along(), m.across()} {
		if p.b.form == formColumns {
			p.line("%s = [list(row) for row in zip(*%s)]", role, p.get(role))
		} else {
			p.line("%s = %s", role, p.get(role))
		}
	}
}

// links holds h [3][n−1] for links along the strip and v [2][n] for links across it;
// q is 0 for P11, whose numbers are probabilities.
type links struct {
	n    int
	q    float64
	h, v [][]float64
}

func (in links) size() int       { return in.n }
func (in links) heat() float64   { return 0 }
func (in links) clusters() bool  { return in.q != 0 }
func (in links) strip() strip    { return strip{clusters: in.clusters()} }
func (in links) at(r, c int) int { return r*in.n + c }

// present: the templated variant may reflect the strip in both directions.
func (in links) present(b binding, s *stream, _ []int, p map[string]any) {
	h, v := in.h, in.v
	if b.variant == Templated {
		if s.below(2) == 1 {
			h, v = flipRows(h), flipRows(v)
		}
		if s.below(2) == 1 {
			h, v = transpose(flipRows(transpose(h))), transpose(flipRows(transpose(v)))
		}
	}
	if b.form == formColumns {
		h, v = transpose(h), transpose(v)
	}
	m := in.strip()
	if m.clusters {
		p[b.keys["q"]] = in.q
	}
	p[b.keys[m.along()]], p[b.keys[m.across()]] = h, v
}

// linksSize is the longest strip whose 2^{5n−3} sets of links are added up one by one.
const linksSize = 4

func (in links) reference() (mapping.Reference, error) {
	if in.n <= linksSize {
		return in.enumerate(false), nil
	}
	return in.carry(), nil
}

// link is a link with the weights of being in the set and not.
type link struct {
	a, b    int
	in, out float64
}

func (in links) list() (out []link) {
	add := func(a, b int, w float64) {
		l := link{a, b, w, 1}
		if !in.clusters() {
			l.out = 1 - w
		}
		out = append(out, l)
	}
	for c := range in.n {
		for r := range height {
			if r+1 < height {
				add(in.at(r, c), in.at(r+1, c), in.v[r][c])
			}
			if c+1 < in.n {
				add(in.at(r, c), in.at(r, c+1), in.h[r][c])
			}
		}
	}
	return out
}

// enumerate adds up all sets of links, with a link closing each row on request. All terms
// are positive: one rounding a factor and a term.
func (in links) enumerate(ring bool) mapping.Reference {
	list := in.list()
	cells := height * in.n
	if ring { // the last column's cells are joined to the first's by the first links along
		for r := range height {
			l := link{in.at(r, in.n-1), in.at(r, 0), in.h[r][0], 1}
			if !in.clusters() {
				l.out = 1 - l.in
			}
			list = append(list, l)
		}
	}
	group := make([]int, cells)
	find := func(x int) int {
		for group[x] != x {
			x = group[x]
		}
		return x
	}
	var sum float64
	for set := range 1 << len(list) {
		for i := range group {
			group[i] = i
		}
		x, groups := 1.0, cells
		for i, l := range list {
			if set>>i&1 == 0 {
				x *= l.out
				continue
			}
			x *= l.in
			if a, b := find(l.a), find(l.b); a != b {
				group[a] = b
				groups--
			}
		}
		if in.clusters() {
			sum += x * math.Pow(in.q, float64(groups))
			continue
		}
		crossing := false
		for r := range height {
			for s := range height {
				crossing = crossing || find(in.at(r, 0)) == find(in.at(s, in.n-1))
			}
		}
		if crossing {
			sum += x
		}
	}
	return mapping.ReferenceTo(sum, float64(len(list)+cells)*0x1p-50+float64(int(1)<<len(list))*0x1p-53, "sum over sets of links")
}

// grouping says which cells of a column are in one group: the label of each, numbered
// by first appearance from 1; 0 is the group of the left end (P11).
type grouping [height]int8

// canonical renumbers labels by first appearance and keeps 0.
func (g grouping) canonical() grouping {
	var to [2*height + 2]int8
	next := int8(1)
	for i, l := range g {
		if l == 0 {
			continue
		}
		if to[l] == 0 {
			to[l] = next
			next++
		}
		g[i] = to[l]
	}
	return g
}

// joined puts the groups of two cells together; the left end's label wins.
func (g grouping) joined(a, b int) grouping {
	from, to := max(g[a], g[b]), min(g[a], g[b])
	for i := range g {
		if g[i] == from {
			g[i] = to
		}
	}
	return g.canonical()
}

// carry goes from column to column with the weight of each grouping. All terms are
// positive: the five factors of a column, the power of q and the sums add at most 40 u of
// relative error.
func (in links) carry() mapping.Reference {
	// In P11 the first column is the left end.
	first := grouping{}
	if in.clusters() {
		first = grouping{1, 2, 3}
	}
	v := map[grouping]float64{first: 1}
	logs := 0.0
	for c := range in.n {
		for r := range height - 1 {
			next := map[grouping]float64{}
			for _, g := range sortedKeys(v) {
				open, closed := in.weights(in.v[r][c])
				next[g.joined(r, r+1)] += v[g] * open
				next[g] += v[g] * closed
			}
			v = next
		}
		if c+1 == in.n {
			break
		}
		next := map[grouping]float64{}
		for _, g := range sortedKeys(v) {
			for open := range 1 << height {
				var to grouping
				x := v[g]
				kept := map[int8]bool{}
				for r := range height {
					w, not := in.weights(in.h[r][c])
					if open>>r&1 == 1 {
						x *= w
						to[r] = g[r]
						kept[g[r]] = true
					} else {
						x *= not
						to[r] = int8(height + 1 + r)
					}
				}
				if in.clusters() {
					left := map[int8]bool{}
					for _, l := range g {
						left[l] = true
					}
					x *= math.Pow(in.q, float64(len(left)-len(kept)))
				} else if !kept[0] {
					continue // nothing is tied to the left end any more
				}
				next[to.canonical()] += x
			}
		}
		top := 0.0
		for _, x := range next {
			top = math.Max(top, x)
		}
		for g := range next {
			next[g] /= top
		}
		logs += math.Log(top)
		v = next
	}
	var sum float64
	for _, g := range sortedKeys(v) {
		switch {
		case in.clusters():
			sum += v[g] * math.Pow(in.q, float64(slices.Max(g[:])))
		case slices.Contains(g[:], 0):
			sum += v[g]
		}
	}
	return mapping.Reference{LogZ: math.Log(sum) + logs, ErrorBound: float64(in.n) * 0x1p-46, Method: "connections carried from column to column"}
}

func (in links) weights(w float64) (open, closed float64) {
	if in.clusters() {
		return w, 1
	}
	return w, 1 - w
}

// sortedKeys makes sums over a map the same in every run.
func sortedKeys(v map[grouping]float64) []grouping {
	keys := make([]grouping, 0, len(v))
	for g := range v {
		keys = append(keys, g)
	}
	slices.SortFunc(keys, func(a, b grouping) int { return slices.Compare(a[:], b[:]) })
	return keys
}

// mistakes: the strip is closed into a ring along its length; the probability of the
// opposite event; one component too few.
func (in links) mistakes() (map[string]mapping.Reference, error) {
	if in.n > linksSize {
		return nil, nil
	}
	z := in.enumerate(false)
	wrong := map[string]mapping.Reference{}
	if in.n > 2 {
		wrong["boundary"] = in.enumerate(true)
	}
	if in.clusters() {
		wrong["reduced"] = mapping.Reference{LogZ: z.LogZ - math.Log(in.q), ErrorBound: z.ErrorBound, Method: z.Method}
	} else {
		wrong["complement"] = mapping.ReferenceTo(-math.Expm1(z.LogZ), z.ErrorBound*math.Exp(z.LogZ)/-math.Expm1(z.LogZ), z.Method)
	}
	return wrong, nil
}

// structure: the five ways to group three cells in a row without crossing are all that a
// column can hand over, times which group is the left end's. The witness lists the
// states, counted here from the groupings that joining neighbours can make.
func (in links) structure() (mapping.Structure, error) {
	states := map[grouping]bool{{1, 2, 3}: true}
	for changed := true; changed; {
		changed = false
		for g := range states {
			for _, h := range []grouping{g.joined(0, 1), g.joined(1, 2), g.joined(0, 2)} {
				if !states[h] {
					states[h] = true
					changed = true
				}
			}
		}
	}
	order := make([][]int, 0, in.n)
	for c := range in.n {
		order = append(order, []int{in.at(0, c), in.at(1, c), in.at(2, c)})
	}
	s := mapping.Structure{Model: "strip", Sites: in.n, Bonds: 5*in.n - 3, Planar: true, Width: height}
	w, err := rawWitness(map[string]any{"columns": order, "groupings_of_a_column": len(states), "height": height})
	if err != nil {
		return s, err
	}
	why := "the event speaks of connections only: each component has the weight 1"
	if in.clusters() {
		why = "a weight for each component and each link: a count of components in five groupings of a column"
	}
	s.Routes = []mapping.Route{
		{Class: "percolation", Complexity: "O(n)", Why: why, Witness: w},
		{Class: "transfer_matrix", Complexity: "O(n)", Why: "columns of fixed height: the groupings of three cells are the state of the transfer", Witness: w},
		{Class: "treewidth_bounded", Complexity: "O(n)", Why: "columns in order are an elimination of width at most 3 over the connections of its cells", Witness: w},
	}
	s.Obstructions = []mapping.Obstruction{nothingAveraged}
	return s, nil
}

// relatives: each link enters linearly, and the strip may be turned around.
func (in links) relatives() []relative {
	turned := in
	turned.h, turned.v = transpose(flipRows(transpose(in.h))), transpose(flipRows(transpose(in.v)))
	var at [3]float64
	var of [3]instance
	for i, f := range []float64{0.3, 0.6, 1} {
		one := in
		one.h = scale(in.h, 1)
		one.h[1][0] *= f
		at[i], of[i] = one.h[1][0], one
	}
	return []relative{
		same("reflection", "the strip read from its other end", in, turned),
		affine("linear", "a link is in a set or not: Z is affine in its number", at, [3]float64{}, of),
	}
}
