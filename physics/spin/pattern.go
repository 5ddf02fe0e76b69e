package spin

import (
	"slices"

	"github.com/assay-physics/assay/math/graph"
)

// Pattern says that a graph is a triangular, honeycomb or cubic lattice, with the
// isomorphism. (Square lattices are in Square.)
type Pattern struct {
	// Kind and Size are as in Lattice: triangular [rows, columns], honeycomb [rows,
	// columns] of cells, cubic [layers, rows, columns].
	Kind  string `json:"kind"`
	Size  []int  `json:"size"`
	Torus bool   `json:"torus"`
	// Site[i] is the vertex at place i, places counted row by row: (r·columns+c),
	// 2(r·columns+c) for site A of a honeycomb cell and one more for B,
	// ((l·rows+r)·columns+c).
	Site []int `json:"site"`
}

// patternOf believes the hint if its edges are those of the graph. An unlabelled lattice
// is not looked for.
func patternOf(g *graph.Graph, hint *Lattice) *Pattern {
	if hint == nil || !slices.Contains([]string{"triangular", "honeycomb", "cubic"}, hint.Kind) {
		return nil
	}
	edges, err := hint.Edges(maxTerms)
	if err != nil || len(edges) != g.M() || hint.Sites() != g.N {
		return nil
	}
	for _, e := range edges {
		if g.Find(e[0], e[1]) < 0 {
			return nil
		}
	}
	// Tori with a side of less than 3 have parallel edges, which the count has excluded
	// unless they make up for others: the checker settles it.
	p := &Pattern{Kind: hint.Kind, Size: slices.Clone(hint.Size), Torus: hint.Torus, Site: naturalOrder(g.N)}
	if VerifyPattern(g, p) != nil {
		return nil
	}
	return p
}
