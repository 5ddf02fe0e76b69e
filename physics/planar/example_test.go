package planar_test

import (
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/planar"
	"github.com/assay-physics/assay/physics/spin"
)

// Two triangles that share a bond, with one antiferromagnetic coupling.
func ExampleLogZ() {
	m, err := spin.NewPairs(4, 0.5, [][2]int{{0, 1}, {1, 2}, {2, 0}, {1, 3}, {2, 3}}, []float64{1, 1, -1, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := planar.LogZ(context.Background(), m, planar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ln Z = %.9f, certified to 1e-10: %t\n", z.Float64(), z.Relative() < 1e-10)
	// Output:
	// ln Z = 3.326484060, certified to 1e-10: true
}

// A boundary row in a field needs no conditioning: the ghost spin fits into the outer
// face.
func ExampleSystem_Correlation() {
	m, err := spin.NewGrid(0.4, [][]float64{{1, 1}, {1, 1}, {1, 1}}, [][]float64{{1, 1, 1}, {1, 1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range []int{0, 1, 2} {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{v}, J: 1})
	}
	s, err := planar.New(m, planar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	far, err := s.Correlation(context.Background(), 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d Pfaffian, ⟨s8⟩ = %.6f\n", s.Pfaffians(), far.Value)
	// Output:
	// 1 Pfaffian, ⟨s8⟩ = 0.178534
}

// All four boundary conditions of a torus from the same four Pfaffians.
func ExampleTorusSectors() {
	m, err := spin.NewTorus(8, 8, 0.3, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := planar.TorusSectors(context.Background(), m, planar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for twist, name := range []string{"periodic", "antiperiodic in columns", "antiperiodic in rows", "antiperiodic in both"} {
		fmt.Printf("%-24s %.6f\n", name, z[twist].Float64())
	}
	// Output:
	// periodic                 50.609330
	// antiperiodic in columns  50.595054
	// antiperiodic in rows     50.595054
	// antiperiodic in both     50.583574
}

// Dominoes on a chessboard.
func ExampleDimerLogZ() {
	g, err := graph.Grid(8, 8, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	weights := make([]float64, g.M())
	for k := range weights {
		weights[k] = 1
	}
	z, err := planar.DimerLogZ(context.Background(), g, nil, weights, planar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f\n", math.Exp(z.Float64()))
	// Output:
	// 12988816
}

// Sampling a random-bond model, reproducibly.
func ExampleSystem_Sample() {
	m, err := spin.NewPairs(4, 2, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, []float64{1, 1, 1, -0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := planar.New(m, planar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	samples, err := s.Sample(context.Background(), 1, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	aligned := 0
	for _, c := range samples {
		if c[0] == c[3] {
			aligned++
		}
	}
	fmt.Println(aligned > 850, aligned < 950)
	// Output:
	// true true
}

// The density of states of the 8×8 ferromagnet on a torus: the ground states, and the
// configurations of energy zero. The same counts serve every temperature.
func ExampleExactLevels() {
	m, err := spin.NewTorus(8, 8, 1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := planar.ExactLevels(context.Background(), m, planar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	last := len(l.Counts) - 1
	fmt.Println(l.Low, l.Counts[last], l.Counts[last-4], l.Counts[last/2])
	for _, beta := range []float64{0.4, 40} {
		z, err := l.LogZ(beta)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("ln Z = %s at β = %v\n", z.Value.Text('f', 30), beta)
	}
	// Output:
	// -128 2 128 2627978003957146636
	// ln Z = 56.599388760425375016155692478499 at β = 0.4
	// ln Z = 5120.693147180559945309417232121458 at β = 40
}
