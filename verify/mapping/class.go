package mapping

import (
	"fmt"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping/complexity"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

// Landscape is what the structure analysis says about a task: the structure of
// every instance that was drawn, in ascending size.
type Landscape []Structure

// all returns whether f holds for every instance, and otherwise the first that it
// does not hold for.
func (l Landscape) all(f func(Structure) bool) (bool, Structure) {
	for _, s := range l {
		if !f(s) {
			return false, s
		}
	}
	return len(l) > 0, Structure{}
}

// ising reports whether the general rules for Ising models apply to every instance.
func (l Landscape) ising() bool {
	ok, _ := l.all(func(s Structure) bool { return s.Model == "" })
	return ok
}

// supplied lists the routes that the suite witnesses on every instance, as they stand
// on the largest.
func (l Landscape) supplied() []Route {
	var rs []Route
	if len(l) == 0 {
		return nil
	}
	for _, r := range l[len(l)-1].Routes {
		if ok, _ := l.all(func(s Structure) bool {
			return slices.ContainsFunc(s.Routes, func(o Route) bool { return o.Class == r.Class })
		}); ok {
			rs = append(rs, r)
		}
	}
	return rs
}

// obstruction is the first witnessed reason why a class cannot apply.
func (l Landscape) obstruction(class string, polynomial bool) (Obstruction, bool) {
	for _, s := range l {
		for _, o := range s.Obstructions {
			if o.Class == class && (polynomial || !o.Bounded) {
				return o, true
			}
		}
	}
	return Obstruction{}, false
}

// routes lists the ways on which the task's models are tractable, each witnessed on
// every instance, with its complexity as a formula in n.
func (l Landscape) routes() []Route {
	rs := l.supplied()
	if !l.ising() {
		return rs
	}
	is := func(f func(Structure) bool) bool { ok, _ := l.all(f); return ok }
	if is(func(s Structure) bool { return s.Chain }) {
		rs = append(rs, Route{Class: reply.TransferMatrix, Complexity: "O(n)", Why: "the interaction graph is a path"})
		rs = append(rs, Route{Class: reply.TreewidthBounded, Complexity: "O(n)", Why: "a path has treewidth 1"})
	}
	if is(func(s Structure) bool { return s.RankOne }) {
		rs = append(rs, Route{Class: reply.Gauge, Complexity: "O(n)", Why: "the couplings are ξ_i ξ_j: after s_i → ξ_i s_i only the magnetisation is left"})
	}
	if is(func(s Structure) bool { return s.Planar && !s.Field }) {
		rs = append(rs, Route{Class: reply.Pfaffian, Complexity: "O(n^{3/2})", Why: "planar and field-free: one Pfaffian"})
	}
	if is(func(s Structure) bool { return s.Torus && !s.Field }) {
		rs = append(rs, Route{Class: reply.Pfaffian, Complexity: "O(n^{3/2})", Why: "a torus lattice and field-free: four Pfaffians"})
	}
	if is(func(s Structure) bool { return s.Torus && s.Uniform && !s.Field }) {
		rs = append(rs, Route{Class: reply.FreeFermion, Complexity: "O(n)", Why: "a uniform torus: Kaufman's products over fermion modes"})
	}
	return rs
}

// precondition judges whether the claimed class can apply to the task's models.
// polynomial says that the complexity claim is polynomial in n without a parameter.
func (l Landscape) precondition(class string, polynomial bool) (claim.Status, string, any) {
	if len(l) == 0 {
		return claim.Unknown, "no instance of the task was analysed", nil
	}
	if s, msg, w, decided := l.witnessed(class, polynomial); decided {
		return s, msg, w
	}
	witness := func(s Structure, names ...string) any {
		w := map[string]any{"sites": s.Sites, "bonds": s.Bonds, "field": s.Field}
		for _, n := range names {
			if v, ok := s.Witnesses[n]; ok {
				w[n] = v
			}
		}
		return w
	}
	last := l[len(l)-1]
	noField, fielded := l.all(func(s Structure) bool { return !s.Field })
	planar, nonplanar := l.all(func(s Structure) bool { return s.Planar })
	torus, _ := l.all(func(s Structure) bool { return s.Torus })
	balanced, frustrated := l.all(func(s Structure) bool { return s.Balanced })
	uniform, _ := l.all(func(s Structure) bool { return s.Uniform })
	chain, _ := l.all(func(s Structure) bool { return s.Chain })
	rankOne, _ := l.all(func(s Structure) bool { return s.RankOne })
	lattice := torus || planar && !chain && slices.Contains(witnessNames(last), "lattice")

	switch class {
	case reply.TransferMatrix:
		switch {
		case chain:
			return claim.Certified, "the interaction graph is a path: a 2 × 2 transfer matrix per site", witness(last, "lattice")
		case lattice:
			return claim.Certified, "a lattice of rows: one row of √n spins is the state of the transfer", witness(last, "lattice")
		case rankOne:
			return claim.Certified, "rank-one couplings: the partial magnetisation is the state of the transfer", witness(last, "switching")
		}
		return claim.Unknown, fmt.Sprintf("no layered order of the sites is witnessed; the best elimination order has width %d at n = %d", last.Width, last.Sites), witness(last, "elimination_order")

	case reply.Pfaffian, reply.FreeFermion:
		switch {
		case !noField:
			return claim.Failed, fmt.Sprintf("site fields are present (n = %d): the sum over even subgraphs, which a Pfaffian counts, needs a field-free model", fielded.Sites), witness(fielded)
		case planar:
			return claim.Certified, "planar and field-free, by a rotation system", witness(last, "rotation_system", "lattice")
		case torus && (uniform || class == reply.Pfaffian):
			return claim.Certified, "on the torus (genus 1) and field-free: four signed Pfaffians, by a rotation system", witness(last, "rotation_system", "lattice")
		}
		return claim.Failed, fmt.Sprintf("not planar: an instance of %d sites contains a subdivision of K5 or K3,3", nonplanar.Sites), witness(nonplanar, "kuratowski")

	case reply.Gauge:
		switch {
		case !balanced:
			return claim.Failed, fmt.Sprintf("no gauge removes the signs: an instance of %d sites has a cycle with a negative product of couplings", frustrated.Sites), witness(frustrated, "frustrated_cycle")
		case !noField:
			return claim.Failed, "a gauge transformation moves the fields and does not remove them", witness(fielded)
		}
		return claim.Certified, "the signs are balanced, by a switching vector", witness(last, "switching")

	case reply.TreewidthBounded:
		first := l[0]
		grows := last.WidthLower > first.WidthLower
		switch {
		case chain:
			return claim.Certified, "a path has treewidth 1", witness(last, "elimination_order")
		case lattice && !polynomial:
			return claim.Certified, fmt.Sprintf("an elimination order of width %d at n = %d is witnessed; the width grows as √n, as the claim allows", last.Width, last.Sites), witness(last, "elimination_order")
		case !polynomial:
			return claim.Certified, fmt.Sprintf("an elimination order of width %d at n = %d is witnessed; the width is not bounded over the task, and the claim says what it costs", last.Width, last.Sites), witness(last, "elimination_order")
		case grows:
			return claim.Failed, fmt.Sprintf("the treewidth is not bounded: at least %d at n = %d, at least %d at n = %d, while the claimed cost is polynomial", first.WidthLower, first.Sites, last.WidthLower, last.Sites), witness(last, "elimination_order")
		}
		return claim.Unknown, fmt.Sprintf("the best order found has width %d at n = %d; whether the width stays bounded is not decided", last.Width, last.Sites), witness(last, "elimination_order")

	case reply.Percolation:
		return claim.Failed, "the cluster expansion of an Ising model has weight 2 for every cluster; percolation is the limit of weight 1", witness(last)

	case reply.RBIMNishimori:
		if nishimori, off := l.all(func(s Structure) bool { return s.Nishimori }); !nishimori {
			return claim.Failed, fmt.Sprintf("an instance of %d sites is off the Nishimori line: its temperature is not tied to the disorder, and a single sample has no average to exploit", off.Sites), witness(off)
		}
		return claim.Certified, "every instance lies on the Nishimori line", witness(last)

	case reply.ExactlySolvableOther:
		if rs := l.routes(); len(rs) > 0 {
			return claim.Certified, "solvable: " + rs[0].Why, witness(last, "lattice", "rotation_system", "switching")
		}
		return claim.Unknown, "no exact solution of the task's models is witnessed", witness(last)

	case reply.NoEfficientKnown:
		if rs := l.routes(); len(rs) > 0 {
			return claim.Unknown, "the label is weaker than what is known: " + rs[0].Why, witness(last, "lattice", "rotation_system", "switching")
		}
		return claim.Certified, fmt.Sprintf("no route is witnessed: not planar, frustrated signs, width at least %d at n = %d", last.WidthLower, last.Sites), witness(nonplanar, "kuratowski", "frustrated_cycle")
	}
	return claim.Unknown, fmt.Sprintf("class %q has no structural precondition here", class), nil
}

// witnessed judges by the routes and obstructions that the suite supplies. It decides
// every class of a model that is no Ising model, and of an Ising model those that the
// suite speaks about.
func (l Landscape) witnessed(class string, polynomial bool) (s claim.Status, msg string, witness any, decided bool) {
	rs := l.supplied()
	for _, r := range rs {
		if r.Class == class && !(polynomial && class == reply.TreewidthBounded && r.grows()) {
			return claim.Certified, r.Why, r, true
		}
	}
	if o, ok := l.obstruction(class, polynomial); ok {
		return claim.Failed, o.Why, o, true
	}
	switch {
	case l.ising():
		return "", "", nil, false
	case class == reply.ExactlySolvableOther && len(rs) > 0:
		return claim.Certified, "solvable: " + rs[0].Why, rs[0], true
	case class == reply.NoEfficientKnown && len(rs) > 0:
		return claim.Unknown, "the label is weaker than what is known: " + rs[0].Why, rs[0], true
	}
	return claim.Unknown, "the class is neither witnessed for the task's models nor refuted", nil, true
}

// grows: the route costs more than a polynomial.
func (r Route) grows() bool {
	c, err := complexity.Parse(r.Complexity, complexity.Env{"L": "n^{1/2}", "m": "n"})
	return err != nil || c.Growth.Family > complexity.QuasiPolynomial
}

func witnessNames(s Structure) []string {
	var names []string
	for n := range s.Witnesses {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// landscape draws the structure of the task's instances, sizes ascending.
func landscape(p Problem) (Landscape, error) {
	var l Landscape
	for _, r := range []Regime{Probed, Aside, Scale} {
		for _, n := range p.Sizes(r) {
			for k := range p.Samples(r) {
				inst, err := p.Instance(r, n, k)
				if err != nil {
					return nil, fmt.Errorf("mapping: task %s: structure of instance %d of size %d (%s): %w", p.ID(), k, n, r, err)
				}
				if inst.Structure != nil {
					l = append(l, *inst.Structure)
				}
			}
		}
	}
	slices.SortStableFunc(l, func(a, b Structure) int { return a.Sites - b.Sites })
	return l, nil
}
