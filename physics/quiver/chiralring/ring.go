package chiralring

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/quiver"
)

// Level is the number of single-trace operators of one R-charge.
type Level struct {
	R   *big.Rat
	Dim int
	// Split divides Dim by the charges of Grading.Split, in ascending order; nil without.
	Split []Part
}

// Part is the number of operators of a level with the given charges.
type Part struct {
	Charges []*big.Rat
	Dim     int
}

// Table holds the levels with R ≤ Max at which there is an operator, ascending.
type Table struct {
	Levels []Level
	Max    *big.Rat
	// Complete says that every level up to Max was counted. Otherwise the budget ended the
	// work: levels with R < Reached are complete, the others missing. Reached is nil if
	// none was counted.
	Complete bool
	Reached  *big.Rat
	// Words says that there are closed words or singlets with R ≤ Max. A table without is
	// empty because nothing could be in it.
	Words bool
	// Untested is why the theory has no such table (W not homogeneous, closed words with
	// R ≤ 0); empty if it has.
	Untested string
	Method   Method
	// Operations is the work that was done.
	Operations int64
}

// Dim is the number of operators with R-charge r, 0 if there is none in the table.
func (t *Table) Dim(r *big.Rat) int {
	for _, l := range t.Levels {
		if l.R.Cmp(r) == 0 {
			return l.Dim
		}
	}
	return 0
}

// Tested reports whether the table says something: it was computed, completely, over words
// that exist.
func (t *Table) Tested() bool { return t.Untested == "" && t.Complete && t.Words }

// Dimensions counts the single-trace operators of t with R ≤ max. An error means that the
// request is malformed or ctx was canceled; what is wrong with the physics is in the table.
func Dimensions(ctx context.Context, t *quiver.Theory, grading Grading, max *big.Rat, budget Budget) (*Table, error) {
	if err := checkRequest(t, grading, max); err != nil {
		return nil, err
	}
	d, err := newDegrees(t, grading, max)
	if err != nil {
		return nil, err
	}
	if d.untested != "" {
		return &Table{Max: max, Untested: d.untested}, nil
	}
	table, err := count(ctx, t, grading, d, newScalars(smallRational, poly.Field{}), max, budget)
	if err == nil {
		table.Method = Exact
		return table, nil
	}
	if !errors.Is(err, errOverflow) {
		return nil, err
	}
	return dimensionsModular(ctx, t, grading, d, max, budget)
}

// ExactDimensions is Dimensions over ℚ with coefficients of any size, for a verdict that
// rests on a table which Dimensions knows by two primes only.
func ExactDimensions(ctx context.Context, t *quiver.Theory, grading Grading, max *big.Rat, budget Budget) (*Table, error) {
	table, err := Dimensions(ctx, t, grading, max, budget)
	if err != nil || table.Untested != "" || table.Method == Exact {
		return table, err
	}
	d, err := newDegrees(t, grading, max)
	if err != nil {
		return nil, err
	}
	table, err = count(ctx, t, grading, d, newScalars(bigRational, poly.Field{}), max, budget)
	if err != nil {
		return nil, err
	}
	table.Method = Exact
	return table, nil
}

func dimensionsModular(ctx context.Context, t *quiver.Theory, grading Grading, d *degrees, max *big.Rat, budget Budget) (*Table, error) {
	field := poly.Mersenne()
	var tables []*Table
	for range 8 {
		table, err := count(ctx, t, grading, d, newScalars(modular, field), max, budget)
		switch {
		case errors.Is(err, errOverflow): // the prime divides a denominator
		case err != nil:
			return nil, err
		default:
			for _, before := range tables {
				if equalTables(before, table) {
					table.Method = TwoPrimes
					return table, nil
				}
			}
			tables = append(tables, table)
		}
		if field, err = field.Next(); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("chiralring: theory %q: no two primes of eight agree on the dimensions", t.Name)
}

func equalTables(a, b *Table) bool {
	if a.Complete != b.Complete {
		return false
	}
	return slices.EqualFunc(a.Levels, b.Levels, func(x, y Level) bool {
		return x.R.Cmp(y.R) == 0 && x.Dim == y.Dim && slices.EqualFunc(x.Split, y.Split, equalParts)
	})
}

func equalParts(x, y Part) bool { return x.Dim == y.Dim && compareCharges(x.Charges, y.Charges) == 0 }

func compareCharges(a, b []*big.Rat) int {
	return slices.CompareFunc(a, b, (*big.Rat).Cmp)
}

func checkRequest(t *quiver.Theory, g Grading, max *big.Rat) error {
	if max == nil {
		return fmt.Errorf("chiralring: theory %q: no highest R-charge is given", t.Name)
	}
	if err := t.Validate(); err != nil {
		return fmt.Errorf("chiralring: %w", err)
	}
	for i, c := range g.Split {
		name := fmt.Sprintf("Split[%d]", i)
		if err := c.check(t, name); err != nil {
			return err
		}
		var first *big.Rat
		for k, term := range t.W {
			sum := c.of(term)
			if first == nil {
				first = sum
			}
			if sum.Cmp(first) != 0 {
				return fmt.Errorf("chiralring: theory %q: superpotential terms 0 and %d have charges %s and %s under %s: it is no symmetry of W",
					t.Name, k, first.RatString(), sum.RatString(), name)
			}
		}
	}
	return nil
}

// of is the charge of a term of W.
func (c Charges) of(term quiver.SuperpotentialTerm) *big.Rat {
	sum := new(big.Rat)
	for _, x := range term.Word {
		sum.Add(sum, c.Arrows[x])
	}
	if c.Singlets != nil {
		for _, s := range term.Singlets {
			sum.Add(sum, c.Singlets[s])
		}
	}
	return sum
}
