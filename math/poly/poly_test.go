package poly

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func testRing(t rapid.TB, names ...string) *Ring {
	t.Helper()
	r, err := NewRing(names...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// must is for results whose error would be a failure of the test itself.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// drawPoly draws a polynomial with up to terms terms of degree up to degree in each variable.
func drawPoly(t *rapid.T, r *Ring, terms, degree int, label string) *Poly {
	p := r.Zero()
	for range rapid.IntRange(0, terms).Draw(t, label+" terms") {
		c := big.NewRat(rapid.Int64Range(-30, 30).Draw(t, "num"), rapid.Int64Range(1, 6).Draw(t, "den"))
		e := make([]int, r.Len())
		for i := range e {
			e[i] = rapid.IntRange(0, degree).Draw(t, "exponent")
		}
		p = must(p.Add(must(r.Term(c, e...)), nil))
	}
	return p
}

func TestRingAxioms(t *testing.T) {
	r := testRing(t, "x", "y", "z", "u", "v")
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawPoly(t, r, 5, 3, "a"), drawPoly(t, r, 5, 3, "b"), drawPoly(t, r, 5, 3, "c")
		same := func(what string, p, q *Poly) {
			if !p.Equal(q) {
				t.Fatalf("%s: %v ≠ %v", what, p, q)
			}
		}
		same("a+b = b+a", must(a.Add(b, nil)), must(b.Add(a, nil)))
		same("ab = ba", must(a.Mul(b, nil)), must(b.Mul(a, nil)))
		same("(ab)c = a(bc)", must(must(a.Mul(b, nil)).Mul(c, nil)), must(a.Mul(must(b.Mul(c, nil)), nil)))
		same("a(b+c) = ab+ac", must(a.Mul(must(b.Add(c, nil)), nil)), must(must(a.Mul(b, nil)).Add(must(a.Mul(c, nil)), nil)))
		same("a−a = 0", must(a.Sub(a, nil)), r.Zero())
		same("a³ = aaa", must(a.Pow(3, nil)), must(must(a.Mul(a, nil)).Mul(a, nil)))
		product := must(a.Mul(b, nil))
		same("(ab)' = a'b + ab'", product.Diff(1), must(sumOfProducts(a.Diff(1), b, a, b.Diff(1), NewBudget(1e6))))
		if !b.IsZero() {
			q, exact, err := product.Div(b, nil)
			if err != nil || !exact {
				t.Fatalf("b does not divide ab: %v", err)
			}
			same("ab/b = a", q, a)
		}
	})
}

// Products against evaluation, which shares no code with them.
func TestEvaluationIsAHomomorphism(t *testing.T) {
	r := testRing(t, "x", "y", "z")
	f := Mersenne()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPoly(t, r, 6, 4, "a"), drawPoly(t, r, 6, 4, "b")
		ab := must(a.Mul(b, nil))
		x := make([]*big.Rat, 3)
		m := make([]uint64, 3)
		for i := range x {
			x[i] = big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "n"), rapid.Int64Range(1, 9).Draw(t, "d"))
			m[i], _ = f.FromRat(x[i])
		}
		want := new(big.Rat).Mul(must(a.Eval(x, nil)), must(b.Eval(x, nil)))
		if got := must(ab.Eval(x, nil)); got.Cmp(want) != 0 {
			t.Fatalf("(ab)(x) = %v, a(x)b(x) = %v", got, want)
		}
		wantMod, _ := f.FromRat(want)
		if got, ok := ab.EvalMod(f, m); !ok || got != wantMod {
			t.Fatalf("(ab)(x) mod p = %d, want %d", got, wantMod)
		}
		s := must(a.Subst(0, r.Rat(x[0]), nil))
		if got, want := must(s.Eval(x, nil)), must(a.Eval(x, nil)); got.Cmp(want) != 0 {
			t.Fatalf("substitution gives %v, evaluation %v", got, want)
		}
	})
}

func TestGCD(t *testing.T) {
	r := testRing(t, "x", "y", "z", "w")
	rapid.Check(t, func(t *rapid.T) {
		f, g, h := drawPoly(t, r, 3, 2, "f"), drawPoly(t, r, 3, 2, "g"), drawPoly(t, r, 4, 2, "h")
		fh, gh := must(f.Mul(h, nil)), must(g.Mul(h, nil))
		b := NewBudget(1 << 28)
		got, fg := must(fh.GCD(gh, b)), must(f.GCD(g, b))
		_, want := must(fg.Mul(h, nil)).Primitive()
		if !got.Equal(want) {
			t.Fatalf("gcd(fh, gh) = %v, h gcd(f, g) = %v", got, want)
		}
		for _, p := range []*Poly{f, g} {
			if fg.IsZero() {
				continue
			}
			if _, ok, err := p.Div(fg, nil); err != nil || !ok {
				t.Fatalf("gcd %v does not divide %v: %v", fg, p, err)
			}
		}
	})
}

func TestBudget(t *testing.T) {
	r := testRing(t, "a", "b", "c", "d")
	sum := r.Zero()
	for i := range r.Len() {
		sum = must(sum.Add(r.Var(i), nil))
	}
	if _, err := sum.Pow(200, nil); !errors.Is(err, ErrBudget) {
		t.Errorf("(a+b+c+d)^200: %v, want ErrBudget", err)
	}
	if p, err := sum.Pow(8, nil); err != nil || p.Len() != 165 {
		t.Errorf("(a+b+c+d)^8: %v", err)
	}
	if _, err := r.Var(0).Pow(40000, nil); !errors.Is(err, ErrBudget) {
		t.Errorf("a^40000: %v, want ErrBudget", err)
	}
	two := r.Int(2)
	for range 20 {
		var err error
		if two, err = two.Pow(1000, nil); err != nil {
			if !errors.Is(err, ErrBudget) {
				t.Errorf("2^1000^…: %v", err)
			}
			return
		}
	}
	t.Error("2^(1000^20) was computed")
}

func TestFractionField(t *testing.T) {
	r := testRing(t, "x", "y", "z")
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) *Frac {
			d := drawPoly(t, r, 2, 2, label)
			if d.IsZero() {
				d = r.Int(3)
			}
			return must(NewFrac(drawPoly(t, r, 3, 2, label), d, NewBudget(1<<26)))
		}
		a, b, c := draw("a"), draw("b"), draw("c")
		budget := NewBudget(1 << 28)
		left := must(must(a.Add(b, budget)).Mul(c, budget))
		right := must(must(a.Mul(c, budget)).Add(must(b.Mul(c, budget)), budget))
		if !left.Equal(right) {
			t.Fatalf("(a+b)c = %v, ac+bc = %v", left, right)
		}
		if !a.IsZero() {
			if unit := must(a.Div(a, budget)); unit.String() != "1" {
				t.Fatalf("a/a = %v", unit)
			}
		}
		if d := must(must(a.Add(b, budget)).Sub(b, budget)); !d.Equal(a) {
			t.Fatalf("a+b−b = %v, a = %v", d, a)
		}
	})
}

func BenchmarkMul(b *testing.B) {
	r := testRing(b, "x", "y", "z")
	s := r.Int(1)
	for i := range 3 {
		s = must(s.Add(r.Var(i), nil))
	}
	p := must(s.Pow(8, nil))
	for b.Loop() {
		must(p.Mul(p, nil))
	}
}

func BenchmarkGCD(b *testing.B) {
	r := testRing(b, "x", "y", "z", "u")
	s := r.Int(1)
	for i := range 4 {
		s = must(s.Add(r.Var(i), nil))
	}
	h := must(s.Pow(2, nil))
	f := must(h.Mul(must(s.Add(r.Int(1), nil)), nil))
	g := must(h.Mul(must(must(s.Add(r.Var(0), nil)).Pow(2, nil)), nil))
	for b.Loop() {
		must(f.GCD(g, NewBudget(1<<30)))
	}
}

// The rational zero test with all of the work done exactly: −g³/(16π²)·(11N/3 − 2n/3)
// against g³(2n − 11N)/(48π²), with π as a variable.
func BenchmarkFracZeroTest(b *testing.B) {
	r := testRing(b, "g", "N", "n", "pi")
	g, N, n, pi := r.Var(0).Frac(), r.Var(1).Frac(), r.Var(2).Frac(), r.Var(3).Frac()
	c := func(p, q int64) *Frac { return r.Rat(big.NewRat(p, q)).Frac() }
	for b.Loop() {
		g3 := must(g.Pow(3, nil))
		pi2 := must(pi.Pow(2, nil))
		left := must(must(c(11, 3).Mul(N, nil)).Sub(must(c(2, 3).Mul(n, nil)), nil))
		left = must(must(must(g3.Div(must(c(16, 1).Mul(pi2, nil)), nil)).Mul(left, nil)).Mul(c(-1, 1), nil))
		right := must(must(c(2, 1).Mul(n, nil)).Sub(must(c(11, 1).Mul(N, nil)), nil))
		right = must(must(g3.Mul(right, nil)).Div(must(c(48, 1).Mul(pi2, nil)), nil))
		if !must(left.Sub(right, nil)).IsZero() {
			b.Fatal(left, right)
		}
	}
}

// The rationalised sum of three propagators 1/(s − mᵢ²) against its expansion.
func BenchmarkFracSum(b *testing.B) {
	r := testRing(b, "s", "a", "b", "c")
	for b.Loop() {
		sum := r.Zero().Frac()
		for i := 1; i <= 3; i++ {
			m2 := must(r.Var(i).Pow(2, nil))
			p := must(must(r.Var(0).Sub(m2, nil)).Frac().Inv())
			sum = must(sum.Add(p, nil))
		}
		if sum.Den().Len() != 8 {
			b.Fatal(sum)
		}
	}
}

// Coefficients of a hundred digits need many primes; a common leading coefficient needs its scale.
func TestGCDOfLargeCoefficients(t *testing.T) {
	r := testRing(t, "x", "y")
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) *Poly {
			p := drawPoly(t, r, 3, 2, label)
			c := new(big.Int).Lsh(big.NewInt(rapid.Int64Range(1, 1<<40).Draw(t, "c")), uint(rapid.IntRange(0, 300).Draw(t, "shift")))
			c.Add(c, big.NewInt(rapid.Int64Range(1, 99).Draw(t, "low")))
			return must(p.Add(must(r.Term(new(big.Rat).SetInt(c), rapid.IntRange(0, 3).Draw(t, "e"))), nil))
		}
		f, g, h := draw("f"), draw("g"), draw("h")
		b := NewBudget(1 << 28)
		got := must(must(f.Mul(h, b)).GCD(must(g.Mul(h, b)), b))
		_, want := must(must(f.GCD(g, b)).Mul(h, b)).Primitive()
		if !got.Equal(want) {
			t.Fatalf("gcd(fh, gh) = %v, h·gcd(f, g) = %v", got, want)
		}
	})
}

// (u/v)′ = u′/v − uv′/v², and values agree with the quotient of values.
func TestFracCalculus(t *testing.T) {
	r := testRing(t, "x", "y")
	rapid.Check(t, func(t *rapid.T) {
		u, v := drawPoly(t, r, 3, 2, "u"), drawPoly(t, r, 3, 2, "v")
		if v.IsZero() {
			return
		}
		b := NewBudget(1 << 26)
		q := must(NewFrac(u, v, b))
		left := must(q.Diff(0, b))
		right := must(u.Diff(0).Frac().Div(v.Frac(), b))
		second := must(u.Frac().Mul(v.Diff(0).Frac(), b))
		right = must(right.Sub(must(second.Mul(must(v.Frac().Pow(-2, b)), b)), b))
		if !left.Equal(right) {
			t.Fatalf("(%v)′ = %v, want %v", q, left, right)
		}
		x := []*big.Rat{big.NewRat(3, 7), big.NewRat(-5, 2)}
		value, err := q.Eval(x, b)
		if errors.Is(err, ErrDivision) {
			return
		}
		den := must(v.Eval(x, b))
		if den.Sign() != 0 && value.Cmp(new(big.Rat).Quo(must(u.Eval(x, b)), den)) != 0 {
			t.Fatalf("%v is %v at %v", q, value, x)
		}
	})
	if _, err := r.Zero().Frac().Pow(-1, nil); !errors.Is(err, ErrDivision) {
		t.Errorf("1/0: %v", err)
	}
}

func TestPolyAccessors(t *testing.T) {
	r := testRing(t, "x", "y")
	p := must(must(r.Term(big.NewRat(3, 2), 2, 1)).Sub(r.Int(1), nil))
	if p.String() != "3/2*x**2*y - 1" || p.TotalDegree() != 3 || p.Degree(1) != 1 || p.Lead().RatString() != "3/2" || p.Len() != 2 {
		t.Errorf("%v: total degree %d, degree %d, lead %v, %d terms", p, p.TotalDegree(), p.Degree(1), p.Lead(), p.Len())
	}
	again := r.Zero()
	for c, e := range p.Terms {
		again = must(again.Add(must(r.Term(c, e...)), nil))
	}
	if !again.Equal(p) {
		t.Errorf("terms of %v add to %v", p, again)
	}
	if _, ok := p.Uni(0); ok {
		t.Error("x²y is called a polynomial in x")
	}
	square := must(must(r.Var(1).Add(r.Rat(big.NewRat(1, 2)), nil)).Pow(2, nil))
	u, ok := square.Uni(1)
	if !ok || u.String() != "4*x**2 + 4*x + 1" {
		t.Errorf("%v as a polynomial in y: %v", square, u)
	}
	if d := must(UniInt64(1, 3, 1).Discriminant(nil)); d.Int64() != 5 {
		t.Errorf("the discriminant of x²+3x+1 is %v", d)
	}
	other := testRing(t, "x", "y")
	if _, err := p.Add(other.Var(0), nil); !errors.Is(err, ErrRing) {
		t.Errorf("sum over two rings: %v", err)
	}
	if _, err := NewRing("x", "x"); err == nil {
		t.Error("a ring with x twice")
	}
	if _, err := r.Term(big.NewRat(1, 1), -1); err == nil {
		t.Error("a negative exponent")
	}
}

// Renaming to another ring and back changes nothing, and values go along.
func TestIn(t *testing.T) {
	r, s := testRing(t, "x", "y", "z"), testRing(t, "a", "z", "y", "b", "c", "x")
	to := []int{5, 2, 1}
	back := []int{3, 2, 1, 4, 5, 0}
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPoly(t, r, 6, 3, "p"), drawPoly(t, r, 3, 3, "q")
		product := must(must(p.In(s, to)).Mul(must(q.In(s, to)), nil))
		if want := must(must(p.Mul(q, nil)).In(s, to)); !product.Equal(want) {
			t.Fatalf("%v, want %v", product, want)
		}
		larger := testRing(t, "x", "y", "z", "a", "b", "c")
		if again := must(must(p.In(s, to)).In(larger, back)); again.String() != p.String() {
			t.Fatalf("%v came back as %v", p, again)
		}
	})
	if _, err := r.Var(0).In(s, []int{0, 0, 1}); err == nil {
		t.Error("two variables in one place")
	}
}
