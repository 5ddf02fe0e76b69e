package gas_test

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/physics/gas"
)

func ExampleRead() {
	for _, file := range []string{
		`{"model":"coulomb_1d","size":[3],"gamma":"1"}`,
		`{"model":"tonks","size":[1000000],"length":"2000000","rod":"1"}`,
		`{"model":"spherical","size":[1000],"betaJ":"2.0"}`,
	} {
		m, err := gas.Read([]byte(file))
		if err != nil {
			fmt.Println(err)
			return
		}
		z, err := m.LogZ(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %.18f by %s\n", m.Kind(), z.Value, z.Method)
	}
	// Output:
	// coulomb_1d: 1.340904687790211216 by transfer integral on Chebyshev panels
	// tonks: 999992.173306104479856873 by closed form of the hard-rod gas
	// spherical: 154.466550709546947278 by confluent hypergeometric series
}
