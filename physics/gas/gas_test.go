package gas

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
)

var ctx = context.Background()

func mustRead(t testing.TB, file string) Model {
	t.Helper()
	m, err := Read([]byte(file))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return m
}

// Values of 25 digits and more by mpmath 1.3: hyp1f1, lgamma, and quad of the two-particle
// integral with erfc in closed form. Those with a tolerance are by cubic splines on 200
// points a unit length in float64, cumulative integrals of the same recursion.
func TestPublishedDigits(t *testing.T) {
	for _, c := range []struct {
		file, want string
		tol        float64
	}{
		{`{"model":"coulomb_1d","size":[2],"gamma":"0.1"}`, "2.97584657009514357322107975", 1e-23},
		{`{"model":"coulomb_1d","size":[2],"gamma":"1"}`, "0.9719761068259502846169442", 1e-23},
		{`{"model":"coulomb_1d","size":[2],"gamma":"7/2"}`, "-0.139198121201449406288452", 1e-23},
		{`{"model":"coulomb_1d","size":[2],"gamma":20}`, "-1.851006259820302971701821", 1e-23},
		{`{"model":"coulomb_1d","size":[4],"gamma":"1"}`, "1.7038387242417647", 1e-10},
		{`{"model":"coulomb_1d","size":[10],"gamma":"1"}`, "3.8728720615831365", 1e-10},
		{`{"model":"coulomb_1d","size":[30],"gamma":"1"}`, "11.101742915803316", 1e-9},
		{`{"model":"coulomb_1d","size":[5],"gamma":"0.1"}`, "5.837178329141349", 1e-7},
		{`{"model":"coulomb_1d","size":[5],"gamma":"20"}`, "-4.6275214577674", 1e-7},
		{`{"model":"spherical","size":[5],"betaJ":-3}`, "-0.7917469412973339001250146", 1e-23},
		{`{"model":"spherical","size":[1],"betaJ":3}`, "1.5", 1e-40},
		{`{"model":"spherical","size":[1],"betaJ":-3}`, "-1.5", 1e-40},
		{`{"model":"spherical","size":[200],"betaJ":-7}`, "-1.042602973038514606056059", 1e-23},
		{`{"model":"spherical","size":[200],"betaJ":0}`, "0", 1e-40},
		{`{"model":"tonks","size":[5],"length":10,"rod":"1/2"}`, "5.287023359929277788646161", 1e-23},
		{`{"model":"tonks","size":[100],"length":100,"rod":"0.05"}`, "91.64831360449059331689868314", 1e-25},
	} {
		z, err := mustRead(t, c.file).LogZ(ctx)
		if err != nil {
			t.Fatal(c.file, err)
		}
		want, _, err := big.ParseFloat(c.want, 10, 256, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := new(big.Float).SetPrec(256).Sub(z.Value, want).Float64()
		t.Logf("%s: off by %.1e, bound %.1e", c.file, d, z.ErrorBound)
		if math.Abs(d) > c.tol || z.ErrorBound > 1e-24 {
			t.Errorf("%s: %s ± %g, want %s", c.file, z.Text(), z.ErrorBound, c.want)
		}
	}
}

// One charge is a Gaussian, at any γ; two at large γ do not feel their order, and at
// small γ only that, which is a factor 1/2.
func TestJelliumLimits(t *testing.T) {
	for _, g := range []string{"1e-7", "0.01", "1", "3", "1e4", "1e7"} {
		z, err := mustRead(t, fmt.Sprintf(`{"model":"coulomb_1d","size":[1],"gamma":%q}`, g)).LogZ(ctx)
		if err != nil {
			t.Fatal(err)
		}
		p := precise.New(200)
		r, _ := new(big.Rat).SetString(g)
		want := p.Log(p.New().Quo(p.Pi, p.New().SetRat(r)))
		want.SetMantExp(want, -1)
		if d, _ := want.Sub(want, z.Value).Float64(); math.Abs(d) > z.ErrorBound || z.ErrorBound > 1e-25 {
			t.Errorf("γ = %s: off by %g, bound %g", g, d, z.ErrorBound)
		}
	}
	z, err := mustRead(t, `{"model":"coulomb_1d","size":[3],"gamma":1000}`).LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// The order matters with a chance of order e^(−500) only.
	if want := 1.5 * math.Log(math.Pi/1000); math.Abs(z.Float64()-want) > 1e-14 {
		t.Errorf("%v, want %v", z.Float64(), want)
	}
}

// A finer discretisation than the planned one must agree within the bound of the planned
// one, and the plan must not be wasteful by orders of magnitude.
func TestJelliumPlan(t *testing.T) {
	for _, m := range []*Jellium{{1, big.NewRat(1, 1)}, {30, big.NewRat(1, 1)}, {7, big.NewRat(1, 50)}, {12, big.NewRat(30, 1)}} {
		plan, loss, err := m.plan()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("N = %d, γ = %s: %+v, loss %.3g", m.N, m.Gamma, plan, loss)
		if e := math.Exp(plan.err + loss); e > 1e-27 || e == 0 {
			t.Errorf("N = %d: planned error %g", m.N, e)
		}
	}
}

// Interpolation of polynomials is exact: ∫_{−1}^{x} t^k.
func TestChebyshevIntegrals(t *testing.T) {
	p := precise.New(150)
	const count = 12
	x, inner, whole := chebyshevIntegrals(p, count)
	for k := range count {
		power := func(y *big.Float, k int) *big.Float {
			s := p.Int(1)
			for range k {
				s.Mul(s, y)
			}
			return s
		}
		check := func(w []*big.Float, end *big.Float) {
			t.Helper()
			s := p.New()
			for i := range w {
				s.Add(s, p.New().Mul(w[i], power(x[i], k)))
			}
			want := p.New().Sub(power(end, k+1), power(p.Int(-1), k+1))
			want.Quo(want, p.Int(int64(k+1)))
			if d, _ := s.Sub(s, want).Float64(); math.Abs(d) > 1e-44 {
				t.Errorf("t^%d: off by %g", k, d)
			}
		}
		for j := range x {
			check(inner[j], x[j])
		}
		check(whole, p.Int(1))
	}
}

// ln n! by Stirling against the product.
func TestLogFactorial(t *testing.T) {
	p := precise.New(224)
	for _, n := range []int64{1, 2, 64, 65, 66, 100, 1000} {
		got, bound := logFactorial(p, n)
		want := p.Log(p.New().SetInt(new(big.Int).MulRange(1, n)))
		if d, _ := want.Sub(want, got).Float64(); math.Abs(d) > bound || bound > 1e-55 {
			t.Errorf("ln %d!: off by %g, bound %g", n, d, bound)
		}
	}
	b := bernoulli(6)
	for i, want := range []string{"1/6", "-1/30", "1/42", "-1/30", "5/66", "-691/2730"} {
		if b[i].RatString() != want {
			t.Errorf("B_%d = %s, want %s", 2*i+2, b[i].RatString(), want)
		}
	}
}

// Two spins on a circle: s = √2 (cos θ, sin θ), and one bond of energy βJ s₀s₁ = βJ sin 2θ
// gives the Bessel function I₀(βJ); the ring of two has two bonds. Both signs.
func TestLatticeSphericalOfTwo(t *testing.T) {
	bessel := func(x float64) float64 {
		s, term := 0.0, 1.0
		for k := 1; term > 1e-20*s; k++ {
			s += term
			term *= x * x / 4 / float64(k*k)
		}
		return s
	}
	for _, k := range []float64{0.5, -0.5, 3, -7} {
		for _, torus := range []bool{false, true} {
			m := &LatticeSpherical{Lattice: modelfile.Lattice{Kind: "chain", Size: []int{2}, Torus: torus}, BetaJ: new(big.Rat).SetFloat64(k)}
			z, err := m.LogZ(ctx)
			if err != nil {
				t.Fatal(err)
			}
			x := k
			if torus {
				x = 2 * k
			}
			if want := math.Log(bessel(x)); math.Abs(z.Float64()-want) > 1e-14*(1+math.Abs(want)) || z.ErrorBound > 1e-40 {
				t.Errorf("βJ = %v, torus %t: %s ± %g, want %v", k, torus, z.Text(), z.ErrorBound, want)
			}
		}
	}
}

// Three spins on a sphere against quadrature over the sphere, on a chain and a ring: the
// ring of three is the complete graph, so that it is also the mean-field model at 3βJ
// less the constant of its diagonal.
func TestLatticeSphericalOfThree(t *testing.T) {
	ring := &LatticeSpherical{Lattice: modelfile.Lattice{Kind: "chain", Size: []int{3}, Torus: true}, BetaJ: big.NewRat(7, 5)}
	z, err := ring.LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// Σ_{i<j} s s' = ½[(Σs)² − 3]: βH = −(3βJ/2·3)(Σs)² + 3βJ/2.
	field := &Spherical{N: 3, BetaJ: big.NewRat(21, 5)}
	want, err := field.LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	d := new(big.Float).SetPrec(250).Sub(z.Value, want.Value)
	if f, _ := d.Add(d, new(big.Float).SetPrec(250).SetRat(big.NewRat(21, 10))).Float64(); math.Abs(f) > z.ErrorBound+want.ErrorBound {
		t.Errorf("ring of three: off by %g, bounds %g and %g", f, z.ErrorBound, want.ErrorBound)
	}
	chain := &LatticeSpherical{Lattice: modelfile.Lattice{Kind: "chain", Size: []int{3}}, BetaJ: big.NewRat(-7, 5)}
	z, err = chain.LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// Midpoint rule in the azimuth, Simpson in the cosine w of the angle to the middle
	// spin; s = √3 (√(1−w²) cos φ, w, √(1−w²) sin φ).
	const steps, angles = 2000, 64
	sum := 0.0
	for i := 0; i <= steps; i++ {
		// w = sin x with x from −π/2 to π/2 takes the root away.
		x := math.Pi * (float64(i)/steps - 0.5)
		w := math.Sin(x)
		weight := 2.0
		if i%2 == 1 {
			weight = 4
		}
		if i == 0 || i == steps {
			weight = 1
		}
		for a := range angles {
			phi := 2 * math.Pi * (float64(a) + 0.5) / angles
			e := -1.4 * 3 * w * math.Cos(x) * (math.Cos(phi) + math.Sin(phi))
			sum += weight * math.Cos(x) * math.Exp(e)
		}
	}
	sum *= math.Pi / steps / 3 / angles / 2
	if d := math.Abs(z.Float64() - math.Log(sum)); d > 1e-11 {
		t.Errorf("chain of three: %s, quadrature %v", z.Text(), math.Log(sum))
	}
}

// A torus with an even side is bipartite: Z is the same at ±J. β = 0 gives one.
func TestLatticeSphericalSymmetry(t *testing.T) {
	l := modelfile.Lattice{Kind: "square", Size: []int{4, 6}, Torus: true}
	plus, err := (&LatticeSpherical{l, big.NewRat(4, 5)}).LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	minus, err := (&LatticeSpherical{l, big.NewRat(-4, 5)}).LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if d, _ := new(big.Float).Sub(plus.Value, minus.Value).Float64(); math.Abs(d) > plus.ErrorBound+minus.ErrorBound {
		t.Errorf("%s and %s", plus.Text(), minus.Text())
	}
	zero, err := (&LatticeSpherical{l, new(big.Rat)}).LogZ(ctx)
	if err != nil || zero.Float64() != 0 {
		t.Errorf("βJ = 0: %v, %v", zero, err)
	}
}

// Berlin and Kac take the integral over the multiplier of the constraint by its saddle
// point: ln Z = [N s − ½ Σ ln(2s − κ) − ½ ln Σ (s − κ/2)^(−2)] at the s of the minimum, less
// the same at κ = 0, with corrections of the order of 1/N.
func TestBerlinKac(t *testing.T) {
	l := modelfile.Lattice{Kind: "square", Size: []int{16, 16}, Torus: true}
	const k, n = 0.2, 256
	z, err := (&LatticeSpherical{l, big.NewRat(1, 5)}).LogZ(ctx)
	if err != nil {
		t.Fatal(err)
	}
	saddle, width := math.Inf(1), 0.0
	for s := 2*k + 1e-4; s < 3; s += 1e-4 {
		f, second := n*s-n*0.5, 0.0
		for a := range 16 {
			for b := range 16 {
				kappa := 2 * k * (math.Cos(2*math.Pi*float64(a)/16) + math.Cos(2*math.Pi*float64(b)/16))
				f -= 0.5 * math.Log(2*s-kappa)
				second += math.Pow(s-kappa/2, -2)
			}
		}
		if f < saddle {
			saddle, width = f, second
		}
	}
	saddle -= 0.5 * math.Log(width/(4*n))
	t.Logf("ln Z = %s, saddle point %v", z.Text(), saddle)
	if d := math.Abs(z.Float64() - saddle); d > 2.0/n {
		t.Errorf("ln Z differs from the saddle point by %g", d)
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{`{"model":"tonks","size":[3],"length":3,"rod":1}`, "gas: tonks: 3 rods of length 1 leave no room in a box of 3"},
		{`{"model":"tonks","size":[3],"length":3,"rods":1}`, `gas: model: unknown key "rods"; known here: model, size, length, rod`},
		{`{"model":"coulomb_1d","size":[3]}`, `gas: model: key "gamma" is missing`},
		{`{"model":"coulomb_1d","size":[3],"gamma":0}`, `gas: coulomb_1d: gamma = 0 is outside of 1e-08 … 1e+08`},
		{`{"model":"coulomb_1d","size":[3,4],"gamma":1}`, `gas: model: size: 2 numbers, want [N]`},
		{`{"model":"spherical","size":[100000000],"betaJ":10}`, `gas: spherical: |betaJ|·N/2 = 5e+08 needs more than the 20000000 terms that are summed`},
		{`{"model":"spherical","lattice":"complete","size":[10],"betaJ":1}`, `gas: spherical: the eigenvalues of a complete lattice are not known here; those of chain, square and cubic are`},
		{`{"model":"ising"}`, `gas: model: model: "ising" is not a model that can be read here; "coulomb_1d", "tonks" and "spherical" are`},
	} {
		if _, err := Read([]byte(c.file)); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n%v, want\n%s", c.file, err, c.want)
		}
	}
	if _, err := mustRead(t, `{"model":"coulomb_1d","size":[100000],"gamma":1}`).LogZ(ctx); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Error(err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	for _, f := range files {
		if _, err := mustRead(t, f).LogZ(done); err == nil {
			t.Errorf("%s: a cancelled evaluation went on", f)
		}
	}
}

var files = []string{
	`{"model":"coulomb_1d","size":[3],"gamma":"1/3"}`,
	`{"model":"tonks","size":[10],"length":"20.5","rod":"1"}`,
	`{"model":"spherical","size":[100],"betaJ":"2.0"}`,
	`{"model":"spherical","lattice":"cubic","size":[2,3,4],"boundary":"torus","betaJ":"-0.4"}`,
	`{"model":"spherical","lattice":"square","size":[2,3],"boundary":"open","betaJ":"1e-30"}`,
}

func roundTrip(t *testing.T, m Model) {
	t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read(data)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	second, err := json.Marshal(again)
	if err != nil {
		t.Fatal(err)
	}
	if string(second) != string(data) || len(m.Explain()) == 0 || m.Sites() != again.Sites() {
		t.Errorf("%s became %s", data, second)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, f := range files {
		roundTrip(t, mustRead(t, f))
	}
}

// slow says that a model is within the limits but takes seconds.
func slow(m Model) bool {
	switch m := m.(type) {
	case *Jellium:
		g, _ := m.Gamma.Float64()
		return g < 1e-3 || g > 1e6
	case *Spherical:
		k, _ := m.BetaJ.Float64()
		return math.Abs(k) > 1e4
	case *LatticeSpherical:
		k, _ := m.BetaJ.Float64()
		return math.Abs(k) > 10
	}
	return false
}

func FuzzRead(f *testing.F) {
	for _, file := range files {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(data)
		if err != nil {
			return
		}
		roundTrip(t, m)
		if m.Sites() > 5 || slow(m) {
			return
		}
		z, err := m.LogZ(ctx)
		if err != nil {
			return
		}
		if v := z.Float64(); math.IsNaN(v) || math.IsNaN(z.ErrorBound) || z.Relative() > 1e-10 {
			t.Errorf("%s: %v ± %v", data, v, z.ErrorBound)
		}
	})
}

func BenchmarkGas(b *testing.B) {
	for _, file := range []string{
		`{"model":"coulomb_1d","size":[30],"gamma":"1"}`,
		`{"model":"tonks","size":[1000000],"length":"2000000","rod":"1"}`,
		`{"model":"spherical","size":[1000000],"betaJ":"2.0"}`,
		`{"model":"spherical","lattice":"square","size":[16,16],"boundary":"torus","betaJ":"0.4"}`,
	} {
		b.Run(file, func(b *testing.B) {
			b.ReportAllocs()
			m := mustRead(b, file)
			for range b.N {
				if _, err := m.LogZ(ctx); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
