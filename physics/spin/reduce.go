package spin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/math/wide"
)

// Step is one move of a reduction, with what is needed to repeat it and to check it. The
// couplings in it are K = βJ; those of Added are to be added to what is there already on
// the same sites.
type Step struct {
	// Kind is "sum": site Site is summed over; Removed are all of its terms, and
	//
	//	Σ_s exp(Σ Removed) = exp(LogScale + Σ Added)
	//
	// for all values of the other spins. Or "split": Site is a cut vertex of a part
	// without terms of odd order; the terms Removed, which reach what lies beyond it, get
	// the new site Copy in its place (Added). Z is then half of what it becomes.
	Kind    string `json:"kind"`
	Site    int    `json:"site"`
	Copy    int    `json:"copy,omitempty"`
	Removed []Term `json:"removed,omitempty"`
	Added   []Term `json:"added,omitempty"`
	// LogScale is ln Z before less ln Z after; ErrorBound bounds what the rounding of
	// LogScale and Added can change in ln Z.
	LogScale   float64 `json:"log_scale"`
	ErrorBound float64 `json:"error_bound"`
}

// Core is a connected piece that a reduction leaves.
type Core struct {
	Model *Model
	// Sites holds for each site of Model the one of the original model that it is;
	// numbers from the original N on are copies that Step made, in their order.
	Sites []int
}

// Reduction is a model with its easy parts summed out:
// ln Z = LogScale + Σ ln Z of the cores.
type Reduction struct {
	LogScale *big.Float
	// ErrorBound bounds the error of that equation: every rounding of a coupling K
	// changes ln Z by at most as much, since |∂ ln Z/∂K| = |⟨∏ s⟩| ≤ 1, so that the
	// errors of all steps simply add up.
	ErrorBound float64
	// Summed counts the sites that are gone, Copies the cut vertices that were doubled.
	Summed, Copies int
	// Steps is filled if ReduceOptions.Record asks for it.
	Steps []Step
	Cores []Core
}

// ReduceOptions says how far Reduce goes.
type ReduceOptions struct {
	// Record keeps the steps.
	Record bool
	// StarTriangle also sums over sites without field that have three bonds. Each leaves
	// three bonds between their ends, and never a wider graph, but couplings that are no
	// longer multiples of one number.
	StarTriangle bool
}

// Reduce merges terms of the same sites, drops those that vanish, and sums over every
// site that has at most two terms besides its field, as long as that makes no term of
// more spins than there were; parts without odd terms are cut apart at their cut
// vertices; until nothing is left to do. Chains, rings, trees and ladders, with any
// couplings and fields, vanish completely. The time is near-linear.
func Reduce(ctx context.Context, m *Model, opt ReduceOptions) (Reduction, error) {
	if err := m.Validate(); err != nil {
		return Reduction{}, err
	}
	r := newReducer(m, opt)
	for {
		if err := r.sumSites(ctx); err != nil {
			return Reduction{}, err
		}
		split, err := r.splitBlocks()
		if err != nil {
			return Reduction{}, err
		}
		if !split {
			break
		}
	}
	cores, err := r.cores()
	if err != nil {
		return Reduction{}, err
	}
	p := precise.New(widePrec)
	scale := r.offset.big()
	p.Add(scale, p.New().Mul(p.Int(r.doublings), p.Ln2))
	size := math.Abs(floatOf(scale)) + math.Abs(float64(r.doublings))
	return Reduction{
		LogScale: scale, ErrorBound: r.bound + r.offset.bound() + size*0x1p-120,
		Summed: r.summed, Copies: len(r.at) - m.N, Steps: r.steps, Cores: cores,
	}, nil
}

// coupling is an interaction of two or more spins.
type coupling struct {
	sites []int32 // sorted
	k     float64 // βJ
	J     float64 // as the model has it, 0 once k is something else
	alive bool
}

type reducer struct {
	m         *Model
	opt       ReduceOptions
	terms     []coupling
	at        [][]int32 // terms of each site, dead ones among them
	degree    []int32   // living ones
	field     []float64 // βh
	fieldJ    []float64 // h as the model has it
	gone      []bool
	queued    []bool
	queue     []int32
	offset    compensated
	doublings int64
	bound     float64
	summed    int
	steps     []Step
}

func newReducer(m *Model, opt ReduceOptions) *reducer {
	terms, _, rounding := m.merged()
	r := &reducer{
		m: m, opt: opt, at: make([][]int32, m.N), degree: make([]int32, m.N), field: make([]float64, m.N), fieldJ: make([]float64, m.N),
		gone: make([]bool, m.N), queued: make([]bool, m.N), bound: math.Abs(m.Beta) * rounding,
	}
	total := 0
	for _, t := range terms {
		total += len(t.Sites)
	}
	block, arcs := make([]int32, 0, total), make([]int32, 0, total)
	for _, t := range terms {
		k := m.Beta * t.J
		if k == 0 { // β = 0, or less than the smallest float64
			r.bound += 0x1p-1074
			continue
		}
		if len(t.Sites) == 1 {
			r.field[t.Sites[0]], r.fieldJ[t.Sites[0]] = k, t.J
			continue
		}
		start := len(block)
		for _, s := range t.Sites {
			block = append(block, int32(s))
			r.degree[s]++
		}
		r.terms = append(r.terms, coupling{block[start:len(block):len(block)], k, t.J, true})
	}
	for s, d := range r.degree {
		start := len(arcs)
		arcs = arcs[:start+int(d)]
		r.at[s] = arcs[start:start:len(arcs)]
	}
	for i, t := range r.terms {
		for _, s := range t.sites {
			r.at[s] = append(r.at[s], int32(i))
		}
	}
	// The first in the queue are the last to be pushed: leaves before rings.
	for s := m.N - 1; s >= 0; s-- {
		if r.degree[s] == 2 {
			r.push(int32(s))
		}
	}
	for s := m.N - 1; s >= 0; s-- {
		if r.degree[s] < 2 {
			r.push(int32(s))
		}
	}
	if opt.StarTriangle {
		for s := range r.degree {
			if r.degree[s] == 3 {
				r.push(int32(s))
			}
		}
	}
	return r
}

func (r *reducer) push(s int32) {
	if !r.queued[s] && !r.gone[s] {
		r.queued[s] = true
		r.queue = append(r.queue, s)
	}
}

// touched queues a site whose terms have changed.
func (r *reducer) touched(s int32) {
	limit := int32(2)
	if r.opt.StarTriangle {
		limit = 3
	}
	if r.degree[s] <= limit {
		r.push(s)
	}
}

func (r *reducer) sumSites(ctx context.Context) error {
	for steps := 0; len(r.queue) > 0; steps++ {
		if steps%4096 == 0 && ctx.Err() != nil {
			return fmt.Errorf("spin: reduce: %w", ctx.Err())
		}
		s := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		r.queued[s] = false
		r.sum(s)
	}
	return nil
}

// living returns the terms at a site, and forgets the dead ones.
func (r *reducer) living(s int32) []int32 {
	list := slices.DeleteFunc(r.at[s], func(i int32) bool { return !r.terms[i].alive })
	r.at[s] = list
	return list
}

// sum sums over a site if its terms permit it.
func (r *reducer) sum(s int32) {
	if r.gone[s] || r.degree[s] > 3 {
		return
	}
	list := slices.Clone(r.living(s))
	h := r.field[s]
	d := len(list)
	// What each term leaves behind: the product of its other spins.
	var rest [3][]int32
	longest := 2
	for i, t := range list {
		rest[i] = without(r.terms[t].sites, s)
		longest = max(longest, len(r.terms[t].sites))
	}
	switch {
	case d == 3 && (!r.opt.StarTriangle || h != 0 || longest > 2):
		return
	case d == 2 && len(difference(rest[0], rest[1])) > longest:
		return
	}
	var k [3]float64
	for i, t := range list {
		k[i] = r.terms[t].k
	}
	c, fresh := spinSum(h, k[:d])
	step := Step{Kind: "sum", Site: int(s), LogScale: c[0], ErrorBound: fresh}
	if r.opt.Record {
		if h != 0 {
			step.Removed = append(step.Removed, Term{[]int{int(s)}, h})
		}
		for i, t := range list {
			step.Removed = append(step.Removed, Term{ints(r.terms[t].sites), k[i]})
		}
	}
	r.gone[s] = true
	r.summed++
	r.field[s] = 0
	for _, t := range list {
		r.kill(t)
	}
	r.at[s] = nil
	r.offset.add(c[0])
	r.bound += fresh
	for x := 1; x < 1<<d; x++ {
		if c[x] == 0 {
			continue
		}
		var sites []int32
		for i := range d {
			if x>>i&1 == 1 {
				sites = difference(sites, rest[i])
			}
		}
		if r.opt.Record {
			step.Added = append(step.Added, Term{ints(sites), c[x]})
		}
		r.add(sites, c[x])
	}
	if r.opt.Record {
		r.steps = append(r.steps, step)
	}
}

// spinSum writes ln Σ_s exp(s(h + Σ k_i x_i)) as Σ_S c_S ∏_{i∈S} x_i for x_i = ±1; bit i
// of an index of c says that i is in S. fresh bounds the sum of the errors of all c_S.
// Without a field the odd ones vanish.
func spinSum(h float64, k []float64) (c [8]float64, fresh float64) {
	d := len(k)
	size := math.Abs(h)
	for _, x := range k {
		size += math.Abs(x)
	}
	for x := range 1 << d {
		a := h
		for i, v := range k {
			if x>>i&1 == 1 {
				v = -v
			}
			a += v
		}
		// ln 2cosh a = |a| + ln(1+e^(−2|a|)).
		a = math.Abs(a)
		c[x] = a + math.Log1p(math.Exp(-2*a))
	}
	for bit := 1; bit < 1<<d; bit *= 2 {
		for x := range 1 << d {
			if x&bit == 0 {
				c[x], c[x|bit] = (c[x]+c[x|bit])/2, (c[x]-c[x|bit])/2
			}
		}
	}
	if h == 0 {
		c[1], c[2], c[4], c[7] = 0, 0, 0, 0
	}
	// The argument has d roundings of at most size, and |d ln cosh a/da| ≤ 1; e^(−2a) and
	// log1p are within 2·elementary of at most ln 2 together (2a is exact), their sum is
	// rounded once, and so are the d stages, none of whose values exceeds size + ln 2.
	each := unit*float64(d)*size + 2*elementary + unit*float64(d+1)*(size+math.Ln2)
	return c, 1.01 * each * float64(int(1)<<d)
}

// kill removes a term.
func (r *reducer) kill(t int32) {
	r.terms[t].alive = false
	for _, s := range r.terms[t].sites {
		r.degree[s]--
		r.touched(s)
	}
}

// add adds k to the coupling of some sites.
func (r *reducer) add(sites []int32, k float64) {
	if len(sites) == 1 {
		s := sites[0]
		sum, lost := wide.TwoSum(r.field[s], k)
		r.field[s], r.fieldJ[s] = sum, 0
		r.bound += math.Abs(lost)
		r.touched(s)
		return
	}
	fewest := sites[0]
	for _, s := range sites {
		if r.degree[s] < r.degree[fewest] {
			fewest = s
		}
	}
	for _, t := range r.living(fewest) {
		if !slices.Equal(r.terms[t].sites, sites) {
			continue
		}
		sum, lost := wide.TwoSum(r.terms[t].k, k)
		r.terms[t].k, r.terms[t].J = sum, 0
		r.bound += math.Abs(lost)
		if sum == 0 {
			r.kill(t)
		}
		return
	}
	t := int32(len(r.terms))
	r.terms = append(r.terms, coupling{sites, k, 0, true})
	for _, s := range sites {
		r.at[s] = append(r.at[s], t)
		r.degree[s]++
	}
}

// without is a sorted list less one entry.
func without(sites []int32, s int32) []int32 {
	out := make([]int32, 0, len(sites)-1)
	for _, x := range sites {
		if x != s {
			out = append(out, x)
		}
	}
	return out
}

// difference merges two sorted lists and drops what they have in common.
func difference(a, b []int32) []int32 {
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func ints(sites []int32) []int {
	out := make([]int, len(sites))
	for i, s := range sites {
		out[i] = int(s)
	}
	return out
}

// pieces labels the sites that are left by connected part, and counts them.
func (r *reducer) pieces() (label []int32, count int) {
	label = make([]int32, len(r.at))
	for s := range label {
		label[s] = -1
	}
	var stack []int32
	for root := range r.at {
		if r.gone[root] || label[root] >= 0 {
			continue
		}
		label[root] = int32(count)
		stack = append(stack[:0], int32(root))
		for len(stack) > 0 {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, t := range r.living(s) {
				for _, w := range r.terms[t].sites {
					if label[w] < 0 {
						label[w] = int32(count)
						stack = append(stack, w)
					}
				}
			}
		}
		count++
	}
	return label, count
}

// splitBlocks cuts pieces of bonds alone apart at their cut vertices.
func (r *reducer) splitBlocks() (split bool, err error) {
	label, count := r.pieces()
	if count == 0 {
		return false, nil
	}
	bonds := make([]bool, count) // whether a piece consists of bonds
	for i := range bonds {
		bonds[i] = true
	}
	for s, l := range label {
		if l >= 0 && r.field[s] != 0 {
			bonds[l] = false
		}
	}
	for _, t := range r.terms {
		if t.alive && len(t.sites) > 2 {
			bonds[label[t.sites[0]]] = false
		}
	}
	var edges []graph.Edge
	var term []int32
	for i, t := range r.terms {
		if t.alive && bonds[label[t.sites[0]]] {
			edges = append(edges, graph.Edge{int(t.sites[0]), int(t.sites[1])})
			term = append(term, int32(i))
		}
	}
	if len(edges) == 0 {
		return false, nil
	}
	g, err := graph.New(len(r.at), edges)
	if err != nil {
		return false, fmt.Errorf("spin: reduce: %w", err)
	}
	block, _ := edgeBlocks(g)
	for v := range g.N {
		at := g.EdgesAt(v)
		if len(at) == 0 {
			continue
		}
		// The block of the first edge keeps v, every other gets a copy.
		copies := map[int32]int32{block[at[0]]: int32(v)}
		for _, e := range at {
			b := block[e]
			if _, ok := copies[b]; ok {
				continue
			}
			fresh := int32(len(r.at))
			copies[b] = fresh
			r.at, r.degree = append(r.at, nil), append(r.degree, 0)
			r.field, r.fieldJ = append(r.field, 0), append(r.fieldJ, 0)
			r.gone, r.queued = append(r.gone, false), append(r.queued, false)
			step := Step{Kind: "split", Site: v, Copy: int(fresh), LogScale: -math.Ln2, ErrorBound: unit}
			for _, f := range at {
				if block[f] != b {
					continue
				}
				t := &r.terms[term[f]]
				moved := t.sites[0] + t.sites[1] - int32(v)
				if r.opt.Record {
					step.Removed = append(step.Removed, Term{ints(t.sites), t.k})
					step.Added = append(step.Added, Term{[]int{int(moved), int(fresh)}, t.k})
				}
				t.sites = []int32{moved, fresh}
				r.degree[v]--
				r.degree[fresh]++
				r.at[fresh] = append(r.at[fresh], term[f])
			}
			r.at[v] = slices.DeleteFunc(r.at[v], func(i int32) bool { return !slices.Contains(r.terms[i].sites, int32(v)) })
			r.doublings--
			r.touched(fresh)
			split = true
			if r.opt.Record {
				r.steps = append(r.steps, step)
			}
		}
		r.touched(int32(v))
	}
	return split, nil
}

// cores makes models of what is left. A piece all of whose couplings are still those of
// the model keeps its β and J.
func (r *reducer) cores() ([]Core, error) {
	label, count := r.pieces()
	if count == 0 {
		return nil, nil
	}
	cores := make([]Core, count)
	place := make([]int, len(label))
	untouched := make([]bool, count)
	for i := range cores {
		cores[i].Model = &Model{Beta: r.m.Beta}
		untouched[i] = true
	}
	for s, l := range label {
		if l < 0 {
			continue
		}
		c := &cores[l]
		place[s] = c.Model.N
		c.Model.N++
		c.Sites = append(c.Sites, s)
		untouched[l] = untouched[l] && (r.field[s] == 0 || r.fieldJ[s] != 0)
	}
	for _, t := range r.terms {
		if t.alive && t.J == 0 {
			untouched[label[t.sites[0]]] = false
		}
	}
	for i := range cores {
		if !untouched[i] {
			cores[i].Model.Beta = 1
		}
	}
	put := func(l int32, sites []int, k, J float64) {
		m := cores[l].Model
		if untouched[l] {
			k = J
		} else if J != 0 {
			_, lost := wide.TwoProd(r.m.Beta, J)
			r.bound += math.Abs(lost)
		}
		m.Terms = append(m.Terms, Term{sites, k})
	}
	for _, t := range r.terms {
		if !t.alive {
			continue
		}
		sites := make([]int, len(t.sites))
		for i, s := range t.sites {
			sites[i] = place[s]
		}
		put(label[t.sites[0]], sites, t.k, t.J)
	}
	for s, l := range label {
		if l >= 0 && r.field[s] != 0 {
			put(l, []int{place[s]}, r.field[s], r.fieldJ[s])
		}
	}
	for _, c := range cores {
		if err := c.Model.Validate(); err != nil {
			return nil, fmt.Errorf("spin: reduce: core: %w", err)
		}
	}
	return cores, nil
}

// ReduceLogZ reduces a model and evaluates the cores, each with the method that Choose
// finds for it within the budget.
func ReduceLogZ(ctx context.Context, m *Model, budget Budget) (LogZ, error) {
	r, err := Reduce(ctx, m, ReduceOptions{})
	if err != nil {
		return LogZ{}, err
	}
	plans, _, err := r.plans(budget)
	if err != nil {
		return LogZ{}, err
	}
	return r.run(ctx, plans)
}

func (r Reduction) plans(budget Budget) (plans []Plan, cost float64, err error) {
	for i, c := range r.Cores {
		p, err := choose(c.Model, budget, false)
		if err != nil {
			return nil, 0, fmt.Errorf("spin: reduce: core %d: %w", i, err)
		}
		plans = append(plans, p)
		cost += math.Exp2(p.Log2Cost)
	}
	return plans, math.Log2(cost + float64(r.Summed) + 1), nil
}

func (r Reduction) run(ctx context.Context, plans []Plan) (LogZ, error) {
	z := LogZ{Value: new(big.Float).Copy(r.LogScale), ErrorBound: r.ErrorBound, Method: "reduction", Exact: true, Precision: "float64"}
	p := precise.New(widePrec)
	methods := []string{}
	for i, c := range r.Cores {
		part, err := plans[i].Run(ctx, c.Model)
		if err != nil {
			return LogZ{}, fmt.Errorf("spin: reduce: core %d: %w", i, err)
		}
		p.Add(z.Value, part.Value)
		z.ErrorBound += part.ErrorBound + math.Abs(part.Float64())*0x1p-120
		if !slices.Contains(methods, part.Method) {
			methods = append(methods, part.Method)
		}
		z.Escalated = append(z.Escalated, part.Escalated...)
	}
	if len(methods) > 0 {
		z.Method += ", then " + strings.Join(methods, ", ")
	}
	return z, nil
}

// PlanReduce reduces a model and says what evaluating it that way costs. It reports false
// where nothing can be reduced, or a core has no method within the budget.
func PlanReduce(ctx context.Context, m *Model, budget Budget) (Plan, bool) {
	p, err := planReduce(ctx, m, budget)
	return p, err == nil
}

var errIrreducible = errors.New("spin: reduce: no site has few enough terms")

func planReduce(ctx context.Context, m *Model, budget Budget) (Plan, error) {
	r, err := Reduce(ctx, m, ReduceOptions{})
	if err != nil {
		return Plan{}, err
	}
	if r.Summed == 0 && len(r.Cores) <= 1 {
		return Plan{}, errIrreducible
	}
	plans, cost, err := r.plans(budget)
	if err != nil {
		return Plan{}, err
	}
	left := 0
	for _, c := range r.Cores {
		left = max(left, c.Model.N)
	}
	reason := fmt.Sprintf("summing over sites with few terms leaves less (parts: %d, the largest of %d sites)", len(r.Cores), left)
	if len(r.Cores) == 0 {
		reason = "summing over sites with few terms leaves nothing"
	}
	return Plan{
		Method: "reduction", Reason: reason, Log2Cost: cost,
		run: func(ctx context.Context) (LogZ, error) { return r.run(ctx, plans) },
	}, nil
}
