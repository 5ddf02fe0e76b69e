package expr

import (
	"container/heap"
	"math/big"
	"slices"
)

// sum brings OpAdd into canonical form.
func (c *Canonizer) sum(n *Node) *Node {
	if hasEllipsis(n) {
		return c.pool.With(n, c.args(n))
	}
	t := terms{c: c, list: make([]term, 0, len(n.Args))}
	for _, l := range c.leaves(n, c.sumParts) {
		t.add(l.weight, c.node(l.node))
	}
	return t.build()
}

func hasEllipsis(n *Node) bool {
	return slices.ContainsFunc(n.Args, func(a *Node) bool { return a.Op == OpEllipsis })
}

// terms collects a sum as coefficients of canonical rests.
type terms struct {
	c    *Canonizer
	list []term
	at   map[*Node]int // positions of the rests in a long list, or nil
}

type term struct {
	coefficient *big.Rat
	rest        *Node
}

func (t *terms) add(r *big.Rat, n *Node) {
	if n.Op == OpAdd && !hasEllipsis(n) {
		for _, a := range n.Args {
			t.add(r, a)
		}
		return
	}
	coefficient, rest := t.c.split(n)
	if r != oneRat {
		coefficient = mulRat(r, coefficient)
	}
	if k := t.position(rest); k >= 0 {
		if sum := addRat(t.list[k].coefficient, coefficient); ratBits(sum) <= maxBits {
			t.list[k].coefficient = sum
			return
		}
	} else if t.at != nil {
		t.at[rest] = len(t.list)
	}
	t.list = append(t.list, term{coefficient, rest})
}

// position finds a rest, in a short list by looking.
func (t *terms) position(rest *Node) int {
	if len(t.list) < fewParts {
		return slices.IndexFunc(t.list, func(x term) bool { return x.rest == rest })
	}
	if t.at == nil {
		t.at = make(map[*Node]int, 2*fewParts)
		for k, x := range t.list {
			t.at[x.rest] = k
		}
	}
	if k, ok := t.at[rest]; ok {
		return k
	}
	return -1
}

func (t *terms) build() *Node {
	c := t.c
	kept := t.list[:0]
	for _, x := range t.list {
		switch {
		case x.rest == c.undefined:
			return c.undefined
		case x.rest.Op == OpBigO, x.coefficient.Sign() != 0 && c.absorbs(x.rest):
			x.coefficient = oneRat
		case x.coefficient.Sign() == 0 && c.finite(x.rest):
			continue
		}
		kept = append(kept, x)
	}
	slices.SortStableFunc(kept, func(a, b term) int { return Compare(a.rest, b.rest) })
	out := make([]*Node, len(kept))
	for k, x := range kept {
		out[k] = c.join(x.coefficient, x.rest)
	}
	switch len(out) {
	case 0:
		return c.zero
	case 1:
		return out[0]
	default:
		return c.pool.Add(out...)
	}
}

// absorbs says that any rational factor but zero leaves n as it is.
func (c *Canonizer) absorbs(n *Node) bool {
	return n.Op == OpBigO || n == c.complexInf || n.Op == OpMul && slices.ContainsFunc(n.Args, c.absorbs)
}

// join is the inverse of split.
func (c *Canonizer) join(r *big.Rat, rest *Node) *Node {
	switch {
	case rest == c.one:
		return c.pool.Number(r)
	case isOneRat(r):
		return rest
	case rest.Op == OpMul:
		return c.pool.Mul(append([]*Node{c.pool.Number(r)}, rest.Args...)...)
	case rest.Op == OpNumber && rest.Digits > 0:
		return c.times(r, rest)
	default:
		return c.pool.Mul(c.pool.Number(r), rest)
	}
}

// scaleSum is a canonical sum with every term multiplied; the order does not change.
func (c *Canonizer) scaleSum(r *big.Rat, n *Node) *Node {
	out := make([]*Node, len(n.Args))
	for k, a := range n.Args {
		coefficient, rest := c.split(a)
		if c.absorbs(rest) {
			out[k] = rest
			continue
		}
		out[k] = c.join(mulRat(r, coefficient), rest)
	}
	return c.pool.Add(out...)
}

// content is the positive rational r such that n/r has coprime integer coefficients, with
// the sign of the leading term, the first that is not a number; n is a canonical sum.
func (c *Canonizer) content(n *Node) *big.Rat {
	if r, ok := c.wholeContent(n); ok {
		return r
	}
	num, den := new(big.Int), big.NewInt(1)
	leading := 0
	for _, a := range n.Args {
		r, rest := c.split(a)
		if r.Sign() == 0 || c.absorbs(rest) || rest.Op == OpNumber && rest.Digits > 0 {
			return oneRat
		}
		if leading == 0 && rest != c.one {
			leading = r.Sign()
		}
		num.GCD(nil, nil, num, new(big.Int).Abs(r.Num()))
		g := new(big.Int).GCD(nil, nil, den, r.Denom())
		den.Mul(den, g.Quo(r.Denom(), g))
		if den.BitLen() > maxBits {
			return oneRat
		}
	}
	r := new(big.Rat).SetFrac(num, den)
	if leading < 0 {
		r.Neg(r)
	}
	return r
}

// wholeContent is content where every coefficient is a small integer.
func (c *Canonizer) wholeContent(n *Node) (*big.Rat, bool) {
	gcd, leading := int64(0), int64(1)
	found := false
	for _, a := range n.Args {
		k, isTerm := int64(1), true
		switch {
		case a.Op == OpNumber && a.Digits > 0, c.absorbs(a):
			return oneRat, true
		case a.Op == OpNumber:
			r, ok := smallInt(a.Rat)
			if !ok {
				return nil, false
			}
			k, isTerm = r, false
		case a.Op == OpMul && isExact(a.Args[0]):
			if len(a.Args) == 2 && a.Args[1].Op == OpNumber {
				return nil, false
			}
			r, ok := smallInt(a.Args[0].Rat)
			if !ok {
				return nil, false
			}
			k = r
		}
		if k == 0 {
			return oneRat, true
		}
		if isTerm && !found {
			leading, found = k, true
		}
		for x := k; x != 0; {
			gcd, x = x, gcd%x
		}
	}
	gcd = max(gcd, -gcd)
	if leading < 0 {
		gcd = -gcd
	}
	return intRat(gcd), true
}

// leaf is a part of a flattened sum or product, with its coefficient or exponent.
type leaf struct {
	weight *big.Rat
	node   *Node
}

// leaves flattens nested sums (or products) without visiting a shared part twice: weights
// are pushed down from the outermost, in falling order of Node.ID, which parts of a node never
// exceed. parts gives the parts of a node and what their weight is multiplied by, or ok =
// false for a leaf.
func (c *Canonizer) leaves(n *Node, parts func(*Node) ([]*Node, *big.Rat, bool)) []leaf {
	inner, by, ok := parts(n)
	if ok && by == oneRat && !slices.ContainsFunc(inner, func(a *Node) bool { _, _, nested := parts(a); return nested }) {
		out := make([]leaf, len(inner))
		for k, a := range inner {
			out[k] = leaf{oneRat, a}
		}
		return out
	}
	if out, ok := fewLeaves(n, parts); ok {
		return out
	}
	weights := map[*Node]*big.Rat{n: oneRat}
	queue := idHeap{n}
	var out []leaf
	for len(queue) > 0 {
		m := heap.Pop(&queue).(*Node)
		w := weights[m]
		inner, by, ok := parts(m)
		if ok && by != oneRat {
			if w = mulRat(w, by); ratBits(w) > maxBits {
				ok = false
			}
		}
		if !ok {
			out = append(out, leaf{weights[m], m})
			continue
		}
		for _, a := range inner {
			if old, seen := weights[a]; seen {
				weights[a] = addRat(old, w)
			} else {
				weights[a] = w
				heap.Push(&queue, a)
			}
		}
	}
	return out
}

// fewLeaves is leaves for a short list of parts, by looking through it.
func fewLeaves(n *Node, parts func(*Node) ([]*Node, *big.Rat, bool)) (out []leaf, ok bool) {
	var room [2 * fewParts]leaf
	pending := append(room[:0], leaf{oneRat, n})
	for len(pending) > 0 {
		last := 0
		for k, l := range pending {
			if l.node.ID > pending[last].node.ID {
				last = k
			}
		}
		m := pending[last]
		pending[last] = pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		w := m.weight
		inner, by, ok := parts(m.node)
		if ok && by != oneRat {
			if w = mulRat(w, by); ratBits(w) > maxBits {
				ok = false
			}
		}
		if !ok {
			out = append(out, m)
			continue
		}
		for _, a := range inner {
			if k := slices.IndexFunc(pending, func(l leaf) bool { return l.node == a }); k >= 0 {
				pending[k].weight = addRat(pending[k].weight, w)
				continue
			}
			if len(pending) == cap(room[:]) {
				return nil, false
			}
			pending = append(pending, leaf{w, a})
		}
	}
	return out, true
}

// sumParts opens nested sums and rational multiples.
func (c *Canonizer) sumParts(n *Node) ([]*Node, *big.Rat, bool) {
	switch {
	case n.Op == OpAdd && !hasEllipsis(n) && len(n.Args) > 0:
		return n.Args, oneRat, true
	case n.Op == OpMul && len(n.Args) == 2 && isExact(n.Args[0]) && n.Args[0].Rat.Sign() != 0:
		return n.Args[1:], n.Args[0].Rat, true
	default:
		return nil, nil, false
	}
}

// idHeap pops the node with the largest ID first.
type idHeap []*Node

func (h idHeap) Len() int           { return len(h) }
func (h idHeap) Less(i, j int) bool { return h[i].ID > h[j].ID }
func (h idHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *idHeap) Push(x any)        { *h = append(*h, x.(*Node)) }
func (h *idHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
