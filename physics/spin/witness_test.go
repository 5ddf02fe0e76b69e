package spin

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// witnessModels is the number of random models whose structure is checked, and lied about.
const witnessModels = 10000

// randomModel draws one of several kinds of small models.
func randomModel(r *rand.Rand, maxN int) *Model {
	n := 1 + r.IntN(maxN)
	m := &Model{N: n, Beta: 1}
	values := [][]float64{{1}, {1, -1}, {-1}, {1, -1, 0.5, 2, 0}, {0.1, 0.2, -0.3}}[r.IntN(5)]
	draw := func() float64 { return values[r.IntN(len(values))] }
	add := func(sites ...int) { m.Terms = append(m.Terms, Term{sites, draw()}) }
	switch r.IntN(7) {
	case 0: // a random graph
		p := r.Float64()
		for i := range n {
			for j := range i {
				if r.Float64() < p {
					add(i, j)
				}
			}
		}
	case 1: // a tree and a few more
		for v := 1; v < n; v++ {
			add(r.IntN(v), v)
		}
		for range r.IntN(3) {
			if u, v := r.IntN(n), r.IntN(n); u != v {
				add(u, v)
			}
		}
	case 2: // a ring
		for v := range n {
			if n > 2 {
				add(v, (v+1)%n)
			}
		}
	case 3: // terms of several orders
		for range r.IntN(2*n + 1) {
			add(r.Perm(n)[:1+r.IntN(min(4, n))]...)
		}
	case 4: // classes
		c := 1 + r.IntN(3)
		var J [9]float64
		for i := range J {
			J[i] = draw()
		}
		for i := range n {
			for j := range i {
				m.Terms = append(m.Terms, Term{[]int{i, j}, J[3*min(i%c, j%c)+max(i%c, j%c)]})
			}
		}
	case 5: // patterns
		var xi [2][]float64
		for a := range xi {
			for range n {
				xi[a] = append(xi[a], float64(2*r.IntN(2)-1))
			}
		}
		b := draw()
		for i := range n {
			for j := range i {
				m.Terms = append(m.Terms, Term{[]int{i, j}, xi[0][i]*xi[0][j] + b*xi[1][i]*xi[1][j]})
			}
		}
	case 6: // a piece of the square lattice
		cols := 1 + r.IntN(n)
		for v := range n {
			if v%cols+1 < cols && v+1 < n {
				add(v, v+1)
			}
			if v+cols < n {
				add(v, v+cols)
			}
		}
	}
	if r.IntN(3) == 0 {
		for v := range n {
			if r.IntN(2) == 0 {
				add(v)
			}
		}
	}
	return m
}

// lies are false statements; each reports whether it applies.
var lies = []struct {
	name string
	tell func(s *Structure) bool
}{
	{"kernel dimension", func(s *Structure) bool { s.Kernel.Dim++; s.Kernel.Rank--; return true }},
	{"kernel vector cut short", func(s *Structure) bool {
		if len(s.Kernel.Basis) == 0 {
			return false
		}
		s.Kernel.Basis[0] = s.Kernel.Basis[0][1:]
		return true
	}},
	{"kernel vector twice", func(s *Structure) bool {
		if len(s.Kernel.Basis) < 2 {
			return false
		}
		s.Kernel.Basis[0] = s.Kernel.Basis[1]
		return true
	}},
	{"field of a class", func(s *Structure) bool {
		if s.Orbits == nil {
			return false
		}
		s.Orbits.H[0]++
		return true
	}},
	{"couplings of classes", func(s *Structure) bool {
		if s.Orbits == nil || len(s.Orbits.Size) < 2 {
			return false
		}
		s.Orbits.J[0][1]++
		s.Orbits.J[1][0]++
		return true
	}},
	{"site in another class", func(s *Structure) bool {
		if s.Orbits == nil || len(s.Orbits.Size) < 2 {
			return false
		}
		i := slices.Index(s.Orbits.Class, 1)
		s.Orbits.Class[i] = 0
		return true
	}},
	{"no orbits", func(s *Structure) bool {
		if s.Orbits == nil {
			return false
		}
		s.Orbits, s.LowRank = nil, nil
		s.Distinct = naturalOrder(s.N)
		return true
	}},
	{"exchangeable after all", func(s *Structure) bool {
		if s.Distinct == nil {
			return false
		}
		s.Distinct[1] = s.Distinct[0]
		return true
	}},
	{"a dyad less", func(s *Structure) bool {
		if s.LowRank == nil || len(s.LowRank.C) == 0 {
			return false
		}
		n := len(s.LowRank.C) - 1
		s.LowRank.C, s.LowRank.V = s.LowRank.C[:n], s.LowRank.V[:n]
		return true
	}},
	{"minor on the diagonal", func(s *Structure) bool {
		if s.Minor2 == nil {
			return false
		}
		s.Minor2.Rows[0] = s.Minor2.Cols[0]
		return true
	}},
	{"minor that vanishes", func(s *Structure) bool {
		if s.LowRank == nil || len(s.LowRank.C) > 1 || s.N < 4 {
			return false
		}
		s.Minor2 = &Minor2{[2]int{0, 1}, [2]int{2, 3}}
		return true
	}},
	{"bridges", func(s *Structure) bool { s.Blocks.Bridges++; return true }},
	{"cut sites", func(s *Structure) bool { s.Blocks.Cuts = append(s.Blocks.Cuts, s.N-1); return true }},
	{"an ear less", func(s *Structure) bool {
		if len(s.Blocks.Ears) == 0 {
			return false
		}
		e := s.Blocks.Ears[0]
		s.Blocks.Ears[0] = e[:len(e)-1]
		return true
	}},
	{"blocks cut apart", func(s *Structure) bool {
		if len(s.Blocks.Ears) == 0 || len(s.Blocks.Ears[0]) < 2 {
			return false
		}
		e := s.Blocks.Ears[0]
		s.Blocks.Ears[0] = e[:len(e)-1]
		s.Blocks.Bridges += len(e[len(e)-1]) - 1
		return true
	}},
	{"forest", func(s *Structure) bool { s.Forest = !s.Forest; return true }},
	{"cycle that repeats", func(s *Structure) bool {
		if s.Cycle == nil {
			return false
		}
		s.Cycle = append(slices.Clone(s.Cycle), s.Cycle[0])
		return true
	}},
	{"ring", func(s *Structure) bool {
		if s.Ring != nil {
			s.Ring = nil
		} else {
			s.Ring = naturalOrder(s.N)
		}
		return true
	}},
	{"exchange of unequal sites", func(s *Structure) bool {
		for v, c := range s.Symmetry.Colors {
			if c != s.Symmetry.Colors[0] {
				s.Symmetry.Generators = append(s.Symmetry.Generators, Generator{Name: "exchange", Cycles: [][]int{{0, v}}})
				return true
			}
		}
		return false
	}},
	{"one colour too many", func(s *Structure) bool {
		for v, c := range s.Symmetry.Colors {
			if v > 0 && c == s.Symmetry.Colors[0] {
				s.Symmetry.Colors[v] = 1 << 30
				return true
			}
		}
		return false
	}},
	{"planarity", func(s *Structure) bool { s.Planar = !s.Planar; return true }},
	{"balance", func(s *Structure) bool { s.Balanced = !s.Balanced; return true }},
	{"bipartition", func(s *Structure) bool { s.Bipartite = !s.Bipartite; return true }},
	{"width", func(s *Structure) bool { s.Width--; return true }},
	{"lower bound on the width", func(s *Structure) bool {
		s.WidthLower++
		return s.WidthLowerBy == "exact"
	}},
	{"components", func(s *Structure) bool { s.Components++; return true }},
}

func TestEveryWitnessOfRandomModels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	count := witnessModels
	if testing.Short() {
		count /= 10
	}
	told := map[string]int{}
	facts := map[string]int{}
	for i := range count {
		maxN := 9
		if i%20 == 0 {
			maxN = 36 // beyond MaxClasses and the exact treewidth
		}
		m := randomModel(r, maxN)
		s, err := Analyze(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckStructure(m, s); err != nil {
			t.Fatalf("model %d: %v\n%+v", i, err, m)
		}
		for name, fact := range map[string]bool{
			"planar": s.Planar, "balanced": s.Balanced, "bipartite": s.Bipartite, "forest": s.Forest, "ring": s.Ring != nil,
			"several blocks": len(s.Blocks.Cuts) > 0, "orbits": s.Orbits != nil && len(s.Orbits.Size) < m.N, "distinct": s.Distinct != nil,
			"low rank": s.LowRank != nil, "minor": s.Minor2 != nil, "kernel": s.Kernel.Dim > 0, "p-spin": s.MaxOrder > 2, "exchange": len(s.Symmetry.Generators) > 1,
		} {
			facts[fmt.Sprintf("%s %t", name, fact)]++
		}
		// One lie a model, going round.
		for j := range lies {
			lie := lies[(i+j)%len(lies)]
			if !lie.tell(&s) {
				continue
			}
			told[lie.name]++
			if err := CheckStructure(m, s); err == nil {
				t.Fatalf("model %d: %s: accepted\n%+v\n%+v", i, lie.name, m, s)
			}
			break
		}
	}
	for _, l := range lies {
		if told[l.name] == 0 {
			t.Errorf("%s was never told", l.name)
		}
	}
	for name, n := range facts {
		if n == count {
			t.Errorf("all models have: %s", name)
		}
	}
	t.Log(facts)
}
