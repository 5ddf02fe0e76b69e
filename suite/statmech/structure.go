package statmech

import (
	"encoding/json"
	"fmt"
	"slices"

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

// rawWitness is a witness in the form in which certificates print it.
func rawWitness(v any) (json.RawMessage, error) {
	raw, err := claim.Canonical(v)
	if err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	return raw, nil
}

// plane is what the analysis says about the open L × L grid, for models on it that are
// no Ising models.
type plane struct {
	side              int
	rotation, order   json.RawMessage
	width, widthLower int
}

// planeOf analyses the grid as an Ising model's, checks its witnesses and keeps them.
func planeOf(l int) (plane, error) {
	m, err := spin.NewGrid(1, ones(l, l-1), ones(l-1, l))
	if err != nil {
		return plane{}, err
	}
	s, err := structure(m)
	if err != nil {
		return plane{}, err
	}
	if !s.Planar {
		return plane{}, fmt.Errorf("the grid of side %d was not found to be planar", l)
	}
	return plane{l, s.Witnesses["rotation_system"], s.Witnesses["elimination_order"], s.Width, s.WidthLower}, nil
}

// unbounded refutes tables of bounded size.
func (p plane) unbounded() mapping.Obstruction {
	return mapping.Obstruction{Class: "treewidth_bounded", Bounded: true, Witness: p.order,
		Why: fmt.Sprintf("the treewidth is not bounded: at least %d at n = %d and √n in general, while the claimed cost is polynomial", p.widthLower, p.side*p.side)}
}

func ones(rows, cols int) [][]float64 {
	m := make([][]float64, rows)
	for r := range m {
		m[r] = slices.Repeat([]float64{1}, cols)
	}
	return m
}
