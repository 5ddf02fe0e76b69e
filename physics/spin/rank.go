package spin

import (
	"math/big"
)

// LowRank writes the couplings as a sum of few dyads, diagonal aside:
//
//	J_ij = ξ_i ξ_j Σ_a C[a] V[a][class i] V[a][class j] for i ≠ j,
//
// ξ and the classes being those of Orbits. The numbers are exact fractions. Each dyad is
// what a Hubbard–Stratonovich field decouples.
type LowRank struct {
	C []string   `json:"c"`
	V [][]string `json:"v"`
}

// Minor2 is a 2×2 minor of the coupling matrix that avoids its diagonal,
// J[r₀][c₀]·J[r₁][c₁] ≠ J[r₀][c₁]·J[r₁][c₀] with four different sites. As no choice of the
// diagonal can change it, the couplings are not of rank one.
type Minor2 struct {
	Rows [2]int `json:"rows"`
	Cols [2]int `json:"columns"`
}

// rankClasses bounds the exact factorisation.
const rankClasses = 8

// findLowRank factorises the quotient matrix by symmetric elimination over the fractions.
// The diagonal entry of a class of one site is free and taken to be zero.
func findLowRank(o *Orbits) *LowRank {
	n := len(o.Size)
	if n > rankClasses {
		return nil
	}
	q := make([][]*big.Rat, n)
	for a := range q {
		q[a] = make([]*big.Rat, n)
		for b := range q[a] {
			q[a][b] = new(big.Rat).SetFloat64(o.J[a][b])
		}
	}
	low := &LowRank{C: []string{}, V: [][]string{}}
	// take subtracts c·v·vᵀ and notes it.
	take := func(c *big.Rat, v []*big.Rat) {
		row := make([]string, n)
		for a := range v {
			row[a] = v[a].RatString()
			for b := range v {
				t := new(big.Rat).Mul(v[a], v[b])
				q[a][b].Sub(q[a][b], t.Mul(t, c))
			}
		}
		low.C, low.V = append(low.C, c.RatString()), append(low.V, row)
	}
	clone := func(row []*big.Rat) []*big.Rat {
		out := make([]*big.Rat, n)
		for i, x := range row {
			out[i] = new(big.Rat).Set(x)
		}
		return out
	}
	// idle: nothing is left in row a but a diagonal entry that is free.
	idle := func(a int) bool {
		if o.Size[a] > 1 {
			return false
		}
		for b := range n {
			if b != a && q[a][b].Sign() != 0 {
				return false
			}
		}
		return true
	}
	for a := 0; a < n; {
		if idle(a) {
			a++
			continue
		}
		if q[a][a].Sign() != 0 {
			// Row a goes: q −= q_a q_aᵀ / q_aa.
			take(new(big.Rat).Inv(q[a][a]), clone(q[a]))
			a = 0
			continue
		}
		b := 0
		for b < n && q[a][b].Sign() == 0 {
			b++
		}
		if b == n {
			a++
			continue
		}
		if q[b][b].Sign() != 0 {
			take(new(big.Rat).Inv(q[b][b]), clone(q[b]))
			a = 0
			continue
		}
		// A block (0 x; x 0): with u = row a and v = row b, q −= (uvᵀ + vuᵀ)/x and
		// 2(uvᵀ + vuᵀ) = (u+v)(u+v)ᵀ − (u−v)(u−v)ᵀ.
		c := new(big.Rat).Inv(new(big.Rat).Mul(q[a][b], big.NewRat(2, 1)))
		sum, diff := clone(q[a]), clone(q[a])
		for i := range n {
			sum[i].Add(sum[i], q[b][i])
			diff[i].Sub(diff[i], q[b][i])
		}
		take(c, sum)
		take(new(big.Rat).Neg(c), diff)
		a = 0
	}
	return low
}

// findMinor2 looks for a minor with one edge on its diagonal. If all of these vanish the
// other couplings follow from those at the two ends of the edge, as they do at rank one.
func findMinor2(b Bonds) *Minor2 {
	g := b.Graph
	if g.M() == 0 {
		return nil
	}
	j := func(u, v int) float64 {
		if k := g.Find(u, v); k >= 0 {
			return b.J[k]
		}
		return 0
	}
	p, q := g.Edges[0][0], g.Edges[0][1]
	base := b.J[0]
	differ := func(k, l int) bool { // rows p, k and columns q, l
		if k == l || k == p || k == q || l == p || l == q {
			return false
		}
		return !equalProducts(base, j(k, l), j(p, l), j(k, q))
	}
	for _, e := range g.Edges {
		for _, o := range [2][2]int{{e[0], e[1]}, {e[1], e[0]}} {
			if differ(o[0], o[1]) {
				return &Minor2{[2]int{p, o[0]}, [2]int{q, o[1]}}
			}
		}
	}
	// Pairs without an edge: the other product must vanish too. Each k is tried with the
	// neighbours l of p until one of them is not joined to it.
	for _, k := range g.Neighbors(q) {
		for _, l := range g.Neighbors(p) {
			if g.Find(int(k), int(l)) < 0 && differ(int(k), int(l)) {
				return &Minor2{[2]int{p, int(k)}, [2]int{q, int(l)}}
			}
		}
	}
	return nil
}

// equalProducts reports whether a·b = c·d exactly.
func equalProducts(a, b, c, d float64) bool {
	x, y := product(a, b), product(c, d)
	if x == y && x.hi != 0 && abs(x.hi) > 0x1p-900 && abs(x.hi) < 0x1p1000 {
		return true // both products are exact as pairs
	}
	l := new(big.Rat).SetFloat64(a)
	l.Mul(l, new(big.Rat).SetFloat64(b))
	r := new(big.Rat).SetFloat64(c)
	r.Mul(r, new(big.Rat).SetFloat64(d))
	return l.Cmp(r) == 0
}

func abs(x float64) float64 { return max(x, -x) }
