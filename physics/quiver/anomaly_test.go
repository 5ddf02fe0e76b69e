package quiver_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
)

// dP0 at N = 3: Tr R = −3, Tr R³ = 21, a = 99/16, c = 51/8. N = 4 super Yang–Mills: a = c =
// (N² − 1)/4.
func TestCentralCharges(t *testing.T) {
	p, err := catalogue.Find("dP0")
	if err != nil {
		t.Fatal(err)
	}
	th := p.Theory(3)
	r1, r3 := th.Traces()
	a, c := th.TrialCentralCharges()
	if r1.RatString() != "-3" || r3.RatString() != "21" || a.RatString() != "99/16" || c.RatString() != "51/8" {
		t.Errorf("dP0: Tr R = %v, Tr R³ = %v, a = %v, c = %v", r1, r3, a, c)
	}
	for n := 2; n < 6; n++ {
		sym := n4(n)
		want := big.NewRat(int64(n*n-1), 4)
		if a, c := sym.TrialCentralCharges(); a.Cmp(want) != 0 || c.Cmp(want) != 0 {
			t.Errorf("N = 4 SU(%d): a = %v, c = %v, want %v", n, a, c, want)
		}
		if x := sym.RAnomalies(); x[0].Sign() != 0 {
			t.Errorf("N = 4 SU(%d): R-anomaly %v", n, x[0])
		}
	}
}

// n4 is N = 4 super Yang–Mills in N = 1 language.
func n4(n int) *quiver.Theory {
	th := &quiver.Theory{Name: "N=4", Nodes: []quiver.Node{{Label: "SU", Rank: n}}, EncodesR: true}
	for _, l := range []string{"X", "Y", "Z"} {
		th.Arrows = append(th.Arrows, quiver.Arrow{Label: l, R: big.NewRat(2, 3)})
	}
	th.W = quiver.Superpotential{
		{Coefficient: big.NewRat(1, 1), Word: []int{0, 1, 2}}, {Coefficient: big.NewRat(-1, 1), Word: []int{0, 2, 1}},
	}
	return th
}

// Witten's anomaly counts doublets, and adjoints do not change its parity.
func TestWitten(t *testing.T) {
	arrow := func(label string, s, e int) quiver.Arrow {
		return quiver.Arrow{Label: label, Source: s, Target: e, R: new(big.Rat)}
	}
	th := &quiver.Theory{
		Nodes:  []quiver.Node{{Label: "a", Rank: 2}, {Label: "b", Rank: 3}},
		Arrows: []quiver.Arrow{arrow("x", 0, 1), arrow("y", 0, 0)},
	}
	a := th.GaugeAnomalies()
	if a[0].Doublets != 3+4 || a[0].Cancels() {
		t.Errorf("SU(2) with three doublets and an adjoint: %+v", a[0])
	}
	if a[1].In != 2 || a[1].Out != 0 || a[1].Cancels() || a[1].String() != "node b: Σ_in = 2, Σ_out = 0" {
		t.Errorf("SU(3) with two fundamentals: %+v", a[1])
	}
	th.Arrows = append(th.Arrows, arrow("z", 0, 1))
	if a := th.GaugeAnomalies()[0]; !a.Cancels() || a.In != 0 || a.Out != 6 {
		t.Errorf("SU(2) with six doublets, all outgoing, is consistent: %+v", a)
	}
}

// MixedAnomalies is linear, and RAnomalies is it on the fermions with the gaugino added.
func TestMixedAnomalies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := sample.Theory(t)
		ones := make(quiver.Charges, len(th.Arrows)+len(th.Singlets))
		for k := range ones {
			ones[k] = big.NewRat(1, 1)
		}
		of1, ofR, r := th.MixedAnomalies(ones), th.MixedAnomalies(th.RCharges()), th.RAnomalies()
		for v, n := range th.Nodes {
			want := new(big.Rat).Sub(ofR[v], of1[v])
			want.Add(want, big.NewRat(int64(n.Rank), 1))
			if want.Cmp(r[v]) != 0 {
				t.Fatalf("node %d: %v, want %v", v, r[v], want)
			}
			// Σ T over all matter: the quadratic Casimir of the asymptotic freedom bound.
			sum := 0
			for _, a := range th.Arrows {
				switch {
				case a.IsLoop() && a.Source == v:
					sum += 2 * n.Rank
				case a.IsLoop():
				case a.Source == v:
					sum += th.Nodes[a.Target].Rank
				case a.Target == v:
					sum += th.Nodes[a.Source].Rank
				}
			}
			if of1[v].Cmp(big.NewRat(int64(sum), 2)) != 0 {
				t.Fatalf("node %d: Σ T = %v, want %d/2", v, of1[v], sum)
			}
		}
	})
}
