package quiver

import (
	"fmt"
	"math/big"
	"slices"
)

// A CoefficientInvariant is a monomial ∏ c^Exponents of the coefficients of W that no
// rescaling of the fields changes. In a toric phase there is one, β of the β-deformation.
type CoefficientInvariant struct {
	Exponents []int // one for each term
}

// CoefficientInvariants is a basis of the invariants, for the terms in their order.
//
// A rescaling X → λ_X X multiplies the coefficient of a term by the product of its λ. The
// invariants are therefore the integer relations between the rows of the incidence matrix,
// and as every nonzero complex number has roots of all orders, two choices of coefficients
// are related by a rescaling exactly if all invariants agree. The error is ErrUndecided, for
// a superpotential that needs too much work.
func (t *Theory) CoefficientInvariants() ([]CoefficientInvariant, error) {
	incidence := t.Incidence()
	columns := intMatrix(len(t.Arrows)+len(t.Singlets), len(t.W))
	for k := range columns {
		for i := range t.W {
			columns[k][i] = incidence[i][k]
		}
	}
	basis, ok := integerKernel(columns, len(t.W))
	var list []CoefficientInvariant
	for _, v := range basis {
		e := make([]int, len(v))
		for i, x := range v {
			if !x.IsInt64() || !isSmall(x.Int64()) {
				ok = false
				break
			}
			e[i] = int(x.Int64())
		}
		list = append(list, CoefficientInvariant{e})
	}
	if !ok {
		return nil, fmt.Errorf("theory %q: the invariants of the %d coefficients are too large: %w", t.Name, len(t.W), ErrUndecided)
	}
	return list, nil
}

// Beta is ∏ c₊ / ∏ c₋ · (−1)^{number of c₋} of a superpotential in which every field occurs
// once in a term of each of two classes, as in a brane tiling; 1 is the undeformed toric
// theory. ok is false if W is not of that form.
func (t *Theory) Beta() (beta *big.Rat, ok bool) {
	colour, ok := t.bipartition()
	if !ok {
		return nil, false
	}
	beta = big.NewRat(1, 1)
	for i, term := range t.W {
		if colour[i] == 1 {
			beta.Mul(beta, term.Coefficient)
		} else {
			beta.Quo(beta, term.Coefficient)
			beta.Neg(beta)
		}
	}
	return beta, true
}

// bipartition colours the terms with ±1 such that every field occurs once in each colour.
// Connected parts are coloured from their first term.
func (t *Theory) bipartition() ([]int, bool) {
	if len(t.W) == 0 || len(t.Singlets) > 0 {
		return nil, false
	}
	occurs := make([][]int, len(t.Arrows))
	for i, term := range t.W {
		for _, x := range term.Word {
			occurs[x] = append(occurs[x], i)
		}
	}
	for _, o := range occurs {
		if len(o) != 2 || o[0] == o[1] {
			return nil, false
		}
	}
	colour := make([]int, len(t.W))
	for first := range t.W {
		if colour[first] != 0 {
			continue
		}
		colour[first] = 1
		queue := []int{first}
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			for _, x := range t.W[i].Word {
				for _, j := range occurs[x] {
					if j == i {
						continue
					}
					switch colour[j] {
					case 0:
						colour[j] = -colour[i]
						queue = append(queue, j)
					case colour[i]:
						return nil, false
					}
				}
			}
		}
	}
	return colour, true
}

// Rescaling says whether a rescaling of the fields takes one set of coefficients to
// another.
type Rescaling struct {
	Exists bool
	// Signs is a rescaling by ±1 that does it, one sign a field in the order of Charges, if
	// there is one.
	Signs []int
	// Invariant is one that differs if no rescaling exists, Ratio its value in b divided by
	// that in a: −1 or any other number is an exactly marginal deformation if the theory has
	// one in that direction. Ratio is nil if the number is too large to be written out.
	Invariant CoefficientInvariant
	Ratio     *big.Rat
}

// Redefinition compares the coefficients of two superpotentials over the same fields, in
// the same order, with the same words. An error says that the words differ, or is
// ErrUndecided.
func Redefinition(a, b *Theory) (*Rescaling, error) {
	if len(a.Arrows) != len(b.Arrows) || len(a.Singlets) != len(b.Singlets) {
		return nil, fmt.Errorf("theories %q and %q do not have the same fields", a.Name, b.Name)
	}
	wa, wb := a.W.Normalize(), b.W.Normalize()
	if len(wa) != len(wb) {
		return nil, fmt.Errorf("theories %q and %q have %d and %d different terms", a.Name, b.Name, len(wa), len(wb))
	}
	ratios := make([]*big.Rat, len(wa))
	for i := range wa {
		if compareTerms(wa[i], wb[i]) != 0 {
			return nil, fmt.Errorf("the terms %s and %s do not correspond", a.Text(wa[i]), b.Text(wb[i]))
		}
		ratios[i] = new(big.Rat).Quo(wb[i].Coefficient, wa[i].Coefficient)
	}
	c := *a
	c.W = wa
	invariants, err := c.CoefficientInvariants()
	if err != nil {
		return nil, err
	}
	return c.rescaling(invariants, ratios)
}

// rescaling decides whether multiplying the coefficients by the ratios is a rescaling. The
// error is ErrUndecided, for too many different large numbers.
func (t *Theory) rescaling(invariants []CoefficientInvariant, ratios []*big.Rat) (*Rescaling, error) {
	result := &Rescaling{Exists: true}
	base, ok := newCoprimeBase(ratios)
	if !ok {
		return nil, fmt.Errorf("theory %q: its coefficients are too many different large numbers to compare: %w", t.Name, ErrUndecided)
	}
	for _, inv := range invariants {
		if !base.isOne(inv.Exponents) {
			result.Exists = false
			result.Invariant = inv
			result.Ratio = monomial(ratios, inv.Exponents)
			return result, nil
		}
	}
	negative := make([]bool, len(ratios))
	one := big.NewInt(1)
	for i, r := range ratios {
		if !r.IsInt() || r.Num().CmpAbs(one) != 0 {
			return result, nil
		}
		negative[i] = r.Sign() < 0
	}
	result.Signs = t.signs(negative)
	return result, nil
}

// signs is a choice of signs of the fields that flips exactly the given terms, by linear
// algebra over F₂; nil if there is none.
func (t *Theory) signs(flip []bool) []int {
	n := len(t.Arrows) + len(t.Singlets)
	rows := make([][]bool, len(t.W))
	for i, term := range t.W {
		rows[i] = make([]bool, n+1)
		for _, x := range term.Word {
			rows[i][x] = !rows[i][x]
		}
		for _, s := range term.Singlets {
			rows[i][len(t.Arrows)+s] = !rows[i][len(t.Arrows)+s]
		}
		rows[i][n] = flip[i]
	}
	var pivots []int
	for col := 0; col <= n && len(pivots) < len(rows); col++ {
		r := len(pivots)
		p := slices.IndexFunc(rows[r:], func(row []bool) bool { return row[col] })
		if p < 0 {
			continue
		}
		if col == n {
			return nil
		}
		rows[r], rows[r+p] = rows[r+p], rows[r]
		for i := range rows {
			if i != r && rows[i][col] {
				for j := col; j <= n; j++ {
					rows[i][j] = rows[i][j] != rows[r][j]
				}
			}
		}
		pivots = append(pivots, col)
	}
	signs := make([]int, n)
	for k := range signs {
		signs[k] = 1
	}
	for i, col := range pivots {
		if rows[i][n] {
			signs[col] = -1
		}
	}
	return signs
}

// monomial is ∏ x^e, or nil if it would be too long.
func monomial(x []*big.Rat, exponents []int) *big.Rat {
	bits := 0
	for i, e := range exponents {
		bits += max(e, -e) * (x[i].Num().BitLen() + x[i].Denom().BitLen())
	}
	const most = 1 << 16
	if bits > most {
		return nil
	}
	product := big.NewRat(1, 1)
	for i, e := range exponents {
		n := big.NewInt(int64(max(e, -e)))
		power := new(big.Rat).SetFrac(new(big.Int).Exp(x[i].Num(), n, nil), new(big.Int).Exp(x[i].Denom(), n, nil))
		if e < 0 {
			product.Quo(product, power)
		} else {
			product.Mul(product, power)
		}
	}
	return product
}

// A coprimeBase writes rational numbers as ± products of pairwise coprime integers, which
// decides whether a monomial in them is 1 without multiplying it out or factoring.
type coprimeBase struct {
	negative []bool
	exponent [][]int // of number i in base element j
}

// newCoprimeBase gives up, with ok false, after a number of divisions that only hundreds of
// different numbers of many digits need.
func newCoprimeBase(numbers []*big.Rat) (c *coprimeBase, ok bool) {
	const most = 200_000
	divisions := 0
	one := big.NewInt(1)
	var base []*big.Int
	// insert refines the base until x is a product of its elements.
	queue := make([]*big.Int, 0, 2*len(numbers))
	seen := make(map[string]bool)
	for _, r := range numbers {
		for _, x := range []*big.Int{new(big.Int).Abs(r.Num()), new(big.Int).Set(r.Denom())} {
			if k := string(x.Bytes()); !seen[k] {
				seen[k] = true
				queue = append(queue, x)
			}
		}
	}
	g := new(big.Int)
	for len(queue) > 0 {
		x := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if x.Cmp(one) == 0 {
			continue
		}
		if divisions += len(base); divisions > most {
			return nil, false
		}
		coprime := true
		for j, b := range base {
			if g.GCD(nil, nil, x, b); g.Cmp(one) == 0 {
				continue
			}
			coprime = false
			if g.Cmp(b) == 0 {
				queue = append(queue, x.Quo(x, b))
			} else {
				// b and x share g: replace b by g and b/g, and come back to x.
				base = slices.Delete(base, j, j+1)
				queue = append(queue, x, new(big.Int).Quo(b, g), new(big.Int).Set(g))
			}
			break
		}
		if coprime {
			base = append(base, x)
		}
	}
	if divisions+len(base)*len(numbers) > most {
		return nil, false
	}
	c = &coprimeBase{}
	for _, x := range numbers {
		c.negative = append(c.negative, x.Sign() < 0)
		e := make([]int, len(base))
		for j, b := range base {
			e[j] = multiplicity(new(big.Int).Abs(x.Num()), b) - multiplicity(new(big.Int).Set(x.Denom()), b)
		}
		c.exponent = append(c.exponent, e)
	}
	return c, true
}

// multiplicity is how often b divides x, which is used up.
func multiplicity(x, b *big.Int) int {
	n := 0
	q, r := new(big.Int), new(big.Int)
	for {
		if q.QuoRem(x, b, r); r.Sign() != 0 {
			return n
		}
		x.Set(q)
		n++
	}
}

func (c *coprimeBase) isOne(exponents []int) bool {
	odd := false
	for i, e := range exponents {
		odd = odd != (c.negative[i] && e%2 != 0)
	}
	if odd {
		return false
	}
	if len(c.exponent) == 0 {
		return true
	}
	for j := range c.exponent[0] {
		sum := 0
		for i, e := range exponents {
			sum += e * c.exponent[i][j]
		}
		if sum != 0 {
			return false
		}
	}
	return true
}
