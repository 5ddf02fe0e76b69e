package amax

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func randomBits(r *rand.Rand, bits uint) *big.Int {
	x := new(big.Int)
	for range bits/32 + 1 {
		x.Lsh(x, 32)
		x.Or(x, big.NewInt(int64(r.Uint32())))
	}
	return x.Rsh(x, uint(x.BitLen())-min(uint(x.BitLen()), bits))
}

// A planted relation among random numbers is found, and none among random ones.
func TestRelation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		prec := uint(128 * n)
		values := make([]*big.Int, n)
		c := make([]int64, n)
		c[0] = 1
		values[0] = new(big.Int)
		for i := 1; i < n; i++ {
			values[i] = randomBits(r, prec)
			c[i] = rapid.Int64Range(-1<<40, 1<<40).Draw(t, "c")
			values[0].Sub(values[0], new(big.Int).Mul(big.NewInt(c[i]), values[i]))
		}
		got, ok := relation(values, prec)
		if !ok {
			t.Fatalf("relation %v not found", c)
		}
		for i := range n {
			want := new(big.Int).Mul(got[0], big.NewInt(c[i]))
			if got[i].Cmp(want) != 0 || got[0].CmpAbs(big.NewInt(1)) != 0 {
				t.Fatalf("found %v, planted %v", got, c)
			}
		}
		values[0] = randomBits(r, prec)
		if got, ok := relation(values, prec); ok {
			t.Fatalf("found %v among random numbers", got)
		}
	})
}

func TestSimplest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := big.NewRat(rapid.Int64Range(-1<<30, 1<<30).Draw(t, "p"), rapid.Int64Range(1, 1<<30).Draw(t, "q"))
		x := new(big.Int).Lsh(q.Num(), 320)
		got, ok := simplest(nearest(x, q.Denom()), 320, 296)
		if !ok || got.Cmp(q) != 0 {
			t.Fatalf("%v: got %v, %v", q, got, ok)
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		if got, ok := simplest(randomBits(r, 320), 320, 296); ok {
			t.Fatalf("found %v in random bits", got)
		}
	})
}

// Kantorovich's conditions fail where they must: at a saddle, away from the solution, and for
// a merged class with R > 1.
func TestIsolateRefuses(t *testing.T) {
	// X²Y: R_Y = 2 − 2x, one class each.
	p := &Problem{Fields: []Field{{Label: "X", Dim: 1}, {Label: "Y", Dim: 1}}, Terms: []Monomial{{{0, 2}, {1, 1}}}}
	s, err := newSpace(p, nil)
	if err != nil || s.dim != 1 {
		t.Fatal(err, s)
	}
	x, ok := s.climb()
	if !ok {
		t.Fatal("no maximum")
	}
	b, ok := s.enclose(x, 320)
	if !ok {
		t.Fatal("not proven")
	}
	if _, ok := s.isolate(b.x, 320); !ok {
		t.Error("the maximum is refused")
	}
	off := new(big.Int).Add(b.x[0], new(big.Int).Lsh(big.NewInt(1), 60))
	if _, ok := s.isolate([]*big.Int{off}, 320); ok {
		t.Error("a point 2⁻²⁶⁰ away is accepted within 2⁻²⁹⁶")
	}
	// The other stationary point of the cubic is a minimum.
	refused := 0
	for _, start := range []float64{-3, -1, 0, 1, 2, 5} {
		f := new(big.Float).SetMantExp(big.NewFloat(start), 96)
		i, _ := f.Int(nil)
		y, ok := s.refine([]*big.Int{i}, 96, 320)
		if !ok {
			continue
		}
		same := new(big.Int).Sub(y[0], b.x[0])
		_, proven := s.isolate(y, 320)
		if !proven {
			refused++
		}
		if proven != (same.BitLen() < 30) {
			t.Errorf("from %v: stationary point %v proven %v", start, new(big.Rat).SetFrac(y[0], new(big.Int).Lsh(big.NewInt(1), 320)).FloatString(6), proven)
		}
	}
	if refused == 0 {
		t.Error("no start leads to the minimum")
	}
}

// The domain of the search need not contain the point where it starts.
func TestEnter(t *testing.T) {
	// Many singlets S with S Q Q = W and 2Q + S = 2: at the least-squares point R(S) and R(Q)
	// are near 2/3; a field Z with R(Z) = 6 − 10 Q is far above 1.
	p := &Problem{Fields: []Field{{Label: "Q", Dim: 1}, {Label: "S", Dim: 5}, {Label: "Z", Dim: 60}, {Label: "V", Dim: 7}},
		Terms: []Monomial{{{0, 2}, {1, 1}}, {{2, 1}, {3, 2}}}}
	s, err := newSpace(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, ok := newChart(s)
	if !ok {
		t.Fatal("no chart")
	}
	if x, ok := s.climb(); !ok {
		t.Errorf("no maximum: %v", x)
	}
	// Moved far outside, it comes back.
	outside := 0
	for _, far := range []float64{2, 10, 100} {
		y := newVec(c.k, far)
		if _, _, ok := c.domain(c.slack(y), 0); ok {
			continue
		}
		outside++
		if !c.enter(y) {
			t.Errorf("from %v the domain is not found", far)
		}
	}
	if outside == 0 {
		t.Error("every start is in the domain")
	}
}
