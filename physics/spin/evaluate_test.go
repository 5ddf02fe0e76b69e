package spin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
)

// pmGrid is an open grid with random signs.
func pmGrid(rows, cols int, seed uint64) (Jh, Jv [][]float64) {
	k := uint64(0)
	row := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = float64(modelfile.Sign(seed, k))
			k++
		}
		return out
	}
	for r := range rows {
		Jh = append(Jh, row(cols-1))
		if r+1 < rows {
			Jv = append(Jv, row(cols))
		}
	}
	return Jh, Jv
}

// The evaluators share little code, so that their agreement at sizes beyond enumeration
// says something.
func TestEvaluatorsAgreeOnLargeGrids(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		rows, cols int
		beta       float64
	}{{12, 12, 0.7}, {5, 40, 1.3}, {30, 3, 2}, {1, 200, 1}, {200, 1, 1}, {10, 10, 30}, {4, 9, -80}, {9, 4, 500}} {
		Jh, Jv := pmGrid(c.rows, c.cols, 5)
		m, err := NewGrid(c.beta, Jh, Jv)
		if err != nil {
			t.Fatal(err)
		}
		grid, err := OpenGridTransfer(ctx, c.beta, Jh, Jv)
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Bonds()
		if err != nil {
			t.Fatal(err)
		}
		order, _ := bestOrder(b.Graph, nil)
		plain, err := Eliminate(ctx, m, order, 0)
		if err != nil {
			t.Fatal(err)
		}
		logs, err := eliminateLog(ctx, m, order, "logarithms")
		if err != nil {
			t.Fatal(err)
		}
		for _, z := range []LogZ{plain, logs} {
			d := new(big.Float).Sub(z.Value, grid.Value)
			if f, _ := d.Abs(d).Float64(); f > z.ErrorBound+grid.ErrorBound {
				t.Errorf("%d×%d, beta %v: %s and %s differ by %.3g, the bounds are %.3g and %.3g",
					c.rows, c.cols, c.beta, z.Method, grid.Method, f, z.ErrorBound, grid.ErrorBound)
			}
			if z.ErrorBound > 1e-11*math.Abs(grid.Float64()) {
				t.Errorf("%s: the bound is %.3g", z.Method, z.ErrorBound)
			}
		}
	}
}

// At low temperature weights leave the float64 range; both routes must say so in the
// method and still be right (checked above and against the definition elsewhere).
func TestLowTemperatureTurnsToLogarithms(t *testing.T) {
	ctx := context.Background()
	Jh, Jv := pmGrid(6, 6, 1)
	m, err := NewGrid(200, Jh, Jv)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := BruteForce(ctx, &Model{N: 16, Beta: 200, Terms: subgrid(m, 4)})
	if err != nil {
		t.Fatal(err)
	}
	small := &Model{N: 16, Beta: 200, Terms: subgrid(m, 4)}
	for _, c := range []struct {
		model *Model
		want  *big.Float
	}{{small, exact.Value}, {m, nil}} {
		z, err := Eliminate(ctx, c.model, naturalOrder(c.model.N), 0)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(z.Method, "logarithms") {
			t.Errorf("method %q at beta = 200 on %d spins", z.Method, c.model.N)
		}
		if c.want != nil {
			d := new(big.Float).Sub(z.Value, c.want)
			if f, _ := d.Abs(d).Float64(); f > z.ErrorBound {
				t.Errorf("off by %g, the bound is %g", f, z.ErrorBound)
			}
		}
	}
	z, err := OpenGridTransfer(ctx, 200, Jh, Jv)
	if err != nil || !strings.Contains(z.Method, "logarithms") {
		t.Errorf("method %q, error %v", z.Method, err)
	}
	h := []float64{0, 300, -300, 0}
	z, err = ChainLogZ(2, []float64{1, -400, 1}, h)
	if err != nil || !strings.Contains(z.Method, "logarithms") {
		t.Errorf("method %q, error %v", z.Method, err)
	}
	// The two spins in the middle are frozen, those at the ends follow with 2cosh(2).
	if want := 2*(400+300+300.0) + 2*math.Log(2*math.Cosh(2)); math.Abs(z.Float64()-want) > 1e-9 {
		t.Errorf("ln Z = %v, want %v", z.Float64(), want)
	}
}

// subgrid takes the bonds of the upper left l×l corner of a 6×6 grid.
func subgrid(m *Model, l int) []Term {
	var terms []Term
	for _, t := range m.Terms {
		r0, c0, r1, c1 := t.Sites[0]/6, t.Sites[0]%6, t.Sites[1]/6, t.Sites[1]%6
		if max(r0, r1, c0, c1) < l {
			terms = append(terms, Term{[]int{r0*l + c0, r1*l + c1}, t.J})
		}
	}
	return terms
}

func TestKaufmanAgainstElimination(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		k          float64
	}{{7, 7, 0.44}, {12, 5, 0.2}, {3, 20, 0.9}} {
		m, err := NewTorus(c.rows, c.cols, c.k, 1)
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Bonds()
		if err != nil {
			t.Fatal(err)
		}
		order, _ := bestOrder(b.Graph, nil)
		want, err := Eliminate(context.Background(), m, order, 0)
		if err != nil {
			t.Fatal(err)
		}
		z, err := TorusKaufman(c.rows, c.cols, c.k)
		if err != nil {
			t.Fatal(err)
		}
		if d := math.Abs(z.Float64() - want.Float64()); d > want.ErrorBound+1e-13 {
			t.Errorf("%d×%d at K = %v: off by %g", c.rows, c.cols, c.k, d)
		}
	}
}

// The limits in which the torus is simple, where formulas tend to lose their digits.
func TestKaufmanInTheLimits(t *testing.T) {
	z, err := TorusKaufman(5, 7, 400) // two ground states, the rest e^−3200 below
	if want := math.Ln2 + 2*35*400; err != nil || math.Abs(z.Float64()-want) > 1e-11 {
		t.Errorf("K = 400: ln Z = %v, error %v, want %v", z.Float64(), err, want)
	}
	z, err = TorusKaufman(500, 700, 1e6)
	if want := math.Ln2 + 2*350000*1e6; err != nil || math.Abs(z.Float64()-want) > 1e-3 {
		t.Errorf("K = 1e6: ln Z = %v, error %v, want %v", z.Float64(), err, want)
	}
	z, err = TorusKaufman(5, 7, 1e-90)
	if want := 35 * math.Ln2; err != nil || math.Abs(z.Float64()-want) > 1e-14 {
		t.Errorf("K = 1e-90: ln Z = %v, error %v, want %v", z.Float64(), err, want)
	}
	// Onsager's value per site at the critical point, G Catalan's constant.
	const catalan = 0.915965594177219015
	z, err = TorusKaufman(1000, 1000, math.Log1p(math.Sqrt2)/2)
	// At criticality ln Z of an L×L torus exceeds the bulk term by ln(2^(1/4) + 2^(−1/2)),
	// up to 1/L² (A. E. Ferdinand and M. E. Fisher, Phys. Rev. 185 (1969) 832).
	want := 1e6*(math.Ln2/2+2*catalan/math.Pi) + math.Log(math.Pow(2, 0.25)+math.Sqrt(0.5))
	if err != nil || math.Abs(z.Float64()-want) > 1e-5 {
		t.Errorf("critical 1000×1000: ln Z = %v, error %v, want %v", z.Float64(), err, want)
	}
}

func TestKaufmanRefuses(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		k          float64
	}{{1, 5, 1}, {5, 1, 1}, {3, 3, 0}, {3, 3, -1}, {3, 3, math.NaN()}, {3, 3, math.Inf(1)}, {3, 3, 1e7}, {1 << 17, 1 << 17, 1}} {
		if _, err := TorusKaufman(c.rows, c.cols, c.k); err == nil {
			t.Errorf("a %d×%d torus at K = %v was taken", c.rows, c.cols, c.k)
		}
	}
}

// The 4×4 torus: known counts of its energy levels (B. Kaufman's model, computed by many,
// e.g. P. D. Beale, Phys. Rev. Lett. 76 (1996) 78).
func TestLevelsOfTheTorus(t *testing.T) {
	m, err := NewTorus(4, 4, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Levels(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	// Level i lies 4i above the ground state at −32; level 1 is empty.
	want := []uint64{2, 0, 32, 64, 424, 1728, 6688, 13568, 20524, 13568, 6688, 1728, 424, 64, 32, 0, 2}
	var got []uint64
	for i := len(s.Counts) - 1; i >= 0; i -= 2 {
		got = append(got, s.Counts[i])
		if i > 0 && s.Counts[i-1] != 0 {
			t.Errorf("an energy that is not a multiple of 4: level %d", i-1)
		}
	}
	if !reflect.DeepEqual(got, want) || s.Low != -32 || s.Unit != 1 {
		t.Errorf("counts %v from %d in units of %v, want %v", got, s.Low, s.Unit, want)
	}
}

func TestChooseByStructure(t *testing.T) {
	read := func(text string) *Model {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct{ model, method string }{
		{`{"model":"ising","lattice":"chain","size":[900],"couplings":{"pm1":1},"fields":{"uniform":[-1,1],"seed":2},"beta":1}`, "chain"},
		{`{"model":"ising","n":1,"beta":1,"terms":[]}`, "chain"},
		{`{"model":"ising","lattice":"square","size":[30,20],"boundary":"torus","couplings":{"mattis":3},"beta":0.4}`, "torus"},
		{`{"model":"ising","lattice":"square","size":[30,20],"boundary":"torus","couplings":-1,"beta":-0.4}`, "torus"},
		{`{"model":"ising","lattice":"square","size":[8,8],"boundary":"torus","couplings":{"pm1":3},"beta":0.4}`, "elimination"},
		{`{"model":"ising","lattice":"square","size":[8,8],"boundary":"torus","couplings":1,"fields":0.1,"beta":0.4}`, "elimination"},
		{`{"model":"ising","lattice":"square","size":[5,5],"boundary":"torus","couplings":-1,"beta":0.4}`, "elimination"},
		{`{"model":"ising","lattice":"square","size":[100,9],"couplings":{"pm1":3},"beta":2}`, "grid"},
		{`{"model":"ising","lattice":"complete","size":[60],"couplings":{"mattis":9},"beta":0.1}`, "mattis"},
		{`{"model":"ising","lattice":"complete","size":[60],"couplings":-1,"beta":0.1}`, "mattis"},
		{`{"model":"ising","lattice":"complete","size":[20],"couplings":{"pm1":1},"beta":0.1}`, "brute"},
		{`{"model":"ising","lattice":"random-regular","size":[10,3],"seed":1,"couplings":{"pm1":1},"beta":1}`, "brute"},
		{`{"model":"ising","lattice":"random-regular","size":[60,3],"seed":1,"couplings":{"pm1":1},"beta":1}`, "elimination"},
		{`{"model":"ising","lattice":"chain","size":[50],"boundary":"torus","couplings":{"pm1":1},"fields":0.3,"beta":1}`, "reduction"},
		{`{"model":"ising","lattice":"square","size":[2,70],"couplings":{"pm1":1},"fields":{"uniform":[-1,1],"seed":1},"beta":1}`, "reduction"},
		{`{"model":"ising","lattice":"complete","size":[300],"couplings":{"over_n":1},"fields":0.3,"beta":1}`, "orbits"},
		{`{"model":"ising","lattice":"bipartite","size":[40,90],"couplings":-1,"beta":0.02}`, "orbits"},
	} {
		p, err := Choose(read(c.model), Budget{})
		if err != nil || p.Method != c.method {
			t.Errorf("%s: %q (%s), error %v, want %q", c.model, p.Method, p.Reason, err, c.method)
		}
	}
	_, err := Evaluate(context.Background(), read(`{"model":"ising","lattice":"complete","size":[40],"couplings":{"pm1":1},"beta":0.1}`), Budget{})
	if !errors.Is(err, ErrIntractable) {
		t.Errorf("a spin glass on 40 spins, all joined: error %v, want ErrIntractable", err)
	}
}

// Shuffled labels must change neither the method nor the value.
func TestChooseIgnoresLabels(t *testing.T) {
	ctx := context.Background()
	for _, text := range []string{
		`{"model":"ising","lattice":"square","size":[7,9],"couplings":{"pm1":3},"beta":0.8}`,
		`{"model":"ising","lattice":"square","size":[2,30],"couplings":{"pm1":3},"beta":0.8}`,
		`{"model":"ising","lattice":"square","size":[6,5],"boundary":"torus","couplings":{"mattis":3},"beta":0.8}`,
		`{"model":"ising","lattice":"square","size":[3,12],"boundary":"torus","couplings":1,"beta":0.3}`,
		`{"model":"ising","lattice":"square","size":[4,4],"boundary":"torus","couplings":1,"beta":0.3}`,
		`{"model":"ising","lattice":"chain","size":[50],"couplings":{"uniform":[-2,2],"seed":4},"fields":{"uniform":[-2,2],"seed":5},"beta":0.7}`,
		`{"model":"ising","lattice":"complete","size":[21],"couplings":{"mattis":3},"beta":0.05}`,
	} {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := Choose(m, Budget{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := plan.Run(ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		s := shuffled(m, 6)
		other, err := Choose(s, Budget{})
		if err != nil || other.Method != plan.Method {
			t.Errorf("%s: shuffled %q, error %v, as it is %q", text, other.Method, err, plan.Method)
			continue
		}
		z, err := other.Run(ctx, s)
		if err != nil || math.Abs(z.Float64()-want.Float64()) > z.ErrorBound+want.ErrorBound+1e-14*math.Abs(z.Float64()) {
			t.Errorf("%s: ln Z = %v, error %v; as it is %v", text, z.Float64(), err, want.Float64())
		}
	}
}

// shuffled relabels the sites, turns bonds round and mixes the terms.
func shuffled(m *Model, seed uint64) *Model {
	rng := rand.New(rand.NewPCG(seed, 4))
	label := rng.Perm(m.N)
	out := &Model{N: m.N, Beta: m.Beta, Rounding: m.Rounding}
	for _, i := range rng.Perm(len(m.Terms)) {
		t := Term{J: m.Terms[i].J}
		for _, s := range m.Terms[i].Sites {
			t.Sites = append(t.Sites, label[s])
		}
		if len(t.Sites) == 2 && rng.IntN(2) == 0 {
			t.Sites[0], t.Sites[1] = t.Sites[1], t.Sites[0]
		}
		out.Terms = append(out.Terms, t)
	}
	return out
}

func TestEvaluatorsRefuse(t *testing.T) {
	ctx := context.Background()
	big29 := &Model{N: MaxBrute + 1, Beta: 1}
	if _, err := BruteForce(ctx, big29); err == nil || !strings.Contains(err.Error(), "the limit is 34") {
		t.Errorf("brute force over its limit: %v", err)
	}
	if _, err := Levels(ctx, &Model{N: 2, Beta: 1, Terms: []Term{{[]int{0}, math.Pi}, {[]int{1}, 1}}}); err == nil {
		t.Error("levels of couplings without a common unit")
	}
	wide, err := ReadModel([]byte(`{"model":"ising","lattice":"complete","size":[26],"couplings":{"pm1":1},"beta":0.1}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Eliminate(ctx, wide, naturalOrder(26), 0); err == nil || !strings.Contains(err.Error(), "width 25, the limit is 24") {
		t.Errorf("elimination over its limit: %v", err)
	}
	if _, err := Eliminate(ctx, wide, naturalOrder(25), 0); err == nil {
		t.Error("elimination took an order that misses a spin")
	}
	if _, err := ChainLogZ(1, []float64{1}, []float64{1}); err == nil {
		t.Error("a chain of two spins took one field")
	}
	if _, err := ChainLogZ(1, []float64{math.Inf(1)}, nil); err == nil {
		t.Error("a chain took an infinite coupling")
	}
	Jh, Jv := pmGrid(23, 23, 1)
	if _, err := OpenGridTransfer(ctx, 1, Jh, Jv); err == nil || !strings.Contains(err.Error(), "the limit is 22") {
		t.Errorf("grid over its limit: %v", err)
	}
	if _, err := OpenGridTransfer(ctx, 1, Jh, Jv[1:]); err == nil {
		t.Error("a grid took too few rows of bonds")
	}
	if _, err := MattisLogZ(1, 0); err == nil {
		t.Error("a Mattis model of no spins")
	}
	stop, cancel := context.WithCancel(ctx)
	cancel()
	m, err := NewTorus(4, 4, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"brute force": second(BruteForce(stop, m)),
		"elimination": second(Eliminate(stop, m, naturalOrder(16), 0)),
		"grid":        second(OpenGridTransfer(stop, 1, Jh[:5], Jv[:4])),
	} {
		if !errors.Is(err, context.Canceled) && name != "grid" || err == nil {
			t.Errorf("%s under a cancelled context: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func BenchmarkBruteForce20(b *testing.B) {
	for _, c := range []struct{ name, model string }{
		{"integer", `{"model":"ising","lattice":"random-regular","size":[20,3],"seed":1,"couplings":{"pm1":1},"beta":1}`},
		{"complete", `{"model":"ising","lattice":"complete","size":[20],"couplings":{"pm1":1},"beta":1}`},
		{"real", `{"model":"ising","lattice":"random-regular","size":[20,3],"seed":1,"couplings":{"uniform":[-1,1],"seed":1},"beta":1}`},
	} {
		m, err := ReadModel([]byte(c.model))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := BruteForce(context.Background(), m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The targets on two cores are 0.15 s for 26 spins and 2 s for 30, whatever the graph.
func BenchmarkBruteForceLarge(b *testing.B) {
	for _, c := range []struct{ name, lattice string }{
		{"regular26", `"random-regular","size":[26,3],"seed":1`}, {"complete26", `"complete","size":[26]`},
		{"regular30", `"random-regular","size":[30,3],"seed":1`}, {"complete30", `"complete","size":[30]`},
	} {
		m, err := ReadModel([]byte(`{"model":"ising","lattice":` + c.lattice + `,"couplings":{"pm1":1},"beta":1}`))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := BruteForce(context.Background(), m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkOpenGridTransfer(b *testing.B) {
	for _, l := range []int{12, 16, 20} {
		Jh, Jv := pmGrid(l, l, 1)
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := OpenGridTransfer(context.Background(), 1, Jh, Jv); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEliminate(b *testing.B) {
	for _, c := range []struct{ name, model string }{
		{"grid16", `{"model":"ising","lattice":"square","size":[16,16],"couplings":{"pm1":1},"fields":0.5,"beta":1}`},
		{"regular60", `{"model":"ising","lattice":"random-regular","size":[60,3],"seed":1,"couplings":{"pm1":1},"beta":1}`},
		{"ring100000", `{"model":"ising","lattice":"chain","size":[100000],"boundary":"torus","couplings":{"pm1":1},"beta":1}`},
	} {
		m, err := ReadModel([]byte(c.model))
		if err != nil {
			b.Fatal(err)
		}
		g, err := m.Graph()
		if err != nil {
			b.Fatal(err)
		}
		order, width := bestOrder(g, squareOf(g, m.Lattice))
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Eliminate(context.Background(), m, order, 0); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(width), "width")
		})
	}
}

func BenchmarkClosedForms(b *testing.B) {
	b.Run("kaufman1000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := TorusKaufman(1000, 1000, 0.44); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("mattis1000000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := MattisLogZ(1e-6, 1000000); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("chain1000000", func(b *testing.B) {
		J := make([]float64, 999999)
		for i := range J {
			J[i] = float64(modelfile.Sign(1, uint64(i)))
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ChainLogZ(1, J, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
