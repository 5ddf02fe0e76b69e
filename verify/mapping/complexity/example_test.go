package complexity_test

import (
	"fmt"

	"github.com/assay-physics/assay/verify/mapping/complexity"
)

func ExampleParse() {
	claim, err := complexity.Parse(`The row transfer takes $O(L\,2^{L})$ steps`, complexity.SquareLattice())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(claim.Formula)
	fmt.Println(claim.Canonical)
	fmt.Println(claim.Growth.Family, claim.Growth.Exponent(), claim.Growth.Degree())
	// Output:
	// O(L\,2^{L})
	// O(n^{1/2} 2^{n^{1/2}})
	// subexponential 0.5 0.5
}

func ExampleCompare() {
	claimed, err := complexity.Of("n^3")
	if err != nil {
		fmt.Println(err)
		return
	}
	measured, err := complexity.Of("e^{1.38 n^{0.5}}")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := complexity.Compare(claimed, measured)
	fmt.Println(r.Order, "by", r.Axis)
	fmt.Println(r.Reason)
	// Output:
	// less by family
	// n^{3} is polynomial, e^{1.38 n^{1/2}} is subexponential
}
