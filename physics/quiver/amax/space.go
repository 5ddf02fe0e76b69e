package amax

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// space is the affine space of trial R-symmetries in coordinates x, and what a is on it.
// Fields that no equation tells apart form one class: the maximum is unique, hence
// invariant under their permutations, so that they have one charge there.
//
// D(R_f − 1) of class or operator f is ρ_f = r_f + Σ_j u_fj x_j with integers r, u and one
// common D, and up to a constant a ∝ Σ_f w_f (3ρ_f³/D³ − ρ_f/D).
type space struct {
	dim    int // the number of coordinates
	den    *big.Int
	rows   []row // first the classes, then the free operators
	class  []int // of each field
	number int   // of classes
	// kernel is the number of independent U(1)s of the whole problem, before merging.
	kernel int
	// undetermined are the classes whose charges a does not determine; nil if there is none.
	undetermined []bool
}

// row is one class of fields, or a set of operators that are replaced by free ones.
type row struct {
	weight  int64 // components; negative for operators
	members int   // fields in the class, 0 for operators
	r       *big.Int
	u       []*big.Int
}

// product is the row of a product of fields, R = Σ e_f R_f.
func (s *space) product(m Monomial) row {
	p := row{r: new(big.Int).Neg(s.den), u: zeroInts(s.dim)}
	for _, x := range m {
		s.multiply(p, s.rows[s.class[x.Field]], big.NewInt(int64(x.Exponent)))
	}
	return p
}

// multiply makes p the row of its product with the e-th power of x.
func (s *space) multiply(p, x row, e *big.Int) {
	t := new(big.Int)
	p.r.Add(p.r, t.Mul(e, t.Add(x.r, s.den)))
	for j, u := range x.u {
		p.u[j].Add(p.u[j], t.Mul(e, u))
	}
}

// inconsistent says that there is no trial R-symmetry.
type inconsistent struct{ equation string }

func (e inconsistent) Error() string { return e.equation }

// newSpace solves the linear equations. free are the operators that are replaced by free
// fields.
func newSpace(p *Problem, free []Operator) (*space, error) {
	s, matrix, err := solveEquations(p, free, nil)
	if err != nil {
		return nil, err
	}
	flat := s.flat()
	if len(flat) == 0 {
		return s, nil
	}
	// Directions along which a does not change belong to massive fields, whose charges it
	// cannot determine: Σ dim F (R − 1) = 0 picks R = 1 for a pair.
	var more [][]*big.Rat
	undetermined := make([]bool, s.number)
	for _, v := range flat {
		e := zeros(s.number + 1)
		for c, r := range s.rows[:s.number] {
			x := r.along(v)
			undetermined[c] = undetermined[c] || x.Sign() != 0
			x.Mul(x, new(big.Rat).SetInt64(r.weight))
			e[c].Set(x)
			e[s.number].Add(e[s.number], x)
		}
		more = append(more, e)
	}
	kernel := s.kernel
	s, _, err = solveEquations(p, free, append(matrix, more...))
	if err != nil {
		return nil, err
	}
	s.kernel, s.undetermined = kernel, undetermined
	return s, nil
}

// along is u·v.
func (r row) along(v []*big.Rat) *big.Rat {
	sum, t := new(big.Rat), new(big.Rat)
	for j, u := range r.u {
		if u.Sign() != 0 {
			sum.Add(sum, t.Mul(v[j], t.SetInt(u)))
		}
	}
	return sum
}

// flat is a basis of the directions along which a is constant, whatever the other
// coordinates: Σ_f w_f (u_f·v)(9ρ_f² − D²) vanishes identically.
func (s *space) flat() [][]*big.Rat {
	k := s.dim
	if k == 0 {
		return nil
	}
	var m [][]*big.Rat
	condition := func(coefficient func(r row) *big.Int) {
		e := zeros(k + 1)
		for _, r := range s.rows {
			q := coefficient(r)
			if q.Sign() == 0 {
				continue
			}
			w := new(big.Rat).SetInt(q.Mul(q, big.NewInt(r.weight)))
			for j, u := range r.u {
				if u.Sign() != 0 {
					e[j].Add(e[j], new(big.Rat).Mul(w, new(big.Rat).SetInt(u)))
				}
			}
		}
		m = append(m, e)
	}
	rank := func() int {
		pivots, _ := reduce(m, k)
		m = m[:len(pivots)]
		return len(pivots)
	}
	for i := range k {
		for j := range i + 1 {
			condition(func(r row) *big.Int { return new(big.Int).Mul(r.u[i], r.u[j]) })
		}
		if rank() == k {
			return nil // the usual case: Tr F F F vanishes in no direction
		}
	}
	for i := range k {
		condition(func(r row) *big.Int { return new(big.Int).Mul(r.u[i], r.r) })
	}
	condition(func(r row) *big.Int {
		q := new(big.Int).Mul(r.r, r.r)
		q.Mul(q, big.NewInt(9))
		return q.Sub(q, new(big.Int).Mul(s.den, s.den))
	})
	if rank() == k {
		return nil
	}
	pivots, _ := reduce(m, k)
	var basis [][]*big.Rat
	for j := range k {
		if slices.Contains(pivots, j) {
			continue
		}
		v := zeros(k)
		v[j].SetInt64(1)
		for i, c := range pivots {
			v[c].Neg(m[i][j])
		}
		basis = append(basis, v)
	}
	return basis
}

// solveEquations parametrizes the solutions of the equations of a problem, or of equations
// for its classes if some are given.
func solveEquations(p *Problem, free []Operator, given [][]*big.Rat) (*space, [][]*big.Rat, error) {
	s := &space{class: make([]int, len(p.Fields))}
	columns := make([]map[int]*big.Rat, len(p.Fields)) // equation → coefficient
	for i := range columns {
		columns[i] = map[int]*big.Rat{}
	}
	set := func(field, equation int, v *big.Rat) {
		if v != nil && v.Sign() != 0 {
			c := columns[field]
			if c[equation] == nil {
				c[equation] = new(big.Rat)
			}
			c[equation].Add(c[equation], v)
		}
	}
	var names []string
	var rhs []*big.Rat
	for i, m := range p.Terms {
		for _, x := range m {
			set(x.Field, i, big.NewRat(int64(x.Exponent), 1))
		}
		names = append(names, "R = 2 for the superpotential term "+p.text(m))
		rhs = append(rhs, big.NewRat(2, 1))
	}
	for g, group := range p.Groups {
		e := len(p.Terms) + g
		// T(adj) + Σ T (R − 1) = 0
		sum := new(big.Rat).Neg(group.Casimir)
		for k, f := range p.Fields {
			if f.Index != nil && f.Index[g] != nil {
				set(k, e, f.Index[g])
				sum.Add(sum, f.Index[g])
			}
		}
		names = append(names, "no R-anomaly at "+group.Label)
		rhs = append(rhs, sum)
	}
	equations := len(rhs)
	for i, o := range free { // not equations, but they tell fields apart
		for _, x := range o.Monomial {
			set(x.Field, equations+i, big.NewRat(int64(x.Exponent), 1))
		}
	}
	s.merge(p, columns, equations+len(free))

	first := make([]int, s.number) // a field of each class
	for k := len(p.Fields) - 1; k >= 0; k-- {
		first[s.class[k]] = k
	}
	matrix := given
	if given == nil {
		matrix = make([][]*big.Rat, equations)
	}
	for e := range len(matrix) - len(given) {
		matrix[e] = zeros(s.number + 1)
		for c := range s.number {
			if v := columns[first[c]][e]; v != nil {
				matrix[e][c].Mul(v, big.NewRat(int64(s.rows[c].members), 1))
			}
		}
		matrix[e][s.number] = rhs[e]
	}
	pivots, bad := reduce(matrix, s.number)
	if bad >= 0 {
		if given != nil {
			return nil, nil, errors.New("amax: the massive fields have no common charges")
		}
		return nil, nil, inconsistent{names[bad]}
	}
	matrix = matrix[:len(pivots)]
	s.parametrize(matrix, pivots)
	s.kernel = s.dim
	for c := range s.number {
		s.kernel += s.rows[c].members - 1
	}
	for _, o := range free {
		r := s.product(o.Monomial)
		r.weight = -int64(o.Count)
		s.rows = append(s.rows, r)
	}
	return s, matrix, nil
}

// merge puts fields with equal columns and dimensions in one class, but not those of a mass
// term: they may move against each other, see flat.
func (s *space) merge(p *Problem, columns []map[int]*big.Rat, equations int) {
	massive := map[int]bool{}
	for _, m := range p.Terms {
		if len(m) == 2 && m[0].Exponent == 1 && m[1].Exponent == 1 {
			massive[m[0].Field], massive[m[1].Field] = true, true
		}
	}
	seen := map[string]int{}
	for k, f := range p.Fields {
		var key strings.Builder
		fmt.Fprint(&key, f.Dim)
		if massive[k] {
			fmt.Fprint(&key, " field ", k)
		}
		if len(columns[k]) > 0 {
			for e := range equations {
				if v := columns[k][e]; v != nil {
					fmt.Fprint(&key, " ", e, ":", v)
				}
			}
		}
		c, ok := seen[key.String()]
		if !ok {
			c = s.number
			seen[key.String()] = c
			s.number++
			s.rows = append(s.rows, row{})
		}
		s.class[k] = c
		s.rows[c].members++
		s.rows[c].weight += int64(f.Dim)
	}
}

// reduce brings an augmented matrix with n columns to reduced echelon form and gives the
// pivot column of each leading row. bad is the first equation that contradicts those
// before it, or −1.
func reduce(m [][]*big.Rat, n int) (pivots []int, bad int) {
	t := new(big.Rat)
	done := 0
	for e := range m {
		row := m[e]
		for i, c := range pivots {
			if row[c].Sign() != 0 {
				subtract(row, m[i], new(big.Rat).Set(row[c]), t)
			}
		}
		c := 0
		for c < n && row[c].Sign() == 0 {
			c++
		}
		if c == n {
			if row[n].Sign() != 0 {
				return nil, e
			}
			continue
		}
		inv := new(big.Rat).Inv(row[c])
		for k := range row {
			if row[k].Sign() != 0 {
				row[k].Mul(row[k], inv)
			}
		}
		for i := range done {
			if m[i][c].Sign() != 0 {
				subtract(m[i], row, new(big.Rat).Set(m[i][c]), t)
			}
		}
		m[done], m[e] = row, m[done]
		pivots = append(pivots, c)
		done++
	}
	return pivots, -1
}

func subtract(row, by []*big.Rat, f, t *big.Rat) {
	for k := range row {
		if by[k].Sign() != 0 {
			row[k].Sub(row[k], t.Mul(f, by[k]))
		}
	}
}

// parametrize takes the charges of the classes without pivot as coordinates.
func (s *space) parametrize(m [][]*big.Rat, pivots []int) {
	rowOf := map[int]int{}
	for i, c := range pivots {
		rowOf[c] = i
	}
	var free []int
	for c := range s.number {
		if _, ok := rowOf[c]; !ok {
			free = append(free, c)
		}
	}
	s.dim = len(free)
	s.den = big.NewInt(1)
	for i := range pivots {
		for _, c := range append(free, s.number) {
			lcm(s.den, m[i][c].Denom())
		}
	}
	scaled := func(q *big.Rat) *big.Int {
		d := new(big.Int).Quo(s.den, q.Denom())
		return d.Mul(d, q.Num())
	}
	for c := range s.number {
		u := make([]*big.Int, s.dim)
		r := new(big.Int).Neg(s.den)
		i, pivot := rowOf[c]
		for j, fc := range free {
			switch {
			case pivot:
				u[j] = scaled(m[i][fc])
				u[j].Neg(u[j])
			case fc == c:
				u[j] = new(big.Int).Set(s.den)
			default:
				u[j] = new(big.Int)
			}
		}
		if pivot {
			r.Add(r, scaled(m[i][s.number]))
		}
		s.rows[c].r, s.rows[c].u = r, u
	}
}

// lcm makes z the least common multiple of z and d.
func lcm(z, d *big.Int) {
	g := new(big.Int).GCD(nil, nil, z, d)
	z.Mul(z, new(big.Int).Quo(d, g))
}

func zeros(n int) []*big.Rat {
	z := make([]*big.Rat, n)
	for i := range z {
		z[i] = new(big.Rat)
	}
	return z
}

func zeroInts(n int) []*big.Int {
	z := make([]*big.Int, n)
	for i := range z {
		z[i] = new(big.Int)
	}
	return z
}

// text writes a monomial.
func (p *Problem) text(m Monomial) string {
	var b strings.Builder
	for i, x := range m {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.Fields[x.Field].Label)
		if x.Exponent > 1 {
			fmt.Fprintf(&b, "^%d", x.Exponent)
		}
	}
	return b.String()
}
