package spin

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/wide"
)

// Term is one interaction −J ∏ s over distinct sites: one site is a field, two a bond,
// three or more a p-spin term. J is in the units in which β is an inverse.
type Term struct {
	Sites []int   `json:"sites"`
	J     float64 `json:"J"`
}

// Model is an Ising model of N spins s = ±1 with H = −Σ J ∏ s, at inverse temperature
// Beta (of either sign). Z is the sum of exp(−Beta·H) over the 2^N configurations.
type Model struct {
	N     int
	Beta  float64
	Terms []Term
	// Rounding bounds how much ln Z can differ between the numbers in the file and
	// the float64 numbers here: Σ |δ(βJ)| over the terms, since |∂ ln Z/∂(βJ)| ≤ 1.
	Rounding float64
	// Lattice says by which generator the terms were made, nil for explicit ones.
	Lattice *Lattice
}

// MarshalJSON writes the explicit form, whatever the model was made from.
func (m *Model) MarshalJSON() ([]byte, error) {
	terms := m.Terms
	if terms == nil {
		terms = []Term{}
	}
	return json.Marshal(struct {
		Model string  `json:"model"`
		N     int     `json:"n"`
		Beta  float64 `json:"beta"`
		Terms []Term  `json:"terms"`
	}{"ising", m.N, m.Beta, terms})
}

// UnmarshalJSON is ReadModel.
func (m *Model) UnmarshalJSON(data []byte) error {
	read, err := ReadModel(data)
	if err != nil {
		return err
	}
	*m = *read
	return nil
}

// Validate checks what every evaluator relies on: at least one spin, sites in range
// and distinct within a term, finite numbers. Models from ReadModel satisfy it.
func (m *Model) Validate() error {
	if m.N < 1 || m.N > math.MaxInt32-1 {
		return fmt.Errorf("spin: model of %d spins", m.N)
	}
	if !finite(m.Beta) {
		return fmt.Errorf("spin: beta is %v", m.Beta)
	}
	for t, term := range m.Terms {
		if err := term.validate(m.N); err != nil {
			return fmt.Errorf("spin: terms[%d]: %w", t, err)
		}
		if !finite(m.Beta * term.J) {
			return fmt.Errorf("spin: terms[%d]: beta·J is %v", t, m.Beta*term.J)
		}
	}
	return nil
}

func (t Term) validate(n int) error {
	if len(t.Sites) == 0 {
		return errors.New("no sites")
	}
	for i, s := range t.Sites {
		if s < 0 || s >= n {
			return fmt.Errorf("site %d is outside of 0 … %d", s, n-1)
		}
		if slices.Contains(t.Sites[:i], s) {
			return fmt.Errorf("site %d occurs twice", s)
		}
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// MaxOrder is the largest number of spins in a term with J ≠ 0.
func (m *Model) MaxOrder() int {
	order := 0
	for _, t := range m.Terms {
		if t.J != 0 {
			order = max(order, len(t.Sites))
		}
	}
	return order
}

// HasField reports whether a term of one spin with J ≠ 0 exists.
func (m *Model) HasField() bool {
	return slices.ContainsFunc(m.Terms, func(t Term) bool { return len(t.Sites) == 1 && t.J != 0 })
}

// Fields adds up the terms of one spin: the field h on every site, nil when there is
// none. The second value bounds the rounding of these sums, Σ |δh|.
func (m *Model) Fields() (h []float64, rounding float64) {
	for _, t := range m.Terms {
		if len(t.Sites) != 1 || t.J == 0 {
			continue
		}
		if h == nil {
			h = make([]float64, m.N)
		}
		sum, lost := wide.TwoSum(h[t.Sites[0]], t.J)
		h[t.Sites[0]] = sum
		rounding += math.Abs(lost)
	}
	return h, rounding
}

// Bonds is the two-body part of a model: a simple graph and the coupling of each of
// its edges.
type Bonds struct {
	Graph *graph.Graph
	// J holds the sum of the couplings between the two ends of each edge; a pair whose
	// couplings add up to zero has no edge.
	J []float64
	// Rounding bounds what these sums lost, Σ |δJ|.
	Rounding float64
}

// Signs returns the sign of every coupling.
func (b Bonds) Signs() []int8 {
	sign := make([]int8, len(b.J))
	for k, j := range b.J {
		sign[k] = 1
		if j < 0 {
			sign[k] = -1
		}
	}
	return sign
}

// Bonds extracts the two-body part, its edges in the order in which the terms first
// name them.
func (m *Model) Bonds() (Bonds, error) {
	var b Bonds
	edges := make([]graph.Edge, 0, len(m.Terms))
	for _, t := range m.Terms {
		if len(t.Sites) == 2 && t.J != 0 {
			edges = append(edges, graph.Edge{t.Sites[0], t.Sites[1]})
			b.J = append(b.J, t.J)
		}
	}
	var err error
	if b.Graph, err = graph.New(m.N, edges); err == nil {
		return b, nil
	}
	// Some pair is joined more than once: add the couplings up.
	at := make(map[graph.Edge]int, len(edges))
	merged, sums := edges[:0:0], b.J[:0:0]
	for k, e := range edges {
		key := graph.Edge{min(e[0], e[1]), max(e[0], e[1])}
		i, ok := at[key]
		if !ok {
			at[key] = len(merged)
			merged, sums = append(merged, e), append(sums, b.J[k])
			continue
		}
		sum, lost := wide.TwoSum(sums[i], b.J[k])
		sums[i] = sum
		b.Rounding += math.Abs(lost)
	}
	edges, b.J = merged[:0], sums[:0]
	for i, e := range merged {
		if sums[i] != 0 {
			edges, b.J = append(edges, e), append(b.J, sums[i])
		}
	}
	if b.Graph, err = graph.New(m.N, edges); err != nil {
		return Bonds{}, fmt.Errorf("spin: two-body graph: %w", err)
	}
	return b, nil
}

// Graph returns the graph of the two-body part.
func (m *Model) Graph() (*graph.Graph, error) {
	b, err := m.Bonds()
	return b.Graph, err
}

// Interaction returns the graph in which any two sites that share a term are joined:
// the graph whose treewidth bounds the cost of Eliminate.
func (m *Model) Interaction() (*graph.Graph, error) {
	if m.MaxOrder() <= 2 {
		return m.Graph()
	}
	seen := map[graph.Edge]bool{}
	var edges []graph.Edge
	for _, t := range m.Terms {
		if t.J == 0 {
			continue
		}
		for i, u := range t.Sites {
			for _, v := range t.Sites[:i] {
				e := graph.Edge{min(u, v), max(u, v)}
				if !seen[e] {
					seen[e] = true
					edges = append(edges, e)
				}
			}
		}
	}
	g, err := graph.New(m.N, edges)
	if err != nil {
		return nil, fmt.Errorf("spin: interaction graph: %w", err)
	}
	return g, nil
}

// NewChain builds the open chain with bonds J[i] between sites i and i+1 and, unless h
// is nil, fields h[i]. The number of spins is len(J)+1.
func NewChain(beta float64, J, h []float64) (*Model, error) {
	m := &Model{N: len(J) + 1, Beta: beta, Lattice: &Lattice{Kind: "chain", Size: []int{len(J) + 1}}}
	if h != nil && len(h) != m.N {
		return nil, fmt.Errorf("spin: chain of %d spins with %d fields", m.N, len(h))
	}
	for i, j := range J {
		m.Terms = append(m.Terms, Term{[]int{i, i + 1}, j})
	}
	m.addFields(h)
	return m, m.Validate()
}

// NewGrid builds the open square lattice with bonds Jh[r][c] between (r,c) and (r,c+1)
// and Jv[r][c] between (r,c) and (r+1,c); site (r,c) is r·cols+c. Jh has one row per
// row of the lattice, Jv one less; Jh of empty rows makes a single column.
func NewGrid(beta float64, Jh, Jv [][]float64) (*Model, error) {
	rows, cols, err := gridShape(Jh, Jv)
	if err != nil {
		return nil, err
	}
	m := &Model{N: rows * cols, Beta: beta, Lattice: &Lattice{Kind: "square", Size: []int{rows, cols}}}
	for r := range rows {
		for c := range cols {
			if c+1 < cols {
				m.Terms = append(m.Terms, Term{[]int{r*cols + c, r*cols + c + 1}, Jh[r][c]})
			}
			if r+1 < rows {
				m.Terms = append(m.Terms, Term{[]int{r*cols + c, (r+1)*cols + c}, Jv[r][c]})
			}
		}
	}
	return m, m.Validate()
}

func gridShape(Jh, Jv [][]float64) (rows, cols int, err error) {
	rows = len(Jh)
	if rows == 0 || len(Jv) != rows-1 {
		return 0, 0, fmt.Errorf("spin: grid with %d rows of horizontal bonds and %d of vertical ones, want one less", len(Jh), len(Jv))
	}
	cols = len(Jh[0]) + 1
	for r := range Jh {
		if len(Jh[r]) != cols-1 {
			return 0, 0, fmt.Errorf("spin: grid: row %d has %d horizontal bonds, row 0 has %d", r, len(Jh[r]), cols-1)
		}
	}
	for r := range Jv {
		if len(Jv[r]) != cols {
			return 0, 0, fmt.Errorf("spin: grid: row %d has %d vertical bonds, want %d", r, len(Jv[r]), cols)
		}
	}
	return rows, cols, nil
}

// NewTorus builds the square lattice with periodic boundaries and one coupling J on
// all of its 2·rows·cols bonds. Sides are at least 2 long; at 2 the two bonds between
// the same sites are separate terms.
func NewTorus(rows, cols int, beta, J float64) (*Model, error) {
	l := &Lattice{Kind: "square", Size: []int{rows, cols}, Torus: true}
	edges, err := l.Edges(maxTerms)
	if err != nil {
		return nil, fmt.Errorf("spin: %w", err)
	}
	m := &Model{N: rows * cols, Beta: beta, Lattice: l, Terms: pairTerms(edges, func(int) float64 { return J })}
	return m, m.Validate()
}

// NewMattis builds the model with J_ij = c ξ_i ξ_j between all sites, ξ_i = ±1. With
// c = 1 its energy is −½[(Σ ξ_i s_i)² − n].
func NewMattis(beta, c float64, xi []int8) (*Model, error) {
	l := &Lattice{Kind: "complete", Size: []int{len(xi)}}
	edges, err := l.Edges(maxTerms)
	if err != nil {
		return nil, fmt.Errorf("spin: %w", err)
	}
	for i, x := range xi {
		if x != 1 && x != -1 {
			return nil, fmt.Errorf("spin: xi[%d] is %d, want +1 or -1", i, x)
		}
	}
	m := &Model{N: len(xi), Beta: beta, Lattice: l, Terms: pairTerms(edges, func(k int) float64 {
		return c * float64(xi[edges[k][0]]) * float64(xi[edges[k][1]])
	})}
	return m, m.Validate()
}

// NewPairs builds a model of n spins with bond J[k] on edge k.
func NewPairs(n int, beta float64, edges [][2]int, J []float64) (*Model, error) {
	if len(edges) != len(J) {
		return nil, fmt.Errorf("spin: %d edges with %d couplings", len(edges), len(J))
	}
	m := &Model{N: n, Beta: beta, Terms: pairTerms(edges, func(k int) float64 { return J[k] })}
	return m, m.Validate()
}

// pairTerms makes one bond per edge, with all sites in one block of memory.
func pairTerms[E ~[2]int](edges []E, coupling func(k int) float64) []Term {
	terms := make([]Term, len(edges))
	sites := make([]int, 2*len(edges))
	for k, e := range edges {
		at := sites[2*k : 2*k+2 : 2*k+2]
		at[0], at[1] = e[0], e[1]
		terms[k] = Term{at, coupling(k)}
	}
	return terms
}

func (m *Model) addFields(h []float64) {
	sites := make([]int, len(h))
	for i, x := range h {
		sites[i] = i
		m.Terms = append(m.Terms, Term{sites[i : i+1 : i+1], x})
	}
}
