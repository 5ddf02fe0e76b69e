package claim_test

import (
	"fmt"

	"github.com/assay-physics/assay/claim"
)

// A kind with two obligations, a certificate about one claim, and what an agent is
// told about it at two levels.
func Example() {
	kind := claim.Kind{Name: "energy", Meaning: "a ground-state energy", Obligations: []claim.Obligation{
		{Name: "energy.units", Category: "units", Meaning: "the value has units of energy", Source: "SI",
			Required: true, Profiles: []claim.Profile{claim.Interaction, claim.Final}},
		{Name: "energy.bound", Category: "numbers", Meaning: "the value lies above the exact ground state", Source: "variational principle",
			Required: true, Profiles: []claim.Profile{claim.Interaction, claim.Final}},
	}}
	digest, _ := claim.Digest(map[string]any{"energy": "-13.7 eV"})
	cert, err := kind.Certify(digest, claim.Interaction, []claim.Finding{
		{Obligation: "energy.units", Status: claim.Certified, Message: "electronvolts"},
		{Obligation: "energy.bound", Status: claim.Failed, Message: "below the exact ground state",
			Magnitude: &claim.Magnitude{Failed: 1, Total: 1, Errors: []string{"0.0069"}}},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cert.Verdict, "–", cert.Reason)
	for _, level := range []claim.Level{claim.Masked, claim.Named} {
		view, _ := kind.Project(cert, level)
		text, _ := claim.Canonical(view)
		fmt.Println(string(text))
	}
	// Output:
	// failed – failed: energy.bound
	// {"accepted":false,"items":[{"position":2}],"level":"masked"}
	// {"accepted":false,"items":[{"category":"numbers","obligation":"energy.bound","status":"failed"}],"level":"named"}
}

func ExampleCanonical() {
	text, _ := claim.Canonical(map[string]any{"beta": 0.25, "J": []int{1, -1}})
	fmt.Println(string(text))
	// Output: {"J":[1,-1],"beta":0.25}
}
