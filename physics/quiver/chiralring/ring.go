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

// Dimensions counts the single-trace operators of t with R ≤ top. An error means that the
// request is malformed or ctx was canceled; what is wrong with the physics is in the table.
func Dimensions(ctx context.Context, t *quiver.Theory, grading Grading, top *big.Rat, budget Budget) (*Table, error) {
	r, err := newRequest(t, grading, top)
	if err != nil {
		return nil, err
	}
	return r.dimensions(ctx, top, budget)
}

// request is a theory that was checked and graded; it can be counted to several levels, one
// after the other.
type request struct {
	theory  *quiver.Theory
	grading Grading
	degrees *degrees
}

func newRequest(t *quiver.Theory, g Grading, top *big.Rat) (*request, error) {
	if err := checkRequest(t, g, top); err != nil {
		return nil, err
	}
	d, err := newDegrees(t, g)
	if err != nil {
		return nil, err
	}
	return &request{t, g, d}, nil
}

func (r *request) dimensions(ctx context.Context, top *big.Rat, budget Budget) (*Table, error) {
	if untested, ok := r.degrees.limit(top); !ok {
		return &Table{Max: top, Untested: untested}, nil
	}
	table, err := r.count(ctx, newScalars(smallRational, poly.Field{}), top, budget)
	if err == nil {
		table.Method = Exact
		return table, nil
	}
	if !errors.Is(err, errOverflow) {
		return nil, err
	}
	return r.modular(ctx, top, budget)
}

// exact is dimensions over ℚ with coefficients of any size, for a verdict that rests on a
// table which dimensions knows by two primes only.
func (r *request) exact(ctx context.Context, top *big.Rat, budget Budget) (*Table, error) {
	if untested, ok := r.degrees.limit(top); !ok {
		return &Table{Max: top, Untested: untested}, nil
	}
	table, err := r.count(ctx, newScalars(smallRational, poly.Field{}), top, budget)
	if errors.Is(err, errOverflow) {
		table, err = r.count(ctx, newScalars(bigRational, poly.Field{}), top, budget)
	}
	if err != nil {
		return nil, err
	}
	table.Method = Exact
	return table, nil
}

func (r *request) modular(ctx context.Context, top *big.Rat, budget Budget) (*Table, error) {
	field := poly.Mersenne()
	var tables []*Table
	for range 8 {
		table, err := r.count(ctx, newScalars(modular, field), top, budget)
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
	return nil, fmt.Errorf("chiralring: theory %q: no two primes of eight agree on the dimensions", r.theory.Name)
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

func checkRequest(t *quiver.Theory, g Grading, top *big.Rat) error {
	if top == nil {
		return fmt.Errorf("chiralring: theory %q: no highest R-charge is given", t.Name)
	}
	if err := t.Validate(); err != nil {
		return fmt.Errorf("chiralring: %w", err)
	}
	for i, c := range g.Split {
		name := fmt.Sprintf("Split[%d]", i)
		if err := checkCharges(t, c, name); err != nil {
			return err
		}
		var first *big.Rat
		for k, term := range t.W {
			sum := t.ChargeOf(term, c)
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
