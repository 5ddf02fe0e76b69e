package quiver_test

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/physics/quiver"
)

const conifold = `{"name":"conifold","node_labels":["SU(3)_0","SU(3)_1"],"ranks":[3,3],"u1_globals":["U(1)_R"],
 "arrows":[{"label":"X01[0]","source":0,"target":1,"r_charge":"1/2"},{"label":"X01[1]","source":0,"target":1,"r_charge":"1/2"},
           {"label":"X10[0]","source":1,"target":0,"r_charge":"1/2"},{"label":"X10[1]","source":1,"target":0,"r_charge":"1/2"}],
 "superpotential":[{"factors":["X01[0]","X10[0]","X01[1]","X10[1]"],"coefficient":"1"},{"factors":["X01[0]","X10[1]","X01[1]","X10[0]"],"coefficient":"-1"}]}`

func ExampleParseTheory() {
	t, err := quiver.ParseTheory([]byte(conifold))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, c := t.TrialCentralCharges()
	s := t.Symmetries()
	fmt.Println(t.Text(t.W[1]))
	fmt.Println("a =", a.RatString(), "c =", c.RatString())
	fmt.Println(len(s.Mesonic), "mesonic and", len(s.Baryonic), "baryonic symmetries")
	// Output:
	// -Tr X01[0] X10[1] X01[1] X10[0]
	// a = 219/64 c = 227/64
	// 2 mesonic and 1 baryonic symmetries
}

func ExampleFindIsomorphism() {
	a, err := quiver.ParseTheory([]byte(conifold))
	if err != nil {
		fmt.Println(err)
		return
	}
	b := a.Conjugate().Relabel()
	iso, err := quiver.FindIsomorphism(context.Background(), a, b, quiver.IsomorphismOptions{})
	fmt.Println(iso.Nodes, iso.Arrows, iso.Signs, err)
	// A sign that no field absorbs makes it the β-deformed theory.
	b.W[0].Coefficient.Neg(b.W[0].Coefficient)
	iso, err = quiver.FindIsomorphism(context.Background(), a, b, quiver.IsomorphismOptions{})
	fmt.Println(iso == nil, err)
	// Output:
	// [0 1] [0 1 2 3] [1 1 1 1] <nil>
	// true <nil>
}
