package spin

import (
	"math"
	"slices"
)

// Symmetry lists verified symmetries of a model, and a partition that no symmetry without
// reversals can mix.
type Symmetry struct {
	// Generators are symmetries; the group that they generate need not be all of it.
	Generators []Generator `json:"generators,omitempty"`
	// Colors numbers the sites such that no permutation of sites that keeps all couplings
	// takes a site to one of another colour: the colours differ after Rounds rounds of
	// refinement by the couplings to sites of each colour.
	Colors []int `json:"colors,omitempty"`
	Rounds int   `json:"rounds"`
	// NotComputed says why Colors is left out.
	NotComputed string `json:"not_computed,omitempty"`
}

// Generator is the symmetry s_i → ξ_i s_π(i): the coupling of every set T of sites is that
// of π(T) times ∏ ξ over T.
type Generator struct {
	// Name says what it is: exchange, translation, reversal.
	Name string `json:"name"`
	// Cycles are the cycles of π, each site going to the next one.
	Cycles [][]int `json:"cycles,omitempty"`
	// Flips lists the sites with ξ = −1.
	Flips []int `json:"flips,omitempty"`
}

const (
	maxColorSites = 200000
	colorRounds   = 4
	maxExchanges  = 10000
)

// findSymmetry takes the exchanges within classes, the translations of a torus and the
// reversal of all spins, and colours the sites.
func findSymmetry(m *Model, terms []Term, s *Structure) Symmetry {
	var y Symmetry
	if s.Orbits != nil {
		first := make([]int, len(s.Orbits.Size))
		for a := range first {
			first[a] = -1
		}
		for i, a := range s.Orbits.Class {
			if first[a] < 0 {
				first[a] = i
				continue
			}
			if len(y.Generators) == maxExchanges {
				break
			}
			g := Generator{Name: "exchange", Cycles: [][]int{{first[a], i}}}
			if s.Orbits.Xi[i] != s.Orbits.Xi[first[a]] {
				g.Flips = []int{first[a], i}
			}
			y.Generators = append(y.Generators, g)
		}
	}
	for _, next := range translations(s) {
		if g, ok := translation(m.N, terms, next, s); ok {
			y.Generators = append(y.Generators, g)
		}
	}
	even := true
	for _, t := range terms {
		even = even && len(t.Sites)%2 == 0
	}
	if even {
		y.Generators = append(y.Generators, Generator{Name: "reversal", Flips: naturalOrder(m.N)})
	}
	if m.N > maxColorSites {
		y.NotComputed = "colours: too many sites"
		return y
	}
	y.Colors, y.Rounds = colors(m.N, terms)
	return y
}

// translations lists the steps along each periodic direction of a recognised torus, as
// the site that each site goes to.
func translations(s *Structure) [][]int {
	var size, site []int
	cell := 1
	switch {
	case s.Lattice != nil && s.Lattice.Torus:
		size, site = []int{s.Lattice.Rows, s.Lattice.Cols}, s.Lattice.Site
	case s.Pattern != nil && s.Pattern.Torus:
		size, site = s.Pattern.Size, s.Pattern.Site
		if s.Pattern.Kind == "honeycomb" {
			cell = 2
		}
	case s.Ring != nil:
		size, site = []int{len(s.Ring)}, s.Ring
	}
	var all [][]int
	stride := cell
	for d := len(size) - 1; d >= 0; d-- {
		next := make([]int, len(site))
		for i, v := range site {
			c := i / stride % size[d]
			next[v] = site[i+((c+1)%size[d]-c)*stride]
		}
		all = append(all, next)
		stride *= size[d]
	}
	return all
}

// translation makes a generator of a permutation, with the reversals that the switching of
// a balanced model asks for, and reports whether it is a symmetry.
func translation(n int, terms []Term, next []int, s *Structure) (Generator, bool) {
	xi := make([]int8, n)
	for i := range xi {
		xi[i] = 1
		if s.Balanced && s.MaxOrder <= 2 {
			xi[i] = s.Switching[i] * s.Switching[next[i]]
		}
	}
	index := make(map[uint64][]int32, len(terms))
	for i, t := range terms {
		h := hashSites(t.Sites)
		index[h] = append(index[h], int32(i))
	}
	for _, t := range terms {
		image := make([]int, len(t.Sites))
		sign := 1.0
		for i, v := range t.Sites {
			image[i] = next[v]
			sign *= float64(xi[v])
		}
		slices.Sort(image)
		found := false
		for _, i := range index[hashSites(image)] {
			found = found || slices.Equal(terms[i].Sites, image) && terms[i].J*sign == t.J
		}
		if !found {
			return Generator{}, false
		}
	}
	g := Generator{Name: "translation"}
	seen := make([]bool, n)
	for v := range n {
		if xi[v] < 0 {
			g.Flips = append(g.Flips, v)
		}
		if seen[v] || next[v] == v {
			continue
		}
		var cycle []int
		for w := v; !seen[w]; w = next[w] {
			seen[w] = true
			cycle = append(cycle, w)
		}
		g.Cycles = append(g.Cycles, cycle)
	}
	return g, true
}

// colors refines by sums of hashes: that two different neighbourhoods might collide makes
// the partition coarser, never wrong.
func colors(n int, terms []Term) (color []int, rounds int) {
	color = make([]int, n)
	count := 1
	for rounds < colorRounds {
		sum := make([]uint64, n)
		for _, t := range terms {
			whole := uint64(0)
			for _, s := range t.Sites {
				whole += mix(uint64(color[s]))
			}
			j := math.Float64bits(t.J)
			for _, s := range t.Sites {
				sum[s] += mix(j ^ mix(uint64(len(t.Sites))^mix(whole-mix(uint64(color[s])))))
			}
		}
		number := map[uint64]int{}
		next := make([]int, n)
		for v := range n {
			h := mix(mix(uint64(color[v])) + sum[v])
			c, ok := number[h]
			if !ok {
				c = len(number)
				number[h] = c
			}
			next[v] = c
		}
		rounds++
		color = next
		if len(number) == count {
			break
		}
		count = len(number)
	}
	return color, rounds
}
