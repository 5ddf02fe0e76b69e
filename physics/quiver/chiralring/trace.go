package chiralring

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// tracer takes HH₀ = A/[A,A] of an algebra, degree after degree.
type tracer struct {
	*algebra
	theory  *quiver.Theory
	grading Grading
	deg     *degrees
	// columns of one degree: closed blocks and singlets, those of one charge together.
	columns []column
	offset  []int32 // of each closed block of the degree, by block id − firstBlock
	cols    int32
	linear  map[int64][]singletRow // F-terms of singlets, and with singlets, by degree
	fixed   []int64                // degrees at which singlets need attention, ascending
	table   *Table
}

type column struct {
	charge  uint64
	block   int32 // −1 for a singlet
	singlet int32
	at      int32
	count   int32
}

// singletRow is a combination of traces and singlets that an F-term sets to zero.
type singletRow struct {
	terms []singletTerm
}

type singletTerm struct {
	coef    uint64
	word    []int32
	singlet int32
}

// count fills a table in the given arithmetic.
func (r *request) count(ctx context.Context, s *scalars, top *big.Rat, budget Budget) (*Table, error) {
	t, g, d := r.theory, r.grading, r.degrees
	a := newAlgebra(t, g, d, s, true, budget.operations())
	defer a.release()
	if a.overflow {
		return nil, errOverflow
	}
	table := &Table{Max: top}
	if a.isLinear() {
		table.Untested = noVacuum
		return table, nil
	}
	tr := &tracer{algebra: a, theory: t, grading: g, deg: d, table: table, linear: make(map[int64][]singletRow)}
	if !tr.singlets() {
		table.Untested = "W is linear in a singlet: there is no supersymmetric vacuum"
		return table, nil
	}
	if a.overflow {
		return nil, errOverflow
	}
	table.Words = tr.hasWords()
	err := tr.run(ctx)
	table.Operations = a.spent
	if errors.Is(err, ErrBudget) {
		return table, nil
	}
	if err != nil {
		return nil, err
	}
	table.Complete = true
	table.Reached = top
	return table, nil
}

// hasWords reports whether any closed word or singlet is below the cutoff.
func (t *tracer) hasWords() bool {
	for _, d := range t.deg.singlet {
		if d <= t.max {
			return true
		}
	}
	for _, x := range t.arrows {
		// Tr Φ alone is no operator for SU(N).
		if x.source == x.target && !t.grading.TracePart {
			if 2*x.degree <= t.max {
				return true
			}
			continue
		}
		if t.back != nil && x.degree+t.back[int(x.target)*t.nodes+int(x.source)] <= t.max {
			return true
		}
		if t.back == nil {
			return true
		}
	}
	return false
}

// singlets prepares the F-terms of singlets, up to products. It reports false if one of
// them is a constant.
func (t *tracer) singlets() bool {
	rows := make([]singletRow, len(t.theory.Singlets))
	for _, term := range t.theory.W {
		n := len(term.Singlets)
		if n == 0 {
			continue
		}
		if n == 1 && len(term.Word) == 0 {
			return false
		}
		switch {
		case n == 1:
			if len(term.Word) == 1 && !t.grading.TracePart {
				continue // Tr Φ = 0
			}
			word := make([]int32, len(term.Word))
			for i, x := range term.Word {
				word[i] = int32(x)
			}
			s := term.Singlets[0]
			rows[s].terms = append(rows[s].terms, singletTerm{coef: t.of(term.Coefficient), word: word, singlet: -1})
		case n == 2 && len(term.Word) == 0:
			c := t.of(term.Coefficient)
			for i, s := range term.Singlets {
				rows[s].terms = append(rows[s].terms, singletTerm{coef: c, singlet: int32(term.Singlets[1-i])})
			}
		}
	}
	if t.grading.TracePart {
		t.traceRelations()
	}
	for s, d := range t.deg.singlet {
		t.fixed = append(t.fixed, d)
		if len(rows[s].terms) > 0 {
			at := t.deg.wDegree - d
			t.linear[at] = append(t.linear[at], rows[s])
			t.fixed = append(t.fixed, at)
		}
	}
	slices.Sort(t.fixed)
	t.fixed = slices.Compact(t.fixed)
	return true
}

// traceRelations are those of loops with trace that a singlet multiplies: the trace of
// ∂W/∂Φ + c S·1 = 0 is Tr ∂W/∂Φ + c N S = 0.
func (t *tracer) traceRelations() {
	rows := make(map[int]singletRow)
	for _, term := range t.theory.W {
		if len(term.Singlets) == 1 && len(term.Word) == 1 {
			k := term.Word[0]
			n := big.NewRat(int64(t.theory.Nodes[t.theory.Arrows[k].Source].Rank), 1)
			row := rows[k]
			row.terms = append(row.terms, singletTerm{coef: t.of(n.Mul(n, term.Coefficient)), singlet: int32(term.Singlets[0])})
			rows[k] = row
		}
	}
	for k := range t.theory.Arrows {
		row, ok := rows[k]
		if !ok {
			continue
		}
		for _, term := range t.theory.W {
			if len(term.Singlets) > 0 {
				continue
			}
			for i, x := range term.Word {
				if x != k {
					continue
				}
				var word []int32
				for j := 1; j < len(term.Word); j++ {
					word = append(word, int32(term.Word[(i+j)%len(term.Word)]))
				}
				row.terms = append(row.terms, singletTerm{coef: t.of(term.Coefficient), word: word, singlet: -1})
			}
		}
		at := t.deg.wDegree - t.deg.arrow[k]
		t.linear[at] = append(t.linear[at], row)
		t.fixed = append(t.fixed, at)
	}
}

func (t *tracer) run(ctx context.Context) error {
	for {
		degree := t.nextDegree()
		isBuilt := degree < noPath
		if len(t.fixed) > 0 && t.fixed[0] <= degree {
			isBuilt = degree == t.fixed[0]
			degree = t.fixed[0]
			t.fixed = t.fixed[1:]
		}
		if degree > t.max {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		firstBlock := int32(len(t.blocks))
		t.pairs = t.pairs[:0]
		if isBuilt {
			if err := t.build(ctx, degree); err != nil {
				t.table.Reached = t.charge(degree)
				return err
			}
		}
		if err := t.level(degree, firstBlock); err != nil {
			t.table.Reached = t.charge(degree)
			return err
		}
	}
}

func (t *tracer) charge(degree int64) *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(degree), t.deg.scale)
}

// level takes the traces of one degree.
func (t *tracer) level(degree int64, firstBlock int32) error {
	t.layOut(degree, firstBlock)
	if t.cols == 0 {
		return nil
	}
	e := &t.elim
	e.start(&t.scalars, int(t.cols))
	t.commutators(e, firstBlock)
	t.singleLetters(e, degree, firstBlock)
	for _, row := range t.linear[degree] {
		t.singletRelation(e, row, firstBlock)
	}
	t.spent += e.spent
	if err := t.check(); err != nil {
		return err
	}
	return t.record(degree)
}

// layOut numbers the columns.
func (t *tracer) layOut(degree int64, firstBlock int32) {
	t.columns = t.columns[:0]
	t.cols = 0
	t.spent += int64(len(t.deg.singlet))
	for id := firstBlock; id < int32(len(t.blocks)); id++ {
		if b := &t.blocks[id]; b.source == b.target {
			t.columns = append(t.columns, column{charge: b.charge, block: id, count: b.count})
		}
	}
	for s, d := range t.deg.singlet {
		if d == degree {
			t.columns = append(t.columns, column{charge: t.deg.torus[len(t.arrows)+s], block: -1, singlet: int32(s), count: 1})
		}
	}
	slices.SortStableFunc(t.columns, func(x, y column) int {
		switch {
		case x.charge < y.charge:
			return -1
		case x.charge > y.charge:
			return 1
		}
		return 0
	})
	t.offset = slices.Grow(t.offset[:0], len(t.blocks)-int(firstBlock))[:len(t.blocks)-int(firstBlock)]
	for i := range t.columns {
		c := &t.columns[i]
		c.at = t.cols
		t.cols += c.count
		if c.block >= 0 {
			t.offset[c.block-firstBlock] = c.at
		}
	}
}

// column of a basis word of the degree.
func (t *tracer) columnOf(w, firstBlock int32) int32 {
	b := t.blockOf[w]
	return t.offset[b-firstBlock] + w - t.blocks[b].start
}

func (t *tracer) addVector(e *elimination, v vector, coef uint64, firstBlock int32) {
	if v.n < 0 {
		e.add(t.columnOf(v.at, firstBlock), coef)
		return
	}
	for i := v.at; i < v.at+v.n; i++ {
		e.add(t.columnOf(t.words[i], firstBlock), t.mul(coef, t.coefs[i]))
	}
	t.spent += int64(v.n)
}

// commutators takes in X·w − w·X for all arrows X and basis words w back from its end to its
// start; they span [A,A], since A is generated by arrows.
func (t *tracer) commutators(e *elimination, firstBlock int32) {
	minus := t.neg(t.one())
	for p := range t.pairs {
		pr := &t.pairs[p]
		x := &t.arrows[pr.arrow]
		b := &t.blocks[pr.block]
		if b.target != x.source {
			continue
		}
		for w := b.start; w < b.start+b.count; w++ {
			l := t.left[t.leftAt[w]+x.inSlot]
			r := t.right[t.rightAt[w]+x.outSlot]
			if l == r {
				continue
			}
			t.addVector(e, l, t.one(), firstBlock)
			t.addVector(e, r, minus, firstBlock)
			e.insert()
			if t.spent+e.spent > t.budget {
				return
			}
		}
		t.spent += int64(b.count)
	}
}

// singleLetters sets Tr Φ = 0 for the adjoints of SU(N).
func (t *tracer) singleLetters(e *elimination, degree int64, firstBlock int32) {
	if t.grading.TracePart {
		return
	}
	for k := range t.arrows {
		if x := &t.arrows[k]; x.source == x.target && x.degree == degree {
			t.addVector(e, t.left[t.leftAt[x.target]+x.inSlot], t.one(), firstBlock)
			e.insert()
		}
	}
}

func (t *tracer) singletRelation(e *elimination, row singletRow, firstBlock int32) {
	for _, term := range row.terms {
		if term.singlet < 0 {
			t.addVector(e, t.path(term.word), term.coef, firstBlock)
			continue
		}
		for _, c := range t.columns {
			if c.block < 0 && c.singlet == term.singlet {
				e.add(c.at, term.coef)
			}
		}
	}
	e.insert()
}

// record writes the level, divided by the charges that were asked for.
func (t *tracer) record(degree int64) error {
	dim := int(t.cols) - t.elim.rank
	if dim == 0 {
		return nil
	}
	level := Level{R: t.charge(degree), Dim: dim}
	if len(t.grading.Split) > 0 {
		for i := 0; i < len(t.columns); {
			j := i
			group := 0
			for ; j < len(t.columns) && t.columns[j].charge == t.columns[i].charge; j++ {
				c := t.columns[j]
				for k := c.at; k < c.at+c.count; k++ {
					if t.elim.row[k] < 0 {
						group++
					}
				}
			}
			if group > 0 {
				charges, err := t.splitCharges(t.columns[i:j])
				if err == nil {
					err = t.check()
				}
				if err != nil {
					return err
				}
				level.Split = append(level.Split, Part{charges, group})
			}
			i = j
		}
		level.Split = mergeParts(level.Split)
	}
	t.table.Levels = append(t.table.Levels, level)
	return nil
}

// splitCost is the cost of adding two rational numbers, in operations.
const splitCost = 8

// maxChecked bounds the basis words of one generic charge whose charges are compared.
const maxChecked = 2

// splitCharges are the charges of columns that have the same generic charge, and therefore
// the same ones: checked on the first basis words.
func (t *tracer) splitCharges(columns []column) ([]*big.Rat, error) {
	var charges []*big.Rat
	checked := 0
	for _, c := range columns {
		for k := range c.count {
			if checked++; checked > maxChecked {
				return charges, nil
			}
			var q []*big.Rat
			for _, split := range t.grading.Split {
				sum := new(big.Rat)
				if c.block < 0 {
					sum.Set(split[len(t.arrows)+int(c.singlet)])
				} else {
					for w := t.blocks[c.block].start + k; t.first[w] >= 0; w = t.rest[w] {
						sum.Add(sum, split[t.first[w]])
						t.spent += splitCost
					}
				}
				q = append(q, sum)
			}
			if charges == nil {
				charges = q
			} else if compareCharges(charges, q) != 0 {
				return nil, fmt.Errorf("chiralring: theory %q: two operators of one generic charge have the charges %v and %v", t.theory.Name, charges, q)
			}
		}
	}
	return charges, nil
}

func mergeParts(parts []Part) []Part {
	slices.SortStableFunc(parts, func(x, y Part) int { return compareCharges(x.Charges, y.Charges) })
	merged := parts[:0]
	for _, p := range parts {
		if n := len(merged); n > 0 && compareCharges(merged[n-1].Charges, p.Charges) == 0 {
			merged[n-1].Dim += p.Dim
			continue
		}
		merged = append(merged, p)
	}
	return merged
}
