package expr_test

import (
	"testing"
	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/pysyntax"
)

func TestZZ(t *testing.T) {
	bad := 0
	_ = pysyntax.Parse
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		n := generator(p)(t, 3)
		s := expr.LaTeX(n, nil)
		skip := false
		expr.Walk(n, func(m *expr.Node) bool { skip = skip || m.Op == expr.OpPow && m.Args[1].Op == expr.OpNumber && m.Args[1].Rat.Sign() == 0; return true })
		if skip { return }
		r, err := latex.Parse(p, s, nil)
		if err != nil { bad++; if bad < 20 { t.Logf("ERR %s: %v", s, err) }; return }
		a, b := expr.Canon(p, n, nil), expr.Canon(p, r.Readings[0].Node, nil)
		if a != b { bad++; t.Fatalf("%s\n%s\nread %s\n%s\n%s", s, n, r.Readings[0].Node, a, b) }
	})
	t.Log(bad)
}
