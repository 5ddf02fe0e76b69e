package tiling

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// Tiling is a bipartite graph on a closed oriented surface. New, Parse and FromTheory make
// one; it is not changed afterwards.
type Tiling struct {
	Name string
	// Edges are the labels of the fields. White and Black are the words of the positive and
	// the negative terms, as indices of edges.
	Edges        []string
	White, Black [][]int

	nextWhite, nextBlack []int // the cyclic orders at the ends of each edge
	white, black         []int // the vertices at its ends
	source, target       []int // the faces beside it
	faces                int
}

// MaxEdges bounds the size of a tiling.
const MaxEdges = 2000

// New derives the surface from the words at the vertices. The error says where the words do
// not make one: every edge must occur at exactly one white and one black vertex.
func New(name string, edges []string, white, black [][]int) (*Tiling, error) {
	fail := func(format string, args ...any) (*Tiling, error) {
		return nil, fmt.Errorf("tiling %q: %w", name, fmt.Errorf(format, args...))
	}
	n := len(edges)
	switch {
	case n == 0:
		return fail("it has no edges")
	case n > MaxEdges:
		return fail("it has %d edges, more than %d", n, MaxEdges)
	}
	seen := map[string]bool{}
	for _, e := range edges {
		if e == "" || seen[e] {
			return fail("edge label %q is empty or occurs twice", e)
		}
		seen[e] = true
	}
	t := &Tiling{Name: name, Edges: slices.Clone(edges)}
	var err error
	if t.White, t.nextWhite, t.white, err = around("white", edges, white); err != nil {
		return fail("%w", err)
	}
	if t.Black, t.nextBlack, t.black, err = around("black", edges, black); err != nil {
		return fail("%w", err)
	}
	t.trace()
	if c := t.components(); c > 1 {
		return fail("it falls into %d pieces: a tiling is connected", c)
	}
	return t, nil
}

// around reads the cyclic orders at the vertices of one colour.
func around(colour string, edges []string, words [][]int) (clone [][]int, next, at []int, err error) {
	next, at = make([]int, len(edges)), make([]int, len(edges))
	for e := range at {
		at[e] = -1
	}
	for v, w := range words {
		if len(w) == 0 {
			return nil, nil, nil, fmt.Errorf("%s vertex %d has no edges", colour, v)
		}
		clone = append(clone, slices.Clone(w))
		for i, e := range w {
			switch {
			case e < 0 || e >= len(edges):
				return nil, nil, nil, fmt.Errorf("%s vertex %d: there is no edge number %d", colour, v, e)
			case at[e] >= 0:
				return nil, nil, nil, fmt.Errorf("edge %s occurs at the %s vertices %d and %d: each edge has one end of each colour", edges[e], colour, at[e], v)
			}
			at[e] = v
			next[e] = w[(i+1)%len(w)]
		}
	}
	for e, v := range at {
		if v < 0 {
			return nil, nil, nil, fmt.Errorf("edge %s has no %s end", edges[e], colour)
		}
	}
	return clone, next, at, nil
}

// trace finds the faces. In a word, the target of an edge is the source of the next: both
// are the face in the corner between them. So the edges that point into a face are a cycle
// of: forward at the white end, backward at the black end.
func (t *Tiling) trace() {
	n := len(t.Edges)
	backBlack := make([]int, n)
	for e, f := range t.nextBlack {
		backBlack[f] = e
	}
	t.source, t.target = make([]int, n), make([]int, n)
	for e := range n {
		t.target[e] = -1
	}
	for e := range n {
		if t.target[e] >= 0 {
			continue
		}
		for f := e; t.target[f] < 0; f = backBlack[t.nextWhite[f]] {
			t.target[f] = t.faces
		}
		t.faces++
	}
	for e, f := range t.nextWhite {
		t.source[f] = t.target[e]
	}
}

// components counts the pieces of the graph.
func (t *Tiling) components() int {
	n := len(t.White) + len(t.Black)
	graph := newForest(n)
	for e := range t.Edges {
		if graph.join(t.white[e], len(t.White)+t.black[e]) {
			n--
		}
	}
	return n
}

// Faces is the number of gauge nodes.
func (t *Tiling) Faces() int { return t.faces }

// Ends are the gauge nodes that edge e goes from and to.
func (t *Tiling) Ends(e int) (source, target int) { return t.source[e], t.target[e] }

// Euler is the Euler characteristic, vertices − edges + faces: 0 on a torus.
func (t *Tiling) Euler() int { return len(t.White) + len(t.Black) - len(t.Edges) + t.faces }

// FromTheory is the tiling of a toric theory, in which every arrow occurs in exactly two
// terms of W; its edges and faces are numbered like the arrows and nodes of the theory. beta
// is the invariant of the coefficients under rescalings of the fields, ∏c+/∏(−c−): 1 for the
// undeformed theory, whose coefficients can be made ±1, any other value for an exactly
// marginal deformation of it. The error says why a theory is not toric.
func FromTheory(th *quiver.Theory) (t *Tiling, beta *big.Rat, err error) {
	fail := func(format string, args ...any) (*Tiling, *big.Rat, error) {
		return nil, nil, fmt.Errorf("theory %q is not toric: %w", th.Name, fmt.Errorf(format, args...))
	}
	if err := th.Validate(); err != nil {
		return nil, nil, err
	}
	if len(th.Singlets) > 0 {
		return fail("it has singlets")
	}
	for _, n := range th.Nodes {
		if n.Rank != th.Nodes[0].Rank {
			return fail("its ranks are not equal")
		}
	}
	occurs := make([][]int, len(th.Arrows))
	for i, w := range th.W {
		for _, x := range w.Word {
			occurs[x] = append(occurs[x], i)
		}
	}
	for x, in := range occurs {
		if len(in) != 2 || in[0] == in[1] {
			return fail("%s occurs %d times in W, not once in each of two terms", th.Arrows[x].Label, len(in))
		}
	}
	colour, err := colours(th, occurs)
	if err != nil {
		return fail("%w", err)
	}
	var white, black [][]int
	beta = big.NewRat(1, 1)
	for i, w := range th.W {
		if colour[i] > 0 {
			white = append(white, w.Word)
			beta.Mul(beta, w.Coefficient)
		} else {
			black = append(black, w.Word)
			beta.Quo(beta, new(big.Rat).Neg(w.Coefficient))
		}
	}
	edges := make([]string, len(th.Arrows))
	for i, a := range th.Arrows {
		edges[i] = a.Label
	}
	t, err = New(th.Name, edges, white, black)
	if err != nil {
		return nil, nil, err
	}
	if t.faces != len(th.Nodes) {
		return fail("its terms make %d faces, but it has %d nodes", t.faces, len(th.Nodes))
	}
	if err := t.renumber(th); err != nil {
		return fail("%w", err)
	}
	return t, beta, nil
}

// colours makes neighbouring terms differ, and the majority of the signs that of the
// coefficients.
func colours(th *quiver.Theory, occurs [][]int) ([]int, error) {
	colour := make([]int, len(th.W))
	for start := range th.W {
		if colour[start] != 0 {
			continue
		}
		colour[start] = th.W[start].Coefficient.Sign()
		queue := []int{start}
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			for _, x := range th.W[i].Word {
				j := occurs[x][0] + occurs[x][1] - i
				switch colour[j] {
				case 0:
					colour[j] = -colour[i]
					queue = append(queue, j)
				case colour[i]:
					return nil, fmt.Errorf("its terms cannot be coloured so that each field is in one of each colour (terms %d and %d share %s)", i, j, th.Arrows[x].Label)
				}
			}
		}
	}
	return colour, nil
}

// renumber gives the faces the numbers of the theory's nodes.
func (t *Tiling) renumber(th *quiver.Theory) error {
	name := make([]int, t.faces)
	for f := range name {
		name[f] = -1
	}
	for e, a := range th.Arrows {
		for _, p := range [][2]int{{t.source[e], a.Source}, {t.target[e], a.Target}} {
			if name[p[0]] >= 0 && name[p[0]] != p[1] {
				return fmt.Errorf("the terms at %s join the nodes %s and %s in one face", a.Label, th.Nodes[name[p[0]]].Label, th.Nodes[p[1]].Label)
			}
			name[p[0]] = p[1]
		}
	}
	for e := range t.Edges {
		t.source[e], t.target[e] = name[t.source[e]], name[t.target[e]]
	}
	return nil
}

// Theory is the gauge theory of n D3-branes: SU(n) at every face, one bifundamental an edge
// from its source to its target, W with coefficients ±1. Where the tiling is consistent, its
// R-charges are those of Charges with equal parts, rational and free of anomalies; else an
// edge between terms of m and n factors gets 4/(m+n), and EncodesR is false if that is no
// anomaly-free R-symmetry.
func (t *Tiling) Theory(n int) (*quiver.Theory, error) {
	if n < 2 {
		return nil, fmt.Errorf("tiling %q: rank %d: SU(N) needs N ≥ 2", t.Name, n)
	}
	th := &quiver.Theory{Name: t.Name}
	for f := range t.faces {
		th.Nodes = append(th.Nodes, quiver.Node{Label: fmt.Sprintf("SU(%d)_%d", n, f), Rank: n})
	}
	charges, sound := t.rationalCharges()
	th.EncodesR = sound
	for e, l := range t.Edges {
		th.Arrows = append(th.Arrows, quiver.Arrow{Label: l, Source: t.source[e], Target: t.target[e], R: charges[e]})
	}
	for _, w := range t.White {
		th.W = append(th.W, quiver.SuperpotentialTerm{Coefficient: big.NewRat(1, 1), Word: slices.Clone(w)})
	}
	for _, w := range t.Black {
		th.W = append(th.W, quiver.SuperpotentialTerm{Coefficient: big.NewRat(-1, 1), Word: slices.Clone(w)})
	}
	return th, nil
}

// rationalCharges are R-charges for Theory; sound reports whether they are those of an
// anomaly-free symmetry.
func (t *Tiling) rationalCharges() (r []*big.Rat, sound bool) {
	if list, toWhite, toBlack := t.zigzags(); t.ordered(list, toWhite, toBlack) == nil {
		parts := make([]*big.Rat, len(list))
		for i := range parts {
			parts[i] = big.NewRat(2, int64(len(list)))
		}
		r = t.Charges(parts)
	} else {
		r = make([]*big.Rat, len(t.Edges))
		for e := range r {
			r[e] = big.NewRat(4, int64(len(t.White[t.white[e]])+len(t.Black[t.black[e]])))
		}
	}
	return r, t.isRSymmetry(r)
}

// isRSymmetry: Σ R = 2 at every vertex, and Σ (1 − R) = 2 around every face, which is the
// absence of an R-anomaly for equal ranks.
func (t *Tiling) isRSymmetry(r []*big.Rat) bool {
	two := big.NewRat(2, 1)
	for _, words := range [][][]int{t.White, t.Black} {
		for _, w := range words {
			sum := new(big.Rat)
			for _, e := range w {
				sum.Add(sum, r[e])
			}
			if sum.Cmp(two) != 0 {
				return false
			}
		}
	}
	around := make([]*big.Rat, t.faces)
	for f := range around {
		around[f] = new(big.Rat)
	}
	for e := range t.Edges {
		s := new(big.Rat).Sub(big.NewRat(1, 1), r[e])
		around[t.source[e]].Add(around[t.source[e]], s)
		around[t.target[e]].Add(around[t.target[e]], s)
	}
	for _, s := range around {
		if s.Cmp(two) != 0 {
			return false
		}
	}
	return true
}
