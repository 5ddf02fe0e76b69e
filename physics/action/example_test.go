package action_test

import (
	"fmt"

	"github.com/assay-physics/assay/physics/action"
	"github.com/assay-physics/assay/physics/spin"
)

// A chain of four spins, its middle summed out: one bond is left, and the step can be
// carried out again from its record.
func ExampleDo() {
	m, err := spin.NewChain(1, []float64{0.5, 0.5, 0.5}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	after, step, err := action.Do(action.Ising{Model: m}, &action.Decimate{Sites: []int{1, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(step.Say)
	fmt.Printf("%s; scale %.6f\n", after[0].Describe(), step.After[0].Log)
	_, err = action.Replay(action.Ising{Model: m}, []action.Step{step})
	fmt.Println("replayed:", err == nil)
	// Output:
	// sum out 2 spins with at most two neighbours each
	// 2 spins, 1 bond; scale 1.741745
	// replayed: true
}
