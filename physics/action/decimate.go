package action

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
)

// Decimate sums out sites with at most two neighbours, one after the other in the order
// given (labels of the state before the step). What remains between the neighbours is
// again a bond with fields:
//
//	Σ_s e^{s(h + K1 s1 + K2 s2)} = e^{A + L s1 s2 + h1 s1 + h2 s2},
//
// for one neighbour a field, for none a constant. Without fields tanh L = tanh K1 tanh K2.
type Decimate struct {
	Sites []int `json:"sites"`
}

// Kind is "decimate".
func (*Decimate) Kind() string { return "decimate" }

func (a *Decimate) apply(before State) (outcome, error) {
	out, err := sumOut(before, a.Sites, func(neighbours int, field bool) error {
		if neighbours > 2 {
			return fmt.Errorf("has %d neighbours, at most two are possible", neighbours)
		}
		return nil
	})
	out.say = fmt.Sprintf("sum out %s with at most two neighbours each", count(len(a.Sites), "spin"))
	return out, err
}

// StarTriangle sums out sites with three neighbours and no field, no two of the sites
// being neighbours. The star of couplings K1, K2, K3 becomes a triangle:
//
//	2 cosh(K1 s1 + K2 s2 + K3 s3) = A e^{L1 s2 s3 + L2 s3 s1 + L3 s1 s2},
//	e^{4 L1} = cosh(K1+K2+K3) cosh(−K1+K2+K3) / (cosh(K1−K2+K3) cosh(K1+K2−K3)), and cyclic.
type StarTriangle struct {
	Sites []int `json:"sites"`
}

// Kind is "star_triangle".
func (*StarTriangle) Kind() string { return "star_triangle" }

func (a *StarTriangle) apply(before State) (outcome, error) {
	out, err := sumOut(before, a.Sites, func(neighbours int, field bool) error {
		switch {
		case neighbours != 3:
			return fmt.Errorf("has %d neighbours, not three", neighbours)
		case field:
			return errors.New("has a field: the star would leave a term of three spins")
		}
		return nil
	})
	out.say = fmt.Sprintf("turn %s into triangles", count(len(a.Sites), "star"))
	return out, err
}

// sumOut removes sites of few neighbours by the logarithm of what they leave,
// f(s1, …, sd) = ln 2cosh(h + Σ K_i s_i), expanded in products of spins (a Walsh
// transform over 2^d values).
func sumOut(before State, sites []int, admit func(neighbours int, field bool) error) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	if len(sites) == 0 || len(sites) >= m.N {
		return outcome{}, fmt.Errorf("%d sites of %d to sum out: at least one, and not all", len(sites), m.N)
	}
	w := newWork(m)
	log, bound := 0.0, 0.0
	for _, v := range sites {
		if v < 0 || v >= m.N || w.gone[v] {
			return outcome{}, fmt.Errorf("site %d is outside of 0 … %d or named twice", v, m.N-1)
		}
		if w.higher[v] {
			return outcome{}, fmt.Errorf("site %d has a term of three or more spins", v)
		}
		if err := admit(len(w.near[v]), w.h[v] != 0); err != nil {
			return outcome{}, fmt.Errorf("site %d %w", v, err)
		}
		l, b := w.remove(v)
		bound += b + unit*math.Abs(log+l)
		log += l
	}
	return outcome{branches: one(log, bound, Ising{w.model(m)})}, nil
}

// work is a model under elimination, in units K = βJ.
type work struct {
	near     []map[int]float64
	h        []float64
	higher   []bool
	gone     []bool
	rounding float64
}

func newWork(m *spin.Model) *work {
	w := &work{
		near: make([]map[int]float64, m.N), h: make([]float64, m.N), higher: make([]bool, m.N), gone: make([]bool, m.N),
		rounding: m.Rounding,
	}
	for v := range w.near {
		w.near[v] = map[int]float64{}
	}
	for _, t := range m.Terms {
		K := m.Beta * t.J
		if m.Beta != 1 && m.Beta != -1 {
			w.rounding += unit * math.Abs(K)
		}
		switch len(t.Sites) {
		case 1:
			w.field(t.Sites[0], K)
		case 2:
			w.bond(t.Sites[0], t.Sites[1], K)
		default:
			for _, s := range t.Sites {
				w.higher[s] = true
			}
		}
	}
	return w
}

func (w *work) field(v int, K float64) {
	w.h[v] += K
	w.rounding += unit * math.Abs(w.h[v])
}

func (w *work) bond(u, v int, K float64) {
	sum := w.near[u][v] + K
	w.rounding += unit * math.Abs(sum)
	if sum == 0 {
		delete(w.near[u], v)
		delete(w.near[v], u)
		return
	}
	w.near[u][v], w.near[v][u] = sum, sum
}

// remove sums the spin at v out and returns the logarithm of the constant.
func (w *work) remove(v int) (log, bound float64) {
	var around []int
	for u := range w.near[v] {
		around = append(around, u)
	}
	slices.Sort(around)
	d := len(around)
	f := make([]float64, 1<<d)
	largest := 0.0
	for x := range f {
		e := w.h[v]
		for i, u := range around {
			if x>>i&1 == 1 {
				e -= w.near[v][u]
			} else {
				e += w.near[v][u]
			}
		}
		f[x] = logTwoCosh(e)
		largest = max(largest, math.Abs(e))
	}
	// e has d roundings of at most d·largest, ln 2cosh has slope at most 1, and the
	// transform averages: each coefficient is off by no more than this.
	off := unit*float64(d+1)*largest + (elementary+float64(d)*unit)*(largest+math.Ln2)
	for i := range d { // Walsh transform
		for x := range f {
			if x>>i&1 == 0 {
				a, b := f[x], f[x|1<<i]
				f[x], f[x|1<<i] = (a+b)/2, (a-b)/2
			}
		}
	}
	for _, u := range around {
		delete(w.near[u], v)
	}
	w.near[v], w.gone[v] = nil, true
	for set := 1; set < len(f); set++ {
		var at []int
		for i, u := range around {
			if set>>i&1 == 1 {
				at = append(at, u)
			}
		}
		switch bits.OnesCount(uint(set)) {
		case 1:
			if w.h[v] != 0 { // odd coefficients vanish without a field
				w.rounding += off
				w.field(at[0], f[set])
			}
		case 2:
			w.rounding += off
			w.bond(at[0], at[1], f[set])
		}
	}
	w.h[v] = 0
	return f[0], off
}

// logTwoCosh is ln(2 cosh x).
func logTwoCosh(x float64) float64 {
	x = math.Abs(x)
	return x + math.Log1p(math.Exp(-2*x))
}

// model is what is left, relabelled, with β = 1.
func (w *work) model(m *spin.Model) *spin.Model {
	label := relabel(m.N, func(v int) bool { return !w.gone[v] })
	after := &spin.Model{Beta: 1, Rounding: w.rounding}
	for v := range m.N {
		if w.gone[v] {
			continue
		}
		after.N++
		if w.h[v] != 0 {
			after.Terms = append(after.Terms, spin.Term{Sites: []int{label[v]}, J: w.h[v]})
		}
		var around []int
		for u := range w.near[v] {
			if u > v {
				around = append(around, u)
			}
		}
		slices.Sort(around)
		for _, u := range around {
			after.Terms = append(after.Terms, spin.Term{Sites: []int{label[v], label[u]}, J: w.near[v][u]})
		}
	}
	for _, t := range m.Terms {
		if len(t.Sites) < 3 || t.J == 0 {
			continue
		}
		moved := spin.Term{J: m.Beta * t.J}
		for _, s := range t.Sites {
			moved.Sites = append(moved.Sites, label[s])
		}
		after.Terms = append(after.Terms, moved)
	}
	return after
}
