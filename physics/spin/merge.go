package spin

import (
	"math"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/math/wide"
)

// merged is the list of interactions with terms of the same sites added up, those that
// add up to zero left out, in the order in which the model first names them. Sites are
// sorted. first[i] is the index of the first term of the model with the sites of entry i.
// rounding bounds what the sums lost, Σ |δJ|.
func (m *Model) merged() (terms []Term, first []int, rounding float64) {
	size := 1 << bits.Len(uint(2*len(m.Terms)))
	at := make([]int32, size) // 1 + entry, from the hash of its sites on
	terms, first = make([]Term, 0, len(m.Terms)), make([]int, 0, len(m.Terms))
	total := 0
	for _, t := range m.Terms {
		total += len(t.Sites)
	}
	block := make([]int, 0, total)
	for i, t := range m.Terms {
		if t.J == 0 {
			continue
		}
		start := len(block)
		block = append(block, t.Sites...)
		sites := block[start:len(block):len(block)]
		slices.Sort(sites)
		slot := int(hashSites(sites)) & (size - 1)
		for at[slot] != 0 && !slices.Equal(terms[at[slot]-1].Sites, sites) {
			slot = (slot + 1) & (size - 1)
		}
		k := at[slot] - 1
		if k < 0 {
			terms, first = append(terms, Term{sites, t.J}), append(first, i)
			at[slot] = int32(len(terms))
			continue
		}
		sum, lost := wide.TwoSum(terms[k].J, t.J)
		terms[k].J = sum
		rounding += math.Abs(lost)
		block = block[:start]
	}
	kept := 0
	for i, t := range terms {
		if t.J != 0 {
			terms[kept], first[kept] = t, first[i]
			kept++
		}
	}
	return terms[:kept], first[:kept], rounding
}

// Merged is the same model with the terms on the same sites added up and those that vanish
// left out, and for each of its terms the index of the first one of m on these sites. It
// is m itself, with nil, where that changes nothing, where the sums are not exact in
// float64, and for models from a lattice generator, whose terms stand in its order.
func (m *Model) Merged() (*Model, []int) {
	if m.Lattice != nil {
		return m, nil
	}
	terms, first, rounding := m.merged()
	if rounding != 0 || len(terms) == len(m.Terms) {
		return m, nil
	}
	out := *m
	out.Terms = terms
	if out.Validate() != nil { // a sum beyond float64
		return m, nil
	}
	return &out, first
}

// hashSites mixes the sites into one number (the finaliser of splitmix64 after each).
func hashSites(sites []int) uint64 {
	h := uint64(len(sites))
	for _, s := range sites {
		h = mix(h ^ uint64(s))
	}
	return h
}

func mix(z uint64) uint64 {
	z += 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
