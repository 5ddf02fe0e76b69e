package statmech

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/chain"
	"github.com/assay-physics/assay/physics/engine"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/lattice"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// solve is the agent that finds the class and does not know it. It draws the task's
// models at a few sizes, lets the structure engine say which evaluators apply to each and
// what they cost, keeps those whose cost a power of n bounds, and answers with the
// cheapest for which it has a program that reads the parameters as they are presented.
// Neither the task's name nor its gold label enter.
func solve(t Task, b binding, a Ask) (string, error) {
	ways, sizes, err := t.investigate(context.Background(), a.Seed)
	if err != nil {
		return "", fmt.Errorf("statmech: task %s: structure: %w", t.ID, err)
	}
	for _, w := range ways {
		e, ok := evaluatorOf(b.model, w.method)
		if !ok || !w.polynomial() && e.growing == "" {
			continue
		}
		if e.growing != "" && w.polynomial() && w.degree > 1 {
			e.complexity = fmt.Sprintf("O(n^%g)", w.degree) // tables that grow as a power
		}
		code, err := program(b, e.files...)
		if err != nil {
			return "", err
		}
		reply := answer{w.class, e.complexity, 0.97, w.argument(sizes) + " The program takes " + e.complexity + ".", code}
		if !w.polynomial() {
			// A table that grows with the size is the best that was found, not a solution.
			reply.Class, reply.Complexity, reply.Confidence = "no_efficient_known", e.growing, 0.8
			reply.Justification = w.argument(sizes)
		}
		return reply.text()
	}
	return "", fmt.Errorf("statmech: task %s: none of the %d ways that were found has a program for these parameters", t.ID, len(ways))
}

// way is a method that applies to every model that was looked at.
type way struct {
	method, class, why string
	// cost holds the binary logarithm of the number of steps at each size, for the dearer
	// of the models there.
	cost []float64
	// degree is the least k tried with cost = O(n^k) over the sizes, +Inf without one.
	degree float64
}

func (w way) polynomial() bool { return !math.IsInf(w.degree, 1) }

// argument says in words what was found.
func (w way) argument(sizes []int) string {
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", ", "), "[]")
	if w.polynomial() {
		return fmt.Sprintf("Models were drawn at n = %s. What they have in common: %s. The best work of this way grows no faster than n^%g over these sizes.", list, w.why, w.degree)
	}
	return fmt.Sprintf("Models were drawn at n = %s. Every method that applies to all of them costs more than a power of n; the cheapest: %s.", list, w.why)
}

// Sizes that the agent looks at: the smallest is large enough that enumeration is not the
// cheapest way, and each is nearly twice the one before, so that growth can be told.
const (
	firstStudied = 20
	studiedRatio = 1.9
	studiedSizes = 3
)

// investigate lists the methods that apply at every size and to every sample, the
// polynomial ones first and the cheapest at the largest size first among them.
func (t Task) investigate(ctx context.Context, seed uint64) (ways []way, sizes []int, err error) {
	for _, n := range t.ladder {
		if len(sizes) < studiedSizes && n >= firstStudied && (len(sizes) == 0 || float64(n) >= studiedRatio*float64(sizes[len(sizes)-1])) {
			sizes = append(sizes, n)
		}
	}
	if len(sizes) < studiedSizes {
		return nil, nil, fmt.Errorf("only %d sizes to look at", len(sizes))
	}
	for i, n := range sizes {
		for k := range samples(mapping.Scale) {
			in, err := t.draw(seed, mapping.Scale, n, k)
			if err != nil {
				return nil, nil, err
			}
			found, err := examine(ctx, in)
			if err != nil {
				return nil, nil, err
			}
			if i == 0 && k == 0 {
				ways = found
				continue
			}
			ways = slices.DeleteFunc(ways, func(w way) bool { return !slices.ContainsFunc(found, w.same) })
			for j := range ways {
				w := &ways[j]
				f := found[slices.IndexFunc(found, w.same)]
				if len(w.cost) == i {
					w.cost = append(w.cost, f.cost[0])
				}
				w.cost[i], w.why = max(w.cost[i], f.cost[0]), f.why
			}
		}
	}
	for i := range ways {
		ways[i].degree = degreeOf(sizes, ways[i].cost)
	}
	slices.SortStableFunc(ways, func(a, b way) int {
		if a.polynomial() != b.polynomial() {
			return cmp.Compare(a.degree, b.degree)
		}
		last := len(sizes) - 1
		return cmp.Compare(a.cost[last], b.cost[last])
	})
	return ways, sizes, nil
}

func (w way) same(o way) bool { return w.method == o.method && w.class == o.class }

// degreeOf is the least k with cost(n) / n^k not increasing over the sizes, +Inf where a
// cube is not enough or the local degree rises: no power grows faster and faster. The
// slack, in bits and in degrees, is for prefactors that have not settled.
func degreeOf(sizes []int, cost []float64) float64 {
	const slack = 0.3
	local := make([]float64, len(sizes)-1)
	for i := range local {
		local[i] = (cost[i+1] - cost[i]) / math.Log2(float64(sizes[i+1])/float64(sizes[i]))
		if i > 0 && local[i] > local[i-1]+slack {
			return math.Inf(1)
		}
	}
	for _, k := range []float64{0, 0.5, 1, 1.5, 2, 3} {
		worst := 0.0
		for i := range local {
			worst = max(worst, (local[i]-k)*math.Log2(float64(sizes[i+1])/float64(sizes[i])))
		}
		if worst <= slack {
			return k
		}
	}
	return math.Inf(1)
}

// Methods that the engine does not have, for it evaluates one model at a time and no
// averages, and reads no tables for their signature.
const (
	matchings = "matchings" // a planar network of matchgates
	line      = "line"      // an average over disorder on the Nishimori line
)

// examine lists the ways that apply to one instance, from its model alone.
func examine(ctx context.Context, in instance) ([]way, error) {
	switch m := in.(type) {
	case interface{ model() (*spin.Model, error) }:
		s, err := m.model()
		if err != nil {
			return nil, err
		}
		return spinWays(ctx, s)
	case quantumRow:
		q := &chain.Model{Family: "tfim", N: m.n, Beta: m.beta, J: m.j, H: m.h}
		return fermions(ctx, q)
	case vertexGrid:
		f, err := m.network()
		if err != nil {
			return nil, err
		}
		return network(ctx, f)
	case dimerGrid:
		return network(ctx, m.network())
	case links:
		return connections(ctx, m.randomCluster())
	case signAverage:
		return averaged(ctx, m)
	case deformed:
		return deformations(ctx, m)
	case ringOnSphere:
		ring := m.ring(true)
		return analysed(ctx, &engine.System{Kind: ring.Kind(), Closed: ring})
	}
	return nil, fmt.Errorf("a model of kind %T is not known to the structure engine", in)
}

// analysed lists the exact plans of the engine.
func analysed(ctx context.Context, s *engine.System) ([]way, error) {
	a, err := engine.Analyze(ctx, s, engine.Options{})
	if err != nil {
		return nil, err
	}
	return plansOf(a), nil
}

func plansOf(a engine.Analysis) (ways []way) {
	for _, p := range a.Plans {
		w := way{method: p.Method, class: p.Class, why: fmt.Sprintf("%s (%s)", p.Reason, p.Name), cost: []float64{p.Log2Cost}}
		if p.Method != engine.Estimate && p.Method != engine.Brute && p.Method != engine.Levels && !slices.ContainsFunc(ways, w.same) {
			ways = append(ways, w) // cheapest first: the first of its kind
		}
	}
	return ways
}

// spinWays lists the plans for a spin model, and two that the structure permits and the
// engine plans for models with a lattice or for single paths only: four Pfaffians on a
// torus that was found among the bonds, and transfer matrices along several paths.
func spinWays(ctx context.Context, m *spin.Model) ([]way, error) {
	a, err := engine.Analyze(ctx, &engine.System{Kind: "ising", Spin: m}, engine.Options{})
	if err != nil {
		return nil, err
	}
	ways, s := plansOf(a), a.Structure
	if s.MaxOrder > 2 {
		return ways, nil
	}
	if s.Torus != nil && !s.Field {
		w := way{method: engine.Pfaffian, class: "pfaffian", why: "the bonds form a torus (genus 1, by a rotation system), no fields: four Pfaffians",
			cost: []float64{1.5*math.Log2(float64(m.N)) + torusStep}}
		ways = slices.DeleteFunc(ways, func(o way) bool { return o.same(w) && o.cost[0] > w.cost[0] })
		if !slices.ContainsFunc(ways, w.same) {
			ways = append(ways, w)
		}
	}
	g, err := m.Interaction()
	if err != nil {
		return nil, err
	}
	most := 0
	for v := range g.N {
		most = max(most, g.Degree(v))
	}
	if most <= 2 && s.Edges == s.N-s.Components {
		w := way{method: engine.Transfer, class: "transfer_matrix", why: fmt.Sprintf("the bonds form %d open paths", s.Components), cost: []float64{math.Log2(float64(m.N))}}
		if !slices.ContainsFunc(ways, w.same) {
			ways = append([]way{w}, ways...)
		}
	}
	return ways, nil
}

// torusStep is the binary logarithm of the steps of four Pfaffians beside n^{3/2}, in the
// engine's units.
const torusStep = 8

// deformations is about the products of some generators, whose spin model has a spin for
// each. Where the weights are amplitudes the couplings are complex, and what counts is
// what holds for couplings of any value: the graph is studied with the real couplings of
// independent flips in their place, and only identities between polynomials are kept.
func deformations(ctx context.Context, in deformed) ([]way, error) {
	ts := in.code.tables(in)
	amplitudes := slices.ContainsFunc(ts, func(t weightTable) bool {
		return slices.ContainsFunc(t.log, func(x complex128) bool { return imag(x) != 0 })
	})
	m, _, err := in.model()
	if err != nil {
		return nil, err
	}
	ways, err := spinWays(ctx, m)
	if amplitudes {
		ways = slices.DeleteFunc(ways, func(w way) bool {
			return !slices.Contains([]string{engine.Pfaffian, engine.Treewidth, engine.Reduction, engine.Transfer}, w.method)
		})
	}
	return ways, err
}

// fermions keeps what the engine plans for a quantum chain only if the chain's terms are
// bilinear in fermions, by a mapping that is checked by multiplying Pauli strings out.
func fermions(ctx context.Context, m *chain.Model) ([]way, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	terms, _ := m.PauliTerms()
	found, _, err := chain.JordanWigner(terms, m.N)
	if err != nil || found == nil { // without a mapping there is an obstruction to one
		return nil, err
	}
	if err := chain.VerifyMapping(terms, found); err != nil {
		return nil, err
	}
	ways, err := analysed(ctx, &engine.System{Kind: m.Kind(), Closed: m})
	for i := range ways {
		ways[i].cost[0] = 3 * math.Log2(float64(m.N)) // the modes of a dense form
		ways[i].why = fmt.Sprintf("each of the %d terms is a product of two Majorana operators, by Jordan and Wigner", len(terms))
	}
	return ways, err
}

// network lists the plans for a product of tables, and the Pfaffian where every table is
// a matchgate of a planar drawing.
func network(ctx context.Context, f *factor.Model) ([]way, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	ways, err := analysed(ctx, &engine.System{Kind: "factors", Factors: f})
	if err != nil {
		return nil, err
	}
	class, why, err := matchgates(f)
	if err != nil {
		var no notMatchgates
		if errors.As(err, &no) {
			return ways, nil
		}
		return nil, err
	}
	return append(ways, way{method: matchings, class: class, why: why, cost: []float64{3 * math.Log2(float64(len(f.Factors)))}}), nil
}

// connections keeps the transfer over connectivity states with its true cost: the number
// of ways in which the sites of a separator can be connected, a Catalan number of the
// width of an elimination order of the graph.
func connections(ctx context.Context, m *lattice.RandomCluster) ([]way, error) {
	ways, err := analysed(ctx, &engine.System{Kind: m.Kind(), Closed: m})
	if err != nil {
		return nil, err
	}
	edges := make([]graph.Edge, len(m.Edges))
	for i, e := range m.Edges {
		edges[i] = graph.Edge(e)
	}
	g, err := graph.New(m.N, edges)
	if err != nil {
		return nil, err
	}
	width, err := graph.Width(g, graph.FindOrder(g).Order)
	if err != nil {
		return nil, err
	}
	states := 1.0
	for k := range width + 1 { // the Catalan number of width + 1
		states *= float64(2*(2*k+1)) / float64(k+2)
	}
	for i := range ways {
		ways[i].cost[0] = math.Log2(float64(m.N)) + math.Log2(states)
		ways[i].why = fmt.Sprintf("only which sites of a separator of at most %d are connected is handed on", width)
	}
	return ways, nil
}

// averaged is about a mean over random signs. For given signs the model is an Ising model
// like any other; where the temperature is tied to their distribution, the mean over them
// of the energy needs no sum over spins.
func averaged(ctx context.Context, in signAverage) ([]way, error) {
	beta := math.Log((1-in.p)/in.p) / (2 * in.j)
	js := make([]float64, len(in.edges))
	for k := range js {
		js[k] = in.j * (1 - 2*float64(k%2)) // one choice of the signs
	}
	m, err := spin.NewPairs(in.n, beta, in.edges, js)
	if err != nil {
		return nil, err
	}
	ways, err := analysed(ctx, &engine.System{Kind: "ising", Spin: m})
	if err != nil {
		return nil, err
	}
	for i := range ways {
		ways[i].cost[0] += float64(len(in.edges)) // all choices of the signs
	}
	if residual := math.Abs(math.Exp(-2*beta*in.j)*(1-in.p)/in.p - 1); residual < 1e-12 {
		ways = append(ways, way{method: line, class: "rbim_nishimori", cost: []float64{math.Log2(float64(len(in.edges)))},
			why: "exp(-2 beta J) = p/(1-p): the temperature is tied to the distribution of the signs, so that changes of variables average the energy of each pair to -J(1-2p)"})
	}
	return ways, nil
}

// network is the model over its links: one table a vertex.
func (in vertexGrid) network() (*factor.Model, error) {
	l, ok := side(in.n)
	if !ok {
		return nil, fmt.Errorf("%d vertices are no square", in.n)
	}
	f := &factor.Model{Card: slices.Repeat([]int{2}, 2*l*(l-1))}
	for r := range l {
		for c := range l {
			ends, at := incident(l, r, c)
			w := in.w[r*l+c]
			f.Factors = append(f.Factors, table(ends, func(on func(int) bool) float64 {
				used := func(k int) bool { return at[k] >= 0 && on(at[k]) }
				return weight(&w, used(0), used(1), used(2), used(3))
			}))
		}
	}
	return f, nil
}

// network is the model over its bonds: a table at each cell says that exactly one of them
// is covered, and the tables at the left and upper ends have their weights.
func (in dimerGrid) network() *factor.Model {
	l, _ := side(in.n)
	f := &factor.Model{Card: slices.Repeat([]int{2}, 2*l*(l-1))}
	for r := range l {
		for c := range l {
			ends, at := incident(l, r, c)
			f.Factors = append(f.Factors, table(ends, func(on func(int) bool) float64 {
				covered, x := 0, 1.0
				for k := range at {
					if at[k] < 0 || !on(at[k]) {
						continue
					}
					covered++
					switch k {
					case 0:
						x = in.x[r][c]
					case 3:
						x = in.y[r][c]
					}
				}
				if covered != 1 {
					return 0
				}
				return x
			}))
		}
	}
	return f
}

// incident lists the links of a cell of the open L × L grid: numbers of those that exist,
// and where right, up, left and down stand among them, −1 for those that do not.
func incident(l, r, c int) (ends []int, at [4]int) {
	h := func(r, c int) int { return r*(l-1) + c }
	v := func(r, c int) int { return l*(l-1) + r*l + c }
	put := func(k int, exists bool, link int) {
		at[k] = -1
		if exists {
			at[k] = len(ends)
			ends = append(ends, link)
		}
	}
	put(0, c+1 < l, h(r, c))
	put(1, r > 0, v(r-1, c))
	put(2, c > 0, h(r, c-1))
	put(3, r+1 < l, v(r, c))
	return ends, at
}

// table fills a factor over binary variables from its weights.
func table(sites []int, weight func(on func(int) bool) float64) factor.Factor {
	f := factor.Factor{Sites: sites, Log: make([]float64, 1<<len(sites)), Err: 0x1p-52}
	for state := range f.Log {
		f.Log[state] = math.Log(weight(func(k int) bool { return state>>(len(sites)-1-k)&1 == 1 }))
	}
	return f
}

// randomCluster is the strip as a random-cluster model; probabilities are weights
// p/(1−p) at q = 1, up to a factor, and the event is read off the same states.
func (in links) randomCluster() *lattice.RandomCluster {
	m := &lattice.RandomCluster{N: height * in.n, Q: big.NewRat(1, 1)}
	if in.clusters() {
		m.Q = new(big.Rat).SetFloat64(in.q)
	}
	for _, l := range in.list() {
		v := new(big.Rat).SetFloat64(l.in)
		if !in.clusters() {
			v.Quo(v, new(big.Rat).SetFloat64(l.out))
		}
		m.Edges, m.V = append(m.Edges, [2]int{l.a, l.b}), append(m.V, v)
	}
	return m
}

// notMatchgates says why a network of tables is not one of matchgates.
type notMatchgates struct{ why string }

func (e notMatchgates) Error() string { return e.why }

// matchgates decides whether a product of tables over binary variables, each in exactly
// two tables, is a planar network of matchgates, whose sum is a Pfaffian: the tables are
// the vertices of a planar graph, each has a definite parity, and its weights meet the
// Pfaffian identity in the cyclic order of the drawing (L. G. Valiant, SIAM J. Comput. 37,
// 1565 (2008); at four links the free-fermion condition of C. Fan and F. Y. Wu, Phys. Rev.
// B 2, 723 (1970)). Tables of more than four links are not decided and refused.
func matchgates(f *factor.Model) (class, why string, err error) {
	no := func(format string, a ...any) (string, string, error) {
		return "", "", notMatchgates{fmt.Sprintf(format, a...)}
	}
	ends := make([][]int, len(f.Card))
	for k, t := range f.Factors {
		if t.Phase != nil {
			return no("table %d has signs", k)
		}
		for _, v := range t.Sites {
			ends[v] = append(ends[v], k)
		}
	}
	edges := make([]graph.Edge, len(ends))
	for v, e := range ends {
		if len(e) != 2 || f.Card[v] != 2 {
			return no("variable %d stands in %d tables and has %d values", v, len(e), f.Card[v])
		}
		edges[v] = graph.Edge{e[0], e[1]}
	}
	g, err := graph.New(len(f.Factors), edges)
	if err != nil {
		return "", "", notMatchgates{err.Error()} // a loop or a double edge
	}
	rotation, planar := graph.Embed(g)
	if !planar {
		return no("the tables do not lie in the plane")
	}
	switch genus, err := graph.VerifyEmbedding(g, rotation); {
	case err != nil:
		return "", "", fmt.Errorf("the drawing does not hold: %w", err)
	case genus != 0:
		return "", "", fmt.Errorf("the drawing has genus %d", genus)
	}
	dimers := true
	for k, t := range f.Factors {
		order := make([]int, 0, 4)
		for _, other := range rotation[k] {
			order = append(order, slices.IndexFunc(t.Sites, func(v int) bool { return ends[v][0]+ends[v][1]-k == other }))
		}
		residual, matching, err := signature(t, order)
		if err != nil {
			return no("table %d: %v", k, err)
		}
		if residual > 1e-12 {
			return no("table %d misses the Pfaffian identity by %.1e", k, residual)
		}
		dimers = dimers && matching
	}
	if dimers {
		return "pfaffian", fmt.Sprintf("perfect matchings with weights, of %d bonds in a planar drawing", len(edges)), nil
	}
	return "free_fermion", fmt.Sprintf("the weights of each of the %d tables are those of a Gaussian of fermions (the free-fermion condition), in a planar drawing", len(f.Factors)), nil
}

// signature returns by how much the weights of a table miss the Pfaffian identity in the
// given cyclic order, relative to its largest term, and whether the table says that
// exactly one link is used.
func signature(t factor.Factor, order []int) (residual float64, matching bool, err error) {
	d := len(t.Sites)
	if d > 4 {
		return 0, false, fmt.Errorf("%d links are not decided", d)
	}
	w := func(on ...int) float64 {
		state := 0
		for _, k := range on {
			state |= 1 << (d - 1 - order[k])
		}
		return math.Exp(t.Log[state])
	}
	var parities [2]bool
	matching = true
	for state, l := range t.Log {
		if math.IsInf(l, -1) {
			continue
		}
		ones := 0
		for s := state; s > 0; s &= s - 1 {
			ones++
		}
		parities[ones%2] = true
		matching = matching && ones == 1
	}
	if parities[0] && parities[1] {
		return 0, false, errors.New("its weights have no parity")
	}
	if d < 4 {
		return 0, matching, nil // a definite parity is enough
	}
	terms := []float64{w() * w(0, 1, 2, 3), -w(0, 1) * w(2, 3), w(0, 2) * w(1, 3), -w(0, 3) * w(1, 2)}
	if parities[1] {
		terms = []float64{w(0) * w(1, 2, 3), -w(1) * w(0, 2, 3), w(2) * w(0, 1, 3), -w(3) * w(0, 1, 2)}
	}
	sum, top := 0.0, 0.0
	for _, x := range terms {
		sum += x
		top = max(top, math.Abs(x))
	}
	if top == 0 {
		return 0, matching, nil
	}
	return math.Abs(sum) / top, matching, nil
}

// evaluator is a program for a method and one form of parameters, with its cost: growing
// is what it costs where the tables grow with the size.
type evaluator struct {
	files      []string
	complexity string
	growing    string
}

// evaluatorOf finds a program by what the parameters are and the method: one file reads
// the parameters, the other evaluates.
func evaluatorOf(m model, method string) (evaluator, bool) {
	type key struct {
		kind   string
		method string
	}
	cube := func(files ...string) evaluator { return evaluator{files: files, complexity: "O(n^3)"} }
	linear := func(files ...string) evaluator { return evaluator{files: files, complexity: "O(n)"} }
	tables := func(reader string) evaluator {
		return evaluator{[]string{"solver_eliminate", reader}, "O(n)", "O(n 2^w), w the width of the elimination order"}
	}
	known := map[key]evaluator{
		{"row", engine.Transfer}:           linear("solver_path", "solver_row"),
		{"torus", engine.Gauge}:            {files: []string{"solver_momenta"}, complexity: "O(L)"},
		{"grid", engine.Pfaffian}:          cube("solver_drawn", "solver_grid"),
		{"mattis", engine.Gauge}:           linear("solver_count", "solver_pattern"),
		{"pairs", engine.Treewidth}:        tables("solver_pairs"),
		{"biased pairs", engine.Reduction}: linear("reference_P10"),
		{"all", engine.Symmetric}:          linear("solver_count", "solver_alike"),
		{"quantum", engine.FreeFermion}:    cube("reference_P07"),
		{"vertices", matchings}:            cube("reference_P08"),
		{"dimers", matchings}:              cube("reference_P09"),
		{"crossing", engine.Connectivity}:  linear("reference_P11"),
		{"clusters", engine.Connectivity}:  linear("reference_P12"),
		{"average", line}:                  linear("reference_P13"),
		{"flips", engine.Transfer}:         linear("solver_path", "solver_flips"),
		{"toric", engine.Pfaffian}:         cube("reference_T02"),
		{"depolarizing", engine.Treewidth}: tables("solver_pauli"),
		{"correlated", engine.Treewidth}:   tables("solver_lines"),
		{"faulty", engine.Treewidth}:       tables("solver_faults"),
		{"surface", engine.Pfaffian}:       cube("reference_T03"),
		{"rotated", engine.Pfaffian}:       cube("reference_T06"),
		{"sphere", engine.ClosedForm}:      linear("reference_P15"),
	}
	kind := ""
	switch m := m.(type) {
	case row:
		kind = "row"
	case torus:
		kind = "torus"
	case grid:
		kind = "grid"
	case mattis:
		kind = "mattis"
	case cubic:
		kind = "pairs"
	case thin:
		kind = "biased pairs"
	case curieWeiss:
		kind = "all"
	case tfim:
		kind = "quantum"
	case vertices:
		kind = "vertices"
	case dimers:
		kind = "dimers"
	case strip:
		kind = "crossing"
		if m.clusters {
			kind = "clusters"
		}
	case nishimori:
		kind = "average"
	case repetition, baconShor:
		kind = "flips"
	case toric:
		kind = "toric"
	case depolarizing:
		kind = "depolarizing"
	case correlated:
		kind = "correlated"
	case faulty:
		kind = "faulty"
	case surface:
		kind = "surface"
	case surfaceRotated:
		kind = "rotated"
	case sphere:
		kind = "sphere"
	}
	e, ok := known[key{kind, method}]
	return e, ok
}
