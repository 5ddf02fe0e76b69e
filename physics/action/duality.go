package action

import (
	"errors"
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/spin"
)

// KramersWannier passes to the dual model on the faces of a planar drawing. For a
// connected planar graph without fields and with K = βJ > 0 on every edge,
//
//	Z(K) = 2^{n−1} ∏_e cosh K_e · ∏_e e^{−K*_e} · Z*(K*),   tanh K = e^{−2K*},
//
// the second product over the edges that are not bridges: an even subgraph is the domain
// wall of two face configurations, one the reverse of the other. Rotation is the drawing:
// the neighbours of every site in cyclic order.
type KramersWannier struct {
	Rotation graph.Rotation `json:"rotation"`
}

// Kind is "kramers_wannier".
func (*KramersWannier) Kind() string { return "kramers_wannier" }

// DualEdges is the certificate: the two faces on either side of every edge, in the order
// of the edges (by their first mention in the terms).
type DualEdges struct {
	Faces int      `json:"faces"`
	Edges [][4]int `json:"edges"` // u, v, face on one side, face on the other
}

func (a *KramersWannier) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	if m.HasField() || m.MaxOrder() > 2 {
		return outcome{}, errors.New("it needs bonds only: no fields, no terms of three or more spins")
	}
	b, err := m.Bonds()
	if err != nil {
		return outcome{}, err
	}
	g := b.Graph
	if _, c := g.Components(); c != 1 {
		return outcome{}, fmt.Errorf("the graph has %d components, split it first", c)
	}
	genus, err := graph.VerifyEmbedding(g, a.Rotation)
	if err != nil {
		return outcome{}, err
	}
	if genus != 0 {
		return outcome{}, fmt.Errorf("the drawing has genus %d, not 0", genus)
	}
	side, faces := faceOf(g, a.Rotation)
	after := &spin.Model{N: faces, Beta: 1, Rounding: m.Rounding + math.Abs(m.Beta)*b.Rounding}
	cert := DualEdges{Faces: faces}
	log := float64(g.N-1) * math.Ln2
	bound := elementary * log
	for k, e := range g.Edges {
		K := m.Beta * b.J[k]
		if K <= 0 {
			return outcome{}, fmt.Errorf("the bond %d–%d has K = %g; the dual coupling is real for K > 0 only", e[0], e[1], K)
		}
		after.Rounding += unit * K
		x, y := side[k][0], side[k][1]
		cert.Edges = append(cert.Edges, [4]int{e[0], e[1], x, y})
		cosh := logTwoCosh(K) - math.Ln2
		add := cosh
		if x != y {
			dual := dualCoupling(K)
			// dK*/dK = −1/sinh 2K, but K* enters Z* and e^{−K*} against each other.
			after.Rounding += elementary * (dual + 1)
			bound += elementary * dual
			add -= dual
			after.Terms = append(after.Terms, spin.Term{Sites: []int{x, y}, J: dual})
		}
		log += add
		bound += elementary*(math.Abs(cosh)+math.Ln2) + unit*math.Abs(log)
	}
	return outcome{
		branches: one(log, bound, Ising{after}), cert: cert,
		say: fmt.Sprintf("pass to the dual model on %s of the drawing, tanh K = e^(−2K*)", count(faces, "face")),
	}, nil
}

// dualCoupling is K* = −½ ln tanh K, without cancellation at either end.
func dualCoupling(K float64) float64 {
	// tanh K = (1 − q)/(1 + q) with q = e^{−2K}: K* = artanh q.
	return math.Atanh(math.Exp(-2 * K))
}

// faceOf traces the faces of a drawing and returns the faces on the two sides of each
// edge.
func faceOf(g *graph.Graph, rot graph.Rotation) (side [][2]int, faces int) {
	place := make([]map[int]int, g.N) // where a neighbour stands in the cyclic order
	for v, around := range rot {
		place[v] = make(map[int]int, len(around))
		for i, w := range around {
			place[v][w] = i
		}
	}
	side = make([][2]int, g.M())
	done := make([][2]bool, g.M())
	for k := range g.Edges {
		for dir := range 2 {
			if done[k][dir] {
				continue
			}
			u, v := g.Edges[k][dir], g.Edges[k][1-dir]
			for {
				e := g.Find(u, v)
				d := 0
				if g.Edges[e][0] != u {
					d = 1
				}
				if done[e][d] {
					break
				}
				done[e][d] = true
				side[e][d] = faces
				around := rot[v]
				u, v = v, around[(place[v][u]+1)%len(around)]
			}
			faces++
		}
	}
	if g.M() == 0 {
		faces = 1
	}
	return side, faces
}
