package expr_test

import (
	"math/cmplx"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
)

// The value after a substitution is the value at the substituted point.
func TestSubstValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		draw := generator(p)
		n, v := draw(t, 3), draw(t, 2)
		at := map[string]complex128{"x": complex(rapid.Float64Range(-2, 2).Draw(t, "x"), 1), "y": complex(1, rapid.Float64Range(-2, 2).Draw(t, "y")), "z": 0.7}
		replaced := expr.Subst(p, n, map[*expr.Node]*expr.Node{p.Symbol("x"): v})
		inner, ok := evaluate(v, at)
		if !ok {
			return
		}
		got, ok := evaluate(replaced, at)
		if !ok {
			return
		}
		at["x"] = inner
		if want, ok := evaluate(n, at); ok && cmplx.Abs(got-want) > 1e-9*(1+cmplx.Abs(want)) {
			t.Fatalf("%s with x = %s is %s: %v, want %v", n, v, replaced, got, want)
		}
	})
}

func TestSubstScopes(t *testing.T) {
	p := expr.NewPool()
	for _, c := range []struct{ source, what, by, want string }{
		{"Integral(x*t, (t, 0, t))", "t", "2", "Integral(x*t, (t, 0, 2))"},
		{"Sum(x**k, (k, 0, n))", "x", "k", "Sum(k**m, (m, 0, n))"},
		{"Sum(x**k, (k, 0, n))", "n", "k", "Sum(x**m, (m, 0, k))"},
		{"Integral(Integral(x*y*a, (x, 0, y)), (y, 0, 1))", "a", "x*y", "Integral(Integral(u*v*(x*y), (u, 0, v)), (v, 0, 1))"},
		{"f(x) + x", "f(x)", "x**2", "x**2 + x"},
	} {
		got := expr.Subst(p, parse(t, p, c.source), map[*expr.Node]*expr.Node{parse(t, p, c.what): parse(t, p, c.by)})
		if a, b := expr.Canon(p, got, nil), expr.Canon(p, parse(t, p, c.want), nil); a != b {
			t.Errorf("%s with %s = %s: %s, want %s", c.source, c.what, c.by, got, c.want)
		}
	}
}

func TestFreeSymbols(t *testing.T) {
	p := expr.NewPool()
	for source, want := range map[string]string{
		"x + f(y)": "[x y]", "Integral(x*t, (t, 0, t + a))": "[a t x]", "Sum(k, (k, 1, n))": "[n]", "Limit(sin(x)/x, x, x)": "[x]",
		"ConditionSet(x, x < y)": "[y]", "Derivative(f(x), x)": "[x]", "pi*I": "[]", "Integral(Integral(x*y, (x, 0, y)), (y, 0, x))": "[x]",
	} {
		got := "["
		for k, s := range expr.FreeSymbols(parse(t, p, source)) {
			if k > 0 {
				got += " "
			}
			got += s.Name
		}
		if got += "]"; got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

// Walk visits a shared part once.
func TestWalk(t *testing.T) {
	p := expr.NewPool()
	n := p.Symbol("x")
	for range 100 {
		n = p.Add(n, n)
	}
	if got := expr.Size(n); got != 101 {
		t.Errorf("%d nodes", got)
	}
	visits := 0
	expr.Walk(n, func(*expr.Node) bool { visits++; return false })
	if visits != 1 {
		t.Errorf("%d visits although the first said stop", visits)
	}
}
