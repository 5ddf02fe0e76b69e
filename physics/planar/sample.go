package planar

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/pfaffian"
)

// Sample draws configurations with their exact Boltzmann probabilities, independent of
// each other; sample i depends on seed and i alone.
//
// The spins of a separator are drawn one after the other along a tree of bonds, each
// from its probability given the ones before: fixing ss' = σ on a bond sets its c to σ,
// which changes the inverse of the matrix by a term of rank two. The rest of the lattice
// then falls into pieces that feel the fixed spins as a field; on a planar graph all of
// them can be contracted to one ghost spin, and each piece is drawn in the same way
// (after Thomas and Middleton, Phys. Rev. E 80 (2009) 046708). The work is of the order
// of a few factorizations.
//
// Probabilities are found in double precision, from inverses of matrices whose Pfaffians
// are certified to a relative 1e-7: that bounds the effect of all rounding errors on the
// Pfaffian, and so in order of magnitude that on ratios of Pfaffians, which is what
// probabilities are. The error wraps ErrPrecision if even wide arithmetic cannot give
// that, or if updates lose what was there. Models with bonds that are not drawn are
// errors.
func (s *System) Sample(ctx context.Context, seed uint64, count int) ([][]int8, error) {
	if len(s.extra) > 0 {
		return nil, fmt.Errorf("planar: sampling with %d bonds and fields that are not drawn: %w", len(s.extra), ErrNotPlanar)
	}
	if count < 0 {
		return nil, fmt.Errorf("planar: %d samples", count)
	}
	first, err := s.firstBlocks(ctx)
	if err != nil {
		return nil, err
	}
	out := make([][]int8, count)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("planar: sampling: %w", err)
		}
		d := configuration{s: s, rng: rand.New(rand.NewPCG(seed, uint64(i))), spin: make([]int8, s.n)}
		if s.ghost >= 0 {
			d.spin[s.ghost] = 1
		}
		for _, b := range first {
			if err := d.block(b, nil); err != nil {
				return nil, err
			}
		}
		if err := d.rest(ctx); err != nil {
			return nil, err
		}
		out[i] = d.spin
		if s.ghost >= 0 {
			out[i] = slices.Delete(d.spin, s.ghost, s.ghost+1)
		}
	}
	return out, nil
}

// blockSpins is the number of spins up to which a piece is drawn at one go.
const blockSpins = 48

// configuration is one sample in the making; spin 0 is not drawn yet.
type configuration struct {
	s    *System
	rng  *rand.Rand
	spin []int8
}

// block is a tree of bonds ready to be drawn: the inverse of each term's matrix on the
// modes of the tree. A block belongs to one component of a System.
type block struct {
	s       *System
	edges   []int32 // of the tree, parents first
	parent  []int32 // vertex at the known end of each edge
	root    int
	weight  []float64   // of each term, relative to Z
	terms   []term      // of Z
	inverse [][]float64 // of each term: (2b)×(2b), modes 2i and 2i+1 of edge i
}

// firstBlocks prepares the first tree of every component, which no sample changes. On a
// surface with handles the tree holds the cycles round them, so that what is left can be
// drawn in the plane.
func (s *System) firstBlocks(ctx context.Context) ([]*block, error) {
	g := simple(s.surface, s.n)
	label, count := g.Components()
	members := make([][]int, count)
	for v, c := range label {
		members[c] = append(members[c], v)
	}
	needed := make([]bool, s.n)
	_, origin := s.surface.split()
	for _, cycle := range s.orientation.cycles {
		for _, d := range cycle {
			needed[origin[s.split.at[d]]] = true
		}
	}
	if s.ghost >= 0 {
		needed[s.ghost] = true
	}
	var blocks []*block
	for _, part := range members {
		if err := separator(g, part, needed); err != nil {
			return nil, err
		}
		root := part[0]
		for _, v := range part {
			if needed[v] {
				root = v
				break
			}
		}
		if s.ghost >= 0 && label[s.ghost] == label[root] {
			root = s.ghost
		}
		b, err := s.newBlock(ctx, root, needed)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

// separator marks all vertices of a small part, or else a set whose removal leaves parts
// of at most about seven tenths.
func separator(g *graph.Graph, part []int, needed []bool) error {
	if len(part) <= blockSpins {
		for _, v := range part {
			needed[v] = true
		}
		return nil
	}
	local := make([]int32, g.N)
	for v := range local {
		local[v] = -1
	}
	for i, v := range part {
		local[v] = int32(i)
	}
	var edges []graph.Edge
	for i, v := range part {
		for _, w := range g.Neighbors(v) {
			if j := int(local[w]); j > i {
				edges = append(edges, graph.Edge{i, j})
			}
		}
	}
	sub, err := graph.New(len(part), edges)
	if err != nil {
		return fmt.Errorf("planar: separator: %w", err)
	}
	d := graph.Dissect(sub, graph.DissectOptions{LeafSize: len(part)*7/10 + 1})
	// The ends of cut edges in the first leaf, or those outside of it, whichever are fewer.
	inner, outer := map[int]bool{}, map[int]bool{}
	for _, e := range edges {
		a, b := d.Leaf[e[0]] == 0, d.Leaf[e[1]] == 0
		switch {
		case a && !b:
			inner[e[0]], outer[e[1]] = true, true
		case b && !a:
			inner[e[1]], outer[e[0]] = true, true
		}
	}
	if len(outer) < len(inner) {
		inner = outer
	}
	for i := range inner {
		needed[part[i]] = true
	}
	return nil
}

// newBlock connects the needed vertices of the component of root by shortest paths from
// root, and computes the inverse on the modes of these bonds.
func (s *System) newBlock(ctx context.Context, root int, needed []bool) (*block, error) {
	b := &block{s: s, root: root}
	f := s.surface
	up := make([]int32, f.n) // dart from each vertex to its parent
	for v := range up {
		up[v] = -2
	}
	up[root] = -1
	queue := []int32{int32(root)}
	for i := 0; i < len(queue); i++ {
		d := f.first[queue[i]]
		if d < 0 {
			continue
		}
		for {
			if w := f.at[d^1]; up[w] == -2 {
				up[w] = d ^ 1
				queue = append(queue, w)
			}
			if d = f.next[d]; d == f.first[queue[i]] {
				break
			}
		}
	}
	inTree := make([]bool, f.n)
	inTree[root] = true
	for _, v := range queue {
		if !needed[v] {
			continue
		}
		for u := v; !inTree[u]; u = f.at[up[u]^1] {
			inTree[u] = true
		}
	}
	for _, v := range queue { // breadth first: parents first
		if inTree[v] && up[v] >= 0 {
			b.edges = append(b.edges, up[v]>>1)
			b.parent = append(b.parent, f.at[up[v]^1])
		}
	}
	if len(b.edges) == 0 {
		return b, nil
	}
	return b, b.invert(ctx)
}

// maxBlock bounds the number of bonds of a block, whose inverse is a dense matrix.
const maxBlock = 8192

// invert factorizes all terms of Z with zeros added to the pattern between all modes of
// the tree, where the inverse is wanted.
func (b *block) invert(ctx context.Context) error {
	s := b.s
	if len(b.edges) > maxBlock {
		return fmt.Errorf("planar: sampling: a separator of %d bonds, the limit is %d", len(b.edges), maxBlock)
	}
	size := 2 * len(b.edges)
	m := pfaffian.Matrix{N: s.matrix.N, I: slices.Clone(s.matrix.I), J: slices.Clone(s.matrix.J)}
	mode := func(i int) int32 { return 2*b.edges[i/2] + int32(i%2) }
	from := len(m.I)
	for i := range size {
		for j := i + 1; j < size; j++ {
			m.I = append(m.I, mode(i))
			m.J = append(m.J, mode(j))
		}
	}
	o := s.options.kernel()
	o.Inverse = true
	const goal = 1e-7
	level := float64Arithmetic
	for {
		e := s.newEvaluation([]sum{s.whole(0)}, false)
		w := newWeights(level)
		b.inverse = b.inverse[:0]
		worst := 0.0
		for i, t := range e.terms {
			r, err := s.pfaffian(ctx, w, m, t, o)
			if err != nil {
				return err
			}
			e.results[i] = []logNumber{s.scaled(w, t, r)}
			worst = max(worst, r.Bound/goal)
			if r.Sign == 0 {
				worst = math.Inf(1)
				continue
			}
			inv := make([]float64, size*size)
			k := from
			for i := range size {
				for j := i + 1; j < size; j++ {
					inv[j*size+i], inv[i*size+j] = r.Inverse[k], -r.Inverse[k]
					k++
				}
			}
			b.inverse = append(b.inverse, inv)
		}
		b.terms = e.terms
		list := e.contributions(0, w)
		z := signedSum(numbers(list), w.context).log(w.context)
		b.weight = make([]float64, len(b.terms))
		worst = max(worst, z.bound/goal)
		if z.sign == 0 {
			worst = math.Inf(1)
		}
		for i, r := range list {
			if r.sign == 0 {
				continue
			}
			d := w.context.Exp(w.context.New().Sub(r.log, z.log))
			b.weight[e.index[0][i]], _ = d.Float64()
			b.weight[e.index[0][i]] *= float64(r.sign)
		}
		if worst <= 1 {
			return nil
		}
		next := s.widen(level, worst)
		if next == level {
			return fmt.Errorf("planar: sampling: an inverse is not certified with %v: %w", level, ErrPrecision)
		}
		level = next
	}
}

// block draws the spins of a tree. name translates the vertices of the block's System
// into those of d, nil for the identity; the ghost has no name.
func (d *configuration) block(b *block, name []int) error {
	s := b.s
	local := make([]int8, s.n)
	local[b.root] = 1
	if b.root != s.ghost && d.rng.Uint64()>>63 == 1 {
		local[b.root] = -1
	}
	size := 2 * len(b.edges)
	inverse := make([][]float64, len(b.inverse))
	for i := range inverse {
		inverse[i] = slices.Clone(b.inverse[i])
	}
	weight := slices.Clone(b.weight)
	flipped := make([][]bool, len(b.terms))
	signs := make([][]bool, len(b.terms))
	for t := range b.terms {
		flipped[t] = s.marked(b.terms[t].flipped)
		signs[t] = s.signs(b.terms[t].flips)
	}
	chance := make([][2]float64, len(b.terms))
	for i, k := range b.edges {
		// The weight of every term with ss' = σ, σ = +1 first.
		var total [2]float64
		for t, inv := range inverse {
			g := inv[(2*i+1)*size+2*i]
			if signs[t][k] {
				g = -g
			}
			c := cothFloat(s.bonds[s.drawn[k]].hi)
			if flipped[t][k] {
				c = 1 / c
			}
			chance[t] = [2]float64{(1 + c) / 2 * (1 + (1-c)*g), (1 - c) / 2 * (1 - (1+c)*g)}
			total[0] += weight[t] * chance[t][0]
			total[1] += weight[t] * chance[t][1]
		}
		const slack = 1e-6
		all := total[0] + total[1]
		if !(all > 0) || total[0] < -slack*all || total[1] < -slack*all {
			return fmt.Errorf("planar: sampling: probabilities %g and %g after %d bonds: %w", total[0], total[1], i, ErrPrecision)
		}
		sigma, x := 1.0, 0
		if d.rng.Float64()*all >= total[0] {
			sigma, x = -1, 1
		}
		for t, inv := range inverse {
			weight[t] *= chance[t][x] / total[x]
			if weight[t] == 0 {
				continue
			}
			c := cothFloat(s.bonds[s.drawn[k]].hi)
			if flipped[t][k] {
				c = 1 / c
			}
			delta := sigma - c
			if signs[t][k] {
				delta = -delta
			}
			fix(inv, size, 2*i, delta)
		}
		p := b.parent[i]
		v := s.surface.at[2*k]
		if v == p {
			v = s.surface.at[2*k+1]
		}
		local[v] = local[p] * int8(sigma)
	}
	for v, x := range local {
		switch {
		case x == 0 || v == s.ghost:
		case name == nil:
			d.spin[v] = x
		default:
			d.spin[name[v]] = x
		}
	}
	return nil
}

// fix updates the inverse G of a skew matrix for a change by delta of the entry between
// modes p and q = p+1: G − f·(G_p G_q − G_q G_p) in columns and rows, f = delta/(1 +
// delta·G[q][p]). Modes before p are not needed any more.
func fix(g []float64, size, p int, delta float64) {
	q := p + 1
	f := delta / (1 + delta*g[q*size+p])
	rowP, rowQ := g[p*size:(p+1)*size], g[q*size:(q+1)*size]
	for i := p + 2; i < size; i++ {
		// Columns are rows with the other sign.
		a, b := -f*rowP[i], -f*rowQ[i]
		if a == 0 && b == 0 {
			continue
		}
		row := g[i*size : (i+1)*size]
		for j := p + 2; j < size; j++ {
			row[j] -= a*rowQ[j] - b*rowP[j]
		}
	}
}

// rest draws what the first blocks have left, piece by piece.
func (d *configuration) rest(ctx context.Context) error {
	s := d.s
	// Neighbours in rows: bonds at each spin.
	start := make([]int32, s.n+1)
	for _, b := range s.bonds {
		start[b.u+1]++
		start[b.v+1]++
	}
	for v := range s.n {
		start[v+1] += start[v]
	}
	at := make([]int32, 2*len(s.bonds))
	fill := slices.Clone(start[:s.n])
	for k, b := range s.bonds {
		at[fill[b.u]] = int32(k)
		fill[b.u]++
		at[fill[b.v]] = int32(k)
		fill[b.v]++
	}
	local := make([]int, s.n)
	for v := range local {
		local[v] = -1
	}
	for root := range s.n {
		for d.spin[root] == 0 { // each round draws at least the root's piece in part
			piece := d.piece(root, start, at, local)
			err := d.drawPiece(ctx, piece, start, at, local)
			for _, v := range piece {
				local[v] = -1
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// piece lists the spins not yet drawn that hang together with root, and numbers them in
// local.
func (d *configuration) piece(root int, start, at []int32, local []int) []int {
	piece := []int{root}
	local[root] = 0
	for i := 0; i < len(piece); i++ {
		v := piece[i]
		for _, k := range at[start[v]:start[v+1]] {
			b := d.s.bonds[k]
			w := int(b.u) + int(b.v) - v
			if d.spin[w] == 0 && local[w] < 0 {
				local[w] = len(piece)
				piece = append(piece, w)
			}
		}
	}
	return piece
}

// drawPiece draws a separator of a piece, with the spins drawn before as one ghost.
func (d *configuration) drawPiece(ctx context.Context, piece []int, start, at []int32, local []int) error {
	n := len(piece)
	field := make([]float64, n)
	sums := map[graph.Edge]float64{}
	var order []graph.Edge
	for i, v := range piece {
		for _, k := range at[start[v]:start[v+1]] {
			b := d.s.bonds[k]
			w := int(b.u) + int(b.v) - v
			switch j := local[w]; {
			case w == v: // a loop is a constant
			case j < 0:
				field[i] += b.hi * float64(d.spin[w])
			case i < j:
				e := graph.Edge{i, j}
				if _, ok := sums[e]; !ok {
					order = append(order, e)
				}
				sums[e] += b.hi
			}
		}
	}
	p := drawing{n: n, ghost: -1}
	var edges []graph.Edge
	add := func(u, v int, k float64) {
		if math.Abs(k) >= negligible {
			p.bonds = append(p.bonds, bond{u: int32(u), v: int32(v), hi: k})
			edges = append(edges, graph.Edge{u, v})
		}
	}
	for _, e := range order {
		add(e[0], e[1], sums[e])
	}
	inner := len(edges)
	if slices.ContainsFunc(field, func(h float64) bool { return math.Abs(h) >= negligible }) {
		p.ghost, p.n = n, n+1
		for i, h := range field {
			add(i, n, h)
		}
	}
	o := d.s.options
	o.Rotation, o.MaxExtra = nil, -1
	if err := p.embed(edges, inner, o); err != nil {
		return err
	}
	s, err := newSystem(p, 0, 1, o)
	if err != nil {
		return err
	}
	g := simple(s.surface, s.n)
	label, _ := g.Components()
	root := 0
	if s.ghost >= 0 && label[s.ghost] == label[0] {
		root = s.ghost
	}
	var part []int // of the component of piece[0], without the ghost
	for v := range n {
		if label[v] == label[0] {
			part = append(part, v)
		}
	}
	needed := make([]bool, s.n)
	if err := separator(g, part, needed); err != nil {
		return err
	}
	if root != s.ghost && !slices.Contains(needed, true) {
		return errors.New("planar: sampling: an empty separator")
	}
	if root == 0 && !needed[0] {
		root = slices.Index(needed, true)
	}
	b, err := s.newBlock(ctx, root, needed)
	if err != nil {
		return err
	}
	return d.block(b, piece)
}
