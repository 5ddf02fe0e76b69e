package tiling

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/math/poly"
)

// Monomial is a term of a Laurent polynomial.
type Monomial struct {
	At          Vector
	Coefficient *big.Int
}

// maxWork bounds the operations modulo primes that a Kasteleyn determinant may cost: some
// tenths of a second.
const maxWork = 1 << 27

// ErrSize says that a tiling is too large for what was asked.
var ErrSize = errors.New("too large")

// Kasteleyn is the determinant of the Kasteleyn matrix K(x, y), whose rows are the white
// vertices, its columns the black ones, and whose entries are ±x^P y^Q for every edge
// between them; (P, Q) sums to the windings around the torus, and the product of the signs
// around a face with 2k edges is (−1)^(k+1). Up to one sign, the coefficients count perfect
// matchings: |coefficient| of them have the same class, and which points occur with what
// multiplicity is the toric diagram of the abelian moduli space. Terms are ordered by P, then
// Q, shifted so that both start at 0. It is exact, by evaluation modulo primes; the error says
// that the surface is not a torus or that the tiling is too large.
func (t *Tiling) Kasteleyn() ([]Monomial, error) {
	n := len(t.White)
	if n != len(t.Black) {
		return nil, nil // no perfect matching
	}
	theta, signs, err := t.weights()
	if err != nil {
		return nil, err
	}
	dx, dy, size := t.extent(theta)
	each := float64(n)*float64(n)*float64(n)/3 + 16*float64(len(t.Edges)) + float64(dx+dy)
	if float64(dx+1)*float64(dy+1)*each*float64(size/60+1) > maxWork {
		return nil, fmt.Errorf("tiling %q: its Kasteleyn determinant of size %d with up to %d × %d monomials is %w", t.Name, n, dx+1, dy+1, ErrSize)
	}
	// Coefficients are below ∏ (edges at a white vertex) in modulus.
	field := poly.Mersenne()
	var sum [][]*big.Int
	modulus := big.NewInt(1)
	for modulus.BitLen() <= size+1 {
		part := t.modular(field, theta, signs, dx, dy)
		sum = chinese(sum, modulus, part, field)
		modulus.Mul(modulus, new(big.Int).SetUint64(field.P()))
		if field, err = field.Next(); err != nil {
			return nil, fmt.Errorf("tiling %q: %w", t.Name, err)
		}
	}
	half := new(big.Int).Rsh(modulus, 1)
	var out []Monomial
	for i := range sum {
		for j, c := range sum[i] {
			if c.Cmp(half) > 0 {
				c.Sub(c, modulus)
			}
			if c.Sign() != 0 {
				out = append(out, Monomial{Vector{int64(i), int64(j)}, c})
			}
		}
	}
	return shifted(out), nil
}

// shifted moves a polynomial to exponents that start at 0.
func shifted(m []Monomial) []Monomial {
	if len(m) == 0 {
		return m
	}
	low := m[0].At
	for _, x := range m {
		low.P, low.Q = min(low.P, x.At.P), min(low.Q, x.At.Q)
	}
	for i := range m {
		m[i].At = m[i].At.minus(low)
	}
	return m
}

// weights are the exponents and the signs of the edges in the Kasteleyn matrix. The signs
// solve a linear system over GF(2): around a face with 2k edges they multiply to (−1)^(k+1).
func (t *Tiling) weights() ([]Vector, []bool, error) {
	theta := t.cocycles()
	if theta == nil {
		return nil, nil, fmt.Errorf("tiling %q: its Euler characteristic is %d, not 0: it does not lie on a torus", t.Name, t.Euler())
	}
	n := len(t.Edges)
	words := n/64 + 1
	rows := make([][]uint64, t.faces)
	length := make([]int, t.faces)
	for f := range rows {
		rows[f] = make([]uint64, words)
	}
	for e := range n {
		for _, f := range []int{t.source[e], t.target[e]} {
			rows[f][e/64] ^= 1 << (e % 64)
			length[f]++
		}
	}
	for f := range rows {
		if (length[f]/2+1)%2 == 1 {
			rows[f][n/64] ^= 1 << (n % 64)
		}
	}
	signs := make([]bool, n)
	used := make([]bool, len(rows))
	type pivot struct{ row, edge int }
	var pivots []pivot
	for e := range n {
		p := -1
		for f := range rows {
			if !used[f] && rows[f][e/64]>>(e%64)&1 == 1 {
				p = f
				break
			}
		}
		if p < 0 {
			continue
		}
		used[p] = true
		pivots = append(pivots, pivot{p, e})
		for f := range rows {
			if f != p && rows[f][e/64]>>(e%64)&1 == 1 {
				for w := range words {
					rows[f][w] ^= rows[p][w]
				}
			}
		}
	}
	for f := range rows {
		if !used[f] && rows[f][n/64]>>(n%64)&1 == 1 {
			return nil, nil, fmt.Errorf("tiling %q: no Kasteleyn signs exist: the numbers of white and black vertices differ by an odd number", t.Name)
		}
	}
	for _, p := range pivots {
		signs[p.edge] = rows[p.row][n/64]>>(n%64)&1 == 1
	}
	return theta, signs, nil
}

// extent bounds the powers of x and y in the determinant, up to a common factor, and its
// coefficients by 2^size.
func (t *Tiling) extent(theta []Vector) (dx, dy int64, size int) {
	for _, w := range t.White {
		low, high := reach(theta, w)
		dx += high.P - low.P
		dy += high.Q - low.Q
		size += bits.Len(uint(len(w)))
	}
	return dx, dy, size
}

// modular is det K modulo p with every row divided by the least powers of x and y in it, as a
// table of coefficients by the powers of x and y: evaluated at the points 1, 2, 3, … of both,
// and interpolated.
func (t *Tiling) modular(f poly.Field, theta []Vector, signs []bool, dx, dy int64) [][]uint64 {
	n := len(t.White)
	exponent := make([]Vector, len(t.Edges))
	for _, w := range t.White {
		low, _ := reach(theta, w)
		for _, e := range w {
			exponent[e] = theta[e].minus(low)
		}
	}
	px, py := points(dx), points(dy)
	inverse := points(max(dx, dy) + 1)
	f.InvAll(inverse)
	inverse = append([]uint64{0}, inverse...)
	values := make([][]uint64, len(px))
	matrix := make([][]uint64, n)
	for i := range matrix {
		matrix[i] = make([]uint64, n)
	}
	xs := make([]uint64, len(t.Edges))
	for i, x := range px {
		values[i] = make([]uint64, len(py))
		for e := range xs {
			xs[e] = f.Pow(x, uint64(exponent[e].P))
			if signs[e] {
				xs[e] = f.Neg(xs[e])
			}
		}
		for j, y := range py {
			for r := range matrix {
				clear(matrix[r])
			}
			for e, v := range xs {
				m := &matrix[t.white[e]][t.black[e]]
				*m = f.Add(*m, f.Mul(v, f.Pow(y, uint64(exponent[e].Q))))
			}
			values[i][j] = determinant(f, matrix)
		}
	}
	for i := range values {
		values[i] = interpolate(f, values[i], inverse)
	}
	column := make([]uint64, len(px))
	for j := range py {
		for i := range px {
			column[i] = values[i][j]
		}
		for i, c := range interpolate(f, column, inverse) {
			values[i][j] = c
		}
	}
	return values
}

// reach is the least and the largest exponent of x and of y at a vertex.
func reach(theta []Vector, w []int) (low, high Vector) {
	low, high = theta[w[0]], theta[w[0]]
	for _, e := range w {
		low = Vector{min(low.P, theta[e].P), min(low.Q, theta[e].Q)}
		high = Vector{max(high.P, theta[e].P), max(high.Q, theta[e].Q)}
	}
	return low, high
}

func points(degree int64) []uint64 {
	p := make([]uint64, degree+1)
	for i := range p {
		p[i] = uint64(i) + 1
	}
	return p
}

// determinant destroys m.
func determinant(f poly.Field, m [][]uint64) uint64 {
	det := uint64(1)
	for c := range m {
		p := c
		for p < len(m) && m[p][c] == 0 {
			p++
		}
		if p == len(m) {
			return 0
		}
		if p != c {
			m[p], m[c] = m[c], m[p]
			det = f.Neg(det)
		}
		det = f.Mul(det, m[c][c])
		inv := f.Inv(m[c][c])
		for r := c + 1; r < len(m); r++ {
			if m[r][c] == 0 {
				continue
			}
			q := f.Mul(m[r][c], inv)
			for k := c; k < len(m); k++ {
				m[r][k] = f.Sub(m[r][k], f.Mul(q, m[c][k]))
			}
		}
	}
	return det
}

// interpolate gives the coefficients of the polynomial with the values y at 1, 2, 3, …, by
// Newton's divided differences; inverse[k] is 1/k.
func interpolate(f poly.Field, y, inverse []uint64) []uint64 {
	n := len(y)
	d := slices.Clone(y)
	for k := 1; k < n; k++ {
		for i := n - 1; i >= k; i-- {
			d[i] = f.Mul(f.Sub(d[i], d[i-1]), inverse[k])
		}
	}
	out := make([]uint64, n)
	for k := n - 1; k >= 0; k-- {
		// out ← out·(X − x_k) + d_k with x_k = k + 1
		for i := n - 1; i > 0; i-- {
			out[i] = f.Sub(out[i-1], f.Mul(out[i], uint64(k)+1))
		}
		out[0] = f.Sub(d[k], f.Mul(out[0], uint64(k)+1))
	}
	return out
}

// chinese extends sum, known modulo m, by part, known modulo the prime of f.
func chinese(sum [][]*big.Int, m *big.Int, part [][]uint64, f poly.Field) [][]*big.Int {
	p := new(big.Int).SetUint64(f.P())
	inv := new(big.Int).ModInverse(m, p)
	if sum == nil {
		sum = make([][]*big.Int, len(part))
		for i := range sum {
			sum[i] = make([]*big.Int, len(part[i]))
			for j := range sum[i] {
				sum[i][j] = new(big.Int)
			}
		}
	}
	for i := range sum {
		for j, s := range sum[i] {
			d := new(big.Int).SetUint64(part[i][j])
			d.Sub(d, s)
			d.Mul(d, inv)
			d.Mod(d, p)
			s.Add(s, d.Mul(d, m))
		}
	}
	return sum
}
