package duality

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// Cell is one seed of the benchmark: a phase of the catalogue at a common rank, and the
// node that is dualized first.
type Cell struct {
	Family string
	Phase  string // as the catalogue names it
	N      int
	Node   int
}

// family is one of the six geometries with its cells and the number of fixtures at each
// depth: at depth one that of the published benchmark; at depth two thirty for each family
// that has chains of two mutations which do not lead back to theory A. (Every second node
// of ℂ³/(ℤ2×ℤ2) has an adjoint after the first step, and every second step on the suspended
// pinch point gives theory A again.)
type family struct {
	name  string
	cells []Cell
	quota [2]int
}

// families are those of the published benchmark (its Table 3), in its order.
func families() []family {
	fill := func(name, phase string, one, two int, places ...[2]int) family {
		f := family{name: name, quota: [2]int{one, two}}
		for _, p := range places {
			f.cells = append(f.cells, Cell{Family: name, Phase: phase, N: p[0], Node: p[1]})
		}
		return f
	}
	return []family{
		fill("dp0", "dP0", 49, 30, [2]int{3, 0}, [2]int{3, 1}, [2]int{3, 2}, [2]int{4, 0}),
		fill("dp1", "dP1", 19, 30, [2]int{2, 0}, [2]int{2, 1}),
		fill("dp2", "dP2-I", 17, 30, [2]int{2, 3}, [2]int{2, 4}),
		fill("f0", "F0-II", 26, 30, [2]int{3, 0}, [2]int{3, 2}),
		fill("spp", "SPP", 18, 0, [2]int{2, 0}, [2]int{2, 2}),
		fill("c3z2z2", "C3/(Z2xZ2)", 16, 0, [2]int{2, 0}, [2]int{2, 1}),
	}
}

// Cells lists the fourteen cells.
func Cells() []Cell {
	var list []Cell
	for _, f := range families() {
		list = append(list, f.cells...)
	}
	return list
}

// PublishedCounts are the published benchmark's depth-one fixtures by class of damage.
func PublishedCounts() map[Class]int {
	return map[Class]int{DropTerm: 38, FlipSign: 13, ShiftR: 52, ShiftRank: 42}
}

// chain is a sequence of mutations of a seed: one node at depth one, two at depth two.
type chain struct {
	cell  Cell
	nodes []int
}

func (c chain) id() string {
	names := make([]string, len(c.nodes))
	for i, n := range c.nodes {
		names[i] = fmt.Sprint(n)
	}
	return fmt.Sprintf("%s_N%d_d%d_node%s", c.cell.Family, c.cell.N, len(c.nodes), strings.Join(names, "_"))
}

// theories are theory A of a chain and the dual that its mutations end at. Both are in
// canonical order and under forced labels, so that neither order nor names say anything
// about how they were made.
func (c chain) theories() (electric, dual *quiver.Theory, err error) {
	phase, err := catalogue.Find(c.cell.Phase)
	if err != nil {
		return nil, nil, fmt.Errorf("duality: chain %s: %w", c.id(), err)
	}
	electric = presentable(phase.Theory(c.cell.N), "A")
	dual = electric
	for _, node := range c.nodes {
		d, err := seiberg.Dualize(dual, node, seiberg.Options{})
		if err != nil {
			return nil, nil, fmt.Errorf("duality: chain %s: node %d: %w", c.id(), node, err)
		}
		dual = presentable(d.Theory, "B")
	}
	return electric, dual, nil
}

// presentable is t under the name and in the form in which an agent is shown it.
func presentable(t *quiver.Theory, name string) *quiver.Theory {
	r := t.Relabel()
	r.Name = name
	return r
}

// chains lists the chains of a family at a depth, in order.
func (f family) chains(depth int) []chain {
	var list []chain
	for _, cell := range f.cells {
		if depth == 1 {
			list = append(list, chain{cell, []int{cell.Node}})
			continue
		}
		phase, err := catalogue.Find(cell.Phase)
		if err != nil {
			continue // theories says so for every chain
		}
		for node := range phase.Theory(cell.N).Nodes {
			if node != cell.Node {
				list = append(list, chain{cell, []int{cell.Node, node}})
			}
		}
	}
	return list
}

// Class is a kind of damage.
type Class string

// The four classes.
const (
	DropTerm  Class = "drop_w_term"      // a term of W is left out
	FlipSign  Class = "flip_w_sign"      // a term of W changes its sign
	ShiftR    Class = "r_charge_perturb" // an R-charge moves by ±1/3
	ShiftRank Class = "rank_perturb"     // a rank moves by ±1
)

// Classes lists the four classes in the order in which a manifest draws from them.
func Classes() []Class { return []Class{ShiftRank, DropTerm, ShiftR, FlipSign} }

// errNoDamage is wrapped when a class and index say nothing about a theory.
var errNoDamage = errors.New("there is no such damage to this theory")
