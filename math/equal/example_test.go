package equal_test

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/math/equal"
)

func ExampleCompare() {
	r := equal.Compare(context.Background(), equal.Pair{
		Reference: `\frac{1}{e^{\beta\omega}-1}+\frac12`,
		Candidate: `\frac12\coth\frac{\beta\omega}{2}`,
	}, equal.Options{})
	fmt.Println(r.Verdict, r.Method, r.Evidence.Proved)

	r = equal.Compare(context.Background(), equal.Pair{
		Reference: `\frac{g^2N}{16\pi^2}`,
		Candidate: `\frac{g^2N}{8\pi^2}`,
	}, equal.Options{})
	fmt.Println(r.Verdict+":", r.Evidence.Hint)
	// Output:
	// equivalent normal form true
	// different: it is the reference times 2
}

// A pair that is equal only where symbols are positive is undecided, unless that is assumed
// or declared.
func ExampleCompare_condition() {
	p := equal.Pair{Reference: `\sqrt{x^6}`, Candidate: `x^3`}
	r := equal.Compare(context.Background(), p, equal.Options{})
	fmt.Println(r.Verdict, r.Evidence.Condition)

	r = equal.Compare(context.Background(), p, equal.Options{AssumePositive: true})
	fmt.Println(r.Verdict)
	// Output:
	// undecided for x > 0
	// equivalent
}

func ExampleReadContext() {
	c, err := equal.ReadContext([]byte(`{"symbols": {"s": "positive"}, "relations": ["\\beta = \\sqrt{1-4m^2/s}"], "constraints": ["s > 4m^2"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := equal.Compare(context.Background(), equal.Pair{
		Reference: `\sqrt{1-\frac{4m^2}{s}}\left(1+\frac{2m^2}{s}\right)`,
		Candidate: `\frac12\beta(3-\beta^2)`,
		Context:   c,
	}, equal.Options{})
	fmt.Println(r.Verdict)

	_, err = equal.ReadContext([]byte(`{"symbol": {}}`))
	fmt.Println(err)
	// Output:
	// equivalent
	// context: json: unknown field "symbol"
}
