package duality

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/sqcd"
)

// Schema is the name of the envelope of two quiver theories.
const Schema = "quiver_pair_v0"

// Duality profiles: which schema a claim follows.
const (
	SQCD    = "seiberg_sqcd"
	Kutasov = "kutasov"
	Quiver  = "quiver"
)

// Claim is an ordered pair of theories that are said to be dual.
type Claim struct {
	Name string
	// Profile is SQCD, Kutasov or Quiver.
	Profile string
	// TheoryKind is what the claim calls its theories; empty if it does not say.
	TheoryKind string
	// Ignored lists annotations that were read and have no effect.
	Ignored []string
	// Flavoured is the pair of an SQCD or Kutasov claim, nil otherwise.
	Flavoured *Flavoured
	// Electric and Magnetic are the pair of a quiver claim, nil otherwise.
	Electric, Magnetic *quiver.Theory

	canonical []byte
	digest    string
}

// Flavoured is a single-node pair with SU(Nf) × SU(Nf) × U(1)_B × U(1)_R.
type Flavoured struct {
	Nc, Nf int64
	K      int // Kutasov's k; 0 for SQCD
	// Rank is the claimed magnetic rank; Dual the one that duality asks for.
	Rank, Dual         int64
	Electric, Magnetic *sqcd.Theory
	Maps               []OperatorMap
}

// OperatorMap says which magnetic operator an electric one becomes.
type OperatorMap struct {
	Electric, Magnetic sqcd.Monomial
	// Canonical: the textbook's map, which is judged whatever the claim says.
	Canonical bool
}

// Canonical is the canonical JSON of the claim.
func (c *Claim) Canonical() json.RawMessage { return slices.Clone(c.canonical) }

// Digest is the SHA-256 of the canonical JSON of the claim.
func (c *Claim) Digest() string { return c.digest }

// NewPair makes a claim of two quiver theories, which must be valid.
func NewPair(name string, electric, magnetic *quiver.Theory) (*Claim, error) {
	for _, t := range []*quiver.Theory{electric, magnetic} {
		if err := t.Validate(); err != nil {
			return nil, fmt.Errorf("claim: %w", err)
		}
	}
	c := &Claim{Name: name, Profile: Quiver, Electric: electric, Magnetic: magnetic}
	text, err := claim.Canonical(struct {
		Schema   string         `json:"schema"`
		Name     string         `json:"name"`
		Profile  string         `json:"duality_profile"`
		Electric *quiver.Theory `json:"electric"`
		Magnetic *quiver.Theory `json:"magnetic"`
	}{Schema, name, Quiver, electric, magnetic})
	if err != nil {
		return nil, fmt.Errorf("claim: %w", err)
	}
	return c, c.seal(text)
}

// ReadPair reads two theories that stand in files of their own.
func ReadPair(electric, magnetic []byte) (*Claim, error) {
	e, err := readTheory("electric", electric)
	if err != nil {
		return nil, err
	}
	m, err := readTheory("magnetic", magnetic)
	if err != nil {
		return nil, err
	}
	return NewPair(e.Name+" and "+m.Name, e, m)
}

func readTheory(side string, data []byte) (*quiver.Theory, error) {
	t, err := quiver.ParseTheory(data)
	if err != nil {
		return nil, fmt.Errorf("claim: %s: %w", side, err)
	}
	return t, nil
}

// Read reads a claim in any of the three schemas. The error names the place.
//
// Settings come from the caller: keys of the published format that would steer the
// verifier or declare evidence are errors, like unknown keys. Its annotations
// (requested_checks, expected_outcome, and metadata that steers nothing) are listed in
// Ignored.
func Read(data []byte) (*Claim, error) {
	text, err := wellFormed(data)
	if err != nil {
		return nil, fmt.Errorf("claim: not one JSON document: %w", err)
	}
	// The text itself is read, not its canonical form, in which 3.0 is 3.
	o, err := openObject("claim", data)
	if err != nil {
		return nil, err
	}
	c := &Claim{Name: o.text("name"), Profile: o.text("duality_profile"), TheoryKind: o.text("theory_kind")}
	if o.err != nil {
		return nil, o.err
	}
	if err := steering(o); err != nil {
		return nil, err
	}
	c.annotations(o)
	switch {
	case c.Profile == SQCD || c.Profile == Kutasov:
		err = c.readFlavoured(o)
	case c.Profile == Quiver || c.Profile == "" && len(o.members["electric"]) > 0:
		err = c.readQuivers(o)
	case c.Profile == "":
		err = fmt.Errorf("claim.duality_profile is missing; it is one of %s", quoted([]string{SQCD, Kutasov, Quiver}))
	default:
		err = fmt.Errorf("claim.duality_profile %q is not known; known: %s", clip(c.Profile), quoted([]string{SQCD, Kutasov, Quiver}))
	}
	if err != nil {
		return nil, err
	}
	return c, c.seal(text)
}

func (c *Claim) seal(canonical []byte) error {
	digest, err := claim.Digest(json.RawMessage(canonical))
	if err != nil {
		return fmt.Errorf("claim: %w", err)
	}
	c.canonical, c.digest = canonical, digest
	return nil
}

// evidence are keys by which the published format lets a claim declare what it should be
// judged by.
var evidence = []string{
	"bounded_chiral_ring", "operators", "chiral_ring", "moduli_space", "conformal_manifold", "generalized_symmetry",
	"protected_quantities", "deformations", "global_symmetry_metadata", "flat_direction_ranks",
}

// steering refuses keys that would set the verifier instead of stating the claim.
func steering(o *object) error {
	for _, key := range evidence {
		if _, ok := o.members[key]; ok {
			return fmt.Errorf("%s.%s would set what the claim is judged by: settings come from the caller, and evidence is computed", o.path, key)
		}
	}
	return nil
}

// metadataOverrides are members of metadata that the published code lets win over the claim.
var metadataOverrides = append([]string{"duality_profile", "theory_kind", "index", "profile", "kind"}, evidence...)

// annotations takes the keys that are read and ignored.
func (c *Claim) annotations(o *object) {
	if items, ok := o.list("requested_checks"); ok {
		for i, raw := range items {
			name, err := text(raw)
			if err != nil {
				o.fail(fmt.Sprintf("requested_checks[%d]", i), "%v", err)
				return
			}
			c.Ignored = append(c.Ignored, fmt.Sprintf("requested_checks: %q", clip(name)))
		}
	}
	if raw, ok := o.take("expected_outcome"); ok {
		if _, err := text(raw); err != nil {
			o.fail("expected_outcome", "%v", err)
			return
		}
		c.Ignored = append(c.Ignored, "expected_outcome")
	}
	if raw, ok := o.take("metadata"); ok {
		meta, err := openObject("claim.metadata", raw)
		if err != nil {
			o.fail("metadata", "must be an object, not %s", describe(raw))
			return
		}
		for _, key := range meta.order {
			if slices.Contains(metadataOverrides, key) {
				o.fail("metadata."+key, "would override what the claim states or what it is judged by")
				return
			}
			c.Ignored = append(c.Ignored, fmt.Sprintf("metadata.%s", clip(key)))
		}
	}
}

func (c *Claim) readQuivers(o *object) error {
	known := []string{"schema", "name", "duality_profile", "theory_kind", "electric", "magnetic", "requested_checks", "expected_outcome", "metadata"}
	if s := o.text("schema"); s != "" && s != Schema {
		o.fail("schema", "%q is not known; known: %q", clip(s), Schema)
	}
	electric, okE := o.take("electric")
	magnetic, okM := o.take("magnetic")
	if err := o.finish(known...); err != nil {
		return err
	}
	if !okE || !okM {
		return errors.New("claim: a quiver pair needs both keys electric and magnetic")
	}
	if err := c.knownKind(); err != nil {
		return err
	}
	c.Profile = Quiver
	var err error
	if c.Electric, err = readTheory("electric", electric); err != nil {
		return err
	}
	c.Magnetic, err = readTheory("magnetic", magnetic)
	return err
}

// Words that a claim may call its theories.
const (
	kindQuiver         = "pure_quiver"
	kindSingle         = "flavored_single_gauge"
	kindFlavouredMulti = "flavored_quiver"
)

func (c *Claim) knownKind() error {
	switch c.TheoryKind {
	case "", kindQuiver, kindSingle, kindFlavouredMulti:
		return nil
	}
	return fmt.Errorf("claim.theory_kind %q is not known; known: %s", clip(c.TheoryKind), quoted([]string{kindQuiver, kindSingle, kindFlavouredMulti}))
}

// Bounds of ranks and flavours: exact arithmetic has no trouble with them, and no sum over
// fields overflows.
const (
	maxRank = 1_000_000
	maxK    = 64
)

func (c *Claim) readFlavoured(o *object) error {
	if s := o.text("schema"); s != "" && s != "sqcd_claim_json_v0" && s != "kutasov_claim_json_v0" {
		o.fail("schema", "%q is not known", clip(s))
	}
	params, okP := o.take("parameters")
	mag, okM := o.take("magnetic")
	super, okW := o.take("superpotential")
	maps, okO := o.take("operator_map")
	if err := o.finish("name", "schema", "duality_profile", "theory_kind", "parameters", "magnetic", "superpotential", "operator_map", "requested_checks", "expected_outcome", "metadata"); err != nil {
		return err
	}
	if err := c.knownKind(); err != nil {
		return err
	}
	if !okP {
		return errors.New("claim.parameters is missing: Nc and Nf, and k for a Kutasov claim")
	}
	f, err := c.readParameters(params)
	if err != nil {
		return err
	}
	c.Flavoured = f
	if !okM {
		mag = json.RawMessage("{}")
	}
	if err := f.readMagnetic(mag); err != nil {
		return err
	}
	if okW {
		if err := f.readSuperpotential(super); err != nil {
			return err
		}
	}
	f.canonicalMaps()
	if okO {
		if err := f.readMaps(maps); err != nil {
			return err
		}
	}
	if c.Name == "" {
		c.Name = fmt.Sprintf("%s and its dual", f.Electric.Name)
	}
	return nil
}

func (c *Claim) readParameters(raw json.RawMessage) (*Flavoured, error) {
	o, err := openObject("claim.parameters", raw)
	if err != nil {
		return nil, err
	}
	f := &Flavoured{}
	var okNc, okNf, okK bool
	f.Nc, okNc = o.integer("Nc", 2, maxRank)
	f.Nf, okNf = o.integer("Nf", 1, maxRank)
	known := []string{"Nc", "Nf"}
	if c.Profile == Kutasov {
		var k int64
		k, okK = o.integer("k", 1, maxK)
		f.K = int(k)
		known = append(known, "k")
	}
	if err := o.finish(known...); err != nil {
		return nil, err
	}
	if !okNc || !okNf || c.Profile == Kutasov && !okK {
		return nil, fmt.Errorf("claim.parameters needs %s", strings.Join(known, ", "))
	}
	f.Dual = f.Nf - f.Nc
	if f.K > 0 {
		f.Dual = int64(f.K)*f.Nf - f.Nc
	}
	switch {
	case f.Dual < 0 && f.K == 0:
		return nil, fmt.Errorf("claim.parameters: Nf = %d < Nc = %d: a superpotential is generated and there is no vacuum (Affleck, Dine and Seiberg 1984), so there is no dual", f.Nf, f.Nc)
	case f.Dual == 0 && f.K == 0:
		return nil, fmt.Errorf("claim.parameters: Nf = Nc = %d: confinement on the quantum-deformed moduli space det M − B B̃ = Λ^(2Nc) (Seiberg 1994), so there is no dual gauge group", f.Nc)
	case f.Dual < 0:
		return nil, fmt.Errorf("claim.parameters: k Nf = %d < Nc = %d: the theory has no vacuum (Kutasov, Schwimmer and Seiberg 1996), so there is no dual", int64(f.K)*f.Nf, f.Nc)
	case f.Dual == 0:
		return nil, fmt.Errorf("claim.parameters: k Nf = Nc = %d: the moduli space is deformed and there is no dual gauge group", f.Nc)
	}
	return f, nil
}

func (f *Flavoured) readMagnetic(raw json.RawMessage) error {
	o, err := openObject("claim.magnetic", raw)
	if err != nil {
		return err
	}
	rank, ok := o.integer("rank", 0, maxRank)
	if !ok {
		rank = f.Dual
	}
	meson := o.boolean("include_meson", true)
	mesonR, quarkR := o.rational("meson_R_override"), o.rational("quark_R_override")
	if mesonR != nil && f.K > 0 {
		o.fail("meson_R_override", "names one meson, and a Kutasov dual has k of them")
	}
	var qB, qtB *big.Rat
	if charges, ok := o.take("charges"); ok && o.err == nil {
		ch, err := openObject("claim.magnetic.charges", charges)
		if err != nil {
			return err
		}
		qB, qtB = ch.rational("q_B_override"), ch.rational("qtilde_B_override")
		if err := ch.finish("q_B_override", "qtilde_B_override"); err != nil {
			return err
		}
	}
	if err := o.finish("rank", "include_meson", "meson_R_override", "quark_R_override", "charges"); err != nil {
		return err
	}
	if rank < 2 {
		return fmt.Errorf("claim.magnetic.rank is %d, and the dual gauge group SU(rank) needs rank ≥ 2: %s", rank, f.confinement())
	}
	f.Rank = rank
	if f.K > 0 {
		f.Electric, f.Magnetic = sqcd.Kutasov(f.Nc, f.Nf, rank, f.K)
	} else {
		f.Electric, f.Magnetic = sqcd.Seiberg(f.Nc, f.Nf, rank)
	}
	fields := f.Magnetic.Fields[:0:0]
	for _, field := range f.Magnetic.Fields {
		switch field.Name {
		case "q":
			field.R, field.B = or(quarkR, field.R), or(qB, field.B)
		case "qtilde":
			field.R, field.B = or(quarkR, field.R), or(qtB, field.B)
		case "Y":
		default: // a meson
			if !meson {
				continue
			}
			field.R = or(mesonR, field.R)
		}
		fields = append(fields, field)
	}
	f.Magnetic.Fields = fields
	return nil
}

// confinement says what happens where duality asks for a rank below 2.
func (f *Flavoured) confinement() string {
	switch {
	case f.Dual == 1 && f.K == 0:
		return fmt.Sprintf("Nf = Nc + 1 = %d is confinement without breaking of chiral symmetry, described by M, B and B̃ with W = M B B̃ − det M (Seiberg 1994), not by a dual gauge group", f.Nf)
	case f.Dual == 1:
		return fmt.Sprintf("k Nf = Nc + 1 = %d confines (Csáki and Murayama 1999), so there is no dual gauge group", f.Nc+1)
	default:
		return fmt.Sprintf("SU(%d) with %d flavours has a dual of rank %d", f.Nc, f.Nf, f.Dual)
	}
}

func or(x, otherwise *big.Rat) *big.Rat {
	if x != nil {
		return x
	}
	return otherwise
}

// Bounds of the lists of a claim.
const (
	maxTerms   = 256
	maxFactors = 64
)

func (f *Flavoured) readSuperpotential(raw json.RawMessage) error {
	o, err := openObject("claim.superpotential", raw)
	if err != nil {
		return err
	}
	include := o.boolean("include", true)
	terms, given := o.list("terms")
	if err := o.finish("include", "terms"); err != nil {
		return err
	}
	if len(terms) > maxTerms {
		return fmt.Errorf("claim.superpotential.terms has %d terms, more than %d", len(terms), maxTerms)
	}
	var w []sqcd.Monomial
	for i, raw := range terms {
		place := fmt.Sprintf("claim.superpotential.terms[%d]", i)
		factors, err := list(raw)
		if err != nil {
			return fmt.Errorf("%s %w", place, err)
		}
		if len(factors) == 0 || len(factors) > maxFactors {
			return fmt.Errorf("%s must have between 1 and %d factors, not %d", place, maxFactors, len(factors))
		}
		var m sqcd.Monomial
		for j, raw := range factors {
			name, err := text(raw)
			if err != nil {
				return fmt.Errorf("%s[%d] %w", place, j, err)
			}
			if !slices.Contains(f.magneticNames(), name) {
				return fmt.Errorf("%s[%d]: there is no magnetic field %q; known: %s", place, j, clip(name), strings.Join(f.magneticNames(), ", "))
			}
			m = append(m, sqcd.Power{Field: name, Exponent: 1})
		}
		w = append(w, m)
	}
	switch {
	case !include && len(terms) > 0:
		return errors.New("claim.superpotential lists terms and says include: false")
	case !include:
		f.Magnetic.W = nil
	case given:
		f.Magnetic.W = w
	}
	return nil
}

// magneticNames are the names that a magnetic field may have, whether or not this theory
// contains it.
func (f *Flavoured) magneticNames() []string {
	if f.K == 0 {
		return []string{"M", "q", "qtilde"}
	}
	names := []string{"q", "qtilde", "Y"}
	for j := range f.K {
		names = append(names, fmt.Sprintf("M%d", j))
	}
	return names
}

func (f *Flavoured) electricNames() []string {
	if f.K == 0 {
		return []string{"Q", "Qtilde"}
	}
	return []string{"Q", "Qtilde", "X"}
}

// canonicalMaps are the operator maps of the textbook.
func (f *Flavoured) canonicalMaps() {
	if f.K == 0 {
		f.Maps = []OperatorMap{
			{sqcd.Monomial{{Field: "Q", Exponent: 1}, {Field: "Qtilde", Exponent: 1}}, sqcd.Monomial{{Field: "M", Exponent: 1}}, true},
			{sqcd.Monomial{{Field: "Q", Exponent: f.Nc}}, sqcd.Monomial{{Field: "q", Exponent: f.Rank}}, true},
			{sqcd.Monomial{{Field: "Qtilde", Exponent: f.Nc}}, sqcd.Monomial{{Field: "qtilde", Exponent: f.Rank}}, true},
		}
		return
	}
	for j := range f.K {
		e := sqcd.Monomial{{Field: "Qtilde", Exponent: 1}}
		if j > 0 {
			e = append(e, sqcd.Power{Field: "X", Exponent: int64(j)})
		}
		f.Maps = append(f.Maps, OperatorMap{append(e, sqcd.Power{Field: "Q", Exponent: 1}), sqcd.Monomial{{Field: fmt.Sprintf("M%d", j), Exponent: 1}}, true})
	}
}

func (f *Flavoured) readMaps(raw json.RawMessage) error {
	o, err := openObject("claim.operator_map", raw)
	if err != nil {
		return err
	}
	if len(o.order) > maxTerms {
		return fmt.Errorf("claim.operator_map has %d entries, more than %d", len(o.order), maxTerms)
	}
	for _, key := range o.order {
		place := fmt.Sprintf("claim.operator_map[%q]", clip(key))
		value, err := text(o.members[key])
		if err != nil {
			return fmt.Errorf("%s %w", place, err)
		}
		e, err := monomial(key, f.electricNames(), "electric")
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		m, err := monomial(value, f.magneticNames(), "magnetic")
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		if !slices.ContainsFunc(f.Maps, func(k OperatorMap) bool { return k.Electric.Same(e) && k.Magnetic.Same(m) }) {
			f.Maps = append(f.Maps, OperatorMap{Electric: e, Magnetic: m})
		}
	}
	return nil
}

func monomial(text string, names []string, side string) (sqcd.Monomial, error) {
	m, err := sqcd.ParseMonomial(text)
	if err != nil {
		return nil, err
	}
	for _, p := range m {
		if !slices.Contains(names, p.Field) {
			return nil, fmt.Errorf("there is no %s field %q; known: %s", side, clip(p.Field), strings.Join(names, ", "))
		}
	}
	return m, nil
}
