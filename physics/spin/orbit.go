package spin

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/assay-physics/assay/math/wide"
)

// Orbits says that a model of bonds and fields depends, up to signs, on the classes of its
// sites only: with ξ_i = ±1 and a = class(i), b = class(j),
//
//	J_ij = ξ_i ξ_j J[a][b],   h_i = ξ_i H[a],
//
// for all pairs, those without a bond included. Exchanging two sites of a class (and
// reversing both where their ξ differ) is then a symmetry, and H depends on the
// magnetisations M_a = Σ ξ s of the classes alone. Complete, bipartite and multipartite
// models and those of few ±1 patterns (Hopfield) are of this kind.
type Orbits struct {
	Class []int       `json:"class"`
	Xi    []int8      `json:"xi"`
	Size  []int       `json:"size"`
	J     [][]float64 `json:"J"`
	H     []float64   `json:"H"`
}

// MaxClasses is the number of classes beyond which FindOrbits stops: it then has a list of
// so many sites and one that no two of are equivalent.
const MaxClasses = 24

// FindOrbits puts two sites into one class if exchanging them is a symmetry, up to signs.
// That is an equivalence, so that comparing with one member is enough. Where there are
// more than MaxClasses classes, or terms of more than two spins, orbits is nil, and in the
// former case distinct lists sites that are pairwise inequivalent.
func FindOrbits(m *Model) (orbits *Orbits, distinct []int, err error) {
	if err := m.Validate(); err != nil {
		return nil, nil, err
	}
	if m.MaxOrder() > 2 {
		return nil, nil, nil
	}
	b, err := m.Bonds()
	if err != nil {
		return nil, nil, err
	}
	h, _ := m.Fields()
	o, distinct := findOrbits(b, h)
	return o, distinct, nil
}

func findOrbits(b Bonds, h []float64) (*Orbits, []int) {
	n := b.Graph.N
	if h == nil {
		h = make([]float64, n)
	}
	o := &Orbits{Class: make([]int, n), Xi: make([]int8, n)}
	var first []int // member of each class
sites:
	for i := range n {
		for a, j := range first {
			if sign := twins(b, h, i, j); sign != 0 {
				o.Class[i], o.Xi[i] = a, sign
				o.Size[a]++
				continue sites
			}
		}
		o.Class[i], o.Xi[i] = len(first), 1
		o.Size, first = append(o.Size, 1), append(first, i)
		if len(first) > MaxClasses {
			return nil, first
		}
	}
	o.J = make([][]float64, len(first))
	for a, i := range first {
		o.J[a] = make([]float64, len(first))
		o.H = append(o.H, h[i])
	}
	for k, e := range b.Graph.Edges {
		u, v := o.Class[e[0]], o.Class[e[1]]
		j := b.J[k] * float64(o.Xi[e[0]]*o.Xi[e[1]])
		o.J[u][v], o.J[v][u] = j, j
	}
	return o, nil
}

// twins returns ε with J_ik = ε J_jk for all k other than i and j, and h_i = ε h_j, or 0.
// Where either sign will do it is +1.
func twins(b Bonds, h []float64, i, j int) int8 {
	sign := int8(0)
	agree := func(x, y float64) bool {
		switch {
		case x == y && (x == 0 || sign >= 0):
			if x != 0 {
				sign = 1
			}
			return true
		case x == -y && sign <= 0:
			sign = -1
			return true
		}
		return false
	}
	if !agree(h[i], h[j]) {
		return 0
	}
	g := b.Graph
	near, far := g.Neighbors(i), g.Neighbors(j)
	edges, other := g.EdgesAt(i), g.EdgesAt(j)
	for p, q := 0, 0; ; p, q = p+1, q+1 {
		if p < len(near) && int(near[p]) == j {
			p++
		}
		if q < len(far) && int(far[q]) == i {
			q++
		}
		if p == len(near) || q == len(far) {
			if p != len(near) || q != len(far) {
				return 0
			}
			if sign == 0 {
				sign = 1
			}
			return sign
		}
		if near[p] != far[q] || !agree(b.J[edges[p]], b.J[other[q]]) {
			return 0
		}
	}
}

// MaxOrbitTerms is the largest number of combinations of magnetisations that OrbitLogZ
// sums.
const MaxOrbitTerms = 1 << 27

// terms is ∏(n_a+1).
func (o *Orbits) terms() float64 {
	t := 1.0
	for _, n := range o.Size {
		t *= float64(n + 1)
	}
	return t
}

// PlanOrbits says whether the sites fall into few enough classes, and at what cost they
// can be counted.
func PlanOrbits(m *Model) (Plan, bool) {
	o, _, err := FindOrbits(m)
	if err != nil || o == nil || o.terms() > MaxOrbitTerms {
		return Plan{}, false
	}
	return Plan{
		Method: "orbits", Log2Cost: math.Log2(o.terms()) + 2,
		Reason: fmt.Sprintf("the sites fall into classes whose members can be exchanged (classes: %d)", len(o.Size)),
		run:    func(ctx context.Context) (LogZ, error) { return orbitLogZ(ctx, m, o) },
	}, true
}

// OrbitLogZ counts configurations by the number k_a of minus spins (ξs = −1) in each
// class of FindOrbits:
//
//	Z = Σ ∏ C(n_a,k_a) exp(β[Σ_a (J_aa (M_a² − n_a)/2 + H_a M_a) + Σ_{a<b} J_ab M_a M_b]),
//
// M_a = n_a − 2k_a. All terms are positive, and exponents are kept in twice the working
// precision, so that the error of ln Z is some 10⁻¹⁵ however large it is.
func OrbitLogZ(ctx context.Context, m *Model) (LogZ, error) {
	o, _, err := FindOrbits(m)
	if err != nil {
		return LogZ{}, err
	}
	if o == nil {
		return LogZ{}, fmt.Errorf("spin: orbits: more than %d classes of sites, or terms of more than two spins", MaxClasses)
	}
	return orbitLogZ(ctx, m, o)
}

func orbitLogZ(ctx context.Context, m *Model, o *Orbits) (LogZ, error) {
	if o.terms() > MaxOrbitTerms {
		return LogZ{}, fmt.Errorf("spin: orbits: %.3g combinations of magnetisations, the limit is %d", o.terms(), MaxOrbitTerms)
	}
	s := newOrbitSum(m.Beta, o)
	outer := 1
	for _, n := range s.size[:len(s.size)-1] {
		outer *= n + 1
	}
	const chunks = 64
	parts := make([]orbitPart, chunks)
	errs := make([]error, chunks)
	var (
		next  int
		lock  sync.Mutex
		group sync.WaitGroup
	)
	for range min(runtime.GOMAXPROCS(0), outer) {
		group.Go(func() {
			for {
				lock.Lock()
				c := next
				next++
				lock.Unlock()
				if c >= chunks {
					return
				}
				parts[c], errs[c] = s.rows(ctx, outer*c/chunks, outer*(c+1)/chunks)
			}
		})
	}
	group.Wait()
	var all orbitPart
	for c := range parts {
		if errs[c] != nil {
			return LogZ{}, errs[c]
		}
		all.merge(parts[c])
	}
	var offset compensated
	offset.add(all.top.hi)
	offset.add(all.top.lo)
	// A term is exp of d = (exponent − top), rounded once to |d|·unit, times binomials
	// whose logarithms are good to 3 units a class. Weighted with the terms themselves
	// |d| averages to at most ln of their number: it is an entropy less ln Σ ≥ 0.
	relative := elementary + unit*(4*float64(len(s.size))+2*math.Log(o.terms())+8) + all.rescales*(elementary+unit) + all.sum.bound()/all.sum.hi
	z := assemble(&offset, 0, all.sum.hi+all.sum.lo, relative, fmt.Sprintf("counting by the magnetisations of %d classes", len(s.size)))
	z.Precision = "float64"
	return z.Widen(s.size2*0x1p-96 + math.Abs(m.Beta)*s.lost(m)), nil
}

// lost is what adding up parallel terms rounded away.
func (s *orbitSum) lost(m *Model) float64 {
	_, _, rounding := m.merged()
	return rounding
}

// orbitSum has the class with the most sites last.
type orbitSum struct {
	size     []int
	k        [][]double // βJ
	h        []double   // βH
	binomial [][]double // ln C(n,k)
	size2    float64    // bound on the sum of the absolute values of an exponent's parts
}

func newOrbitSum(beta float64, o *Orbits) *orbitSum {
	order := naturalOrder(len(o.Size))
	largest := 0
	for a, n := range o.Size {
		if n > o.Size[largest] {
			largest = a
		}
	}
	last := len(order) - 1
	order[largest], order[last] = order[last], order[largest]
	s := &orbitSum{}
	for _, a := range order {
		n := float64(o.Size[a])
		s.size = append(s.size, o.Size[a])
		s.h = append(s.h, product(beta, o.H[a]))
		row := make([]double, len(order))
		for j, b := range order {
			row[j] = product(beta, o.J[a][b])
			s.size2 += math.Abs(row[j].hi) * n * float64(o.Size[b])
		}
		s.k = append(s.k, row)
		s.binomial = append(s.binomial, logBinomials(o.Size[a]))
		s.size2 += n * (math.Abs(s.h[len(s.h)-1].hi) + 1)
	}
	return s
}

// orbitPart is a sum of exponentials relative to the largest exponent.
type orbitPart struct {
	any      bool
	top      double
	sum      compensated
	rescales float64
}

func (p *orbitPart) raise(top double) {
	if p.any && top.hi <= p.top.hi {
		return
	}
	if p.any {
		p.scale(math.Exp(p.top.minus(top)))
	}
	p.any, p.top = true, top
}

func (p *orbitPart) scale(by float64) {
	p.rescales++
	p.sum.hi, p.sum.lo, p.sum.abs = p.sum.hi*by, p.sum.lo*by, p.sum.abs*by
}

func (p *orbitPart) merge(o orbitPart) {
	if !o.any {
		return
	}
	p.raise(o.top)
	o.scale(math.Exp(o.top.minus(p.top)))
	count := p.sum.count + o.sum.count
	p.sum.add(o.sum.hi)
	p.sum.lo += o.sum.lo
	p.sum.abs += o.sum.abs
	p.sum.count = count + 1
	p.rescales += o.rescales
}

// rows sums over the last class for the given range of combinations of the others.
func (s *orbitSum) rows(ctx context.Context, from, to int) (orbitPart, error) {
	var p orbitPart
	last := len(s.size) - 1
	n := s.size[last]
	exponent := make([]double, n+1)
	mag := make([]float64, last)
	work := 1 << 16 // ask at once
	for row := from; row < to; row++ {
		if work += n + 1; work >= 1<<16 {
			work = 0
			if ctx.Err() != nil {
				return p, fmt.Errorf("spin: orbits: %w", ctx.Err())
			}
		}
		// The part without the last class, and the field on it.
		base, field := double{}, s.h[last]
		digits := row
		for a := range last {
			k := digits % (s.size[a] + 1)
			digits /= s.size[a] + 1
			mag[a] = float64(s.size[a] - 2*k)
			base = base.plus(s.binomial[a][k]).plus(s.h[a].times(mag[a]))
			base = base.plus(s.k[a][a].times((mag[a]*mag[a] - float64(s.size[a])) / 2))
			for b := range a {
				base = base.plus(s.k[a][b].times(mag[a] * mag[b]))
			}
			field = field.plus(s.k[a][last].times(mag[a]))
		}
		best := double{hi: math.Inf(-1)}
		for k := range exponent {
			M := float64(n - 2*k)
			e := base.plus(s.binomial[last][k]).plus(field.times(M)).plus(s.k[last][last].times((M*M - float64(n)) / 2))
			exponent[k] = e
			if e.hi > best.hi {
				best = e
			}
		}
		p.raise(best)
		for _, e := range exponent {
			if d := e.minus(p.top); d > -745 {
				p.sum.add(math.Exp(d))
			}
		}
	}
	return p, nil
}

// double is a number in twice the working precision, hi+lo with |lo| ≤ ulp(hi)/2, good to
// about 2⁻¹⁰² of the operands of a sum and of a product (Dekker, Numer. Math. 18 (1971)
// 224).
type double struct{ hi, lo float64 }

func product(a, b float64) double {
	p, rest := wide.TwoProd(a, b)
	return double{p, rest}
}

func (x double) plus(y double) double {
	s, e := wide.TwoSum(x.hi, y.hi)
	e += x.lo + y.lo
	hi := s + e
	return double{hi, e - (hi - s)}
}

func (x double) times(f float64) double {
	p, e := wide.TwoProd(x.hi, f)
	e += x.lo * f
	hi := p + e
	return double{hi, e - (hi - p)}
}

// over divides by f.
func (x double) over(f float64) double {
	q := x.hi / f
	r := (math.FMA(-q, f, x.hi) + x.lo) / f
	hi := q + r
	return double{hi, r - (hi - q)}
}

// minus is x − y, rounded.
func (x double) minus(y double) float64 {
	d, e := wide.TwoSum(x.hi, -y.hi)
	return d + (e + (x.lo - y.lo))
}

// logBinomials lists ln C(n,k), each good to 3 units of 2⁻⁵³ plus 2⁻⁹⁵ of its size.
func logBinomials(n int) []double {
	// The mantissa of C(n,k) is carried along in twice the precision: each step loses
	// 2⁻¹⁰⁰, all of them less than 2⁻⁷⁰.
	ln2 := double{math.Ln2, 2.3190468138462996e-17}
	list := make([]double, n+1)
	mantissa, exponent := double{1, 0}, 0
	for k := range n/2 + 1 {
		if k > 0 {
			mantissa = mantissa.times(float64(n - k + 1)).over(float64(k))
			_, e := math.Frexp(mantissa.hi)
			mantissa = double{math.Ldexp(mantissa.hi, -e), math.Ldexp(mantissa.lo, -e)}
			exponent += e
		}
		// ln(hi+lo) = ln hi + lo/hi.
		l := ln2.times(float64(exponent)).plus(double{math.Log(mantissa.hi), mantissa.lo / mantissa.hi})
		list[k], list[n-k] = l, l
	}
	return list
}
