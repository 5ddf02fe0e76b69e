package estimate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/spin"
)

var ctx = context.Background()

func read(t testing.TB, format string, args ...any) *spin.Model {
	t.Helper()
	m, err := spin.ReadModel([]byte(fmt.Sprintf(format, args...)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// models on which everything is tried: both representations, both signs of β, fields,
// terms of three, spins without bonds.
func models(t testing.TB) map[string]*spin.Model {
	mixed := &spin.Model{N: 7, Beta: -0.8, Terms: []spin.Term{
		{Sites: []int{0, 1}, J: 1}, {Sites: []int{1, 2}, J: -0.5}, {Sites: []int{0, 2}, J: 1}, {Sites: []int{3}, J: 0.7},
		{Sites: []int{2, 3, 4}, J: 1.2}, {Sites: []int{0, 3, 4, 5}, J: -0.6}, {Sites: []int{1, 2}, J: 0.25},
	}}
	return map[string]*spin.Model{
		"±J grid":      read(t, `{"model":"ising","lattice":"square","size":[4,4],"couplings":{"pm1":5},"beta":0.9}`),
		"ferromagnet":  read(t, `{"model":"ising","lattice":"square","size":[3,4],"boundary":"torus","couplings":1,"beta":0.4}`),
		"negative β":   read(t, `{"model":"ising","lattice":"triangular","size":[3,4],"couplings":0.5,"beta":-1.1}`),
		"uniform grid": read(t, `{"model":"ising","lattice":"square","size":[3,4],"couplings":{"uniform":[-1,1],"seed":2},"fields":{"uniform":[-0.5,0.5],"seed":3},"beta":1}`),
		"mixed":        mixed,
		"cubic graph":  read(t, `{"model":"ising","lattice":"random-regular","size":[12,3],"seed":1,"couplings":{"pm1":1},"beta":1.5}`),
		"no bonds":     {N: 3, Beta: 1},
	}
}

func exact(t testing.TB, m *spin.Model) float64 {
	t.Helper()
	z, err := spin.Evaluate(ctx, m, spin.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return z.Float64()
}

// The stationary distribution of a sweep: the energies of 64 replicas over many sweeps
// against the exact mean and variance, at both ends of the choice of rules.
func TestSweepsSampleTheGibbsMeasure(t *testing.T) {
	for name, m := range models(t) {
		for _, scale := range []float64{0.3, 1, 1.7} {
			m := &spin.Model{N: m.N, Beta: m.Beta * scale, Terms: m.Terms}
			f, err := compile(m)
			if err != nil {
				t.Fatal(err)
			}
			for _, backward := range []bool{false, true} {
				p := f.make(streamOf(11, 0))
				p.randomise()
				for range 200 {
					p.sweep(m.Beta, backward)
				}
				var sums [lanes]float64
				var e [lanes]float64
				const sweeps = 800
				for range sweeps {
					p.sweep(m.Beta, backward)
					p.energies(&e)
					for l := range e {
						sums[l] += e[l] / sweeps
					}
				}
				mean, se := meanError(sums[:])
				// −∂ ln Z/∂β.
				h := 1e-5
				plus, minus := exact(t, &spin.Model{N: m.N, Beta: m.Beta + h, Terms: m.Terms}), exact(t, &spin.Model{N: m.N, Beta: m.Beta - h, Terms: m.Terms})
				want := -(plus - minus) / (2 * h)
				if math.Abs(mean-want) > 4.5*se+1e-6 {
					t.Errorf("%s at β = %v (%s, backward %t): ⟨H⟩ = %v ± %v, want %v", name, m.Beta, f.kind, backward, mean, se, want)
				}
			}
		}
	}
}

// Every replica is independent of the others: the spread of their means is that of
// replicas in runs of their own, so that the variance of the mean over lanes is 1/64 of
// that of one lane.
func TestReplicasAreIndependent(t *testing.T) {
	m := read(t, `{"model":"ising","lattice":"square","size":[4,4],"boundary":"torus","couplings":1,"beta":0.3}`)
	f, err := compile(m)
	if err != nil {
		t.Fatal(err)
	}
	const runs = 400
	var all, means []float64
	for r := range runs {
		p := f.make(streamOf(5, uint64(r)))
		p.randomise()
		for range 10 {
			p.sweep(m.Beta, false)
		}
		var e [lanes]float64
		p.energies(&e)
		mean, _ := meanError(e[:])
		means = append(means, mean)
		all = append(all, e[:]...)
	}
	_, seAll := meanError(all)
	_, seMeans := meanError(means)
	if q := seMeans / seAll; q < 0.85 || q > 1.15 { // 1 ± 0.035
		t.Errorf("the mean over 64 replicas fluctuates %.2f times as much as that of independent ones", q)
	}
}

// The energies that a population reports are those of its spins.
func TestEnergies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	list := models(t)
	list["many bonds"] = read(t, `{"model":"ising","lattice":"square","size":[40,50],"couplings":{"pm1":5},"beta":0.9}`)
	for name, m := range list {
		f, err := compile(m)
		if err != nil {
			t.Fatal(err)
		}
		p, q := f.make(streamOf(1, 0)), f.make(streamOf(1, 1))
		p.randomise()
		q.randomise()
		s := make([]int8, m.N)
		for i := range s {
			s[i] = int8(1 - 2*r.IntN(2))
		}
		p.set(17, s)
		before := [2]int8{p.spin(3, 0), q.spin(3, 0)}
		p.exchange(q, 1<<3)
		if after := [2]int8{q.spin(3, 0), p.spin(3, 0)}; after != before {
			t.Errorf("%s: exchange made %v of %v", name, after, before)
		}
		var e [lanes]float64
		p.energies(&e)
		for l := range e {
			want := 0.0
			for _, term := range m.Terms {
				x := -term.J
				for _, i := range term.Sites {
					x *= float64(p.spin(l, i))
				}
				want += x
			}
			if math.Abs(e[l]-want) > 1e-9 {
				t.Fatalf("%s: lane %d has energy %v, want %v", name, l, e[l], want)
			}
		}
		for i := range s {
			if p.spin(17, i) != s[i] {
				t.Fatalf("%s: spin %d of the lane that was set", name, i)
			}
		}
	}
}

// exactSampler draws configurations of a small model by inversion.
func exactSampler(m *spin.Model, seed uint64) func(ctx context.Context, r int) ([]int8, error) {
	weights := make([]float64, 1<<m.N)
	total := 0.0
	at := func(c, i int) float64 { return 1 - 2*float64(c>>i&1) }
	for c := range weights {
		x := 0.0
		for _, t := range m.Terms {
			y := t.J
			for _, i := range t.Sites {
				y *= at(c, i)
			}
			x += y
		}
		total += math.Exp(m.Beta * x)
		weights[c] = total
	}
	return func(_ context.Context, r int) ([]int8, error) {
		u := total * modelfile.Uniform(seed, uint64(r))
		c := 0
		for c+1 < len(weights) && weights[c] <= u {
			c++
		}
		s := make([]int8, m.N)
		for i := range s {
			s[i] = int8(at(c, i))
		}
		return s, nil
	}
}

func TestAIS(t *testing.T) {
	for name, m := range models(t) {
		want := exact(t, m)
		for _, start := range []func(context.Context, int) ([]int8, error){nil, exactSampler(m, 99)} {
			r, err := AIS(ctx, m, Options{Seed: 3, Replicas: 128, Levels: 200, Rounds: 200, Start: start})
			if err != nil {
				t.Fatal(name, err)
			}
			v := r.LogZ.Float64()
			t.Logf("%-13s exact start %5t: ln Z = %.6f ± %.2g in [%.6f, %.6f], means %.6f, %.6f; exact %.6f", name, r.ExactStart, v, r.LogZ.ErrorBound, r.Lower, r.Upper, r.ForwardLogZ, r.ReverseLogZ, want)
			if r.LogZ.Exact || r.Lower > want+1e-9 || r.Upper < want-1e-9 || math.Abs(v-want) > r.LogZ.ErrorBound {
				t.Errorf("%s: the interval misses %v: %+v", name, want, r.LogZ)
			}
			if r.LogZ.ErrorBound > 0.3 {
				t.Errorf("%s: error bound %v", name, r.LogZ.ErrorBound)
			}
		}
	}
}

// Jarzynski's equality holds for few and rough steps too: mean weights, not their
// logarithms, within the spread that exact moments give.
func TestWeightsAreUnbiased(t *testing.T) {
	m := read(t, `{"model":"ising","lattice":"square","size":[3,3],"couplings":{"pm1":5},"beta":0.5}`)
	want := exact(t, m)
	r, err := AIS(ctx, m, Options{Seed: 8, Replicas: 8192, Levels: 3, Start: exactSampler(m, 4)})
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]float64{"forward": r.Forward, "reverse": r.Reverse} {
		x := make([]float64, len(list))
		for i, w := range list {
			x[i] = math.Exp(w - want)
			if name == "reverse" {
				x[i] = math.Exp(want - w)
			}
		}
		mean, se := meanError(x)
		if math.Abs(mean-1) > 4*se || se > 0.05 {
			t.Errorf("%s: mean weight over Z is %v ± %v", name, mean, se)
		}
	}
	// Three steps dissipate: the means of the works are far apart, on the right sides.
	f, _ := meanError(r.Forward)
	b, _ := meanError(r.Reverse)
	if !(f < want-0.1 && b > want+0.1) {
		t.Errorf("mean works %v and %v around %v", f, b, want)
	}
	// Bennett's estimate needs the reverse runs to be the time reversal of the others.
	if d := math.Abs(r.LogZ.Float64() - want); d > 0.03 {
		t.Errorf("acceptance ratio off by %v", d)
	}
}

func TestTemperingTI(t *testing.T) {
	for name, m := range models(t) {
		want := exact(t, m)
		r, err := TemperingTI(ctx, m, Options{Seed: 5, Sweeps: 450})
		if err != nil {
			t.Fatal(name, err)
		}
		v := r.LogZ.Float64()
		t.Logf("%-13s ln Z = %.6f ± %.2g (statistical %.1g, discretisation %.1g), exchange %.2f, drift %.1f; exact %.6f", name, v, r.LogZ.ErrorBound, r.Statistical, r.Discretisation, r.Exchange, r.Drift, want)
		if r.LogZ.Exact || math.Abs(v-want) > r.LogZ.ErrorBound {
			t.Errorf("%s: %v ± %v, want %v", name, v, r.LogZ.ErrorBound, want)
		}
		if r.LogZ.ErrorBound > 0.1 || math.Abs(r.Drift) > 4.5 {
			t.Errorf("%s: error bound %v, drift %v", name, r.LogZ.ErrorBound, r.Drift)
		}
	}
}

// A larger grid against the transfer matrix.
func TestLargerGrid(t *testing.T) {
	m := read(t, `{"model":"ising","lattice":"square","size":[16,16],"couplings":{"pm1":1},"beta":1}`)
	want := exact(t, m)
	ti, err := TemperingTI(ctx, m, Options{Seed: 1, Sweeps: 900, Replicas: 64})
	if err != nil {
		t.Fatal(err)
	}
	ais, err := AIS(ctx, m, Options{Seed: 1, Levels: 1500, Replicas: 64, Rounds: 900})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tempering %.5f ± %.2g, annealing %.5f ± %.2g, exact %.5f", ti.LogZ.Float64(), ti.LogZ.ErrorBound, ais.LogZ.Float64(), ais.LogZ.ErrorBound, want)
	for name, z := range map[string]spin.LogZ{"tempering": ti.LogZ, "annealing": ais.LogZ} {
		if d := math.Abs(z.Float64() - want); d > z.ErrorBound || z.ErrorBound > 1 {
			t.Errorf("%s: off by %v, bound %v", name, d, z.ErrorBound)
		}
	}
}

func squareTorus(l int) [][2]int {
	lattice := modelfile.Lattice{Kind: "square", Size: []int{l, l}, Torus: true}
	edges, err := lattice.Edges(1 << 20)
	if err != nil {
		panic(err)
	}
	return edges
}

func TestNishimori(t *testing.T) {
	bonds := squareTorus(6)
	for _, planted := range []bool{false, true} {
		r, err := NishimoriCheck(ctx, 36, bonds, NishimoriOptions{Seed: 2, P: 0.12, Samples: 200, Sweeps: 300, Planted: planted})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", r)
		if math.Abs(r.EnergyZ) > 4 || math.Abs(r.OverlapZ) > 4 || r.EnergyError > 0.5 {
			t.Errorf("planted %t: %+v", planted, r)
		}
	}
	// Off the line both identities fail, and visibly.
	r, err := NishimoriCheck(ctx, 36, bonds, NishimoriOptions{Seed: 2, P: 0.12, Samples: 200, Sweeps: 300, Beta: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.EnergyZ) < 10 || math.Abs(r.OverlapZ) < 5 {
		t.Errorf("off the line: %+v", r)
	}
}

// The same seed gives the same numbers whatever the number of workers.
func TestDeterministic(t *testing.T) {
	m := read(t, `{"model":"ising","lattice":"square","size":[5,5],"couplings":{"pm1":5},"beta":0.9}`)
	run := func(workers int) any {
		old := runtime.GOMAXPROCS(workers)
		defer runtime.GOMAXPROCS(old)
		a, err := AIS(ctx, m, Options{Seed: 3, Replicas: 192, Levels: 20, Rounds: 10})
		if err != nil {
			t.Fatal(err)
		}
		b, err := TemperingTI(ctx, m, Options{Seed: 3, Levels: 6, Sweeps: 20})
		if err != nil {
			t.Fatal(err)
		}
		c, err := NishimoriCheck(ctx, 16, squareTorus(4), NishimoriOptions{P: 0.1, Samples: 8, Sweeps: 20})
		if err != nil {
			t.Fatal(err)
		}
		return []any{a, b, c}
	}
	one := run(1)
	if !reflect.DeepEqual(one, run(1)) || !reflect.DeepEqual(one, run(4)) {
		t.Error("two runs differ")
	}
}

func TestBadOptions(t *testing.T) {
	m := read(t, `{"model":"ising","n":2,"terms":[],"beta":1}`)
	check := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	_, err := AIS(ctx, m, Options{Replicas: -1})
	check(err, "replicas")
	_, err = AIS(ctx, m, Options{Confidence: 2})
	check(err, "confidence")
	_, err = AIS(ctx, m, Options{Start: func(context.Context, int) ([]int8, error) { return []int8{1}, nil }})
	check(err, "has 1 spins")
	_, err = AIS(ctx, m, Options{Start: func(context.Context, int) ([]int8, error) { return []int8{1, 0}, nil }})
	check(err, "spin 1 is 0")
	_, err = TemperingTI(ctx, m, Options{Sweeps: 2})
	check(err, "rounds")
	_, err = NishimoriCheck(ctx, 4, squareTorus(2), NishimoriOptions{P: 0.7})
	check(err, "0.7")
	_, err = NishimoriCheck(ctx, 3, squareTorus(2), NishimoriOptions{P: 0.1})
	check(err, "site")
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err = AIS(done, m, Options{})
	check(err, "canceled")
	_, err = TemperingTI(done, m, Options{})
	check(err, "canceled")
}

// Prints millions of updates a second of one core; the anchor is 250 for a scalar loop.
func BenchmarkSweep(b *testing.B) {
	for _, c := range []struct{ name, file string }{
		{"packed 64x64", `{"model":"ising","lattice":"square","size":[64,64],"boundary":"torus","couplings":{"pm1":1},"beta":0.7}`},
		{"arrays 64x64", `{"model":"ising","lattice":"square","size":[64,64],"boundary":"torus","couplings":{"uniform":[-1,1],"seed":1},"beta":0.7}`},
	} {
		m := read(b, "%s", c.file)
		f, err := compile(m)
		if err != nil {
			b.Fatal(err)
		}
		p := f.make(streamOf(1, 0))
		p.randomise()
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				p.sweep(m.Beta, false)
			}
			b.ReportMetric(float64(b.N)*float64(m.N)*lanes/b.Elapsed().Seconds()/1e6, "Mupdates/s")
		})
		b.Run(c.name+" energies", func(b *testing.B) {
			b.ReportAllocs()
			var e [lanes]float64
			for range b.N {
				p.energies(&e)
			}
		})
	}
}
