package chiralring

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"github.com/assay-physics/assay/physics/quiver"
)

// Side is a theory and how it is graded.
type Side struct {
	Theory  *quiver.Theory
	Grading Grading
}

// Comparison is what two tables say about each other.
type Comparison struct {
	// Tables are those of the two sides. They end at R = 2 or 4 where a difference below
	// ends the comparison.
	Tables [2]*Table
	// Max is the level asked for; Level is the highest up to which the tables agree, or
	// agree below Difference. It is nil if nothing could be compared.
	Max, Level *big.Rat
	// Difference is the first level at which they differ, nil if there is none.
	Difference *Difference
	// Untested says why agreement up to Max is not established although there is no
	// Difference: a side that has no table, a budget that ended, no words at all.
	Untested string
}

// Difference is a level with different numbers of operators on the two sides.
type Difference struct {
	R *big.Rat
	// Charges are those of Grading.Split at which the level differs, nil without.
	Charges []*big.Rat
	Dims    [2]int
	// Exact says that the numbers are those over ℚ. Otherwise the budget did not suffice
	// for it, and they are equal modulo two primes.
	Exact bool
}

// Equal reports whether the two sides were compared up to Max and agree.
func (c *Comparison) Equal() bool { return c.Difference == nil && c.Untested == "" }

// Compare counts the operators of both sides up to R = top, at the same time, and finds the
// first level that differs; it stops there. A difference between tables known by two primes
// only is computed again over ℚ. Budget is that of each table.
func Compare(ctx context.Context, a, b Side, top *big.Rat, budget Budget) (*Comparison, error) {
	if len(a.Grading.Split) != len(b.Grading.Split) {
		return nil, fmt.Errorf("chiralring: %d charges split the levels of theory %q and %d those of theory %q: there must be one for one",
			len(a.Grading.Split), a.Theory.Name, len(b.Grading.Split), b.Theory.Name)
	}
	var sides [2]*request
	for i, side := range []Side{a, b} {
		var err error
		if sides[i], err = newRequest(side.Theory, side.Grading, top); err != nil {
			return nil, err
		}
	}
	c := &Comparison{}
	for _, level := range stages(top) {
		c.Max = level
		if err := c.stage(ctx, sides, budget); err != nil {
			return nil, err
		}
		if c.Difference != nil || !c.Tables[0].Complete || !c.Tables[1].Complete {
			break
		}
	}
	c.Max = top
	return c, nil
}

// stages are the levels to compare up to, one after the other: most differences are at the
// bottom, and theories that are not dual often have many more operators further up.
func stages(top *big.Rat) []*big.Rat {
	var list []*big.Rat
	for _, level := range []int64{2, 4} {
		if r := big.NewRat(level, 1); r.Cmp(top) < 0 {
			list = append(list, r)
		}
	}
	return append(list, top)
}

func (c *Comparison) stage(ctx context.Context, sides [2]*request, budget Budget) error {
	if err := c.count(ctx, sides, budget, (*request).dimensions); err != nil {
		return err
	}
	c.find()
	if c.Difference == nil || c.Difference.Exact {
		return nil
	}
	modular := *c
	if err := c.count(ctx, sides, budget, (*request).exact); err != nil {
		return err
	}
	if c.find(); c.Untested != "" {
		*c = modular
	}
	return nil
}

type counter func(*request, context.Context, *big.Rat, Budget) (*Table, error)

func (c *Comparison) count(ctx context.Context, sides [2]*request, budget Budget, f counter) error {
	var wg sync.WaitGroup
	var errs [2]error
	wg.Add(1)
	go func() {
		defer wg.Done()
		c.Tables[1], errs[1] = f(sides[1], ctx, c.Max, budget)
	}()
	c.Tables[0], errs[0] = f(sides[0], ctx, c.Max, budget)
	wg.Wait()
	if errs[0] != nil {
		return errs[0]
	}
	return errs[1]
}

// find compares the tables as far as both are complete.
func (c *Comparison) find() {
	c.Level, c.Difference, c.Untested = nil, nil, ""
	x, y := c.Tables[0], c.Tables[1]
	for i, t := range c.Tables {
		if t.Untested != "" {
			c.Untested = fmt.Sprintf("the %s theory: %s", sideName(i), t.Untested)
			return
		}
	}
	end := c.Max // the first level that is not complete, or Max
	for i, t := range c.Tables {
		if t.Complete {
			continue
		}
		c.Untested = fmt.Sprintf("the %s theory has too many operators for the budget of %d operations", sideName(i), t.Operations)
		if t.Reached == nil {
			return
		}
		c.Untested += fmt.Sprintf(": it ended at R = %s", t.Reached.RatString())
		if t.Reached.Cmp(end) < 0 {
			end = t.Reached
		}
	}
	exact := x.Method == Exact && y.Method == Exact
	complete := x.Complete && y.Complete
	i, j := 0, 0
	for i < len(x.Levels) || j < len(y.Levels) {
		var u, v Level
		switch {
		case j == len(y.Levels) || i < len(x.Levels) && x.Levels[i].R.Cmp(y.Levels[j].R) < 0:
			u = x.Levels[i]
			v = Level{R: u.R}
			i++
		case i == len(x.Levels) || x.Levels[i].R.Cmp(y.Levels[j].R) > 0:
			v = y.Levels[j]
			u = Level{R: v.R}
			j++
		default:
			u, v = x.Levels[i], y.Levels[j]
			i++
			j++
		}
		if !complete && u.R.Cmp(end) >= 0 {
			break
		}
		if d := differ(u, v); d != nil {
			d.Exact = exact
			c.Difference = d
			c.Level = u.R
			c.Untested = ""
			return
		}
	}
	c.Level = end
	if c.Untested == "" && !x.Words && !y.Words {
		c.Untested = fmt.Sprintf("neither theory has a closed word with R ≤ %s", c.Max.RatString())
	}
}

// differ is the difference of two levels of one R-charge, nil if there is none.
func differ(u, v Level) *Difference {
	i, j := 0, 0
	for i < len(u.Split) || j < len(v.Split) {
		var p, q Part
		var order int
		switch {
		case i == len(u.Split):
			order = 1
		case j == len(v.Split):
			order = -1
		default:
			order = compareCharges(u.Split[i].Charges, v.Split[j].Charges)
		}
		if order <= 0 {
			p = u.Split[i]
			i++
		}
		if order >= 0 {
			q = v.Split[j]
			j++
		}
		if p.Dim != q.Dim {
			charges := p.Charges
			if charges == nil {
				charges = q.Charges
			}
			return &Difference{R: u.R, Charges: charges, Dims: [2]int{p.Dim, q.Dim}}
		}
	}
	if u.Dim != v.Dim {
		return &Difference{R: u.R, Dims: [2]int{u.Dim, v.Dim}}
	}
	return nil
}

func sideName(i int) string { return [2]string{"first", "second"}[i] }

// String is the difference in one line.
func (d *Difference) String() string {
	s := fmt.Sprintf("at R = %s", d.R.RatString())
	if d.Charges != nil {
		s += " with charges"
		for _, q := range d.Charges {
			s += " " + q.RatString()
		}
	}
	return s + fmt.Sprintf(": %d operators against %d", d.Dims[0], d.Dims[1])
}
