package complexity

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sample is a random bound with a numeric evaluation that shares nothing with
// the package: log T as a float64 function of x = log n.
type sample struct {
	text  string
	value func(x float64) float64 // log of the expression at n = e^x
}

// genSample draws an expression that is positive and at least 1. Constants
// over 4 are replaced, since at sizes within float64 they would hide what
// grows slowly.
func genSample(t *rapid.T, depth int) sample {
	s := genAnySample(t, depth)
	if at := s.value(200); at == s.value(340) && at > math.Log(4)+0.1 {
		return sample{"n", func(x float64) float64 { return x }}
	}
	return s
}

func genAnySample(t *rapid.T, depth int) sample {
	kinds := 7
	if depth == 0 {
		kinds = 3
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return sample{"n", func(x float64) float64 { return x }}
	case 1:
		k := rapid.IntRange(2, 4).Draw(t, "constant")
		return sample{fmt.Sprint(k), func(float64) float64 { return math.Log(float64(k)) }}
	case 2:
		return sample{`\log(n)`, func(x float64) float64 { return math.Log(x / math.Ln2) }}
	case 3:
		a, b := genSample(t, depth-1), genSample(t, depth-1)
		return sample{"(" + a.text + " + " + b.text + ")", func(x float64) float64 {
			u, v := a.value(x), b.value(x)
			return max(u, v) + math.Log1p(math.Exp(-math.Abs(u-v)))
		}}
	case 4:
		a, b := genSample(t, depth-1), genSample(t, depth-1)
		return sample{a.text + `\cdot ` + b.text, func(x float64) float64 { return a.value(x) + b.value(x) }}
	case 5:
		a := genSample(t, depth-1)
		over, under := rapid.IntRange(1, 4).Draw(t, "over"), rapid.IntRange(1, 3).Draw(t, "under")
		return sample{fmt.Sprintf("(%s)^{%d/%d}", a.text, over, under), func(x float64) float64 {
			return a.value(x) * float64(over) / float64(under)
		}}
	default:
		base := rapid.IntRange(2, 5).Draw(t, "base")
		a := genSample(t, depth-1)
		return sample{fmt.Sprintf("%d^{%s}", base, a.text), func(x float64) float64 {
			return math.Exp(a.value(x)) * math.Log(float64(base))
		}}
	}
}

// openPower reports a power of n that is an interval, as of exp(exp(√log n)).
func openPower(g Growth) bool {
	return slices.ContainsFunc(g.Terms, func(u Term) bool { return !u.N.Known() })
}

// TestSlowTowers orders exponentials of exponentials of less than log n: above every
// polynomial, below every exponential of a power of n.
func TestSlowTowers(t *testing.T) {
	for _, inner := range []string{`(\log(n))^{1/2}`, `(\log(n))^{1/3}`, `2\cdot (\log(n))^{9/10}`} {
		tower := "O(2^{2^{" + inner + "}})"
		for _, c := range []struct {
			other string
			want  Order
		}{{"O(n^{9})", Greater}, {"O(2^{n})", Less}, {"O(2^{n^{1/100}})", Less}, {"O(2^{n \\log n})", Less}} {
			a, err := Parse(tower, nil)
			if err != nil {
				t.Fatal(err)
			}
			b, err := Parse(c.other, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := Compare(a.Growth, b.Growth); got.Order != c.want {
				t.Errorf("%s against %s: %v (%s), want %v", tower, c.other, got.Order, got.Reason, c.want)
			}
		}
	}
}

// TestOrderAgreesWithNumbers compares pairs of random bounds with their
// numeric values at two enormous sizes: the one that Compare calls larger
// must gain on the other in between.
func TestOrderAgreesWithNumbers(t *testing.T) {
	decided, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := genSample(t, 3), genSample(t, 3)
		ca, err := Parse("O("+a.text+")", nil)
		if err != nil {
			t.Fatalf("Parse(%q): %v", a.text, err)
		}
		cb, err := Parse("O("+b.text+")", nil)
		if err != nil {
			t.Fatalf("Parse(%q): %v", b.text, err)
		}
		if openPower(ca.Growth) || openPower(cb.Growth) {
			return // TestSlowTowers has these: no float64 reaches where they take their order
		}
		relation := Compare(ca.Growth, cb.Growth)
		if back := Compare(cb.Growth, ca.Growth).Order; back != map[Order]Order{Less: Greater, Greater: Less, Equal: Equal, Unknown: Unknown}[relation.Order] {
			t.Fatalf("Compare is not antisymmetric: %s, %s: %v, %v", a.text, b.text, relation.Order, back)
		}
		total++
		// n = e^200 and e^340: log n is large against the constants here, and
		// exponentials of n stay within float64.
		lowA, lowB := a.value(200), b.value(200)
		highA, highB := a.value(340), b.value(340)
		if math.IsInf(highA, 0) || math.IsInf(highB, 0) {
			return // beyond float64
		}
		gain := (highA - highB) - (lowA - lowB)
		noise := 1e-12 * max(highA, highB)
		if math.Abs(gain) <= noise+0.05 && relation.Order != Equal {
			return // too close for float64 to tell
		}
		decided++
		switch {
		case relation.Order == Equal && math.Abs(gain) > noise+0.7:
			t.Fatalf("%s ~ %s called equal, but the ratio gains e^%g", a.text, b.text, gain)
		case relation.Order == Less && gain > noise, relation.Order == Greater && gain < -noise:
			t.Fatalf("%s called %s than %s (%s), but log of the ratio changes by %g", a.text, relation.Order, b.text, relation.Reason, gain)
		case relation.Order == Unknown && ca.Growth.Family != SuperExponential:
			t.Fatalf("%s against %s is unknown: %s", a.text, b.text, relation.Reason)
		}
	})
	if decided*3 < total {
		t.Errorf("only %d of %d pairs could be decided numerically", decided, total)
	}
}

// TestTermsAgreeWithNumbers checks the series itself: what is left of log T
// after its terms are taken away must stay bounded.
func TestTermsAgreeWithNumbers(t *testing.T) {
	checked, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := genSample(t, 3)
		c, err := Parse("O("+s.text+")", nil)
		if err != nil {
			t.Fatalf("Parse(%q): %v", s.text, err)
		}
		total++
		const x1, x2 = 60.0, 340.0
		if c.Growth.Family == SuperExponential || math.IsInf(s.value(x2), 0) {
			return
		}
		if openPower(c.Growth) {
			return
		}
		at := func(x float64) float64 {
			sum := 0.0
			for _, u := range c.Growth.Terms {
				if !u.Coef.Known() {
					t.Fatalf("%s: a coefficient is open", s.text)
				}
				sum += u.Coef.Min * math.Exp(u.N.Min*x) * math.Pow(x, u.Log.Min) * math.Pow(math.Log(x), u.LogLog.Min)
			}
			return sum
		}
		// Where log T is large, its terms must account for its growth to 12 %;
		// constants inside logarithms are what they leave out.
		grown, predicted := s.value(x2)-s.value(x1), at(x2)-at(x1)
		if grown > 30 && math.Abs(predicted-grown) > 0.12*grown {
			t.Fatalf("%s: log T grows by %g, its terms %v by %g", s.text, grown, c.Growth.Terms, predicted)
		}
		if s.value(x2) > 1e9 {
			return // differences of order 1 are lost
		}
		checked++
		if r1, r2 := s.value(x1)-at(x1), s.value(x2)-at(x2); math.Abs(r2) > math.Abs(r1)+1.5 {
			t.Fatalf("%s: what its terms %v leave of log T goes from %g to %g", s.text, c.Growth.Terms, r1, r2)
		}
	})
	if checked*4 < total {
		t.Errorf("only %d of %d expressions could be checked", checked, total)
	}
}

// genClaim draws a claim with everything the grammar has.
func genClaim(t *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{"n", "N", "L", `\ell`, "|V|", "|E|", "m", "tw", "k", `\chi`, "q", "d", "2", "1.5", "10", `\omega`, "T", "w", "number of sweeps", `n_{sites}`}).Draw(t, "atom")
	}
	sub := func() string { return genClaim(t, depth-1) }
	switch rapid.IntRange(0, 15).Draw(t, "form") {
	case 0:
		return sub() + " + " + sub()
	case 1:
		return sub() + " " + sub()
	case 2:
		return "(" + sub() + `) \cdot (` + sub() + ")"
	case 3:
		return `\frac{` + sub() + "}{" + sub() + "}"
	case 4:
		return "(" + sub() + ")^{" + rapid.SampledFrom([]string{"2", "3/2", "0.5", "-1", "d", "O(1)"}).Draw(t, "power") + "}"
	case 5:
		return "2^{" + sub() + "}"
	case 6:
		return rapid.SampledFrom([]string{"e", "q", "1.26", "4", "n"}).Draw(t, "base") + "^{" + sub() + "}"
	case 7:
		return `\log(` + sub() + ")"
	case 8:
		return `\sqrt{` + sub() + "}"
	case 9:
		return rapid.SampledFrom([]string{"O", `\tilde{O}`, "poly", "polylog", `\Theta`, "o", "O^*"}).Draw(t, "bound") + "(" + sub() + ")"
	case 10:
		return "max(" + sub() + ", " + sub() + ")"
	case 11:
		return `\binom{` + sub() + "}{" + sub() + "}"
	case 12:
		return "(" + sub() + ")!"
	case 13:
		return "min(" + sub() + ", " + sub() + ")"
	case 14:
		return "exp(" + sub() + ")"
	}
	return sub()
}

// TestCanonicalRoundTrip reads the standard form of random claims again.
func TestCanonicalRoundTrip(t *testing.T) {
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		text := "O(" + genClaim(t, rapid.IntRange(0, 4).Draw(t, "depth")) + ")"
		var env Env
		if rapid.Bool().Draw(t, "square") {
			env = SquareLattice()
		}
		c, err := Parse(text, env)
		if err != nil {
			return // negative, 1/0 and the like
		}
		read++
		if problem := roundTrip(c); problem != "" {
			t.Fatalf("%q: %s", text, problem)
		}
	})
	if read < 50 {
		t.Errorf("only %d claims could be read", read)
	}
}

// roundTrip says what changes when the canonical form of a claim is read.
func roundTrip(c Claim) string {
	d, err := Parse(c.Canonical, nil)
	if err != nil {
		return fmt.Sprintf("canonical form %q: %v", c.Canonical, err)
	}
	if len(d.Ambiguous) > 0 {
		return fmt.Sprintf("canonical form %q is ambiguous", c.Canonical)
	}
	return growthsDiffer(c.Growth, d.Growth)
}

func growthsDiffer(a, b Growth) string {
	switch {
	case a.Family != b.Family:
		return fmt.Sprintf("family %s became %s in %s", a.Family, b.Family, b.Formula)
	case !slices.Equal(a.Parameters, b.Parameters):
		return fmt.Sprintf("parameters %v became %v", a.Parameters, b.Parameters)
	case len(a.Terms) != len(b.Terms):
		return fmt.Sprintf("terms %v became %v in %s", a.Terms, b.Terms, b.Formula)
	}
	for i := range a.Terms {
		if compareTerms(a.Terms[i], b.Terms[i]) != 0 || !a.Terms[i].Coef.equal(b.Terms[i].Coef) {
			return fmt.Sprintf("terms %v became %v in %s", a.Terms, b.Terms, b.Formula)
		}
	}
	return ""
}

// TestDeepAndLong feeds what would break a careless parser.
func TestDeepAndLong(t *testing.T) {
	for _, unit := range []string{"(", "{", "[", "|", "2^", "√", `\sqrt`, `\frac`, "log ", "-", "O(", "n^{", "n!", "!", "+", "n+", "n ", "2^{n^", "max(n,", "n choose ", `\log_`, "polynomial in ", "polynomial and ", "n=", "w=w ", "(n,", "|n|", "C(", "⁽", "ⁿ", "_", "n_", `\text{`, "sites ", "1/", "n^2/2", "n to the power of "} {
		text := strings.Repeat(unit, MaxText/len(unit))
		c, err := Parse(text, nil)
		if err != nil {
			continue
		}
		if problem := roundTrip(c); problem != "" {
			t.Errorf("%q repeated: %s", unit, problem)
		}
	}
	if _, err := Parse(strings.Repeat("n", MaxText+1), nil); err == nil {
		t.Error("a text over the limit was read")
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add(c.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, env := range []Env{nil, SquareLattice()} {
			c, err := Parse(text, env)
			if err != nil {
				var s *SyntaxError
				if !errors.As(err, &s) || s.Text != text || s.Pos < 0 || s.Pos > len(text) {
					t.Fatalf("error %#v", err)
				}
				continue
			}
			if !strings.Contains(text, c.Formula) {
				t.Fatalf("formula %q is not in the text", c.Formula)
			}
			if problem := roundTrip(c); problem != "" {
				t.Fatalf("%s: %s", c.Canonical, problem)
			}
			if r := Compare(c.Growth, c.Growth); r.Order != Equal && r.Order != Unknown {
				t.Fatalf("%s is %s than itself", c.Canonical, r.Order)
			}
		}
	})
}

// TestStirling compares factorials and binomials with the gamma function:
// what the terms leave of log T must not grow.
func TestStirling(t *testing.T) {
	logFactorial := func(x float64) float64 { y, _ := math.Lgamma(x + 1); return y }
	logBinomial := func(a, b float64) float64 { return logFactorial(a) - logFactorial(b) - logFactorial(a-b) }
	for _, c := range []struct {
		text string
		log  func(n float64) float64
	}{
		{"O(n!)", logFactorial},
		{"O((n/2)!)", func(n float64) float64 { return logFactorial(n / 2) }},
		{"O(L!)", func(n float64) float64 { return logFactorial(math.Sqrt(n)) }},
		{"O(n! / (n/2)!)", func(n float64) float64 { return logFactorial(n) - logFactorial(n/2) }},
		{`O(\binom{n}{n/2})`, func(n float64) float64 { return logBinomial(n, n/2) }},
		{`O(\binom{n}{n/3})`, func(n float64) float64 { return logBinomial(n, n/3) }},
		{`O(\binom{2n}{n})`, func(n float64) float64 { return logBinomial(2*n, n) }},
		{`O(\binom{n}{L/8})`, func(n float64) float64 { return logBinomial(n, math.Sqrt(n)/8) }},
		{`O(\binom{n}{3})`, func(n float64) float64 { return logBinomial(n, 3) }},
		{`O(n^2 \binom{L}{L/2})`, func(n float64) float64 { return 2*math.Log(n) + logBinomial(math.Sqrt(n), math.Sqrt(n)/2) }},
	} {
		claim, err := Parse(c.text, SquareLattice())
		if err != nil {
			t.Fatal(err)
		}
		rest := func(n float64) float64 {
			x, sum := math.Log(n), 0.0
			for _, u := range claim.Growth.Terms {
				sum += u.Coef.Min * math.Pow(n, u.N.Min) * math.Pow(x, u.Log.Min) * math.Pow(math.Log(x), u.LogLog.Min)
			}
			return c.log(n) - sum
		}
		if small, large := rest(1e4), rest(1e8); math.Abs(large-small) > 0.05 {
			t.Errorf("%s: the terms %v leave %g at n = 1e4 and %g at n = 1e8", c.text, claim.Growth.Terms, small, large)
		}
	}
}
