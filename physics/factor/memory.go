package factor

import (
	"context"
	"math"
)

// narrowMemory keeps tables of float64 numbers.
type narrowMemory struct {
	u         *upward
	tables    []*table
	tolerance float64
}

func (n *narrowMemory) kept(i int) *table     { return n.tables[i] }
func (n *narrowMemory) forget(i int)          { n.tables[i] = nil }
func (n *narrowMemory) free(t *table)         { n.u.free(t) }
func (n *narrowMemory) vars(t *table) []int32 { return t.vars }
func (n *narrowMemory) load(factor int) *table {
	t, _ := n.u.pool.load(&n.u.m.Factors[factor], n.u.p)
	return t
}

func (n *narrowMemory) contract(_ context.Context, in []*table, out, sum []int32) (*table, error) {
	t := n.u.contract(in, out, sum)
	t.normalize()
	return t, nil
}

// probabilities: the numerator is off by γ·abs, and so is the denominator with the sum of
// abs.
func (n *narrowMemory) probabilities(t *table) (p []float64, bound float64) {
	value := t.value()
	p = make([]float64, len(value))
	sum, abs := 0.0, 0.0
	for x, w := range value {
		sum += w
		abs += t.abs[x]
	}
	g := gamma(t.ops+float64(len(value))+2) * (1 + 0x1p-20)
	whole := g * abs / sum
	for x, w := range value {
		p[x] = w / sum
		bound = max(bound, (g*t.abs[x]/sum+p[x]*whole)/(1-whole))
	}
	if !(whole < 0.5) {
		bound = math.Inf(1)
	}
	return p, bound
}

func (n *narrowMemory) conditional(in []*table, i int, state []int) (weight []float64, ok bool) {
	weight = make([]float64, n.u.card[i])
	sum, abs, ops := 0.0, 0.0, float64(len(in)+len(weight))
	for _, t := range in {
		ops += t.ops
	}
	for x := range weight {
		w, a := 1.0, 1.0
		for _, t := range in {
			at := index(t.vars, n.u.card, n.u.p.order, i, x, state)
			w *= t.value()[at]
			a *= t.abs[at]
		}
		weight[x] = w
		sum += w
		abs += a
	}
	return weight, sum > 0x1p-900 && gamma(ops)*abs <= n.tolerance*sum
}

// index is where in a table over vars the entry lies for value x of the variable at place
// i and the values in state, which is by variable, of the others.
func index(vars, card []int32, order []int, i, x int, state []int) int {
	at, stride := 0, 1
	for _, v := range vars {
		if int(v) == i {
			at += stride * x
		} else {
			at += stride * state[order[v]]
		}
		stride *= int(card[v])
	}
	return at
}

// wideMemory keeps tables of positive double-double numbers.
type wideMemory struct {
	k      *kernel
	m      *Model
	p      *plan
	r      wideReal
	tables []*wideTable[wide]
}

func (n *wideMemory) kept(i int) *wideTable[wide]     { return n.tables[i] }
func (n *wideMemory) forget(i int)                    { n.tables[i] = nil }
func (n *wideMemory) free(*wideTable[wide])           {}
func (n *wideMemory) vars(t *wideTable[wide]) []int32 { return t.vars }
func (n *wideMemory) load(factor int) *wideTable[wide] {
	t, _ := loadIn(n.p, ring[wide](n.r), factor, &n.m.Factors[factor])
	return t
}

func (n *wideMemory) contract(ctx context.Context, in []*wideTable[wide], out, sum []int32) (*wideTable[wide], error) {
	if len(in) == 0 { // the empty product
		in = append(in, &wideTable[wide]{entry: []wide{{hi: 1}}})
	}
	return productIn(ctx, n.k, ring[wide](n.r), in, out, sum)
}

func (n *wideMemory) probabilities(t *wideTable[wide]) (p []float64, bound float64) {
	return ratios(t.entry), 2*(t.ops+float64(len(t.entry)))*wideUnit + 4*unit
}

// ratios divides numbers ≥ 0, not all of them 0, by their sum.
func ratios(a []wide) []float64 {
	var sum wide
	for _, w := range a {
		sum = sum.plus(w)
	}
	p := make([]float64, len(a))
	for x, w := range a {
		d := max(w.exp-sum.exp, -4000)
		p[x] = math.Ldexp(w.hi/sum.hi, int(d))
	}
	return p
}

func (n *wideMemory) conditional(in []*wideTable[wide], i int, state []int) (weight []float64, ok bool) {
	a := make([]wide, n.p.card[i])
	for x := range a {
		a[x] = wide{hi: 1}
		for _, t := range in {
			a[x] = a[x].times(t.entry[index(t.vars, n.p.card, n.p.order, i, x, state)])
		}
	}
	return ratios(a), true
}
