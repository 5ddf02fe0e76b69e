package lattice

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// Network is a graph whose edges are open independently, with two of its vertices
// marked: bond percolation from one to the other.
type Network struct {
	N     int
	Edges [][2]int
	// S and T are the terminals, two different vertices.
	S, T int
	// Certain marks edges that are open with probability one; nil: none.
	Certain []bool
}

// Strip is the network of bond percolation across an open grid of rows × columns sites,
// from its left end to its right: every site of the first column is joined to S for
// certain, every one of the last to T. It crosses columns−1 bonds; a strip with
// columns = rows+1 is its own dual, and is crossed with probability ½ at p = ½.
func Strip(rows, columns int) (*Network, error) {
	if rows < 1 || columns < 1 || rows > maxClusterEdges/columns/2 {
		return nil, fmt.Errorf("lattice: percolation: a strip of %d×%d sites is outside of the supported size", rows, columns)
	}
	n := &Network{N: rows*columns + 2, S: rows * columns, T: rows*columns + 1}
	for c := range columns {
		for r := range rows {
			v := c*rows + r // column by column
			if c == 0 {
				n.Edges, n.Certain = append(n.Edges, [2]int{v, n.S}), append(n.Certain, true)
			}
			if r+1 < rows {
				n.Edges, n.Certain = append(n.Edges, [2]int{v, v + 1}), append(n.Certain, false)
			}
			if c+1 < columns {
				n.Edges, n.Certain = append(n.Edges, [2]int{v, v + rows}), append(n.Certain, false)
			} else {
				n.Edges, n.Certain = append(n.Edges, [2]int{v, n.T}), append(n.Certain, true)
			}
		}
	}
	return n, nil
}

func (n *Network) check() error {
	if err := checkBonds(n.N, n.Edges); err != nil {
		return err
	}
	if n.S < 0 || n.S >= n.N || n.T < 0 || n.T >= n.N || n.S == n.T {
		return fmt.Errorf("terminals %d and %d: want two different vertices of 0 … %d", n.S, n.T, n.N-1)
	}
	if n.Certain != nil && len(n.Certain) != len(n.Edges) {
		return fmt.Errorf("%d marks of certain edges for %d edges", len(n.Certain), len(n.Edges))
	}
	return nil
}

func (n *Network) certain(k int) bool { return n.Certain != nil && n.Certain[k] }

// sweep has the terminals at the front of the frontier for good. Orders of the other
// vertices are judged without the edges that come from the terminals.
func (n *Network) sweep() *sweep {
	var inner [][2]int
	for _, e := range n.Edges {
		if e[0] != n.S && e[0] != n.T && e[1] != n.S && e[1] != n.T {
			inner = append(inner, e)
		}
	}
	start, near := adjacency(n.N, inner)
	natural := make([]int, n.N)
	for v := range natural {
		natural[v] = v
	}
	var best []int
	bestWidth, bestSum := 0, 0
	last := breadthFirst(start, near, 0)
	for _, order := range [][]int{natural, breadthFirst(start, near, last[len(last)-1]), greedyFrontier(start, near, last[len(last)-1])} {
		width, sum := frontierSize(start, near, order)
		if best == nil || width < bestWidth || width == bestWidth && sum < bestSum {
			best, bestWidth, bestSum = order, width, sum
		}
	}
	order := []int{n.S, n.T}
	for _, v := range best {
		if v != n.S && v != n.T {
			order = append(order, v)
		}
	}
	return sweepAlong(n.N, n.Edges, order[:2], order)
}

// Reliability is ln of the probability that S and T are joined by open edges when edge k
// is open with probability open[k], or open[0] if that is all; certain edges ignore it. Only positive numbers are added. The probability is zero, and Value −∞,
// where no path exists.
func (n *Network) Reliability(ctx context.Context, open []*big.Rat) (partition.LogZ, error) {
	const method = "connectivity states with two terminals"
	if err := n.checkOpen(open); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: percolation: %w", err)
	}
	weights := make([][2]float64, len(n.Edges)) // closed, open
	for k := range n.Edges {
		if n.certain(k) {
			weights[k] = [2]float64{0, 1}
			continue
		}
		p := at(open, k)
		rest := new(big.Rat).Sub(rat(1), p)
		a, _, ok1 := toFloat(rest)
		b, _, ok2 := toFloat(p)
		if !ok1 || !ok2 || a != 0 && a < 0x1p-100 || b != 0 && b < 0x1p-100 {
			return partition.LogZ{}, fmt.Errorf("lattice: percolation: edge %d: probability %s is too close to 0 or 1 for float64 sums", k, text(p))
		}
		weights[k] = [2]float64{a, b}
	}
	c := newSignedSum(1, func(k int) float64 { return weights[k][0] }, func(k int) float64 { return weights[k][1] }, false)
	states, err := connect(ctx, n.sweep(), true, c)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: percolation: %w", err)
	}
	joined := 0.0
	for i, s := range states {
		if s == settled {
			joined = c.x[i]
		}
	}
	if joined == 0 {
		return partition.LogZ{Value: new(big.Float).SetInf(true), Method: method, Exact: true}, nil
	}
	if !c.inRange {
		return partition.LogZ{}, errors.New("lattice: percolation: numbers underflow")
	}
	return logOfSum(joined, c.exponent, (4*float64(len(n.Edges))+float64(n.N))*unit, method), nil
}

// Paths counts the sets of open edges that join S and T by their size: entry k is the
// number of ways in which k of the uncertain edges, E in all, are open and S and T are
// joined, so that the probability is Σ_k N_k p^k (1−p)^(E−k).
func (n *Network) Paths(ctx context.Context) ([]*big.Int, error) {
	if err := n.check(); err != nil {
		return nil, fmt.Errorf("lattice: percolation: %w", err)
	}
	// Certain edges are contracted.
	root := make([]int, n.N)
	for v := range root {
		root[v] = v
	}
	find := func(v int) int {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for k, e := range n.Edges {
		if n.certain(k) {
			a, b := find(e[0]), find(e[1])
			root[a] = b
		}
	}
	number := make([]int, n.N)
	small := &Network{}
	for v := range number {
		if root[v] == v {
			number[v] = small.N
			small.N++
		}
	}
	small.S, small.T = number[find(n.S)], number[find(n.T)]
	for k, e := range n.Edges {
		if !n.certain(k) {
			small.Edges = append(small.Edges, [2]int{number[find(e[0])], number[find(e[1])]})
		}
	}
	if small.S == small.T { // any set will do
		out := make([]*big.Int, len(small.Edges)+1)
		for k := range out {
			out[k] = new(big.Int).Binomial(int64(len(small.Edges)), int64(k))
		}
		return out, nil
	}
	c := newClusterCounts(len(small.Edges), false)
	states, err := connect(ctx, small.sweep(), true, c)
	if err == nil {
		err = c.err
	}
	if err != nil {
		return nil, fmt.Errorf("lattice: percolation: %w", err)
	}
	out := make([]*big.Int, len(small.Edges)+1)
	for k := range out {
		out[k] = new(big.Int)
	}
	for i, s := range states {
		if s == settled {
			for k := range out {
				out[k] = &c.x[i][k]
			}
		}
	}
	return out, nil
}

// Crossing is the probability that an open grid of rows × columns sites is crossed by
// open bonds from its left end to its right (see Strip), each open with probability p:
// exactly, as a rational.
func Crossing(ctx context.Context, rows, columns int, p *big.Rat) (*big.Rat, error) {
	n, err := Strip(rows, columns)
	if err != nil {
		return nil, err
	}
	return n.Probability(ctx, []*big.Rat{p})
}

// Probability is exp of Reliability as an exact rational, from sums modulo primes.
func (n *Network) Probability(ctx context.Context, open []*big.Rat) (*big.Rat, error) {
	if err := n.checkOpen(open); err != nil {
		return nil, fmt.Errorf("lattice: percolation: %w", err)
	}
	// Times a common denominator for each edge it is an integer, at most that product.
	d := commonDenominator(open)
	scale := big.NewInt(1)
	for k := range n.Edges {
		if !n.certain(k) {
			scale.Mul(scale, d)
		}
	}
	walk := newConnector(n.sweep(), true)
	count, err := fromResidues(ctx, scale.BitLen()+1, func(f *field) (uint64, bool, error) {
		weights := make([][2]uint64, len(open))
		for k, p := range open {
			x, ok := f.ofRat(p)
			if !ok {
				return 0, false, nil
			}
			weights[k] = [2]uint64{f.sub(f.one, x), x}
		}
		weight := func(k, which int) uint64 {
			switch {
			case n.certain(k):
				return f.one * uint64(which)
			case len(weights) == 1:
				return weights[0][which]
			}
			return weights[k][which]
		}
		c := &residues{
			f: f, q: f.one, x: []uint64{f.one},
			closed: func(k int) uint64 { return weight(k, 0) }, open: func(k int) uint64 { return weight(k, 1) },
		}
		states, err := walk.run(ctx, c)
		if err != nil {
			return 0, false, err
		}
		joined := uint64(0)
		for i, s := range states {
			if s == settled {
				joined = c.x[i]
			}
		}
		return f.mul(joined, f.of(scale)), true, nil
	})
	if err != nil {
		return nil, fmt.Errorf("lattice: percolation: %w", err)
	}
	return new(big.Rat).SetFrac(count, scale), nil
}

// checkOpen checks a network and the probabilities of its edges.
func (n *Network) checkOpen(open []*big.Rat) error {
	if err := n.check(); err != nil {
		return err
	}
	if len(open) != 1 && len(open) != len(n.Edges) {
		return fmt.Errorf("%d probabilities for %d edges", len(open), len(n.Edges))
	}
	for k, p := range open {
		if p == nil || p.Sign() < 0 || p.Cmp(rat(1)) > 0 {
			return fmt.Errorf("probability %d: want a number in 0 … 1", k)
		}
	}
	return nil
}

// CrossingLog is ln of the Crossing probability by float64 sums, for longer and wider
// strips than exact counts can do.
func CrossingLog(ctx context.Context, rows, columns int, p *big.Rat) (partition.LogZ, error) {
	n, err := Strip(rows, columns)
	if err != nil {
		return partition.LogZ{}, err
	}
	return n.Reliability(ctx, []*big.Rat{p})
}

// expMinusOne is e^x − 1 to a few units of the working precision.
func expMinusOne(p *precise.Context, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.New()
	}
	if x.MantExp(nil) > -1 { // |x| ≥ ½
		e := p.Exp(x)
		p.Add(e, p.Int(-1))
		return e
	}
	sum, term := p.New().Set(x), p.New().Set(x)
	for i := int64(2); ; i++ {
		term.Mul(term, x)
		term.Quo(term, p.Int(i))
		if p.Negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}
