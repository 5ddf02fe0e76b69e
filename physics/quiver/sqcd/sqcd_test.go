package sqcd

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

// The anomalies of SU(Nc) with Nf flavours in closed form, from Seiberg, Nucl. Phys. B435
// (1995) 129, section 3: SU(Nf)³: Nc; SU(Nf)² U(1)_R: −Nc²/(2Nf); SU(Nf)² U(1)_B: 1/2 with
// B(Q) = 1/Nc; U(1)_R: −(Nc²+1); U(1)_R³: Nc² − 1 − 2Nc⁴/Nf²; U(1)_B² U(1)_R: −2 with
// B(Q) = 1/Nc.
func TestSeibergTable(t *testing.T) {
	for _, n := range [][2]int64{{3, 5}, {4, 7}, {10, 13}, {2, 7}, {7, 11}} {
		nc, nf := n[0], n[1]
		e, m := Seiberg(nc, nf, nf-nc)
		want := map[string]*big.Rat{
			"SU(Nf)_L³":        big.NewRat(nc, 1),
			"SU(Nf)_R³":        big.NewRat(-nc, 1),
			"SU(Nf)_L² U(1)_B": big.NewRat(1, 2),
			"SU(Nf)_R² U(1)_B": big.NewRat(-1, 2),
			"SU(Nf)_L² U(1)_R": big.NewRat(-nc*nc, 2*nf),
			"SU(Nf)_R² U(1)_R": big.NewRat(-nc*nc, 2*nf),
			"U(1)_B³":          new(big.Rat),
			"U(1)_B² U(1)_R":   big.NewRat(-2, 1),
			"U(1)_B U(1)_R²":   new(big.Rat),
			CubicR:             sub(big.NewRat(nc*nc-1, 1), big.NewRat(2*nc*nc*nc*nc, nf*nf)),
			GravityB:           new(big.Rat),
			GravityR:           big.NewRat(-nc*nc-1, 1),
		}
		te, tm := e.THooft(), m.THooft()
		if len(te) != len(want) {
			t.Errorf("%v: %d coefficients, want %d", n, len(te), len(want))
		}
		for i, c := range te {
			if w, ok := want[c.Name]; !ok || c.Value.Cmp(w) != 0 {
				t.Errorf("Nc, Nf = %v: %s = %s, want %v", n, c.Name, c.Value.RatString(), w)
			}
			if !c.Equal(tm[i]) {
				t.Errorf("Nc, Nf = %v: %s = %s on the magnetic side, want %s", n, c.Name, tm[i].Value.RatString(), c.Value.RatString())
			}
		}
	}
}

// Anomalies match exactly for the rank that duality asks for, and for no other.
func TestRankIsSeen(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		nc := int64(rapid.IntRange(2, 40).Draw(r, "Nc"))
		k := rapid.IntRange(1, 6).Draw(r, "k")
		nf := int64(rapid.IntRange(1, 40).Draw(r, "Nf"))
		dual := int64(k)*nf - nc
		if dual < 2 {
			r.Skip("no dual gauge group")
		}
		nm := int64(rapid.IntRange(2, 80).Draw(r, "rank"))
		if rapid.Bool().Draw(r, "dual") {
			nm = dual
		}
		e, m := Kutasov(nc, nf, nm, k)
		if k == 1 {
			e, m = Seiberg(nc, nf, nm)
		}
		equal := true
		tm := m.THooft()
		for i, c := range e.THooft() {
			equal = equal && c.Equal(tm[i])
		}
		b, anomaly := m.MixedAnomalies()
		consistent := b.Sign() == 0 && anomaly.Sign() == 0
		for _, term := range m.W {
			consistent = consistent && m.TermFault(term) == ""
		}
		if want := nm == dual; (equal && consistent) != want {
			r.Errorf("Nc = %d, Nf = %d, k = %d, rank %d: equal %v, consistent %v, want %v", nc, nf, k, nm, equal, consistent, want)
		}
		if !e.GaugeAnomaly().Vanishes() || !m.GaugeAnomaly().Vanishes() {
			r.Error("a gauge anomaly")
		}
	})
}

// With Nf = Nc + 1 the confined fields M, B, B̃ have the anomalies of the electric theory:
// those of the magnetic theory with "SU(1)".
func TestConfinement(t *testing.T) {
	for nc := int64(2); nc < 12; nc++ {
		e, m := Seiberg(nc, nc+1, 1)
		tm := m.THooft()
		for i, c := range e.THooft() {
			if !c.Equal(tm[i]) {
				t.Errorf("Nc = %d: %s = %s ≠ %s", nc, c.Name, c.Value.RatString(), tm[i].Value.RatString())
			}
		}
	}
}

// SU(2) with six flavours' worth of doublets, and free theories: known central charges.
func TestCentralCharges(t *testing.T) {
	e, _ := Seiberg(2, 3, 2)
	// Fifteen free mesons of SU(6): a = 15/48, c = 15/24.
	a, c := e.CentralCharges()
	if a.Cmp(rat("15/48")) != 0 || c.Cmp(rat("15/24")) != 0 {
		t.Errorf("SU(2) with Nf = 3: a = %s, c = %s, want 5/16 and 5/8", a, c)
	}
	e, _ = Seiberg(2, 7, 5)
	if f := e.FreeCentralCharge(); f.Cmp(rat("55/48")) != 0 {
		t.Errorf("SU(2) with seven free flavours: a = %s, want 55/48", f)
	}
	if b := e.Beta(); b.Cmp(rat("-1")) != 0 {
		t.Errorf("one-loop coefficient %s, want −1", b)
	}
}

func TestMonomials(t *testing.T) {
	e, m := Seiberg(3, 5, 2)
	for _, tt := range []struct {
		t       *Theory
		text    string
		b, r    string
		gauge   bool
		flavour string
	}{
		{e, "Q Qtilde", "0", "4/5", true, "(F, F̄)"},
		{e, "Q^3", "1", "6/5", true, "(Λ^3 F, 1)"},
		{e, "Q^2", "2/3", "4/5", false, "(Λ^2 F, 1)"},
		{m, "M", "0", "4/5", true, "(F, F̄)"},
		{m, "q^2", "1", "6/5", true, "(Λ^3 F, 1)"},
		{m, "qtilde*qtilde", "-1", "6/5", true, "(1, Λ^2 F)"},
	} {
		mono, err := ParseMonomial(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		op, err := tt.t.Operator(mono)
		if err != nil {
			t.Fatal(err)
		}
		if op.B.Cmp(rat(tt.b)) != 0 || op.R.Cmp(rat(tt.r)) != 0 || op.GaugeInvariant(tt.t) != tt.gauge || op.Flavour(tt.t) != tt.flavour {
			t.Errorf("%s: B = %s, R = %s, invariant %v, %s; want %s, %s, %v, %s", tt.text, op.B.RatString(), op.R.RatString(), op.GaugeInvariant(tt.t), op.Flavour(tt.t), tt.b, tt.r, tt.gauge, tt.flavour)
		}
	}
	for _, bad := range []string{"", "^2", "Q^0", "Q^-1", "Q^+2", "Q^x", "Q^9999999999999999999", "Q^2^3"} {
		if m, err := ParseMonomial(bad); err == nil {
			t.Errorf("%q is read as %s", bad, m)
		}
	}
	if _, err := e.Operator(Monomial{{"q", 1}}); err == nil {
		t.Error("the electric theory has no q")
	}
}

func FuzzParseMonomial(f *testing.F) {
	for _, s := range []string{"Q Qtilde", "Q^3", "Qtilde X^2 Q", "*", "^", "a^1*b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMonomial(text)
		if err != nil {
			return
		}
		again, err := ParseMonomial(m.String())
		if err != nil || !again.Same(m) {
			t.Errorf("%q is written as %q, which reads as %v (%v)", text, m, again, err)
		}
	})
}

func ExampleSeiberg() {
	electric, magnetic := Seiberg(3, 5, 2)
	m := magnetic.THooft()
	for i, c := range electric.THooft()[:3] {
		fmt.Println(c.Name, c.Value.RatString(), m[i].Value.RatString())
	}
	// Output:
	// SU(Nf)_L³ 3 3
	// SU(Nf)_L² U(1)_B 1/2 1/2
	// SU(Nf)_L² U(1)_R -9/10 -9/10
}
