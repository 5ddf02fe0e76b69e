package index_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/index"
)

func ExampleDetChi() {
	p, err := catalogue.Find("dP0")
	if err != nil {
		log.Fatal(err)
	}
	det, err := index.DetChi(p.Theory(3))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(det, "with u = t^(3 /", det.D, ")")
	// Output: 1 − 3u^6 + 3u^12 − u^18 with u = t^(3 / 3 )
}

// SU(2) with six doublets flows to fifteen free mesons.
func ExampleGauge_Series() {
	third := big.NewRat(1, 3)
	sqcd := &index.Gauge{Ranks: []int{2}, Matter: []index.Matter{{Source: index.None, Target: 0, R: third, Copies: 6}}}
	mesons := &index.Gauge{Matter: []index.Matter{{Source: index.None, Target: index.None, R: big.NewRat(2, 3), Copies: 15}}}
	for _, g := range []*index.Gauge{sqcd, mesons} {
		s, err := g.Series(context.Background(), big.NewRat(3, 1), index.Budget{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(s.Coefficients)
	}
	// Output:
	// [1 0 15 0 105 30 455 420 1410 2700]
	// [1 0 15 0 105 30 455 420 1410 2700]
}
