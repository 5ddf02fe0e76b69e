package tensor

import (
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// point is an assignment of integers to the components of vectors and tensors, in
// dimensions dims; scalars stay symbols. Components are those with upper indices.
type point struct {
	e      *engine
	seed   uint64
	dims   [spaceCount]int
	values map[string]*big.Rat
	used   map[string]*big.Rat // what a witness must state
	wide   bool                // numbers of six digits, for a proof
}

func (e *engine) newPoint(seed uint64, dims [spaceCount]int, wide bool) *point {
	p := &point{e: e, seed: seed, dims: dims, wide: wide, values: map[string]*big.Rat{}, used: map[string]*big.Rat{}}
	p.electromagnetic()
	return p
}

// first is the number of the first component of a space.
func (p *point) first(s space) int {
	if s == lorentz && !p.e.euclidean {
		return 0
	}
	return 1
}

// metric is g_{nn}.
func (p *point) metric(s space, n int) int64 {
	if s != lorentz || p.e.euclidean {
		return 1
	}
	if n == 0 {
		return int64(p.e.metricSign)
	}
	return int64(-p.e.metricSign)
}

// coefficient puts numbers in place of scalar products and of the dimension.
func (p *point) coefficient(c poly) poly {
	e := p.e
	return e.evaluated(c, func(i, exp int) (poly, bool) {
		a := e.atoms[i]
		switch {
		case a.kind == atomDot && a.v.kind == numberLabel:
			return e.power(constPoly(gaussRat(p.vector(a.u, a.v.id))), exp), true
		case a.kind == atomDot:
			v := new(big.Rat)
			for n := range p.dims[a.u.space] {
				k := p.first(a.u.space) + n
				t := new(big.Rat).Mul(p.vector(a.u, k), p.vector(a.v, k))
				v.Add(v, t.Mul(t, big.NewRat(p.metric(a.u.space, k), 1)))
			}
			if v.Sign() == 0 && exp < 0 {
				return nil, false
			}
			return e.power(constPoly(gaussRat(v)), exp), true
		case a.kind == atomSymbol && a.node == e.ctx.Dimension && a.node != nil:
			s := lorentz
			if e.dimNumber[lorentz] != 0 {
				s = euclid
			}
			return e.power(intPoly(int64(p.dims[s])), exp), true
		}
		return nil, false
	})
}

// number is a reproducible integer, not zero: small in a witness, of six digits in a proof.
func (p *point) number(key string) *big.Rat {
	if v, ok := p.values[key]; ok {
		p.used[key] = v
		return v
	}
	h := fnv.New64a()
	h.Write([]byte(key))
	size := 12
	if p.wide {
		size = 2_000_000
	}
	n := int64(rand.New(rand.NewPCG(h.Sum64(), p.seed)).IntN(size)) - int64(size)/2
	if n >= 0 {
		n++
	}
	v := big.NewRat(n, 1)
	p.values[key], p.used[key] = v, v
	return v
}

// vector is a component of a vector; a unit vector is a rational point of the sphere,
// (2u, 1 − u²)/(1 + u²).
func (p *point) vector(v label, k int) *big.Rat {
	key := v.name + "^" + strconv.Itoa(k)
	if _, ok := p.values[key]; !ok && isUnit(v) {
		n := p.dims[euclid]
		square := int64(0)
		u := make([]int64, n)
		for i := range n - 1 {
			u[i] = p.number("unit " + v.name + strconv.Itoa(i)).Num().Int64()
			delete(p.used, "unit "+v.name+strconv.Itoa(i))
			square += u[i] * u[i]
		}
		for i := range n {
			x := big.NewRat(2*u[i], 1+square)
			if i == n-1 {
				x = big.NewRat(1-square, 1+square)
			}
			p.values[v.name+"^"+strconv.Itoa(p.first(euclid)+i)] = x
		}
	}
	return p.number(key)
}

// factor is the value of a tensor component; a factor of a group stays opaque.
func (p *point) factor(f *factor, at map[int]int) (value *big.Rat, opaque string, ok bool) {
	integer := func(n int64) *big.Rat { return big.NewRat(n, 1) }
	n := make([]int, len(f.idx))
	for i, l := range f.idx {
		switch l.kind {
		case numberLabel:
			n[i] = l.id
		case dummyIndex:
			n[i] = at[l.id]
		case vectorLabel:
		default:
			if l.space != adjoint {
				return nil, "", false
			}
			return integer(1), "{" + f.headKey() + p.opaqueLabels(f, at) + "}", true
		}
	}
	switch f.kind {
	case metricFactor:
		a, b := f.idx[0], f.idx[1]
		if a.kind == vectorLabel {
			a, b, n[0], n[1] = b, a, n[1], n[0]
		}
		switch {
		case b.kind == vectorLabel && a.kind == vectorLabel:
			return nil, "", false
		case b.kind == vectorLabel:
			return p.vector(b, n[0]), "", true
		case n[0] != n[1]:
			return ratZero, "", true
		}
		return integer(p.metric(a.space, n[0])), "", true
	case epsilonFactor:
		for i := range n {
			n[i] -= p.first(f.idx[0].space)
			if n[i] < 0 || n[i] >= len(n) {
				return nil, "", false
			}
		}
		sign := int64(parity(n))
		if f.idx[0].space == lorentz {
			p.e.useEpsilonSign()
			sign *= int64(p.e.epsSign)
		}
		return integer(sign), "", true
	case traceFactor:
		return integer(1), "{" + f.head + "}", len(f.idx) == 0
	default:
		return p.tensor(f, n), "", true
	}
}

func (p *point) opaqueLabels(f *factor, at map[int]int) string {
	perms := p.e.permutations(f.slotSymmetry(), 0, len(f.idx))
	best := ""
	for _, q := range perms {
		var b strings.Builder
		for _, k := range q.at {
			l := f.idx[k]
			if l.kind == dummyIndex {
				b.WriteString(strconv.Itoa(at[l.id]))
			} else {
				b.WriteString(l.String())
			}
			b.WriteByte(',')
		}
		if s := b.String(); best == "" || s < best {
			best = s
		}
	}
	return best
}

// tensor is a component with the symmetries of the tensor. Derivatives carry lower
// indices, and their components for all index spaces are those of one space-time.
func (p *point) tensor(f *factor, n []int) *big.Rat {
	sign := int64(1)
	d := append([]int(nil), n[:f.deriv]...)
	for i := range d {
		sign *= p.metric(f.idx[i].space, d[i])
	}
	from, to := p.e.commutingDerivatives(f)
	sort.Ints(d[from:to])
	rest := n[f.deriv:]
	name := f.head
	if f.deriv > 0 {
		name = numbered("∂", d) + " " + name
	}
	if f.symmetry == riemann {
		return new(big.Rat).Mul(big.NewRat(sign, 1), p.curvature(name, rest))
	}
	best, bestSign := rest, 1
	for _, q := range p.e.permutations(f.symmetry, 0, len(rest)) {
		r := make([]int, len(rest))
		for i, k := range q.at {
			r[i] = rest[k]
		}
		switch c := slices.Compare(r, best); {
		case c < 0:
			best, bestSign = r, q.sign
		case c == 0 && q.sign != 1 && slices.Equal(best, rest):
			return ratZero
		}
	}
	if f.symmetry == antisymmetric && parity(rest) == 0 {
		return ratZero
	}
	return new(big.Rat).Mul(big.NewRat(sign*int64(bestSign), 1), p.number(numbered(name, best)))
}

// curvature is an algebraic curvature tensor, a sum of Kulkarni–Nomizu products of two
// symmetric matrices, h_ac k_bd + h_bd k_ac − h_ad k_bc − h_bc k_ad, which span them all;
// three have more parameters than the space has dimensions up to n = 5.
func (p *point) curvature(name string, n []int) *big.Rat {
	key := numbered(name, n)
	if v, ok := p.values[key]; ok {
		p.used[key] = v
		return v
	}
	sum := new(big.Int)
	for _, which := range []string{"₁", "₂", "₃"} {
		m := func(kind string, a, b int) *big.Int {
			k := numbered(kind+which+" of "+name, []int{min(a, b), max(a, b)})
			v := p.number(k).Num()
			delete(p.used, k)
			return v
		}
		a, b, c, d := n[0], n[1], n[2], n[3]
		for _, ij := range [][4]int{{a, c, b, d}, {b, d, a, c}} {
			sum.Add(sum, new(big.Int).Mul(m("h", ij[0], ij[1]), m("k", ij[2], ij[3])))
		}
		for _, ij := range [][4]int{{a, d, b, c}, {b, c, a, d}} {
			sum.Sub(sum, new(big.Int).Mul(m("h", ij[0], ij[1]), m("k", ij[2], ij[3])))
		}
	}
	v := new(big.Rat).SetInt(sum)
	p.values[key], p.used[key] = v, v
	return v
}

// numbered is a name with component numbers.
func numbered(name string, n []int) string {
	b := append(append(make([]byte, 0, len(name)+2*len(n)+2), name...), '[')
	for i, k := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(k), 10)
	}
	return string(append(b, ']'))
}

// electromagnetic fixes the components of a Maxwell tensor F by vectors named E and B, if
// both occur: F^{i0} = E^i, F^{ij} = −ε^{ijk}B^k for (+−−−), the negative for (−+++), with
// F_{μν} = ∂_μA_ν − ∂_νA_μ and c = 1 (Jackson, Classical Electrodynamics, 11.137).
func (p *point) electromagnetic() {
	name, electric, magnetic := "", "", ""
	for t, kind := range p.e.ctx.Tensors {
		if kind == "maxwell" && (name == "" || t < name) {
			name = t
		}
	}
	for _, v := range sortedKeys(p.e.names.vectors) {
		switch unaccented(v) {
		case "E":
			electric = v
		case "B":
			magnetic = v
		}
	}
	if name == "" || electric == "" && magnetic == "" || p.dims[lorentz] != 4 {
		return
	}
	if electric == "" {
		electric = "E"
	}
	if magnetic == "" {
		magnetic = "B"
	}
	p.e.useSignature()
	s := int64(p.e.metricSign)
	for i := 1; i <= 3; i++ {
		of := func(v string, sign int64) *big.Rat {
			return new(big.Rat).Mul(big.NewRat(sign, 1), p.vector(label{kind: vectorLabel, space: euclid, name: v}, i))
		}
		p.values[numbered(name, []int{0, i})] = of(electric, -s)
		j, k := i%3+1, (i+1)%3+1
		b := of(magnetic, -s)
		if j > k {
			j, k, b = k, j, of(magnetic, s)
		}
		p.values[numbered(name, []int{j, k})] = b
	}
}
