package amax

import (
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/quiver"
)

// Problem is what a-maximization needs to know of a gauge theory.
type Problem struct {
	Name   string
	Groups []Group
	Fields []Field
	// Terms are the monomials of the superpotential; each has R = 2.
	Terms []Monomial
	// Operators are the gauge-invariant chiral operators that are held against the
	// unitarity bound.
	Operators []Operator
}

// Group is a simple gauge factor.
type Group struct {
	Label string
	// Dim is the dimension of the adjoint, Casimir its index T(adj), with T = 1/2 for the
	// fundamental of SU(N): N² − 1 and N for SU(N).
	Dim     int
	Casimir *big.Rat
}

// SU is the gauge factor SU(n).
func SU(label string, n int) Group {
	return Group{Label: label, Dim: n*n - 1, Casimir: big.NewRat(int64(n), 1)}
}

// Field is a set of chiral fields with one R-charge.
type Field struct {
	Label string
	// Dim is the number of components: colours times flavours.
	Dim int
	// Index is the Dynkin index under each group, summed over the components; nil stands
	// for no charge under any. N_f quarks of SU(N) have N_f/2.
	Index []*big.Rat
}

// Power is a factor of a monomial.
type Power struct {
	Field    int // index into Problem.Fields
	Exponent int
}

// Monomial is a product of fields.
type Monomial []Power

// Operator is a set of Count gauge-invariant chiral operators of one R-charge.
type Operator struct {
	Label    string
	Monomial Monomial
	Count    int
}

// Bounds on the fields, groups, terms and operators of a problem, and on their dimensions.
const (
	maxFields = 4096
	maxTerms  = 1 << 16
	maxDim    = 1 << 40
)

func (p *Problem) validate() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("amax: problem %q: %w", p.Name, fmt.Errorf(format, args...))
	}
	if len(p.Fields) > maxFields || len(p.Groups) > maxFields || len(p.Terms) > maxTerms || len(p.Operators) > maxTerms {
		return fail("too large: at most %d fields and groups, %d terms and operators", maxFields, maxTerms)
	}
	for _, g := range p.Groups {
		if g.Dim < 0 || g.Dim > maxDim || g.Casimir == nil {
			return fail("group %q needs a dimension from 0 to 2^40 and an index T(adj)", g.Label)
		}
	}
	for _, f := range p.Fields {
		if f.Dim < 1 || f.Dim > maxDim {
			return fail("field %q has %d components: it needs from 1 to 2^40", f.Label, f.Dim)
		}
		if f.Index != nil && len(f.Index) != len(p.Groups) {
			return fail("field %q has %d indices for %d groups", f.Label, len(f.Index), len(p.Groups))
		}
	}
	for i, m := range p.Terms {
		if len(m) == 0 {
			return fail("term %d has no factors", i)
		}
		if err := p.inRange(m); err != nil {
			return fail("term %d: %w", i, err)
		}
	}
	for _, o := range p.Operators {
		if err := p.inRange(o.Monomial); err != nil {
			return fail("operator %q: %w", o.Label, err)
		}
		if o.Count < 1 || o.Count > maxDim {
			return fail("operator %q: its count is %d: it needs from 1 to 2^40", o.Label, o.Count)
		}
	}
	return nil
}

func (p *Problem) inRange(m Monomial) error {
	for _, x := range m {
		if x.Field < 0 || x.Field >= len(p.Fields) {
			return fmt.Errorf("there is no field number %d", x.Field)
		}
		if x.Exponent < 1 || x.Exponent > maxFields {
			return fmt.Errorf("field %q has exponent %d: it needs from 1 to %d", p.Fields[x.Field].Label, x.Exponent, maxFields)
		}
	}
	return nil
}

// FromTheory is the problem of a quiver: its fields are the arrows, then the singlets. An
// adjoint is one of SU(N), without trace. Operators is empty.
func FromTheory(t *quiver.Theory) *Problem {
	p := &Problem{Name: t.Name}
	for _, n := range t.Nodes {
		p.Groups = append(p.Groups, SU(n.Label, n.Rank))
	}
	for k, a := range t.Arrows {
		index := make([]*big.Rat, len(t.Nodes))
		s, h := t.Nodes[a.Source].Rank, t.Nodes[a.Target].Rank
		if a.IsLoop() {
			index[a.Source] = big.NewRat(int64(s), 1)
		} else {
			index[a.Source] = big.NewRat(int64(h), 2)
			index[a.Target] = big.NewRat(int64(s), 2)
		}
		p.Fields = append(p.Fields, Field{Label: a.Label, Dim: t.Dim(k), Index: index})
	}
	for _, s := range t.Singlets {
		p.Fields = append(p.Fields, Field{Label: s.Label, Dim: 1})
	}
	for _, w := range t.W {
		p.Terms = append(p.Terms, monomial(t, w))
	}
	return p
}

// monomial forgets the order of a word.
func monomial(t *quiver.Theory, w quiver.SuperpotentialTerm) Monomial {
	var m Monomial
	add := func(field int) {
		for i := range m {
			if m[i].Field == field {
				m[i].Exponent++
				return
			}
		}
		m = append(m, Power{field, 1})
	}
	for _, x := range w.Word {
		add(x)
	}
	for _, s := range w.Singlets {
		add(len(t.Arrows) + s)
	}
	return m
}
