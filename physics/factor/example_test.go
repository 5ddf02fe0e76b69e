package factor_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"strings"

	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/spin"
)

// Colourings of a ring of six sites with three colours: 2⁶ + 2.
func ExampleLogZ() {
	m := &factor.Model{}
	never := math.Inf(-1)
	for v := range 6 {
		m.Card = append(m.Card, 3)
		m.Factors = append(m.Factors, factor.Factor{
			Sites: []int{v, (v + 1) % 6},
			Log:   []float64{never, 0, 0, 0, never, 0, 0, 0, never},
		})
	}
	z, err := factor.LogZ(context.Background(), m, factor.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.10f\n", math.Exp(z.Float64()))
	// Output: 66.0000000000
}

func ExampleMarginals() {
	m := &factor.Model{Card: []int{2, 2}, Factors: []factor.Factor{
		{Sites: []int{0}, Log: []float64{math.Log(3), 0}},
		{Sites: []int{0, 1}, Log: []float64{math.Log(4), 0, 0, math.Log(4)}},
	}}
	p, bound, err := factor.Marginals(context.Background(), m, factor.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f %.2f %v\n", p[0], p[1], bound < 1e-14)
	// Output: [0.75 0.25] [0.65 0.35] true
}

func ExampleSample() {
	m := &factor.Model{Card: []int{2, 3}, Factors: []factor.Factor{
		{Sites: []int{0, 1}, Log: []float64{0, 0, math.Inf(-1), math.Inf(-1), math.Inf(-1), 0}},
	}}
	states, err := factor.Sample(context.Background(), m, 1, 4, factor.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range states {
		fmt.Println(s, s[0] == 0 && s[1] < 2 || s[0] == 1 && s[1] == 2)
	}
	// Output:
	// [1 2] true
	// [0 0] true
	// [0 1] true
	// [1 2] true
}

func ExampleGridTransfer() {
	// A 2×3 grid with couplings of both signs and a field on one corner.
	Jh := [][]float64{{1, -1}, {1, 1}}
	Jv := [][]float64{{-1, 1, 1}}
	h := [][]float64{{0.5, 0, 0}, {0, 0, 0}}
	z, err := factor.GridTransfer(context.Background(), 0.7, Jh, Jv, h, factor.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.10f\n", z.Float64())
	// Output: 5.5637863412
}

func ExampleThermal() {
	m, err := spin.NewChain(0.5, []float64{1, 1, 1}, nil)
	if err != nil {
		log.Fatal(err)
	}
	th, err := factor.Thermal(context.Background(), m, factor.Options{})
	if err != nil {
		log.Fatal(err)
	}
	// ⟨H⟩ = −3 tanh β and ⟨H²⟩ − ⟨H⟩² = 3/cosh²β
	fmt.Printf("%.10f %.10f\n", math.Abs(th.Energy+3*math.Tanh(0.5)), th.Variance*math.Pow(math.Cosh(0.5), 2))
	// Output: 0.0000000000 3.0000000000
}

func ExampleReadUAI() {
	m, err := factor.ReadUAI(strings.NewReader("MARKOV 2 2 2 1 2 0 1 4 1 2 3 4"))
	if err != nil {
		log.Fatal(err)
	}
	z, err := factor.LogZ(context.Background(), m, factor.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Card, math.Round(math.Exp(z.Float64())))
	// Output: [2 2] 10
}
