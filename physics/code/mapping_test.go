package code

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/spin"
)

// drawNoise draws tables on one or two qubits whose supports are groups (or, rarely, are
// not) and that need not be normalised.
func drawNoise(t *rapid.T, n int, groups bool) *Noise {
	nz := &Noise{Name: "random", N: n}
	table := func(m int) int {
		basis := rapid.SliceOfN(rapid.IntRange(0, 1<<(2*m)-1), 0, 2*m).Draw(t, "support")
		span := map[int]bool{0: true}
		if rapid.Bool().Draw(t, "full") {
			for i := range 1 << (2 * m) {
				span[i] = true
			}
		}
		for _, b := range basis {
			var more []int
			for s := range span {
				more = append(more, s^b)
			}
			for _, s := range more {
				span[s] = true
			}
		}
		p := make([]*big.Rat, 1<<(2*m))
		for i := range p {
			p[i] = new(big.Rat)
			if span[i] || !groups && rapid.Bool().Draw(t, "extra") {
				p[i].SetFrac64(rapid.Int64Range(1, 5).Draw(t, "num"), rapid.Int64Range(1, 5).Draw(t, "den"))
			}
		}
		nz.Tables = append(nz.Tables, Table{m, p})
		return len(nz.Tables) - 1
	}
	single := table(1)
	bare := rapid.IntRange(-3, n-1).Draw(t, "bare") // a qubit of no region of its own, if any
	for q := range n {
		if q != bare {
			nz.Regions = append(nz.Regions, Region{[]int{q}, single})
		}
	}
	if n > 1 {
		pair := table(2)
		for range rapid.IntRange(0, 2).Draw(t, "pairs") {
			a := rapid.IntRange(0, n-1).Draw(t, "a")
			b := rapid.IntRange(0, n-2).Draw(t, "b")
			if b >= a {
				b++
			}
			nz.Regions = append(nz.Regions, Region{[]int{a, b}, pair})
		}
	}
	return nz
}

// bruteProbability sums the probability over the distinct elements of the group.
func bruteProbability(c *Code, nz *Noise, e Pauli) *big.Rat {
	group := map[string]Pauli{Identity(c.N).String(): Identity(c.N)}
	for _, g := range c.Deformations() {
		for _, p := range group {
			group[p.Mul(g).String()] = p.Mul(g)
		}
	}
	total := new(big.Rat)
	for _, g := range group {
		p := big.NewRat(1, 1)
		for _, r := range nz.Regions {
			p.Mul(p, nz.Tables[r.Table].P[r.index(e.Mul(g))])
		}
		total.Add(total, p)
	}
	return total
}

func near(a, b *big.Float, bound float64) bool {
	if a.IsInf() || b.IsInf() {
		return a.IsInf() && b.IsInf()
	}
	d, _ := new(big.Float).Sub(a, b).Float64()
	return math.Abs(d) <= bound
}

// TestRandomMappings checks the whole chain on random codes, noises and errors: raw sum,
// exact sum, spin model, each configuration's weight, gauge invariance, the ghost.
func TestRandomMappings(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		c := drawCode(t)
		nz := drawNoise(t, c.N, true)
		e := drawPauli(t, c.N, "error")
		want := bruteProbability(c, nz, e)
		exact, err := ClassProbability(ctx, c, nz, e)
		if err != nil {
			t.Fatal(err)
		}
		if exact.Cmp(want) != 0 {
			t.Fatalf("class probability %v, want %v", exact, want)
		}
		raw, err := RawSum(ctx, c, nz, e)
		if err != nil {
			t.Fatal(err)
		}
		dependent := len(c.Deformations()) - len(independent(c.Deformations()))
		if raw.Cmp(new(big.Rat).Mul(want, big.NewRat(1<<dependent, 1))) != 0 {
			t.Fatalf("raw sum %v, want 2^%d·%v", raw, dependent, want)
		}
		log := LogProbability(want)
		for _, g := range append([]Pauli{Identity(c.N)}, c.Deformations()...) {
			for _, opt := range []Options{{}, {Independent: true}} {
				m, err := Map(ctx, c, nz, e.Mul(g), opt)
				if err != nil {
					t.Fatal(err)
				}
				z, err := m.LogProbability(ctx, Spin{})
				if err != nil {
					t.Fatal(err)
				}
				if !near(z.Value, log.Value, z.ErrorBound+log.ErrorBound) || z.ErrorBound > 1e-10 {
					t.Fatalf("after %s, options %v: ln P = %s ± %g, want %s", g, opt, z.Text(), z.ErrorBound, log.Text())
				}
				if opt.Independent && m.Dependent != 0 {
					t.Errorf("%d dependent spins in a model of independent ones", m.Dependent)
				}
				checkConfiguration(t, nz, m)
			}
		}
	})
}

// checkConfiguration compares the weight of a spin configuration with the probability of
// the deformed error, and the ghost's Z.
func checkConfiguration(t *rapid.T, nz *Noise, m *Mapping) {
	if m.Impossible {
		return
	}
	s := make([]int8, len(m.Spins))
	for k := range s {
		s[k] = int8(1 - 2*rapid.IntRange(0, 1).Draw(t, "s"))
	}
	weight, err := m.Weight(s)
	if err != nil {
		t.Fatal(err)
	}
	p, err := nz.Probability(m.Deformed(s))
	if err != nil {
		t.Fatal(err)
	}
	if want := LogProbability(p); !near(weight, want.Value, 1e-40) {
		t.Fatalf("spins %v weigh %v, ln p = %v", s, weight, want.Value)
	}
	if m.Model == nil {
		return
	}
	direct, err := spin.BruteForce(context.Background(), m.Model)
	if err != nil {
		t.Fatal(err)
	}
	ghost, err := spin.BruteForce(context.Background(), m.Ghost())
	if err != nil {
		t.Fatal(err)
	}
	if m.Ghost().HasField() {
		t.Error("the ghost leaves a field")
	}
	d, _ := new(big.Float).Sub(ghost.Value, direct.Value).Float64()
	if math.Abs(d-math.Ln2) > direct.ErrorBound+ghost.ErrorBound+1e-15 {
		t.Fatalf("the ghost adds %v to ln Z, want ln 2", d)
	}
}

// TestNotAGroup: exact sums go on where spin models end.
func TestNotAGroup(t *testing.T) {
	ctx := context.Background()
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawCode(t)
		nz := drawNoise(t, c.N, false)
		e := drawPauli(t, c.N, "error")
		got, err := ClassProbability(ctx, c, nz, e)
		if err != nil {
			t.Fatal(err)
		}
		if want := bruteProbability(c, nz, e); got.Cmp(want) != 0 {
			t.Fatalf("class probability %v, want %v", got, want)
		}
		if _, err := Map(ctx, c, nz, e, Options{}); err != nil {
			if !errors.Is(err, ErrNotAGroup) {
				t.Fatal(err)
			}
			refused++
		}
	})
	if refused == 0 {
		t.Error("no drawn noise was refused")
	}
}

// TestManyTables has so many different tables that weights are multiplied out.
func TestManyTables(t *testing.T) {
	c := must(Toric(3, 3))(t)
	var rates []*big.Rat
	for q := range c.N {
		rates = append(rates, big.NewRat(int64(q+1), 100))
	}
	nz := must(BitFlips(rates))(t)
	for _, extra := range []int{0, 60} { // with more tables the keys no longer fit a word
		tables := *nz
		for k := range extra {
			tables.Tables = append(tables.Tables[:len(tables.Tables):len(tables.Tables)], flipTable(big.NewRat(1, int64(1000+k))))
			tables.N++
			tables.Regions = append(tables.Regions[:len(tables.Regions):len(tables.Regions)], Region{[]int{tables.N - 1}, len(tables.Tables) - 1})
		}
		wide := &Code{N: tables.N}
		for _, g := range c.Stabilizers[:9] {
			wide.Stabilizers = append(wide.Stabilizers, OnX(tables.N, g.Support()...))
		}
		e := OnX(tables.N, 1, 2, 9)
		got := must(ClassProbability(context.Background(), wide, &tables, e))(t)
		if want := bruteProbability(wide, &tables, e); got.Cmp(want) != 0 {
			t.Errorf("with %d tables: %v, want %v", len(tables.Tables), got, want)
		}
		if r := must(newReach(context.Background(), wide, &tables))(t); must(r.sums())(t).coded != (extra == 0) {
			t.Errorf("with %d tables the weights are coded: %v", len(tables.Tables), extra != 0)
		}
	}
}

// TestNishimoriConditions checks the couplings of the named noises against the formulas
// that their Relation states.
func TestNishimoriConditions(t *testing.T) {
	ctx := context.Background()
	p := 0.12
	pr := big.NewRat(12, 100)
	flip := math.Log((1-p)/p) / 2
	depolarizing := math.Log(3*(1-p)/p) / 4
	c := must(RotatedSurface(3, 3))(t)
	for _, x := range []struct {
		noise *Noise
		want  map[string]float64
	}{
		{must(BitFlip(9, pr))(t), map[string]float64{"Z": flip}},
		{must(PhaseFlip(9, pr))(t), map[string]float64{"X": flip}},
		{must(Depolarizing(9, pr))(t), map[string]float64{"X": depolarizing, "Y": depolarizing, "Z": depolarizing}},
		{must(Biased(9, pr, big.NewRat(3, 1)))(t), map[string]float64{ // p_Z = 0.09, p_X = p_Y = 0.015
			"X": math.Log(0.88*0.015/(0.015*0.09)) / 4, "Y": math.Log(0.88*0.015/(0.015*0.09)) / 4, "Z": math.Log(0.88*0.09/(0.015*0.015)) / 4,
		}},
	} {
		m := must(Map(ctx, c, x.noise, Identity(9), Options{}))(t)
		if len(m.Couplings) != len(x.want) {
			t.Errorf("%s: %d couplings, want %d", x.noise.Name, len(m.Couplings), len(x.want))
		}
		for _, k := range m.Couplings {
			if f, _ := k.Value.Float64(); math.Abs(f-x.want[k.Sigma]) > 1e-14 {
				t.Errorf("%s: βJ(%s) = %v, want %v", x.noise.Name, k.Sigma, f, x.want[k.Sigma])
			}
		}
	}
	// A flip of p = ½ has no couplings left; the model is free.
	free := must(Map(ctx, c, must(BitFlip(9, big.NewRat(1, 2)))(t), Identity(9), Options{}))(t)
	if len(free.Couplings) != 0 || len(free.Model.Terms) != 0 {
		t.Errorf("at p = 1/2 there are %d couplings and %d terms", len(free.Couplings), len(free.Model.Terms))
	}
	z := must(free.LogProbability(ctx, Spin{}))(t)
	if math.Abs(z.Float64()+5*math.Ln2) > 1e-14 { // 2⁴ errors of 2⁹
		t.Errorf("at p = 1/2 ln P = %v, want −5 ln 2", z.Float64())
	}
}

func TestMappingJSON(t *testing.T) {
	c := must(RotatedSurface(2, 2))(t)
	m := must(Map(context.Background(), c, must(BitFlip(4, big.NewRat(1, 10)))(t), OnX(4, 1), Options{}))(t)
	// 2 ln 0.09 by the decimal module of Python.
	want := `{"noise":"bit flip, p = 1/10","error":"X1","spins":["X0 X1 X2 X3"],"dependent":0,"relation":"βJ = ½ ln((1−p)/p)",` +
		`"nishimori":[{"sigma":"Z","root":2,"ratio":"9","value":"1.098612288668109691395245236922525704647"}],` +
		`"model":{"model":"ising","n":1,"beta":1.0986122886681098,"terms":[{"sites":[0],"J":2}]},` +
		`"offset":"-4.815891217303743970490984871047354011814","offset_bound":`
	data := string(must(json.Marshal(m))(t))
	if !strings.HasPrefix(data, want) {
		t.Errorf("JSON is\n%s\nwant\n%s", data, want)
	}
	m = must(Map(context.Background(), c, must(BitFlip(4, big.NewRat(1, 10)))(t), OnZ(4, 1), Options{}))(t)
	if data := string(must(json.Marshal(m))(t)); !strings.Contains(data, `"impossible":true`) {
		t.Errorf("an impossible class is written as %s", data)
	}
}

func TestImpossible(t *testing.T) {
	ctx := context.Background()
	c := must(Toric(2, 2))(t)
	nz := must(BitFlip(8, big.NewRat(1, 10)))(t)
	for _, e := range []Pauli{OnZ(8, 0), c.LogicalZ[0], OnY(8, 3)} {
		m := must(Map(ctx, c, nz, e, Options{}))(t)
		z := must(m.LogProbability(ctx, Spin{}))(t)
		if !m.Impossible || !z.Value.IsInf() || z.Value.Sign() > 0 {
			t.Errorf("%s: ln P = %v", e.Sparse(), z.Value)
		}
	}
	// A deformation that cannot occur does not make a class impossible.
	e := OnX(8, 1).Mul(c.Stabilizers[5])
	got := must(ClassProbability(ctx, c, nz, e))(t)
	if want := must(ClassProbability(ctx, c, nz, OnX(8, 1)))(t); got.Cmp(want) != 0 || got.Sign() == 0 {
		t.Errorf("probability %v after a Z stabilizer, want %v", got, want)
	}
	if _, err := Decode(ctx, c, nz, OnZ(8, 0), Spin{}); !errors.Is(err, errImpossible) {
		t.Errorf("decoding an impossible syndrome: %v", err)
	}
}

func TestSumsToOne(t *testing.T) {
	ctx := context.Background()
	p := big.NewRat(1, 7)
	for _, x := range []struct {
		code  *Code
		noise func(n int) (*Noise, error)
	}{
		{must(Toric(2, 2))(t), func(n int) (*Noise, error) { return Depolarizing(n, p) }},
		{must(Toric(2, 3))(t), func(n int) (*Noise, error) { return CorrelatedBitFlips(n, PlaquetteChains(2, 3), p, big.NewRat(3, 1)) }},
		{must(BaconShor(2, 3))(t), func(n int) (*Noise, error) { return Biased(n, p, big.NewRat(1, 2)) }},
		{must(FourTwoTwo())(t), func(n int) (*Noise, error) { return SingleQubit(n, p, new(big.Rat), p) }},
		{must(FiveQubit())(t), func(n int) (*Noise, error) { return BitFlip(n, p) }},
		{must(FiveQubit())(t), func(n int) (*Noise, error) { return BitFlip(n, one) }},
		{must(Steane())(t), func(n int) (*Noise, error) { return Depolarizing(n, p) }},
		{must(Color488(5))(t), func(n int) (*Noise, error) { return PhaseFlip(n, p) }},
	} {
		nz := must(x.noise(x.code.N))(t)
		got := must(SuccessProbability(ctx, x.code, nz))(t)
		if got.Total.Cmp(one) != 0 {
			t.Errorf("%s, %s: probabilities add up to %v", x.code.Name, nz.Name, got.Total)
		}
		if got.LeastWeight.Cmp(got.Success) > 0 || got.Success.Cmp(one) > 0 {
			t.Errorf("%s, %s: success %v, least weight %v", x.code.Name, nz.Name, got.Success, got.LeastWeight)
		}
	}
	// Correlations make the two decoders differ.
	nz := must(CorrelatedBitFlips(12, PlaquetteChains(2, 3), big.NewRat(1, 5), big.NewRat(3, 1)))(t)
	if got := must(SuccessProbability(ctx, must(Toric(2, 3))(t), nz))(t); got.LeastWeight.Cmp(got.Success) >= 0 {
		t.Errorf("least weight does as well as maximum likelihood: %v", got.Success.FloatString(10))
	}
}

func TestNoiseErrors(t *testing.T) {
	ctx := context.Background()
	for name, err := range map[string]error{
		"p above 1":       second(BitFlip(3, big.NewRat(3, 2))),
		"p missing":       second(Depolarizing(3, nil)),
		"bias without p":  second(Biased(3, nil, one)),
		"no qubits":       second(BitFlip(0, big.NewRat(1, 2))),
		"negative bias":   second(Biased(3, big.NewRat(1, 2), big.NewRat(-1, 2))),
		"too correlated":  second(CorrelatedBitFlips(2, [][]int{{0, 1}}, big.NewRat(9, 10), big.NewRat(1, 100))),
		"qubit twice":     second(CorrelatedBitFlips(2, [][]int{{0, 0}}, big.NewRat(1, 10), big.NewRat(2, 1))),
		"qubit outside":   second(CorrelatedBitFlips(2, [][]int{{0, 2}}, big.NewRat(1, 10), big.NewRat(2, 1))),
		"negative entry":  (&Noise{N: 1, Tables: []Table{{1, []*big.Rat{one, one, one, big.NewRat(-1, 1)}}}}).Validate(),
		"zero table":      (&Noise{N: 1, Tables: []Table{{1, []*big.Rat{{}, {}, {}, {}}}}}).Validate(),
		"table size":      (&Noise{N: 1, Tables: []Table{{1, []*big.Rat{one}}}}).Validate(),
		"region":          (&Noise{N: 1, Regions: []Region{{[]int{0}, 0}}}).Validate(),
		"not normalised":  (&Noise{N: 1, Tables: []Table{{1, []*big.Rat{one, one, {}, {}}}}, Regions: []Region{{[]int{0}, 0}}}).Normalised(),
		"bad condition":   chainNoise(big.NewRat(1, 2), big.NewRat(1, 3)).Normalised(),
		"empty condition": chainNoise(big.NewRat(1, 2), new(big.Rat)).Normalised(),
		"qubit uncovered": (&Noise{N: 1}).Normalised(),
		"sizes":           second(Map(ctx, must(FiveQubit())(t), must(BitFlip(4, one))(t), Identity(5), Options{})),
		"error size":      second(ClassProbability(ctx, must(FiveQubit())(t), must(BitFlip(5, one))(t), Identity(4))),
		"enumeration":     second(ClassProbability(ctx, must(Toric(6, 6))(t), must(BitFlip(72, big.NewRat(1, 10)))(t), Identity(72))),
		"success":         second(SuccessProbability(ctx, must(Toric(4, 4))(t), must(BitFlip(32, big.NewRat(1, 10)))(t))),
		"raw":             second(RawSum(ctx, must(Toric(4, 4))(t), must(BitFlip(32, big.NewRat(1, 10)))(t), Identity(32))),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// chainNoise puts X or nothing on qubit 0, each with probability ½, and then X on qubit 1
// with probability a or nothing with ½ after nothing, and b or 1−2b after X.
func chainNoise(a, b *big.Rat) *Noise {
	pair := Table{2, make([]*big.Rat, 16)}
	for i := range pair.P {
		pair.P[i] = new(big.Rat)
	}
	pair.P[I+4*I], pair.P[I+4*X] = big.NewRat(1, 2), a
	pair.P[X+4*X] = b
	if b.Sign() > 0 {
		pair.P[X+4*I] = new(big.Rat).Sub(one, new(big.Rat).Add(b, b))
	}
	return &Noise{N: 2, Tables: []Table{flipTable(big.NewRat(1, 2)), pair}, Regions: []Region{{[]int{0}, 0}, {[]int{0, 1}, 1}}}
}

// TestUncovered: on a qubit of no region everything occurs with weight 1.
func TestUncovered(t *testing.T) {
	ctx := context.Background()
	nz := must(BitFlip(2, big.NewRat(1, 10)))(t)
	nz.Regions = nz.Regions[:1]
	for _, c := range []*Code{must(PhaseRepetition(2))(t), must(Repetition(2))(t)} {
		for _, e := range []Pauli{OnZ(2, 1), OnX(2, 1), OnY(2, 1), OnZ(2, 0)} {
			got, want := must(ClassProbability(ctx, c, nz, e))(t), bruteProbability(c, nz, e)
			m := must(Map(ctx, c, nz, e, Options{}))(t)
			if got.Cmp(want) != 0 || m.Impossible != (want.Sign() == 0) {
				t.Errorf("%s, %s: %v (impossible: %v), want %v", c.Name, e, got, m.Impossible, want)
			}
		}
	}
}

func TestNormalised(t *testing.T) {
	// After what cannot be there, nothing need be defined.
	nz := chainNoise(big.NewRat(1, 2), new(big.Rat))
	nz.Tables[0] = flipTable(new(big.Rat))
	if err := nz.Normalised(); err != nil {
		t.Error(err)
	}
	s := must(NewSampler(nz))(t)
	for k := range uint64(50) {
		if e := must(s.Sample(1, k))(t); e.At(0) != I || !e.pureX() {
			t.Errorf("sample %d is %s", k, e)
		}
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := must(Toric(5, 5))(t)
	nz := must(BitFlip(50, big.NewRat(1, 10)))(t)
	if _, err := ClassProbability(ctx, c, nz, Identity(50)); !errors.Is(err, context.Canceled) {
		t.Errorf("enumeration went on: %v", err)
	}
	if _, err := Map(ctx, c, nz, Identity(50), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("mapping went on: %v", err)
	}
}

// TestNishimoriEnergy is the identity [⟨H⟩] = −N_B(1−2p) by exact sums over disorder on
// the open 3×3 lattice, and the shared values of [ln Z] and off the line.
func TestNishimoriEnergy(t *testing.T) {
	v := readTier2(t).Nishimori
	var bonds [][2]int
	for r := range 3 {
		for c := range 3 {
			if c < 2 {
				bonds = append(bonds, [2]int{3*r + c, 3*r + c + 1})
			}
			if r < 2 {
				bonds = append(bonds, [2]int{3*r + c, 3*r + c + 3})
			}
		}
	}
	for _, p := range []string{"0.1", "0.2"} {
		beta := must(NishimoriBeta(rat(t, p)))(t)
		printedFloat(t, "β", beta, v[p]["beta_N"])
		got := must(AverageOverDisorder(context.Background(), 9, bonds, rat(t, p), beta))(t)
		identity := rat(t, v[p]["identity_-N_B_(1-2p)"])
		if !near(got.Energy, new(big.Float).SetPrec(128).SetRat(identity), 1e-33) {
			t.Errorf("p = %s: [⟨H⟩] = %v, want %v", p, got.Energy, identity)
		}
		printedFloat(t, "[ln Z] at p = "+p, got.LogZ, v[p]["avg_logZ"])
	}
	off := must(AverageOverDisorder(context.Background(), 9, bonds, rat(t, "0.1"), big.NewFloat(1)))(t)
	printedFloat(t, "energy off the line", off.Energy, v["off_line_p0.1_beta1.0"]["avg_energy"])
	if _, err := AverageOverDisorder(context.Background(), 30, make([][2]int, 21), rat(t, "0.1"), big.NewFloat(1)); err == nil {
		t.Error("21 bonds were accepted")
	}
}
