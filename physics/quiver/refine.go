package quiver

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"slices"
	"strconv"
)

// A structure is a theory as a coloured graph: vertices are the nodes, arrows, singlets,
// terms of W and letters of words, in this order; the relations between them are labelled
// and directed.
type structure struct {
	fields  int // vertices before the terms
	colours []uint64
	links   [][]link
	size    int // vertices and links
}

type link struct{ relation, to int }

// relations; the reverse of r is r + 1.
const (
	isSource = 2 * iota
	isTarget
	isLetter // arrow of a letter
	isNext   // next letter of the word
	isIn     // term of a letter
	isFactor // term of a singlet
)

// text is the colour of a vertex as it stands: the hash FNV-1a of what it is.
func text(parts ...string) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint64(p[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return h
}

// mix is the output of splitmix64 in state z, a bijection that leaves no pattern.
func mix(z uint64) uint64 {
	z += 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func newStructure(t *Theory, opt IsomorphismOptions) *structure {
	n, m := len(t.Nodes), len(t.Arrows)
	g := &structure{fields: n + m + len(t.Singlets)}
	add := func(parts ...string) int {
		g.colours = append(g.colours, text(parts...))
		g.links = append(g.links, nil)
		return len(g.colours) - 1
	}
	join := func(from, relation, to int) {
		g.links[from] = append(g.links[from], link{relation, to})
		g.links[to] = append(g.links[to], link{relation + 1, from})
	}
	for _, v := range t.Nodes {
		rank := v.Rank
		if opt.IgnoreRanks {
			rank = 0
		}
		add("node", strconv.Itoa(rank))
	}
	charge := func(r *big.Rat) string {
		if opt.IgnoreR {
			return ""
		}
		return r.RatString()
	}
	undirected := t.undirected(opt)
	for k, a := range t.Arrows {
		if undirected[k] {
			x := add("line", charge(a.R))
			join(x, isSource, a.Source)
			join(x, isSource, a.Target)
			continue
		}
		x := add("arrow", strconv.FormatBool(a.IsLoop()), charge(a.R))
		join(x, isSource, a.Source)
		join(x, isTarget, a.Target)
	}
	for _, s := range t.Singlets {
		add("singlet", charge(s.R))
	}
	for _, term := range t.W {
		v := add("term", strconv.Itoa(len(term.Singlets)), strconv.Itoa(len(term.Word)))
		for _, s := range term.Singlets {
			join(v, isFactor, n+m+s)
		}
		first := len(g.colours)
		for i, x := range term.Word {
			letter := add("letter")
			join(letter, isLetter, n+x)
			join(letter, isIn, v)
			if i > 0 {
				join(letter-1, isNext, letter)
			}
		}
		if k := len(term.Word); k > 0 {
			join(first+k-1, isNext, first)
		}
	}
	g.size = len(g.links)
	for _, l := range g.links {
		g.size += len(l)
	}
	return g
}

// refine gives every vertex a colour that depends on those of its neighbours, until no class
// is split any more or the budget is used up; sorted are the colours of all vertices in order.
//
// Colours are hashes. Vertices that an isomorphism maps to each other have the same one
// whatever collides, so that a collision could only leave a class larger than it need be.
func (g *structure) refine(colours []uint64, budget *int) (refined, sorted []uint64) {
	refined = slices.Clone(colours)
	next := make([]uint64, len(colours))
	sorted = slices.Clone(colours)
	slices.Sort(sorted)
	for classes := distinct(sorted); ; {
		for v, links := range g.links {
			sum := mix(refined[v])
			for _, l := range links {
				sum += mix(refined[l.to] ^ mix(uint64(l.relation)))
			}
			next[v] = mix(sum)
		}
		*budget -= g.size
		refined, next = next, refined
		copy(sorted, refined)
		slices.Sort(sorted)
		found := distinct(sorted)
		if found <= classes || *budget < 0 {
			return refined, sorted
		}
		classes = found
	}
}

// distinct counts the values of a sorted list.
func distinct(sorted []uint64) int {
	n := 0
	for i, x := range sorted {
		if i == 0 || sorted[i-1] != x {
			n++
		}
	}
	return n
}

// refinePair refines two colourings; equal is false if they are not those of isomorphic
// structures.
func (s *search) refinePair(ca, cb []uint64) (na, nb []uint64, equal bool) {
	na, sa := s.ga.refine(ca, &s.budget)
	nb, sb := s.gb.refine(cb, &s.budget)
	return na, nb, slices.Equal(sa, sb)
}

// Fingerprint is a SHA-256 of what refinement sees of t: isomorphic theories (with the same
// options) have the same one, and theories with different ones are not isomorphic.
// Coefficients and reversals are not seen by it; with Conjugation the smaller of the
// fingerprints of t and its conjugate is taken.
func (t *Theory) Fingerprint(opt IsomorphismOptions) string {
	f := normalized(t).fingerprint(opt)
	if opt.Conjugation {
		f = min(f, normalized(t.Conjugate()).fingerprint(opt))
	}
	return f
}

func (t *Theory) fingerprint(opt IsomorphismOptions) string {
	g := newStructure(t, opt)
	budget := 500 * g.size // rounds, which isomorphic structures count alike
	_, sorted := g.refine(g.colours, &budget)
	packed := make([]byte, 0, 8*len(sorted))
	for _, x := range sorted {
		packed = binary.LittleEndian.AppendUint64(packed, x)
	}
	h := sha256.Sum256(packed)
	return hex.EncodeToString(h[:])
}
