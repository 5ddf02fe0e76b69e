package tensor

import "github.com/assay-physics/assay/math/expr"

// maxDeterminant bounds the rows of a determinant that is written out: 4! products.
const maxDeterminant = 4

// explicitDeterminant expands a determinant of numbers and commuting tensors along its
// first row.
func (e *engine) explicitDeterminant(n *expr.Node) sum {
	cols := 0
	if n.Rat != nil && n.Rat.IsInt() && n.Rat.Num().IsInt64() {
		cols = int(min(n.Rat.Num().Int64(), maxDeterminant+1))
	}
	if cols <= 0 || cols > maxDeterminant || len(n.Args) != cols*cols {
		e.fail("a determinant of %d entries in %d columns", len(n.Args), cols)
		return nil
	}
	entries := make([]sum, len(n.Args))
	for i, a := range n.Args {
		entries[i] = e.read(a)
		for _, t := range entries[i] {
			if len(t.word) > 0 {
				e.fail("a determinant of operators")
				return nil
			}
		}
	}
	all := make([]int, cols)
	for i := range all {
		all[i] = i
	}
	return e.collected(e.minor(entries, cols, 0, all))
}

// minor is the determinant of the rows from row on, in the columns left.
func (e *engine) minor(entries []sum, cols, row int, left []int) sum {
	if row == cols {
		return scalarSum(intPoly(1))
	}
	var out sum
	for k, c := range left {
		rest := append(append([]int(nil), left[:k]...), left[k+1:]...)
		p := e.product(e.refreshed(entries[row*cols+c]), e.minor(entries, cols, row+1, rest))
		if k%2 != 0 {
			p = e.negated(p)
		}
		out = append(out, p...)
	}
	return out
}
