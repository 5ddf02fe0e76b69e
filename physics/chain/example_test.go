package chain_test

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/physics/chain"
)

func ExampleRead() {
	m, err := chain.Read([]byte(`{"model":"tfim","size":[8],"boundary":"torus","J":1,"h":"1.3","beta":"0.8"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := m.LogZ(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ln Z = %.12f by %s\n", z.Float64(), z.Method)
	for _, line := range m.Explain() {
		fmt.Println(line)
	}
	// Output:
	// ln Z = 10.716947318628 by momentum products in two parity sectors
	// Jordan–Wigner transformation (string along X): each of the 16 terms is a product of two Majorana operators
	// terms that go around the ring carry the parity of the fermions: two sectors, with antiperiodic and periodic boundaries
	// all couplings are equal: the modes have definite momenta
}

func ExampleJordanWigner() {
	// A longitudinal field spoils the transverse-field Ising chain.
	terms := []chain.PauliTerm{
		{Sites: []int{0, 1}, Ops: "ZZ", J: 1}, {Sites: []int{1, 2}, Ops: "ZZ", J: 1},
		{Sites: []int{0}, Ops: "X", J: 1}, {Sites: []int{1}, Ops: "X", J: 1}, {Sites: []int{2}, Ops: "X", J: 1},
	}
	m, _, err := chain.JordanWigner(terms, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Frame, chain.VerifyMapping(terms, m))
	terms = append(terms, chain.PauliTerm{Sites: []int{1}, Ops: "Z", J: 0.1})
	_, why, err := chain.JordanWigner(terms, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(why.Claw, chain.VerifyObstruction(terms, 3, why))
	// Output:
	// string along X <nil>
	// [3 0 1 5] <nil>
}

func ExampleModel_Energy() {
	m := &chain.Model{Family: "tfim", N: 3, Beta: 1, J: []float64{1, 1}, H: []float64{0.5, 0.5, 0.5}}
	e, bound, err := m.Energy(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("E = %.10f, certified to 1e-12: %t\n", e, bound < 1e-12)
	// Output: E = -1.8995488519, certified to 1e-12: true
}

func ExampleDiagonalise() {
	heisenberg := []chain.PauliTerm{
		{Sites: []int{0, 1}, Ops: "XX", J: -1}, {Sites: []int{0, 1}, Ops: "YY", J: -1}, {Sites: []int{0, 1}, Ops: "ZZ", J: -1},
	}
	// A singlet at −3 and a triplet at +1.
	z, err := chain.Diagonalise(context.Background(), heisenberg, 2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ln Z = %.12f\n", z.Float64())
	// Output: ln Z = 3.053490449706
}
