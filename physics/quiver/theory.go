package quiver

import (
	"fmt"
	"math/big"
	"slices"
)

// Theory is a gauge theory with one SU(N) factor a node. A Theory is a value that is
// shared: whoever changes one makes a Clone of it first.
type Theory struct {
	Name     string
	Nodes    []Node
	Arrows   []Arrow
	Singlets []Singlet
	W        Superpotential
	// EncodesR says that the R-charges of the fields are those of a symmetry U(1)_R
	// which the theory claims to have.
	EncodesR bool
}

// Node is a gauge factor SU(Rank), Rank ≥ 2.
type Node struct {
	Label string
	Rank  int
}

// Arrow is a chiral field that is an antifundamental of its Source and a fundamental of
// its Target, or an adjoint where they are the same node.
type Arrow struct {
	Label          string
	Source, Target int // indices into Theory.Nodes
	R              *big.Rat
}

// IsLoop reports whether the field is an adjoint.
func (a Arrow) IsLoop() bool { return a.Source == a.Target }

// Singlet is a chiral field without gauge charges.
type Singlet struct {
	Label string
	R     *big.Rat
}

// Superpotential is a sum of terms.
type Superpotential []SuperpotentialTerm

// SuperpotentialTerm is Coefficient · (product of singlets) · Tr(word). The word is a
// closed walk of arrows; it is empty in a term of singlets alone.
type SuperpotentialTerm struct {
	Coefficient *big.Rat
	Singlets    []int // indices into Theory.Singlets, ascending, with repetition
	Word        []int // indices into Theory.Arrows
}

// Clone is a copy that shares nothing with t.
func (t *Theory) Clone() *Theory {
	c := &Theory{
		Name:     t.Name,
		Nodes:    slices.Clone(t.Nodes),
		Arrows:   slices.Clone(t.Arrows),
		Singlets: slices.Clone(t.Singlets),
		W:        t.W.Clone(),
		EncodesR: t.EncodesR,
	}
	for i := range c.Arrows {
		c.Arrows[i].R = cloneRat(c.Arrows[i].R)
	}
	for i := range c.Singlets {
		c.Singlets[i].R = cloneRat(c.Singlets[i].R)
	}
	return c
}

// Clone is a copy that shares nothing with w.
func (w Superpotential) Clone() Superpotential {
	c := make(Superpotential, len(w))
	for i, term := range w {
		c[i] = SuperpotentialTerm{
			Coefficient: cloneRat(term.Coefficient),
			Singlets:    slices.Clone(term.Singlets),
			Word:        slices.Clone(term.Word),
		}
	}
	return c
}

func cloneRat(x *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Set(x)
}

// Dim is the number of components of arrow k: N_s N_t, or N² − 1 for an adjoint of SU(N).
func (t *Theory) Dim(k int) int {
	a := t.Arrows[k]
	if a.IsLoop() {
		n := t.Nodes[a.Source].Rank
		return n*n - 1
	}
	return t.Nodes[a.Source].Rank * t.Nodes[a.Target].Rank
}

// In are the arrows that end at node v and do not start there, Out those that start at v
// and do not end there, Loops its adjoints; each ascending.
func (t *Theory) In(v int) []int {
	return t.where(func(a Arrow) bool { return a.Target == v && a.Source != v })
}

// Out are the arrows that start at node v and end elsewhere.
func (t *Theory) Out(v int) []int {
	return t.where(func(a Arrow) bool { return a.Source == v && a.Target != v })
}

// Loops are the adjoints of node v.
func (t *Theory) Loops(v int) []int {
	return t.where(func(a Arrow) bool { return a.Source == v && a.Target == v })
}

func (t *Theory) where(keep func(Arrow) bool) []int {
	var list []int
	for k, a := range t.Arrows {
		if keep(a) {
			list = append(list, k)
		}
	}
	return list
}

// RCharge is the R-charge of a term: that of W if U(1)_R is a symmetry, 2.
func (t *Theory) RCharge(term SuperpotentialTerm) *big.Rat {
	sum := new(big.Rat)
	for _, s := range term.Singlets {
		sum.Add(sum, t.Singlets[s].R)
	}
	for _, x := range term.Word {
		sum.Add(sum, t.Arrows[x].R)
	}
	return sum
}

// Validate checks what the type cannot say: ranks, unique labels, indices in range, closed
// words, coefficients that are not zero. It does not check any physics. The error names the
// place.
func (t *Theory) Validate() error {
	if len(t.Nodes) == 0 {
		return fmt.Errorf("theory %q: it has no gauge nodes", t.Name)
	}
	seen := make(map[string]string)
	label := func(kind, name string) error {
		if name == "" {
			return fmt.Errorf("theory %q: a %s has an empty label", t.Name, kind)
		}
		if before, dup := seen[name]; dup {
			return fmt.Errorf("theory %q: label %q names a %s and a %s: labels must be unique", t.Name, name, before, kind)
		}
		seen[name] = kind
		return nil
	}
	for _, n := range t.Nodes {
		if err := label("node", n.Label); err != nil {
			return err
		}
		if n.Rank < 2 {
			return fmt.Errorf("theory %q: node %s has rank %d: SU(N) needs N ≥ 2", t.Name, n.Label, n.Rank)
		}
	}
	for _, a := range t.Arrows {
		if err := label("arrow", a.Label); err != nil {
			return err
		}
		for _, end := range []int{a.Source, a.Target} {
			if end < 0 || end >= len(t.Nodes) {
				return fmt.Errorf("theory %q: arrow %s ends at node %d, and nodes are numbered 0 … %d", t.Name, a.Label, end, len(t.Nodes)-1)
			}
		}
		if a.R == nil {
			return fmt.Errorf("theory %q: arrow %s has no R-charge", t.Name, a.Label)
		}
	}
	for _, s := range t.Singlets {
		if err := label("singlet", s.Label); err != nil {
			return err
		}
		if s.R == nil {
			return fmt.Errorf("theory %q: singlet %s has no R-charge", t.Name, s.Label)
		}
	}
	for i, term := range t.W {
		if err := t.validateTerm(term); err != nil {
			return fmt.Errorf("theory %q: superpotential term %d: %w", t.Name, i, err)
		}
	}
	return nil
}

func (t *Theory) validateTerm(term SuperpotentialTerm) error {
	if term.Coefficient == nil || term.Coefficient.Sign() == 0 {
		return fmt.Errorf("its coefficient is zero or missing")
	}
	if len(term.Word) == 0 && len(term.Singlets) == 0 {
		return fmt.Errorf("it has no factors")
	}
	for _, s := range term.Singlets {
		if s < 0 || s >= len(t.Singlets) {
			return fmt.Errorf("there is no singlet number %d", s)
		}
	}
	if !slices.IsSorted(term.Singlets) {
		return fmt.Errorf("its singlets are not in ascending order")
	}
	for _, x := range term.Word {
		if x < 0 || x >= len(t.Arrows) {
			return fmt.Errorf("there is no arrow number %d", x)
		}
	}
	for i, x := range term.Word {
		y := term.Word[(i+1)%len(term.Word)]
		if t.Arrows[x].Target != t.Arrows[y].Source {
			return fmt.Errorf("%s ends at node %d and %s starts at node %d: the word is not closed",
				t.Arrows[x].Label, t.Arrows[x].Target, t.Arrows[y].Label, t.Arrows[y].Source)
		}
	}
	return nil
}
