// Package families generates quiver gauge theories of D3-branes at toric singularities:
// abelian orbifolds of ℂ³, the Y^{p,q} and L^{a,b,c} spaces, the del Pezzo surface dP3, and
// any toric diagram.
//
// Every function returns a theory of equal ranks n with rational, anomaly-free R-charges,
// which are in general not the superconformal ones: package amax finds those. Package tiling
// tests every member: it lies on a torus, its zig-zags are minimal, and its toric diagram is
// that of the space.
//
// Sources. Orbifolds: M. Douglas, G. Moore, hep-th/9603167. Y^{p,q}: S. Benvenuti, S. Franco,
// A. Hanany, D. Martelli, J. Sparks, hep-th/0411264. L^{a,b,a}: A. Uranga, hep-th/9811004.
// dP3: B. Feng, S. Franco, A. Hanany, Y.-H. He, hep-th/0209228.
package families

import (
	"fmt"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/tiling"
)

// MaxNodes bounds the size of a member.
const MaxNodes = 300

// builder collects fields and words.
type builder struct {
	labels       []string
	ends         [][2]int
	white, black [][]int
}

// field adds an arrow.
func (b *builder) field(from, to int, format string, args ...any) int {
	b.labels = append(b.labels, fmt.Sprintf(format, args...))
	b.ends = append(b.ends, [2]int{from, to})
	return len(b.labels) - 1
}

func (b *builder) term(positive bool, word ...int) {
	if positive {
		b.white = append(b.white, word)
	} else {
		b.black = append(b.black, word)
	}
}

// theory numbers the nodes as the builder does, and checks that the words agree with that.
func (b *builder) theory(name string, n int) (*quiver.Theory, error) {
	t, err := tiling.New(name, b.labels, b.white, b.black)
	if err != nil {
		return nil, fmt.Errorf("families: %w", err)
	}
	th, err := t.Theory(n)
	if err != nil {
		return nil, fmt.Errorf("families: %w", err)
	}
	for e, p := range b.ends {
		th.Arrows[e].Source, th.Arrows[e].Target = p[0], p[1]
	}
	if _, _, err := tiling.FromTheory(th); err != nil {
		return nil, fmt.Errorf("families: %w", err)
	}
	return th, nil
}

func bounded(name string, n, nodes int) error {
	switch {
	case n < 2:
		return fmt.Errorf("families: %s: rank %d: SU(N) needs N ≥ 2", name, n)
	case nodes < 1 || nodes > MaxNodes:
		return fmt.Errorf("families: %s has %d gauge nodes: from 1 to %d are generated", name, nodes, MaxNodes)
	}
	return nil
}

// mod is the residue of a modulo m, not negative.
func mod(a, m int) int { return ((a % m) + m) % m }

// Orbifold is ℂ³/ℤ_k with weights (a, b, c), a + b + c ≡ 0 mod k: nodes 0 … k−1, fields
// X_i: i → i+a, Y_i: i → i+b, Z_i: i → i+c, and W = Σ_i X_i (Y Z − Z Y). The action must be
// faithful. A weight 0 gives adjoints, which are those of SU(n), without trace.
func Orbifold(k int, weights [3]int, n int) (*quiver.Theory, error) {
	name := fmt.Sprintf("C^3/Z_%d (%d,%d,%d)", k, weights[0], weights[1], weights[2])
	if err := bounded(name, n, k); err != nil {
		return nil, err
	}
	a, b, c := mod(weights[0], k), mod(weights[1], k), mod(weights[2], k)
	if mod(a+b+c, k) != 0 {
		return nil, fmt.Errorf("families: %s: the weights sum to %d, not to 0 mod %d: the orbifold is not supersymmetric", name, a+b+c, k)
	}
	if g := gcd(gcd(a, b), gcd(c, k)); g != 1 {
		return nil, fmt.Errorf("families: %s: weights and order have the common divisor %d: the action is not faithful", name, g)
	}
	return abelian(name, []int{k}, [3][]int{{a}, {b}, {c}}, n)
}

// ProductOrbifold is ℂ³/(ℤ_k × ℤ_m), where the first factor acts with weights (1, −1, 0) and
// the second with (0, 1, −1). Node (i, j) has the number m·i + j.
func ProductOrbifold(k, m, n int) (*quiver.Theory, error) {
	name := fmt.Sprintf("C^3/(Z_%d x Z_%d)", k, m)
	if k < 1 || m < 1 {
		return nil, fmt.Errorf("families: %s: the orders must be positive", name)
	}
	if k > MaxNodes || m > MaxNodes {
		return nil, bounded(name, n, max(k, m))
	}
	if err := bounded(name, n, k*m); err != nil {
		return nil, err
	}
	return abelian(name, []int{k, m}, [3][]int{{1, 0}, {-1, 1}, {0, -1}}, n)
}

// abelian is ℂ³ over a product of cyclic groups.
func abelian(name string, orders []int, weights [3][]int, n int) (*quiver.Theory, error) {
	size := 1
	for _, k := range orders {
		size *= k
	}
	shift := func(node int, by []int) int {
		out, unit := 0, 1
		for f := len(orders) - 1; f >= 0; f-- {
			k := orders[f]
			out += unit * mod(node%k+by[f], k)
			node /= k
			unit *= k
		}
		return out
	}
	b := &builder{}
	var fields [3][]int
	for d, letter := range "XYZ" {
		for i := range size {
			fields[d] = append(fields[d], b.field(i, shift(i, weights[d]), "%c%d", letter, i))
		}
	}
	for i := range size {
		x, y := shift(i, weights[0]), shift(i, weights[2])
		b.term(true, fields[0][i], fields[1][x], fields[2][shift(x, weights[1])])
		b.term(false, fields[2][i], fields[1][y], fields[0][shift(y, weights[1])])
	}
	return b.theory(name, n)
}

// Ypq is the theory of the Sasaki-Einstein space Y^{p,q}, 0 ≤ q ≤ p, with 2p nodes. The
// doublets are U and V, the singlets Y and Z, and
//
//	W = Σ_{k≤q} ε_αβ (U_k^α V_k^β Y_{2k−1} + V_k^α U_{k+1}^β Y_{2k}) + Σ_{k>q} ε_αβ Z_k U_{k+1}^β Y_{2k−1} U_k^α.
//
// Y^{1,0} is the conifold, Y^{2,0} is F0, Y^{2,1} is dP1, Y^{p,p} an orbifold of ℂ³.
func Ypq(p, q, n int) (*quiver.Theory, error) {
	name := fmt.Sprintf("Y^{%d,%d}", p, q)
	if q < 0 || q > p {
		return nil, fmt.Errorf("families: %s: it needs 0 ≤ q ≤ p", name)
	}
	if p > MaxNodes {
		return nil, bounded(name, n, p)
	}
	if err := bounded(name, n, 2*p); err != nil {
		return nil, err
	}
	m := 2 * p
	b := &builder{}
	u, v := make([][2]int, p), make([][2]int, p)
	y, y2, z := make([]int, p), make([]int, p), make([]int, p)
	for k := range p {
		s := 2 * k // the node 2k−1 of the formula, whose k starts at 1
		for alpha := range 2 {
			u[k][alpha] = b.field(s, mod(s+1, m), "U%d_%d", k+1, alpha+1)
		}
		if k < q {
			for alpha := range 2 {
				v[k][alpha] = b.field(mod(s+1, m), mod(s+2, m), "V%d_%d", k+1, alpha+1)
			}
			y[k] = b.field(mod(s+2, m), s, "Y%d", 2*k+1)
			y2[k] = b.field(mod(s+3, m), mod(s+1, m), "Y%d", 2*k+2)
		} else {
			z[k] = b.field(mod(s+1, m), mod(s+2, m), "Z%d", k+1)
			y[k] = b.field(mod(s+3, m), s, "Y%d", 2*k+1)
		}
	}
	for k := range p {
		next := (k + 1) % p
		for alpha := range 2 {
			beta := 1 - alpha
			if k < q {
				b.term(alpha == 0, u[k][alpha], v[k][beta], y[k])
				b.term(alpha == 0, v[k][alpha], u[next][beta], y2[k])
			} else {
				b.term(alpha == 0, z[k], u[next][beta], y[k], u[k][alpha])
			}
		}
	}
	return b.theory(name, n)
}

// Laba is the theory of L^{a,b,a}, 0 ≤ a ≤ b, b ≥ 1: a circle of a + b nodes with a pair of
// bifundamentals on each link, and adjoints at b − a nodes. L^{1,1,1} is the conifold,
// L^{1,2,1} the suspended pinch point, L^{0,1,0} ℂ³, L^{0,k,0} is ℂ²/ℤ_k × ℂ. The adjoints are
// those of SU(n), without trace.
func Laba(a, b, n int) (*quiver.Theory, error) {
	name := fmt.Sprintf("L^{%d,%d,%d}", a, b, a)
	if a < 0 || a > b || b < 1 {
		return nil, fmt.Errorf("families: %s: it needs 0 ≤ a ≤ b and b ≥ 1", name)
	}
	if b > MaxNodes {
		return nil, bounded(name, n, b)
	}
	m := a + b
	if err := bounded(name, n, m); err != nil {
		return nil, err
	}
	w := &builder{}
	right, left := make([]int, m), make([]int, m) // on the link from node i to i+1
	for i := range m {
		j := (i + 1) % m
		right[i] = w.field(i, j, "X%d_%d", i, j)
		left[i] = w.field(j, i, "Y%d_%d", j, i)
	}
	// positive is the sign of link i in the terms of node i; in those of node i+1 it is the
	// opposite, as each field is in one term of either sign.
	positive := true
	for i := range m {
		before := (i + m - 1) % m
		if i < b-a {
			phi := w.field(i, i, "Phi%d", i)
			w.term(!positive, phi, left[before], right[before])
			w.term(positive, phi, right[i], left[i])
			continue
		}
		positive = !positive
		w.term(positive, right[i], left[i], left[before], right[before])
	}
	return w.theory(name, n)
}

// Labc is one phase of the theory of L^{a,b,c} with a + b nodes, for positive a, b, c and
// d = a + b − c without a common divisor. The corners of its toric diagram satisfy a·v1 + b·v3 =
// c·v2 + d·v4 (M. Cvetič, H. Lü, D. Page, C. Pope, hep-th/0504225; D. Martelli, J. Sparks,
// hep-th/0505027). L^{p−q,p+q,p} is Y^{p,q}.
func Labc(a, b, c, n int) (*quiver.Theory, error) {
	name := fmt.Sprintf("L^{%d,%d,%d}", a, b, c)
	d := a + b - c
	if a < 1 || b < 1 || c < 1 || d < 1 {
		return nil, fmt.Errorf("families: %s: it needs positive a, b, c and a + b − c", name)
	}
	if a > MaxNodes || b > MaxNodes {
		return nil, bounded(name, n, max(a, b))
	}
	if err := bounded(name, n, a+b); err != nil {
		return nil, err
	}
	if g := gcd(gcd(a, b), c); g != 1 {
		return nil, fmt.Errorf("families: %s: a, b, c have the common divisor %d", name, g)
	}
	// The vectors (1, x_i, y_i) are the columns of a basis of the lattice orthogonal to the
	// charges (a, −c, b, −d) that contains (1, 1, 1, 1): its other two rows are x and y.
	charges := []int64{int64(a), int64(-c), int64(b), int64(-d)}
	orthogonal := annihilate(charges)[1:]
	// (1, 1, 1, 1) = e·orthogonal; with W e = (1, 0, 0), the rows of the transposed inverse of
	// W are e and two that complete it.
	w := annihilate(coordinates(orthogonal))
	points := make([]tiling.Vector, 4)
	for row := 1; row < 3; row++ {
		// Row of the transposed inverse: the cofactors of that row of W, up to a common sign.
		u, v := w[(row+1)%3], w[(row+2)%3]
		cof := []int64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
		for i := range points {
			x := int64(0)
			for k, r := range orthogonal {
				x += cof[k] * r[i]
			}
			if row == 1 {
				points[i].P = x
			} else {
				points[i].Q = x
			}
		}
	}
	return FromDiagram(name, points, n)
}

// annihilate is a unimodular matrix W with W·v = (g, 0, …, 0), g > 0 the common divisor, by
// Euclid's algorithm on the entries of v.
func annihilate(v []int64) [][]int64 {
	v = append([]int64{}, v...)
	w := make([][]int64, len(v))
	for i := range w {
		w[i] = make([]int64, len(v))
		w[i][i] = 1
	}
	for i := 1; i < len(v); i++ {
		for v[i] != 0 {
			q := v[0] / v[i]
			v[0], v[i] = v[i], v[0]-q*v[i]
			for k := range v {
				w[0][k], w[i][k] = w[i][k], w[0][k]-q*w[i][k]
			}
		}
	}
	if v[0] < 0 {
		for k := range v {
			w[0][k] = -w[0][k]
		}
	}
	return w
}

// coordinates are those of (1, 1, 1, 1) in a basis of three rows of the lattice orthogonal to
// a vector of four entries: Cramer's rule in three columns that are independent.
func coordinates(basis [][]int64) []int64 {
	det := func(x, y, z [3]int64) int64 {
		return x[0]*(y[1]*z[2]-y[2]*z[1]) - x[1]*(y[0]*z[2]-y[2]*z[0]) + x[2]*(y[0]*z[1]-y[1]*z[0])
	}
	for omit := range 4 {
		var rows [3][3]int64
		for k := range 3 {
			at := 0
			for i := range 4 {
				if i != omit {
					rows[k][at] = basis[k][i]
					at++
				}
			}
		}
		whole := det(rows[0], rows[1], rows[2])
		if whole == 0 {
			continue
		}
		one := [3]int64{1, 1, 1}
		return []int64{
			det(one, rows[1], rows[2]) / whole,
			det(rows[0], one, rows[2]) / whole,
			det(rows[0], rows[1], one) / whole,
		}
	}
	return nil // not reached: the three rows are independent
}

// FromDiagram is one phase of the theory of the singularity with a given toric diagram, the
// convex hull of the points.
func FromDiagram(name string, points []tiling.Vector, n int) (*quiver.Theory, error) {
	t, err := tiling.FromPolygon(name, points)
	if err != nil {
		return nil, fmt.Errorf("families: %w", err)
	}
	if err := bounded(name, n, t.Faces()); err != nil {
		return nil, err
	}
	th, err := t.Theory(n)
	if err != nil {
		return nil, fmt.Errorf("families: %w", err)
	}
	return th, nil
}

// DelPezzo3 is the phase of the complex cone over dP3 with twelve fields (phase I).
func DelPezzo3(n int) (*quiver.Theory, error) {
	if err := bounded("dP3", n, 6); err != nil {
		return nil, err
	}
	b := &builder{}
	x := map[[2]int]int{}
	for _, p := range [][2]int{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 1}, {1, 3}, {3, 5}, {5, 1}, {2, 4}, {4, 6}, {6, 2}} {
		x[p] = b.field(p[0]-1, p[1]-1, "X%d%d", p[0], p[1])
	}
	for _, w := range []struct {
		positive bool
		nodes    []int
	}{
		{true, []int{1, 2, 3, 4, 5, 6}}, {true, []int{1, 3, 5}}, {true, []int{2, 4, 6}},
		{false, []int{2, 3, 5, 6}}, {false, []int{1, 3, 4, 6}}, {false, []int{1, 2, 4, 5}},
	} {
		var word []int
		for i, v := range w.nodes {
			word = append(word, x[[2]int{v, w.nodes[(i+1)%len(w.nodes)]}])
		}
		b.term(w.positive, word...)
	}
	return b.theory("dP3", n)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
