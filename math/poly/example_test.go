package poly_test

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
)

// Two forms of the reduced mass.
func ExampleFrac() {
	r, _ := poly.NewRing("m1", "m2")
	m1, m2 := r.Var(0).Frac(), r.Var(1).Frac()
	i1, _ := m1.Inv()
	i2, _ := m2.Inv()
	sum, _ := i1.Add(i2, nil)
	mu, _ := sum.Inv()
	fmt.Println(mu)
	// Output: (m1*m2)/(m1 + m2)
}

func ExamplePoly_GCD() {
	r, _ := poly.NewRing("x", "y")
	x, y := r.Var(0), r.Var(1)
	sum, _ := x.Add(y, nil)
	difference, _ := x.Sub(y, nil)
	p, _ := sum.Mul(difference, nil)
	q, _ := sum.Pow(2, nil)
	g, _ := p.GCD(q, nil)
	fmt.Println(p, "and", q, "have", g)
	// Output: x**2 - y**2 and x**2 + 2*x*y + y**2 have x + y
}

// A power that would not fit is refused at once.
func ExamplePoly_Pow() {
	r, _ := poly.NewRing("a", "b", "c", "d")
	sum := r.Zero()
	for i := range r.Len() {
		sum, _ = sum.Add(r.Var(i), nil)
	}
	_, err := sum.Pow(200, nil)
	fmt.Println(errors.Is(err, poly.ErrBudget))
	// Output: true
}

// A Breit–Wigner propagator, rationalised: the generator i is written first, so that i² is
// rewritten as −1.
func ExampleIdeal_Reduce() {
	r, _ := poly.NewRing("i", "s", "M", "Γ")
	i, s, m, g := r.Var(0), r.Var(1), r.Var(2), r.Var(3)
	square, _ := i.Pow(2, nil)
	relation, _ := square.Add(r.Int(1), nil)
	ideal, _ := poly.NewIdeal(r, []*poly.Poly{relation}, nil)

	m2, _ := m.Pow(2, nil)
	width, _ := m.Mul(g, nil)
	offset, _ := s.Sub(m2, nil)
	imaginary, _ := i.Mul(width, nil)
	den, _ := offset.Add(imaginary, nil)
	conjugate, _ := offset.Sub(imaginary, nil)
	o2, _ := offset.Pow(2, nil)
	w2, _ := width.Pow(2, nil)
	norm, _ := o2.Add(w2, nil)
	// 1/den − conjugate/norm has the numerator norm − den·conjugate.
	product, _ := den.Mul(conjugate, nil)
	numerator, _ := norm.Sub(product, nil)
	zero, _ := ideal.Reduce(numerator, nil)
	fmt.Println(zero)
	// Output: 0
}

// √(5+2√6) is √2+√3, and here is the polynomial that says which number that is.
func ExampleAlgebraic() {
	n := func(k int64) *poly.Algebraic { return poly.NewAlgebraic(big.NewRat(k, 1)) }
	root6, _ := n(6).Sqrt(nil)
	nested, _ := n(5).Add(n(2).Mul(root6)).Sqrt(nil)
	root2, _ := n(2).Sqrt(nil)
	root3, _ := n(3).Sqrt(nil)
	sum := root2.Add(root3)
	equal, err := nested.Equal(sum, nil)
	fmt.Println(equal, err)
	m, _ := sum.MinPoly(nil)
	fmt.Println(m)
	// Output:
	// true <nil>
	// x**4 - 10*x**2 + 1
}

func ExampleCosPi() {
	c, _ := poly.CosPi(big.NewRat(1, 5)) // cos(π/5) is half the golden ratio
	m, _ := c.MinPoly(nil)
	fmt.Println(m)
	// Output: 4*x**2 - 2*x - 1
}

func ExampleUni_Factor() {
	factors, _ := poly.UniInt64(4, 0, 0, 0, 1).Factor(nil)
	for _, f := range factors {
		fmt.Println(f.Base, f.Multiplicity)
	}
	// Output:
	// x**2 - 2*x + 2 1
	// x**2 + 2*x + 2 1
}

func ExampleUni_RealRoots() {
	roots, _ := poly.UniInt64(1, -3, 0, 1).RealRoots(40, nil) // x³ − 3x + 1
	for _, r := range roots {
		fmt.Println(r.Re.FloatString(10))
	}
	// Output:
	// -1.8793852416
	// 0.3472963553
	// 1.5320888862
}

// The zero test that comes first: one point modulo a prime refutes a wrong identity.
func ExampleField() {
	f := poly.Mersenne()
	x, y := uint64(271828), uint64(314159)
	square := f.Pow(f.Add(x, y), 2)
	fmt.Println(square == f.Add(f.Mul(x, x), f.Mul(y, y)))
	// Output: false
}

func ExampleNumberField() {
	k, _ := poly.NewNumberField(poly.UniInt64(-2, 0, 0, 1), nil) // ℚ(∛2)
	a, _ := k.Generator()
	s, _ := a.Add(k.Rat(big.NewRat(1, 1)), nil)
	inverse, _ := s.Inv(nil)
	fmt.Println(inverse)
	// Output: 1/3*α**2 - 1/3*α + 1/3
}

func ExampleDet() {
	r, _ := poly.NewRing("λ", "a", "b")
	l, a, b := r.Var(0), r.Var(1), r.Var(2)
	diagonal, _ := a.Sub(l, nil)
	d, _ := poly.Det([][]*poly.Poly{{diagonal, b}, {b, diagonal}}, nil)
	fmt.Println(d)
	// Output: λ**2 - 2*λ*a + a**2 - b**2
}

// r₊ = M + √(M²−a²) solves r² − 2Mr + a² = 0: the radical is a generator d with its relation.
func ExampleTriangular() {
	r, _ := poly.NewRing("d", "M", "a")
	d, m, a := r.Var(0), r.Var(1), r.Var(2)
	d2, _ := d.Pow(2, nil)
	m2, _ := m.Pow(2, nil)
	a2, _ := a.Pow(2, nil)
	difference, _ := m2.Sub(a2, nil)
	relation, _ := d2.Sub(difference, nil)
	tower, _ := poly.NewTriangular(r, []*poly.Poly{relation})

	rp, _ := m.Add(d, nil)
	rp2, _ := rp.Pow(2, nil)
	linear, _ := m.Mul(rp, nil)
	f, _ := rp2.Sub(linear.Scale(big.NewRat(2, 1)), nil)
	f, _ = f.Add(a2, nil)
	zero, _ := tower.Reduce(f, nil)
	fmt.Println(f, "reduces to", zero)
	// Output: d**2 - M**2 + a**2 reduces to 0
}

// Coefficients may be any algebraic numbers, related or not.
func ExamplePoly_ZeroAt() {
	r, _ := poly.NewRing("a", "b", "x")
	n := func(k int64) *poly.Algebraic { return poly.NewAlgebraic(big.NewRat(k, 1)) }
	root2, _ := n(2).Sqrt(nil)
	root8, _ := n(8).Sqrt(nil)
	ax, _ := r.Var(0).Mul(r.Var(2), nil)
	bx, _ := r.Var(1).Mul(r.Var(2), nil)
	f, _ := bx.Sub(ax.Scale(big.NewRat(2, 1)), nil)
	fmt.Println(f.ZeroAt([]*poly.Algebraic{root2, root8, nil}, nil))
	// Output: true <nil>
}

// The roots of x³ + x² − 2x − 1 are 2cos(2π/7), 2cos(4π/7) and 2cos(6π/7).
func ExampleUni_AlgebraicRoots() {
	roots, _ := poly.UniInt64(-1, -2, 1, 1).AlgebraicRoots(nil)
	c, _ := poly.CosPi(big.NewRat(2, 7))
	twice := c.Add(c)
	fmt.Println(twice.Equal(roots[2], nil))
	// Output: true <nil>
}
