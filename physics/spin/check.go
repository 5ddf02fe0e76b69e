package spin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/graph"
)

// The checkers below read the terms of a model and a witness. They share no code with what
// finds the witnesses, and are written to be read rather than to be fast.

// tally is the list of interactions by their sites, those that vanish left out.
type tally struct {
	n     int
	index map[string]int
	sites [][]int
	J     []float64
	of    []int   // entry of each term of the model, −1 where J = 0
	at    [][]int // entries with each site
}

func siteKey(sites []int) string {
	s := slices.Clone(sites)
	slices.Sort(s)
	var key []byte
	for _, v := range s {
		key = binary.AppendUvarint(key, uint64(v))
	}
	return string(key)
}

func newTally(m *Model) *tally {
	t := &tally{n: m.N, index: make(map[string]int, len(m.Terms)), at: make([][]int, m.N)}
	for _, term := range m.Terms {
		if term.J == 0 {
			t.of = append(t.of, -1)
			continue
		}
		key := siteKey(term.Sites)
		i, ok := t.index[key]
		if !ok {
			i = len(t.J)
			t.index[key] = i
			t.sites, t.J = append(t.sites, term.Sites), append(t.J, 0)
			for _, v := range term.Sites {
				t.at[v] = append(t.at[v], i)
			}
		}
		t.J[i] += term.J
		t.of = append(t.of, i)
	}
	return t
}

// coupling is the total coupling of some sites, 0 where they have none.
func (t *tally) coupling(sites []int) float64 {
	if i, ok := t.index[siteKey(sites)]; ok {
		return t.J[i]
	}
	return 0
}

// kernelCheckWork bounds the elimination by which VerifyKernel confirms the rank.
const kernelCheckWork = 1 << 27

// VerifyKernel checks that the basis consists of sets of interactions that contain every
// site an even number of times, that they are independent (each has a term that no other
// has), and that there are no more: the rank is computed again, for bonds and fields by
// counting components, for other terms column by column as long as the model is not too
// large for that (some 10⁸ steps); beyond, Dim is confirmed as a lower bound only.
func VerifyKernel(m *Model, k Kernel) error { return newTally(m).verifyKernel(k) }

func (t *tally) verifyKernel(k Kernel) error {
	terms, order := 0, 0
	for i, j := range t.J {
		if j != 0 {
			terms++
			order = max(order, len(t.sites[i]))
		}
	}
	if k.Terms != terms {
		return fmt.Errorf("spin: kernel: %d interactions, not %d", terms, k.Terms)
	}
	if k.Dim < 0 {
		if k.NotComputed == "" || k.Basis != nil {
			return errors.New("spin: kernel: no dimension and no reason why")
		}
		return nil
	}
	if k.Rank+k.Dim != k.Terms || len(k.Basis) != k.Dim && (k.Basis != nil || k.NotComputed == "") {
		return fmt.Errorf("spin: kernel: rank %d, dimension %d, %d basis vectors, %d terms", k.Rank, k.Dim, len(k.Basis), k.Terms)
	}
	count := map[int]int{}
	for b, v := range k.Basis {
		odd := map[int]bool{}
		seen := map[int]bool{}
		for _, term := range v {
			if term < 0 || term >= len(t.of) || t.of[term] < 0 || t.J[t.of[term]] == 0 || seen[t.of[term]] {
				return fmt.Errorf("spin: kernel: basis vector %d: term %d does not exist, vanishes or occurs twice", b, term)
			}
			i := t.of[term]
			seen[i] = true
			count[i]++
			for _, s := range t.sites[i] {
				if odd[s] = !odd[s]; !odd[s] {
					delete(odd, s)
				}
			}
		}
		if len(odd) != 0 {
			return fmt.Errorf("spin: kernel: basis vector %d contains %d sites an odd number of times", b, len(odd))
		}
	}
	for b, v := range k.Basis {
		if !slices.ContainsFunc(v, func(term int) bool { return count[t.of[term]] == 1 }) {
			return fmt.Errorf("spin: kernel: basis vector %d has no term of its own", b)
		}
	}
	rank := t.forestSize()
	if order > 2 {
		var known bool
		if rank, known = t.rank(); !known {
			return nil
		}
	}
	if rank != k.Rank {
		return fmt.Errorf("spin: kernel: the rank is %d, not %d", rank, k.Rank)
	}
	return nil
}

// forestSize is the number of edges of a spanning forest, all fields ending on one more
// vertex.
func (t *tally) forestSize() int {
	root := make([]int, t.n+1)
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
	size := 0
	for i, s := range t.sites {
		if t.J[i] == 0 {
			continue
		}
		far := t.n
		if len(s) > 1 {
			far = s[1]
		}
		a, b := find(s[0]), find(far)
		if a != b {
			root[a] = b
			size++
		}
	}
	return size
}

// rank reduces every column by those before it with the same highest site.
func (t *tally) rank() (int, bool) {
	if float64(len(t.J))*float64(t.n)*float64(min(len(t.J), t.n))/64 > kernelCheckWork {
		return 0, false
	}
	byTop := map[int]*big.Int{}
	for i, sites := range t.sites {
		if t.J[i] == 0 {
			continue
		}
		column := new(big.Int)
		for _, s := range sites {
			column.SetBit(column, s, 1)
		}
		for column.Sign() != 0 {
			top := column.BitLen() - 1
			if byTop[top] == nil {
				byTop[top] = column
				break
			}
			column.Xor(column, byTop[top])
		}
	}
	return len(byTop), true
}

// VerifyOrbits checks every coupling against the quotient, pairs without a bond included
// (by counting).
func VerifyOrbits(m *Model, o *Orbits) error { return newTally(m).verifyOrbits(o) }

func (t *tally) verifyOrbits(o *Orbits) error {
	c := len(o.Size)
	if len(o.Class) != t.n || len(o.Xi) != t.n || len(o.J) != c || len(o.H) != c {
		return errors.New("spin: orbits: wrong lengths")
	}
	size := make([]int, c)
	for i, a := range o.Class {
		if a < 0 || a >= c || o.Xi[i] != 1 && o.Xi[i] != -1 {
			return fmt.Errorf("spin: orbits: site %d has class %d and sign %d", i, a, o.Xi[i])
		}
		size[a]++
		if h := t.coupling([]int{i}); h != float64(o.Xi[i])*o.H[a] {
			return fmt.Errorf("spin: orbits: the field on site %d is %v, that of its class %v", i, h, o.H[a])
		}
	}
	if !slices.Equal(size, o.Size) {
		return errors.New("spin: orbits: wrong sizes")
	}
	bonds := map[[2]int]int{}
	for i, s := range t.sites {
		if t.J[i] == 0 || len(s) == 1 {
			continue
		}
		if len(s) > 2 {
			return errors.New("spin: orbits of a model with terms of more than two spins")
		}
		a, b := o.Class[s[0]], o.Class[s[1]]
		if len(o.J[a]) != c || t.J[i] != float64(o.Xi[s[0]]*o.Xi[s[1]])*o.J[a][b] {
			return fmt.Errorf("spin: orbits: the coupling of %d and %d is %v, not that of their classes", s[0], s[1], t.J[i])
		}
		bonds[[2]int{min(a, b), max(a, b)}]++
	}
	for a := range c {
		for b := range a + 1 {
			if len(o.J[a]) != c || o.J[a][b] != o.J[b][a] {
				return errors.New("spin: orbits: the quotient is not symmetric")
			}
			pairs := size[a] * size[b]
			if a == b {
				pairs = size[a] * (size[a] - 1) / 2
			}
			if o.J[a][b] == 0 {
				pairs = 0
			}
			if bonds[[2]int{b, a}] != pairs {
				return fmt.Errorf("spin: orbits: %d bonds between classes %d and %d, not %d", bonds[[2]int{b, a}], b, a, pairs)
			}
		}
	}
	return nil
}

// VerifyDistinct checks that no two of the sites can be exchanged up to signs, and that
// there are more than MaxClasses of them.
func VerifyDistinct(m *Model, sites []int) error { return newTally(m).verifyDistinct(sites) }

func (t *tally) verifyDistinct(sites []int) error {
	if len(sites) <= MaxClasses {
		return fmt.Errorf("spin: orbits: %d inequivalent sites do not show more than %d classes", len(sites), MaxClasses)
	}
	rows := make([]map[int]float64, len(sites))
	for p, v := range sites {
		if v < 0 || v >= t.n || slices.Contains(sites[:p], v) {
			return fmt.Errorf("spin: orbits: site %d does not exist or occurs twice", v)
		}
		rows[p] = map[int]float64{}
		for _, i := range t.at[v] {
			switch s := t.sites[i]; len(s) {
			case 1:
				rows[p][-1] = t.J[i]
			case 2:
				rows[p][s[0]+s[1]-v] = t.J[i]
			}
		}
		for q := range p {
			for _, sign := range []float64{1, -1} {
				same := true
				for _, pair := range [2][2]int{{p, q}, {q, p}} {
					for k, j := range rows[pair[0]] {
						same = same && (k == sites[p] || k == sites[q] || j == sign*rows[pair[1]][k])
					}
				}
				if same {
					return fmt.Errorf("spin: orbits: sites %d and %d can be exchanged", sites[q], v)
				}
			}
		}
	}
	return nil
}

// VerifyLowRank multiplies the dyads out and compares with the quotient of o, which
// VerifyOrbits has to have accepted.
func VerifyLowRank(o *Orbits, low *LowRank) error {
	n := len(o.Size)
	if len(low.V) != len(low.C) {
		return fmt.Errorf("spin: rank: %d vectors with %d coefficients", len(low.V), len(low.C))
	}
	sum := map[[2]int]*big.Rat{}
	for r, text := range low.C {
		c, ok := new(big.Rat).SetString(text)
		if !ok || len(low.V[r]) != n {
			return fmt.Errorf("spin: rank: dyad %d is malformed", r)
		}
		v := make([]*big.Rat, n)
		for a, text := range low.V[r] {
			if v[a], ok = new(big.Rat).SetString(text); !ok {
				return fmt.Errorf("spin: rank: %q is not a fraction", text)
			}
			for b := range a + 1 {
				key := [2]int{a, b}
				if sum[key] == nil {
					sum[key] = new(big.Rat)
				}
				x := new(big.Rat).Mul(v[a], v[b])
				sum[key].Add(sum[key], x.Mul(x, c))
			}
		}
	}
	for a := range n {
		for b := range a + 1 {
			if a == b && o.Size[a] == 1 {
				continue // the diagonal
			}
			have := sum[[2]int{a, b}]
			if have == nil {
				have = new(big.Rat)
			}
			if have.Cmp(new(big.Rat).SetFloat64(o.J[a][b])) != 0 {
				return fmt.Errorf("spin: rank: the dyads give %s between classes %d and %d, not %v", have, b, a, o.J[a][b])
			}
		}
	}
	return nil
}

// VerifyMinor2 checks in fractions that the minor does not vanish and avoids the diagonal.
func VerifyMinor2(m *Model, x Minor2) error { return newTally(m).verifyMinor2(x) }

func (t *tally) verifyMinor2(x Minor2) error {
	all := []int{x.Rows[0], x.Rows[1], x.Cols[0], x.Cols[1]}
	for i, v := range all {
		if v < 0 || v >= t.n || slices.Contains(all[:i], v) {
			return fmt.Errorf("spin: minor: site %d does not exist or occurs twice", v)
		}
	}
	j := func(a, b int) *big.Rat { return new(big.Rat).SetFloat64(t.coupling([]int{x.Rows[a], x.Cols[b]})) }
	if new(big.Rat).Mul(j(0, 0), j(1, 1)).Cmp(new(big.Rat).Mul(j(0, 1), j(1, 0))) == 0 {
		return errors.New("spin: minor: the minor vanishes")
	}
	return nil
}

// VerifyCycle checks that the sites form a simple cycle.
func VerifyCycle(g *graph.Graph, cycle []int) error {
	if len(cycle) < 3 {
		return fmt.Errorf("spin: a cycle of %d sites", len(cycle))
	}
	joined := make(map[[2]int]bool, len(g.Edges))
	for _, e := range g.Edges {
		joined[[2]int{e[0], e[1]}], joined[[2]int{e[1], e[0]}] = true, true
	}
	seen := make(map[int]bool, len(cycle))
	for i, v := range cycle {
		if w := cycle[(i+1)%len(cycle)]; seen[v] || !joined[[2]int{v, w}] {
			return fmt.Errorf("spin: the cycle visits %d twice or uses %d–%d, which is no bond", v, v, w)
		}
		seen[v] = true
	}
	return nil
}

// VerifyBlocks checks the ear decompositions, which show that no block has a cut vertex,
// and that blocks and sites form a forest, which shows that no two blocks are one.
func VerifyBlocks(g *graph.Graph, b Blocks) error {
	free := make(map[[2]int]bool, len(g.Edges)) // edges on no ear so far
	for _, e := range g.Edges {
		free[[2]int{min(e[0], e[1]), max(e[0], e[1])}] = true
	}
	use := func(v, w int) error {
		key := [2]int{min(v, w), max(v, w)}
		if !free[key] {
			return fmt.Errorf("spin: blocks: %d–%d is no bond or on two ears", v, w)
		}
		delete(free, key)
		return nil
	}
	nodes := g.N
	count := make(map[int]int) // blocks of each site
	root := make([]int, g.N, g.N+len(b.Ears)+len(g.Edges))
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
	attach := func(v int) error {
		count[v]++
		a, c := find(v), find(nodes)
		if a == c {
			return fmt.Errorf("spin: blocks: a cycle runs through several blocks, one of them at site %d", v)
		}
		root[a] = c
		return nil
	}
	for i, ears := range b.Ears {
		in := map[int]bool{}
		for j, ear := range ears {
			if len(ear) < 2 {
				return fmt.Errorf("spin: blocks: ear %d of block %d has %d sites", j, i, len(ear))
			}
			first, last := ear[0], ear[len(ear)-1]
			if j == 0 && (first != last || len(ear) < 4) || j > 0 && (first == last || !in[first] || !in[last]) {
				return fmt.Errorf("spin: blocks: ear %d of block %d does not start and end as it should", j, i)
			}
			in[first] = true
			for p := 1; p < len(ear); p++ {
				if err := use(ear[p-1], ear[p]); err != nil {
					return err
				}
				if p < len(ear)-1 {
					if in[ear[p]] {
						return fmt.Errorf("spin: blocks: ear %d of block %d meets site %d inside", j, i, ear[p])
					}
					in[ear[p]] = true
				}
			}
		}
		if len(in) == 0 {
			return fmt.Errorf("spin: blocks: block %d is empty", i)
		}
		root = append(root, nodes)
		sites := make([]int, 0, len(in))
		for v := range in {
			sites = append(sites, v)
		}
		slices.Sort(sites)
		for _, v := range sites {
			if err := attach(v); err != nil {
				return err
			}
		}
		nodes++
	}
	if len(free) != b.Bridges {
		return fmt.Errorf("spin: blocks: %d bonds are on no ear, not %d", len(free), b.Bridges)
	}
	for _, e := range g.Edges {
		if !free[[2]int{min(e[0], e[1]), max(e[0], e[1])}] {
			continue
		}
		root = append(root, nodes)
		for _, v := range e {
			if err := attach(v); err != nil {
				return err
			}
		}
		nodes++
	}
	var cuts []int
	for v := range g.N {
		if count[v] > 1 {
			cuts = append(cuts, v)
		}
	}
	if !slices.Equal(cuts, b.Cuts) {
		return errors.New("spin: blocks: wrong cut sites")
	}
	return nil
}

// VerifyPattern checks the isomorphism edge by edge: every edge joins lattice neighbours,
// and there are as many as the lattice has bonds.
func VerifyPattern(g *graph.Graph, p *Pattern) error {
	dims, cell, least := 2, 1, 3
	switch p.Kind {
	case "triangular":
	case "honeycomb":
		cell, least = 2, 2
	case "cubic":
		dims = 3
	default:
		return fmt.Errorf("spin: pattern %q", p.Kind)
	}
	if len(p.Size) != dims || len(p.Site) != g.N {
		return fmt.Errorf("spin: %s lattice of size %v with %d sites for %d vertices", p.Kind, p.Size, len(p.Site), g.N)
	}
	cells := 1
	for _, s := range p.Size {
		if s < 1 || p.Torus && s < least || s > g.N {
			return fmt.Errorf("spin: %s lattice of size %v (torus: %t)", p.Kind, p.Size, p.Torus)
		}
		cells *= s
	}
	if cells*cell != g.N {
		return fmt.Errorf("spin: %s lattice of size %v for %d vertices", p.Kind, p.Size, g.N)
	}
	at := make([]int, g.N)
	for v := range at {
		at[v] = -1
	}
	for i, v := range p.Site {
		if v < 0 || v >= g.N || at[v] >= 0 {
			return fmt.Errorf("spin: lattice place %d is vertex %d, which is taken or not in the graph", i, v)
		}
		at[v] = i
	}
	coordinates := func(place int) []int {
		place /= cell
		x := make([]int, dims)
		for d := dims - 1; d >= 0; d-- {
			x[d] = place % p.Size[d]
			place /= p.Size[d]
		}
		return x
	}
	// shift reports whether to = from + step, wrapping on the torus.
	shift := func(from, to []int, step ...int) bool {
		for d := range step {
			x := from[d] + step[d]
			if p.Torus {
				x = (x + p.Size[d]) % p.Size[d]
			}
			if x != to[d] {
				return false
			}
		}
		return true
	}
	forward := map[string][][]int{
		"triangular": {{0, 1}, {1, 0}, {1, 1}},
		"honeycomb":  {{0, 0}, {0, 1}, {1, 0}}, // from a site B to the sites A of these cells
		"cubic":      {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}},
	}[p.Kind]
	for k, e := range g.Edges {
		a, b := at[e[0]], at[e[1]]
		if cell == 2 && a%2 == 0 {
			a, b = b, a
		}
		x, y := coordinates(a), coordinates(b)
		ok := false
		for _, step := range forward {
			ok = ok || shift(x, y, step...) || cell == 1 && shift(y, x, step...)
		}
		if !ok || cell == 2 && (a%2 != 1 || b%2 != 0) {
			return fmt.Errorf("spin: edge %d joins the places %v and %v, which are no neighbours on a %s lattice", k, x, y, p.Kind)
		}
	}
	want := 0
	for _, step := range forward {
		bonds := 1
		for d, s := range p.Size {
			if step[d] == 1 && !p.Torus {
				s--
			}
			bonds *= s
		}
		want += bonds
	}
	if len(g.Edges) != want {
		return fmt.Errorf("spin: %d edges, a %s lattice of size %v (torus: %t) has %d", len(g.Edges), p.Kind, p.Size, p.Torus, want)
	}
	return nil
}

// VerifyGenerator checks that the transformation keeps every coupling. The terms without
// a site that moves or turns are left alone by it, and it takes the others to each other.
func VerifyGenerator(m *Model, x Generator) error { return newTally(m).verifyGenerator(x) }

func (t *tally) verifyGenerator(x Generator) error {
	next := map[int]int{}
	for _, cycle := range x.Cycles {
		for i, v := range cycle {
			if _, twice := next[v]; twice || v < 0 || v >= t.n {
				return fmt.Errorf("spin: symmetry: site %d does not exist or moves twice", v)
			}
			next[v] = cycle[(i+1)%len(cycle)]
		}
	}
	flip := map[int]bool{}
	for _, v := range x.Flips {
		if flip[v] || v < 0 || v >= t.n {
			return fmt.Errorf("spin: symmetry: site %d does not exist or is reversed twice", v)
		}
		flip[v] = true
	}
	if len(next) == 0 && len(flip) == 0 {
		return errors.New("spin: symmetry: nothing moves")
	}
	check := func(i int) error {
		sign := 1.0
		image := make([]int, 0, len(t.sites[i]))
		for _, v := range t.sites[i] {
			if flip[v] {
				sign = -sign
			}
			if w, moves := next[v]; moves {
				v = w
			}
			image = append(image, v)
		}
		if t.coupling(image)*sign != t.J[i] {
			return fmt.Errorf("spin: symmetry: the term on %v has the coupling %v, its image on %v another", t.sites[i], t.J[i], image)
		}
		return nil
	}
	var touched []int
	for v := range next {
		touched = append(touched, v)
	}
	for v := range flip {
		touched = append(touched, v)
	}
	slices.Sort(touched)
	if len(touched) > t.n/4 { // faster by terms
		for i := range t.J {
			if err := check(i); err != nil {
				return err
			}
		}
		return nil
	}
	for _, v := range touched {
		for _, i := range t.at[v] {
			if err := check(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// VerifyColors repeats the refinement with complete descriptions of the neighbourhoods:
// sites that these leave together must have one colour.
func VerifyColors(m *Model, color []int, rounds int) error {
	return newTally(m).verifyColors(color, rounds)
}

func (t *tally) verifyColors(color []int, rounds int) error {
	if len(color) != t.n || rounds < 0 || rounds > 100 {
		return fmt.Errorf("spin: colours: %d colours for %d sites after %d rounds", len(color), t.n, rounds)
	}
	exact := make([]int, t.n)
	for range rounds {
		number := map[string]int{}
		refined := make([]int, t.n)
		for v := range t.n {
			var parts []string
			for _, i := range t.at[v] {
				if t.J[i] == 0 {
					continue
				}
				var around []int
				for _, w := range t.sites[i] {
					if w != v {
						around = append(around, exact[w])
					}
				}
				slices.Sort(around)
				parts = append(parts, fmt.Sprint(math.Float64bits(t.J[i]), around))
			}
			slices.Sort(parts)
			key := fmt.Sprint(exact[v], strings.Join(parts, ";"))
			if _, ok := number[key]; !ok {
				number[key] = len(number)
			}
			refined[v] = number[key]
		}
		exact = refined
	}
	of := map[int]int{}
	for v, c := range color {
		if seen, ok := of[exact[v]]; ok && seen != c {
			return fmt.Errorf("spin: colours: site %d has a colour of its own without a difference to show for it", v)
		}
		of[exact[v]] = c
	}
	return nil
}
