package lattice

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// enumerateArrows is Z by the definition: every choice of the free arrows. h(r,c) is the
// arrow on the left of vertex (r,c), right if 1; v(r,c) the one below it, up if 1.
func enumerateArrows(m *Vertex) *big.Rat {
	rows, cols := m.Rows, m.Columns
	torus := m.Boundary == "torus"
	H, V := make([][]int, rows), make([][]int, rows+1)
	for r := range H {
		H[r] = make([]int, cols+1)
	}
	for r := range V {
		V[r] = make([]int, cols)
	}
	weights := map[[4]int]int{ // left, below, right, above
		{1, 1, 1, 1}: 1, {0, 0, 0, 0}: 2, {1, 0, 1, 0}: 3, {0, 1, 0, 1}: 4,
		{1, 0, 0, 1}: 5, {0, 1, 1, 0}: 6, {1, 1, 0, 0}: 7, {0, 0, 1, 1}: 8,
	}
	sum := new(big.Rat)
	var visit func(k int, w *big.Rat)
	visit = func(k int, w *big.Rat) {
		if w.Sign() == 0 {
			return
		}
		if k == rows*cols {
			for r := range rows {
				if torus && H[r][cols] != H[r][0] || !torus && H[r][cols] != 0 {
					return
				}
			}
			for c := range cols {
				if torus && V[rows][c] != V[0][c] || !torus && V[rows][c] != 1 {
					return
				}
			}
			sum.Add(sum, w)
			return
		}
		r, c := k/cols, k%cols
		for right := range 2 {
			for above := range 2 {
				n, ok := weights[[4]int{H[r][c], V[r][c], right, above}]
				if ok {
					H[r][c+1], V[r+1][c] = right, above
					visit(k+1, new(big.Rat).Mul(w, m.weight(n)))
				}
			}
		}
	}
	if !torus {
		for r := range rows {
			H[r][0] = 1 // in; the lower arrows are 0, out
		}
		visit(0, rat(1))
		return sum
	}
	for s := range 1 << (rows + cols) {
		for r := range rows {
			H[r][0] = s >> r & 1
		}
		for c := range cols {
			V[0][c] = s >> (rows + c) & 1
		}
		visit(0, rat(1))
	}
	return sum
}

func drawWeights(t *rapid.T, n int, signs bool) []*big.Rat {
	w := make([]*big.Rat, n)
	for k := range w {
		w[k] = drawRat(t, "w", signs)
	}
	return w
}

func TestVertexTorusAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		signs := rapid.Bool().Draw(t, "signs")
		m := &Vertex{Boundary: "torus", Weights: drawWeights(t, 6+2*rapid.IntRange(0, 1).Draw(t, "eight"), signs)}
		m.Rows = rapid.IntRange(1, 4).Draw(t, "rows")
		m.Columns = rapid.IntRange(1, 9/m.Rows).Draw(t, "columns")
		want := enumerateArrows(m)
		got, err := m.Partition(ctx)
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("Z = %v (%v), want %v", got, err, want)
		}
		z, err := m.TransferLogZ(ctx)
		holds(t, "transfer", z, err, want)
		z, err = m.LogZ(ctx)
		holds(t, "default", z, err, want)
	})
}

// TestFreeFermions draws weights on the free-fermion manifold, with signs and without,
// for every parity of the sides.
func TestFreeFermions(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWeights(t, 8, rapid.Bool().Draw(t, "signs"))
		if rapid.Bool().Draw(t, "six") {
			w[6], w[7] = new(big.Rat), new(big.Rat)
		}
		for w[5].Sign() == 0 {
			w[5] = rat(2)
		}
		// ω5 = (ω1ω2 + ω3ω4 − ω7ω8)/ω6
		m := &Vertex{Weights: w, Boundary: "torus", Rows: rapid.IntRange(1, 5).Draw(t, "rows"), Columns: rapid.IntRange(1, 5).Draw(t, "columns")}
		w[4] = new(big.Rat)
		w[4] = m.FreeFermion()
		w[4].Quo(w[4], w[5])
		if m.FreeFermion().Sign() != 0 {
			t.Fatalf("residual %v", m.FreeFermion())
		}
		want, err := m.Partition(ctx)
		if err != nil {
			t.Fatal(err)
		}
		z, err := m.freeFermionLogZ(ctx)
		holds(t, "free fermions", z, err, want)
	})
}

// a² + b² = c² is critical: where four divides both sides, a pair of momenta has the
// factor 0, which comes out as a rounding error and must not spoil the sum.
func TestFreeFermionsAtScale(t *testing.T) {
	ctx := context.Background()
	five := big.NewRat(5, 1)
	m := &Vertex{Weights: []*big.Rat{rat(3), rat(3), rat(4), rat(4), five, five}, Boundary: "torus", Rows: 9, Columns: 12}
	want, err := m.Partition(ctx)
	if err != nil {
		t.Fatal(err)
	}
	z, err := m.LogZ(ctx)
	holds(t, "9×12", z, err, want)
	m.Rows, m.Columns = 300, 200
	z, err = m.LogZ(ctx)
	if err != nil || z.Relative() > 1e-20 {
		t.Fatalf("%v (%v)", z, err)
	}
	m.Rows, m.Columns = 200, 300 // a reflection exchanges b1 and b2, equal here
	y, err := m.LogZ(ctx)
	if err != nil || z.Float64() != y.Float64() {
		t.Fatalf("%s and %s (%v)", z.Text(), y.Text(), err)
	}
}

func TestIceNumbers(t *testing.T) {
	ctx := context.Background()
	ones := []*big.Rat{rat(1), rat(1), rat(1), rat(1), rat(1), rat(1)}
	for n, count := range map[int]string{2: "18", 3: "148", 4: "2970", 5: "143224", 6: "16448400", 7: "4484823396", 8: "2901094068042"} {
		m := &Vertex{Weights: ones, Boundary: "torus", Rows: n, Columns: n}
		want, _ := new(big.Rat).SetString(count)
		got, err := m.Partition(ctx)
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%d: %v (%v), want %s", n, got, err, count)
		}
		z, err := m.LogZ(ctx)
		holds(t, fmt.Sprint("ice ", n), z, err, want)
	}
	for n, count := range map[int]string{1: "1", 2: "2", 3: "7", 4: "42", 5: "429", 6: "7436", 7: "218348", 8: "10850216", 20: "1436038934715538200913155682637051204376827212"} {
		m := &Vertex{Weights: ones, Boundary: "domain_wall", Rows: n, Columns: n}
		want, _ := new(big.Rat).SetString(count)
		z, err := m.LogZ(ctx)
		holds(t, fmt.Sprint("domain walls ", n), z, err, want)
		if got, err := m.Partition(ctx); err != nil || got.Cmp(want) != 0 {
			t.Errorf("domain walls %d: %v (%v), want %s", n, got, err, count)
		}
		if got := signMatrices(n); got.String() != count {
			t.Errorf("%d: %v sign matrices, want %s", n, got, count)
		}
	}
}

func TestDomainWallsAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	check := func(t failer, m *Vertex) {
		want := enumerateArrows(m)
		got, err := m.Partition(ctx)
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("%v: Z = %v (%v), want %v", m.Weights, got, err, want)
		}
		z, err := m.LogZ(ctx)
		holds(t, "domain walls", z, err, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		check(t, &Vertex{Boundary: "domain_wall", Rows: n, Columns: n, Weights: drawWeights(t, 6, rapid.Bool().Draw(t, "signs"))})
	})
	// Q = 0 (ice), Δ = 1, −1 and 0, and weights that vanish.
	for _, w := range [][6]int64{{1, 1, 1, 1, 1, 1}, {3, 3, 1, 1, 2, 2}, {1, 1, 1, 1, 2, 2}, {3, 3, 4, 4, 5, 5}, {0, 1, 1, 1, 1, 1}, {1, 1, 0, 2, 3, 1}, {1, 2, 3, 1, 2, 0}, {1, 2, 3, 1, 0, 2}, {0, 0, 0, 0, 1, 1}} {
		for n := 1; n <= 5; n++ {
			m := &Vertex{Boundary: "domain_wall", Rows: n, Columns: n}
			for _, x := range w {
				m.Weights = append(m.Weights, rat(x))
			}
			check(t, m)
		}
	}
}

// At Δ = 0 the determinant is c1ⁿ (a² + b²)^(n(n−1)/2).
func TestDomainWallsOfFreeFermions(t *testing.T) {
	ctx := context.Background()
	n := 40
	m := &Vertex{Boundary: "domain_wall", Rows: n, Columns: n, Weights: []*big.Rat{rat(1), rat(2), rat(3), rat(1), rat(1), rat(5)}}
	want := power(rat(5), int64(n*(n-1)/2))
	z, err := m.LogZ(ctx)
	holds(t, "Δ = 0", z, err, want)
}

// Weights that float64 cannot hold side by side go the exact way, and say so.
func TestVertexEscalates(t *testing.T) {
	ctx := context.Background()
	small := big.NewRat(1, 1)
	small.SetString("1e-80")
	m := &Vertex{Boundary: "torus", Rows: 4, Columns: 4, Weights: []*big.Rat{rat(1), rat(1), small, rat(2), rat(3), rat(1)}}
	want, err := m.Partition(ctx)
	if err != nil {
		t.Fatal(err)
	}
	z, err := m.LogZ(ctx)
	holds(t, "small weight", z, err, want)
	if len(z.Escalated) == 0 {
		t.Error("the escalation is not reported")
	}
}

func TestVertexLimits(t *testing.T) {
	ctx := context.Background()
	ones := []*big.Rat{rat(1), rat(1), rat(1), rat(1), rat(1), rat(1)}
	for _, m := range []*Vertex{
		{Weights: ones[:5], Boundary: "torus", Rows: 2, Columns: 2},
		{Weights: ones, Boundary: "open", Rows: 2, Columns: 2},
		{Weights: ones, Boundary: "domain_wall", Rows: 2, Columns: 3},
		{Weights: ones, Boundary: "torus", Rows: 0, Columns: 3},
		{Weights: ones, Boundary: "torus", Rows: 30, Columns: 30},
	} {
		if _, err := m.LogZ(ctx); err == nil {
			t.Errorf("%v: no error", m)
		}
	}
}
