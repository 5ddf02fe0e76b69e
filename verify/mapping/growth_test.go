package mapping

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// shared opens a reference file that stands beside the repository, and skips the test
// where it is not there.
func shared(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("reference data %s is not beside the repository", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Costs measured elsewhere of 34 programs whose true family is known. No counter of an
// honest polynomial program may be taken for exponential, and of an exponential
// program at least one counter must show it.
func TestFitGrowthOnMeasuredPrograms(t *testing.T) {
	var m struct {
		Candidates []measuredProgram `json:"candidates"`
		Sandbox    []measuredProgram `json:"sandbox"`
	}
	if err := json.Unmarshal(shared(t, "statmech/candidates_2/manifest.json"), &m); err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]string{
		"p06_bucket_minfill":     "its width grows with n too slowly to show below n = 64",
		"p06_exact_below_eleven": "enumerates below n = 11 only",
		"s_json_patch":           "works in the serialiser, outside of the measured call",
	}
	for _, p := range append(m.Candidates, m.Sandbox...) {
		t.Run(p.ID, func(t *testing.T) {
			square := p.Task == "P03" || p.Task == "P04"
			g := p.Growth
			fits := map[string]Fit{
				"lines": FitGrowth(series(g.N, g.Lines), square, lineFloor, lineNoise),
				"alloc": FitGrowth(series(g.N, g.Peak), square, allocFloor, allocNoise),
				"cpu":   FitGrowth(series(g.N, g.CPU), square, cpuFloor, cpuNoise),
			}
			want := map[string]Family{"const": FamilyPolynomial, "poly": FamilyPolynomial, "subexp": FamilySubexponential, "exp": FamilyExponential}[p.Family]
			shows := false
			for name, f := range fits {
				if f.Family > want {
					t.Errorf("%s: %s (%s), but the program is %s", name, f.Family, f.Why, p.Family)
				}
				shows = shows || f.Family == want
			}
			if !shows && want > FamilyPolynomial && elsewhere[p.ID] == "" {
				t.Errorf("no counter shows %s: %+v", p.Family, fits)
			}
		})
	}
}

type measuredProgram struct {
	ID     string `json:"id"`
	Task   string `json:"task"`
	Family string `json:"true_family"`
	Growth struct {
		N     []int     `json:"n"`
		Lines []float64 `json:"lines"`
		Peak  []float64 `json:"peak_bytes"`
		CPU   []float64 `json:"cpu_s"`
	} `json:"growth_measured"`
}

func series(ns []int, ys []float64) []Point {
	var ps []Point
	for i, n := range ns {
		if i < len(ys) {
			ps = append(ps, Point{n, ys[i]})
		}
	}
	return ps
}

// Costs made from a known law with an offset and noise: a polynomial is never taken
// for an exponential, and an exponential law that rises far enough is found.
func TestFitGrowthOnSyntheticLaws(t *testing.T) {
	chain := []int{4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512}
	var squares []int
	for l := 3; l <= 24; l++ {
		squares = append(squares, l*l)
	}
	rapid.Check(t, func(t *rapid.T) {
		square := rapid.Bool().Draw(t, "square")
		ns := chain
		if square {
			ns = squares
		}
		law := rapid.SampledFrom([]Family{FamilyPolynomial, FamilySubexponential, FamilyExponential}).Draw(t, "law")
		// A cost in seconds from a microsecond per step to a budget of three seconds.
		unit := math.Pow(10, rapid.Float64Range(-7, -4).Draw(t, "unit"))
		offset := rapid.Float64Range(0, 0.01).Draw(t, "offset")
		k := rapid.Float64Range(0, 3.5).Draw(t, "degree")
		s := rapid.Float64Range(math.Ln2, 3*math.Ln2).Draw(t, "root")
		r := rapid.Float64Range(math.Ln2*0.9, math.Ln2*1.1).Draw(t, "rate")
		noise := rapid.SliceOfN(rapid.Float64Range(-0.04, 0.04), len(ns), len(ns)).Draw(t, "noise")
		var ps []Point
		for i, n := range ns {
			x := float64(n)
			y := map[Family]float64{
				FamilyPolynomial:     math.Pow(x, k),
				FamilySubexponential: math.Exp(s * math.Sqrt(x)),
				FamilyExponential:    math.Exp(r * x),
			}[law]
			y = (offset + unit*y) * (1 + noise[i])
			ps = append(ps, Point{n, y})
			if y > 3 {
				break
			}
		}
		f := FitGrowth(ps, square, cpuFloor, cpuNoise)
		if f.Family > law {
			t.Fatalf("a cost that is %s was taken for %s: %s\n%v", law, f.Family, f.Why, ps)
		}
		rise := math.Log(ps[len(ps)-1].Y / math.Max(cpuFloor, offset))
		if law == FamilyExponential && rise > 5 && len(ps) >= 4 && f.Family == FamilyPolynomial {
			t.Fatalf("an exponential cost was taken for polynomial: %s\n%v", f.Why, ps)
		}
	})
}

func TestFitGrowthDegenerate(t *testing.T) {
	for name, ps := range map[string][]Point{
		"none": nil, "one": {{4, 1}}, "zero": {{4, 0}, {6, 0}, {8, 0}}, "same size": {{4, 1}, {4, 2}},
		"falling": {{4, 8}, {6, 4}, {8, 2}, {10, 1}},
	} {
		f := FitGrowth(ps, false, cpuFloor, cpuNoise)
		if f.Family > FamilyPolynomial || f.Why == "" {
			t.Errorf("%s: %+v", name, f)
		}
		if _, err := json.Marshal(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// One disturbed measurement among quiet ones decides nothing, wherever it stands.
func TestFitGrowthIgnoresASpike(t *testing.T) {
	ns := []int{6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512}
	for i := range ns {
		var ps []Point
		for j, n := range ns {
			y := 0.0005
			if i == j {
				y = 0.05
			}
			ps = append(ps, Point{n, y})
		}
		if f := FitGrowth(ps, false, cpuFloor, cpuNoise); f.Family > FamilyPolynomial {
			t.Errorf("a spike at n = %d makes %s: %s", ns[i], f.Family, f.Why)
		}
	}
}

func ExampleFitGrowth() {
	var costs []Point
	for _, n := range []int{6, 8, 10, 12, 14, 16, 18} {
		costs = append(costs, Point{N: n, Y: 0.003 + 2e-6*math.Exp2(float64(n))})
	}
	fit := FitGrowth(costs, false, 0.010, 0.002)
	fmt.Printf("%s, rate %.2f per site\n", fit.Family, fit.Rate)
	// Output: exponential in n, rate 0.69 per site
}

// A quick program shows few sizes above the noise. Where they lie at hundreds of sites
// and the cost still grows gently, no higher law is left; where they do not, or the cost
// climbs as a row transfer does, nothing is called polynomial on so little.
func TestFitGrowthOfFewSizes(t *testing.T) {
	quick := []Point{{128, 0.004}, {256, 0.009}, {384, 0.021}, {512, 0.034}, {768, 0.06}}
	if f := FitGrowth(quick, false, cpuFloor, cpuNoise); f.Family != FamilyPolynomial {
		t.Errorf("gentle up to n = 768: %s (%s)", f.Family, f.Why)
	}
	near := []Point{{9, 0.002}, {16, 0.004}, {25, 0.013}, {36, 0.042}}
	if f := FitGrowth(near, true, cpuFloor, cpuNoise); f.Family == FamilyPolynomial {
		t.Errorf("three sizes up to n = 36: %s (%s)", f.Family, f.Why)
	}
	rapid.Check(t, func(t *rapid.T) {
		// An enumeration or a row transfer, at hundreds of sites too if its constant were
		// tiny: with 4 % of noise its slope is never gentle.
		sqrt := rapid.Bool().Draw(t, "sqrt")
		s := rapid.Float64Range(math.Ln2, 2.8).Draw(t, "root")
		r := rapid.Float64Range(math.Ln2/2, 1).Draw(t, "rate")
		start := rapid.IntRange(8, 28).Draw(t, "start")
		// The cost rises above the noise, two hundredths of a second, at L = start.
		var pts []Point
		sizes := rapid.IntRange(1, 8).Draw(t, "sizes")
		for l := 3; l <= start+sizes; l++ {
			y := math.Exp(s * float64(l-start))
			if !sqrt {
				y = math.Exp(min(r*float64(l*l-start*start), 600))
			}
			pts = append(pts, Point{l * l, (0.002 + 0.02*y) * rapid.Float64Range(0.96, 1.04).Draw(t, "noise")})
		}
		f := FitGrowth(pts, true, cpuFloor, cpuNoise)
		if f.gentle(pts[len(pts)-1]) {
			t.Fatalf("%v is called gentle: %s", pts, f.gentleWhy(pts[len(pts)-1]))
		}
	})
}
