package code

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// reach is what of a group of deformations a noise can tell apart from nothing: the
// generators of the subgroup of deformations that can occur as errors.
type reach struct {
	noise *Noise
	all   []Pauli // generators of the whole group
	group bool    // the errors that can occur form a group
	spins []Pauli // generators of the subgroup (of the whole group if not group)
	rank  int
	// invariants are stabilizers and logical operators that commute with all errors that
	// can occur and with all deformations: what anticommutes with one cannot be reached.
	invariants []Pauli
	torus      []int // see Code

	once    sync.Once
	limits  []Pauli // the noise's constraints
	columns *span   // which constraints each deformation violates
}

// newReach finds the subgroup. Generators that can occur are kept as they are given,
// dependent ones too.
func newReach(ctx context.Context, c *Code, nz *Noise) (*reach, error) {
	deformations := c.Deformations()
	r := &reach{noise: nz, all: deformations, group: true, torus: c.torus}
	covered := make([]bool, nz.N)
	for _, region := range nz.Regions {
		for _, q := range region.Qubits {
			covered[q] = true
		}
	}
	// Anything can occur on a qubit of no region.
	all := !slices.Contains(covered, false)
	flat, onlyX, onlyZ := true, all, all
	for _, table := range nz.Tables {
		entries, closed := table.support()
		r.group = r.group && closed
		flat = flat && len(entries) == len(table.P)
		for _, e := range entries {
			onlyX = onlyX && e&0xAA == 0
			onlyZ = onlyZ && e&0x55 == 0
		}
	}
	if flat || !r.group {
		r.spins = deformations
		if err := eliminationFits(nz.N, len(deformations)); err != nil {
			return nil, err
		}
		r.rank = rankOf(nz.N, deformations)
		return r, ctx.Err()
	}
	if onlyX || onlyZ {
		for _, list := range [][]Pauli{c.Stabilizers, c.LogicalX, c.LogicalZ} {
			for _, g := range list {
				if onlyX && g.pureX() || onlyZ && g.pureZ() {
					r.invariants = append(r.invariants, g)
				}
			}
		}
	}
	direct := true // what cannot occur is of the other kind, so that no product of it can
	regionsAt := make([][]int, nz.N)
	for j, region := range nz.Regions {
		for _, q := range region.Qubits {
			regionsAt[q] = append(regionsAt[q], j)
		}
	}
	occurs := func(g Pauli) bool { // as nz.contains, in time of the weight: identities occur
		for _, q := range g.Support() {
			for _, j := range regionsAt[q] {
				if region := nz.Regions[j]; nz.Tables[region.Table].P[region.index(g)].Sign() == 0 {
					return false
				}
			}
		}
		return true
	}
	for _, g := range deformations {
		if occurs(g) {
			r.spins = append(r.spins, g)
			continue
		}
		direct = direct && (onlyX && g.pureZ() || onlyZ && g.pureX())
	}
	if err := eliminationFits(nz.N, len(deformations)); err != nil {
		if _, ok := graphRank(nz.N, r.spins); !direct || !ok {
			return nil, err
		}
	}
	if direct {
		r.rank = rankOf(nz.N, r.spins)
		return r, ctx.Err()
	}
	s := newSpan(false)
	for _, g := range r.spins {
		s.add(g.vec())
	}
	// Choices of generators whose product meets every constraint.
	limits := nz.constraints()
	rows := make([][]uint64, len(limits))
	columns := make([]int, len(deformations))
	for k := range columns {
		columns[k] = k
	}
	for i, l := range limits {
		rows[i] = make([]uint64, words(len(deformations)))
		for k, g := range deformations {
			if !l.Commutes(g) {
				rows[i][k/64] |= 1 << (k % 64)
			}
		}
	}
	for _, chosen := range kernel(rows, words(len(deformations)), columns) {
		g := product(nz.N, deformations, chosen)
		if ok, _ := s.add(g.vec()); ok {
			r.spins = append(r.spins, g)
		}
	}
	r.rank = s.rank()
	return r, ctx.Err()
}

// eliminationFits refuses eliminations among so many operators that they would take hours.
func eliminationFits(n, operators int) error {
	if m := float64(operators); m*m*float64(words(2*n+operators)) > maxEliminationWork {
		return fmt.Errorf("code: %d generators on %d qubits are too many to eliminate among", operators, n)
	}
	return nil
}

// into multiplies e by a deformation so that it can occur; it reports false if none does.
func (r *reach) into(e Pauli) (Pauli, bool) {
	if !r.group || r.noise.contains(e) {
		return e, true
	}
	for _, g := range r.invariants {
		if !g.Commutes(e) {
			return e, false
		}
	}
	r.once.Do(func() {
		r.limits, r.columns = r.noise.constraints(), newSpan(true)
		for _, g := range r.all {
			r.columns.add(r.violated(g))
		}
	})
	rest, combo := r.columns.reduce(r.violated(e))
	if leading(rest) >= 0 {
		return e, false
	}
	return e.Mul(product(e.n, r.all, combo)), true
}

// violated says which constraints g anticommutes with.
func (r *reach) violated(g Pauli) []uint64 {
	v := make([]uint64, words(len(r.limits)))
	for i, l := range r.limits {
		if !l.Commutes(g) {
			v[i/64] |= 1 << (i % 64)
		}
	}
	return v
}
