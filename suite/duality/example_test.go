package duality_test

import (
	"context"
	"fmt"
	"log"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/suite/duality"
)

// A fixture of the benchmark, and the agent that repairs it from what it is shown.
func Example() {
	ctx := context.Background()
	judge := duality.NewExact()
	suite, err := duality.New(ctx, duality.Config{Seed: duality.BuiltinSeed, Verifier: judge, Tasks: []string{"dp0_N3_d1_node0_rank_perturb_00"}})
	if err != nil {
		log.Fatal(err)
	}
	task := suite.Subjects()[0]
	before, err := task.Check(ctx, `{"action":"no_change"}`, claim.Interaction)
	if err != nil {
		log.Fatal(err)
	}
	reply, err := duality.Reply(ctx, "repair", judge, duality.Ask{Shown: task.Opening()})
	if err != nil {
		log.Fatal(err)
	}
	action, err := duality.ReadAction(reply)
	if err != nil {
		log.Fatal(err)
	}
	after, err := task.Check(ctx, reply, claim.Final)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(before.Certificate.Verdict)
	fmt.Println(action.Reasoning)
	fmt.Println(after.Certificate.Verdict)
	// Output:
	// failed
	// The gauge anomalies fix the rank of node 0 to be 6.
	// certified
}
