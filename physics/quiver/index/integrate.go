package index

import (
	"context"
	"slices"

	"github.com/assay-physics/assay/math/poly"
)

// The index is ∫ ∏ dU_v exp Σ_k (1/k) i(u^k, y^k, U^k), with i the index of single letters:
//
//	chirals  (u^(DR) tr U_t tr U_s† − u^(2D−DR) tr U_t† tr U_s) / ((1−p)(1−q)),
//	vectors  −(p/(1−p) + q/(1−q)) (tr U_v tr U_v† − 1),
//
// p = u^D y, q = u^D/y. The exponential is expanded in power sums tr U^k, tr U†^k, which
// are integrated by the characters of SU(N): a product of power sums is a combination of
// Schur functions (Murnaghan–Nakayama), and these are orthonormal. So nodes of any rank are
// integrated alike, one after the other, and only the order costs.

// powers is a monomial in power sums: for each of the 2·nodes variables (tr U_v, tr U_v†)
// and each k the exponent of the k-th power sum, as the bytes of a string.
type powers = string

// maxPower is what a byte holds.
const maxPower = 255

// partial is a combination of monomials with series as coefficients; a series has n+1
// entries, those below lo being 0.
type partial map[powers]*seriesTerm

type seriesTerm struct {
	lo    int
	coefs []uint64
}

type integrator struct {
	*seriesCounter
	poly.Field
	n       int // highest power of u
	y       uint64
	depth   int // highest power sum
	inverse []uint64
	ctx     context.Context
	// Expansions in Schur functions, by rank and power sums.
	schur map[schurKey]schurVector
}

// coupling is what multiplies tr U_x · tr U_y for two variables.
type coupling struct {
	x, y  int // variables: 2v for tr U_v, 2v+1 for tr U_v†; or noVariable
	parts []letterPart
}

// letterPart is sign · times · weight · u^e/((1−p)(1−q)), or for a vector −(p/(1−p) + q/(1−q)).
type letterPart struct {
	e      int
	times  uint64
	minus  bool
	vector bool
	weight uint64 // flavour fugacity
}

// integrate is the index modulo a prime at y² = p/q, up to u^n.
func integrate(ctx context.Context, c *seriesCounter, n int, f poly.Field, y uint64) ([]uint64, error) {
	it := &integrator{seriesCounter: c, Field: f, n: n, y: y, ctx: ctx, schur: make(map[schurKey]schurVector)}
	couplings := it.couplings()
	least := n + 1
	for _, cp := range couplings {
		for _, p := range cp.parts {
			least = min(least, p.e)
		}
	}
	it.depth = n / max(least, 1)
	it.inverse = make([]uint64, n+2)
	for k := 1; k < len(it.inverse); k++ {
		it.inverse[k] = f.Inv(uint64(k))
	}
	one := &seriesTerm{coefs: make([]uint64, n+1)}
	one.coefs[0] = 1
	state := partial{string(make([]byte, 2*len(c.gauge.Ranks)*it.depth)): one}
	done := make([]bool, len(couplings))
	var err error
	for _, v := range it.eliminationOrder(couplings) {
		for i, cp := range couplings {
			if done[i] || v != None && cp.x/2 != v && cp.y/2 != v {
				continue
			}
			done[i] = true
			if state, err = it.multiply(state, cp); err != nil {
				return nil, err
			}
		}
		if v != None {
			if state, err = it.integrateNode(state, v); err != nil {
				return nil, err
			}
		}
	}
	out := make([]uint64, n+1)
	for _, s := range state {
		copy(out, s.coefs)
	}
	return out, nil
}

// noVariable stands for the variable of a field that is not charged there.
const noVariable = -2

// couplings collects the letters by their power sums.
func (it *integrator) couplings() []coupling {
	var list []coupling
	at := make(map[[2]int]int)
	add := func(x, y int, p letterPart) {
		if x > y {
			x, y = y, x
		}
		i, ok := at[[2]int{x, y}]
		if !ok {
			i = len(list)
			at[[2]int{x, y}] = i
			list = append(list, coupling{x: x, y: y})
		}
		list[i].parts = append(list[i].parts, p)
	}
	for k, m := range it.gauge.Matter {
		x, y, xbar, ybar := noVariable, noVariable, noVariable, noVariable
		if m.Target != None {
			x, xbar = 2*m.Target, 2*m.Target+1
		}
		if m.Source != None {
			y, ybar = 2*m.Source+1, 2*m.Source
		}
		r, times := it.degree(m.R), uint64(m.Copies)%it.P()
		weight := uint64(1)
		if it.weights != nil {
			weight = it.weights[k]
		}
		boson := letterPart{e: r, times: times, weight: weight}
		fermion := letterPart{e: 2*it.d - r, times: times, minus: true, weight: it.Inv(weight)}
		add(x, y, boson)
		add(xbar, ybar, fermion)
		if m.Source == m.Target && m.Source != None {
			// The trace that an adjoint does not have.
			boson.minus, fermion.minus = true, false
			add(noVariable, noVariable, boson)
			add(noVariable, noVariable, fermion)
		}
	}
	for v := range it.gauge.Ranks {
		p := letterPart{e: it.d, times: 1, minus: true, vector: true}
		add(2*v, 2*v+1, p)
		p.minus = false
		add(noVariable, noVariable, p)
	}
	return list
}

// eliminationOrder is the nodes with the fewest couplings first, then None for what
// couples to no node.
func (it *integrator) eliminationOrder(couplings []coupling) []int {
	n := len(it.gauge.Ranks)
	neighbours := make([]map[int]bool, n)
	for v := range neighbours {
		neighbours[v] = make(map[int]bool)
	}
	for _, c := range couplings {
		if c.x >= 0 && c.y >= 0 {
			neighbours[c.x/2][c.y/2] = true
			neighbours[c.y/2][c.x/2] = true
		}
	}
	var order []int
	done := make([]bool, n)
	for range n {
		best := -1
		for v := range n {
			if !done[v] && (best < 0 || len(neighbours[v]) < len(neighbours[best])) {
				best = v
			}
		}
		done[best] = true
		order = append(order, best)
		for u := range neighbours[best] {
			delete(neighbours[u], best)
		}
	}
	return append(order, None)
}

// letter is the coefficient of a coupling at (u^k, y^k).
func (it *integrator) letter(c coupling, k int) []uint64 {
	out := make([]uint64, it.n+1)
	y := it.Pow(it.y, uint64(k))
	yInverse := it.Inv(y)
	for _, p := range c.parts {
		times := p.times
		if p.minus {
			times = it.Neg(times)
		}
		if p.vector {
			// Σ_(m≥1) (y^m + y^−m) u^(Dm)
			a, b := y, yInverse
			for e := k * it.d; e <= it.n; e += k * it.d {
				out[e] = it.Add(out[e], it.Mul(times, it.Add(a, b)))
				a, b = it.Mul(a, y), it.Mul(b, yInverse)
			}
			continue
		}
		// 1/((1−p)(1−q)) = Σ_m χ_m(y) u^(Dm), χ_m = y χ_(m−1) + y^−m.
		if p.weight != 1 {
			times = it.Mul(times, it.Pow(p.weight, uint64(k)))
		}
		chi, low := uint64(1), yInverse
		for e := k * p.e; e <= it.n; e += k * it.d {
			out[e] = it.Add(out[e], it.Mul(times, chi))
			chi = it.Add(it.Mul(chi, y), low)
			low = it.Mul(low, yInverse)
		}
	}
	return out
}

// multiply is the state times exp Σ_k letter_k/k · (power sums of the coupling).
func (it *integrator) multiply(state partial, c coupling) (partial, error) {
	for k := 1; k <= it.n; k++ {
		a := it.letter(c, k)
		least := slices.IndexFunc(a, func(x uint64) bool { return x != 0 })
		if least < 0 {
			break
		}
		for e := least; e <= it.n; e++ {
			a[e] = it.Mul(a[e], it.inverse[k])
		}
		// exps[j] = a^j/j!
		one := make([]uint64, it.n+1)
		one[0] = 1
		exps := []*seriesTerm{{0, one}}
		for j := 1; j*least <= it.n; j++ {
			before := exps[j-1]
			next := &seriesTerm{lo: j * least, coefs: make([]uint64, it.n+1)}
			it.addProduct(next.coefs, before, &seriesTerm{least, a}, it.inverse[j])
			exps = append(exps, next)
		}
		if c.x < 0 && c.y < 0 {
			sum := make([]uint64, it.n+1)
			for _, x := range exps {
				for e := x.lo; e <= it.n; e++ {
					sum[e] = it.Add(sum[e], x.coefs[e])
				}
			}
			exps = []*seriesTerm{{0, sum}}
		}
		next := make(partial, len(state))
		for key, s := range state {
			if err := it.ctx.Err(); err != nil {
				return nil, err
			}
			bytes := []byte(key)
			for j, x := range exps {
				if s.lo+x.lo > it.n {
					break
				}
				if j > maxPower {
					return nil, ErrBudget
				}
				if j > 0 {
					for _, v := range [2]int{c.x, c.y} {
						if v >= 0 {
							bytes[v*it.depth+k-1]++
						}
					}
				}
				t := next[string(bytes)]
				if t == nil {
					t = &seriesTerm{lo: it.n + 1, coefs: make([]uint64, it.n+1)}
					next[string(bytes)] = t
					it.spent += int64(it.n + len(bytes)/8 + 16)
				}
				t.lo = min(t.lo, s.lo+x.lo)
				it.addProduct(t.coefs, s, x, 1)
				if it.spent > it.budget {
					return nil, ErrBudget
				}
			}
		}
		state = next
	}
	return state, nil
}

// addProduct adds scale · x · y, truncated.
func (it *integrator) addProduct(to []uint64, x, y *seriesTerm, scale uint64) {
	for i := x.lo; i+y.lo <= it.n; i++ {
		c := x.coefs[i]
		if c == 0 {
			continue
		}
		if scale != 1 {
			c = it.Mul(c, scale)
		}
		for j := y.lo; i+j <= it.n; j++ {
			if b := y.coefs[j]; b != 0 {
				to[i+j] = it.Add(to[i+j], it.Mul(c, b))
			}
		}
		it.spent += int64(it.n - i - y.lo + 1)
	}
}

// integrateNode averages over SU(N) of a node.
func (it *integrator) integrateNode(state partial, v int) (partial, error) {
	next := make(partial)
	from, to := 2*v*it.depth, (2*v+2)*it.depth
	rank := it.gauge.Ranks[v]
	weights := make(map[string]uint64)
	for key, s := range state {
		if err := it.ctx.Err(); err != nil {
			return nil, err
		}
		part := key[from:to]
		w, ok := weights[part]
		if !ok {
			w = it.average(rank, part[:it.depth], part[it.depth:])
			weights[part] = w
		}
		if w == 0 {
			continue
		}
		bytes := []byte(key)
		clear(bytes[from:to])
		t := next[string(bytes)]
		if t == nil {
			t = &seriesTerm{lo: s.lo, coefs: make([]uint64, it.n+1)}
			next[string(bytes)] = t
		}
		t.lo = min(t.lo, s.lo)
		for e := s.lo; e <= it.n; e++ {
			t.coefs[e] = it.Add(t.coefs[e], it.Mul(w, s.coefs[e]))
		}
		it.spent += int64(it.n - s.lo + 1)
		if it.spent > it.budget {
			return nil, ErrBudget
		}
	}
	return next, nil
}

type schurKey struct {
	rank int
	sums string
}

// schurVector is a combination of irreducible characters of SU(N), by the differences of
// their shifted rows: β_i = λ_i + N − i, less the last.
type schurVector map[string]uint64

// average is ∫ p_μ(U) p_ν(U†) dU over SU(rank).
func (it *integrator) average(rank int, mu, nu string) uint64 {
	boxes, antiboxes := 0, 0
	for k := range len(mu) {
		boxes += (k + 1) * int(mu[k])
		antiboxes += (k + 1) * int(nu[k])
	}
	if (boxes-antiboxes)%rank != 0 {
		return 0
	}
	// No shape has more rows than boxes: beyond that all ranks are alike.
	rank = min(rank, max(boxes, antiboxes)+1)
	a, b := it.expand(rank, mu), it.expand(rank, nu)
	if len(b) < len(a) {
		a, b = b, a
	}
	sum := uint64(0)
	for shape, x := range a {
		if y := b[shape]; y != 0 {
			sum = it.Add(sum, it.Mul(x, y))
		}
	}
	it.spent += int64(len(a))
	return sum
}

// expand writes a product of power sums in irreducible characters: p_k s_λ = Σ ± s_λ' over
// the ways to add k to one β_i, the sign that of sorting them, none where two agree.
func (it *integrator) expand(rank int, sums string) schurVector {
	key := schurKey{rank, sums}
	if v, ok := it.schur[key]; ok {
		return v
	}
	last := -1
	for k := len(sums) - 1; k >= 0; k-- {
		if sums[k] > 0 {
			last = k
			break
		}
	}
	v := make(schurVector)
	if last < 0 {
		beta := make([]int, rank)
		for i := range beta {
			beta[i] = rank - 1 - i
		}
		v[encode(beta)] = 1
		it.schur[key] = v
		return v
	}
	bytes := []byte(sums)
	bytes[last]--
	beta := make([]int, rank)
	for shape, c := range it.expand(rank, string(bytes)) {
		for i := range rank {
			decode(shape, beta)
			moved := beta[i] + last + 1
			j := i
			for ; j > 0 && beta[j-1] < moved; j-- {
				beta[j] = beta[j-1]
			}
			if j > 0 && beta[j-1] == moved {
				continue
			}
			beta[j] = moved
			if low := beta[rank-1]; low > 0 {
				for l := range beta {
					beta[l] -= low
				}
			}
			name := encode(beta)
			if (i-j)&1 != 0 {
				v[name] = it.Sub(v[name], c)
			} else {
				v[name] = it.Add(v[name], c)
			}
		}
		it.spent += int64(rank)
	}
	it.schur[key] = v
	return v
}

// encode writes rows in two bytes each.
func encode(beta []int) string {
	b := make([]byte, 2*len(beta))
	for i, x := range beta {
		b[2*i], b[2*i+1] = byte(x>>8), byte(x)
	}
	return string(b)
}

func decode(s string, beta []int) {
	for i := range beta {
		beta[i] = int(s[2*i])<<8 | int(s[2*i+1])
	}
}
