package poly

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func drawUni(t *rapid.T, degree int, label string) *Uni {
	n := rapid.IntRange(0, degree).Draw(t, label+" degree")
	c := make([]int64, n+1)
	for i := range c {
		c[i] = rapid.Int64Range(-20, 20).Draw(t, label)
	}
	if c[n] == 0 {
		c[n] = 1
	}
	return UniInt64(c...)
}

// The factors of a product multiply to it, and factoring again changes nothing.
func TestFactorProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := UniInt64(1)
		for range rapid.IntRange(1, 4).Draw(t, "factors") {
			u = must(u.Mul(drawUni(t, 4, "factor"), nil))
		}
		b := NewBudget(1 << 26)
		product := UniInt64(1)
		for _, f := range must(u.Factor(b)) {
			for range f.Multiplicity {
				product = must(product.Mul(f.Base, b))
			}
			if again := must(f.Base.Factor(b)); f.Base.Degree() > 0 && (len(again) != 1 || again[0].Multiplicity != 1) {
				t.Fatalf("%v is called irreducible, then %v", f.Base, again)
			}
		}
		if !product.Equal(u.Primitive()) {
			t.Fatalf("factors of %v multiply to %v", u, product)
		}
	})
}

// Factors modulo p multiply to u/lc, and a root of each linear one is a root of u.
func TestFactorMod(t *testing.T) {
	f := Mersenne()
	rapid.Check(t, func(t *rapid.T) {
		u := drawUni(t, 9, "u")
		factors, err := u.FactorMod(f, NewBudget(1<<26))
		if err != nil {
			return // not square-free
		}
		product := modUni{f.FromInt(u.Lead())}
		for _, g := range factors {
			product = f.mulUni(product, g)
			if len(g) == 2 && f.evalUni(u.mod(f), f.Neg(g[0])) != 0 {
				t.Fatalf("%d is no root of %v", f.Neg(g[0]), u)
			}
		}
		if d := f.subUni(product, u.mod(f)); len(d) > 0 {
			t.Fatalf("factors %v of %v", factors, u)
		}
	})
}

// Swinnerton-Dyer polynomials split into quadratics modulo every prime: recombination must be refused
// by the budget, not tried to the end.
func TestFactorBudget(t *testing.T) {
	s := num(0)
	for _, p := range []int64{2, 3, 5, 7, 11, 13} {
		s = s.Add(sqrt(num(p)))
	}
	if _, err := s.MinPoly(nil); !errors.Is(err, ErrBudget) {
		t.Errorf("degree 64: %v", err)
	}
	big3 := make([]int64, 3001)
	big3[0], big3[3000] = -2, 1
	if _, err := UniInt64(big3...).Factor(nil); !errors.Is(err, ErrBudget) {
		t.Errorf("x^3000 − 2: %v", err)
	}
	if _, err := UniInt64(big3...).Roots(10, nil); !errors.Is(err, ErrBudget) {
		t.Errorf("roots of x^3000 − 2: %v", err)
	}
}

func TestResultantOfProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, v, w := drawUni(t, 4, "u"), drawUni(t, 4, "v"), drawUni(t, 3, "w")
		left := must(must(u.Mul(v, nil)).Resultant(w, nil))
		right := new(big.Int).Mul(must(u.Resultant(w, nil)), must(v.Resultant(w, nil)))
		if left.Cmp(right) != 0 {
			t.Fatalf("res(uv, w) = %v, res(u, w)·res(v, w) = %v", left, right)
		}
		// A common root, and only that, makes it vanish.
		g := must(u.GCD(w, nil))
		if zero := must(u.Resultant(w, nil)).Sign() == 0; zero != (g.Degree() > 0) {
			t.Fatalf("res(%v, %v) vanishes: %v, gcd %v", u, w, zero, g)
		}
	})
}

// Each real root is bracketed by a change of sign at the ends of its interval.
func TestRealRootsChangeSign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := drawUni(t, 7, "u")
		roots, err := u.Roots(30, NewBudget(1<<26))
		if err != nil {
			return // constant or not square-free
		}
		if len(roots) != u.Degree() {
			t.Fatalf("%d roots of %v", len(roots), u)
		}
		for _, r := range roots {
			if !r.Real {
				continue
			}
			low, high := u.Eval(new(big.Rat).Sub(r.Re, r.Rad)), u.Eval(new(big.Rat).Add(r.Re, r.Rad))
			if low.Sign()*high.Sign() > 0 {
				t.Fatalf("%v has the sign %d on both sides of the root %v", u, low.Sign(), r.Re.FloatString(12))
			}
		}
	})
}

// The minimal polynomial has the number as a root, and is irreducible.
func TestMinPolyVanishes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z, _ := drawAlgebraic(t, 2)
		m, err := z.MinPoly(NewBudget(1 << 24))
		if errors.Is(err, ErrBudget) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		v := num(0)
		for k := m.Degree(); k >= 0; k-- {
			v = v.Mul(z).Add(NewAlgebraic(new(big.Rat).SetInt(m.Coeff(k))))
		}
		if zero, err := v.IsZero(NewBudget(1 << 26)); err != nil && !errors.Is(err, ErrBudget) || err == nil && !zero {
			t.Fatalf("%v at %v: %v %v", m, z, zero, err)
		}
		if f := must(m.Factor(NewBudget(1 << 26))); len(f) != 1 || f[0].Multiplicity != 1 {
			t.Fatalf("%v is reducible", m)
		}
	})
}

func TestNumberField(t *testing.T) {
	k, err := NewNumberField(UniInt64(-1, -1, 0, 3), nil) // 3x³ − x − 1
	if err != nil {
		t.Fatal(err)
	}
	a := must(k.Generator())
	rapid.Check(t, func(t *rapid.T) {
		draw := func() *Element {
			x := k.Rat(big.NewRat(0, 1))
			for range 3 {
				c := k.Rat(big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "n"), rapid.Int64Range(1, 4).Draw(t, "d")))
				x = must(must(x.Mul(a, nil)).Add(c, nil))
			}
			return x
		}
		x, y, z := draw(), draw(), draw()
		left := must(must(x.Add(y, nil)).Mul(z, nil))
		right := must(must(x.Mul(z, nil)).Add(must(y.Mul(z, nil)), nil))
		if !left.Equal(right) {
			t.Fatalf("(x+y)z = %v, xz+yz = %v", left, right)
		}
		if x.IsZero() {
			return
		}
		if q := must(must(y.Mul(x, nil)).Div(x, nil)); !q.Equal(y) {
			t.Fatalf("yx/x = %v, y = %v", q, y)
		}
		nx, ny := must(x.Norm(nil)), must(y.Norm(nil))
		if n := must(must(x.Mul(y, nil)).Norm(nil)); n.Cmp(nx.Mul(nx, ny)) != 0 {
			t.Fatalf("N(xy) = %v, N(x)N(y) = %v", n, nx)
		}
	})
	if _, err := NewNumberField(UniInt64(-1, 0, 1), nil); err == nil {
		t.Error("ℚ[x]/(x²−1) is called a field")
	}
}

// Everything in the ideal reduces to 0, and a normal form is its own.
func TestIdealReduction(t *testing.T) {
	r := testRing(t, "x", "y", "z")
	rapid.Check(t, func(t *rapid.T) {
		f, g := drawPoly(t, r, 3, 2, "f"), drawPoly(t, r, 3, 2, "g")
		b := NewBudget(1 << 22)
		ideal, err := NewIdeal(r, []*Poly{f, g}, b)
		if errors.Is(err, ErrBudget) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		p, q := drawPoly(t, r, 3, 2, "p"), drawPoly(t, r, 3, 2, "q")
		member := must(sumOfProducts(p, f, q, g, b))
		if n := must(ideal.Reduce(member, b)); !n.IsZero() {
			t.Fatalf("pf+qg reduces to %v modulo %v", n, ideal.Basis())
		}
		n := must(ideal.Reduce(p, b))
		if again := must(ideal.Reduce(n, b)); !again.Equal(n) {
			t.Fatalf("the normal form %v reduces to %v", n, again)
		}
		if s := must(ideal.Reduce(must(p.Add(member, b)), b)); !s.Equal(n) {
			t.Fatalf("p reduces to %v, p + pf + qg to %v", n, s)
		}
	})
}

func TestSquareFreeProduct(t *testing.T) {
	r := testRing(t, "x", "y", "z")
	rapid.Check(t, func(t *rapid.T) {
		b := NewBudget(1 << 24)
		f, g := drawPoly(t, r, 3, 1, "f"), drawPoly(t, r, 2, 2, "g")
		p := must(must(f.Pow(2, b)).Mul(g, b))
		if p.IsZero() {
			return
		}
		product, factors, err := p.SquareFree(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range factors {
			product = must(product.Mul(must(h.Base.Pow(h.Multiplicity, b)), b))
			for i := range r.Len() {
				if h.Base.Degree(i) > 0 {
					if d := must(h.Base.GCD(h.Base.Diff(i), b)); d.Degree(i) > 0 {
						t.Fatalf("%v of %v is not square-free", h.Base, p)
					}
				}
			}
		}
		if !product.Equal(p) {
			t.Fatalf("the factors of %v multiply to %v", p, product)
		}
	})
}

func TestSolve(t *testing.T) {
	r := testRing(t, "a", "b", "c")
	m := [][]*Poly{{r.Var(0), r.Var(1)}, {r.Var(2), r.Int(1)}}
	v := []*Poly{r.Int(1), r.Var(2)}
	x := must(Solve(m, v, nil))
	for i, row := range m {
		s := r.Zero().Frac()
		for j, p := range row {
			s = must(s.Add(must(p.Frac().Mul(x[j], nil)), nil))
		}
		if !s.Equal(v[i].Frac()) {
			t.Errorf("row %d: %v, want %v", i, s, v[i])
		}
	}
	if _, err := Solve([][]*Poly{{r.Var(0), r.Var(0)}, {r.Int(1), r.Int(1)}}, v, nil); !errors.Is(err, ErrDivision) {
		t.Errorf("singular matrix: %v", err)
	}
}

// Two expressions of bytes are evaluated as polynomials and modulo p, which must agree.
func FuzzArithmetic(f *testing.F) {
	f.Add([]byte("ab+cd*a^-"))
	f.Add([]byte("aa*b*c+d-^^/"))
	f.Fuzz(func(t *testing.T, program []byte) {
		r := testRing(t, "a", "b", "c", "d")
		field := Mersenne()
		point := []uint64{3, 1 << 40, field.P() - 7, 12345}
		budget := NewBudget(1 << 18)
		stack := []*Frac{r.Int(2).Frac()}
		values := []uint64{2}
		for _, op := range program {
			x, v := stack[len(stack)-1], values[len(values)-1]
			var y *Frac
			var w uint64
			var err error
			switch op {
			case 'a', 'b', 'c', 'd':
				stack, values = append(stack, r.Var(int(op-'a')).Frac()), append(values, point[op-'a'])
				continue
			case '^':
				y, err = x.Pow(2, budget)
				w = field.Mul(v, v)
			case '+', '-', '*', '/':
				if len(stack) < 2 {
					return
				}
				u, s := stack[len(stack)-2], values[len(values)-2]
				stack, values = stack[:len(stack)-1], values[:len(values)-1]
				switch op {
				case '+':
					y, err = u.Add(x, budget)
					w = field.Add(s, v)
				case '-':
					y, err = u.Sub(x, budget)
					w = field.Sub(s, v)
				case '*':
					y, err = u.Mul(x, budget)
					w = field.Mul(s, v)
				default:
					y, err = u.Div(x, budget)
					w = field.Mul(s, field.Inv(v))
					if v == 0 {
						return
					}
				}
			default:
				continue
			}
			if errors.Is(err, ErrBudget) || errors.Is(err, ErrDivision) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			stack[len(stack)-1], values[len(values)-1] = y, w
			if got, ok := y.EvalMod(field, point); ok && got != w {
				t.Fatalf("%q: %v is %d at the point, want %d", program, y, got, w)
			}
		}
	})
}

// FuzzAlgebraic builds numbers from bytes: no input panics, and z − z is 0.
func FuzzAlgebraic(f *testing.F) {
	f.Add([]byte("2s3s+6s-"))
	f.Add([]byte("52s6s*+s2s-3s-i*"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 40 {
			return
		}
		budget := NewBudget(1 << 18)
		stack := []*Algebraic{num(1)}
		for _, op := range program {
			z := stack[len(stack)-1]
			var err error
			switch {
			case op >= '0' && op <= '9':
				stack = append(stack, num(int64(op-'0')))
				continue
			case op == 'z':
				u, err := RootOfUnity(int64(len(stack)), 7)
				if err != nil {
					t.Fatal(err)
				}
				stack = append(stack, u)
				continue
			case op == 's':
				z, err = z.Root(2, budget)
			case op == 'r':
				z, err = z.Root(3, budget)
			case op == '/':
				z, err = z.Inv(budget)
			case op == 'c':
				z = z.Conj()
			case op == 'i':
				z = z.Im()
			case op == '^':
				z, err = z.PowInt(5, budget)
			case len(stack) > 1 && (op == '+' || op == '*' || op == '-'):
				y := stack[len(stack)-2]
				stack = stack[:len(stack)-1]
				switch op {
				case '+':
					z = z.Add(y)
				case '-':
					z = y.Sub(z)
				default:
					z = z.Mul(y)
				}
			}
			if err != nil && !errors.Is(err, ErrBudget) && !errors.Is(err, ErrDivision) {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			stack[len(stack)-1] = z
		}
		z := stack[len(stack)-1]
		twice := z.Add(z).Sub(num(2).Mul(z))
		if zero, err := twice.IsZero(budget); err == nil && !zero {
			t.Fatalf("z + z − 2z ≠ 0 for z = %v", z)
		}
	})
}
