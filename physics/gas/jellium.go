package gas

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

// Jellium is the one-dimensional one-component plasma: N equal charges in a uniform
// neutralising background of density one. Charges on a line repel with a force that does
// not depend on their distance, so that each sits in a parabola around its own lattice
// point, up to the order of the charges:
//
//	Z = ∫_{x_1 < … < x_N} exp(−γ Σ (x_i − i)²) dx,
//
// over the whole line. γ is β times the square of the charge, in units of the lattice.
type Jellium struct {
	N     int
	Gamma *big.Rat
}

// Kind is "coulomb_1d".
func (m *Jellium) Kind() string { return "coulomb_1d" }

// Sites is the number of charges.
func (m *Jellium) Sites() int { return m.N }

// Explain says why Z is tractable.
func (m *Jellium) Explain() []string {
	return []string{
		"In one dimension the field at a charge depends on how many are to its left and right only: the energy is a parabola for each, and what remains is their order",
		"Z is a power of the transfer integral g(y) → ∫_{−∞}^{y+1} exp(−γu²) g(u) du",
	}
}

// maxJellium bounds the multiplications of the recursion.
const maxJellium = 1 << 27

// Validate checks the parameters.
func (m *Jellium) Validate() error {
	if m.N < 1 || m.N > 1<<20 {
		return fmt.Errorf("gas: coulomb_1d: %d charges", m.N)
	}
	return positive("coulomb_1d: gamma", m.Gamma, 1e-8, 1e8)
}

// jelliumPlan is a discretisation whose error, relative to (π/γ)^(N/2), is below err.
type jelliumPlan struct {
	perUnit int     // panels in an interval of length one
	panels  int     // on each side of zero
	nodes   int     // of a panel
	err     float64 // natural logarithm of the bound
}

// plan balances the sources of error. With g_1 = 1, f_i = exp(−γu²) g_i and G_i =
// (π/γ)^((i−1)/2) ≥ g_i:
//
//   - cutting the line at ±R loses at most N e^(−γR²) of (π/γ)^(N/2);
//   - f_i is entire, and shifting the path of all integrals by iv shows |f_i(x+iv)| ≤
//     e^(iγv²) f_i(x) ≤ e^(Nγv²) G_i. Interpolation at p Chebyshev points of a panel of
//     length h, on which a Bernstein ellipse of half height v has ρ − 1/ρ = 4v/h, is then
//     wrong by at most 4 e^(Nγv²) G_i ρ^(1−p)/(ρ−1), its integral over all panels by 2R
//     times that, and the N steps by N times that.
//
// (An error in g_i is passed on multiplied by (π/γ)^(1/2) at most, like G_i.)
func (m *Jellium) plan() (jelliumPlan, float64, error) {
	gamma, _ := m.Gamma.Float64()
	n := float64(m.N)
	// Z ≥ (∫_{−½}^{½} exp(−γu²))^N: this many nats are lost between (π/γ)^(N/2) and Z.
	loss := -n * math.Log(math.Erf(math.Sqrt(gamma)/2))
	const target = 100 * math.Ln2
	need := target + loss + math.Log(n) + 3
	radius := math.Sqrt(need / gamma)
	best, bestCost := jelliumPlan{}, math.Inf(1)
	for _, density := range []float64{0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8} {
		per := int(math.Ceil(density * math.Sqrt(gamma)))
		h := 1 / float64(per)
		panels := int(math.Ceil(radius * float64(per)))
		for c := 0.5; c <= 16; c += 0.5 { // c² = Nγv²
			b := 4 * c / math.Sqrt(n*gamma) / h / 2
			rho := b + math.Sqrt(1+b*b)
			constant := math.Log(8*float64(panels)*h*math.Sqrt(gamma/math.Pi)*n) + c*c - math.Log(rho-1)
			nodes := int(math.Ceil((need+constant)/math.Log(rho))) + 1
			cost := float64(2*panels) * float64(nodes) * float64(nodes) * n
			if nodes >= 4 && cost < bestCost {
				bestCost = cost
				cut := math.Log(n) - gamma*math.Pow(float64(panels)*h, 2)
				inner := constant - float64(nodes-1)*math.Log(rho)
				best = jelliumPlan{per, panels, nodes, math.Max(cut, inner) + math.Ln2}
			}
		}
	}
	if bestCost > maxJellium {
		return jelliumPlan{}, 0, fmt.Errorf("gas: coulomb_1d: %d charges at gamma = %.3g need %.2g multiplications, the limit is %.2g", m.N, gamma, bestCost, float64(maxJellium))
	}
	return best, loss, nil
}

// LogZ applies the transfer integral N times on Chebyshev panels. A panel is a fraction
// of one, so that the step y → y+1 takes nodes to nodes. With every g_i divided by G_i
// nothing exceeds one, and fixed-point integers hold it all.
func (m *Jellium) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.Validate(); err != nil {
		return partition.LogZ{}, err
	}
	if m.N == 1 {
		return m.single(), ctx.Err()
	}
	plan, loss, err := m.plan()
	if err != nil {
		return partition.LogZ{}, err
	}
	count := 2 * plan.panels
	// A sum over all nodes is off by a unit for each, and each of the N steps adds that.
	size := math.Log2(float64(m.N) * float64(count) * float64(plan.nodes))
	fixed := uint(128 + loss/math.Ln2 + size)
	p := precise.New(fixed + 16 + uint(2*size))
	gamma := p.New().SetRat(m.Gamma)
	gauss := m.gaussian(p, gamma, plan, fixed)
	// Half a panel over √(π/γ) is the factor of every integral.
	norm := p.New().Quo(gamma, p.Pi)
	norm.Sqrt(norm)
	factor := p.New().Quo(norm, p.Int(int64(2*plan.perUnit)))
	points, matrix, weights := chebyshevIntegrals(p, plan.nodes)
	toFixed := func(row []*big.Float) []*big.Int {
		out := make([]*big.Int, len(row))
		for i, x := range row {
			y := p.New().Mul(x, factor)
			out[i], _ = y.SetMantExp(y, int(fixed)).Int(nil)
		}
		return out
	}
	inner := make([][]*big.Int, len(points))
	for j := range inner {
		inner[j] = toFixed(matrix[j])
	}
	whole := toFixed(weights)

	one := new(big.Int).Lsh(big.NewInt(1), fixed)
	total := one
	// cumulative[q][k] is ∫ up to node k of panel q of f_i; g_(i+1) is that one unit on.
	cumulative, next := newPanels(count, plan.nodes), newPanels(count, plan.nodes)
	value := newPanels(1, plan.nodes)[0]
	product, part := new(big.Int), new(big.Int)
	dot := func(to *big.Int, w []*big.Int) {
		to.SetInt64(0)
		for k, v := range value {
			to.Add(to, product.Mul(w[k], v))
		}
		to.Rsh(to, fixed)
	}
	for i := range m.N {
		sum := new(big.Int)
		for q := range count {
			if q%16 == 0 && ctx.Err() != nil {
				return partition.LogZ{}, ctx.Err()
			}
			for k := range value {
				switch {
				case i == 0:
					value[k].Set(gauss[q][k])
					continue
				case q+plan.perUnit < count:
					product.Mul(gauss[q][k], cumulative[q+plan.perUnit][k])
				default:
					product.Mul(gauss[q][k], total)
				}
				value[k].Rsh(product, fixed)
			}
			if i < m.N-1 { // the last step needs the total only
				for j, row := range inner {
					dot(next[q][j], row)
					next[q][j].Add(next[q][j], sum)
				}
			}
			dot(part, whole)
			sum.Add(sum, part)
		}
		cumulative, next, total = next, cumulative, sum
	}
	if total.Sign() <= 0 {
		return partition.LogZ{}, fmt.Errorf("gas: coulomb_1d: the recursion lost Z")
	}
	v := p.New().SetInt(total)
	v.SetMantExp(v, -int(fixed))
	v = p.Log(v)
	// Errors are bounded relative to (π/γ)^(N/2); loss nats at most lie between that and Z.
	// A node adds the rounding of its weight, of the Gaussian and of two products.
	rounding := (size + 4 - float64(fixed)) * math.Ln2
	bound := 2 * (math.Exp(loss+plan.err) + math.Exp(loss+rounding))
	scale := p.Log(norm)
	v.Sub(v, scale.Mul(scale, p.Int(int64(m.N))))
	f, _ := v.Float64()
	v.SetPrec(fixed)
	return partition.LogZ{
		Value: v, ErrorBound: bound + math.Ldexp(float64(m.N)+math.Abs(f), 12-int(fixed)),
		Method: "transfer integral on Chebyshev panels", Exact: true, Precision: "big integers",
	}, nil
}

// single is one charge, √(π/γ).
func (m *Jellium) single() partition.LogZ {
	const prec = 192
	p := precise.New(prec)
	v := p.Log(p.New().Quo(p.Pi, p.New().SetRat(m.Gamma)))
	v.SetMantExp(v, -1)
	f, _ := v.Float64()
	v.SetPrec(prec)
	return partition.LogZ{
		Value: v, ErrorBound: math.Ldexp(1+math.Abs(f), 10-prec),
		Method: "Gaussian integral", Exact: true, Precision: "big floats",
	}
}

func newPanels(count, nodes int) [][]*big.Int {
	out := make([][]*big.Int, count)
	for q := range out {
		out[q] = make([]*big.Int, nodes)
		for k := range out[q] {
			out[q][k] = new(big.Int)
		}
	}
	return out
}

// gaussian lists exp(−γu²) at the nodes of all panels, from zero outwards: a step by one
// panel multiplies by a factor which itself is multiplied by exp(−2γh²). The rounding of
// step q is relative and grows like q², for which the precision has room.
func (m *Jellium) gaussian(p *precise.Context, gamma *big.Float, plan jelliumPlan, fixed uint) [][]*big.Int {
	count := 2 * plan.panels
	out := newPanels(count, plan.nodes)
	h := p.New().Quo(p.Int(1), p.Int(int64(plan.perUnit)))
	square := p.New().Mul(h, h)
	square.Mul(square, gamma)
	second := p.Exp(p.New().Mul(square, p.Int(-2)))
	points, _ := chebyshevPoints(p, plan.nodes)
	for k, t := range points {
		u := p.Int(1)
		p.Add(u, t)
		u.Mul(u, h)
		u.SetMantExp(u, -1)
		e := p.New().Mul(u, u)
		value := p.Exp(e.Neg(e.Mul(e, gamma)))
		// exp(−γ[(u+h)² − u²]).
		r := p.New().Mul(u, h)
		r.Mul(r, gamma)
		r.SetMantExp(r, 1)
		p.Add(r, square)
		ratio := p.Exp(r.Neg(r))
		for q := range plan.panels {
			x := p.New().SetMantExp(value, int(fixed))
			x.Int(out[plan.panels+q][k])
			out[plan.panels-1-q][plan.nodes-1-k].Set(out[plan.panels+q][k])
			value.Mul(value, ratio)
			ratio.Mul(ratio, second)
		}
	}
	return out
}

// chebyshevIntegrals returns the p Chebyshev points of the first kind on [−1, 1],
// ascending, the integrals of the interpolation polynomial from −1 up to each point as a
// matrix on the values at the points, and the weights of the integral over everything:
//
//	ℓ_k(t) = (2/p) Σ'_r T_r(x_k) T_r(t),
//	∫_{−1}^{x} T_r = ½ [T_(r+1)/(r+1) − T_(r−1)/(r−1)]_{−1}^{x},   r ≥ 2.
func chebyshevIntegrals(p *precise.Context, count int) (x []*big.Float, inner [][]*big.Float, whole []*big.Float) {
	x, T := chebyshevPoints(p, count)
	integral := func(r, j int) *big.Float { // ∫_{−1}^{x_j} T_r
		switch r {
		case 0:
			return p.New().Add(T(1, j), p.Int(1))
		case 1:
			s := p.New().Mul(T(1, j), T(1, j))
			s.Sub(s, p.Int(1))
			return s.SetMantExp(s, -1)
		}
		// T_(r±1)(−1) = (−1)^(r±1).
		sign := int64(1)
		if r%2 == 0 {
			sign = -1
		}
		a := p.New().Sub(T(r+1, j), p.Int(sign))
		b := p.New().Sub(T(r-1, j), p.Int(sign))
		a.Quo(a, p.Int(int64(r+1)))
		a.Sub(a, b.Quo(b, p.Int(int64(r-1))))
		return a.SetMantExp(a, -1)
	}
	row := func(j int) []*big.Float {
		moments := make([]*big.Float, count)
		for r := range moments {
			moments[r] = integral(r, j)
			if r > 0 {
				moments[r].SetMantExp(moments[r], 1)
			}
			moments[r].Quo(moments[r], p.Int(int64(count)))
		}
		out := make([]*big.Float, count)
		t := p.New()
		for k := range out {
			out[k] = p.New()
			for r, c := range moments {
				out[k].Add(out[k], t.Mul(c, T(r, k)))
			}
		}
		return out
	}
	inner = make([][]*big.Float, count)
	for j := range inner {
		inner[j] = row(j)
	}
	return x, inner, row(count)
}

// chebyshevPoints returns the points and T_r at point k, or at 1 where k = count.
func chebyshevPoints(p *precise.Context, count int) (x []*big.Float, T func(r, k int) *big.Float) {
	// cos rθ from cosines of multiples of π/2p, which are computed once.
	cosine := make([]*big.Float, 4*count)
	for j := range cosine {
		i := min(j, 4*count-j)
		if i < j {
			cosine[j] = cosine[i]
			continue
		}
		angle := p.New().Mul(p.Pi, p.Int(int64(i)))
		v := p.Versine(angle.Quo(angle, p.Int(int64(2*count))))
		cosine[j] = p.Int(1)
		p.Add(cosine[j], v.Neg(v))
	}
	// Point k is cos θ with θ = π(2(count−1−k)+1)/2p.
	T = func(r, k int) *big.Float {
		if k == count {
			return cosine[0]
		}
		return cosine[r*(2*(count-1-k)+1)%(4*count)]
	}
	x = make([]*big.Float, count)
	for k := range x {
		x[k] = T(1, k)
	}
	return x, T
}
