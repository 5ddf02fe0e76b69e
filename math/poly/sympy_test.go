package poly

import (
	"bufio"
	"encoding/json"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
)

// testdata/sympy.jsonl has one result of SymPy 1.14 a line ("roots" and "value" of mpmath 1.3 at
// 60 and 70 digits), for random and classical input: gcd, resultant, discriminant, factor_list, count_roots,
// minimal_polynomial, groebner, sqf_list, det and cancel, made primitive with positive leading coefficient where
// SymPy chooses another multiple. A polynomial in x, y, z, w is a list of
// [coefficient, exponents …], one in x the list of its coefficients, constant first.
type sympyCase struct {
	Op       string
	Name     string
	A, B, F  wirePoly
	List     []wirePoly
	Num, Den wirePoly
	Reduced  wirePoly
	RPN      string
	N, Real  int
	Out      json.RawMessage
}

type wirePoly json.RawMessage

func (w *wirePoly) UnmarshalJSON(b []byte) error { *w = slices.Clone(b); return nil }

func (w wirePoly) poly(t *testing.T, r *Ring) *Poly {
	t.Helper()
	var list [][]any
	if err := json.Unmarshal(w, &list); err != nil {
		t.Fatal(err)
	}
	p := r.Zero()
	for _, term := range list {
		c, ok := new(big.Rat).SetString(term[0].(string))
		if !ok {
			t.Fatalf("coefficient %v", term[0])
		}
		var e []int
		for _, x := range term[1:] {
			e = append(e, int(x.(float64)))
		}
		p = must(p.Add(must(r.Term(c, e...)), nil))
	}
	return p
}

func wireUni(t *testing.T, list []string) *Uni {
	t.Helper()
	var c []*big.Int
	for _, s := range list {
		n, ok := new(big.Int).SetString(s, 10)
		if !ok {
			t.Fatalf("coefficient %q", s)
		}
		c = append(c, n)
	}
	return NewUni(c...)
}

func (w wirePoly) uni(t *testing.T) *Uni {
	var list []string
	if err := json.Unmarshal(w, &list); err != nil {
		t.Fatal(err)
	}
	return wireUni(t, list)
}

func TestAgainstSymPy(t *testing.T) {
	file, err := os.Open("testdata/sympy.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := testRing(t, "x", "y", "z", "w")
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	counts := map[string]int{}
	for n := 1; lines.Scan(); n++ {
		var c sympyCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		check := sympyChecks[c.Op]
		if check == nil {
			t.Fatalf("line %d: op %q", n, c.Op)
		}
		counts[c.Op]++
		t.Run(c.Op, func(t *testing.T) { check(t, r, c) })
	}
	if len(counts) != len(sympyChecks) {
		t.Errorf("cases by op: %v", counts)
	}
}

var sympyChecks = map[string]func(*testing.T, *Ring, sympyCase){
	"gcd": func(t *testing.T, r *Ring, c sympyCase) {
		samePoly(t, must(c.A.poly(t, r).GCD(c.B.poly(t, r), nil)), wirePoly(c.Out).poly(t, r))
	},
	"resultant": func(t *testing.T, r *Ring, c sympyCase) {
		samePoly(t, must(c.A.poly(t, r).Resultant(c.B.poly(t, r), 0, nil)), wirePoly(c.Out).poly(t, r))
	},
	"discriminant": func(t *testing.T, r *Ring, c sympyCase) {
		samePoly(t, must(c.A.poly(t, r).Discriminant(0, nil)), wirePoly(c.Out).poly(t, r))
	},
	"factor": func(t *testing.T, _ *Ring, c sympyCase) {
		var want []string
		var lists [][]string
		if err := json.Unmarshal(c.Out, &lists); err != nil {
			t.Fatal(err)
		}
		for _, l := range lists {
			want = append(want, l[0]+" "+wireUni(t, l[1:]).String())
		}
		var got []string
		for _, f := range must(c.A.uni(t).Factor(NewBudget(1 << 24))) {
			got = append(got, big.NewInt(int64(f.Multiplicity)).String()+" "+f.Base.String())
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%v = %v, want %v", c.A.uni(t), got, want)
		}
	},
	"roots": func(t *testing.T, _ *Ring, c sympyCase) {
		var want [][2]string
		if err := json.Unmarshal(c.Out, &want); err != nil {
			t.Fatal(err)
		}
		u := c.A.uni(t)
		got, err := u.Roots(120, NewBudget(1<<26))
		if err != nil {
			t.Fatal(err)
		}
		reals := 0
		for _, z := range got {
			if z.Real {
				reals++
			}
			found := 0
			for _, w := range want {
				if nearRoot(t, z, w) {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%v: root %v + %v i is near %d of %v", u, z.Re.FloatString(30), z.Im.FloatString(30), found, want)
			}
		}
		if reals != c.Real || len(got) != len(want) {
			t.Errorf("%v: %d of %d roots are real, want %d of %d", u, reals, len(got), c.Real, len(want))
		}
	},
	"minpoly": func(t *testing.T, _ *Ring, c sympyCase) {
		got, err := evalRPN(c.RPN).MinPoly(NewBudget(1 << 24))
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if want := wirePoly(c.Out).uni(t); !got.Equal(want) {
			t.Errorf("%s: %v, want %v", c.Name, got, want)
		}
	},
	"value": func(t *testing.T, _ *Ring, c sympyCase) {
		var want [2]string
		if err := json.Unmarshal(c.Out, &want); err != nil {
			t.Fatal(err)
		}
		d := must(evalRPN(c.RPN).Approx(160, NewBudget(1<<24)))
		re, _ := new(big.Rat).SetString(want[0])
		im, _ := new(big.Rat).SetString(want[1])
		size := new(big.Rat).Add(new(big.Rat).Abs(re), new(big.Rat).Abs(im))
		limit, _ := new(big.Rat).SetString("2e-49")
		limit.Add(limit.Mul(limit, size), d.Rad)
		if re.Abs(re.Sub(re, d.Re)).Cmp(limit) > 0 || im.Abs(im.Sub(im, d.Im)).Cmp(limit) > 0 {
			t.Errorf("%s = %v + %v i, want %v", c.RPN, d.Re.FloatString(50), d.Im.FloatString(50), want)
		}
	},
	"groebner": func(t *testing.T, r *Ring, c sympyCase) {
		var relations []*Poly
		for _, w := range c.List {
			relations = append(relations, w.poly(t, r))
		}
		ideal, err := NewIdeal(r, relations, nil)
		if err != nil {
			t.Fatal(err)
		}
		var lists []wirePoly
		if err := json.Unmarshal(c.Out, &lists); err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, w := range lists {
			want = append(want, w.poly(t, r).String())
		}
		for _, p := range ideal.Basis() {
			got = append(got, p.String())
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("basis %v, want %v", got, want)
		}
		samePoly(t, must(ideal.Reduce(c.F.poly(t, r), nil)), c.Reduced.poly(t, r))
	},
	"sqf": func(t *testing.T, r *Ring, c sympyCase) {
		var want []struct {
			M int
			F wirePoly
		}
		if err := json.Unmarshal(c.Out, &want); err != nil {
			t.Fatal(err)
		}
		_, got, err := c.A.poly(t, r).SquareFree(nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(got, func(a, b Factor) int { return a.Multiplicity - b.Multiplicity })
		if len(got) != len(want) {
			t.Fatalf("%v: %d factors, want %d", c.A.poly(t, r), len(got), len(want))
		}
		for i, w := range want {
			if got[i].Multiplicity != w.M {
				t.Errorf("multiplicity %d, want %d", got[i].Multiplicity, w.M)
			}
			samePoly(t, got[i].Base, w.F.poly(t, r))
		}
	},
	"det": func(t *testing.T, r *Ring, c sympyCase) {
		m := make([][]*Poly, c.N)
		for i := range m {
			for j := range c.N {
				m[i] = append(m[i], c.List[i*c.N+j].poly(t, r))
			}
		}
		samePoly(t, must(Det(m, nil)), wirePoly(c.Out).poly(t, r))
	},
	"cancel": func(t *testing.T, r *Ring, c sympyCase) {
		got := must(NewFrac(c.A.poly(t, r), c.B.poly(t, r), nil))
		num, den := c.Num.poly(t, r), c.Den.poly(t, r)
		if want := must(NewFrac(num, den, nil)); !got.Equal(want) {
			t.Errorf("%v, want %v", got, want)
		}
		if got.Num().Len() != num.Len() || got.Den().Len() != den.Len() {
			t.Errorf("%v is not in lowest terms: %v/%v is", got, num, den)
		}
	},
}

func samePoly(t *testing.T, got, want *Poly) {
	t.Helper()
	if !got.Equal(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// nearRoot reports whether z and the decimal root differ by less than 10⁻²⁵ relatively.
func nearRoot(t *testing.T, z Root, w [2]string) bool {
	t.Helper()
	re, ok1 := new(big.Rat).SetString(w[0])
	im, ok2 := new(big.Rat).SetString(w[1])
	if !ok1 || !ok2 {
		t.Fatalf("root %v", w)
	}
	size := new(big.Rat).Add(new(big.Rat).Abs(re), new(big.Rat).Abs(im))
	d := new(big.Rat).Abs(re.Sub(re, z.Re))
	d.Add(d, im.Abs(im.Sub(im, z.Im)))
	limit, _ := new(big.Rat).SetString("1e-25")
	return d.Cmp(limit.Mul(limit, size.Add(size, big.NewRat(1, 1e9)))) < 0
}

// evalRPN reads integers, + - * /, s (square root), r (x n r: n-th root) and c (p q c: cos πp/q).
func evalRPN(s string) *Algebraic {
	var stack []*Algebraic
	pop := func() *Algebraic {
		z := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return z
	}
	integer := func() int64 {
		q, _ := pop().Rat()
		return q.Num().Int64()
	}
	for _, word := range strings.Fields(s) {
		switch word {
		case "+":
			stack = append(stack, pop().Add(pop()))
		case "*":
			stack = append(stack, pop().Mul(pop()))
		case "-":
			y := pop()
			stack = append(stack, pop().Sub(y))
		case "/":
			y := pop()
			stack = append(stack, must(pop().Div(y, nil)))
		case "s":
			stack = append(stack, sqrt(pop()))
		case "r":
			n := integer()
			stack = append(stack, root(pop(), int(n)))
		case "c":
			q := integer()
			stack = append(stack, cosPi(integer(), q))
		default:
			n, _ := new(big.Int).SetString(word, 10)
			stack = append(stack, NewAlgebraic(new(big.Rat).SetInt(n)))
		}
	}
	return pop()
}
