package planar

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/pfaffian"
	"github.com/assay-physics/assay/math/wide"
	"github.com/assay-physics/assay/physics/partition"
)

// DimerLogZ sums the weights of the perfect matchings of a graph, the weight of one being
// the product of the weights of its edges (1 everywhere counts them): Kasteleyn's
// Pfaffian over the vertices. rot is an embedding in a surface of few handles, nil to
// look for one in the plane; on genus g the sum takes 4^g Pfaffians with signs from a
// reference matching. Weights are exact numbers of either sign, those of a vanishing sum
// ln Z = −∞. Errors wrap ErrNotPlanar, ErrGenus or ErrPrecision.
//
// Sources: P. W. Kasteleyn, Physica 27 (1961) 1209; signs at genus g: D. Cimasoni and
// N. Reshetikhin, Commun. Math. Phys. 275 (2007) 187.
func DimerLogZ(ctx context.Context, g *graph.Graph, rot graph.Rotation, weights []float64, o Options) (partition.LogZ, error) {
	if len(weights) != g.M() {
		return partition.LogZ{}, fmt.Errorf("planar: dimers: %d weights for %d edges", len(weights), g.M())
	}
	for k, w := range weights {
		if math.IsNaN(w) || math.IsInf(w, 0) {
			return partition.LogZ{}, fmt.Errorf("planar: dimers: the weight of edge %d is %v", k, w)
		}
	}
	if rot == nil {
		var ok bool
		if rot, ok = graph.Embed(g); !ok {
			return partition.LogZ{}, fmt.Errorf("planar: dimers: %w", ErrNotPlanar)
		}
	}
	s, err := newSurface(g, rot)
	if err != nil {
		return partition.LogZ{}, err
	}
	return dimerSum(ctx, s, weights, o)
}

// dimerSum is DimerLogZ on a surface, which may have parallel edges and loops.
func dimerSum(ctx context.Context, s *surface, weights []float64, o Options) (partition.LogZ, error) {
	reference, err := matching(ctx, s, func(k int32) bool { return weights[k] != 0 })
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("planar: dimers: %w", err)
	}
	for _, d := range reference {
		if d < 0 {
			return partition.LogZ{Value: new(big.Float).SetInf(true), Method: "no perfect matching", Exact: true, Precision: "integers"}, nil
		}
	}
	c, err := s.orient(false)
	if err != nil {
		return partition.LogZ{}, err
	}
	// The quadratic form of the reference: beside the signs along a cycle, a minus for
	// every vertex whose dimer leaves to the left.
	for i, cycle := range c.cycles {
		plus := true
		for j, d := range cycle {
			if c.negative[d>>1] != (d&1 == 1) {
				plus = !plus
			}
			after := cycle[(j+1)%len(cycle)]
			for x := s.next[d^1]; x != after; x = s.next[x] {
				if x == reference[s.at[x]] {
					plus = !plus
				}
			}
		}
		c.form[i] = plus
	}
	m := pfaffian.Matrix{N: s.n}
	var values []float64
	var entry []int32 // edge of each entry
	for k, w := range weights {
		if u, v := s.at[2*k], s.at[2*k+1]; u != v && w != 0 {
			m.I, m.J = append(m.I, u), append(m.J, v)
			values, entry = append(values, w), append(entry, int32(k))
		}
	}
	d := graph.Dissect(simple(s, s.n), graph.DissectOptions{})
	tree := pfaffian.Tree{Parent: d.Parent, Leaf: d.Leaf}

	structures := c.structures()
	z := partition.LogZ{Exact: true, Method: "Kasteleyn Pfaffian"}
	if c.genus > 0 {
		z.Method = fmt.Sprintf("%d Kasteleyn Pfaffians at genus %d", len(structures), c.genus)
	}
	for level := float64Arithmetic; ; {
		p := newWeights(level).context
		results := make([][]logNumber, len(structures))
		matrices := make([]entries, len(structures))
		for i, st := range structures {
			negative := c.flipped(st.flips)
			v := slices.Clone(values)
			for k := range v {
				if negative[entry[k]] {
					v[k] = -v[k]
				}
			}
			matrices[i] = entries{m, v, tree, o}
			r, err := matrices[i].eliminate(ctx, level)
			if err != nil {
				return partition.LogZ{}, err
			}
			results[i] = []logNumber{r}
		}
		top := largest(results)
		var list []logNumber
		for i, st := range structures {
			if vanishing(results[i][0], top) {
				if results[i], err = matrices[i].lifted(ctx, level, results[i][0]); err != nil {
					return partition.LogZ{}, err
				}
			}
			sign := matchingSign(s, reference, c.flipped(st.flips))
			if st.odd {
				sign = -sign
			}
			for _, r := range results[i] {
				r.sign *= sign
				list = append(list, r)
			}
		}
		v := signedSum(list, p).log(p)
		size, _ := v.log.Float64()
		if math.IsInf(size, 0) {
			size = 0
		}
		excess := v.bound / (o.tolerance() * max(1, math.Abs(size)))
		if excess <= 1 {
			if v.sign != 0 {
				shift := p.Int(int64(-c.genus))
				v.log.Add(v.log, shift.Mul(shift, p.Ln2))
			}
			z.Value, z.ErrorBound, z.Negative, z.Precision = v.log, v.bound, v.sign < 0, level.String()
			return z, nil
		}
		reason := fmt.Sprintf("%v: bound %.1g times the tolerance", level, excess)
		if math.IsInf(excess, 1) {
			reason = fmt.Sprintf("%v: no bound", level)
		}
		z.Escalated = append(z.Escalated, reason)
		next := level.widen(excess, 106, o.maxPrecision())
		if next == level {
			return partition.LogZ{}, fmt.Errorf("planar: dimers: the tolerance is not certified with %d bits (%s): %w", level.bits, reason, ErrPrecision)
		}
		level = next
	}
}

// flipped is negative with some of the loops flipped.
func (o *orientation) flipped(flips uint32) []bool {
	negative := append([]bool(nil), o.negative...)
	for i, loop := range o.loops {
		if flips>>i&1 == 1 {
			for _, k := range loop {
				negative[k] = !negative[k]
			}
		}
	}
	return negative
}

// matchingSign is the sign with which a perfect matching of positive weights enters the
// Pfaffian: that of its permutation, times those of its entries.
func matchingSign(s *surface, mate []int32, negative []bool) int {
	// The permutation lists the pairs (tail, head) of the entries.
	list := make([]int32, 0, s.n)
	sign := 1
	for v, d := range mate {
		if d&1 == 1 || int(s.at[d]) != v {
			continue
		}
		list = append(list, s.at[d], s.at[d^1])
		if negative[d>>1] {
			sign = -sign
		}
	}
	seen := make([]bool, len(list))
	for i := range list {
		length := 0
		for j := int32(i); !seen[j]; j = list[j] {
			seen[j] = true
			length++
		}
		if length > 0 && length%2 == 0 {
			sign = -sign
		}
	}
	return sign
}

// entries is a matrix of exact numbers.
type entries struct {
	m    pfaffian.Matrix
	v    []float64
	tree pfaffian.Tree
	o    Options
}

// lifted is the Pfaffian as a sum over raised and lowered entries; if none is known that
// way either, the number given.
func (x entries) lifted(ctx context.Context, a arithmetic, direct logNumber) ([]logNumber, error) {
	var edges []int32 // those whose entries can be moved without rounding
	for k, v := range x.v {
		if l := liftOf(v); v+l-l == v && v-l+l == v {
			edges = append(edges, int32(k))
		}
	}
	v := x.v
	return liftedSum(edges, func(k int32) float64 { return v[k] }, direct, newWeights(a).context, func(lifts []lift) (logNumber, error) {
		x.v = slices.Clone(v)
		for _, l := range lifts {
			x.v[l.edge] += l.by
		}
		return x.eliminate(ctx, a)
	})
}

// eliminate computes the Pfaffian in a given arithmetic.
func (x entries) eliminate(ctx context.Context, a arithmetic) (logNumber, error) {
	var r pfaffian.Result
	var err error
	switch a {
	case float64Arithmetic:
		r, err = pfaffian.Float64(ctx, x.m, x.v, 0, x.tree, x.o.kernel())
	case wideArithmetic:
		w := make([]wide.DD, len(x.v))
		for k, y := range x.v {
			w[k] = wide.FromFloat(y)
		}
		r, err = pfaffian.DoubleDouble(ctx, x.m, w, 0, x.tree, x.o.kernel())
	default:
		w := make([]*big.Float, len(x.v))
		for k, y := range x.v {
			w[k] = new(big.Float).SetPrec(a.bits).SetFloat64(y)
		}
		r, err = pfaffian.Big(ctx, x.m, w, a.bits, 0, x.tree, x.o.kernel())
	}
	if err != nil {
		return logNumber{}, fmt.Errorf("planar: %v: %w", a, err)
	}
	return logNumber{log: r.Log, sign: r.Sign, bound: r.Bound}, nil
}
