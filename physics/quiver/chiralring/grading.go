package chiralring

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/quiver"
)

// Grading says what the operators are counted by. The zero value counts by the R-charges
// that the theory encodes.
type Grading struct {
	// R replaces the theory's R-charges: another R-symmetry, under which W has R = 2.
	R quiver.Charges
	// Split are further U(1)s: each level is divided by their charges. Every term of W must
	// have the same charge (0 for a flavour symmetry, 2 for an R-symmetry).
	Split []quiver.Charges
	// TracePart reads each loop as a U(N) matrix, an SU(N) adjoint and its trace.
	TracePart bool
}

// ErrBudget says that an operation budget was exhausted. Of a table it ends the work: the
// table says which levels are complete.
var ErrBudget = errors.New("chiralring: operation budget exhausted")

// Budget bounds the work.
type Budget struct {
	// Operations on coefficients and table entries, at most MaxOperations; 0 is
	// DefaultOperations.
	Operations int64
}

const (
	// DefaultOperations is about half a second of work and at worst some 600 MB. The pairs of
	// the catalogue take 10⁴ to 10⁵ operations to R = 6.
	DefaultOperations = 10_000_000
	// MaxOperations keeps all numbers of words within 32 bits.
	MaxOperations = 1 << 28
)

func (b Budget) operations() int64 {
	if b.Operations > 0 {
		return min(b.Operations, MaxOperations)
	}
	return DefaultOperations
}

// degrees is a theory graded for the computation: R-charges times a common denominator,
// shifted by node potentials so that every arrow has a positive degree. A shift
// deg X + φ(source) − φ(target) leaves closed words alone, so that the levels of the table
// are those of R.
type degrees struct {
	scale    *big.Int // closed words of R-charge r have degree r·scale
	arrow    []int64
	singlet  []int64
	wDegree  int64 // 2·scale
	max      int64
	torus    []uint64 // arrows, then singlets: a generic charge under the torus, mod p
	untested string   // why there is no such grading
}

// maxShiftWork bounds the search for node potentials, maxTorusWork that for the torus.
const (
	maxShiftWork = 1 << 26
	maxTorusWork = 1 << 26
)

// maxScaleBits bounds the common denominator, so that degrees of words stay far from overflow.
const maxScaleBits = 40

// newDegrees finds the degrees. Where they have to be shifted, arrows that lie on no closed
// word get degree 1: nothing depends on them.
func newDegrees(t *quiver.Theory, g Grading) (*degrees, error) {
	r := g.R
	if r == nil {
		r = t.RCharges()
	} else if err := checkCharges(t, r, "R"); err != nil {
		return nil, err
	}
	d := &degrees{scale: big.NewInt(1)}
	two := big.NewRat(2, 1)
	for i, term := range t.W {
		if sum := t.ChargeOf(term, r); sum.Cmp(two) != 0 {
			d.untested = fmt.Sprintf("superpotential term %d has R = %s instead of 2, so that operators cannot be counted by R-charge", i, sum.RatString())
			return d, nil
		}
	}
	if !d.chooseScale(r, len(t.Arrows)) {
		return d, nil
	}
	if !d.positive(t) {
		return d, nil
	}
	d.torus = torusCharges(t)
	return d, nil
}

// limit sets the highest degree to that of R = top. It reports false, and says why, if
// there is no table.
func (d *degrees) limit(top *big.Rat) (untested string, ok bool) {
	if d.untested != "" {
		return d.untested, false
	}
	m := new(big.Int).Mul(top.Num(), d.scale)
	// Floor of top·scale.
	if m.Div(m, top.Denom()); !m.IsInt64() || m.Int64() > 1<<55 {
		return fmt.Sprintf("R = %s is too high a level to count to", top.RatString()), false
	}
	d.max = m.Int64()
	return "", true
}

func checkCharges(t *quiver.Theory, c quiver.Charges, name string) error {
	if len(c) != len(t.Arrows)+len(t.Singlets) {
		return fmt.Errorf("chiralring: theory %q: %d charges %s are given for %d arrows and %d singlets",
			t.Name, len(c), name, len(t.Arrows), len(t.Singlets))
	}
	for k, q := range c {
		if q != nil {
			continue
		}
		if k < len(t.Arrows) {
			return fmt.Errorf("chiralring: theory %q: arrow %s has no charge %s", t.Name, t.Arrows[k].Label, name)
		}
		return fmt.Errorf("chiralring: theory %q: singlet %s has no charge %s", t.Name, t.Singlets[k-len(t.Arrows)].Label, name)
	}
	return nil
}

// chooseScale makes the R-charges of the arrows and then of the singlets whole.
func (d *degrees) chooseScale(charges quiver.Charges, arrows int) bool {
	g := new(big.Int)
	for _, r := range charges {
		g.GCD(nil, nil, d.scale, r.Denom())
		d.scale.Mul(d.scale, new(big.Int).Quo(r.Denom(), g))
		if d.scale.BitLen() > maxScaleBits {
			d.untested = "the R-charges have a common denominator above 2⁴⁰"
			return false
		}
	}
	whole := make([]int64, len(charges))
	for k, r := range charges {
		n := new(big.Int).Mul(r.Num(), new(big.Int).Quo(d.scale, r.Denom()))
		if n.BitLen() > 50 {
			d.untested = "an R-charge is above 2⁵⁰ in units of the common denominator"
			return false
		}
		whole[k] = n.Int64()
	}
	d.arrow, d.singlet = whole[:arrows], whole[arrows:]
	d.wDegree = 2 * d.scale.Int64()
	return true
}

// positive shifts the degrees until every arrow that lies on a closed word has a positive
// one. It is possible exactly if every closed word has one; else it names the word.
func (d *degrees) positive(t *quiver.Theory) bool {
	least := int64(1)
	for _, x := range d.arrow {
		least = min(least, x)
	}
	if least > 0 {
		return true
	}
	// In units 1/(n+1) of the old ones, a potential with deg X·(n+1) − 1 + φ(s) − φ(t) ≥ 0
	// exists if no closed word has a total below its length over n+1; a simple one has at
	// most n arrows, so that this is the same as a total of at least 1.
	component := strongComponents(t)
	n := int64(len(t.Nodes))
	// Potentials are sums of up to n degrees.
	most := d.wDegree
	for _, x := range d.arrow {
		most = max(most, x, -x)
	}
	if bits.Len64(uint64(most))+2*bits.Len64(uint64(n+1)) > 60 {
		d.untested = "the R-charges have a common denominator too large for them to be shifted"
		return false
	}
	if int64(len(t.Arrows))*n > maxShiftWork {
		d.untested = "the quiver is too large for R-charges that are not positive to be shifted"
		return false
	}
	potential := make([]int64, n)
	via := make([]int, n)
	for v := range via {
		via[v] = -1
	}
	for round := int64(0); ; round++ {
		changed := -1
		for k, a := range t.Arrows {
			if component[a.Source] != component[a.Target] {
				continue
			}
			if c := potential[a.Source] + d.arrow[k]*(n+1) - 1; c < potential[a.Target] {
				potential[a.Target] = c
				via[a.Target] = k
				changed = a.Target
			}
		}
		if changed < 0 {
			break
		}
		if round > n {
			d.untested = d.lowWord(t, via, changed)
			return false
		}
	}
	for k, a := range t.Arrows {
		if component[a.Source] == component[a.Target] {
			d.arrow[k] = d.arrow[k]*(n+1) + potential[a.Source] - potential[a.Target]
		} else {
			d.arrow[k] = 1
		}
	}
	for k := range d.singlet {
		d.singlet[k] *= n + 1
	}
	d.scale.Mul(d.scale, big.NewInt(n+1))
	d.wDegree *= n + 1
	return true
}

// lowWord describes the closed word of R ≤ 0 that the predecessors via lead to.
func (d *degrees) lowWord(t *quiver.Theory, via []int, v int) string {
	for range t.Nodes {
		v = t.Arrows[via[v]].Source
	}
	word, total := "", int64(0)
	for u := v; ; {
		k := via[u]
		word = t.Arrows[k].Label + " " + word
		total += d.arrow[k]
		if u = t.Arrows[k].Source; u == v {
			break
		}
	}
	r := new(big.Rat).SetFrac(big.NewInt(total), d.scale)
	return fmt.Sprintf("the closed word Tr %shas R = %s: operators cannot be counted by an R-charge that is not positive", word, r.RatString())
}

// strongComponents numbers the strongly connected components of the quiver (Kosaraju).
func strongComponents(t *quiver.Theory) []int {
	n := len(t.Nodes)
	out, in := make([][]int, n), make([][]int, n)
	for _, a := range t.Arrows {
		out[a.Source] = append(out[a.Source], a.Target)
		in[a.Target] = append(in[a.Target], a.Source)
	}
	seen := make([]bool, n)
	var order []int
	var visit func(v int)
	visit = func(v int) {
		seen[v] = true
		for _, w := range out[v] {
			if !seen[w] {
				visit(w)
			}
		}
		order = append(order, v)
	}
	for v := range n {
		if !seen[v] {
			visit(v)
		}
	}
	component := make([]int, n)
	for v := range component {
		component[v] = -1
	}
	var collect func(v, c int)
	collect = func(v, c int) {
		component[v] = c
		for _, w := range in[v] {
			if component[w] < 0 {
				collect(w, c)
			}
		}
	}
	for i, c := n-1, 0; i >= 0; i-- {
		if v := order[i]; component[v] < 0 {
			collect(v, c)
			c++
		}
	}
	return component
}

// torusCharges is one generic charge under the torus of all symmetries of W that rotate the
// fields one by one, modulo 2⁶¹ − 1: a random vector of the kernel of the exponents of W.
// Words of different generic charge have different charges, so that they cannot be related;
// equal ones are almost surely of equal charge, and nothing but speed depends on it.
func torusCharges(t *quiver.Theory) []uint64 {
	f := poly.Mersenne()
	n := len(t.Arrows) + len(t.Singlets)
	q := make([]uint64, n)
	if n*len(t.W)*min(n, len(t.W)) > maxTorusWork {
		return q // one block for all charges: slower, not wrong
	}
	var rows [][]uint64
	pivotOf := make([]int, n)
	for k := range pivotOf {
		pivotOf[k] = -1
	}
	flat := make([]uint64, n*len(t.W))
	for i, term := range t.W {
		row := flat[i*n : (i+1)*n]
		for _, x := range term.Word {
			row[x]++
		}
		for _, s := range term.Singlets {
			row[len(t.Arrows)+s]++
		}
		for k := range row {
			if row[k] == 0 || pivotOf[k] < 0 {
				continue
			}
			r := rows[pivotOf[k]]
			c := row[k]
			for j := k; j < n; j++ {
				row[j] = f.Sub(row[j], f.Mul(c, r[j]))
			}
		}
		for k := range row {
			if row[k] == 0 {
				continue
			}
			inverse := f.Inv(row[k])
			for j := k; j < n; j++ {
				row[j] = f.Mul(row[j], inverse)
			}
			pivotOf[k] = len(rows)
			rows = append(rows, row)
			break
		}
	}
	// Back substitution from the last field: the free ones get splitmix64 numbers.
	for k := n - 1; k >= 0; k-- {
		if pivotOf[k] < 0 {
			q[k] = modelfile.SplitMix64(0, uint64(k)) & (1<<60 - 1)
			continue
		}
		sum := uint64(0)
		for j := k + 1; j < n; j++ {
			sum = f.Add(sum, f.Mul(rows[pivotOf[k]][j], q[j]))
		}
		q[k] = f.Neg(sum)
	}
	return q
}
