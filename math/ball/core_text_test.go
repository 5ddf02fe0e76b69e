package ball

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDecimal(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"0", "0"}, {"-0", "0"}, {"0.5", "0.5"}, {"-12.25e2", "-1225"}, {"1e20", "100000000000000000000"},
		{"1e30", "1000000000000000000000000000000"}, {"1e50", "1e50"},
		{"3 ± 0.25", "3 ± 0.25"}, {"[2.5 +/- 1e-3]", "2.5 ± 0.0011"}, {"1 ± 4", "0 ± 5"},
		{"0 ± 1e-3000", "0 ± 1.1e-3000"}, {"1 ± 1e400", "0 ± 1.1e400"}, {".5", "0.5"}, {"5.", "5"},
		{"indeterminate", "indeterminate"}, {"7 ± 0", "7"},
	} {
		var x Real
		if _, err := x.SetDecimal(c.in, 128); err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		got := x.String()
		if got != c.out {
			t.Errorf("%q reads as %s, want %s", c.in, got, c.out)
		}
	}
	for _, in := range []string{"", ".", "e5", "1e", "1e99999999999999999999", "1e999999999999999999", "--1", "1 ± -1", "1 ±", "0x10", "1_000",
		"1.2.3", "٣", "1e5.5", "inf", "nan", strings.Repeat("9", 1<<17)} {
		var x Real
		if z, err := x.SetDecimal(in, 128); err == nil {
			t.Errorf("%.20q reads as %v", in, z)
		}
	}
}

// Printing loses nothing: what is printed, read again, contains the ball.
func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := genReal(3000).Draw(t, "x")
		digits := rapid.IntRange(1, 100).Draw(t, "digits")
		s := x.Text(digits)
		var y Real
		if _, err := y.SetDecimal(s, 1000); err != nil {
			t.Fatal(err)
		}
		p := pointIn(t, &x, "p")
		if d := diff(&y, &p); !d.ContainsZero() {
			t.Fatalf("%s does not contain %s", s, p.Text(200))
		}
	})
}

func FuzzSetDecimal(f *testing.F) {
	for _, s := range []string{"0", "1.5", "-2e10", "3.14 ± 0.01", "[1 +/- 2e-5]", "1e-99999999", "0.0000e5", "9e123456789012345", "± 1", "1±"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var x, y Real
		if _, err := x.SetDecimal(s, 100); err != nil {
			return
		}
		text := x.String()
		if _, err := y.SetDecimal(text, 200); err != nil {
			t.Fatalf("%q prints as %q: %v", s, text, err)
		}
		if !y.Overlaps(&x) {
			t.Fatalf("%q prints as %q, which is elsewhere", s, text)
		}
	})
}

// The short way to the decimal exponent is the long one.
func TestDecimalExponent(t *testing.T) {
	log, _ := new(big.Int).SetString("30102999566398119521373889472449302676", 10)
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(38), nil)
	for e := int64(-1<<15 - 10); e < 1<<15+10; e++ {
		n := new(big.Int).Mul(log, big.NewInt(e))
		if want := n.Div(n, unit).Int64(); decimalExponent(e) != want {
			t.Fatalf("2^%d: 10^%d, want 10^%d", e, decimalExponent(e), want)
		}
	}
}
