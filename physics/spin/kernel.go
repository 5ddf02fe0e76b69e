package spin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/math/precise"
)

// Kernel is the linear structure of the interactions over GF(2): the sets of terms that
// contain every site an even number of times. They are what survives of the
// high-temperature expansion,
//
//	Z = 2^n ∏ cosh(βJ) · Σ over the kernel of ∏ tanh(βJ),
//
// so that a kernel of small dimension makes a model tractable, whatever its graph
// (van der Waerden, Z. Phys. 118 (1941) 473, for bonds). Terms of the same sites count
// once, with the sum of their couplings.
type Kernel struct {
	// Terms counts the interactions after merging, Rank is that of the incidence matrix
	// of sites and terms, Dim = Terms − Rank that of the kernel.
	Terms int `json:"terms"`
	Rank  int `json:"rank"`
	Dim   int `json:"dim"`
	// Basis lists Dim independent elements as indices into Model.Terms, each with a term
	// that no other has. Where terms have been merged the first one stands for all.
	Basis [][]int `json:"basis,omitempty"`
	// NotComputed says why Basis is left out, or with Dim = −1 why the rank is not known.
	NotComputed string `json:"not_computed,omitempty"`
}

// Limits of the analysis: on the dimension and total length of a basis that is written
// out, and on the elementary steps of the elimination.
const (
	maxBasisDim   = 1024
	maxBasisSize  = 1 << 21
	maxKernelWork = 1 << 29
)

// FindKernel computes the rank and, where it is not too long, a basis of the kernel.
// Models of fields and bonds take linear time (the kernel is the cycle space of the graph
// with one more vertex for the fields); others are first shrunk by sites with one or two
// terms, and what is left is eliminated in packed bits.
func FindKernel(m *Model) (Kernel, error) {
	if err := m.Validate(); err != nil {
		return Kernel{}, err
	}
	terms, first, _ := m.merged()
	k := findKernel(m.N, terms)
	for _, v := range k.Basis {
		for i := range v {
			v[i] = first[v[i]]
		}
	}
	return k, nil
}

// findKernel gives a basis in indices of terms.
func findKernel(n int, terms []Term) Kernel {
	for _, t := range terms {
		if len(t.Sites) > 2 {
			return sparseKernel(n, terms)
		}
	}
	return cycleSpace(n, terms)
}

// cycleSpace is the kernel of fields and bonds: one cycle for each edge outside of a
// spanning forest.
func cycleSpace(n int, terms []Term) Kernel {
	ends := func(i int) (int, int) {
		if s := terms[i].Sites; len(s) == 2 {
			return s[0], s[1]
		}
		return terms[i].Sites[0], n // the vertex of all fields
	}
	start := make([]int32, n+2)
	for i := range terms {
		u, v := ends(i)
		start[u+1]++
		start[v+1]++
	}
	for v := range n + 1 {
		start[v+1] += start[v]
	}
	at := make([]int32, 2*len(terms))
	fill := slices.Clone(start)
	for i := range terms {
		u, v := ends(i)
		at[fill[u]], at[fill[v]] = int32(i), int32(i)
		fill[u]++
		fill[v]++
	}
	up := make([]int32, n+1) // term that leads to the parent, −1 at a root
	depth := make([]int32, n+1)
	for v := range up {
		up[v], depth[v] = -1, -1
	}
	other := func(i int32, v int) int {
		a, b := ends(int(i))
		return a + b - v
	}
	inTree := make([]bool, len(terms))
	rank := 0
	var queue []int
	for root := n; root >= 0; root-- {
		if depth[root] >= 0 {
			continue
		}
		depth[root] = 0
		queue = append(queue[:0], root)
		for j := 0; j < len(queue); j++ {
			v := queue[j]
			for _, i := range at[start[v]:start[v+1]] {
				if w := other(i, v); depth[w] < 0 {
					depth[w], up[w], inTree[i] = depth[v]+1, i, true
					rank++
					queue = append(queue, w)
				}
			}
		}
	}
	k := Kernel{Terms: len(terms), Rank: rank, Dim: len(terms) - rank}
	if k.Dim > maxBasisDim {
		k.NotComputed = fmt.Sprintf("basis: more than %d vectors", maxBasisDim)
		return k
	}
	size := 0
	for i := range terms {
		if inTree[i] {
			continue
		}
		u, v := ends(i)
		cycle := []int{i}
		for u != v {
			if depth[u] < depth[v] {
				u, v = v, u
			}
			cycle = append(cycle, int(up[u]))
			u = other(up[u], u)
		}
		slices.Sort(cycle)
		k.Basis = append(k.Basis, cycle)
		if size += len(cycle); size > maxBasisSize {
			k.Basis, k.NotComputed = nil, fmt.Sprintf("basis: more than %d entries", maxBasisSize)
			return k
		}
	}
	return k
}

// columns are the terms, as unknowns of the linear equations that sites are. Equal ones
// are tied together in classes.
type columns struct {
	parent []int32   // class of each term, by steps; −1 for a class that is zero
	sites  [][]int32 // equations in which a class occurs, and some in which it no longer does
	rows   [][]int32 // classes in each equation
	work   int
}

// sparseKernel solves the equations of the sites: an equation with one unknown makes it
// zero, one with two ties them together; the rest is dense.
func sparseKernel(n int, terms []Term) Kernel {
	c := columns{parent: make([]int32, len(terms)), sites: make([][]int32, len(terms)), rows: make([][]int32, n)}
	const zero = -1
	for i, t := range terms {
		c.parent[i] = int32(i)
		for _, s := range t.Sites {
			c.sites[i] = append(c.sites[i], int32(s))
			c.rows[s] = append(c.rows[s], int32(i))
		}
	}
	unknown := Kernel{Terms: len(terms), Rank: -1, Dim: -1}
	var queue []int32
	for s := range n {
		if l := len(c.rows[s]); l == 1 || l == 2 {
			queue = append(queue, int32(s))
		}
	}
	for len(queue) > 0 {
		row := c.rows[queue[len(queue)-1]]
		queue = queue[:len(queue)-1]
		if len(row) == 0 || len(row) > 2 {
			continue
		}
		a, b := row[0], int32(zero)
		if len(row) == 2 {
			b = row[1]
			if len(c.sites[a]) > len(c.sites[b]) {
				a, b = b, a
			}
		}
		for _, s := range c.sites[a] {
			c.work += len(c.rows[s])
			i := slices.Index(c.rows[s], a)
			if i < 0 {
				continue
			}
			c.rows[s] = slices.Delete(c.rows[s], i, i+1)
			if b != zero {
				if j := slices.Index(c.rows[s], b); j >= 0 {
					c.rows[s] = slices.Delete(c.rows[s], j, j+1)
				} else {
					c.rows[s] = append(c.rows[s], b)
					c.sites[b] = append(c.sites[b], s)
				}
			}
			if len(c.rows[s]) <= 2 {
				queue = append(queue, s)
			}
		}
		c.parent[a], c.sites[a] = b, nil
		if c.work > maxKernelWork {
			unknown.NotComputed = "rank: the equations are too many"
			return unknown
		}
	}
	// Number the classes that are left.
	number := make([]int32, len(terms))
	free := []int32{}
	for i := range terms {
		number[i] = -1
		if c.parent[i] == int32(i) {
			number[i] = int32(len(free))
			free = append(free, int32(i))
		}
	}
	kernel, ok := c.dense(number, len(free))
	if !ok {
		unknown.NotComputed = fmt.Sprintf("rank: %d equations in %d unknowns are too many", n, len(free))
		return unknown
	}
	k := Kernel{Terms: len(terms), Dim: len(kernel), Rank: len(terms) - len(kernel)}
	if k.Dim > maxBasisDim {
		k.NotComputed = fmt.Sprintf("basis: more than %d vectors", maxBasisDim)
		return k
	}
	// Write the basis out in terms.
	members := make([][]int, len(free))
	for i := range terms {
		r := int32(i)
		for r != zero && c.parent[r] != r {
			if p := c.parent[r]; p != zero && c.parent[p] != zero {
				c.parent[r] = c.parent[p] // halve the path
			}
			r = c.parent[r]
		}
		if r != zero {
			members[number[r]] = append(members[number[r]], i)
		}
	}
	size := 0
	for _, v := range kernel {
		var set []int
		for w, word := range v {
			for ; word != 0; word &= word - 1 {
				set = append(set, members[64*w+bits.TrailingZeros64(word)]...)
			}
		}
		slices.Sort(set)
		k.Basis = append(k.Basis, set)
		if size += len(set); size > maxBasisSize {
			k.Basis, k.NotComputed = nil, fmt.Sprintf("basis: more than %d entries", maxBasisSize)
			return k
		}
	}
	return k
}

// dense brings the remaining equations to reduced row echelon form and returns one kernel
// vector for each unknown without a pivot, as bits over the numbered classes.
func (c *columns) dense(number []int32, width int) ([][]uint64, bool) {
	words := (width + 63) / 64
	var rows [][]uint64
	equations := 0
	for _, row := range c.rows {
		if len(row) > 0 {
			equations++
		}
	}
	if float64(equations)*float64(words)*float64(min(equations, width)) > maxKernelWork {
		return nil, false
	}
	if equations == 0 && float64(width)*float64(words) > maxKernelWork {
		return nil, false
	}
	for _, row := range c.rows {
		if len(row) == 0 {
			continue
		}
		bitsOf := make([]uint64, words)
		for _, i := range row {
			bitsOf[number[i]/64] ^= 1 << (number[i] % 64)
		}
		rows = append(rows, bitsOf)
	}
	var pivots []int // column of the pivot of each of the first rows
	isPivot := make([]bool, width)
	for col := 0; col < width && len(pivots) < len(rows); col++ {
		w, bit := col/64, uint64(1)<<(col%64)
		at := len(pivots)
		found := at
		for found < len(rows) && rows[found][w]&bit == 0 {
			found++
		}
		if found == len(rows) {
			continue
		}
		rows[at], rows[found] = rows[found], rows[at]
		for i, r := range rows {
			if i != at && r[w]&bit != 0 {
				for j := w; j < words; j++ {
					r[j] ^= rows[at][j]
				}
			}
		}
		pivots = append(pivots, col)
		isPivot[col] = true
	}
	var kernel [][]uint64
	for col := range width {
		if isPivot[col] {
			continue
		}
		v := make([]uint64, words)
		v[col/64] |= 1 << (col % 64)
		for i, p := range pivots {
			if rows[i][col/64]>>(col%64)&1 == 1 {
				v[p/64] |= 1 << (p % 64)
			}
		}
		kernel = append(kernel, v)
	}
	return kernel, true
}

// MaxKernelDim is the largest dimension of a connected part of the kernel that KernelLogZ
// takes.
const MaxKernelDim = 30

// kernelPart is a connected part of the kernel: of a basis in which every vector has a
// term of its own, the vectors that are linked by common terms. Sums over the kernel are
// products of sums over its parts.
type kernelPart struct {
	dim      int
	patterns []uint64 // in which basis vectors: terms with the same are taken together
	terms    [][]int  // those terms
}

// parts splits the kernel. It reports false where a part is too large.
func (k Kernel) parts(terms int) ([]kernelPart, bool) {
	if k.Basis == nil && k.Dim != 0 {
		return nil, false
	}
	root := make([]int, len(k.Basis))
	owner := make([]int, terms) // 1 + some vector with the term
	for i := range root {
		root[i] = i
	}
	find := func(v int) int {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for i, v := range k.Basis {
		for _, t := range v {
			if owner[t] == 0 {
				owner[t] = i + 1
			} else {
				a, b := find(i), find(owner[t]-1)
				root[max(a, b)] = min(a, b)
			}
		}
	}
	index := map[int]int{}
	place := make([]int, len(k.Basis)) // within the part
	var parts []kernelPart
	for i := range k.Basis {
		r := find(i)
		p, ok := index[r]
		if !ok {
			p = len(parts)
			index[r] = p
			parts = append(parts, kernelPart{})
		}
		place[i] = parts[p].dim
		if parts[p].dim++; parts[p].dim > MaxKernelDim {
			return nil, false
		}
	}
	pattern := make([]uint64, terms)
	for i, v := range k.Basis {
		for _, t := range v {
			pattern[t] |= 1 << place[i]
		}
	}
	seen := make([]map[uint64]int, len(parts))
	for t, x := range pattern {
		if x == 0 {
			continue
		}
		p := index[find(owner[t]-1)]
		if seen[p] == nil {
			seen[p] = map[uint64]int{}
		}
		j, ok := seen[p][x]
		if !ok {
			j = len(parts[p].patterns)
			seen[p][x] = j
			parts[p].patterns, parts[p].terms = append(parts[p].patterns, x), append(parts[p].terms, nil)
		}
		parts[p].terms[j] = append(parts[p].terms[j], t)
	}
	return parts, true
}

// PlanKernel says whether the kernel is small enough to be summed over, and at what cost.
func PlanKernel(m *Model) (Plan, bool) {
	if m.Validate() != nil {
		return Plan{}, false
	}
	terms, _, rounding := m.merged()
	k := findKernel(m.N, terms)
	parts, ok := k.parts(len(terms))
	if !ok {
		return Plan{}, false
	}
	cost := float64(m.N + len(terms))
	for _, p := range parts {
		cost += math.Ldexp(1, p.dim)
	}
	return Plan{
		Method: "kernel", Log2Cost: math.Log2(cost),
		Reason: fmt.Sprintf("the high-temperature expansion has 2^%d terms (independent parts: %d)", k.Dim, len(parts)),
		run: func(ctx context.Context) (LogZ, error) {
			return kernelLogZ(ctx, m, terms, parts, rounding)
		},
	}, true
}

// KernelLogZ sums the high-temperature expansion over the kernel, part by part. Signs
// cancel at low temperature: where all |J| of a part are equal the signed terms are
// counted exactly by their order, otherwise they are summed in float64, and in either case
// the precision is raised until the bound on the relative error is small.
func KernelLogZ(ctx context.Context, m *Model) (LogZ, error) {
	if err := m.Validate(); err != nil {
		return LogZ{}, err
	}
	terms, _, rounding := m.merged()
	parts, ok := findKernel(m.N, terms).parts(len(terms))
	if !ok {
		return LogZ{}, fmt.Errorf("spin: kernel: a part of the high-temperature expansion has more than 2^%d terms", MaxKernelDim)
	}
	return kernelLogZ(ctx, m, terms, parts, rounding)
}

// kernelPrecision bounds the bits to which a sum with cancellation is escalated;
// kernelTarget is the relative error of a part that ends the escalation.
const (
	kernelPrecision = 1 << 12
	kernelTarget    = 0x1p-44
)

// errCancels says that the escalation has come to its end.
var errCancels = errors.New("the terms of the high-temperature expansion cancel beyond the largest precision")

func kernelLogZ(ctx context.Context, m *Model, terms []Term, parts []kernelPart, rounding float64) (LogZ, error) {
	var offset compensated
	relative := 0.0
	if m.Beta != 0 {
		for _, t := range terms {
			addMagnitude(m.Beta, t.J, &offset)
			// 2 cosh K = e^|K| (1 + e^(−2|K|)); K carries one rounding.
			k := math.Abs(m.Beta * t.J)
			q := math.Exp(-2 * k)
			offset.add(math.Log1p(q))
			relative += q * (2*elementary + 2*unit*k)
		}
	} else {
		parts = nil // every tanh is zero: the empty set alone is left
	}
	doublings := int64(m.N)
	if m.Beta != 0 {
		doublings -= int64(len(terms))
	}
	z := assemble(&offset, doublings, 1, relative, "high-temperature expansion over its kernel")
	z.Precision = "float64"
	p := precise.New(widePrec)
	for _, part := range parts {
		s := newPartSum(m, terms, part)
		l, err := s.log(ctx)
		if err != nil {
			return LogZ{}, fmt.Errorf("spin: kernel: %w", err)
		}
		p.Add(z.Value, l.value)
		z.ErrorBound += l.bound
		if l.bits > 53 {
			z.Precision = fmt.Sprintf("big %d", l.bits)
		}
		if l.why != "" && !slices.Contains(z.Escalated, l.why) {
			z.Escalated = append(z.Escalated, l.why)
		}
	}
	size := math.Abs(z.Float64())
	return z.Widen(math.Abs(m.Beta)*rounding + size*float64(len(parts)+1)*0x1p-120), nil
}

// partSum is Σ_x (−1)^(x·signs) ∏ |tanh|^(x·pattern) over the vectors x of one part.
type partSum struct {
	dim      int
	patterns []uint64
	signs    uint64
	// Magnitudes: counts of equal |tanh K| where every term has the same |J|, and the
	// factors one by one.
	equal bool
	beta  float64
	size  float64 // that |J|
	J     [][]float64
}

func newPartSum(m *Model, terms []Term, part kernelPart) partSum {
	s := partSum{dim: part.dim, patterns: part.patterns, beta: m.Beta, equal: true, J: make([][]float64, len(part.terms))}
	for j, list := range part.terms {
		for _, t := range list {
			J := terms[t].J
			if (J < 0) != (m.Beta < 0) {
				s.signs ^= part.patterns[j]
			}
			s.J[j] = append(s.J[j], math.Abs(J))
			if s.size == 0 {
				s.size = math.Abs(J)
			}
			s.equal = s.equal && math.Abs(J) == s.size
		}
	}
	return s
}

// logSum is the logarithm of the sum of one part.
type logSum struct {
	value *big.Float
	bound float64
	bits  uint
	why   string
}

func (s partSum) log(ctx context.Context) (logSum, error) {
	if s.equal {
		return s.byOrder(ctx)
	}
	l, why, err := s.float64(ctx)
	if err != nil || why == "" {
		return l, err
	}
	// The weights are known to p bits, less what their products and the sum lose.
	for p := uint(192); p <= kernelPrecision; p *= 2 {
		if l, ok, err := s.precise(ctx, p); err != nil || ok {
			l.why = why
			return l, err
		}
	}
	return logSum{}, errCancels
}

// negative reports for each x below 2^walkBits whether its sign is −1.
func (s partSum) negative() []bool {
	out := make([]bool, 1<<min(s.dim, walkBits))
	for x := range out {
		out[x] = bits.OnesCount64(uint64(x)&s.signs)&1 == 1
	}
	return out
}

// byOrder counts the terms of every order, with their signs, and sums the polynomial in
// tanh with as many bits as the cancellation asks for.
func (s partSum) byOrder(ctx context.Context) (logSum, error) {
	b := &brute{n: s.dim, masks: s.patterns}
	for _, j := range s.J {
		b.ks = append(b.ks, int64(len(j)))
		b.total += int64(len(j))
	}
	counts := make([]int64, b.total+1) // by the number of factors that are absent
	inner := s.negative()
	err := walkBlocks(ctx, b, func(int) blockVisitor[int32] {
		var h [2][]int64
		h[0], h[1] = make([]int64, len(counts)), make([]int64, len(counts))
		return blockVisitor[int32]{
			visit: func(base uint64, levels []int32) {
				plus, minus := h[0], h[1]
				if bits.OnesCount64(base&s.signs)&1 == 1 {
					plus, minus = minus, plus
				}
				for x, l := range levels {
					if inner[x] {
						minus[l]++
					} else {
						plus[l]++
					}
				}
			},
			done: func() {
				for i := range counts {
					counts[i] += h[0][i] - h[1][i]
				}
			},
		}
	})
	if err != nil {
		return logSum{}, err
	}
	why := ""
	for p := uint(128); p <= kernelPrecision; p *= 2 {
		c := precise.New(p)
		tau := tanhBig(c, s.beta, s.size)
		sum, abs, power := c.New(), c.New(), c.Int(1)
		for i := len(counts) - 1; i >= 0; i-- {
			if counts[i] != 0 {
				term := c.Int(counts[i])
				term.Mul(term, power)
				c.Add(sum, term)
				c.Add(abs, term.Abs(term))
			}
			power.Mul(power, tau)
		}
		// τ^i has a relative error of i·2^(8−p) from τ and i roundings, each sum one more.
		if bound := cancelBound(sum, abs, float64(len(counts)+4), p); bound <= kernelTarget {
			v := c.Log(sum)
			return logSum{v, bound + math.Abs(floatOf(v))*math.Ldexp(1, 8-int(p)), p, why}, nil
		}
		why = fmt.Sprintf("%d bits: the signed terms cancel", p)
	}
	return logSum{}, errCancels
}

func floatOf(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// cancelBound is the relative error of a positive sum of terms that each carry a relative
// error of count·2^(9−p), +∞ where nothing is known.
func cancelBound(sum, abs *big.Float, count float64, p uint) float64 {
	if sum.Sign() <= 0 {
		return math.Inf(1)
	}
	ratio := new(big.Float).SetPrec(64).Quo(abs, sum)
	ratio.SetMantExp(ratio, 9-int(p))
	bound := 2 * count * floatOf(ratio)
	if bound >= 0.01 {
		return math.Inf(1)
	}
	return 1.01 * bound
}

// tanhBig is tanh |βJ| = (1−q)/(1+q), q = e^(−2|βJ|). Where 1−q cancels, the bits that it
// loses are added beforehand.
func tanhBig(c *precise.Context, beta, J float64) *big.Float {
	k := new(big.Float).SetPrec(106).SetFloat64(beta)
	k.Mul(k, new(big.Float).SetPrec(106).SetFloat64(J))
	k.Abs(k)
	if lost := -k.MantExp(nil); lost > 8 {
		if lost > 200 { // tanh k = k·(1 − k²/3 + …), and k² is below every bit kept
			if uint(lost) > c.Work/2 {
				return c.New().Set(k)
			}
		}
		c = precise.New(c.Prec + uint(lost))
	}
	q := c.Exp(c.New().Mul(k, c.Int(-2)))
	one := c.Int(1)
	return c.New().Quo(c.New().Sub(one, q), c.New().Add(one, q))
}

// float64 sums positive and negative terms in fixed-point logarithms. why says that the
// bound is not good enough.
func (s partSum) float64(ctx context.Context) (l logSum, why string, err error) {
	logs := make([]Term, 0, len(s.patterns))
	lost := 0.0 // Σ |δ ln tanh|
	for _, list := range s.J {
		var sum compensated
		for _, J := range list {
			l, err := logTanh(s.beta, J)
			sum.add(l)
			lost += err
		}
		lost += sum.bound() + unit*math.Abs(sum.hi)
		logs = append(logs, Term{J: -(sum.hi + sum.lo)})
	}
	b := &brute{n: s.dim, masks: s.patterns}
	b.unit, b.ks, b.quantum = fixedPoint(logs)
	for _, k := range b.ks {
		b.total += k
	}
	inner := s.negative()
	type pair struct{ plus, minus weights }
	parts := make([]pair, walkChunks)
	err = walkBlocks(ctx, b, func(chunk int) blockVisitor[int64] {
		p := pair{newWeights(b.unit / 2), newWeights(b.unit / 2)}
		var plus, minus []int64
		return blockVisitor[int64]{
			visit: func(base uint64, levels []int64) {
				plus, minus = plus[:0], minus[:0]
				flip := bits.OnesCount64(base&s.signs)&1 == 1
				for x, l := range levels {
					if inner[x] != flip {
						minus = append(minus, l)
					} else {
						plus = append(plus, l)
					}
				}
				if len(plus) > 0 {
					p.plus.add(plus)
				}
				if len(minus) > 0 {
					p.minus.add(minus)
				}
			},
			done: func() { parts[chunk] = p },
		}
	})
	if err != nil {
		return logSum{}, "", err
	}
	all := pair{newWeights(b.unit / 2), newWeights(b.unit / 2)}
	for _, p := range parts {
		if p.plus.flip != 0 {
			all.plus.merge(p.plus)
			all.minus.merge(p.minus)
		}
	}
	// The empty set has weight 1 and is the highest level of all.
	all.plus.raise(b.total)
	relative := all.plus.relative(b.total) + 2*(lost+b.quantum)
	sum, abs := all.plus.total.hi+all.plus.total.lo, all.plus.total.hi
	if all.minus.top != math.MinInt64 {
		all.minus.raise(b.total)
		sum -= all.minus.total.hi + all.minus.total.lo
		abs += all.minus.total.hi
		relative += all.minus.relative(b.total)
	}
	bound := math.Inf(1)
	if sum > 0 {
		bound = abs / sum * (relative + unit)
	}
	if !(bound <= kernelTarget) {
		return logSum{}, fmt.Sprintf("float64: the signed terms cancel, leaving a relative error of %.1g", bound), nil
	}
	v := math.Log(sum)
	return logSum{new(big.Float).SetPrec(widePrec).SetFloat64(v), 1.01*bound + elementary*math.Abs(v), 53, ""}, "", nil
}

// logTanh is ln tanh |βJ| with a bound on its absolute error: the argument carries one
// rounding, which reaches the logarithm at most multiplied by |βJ|/(sinh cosh) ≤ 1 in
// relative size.
func logTanh(beta, J float64) (l, err float64) {
	k := math.Abs(beta * J)
	q := math.Exp(-2 * k)
	if k > 0.5 {
		l = math.Log1p(-q) - math.Log1p(q)
		return l, 4*elementary*math.Abs(l) + 2*unit*k*q*4
	}
	l = math.Log(-math.Expm1(-2*k) / (1 + q))
	return l, elementary*math.Abs(l) + 4*elementary
}

// precise sums the terms as big floats, factor by factor along the tree of choices. It
// reports false where the sum cancels to less than the target.
func (s partSum) precise(ctx context.Context, p uint) (logSum, bool, error) {
	c := precise.New(p)
	factors := make([]*big.Float, len(s.patterns))
	closing := make([][]int, s.dim) // patterns whose last vector is this
	count := 4.0
	for j, list := range s.J {
		factors[j] = c.Int(1)
		for _, J := range list {
			factors[j].Mul(factors[j], tanhBig(c, s.beta, J))
			count += 2
		}
		last := bits.Len64(s.patterns[j]) - 1
		closing[last] = append(closing[last], j)
	}
	sum, abs := c.New(), c.New()
	steps := 0
	var err error
	var descend func(depth int, x uint64, weight *big.Float)
	descend = func(depth int, x uint64, weight *big.Float) {
		if steps++; steps%256 == 0 && err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return
		}
		if depth == s.dim {
			c.Add(abs, weight)
			if bits.OnesCount64(x&s.signs)&1 == 1 {
				weight = c.New().Neg(weight)
			}
			c.Add(sum, weight)
			return
		}
		for choice := range uint64(2) {
			y := x | choice<<depth
			w := weight
			for _, j := range closing[depth] {
				if bits.OnesCount64(y&s.patterns[j])&1 == 1 {
					w = c.New().Mul(w, factors[j])
				}
			}
			descend(depth+1, y, w)
		}
	}
	descend(0, 0, c.Int(1))
	if err != nil {
		return logSum{}, false, fmt.Errorf("expansion in %d bits: %w", p, err)
	}
	// The working precision has 48 bits more than p, for up to 2^MaxKernelDim additions.
	bound := cancelBound(sum, abs, count, p)
	if bound > kernelTarget {
		return logSum{}, false, nil
	}
	v := c.Log(sum)
	return logSum{v, bound + math.Abs(floatOf(v))*math.Ldexp(1, 8-int(p)), p, ""}, true, nil
}
