package lattice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// RandomCluster is the model of Fortuin and Kasteleyn: Z is the sum over the subsets of
// the edges of ∏ v over the chosen ones times q to the number of clusters, isolated
// sites included. For integer q it is the Potts model at v = e^(βJ) − 1.
type RandomCluster struct {
	N     int
	Edges [][2]int // parallel edges count each
	// Q is any number.
	Q *big.Rat
	// V has a number for each edge, or one for all of them; from −1 on for Potts models.
	V []*big.Rat
	// Lattice says which generator made the edges, nil for an explicit list.
	Lattice *modelfile.Lattice
}

// ReadRandomCluster reads q, v (one number or a list by edge) and a lattice or a list of
// edges:
//
//	{"model":"random_cluster","q":"2.5","v":"1.58","lattice":"square","size":[3,3],"boundary":"torus"}
//	{"model":"random_cluster","q":3,"v":[1,"1/2"],"n":3,"edges":[[0,1],[1,2]]}
func ReadRandomCluster(root *modelfile.Value) (*RandomCluster, error) {
	m, err := readRandomCluster(root, maxClusterEdges)
	if err != nil {
		return nil, fmt.Errorf("lattice: random-cluster model: %w", err)
	}
	return m, nil
}

// maxClusterEdges bounds what is written out and swept.
const maxClusterEdges = 1 << 21

func readRandomCluster(root *modelfile.Value, limit int) (*RandomCluster, error) {
	if _, err := wantKind(root, "random_cluster"); err != nil {
		return nil, err
	}
	if err := root.Only(append([]string{"model", "n", "edges", "q", "v"}, latticeKeys...)...); err != nil {
		return nil, err
	}
	b, err := readBonds(root, limit)
	if err != nil {
		return nil, err
	}
	m := &RandomCluster{N: b.n, Edges: b.edges, Lattice: b.lattice}
	v, err := root.Need("q")
	if err != nil {
		return nil, err
	}
	if m.Q, err = v.Rational(); err != nil {
		return nil, err
	}
	if v, err = root.Need("v"); err != nil {
		return nil, err
	}
	if m.V, err = rationals(v, len(m.Edges), "edges"); err != nil {
		return nil, err
	}
	return m, m.check()
}

func (m *RandomCluster) check() error {
	if err := checkBonds(m.N, m.Edges); err != nil {
		return err
	}
	if m.Q == nil {
		return errors.New("q is missing")
	}
	if len(m.V) != 1 && len(m.V) != len(m.Edges) {
		return fmt.Errorf("%d numbers v for %d edges", len(m.V), len(m.Edges))
	}
	for k, v := range m.V {
		if v == nil {
			return fmt.Errorf("v[%d] is missing", k)
		}
	}
	return nil
}

// MarshalJSON writes what ReadRandomCluster reads.
func (m *RandomCluster) MarshalJSON() ([]byte, error) {
	return newRecord("random_cluster").set("q", text(m.Q)).set("v", texts(m.V)).setBonds(m.N, m.Edges, m.Lattice).bytes(), nil
}

// Kind is "random_cluster".
func (m *RandomCluster) Kind() string { return "random_cluster" }

// Sites is the number of sites.
func (m *RandomCluster) Sites() int { return m.N }

// sweep prefers to go along the longer side of a lattice.
func (m *RandomCluster) sweep() *sweep {
	return newSweep(m.N, m.Edges, nil, alongColumns(m.Lattice)...)
}

// alongColumns is the order of a two-dimensional lattice column by column.
func alongColumns(l *modelfile.Lattice) [][]int {
	if l == nil || len(l.Size) != 2 || l.Kind != "square" && l.Kind != "triangular" && l.Kind != "honeycomb" {
		return nil
	}
	rows, cols := l.Size[0], l.Size[1]
	cell := l.Sites() / (rows * cols)
	order := make([]int, 0, l.Sites())
	for c := range cols {
		for r := range rows {
			for k := range cell {
				order = append(order, cell*(r*cols+c)+k)
			}
		}
	}
	return [][]int{order}
}

// simple is a component with at most one cycle, by its edges: a tree gives q ∏ (q+v), a
// ring ∏ (q+v) + (q−1) ∏ v, and trees that hang on a ring a factor q+v for each edge.
type simple struct{ bridges, ring []int }

// components lists them; ok is false where one has two cycles or more.
func (m *RandomCluster) components() ([]simple, bool) {
	if len(m.Edges) > m.N {
		return nil, false
	}
	start, near := adjacency(m.N, m.Edges)
	label := make([]int, m.N)
	for v := range label {
		label[v] = -1
	}
	count := 0
	for _, root := range breadthFirst(start, near, 0) {
		if label[root] >= 0 {
			continue
		}
		label[root] = count
		for stack := []int{root}; len(stack) > 0; {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, u := range near[start[v]:start[v+1]] {
				if label[u] < 0 {
					label[u] = count
					stack = append(stack, int(u))
				}
			}
		}
		count++
	}
	vertices, edges := make([]int, count), make([]int, count)
	for v := range m.N {
		vertices[label[v]]++
	}
	for _, e := range m.Edges {
		edges[label[e[0]]]++
	}
	for c := range count {
		if edges[c] > vertices[c] {
			return nil, false
		}
	}
	// Peel the leaves; what is left are the rings.
	degree := make([]int, m.N)
	incident := make([][]int32, m.N)
	for k, e := range m.Edges {
		for _, v := range e {
			degree[v]++
			incident[v] = append(incident[v], int32(k))
		}
	}
	gone := make([]bool, len(m.Edges))
	var stack []int
	for v := range m.N {
		if degree[v] == 1 {
			stack = append(stack, v)
		}
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, k := range incident[v] {
			if gone[k] {
				continue
			}
			gone[k] = true
			u := m.Edges[k][0] + m.Edges[k][1] - v
			degree[v]--
			if degree[u]--; degree[u] == 1 {
				stack = append(stack, u)
			}
		}
	}
	list := make([]simple, count)
	for k, e := range m.Edges {
		s := &list[label[e[0]]]
		if gone[k] {
			s.bridges = append(s.bridges, k)
		} else {
			s.ring = append(s.ring, k)
		}
	}
	return list, true
}

// Explain describes the sweep.
func (m *RandomCluster) Explain() []string {
	if _, ok := m.components(); ok {
		return []string{"Every component has at most one cycle: a tree gives q ∏(q+v), a ring ∏(q+v) + (q−1)∏v, in closed form."}
	}
	s := m.sweep()
	return []string{
		"The weight of a set of edges depends on its clusters; of what is behind a sweep only the connections of the vertices on the frontier matter.",
		fmt.Sprintf("The frontier has at most %d vertices; its states are partitions of it, Catalan numbers of them on a planar strip.", s.width),
	}
}

// LogZ is exact at any q and v, real or not: in closed form where every component has
// at most one cycle, by connectivity states else. Z < 0, which negative v and q below 1
// allow, is reported with its sign.
func (m *RandomCluster) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.check(); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: random clusters: %w", err)
	}
	if m.Q.Sign() == 0 && m.N > 0 { // every set of edges leaves a cluster
		return logOfRat(m.Q, "no clusters at q = 0"), nil
	}
	p := precise.New(bitsOfProducts)
	z, err := randomClusters(ctx, m, p.New().SetRat(m.Q), func(p *precise.Context) (func(k int) *big.Float, *big.Float, *big.Float) {
		list := make([]*big.Float, len(m.V))
		for k, v := range m.V {
			list[k] = p.New().SetRat(v)
		}
		return func(k int) *big.Float {
			if len(list) == 1 {
				return list[0]
			}
			return list[k]
		}, p.New().SetRat(m.Q), p.New().SetRat(new(big.Rat).Sub(m.Q, rat(1)))
	})
	if errors.Is(err, errCancels) {
		var exact *big.Rat
		if exact, err = m.Partition(ctx); err == nil {
			z = logOfRat(exact, "connectivity states")
			z.Escalated = []string{"floating point: the sum cancels"}
		}
	}
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: random clusters: %w", err)
	}
	return z, nil
}

// Partition is Z as an exact rational, from the sums over connectivity states modulo
// primes. With q = r/s and a common denominator d of the v, Z·s^N·d^edges is an integer
// below ∏(d+|dv|)·max(|r|,s)^N.
func (m *RandomCluster) Partition(ctx context.Context) (*big.Rat, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("lattice: random clusters: %w", err)
	}
	d := commonDenominator(m.V)
	size := float64(m.N)*float64(max(m.Q.Num().BitLen(), m.Q.Denom().BitLen())) + 2
	for k := range m.Edges {
		scaled := new(big.Rat).Mul(at(m.V, k), new(big.Rat).SetInt(d))
		size += float64(max(scaled.Num().BitLen(), d.BitLen()) + 1)
	}
	if size > maxExactBits {
		return nil, fmt.Errorf("lattice: random clusters: an exact result of up to %.0f bits, the limit is %d", size, maxExactBits)
	}
	scale := new(big.Int).Exp(d, big.NewInt(int64(len(m.Edges))), nil)
	scale.Mul(scale, new(big.Int).Exp(m.Q.Denom(), big.NewInt(int64(m.N)), nil))
	n := newConnector(m.sweep(), false)
	z, err := fromResidues(ctx, int(size), func(f *field) (uint64, bool, error) {
		q, ok := f.ofRat(m.Q)
		v := make([]uint64, len(m.V))
		for k := range v {
			var good bool
			v[k], good = f.ofRat(m.V[k])
			ok = ok && good
		}
		if !ok {
			return 0, false, nil
		}
		c := &residues{f: f, q: q, x: []uint64{f.one}, closed: func(int) uint64 { return f.one }, open: func(k int) uint64 {
			if len(v) == 1 {
				return v[0]
			}
			return v[k]
		}}
		if _, err := n.run(ctx, c); err != nil {
			return 0, false, err
		}
		return f.mul(c.x[0], f.of(scale)), true, nil
	})
	if err != nil {
		return nil, fmt.Errorf("lattice: random clusters: %w", err)
	}
	return new(big.Rat).SetFrac(z, scale), nil
}

// randomClusters evaluates Z on the graph of m with the v, q and q−1 that numbers gives at
// a precision, each good to 2^10 units.
func randomClusters(ctx context.Context, m *RandomCluster, q *big.Float, numbers func(p *precise.Context) (v func(k int) *big.Float, q, less *big.Float)) (partition.LogZ, error) {
	if list, ok := m.components(); ok {
		return simpleClusters(list, numbers)
	}
	const method = "connectivity states"
	n := newConnector(m.sweep(), false)
	// float64 first.
	p := precise.New(bitsOfSums)
	v, _, _ := numbers(p)
	weights := make([]float64, max(1, len(m.V)))
	f, _ := q.Float64()
	signs, inRange := f < 0, math.Abs(f) < 0x1p60 && (f == 0 || math.Abs(f) > 0x1p-60)
	for k := range weights {
		w, _ := v(k).Float64()
		signs = signs || w < 0
		inRange = inRange && math.Abs(w) < 0x1p100 && (w == 0 || math.Abs(w) > 0x1p-100)
		weights[k] = w
	}
	var escalated []string
	if inRange {
		c := newSignedSum(f, func(int) float64 { return 1 }, func(k int) float64 {
			if len(weights) == 1 {
				return weights[0]
			}
			return weights[k]
		}, signs)
		if _, err := n.run(ctx, c); err != nil {
			return partition.LogZ{}, err
		}
		// A term is a product of at most one v for each edge and one q for each site, each
		// rounded once and multiplied once, and takes part in at most two additions an
		// edge and one a site: so many roundings of the sum of the absolute values.
		roundings := 3*float64(m.N) + 4*float64(len(m.Edges)) + 4
		condition := 1.0
		if signs {
			condition = c.abs[0] / math.Abs(c.x[0])
		}
		switch {
		case !c.inRange:
			escalated = append(escalated, "float64: numbers underflow")
		case !(condition*roundings*unit < 1e-12*max(1, math.Ln2*math.Abs(float64(c.exponent)))):
			escalated = append(escalated, fmt.Sprintf("float64: the sum cancels by a factor %.1e", condition))
		default:
			z := logOfSum(math.Abs(c.x[0]), c.exponent, condition*roundings*unit, method)
			z.Negative = c.x[0] < 0
			return z, nil
		}
	} else {
		escalated = append(escalated, "float64: weights are out of range")
	}
	for prec := uint(bitsOfProducts); prec <= 1<<12; prec *= 4 {
		p := precise.New(prec)
		v, q, _ := numbers(p)
		one := p.Int(1)
		c := &wideSum{prec: p.Work, closed: func(int) *big.Float { return one }, open: v, q: q, x: []*big.Float{p.Int(1)}, abs: []*big.Float{p.Int(1)}}
		if _, err := n.run(ctx, c); err != nil {
			return partition.LogZ{}, err
		}
		out := newProduct(p)
		out.mul(c.x[0], 0)
		if c.x[0].Sign() != 0 {
			// The sum of the absolute values over that with signs is below 2^lost.
			lost := c.abs[0].MantExp(nil) - c.x[0].MantExp(nil) + 1
			out.units = math.Inf(1)
			out.err = max(math.Ldexp(1024*float64(m.N+len(m.Edges)+1), lost-int(prec)), tiny)
			if out.err < 0x1p-100 {
				z := out.log(method)
				z.Escalated = escalated
				return z, nil
			}
		} else if c.abs[0].Sign() == 0 {
			return out.log(method), nil
		}
		escalated = append(escalated, fmt.Sprintf("big %d: the sum cancels", prec))
	}
	return partition.LogZ{}, errCancels
}

// errCancels says that a sum with signs cannot be told from zero.
var errCancels = errors.New("the sum cancels to more digits than can be carried; it may be zero")

func simpleClusters(list []simple, numbers func(p *precise.Context) (v func(k int) *big.Float, q, less *big.Float)) (partition.LogZ, error) {
	for prec := uint(bitsOfProducts); prec <= 1<<12; prec *= 4 {
		p := precise.New(prec)
		v, q, less := numbers(p)
		z := newProduct(p)
		good := true
		// x + y with a relative error that counts the cancellation.
		sum := func(x, y *big.Float) *big.Float {
			s := p.New().Set(x)
			p.Add(s, y)
			return s
		}
		condition := func(s, x *big.Float) float64 {
			if s.Sign() == 0 { // or so small that it was lost
				good = false
				return 1
			}
			lost := max(x.MantExp(nil)-s.MantExp(nil), 0) + 1
			if lost > min(int(prec)/2, 900) {
				good = false
			}
			return math.Ldexp(1<<11, lost)
		}
		edge := func(to *product, k int) {
			s := sum(q, v(k))
			to.mul(s, condition(s, q))
		}
		for _, c := range list {
			for _, k := range c.bridges {
				edge(z, k)
			}
			if len(c.ring) == 0 {
				z.mul(q, 1<<10)
				continue
			}
			through, around := newProduct(p), newProduct(p)
			for _, k := range c.ring {
				edge(through, k)
				around.mul(v(k), 1<<10)
			}
			around.mul(less, 1)
			both := sumProducts([]*product{through, around}, []int{1, 1})
			if both.mantissa.Sign() == 0 && (through.mantissa.Sign() != 0 || around.mantissa.Sign() != 0) || !(both.err < 0x1p-100) {
				good = false
			}
			z.join(both)
		}
		if good {
			return z.log("trees and rings in closed form"), nil
		}
	}
	return partition.LogZ{}, errCancels
}

// Polynomial counts the edge subsets of a graph: entry [k][e] is how many of e edges
// leave k clusters, so that Z = Σ [k][e] q^k v^e. It sweeps with exact integers; the
// number of edges and states together is limited.
func (m *RandomCluster) Polynomial(ctx context.Context) ([][]*big.Int, error) {
	if err := checkBonds(m.N, m.Edges); err != nil {
		return nil, fmt.Errorf("lattice: cluster polynomial: %w", err)
	}
	c := newClusterCounts(len(m.Edges), true)
	if _, err := connect(ctx, m.sweep(), false, c); err != nil {
		return nil, fmt.Errorf("lattice: cluster polynomial: %w", err)
	}
	if c.err != nil {
		return nil, fmt.Errorf("lattice: cluster polynomial: %w", c.err)
	}
	out := make([][]*big.Int, c.clusters)
	for k := range out {
		out[k] = make([]*big.Int, c.stride)
		for e := range out[k] {
			out[k][e] = &c.x[0][k*c.stride+e]
		}
	}
	return out, nil
}
