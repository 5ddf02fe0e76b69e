package tiling

import (
	"cmp"
	"math/big"
	"slices"
)

// Vector is an integer vector: a winding around the torus, or a point of a toric diagram.
type Vector struct{ P, Q int64 }

// Cross is the determinant of two vectors, the intersection number of two windings.
func (v Vector) Cross(w Vector) int64 { return v.P*w.Q - v.Q*w.P }

func (v Vector) minus(w Vector) Vector { return Vector{v.P - w.P, v.Q - w.Q} }

// ZigZag is a path that turns to the next edge of the word at white vertices and at black
// vertices in turn. Every edge lies on two of them, or twice on one.
type ZigZag struct {
	// Edges are in the order of the path; the first is followed by a turn at a white vertex.
	Edges []int
	// Winding is its class in the homology of the torus; zero where the surface is none.
	Winding Vector
}

// step is a passage of a zig-zag over an edge, toward its white end or its black end.
type step struct {
	edge    int
	toWhite bool
}

// strands are the zig-zags as steps, and the zig-zag on which each edge is passed toward its
// white end and toward its black end.
func (t *Tiling) strands() (paths [][]step, toWhite, toBlack []int) {
	n := len(t.Edges)
	toWhite, toBlack = make([]int, n), make([]int, n)
	for e := range n {
		toWhite[e], toBlack[e] = -1, -1
	}
	for e := range n {
		if toWhite[e] >= 0 {
			continue
		}
		k := len(paths)
		var path []step
		for f := e; toWhite[f] < 0; f = t.nextBlack[t.nextWhite[f]] {
			g := t.nextWhite[f]
			toWhite[f], toBlack[g] = k, k
			path = append(path, step{f, true}, step{g, false})
		}
		paths = append(paths, path)
	}
	return paths, toWhite, toBlack
}

// ZigZags are the zig-zag paths, ordered counterclockwise by the direction of their winding,
// starting after the direction (−1, 0); the torus is oriented so that the intersection
// number of two of them is Cross.
func (t *Tiling) ZigZags() []ZigZag {
	z, _, _ := t.zigzags()
	return z
}

func (t *Tiling) zigzags() (list []ZigZag, toWhite, toBlack []int) {
	paths, toWhite, toBlack := t.strands()
	theta := t.cocycles()
	list = make([]ZigZag, len(paths))
	for k, p := range paths {
		for _, s := range p {
			list[k].Edges = append(list[k].Edges, s.edge)
			if theta == nil {
				continue
			}
			c := theta[s.edge] // along white → black
			if s.toWhite {
				c = Vector{-c.P, -c.Q}
			}
			list[k].Winding.P += c.P
			list[k].Winding.Q += c.Q
		}
	}
	if theta != nil && t.mirrored(list, toWhite, toBlack) {
		for k, z := range list {
			list[k].Winding = Vector{z.Winding.Q, z.Winding.P}
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return byAngle(list[a].Winding, list[b].Winding) })
	place := make([]int, len(list))
	sorted := make([]ZigZag, len(list))
	for i, k := range order {
		place[k] = i
		sorted[i] = list[k]
	}
	for e := range toWhite {
		toWhite[e], toBlack[e] = place[toWhite[e]], place[toBlack[e]]
	}
	return sorted, toWhite, toBlack
}

// mirrored reports whether the basis of windings is oriented against the crossings.
func (t *Tiling) mirrored(list []ZigZag, toWhite, toBlack []int) bool {
	sum := int64(0)
	for e := range t.Edges {
		sum += list[toWhite[e]].Winding.Cross(list[toBlack[e]].Winding)
	}
	return sum < 0
}

// byAngle orders vectors by their angle in (−π, π]; a zero vector comes first.
func byAngle(v, w Vector) int {
	half := func(v Vector) int {
		switch {
		case v.P == 0 && v.Q == 0:
			return -1
		case v.Q < 0:
			return 0
		case v.Q > 0 || v.P > 0:
			return 1
		}
		return 2
	}
	if c := cmp.Compare(half(v), half(w)); c != 0 {
		return c
	}
	return -cmp.Compare(v.Cross(w), 0)
}

// cocycles gives each edge, directed from white to black, a vector such that the sum around
// every face is zero and the sums around the torus are its windings in a basis of the
// homology. It is nil where the surface is not a torus.
//
// A spanning tree of the graph gets zero. Of the other edges, a spanning tree of the dual
// graph leaves two over, which get (1,0) and (0,1); the faces, peeled off from the leaves of
// the dual tree, determine the rest.
func (t *Tiling) cocycles() []Vector {
	if t.Euler() != 0 {
		return nil
	}
	n := len(t.Edges)
	theta := make([]Vector, n)
	known := make([]bool, n)
	graph := newForest(len(t.White) + len(t.Black))
	for e := range n {
		if graph.join(t.white[e], len(t.White)+t.black[e]) {
			known[e] = true
		}
	}
	dual := newForest(t.faces)
	var tree []int
	basis := []Vector{{1, 0}, {0, 1}}
	for e := range n {
		switch {
		case known[e]:
		case dual.join(t.source[e], t.target[e]):
			tree = append(tree, e)
		default:
			if len(basis) == 0 {
				return nil
			}
			theta[e], basis, known[e] = basis[0], basis[1:], true
		}
	}
	// Around face f, edges that point into it are passed from black to white, say, and those
	// that leave it from white to black: its sum is Σ_in θ − Σ_out θ up to a sign.
	missing := make([]int, t.faces)
	for _, e := range tree {
		missing[t.source[e]]++
		missing[t.target[e]]++
	}
	at := make([][]int, t.faces)
	for e := range n {
		at[t.source[e]] = append(at[t.source[e]], e)
		if t.target[e] != t.source[e] {
			at[t.target[e]] = append(at[t.target[e]], e)
		}
	}
	var leaves []int
	for f, m := range missing {
		if m == 1 {
			leaves = append(leaves, f)
		}
	}
	for len(leaves) > 0 {
		f := leaves[0]
		leaves = leaves[1:]
		open := -1
		var sum Vector
		for _, e := range at[f] {
			if !known[e] {
				open = e
				continue
			}
			if t.target[e] == f {
				sum.P += theta[e].P
				sum.Q += theta[e].Q
			}
			if t.source[e] == f {
				sum.P -= theta[e].P
				sum.Q -= theta[e].Q
			}
		}
		if open < 0 {
			continue
		}
		other := t.source[open]
		if t.target[open] == f {
			sum = Vector{-sum.P, -sum.Q}
		} else {
			other = t.target[open]
		}
		theta[open], known[open] = sum, true
		if missing[other]--; missing[other] == 1 {
			leaves = append(leaves, other)
		}
	}
	return theta
}

// forest is a union-find structure.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

func (f forest) root(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// join reports whether a and b were in different trees, which are one now.
func (f forest) join(a, b int) bool {
	a, b = f.root(a), f.root(b)
	if a == b {
		return false
	}
	f[a] = b
	return true
}

// Charges are R-charges of the edges from parts of a circle: parts[i] is the angle, in units
// of π, from zig-zag i to the next one, and Σ parts = 2. The charge of an edge is the sum of
// the parts from the zig-zag that passes it toward its white end, counterclockwise, to the one
// that passes it toward its black end. In a consistent tiling every term of W then has R = 2 and
// no node has an R-anomaly.
func (t *Tiling) Charges(parts []*big.Rat) []*big.Rat {
	list, toWhite, toBlack := t.zigzags()
	d := len(list)
	out := make([]*big.Rat, len(t.Edges))
	for e := range out {
		i, j := toWhite[e], toBlack[e]
		out[e] = new(big.Rat)
		for k := i; k != j; k = (k + 1) % d {
			out[e].Add(out[e], parts[k])
		}
	}
	return out
}
