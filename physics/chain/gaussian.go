package chain

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"golang.org/x/sync/errgroup"

	"github.com/assay-physics/assay/math/wide"
	"github.com/assay-physics/assay/physics/partition"
)

// sector is the part of the Hilbert space with one parity, or all of it: the modes of its
// form and the sign that selects the occupations.
type sector struct {
	modes []mode
	// sign is 0 for the trace over everything; else the trace runs over the
	// configurations p_k = ±1 of the modes with ∏ p_k = sign, each with the weight
	// exp(offset + Σ σ_k p_k).
	sign   int
	offset float64
}

// Gaussian is the partition function and the energy of a free-fermion chain.
type Gaussian struct {
	LogZ partition.LogZ
	// BetaEnergy is β⟨H⟩ = −β ∂ ln Z/∂β, with an absolute bound on its error.
	BetaEnergy, BetaEnergyBound float64
	// Largest and smallest σ·2 over β are the edges of the spectrum of one-particle
	// energies; they are times β here.
	LargestMode, SmallestMode float64
	// Reduction says how the spectrum was found.
	Reduction string
}

// Evaluate computes ln Z and the energy of a form.
func (f *Form) Evaluate(ctx context.Context) (Gaussian, error) {
	forms := [][]Bond{f.Even}
	if f.Odd != nil {
		forms = append(forms, f.Odd)
	}
	sectors, how := make([]sector, len(forms)), make([]string, len(forms))
	group, ctx := errgroup.WithContext(ctx)
	for i, bonds := range forms {
		group.Go(func() (err error) {
			sectors[i], how[i], err = f.sector(ctx, bonds, 1-2*i)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Gaussian{}, err
	}
	g := combine(sectors)
	if f.Ancilla {
		v := new(big.Float).SetPrec(128).Set(g.LogZ.Value)
		g.LogZ.Value = v.Sub(v, big.NewFloat(math.Ln2))
		g.LogZ.ErrorBound += unit
	}
	g.LogZ = g.LogZ.Widen(f.Rounding)
	// β⟨H⟩ moves with the form like ⟨·⟩ plus a covariance with all of βH (Duhamel).
	total := math.Abs(f.Parity)
	for _, b := range f.Even {
		total += math.Abs(b.W)
	}
	g.BetaEnergyBound += f.Rounding * (1 + 2*total)
	g.LogZ.Method = "free fermions"
	if f.Odd != nil {
		g.LogZ.Method = "free fermions in two parity sectors"
	}
	g.Reduction = how[0]
	return g, nil
}

func (f *Form) sector(ctx context.Context, bonds []Bond, parity int) (sector, string, error) {
	t, err := reduce(ctx, f, bonds)
	if err != nil {
		return sector{}, "", err
	}
	modes, err := t.modes(ctx)
	if err != nil {
		return sector{}, "", err
	}
	s := sector{modes: modes}
	if f.Odd != nil {
		s.sign = t.pfaffianSign() * parity
		s.offset = f.Parity * float64(parity)
		if s.sign == 0 { // a mode of energy zero makes both parities alike
			s.sign = 1
		}
	}
	return s, t.method, nil
}

// sums are what a sector contributes.
type sums struct {
	log    wide.DD // ln of the trace
	err    float64 // bound on its error
	energy float64 // ⟨βH⟩ in the sector
	enErr  float64
}

// trace evaluates a sector. With y = σ_k, the product of the tanh as e^(−x) and the sign s,
//
//	ln Tr = offset + Σ [y + ln(1+e^(−2y))] + ln ½(1 + s e^(−x)),
//
// where 1 − e^(−x) keeps its accuracy as x → 0 and ln x is summed as a logarithm, so that
// it cannot underflow. Every one of these logarithms is a sum over positive weights and
// moves by at most Σ |δσ|.
func (s sector) trace() sums {
	var log compensated
	err := 0.0
	for _, m := range s.modes {
		log.add(m.sigma)
		log.add(math.Log1p(math.Exp(-2 * m.sigma)))
		err += m.err + 6*unit*math.Ln2
	}
	log.add(s.offset)
	err += log.lost()
	total, lost := 0.0, 0.0 // Σ σ p
	if s.sign == 0 {
		spread := 0.0
		for _, m := range s.modes {
			// −βH = Σ σ p, ⟨p⟩ = tanh σ; d(σ tanh σ)/dσ < 1.2.
			total += m.sigma * math.Tanh(m.sigma)
			lost += 1.2*m.err + 8*unit*m.sigma
			spread += m.sigma
		}
		lost += float64(len(s.modes)) * unit * total
		return sums{log.sum, err, -total - s.offset, lost}
	}
	p := newParity(s)
	log.add(p.logHalf)
	err += p.err
	// 1 − ⟨p_k⟩ = (1−t_k)(1 − s ∏_{j≠k} t_j)/(1 + s ∏ t_j).
	var width float64 // Σ σ √(1−⟨p⟩²)
	free := make([]float64, len(s.modes))
	for k, m := range s.modes {
		q := p.flipped(k)
		free[k] = math.Sqrt(math.Max(0, q*(2-q)))
		total += m.sigma - m.sigma*q
		width += m.sigma * free[k]
		lost += m.sigma * (unit + q*(40*unit+8*unit*m.sigma+p.err))
	}
	// ∂⟨Σσp⟩/∂σ_k = ⟨p_k⟩ + Σ_j σ_j cov(p_j, p_k), by Cauchy and Schwarz; doubled for
	// what is beyond first order.
	for k, m := range s.modes {
		lost += 2 * m.err * (1 + width*free[k])
	}
	lost += float64(len(s.modes)) * unit * (math.Abs(total) + 1)
	return sums{log.sum, err, -total - s.offset, lost}
}

// parity holds ln tanh σ_k of a sector and the logarithms of 1 ± their product.
type parity struct {
	sector
	x       float64   // −ln ∏ tanh over the finite ones
	each    []float64 // −ln tanh σ_k
	zeros   int       // modes with σ = 0
	logX    float64   // ln(−ln ∏ tanh), +∞ where a mode is zero
	logHalf float64   // ln ½(1 + s ∏ tanh)
	err     float64
}

func newParity(s sector) parity {
	p := parity{sector: s, each: make([]float64, len(s.modes)), logX: math.Inf(-1)}
	logs := make([]float64, len(s.modes))
	top := math.Inf(-1)
	lowest := math.Inf(1)
	for k, m := range s.modes {
		y := m.sigma
		lowest = min(lowest, y)
		switch {
		case y == 0:
			p.zeros++
			p.each[k] = math.Inf(1)
			logs[k] = math.Inf(1)
		case y > 20: // −ln tanh y = 2e^(−2y)(1 + e^(−4y)/3 + …)
			p.each[k] = 2 * math.Exp(-2*y)
			logs[k] = math.Ln2 - 2*y
		case y < 0.3:
			p.each[k] = -math.Log(math.Tanh(y))
			logs[k] = math.Log(p.each[k])
		default:
			e := math.Exp(-2 * y) // −ln((1−e)/(1+e)) = 2 artanh e
			p.each[k] = math.Log1p(e) - math.Log1p(-e)
			logs[k] = math.Log(p.each[k])
		}
		if y != 0 {
			p.x += p.each[k]
		}
		top = max(top, logs[k])
	}
	if p.zeros > 0 {
		p.logX = math.Inf(1)
	} else if len(logs) > 0 {
		sum := 0.0
		for _, l := range logs {
			sum += math.Exp(l - top)
		}
		p.logX = top + math.Log(sum)
	}
	switch {
	case s.sign > 0:
		r := 0.0
		if p.zeros == 0 {
			r = math.Exp(-p.x)
		}
		p.logHalf = math.Log1p(r) - math.Ln2
	default:
		p.logHalf = p.logOneMinus() - math.Ln2
	}
	// ln x carries the absolute rounding of 2y for the smallest modes, a few elementary
	// functions and the sum of n positive numbers.
	if math.IsInf(lowest, 1) {
		lowest = 0
	}
	p.err = unit * (32 + 8*lowest + 2*float64(len(s.modes)) + 2*math.Abs(p.logHalf))
	return p
}

// logOneMinus is ln(1 − e^(−x)).
func (p parity) logOneMinus() float64 {
	if p.logX < -30 { // 1 − e^(−x) = x(1 − x/2 + …)
		return p.logX - math.Exp(p.logX)/2
	}
	if p.zeros > 0 {
		return 0
	}
	return math.Log(-math.Expm1(-p.x))
}

// flipped is 1 − ⟨p_k⟩, from 0 to 2.
func (p parity) flipped(k int) float64 {
	y := p.modes[k].sigma
	// ln(1 − tanh y) = ln 2 − 2y − ln(1+e^(−2y)).
	l := math.Ln2 - 2*y - math.Log1p(math.Exp(-2*y))
	others := 0.0 // ∏_{j≠k} tanh
	switch {
	case p.zeros == 0:
		others = math.Exp(-max(0, p.x-p.each[k]))
	case p.zeros == 1 && y == 0:
		others = math.Exp(-p.x)
	}
	if p.sign > 0 {
		product := others * math.Tanh(y)
		return math.Exp(l) * (1 - others) / (1 + product)
	}
	// (1−t)(1+∏others)/(1−∏): the quotient of two numbers that may both underflow.
	return math.Min(2, math.Exp(l-p.logOneMinus())*(1+others))
}

// combine adds the sectors: ln Z by the larger one, and the energy as their mean.
func combine(sectors []sector) Gaussian {
	list := make([]sums, len(sectors))
	for i, s := range sectors {
		list[i] = s.trace()
	}
	g := Gaussian{SmallestMode: math.Inf(1)}
	for _, s := range sectors {
		for _, m := range s.modes {
			g.LargestMode = max(g.LargestMode, 2*m.sigma)
			g.SmallestMode = min(g.SmallestMode, 2*m.sigma)
		}
	}
	a := list[0]
	value, bound := a.log, a.err
	g.BetaEnergy, g.BetaEnergyBound = a.energy, a.enErr
	if len(list) == 2 {
		b := list[1]
		if b.log.Hi > a.log.Hi {
			a, b = b, a
		}
		gap := b.log.Sub(a.log)
		w := math.Exp(gap.Hi) // ≤ 1
		value = a.log.Add(wide.FromFloat(math.Log1p(w)))
		bound = max(a.err, b.err) + 8*unit
		share := w / (1 + w)
		g.BetaEnergy = a.energy + share*(b.energy-a.energy)
		difference := math.Abs(b.energy - a.energy)
		g.BetaEnergyBound = max(a.enErr, b.enErr) + share*difference*(a.err+b.err+8*unit) + 4*unit*math.Abs(g.BetaEnergy)
	}
	// The bound itself was added up in floating point.
	bound = bound*(1+0x1p-20) + math.Ldexp(math.Abs(value.Hi), -99)
	g.LogZ = partition.LogZ{Value: toBig(value), ErrorBound: bound, Method: "free fermions", Exact: true, Precision: "float64"}
	return g
}

func (g Gaussian) String() string {
	return fmt.Sprintf("ln Z = %s ± %.1g, βE = %.12g ± %.1g", g.LogZ.Text(), g.LogZ.ErrorBound, g.BetaEnergy, g.BetaEnergyBound)
}
