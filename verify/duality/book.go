package duality

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-physics/assay/claim"
)

// Flag names something that a certificate says about a pair beside its verdict.
type Flag string

// The flags.
const (
	// FlagIdentical: the theories are the same, name by name.
	FlagIdentical Flag = "identical"
	// FlagCopy: the magnetic theory is the electric one up to names and normalisation.
	FlagCopy Flag = "copy"
	// FlagConjugateCopy: it is so after charge conjugation.
	FlagConjugateCopy Flag = "conjugate_copy"
	// FlagSeibergDual: the magnetic theory was found by dualizing nodes of the electric one.
	FlagSeibergDual Flag = "seiberg_dual"
	// FlagConjugated: it was found so after charge conjugation.
	FlagConjugated Flag = "charge_conjugated"
	// FlagElectricFree and FlagMagneticFree: a gauge coupling of that theory is free in the
	// infrared at one loop.
	FlagElectricFree Flag = "electric_infrared_free"
	FlagMagneticFree Flag = "magnetic_infrared_free"
	// FlagDecoupled: an operator violates the unitarity bound at the encoded or at the
	// superconformal R, so that it decouples.
	FlagDecoupled Flag = "decoupled_operators"
	// FlagNotSuperconformal: the encoded R is not the superconformal one.
	FlagNotSuperconformal Flag = "encoded_r_not_superconformal"
	// FlagMassive: W makes fields massive.
	FlagMassive Flag = "massive_fields"
	// FlagRemovable: coefficients differ from those of the dual and a redefinition of
	// fields absorbs it.
	FlagRemovable Flag = "removable_coefficients"
	// FlagMarginal: W is an exactly marginal deformation of that of the dual.
	FlagMarginal Flag = "exactly_marginal_deformation"
	// FlagFlavourMixing: the R-symmetries differ by a flavour U(1).
	FlagFlavourMixing Flag = "r_flavour_mixing"
	// FlagBasis: the theories agree only after a linear change of basis in a multiplet.
	FlagBasis Flag = "multiplet_basis"
	// FlagRingRegraded: the ring was graded by another R-symmetry than the encoded one.
	FlagRingRegraded Flag = "ring_regraded"
	// FlagKnownWrong: the check repeats the published rule where it is known to be wrong.
	FlagKnownWrong Flag = "published_rule_known_to_be_wrong"
	// FlagVanishingTrace: a term of W vanishes identically for SU(2).
	FlagVanishingTrace Flag = "vanishing_trace"
)

// Flags lists what the findings of a certificate flag, in order, each once.
func Flags(c claim.Certificate) []Flag {
	var flags []Flag
	for _, f := range c.Findings {
		for _, e := range f.Evidence {
			if e.Kind != flagEvidence {
				continue
			}
			var name Flag
			if json.Unmarshal(e.Data, &name) == nil && !slices.Contains(flags, name) {
				flags = append(flags, name)
			}
		}
	}
	return flags
}

const flagEvidence = "flag"

// book collects the findings of one claim.
type book struct {
	kind     claim.Kind
	profile  claim.Profile
	findings []claim.Finding
	err      error
}

func newBook(p claim.Profile) *book { return &book{kind: KindIn(p), profile: p} }

// judges reports whether the profile asks for an obligation.
func (b *book) judges(name string) bool {
	o, _, ok := b.kind.Obligation(name)
	return ok && o.In(b.profile)
}

// put records a finding, if the profile judges its obligation.
func (b *book) put(name string, s claim.Status, message string, notes ...note) {
	if !b.judges(name) {
		return
	}
	f := claim.Finding{Obligation: name, Status: s, Message: message}
	for _, n := range notes {
		e, err := claim.NewEvidence(n.kind, n.data)
		if err != nil {
			b.err = err
			return
		}
		if n.private {
			f.Private = append(f.Private, e)
		} else {
			f.Evidence = append(f.Evidence, e)
		}
	}
	b.findings = append(b.findings, f)
}

func (b *book) certified(name, message string, notes ...note) {
	b.put(name, claim.Certified, message, notes...)
}

func (b *book) failed(name, message string, notes ...note) {
	b.put(name, claim.Failed, message, notes...)
}

func (b *book) unknown(name, message string, notes ...note) {
	b.put(name, claim.Unknown, message, notes...)
}

func (b *book) without(name, why string, notes ...note) {
	b.put(name, claim.NotApplicable, why, notes...)
}

func (b *book) notImplemented(name, why string) { b.put(name, claim.NotImplemented, why) }

// hasFailed reports whether a finding so far is a failure.
func (b *book) hasFailed() bool {
	return slices.ContainsFunc(b.findings, func(f claim.Finding) bool { return f.Status == claim.Failed })
}

// note is one piece of evidence.
type note struct {
	kind    string
	data    any
	private bool
}

func flagged(f Flag) note                { return note{kind: flagEvidence, data: f} }
func table(kind string, data any) note   { return note{kind: kind, data: data} }
func private(kind string, data any) note { return note{kind: kind, data: data, private: true} }
func notes(flags ...Flag) (list []note) {
	for _, f := range flags {
		list = append(list, flagged(f))
	}
	return list
}

// difference is one row of evidence: two exact values of one quantity.
type difference struct {
	Name     string `json:"name"`
	Electric string `json:"electric"`
	Magnetic string `json:"magnetic"`
}

func (d difference) String() string {
	return fmt.Sprintf("%s: %s ≠ %s", d.Name, d.Electric, d.Magnetic)
}

// differing are the rows with two values, in words.
func differing(rows []difference) []string {
	var faults []string
	for _, d := range rows {
		if d.Electric != d.Magnetic {
			faults = append(faults, d.String())
		}
	}
	return faults
}

// sideName names a theory by its place in the pair.
func sideName(i int) string { return [2]string{"electric", "magnetic"}[i] }

// maxShown bounds how many rows of a kind a message lists.
const maxShown = 4

// listed joins the first few of many.
func listed(rows []string) string {
	if len(rows) <= maxShown {
		return strings.Join(rows, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(rows[:maxShown], "; "), len(rows)-maxShown)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, one)
	}
	return fmt.Sprintf("%d %s", n, many)
}
