package estimate

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/assay-physics/assay/physics/spin"
)

// lanes is the number of replicas that are advanced together.
const lanes = 64

// MaxSpins bounds the models that are sampled.
const MaxSpins = 1 << 22

// stream is the splitmix64 generator as a stream of words.
type stream struct{ state uint64 }

// streamOf gives batch k of a seed a stream of its own: it starts at a hash of both, so
// that two streams overlap with a chance of about their length over 2^64.
func streamOf(seed, k uint64) stream {
	s := stream{seed ^ 0xD1B54A32D192ED03*(k+1)}
	return stream{s.next() ^ k}
}

func (r *stream) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// uniform is in [0, 1).
func (r *stream) uniform() float64 { return float64(r.next()>>11) * 0x1p-53 }

// population is a batch of 64 replicas of a model. Energies are those of H; beta, which
// multiplies them, may have either sign.
type population interface {
	// randomise draws all spins uniformly.
	randomise()
	// sweep updates every spin of every replica once, in their order or backward. Each
	// update is in detailed balance with the Gibbs measure at beta, which a sweep then
	// leaves invariant; the two directions are each other's time reversal.
	sweep(beta float64, backward bool)
	energies(out *[lanes]float64)
	// exchange swaps the replicas in mask with those of other, of the same model.
	exchange(other population, mask uint64)
	spin(lane, site int) int8
	set(lane int, s []int8)
}

// factory compiles a model once and makes populations of it.
type factory struct {
	n     int
	make  func(r stream) population
	kind  string
	scale float64 // Σ|J|, a bound on |H|
}

// compile chooses the representation.
func compile(m *spin.Model) (*factory, error) {
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("estimate: %w", err)
	}
	if m.N > MaxSpins {
		return nil, fmt.Errorf("estimate: %d spins, the limit is %d", m.N, MaxSpins)
	}
	f := &factory{n: m.N}
	for _, t := range m.Terms {
		f.scale += math.Abs(t.J)
	}
	if math.IsInf(f.scale*m.Beta, 0) {
		return nil, fmt.Errorf("estimate: the energy is out of range")
	}
	if shape, err := packable(m); err != nil {
		return nil, err
	} else if shape != nil {
		f.kind = "64 replicas a word"
		f.make = func(r stream) population { return &packed{packedModel: shape, random: r, s: make([]uint64, m.N)} }
		return f, nil
	}
	if m.N > MaxSpins/lanes*8 {
		return nil, fmt.Errorf("estimate: %d spins with couplings of different sizes, the limit is %d", m.N, MaxSpins/lanes*8)
	}
	shape := newArrays(m)
	f.kind = "arrays of spins"
	f.make = func(r stream) population {
		p := &scalar{arrays: shape, random: r}
		for l := range p.s {
			p.s[l] = make([]float64, m.N)
		}
		return p
	}
	return f, nil
}

// maxDegree is what three planes of a bit-sliced counter hold.
const maxDegree = 7

// packedModel is a model of pairs with couplings ±J.
type packedModel struct {
	n     int
	j     float64
	start []int32
	head  []int32
	flip  []uint64 // all ones for a negative coupling, by arc
	edges [][2]int32
	sign  []uint64 // by edge
}

// packable returns nil without an error for models that need arrays.
func packable(m *spin.Model) (*packedModel, error) {
	if m.MaxOrder() > 2 || m.HasField() {
		return nil, nil
	}
	b, err := m.Bonds()
	if err != nil {
		return nil, fmt.Errorf("estimate: %w", err)
	}
	g := b.Graph
	p := &packedModel{n: m.N, start: g.Start, head: g.Head, flip: make([]uint64, len(g.Head))}
	if len(b.J) > 0 {
		p.j = math.Abs(b.J[0])
	}
	for _, j := range b.J {
		if math.Abs(j) != p.j {
			return nil, nil
		}
	}
	for v := range m.N {
		if g.Start[v+1]-g.Start[v] > maxDegree {
			return nil, nil
		}
	}
	for a, e := range g.EdgeOf {
		if b.J[e] < 0 {
			p.flip[a] = ^uint64(0)
		}
	}
	for v := range m.N {
		for a := g.Start[v]; a < g.Start[v+1]; a++ {
			if int(g.Head[a]) > v {
				p.edges = append(p.edges, [2]int32{int32(v), g.Head[a]})
				p.sign = append(p.sign, p.flip[a])
			}
		}
	}
	return p, nil
}

// packed holds bit l of word i as spin i of replica l, 1 for −1.
type packed struct {
	*packedModel
	random stream
	s      []uint64
	// The thresholds of the last temperature.
	ready bool
	beta  float64
	rules [maxDegree + 1][maxDegree + 1]rule // by degree and broken bonds
}

// rule says with which chance a spin flips.
type rule struct {
	kind      uint8
	threshold uint64 // a fraction of 2^64, for compare
}

const (
	compare uint8 = iota // by its binary expansion
	always
	coin // one half
)

func (p *packed) randomise() {
	for i := range p.s {
		p.s[i] = p.random.next()
	}
}

// prepare tabulates the chance that a spin with u of d bonds broken flips, as a fraction
// of 2^64: that of Metropolis; at high temperature, and for free spins, that of the heat
// bath, where Metropolis would flip nearly everything in every sweep and go nowhere. (The
// choice depends on |cost| only, which both directions of a flip share.)
func (p *packed) prepare(beta float64) {
	if p.ready && p.beta == beta {
		return
	}
	p.ready, p.beta = true, beta
	heat := math.Abs(beta)*p.j*4 <= 2
	for d := range p.rules {
		for u := 0; u <= d; u++ {
			cost := 2 * beta * p.j * float64(d-2*u) // β ΔH
			chance := math.Exp(-max(0, cost))
			if heat || cost == 0 {
				chance = 1 / (1 + math.Exp(cost))
			}
			switch r := &p.rules[d][u]; {
			case chance >= 1:
				*r = rule{kind: always}
			case chance == 0.5:
				*r = rule{kind: coin}
			default:
				*r = rule{compare, uint64(math.Ldexp(chance, 64))}
			}
		}
	}
}

// sweep updates the spins in their order. The number of broken bonds of 64 replicas is
// counted in three planes of bits; each value that is not certain to flip sets its lanes
// against the binary expansion of its chance, from the top, until all are decided.
func (p *packed) sweep(beta float64, backward bool) {
	p.prepare(beta)
	random := p.random
	for k := range p.n {
		i := k
		if backward {
			i = p.n - 1 - k
		}
		arcs := p.head[p.start[i]:p.start[i+1]]
		flips := p.flip[p.start[i]:p.start[i+1]]
		si := p.s[i]
		var c0, c1, c2 uint64
		for a, j := range arcs {
			x := si ^ p.s[j] ^ flips[a]
			t := c0 & x
			c0 ^= x
			c2 ^= c1 & t
			c1 ^= t
		}
		rules := p.rules[len(arcs)][:len(arcs)+1]
		var mask, value [maxDegree + 1]uint64
		levels := 0
		open, accept := uint64(0), ^uint64(0)
		for u := range rules {
			if rules[u].kind == always {
				continue
			}
			// Lanes with u broken bonds; the signs of −(u's bits) select planes.
			is := (c0 ^ (uint64(u)&1 - 1)) & (c1 ^ (uint64(u)>>1&1 - 1)) & (c2 ^ (uint64(u)>>2&1 - 1))
			if is == 0 {
				continue
			}
			if rules[u].kind == coin {
				accept ^= is & random.next()
				continue
			}
			mask[levels&maxDegree], value[levels&maxDegree] = is, rules[u].threshold
			levels++
			open |= is
		}
		accept &^= open
		switch {
		case levels <= 2: // Metropolis up to four neighbours
			m0, m1, v0, v1 := mask[0], mask[1], value[0], value[1]
			for open != 0 {
				digit := m0&-(v0>>63) | m1&-(v1>>63)
				r := random.next()
				accept |= open & digit &^ r
				open &^= digit ^ r
				v0 <<= 1
				v1 <<= 1
				if v0|v1 == 0 { // what is still equal is not below
					break
				}
			}
		default:
			for rest := uint64(1); open != 0 && rest != 0; {
				digit := uint64(0)
				rest = 0
				for l := range levels {
					v := value[l&maxDegree]
					digit |= mask[l&maxDegree] & -(v >> 63)
					v <<= 1
					value[l&maxDegree] = v
					rest |= v
				}
				r := random.next()
				accept |= open & digit &^ r
				open &^= digit ^ r
			}
		}
		p.s[i] = si ^ accept
	}
	p.random = random
}

// energies counts broken bonds in planes of bits: fifteen edges in four planes, which are
// then added to the total.
func (p *packed) energies(out *[lanes]float64) {
	var total [32]uint64
	for first := 0; first < len(p.edges); first += 15 {
		var c [4]uint64
		for k := first; k < min(first+15, len(p.edges)); k++ {
			e := p.edges[k]
			x := p.s[e[0]] ^ p.s[e[1]] ^ p.sign[k]
			for b := range c {
				x, c[b] = c[b]&x, c[b]^x
			}
		}
		carry := uint64(0)
		for b := range total {
			x := uint64(0)
			if b < len(c) {
				x = c[b]
			} else if carry == 0 {
				break
			}
			t := total[b]
			total[b] = t ^ x ^ carry
			carry = t&x | carry&(t^x)
		}
	}
	top := bits.Len(uint(len(p.edges)))
	for l := range out {
		broken := 0
		for b := range top {
			broken |= int(total[b]>>uint(l)&1) << b
		}
		out[l] = p.j * float64(2*broken-len(p.edges))
	}
}

func (p *packed) exchange(other population, mask uint64) {
	q, ok := other.(*packed)
	if !ok || mask == 0 {
		return
	}
	for i, x := range p.s {
		t := (x ^ q.s[i]) & mask
		p.s[i] ^= t
		q.s[i] ^= t
	}
}

func (p *packed) spin(lane, site int) int8 { return 1 - 2*int8(p.s[site]>>uint(lane)&1) }

func (p *packed) set(lane int, s []int8) {
	for i, x := range s {
		p.s[i] &^= 1 << uint(lane)
		if x < 0 {
			p.s[i] |= 1 << uint(lane)
		}
	}
}

// arrays is any model: fields, pairs in compressed rows, and longer terms by site.
type arrays struct {
	n     int
	h     []float64
	start []int32
	head  []int32
	j     []float64
	long  []spin.Term // terms of three and more
	at    [][]int32   // indices into long by site, nil without any
	pairs []spin.Term
}

func newArrays(m *spin.Model) *arrays {
	a := &arrays{n: m.N, h: make([]float64, m.N), start: make([]int32, m.N+1)}
	for _, t := range m.Terms {
		switch {
		case t.J == 0:
		case len(t.Sites) == 1:
			a.h[t.Sites[0]] += t.J
		case len(t.Sites) == 2:
			a.pairs = append(a.pairs, t)
			a.start[t.Sites[0]+1]++
			a.start[t.Sites[1]+1]++
		default:
			if a.at == nil {
				a.at = make([][]int32, m.N)
			}
			for _, s := range t.Sites {
				a.at[s] = append(a.at[s], int32(len(a.long)))
			}
			a.long = append(a.long, t)
		}
	}
	for i := range m.N {
		a.start[i+1] += a.start[i]
	}
	a.head, a.j = make([]int32, a.start[m.N]), make([]float64, a.start[m.N])
	next := append([]int32(nil), a.start...)
	for _, t := range a.pairs {
		for e, s := range t.Sites {
			a.head[next[s]], a.j[next[s]] = int32(t.Sites[1-e]), t.J
			next[s]++
		}
	}
	return a
}

// scalar holds each replica as an array of ±1.
type scalar struct {
	*arrays
	random stream
	s      [lanes][]float64
}

func (p *scalar) randomise() {
	for l := range p.s {
		for i := 0; i < p.n; i += 64 {
			w := p.random.next()
			for k := i; k < min(i+64, p.n); k++ {
				p.s[l][k] = 1 - 2*float64(w&1)
				w >>= 1
			}
		}
	}
}

// sweep is of the heat bath where the cost of a flip is at most one, else of Metropolis.
// (Which of the two does not depend on the present value of the spin, so that detailed
// balance holds for each.)
func (p *scalar) sweep(beta float64, backward bool) {
	random := p.random
	for l := range p.s {
		s := p.s[l]
		for k := range s {
			i := k
			if backward {
				i = len(s) - 1 - k
			}
			f := p.h[i]
			row := p.j[p.start[i]:p.start[i+1]]
			for a, j := range p.head[p.start[i]:p.start[i+1]] {
				f += row[a] * s[j]
			}
			if p.at != nil {
				f += p.longField(s, i)
			}
			cost := 2 * beta * f * s[i]
			u := random.uniform()
			var flip bool
			switch {
			case math.Abs(cost) <= 1:
				// 1/(1+e^x) = ½ − x/4 + x³/48 − x⁵/480 + …, the next term being at most
				// 2.2e−4: an exponential is needed only where u is that close.
				x2 := cost * cost
				q := 0.5 - cost*(0.25-x2*(1.0/48-x2*(1.0/480)))
				if d := u - q; d > 3e-4 || d < -3e-4 {
					flip = d < 0
				} else {
					flip = u*(1+math.Exp(cost)) < 1
				}
			case cost < 0:
				flip = true
			default:
				// e^(−x) ≤ 1/(1+x+x²/2+x³/6) spares most exponentials.
				flip = u*(1+cost*(1+cost*(0.5+cost*(1.0/6)))) < 1 && u < math.Exp(-cost)
			}
			if flip {
				s[i] = -s[i]
			}
		}
	}
	p.random = random
}

// longField is the field on a spin from terms of three and more.
func (p *scalar) longField(s []float64, i int) float64 {
	f := 0.0
	for _, k := range p.at[i] {
		t := p.long[k]
		x := t.J
		for _, j := range t.Sites {
			if j != i {
				x *= s[j]
			}
		}
		f += x
	}
	return f
}

func (p *scalar) energies(out *[lanes]float64) {
	for l, s := range p.s {
		e := 0.0
		for i, h := range p.h {
			e -= h * s[i]
		}
		for _, t := range p.pairs {
			e -= t.J * s[t.Sites[0]] * s[t.Sites[1]]
		}
		for _, t := range p.long {
			x := t.J
			for _, j := range t.Sites {
				x *= s[j]
			}
			e -= x
		}
		out[l] = e
	}
}

func (p *scalar) exchange(other population, mask uint64) {
	q, ok := other.(*scalar)
	if !ok {
		return
	}
	for l := range p.s {
		if mask>>uint(l)&1 == 1 {
			p.s[l], q.s[l] = q.s[l], p.s[l]
		}
	}
}

func (p *scalar) spin(lane, site int) int8 { return int8(p.s[lane][site]) }

func (p *scalar) set(lane int, s []int8) {
	for i, x := range s {
		p.s[lane][i] = float64(x)
	}
}
