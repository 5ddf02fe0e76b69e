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
