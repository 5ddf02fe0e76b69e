package ball

import (
	"math"
	"sync"
)

// gaussSizes are the numbers of nodes in use: few, so that their rules can be kept.
var gaussSizes = []int{4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256}

// gaussRule holds the nonnegative nodes of Gauss–Legendre quadrature and their weights.
type gaussRule struct {
	nodes, weights []Real
}

type gaussCache struct {
	mu sync.Mutex
	m  map[gaussKey]*gaussRule
}

type gaussKey struct {
	n    int
	prec uint
}

var gaussRules = gaussCache{m: map[gaussKey]*gaussRule{}}

func (g *gaussCache) get(n int, prec uint) *gaussRule {
	key := gaussKey{n, (prec + 31) / 32 * 32}
	g.mu.Lock()
	defer g.mu.Unlock()
	if r := g.m[key]; r != nil {
		return r
	}
	r := newGaussRule(n, key.prec)
	g.m[key] = r
	return r
}

// newGaussRule finds the zeros of P_n by Newton's method and encloses each by a sign change of
// P_n. The n/2 disjoint enclosures in (0, 1), those mirrored, and 0 for odd n are then all
// the zeros. The recurrence may lose 1.3 bits a step, hence the precision.
func newGaussRule(n int, prec uint) *gaussRule {
	c := calc(prec + 3*uint(n) + 32)
	delta := magPow2(-int64(prec) - 2*int64(n) - 8)
	r := &gaussRule{}
	for k := range (n + 1) / 2 {
		if n%2 != 0 && k == n/2 {
			r.add(c, n, c.int(0), prec)
			break
		}
		start := math.Cos(math.Pi * (float64(k) + 0.75) / (float64(n) + 0.5))
		for range 6 { // to machine precision
			p, d := legendreFloat(n, start)
			start -= p / d
		}
		var x Complex
		x.Re.SetFloat64(start)
		for p := calc(90); ; p = min(2*p-30, calc(prec)+3*calc(n)+32) {
			work := min(p+calc(2*n), c)
			v, d := work.legendrePair(n, x)
			x = work.sub(x, work.div(v, d))
			x.Re = x.Re.mid()
			if p >= c {
				break
			}
		}
		var step Complex
		step.Re.setMag(delta)
		lo, _ := c.legendrePair(n, c.sub(x, step))
		hi, _ := c.legendrePair(n, c.add(x, step))
		apart := true
		if k > 0 {
			gap := c.sub(c.real(r.nodes[k-1]), x)
			apart = gap.magLower().cmp(delta.mul2exp(int64(n)+4)) > 0
		}
		if lo.Re.sign()*hi.Re.sign() >= 0 || !apart {
			return &gaussRule{} // cannot be; an empty rule is never used
		}
		r.add(c, n, c.widen(x, delta, true), prec)
	}
	return r
}

// add appends a node with its weight 2/((1−x²) P_n'(x)²), DLMF 3.5.27.
func (r *gaussRule) add(c calc, n int, x Complex, prec uint) {
	_, d := c.legendrePair(n, x)
	w := c.div(c.int(2), c.mul(c.sub(c.int(1), c.sqr(x)), c.sqr(d)))
	x.Re.SetRound(&x.Re, prec)
	w.Re.SetRound(&w.Re, prec)
	r.nodes = append(r.nodes, x.Re)
	r.weights = append(r.weights, w.Re)
}

// legendrePair is P_n(x) and P_n'(x) = n(P_{n−1} − xP_n)/(1−x²).
func (c calc) legendrePair(n int, x Complex) (Complex, Complex) {
	p, q := x, c.int(1)
	for k := int64(1); k < int64(n); k++ {
		next := c.divInt(c.sub(c.mulInt(c.mul(x, p), 2*k+1), c.mulInt(q, k)), k+1)
		p, q = next, p
	}
	d := c.mulInt(c.sub(q, c.mul(x, p)), int64(n))
	return p, c.div(d, c.sub(c.int(1), c.sqr(x)))
}

func legendreFloat(n int, x float64) (p, d float64) {
	p, q := x, 1.0
	for k := 1; k < n; k++ {
		p, q = (float64(2*k+1)*x*p-float64(k)*q)/float64(k+1), p
	}
	return p, float64(n) * (q - x*p) / (1 - x*x)
}
