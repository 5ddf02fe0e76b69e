package factor

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/modelfile"
)

// The cost that Order announces is that of the plan, and no candidate is cheaper.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 9, positive)
		g, err := m.Graph()
		if err != nil {
			t.Fatal(err)
		}
		given := rapid.Permutation(identity(g.N)).Draw(t, "given")
		order, cost, err := Order(g, m.Card, given)
		if err != nil {
			t.Fatal(err)
		}
		_, alone, err := Order(g, m.Card)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newPlan(m, order)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(cost-p.work) > 1e-9 {
			t.Fatalf("cost 2^%v, the plan says 2^%v", cost, p.work)
		}
		q, err := newPlan(m, given)
		if err != nil {
			t.Fatal(err)
		}
		if cost > q.work+1e-9 || cost > alone+1e-9 && cost > pathCost(logs(m.Card))+cheapEnough {
			t.Fatalf("cost 2^%v, but a given order costs 2^%v, and without it 2^%v", cost, q.work, alone)
		}
	})
}

func TestOrderOnLattices(t *testing.T) {
	for _, c := range []struct {
		l    modelfile.Lattice
		most float64 // binary logarithm of the products
	}{
		{modelfile.Lattice{Kind: "chain", Size: []int{1000}}, 2 + math.Log2(1000)},
		{modelfile.Lattice{Kind: "chain", Size: []int{1000}, Torus: true}, 3 + math.Log2(1000)},
		{modelfile.Lattice{Kind: "square", Size: []int{2, 3000}}, 4 + math.Log2(6000)},
		{modelfile.Lattice{Kind: "square", Size: []int{12, 12}}, 13 + math.Log2(144)},
		{modelfile.Lattice{Kind: "square", Size: []int{6, 300}}, 7 + math.Log2(1800)},
		{modelfile.Lattice{Kind: "random-regular", Size: []int{60, 3}, Seed: 1}, 16},
	} {
		edges, err := c.l.Edges(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		list := make([]graph.Edge, len(edges))
		for k, e := range edges {
			list[k] = e
		}
		g, err := graph.New(c.l.Sites(), list)
		if err != nil {
			t.Fatal(err)
		}
		card := make([]int, g.N)
		for v := range card {
			card[v] = 2
		}
		_, cost, err := Order(g, card)
		if err != nil {
			t.Fatal(err)
		}
		if cost > c.most {
			t.Errorf("%s %v: 2^%.2f products, want at most 2^%.2f", c.l.Kind, c.l.Size, cost, c.most)
		}
	}
	if _, _, err := Order(&graph.Graph{}, []int{2}); err == nil {
		t.Error("a cardinality too many is accepted")
	}
}

func logs(card []int) []float64 {
	w := make([]float64, len(card))
	for v, c := range card {
		w[v] = math.Log2(float64(c))
	}
	return w
}
