package engine

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/math/precise"
)

// The bounds on energy and heat capacity are of the numbers in the file, decimals and
// fractions, not of what float64 makes of them: at low temperature that is all the error.
func TestMeansOfDecimals(t *testing.T) {
	bonds := [][2]int{{0, 1}, {2, 3}, {0, 2}, {1, 3}}
	J := []string{"0.1", "-2/7", "1/3", "0.7"}
	h := []string{"0.1", "0.2", "-0.1", "0.3"}
	exact := func(s string) *big.Rat {
		x, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatal(s)
		}
		return x
	}
	p := precise.New(400)
	for _, beta := range []string{"0.7", "10", "100", "1000/3", "1000"} {
		model := `{"model":"ising","n":4,"beta":"` + beta + `","terms":[`
		for k, b := range bonds {
			model += fmt.Sprintf(`{"J":%q,"sites":[%d,%d]},`, J[k], b[0], b[1])
		}
		for v, x := range h {
			model += fmt.Sprintf(`{"J":%q,"sites":[%d]}`, x, v)
			if v < 3 {
				model += ","
			}
		}
		s, err := Read([]byte(model + "]}"))
		if err != nil {
			t.Fatal(err)
		}
		var moments [3]*big.Float // Σ w H^k
		for k := range moments {
			moments[k] = p.New()
		}
		for x := range 16 {
			spin := func(v int) int64 { return 1 - 2*int64(x>>v&1) }
			H := new(big.Rat)
			for k, b := range bonds {
				H.Sub(H, new(big.Rat).Mul(exact(J[k]), big.NewRat(spin(b[0])*spin(b[1]), 1)))
			}
			for v := range h {
				H.Sub(H, new(big.Rat).Mul(exact(h[v]), big.NewRat(spin(v), 1)))
			}
			w := p.Exp(p.New().SetRat(new(big.Rat).Neg(new(big.Rat).Mul(H, exact(beta)))))
			for k := range moments {
				moments[k].Add(moments[k], w)
				w = p.New().Mul(w, p.New().SetRat(H))
			}
		}
		U := p.New().Quo(moments[1], moments[0])
		C := p.New().Quo(moments[2], moments[0])
		C.Sub(C, p.New().Mul(U, U))
		C.Mul(C, p.New().SetRat(new(big.Rat).Mul(exact(beta), exact(beta))))
		got, err := Observe(context.Background(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			name string
			got  *Mean
			want *big.Float
		}{{"energy", got.Energy, U}, {"heat capacity", got.HeatCapacity, C}} {
			d, _ := p.New().Sub(c.want, p.Float(c.got.Value)).Float64()
			if !(math.Abs(d) <= c.got.Error) {
				t.Errorf("β = %s: %s %v ± %g is off by %g", beta, c.name, c.got.Value, c.got.Error, d)
			}
			if w, _ := c.want.Float64(); c.got.Error > 1e-8*math.Abs(w)+1e-20 {
				t.Errorf("β = %s: %s %v ± %g: too wide", beta, c.name, w, c.got.Error)
			}
		}
	}
}
