package code

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestBuiltins checks [[n,k,d]] (from the papers named at the constructors) and that each
// code passes its own validation, which the lattice constructors do not run.
func TestBuiltins(t *testing.T) {
	for _, x := range []struct {
		code    *Code
		n, k, d int
	}{
		{must(Repetition(5))(t), 5, 1, 1},
		{must(PhaseRepetition(4))(t), 4, 1, 1},
		{must(Repetition(1))(t), 1, 1, 1},
		{must(Toric(2, 2))(t), 8, 2, 2},
		{must(Toric(3, 3))(t), 18, 2, 3},
		{must(Toric(2, 5))(t), 20, 2, 2},
		{must(Toric(4, 3))(t), 24, 2, 3},
		{must(RotatedSurface(1, 1))(t), 1, 1, 1},
		{must(RotatedSurface(1, 4))(t), 4, 1, 1},
		{must(RotatedSurface(2, 2))(t), 4, 1, 2},
		{must(RotatedSurface(3, 3))(t), 9, 1, 3},
		{must(RotatedSurface(3, 5))(t), 15, 1, 3},
		{must(RotatedSurface(4, 5))(t), 20, 1, 4},
		{must(RotatedSurface(5, 5))(t), 25, 1, 5},
		{must(FiveQubit())(t), 5, 1, 3},
		{must(FourTwoTwo())(t), 4, 2, 2},
		{must(Shor())(t), 9, 1, 3},
		{must(Steane())(t), 7, 1, 3},
		{must(Color666(1))(t), 1, 1, 1},
		{must(Color666(3))(t), 7, 1, 3},
		{must(Color666(5))(t), 19, 1, 5},
		{must(Color666(7))(t), 37, 1, 7},
		{must(Color488(3))(t), 7, 1, 3},
		{must(Color488(5))(t), 17, 1, 5},
		{must(BaconShor(2, 2))(t), 4, 1, 2},
		{must(BaconShor(3, 3))(t), 9, 1, 3},
		{must(BaconShor(3, 4))(t), 12, 1, 3},
	} {
		t.Run(x.code.Name, func(t *testing.T) {
			if err := x.code.Validate(); err != nil {
				t.Fatal(err)
			}
			d, err := x.code.Distance()
			if err != nil {
				t.Fatal(err)
			}
			if x.code.N != x.n || x.code.K() != x.k || d != x.d {
				t.Errorf("[[%d,%d,%d]], want [[%d,%d,%d]]", x.code.N, x.code.K(), d, x.n, x.k, x.d)
			}
		})
	}
}

// TestFoundLogicals strips the logical operators off and has them found.
func TestFoundLogicals(t *testing.T) {
	for _, c := range []*Code{
		must(Toric(3, 2))(t), must(RotatedSurface(3, 4))(t), must(FiveQubit())(t), must(FourTwoTwo())(t),
		must(Color666(5))(t), must(BaconShor(3, 2))(t),
	} {
		found, err := New(c.Name, c.N, c.Stabilizers, c.Gauge, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if found.K() != c.K() {
			t.Errorf("%s: %d logical qubits, want %d", c.Name, found.K(), c.K())
		}
		for i := range found.LogicalX {
			if c.CSS() && (!found.LogicalX[i].pureX() || !found.LogicalZ[i].pureZ()) {
				t.Errorf("%s: logical operators %s, %s are mixed", c.Name, found.LogicalX[i].Sparse(), found.LogicalZ[i].Sparse())
			}
		}
	}
	// The centre of the gauge group of a Bacon–Shor code has the stabilizers' dimension.
	b := must(BaconShor(4, 3))(t)
	c := must(New("", b.N, nil, b.Gauge, nil, nil))(t)
	if len(c.Stabilizers) != len(b.Stabilizers) || c.K() != 1 {
		t.Errorf("the centre has %d generators and leaves %d qubits, want %d and 1", len(c.Stabilizers), c.K(), len(b.Stabilizers))
	}
}

func TestNewFromMatrices(t *testing.T) {
	hamming := [][]int{{3, 4, 5, 6}, {1, 2, 5, 6}, {0, 2, 4, 6}}
	css := must(NewCSS("steane", 7, hamming, hamming))(t)
	if d := must(css.Distance())(t); d != 3 || css.K() != 1 {
		t.Errorf("Steane code from its matrices: k = %d, d = %d", css.K(), d)
	}
	five := must(FiveQubit())(t)
	var matrix [][]uint8
	for _, g := range five.Stabilizers {
		row := make([]uint8, 10)
		for q := range 5 {
			row[q], row[5+q] = uint8(g.At(q)&1), uint8(g.At(q)>>1)
		}
		matrix = append(matrix, row)
	}
	c := must(NewSymplectic("five", matrix))(t)
	for k := range five.Stabilizers {
		if !c.Stabilizers[k].Equal(five.Stabilizers[k]) {
			t.Errorf("row %d is %s", k, c.Stabilizers[k])
		}
	}
	if d := must(c.Distance())(t); d != 3 {
		t.Errorf("distance %d from the matrix", d)
	}
}

func TestCodeErrors(t *testing.T) {
	p := func(s string) Pauli { return must(ParsePauli(s))(t) }
	for _, x := range []struct {
		name string
		err  error
		want string
	}{
		{"anticommuting", second(New("", 2, []Pauli{p("XX"), p("ZI")}, nil, nil, nil)), "stabilizers 0 (X0 X1) and 1 (Z0) anticommute"},
		{"wrong length", second(New("", 2, []Pauli{p("XXX")}, nil, nil, nil)), "stabilizer 0 acts on another number of qubits: 3 instead of 2"},
		{"logical not commuting", second(New("", 2, []Pauli{p("ZZ")}, nil, []Pauli{p("XI")}, []Pauli{p("ZI")})), "logical X 0 (X0) anticommutes with deformation 0 (Z0 Z1)"},
		{"logicals commute", second(New("", 2, []Pauli{p("ZZ")}, nil, []Pauli{p("XX")}, []Pauli{p("ZZ")})), "logical Z 0 (Z0 Z1) commutes with logical X 0 (X0 X1)"},
		{"too few logicals", second(New("", 2, []Pauli{p("ZZ")}, nil, []Pauli{}, []Pauli{})), "leave 2/2 logical qubits, but 0 are given"},
		{"unpaired", second(New("", 2, []Pauli{p("ZZ")}, nil, []Pauli{p("XX")}, []Pauli{})), "1 logical X operators and 0 logical Z operators"},
		{"stabilizer outside", second(New("", 2, []Pauli{p("ZZ")}, []Pauli{p("ZI")}, nil, nil)), "stabilizer 0 (Z0 Z1) is not in the gauge group"},
		{"not central", second(New("", 1, []Pauli{p("Z")}, []Pauli{p("Z"), p("X")}, nil, nil)), "stabilizer 0 (Z0) anticommutes with gauge generator 1 (X0)"},
		{"no qubits", second(New("", 0, nil, nil, nil, nil)), "0 qubits"},
		{"css range", second(NewCSS("", 3, [][]int{{0, 3}}, nil)), "X check 0: qubit 3 is outside of 0 … 2"},
		{"css clash", second(NewCSS("", 2, [][]int{{0}}, [][]int{{0}})), "anticommute"},
		{"matrix entry", second(NewSymplectic("", [][]uint8{{0, 2}})), "entry (0,1) is 2"},
		{"matrix shape", second(NewSymplectic("", [][]uint8{{0, 1}, {1}})), "row 1 has 1 columns"},
		{"large search", second(NewCSS("", 60000, [][]int{{0, 1}}, nil)), "too long to find"},
		{"large centre", second(New("", 1, nil, make([]Pauli, 60000), nil, nil)), "gauge generator 0 acts on another number"},
		{"large gauge", second(New("", 1, nil, slices.Repeat([]Pauli{OnX(1, 0)}, 60000), nil, nil)), "too long to find"},
		{"toric", second(Toric(1, 5)), "at least 2×2"},
		{"toric size", second(Toric(1<<40, 1<<40)), "at most"},
		{"surface size", second(RotatedSurface(0, 3)), "want at least one"},
		{"colour", second(Color666(4)), "distance 4"},
		{"colour 488", second(Color488(7)), "want 3 or 5"},
		{"letter", second(ParsePauli("XQ")), `character 'Q' at qubit 1`},
	} {
		if x.err == nil || !strings.Contains(x.err.Error(), x.want) {
			t.Errorf("%s: error %v, want one with %q", x.name, x.err, x.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// drawPauli draws an operator on n qubits.
func drawPauli(t *rapid.T, n int, label string) Pauli {
	p := Identity(n)
	for q, op := range rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, label) {
		p.toggle(q, op)
	}
	return p
}

// drawCode draws a stabilizer or subsystem code on at most four qubits.
func drawCode(t *rapid.T) *Code {
	n := rapid.IntRange(1, 4).Draw(t, "n")
	subsystem := rapid.Bool().Draw(t, "subsystem")
	var ops []Pauli
	for range rapid.IntRange(0, 5).Draw(t, "generators") {
		p := drawPauli(t, n, "generator")
		fits := true
		for _, q := range ops {
			fits = fits && (subsystem || p.Commutes(q))
		}
		if fits {
			ops = append(ops, p)
		}
	}
	var c *Code
	var err error
	if subsystem {
		c, err = New("random", n, nil, append([]Pauli{}, ops...), nil, nil)
	} else {
		c, err = New("random", n, ops, nil, nil, nil)
	}
	if err != nil {
		t.Fatalf("operators %v: %v", ops, err)
	}
	return c
}

// TestRandomCodes: every set of operators makes a code whose logical operators New finds,
// and everything is as it must be by definition, checked on all 4^n operators.
func TestRandomCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCode(t)
		group := map[string]bool{Identity(c.N).String(): true}
		for _, g := range c.Deformations() {
			for s := range group {
				p, _ := ParsePauli(s)
				group[p.Mul(g).String()] = true
			}
		}
		cosets := map[string]int{} // syndrome and class → operators
		distance := c.N + 1
		for i := range 1 << (2 * c.N) {
			e := Identity(c.N)
			for q := range c.N {
				e.toggle(q, i>>(2*q)&3)
			}
			syndrome := c.Syndrome(e)
			cosets[fmt.Sprint(syndrome, c.Class(e))]++
			trivial := true
			for _, w := range syndrome {
				trivial = trivial && w == 0
			}
			if trivial && !group[e.String()] {
				distance = min(distance, e.Weight())
			}
			if (trivial && c.Class(e) == 0) != group[e.String()] {
				t.Errorf("%s has syndrome %v and class %d", e, syndrome, c.Class(e))
			}
			other, err := c.ErrorOf(syndrome)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(c.Syndrome(other)) != fmt.Sprint(syndrome) {
				t.Errorf("the error found for syndrome %v has %v", syndrome, c.Syndrome(other))
			}
			if r := c.Representative(other, c.Class(e)); !group[r.Mul(e).String()] {
				t.Errorf("%s and %s have one syndrome and class but differ by no deformation", r, e)
			}
		}
		for key, count := range cosets {
			if count != len(group) {
				t.Errorf("coset %s of %d operators, the group has %d", key, count, len(group))
			}
		}
		if d, err := c.Distance(); (err != nil) != (c.K() == 0) || err == nil && d != distance {
			t.Errorf("distance %d (%v), want %d", d, err, distance)
		}
	})
}

// TestMacWilliams compares the transform with the operators that commute, enumerated.
func TestMacWilliams(t *testing.T) {
	for _, c := range []*Code{must(FiveQubit())(t), must(Steane())(t), must(RotatedSurface(3, 3))(t), must(Shor())(t)} {
		stabilizers := must(WeightEnumerator(Identity(c.N), c.Stabilizers))(t)
		all := append(append(append([]Pauli{}, c.Stabilizers...), c.LogicalX...), c.LogicalZ...)
		want := must(WeightEnumerator(Identity(c.N), all))(t)
		got := MacWilliams(stabilizers)
		for w := range want {
			if got[w].Cmp(want[w]) != 0 {
				t.Errorf("%s: %v commuting operators of weight %d, want %v", c.Name, got[w], w, want[w])
			}
		}
		// Twice is the identity.
		for w, a := range MacWilliams(got) {
			if a.Cmp(stabilizers[w]) != 0 {
				t.Errorf("%s: %v at weight %d after two transforms, want %v", c.Name, a, w, stabilizers[w])
			}
		}
	}
}

// TestDuality is the high-temperature expansion (Kramers and Wannier): the probability of
// the class of E under bit flips is |S|/2ⁿ Σ_h (−1)^{h·E} (1−2p)^wt(h) over the products h
// of Z that commute with the X stabilizers.
func TestDuality(t *testing.T) {
	ctx := context.Background()
	c := must(Toric(2, 3))(t)
	p := big.NewRat(3, 20)
	nz := must(BitFlip(c.N, p))(t)
	dual := commutingIn(c.N, c.Stabilizers[:6], Z)
	e := OnX(c.N, 0, 3, 7)
	want := new(big.Rat)
	x := new(big.Rat).Sub(one, new(big.Rat).Add(p, p))
	for i := uint64(0); i>>len(dual) == 0; i++ {
		h := product(c.N, dual, []uint64{i})
		w := big.NewRat(1, 1)
		for range h.Weight() {
			w.Mul(w, x)
		}
		if !h.Commutes(e) {
			w.Neg(w)
		}
		want.Add(want, w)
	}
	want.Quo(want, new(big.Rat).SetInt64(1<<len(dual))) // |S|·2^{dim dual} = 2ⁿ
	if got := must(ClassProbability(ctx, c, nz, e))(t); got.Cmp(want) != 0 {
		t.Errorf("class probability %v, the dual sum gives %v", got, want)
	}
}
