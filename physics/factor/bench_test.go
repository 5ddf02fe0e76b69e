package factor

import (
	"context"
	"fmt"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/spin"
)

// latticeModel makes an Ising model with couplings ±1 and fields in −½ … ½.
func latticeModel(t testing.TB, l modelfile.Lattice, beta float64, fields bool) *spin.Model {
	t.Helper()
	edges, err := l.Edges(modelfile.MaxTerms)
	if err != nil {
		t.Fatal(err)
	}
	m := &spin.Model{N: l.Sites(), Beta: beta}
	for k, e := range edges {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{e[0], e[1]}, J: float64(modelfile.Sign(1, uint64(k)))})
	}
	for v := 0; fields && v < m.N; v++ {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{v}, J: modelfile.Uniform(2, uint64(v)) - 0.5})
	}
	return m
}

var benchLattices = []struct {
	name string
	l    modelfile.Lattice
}{
	{"reg3-60", modelfile.Lattice{Kind: "random-regular", Size: []int{60, 3}, Seed: 1}},
	{"reg3-100", modelfile.Lattice{Kind: "random-regular", Size: []int{100, 3}, Seed: 1}},
	{"ladder-2x50000", modelfile.Lattice{Kind: "square", Size: []int{2, 50000}}},
	{"ring-1e6", modelfile.Lattice{Kind: "chain", Size: []int{1000000}, Torus: true}},
	{"grid-20x20", modelfile.Lattice{Kind: "square", Size: []int{20, 20}}},
}

func BenchmarkLogZ(b *testing.B) {
	for _, c := range benchLattices {
		b.Run(c.name, func(b *testing.B) {
			m, err := FromSpin(latticeModel(b, c.l, 0.7, true))
			if err != nil {
				b.Fatal(err)
			}
			g, err := m.Graph()
			if err != nil {
				b.Fatal(err)
			}
			order, cost, err := Order(g, m.Card)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := LogZ(context.Background(), m, Options{Order: order}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(cost, "log2(products)")
		})
	}
}

func BenchmarkOrder(b *testing.B) {
	for _, c := range benchLattices {
		b.Run(c.name, func(b *testing.B) {
			m, err := FromSpin(latticeModel(b, c.l, 0.7, true))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				g, err := m.Graph()
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := Order(g, m.Card); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMarginals(b *testing.B) {
	for _, l := range []modelfile.Lattice{
		{Kind: "chain", Size: []int{100000}}, {Kind: "square", Size: []int{14, 14}},
	} {
		b.Run(fmt.Sprint(l.Kind, l.Size), func(b *testing.B) {
			m, err := FromSpin(latticeModel(b, l, 0.7, true))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Marginals(context.Background(), m, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
