package chiralring

import (
	"context"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/quiver"
)

// Modular counts modulo primes only.
func Modular(ctx context.Context, t *quiver.Theory, g Grading, top *big.Rat, budget Budget) (*Table, error) {
	r, err := newRequest(t, g, top)
	if err != nil {
		return nil, err
	}
	r.degrees.limit(top)
	return r.modular(ctx, top, budget)
}

// BigRational counts over ℚ with numbers of any size.
func BigRational(ctx context.Context, t *quiver.Theory, g Grading, top *big.Rat) (*Table, error) {
	r, err := newRequest(t, g, top)
	if err != nil {
		return nil, err
	}
	r.degrees.limit(top)
	return r.count(ctx, newScalars(bigRational, poly.Field{}), top, Budget{})
}
