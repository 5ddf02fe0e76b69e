package index

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/quiver"
)

// WithCharges is the content of a theory with the charges of its fields under flavour
// U(1)s.
func WithCharges(t *quiver.Theory, flavours []quiver.Charges) (*Gauge, error) {
	g := Content(t)
	for i, f := range flavours {
		if len(f) != len(g.Matter) {
			return nil, fmt.Errorf("index: theory %q: flavour %d has %d charges for %d fields", t.Name, i, len(f), len(g.Matter))
		}
		for k, q := range f {
			if q == nil {
				return nil, fmt.Errorf("index: theory %q: flavour %d has no charge for field %d", t.Name, i, k)
			}
			g.Matter[k].Charges = append(g.Matter[k].Charges, q)
		}
	}
	return g, nil
}

// FlavourComparison says whether two indices agree as functions of flavour fugacities.
type FlavourComparison struct {
	// Difference is the lowest R-charge at which they differ, nil if there is none up to
	// UpTo, which is nil if nothing was compared.
	Difference, UpTo *big.Rat
	// Complete says that UpTo is the order asked for.
	Complete bool
	Untested string
}

// CompareFlavours compares the indices of a and b at p = q with fugacities for the U(1)s of
// Matter.Charges, the i-th of one side being the i-th of the other. It evaluates both at one
// point with generic fugacities modulo 2⁶¹ − 1: a difference is certain, and agreement holds
// up to a chance of some 10⁻¹⁵ (J. Schwartz, J. ACM 27, 1980). It sees the charges of every
// operator, baryons included, where Series sees their number.
func CompareFlavours(ctx context.Context, a, b *Gauge, order *big.Rat, budget Budget) (*FlavourComparison, error) {
	scales, err := chargeScales(a, b)
	if err != nil {
		return nil, err
	}
	field := poly.Mersenne()
	var points []uint64
	for i := range scales {
		// Squares of splitmix64 numbers: nothing depends on which.
		z := modelfile.SplitMix64(0, uint64(i)) % field.P()
		points = append(points, field.Mul(z, z))
	}
	result := &FlavourComparison{}
	var values [2]map[string]uint64
	for i, g := range []*Gauge{a, b} {
		weights := make([]uint64, len(g.Matter))
		for k, m := range g.Matter {
			weights[k] = 1
			for j, q := range m.Charges {
				n := new(big.Int).Mul(q.Num(), new(big.Int).Quo(scales[j], q.Denom()))
				n.Mod(n, new(big.Int).SetUint64(field.P()-1))
				weights[k] = field.Mul(weights[k], field.Pow(points[j], n.Uint64()))
			}
		}
		s, err := g.evaluate(ctx, order, budget, field, weights)
		if err != nil {
			return nil, err
		}
		if s.untested != "" {
			result.Untested = s.untested
			return result, nil
		}
		if s.order == nil {
			result.Untested = fmt.Sprintf("the budget of %d operations does not suffice for any order", budget.operations())
			return result, nil
		}
		if result.UpTo == nil || s.order.Cmp(result.UpTo) < 0 {
			result.UpTo = s.order
		}
		values[i] = s.values
	}
	result.Complete = result.UpTo.Cmp(order) == 0
	for i := range values {
		for r, x := range values[i] {
			e, _ := new(big.Rat).SetString(r)
			if e.Cmp(result.UpTo) <= 0 && values[1-i][r] != x && (result.Difference == nil || e.Cmp(result.Difference) < 0) {
				result.Difference = e
			}
		}
	}
	return result, nil
}

// chargeScales makes the charges of each U(1) whole on both sides.
func chargeScales(a, b *Gauge) ([]*big.Int, error) {
	var scales []*big.Int
	gcd := new(big.Int)
	for _, g := range []*Gauge{a, b} {
		for k, m := range g.Matter {
			if g == a && k == 0 {
				for range m.Charges {
					scales = append(scales, big.NewInt(1))
				}
			}
			if len(m.Charges) != len(scales) {
				return nil, fmt.Errorf("index: theory %q: field %d has %d flavour charges, and the first field of %q has %d", g.Name, k, len(m.Charges), a.Name, len(scales))
			}
			for j, q := range m.Charges {
				if q == nil {
					return nil, fmt.Errorf("index: theory %q: field %d has no charge under flavour %d", g.Name, k, j)
				}
				gcd.GCD(nil, nil, scales[j], q.Denom())
				scales[j].Mul(scales[j], new(big.Int).Quo(q.Denom(), gcd))
				if scales[j].BitLen() > 4096 {
					return nil, fmt.Errorf("index: theories %q and %q: flavour %d has charges with a common denominator above 2⁴⁰⁹⁶", a.Name, b.Name, j)
				}
			}
		}
	}
	return scales, nil
}

// evaluation is an index modulo a prime at one point, by R-charge.
type evaluation struct {
	values   map[string]uint64
	order    *big.Rat
	untested string
}

func (g *Gauge) evaluate(ctx context.Context, order *big.Rat, budget Budget, f poly.Field, weights []uint64) (*evaluation, error) {
	c, last, untested, err := g.prepare(order, budget)
	if err != nil || untested != "" {
		return &evaluation{untested: untested}, err
	}
	c.weights = weights
	out := &evaluation{}
	for _, n := range steps(last) {
		coefs, err := integrate(ctx, c, n, f, 1)
		if errors.Is(err, ErrBudget) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out.order = new(big.Rat).SetFrac64(int64(n), int64(c.d))
		if n == last {
			out.order = order
		}
		out.values = make(map[string]uint64)
		for e, x := range coefs {
			if x != 0 {
				out.values[new(big.Rat).SetFrac64(int64(e), int64(c.d)).RatString()] = x
			}
		}
	}
	return out, nil
}
