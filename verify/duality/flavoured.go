package duality

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/sqcd"
)

// judgeFlavoured judges an SQCD or a Kutasov–Schwimmer claim.
func judgeFlavoured(b *book, c *Claim) {
	f := c.Flavoured
	judgeKind(b, c, kindSingle)
	judgeFlavouredGauge(b, ElectricGauge, f.Electric)
	judgeFlavouredGauge(b, MagneticGauge, f.Magnetic)
	judgeFlavouredMixed(b, ElectricMixed, f.Electric)
	judgeFlavouredMixed(b, MagneticMixed, f.Magnetic)
	judgeFlavouredW(b, ElectricSuperpotential, f.Electric)
	judgeFlavouredW(b, MagneticSuperpotential, f.Magnetic)
	judgeFlavouredSymmetry(b, f)
	judgeTHooft(b, f)
	judgeFlavouredCharges(b, f)
	b.without(ChiralRing, "single-node theory with flavour: the ring is judged by operator maps, meson lifting and flows")
	judgeMaps(b, f)
	judgeDeformations(b, f)
	judgeFlavouredUnitarity(b, f)
	judgeMetadata(b)
	judgeLifting(b, f)
	judgeFlows(b, f)
	judgeTower(b, f)
	judgeDressedBaryons(b, f)
	judgeFlavouredPhase(b, f)
	for name, why := range map[string]string{
		SuperconformalAudit: "R is fixed by the anomaly, charge conjugation and W: nothing is left to maximize over",
		AMaximization:       "R is fixed by the anomaly, charge conjugation and W: nothing is left to maximize over",
		Soundness:           "what the bounds say about the encoded R is told under infrared.phase",
		Index:               "not computed for theories with flavour",
		DetChi:              "a theory with flavour has no large-N quiver index",
		MutationWitness:     "a claim of quivers only",
		PulledBack:          "the table of U(1)_B and U(1)_R is the whole cubic form",
		RIdentification:     "U(1)_R is fixed on both sides by the anomaly and charge conjugation",
		SymmetryRank:        "both sides have U(1)_B and U(1)_R by construction",
		Coefficients:        "every coefficient can be absorbed into a field",
		MultiGraded:         "no ring is built for a theory with flavour",
		MassivePairs:        "W has no mass term of elementary fields",
		Copy:                "the two theories have different fields",
	} {
		b.without(name, why)
	}
}

// judgeKind compares what the claim calls its theories with what they are.
func judgeKind(b *book, c *Claim, kind string) {
	ignored := ""
	if len(c.Ignored) > 0 {
		ignored = "; read and ignored: " + strings.Join(c.Ignored, ", ")
	}
	words := map[string]string{
		kindQuiver: "quiver gauge theories without flavour symmetry",
		kindSingle: "single-node gauge theories with flavour symmetry",
	}
	if c.TheoryKind != "" && c.TheoryKind != kind {
		b.failed(TheoryKind, fmt.Sprintf("the claim calls its theories %s, and they are %s (%s)%s", c.TheoryKind, words[kind], kind, ignored))
		return
	}
	name, other := misnamed(c)
	if other && !isPublished(b.profile) {
		b.failed(TheoryKind, name+": the theories here have SU(N) nodes"+ignored)
		return
	}
	if name != "" {
		name = "; " + name + ": the rank counts"
	}
	b.certified(TheoryKind, "both are "+words[kind]+name+ignored)
}

// groupLabel is a node label that begins with the name of a group.
var groupLabel = regexp.MustCompile(`^([A-Za-z]+)\(([0-9]+)\)`)

// misnamed names a node whose label is that of another group than its SU(rank); other says
// that it is not even an SU(N). It is empty if there is none.
func misnamed(c *Claim) (text string, other bool) {
	for k, t := range []*quiver.Theory{c.Electric, c.Magnetic} {
		if t == nil {
			continue
		}
		for i, n := range t.Nodes {
			m := groupLabel.FindStringSubmatch(n.Label)
			if m == nil || m[1] == "SU" && m[2] == strconv.Itoa(n.Rank) {
				continue
			}
			if text == "" || !other && m[1] != "SU" {
				text = fmt.Sprintf("node %d of the %s theory is called %s and has rank %d", i, sideName(k), n.Label, n.Rank)
				other = m[1] != "SU"
			}
		}
	}
	return text, other
}

func judgeFlavouredGauge(b *book, name string, t *sqcd.Theory) {
	a := t.GaugeAnomaly()
	switch {
	case a.Doublets != nil && a.Vanishes():
		b.certified(name, fmt.Sprintf("SU(2) has %s doublets, an even number: no Witten anomaly", a.Doublets))
	case a.Doublets != nil:
		b.failed(name, fmt.Sprintf("SU(2) has %s doublets, an odd number: Witten anomaly", a.Doublets))
	case a.Vanishes():
		b.certified(name, fmt.Sprintf("SU(%d): %s fundamentals and %s antifundamentals", t.Rank, a.Fundamentals, a.Antifundamentals))
	default:
		b.failed(name, fmt.Sprintf("SU(%d): %s fundamentals against %s antifundamentals", t.Rank, a.Fundamentals, a.Antifundamentals))
	}
}

func judgeFlavouredMixed(b *book, name string, t *sqcd.Theory) {
	qb, qr := t.MixedAnomalies()
	var faults []string
	if qb.Sign() != 0 {
		faults = append(faults, fmt.Sprintf("SU(%d)² U(1)_B = %s", t.Rank, qb.RatString()))
	}
	if qr.Sign() != 0 {
		faults = append(faults, fmt.Sprintf("SU(%d)² U(1)_R = %s", t.Rank, qr.RatString()))
	}
	if len(faults) > 0 {
		b.failed(name, strings.Join(faults, "; ")+", and must be 0")
		return
	}
	b.certified(name, fmt.Sprintf("SU(%d)² U(1)_B = 0 and SU(%d)² U(1)_R = 0", t.Rank, t.Rank))
}

func judgeFlavouredW(b *book, name string, t *sqcd.Theory) {
	if len(t.W) == 0 {
		judgeNoW(b, name)
		return
	}
	var faults []string
	vanishing := false
	for _, m := range t.W {
		if fault := t.TermFault(m); fault != "" {
			faults = append(faults, fmt.Sprintf("%s: %s", m, fault))
		}
		vanishing = vanishing || t.Rank == 2 && len(m) == 1 && isAdjoint(t, m[0].Field) && m[0].Exponent%2 == 1
	}
	if len(faults) > 0 {
		b.failed(name, listed(faults))
		return
	}
	message := plural(len(t.W), "term is", "terms are") + " invariant, with R = 2 and B = 0"
	if vanishing {
		b.certified(name, message+"; the trace of an odd power of an SU(2) adjoint vanishes identically", flagged(FlagVanishingTrace))
		return
	}
	b.certified(name, message)
}

// judgeNoW judges a theory without a superpotential.
func judgeNoW(b *book, name string) {
	if isPublished(b.profile) {
		b.certified(name, "W = 0 passes, as published")
		return
	}
	b.without(name, "W = 0: there is no term to check")
}

func isAdjoint(t *sqcd.Theory, name string) bool {
	f, ok := t.Field(name)
	return ok && f.Gauge == sqcd.Adjoint
}

// judgeFlavouredSymmetry checks that W leaves no symmetry on one side that the other lacks:
// without a coupling of every meson to the quarks, the mesons rotate by themselves.
func judgeFlavouredSymmetry(b *book, f *Flavoured) {
	group := fmt.Sprintf("SU(%d)_L × SU(%d)_R × U(1)_B × U(1)_R", f.Nf, f.Nf)
	if f.Nf == 1 {
		group = "U(1)_B × U(1)_R"
	}
	if !isPublished(b.profile) && f.mesonsUncoupled() {
		b.failed(GlobalSymmetry, "no term of the magnetic W ties the gauge-singlet fields to the quarks, so SU(Nf) rotations of the two are separate symmetries, which the electric theory does not have")
		return
	}
	if !isPublished(b.profile) {
		e, m := abelian(f.Electric), abelian(f.Magnetic)
		if e != m {
			b.failed(GlobalSymmetry, fmt.Sprintf("the electric W and anomaly leave %s of the flavour-singlet kind and the magnetic ones %d", plural(e, "U(1)", "U(1)s"), m))
			return
		}
	}
	b.certified(GlobalSymmetry, "both sides have "+group)
}

// abelian is the number of U(1)s besides U(1)_R, anomaly-free and kept by W, under which the
// components of every field have one charge: the fields less the rank of the equations that
// the terms of W and the SU(N)² U(1) anomaly impose. Only U(1)_B is left where a dual is
// complete; without Tr Y^(k+1), say, a rotation of Y is another.
func abelian(t *sqcd.Theory) int {
	var rows [][]*big.Rat
	for _, term := range t.W {
		row := make([]*big.Rat, len(t.Fields))
		for k, field := range t.Fields {
			row[k] = big.NewRat(term.Count(field.Name), 1)
		}
		rows = append(rows, row)
	}
	anomaly := make([]*big.Rat, len(t.Fields))
	for k, field := range t.Fields {
		switch field.Gauge {
		case sqcd.Adjoint:
			anomaly[k] = big.NewRat(2*t.Rank, 1)
		case sqcd.Fundamental, sqcd.Antifundamental:
			anomaly[k] = big.NewRat(t.Flavours, 1)
		default:
			anomaly[k] = new(big.Rat)
		}
	}
	return len(t.Fields) - rank(append(rows, anomaly))
}

// rank is that of a matrix, which it brings into echelon form.
func rank(rows [][]*big.Rat) int {
	done := 0
	for c := 0; len(rows) > 0 && c < len(rows[0]); c++ {
		p := slices.IndexFunc(rows[done:], func(row []*big.Rat) bool { return row[c].Sign() != 0 })
		if p < 0 {
			continue
		}
		rows[done], rows[done+p] = rows[done+p], rows[done]
		for _, row := range rows[done+1:] {
			q := new(big.Rat).Quo(row[c], rows[done][c])
			for k := c; k < len(row); k++ {
				row[k] = new(big.Rat).Sub(row[k], new(big.Rat).Mul(q, rows[done][k]))
			}
		}
		if done++; done == len(rows) {
			break
		}
	}
	return done
}

// mesonsUncoupled reports that mesons are there and none of them stands in W together with
// other fields.
func (f *Flavoured) mesonsUncoupled() bool {
	mesons := 0
	for _, field := range f.Magnetic.Fields {
		if field.Gauge != sqcd.Singlet {
			continue
		}
		mesons++
		for _, term := range f.Magnetic.W {
			if term.Count(field.Name) > 0 && len(term) > 1 {
				return false
			}
		}
	}
	return mesons > 0
}

func judgeTHooft(b *book, f *Flavoured) {
	rows, faults := compareTHooft(f.Electric.THooft(), f.Magnetic.THooft())
	gravity, ours := []string{}, []string{}
	for _, d := range faults {
		line := d.String()
		ours = append(ours, line)
		if d.Name == sqcd.GravityB || d.Name == sqcd.GravityR {
			gravity = append(gravity, line)
		}
	}
	if len(ours) > 0 {
		b.failed(GlobalAnomalies, fmt.Sprintf("%s of %d differ: %s", plural(len(ours), "coefficient", "coefficients"), len(rows), listed(ours)), table("thooft", rows))
	} else {
		b.certified(GlobalAnomalies, fmt.Sprintf("all %d coefficients agree", len(rows)), table("thooft", rows))
	}
	if len(gravity) > 0 {
		b.failed(Gravitational, listed(gravity))
	} else {
		r, _ := f.Electric.Traces()
		b.certified(Gravitational, "Tr B = 0 and Tr R = "+r.RatString()+" on both sides")
	}
}

// compareTHooft pairs two tables, which have the same entries when the flavour groups are
// the same.
func compareTHooft(e, m []sqcd.Coefficient) (rows, faults []difference) {
	for i := range e {
		d := difference{e[i].Name, e[i].Value.RatString(), m[i].Value.RatString()}
		rows = append(rows, d)
		if !e[i].Equal(m[i]) {
			faults = append(faults, d)
		}
	}
	return rows, faults
}

func judgeFlavouredCharges(b *book, f *Flavoured) {
	ae, ce := f.Electric.CentralCharges()
	am, cm := f.Magnetic.CentralCharges()
	rows := []difference{{"a", ae.RatString(), am.RatString()}, {"c", ce.RatString(), cm.RatString()}}
	if faults := differing(rows); len(faults) > 0 {
		b.failed(CentralCharges, strings.Join(faults, "; "), table("central_charges", rows))
		return
	}
	message := fmt.Sprintf("a = %s and c = %s of the anomaly-free R agree", ae.RatString(), ce.RatString())
	if f.infraredFree() || len(f.decoupled()) > 0 {
		message += "; they are not the central charges in the infrared, see infrared.phase"
	}
	b.certified(CentralCharges, message, table("central_charges", rows))
}

func judgeMaps(b *book, f *Flavoured) {
	var charges, flavours []string
	seen := 0
	for _, m := range f.Maps {
		if isPublished(b.profile) && !m.Canonical {
			continue
		}
		seen++
		arrow := m.Electric.String() + " → " + m.Magnetic.String()
		e, errE := f.Electric.Operator(m.Electric)
		o, errM := f.Magnetic.Operator(m.Magnetic)
		if errE != nil || errM != nil {
			for _, err := range []error{errE, errM} {
				if err != nil {
					charges = append(charges, arrow+": "+err.Error())
				}
			}
			continue
		}
		for _, side := range []struct {
			op sqcd.Operator
			t  *sqcd.Theory
			m  sqcd.Monomial
		}{{e, f.Electric, m.Electric}, {o, f.Magnetic, m.Magnetic}} {
			if !side.op.GaugeInvariant(side.t) {
				charges = append(charges, fmt.Sprintf("%s: %s is not gauge invariant in SU(%d)", arrow, side.m, side.t.Rank))
			}
		}
		if e.B.Cmp(o.B) != 0 {
			charges = append(charges, fmt.Sprintf("%s: B = %s ≠ %s", arrow, e.B.RatString(), o.B.RatString()))
		}
		if e.R.Cmp(o.R) != 0 {
			charges = append(charges, fmt.Sprintf("%s: R = %s ≠ %s", arrow, e.R.RatString(), o.R.RatString()))
		}
		if fe, fm := e.Flavour(f.Electric), o.Flavour(f.Magnetic); fe != fm {
			flavours = append(flavours, fmt.Sprintf("%s: %s ≠ %s", arrow, fe, fm))
		}
	}
	settle(b, OperatorMapAbelian, charges, fmt.Sprintf("B and R agree in %s", plural(seen, "operator map", "operator maps")))
	if isPublished(b.profile) && f.K > 0 {
		b.without(OperatorMapFlavour, "the paper judges it for SQCD only")
		return
	}
	settle(b, OperatorMapFlavour, flavours, fmt.Sprintf("the flavour representations agree in %s", plural(seen, "operator map", "operator maps")))
}

// settle fails an obligation that has faults and certifies one that has none.
func settle(b *book, name string, faults []string, message string) {
	if len(faults) > 0 {
		b.failed(name, listed(faults))
		return
	}
	b.certified(name, message)
}

func judgeDeformations(b *book, f *Flavoured) {
	if isPublished(b.profile) {
		b.notImplemented(Deformations, "the paper's row is never judged")
		return
	}
	if f.K > 0 {
		b.without(Deformations, "no flow of a Kutasov–Schwimmer pair is judged")
		return
	}
	b.without(Deformations, "judged by itself under deformation.mass_flow and deformation.flat_direction")
}

func judgeMetadata(b *book) {
	for _, name := range []string{MetadataRing, MetadataModuli, MetadataManifold, MetadataSymmetry, MetadataProtected} {
		b.unknown(name, "the claim declares nothing of the kind, and a declaration would not be evidence")
	}
}

// meson is an elementary meson of the magnetic theory with the composite that its F-term
// removes.
type meson struct {
	field     string
	composite sqcd.Monomial
}

func (f *Flavoured) mesons() []meson {
	if f.K == 0 {
		return []meson{{"M", sqcd.Monomial{{Field: "q", Exponent: 1}, {Field: "qtilde", Exponent: 1}}}}
	}
	var list []meson
	for j := range f.K {
		m := sqcd.Monomial{{Field: "q", Exponent: 1}}
		if p := f.K - 1 - j; p > 0 {
			m = append(m, sqcd.Power{Field: "Y", Exponent: int64(p)})
		}
		list = append(list, meson{fmt.Sprintf("M%d", j), append(m, sqcd.Power{Field: "qtilde", Exponent: 1})})
	}
	return list
}

func judgeLifting(b *book, f *Flavoured) {
	if isPublished(b.profile) && f.K > 0 {
		b.without(MesonLifting, "the paper judges it for SQCD only")
		return
	}
	var faults []string
	mesons := f.mesons()
	for _, m := range mesons {
		if !f.Magnetic.Lifts(m.field, m.composite) {
			faults = append(faults, fmt.Sprintf("no F-term removes the composite %s: the magnetic theory has a meson too many", m.composite))
		}
	}
	settle(b, MesonLifting, faults, fmt.Sprintf("the F-terms of the elementary mesons remove %s", plural(len(mesons), "composite meson", "composite mesons")))
}

// judgeFlows compares the 't Hooft tables of the pairs to which a mass for one flavour and
// the mesonic flat directions lead. The tables are polynomials in the ranks, so that the
// ends and one point inside decide for all.
func judgeFlows(b *book, f *Flavoured) {
	if f.K > 0 {
		b.without(MassFlow, "a Kutasov–Schwimmer pair")
		b.without(FlatDirection, "a Kutasov–Schwimmer pair")
		return
	}
	m := f.mesons()[0]
	lifted := f.Magnetic.Lifts(m.field, m.composite)
	switch {
	case !lifted:
		b.failed(MassFlow, "W has no term M q qtilde, so a mass m Q Qtilde, which is m M, does not higgs the magnetic gauge group")
	case f.Nf-1 <= f.Nc:
		b.without(MassFlow, fmt.Sprintf("with one flavour less Nf = %d does not exceed Nc = %d, where there is no dual gauge group", f.Nf-1, f.Nc))
	default:
		judgeFlow(b, MassFlow, "a mass for one flavour", [][3]int64{{f.Nc, f.Nf - 1, f.Rank - 1}})
	}
	switch {
	case !lifted:
		b.failed(FlatDirection, "W has no term M q qtilde, so ⟨M⟩ gives no mass to magnetic quarks")
	case f.Nc <= 2:
		b.without(FlatDirection, "⟨M⟩ of rank 1 already breaks SU(2) completely")
	default:
		ends := [][3]int64{{f.Nc - 1, f.Nf - 1, f.Rank}}
		if top := f.Nc - 2; top > 1 {
			mid := (top + 1) / 2
			ends = append(ends, [3]int64{f.Nc - mid, f.Nf - mid, f.Rank}, [3]int64{2, f.Nf - top, f.Rank})
		}
		judgeFlow(b, FlatDirection, fmt.Sprintf("flat directions of rank 1 … %d", f.Nc-2), ends)
	}
}

// judgeFlow compares the pairs (Nc, Nf, Nm) to which a deformation leads.
func judgeFlow(b *book, name, what string, pairs [][3]int64) {
	var faults []string
	for _, p := range pairs {
		nc, nf, nm := p[0], p[1], p[2]
		if nm < 1 || nf < 1 {
			faults = append(faults, fmt.Sprintf("SU(%d) with %d flavours is left without a magnetic gauge group", nc, nf))
			continue
		}
		// The quarks' R is that of the electric theory after the flow on both sides.
		e, m := sqcd.Seiberg(nc, nf, nm)
		_, differ := compareTHooft(e.THooft(), m.THooft())
		if len(differ) > 0 {
			faults = append(faults, fmt.Sprintf("electric SU(%d) and magnetic SU(%d) with %d flavours: %s", nc, nm, nf, differ[0]))
		}
	}
	if len(faults) > 0 {
		b.failed(name, what+": "+listed(faults))
		return
	}
	p := pairs[0]
	b.certified(name, fmt.Sprintf("%s: to SU(%d) and SU(%d) with %d flavours, whose 't Hooft anomalies agree", what, p[0], p[2], p[1]))
}

func judgeTower(b *book, f *Flavoured) {
	if f.K == 0 {
		b.without(MesonTower, "an SQCD pair")
		return
	}
	var faults []string
	present := 0
	for _, m := range f.Maps {
		if !m.Canonical {
			continue
		}
		name := m.Magnetic[0].Field
		if _, ok := f.Magnetic.Field(name); !ok {
			faults = append(faults, fmt.Sprintf("%s has no elementary image %s", m.Electric, name))
			continue
		}
		present++
	}
	settle(b, MesonTower, faults, fmt.Sprintf("M0 … M%d are the images of Qtilde X^j Q, j = 0 … %d", present-1, present-1))
}

// judgeDressedBaryons compares charges of B(n_0 … n_(k−1)) = Π (X^l Q)^(n_l), Σ n_l = Nc,
// 0 ≤ n_l ≤ Nf, with those of b(n̄), n̄_l = Nf − n_(k−1−l). Both are affine functions of n,
// and the set of n is connected by moves of one unit, so one point and the slopes decide.
func judgeDressedBaryons(b *book, f *Flavoured) {
	if f.K == 0 {
		b.without(DressedBaryons, "an SQCD pair")
		return
	}
	q, _ := f.Electric.Field("Q")
	x, _ := f.Electric.Field("X")
	mq, _ := f.Magnetic.Field("q")
	y, _ := f.Magnetic.Field("Y")
	var faults []string
	if x.R.Cmp(y.R) != 0 {
		faults = append(faults, fmt.Sprintf("R of the adjoints: %s ≠ %s", x.R.RatString(), y.R.RatString()))
	}
	// Fill the baryon from the lowest dressing on.
	re, rm := new(big.Rat), new(big.Rat)
	left, size := f.Nc, int64(0)
	for l := range int64(f.K) {
		n := min(left, f.Nf)
		left -= n
		nbar := f.Nf - n
		size += nbar
		dressed := func(r, rx *big.Rat, level int64) *big.Rat {
			return new(big.Rat).Add(r, new(big.Rat).Mul(rx, new(big.Rat).SetInt64(level)))
		}
		re.Add(re, new(big.Rat).Mul(dressed(q.R, x.R, l), new(big.Rat).SetInt64(n)))
		rm.Add(rm, new(big.Rat).Mul(dressed(mq.R, y.R, int64(f.K)-1-l), new(big.Rat).SetInt64(nbar)))
	}
	if size != f.Rank {
		faults = append(faults, fmt.Sprintf("the image of a baryon of SU(%d) has %d quarks and is no baryon of SU(%d)", f.Nc, size, f.Rank))
	}
	if re.Cmp(rm) != 0 {
		faults = append(faults, fmt.Sprintf("R of the lowest baryon: %s ≠ %s", re.RatString(), rm.RatString()))
	}
	eb := new(big.Rat).Mul(q.B, new(big.Rat).SetInt64(f.Nc))
	mb := new(big.Rat).Mul(mq.B, new(big.Rat).SetInt64(f.Rank))
	if eb.Cmp(mb) != 0 {
		faults = append(faults, fmt.Sprintf("B of a baryon: %s ≠ %s", eb.RatString(), mb.RatString()))
	}
	settle(b, DressedBaryons, faults, fmt.Sprintf("dressed baryons agree in B, R (lowest: %s) and flavour; Tr X^j and Tr Y^j agree for j = 2 … %d", re.RatString(), f.K))
}

// twoThirds is the R-charge of a free chiral field.
func twoThirds() *big.Rat { return big.NewRat(2, 3) }

// light lists gauge-invariant operators that the encoded R would put below the unitarity
// bound, with their number of components.
type light struct {
	name string
	r    *big.Rat
	dim  *big.Int
}

// decoupled lists what violates the unitarity bound: mesons, baryons and traces of the
// electric theory, which are those of the dual.
func (f *Flavoured) decoupled() []light {
	var list []light
	nf2 := new(big.Int).Mul(big.NewInt(f.Nf), big.NewInt(f.Nf))
	add := func(m sqcd.Monomial, name string, dim *big.Int) {
		op, err := f.Electric.Operator(m)
		if err == nil && op.R.Cmp(twoThirds()) < 0 {
			list = append(list, light{name, op.R, dim})
		}
	}
	one := func(field string) sqcd.Power { return sqcd.Power{Field: field, Exponent: 1} }
	if f.K == 0 {
		add(sqcd.Monomial{one("Q"), one("Qtilde")}, "M = Q Qtilde", nf2)
		add(sqcd.Monomial{{Field: "Q", Exponent: f.Nc}}, fmt.Sprintf("Q^%d", f.Nc), nil)
		return list
	}
	for j := range f.K {
		m := sqcd.Monomial{one("Qtilde")}
		if j > 0 {
			m = append(m, sqcd.Power{Field: "X", Exponent: int64(j)})
		}
		m = append(m, one("Q"))
		add(m, fmt.Sprintf("M%d = %s", j, m), nf2)
	}
	for j := int64(2); j <= int64(f.K); j++ {
		add(sqcd.Monomial{{Field: "X", Exponent: j}}, fmt.Sprintf("Tr X^%d", j), big.NewInt(1))
	}
	// The lowest baryon has its quarks dressed as little as statistics allow.
	m := sqcd.Monomial{{Field: "Q", Exponent: f.Nc}}
	left := f.Nc
	for l := range int64(f.K) {
		n := min(left, f.Nf)
		left -= n
		if l > 0 && n > 0 {
			m = append(m, sqcd.Power{Field: "X", Exponent: l * n})
		}
	}
	add(m, "the lowest dressed baryon", nil)
	return list
}

func (l light) String() string { return fmt.Sprintf("%s (R = %s)", l.name, l.r.RatString()) }

func judgeFlavouredUnitarity(b *book, f *Flavoured) {
	var below []string
	for _, l := range f.decoupled() {
		below = append(below, l.String())
	}
	if m, ok := f.Magnetic.Field("M"); ok && len(below) == 0 && m.R.Cmp(twoThirds()) < 0 {
		below = append(below, fmt.Sprintf("M (R = %s)", m.R.RatString()))
	}
	switch {
	case isPublished(b.profile) && f.K > 0:
		b.unknown(EncodedUnitarity, "the paper lists operators for SQCD only")
	case isPublished(b.profile) && len(below) > 0:
		b.failed(EncodedUnitarity, "below the unitarity bound R = 2/3: "+listed(below)+"; as published this fails, although such an operator is free and the duality stands",
			flagged(FlagDecoupled), flagged(FlagKnownWrong))
	case len(below) > 0:
		b.without(EncodedUnitarity, "below R = 2/3 at the encoded R, so free in the infrared and decoupled: "+listed(below), flagged(FlagDecoupled))
	default:
		b.certified(EncodedUnitarity, "mesons, baryons and traces have R ≥ 2/3")
	}
}

// infraredFree reports that the gauge coupling of a side is free in the infrared.
func (f *Flavoured) infraredFree() bool {
	return f.Electric.Beta().Sign() <= 0 || f.Magnetic.Beta().Sign() <= 0
}

func judgeFlavouredPhase(b *book, f *Flavoured) {
	be, bm := f.Electric.Beta(), f.Magnetic.Beta()
	message := fmt.Sprintf("one-loop coefficients %s (electric) and %s (magnetic)", be.RatString(), bm.RatString())
	var list []note
	light := f.decoupled()
	switch {
	case be.Sign() <= 0:
		list = append(list, notes(FlagElectricFree, FlagNotSuperconformal)...)
		message += fmt.Sprintf(": the electric theory is free in the infrared, where a = %s; a and c of the encoded R are not infrared values", f.Electric.FreeCentralCharge().RatString())
		if bm.Sign() <= 0 {
			list = append(list, flagged(FlagMagneticFree))
		}
	case bm.Sign() <= 0:
		list = append(list, notes(FlagMagneticFree, FlagNotSuperconformal)...)
		message += fmt.Sprintf(": free magnetic phase, with free mesons and magnetic quarks and a = %s; a and c of the encoded R are not infrared values", f.Magnetic.FreeCentralCharge().RatString())
	case f.K > 0 && len(light) == 0:
		message += ": both are asymptotically free; R is superconformal if the adjoint's W is relevant where it flows to and nothing else is accidental"
	case len(light) == 0:
		message += ": conformal window, the encoded R is superconformal"
	}
	if len(light) > 0 {
		var names []string
		a, _ := f.Electric.CentralCharges()
		exact := true
		for _, l := range light {
			names = append(names, l.String())
			if l.dim == nil {
				exact = false
				continue
			}
			a = new(big.Rat).Add(a, new(big.Rat).Mul(new(big.Rat).SetInt(l.dim), freeing(l.r)))
		}
		list = append(list, notes(FlagDecoupled, FlagNotSuperconformal)...)
		message += "; under the unitarity bound, so free and decoupled: " + listed(names)
		if exact && be.Sign() > 0 && bm.Sign() > 0 {
			message += fmt.Sprintf("; with them free a = %s", a.RatString())
		}
	}
	b.put(InfraredPhase, claim.Certified, message, list...)
}

// freeing is what a changes by when an operator of charge r becomes free:
// (1/96)(2 − 3r)²(5 − 3r), Kutasov, Parnachev and Sahakyan 2003.
func freeing(r *big.Rat) *big.Rat {
	x := new(big.Rat).Mul(big.NewRat(3, 1), r)
	two := new(big.Rat).Sub(big.NewRat(2, 1), x)
	five := new(big.Rat).Sub(big.NewRat(5, 1), x)
	return new(big.Rat).Mul(big.NewRat(1, 96), new(big.Rat).Mul(new(big.Rat).Mul(two, two), five))
}
