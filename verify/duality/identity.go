package duality

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// identity is what is known about how the magnetic theory comes from the electric one.
type identity struct {
	rotations, needed bool
	left              int // of isoBudget
	// copy: the magnetic theory is the electric one up to names, basis and normalisation of
	// fields; conjugate: after charge conjugation; identical: name by name.
	identical, copy, conjugateCopy bool
	// undecided says why the question of a copy stays open.
	undecided string
	// nodes that were dualized to find the magnetic theory, nil if it was not found.
	found   bool
	nodes   []int
	iso     *quiver.Isomorphism
	massive bool
	// toMagnetic maps charges of the electric theory to those of the reduced magnetic one.
	toMagnetic seiberg.SymmetryMap
	magnetic   *quiver.Theory
	// oriented is the reduced magnetic theory with the SU(2) bifundamentals turned as in the
	// dual, nil where none had to be turned.
	oriented *quiver.Theory
	// near: the fields of the magnetic theory are those of the dual and only W differs.
	near *nearMiss
	// shifts are the differences between the R-charges of the magnetic fields and the images
	// of the electric ones; mixing: they are the charges of a flavour symmetry.
	shifts []string
	mixing bool
}

// nearMiss is a magnetic theory with the fields of a dual and another W.
type nearMiss struct {
	nodes []int
	// ratio is that of a coefficient invariant which no redefinition changes.
	ratio *big.Rat
	// sameWords: the words of W are those of the dual, coefficients aside; singlets: the
	// terms without singlets are those of the dual, coefficients and all.
	sameWords, singlets bool
}

// maxSize bounds the theories whose symmetries, isomorphisms and central charges are worked
// out: fields times fields and equations that W and the gauge groups impose on them; an
// orbifold of order forty-five is within it. maxFlavours bounds the symmetries whose cubic form
// is compared.
const (
	maxSize     = 40_000
	maxFlavours = 40
)

const tooLarge = "the theories are too large for it"

func large(t *quiver.Theory) bool {
	fields := len(t.Arrows) + len(t.Singlets)
	return fields*(fields+len(t.W)+len(t.Nodes)) > maxSize
}

// maxMesons bounds the mesons of a node that is dualized.
const maxMesons = 400

// depth bounds the sequences of dualizations that are tried, and maxDuals their number;
// the larger ones hold where the ring needs the map of symmetries, because the encoded R
// does not order its words.
const (
	depth, maxDuals         = 2, 64
	neededDepth, neededMost = 3, 400
)

// candidate is a theory that is dual to the electric one.
type candidate struct {
	nodes  []int
	theory *quiver.Theory
	toHere seiberg.SymmetryMap
}

// identify looks for the magnetic theory among the duals of the electric one, under changes
// of basis in multiplets too if rotations is set, and farther away if the map is needed.
func identify(ctx context.Context, e, m *quiver.Theory, rotations, needed bool) (*identity, error) {
	id := &identity{magnetic: m, rotations: rotations, needed: needed, left: isoBudget}
	if large(e) || large(m) {
		id.undecided = tooLarge
		return id, nil
	}
	if same(e, m) {
		id.identical = true
	}
	reduced := reduce(m)
	id.massive = len(reduced.Arrows) != len(m.Arrows) || len(reduced.Singlets) != len(m.Singlets)
	id.magnetic = reduced

	copied, err := isomorphism(ctx, e, reduced, false, rotations, &id.left)
	switch {
	case errors.Is(err, quiver.ErrUndecided):
		id.undecided = err.Error()
	case err != nil:
		return nil, err
	case copied != nil:
		id.copy = true
		id.conjugateCopy = copied.Conjugated
	}
	return id, id.search(ctx, e, reduced)
}

// search goes through the duals of the electric theory, those at one node, at two and so on,
// and the theory itself: first for the magnetic theory with its R, then with another R, then for
// its fields alone.
func (id *identity) search(ctx context.Context, e, m *quiver.Theory) error {
	itself := candidate{theory: e, toHere: unchanged(e)}
	target := sizes(m)
	level := []candidate{itself}
	var fitting []candidate
	steps := 0
	depth, most := id.reach()
search:
	for step := range depth {
		var next []candidate
		for _, c := range level {
			for v := range c.theory.Nodes {
				if n := len(c.nodes); n > 0 && c.nodes[n-1] == v {
					continue // back to where it came from
				}
				if len(c.theory.In(v))*len(c.theory.Out(v)) > maxMesons {
					continue
				}
				fits := slices.Equal(ranksAfter(c.theory, v), ranks(m))
				if last := step == depth-1; last && !fits {
					continue
				}
				if steps++; steps > most {
					break search
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				d, err := seiberg.Dualize(c.theory, v, seiberg.Options{})
				if err != nil {
					continue // a node without a dual, or one whose fields cannot be integrated out
				}
				n := candidate{append(slices.Clone(c.nodes), v), d.Theory, c.toHere.Then(d.Map)}
				next = append(next, n)
				if !fits || sizes(n.theory) != target {
					continue
				}
				fitting = append(fitting, n)
				if err := id.match(ctx, n, m, false); err != nil || id.found {
					return err
				}
			}
		}
		level = next
	}
	if sizes(e) == target {
		fitting = append(fitting, itself)
		if err := id.match(ctx, itself, m, false); err != nil || id.found {
			return err
		}
	}
	for _, c := range fitting {
		if err := id.match(ctx, c, m, true); err != nil || id.found {
			return err
		}
	}
	for _, c := range fitting {
		if err := id.almost(ctx, c, m); err != nil || id.near != nil && id.near.sameWords {
			return err
		}
	}
	return nil
}

// reach bounds the dualizations in a row and the duals that are tried.
func (id *identity) reach() (inRow, most int) {
	if id.needed {
		return neededDepth, neededMost
	}
	return depth, maxDuals
}

// ranks are those of the nodes, ascending.
func ranks(t *quiver.Theory) []int {
	list := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		list[i] = n.Rank
	}
	slices.Sort(list)
	return list
}

// ranksAfter are those after the dualization of node v; nil where it has no dual.
func ranksAfter(t *quiver.Theory, v int) []int {
	a := t.GaugeAnomalies()[v]
	if a.Loops > 0 || a.In != a.Out || a.In < a.Rank+2 {
		return nil
	}
	list := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		list[i] = n.Rank
	}
	list[v] = a.In - a.Rank
	slices.Sort(list)
	return list
}

// reduce integrates out massive fields where that can be done; a theory where it cannot is
// compared as it stands.
func reduce(t *quiver.Theory) *quiver.Theory {
	if !slices.ContainsFunc(t.W, isMass) {
		return t
	}
	r, _, err := seiberg.IntegrateOut(t)
	if err != nil {
		return t
	}
	return r
}

// sizes are numbers that isomorphic theories share.
func sizes(t *quiver.Theory) [4]int {
	return [4]int{len(t.Nodes), len(t.Arrows), len(t.Singlets), loops(t)}
}

func loops(t *quiver.Theory) int {
	n := 0
	for _, a := range t.Arrows {
		if a.IsLoop() {
			n++
		}
	}
	return n
}

// same reports whether two theories are equal label by label.
func same(a, b *quiver.Theory) bool {
	x, errX := a.Relabel().MarshalJSON()
	y, errY := b.Relabel().MarshalJSON()
	if errX != nil || errY != nil {
		return false
	}
	cut := func(text []byte, name string) string {
		return strings.Replace(string(text), fmt.Sprintf("%q", name), `""`, 1)
	}
	return cut(x, a.Name) == cut(y, b.Name)
}

// unchanged maps every charge to itself.
func unchanged(t *quiver.Theory) seiberg.SymmetryMap {
	n := len(t.Arrows) + len(t.Singlets)
	s := make(seiberg.SymmetryMap, n)
	for k := range s {
		s[k] = seiberg.Combination{Coefficients: make([]*big.Rat, k+1), R: new(big.Rat)}
		s[k].Coefficients[k] = big.NewRat(1, 1)
	}
	return s
}

// isoBudget bounds all searches for isomorphisms of a pair together, and searchBudget each of
// them: a theory with much symmetry and a W that does not fit makes every one long, and there
// are several for each dual.
const (
	isoBudget    = 400_000_000
	searchBudget = 40_000_000
)

// isomorphism looks for a map of theories under every equivalence: conjugation, reversal of
// SU(2) bifundamentals, changes of basis.
func isomorphism(ctx context.Context, a, b *quiver.Theory, ignoreR, rotations bool, left *int) (*quiver.Isomorphism, error) {
	return quiver.FindIsomorphism(ctx, a, b, quiver.IsomorphismOptions{
		IgnoreR: ignoreR, Conjugation: true, PseudoReal: true, Rotations: rotations, Budget: searchBudget, Left: left,
	})
}

// match compares a dual of the electric theory with the magnetic one.
func (id *identity) match(ctx context.Context, c candidate, m *quiver.Theory, ignoreR bool) error {
	iso, err := isomorphism(ctx, c.theory, m, ignoreR, id.rotations, &id.left)
	if errors.Is(err, quiver.ErrUndecided) {
		if id.undecided == "" {
			id.undecided = err.Error()
		}
		return nil
	}
	if err != nil || iso == nil {
		return err
	}
	id.found, id.nodes, id.iso = true, c.nodes, iso
	id.toMagnetic = transport(c, iso, m)
	if len(iso.Reversed) > 0 {
		id.oriented = turned(c.theory, iso, m)
	}
	if ignoreR {
		id.shifts, id.mixing = shifts(c, iso, m)
	}
	return nil
}

// almost looks for a map of fields under which only W differs.
func (id *identity) almost(ctx context.Context, c candidate, m *quiver.Theory) error {
	iso, err := isomorphism(ctx, unit(c.theory), unit(m), false, false, &id.left)
	if err != nil && !errors.Is(err, quiver.ErrUndecided) {
		return err
	}
	if iso != nil {
		id.near = &nearMiss{nodes: c.nodes, sameWords: true, ratio: ratio(c.theory, m, iso)}
		id.toMagnetic = transport(c, iso, m)
		return nil
	}
	if id.near != nil && id.near.singlets {
		return nil
	}
	for _, keep := range []func(quiver.SuperpotentialTerm) bool{
		func(term quiver.SuperpotentialTerm) bool { return len(term.Singlets) == 0 },
		func(quiver.SuperpotentialTerm) bool { return false },
	} {
		iso, err = isomorphism(ctx, only(c.theory, keep), only(m, keep), false, false, &id.left)
		if err != nil && !errors.Is(err, quiver.ErrUndecided) {
			return err
		}
		if iso != nil {
			id.near = &nearMiss{nodes: c.nodes, singlets: keep(quiver.SuperpotentialTerm{})}
			return nil
		}
	}
	return nil
}

// only is t with those terms of W alone.
func only(t *quiver.Theory, keep func(quiver.SuperpotentialTerm) bool) *quiver.Theory {
	u := t.Clone()
	u.W = slices.DeleteFunc(u.W, func(term quiver.SuperpotentialTerm) bool { return !keep(term) })
	return u
}

// unit is t with every coefficient of W replaced by 1.
func unit(t *quiver.Theory) *quiver.Theory {
	u := t.Clone()
	for i := range u.W {
		u.W[i].Coefficient = big.NewRat(1, 1)
	}
	return u
}

// transport is the map of charges from the electric theory to the fields of the magnetic
// one. A field that is reversed or conjugated has the opposite charge of none of these
// symmetries: its chiral superfield is the same, and so are its charges.
func transport(c candidate, iso *quiver.Isomorphism, m *quiver.Theory) seiberg.SymmetryMap {
	to := make(seiberg.SymmetryMap, len(m.Arrows)+len(m.Singlets))
	for k, image := range iso.Arrows {
		to[image] = c.toHere[k]
	}
	for k, image := range iso.Singlets {
		to[len(m.Arrows)+image] = c.toHere[len(iso.Arrows)+k]
	}
	return to
}

// turned is the dual with the R-charges of m, which is the same theory with some
// bifundamentals of SU(2) × SU(2), which are pseudo-real, written the other way round.
func turned(dual *quiver.Theory, iso *quiver.Isomorphism, m *quiver.Theory) *quiver.Theory {
	t := dual.Clone()
	for k, i := range iso.Arrows {
		t.Arrows[k].R = new(big.Rat).Set(m.Arrows[i].R)
	}
	for k, i := range iso.Singlets {
		t.Singlets[k].R = new(big.Rat).Set(m.Singlets[i].R)
	}
	return t
}

// shifts says how the R-symmetry of m differs from the image of the electric one, and
// whether the difference is a flavour symmetry.
func shifts(c candidate, iso *quiver.Isomorphism, m *quiver.Theory) (list []string, flavour bool) {
	image := make(quiver.Charges, len(m.Arrows)+len(m.Singlets))
	r := c.theory.RCharges()
	for k, i := range iso.Arrows {
		image[i] = r[k]
	}
	for k, i := range iso.Singlets {
		image[len(m.Arrows)+i] = r[len(iso.Arrows)+k]
	}
	own := m.RCharges()
	diff := make(quiver.Charges, len(own))
	for k := range own {
		diff[k] = new(big.Rat).Sub(own[k], image[k])
		if diff[k].Sign() != 0 {
			list = append(list, fmt.Sprintf("%s by %s", fieldLabel(m, k), signed(diff[k])))
		}
	}
	return list, m.IsFlavour(diff)
}

func signed(x *big.Rat) string {
	if x.Sign() > 0 {
		return "+" + x.RatString()
	}
	return x.RatString()
}

func fieldLabel(t *quiver.Theory, k int) string {
	if k < len(t.Arrows) {
		return t.Arrows[k].Label
	}
	return t.Singlets[k-len(t.Arrows)].Label
}

// ratio compares coefficients under a map of fields; nil where they are related by a
// rescaling or cannot be compared.
func ratio(a, b *quiver.Theory, iso *quiver.Isomorphism) *big.Rat {
	if iso.Conjugated || len(iso.Reversed) > 0 {
		return nil
	}
	moved := b.Clone()
	moved.W = make(quiver.Superpotential, len(a.W))
	for i, term := range a.W {
		image := quiver.SuperpotentialTerm{Coefficient: term.Coefficient}
		for _, s := range term.Singlets {
			image.Singlets = append(image.Singlets, iso.Singlets[s])
		}
		for _, x := range term.Word {
			image.Word = append(image.Word, iso.Arrows[x])
		}
		moved.W[i] = image
	}
	r, err := quiver.Redefinition(moved, b)
	if err != nil || r.Exists {
		return nil
	}
	return r.Ratio
}

const mixingText = "the theories are equivalent up to flavour mixing: the encoded U(1)_R of the magnetic one differs from the image of the electric one by an anomaly-free flavour U(1)"

// judgeIdentity writes down what identify found.
func judgeIdentity(b *book, e, m *quiver.Theory, id *identity) {
	judgeCopy(b, id)
	judgeWitness(b, id, e)
	judgeCoefficients(b, e, m, id)
	judgePulledBack(b, e, id)
	switch {
	case !e.EncodesR || !m.EncodesR:
		b.without(RIdentification, "no U(1)_R is encoded on both sides")
	case id.found && id.mixing && !b.hasFailed():
		b.unknown(RIdentification, "under the map of symmetries that was found the R-symmetries differ by a flavour U(1); as anomalies and rings agree, another map may identify them", flagged(FlagFlavourMixing), private("r_shifts", id.shifts))
	case id.found && id.mixing:
		b.failed(RIdentification, mixingText, flagged(FlagFlavourMixing), private("r_shifts", id.shifts))
	case id.found && len(id.shifts) > 0:
		b.failed(RIdentification, "the magnetic R-charges are not the image of the electric ones, and the difference is no symmetry", private("r_shifts", id.shifts))
	case id.found:
		b.certified(RIdentification, "the encoded U(1)_R is the image of the electric one under the map of symmetries")
	default:
		b.without(RIdentification, "no map of symmetries between the two theories is known")
	}
	if large(e) || large(m) {
		b.unknown(SymmetryRank, tooLarge)
		return
	}
	se, sm := e.Symmetries(), m.Symmetries()
	ne, nm := len(se.Flavour()), len(sm.Flavour())
	if ne == nm {
		b.certified(SymmetryRank, fmt.Sprintf("%s on either side (%d of them baryonic)", plural(ne, "manifest anomaly-free U(1) flavour symmetry", "manifest anomaly-free U(1) flavour symmetries"), len(se.Baryonic)))
	} else {
		b.unknown(SymmetryRank, fmt.Sprintf("%d and %d manifest anomaly-free U(1) flavour symmetries: a difference that a change of basis in a multiplet can make, so it decides nothing", ne, nm))
	}
}

func judgeCopy(b *book, id *identity) {
	switch {
	case id.identical:
		b.certified(Copy, "the magnetic theory is identical to the electric one: as a repair this is a copy", notes(FlagIdentical, FlagCopy)...)
	case id.copy && id.conjugateCopy:
		b.certified(Copy, "the magnetic theory is the charge conjugate of the electric one, up to names and normalisation of fields: a copy", notes(FlagCopy, FlagConjugateCopy)...)
	case id.copy:
		b.certified(Copy, "the magnetic theory is the electric one up to names and normalisation of fields: a copy", flagged(FlagCopy))
	case id.undecided != "":
		b.unknown(Copy, "whether the magnetic theory is a copy was not decided: "+id.undecided)
	default:
		b.certified(Copy, "the magnetic theory is not a copy of the electric one")
	}
}

func judgeWitness(b *book, id *identity, e *quiver.Theory) {
	if !id.found && id.undecided == tooLarge {
		b.unknown(MutationWitness, tooLarge)
		return
	}
	if !id.found {
		inRow, _ := id.reach()
		b.without(MutationWitness, fmt.Sprintf("the magnetic theory is none of the duals of the electric one that were tried, at up to %d nodes in a row", inRow))
		return
	}
	if len(id.nodes) == 0 {
		b.certified(MutationWitness, "the magnetic theory is the electric one; no node is dualized")
		return
	}
	var names []string
	for _, v := range id.nodes {
		names = append(names, e.Nodes[v].Label)
	}
	message := "the magnetic theory is the electric one dualized at node " + strings.Join(names, ", then ")
	list := notes(FlagSeibergDual)
	if id.iso.Conjugated {
		message += ", charge conjugated"
		list = append(list, flagged(FlagConjugated))
	}
	if len(id.iso.Reversed) > 0 {
		message += fmt.Sprintf(", with %s of SU(2) nodes reversed", plural(len(id.iso.Reversed), "arrow", "arrows"))
	}
	if id.iso.Rotated {
		message += ", in another basis of a multiplet"
		list = append(list, flagged(FlagBasis))
	}
	if len(id.shifts) > 0 {
		message += ", with other R-charges"
	}
	b.certified(MutationWitness, message, list...)
}

func judgeCoefficients(b *book, e, m *quiver.Theory, id *identity) {
	switch {
	case id.found && id.iso.Rotated:
		b.certified(Coefficients, "W is that of the dual after a change of basis in a multiplet", flagged(FlagBasis))
	case id.found && moves(id.iso.Signs):
		b.certified(Coefficients, "signs of coefficients differ from those of the dual, and signs of fields absorb the difference: removable", flagged(FlagRemovable))
	case id.found && id.iso.Signs == nil:
		b.certified(Coefficients, "coefficients differ from those of the dual, and a rescaling of fields absorbs the difference: removable", flagged(FlagRemovable))
	case id.found:
		b.certified(Coefficients, "the coefficients are those of the dual")
	case id.near != nil && id.undecided != "":
		b.unknown(Coefficients, "the fields are those of a dual, and whether a change of basis in a multiplet takes W to its was not decided: "+id.undecided)
	case id.near != nil && id.near.singlets && id.rotations:
		b.failed(Coefficients, "the fields and the terms without singlets are those of a dual, and the singlets multiply other combinations of operators, which no linear redefinition of fields relates: a double-trace deformation of the dual", flagged(FlagMarginal))
	case id.near != nil && id.near.sameWords:
		message := "the fields and words of W are those of a dual, and no redefinition of fields takes the coefficients to its: W is an exactly marginal deformation of the dual's"
		if id.near.ratio != nil {
			message += fmt.Sprintf(", with a coefficient invariant of %s in place of 1", id.near.ratio.RatString())
		}
		b.failed(Coefficients, message, flagged(FlagMarginal))
	case id.near != nil:
		b.without(Coefficients, "the fields are those of a dual, and the words of W are others")
	default:
		judgeBeta(b, e, m)
	}
}

// judgeBeta compares β where both superpotentials are those of brane tilings and no dual is
// known to compare with. Duality keeps β up to its inverse, which exchanges the colours of
// the vertices (Lunin and Maldacena 2005 for what β deforms).
func judgeBeta(b *book, e, m *quiver.Theory) {
	x, okE := e.Beta()
	y, okM := m.Beta()
	if !okE || !okM {
		b.without(Coefficients, "no dual with these fields is known to compare with")
		return
	}
	if x.Cmp(y) == 0 || new(big.Rat).Mul(x, y).Cmp(big.NewRat(1, 1)) == 0 {
		b.certified(Coefficients, "both W are those of brane tilings, with equal β = "+x.RatString())
		return
	}
	b.failed(Coefficients, fmt.Sprintf("both W are those of brane tilings, with β = %s ≠ %s: an exactly marginal deformation apart, if their quivers are dual", x.RatString(), y.RatString()), flagged(FlagMarginal))
}

func moves(signs []int) bool {
	for _, s := range signs {
		if s < 0 {
			return true
		}
	}
	return false
}

// judgePulledBack compares the whole cubic form under the map of symmetries.
func judgePulledBack(b *book, e *quiver.Theory, id *identity) {
	if id.toMagnetic == nil {
		b.without(PulledBack, "no map of symmetries between the two theories is known")
		return
	}
	s := e.Symmetries()
	if s.R == nil {
		b.without(PulledBack, "the electric theory has no anomaly-free R-symmetry")
		return
	}
	flavour := s.Flavour()
	if len(flavour) > maxFlavours {
		b.unknown(PulledBack, fmt.Sprintf("%d flavour symmetries are more than the cubic form is compared for", len(flavour)))
		return
	}
	image := make([]quiver.Charges, len(flavour))
	var faults []string
	for i, f := range flavour {
		image[i] = id.toMagnetic.Flavour(f)
		if !id.magnetic.IsFlavour(image[i]) && id.found && !id.iso.Rotated {
			faults = append(faults, fmt.Sprintf("the image of flavour symmetry %d is anomalous or broken by W", i+1))
		}
	}
	if len(faults) == 0 {
		for _, d := range e.Hooft(s.R, flavour).Compare(id.magnetic.Hooft(id.toMagnetic.R(s.R), image)) {
			faults = append(faults, fmt.Sprintf("%s: %s ≠ %s", d.Name, d.A.RatString(), d.B.RatString()))
		}
	}
	n := len(flavour)
	entries := 2 + n + n + n*(n+1)/2 + n*(n+1)*(n+2)/6
	settle(b, PulledBack, faults, fmt.Sprintf("all %d coefficients of U(1)_R and %s agree", entries, plural(n, "flavour U(1)", "flavour U(1)s")))
}
