package estimate_test

import (
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/physics/estimate"
	"github.com/assay-physics/assay/physics/spin"
)

func ExampleAIS() {
	m, err := spin.ReadModel([]byte(`{"model":"ising","lattice":"square","size":[6,6],"couplings":{"pm1":7},"beta":"0.5"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := estimate.AIS(context.Background(), m, estimate.Options{Seed: 1, Levels: 300, Rounds: 200})
	if err != nil {
		fmt.Println(err)
		return
	}
	exact, err := spin.Evaluate(context.Background(), m, spin.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("exact:", r.LogZ.Exact)
	fmt.Println("interval holds:", r.Lower <= exact.Float64() && exact.Float64() <= r.Upper)
	fmt.Println("narrower than 0.3:", r.Upper-r.Lower < 0.3)
	// Output:
	// exact: false
	// interval holds: true
	// narrower than 0.3: true
}

func ExampleTemperingTI() {
	m, err := spin.ReadModel([]byte(`{"model":"ising","lattice":"cubic","size":[3,3,3],"boundary":"torus","couplings":{"pm1":1},"beta":"0.8"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := estimate.TemperingTI(context.Background(), m, estimate.Options{Seed: 1, Sweeps: 300})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ln Z is known to a relative 1e-3: %t; drift below 4: %t\n", r.LogZ.Relative() < 1e-3, math.Abs(r.Drift) < 4)
	// Output: ln Z is known to a relative 1e-3: true; drift below 4: true
}

func ExampleNishimoriCheck() {
	bonds := [][2]int{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}
	r, err := estimate.NishimoriCheck(context.Background(), 6, bonds, estimate.NishimoriOptions{Seed: 1, P: 0.1, Samples: 400, Sweeps: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("β = %.6f, exact energy %.1f, within 4 standard errors: %t\n", r.Beta, r.Exact, math.Abs(r.EnergyZ) < 4 && math.Abs(r.OverlapZ) < 4)
	// Output: β = 1.098612, exact energy -5.6, within 4 standard errors: true
}
