package chiralring_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// The mesons of dP0: the monomials of degree three and six in three variables.
func ExampleDimensions() {
	p, err := catalogue.Find("dP0")
	if err != nil {
		log.Fatal(err)
	}
	table, err := chiralring.Dimensions(context.Background(), p.Theory(3), chiralring.Grading{}, big.NewRat(4, 1), chiralring.Budget{})
	if err != nil {
		log.Fatal(err)
	}
	for _, l := range table.Levels {
		fmt.Printf("R = %s: %d operators\n", l.R.RatString(), l.Dim)
	}
	fmt.Println("tested:", table.Tested(), table.Method)
	// Output:
	// R = 2: 10 operators
	// R = 4: 28 operators
	// tested: true exact
}

// A Seiberg dual has the same ring; without one of its superpotential terms it has not.
func ExampleCompare() {
	ctx := context.Background()
	p, err := catalogue.Find("dP0")
	if err != nil {
		log.Fatal(err)
	}
	electric := p.Theory(3)
	d, err := seiberg.Dualize(electric, 0, seiberg.Options{})
	if err != nil {
		log.Fatal(err)
	}
	magnetic := d.Theory
	c, err := chiralring.Compare(ctx, chiralring.Side{Theory: electric}, chiralring.Side{Theory: magnetic}, big.NewRat(6, 1), chiralring.Budget{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("equal: %v, to R = %s\n", c.Equal(), c.Level.RatString())

	broken := magnetic.Clone()
	broken.W = broken.W[1:]
	c, err = chiralring.Compare(ctx, chiralring.Side{Theory: electric}, chiralring.Side{Theory: broken}, big.NewRat(6, 1), chiralring.Budget{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("equal: %v, %v\n", c.Equal(), c.Difference)
	// Output:
	// equal: true, to R = 6
	// equal: false, at R = 2: 10 operators against 14
}
