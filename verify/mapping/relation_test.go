package mapping

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping/complexity"
	"github.com/assay-physics/assay/verify/mapping/program"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

// Values that obey an identity by construction have no residual, also far beyond the
// range of a float, and values moved by a relative amount have one of about that size.
func TestResidual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Float64Range(-600, 600).Draw(t, "log")
		offset := rapid.Float64Range(-30, 30).Draw(t, "offset")
		a, b := rapid.Float64Range(0.1, 2).Draw(t, "a"), rapid.Float64Range(0.1, 2).Draw(t, "b")
		value := func(x, l float64) *big.Float { // (a + b x) exp(l), in parts that a float holds
			v := big.NewFloat((a + b*x) * math.Exp(l/2))
			return v.Mul(v, big.NewFloat(math.Exp(l/2)))
		}
		for _, r := range []struct {
			relation Relation
			values   []*big.Float
		}{
			{Proportional("p", "", Instance{}, Instance{}, offset), []*big.Float{value(0, log), value(0, log+offset)}},
			{Equal("e", "", Instance{}, Instance{}), []*big.Float{value(1, log), value(1, log)}},
			{Affine("a", "", [3]float64{0.2, 0.9, -0.4}, [3]float64{0, offset, -offset}, [3]Instance{}), []*big.Float{value(0.2, log), value(0.9, log+offset), value(-0.4, log-offset)}},
		} {
			if got := r.relation.Residual(r.values); !(got < 1e-12) {
				t.Fatalf("%s: residual %g of true values", r.relation.Name, got)
			}
			moved := append([]*big.Float(nil), r.values...)
			moved[0] = new(big.Float).Mul(moved[0], big.NewFloat(1.01))
			if got := r.relation.Residual(moved); got < 1e-3 || got > 0.2 {
				t.Fatalf("%s: residual %g where one value is off by 1 %%", r.relation.Name, got)
			}
		}
	})
}

// relatedProblem states one relation between instances whose value is n, or n + 1 for
// the second at size 5.
type relatedProblem struct {
	chainProblem
	second int
}

func (relatedProblem) Digest() string { return "related" }

func (p relatedProblem) Relations() ([]Relation, error) {
	in := func(n int) Instance { return Instance{N: n, Params: json.RawMessage(`{"beta":1}`)} }
	return []Relation{Equal("same", "both are the same sum", in(5), in(p.second))}, nil
}

func TestRelationsAreJudged(t *testing.T) {
	honest := reply.Claim{TractableClass: reply.TransferMatrix, ComplexityO: "O(n^2)", Confidence: 0.5}
	for _, tt := range []struct {
		name    string
		logZ    func(int) (float64, string)
		second  int
		want    claim.Status
		verdict claim.Verdict
	}{
		{"kept", right, 5, claim.Certified, claim.VerdictCertified},
		{"broken", right, 8, claim.Failed, claim.VerdictFailed},
		{"loses digits", func(n int) (float64, string) {
			if n == 8 {
				return 5 + 1e-5, ""
			}
			return float64(n), ""
		}, 8, claim.Unknown, claim.VerdictFailed},
		{"no value", func(n int) (float64, string) {
			if n == 5 {
				return 0, "MemoryError"
			}
			return float64(n), ""
		}, 5, claim.Unknown, claim.VerdictUndecided},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := &actor{logZ: tt.logZ, cpu: polynomialCost, lines: func(n float64) float64 { return 1e7 * polynomialCost(n) }}
			got := check(t, a, relatedProblem{chainProblem{scale: []int{20, 32, 64}}, tt.second}, honest, claim.Final)
			f, _ := got.Certificate.Finding(NumbersRelations)
			if f.Status != tt.want {
				t.Errorf("%s: %s (%s), want %s", f.Obligation, f.Status, f.Message, tt.want)
			}
			if tt.name != "loses digits" && got.Certificate.Verdict != tt.verdict { // there the plain probes see it too
				t.Errorf("verdict %s (%s), want %s", got.Certificate.Verdict, got.Certificate.Reason, tt.verdict)
			}
		})
	}
	a := &actor{logZ: right, cpu: polynomialCost, lines: func(n float64) float64 { return 1e7 * polynomialCost(n) }}
	got := check(t, a, chainProblem{scale: []int{20, 32, 64}}, honest, claim.Final)
	if f, _ := got.Certificate.Finding(NumbersRelations); f.Status != claim.NotApplicable {
		t.Errorf("without relations: %s (%s)", f.Status, f.Message)
	}
	published := check(t, a, chainProblem{}, honest, claim.Published)
	if _, ok := published.Certificate.Finding(NumbersRelations); ok {
		t.Error("the published profile judges relations")
	}
}

// A negative reference is compared with its sign.
func TestRelativeErrorOfSignedValues(t *testing.T) {
	for _, tt := range []struct {
		value, reference, want float64
	}{
		{3, 3, 0}, {-3, -3, 0}, {3, -3, 2}, {-3, 3, 2}, {0, -2, 1}, {-3.3, -3, 0.1}, {1e-9, -1, 1 + 1e-9}, {0.25, 0.5, 0.5},
	} {
		got := relativeError(big.NewFloat(tt.value), ReferenceTo(tt.reference, 0, "test"))
		if math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%g against %g: %g, want %g", tt.value, tt.reference, got, tt.want)
		}
	}
}

// Routes and obstructions of the suite decide where they speak, and for models that are
// no Ising models they decide alone.
func TestSuppliedRoutesAndObstructions(t *testing.T) {
	route := func(class, complexity string) Route {
		return Route{Class: class, Complexity: complexity, Why: "because"}
	}
	model := func(n int, rs []Route, os ...Obstruction) Structure {
		return Structure{Model: "dimers", Sites: n, Routes: rs, Obstructions: os}
	}
	rows := []Route{route(reply.Pfaffian, "O(n^3)"), route(reply.TransferMatrix, "poly(L)*2^L"), route(reply.TreewidthBounded, "poly(L)*2^L")}
	grows := Obstruction{Class: reply.TreewidthBounded, Why: "it grows", Bounded: true}
	never := Obstruction{Class: reply.Gauge, Why: "never"}
	both := Landscape{model(4, rows, grows, never), model(16, rows, grows)}
	ising := Landscape{{Sites: 8, Field: true, Width: 2, WidthLower: 2, Routes: []Route{route(reply.TreewidthBounded, "O(n)")}}}
	for _, tt := range []struct {
		land       Landscape
		class      string
		polynomial bool
		want       claim.Status
	}{
		{both, reply.Pfaffian, true, claim.Certified},
		{both, reply.TransferMatrix, true, claim.Certified},
		{both, reply.TreewidthBounded, true, claim.Failed},
		{both, reply.TreewidthBounded, false, claim.Certified},
		{both, reply.Gauge, true, claim.Failed},
		{both, reply.Percolation, true, claim.Unknown},
		{both, reply.ExactlySolvableOther, true, claim.Certified},
		{both, reply.NoEfficientKnown, false, claim.Unknown},
		{Landscape{model(4, rows), model(16, nil)}, reply.Pfaffian, true, claim.Unknown}, // not on every instance
		{Landscape{model(4, nil)}, reply.NoEfficientKnown, false, claim.Unknown},
		{ising, reply.TreewidthBounded, true, claim.Certified},
		{ising, reply.Pfaffian, true, claim.Failed}, // by the general rule
	} {
		got, msg, _ := tt.land.precondition(tt.class, tt.polynomial)
		if got != tt.want || msg == "" {
			t.Errorf("%s, polynomial %v: %s (%s), want %s", tt.class, tt.polynomial, got, msg, tt.want)
		}
	}
	if env := claimEnv(chainProblem{}, ising); env["tw"] != "1" {
		t.Errorf("a bounded width is read as %q", env["tw"])
	}
	if env := claimEnv(chainProblem{}, both); env["tw"] != "" {
		t.Errorf("an unbounded width is read as %q", env["tw"])
	}
}

func ExampleAffine() {
	// Z(w) = 2 + 3 w is affine in the weight w.
	r := Affine("linear", "one weight", [3]float64{0, 1, 4}, [3]float64{}, [3]Instance{})
	fmt.Println(r.Residual([]*big.Float{big.NewFloat(2), big.NewFloat(5), big.NewFloat(14)}))
	// Output: 0
}

// Two sizes above the noise do not give an exponential's base: an honest enumeration
// whose last size overflows a cache is not said to be steeper than it claims.
func TestABaseNeedsThreeSizes(t *testing.T) {
	points := func(ys ...float64) Fit {
		f := Fit{Family: FamilyExponential, Rate: 1.6, TopRate: 1.6}
		for i, y := range ys {
			f.Points = append(f.Points, Point{6 + 2*i, y})
		}
		return f
	}
	claimed, err := complexity.Parse("O(n 2^n)", complexity.Env{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		fit  Fit
		want bool
	}{
		{points(0.002, 0.003, 0.005, 0.016, 0.28), false},
		{points(0.002, 0.003, 0.016, 0.28, 6.8), true},
	} {
		a := &audit{complexity: &claimed, growth: Growth{CPU: tt.fit}}
		if got := a.steeper() != ""; got != tt.want {
			t.Errorf("costs %v: steeper is %v", tt.fit.Points, got)
		}
	}
}

// Lines are counted without noise: a linear walk under a claim of √n is steeper than it says,
// a logarithm or a large offset beside the claimed degree is not.
func TestLinesShowADegree(t *testing.T) {
	for _, tt := range []struct {
		claim       string
		degree, top float64
		doublings   float64
		want        bool
	}{
		{"O(sqrt(n))", 0.98, 1, 5, true},
		{"O(sqrt(n))", 0.98, 1, 2, false},
		{"O(n)", 1.1, 1.2, 5, false},
		{"O(n)", 0.8, 1.5, 5, false},
		{"O(n log n)", 1.95, 2, 5, true},
		{"O(n^2)", 2.1, 2.2, 5, false},
	} {
		claimed, err := complexity.Parse(tt.claim, complexity.Env{})
		if err != nil {
			t.Fatal(err)
		}
		a := &audit{complexity: &claimed, growth: Growth{Lines: Fit{Family: FamilyPolynomial, Degree: tt.degree, TopDegree: tt.top, Doublings: tt.doublings}}}
		if got := a.steeper() != ""; got != tt.want {
			t.Errorf("%s, lines as n^%v (locally %v) over %v doublings: steeper is %v", tt.claim, tt.degree, tt.top, tt.doublings, got)
		}
	}
}

// What the syntax tree shows is confirmed by a local degree far above the claimed one,
// whether or not the fit calls the cost a polynomial; a degree near the claimed one
// confirms nothing.
func TestADegreeAboveTheClaimConfirmsTheSyntaxTree(t *testing.T) {
	claimed, err := complexity.Parse("O(n^3)", complexity.Env{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		family Family
		degree float64
		want   int
	}{
		{FamilyPolynomial, 6.1, 2}, {FamilyUnknown, 6.1, 2}, {FamilyPolynomial, 3.9, 1}, {FamilyUnknown, 3.9, 1},
	} {
		a := &audit{complexity: &claimed, growth: Growth{Reach: 256, CPU: Fit{Family: tt.family, Degree: tt.degree, TopDegree: tt.degree, Doublings: 5}}}
		a.static.Report.Growth.AtLeast = program.Subexponential
		if got := a.weigh().witnesses[FamilyPolynomial]; len(got) != tt.want {
			t.Errorf("%s, local degree %g: witnesses %v, want %d", tt.family, tt.degree, got, tt.want)
		}
	}
}
