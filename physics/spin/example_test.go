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

// A triangle with a tail: everything is summed out step by step.
func ExampleReduce() {
	m := &spin.Model{N: 4, Beta: 1, Terms: []spin.Term{
		{Sites: []int{0, 1}, J: 1}, {Sites: []int{1, 2}, J: 1}, {Sites: []int{2, 0}, J: 1}, {Sites: []int{2, 3}, J: 0.5},
	}}
	r, err := spin.Reduce(context.Background(), m, spin.ReduceOptions{Record: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Steps {
		fmt.Printf("%s over site %d: %d terms go, %d come\n", s.Kind, s.Site, len(s.Removed), len(s.Added))
	}
	fmt.Println("cores:", len(r.Cores), "checked:", spin.VerifyReduction(m, r) == nil)
	// Output:
	// sum over site 3: 1 terms go, 0 come
	// sum over site 2: 2 terms go, 1 come
	// sum over site 0: 1 terms go, 0 come
	// sum over site 1: 0 terms go, 0 come
	// cores: 0 checked: true
}

// Two terms of three spins that share two: the kernel is trivial, so that the
// high-temperature expansion is its first term.
func ExampleKernelLogZ() {
	m := &spin.Model{N: 4, Beta: 1, Terms: []spin.Term{{Sites: []int{0, 1, 2}, J: 1}, {Sites: []int{1, 2, 3}, J: 1}}}
	k, err := spin.FindKernel(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := spin.KernelLogZ(context.Background(), m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("dimension %d, ln Z = %.10f = 4 ln 2 + 2 ln cosh 1\n", k.Dim, z.Float64())
	// Output:
	// dimension 0, ln Z = 3.6401503832 = 4 ln 2 + 2 ln cosh 1
}

// The complete bipartite graph has two classes of sites.
func ExampleOrbitLogZ() {
	m, err := spin.ReadModel([]byte(`{"model":"ising","lattice":"bipartite","size":[30,20],"couplings":1,"beta":0.02}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	o, _, err := spin.FindOrbits(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := spin.OrbitLogZ(context.Background(), m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("classes of %v sites, ln Z = %.10f\n", o.Size, z.Float64())
	// Output:
	// classes of [30 20] sites, ln Z = 34.7926207016
}
