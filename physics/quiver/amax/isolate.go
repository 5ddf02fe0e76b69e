package amax

import (
	"math/big"

	"gonum.org/v1/gonum/mat"
)

// box encloses the local maximum: |x_j − X_j/2^prec| ≤ 2^−good for every coordinate.
type box struct {
	prec, good uint
	x          []*big.Int
}

// radius is 2^−good.
func (b *box) radius() *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), b.good))
}

// charges are ρ_f·2^prec at the centre of a box.
func (s *space) charges(x []*big.Int, prec uint) []*big.Int {
	rho := make([]*big.Int, len(s.rows))
	t := new(big.Int)
	for f, r := range s.rows {
		rho[f] = new(big.Int).Lsh(r.r, prec)
		for j, u := range r.u {
			if u.Sign() != 0 {
				rho[f].Add(rho[f], t.Mul(u, x[j]))
			}
		}
	}
	return rho
}

// gradient is g_j·2^(2prec) with g_j = Σ_f w_f u_fj (9ρ_f² − D²), and jacobian
// its derivative J_jk·2^prec = 18 Σ_f w_f u_fj u_fk ρ_f.
func (s *space) gradient(rho []*big.Int, prec uint) []*big.Int {
	g := zeroInts(s.dim)
	d2 := new(big.Int).Mul(s.den, s.den)
	d2.Lsh(d2, 2*prec)
	t, q := new(big.Int), new(big.Int)
	nine := big.NewInt(9)
	for f, r := range s.rows {
		q.Mul(rho[f], rho[f])
		q.Mul(q, nine)
		q.Sub(q, d2)
		q.Mul(q, big.NewInt(r.weight))
		for j, u := range r.u {
			if u.Sign() != 0 {
				g[j].Add(g[j], t.Mul(u, q))
			}
		}
	}
	return g
}

func (s *space) jacobian(rho []*big.Int) [][]*big.Int {
	m := make([][]*big.Int, s.dim)
	for j := range m {
		m[j] = zeroInts(s.dim)
	}
	t, q := new(big.Int), new(big.Int)
	for f, r := range s.rows {
		q.Mul(rho[f], big.NewInt(18*r.weight))
		for j, u := range r.u {
			if u.Sign() == 0 {
				continue
			}
			uq := new(big.Int).Mul(u, q)
			for k, v := range r.u[:j+1] {
				if v.Sign() != 0 {
					m[j][k].Add(m[j][k], t.Mul(v, uq))
				}
			}
		}
	}
	for j := range m {
		for k := range j {
			m[k][j].Set(m[j][k])
		}
	}
	return m
}

// third bounds the row sums of the third derivatives, max_j 18 Σ_f w_f |u_fj| (Σ_k |u_fk|)²:
// by so much per unit of distance the Jacobian changes, in the norm of row sums.
func (s *space) third() *big.Int {
	sum := zeroInts(s.dim)
	for _, r := range s.rows {
		total := new(big.Int)
		for _, u := range r.u {
			total.Add(total, new(big.Int).Abs(u))
		}
		q := new(big.Int).Mul(total, total)
		q.Mul(q, new(big.Int).Abs(big.NewInt(18*r.weight)))
		for j, u := range r.u {
			sum[j].Add(sum[j], new(big.Int).Mul(q, new(big.Int).Abs(u)))
		}
	}
	most := new(big.Int)
	for _, v := range sum {
		if v.Cmp(most) > 0 {
			most.Set(v)
		}
	}
	return most
}

// refine makes Newton steps in integers until the last one is below 2^(8−prec).
func (s *space) refine(start []*big.Int, from, prec uint) (x []*big.Int, ok bool) {
	x = make([]*big.Int, s.dim)
	for j := range x {
		x[j] = new(big.Int).Lsh(start[j], prec-from)
	}
	for range 64 {
		rho := s.charges(x, prec)
		g, m := s.gradient(rho, prec), s.jacobian(rho)
		// δ·2^prec = −(J·2^prec)⁻¹ (g·2^(2prec))
		delta, ok := solveFloat(m, g, prec+64)
		if !ok {
			return nil, false
		}
		most := 0
		for j := range x {
			x[j].Sub(x[j], delta[j])
			most = max(most, delta[j].BitLen())
		}
		if most <= 8 {
			return x, true
		}
		if most > int(prec)+40 { // it runs away
			return nil, false
		}
	}
	return nil, false
}

// solveFloat solves m·z = b by elimination with pivoting in floats of prec bits and rounds z
// to integers.
func solveFloat(m [][]*big.Int, b []*big.Int, prec uint) ([]*big.Int, bool) {
	n := len(b)
	a := make([][]*big.Float, n)
	for i := range a {
		a[i] = make([]*big.Float, n+1)
		for j := range n {
			a[i][j] = new(big.Float).SetPrec(prec).SetInt(m[i][j])
		}
		a[i][n] = new(big.Float).SetPrec(prec).SetInt(b[i])
	}
	t := new(big.Float).SetPrec(prec)
	f := new(big.Float).SetPrec(prec)
	for c := range n {
		p := c
		for i := c + 1; i < n; i++ {
			if new(big.Float).Abs(a[i][c]).Cmp(new(big.Float).Abs(a[p][c])) > 0 {
				p = i
			}
		}
		if a[p][c].Sign() == 0 {
			return nil, false
		}
		a[c], a[p] = a[p], a[c]
		for i := c + 1; i < n; i++ {
			if a[i][c].Sign() == 0 {
				continue
			}
			f.Quo(a[i][c], a[c][c])
			for j := c + 1; j <= n; j++ {
				a[i][j].Sub(a[i][j], t.Mul(f, a[c][j]))
			}
		}
	}
	z := make([]*big.Int, n)
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			a[i][n].Sub(a[i][n], t.Mul(a[i][j], a[j][n]))
		}
		a[i][n].Quo(a[i][n], a[i][i])
		if a[i][n].IsInf() {
			return nil, false
		}
		z[i], _ = a[i][n].Int(nil)
	}
	return z, true
}

// isolate proves that there is exactly one stationary point within 2^−good of x/2^prec, that
// the Hessian is negative definite there, and so that it is the local maximum; good is
// prec − slack. Everything is exact integer arithmetic.
//
// The theorem (Kantorovich, in the form of the simplified Newton map): with an approximate
// inverse Y of the Jacobian J and h(x) = x − Y g(x), if ‖1 − Y J‖ ≤ ε at the centre and
// ‖Y‖·T·r bounds how it changes in the box of radius r (T from third), then h is a
// contraction of the box into itself if ‖Y g‖ + (ε + ‖Y‖ T r) r ≤ r and ε + ‖Y‖ T r < 1.
func (s *space) isolate(x []*big.Int, prec uint) (*box, bool) {
	const slack = 24
	b := &box{prec: prec, good: prec - slack, x: x}
	rho := s.charges(x, prec)
	for f, r := range s.rows {
		if r.members > 1 {
			// ρ < 0 in the whole box
			reach := new(big.Int)
			for _, u := range r.u {
				reach.Add(reach, new(big.Int).Abs(u))
			}
			reach.Lsh(reach, slack)
			if reach.Add(reach, rho[f]).Sign() >= 0 {
				return nil, false
			}
		}
	}
	if s.dim == 0 {
		return b, true
	}
	m := s.jacobian(rho)
	l, ok := factorInverse(m, prec)
	if !ok {
		return nil, false
	}
	if !definite(m, l, s.third(), slack) {
		return nil, false
	}
	return b, s.contracts(m, s.gradient(rho, prec), prec, slack)
}

// contracts checks the inequalities of isolate.
func (s *space) contracts(m [][]*big.Int, g []*big.Int, prec, slack uint) bool {
	n := s.dim
	// Y·2^q, where the entries of J are about 2^prec: rounded columns of the inverse.
	jbits := 0
	for i := range m {
		for j := range m {
			jbits = max(jbits, m[i][j].BitLen())
		}
	}
	// Y approximates (J·2^prec)⁻¹; Y·2^q is kept with q chosen so that it has enough bits
	// even where the inverse is small.
	q := uint(jbits) + 64
	y := make([][]*big.Int, n)
	for i := range y {
		y[i] = make([]*big.Int, n)
	}
	unit := make([]*big.Int, n)
	for c := range n {
		for i := range unit {
			unit[i] = new(big.Int)
		}
		unit[c].Lsh(big.NewInt(1), q)
		column, ok := solveFloat(m, unit, 256)
		if !ok {
			return false
		}
		for i := range n {
			y[i][c] = column[i]
		}
	}
	one := new(big.Int).Lsh(big.NewInt(1), q)
	t := new(big.Int)
	epsilon, norm, move := new(big.Int), new(big.Int), new(big.Int)
	for i := range n {
		e, size, step := new(big.Int), new(big.Int), new(big.Int)
		for k := range n {
			d := new(big.Int)
			for j := range n {
				d.Add(d, t.Mul(y[i][j], m[j][k]))
			}
			if i == k {
				d.Sub(d, one)
			}
			e.Add(e, d.Abs(d))
			size.Add(size, new(big.Int).Abs(y[i][k]))
			step.Add(step, t.Mul(y[i][k], g[k]))
		}
		epsilon, norm, move = larger(epsilon, e), larger(norm, size), larger(move, step.Abs(step))
	}
	// In units: ε·2^q, ‖Y‖·2^q per 2^prec, the move in 2^(q+prec). With r = 2^(slack−prec):
	// change·2^q = ‖Y‖·2^q·T·r·2^prec.
	change := new(big.Int).Mul(norm, s.third())
	change.Lsh(change, slack)
	change.Add(change, epsilon)
	if change.Cmp(one) >= 0 {
		return false
	}
	lhs := new(big.Int).Lsh(change, slack) // (ε + …) r, in 2^(q+prec)
	lhs.Add(lhs, move)
	return lhs.Cmp(new(big.Int).Lsh(one, slack)) <= 0
}

func larger(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}

// unitBits is the number of bits behind the point in factorInverse.
const unitBits = 40

// factorInverse is L·2^unitBits, rounded, where L (−J) Lᵀ ≈ 1 for a lower triangular L with
// a positive diagonal; J is scaled to entries below 1 by a power of two.
func factorInverse(m [][]*big.Int, prec uint) ([][]*big.Int, bool) {
	n := len(m)
	a := mat.NewSymDense(n, nil)
	scale := new(big.Float).SetMantExp(big.NewFloat(1), int(prec))
	for i := range n {
		for j := i; j < n; j++ {
			v, _ := new(big.Float).Quo(new(big.Float).SetInt(m[i][j]), scale).Float64()
			a.SetSym(i, j, -v)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		return nil, false
	}
	var lower, inv mat.TriDense
	chol.LTo(&lower)
	if err := inv.InverseTri(&lower); err != nil {
		return nil, false
	}
	l := make([][]*big.Int, n)
	for i := range l {
		l[i] = make([]*big.Int, n)
		for j := range l[i] {
			v := new(big.Float).SetFloat64(inv.At(i, j))
			v.SetMantExp(v, unitBits)
			l[i][j], _ = v.Int(nil)
		}
		if l[i][i].Sign() <= 0 {
			return nil, false
		}
	}
	return l, true
}

// definite proves that −J is positive definite in the box: L (−J) Lᵀ is diagonally dominant
// with room for what J changes, at most T·r in the norm of row sums, hence in the spectral
// norm, which a congruence multiplies by at most ‖L‖² ≤ ‖L‖₁‖L‖_∞.
func definite(m, l [][]*big.Int, third *big.Int, slack uint) bool {
	n := len(m)
	t := new(big.Int)
	lm := make([][]*big.Int, n)
	rows, cols := new(big.Int), zeroInts(n)
	for i := range lm {
		lm[i] = zeroInts(n)
		for k := range n {
			for j := range n {
				lm[i][k].Sub(lm[i][k], t.Mul(l[i][j], m[j][k]))
			}
		}
		sum := new(big.Int)
		for j := range n {
			abs := new(big.Int).Abs(l[i][j])
			sum.Add(sum, abs)
			cols[j].Add(cols[j], abs)
		}
		rows = larger(rows, sum)
	}
	norm := new(big.Int)
	for _, c := range cols {
		norm = larger(norm, c)
	}
	norm.Mul(norm, rows) // ‖L‖²·2^(2 unitBits)
	// In the units of L m Lᵀ, 2^(2 unitBits + prec): T·r·2^prec = T·2^slack.
	room := new(big.Int).Mul(norm, third)
	room.Lsh(room, slack)
	for i := range n {
		margin := new(big.Int).Neg(room)
		for k := range n {
			v := new(big.Int)
			for j := range n {
				v.Add(v, t.Mul(lm[i][j], l[k][j]))
			}
			if i != k {
				v.Abs(v)
				v.Neg(v)
			}
			margin.Add(margin, v)
		}
		if margin.Sign() <= 0 {
			return false
		}
	}
	return true
}
