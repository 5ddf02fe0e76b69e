package chiralring

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/quiver"
)

// HilbertCheck says whether the paths of one theory are as many as the Calabi–Yau condition
// in three dimensions demands.
type HilbertCheck struct {
	// Level is the R-charge up to which the numbers were compared (and agree, below Failure).
	Level *big.Rat
	// Failure is the first block that differs, nil if there is none.
	Failure *HilbertFailure
	// Untested says why Level falls short of what was asked; empty if it does not.
	Untested string
}

// HilbertFailure is a number of independent paths that is not the expected one.
type HilbertFailure struct {
	Source, Target int // nodes
	R              *big.Rat
	Paths          int
	Expected       *big.Int
}

// CheckHilbert compares the number of paths modulo F-terms, of each R-charge and between
// each two nodes, with the Hilbert series of a Calabi–Yau algebra of dimension three,
// H(t) = 1/(1 − Q(t) + t²Qᵀ(1/t) − t²) with Q the matrix of Σ t^R over arrows (V. Ginzburg,
// arXiv:math/0612139; R. Bocklandt, J. Pure Appl. Algebra 212, 2008). It looks at one theory
// alone: brane tilings and their duals satisfy it, a theory with a term missing in general
// not. Loops are read as U(N) matrices.
func CheckHilbert(ctx context.Context, t *quiver.Theory, top *big.Rat, budget Budget) (*HilbertCheck, error) {
	g := Grading{TracePart: true}
	if err := checkRequest(t, g, top); err != nil {
		return nil, err
	}
	if len(t.Singlets) > 0 {
		return &HilbertCheck{Untested: "gauge singlets are no paths: the loops must be given with their traces"}, nil
	}
	d, err := newDegrees(t, g)
	if err != nil {
		return nil, err
	}
	if untested, ok := d.limit(top); !ok {
		return &HilbertCheck{Untested: untested}, nil
	}
	for k, a := range t.Arrows {
		if a.R.Sign() <= 0 || a.R.Cmp(big.NewRat(2, 1)) >= 0 {
			return &HilbertCheck{Untested: fmt.Sprintf("arrow %s has R = %s: the series needs 0 < R < 2", t.Arrows[k].Label, a.R.RatString())}, nil
		}
	}
	check, err := checkHilbert(ctx, t, g, d, newScalars(smallRational, poly.Field{}), budget)
	field := poly.Mersenne()
	for errors.Is(err, errOverflow) {
		check, err = checkHilbert(ctx, t, g, d, newScalars(modular, field), budget)
		var none error
		if field, none = field.Next(); none != nil {
			return nil, none
		}
	}
	return check, err
}

func checkHilbert(ctx context.Context, t *quiver.Theory, g Grading, d *degrees, s *scalars, budget Budget) (*HilbertCheck, error) {
	a := newAlgebra(t, g, d, s, false, budget.operations())
	defer a.release()
	if a.overflow {
		return nil, errOverflow
	}
	e := newExpectedHilbert(t, d)
	check := &HilbertCheck{}
	if a.isLinear() {
		check.Untested = noVacuum
		return check, nil
	}
	at := func(degree int64) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(degree), d.scale) }
	for {
		built, expected := a.nextDegree(), e.next()
		degree := min(built, expected)
		if degree > d.max {
			check.Level = at(d.max)
			return check, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		first := len(a.blocks)
		if built == degree {
			if err := a.build(ctx, degree); err != nil {
				if errors.Is(err, ErrBudget) {
					check.Level = at(degree - 1)
					check.Untested = fmt.Sprintf("the budget of %d operations ended at R = %s", budget.operations(), at(degree).RatString())
					return check, nil
				}
				return nil, err
			}
		}
		if a.spent += e.advance(degree); a.spent > a.budget {
			check.Level = at(degree - 1)
			check.Untested = fmt.Sprintf("the budget of %d operations ended at R = %s", budget.operations(), at(degree).RatString())
			return check, nil
		}
		counts := make(map[[2]int32]int)
		for _, b := range a.blocks[first:] {
			counts[[2]int32{b.source, b.target}] += int(b.count)
		}
		n := len(t.Nodes)
		for i := range n {
			for j := range n {
				got := counts[[2]int32{int32(i), int32(j)}]
				want := e.at(degree, i, j)
				if !want.IsInt64() || want.Int64() != int64(got) {
					check.Level = at(degree)
					check.Failure = &HilbertFailure{Source: i, Target: j, R: at(degree), Paths: got, Expected: want}
					return check, nil
				}
			}
		}
	}
}

// expectedHilbert is the series H = 1 + Q H − t²Qᵀ(1/t) H + t² H, degree by degree.
type expectedHilbert struct {
	nodes int
	steps []hilbertStep
	// The degrees at which H does not vanish, ascending, with their matrices.
	degrees []int64
	values  map[int64][]*big.Int
	cursor  []int
}

// hilbertStep adds sign · H[degree − shift][to][j] to H[degree][from][j].
type hilbertStep struct {
	from, to int
	shift    int64
	sign     int
}

func newExpectedHilbert(t *quiver.Theory, d *degrees) *expectedHilbert {
	e := &expectedHilbert{nodes: len(t.Nodes), values: make(map[int64][]*big.Int)}
	for k, x := range t.Arrows {
		e.steps = append(e.steps, hilbertStep{x.Source, x.Target, d.arrow[k], 1})
		e.steps = append(e.steps, hilbertStep{x.Target, x.Source, d.wDegree - d.arrow[k], -1})
	}
	for v := range t.Nodes {
		e.steps = append(e.steps, hilbertStep{v, v, d.wDegree, 1})
	}
	one := make([]*big.Int, e.nodes*e.nodes)
	for v := range e.nodes {
		one[v*e.nodes+v] = big.NewInt(1)
	}
	e.values[0] = one
	e.degrees = []int64{0}
	e.cursor = make([]int, len(e.steps))
	return e
}

func (e *expectedHilbert) next() int64 {
	next := int64(noPath)
	for k, s := range e.steps {
		if e.cursor[k] < len(e.degrees) {
			next = min(next, e.degrees[e.cursor[k]]+s.shift)
		}
	}
	return next
}

// advance computes the matrix of a degree and returns the work done.
func (e *expectedHilbert) advance(degree int64) int64 {
	m := make([]*big.Int, e.nodes*e.nodes)
	used := int64(len(e.steps))
	nonzero := false
	for k, s := range e.steps {
		if e.cursor[k] == len(e.degrees) || e.degrees[e.cursor[k]]+s.shift != degree {
			continue
		}
		e.cursor[k]++
		before := e.values[degree-s.shift]
		for j := range e.nodes {
			x := before[s.to*e.nodes+j]
			if x == nil {
				continue
			}
			y := &m[s.from*e.nodes+j]
			if *y == nil {
				*y = new(big.Int)
			}
			if s.sign > 0 {
				(*y).Add(*y, x)
			} else {
				(*y).Sub(*y, x)
			}
			used++
			nonzero = true
		}
	}
	if nonzero {
		e.values[degree] = m
		e.degrees = append(e.degrees, degree)
	}
	return used
}

func (e *expectedHilbert) at(degree int64, i, j int) *big.Int {
	if m := e.values[degree]; m != nil && m[i*e.nodes+j] != nil {
		return m[i*e.nodes+j]
	}
	return new(big.Int)
}
