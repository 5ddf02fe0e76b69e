package expr

import "testing"

// TestHasOp compares the bits of a node with a walk through it.
func TestHasOp(t *testing.T) {
	p := NewPool()
	x := p.Symbol("x")
	for _, n := range []*Node{
		x, p.Int(2), p.Add(x, p.Int(1)), p.Make(OpMatrix, p.Pow(x, p.Int(2)), p.Apply("sin", x)),
		p.Make(OpIntegral, p.Mul(x, p.Constant(ConstPi)), x), p.Make(OpPartial, p.Make(OpUpper, x)),
	} {
		inside := map[Op]bool{}
		var all []Op
		Walk(n, func(m *Node) bool {
			if !inside[m.Op] {
				all = append(all, m.Op)
			}
			inside[m.Op] = true
			return true
		})
		for o := range opCount {
			if n.HasOp(o) != inside[o] {
				t.Errorf("%v has %v: %t", n, o, n.HasOp(o))
			}
		}
		if !n.HasOnly(all...) || n.HasOnly(all[1:]...) {
			t.Errorf("%v has other ops than %v", n, all)
		}
	}
	var none *Node
	if none.HasOp(OpAdd) {
		t.Error("nothing has an op")
	}
}

// TestPoolGrows makes more nodes than the first table has places for; each stays the only one.
func TestPoolGrows(t *testing.T) {
	p := NewPool()
	x := p.Symbol("x")
	made := map[int64]*Node{}
	for k := range int64(5 * firstTable) {
		made[k] = p.Add(x, p.Int(k))
	}
	count := p.Len()
	for k, n := range made {
		if p.Add(x, p.Int(k)) != n {
			t.Fatalf("x + %d was made twice", k)
		}
	}
	if p.Len() != count {
		t.Errorf("%d nodes, were %d", p.Len(), count)
	}
}

// TestHasFact looks for what is noted of a node in it and in what it stands in.
func TestHasFact(t *testing.T) {
	p := NewPool()
	x := p.Symbol("x")
	all := []Fact{FactZero, FactInfinite, FactMarked, FactStep, FactDecimal, FactSpecial}
	for _, c := range []struct {
		n    *Node
		fact Fact
	}{
		{p.Add(x, p.Int(1)), 0}, {p.Symbol(`\mu`), 0}, {p.Symbol("r_{0}"), 0}, {p.Apply("sin", x), 0}, {p.Constant(ConstPi), 0},
		{p.Int(0), FactZero}, {p.Constant(ConstInfinity), FactInfinite}, {p.Constant(ConstUndefined), FactInfinite},
		{p.Symbol("x'"), FactMarked}, {p.Symbol(`\bar{x}`), FactMarked}, {p.Symbol("x^{*}"), FactMarked}, {p.Symbol("{}^{14}C"), FactMarked},
		{p.MakeNamed(OpCall, "f'", x), FactMarked}, {p.Symbol("E_{±}"), FactMarked},
		{p.Apply("sign", x), FactStep}, {p.Apply("dirac_delta", x), FactSpecial}, {p.Apply("tr", x), FactSpecial},
	} {
		for _, f := range all {
			if want := c.fact == f; c.n.HasFact(f) != want || p.Pow(p.Add(c.n, x), p.Int(2)).HasFact(f) != want {
				t.Errorf("%v has fact %d: %t", c.n, f, !want)
			}
		}
	}
	var none *Node
	if none.HasFact(FactZero) {
		t.Error("nothing has a fact")
	}
}
