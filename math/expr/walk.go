package expr

import "slices"

// Walk calls visit for n and every expression inside it, once each however often it is
// shared, parents before their arguments. If visit returns false, the arguments of that
// node are not visited on its account.
func Walk(n *Node, visit func(*Node) bool) {
	if n == nil {
		return
	}
	if len(n.Args) == 0 {
		visit(n)
		return
	}
	// Arguments have smaller numbers than what they stand in, so one bit each suffices;
	// the first of both buffers stay on the stack.
	var words [16]uint64
	seen := words[:]
	if n.ID/64 >= len(seen) {
		seen = make([]uint64, n.ID/64+1)
	}
	var room [32]*Node
	stack := append(room[:0], n)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n == nil || seen[n.ID/64]&(1<<(n.ID%64)) != 0 {
			continue
		}
		seen[n.ID/64] |= 1 << (n.ID % 64)
		if !visit(n) {
			continue
		}
		for i := len(n.Args) - 1; i >= 0; i-- {
			stack = append(stack, n.Args[i])
		}
	}
}

// Size is the number of different expressions inside n, itself included.
func Size(n *Node) int {
	size := 0
	Walk(n, func(*Node) bool { size++; return true })
	return size
}

// Bound returns the variables that n itself binds, with the positions in n.Args in which
// they are bound: integrals, sums, products and limits bind their variable in their first
// argument, not in the limits; a set builder whose element is a symbol (or symbol ∈ set)
// binds it in all arguments.
func Bound(n *Node) (variables []*Node, scope []int) {
	switch n.Op {
	case OpIntegral, OpSum, OpProduct, OpLimit:
		if len(n.Args) >= 2 && n.Args[1].Op == OpSymbol {
			return n.Args[1:2], []int{0, 1}
		}
	case OpSetBuilder:
		if len(n.Args) == 2 {
			x := n.Args[0]
			if x.Op == OpRelation && x.Name == RelElement && len(x.Args) == 2 {
				x = x.Args[0]
			}
			if x.Op == OpSymbol {
				return []*Node{x}, []int{0, 1}
			}
		}
	default:
	}
	return nil, nil
}

// FreeSymbols are the symbols (OpSymbol) of n that are not bound in it, in canonical order.
// An index of a tensor and the name of a derivative's variable count as symbols.
func FreeSymbols(n *Node) []*Node {
	if !n.HasOp(OpSymbol) {
		return nil
	}
	if !n.HasOp(OpIntegral, OpSum, OpProduct, OpLimit, OpSetBuilder) {
		all := make([]*Node, 0, 4)
		Walk(n, func(m *Node) bool {
			if m.Op == OpSymbol {
				all = append(all, m)
			}
			return m.HasOp(OpSymbol)
		})
		slices.SortFunc(all, Compare)
		return all
	}
	f := freeFinder{memo: map[*Node][]*Node{}}
	return slices.Clone(f.free(n))
}

type freeFinder struct{ memo map[*Node][]*Node }

func (f *freeFinder) free(n *Node) []*Node {
	if n.Op == OpSymbol {
		return []*Node{n}
	}
	if len(n.Args) == 0 {
		return nil
	}
	if s, ok := f.memo[n]; ok {
		return s
	}
	bound, scope := Bound(n)
	var all []*Node
	for i, a := range n.Args {
		for _, s := range f.free(a) {
			if len(bound) == 0 || s != bound[0] || !slices.Contains(scope, i) {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, Compare)
	all = slices.Clip(slices.Compact(all))
	f.memo[n] = all
	return all
}

// Subst replaces expressions: every occurrence of a key of with, from the outside in, by
// its value, all at once (values are not searched again). Bound variables are left alone,
// and renamed where a value would be captured. Nothing is simplified.
func Subst(p *Pool, n *Node, with map[*Node]*Node) *Node {
	if len(with) == 0 {
		return n
	}
	s := substitution{pool: p, with: with, memo: map[*Node]*Node{}, free: &freeFinder{memo: map[*Node][]*Node{}}}
	return s.apply(n)
}

type substitution struct {
	pool *Pool
	with map[*Node]*Node
	memo map[*Node]*Node
	free *freeFinder
}

func (s *substitution) apply(n *Node) *Node {
	if v, ok := s.with[n]; ok {
		return v
	}
	if len(n.Args) == 0 {
		return n
	}
	if v, ok := s.memo[n]; ok {
		return v
	}
	args := make([]*Node, len(n.Args))
	bound, scope := Bound(n)
	inner := s
	if len(bound) > 0 {
		inner = s.under(n, bound[0], scope)
	}
	for i, a := range n.Args {
		if inner != s && slices.Contains(scope, i) {
			args[i] = inner.apply(a)
		} else {
			args[i] = s.apply(a)
		}
	}
	v := s.pool.With(n, args)
	s.memo[n] = v
	return v
}

// under is the substitution inside the scope of a bound variable: what mentions the
// variable is not replaced, and the variable gets a new name if a value that comes in
// mentions it.
func (s *substitution) under(n, variable *Node, scope []int) *substitution {
	var body []*Node
	for _, i := range scope {
		body = append(body, s.free.free(n.Args[i])...)
	}
	with := make(map[*Node]*Node, len(s.with)+1)
	captured, shadowed := false, false
	for k, v := range s.with {
		if slices.Contains(s.free.free(k), variable) {
			shadowed = true
			continue
		}
		with[k] = v
		if slices.Contains(s.free.free(v), variable) {
			captured = true
		}
	}
	if !captured && !shadowed {
		return s
	}
	if captured {
		with[variable] = s.freshFor(variable, body, with)
	}
	return &substitution{pool: s.pool, with: with, memo: map[*Node]*Node{}, free: s.free}
}

// freshFor is variable with as many primes as make it new.
func (s *substitution) freshFor(variable *Node, body []*Node, with map[*Node]*Node) *Node {
	used := map[*Node]bool{}
	for _, b := range body {
		used[b] = true
	}
	for _, v := range with {
		for _, f := range s.free.free(v) {
			used[f] = true
		}
	}
	name := variable.Name
	for {
		name += "'"
		if fresh := s.pool.Symbol(name); !used[fresh] {
			return fresh
		}
	}
}
