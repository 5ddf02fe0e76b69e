package spin_test

import (
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/physics/spin"
)

func ExampleEvaluate() {
	m, err := spin.ReadModel([]byte(`{"model":"ising","lattice":"square","size":[8,8],"boundary":"torus","couplings":1,"beta":"0.4406867935097715"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := spin.Evaluate(context.Background(), m, spin.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ln Z = %.10f by %s, certified to 1e-12: %t\n", z.Float64(), z.Method, z.ErrorBound < 1e-12)
	// Output: ln Z = 60.1417807891 by Kaufman's closed form, certified to 1e-12: true
}

func ExampleReadModel() {
	_, err := spin.ReadModel([]byte(`{"model":"ising","n":2,"beta":1,"terms":[{"sites":[0,1],"j":1}]}`))
	fmt.Println(err)
	// Output: spin: model: terms[0]: unknown key "j"; known here: sites, J
}

func ExampleAnalyze() {
	m, err := spin.NewPairs(3, 1, [][2]int{{0, 1}, {1, 2}, {0, 2}}, []float64{1, 1, -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := spin.Analyze(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("planar:", s.Planar, "balanced:", s.Balanced, "because of", s.FrustratedCycle, "width:", s.Width)
	fmt.Println("every witness holds:", spin.CheckStructure(m, s) == nil)
	// Output:
	// planar: true balanced: false because of [1 0 2] width: 2
	// every witness holds: true
}

func ExampleBruteForce() {
	m, err := spin.NewChain(0.5, []float64{1, 1, 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := spin.BruteForce(context.Background(), m)
	if err != nil {
		fmt.Println(err)
		return
	}
	closed := math.Log(2 * math.Pow(2*math.Cosh(0.5), 3))
	fmt.Printf("%.12f %.12f\n", z.Float64(), closed)
	// Output: 3.132932243115 3.132932243115
}

func ExampleTorusKaufman() {
	z, err := spin.TorusKaufman(1000, 1000, 0.3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.6f per spin\n", z.Float64()/1e6)
	// Output: 0.790559 per spin
}
