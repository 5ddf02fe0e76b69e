package duality

import (
	"context"
	"fmt"
	"math/big"
	"slices"

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

// matrices reports whether every adjoint of t stands in W together with a singlet as its
// trace and no other singlet is coupled to a trace: t is then a theory of U(N) matrices, whose
// single traces say all. It says no where a term has several singlets.
func matrices(t *quiver.Theory) bool {
	linear := map[int]map[string]*big.Rat{}
	for _, term := range t.W {
		switch {
		case len(term.Singlets) == 0 || len(term.Word) == 0:
		case len(term.Singlets) > 1:
			return false
		default:
			s := term.Singlets[0]
			if linear[s] == nil {
				linear[s] = map[string]*big.Rat{}
			}
			addWord(linear[s], term.Word, term.Coefficient)
		}
	}
	loops := 0
	for k, a := range t.Arrows {
		if !a.IsLoop() {
			continue
		}
		loops++
		derivative := map[string]*big.Rat{}
		for _, term := range t.W {
			for i, x := range term.Word {
				if x == k && len(term.Singlets) == 0 {
					addWord(derivative, slices.Concat(term.Word[i+1:], term.Word[:i]), term.Coefficient)
				}
			}
		}
		for s, words := range linear {
			if t.Singlets[s].R.Cmp(a.R) == 0 && proportional(words, derivative) {
				delete(linear, s)
				loops--
				break
			}
		}
	}
	return loops == 0 && len(linear) == 0
}

// addWord adds c times a closed word; one of a single adjoint has no trace.
func addWord(words map[string]*big.Rat, w []int, c *big.Rat) {
	if len(w) < 2 {
		return
	}
	key := fmt.Sprint(quiver.CanonicalRotation(w))
	if words[key] == nil {
		words[key] = new(big.Rat)
	}
	words[key].Add(words[key], c)
}

// proportional reports whether two combinations of words are multiples of each other.
func proportional(x, y map[string]*big.Rat) bool {
	var ratio *big.Rat
	if len(x) == 0 || len(x) != len(y) {
		return false
	}
	for w, a := range x {
		b := y[w]
		if b == nil || a.Sign() == 0 || b.Sign() == 0 {
			return false
		}
		q := new(big.Rat).Quo(a, b)
		if ratio != nil && ratio.Cmp(q) != 0 {
			return false
		}
		ratio = q
	}
	return true
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
				p.why = "the " + sideName(i) + " theory: " + u
			} else if !tables[i].Complete {
				p.why = fmt.Sprintf("the %s theory has too many products for the budget of %d operations", sideName(i), productBudget)
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
