package duality

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// Row is one line of a manifest. Its keys are those of the published manifest where they
// mean the same.
type Row struct {
	FixtureID string          `json:"fixture_id"`
	Source    string          `json:"source"` // "generated"
	Depth     int             `json:"depth"`
	Sequence  []int           `json:"mutation_node_sequence"`
	Chain     string          `json:"mutation_chain_id"`
	Family    string          `json:"family"`
	Phase     string          `json:"phase"`
	N         int             `json:"common_rank"`
	Class     Class           `json:"perturbation_class,omitempty"`
	Damage    *DamageMetadata `json:"perturbation_metadata,omitempty"`
	// Label is "broken", or "whole" for a pair that was left as it is.
	Label string `json:"label"`
	// Repairable: the dual that was damaged passes the final judge and the copy guard.
	Repairable bool `json:"repairable"`
	// CopyCounts: the dual is theory A itself, so that a copy of A is a repair.
	CopyCounts bool         `json:"copy_of_a_counts"`
	Status     string       `json:"verifier_status"`
	Failed     []FailedItem `json:"failed_obligations"`
	// SHA-256 of the canonical JSON of the theories: as shown, and the dual undamaged.
	TheoryA string `json:"theory_a_sha256"`
	TheoryB string `json:"theory_b_sha256"`
	Dual    string `json:"final_theory_hash"`
	// Config is the SHA-256 of what the verdict rests on: the obligations, and which profiles
	// judge them.
	Config string         `json:"verifier_config_hash"`
	Seed   uint64         `json:"rng_seed"`
	Size   SizeCovariates `json:"size_covariates"`
}

// DamageMetadata says what was damaged.
type DamageMetadata struct {
	Index int    `json:"index"`
	Place string `json:"place"`
	Delta string `json:"delta,omitempty"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// FailedItem is an obligation that the damaged pair does not meet.
type FailedItem struct {
	Name     string         `json:"name"`
	Category claim.Category `json:"category"`
}

// SizeCovariates are the sizes of theory B.
type SizeCovariates struct {
	Fields       int `json:"n_fields"`
	Nodes        int `json:"n_gauge_nodes"`
	Terms        int `json:"n_superpotential_terms"`
	MaxLength    int `json:"max_superpotential_monomial_length"`
	InputTokens  int `json:"input_token_estimate"` // a quarter of the characters of the opening
	OpeningBytes int `json:"opening_bytes"`
}

// config is the SHA-256 of what the verdicts of a manifest rest on besides the theories: the
// generator's version and the obligations with the profiles that judge them. How they are
// worded does not count.
func config(k claim.Kind) (string, error) {
	type judged struct {
		Name     string          `json:"name"`
		Category claim.Category  `json:"category"`
		Required bool            `json:"required"`
		Profiles []claim.Profile `json:"profiles"`
	}
	var list []judged
	for _, o := range k.Obligations {
		list = append(list, judged{o.Name, o.Category, o.Required, o.Profiles})
	}
	return claim.Digest(map[string]any{"generator": generatorVersion, "obligations": list})
}

// generatorVersion is part of every manifest: raise it when a change alters what a seed
// draws.
const generatorVersion = "duality-repair/1"

func newRow(f *Fixture, seed uint64, cert claim.Certificate, k claim.Kind) (Row, error) {
	r := Row{
		FixtureID: f.ID, Source: "generated", Depth: f.Depth(), Sequence: f.Nodes, Chain: chain{f.Cell, f.Nodes}.id(),
		Family: f.Cell.Family, Phase: f.Cell.Phase, N: f.Cell.N, Class: f.Class, Label: "broken",
		Repairable: true, CopyCounts: f.CopyCounts, Status: string(cert.Verdict), Failed: []FailedItem{}, Seed: seed,
	}
	if f.Class == "" {
		r.Label = "whole"
	} else {
		m := f.metadata()
		r.Damage = &m
	}
	for _, finding := range cert.Findings {
		if o, _, ok := k.Obligation(finding.Obligation); ok && finding.Status == claim.Failed {
			r.Failed = append(r.Failed, FailedItem{o.Name, o.Category})
		}
	}
	var err error
	for _, d := range []struct {
		into *string
		of   *quiver.Theory
	}{{&r.TheoryA, f.A}, {&r.TheoryB, f.B}, {&r.Dual, f.Dual}} {
		if *d.into, err = claim.Digest(d.of); err != nil {
			return Row{}, fmt.Errorf("duality: fixture %s: %w", f.ID, err)
		}
	}
	if r.Config, err = config(k); err != nil {
		return Row{}, fmt.Errorf("duality: fixture %s: %w", f.ID, err)
	}
	text, err := opening(f.A, f.B)
	if err != nil {
		return Row{}, fmt.Errorf("duality: fixture %s: %w", f.ID, err)
	}
	r.Size = SizeCovariates{Fields: len(f.B.Arrows) + len(f.B.Singlets), Nodes: len(f.B.Nodes), Terms: len(f.B.W),
		InputTokens: (len(system) + len(text)) / 4, OpeningBytes: len(text)}
	for _, term := range f.B.W {
		r.Size.MaxLength = max(r.Size.MaxLength, len(term.Word)+len(term.Singlets))
	}
	return r, nil
}

// metadata says what was damaged, in words and numbers.
func (f *Fixture) metadata() DamageMetadata {
	m := DamageMetadata{Index: f.Index, Place: f.place()}
	if f.Delta != nil {
		m.Delta = f.Delta.RatString()
	}
	shift := func(old *big.Rat) { m.Old, m.New = old.RatString(), new(big.Rat).Add(old, f.Delta).RatString() }
	switch f.Class {
	case DropTerm:
		m.Old, m.New = f.Dual.W[f.Index].Coefficient.RatString(), "0"
	case FlipSign:
		c := f.Dual.W[f.Index].Coefficient
		m.Old, m.New = c.RatString(), new(big.Rat).Neg(c).RatString()
	case ShiftR:
		shift(f.Dual.RCharges()[f.Index])
	case ShiftRank:
		shift(big.NewRat(int64(f.Dual.Nodes[f.Index].Rank), 1))
	}
	return m
}

// WriteManifest writes the manifest, one JSON object a line.
func (b *Benchmark) WriteManifest(w io.Writer) error { return writeLines(w, b.rows) }

// WriteAttrition writes what was drawn and not kept, one JSON object a line.
func (b *Benchmark) WriteAttrition(w io.Writer) error { return writeLines(w, b.Attrition) }

func writeLines[T any](w io.Writer, list []T) error {
	buffer := bufio.NewWriter(w)
	e := json.NewEncoder(buffer)
	e.SetEscapeHTML(false)
	for _, x := range list {
		if err := e.Encode(x); err != nil {
			return fmt.Errorf("duality: manifest: %w", err)
		}
	}
	return buffer.Flush()
}

// ReadManifest makes the benchmark of a manifest: it mutates and damages the catalogue's
// theories as each line says and checks that the outcome has the hashes of the line. No
// verifier is asked.
func ReadManifest(raw []byte) (*Benchmark, error) {
	b := &Benchmark{}
	type theories struct {
		a, dual             *quiver.Theory
		digestA, digestDual string
	}
	made := map[string]theories{}
	lines := bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	for i, line := range lines {
		var r Row
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("duality: manifest, line %d: %w", i+1, err)
		}
		if len(r.Sequence) == 0 {
			return nil, fmt.Errorf("duality: manifest, line %d: fixture %q has no mutation sequence", i+1, r.FixtureID)
		}
		c := chain{Cell{r.Family, r.Phase, r.N, r.Sequence[0]}, r.Sequence}
		p, ok := made[c.id()]
		if !ok {
			var err error
			if p.a, p.dual, err = c.theories(); err != nil {
				return nil, fmt.Errorf("duality: manifest, line %d: %w", i+1, err)
			}
			var errA, errDual error
			p.digestA, errA = claim.Digest(p.a)
			p.digestDual, errDual = claim.Digest(p.dual)
			if err := errors.Join(errA, errDual); err != nil {
				return nil, fmt.Errorf("duality: manifest, line %d: %w", i+1, err)
			}
			made[c.id()] = p
		}
		f := &Fixture{ID: r.FixtureID, Cell: c.cell, Nodes: c.nodes, Class: r.Class, A: p.a, B: p.dual, Dual: p.dual, CopyCounts: r.CopyCounts}
		if r.Class != "" {
			if err := f.damaged(r); err != nil {
				return nil, fmt.Errorf("duality: manifest, line %d: %w", i+1, err)
			}
		}
		digestB := p.digestDual
		if f.Class != "" {
			var err error
			if digestB, err = claim.Digest(f.B); err != nil {
				return nil, fmt.Errorf("duality: manifest, line %d: %w", i+1, err)
			}
		}
		for _, h := range []struct{ what, want, got string }{
			{"theory A", r.TheoryA, p.digestA}, {"theory B", r.TheoryB, digestB}, {"the undamaged dual", r.Dual, p.digestDual},
		} {
			if h.got != h.want {
				return nil, fmt.Errorf("duality: manifest, line %d: fixture %s: %s has SHA-256 %.12s…, the manifest says %.12s…: catalogue or mutation has changed since",
					i+1, f.ID, h.what, h.got, h.want)
			}
		}
		b.Seed = r.Seed
		b.Fixtures, b.rows = append(b.Fixtures, f), append(b.rows, r)
	}
	return b, nil
}

// damaged damages the dual of f as the row says.
func (f *Fixture) damaged(r Row) error {
	if r.Damage == nil {
		return fmt.Errorf("fixture %s: class %s without its metadata", r.FixtureID, r.Class)
	}
	f.Index = r.Damage.Index
	if r.Damage.Delta != "" {
		delta, ok := new(big.Rat).SetString(r.Damage.Delta)
		if !ok {
			return fmt.Errorf("fixture %s: delta %q is not a rational number", r.FixtureID, r.Damage.Delta)
		}
		f.Delta = delta
	}
	var err error
	f.B, err = damage(f.Dual, f.Class, f.Index, f.Delta)
	return err
}

// Keep keeps the first n fixtures; 0 keeps all.
func (b *Benchmark) Keep(n int) {
	if n > 0 && n < len(b.Fixtures) {
		b.Fixtures, b.rows = b.Fixtures[:n], b.rows[:n]
	}
}

// ManifestDigest is the SHA-256 of the manifest, in hex.
func (b *Benchmark) ManifestDigest() (string, error) {
	h := sha256.New()
	if err := b.WriteManifest(h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
