package equal

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// reachable lists the expressions inside the roots, arguments before their parents, without
// recursion: depth is no danger.
func reachable(roots ...*expr.Node) []*expr.Node {
	largest := -1
	for _, r := range roots {
		if r != nil {
			largest = max(largest, r.ID)
		}
	}
	// Arguments have smaller numbers, so one bit each suffices, most often on the stack.
	var words [16]uint64
	seen := words[:]
	if largest/64 >= len(seen) {
		seen = make([]uint64, largest/64+1)
	}
	var list, room [32]*expr.Node // enough for most, on the stack
	all := list[:0]
	stack := append(room[:0], roots...)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n == nil || seen[n.ID/64]&(1<<(n.ID%64)) != 0 {
			continue
		}
		seen[n.ID/64] |= 1 << (n.ID % 64)
		all = append(all, n)
		stack = append(stack, n.Args...)
	}
	sortByID(all)
	return slices.Clone(all)
}

// sortByID puts arguments before what they stand in. A walk from the top lists them nearly in
// the reverse order, which is undone first: insertion is then cheap.
func sortByID(all []*expr.Node) {
	slices.Reverse(all)
	if len(all) > 48 {
		slices.SortFunc(all, func(a, b *expr.Node) int { return a.ID - b.ID })
		return
	}
	for i := 1; i < len(all); i++ {
		n, j := all[i], i
		for ; j > 0 && all[j-1].ID > n.ID; j-- {
			all[j] = all[j-1]
		}
		all[j] = n
	}
}

// contains reports whether an expression with the property is inside n.
func contains(n *expr.Node, property func(*expr.Node) bool) bool {
	if n != nil && len(n.Args) == 0 {
		return property(n)
	}
	found := false
	expr.Walk(n, func(m *expr.Node) bool {
		found = found || property(m)
		return !found
	})
	return found
}

// containsAmong is contains for a property that only expressions of the given operations can
// have: what has none of them inside is passed by.
func containsAmong(n *expr.Node, property func(*expr.Node) bool, ops ...expr.Op) bool {
	if !n.HasOp(ops...) {
		return false
	}
	found := false
	expr.Walk(n, func(m *expr.Node) bool {
		if found || !m.HasOp(ops...) {
			return false
		}
		found = property(m)
		return !found
	})
	return found
}

// mentions reports whether x occurs in n.
func mentions(n, x *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool { return m == x })
}

func containsOp(n *expr.Node, ops ...expr.Op) bool {
	return n.HasOp(ops...)
}

// rewrite replaces every expression inside root from the inside out: f gets a node whose
// arguments have been rewritten.
func rewrite(pool *expr.Pool, root *expr.Node, f func(*expr.Node) *expr.Node) *expr.Node {
	made := make([]*expr.Node, root.ID+1)
	for _, n := range reachable(root) {
		args := n.Args
		for i, a := range n.Args {
			if b := made[a.ID]; b != a {
				if &args[0] == &n.Args[0] {
					args = slices.Clone(n.Args)
				}
				args[i] = b
			}
		}
		made[n.ID] = f(pool.With(n, args))
	}
	return made[root.ID]
}

// factorsOf are the factors of a product; anything else is its own. They are not to be changed.
func factorsOf(n *expr.Node) []*expr.Node { return operandsOf(expr.OpMul, n) }

// termsOf are the terms of a sum, in the same way.
func termsOf(n *expr.Node) []*expr.Node { return operandsOf(expr.OpAdd, n) }

func operandsOf(op expr.Op, n *expr.Node) []*expr.Node {
	if n.Op == op {
		return n.Args
	}
	return []*expr.Node{n}
}

func isNumber(n *expr.Node) bool { return n.Op == expr.OpNumber }

func isInt(n *expr.Node, k int64) bool {
	return n.Op == expr.OpNumber && n.Rat.IsInt() && n.Rat.Num().IsInt64() && n.Rat.Num().Int64() == k
}

// smallInt is the value of an integer literal of moderate size.
func smallInt(n *expr.Node) (int64, bool) {
	if n.Op != expr.OpNumber || !n.Rat.IsInt() || !n.Rat.Num().IsInt64() {
		return 0, false
	}
	k := n.Rat.Num().Int64()
	return k, k > -1<<31 && k < 1<<31
}

func isConstant(n *expr.Node, name string) bool {
	return n.Op == expr.OpConstant && n.Name == name
}

// builder writes sums, products and powers without the trivial parts 0 and 1. It is used
// where the engine itself makes expressions (derivatives, components), so that they stay
// small; what a text says is never simplified by it.
type builder struct{ *expr.Pool }

func (b builder) add(terms ...*expr.Node) *expr.Node {
	var kept []*expr.Node
	for _, t := range terms {
		switch {
		case isInt(t, 0) && t.Digits == 0:
		case t.Op == expr.OpAdd:
			kept = append(kept, t.Args...)
		default:
			kept = append(kept, t)
		}
	}
	switch len(kept) {
	case 0:
		return b.Int(0)
	case 1:
		return kept[0]
	}
	return b.Add(kept...)
}

func (b builder) mul(factors ...*expr.Node) *expr.Node {
	c := big.NewRat(1, 1)
	var kept []*expr.Node
	var put func(f *expr.Node)
	put = func(f *expr.Node) {
		switch {
		case isNumber(f) && f.Digits == 0 && f.Rat.Num().BitLen() < 256 && c.Num().BitLen() < 1024:
			c = new(big.Rat).Mul(c, f.Rat)
		case f.Op == expr.OpMul:
			for _, g := range f.Args {
				put(g)
			}
		default:
			kept = append(kept, f)
		}
	}
	for _, f := range factors {
		put(f)
	}
	if c.Sign() == 0 {
		return b.Int(0)
	}
	if len(kept) == 0 || c.Num().Cmp(c.Denom()) != 0 {
		kept = append([]*expr.Node{b.Number(c)}, kept...)
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return b.Mul(kept...)
}

func (b builder) neg(a *expr.Node) *expr.Node    { return b.mul(b.Int(-1), a) }
func (b builder) sub(a, c *expr.Node) *expr.Node { return b.add(a, b.neg(c)) }
func (b builder) div(a, c *expr.Node) *expr.Node { return b.mul(a, b.pow(c, b.Int(-1))) }

func (b builder) pow(a, e *expr.Node) *expr.Node {
	switch {
	case isInt(e, 1) && e.Digits == 0:
		return a
	case isInt(e, 0) && e.Digits == 0:
		return b.Int(1)
	case isInt(a, 1) && a.Digits == 0:
		return a
	}
	return b.Pow(a, e)
}

func (b builder) square(a *expr.Node) *expr.Node { return b.pow(a, b.Int(2)) }
