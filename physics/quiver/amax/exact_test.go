package amax_test

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver/amax"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// digits demands that an enclosure contains the decimal, which is good to its last digit.
func digits(t *testing.T, what string, x amax.Number, want string) {
	t.Helper()
	w, ok := new(big.Rat).SetString(want)
	if !ok {
		t.Fatal(want)
	}
	mid, rad := x.Enclosure()
	d := mid.Sub(mid, w)
	last := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(want)-strings.IndexByte(want, '.')-2)), nil))
	if d.Abs(d).Cmp(rad.Add(rad, last)) > 0 {
		t.Errorf("%s = %v, want %s", what, x, want)
	}
}

// Theories without superpotential whose charges are not in a quadratic field. The decimals
// are from mpmath by another method: R_i = 1 − √(1 + Σ_g λ_g T_gi/dim_i)/3, with the
// multipliers λ from the anomalies.
func TestHigherDegree(t *testing.T) {
	one := func(n, nf int64) *amax.Problem {
		return &amax.Problem{Name: "Q, X, A", Groups: []amax.Group{amax.SU("SU", int(n))}, Fields: []amax.Field{
			{Label: "Q", Dim: int(2 * n * nf), Index: []*big.Rat{q(nf, 1)}},
			{Label: "X", Dim: int(n*n - 1), Index: []*big.Rat{q(n, 1)}},
			{Label: "A", Dim: int(n * (n - 1)), Index: []*big.Rat{q(n-2, 1)}},
		}}
	}
	for _, c := range []struct {
		p    *amax.Problem
		a    string
		want []string
	}{
		{one(7, 3), "11.0498518672861609176972093096782312997922638", []string{"0.582892016060122606381225283341937464211530593", "0.510646827209832526484669265624307747346735322", "0.535359232270160899092727858120806675187652194"}},
		{one(4, 1), "2.90114648952467234614502925711498287484866947", []string{"0.513945285176785994540019226084097132033144198", "0.385124128690939785396054102482050185123572533", "0.472779100029727431937882181993851063736282835"}},
	} {
		r := solve(t, c.p, amax.Options{})
		if r.Status != amax.Found {
			t.Fatalf("%+v", r)
		}
		digits(t, "a", r.A, c.a)
		for i, w := range c.want {
			digits(t, c.p.Fields[i].Label, r.R[i], w)
			m, err := r.R[i].MinPoly()
			if err != nil || m.Degree() != 4 {
				t.Errorf("R(%s) has the minimal polynomial %v, %v", c.p.Fields[i].Label, m, err)
				continue
			}
			mid, rad := r.R[i].Enclosure()
			lo, hi := new(big.Rat).Sub(mid, rad), new(big.Rat).Add(mid, rad)
			if m.Eval(lo).Sign()*m.Eval(hi).Sign() >= 0 {
				t.Errorf("%v has no root in the enclosure of R(%s)", m, c.p.Fields[i].Label)
			}
		}
		// The same number in a field that was found from another coordinate.
		slices.Reverse(c.p.Fields)
		back := solve(t, c.p, amax.Options{})
		if eq, ok := amax.Equal(r.A, back.A); !eq || !ok {
			t.Errorf("a = %v and %v", r.A, back.A)
		}
		if eq, ok := amax.Equal(r.A, r.C); eq || !ok {
			t.Error("a = c")
		}
	}
}

// Two groups without superpotential: the degree is too high for a closed form, and the
// enclosure is what is known.
func TestEnclosed(t *testing.T) {
	p := &amax.Problem{Name: "chain", Groups: []amax.Group{amax.SU("a", 3), amax.SU("b", 4)}, Fields: []amax.Field{
		{Label: "B", Dim: 24, Index: []*big.Rat{q(4, 1), q(3, 1)}},
		{Label: "Q", Dim: 6, Index: []*big.Rat{q(1, 1), nil}},
		{Label: "X", Dim: 8, Index: []*big.Rat{q(3, 1), nil}},
		{Label: "P", Dim: 16, Index: []*big.Rat{nil, q(2, 1)}},
		{Label: "Y", Dim: 15, Index: []*big.Rat{nil, q(4, 1)}},
	}}
	r := solve(t, p, amax.Options{})
	if r.Status != amax.Found || r.Field != "" {
		t.Fatalf("%+v", r)
	}
	for i, w := range []string{"0.587124342819098129715833338058557008904050329", "0.664703806833733898944690070924059748144231757",
		"0.662266273963291194063992192280570738746522309", "0.588716785837444264423129866128011355615867503", "0.515298349966954270501560063392076565514028501"} {
		digits(t, p.Fields[i].Label, r.R[i], w)
		if r.R[i].Exact() {
			t.Errorf("R(%s) = %v claims to be exact", p.Fields[i].Label, r.R[i])
		}
	}
	digits(t, "a", r.A, "5.56307833519771189302538940907357443060774651")
	if s, ok := r.R[1].Cmp(q(2, 3)); s >= 0 || !ok {
		t.Error("R(Q) < 2/3 is not decided")
	}
	if _, ok := amax.Equal(r.R[0], r.R[0]); ok {
		t.Error("equality of enclosures is decided")
	}
	if ok, sure := r.HofmanMaldacena(); !ok || !sure {
		t.Error("Hofman and Maldacena")
	}
}

// Duals have the same a and c, for any sequence of dualities, also of theories with adjoints
// and singlets.
func TestDualSequences(t *testing.T) {
	for _, p := range catalogue.Phases() {
		e, err := seiberg.Explore(context.Background(), p.Theory(3), seiberg.ExploreOptions{Depth: 2, MaxTheories: 12})
		if err != nil {
			t.Fatal(err)
		}
		var first *amax.Result
		for i, f := range e.Theories {
			r, err := amax.Maximize(f.Theory, amax.Options{})
			if err != nil || r.Status != amax.Found {
				t.Fatalf("%s #%d by %v: %v %+v", p.Name, i, f.Path, err, r)
			}
			if i == 0 {
				first = r
				continue
			}
			for _, x := range [][2]amax.Number{{first.A, r.A}, {first.C, r.C}} {
				if eq, ok := amax.Equal(x[0], x[1]); !eq || !ok {
					t.Errorf("%s #%d by %v: %v ≠ %v", p.Name, i, f.Path, x[1], x[0])
				}
			}
			// Each field has the charge that the map of the duality gives it.
			for k, comb := range f.Map {
				want := new(big.Rat).Set(comb.R)
				rad := new(big.Rat)
				for j, c := range comb.Coefficients {
					if c == nil {
						continue
					}
					m, d := first.R[j].Enclosure()
					want.Add(want, m.Mul(m, c))
					rad.Add(rad, d.Mul(d, new(big.Rat).Abs(c)))
				}
				m, d := r.R[k].Enclosure()
				if m.Sub(m, want); m.Abs(m).Cmp(rad.Add(rad, d)) > 0 {
					t.Errorf("%s #%d by %v: field %d has R = %v, the map says %s", p.Name, i, f.Path, k, r.R[k], want.FloatString(12))
				}
			}
		}
	}
}

func BenchmarkMaximize(b *testing.B) {
	for _, p := range catalogue.Phases() {
		th := p.Theory(2)
		b.Run(p.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := amax.Maximize(th, amax.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
