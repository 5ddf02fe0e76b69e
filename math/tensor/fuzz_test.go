package tensor_test

import (
	"testing"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/tensor"
)

// FuzzCompare: no formula that can be read makes the comparison panic, and exchanging the
// sides never turns equal into different.
func FuzzCompare(f *testing.F) {
	for _, p := range allPairs(f) {
		f.Add(p.Reference, p.Candidate, p.Context.Group, p.Context.Signature)
	}
	f.Fuzz(func(t *testing.T, ref, cand, group, signature string) {
		pool := expr.NewPool()
		table := &latex.Table{Group: group}
		a, err := latex.Parse(pool, ref, table)
		if err != nil {
			return
		}
		b, err := latex.Parse(pool, cand, table)
		if err != nil {
			return
		}
		ctx := tensor.Context{Group: group, Signature: signature, Budget: 50_000, Dimension: pool.Int(4),
			Tensors: map[string]string{"F": "maxwell", "R": "riemann", "S": "symmetric"}}
		x, y := a.Readings[0].Node, b.Readings[0].Node
		there, back := tensor.Compare(pool, x, y, ctx), tensor.Compare(pool, y, x, ctx)
		if there.Verdict == tensor.Equal && back.Verdict == tensor.Different || there.Verdict == tensor.Different && back.Verdict == tensor.Equal {
			t.Fatalf("%v, exchanged %v: %v | %v", there, back, x, y)
		}
	})
}
