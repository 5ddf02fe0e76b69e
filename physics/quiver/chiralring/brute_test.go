package chiralring_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// brute counts operators by the definition: all closed words up to rotation and all
// singlets, divided by every F-term in every context, modulo a prime. It needs R > 0.
func brute(t *quiver.Theory, tracePart bool, top *big.Rat) map[string]int {
	type entry map[string]*big.Rat
	columns := map[string]map[string]bool{} // by R-charge
	rows := map[string][]entry{}
	charge := func(w []int) *big.Rat {
		r := new(big.Rat)
		for _, x := range w {
			r.Add(r, t.Arrows[x].R)
		}
		return r
	}
	name := func(w []int) string { return fmt.Sprint(quiver.CanonicalRotation(w)) }
	addColumn := func(r *big.Rat, n string) {
		k := r.RatString()
		if columns[k] == nil {
			columns[k] = map[string]bool{}
		}
		columns[k][n] = true
	}
	var walk func(v, end int, r *big.Rat, w []int, f func([]int))
	walk = func(v, end int, r *big.Rat, w []int, f func([]int)) {
		if v == end {
			f(w)
		}
		for x, a := range t.Arrows {
			if a.Source == v {
				if s := new(big.Rat).Add(r, a.R); s.Cmp(top) <= 0 {
					walk(a.Target, end, s, append(slices.Clone(w), x), f)
				}
			}
		}
	}
	for v := range t.Nodes {
		walk(v, v, new(big.Rat), nil, func(w []int) {
			if len(w) > 0 {
				addColumn(charge(w), name(w))
			}
		})
	}
	for s, x := range t.Singlets {
		addColumn(x.R, fmt.Sprint("S", s))
	}
	addRow := func(r *big.Rat, e entry) {
		if r.Cmp(top) <= 0 {
			rows[r.RatString()] = append(rows[r.RatString()], e)
		}
	}
	plus := func(e entry, n string, c *big.Rat) {
		if e[n] == nil {
			e[n] = new(big.Rat)
		}
		e[n].Add(e[n], c)
	}
	two := rat("2")
	for k, x := range t.Arrows {
		if x.IsLoop() && !tracePart {
			addRow(x.R, entry{name([]int{k}): rat("1")})
		}
		walk(x.Source, x.Target, new(big.Rat), nil, func(c []int) {
			if len(c) == 0 && x.IsLoop() && !tracePart {
				return // N times its own trace
			}
			e := entry{}
			for _, term := range t.W {
				if len(term.Singlets) == 1 && len(term.Word) == 1 && term.Word[0] == k && len(c) == 0 {
					// S·Tr Φ: the trace of S·1.
					n := big.NewRat(int64(t.Nodes[x.Source].Rank), 1)
					plus(e, fmt.Sprint("S", term.Singlets[0]), n.Mul(n, term.Coefficient))
				}
				if len(term.Singlets) > 0 {
					continue
				}
				for i, y := range term.Word {
					if y == k {
						closed := append(slices.Clone(c), term.Word[i+1:]...)
						plus(e, name(append(closed, term.Word[:i]...)), term.Coefficient)
					}
				}
			}
			r := new(big.Rat).Sub(new(big.Rat).Add(charge(c), two), x.R)
			addRow(r, e)
		})
	}
	for s, x := range t.Singlets {
		e := entry{}
		for _, term := range t.W {
			for i, u := range term.Singlets {
				if u != s {
					continue
				}
				others := slices.Delete(slices.Clone(term.Singlets), i, i+1)
				switch {
				case len(others) == 0:
					plus(e, name(term.Word), term.Coefficient)
				case len(others) == 1 && len(term.Word) == 0:
					plus(e, fmt.Sprint("S", others[0]), term.Coefficient)
				}
			}
		}
		addRow(new(big.Rat).Sub(two, x.R), e)
	}
	dims := map[string]int{}
	for r, cols := range columns {
		var index []string
		for n := range cols {
			index = append(index, n)
		}
		slices.Sort(index)
		m := make([][]uint64, 0, len(rows[r]))
		for _, e := range rows[r] {
			line := make([]uint64, len(index))
			for j, n := range index {
				if e[n] != nil {
					line[j] = residue(e[n])
				}
			}
			m = append(m, line)
		}
		if d := len(index) - rank(m); d > 0 {
			dims[r] = d
		}
	}
	return dims
}

// brutePrime is small enough for products to fit 64 bits, and none of those the package uses.
const brutePrime = 1<<31 - 1

func residue(x *big.Rat) uint64 {
	p := big.NewInt(brutePrime)
	inverse := new(big.Int).ModInverse(x.Denom(), p)
	return inverse.Mul(inverse, x.Num()).Mod(inverse, p).Uint64()
}

func rank(m [][]uint64) int {
	r := 0
	for c := 0; len(m) > 0 && c < len(m[0]); c++ {
		p := slices.IndexFunc(m[r:], func(row []uint64) bool { return row[c] != 0 })
		if p < 0 {
			continue
		}
		m[r], m[r+p] = m[r+p], m[r]
		inverse := new(big.Int).ModInverse(new(big.Int).SetUint64(m[r][c]), big.NewInt(brutePrime)).Uint64()
		for i := r + 1; i < len(m); i++ {
			if m[i][c] == 0 {
				continue
			}
			q := brutePrime - m[i][c]*inverse%brutePrime
			for j := c; j < len(m[i]); j++ {
				m[i][j] = (m[i][j] + q*m[r][j]) % brutePrime
			}
		}
		if r++; r == len(m) {
			break
		}
	}
	return r
}

func asMap(t *chiralring.Table) map[string]int {
	m := map[string]int{}
	for _, l := range t.Levels {
		m[l.R.RatString()] = l.Dim
	}
	return m
}

// randomTheory has two or three nodes, arrows, loops and singlets, and a random combination
// of closed words of R = 2 as its superpotential.
func randomTheory(t *rapid.T) *quiver.Theory {
	th := &quiver.Theory{Name: "random", EncodesR: true}
	n := rapid.IntRange(1, 3).Draw(t, "nodes")
	for v := range n {
		th.Nodes = append(th.Nodes, quiver.Node{Label: fmt.Sprint("n", v), Rank: 3})
	}
	charge := rapid.SampledFrom([]string{"2/3", "2/3", "2/3", "1", "1/2", "4/3", "1", "2"})
	for k := range rapid.IntRange(1, 6).Draw(t, "arrows") {
		a := quiver.Arrow{Label: fmt.Sprint("x", k), R: rat(charge.Draw(t, "R"))}
		a.Source = rapid.IntRange(0, n-1).Draw(t, "source")
		a.Target = rapid.IntRange(0, n-1).Draw(t, "target")
		th.Arrows = append(th.Arrows, a)
	}
	for k := range rapid.IntRange(0, 3).Draw(t, "singlets") {
		th.Singlets = append(th.Singlets, quiver.Singlet{Label: fmt.Sprint("s", k), R: rat(charge.Draw(t, "R"))})
	}
	// All closed words with some singlets in front that have R = 2.
	two := rat("2")
	var terms []quiver.SuperpotentialTerm
	seen := map[string]bool{}
	var singlets func(from int, r *big.Rat, s, word []int)
	singlets = func(from int, r *big.Rat, s, word []int) {
		if r.Cmp(two) == 0 && len(s)+len(word) > 1 {
			key := fmt.Sprint(s, quiver.CanonicalRotation(word))
			if !seen[key] {
				seen[key] = true
				terms = append(terms, quiver.SuperpotentialTerm{Singlets: slices.Clone(s), Word: slices.Clone(word)})
			}
		}
		for k := from; k < len(th.Singlets); k++ {
			if sum := new(big.Rat).Add(r, th.Singlets[k].R); sum.Cmp(two) <= 0 {
				singlets(k, sum, append(slices.Clone(s), k), word)
			}
		}
	}
	var walk func(v, end int, r *big.Rat, w []int)
	walk = func(v, end int, r *big.Rat, w []int) {
		if v == end {
			singlets(0, r, nil, w)
		}
		for x, a := range th.Arrows {
			if a.Source == v {
				if s := new(big.Rat).Add(r, a.R); s.Cmp(two) <= 0 {
					walk(a.Target, end, s, append(slices.Clone(w), x))
				}
			}
		}
	}
	for v := range n {
		walk(v, v, new(big.Rat), nil)
	}
	coefficient := rapid.SampledFrom([]string{"0", "1", "-1", "1", "-1", "2", "-3/5", "7", "100003/70001"})
	for _, term := range terms {
		if term.Coefficient = rat(coefficient.Draw(t, "c")); term.Coefficient.Sign() != 0 {
			th.W = append(th.W, term)
		}
	}
	return th
}

// The algebra against the definition, on random theories, in every arithmetic, with and
// without trace parts; and node potentials change nothing, though they make R ≤ 0.
func TestDefinition(t *testing.T) {
	ctx := context.Background()
	// Random theories with few F-terms have more words than the default budget counts.
	budget := chiralring.Budget{Operations: chiralring.MaxOperations}
	rapid.Check(t, func(t *rapid.T) {
		th := randomTheory(t)
		if err := th.Validate(); err != nil {
			t.Fatal(err)
		}
		g := chiralring.Grading{TracePart: rapid.Bool().Draw(t, "trace part")}
		top := rat(rapid.SampledFrom([]string{"2", "8/3"}).Draw(t, "top"))
		want := brute(th, g.TracePart, top)
		table, err := chiralring.Dimensions(ctx, th, g, top, budget)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, table *chiralring.Table) {
			if table.Untested != "" || !table.Complete {
				t.Fatalf("%s: untested %q, complete %v after %d operations", what, table.Untested, table.Complete, table.Operations)
			}
			if fmt.Sprint(asMap(table)) != fmt.Sprint(want) {
				t.Fatalf("%s: %v, by definition %v", what, asMap(table), want)
			}
		}
		check(string(table.Method), table)
		modular, err := chiralring.Modular(ctx, th, g, top, budget)
		if err != nil {
			t.Fatal(err)
		}
		check("two primes", modular)
		rational, err := chiralring.BigRational(ctx, th, g, top)
		if err != nil {
			t.Fatal(err)
		}
		// Rational numbers may outgrow the budget where residues do not.
		if rational.Complete {
			check("big rationals", rational)
		}

		shifted := th.Clone()
		for k := range shifted.Arrows {
			a := &shifted.Arrows[k]
			a.R.Add(a.R, big.NewRat(int64(7*(a.Source-a.Target)), 3))
		}
		table, err = chiralring.Dimensions(ctx, shifted, g, top, budget)
		if err != nil {
			t.Fatal(err)
		}
		check("shifted", table)
	})
}
