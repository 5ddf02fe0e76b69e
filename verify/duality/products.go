package duality

import (
	"context"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// productBudget is what counting products may cost on each side, in operations.
const productBudget = 4_000_000

// couples reports whether W of t has a singlet beside a trace. Such a singlet takes the place
// of the operator that its F-term removes, so that the number of single traces and singlets
// at a level says little.
func couples(t *quiver.Theory) bool {
	for _, term := range t.W {
		if len(term.Singlets) > 0 && len(term.Word) > 0 {
			return true
		}
	}
	return false
}

// productComparison is what the numbers of all operators, products included, say.
type productComparison struct {
	difference *chiralring.Difference
	level      *big.Rat // up to which they agree
	why        string   // why they were not compared, or not up to there
}

// compareProducts counts to R = 2, where the F-terms of the fields in the coupled traces
// first relate a singlet to products, and then by the R-charge low of the lowest operator
// beyond: F-terms along a field and a closed word. Only agreement up to there counts.
func compareProducts(ctx context.Context, e, m *quiver.Theory, low *big.Rat) (productComparison, error) {
	var p productComparison
	two := big.NewRat(2, 1)
	for _, top := range []*big.Rat{two, new(big.Rat).Add(two, low)} {
		var tables [2]*chiralring.Table
		for i, t := range []*quiver.Theory{e, m} {
			var err error
			if tables[i], err = chiralring.Products(ctx, t, top, chiralring.Budget{Operations: productBudget}); err != nil {
				return p, err
			}
			if u := tables[i].Untested; u != "" {
				p.why = "the " + [2]string{"electric", "magnetic"}[i] + " theory: " + u
			} else if !tables[i].Complete {
				p.why = fmt.Sprintf("the %s theory has too many products for the budget of %d operations", [2]string{"electric", "magnetic"}[i], productBudget)
			}
			if p.why != "" {
				return p, nil
			}
		}
		if p.difference = firstDifference(tables[0], tables[1]); p.difference != nil {
			return p, nil
		}
		p.level = top
	}
	return p, nil
}

func firstDifference(x, y *chiralring.Table) *chiralring.Difference {
	var first *chiralring.Difference
	for _, t := range []*chiralring.Table{x, y} {
		for _, l := range t.Levels {
			if a, b := x.Dim(l.R), y.Dim(l.R); a != b {
				if first == nil || l.R.Cmp(first.R) < 0 {
					first = &chiralring.Difference{R: l.R, Dims: [2]int{a, b}}
				}
				break
			}
		}
	}
	return first
}

// judgeProducts settles the ring of a pair whose single traces agree, where singlets are
// coupled to traces and no map of the theories is known. It reports whether there is
// anything to add to that agreement.
func judgeProducts(ctx context.Context, b *book, e, m *quiver.Theory, low *big.Rat) (settled bool, err error) {
	p, err := compareProducts(ctx, e, m, low)
	switch {
	case err != nil:
		return false, err
	case p.difference != nil:
		b.failed(ChiralRing, "single traces and singlets agree, but not the products that F-terms leave: "+p.difference.String()+" in all",
			table("products", []difference{{"R = " + p.difference.R.RatString(), fmt.Sprint(p.difference.Dims[0]), fmt.Sprint(p.difference.Dims[1])}}))
		return true, nil
	case p.why != "":
		b.unknown(ChiralRing, "single traces agree, but singlets are coupled to traces, and their products were not compared"+beyond(p.level)+": "+p.why)
		return true, nil
	}
	return false, nil
}

// beyond says up to where a comparison came.
func beyond(level *big.Rat) string {
	if level == nil {
		return ""
	}
	return " beyond R = " + level.RatString()
}
