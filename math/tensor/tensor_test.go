package tensor_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/tensor"
)

// Exchanging the sides changes no verdict, and a second run gives the same bytes.
func TestSymmetricAndDeterministic(t *testing.T) {
	for _, p := range allPairs(t) {
		q, err := prepare(p)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		first, again := q.compare(), q.compare()
		if fmt.Sprint(first) != fmt.Sprint(again) {
			t.Errorf("%s: two runs differ:\n%v\n%v", p.ID, first, again)
		}
		q.ref, q.cand = q.cand, q.ref
		if back := q.compare(); back.Verdict != first.Verdict {
			t.Errorf("%s: %s | %s: %v, exchanged %v %v", p.ID, p.Reference, p.Candidate, first.Verdict, back.Verdict, back)
		}
	}
}

// A side is equal to itself, and to its double only if it is zero.
func TestReflexive(t *testing.T) {
	for _, p := range allPairs(t) {
		q, err := prepare(p)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		for _, side := range []*expr.Node{q.ref, q.cand} {
			if r := tensor.Compare(q.pool, side, side, q.ctx); r.Verdict != tensor.Equal && r.Verdict != tensor.NotApplicable {
				t.Errorf("%s: %s: %v with itself: %s", p.ID, side, r.Verdict, r.Message)
			}
			if side.Op == expr.OpRelation || side.Op == expr.OpDirectSum || side.Op == expr.OpTensorProduct {
				continue
			}
			double := q.pool.Mul(q.pool.Int(2), side)
			zero := tensor.Compare(q.pool, side, q.pool.Int(0), q.ctx).Verdict == tensor.Equal
			if r := tensor.Compare(q.pool, side, double, q.ctx); r.Verdict == tensor.Equal && !zero {
				t.Errorf("%s: %s: equal to its double", p.ID, side)
			}
		}
	}
}

// The evidence of a refutation by components is an assignment at which the values differ.
func TestWitnesses(t *testing.T) {
	n := 0
	for _, p := range allPairs(t) {
		q, err := prepare(p)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		r := q.compare()
		if r.Verdict != tensor.Different {
			continue
		}
		n++
		if r.Message == "" || r.Evidence["reference"] == r.Evidence["candidate"] {
			t.Errorf("%s: different without a witness: %+v", p.ID, r)
		}
	}
	if n < 100 {
		t.Errorf("only %d pairs are different", n)
	}
}

// builder makes nodes where the reader of formulas would be in the way.
type builder struct{ *expr.Pool }

func (b builder) indexed(head string, indices ...string) *expr.Node {
	args := []*expr.Node{b.Symbol(head)}
	for _, i := range indices {
		op := expr.OpUpper
		if i[0] == '_' {
			op, i = expr.OpLower, i[1:]
		}
		args = append(args, b.Make(op, b.Symbol(i)))
	}
	return b.Make(expr.OpIndexed, args...)
}

// A trace does not change when its word is rotated or, without γ⁵, reversed.
func TestTraceIsCyclic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := builder{expr.NewPool()}
		letters := rapid.SliceOfN(rapid.IntRange(0, 5), 2, 6).Draw(t, "letters")
		count := map[int]int{}
		var word []*expr.Node
		for _, l := range letters {
			name := []string{`\mu`, `\nu`, `\rho`, `\sigma`}[l%4]
			if count[l]++; l >= 4 || count[l] > 2 {
				word = append(word, b.Make(expr.OpSlashed, b.Symbol(string(rune('p'+l)))))
				continue
			}
			if count[l] == 2 {
				name = "_" + name
			}
			word = append(word, b.indexed(`\gamma`, name))
		}
		k := rapid.IntRange(1, len(word)-1).Draw(t, "rotation")
		rotated := append(append([]*expr.Node(nil), word[k:]...), word[:k]...)
		reversed := make([]*expr.Node, len(word))
		for i, w := range word {
			reversed[len(word)-1-i] = w
		}
		ctx := tensor.Context{Dimension: b.Symbol("d")}
		for _, other := range [][]*expr.Node{rotated, reversed} {
			r := tensor.Compare(b.Pool, b.Apply("tr", b.Mul(word...)), b.Apply("tr", b.Mul(other...)), ctx)
			if r.Verdict != tensor.Equal {
				t.Fatalf("%v | %v: %v %s", word, other, r.Verdict, r.Message)
			}
		}
	})
}

// [A, BC] = [A, B]C + B[A, C] for words of free and of canonical operators.
func TestLeibniz(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := builder{expr.NewPool()}
		x, p := b.Symbol(`\hat{x}`), b.Symbol(`\hat{p}`)
		word := func(label string) *expr.Node {
			out := []*expr.Node{b.Int(1)}
			for _, l := range rapid.SliceOfN(rapid.IntRange(0, 2), 1, 3).Draw(t, label) {
				out = append(out, []*expr.Node{x, p, b.Symbol(`\hat{A}`)}[l])
			}
			return b.Mul(out...)
		}
		ctx := tensor.Context{
			Operators:   map[string]bool{`\hat{A}`: true},
			Commutators: []*expr.Node{b.MakeNamed(expr.OpRelation, expr.RelEqual, b.Make(expr.OpCommutator, x, p), b.Mul(b.Constant(expr.ConstI), b.Symbol(`\hbar`)))},
		}
		l, m, n := word("a"), word("b"), word("c")
		left := b.Make(expr.OpCommutator, l, b.Mul(m, n))
		right := b.Add(b.Mul(b.Make(expr.OpCommutator, l, m), n), b.Mul(m, b.Make(expr.OpCommutator, l, n)))
		if r := tensor.Compare(b.Pool, left, right, ctx); r.Verdict != tensor.Equal {
			t.Fatalf("%s | %s: %v %s", left, right, r.Verdict, r.Message)
		}
		wrong := b.Add(right, b.Number(big.NewRat(1, 7)))
		if r := tensor.Compare(b.Pool, left, wrong, ctx); r.Verdict != tensor.Different {
			t.Fatalf("%s | %s: %v %s", left, wrong, r.Verdict, r.Message)
		}
	})
}

// What a declared commutator makes an operator is one, and numbers are left to others.
func TestApplies(t *testing.T) {
	for _, c := range []struct {
		pair string
		want bool
	}{
		{`{"reference":"\\hat x\\hat p","candidate":"\\hat p\\hat x","context":{"commutators":["[\\hat x,\\hat p]=i\\hbar"]}}`, true},
		{`{"reference":"\\hbar\\omega","candidate":"\\omega","context":{"commutators":["[\\hat x,\\hat p]=i\\hbar"]}}`, false},
		{`{"reference":"(\\gamma^5)^2","candidate":"1","context":{"relations":["\\gamma^5=i\\gamma^0\\gamma^1\\gamma^2\\gamma^3"]}}`, true},
		{`{"reference":"\\gamma^5","candidate":"1"}`, false},
		{`{"reference":"\\sigma_x\\sigma_y","candidate":"i\\sigma_z"}`, true},
		{`{"reference":"\\mathbf{a}\\cdot\\mathbf{b}","candidate":"ab"}`, false},
		{`{"reference":"p_\\mu p^\\mu","candidate":"p^2"}`, true},
		{`{"reference":"x^2","candidate":"x"}`, false},
		{`{"reference":"SU(2)","candidate":"SO(3)"}`, true},
		{`{"reference":"\\mathbf{3}\\otimes\\mathbf{3}","candidate":"\\mathbf{6}"}`, true},
	} {
		q, err := prepare(parsePair(t, []byte(c.pair)))
		if err != nil {
			t.Fatal(err)
		}
		if got := tensor.Applies(q.pool, q.ref, q.cand, q.ctx); got != c.want {
			t.Errorf("%s: %v", c.pair, got)
		}
	}
}

// The coefficients that only the caller can decide go to the caller.
func TestScalarZero(t *testing.T) {
	b := builder{expr.NewPool()}
	x := b.Symbol("x")
	square := func(f string) *expr.Node { return b.Pow(b.Apply(f, x), b.Int(2)) }
	ref := b.Mul(b.Add(square("sin"), square("cos")), b.indexed("p", `\mu`))
	asked := 0
	for _, c := range []struct {
		zero, known bool
		want        tensor.Verdict
	}{{true, true, tensor.Equal}, {false, true, tensor.Different}, {false, false, tensor.Undecided}} {
		ctx := tensor.Context{ScalarZero: func(*expr.Node) (bool, bool) { asked++; return c.zero, c.known }}
		if r := tensor.Compare(b.Pool, ref, b.indexed("p", `\mu`), ctx); r.Verdict != c.want {
			t.Errorf("zero %v, known %v: %v, want %v: %s", c.zero, c.known, r.Verdict, c.want, r.Message)
		}
	}
	if asked == 0 {
		t.Error("the caller was never asked")
	}
}

func ExampleCompare() {
	pool := expr.NewPool()
	gamma := func(op expr.Op, index string) *expr.Node {
		return pool.Make(expr.OpIndexed, pool.Symbol(`\gamma`), pool.Make(op, pool.Symbol(index)))
	}
	d := pool.Symbol("d")
	ref := pool.Mul(gamma(expr.OpUpper, `\mu`), gamma(expr.OpUpper, `\nu`), gamma(expr.OpLower, `\mu`))
	for _, factor := range []int64{2, 4} {
		cand := pool.Mul(pool.Sub(pool.Int(factor), d), gamma(expr.OpUpper, `\nu`))
		r := tensor.Compare(pool, ref, cand, tensor.Context{Dimension: d})
		fmt.Println(r.Verdict, "by", r.Method)
	}
	// Output:
	// equal by normal form
	// different by components
}
