package lattice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// HardCore is the lattice gas whose particles exclude each other on neighbouring sites:
// Z is the sum over the independent sets of a graph of the fugacity to the power of
// their size.
type HardCore struct {
	N     int
	Edges [][2]int
	// Fugacity is not negative.
	Fugacity *big.Rat
	// Lattice says which generator made the edges, nil for an explicit list.
	Lattice *modelfile.Lattice
}

// ReadHardCore reads a lattice or a list of edges, and the fugacity:
//
//	{"model":"hard_core","lattice":"square","size":[8,8],"boundary":"torus","fugacity":1}
//	{"model":"hard_core","n":3,"edges":[[0,1],[1,2]],"fugacity":"1/2"}
func ReadHardCore(root *modelfile.Value) (*HardCore, error) {
	m, err := readHardCore(root, maxClusterEdges)
	if err != nil {
		return nil, fmt.Errorf("lattice: hard-core model: %w", err)
	}
	return m, nil
}

func readHardCore(root *modelfile.Value, limit int) (*HardCore, error) {
	if _, err := wantKind(root, "hard_core"); err != nil {
		return nil, err
	}
	if err := root.Only(append([]string{"model", "n", "edges", "fugacity"}, latticeKeys...)...); err != nil {
		return nil, err
	}
	b, err := readBonds(root, limit)
	if err != nil {
		return nil, err
	}
	m := &HardCore{N: b.n, Edges: b.edges, Lattice: b.lattice}
	v, err := root.Need("fugacity")
	if err != nil {
		return nil, err
	}
	if m.Fugacity, err = v.Rational(); err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, root.Errorf("%w", err)
	}
	return m, nil
}

func (m *HardCore) check() error {
	if err := checkBonds(m.N, m.Edges); err != nil {
		return err
	}
	if m.Fugacity == nil || m.Fugacity.Sign() < 0 {
		return fmt.Errorf("fugacity: want a number that is not negative")
	}
	return nil
}

// MarshalJSON writes what ReadHardCore reads.
func (m *HardCore) MarshalJSON() ([]byte, error) {
	return newRecord("hard_core").setBonds(m.N, m.Edges, m.Lattice).set("fugacity", text(m.Fugacity)).bytes(), nil
}

// Kind is "hard_core".
func (m *HardCore) Kind() string { return "hard_core" }

// Sites is the number of sites.
func (m *HardCore) Sites() int { return m.N }

// Explain describes the transfer.
func (m *HardCore) Explain() []string {
	if rows, cols, torus, ok := m.grid(); ok {
		if torus {
			return []string{
				fmt.Sprintf("A transfer matrix on rows of %d sites: its states are the sets of particles without neighbours on a ring.", cols),
				fmt.Sprintf("The trace over %d rows is a sum over first rows, one for each class under rotation and reflection; a row is added site by site.", rows),
			}
		}
		return []string{fmt.Sprintf("A transfer matrix from site to site, along a frontier of %d sites; its states are the sets of particles without neighbours, a Fibonacci number of them.", cols)}
	}
	return []string{fmt.Sprintf("Sites are visited along a sweep with a frontier of at most %d sites; the states are the particles on the frontier.", m.sweep().width)}
}

// grid says whether this is a square lattice, with at least as many rows as columns.
func (m *HardCore) grid() (rows, cols int, torus, ok bool) {
	if m.Lattice == nil || m.Lattice.Kind != "square" {
		return 0, 0, false, false
	}
	rows, cols = m.Lattice.Size[0], m.Lattice.Size[1]
	return max(rows, cols), min(rows, cols), m.Lattice.Torus, true
}

func (m *HardCore) sweep() *sweep { return newSweep(m.N, m.Edges, nil, alongColumns(m.Lattice)...) }

// LogZ sums positive float64 numbers by transfer.
func (m *HardCore) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.check(); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: hard-core gas: %w", err)
	}
	w, _, ok := toFloat(m.Fugacity)
	if !ok || w != 0 && (w < 0x1p-100 || w > 0x1p100) {
		return partition.LogZ{}, fmt.Errorf("lattice: hard-core gas: fugacity %s is outside of 2^−100 … 2^100", text(m.Fugacity))
	}
	var sum float64
	var exponent int64
	var err error
	method := "hard-core transfer, site by site"
	// A term is a product of at most n fugacities (each rounded once, and the product once)
	// and takes part in at most one addition a site and one a row.
	roundings := 5 * float64(m.N)
	if rows, cols, torus, grid := m.grid(); grid {
		if float64(cols)*(1+max(0, math.Log2(w))) > maxHardRange {
			return m.exact(ctx, cols)
		}
		t := &hardGrid[float64]{rows: rows, cols: cols, arithmetic: floats{w}}
		if torus {
			sum, exponent, err = t.torus(ctx)
			roundings += 4 * float64(fibonacci(min(cols, maxHardRing))) // sums over first and last rows
		} else {
			sum, exponent, err = t.open(ctx)
			roundings += float64(fibonacci(min(cols, maxHardWidth))) // the last sum
		}
	} else {
		sum, exponent, err = m.frontier(ctx, w)
		method = "hard-core transfer along a frontier"
	}
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: hard-core gas: %w", err)
	}
	return logOfSum(sum, exponent, roundings*unit, method), nil
}

// maxHardRange keeps underflow harmless. A state that is lost beside the largest one is
// below 2^−1020 of it, and can be completed with at most (2 max(1, fugacity))^columns
// times the weight of the completions of that: take any completion of the empty row, the
// one with the most, and remove what is beside the largest state.
const maxHardRange = 600

// exact goes by way of integers where float64 numbers have too little range.
func (m *HardCore) exact(ctx context.Context, cols int) (partition.LogZ, error) {
	if !m.Fugacity.IsInt() {
		return partition.LogZ{}, fmt.Errorf("lattice: hard-core gas: fugacity %s on rows of %d sites is beyond the range of float64 numbers", text(m.Fugacity), cols)
	}
	count, err := m.Count(ctx)
	if err != nil {
		return partition.LogZ{}, err
	}
	z := logOfRat(new(big.Rat).SetInt(count), "hard-core transfer, site by site")
	z.Escalated = []string{"float64: the weights differ too much"}
	return z, nil
}

// Count is Z as an exact integer, for a square lattice at an integer fugacity.
func (m *HardCore) Count(ctx context.Context) (*big.Int, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("lattice: hard-core count: %w", err)
	}
	rows, cols, torus, grid := m.grid()
	if !grid || !m.Fugacity.IsInt() {
		return nil, errors.New("lattice: hard-core count: only for a square lattice at an integer fugacity")
	}
	t := &hardGrid[*big.Int]{rows: rows, cols: cols, arithmetic: integers{m.Fugacity.Num()}}
	transfer := t.open
	if torus {
		transfer = t.torus
	}
	sum, _, err := transfer(ctx)
	if err != nil {
		return nil, fmt.Errorf("lattice: hard-core count: %w", err)
	}
	return sum, nil
}

// arithmetic is what the transfer needs of its numbers, a slice at a time. The slices
// of one call are equally long; dst may be a.
type arithmetic[T any] interface {
	make(n int) []T
	one() T
	clear(a []T)
	add(dst, a, b []T)
	scale(dst, a []T) // by the fugacity
	copy(dst, a []T)
	// total adds everything up; rescale takes out a power of two, which shift multiplies
	// with.
	total(a []T) T
	rescale(a []T) int64
	shift(a []T, e int64)
}

type floats struct{ w float64 }

func (floats) make(n int) []float64  { return make([]float64, n) }
func (floats) one() float64          { return 1 }
func (floats) clear(a []float64)     { clear(a) }
func (floats) copy(dst, a []float64) { copy(dst, a) }
func (floats) total(a []float64) (s float64) {
	for _, x := range a {
		s += x
	}
	return s
}

func (floats) add(dst, a, b []float64) {
	b = b[:len(dst)]
	for i, x := range a[:len(dst)] {
		dst[i] = x + b[i]
	}
}

func (f floats) scale(dst, a []float64) {
	for i, x := range a[:len(dst)] {
		dst[i] = f.w * x
	}
}

func (floats) rescale(a []float64) int64 {
	top := 0.0
	for _, x := range a {
		top = max(top, x)
	}
	if top == 0 || top > 0x1p-100 && top < 0x1p100 {
		return 0
	}
	_, e := math.Frexp(top)
	for i, x := range a {
		a[i] = math.Ldexp(x, -e)
	}
	return int64(e)
}

func (floats) shift(a []float64, e int64) {
	e = max(min(e, 1<<12), -1<<12)
	for i, x := range a {
		a[i] = math.Ldexp(x, int(e))
	}
}

type integers struct{ w *big.Int }

func (integers) make(n int) []*big.Int {
	list := make([]*big.Int, n)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}
func (integers) one() *big.Int { return big.NewInt(1) }
func (integers) clear(a []*big.Int) {
	for _, x := range a {
		x.SetInt64(0)
	}
}
func (integers) copy(dst, a []*big.Int) {
	for i := range dst {
		dst[i].Set(a[i])
	}
}
func (integers) total(a []*big.Int) *big.Int {
	s := new(big.Int)
	for _, x := range a {
		s.Add(s, x)
	}
	return s
}
func (integers) add(dst, a, b []*big.Int) {
	for i := range dst {
		dst[i].Add(a[i], b[i])
	}
}
func (f integers) scale(dst, a []*big.Int) {
	for i := range dst {
		dst[i].Mul(a[i], f.w)
	}
}
func (integers) rescale([]*big.Int) int64 { return 0 }
func (integers) shift([]*big.Int, int64)  {} // there is nothing to shift by

// fibonacci is the number of independent sets of a path of n sites: 1, 2, 3, 5, …
func fibonacci(n int) int {
	a, b := 1, 2
	for range n {
		a, b = b, a+b
	}
	return a
}

// hardGrid is the transfer on a square lattice. While a row is visited, the state is the
// independent set on the sites 0 … c−1 of the new row (left) and that on c … w−1 of the
// old one (right). Both are numbered by Fibonacci's numeration: left with site c−1 as
// its largest digit, right with site c as its largest. So left < F(c−1) says that site
// c−1 is empty, and right < F(w−c−1) that the site c above is; dropping or adding that
// digit does not change the others. After a row the numbering of the whole left row is
// that of a right row seen from the other end: rows are visited to and fro.
type hardGrid[T any] struct {
	rows, cols int
	arithmetic arithmetic[T]
	now, next  []T
}

// Limits of the transfer: sites abreast, and around, and additions.
const (
	maxHardWidth = 36
	maxHardRing  = 24
	maxHardWork  = 1 << 38
)

// visit adds site c of a row. filled and empty say which of its states are allowed.
func (t *hardGrid[T]) visit(c int, empty, filled bool) {
	a := t.arithmetic
	lefts, oldRights := fibonacci(c), fibonacci(t.cols-c)
	rights := fibonacci(t.cols - c - 1) // of the sites c+1 … w−1
	above := oldRights - rights         // of them, those that a particle above allows
	leftsNew := fibonacci(c + 1)
	free := leftsNew - lefts // lefts with site c−1 empty come first
	for l := range lefts {
		old := t.now[l*oldRights:][:oldRights]
		dst := t.next[l*rights:][:rights]
		if empty {
			a.add(dst[:above], old[:above], old[rights:])
			a.copy(dst[above:], old[above:rights])
		} else {
			a.clear(dst)
		}
		if l < free {
			dst := t.next[(lefts+l)*rights:][:rights]
			if filled {
				a.scale(dst, old[:rights])
			} else {
				a.clear(dst)
			}
		}
	}
	t.now, t.next = t.next, t.now
}

func (t *hardGrid[T]) allocate(width, work int, limit int) error {
	if t.cols > limit {
		return fmt.Errorf("rows of %d sites, the limit is %d", t.cols, limit)
	}
	if float64(t.rows)*float64(t.cols)*float64(work) > maxHardWork {
		return fmt.Errorf("the transfer needs more than %.0e operations", float64(maxHardWork))
	}
	// F(c)·F(w−c) ≤ 1.25·F(w) and the next row's may be as large.
	t.now, t.next = t.arithmetic.make(width), t.arithmetic.make(width)
	return nil
}

func (t *hardGrid[T]) open(ctx context.Context) (T, int64, error) {
	var none T
	states := fibonacci(min(t.cols, maxHardWidth))
	if err := t.allocate(2*states, 2*states, maxHardWidth); err != nil {
		return none, 0, err
	}
	t.now[0] = t.arithmetic.one()
	exponent := int64(0)
	for range t.rows {
		for c := range t.cols {
			if err := ctx.Err(); err != nil {
				return none, 0, err
			}
			t.visit(c, true, true)
		}
		exponent += t.arithmetic.rescale(t.now[:states])
	}
	return t.arithmetic.total(t.now[:states]), exponent, nil
}

// torus fixes the first row. A later row is added once with its first site empty and
// once with it filled, which leaves the bond across the seam to the last site.
func (t *hardGrid[T]) torus(ctx context.Context) (T, int64, error) {
	var none T
	a, w := t.arithmetic, t.cols
	if w > maxHardRing {
		return none, 0, fmt.Errorf("rows of %d sites around, the limit is %d", w, maxHardRing)
	}
	states := fibonacci(w)
	classes := ringClasses(w)
	if err := t.allocate(2*states, 3*states*len(classes), maxHardRing); err != nil {
		return none, 0, err
	}
	start, keep := a.make(states), a.make(states)
	// The last row is next to the first one. Every visit turns the numbering around.
	sets := independentSets(w, (t.rows-1)%2 == 1)
	sum, exponent := a.make(1), int64(math.MinInt64)
	for _, class := range classes {
		// The first row, as a right row seen from site 0.
		a.clear(t.now[:states])
		at := t.now[rank(class.set, w, false):][:1]
		at[0] = a.one()
		for range bits.OnesCount(class.set) {
			a.scale(at, at)
		}
		e := int64(0)
		for r := 1; r < t.rows; r++ {
			if err := ctx.Err(); err != nil {
				return none, 0, err
			}
			a.copy(start, t.now[:states])
			t.ringRow(false)
			a.copy(keep, t.now[:states])
			a.copy(t.now[:states], start)
			t.ringRow(true)
			a.add(t.now[:states], t.now[:states], keep)
			e += a.rescale(t.now[:states])
		}
		one := a.make(1)
		for i, s := range sets {
			if s&class.set == 0 {
				a.add(one, one, t.now[i:i+1])
			}
		}
		total := a.make(1)
		for range class.times {
			a.add(total, total, one)
		}
		if exponent == math.MinInt64 {
			exponent = e
		}
		// Both at the larger exponent.
		if e > exponent {
			a.shift(sum, exponent-e)
			exponent = e
		} else {
			a.shift(total, e-exponent)
		}
		a.add(sum, sum, total)
	}
	return sum[0], exponent, nil
}

// ringRow adds a row whose first site is filled or not.
func (t *hardGrid[T]) ringRow(filled bool) {
	for c := range t.cols {
		switch c {
		case 0:
			t.visit(c, !filled, filled)
		case t.cols - 1:
			t.visit(c, true, !filled)
		default:
			t.visit(c, true, true)
		}
	}
}

// rank is the number of an independent set of the path 0 … w−1 (bit j for site j), with
// site 0 as the largest digit, or with site w−1 if backward.
func rank(set uint, w int, backward bool) int {
	r := 0
	for j := range w {
		if set>>j&1 == 1 {
			if backward {
				r += fibonacci(j)
			} else {
				r += fibonacci(w - 1 - j)
			}
		}
	}
	return r
}

// independentSets lists those of a path in the order of rank.
func independentSets(w int, backward bool) []uint {
	sets := make([]uint, fibonacci(w))
	var fill func(j int, set uint)
	fill = func(j int, set uint) {
		if j >= w {
			sets[rank(set, w, backward)] = set
			return
		}
		fill(j+1, set)
		fill(j+2, set|1<<j)
	}
	fill(0, 0)
	return sets
}

// ringClass is an independent set of a ring, and how many different ones rotations and
// reflections make of it.
type ringClass struct {
	set   uint
	times int
}

func ringClasses(w int) []ringClass {
	var classes []ringClass
	mask := uint(1)<<w - 1
	for _, s := range independentSets(w, true) {
		if w > 1 && s&1 == 1 && s>>(w-1)&1 == 1 {
			continue
		}
		mirror := uint(bits.Reverse64(uint64(s)) >> (64 - w))
		least, orbit := true, map[uint]bool{}
		for _, x := range []uint{s, mirror} {
			for k := range w {
				y := (x<<k | x>>(w-k)) & mask
				least = least && y >= s
				if !least {
					break
				}
				orbit[y] = true
			}
		}
		if least {
			classes = append(classes, ringClass{s, len(orbit)})
		}
	}
	return classes
}

// maxFrontierStates bounds the states on a frontier of any model here.
const maxFrontierStates = 1 << 24

// frontier is the transfer on any graph: a state is the set of particles on the
// frontier of the sweep.
func (m *HardCore) frontier(ctx context.Context, w float64) (float64, int64, error) {
	s := m.sweep()
	if s.width > 62 {
		return 0, 0, fmt.Errorf("a frontier of %d sites, the limit is 62", s.width)
	}
	states, values := []uint64{0}, []float64{1}
	var exponent int64
	inRange := true
	for i, step := range s.steps {
		if err := checkEvery(ctx, i); err != nil {
			return 0, 0, err
		}
		switch step.kind {
		case enter:
			n := len(states)
			if 2*n > maxFrontierStates {
				return 0, 0, fmt.Errorf("more than %d states on the frontier", maxFrontierStates)
			}
			bit := uint64(1) << step.i
			for k := range n {
				x := w * values[k]
				inRange = inRange && (x > 0x1p-900 || w == 0) && x < 0x1p900
				states, values = append(states, states[k]|bit), append(values, x)
			}
		case bond:
			both := uint64(1)<<step.i | uint64(1)<<step.j
			kept := 0
			for k, s := range states {
				if s&both != both {
					states[kept], values[kept] = s, values[k]
					kept++
				}
			}
			states, values = states[:kept], values[:kept]
		case leave:
			low := uint64(1)<<step.i - 1
			at := make(map[uint64]int, len(states))
			kept := 0
			for k, s := range states {
				s = s&low | s>>1&^low
				if to, ok := at[s]; ok {
					values[to] += values[k]
					continue
				}
				at[s] = kept
				states[kept], values[kept] = s, values[k]
				kept++
			}
			states, values = states[:kept], values[:kept]
			exponent += floats{}.rescale(values)
		}
		if !inRange {
			return 0, 0, errors.New("the weights of the states differ beyond the range of float64 numbers")
		}
	}
	return values[0], exponent, nil
}
