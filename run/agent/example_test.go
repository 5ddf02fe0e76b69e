package agent_test

import (
	"fmt"
	"log"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
)

// A state says what to ask next. Nothing is asked here: the replies are made up.
func ExampleState() {
	policy, err := agent.PolicyNamed("vf")
	if err != nil {
		log.Fatal(err)
	}
	s := agent.Start(policy, 3, "", "6 × 7?")
	for _, reply := range []string{"41", "42"} {
		ask, _ := s.Next()
		fmt.Println("round", ask.Round)
		for _, m := range ask.Messages {
			fmt.Printf("  %s: %s\n", m.Role, m.Content)
		}
		view := claim.View{Accepted: reply == "42"}
		feedback := ""
		if s.WantsFeedback(view) {
			feedback = "Failed: number.value."
		}
		s = s.After(reply, view, feedback)
	}
	fmt.Println("done:", s.Done(), "accepted:", s.Accepted())
	// Output:
	// round 0
	//   user: 6 × 7?
	// round 1
	//   user: 6 × 7?
	//   assistant: 41
	//   user: Failed: number.value.
	// done: true accepted: 1
}
