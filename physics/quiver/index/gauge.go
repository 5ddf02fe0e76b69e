package index

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/quiver"
)

// Gauge is the content that an index sees: SU(N) nodes and chiral fields, flavours written
// as copies.
type Gauge struct {
	Name   string
	Ranks  []int // SU(Rank), Rank ≥ 2
	Matter []Matter
}

// Matter are Copies chiral fields that are antifundamentals of the node Source and
// fundamentals of Target, or adjoints where these agree; None stands for no node.
type Matter struct {
	Source, Target int
	R              *big.Rat
	Copies         int
	// Charges under flavour U(1)s, for CompareFlavours.
	Charges []*big.Rat
}

// None is the Source or Target of a field that is not charged there.
const None = -1

// Content is the gauge content of a quiver theory. The index does not see W.
func Content(t *quiver.Theory) *Gauge {
	g := &Gauge{Name: t.Name}
	for _, n := range t.Nodes {
		g.Ranks = append(g.Ranks, n.Rank)
	}
	for _, a := range t.Arrows {
		g.Matter = append(g.Matter, Matter{Source: a.Source, Target: a.Target, R: a.R, Copies: 1})
	}
	for _, s := range t.Singlets {
		g.Matter = append(g.Matter, Matter{Source: None, Target: None, R: s.R, Copies: 1})
	}
	return g
}

// Budget bounds the work.
type Budget struct {
	// Operations on coefficients; 0 is DefaultOperations.
	Operations int64
}

// DefaultOperations is about a second of work.
const DefaultOperations = 100_000_000

func (b Budget) operations() int64 {
	if b.Operations > 0 {
		return b.Operations
	}
	return DefaultOperations
}

// SeriesResult is an index in powers of u = (pq)^(1/2D): a chiral operator of R-charge r
// contributes u^(D·r).
type SeriesResult struct {
	D *big.Int
	// Coefficients of 1, u, u², …: those of R-charge up to Order. Without Spins they are
	// the coefficients at p = q.
	Coefficients []*big.Int
	// Spins[k][j] is the coefficient of u^k (p/q)^(j/2), j ≥ 0, equal to that of −j; nil
	// unless asked for.
	Spins [][]*big.Int
	Order *big.Rat
	// Complete says that the order is the one asked for; the budget may end the work before.
	Complete bool
	// Untested is why there is no such series; empty if there is.
	Untested   string
	Operations int64
}

// At is the coefficient of the R-charge r, and false if it is beyond Order.
func (s *SeriesResult) At(r *big.Rat) (*big.Int, bool) {
	e := new(big.Rat).Mul(r, new(big.Rat).SetInt(s.D))
	if s.Untested != "" || s.Order == nil || r.Cmp(s.Order) > 0 {
		return nil, false
	}
	if !e.IsInt() || e.Sign() < 0 {
		return new(big.Int), true
	}
	return s.Coefficients[e.Num().Int64()], true
}

// FirstDifference compares two series as far as both are known: it returns the lowest
// R-charge with different coefficients at p = q, nil if there is none, and the R-charge up
// to which they were compared, nil if one is missing.
func (s *SeriesResult) FirstDifference(o *SeriesResult) (difference, upTo *big.Rat) {
	if s.Order == nil || o.Order == nil {
		return nil, nil
	}
	upTo = s.Order
	if o.Order.Cmp(upTo) < 0 {
		upTo = o.Order
	}
	for _, pair := range [][2]*SeriesResult{{s, o}, {o, s}} {
		for k, x := range pair[0].Coefficients {
			r := new(big.Rat).SetFrac(big.NewInt(int64(k)), pair[0].D)
			if r.Cmp(upTo) > 0 || difference != nil && r.Cmp(difference) >= 0 {
				break
			}
			if y, ok := pair[1].At(r); !ok || y.Cmp(x) != 0 {
				difference = r
			}
		}
	}
	return difference, upTo
}

// MarginalMinusCurrents is the number of marginal operators minus that of conserved
// currents, the coefficient of pq in (1−p)(1−q)(I−1) (C. Beem, A. Gadde, arXiv:1212.1484).
// It is meaningful for the superconformal R-symmetry of a theory without free fields, and
// false if the series ends below R = 2.
func (s *SeriesResult) MarginalMinusCurrents() (*big.Int, bool) {
	sum := new(big.Int)
	// p = q = u^D: (1 − u^D)².
	for shift, c := range []int64{1, -2, 1} {
		x, ok := s.At(big.NewRat(int64(2-shift), 1))
		if !ok {
			return nil, false
		}
		if shift == 2 {
			x = new(big.Int).Sub(x, big.NewInt(1))
		}
		sum.Add(sum, new(big.Int).Mul(big.NewInt(c), x))
	}
	return sum, true
}

// Series is the superconformal index of t at p = q up to R-charge order, with integer
// coefficients. Any ranks will do; small ones and low orders are fast. An error means a
// malformed request or a canceled ctx; a budget that ends early shows as a lower Order.
func Series(ctx context.Context, t *quiver.Theory, order *big.Rat, budget Budget) (*SeriesResult, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	return Content(t).Series(ctx, order, budget)
}

// Series is the index at p = q up to R-charge order.
func (g *Gauge) Series(ctx context.Context, order *big.Rat, budget Budget) (*SeriesResult, error) {
	return g.series(ctx, order, budget, false)
}

// RefinedSeries is the index at general p and q: it fills Spins too.
func (g *Gauge) RefinedSeries(ctx context.Context, order *big.Rat, budget Budget) (*SeriesResult, error) {
	return g.series(ctx, order, budget, true)
}

// MaxSeriesNodes bounds the nodes of a series.
const MaxSeriesNodes = 256

// maxExponent bounds the length of a series.
const maxExponent = 1 << 14

func (g *Gauge) series(ctx context.Context, order *big.Rat, budget Budget, spins bool) (*SeriesResult, error) {
	c, last, untested, err := g.prepare(order, budget)
	if err != nil {
		return nil, err
	}
	if untested != "" {
		return &SeriesResult{D: big.NewInt(1), Untested: untested}, nil
	}
	d := big.NewInt(int64(c.d))
	result := &SeriesResult{D: d}
	for _, n := range steps(last) {
		coefs, all, err := c.run(ctx, n, spins)
		result.Operations = c.spent
		if errors.Is(err, ErrBudget) {
			return result, nil
		}
		if err != nil {
			return nil, err
		}
		result.Coefficients, result.Spins = coefs, all
		result.Order = new(big.Rat).SetFrac(big.NewInt(int64(n)), d)
	}
	result.Order = order
	result.Complete = true
	return result, nil
}

// steps are the orders on the way to the last: the cost grows exponentially with the order,
// so that the lower ones cost little and are there when the budget ends.
func steps(last int) []int {
	var list []int
	for _, n := range []int{last / 8, last / 4, last / 2, last * 3 / 4, last} {
		if len(list) == 0 || n > list[len(list)-1] {
			list = append(list, n)
		}
	}
	return list
}

// prepare checks the request and finds the common denominator and the highest power of u;
// untested says why there is no series.
func (g *Gauge) prepare(order *big.Rat, budget Budget) (c *seriesCounter, last int, untested string, err error) {
	if err := g.validate(order); err != nil {
		return nil, 0, "", err
	}
	if len(g.Ranks) > MaxSeriesNodes {
		return nil, 0, fmt.Sprintf("%d gauge nodes are more than %d", len(g.Ranks), MaxSeriesNodes), nil
	}
	d, gcd := big.NewInt(1), new(big.Int)
	two := big.NewRat(2, 1)
	for _, m := range g.Matter {
		if m.R.Sign() <= 0 || m.R.Cmp(two) >= 0 {
			return nil, 0, fmt.Sprintf("a field has R = %s: the index is a series only for 0 < R < 2", m.R.RatString()), nil
		}
		gcd.GCD(nil, nil, d, m.R.Denom())
		d.Mul(d, new(big.Int).Quo(m.R.Denom(), gcd))
		if d.BitLen() > 14 {
			return nil, 0, "the R-charges have a common denominator above 2¹⁴", nil
		}
	}
	top := new(big.Int).Mul(order.Num(), d)
	if top.Quo(top, order.Denom()); top.Cmp(big.NewInt(maxExponent)) > 0 {
		return nil, 0, fmt.Sprintf("a series to R = %s has more than %d terms", order.RatString(), maxExponent), nil
	}
	return &seriesCounter{gauge: g, d: int(d.Int64()), budget: budget.operations()}, int(top.Int64()), "", nil
}

func (g *Gauge) validate(order *big.Rat) error {
	if order == nil || order.Sign() < 0 {
		return fmt.Errorf("index: theory %q: the order must be a number ≥ 0", g.Name)
	}
	for v, n := range g.Ranks {
		if n < 2 {
			return fmt.Errorf("index: theory %q: node %d has rank %d: SU(N) needs N ≥ 2", g.Name, v, n)
		}
	}
	for i, m := range g.Matter {
		for _, v := range []int{m.Source, m.Target} {
			if v < None || v >= len(g.Ranks) {
				return fmt.Errorf("index: theory %q: field %d is charged under node %d, and there are %d nodes", g.Name, i, v, len(g.Ranks))
			}
		}
		if m.R == nil {
			return fmt.Errorf("index: theory %q: field %d has no R-charge", g.Name, i)
		}
		if m.Copies < 1 {
			return fmt.Errorf("index: theory %q: field %d has %d copies", g.Name, i, m.Copies)
		}
	}
	return nil
}

// seriesCounter computes one series by residues.
type seriesCounter struct {
	gauge         *Gauge
	d             int
	spent, budget int64
	// weights are the flavour fugacities of the fields modulo a prime; nil: all 1.
	weights []uint64
}

// run is the series up to u^n. With spins it is found at enough roots of unity y = √(p/q).
func (c *seriesCounter) run(ctx context.Context, n int, spins bool) (coefs []*big.Int, all [][]*big.Int, err error) {
	bound := c.bound(n)
	bound.Lsh(bound, 1)
	// Spins up to ±n/d: an odd number of values of y tells them apart.
	points := 1
	if spins {
		points = 2*(n/c.d) + 1
	}
	field, err := poly.FieldWithRoots(uint64(points))
	if err != nil {
		return nil, nil, err
	}
	modulus := big.NewInt(1)
	width := points/2 + 1
	values := make(map[int64]*big.Int) // by exponent·width + spin
	for modulus.Cmp(bound) <= 0 {
		residues, err := c.residues(ctx, n, points, field)
		if err != nil {
			return nil, nil, err
		}
		combine(values, modulus, residues, field.P())
		for {
			if field, err = field.Next(); err != nil {
				return nil, nil, err
			}
			if (field.P()-1)%uint64(points) == 0 {
				break
			}
		}
	}
	half := new(big.Int).Rsh(modulus, 1)
	coefs = make([]*big.Int, n+1)
	if spins {
		all = make([][]*big.Int, n+1)
	}
	for e := range coefs {
		coefs[e] = new(big.Int)
		for j := range width {
			x := values[int64(e*width+j)]
			if x == nil {
				x = new(big.Int)
			} else if x.Cmp(half) > 0 {
				x = new(big.Int).Sub(x, modulus)
			}
			coefs[e].Add(coefs[e], x)
			if j > 0 {
				coefs[e].Add(coefs[e], x)
			}
			if spins {
				all[e] = append(all[e], x)
			}
		}
	}
	return coefs, all, nil
}

// residues are the coefficients modulo a prime, by exponent·width + spin.
func (c *seriesCounter) residues(ctx context.Context, n, points int, f poly.Field) ([]modTerm, error) {
	root, ok := f.RootOfUnity(uint64(points))
	if !ok {
		return nil, fmt.Errorf("index: theory %q: no roots of unity of order %d modulo %d", c.gauge.Name, points, f.P())
	}
	width := points/2 + 1
	// I(y) = I(1/y): half of the roots suffice.
	samples := make([][]uint64, width)
	for k := range samples {
		s, err := integrate(ctx, c, n, f, f.Pow(root, uint64(k)))
		if err != nil {
			return nil, err
		}
		samples[k] = s
	}
	scale := f.Inv(uint64(points))
	var out []modTerm
	for e := 0; e <= n; e++ {
		for j := range width {
			sum := samples[0][e]
			for k := 1; k < width; k++ {
				y := f.Pow(root, uint64(k*j%points))
				sum = f.Add(sum, f.Mul(samples[k][e], f.Add(y, f.Inv(y))))
			}
			if sum = f.Mul(sum, scale); sum != 0 {
				out = append(out, modTerm{int64(e*width + j), sum})
			}
		}
	}
	return out, nil
}

// bound is at least every coefficient up to u^n in absolute value: the number of states of
// all letters, fermions counted as bosons and without projection to singlets.
func (c *seriesCounter) bound(n int) *big.Int {
	letters := make([]*big.Int, n+1)
	for i := range letters {
		letters[i] = new(big.Int)
	}
	add := func(e int, times *big.Int) {
		// 1/(1 − u^d)², the derivatives.
		for k := 0; e+k*c.d <= n; k++ {
			letters[e+k*c.d].Add(letters[e+k*c.d], new(big.Int).Mul(times, big.NewInt(int64(k+1))))
		}
	}
	adjoint := func(v int) *big.Int {
		x := big.NewInt(int64(c.gauge.Ranks[v]))
		return x.Sub(x.Mul(x, x), big.NewInt(1))
	}
	for _, m := range c.gauge.Matter {
		dim := big.NewInt(int64(m.Copies))
		switch {
		case m.Source == m.Target && m.Source != None:
			dim.Mul(dim, adjoint(m.Source))
		default:
			for _, v := range [2]int{m.Source, m.Target} {
				if v != None {
					dim.Mul(dim, big.NewInt(int64(c.gauge.Ranks[v])))
				}
			}
		}
		r := c.degree(m.R)
		add(r, dim)
		add(2*c.d-r, dim)
	}
	for v := range c.gauge.Ranks {
		dim := adjoint(v)
		dim.Lsh(dim, 1)
		for e := c.d; e <= n; e += c.d {
			letters[e].Add(letters[e], dim)
		}
	}
	// n a_n = Σ_k a_(n−k) Σ_(j|k) j letters_j.
	sums := make([]*big.Int, n+1)
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for j := 1; j <= n; j++ {
		x := new(big.Int).Mul(letters[j], big.NewInt(int64(j)))
		for k := j; k <= n; k += j {
			sums[k].Add(sums[k], x)
		}
	}
	a := make([]*big.Int, n+1)
	a[0] = big.NewInt(1)
	top := big.NewInt(1)
	for e := 1; e <= n; e++ {
		sum := new(big.Int)
		for k := 1; k <= e; k++ {
			sum.Add(sum, new(big.Int).Mul(a[e-k], sums[k]))
		}
		a[e] = sum.Quo(sum, big.NewInt(int64(e)))
		if a[e].Cmp(top) > 0 {
			top = a[e]
		}
	}
	return new(big.Int).Set(top)
}

func (c *seriesCounter) degree(r *big.Rat) int {
	return int(new(big.Int).Mul(r.Num(), new(big.Int).Quo(big.NewInt(int64(c.d)), r.Denom())).Int64())
}
