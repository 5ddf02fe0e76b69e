package seiberg

import (
	"math/big"

	"github.com/assay-physics/assay/physics/quiver"
)

// A Combination is the charge of a field as a linear function of the charges q of another
// theory's fields: Σ Coefficients[k] q[k], plus R for an R-symmetry. Coefficients that are
// zero may be nil or beyond the end.
type Combination struct {
	Coefficients []*big.Rat
	R            *big.Rat
}

// Of is the charge for a flavour symmetry with charges q.
func (c Combination) Of(q quiver.Charges) *big.Rat {
	sum, x := new(big.Rat), new(big.Rat)
	for k, a := range c.Coefficients {
		if a != nil && a.Sign() != 0 && q[k].Sign() != 0 {
			sum.Add(sum, x.Mul(a, q[k]))
		}
	}
	return sum
}

// value is the R-charge for R-charges r.
func (c Combination) value(r quiver.Charges) *big.Rat {
	sum := c.Of(r)
	return sum.Add(sum, c.R)
}

func unit(k int) Combination {
	c := Combination{make([]*big.Rat, k+1), new(big.Rat)}
	c.Coefficients[k] = big.NewRat(1, 1)
	return c
}

func (c Combination) plus(d Combination) Combination {
	e := Combination{make([]*big.Rat, max(len(c.Coefficients), len(d.Coefficients))), new(big.Rat).Add(c.R, d.R)}
	for _, part := range [][]*big.Rat{c.Coefficients, d.Coefficients} {
		for k, a := range part {
			switch {
			case a == nil:
			case e.Coefficients[k] == nil:
				e.Coefficients[k] = new(big.Rat).Set(a)
			default:
				e.Coefficients[k].Add(e.Coefficients[k], a)
			}
		}
	}
	return e
}

func (c Combination) scaled(f *big.Rat) Combination {
	e := Combination{make([]*big.Rat, len(c.Coefficients)), new(big.Rat).Mul(c.R, f)}
	for k, a := range c.Coefficients {
		if a != nil {
			e.Coefficients[k] = new(big.Rat).Mul(a, f)
		}
	}
	return e
}

func (c Combination) times(n int64) Combination { return c.scaled(big.NewRat(n, 1)) }

func (c Combination) plusR(n int64) Combination {
	c.R = new(big.Rat).Add(c.R, big.NewRat(n, 1))
	return c
}
