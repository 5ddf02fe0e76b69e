package spin

import (
	"errors"
	"fmt"

	"github.com/assay-physics/assay/math/graph"
)

// Structure is what can be said about a model before any sum is taken, each statement
// with a witness that CheckStructure verifies on the couplings alone. It says nothing
// about which evaluator to use: judging a claimed class from it is up to the reader.
//
// Statements about planarity, balance, bipartiteness and the like concern the two-body
// part; Field and MaxOrder tell whether that is all there is.
type Structure struct {
	N int `json:"n"`
	// Edges counts the pairs of sites with a non-zero total coupling.
	Edges int `json:"edges"`
	// Components counts the parts that no term joins, of however many spins.
	Components int  `json:"components"`
	Field      bool `json:"field"`
	MaxOrder   int  `json:"max_order"`

	// Uniform: all couplings of pairs are equal. UniformSign: they have one sign.
	Uniform     bool `json:"uniform"`
	UniformSign bool `json:"uniform_sign"`

	// Planar comes with an embedding of genus 0 or a Kuratowski subdivision.
	Planar     bool              `json:"planar"`
	Embedding  graph.Rotation    `json:"embedding,omitempty"`
	Kuratowski *graph.Kuratowski `json:"kuratowski,omitempty"`
	// Torus is a rotation system of genus 1, given for square lattices with both
	// boundaries periodic. Absence does not mean that the genus is higher.
	Torus graph.Rotation `json:"torus,omitempty"`

	// Balanced: J_ij·ξ_i·ξ_j > 0 on every bond, ξ being the switching; otherwise a cycle
	// whose couplings have a negative product.
	Balanced        bool   `json:"balanced"`
	Switching       []int8 `json:"switching,omitempty"`
	FrustratedCycle []int  `json:"frustrated_cycle,omitempty"`

	// Bipartite comes with the two sides (±1) or an odd cycle.
	Bipartite bool   `json:"bipartite"`
	Sides     []int8 `json:"sides,omitempty"`
	OddCycle  []int  `json:"odd_cycle,omitempty"`

	// Order is the narrowest elimination order found for the graph in which any two
	// sites of a term are joined, and Width its width: an upper bound on the treewidth.
	Order []int `json:"order"`
	Width int   `json:"width"`
	// WidthLower is a lower bound on the treewidth; WidthLowerBy says how it is known:
	// "minor" (with the witness), "grid" (a grid has the treewidth of its shorter side;
	// Lattice is the witness) or "exact" (all orders were tried by dynamic programming,
	// to be repeated rather than checked).
	WidthLower   int          `json:"width_lower"`
	WidthLowerBy string       `json:"width_lower_by"`
	Minor        *graph.Minor `json:"minor,omitempty"`

	// Complete: every pair of sites is joined. RankOne is given if moreover J = c·ξ·ξ.
	Complete bool     `json:"complete"`
	RankOne  *RankOne `json:"rank_one,omitempty"`
	// Chain lists the sites along the path if the bonds form one open path.
	Chain []int `json:"chain,omitempty"`
	// Lattice is given if the bonds form an open grid or a torus, however labelled.
	Lattice *Square `json:"lattice,omitempty"`
	// Pattern is given if they form another lattice in the labelling of its generator.
	// Absence does not mean that they form none.
	Pattern *Pattern `json:"pattern,omitempty"`

	// Blocks are the parts between cut vertices, with ear decompositions.
	Blocks Blocks `json:"blocks"`
	// Forest: there is no cycle; otherwise Cycle is one.
	Forest bool  `json:"forest"`
	Cycle  []int `json:"cycle,omitempty"`
	// Ring lists the sites along the ring if the bonds form one, and is absent otherwise.
	Ring []int `json:"ring,omitempty"`

	// Orbits are the classes of sites that can be exchanged; where there are more than
	// MaxClasses, Distinct lists pairwise inequivalent sites instead. Both are absent for
	// terms of more than two spins.
	Orbits   *Orbits `json:"orbits,omitempty"`
	Distinct []int   `json:"distinct,omitempty"`
	// LowRank is a sum of dyads that gives the couplings, where Orbits has few classes, of
	// more than one site; Minor2 shows that the rank is not one. Where neither is given
	// nothing is said about the rank.
	LowRank *LowRank `json:"low_rank,omitempty"`
	Minor2  *Minor2  `json:"minor_2,omitempty"`
	// Symmetry lists symmetries, and sites that no permutation exchanges.
	Symmetry Symmetry `json:"symmetry"`
	// Kernel is the linear structure of the terms over GF(2).
	Kernel Kernel `json:"kernel"`
}

// lowerBoundVertices is the size up to which the search for a dense minor contracts
// edges; beyond, the densest core has to do.
const lowerBoundVertices = 20000

// Analyze finds the structure of a model. The result depends on the model alone.
func Analyze(m *Model) (Structure, error) {
	if err := m.Validate(); err != nil {
		return Structure{}, err
	}
	b, err := m.Bonds()
	if err != nil {
		return Structure{}, err
	}
	g := b.Graph
	s := Structure{N: m.N, Edges: g.M(), Field: m.HasField(), MaxOrder: m.MaxOrder(), Complete: g.Complete()}
	_, pieces := g.Components()
	if s.Components, err = m.components(); err != nil {
		return Structure{}, err
	}
	s.Uniform, s.UniformSign = uniform(b.J)

	s.Lattice = squareOf(g, m.Lattice)
	s.Pattern = patternOf(g, m.Lattice)
	planarity := findPlanarity(g, s.Lattice, s.Pattern)
	s.Planar, s.Embedding, s.Kuratowski = planarity.Planar, planarity.Rotation, planarity.Kuratowski
	balance, err := graph.FindBalance(g, b.Signs())
	if err != nil {
		return Structure{}, fmt.Errorf("spin: %w", err)
	}
	s.Balanced, s.Switching, s.FrustratedCycle = balance.Balanced, balance.Switching, balance.Cycle
	s.Sides, s.OddCycle = graph.FindBipartition(g)
	s.Bipartite = s.OddCycle == nil
	s.RankOne = rankOne(b)
	s.Chain = pathOrder(g)
	if s.Lattice != nil && s.Lattice.Torus {
		if s.Torus, err = s.Lattice.Rotation(); err != nil {
			return Structure{}, fmt.Errorf("spin: %w", err)
		}
	}
	s.Blocks = FindBlocks(g)
	s.Forest = len(s.Blocks.Ears) == 0
	if !s.Forest {
		first := s.Blocks.Ears[0][0]
		s.Cycle = first[:len(first)-1]
		// One block of one ear through all sites, and nothing else.
		if pieces == 1 && g.M() == g.N && len(s.Cycle) == g.N {
			s.Ring = s.Cycle
		}
	}
	if s.MaxOrder <= 2 {
		h, _ := m.Fields()
		s.Orbits, s.Distinct = findOrbits(b, h)
	}
	if s.Orbits != nil && len(s.Orbits.Size) < m.N {
		s.LowRank = findLowRank(s.Orbits)
	}
	if s.LowRank == nil || len(s.LowRank.C) > 1 {
		s.Minor2 = findMinor2(b)
	}
	terms, first, _ := m.merged()
	s.Symmetry = findSymmetry(m, terms, &s)
	s.Kernel = findKernel(m.N, terms)
	for _, v := range s.Kernel.Basis {
		for i := range v {
			v[i] = first[v[i]]
		}
	}
	if err := s.findWidth(m); err != nil {
		return Structure{}, err
	}
	return s, nil
}

// findPlanarity is graph.FindPlanarity, which takes long to find a subdivision in a large
// lattice that is not planar. On a torus three rings in one direction, some rungs between
// them and one ring across hold one, of which little but long paths is left to search; in
// three dimensions a small cube does.
func findPlanarity(g *graph.Graph, square *Square, pattern *Pattern) graph.Planarity {
	const rings, rungs = 3, 4
	var kept func(a, b int) bool // an edge between two places
	ring := func(cell, cols int) func(a, b int) bool {
		return func(a, b int) bool {
			ra, ca, rb, cb := a/cell/cols, a/cell%cols, b/cell/cols, b/cell%cols
			return max(ra, rb) < rings && (ra == rb || max(ca, cb) < rungs) || ca == 0 && cb == 0
		}
	}
	var site []int
	switch {
	case g.N < 1000:
	case square != nil && square.Torus:
		site, kept = square.Site, ring(1, square.Cols)
	case pattern != nil && pattern.Torus && len(pattern.Size) == 2:
		site, kept = pattern.Site, ring(g.N/(pattern.Size[0]*pattern.Size[1]), pattern.Size[1])
	case pattern != nil && pattern.Kind == "cubic":
		site = pattern.Site
		c, r := pattern.Size[2], pattern.Size[1]
		inside := func(a int) bool { return a%c < rings && a/c%r < rings && a/c/r < rings }
		kept = func(a, b int) bool { return inside(a) && inside(b) }
	}
	if kept == nil {
		return graph.FindPlanarity(g)
	}
	place := make([]int, g.N)
	for i, v := range site {
		place[v] = i
	}
	var edges []graph.Edge
	var name []int // of the vertices of the part
	index := map[int]int{}
	number := func(v int) int {
		i, ok := index[v]
		if !ok {
			i = len(name)
			index[v] = i
			name = append(name, v)
		}
		return i
	}
	for _, e := range g.Edges {
		if kept(place[e[0]], place[e[1]]) {
			edges = append(edges, graph.Edge{number(e[0]), number(e[1])})
		}
	}
	if len(edges) > 0 {
		if part, err := graph.New(len(name), edges); err == nil {
			if p := graph.FindPlanarity(part); !p.Planar {
				for i, v := range p.Kuratowski.Branch {
					p.Kuratowski.Branch[i] = name[v]
				}
				for _, path := range p.Kuratowski.Paths {
					for i, v := range path {
						path[i] = name[v]
					}
				}
				return p
			}
		}
	}
	return graph.FindPlanarity(g)
}

func uniform(J []float64) (equal, sign bool) {
	equal, sign = true, true
	for _, j := range J {
		equal = equal && j == J[0]
		sign = sign && (j > 0) == (J[0] > 0)
	}
	return equal, sign
}

// Rotation is the rotation system of genus 1 of a torus of at least 3 × 3 sites, in the
// labels in use.
func (s *Square) Rotation() (graph.Rotation, error) {
	lattice, err := graph.TorusRotation(s.Rows, s.Cols)
	if err != nil {
		return nil, err
	}
	rot := make(graph.Rotation, len(lattice))
	for i, around := range lattice {
		for j, w := range around {
			around[j] = s.Site[w]
		}
		rot[s.Site[i]] = around
	}
	return rot, nil
}

func (s *Structure) findWidth(m *Model) error {
	g, err := m.Interaction()
	if err != nil {
		return err
	}
	grid := s.Lattice
	if s.MaxOrder > 2 {
		grid = nil
	}
	s.Order, s.Width = bestOrder(g, grid)
	switch {
	case g.N <= exactOrderVertices:
		s.WidthLower, s.WidthLowerBy = s.Width, "exact"
		return nil
	case grid != nil && !grid.Torus:
		s.WidthLower, s.WidthLowerBy = min(grid.Rows, grid.Cols), "grid"
		return nil
	}
	s.WidthLowerBy = "minor"
	if g.N <= lowerBoundVertices {
		bound, minor := graph.LowerBound(g)
		s.WidthLower, s.Minor = bound, &minor
		return nil
	}
	bound, core := graph.CoreBound(g)
	s.WidthLower, s.Minor = bound, &core
	return nil
}

// components counts the parts that no term joins.
func (m *Model) components() (int, error) {
	g, err := m.Interaction()
	if err != nil {
		return 0, err
	}
	_, c := g.Components()
	return c, nil
}

// CheckStructure verifies every statement of s about m by its witness, with the checkers
// and nothing of what found them.
func CheckStructure(m *Model, s Structure) error {
	if err := m.Validate(); err != nil {
		return err
	}
	b, err := m.Bonds()
	if err != nil {
		return err
	}
	g := b.Graph
	equal, oneSign := uniform(b.J)
	if s.N != m.N || s.Edges != g.M() || s.Field != m.HasField() || s.MaxOrder != m.MaxOrder() ||
		s.Uniform != equal || s.UniformSign != oneSign || s.Complete != (g.M() == m.N*(m.N-1)/2) {
		return errors.New("spin: structure: the counts are not those of the model")
	}
	if c, err := m.components(); err != nil {
		return err
	} else if c != s.Components {
		return fmt.Errorf("spin: structure: %d components, not %d", c, s.Components)
	}
	if s.Planar {
		genus, err := graph.VerifyEmbedding(g, s.Embedding)
		if err != nil {
			return err
		}
		if genus != 0 {
			return fmt.Errorf("spin: structure: the embedding has genus %d", genus)
		}
	} else {
		if s.Kuratowski == nil {
			return errors.New("spin: structure: not planar, but without a subdivision")
		}
		if err := graph.VerifyKuratowski(g, *s.Kuratowski); err != nil {
			return err
		}
	}
	if s.Torus != nil {
		if genus, err := graph.VerifyEmbedding(g, s.Torus); err != nil || genus != 1 {
			return fmt.Errorf("spin: structure: torus embedding has genus %d (%w)", genus, err)
		}
	}
	if err := checkSides(g, b.Signs(), s.Balanced, s.Switching, s.FrustratedCycle); err != nil {
		return err
	}
	minus := make([]int8, g.M())
	for k := range minus {
		minus[k] = -1
	}
	if err := checkSides(g, minus, s.Bipartite, s.Sides, s.OddCycle); err != nil {
		return err
	}
	if s.RankOne != nil {
		if err := VerifyRankOne(b, s.RankOne); err != nil {
			return err
		}
	}
	if s.Chain != nil {
		if err := verifyPath(g, s.Chain); err != nil {
			return err
		}
	}
	if s.Lattice != nil {
		if err := VerifySquare(g, s.Lattice); err != nil {
			return err
		}
	}
	if s.Pattern != nil {
		if err := VerifyPattern(g, s.Pattern); err != nil {
			return err
		}
	}
	if err := s.checkCycles(g); err != nil {
		return err
	}
	if err := s.checkOrbits(newTally(m)); err != nil {
		return err
	}
	return s.checkWidth(m)
}

// checkCycles checks blocks, forest and ring.
func (s *Structure) checkCycles(g *graph.Graph) error {
	if err := VerifyBlocks(g, s.Blocks); err != nil {
		return err
	}
	_, pieces := g.Components()
	if s.Forest {
		// A forest has one edge less than sites in every component.
		if len(g.Edges) != g.N-pieces || s.Cycle != nil {
			return fmt.Errorf("spin: structure: %d bonds in %d components of %d sites are no forest", len(g.Edges), pieces, g.N)
		}
	} else if err := VerifyCycle(g, s.Cycle); err != nil {
		return err
	}
	degree := make([]int, g.N)
	for _, e := range g.Edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	ring := pieces == 1 && g.N >= 3
	for _, d := range degree {
		ring = ring && d == 2
	}
	if ring != (s.Ring != nil) {
		return fmt.Errorf("spin: structure: a ring: %t, not %t", ring, s.Ring != nil)
	}
	if ring {
		if len(s.Ring) != g.N {
			return fmt.Errorf("spin: structure: a ring of %d sites out of %d", len(s.Ring), g.N)
		}
		return VerifyCycle(g, s.Ring)
	}
	return nil
}

// checkOrbits checks what follows from the couplings alone: classes, rank, symmetries and
// the kernel.
func (s *Structure) checkOrbits(t *tally) error {
	switch {
	case s.MaxOrder > 2:
		if s.Orbits != nil || s.Distinct != nil {
			return errors.New("spin: structure: orbits of a model with terms of more than two spins")
		}
	case s.Orbits != nil:
		if err := t.verifyOrbits(s.Orbits); err != nil {
			return err
		}
	default:
		if err := t.verifyDistinct(s.Distinct); err != nil {
			return err
		}
	}
	if s.LowRank != nil {
		if s.Orbits == nil {
			return errors.New("spin: structure: dyads without classes")
		}
		if err := VerifyLowRank(s.Orbits, s.LowRank); err != nil {
			return err
		}
	}
	if s.Minor2 != nil {
		if err := t.verifyMinor2(*s.Minor2); err != nil {
			return err
		}
	}
	for i, g := range s.Symmetry.Generators {
		if err := t.verifyGenerator(g); err != nil {
			return fmt.Errorf("generator %d: %w", i, err)
		}
	}
	if s.Symmetry.Colors != nil {
		if err := t.verifyColors(s.Symmetry.Colors, s.Symmetry.Rounds); err != nil {
			return err
		}
	} else if s.Symmetry.NotComputed == "" {
		return errors.New("spin: structure: no colours and no reason why")
	}
	return t.verifyKernel(s.Kernel)
}

func checkSides(g *graph.Graph, sign []int8, balanced bool, switching []int8, cycle []int) error {
	if balanced {
		return graph.VerifyBalance(g, sign, switching)
	}
	return graph.VerifyFrustratedCycle(g, sign, cycle)
}

func verifyPath(g *graph.Graph, path []int) error {
	if len(path) != g.N || len(g.Edges) != g.N-1 {
		return fmt.Errorf("spin: a path of %d sites in a graph of %d sites and %d bonds", len(path), g.N, len(g.Edges))
	}
	at := make(map[int]int, len(path))
	for i, v := range path {
		at[v] = i
	}
	if len(at) != g.N {
		return errors.New("spin: a path that visits a site twice")
	}
	for _, e := range g.Edges {
		i, iok := at[e[0]]
		j, jok := at[e[1]]
		if !iok || !jok || i-j != 1 && j-i != 1 {
			return fmt.Errorf("spin: bond %d–%d is not on the path", e[0], e[1])
		}
	}
	return nil
}

// decompositionVertices is the size up to which the width is checked with a whole tree
// decomposition, which for wide orders of large graphs would not fit into memory.
const decompositionVertices = 5000

func (s *Structure) checkWidth(m *Model) error {
	g, err := m.Interaction()
	if err != nil {
		return err
	}
	width, err := graph.Width(g, s.Order)
	if err != nil {
		return err
	}
	if g.N <= decompositionVertices {
		d, err := graph.Decompose(g, s.Order)
		if err != nil {
			return err
		}
		if width, err = graph.VerifyTreeDecomposition(g, d); err != nil {
			return err
		}
	}
	if width != s.Width {
		return fmt.Errorf("spin: structure: the order has width %d, not %d", width, s.Width)
	}
	var lower int
	switch s.WidthLowerBy {
	case "minor":
		if s.Minor == nil {
			return errors.New("spin: structure: no minor for the lower bound on the width")
		}
		if lower, err = graph.VerifyMinor(g, *s.Minor); err != nil {
			return err
		}
	case "grid":
		if s.Lattice == nil || s.Lattice.Torus || s.MaxOrder > 2 {
			return errors.New("spin: structure: a lower bound from an open grid without one")
		}
		lower = min(s.Lattice.Rows, s.Lattice.Cols)
	case "exact":
		if _, lower, err = graph.ExactOrder(g); err != nil {
			return err
		}
	default:
		return fmt.Errorf("spin: structure: lower bound by %q", s.WidthLowerBy)
	}
	if lower < s.WidthLower {
		return fmt.Errorf("spin: structure: the witness shows a treewidth of at least %d, not %d", lower, s.WidthLower)
	}
	return nil
}
