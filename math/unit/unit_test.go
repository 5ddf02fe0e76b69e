package unit_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/pysyntax"
	"github.com/assay-physics/assay/math/unit"
)

// published are conversions as their sources print them; tolerance is half a unit of the
// last printed digit, or the printed standard uncertainty where that is larger.
var published = []struct {
	from, to  string
	value     float64
	tolerance float64
	source    string
}{
	{"1 eV", "1 J", 1.602176634e-19, 0, "SI Brochure 2019"},
	{"1 u*c^2", "1 MeV", 931.49410372, 2.9e-7, "CODATA 2022"},
	{"1 m_e*c^2", "1 MeV", 0.51099895069, 1.6e-10, "CODATA 2022"},
	{"1 m_p*c^2", "1 MeV", 938.27208943, 2.9e-7, "CODATA 2022"},
	{"1 Ry", "1 eV", 13.605693122990, 1.5e-11, "CODATA 2022"},
	{"1 Ha", "1 eV", 27.211386245981, 3e-11, "CODATA 2022"},
	{"1 mu_B", "1 eV/T", 5.7883817982e-5, 1.8e-14, "CODATA 2022"},
	{"1 mu_N", "1 eV/T", 3.15245125417e-8, 9.8e-18, "CODATA 2022"},
	{"1 hbar", "1 eV s", 6.582119569e-16, 6e-26, "CODATA 2022 (exact, truncated)"},
	{"1 hbar*c", "1 MeV fm", 197.3269804, 6e-8, "CODATA 2022 (exact, truncated)"},
	{"1 k_B", "1 eV/K", 8.617333262e-5, 6e-15, "CODATA 2022 (exact, truncated)"},
	{"1 GeV/c^2", "1 kg", 1.782661921e-27, 1e-36, "PDG 2022 (exact, truncated)"},
	{"1 pc", "1 m", 3.0856775814913673e16, 8, "IAU 2015 B2"},
	{"1 ly", "1 pc", 0.30660139378555056, 1e-16, "IAU"},
	{"1 au", "1 km", 149597870.7, 0, "IAU 2012 B2"},
	{"1 arcsec", "1 rad", 4.8481368110953599e-6, 1e-21, "IAU SOFA, DAS2R"},
	{"1 deg", "1 rad", 0.017453292519943295, 1e-18, "IAU SOFA, DD2R"},
	{"1 atm", "1 Pa", 101325, 0, "NIST SP 811"},
	{"1 Torr", "1 Pa", 133.3224, 5e-5, "NIST SP 811"},
	{"1 mmHg", "1 Pa", 133.3224, 5e-5, "NIST SP 811"},
	{"1 psi", "1 Pa", 6894.757, 5e-4, "NIST SP 811"},
	{"1 cal", "1 J", 4.184, 0, "NIST SP 811"},
	{"1 BTU", "1 J", 1055.056, 5e-4, "NIST SP 811"},
	{"1 kWh", "1 J", 3.6e6, 0, "NIST SP 811"},
	{"1 hp", "1 W", 745.6999, 5e-5, "NIST SP 811"},
	{"1 lbf", "1 N", 4.448222, 5e-7, "NIST SP 811"},
	{"1 mile", "1 m", 1609.344, 0, "NIST SP 811"},
	{"1 mph", "1 m/s", 0.44704, 0, "NIST SP 811"},
	{"1 oz", "1 g", 28.34952, 5e-6, "NIST SP 811"},
	{"1 gal", "1 L", 3.785412, 5e-7, "NIST SP 811"},
	{"1 debye", "1 C m", 3.33564e-30, 5e-36, "NIST SP 811"},
	{"1 Oe", "1 A/m", 79.57747, 5e-6, "NIST SP 811"},
	{"1 G", "1 T", 1e-4, 0, "NIST SP 811"},
	{"1 erg", "1 J", 1e-7, 0, "NIST SP 811"},
	{"1 dyn", "1 N", 1e-5, 0, "NIST SP 811"},
	{"1 P", "1 Pa s", 0.1, 0, "NIST SP 811"},
	{"1 Ci", "1 Bq", 3.7e10, 0, "NIST SP 811"},
	{"1 statC", "1 C", 3.335641e-10, 5e-17, "NIST SP 811"},
	{"1 mb", "1 fm^2", 0.1, 0, "barn = 100 fm²"},
	{"1 yr", "1 s", 31557600, 0, "IAU"},
	{"1 rpm", "1 rad/s", 0.1047198, 5e-8, "NIST SP 811"},
	{"1 bar", "1 dyn/cm^2", 1e6, 0, "definition"},
	{"1 N m", "1 J", 1, 0, "SI Brochure"},
	{"1 T m^2", "1 Wb", 1, 0, "SI Brochure"},
	{"1 V A s", "1 J", 1, 0, "SI Brochure"},
	{"1 Ohm F", "1 s", 1, 0, "SI Brochure"},
	{"1 H A", "1 Wb", 1, 0, "SI Brochure"},
}

func TestPublished(t *testing.T) {
	for _, c := range published {
		p := expr.NewPool()
		ratio, err := quantity(t, p, c.from).Ratio(quantity(t, p, c.to))
		if err != nil {
			t.Errorf("%s in %s: %v", c.from, c.to, err)
			continue
		}
		if got := ratio.Float64(); math.Abs(got-c.value) > c.tolerance+4e-16*c.value {
			t.Errorf("%s = %.17g %s, but %s has %.17g", c.from, got, c.to, c.source, c.value)
		}
	}
}

// Natural units, against the table of conversions of PDG 2022.
func TestNatural(t *testing.T) {
	for _, c := range []struct {
		from, to  string
		value     float64
		tolerance float64
	}{
		{"1 fm", "1 GeV^(-1)", 1 / 0.1973269804, 2e-9},
		{"1 s", "1 GeV^(-1)", 1 / 6.582119569e-25, 2e14},
		{"1 GeV^(-2)", "1 mb", 0.3893793721, 1e-10},
		{"1 K", "1 eV", 8.617333262e-5, 6e-15},
		{"1 kg", "1 GeV", 1 / 1.782661921e-27, 2e17},
		{"1 m/s", "1", 1 / 299792458.0, 1e-24},
		{"1 hbar", "1", 1, 0},
		{"1 J s", "1 hbar", 1 / 1.054571817e-34, 6e24},
	} {
		p := expr.NewPool()
		from, err := quantity(t, p, c.from).Natural()
		if err != nil {
			t.Fatal(err)
		}
		to, err := quantity(t, p, c.to).Natural()
		if err != nil {
			t.Fatal(err)
		}
		ratio, err := from.Ratio(to)
		if err != nil {
			t.Errorf("%s in %s: %v", c.from, c.to, err)
			continue
		}
		if got := ratio.Float64(); math.Abs(got-c.value) > c.tolerance+1e-15*c.value {
			t.Errorf("%s = %.12g %s, published %.12g", c.from, got, c.to, c.value)
		}
	}
	p := expr.NewPool()
	if _, err := quantity(t, p, "1 T").Natural(); err == nil {
		t.Error("a magnetic field became a power of energy without a convention for charge")
	}
}

func quantity(t *testing.T, p *expr.Pool, text string) unit.Quantity {
	t.Helper()
	n, err := pysyntax.ParseText(p, text, &pysyntax.Options{Units: unit.Known})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	q, err := unit.Parse(p, n)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return q
}

func TestLookup(t *testing.T) {
	for name, si := range map[string]string{
		"MeV": "kg m^2 s^-2", `\mu m`: "m", `\mu\mathrm{m}`: "", "µs": "s", "μK": "K", "Å": "m", `\AA`: "m", `M_\odot`: "kg", `M_{\odot}`: "kg",
		"kOhm": "kg m^2 s^-3 A^-2", `k\Omega`: "kg m^2 s^-3 A^-2", `^\circ`: "1", "°C": "K", "min": "s", "cd": "cd", "Pa": "kg m^-1 s^-2", "PeV": "kg m^2 s^-2",
		"dam": "m", "fb": "m^2", "Gyr": "s", "kpc": "m", "kilometers": "m", "microseconds": "s", "mTorr": "kg m^-1 s^-2", "μas": "1", "ppm": "1",
		"xyz": "", "kmin": "", "kkg": "", "": "", "k": "", "microm": "",
	} {
		u, ok := unit.Lookup(name)
		if ok != (si != "") || ok && u.Dimension.String() != si {
			t.Errorf("%q: %v %s, want %q", name, ok, u.Dimension, si)
		}
	}
}

func TestParse(t *testing.T) {
	p := expr.NewPool()
	km := p.MakeNamed(expr.OpUnit, "km")
	for name, n := range map[string]*expr.Node{
		"unit in a function": p.Apply("sin", km),
		"symbolic exponent":  p.Pow(km, p.Symbol("n")),
		"huge exponent":      p.Pow(km, p.Int(1_000_000)),
		"unknown unit":       p.Mul(p.Int(3), p.MakeNamed(expr.OpUnit, "furlongs")),
		"mixed sum":          p.Add(km, p.MakeNamed(expr.OpUnit, "s")),
		"number added":       p.Add(km, p.Int(1)),
	} {
		if q, err := unit.Parse(p, n); err == nil {
			t.Errorf("%s: read as %s × %v", name, q.Value, q.Scale)
		}
	}

	for text, want := range map[string]string{ // value in the unit of the last, then in SI
		"1.0 ± 0.2 m":   "(plusminus 1~2 1/5~1)",
		"2 h + 30 min":  "(+ (* 60 2) 30)",
		"3 m":           "3",
		"3":             "3",
		"(2 m)^2":       "(^ 2 2)",
		"4 Hz^(1/2)":    "4",
		"3*10^8 m s^-1": "(* 3 (^ 10 8))",
	} {
		if got := quantity(t, p, text).Value.String(); got != want {
			t.Errorf("%s: value %s, want %s", text, got, want)
		}
	}
	celsius, err := unit.Parse(p, p.Mul(p.Int(25), p.MakeNamed(expr.OpUnit, "°C")))
	if err != nil {
		t.Fatal(err)
	}
	if got := expr.Canon(p, celsius.SI(p), nil).String(); got != "5963/20" { // 298.15 K
		t.Errorf("25 °C is %s K", got)
	}
}

// Every row of the table can be looked up by each of its names and has a positive size.
func TestTable(t *testing.T) {
	n := 0
	for _, name := range unit.Names() {
		u, ok := unit.Lookup(name)
		if !ok || u.Scale.Rational.Sign() <= 0 {
			t.Errorf("%q: %v, size %v", name, ok, u.Scale.Rational)
		}
		n++
	}
	if n < 150 {
		t.Errorf("%d names", n)
	}
}

// Dimensions and scales form a group: q·r/r = q, (q^a)^(1/a) = q.
func TestGroup(t *testing.T) {
	names := unit.Names()
	rapid.Check(t, func(t *rapid.T) {
		p := expr.NewPool()
		u := p.MakeNamed(expr.OpUnit, rapid.SampledFrom(names).Draw(t, "u"))
		v := p.MakeNamed(expr.OpUnit, rapid.SampledFrom(names).Draw(t, "v"))
		e := big.NewRat(rapid.Int64Range(1, 12).Draw(t, "num"), rapid.Int64Range(1, 12).Draw(t, "den"))
		q, err := unit.Parse(p, u)
		if err != nil {
			t.Fatal(err)
		}
		r, err := unit.Parse(p, p.Mul(p.Pow(p.Pow(u, p.Number(e)), p.Number(new(big.Rat).Inv(e))), v, p.Pow(v, p.Int(-1))))
		if err != nil {
			t.Fatal(err)
		}
		ratio, err := r.Ratio(q)
		if err != nil {
			t.Fatal(err)
		}
		if one := expr.Canon(p, ratio.Node(p), nil); one != p.Int(1) {
			t.Fatalf("ratio %s", one)
		}
	})
}

func TestDimensionError(t *testing.T) {
	p := expr.NewPool()
	_, err := quantity(t, p, "3 m").In(p, quantity(t, p, "3 s"))
	var d *unit.DimensionError
	if !errors.As(err, &d) {
		t.Fatalf("got %v", err)
	}
}

func ExampleParse() {
	p := expr.NewPool()
	read := func(text string) unit.Quantity {
		n, err := pysyntax.ParseText(p, text, &pysyntax.Options{Units: unit.Known})
		if err != nil {
			fmt.Println(err)
		}
		q, err := unit.Parse(p, n)
		if err != nil {
			fmt.Println(err)
		}
		return q
	}
	reference, candidate := read("938 MeV/c^2"), read("0.938 GeV/c^2")
	value, err := candidate.In(p, reference)
	fmt.Println(reference.Dimension, "|", value, "against", reference.Value, err)

	_, err = read("3 m").In(p, read("3 s"))
	fmt.Println(err)
	// Output:
	// kg | (* 1000 469/500~3) against 938 <nil>
	// unit: dimensions differ: m and s
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"938 MeV/c^2", "3*10^8 m s^-1", "1.0 ± 0.2 km", "25 °C", "90°", "2 h + 30 min", "4 Hz^(1/2)", "12.6%", "5 m^(1/0)", "3 kg^999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		unit.Known(text)
		p := expr.NewPool()
		n, err := pysyntax.ParseText(p, text, &pysyntax.Options{Units: unit.Known})
		if err != nil {
			return
		}
		q, err := unit.Parse(p, n)
		if err != nil {
			return
		}
		if q.HasUnit != unit.HasUnits(n) {
			t.Fatalf("%s: HasUnit is %v", n, q.HasUnit)
		}
		same, err := q.In(p, q)
		if err != nil || expr.Canon(p, same, nil) != expr.Canon(p, q.Value, nil) {
			t.Fatalf("%s in its own unit is %s, not %s (%v)", n, same, q.Value, err)
		}
		if _, err := q.Natural(); err == nil && q.Dimension[unit.Current] != (unit.Exponent{}) {
			t.Fatalf("%s has a current", n)
		}
	})
}

// Quantities as they stand in LaTeX answers, with the ratio of value times unit.
func TestLaTeXQuantities(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		ratio string // of a to b
	}{
		{`3.0\times10^{8}\,\mathrm{m/s}`, `3.0\times10^{8}\ \mathrm{m\,s^{-1}}`, "1"},
		{`3\times10^{8}\,\mathrm{m/s}`, `3\times10^{5}\,\mathrm{km/s}`, "1"},
		{`938\,\mathrm{MeV}`, `1\ \text{GeV}`, "469/500"},
		{`4\,\mathrm{eV\,s}`, `2\ \mathrm{eV\cdot s}`, "2"},
		{`12\,\mathrm{m/s}`, `12\,\mathrm{km/h}`, "18/5"},
		{`5\,{\rm GeV}`, `5\,\mathrm{GeV}`, "1"},
		{`7\,\mu\mathrm{m}`, `7\,\text{μm}`, "1"},
		{`90^\circ`, `90\,\mathrm{deg}`, "1"},
		{`13\%`, `0.13`, ""},
		{`2\,\mathrm{\AA}`, `1\,\mathrm{nm}`, "1/5"},
	} {
		p := expr.NewPool()
		read := func(src string) unit.Quantity {
			r, err := latex.Parse(p, src, nil)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			q, err := unit.Parse(p, r.Readings[0].Node)
			if err != nil {
				t.Fatalf("%s is %s: %v", src, r.Readings[0].Node, err)
			}
			return q
		}
		a, b := read(c.a), read(c.b)
		v, err := a.In(p, b)
		if err != nil {
			t.Errorf("%s against %s: %v", c.a, c.b, err)
			continue
		}
		if got := expr.Canon(p, p.Div(v, b.Value), nil); c.ratio != "" && got.String() != c.ratio {
			t.Errorf("%s over %s is %s, want %s", c.a, c.b, got, c.ratio)
		}
	}
}
