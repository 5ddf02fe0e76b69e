package lattice_test

import (
	"context"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/lattice"
)

// A model is read from its file, says why it is tractable and is evaluated.
func ExampleParse() {
	m, err := lattice.Parse([]byte(`{"model":"random_cluster","q":"5/2","v":1,"lattice":"square","size":[3,3],"boundary":"torus"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range m.Explain() {
		fmt.Println(line)
	}
	z, err := m.LogZ(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.10f %s\n", z.Value, z.Method)
	// Output:
	// The weight of a set of edges depends on its clusters; of what is behind a sweep only the connections of the vertices on the frontier matter.
	// The frontier has at most 6 vertices; its states are partitions of it, Catalan numbers of them on a planar strip.
	// 14.7617388773 connectivity states
}

// The chessboard has 12988816 coverings by dominoes.
func ExampleDimer() {
	d := &lattice.Dimer{Lattice: "square", Size: []int{8, 8}, Boundary: "open"}
	z, err := d.LogZ(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	count, err := d.Count(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.10f %v\n", z.Value, count)
	// Output: 16.3795992375 12988816
}

// Square ice on a torus, and with domain walls, where it counts alternating-sign
// matrices.
func ExampleVertex() {
	one := big.NewRat(1, 1)
	ice := []*big.Rat{one, one, one, one, one, one}
	for _, boundary := range []string{"torus", "domain_wall"} {
		m := &lattice.Vertex{Weights: ice, Rows: 5, Columns: 5, Boundary: boundary}
		z, err := m.Partition(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(boundary, z.RatString())
	}
	// Output:
	// torus 143224
	// domain_wall 429
}

// The free-fermion condition is decided exactly; where it holds, Z is a sum of four
// products over momenta.
func ExampleVertex_FreeFermion() {
	var w []*big.Rat
	for _, x := range []int64{3, 3, 4, 4, 5, 5} {
		w = append(w, big.NewRat(x, 1))
	}
	m := &lattice.Vertex{Weights: w, Rows: 100, Columns: 101, Boundary: "torus"}
	z, err := m.LogZ(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.FreeFermion())
	fmt.Printf("%.10f\n", z.Value)
	fmt.Println(z.Method)
	// Output:
	// 0/1
	// 18571.3080743198
	// free fermions, four products over momenta
}

// Kirchhoff: the complete graph on five vertices has 5³ spanning trees.
func ExampleSpanningTree() {
	m, err := lattice.Parse([]byte(`{"model":"spanning_tree","lattice":"complete","size":[5]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	count, err := m.(*lattice.SpanningTree).Count(context.Background())
	fmt.Println(count.RatString(), err)
	// Output: 125 <nil>
}

// Particles on a 4 × 4 torus of which no two are neighbours.
func ExampleHardCore() {
	m, err := lattice.Parse([]byte(`{"model":"hard_core","lattice":"square","size":[4,4],"boundary":"torus","fugacity":1}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	count, err := m.(*lattice.HardCore).Count(context.Background())
	fmt.Println(count, err)
	// Output: 743 <nil>
}

// A three-state Potts ring in a field on one site.
func ExamplePotts() {
	m := &lattice.Potts{Q: 3, N: 4, Beta: 1, Terms: []lattice.PottsTerm{
		{Sites: []int{0, 1}, J: 1}, {Sites: []int{1, 2}, J: 1}, {Sites: []int{2, 3}, J: 1}, {Sites: []int{3, 0}, J: 1},
		{Sites: []int{0}, State: 2, J: 0.5},
	}}
	z, err := m.LogZ(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.10f\n", z.Value)
	// Output: 6.4361168016
}

// Bond percolation across a self-dual strip is as likely as not at p = ½.
func ExampleCrossing() {
	for _, p := range []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 3)} {
		c, err := lattice.Crossing(context.Background(), 3, 4, p)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(c)
	}
	// Output:
	// 1/2
	// 10145/59049
}

// The triangular antiferromagnet at zero temperature keeps its entropy: ln Z + n·K at
// K = −40, per site.
func ExampleTriangularTorus() {
	K := big.NewRat(-40, 1)
	z, err := lattice.TriangularTorus(context.Background(), 30, 30, K, K, K)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", z.Float64()/900-40)
	// Output: 0.3240
}

// The probability that the far corners of a cube stay connected when each edge fails one
// time in ten, exactly, and the number of sets of six edges that connect them.
func ExampleNetwork() {
	n := &lattice.Network{N: 8, S: 0, T: 7}
	for v := range 8 {
		for _, bit := range []int{1, 2, 4} {
			if v&bit == 0 {
				n.Edges = append(n.Edges, [2]int{v, v | bit})
			}
		}
	}
	p, err := n.Probability(context.Background(), []*big.Rat{big.NewRat(9, 10)})
	if err != nil {
		fmt.Println(err)
		return
	}
	counts, err := n.Paths(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.FloatString(12), counts[6])
	// Output: 0.997045321824 483
}
