package chiralring

import (
	"context"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/quiver"
)

// Modular counts modulo primes only.
func Modular(ctx context.Context, t *quiver.Theory, g Grading, top *big.Rat) (*Table, error) {
	d, err := newDegrees(t, g, top)
	if err != nil {
		return nil, err
	}
	return dimensionsModular(ctx, t, g, d, top, Budget{})
}

// BigRational counts over ℚ with numbers of any size.
func BigRational(ctx context.Context, t *quiver.Theory, g Grading, top *big.Rat) (*Table, error) {
	d, err := newDegrees(t, g, top)
	if err != nil {
		return nil, err
	}
	return count(ctx, t, g, d, newScalars(bigRational, poly.Field{}), top, Budget{})
}
