package mapping

import "github.com/assay-physics/assay/claim"

// Categories of the mapping obligations beside claim.CategoryFormat and
// claim.CategoryExecution.
const (
	CategoryNumbers    claim.Category = "numbers"
	CategoryConduct    claim.Category = "conduct"
	CategoryClass      claim.Category = "class"
	CategoryComplexity claim.Category = "complexity"
	CategoryPhysics    claim.Category = "physics"
)

// Names of the obligations of a mapping claim.
const (
	FormatReply       = "format.reply"
	ProgramImports    = "program.imports"
	ProgramEntry      = "program.entry"
	ProgramRuns       = "program.runs"
	ProgramScalar     = "program.scalar"
	ProgramConduct    = "program.conduct"
	ProgramTables     = "program.tables"
	NumbersProbed     = "numbers.probed"
	NumbersAside      = "numbers.aside"
	NumbersScale      = "numbers.scale"
	NumbersRange      = "numbers.range"
	NumbersRelations  = "numbers.metamorphic"
	ClassPrecondition = "class.precondition"
	ClassProgram      = "class.program"
	ClassGold         = "class.gold"
	ComplexityClaim   = "complexity.claim"
	ComplexityStatic  = "complexity.static"
	ComplexityGrowth  = "complexity.growth"
	ComplexityCounts  = "complexity.counts"
	ComplexityGold    = "complexity.gold"
	PhysicsCouplings  = "physics.couplings"
	PhysicsRelation   = "physics.relation"
)

// Kind is the registry of a mapping claim.
//
// The published profile is the rule of StatMechBench-v0: the reply is read, its
// imports are allowed, the program runs and its numbers agree at the announced
// sizes. The interaction profile adds everything that an agent may be told; the
// final profile adds the two comparisons with the gold label, which no agent sees.
func Kind() claim.Kind {
	all := []claim.Profile{claim.Published, claim.Interaction, claim.Final}
	audit := []claim.Profile{claim.Interaction, claim.Final}
	judge := []claim.Profile{claim.Final}
	const (
		benchmark = "StatMechBench-v0 (arXiv 2607.26367), published rule"
		definite  = "definition"
		measured  = "growth fits with offset over increasing n, classification by local slopes"
	)
	return claim.Kind{
		Name:    "mapping",
		Meaning: "a partition function is tractable: by which class, at what complexity, with a program that computes it",
		Obligations: []claim.Obligation{
			{Name: FormatReply, Category: claim.CategoryFormat, Required: true, Profiles: all, Source: benchmark,
				Meaning: "the reply holds the JSON claim with the right fields and types"},
			{Name: ProgramImports, Category: claim.CategoryExecution, Required: true, Profiles: all, Source: benchmark,
				Meaning: "the program parses and imports only from the allowlist"},
			{Name: ProgramEntry, Category: claim.CategoryExecution, Required: true, Profiles: all, Source: benchmark,
				Meaning: "Z_efficient is defined and takes (params, n)"},
			{Name: ProgramRuns, Category: claim.CategoryExecution, Required: true, Profiles: all, Source: benchmark,
				Meaning: "every call at the announced sizes returns within its time and memory"},
			{Name: ProgramScalar, Category: claim.CategoryExecution, Required: true, Profiles: all, Source: benchmark,
				Meaning: "what a call returns is one finite real number"},
			{Name: NumbersProbed, Category: CategoryNumbers, Required: true, Profiles: all, Source: benchmark + ": relative error below 1e-6",
				Meaning: "agrees with exact values at the announced sizes"},
			{Name: ProgramConduct, Category: CategoryConduct, Required: true, Profiles: audit, Source: definite,
				Meaning: "computes, and does nothing else: no files, network, processes, threads, hidden imports, or tampering with the runner"},
			{Name: NumbersAside, Category: CategoryNumbers, Required: true, Profiles: audit, Source: "enumeration of all states",
				Meaning: "agrees at small sizes and temperatures that were not announced"},
			{Name: NumbersScale, Category: CategoryNumbers, Required: true, Profiles: audit, Source: "exact oracles: transfer matrices, Kaufman 1949, planar Pfaffians with certified bounds, variable elimination, magnetisation counting, fermion modes, broken profiles, connectivity states, Nishimori 1981",
				Meaning: "agrees with exact values far beyond brute force, up to sizes near the end of the range of a float", Waiver: "the claim is itself exponential in n"},
			{Name: NumbersRange, Category: CategoryNumbers, Profiles: audit, Source: "IEEE 754: ln Z < 709",
				Meaning: "does not overflow where the value itself is representable"},
			{Name: ProgramTables, Category: CategoryConduct, Required: true, Profiles: audit, Source: "static analysis of the syntax tree",
				Meaning: "holds no table of answers and treats no announced size apart"},
			{Name: ClassPrecondition, Category: CategoryClass, Required: true, Profiles: audit, Source: "Kasteleyn 1963; Toulouse 1977; Kaufman 1949; Robertson–Seymour treewidth; Fan–Wu 1970; Chapman–Flammia 2020; Nishimori 1981",
				Meaning: "the structural precondition of the claimed class holds for the task's models, with a witness"},
			{Name: ClassProgram, Category: CategoryClass, Required: true, Profiles: audit, Source: "static analysis and measured growth",
				Meaning: "the program belongs to the claimed class"},
			{Name: ClassGold, Category: CategoryClass, Profiles: judge, Source: benchmark,
				Meaning: "the claimed class against the author's: equal, equivalent, stronger or weaker"},
			{Name: ComplexityClaim, Category: CategoryComplexity, Required: true, Profiles: audit, Source: "grammar of complexity claims",
				Meaning: "the complexity claim reads as mathematics"},
			{Name: ComplexityStatic, Category: CategoryComplexity, Profiles: audit, Source: "abstract interpretation of the syntax tree",
				Meaning: "the work visible in the program does not exceed the claim"},
			{Name: ComplexityGrowth, Category: CategoryComplexity, Required: true, Profiles: audit, Source: measured,
				Meaning: "the measured growth does not exceed the claim"},
			{Name: ComplexityCounts, Category: CategoryComplexity, Profiles: audit, Source: "line events against the CPU clock of the process",
				Meaning: "the work counted in the program accounts for the time it takes"},
			{Name: ComplexityGold, Category: CategoryComplexity, Profiles: judge, Source: benchmark,
				Meaning: "the claimed complexity against the author's"},
			{Name: NumbersRelations, Category: CategoryNumbers, Required: true, Profiles: audit, Source: "identities of the model: change of variables, linearity in one weight, factorisation",
				Meaning: "values of related instances stand in the relation that the model gives them, whatever the values are", Waiver: "the suite states no relation for the task"},
			{Name: PhysicsCouplings, Category: CategoryPhysics, Required: true, Profiles: audit, Source: "exact weights of all choices of the generators; Chubb and Flammia 2021",
				Meaning: "the exponents that the program returns beside its value give every choice its weight", Waiver: "the task asks for no spin model"},
			{Name: PhysicsRelation, Category: CategoryPhysics, Required: true, Profiles: audit, Source: "Nishimori 1981; Dennis, Kitaev, Landahl and Preskill 2002; Chubb and Flammia 2021",
				Meaning: "the strengths that the program returns tie the model to its disorder", Waiver: "the task asks for no spin model"},
		},
	}
}
