package factor

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/big"
	"os"
	"strconv"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition/partitiontest"
	"github.com/assay-physics/assay/physics/spin"
)

// asFactors writes the kinds of lattice models that have few states a site as tables; ok
// is false for others.
func asFactors(t *testing.T, data []byte) (m *Model, ok bool) {
	t.Helper()
	root, err := modelfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	kind, err := root.Get("model").Text()
	if err != nil {
		t.Fatal(err)
	}
	if kind == "ising" {
		if l := root.Get("size"); l != nil && bytes.Contains(data, []byte(`"complete"`)) {
			if n, err := l.Integers(1, 2000); err != nil || n[0] > 40 {
				return nil, false // too wide, or too large to write out
			}
		}
		s, err := spin.ReadModel(data)
		if err != nil {
			t.Fatal(err)
		}
		if m, err = FromSpin(s); err != nil {
			t.Fatal(err)
		}
		return m, true
	}
	number := func(key string) float64 {
		v := root.Get(key)
		if v == nil {
			t.Fatalf("%s without %s", kind, key)
		}
		x, err := v.Number()
		if err != nil {
			t.Fatal(err)
		}
		return x.Value
	}
	if root.Get("lattice") == nil {
		return nil, false
	}
	lattice, err := root.Get("lattice").Text()
	if err != nil || lattice == "hexagon" || lattice == "aztec" {
		return nil, false
	}
	var sizes []int
	if sizes, err = root.Get("size").Integers(1, 1<<20); err != nil {
		t.Fatal(err)
	}
	boundary := ""
	if b := root.Get("boundary"); b != nil {
		if boundary, err = b.Text(); err != nil {
			t.Fatal(err)
		}
	}
	l := modelfile.Lattice{Kind: lattice, Size: sizes, Torus: boundary == "torus"}
	m = &Model{}
	edges, err := l.Edges(modelfile.MaxTerms)
	if err != nil {
		t.Fatal(err)
	}
	addSites := func(n, card int) {
		for range n {
			m.Card = append(m.Card, card)
		}
	}
	switch kind {
	case "potts":
		q := int(number("q"))
		k := number("beta") * number("couplings")
		if root.Get("fields") != nil {
			return nil, false
		}
		addSites(l.Sites(), q)
		for _, e := range edges {
			f := Factor{Sites: []int{e[0], e[1]}, Log: make([]float64, q*q), Err: 2e-16 * math.Abs(k)}
			for s := range q {
				f.Log[s*q+s] = k
			}
			m.Factors = append(m.Factors, f)
		}
	case "hard_core":
		if z := root.Get("fugacity"); z != nil && number("fugacity") != 1 {
			return nil, false
		}
		addSites(l.Sites(), 2)
		for _, e := range edges {
			m.Factors = append(m.Factors, Factor{Sites: []int{e[0], e[1]}, Log: []float64{0, 0, 0, math.Inf(-1)}})
		}
	case "dimer": // one variable a bond, one dimer at each site
		addSites(len(edges), 2)
		at := make([][]int, l.Sites())
		for k, e := range edges {
			at[e[0]] = append(at[e[0]], k)
			at[e[1]] = append(at[e[1]], k)
		}
		for _, bonds := range at {
			f := Factor{Sites: bonds, Log: make([]float64, 1<<len(bonds))}
			for x := range f.Log {
				if x&(x-1) != 0 || x == 0 {
					f.Log[x] = math.Inf(-1)
				}
			}
			m.Factors = append(m.Factors, f)
		}
	case "six_vertex": // one arrow a bond, two in and two out at each site
		if boundary != "torus" {
			return nil, false
		}
		rows, cols := sizes[0], sizes[1]
		addSites(2*rows*cols, 2) // right of, and below, each site
		for r := range rows {
			for c := range cols {
				site := r*cols + c
				left, above := r*cols+(c+cols-1)%cols, (r+rows-1)%rows*cols+c
				f := Factor{Sites: []int{2 * left, 2 * site, 2*above + 1, 2*site + 1}, Log: make([]float64, 16)}
				for x := range f.Log {
					in := x>>3&1 + x>>1&1  // arrows along the axes come in from the left and above
					out := x>>2&1 + x>>0&1 // and leave to the right and below
					if in != out {
						f.Log[x] = math.Inf(-1)
					}
				}
				m.Factors = append(m.Factors, f)
			}
		}
	default:
		return nil, false
	}
	return m, true
}

func TestReferences(t *testing.T) {
	most, steps := 4096, 24
	if os.Getenv("ASSAY_LONG") != "" {
		most, steps = 1<<20, 30
	}
	checked := map[string]int{}
	for _, r := range partitiontest.References(t) {
		if r.N > most {
			continue
		}
		m, ok := asFactors(t, r.Model)
		if !ok || r.N > 5000 && len(m.Factors) >= 2*r.N && !bytes.Contains(r.Model, []byte(`"chain"`)) {
			continue // wide lattices, of which only the search for an order would be tested
		}
		z, err := LogZ(context.Background(), m, Options{MaxWork: steps})
		if err != nil {
			if g, e := m.Graph(); e == nil {
				if _, cost, e := Order(g, m.Card); e == nil && cost < float64(steps)-1 {
					t.Errorf("%s: %v", r.ID, err)
				}
			}
			continue
		}
		want, ok := new(big.Float).SetPrec(200).SetString(r.LogZ)
		if !ok {
			t.Fatalf("%s: ln Z = %q", r.ID, r.LogZ)
		}
		// What is printed is good to rel_tol, and no more.
		tol, err := strconv.ParseFloat(r.RelTol, 64)
		if err != nil {
			t.Fatal(err)
		}
		size, _ := want.Float64()
		d, _ := new(big.Float).Sub(want, z.Value).Float64()
		if math.Abs(d) > z.ErrorBound+tol*0.1*math.Abs(size) {
			t.Errorf("%s: ln Z = %v ± %g, off by %g", r.ID, z.Value, z.ErrorBound, d)
		}
		if z.Relative() > 1e-10 {
			t.Errorf("%s: the relative bound is %g", r.ID, z.Relative())
		}
		var kind struct{ Model string }
		if err := json.Unmarshal(r.Model, &kind); err != nil {
			t.Fatal(err)
		}
		checked[kind.Model]++
	}
	for _, kind := range []string{"ising", "potts", "hard_core", "dimer", "six_vertex"} {
		if checked[kind] == 0 {
			t.Errorf("no %s model was checked", kind)
		}
	}
	t.Log("checked:", checked)
}

// The open grids of the references by the transfer matrix, with and without fields.
func TestGridTransferReferences(t *testing.T) {
	n := 0
	for _, r := range partitiontest.References(t) {
		var d struct {
			Model, Lattice, Boundary string
			Size                     []int
		}
		if json.Unmarshal(r.Model, &d) != nil || d.Model != "ising" || d.Lattice != "square" || r.N > 300 || len(d.Size) != 2 {
			continue
		}
		rows, cols := d.Size[0], d.Size[1]
		torus := d.Boundary == "torus"
		if torus && (cols > 8 || rows > 8) {
			continue
		}
		m, err := spin.ReadModel(r.Model)
		if err != nil {
			t.Fatal(err)
		}
		Jh, Jv, h := splitGrid(t, m, rows, cols, torus)
		z, err := GridTransfer(context.Background(), m.Beta, Jh, Jv, h, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := strconv.ParseFloat(r.LogZ, 64)
		if err != nil {
			t.Fatal(err)
		}
		if d := math.Abs(z.Float64() - want); d > z.ErrorBound+m.Rounding+1e-13*math.Abs(want) || z.Relative() > 1e-11 {
			t.Errorf("%s: ln Z = %v ± %g, want %v", r.ID, z.Value, z.ErrorBound, want)
		}
		n++
	}
	if n < 20 {
		t.Errorf("only %d grids among the references", n)
	}
}

// splitGrid sorts the terms of a lattice model by their places.
func splitGrid(t *testing.T, m *spin.Model, rows, cols int, torus bool) (Jh, Jv, h [][]float64) {
	t.Helper()
	table := func(rows, cols int) [][]float64 {
		a := make([][]float64, rows)
		for r := range a {
			a[r] = make([]float64, cols)
		}
		return a
	}
	wide, high := cols-1, rows-1
	if torus {
		wide, high = cols, rows
	}
	Jh, Jv, h = table(rows, wide), table(high, cols), table(rows, cols)
	for _, term := range m.Terms {
		a := term.Sites[0]
		r, c := a/cols, a%cols
		switch {
		case len(term.Sites) == 1:
			h[r][c] = term.J
		case term.Sites[1]/cols == r:
			Jh[r][c] = term.J
		case term.Sites[1]%cols == c:
			Jv[r][c] = term.J
		default:
			t.Fatalf("a bond between %v", term.Sites)
		}
	}
	return Jh, Jv, h
}

// Marginals on lattices whose tables are long enough for every path of the kernels, from
// ln Z with one variable fixed.
func TestMarginalsFromConditionedSums(t *testing.T) {
	ctx := context.Background()
	for _, l := range []modelfile.Lattice{
		{Kind: "square", Size: []int{11, 12}}, {Kind: "triangular", Size: []int{7, 5}, Torus: true},
		{Kind: "random-regular", Size: []int{60, 3}, Seed: 4}, {Kind: "complete", Size: []int{13}},
	} {
		s := latticeModel(t, l, 0.6, true)
		m, err := FromSpin(s)
		if err != nil {
			t.Fatal(err)
		}
		p, bound, err := Marginals(ctx, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := LogZ(ctx, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []int{0, m.Factors[0].Sites[1], len(m.Card) / 2, len(m.Card) - 1} {
			for x := range 2 {
				cut, err := m.Condition([]int{v}, []int{x})
				if err != nil {
					t.Fatal(err)
				}
				part, err := LogZ(ctx, cut, Options{})
				if err != nil {
					t.Fatal(err)
				}
				want := math.Exp(part.Float64() - whole.Float64())
				if d := math.Abs(p[v][x] - want); d > bound+part.ErrorBound+whole.ErrorBound || bound > 1e-11 {
					t.Errorf("%s: P(%d = %d) = %v ± %g, want %v", l.Kind, v, x, p[v][x], bound, want)
				}
			}
		}
		// The mean energy twice: from the marginals of the factors and from the jets.
		q, bound, err := TableMarginals(ctx, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if l.Kind == "square" {
			continue // 2^11 tables of jets are slow
		}
		energy, scale := 0.0, 0.0
		for i := range q {
			for x, w := range q[i] {
				energy -= w * m.Factors[i].Log[x]
				scale += math.Abs(m.Factors[i].Log[x])
			}
		}
		th, err := Thermal(ctx, s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := math.Abs(energy - s.Beta*th.Energy); d > bound*scale+1e-13*scale {
			t.Errorf("%s: β⟨H⟩ = %v and %v", l.Kind, energy, s.Beta*th.Energy)
		}
	}
}

// What limits refuse, they refuse with ErrTooWide and before memory is taken.
func TestLimits(t *testing.T) {
	ctx := context.Background()
	m, err := FromSpin(latticeModel(t, modelfile.Lattice{Kind: "complete", Size: []int{40}}, 0.1, false))
	if err != nil {
		t.Fatal(err)
	}
	wantWide := func(err error) {
		t.Helper()
		if !isTooWide(err) {
			t.Errorf("error %v", err)
		}
	}
	_, err = LogZ(ctx, m, Options{MaxWork: 30})
	wantWide(err)
	_, _, err = Marginals(ctx, m, Options{MaxLog2: 20})
	wantWide(err)
	_, err = Sample(ctx, m, 1, 1, Options{MaxLog2: 20})
	wantWide(err)
	Jh, Jv, h := randomGrid(40, 40, false, false, 1)
	_, err = GridTransfer(ctx, 1, Jh, Jv, h, Options{})
	wantWide(err)
	big, err := FromSpin(latticeModel(t, modelfile.Lattice{Kind: "square", Size: []int{150, 150}, Torus: true}, 0.1, false))
	if err != nil {
		t.Fatal(err)
	}
	_, err = LogZ(ctx, big, Options{})
	wantWide(err)
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	small, err := FromSpin(latticeModel(t, modelfile.Lattice{Kind: "square", Size: []int{6, 6}}, 0.1, true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LogZ(stopped, small, Options{}); err == nil {
		t.Error("a cancelled context gives a result")
	}
	if _, _, err := Marginals(stopped, small, Options{}); err == nil {
		t.Error("a cancelled context gives marginals")
	}
	Jh, Jv, h = randomGrid(6, 6, false, false, 1)
	if _, err := GridTransfer(stopped, 1, Jh, Jv, h, Options{}); err == nil {
		t.Error("a cancelled context gives a transfer matrix")
	}
}
