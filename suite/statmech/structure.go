package statmech

import (
	"encoding/json"
	"fmt"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// structure analyses a model and has every witness checked on the couplings, by code
// that does not share the finder's, before a certificate may rest on it.
func structure(m *spin.Model) (mapping.Structure, error) {
	s, err := spin.Analyze(m)
	if err != nil {
		return mapping.Structure{}, err
	}
	if err := spin.CheckStructure(m, s); err != nil {
		return mapping.Structure{}, fmt.Errorf("a witness does not hold: %w", err)
	}
	out := mapping.Structure{
		Sites: s.N, Bonds: s.Edges, Field: s.Field,
		Planar: s.Planar, Torus: s.Torus != nil, Balanced: s.Balanced,
		Uniform: s.Uniform && m.Terms[0].J > 0,
		Chain:   s.Chain != nil, RankOne: s.RankOne != nil,
		Width: s.Width, WidthLower: s.WidthLower,
		Witnesses: map[string]json.RawMessage{},
	}
	add := func(name string, v any) {
		if err != nil {
			return
		}
		var raw []byte
		if raw, err = claim.Canonical(v); err == nil {
			out.Witnesses[name] = raw
		}
	}
	switch {
	case s.Planar:
		add("rotation_system", s.Embedding)
	case s.Torus != nil:
		add("rotation_system", s.Torus)
	}
	if s.Kuratowski != nil {
		add("kuratowski", s.Kuratowski)
	}
	if s.Balanced {
		add("switching", s.Switching)
	} else {
		add("frustrated_cycle", s.FrustratedCycle)
	}
	switch {
	case s.Chain != nil:
		add("lattice", map[string]any{"path": s.Chain})
	case s.Lattice != nil:
		add("lattice", s.Lattice)
	}
	if s.RankOne != nil {
		add("rank_one", s.RankOne)
	}
	add("elimination_order", map[string]any{"order": s.Order, "width": s.Width})
	if err != nil {
		return mapping.Structure{}, fmt.Errorf("witness: %w", err)
	}
	return out, nil
}
