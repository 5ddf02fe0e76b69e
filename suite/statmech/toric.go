package statmech

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/planar"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// toricTask is T02.
func toricTask() Task {
	return Task{
		ID: "T02", Title: "Toric code under bit flips",
		Hamiltonian: `Z = \sum_b P(E \prod_v A_v^{b_v}),\quad A_v = \prod_{e \ni v} X_e`,
		Gold:        mapping.Gold{Class: "pfaffian", Complexity: "O(n^3)"},
		Also: []Route{
			{"transfer_matrix", "poly(L)*4^L", "row by row, with the first row kept"},
			{"treewidth_bounded", "poly(L)*4^L", "elimination row by row, two rows wide"},
		},
		Sources: []string{"E. Dennis, A. Kitaev, A. Landahl and J. Preskill, J. Math. Phys. 43, 4452 (2002)", "P. W. Kasteleyn, Physica 27, 1209 (1961)"},
		Hint:    "Write the sum over closed curves on the table, and look at what a curve that runs round it does to the sign of a drawing.",
		Domain:  "n = L*L with L at least 2", Sizes: []int{9, 16},
		least: 4, aside: []int{4, 9, 16}, scale: []int{25, 36, 49, 64, 100}, ladder: squareLadder(),
		most: 784, far: &far{from: 150, to: 784},
		model: toric{},
		instruments: instruments{
			reference:  claimed{"pfaffian", "O(n^3)", "The sum over the closed curves of the high-temperature expansion on the torus is a combination of four Pfaffians, one for each choice of signs at the two seams."},
			bruteforce: claimed{"no_efficient_known", "O(n^2 2^n)", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T01"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "pfaffian", complexity: "O(n^3)"},
			mistake:   "error",
		},
	}
}

// toric is the code on an L × L torus; bit flips deformed by stars are the random-bond
// Ising model there (Dennis, Kitaev, Landahl and Preskill). Location 2(rL+c) joins the
// vertices (r,c) and (r,c+1), the next one (r,c) and (r+1,c).
type toric struct{}

// draw draws errors whose couplings are frustrated.
func (c toric) draw(_ Task, d drawing) (instance, error) {
	in := deformed{code: c, n: d.n, gens: stars(d.n), rates: []float64{flipRate(d)}}
	for {
		in.start = marks(d.s, 2*d.n, 0.3)
		if frustrated(in.n, in.bonds()) {
			return in, nil
		}
	}
}

// stars are the generators, one for each vertex: the locations that meet there.
func stars(n int) [][]int {
	l, _ := side(n)
	var out [][]int
	for r := range l {
		for c := range l {
			out = append(out, []int{2 * (r*l + c), 2*(r*l+c) + 1, 2 * (r*l + (c+l-1)%l), 2*((r+l-1)%l*l+c) + 1})
		}
	}
	return out
}

// bonds are the signs that the error gives the couplings.
func (in deformed) bonds() []bond {
	on := make([][]int, len(in.start))
	for k, g := range in.gens {
		for _, i := range g {
			on[i] = append(on[i], k)
		}
	}
	var out []bond
	for i, ks := range on {
		b := bond{ks[0], ks[1], 1}
		if in.start[i] {
			b.J = -1
		}
		out = append(out, b)
	}
	return out
}

func (toric) rateRoles() []string       { return []string{"p"} }
func (toric) conventions() []convention { return []convention{energy} }
func (toric) forms() []string           { return errorForms() }
func (toric) roles(string) []string     { return []string{"p", "sets", "start"} }
func (toric) arguments() string         { return "n, p, sets, start" }

func (toric) special(in deformed) map[string]complex128 {
	return map[string]complex128{"K": nishimoriStrength(in.rates[0])}
}

func (toric) strengths(b binding) string { return b.oneStrength() }

func (toric) write(w *writer) {
	first, next := "2*(r*L+c)", "2*(r*L+c)+1"
	if w.b.origin == 1 {
		first, next = next, "2*(r*L+c)+2"
	}
	w.flipSum(fmt.Sprintf(w.pick(
		"The points (r,c) of a table with L rows and L columns, n = L*L in all, are counted by r and c from 0 to L-1; after L-1 comes 0 again, in both directions. Position %[1]s lies between (r,c) and (r,c+1), and position %[2]s between (r,c) and (r+1,c), 2n positions in all. To each point belongs a set, that of the four positions next to it, so that m = n; the set of (r,c) is set r*L+c.",
		"Take an L by L table of points (r,c), r and c from 0 to L-1, that closes on itself in both directions, with n = L*L. Between (r,c) and (r,c+1) lies position %[1]s; between (r,c) and (r+1,c) lies position %[2]s; this makes 2n positions. There are m = n sets; set r*L+c holds the four positions next to (r,c).",
	), first, next), fmt.Sprintf("[ %[1]s if d_i(b) = 1, 1 - %[1]s if d_i(b) = 0 ]", w.key("p")))
}

func (toric) parameter(b binding, role string) string {
	if role == "p" {
		return b.keys[role] + ", a float between 0 and 1"
	}
	return b.errorParameter(role, "n", "2n")
}

func (toric) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.unpackError()
}

func (toric) tables(in deformed) []weightTable {
	return independentFlips(func(int) float64 { return in.rates[0] }, len(in.start))
}

func (toric) beyond(in deformed) (mapping.Reference, error) {
	l, _ := side(in.n)
	var rot graph.Rotation
	if l >= 3 { // narrower tori have two bonds between the same vertices, which add up
		var err error
		if rot, err = graph.TorusRotation(l, l); err != nil {
			return mapping.Reference{}, err
		}
	}
	return in.evaluated(func(ctx context.Context, m *spin.Model) (spin.LogZ, error) {
		return planar.LogZ(ctx, m, planar.Options{Tolerance: referenceTolerance, Rotation: rot})
	})
}

// relabelled applies a translation of the torus and perhaps a reflection across its
// diagonal, which exchanges the two kinds of locations.
func (toric) relabelled(in deformed, s *stream) deformed {
	l, _ := side(in.n)
	dr, dc, swap := s.below(l), s.below(l), s.below(2) == 1
	out := in
	out.start = make([]bool, len(in.start))
	for r := range l {
		for c := range l {
			for kind := range 2 {
				y, x, to := (r+dr)%l, (c+dc)%l, kind
				if swap {
					y, x, to = x, y, 1-kind
				}
				out.start[2*(y*l+x)+to] = in.start[2*(r*l+c)+kind]
			}
		}
	}
	return out
}

func (toric) witnesses(in deformed) (mapping.Structure, error) {
	s, err := in.skeleton(2 * in.n)
	if err != nil {
		return s, err
	}
	l, _ := side(in.n)
	m, _, err := in.model()
	if err != nil {
		return s, err
	}
	ising, err := spin.Analyze(m)
	if err != nil {
		return s, err
	}
	if err := spin.CheckStructure(m, ising); err != nil {
		return s, fmt.Errorf("a witness does not hold: %w", err)
	}
	s.Planar, s.Torus, s.Balanced, s.Width, s.WidthLower = ising.Planar, ising.Torus != nil, ising.Balanced, ising.Width, ising.WidthLower
	seams, err := rawWitness(map[string]any{"rows": l, "columns": l, "genus": 1, "spin_structures": 4})
	if err != nil {
		return s, err
	}
	order, err := rawWitness(map[string]any{"order": ising.Order, "width": ising.Width})
	if err != nil {
		return s, err
	}
	s.Routes = []mapping.Route{
		{Class: "pfaffian", Complexity: "O(n^{3/2})", Why: "a spin for each star, couplings between neighbours on a torus (genus 1), no fields: four signed Pfaffians", Witness: seams},
		{Class: "transfer_matrix", Complexity: "poly(L)*4^L", Why: "a lattice of rows: one row of √n spins is the state of the transfer", Witness: seams},
		{Class: "treewidth_bounded", Complexity: "poly(L)*4^L", Why: fmt.Sprintf("an elimination order of width %d at n = %d is witnessed; the width grows as √n", ising.Width, in.n), Witness: order},
	}
	if !ising.Balanced {
		cycle, err := claim.Canonical(ising.FrustratedCycle)
		if err != nil {
			return s, fmt.Errorf("witness: %w", err)
		}
		s.Obstructions = append(s.Obstructions, mapping.Obstruction{Class: "gauge", Witness: cycle, Why: fmt.Sprintf("no gauge removes the signs: an instance of %d spins has a cycle with a negative product of couplings", in.n)})
	}
	if ising.WidthLower > 4 {
		s.Obstructions = append(s.Obstructions, mapping.Obstruction{Class: "treewidth_bounded", Bounded: true, Witness: order,
			Why: fmt.Sprintf("the treewidth is not bounded: at least %d at n = %d and √n in general, while the claimed cost is polynomial", ising.WidthLower, in.n)})
	}
	return s, nil
}

// related: beside the two general identities, the stars of all vertices together change
// nothing, and a column of flips moved by one star to its neighbour.
func (toric) related(in deformed) []relative {
	moved := in
	moved.start = slices.Clone(in.start)
	l, _ := side(in.n)
	for r := range l { // all stars of one column
		moved.start = moved.moved(r * l).start
	}
	return []relative{in.sameClass(), in.complementary(), same("column", "all sets of one column of points applied to the start", in, moved)}
}
