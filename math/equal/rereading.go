package equal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

// rereading is another way to read a pair that stands as equivalent: letters before brackets as
// functions, superscripts as indices, letters as operators.
type rereading struct {
	// prepare tells a new grading of the pair how to read.
	prepare func(*grading)
	// first and other name the two readings.
	first, other string
}

// otherReadings grades an equivalent pair once more in each way in which it may also be read, and
// takes the verdict back where they disagree.
func (g *grading) otherReadings(p Pair, refs, cands []latex.Reading, r Result) Result {
	if r.Verdict != Equivalent || g.again || g.syntax == "sympy" || g.syntax == "text" || strings.TrimSpace(p.Reference) == strings.TrimSpace(p.Candidate) {
		return r
	}
	var all []rereading
	if mayBeOpen(p.Reference) || mayBeOpen(p.Candidate) {
		all = g.openNotation(p, refs, cands)
	}
	if x, ok := g.asOperators(p, refs[0].Node, cands[0].Node); ok {
		all = append(all, x)
	}
	for _, x := range all {
		opts := g.opts
		opts.room = nil // that of this grading is in use
		other, err := newGrading(g.ctx, g.syntax, opts)
		if err != nil {
			continue
		}
		other.again = true
		x.prepare(other)
		s := other.pair(p)
		if s.Verdict == Equivalent {
			r.Evidence.Proved = r.Evidence.Proved && s.Evidence.Proved
			continue
		}
		verdict := string(s.Verdict)
		if s.Verdict == Malformed {
			verdict = "not to be compared"
		}
		return Result{
			Verdict: Undecided, Method: methodRead,
			Evidence: Evidence{Readings: []string{x.first + ": equivalent", x.other + ": " + verdict}},
			Message:  "the text has more than one reading, and they lead to different verdicts: equivalent if " + x.first + ", which the problem does not state; " + verdict + " if " + x.other,
		}
	}
	return r
}

// openNotation are the readings of letters before brackets as functions, and of superscripts as
// indices.
func (g *grading) openNotation(p Pair, refs, cands []latex.Reading) []rereading {
	a, b := latex.NotationOf(g.pool, p.Reference, g.table), latex.NotationOf(g.pool, p.Candidate, g.table)
	if a == nil || b == nil {
		return nil
	}
	var all []rereading
	if heads := appliedHeads(a, b); len(heads) > 0 {
		all = append(all, rereading{
			prepare: func(o *grading) {
				if o.table.Functions == nil {
					o.table.Functions = map[string]string{}
				}
				for _, h := range heads {
					o.table.Functions[h] = "function"
				}
			},
			first: fmt.Sprintf("%s(…) is a product", heads[0]), other: fmt.Sprintf("%s(…) is the value of a function", heads[0]),
		})
	}
	if heads, numbers := g.indexedHeads(a, b, refs[0].Node, cands[0].Node); len(heads) > 0 {
		all = append(all, rereading{
			prepare: func(o *grading) {
				o.table.Labelled, o.table.LabelNumbers = map[string]bool{}, numbers
				for _, h := range heads {
					o.table.Labelled[h] = true
				}
			},
			first: fmt.Sprintf("the superscripts of %s are exponents", heads[0]), other: fmt.Sprintf("the superscripts of %s are indices or labels", heads[0]),
		})
	}
	return all
}

// appliedHeads are the letters before brackets that may be functions: those with a zero in the
// bracket, since a product with zero is not written; and those that stand nowhere else in the
// pair, before a number, a letter, or a difference of coordinates.
func appliedHeads(a, b *latex.Notation) []string {
	var heads []string
	for _, n := range []*latex.Notation{a, b} {
		for _, x := range n.Products {
			base, _, _ := strings.Cut(x.Head, "_")
			bare := a.Bare[x.Head] || b.Bare[x.Head] || a.Bare[base] || b.Bare[base]
			if x.Argument == latex.ArgumentZero || x.Argument != latex.ArgumentOther && !bare {
				heads = append(heads, x.Head)
			}
		}
	}
	return distinct(heads)
}

// appliedToZero are the factors in n that stand before a zero, other than letters: the derivative
// in \frac{dV}{dx}(0). Nobody writes a product with zero, and so it is a value at zero.
func (g *grading) appliedToZero(n *expr.Node) []string {
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if !m.HasFact(expr.FactZero) {
			return false
		}
		if m.Op == expr.OpMul {
			for i, a := range m.Args[1:] {
				if before := m.Args[i]; isInt(a, 0) && a.Digits == 0 && !isNumber(before) && before.Op != expr.OpConstant && before.Op != expr.OpUnit && before.Op != expr.OpSymbol {
					all = append(all, g.latex(before)+"(0)")
				}
			}
		}
		return true
	})
	return distinct(all)
}

// indexAlphabets are letters that commonly are indices where they stand alone on a letter.
var indexAlphabets = []string{"i j k l", "a b c d", "I J K L", "A B C D", `\mu \nu \rho \sigma`, `\alpha \beta`}

// indexedHeads are the letters whose superscripts may be indices or labels: one that stands with
// the same letters in another order, with one letter twice, or beside others with letters that
// commonly are indices; and one with digits like 00 or 0i, or of a product of spaces. Letters that are numbers
// elsewhere in the pair are exponents.
func (g *grading) indexedHeads(a, b *latex.Notation, ref, cand *expr.Node) (heads []string, numbers bool) {
	number := func(letter string) bool {
		if letter == "i" || letter == "e" {
			return false
		}
		_, declared := g.quality[g.pool.Symbol(letter)]
		return declared || a.Numbers[letter] || b.Numbers[letter] || a.Sums[letter]
	}
	sorted := func(letters []string) string {
		s := slices.Clone(letters)
		slices.Sort(s)
		return strings.Join(s, " ")
	}
	orders, runs := map[string]string{}, map[string]string{}
	spaces := a.Spaces || b.Spaces
	for side, n := range []*latex.Notation{a, b} {
		var single []string // heads with one letter that commonly is an index
		for _, x := range n.Superscripts {
			switch {
			case x.Number != "":
				if spaces || side == 0 && x.Number == "1" && !dimensions(n) || componentNumber(x.Number) && !dimensions(n) || componentNumbers(n, x.Head) {
					heads, numbers = append(heads, x.Head), true
				}
			case x.Mixed:
				heads = append(heads, x.Head)
			case slices.ContainsFunc(x.Letters, number):
			case len(x.Letters) == 1:
				if isIndexLetter(x.Letters[0]) && !dividedPower(ref, cand, x.Head) {
					single = append(single, x.Head)
				}
			case slices.Contains(x.Letters[1:], x.Letters[0]):
				heads = append(heads, x.Head)
			default:
				letters, written := sorted(x.Letters), strings.Join(x.Letters, " ")
				key := x.Head + "^" + letters
				if before, seen := orders[key]; seen && before != written {
					heads = append(heads, x.Head)
				}
				orders[key] = written
				if !slices.ContainsFunc(x.Letters, func(l string) bool { return !isIndexLetter(l) }) {
					if before, seen := runs[x.Head]; seen && before != letters {
						heads = append(heads, x.Head)
					}
					runs[x.Head] = letters
				}
			}
		}
		if len(single) > 1 {
			heads = append(heads, single...)
		}
	}
	return distinct(heads), numbers
}

// componentNumber: 0 and 00, which are exponents of nothing that is written.
func componentNumber(s string) bool {
	return s[0] == '0' && strings.Trim(s, "0123456789") == ""
}

// componentNumbers: the letter carries several numbers, all of two digits up to 3, as components
// of a tensor do.
func componentNumbers(n *latex.Notation, head string) bool {
	seen := map[string]bool{}
	for _, x := range n.Superscripts {
		if x.Head != head {
			continue
		}
		if len(x.Number) != 2 || strings.Trim(x.Number, "0123") != "" {
			return false
		}
		seen[x.Number] = true
	}
	return len(seen) > 1
}

// dimensions: the string speaks of the dimensions M, L and T of quantities.
func dimensions(n *latex.Notation) bool {
	return n.Numbers["M"] && n.Numbers["L"] || n.Numbers["L"] && n.Numbers["T"] || n.Numbers["M"] && n.Numbers["T"]
}

func isIndexLetter(letter string) bool {
	return slices.ContainsFunc(indexAlphabets, func(s string) bool { return slices.Contains(strings.Fields(s), letter) })
}

// dividedPower: a power of the letter stands in a denominator, where no component would.
func dividedPower(ref, cand *expr.Node, head string) bool {
	return slices.ContainsFunc([]*expr.Node{ref, cand}, func(n *expr.Node) bool {
		return containsAmong(n, func(m *expr.Node) bool {
			return m.Op == expr.OpPow && isInt(m.Args[1], -1) && contains(m.Args[0], func(f *expr.Node) bool {
				return f.Op == expr.OpPow && f.Args[0].Op == expr.OpSymbol && f.Args[0].Name == head
			})
		}, expr.OpPow)
	})
}
