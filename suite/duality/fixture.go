package duality

import (
	"context"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/quiver"
)

// Fixture is one damaged pair.
type Fixture struct {
	// ID says how it was made: family, common rank, depth, nodes, class and number. It is
	// never shown to an agent.
	ID    string
	Cell  Cell
	Nodes []int // the mutation sequence; its length is the depth
	// Class, Index and Delta say what was damaged; Class is empty for a pair that was left
	// whole.
	Class Class
	Index int
	Delta *big.Rat
	// A and B are the pair as it is shown, Dual is B before it was damaged.
	A, B, Dual *quiver.Theory
	// CopyCounts: the dual is theory A itself (up to names, rescalings, rotations and charge
	// conjugation), so that a copy of A is a repair.
	CopyCounts bool
}

// Depth is the number of mutations.
func (f *Fixture) Depth() int { return len(f.Nodes) }

// place names the field, node or term that was damaged.
func (f *Fixture) place() string {
	switch f.Class {
	case DropTerm, FlipSign:
		return f.Dual.Text(f.Dual.W[f.Index])
	case ShiftR:
		return fieldLabel(f.Dual, f.Index)
	case ShiftRank:
		return fmt.Sprintf("node %d", f.Index)
	}
	return ""
}

// damages lists every damage of one class to a theory, in a fixed order.
func damages(t *quiver.Theory, c Class) []quiver.Perturbation {
	switch c {
	case DropTerm:
		return t.Drops()
	case FlipSign:
		return t.Flips()
	case ShiftR:
		return t.RShifts(big.NewRat(-1, 3), big.NewRat(1, 3))
	case ShiftRank:
		return t.RankShifts(-1, 1)
	}
	return nil
}

// damage finds one of them again.
func damage(t *quiver.Theory, c Class, index int, delta *big.Rat) (*quiver.Theory, error) {
	for _, p := range damages(t, c) {
		if p.Index == index && (p.Delta == nil) == (delta == nil) && (delta == nil || p.Delta.Cmp(delta) == 0) {
			return presentable(p.Theory, "B"), nil
		}
	}
	return nil, fmt.Errorf("duality: class %s, number %d: %w", c, index, errNoDamage)
}

// isCopy reports whether b is theory a up to names, rescalings, rotations of multiplets,
// other R-charges and charge conjugation. The error is quiver.ErrUndecided where the search
// ended before it knew.
func isCopy(ctx context.Context, a, b *quiver.Theory) (bool, error) {
	found, err := quiver.FindIsomorphism(ctx, a, b, quiver.IsomorphismOptions{
		IgnoreR: true, Conjugation: true, PseudoReal: true, Rotations: true,
	})
	return found != nil, err
}

// Title names a fixture in lists and reports.
func (f *Fixture) Title() string {
	geometry := fmt.Sprintf("%s, N = %d, dual at node", f.Cell.Phase, f.Cell.N)
	for i, n := range f.Nodes {
		if i > 0 {
			geometry += ", then"
		}
		geometry += fmt.Sprintf(" %d", n)
	}
	if f.Class == "" {
		return geometry + ", left whole"
	}
	return fmt.Sprintf("%s: %s", geometry, f.Class)
}
