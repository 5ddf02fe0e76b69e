package engine_test

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/physics/engine"
)

// A spin glass of 256 spins: planar and without fields, hence a Pfaffian.
func ExampleLogZ() {
	s, err := engine.Read([]byte(`{"model":"ising","lattice":"square","size":[16,16],"couplings":{"pm1":1},"beta":1}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := engine.LogZ(context.Background(), s, engine.Options{Method: engine.Pfaffian})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ln Z = %.6f by %s\n", z.Float64(), z.Plan.Name)
	fmt.Println("relative bound below 1e-10:", z.Relative() < 1e-10)
	// Output:
	// ln Z = 369.040630 by 1 Pfaffian by separator-tree elimination
	// relative bound below 1e-10: true
}

// Why a Mattis glass is no glass.
func ExampleAnalyze() {
	s, err := engine.Read([]byte(`{"model":"ising","lattice":"complete","size":[6],"couplings":{"mattis":[1,-1,1,1,-1,1]},"beta":"0.3"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := engine.Analyze(context.Background(), s, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Class, a.Complexity)
	for _, step := range a.Mapping {
		fmt.Printf("%s: %s\n", step.Kind, step.Say)
	}
	// Output:
	// gauge O(n)
	// gauge: flip 2 spins: 8 couplings change their signs
}
