package duality

import "github.com/assay-physics/assay/claim"

// Profiles beside claim.Interaction and claim.Final.
const (
	// Published judges as DualityCert's final judge does: word length up to 5.
	Published = claim.Published
	// PublishedFeedback judges as it does between the rounds of an agent: word length up
	// to 3.
	PublishedFeedback claim.Profile = "published_feedback"
)

// Profiles lists the profiles under which a claim can be checked.
func Profiles() []claim.Profile {
	return []claim.Profile{claim.Interaction, claim.Final, Published, PublishedFeedback}
}

// isPublished reports whether p keeps the rule of the paper.
func isPublished(p claim.Profile) bool { return p == Published || p == PublishedFeedback }

// Categories of the obligations.
const (
	CategoryScope          claim.Category = "scope"
	CategoryAnomaly        claim.Category = "anomaly"
	CategorySuperpotential claim.Category = "superpotential"
	CategorySymmetry       claim.Category = "symmetry"
	CategoryRCharge        claim.Category = "r_charge"
	CategoryChiralRing     claim.Category = "chiral_ring"
	CategoryIndex          claim.Category = "index"
	CategoryOperatorMap    claim.Category = "operator_map"
	CategoryDeformation    claim.Category = "deformation"
	CategoryMetadata       claim.Category = "metadata"
	CategoryInfrared       claim.Category = "infrared"
	CategoryPair           claim.Category = "pair"
)

// Names of the obligations: the twenty-three of the paper in its order, the five that its
// code judges for SQCD and Kutasov claims, and ours.
const (
	TheoryKind             = "scope.theory_kind"
	ElectricGauge          = "anomaly.electric_gauge"
	MagneticGauge          = "anomaly.magnetic_gauge"
	ElectricMixed          = "anomaly.electric_gauge_global"
	MagneticMixed          = "anomaly.magnetic_gauge_global"
	ElectricSuperpotential = "superpotential.electric"
	MagneticSuperpotential = "superpotential.magnetic"
	GlobalSymmetry         = "symmetry.global_matching"
	GlobalAnomalies        = "anomaly.global_matching"
	CentralCharges         = "r_charge.central_charges"
	ChiralRing             = "chiral_ring.bounded"
	SuperconformalAudit    = "r_charge.superconformal_audit"
	AMaximization          = "r_charge.a_maximization"
	Soundness              = "r_charge.scft_soundness"
	Index                  = "index.superconformal"
	OperatorMapAbelian     = "operator_map.abelian"
	Deformations           = "deformation.checks"
	EncodedUnitarity       = "r_charge.encoded_unitarity"
	MetadataRing           = "metadata.chiral_ring"
	MetadataModuli         = "metadata.moduli_space"
	MetadataManifold       = "metadata.conformal_manifold"
	MetadataSymmetry       = "metadata.generalized_symmetry"
	MetadataProtected      = "metadata.protected_quantities"

	OperatorMapFlavour = "operator_map.flavour"
	MesonLifting       = "superpotential.meson_lifting"
	MassFlow           = "deformation.mass_flow"
	FlatDirection      = "deformation.flat_direction"
	MesonTower         = "operator_map.meson_tower"

	Gravitational   = "anomaly.gravitational"
	DressedBaryons  = "operator_map.dressed_baryons"
	DetChi          = "index.large_n"
	MutationWitness = "pair.seiberg_dual"
	PulledBack      = "anomaly.pulled_back"
	RIdentification = "symmetry.r_identification"
	SymmetryRank    = "symmetry.rank"
	Coefficients    = "superpotential.coefficients"
	MultiGraded     = "chiral_ring.multigraded"
	MassivePairs    = "superpotential.massive_fields"
	InfraredPhase   = "infrared.phase"
	Copy            = "pair.copy"
)

// Waivers under which a required obligation may be not applicable.
const (
	waiverFlavoured = "the claim is a single-node pair with flavour, where the ring is judged through operator maps, meson lifting and flows"
	waiverNoW       = "the theory has no superpotential, so there is no term to check"
	waiverQuiver    = "the claim is a pair of quivers without flavour symmetry"
	waiverNotSQCD   = "the claim is not an SQCD pair"
	waiverNotKS     = "the claim is not a Kutasov–Schwimmer pair"
)

// paper names a row of table 2 of DualityCert.
func paper(row, formula string) string { return "DualityCert table 2, row " + row + ": " + formula }

// Kind is the registry of a duality claim.
func Kind() claim.Kind {
	all := []claim.Profile{claim.Interaction, claim.Final, Published, PublishedFeedback}
	ours := []claim.Profile{claim.Interaction, claim.Final}
	return claim.Kind{
		Name:    "duality",
		Meaning: "two four-dimensional N=1 gauge theories flow to the same infrared physics",
		Obligations: []claim.Obligation{
			{Name: TheoryKind, Category: CategoryScope, Required: true, Profiles: all, Source: paper("1", "definition"),
				Meaning: "both theories are of the kind the claim says: quivers without flavour, or one node with flavour"},
			{Name: ElectricGauge, Category: CategoryAnomaly, Required: true, Profiles: all, Source: paper("2", "Σ_F A(F) dim = 0 at every SU(N), N ≥ 3; for SU(2) Witten 1982: the number of doublets Σ 2T is even"),
				Meaning: "the electric gauge anomalies cancel at every node"},
			{Name: MagneticGauge, Category: CategoryAnomaly, Required: true, Profiles: all, Source: paper("3", "as for the electric theory"),
				Meaning: "the magnetic gauge anomalies cancel at every node"},
			{Name: ElectricMixed, Category: CategoryAnomaly, Required: true, Profiles: all, Source: paper("4", "N + Σ_F T(F)(R_F − 1) dim = 0 for U(1)_R, Σ_F T(F) q_F dim = 0 for other U(1)s, at every node"),
				Meaning: "the encoded U(1) symmetries of the electric theory have no gauge anomaly"},
			{Name: MagneticMixed, Category: CategoryAnomaly, Required: true, Profiles: all, Source: paper("5", "as for the electric theory"),
				Meaning: "the encoded U(1) symmetries of the magnetic theory have no gauge anomaly"},
			{Name: ElectricSuperpotential, Category: CategorySuperpotential, Required: true, Waiver: waiverNoW, Profiles: all, Source: paper("6", "gauge and flavour singlets with R = 2 and no other charge; closed cyclic words in a quiver"),
				Meaning: "every term of the electric W respects gauge and encoded global symmetry"},
			{Name: MagneticSuperpotential, Category: CategorySuperpotential, Required: true, Waiver: waiverNoW, Profiles: all, Source: paper("7", "as for the electric theory"),
				Meaning: "every term of the magnetic W respects gauge and encoded global symmetry"},
			{Name: GlobalSymmetry, Category: CategorySymmetry, Required: true, Profiles: all, Source: paper("8", "definition"),
				Meaning: "the encoded global symmetry groups are the same"},
			{Name: GlobalAnomalies, Category: CategoryAnomaly, Required: true, Profiles: all, Source: paper("9", "'t Hooft 1980: Σ A dim, Σ T q dim, Σ q q′ q″ dim, Σ q dim, with gauginos for U(1)_R"),
				Meaning: "the 't Hooft anomalies of the encoded global symmetry agree entry by entry"},
			{Name: CentralCharges, Category: CategoryRCharge, Required: true, Profiles: all, Source: paper("10", "a = 3/32 (3 Tr R³ − Tr R), c = 1/32 (9 Tr R³ − 5 Tr R), Anselmi et al. 1998"),
				Meaning: "a and c of the encoded R-symmetry agree"},
			{Name: ChiralRing, Category: CategoryChiralRing, Required: true, Waiver: waiverFlavoured, Profiles: all, Source: paper("11", "dim HH₀ of the Jacobi algebra ℂQ/(∂W) at every R up to the bound (R = 4, finally 6), a derived invariant; published profiles: cyclic words by length ≤ 3 and ≤ 5 with split F-terms"),
				Meaning: "as many independent single-trace chiral operators at every R-charge up to a stated bound"},
			{Name: SuperconformalAudit, Category: CategoryRCharge, Profiles: all, Source: paper("12", "9 Tr R²F = Tr F for every flavour U(1), Intriligator and Wecht 2003"),
				Meaning: "whether the encoded R is the superconformal one by a-maximization (information: an anomaly-free R need not be)"},
			{Name: AMaximization, Category: CategoryRCharge, Profiles: all, Source: paper("13", "a-maximization on each side by itself, exact"),
				Meaning: "a and c of the superconformal R, found on each side without the other, agree"},
			{Name: Soundness, Category: CategoryRCharge, Profiles: all, Source: paper("14", "1/2 ≤ a/c ≤ 3/2, Hofman and Maldacena 2008; R ≥ 2/3 for gauge-invariant scalars; NSVZ one-loop coefficients"),
				Meaning: "necessary conditions of a superconformal fixed point at the superconformal R"},
			{Name: Index, Category: CategoryIndex, Profiles: all, Source: paper("15", "Römelsberger 2006, Dolan and Osborn 2008: (1/|W|) ∮ PE[Σ f] to a stated order"),
				Meaning: "the superconformal indices at finite N agree order by order (only when asked for)"},
			{Name: OperatorMapAbelian, Category: CategoryOperatorMap, Required: true, Waiver: waiverQuiver, Profiles: all, Source: paper("16", "charges add"),
				Meaning: "operators that are mapped to each other are gauge invariant and have equal B and R"},
			{Name: Deformations, Category: CategoryDeformation, Profiles: all, Source: paper("17", "not judged by the paper; here the flows below"),
				Meaning: "deformations of one theory match deformations of the other"},
			{Name: EncodedUnitarity, Category: CategoryRCharge, Profiles: all, Source: paper("18", "Δ = 3R/2 ≥ 1"),
				Meaning: "gauge-invariant operators obey the unitarity bound at the encoded R (information: below it an operator decouples)"},
			{Name: MetadataRing, Category: CategoryMetadata, Profiles: all, Source: paper("19", "declared entries"),
				Meaning: "declared chiral-ring data agree; no claim can declare its own evidence here"},
			{Name: MetadataModuli, Category: CategoryMetadata, Profiles: all, Source: paper("20", "declared entries"),
				Meaning: "declared moduli-space data agree; no claim can declare its own evidence here"},
			{Name: MetadataManifold, Category: CategoryMetadata, Profiles: all, Source: paper("21", "declared entries"),
				Meaning: "declared conformal-manifold data agree; no claim can declare its own evidence here"},
			{Name: MetadataSymmetry, Category: CategoryMetadata, Profiles: all, Source: paper("22", "declared entries"),
				Meaning: "declared generalized-symmetry data agree; no claim can declare its own evidence here"},
			{Name: MetadataProtected, Category: CategoryMetadata, Profiles: all, Source: paper("23", "declared entries"),
				Meaning: "declared protected quantities agree; no claim can declare its own evidence here"},

			{Name: OperatorMapFlavour, Category: CategoryOperatorMap, Required: true, Waiver: waiverQuiver, Profiles: all, Source: "Λ^k F = Λ^(Nf−k) F̄ of SU(Nf)",
				Meaning: "operators that are mapped to each other have equal flavour representations"},
			{Name: MesonLifting, Category: CategorySuperpotential, Required: true, Waiver: waiverQuiver, Profiles: all, Source: "Seiberg 1995: ∂W/∂M = q q̃; Kutasov, Schwimmer and Seiberg 1996: ∂W/∂M_j = q Y^(k−1−j) q̃",
				Meaning: "the F-terms of the elementary mesons remove the composite ones"},
			{Name: MassFlow, Category: CategoryDeformation, Required: true, Waiver: waiverNotSQCD, Profiles: all, Source: "Seiberg 1995: a mass for one flavour leaves SU(Nc) with Nf−1, and higgses the dual to SU(Nm−1)",
				Meaning: "a mass for one flavour takes the pair to the pair with one flavour less"},
			{Name: FlatDirection, Category: CategoryDeformation, Required: true, Waiver: waiverNotSQCD, Profiles: all, Source: "Seiberg 1995: ⟨M⟩ of rank r leaves SU(Nc−r) with Nf−r, and Nf−r massless dual quarks",
				Meaning: "mesonic flat directions take the pair to pairs of lower rank"},
			{Name: MesonTower, Category: CategoryOperatorMap, Required: true, Waiver: waiverNotKS, Profiles: all, Source: "Kutasov, Schwimmer and Seiberg 1996: M_j ↔ Q X^j Q̃, j = 0 … k−1",
				Meaning: "the elementary mesons are exactly the tower of dressed ones"},

			{Name: Gravitational, Category: CategoryAnomaly, Required: true, Profiles: ours, Source: "Σ q dim over fermions; Tr R with gauginos",
				Meaning: "the mixed gravitational anomalies of the encoded symmetry agree"},
			{Name: DressedBaryons, Category: CategoryOperatorMap, Required: true, Waiver: waiverNotKS, Profiles: ours, Source: "Kutasov, Schwimmer and Seiberg 1996: B(n_0 … n_(k−1)) ↔ b(Nf − n_(k−1) … Nf − n_0); Tr X^j ↔ Tr Y^j",
				Meaning: "dressed baryons and traces of the adjoint are mapped to each other with equal charges"},
			{Name: DetChi, Category: CategoryIndex, Profiles: ours, Source: "Eager, Schmude and Tachikawa 2012 (arXiv 1207.0573): χ_ij = δ_ij(1−t⁶) − Σ_(i→j) t^3R + Σ_(j→i) t^(6−3R)",
				Meaning: "the large-N indices agree: det χ as a polynomial"},
			{Name: MutationWitness, Category: CategoryPair, Profiles: ours, Source: "Seiberg 1995; Derksen, Weyman and Zelevinsky 2008",
				Meaning: "whether the magnetic theory is found by dualizing nodes of the electric one (information)"},
			{Name: PulledBack, Category: CategoryAnomaly, Profiles: ours, Source: "charges of dual quarks, mesons and singlets under every U(1): −q plus the baryonic shift, and sums",
				Meaning: "the whole cubic form Tr F F′ F″, Tr R F F′, Tr R R F and Tr F of every anomaly-free U(1) agrees under the map of symmetries, where one is known"},
			{Name: RIdentification, Category: CategorySymmetry, Profiles: ours, Source: "R-symmetries of one theory differ by flavour U(1)s",
				Meaning: "the encoded U(1)_R of the magnetic theory is the image of the electric one"},
			{Name: SymmetryRank, Category: CategorySymmetry, Profiles: ours, Source: "kernel of the anomaly and superpotential conditions over ℤ",
				Meaning: "numbers of manifest anomaly-free U(1)s (information: they depend on the basis of a multiplet)"},
			{Name: Coefficients, Category: CategorySuperpotential, Profiles: ours, Source: "field rescalings act on the logarithms of coefficients by the term-field incidence matrix; β = Π c₊ / Π c₋ (−1)^n₋ of a toric W",
				Meaning: "the coefficients of W are those of the dual up to redefinitions of fields; if not, W is an exactly marginal deformation of it"},
			{Name: MultiGraded, Category: CategoryChiralRing, Profiles: ours, Source: "HH₀ of the Jacobi algebra by all anomaly-free U(1)s under the map of symmetries",
				Meaning: "as many independent single-trace chiral operators at every charge"},
			{Name: MassivePairs, Category: CategorySuperpotential, Profiles: ours, Source: "quadratic terms of W",
				Meaning: "fields that W makes massive are noted (information)"},
			{Name: InfraredPhase, Category: CategoryInfrared, Profiles: ours, Source: "one-loop 3N − Σ T; Seiberg 1995; Kutasov, Parnachev and Sahakyan 2003",
				Meaning: "the phase in the infrared: free nodes and fields, operators that decouple, whether the encoded R can be superconformal (information)"},
			{Name: Copy, Category: CategoryPair, Profiles: ours, Source: "isomorphism of quivers with superpotential",
				Meaning: "whether the magnetic theory is the electric one up to names and normalisation of fields, or its charge conjugate (information)"},
		},
	}
}

// publishedRule is how the paper comes to a verdict.
const publishedRule = "at least one check passes and none fails (the paper's rule); nothing that stays open blocks"

// KindIn is the registry as profile p applies it. In the published profiles nothing but the
// scope is required, and it passes on every claim that can be read, so the verdict is the
// paper's: at least one check passes and none fails.
func KindIn(p claim.Profile) claim.Kind {
	k := Kind()
	if !isPublished(p) {
		return k
	}
	k.Meaning += "; judged as published: " + publishedRule
	for i := range k.Obligations {
		o := &k.Obligations[i]
		if o.Name != TheoryKind {
			o.Required, o.Waiver = false, ""
		}
	}
	return k
}
