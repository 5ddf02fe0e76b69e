package expr

import "cmp"

// Compare is the canonical order of expressions of one pool: −1, 0 or 1. It looks at what
// is written and never at hashes or positions in the pool, so it is the same in every run.
// Numbers come first (by value, exact before decimal), then constants, symbols and units by
// name, then compound expressions by op, name and arguments. Its cost is at most the depth
// times the width of an expression, however often parts are shared.
func Compare(a, b *Node) int {
	for {
		if a == b {
			return 0
		}
		if c := compareHeads(a, b); c != 0 {
			return c
		}
		// Heads and argument counts agree, so in one pool some argument differs.
		i := firstDifference(a.Args, b.Args)
		if i < 0 {
			return 0
		}
		a, b = a.Args[i], b.Args[i]
	}
}

func compareHeads(a, b *Node) int {
	if c := cmp.Compare(rank(a.Op), rank(b.Op)); c != 0 {
		return c
	}
	if a.Rat != nil && b.Rat != nil {
		if c := cmpRat(a.Rat, b.Rat); c != 0 {
			return c
		}
	} else if a.Rat != b.Rat {
		if a.Rat == nil {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Digits, b.Digits), cmp.Compare(a.Name, b.Name), cmp.Compare(len(a.Args), len(b.Args)))
}

// rank puts constants before symbols; otherwise the order of the Op list is kept.
func rank(o Op) Op {
	switch o {
	case OpConstant:
		return OpSymbol
	case OpSymbol:
		return OpConstant
	default:
		return o
	}
}

func firstDifference(a, b []*Node) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}
