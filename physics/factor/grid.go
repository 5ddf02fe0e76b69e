package factor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// GridTransfer is the partition function of the Ising model on a square lattice with
// fields: the transfer matrix, applied one site at a time, with 2^L numbers on the open
// lattice and on the cylinder, L being the number of columns, and L·rows·2^(2L) steps on
// the torus. Bonds Jh[r][c] join (r,c) and (r,c+1), Jv[r][c] join (r,c) and (r+1,c), h[r][c]
// are fields (h may be nil), of either sign; the weight is exp(beta·(Σ J s s + Σ h s)).
// Rows of Jh are one shorter than the lattice is wide, or as long, with a last bond that
// closes the row; Jv has one row less than the lattice, or as many, with a last one that
// closes the columns. The lattice is turned over where that is cheaper.
//
// All terms are positive, so that there is no cancellation at any temperature. Where the
// range of a float64 does not suffice, the general elimination takes over.
func GridTransfer(ctx context.Context, beta float64, Jh, Jv, h [][]float64, opt Options) (partition.LogZ, error) {
	g, err := newGrid(beta, Jh, Jv, h)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("factor: grid transfer: %w", err)
	}
	filled := opt.filled()
	if g.cost(g.rows, g.ringV) > g.transposedCost() {
		g = g.transpose()
	}
	if g.cols > filled.MaxLog2 {
		return partition.LogZ{}, fmt.Errorf("factor: grid transfer: a row has 2^%d states, the limit is 2^%d: %w", g.cols, filled.MaxLog2, ErrTooWide)
	}
	if cost := g.cost(g.rows, g.ringV); cost > float64(filled.MaxWork) {
		return partition.LogZ{}, fmt.Errorf("factor: grid transfer: 2^%.1f steps, the limit is 2^%d: %w", cost, filled.MaxWork, ErrTooWide)
	}
	g.workers = filled.Workers
	total, lossy, err := g.sum(ctx, false)
	if err != nil {
		return partition.LogZ{}, err
	}
	if lossy {
		// Underflow took something: how much, a second sum tells in which every entry is
		// raised to where it cannot.
		upper, _, err := g.sum(ctx, true)
		if err != nil {
			return partition.LogZ{}, err
		}
		total.abs = math.Ldexp(upper.re, int(max(min(upper.exp-total.exp, 1000), -1000)))
	}
	m := &Model{}
	z := total.logZ(m, fmt.Sprintf("site-by-site transfer along %s of %d sites", g.shape(), g.cols))
	if total.relative()/max(1, math.Abs(z.Float64())) <= filled.Tolerance {
		z.Precision = "float64"
		z.ErrorBound += g.rounding
		return z, nil
	}
	general, err := g.model()
	if err != nil {
		return partition.LogZ{}, err
	}
	opt.Order = nil
	return LogZ(ctx, general, opt)
}

// grid is a square lattice with couplings in units of the temperature.
type grid struct {
	rows, cols   int
	ringH, ringV bool // rows, columns are closed
	beta         float64
	kh, kv, h    [][]float64 // as given, without beta; h is never nil
	rounding     float64     // Σ |δ(βJ)|
	field        bool
	workers      int
}

func newGrid(beta float64, Jh, Jv, h [][]float64) (*grid, error) {
	g := &grid{rows: len(Jh), beta: beta, kh: Jh, kv: Jv, h: h}
	if g.rows == 0 {
		return nil, errors.New("no rows")
	}
	switch {
	case h != nil && len(h) != g.rows:
		return nil, fmt.Errorf("%d rows of fields for %d rows", len(h), g.rows)
	case h != nil:
		g.cols = len(h[0])
	case len(Jv) > 0:
		g.cols = len(Jv[0])
	default:
		g.cols = len(Jh[0]) + 1
	}
	if g.cols == 0 {
		return nil, errors.New("no columns")
	}
	if h == nil {
		g.h = make([][]float64, g.rows)
		for r := range g.h {
			g.h[r] = make([]float64, g.cols)
		}
	}
	g.ringH = len(Jh[0]) == g.cols
	g.ringV = len(Jv) == g.rows
	if g.ringH && g.cols < 2 || g.ringV && g.rows < 2 {
		return nil, errors.New("a closed direction needs two sites")
	}
	if !g.ringV && len(Jv) != g.rows-1 {
		return nil, fmt.Errorf("%d rows of vertical bonds for %d rows", len(Jv), g.rows)
	}
	wide := g.cols - 1
	if g.ringH {
		wide = g.cols
	}
	for _, part := range []struct {
		name string
		rows [][]float64
		want int
	}{{"horizontal bonds", g.kh, wide}, {"vertical bonds", g.kv, g.cols}, {"fields", g.h, g.cols}} {
		for r, row := range part.rows {
			if len(row) != part.want {
				return nil, fmt.Errorf("row %d has %d %s, want %d", r, len(row), part.name, part.want)
			}
			for c, x := range row {
				k := beta * x
				if math.IsNaN(k) || math.IsInf(k, 0) || math.Abs(k) > 1e15 {
					return nil, fmt.Errorf("%s: beta times the value at row %d, column %d is %v", part.name, r, c, k)
				}
				if part.name == "fields" && k != 0 {
					g.field = true
				}
				g.rounding += unit * math.Abs(k)
			}
		}
	}
	return g, nil
}

// cost is the binary logarithm of the number of steps.
func (g *grid) cost(rows int, closed bool) float64 {
	c := float64(g.cols) + math.Log2(float64(g.cols*rows))
	if closed {
		c += float64(g.cols)
	}
	return c
}

func (g *grid) transposedCost() float64 {
	t := grid{rows: g.cols, cols: g.rows}
	return t.cost(t.rows, g.ringH)
}

func (g *grid) transpose() *grid {
	t := *g
	t.rows, t.cols, t.ringH, t.ringV = g.cols, g.rows, g.ringV, g.ringH
	flip := func(a [][]float64, rows, cols int) [][]float64 {
		out := make([][]float64, cols)
		for c := range out {
			out[c] = make([]float64, rows)
			for r := range rows {
				out[c][r] = a[r][c]
			}
		}
		return out
	}
	t.kh = flip(g.kv, len(g.kv), g.cols)
	t.kv = flip(g.kh, g.rows, len(g.kh[0]))
	t.h = flip(g.h, g.rows, g.cols)
	return &t
}

func (g *grid) shape() string {
	switch {
	case g.ringH && g.ringV:
		return "closed rows of a torus,"
	case g.ringH:
		return "closed rows"
	case g.ringV:
		return "open rows of a closed strip,"
	}
	return "open rows"
}

// model is the same lattice for the general elimination, sites row-major.
func (g *grid) model() (*Model, error) {
	m := &spin.Model{N: g.rows * g.cols, Beta: g.beta}
	at := func(r, c int) int { return r%g.rows*g.cols + c%g.cols }
	for r := range g.rows {
		for c := range g.cols {
			if c < len(g.kh[r]) {
				m.Terms = append(m.Terms, spin.Term{Sites: []int{at(r, c), at(r, c+1)}, J: g.kh[r][c]})
			}
			if r < len(g.kv) {
				m.Terms = append(m.Terms, spin.Term{Sites: []int{at(r, c), at(r+1, c)}, J: g.kv[r][c]})
			}
			m.Terms = append(m.Terms, spin.Term{Sites: []int{at(r, c)}, J: g.h[r][c]})
		}
	}
	return FromSpin(m)
}

// siteWeights are what a new spin multiplies: [left][new][old], 0 for a spin +1 and 1 for
// −1, over the largest of them.
type siteWeights [2][2][2]float64

// sites works out the weights of one row and takes their largest logarithms out.
func (g *grid) sites(r int, closing bool, offset *compensated) (w []siteWeights, ops, spread []float64) {
	w, ops, spread = make([]siteWeights, g.cols), make([]float64, g.cols), make([]float64, g.cols)
	for c := range w {
		left, above := 0.0, 0.0
		if c > 0 {
			left = g.beta * g.kh[r][c-1]
		}
		if r > 0 {
			above = g.beta * g.kv[r-1][c]
		}
		field := g.beta * g.h[r][c]
		var e [2][2][2]float64
		top, bottom := math.Inf(-1), math.Inf(1)
		for l, sl := range []float64{1, -1} {
			for n, sn := range []float64{1, -1} {
				for o, so := range []float64{1, -1} {
					x := sn * (sl*left + so*above + field)
					e[l][n][o] = x
					top, bottom = max(top, x), min(bottom, x)
				}
			}
		}
		offset.add(top)
		for l := range 2 {
			for n := range 2 {
				for o := range 2 {
					w[c][l][n][o] = exactExp(e[l][n][o], -top)
				}
			}
		}
		size := math.Abs(left) + math.Abs(above) + math.Abs(field)
		ops[c] = 2 + inputOps + 4*size // exponents that were rounded by up to 4u·size
		spread[c] = (top - bottom) / math.Ln2
	}
	return w, ops, spread
}

// sum adds all configurations up. With raised, entries are kept above clampTo. lossy says
// that products may have underflowed.
func (g *grid) sum(ctx context.Context, raised bool) (total amount, lossy bool, err error) {
	var rows []rowPlan
	var offset compensated
	for r := range g.rows {
		rows = append(rows, g.row(r, &offset))
	}
	if !g.ringV {
		s := newStrip(g.cols, g.workers)
		s.raised = raised
		s.entry[0] = 1
		if err := s.run(ctx, rows); err != nil {
			return total, false, err
		}
		z := s.total()
		z.offset = offset
		return z, s.lossy, nil
	}
	// One sum for every configuration of the first row; reversing all spins changes
	// nothing without fields.
	closing, ops, spread := g.closing(&offset)
	states := 1 << g.cols
	if !g.field {
		states /= 2
	}
	results := make([]amount, g.workers)
	failed := make([]error, g.workers)
	losses := make([]bool, g.workers)
	var wait sync.WaitGroup
	for k := range g.workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			s := newStrip(g.cols, 1)
			for y := k; y < states; y += g.workers {
				s.reset()
				s.raised = raised
				s.first(rows[0], y)
				if failed[k] = s.run(ctx, rows[1:]); failed[k] != nil {
					return
				}
				s.close(closing, y, ops, spread)
				z := s.total()
				losses[k] = losses[k] || s.lossy
				results[k] = results[k].plus(z)
			}
		}()
	}
	wait.Wait()
	for k := range results {
		if failed[k] != nil {
			return total, false, failed[k]
		}
		lossy = lossy || losses[k]
		total = total.plus(results[k])
	}
	if !g.field {
		total.exp++
	}
	total.offset = offset
	return total, lossy, nil
}

// rowPlan is what one row of sites does.
type rowPlan struct {
	site        []siteWeights
	ops, spread []float64
	// The bond that closes the row: weights of equal and of opposite spins at its ends.
	ring            bool
	equal, opposite float64
	ringOps         float64
}

func (g *grid) row(r int, offset *compensated) rowPlan {
	var p rowPlan
	p.site, p.ops, p.spread = g.sites(r, false, offset)
	if g.ringH {
		k := g.beta * g.kh[r][g.cols-1]
		p.ring = true
		p.equal, p.opposite = 1, exactExp(-math.Abs(k), -math.Abs(k))
		if k < 0 {
			p.equal, p.opposite = p.opposite, p.equal
		}
		offset.add(math.Abs(k))
		p.ringOps = inputOps + 1
	}
	return p
}

// closing are the weights of the bonds between the last row and the first, for equal and
// opposite spins.
func (g *grid) closing(offset *compensated) (w [][2]float64, ops, spread float64) {
	for _, j := range g.kv[g.rows-1] {
		k := math.Abs(g.beta * j)
		low := exactExp(-k, -k)
		pair := [2]float64{1, low}
		if g.beta*j < 0 {
			pair = [2]float64{low, 1}
		}
		w = append(w, pair)
		offset.add(k)
		ops += inputOps + 2
		spread += 2 * k / math.Ln2
	}
	return w, ops, spread
}
