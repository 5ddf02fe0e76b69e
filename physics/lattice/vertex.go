package lattice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// Vertex is the six- or eight-vertex model: arrows on the bonds of a square lattice, two
// (or an even number) of which point into every vertex. Z is the sum over all allowed
// arrows of the product of the vertices' weights.
type Vertex struct {
	// Weights are a1, a2, b1, b2, c1, c2 and, of an eight-vertex model, d1, d2 (ω1 … ω8 of
	// the literature): a1 has arrows right and up, a2 left and down, b1 right and down, b2
	// left and up; at c1 both horizontal arrows point in and both vertical ones out, at c2
	// the other way around; at d1 all four point in, at d2 all out. Any sign is allowed.
	Weights []*big.Rat
	// Rows and Columns count vertices.
	Rows, Columns int
	// Boundary is torus, or domain_wall for a six-vertex model on a square: all arrows at
	// the left and right ends point in, at the lower and upper ends out.
	Boundary string
}

// ReadVertex reads a six- or an eight-vertex model:
//
//	{"model":"six_vertex","weights":[1,1,1,1,1,1],"lattice":"square","size":[8,8],"boundary":"torus"}
//	{"model":"eight_vertex","weights":[1,2,"1/2",1,1,1,1,1],"lattice":"square","size":[4,6],"boundary":"torus"}
func ReadVertex(root *modelfile.Value) (*Vertex, error) {
	m, err := readVertex(root)
	if err != nil {
		return nil, fmt.Errorf("lattice: vertex model: %w", err)
	}
	return m, nil
}

func readVertex(root *modelfile.Value) (*Vertex, error) {
	kind, err := wantKind(root, "six_vertex", "eight_vertex")
	if err != nil {
		return nil, err
	}
	if err := root.Only("model", "weights", "lattice", "size", "boundary"); err != nil {
		return nil, err
	}
	s, err := readShape(root, map[string][]int{"square": {2}}, maxVertexSide, "torus", "domain_wall")
	if err != nil {
		return nil, err
	}
	if root.Get("boundary") == nil {
		return nil, root.Errorf("key \"boundary\" is missing: torus or domain_wall")
	}
	m := &Vertex{Rows: s.size[0], Columns: s.size[1], Boundary: s.boundary}
	v, err := root.Need("weights")
	if err != nil {
		return nil, err
	}
	if err := v.Want(modelfile.Array); err != nil {
		return nil, err
	}
	n := 6
	if kind == "eight_vertex" {
		n = 8
	}
	if m.Weights, err = rationals(v, n, "vertices"); err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, root.Errorf("%w", err)
	}
	return m, nil
}

// maxVertexSide bounds a side; what can be evaluated depends on the weights.
const maxVertexSide = 1 << 14

func (m *Vertex) check() error {
	if n := len(m.Weights); n != 6 && n != 8 {
		return fmt.Errorf("%d weights, want six or eight", n)
	}
	for k, w := range m.Weights {
		if w == nil {
			return fmt.Errorf("weights[%d] is missing", k)
		}
	}
	if m.Rows < 1 || m.Columns < 1 || m.Rows > maxVertexSide || m.Columns > maxVertexSide {
		return fmt.Errorf("size [%d, %d] is outside of 1 … %d", m.Rows, m.Columns, maxVertexSide)
	}
	switch m.Boundary {
	case "torus":
		return nil
	case "domain_wall":
		if m.Rows != m.Columns {
			return fmt.Errorf("size [%d, %d]: domain walls need a square", m.Rows, m.Columns)
		}
		if len(m.Weights) == 8 {
			return errors.New("domain walls belong to the six-vertex model")
		}
		return nil
	}
	return fmt.Errorf("boundary %q is not one of torus, domain_wall", m.Boundary)
}

// MarshalJSON writes what ReadVertex reads.
func (m *Vertex) MarshalJSON() ([]byte, error) {
	return newRecord(m.Kind()).set("weights", texts(m.Weights)).set("lattice", "square").
		set("size", []int{m.Rows, m.Columns}).set("boundary", m.Boundary).bytes(), nil
}

// Kind is "six_vertex" or "eight_vertex".
func (m *Vertex) Kind() string {
	if len(m.Weights) == 8 {
		return "eight_vertex"
	}
	return "six_vertex"
}

// Sites is the number of arrows that are free: two a vertex, without those that domain
// walls fix; a domain wall counts its vertices.
func (m *Vertex) Sites() int {
	if m.Boundary == "torus" {
		return 2 * m.Rows * m.Columns
	}
	return m.Rows * m.Columns
}

// weight is entry k (from 1, as ω_k), 0 beyond the end.
func (m *Vertex) weight(k int) *big.Rat {
	if k > len(m.Weights) {
		return new(big.Rat)
	}
	return m.Weights[k-1]
}

func (m *Vertex) product(j, k int) *big.Rat { return new(big.Rat).Mul(m.weight(j), m.weight(k)) }

// FreeFermion is the residual ω1ω2 + ω3ω4 − ω5ω6 − ω7ω8 of the free-fermion condition,
// exactly: the model is one of free fermions where it is zero.
func (m *Vertex) FreeFermion() *big.Rat {
	r := m.product(1, 2)
	r.Add(r, m.product(3, 4))
	r.Sub(r, m.product(5, 6))
	return r.Sub(r, m.product(7, 8))
}

// Delta is Baxter's anisotropy Δ = (a² + b² − c²)/(2ab) with a² = a1a2 and so on, for
// weights with ab > 0 that come in equal pairs; ok is false for others and for an
// eight-vertex model.
func (m *Vertex) Delta() (delta *big.Rat, ok bool) {
	if len(m.Weights) != 6 || m.weight(1).Cmp(m.weight(2)) != 0 || m.weight(3).Cmp(m.weight(4)) != 0 {
		return nil, false
	}
	ab := m.product(1, 3)
	if ab.Sign() <= 0 {
		return nil, false
	}
	d := m.product(1, 2)
	d.Add(d, m.product(3, 4))
	d.Sub(d, m.product(5, 6))
	return d.Quo(d, ab.Add(ab, ab)), true
}

// Explain names the class, with the residual of the free-fermion condition.
func (m *Vertex) Explain() []string {
	var lines []string
	residual := m.FreeFermion()
	condition := "ω1ω2 + ω3ω4 = ω5ω6 + ω7ω8"
	free := residual.Sign() == 0
	if free {
		lines = append(lines, fmt.Sprintf("The free-fermion condition %s holds exactly (residual 0): Z is a sum of Pfaffians.", condition))
	} else {
		lines = append(lines, fmt.Sprintf("The free-fermion condition %s fails: its residual is %s.", condition, text(residual)))
	}
	if d, ok := m.Delta(); ok {
		lines = append(lines, fmt.Sprintf("Δ = (a² + b² − c²)/(2ab) = %s.", text(d)))
	}
	switch {
	case m.Boundary == "domain_wall":
		lines = append(lines, "With domain walls Z is the determinant of Izergin and Korepin; only a1·a2, b1·b2, c1·c2 and a factor c1 per row enter.")
		if m.ice() {
			lines = append(lines, "At equal weights it counts alternating-sign matrices: ∏ (3k+1)!/(n+k)!.")
		}
	case free:
		lines = append(lines, "Plane waves diagonalise the quadratic form on the torus; four products over periodic and antiperiodic momenta are added with their signs.")
	case len(m.Weights) == 6:
		lines = append(lines, fmt.Sprintf("Row-to-row transfer matrix on %d arrows; the number of up arrows is the same in every row, which splits it into blocks.", min(m.Rows, m.Columns)))
	default:
		lines = append(lines, fmt.Sprintf("Row-to-row transfer matrix on %d arrows; the parity of the up arrows is the same in every row.", min(m.Rows, m.Columns)))
	}
	return lines
}

// ice says that all six weights are equal.
func (m *Vertex) ice() bool {
	for _, w := range m.Weights {
		if w.Cmp(m.Weights[0]) != 0 {
			return false
		}
	}
	return len(m.Weights) == 6
}

// LogZ picks the evaluator: a determinant for domain walls, products over momenta for
// free fermions, and the transfer matrix else: in float64 where all weights are
// positive numbers of moderate size, in exact rationals otherwise.
func (m *Vertex) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.check(); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: vertex model: %w", err)
	}
	z, err := m.logZ(ctx)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: vertex model: %w", err)
	}
	return z, nil
}

func (m *Vertex) logZ(ctx context.Context) (partition.LogZ, error) {
	if m.Boundary == "domain_wall" {
		return m.domainWallLogZ(ctx)
	}
	if m.FreeFermion().Sign() == 0 {
		return m.freeFermionLogZ(ctx)
	}
	return m.transferLogZ(ctx)
}

// TransferLogZ is ln Z on the torus by the transfer matrix, whatever the weights. The
// shorter side is limited to some 16 vertices.
func (m *Vertex) TransferLogZ(ctx context.Context) (partition.LogZ, error) {
	err := m.check()
	if err == nil && m.Boundary != "torus" {
		err = errors.New("the row transfer is for a torus")
	}
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: vertex model: %w", err)
	}
	z, err := m.transferLogZ(ctx)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: vertex model: %w", err)
	}
	return z, nil
}

func (m *Vertex) transferLogZ(ctx context.Context) (partition.LogZ, error) {
	const method = "row transfer"
	why := "negative weights"
	if w, ok := m.floatWeights(); ok {
		t, err := newTorusTransfer(m, w)
		if err != nil {
			return partition.LogZ{}, err
		}
		z, exponent, inRange, err := t.floatTrace(ctx)
		if err != nil {
			return partition.LogZ{}, err
		}
		if inRange {
			if z == 0 {
				return partition.LogZ{Value: new(big.Float).SetInf(true), Method: method, Exact: true}, nil
			}
			// A term is a product of one weight a vertex, each rounded once and multiplied
			// once, and takes part in one addition a vertex, one a row and in the sum of the trace.
			roundings := 5*float64(m.Rows)*float64(m.Columns) + float64(int(4)<<t.width)
			return logOfSum(z, exponent, roundings*unit, method), nil
		}
		why = errRange.Error()
	}
	z, err := m.exactTorus(ctx)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("exact transfer (%s): %w", why, err)
	}
	out := logOfRat(z, method)
	out.Escalated = []string{"float64: " + why}
	return out, nil
}

// floatWeights rounds weights that are not negative and of moderate size: no product
// over two rows over- or underflows.
func (m *Vertex) floatWeights() ([8]float64, bool) {
	var w [8]float64
	limit := 400 / float64(min(m.Rows, m.Columns)+1)
	for k := range w {
		f, _, ok := toFloat(m.weight(k + 1))
		if !ok || f < 0 || f > 0 && math.Abs(math.Log2(f)) > limit {
			return w, false
		}
		w[k] = f
	}
	return w, true
}

// Partition is Z on the torus or with domain walls as an exact rational.
func (m *Vertex) Partition(ctx context.Context) (*big.Rat, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("lattice: vertex model: %w", err)
	}
	evaluate := m.exactTorus
	if m.Boundary == "domain_wall" {
		evaluate = m.domainWall
	}
	z, err := evaluate(ctx)
	if err != nil {
		return nil, fmt.Errorf("lattice: vertex model: %w", err)
	}
	return z, nil
}

// exactTorus finds Z·D^(vertices), an integer for the common denominator D of the
// weights, from residues. |Z| is at most the number of configurations, 2^(vertices + rows
// + columns) as each vertex has two ways to go on from the arrows at the two seams, times
// the largest weights.
func (m *Vertex) exactTorus(ctx context.Context) (*big.Rat, error) {
	denominator := commonDenominator(m.Weights)
	var scaled [8]*big.Int
	largest := 0
	for k := range scaled {
		x := new(big.Rat).Mul(m.weight(k+1), new(big.Rat).SetInt(denominator))
		scaled[k] = x.Num()
		largest = max(largest, scaled[k].BitLen())
	}
	vertices := m.Rows * m.Columns
	size := float64(vertices)*float64(largest+1) + float64(m.Rows+m.Columns) + 2
	if size > maxExactBits {
		return nil, fmt.Errorf("an exact result of up to %.0f bits, the limit is %d", size, maxExactBits)
	}
	t, err := newTorusTransfer(m, [8]float64{})
	if err != nil {
		return nil, err
	}
	if work := t.work * size / 61; work > maxVertexWork {
		return nil, fmt.Errorf("an exact result of up to %.0f bits on a torus of %d×%d vertices needs %.1e multiplications, the limit is %.0e", size, m.Rows, m.Columns, work, float64(maxVertexWork))
	}
	z, err := fromResidues(ctx, int(size), func(f *field) (uint64, bool, error) {
		var w [8]uint64
		for k := range w {
			w[k] = f.of(scaled[k])
		}
		r, err := t.residueTrace(ctx, f, w)
		return r, true, err
	})
	if err != nil {
		return nil, err
	}
	return new(big.Rat).SetFrac(z, denominator.Exp(denominator, big.NewInt(int64(vertices)), nil)), nil
}

// torusTransfer is the trace of a power of the row-to-row matrix. A row of width arrows
// (bit 1: up) is read from below, one vertex after the other, with the horizontal arrow
// (1: right) carried along from the seam and back to it. Six-vertex rows conserve the
// number of up arrows plus the horizontal one, eight-vertex rows its parity: the matrix
// has a block for each class of rows. By translation, first rows that are rotations of
// one another give the same.
type torusTransfer struct {
	width, rows int
	conserve    bool // six-vertex
	transposed  bool // columns became rows
	w           [8]float64
	blocks      []vertexBlock
	work        float64 // multiplications of one trace
}

// vertexBlock is one class of rows and how it is passed with either arrow at the seam.
type vertexBlock struct {
	size   int // of the class
	pass   [2]vertexPass
	firsts []int32 // members, one per orbit
	times  []int32 // and the size of that
}

// vertexPass knows the rows with the horizontal arrow left or right: the class itself
// for the arrow at the seam, its neighbour for the other.
type vertexPass struct {
	states [2][]uint32
	at     [2][]int32 // by row, its index, −1 if absent
}

// maxVertexWidth bounds the shorter side of a torus, and with it memory to 2^17 rows.
const maxVertexWidth = 17

// maxVertexWork bounds the multiplications of one trace.
const maxVertexWork = 1 << 38

func newTorusTransfer(m *Vertex, w [8]float64) (*torusTransfer, error) {
	t := &torusTransfer{width: m.Columns, rows: m.Rows, conserve: len(m.Weights) == 6, w: w}
	if t.width > t.rows {
		t.width, t.rows, t.transposed = t.rows, t.width, true
		t.w = transposedWeights(w)
	}
	if t.width > maxVertexWidth {
		return nil, fmt.Errorf("a torus of %d×%d vertices: the shorter side is limited to %d", m.Rows, m.Columns, maxVertexWidth)
	}
	classes := 2
	if t.conserve {
		classes = t.width + 1
	}
	class := func(s uint32) int {
		if t.conserve {
			return bits.OnesCount32(s)
		}
		return bits.OnesCount32(s) & 1
	}
	members := make([][]uint32, classes)
	index := make([]int32, 1<<t.width)
	for s := range uint32(1) << t.width {
		c := class(s)
		index[s] = int32(len(members[c]))
		members[c] = append(members[c], s)
	}
	none := make([]int32, 1<<t.width)
	for s := range none {
		none[s] = -1
	}
	table := func(c int) ([]uint32, []int32) {
		if c < 0 || c >= classes {
			return nil, none
		}
		at := slices.Clone(none)
		for _, s := range members[c] {
			at[s] = index[s]
		}
		return members[c], at
	}
	for c := range classes {
		b := vertexBlock{size: len(members[c])}
		for seam := range 2 {
			pass := &b.pass[seam]
			pass.states[seam], pass.at[seam] = table(c)
			other := 1 - c
			if t.conserve {
				other = c - 1 + 2*seam // an arrow left leaves one more up
			}
			pass.states[1-seam], pass.at[1-seam] = table(other)
		}
		for i, s := range members[c] {
			if n := orbit(s, t.width); n > 0 {
				b.firsts = append(b.firsts, int32(i))
				b.times = append(b.times, int32(n))
			}
		}
		t.work += float64(len(b.firsts)) * float64(t.rows) * float64(t.width) * 8 * float64(b.size)
		t.blocks = append(t.blocks, b)
	}
	if t.work > maxVertexWork {
		return nil, fmt.Errorf("a torus of %d×%d vertices: the transfer needs %.1e multiplications, the limit is %.0e", m.Rows, m.Columns, t.work, float64(maxVertexWork))
	}
	return t, nil
}

// transposedWeights are those after a reflection that swaps rows and columns: right
// becomes up, so that b1 and b2 change places, and c1 and c2 too.
func transposedWeights[T any](w [8]T) [8]T {
	w[2], w[3] = w[3], w[2]
	w[4], w[5] = w[5], w[4]
	return w
}

// orbit is the number of different rotations of a row of n bits if s is the least of
// them, else 0.
func orbit(s uint32, n int) int {
	mask := uint32(1)<<n - 1
	for k := 1; k <= n; k++ {
		r := (s<<k | s>>(n-k)) & mask
		if r < s {
			return 0
		}
		if r == s {
			return k
		}
	}
	return n
}

// batch is how many first rows are carried through the lattice together.
const batch = 8

// vertexNumbers does the arithmetic of one vertex on batches of numbers. mix replaces x
// and y by p·x + q·y and r·x + s·y, scale multiplies x by a weight, add sets x to a + b.
type vertexNumbers[T any] interface {
	add(x, a, b *[batch]T)
	mix(x, y *[batch]T, p, q, r, s T)
	scale(x *[batch]T, w T)
}

type vertexFloats struct{}

func (vertexFloats) mix(x, y *[batch]float64, p, q, r, s float64) {
	for i := range batch {
		a, b := x[i], y[i]
		x[i], y[i] = p*a+q*b, r*a+s*b
	}
}

func (vertexFloats) scale(x *[batch]float64, w float64) {
	for i := range batch {
		x[i] *= w
	}
}

func (vertexFloats) add(x, a, b *[batch]float64) {
	for i := range batch {
		x[i] = a[i] + b[i]
	}
}

type vertexResidues struct{ f *field }

func (v vertexResidues) mix(x, y *[batch]uint64, p, q, r, s uint64) {
	f := v.f
	for i := range batch {
		a, b := x[i], y[i]
		x[i], y[i] = f.add(f.mul(p, a), f.mul(q, b)), f.add(f.mul(r, a), f.mul(s, b))
	}
}

func (v vertexResidues) add(x, a, b *[batch]uint64) {
	for i := range batch {
		x[i] = v.f.add(a[i], b[i])
	}
}

func (v vertexResidues) scale(x *[batch]uint64, w uint64) {
	for i := range batch {
		x[i] = v.f.mul(x[i], w)
	}
}

// pass adds a row to the states left and right.
func pass[T any, N vertexNumbers[T]](t *torusTransfer, b *vertexPass, num N, w *[8]T, left, right [][batch]T) {
	for i := range t.width {
		bit := uint32(1) << i
		// Horizontal left (0) or right (1), vertical down (0) or up (1), as it comes in:
		// 00 → a2 goes on; 11 → a1; 10 → b1 goes on, or c1 turns to 01; 01 → b2, or c2 to 10;
		// 11 → d1 to 00; 00 → d2 to 11.
		for k, s := range b.states[0] {
			if s&bit != 0 { // 01, its partner 10
				if p := b.at[1][s&^bit]; p >= 0 {
					num.mix(&left[k], &right[p], w[3], w[4], w[5], w[2])
				} else {
					num.scale(&left[k], w[3])
				}
			} else if !t.conserve { // 00, its partner 11
				num.mix(&left[k], &right[b.at[1][s|bit]], w[1], w[6], w[7], w[0])
			} else {
				num.scale(&left[k], w[1])
			}
		}
		if !t.conserve {
			continue
		}
		for k, s := range b.states[1] {
			if s&bit != 0 { // 11
				num.scale(&right[k], w[0])
			} else if b.at[0][s|bit] < 0 { // 10 without a partner
				num.scale(&right[k], w[2])
			}
		}
	}
}

// vertexRows carries a batch of first rows through the lattice. after sees the state
// after each row and may stop.
func vertexRows[T any, N vertexNumbers[T]](ctx context.Context, t *torusTransfer, b *vertexBlock, num N, w *[8]T, one T, firsts []int32, after func(row [][batch]T) bool) ([][batch]T, error) {
	row := make([][batch]T, b.size)
	for i, first := range firsts {
		row[first][i] = one
	}
	var states [2][2][][batch]T
	for seam := range 2 {
		for h := range 2 {
			states[seam][h] = make([][batch]T, len(b.pass[seam].states[h]))
		}
	}
	for range t.rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for seam := range 2 {
			copy(states[seam][seam], row)
			clear(states[seam][1-seam]) // only the arrow that left the seam comes back
			pass(t, &b.pass[seam], num, w, states[seam][0], states[seam][1])
		}
		for k := range row {
			num.add(&row[k], &states[0][0][k], &states[1][1][k])
		}
		if !after(row) {
			return nil, nil
		}
	}
	return row, nil
}

// batches cuts the first rows of all blocks into batches and evaluates these on all
// processors; one must be safe to run beside itself.
func (t *torusTransfer) batches(ctx context.Context, one func(ctx context.Context, k int, b *vertexBlock, from, to int) error, prepare func(count int)) error {
	type task struct {
		b        *vertexBlock
		from, to int
	}
	var tasks []task
	for i := range t.blocks {
		b := &t.blocks[i]
		for from := 0; from < len(b.firsts); from += batch {
			tasks = append(tasks, task{b, from, min(from+batch, len(b.firsts))})
		}
	}
	prepare(len(tasks))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k, task := range tasks {
		group.Go(func() error { return one(ctx, k, task.b, task.from, task.to) })
	}
	return group.Wait()
}

// errRange says that float64 numbers may underflow.
var errRange = errors.New("the weights differ too much for float64 numbers")

// floatTrace is the trace in float64; inRange is false where an underflow may have
// taken something away.
func (t *torusTransfer) floatTrace(ctx context.Context) (mantissa float64, exponent int64, inRange bool, err error) {
	var sums []float64
	var exponents []int64
	err = t.batches(ctx, func(ctx context.Context, k int, b *vertexBlock, from, to int) error {
		firsts := b.firsts[from:to]
		row, err := vertexRows(ctx, t, b, vertexFloats{}, &t.w, 1, firsts, func(row [][batch]float64) bool {
			e, ok := rescaleBatch(row)
			exponents[k] += e
			return ok
		})
		if err != nil {
			return err
		}
		if row == nil {
			return errRange
		}
		for i, first := range firsts {
			sums[k] += float64(b.times[from+i]) * row[first][i]
		}
		return nil
	}, func(count int) { sums, exponents = make([]float64, count), make([]int64, count) })
	if errors.Is(err, errRange) {
		return 0, 0, false, nil
	}
	if err != nil {
		return 0, 0, false, err
	}
	exponent = math.MinInt64
	for k, sum := range sums {
		if sum != 0 {
			exponent = max(exponent, exponents[k])
		}
	}
	if exponent == math.MinInt64 {
		return 0, 0, true, nil
	}
	for k, sum := range sums {
		mantissa += math.Ldexp(sum, int(max(exponents[k]-exponent, -5000)))
	}
	return mantissa, exponent, true, nil
}

// rescaleBatch brings the largest entry near 1, and says whether the smallest one that
// is not zero is far enough from underflow for another row.
func rescaleBatch(a [][batch]float64) (exponent int64, ok bool) {
	top, bottom := 0.0, math.Inf(1)
	for k := range a {
		for _, x := range a[k] {
			if x != 0 {
				top, bottom = max(top, x), min(bottom, x)
			}
		}
	}
	if top == 0 {
		return 0, true
	}
	_, e := math.Frexp(top)
	if e > -100 && e < 100 {
		e = 0
	}
	if _, low := math.Frexp(bottom); low-e < -550 {
		return 0, false
	}
	if e != 0 {
		scale := math.Ldexp(1, -e)
		for k := range a {
			for i := range a[k] {
				a[k][i] *= scale
			}
		}
	}
	return int64(e), true
}

func (t *torusTransfer) residueTrace(ctx context.Context, f *field, w [8]uint64) (uint64, error) {
	if t.transposed {
		w = transposedWeights(w)
	}
	var sums []uint64
	err := t.batches(ctx, func(ctx context.Context, k int, b *vertexBlock, from, to int) error {
		firsts := b.firsts[from:to]
		row, err := vertexRows(ctx, t, b, vertexResidues{f}, &w, f.one, firsts, func([][batch]uint64) bool { return true })
		if err != nil {
			return err
		}
		for i, first := range firsts {
			sums[k] = f.add(sums[k], f.mul(f.ofInt(int64(b.times[from+i])), row[first][i]))
		}
		return nil
	}, func(count int) { sums = make([]uint64, count) })
	total := uint64(0)
	for _, x := range sums {
		total = f.add(total, x)
	}
	return total, err
}
