package reply_test

import (
	"fmt"

	"github.com/assay-physics/assay/verify/mapping/reply"
)

func ExampleRead() {
	claim, repairs, err := reply.Read("Here you are:\n```json\n" + `{
  'tractable_class': 'Transfer Matrix',
  'complexity_O': '\mathcal{O}(n)',
  'confidence': '90%',
  'justification': 'two states per site',
  'code': 'def Z_efficient(params, n):\n    return 2.0 ** n\n',
}` + "\n```")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(claim.TractableClass, claim.ComplexityO, claim.Confidence)
	for _, r := range repairs {
		fmt.Println("-", r)
	}
	// Output:
	// transfer_matrix \mathcal{O}(n) 0.9
	// - single quotes were read as double quotes
	// - a trailing comma was dropped
	// - tractable_class: "Transfer Matrix" was read as transfer_matrix
	// - complexity_O: backslashes that escape nothing were kept
	// - confidence: a number in quotes was read
	// - confidence: 90% was read as 0.9
}

func ExampleRead_error() {
	_, _, err := reply.Read(`{"tractable_class": "gauge", "complexity_O": "O(n)", "confidence": "high",
		"justification": "Mattis", "code": "def Z_efficient(params, n): return 1.0"}`)
	fmt.Println(err)
	// Output:
	// reply: field "confidence": expected a number in [0, 1], got the string "high"
}
