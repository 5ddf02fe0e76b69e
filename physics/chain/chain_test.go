package chain

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/wide"
)

var ctx = context.Background()

// distance is |a − b|.
func distance(a, b *big.Float) float64 {
	d, _ := new(big.Float).SetPrec(200).Sub(a, b).Float64()
	return math.Abs(d)
}

// agree compares a chain with exact diagonalisation, within the sum of the two bounds.
func agree(t interface {
	Fatalf(string, ...any)
	Helper()
}, terms []PauliTerm, n int, beta float64) {
	t.Helper()
	m := &Model{Family: "pauli_chain", N: n, Beta: beta, Terms: terms}
	g, err := m.Evaluate(ctx)
	if err != nil {
		t.Fatalf("%v: %v", terms, err)
	}
	want, err := Diagonalise(ctx, terms, n, beta)
	if err != nil {
		t.Fatalf("%v: %v", terms, err)
	}
	if d := distance(g.LogZ.Value, want.Value); d > g.LogZ.ErrorBound+want.ErrorBound {
		t.Fatalf("n = %d, beta = %v, %v:\nln Z = %s, want %s (off by %.2g, bounds %.1g, %.1g; %s)", n, beta, terms, g.LogZ.Text(), want.Text(), d, g.LogZ.ErrorBound, want.ErrorBound, g.Reduction)
	}
	if g.LogZ.Relative() > 1e-12 {
		t.Fatalf("bound %g", g.LogZ.ErrorBound)
	}
	// β⟨H⟩ by a difference quotient of the diagonalisation.
	h := 1e-4 * max(1, math.Abs(beta))
	plus, _ := Diagonalise(ctx, terms, n, beta+h)
	minus, _ := Diagonalise(ctx, terms, n, beta-h)
	e := -beta * (plus.Float64() - minus.Float64()) / (2 * h)
	norm := 1.0
	for _, x := range terms {
		norm += math.Abs(x.J)
	}
	// Third cumulant: |∂³ ln Z| ≤ 8‖H‖³.
	if tol := math.Abs(beta)*(8.0/6*norm*norm*norm*h*h+(plus.ErrorBound+minus.ErrorBound)/h) + g.BetaEnergyBound; math.Abs(e-g.BetaEnergy) > tol {
		t.Fatalf("n = %d, beta = %v, %v: βE = %v, difference quotient %v (tolerance %g)", n, beta, terms, g.BetaEnergy, e, tol)
	}
	mapping, _, err := JordanWigner(terms, n)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := VerifyMapping(terms, mapping); err != nil {
		t.Fatalf("%v", err)
	}
}

// drawQuadratic draws terms that are bilinear with a string along Z, closed ones too,
// rotates them and turns the chain around.
func drawQuadratic(t *rapid.T, n int, rings, linear bool) []PauliTerm {
	var terms []PauliTerm
	count := rapid.IntRange(1, 3*n).Draw(t, "terms")
	axis := rapid.SampledFrom([]byte("XYZ")).Draw(t, "axis")
	reverse := rapid.Bool().Draw(t, "reverse")
	// The inverse of Frame.letter.
	letter := func(op byte) byte {
		for _, l := range []byte("XYZ") {
			if (Frame{Axis: axis}).letter(l) == op {
				return l
			}
		}
		panic("no letter")
	}
	for range count {
		J := rapid.SampledFrom([]float64{1, -1, 0.5, -0.25, 2}).Draw(t, "J")
		i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
		if i > j {
			i, j = j, i
		}
		var x PauliTerm
		put := func(s int, op byte) {
			if reverse {
				s = n - 1 - s
			}
			x.Sites = append(x.Sites, s)
			x.Ops += string(letter(op))
		}
		ends := rapid.SampledFrom([]string{"XX", "YY", "XY", "YX"}).Draw(t, "ends")
		closed := rings && rapid.Bool().Draw(t, "closed")
		switch {
		case linear && rapid.IntRange(0, 3).Draw(t, "linear") == 0:
			for k := range i {
				put(k, 'Z')
			}
			put(i, ends[0])
		case i == j && closed:
			for k := range n {
				if k != i {
					put(k, 'Z')
				}
			}
			if n == 1 {
				put(0, 'Z')
			}
		case i == j:
			put(i, 'Z')
		case closed:
			for k := range i {
				put(k, 'Z')
			}
			put(i, ends[0])
			put(j, ends[1])
			for k := j + 1; k < n; k++ {
				put(k, 'Z')
			}
		default:
			put(i, ends[0])
			for k := i + 1; k < j; k++ {
				put(k, 'Z')
			}
			put(j, ends[1])
		}
		x.J = J
		terms = append(terms, x)
	}
	return terms
}

func TestQuadraticChainsAgainstDiagonalisation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		beta := rapid.SampledFrom([]float64{0.3, 1, -0.7, 2.5, 6}).Draw(t, "beta")
		linear := rapid.Bool().Draw(t, "single operators")
		agree(t, drawQuadratic(t, n, !linear, linear), n, beta)
	})
}

// Rings whose lowest state has the wrong parity in one sector or both, at temperatures
// where only the lowest states count.
func TestRingsAgainstDiagonalisation(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for _, J := range []float64{1, -1, 0.4} {
			for _, h := range []float64{0, 0.7, -0.7, 1, 1.6} {
				for _, gamma := range []float64{1, 0, 0.5, -1} {
					for _, beta := range []float64{0.8, 7, -1.1} {
						m := &Model{Family: "xy_chain", N: n, Ring: true, Beta: beta, J: repeat(J, n), Gamma: repeat(gamma, n), H: repeat(h, n)}
						if gamma == 1 {
							m.Family, m.Gamma = "tfim", nil
						}
						z, err := m.LogZ(ctx)
						if err != nil {
							t.Fatal(err)
						}
						terms, _ := m.PauliTerms()
						agree(t, terms, n, beta)
						want, err := Diagonalise(ctx, terms, n, beta)
						if err != nil {
							t.Fatal(err)
						}
						if d := distance(z.Value, want.Value); d > z.ErrorBound+want.ErrorBound {
							t.Errorf("%s n=%d J=%v γ=%v h=%v β=%v: %s, want %s (%s)", m.Family, n, J, gamma, h, beta, z.Text(), want.Text(), z.Method)
						}
						if e, bound, err := m.Energy(ctx); err != nil || bound > 1e-11 {
							t.Errorf("energy %v ± %v, %v", e, bound, err)
						}
					}
				}
			}
		}
	}
}

func repeat(x float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = x
	}
	return out
}

// The two routes of a ring, momenta and matrix, and float64 against big floats.
func TestRingRoutes(t *testing.T) {
	for _, c := range []struct {
		n                  int
		j, gamma, h, beta_ float64
	}{{64, 1, 1, 1, 2}, {65, -1, 1, 0.5, 40}, {64, -1, 1, 0.5, 40}, {65, -1, 0.3, 1e-3, 300}, {200, 0.7, 0, 0.2, 5}, {63, 1, 0.5, -2, 9}} {
		r := Ring{N: c.n, Beta: c.beta_, Jx: c.j * (1 + c.gamma) / 2, Jy: c.j * (1 - c.gamma) / 2, H: c.h}
		g, err := r.Evaluate(ctx)
		if err != nil {
			t.Fatal(err)
		}
		float := combine([]sector{r.sector(1), r.sector(-1)})
		m := &Model{Family: "xy_chain", N: c.n, Ring: true, Beta: c.beta_, J: repeat(c.j, c.n), Gamma: repeat(c.gamma, c.n), H: repeat(c.h, c.n)}
		terms, rounding := m.PauliTerms()
		mapping, obstruction, err := JordanWigner(terms, c.n)
		if err != nil || obstruction != nil {
			t.Fatal(err, obstruction)
		}
		f, err := NewForm(terms, mapping, c.beta_)
		if err != nil {
			t.Fatal(err)
		}
		matrix, err := f.Evaluate(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for name, z := range map[string]Gaussian{"float64": float, "matrix": matrix} {
			d := distance(z.LogZ.Value, g.LogZ.Value)
			t.Logf("%+v %s: off by %.1e, bound %.1e; %v", r, name, d, z.LogZ.ErrorBound, z)
			if d > z.LogZ.ErrorBound+g.LogZ.ErrorBound+rounding*c.beta_ {
				t.Errorf("%+v: %s differs by %g", r, name, d)
			}
			if math.Abs(z.BetaEnergy-g.BetaEnergy) > z.BetaEnergyBound+g.BetaEnergyBound {
				t.Errorf("%+v: %s: energies %v and %v", r, name, z, g)
			}
		}
	}
}

// At h = 0 the ring is the classical Ising ring: Z = (2cosh K)^n + (2sinh K)^n, odd
// antiferromagnetic ones included, where both sectors lose their lowest state.
func TestClassicalRing(t *testing.T) {
	for _, n := range []int{3, 4, 101, 1000, 5001} {
		for _, k := range []float64{0.3, -0.5, 3, -3, -300, 700} {
			m := &Model{Family: "tfim", N: n, Ring: true, Beta: 1, J: repeat(k, n), H: repeat(0, n)}
			// Ring with couplings that differ in sign only at an even number of bonds.
			gauge := &Model{Family: "tfim", N: n, Ring: true, Beta: 1, J: repeat(k, n), H: repeat(0, n)}
			gauge.J[0], gauge.J[n/2] = -k, -k
			// ln[(2cosh K)^n (1 + tanh^n)], stable for tanh → −1 and n odd.
			y := math.Abs(k)
			x := 2 * float64(n) * math.Atanh(math.Exp(-2*y)) // −n ln tanh
			second := math.Log1p(math.Exp(-x))
			if k < 0 && n%2 == 1 {
				second = math.Log(-math.Expm1(-x))
				if x < 1e-12 {
					second = math.Log(2*float64(n)) - 2*y
				}
			}
			want := float64(n)*(y+math.Log1p(math.Exp(-2*y))) + second
			for i, c := range []*Model{m, gauge} {
				if i == 1 && n > 1000 {
					continue
				}
				z, err := c.LogZ(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if d := math.Abs(z.Float64() - want); d > z.ErrorBound+1e-13*(1+math.Abs(want)) {
					t.Errorf("n = %d, K = %v: %s, want %.15g", n, k, z.Text(), want)
				}
				if z.Relative() > 1e-12 {
					t.Errorf("n = %d, K = %v: bound %g", n, k, z.ErrorBound)
				}
			}
		}
	}
}

// The open chain at h = 0 is 2^n (cosh K)^(n−1); at J = 0 it is free spins.
func TestOpenLimits(t *testing.T) {
	for _, n := range []int{1, 2, 50, 3000} {
		m := &Model{Family: "tfim", N: n, Beta: 0.5, J: repeat(3, n-1), H: repeat(0, n)}
		want := float64(n)*math.Ln2 + float64(n-1)*math.Log(math.Cosh(1.5))
		z, err := m.LogZ(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(z.Float64()-want) > z.ErrorBound+1e-14*want {
			t.Errorf("n = %d: %s, want %v", n, z.Text(), want)
		}
		m = &Model{Family: "xy_chain", N: n, Beta: -2, J: repeat(0, n-1), Gamma: repeat(0.2, n-1), H: repeat(0.75, n)}
		want = float64(n) * math.Log(2*math.Cosh(1.5))
		if z, err = m.LogZ(ctx); err != nil {
			t.Fatal(err)
		}
		if math.Abs(z.Float64()-want) > z.ErrorBound+1e-14*want {
			t.Errorf("n = %d: %s, want %v", n, z.Text(), want)
		}
	}
}

// A uniform open chain at J = h has σ_k = 2 cos(kπ/(2n+1)), k = 1 … n (Pfeuty).
func TestCriticalOpenChain(t *testing.T) {
	for _, n := range []int{5, 100, 2000} {
		const beta = 3.0
		m := &Model{Family: "tfim", N: n, Beta: beta, J: repeat(1, n-1), H: repeat(1, n)}
		want, energy := 0.0, 0.0
		for k := 1; k <= n; k++ {
			y := 2 * math.Cos(float64(k)*math.Pi/float64(2*n+1))
			want += beta*y + math.Log1p(math.Exp(-2*beta*y))
			energy -= y * math.Tanh(beta*y)
		}
		z, err := m.LogZ(ctx)
		if err != nil {
			t.Fatal(err)
		}
		e, bound, err := m.Energy(ctx)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("n = %d: %s ± %.1g, E = %v ± %.1g", n, z.Text(), z.ErrorBound, e, bound)
		if math.Abs(z.Float64()-want) > z.ErrorBound+1e-13*want || math.Abs(e-energy) > bound+1e-13*want {
			t.Errorf("n = %d: %s and %v, want %v and %v", n, z.Text(), e, want, energy)
		}
		if z.Relative() > 1e-14 {
			t.Errorf("bound %g", z.ErrorBound)
		}
	}
}

// Couplings over three hundred decades, zeros, and chains in pieces.
func TestWideRange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + r.IntN(8)
		m := &Model{Family: "tfim", N: n, Ring: n > 1 && r.IntN(2) == 0, Beta: 1}
		bonds := n - 1
		if m.Ring {
			bonds = n
		}
		draw := func() float64 {
			switch r.IntN(4) {
			case 0:
				return 0
			case 1:
				return math.Ldexp(r.Float64(), -r.IntN(1000))
			}
			return 4*r.Float64() - 2
		}
		m.J, m.H = make([]float64, bonds), make([]float64, n)
		for i := range m.J {
			m.J[i] = draw()
		}
		for i := range m.H {
			m.H[i] = draw()
		}
		z, err := m.LogZ(ctx)
		if err != nil {
			t.Fatal(err)
		}
		terms, _ := m.PauliTerms()
		want, err := Diagonalise(ctx, terms, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		if d := distance(z.Value, want.Value); d > z.ErrorBound+want.ErrorBound {
			t.Errorf("%+v: %s, want %s", m, z.Text(), want.Text())
		}
	}
}

func TestObstructions(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		terms []PauliTerm
		claw  bool
	}{
		{"Heisenberg", 4, heisenberg(4), true},
		{"one string in no frame", 6, []PauliTerm{{[]int{0, 1, 2}, "XXX", 1}}, false},
		{"tilted field", 3, []PauliTerm{{[]int{0, 1}, "ZZ", 1}, {[]int{1, 2}, "ZZ", 1}, {[]int{0}, "X", 1}, {[]int{1}, "X", 1}, {[]int{2}, "X", 1}, {[]int{1}, "Z", 0.1}}, true},
		{"next neighbours", 4, []PauliTerm{{[]int{0, 1}, "ZZ", 1}, {[]int{1, 2}, "ZZ", 1}, {[]int{2, 3}, "ZZ", 1}, {[]int{0, 2}, "ZZ", 1}, {[]int{0}, "X", 1}, {[]int{1}, "X", 1}, {[]int{2}, "X", 1}, {[]int{3}, "X", 1}}, true},
		{"field across a closed ring", 3, []PauliTerm{{[]int{0, 1}, "XX", 1}, {[]int{1, 2}, "XX", 1}, {[]int{2, 0}, "XX", 1}, {[]int{0}, "Z", 1}, {[]int{1}, "Z", 1}, {[]int{2}, "Z", 1}, {[]int{0}, "X", 1}}, true},
	} {
		m, o, err := JordanWigner(c.terms, c.n)
		if err != nil {
			t.Fatal(err)
		}
		if m != nil {
			t.Errorf("%s: mapped by %v", c.name, m.Frame)
			continue
		}
		if err := VerifyObstruction(c.terms, c.n, o); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if (o.Claw != nil) != c.claw {
			t.Errorf("%s: claw %v", c.name, o.Claw)
		}
		// Mutated witnesses are refused.
		for i := range o.Offenses {
			for _, mutate := range []func(*Offense){
				func(x *Offense) { x.Degree++ },
				func(x *Offense) { x.Term = len(c.terms) },
				func(x *Offense) { x.Frame.Axis = 'W' },
			} {
				bad := Obstruction{Offenses: append([]Offense(nil), o.Offenses...), Claw: o.Claw}
				if bad.Offenses[i].Against >= 0 {
					continue
				}
				mutate(&bad.Offenses[i])
				if VerifyObstruction(c.terms, c.n, &bad) == nil {
					t.Errorf("%s: accepted %+v", c.name, bad.Offenses[i])
				}
			}
		}
		if VerifyObstruction(c.terms, c.n, &Obstruction{Offenses: o.Offenses[1:]}) == nil {
			t.Errorf("%s: accepted without a frame", c.name)
		}
		if o.Claw != nil {
			bad := Obstruction{Offenses: o.Offenses, Claw: []int{o.Claw[1], o.Claw[0], o.Claw[2], o.Claw[3]}}
			if VerifyObstruction(c.terms, c.n, &bad) == nil {
				t.Errorf("%s: accepted a claw with another centre", c.name)
			}
		}
		model := &Model{Family: "pauli_chain", N: c.n, Beta: 1, Terms: c.terms}
		if _, err := model.LogZ(ctx); err == nil || !strings.Contains(err.Error(), "free-fermion") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func heisenberg(n int) []PauliTerm {
	var terms []PauliTerm
	for i := range n - 1 {
		for _, ops := range []string{"XX", "YY", "ZZ"} {
			terms = append(terms, PauliTerm{[]int{i, i + 1}, ops, 1})
		}
	}
	return terms
}

// Three sites are a special case: Z₀Z₁ is Z₂ times the parity, and the Heisenberg chain
// of three is free.
func TestHeisenbergOfThree(t *testing.T) {
	m, _, err := JordanWigner(heisenberg(3), 3)
	if err != nil || m == nil || !m.Sectors {
		t.Fatalf("%+v, %v", m, err)
	}
	agree(t, heisenberg(3), 3, 1.3)
}

// Any list of Pauli strings gets a mapping or an obstruction that its checker accepts.
func TestEveryListHasAWitness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n")
		var terms []PauliTerm
		for range rapid.IntRange(1, 6).Draw(t, "terms") {
			x := PauliTerm{J: rapid.SampledFrom([]float64{1, 0, -2}).Draw(t, "J")}
			start := rapid.IntRange(0, n-1).Draw(t, "start")
			for s := start; s < min(n, start+rapid.IntRange(1, 4).Draw(t, "length")); s++ {
				x.Sites = append(x.Sites, s)
				x.Ops += string(rapid.SampledFrom([]byte("XYZ")).Draw(t, "op"))
			}
			terms = append(terms, x)
		}
		m, o, err := JordanWigner(terms, n)
		if err != nil {
			t.Fatal(err)
		}
		if m == nil {
			if err := VerifyObstruction(terms, n, o); err != nil {
				t.Fatalf("%v: %v", terms, err)
			}
			return
		}
		if err := VerifyMapping(terms, m); err != nil {
			t.Fatalf("%v: %v", terms, err)
		}
		k := rapid.IntRange(0, len(terms)-1).Draw(t, "mutated")
		bad := *m
		bad.Images = append([]Bilinear(nil), m.Images...)
		switch rapid.IntRange(0, 3).Draw(t, "mutation") {
		case 0:
			bad.Images[k].Sign = -1
			if m.Images[k].Sign == -1 {
				bad.Images[k].Sign = 1
			}
		case 1:
			bad.Images[k].P++
		case 2:
			bad.Images[k].Parity = !bad.Images[k].Parity
		case 3:
			bad.Sectors = !bad.Sectors
		}
		if VerifyMapping(terms, &bad) == nil {
			t.Fatalf("accepted %+v for %v", bad, terms[k])
		}
	})
}

// The Sturm counts against the closed form of the critical chain, from either side.
func TestSturmCounts(t *testing.T) {
	const n = 40
	s := newSturm(repeat(1, 2*n-1))
	for k := 1; k <= n; k++ {
		y := 2 * math.Cos(float64(k)*math.Pi/float64(2*n+1)) // descending
		c := s.below([lanes]float64{y * (1 - 1e-13), y * (1 + 1e-13), 1e-300, 1e300})
		if c != [lanes]int{n - k, n - k + 1, 0, n} {
			t.Errorf("k = %d: %v", k, c)
		}
	}
	// Exact zeros of pivots: entries 1, x = 1 is an eigenvalue of the pair.
	s = newSturm([]float64{1, 1, 1})
	if c := s.below([lanes]float64{1, 0.5, 0.7, 2}); c != [lanes]int{1, 0, 1, 2} {
		t.Errorf("%v", c) // σ = (√5 ± 1)/2
	}
}

func TestAddLoose(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	value := func(x wide.DD) *big.Float { return x.Big().SetPrec(400) }
	for range 20000 {
		draw := func() wide.DD {
			h := r.NormFloat64() * math.Exp(4*r.NormFloat64())
			s, e := wide.FastTwoSum(h, h*(r.Float64()-0.5)*0x1p-53)
			return wide.DD{Hi: s, Lo: e}
		}
		x, y := draw(), draw()
		z := value(x)
		d, _ := z.Sub(z.Add(z, value(y)), value(addLoose(x, y))).Float64()
		if math.Abs(d) > 0x1p-100*(math.Abs(x.Hi)+math.Abs(y.Hi)) {
			t.Errorf("addLoose: error %g", d)
		}
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{`{"model":"tfim","size":[3],"J":1,"h":1}`, `chain: model: key "beta" is missing`},
		{`{"model":"tfim","size":[3],"J":1,"h":1,"beta":1,"gamma":2}`, `chain: model: unknown key "gamma"; known here: model, size, boundary, J, h, beta`},
		{`{"model":"tfim","size":[1],"boundary":"torus","J":1,"h":1,"beta":1}`, `chain: model: size: n = 1, but a periodic direction needs two sites`},
		{`{"model":"tfim","size":[3],"J":[1],"h":1,"beta":1}`, `chain: model: J: 1 numbers for 2 edges`},
		{`{"model":"tfim","size":[3],"J":1,"h":[1],"beta":1}`, `chain: model: h: 1 numbers for 3 sites`},
		{`{"model":"tfim","size":[3],"boundary":"ring","J":1,"h":1,"beta":1}`, `chain: model: boundary: "ring" is neither "open" nor "torus"`},
		{`{"model":"tfim","size":[3],"J":"1e200","h":1,"beta":1}`, `chain: parameter 0: 1e+200 at beta = 1 is out of range`},
		{`{"model":"potts"}`, `chain: model: model: "potts" is not a chain that can be read here; "tfim", "xy_chain" and "pauli_chain" are`},
		{`{"model":"pauli_chain","n":2,"beta":1,"terms":[{"sites":[0,1],"ops":"XW","J":1}]}`, `chain: model: terms[0]: operator 'W' is not X, Y or Z`},
		{`{"model":"pauli_chain","n":2,"beta":1,"terms":[{"sites":[0,0],"ops":"XX","J":1}]}`, `chain: model: terms[0]: site 0 occurs twice`},
	} {
		if _, err := Read([]byte(c.file)); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n%v, want\n%s", c.file, err, c.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, file := range files {
		m, err := Read([]byte(file))
		if err != nil {
			t.Fatal(file, err)
		}
		roundTrip(t, m)
		if len(m.Explain()) == 0 {
			t.Errorf("%s: nothing to say", file)
		}
	}
}

var files = []string{
	`{"model":"tfim","size":[4],"J":{"uniform":[0.5,1.5],"seed":3},"h":[1,2,3,"1/3"],"beta":"0.7"}`,
	`{"model":"tfim","size":[1],"J":1,"h":1,"beta":1}`,
	`{"model":"tfim","size":[5],"boundary":"torus","J":{"pm1":3},"h":1,"beta":2}`,
	`{"model":"xy_chain","size":[3],"boundary":"torus","J":1,"gamma":[0.1,0.2,0.3],"h":0.4,"beta":-1}`,
	`{"model":"pauli_chain","n":3,"beta":1,"terms":[{"sites":[0,1,2],"ops":"XZX","J":1},{"sites":[2],"ops":"Z","J":"1/3"}]}`,
}

func roundTrip(t *testing.T, m *Model) {
	t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var again Model
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	second, err := json.Marshal(&again)
	if err != nil {
		t.Fatal(err)
	}
	if string(second) != string(data) {
		t.Errorf("%s became %s", data, second)
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range files {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := read(data, 64)
		if err != nil {
			return
		}
		roundTrip(t, m)
		if m.N > 16 || len(m.Terms) > 50 {
			return
		}
		g, err := m.Evaluate(ctx)
		if err != nil {
			return
		}
		if z := g.LogZ.Float64(); math.IsNaN(z) || math.IsNaN(g.LogZ.ErrorBound) || math.IsNaN(g.BetaEnergy) {
			t.Errorf("%s: %v", data, g)
		}
	})
}

func TestLimitsAndCancellation(t *testing.T) {
	n := maxDimension/2 + 1
	m := &Model{Family: "tfim", N: n, Beta: 1, J: repeat(1, n-1), H: repeat(1, n)}
	if _, err := m.LogZ(ctx); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Error(err)
	}
	done, cancel := context.WithTimeout(ctx, 0*time.Second)
	defer cancel()
	m = &Model{Family: "tfim", N: 100, Beta: 1, J: repeat(1, 99), H: repeat(1, 100)}
	if _, err := m.LogZ(done); err == nil {
		t.Error("a cancelled evaluation went on")
	}
	if _, err := Diagonalise(ctx, nil, MaxDense+1, 1); err == nil {
		t.Error("diagonalised too many sites")
	}
}

func random(n int, ring bool, family string) *Model {
	r := rand.New(rand.NewPCG(7, 8))
	bonds := n - 1
	if ring {
		bonds = n
	}
	m := &Model{Family: family, N: n, Ring: ring, Beta: 1, J: make([]float64, bonds), H: make([]float64, n)}
	for i := range m.J {
		m.J[i] = 0.5 + r.Float64()
	}
	for i := range m.H {
		m.H[i] = 0.5 + r.Float64()
	}
	if family == "xy_chain" {
		m.Gamma = repeat(0.4, bonds)
	}
	return m
}

func BenchmarkChains(b *testing.B) {
	for _, c := range []struct {
		name string
		m    *Model
	}{
		{"open tfim 1000", random(1000, false, "tfim")},
		{"open tfim 3000", random(3000, false, "tfim")},
		{"random ring 1000", random(1000, true, "tfim")},
		{"open xy 1000", random(1000, false, "xy_chain")},
		{"random ring 3000", random(3000, true, "tfim")},
		{"uniform ring 1000", &Model{Family: "tfim", N: 1000, Ring: true, Beta: 2, J: repeat(1, 1000), H: repeat(1, 1000)}},
		{"uniform ring 1000000", &Model{Family: "tfim", N: 1e6, Ring: true, Beta: 2, J: repeat(1, 1e6), H: repeat(1, 1e6)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				g, err := c.m.Evaluate(ctx)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(g.LogZ.Relative(), "bound")
			}
		})
	}
}
