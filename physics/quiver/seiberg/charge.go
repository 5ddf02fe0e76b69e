package seiberg

import (
	"math/big"
	"slices"

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

// Combinations share their numbers, which are never changed once they are made.
var (
	zero     = new(big.Rat)
	one      = big.NewRat(1, 1)
	minusOne = big.NewRat(-1, 1)
)

func unit(k int) Combination {
	c := Combination{make([]*big.Rat, k+1), zero}
	c.Coefficients[k] = one
	return c
}

func sumOf(a, b *big.Rat) *big.Rat {
	switch {
	case a == nil || a.Sign() == 0:
		return b
	case b == nil || b.Sign() == 0:
		return a
	}
	return new(big.Rat).Add(a, b)
}

func (c Combination) plus(d Combination) Combination {
	if len(c.Coefficients) < len(d.Coefficients) {
		c, d = d, c
	}
	e := Combination{slices.Clone(c.Coefficients), sumOf(c.R, d.R)}
	for k, a := range d.Coefficients {
		e.Coefficients[k] = sumOf(e.Coefficients[k], a)
	}
	return e
}

func (c Combination) scaled(f *big.Rat) Combination {
	e := Combination{make([]*big.Rat, len(c.Coefficients)), product(c.R, f)}
	for k, a := range c.Coefficients {
		if a != nil {
			e.Coefficients[k] = product(a, f)
		}
	}
	return e
}

func product(a, f *big.Rat) *big.Rat {
	switch {
	case a.Sign() == 0:
		return a
	case a == one:
		return f
	case f == one:
		return a
	case f == minusOne && a == minusOne:
		return one
	}
	return new(big.Rat).Mul(a, f)
}

func (c Combination) negated() Combination { return c.scaled(minusOne) }

func (c Combination) plusR(n int64) Combination {
	c.R = new(big.Rat).Add(c.R, big.NewRat(n, 1))
	return c
}
