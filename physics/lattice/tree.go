package lattice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// SpanningTree counts the spanning trees of a graph: Z is the sum over them of the
// product of their edge weights.
type SpanningTree struct {
	N     int
	Edges [][2]int // parallel edges count each
	// Weights has a positive number for each edge, or one for all of them.
	Weights []*big.Rat
	// Lattice says which generator made the edges, nil for an explicit list.
	Lattice *modelfile.Lattice
}

// ReadSpanningTree reads a lattice or a list of edges, and optional weights (1 by
// default; one number or a list):
//
//	{"model":"spanning_tree","lattice":"square","size":[8,8],"boundary":"open"}
//	{"model":"spanning_tree","n":3,"edges":[[0,1],[1,2],[0,2]],"weights":[1,"1/2",3]}
func ReadSpanningTree(root *modelfile.Value) (*SpanningTree, error) {
	m, err := readSpanningTree(root, modelfile.MaxTerms)
	if err != nil {
		return nil, fmt.Errorf("lattice: spanning tree model: %w", err)
	}
	return m, nil
}

func readSpanningTree(root *modelfile.Value, limit int) (*SpanningTree, error) {
	if _, err := wantKind(root, "spanning_tree"); err != nil {
		return nil, err
	}
	if err := root.Only(append([]string{"model", "n", "edges", "weights"}, latticeKeys...)...); err != nil {
		return nil, err
	}
	b, err := readBonds(root, limit)
	if err != nil {
		return nil, err
	}
	m := &SpanningTree{N: b.n, Edges: b.edges, Lattice: b.lattice, Weights: []*big.Rat{rat(1)}}
	if w := root.Get("weights"); w != nil {
		if m.Weights, err = rationals(w, len(m.Edges), "edges"); err != nil {
			return nil, err
		}
	}
	if err := m.check(); err != nil {
		return nil, root.Errorf("%w", err)
	}
	return m, nil
}

func (m *SpanningTree) check() error {
	if err := checkBonds(m.N, m.Edges); err != nil {
		return err
	}
	if len(m.Weights) != 1 && len(m.Weights) != len(m.Edges) {
		return fmt.Errorf("%d weights for %d edges", len(m.Weights), len(m.Edges))
	}
	for k, w := range m.Weights {
		if w.Sign() <= 0 {
			return fmt.Errorf("weights[%d] is %s, want a positive number", k, text(w))
		}
	}
	return nil
}

// MarshalJSON writes what ReadSpanningTree reads.
func (m *SpanningTree) MarshalJSON() ([]byte, error) {
	r := newRecord("spanning_tree").setBonds(m.N, m.Edges, m.Lattice)
	if len(m.Weights) != 1 || m.Weights[0].Cmp(rat(1)) != 0 {
		r.set("weights", texts(m.Weights))
	}
	return r.bytes(), nil
}

// Kind is "spanning_tree".
func (m *SpanningTree) Kind() string { return "spanning_tree" }

// Sites is the number of vertices.
func (m *SpanningTree) Sites() int { return m.N }

// Explain states Kirchhoff's theorem.
func (m *SpanningTree) Explain() []string {
	lines := []string{"Kirchhoff's matrix-tree theorem: the weighted number of spanning trees is any cofactor of the Laplacian, a determinant."}
	if m.product() {
		return append(lines, fmt.Sprintf("On the %s lattice, plane or standing waves diagonalise the Laplacian; the product over one direction is done in closed form.", m.Lattice.Kind))
	}
	return append(lines, "Vertices are eliminated one after the other: a star of edges becomes a mesh of edges w_i·w_j/Σw, and Σw is a factor of the result. Nothing is subtracted, so nothing cancels.")
}

// product says whether the closed form applies: equal weights on a square lattice.
func (m *SpanningTree) product() bool {
	return m.Lattice != nil && m.Lattice.Kind == "square" && len(m.Weights) == 1
}

// LogZ takes the product of eigenvalues on a square lattice or torus with one weight,
// and eliminates vertices (star to mesh) on every other graph. Value is −∞ where the
// graph is not connected.
func (m *SpanningTree) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.check(); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: spanning trees: %w", err)
	}
	if m.product() {
		z, err := gridTrees(ctx, m.Lattice.Size[0], m.Lattice.Size[1], m.Lattice.Torus, m.Weights[0])
		if err != nil {
			return partition.LogZ{}, fmt.Errorf("lattice: spanning trees: %w", err)
		}
		return z, nil
	}
	z, err := m.eliminate(ctx)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: spanning trees: %w", err)
	}
	return z, nil
}

// gridTrees is the product of the nonzero eigenvalues over their number. Open: the
// eigenvalues x_j² + y_k² with x_j² = 4sin²(πj/2m) give ∏_{j=1}^{m−1} (μⁿ − μ^−n)/(μ −
// 1/μ) with μ = λ², λ − 1/λ = x_j, since ∏ y_k² = n and ∏ x_j² = m. Torus: x_j² =
// 4sin²(πj/m), ∏ y_k² = n², and (n/m) ∏_{j=1}^{m−1} (λⁿ − λ^−n)².
func gridTrees(ctx context.Context, rows, cols int, torus bool, weight *big.Rat) (partition.LogZ, error) {
	m, n := int64(min(rows, cols)), int64(max(rows, cols))
	if m > maxSide {
		return partition.LogZ{}, fmt.Errorf("a side of %d, the limit is %d", m, maxSide)
	}
	p := precise.New(bitsOfProducts)
	z := newProduct(p)
	if torus {
		z.mul(p.New().Quo(p.Int(n), p.Int(m)), 1)
	}
	for j := int64(1); j < m; j++ {
		if err := checkEvery(ctx, int(j)); err != nil {
			return partition.LogZ{}, err
		}
		if torus {
			// 4sin²(πj/m), twice the angle folded into 0 … π.
			k := min(2*j, 2*m-2*j)
			w, _ := waves(p, growth(p, fourSineSquared(p, k, m)), n, true, growthErr)
			z.join(w)
			z.join(w)
			continue
		}
		square := fourSineSquared(p, j, m)
		l := growth(p, square)
		w, _ := waves(p, l, 2*n, true, growthErr)
		z.join(w)
		// μ − 1/μ = (λ − 1/λ)(λ + 1/λ) = x √(4 + x²).
		other := p.New().Add(square, p.Int(4))
		z.mul(l.Quo(p.Int(1), other.Sqrt(other.Mul(other, square))), 2*growthErr)
	}
	if weight.Cmp(rat(1)) != 0 {
		z.mulPower(p.New().SetRat(weight), m*n-1, 1)
	}
	return z.log("matrix-tree theorem, product of eigenvalues"), nil
}

// maxFill bounds the pairs of an elimination, and its memory to four bytes for each.
const maxFill = 1 << 27

// maxEliminated bounds vertices and edges, at some hundred bytes for each.
const maxEliminated = 1 << 22

// treePlan is an elimination in symbols. Edges between the same vertices are one: edge
// k of the plan stands for the edges groups[k] of the model, and edges from len(groups)
// on arise on the way.
type treePlan struct {
	groups [][]int
	edges  int
	stars  []treeStar // one for each vertex but the last
}

// treeStar eliminates a vertex: star lists its edges, mesh for each pair i > j of them
// (in the order 10, 20, 21, 30, …) the edge that w_i·w_j/Σw is added to.
type treeStar struct{ star, mesh []int32 }

var errDisconnected = errors.New("the graph is not connected")

func (m *SpanningTree) plan(ctx context.Context) (*treePlan, error) {
	if m.N+len(m.Edges) > maxEliminated {
		return nil, fmt.Errorf("%d vertices and %d edges to eliminate, the limit is %d", m.N, len(m.Edges), maxEliminated)
	}
	at := map[[2]int]int{}
	var edges []graph.Edge
	t := &treePlan{}
	for k, e := range m.Edges {
		key := [2]int{min(e[0], e[1]), max(e[0], e[1])}
		if key[0] == key[1] {
			continue // a loop is in no tree
		}
		i, ok := at[key]
		if !ok {
			i = len(edges)
			at[key] = i
			edges, t.groups = append(edges, graph.Edge(key)), append(t.groups, nil)
		}
		t.groups[i] = append(t.groups[i], k)
	}
	g, err := graph.New(m.N, edges)
	if err != nil {
		return nil, err
	}
	near := make([]map[int32]int32, m.N)
	for v := range near {
		near[v] = make(map[int32]int32, g.Degree(v))
	}
	for k, e := range edges {
		near[e[0]][int32(e[1])], near[e[1]][int32(e[0])] = int32(k), int32(k)
	}
	t.edges = len(edges)
	pairs := 0
	order := graph.MinDegreeOrder(g, m.N)
	for _, v := range order[:m.N-1] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ends := make([]int32, 0, len(near[v]))
		for u := range near[v] {
			ends = append(ends, u)
		}
		if len(ends) == 0 {
			return nil, errDisconnected
		}
		slices.Sort(ends)
		if pairs += len(ends) * (len(ends) - 1) / 2; pairs > maxFill {
			return nil, fmt.Errorf("the elimination combines more than %d pairs of edges", maxFill)
		}
		s := treeStar{star: make([]int32, len(ends)), mesh: make([]int32, 0, len(ends)*(len(ends)-1)/2)}
		for i, a := range ends {
			s.star[i] = near[v][a]
			delete(near[a], int32(v))
			for _, b := range ends[:i] {
				k, ok := near[a][b]
				if !ok {
					k = int32(t.edges)
					t.edges++
					near[a][b], near[b][a] = k, k
				}
				s.mesh = append(s.mesh, k)
			}
		}
		near[v] = nil
		t.stars = append(t.stars, s)
	}
	return t, nil
}

// totals adds up the weights of the edges of each group.
func (m *SpanningTree) totals(t *treePlan) []*big.Rat {
	list := make([]*big.Rat, len(t.groups))
	for k, group := range t.groups {
		list[k] = new(big.Rat)
		for _, e := range group {
			list[k].Add(list[k], at(m.Weights, e))
		}
	}
	return list
}

// eliminate sums and divides float64 weights. The bound: a step on a vertex of degree d
// is an exact step on a graph whose edges differ by at most (d+4) roundings; as a
// spanning tree has at most d−1 edges in the mesh of d vertices, Z changes by at most
// (d−1)(d+4) roundings; the factor Σw has d more.
func (m *SpanningTree) eliminate(ctx context.Context) (partition.LogZ, error) {
	const method = "matrix-tree theorem, star–mesh elimination"
	t, err := m.plan(ctx)
	if errors.Is(err, errDisconnected) {
		return partition.LogZ{Value: new(big.Float).SetInf(true), Method: method, Exact: true}, nil
	}
	if err != nil {
		return partition.LogZ{}, err
	}
	weight := make([]float64, t.edges)
	for k, sum := range m.totals(t) {
		f, _, ok := toFloat(sum)
		if !ok || f < 0x1p-300 || f > 0x1p300 {
			return partition.LogZ{}, fmt.Errorf("weight %s is outside of the range of the elimination", text(sum))
		}
		weight[k] = f
	}
	mantissa, exponent, roundings := 1.0, int64(0), float64(2*m.N) // of the weights
	for i, s := range t.stars {
		if err := checkEvery(ctx, i); err != nil {
			return partition.LogZ{}, err
		}
		sum := 0.0
		for _, k := range s.star {
			sum += weight[k]
		}
		mesh := s.mesh
		for i, a := range s.star {
			share := weight[a] / sum
			for j, b := range s.star[:i] {
				x := share * weight[b]
				if x < 0x1p-900 || x > 0x1p900 {
					return partition.LogZ{}, errors.New("the weights differ so much that float64 numbers under- or overflow")
				}
				weight[mesh[j]] += x
			}
			mesh = mesh[i:]
		}
		d := float64(len(s.star))
		roundings += (d-1)*(d+4) + d + 1
		var e int
		mantissa, e = math.Frexp(mantissa * sum)
		exponent += int64(e)
	}
	return logOfSum(mantissa, exponent, roundings*unit, method), nil
}

// Count is Z as an exact rational (an integer for integer weights): the elimination of
// LogZ modulo as many primes as its size demands, which the float64 result bounds.
func (m *SpanningTree) Count(ctx context.Context) (*big.Rat, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("lattice: spanning tree count: %w", err)
	}
	z, err := m.LogZ(ctx)
	if err != nil {
		return nil, err
	}
	if z.Value.IsInf() {
		return new(big.Rat), nil
	}
	t, err := m.plan(ctx)
	if err != nil {
		return nil, fmt.Errorf("lattice: spanning tree count: %w", err)
	}
	// With the common denominator D of the weights, Z·D^(n−1) is an integer.
	denominator := commonDenominator(m.Weights)
	scale := new(big.Int).Exp(denominator, big.NewInt(int64(m.N-1)), nil)
	size := int((z.Float64()+z.ErrorBound)/math.Ln2) + 2 + scale.BitLen()
	scaled := m.totals(t)
	for _, w := range scaled {
		w.Mul(w, new(big.Rat).SetInt(denominator))
	}
	count, err := fromResidues(ctx, size, func(f *field) (uint64, bool, error) {
		weight := make([]uint64, t.edges)
		for k, w := range scaled {
			weight[k] = f.of(w.Num())
		}
		det := f.one
		for i, s := range t.stars {
			if err := checkEvery(ctx, i); err != nil {
				return 0, false, err
			}
			sum := uint64(0)
			for _, k := range s.star {
				sum = f.add(sum, weight[k])
			}
			if sum == 0 {
				return 0, false, nil
			}
			det = f.mul(det, sum)
			inverse := f.inv(sum)
			mesh := s.mesh
			for i, a := range s.star {
				share := f.mul(weight[a], inverse)
				for j, b := range s.star[:i] {
					weight[mesh[j]] = f.add(weight[mesh[j]], f.mul(share, weight[b]))
				}
				mesh = mesh[i:]
			}
		}
		return det, true, nil
	})
	if err != nil {
		return nil, fmt.Errorf("lattice: spanning tree count: %w", err)
	}
	return new(big.Rat).SetFrac(count, scale), nil
}

// commonDenominator is the least one of a list.
func commonDenominator(list []*big.Rat) *big.Int {
	d := big.NewInt(1)
	for _, x := range list {
		g := new(big.Int).GCD(nil, nil, d, x.Denom())
		d.Mul(d, new(big.Int).Quo(x.Denom(), g))
	}
	return d
}
