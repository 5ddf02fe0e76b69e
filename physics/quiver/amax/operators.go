package amax

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
)

// maxWalks bounds the walks that are followed in search of operators, maxWalk their length.
const (
	maxWalks = 1 << 12
	maxWalk  = 64
	// maxEntries bounds the matrix of F-terms at one degree, maxContents the contents of
	// determinants that are tried.
	maxEntries  = 1 << 18
	maxContents = 1 << 20
)

// operators lists the gauge-invariant operators of a quiver whose charges may lie below 2/3:
// traces of closed walks and singlets, modulo F-terms and products, and the determinants of
// bifundamentals between nodes of equal rank.
func operators(t *quiver.Theory) func(*Result) ([]Operator, []string) {
	return func(r *Result) (list []Operator, missing []string) {
		s := newScan(t, r, bound)
		list = append(s.mesons(), s.determinants()...)
		if i := slices.IndexFunc(s.R[:len(t.Arrows)], func(x float64) bool { return x <= 0 }); i >= 0 {
			missing = append(missing, "words that return below the bound by factors of R ≤ 0, such as "+t.Arrows[i].Label)
		}
		if s.cut {
			missing = append(missing, "long words and determinants beyond the limits of the search")
		}
		for _, a := range t.Arrows {
			if t.Nodes[a.Source].Rank != t.Nodes[a.Target].Rank {
				missing = append(missing, "baryons of nodes with unequal ranks")
				break
			}
		}
		return list, append(missing, "baryons made of composite bifundamentals")
	}
}

// scan is one search.
type scan struct {
	t     *quiver.Theory
	r     *Result
	R     []float64 // of arrows, then singlets
	limit float64   // operators of less R are looked for
	walks []walk
	cut   bool
	tried int
}

// walk is a path of arrows.
type walk struct {
	from, to int
	R        float64
	path     []int
}

// bound is 2/3 with room for rounding; what is found is decided exactly later.
const bound = 2.0/3 + 1e-9

func newScan(t *quiver.Theory, r *Result, limit float64) *scan {
	s := &scan{t: t, r: r, limit: limit}
	for _, x := range r.R {
		s.R = append(s.R, x.Float64())
	}
	out := make([][]int, len(t.Nodes))
	for k, a := range t.Arrows {
		out[a.Source] = append(out[a.Source], k)
	}
	for v := range t.Nodes {
		s.walks = append(s.walks, walk{from: v, to: v})
	}
	for i := 0; i < len(s.walks); i++ {
		w := s.walks[i]
		for _, k := range out[w.to] {
			if w.R+s.R[k] >= s.limit {
				continue
			}
			if len(w.path) == maxWalk || len(s.walks) == maxWalks {
				s.cut = true
				return s
			}
			s.walks = append(s.walks, walk{w.from, t.Arrows[k].Target, w.R + s.R[k], append(slices.Clone(w.path), k)})
		}
	}
	return s
}

// mesons are the single traces and singlets modulo F-terms and products of operators.
func (s *scan) mesons() []Operator {
	t := s.t
	type sector struct {
		index map[string]int
		words []Monomial
		text  []string
		rows  [][]*big.Rat
	}
	sectors := map[string]*sector{}
	var order []string
	at := func(m Monomial, text, id string) (*sector, int) {
		key := s.degree(m)
		g := sectors[key]
		if g == nil {
			g = &sector{index: map[string]int{}}
			sectors[key] = g
			order = append(order, key)
		}
		i, ok := g.index[id]
		if !ok {
			i = len(g.words)
			g.index[id] = i
			g.words = append(g.words, m)
			g.text = append(g.text, text)
		}
		return g, i
	}
	word := func(path []int) (*sector, int, bool) {
		c := quiver.CanonicalRotation(path)
		if s.decomposable(c) {
			return nil, 0, false
		}
		g, i := at(s.monomial(c), "Tr "+s.text(c), "w"+key(c))
		return g, i, true
	}
	for _, w := range s.walks {
		if w.from == w.to && len(w.path) > 0 {
			word(w.path)
		}
	}
	singlet := func(k int) (*sector, int) {
		return at(Monomial{{len(t.Arrows) + k, 1}}, t.Singlets[k].Label, fmt.Sprint("s", k))
	}
	for k := range t.Singlets {
		if s.R[len(t.Arrows)+k] < s.limit {
			singlet(k)
		}
	}
	// A relation is a sum of words and singlets; products are dropped. It counts only where
	// all of it lies below the bound, as its degree is one.
	relate := func(parts []part) {
		var g *sector
		row := map[int]*big.Rat{}
		for _, p := range parts {
			var h *sector
			var i int
			switch {
			case p.singlet >= 0:
				h, i = singlet(p.singlet)
			default:
				var ok bool
				if h, i, ok = word(p.word); !ok {
					continue
				}
			}
			g = h
			if row[i] == nil {
				row[i] = new(big.Rat)
			}
			row[i].Add(row[i], p.c)
		}
		if g == nil {
			return
		}
		dense := make([]*big.Rat, 0, len(row))
		for i, v := range row {
			for len(dense) <= i {
				dense = append(dense, new(big.Rat))
			}
			dense[i] = v
		}
		g.rows = append(g.rows, dense)
	}
	s.relations(relate)
	var list []Operator
	for _, k := range order {
		g := sectors[k]
		n := len(g.words)
		if n*len(g.rows) > maxEntries {
			s.cut = true
			continue
		}
		matrix := make([][]*big.Rat, len(g.rows))
		for i, row := range g.rows {
			matrix[i] = zeros(n + 1)
			for j, v := range row {
				matrix[i][j].Set(v)
			}
		}
		pivots, _ := reduce(matrix, n)
		if n == len(pivots) {
			continue
		}
		// The label is that of a word that the relations do not express by others.
		label := ""
		for i := range g.words {
			if !slices.Contains(pivots, i) {
				label = g.text[i]
				break
			}
		}
		list = append(list, Operator{Label: label, Monomial: g.words[0], Count: n - len(pivots)})
	}
	return list
}

// part is a word or, where singlet ≥ 0, a singlet with a coefficient.
type part struct {
	c       *big.Rat
	word    []int
	singlet int
}

// relations calls f with every F-term closed by every walk below the bound.
func (s *scan) relations(f func([]part)) {
	t := s.t
	for x, a := range t.Arrows {
		if 2-s.R[x] >= s.limit {
			continue
		}
		for _, c := range s.walks {
			if c.from != a.Source || c.to != a.Target || c.R+2-s.R[x] >= s.limit {
				continue
			}
			if a.IsLoop() && len(c.path) == 0 {
				continue // the adjoint has no trace, so its F-term says nothing about a trace
			}
			var parts []part
			for _, w := range t.W {
				if len(w.Singlets) > 0 {
					continue
				}
				for i, y := range w.Word {
					if y == x {
						rest := append(slices.Clone(c.path), w.Word[i+1:]...)
						parts = append(parts, part{w.Coefficient, append(rest, w.Word[:i]...), -1})
					}
				}
			}
			f(parts)
		}
	}
	for x := range t.Singlets {
		if 2-s.R[len(t.Arrows)+x] >= s.limit {
			continue
		}
		var parts []part
		for _, w := range t.W {
			switch {
			case len(w.Singlets) == 1 && w.Singlets[0] == x && len(w.Word) > 0:
				parts = append(parts, part{w.Coefficient, w.Word, -1})
			case len(w.Singlets) == 2 && len(w.Word) == 0 && slices.Contains(w.Singlets, x):
				c, other := w.Coefficient, w.Singlets[0]
				if other == x {
					other = w.Singlets[1]
				}
				if w.Singlets[0] == w.Singlets[1] {
					c = new(big.Rat).Mul(c, big.NewRat(2, 1))
				}
				parts = append(parts, part{c, nil, other})
			}
		}
		f(parts)
	}
}

// decomposable: Tr Φ = 0 for an adjoint of SU(N), and Tr Mᵏ with k > N is a polynomial in
// lower powers for an N×N matrix M (Cayley and Hamilton). An empty word is a number.
func (s *scan) decomposable(c []int) bool {
	n := len(c)
	if n <= 1 {
		return true
	}
	least := s.t.Nodes[s.t.Arrows[c[0]].Source].Rank
	for _, x := range c {
		least = min(least, s.t.Nodes[s.t.Arrows[x].Source].Rank)
	}
	period := 1
	for ; period < n; period++ {
		if n%period == 0 && slices.Equal(c[period:], c[:n-period]) {
			break
		}
	}
	return n/period > least
}

func (s *scan) monomial(word []int) Monomial {
	return monomial(s.t, quiver.SuperpotentialTerm{Word: word})
}

// degree is a name for the charges of a monomial in the trial space.
func (s *scan) degree(m Monomial) string {
	p := s.r.space.product(m)
	return fmt.Sprint(p.r, p.u)
}

func (s *scan) text(path []int) string {
	labels := make([]string, len(path))
	for i, x := range path {
		labels[i] = s.t.Arrows[x].Label
	}
	return strings.Join(labels, " ")
}

func key(word []int) string {
	b := make([]byte, 0, 2*len(word))
	for _, x := range word {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return string(b)
}

// determinants are the baryons ε ε X…X of bifundamentals between nodes of equal rank N: all
// symmetric products of N parallel arrows. Arrows of a mass term are left out.
func (s *scan) determinants() []Operator {
	t := s.t
	massive := map[int]bool{}
	for _, w := range t.W {
		if len(w.Singlets) == 0 && len(w.Word) == 2 {
			massive[w.Word[0]], massive[w.Word[1]] = true, true
		}
	}
	type ends struct{ from, to int }
	parallel := map[ends][]int{}
	var order []ends
	for k, a := range t.Arrows {
		e := ends{a.Source, a.Target}
		if a.IsLoop() || massive[k] || t.Nodes[a.Source].Rank != t.Nodes[a.Target].Rank {
			continue
		}
		if parallel[e] == nil {
			order = append(order, e)
		}
		parallel[e] = append(parallel[e], k)
	}
	var list []Operator
	for _, e := range order {
		list = append(list, s.products(parallel[e], t.Nodes[e.from].Rank)...)
	}
	return list
}

// products are the symmetric products of n of the given arrows below the bound, one operator
// for each content in classes of equal charge.
func (s *scan) products(arrows []int, n int) []Operator {
	var classes [][]int
	for _, k := range arrows {
		i := slices.IndexFunc(classes, func(c []int) bool { return s.r.space.class[c[0]] == s.r.space.class[k] })
		if i < 0 {
			classes = append(classes, nil)
			i = len(classes) - 1
		}
		classes[i] = append(classes[i], k)
	}
	least := s.R[classes[0][0]]
	for _, c := range classes {
		least = min(least, s.R[c[0]])
	}
	var list []Operator
	var build func(i, left int, sum float64, m Monomial, count *big.Int)
	build = func(i, left int, sum float64, m Monomial, count *big.Int) {
		if s.tried++; s.tried > maxContents {
			s.cut = true
		}
		if sum+least*float64(left) >= s.limit || s.cut {
			return
		}
		if left == 0 {
			if len(list) == maxWalks || !count.IsInt64() || count.Int64() > maxDim {
				s.cut = true
				return
			}
			list = append(list, Operator{Label: "det " + s.r.Problem.text(m), Monomial: slices.Clone(m), Count: int(count.Int64())})
			return
		}
		if i == len(classes) {
			return
		}
		c := classes[i]
		for e := left; e >= 0; e-- {
			next := m
			if e > 0 {
				next = append(slices.Clone(m), Power{c[0], e})
			}
			ways := new(big.Int).Binomial(int64(e+len(c)-1), int64(e))
			build(i+1, left-e, sum+float64(e)*s.R[c[0]], next, ways.Mul(ways, count))
		}
	}
	build(0, n, 0, nil, big.NewInt(1))
	return list
}
