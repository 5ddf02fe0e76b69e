package code

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"os"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// TestInstances compares the three ways to a class probability (raw sum, enumeration, spin
// model) for every kind of instance.
func TestInstances(t *testing.T) {
	ctx := context.Background()
	p, q, eta := big.NewRat(1, 10), big.NewRat(1, 20), big.NewRat(5, 2)
	for _, x := range []struct {
		in        *Instance
		flipped   []int
		dependent int
		raw       bool
	}{
		{must(RepetitionBitFlip(9, p))(t), []int{0, 4, 5}, 0, true},
		{must(RepetitionFaulty(4, 4, p, q))(t), []int{1, 6, 17}, 0, true},
		{must(RepetitionFaulty(3, 1, p, q))(t), []int{1}, 0, true},
		{must(ToricBitFlip(3, 3, p))(t), []int{0, 5}, 1, false},
		{must(ToricBitFlip(3, 3, big.NewRat(7, 10)))(t), []int{0, 5}, 1, false},
		{must(ToricBitFlip(2, 4, p))(t), []int{0, 5}, 1, true},
		{must(SurfaceBitFlip(3, 4, p))(t), []int{3, 6}, 0, true},
		{must(SurfaceBitFlip(5, 5, p))(t), []int{0, 7, 12, 21}, 0, false},
		{must(SurfaceBitFlip(6, 6, p))(t), []int{0, 7, 12, 21}, 0, false},
		{must(ToricDepolarizing(2, 3, p))(t), []int{1, 8}, 2, true},
		{must(ToricCorrelated(3, 3, p, eta))(t), []int{0, 6, 7}, 1, false},
		{must(ToricCorrelated(2, 3, p, eta))(t), []int{0, 6, 7}, 1, true},
		{must(ToricFaulty(2, 2, 2, p, q))(t), []int{3, 17}, 5, false},
		{must(ToricFaulty(2, 2, 3, p, q))(t), []int{3, 17, 29}, 9, false},
		{must(BaconShorBitFlip(3, 4, p))(t), []int{0, 5, 6}, 0, true},
	} {
		t.Run(fmt.Sprint(x.in.Code.Name, x.in.Noise.Name), func(t *testing.T) {
			if err := x.in.Code.Validate(); err != nil {
				t.Fatal(err)
			}
			in := must(x.in.At(x.flipped...))(t)
			exact := must(in.Exact(ctx))(t)
			if x.raw && len(in.Code.Deformations()) <= 18 {
				raw := must(in.Raw(ctx))(t)
				// Z-type generators do not contribute to raw sums under bit flips, except
				// that their dependent products count twice.
				all := len(in.Code.Deformations()) - len(independent(in.Code.Deformations()))
				if raw.Cmp(new(big.Rat).Mul(exact, big.NewRat(1<<all, 1))) != 0 {
					t.Errorf("raw sum %v, want 2^%d·%v", raw, all, exact)
				}
			}
			want := LogProbability(exact)
			for _, opt := range []Options{{}, {Independent: true}} {
				m := must(in.Map(ctx, opt))(t)
				if !opt.Independent && m.Dependent != x.dependent {
					t.Errorf("%d dependent spins, want %d", m.Dependent, x.dependent)
				}
				z := must(m.LogProbability(ctx, Spin{}))(t)
				if !near(z.Value, want.Value, z.ErrorBound+want.ErrorBound) || z.ErrorBound > 1e-10 {
					t.Errorf("options %v: ln P = %s ± %g, want %s", opt, z.Text(), z.ErrorBound, want.Text())
				}
			}
			z := must(in.LogProbability(ctx, Spin{}))(t)
			if !near(z.Value, want.Value, z.ErrorBound+want.ErrorBound) {
				t.Errorf("LogProbability is %s, want %s", z.Text(), want.Text())
			}
		})
	}
}

// TestShapes checks the form of the models: which spins a term joins.
func TestShapes(t *testing.T) {
	ctx := context.Background()
	p, q := big.NewRat(1, 10), big.NewRat(1, 20)
	for _, x := range []struct {
		in   *Instance
		want map[int]int // number of terms by their order
	}{
		{must(RepetitionBitFlip(6, p))(t), map[int]int{1: 2, 2: 4}},
		{must(ToricBitFlip(4, 4, p))(t), map[int]int{2: 32}},
		{must(SurfaceBitFlip(3, 3, p))(t), map[int]int{1: 4, 2: 3}}, // two qubits are on the same checks, twice
		{must(ToricDepolarizing(4, 4, p))(t), map[int]int{2: 64, 4: 32}},
		// A pair of opposite sides of a plaquette touches its four stars, whichever pair it is;
		// the chains, which do not close, leave out one plaquette of sixteen.
		{must(ToricCorrelated(4, 4, p, big.NewRat(2, 1)))(t), map[int]int{2: 32, 4: 15}},
		// Two rounds on 4×4: each flip is on one link plaquette and two stars, each outcome
		// on the four links around it.
		{must(ToricFaulty(4, 4, 2, p, q))(t), map[int]int{3: 64, 4: 16}},
		{must(RepetitionFaulty(5, 4, p, q))(t), map[int]int{1: 10, 2: 22}},
		{must(BaconShorBitFlip(3, 4, p))(t), map[int]int{1: 8, 2: 4}},
	} {
		m := must(x.in.Map(ctx, Options{}))(t)
		got := map[int]int{}
		for _, term := range m.Model.Terms {
			got[len(term.Sites)]++
		}
		if fmt.Sprint(got) != fmt.Sprint(x.want) {
			t.Errorf("%s: terms by order %v, want %v", x.in.Code.Name, got, x.want)
		}
	}
}

// TestClosedForms compares large instances with products over chains, where an even
// number of flips of n has probability ½(1+(1−2p)ⁿ).
func TestClosedForms(t *testing.T) {
	ctx := context.Background()
	p := big.NewRat(3, 100)
	power := func(n int) *big.Rat {
		x := big.NewRat(1, 1)
		for range n {
			x.Mul(x, big.NewRat(94, 100))
		}
		return x
	}
	half := func(n, sign int64) *big.Rat {
		x := power(int(n))
		return x.Mul(x.Add(x.Mul(x, big.NewRat(sign, 1)), one), big.NewRat(1, 2))
	}
	in := must(must(RepetitionBitFlip(400, p))(t).At(3, 77, 200))(t)
	want := LogProbability(half(400, -1))
	if z := must(in.LogProbability(ctx, Spin{}))(t); !near(z.Value, want.Value, z.ErrorBound+want.ErrorBound) {
		t.Errorf("chain of 400: ln P = %s, want %s", z.Text(), want.Text())
	}
	in = must(must(BaconShorBitFlip(30, 9, p))(t).At(0, 1, 9, 20))(t) // odd in columns 1 and 2
	product := big.NewRat(1, 1)
	for c := range 9 {
		sign := int64(1)
		if c == 1 || c == 2 {
			sign = -1
		}
		product.Mul(product, half(30, sign))
	}
	want = LogProbability(product)
	if z := must(in.LogProbability(ctx, Spin{}))(t); !near(z.Value, want.Value, z.ErrorBound+want.ErrorBound) {
		t.Errorf("Bacon–Shor: ln P = %s, want %s", z.Text(), want.Text())
	}
}

// TestOneRound: with a single round there is nothing to measure wrongly.
func TestOneRound(t *testing.T) {
	ctx := context.Background()
	p := big.NewRat(1, 8)
	plain := must(must(ToricBitFlip(3, 3, p))(t).At(2, 4, 9))(t)
	faulty := must(must(ToricFaulty(3, 3, 1, p, big.NewRat(1, 3)))(t).At(2, 4, 9))(t)
	if a, b := must(plain.Exact(ctx))(t), must(faulty.Exact(ctx))(t); a.Cmp(b) != 0 {
		t.Errorf("one round gives %v, no measurement %v", b, a)
	}
}

// TestPerfectMeasurement: outcomes that are never wrong leave independent rounds, and what
// is asked is the product of all flips; its classes have the probabilities of the sum, over
// classes of each round with the product that is asked for, of the product of theirs.
func TestPerfectMeasurement(t *testing.T) {
	ctx := context.Background()
	p := big.NewRat(1, 6)
	two := must(must(ToricFaulty(2, 2, 2, p, new(big.Rat)))(t).At(0, 3, 8+1))(t)
	c := must(Toric(2, 2))(t)
	nz := must(BitFlip(8, p))(t)
	a := must(ClassProbabilities(ctx, c, nz, OnX(8, 0, 3)))(t)
	b := must(ClassProbabilities(ctx, c, nz, OnX(8, 1)))(t)
	total := c.Class(OnX(8, 0, 3)) ^ c.Class(OnX(8, 1))
	want := new(big.Rat)
	for x := range 4 {
		want.Add(want, new(big.Rat).Mul(a.Probability[x], b.Probability[x^total]))
	}
	if got := must(two.Exact(ctx))(t); got.Cmp(want) != 0 {
		t.Errorf("class probability %v, want %v", got, want)
	}
}

// TestFaultsHappen plays the measurements out: flips accumulate, outcomes are the parities
// of the checks, wrong where the instrument fails, and detectors compare rounds. Faults in
// one class must have the same detectors and the same final flip of the logical operator.
func TestFaultsHappen(t *testing.T) {
	const rounds = 3
	for _, c := range []*Code{must(Repetition(3))(t), must(RotatedSurface(2, 2))(t), must(Toric(2, 2))(t)} {
		f := must(Faults(c, rounds))(t)
		var zs, detectors []Pauli
		for _, g := range c.Stabilizers {
			if !g.pureX() {
				zs = append(zs, g)
			}
		}
		for _, g := range f.Stabilizers {
			if !g.pureX() {
				detectors = append(detectors, g)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			var faults []int
			for i := range f.N {
				if rapid.Bool().Draw(t, "fault") {
					faults = append(faults, i)
				}
			}
			e := OnX(f.N, faults...)
			state := Identity(c.N)
			last := make([]bool, len(zs))
			for round := range rounds {
				for q := range c.N {
					if e.At(round*c.N+q) != I {
						state = state.Mul(OnX(c.N, q))
					}
				}
				for i, g := range zs {
					outcome := !g.Commutes(state)
					if round < rounds-1 && e.At(rounds*c.N+round*len(zs)+i) != I {
						outcome = !outcome
					}
					if got := !detectors[round*len(zs)+i].Commutes(e); got != (outcome != last[i]) {
						t.Fatalf("%s: faults %v: detector (%d,%d) is %v", f.Name, faults, round, i, got)
					}
					last[i] = outcome
				}
			}
			if got, want := f.Class(e), c.Class(state); got != want {
				t.Fatalf("%s: faults %v are of class %d, the qubits of class %d", f.Name, faults, got, want)
			}
		})
	}
}

func TestFaultsSumToOne(t *testing.T) {
	ctx := context.Background()
	for _, in := range []*Instance{
		must(RepetitionFaulty(3, 3, big.NewRat(1, 10), big.NewRat(1, 7)))(t),
		must(faulty(must(RotatedSurface(2, 2))(t), nil, 2, big.NewRat(1, 10), big.NewRat(1, 7)))(t),
	} {
		got := must(SuccessProbability(ctx, in.Code, in.Noise))(t)
		if got.Total.Cmp(one) != 0 || got.LeastWeight.Cmp(got.Success) > 0 {
			t.Errorf("%s: total %v, success %v, least weight %v", in.Code.Name, got.Total, got.Success, got.LeastWeight)
		}
	}
}

// TestCoherentStates rotates encoded states of nine qubits by brute force, projects on a
// syndrome and compares the logical states with the amplitudes.
func TestCoherentStates(t *testing.T) {
	c := must(RotatedSurface(3, 3))(t)
	n := c.N
	mask := func(p Pauli) (x, z int) {
		for q := range n {
			x |= p.At(q) & X << q
			z |= p.At(q) >> 1 << q
		}
		return x, z
	}
	apply := func(p Pauli, v []complex128) []complex128 {
		x, z := mask(p)
		out := make([]complex128, len(v))
		for s := range v {
			if cmplx.Abs(v[s]) == 0 {
				continue
			}
			sign := complex(float64(1-2*(popcount(s&z)&1)), 0)
			out[s^x] += sign * v[s]
		}
		return out
	}
	// |0̄⟩ and |1̄⟩ = X̄|0̄⟩.
	zero := make([]complex128, 1<<n)
	zero[0] = 1
	for _, g := range c.Stabilizers[:4] {
		for s, a := range apply(g, zero) {
			zero[s] += a
		}
	}
	normalise(zero)
	oneBar := apply(c.LogicalX[0], zero)

	tan := big.NewRat(2, 5)
	theta := math.Atan(0.4)
	state := append([]complex128(nil), zero...)
	for q := range n {
		flipped := apply(OnX(n, q), state)
		for s := range state {
			state[s] = complex(math.Cos(theta), 0)*state[s] + complex(0, math.Sin(theta))*flipped[s]
		}
	}
	total := new(big.Rat)
	for syndrome := range 16 {
		e := must(c.ErrorOf([]uint64{uint64(syndrome) << 4}))(t)
		if got := c.Syndrome(e)[0] >> 4; int(got) != syndrome || !e.pureX() {
			t.Fatalf("error %s has syndrome %d, want a product of X with %d", e.Sparse(), got, syndrome)
		}
		for class := range 2 {
			r := e.Mul(c.Logical(class))
			a := must(CoherentAmplitude(c, tan, r))(t)
			total.Add(total, a.Probability())
			bar := zero
			if class == 1 {
				bar = oneBar
			}
			var want complex128 // ⟨bar| E† U |0̄⟩
			for s, x := range apply(e, bar) {
				want += cmplx.Conj(x) * state[s]
			}
			re, _ := a.Re.Float64()
			im, _ := a.Im.Float64()
			got := complex(math.Pow(math.Cos(theta), float64(n)), 0) * complex(re, im)
			if cmplx.Abs(got-want) > 1e-13 {
				t.Errorf("syndrome %d, class %d: amplitude %v, the state has %v", syndrome, class, got, want)
			}
			z := a.LogZ()
			phase, _ := z.Phase.Float64()
			if cmplx.Abs(cmplx.Rect(math.Exp(z.Float64()), phase)-want) > 1e-13 {
				t.Errorf("syndrome %d, class %d: logarithm %v, phase %v", syndrome, class, z.Text(), phase)
			}
		}
	}
	if total.Cmp(one) != 0 {
		t.Errorf("|A|² adds up to %v", total)
	}
}

func popcount(x int) int {
	n := 0
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

func normalise(v []complex128) {
	sum := 0.0
	for _, a := range v {
		sum += real(a)*real(a) + imag(a)*imag(a)
	}
	for i := range v {
		v[i] /= complex(math.Sqrt(sum), 0)
	}
}

// TestCoherentMapping: the complex couplings give the amplitude, by a sum over spins and
// by elimination.
func TestCoherentMapping(t *testing.T) {
	for _, x := range []struct {
		rows, cols int
		tan        *big.Rat
		flipped    []int
	}{
		{3, 3, big.NewRat(1, 3), []int{0, 4}},
		{3, 3, big.NewRat(-1, 3), []int{0, 4}},
		{2, 3, big.NewRat(1, 1), []int{2}},
		{4, 3, big.NewRat(5, 2), nil},
		{3, 5, big.NewRat(-7, 50), []int{1, 9, 10}},
		{1, 3, big.NewRat(1, 2), []int{1}},
		{3, 1, big.NewRat(1, 2), []int{1}}, // no X checks at all
	} {
		in := must(SurfaceCoherent(x.rows, x.cols, x.tan))(t)
		in.Error = OnX(in.Code.N, x.flipped...)
		a := must(in.Exact())(t)
		m := must(in.Map())(t)
		tan, _ := x.tan.Float64()
		re, _ := a.Re.Float64()
		im, _ := a.Im.Float64()
		want := complex(re, im) * complex(math.Pow(1+tan*tan, -float64(in.Code.N)/2), 0)

		k0re, _ := m.K0Re.Float64()
		k0 := complex(k0re, -float64(m.KQuarter)*math.Pi/4)
		var sum complex128
		for s := range 1 << len(m.Spins) {
			h := complex(float64(in.Code.N), 0) * k0
			for _, term := range m.Terms {
				sign := float64(term.Times)
				for _, k := range term.Spins {
					sign *= float64(1 - 2*(s>>k&1))
				}
				h += complex(sign, 0) * m.Coupling()
			}
			sum += cmplx.Exp(h)
		}
		sum /= complex(float64(int(1)<<m.Dependent), 0)
		if cmplx.Abs(sum-want) > 1e-13 {
			t.Errorf("%s, tan θ = %v: the spin model gives %v, want %v", in.Code.Name, x.tan, sum, want)
		}
		sameBonds(t, m, sum)
		// The condition itself: e^{2K} = −i cot θ.
		if d := cmplx.Exp(2*m.Coupling()) - complex(0, -1/tan); cmplx.Abs(d) > 1e-14/math.Abs(tan) {
			t.Errorf("tan θ = %v: e^{2K} is off by %v", x.tan, d)
		}
		sameAmplitude(t, in, must(in.LogAmplitude(context.Background(), factor.Options{}))(t), a.LogZ())
	}
}

// sameBonds sums over the bonds of the mapping and compares with its amplitude.
func sameBonds(t *testing.T, m *ComplexMapping, want complex128) {
	t.Helper()
	b := must(m.Bonds())(t)
	var sum complex128
	for s := range 1 << b.N {
		var h complex128
		for e, edge := range b.Edges {
			h += b.K[e] * complex(float64(1-2*((s>>edge[0]^s>>edge[1])&1)), 0)
		}
		sum += cmplx.Exp(h + b.Constant)
	}
	if b.Ghost {
		sum /= 2
	}
	k0re, _ := m.K0Re.Float64()
	sum *= cmplx.Exp(complex(float64(m.n), 0) * complex(k0re, -float64(m.KQuarter)*math.Pi/4))
	sum /= complex(float64(int(1)<<m.Dependent), 0)
	if cmplx.Abs(sum-want) > 1e-13 {
		t.Errorf("the bonds give %v, want %v", sum, want)
	}
}

// TestPlanarWithGhost: the models that planar evaluators are meant for are planar.
func TestPlanarWithGhost(t *testing.T) {
	p := big.NewRat(1, 10)
	for _, in := range []*Instance{
		must(SurfaceBitFlip(5, 5, p))(t), must(SurfaceBitFlip(6, 9, p))(t), must(SurfaceBitFlip(2, 3, p))(t),
		must(RepetitionFaulty(7, 6, p, big.NewRat(1, 5)))(t),
	} {
		m := must(in.Map(context.Background(), Options{}))(t)
		g := must(m.Ghost().Graph())(t)
		if !graph.IsPlanar(g) {
			t.Errorf("%s: the graph with the ghost is not planar", in.Code.Name)
		}
		if !m.Model.HasField() {
			t.Errorf("%s: the model has no field to begin with", in.Code.Name)
		}
	}
}

// TestTorusIsNamed: the model of a toric code under one kind of flip is a periodic square
// lattice and says so, its terms in the order in which the lattice has them.
func TestTorusIsNamed(t *testing.T) {
	p := big.NewRat(1, 10)
	for _, x := range []struct {
		rows, cols int
		noise      func(int, *big.Rat) (*Noise, error)
		p          *big.Rat
		want       bool
	}{
		{3, 4, BitFlip, p, true},
		{5, 3, PhaseFlip, p, true},
		{3, 3, Depolarizing, p, false},
		{2, 5, BitFlip, p, false}, // bonds are added up in pairs
		{3, 3, BitFlip, big.NewRat(1, 2), false},
	} {
		c := must(Toric(x.rows, x.cols))(t)
		nz := must(x.noise(c.N, x.p))(t)
		e := must(must(NewSampler(nz))(t).Sample(1, 4))(t)
		m := must(Map(context.Background(), c, nz, e, Options{}))(t)
		if (m.Model.Lattice != nil) != x.want {
			t.Errorf("%s, %s: lattice %v", c.Name, nz.Name, m.Model.Lattice)
		}
		if !x.want {
			continue
		}
		edges := must(m.Model.Lattice.Edges(1000))(t)
		for k, term := range m.Model.Terms {
			if [2]int(term.Sites) != edges[k] {
				t.Errorf("%s, %s: term %d joins %v, the lattice's edge is %v", c.Name, nz.Name, k, term.Sites, edges[k])
			}
		}
	}
}

// TestSyndromeProbability compares the sum over classes with the Fourier transform of the
// noise over the stabilizer group, P(s) = 2^−r Σ_g [[g,E]] (1−4p/3)^wt(g).
func TestSyndromeProbability(t *testing.T) {
	p := big.NewRat(1, 9)
	fade := new(big.Rat).Sub(one, new(big.Rat).Mul(p, big.NewRat(4, 3)))
	for _, c := range []*Code{must(Toric(3, 3))(t), must(RotatedSurface(4, 4))(t), must(Color666(5))(t), must(Color488(5))(t)} {
		nz := must(Depolarizing(c.N, p))(t)
		e := must(must(NewSampler(nz))(t).Sample(3, 1))(t)
		// [[g,E]] sums: twice the part of the group that commutes with E, less all of it.
		all := must(WeightEnumerator(Identity(c.N), c.Stabilizers))(t)
		var odd *Pauli
		var commuting []Pauli
		for _, g := range c.Stabilizers {
			switch {
			case g.Commutes(e):
				commuting = append(commuting, g)
			case odd == nil:
				odd = &g
			default:
				commuting = append(commuting, g.Mul(*odd))
			}
		}
		if odd == nil {
			t.Fatalf("%s: the drawn error has no syndrome", c.Name)
		}
		half := must(WeightEnumerator(Identity(c.N), commuting))(t)
		want, power := new(big.Rat), big.NewRat(1, 1)
		for w := range all {
			a := new(big.Int).Sub(new(big.Int).Lsh(half[w], 1), all[w])
			want.Add(want, new(big.Rat).Mul(power, new(big.Rat).SetInt(a)))
			power.Mul(power, fade)
		}
		want.Quo(want, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(rankOf(c.N, c.Stabilizers)))))

		post := must(Decode(context.Background(), c, nz, e, Spin{}))(t)
		got, bound := 0.0, 0.0
		for _, z := range post.Log {
			got += math.Exp(z.Float64())
			bound = max(bound, z.ErrorBound)
		}
		if f, _ := want.Float64(); math.Abs(got/f-1) > bound+1e-14*math.Abs(math.Log(f)) {
			t.Errorf("%s: P(syndrome) = %v, want %v", c.Name, got, f)
		}
	}
}

func sameAmplitude(t *testing.T, in *CoherentInstance, got, want partition.LogZ) {
	t.Helper()
	if want.Value.IsInf() {
		return // exactly zero: an elimination in floating point has no bound to give
	}
	if !near(got.Value, want.Value, got.ErrorBound+want.ErrorBound) || got.ErrorBound > 1e-9 {
		t.Errorf("%s: ln|A| = %s ± %g, want %s", in.Code.Name, got.Text(), got.ErrorBound, want.Text())
	}
	phase := func(z partition.LogZ) float64 {
		if z.Phase == nil {
			if z.Negative {
				return math.Pi
			}
			return 0
		}
		f, _ := z.Phase.Float64()
		return f
	}
	d := math.Mod(phase(got)-phase(want)+3*math.Pi, 2*math.Pi) - math.Pi
	if math.Abs(d) > got.PhaseBound+want.PhaseBound+1e-14 {
		t.Errorf("%s: arg A = %v ± %g, want %v", in.Code.Name, phase(got), got.PhaseBound, phase(want))
	}
}

// TestCoherentScale goes beyond what is convenient to enumerate twice: 3×14 qubits.
func TestCoherentScale(t *testing.T) {
	in := must(SurfaceCoherent(3, 14, big.NewRat(1, 4)))(t)
	in.Error = OnX(in.Code.N, 3, 17, 29)
	sameAmplitude(t, in, must(in.LogAmplitude(context.Background(), factor.Options{}))(t), must(in.Exact())(t).LogZ())
}

func TestCoherentErrors(t *testing.T) {
	tan := big.NewRat(1, 3)
	for name, err := range map[string]error{
		"not CSS":   second(CoherentAmplitude(must(FiveQubit())(t), tan, Identity(5))),
		"subsystem": second(MapCoherent(must(BaconShor(2, 2))(t), tan, Identity(4))),
		"Z error":   second(MapCoherent(must(Steane())(t), tan, OnZ(7, 1))),
		"size":      second(MapCoherent(must(Steane())(t), tan, OnX(6, 1))),
		"zero":      second(MapCoherent(must(Steane())(t), new(big.Rat), OnX(7, 1))),
		"wide":      second(CoherentAmplitude(must(RotatedSurface(9, 9))(t), tan, Identity(81))),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestSampler compares frequencies with probabilities (χ² over all errors of four qubits in
// a chain and two alone) and checks that a seed gives the same errors again.
func TestSampler(t *testing.T) {
	nz := must(CorrelatedBitFlips(5, [][]int{{3, 0, 4}}, big.NewRat(1, 4), big.NewRat(3, 1)))(t)
	s := must(NewSampler(nz))(t)
	const samples = 40000
	counts := map[string]int{}
	for k := range samples {
		e := must(s.Sample(7, uint64(k)))(t)
		counts[e.String()]++
	}
	if a, b := must(s.Sample(7, 123))(t), must(must(NewSampler(nz))(t).Sample(7, 123))(t); !a.Equal(b) {
		t.Errorf("sample 123 is %s and %s", a, b)
	}
	chi2 := 0.0
	for i := range 32 {
		var flipped []int
		for q := range 5 {
			if i>>q&1 != 0 {
				flipped = append(flipped, q)
			}
		}
		e := OnX(5, flipped...)
		p, _ := must(nz.Probability(e))(t).Float64()
		d := float64(counts[e.String()]) - samples*p
		chi2 += d * d / (samples * p)
	}
	if chi2 > 31+5*math.Sqrt(62) { // five standard deviations
		t.Errorf("χ² = %v with 31 degrees of freedom", chi2)
	}
	// Marginals of the chain stay at p (stationarity), exactly.
	for q := range 5 {
		p := new(big.Rat)
		for i := range 32 {
			if i>>q&1 == 0 {
				continue
			}
			var flipped []int
			for r := range 5 {
				if i>>r&1 != 0 {
					flipped = append(flipped, r)
				}
			}
			p.Add(p, must(nz.Probability(OnX(5, flipped...)))(t))
		}
		if p.Cmp(big.NewRat(1, 4)) != 0 {
			t.Errorf("qubit %d flips with probability %v, want 1/4", q, p)
		}
	}
}

// TestEstimate compares Monte Carlo rates with the exact success probability.
func TestEstimate(t *testing.T) {
	ctx := context.Background()
	for _, x := range []struct {
		code    *Code
		noise   *Noise
		samples int
	}{
		{must(Toric(3, 3))(t), must(BitFlip(18, big.NewRat(1, 10)))(t), 300},
		{must(FiveQubit())(t), must(Depolarizing(5, big.NewRat(18, 100)))(t), 300},
		{must(BaconShor(3, 3))(t), must(Depolarizing(9, big.NewRat(1, 10)))(t), 200},
	} {
		exact := must(SuccessProbability(ctx, x.code, x.noise))(t)
		want, _ := exact.Success.Float64()
		got := must(EstimateSuccess(ctx, x.code, x.noise, Spin{}, 5, x.samples, 0.999))(t)
		if want < got.Low || want > got.High {
			t.Errorf("%s: success %v outside of %v … %v", x.code.Name, want, got.Low, got.High)
		}
		if math.Abs(got.MeanPosterior-want) > 4*got.StandardError {
			t.Errorf("%s: mean posterior %v ± %v, want %v", x.code.Name, got.MeanPosterior, got.StandardError, want)
		}
		again := must(EstimateSuccess(ctx, x.code, x.noise, Spin{}, 5, x.samples, 0.999))(t)
		if again != got {
			t.Errorf("%s: %+v and then %+v", x.code.Name, got, again)
		}
	}
}

// TestClopperPearson against closed forms and binom.test of R (5 of 10).
func TestClopperPearson(t *testing.T) {
	for _, x := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 10, 0, 1 - math.Pow(0.025, 0.1)},
		{10, 10, math.Pow(0.025, 0.1), 1},
		{5, 10, 0.1870860, 0.8129140},
	} {
		low, high := ClopperPearson(x.k, x.n, 0.95)
		if math.Abs(low-x.low) > 1e-7 || math.Abs(high-x.high) > 1e-7 {
			t.Errorf("%d of %d: %v … %v, want %v … %v", x.k, x.n, low, high, x.low, x.high)
		}
	}
}

// blurred is an evaluator with a large error bound.
type blurred struct{ bound float64 }

func (b blurred) LogZ(ctx context.Context, m *spin.Model) (partition.LogZ, error) {
	z, err := spin.Evaluate(ctx, m, spin.Budget{})
	return z.Widen(b.bound), err
}

// TestUncertain: bounds that do not tell classes apart are owned up to.
func TestUncertain(t *testing.T) {
	ctx := context.Background()
	c := must(Toric(3, 3))(t)
	nz := must(BitFlip(18, big.NewRat(1, 10)))(t)
	e := OnX(18, 1, 6, 12)
	sharp := must(Decode(ctx, c, nz, e, Spin{}))(t)
	blunt := must(Decode(ctx, c, nz, e, blurred{5}))(t)
	if !sharp.Certain || blunt.Certain {
		t.Errorf("certain: %v, with a bound of 5: %v", sharp.Certain, blunt.Certain)
	}
	// Classes 1 and 2 of this error have the same probability (see the shared values).
	ratio := must(sharp.LogRatio(1, 2))(t)
	if math.Abs(ratio.Float64()) > ratio.ErrorBound {
		t.Errorf("ln P₁/P₂ = %v ± %g, want 0", ratio.Float64(), ratio.ErrorBound)
	}
	if _, err := sharp.LogRatio(0, 5); err == nil {
		t.Error("the ratio to an impossible class was given")
	}
	// A tie for the lead: with p = ½ all classes are alike.
	tie := must(Decode(ctx, c, must(BitFlip(18, big.NewRat(1, 2)))(t), e, Spin{}))(t)
	if tie.Best != 0 || tie.Certain || math.Abs(tie.Probability[3]-0.25) > tie.Bound[3] {
		t.Errorf("at p = 1/2: class %d (certain: %v), posterior %v", tie.Best, tie.Certain, tie.Probability)
	}
	if _, err := Decode(ctx, c, nz, e, failing{}); !errors.Is(err, errFailing) {
		t.Errorf("an evaluator's error became %v", err)
	}
}

type failing struct{}

var errFailing = errors.New("no")

func (failing) LogZ(context.Context, *spin.Model) (partition.LogZ, error) {
	return partition.LogZ{}, errFailing
}

// batch counts how often it is asked, and for how much.
type batch struct {
	Spin
	calls, models int
}

func (b *batch) LogZs(ctx context.Context, models []*spin.Model) ([]partition.LogZ, error) {
	b.calls++
	b.models += len(models)
	var out []partition.LogZ
	for _, m := range models {
		z, err := b.LogZ(ctx, m)
		if err != nil {
			return nil, err
		}
		out = append(out, z)
	}
	return out, nil
}

// TestBatch: a batch evaluator gets the four possible classes of sixteen in one call.
func TestBatch(t *testing.T) {
	ctx := context.Background()
	c := must(Toric(3, 3))(t)
	nz := must(BitFlip(18, big.NewRat(1, 10)))(t)
	e := OnX(18, 0, 5)
	b := &batch{}
	got, want := must(Decode(ctx, c, nz, e, b))(t), must(Decode(ctx, c, nz, e, Spin{}))(t)
	if b.calls != 1 || b.models != 4 {
		t.Errorf("%d calls for %d models", b.calls, b.models)
	}
	for class := range want.Probability {
		if got.Probability[class] != want.Probability[class] || got.Bound[class] != want.Bound[class] {
			t.Errorf("class %d: %v ± %g in a batch, %v ± %g alone", class, got.Probability[class], got.Bound[class], want.Probability[class], want.Bound[class])
		}
	}
}

// TestEstimateLong compares with the exact success of 2²⁵ errors.
func TestEstimateLong(t *testing.T) {
	if os.Getenv("ASSAY_LONG") == "" {
		t.Skip("set ASSAY_LONG=1")
	}
	ctx := context.Background()
	c := must(RotatedSurface(5, 5))(t)
	nz := must(BitFlip(25, big.NewRat(2, 25)))(t)
	want, _ := must(SuccessProbability(ctx, c, nz))(t).Success.Float64()
	got := must(EstimateSuccess(ctx, c, nz, Spin{}, 11, 3000, 0.999))(t)
	t.Logf("exact %v, estimate %+v", want, got)
	if want < got.Low || want > got.High || math.Abs(got.MeanPosterior-want) > 4*got.StandardError {
		t.Errorf("success %v, estimated %+v", want, got)
	}
}
