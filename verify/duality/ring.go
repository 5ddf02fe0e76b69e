package duality

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// ringBudget is what the ring may cost on each side, in operations; the duals of the
// catalogue take at most 140 000 to R = 6.
const ringBudget = 5_000_000

// ringFloor is how far the ring must be compared, the second mesonic level; the final judge
// goes on to ringCeiling, or as far beyond the floor as the budget lasts.
func ringFloor() *big.Rat   { return big.NewRat(4, 1) }
func ringCeiling() *big.Rat { return big.NewRat(6, 1) }

// ringLevels are the bounds to try, one after the other while no operator is found: the
// shortest closed word of a long ring has more R than the usual bound.
func ringLevels(p claim.Profile) []*big.Rat {
	first := ringFloor()
	if p == claim.Final {
		first = ringCeiling()
	}
	return []*big.Rat{first, big.NewRat(8, 1), big.NewRat(16, 1), big.NewRat(32, 1)}
}

// judgeRing judges the comparison c, which is nil where a U(1)_R is missing. A map of
// symmetries, where one is known, helps with an encoded R that cannot order the words.
func judgeRing(ctx context.Context, b *book, e, m *quiver.Theory, c *chiralring.Comparison, id *identity) error {
	if c == nil {
		const why = "the ring is graded by U(1)_R, which is not encoded on both sides"
		b.unknown(ChiralRing, why)
		b.unknown(MultiGraded, why)
		return nil
	}
	var err error
	if id.oriented != nil {
		m = id.oriented
		if c, err = compareRings(ctx, b.profile, chiralring.Side{Theory: e}, chiralring.Side{Theory: m}); err != nil {
			return err
		}
	}
	var flags []note
	under := ""
	node := unbalanced(e)
	if node == "" {
		node = unbalanced(m)
	}
	if c.Difference != nil && node != "" {
		// Closed words are those of one way to orient pseudo-real fields.
		b.unknown(ChiralRing, fmt.Sprintf("%s, but at the SU(2) node %s Σ_in ≠ Σ_out: its doublets have no natural orientation, and closed words are not all its operators", c.Difference, node))
		b.without(MultiGraded, "an SU(2) node has doublets without a natural orientation")
		return nil
	}
	if c.Difference == nil && c.Level == nil && id.toMagnetic != nil {
		// The encoded R has closed words that it cannot order; another R-symmetry may.
		if grading := regrade(e, id); grading != nil {
			under = ", graded by another R-symmetry of both theories, as the encoded one does not order the words (" + sides(c.Untested) + ")"
			c, err = compareRings(ctx, b.profile, chiralring.Side{Theory: e, Grading: grading[0]}, chiralring.Side{Theory: id.magnetic, Grading: grading[1]})
			if err != nil {
				return err
			}
			flags = notes(FlagRingRegraded)
		}
	}
	if c.Difference == nil && operators(c) > 0 && !id.found && !id.copy && (couples(e) || couples(m)) && !(matrices(e) && matrices(m)) {
		settled, err := judgeProducts(ctx, b, e, m, c.Tables[0].Levels[0].R)
		if err != nil {
			return err
		}
		if settled {
			return judgeMultiGraded(ctx, b, e, id, len(flags) > 0)
		}
	}
	if c.Difference == nil && operators(c) == 0 && id.copy {
		b.certified(ChiralRing, "the theories are isomorphic, so that their rings are equal; no operator was counted", flags...)
	} else {
		judgeComparison(b, c, under, flags)
	}
	return judgeMultiGraded(ctx, b, e, id, len(flags) > 0)
}

// unbalanced names an SU(2) node with as many doublets as it may have and another number of
// incoming than of outgoing ones; empty if there is none.
func unbalanced(t *quiver.Theory) string {
	for _, a := range t.GaugeAnomalies() {
		if a.SU2() && a.In != a.Out && a.Cancels() {
			return a.Label
		}
	}
	return ""
}

// compareRings raises the bound until there is an operator to compare.
func compareRings(ctx context.Context, p claim.Profile, e, m chiralring.Side) (*chiralring.Comparison, error) {
	var last *chiralring.Comparison
	for _, level := range ringLevels(p) {
		c, err := chiralring.Compare(ctx, e, m, level, chiralring.Budget{Operations: ringBudget})
		if err != nil {
			return nil, err
		}
		if last == nil || c.Difference != nil || operators(c) > 0 {
			last = c
		}
		if c.Difference != nil || operators(c) > 0 || c.Level == nil {
			break
		}
	}
	return last, nil
}

// operators counts those of the electric theory up to the level that was compared.
func operators(c *chiralring.Comparison) int {
	total := 0
	for _, l := range c.Tables[0].Levels {
		if c.Level != nil && l.R.Cmp(c.Level) <= 0 {
			total += l.Dim
		}
	}
	return total
}

// judgeComparison writes down a comparison; under says by what the rings are graded, if not
// by the encoded R.
func judgeComparison(b *book, c *chiralring.Comparison, under string, flags []note) {
	const name = ChiralRing
	var evidence []note
	if c.Level != nil {
		evidence = append(evidence, table("hh0", dimensions(c)))
	}
	evidence = append(evidence, flags...)
	total := operators(c)
	switch {
	case c.Difference != nil:
		b.failed(name, c.Difference.String()+under, evidence...)
	case total == 0:
		why := sides(c.Untested)
		if why == "" {
			why = fmt.Sprintf("no operator is left below R = %s on either side, so nothing was compared", c.Level.RatString())
		}
		b.unknown(name, why, evidence...)
	case c.Untested == "":
		b.certified(name, fmt.Sprintf("equal at every level up to R = %s: %s%s", c.Level.RatString(), plural(total, "operator", "operators"), under), evidence...)
	case c.Level.Cmp(ringFloor()) > 0:
		b.certified(name, fmt.Sprintf("equal at every level below R = %s, where the budget ended: %s%s", c.Level.RatString(), plural(total, "operator", "operators"), under), evidence...)
	default:
		b.unknown(name, sides(c.Untested), evidence...)
	}
}

// sides names the two theories as a claim does.
func sides(text string) string {
	return strings.NewReplacer("the first theory", "the electric theory", "the second theory", "the magnetic theory").Replace(text)
}

// dimensions are the tables side by side, up to the level that was compared.
func dimensions(c *chiralring.Comparison) []difference {
	rows := []difference{}
	seen := map[string]bool{}
	for _, t := range c.Tables {
		for _, l := range t.Levels {
			name := "R = " + l.R.RatString()
			if l.R.Cmp(c.Level) > 0 || seen[name] {
				continue
			}
			seen[name] = true
			rows = append(rows, difference{name, fmt.Sprint(c.Tables[0].Dim(l.R)), fmt.Sprint(c.Tables[1].Dim(l.R))})
		}
	}
	return rows
}

// regrade looks for an R-symmetry of the electric theory under which closed words of both
// theories have R > 0: an anomaly-free one moved along flavour symmetries. It answers nil if
// none is found.
func regrade(e *quiver.Theory, id *identity) *[2]chiralring.Grading {
	s := e.Symmetries()
	if s.R == nil {
		return nil
	}
	r, ok := positive(s.R, s.Flavour(), e, id.magnetic, id.toMagnetic.R, id.toMagnetic.Flavour)
	if !ok {
		return nil
	}
	return &[2]chiralring.Grading{{R: r}, {R: id.toMagnetic.R(r)}}
}

// judgeMultiGraded compares the ring by all charges at once, where a map of the symmetries
// is known.
func judgeMultiGraded(ctx context.Context, b *book, e *quiver.Theory, id *identity, regraded bool) error {
	switch {
	case id.toMagnetic == nil:
		b.without(MultiGraded, "no map of symmetries between the two theories is known")
		return nil
	case id.oriented != nil:
		b.without(MultiGraded, "SU(2) arrows were turned to compare the rings")
		return nil
	case regraded || len(id.shifts) > 0:
		b.without(MultiGraded, "the R-symmetries that order the two rings are not images of each other as encoded")
		return nil
	}
	var split [2][]quiver.Charges
	mesonic := e.Symmetries().Mesonic
	for _, f := range mesonic {
		image := id.toMagnetic.Flavour(f)
		if !id.magnetic.IsFlavour(image) {
			continue // broken by W in this basis of a multiplet
		}
		split[0] = append(split[0], f)
		split[1] = append(split[1], image)
	}
	if len(split[0]) == 0 {
		b.without(MultiGraded, "no mesonic flavour symmetry is manifest on both sides")
		return nil
	}
	c, err := compareRings(ctx, claim.Interaction,
		chiralring.Side{Theory: e, Grading: chiralring.Grading{Split: split[0]}},
		chiralring.Side{Theory: id.magnetic, Grading: chiralring.Grading{Split: split[1]}})
	if err != nil {
		return err
	}
	total := operators(c)
	switch {
	case c.Difference != nil:
		b.failed(MultiGraded, c.Difference.String())
	case c.Untested == "" && total > 0:
		b.certified(MultiGraded, fmt.Sprintf("equal at every charge under U(1)_R and %s up to R = %s: %s",
			plural(len(split[0]), "mesonic flavour U(1)", "mesonic flavour U(1)s"), c.Level.RatString(), plural(total, "operator", "operators")))
	case c.Untested == "":
		b.unknown(MultiGraded, fmt.Sprintf("no operator is left up to R = %s on either side, so nothing was compared", c.Level.RatString()))
	default:
		b.unknown(MultiGraded, sides(c.Untested))
	}
	return nil
}
