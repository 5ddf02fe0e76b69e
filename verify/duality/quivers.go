package duality

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// judgeQuivers judges a pair of quiver theories.
func (v Verifier) judgeQuivers(ctx context.Context, b *book, c *Claim) error {
	e, m := c.Electric, c.Magnetic
	judgeKind(b, c, kindQuiver)
	judgeGauge(b, ElectricGauge, e)
	judgeGauge(b, MagneticGauge, m)
	judgeMixed(b, ElectricMixed, e)
	judgeMixed(b, MagneticMixed, m)
	judgeW(b, ElectricSuperpotential, e)
	judgeW(b, MagneticSuperpotential, m)
	if isPublished(b.profile) {
		b.notImplemented(OperatorMapAbelian, "the claim gives no operator map")
	} else {
		b.without(OperatorMapAbelian, "the theories are quivers without flavour symmetry")
	}
	for _, name := range []string{OperatorMapFlavour, MesonLifting, MassFlow, FlatDirection, MesonTower, DressedBaryons} {
		b.without(name, "the theories are quivers without flavour symmetry")
	}
	judgeMetadata(b)
	if isPublished(b.profile) {
		judgeEncoded(b, e, m, nil)
		judgePublishedRest(b)
		return judgePublishedRing(ctx, b, e, m)
	}
	var rings *chiralring.Comparison
	if e.EncodesR && m.EncodesR {
		var err error
		if rings, err = compareRings(ctx, b.profile, chiralring.Side{Theory: e}, chiralring.Side{Theory: m}); err != nil {
			return err
		}
	}
	// A change of basis in a multiplet is looked for only where nothing excludes it.
	rotations := !b.hasFailed() && rings != nil && rings.Difference == nil
	needed := !b.hasFailed() && rings != nil && rings.Difference == nil && rings.Level == nil
	id, err := identify(ctx, e, m, rotations, needed)
	if err != nil {
		return err
	}
	judgeEncoded(b, e, m, id)
	if err := judgeRing(ctx, b, e, m, rings, id); err != nil {
		return err
	}
	judgeIdentity(b, e, m, id)
	if err := judgeSuperconformal(ctx, b, e, m); err != nil {
		return err
	}
	if err := v.judgeIndices(ctx, b, e, m, id); err != nil {
		return err
	}
	b.unknown(EncodedUnitarity, "the claim lists no operators; the operators that are known are judged at the superconformal R, see r_charge.scft_soundness")
	b.without(Deformations, "quivers without flavour: no mass or flat direction is followed")
	judgeMassive(b, e, m)
	return nil
}

func judgeGauge(b *book, name string, t *quiver.Theory) {
	var faults []string
	doublets := 0
	for _, a := range t.GaugeAnomalies() {
		if a.SU2() {
			doublets++
			// The paper's rule balances SU(2) nodes as well, whose fundamental is
			// pseudo-real.
			if isPublished(b.profile) && a.In != a.Out {
				faults = append(faults, fmt.Sprintf("node %s: Σ_in = %d, Σ_out = %d, as published, where SU(2) is balanced too", a.Label, a.In, a.Out))
				continue
			}
		}
		if !a.Cancels() {
			fault := a.String()
			if a.SU2() {
				fault += ", an odd number: Witten anomaly"
			}
			faults = append(faults, fault)
		}
	}
	message := fmt.Sprintf("Σ_in = Σ_out at %s", plural(len(t.Nodes)-doublets, "node", "nodes"))
	if doublets > 0 {
		message += fmt.Sprintf("; an even number of doublets at %s", plural(doublets, "SU(2) node", "SU(2) nodes"))
		if doublets == len(t.Nodes) {
			message = fmt.Sprintf("an even number of doublets at %s", plural(doublets, "SU(2) node", "SU(2) nodes"))
		}
	}
	settle(b, name, faults, message)
}

func judgeMixed(b *book, name string, t *quiver.Theory) {
	if !t.EncodesR {
		if isPublished(b.profile) {
			b.without(name, "no U(1) is encoded")
			return
		}
		b.unknown(name, "the theory encodes no U(1)_R (u1_globals does not list it), so there is nothing to check")
		return
	}
	var faults []string
	for i, x := range t.RAnomalies() {
		if x.Sign() != 0 {
			faults = append(faults, fmt.Sprintf("node %s: N + Σ T (R − 1) dim = %s", t.Nodes[i].Label, x.RatString()))
		}
	}
	settle(b, name, faults, fmt.Sprintf("SU(N)² U(1)_R = 0 at %s", plural(len(t.Nodes), "node", "nodes")))
}

func judgeW(b *book, name string, t *quiver.Theory) {
	if len(t.W) == 0 {
		judgeNoW(b, name)
		return
	}
	var faults []string
	notes := notes()
	for _, term := range t.W {
		if r := t.RCharge(term); t.EncodesR && r.Cmp(big.NewRat(2, 1)) != 0 {
			faults = append(faults, fmt.Sprintf("R(%s) = %s, not 2", t.Text(term), r.RatString()))
		}
		if isPublished(b.profile) && !publishedSinglet(t, term) {
			faults = append(faults, t.Text(term)+" passes a node twice, which the published test takes for not invariant")
			if len(notes) == 0 {
				notes = append(notes, flagged(FlagKnownWrong))
			}
		}
	}
	if len(faults) > 0 {
		b.failed(name, listed(faults), notes...)
		return
	}
	message := plural(len(t.W), "closed word", "closed words")
	if t.EncodesR {
		message += " of R = 2"
	}
	b.certified(name, message)
}

// publishedSinglet is the published test of gauge invariance: at each node nothing, only
// adjoints (two or more), or one fundamental and one antifundamental with any adjoints.
func publishedSinglet(t *quiver.Theory, term quiver.SuperpotentialTerm) bool {
	type count struct{ in, out, loops int }
	at := make([]count, len(t.Nodes))
	for _, x := range term.Word {
		a := t.Arrows[x]
		if a.IsLoop() {
			at[a.Source].loops++
			continue
		}
		at[a.Source].out++
		at[a.Target].in++
	}
	for _, n := range at {
		switch {
		case n.in == 0 && n.out == 0 && n.loops != 1:
		case n.in == 1 && n.out == 1:
		default:
			return false
		}
	}
	return true
}

// judgeEncoded compares what the two theories encode: U(1)_R, its anomalies and its a and c.
// id says whether another R of the magnetic theory would match; nil: unknown.
func judgeEncoded(b *book, e, m *quiver.Theory, id *identity) {
	switch {
	case e.EncodesR != m.EncodesR:
		side := "electric"
		if m.EncodesR {
			side = "magnetic"
		}
		b.failed(GlobalSymmetry, "only the "+side+" theory encodes a U(1)_R")
	case e.EncodesR:
		b.certified(GlobalSymmetry, "both theories encode U(1)_R")
	case isPublished(b.profile):
		b.certified(GlobalSymmetry, "neither theory encodes a symmetry, which passes as published")
	default:
		b.unknown(GlobalSymmetry, "neither theory encodes a global symmetry, so there is nothing to match")
	}
	if !e.EncodesR || !m.EncodesR {
		if isPublished(b.profile) {
			b.certified(GlobalAnomalies, "an empty table passes, as published", flagged(FlagKnownWrong))
			b.unknown(CentralCharges, "no U(1)_R is encoded on both sides")
			return
		}
		const why = "no U(1)_R is encoded on both sides, so there is no table to compare"
		b.unknown(GlobalAnomalies, why)
		b.unknown(CentralCharges, why)
		b.unknown(Gravitational, why)
		return
	}
	re, r3e := e.Traces()
	rm, r3m := m.Traces()
	ae, ce := e.TrialCentralCharges()
	am, cm := m.TrialCentralCharges()
	mixing := ""
	var flags []note
	if id != nil && id.mixing {
		mixing = "; " + mixingText
		flags = notes(FlagFlavourMixing)
	}
	compare := func(name, agree, kind string, rows ...difference) {
		if faults := differing(rows); len(faults) > 0 {
			b.failed(name, strings.Join(faults, "; ")+mixing, append([]note{table(kind, rows)}, flags...)...)
			return
		}
		b.certified(name, agree, table(kind, rows))
	}
	cubic := difference{"Tr R³", r3e.RatString(), r3m.RatString()}
	linear := difference{"Tr R", re.RatString(), rm.RatString()}
	compare(GlobalAnomalies, fmt.Sprintf("Tr R = %s and Tr R³ = %s on both sides", linear.Electric, cubic.Electric), "thooft", linear, cubic)
	compare(Gravitational, fmt.Sprintf("Tr R = %s on both sides", linear.Electric), "thooft", linear)
	compare(CentralCharges, fmt.Sprintf("a = %s and c = %s of the encoded R on both sides", ae.RatString(), ce.RatString()), "central_charges",
		difference{"a", ae.RatString(), am.RatString()}, difference{"c", ce.RatString(), cm.RatString()})
}

// isMass reports whether a term of W is quadratic.
func isMass(term quiver.SuperpotentialTerm) bool { return len(term.Word)+len(term.Singlets) == 2 }

// judgeMassive notes quadratic terms.
func judgeMassive(b *book, e, m *quiver.Theory) {
	var parts []string
	for i, t := range []*quiver.Theory{e, m} {
		var terms []string
		for _, term := range t.W {
			if isMass(term) {
				terms = append(terms, t.Text(term))
			}
		}
		if len(terms) > 0 {
			parts = append(parts, fmt.Sprintf("the %s W has %s: %s", sideName(i), plural(len(terms), "mass term", "mass terms"), listed(terms)))
		}
	}
	if len(parts) == 0 {
		b.certified(MassivePairs, "no field is massive")
		return
	}
	b.certified(MassivePairs, strings.Join(parts, "; ")+"; such fields are absent in the infrared", flagged(FlagMassive))
}
